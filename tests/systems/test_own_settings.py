"""A campaign that plays several books has the settings of all: an order takes those of its own book alone."""

import pytest

from bot import systems

BOOKS = systems.discover(systems)
NAMED = {name for book in BOOKS.values() for name in book.settings}


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
