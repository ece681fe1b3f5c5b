"""What a rule system is to the rest of the house: sheets, traits and orders, as plain values.

A system's package exports `load(data: Path) -> System`, and nothing outside it knows more than this file.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from bot.engine.cards import Card, printable
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fleets import Fleets
from bot.engine.matching import match, offered, quoted
from bot.engine.named import read_named
from bot.engine.shipyard import Shipyard

# What a system's sheets describe: a campaign plays one system of each kind.
CHARACTER, SHIP = "character", "ship"
Value = str | int | bool
Values = Mapping[str, Value]
Settings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Unit:
    """Whoever takes part in an order: a name, a side, and the system's own sheet.

    `at` is the number after an @ that the order gave for this one, None where it gave none: a distance in
    squares, unless the order says otherwise. `owner` tells players apart, and is "" where it belongs to nobody.
    """

    name: str
    side: str
    sheet: Any
    at: int | None = None
    owner: str = ""


class Kind(StrEnum):
    """What a field holds."""

    WHOLE = "whole"
    CHOICE = "choice"
    FLAG = "flag"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Role:
    """A place in an order that units fill; the first role's units act, and their owners give the order.

    `many` takes any number of units, each once, and all that the actor may command where none is named;
    `optional` may stay empty. Where `@` says how far, a number holds for the names before it as well; not where
    it `counts` something of each one's own. Where it `repeats`, somebody may be named more than once.
    """

    name: str
    many: bool = False
    optional: bool = False
    counts: bool = False
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """The units of an order by role, and what the system keeps of the campaign beside its units.

    `board` is the `bot.deck.board.Board` on which the campaign plays, None without one, and `present` are all
    who stand on it, by name, whether or not the order names them. `only_odds` is set where nobody asks for more
    than the order's odds, so that what makes no difference to them need not be thrown. `battle` is the ship
    battle that is being fought, as the system keeps it, and `by` who gives the order, "" for the referee.
    """

    units: Mapping[str, tuple[Unit, ...]]
    things: Any = None
    board: Any = None
    present: Mapping[str, Unit] = field(default_factory=dict)
    only_odds: bool = False
    battle: Any = None
    by: str = ""

    def one(self, role: str) -> Unit:
        """The unit in a role that takes one."""
        return self.units[role][0]

    def all(self, role: str) -> tuple[Unit, ...]:
        """The units in a role that takes many."""
        return self.units[role]


def _nothing(_: Scene) -> Sequence[str]:
    return ()


def _as_it_is(scene: Scene) -> Scene:
    return scene


@dataclass(frozen=True, slots=True)
class Field:
    """One circumstance of an order: its values, its default, and whether `mode` may name it."""

    name: str
    kind: Kind
    default: Value | None = None
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    longest: int = 100
    mode: bool = False
    suggest: Callable[[Scene], Sequence[str]] = _nothing

    def read(self, raw: Value) -> Value:
        """The value that was meant; raises RuleError in a sentence that says what is possible."""
        if self.kind is Kind.CHOICE:
            return match(str(raw), self.choices, what=f"{self.name} setting")
        if self.kind is Kind.FLAG:
            return self._flag(raw)
        if self.kind is Kind.WHOLE:
            return whole(raw, self.name, self.low, self.high)
        text = printable(str(raw))
        if len(text) > self.longest:
            raise RuleError(f"“{self.name}” takes {self.longest} characters at most.")
        return text

    def _flag(self, raw: Value) -> bool:
        if isinstance(raw, bool):
            return raw
        return match(str(raw), ("yes", "no", "true", "false", "on", "off"), what=f"{self.name} setting") in {
            "yes",
            "true",
            "on",
        }

    def suggestions(self, scene: Scene) -> Sequence[str]:
        """What to offer while it is typed."""
        if self.kind is Kind.FLAG:
            return ("yes", "no")
        return self.choices or self.suggest(scene)


def whole(raw: Value, name: str, low: int, high: int) -> int:
    """A whole number from low to high, as a number or as typed (`+2`, `−1`); raises RuleError otherwise."""
    try:
        number = int(str(raw).strip().replace("−", "-")[:20])
    except ValueError:
        raise RuleError(f"The {name} must be a whole number, not {quoted(str(raw))}.") from None
    if not low <= number <= high:
        raise RuleError(f"The {name} must be from {low} to {high}.".replace("-", "−"))
    return number


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an order leads to: the changed sheets by unit name, and a frozen result to be put into words.

    `things` is what the system keeps beside its units and `board` the deck as it is then, None where they are
    as before. `marks` (a `bot.deck.view.Marks`) is what the picture of the deck is to show of it.

    `battle` is the ship battle as it stands then, None where it is as before, or `over`; `fleets` its picture,
    and `log` all of it line by line. What is `sealed` only the orderer and the referees read.
    """

    after: Mapping[str, Any]
    result: Any
    things: Any = None
    board: Any = None
    marks: Any = None
    battle: Any = None
    over: bool = False
    fleets: Fleets | None = None
    log: tuple[str, ...] = ()
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """What a counter on a deck shows of a sheet."""

    wounds: int = 0
    out: bool = False
    dead: bool = False


