"""The worked cases. The adapters only rename: what a case calls something, and what the code calls it."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from bot.deck.plan import METRES_A_SQUARE
from bot.engine.dice import Check, applied
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.systems.ahl.fire.combat import Firer, fire, snap_shots
from bot.systems.ahl.fire.shot import NEEDED, TO_HIT, hit_limit, reaches, same_band, sweep
from bot.systems.ahl.sheet.character import Character, Condition, arm, spend
from bot.systems.ahl.tables import range_band
from bot.systems.ahl.wounds.damage import COLUMN, Hit, throw_damage, wound
from bot.systems.ahl.wounds.recovery import try_to_wake
from tests.cases import AHL as CASES
from tests.systems.ahl.people import ARMOUR, BOOK, WEAPONS, aimed, armed, situation, target
from tests.systems.ahl.worked import NOT_YET, number, state


def band_of(weapon, ammo, squares):
    try:
        band, _ = range_band(WEAPONS[weapon], WEAPONS[weapon].row(ammo or ""), squares)
    except RuleError:
        return "not allowed"
    return band.value


def shot_of(weapon, squares, ammo=None, automatic=True, **more):
    setting = "" if automatic else "single"
    return aimed(weapon, ammo or "", squares=squares, setting=setting, **more)


def to_hit(**inputs):
    if "handhold" in inputs:
        inputs["zero_g"] = True
    shot = shot_of(**inputs)
    modifiers = applied(TO_HIT, shot)
    dm = sum(modifier.dm for modifier in modifiers)
    chances = exact(lambda dice: Check("", dice.roll(2, why=""), modifiers, NEEDED[shot.band]).made, of=bool)
    return {
        "band": shot.band.value,
        "dm": dm,
        "raw_roll_needed": NEEDED[shot.band] - dm,
        "probability": chances.get(True, Fraction(0)),
    }


def damage(pen, armor="none", direct_he=False, cover=False, laser=False):
    hit = Hit(pen, ARMOUR[armor], cover, laser, steps_up=direct_he)

    def hurt(dice):
        return state(Character(), wound(Character(), throw_damage(hit, dice).level, dice).after)

    return exact(hurt, of=str)


def attack(shot, armor):
    weapon, skill = shot["weapon"], shot.get("skill", 0)
    firer = Firer("Firer", armed(weapon, shot.get("ammo") or "", skill))
    circumstances = situation(shot["squares"], shot.get("fire", "aimed"), dark=shot.get("dark", False))

    def resolved(dice):
        result = fire(BOOK, firer, target(armor), WEAPONS[weapon], circumstances, dice)
        attack = result.attacks[0]
        return state(Character(), attack.after) if attack.hit.made else "miss"

    return exact(resolved, of=str)


def ammo(weapon, ammo_type, events):
    carried, log = arm(WEAPONS[weapon], ammo_type or ""), []
    for event in events:
        try:
            spent = spend(carried, WEAPONS[weapon], "single" if event == "single" else "automatic")
        except RuleError:
            log.append("empty")
            continue
        carried = spent.after
        log.append(f"{'automatic' if spent.automatic else 'semi'} {spent.rounds}")
    return {"left": carried.loaded.rounds, "log": log}


def recovered_by(decision_phases):
    def awake(dice):
        sleeper = Character(condition=Condition.UNCONSCIOUS)
        for _ in range(decision_phases):
            recovery = try_to_wake(sleeper, dice)
            if recovery.woke:
                return True
        return False

    return exact(awake, of=bool).get(True, Fraction(0))


def reload_options(weapon):
    return [[time.turns, "evading" if time.evading else "not evading"] for time in WEAPONS[weapon].reloads]


def hit_limit_of(weapon, ammo, automatic, traveller):
    return hit_limit(WEAPONS[weapon], WEAPONS[weapon].row(ammo or ""), automatic=automatic, traveller=traveller)


def swept(squares, limit):
    """People who are hit with a chance of their own: the same walk through the danger space."""
    crowd = [[(number, Fraction(chance)) for number, chance in enumerate(square)] for square in squares]
    crowd = [[(row, *one) for one in square] for row, square in enumerate(crowd)]
    names = [one[:2] for square in crowd for one in square]

    def attack(dice, one):
        chance = one[2]
        return dice.roll(1, chance.denominator, why="hit") <= chance.numerator

    def hits(dice):
        return frozenset(one[:2] for one, hit in sweep(crowd, limit, attack, bool, dice, bool) if hit)

    chances = exact(hits, of=lambda hit: hit)
    by_number = {}
    for hit, chance in chances.items():
        by_number[str(len(hit))] = by_number.get(str(len(hit)), 0) + chance
    return {"hit": [sum(c for hit, c in chances.items() if name in hit) for name in names], "hits": by_number}


def covering_fire(chances, limit):
    return {"hit": swept([[chance] for chance in chances], limit)["hit"]}


def danger_space_bands(weapon, ammo, primary, others):
    row = WEAPONS[weapon].row(ammo or "")
    near = [squares for squares in others if reaches(row, squares)]
    return [squares for squares in near if same_band(WEAPONS[weapon], row, primary, squares, range_band)]


def shots_left(ap_left, weapon):
    return snap_shots(BOOK, 2 * ap_left, WEAPONS[weapon])


ADAPTERS: dict[str, Callable] = {
    "range_band": band_of,
    "to_hit": to_hit,
    "damage_level": lambda total: int(COLUMN.level(total)),
    "damage": damage,
    "attack": attack,
    "ammo": ammo,
    "reload_options": reload_options,
    "recovered_by": recovered_by,
    "snap_shots": shots_left,
    "metres": lambda squares: Fraction(squares * METRES_A_SQUARE),
    "hit_limit": hit_limit_of,
    "danger_space": swept,
    "covering_fire": covering_fire,
    "danger_space_bands": danger_space_bands,
}


def covered(case):
    flat = {**case["inputs"], **case["inputs"].get("shot", {})}
    return case["call"] in ADAPTERS and not NOT_YET & flat.keys()


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if covered(case)])
def test_worked_case(case):
    found = ADAPTERS[case["call"]](**case["inputs"])
    expected = case["expected"]
    if isinstance(expected, dict) and isinstance(found, dict):
        for name, value in expected.items():
            assert found.get(name, 0) == number(value), name
        if all(isinstance(chance, Fraction) for chance in found.values()):
            assert sum(found.values()) == 1
    else:
        assert found == number(expected)
