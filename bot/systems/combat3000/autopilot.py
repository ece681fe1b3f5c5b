"""How Combat 3000's people act by themselves: reloads, ways and shots, weighed by the odds of the very orders (C3K The
game turn).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from bot.deck.board import Board, Standing
from bot.deck.passage import can_pass
from bot.deck.placing import can_stand
from bot.deck.plan import At, Edge, Facing, edge_of, in_field_of_fire, named, neighbours, range_between
from bot.deck.portals import portal_named, reach, squares_of
from bot.engine.autopilot import Autopilot, Idea, best_first
from bot.engine.due import Choice, Due, said
from bot.engine.errors import RuleError
from bot.engine.odds import chances_to_hurt, order_odds
from bot.engine.order import Order
from bot.engine.scene import Game, Said, Scene, Unit
from bot.engine.steps import scene_for
from bot.engine.system import Squads
from bot.systems.combat3000.figure.sheet import Figure, Working
from bot.systems.combat3000.morale.behaviour import shaken
from bot.systems.combat3000.morale.known import Fray
from bot.systems.combat3000.turn import Turn
from bot.systems.errands import DOOR, Errand, as_known, can_be_given, named_in
from bot.systems.marks import takes_part
from bot.systems.seeing import is_out

# What an outcome is worth to whoever brings it about, by how much of the target it takes out of the fight.
_WORTH = {"Stunned": 0.3, "Wounded": 0.5, "Damaged": 0.5, "Knocked out": 0.9, "Killed": 1.0}
# Shots that hurt less often than this are left; from this worth on whoever has one doesn't go nearer for a better.
_LEAST_CHANCE, _GOOD = 0.05, 0.15
_RELOADS, _GOING, _ANSWERS = 2.0, 0.06, 0.01
_MOST_TARGETS = 3


@dataclass(frozen=True)
class Pilot:
    """Somebody who acts by themselves, in the game as it stands, with the orders that there are by their verbs."""

    squads: Squads
    orders: Mapping[str, Order]
    game: Game
    name: str
    autopilot: Autopilot

    @property
    def turn(self) -> Turn:
        """The turn that is kept."""
        turn: Turn = self.game.ledger.turn
        return turn

    @property
    def board(self) -> Board:
        """The deck on which they stand."""
        board: Board = self.game.board
        return board

    @property
    def here(self) -> Standing:
        """Where and how they stand."""
        return self.board.people[self.name]

    @property
    def unit(self) -> Unit:
        """They themselves."""
        return self.game.units[self.name]

    @property
    def fire(self) -> Order:
        """The order to fire."""
        return self.orders["fire"]

    @cached_property
    def foes(self) -> tuple[Unit, ...]:
        """The active enemies on the deck of whom they know, the nearest first."""
        others = (unit for unit in self.game.present.values() if unit.side != self.unit.side)
        active = [unit for unit in others if takes_part(unit) and not is_out(self.squads, unit)]
        people, apart = self.board.people, self.board.plan.separation
        return tuple(sorted(active, key=lambda unit: range_between(self.here.at, people[unit.name].at, apart)))

    def shots(self) -> Iterator[Idea]:
        """Shots at whom their side sees and they may hit, the nearest first, and at nobody past their own."""
        for number, foe in enumerate(self.foes[:_MOST_TARGETS]):
            order = Said("fire", {"name": ((self.name, None),), "target": ((foe.name, None),)}, {}, "")
            scene = scene_for(self.fire, order, self.game, Scene.of(self.game))
            doubts = self.fire.hesitation(scene, order.fields, scene.settings)
            if doubts.friends or doubts.lacks or self._hurts_prisoners(scene, order):
                continue
            if doubts.turns:
                order = replace(order, fields={"turn": True})
            hurts, worth = self._chance(order)
            if hurts >= _LEAST_CHANCE:
                nearest = "" if number else ", who is the nearest"
                yield Idea(order, worth, f"{round(100 * hurts)} % to hurt {foe.name}{nearest}")

    def _hurts_prisoners(self, scene: Scene, order: Said) -> bool:
        """Whether a shot may hurt anybody who has surrendered."""
        given_up = [unit for unit in self.game.present.values() if not takes_part(unit)]
        try:
            chances = chances_to_hurt(self.fire, scene, self.fire.read(order.fields, scene.settings), given_up)
        except RuleError:
            return False
        return any(chance is None or chance for _, chance in chances)

    def _chance(self, order: Said) -> tuple[Fraction, float]:
        """How likely a shot hurts its target, and what that is worth on the average; nothing where it can't be."""
        scene = scene_for(self.fire, order, self.game, Scene.of(self.game))
        try:
            odds = order_odds(self.fire, scene, self.fire.read(order.fields, scene.settings))
        except RuleError:
            return Fraction(0), 0.0
        hurting = [(chance, _WORTH[outcome]) for outcome, chance in odds if outcome in _WORTH]
        return sum((chance for chance, _ in hurting), Fraction(0)), float(
            sum(chance * worth for chance, worth in hurting)
        )


