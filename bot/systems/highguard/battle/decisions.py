"""Range, and what each side decides before the firing: breaking off, emergency agility, globes (HG-C12 to C20).

The firing then begins with whoever is exposed first (HG-C21).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from bot.engine.errors import RuleError
from bot.systems.highguard.battle.muster import check_step, check_turn
from bot.systems.highguard.battle.pursuit import JUMP_TURNS
from bot.systems.highguard.battle.report import Declared, Ranged, Turned
from bot.systems.highguard.battle.state import Battle, Jump, Ship, Step
from bot.systems.highguard.combat.readiness import declared, disabled, jump, jump_energy, maneuver, output, shortage
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.vessel import Readied, Vessel, dropped
from bot.systems.highguard.design.choices import in_tons, plain
from bot.systems.highguard.design.drives import jump_fuel
from bot.systems.highguard.design.usp import VALUES


def by_size(ship: Ship) -> tuple[int, int]:
    """The key that puts the largest first, and equal ones as their owner formed them (R-85)."""
    return -VALUES[ship.vessel.hull], ship.rank


def presentation(battle: Battle) -> tuple[tuple[str, ...], ...]:
    """The targets group after group: the attacker's largest, the defender's, and so on; what is left together."""
    attackers, defenders = (
        [ship.name for ship in sorted(battle.line(side), key=by_size)] for side in (battle.attacker, battle.defender)
    )
    paired = min(len(attackers), len(defenders))
    alone = [(name,) for pair in zip(attackers, defenders, strict=False) for name in pair]
    rest = (*attackers[paired:], *defenders[paired:])
    return (*alone, rest) if rest else tuple(alone)


def begin_combat(battle: Battle) -> Battle:
    """The battle as its combat step begins."""
    return next_target(replace(battle, step=Step.COMBAT, presented=presentation(battle)))


def next_target(battle: Battle) -> Battle:
    """The battle waiting for whoever may fire at the group that is presented now."""
    if not battle.presented:
        return replace(battle, waiting=())
    target = battle.ships[battle.presented[0][0]]
    return replace(battle, waiting=(1 - target.side,))


WHOLLY_ON = 100
# What a ship does without first when energy is short: what fires least, and its computer last.
SHED = ("energy", "laser", "repulsor", "particle", "meson", "meson screen", "damper", "computer")


def choose_range(battle: Battle, side: int, at: Range, why: str = "") -> Turned:
    """The attacker sets the range of the turn (HG-C12).

    Where it opens from short to long, their disabled ships are left behind and may be boarded (HG-B01, R-89).
    """
    check_step(battle, Step.RANGE)
    check_turn(battle, side)
    opened = battle.range is Range.SHORT and at is Range.LONG
    left = [ship for ship in battle.fleet(side) if opened and disabled(ship.vessel) and not ship.exposed]
    battle = battle.with_ships(replace(ship, exposed=True) for ship in left)
    battle = replace(battle, range=at, step=Step.DECISIONS, waiting=(battle.defender, battle.attacker))
    return Turned(battle, (Ranged(at, side, tuple(ship.name for ship in left), why),))


@dataclass(frozen=True, slots=True)
class JumpOrder:
    """A jump to begin or go on with: number and destination. `energy` is what goes into it this turn, None for
    as much as the plant makes and the jump still needs.
    """

    number: int
    destination: str
    energy: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Decisions:
    """All that a side decides before the firing.

    `accelerate` are groups of ships that break off together; `globe` are rates in percent, 100 for wholly on; `drop`
    are ships that drop their tanks; `silent` are systems that a ship switches off; what else must go for want of
    energy is chosen for it. `why` gives the reason of a default by ship.
    """

    accelerate: tuple[tuple[str, ...], ...] = ()
    jump: Mapping[str, JumpOrder] = field(default_factory=dict)
    emergency: tuple[str, ...] = ()
    globe: Mapping[str, int] = field(default_factory=dict)
    silent: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    drop: tuple[str, ...] = ()
    why: Mapping[str, str] = field(default_factory=dict)


def decide(battle: Battle, side: int, decisions: Decisions) -> Turned:
    """State all decisions of a side, the defender's first; after the attacker's the combat begins (HG-C13).

    Raises RuleError for what a ship can't do, and nothing is changed.
    """
    check_step(battle, Step.DECISIONS)
    check_turn(battle, side)
    named = _resolved(battle, side, decisions)
    groups = _groups(battle, named)
    changed: list[Ship] = []
    events: list[Declared] = []
    for ship in battle.fleet(side):
        after = _declared(ship, named, groups.get(ship.name, ""), battle.range)
        changed.append(after)
        events.extend(_told(after, named.why.get(ship.name, ""), side))
        if ship.vessel.tanks and not after.vessel.tanks:
            lost = ship.vessel.all_fuel - after.vessel.fuel
            what = f"drops its tanks, and {in_tons(lost)} of fuel with them" if lost else "drops its tanks"
            events.append(Declared(side, ship.name, what, "agility and hull are those without them now (R-09)"))
    before = {ship.name: ship for ship in battle.fleet(side)} if side == battle.defender else {}
    battle = replace(battle.with_ships(changed), waiting=battle.waiting[1:], undecided=before)
    return Turned(battle if battle.waiting else begin_combat(battle), tuple(events))


def _resolved(battle: Battle, side: int, decisions: Decisions) -> Decisions:
    """The same with every ship's whole name; raises RuleError for ships that aren't the side's to command."""
    return Decisions(
        tuple(tuple(battle.own(name, side).name for name in group) for group in decisions.accelerate),
        {battle.own(name, side).name: order for name, order in decisions.jump.items()},
        tuple(battle.own(name, side).name for name in decisions.emergency),
        {battle.own(name, side).name: rate for name, rate in decisions.globe.items()},
        {battle.own(name, side).name: systems for name, systems in decisions.silent.items()},
        tuple(battle.own(name, side).name for name in decisions.drop),
        decisions.why,
    )


