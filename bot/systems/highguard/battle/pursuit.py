"""The pursuit step: jumps are made, groups break off, and who follows them fights them apart (HG-C29 to C31)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from bot.engine.errors import RuleError
from bot.systems.highguard.battle.muster import check_step, check_turn
from bot.systems.highguard.battle.report import Chased, Event, Left, Stayed, Turned
from bot.systems.highguard.battle.state import Battle, Jump, Ship, Station, Step
from bot.systems.highguard.battle.terminal import begin_terminal
from bot.systems.highguard.combat.readiness import agility, jump, jump_energy, maneuver
from bot.systems.highguard.combat.vessel import burnt
from bot.systems.highguard.design.choices import Number
from bot.systems.highguard.design.drives import jump_fuel

SCREENED = 2
JUMP_TURNS = 2


def jump_turns(energy: Number, free: Number, stored: Number = 0) -> int | None:
    """In how many turns `free` EP a turn and what is `stored` come to `energy`; None beyond two (HG-C15)."""
    return next((turns for turns in range(1, JUMP_TURNS + 1) if stored + free * turns >= energy), None)


def breakoff_agility(agilities: Iterable[int], *, screened: bool = False) -> int:
    """The agility at which a group breaks off: its slowest, +2 from an unbroken reserve (HG-C29, R-57)."""
    return min(agilities) + (SCREENED if screened else 0)


def can_pursue(pursuer: int, group: int) -> bool:
    """Whether a ship of agility `pursuer` catches a group that breaks off at agility `group` (HG-C30)."""
    return pursuer >= group


@dataclass(frozen=True, slots=True)
class Pursuit:
    """Who follows which group, by the group's name; groups that nobody follows escape."""

    chases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    why: str = ""


def begin_pursuit(turned: Turned) -> Turned:
    """Make the jumps that are ready, and wait for those who may pursue, the defender first."""
    battle, events = turned.battle, []
    for ship in [each for each in battle.ships.values() if each.present]:
        if ship.jump:
            after, event = _jumped(ship, ship.jump)
            battle = _gone(battle, after)
            events += event
        elif ship.breaking and not maneuver(ship.vessel):
            battle = battle.with_ships([replace(ship, breaking="")])
            events.append(Stayed(ship.name, "it can't maneuver any more (HG-C18)"))
    waiting = tuple(side for side in (battle.defender, battle.attacker) if _can_catch(battle, side))
    battle = replace(battle, step=Step.PURSUIT, waiting=waiting)
    for side in (0, 1):
        if side not in waiting:
            battle, left = _escaped(battle, 1 - side, groups(battle, 1 - side))
            events += left
    turned = turned.then(battle, events)
    return turned if waiting else begin_terminal(turned)


def _jumped(ship: Ship, plan: Jump) -> tuple[Ship, list[Event]]:
    """The ship gone, or with the energy that it has gathered, or staying because it can't jump (HG-C15, HG-C16)."""
    vessel, energy = ship.vessel, jump_energy(ship.vessel.tons, plan.number)
    gathered, fuel = plan.gathered + vessel.stance.to_jump, jump_fuel(vessel.tons, plan.number)
    if jump(vessel) < plan.number or vessel.all_fuel < fuel:
        return replace(ship, jump=None), [Stayed(ship.name, "damage has spoilt its jump (HG-C14)")]
    if gathered + vessel.stored >= energy:
        stored = vessel.stored - max(Fraction(0), energy - gathered)
        # The tanks feed the jump, and are dropped before it (HG-D23).
        gone = replace(burnt(vessel, fuel), stored=stored, tanks=None)
        return replace(ship, vessel=gone, place=Station.JUMPED, jump=None), [
            Left((ship.name,), ship.side, plan.destination)
        ]
    if plan.turns + 1 >= JUMP_TURNS:
        return replace(ship, jump=None), [Stayed(ship.name, "two turns didn't bring the energy (HG-C15)")]
    return replace(ship, jump=replace(plan, gathered=gathered, turns=plan.turns + 1)), []


def _gone(battle: Battle, ship: Ship) -> Battle:
    """The battle with a ship as it is now, and its craft aboard gone where it is."""
    aboard = [
        replace(craft, place=ship.place)
        for craft in battle.ships.values()
        if not ship.present and craft.place is Station.ABOARD and craft.carrier == ship.name
    ]
    return battle.with_ships([ship, *aboard])


def groups(battle: Battle, side: int) -> dict[str, tuple[str, ...]]:
    """The groups of a side that break off by acceleration this turn, by name."""
    found: dict[str, tuple[str, ...]] = {}
    for ship in battle.fleet(side):
        if ship.breaking:
            found[ship.breaking] = (*found.get(ship.breaking, ()), ship.name)
    return found


