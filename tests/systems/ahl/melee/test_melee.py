"""Melee, rule by rule; the numbers are the book's and the rulings', typed by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import Modifier, ScriptedDice, applied
from bot.engine.errors import DataError
from bot.engine.odds import exact
from bot.systems.ahl.melee.blows import (
    ON_THE_DIE,
    Attack,
    Circumstances,
    effect_on,
    melee_value,
    shift,
    stunned,
    suffer,
)
from bot.systems.ahl.melee.fight import fight
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl.tables import Effect, load_melee
from bot.systems.ahl.wounds.damage import Surroundings, wound
from tests.systems.ahl.people import BOOK, MELEE, blob, fighter

IN_VACUUM = Circumstances(surroundings=Surroundings(vacuum=True))

COLUMNS = (-6, -4, -2, 0, 1, 3, 5, 7, 9)
# By the die, from the left: . nothing, s stun, L light wound, U unconscious, D dead.
PRINTED = (
    "......ssL",
    ".....ssLL",
    "....ssLLU",
    "...ssLLUU",
    ".sssLLUUD",
    "ssLLLUUDD",
)
OF_LETTER = dict(zip(".sLUD", Effect, strict=True))


def strikes(faces, *attacks, circumstances=None, bystanders=()):
    dice = ScriptedDice(faces)
    result = fight(BOOK, attacks, circumstances or Circumstances(), dice, bystanders)
    assert not dice.left, "the rules threw fewer dice than the script holds"
    return result


def one(attacker, defender, **how):
    return Attack(attacker, defender, **how)


@pytest.mark.rule("AHL-17D")
@pytest.mark.parametrize(("die", "place"), list(product(range(1, 7), range(9))))
def test_the_table_is_the_printed_one(die, place):
    assert MELEE.columns == COLUMNS
    assert MELEE.effect(COLUMNS[place], die) is OF_LETTER[PRINTED[die - 1][place]]


@pytest.mark.rule("AHL-17Ba", "AHL-17Bb")
@pytest.mark.parametrize(
    ("difference", "column"),
    [(-7, None), (-6, -6), (-5, -6), (-3, -4), (-1, -2), (0, 0), (1, 1), (2, 1), (6, 5), (8, 7), (9, 9), (10, 9)],
)
def test_the_column_is_the_difference_or_the_next_lower(difference, column):
    assert MELEE.column(difference) == column


@pytest.mark.rule("AHL-17Bb")
def test_below_the_table_no_die_is_thrown():
    result = strikes([], one(fighter("A", 1), fighter("B", 8)))
    assert result.suffered[0].blow.effect is Effect.NONE


@pytest.mark.rule("AHL-17Bd", "AHL-17Be")
@pytest.mark.parametrize(
    ("sheet", "columns"),
    [
        ({"armour": "none"}, 0),
        ({"armour": "mesh"}, 0),
        ({"armour": "flak jacket"}, 0),
        ({"armour": "reflec"}, 0),
        ({"armour": "vacc suit"}, -1),
        ({"armour": "cloth"}, -1),
        ({"armour": "combat armor"}, -2),
        ({"armour": "battle dress"}, -2),
        ({"being": Being.WARBOT}, -2),
        ({"being": Being.WARBOT, "armour": "battle dress"}, -2),
        ({"being": Being.MAINTENANCE_ROBOT, "armour": "combat armor"}, -2),
        ({"being": Being.BLOB}, 0),
    ],
)
def test_armour_and_robots_move_the_attack_to_the_left(sheet, columns):
    moved = shift(Character(**sheet), Circumstances())
    assert (moved.dm if moved else 0) == columns


def test_battle_dress_may_be_ruled_to_move_nothing():
    """Ruling R-25's option."""
    assert shift(Character(armour="battle dress"), Circumstances(battle_dress=0)) is None


@pytest.mark.rule("AHL-17Bd")
def test_above_the_table_is_capped_before_armour_moves_it():
    """Ruling R-24: +15 is +9, and combat armor makes that +5, where a 1 stuns."""
    blow = strikes([1], one(fighter("A", 16), fighter("B", 1, armour="combat armor"))).suffered[0].blow
    assert (blow.column, blow.effect) == (5, Effect.STUN)


