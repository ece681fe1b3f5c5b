"""What a side calls those who aren't of it: by their names, or Contact 1, 2, 3 as it has met them, until it is told who
they are.

What a side is told is put into its own names, and what its people type is read by them.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from bot.deck.knowledge import Acquaintance
from bot.deck.view import Marks
from bot.engine.cards import Card, Suggestion
from bot.engine.errors import RuleError
from bot.engine.scene import Said
from bot.systems.names import key_of

# The setting, and what it is set to where strangers are contacts.
STRANGERS, CONTACTS = "strangers", "contacts"
# What everybody reads of somebody whom not every side knows by name.
SOMEBODY = "somebody"
T = TypeVar("T")
V = TypeVar("V")


def are_contacts(settings: Mapping[str, str]) -> bool:
    """Whether a side calls strangers by how it has met them."""
    return settings.get(STRANGERS) == CONTACTS


def contact(number: int, taken: Collection[str] = ()) -> str:
    """What a side calls the stranger whom it has met as the how many-th, unless somebody whom it knows has that name:
    `taken` are the keys of such names.
    """
    name = f"Contact {number}"
    return f"Stranger {number}" if key_of(name) in taken else name


def contacts(people: Mapping[int, str], own: Collection[int], met: Mapping[int, Acquaintance]) -> dict[int, str]:
    """What a side with its `own` people calls all others whom it has met while it doesn't know their names; by ids, as
    the true names of `people` are given.
    """
    known = {key_of(name) for number, name in people.items() if number in own or (number in met and met[number].named)}
    return {
        number: contact(each.number, known)
        for number, each in met.items()
        if number in people and number not in own and each.number
    }


@dataclass(frozen=True, slots=True)
class Callings:
    """How a side calls people: the names that it uses of strangers `instead` of their own, and whose own name is meant
    by each name that it uses, or has used before it was told theirs. `others` are all other names, of which those of
    strangers may be a part.
    """

    instead: Mapping[str, str] = field(default_factory=dict)
    meant: Mapping[str, str] = field(default_factory=dict)
    others: Collection[str] = ()

    def told(self, text: str) -> str:
        """Text as the side reads it."""
        return _replaced(text, self._all)

    @property
    def _all(self) -> Mapping[str, str]:
        return {**{name: name for name in self.others}, **self.instead} if self.instead else {}

    def typed(self, text: str) -> str:
        """Text that somebody of the side has typed, with the people's own names."""
        return _replaced(text, self.meant)

    def name(self, typed: str) -> str:
        """The name that the side uses now for whom a name means that it has used before."""
        own = {key_of(name): true for name, true in self.meant.items()}.get(key_of(typed.strip()))
        return typed if own is None else self.instead.get(own, own)

    def fields(self, said: Mapping[str, V]) -> dict[str, V]:
        """What was typed for the fields of an order, with the people's own names."""
        return {name: self.typed(value) if isinstance(value, str) else value for name, value in said.items()}  # type: ignore[misc]

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
        """Within the block what is refused is told in the side's names."""
        try:
            yield
        except RuleError as problem:
            if self.instead:
                problem.args = (self.told(str(problem)), *problem.args[1:])
            raise


def naming(names: Collection[str]) -> re.Pattern[str]:
    """What finds each of some names in a text, the longest first."""
    either = "|".join(re.escape(each) for each in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)


def as_called(card: Card, called: Mapping[str, str]) -> Card:
    """A card with some under another name, in the orders that it offers too."""
    if not called:
        return card

    def anew(line: str | Suggestion) -> str | Suggestion:
        return _suggested(line, called) if isinstance(line, Suggestion) else _replaced(line, called)

    return replace(
        card,
        title=_replaced(card.title, called),
        lines=tuple(map(anew, card.lines)),
        working=tuple(_replaced(line, called) for line in card.working),
        footer=_replaced(card.footer, called),
        next=tuple(_suggested(each, called) for each in card.next),
        waits=tuple(_suggested(each, called) for each in card.waits),
    )


def _suggested(order: Suggestion, called: Mapping[str, str]) -> Suggestion:
    fields = {
        name: _replaced(value, called) if isinstance(value, str) else value for name, value in order.fields.items()
    }
    before, after = (_replaced(text, called) for text in (order.before, order.after))
    return replace(order, fields=fields, before=before, after=after)


def _replaced(text: str, called: Mapping[str, str]) -> str:
    if not called:
        return text
    by_key = {name.casefold(): other for name, other in called.items()}
    return naming(called).sub(lambda found: by_key[found[0].casefold()], text)
