"""Who plays a side in a match: the book's own advice, somebody who does anything that is allowed, and one who
walks at the nearest enemy, wherever that is, and fires the best shot.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from bot.deck.plan import Facing, named
from bot.deck.portals import portals_beside, reach
from bot.engine.autopilot import Autopilot, Idea, best_first
from bot.engine.due import Due, said
from bot.engine.fields import Value
from bot.engine.scene import Game, Said
from bot.engine.system import System
from bot.systems.ahl.autopilot.knowing import Pilot
from bot.systems.ahl.autopilot.shots import SNAP, best_shot, shots
from bot.systems.ahl.autopilot.stances import routes_to
from bot.systems.ahl.autopilot.ways import along
from bot.systems.ahl.owing import fire_at
from bot.systems.ahl.turn.actions import READY, Intention, Step
from bot.systems.ahl.walking.ground import Gait
from bot.systems.combat3000.autopilot.advice import prepares as figure_plans
from bot.systems.combat3000.autopilot.knowing import Pilot as Figure
from bot.systems.combat3000.autopilot.ways import walks_on as figure_moves
from bot.systems.combat3000.turn import Phase
from bot.systems.errands import DOOR

_FAR = 6


class Playing(Protocol):
    """A fight as those see it who play a side in it."""

    system: System
    game: Game
    pilots: dict[str, Autopilot]

    @property
    def due(self) -> Sequence[Due]:
        """All that is due as the game stands."""
        ...

    def shuffled(self, orders: Sequence[Said]) -> Sequence[Said]:
        """The same in any order, by the fight's own chance."""
        ...


# The orders that somebody would give for one of theirs now, the likeliest first; nothing once they are done.
Rival = Callable[[Playing, str], Iterator[Said]]


def owed(fight: Playing, name: str) -> Due | None:
    """What is due first of somebody, and asks for a choice."""
    return next((each for each in fight.due if name in each.owes and not each.settled), None)


def piloted(fight: Playing, name: str) -> Iterator[Said]:
    """What the book advises, by its own knowledge."""
    book, due = fight.system.piloting, owed(fight, name)
    assert book is not None, "a book that plays has advice"
    pilot = fight.pilots[name] = book.looks(fight.game, name, fight.pilots.get(name, Autopilot()))
    yield from (idea.said for idea in book.advises(fight.game, due, name, pilot))


def _ready(due: Due, name: str) -> list[Said]:
    return [choice.said.of(name) if due.parts else choice.said for choice in due.choices]


def at_random(fight: Playing, name: str) -> Iterator[Said]:
    """Anything that may be done, each order as likely as the next."""
    if due := owed(fight, name):
        pilot = _seen(fight, name)
        yield from fight.shuffled([*_ready(due, name), *(_anything(pilot) if pilot.clock.phase else ())])


def _seen(fight: Playing, name: str) -> Pilot:
    """Somebody in the game as it stands, by the rules of the book alone."""
    assert fight.system.piloting is not None, "a book that plays has advice"
    return Pilot(fight.system.piloting.advises.args[0], fight.game, name, Autopilot())  # type: ignore[attr-defined]


def _anything(pilot: Pilot) -> Iterator[Said]:
    """All orders of the step that are no answer ready to be given: squares and facings, doors, enemies."""
    step, plan, here, name = pilot.clock.step, pilot.doing.plan, pilot.here, pilot.name
    if step is Step.MOVEMENT and plan is Intention.MOVE:
        far = reach(pilot.board, here.at, 1_000).far
        for at in (at for at in far if far[at] <= _FAR and at.level == here.at.level):
            for side in Facing:
                yield said("move", [name], to=named(at, at.level), facing=str(side.value))
        for edge, portal in portals_beside(pilot.board, here.at).items():
            works: Mapping[str, Value] = {"side": edge, "open": portal not in pilot.board.open}
            yield Said("door", {"at": ((name, None),)}, works, "")
    elif step is Step.MELEE:
        for beside in pilot.beside:
            yield Said("melee", {"name": ((name, None),), "target": ((beside, None),)}, {}, "")
    elif step is Step.SNAP or (step is Step.AIMED and plan is Intention.AIM):
        for foe in pilot.targets(here.at, here.facing):
            yield fire_at(name, foe.name, "aimed" if step is Step.AIMED else "snap")


def walks_and_fires(fight: Playing, name: str) -> Iterator[Said]:
    """Walks to the nearest enemy, wherever that one is, and fires the best shot there is."""
    if due := owed(fight, name):
        pilot = _seen(fight, name)
        if pilot.is_empty:
            yield said("reload", [name]) if pilot.clock.phase else said("plan", [name], plan=str(Intention.RELOAD))
        if not pilot.clock.phase and due.answer is not None:
            aims = best_shot(pilot, "aimed") is not None
            yield said("plan", [name], plan=str(Intention.AIM if aims else Intention.MOVE))
        if pilot.clock.phase:
            yield from (idea.said for idea in best_first([*_walk(pilot)]))
        yield from _ready(due, name)


