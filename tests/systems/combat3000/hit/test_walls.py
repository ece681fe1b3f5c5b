"""Firing through walls, an optional rule (C3K Firing through walls, rulings B-D12 to B-D14)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.system import Unit
from bot.systems.combat3000.figure.sheet import FigurePosture
from bot.systems.combat3000.hit.kills import Force, Wall, behind, penetrable, pierce_wall, places, read_wall
from tests.systems.combat3000.table import HALE, KEMP, chances, fire, unit

ON = {"wall fire": "on"}
BOB = unit("Bob", "Blue")
LOW = unit("Low", "Blue", posture="crouched", at=0)


def refused(sentence, **order):
    with pytest.raises(RuleError) as refusal:
        fire(**{"settings": ON, "range": 20, **order})
    assert sentence in str(refusal.value)


@pytest.mark.rule("C3K-W06")
def test_the_worked_example_of_areas():
    """Of 3 by 5 cm, one who stands hides behind one part in 15, one who crouches behind one in 30, prone one in 60."""
    wall = Wall(3, 5)
    two = places(wall, {"Standing": FigurePosture.STANDING, "Crouched": FigurePosture.CROUCHED})
    assert (two.chance("Standing"), two.chance("Crouched")) == (Fraction(1, 15), Fraction(1, 30))
    assert [two.find(face) for face in (1, 2, 3, 4, 30)] == ["Standing", "Standing", "Crouched", "", ""]
    assert places(wall, {"Prone": FigurePosture.PRONE}).chance("Prone") == Fraction(1, 60)
    assert places(wall, {}).find(1) == ""


@pytest.mark.rule("C3K-W06")
def test_a_wall_too_small_for_those_behind_it():
    assert places(Wall(1, 1), {"Ann": FigurePosture.STANDING}).chance("Ann") == 1
    with pytest.raises(RuleError, match="A light wall of 1 by 1 cm hides fewer than 2"):
        places(Wall(1, 1), {"Ann": FigurePosture.STANDING, "Bob": FigurePosture.PRONE})


@pytest.mark.rule("C3K-W06")
@pytest.mark.parametrize(("effect", "through"), [(1, False), (2, True), (4, True)])
def test_a_light_wall_needs_an_effect_of_two_and_no_throw(effect, through):
    assert penetrable(Wall(3, 5), effect) is through
    assert pierce_wall(Force(effect), Wall(3, 5), ScriptedDice([])) is None


@pytest.mark.rule("C3K-W06")
@pytest.mark.parametrize(("die", "through"), [(2, False), (3, True)])
def test_a_wall_of_armour_is_thrown_for(die, through):
    """4 and a 2 are not more than 6, 4 and a 3 are."""
    assert pierce_wall(Force(4), Wall(3, 5, 6), ScriptedDice([die])).through is through


@pytest.mark.rule("C3K-W06")
@pytest.mark.parametrize(("wall", "left"), [(Wall(3, 5), 3), (Wall(3, 5, 4), 2), (Wall(3, 5, 0), 6)])
def test_the_effect_behind_it_is_lower(wall, left):
    assert behind(Force(6), wall).effect == left


@pytest.mark.rule("C3K-W06")
def test_a_rifle_through_the_wall_of_a_shack():
    """50 +5 −10 is 45; 2 of 30 is the one who stands, 3 the one who crouches; +2 is −1 behind it."""
    ann = {"others": (LOW,), "range": 20, "values": "wall 3x5 light", "settings": ON}
    outcome, card = fire([45, 2, 6, 7], HALE, BOB, **ann)
    assert card.title == "Trooper Hale fires at a wall"
    assert card.lines[:5] == (
        "MM5 Rifle, speculative fire, through a light wall of 3 by 5 cm, 20 cm: short range",
        "To hit: 50 +5 weapon −10 speculative = 45% | 45 → hit",
        "Behind the wall: 2 of 30 → Bob",
        "To kill: 12+ | 6+7 −1 effect = 12 → killed",
        "Bob: killed",
    )
    assert "Low is found 1 in 30 times, by areas (ruling B-D14)" in card.working
    assert "Behind a light wall of 3 by 5 cm the effect is 3 less (ruling B-D13)" in card.working
    assert outcome.after["Trooper Hale"].weapons[0].loaded.rounds == 9
    _, card = fire([45, 3, 1, 1], HALE, BOB, **ann)
    assert "Behind the wall: 3 of 30 → Low" in card.lines
    outcome, card = fire([45, 4], HALE, BOB, **ann)
    assert "Behind the wall: 4 of 30 → nobody" in card.lines
    assert set(outcome.after) == {"Trooper Hale"}
    assert "46 → miss" in fire([46], HALE, BOB, **ann)[1].lines[1]


@pytest.mark.rule("C3K-W06")
def test_a_wall_of_armour_may_hold():
    wall = {"range": 20, "values": "wall 1x1 armour 4", "settings": ON}
    outcome, card = fire([45, 2], HALE, BOB, **wall)
    assert "To pierce: 5+ (armour 4) | 2 +2 effect = 4 → the wall holds" in card.lines
    assert "Bob" not in outcome.after
    _, card = fire([45, 3, 1, 10, 4], HALE, BOB, **wall)
    assert "To kill: 12+ | 10+4 −2 effect = 12 → killed" in card.lines


@pytest.mark.rule("C3K-W06", "C3K-F29")
def test_exact_odds_through_a_wall():
    """43 of 100 hit, 1 in 15 finds them, and an effect of −1 kills 36 times in 100."""
    found = chances(HALE, BOB, range=20, values="wall 3x5 light", settings=ON)
    assert found["Killed"] == Fraction(43, 100) * Fraction(1, 15) * Fraction(36, 100)
    assert sum(found.values()) == 1
    # The same counted throw by throw: 15 pieces, and a hundred pairs of decimal dice.
    kills = sum(first + second - 1 >= 12 for first in range(1, 11) for second in range(1, 11))
    assert found["Killed"] == Fraction(43 * kills, 100 * 15 * 100)


@pytest.mark.rule("C3K-W06", "C3K-F39")
def test_who_fires_through_what():
    """Any weapon may, with a direct single shot that gets through; launchers, areas and throws don't."""
    refused("Nobody fires through walls in this campaign", values="wall 3x5 light", settings={})
    refused("is speculative: leave other fire modes out", values="wall 3x5 light", mode="aimed")
    refused("an effect of 0, and a light wall lets +2", attacker=KEMP, target=BOB, values="wall 3x5 light")
    refused("A heavy wall without an armour value", values="wall 3x5 heavy")
    refused("A wall reads like 3x5 light", values="wall thick")
    refused("at least 1 cm wide", values="wall 0x5 light")
    refused("A light wall has no armour value", values="wall 3x5 light 4")
    gunner = unit("Gunner", weapon="MM14 Machine Gun")
    refused("takes a direct single shot", attacker=gunner, values="wall 3x5 light", mode="area")
    moss = unit("Moss", template="Startrooper Grenadier")
    refused("takes a direct single shot", attacker=moss, values="wall 3x5 light")
    knife = unit("Ann", weapon="Throwing Knife")
    refused("goes through no wall", attacker=knife, values="wall 3x5 light")
    tank = unit("Tank", vehicle="Light Tank")
    refused("Tank is a vehicle: only figures", target=tank, values="wall 3x5 light")
    assert read_wall("3 x 5 armoured 6") == Wall(3, 5, 6)
    assert read_wall("") is None


