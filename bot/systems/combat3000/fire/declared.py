"""A shot or a throw as it is declared, before any die: checked and worked out; covering and scanning (C3K Firing
procedure).
"""

import re
from dataclasses import replace

from bot.engine.cards import counted, rating
from bot.engine.errors import RuleError
from bot.engine.typed import quoted
from bot.systems.combat3000.aim.eligible import Attempt, Use, check, seen_to
from bot.systems.combat3000.aim.shot import Optics, Shot
from bot.systems.combat3000.asked.circumstances import Mode, Watch
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand
from bot.systems.combat3000.fire.firer import SCANNER, Firer, arms_of, check_hands, sights_of
from bot.systems.combat3000.fire.plan import PLACE, Declared, FirePlan, House, check_sight, check_turn, situated
from bot.systems.combat3000.fire.shooting import check_shot
from bot.systems.combat3000.hit.plights import hallucinating
from bot.systems.combat3000.lists.others import CloseWeapon, Shell
from bot.systems.combat3000.lists.weapons import Class, Reload, Trajectory, Weapon
from bot.systems.combat3000.loading.arming import (
    Fired,
    as_fired,
    as_thrown,
    grenade_thrown,
    setting_of,
    slow_to_set,
    worn_as,
)
from bot.systems.combat3000.loading.reloading import hands_free, salvo, spend

_LARGEST = 16
# Snoopervisors, and the helmet that has one.
_VISORS = {"E15", "E16"}
_AREA = re.compile(r"(\d{1,2})\s*x\s*(\d{1,2})")
_SCANS = {Watch.SCANNING: "Scanning", Watch.SCANNER: "Scanning", Watch.COVERING: "Covering fire"}


def watch_of(plan: FirePlan) -> Watch:
    """What helps the firer to see: covering fire looks at its area even where nothing else is said."""
    if plan.situation.mode is Mode.COVERING and plan.asked.watch is Watch.EYES:
        return Watch.COVERING
    return plan.asked.watch


def check_watch(firer: Firer, carried: Carried, plan: FirePlan, book: Book) -> None:
    """Raise RuleError for a scan on the move, without sights or the box, or for more than 16 square cm."""
    watch = watch_of(plan)
    if watch is Watch.EYES:
        if plan.asked.covers:
            raise RuleError("Only covering fire and scans have an area: leave “covers” out (C3K Covering fire).")
        return
    rule = f"C3K {_SCANS[watch]}"
    _check_area(plan.asked.covers, rule)
    if plan.situation.firer_moved:
        raise RuleError(f"{firer.name} has moved: whoever covers or scans an area stays where they are ({rule}).")
    if watch is Watch.SCANNER and SCANNER not in _equipment(firer):
        raise RuleError(
            f"{firer.name} has no scanner: /character edit field:equipment gives one, or scan with a sight ({rule})."
        )
    if watch is Watch.SCANNING and not sights_of(carried, book):
        raise RuleError(f"{carried.name} has no sight to scan with: /character give values:sight gives one ({rule}).")


def _check_area(text: str, rule: str) -> None:
    if not text:
        return
    sides = _AREA.fullmatch(text.strip().casefold())
    if not sides:
        raise RuleError(f"An area reads like 8x2 or 4x4, in cm, not {quoted(text)} ({rule}).")
    if int(sides[1]) * int(sides[2]) > _LARGEST:
        raise RuleError(f"An area of {text} cm is more than {_LARGEST} square cm: choose 8x2, or 4x4 ({rule}).")


def sees_any_light(firer: Firer, carried: Carried, plan: FirePlan, book: Book) -> bool:
    """Whether all light counts as normal: by a visor, by the scanner, or in a scan by a wide spectrum sight (B-F7)."""
    watch = watch_of(plan)
    by_sight = watch is Watch.SCANNING and any(sight.ws for sight in sights_of(carried, book))
    return by_sight or watch is Watch.SCANNER or bool(_VISORS & set(_equipment(firer)))


def _equipment(firer: Firer) -> tuple[str, ...]:
    return firer.sheet.equipment if isinstance(firer.sheet, Figure) else ()


_RANGE = 30
_A_STRENGTH = 5


