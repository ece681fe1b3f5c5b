"""Several orders in one message: each under its title, and what has been taken back as a line."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from bot.campaign.journal import Earlier
from bot.campaign.settings import FULL
from bot.chat.gathering import _gathers, gathered
from bot.chat.together import _card, added
from bot.deck.view import Marks
from bot.engine.cards import Card, Suggestion


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


def test_under_a_message_that_tells_several_stand_the_newest_ones_buttons_with_what_may_follow_the_first(monkeypatch):
    shown = []
    monkeypatch.setattr("bot.chat.together.entry_buttons", shown.append)
    first, second, newest = (recorded(name) for name in ("Ann", "Bob", "Cid"))
    told = [Earlier(SimpleNamespace(recorded=each, channel_id=1, message_id=2)) for each in (first, second)]
    into = added(told, newest)
    ((entry),) = shown
    assert (into.channel_id, into.message_id, into.embed.title) == (1, 2, "Ann")
    assert into.embed.description.split("\n") == ["Ann goes", "— Bob", "Bob goes", "— Cid", "Cid goes"]
    assert (entry.name, entry.repeatable, entry.card.title) == ("Cid", False, "Cid")
    assert entry.card.next == first.card.next


@dataclass(frozen=True)
class Told:
    name: str
    card: Card
    repeatable: bool = True


def recorded(name):
    return Told(name, Card(name, (f"{name} goes",), next=(Suggestion("fire", {"name": name}),)))


class Transaction:
    """A campaign in which a step is going on, and what has been told just before."""

    def __init__(self, *told, chatter=""):
        self.told, self.campaign = told, SimpleNamespace(settings={"chatter": chatter})


@pytest.mark.parametrize(
    ("before", "chatter", "gathers"),
    [
        (["move"], "", True),
        (["next", "move"], "", True),
        ([], "", False),
        (["move", "fire"], "", False),
        (["fire"], "", False),
        (["move"], FULL, False),
    ],
)
async def test_a_move_is_told_with_those_just_before_it(monkeypatch, before, chatter, gathers):
    orders = {name: SimpleNamespace(verb=name, gathers=name == "move") for name in ("move", "fire", "next")}
    entries = [SimpleNamespace(verb=verb, sealed=False) for verb in before]

    async def due(*_):
        return "due"

    async def told(*_):
        return [SimpleNamespace(answer=SimpleNamespace(recorded=each), report=None) for each in entries]

    monkeypatch.setattr("bot.chat.gathering.due_now", due)
    monkeypatch.setattr("bot.chat.gathering.moment", lambda _: True)
    monkeypatch.setattr("bot.chat.gathering.asking", lambda _: False)
    monkeypatch.setattr("bot.chat.gathering.before", told)
    monkeypatch.setattr("bot.chat.gathering.added", lambda run, _: [each.answer.recorded.verb for each in run])
    entry = SimpleNamespace(id=9, verb="move", sealed=False, brought=(), telling=SimpleNamespace(marks=Marks()))
    found = await gathered(Transaction(chatter=chatter), SimpleNamespace(orders=orders), entry)
    assert (found and found.into) == (before[::-1] if gathers else None)
