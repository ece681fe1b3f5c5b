"""Pills as turns pass, and lights that are better than that of all (C3K Equipment)."""

from dataclasses import replace

import pytest

from bot.systems.combat3000.asked.circumstances import Lighting
from bot.systems.combat3000.devices.lights import Lamplight, better
from bot.systems.combat3000.devices.pills import digested, dose_words, effect_of, taken
from bot.systems.combat3000.figure.kit import SLEEP_PILL, SPEED_PILL, TRUTH_CAPSULE, Dose, Kit
from bot.systems.combat3000.figure.sheet import Figure, Hand, Plight
from tests.systems.combat3000.table import unit


def dosed(*doses, **more):
    return Figure(kit=Kit(doses=tuple(Dose(code, turns) for code, turns in doses)), **more)


@pytest.mark.rule("C3K-E07")
@pytest.mark.parametrize(
    ("code", "turns", "works", "begins_in", "left"),
    [
        # A speed pill works from 10 turns after it to 110, a capsule from 30 to 60, a sleeping pill from 3 on for 12
        # hours, which are 10,800 turns of 4 seconds.
        (SPEED_PILL, 9, False, 1, 101),
        (SPEED_PILL, 10, True, 0, 100),
        (SPEED_PILL, 109, True, 0, 1),
        (SPEED_PILL, 110, False, 0, 0),
        (TRUTH_CAPSULE, 29, False, 1, 31),
        (TRUTH_CAPSULE, 59, True, 0, 1),
        (SLEEP_PILL, 2, False, 1, 10801),
        (SLEEP_PILL, 10802, True, 0, 1),
    ],
)
def test_when_a_pill_works(code, turns, works, begins_in, left):
    dose = Dose(code, turns)
    assert (dose.works, dose.begins_in, dose.left) == (works, begins_in, left)


def test_pills_work_on_as_turns_pass_but_in_who_is_frozen():
    two = dosed((SPEED_PILL, 4), (SPEED_PILL, 109))
    assert digested(two).kit.doses == (Dose(SPEED_PILL, 5),)
    frozen = replace(two, plight=Plight(frozen=3))
    assert digested(frozen) == frozen
    assert digested(Figure()) == Figure()


def test_who_falls_asleep_drops_what_they_hold():
    (rifle,) = unit("Ann", weapon="Rifle").sheet.weapons
    for turns, hand in ((1, rifle.hand), (2, Hand.DROPPED)):
        assert digested(dosed((SLEEP_PILL, turns), weapons=(rifle,))).weapons[0].hand is hand
    assert digested(dosed((SPEED_PILL, 20), weapons=(rifle,))).weapons[0].hand is rifle.hand


def test_a_pill_is_taken_out_of_the_equipment():
    after = taken(Figure(equipment=("E1", SPEED_PILL, SPEED_PILL)), SPEED_PILL)
    assert (after.equipment, after.kit.doses) == (("E1", SPEED_PILL), (Dose(SPEED_PILL, 0),))


def test_what_a_pill_does_in_words():
    assert effect_of(SPEED_PILL).startswith("After 10 turns for 100 turns: accuracy −5")
    assert effect_of(SLEEP_PILL).startswith("After 3 turns for 12 hours: asleep")
    assert effect_of(TRUTH_CAPSULE).startswith("After 30 turns for 30 turns: answers")
    assert dose_words(Dose(SPEED_PILL, 6), "Speed Pill") == "Speed Pill: works in 4 turns"
    assert dose_words(Dose(TRUTH_CAPSULE, 59), "Truth Capsule").endswith("for 1 turn yet")


@pytest.mark.parametrize(
    ("light", "lit", "is_better"),
    [
        (Lighting.NIGHT, Lighting.NORMAL, True),
        (Lighting.NORMAL, Lighting.BRIGHT, True),
        (Lighting.NORMAL, Lighting.NORMAL, False),
        (Lighting.BRIGHT, Lighting.NORMAL, False),
        (Lighting.NIGHT, None, False),
    ],
)
def test_a_lamp_counts_where_it_is_better_than_the_light_of_all(light, lit, is_better):
    assert better(light, lit and Lamplight("Ann", "Torch", lit)) is is_better
