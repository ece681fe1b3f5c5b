"""Who is told of an order where sides know only what they have seen: each order of each rulebook, decided one by one.

A new order breaks this until somebody has decided whether all may read it, all are told a part of it, it is its giver's
alone, or each side is told what it sees of it and nothing else.
"""

from dataclasses import fields

import pytest

from bot import systems
from bot.engine.order import Order
from bot.engine.system import CHARACTER

BOOKS = systems.discover(systems)
# All may read it, for it tells nothing of a deck.
OPEN = "campaign end, campaign move, campaign set, dice reveal, dice salt, players set"
# All are told a part of it.
IN_PART = "deck load, phase, rest, scenario end, scenario on, scenario setup, table default, table remind, table wait"
# Its giver alone is answered, with fog or without.
ALONE = "autopilot set, autopilot why, plan, scenario show, standing"
# A side is told what it sees of it, and the side that gave it all that it may know. What hangs on the turn, all see.
SEEN = (
    "airlock, answers, autopilot act, autopilot another, autopilot carry out, autopilot i decide, blast, break, "
    "campaign new, career enlist, character add, character bring, character edit, character remove, charge, "
    "collide, control, convert, cover, deck take, dive, door, door set, encounter alarm, encounter begin, "
    "encounter end, encounter ground, encounter pass, encounter show, encounter step, face, fire, give, go, "
    "grenade, heal, hold, jump, land, lean, lift call, lift ride, lift set, light, light set, look, melee, morale, "
    "move, next, note, phase, phase ready, place, plan, rally, range, receive, reload, reorient, repair, "
    "resupply, reveal, roll, roster load, roster remove, roster replace, roster save, say, scenario alarm, "
    "scenario drop, scenario list, scenario next, scenario pilots, scenario reveal, scenario search, scenario slip, "
    "scenario take, scenario tally, scenario throw, stance, structure add, structure hit, structure list, "
    "surrender, table away, table ping, take, turn begin, turn end, turn show, use, vacuum, victory, wake"
)
DECIDED = {"open": OPEN, "in part": IN_PART, "alone": ALONE, "seen": SEEN}
# Plans of this book are written by side and open together: its answer is no secret of one person, and each side is
# told those of whom it sees.
TWICE = {("plan", "combat3000"): "seen", ("phase", "combat3000"): "in part"}
_SAYS_NOTHING = next(each.default for each in fields(Order) if each.name == "tells_all")


def told(order: Order) -> set[str]:
    """All classes in which an order is by what it says of itself."""
    found = {
        name
        for name, holds in (
            ("open", order.open),
            ("in part", order.tells_all is not _SAYS_NOTHING),
            ("alone", order.private),
        )
        if holds
    }
    return found or {"seen"}


def decided(book: str, verb: str) -> set[str]:
    if (verb, book) in TWICE:
        return {TWICE[verb, book]}
    classes = {name for name, verbs in DECIDED.items() if verb in verbs.split(", ")}
    return classes - {other for (twice, _), other in TWICE.items() if twice == verb}


@pytest.mark.parametrize("book", [name for name, system in BOOKS.items() if system.kind == CHARACTER])
def test_each_order_is_told_as_it_was_decided_and_in_one_way(book):
    orders = {order.verb: told(order) for order in BOOKS[book].orders.values()}
    assert orders == {verb: decided(book, verb) for verb in orders}
    assert [verb for verb, classes in orders.items() if len(classes) != 1] == []


def test_every_order_that_was_decided_is_there():
    """Fog lies over decks alone: what ships do, and careers, all may read."""
    there = {order.verb for system in BOOKS.values() if system.kind == CHARACTER for order in system.orders.values()}
    assert {verb for verbs in DECIDED.values() for verb in verbs.split(", ")} == there
