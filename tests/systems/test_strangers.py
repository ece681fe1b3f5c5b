"""What a side calls strangers, and how texts and cards read with people under other names."""

import pytest

from bot.deck.knowledge import Acquaintance
from bot.engine.cards import Card, Suggestion
from bot.systems.strangers import as_called, contact, contacts, replaced

CALLED = {"Kaz": "Contact 1", "Kaz Vane": "Contact 2"}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ross fires at Kaz", "Ross fires at Contact 1"),
        ("KAZ VANE and kaz", "Contact 2 and Contact 1"),
        ("Kaz's gun, Kaz: hit", "Contact 1's gun, Contact 1: hit"),
        # A part of another word is nobody.
        ("Kazoo, McKaz, Kaz2", "Kazoo, McKaz, Kaz2"),
        ("", ""),
    ],
)
def test_a_text_names_them_as_they_are_called(text, read):
    assert replaced(text, CALLED) == read
    assert replaced(text, {}) == text


def test_every_part_of_a_card_names_them_as_they_are_called():
    """Each text is told by the part in which it stands."""
    order = Suggestion("fire", {"target": "Kaz", "count": 3}, "before Kaz ", " after Kaz", ("asks",), "then")
    called = Suggestion(
        "fire",
        {"target": "Contact 1", "count": 3},
        "before Contact 1 ",
        " after Contact 1",
        ("asks",),
        "then",
    )
    card = Card("title Kaz", ("line Kaz", order), ("working Kaz",), "footer Kaz", next=(order,), waits=(order,))
    assert as_called(card, CALLED) == Card(
        "title Contact 1",
        ("line Contact 1", called),
        ("working Contact 1",),
        "footer Contact 1",
        next=(called,),
        waits=(called,),
    )
    assert as_called(card, {}) == card


def test_a_stranger_has_another_name_where_somebody_known_is_called_a_contact():
    assert contact(2, {"contact 1"}) == "Contact 2"
    assert contact(2, {"contact 2"}) == "Stranger 2"


def test_strangers_are_those_whom_a_side_has_met_and_does_not_know():
    people = {1: "Ross", 2: "Kaz", 3: "Ilya", 4: "Contact 3", 5: "Una"}
    met = {
        1: Acquaintance(),
        2: Acquaintance(1),
        3: Acquaintance(2, named=True),
        4: Acquaintance(3),
        # Somebody who has left the game.
        6: Acquaintance(4),
    }
    # Whom it knows by name has a number and is called by it all the same, where both names are wanted.
    assert contacts(people, {1}, met) == {2: "Contact 1", 3: "Contact 2", 4: "Contact 3"}
    # A comrade, or somebody whom it knows, bears the name of a contact: the stranger has another.
    assert contacts({**people, 1: "Contact 1", 3: "Contact 3"}, {1}, met) == {
        2: "Stranger 1",
        3: "Contact 2",
        4: "Stranger 3",
    }
    assert contacts(people, {1}, {}) == {}
