"""Several orders in one message: each under its title, and what has been taken back as a line."""

from types import SimpleNamespace

import pytest

from bot.chat.gathering import _gathers
from bot.chat.together import _card
from bot.engine.cards import Card


def told(title, *, undone=False):
    return SimpleNamespace(card=Card(title, (f"{title} goes",), ("as it is",))), undone


@pytest.mark.parametrize(
    ("undone", "lines"),
    [
        ((), ("Ann goes", "— Bob", "Bob goes", "— Cid", "Cid goes")),
        (("Ann",), ("— Ann: taken back", "— Bob", "Bob goes", "— Cid", "Cid goes")),
        (("Bob",), ("Ann goes", "— Bob: taken back", "— Cid", "Cid goes")),
        (("Ann", "Bob", "Cid"), ("— Ann: taken back", "— Bob: taken back", "— Cid: taken back")),
    ],
)
def test_several_orders_stand_in_the_first_ones_card(undone, lines):
    card = _card([told(name, undone=name in undone) for name in ("Ann", "Bob", "Cid")])
    assert (card.title, card.lines) == ("Ann", lines)


@pytest.mark.parametrize(
    ("verb", "sealed", "gathers"),
    [
        ("move", False, True),
        ("move", True, False),
        ("fire", False, False),
        ("next", False, True),
        ("gone", False, False),
    ],
)
def test_whose_message_takes_in_moves(verb, sealed, gathers):
    """A move's, and that of a step in which moves are made; of no order that is kept from others."""
    orders = {name: SimpleNamespace(verb=name, gathers=name == "move") for name in ("move", "fire", "next")}
    assert _gathers(SimpleNamespace(orders=orders), SimpleNamespace(verb=verb, sealed=sealed)) is gathers
