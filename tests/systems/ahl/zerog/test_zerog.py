"""Control in zero-G, collisions, and the end of a phase (AHL 17.C.2, 26.B, 26.C)."""

import pytest

from bot.engine.dice import Modifier, ScriptedDice
from bot.systems.ahl.melee.blows import Circumstances, stunned
from bot.systems.ahl.sheet.character import Being, Character, Condition, ZeroG
from bot.systems.ahl.tables import Effect
from bot.systems.ahl.turn.phases import end_phase, stuns_run_down
from bot.systems.ahl.wounds.damage import Surroundings
from bot.systems.ahl.zerog.control import CONTROL, keep_control, reorient
from bot.systems.ahl.zerog.drift import collide
from tests.systems.ahl.people import BOOK, WEAPONS

IN_VACUUM = Circumstances(surroundings=Surroundings(vacuum=True))


def control_dm(fired="", melee="", handhold=False, **sheet):
    character = Character(zero_g=ZeroG(fired=fired, melee=melee, handhold=handhold), **sheet)
    return keep_control(character, WEAPONS, CONTROL, ScriptedDice([1, 1])).dm


@pytest.mark.rule("AHL-26Bb")
@pytest.mark.parametrize(
    ("fired", "dm"),
    [
        ("Snub Pistol", -2),
        ("Accelerator Rifle", -2),
        ("Laser Carbine", 0),
        ("Laser Rifle", 0),
        ("Body Pistol", -4),
        ("Gauss Rifle", -4),
        ("PGMP-12", -4),
        ("FGMP-14/15", -4),
    ],
)
def test_the_weapon_counts(fired, dm):
    assert control_dm(fired) == dm


@pytest.mark.rule("AHL-26Bb")
@pytest.mark.parametrize(
    ("circumstances", "dm"),
    [
        ({"melee": "attacker"}, -6),
        ({"melee": "defender"}, -6),
        ({"melee": "defender", "light_wounds": 2}, -8),
        ({"fired": "Laser Rifle", "armour": "battle dress"}, 2),
        ({"fired": "Laser Rifle", "stunned": 2}, 0),
        ({"fired": "Snub Pistol", "melee": "attacker"}, -8),
    ],
)
def test_melee_wounds_and_battle_dress_count(circumstances, dm):
    """A stun lowers skill, melee and morale alone (ruling R-116); both fired and fought is one throw (R-136)."""
    assert control_dm(**circumstances) == dm


@pytest.mark.rule("AHL-26Bc")
@pytest.mark.parametrize(
    ("circumstances", "dm"),
    [
        ({"fired": "Carbine"}, 1),
        ({"melee": "defender"}, -1),
        ({"melee": "attacker"}, -6),
        ({"fired": "PGMP-13/14"}, -4),
        ({"fired": "FGMP-14/15"}, -4),
    ],
)
def test_a_handhold_helps_but_for_plasma_fusion_and_attackers(circumstances, dm):
    assert control_dm(handhold=True, **circumstances) == dm


@pytest.mark.rule("AHL-26Ba")
@pytest.mark.parametrize(
    "sheet",
    [
        {},
        {"zero_g": ZeroG(handhold=True)},
        {"zero_g": ZeroG(fired="Carbine", disoriented=True)},
        {"zero_g": ZeroG(melee="defender"), "condition": Condition.DEAD},
        {"zero_g": ZeroG(melee="defender"), "condition": Condition.SERIOUS},
    ],
)
def test_who_throws_for_nothing(sheet):
    assert keep_control(Character(**sheet), WEAPONS, CONTROL, ScriptedDice([])) is None


@pytest.mark.rule("AHL-26Ba")
@pytest.mark.parametrize(("faces", "disoriented"), [([6, 3], True), ([6, 4], False)])
def test_control_is_kept_on_ten(faces, disoriented):
    character = Character(zero_g=ZeroG(fired="Laser Rifle", handhold=False))
    after = end_phase("A", character, BOOK, ScriptedDice(faces)).after
    assert after.zero_g == ZeroG(disoriented=disoriented)


