"""Reloading, supply, jams and repairs (C3K Reloading, Breakdowns and repairs)."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import ScriptedDice, applied
from bot.engine.errors import RuleError
from bot.systems.combat3000.asked.circumstances import Gait
from bot.systems.combat3000.figure.sheet import Figure, Hand, Memory, Part, Supply, Working, Wound
from bot.systems.combat3000.lists.weapons import Reload
from bot.systems.combat3000.loading.reloading import (
    REPAIR,
    Mending,
    Repairer,
    after_attempt,
    chances,
    check_can_reload,
    check_can_repair,
    ever_mended,
    hands_free,
    jam,
    load,
    reload_turns,
    repair,
    rest,
    spend,
)
from tests.systems.combat3000.targets import TABLES, held

WEAPONS = TABLES.weapons


def turns(code, **more):
    return reload_turns(WEAPONS[code], **more)


@pytest.mark.rule("C3K-R01")
@pytest.mark.parametrize(("dexterity", "expected"), [(-2, 7), (0, 5), (1, 4), (3, 2), (9, 1)])
def test_dexterity_shortens_a_reload(dexterity, expected):
    """MM7 rifle: 5 turns."""
    assert turns("13", dexterity=dexterity) == expected


@pytest.mark.rule("C3K-R02")
@pytest.mark.parametrize(
    ("code", "crew", "expected"),
    [("9", 0, 6), ("9", 1, 4), ("9", 2, 4), ("10", 0, 10), ("10", 1, 8), ("10", 2, 7), ("13", 2, 5), ("30", 1, 4)],
)
def test_extra_crew_shortens_it_for_m_and_h_weapons(code, crew, expected):
    """M: one man 2; H: one 2, two 3; nobody helps with a rifle or a pistol."""
    assert turns(code, extra_crew=crew) == expected


@pytest.mark.rule("C3K-R03")
def test_a_reload_is_for_each_barrel():
    """A shotgun's two at 3 turns; each takes a turn at least."""
    assert (turns("41"), turns("41", barrels=2)) == (3, 6)
    assert turns("29", barrels=6, dexterity=3) == 6


@pytest.mark.rule("C3K-R03")
def test_barrels_may_be_loaded_in_part():
    revolver = held("Revolver", "29", loaded=1, spare=(Supply("", 8),))
    one_more = load(revolver, WEAPONS["29"], barrels=1)
    assert (one_more.loaded.rounds, one_more.spare) == (2, (Supply("", 7),))
    full = load(revolver, WEAPONS["29"])
    assert (full.loaded.rounds, full.spare) == (6, (Supply("", 3),))
    with pytest.raises(RuleError, match="Revolver has room for 5 more: load no more than that"):
        load(revolver, WEAPONS["29"], barrels=6)
    with pytest.raises(RuleError, match="Revolver takes 6 and has 1 to spare: add some"):
        load(held("Revolver", "29", loaded=0, spare=(Supply("", 1),)), WEAPONS["29"])
    with pytest.raises(RuleError, match="Revolver is full: fire it first"):
        load(held("Revolver", "29", loaded=6, spare=(Supply("", 1),)), WEAPONS["29"])


@pytest.mark.rule("C3K-R03", "C3K-R10")
def test_a_launchers_barrel_takes_the_shell_that_is_named():
    launcher = held("MM23", "22", loaded=0, ammunition="102", spare=(Supply("102", 1), Supply("105", 2)))
    loaded = load(launcher, WEAPONS["22"], "105")
    assert (loaded.loaded, loaded.spare) == (Supply("105", 1), (Supply("102", 1), Supply("105", 1)))
    organiser = held("Organiser", "24", loaded=3, ammunition="101", spare=(Supply("104", 6),))
    with pytest.raises(RuleError, match="still holds 101: fire them first"):
        load(organiser, WEAPONS["24"], "104")


@pytest.mark.rule("C3K-R04")
def test_a_reload_needs_two_hands_and_standing_still():
    rifleman = Figure(weapons=(held(),))
    check_can_reload("Ann", rifleman, rifleman.weapons[0])
    for gait in (Gait.WALK, Gait.RUN, Gait.CRAWL):
        with pytest.raises(RuleError, match="Ann cannot reload while moving"):
            check_can_reload("Ann", rifleman, rifleman.weapons[0], gait)
    with pytest.raises(RuleError, match="Ann has fired this turn"):
        check_can_reload("Ann", Figure(now=Memory("Bob", shot=True)), held())


