"""What is told of shots: how they are fired, what comes down where, what is left, and by which rules."""

from dataclasses import replace

import pytest

from bot.engine.scene import Scene
from tests.systems.combat3000.table import KEMP, fire, give, unit

RIFLE = unit("Ann", weapon="Rifle")
HITS = "To hit: 50% and the factors, or less (C3K Determining a hit)"
JAMS = "Jams on 2 or less (ruling B-R2, a guess: the list prints none)"


def launched(shell, faces, **fields):
    ann = unit("Ann", weapon="MM16 Grenade Launcher", ammunition=shell, loaded=2)
    return fire(faces, ann, KEMP, range=20, **fields)[1]


@pytest.mark.rule("C3K-H12")
@pytest.mark.parametrize(
    ("faces", "lines"),
    [
        # 50 less 15 for its high trajectory is 35; it catches on 3 to 6 wherever it comes down.
        ([30, 3], ["It comes down where it was aimed, one spot", "Catching: 3+ | 3 = 3 → the hook catches"]),
        ([30, 2], ["It comes down where it was aimed, one spot", "Catching: 3+ | 2 = 2 → the hook finds no hold"]),
        ([99, 3, 5, 6], ["It comes down 5 cm left, one spot", "Catching: 3+ | 6 = 6 → the hook catches"]),
    ],
)
def test_whether_a_grappler_catches(faces, lines):
    card = launched("116", faces)
    assert list(card.lines[2:-1]) == lines
    assert card.lines[-1] == "MM16 Grenade Launcher: 1 of 6 shots Grappler 1161"


@pytest.mark.rule("C3K-H08")
@pytest.mark.parametrize(
    ("shell", "faces", "is_lit"), [("107", [30, 2], True), ("107", [99, 3, 5, 2], True), ("101", [30, 1, 1], False)]
)
def test_what_a_flare_lights(shell, faces, is_lit):
    lines = launched(shell, faces).lines
    assert ("It lights 15 cm around as Bright" in lines) is is_lit
    assert ("Outlaw Kemp: blinded for 10 turns" in lines) is is_lit


@pytest.mark.rule("C3K-R06")
@pytest.mark.parametrize("shell", ["107", "116"])
def test_what_jams_lights_and_catches_nothing(shell):
    lines = launched(shell, [2]).lines
    assert lines[1:] == (
        "To hit: 50 −15 high trajectory = 35% | 02 → jams and does not fire",
        'MM16 Grenade Launcher is jammed: /repair name:Ann weapon:"MM16 Grenade Launcher" tries to mend it',
    )


@pytest.mark.rule("C3K-R05", "C3K-F20")
@pytest.mark.parametrize(("loaded", "left"), [(2, "1 of 12 shots"), (1, "0 of 12 shots, reload")])
def test_what_is_left_in_a_weapon_is_told_with_each_shot(loaded, left):
    ann = unit("Ann", weapon="Rifle", loaded=loaded)
    _, card = fire([99], ann, KEMP, range=20)
    assert card.title == "Ann fires at Outlaw Kemp"
    assert card.lines == (
        "Rifle, normal fire, 20 cm: short range",
        "To hit: 50 = 50% | 99 → miss",
        f"Rifle: {left}",
    )
    assert card.working == (HITS, JAMS)


@pytest.mark.rule("C3K-F13", "C3K-O13")
def test_how_it_is_fired_is_told_and_that_they_have_aimed_by_word():
    _, card = fire([99], RIFLE, KEMP, range=20, aiming=2)
    assert card.lines[0] == "Rifle, aimed fire, 20 cm: short range"
    assert "Ann has aimed for 2 turns by word, not by count (C3K Aiming)" in card.lines
    assert "To hit: +20 aimed for 2 turns (C3K Aimed fire)" in card.working
    _, card = fire([99], RIFLE, KEMP, range=20, gait="walk")
    assert card.lines[0] == "Rifle, normal fire, walking, 20 cm: short range"


def test_of_several_each_is_told_by_name():
    """Where nobody may be hit before they fire, no die says when."""
    bob, foe = unit("Bob", weapon="MM5 Rifle"), replace(KEMP, name="Foe")
    _, card = fire([99, 98], (RIFLE, bob), (KEMP, foe), range=20)
    assert card.title == "Ann and Bob fire at Outlaw Kemp and Foe"
    assert card.lines[0] == "Ann at Outlaw Kemp: Rifle, normal fire, 20 cm: short range"
    assert card.lines[3].startswith("Bob at Foe: MM5 Rifle, normal fire, 20 cm: short range")
    assert {f"Ann: {HITS}", f"Bob: {HITS}"} <= {*card.working}
    assert fire([99, 98], (RIFLE, bob), KEMP, range=20)[1].title == "Ann and Bob fire at Outlaw Kemp"


@pytest.mark.rule("C3K-H18")
@pytest.mark.parametrize(("loaded", "told"), [(2, ", salvo of 2"), (1, "")])
def test_a_salvo_tells_of_how_many_shells_it_is(loaded, told):
    """An Organiser's accuracy is −5; 1 and 1 of each shell harm nobody."""
    ann = unit("Ann", weapon="Ixtyl Organiser", ammunition="101", loaded=loaded)
    _, card = fire([3, 30, *[1, 1] * loaded], ann, KEMP, range=20, salvo=True)
    assert card.lines[1] == f"Ixtyl Organiser (Explosive 101), normal fire{told}, 20 cm: short range"
    assert card.lines.count("Outlaw Kemp: no effect") == loaded
    assert card.lines[-1] == "Ixtyl Organiser: 0 of 6 barrels Explosive 101, reload"


@pytest.mark.rule("C3K-F30", "C3K-R06")
@pytest.mark.parametrize(
    ("face", "line"),
    [
        # Each throw is of one of those in it; the first one may jam, and is the shot's then.
        (2, "To hit: 50 +18 weapon −10 area fire = 58% | 02 → jams and does not fire"),
        (99, "Outlaw Kemp: 50 +18 weapon −10 area fire = 58% | 99 → miss"),
    ],
)
def test_a_throw_of_area_fire_is_told_of_whom_it_is_for(face, line):
    _, card = fire([3, face], unit("Ann", weapon="25mm Cannon", in_hand="mounted"), KEMP, range=20, mode="area")
    assert card.lines[1] == "25mm Cannon, normal fire, area fire of 7.5 by 20 cm, 20 cm: short range"
    assert card.lines[2] == line
    assert len([each for each in card.lines if "58%" in str(each)]) == 1


@pytest.mark.rule("C3K-H13")
@pytest.mark.parametrize(
    ("faces", "result", "then"),
    [
        ([2, 1, 1], "explodes in hands", "It explodes in hands"),
        ([3], "fails to go off", "It fails to go off"),
        ([15], "fails to go off", "It fails to go off"),
        ([16, 1, 1], "hit", "It comes down where it was aimed, 15 cm across"),
    ],
)
def test_what_goes_wrong_with_a_thermite_stick(faces, result, then):
    ann = unit("Ann", grenades="118 x 1")
    units = Scene({"name": (ann,), "people": (KEMP,)}, known={"Ann": ann, KEMP.name: KEMP})
    _, card = give("grenade", faces, units, range=15)
    assert card.title == "Ann throws: Thermite Stick grenade 118"
    assert card.lines[0] == "Thermite Stick grenade 118, thrown, 15 cm: point blank range"
    assert card.lines[1].endswith(f"= 60% | {faces[0]:02} → {result}")
    assert card.lines[2] == then
