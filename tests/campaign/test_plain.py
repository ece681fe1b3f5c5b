"""What a campaign decides by itself, without a database: whose throw is owed, what is meant by a name, what is kept."""

from types import SimpleNamespace

import pytest
from sqlalchemy import JSON, Column, Integer, String

from bot import systems
from bot.campaign.casting import _check_far
from bot.campaign.erasing import _nobody
from bot.campaign.naming import kind_named
from bot.campaign.recording import _same
from bot.campaign.rosters import chosen
from bot.campaign.rows import _suggestion, dump_throw, load_throw
from bot.campaign.settings import groups_of
from bot.campaign.stretches import _Entries
from bot.engine.cards import Suggestion
from bot.engine.dice import Throw
from bot.engine.errors import RuleError
from bot.engine.scene import Role
from bot.engine.system import CHARACTER, SHIP
from bot.engine.typed import Named

BOOKS = systems.discover(systems)


@pytest.mark.parametrize(
    ("owed", "thrown", "same"),
    [
        ("unit 3 ann", "unit 3 ann", True),
        # By the id under another name, or by the name if they came back.
        ("unit 3 ann", "unit 3 eve", True),
        ("unit 3 ann", "unit 8 ann", True),
        ("unit 3 ann", "unit 8 eve", False),
        # A name is all of it, blanks and all.
        ("unit 3 ann lee", "unit 8 ann lee", True),
        ("unit 3 ann lee", "unit 8 ann fox", False),
        # So it is for whoever has left.
        ("left 3 ann lee", "unit 2 ann lee", True),
        ("left 3 ann lee", "unit 2 ann fox", False),
        ("left 3 ann", "unit 8 eve", False),
        ("left 3 ann", "unit 3 eve", True),
        ("side red", "side red", True),
        ("side red", "side blue", False),
        ("unit 3 ann", "side ann", False),
    ],
)
def test_whose_throw_it_is_that_is_owed(owed, thrown, same):
    assert _same(owed, thrown) is same


def row(name, kind):
    return SimpleNamespace(name=name, key=name.casefold(), kind=kind)


@pytest.mark.parametrize(
    ("people", "ships", "typed", "kind"),
    [
        (("Wasp",), ("Wasp",), "wasp", CHARACTER),
        (("Ann",), ("Wasp",), "wasp", SHIP),
        (("Ann",), ("Wasp",), " Wasp , Ann", SHIP),
        # Whoever is called so comes before whoever begins so, and that before a word of a name.
        (("Wasp Captain",), ("Wasp",), "wasp", SHIP),
        (("The Wasp",), ("Wasp 2",), "wasp", SHIP),
        (("The Wasp",), (), "wasp", CHARACTER),
        ((), ("Wasp",), "bee", SHIP),
        (("Ann",), ("Wasp",), "bee", CHARACTER),
        ((), (), "bee", CHARACTER),
    ],
)
def test_which_kind_is_named(people, ships, typed, kind):
    found = kind_named([row(name, CHARACTER) for name in people], [row(name, SHIP) for name in ships], typed)
    assert found == kind


MEMBERS = [{"name": name, "side": side} for name, side in (("Ann", "Red"), ("Abe", "Red"), ("Bob", "Blue"))]


@pytest.mark.parametrize(
    ("who", "names"),
    [
        ("", ["Ann", "Abe", "Bob"]),
        ("  ", ["Ann", "Abe", "Bob"]),
        ("bob, ann", ["Ann", "Bob"]),
        ("red", ["Ann", "Abe"]),
        ("Red, Bob, bob", ["Ann", "Abe", "Bob"]),
    ],
)
def test_whom_of_a_roster_names_and_sides_mean(who, names):
    assert [one["name"] for one in chosen(MEMBERS, who)] == names


@pytest.mark.parametrize("who", [",", " , ,", "Eve"])
def test_nobody_else_is_of_a_roster(who):
    with pytest.raises(RuleError):
        chosen(MEMBERS, who)


def test_rulings_of_a_book_stand_apart_from_its_other_settings():
    book = BOOKS["ahl_variant"]
    groups = groups_of(book)
    first, *others = groups
    assert first == "The campaign"
    for title in others:
        for setting in groups[title].values():
            assert ("ruling" in setting.meaning or "R-" in setting.meaning) is (title != book.title), setting.meaning


@pytest.mark.parametrize(
    ("role", "given", "refused"),
    [
        (Role("target", far=True), 20, False),
        (Role("clips", counts=True), 20, False),
        (Role("name"), 20, True),
        (Role("name"), 0, True),
        (Role("name"), None, False),
    ],
)
def test_a_number_after_a_name_has_to_say_something(role, given, refused):
    named = [Named("Ann", None), Named("Bob", given)]
    if not refused:
        _check_far(role, named)
        return
    with pytest.raises(RuleError, match=f"leave @{given} out"):
        _check_far(role, named)


def test_of_all_entries_those_are_read_that_threw_dice_of_some_numbers():
    entries = _Entries([SimpleNamespace(first_die=first) for first in (0, 4, 4, 9)], ())
    for first, beyond, found in ((0, 9, [0, 4, 4]), (4, 9, [4, 4]), (4, 10, [4, 4, 9]), (5, 9, []), (0, 0, [])):
        assert [row.first_die for row in entries.of_dice(first, beyond).rows] == found


@pytest.mark.parametrize(
    ("column", "value", "left"),
    [
        (Column("owner_id", Integer, nullable=False), 7, 0),
        (Column("owner_id", Integer, nullable=True), 7, None),
        (Column("owner_id", Integer, nullable=False), 8, 8),
        (Column("owner", String, nullable=False), "7", ""),
        (Column("order", JSON, nullable=False), {"by": 8}, {"by": 8}),
    ],
)
def test_who_is_forgotten_is_nobody_in_their_place(column, value, left):
    assert _nobody(column, value, 7) == left


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_throw_is_kept_with_how_it_was_thrown(by_hand):
    throw = Throw("to hit", 6, (3, 4), by_hand)
    assert load_throw(dump_throw(throw)) == throw
    assert len(dump_throw(throw)) == 3 + by_hand


def test_an_order_that_may_follow_is_kept_with_what_it_asks_for():
    """And what once stood there besides is left out."""
    kept = {"verb": "fire", "fields": {}, "asks": ["target"], "beside": ["turn"]}
    assert _suggestion(kept) == Suggestion("fire", {}, asks=("target",))
    assert _suggestion({"verb": "fire", "fields": {}}) == Suggestion("fire", {})