@pytest.mark.rule("AHL-17Bc")
@pytest.mark.parametrize(
    ("how", "modifiers"),
    [
        ({}, ()),
        ({"same_square": True}, (Modifier(-1, "same square", "AHL 17.B"),)),
        ({"same_square": True, "dived": True}, (Modifier(2, "dive", "AHL 17.B"),)),
    ],
)
def test_the_die_is_less_in_the_same_square_and_more_after_a_dive(how, modifiers):
    assert applied(ON_THE_DIE, one(fighter("A"), fighter("B"), **how)) == modifiers


@pytest.mark.rule("AHL-17Bc")
@pytest.mark.parametrize(("face", "dm", "effect"), [(1, -20, Effect.NONE), (1, 20, Effect.LIGHT)])
def test_the_die_is_read_within_its_faces(face, dm, effect):
    """Ruling R-28: column 0 has nothing on a 1 and a light wound on a 6."""
    faces = [face, 1] if effect else [face]
    assert strikes(faces, one(fighter("A"), fighter("B"), dm=dm)).suffered[0].blow.effect is effect


@pytest.mark.rule("AHL-17E", "AHL-12B1a")
def test_light_wounds_and_a_stun_lower_melee():
    assert fighter(melee=7, light_wounds=2).factor == 5
    assert fighter(melee=7, light_wounds=1, stunned=2).factor == 5
    assert fighter(melee=1, light_wounds=3).factor == -2


@pytest.mark.rule("AHL-17Aa")
def test_the_larger_factor_strikes_first():
    weak, strong = fighter("Weak", 3), fighter("Strong", 4)
    result = strikes([1, 1], one(weak, strong), one(strong, weak))
    assert [suffered.blow.attack.attacker.name for suffered in result.suffered] == ["Strong", "Weak"]


@pytest.mark.rule("AHL-17Aa")
@pytest.mark.parametrize(("pick", "first"), [(1, "A"), (2, "B")])
def test_equals_strike_in_random_order(pick, first):
    a, b = fighter("A", 4), fighter("B", 4)
    result = strikes([pick, 1, 1], one(a, b), one(b, a))
    assert result.suffered[0].blow.attack.attacker.name == first


@pytest.mark.rule("AHL-17Aa", "AHL-17Cc")
def test_whoever_is_knocked_out_has_struck_all_the_same():
    """9 against 4: a 5 at +5 knocks out, and the 6 of the other, at −5 in column −6, stuns."""
    a, b = fighter("A", 9), fighter("B", 4)
    result = strikes([5, 6], one(a, b), one(b, a))
    assert result.after["B"].condition is Condition.UNCONSCIOUS
    assert result.after["A"].stunned == 2


@pytest.mark.rule("AHL-17Aa")
def test_nobody_loses_a_blow_to_a_result_of_the_same_step():
    """5 against 4: +1, a 6 wounds and the die of 6 knocks out; −1 reads column −2, a 6 wounds as well."""
    a, b = fighter("A", 5), fighter("B", 4)
    result = strikes([6, 6, 6, 6], one(a, b), one(b, a))
    for name in "AB":
        assert (result.after[name].light_wounds, result.after[name].condition) == (1, Condition.UNCONSCIOUS)


@pytest.mark.rule("AHL-17-3")
def test_several_attack_one_each_by_themselves():
    """Two at +1 and one at −2: nothing is added up, and the target strikes back at one."""
    target = fighter("T", 4)
    result = strikes(
        [1, 3, 3, 1, 3],
        one(fighter("A", 5), target),
        one(fighter("B", 5), target),
        one(fighter("C", 2), target),
        one(target, fighter("A", 5)),
    )
    assert [suffered.blow.column for suffered in result.suffered] == [1, 1, -2, -2]
    assert [suffered.blow.effect for suffered in result.suffered] == [
        Effect.STUN,
        Effect.STUN,
        Effect.NONE,
        Effect.NONE,
    ]


