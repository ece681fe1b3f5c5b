"""Standing orders at their edges: who rests, leaves, hides, follows and mends, and how much is too much."""

from dataclasses import replace

import pytest

from bot.systems.highguard.battle.decisions import JumpOrder
from bot.systems.highguard.battle.standing.choices import AT, decisions, formation, upkeep
from bot.systems.highguard.battle.standing.gunnery import (
    WORTH,
    built_firepower,
    chance,
    firepower,
    plan_fire,
    weight,
    worth,
)
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import Result
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, in_combat, plain

WHOLE = plain("Whole", armed("laser", 5, 10), armed("particle", 4, 10))


def hurt(vessel, name="Hurt", **now):
    """The vessel with factors of now below those it was built with."""
    return replace(vessel, name=name, now=replace(vessel.now, **now))


def lasers(batteries, factor=5, name="Hurt"):
    """Ten batteries of lasers of factor 5 were built, so many are left."""
    built = plain(name, armed("laser", 5, 10))
    return hurt(built, name, armament=(armed("laser", factor, batteries),))


@pytest.mark.parametrize(("factor", "counts"), [(1, 1), (9, 9), (10, 13), (12, 21)])
def test_a_battery_counts_by_its_factor_and_letters_thrice_more(factor, counts):
    """A factor of 9 is a battery's greatest: A is 10, and counts 10 and 3 more."""
    assert weight(armed("meson", factor)) == counts


def test_what_a_vessel_fires_is_added_up_battery_by_battery():
    """10 of factor 5 and 10 of factor 4 are 90; with four lasers less, 70 of 90 as built. Sand never counts."""
    assert firepower(WHOLE) == built_firepower(WHOLE) == 90
    sandy = plain("Sandy", armed("laser", 5, 10), armed("sand", 9, 10))
    assert firepower(sandy) == built_firepower(sandy) == 50
    less = hurt(WHOLE, armament=(armed("laser", 5, 6), armed("particle", 4, 10)))
    assert (firepower(less), built_firepower(less)) == (70, 90)
    weaker = hurt(WHOLE, armament=(armed("laser", 3, 10), armed("particle", 4, 10)))
    assert (firepower(weaker), built_firepower(weaker)) == (70, 90), "ten of factor 3 and ten of factor 4"


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("own", "theirs", "fired"), [("laser", "missile", 5), ("laser", "meson", 10), ("missile", "sand", 10)]
)
def test_half_of_the_lasers_is_kept_against_missiles_that_an_enemy_has(side, own, theirs, fired):
    red, blue = (
        plain(name, armed(place, 5, 10)) for name, place in zip(("Red 1", "Blue 1"), (own, theirs), strict=True)
    )
    fleets = ([red], [blue]) if side == 0 else ([blue], [red])
    lines = [[ship.name for ship in fleet] for fleet in fleets]
    battle = in_combat(battle_of(*fleets), *lines)
    volleys = [each for volleys in plan_fire(battle, side, COMBAT).values() for each in volleys]
    assert sum(volley.count for volley in volleys) == fired


@pytest.mark.parametrize(("needed", "of_36"), [(2, 36), (3, 35), (7, 21), (8, 15), (12, 1), (13, 0)])
def test_how_likely_a_throw_is(needed, of_36):
    assert chance(needed) == of_36 / 36


@pytest.mark.parametrize(
    ("name", "number", "counts"),
    [("Crew", 3, 5.0), ("Critical", 2, 6.0), ("Weapon", 2, 1.4), ("Fuel", 3, 0.3), ("No Effect", 4, 0), ("Else", 1, 1)],
)
def test_what_a_result_is_worth(name, number, counts):
    """Weapons, drives, computers, screens and fuel by how many; a crew is a crew, however often it is struck."""
    assert worth(Result(name, number)) == pytest.approx(counts)


def test_shattered_tanks_are_worth_most_and_what_ends_no_fight_least():
    order = sorted(WORTH, key=WORTH.__getitem__)
    assert order[0] == "No Effect"
    assert order[1:3] == ["Fuel", "Jump"]
    assert order[-1] == "Fuel Tanks Shattered"


@pytest.mark.parametrize(
    ("ship", "rests"),
    [
        (lasers(4), True),  # 20 of 50
        (lasers(5), False),  # Half is not below half.
        (replace(lasers(4), criticals=("laser",)), False),  # Nothing that could be mended.
        (replace(lasers(4), size="0", tons=50), False),
    ],
)
def test_who_is_half_shot_to_pieces_and_can_be_mended_rests(ship, rests):
    """HG-R04: the reserve is where repairs are made; the line holds without it, which has 90 to its 20."""
    battle = battle_of([WHOLE, ship], [plain("Foe", armed("laser"))])
    sealed = formation(battle, 0)
    assert sealed.line == (("Whole",) if rests else ("Whole", "Hurt"))
    resting = ", 1 ship for repairs into the reserve" if rests else ""
    assert sealed.why == f"what can fire stands in the line{resting}"


