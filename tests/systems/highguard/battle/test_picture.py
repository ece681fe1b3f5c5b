"""What the picture of a battle is told: how each ship stands, and who fired how many batteries at whom."""

from dataclasses import replace

from bot.engine.dice import ScriptedDice
from bot.engine.fleets import Barrage, ShipState
from bot.systems.highguard.battle.fire import Fire, Volley, fire
from bot.systems.highguard.battle.picture import fleets_of
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
