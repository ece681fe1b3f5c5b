"""`/repair`: which weapon somebody mends, and who mends none (C3K Breakdowns and repairs)."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Hand, Working
from tests.systems.combat3000.table import C3K, character, give, unit

ARMED = unit("Ann", weapon="Rifle")


def with_weapons(*workings, **now):
    """Ann with weapons One, Two, … of which she holds none, and in which state each is."""
    (held,) = ARMED.sheet.weapons
    names = ("One", "Two", "Three")
    weapons = tuple(
        replace(held, name=name, hand=Hand.STOWED, working=working)
        for name, working in zip(names, workings, strict=False)
    )
    return replace(ARMED, sheet=replace(ARMED.sheet, weapons=weapons, now=replace(ARMED.sheet.now, **now)))


WORKS, JAMMED, DAMAGED, RUINED = Working.WORKS, Working.JAMMED, Working.DAMAGED, Working.RUINED


@pytest.mark.parametrize(
    ("ann", "said", "mended"),
    [
        # The first that needs it, if none is named; jammed or damaged.
        (with_weapons(WORKS, JAMMED, DAMAGED), "", "Two"),
        (with_weapons(WORKS, DAMAGED, JAMMED), "", "Two"),
        (with_weapons(RUINED, WORKS, JAMMED), "", "Three"),
        (with_weapons(JAMMED, DAMAGED), "two", "Two"),
        (with_weapons(JAMMED, DAMAGED), "One", "One"),
    ],
)
def test_which_weapon_is_mended(ann, said, mended):
    outcome, card = give("repair", [9], character(ann), weapon=said)
    assert card.title == f"Ann tries to repair {mended}"
    assert {each.name for each in outcome.after["Ann"].weapons if each.working is WORKS} == {
        mended,
        *(each.name for each in ann.sheet.weapons if each.working is WORKS),
    }
    assert outcome.after["Ann"].now.busy == "repairs"


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        # Where nothing is broken, it is their first weapon that needs no repair.
        (with_weapons(WORKS, WORKS), "One"),
        (with_weapons(RUINED), "One"),
        (unit("Tank", template="Light Tank"), "Heavy Laser Cannon works: there is nothing to repair."),
        (with_weapons(JAMMED, busy="reloads One"), "Ann reloads One"),
    ],
)
def test_who_repairs_nothing(who, sentence):
    with pytest.raises(RuleError) as refused:
        give("repair", [], character(who))
    assert sentence in str(refused.value)


def test_where_turns_are_not_counted_whoever_is_busy_repairs_all_the_same():
    give("repair", [9], character(with_weapons(JAMMED, busy="reloads One")), turns="shown")


def test_what_is_broken_is_offered():
    (field,) = (each for each in C3K.orders["repair"].fields if each.name == "weapon")
    assert list(field.suggest(character(with_weapons(WORKS, JAMMED, DAMAGED)))) == ["Two", "Three"]
