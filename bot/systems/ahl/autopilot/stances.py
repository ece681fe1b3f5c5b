"""Where somebody who acts by themselves had best stand in this phase, with enemies in sight (AHL 8, 9.C, 14, 17)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from bot.deck.placing import walks
from bot.deck.plan import At, Facing, adjacent, in_field_of_fire, named
from bot.engine.autopilot import Idea
from bot.engine.due import said
from bot.engine.errors import RuleError
from bot.engine.scene import Said, Unit
from bot.systems.ahl.autopilot.knowing import NO_CHANCE, Chance, Pilot
from bot.systems.ahl.autopilot.shots import SNAP, aim_at, grenades, percent, several, snap_chance
from bot.systems.ahl.fire.on_deck import line_of_fire
from bot.systems.ahl.orders.melee import melee_order
from bot.systems.ahl.turn.actions import READY
from bot.systems.ahl.walking.ground import Gait
from bot.systems.ahl.walking.routes import Route, cheapest_route, within_reach

# So far they look for a better place, and at so many.
_STEPS, _MOST_PLACES, _MOST_FOES = 3, 8, 2
# What an enemy costs on the average who can fire at them: looking their way, in the open; cover halves it. Who comes
# beside one is struck as well.
_THREAT, _LOOKING_AWAY, _COVERED, _BESIDE = 0.25, 0.4, 0.5, 0.25
# Automatic fire attacks everybody in a square: each of one's own who is there as well makes so much more of it.
_CROWDED = 0.5
# Another place has to be so much better for somebody to go there.
_BETTER, _AT_LEAST = 1.15, 0.03


@dataclass(frozen=True, slots=True)
class Vantage:
    """A place to stand in and how to come there: what is worth doing from it, and what stands against it."""

    at: At
    facing: Facing
    gait: Gait
    left: int
    gain: float = 0.0
    threat: float = 0.0
    why: str = ""

    @property
    def worth(self) -> float:
        """What is left of what it gains."""
        return self.gain - self.threat


def stands(pilot: Pilot, draw: float = 0.0) -> Iterator[Idea]:
    """To stay where they are for what they can do from there, or to turn or go where that is better by far; nobody goes
    for what is worth less than what would `draw` them away from there again.
    """
    if not pilot.foes:
        return
    here = weighed(pilot, Vantage(pilot.here.at, pilot.here.facing, Gait.WALK, pilot.doing.deeds.left))
    throw = max(grenades(pilot), key=lambda idea: idea.worth, default=None)
    if throw is not None and throw.worth > here.gain:
        here = replace(here, gain=throw.worth, why=f"for a grenade: {throw.why}")
    least = here.worth
    if here.gain > 0:
        yield Idea(said(READY, [pilot.name]), here.gain, f"stays {here.why}")
        least = max(here.worth * _BETTER, here.worth) + _AT_LEAST
    for stance in _reached(pilot):
        if _threat(pilot, stance.at) > 1.0 - least:
            # No more can be gained than to take one enemy out.
            continue
        there = weighed(pilot, stance)
        keeps = there.at == pilot.here.at or there.gain >= draw
        if there.gain > 0 and keeps and there.worth >= least:
            verb = "turns" if there.at == pilot.here.at else f"goes to {named(there.at, there.at.level)}"
            worth = here.gain + there.worth - here.worth
            yield Idea(order_to(pilot, there), worth, f"{verb} {there.why}")


def order_to(pilot: Pilot, stance: Vantage) -> Said:
    """The order to go and stand so."""
    fields = {"to": named(stance.at, stance.at.level), "facing": str(stance.facing.value)}
    if stance.gait is Gait.TROT:
        fields["gait"] = str(stance.gait)
    return said("move", [pilot.name], **fields)


def routes_to(
    pilot: Pilot, at: At, facing: Facing | None = None, gaits: Sequence[Gait] = ()
) -> Iterator[tuple[Gait, Route]]:
    """The ways there by some gaits, as far as there are any."""
    for gait in gaits or pilot.gaits:
        try:
            yield gait, cheapest_route(pilot.grounds[gait], pilot.here, at, facing)
        except RuleError:
            continue


def keeps_out(pilot: Pilot, stance: Vantage) -> bool:
    """Whether the way to a place leads into no covering fire: also one's own side's meets whoever comes through."""
    if not pilot.under_fire:
        return True
    ways = routes_to(pilot, stance.at, stance.facing, (stance.gait,))
    return not any(step.at in pilot.under_fire and step.at != pilot.here.at for _, way in ways for step in way.steps)


def _reached(pilot: Pilot) -> Iterator[Vantage]:
    """Other places and facings that they can come to with a snap shot left, facing as many enemies as they can."""
    left = pilot.doing.deeds.left
    around = takewhile(lambda found: found[1] <= _STEPS, walks(pilot.board, pilot.here.at))
    taken = pilot.under_fire | {standing.at for name, standing in pilot.board.people.items() if name != pilot.name}
    faced = [(at, facing) for at, _ in around if at not in taken and (facing := _towards(pilot, at)) is not None]
    faced = [place for place in faced if place != (pilot.here.at, pilot.here.facing)]
    if not any(_may_gain(pilot, at, left) for at, _ in faced):
        return
    reach = {gait: within_reach(ground, pilot.here, left) for gait, ground in pilot.grounds.items()}
    found = 0
    for at, facing in faced:
        ways = [(costs[at, facing], gait) for gait, costs in reach.items() if (at, facing) in costs]
        if not ways:
            continue
        cost, gait = min(ways)
        stance = Vantage(at, facing, gait, left - cost)
        if keeps_out(pilot, stance):
            yield stance
            found += 1
        if found == _MOST_PLACES:
            return


def _may_gain(pilot: Pilot, at: At, left: int) -> bool:
    """Whether anything may be done to an enemy from a square with so many points: a shot, or a blow at one beside."""
    shoots = pilot.can_fire and left >= SNAP
    return shoots or any(adjacent(at, pilot.board.people[foe.name].at) for foe in pilot.foes)


def _towards(pilot: Pilot, at: At) -> Facing | None:
    """How to face there so that as many as possible of those whom they see from it are before them, the nearest of all;
    None where they see nobody.
    """
    seen = islice((foe for foe in pilot.foes if pilot.sees_from(at, foe)), _MOST_FOES)
    there = [pilot.board.people[foe.name].at for foe in seen]

    def before(facing: Facing) -> tuple[bool, int]:
        fields = [in_field_of_fire(facing, at, square) for square in there]
        return fields[0], sum(fields)

    return max(Facing, key=before) if there else None


def weighed(pilot: Pilot, stance: Vantage) -> Vantage:
    """A place with what it is worth: as many snap shots as are left for at the best target, or a blow, less what the
    enemies may do who see it.
    """
    gain, why = _gain(pilot, stance) if _may_gain(pilot, stance.at, stance.left) else (0.0, "")
    threat = _threat(pilot, stance.at) * (1 + _CROWDED * pilot.own_in(stance.at))
    return Vantage(stance.at, stance.facing, stance.gait, stance.left, gain, threat, why)


def _gain(pilot: Pilot, stance: Vantage) -> tuple[float, str]:
    """What is to be gained from a place at the best target, and how."""
    there = pilot.standing(stance.at, stance.facing)
    snaps = min(2, stance.left // SNAP)
    gain, why = 0.0, ""
    for foe in islice(there.targets(stance.at, stance.facing), _MOST_FOES) if snaps and pilot.can_fire else ():
        chance = snap_chance(there, foe)
        if (worth := several(chance.worth, snaps)) > gain:
            gain, why = worth, f"for a shot: {percent(chance)} to hurt {foe.name} by snap fire"
    return (gain, why) if gain else _blow(there, stance)


def _blow(there: Pilot, stance: Vantage) -> tuple[float, str]:
    """The best blow at an enemy in a square before them, of whom they can't fire at any."""
    best: tuple[Chance, str] = (NO_CHANCE, "")
    if not any(adjacent(stance.at, there.board.people[foe.name].at) for foe in there.foes):
        return 0.0, ""
    for name in there.beside[:_MOST_FOES]:
        at = there.board.people[name].at
        if in_field_of_fire(stance.facing, stance.at, at) and adjacent(stance.at, at):
            order = Said("melee", {"name": ((there.name, None),), "target": ((name, None),)}, {}, "")
            chance = there.chance(melee_order(there.book), order)
            best = max(best, (chance, name), key=lambda each: each[0].worth)
    return best[0].worth, f"for a blow: {percent(best[0])} to hurt {best[1]} hand to hand"


def _threat(pilot: Pilot, at: At) -> float:
    """What the enemies may do to somebody there, by whether they look that way, and what gives cover from them."""
    if at not in pilot.threats:
        pilot.threats[at] = sum(_threat_of(pilot, foe, at) for foe in _near(pilot.foes))
    return pilot.threats[at]


def _near(foes: Sequence[Unit]) -> Sequence[Unit]:
    return foes[:4]


def _threat_of(pilot: Pilot, foe: Unit, at: At) -> float:
    if not pilot.sees_from(at, foe):
        return 0.0
    firer = pilot.board.people[foe.name]
    faces = in_field_of_fire(firer.facing, firer.at, at)
    line = line_of_fire(pilot.board, firer, pilot.here.moved(at))
    if line.blocked_by is not None:
        return 0.0
    shot = _THREAT * (1 if faces else _LOOKING_AWAY) * (_COVERED if line.cover else 1) * aim_at(foe)
    return shot + (_BESIDE if adjacent(firer.at, at) else 0)
