"""Who owns people of several sides, and is asked about which they play."""

from types import SimpleNamespace

import pytest

from bot.chat.undecided import Undecided, newly_undecided, undecided
from bot.engine.seats import Membership


def unit(name, side, owner):
    return SimpleNamespace(name=name, side=side, owner=owner)


def test_only_who_owns_people_of_several_sides_is_undecided():
    units = [
        *(unit("Ann", "Red", "1"), unit("Abe", "Blue", "1"), unit("Eve", "", "1"), unit("Bob", "Red", "2")),
        *(unit("Cid", "Red", "3"), unit("Dot", "Blue", "3"), unit("Fay", "", "4")),
    ]
    found = list(undecided({"3": Membership("player", "Blue")}, units))
    assert found == [Undecided("1", ("Blue", "Red"), "Ann")]


def test_they_may_play_each_of_their_sides_or_look_on():
    select = Undecided("1", ("Blue", "Red"), "Ann").select
    assert [(option.label, option.value) for option in select.options] == [
        ("They play Blue", "1:Blue"),
        ("They play Red", "1:Red"),
        ("They look on", "1"),
    ]
    assert select.placeholder == "Which side whoever owns Ann plays"
    many = Undecided("1", tuple(f"Side {number}" for number in range(30)), "x" * 100).select
    assert (len(many.options), len(many.placeholder)) == (25, 100)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        # Fog begins: all of them; later on those alone of whom the order has changed something.
        ({"fog": None}, ["1", "2"]),
        ({"changed": ["1"]}, ["1"]),
        ({"changed": [""]}, []),
        ({}, []),
        ({"fog": None, "now": "off"}, []),
        ({"fog": None, "referee": False}, []),
        ({"changed": ["1"], "outcome": False}, []),
    ],
)
async def test_the_referee_is_asked_about_those_of_whom_an_order_has_brought_it_about(monkeypatch, told, asked):
    units = [unit("Ann", "Red", "1"), unit("Abe", "Blue", "1"), unit("Bob", "Red", "2"), unit("Ben", "Blue", "2")]

    async def seated(_):
        return units

    async def memberships():
        return {}

    monkeypatch.setattr("bot.chat.undecided.seats", seated)
    now = SimpleNamespace(settings={"fog": told.get("now", "on")})
    transaction = SimpleNamespace(referee=told.get("referee", True), campaign=now, memberships=memberships)
    outcome = SimpleNamespace(members=dict.fromkeys(told.get("changed", ())), units={})
    was = SimpleNamespace(settings={"fog": told["fog"]} if "fog" in told else {"fog": "on"}, units={})
    entry = SimpleNamespace(outcome=outcome if told.get("outcome", True) else None, was=was)
    assert [each.number for each in await newly_undecided(transaction, entry)] == asked
