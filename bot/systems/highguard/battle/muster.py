"""Opening a battle, and ships that join or leave it (HG-C03, HG-C33)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from bot.engine.cards import printable, sentence
from bot.engine.errors import RuleError
from bot.engine.typed import match
from bot.systems.highguard.battle.boarding import Falling
from bot.systems.highguard.battle.state import Battle, Ship, Side, Station, Step
from bot.systems.highguard.combat.losses import Preference
from bot.systems.highguard.combat.readiness import fleet_tactics_dm
from bot.systems.highguard.combat.vessel import Carried, Vessel, rested

MOST_SHIPS = 1_000
# What answers each step: the order, and those of its fields that are asked for.
ANSWERS: Mapping[Step, tuple[str, tuple[str, ...]]] = {
    Step.FORMATION: ("battle form", ()),
    Step.RANGE: ("battle decide", ("range",)),
    Step.DECISIONS: ("battle decide", ()),
    Step.COMBAT: ("battle fire", ()),
    Step.DEFENCE: ("battle decide", ("defend",)),
    Step.BREAKTHROUGH: ("battle fire", ()),
    Step.PURSUIT: ("battle decide", ("pursue",)),
    Step.TERMINAL: ("battle decide", ("repair", "revive", "board", "refuel")),
}
# The same as it is typed.
COMMANDS = {
    step: f"/{verb} {sentence(fields, 'or')}" if fields else f"/{verb}" for step, (verb, fields) in ANSWERS.items()
}


@dataclass(frozen=True, slots=True)
class Recruit:
    """A vessel that joins: its design's name, its owner, the ship that carries it, and what it has berths for."""

    vessel: Vessel
    kind: str = ""
    owner: str = ""
    carrier: str = ""
    berths: tuple[Carried, ...] = ()


def new_battle(first: str, second: str, tactics: tuple[int, int] = (0, 0)) -> Battle:
    """A battle of two sides by name, each with its commander's fleet tactics; raises RuleError for bad names."""
    names = [printable(name)[:40] for name in (first, second)]
    if not all(names) or names[0].casefold() == names[1].casefold():
        raise RuleError("A battle needs two sides with different names.")
    sides = [Side(name, fleet_tactics_dm(skill)) for name, skill in zip(names, tactics, strict=True)]
    return Battle((sides[0], sides[1]))


def join(battle: Battle, side: int, recruits: Iterable[Recruit]) -> Battle:
    """Ships join a side, in its reserve until it forms anew; a name that is taken gets a number.

    What the side has formed stays as it is.

    Raises RuleError outside the formation step, or for craft that their carrier doesn't carry.
    """
    check_step(battle, Step.FORMATION)
    ships, taken = dict(battle.ships), {name.casefold() for name in battle.ships}
    for recruit in recruits:
        ship = _stocked(_enlisted(ships, taken, side, recruit), battle.house.salvos)
        ships[ship.name] = ship
        taken.add(ship.name.casefold())
    if len(ships) > MOST_SHIPS:
        raise RuleError(f"A battle takes {MOST_SHIPS:,} ships at most.")
    return replace(battle, ships=ships)


def _enlisted(ships: Mapping[str, Ship], taken: set[str], side: int, recruit: Recruit) -> Ship:
    carrier = _carrier(ships, side, recruit)
    name = _free_name(printable(recruit.vessel.name)[:40] or recruit.kind, taken)
    return Ship(
        _fresh(recruit.vessel, name),
        side,
        owner=recruit.owner,
        kind=recruit.kind or recruit.vessel.name,
        place=Station.ABOARD if carrier else Station.RESERVE,
        carrier=carrier,
        berths=recruit.berths or recruit.vessel.craft,
    )


def _stocked(ship: Ship, salvos: int | None) -> Ship:
    """The ship with a number of salvos for each of its missile batteries, where they are counted (R-38)."""
    missiles = ship.vessel.now.weapon("missile")
    return ship if salvos is None or missiles is None else replace(ship, salvos=salvos * missiles.batteries)


def _free_name(name: str, taken: set[str]) -> str:
    """A name that no ship has yet: `Wasp`, then `Wasp 2`."""
    if name.casefold() not in taken:
        return name
    return next(free for number in count(2) if (free := f"{name} {number}").casefold() not in taken)


def _fresh(vessel: Vessel, name: str) -> Vessel:
    """The vessel as it comes to a battle: nothing is decided yet, and its frozen watch may be woken once (R-60)."""
    return replace(rested(vessel), name=name, watch_revived=False)


def _carrier(ships: Mapping[str, Ship], side: int, recruit: Recruit) -> str:
    if not recruit.carrier:
        return ""
    carrier = ships.get(recruit.carrier) or ships[match(recruit.carrier, ships, what="ship in this battle")]
    if carrier.side != side:
        raise RuleError(f"{carrier.name} is another side's: name a carrier of your own.")
    kind = recruit.kind or recruit.vessel.name
    own = [ship for ship in ships.values() if ship.carrier == carrier.name and ship.kind == kind]
    aboard, out = sum(ship.place is Station.ABOARD for ship in own), sum(ship.present for ship in own)
    # The berths of those that are out are theirs.
    room = out + sum(craft.count for craft in carrier.vessel.craft if craft.name == kind)
    if aboard + out >= room:
        raise RuleError(f"{carrier.name} carries {room} {kind}, and {aboard + out} of them are in the battle already.")
    return carrier.name


def check_step(battle: Battle, *steps: Step) -> None:
    """Raise RuleError where the turn is at another step (HG-C02)."""
    if battle.step not in steps:
        raise out_of_sequence(battle)


def out_of_sequence(battle: Battle) -> RuleError:
    """The refusal of what isn't due now (HG-C02)."""
    if battle.step is Step.OVER:
        return RuleError("The battle is over: /battle end closes it, and the ships keep their damage.")
    names = sentence(battle.sides[side].name for side in battle.due)
    command = f"{names} {'answer' if len(battle.due) > 1 else 'answers'} with {COMMANDS[battle.step]}"
    return RuleError(f"It is time for {battle.step.value} now: {command}; nothing is done out of sequence (HG-C02).")


def check_turn(battle: Battle, side: int) -> None:
    """Raise RuleError where a side has nothing to decide now: it has decided, or the other comes first."""
    if side not in battle.due:
        other = battle.sides[battle.waiting[0]].name if battle.waiting else "nobody"
        raise RuleError(f"{battle.sides[side].name} has nothing to decide now: {other} is waited for (HG-C13).")


def side_of(battle: Battle, name: str) -> int:
    """The number of a side by its name; raises RuleError if there is none."""
    names = {side.name: number for number, side in enumerate(battle.sides)}
    return names[match(name, names, what="side")]


def prefer(battle: Battle, side: int, preference: Preference) -> Battle:
    """What a side would have its fire knock out first, within the even spread (HG-H25 to H27)."""
    return _everywhere(battle, side, preference=preference)


def fall(battle: Battle, side: int, falling: Falling) -> Battle:
    """In which order a side would have its people fall in boardings (HG-B06, R-58)."""
    return _everywhere(battle, side, falling=falling)


def stand(battle: Battle, side: int, *, standing: bool) -> Battle:
    """Have a side played by standing orders, or no longer (HG-C33)."""
    return _everywhere(battle, side, standing=standing)


def _everywhere(battle: Battle, side: int, **changes: Any) -> Battle:
    """The battle with a side changed in it and in its chases."""
    apart = tuple(_everywhere(chase, side, **changes) for chase in battle.apart)
    return replace(battle, apart=apart).with_side(side, replace(battle.sides[side], **changes))