@dataclass(frozen=True, slots=True)
class Odds:
    """How an order's chances are shown: the outcome that a result counts as, and the outcomes that come first.

    `fields` and `imagine` make up a scene from plain values, for whoever asks with nothing set up; `narrow`
    leaves those out of a scene who make no difference; `moot` names the throws on which no outcome hangs.
    `besides` are chances to show below: parts of the outcome, or what follows from it, which need not add up to 1.
    """

    outcome: Callable[[Any], str]
    outcomes: tuple[str, ...]
    fields: tuple[Field, ...]
    imagine: Callable[[Values], Scene]
    narrow: Callable[[Scene], Scene] = _as_it_is
    besides: Callable[[Scene, Values], Sequence[tuple[str, Fraction]]] = lambda _scene, _values: ()
    moot: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Order:
    """A verb of a system: who and what it takes, how it is resolved, how its result is worded.

    `resolve` is pure: it returns what is after, or raises RuleError and nothing has happened. An order about
    the `battle` of ships gets it in its scene; it may take a while, and is resolved in a thread of its own.
    """

    verb: str
    roles: tuple[Role, ...]
    fields: tuple[Field, ...]
    resolve: Callable[[Scene, Values, Dice], Outcome]
    word: Callable[[Any, Faces], Card]
    odds: Odds | None = None
    battle: bool = False

    def read(self, raw: Mapping[str, Value], settings: Settings | None = None) -> dict[str, Value]:
        """Typed values from what was given; fields without value or default are left out.

        A field that wasn't given takes the campaign's setting of the same name, then its own default. `mode`
        is shorthand for the fields that are marked so: `snap single`. Raises RuleError for a field
        or a value that this order doesn't have.
        """
        fields = {field.name: field for field in self.fields}
        given = self.spread(raw)
        for name in given:
            if name not in fields:
                raise RuleError(f"These rules have no “{name}” for /{self.verb}: choose {offered(list(fields))}.")
        values = {name: field.default for name, field in fields.items() if field.default is not None}
        set_here = {name: value for name, value in (settings or {}).items() if name in fields}
        return values | {name: fields[name].read(value) for name, value in (set_here | given).items()}

    def spread(self, raw: Mapping[str, Value]) -> dict[str, Value]:
        """What was given, with `mode` and `values` spread over the fields that they name: `size -2, moved 20`."""
        given = {name: value for name, value in raw.items() if name not in {"mode", "values"}}
        text = str(raw.get("values", ""))
        names = [field.name for field in self.fields]
        more = read_named(text, names, what=f"value for /{self.verb}") if text.strip() else {}
        return {**given, **more, **self._named(raw.get("mode", ""))}

    def _named(self, mode: Value) -> dict[str, Value]:
        spread: dict[str, Value] = {}
        for word in str(mode).replace(",", " ").split():
            choices = {choice: field.name for field in self.fields if field.mode for choice in field.choices}
            choice = match(word, choices, what="mode")
            if choices[choice] in spread:
                raise RuleError(f"{quoted(str(mode))} names two kinds of {choices[choice]}: choose one.")
            spread[choices[choice]] = choice
        return spread

    def modes(self) -> list[str]:
        """What `mode` may say, for autocompletion: each choice, and the pairs of two fields."""
        groups = [field.choices for field in self.fields if field.mode]
        words = [choice for group in groups for choice in group]
        if len(groups) == 2:
            words += [f"{first} {second}" for first in groups[0] for second in groups[1]]
        return words


