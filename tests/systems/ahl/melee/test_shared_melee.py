"""The worked cases of melee and zero-G. The adapters only rename."""

from fractions import Fraction

import pytest

from bot.engine.odds import exact
from bot.systems.ahl.melee.blows import Attack, Circumstances, Fighter, melee_value, shift
from bot.systems.ahl.melee.fight import fight
from bot.systems.ahl.sheet.character import Being, Character, Condition, ZeroG
from bot.systems.ahl.wounds.damage import Surroundings
from bot.systems.ahl.zerog.control import CONTROL, keep_control, reorient
from tests.cases import AHL as CASES
from tests.systems.ahl.people import BOOK, MELEE, WEAPONS
from tests.systems.ahl.worked import number


def melee_column(diff, armor=None, robot=False):
    defender = Character(armour=armor or "none", being=Being.WARBOT if robot else Being.PERSON)
    moved = shift(defender, Circumstances())
    return MELEE.column(diff, -moved.dm if moved else 0)


def state(after, detail):
    if after.condition in {Condition.DEAD, Condition.SERIOUS}:
        return "dead" if after.condition is Condition.DEAD else "serious wound"
    if after.light_wounds:
        out = after.condition is Condition.UNCONSCIOUS
        return f"light wound {'unconscious' if out else 'conscious'}" if detail else "light wound"
    return "stun" if after.stunned else "no effect"


def melee(
    attacker,
    defender,
    armor="none",
    same_square=False,
    dived=False,
    zero_g=False,
    suit_in_vacuum=False,
    detail=False,
):
    hunter, prey = Fighter("A", Character(melee=attacker)), Fighter("B", Character(melee=defender, armour=armor))
    circumstances = Circumstances(zero_g=zero_g, surroundings=Surroundings(vacuum=suit_in_vacuum))

    def outcome(dice):
        result = fight(BOOK, [Attack(hunter, prey, same_square, dived)], circumstances, dice)
        effect = result.suffered[0].blow.effect
        # Without detail a case counts the table's results, where a light wound and unconsciousness are two.
        if not detail and not suit_in_vacuum:
            return effect.words
        return state(result.after["B"], detail)

    return exact(outcome, of=str)


def worn(battle_dress):
    return "battle dress" if battle_dress else "none"


def zero_g_control(fired="", handhold=False, battle_dress=False, melee="", light_wounds=0):
    mark = ZeroG(fired=fired, melee=melee, handhold=handhold)
    character = Character(armour=worn(battle_dress), light_wounds=light_wounds, zero_g=mark)

    def kept(dice):
        check = keep_control(character, WEAPONS, CONTROL, dice)
        return check is None or check.made

    return exact(kept, of=bool).get(True, Fraction(0))


def reoriented(battle_dress=False, light_wounds=0):
    character = Character(armour=worn(battle_dress), light_wounds=light_wounds)
    return exact(lambda dice: reorient(character, CONTROL, dice).made, of=bool).get(True, Fraction(0))


ADAPTERS = {
    "melee_column": melee_column,
    "melee": melee,
    "zero_g_control": zero_g_control,
    "reorient": reoriented,
    "melee_value": melee_value,
}
OURS = [pytest.param(case, id=case["id"]) for case in CASES if case["call"] in ADAPTERS]


@pytest.mark.parametrize("case", OURS)
def test_worked_case(case):
    found = ADAPTERS[case["call"]](**case["inputs"])
    expected = case["expected"]
    if isinstance(expected, dict):
        assert found == {name: number(chance) for name, chance in expected.items()}
        assert sum(found.values()) == 1
    else:
        assert found == (Fraction(expected) if isinstance(expected, str) else expected)


def test_there_are_cases():
    assert len(OURS) == 92