@pytest.mark.rule("C3K-R04")
def test_hands_that_hold_something_else_are_not_free():
    two = Figure(weapons=(held("A", "28", Hand.RIGHT), held("B", "28", Hand.LEFT), held("C", "45", Hand.STOWED)))
    assert (hands_free(two), hands_free(two, besides="A"), hands_free(two, arms=3, besides="A")) == (0, 1, 2)
    with pytest.raises(RuleError, match="Ann needs two free hands to reload"):
        check_can_reload("Ann", two, two.weapons[0])
    check_can_reload("Ann", two, two.weapons[0], arms=3)
    assert hands_free(Figure(wounds=(Wound(2, Part.LEFT_ARM),))) == 1


@pytest.mark.rule("C3K-R05")
def test_supply_counts_shots_and_stops_at_none():
    pulse = held("Pulse Laser", "5", loaded=2)
    once = spend(pulse, WEAPONS["5"])
    empty = spend(once, WEAPONS["5"])
    assert (once.loaded.rounds, empty.loaded.rounds) == (1, 0)
    with pytest.raises(RuleError, match="Pulse Laser is empty: /reload it first"):
        spend(empty, WEAPONS["5"])
    with pytest.raises(RuleError, match="Pulse Laser has 1 left"):
        spend(once, WEAPONS["5"], shots=2)


@pytest.mark.rule("C3K-R06")
def test_a_jammed_weapon_keeps_its_shot_and_fires_no_more():
    jammed = jam(held(loaded=3))
    assert (jammed.loaded.rounds, jammed.working) == (3, Working.JAMMED)
    with pytest.raises(RuleError, match="Rifle is jammed: try to /repair it"):
        spend(jammed, WEAPONS["45"])
    with pytest.raises(RuleError, match="Rifle is ruined: fire another"):
        spend(held(working=Working.RUINED), WEAPONS["45"])


@pytest.mark.rule("C3K-R07")
@pytest.mark.parametrize(
    ("die", "dexterity", "mending"),
    [
        (9, 0, Mending.MENDED),
        (8, 0, Mending.AGAIN),
        (3, 0, Mending.AGAIN),
        (2, 0, Mending.LOST),
        (7, 2, Mending.MENDED),
        (3, -1, Mending.LOST),
    ],
)
def test_a_repair_needs_nine(die, dexterity, mending):
    attempt = repair(Repairer(dexterity), ScriptedDice([die]))
    assert (attempt.check.total, attempt.mending) == (die + dexterity, mending)


@pytest.mark.rule("C3K-R07")
def test_the_referee_may_add_their_own():
    added = [(made.dm, made.label) for made in applied(REPAIR, Repairer(1, 2, "good tools"))]
    assert added == [(1, "dexterity"), (2, "referee: good tools")]


@pytest.mark.rule("C3K-R07")
def test_who_can_try_a_repair():
    jammed = held(working=Working.JAMMED)
    mechanic = Figure(weapons=(jammed,))
    for gait in (Gait.STILL, Gait.WALK):
        check_can_repair("Ann", mechanic, jammed, gait)
    with pytest.raises(RuleError, match="standing still or walking only"):
        check_can_repair("Ann", mechanic, jammed, Gait.RUN)
    with pytest.raises(RuleError, match="Ann has fired this turn"):
        check_can_repair("Ann", Figure(now=Memory("Bob", shot=True)), jammed, Gait.STILL)
    with pytest.raises(RuleError, match="Ann needs both hands to repair"):
        check_can_repair("Ann", Figure(weapons=(held("Sword", "201", Hand.RIGHT),)), jammed, Gait.STILL)


@pytest.mark.rule("C3K-R08")
@given(st.integers(-12, 12))
def test_the_chance_of_ever_mending_counts_what_settles_it(dexterity):
    """By brute force: of the faces that mend or lose the weapon, how many mend it."""
    settled = Counter(
        "mend" if die + dexterity >= 9 else "lose" for die in range(1, 11) if not 3 <= die + dexterity <= 8
    )
    assert ever_mended(Repairer(dexterity)) == Fraction(settled["mend"], settled.total())
    assert sum(chances(Repairer(dexterity)).values()) == 1


@pytest.mark.rule("C3K-R11", "C3K-R07")
@pytest.mark.parametrize("before", [Working.JAMMED, Working.DAMAGED])
def test_jammed_and_damaged_weapons_are_repaired_alike(before):
    weapon = held(working=before, hand=Hand.BOTH)
    check_can_repair("Ann", Figure(weapons=(weapon,)), weapon, Gait.STILL)
    found = [after_attempt(weapon, mending).working for mending in Mending]
    assert found == [Working.WORKS, before, Working.RUINED]