def _groups(battle: Battle, decisions: Decisions) -> dict[str, str]:
    """The group of each ship that accelerates away, named after its first ship (HG-C18)."""
    groups: dict[str, str] = {}
    for group in decisions.accelerate:
        for name in group:
            if battle.range is not Range.LONG:
                raise RuleError("Ships break off by acceleration from long range only (HG-C18): jump, or wait.")
            if name in groups or name in decisions.jump:
                raise RuleError(f"{name} can break off in one way only, and in one group.")
            if not maneuver(battle.ships[name].vessel) or decisions.globe.get(name) == WHOLLY_ON:
                raise RuleError(f"{name} can't maneuver and so can't break off by acceleration (HG-C18).")
            groups[name] = group[0]
    return groups


def _declared(ship: Ship, decisions: Decisions, group: str, at: Range) -> Ship:
    rate = decisions.globe.get(ship.name, 0)
    emergency, silent = ship.name in decisions.emergency, decisions.silent.get(ship.name, ())
    stance = Readied(rate % WHOLLY_ON, rate == WHOLLY_ON, emergency, silent)
    vessel = declared(_without_tanks(ship.vessel) if ship.name in decisions.drop else ship.vessel, stance)
    if emergency and not maneuver(vessel):
        raise RuleError(f"{ship.name} can't maneuver, so it has no emergency agility (HG-C19).")
    order = decisions.jump.get(ship.name)
    begun = _jumping(ship, vessel, order) if order else None
    if begun:
        vessel = replace(vessel, stance=replace(stance, to_jump=begun[1]))
    return replace(ship, vessel=spared(vessel, at), breaking=group, jump=begun[0] if begun else None)


