"""A campaign that plays several books has the settings of all: an order takes those of its own book alone."""

import pytest

from bot import systems
from bot.engine.errors import RuleError
from bot.engine.fields import own_or_listed, setting_for_once

BOOKS = systems.discover(systems)
NAMED = {name for book in BOOKS.values() for name in book.settings}
# How it is just now, and not how the rules are played.
JUST_NOW = {"ahl": {"dark", "vacuum", "zero-g"}, "ahl_variant": {"dark", "vacuum", "zero-g"}, "combat3000": {"light"}}


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_no_order_takes_a_setting_that_only_other_books_have(key):
    book = BOOKS[key]
    taking = {
        (verb, field.name)
        for verb, order in book.orders.items()
        for field in order.fields
        if field.name in NAMED - book.settings.keys() and not field.apart
    }
    assert taking == set()


@pytest.mark.parametrize(
    ("key", "verb", "given", "name", "value", "without"),
    [
        ("highguard", "battle new", {"first": "Navy", "second": "Pirates"}, "fuel", "300", False),
        ("ahl", "heal", {}, "wounds", "by location", "everything"),
    ],
)
def test_a_setting_of_another_book_leaves_an_order_as_it_is(key, verb, given, name, value, without):
    order = BOOKS[key].orders[verb]
    assert order.read(given, {name: value})[name] == order.read(given, {})[name]
    assert order.read(given, {name: value})[name] == without


def test_a_setting_of_its_own_book_is_what_an_order_takes():
    book = BOOKS["combat3000"]
    taken = [
        (field, setting)
        for order in book.orders.values()
        for field in order.fields
        if (setting := book.settings.get(field.name)) and not field.apart
    ]
    assert taken


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_a_player_says_for_one_order_how_it_is_just_now_and_the_referee_alone_how_the_rules_are_played(key):
    book = BOOKS[key]
    taken = [
        field
        for order in book.orders.values()
        for field in order.fields
        if field.name in book.settings and not field.apart
    ]
    assert {field.name for field in taken if not field.referees} == JUST_NOW.get(key, set())
    for field in taken:
        assert field.referees in {"", setting_for_once(field.name)}


@pytest.mark.parametrize("key", sorted(BOOKS.keys() - {"naval"}))
def test_a_campaign_begins_with_nothing_kept_and_keeps_that(key):
    book = BOOKS[key]
    nothing = book.load_ledger({})
    assert book.load_ledger(book.dump_ledger(nothing)) == nothing


# What somebody may type for a value that a book's table or a pattern has to bear; the last is no number for Python.
ODD = ["yes", "", " ", ",", "-5", "1e9", "NaN", "300", "300 (9", "٣٠٠ (٩)", "@", "9" * 5000, f"{'9' * 5000} (1)+0"]


@pytest.mark.parametrize("key", sorted(BOOKS))
@pytest.mark.parametrize("odd", ODD)
def test_what_is_typed_for_a_value_is_read_or_refused_in_a_sentence(key, odd):
    fields = [field for order in BOOKS[key].orders.values() for field in order.fields]
    refusals = {field.name: _refusal(field.read, odd) for field in fields}
    assert {name: told for name, told in refusals.items() if told and told[-1] not in ".?"} == {}


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_an_order_refuses_for_once_what_its_setting_refuses(key):
    settings = BOOKS[key].settings
    taken = {
        (field.name, odd)
        for order in BOOKS[key].orders.values()
        for field in order.fields
        if field.name in settings and settings[field.name].pattern and not field.apart
        for odd in ODD
        if _refusal(_setting_read(settings[field.name]), odd) and not _refusal(field.read, odd)
    }
    assert taken == set()


def _setting_read(setting):
    return lambda typed: own_or_listed(typed, setting.pattern, setting.values, setting.name)


def _refusal(read, typed):
    try:
        read(typed)
    except RuleError as refused:
        return str(refused)
    return ""