@pytest.mark.rule("C3K-R11")
@pytest.mark.parametrize(("working", "why"), [(Working.WORKS, "Rifle works"), (Working.RUINED, "Rifle is beyond")])
def test_others_need_or_allow_no_repair(working, why):
    with pytest.raises(RuleError, match=why):
        check_can_repair("Ann", Figure(), held(working=working), Gait.STILL)


@pytest.mark.rule("C3K-R09")
def test_infinite_repeaters_need_no_reloading():
    blaster = held("Blaster", "26", loaded=0)
    fired = spend(blaster, WEAPONS["26"])
    assert (fired.idle, spend(fired, WEAPONS["26"]).loaded) == (0, Supply("", 0))
    assert turns("26") is None
    with pytest.raises(RuleError, match="Ixtyl Hunting Blaster needs no reloading"):
        load(blaster, WEAPONS["26"])


@pytest.mark.rule("C3K-R09")
def test_an_idle_count_keeps_one_silent():
    blaster = held("Blaster", "26", loaded=0, idle=2)
    with pytest.raises(RuleError, match="Blaster must not fire for 2 turns yet"):
        spend(blaster, WEAPONS["26"])
    assert spend(rest(rest(blaster)), WEAPONS["26"]).idle == 0


@pytest.mark.rule("C3K-R09")
def test_one_idle_turn_is_every_other_turn():
    slow = replace(WEAPONS["26"], turns=1)
    after = rest(spend(held("Blaster", "26", loaded=0), slow))
    with pytest.raises(RuleError, match="must not fire"):
        spend(after, slow)
    assert spend(rest(after), slow).idle == 2
    assert rest(held()).idle == 0


@pytest.mark.rule("C3K-R10")
def test_how_each_weapon_is_loaded():
    kinds = Counter(weapon.reload for weapon in WEAPONS.values())
    assert kinds == {
        Reload.MAGAZINE: 18,
        Reload.POWER: 17,
        Reload.BARREL: 15,
        Reload.INFINITE: 3,
        Reload.PACK: 2,
    }


@pytest.mark.rule("C3K-R10")
@pytest.mark.parametrize(("code", "piece"), [("45", "magazine"), ("2", "power source")])
def test_a_fresh_magazine_or_power_source_goes_in_whole(code, piece):
    weapon = WEAPONS[code]
    carried = held("Gun", code, loaded=2, spare=(Supply("", 3), Supply("", weapon.supply)))
    loaded = load(carried, weapon)
    assert (loaded.loaded.rounds, loaded.spare) == (weapon.supply, (Supply("", 3), Supply("", 2)))
    with pytest.raises(RuleError, match=f"There is no spare {piece} for Gun"):
        load(held("Gun", code), weapon)
    with pytest.raises(RuleError, match=f"no spare {piece} has more"):
        load(held("Gun", code, loaded=3, spare=(Supply("", 3),)), weapon)


@pytest.mark.rule("C3K-R10")
def test_a_pack_is_changed_out_of_action_only():
    gun = held("Plasma Gun", "36", loaded=0, spare=(Supply("", 3),))
    with pytest.raises(RuleError, match="The pack of Plasma Gun is changed only out of action"):
        load(gun, WEAPONS["36"])
    assert load(gun, WEAPONS["36"], out_of_action=True).loaded.rounds == 3
    assert turns("36") == 10


@pytest.mark.rule("C3K-R10")
def test_a_hammerstaff_fires_once():
    with pytest.raises(RuleError, match="Ormand Hammerstaff fires once, and cannot be reloaded"):
        load(held("Staff", "54", loaded=0), WEAPONS["54"])


@pytest.mark.rule("C3K-R10")
@pytest.mark.parametrize(("code", "price"), [("1", 15), ("10", 75), ("41", 8), ("36", 50), ("24", None)])
def test_what_a_spare_costs(code, price):
    assert WEAPONS[code].spare == price


def test_magazines_of_launchers_hold_the_shells_that_were_put_in():
    launcher = held("MM21", "20", loaded=0, ammunition="101", spare=(Supply("104", 6), Supply("101", 6)))
    assert load(launcher, WEAPONS["20"], "104").loaded == Supply("104", 6)
    assert load(launcher, WEAPONS["20"]).loaded == Supply("101", 6)
