"""A turn that is kept as what is due is found in it: who is there and can act, and in which later step anything happens
(AHL 4 to 7).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from bot.deck.board import Board
from bot.deck.plan import in_field_of_fire, range_between
from bot.deck.sight import nearest_seen
from bot.engine.due import Choice, Due
from bot.engine.errors import RuleError
from bot.engine.odds import order_odds
from bot.engine.scene import Said, Scene, Unit
from bot.engine.steps import scene_for
from bot.systems.ahl.asked.keeping import When
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.fire import fire_order
from bot.systems.ahl.orders.in_turn.snapping import may_snap_now
from bot.systems.ahl.orders.standing import at_least
from bot.systems.ahl.sheet.character import Condition, can_fight, enemies_of
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.clock import Charge, Clock, clock_of
from bot.systems.ahl.turn.doing import fitness
from bot.systems.ahl.turn.phases import drifts_on, is_here
from bot.systems.ahl.turn.together import as_they_came, unfought
from bot.systems.ahl.turn.waiting import may_act
from bot.systems.ahl.zerog.drift import drifts
from bot.systems.marks import takes_part
from bot.systems.seeing import in_view


@dataclass(frozen=True)
class Owing:
    """The game as what is due is found in it."""

    scene: Scene
    clock: Clock
    book: Book

    @cached_property
    def people(self) -> tuple[Unit, ...]:
        """Everybody whom the turn is about: on the deck, or without one all of the campaign."""
        scene = self.scene
        return tuple((scene.present if scene.board is not None else scene.known).values())

    @cached_property
    def active(self) -> tuple[Unit, ...]:
        """Those of them who can act."""
        return tuple(unit for unit in self.people if can_fight(unit))

    @cached_property
    def acting(self) -> tuple[Unit, ...]:
        """Those who can act in this step: whoever is hurt in it still does, as fit as they came into it (AHL 7)."""
        fit = {unit.name: self.clock.of(unit.name).fit or fitness(unit.sheet) for unit in self.people}
        return tuple(unit for unit in self.people if takes_part(unit) and fit[unit.name].condition is Condition.ACTIVE)

    @property
    def since(self) -> str:
        """Where the turn stands, in words."""
        return f"{self.clock.words}, {self.clock.step}" if self.clock.phase else self.clock.words

    @cached_property
    def later(self) -> Step | None:
        """The next step of this phase in which anything may happen, None where the phase is over."""
        return next((step for step in Step if step.place > self.clock.step.place and self.happens(step)), None)

    def happens(self, step: Step) -> bool:
        """Whether anything may happen in a later step, by what all may know: where sides know only what they have seen,
        in any.
        """
        if self.scene.game is not None and self.scene.game.fog:
            return True
        if any(self.may(unit, step) for unit in self.active):
            return True
        if step is Step.AIMED:
            return any(True for _ in self.exploding())
        if step is Step.SNAP:
            return any(True for _ in self.daunted())
        if step is Step.MOVEMENT:
            return any(drifts_on(self.scene, self.clock, unit) or self.may_reorient(unit) for unit in self.active)
        return step is Step.MELEE and bool(unfought(self.scene, self.clock))

    def may(self, unit: Unit, step: Step) -> bool:
        """Whether somebody may act in a step."""
        if step is Step.SNAP:
            return may_snap_now(unit, self.scene, self.clock, self.book)
        return may_act(self.scene, self.book, self.clock, unit, step)

    def may_reorient(self, unit: Unit) -> bool:
        """Whether somebody is out of control, and has all the points of the phase for getting it back (AHL 26.B)."""
        doing = self.clock.of(unit.name)
        if not unit.sheet.zero_g.disoriented or drifts(self.scene, unit) or doing.busy or doing.deeds.supervises:
            return False
        done = doing.ready is not None and doing.ready.place > Step.MOVEMENT.place
        whole = doing.plan is not None and doing.plan.whole
        return not (done or whole) and doing.deeds.left >= self.book.halves("reorient")

    def daunted(self) -> Iterator[tuple[Unit, Unit]]:
        """Those who have failed to come adjacent and can fire at whom they were going to, with that one."""
        for unit in self.active:
            deeds = self.clock.of(unit.name).deeds
            target = self.scene.present.get(deeds.shuns)
            if target is not None and not deeds.snaps and may_snap_now(unit, self.scene, self.clock, self.book, target):
                yield unit, target

    def exploding(self) -> Iterator[Charge]:
        """The charges that go off in this phase."""
        clock, board = self.clock, self.scene.board
        return (each for each in clock.charges if each.due(clock.turn, clock.phase) and is_here(board, each))

    def says(self, unit: Unit, when: When, fire: Choice | None = None) -> int | None:
        """Which answer somebody has given beforehand, the first for what they do and the second for what they don't;
        None where they want to be asked.
        """
        text, answers = self.scene.ledger.standing.get(unit.name, {}).get(when, ""), {"always": 0, "never": 1}
        if not text or text in answers or fire is None:
            return answers.get(text)
        return int(hit_chance(self.book, fire.said, self.scene) < at_least(text))

    def owed(self, what: str, rule: str, units: Sequence[Unit], order: Said, label: str = "Throw") -> Due:
        """What leaves nobody a choice."""
        names = tuple(unit.name for unit in units)
        return Due(what, rule, names, choices=(Choice(label, order, throws=label == "Throw"),), since=self.since)


def hit_chance(book: Book, order: Said, scene: Scene) -> Fraction:
    """How likely the target of a fire is hit; 0 where it can't be fired, or nobody could tell in time."""
    assert scene.game is not None, "somebody fires in a game"
    fire = fire_order(book)
    try:
        given = replace(scene_for(fire, order, scene.game, scene), board=scene.board)
        odds = order_odds(fire, given, fire.read(order.fields, scene.settings))
    except RuleError:
        return Fraction(0)
    return 1 - dict(odds).get("Miss", Fraction(0))


def fire_at(name: str, target: str, how: str) -> Said:
    """The ready order to fire at somebody."""
    return Said("fire", {"name": ((name, None),), "target": ((target, None),)}, {"fire": how}, "")


def clear_target(book: Book, scene: Scene, unit: Unit, how: str) -> Unit | None:
    """The nearest enemy whom somebody sees in their field of fire with none of their own side in the danger space, the
    first of equals; None for nobody.
    """
    assert scene.game is not None, "somebody fires in a game"
    fire, game, clock = fire_order(book), scene.game, clock_of(scene)
    for enemy in _in_sight(scene, unit):
        order = fire_at(unit.name, enemy.name, how)
        given = scene_for(fire, order, game, scene)
        # Whoever has fallen in this step is still hit by what is fired in it (AHL 7).
        given = as_they_came(given, clock) if clock else given
        if not fire.hesitation(given, order.fields, scene.settings).friends:
            return enemy
    return None


def _in_sight(scene: Scene, unit: Unit) -> Iterator[Unit]:
    """The enemies whom somebody sees in their field of fire, the nearest first."""
    board: Board = scene.board
    mine = board.people[unit.name]
    ahead = {
        enemy.name: [at for at in squares_of(board, enemy) if in_field_of_fire(mine.facing, mine.at, at)]
        for enemy in in_view(scene, unit, enemies_of(scene, unit))
    }
    seen = [(name, nearest_seen(board, mine.at, squares)) for name, squares in ahead.items()]
    near = [(range_between(mine.at, at, board.plan.separation), name) for name, at in seen if at is not None]
    return (scene.present[name] for _, name in sorted(near, key=lambda each: each[0]))
