"""What a rule system is to the rest of the house: sheets, traits and orders, as plain values.

A system's package exports `load(data: Path) -> System`, and nothing outside it knows more than what this file names:
the scene of an order, its fields and the order itself have files of their own, and are imported from here.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import TypeAdapter

from bot.engine.autopilot import Piloting
from bot.engine.between import Resting, Spoils, Supplies
from bot.engine.cards import Card
from bot.engine.dice import Faces
from bot.engine.due import Due, nothing_due
from bot.engine.errors import RuleError
from bot.engine.fields import Field, Kind, Setting, Settings, Value, Values, whole
from bot.engine.order import InTwoSteps, Need, Odds, Order
from bot.engine.scene import Game, Outcome, Role, Said, Scene, Unit
from bot.engine.service import Serving
from bot.engine.ships import Fleets, Shipyard
from bot.engine.staging import Staged
from bot.engine.telling import Report
from bot.engine.tracker import Tracker, squad_tracker
from bot.engine.typed import match

__all__ = [
    "CAREER",
    "CHARACTER",
    "KINDS",
    "SHIP",
    "Careers",
    "Field",
    "InTwoSteps",
    "Kind",
    "Mark",
    "Need",
    "Odds",
    "Order",
    "Outcome",
    "Role",
    "Rule",
    "Said",
    "Scene",
    "Setting",
    "Settings",
    "Ships",
    "Squads",
    "System",
    "Trait",
    "Unit",
    "Value",
    "Values",
    "whole",
]

# What a system's sheets describe: a campaign plays one system of each kind, and finds its people's first.
CHARACTER, SHIP, CAREER = KINDS = ("character", "ship", "career")


def namesakes(kind: str) -> tuple[str, ...]:
    """The kinds among which a name is used once: whoever has a career may be called as the character they become."""
    return (CAREER,) if kind == CAREER else (CHARACTER, SHIP)


class Sign(StrEnum):
    """What a counter shows of somebody beside wounds, the most pressing first."""

    UNCONSCIOUS = "unconscious"
    SERIOUS = "seriously wounded"
    FLEEING = "fleeing"
    PANICKED = "panicked"
    STUNNED = "stunned"
    DISORIENTED = "disoriented"
    EMPTY = "empty weapon"
    CROUCHING = "crouching"


@dataclass(frozen=True, slots=True)
class Mark:
    """What a counter on a deck shows of a sheet; who is large `fills` several squares."""

    wounds: int = 0
    out: bool = False
    dead: bool = False
    signs: frozenset[Sign] = frozenset()
    fills: int = 1


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
class Rule:
    """An entry of the rules index: its id, where it stands in the book, and our own summary of it."""

    id: str
    reference: str
    summary: str


def _no_ledger(_: Mapping[str, Any]) -> None:
    return None


def _nothing(_: Any) -> str:
    return ""


def _no_files(_: Unit) -> Sequence[tuple[str, str]]:
    return ()


def _unnamed(kept: Any, _: str, __: str) -> Any:
    return kept


def _stays(kept: Any) -> tuple[Any, Sequence[str]]:
    return kept, ()


def _unmarked(_: Any) -> Mark:
    return Mark()


@dataclass(frozen=True, slots=True)
class Squads:
    """What a rulebook does with people: they stand on decks, and act in turns."""

    kind: ClassVar[str] = CHARACTER
    # How a sheet looks on the deck.
    mark: Callable[[Any], Mark] = _unmarked
    # How somebody is by their sheet, in a word or two.
    state: Callable[[Any], str] = _nothing
    # The turn that is kept, in words such as “phase 2 of turn 1”; nothing if none is.
    turn_line: Callable[[Any], str] = _nothing
    # The step of it that it is at; nothing where it is at none.
    step: Callable[[Any], str] = _nothing
    # What a line of somebody tells before how they are, in a word or two each, by what the system keeps of the turn.
    brief: Callable[[Any, Unit], Sequence[str]] = lambda _ledger, _unit: ()
    # Whether what is kept beside the sheets tells where somebody is who stands on no deck.
    placed: Callable[[Any, str], bool] = lambda _ledger, _name: False
    # The name of that in which somebody rides, by their sheet: they are where it is.
    rides_in: Callable[[Any], str] = _nothing
    # When it is, by what the system keeps of the turn: its number and that of its phase.
    moment: Callable[[Any], tuple[int, int]] = lambda _ledger: (0, 0)
    # How many phases a turn has, by whose numbers.
    phases: int = 1
    # What of the turn a side knows that has the first of these people, by name, and sees the second; None for nothing.
    narrowed: Callable[[Any, Collection[str], Collection[str]], Any] | None = None
    # The same with what of it stands on the deck, by the whole and by the `bot.deck.knowledge.Knowledge` that they have
    # of the deck; None where nothing does.
    stands: Callable[[Any, Any, Any], Any] | None = None
    # What of a sheet those of other sides can see, all else as of somebody unknown; None where nothing can be.
    outward: Callable[[Any], Any] | None = None
    # The same in words, one each for what they hold, wear and visibly are.
    outside: Callable[[Any], Sequence[str]] = lambda _sheet: ()
    # Which squares in line of sight somebody on the deck is aware of, in a game; None where that is all.
    aware: Callable[[Game, Unit], Callable[[Any], bool] | None] | None = None
    # Whether those who stand on no deck act in a turn as well, though others stand on one.
    all_act: bool = False
    # What of a sheet runs out, and is filled up; None for a book in which nothing does.
    supplies: Supplies | None = None
    # What days between fights do; None for a book that doesn't know.
    resting: Resting | None = None
    # Where its fights are told; None for a book that doesn't tell of any.
    serving: Serving | None = None
    # What of the fallen can be taken over; None for a book whose people carry nothing.
    spoils: Spoils | None = None
    # The verb of the order that ends the turn.
    ends_by: Callable[[Any], str] = lambda _ledger: "turn end"

    def track(self, game: Game) -> Tracker | None:
        """Who plays in the turn that is kept; None where none is."""
        if not (turn := self.turn_line(game.ledger)):
            return None

        def told(unit: Unit) -> Sequence[str]:
            if unit.foreign:
                return *self.outside(unit.sheet), *unit.marks
            return *self.brief(game.ledger, unit), *unit.marks, self.state(unit.sheet)

        return squad_tracker(", ".join(filter(None, (turn, self.step(game.ledger)))), game, told, all_act=self.all_act)


@dataclass(frozen=True, slots=True)
class Ships:
    """What a rulebook does with ships: it designs them, and keeps the battle that they fight."""

    kind: ClassVar[str] = SHIP
    # What it does with designs and listings, under the settings of a campaign.
    shipyard: Callable[[Settings], Shipyard]
    # Words the bill of a design at a glance.
    glance: Callable[[Any, Faces], Card]
    # A battle in a line; nothing without one.
    battle_line: Callable[[Any], str]
    # The names of the ships that are in a battle.
    fighting: Callable[[Any], Collection[str]]
    # A battle as its picture shows it; None without one.
    fleets: Callable[[Any], Fleets | None]
    # Who fights in a battle, and where that stands; None without one.
    tracker: Callable[[Any], Tracker | None]
    # Plays a battle on as often as asked, telling ever better how it may go.
    rehearse: Callable[[Any, int], Iterator[Card]]
    # How a ship is by its sheet, in a word or two; nothing for one that is whole.
    state: Callable[[Any], str] = _nothing
    # Whether a ship is no more.
    lost: Callable[[Any], bool] = lambda _: False
    # A sheet, of which ship by name, by what is kept beside them or None: as it is now, and as it shows to other sides.
    amid: Callable[[Any, str, Any], Any] = lambda sheet, _name, _ledger: sheet
    outward: Callable[[Any, str, Any], Any] = lambda sheet, _name, _ledger: sheet
    # What an order in a battle came to, and the picture of a battle, as far as a side knows them to which the sheets of
    # others are closed, "" for those who play none.
    as_known: Callable[[Report[Any, Any], str], Report[Any, Any]] = lambda told, _: told
    fleets_known: Callable[[Fleets, str], Fleets] = lambda fleets, _: fleets
    # What such a sheet tells, in words.
    outside: Callable[[Any], Sequence[str]] = _nothing

    def track(self, game: Game) -> Tracker | None:
        """Who fights in the battle; None where none is fought."""
        return self.tracker(game.ledger)


@dataclass(frozen=True, slots=True)
class Careers:
    """What a rulebook does with careers: it leads people through their years, before they are anybody's characters."""

    kind: ClassVar[str] = CAREER
    # A sheet as files to keep: each with its name's ending and its text.
    files: Callable[[Unit], Sequence[tuple[str, str]]] = _no_files
    # Whether somebody's career is over, and they may go on as a character.
    free: Callable[[Unit], bool] = lambda _: False

    def track(self, _: Game) -> Tracker | None:
        """Nobody waits for another in careers: they are never tracked."""
        return None