@pytest.mark.rule("AHL-17Ca")
def test_a_stun_lowers_by_one_without_a_throw():
    result = strikes([3], one(fighter("A", 5), fighter("B", 4)))
    after = result.after["B"]
    assert (after.stunned, after.lowered, after.light_wounds) == (2, 1, 0)


@pytest.mark.rule("AHL-17Ca")
def test_stuns_do_not_add_unless_they_are_ruled_to():
    """Ruling R-116 and its option."""
    once = stunned(Character(), add=False)
    assert stunned(once, add=False) == once
    twice = stunned(once, add=True)
    assert (once.lowered, twice.lowered) == (1, 2)


@pytest.mark.rule("AHL-17Cb", "AHL-12B1b")
@pytest.mark.parametrize(("die", "condition"), [(5, Condition.ACTIVE), (6, Condition.UNCONSCIOUS)])
def test_a_light_wound_throws_for_consciousness(die, condition):
    after = strikes([5, die], one(fighter("A", 5), fighter("B", 4))).after["B"]
    assert (after.light_wounds, after.condition) == (1, condition)


@pytest.mark.rule("AHL-17Cc")
def test_unconscious_is_a_light_wound_and_out():
    """+5: a 5 knocks out, without another die."""
    after = strikes([5], one(fighter("A", 9), fighter("B", 4))).after["B"]
    assert (after.light_wounds, after.condition) == (1, Condition.UNCONSCIOUS)


@pytest.mark.rule("AHL-17Cc")
def test_unconsciousness_leaves_a_serious_wound_as_it_is():
    after = strikes([5], one(fighter("A", 9), fighter("B", 4, condition=Condition.SERIOUS))).after["B"]
    assert (after.light_wounds, after.condition) == (1, Condition.SERIOUS)


@pytest.mark.rule("AHL-17Cd")
def test_death():
    """+7: a 6 kills."""
    assert strikes([6], one(fighter("A", 9), fighter("B", 2))).after["B"].condition is Condition.DEAD


@pytest.mark.rule("AHL-20a")
def test_a_blob_fights_with_twice_its_life_level():
    assert blob(life_level=5).factor == 10
    assert blob(life_level=5, light_wounds=3, stunned=2).factor == 10


@pytest.mark.rule("AHL-20e")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_blob_is_stunned_at_worst_and_loses_nothing(die):
    """14 against life level 2: +9, where every face does something."""
    prey = blob(life_level=2)
    result = strikes([die], one(fighter("A", 14), prey))
    assert result.suffered[0].blow.table > Effect.STUN
    assert result.suffered[0].blow.effect is Effect.STUN
    assert result.after["Blob"] == prey.character


@pytest.mark.rule("AHL-20f")
def test_whom_a_blob_attacks_it_grips():
    """Life level 3 against 5: +1, a 1 does nothing but the grip holds; −1 on 1 does not free."""
    result = strikes([1, 1], one(blob(), fighter("A", 5)), one(fighter("A", 5), blob()))
    assert result.after["A"].gripped_by == "Blob"
    assert result.gripped == (("A", "Blob"),)


@pytest.mark.rule("AHL-20f")
def test_whom_one_blob_grips_another_that_attacks_them_does_not_grip():
    held = fighter("A", 5, gripped_by="Other blob")
    result = strikes([1, 1], one(blob(), held), one(held, blob()))
    assert result.after["A"].gripped_by == "Other blob"
    assert result.gripped == result.freed == ()


@pytest.mark.rule("AHL-20f")
def test_a_blob_that_is_stunned_in_the_same_step_grips_nobody():
    result = strikes([1, 5], one(blob(), fighter("A", 5)), one(fighter("A", 5), blob()))
    assert result.after["A"].gripped_by == ""
    assert result.gripped == result.freed == ()


@pytest.mark.rule("AHL-20f")
@pytest.mark.parametrize(("die", "holder"), [(4, "Blob"), (5, "")])
def test_only_a_stun_frees_from_a_grip(die, holder):
    """5 against 6 is column −2: a 5 stuns."""
    held = fighter("A", 5, gripped_by="Blob")
    result = strikes([1, die], one(blob(), held), one(held, blob()))
    assert result.after["A"].gripped_by == holder
    assert result.freed == ((("A", "Blob"),) if not holder else ())