def advises(
    squads: Squads, orders: Mapping[str, Order], game: Game, due: Due | None, name: str, autopilot: Autopilot
) -> Sequence[Idea]:
    """All that somebody might do of what is due, the best first; nothing unasked."""
    if due is None:
        return ()
    pilot = Pilot(squads, orders, as_known(squads, game, name, named_in(due)), name, autopilot)
    ideas = [_answer(due, choice, name) for choice in due.choices]
    if not due.choices and due.answer is not None:
        ways = {"plan": plans, "move": moves, "fire": Pilot.shots}
        ideas = [*ways[due.answer.verb](pilot)] if due.answer.verb in ways else []
        ideas = [
            idea for idea in ideas if idea.said.verb in {"fire", "door"} or can_be_given(orders, pilot.game, idea.said)
        ]
    return best_first(ideas)


def _answer(due: Due, choice: Choice, name: str) -> Idea:
    """One of the answers that are ready; what is done where nobody answers goes before the others."""
    ready = choice.said.of(name) if due.parts else choice.said
    return Idea(ready, _ANSWERS * (2 if choice is due.fallback else 1), choice.label.lower())


def plans(pilot: Pilot) -> Iterator[Idea]:
    """To reload what is empty and repair what is jammed, or to open the door that bars their way."""
    first = next(iter(pilot.unit.sheet.weapons), None)
    if first is not None and first.working is Working.JAMMED:
        yield Idea(said("plan", [pilot.name], plan=f"repair {first.name}"), _RELOADS, f"repairs the {first.name}")
    if first is not None and first.spare and not first.loaded.rounds:
        yield Idea(said("plan", [pilot.name], plan=f"reload {first.name}"), _RELOADS, f"reloads the {first.name}")
    yield from (idea for idea in _on_the_way(pilot) if idea.said.verb == "door")


def moves(pilot: Pilot) -> Iterator[Idea]:
    """Where their orders send them; a door is opened by an order that is written down before all move."""
    yield from (idea for idea in _on_the_way(pilot) if idea.said.verb == "move")


def _on_the_way(pilot: Pilot) -> Iterator[Idea]:
    """The next stretch of where their orders send them, unless a good shot keeps them where they are."""
    foes = {foe.name: pilot.board.people[foe.name].at for foe in pilot.foes}
    errand = Errand(pilot.board, pilot.name, pilot.autopilot, foes)
    if not errand.sent and any(idea.worth >= _GOOD for idea in pilot.shots()):
        return
    sheet = pilot.unit.sheet
    if (
        isinstance(sheet, Figure)
        and shaken(sheet.nerve)
        and Fray(Scene.of(pilot.game), pilot.turn).was_fired_on(pilot.unit)
    ):
        # Under fire they don't advance, and know too little of where that would be.
        return
    reached = reach(pilot.board, pilot.here.at, DOOR)
    for squares, why in errand.goals():
        near = min((at for at in squares if at in reached.far), key=lambda at: (reached.far[at], at), default=None)
        if near is not None and (found := _along(pilot, reached.way(near), reached.first[near], why)):
            yield found
            return
    yield from _steps_aside(pilot)


def _steps_aside(pilot: Pilot) -> Iterator[Idea]:
    """A step from which the nearest enemy is before them, for nobody fires at whom they weren't aware of."""
    for foe in pilot.foes[:1]:
        there = pilot.board.people[foe.name].at
        if in_field_of_fire(pilot.here.facing, pilot.here.at, there):
            return
        taken = {standing.at for standing in pilot.board.people.values()}
        for at in neighbours(pilot.here.at):
            if at not in taken and can_stand(pilot.board, at) and can_pass(pilot.board, pilot.here.at, at):
                to = named(at, at.level)
                facing = _towards(at, there)
                yield Idea(said("move", [pilot.name], to=to, facing=facing), _GOING, f"turns to {foe.name}")


def _towards(at: At, there: At) -> str:
    """The facing by which a square is before somebody who stands at another."""
    return next((str(each.value) for each in Facing if in_field_of_fire(each, at, there)), Facing.NORTH.value)


def _along(pilot: Pilot, way: Sequence[At], shut: Edge | None, why: str) -> Idea | None:
    """The first stretch of a way: a door that is before them, or as far as the way goes to it; None for none."""
    beside = squares_of(pilot.board.plan, (shut,)) if shut else ()
    if shut and pilot.here.at in beside and len(way) > 1 and way[1] in beside:
        side = next(side for side in Facing if edge_of(pilot.here.at, side) == shut)
        order = Said("door", {"at": ((pilot.name, None),)}, {"side": str(side.value), "open": True}, "")
        return Idea(order, _GOING, f"{why}: opens {portal_named(pilot.board, shut)}")
    end = next((number for number, at in enumerate(way) if at in beside), len(way) - 1)
    taken = {standing.at for standing in pilot.board.people.values()}
    goal = next((at for at in way[end:0:-1] if at not in taken), None)
    if goal is None:
        return None
    gait = "walk" if pilot.foes else "run"
    order = said("move", [pilot.name], to=named(goal, pilot.here.at.level), gait=gait)
    if pilot.foes:
        # Whoever isn't aware of an enemy as the turn begins fires at nobody in it.
        facing = _towards(goal, pilot.board.people[pilot.foes[0].name].at)
        order = replace(order, fields={**order.fields, "facing": facing})
    return Idea(order, _GOING, why)