@pytest.mark.rule("AHL-26Ba")
def test_the_marks_of_a_phase_go_and_disorientation_stays():
    lost = Character(zero_g=ZeroG(fired="Carbine", melee="attacker", handhold=True, disoriented=True))
    assert end_phase("A", lost, BOOK, ScriptedDice([])).after.zero_g == ZeroG(disoriented=True)


@pytest.mark.rule("AHL-26Bd")
@pytest.mark.parametrize(
    ("sheet", "dm"),
    [
        ({}, 0),
        ({"armour": "battle dress", "light_wounds": 1}, 1),
        ({"zero_g": ZeroG(handhold=True, disoriented=True)}, 0),
        ({"zero_g": ZeroG(melee="defender", disoriented=True)}, -6),
    ],
)
def test_reorienting(sheet, dm):
    """Ruling R-135: wounds and battle dress always, melee if attacked in the phase, never a handhold."""
    check = reorient(Character(**sheet), CONTROL, ScriptedDice([5, 5]))
    assert (check.needed, check.dm) == (10, dm)


@pytest.mark.rule("AHL-26Cc")
@pytest.mark.parametrize(
    ("faces", "effect"),
    [([1], Effect.NONE), ([4], Effect.NONE), ([5], Effect.STUN), ([6, 1], Effect.LIGHT)],
)
def test_a_collision_is_column_minus_two_as_it_stands(faces, effect):
    """In combat armor and in zero-G alike (ruling R-138)."""
    dice = ScriptedDice(faces)
    collision = collide(BOOK, Character(armour="combat armor"), Circumstances(), dice)
    assert not dice.left
    assert collision.effect is effect
    assert collision.after.zero_g.disoriented


def test_a_collision_may_be_ruled_to_be_as_melee():
    """R-138's option: −2 in a vacc suit is −4, where a 6 stuns, which zero-G makes nothing."""
    where = Circumstances(zero_g=True)
    collision = collide(BOOK, Character(armour="vacc suit"), where, ScriptedDice([6]))
    assert (collision.column, collision.table, collision.effect) == (-4, Effect.STUN, Effect.NONE)
    # In combat armor −2 is −6, where a 6 still stuns; two columns more would be off the table.
    assert collide(BOOK, Character(armour="combat armor"), where, ScriptedDice([6])).column == -6


def test_a_collision_takes_the_referees_modifier_and_vacuum():
    own = Modifier(2, "padding", "referee")
    hit = collide(BOOK, Character(armour="cloth"), IN_VACUUM, ScriptedDice([4]), own)
    assert hit.after.condition is Condition.SERIOUS
    assert collide(BOOK, Character(being=Being.BLOB), Circumstances(), ScriptedDice([6])).effect is Effect.STUN


@pytest.mark.rule("AHL-17Ca")
def test_a_stun_lasts_this_phase_and_the_next():
    hit = stunned(Character(), add=False)
    next_phase = stuns_run_down(hit)
    assert (hit.lowered, next_phase.lowered, stuns_run_down(next_phase).lowered) == (1, 1, 0)


def test_stuns_that_add_run_down_each_by_itself():
    """Stunned in phases 1 and 2 with R-116's option: −1, then −2, then −1, then nothing."""
    first = stunned(Character(), add=True)
    second = stunned(stuns_run_down(first), add=True)
    third = stuns_run_down(second)
    assert [one.lowered for one in (first, second, third, stuns_run_down(third))] == [1, 2, 1, 0]


def test_each_of_three_stuns_has_a_phase_less_to_go():
    """Of 1, 2 and 3 more phases the first is over."""
    after = stuns_run_down(Character(stunned=2, more_stuns=(1, 2, 3)))
    assert (after.stunned, after.more_stuns) == (1, (1, 2))


def test_the_referee_adds_to_control_and_to_reorienting():
    fired = Character(zero_g=ZeroG(fired="ACR"))
    check = keep_control(fired, WEAPONS, CONTROL, ScriptedDice([6, 5]), dm=3, because="a tether")
    assert [(modifier.dm, modifier.label) for modifier in check.modifiers] == [(-4, "ACR"), (3, "referee: a tether")]
    assert (check.total, check.made) == (10, True)
