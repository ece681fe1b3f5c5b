"""The worked cases of explosions, grenades, structures, charges and vacuum. The adapters only rename."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest

from bot.engine.odds import exact
from bot.systems.ahl.blast.explosion import collateral, explodes, hit_equipment, strike
from bot.systems.ahl.blast.reach import Blast, Cause, Near, collateral_penetration, goes_off, set_off
from bot.systems.ahl.grenade.throw import TO_TOSS, Toss, scatter, throw_grenade
from bot.systems.ahl.sheet.character import Being, Character
from bot.systems.ahl.tables import load_structures, points, state_of
from bot.systems.ahl.wounds.damage import Hit, Surroundings, throw_damage, wound
from bot.systems.ahl.wounds.vacuum import expose
from tests.cases import AHL as CASES
from tests.systems.ahl.people import ARMOUR, BOOK, DATA
from tests.systems.ahl.worked import NOT_YET, number, state

STRUCTURES = load_structures(DATA / "structures.csv")


def cause_of(name):
    return Cause.RED if name == "equipment" else Cause(name)


def hurt(cause, pen, dist, armor="none"):
    near = Near("X", Character(armour=armor), ARMOUR[armor], dist)

    def outcome(dice):
        suffered = collateral(BOOK, Blast(cause_of(cause), pen), near, dice)
        return state(near.character, suffered.after) if suffered.damage else "not affected"

    chances = exact(outcome, of=str)
    return {
        "penetration": collateral_penetration(cause_of(cause), pen, dist),
        "chance": 1 - chances.get("not affected", Fraction(0)),
        "outcome": chances,
    }


def damage(pen, armor="none", direct_he=False, cover=False, suit_in_vacuum=False, target="", life_level=0, robot=None):
    being = Being(robot or target or "person")
    victim = Character(armour=armor, being=being, life_level=life_level)
    around = Surroundings(vacuum=suit_in_vacuum)
    target = Near("X", victim, BOOK.armour_of(victim))
    hit = Hit(pen, target.armour, cover, in_vacuum=around.worsens(victim))

    def hurt(dice):
        if direct_he:
            return strike(BOOK, Blast(Cause.HE, pen, around), target, dice).after
        return wound(victim, throw_damage(hit, dice).level, dice, around).after

    def outcome(dice):
        after = hurt(dice)
        if victim.robot:
            return {"dead": "destroyed", "light conscious": "light"}.get(state(victim, after), state(victim, after))
        return state(victim, after)

    return exact(outcome, of=str)


def exposure(turns):
    def turn(dice, character, _):
        return expose(BOOK, character, dice).wounded.after

    return exact(lambda dice: dice.fold(range(turns), Character(), turn), of=lambda after: after.condition.value)


def structure_after(structure, pens):
    total = sum(points(STRUCTURES[structure], pen) for pen in pens)
    return {"points": total, "state": state_of(STRUCTURES[structure], total).value}


def equipment(colour, pen):
    cause = {"red": Cause.RED, "green": Cause.GREEN}[colour]
    return exact(lambda dice: explodes(hit_equipment(BOOK, cause, pen, dice)), of=bool).get(True, Fraction(0))


def grenade(squares, thrower_cover):
    toss = Toss(squares, cover=thrower_cover)
    house = partial(scatter, house=True)
    return exact(lambda dice: throw_grenade(toss, TO_TOSS, dice, scatter=house).check.made, of=bool).get(
        True, Fraction(0)
    )


ADAPTERS: dict[str, Callable] = {
    "collateral_penetration": lambda cause, pen, dist: collateral_penetration(cause_of(cause), pen, dist),
    "collateral": hurt,
    "damage": damage,
    "equipment_explodes": equipment,
    "grenade_chance": grenade,
    "scatter_distance": lambda: exact(lambda dice: scatter(dice, house=True).squares, of=str),
    "structure_points": lambda pen, structure: points(STRUCTURES[structure], pen),
    "structure_after": structure_after,
    "satchel_time": lambda turn_emplaced, phases_written: list(goes_off(turn_emplaced, phases_written)),
    "satchel_set_off": lambda pen_received: set_off(penetration=pen_received),
    "vacuum_exposure": exposure,
}


def covered(case):
    return case["call"] in ADAPTERS and (case["call"] != "damage" or NOT_YET & case["inputs"].keys())


def assert_equal(found, expected):
    if not isinstance(expected, dict):
        assert found == number(expected)
        return
    for name, value in expected.items():
        assert_equal(found.get(name, 0), value)
    if all(isinstance(chance, Fraction) for chance in found.values()):
        assert sum(found.values()) == 1


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if covered(case)])
def test_worked_case(case):
    assert_equal(ADAPTERS[case["call"]](**case["inputs"]), case["expected"])
