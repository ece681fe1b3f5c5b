"""Whom names mean: among what is kept, and as a side calls people, who reads and types its own names for them."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from bot.campaign.rows import StoredUnit
from bot.deck.view import Marks
from bot.engine.cards import Card, sentence
from bot.engine.errors import RuleError
from bot.engine.fields import Value
from bot.engine.order import Order
from bot.engine.scene import Said
from bot.engine.system import CAREER, CHARACTER, SHIP
from bot.engine.typed import begins_word, match
from bot.systems.names import key_of
from bot.systems.strangers import as_called, replaced

# What is done with one of a kind where one of another is asked for.
_CAN = {
    CHARACTER: "/character show shows them",
    SHIP: "/ship show shows it, and /battle new begins a battle of ships",
    CAREER: "/career enlist makes a character of whoever has had one",
}


def meant(units: Sequence[StoredUnit], name: str, kind: str) -> StoredUnit:
    """The character, ship or career that was meant; raises RuleError with the near names where that isn't clear."""
    if not units:
        how = "begin" if kind == CAREER else "add"
        raise RuleError(f"There are no {kind}s here yet: {how} one with /{kind} {how}.")
    found = match(name, [unit.name for unit in units], what=kind)
    return next(unit for unit in units if unit.name == found)


def missed(problem: RuleError, name: str, kind: str, others: Iterable[StoredUnit], sides: Sequence[str]) -> RuleError:
    """What is told for that problem with a name: what else has that very name, or the sides that may be named."""
    told, key = str(problem), key_of(name)
    for other in others:
        if key_of(other.name) == key:
            is_one = "has a career, and is no ship or character" if other.kind == CAREER else f"is no {kind}"
            return RuleError(f"{other.name} {is_one}: {_CAN[other.kind]}.")
    if sides and told.endswith(".") and "could be" not in told:
        return RuleError(f"{told[:-1]}, or a side: {sentence(sides, 'or')}.")
    return problem


def kind_named(people: Sequence[StoredUnit], ships: Sequence[StoredUnit], typed: str) -> str:
    """Whether a character or a ship is named, first of several, a character before a ship."""
    key = key_of(typed.partition(",")[0].strip())
    begun = [unit for unit in (*people, *ships) if unit.key.startswith(key)]
    begun = begun or [unit for unit in (*people, *ships) if begins_word(unit.key, key)]
    exact = [unit for unit in begun if unit.key == key]
    return (exact or begun)[0].kind if begun else CHARACTER if people or not ships else SHIP


T = TypeVar("T")
_QUOTED = re.compile(r"(“[^”]*”)")


@dataclass(frozen=True, slots=True)
class Callings:
    """How a side calls people: the names that it uses of strangers `instead` of their own, and whose own name is meant
    by each name that it uses, or has used before it was told theirs. `others` are all other names, of which those of
    strangers may be a part. What was `typed` for an order is told as it was, where a refusal quotes it.
    """

    instead: Mapping[str, str] = field(default_factory=dict)
    meant: Mapping[str, str] = field(default_factory=dict)
    others: Collection[str] = ()
    typed: Collection[str] = ()

    def told(self, text: str) -> str:
        """Text as the side reads it."""
        return replaced(text, self._all)

    @property
    def _all(self) -> Mapping[str, str]:
        return {**{name: name for name in self.others}, **self.instead} if self.instead else {}

    def name(self, typed: str) -> str:
        """The name that the side uses now for whom a name means that it has used before."""
        if not self.meant:
            return typed
        own = {key_of(name): true for name, true in self.meant.items()}.get(key_of(typed.strip()))
        return typed if own is None else self.instead.get(own, own)

    def fields(self, order: Order, said: Mapping[str, Value]) -> dict[str, Value]:
        """What was typed for the fields of an order, with the people's own names; not in words that mean nobody."""
        spoken = {each.name for each in order.fields if each.spoken}
        return {
            name: replaced(value, self.meant) if isinstance(value, str) and name not in spoken else value
            for name, value in said.items()
        }

    def through(self, what: T, renamed: Callable[[T, str, str], T]) -> T:
        """What names people, such as a sheet, as the side reads it: `renamed` puts one name in place of another."""
        for name, other in self.instead.items():
            what = renamed(what, name, other)
        return what

    def said(self, said: Said) -> Said:
        """A kept order as the side would give it."""
        return self.through(said, Said.renamed)

    def marks(self, marks: Marks) -> Marks:
        """What a picture shows, of those whom the side names."""
        struck = tuple(replace(each, name=self.instead.get(each.name, each.name)) for each in marks.struck)
        return replace(marks, struck=struck)

    def card(self, card: Card) -> Card:
        """A card as the side reads it, with the orders that it offers."""
        return as_called(card, self._all)

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Within the block what is refused is told in the side's names, and what it quotes as that was typed."""
        try:
            yield
        except RuleError as problem:
            if self.instead:
                parts = _QUOTED.split(str(problem))
                told = (each if self._quotes(each) else self.told(each) for each in parts)
                problem.args = ("".join(told), *problem.args[1:])
            raise

    def _quotes(self, part: str) -> bool:
        said = part[1:-1].casefold()
        return _QUOTED.fullmatch(part) is not None and any(said in each.casefold() for each in self.typed)
