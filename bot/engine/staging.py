"""What a rulebook brings to scenarios: those of its folder, whom they draw, its special rules, and how turns begin."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.engine.dice import Dice
from bot.engine.scenario import Playing, Scenario
from bot.engine.scene import Game, Unit

# The special rules that every book with scenarios has: who does nothing in the first action phase, and who is planned
# to move in the first decision phase.
SURPRISED, COMMITTED = "surprised", "committed"
# Those as well: whose people give the alarm at a decision phase, once one who is awake has seen an enemy; and whose are
# surprised as they show, till it is given.
ALARM, TILL_ALARM = "alarm", "surprised till the alarm"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A special rule of a book: what it says, and what it makes of the game as a deck is put up, by what was said with
    it; where the bot doesn't see to it, the referee plays it by hand.
    """

    words: str
    sets: Callable[[Game, str, Dice], Game] | None = None
    # What it makes of the text that a deck is drawn as, before that is put up.
    draws: Callable[[str, str], str] | None = None
    kept: bool = False
    # What it makes of the deck that is up once the alarm has been given.
    alarmed: Callable[[Game], Game] | None = None


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """How a scenario's first turn begins: who is surprised, who is planned to move, and when, in seconds since 1970."""

    surprised: Collection[str]
    committed: Collection[str]
    at: int


@dataclass(frozen=True, slots=True)
class Staged:
    """A book's scenarios by name, and why a file holds none; its groups of people, each in its order; its special rules
    by name; and how far one is played in what the book keeps beside its units.
    """

    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    broken: tuple[str, ...] = ()
    groups: Mapping[str, tuple[Unit, ...]] = field(default_factory=dict)
    # A deck by its name: its plan, and the text that it was drawn as.
    decks: Mapping[str, tuple[Any, str]] = field(default_factory=dict)
    specials: Mapping[str, Ruling] = field(default_factory=dict)
    # What somebody's sheet is worth, where the best are picked.
    worth: Callable[[Any], int] = lambda _: 0
    playing: Callable[[Any], Playing | None] = lambda _: None
    keeping: Callable[[Any, Playing | None], Any] = lambda ledger, _: ledger
    # The verbs of the orders for which one needs a hand free.
    armed: frozenset[str] = frozenset()
    # The turn and phase that it has come to, phase 0 where the turn is planned; None where no turn is kept.
    moment: Callable[[Any], tuple[int, int] | None] = lambda _: None
    # What the book keeps as a turn begins, or without one.
    begins: Callable[[Game, FirstTurn], Any] = lambda game, _: game.ledger
    ends: Callable[[Any], Any] = lambda ledger: ledger
    # What it keeps once some have come since, those of them last who are surprised.
    comes: Callable[[Game, Collection[str], Collection[str]], Any] = lambda game, _, __: game.ledger
    # Whether somebody is awake and has seen an enemy.
    witness: Callable[[Game, str], bool] = lambda _, __: False
