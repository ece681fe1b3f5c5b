"""To hit and through the defences (HG-A05 to A25), throw by throw."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import applied
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.systems.highguard.combat.attack import aim, get_through, obstacle, throw_to_hit
from bot.systems.highguard.combat.shot import PENETRATION, TO_HIT, battery_of, sighted
from tests.systems.highguard.combat.fleet import COMBAT, LONG, SHORT, aimed, arms, by_label, fire, shot, vessel


def dms(rules, situation):
    return by_label(applied(rules, situation))


@pytest.mark.rule("HG-A05")
@pytest.mark.parametrize(("faces", "hits"), [((3, 3), True), ((2, 3), False)])
def test_the_number_must_be_reached(faces, hits):
    assert fire("particle", 6, [*faces, *[6] * 4] if hits else faces).struck is hits


@pytest.mark.rule("HG-A05")
def test_no_throw_hits_or_misses_by_itself():
    assert fire("particle", 27, [1, 1, *[6, 6] * 38], size="Y").struck  # T needs 0, and it is a large target
    assert not fire("beam laser", 1, [6, 6], agility=5).struck  # 8+ with -5 needs 13


@pytest.mark.rule("HG-A06", "HG-A07", "HG-A08")
def test_every_modifier_to_hit_has_its_reason():
    situation = shot("beam laser", computer=3, target_computer=7, agility=2, size="4", dm=1, because="ambush")
    expected = {"computers": -4, "agility": -2, "size 4": -1, "long range": -1, "referee: ambush": 1}
    assert dms(TO_HIT, situation) == expected
    assert [modifier.rule for modifier in applied(TO_HIT, situation)] == [
        *("HG-A06", "HG-A07", "HG-A08", "HG-A09", "referee")
    ]
    assert dms(TO_HIT, shot("beam laser", computer=7, target_computer=3, size="Q", range=SHORT)) == {
        "computers": 4,
        "size Q": 2,
    }


@pytest.mark.rule("HG-A09")
@pytest.mark.parametrize(
    ("weapon", "at_long", "at_short"),
    [
        ("missile nuclear", 0, -1),
        ("missile HE", 0, -1),
        ("beam laser", -1, 0),
        ("pulse laser", -1, 0),
        ("particle", 0, 0),
        ("meson", 0, 2),
    ],
)
def test_range(weapon, at_long, at_short):
    assert sum(dms(TO_HIT, shot(weapon, range=LONG)).values()) == at_long
    assert sum(dms(TO_HIT, shot(weapon, range=SHORT)).values()) == at_short


@pytest.mark.rule("HG-A10")
@pytest.mark.parametrize("weapon", ["energy", "fusion"])
def test_energy_weapons_wait_for_short_range(weapon):
    with pytest.raises(RuleError, match=r"short range \(HG-A10\)"):
        aimed(weapon, 6, range=LONG)
    assert aimed(weapon, 6, range=SHORT).needed == 5
    assert aimed(weapon, 6, range=SHORT).to_hit == ()


@pytest.mark.rule("HG-A11", "HG-A14")
def test_nuclear_or_he_is_chosen_before_the_throw():
    ship = vessel(arms("missile", 9))
    weapon = ship.now.weapon("missile")
    target = vessel(damper=4)
    nuclear, explosive = (
        sighted(battery_of(ship, weapon, COMBAT.weapons[name]), ship, target, LONG, COMBAT)
        for name in ("missile nuclear", "missile HE")
    )
    assert [(each.defence, each.needed) for each in aim(nuclear, COMBAT).passive] == [("damper", 5)]
    assert aim(explosive, COMBAT).passive == ()


@pytest.mark.rule("HG-A18")
def test_penetration_goes_by_computers_and_energy_weapons():
    situation = shot("fusion", computer=6, target_computer=4, agility=6, size="0", range=SHORT)
    assert dms(PENETRATION, situation) == {"computers": 2, "energy weapon": 2}
    assert dms(PENETRATION, shot("beam laser", computer=2, target_computer=6)) == {"computers": -4}
    assert dms(PENETRATION, shot("beam laser", dm=3)) == {}


@pytest.mark.rule("HG-A18")
def test_a_zero_in_the_table_must_still_be_met():
    """Missile 9 against sand 1 needs 0; with computers four levels worse that is a 4."""
    worse = {"computer": 1, "target_computer": 5}
    assert fire("missile HE", 9, [6, 6, 1, 2], [("sand", 1)], **worse).stopped_by.defence == "sand"
    assert fire("missile HE", 9, [6, 6, 1, 3, 6, 6], [("sand", 1)], **worse).penetrated


@pytest.mark.rule("HG-A19")
def test_a_defence_without_a_table_or_a_factor_is_none():
    assert obstacle(shot("particle"), "sand", 9, COMBAT) is None
    assert obstacle(shot("missile HE"), "sand", 0, COMBAT) is None
    assert aimed("particle", 9, damper=9, meson_screen=9, configuration=7).passive == ()


@pytest.mark.rule("HG-A20", "HG-A21")
def test_each_of_two_laser_batteries_must_be_beaten():
    """Missile 5 against beams of 9 needs 9 each."""
    lasers = [("laser", 9), ("laser", 9)]
    stopped = fire("missile HE", 5, [6, 6, 4, 5, 4, 4], lasers)
    assert [passage.check.made for passage in stopped.passages] == [True, False]
    assert (stopped.penetrated, stopped.damage) == (False, ())
    assert fire("missile HE", 5, [6, 6, 4, 5, 4, 5, 6, 6], lasers).penetrated


@pytest.mark.rule("HG-A23")
def test_screens_and_configuration_meet_every_hit():
    ready = aimed("meson", 9, meson_screen=1, configuration=7)
    assert [(met.defence, met.needed) for met in ready.passive] == [("meson screen", 12), ("configuration", 12)]
    for _ in range(3):
        assert fire("meson", 9, [6, 6, 5, 6], meson_screen=1, configuration=7).stopped_by.defence == "meson screen"


@pytest.mark.rule("HG-A24")
def test_a_nuclear_missile_that_dampers_stop_does_nothing():
    stopped = fire("missile nuclear", 9, [6, 6, 1, 3], damper=4)
    assert stopped.stopped_by.defence == "damper"
    assert stopped.damage == ()


def laser_of(ship, factor=5):
    return battery_of(ship, arms("laser", factor), COMBAT.weapons["beam laser"])


@pytest.mark.rule("HG-A25")
def test_a_small_craft_without_a_bridge_counts_one_level_lower():
    craft = {"tons": 20, "size": "0", "computer": 2}
    target = vessel(computer=5)

    def computer(ship):
        return sighted(
            battery_of(ship, arms("laser"), COMBAT.weapons["beam laser"]), ship, target, LONG, COMBAT
        ).computer

    assert computer(vessel(bridges=0, **craft)) == 1
    assert computer(vessel(bridges=1, **craft)) == 2
    assert computer(vessel(bridges=0, captain=5, **craft)) == 3  # 1, and (5 - 1) / 2
    assert computer(vessel(bridges=0, captain=5, **(craft | {"computer": 1}))) == 0


def test_a_shot_takes_all_from_the_two_vessels():
    target = vessel(size="R", armor=3, damper=4, meson_screen=2, agility=4, computer=6)
    found = sighted(
        battery_of(vessel(), arms("laser", 6), COMBAT.weapons["beam laser"]), vessel(), target, SHORT, COMBAT
    )
    assert (found.battery.factor, found.computer, found.target_computer) == (6, 5, 6)
    assert (found.size, found.size_dm, found.agility, found.armor) == ("R", 2, 4, 3)
    assert (found.damper, found.meson_screen, found.configuration) == (4, 2, 1)
    assert (found.flicker, found.own_flicker, found.strikes, found.wholly_on) == (0, 0, False, False)


@pytest.mark.rule("HG-A01", "HG-A03")
@pytest.mark.parametrize(("weapon", "factor", "last"), [("missile HE", 10, "9"), ("meson", 0, "T"), ("meson", 28, "T")])
def test_a_factor_that_the_table_lacks_is_refused(weapon, factor, last):
    with pytest.raises(RuleError, match=rf"from 1 to {last}, not"):
        aimed(weapon, factor)


def ways(number):
    """In how many of 36 throws of two dice the total is at least this."""
    return sum(first + second >= number for first in range(1, 7) for second in range(1, 7))


@given(
    factor=st.integers(1, 9),
    computers=st.tuples(st.integers(0, 9), st.integers(0, 9)),
    agility=st.integers(0, 6),
    sand=st.integers(0, 9),
    damper=st.integers(0, 9),
)
def test_chances_equal_brute_force(factor, computers, agility, sand, damper):
    """Every one of 36 x 36 x 36 throws counted, for a nuclear missile at long range."""
    attacker, target = computers
    ready = aimed("missile nuclear", factor, computer=attacker, target_computer=target, agility=agility, damper=damper)
    screen = obstacle(ready.shot, "sand", sand, COMBAT)
    active = [screen] if screen else []
    better = attacker - target
    to_hit = [6, 6, 5, 5, 4, 4, 3, 3, 2][factor - 1]
    through = ways(max(0, 5 + sand - factor) - better) if sand else 36
    damped = ways(10 + damper - factor - better) if damper else 36
    expected = Fraction(ways(to_hit - better + agility) * through * damped, 36**3)
    chances = exact(lambda dice: get_through(ready, active, dice), of=lambda struck: struck.penetrated)
    assert sum(chances.values()) == 1
    assert chances.get(True, 0) == expected


def test_a_shot_that_strikes_by_itself_throws_nothing():
    assert throw_to_hit(aimed(strikes=True), None) is None


class Unfolded:
    """Dice that tell every throw apart, where odds would join those that come to the same."""

    def __init__(self, dice):
        self.roll = dice.roll

    def fold(self, items, state, step, key=None):
        for item in items:
            state = step(self, state, item)
        return state


def test_joining_throws_that_come_to_the_same_changes_no_chance():
    ready = aimed("missile nuclear", 5, computer=6, target_computer=4, agility=1, damper=2)
    defences = [obstacle(ready.shot, "laser", 9, COMBAT), obstacle(ready.shot, "sand", 7, COMBAT)]

    def outcome(struck):
        return struck.struck, struck.stopped_by

    joined = exact(lambda dice: get_through(ready, defences, dice), of=outcome)
    apart = exact(lambda dice: get_through(ready, defences, Unfolded(dice)), of=outcome)
    assert joined == apart
    assert len(joined) == 5
