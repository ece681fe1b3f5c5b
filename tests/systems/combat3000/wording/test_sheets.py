"""What a card, a line and a counter tell of a figure and a vehicle."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.cards import Tone
from bot.engine.system import Mark, Sign
from bot.systems.combat3000.figure.kit import Dose, Kit
from bot.systems.combat3000.figure.sheet import FigurePosture, Hand, Memory, Part, Plight, Supply, Wound
from bot.systems.combat3000.morale.ladder import Nerve, Status
from bot.systems.combat3000.wording.sheets import carried_line, force_lines, sheet_mark, state
from tests.systems.combat3000.shots import TABLES
from tests.systems.combat3000.table import C3K, unit

ANN, TANK = unit("Ann"), unit("Tank", template="Light Tank")
HURT = (Wound(2, Part.LEFT_ARM), Wound(1))


def being(who, **changes):
    return replace(who.sheet, **changes)


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        (ANN.sheet, "unhurt"),
        (being(ANN, wounds=(Wound(1),)), "1 wound point"),
        (being(ANN, wounds=HURT), "3 wound points (2 in the left arm)"),
        (being(ANN, stunned=1), "stunned for 1 turn"),
        (
            being(ANN, wounds=(Wound(2),), stunned=3, posture=FigurePosture.PRONE),
            "2 wound points, stunned for 3 turns, prone",
        ),
        (being(ANN, plight=Plight(blinded=5, frozen=2)), "blinded for 5 turns, frozen in time for 2 turns"),
        (being(ANN, plight=Plight(webbed=True, vision="sees demons")), "caught in a web, sees demons"),
        (being(ANN, plight=Plight(programme_lost=True)), "programme lost"),
        (being(ANN, nerve=Nerve(Status.SHAKY)), "shaky"),
        # Of the dead nothing else is told.
        (being(ANN, killed=True, stunned=3, wounds=HURT), "killed"),
        (TANK.sheet, "undamaged"),
        (being(TANK, immobilised=True), "immobilised"),
        (being(TANK, powerless=True, sabotaged=True, crew_killed=2), "no power, sabotaged, 2 of the crew killed"),
        (being(TANK, knocked_out=True, immobilised=True), "knocked out"),
    ],
)
def test_how_somebody_is(sheet, told):
    assert state(sheet) == told


RIFLE = unit("Ann", weapon="Rifle")
PISTOLS = tuple(replace(unit("Ann", weapon="Pistol").sheet.weapons[0], hand=hand) for hand in (Hand.RIGHT, Hand.LEFT))
EMPTY = tuple(replace(each, loaded=Supply("", 0)) for each in PISTOLS)
LAUNCHER = unit("Ann", weapon="MM23 Launcher", ammunition="102").sheet.weapons[0]
SPENT = replace(LAUNCHER, loaded=Supply("102", 0))


@pytest.mark.parametrize(
    ("sheet", "mark"),
    [
        (ANN.sheet, Mark()),
        (being(ANN, wounds=HURT), Mark(3)),
        (being(ANN, stunned=1), Mark(out=True, signs=frozenset({Sign.STUNNED}))),
        (being(ANN, posture=FigurePosture.CROUCHED), Mark(signs=frozenset({Sign.CROUCHING}))),
        (being(ANN, posture=FigurePosture.PRONE), Mark()),
        (being(ANN, killed=True, stunned=1, wounds=HURT, posture=FigurePosture.CROUCHED), Mark(3, dead=True)),
        (TANK.sheet, Mark()),
        (being(TANK, knocked_out=True), Mark(dead=True)),
        (being(ANN, weapons=(LAUNCHER,)), Mark()),
        (being(ANN, weapons=(SPENT,)), Mark(signs=frozenset({Sign.EMPTY}))),
        (unit("Ann", weapon="Sword").sheet, Mark()),
        (being(ANN, weapons=PISTOLS), Mark()),
        (being(ANN, weapons=EMPTY), Mark(signs=frozenset({Sign.EMPTY}))),
        (being(ANN, weapons=(PISTOLS[0], EMPTY[1])), Mark()),
        # One that still fires is enough, and what is put away counts for nothing.
        (being(ANN, weapons=(SPENT, LAUNCHER)), Mark()),
        (being(ANN, weapons=(replace(SPENT, hand=Hand.STOWED),)), Mark()),
        (being(ANN, weapons=(SPENT, replace(LAUNCHER, hand=Hand.STOWED))), Mark(signs=frozenset({Sign.EMPTY}))),
    ],
)
def test_what_a_counter_shows(sheet, mark):
    assert sheet_mark(TABLES, sheet) == mark


@pytest.mark.rule("C3K-O06", "C3K-R10")
@pytest.mark.parametrize(
    ("traits", "changes", "line"),
    [
        ({"weapon": "Rifle"}, {}, "Rifle (both hands): 12 of 12 shots"),
        ({"weapon": "Rifle", "clips": 1}, {}, "Rifle (both hands): 12 of 12 shots, 1 magazine"),
        ({"weapon": "Laser Pistol", "clips": 2}, {}, "Laser Pistol (right hand): 4 of 4 shots, 2 power sources"),
        ({"weapon": "Pistol"}, {"hand": Hand.LEFT}, "Pistol (left hand): 8 of 8 shots"),
        ({"weapon": "Pistol", "working": "jammed"}, {"hand": Hand.STOWED}, "Pistol (stowed): 8 of 8 shots, jammed"),
        (
            {"weapon": "MM14 Machine Gun", "sight": "Telescope", "mount": "M402"},
            {},
            "MM14 Machine Gun (both hands, Telescope, Tripod): 12 of 12 bursts",
        ),
        ({"weapon": "Sword"}, {}, "Sword (right hand)"),
        ({"weapon": "Hand Phaser"}, {"setting": "stun"}, "Hand Phaser (right hand, stun): 4 of 4 shots"),
        ({"weapon": "Ixtyl Hunting Blaster"}, {}, "Ixtyl Hunting Blaster (both hands)"),
        ({"weapon": "Burst Pistol"}, {}, "Burst Pistol (right hand): 1 of 1 burst"),
        (
            {"weapon": "MM23 Launcher", "ammunition": "102"},
            {"spare": (Supply("102", 1), Supply("1132", 2))},
            "MM23 Launcher (both hands): 1 of 1 barrel Explosive 102, 1 round Explosive 102, 2 rounds Baffler 1132",
        ),
    ],
)
def test_a_weapon_in_words(traits, changes, line):
    (carried,) = unit("Ann", **traits).sheet.weapons
    assert carried_line(replace(carried, **changes), TABLES) == line


@pytest.mark.parametrize(
    ("sheet", "line"),
    [
        (ANN.sheet, "unhurt"),
        (being(RIFLE, stunned=2), "stunned for 2 turns · Rifle 12"),
        (being(ANN, weapons=PISTOLS), "unhurt · Pistol 8"),
        (being(ANN, weapons=EMPTY), "unhurt · Pistol 0"),
        (unit("Ann", weapon="Sword").sheet, "unhurt · Sword"),
        (TANK.sheet, "undamaged · Heavy Laser Cannon 20 · armour 10 · crew 3"),
    ],
)
def test_somebody_in_a_line(sheet, line):
    assert C3K.line(sheet) == line


@pytest.mark.rule("C3K-O04", "C3K-W07")
def test_a_card_tells_all_that_is_on_a_sheet():
    """Worth 300, a rifle of 150 with two magazines at 15, 20 and 50 of armour, 20, three grenades at 15 and one at 25.
    Load: rifle 2, two magazines 1, helmet ⅓, breastplate 3/2, four grenades 4/3: 6.17.
    """
    ann = unit("Ann", "Red", weapon="Rifle", clips=2, armour="helmet, 704", equipment="E13", grenades="101 x 3, 118")
    kit = Kit(doses=(Dose("E19", 4),), burnt=2, nets=("Alpha", "Bravo"), scrambler=7)
    busy = replace(
        ann, sheet=being(ann, kit=kit, rides="Tank", height=Fraction(5, 2), now=Memory(busy="reloads Rifle"))
    )
    assert list(C3K.card(busy).lines) == [
        "Unhurt",
        "Human 0.0.0.0.5",
        "Morale steady",
        "Armour: Helmet and Plasteel Breastplate",
        "Equipment: Scrambler (communications)",
        "Speed Pill: works in 6 turns",
        "The flight pack has burnt 2 turns of its fuel",
        "On the nets Alpha and Bravo",
        "Scrambler set to 7",
        "Grenades: 3 × Explosive 101 and 1 × Thermite Stick 118",
        "Load: 6.17 of 10 points",
        "Rides in Tank",
        "Flies, 2.5 cm up",
        "Reloads Rifle",
        "Worth 640 credits",
        "Rifle (both hands): 12 of 12 shots, 2 magazines",
    ]
    assert C3K.card(busy).title == "Ann (Red)"
    assert C3K.card(unit("Ann", "")).title == "Ann"
    assert list(C3K.card(unit("Ann", "")).lines) == [
        "Unhurt",
        "Human 0.0.0.0.5",
        "Morale steady",
        "Worth 300 credits",
    ]


@pytest.mark.rule("C3K-E10")
def test_a_card_tells_what_a_suit_makes_of_a_profile():
    """Body armour: dexterity and reflex one less, and two from the walk."""
    assert C3K.card(unit("Ann", armour="801")).lines[1] == "Human 0.0.0.0.5, now 0.0.−1.−1.3"


@pytest.mark.rule("C3K-V04", "C3K-V05")
@pytest.mark.parametrize(
    ("traits", "lines"),
    [
        ({"droid": "SNT"}, ["SNT/0.0.0.0.5, programmed in 1 turn", "Morale steady"]),
        ({"droid": "PAS", "activation": 3}, ["PAS/0.0.0.0.5, programmed in 3 turns", "Worth 300 credits"]),
    ],
)
def test_a_robot_is_told_by_its_class_and_only_a_sentient_one_has_morale(traits, lines):
    assert list(C3K.card(unit("R2", **traits)).lines)[1:3] == lines


def test_morale_is_told_with_the_test_and_until_when_none_is_taken():
    ann = unit("Ann", morale="shaky", leader="bad", morale_test="general")
    told = "Morale shaky, by the general test, a bad leader, no voluntary test for 2 turns"
    assert told in C3K.card(replace(ann, sheet=being(ann, rallied=2))).lines


@pytest.mark.parametrize(
    ("sheet", "tone"),
    [
        (ANN.sheet, Tone.PLAIN),
        (being(ANN, killed=True), Tone.BAD),
        (TANK.sheet, Tone.PLAIN),
        (being(TANK, knocked_out=True), Tone.BAD),
    ],
)
def test_a_card_of_the_dead_is_bad_news(sheet, tone):
    assert C3K.card(replace(ANN, sheet=sheet)).tone is tone


@pytest.mark.rule("C3K-E09")
def test_what_a_force_costs_is_told_of_several():
    assert force_lines([ANN.sheet, RIFLE.sheet], TABLES) == ["Worth 750 credits (C3K lists)"]
    assert force_lines([ANN.sheet], TABLES) == []