@pytest.mark.rule("AHL-20f")
def test_a_friend_who_stuns_the_blob_frees_the_victim():
    victim = fighter("Victim", 5, gripped_by="Blob")
    result = strikes([4], one(fighter("Friend", 7), blob()), bystanders=[victim])
    assert result.after["Victim"].gripped_by == ""
    assert result.freed == (("Victim", "Blob"),)


@pytest.mark.rule("AHL-21f")
@pytest.mark.parametrize(
    ("effect", "faces", "light_wounds", "condition"),
    [
        (Effect.STUN, [], 0, Condition.ACTIVE),
        (Effect.LIGHT, [5], 1, Condition.ACTIVE),
        (Effect.LIGHT, [6], 1, Condition.DEAD),
        (Effect.UNCONSCIOUS, [], 0, Condition.DEAD),
        (Effect.DEAD, [], 0, Condition.DEAD),
    ],
)
def test_what_puts_a_robot_out_destroys_it(effect, faces, light_wounds, condition):
    """Rule 21, and ruling R-86 for the die of a light wound."""
    robot, dice, where = Character(being=Being.WARBOT), ScriptedDice(faces), Circumstances()
    after = suffer(robot, effect_on(robot, effect, where), where, wound, dice).after
    assert not dice.left
    assert (after.light_wounds, after.condition) == (light_wounds, condition)


def test_a_robot_may_be_ruled_to_faint():
    """Ruling R-86's option."""
    robot, where = Character(being=Being.WARBOT), Circumstances(surroundings=Surroundings(robots_faint=True))
    after = suffer(robot, Effect.LIGHT, where, wound, ScriptedDice([6])).after
    assert after.condition is Condition.UNCONSCIOUS


@pytest.mark.rule("AHL-22c")
@pytest.mark.parametrize("armour", ["vacc suit", "cloth", "combat armor", "battle dress"])
@pytest.mark.parametrize("effect", [Effect.LIGHT, Effect.UNCONSCIOUS])
def test_a_wound_through_a_suit_in_vacuum_is_serious(armour, effect):
    after = suffer(Character(armour=armour), effect, IN_VACUUM, wound, ScriptedDice([])).after
    assert (after.light_wounds, after.condition) == (0, Condition.SERIOUS)


@pytest.mark.rule("AHL-22c")
def test_vacuum_changes_neither_a_stun_nor_those_without_suits():
    vacuum = IN_VACUUM
    assert suffer(Character(armour="vacc suit"), Effect.STUN, vacuum, wound, ScriptedDice([])).after.stunned == 2
    for sheet in ({"armour": "mesh"}, {"being": Being.WARBOT}):
        after = suffer(Character(**sheet), Effect.LIGHT, vacuum, wound, ScriptedDice([1])).after
        assert (after.light_wounds, after.condition) == (1, Condition.ACTIVE)


@pytest.mark.rule("AHL-22c", "AHL-12B2b")
def test_vacuum_makes_a_second_serious_wound_of_it():
    hurt = Character(armour="vacc suit", condition=Condition.SERIOUS)
    wounded = suffer(hurt, Effect.LIGHT, IN_VACUUM, wound, ScriptedDice([]))
    assert wounded.second
    assert wounded.after.condition is Condition.DEAD


def test_robots_may_be_ruled_to_suffer_from_vacuum():
    """Ruling R-85's option: a light wound is serious, which destroys a robot."""
    where = Circumstances(surroundings=Surroundings(vacuum=True, robot_shells=True))
    after = suffer(Character(being=Being.WARBOT), Effect.LIGHT, where, wound, ScriptedDice([])).after
    assert after.condition is Condition.DEAD


