"""What is thrown and not fired: grenades at a place, knives, spears and axes at somebody (C3K Grenade throwing)."""

from dataclasses import replace

from bot.engine.errors import RuleError
from bot.systems.combat3000.aim.eligible import Attempt, Use, check
from bot.systems.combat3000.aim.shot import Shot
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand
from bot.systems.combat3000.fire.firer import Firer, arms_of
from bot.systems.combat3000.fire.grenades import check_grenade, check_thrown_range, check_throws_only
from bot.systems.combat3000.fire.plan import Declared, FirePlan, check_sight, check_turn, situated
from bot.systems.combat3000.hit.plights import hallucinating
from bot.systems.combat3000.lists.others import CloseWeapon
from bot.systems.combat3000.lists.weapons import Class
from bot.systems.combat3000.loading.fired import Fired, as_thrown, grenade_thrown
from bot.systems.combat3000.loading.reloading import hands_free


def declare_grenade(firer: Firer, code: str, name: str, plan: FirePlan, book: Book) -> Declared:
    """Work out a grenade thrown at a place. Raises RuleError where it can't be (C3K Grenade throwing)."""
    assert isinstance(firer.sheet, Figure)
    check_turn(firer, plan)
    shell = book.shells[code]
    fired = grenade_thrown(shell)
    situation = situated(firer, "", plan)
    check_sight(firer, situation)
    check_grenade(firer.name, firer.profile.strength, shell, situation.cm)
    check_throws_only(firer.name, firer.sheet, _hands_to_throw(firer, book))
    check(Attempt(firer.name, Use(name, Class.PISTOL, blast=True), situation, "the place", plan.outlook, firer.prone))
    grenade = Carried(name, code, Hand.RIGHT if firer.right_handed else Hand.LEFT)
    shot = replace(
        _thrown_shot(firer, grenade, fired, "", replace(plan, situation=situation)),
        ammunition=fired.shell_accuracy,
    )
    return Declared(firer, grenade, shell, shell, fired, "", shot, plan, 0, 1, grenade)


def _hands_to_throw(firer: Firer, book: Book) -> int:
    """The hands free for a throw: a shoulder arm needs two to be fired, but one carries it (C3K Record sheets)."""
    assert isinstance(firer.sheet, Figure)
    carried_by_one = [
        carried
        for carried in firer.sheet.weapons
        if carried.hand is Hand.BOTH
        and carried.weapon in book.weapons
        and book.weapons[carried.weapon].kind is Class.SHOULDER
    ]
    return hands_free(firer.sheet, firer.arms) + len(carried_by_one)


def _thrown_shot(firer: Firer, carried: Carried, fired: Fired, target: str, plan: FirePlan) -> Shot:
    """Something thrown, with one hand: the range factors of pistols are not for it (ruling B-F27)."""
    wrong = Hand.LEFT if firer.right_handed else Hand.RIGHT
    return Shot(
        firer.profile,
        Class.PISTOL,
        fired.accuracy,
        plan.situation,
        thrown=True,
        wrong_hand=carried.hand is wrong and firer.arms < 3,
        wounds=firer.wounds,
        arms=arms_of(carried),
        locations=plan.house.options.locations,
        hallucinating=hallucinating(firer.sheet),
        same_target=bool(target) and firer.last.shot and firer.last.target == target,
        tried_before=bool(target) and firer.last.target == target,
    )


def declare_thrown(firer: Firer, carried: Carried, target: str, plan: FirePlan, weapon: CloseWeapon) -> Declared:
    """A knife, spear or axe, with accuracy and effect of its own, which is gone afterwards (ruling B-F27)."""
    fired = as_thrown(weapon)
    if plan.wall:
        raise RuleError(f"{carried.name} is thrown, and goes through no wall (C3K Firing through walls).")
    situation = plan.situation
    check_thrown_range(firer.name, firer.profile.strength, situation.cm)
    check(Attempt(firer.name, Use(carried.name, Class.PISTOL), situation, target, plan.outlook, firer.prone))
    shot = _thrown_shot(firer, carried, fired, target, plan)
    return Declared(firer, carried, weapon, None, fired, target, shot, plan, 0, 1, replace(carried, hand=Hand.DROPPED))