def _turns(pilot: Pilot) -> Iterator[Idea]:
    """To stay for the best shot from here, or to turn for a better one."""
    here, left = best_shot(pilot, "snap"), pilot.doing.deeds.left - SNAP
    if here is not None:
        yield Idea(said(READY, [pilot.name]), here.worth, "")
    for facing in Facing:
        turned = pilot.standing(pilot.here.at, facing)
        shot = best_shot(turned, "snap") if turned.targets(pilot.here.at, facing) else None
        ways = [route.cost for _, route in routes_to(pilot, pilot.here.at, facing, (Gait.WALK,))]
        if shot is not None and min(ways, default=left + 1) <= left and shot.worth > (here.worth if here else 0):
            order = said("move", [pilot.name], to=named(pilot.here.at, pilot.here.at.level), facing=str(facing.value))
            yield Idea(order, shot.worth, "")


def _walk(pilot: Pilot) -> Iterator[Idea]:
    """A shot from where they stand or turn to, or else the way to the nearest enemy."""
    step, plan = pilot.clock.step, pilot.doing.plan
    if step is Step.MOVEMENT and plan is Intention.MOVE:
        yield from _turns(pilot)
        reached = reach(pilot.board, pilot.here.at, DOOR, climbs=True)
        there = [pilot.board.people[foe.name].at for foe in pilot.enemies]
        near = min((at for at in there if at in reached.far), key=lambda at: reached.far[at], default=None)
        if near is not None and (found := along(pilot, reached, near, "", (Gait.WALK,))):
            yield found
    elif step is Step.MELEE:
        for foe in pilot.beside:
            order = Said("melee", {"name": ((pilot.name, None),), "target": ((foe, None),)}, {}, "")
            yield Idea(order, 0.0, "")
    elif step is Step.SNAP or (step is Step.AIMED and plan is Intention.AIM):
        yield from shots(pilot, "snap" if step is Step.SNAP else "aimed")


def _figure(fight: Playing, name: str) -> Figure:
    """Somebody of Combat 3000, who knows where all enemies are."""
    assert fight.system.piloting is not None, "a book that plays has advice"
    squads, orders = fight.system.piloting.advises.args  # type: ignore[attr-defined]
    return Figure(squads, orders, fight.game, name, Autopilot())


def figure_at_random(fight: Playing, name: str) -> Iterator[Said]:
    """Anything that a figure may do, each order as likely as the next."""
    due = owed(fight, name)
    if due is None:
        return
    figure, orders = _figure(fight, name), _ready(due, name)
    if not due.choices and figure.turn.phase is Phase.MOVEMENT:
        far = reach(figure.board, figure.here.at, 1_000).far
        near = [named(at, at.level) for at in far if 0 < far[at] <= _FAR]
        orders = [said("move", [name], to=at, gait=gait) for at in near for gait in ("walk", "run")]
    elif not due.choices and figure.turn.phase is Phase.FIRING:
        orders = [idea.said for idea in figure.shots()]
    elif not due.choices and figure.turn.phase is Phase.ORDERS:
        orders = [
            Said("door", {"at": ((name, None),)}, {"side": edge, "open": portal not in figure.board.open}, "")
            for edge, portal in portals_beside(figure.board, figure.here.at).items()
        ]
    # As likely as any order is that nothing is done.
    chosen = fight.shuffled([*orders, said("")])
    yield from chosen[: chosen.index(said(""))]


def figure_walks_and_fires(fight: Playing, name: str) -> Iterator[Said]:
    """Walks to the nearest enemy, wherever that one is, opens what is in the way, and fires the best shot there is."""
    due = owed(fight, name)
    if due is None:
        return
    figure = _figure(fight, name)
    if due.choices:
        yield from _ready(due, name)
    elif figure.turn.phase is Phase.FIRING:
        yield from (idea.said for idea in best_first([*figure.shots()]))
    else:
        ways = {Phase.ORDERS: figure_plans, Phase.MOVEMENT: figure_moves}
        find = ways.get(figure.turn.phase)
        yield from (idea.said for idea in (find(figure) if find else ()))


RIVALS: Mapping[str, Mapping[str, Rival]] = {
    "ahl": {"autopilot": piloted, "random": at_random, "walker": walks_and_fires},
    "combat3000": {"autopilot": piloted, "random": figure_at_random, "walker": figure_walks_and_fires},
}