@pytest.mark.rule("AHL-26Be")
def test_in_zero_g_every_result_is_one_level_lower():
    none, zero_g = Character(), Circumstances(zero_g=True)
    lower = [effect_on(none, effect, zero_g) for effect in Effect]
    assert lower == [Effect.NONE, Effect.NONE, Effect.STUN, Effect.LIGHT, Effect.UNCONSCIOUS]
    assert effect_on(Character(being=Being.WARBOT), Effect.UNCONSCIOUS, zero_g) is Effect.LIGHT
    assert effect_on(blob().character, Effect.STUN, zero_g) is Effect.NONE


@pytest.mark.rule("AHL-26Ba", "AHL-26Bc")
def test_in_zero_g_fighters_are_marked():
    zero_g = Circumstances(zero_g=True)
    a, b, c = fighter("A", 5), fighter("B", 4), fighter("C", 4)
    result = strikes([1], one(a, b), circumstances=zero_g)
    assert [result.after[name].zero_g.melee for name in "AB"] == ["attacker", "defender"]
    b = fighter("B", 4, zero_g=result.after["A"].zero_g)
    again = strikes([1], one(c, b), circumstances=zero_g)
    assert again.after["B"].zero_g.melee == "attacker"
    assert strikes([1], one(a, c)).after["A"].zero_g.melee == ""


@pytest.mark.rule("AHL-TRAV-B")
@pytest.mark.parametrize(("stats", "value"), [((7, 5, 2), 5), ((8, 7, 0), 3), ((15, 15, 4), 11), ((2, 1, 0), 0)])
def test_melee_value_from_traveller(stats, value):
    """Ruling R-139: 15/4 is 3, 30/4 is 7, 3/4 is 0."""
    assert melee_value(*stats) == value


def test_odds_of_an_exchange_are_those_of_every_branch():
    """A 6 against 5 in cloth and 5 against 6 in none, by brute force over the two dice and two consciousness dice.

    +1 moved one column is 0; −1 falls to −2. No wounds but light ones, on 6 in both.
    """
    a, b = fighter("A", 6), fighter("B", 5, armour="cloth")
    attacks = [one(a, b), one(b, a)]

    def outcome(result):
        return tuple((result.after[n].stunned, result.after[n].light_wounds, result.after[n].condition) for n in "AB")

    found = exact(lambda dice: fight(BOOK, attacks, Circumstances(), dice), of=outcome)
    counted = Counter()
    for first, second, die_b, die_a in product(range(1, 7), repeat=4):
        hurt_b = (0, 0, "active") if first < 4 else (2, 0, "active") if first < 6 else wounded(die_b)
        hurt_a = (0, 0, "active") if second < 5 else (2, 0, "active") if second < 6 else wounded(die_a)
        counted[hurt_a, hurt_b] += 1
    assert found == {key: Fraction(number, 6**4) for key, number in counted.items()}
    assert sum(found.values()) == 1


def wounded(die):
    return (0, 1, "unconscious" if die == 6 else "active")


FACTORS = st.integers(-3, 20)


@given(FACTORS, FACTORS, st.sampled_from(["none", "cloth", "combat armor"]), st.booleans(), st.booleans())
def test_chances_add_up_and_a_better_attacker_does_no_worse(attacker, defender, armour, zero_g, same_square):
    def harm(factor):
        prey = fighter("B", defender, armour=armour)
        attack = one(fighter("A", factor), prey, same_square=same_square)
        where = Circumstances(zero_g=zero_g)
        return exact(lambda d: fight(BOOK, [attack], where, d).suffered[0].blow.effect, of=lambda e: e)

    weaker, stronger = harm(attacker), harm(attacker + 1)
    assert sum(weaker.values()) == sum(stronger.values()) == 1
    for level in (Effect.STUN, Effect.UNCONSCIOUS, Effect.DEAD):
        at_least = [sum(p for e, p in chances.items() if e >= level) for chances in (weaker, stronger)]
        assert at_least[0] <= at_least[1]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("die,-6\n1,-\n", "a row for each face"),
        ("die,0,-6\n" + "".join(f"{die},-,-\n" for die in range(1, 7)), "go up from left to right"),
        ("die,0\n1,wound\n", r"melee.csv:2"),
    ],
)
def test_a_broken_table_is_named(tmp_path, text, complaint):
    path = tmp_path / "melee.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=complaint):
        load_melee(path)
