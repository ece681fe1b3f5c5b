"""What the picture of a battle is told: how each ship stands, and who fired how many batteries at whom."""

from dataclasses import replace

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.ships import Barrage, ShipState
from bot.systems.highguard.battle.fire import Fire, Volley, fire
from bot.systems.highguard.battle.picture import fleets_of
from bot.systems.highguard.battle.state import Station
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, in_combat, plain

ALPHA = plain("Alpha", armed("missile", 9, 10), armed("laser", 9, 4), armed("sand", 9, 4))


def state_of(vessel):
    return fleets_of(battle_of([vessel], [ALPHA])).ships[0].state


def test_who_can_fire_nothing_is_not_said_to_fight():
    mute = plain("Mute", armed("laser"), factors={"crew": 2})
    assert state_of(ALPHA) is ShipState.FIGHTING
    assert state_of(plain("Barge")) is ShipState.UNARMED
    assert state_of(replace(mute, now=replace(mute.now, crew=1))) is ShipState.SILENCED


def test_a_volley_is_told_with_its_batteries_and_hits_and_the_range():
    """Missile 9 hits on 2, on 6 at agility 4: the first of two batteries hits, the second misses."""
    alpha = plain("Alpha", armed("missile", 9, 10))
    battle = in_combat(battle_of([alpha], [replace(alpha, name="Chi")]), ["Alpha"], ["Chi"])
    turned = fire(battle, 1, Fire((Volley("Chi", "missile", "Alpha", 2),)), ScriptedDice([6, 6, 1, 1] * 4), COMBAT)
    fleets = fleets_of(turned.battle, turned.events)
    assert fleets.shots == (Barrage(1, 0, 2, 1),)
    assert fleets.moment == "turn 1, long range"
    told = fleets_of(battle_of([ALPHA], [alpha])).ships[0]
    assert (told.agility, told.batteries, told.built) == (4, 14, 14)


def mark_of(vessel, *, place=None):
    """How the picture shows a ship."""
    battle = battle_of([vessel], [ALPHA])
    if place is not None:
        battle = battle.with_ships([replace(battle.ships[vessel.name], place=place)])
    return fleets_of(battle).ships[0]


def test_how_much_of_a_ship_is_lost_is_its_firepower_or_of_the_unarmed_its_drives():
    """A barge's maneuver 4 and plant 5 are 9; of a ship that is destroyed all is lost."""
    barge = plain("Barge")
    assert mark_of(barge).hurt == 0
    assert mark_of(replace(barge, now=replace(barge.now, maneuver=2, power=3))).hurt == pytest.approx(4 / 9)
    assert mark_of(plain("Hulk", maneuver=0, power=0)).hurt == 0
    assert mark_of(ALPHA).hurt == 0
    silent = replace(ALPHA, now=replace(ALPHA.now, armament=(armed("sand", 9, 4),)))
    assert mark_of(silent).hurt == 1
    for ship in (barge, ALPHA):
        assert mark_of(ship, place=Station.DESTROYED).hurt == 1


@pytest.mark.parametrize(
    ("place", "state", "reserve"),
    [
        (Station.DESTROYED, ShipState.DESTROYED, False),
        (Station.JUMPED, ShipState.GONE, False),
        (Station.ESCAPED, ShipState.GONE, False),
        (Station.RESERVE, ShipState.FIGHTING, True),
        (Station.LINE, ShipState.FIGHTING, False),
    ],
)
def test_where_a_ship_is_shows(place, state, reserve):
    assert (mark_of(ALPHA, place=place).state, mark_of(ALPHA, place=place).reserve) == (state, reserve)


def test_batteries_are_told_as_they_are_left_of_those_that_were_built():
    left = (armed("missile", 9, 7), armed("laser", 0, 4), armed("sand", 9, 4))
    found = mark_of(replace(ALPHA, now=replace(ALPHA.now, armament=left)))
    assert (found.batteries, found.built) == (7, 14)