@pytest.mark.rule("C3K-W06")
def test_the_dead_hide_behind_no_wall_and_armour_piercing_shells_go_through():
    dead = Unit("Dead", "Blue", replace(LOW.sheet, killed=True), 0)
    _, card = fire([45, 2], HALE, BOB, (dead,), range=20, values="wall 3x5 light", settings=ON)
    assert "Behind the wall: 2 of 15 → nobody" in card.lines
    piercer = unit("Ann", weapon="MM21 Launcher", ammunition="104")
    _, card = fire([42, 2], piercer, BOB, range=20, values="wall 3x5 light", settings=ON)
    assert "MM21 Launcher (Armour Piercing 104), speculative fire, through a light wall" in card.lines[0]


@pytest.mark.rule("C3K-W06", "C3K-E17")
def test_an_effect_below_zero_against_a_wall_is_the_referees_to_choose():
    """Ruling B-H2: −1 never tries, or a 6 and −1 are more than 4; behind it −1 less 4 is −5."""
    ann = unit("Ann", weapon="Pistol")
    wall = {"range": 20, "values": "wall 1x1 armour 4"}
    _, card = fire([30], ann, BOB, settings=ON, **wall)
    assert "Armour 4: an effect below 0 cannot pierce it" in card.lines
    assert any("setting weak weapons (ruling B-H2)" in line for line in card.working)
    _, card = fire([30, 6, 1, 10, 10], ann, BOB, settings={**ON, "weak weapons": "may pierce"}, **wall)
    assert "To pierce: 5+ (armour 4) | 6 −1 effect = 5 → pierced" in card.lines
    assert "To kill: 12+ | 10+10 −5 effect = 15 → killed" in card.lines
