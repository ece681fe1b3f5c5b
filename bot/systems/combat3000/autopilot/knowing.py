"""What somebody of Combat 3000 who acts by themselves knows: where all stand, whom they may fire at, and how likely
that hurts (C3K Target eligibility).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from bot.deck.board import Board, placed
from bot.deck.outlook import seen_from
from bot.deck.plan import At, Facing, at_of, range_between
from bot.engine.autopilot import Autopilot, Idea
from bot.engine.cards import sentence
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.odds import chances_to_hurt, order_odds
from bot.engine.order import Order
from bot.engine.scene import Game, Said, Scene, Unit
from bot.engine.steps import Sequel, scene_for, whole_of
from bot.engine.system import Squads
from bot.systems.combat3000.autopilot.covered import area_of
from bot.systems.combat3000.figure.sheet import Figure, Working
from bot.systems.combat3000.fire.on_deck import shot_on_deck, unaware
from bot.systems.combat3000.moving.ways import facing_after
from bot.systems.combat3000.orders.move import Plotted
from bot.systems.combat3000.turn import Turn
from bot.systems.errands import OnDeck, at_rows
from bot.systems.marks import takes_part
from bot.systems.seeing import is_out

# What an outcome is worth to whoever brings it about, by how much of the target it takes out of the fight.
_WORTH = {"Stunned": 0.3, "Wounded": 0.5, "Damaged": 0.5, "Knocked out": 0.9, "Killed": 1.0}
# Shots that hurt less often than this are left.
_LEAST_CHANCE = 0.05
MOST_TARGETS = 3
# For so many turns who went out of sight is thought to come.
_FRESH = 2


@dataclass(frozen=True)
class Pilot(OnDeck):
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

    @cached_property
    def look_for(self) -> At | None:
        """Where the nearest enemy is of whom they know, or was seen last; None where they know of none."""
        last = (at_of(square) for square in self.autopilot.seen.values())
        known = [self.board.people[foe.name].at for foe in self.foes] or [*last]
        return min(known, key=lambda at: range_between(self.here.at, at, self.board.plan.separation), default=None)

    @cached_property
    def left(self) -> frozenset[At]:
        """The squares at which nobody of their side has looked yet."""
        return frozenset(at_rows(self.autopilot.left))

    @property
    def fresh(self) -> bool:
        """Whether no enemy is in their side's sight, and some were in this turn or the two before."""
        return not self.foes and bool(self.autopilot.seen) and self.autopilot.at[0] >= max(1, self.turn.number - _FRESH)

    @property
    def wary(self) -> bool:
        """Whether their side has no more people left here than the enemies of whom they know."""
        return len(self.own) <= len({*self.autopilot.seen, *(foe.name for foe in self.foes)})

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
    def ready(self) -> bool:
        """Whether their first weapon works and is loaded."""
        weapons = self.unit.sheet.weapons[:1]
        return any(getattr(each, "working", Working.WORKS) is Working.WORKS and each.loaded.rounds for each in weapons)

    @property
    def friends(self) -> Iterator["Pilot"]:
        """The others of their side on the deck who may fire, as they see it from where they stand."""
        others = (unit for unit in self.own if unit.name != self.name)
        return (each for each in (replace(self, name=unit.name) for unit in others) if each.ready)

    @property
    def own(self) -> Sequence[Unit]:
        """All of their side on the deck who are still active, they among them."""
        return [unit for unit in self._active if unit.side == self.unit.side]

    @property
    def _active(self) -> list[Unit]:
        there = self.game.present.values()
        return [unit for unit in there if takes_part(unit) and not is_out(self.squads, unit)]

    def before(self, at: At, facing: Facing) -> int:
        """At how many of the nearest enemies they could fire in the next turn who stood there and faced so, past none
        of their own.
        """
        return self.aware_of(self.in_line(at), at, facing)

    def aware_of(self, line: Mapping[str, At], at: At, facing: Facing) -> int:
        """Of how many enemies who are in line somebody is aware who stands there and faces so."""
        aware = self.squads.aware(self._standing(at, facing), self.unit) if self.squads.aware and line else None
        return sum(1 for end in line.values() if aware is None or aware(end))

    def in_line(self, at: At) -> Mapping[str, At]:
        """Where those of the nearest enemies are at whom they could fire from a square past none of their own."""
        scene = Scene.of(self._standing(at, self.here.facing))
        ends = {foe.name: self.board.people[foe.name].at for foe in self.foes[:MOST_TARGETS]}
        seen = {name: end for name, end in ends.items() if at in seen_from(self.board, end)}
        shots = {name: shot_on_deck(scene, self.unit, end, name) for name, end in seen.items()}
        return {name: seen[name] for name, shot in shots.items() if shot is not None and not shot.beside}

    def was_aware(self, foe: str) -> bool:
        """Whether they were aware of an enemy as the turn began, at whom they may fire in it."""
        return not unaware(Scene.of(self.game), self.name, foe)

    def _standing(self, at: At, facing: Facing) -> Game:
        return replace(self.game, board=placed(self.board, self.name, replace(self.here.moved(at), facing=facing)))

    def shots(self) -> Iterator[Idea]:
        """Shots at whom their side sees and they may hit, the nearest first, and at nobody past their own; of covering
        fire at whoever has come into what they cover, and of whom they weren't aware.
        """
        covered = area_of(self.unit.sheet.now.task, self.here.at.level)
        passed = ""
        for number, foe in enumerate(self.foes[:MOST_TARGETS]):
            order = Said("fire", {"name": ((self.name, None),), "target": ((foe.name, None),)}, {}, "")
            if covered and not self.was_aware(foe.name) and covered.holds(self.board.people[foe.name].at):
                order = replace(order, fields={"fire": "covering", "covers": covered.size})
            scene = scene_for(self.fire, order, self.game, Scene.of(self.game))
            doubts = self.fire.hesitation(scene, order.fields, scene.settings)
            if doubts.friends or doubts.lacks or self._hurts_prisoners(scene, order):
                passed = passed or (f": one of their own is in the way of {foe.name}" if doubts.friends else "")
                continue
            if doubts.turns:
                order = replace(order, fields={**order.fields, "turn": True})
            hurts, worth = self.chance(order)
            if hurts >= _LEAST_CHANCE:
                farther = self.far(foe) > self.far(self.foes[0])
                nearest = (passed if farther else "") if number else f", {self._nearest(foe)}"
                yield Idea(order, worth, f"{round(100 * hurts)} % to hurt {foe.name}{nearest}")
                passed = passed or f", who is further than {foe.name}"
            passed = passed or f": there is no good shot at {foe.name}, who is nearer"

    def _nearest(self, foe: Unit) -> str:
        """What the nearest enemy at whom they may fire is called: another may lie nearer, who can do nothing."""
        active = {unit.name for unit in self._active}
        down = (unit for unit in self.game.present.values() if unit.side != self.unit.side and unit.name not in active)
        nearer = any(self.far(unit) < self.far(foe) for unit in down)
        return "the nearest who can still act" if nearer else "who is the nearest"

    @cached_property
    def best(self) -> float:
        """What the best of these shots is worth, 0 where there is none."""
        return max((idea.worth for idea in self.shots()), default=0.0)

    def shared(self, idea: Idea) -> Idea:
        """A shot, worth less where others of theirs have written one down at the same target, who may fall by it."""
        target, left, by = idea.said.people["target"], 1.0, list[str]()
        for other in self.turn.shots:
            own = [name for name in other.doers if name in self.game.units and _own(self.game, name, self.name)]
            if own and other.people.get("target") == target:
                left *= 1 - replace(self, name=own[0]).chance(other)[1]
                by += own
        why = f"{idea.why}, at whom {sentence(by)} {'fires' if len(by) == 1 else 'fire'} as well" if by else idea.why
        return replace(idea, worth=idea.worth * left, why=why)

    def _hurts_prisoners(self, scene: Scene, order: Said) -> bool:
        """Whether a shot may hurt anybody who has surrendered."""
        given_up = [unit for unit in self.game.present.values() if not takes_part(unit)]
        try:
            chances = chances_to_hurt(self.fire, scene, self.fire.read(order.fields, scene.settings), given_up)
        except RuleError:
            return False
        return any(chance is None or chance for _, chance in chances)

    def chance(self, order: Said) -> tuple[Fraction, float]:
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


