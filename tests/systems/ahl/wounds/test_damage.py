import pytest

from bot.engine.dice import Modifier, ScriptedDice, applied
from bot.systems.ahl.melee.blows import Circumstances, shift
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.wounds.damage import COLUMN, DAMAGE, Hit, Severity, throw_damage, wound
from bot.systems.ahl.wounds.recovery import heal, try_to_wake
from bot.systems.ahl.zerog.control import CONTROL, reorient
from tests.systems.ahl.people import ARMOUR, BOOK


def dms(penetration=0, armour="none", **hit):
    return [(made.dm, made.label) for made in applied(DAMAGE, Hit(penetration, ARMOUR[armour], **hit))]


@pytest.mark.rule("AHL-12-0")
@pytest.mark.parametrize(
    ("totals", "level"),
    [
        ((-8, 0, 3), Severity.NONE),
        ((4, 5, 6, 7), Severity.LIGHT),
        ((8, 9, 10, 11), Severity.SERIOUS),
        ((12, 26), Severity.DEAD),
    ],
)
def test_the_damage_table(totals, level):
    assert {COLUMN.level(total) for total in totals} == {level}


@pytest.mark.rule("AHL-12A1", "AHL-12A2")
def test_penetration_and_cover_are_added():
    assert dms(4, cover=True) == [(4, "penetration"), (2, "cover")]
    assert dms(0) == []


@pytest.mark.rule("AHL-12A3a", "AHL-12A3b")
@pytest.mark.parametrize(
    ("armour", "value"),
    [
        ("mesh", -2),
        ("flak jacket", -4),
        ("cloth", -6),
        ("vacc suit", -6),
        ("combat armor", -8),
        ("battle dress", -10),
    ],
)
def test_armour_is_subtracted(armour, value):
    assert dms(armour=armour) == [(value, armour)]


@pytest.mark.rule("AHL-12A3c")
@pytest.mark.parametrize(("armour", "value"), [("ablat", -6), ("reflec", -10)])
def test_ablat_and_reflec_work_against_lasers_only(armour, value):
    assert dms(armour=armour, laser=True) == [(value, armour)]
    assert dms(armour=armour) == []


@pytest.mark.rule("AHL-12A3a", "AHL-12A3c")
@pytest.mark.parametrize(
    ("first", "second", "laser", "counts"),
    [
        ("cloth", "reflec", True, [(-10, "reflec")]),
        ("cloth", "reflec", False, [(-6, "cloth")]),
        ("reflec", "cloth", False, [(-6, "cloth")]),
        ("combat armor", "ablat", True, [(-8, "combat armor")]),
        ("mesh", "flak jacket", False, [(-4, "flak jacket")]),
        ("ablat", "reflec", True, [(-10, "reflec")]),
        ("ablat", "reflec", False, []),
        # As good as each other: the first.
        ("cloth", "vacc suit", False, [(-6, "cloth")]),
        ("vacc suit", "cloth", False, [(-6, "vacc suit")]),
    ],
)
def test_of_two_kinds_of_armour_the_better_one_that_works_counts(first, second, laser, counts):
    """Ruling R-80: never both."""
    worn = BOOK.armour_of(Character(armour=first, second_armour=second))
    assert [(made.dm, made.label) for made in applied(DAMAGE, Hit(0, worn, laser=laser))] == counts


def test_a_suit_is_one_over_or_under_something_else():
    """Reflec over a vacc suit keeps the air in, counts as a suit in melee, and battle dress steadies in zero-G."""
    over = Character(armour="reflec", second_armour="vacc suit")
    assert over.suited
    assert shift(over, Circumstances()).dm == -1
    dressed = Character(armour="ablat", second_armour="battle dress")
    assert (shift(dressed, Circumstances()).dm, reorient(dressed, CONTROL, ScriptedDice([5, 5])).dm) == (-2, 2)


@pytest.mark.rule("AHL-12A3a", "AHL-12A1")
def test_the_source_example():
    """ACR sabot, 4, against combat armor, −8: a throw of 9 becomes 5, a light wound."""
    thrown = throw_damage(Hit(4, ARMOUR["combat armor"]), ScriptedDice([4, 5]))
    assert (thrown.check.total, thrown.level) == (5, Severity.LIGHT)


