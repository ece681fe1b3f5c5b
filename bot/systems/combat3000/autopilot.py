"""How Combat 3000's people act by themselves: reloads, ways and shots, weighed by the odds of the very orders (C3K The
game turn).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile

from bot.deck.board import Board, Standing, placed
from bot.deck.outlook import seen_from
from bot.deck.placing import can_stand, walks
from bot.deck.plan import At, Edge, Facing, edge_of, in_field_of_fire, named, range_between
from bot.deck.portals import portal_named, reach, squares_of
from bot.engine.autopilot import Autopilot, Idea, Mission, best_first
from bot.engine.cards import counted
from bot.engine.due import Choice, Due, said
from bot.engine.errors import RuleError
from bot.engine.odds import chances_to_hurt, order_odds
from bot.engine.order import Order
from bot.engine.scene import Game, Said, Scene, Unit
from bot.engine.steps import scene_for
from bot.engine.system import Squads
from bot.systems.combat3000.figure.sheet import Figure, Working
from bot.systems.combat3000.fire.on_deck import shot_on_deck
from bot.systems.combat3000.morale.behaviour import shaken
from bot.systems.combat3000.morale.known import Fray
from bot.systems.combat3000.turn import Turn
from bot.systems.errands import DOOR, Errand, as_known, can_be_given, named_in
from bot.systems.marks import takes_part
from bot.systems.seeing import is_out, view_of

# What an outcome is worth to whoever brings it about, by how much of the target it takes out of the fight.
_WORTH = {"Stunned": 0.3, "Wounded": 0.5, "Damaged": 0.5, "Knocked out": 0.9, "Killed": 1.0}
# Shots that hurt less often than this are left; from this worth on whoever has one doesn't go nearer for a better.
_LEAST_CHANCE, _GOOD = 0.05, 0.15
_RELOADS, _GOING, _ANSWERS = 2.0, 0.06, 0.01
_MOST_TARGETS = 3
# Whoever charges fires in neither of two turns, and may find nobody there.
_LEAST_CHARGE, _TURNS_OF_A_CHARGE = 0.2, 2
# Whoever is so many squares from an enemy looks for a place to fire from within so many steps.
_IN_RANGE, _STEPS = 25, 3


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
        return tuple(sorted((unit for unit in self._active if unit.side != self.unit.side), key=self.far))

    @property
    def armed(self) -> bool:
        """Whether they have a weapon that may be fired again."""
        return not isinstance(self.unit.sheet, Figure) or any(
            each.working in {Working.WORKS, Working.JAMMED} for each in self.unit.sheet.weapons
        )

    @property
    def friends(self) -> Iterator["Pilot"]:
        """The others of their side on the deck who may fire, as they see it from where they stand."""
        own = (unit for unit in self._active if unit.side == self.unit.side and unit.name != self.name)
        return (each for each in (replace(self, name=unit.name) for unit in own) if each.armed)

    @property
    def _active(self) -> list[Unit]:
        there = self.game.present.values()
        return [unit for unit in there if takes_part(unit) and not is_out(self.squads, unit)]

    def far(self, unit: Unit) -> int:
        """How many squares it is to somebody."""
        return range_between(self.here.at, self.board.people[unit.name].at, self.board.plan.separation)

    def before(self, at: At, facing: Facing) -> int:
        """At how many of the nearest enemies they could fire who stood there and faced so, past none of their own."""
        there = placed(self.board, self.name, replace(self.here.moved(at), facing=facing))
        game = replace(self.game, board=there)
        aware = self.squads.aware(game, self.unit) if self.squads.aware else None
        ends = ((foe.name, self.board.people[foe.name].at) for foe in self.foes[:_MOST_TARGETS])
        seen = [end for end in ends if at in seen_from(there, end[1]) and (aware is None or aware(end[1]))]
        shots = (shot_on_deck(Scene.of(game), self.unit, end, name) for name, end in seen)
        return sum(1 for shot in shots if shot is not None and not shot.beside)

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

    @cached_property
    def best(self) -> float:
        """What the best of these shots is worth, 0 where there is none."""
        return max((idea.worth for idea in self.shots()), default=0.0)

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
        return _hurting(odds)

    def blows(self, foe: Unit) -> tuple[Fraction, float]:
        """How likely a round of close combat hurts an enemy, and what it is worth, less what they may do to them."""
        scene = Scene({"name": (self.unit,), "target": (foe,)}, known={self.name: self.unit, foe.name: foe})
        order = self.orders["melee"]
        try:
            odds = order_odds(order, scene, order.read({}, self.game.settings))
        except RuleError:
            return Fraction(0), 0.0
        (hurts, gain), (_, loss) = (
            _hurting(
                [
                    (outcome.removeprefix(f"{name}: "), chance)
                    for outcome, chance in odds
                    if outcome.startswith(f"{name}: ")
                ]
            )
            for name in (foe.name, self.name)
        )
        return hurts, gain - loss


def _hurting(odds: Sequence[tuple[str, Fraction]]) -> tuple[Fraction, float]:
    """How likely somebody is hurt, by how likely each outcome is, and what that is worth on the average."""
    hurting = [(chance, _WORTH[outcome]) for outcome, chance in odds if outcome in _WORTH]
    worth = sum(chance * Fraction(worth) for chance, worth in hurting)
    return sum((chance for chance, _ in hurting), Fraction(0)), float(worth)


def advises(
    squads: Squads, orders: Mapping[str, Order], game: Game, due: Due | None, name: str, autopilot: Autopilot
) -> Sequence[Idea]:
    """All that somebody might do of what is due, the best first; nothing unasked."""
    if due is None:
        return ()
    pilot = Pilot(squads, orders, as_known(squads, game, name, named_in(due)), name, autopilot)
    ideas = [_answer(due, choice, name) for choice in due.choices]
    if not due.choices and due.answer is not None:
        ways = {"plan": plans, "charge": charges, "move": moves, "fire": Pilot.shots}
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


def charges(pilot: Pilot) -> Iterator[Idea]:
    """At an enemy whom they are more likely to hurt hand to hand than to be hurt, where no shot promises more; for whom
    no weapon is left, also where it is as likely.
    """
    if pilot.autopilot.orders in {Mission.HOLD, Mission.GUARD, Mission.FALL_BACK}:
        return
    least = max(_LEAST_CHARGE, _TURNS_OF_A_CHARGE * pilot.best) if pilot.armed else 0
    for foe in pilot.foes[:_MOST_TARGETS]:
        hurts, worth = pilot.blows(foe) if isinstance(foe.sheet, Figure) else (Fraction(0), 0.0)
        if hurts and worth >= least:
            order = Said("charge", {"name": ((pilot.name, None),), "target": ((foe.name, None),)}, {}, "")
            yield Idea(order, worth, f"charges: {round(100 * hurts)} % to hurt {foe.name} hand to hand")


def moves(pilot: Pilot) -> Iterator[Idea]:
    """To stay for a good shot, or stand for the next turn's, or else to go where their orders send them."""
    if not (pilot.foes and isinstance(pilot.unit.sheet, Figure)) or _errand(pilot).sent:
        yield from walks_on(pilot)
    elif pilot.armed and pilot.best < _GOOD:
        stance, found = _stance(pilot)
        if stance is not None:
            yield stance
        elif not found:
            yield from walks_on(pilot)