def path_of(orders: Mapping[str, Order], game: Game, order: Said) -> tuple[At, ...]:
    """The squares of a move that is given in a game, as far as it comes in this turn; none where it can't be made."""
    try:
        after, _ = whole_of(Sequel(game), order, orders, Scene.of(game), LiveDice(bytes(32), 0))
    except RuleError:
        return ()
    plotted = after.outcome.result if after.outcome else None
    return plotted.moved.path if isinstance(plotted, Plotted) else ()


def as_planned(orders: Mapping[str, Order], game: Game, name: str) -> Game:
    """A game as somebody expects it to be once all have moved: their own where they have written down that they go."""
    turn: Turn | None = game.ledger.turn
    own = {one: move for one, move in turn.moves.items() if one != name} if turn else {}
    board: Board = game.board
    for one, move in own.items():
        path = path_of(orders, game, move) if one in board.people and _own(game, one, name) else ()
        if path:
            before = board.people[one]
            facing = Facing(str(move.fields.get("facing") or facing_after(path, before.facing).value))
            board = placed(board, one, replace(before.moved(path[-1]), facing=facing))
    return replace(game, board=board)


def _own(game: Game, one: str, name: str) -> bool:
    return game.units[one].side == game.units[name].side


def _hurting(odds: Sequence[tuple[str, Fraction]]) -> tuple[Fraction, float]:
    """How likely somebody is hurt, by how likely each outcome is, and what that is worth on the average."""
    hurting = [(chance, _WORTH[outcome]) for outcome, chance in odds if outcome in _WORTH]
    worth = sum(chance * Fraction(worth) for chance, worth in hurting)
    return sum((chance for chance, _ in hurting), Fraction(0)), float(worth)
