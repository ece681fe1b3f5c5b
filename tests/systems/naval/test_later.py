"""Skills: the categories that a navy and its world allow, and what skills do later."""

from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.naval.career import Homeworld
from bot.systems.naval.later import (
    ZeroGravity,
    carousing,
    control,
    interrogation,
    lesson,
    liaison_as,
    teachable,
    zero_g_dms,
)
from tests.systems.naval.careers import asked, before, posted, through

ALL_IMPERIAL = ["Wheeled", "Grav", "Ship's Boat", "Vacc Suit"]


def offered(skill, navy="Imperial", **world):
    here = before(posted("Patrol", navy=navy, world=Homeworld(**world)), f"pick {skill}")
    return asked(here)[1]


@pytest.mark.rule("NAV-75", "NAV-76")
@pytest.mark.parametrize(
    ("skill", "picked"), [("Blade Combat", "Cutlass"), ("Gun Combat", "Laser Weapons"), ("Gunnery", "Screens")]
)
def test_a_category_is_chosen_at_once_and_levels_are_added(skill, picked):
    here = posted("Patrol", skills={picked: 1})
    answer = {skill.replace(" ", "_"): picked}
    career, _ = through(before(here, f"pick {skill}", "end"), until="end", **answer)
    assert career.skills == ((picked, 2),)


@pytest.mark.rule("NAV-78", "NAV-77")
@pytest.mark.parametrize(
    ("navy", "tech", "vehicles"),
    [
        ("Imperial", 7, ALL_IMPERIAL),
        ("Subsector", 9, None),
        ("Subsector", 10, ALL_IMPERIAL),
    ],
)
def test_a_vehicle_has_to_be_of_the_navys_own_tech_level(navy, tech, vehicles):
    found = offered("Vehicle", navy, tech=7, subsector_tech=tech)
    if vehicles is None:
        # At 9 all but boats on water, which end at 8.
        vehicles = [
            *("Wheeled", "Tracked", "Grav", "Propeller Aircraft", "Jet Aircraft", "Helicopter", "Hovercraft"),
            *("Lighter-than-Air Craft", "Ship's Boat", "Vacc Suit"),
        ]
    assert found == vehicles


@pytest.mark.rule("NAV-79")
@pytest.mark.parametrize(
    ("world", "vehicles"),
    [
        ({"hydrographics": 10, "atmosphere": 6, "size": 7}, {"Grav", "Propeller Aircraft", "Jet Aircraft"}),
        ({"hydrographics": 2, "atmosphere": 5}, {"Wheeled", "Tracked", "Grav", "Jet Aircraft", "Hovercraft"}),
        ({"hydrographics": 0, "atmosphere": 0, "size": 2}, {"Wheeled", "Tracked", "Grav", "Ship's Boat", "Vacc Suit"}),
        ({"hydrographics": 0, "atmosphere": 0, "size": 3}, {"Wheeled", "Tracked", "Grav"}),
        ({"hydrographics": 0, "atmosphere": 1, "size": 2}, {"Wheeled", "Tracked", "Grav"}),
    ],
)
def test_a_planetary_navys_world_sets_limits(world, vehicles):
    found = {*offered("Vehicle", "Planetary", tech=8, **world)}
    if world["hydrographics"] == 10:
        vehicles = vehicles | {"Helicopter", "Hovercraft", "Small Water Craft", "Lighter-than-Air Craft"}
    assert found == vehicles


@pytest.mark.parametrize(
    ("how", "dm"),
    [
        ({"action": "fire"}, -4),
        ({"action": "fire", "low_recoil": True}, -2),
        ({"action": "strike"}, -6),
        ({"handhold": True}, 5),
        ({"vacc_suit": 2, "zero_g_combat": 1}, 8),
        ({"dexterity": 9}, 2),
        ({"dexterity": 11}, 4),
        ({"regaining": True, "action": "fire", "handhold": True, "vacc_suit": 1}, 2),
    ],
)
def test_the_dms_of_control_without_gravity(how, dm):
    assert sum(modifier.dm for modifier in zero_g_dms(ZeroGravity(**how))) == dm


def test_control_is_kept_on_ten():
    """Firing with Zero-G Combat 1 needs 10 on the dice: 6 of 36."""
    chances = exact(lambda dice: control(ZeroGravity(action="fire", zero_g_combat=1), dice).made, of=bool)
    assert chances[True] == Fraction(1, 6)


@pytest.mark.parametrize(
    ("instruction", "level", "skill", "taught"),
    [(2, 2, "Gravitics", 1), (3, 2, "Gravitics", 1), (2, 4, "Pilot", 1), (1, 4, "Pilot", 0), (4, 4, "Instruction", 0)],
)
def test_what_can_be_taught(instruction, level, skill, taught):
    assert teachable(instruction, level, skill) == taught


@pytest.mark.parametrize(("intelligence", "chance"), [(7, "10/36"), (8, "15/36"), (10, "21/36")])
def test_a_lesson_is_learned_on_nine(intelligence, chance):
    assert exact(lambda dice: lesson(intelligence, dice).made, of=bool)[True] == Fraction(chance)


@pytest.mark.parametrize(
    ("levels", "dm", "faces", "breaks"),
    [
        ((), 0, [4, 4], False),
        ((), 0, [4, 5], True),
        ((1,), 0, [4, 4], True),
        ((2, 1), 0, [3, 3], True),
        ((2, 1), -1, [3, 3], False),
    ],
)
def test_a_subject_breaks_at_the_better_of_endurance_and_intelligence(levels, dm, faces, breaks):
    assert interrogation(6, 9, levels, ScriptedDice(faces), dm).made == breaks


@pytest.mark.parametrize("levels", [(), (0,), (0, 0)])
def test_who_has_no_skill_at_it_asks_without_a_modifier(levels):
    assert interrogation(6, 9, levels, ScriptedDice([4, 5])).modifiers == ()


def test_liaison_and_carousing():
    assert [liaison_as(level) for level in (0, 1, 2, 3)] == [0, 0, 1, 2]
    assert [carousing(level) for level in (0, 1, 2, 3)] == [(0, 0), (1, 1), (1, 1), (1, 2)]
