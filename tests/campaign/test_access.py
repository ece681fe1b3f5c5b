"""Who may give each order of each book: tried by a stranger, the owner of whoever acts, a manager and the referee.

An order that stands in neither list is for the owner of whoever acts in it, and the referee.
"""

from uuid import uuid4

import pytest

from bot.campaign.access import ACCESS, Actor, Need, allowed, refusal
from bot.campaign.play import play
from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.engine.system import CHARACTER, SHIP, Kind
from tests.campaign.conftest import PLAYER, REFEREE, STRANGER, SYSTEMS, TABLE, Channel, Ones

MANAGER = Actor(4, "Boss", manager=True)
EVERYBODY = {"stranger": STRANGER, "owner": PLAYER, "manager": MANAGER, "referee": REFEREE}
ANYBODYS = {
    "ahl": "character add, structure list, turn show, victory, career enlist, character bring, next, answers, "
    "scenario list, scenario show, autopilot carry out, autopilot another, autopilot i decide",
    "ahl_variant": "character add, structure list, turn show, victory, career enlist, character bring, next, answers, "
    "encounter show",
    "combat3000": "character add, career enlist, character bring, turn show, structure list, next, answers, "
    "autopilot carry out, autopilot another, autopilot i decide, scenario list, scenario show",
    "highguard": "battle form, battle decide, battle fire, battle standing, battle commander, battle show, "
    "character add, character edit, character remove, ship add, ship design, next, answers",
    "naval": "career begin",
}
REFEREES = {
    "ahl": "blast, wake, structure hit, vacuum, phase, turn begin, turn end, lift set, door set, light set, "
    "scenario setup, scenario on, scenario next, scenario reveal, scenario tally, scenario alarm, scenario end",
    "ahl_variant": "blast, wake, structure hit, vacuum, phase, turn begin, turn end, lift set, door set, light set, "
    "encounter begin, encounter ground, encounter step, encounter alarm, encounter end",
    "combat3000": "blast, phase, door set, light set, turn begin, turn end, structure add, "
    "scenario setup, scenario on, scenario next, scenario reveal, scenario tally, scenario alarm, scenario end",
    "highguard": "battery, battle new, battle round, battle end, ship repair, ship conceal",
    "naval": "career say",
}
# What every book has by itself.
EVERYWHERE = {
    "roll": {"stranger", "owner", "manager", "referee"},
    "campaign new": {"stranger", "owner", "manager", "referee"},
    "campaign set": {"manager", "referee"},
    "campaign end": {"manager", "referee"},
    "campaign move": {"manager", "referee"},
    "dice salt": {"stranger", "owner", "manager", "referee"},
    "dice reveal": {"referee"},
    "note": {"referee"},
    "players set": {"referee"},
    "table wait": {"referee"},
    "table default": {"referee"},
    "table remind": {"referee"},
    "table ping": {"stranger", "owner", "manager", "referee"},
    "table away": {"stranger", "owner", "manager", "referee"},
    "deck load": {"referee"},
    "deck take": {"referee"},
    "reveal": {"referee"},
    "rest": {"referee"},
    "roster save": {"referee"},
    "roster load": {"referee"},
    "roster replace": {"referee"},
    "roster remove": {"referee"},
}
REFUSED = ("is not yours: only the owner", "is for the referee only", "somebody who manages the server")


class UndoneError(Exception):
    """Takes back what was tried."""


async def who_may(channel, system, verb):
    """Those who aren't refused for who they are; what the rules say to the order is another matter."""
    found = set()
    for name, actor in EVERYBODY.items():
        try:
            async with channel.transaction(actor, uuid4().hex) as transaction:
                people = {role.name: "Ann" for role in system.order(verb).roles}
                sides = {each.name: f"The {each.name}" for each in system.order(verb).fields if each.kind is Kind.NAME}
                await play(transaction, TABLE, system, verb, people, sides, Ones)
                raise UndoneError
        except UndoneError:
            found.add(name)
        except RuleError as refused:
            if not any(sentence in str(refused) for sentence in REFUSED):
                found.add(name)
    return found


@pytest.mark.parametrize("key", sorted(REFEREES))
async def test_each_order_is_tried_by_everybody(store, key):
    system = SYSTEMS[key]
    channel = Channel(store)
    people = key if system.kind == CHARACTER else "ahl"
    async with store.founding(TABLE, REFEREE, uuid4().hex, people) as transaction:
        sheet = next(iter(system.templates.values())).sheet if system.kind == SHIP else system.new_sheet
        await transaction.units(system.kind)
        await transaction.add_unit("Ann", "", PLAYER.id, system.dump_sheet(sheet), system.kind)
        await transaction.record("campaign new", Card("A campaign begins"), place=TABLE)
    for verb in system.orders:
        if verb in EVERYWHERE:
            expected = EVERYWHERE[verb]
        elif verb in ANYBODYS[key].split(", "):
            expected = {"stranger", "owner", "manager", "referee"}
        else:
            expected = {"referee"} if verb in REFEREES[key].split(", ") else {"owner", "referee"}
        assert (verb, await who_may(channel, system, verb)) == (verb, expected)


@pytest.mark.parametrize(
    ("deed", "expected"),
    [
        ("campaign dice", (False, False, False, True)),
        ("campaign erase", (False, False, True, True)),
        ("undo", (False, True, False, True)),
        ("redo", (False, True, False, True)),
    ],
)
def test_what_is_no_order(deed, expected):
    found = tuple(
        allowed(ACCESS[deed], actor, referee=actor is REFEREE, owner=PLAYER.id) for actor in EVERYBODY.values()
    )
    assert found == expected


def test_a_character_without_an_owner_is_nobodys():
    assert not allowed(Need.OWNER, PLAYER, referee=False, owner=None)


@pytest.mark.parametrize(
    ("need", "who"),
    [
        (Need.ANYBODY, {"stranger", "owner", "manager", "referee"}),
        (Need.OWNER, {"owner", "referee"}),
        (Need.STARTER, {"owner", "referee"}),
        (Need.MANAGER, {"manager", "referee"}),
        (Need.REFEREE, {"referee"}),
    ],
)
def test_who_may_do_what_has_which_need(need, who):
    """To whoever owns what acts, or began what is undone, it is theirs; a stranger owns nothing."""
    found = {
        name
        for name, actor in EVERYBODY.items()
        if allowed(need, actor, referee=name == "referee", owner=EVERYBODY["owner"].id)
    }
    assert found == who
    assert allowed(need, STRANGER, referee=False) is (need is Need.ANYBODY)


@pytest.mark.parametrize(
    ("need", "sentence"),
    [
        (Need.OWNER, "Ann is not yours: only the owner or the referee may do that."),
        (Need.STARTER, "“Ann” is not yours: only whoever gave that order, or the referee, may do that."),
        (Need.REFEREE, "Ann is for the referee only."),
        (Need.MANAGER, "Ann is for the referee, or somebody who manages the server."),
    ],
)
def test_whoever_may_not_is_told_who_may(need, sentence):
    assert str(refusal(need, "Ann")) == sentence
