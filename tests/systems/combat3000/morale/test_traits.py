"""Morale on a sheet, as it is written and read; and what a group's losses count (C3K Morale)."""

from types import SimpleNamespace

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Figure, Vehicle
from bot.systems.combat3000.morale.ladder import Mood, Nerve, Status, Trial
from bot.systems.combat3000.morale.straits import _leader
from bot.systems.combat3000.morale.testing import throw_group
from bot.systems.combat3000.morale.traits import morale_traits
from tests.systems.combat3000.table import unit

TRAITS = {trait.name: trait for trait in morale_traits()}
SHAKEN = Nerve(Status.TERRIFIED, broken=True)


def written(name, text, sheet=None):
    return TRAITS[name].write(Figure() if sheet is None else sheet, text, {})


@pytest.mark.parametrize(
    ("name", "text", "sheet"),
    [
        ("morale", "confident", Figure(nerve=Nerve(Status.CONFIDENT))),
        ("morale", "broken", Figure(nerve=SHAKEN)),
        ("morale test", "family", Figure(test=Trial.FAMILY)),
        ("morale test", "own", Figure()),
        ("leader", "bad", Figure(bad_leader=True)),
        ("leader", "good", Figure()),
        ("death rage", "3", Figure(nerve=Nerve(Status.STEADY, mood=Mood.RAGE, kills=3))),
        ("death rage", "0", Figure()),
        ("death rage", "50", Figure(nerve=Nerve(Status.STEADY, mood=Mood.RAGE, kills=50))),
    ],
)
def test_what_is_written_is_read(name, text, sheet):
    after = written(name, text)
    assert after == sheet
    assert TRAITS[name].read(after) == text


def test_who_is_given_another_morale_is_broken_no_more():
    assert written("morale", "steady", Figure(nerve=SHAKEN)) == Figure(nerve=Nerve(Status.STEADY))
    assert written("leader", "good", Figure(bad_leader=True)) == Figure()
    assert written("morale test", "own", Figure(test=Trial.FAMILY)) == Figure()


def test_a_vehicle_has_no_nerves():
    assert {name: TRAITS[name].read(Vehicle()) for name in TRAITS} == {
        "morale": "none",
        "death rage": "0",
        "morale test": "own",
        "leader": "good",
    }
    for name, text in (("morale", "steady"), ("death rage", "1"), ("morale test", "own"), ("leader", "bad")):
        with pytest.raises(RuleError):
            written(name, text, Vehicle())


@pytest.mark.parametrize("text", ["51", "-1", "many"])
def test_a_rage_has_a_most(text):
    with pytest.raises(RuleError):
        written("death rage", text)


@pytest.mark.parametrize(
    ("casualties", "leader_dead", "below_half", "total"),
    [(0, False, False, 4), (2, False, False, 2), (0, True, False, 3), (0, False, True, 3), (1, True, True, 2)],
)
@pytest.mark.rule("C3K-L10")
def test_what_a_group_has_lost_counts_and_a_dead_leader_and_half_of_them_once(
    casualties, leader_dead, below_half, total
):
    """A die of 4, less one for each casualty, and one more if the leader is dead or half of them are (B-L6)."""
    reacted = throw_group("Ann", casualties, ScriptedDice([4]), leader_dead=leader_dead, below_half=below_half)
    assert reacted.check.total == total


ANN, BOB, BAD = unit("Ann"), unit("Bob"), unit("Ann", leader="bad")
DEAD = unit("Ann", condition="killed")


@pytest.mark.parametrize(
    ("people", "group", "adds"),
    [
        # A good leader adds 2, a bad one takes 2 (B-L4); one who isn't with them, or is dead, nothing.
        ([ANN, BOB], ("Ann", "Bob"), 2),
        ([BAD, BOB], ("Ann", "Bob"), -2),
        ([BOB, unit("Cid")], ("Ann", "Bob", "Cid"), 0),
        ([DEAD, BOB, unit("Cid")], ("Ann", "Bob", "Cid"), 0),
        # Nobody leads who is alone.
        ([ANN], ("Ann",), None),
        ([ANN], ("Ann", "Bob"), None),
    ],
)
@pytest.mark.rule("C3K-L02")
def test_what_a_leader_adds(people, group, adds):
    fray = SimpleNamespace(units={each.name: each for each in people}, unit_of=lambda _: group)
    assert _leader(fray, BOB) == adds
