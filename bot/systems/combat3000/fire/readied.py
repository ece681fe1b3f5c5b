"""Fire before any die, and what it comes to: every shot with all whom it may reach (C3K Firing procedure)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.deck.board import Board
from bot.engine.dice import Dice
from bot.engine.system import Outcome, Scene
from bot.systems.combat3000.fire.drawn import marks_of
from bot.systems.combat3000.fire.on_deck import ShotOnDeck
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.report import FireResult
from bot.systems.combat3000.fire.shooting import Moment
from bot.systems.combat3000.fire.volley import volley
from bot.systems.combat3000.ledger import with_areas


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
        shootings, then = volley(shots, fire.table, dice)
        after = {name: sheet for name, sheet in then.sheets.items() if sheet != before[name]}
        left = with_areas(scene.ledger, (shooting.area for shooting in shootings))
        result = FireResult(whose, fire.at[whose], shootings, fire.told)
        targets = [name for name in fire.at.values() if name]
        marks = marks_of(scene.board, fire.decks, targets, shootings, fire.table.people) if fire.decks else None
        return Outcome(after, result, left, fire.turned, marks)

    return throw