@dataclass(frozen=True, slots=True)
class System:
    """One rulebook: its orders, its sheets, and what it keeps of a campaign beside them."""

    # The name of its folder.
    key: str
    # What the book is called.
    title: str
    # Makes a sheet of what is stored.
    load_sheet: Callable[[Mapping[str, Any]], Any]
    # Makes of a sheet what is stored.
    dump_sheet: Callable[[Any], dict[str, Any]]
    # The sheet of somebody of whom nothing is known.
    new_sheet: Any
    # The values of a sheet that can be written, by name.
    traits: Mapping[str, Trait]
    # Its orders by verb.
    orders: Mapping[str, Order]
    # A sheet in a line.
    line: Callable[[Any], str]
    # A whole sheet.
    card: Callable[[Unit], Card]
    # What it does with those whom its sheets describe.
    part: Squads | Ships | Careers = Squads()
    # What waits in it that not everybody may know, as it follows “while”, such as “plans of turn 1 are secret”.
    sealed: Callable[[Any], str] = _nothing
    # What it keeps, with somebody under another name; with an empty name they have left.
    renamed: Callable[[Any, str, str], Any] = _unnamed
    # A sheet that may name somebody, with their other name; with an empty name they have left.
    renamed_on: Callable[[Any, str, str], Any] = _unnamed
    # What it keeps once the deck is gone that was up, and a line for each thing that lay on it and goes with it.
    off_deck: Callable[[Any], tuple[Any, Sequence[str]]] = _stays
    # Makes what it keeps of a campaign beside its units; a new campaign has stored nothing, which is loaded too.
    load_ledger: Callable[[Mapping[str, Any]], Any] = _no_ledger
    # Makes of what it keeps what is stored.
    dump_ledger: Callable[[Any], dict[str, Any]] = dict
    # What a campaign can set, by name.
    settings: Mapping[str, Setting] = field(default_factory=dict)
    # People or ships ready to be added, by name.
    templates: Mapping[str, Unit] = field(default_factory=dict)
    # Who is added for a first fight.
    starter: tuple[Unit, ...] = ()
    # The first order that the starter fight may begin with, to be tried at once.
    opening: Said | None = None
    # Its rules and rulings by id.
    rules: Mapping[str, Rule] = field(default_factory=dict)
    # What stands in its lists, by name, each with its whole profile.
    listed: Mapping[str, Rule] = field(default_factory=dict)
    # All that they ask before the table may go on, in the order of play; see `bot.engine.due`.
    due: Callable[[Game], Sequence[Due]] = nothing_due
    # Those of it to which an answer was given beforehand: they are done as soon as they are due.
    answered: Callable[[Game], Sequence[Due]] = nothing_due
    # What it has for those who act by themselves; None for a book that has no advice.
    piloting: Piloting | None = None
    # What several sheets come to together, in lines, by a campaign's settings.
    totals: Callable[[Sequence[Any], Settings], Sequence[str]] = lambda _sheets, _settings: ()
    # What it has of scenarios; None for none.
    staged: Staged | None = None
    # What its answers put before the id of a rule; if empty, its key.
    cited: str = ""

    @property
    def kind(self) -> str:
        """What its sheets describe: characters, ships, or careers."""
        return self.part.kind

    @property
    def squads(self) -> Squads:
        """What it does with people; raises RuleError where its sheets describe none."""
        if not isinstance(self.part, Squads):
            raise RuleError(f"{self.title} has no rules for people.")
        return self.part

    @property
    def ships(self) -> Ships:
        """What it does with ships; raises RuleError where its sheets describe none."""
        if not isinstance(self.part, Ships):
            raise RuleError(f"{self.title} has no rules for ships.")
        return self.part

    @property
    def careers(self) -> Careers:
        """What it does with careers; raises RuleError where its sheets describe none."""
        if not isinstance(self.part, Careers):
            raise RuleError(f"{self.title} has no rules for careers.")
        return self.part

    def line_of(self, unit: Unit) -> str:
        """Somebody in a line: the sheet's, or what can be seen of it, with the marks of the house."""
        told = self._shows(unit.sheet) if unit.foreign else [self.line(unit.sheet)]
        return " · ".join([*told, *unit.marks])

    def card_of(self, unit: Unit) -> Card:
        """Somebody's whole sheet, or what can be seen of it, with the marks of the house."""
        card = self._outside(unit) if unit.foreign else self.card(unit)
        return replace(card, lines=(*card.lines, *(f"{mark[0].upper()}{mark[1:]}" for mark in unit.marks)))

    def _outside(self, unit: Unit) -> Card:
        title = f"{unit.name} ({unit.side})" if unit.side else unit.name
        seen = [f"{each[0].upper()}{each[1:]}" for each in self._shows(unit.sheet)]
        return Card(title, (*seen, "As they were last seen: the rest is their side's to know."))

    def _shows(self, sheet: Any) -> Sequence[str]:
        return self.ships.outside(sheet) if isinstance(self.part, Ships) else self.squads.outside(sheet)

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


T = TypeVar("T")
Upgrade = Callable[[dict[str, Any]], dict[str, Any]]


class SheetType(Generic[T]):
    """Turns one kind of sheet into JSON and back.

    `upgrades` holds one function for each version that has passed: the first turns version 1 into version
    2. A sheet that was stored long ago is read through all that it has missed.
    """

    def __init__(self, kind: type[T], upgrades: Sequence[Upgrade] = ()) -> None:
        self._adapter = TypeAdapter(kind)
        self.upgrades = upgrades

    def dump(self, sheet: T) -> dict[str, Any]:
        """The sheet as JSON, with its version under `v`."""
        return {"v": len(self.upgrades) + 1, **self._adapter.dump_python(sheet, mode="json")}

    def load(self, stored: Mapping[str, Any]) -> T:
        """The sheet that was stored, upgraded; raises pydantic.ValidationError where it isn't one."""
        values = dict(stored)
        for upgrade in self.upgrades[values.pop("v") - 1 :]:
            values = upgrade(values)
        return self._adapter.validate_python(values)
