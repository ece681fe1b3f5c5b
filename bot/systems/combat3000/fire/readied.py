"""Fire before any die, and what it comes to: every shot with all whom it may reach (C3K Firing procedure)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.deck.board import Board
from bot.deck.plan import At
from bot.deck.view import Marks
from bot.engine.dice import Dice
from bot.engine.system import Outcome, Scene
from bot.systems.combat3000.building.on_deck import squares_of
from bot.systems.combat3000.burst import square_at
from bot.systems.combat3000.fire.drawn import marks_of
from bot.systems.combat3000.fire.on_deck import ShotOnDeck
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.report import FireResult
from bot.systems.combat3000.fire.shooting import Shooting
from bot.systems.combat3000.fire.veils import lying, veils_on
from bot.systems.combat3000.fire.volley import volley
from bot.systems.combat3000.hit.moment import Moment
from bot.systems.combat3000.hit.plights import Area
from bot.systems.combat3000.ledger import Ledger, with_areas


@dataclass(frozen=True, slots=True)
class Readied:
    """A fire before any die: every shot, the sheets of all whom it may reach, whom each firer fires `at`, what there is
    to tell.

    `decks` are the shots as the deck has them by who fires, none where it hasn't the first; `turned` the deck with
    whoever had to turn for it, None for nobody.
    """

    declared: tuple[Declared, ...]
    table: Moment
    at: Mapping[str, str]
    told: tuple[str, ...] = ()
    decks: Mapping[str, ShotOnDeck] = field(default_factory=dict)
    turned: Board | None = None

    def and_then(self, other: "Readied") -> "Readied":
        """Two fires as one, in which whoever fires is before the other by their sub-phases alone."""
        sheets, people = {**self.table.sheets, **other.table.sheets}, {**self.table.people, **other.table.people}
        return Readied(
            (*self.declared, *other.declared),
            replace(self.table, sheets=sheets, people=people),
            {**self.at, **other.at},
            tuple(dict.fromkeys((*self.told, *other.told))),
            {**self.decks, **other.decks},
            other.turned or self.turned,
        )


def thrown(scene: Scene, fire: Readied, shots: Sequence[Declared]) -> Callable[[Dice], Outcome]:
    """Resolve those shots of a fire by dice; its outcome is that of the first of them."""
    whose, before = shots[0].firer.name, fire.table.sheets

    def throw(dice: Dice) -> Outcome:
        structures = scene.ledger.structures if scene.ledger else ()
        board = fire.turned or scene.board
        veils = veils_on(scene.ledger, board)
        table = replace(fire.table, structures=structures, board=board, veils=veils)
        fired, then = volley(shots, table, dice)
        shootings = tuple(replace(shooting, area=_lying(shooting, board)) for shooting in fired)
        after = {name: sheet for name, sheet in then.sheets.items() if sheet != before[name]}
        left = with_areas(scene.ledger, (shooting.area for shooting in shootings))
        if changed := tuple(each for each in then.structures if each not in structures):
            left = (left or scene.ledger or Ledger()).with_structures(*changed)
        result = FireResult(whose, fire.at[whose], shootings, fire.told)
        targets = [name for name in fire.at.values() if name in before]
        # Odds have no picture, and to draw one for each of their branches would be most of their work.
        decks = {} if scene.only_odds else fire.decks
        marks = marks_of(scene.board, decks, targets, shootings, fire.table.people) if decks else Marks()
        if about := _about(then, shootings):
            marks = replace(marks, about=about)
        return Outcome(
            after, result, left, None if then.board is scene.board else then.board, marks if marks != Marks() else None
        )

    return throw


def _lying(shooting: Shooting, board: Board | None) -> Area | None:
    """What a shot left on the table, and where on the deck it lies, where that shows it."""
    line, place = shooting.declared.line, shooting.landed.place if shooting.landed else None
    if shooting.area is None or board is None or line is None or place is None:
        return shooting.area
    return lying(shooting.area, board, square_at(*line, place))


def _about(table: Moment, shootings: Sequence[Shooting]) -> tuple[At, ...]:
    """The squares of the structures that were hit on the deck that is up."""
    board, hit = table.board, [each.declared.at for each in shootings if each.strikes or each.unlocked]
    return tuple(at for each in hit if each for at in squares_of(board, each.structure)) if board else ()