@pytest.mark.rule("AHL-12Da")
@pytest.mark.parametrize(
    ("faces", "level"),
    [([1, 2], Severity.NONE), ([2, 2], Severity.SERIOUS), ([4, 4], Severity.DEAD), ([6, 6], Severity.DEAD)],
)
def test_a_direct_hit_by_he_is_one_level_worse(faces, level):
    assert throw_damage(Hit(0, ARMOUR["none"], steps_up=True), ScriptedDice(faces)).level is level


@pytest.mark.rule("AHL-12B1a", "AHL-12B1b")
@pytest.mark.parametrize(("die", "condition"), [(5, Condition.ACTIVE), (6, Condition.UNCONSCIOUS)])
def test_a_light_wound_knocks_out_on_a_six(die, condition):
    after = wound(Character(light_wounds=1), Severity.LIGHT, ScriptedDice([die])).after
    assert (after.light_wounds, after.condition) == (2, condition)


@pytest.mark.rule("AHL-12B1a")
def test_light_wounds_never_add_up_to_more():
    character = Character()
    for _ in range(12):
        character = wound(character, Severity.LIGHT, ScriptedDice([1])).after
    assert (character.light_wounds, character.condition) == (12, Condition.ACTIVE)


@pytest.mark.rule("AHL-12B2a", "AHL-12B2b")
def test_a_second_serious_wound_kills():
    once = wound(Character(), Severity.SERIOUS, ScriptedDice([]))
    assert (once.after.condition, once.second) == (Condition.SERIOUS, False)
    twice = wound(once.after, Severity.SERIOUS, ScriptedDice([]))
    assert (twice.after.condition, twice.second) == (Condition.DEAD, True)


@pytest.mark.rule("AHL-12B3")
def test_death_is_death():
    assert wound(Character(), Severity.DEAD, ScriptedDice([])).after.condition is Condition.DEAD
    dead = Character(condition=Condition.DEAD)
    assert wound(dead, Severity.SERIOUS, ScriptedDice([])).after == dead


@pytest.mark.rule("AHL-12B1b")
def test_a_light_wound_wakes_nobody():
    for condition in (Condition.UNCONSCIOUS, Condition.SERIOUS):
        assert wound(Character(condition=condition), Severity.LIGHT, ScriptedDice([1])).after.condition is condition


@pytest.mark.rule("AHL-12Cb")
@pytest.mark.parametrize(("die", "condition"), [(5, Condition.UNCONSCIOUS), (6, Condition.ACTIVE)])
def test_a_six_wakes(die, condition):
    recovery = try_to_wake(Character(light_wounds=2, condition=Condition.UNCONSCIOUS), ScriptedDice([die]))
    assert recovery.after == Character(light_wounds=2, condition=condition)
    assert recovery.woke is (die == 6)


def test_the_referee_may_help_to_wake():
    sleeper = Character(condition=Condition.UNCONSCIOUS)
    helped = try_to_wake(sleeper, ScriptedDice([4]), Modifier(2, "medic", "referee"))
    assert helped.after.condition is Condition.ACTIVE


@pytest.mark.rule("AHL-12Cb", "AHL-12B2a")
@pytest.mark.parametrize("condition", [Condition.ACTIVE, Condition.SERIOUS, Condition.DEAD])
def test_nobody_else_throws_to_wake(condition):
    assert try_to_wake(Character(condition=condition), ScriptedDice([])) is None


@pytest.mark.parametrize(
    ("wounds", "before", "after"),
    [
        ("everything", Character(light_wounds=3, condition=Condition.DEAD), Character()),
        ("light wound", Character(light_wounds=3), Character(light_wounds=2)),
        ("light wound", Character(), Character()),
        ("serious wound", Character(condition=Condition.SERIOUS), Character()),
        ("unconsciousness", Character(condition=Condition.UNCONSCIOUS), Character()),
        ("unconsciousness", Character(condition=Condition.SERIOUS), Character(condition=Condition.SERIOUS)),
    ],
)
def test_healing(wounds, before, after):
    assert heal(before, wounds) == after
