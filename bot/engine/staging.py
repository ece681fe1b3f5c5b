"""What a rulebook brings to scenarios: those of its folder, whom they draw, its special rules, and how turns begin."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.engine.dice import Dice
from bot.engine.due import Due
from bot.engine.scenario import OffDeck, Playing, Scenario, Special, Troop
from bot.engine.scene import Game, Said, Scene, Unit

# The special rules that every book with scenarios has: who does nothing in the first action phase, and who is planned
# to move in the first decision phase.
SURPRISED, COMMITTED = "surprised", "committed"
# Those as well: whose people give the alarm at a decision phase, once one who is awake has seen an enemy; and whose are
# surprised as they show, till it is given.
ALARM, TILL_ALARM = "alarm", "surprised till the alarm"


@dataclass(frozen=True, slots=True)
class Juncture:
    """A scenario that is played as one of its special rules finds it: how far it has come, and the game. `told` is what
    the rule says for all to read of what it has done.
    """

    scenario: Scenario
    special: Special
    playing: Playing
    game: Game
    staged: "Staged"
    # How somebody's sheet shows them; and what puts those of a force onto the deck that is up.
    mark: Callable[[Any], Any]
    enlists: "Callable[[Juncture, Troop, Dice], Juncture]"
    # Puts some who are kept off the deck onto it.
    shows: "Callable[[Juncture, Sequence[OffDeck], Dice], Juncture]"
    told: tuple[str, ...] = ()
    # Those of whom have come since who do nothing in their first phase.
    late: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """What was said with the rule."""
        return self.special.about

    @property
    def moment(self) -> tuple[int, int] | None:
        """The turn and phase, phase 0 where the turn is planned; None where no turn is kept."""
        return self.staged.moment(self.game.ledger)

    @property
    def floor(self) -> str:
        """What the deck that is up is called in the scenario."""
        return self.scenario.decks[self.playing.deck].name

    @property
    def kept(self) -> Mapping[str, int]:
        """What the rule has noted."""
        return self.playing.kept.get(self.special.key, {})

    def keeping(self, **noted: int) -> "Juncture":
        """The same with more noted, or with other numbers."""
        return self.noting({**self.kept, **noted})

    def noting(self, noted: Mapping[str, int]) -> "Juncture":
        """The same with just that noted."""
        return replace(self, playing=self.playing.having(kept={**self.playing.kept, self.special.key: noted}))

    def telling(self, *lines: str) -> "Juncture":
        """The same with more told."""
        return replace(self, told=(*self.told, *lines))

    def counted(self, tally: str, by: int = 1) -> "Juncture":
        """The same with something counted on which the end hangs."""
        tallies = {**self.playing.tallies, tally: self.playing.tallies.get(tally, 0) + by}
        return replace(self, playing=self.playing.having(tallies=tallies))

    def people(self, *who: str) -> list[Unit]:
        """Those of sides or groups, or by the names that the scenario gave them, who are still in the campaign; all
        without any.
        """
        units, groups = self.game.units, self.staged.groups
        named = {*who, *(unit.name for each in who for unit in groups.get(each, ()))}
        return [
            units[called]
            for name, called in self.playing.people.items()
            if called in units and (not who or name in named or units[called].side in who)
        ]

    def there(self, *who: str) -> list[Unit]:
        """The same of those alone who are on the deck and can act."""
        board = self.game.board
        return [each for each in self.people(*who) if each.name in board.people and self.able(each)]

    def able(self, unit: Unit) -> bool:
        """Whether somebody is in their senses."""
        shown = self.mark(unit.sheet)
        return not (shown.out or shown.dead)


@dataclass(frozen=True, slots=True)
class Draw:
    """The squares by their names to which something of a scenario draws somebody, and the order that they give there,
    with why.
    """

    squares: Sequence[str]
    order: Said | None
    why: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A special rule of a book: what it says, and what it makes of the game as a deck is put up, by what was said with
    it; where the bot doesn't see to it, the referee plays it by hand.
    """

    words: str
    sets: Callable[[Game, str, Dice], Game] | None = None
    # Why what was said with it can't be, before play; "" where it can.
    checks: Callable[[Scenario, Special], str] | None = None
    # What it does of itself at this moment, by the dice; None where it does nothing now.
    happens: Callable[[Juncture], Callable[[Dice], Juncture] | None] | None = None
    # Why somebody may not give an order of that verb now; "" where they may.
    bars: Callable[[Juncture, str, Unit], str] | None = None
    # What it asks the table for before that goes on.
    owes: Callable[[Juncture], Sequence[Due]] | None = None
    # The places of the deck at which nobody counts, whoever stands there.
    voids: Callable[[Juncture], Collection[str]] | None = None
    # What it notes of an order of that verb that has been carried out: as it found the scene, and as the game is after
    # it. It raises RuleError for what the order may not do.
    notes: Callable[[Juncture, Scene, str], Juncture] | None = None
    # Whether it has people come onto the deck in the middle of play; who may now, with the places by which they may.
    enters: bool = False
    comes: Callable[[Juncture], tuple[Sequence[Unit], Sequence[str]]] | None = None
    # Where it draws somebody who is told to go on; None for nowhere.
    draws: Callable[[Juncture, Unit], "Draw | None"] | None = None
    # Why some may not go on to the deck of that number; "" where they may.
    leaves: Callable[[Juncture, Collection[str], int], str] | None = None
    # To which deck they come instead, by the dice; and what it makes of them and of the deck there.
    leads: Callable[[Juncture, Collection[str], int, Dice], tuple[Juncture, int]] | None = None
    arrives: Callable[[Juncture, Collection[str], Dice], Juncture] | None = None
    # What it makes of the text that a deck is drawn as, before that is put up.
    redraws: Callable[[str, str], str] | None = None
    kept: bool = False
    # What a side is told of it that concerns its own people, by what was said with it; "" for nothing.
    briefs: Callable[[Scenario, Special, str], str] | None = None
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
    # What it keeps once so many phases have gone by, and another turn is planned in which all on the deck are to move.
    passes: Callable[[Game, int], Any] = lambda game, _: game.ledger
    # Why somebody goes nowhere who is held fast; "" for who isn't.
    held: Callable[[Unit], str] = lambda _: ""
    # Why somebody can't leave the deck where they are, "" where they can; and what it keeps once they have.
    departs: Callable[[Game, str], str] = lambda _, __: ""
    departed: Callable[[Game, Collection[str]], Any] = lambda game, _: game.ledger
    # Whether somebody is awake and has seen an enemy.
    witness: Callable[[Game, str], bool] = lambda _, __: False
