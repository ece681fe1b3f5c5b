"""What is told of rosters: who is in one, who may take it over, and who came out of it."""

import pytest

from bot.engine.dice import LiveDice
from bot.engine.scene import Scene
from bot.systems.rosters import RosterJoined, RosterKept, roster_orders
from tests.reports import card_of

ORDERS = roster_orders()


def card(verb, told, **said):
    order = ORDERS[f"roster {verb}"]
    outcome = order.resolve(Scene({}, material=told), order.read(said, {}), LiveDice(bytes(32), 0))
    return card_of(order, outcome, ())


@pytest.mark.parametrize(("number", "more"), [(1, ""), (40, ""), (41, "1 more"), (43, "3 more")])
def test_forty_of_those_who_are_saved_are_named(number, more):
    names = tuple(f"Ann {each}" for each in range(1, number + 1))
    told = card("save", RosterKept("Ours", names), name="Ours").lines[0]
    assert told.startswith("As they are now: Ann 1")
    assert told.count("Ann ") == min(number, 40)
    assert ("more" in told) is bool(more)
    assert told.endswith(more)


@pytest.mark.parametrize(
    ("shared", "whose"),
    [(True, "any referee of this server"), (False, "this campaign's referees, in another channel,")],
)
def test_it_is_told_who_may_take_it_over_and_who_of_it_are_prisoners(shared, whose):
    saved = card("save", RosterKept("Ours", ("Ann",), shared=shared), name="Ours")
    assert (saved.title, len(saved.lines)) == ("The roster Ours is saved", 2)
    assert whose in saved.lines[1]
    held = card("save", RosterKept("Ours", ("Ann",), shared, "Ann (in the hands of Blue)"), name="Ours")
    assert held.lines[2:] == ("As prisoners: Ann (in the hands of Blue)",)


def test_whoever_joins_out_of_it_has_a_line():
    joined = card("load", RosterJoined("Ours", (("Ann", "well"), ("Bob", "hurt")), ("A note",)), name="Ours")
    assert (joined.title, joined.lines, joined.working) == (
        "The roster Ours joins",
        ("Ann: well", "Bob: hurt"),
        ("A note",),
    )
    assert card("remove", RosterKept("Ours"), name="Ours").title == "The roster Ours is taken away"