def largest_calibre(strength: int) -> int:
    """The largest grenade for a strength: calibre 1 up to 0, 2 from +1 to +3, 3 above."""
    if strength <= 0:
        return 1
    return 2 if strength <= 3 else 3


def throwing_range(strength: int) -> int:
    """How far grenades, knives, spears and axes can be thrown, in cm: 30, and 5 for each point of strength."""
    return max(0, _RANGE + _A_STRENGTH * strength)


def check_thrown_range(name: str, strength: int, cm: int) -> None:
    """Raise RuleError for a throw at somewhere too far away; a miss may still carry it farther."""
    if cm > throwing_range(strength):
        raise RuleError(
            f"{name} throws {throwing_range(strength)} cm with strength {rating(strength)}, and the range is {cm} cm "
            "(C3K Grenade throwing)."
        )


def check_grenade(name: str, strength: int, shell: Shell, cm: int) -> None:
    """Raise RuleError for a grenade that is too large for the thrower, or a place that is too far."""
    if shell.calibre > largest_calibre(strength):
        raise RuleError(
            f"{name} can throw calibre {largest_calibre(strength)} with strength {rating(strength)}, and {shell.name} "
            f"{shell.code} is of calibre {shell.calibre} (C3K Grenade throwing)."
        )
    check_thrown_range(name, strength, cm)


def check_throws_only(name: str, figure: Figure, hands_free: int) -> None:
    """Raise RuleError for a thrower without a free hand, or who has fired this turn (ruling B-F32)."""
    if hands_free < 1:
        raise RuleError(f"{name} needs a free hand to throw: put something away first (C3K Weapon use).")
    if figure.now.shot:
        raise RuleError(f"{name} has fired this turn, and a grenade leaves no strength for both (C3K Weapon use).")


def turns_to_change_target(weapon: Weapon) -> int:
    """How many turns a weapon takes to change to another target: mortars and their like two (ruling B-F28)."""
    return 2 if weapon.kind is Class.MEDIUM and weapon.trajectory is Trajectory.HIGH_ONLY else 0


def declare_grenade(firer: Firer, code: str, name: str, plan: FirePlan, book: Book) -> Declared:
    """Work out a grenade thrown at a place. Raises RuleError where it can't be (C3K Grenade throwing)."""
    assert isinstance(firer.sheet, Figure)
    check_turn(firer, plan)
    shell = book.shells[code]
    fired = grenade_thrown(shell)
    situation = situated(firer, "", plan)
    check_sight(firer, situation)
    check_grenade(firer.name, firer.profile.strength, shell, situation.cm)
    fresh = replace(firer.sheet, now=replace(firer.sheet.now, shot=False)) if plan.imagined else firer.sheet
    check_throws_only(firer.name, fresh, _hands_to_throw(firer, book))
    check(Attempt(firer.name, Use(name, Class.PISTOL, blast=True), situation, "the place", plan.outlook, firer.prone))
    grenade = Carried(name, code, Hand.RIGHT if firer.right_handed else Hand.LEFT)
    shot = replace(
        _thrown_shot(firer, grenade, fired, "", replace(plan, situation=situation)),
        ammunition=fired.shell_accuracy,
        our_reading=fired.our_reading,
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
        same_target=firer.last.shot and firer.last.target == target,
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
    size = plan.outlook.size_seen(situation.size)
    farthest = seen_to(book.visibility, size, situation.asked.light, watch_of(plan), wide_spectrum=any_light)
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
        our_reading=fired.our_reading,
        sight=_sight(carried, book),
        mount=_mount(carried, book),
        one_handed=one_handed,
        wrong_hand=carried.hand is wrong and firer.arms < 3 and (one_handed or use.kind is Class.PISTOL),
        wounds=firer.wounds,
        arms=arms_of(carried),
        locations=plan.house.options.locations,
        hallucinating=hallucinating(firer.sheet),
        together=together,
        same_target=firer.last.shot and firer.last.target == target,
        tried_before=bool(target) and firer.last.target == target,
    )


def _sight(carried: Carried, book: Book) -> Optics | None:
    found = book.sights.get(carried.sight)
    if found is None:
        return None
    ours = "accuracy" in found.doubts
    return Optics(found.name, found.accuracy, found.night, found.reflex, found.always, our_reading=ours)


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
