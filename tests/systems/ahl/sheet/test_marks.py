"""What a counter shows of a character's sheet."""

import pytest

from bot.engine.system import Mark, Sign
from bot.systems.ahl.sheet.character import Carried, Character, Clip, Condition, Nerve, ZeroG
from tests.systems.ahl.book import AHL


def carbine(rounds):
    return (Carried("Carbine", 0, Clip("", rounds)),)


@pytest.mark.parametrize(
    ("sheet", "signs"),
    [
        ({}, set()),
        ({"condition": Condition.UNCONSCIOUS}, {Sign.UNCONSCIOUS}),
        ({"condition": Condition.SERIOUS}, {Sign.SERIOUS}),
        ({"nerve": Nerve.FLEEING}, {Sign.FLEEING}),
        ({"nerve": Nerve.COWERING}, {Sign.PANICKED}),
        ({"nerve": Nerve.HALTED}, {Sign.PANICKED}),
        ({"stunned": 2}, {Sign.STUNNED}),
        ({"zero_g": ZeroG(disoriented=True)}, {Sign.DISORIENTED}),
        ({"weapons": carbine(0)}, {Sign.EMPTY}),
        ({"weapons": carbine(1)}, set()),
        ({"condition": Condition.DEAD, "stunned": 1, "weapons": carbine(0)}, set()),
    ],
)
def test_what_counts_shows_on_the_counter(sheet, signs):
    assert AHL.squads.mark(Character(**sheet)).signs == signs


def test_wounds_and_whoever_is_out_show_as_well():
    out = Character(light_wounds=2, condition=Condition.SERIOUS)
    assert AHL.squads.mark(out) == Mark(2, out=True, signs=frozenset({Sign.SERIOUS}))
