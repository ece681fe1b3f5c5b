"""What is told of structures and of what strikes them (C3K Destruction)."""

from fractions import Fraction

import pytest

from bot.engine.dice import Check, Faces, Throw
from bot.systems.combat3000.building.hits import BUILDING, ROOM, Toll
from bot.systems.combat3000.building.report import StructureStruck
from bot.systems.combat3000.building.structures import Build, Structure, What
from bot.systems.combat3000.building.work import Access
from bot.systems.combat3000.figure.sheet import Task
from bot.systems.combat3000.hit.kills import Damage, Piercing
from bot.systems.combat3000.tasks import MEND, SABOTAGE
from bot.systems.combat3000.wording.buildings import access_line, struck_lines, struck_working, structure_line

HUT, LOFT = Structure("Hut"), Structure("Fort 2", building="Fort")
FALLS_BY = "Everybody in a room that falls is hit by +3, in a whole building by +8 (C3K Destruction)"
UNSAFE = "Unsafe with half its ground floor down: each room that falls then may bring all of it down (ruling B-D3)"


def faces(**thrown):
    return Faces(Throw(why.replace("_", " "), 10, (face,)) for why, face in thrown.items())


@pytest.mark.parametrize(
    ("structure", "line"),
    [
        (HUT, "Hut (room): light"),
        (Structure("Hut", build=Build.HEAVY), "Hut (room): heavy"),
        (Structure("Hut", build=Build.HEAVY, hits=3), "Hut (room): light by now"),
        (Structure("Hut", build=Build.ARMOURED, armour=8), "Hut (room): armour 8"),
        (Structure("Fort 2", building="Fort", upper=True), "Fort 2 (room of Fort): light; not on the ground floor"),
        (Structure("Gate", What.DOOR, room="Hall", metres=Fraction(1, 2)), "Gate (door of Hall): light; 0.5 m thick"),
        (Structure("Gate", What.DOOR, unlocked=True, down=True), "Gate (door): light; its lock shot off; down"),
        (Structure("Hut", down=True, inside=("Ann", "Bob")), "Hut (room): light; fallen; Ann and Bob inside"),
        (Structure("Wall", What.WALL, breaches=1), "Wall (wall): light; 1 breach"),
        (Structure("Wall", What.WALL, breaches=2), "Wall (wall): light; 2 breaches"),
    ],
)
def test_a_structure_in_a_line(structure, line):
    assert structure_line(structure) == line


PIERCED = Piercing(8, Check("to pierce", 10, (), 9))


@pytest.mark.rule("C3K-D02", "C3K-D03", "C3K-D05")
@pytest.mark.parametrize(
    ("struck", "thrown", "lines", "working"),
    [
        (StructureStruck(HUT, Toll.HELD), {}, ["Hut holds"], []),
        (
            StructureStruck(HUT, Toll.NONE, thrown=(ROOM,)),
            {"the_room": 7},
            ["8+ | 7 → the room stands", "Hut stands"],
            ["A light room falls on 8 or more of a decimal die (C3K Destruction)"],
        ),
        (
            StructureStruck(HUT, Toll.FALLS, thrown=(ROOM,), rooms=("Hut",), out=("Ann",)),
            {"the_room": 8},
            ["8+ | 8 → the room falls", "Hut falls", "Ann gets out by the nearest exit"],
            [FALLS_BY],
        ),
        (
            StructureStruck(LOFT, Toll.FALLS, rooms=("Fort 2",), out=("Ann", "Bob"), unsafe="Fort"),
            {},
            [
                "Fort 2 falls",
                "Ann and Bob get out by the nearest exit",
                "Fort is unsafe: half of its ground floor is down",
            ],
            [FALLS_BY, UNSAFE],
        ),
        (
            StructureStruck(LOFT, Toll.WHOLE, thrown=(ROOM, BUILDING), rooms=("Fort 2", "Fort 1", "Fort 3")),
            {"the_room": 9, "the_whole_building": 8},
            [
                "8+ | 9 → the room falls",
                "8+ | 8 → the whole building falls",
                "Fort 2 falls, and Fort with it: Fort 1 and Fort 3",
            ],
            [FALLS_BY, UNSAFE],
        ),
        (
            StructureStruck(Structure("Gate", What.DOOR, down=True), Toll.DOWN),
            {},
            ["Gate is knocked down"],
            ["A destructive hit knocks a light door down (C3K Destruction)"],
        ),
        (
            StructureStruck(Structure("Hut", build=Build.HEAVY, hits=1), Toll.WORN),
            {},
            ["Hut (room): heavy, 1 of 3 hits"],
            ["A heavy structure is light after 3 destructive hits (ruling B-D2)"],
        ),
        (
            StructureStruck(
                HUT,
                Toll.BREACHED,
                piercing=PIERCED,
                damage=(Damage.WEAPON, Damage.CREWMAN),
                lost=("Rifle of Bob",),
                killed=("Cid",),
            ),
            {"to_pierce": 10, "vehicle_damage_1": 4, "vehicle_damage_2": 5},
            [
                "To pierce: 9+ (armour 8) | 10 = 10 → pierced",
                "As in a vehicle: 4 → weapon destroyed",
                "As in a vehicle: 5 → crewman killed",
                "Hut is breached",
                "Rifle of Bob is destroyed",
                "Cid is killed",
            ],
            ["A destructive hit opens 4 cm of a light wall, what pierces an armoured one 2 cm (C3K Destruction)"],
        ),
    ],
)
def test_what_is_told_of_a_hit(struck, thrown, lines, working):
    assert list(struck_lines(struck, faces(**thrown))) == lines
    assert [line for line in struck_working(struck) if "pierce it" not in line and "must" not in line] == working


@pytest.mark.rule("C3K-D08")
@pytest.mark.parametrize(
    ("code", "less", "die", "turns", "line"),
    [
        (SABOTAGE, 0, 7, 7, "Ann's access: 7 = 7 turns (ruling B-D5)"),
        (SABOTAGE, 1, 2, 1, "Ann's access: 2 −1 = 1 turn (ruling B-D5)"),
        (SABOTAGE, 2, 2, 1, "Ann's access: 2 −2 = 1 turn, 1 at least (ruling B-D5)"),
        (SABOTAGE, -1, 2, 3, "Ann's access: 2 +1 = 3 turns (ruling B-D5)"),
        (MEND, 1, 7, 6, "Ann's repair: 7 −1 = 6 turns (ruling B-D5)"),
    ],
)
def test_how_long_access_takes_is_told_with_its_die(code, less, die, turns, line):
    access = Access("Ann", Task(code, "Tank", turns=turns), less)
    assert access_line(access, Faces([Throw(access.why, 10, (die,))])) == line
