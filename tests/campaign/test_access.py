"""The table of who may do what, row by row."""

import pytest

from bot.campaign.access import ACCESS, Actor, Need, allowed, need_of

ME = Actor(7, "Me")
MANAGER = Actor(8, "Boss", manager=True)

# deed: (anybody, the owner or whoever gave the order, a server's manager, the referee)
EXPECTED = {
    "campaign new": (True, True, True, True),
    "campaign show": (True, True, True, True),
    "campaign dice": (False, False, False, True),
    "campaign set": (False, False, True, True),
    "campaign move": (False, False, True, True),
    "campaign end": (False, False, True, True),
    "campaign erase": (False, False, True, True),
    "character add": (False, True, False, True),
    "character show": (True, True, True, True),
    "character list": (True, True, True, True),
    "character edit": (False, True, False, True),
    "character owner": (False, False, False, True),
    "character remove": (False, True, False, True),
    "ship add": (False, True, False, True),
    "ship design": (False, True, False, True),
    "ship edit": (False, True, False, True),
    "ship remove": (False, True, False, True),
    "ship refuel": (False, True, False, True),
    "ship repair": (False, False, False, True),
    "battle simulate": (True, True, True, True),
    "battle new": (False, False, False, True),
    "battle join": (False, True, False, True),
    "battle form": (True, True, True, True),
    "battle decide": (True, True, True, True),
    "battle fire": (True, True, True, True),
    "battle standing": (True, True, True, True),
    "battle commander": (True, True, True, True),
    "battle show": (True, True, True, True),
    "battle round": (False, False, False, True),
    "battle end": (False, False, False, True),
    "deck load": (False, False, False, True),
    "deck take": (False, False, False, True),
    "place": (False, True, False, True),
    "face": (False, True, False, True),
    "door": (False, True, False, True),
    "door set": (False, False, False, True),
    "light": (False, True, False, True),
    "light set": (False, False, False, True),
    "move": (False, True, False, True),
    "jump": (False, True, False, True),
    "break": (False, True, False, True),
    "airlock": (False, True, False, True),
    "lift call": (False, True, False, True),
    "lift ride": (False, True, False, True),
    "lift set": (False, False, False, True),
    "lean": (False, True, False, True),
    "stance": (False, True, False, True),
    "range": (False, True, False, True),
    "look": (False, True, False, True),
    "give": (False, True, False, True),
    "heal": (False, True, False, True),
    "fire": (False, True, False, True),
    "melee": (False, True, False, True),
    "dive": (False, True, False, True),
    "reorient": (False, True, False, True),
    "collide": (False, True, False, True),
    "reload": (False, True, False, True),
    "repair": (False, True, False, True),
    "wake": (False, False, False, True),
    "blast": (False, False, False, True),
    "grenade": (False, True, False, True),
    "structure hit": (False, False, False, True),
    "structure list": (True, True, True, True),
    "victory": (True, True, True, True),
    "vacuum": (False, False, False, True),
    "morale": (False, True, False, True),
    "rally": (False, True, False, True),
    "phase": (False, False, False, True),
    "phase ready": (False, True, False, True),
    "turn begin": (False, False, False, True),
    "turn show": (True, True, True, True),
    "turn end": (False, False, False, True),
    "plan": (False, True, False, True),
    "cover": (False, True, False, True),
    "reserved": (False, False, False, True),
    "roll": (True, True, True, True),
    "log": (True, True, True, True),
    "undo": (False, True, False, True),
    "redo": (False, True, False, True),
}


def test_every_deed_is_expected():
    assert EXPECTED.keys() == ACCESS.keys()


@pytest.mark.parametrize("deed", EXPECTED)
def test_a_row(deed):
    anybody = allowed(deed, ME, referee=False, owner=99)
    owner = allowed(deed, ME, referee=False, owner=7)
    manager = allowed(deed, MANAGER, referee=False, owner=99)
    referee = allowed(deed, ME, referee=True, owner=99)
    assert (anybody, owner, manager, referee) == EXPECTED[deed]


def test_what_is_not_listed_is_the_referees():
    assert need_of("blow up the ship") is Need.REFEREE


def test_a_character_without_an_owner_is_nobodys():
    assert not allowed("fire", ME, referee=False, owner=None)
