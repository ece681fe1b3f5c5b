"""What is told of a hit, throw by throw, and what it came to in a word."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.engine.dice import Faces, ScriptedDice
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.hit.figures import Effect, Struck, blow, strike
from bot.systems.combat3000.hit.kills import Force, Piercing, VehicleStruck, strike_vehicle
from bot.systems.combat3000.hit.moment import Moment, Person, struck_by
from bot.systems.combat3000.options import BASIC
from bot.systems.combat3000.wording.hits import (
    hit_lines,
    hit_working,
    hurts,
    outcome_of,
    piercing_line,
    piercing_working,
)
from tests.systems.combat3000.table import unit
from tests.systems.combat3000.targets import TABLES, pieces, suit_of, tank, target


def on_vehicle(faces, effect, vehicle):
    dice = ScriptedDice(faces)
    found = strike_vehicle(Force(effect), "Tank", vehicle, dice)
    assert not dice.left
    return list(hit_lines(blow(found), Faces(dice.throws))), outcome_of(found), hurts(found)


ONE_OVER = "To pierce: 11+ (armour 10) | 4 +7 effect = 11 → pierced"
TWO_OVER = "To pierce: 11+ (armour 10) | 5 +7 effect = 12 → pierced"
HELD = "To pierce: 11+ (armour 10) | 3 +7 effect = 10 → the armour holds"


@pytest.mark.rule("C3K-H04")
@pytest.mark.parametrize(
    ("faces", "effect", "vehicle", "lines", "outcome"),
    [
        # 4 and 7 are 11, one more than the armour: one throw on the table.
        ([4, 1], 7, tank(), [ONE_OVER, "Damage: 1 → none"], "No effect"),
        ([3], 7, tank(), [HELD], "Armour holds"),
        (
            [4, 5, 2],
            7,
            tank(crew=3),
            [ONE_OVER, "Damage: 5 → crewman killed, number 2 of 3"],
            "Damaged",
        ),
        # Of the last one aboard nobody asks which.
        (
            [4, 5],
            7,
            tank(crew=1),
            [ONE_OVER, "Damage: 5 → crewman killed"],
            "Damaged",
        ),
        # Two throws: of the two that are left the second is asked about two.
        (
            [5, 5, 3, 5, 1],
            7,
            tank(crew=3),
            [
                TWO_OVER,
                "Damage: 5 → crewman killed, number 3 of 3",
                "Damage: 5 → crewman killed, number 1 of 2",
            ],
            "Damaged",
        ),
        (
            [5, 5, 1, 5],
            7,
            tank(crew=2),
            [
                TWO_OVER,
                "Damage: 5 → crewman killed, number 1 of 2",
                "Damage: 5 → crewman killed",
            ],
            "Damaged",
        ),
        ([4, 3], 7, tank(), [ONE_OVER, "Damage: 3 → immobilised"], "Damaged"),
        ([4, 4], 7, tank(), [ONE_OVER, "Damage: 4 → weapon destroyed", "Cannon is destroyed"], "Damaged"),
        ([4, 6], 7, tank(), [ONE_OVER, "Damage: 6 → all power lost"], "Damaged"),
        # What knocks it out ends it, whatever throws are left.
        (
            [6, 7],
            9,
            tank(),
            ["To pierce: 11+ (armour 10) | 6 +9 effect = 15 → pierced", "Damage: 7 → knocked out"],
            "Knocked out",
        ),
        ([], -1, tank(), ["Armour 10: an effect below 0 cannot pierce it"], "Armour holds"),
    ],
)
def test_a_hit_on_a_vehicle(faces, effect, vehicle, lines, outcome):
    told, word, hurt = on_vehicle(faces, effect, vehicle)
    assert told[:-1] == lines
    assert (word, hurt) == (outcome, outcome not in {"No effect", "Armour holds"})
    assert told[-1].startswith("Tank: ")


def test_what_harms_no_vehicle():
    dice = ScriptedDice(())
    found = strike_vehicle(Force(9, living=True), "Tank", tank(), dice)
    assert list(hit_lines(blow(found), Faces(()))) == ["Tank: this cannot harm it"]
    assert outcome_of(found) == "No effect"
    assert not hurts(found)


def on_figure(faces, effect=0, options=BASIC, hit=None, **force):
    dice = ScriptedDice(faces)
    found = strike(Force(effect, **force), hit or target(name="Bob"), dice, options)
    assert not dice.left
    told = blow(found)
    return list(hit_lines(told, Faces(dice.throws))), list(hit_working(told)), found


@pytest.mark.rule("C3K-H01")
@pytest.mark.parametrize(
    ("faces", "effect", "throw", "outcome"),
    [
        ([6, 6], 0, "To kill: 12+ | 6+6 = 12 → killed", "Killed"),
        ([6, 5], 2, "To kill: 12+ | 6+5 +2 effect = 13 → killed", "Killed"),
        ([1, 1], 0, "To kill: 12+ | 1+1 = 2 → ", None),
    ],
)
def test_a_hit_on_a_figure(faces, effect, throw, outcome):
    lines, working, found = on_figure(faces, effect)
    assert lines[0].startswith(throw)
    assert lines[-1].startswith("Bob: ")
    assert "12 or more kills (C3K Kills)" in working
    assert ("To kill: +2 effect (C3K Kills)" in working) is (effect == 2)
    if outcome:
        assert (outcome_of(found), hurts(found)) == (outcome, True)


def test_armour_that_is_pierced_and_that_holds():
    suited = target(armour=(suit_of(8),), name="Bob")
    lines, working, found = on_figure([3], 5, hit=suited)
    assert lines[0] == "To pierce: 9+ (armour 8) | 3 +5 effect = 8 → the armour holds"
    assert "A die and the effect must exceed 8 (C3K Hits on armoured targets)" in working
    assert "To pierce: +5 effect (C3K Kills)" in working
    assert (outcome_of(found), hurts(found)) == ("Armour holds", False)
    lines, _, _ = on_figure([4, 6, 6], 5, hit=suited)
    assert lines[0] == "To pierce: 9+ (armour 8) | 4 +5 effect = 9 → pierced"


def test_an_effect_below_none_pierces_nothing():
    assert piercing_line(Piercing(4), Faces(())) == "Armour 4: an effect below 0 cannot pierce it"
    assert list(piercing_working(Piercing(4), "any rule")) == [
        "That an effect below 0 cannot pierce is a reading of ours: setting weak weapons (ruling B-H2)"
    ]


@pytest.mark.parametrize(
    ("effect", "word"),
    [
        (Effect.UNHARMED, "No effect"),
        (Effect.SHIELDED, "No effect"),
        (Effect.HELD, "Armour holds"),
        (Effect.NONE, "No effect"),
        (Effect.STUNNED, "Stunned"),
        (Effect.WOUNDED, "Wounded"),
        (Effect.KILLED, "Killed"),
    ],
)
def test_what_a_hit_came_to_in_a_word(effect, word):
    assert outcome_of(Struck(target(), effect, Figure())) == word


# --- what strikes ---

CHECK = SimpleNamespace()


@pytest.mark.parametrize(
    ("hit", "strikes"),
    [
        (Struck(target(), Effect.UNHARMED, Figure()), False),
        (Struck(target(), Effect.KILLED, Figure(), kill=CHECK), True),
        (Struck(target(), Effect.HELD, Figure(), piercing=Piercing(4)), True),
        (VehicleStruck("Tank", tank(), tank()), True),
    ],
)
def test_gas_light_and_webs_strike_nobody(hit, strikes):
    assert struck_by(hit) is strikes


def test_a_hit_finds_somebody_as_their_sheet_and_the_order_have_them():
    ann = unit("Ann", armour="801").sheet
    moment = Moment(
        {"Ann": ann, "R2": replace(ann, robot=True)}, TABLES, {"Ann": Person("Ann", averted=True, height=7)}
    )
    found = moment.target("Ann")
    assert (found.name, found.figure, found.armour, found.height) == ("Ann", ann, pieces("801"), 7)
    assert found.living
    assert not moment.target("R2").living
    machine = replace(moment, people={"Ann": Person("Ann", robot=True)})
    assert not machine.target("Ann").living
    near = moment.near("Ann", 3)
    assert (near.cm, near.facing, near.struggles) == (3, False, False)
    assert moment.near("R2", 3).facing
    later = moment.with_sheets({"Ann": Figure(stunned=2)})
    assert (later.sheets["Ann"].stunned, set(later.sheets)) == (2, {"Ann", "R2"})
