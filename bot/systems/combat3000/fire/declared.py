"""A shot as it is declared, before any die: what the firer wants, checked and worked out (C3K Firing procedure)."""

from dataclasses import replace

from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.systems.combat3000.aim.eligible import Attempt, Use, check
from bot.systems.combat3000.aim.shot import Optics, Shot
from bot.systems.combat3000.aim.sighting import seen_to
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Hand
from bot.systems.combat3000.fire.firer import Firer, arms_of, check_hands
from bot.systems.combat3000.fire.grenades import turns_to_change_target
from bot.systems.combat3000.fire.plan import PLACE, Declared, FirePlan, House, check_sight, check_turn, situated
from bot.systems.combat3000.fire.through import check_shot
from bot.systems.combat3000.fire.throwing import declare_thrown
from bot.systems.combat3000.fire.watching import check_watch, sees_any_light, watch_of
from bot.systems.combat3000.hit.plights import hallucinating
from bot.systems.combat3000.lists.weapons import Class, Reload, Trajectory, Weapon
from bot.systems.combat3000.loading.fired import Fired, as_fired, setting_of, slow_to_set, worn_as
from bot.systems.combat3000.loading.reloading import salvo, spend

# In large games weapons that hold no more than this are still reloaded, and jam.
_FEW_SHOTS = 2


def declare(firer: Firer, carried: Carried, target: str, plan: FirePlan, book: Book, together: int = 1) -> Declared:
    """Work out one shot. Raises RuleError where it can't be, in a sentence that says why."""
    check_turn(firer, plan)
    check_hands(firer, carried, any_weapon=plan.house.large)
    situation = situated(firer, target, plan)
    check_sight(firer, situation)
    if carried.weapon in book.close:
        return declare_thrown(firer, carried, target, replace(plan, situation=situation), book.close[carried.weapon])
    weapon = book.weapons[carried.weapon]
    _check_target_change(firer, weapon, target)
    situation = replace(situation, high=situation.high or weapon.trajectory is Trajectory.HIGH_ONLY)
    plan = replace(plan, situation=situation)
    shell = book.shells[carried.loaded.ammunition] if carried.loaded.ammunition else None
    fired = as_fired(weapon, shell, _setting(carried, weapon, plan), situation.cm, firer.profile.strength)
    use = _use(firer, carried, weapon, fired, plan)
    check_watch(firer, carried, plan, book)
    check(_attempt(firer, carried, use, target, plan, book, together))
    rounds = salvo(carried, weapon, whole=plan.asked.salvo)
    declared = Declared(
        firer,
        carried,
        weapon,
        shell,
        fired,
        target,
        _shot(firer, carried, use, fired, target, plan, book, together),
        plan,
        breakdown_of(weapon, plan.house),
        rounds,
        spend(_endless(carried, weapon, plan.house), weapon, rounds),
    )
    check_shot(declared)
    return declared


def breakdown_of(weapon: Weapon, house: House) -> int:
    """A weapon's breakdown number; in large games only weapons of one or two shots have one (C3K Large games)."""
    if house.large and weapon.supply > _FEW_SHOTS:
        return 0
    return house.unprinted if "breakdown" in weapon.doubts else weapon.breakdown


def _endless(carried: Carried, weapon: Weapon, house: House) -> Carried:
    """The weapon before the shot; in large games those of more than two shots are always full."""
    if not house.large or weapon.supply <= _FEW_SHOTS or weapon.reload is Reload.INFINITE:
        return carried
    return replace(carried, loaded=replace(carried.loaded, rounds=weapon.supply + 1))


def _check_target_change(firer: Firer, weapon: Weapon, target: str) -> None:
    turns = turns_to_change_target(weapon)
    if turns and firer.last.target not in {"", target or PLACE}:
        raise RuleError(
            f"{weapon.name} fired at {firer.last.target} last turn, and takes {counted(turns, 'turn')} to change its "
            "target (C3K High trajectory fire)."
        )


