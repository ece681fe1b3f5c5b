"""What a side calls those who aren't of it: by their names, or Contact 1, 2, 3 as it has met them, until it is told who
they are; and how a text or a card reads with people under other names.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.deck.knowledge import Acquaintance
from bot.engine.cards import Card, Spoken, Suggestion
from bot.systems.names import key_of

# The setting, and what it is set to where strangers are contacts.
STRANGERS, CONTACTS = "strangers", "contacts"
# What everybody reads of somebody whom not every side knows by name.
SOMEBODY = "somebody"


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
    """What a side with its `own` people calls all others whom it has met while it doesn't know their names, as it met
    them; by ids, as the true names of `people` are given.
    """
    known = {key_of(name) for number, name in people.items() if number in own or (number in met and met[number].named)}
    return {
        number: contact(each.number, known)
        for number, each in sorted(met.items(), key=lambda one: one[1].number)
        if number in people and number not in own and each.number
    }


def naming(names: Collection[str]) -> re.Pattern[str]:
    """What finds each of some names in a text, the longest first."""
    either = "|".join(re.escape(each) for each in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)


def as_called(card: Card, called: Mapping[str, str]) -> Card:
    """A card with some under another name, in the orders that it offers too."""
    if not called:
        return card

    def anew(line: str | Suggestion) -> str | Suggestion:
        return _suggested(line, called) if isinstance(line, Suggestion) else replaced(line, called)

    return replace(
        card,
        title=replaced(card.title, called),
        lines=tuple(map(anew, card.lines)),
        working=tuple(replaced(line, called) for line in card.working),
        footer=replaced(card.footer, called),
        next=tuple(_suggested(each, called) for each in card.next),
        waits=tuple(_suggested(each, called) for each in card.waits),
    )


def _suggested(order: Suggestion, called: Mapping[str, str]) -> Suggestion:
    fields = {
        name: replaced(value, called) if isinstance(value, str) else value for name, value in order.fields.items()
    }
    before, after = (replaced(text, called) for text in (order.before, order.after))
    return replace(order, fields=fields, before=before, after=after)


def replaced(text: str, called: Mapping[str, str]) -> str:
    """A text with some under another name; somebody's own words stay as they are."""
    if not called or isinstance(text, Spoken):
        return text
    by_key = {name.casefold(): other for name, other in called.items()}
    return naming(called).sub(lambda found: by_key[found[0].casefold()], text)