def walks_on(pilot: Pilot) -> Iterator[Idea]:
    """Where their orders send them; a door is opened by an order that is written down before all move."""
    yield from (idea for idea in _on_the_way(pilot) if idea.said.verb == "move")


def _stance(pilot: Pilot) -> tuple[Idea | None, bool]:
    """To go and stand within a few steps so that they would fire at more enemies than from here, none of which is then
    out of their friends' line, and whether they would at any: who isn't aware of an enemy as a turn begins fires at
    nobody in it.
    """
    here, taken = pilot.here, {standing.at for standing in pilot.board.people.values()}
    if pilot.far(pilot.foes[0]) > _IN_RANGE:
        return None, False
    near = takewhile(lambda found: found[1] <= _STEPS, walks(pilot.board, here.at))
    free = [(at, steps) for at, steps in near if steps and at not in taken and can_stand(pilot.board, at)]
    now, found = pilot.before(here.at, here.facing), list[tuple[int, int, At, Facing]]()
    for at, steps in free:
        found += [(pilot.before(at, facing), -steps, at, facing) for facing in Facing]
    better = sorted((each for each in found if each[0] > now), key=lambda each: each[:2], reverse=True)
    friends = [(each, each.before(each.here.at, each.here.facing)) for each in pilot.friends] if better else []
    chosen = next((each for each in better if not _bars(pilot, each[2], friends)), None)
    if chosen is None:
        return None, now > 0
    most, _, at, facing = chosen
    order = said("move", [pilot.name], to=named(at, at.level), facing=str(facing.value))
    return Idea(order, _GOING, f"stands where {counted(most, 'enemy')} may be fired at in the next turn"), True


def _bars(pilot: Pilot, at: At, friends: Sequence[tuple[Pilot, int]]) -> bool:
    """Whether somebody who stood there would leave one of their friends fewer enemies to fire at than they have."""
    there = replace(pilot.game, board=placed(pilot.board, pilot.name, pilot.here.moved(at)))
    return any(
        replace(friend, game=there).before(friend.here.at, friend.here.facing) < now for friend, now in friends if now
    )


def _errand(pilot: Pilot) -> Errand:
    """What their orders are to do on this deck."""
    foes = {foe.name: pilot.board.people[foe.name].at for foe in pilot.foes}
    return Errand(pilot.board, pilot.name, pilot.autopilot, foes)


def _on_the_way(pilot: Pilot) -> Iterator[Idea]:
    """The next stretch of where their orders send them, unless a good shot keeps them where they are."""
    errand = _errand(pilot)
    if not errand.sent and pilot.best >= _GOOD:
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
    # Whoever isn't aware of an enemy as the turn begins fires at nobody in it.
    foe = next((pilot.board.people[foe.name].at for foe in pilot.foes), None)
    facing = _looking(pilot, goal, _towards(pilot.here.at, goal)) if foe is None else _towards(goal, foe)
    return Idea(said("move", [pilot.name], to=named(goal, pilot.here.at.level), gait=gait, facing=facing), _GOING, why)


def _looking(pilot: Pilot, at: At, ahead: str) -> str:
    """How somebody faces at a square to look where nobody of their side does: where most of the floor is, or ahead
    where there is none.
    """
    new = seen_from(pilot.board, at) - view_of(pilot.squads, pilot.game, pilot.unit.side, {})
    seen = {str(each.value): sum(1 for square in new if in_field_of_fire(each, at, square)) for each in Facing}
    return max(seen, key=lambda facing: (seen[facing], facing == ahead))
