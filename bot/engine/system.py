"""What a rule system is to the rest of the house: sheets, traits and orders, as plain values.

A system's package exports `load(data: Path) -> System`, and nothing outside it knows more than what this file names:
the scene of an order, its fields and the order itself have files of their own, and are imported from here.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.engine.fields import Field, Kind, Setting, Settings, Value, Values, whole
from bot.engine.matching import match
from bot.engine.order import InTwoSteps, Need, Odds, Order
from bot.engine.scene import Hands, Outcome, Role, Said, Scene, Unit
from bot.engine.shipyard import Shipyard
from bot.engine.tracker import Tracker

__all__ = [
    "CHARACTER",
    "SHIP",
    "Field",
    "Hands",
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
    "System",
    "Trait",
    "Unit",
    "Value",
    "Values",
    "whole",
]

# What a system's sheets describe: a campaign plays one system of each kind.
CHARACTER, SHIP = "character", "ship"


@dataclass(frozen=True, slots=True)
class Mark:
    """What a counter on a deck shows of a sheet."""

    wounds: int = 0
    out: bool = False
    dead: bool = False


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


def _no_things(_: Mapping[str, Any]) -> None:
    return None


def _nothing_kept(_: Any) -> str:
    return ""


def _unnamed(kept: Any, _: str, __: str) -> Any:
    return kept


def _nobody(_: Any) -> tuple[str, ...]:
    return ()


def _no_totals(_: Sequence[Any]) -> Sequence[str]:
    return ()


def _unmarked(_: Any) -> Mark:
    return Mark()


@dataclass(frozen=True, slots=True)
class System:
    """One rulebook.

    `kind` says what its sheets describe. `load_things` and `dump_things` read and write what it keeps of a campaign
    beside its units; a new campaign has stored nothing, which is loaded as well. Of a battle that ships fight in it
    `battle_line` tells in a line, `fighting` names its ships, `track` says who is waited for, None where there is
    none, and `rehearse` plays it on so many times, telling ever better how it may go. `kept` is the turn that is
    kept, in words such as “phase 2 of turn 1”, nothing where none is. `sealed` is what waits in it that not all may
    know, such as “plans of turn 1 are secret”, and `half_done` the step of a battle that some have taken and others
    still owe, each as a sentence goes on after “while”, nothing where none is. `renamed` is what it keeps with
    somebody under another name, and `renamed_on` a sheet that may name him; with an empty name he has left.
    `opening` is the first order that its starter fight may begin with, to be tried at once.
    `shipyard` is what it does with designs and listings under a campaign's settings. `listed` are the things of its
    lists by name, each with its whole profile, and `totals` says in lines what some sheets come to together.
    `cited` is what its answers put before a rule's id, its key where that is empty.
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
    kept: Callable[[Any], str] = _nothing_kept
    sealed: Callable[[Any], str] = _nothing_kept
    half_done: Callable[[Any], str] = _nothing_kept
    renamed: Callable[[Any, str, str], Any] = _unnamed
    renamed_on: Callable[[Any, str, str], Any] = _unnamed
    load_things: Callable[[Mapping[str, Any]], Any] = _no_things
    dump_things: Callable[[Any], dict[str, Any]] = dict
    rehearse: Callable[[Any, int], Iterator[Card]] | None = None
    battle_line: Callable[[Any], str] = str
    fighting: Callable[[Any], Collection[str]] = _nobody
    track: Callable[[Any], Tracker | None] | None = None
    settings: Mapping[str, Setting] = field(default_factory=dict)
    templates: Mapping[str, Unit] = field(default_factory=dict)
    starter: tuple[Unit, ...] = ()
    opening: Said | None = None
    shipyard: Callable[[Settings], Shipyard] | None = None
    rules: Mapping[str, Rule] = field(default_factory=dict)
    listed: Mapping[str, Rule] = field(default_factory=dict)
    totals: Callable[[Sequence[Any]], Sequence[str]] = _no_totals
    cited: str = ""

    def line_of(self, unit: Unit) -> str:
        """Somebody in a line: the sheet's, with the marks of the house."""
        return " · ".join([self.line(unit.sheet), *unit.marks])

    def card_of(self, unit: Unit) -> Card:
        """Somebody's whole sheet, with the marks of the house."""
        card = self.card(unit)
        return replace(card, lines=(*card.lines, *(mark.capitalize() for mark in unit.marks)))

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