def _without_tanks(vessel: Vessel) -> Vessel:
    if vessel.tanks is None:
        raise RuleError(f"{vessel.name} carries no drop tanks (HG-D23).")
    return dropped(vessel)


def _jumping(ship: Ship, vessel: Vessel, order: JumpOrder) -> tuple[Jump, Fraction]:
    """The jump as it stands, and the energy that goes into it this turn (HG-C14, HG-C15, R-34)."""
    begun = ship.jump if ship.jump and ship.jump.number == order.number else Jump(order.number, order.destination)
    need = jump_energy(vessel.tons, order.number) - begun.gathered
    _check_jump(vessel, order)
    made = Fraction(0) if vessel.stance.globe_on else output(vessel)
    given = min(max(Fraction(0), need - vessel.stored), made) if order.energy is None else order.energy
    if not 0 <= given <= made:
        raise RuleError(f"{ship.name} makes {plain(made)} EP: put no more into its jump.")
    lacking = need - given - vessel.stored
    turns_left = JUMP_TURNS - begun.turns - 1
    if lacking > made * turns_left and not vessel.now.globe:
        need_text = plain(jump_energy(vessel.tons, order.number))
        raise RuleError(f"{ship.name} can't gather the {need_text} EP for jump {order.number} in two turns (HG-C15).")
    return replace(begun, destination=order.destination), given


def _check_jump(vessel: Vessel, order: JumpOrder) -> None:
    if not order.destination.strip():
        raise RuleError(f"{vessel.name} needs a destination for its jump (HG-C14).")
    if not 1 <= order.number <= jump(vessel):
        raise RuleError(f"{vessel.name} can jump {jump(vessel)} now, not {order.number} (HG-C14).")
    fuel = jump_fuel(vessel.tons, order.number)
    if vessel.all_fuel < fuel:
        raise RuleError(f"{vessel.name} has {in_tons(vessel.all_fuel)} of fuel; the jump takes {plain(fuel)} (HG-C14).")


def spared(vessel: Vessel, at: Range) -> Vessel:
    """The vessel with systems switched off until its plant makes enough for the rest (R-16)."""
    if not shortage(vessel):
        return vessel
    drawn = {name for name, _ in vessel.draws} - set(vessel.stance.silent)
    order = [name for name in SHED if name in drawn]
    if at is Range.SHORT and "energy" in order:
        order.append(order.pop(0))
    for system in order:
        if not shortage(vessel):
            break
        vessel = replace(vessel, stance=replace(vessel.stance, silent=(*vessel.stance.silent, system)))
    return vessel


def _told(ship: Ship, why: str, side: int) -> Iterator[Declared]:
    stance = ship.vessel.stance
    whats = {
        f"breaks off with {ship.breaking}" if ship.breaking != ship.name else "breaks off": bool(ship.breaking),
        f"prepares jump {ship.jump.number} to {ship.jump.destination}" if ship.jump else "": ship.jump is not None,
        "emergency agility": stance.emergency,
        "globe wholly on": stance.globe_on,
        f"globe at {stance.flicker} percent": bool(stance.flicker),
    }
    yield from (Declared(side, ship.name, what, why) for what, holds in whats.items() if holds)
    if stance.silent:
        short = f"its plant makes {plain(output(ship.vessel))} EP"
        yield Declared(side, ship.name, f"switches off {', '.join(stance.silent)}", why or short)


def reopened(battle: Battle, side: int) -> Battle:
    """The battle as it was before a side's answer in this step; as it is where there is nothing to replace."""
    if side in battle.waiting or not battle.waiting:
        return battle
    if battle.step is Step.FORMATION:
        again = battle.with_side(side, replace(battle.sides[side], sealed=None))
        return replace(again, waiting=tuple(sorted({*battle.waiting, side})))
    if battle.step is Step.DECISIONS and side == battle.defender:
        again = battle.with_ships(battle.undecided.values())
        return replace(again, waiting=(side, *battle.waiting), undecided={})
    return battle