def test_nobody_rests_where_too_little_would_be_left_of_the_line():
    """20 of 40 may rest, half of all; 40 of 60 may not."""
    whole = plain("Whole", armed("laser", 5, 4))
    assert formation(battle_of([whole, lasers(4)], [WHOLE]), 0).line == ("Whole",)
    both = [whole, lasers(4, name="One"), lasers(4, name="Two")]
    assert formation(battle_of(both, [WHOLE]), 0).line == ("Whole", "One", "Two")


def test_a_side_that_cannot_fire_stays_in_the_reserve():
    sealed = formation(battle_of([plain("Idle")], [WHOLE]), 0)
    assert (sealed.line, sealed.all_reserve, sealed.why) == ((), True, "nothing can fire")


def test_what_weapons_count_for_at_a_range():
    """HG-A09, HG-A10: energy weapons fire at short range alone; at long nothing gains."""
    assert AT[Range.LONG]["energy"] == 0
    assert AT[Range.LONG]["laser"] < 1
    assert AT[Range.SHORT]["missile"] < 1 < AT[Range.SHORT]["meson"]
    assert AT[Range.LONG].keys() == {"laser", "energy"}
    assert AT[Range.SHORT].keys() == {"missile", "meson"}


def facing(ship, enemy, *, turn=2, at=Range.LONG):
    """What the first side's standing orders decide for its ship against another, in the battle's second turn."""
    battle = replace(battle_of([ship], [enemy]), turn=turn, range=at, began=1)
    return decisions(battle, 0)


WEAK = plain("Weak", armed("laser", 9, 1), factors={"jump": 0})


@pytest.mark.parametrize(
    ("batteries", "turn", "leaves"),
    [(4, 2, False), (5, 2, True), (5, 1, False)],
)
def test_a_side_leaves_when_the_enemy_is_more_than_four_times_as_strong(batteries, turn, leaves):
    """9 against 36 stays, against 45 flees; not in the first turn."""
    chosen = facing(WEAK, plain("Foe", armed("laser", 9, batteries)), turn=turn)
    assert chosen.accelerate == ((("Weak",),) if leaves else ())
    assert chosen.why == ({"Weak": "outmatched"} if leaves else {})


STRONG = plain("Foe", armed("laser", 9, 10))


@pytest.mark.parametrize(
    ("agility", "at", "flees"), [(4, Range.LONG, True), (3, Range.LONG, False), (4, Range.SHORT, False)]
)
def test_who_is_fast_enough_breaks_off_at_long_range_and_jumps_otherwise(agility, at, flees):
    """HG-P: agility 4 is that of the enemy. Jump 1 needs 1,000 tons of fuel of 3,000."""
    ship = plain("Weak", armed("laser", 9, 1), agility=agility, power=9)
    chosen = facing(ship, STRONG, at=at)
    assert chosen.accelerate == ((("Weak",),) if flees else ())
    assert chosen.jump == ({} if flees else {"Weak": JumpOrder(1, "the nearest port")})
    assert chosen.emergency == (("Weak",) if flees else ())


def test_who_fires_nothing_that_needs_energy_dodges():
    """Missiles need none, nor do ships without a crew to fire; a laser and a repulsor do."""
    foe = plain("Foe", armed("missile"))
    assert facing(plain("Ship", armed("missile")), foe).emergency == ("Ship",)
    assert facing(plain("Ship", armed("laser")), foe).emergency == ()
    assert facing(plain("Ship", armed("missile"), armed("repulsor")), foe).emergency == ()
    dodging = facing(hurt(plain("Ship", armed("laser")), "Ship", crew=2), foe, turn=1)
    assert dodging.emergency == ("Ship",)
    assert dodging.why["Ship"] == "nothing aboard fires that needs energy"
    assert facing(plain("Ship", armed("missile"), maneuver=0), foe).emergency == ()


def test_systems_are_mended_plant_and_drive_first():
    """HG-R04: power, maneuver, then the heavy weapons; a jump drive waits longest. 10,000 tons allow the attempts."""
    built = plain("Ship", armed("laser"), armed("meson"), armed("missile"))
    worn = hurt(
        built,
        "Ship",
        jump=1,
        maneuver=3,
        power=4,
        armament=(armed("laser", 8), armed("meson", 8), armed("missile", 8)),
    )
    battle = in_combat(battle_of([worn], [plain("Foe", armed("laser"))]), (), ("Foe",), (1, 1, 6, 6))
    assert upkeep(battle, 0).repairs["Ship"] == ("power",)