@dataclass(frozen=True, slots=True)
class Trait:
    """A value on a sheet that people read and set by name.

    `write` gets the sheet, what was typed and the campaign's settings; it raises RuleError for what can't be.
    """

    name: str
    read: Callable[[Any], str]
    write: Callable[[Any, str, Settings], Any]
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """What a campaign can be set to: the values, the default first, and what it does in a sentence.

    A field of the same name in an order takes the setting as its default. `pattern`, a regular expression,
    lets the referee write a value of his own.
    """

    name: str
    values: tuple[str, ...]
    meaning: str
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """An entry of the rules index: its id, where it stands in the book, and our own summary of it."""

    id: str
    reference: str
    summary: str


def _no_things(_: Mapping[str, Any]) -> None:
    return None


def _no_effort(_: str) -> tuple[str, ...]:
    return ()


def _unmarked(_: Any) -> Mark:
    return Mark()


@dataclass(frozen=True, slots=True)
class System:
    """One rulebook.

    `kind` says what its sheets describe. `load_things` and `dump_things` read and write what it keeps of a
    campaign beside its units; a new campaign has stored nothing, which is loaded as well. `load_battle` and
    `dump_battle` do so with the battle that its ships fight, `battle_line` tells it in a line, and `rehearse` plays
    it on so many times, telling ever better how it may go. `effort` says in words, with their rules, what working
    something of a deck costs: a portal by its name, or a light switch. `cited` is what its answers put before a
    rule's id, its key where that is empty.
    """

    key: str
    title: str
    load_sheet: Callable[[Mapping[str, Any]], Any]
    dump_sheet: Callable[[Any], dict[str, Any]]
    new_sheet: Any
    traits: Mapping[str, Trait]
    orders: Mapping[str, Order]
    line: Callable[[Any], str]
    card: Callable[[Unit], Card]
    kind: str = CHARACTER
    mark: Callable[[Any], Mark] = _unmarked
    effort: Callable[[str], tuple[str, ...]] = _no_effort
    load_things: Callable[[Mapping[str, Any]], Any] = _no_things
    dump_things: Callable[[Any], dict[str, Any]] = dict
    rehearse: Callable[[Any, int], Iterator[Card]] | None = None
    load_battle: Callable[[str], Any] = str
    dump_battle: Callable[[Any], str] = str
    battle_line: Callable[[Any], str] = str
    settings: Mapping[str, Setting] = field(default_factory=dict)
    templates: Mapping[str, Unit] = field(default_factory=dict)
    starter: tuple[Unit, ...] = ()
    shipyard: Shipyard | None = None
    rules: Mapping[str, Rule] = field(default_factory=dict)
    cited: str = ""

    def order(self, verb: str) -> Order:
        """The order of that verb; raises RuleError where these rules have none."""
        if verb not in self.orders:
            raise RuleError(f"{self.title} has no /{verb}.")
        return self.orders[verb]

    def with_traits(self, sheet: Any, traits: Mapping[str, str], settings: Settings = MappingProxyType({})) -> Any:
        """The sheet with these values written on it, in the order in which the system lists its traits.

        Raises RuleError for a trait that these rules don't have, or a value that it can't take.
        """
        named = {match(name, self.traits, what="value on a sheet"): text for name, text in traits.items()}
        for name, trait in self.traits.items():
            if name in named:
                sheet = trait.write(sheet, named[name], settings)
        return sheet
