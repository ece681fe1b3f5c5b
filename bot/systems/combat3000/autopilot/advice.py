"""What somebody of Combat 3000 might do of what is due, the best first (C3K The game turn)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from bot.engine.autopilot import Autopilot, Idea, Mission, best_first, does
from bot.engine.due import Choice, Due, said
from bot.engine.order import Order
from bot.engine.scene import Game, Said
from bot.engine.system import Squads
from bot.systems.combat3000.autopilot.ambush import waits
from bot.systems.combat3000.autopilot.covered import covers
from bot.systems.combat3000.autopilot.knowing import MOST_TARGETS, Pilot, as_planned
from bot.systems.combat3000.autopilot.places import gives_way, stance, steps_back
from bot.systems.combat3000.autopilot.ways import GOOD, errand_of, keeps_back, on_the_way, turns, walks_on
from bot.systems.combat3000.figure.sheet import Figure, Working
from bot.systems.deeds import FACE
from bot.systems.errands import as_known, can_be_given, named_in

# What is given as it stands, without a try of it.
_GIVEN = {"fire", FACE}
_RELOADS, _ANSWERS = 2.0, 0.01
# Whoever charges fires in neither of two turns, and may find nobody there.
_LEAST_CHARGE, _TURNS_OF_A_CHARGE = 0.2, 2


def advises(
    squads: Squads, orders: Mapping[str, Order], game: Game, due: Due | None, name: str, autopilot: Autopilot
) -> Sequence[Idea]:
    """All that somebody might do of what is due, the best first; nothing unasked."""
    if due is None:
        return ()
    known = as_known(squads, game, name, named_in(due), autopilot.lain)
    pilot = Pilot(squads, orders, as_planned(orders, known, name), name, autopilot)
    ideas = [_answer(due, choice, name) for choice in due.choices]
    if not due.choices and due.answer is not None:
        ways = {"plan": plans, "charge": charges, "move": moves, "fire": fires}
        found = ways[due.answer.verb](pilot) if due.answer.verb in ways else ()
        # What hinders them out of their sight they find out by trying, and take what is next best.
        ideas = [idea for idea in found if idea.said.verb in _GIVEN or can_be_given(orders, known, idea.said)]
    return best_first(ideas)


def _answer(due: Due, choice: Choice, name: str) -> Idea:
    """One of the answers that are ready; what is done where nobody answers goes before the others."""
    ready = choice.said.of(name) if due.parts else choice.said
    return Idea(ready, _ANSWERS * (2 if choice is due.fallback else 1), does(choice.label))


def plans(pilot: Pilot) -> Iterator[Idea]:
    """What comes before a shot or a way, or else to wait where an enemy has to come."""
    yield from prepares(pilot)
    if not errand_of(pilot).sent:
        yield from waits(pilot)


def prepares(pilot: Pilot) -> Iterator[Idea]:
    """To reload what is empty and repair what is jammed, or to open the door that bars their way."""
    first = next(iter(pilot.unit.sheet.weapons), None)
    if first is not None and first.working is Working.JAMMED:
        yield Idea(said("plan", [pilot.name], plan=f"repair {first.name}"), _RELOADS, f"repairs the {first.name}")
    if first is not None and first.spare and not first.loaded.rounds:
        yield Idea(said("plan", [pilot.name], plan=f"reload {first.name}"), _RELOADS, f"reloads the {first.name}")
    yield from (idea for idea in on_the_way(pilot) if idea.said.verb == "door")


def charges(pilot: Pilot) -> Iterator[Idea]:
    """At an enemy whom they are more likely to hurt hand to hand than to be hurt, where no shot promises more; for whom
    no weapon is left, also where it is as likely.
    """
    if pilot.autopilot.orders in {Mission.HOLD, Mission.GUARD, Mission.FALL_BACK}:
        return
    least = max(_LEAST_CHARGE, _TURNS_OF_A_CHARGE * pilot.best) if pilot.armed else 0
    for foe in pilot.foes[:MOST_TARGETS]:
        hurts, worth = pilot.blows(foe) if isinstance(foe.sheet, Figure) else (Fraction(0), 0.0)
        if hurts and worth >= least:
            order = Said("charge", {"name": ((pilot.name, None),), "target": ((foe.name, None),)}, {}, "")
            yield Idea(order, worth, f"charges: {round(100 * hurts)} % to hurt {foe.name} hand to hand")


def moves(pilot: Pilot) -> Iterator[Idea]:
    """To stay for a good shot, or stand for the next turn's, or else to go where their orders send them."""
    if covers(pilot.unit.sheet.now.task):
        return
    if not (pilot.foes and isinstance(pilot.unit.sheet, Figure)) or errand_of(pilot).sent:
        yield from walks_on(pilot)
    elif pilot.armed and not pilot.ready:
        yield from steps_back(pilot)
    elif pilot.armed and pilot.best < GOOD and not keeps_back(pilot):
        idea, found = stance(pilot)
        if idea is not None:
            yield idea
        elif not found:
            yield from gives_way(pilot, walks_on(pilot))


def fires(pilot: Pilot) -> Iterator[Idea]:
    """Shots, rather each at another; whoever has none turns to the enemy, to be aware of them in the next turn."""
    shots = [*map(pilot.shared, pilot.shots())]
    yield from shots or turns(pilot)