def _setting(carried: Carried, weapon: Weapon, plan: FirePlan) -> str:
    """What the weapon is set to; a phaser takes a turn and two hands to change (C3K Weapon list)."""
    if not plan.asked.setting:
        return carried.setting
    wanted, now = setting_of(weapon, plan.asked.setting), setting_of(weapon, carried.setting)
    if wanted != now and slow_to_set(weapon):
        raise RuleError(
            f"{weapon.name} takes a turn and two hands to set anew: /reload values:setting {plan.asked.setting} does "
            "it (C3K Weapon list)."
        )
    return wanted.name if wanted else ""


def _use(firer: Firer, carried: Carried, weapon: Weapon, fired: Fired, plan: FirePlan) -> Use:
    free = firer.spare_hands(carried)
    stands = not plan.situation.firer_moved
    strapped = weapon.kind is Class.EITHER
    return Use(
        carried.name,
        worn_as(weapon, shoulder=plan.asked.shoulder, stationary=stands, hands_free=free),
        bool(weapon.launcher),
        mounted=carried.hand is Hand.MOUNTED and not strapped,
        hands=2 if carried.hand is Hand.BOTH or free >= 2 else 1,
        area=weapon.area,
        blast=fired.scatters,
        trajectory=weapon.trajectory,
        minimum=weapon.minimum,
        maximum=weapon.maximum,
    )


def _attempt(
    firer: Firer, carried: Carried, use: Use, target: str, plan: FirePlan, book: Book, together: int
) -> Attempt:
    situation = plan.situation
    any_light = sees_any_light(firer, carried, plan, book)
    farthest = seen_to(book.visibility, situation.size, situation.asked.light, watch_of(plan), wide_spectrum=any_light)
    outlook = replace(plan.outlook, farthest=farthest)
    friends = not plan.house.role_play
    wall = plan.wall is not None
    return Attempt(firer.name, use, situation, target or "the place", outlook, firer.prone, together, friends, wall)


def _shot(
    firer: Firer,
    carried: Carried,
    use: Use,
    fired: Fired,
    target: str,
    plan: FirePlan,
    book: Book,
    together: int,
) -> Shot:
    one_handed = use.kind is Class.SHOULDER and not use.mounted and use.hands < 2
    wrong = Hand.LEFT if firer.right_handed else Hand.RIGHT
    return Shot(
        firer.profile,
        use.kind,
        fired.accuracy,
        plan.situation,
        ammunition=fired.shell_accuracy,
        sight=_sight(carried, book),
        mount=_mount(carried, book),
        one_handed=one_handed,
        wrong_hand=carried.hand is wrong and firer.arms < 3 and (one_handed or use.kind is Class.PISTOL),
        wounds=firer.wounds,
        arms=arms_of(carried),
        locations=plan.house.options.locations,
        hallucinating=hallucinating(firer.sheet),
        together=together,
        same_target=bool(target) and firer.last.shot and firer.last.target == target,
        tried_before=bool(target) and firer.last.target == target,
    )


def _sight(carried: Carried, book: Book) -> Optics | None:
    found = book.sights.get(carried.sight)
    return Optics(found.name, found.accuracy, found.night, found.reflex, found.always) if found else None


def _mount(carried: Carried, book: Book) -> Optics | None:
    """The mount that a weapon stands on, if it is deployed; a vehicle's own has its code."""
    if carried.hand is not Hand.MOUNTED:
        return None
    vehicle = book.vehicles.get(carried.mount)
    if vehicle:
        return Optics(vehicle.mount, *vehicle.mount_profile)
    return _sight(replace(carried, sight=carried.mount), book)


def check_arms(firer: Firer, together: list[Carried]) -> None:
    """Raise RuleError for more weapons at once than hands allow: three for those with three (ruling B-F31)."""
    hands = sum(2 if carried.hand is Hand.BOTH else 1 for carried in together if carried.hand is not Hand.MOUNTED)
    if hands > firer.arms:
        raise RuleError(f"{firer.name} has {firer.arms} hands, and those weapons take {hands} (C3K Weapon use).")