def group_agility(battle: Battle, names: tuple[str, ...]) -> int:
    """The agility of a group: its slowest ship's, those in an unbroken reserve at +2 (HG-C29, R-57)."""
    ships = [battle.ships[name] for name in names]
    return min(breakoff_agility([agility(ship.vessel)], screened=_screened(battle, ship)) for ship in ships)


def _screened(battle: Battle, ship: Ship) -> bool:
    """Whether a line still stands before a ship in reserve; one that has jumped doesn't (R-93)."""
    stands = any(battle.line(ship.side)) and not battle.sides[ship.side].broken
    return ship.place is Station.RESERVE and stands


def pursuers(battle: Battle, side: int) -> dict[str, int]:
    """The ships of a side that may pursue, with their agility: those that move and don't leave themselves."""
    free = (ship for ship in battle.fleet(side) if not ship.breaking and not ship.jump and maneuver(ship.vessel))
    return {ship.name: agility(ship.vessel) for ship in free}


def _can_catch(battle: Battle, side: int) -> bool:
    """Whether any ship of a side could follow any group of the other."""
    leaving = groups(battle, 1 - side).values()
    slowest = min((group_agility(battle, names) for names in leaving), default=None)
    return slowest is not None and any(can_pursue(speed, slowest) for speed in pursuers(battle, side).values())


def pursue(battle: Battle, side: int, pursuit: Pursuit) -> Turned:
    """Follow the groups that break off; those that nobody follows escape (HG-C30, HG-C31).

    Raises RuleError for groups that don't break off, and ships that can't catch them.
    """
    check_step(battle, Step.PURSUIT)
    check_turn(battle, side)
    leaving = groups(battle, 1 - side)
    chases = _checked(battle, side, pursuit, leaving)
    events: list[Event] = []
    for group, chasers in chases.items():
        battle, chased = _apart(battle, group, leaving[group], chasers, pursuit.why)
        events.append(chased)
    battle, left = _escaped(battle, 1 - side, {name: ships for name, ships in leaving.items() if name not in chases})
    battle = replace(battle, waiting=battle.waiting[1:])
    turned = Turned(battle, (*events, *left))
    return turned if battle.waiting else begin_terminal(turned)


def _checked(
    battle: Battle, side: int, pursuit: Pursuit, leaving: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    free, used = pursuers(battle, side), set[str]()
    chases: dict[str, tuple[str, ...]] = {}
    for group, chasers in pursuit.chases.items():
        if group not in leaving:
            raise RuleError(f"{group} doesn't break off; these do: {', '.join(leaving)}.")
        speed = group_agility(battle, leaving[group])
        names = [battle.own(name, side).name for name in chasers]
        for name in names:
            if name not in free or name in used:
                raise RuleError(f"{name} can't pursue {group}: it doesn't move, leaves itself, or pursues others.")
            if not can_pursue(free[name], speed):
                raise RuleError(f"{name} has agility {free[name]} and can't catch {group}, agility {speed} (HG-C30).")
            used.add(name)
        if names:
            chases[group] = tuple(names)
    return chases


def _apart(
    battle: Battle, group: str, fleeing: tuple[str, ...], chasers: tuple[str, ...], why: str
) -> tuple[Battle, Chased]:
    """A battle of their own for a group and its pursuers, which begins at long range next turn (HG-C31)."""
    names = {*fleeing, *chasers}
    moved = {
        name: replace(
            ship, place=ship.place if ship.place is Station.ABOARD else Station.RESERVE, breaking="", fired={}
        )
        for name, ship in battle.ships.items()
        if name in names or (ship.place is Station.ABOARD and ship.carrier in names)
    }
    first, second = (replace(side, sealed=None, broken=False) for side in battle.sides)
    title, turn = f"chase of {group}", battle.turn + 1
    chase = Battle((first, second), title, moved, turn=turn, began=turn, house=battle.house)
    told = Chased(title, fleeing, group_agility(battle, fleeing), chasers, why)
    left = {name: ship for name, ship in battle.ships.items() if name not in moved}
    return replace(battle, ships=left, apart=(*battle.apart, chase)), told


def _escaped(battle: Battle, side: int, leaving: Mapping[str, tuple[str, ...]]) -> tuple[Battle, list[Left]]:
    for names in leaving.values():
        for name in names:
            battle = _gone(battle, replace(battle.ships[name], place=Station.ESCAPED, breaking=""))
    return battle, [Left(names, side) for names in leaving.values()]
