"""`/fire` of Combat 3000, whole: one shot, several firers, areas, launchers, memories and refusals."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.asked.circumstances import Striking
from bot.systems.combat3000.figure.sheet import Aiming, Hand, Memory, Profile, Working
from bot.systems.combat3000.orders.circumstances import people_of
from tests.systems.combat3000.shots import TABLES
from tests.systems.combat3000.table import (
    C3K,
    HALE,
    KEMP,
    STARTER,
    chances,
    character,
    everybody,
    fire,
    give,
    imagined,
    unit,
)


def with_sheet(who, **changes):
    return Unit(who.name, who.side, replace(who.sheet, **changes), who.at)


def refused(sentence, **order):
    with pytest.raises(RuleError) as refusal:
        fire(**order)
    assert sentence in str(refusal.value)


@pytest.mark.rule("C3K-F20", "C3K-H01")
def test_a_shot_shows_its_whole_working():
    """50 +20 +5 is 75, 75 hits; 5+5 and the effect of 2 is 12, which kills."""
    outcome, card = fire([75, 5, 5], range=10)
    assert card.title == "Trooper Hale fires at Outlaw Kemp"
    assert card.lines == (
        "MM5 Rifle, normal fire, 10 cm: point blank range",
        "To hit: 50 +20 point blank range +5 weapon = 75% | 75 → hit",
        "To kill: 12+ | 5+5 +2 effect = 12 → killed",
        "Outlaw Kemp: killed",
        "MM5 Rifle: 9 of 10 shots, 4 magazines",
    )
    assert "To hit: +20 point blank range (C3K Range)" in card.working
    assert outcome.after["Outlaw Kemp"].killed
    assert outcome.after["Trooper Hale"].weapons[0].loaded.rounds == 9


@pytest.mark.rule("C3K-G04", "C3K-R06")
def test_the_two_digits_run_from_01_to_00_and_low_ones_jam():
    outcome, card = fire([2], range=10)
    assert card.lines[1:] == (
        "To hit: 50 +20 point blank range +5 weapon = 75% | 02 → jams and does not fire",
        'MM5 Rifle is jammed: /repair name:"Trooper Hale" weapon:"MM5 Rifle" tries to mend it',
    )
    after = outcome.after["Trooper Hale"].weapons[0]
    assert (after.working.value, after.loaded.rounds) == ("jammed", 10)
    assert fire([100], range=10)[1].lines[1].endswith("| 00 → miss")


@pytest.mark.rule("C3K-F29")
def test_exact_odds_of_hit_miss_and_jam():
    """75 of 100 less two jams; 2 and more on two decimal dice for 12 with an effect of 2 is 55 of 100 at 10+: 64."""
    found = chances(range=10)
    assert found["Jam"] == Fraction(2, 100)
    assert found["Miss"] == Fraction(25, 100)
    # 10 or more of two decimal dice: 100 less the 36 pairs that add up to 9 or less.
    assert found["Killed"] == Fraction(73, 100) * Fraction(64, 100)
    assert found["No effect"] == Fraction(73, 100) * Fraction(36, 100)
    assert sum(found.values()) == 1


@pytest.mark.rule("C3K-F29", "C3K-H03")
def test_odds_by_plain_numbers_are_the_same_rules():
    assert imagined(weapon="MM5 Rifle", range=10) == chances(range=10)
    assert imagined(weapon="11", range=10) == chances(range=10)
    armoured = imagined(weapon="45", range=10, armour="Body Armour")
    # 70 less the jams; a die must exceed 3; 45 of 100 kill with an effect of 0.
    assert armoured["Killed"] == Fraction(68, 100) * Fraction(1, 2) * Fraction(45, 100)
    assert armoured["Armour holds"] == Fraction(68, 100) * Fraction(1, 2)


@pytest.mark.rule("C3K-H04", "C3K-F29")
def test_what_pierces_and_damages_nothing_is_no_effect():
    """50 −15 +5 +11 is 51, less two jams; a 6 is too late with an M weapon; a 6 pierces, and 1 and 2 do nothing."""
    found = imagined(weapon="Heavy Assault Laser", range=40, values="target vehicle Light Tank, accuracy 11")
    assert found["Too late"] == Fraction(1, 6)
    assert found["Armour holds"] == Fraction(49, 144)
    assert found["No effect"] == Fraction(49, 3600)
    assert found["Knocked out"] == 2 * found["No effect"]
    assert sum(found.values()) == 1


def _all_shots():
    """Every weapon of the list with each of its shells."""
    for code, weapon in TABLES.weapons.items():
        shells = [
            c for c, s in TABLES.shells.items() if s.calibre == weapon.launcher and s.form.value != "grenade only"
        ]
        yield from ((code, max(weapon.minimum, 10), shell) for shell in (shells if weapon.launcher else [""]))


@pytest.mark.rule("C3K-H04", "C3K-E02", "C3K-E08")
@pytest.mark.parametrize("vehicle", list(TABLES.vehicles))
def test_odds_at_any_vehicle_are_exact_for_any_weapon(vehicle):
    for code, cm, shell in _all_shots():
        loaded = {"ammunition": shell} if shell else {}
        found = imagined(weapon=code, range=cm, values=f"target vehicle {vehicle}", **loaded)
        assert sum(found.values()) == 1


def test_where_odds_are_given_up_the_reason_is_the_true_one():
    organiser = unit("Org", weapon="Ixtyl Organiser", ammunition="101")
    with pytest.raises(RuleError) as refusal:
        chances(organiser, KEMP, range=10, values="salvo", settings={"wounds": "by location"})
    assert str(refusal.value) == (
        "This throws so many dice that exact odds would take too long: the order itself throws them once."
    )


@pytest.mark.rule("C3K-H04", "C3K-H05")
def test_odds_against_a_vehicle():
    """A light laser can't pierce armour 10: its best die is 6."""
    found = imagined(weapon="1", range=10, values="target vehicle Light Tank")
    assert found["Armour holds"] == Fraction(75 - 2, 100)
    assert imagined(weapon="8", range=10, values="target vehicle V3")["Knocked out"] > 0


@pytest.mark.rule("C3K-F01", "C3K-F16", "C3K-F19")
def test_several_firers_in_the_order_of_their_sub_phases():
    """Kemp's 2 is before Hale's 5: Kemp hits, and Hale loses the shot though unhurt."""
    both, targets = (HALE, KEMP), (KEMP, HALE)
    outcome, card = fire([5, 2, 50, 1, 1], both, targets, range=20)
    assert card.lines == (
        "Outlaw Kemp, Rifle: 2 = 2 → sub-phase 2",
        "Outlaw Kemp at Trooper Hale: Rifle, normal fire, 20 cm: short range",
        "To hit: 50 = 50% | 50 → hit",
        "To kill: 12+ | 1+1 −3 helmet, plasteel breastplate = −1 → no effect",
        "Trooper Hale: no effect",
        "Rifle: 11 of 12 shots, 3 magazines",
        "Trooper Hale, MM5 Rifle: 5 = 5 → sub-phase 5, but hit before",
    )
    assert outcome.after["Trooper Hale"].weapons[0].loaded.rounds == 10


@pytest.mark.rule("C3K-F19")
def test_shots_of_the_same_sub_phase_both_happen():
    outcome, _ = fire([3, 3, 50, 10, 10, 50, 10, 10], (HALE, KEMP), (KEMP, HALE), range=20)
    assert outcome.after["Trooper Hale"].killed
    assert outcome.after["Outlaw Kemp"].killed


@pytest.mark.rule("C3K-F01")
def test_all_fire_at_one_target_or_each_at_their_own():
    _, card = fire([90, 90], (HALE, unit("Bob", weapon="Rifle")), KEMP, range=20)
    assert card.title == "Trooper Hale and Bob fire at Outlaw Kemp"
    refused("Name one target for all who fire", attacker=(HALE, KEMP, unit("Bob")), target=(KEMP, HALE), range=20)
    refused("cannot fire at themselves", attacker=HALE, target=HALE, range=20)


@pytest.mark.rule("C3K-F01", "C3K-F19")
def test_a_shot_that_was_declared_at_somebody_is_spent_on_them_though_they_are_killed_before():
    """All is declared before the first die: Bob's shot in sub-phase 4 goes to Kemp, and to nobody near them."""
    bob, cid = unit("Bob", weapon="Rifle"), unit("Cid", "Outlaws", weapon="Rifle")
    # Cid's shot at Hale makes the order matter: Hale in 1, Bob in 4, Cid in 6.
    faces = [1, 4, 6, 50, 10, 10, 50, 90]
    outcome, card = fire(faces, (HALE, bob, cid), (KEMP, KEMP, HALE), range=20)
    order = [line for line in card.lines if "sub-phase" in line]
    assert [line.partition(",")[0] for line in order] == ["Trooper Hale", "Bob", "Cid"]
    assert outcome.after["Outlaw Kemp"].killed
    assert "Outlaw Kemp: killed before" in card.lines
    assert not outcome.after["Cid"].killed
    for name, left in (("Trooper Hale", 9), ("Bob", 11), ("Cid", 11)):
        assert outcome.after[name].weapons[0].loaded.rounds == left
    # What was declared is also what each has fired at, for their next turn.
    assert outcome.after["Bob"].now == Memory("Outlaw Kemp", shot=True)


@pytest.mark.rule("C3K-F01")
def test_nobody_declares_again_in_a_turn_after_they_have_fired():
    """A miss is spent as well: no second target before the next turn."""
    outcome, _ = fire([90], range=20)
    hale = replace(HALE, sheet=outcome.after["Trooper Hale"])
    refused("Trooper Hale has fired this turn", attacker=hale, target=unit("Bob"), range=20)
    ended, _ = give("phase", units=everybody(hale))
    fire([90], replace(hale, sheet=ended.after["Trooper Hale"]), unit("Bob"), range=20)


def test_each_firer_may_have_their_own_range():
    near, far = Unit("Hale", "", HALE.sheet, 10), Unit("Bob", "", HALE.sheet, 60)
    _, card = fire([90, 90], (near, far), KEMP)
    assert "Hale: MM5 Rifle, normal fire, 10 cm: point blank range" in card.lines
    assert "Bob: MM5 Rifle, normal fire, 60 cm: medium range" in card.lines
    refused("give the range in cm on the table", attacker=HALE, target=KEMP)


@pytest.mark.rule("C3K-F17", "C3K-F16")
def test_who_comes_too_late_keeps_two_on_the_die_but_not_five_to_hit():
    gunner = unit("Gunner", weapon="MM12 Machine Gun", reflex=-2)
    outcome, card = fire([6], gunner, KEMP, range=20)
    assert card.lines == ("Gunner, MM12 Machine Gun: 6 +2 reflex +1 M class = 9 → too late to fire this turn",)
    after = outcome.after["Gunner"]
    assert after.now == Memory("Outlaw Kemp", shot=False)
    assert after.weapons[0].loaded.rounds == 10
    ended = give("phase", units=everybody(Unit("Gunner", "", after)))[0].after["Gunner"]
    _, card = fire([5, 90], Unit("Gunner", "", ended), KEMP, range=20)
    assert card.lines[0] == "Gunner, MM12 Machine Gun: 5 +2 reflex +1 M class −2 same target = 6 → sub-phase 6"
    assert "same target" not in card.lines[2]


@pytest.mark.rule("C3K-F28", "C3K-F16")
def test_the_same_target_as_last_turn_is_remembered():
    outcome, _ = fire([90], range=20)
    ended = give("phase", units=everybody(Unit("Trooper Hale", "", outcome.after["Trooper Hale"])))[0]
    again = Unit("Trooper Hale", "", ended.after["Trooper Hale"])
    assert "+5 same target" in fire([90], again, KEMP, range=20)[1].lines[1]
    other = unit("Other")
    assert "same target" not in fire([90], again, other, range=20)[1].lines[1]


@pytest.mark.rule("C3K-G02")
def test_one_fire_a_turn_unless_turns_are_free():
    fired = with_sheet(HALE, now=Memory("Outlaw Kemp", shot=True))
    refused("has fired this turn: /phase ends the turn (C3K The game turn)", attacker=fired, range=20)
    fire([90], fired, KEMP, range=20, settings={"turns": "free"})
    hit = with_sheet(HALE, now=Memory(struck=True))
    refused("was hit this turn and fires no more", attacker=hit, range=20)
    busy = with_sheet(HALE, now=Memory(busy="reloads"))
    refused("reloads this turn", attacker=busy, range=20)
    # Odds may imagine it all the same.
    fresh = chances(range=20)
    for who in (fired, hit, busy):
        assert chances(who, range=20) == fresh


@pytest.mark.rule("C3K-F14", "C3K-F27", "C3K-O13")
def test_aim_is_kept_while_nobody_moves():
    outcome, card = fire([90], range=20, mode="aimed", aiming=2)
    assert card.lines[0] == "MM5 Rifle, aimed fire, 20 cm: short range"
    assert "+20 aimed for 2 turns" in card.lines[1]
    after = replace(outcome.after["Trooper Hale"], last=Memory("Outlaw Kemp", shot=True), now=Memory())
    assert after.aim == Aiming("Outlaw Kemp", 2, by_word=True)
    again = Unit("Trooper Hale", "", after)
    assert "+20 aimed for 2 turns" in fire([90], again, KEMP, range=20)[1].lines[1]
    assert "aimed" not in fire([90], again, KEMP, range=20, moved=5)[1].lines[1]
    assert "aimed" not in fire([90], again, KEMP, range=20, mode="walk")[1].lines[1]
    assert "aimed" not in fire([90], again, unit("Other"), range=20)[1].lines[1]


@pytest.mark.rule("C3K-O13")
def test_who_fired_last_turn_has_not_aimed():
    fired = with_sheet(HALE, last=Memory("Outlaw Kemp", shot=True))
    refused("who aims may not fire (C3K Aiming)", attacker=fired, range=20, mode="aimed")
    refused("Only aimed fire takes turns of aiming", range=20, mode="speculative", aiming=1)


@pytest.mark.rule("C3K-F02", "C3K-F24")
def test_a_shoulder_arm_with_the_other_hand_full_is_fired_one_handed():
    both = unit("Ann", weapon="Rifle", in_hand="right")
    full, _ = give("give", units=character(both), weapon="Pistol")
    ann = Unit("Ann", "", full.after["Ann"])
    _, card = fire([90], ann, KEMP, range=10)
    assert (
        card.lines[1]
        == "To hit: 50 +20 point blank range +8 one-handed at point blank −15 one-handed = 63% | 90 → miss"
    )
    _, card = fire([90], both, KEMP, range=10)
    assert card.lines[1] == "To hit: 50 +20 point blank range = 70% | 90 → miss"


@pytest.mark.rule("C3K-F04", "C3K-F06")
def test_two_pistols_at_once_each_with_a_die_and_twelve_off_the_left_one_in_the_wrong_hand():
    ann = unit("Ann", weapon="Pistol")
    given, _ = give("give", units=character(ann), weapon="Magnum 1044")
    ann = Unit("Ann", "", given.after["Ann"])
    assert [carried.hand for carried in ann.sheet.weapons] == [Hand.RIGHT, Hand.LEFT]
    _, card = fire([90, 90], ann, KEMP, range=10, weapon="Pistol, Magnum 1044")
    assert card.lines[1].startswith(
        "To hit: 50 +20 point blank range +8 pistol at point blank −5 weapon −12 for 2 weapons"
    )
    assert "= 61% | 90" in card.lines[1]
    assert "−12 wrong hand −12 for 2 weapons at once = 59% | 90" in card.lines[4]
    refused("below 30 cm", attacker=ann, range=30, weapon="Pistol, Magnum 1044")
    refused("named twice", attacker=ann, range=10, weapon="Pistol, Pistol")
    left_handed = with_sheet(ann, handed=Hand.LEFT)
    assert "wrong hand" not in fire([90], left_handed, KEMP, range=10, weapon="Magnum 1044")[1].lines[1]


@pytest.mark.rule("C3K-F40")
def test_a_trimote_fires_three_pistols_or_a_rifle_and_a_pistol_without_a_wrong_hand():
    three = unit("Tri", creature="Trimote", weapon="Pistol")
    for _ in range(2):
        given, _ = give("give", units=character(three), weapon="Pistol", values="another, hand left")
        three = Unit("Tri", "", given.after["Tri"])
    _, card = fire([1, 1, 1, 90, 90, 90], three, KEMP, range=10, weapon="Pistol, Pistol 2, Pistol 3")
    hits = [line for line in card.lines if line.startswith("To hit")]
    assert len(hits) == 3
    assert all("−12 for 3 weapons at once" in line and "wrong hand" not in line for line in hits)
    rifle = unit("Tri", creature="Trimote", weapon="Rifle")
    given, _ = give("give", units=character(rifle), weapon="Pistol", values="hand left")
    armed = Unit("Tri", "", given.after["Tri"])
    _, card = fire([1, 1, 90, 90], armed, KEMP, range=10, weapon="Rifle, Pistol")
    assert "one-handed" not in card.lines[2]
    human = with_sheet(armed, creature="Human")
    refused("has 2 hands, and those weapons take 3", attacker=human, range=10, weapon="Rifle, Pistol")


def at_place(faces, who, others=(), **fields):
    units = Scene({"name": (who,), "target": (), "others": others})
    return give("fire", faces, units, **{"range": 60, "values": "at the ridge", **fields})


@pytest.mark.rule("C3K-F39", "C3K-F31", "C3K-F15")
def test_a_blast_may_be_fired_at_open_ground_where_nobody_known_stands():
    """50 −15 at 60 cm, −10 for speculative fire; a miss deviates by a decimal die, 2 under."""
    vance = unit("Vance", weapon="MM22 Launcher", ammunition="102", clips=2)
    outcome, card = at_place([2, 25], vance)
    assert card.title == "Vance fires at a place"
    assert "To hit: 50 −15 medium range −10 speculative = 25% | 25 → hit" in card.lines
    assert "It comes down where it was aimed, 15 cm across" in card.lines
    assert outcome.after["Vance"].now.target == "a place"
    assert outcome.after["Vance"].weapons[0].loaded.rounds == 4
    # Whoever is named without a side is at the place itself, and 8 cm off when it falls that short.
    _, card = at_place([2, 26, 2, 8], vance, (KEMP,))
    assert any("8 cm under" in line for line in card.lines)
    assert not any("Kemp" in line and "killed" in line for line in card.lines)


@pytest.mark.rule("C3K-F39", "C3K-F23")
def test_indirect_fire_at_a_named_place_is_for_high_trajectory():
    """A mortar at 80 cm: 50 −25 long, −5 M at high trajectory, −5 indirect, −5 its own."""
    mortar = unit("Mort", weapon="Mortar (light)", ammunition="101", clips=2)
    _, card = at_place([2, 10], mortar, range=80, mode="indirect")
    assert "To hit: 50 −25 long range −5 high trajectory −5 indirect −5 weapon = 10% | 10 → hit" in card.lines
    with pytest.raises(RuleError, match="Indirect fire is for high trajectory weapons"):
        at_place([], unit("Vance", weapon="MM22 Launcher", ammunition="102", clips=2), mode="indirect")
    anvil = unit("Vance", weapon="Mortar (medium)", ammunition="105", clips=2)
    with pytest.raises(RuleError, match="strikes one alone, and no place: name its target"):
        at_place([], anvil, range=80, mode="indirect")


@pytest.mark.rule("C3K-F15", "C3K-F39", "C3K-F30")
def test_an_area_fire_may_be_speculative_and_throws_for_everybody_under_it():
    gunner = unit("Gunner", template="Startrooper Gunner")
    cid = unit("Cid", at=35)
    _, card = fire([40, 30, 1, 1, 1, 1], gunner, KEMP, (cid,), range=20, mode="area speculative")
    assert card.lines[0] == "MM12 Machine Gun, speculative fire, area fire of 7.5 by 20 cm, 20 cm: short range"
    assert card.lines[1].startswith(
        "Outlaw Kemp: 50 +20 weapon +5 Bipod −10 speculative −10 area fire = 55% | 40 → hit"
    )
    assert "Cid: 50 −15 medium range +20 weapon +5 Bipod −10 speculative −10 area fire = 40% | 30 → hit" in card.lines
    refused("no A in its prefix", range=20, mode="area")


@pytest.mark.rule("C3K-F31", "C3K-F33")
def test_a_launcher_hits_or_deviates_and_the_circle_catches_who_is_under_it():
    moss = unit("Moss", template="Startrooper Grenadier")
    near, far = unit("Near", "Outlaws", at=5), unit("Far", "Outlaws", at=6)
    _, card = fire([20, 1, 1, 1, 1], moss, KEMP, (near, far), range=20)
    assert "It comes down where it was aimed, 10 cm across" in card.lines
    assert "Near: no effect" in card.lines
    assert not any(line.startswith("Far") for line in card.lines)
    _, card = fire([90, 5, 9, 1, 1], moss, KEMP, (near, far), range=20, values="stand Near over, Far under")
    assert "It comes down 9 cm over, 10 cm across" in card.lines
    assert [line for line in card.lines if "no effect" in line][-1] == "Near: no effect"
    assert not any(line.startswith("Outlaw Kemp") for line in card.lines)


@pytest.mark.rule("C3K-F31")
def test_of_whom_only_a_distance_is_known_the_table_shows_the_rest():
    moss = unit("Moss", template="Startrooper Grenadier")
    _, card = fire([90, 3, 9], moss, KEMP, (unit("Near", "Outlaws", at=5),), range=20)
    assert "Whether it reaches Near, the table shows: /blast does the rest" in card.lines


@pytest.mark.rule("C3K-F32")
def test_on_a_vertical_target_over_is_above_and_halved():
    moss = unit("Moss", template="Startrooper Grenadier")
    _, card = fire([90, 6, 9, 1, 1], moss, KEMP, range=20, values="vertical")
    assert "It comes down 4.5 cm above, 10 cm across" in card.lines


@pytest.mark.rule("C3K-F36")
def test_mortars_take_two_turns_to_change_their_target_and_always_fire_high():
    mortar = unit("Crew", weapon="Mortar (medium)", ammunition="102", in_hand="mounted")
    _, card = fire([3, 99, 1, 2, 5, 5], mortar, KEMP, range=80)
    assert "high trajectory" in card.lines[1]
    assert "−5 high trajectory" in card.lines[2]
    refused("less than 75 cm", attacker=mortar, target=KEMP, range=74)
    laid = with_sheet(mortar, last=Memory("Somebody", shot=True))
    refused("takes 2 turns to change its target", attacker=laid, target=KEMP, range=80)


@pytest.mark.rule("C3K-F03", "C3K-F16", "C3K-M14")
def test_a_vehicle_fires_its_mounted_weapon():
    tank = unit("Tank", vehicle="Light Tank")
    _, card = fire([5, 40, 1, 1], tank, KEMP, range=20)
    # H is 2 later, the turret 1 earlier: 6.
    assert card.lines[0] == "Tank, Heavy Laser Cannon: 5 +2 H class −1 turret = 6 → sub-phase 6"
    assert card.lines[2] == "To hit: 50 −10 weapon +5 turret = 45% | 40 → hit"
    moving = with_sheet(tank, speed=20)
    assert "−15 on moving vehicle" in fire([1, 90], moving, KEMP, range=20)[1].lines[2]
    wreck = with_sheet(tank, knocked_out=True)
    refused("is knocked out and cannot fire", attacker=wreck, range=20)


@pytest.mark.rule("C3K-H04")
def test_a_vehicle_as_a_target():
    """A heavy assault laser's 6+5 is 11 over armour 10: one throw, and an 8 knocks it out."""
    gunner, tank = unit("Gunner", weapon="Heavy Assault Laser"), unit("Tank", vehicle="Light Tank")
    outcome, card = fire([1, 50, 6, 8], gunner, tank, range=20)
    assert card.lines[3:6] == (
        "To pierce: 11+ (armour 10) | 6 +5 effect = 11 → pierced",
        "Damage: 8 → knocked out",
        "Tank: knocked out",
    )
    assert outcome.after["Tank"].knocked_out


@pytest.mark.rule("C3K-H04")
def test_each_throw_for_a_vehicle_is_shown():
    """A tank's 8 and a 6 are 14, four over armour 10: 3, 4, 5 and the second of three crewmen, 6."""
    ours, theirs = unit("Ours", vehicle="Light Tank"), unit("Theirs", vehicle="Light Tank")
    outcome, card = fire([1, 40, 6, 3, 4, 5, 2, 6], ours, theirs, range=20)
    assert card.lines[3:] == (
        "To pierce: 11+ (armour 10) | 6 +8 effect = 14 → pierced",
        "Damage: 3 → immobilised",
        "Damage: 4 → weapon destroyed",
        "Damage: 5 → crewman killed, number 2 of 3",
        "Damage: 6 → all power lost",
        "Heavy Laser Cannon is destroyed",
        "Theirs: immobilised, no power, 1 of the crew killed",
        "Heavy Laser Cannon: 19 of 20 shots",
    )
    assert outcome.after["Theirs"].crew == 2


@pytest.mark.rule("C3K-G05")
def test_large_games_leave_reloading_and_jams_out_but_for_one_or_two_shots():
    large = {"game": "large"}
    empty = unit("Ann", weapon="Rifle", loaded=0)
    outcome, card = fire([1, 1, 1], empty, KEMP, range=20, settings=large)
    assert "01 → hit" in card.lines[1]
    assert "Ann" not in outcome.after or outcome.after["Ann"].weapons[0].working.value == "works"
    shotgun = unit("Ann", weapon="Shotgun")
    assert "02 → jams" in fire([2], shotgun, KEMP, range=20, settings=large)[1].lines[1]
    for weapon in ("Crossbow", "Shotgun"):
        refused(f"{weapon} is empty", attacker=unit("Ann", weapon=weapon, loaded=0), range=20, settings=large)
    stowed = unit("Ann", weapon="Rifle", in_hand="stowed")
    refused("only weapons in hand are fired", attacker=stowed, range=20)
    fire([90], stowed, KEMP, range=20, settings=large)


@pytest.mark.rule("C3K-G05", "C3K-F10")
def test_player_characters_take_their_own_risks():
    moss = unit("Moss", template="Startrooper Grenadier")
    near = {"range": 20, "values": "friend at target"}
    refused("within 6 cm", attacker=moss, **near)
    fire([20, 1, 1], moss, KEMP, settings={"game": "role play"}, **near)


@pytest.mark.rule("C3K-E17", "C3K-R02")
def test_the_unprinted_breakdown_is_the_referees_to_change():
    _, card = fire([4], range=20, settings={"unprinted breakdown": "4"})
    assert "04 → jams" in card.lines[1]
    assert any("ruling B-R2, a guess" in line for line in card.working)
    printed = unit("Ann", weapon="Burst Pistol")
    assert "03 → hit" in fire([3, 1, 1], printed, KEMP, range=10, settings={"unprinted breakdown": "4"})[1].lines[1]


@pytest.mark.rule("C3K-E17")
def test_what_counts_by_our_reading_of_a_damaged_list_says_so():
    """Of the mounts the Bipod's accuracy is one, of shells the Thermite Arrow's; of weapons no accuracy is."""
    gunner = unit("Gunner", template="Startrooper Gunner")
    _, card = fire([40, 1, 1], gunner, KEMP, range=20, mode="area speculative")
    assert "To hit: +5 Bipod (C3K Accuracy, our reading)" in card.working
    assert "To hit: +20 weapon (C3K Accuracy)" in card.working
    archer = unit("Ann", weapon="Bow", ammunition="119")
    _, card = fire([90, 1, 1, 1, 1], archer, KEMP, range=20)
    assert "To hit: −15 ammunition (C3K Accuracy, our reading)" in card.working


@pytest.mark.rule("C3K-F35")
def test_a_thrown_knife_has_its_own_accuracy_and_effect_and_is_gone():
    ann = unit("Ann", weapon="Throwing Knife")
    outcome, card = fire([30, 8, 8], ann, KEMP, range=20)
    assert card.lines[1] == "To hit: 50 −7 weapon −10 thrown = 33% | 30 → hit"
    assert outcome.after["Ann"].weapons[0].hand is Hand.DROPPED
    refused("throws 30 cm", attacker=ann, range=31)


@pytest.mark.rule("C3K-S02", "C3K-F08")
def test_a_target_that_cannot_be_seen_is_no_target():
    night = {"light": "night"}
    refused("is seen up to 25 cm in night light", range=26, settings=night)
    fire([90], range=25, settings=night)
    visor = unit("Ann", weapon="Rifle", equipment="Snoopervisor")
    fire([90], visor, KEMP, range=26, settings=night)


def test_a_dead_firer_and_a_dead_target():
    dead = unit("Ann", weapon="Rifle", condition="killed")
    refused("Ann is killed and cannot fire", attacker=dead, range=20)
    refused("has been killed already", target=dead, range=20)
    refused("Ann is stunned and cannot fire", attacker=unit("Ann", weapon="Rifle", stunned=2), range=20)


@pytest.mark.rule("C3K-H14")
def test_a_phaser_is_set_before_it_is_fired():
    ann = unit("Ann", weapon="Hand Phaser", setting="stun")
    _, card = fire([50, 10, 10, 3], ann, KEMP, range=10)
    assert "Stun: 3 × 10 → stunned for 30 turns" in card.lines
    refused("takes a turn and two hands to set anew", attacker=ann, range=10, setting="kill")
    disrupter = unit("Ann", weapon="Disrupter Rifle")
    _, card = fire([20, 1, 1], disrupter, KEMP, range=20, setting="wide")
    assert "It comes down where it was aimed, 15 cm across" in card.lines


def test_settings_that_a_field_reads_are_the_systems_own():
    names = {field.name for verb in ("fire", "move", "morale", "break") for field in C3K.orders[verb].fields}
    # Whether people act by themselves is no circumstance of an order.
    assert C3K.settings.keys() - {"autopilot"} <= names


def test_the_odds_equal_brute_force():
    """Every throw to hit and every pair of decimal dice, counted one by one through the same order."""
    count = {}
    for thrown in range(1, 101):
        if not 2 < thrown <= 75:
            outcome = "Jam" if thrown <= 2 else "Miss"
            count[outcome] = count.get(outcome, 0) + 100
            continue
        for first in range(1, 11):
            for second in range(1, 11):
                outcome = "Killed" if first + second + 2 >= 12 else "No effect"
                count[outcome] = count.get(outcome, 0) + 1
    assert chances(range=10) == {name: Fraction(number, 10_000) for name, number in count.items()}
    sampled = [
        fire([thrown, 5, 5][: 3 if thrown > 2 and thrown <= 75 else 1], range=10)[1].lines[1]
        for thrown in (1, 2, 3, 75, 76, 100)
    ]
    assert [line.rpartition("→ ")[2] for line in sampled] == ["jams and does not fire"] * 2 + ["hit"] * 2 + ["miss"] * 2


WEAPONS = [weapon.name for weapon in TABLES.weapons.values() if not weapon.launcher and weapon.kind.value != "H"]


@pytest.mark.parametrize("armour", ["none", "Powered Armour"])
@pytest.mark.parametrize("weapon", WEAPONS)
def test_odds_of_any_weapon_add_up_to_one(weapon, armour):
    found = imagined(weapon=weapon, range=14, armour=armour, moved=3)
    assert sum(found.values()) == 1
    code = next(code for code, row in TABLES.weapons.items() if row.name == weapon)
    assert found.get("Jam", 0) + found.get("Too late", 0) >= Fraction(TABLES.weapons[code].breakdown, 100)


@pytest.mark.rule("C3K-H14", "C3K-H16")
def test_odds_by_plain_numbers_know_what_a_weapon_is_set_to():
    """50 in 100 hit less two jams; two dice without more reach 12 in 45 cases of 100, and with +2 in 64."""
    assert imagined(weapon="Hand Phaser", range=20, values="setting stun")["Stunned"] == Fraction(48 * 45, 10_000)
    assert imagined(weapon="Hand Phaser", range=20)["Killed"] == Fraction(48 * 64, 10_000)
    with pytest.raises(RuleError, match="There is no setting of Hand Phaser"):
        imagined(weapon="Hand Phaser", range=20, values="setting wide")
    with pytest.raises(RuleError, match="Rifle has no settings"):
        imagined(weapon="Rifle", range=20, values="setting stun")


def test_of_several_shots_each_says_at_whom_where_that_differs():
    """They fire in sub-phases 2 and 5; only who fires back needs the die."""
    ruiz = STARTER["Sergeant Ruiz"]
    _, card = fire([2, 5, 99, 98], (HALE, KEMP), (KEMP, HALE), range=20)
    assert card.lines[1] == "Trooper Hale at Outlaw Kemp: MM5 Rifle, normal fire, 20 cm: short range"
    assert card.lines[5] == "Outlaw Kemp at Trooper Hale: Rifle, normal fire, 20 cm: short range"
    _, card = fire([99, 98], (HALE, ruiz), KEMP, range=20)
    assert card.lines[3] == "Sergeant Ruiz: Laser Rifle, normal fire, 20 cm: short range"
    _, card = fire([99, 50, 1, 1], (HALE, ruiz), KEMP, range=20)
    assert "Sergeant Ruiz: To kill: +1 effect (C3K Kills)" in card.working


@pytest.mark.rule("C3K-W04")
def test_a_wound_in_the_head_that_kills_reads_as_a_wound_first():
    """8+3 and 2 is 13, three points, of which two in the head kill."""
    _, card = fire([40, 8, 3, 10], range=20, settings={"wounds": "by location"})
    assert card.lines[2:5] == (
        "To kill: 15+ | 8+3 +2 effect = 13 → wounded",
        "Hit in the head: 3 wound points (killed)",
        "Outlaw Kemp: killed",
    )


def test_a_later_shot_at_somebody_who_is_dead_by_then_says_so():
    """Hale kills Kemp in the same order: 10+10 is above 12; Ruiz hits, and nothing is left to throw for."""
    _, card = fire([50, 10, 10, 50], (HALE, STARTER["Sergeant Ruiz"]), KEMP, range=20)
    assert card.lines[3] == "Outlaw Kemp: killed"
    assert card.lines[-2] == "Outlaw Kemp: killed before"


@pytest.mark.rule("C3K-F29", "C3K-F19")
def test_of_several_each_has_odds_of_their_own():
    """Kemp's rifle hits 48 in 100, and is the earlier one 5 times in 12: so often Hale loses the shot."""
    found = chances((HALE, KEMP), (KEMP, HALE), range=20)
    assert found["Trooper Hale at Outlaw Kemp: Shot lost"] == Fraction(5, 12) * Fraction(48, 100)
    # 50 +5 less two jams, and 12 with an effect of 2 in 64 of 100, unless Kemp was first and hit; they may be dead too.
    fires = 1 - Fraction(5, 12) * Fraction(48, 100)
    assert found["Trooper Hale at Outlaw Kemp: Killed"] == fires * Fraction(53, 100) * Fraction(64, 100)
    assert sum(found.values()) == 2
    # Two who fire at one another and a third at one of them: they are spared if neither who is earlier hits, 48 in 100.
    bob = unit("Bob", weapon="Rifle")
    ann = unit("Ann", weapon="Rifle")
    three = chances((ann, KEMP, bob), (KEMP, ann, KEMP), range=20)
    by_phase = [1 - (1 - Fraction(48, 100) * Fraction(before, 6)) ** 2 for before in range(6)]
    assert three["Outlaw Kemp at Ann: Shot lost"] == sum(by_phase) / 6


@pytest.mark.rule("C3K-F29")
def test_where_it_hangs_on_too_many_the_odds_are_those_of_a_shot_that_is_fired():
    ring = [unit(name, weapon="Rifle") for name in "ABCD"]
    found = chances(tuple(ring), (*ring[1:], ring[0]), range=20)
    assert found["A at B, if they come to fire: Miss"] == Fraction(1, 2)
    assert sum(found.values()) == 4
    # Each has their own chance and not their target's.
    best = [replace(each, sheet=replace(each.sheet, profile=Profile(accuracy=20))) for each in ring[:1]] + ring[1:]
    found = chances(tuple(best), (*best[1:], best[0]), range=20)
    missed = {heading[:6]: chance for heading, chance in found.items() if heading.endswith("Miss")}
    assert missed == {"A at B": Fraction(3, 10), **dict.fromkeys(("B at C", "C at D", "D at A"), Fraction(1, 2))}


@pytest.mark.rule("C3K-F29")
@pytest.mark.parametrize(("number", "together"), [(3, True), (4, False)])
def test_three_on_whom_it_hangs_are_reckoned_together_and_four_are_not(number, together):
    ring = [unit(name, weapon="Rifle") for name in "ABCD"[:number]]
    found = chances(tuple(ring), (*ring[1:], ring[0]), range=20)
    assert ("A at B: Miss" in found) is together
    assert ("A at B, if they come to fire: Miss" in found) is not together


def test_odds_of_two_weapons_at_once():
    """Two pistols at 10 cm, 61 and 49 in 100 less the jams; a hit kills with an effect of −1 36 times in 100."""
    given, _ = give("give", units=character(unit("Ann", weapon="Pistol")), weapon="Pistol", values="another")
    both = Unit("Ann", "", given.after["Ann"])
    right, left = Fraction(61 - 2, 100), Fraction(49 - 2, 100)
    spared = (1 - right * Fraction(36, 100)) * (1 - left * Fraction(36, 100))
    assert chances(both, KEMP, range=10, weapon="Pistol, Pistol 2")["Killed"] == 1 - spared


@pytest.mark.rule("C3K-F18", "C3K-F19")
def test_each_weapon_has_its_own_die_against_somebody_who_fires_back():
    """Ann's pistols are in sub-phases 1 and 4, Kemp's rifle in 3: Kemp hits, and Ann's second shot is lost."""
    ann = unit("Ann", weapon="Pistol")
    given, _ = give("give", units=character(ann), weapon="Pistol", values="another")
    armed = Unit("Ann", "", given.after["Ann"])
    faces = [1, 4, 3, 90, 50, 1, 1]
    _, card = fire(faces, (armed, KEMP), (KEMP, armed), range=10, weapon="Pistol, Pistol 2")
    assert "Ann, Pistol: 1 = 1 → sub-phase 1" in card.lines
    assert "Outlaw Kemp, Rifle: 3 = 3 → sub-phase 3" in card.lines
    assert card.lines[-1] == "Ann, Pistol 2: 4 = 4 → sub-phase 4, but hit before"


@pytest.mark.rule("C3K-E12")
def test_a_holtzman_shield_stops_shots_but_no_knives_and_keeps_its_wearer_from_firing():
    shielded = unit("Bob", weapon="Rifle", equipment="Holtzman Effect Shield", effect_shield="on")
    _, card = fire([50], HALE, shielded, range=20)
    assert "Bob: the Holtzman shield stops it" in card.lines
    _, card = fire([30, 10, 10], unit("Ann", weapon="Throwing Knife"), shielded, range=20)
    assert "Bob: killed" in card.lines
    refused("cannot fire out of a Holtzman shield", attacker=shielded, range=20)
    with pytest.raises(RuleError, match="There is no Holtzman Effect Shield"):
        unit("Bob", effect_shield="on")


def test_the_stunned_do_not_reload():
    with pytest.raises(RuleError, match="Ann is stunned and cannot reload"):
        give("reload", units=character(unit(weapon="Rifle", stunned=1)))


@pytest.mark.rule("C3K-F34", "C3K-F38")
def test_a_grenade_is_thrown_at_a_place():
    """50 +20 −10 for a throw is 60 at 15 cm; a miss goes an ordinary die's cm, and 3 cm left still reaches them."""
    near = Unit("Near", "", KEMP.sheet, 0)
    units = Scene({"name": (HALE,), "people": (near,)})
    outcome, card = give("grenade", [61, 3, 3, 5, 5], units, range=15)
    assert card.title == "Trooper Hale throws: Explosive grenade 101"
    assert card.lines[:3] == (
        "Explosive grenade 101, thrown, 15 cm: point blank range",
        "To hit: 50 +20 point blank range −10 thrown = 60% | 61 → miss",
        "It comes down 3 cm left, 10 cm across",
    )
    assert "Near: no effect" in card.lines
    assert outcome.after["Trooper Hale"].grenades[0].rounds == 1
    with pytest.raises(RuleError, match="throws 30 cm"):
        give("grenade", units=units, range=31)
    fired = with_sheet(HALE, now=Memory("Outlaw Kemp", shot=True))
    with pytest.raises(RuleError, match="has fired this turn"):
        give("grenade", units=Scene({"name": (fired,), "people": ()}), range=15)
    gunner = unit("Gunner", weapon="MM14 Machine Gun", grenades="101")
    with pytest.raises(RuleError, match="needs a free hand to throw"):
        give("grenade", units=Scene({"name": (gunner,), "people": ()}), range=15)


def test_the_referees_own_modifier_on_a_repair_and_on_a_blast():
    """8+1 mends with a reason of the referee's; 5+5+2 kills with another."""
    jammed = unit("Ann", weapon="Rifle", working="jammed")
    _, card = give("repair", [8], character(jammed), dm=1, because="good tools")
    assert card.lines == ("9+ | 8 +1 referee: good tools = 9 → repaired, usable next turn",)
    units = Scene({"people": (unit("Bob", at=0),), "direct": ()})
    outcome, card = give("blast", [5, 5], units, cause="101", dm=2, because="shrapnel")
    assert "To kill: 12+ | 5+5 +2 referee: shrapnel = 12 → killed" in card.lines
    assert outcome.after["Bob"].killed


def test_a_vehicles_crew_repairs_what_is_mounted_on_it():
    """A die of 9 mends without any dexterity; what works needs no repair."""
    tank = unit("Tank", template="Light Tank")
    with pytest.raises(RuleError, match="Heavy Laser Cannon works: there is nothing to repair"):
        give("repair", [], character(tank))
    (gun,) = tank.sheet.weapons
    jammed = replace(tank, sheet=replace(tank.sheet, weapons=(replace(gun, working=Working.JAMMED),)))
    outcome, card = give("repair", [9], character(jammed))
    assert card.lines == ("9+ | 9 = 9 → repaired, usable next turn",)
    assert (outcome.after["Tank"].weapons[0].working, outcome.after["Tank"].now.busy) == (Working.WORKS, "repairs")


def readings(card):
    """The lines of an answer that rest on a weakly founded reading of ours."""
    return [line for line in card.working if "reading of ours" in line]


@pytest.mark.rule("C3K-F14", "C3K-F27")
def test_what_later_aimed_shots_keep_is_a_reading_that_a_setting_changes():
    """Ruling B-F4: +15 and +5 stay as earned, or 15 alone."""
    sheet = replace(HALE.sheet, aim=Aiming("Outlaw Kemp", 2), last=Memory("Outlaw Kemp", shot=True))
    hale = Unit("Trooper Hale", "", sheet)
    _, card = fire([90], hale, KEMP, range=20)
    assert "+20 aimed for 2 turns" in card.lines[1]
    assert readings(card) == ["Later shots keep what aiming earned, a reading of ours: setting kept aim (ruling B-F4)"]
    _, card = fire([90], hale, KEMP, settings={"kept aim": "first turn only"}, range=20)
    assert "+15 aimed" in card.lines[1]
    assert readings(card) == [
        "Later shots keep 15 of what aiming earned, a reading of ours: setting kept aim (ruling B-F4)"
    ]
    assert not readings(fire([90], range=20, mode="aimed", aiming=2)[1])


def test_whether_neutrons_pass_full_armour_is_a_reading_that_a_setting_changes():
    """Ruling B-F30: effect 3 against body armour of 3 needs a 1 and more on the die; or no throw at all."""
    ann = unit("Ann", weapon="Neutron Rifle")
    bob = unit("Bob", "Blue", armour="Body Armour")
    _, card = fire([50, 1, 1, 1], ann, bob, range=10)
    assert card.lines[2].startswith("To pierce: 4+ (armour 3) | 1 +3 effect = 4 → pierced")
    assert readings(card) == ["Neutrons must pierce full armour, a reading of ours: setting neutrons (ruling B-F30)"]
    _, card = fire([50, 1, 1], ann, bob, settings={"neutrons": "pass armour"}, range=10)
    assert card.lines[2].startswith("To kill: ")
    assert readings(card) == ["Neutrons pass full armour, a reading of ours: setting neutrons (ruling B-F30)"]


def test_a_weak_weapon_and_a_phaser_set_to_stun_say_what_they_rest_on():
    """Rulings B-H2 and B-F29."""
    bob = unit("Bob", "Blue", armour="Body Armour")
    ann = unit("Ann", weapon="Laser Pistol")
    _, card = fire([50], ann, bob, range=10)
    assert readings(card) == [
        "That an effect below 0 cannot pierce is a reading of ours: setting weak weapons (ruling B-H2)"
    ]
    phaser = unit("Ann", weapon="Hand Phaser", setting="stun")
    _, card = fire([50, 6, 6, 2], phaser, unit("Bob", "Blue"), range=10)
    assert readings(card) == [
        "A phaser set to stun only stuns on a killing throw, a reading of ours: setting phaser stun (ruling B-F29)"
    ]


@pytest.mark.rule("C3K-E18")
def test_full_armour_covers_the_whole_body_and_partial_armour_only_part_of_it():
    """Effect 2 on a 1 comes to 3: body armour of 3 holds, no kill throw; a breastplate takes 2 from that."""
    hidden = unit("Ann", armour="Body Armour")
    outcome, card = fire([30, 1], target=hidden, range=20)
    assert "To pierce: 4+ (armour 3) | 1 +2 effect = 3 → the armour holds" in card.lines
    assert not any(line.startswith("To kill") for line in card.lines)
    assert not outcome.after.get("Ann", hidden.sheet).killed
    _, card = fire([30, 2, 6, 4], target=hidden, range=20)
    assert "To kill: 12+ | 6+4 +2 effect = 12 → killed" in card.lines  # pierced, and counted no more
    _, card = fire([30, 6, 5], target=unit("Bob", armour="Plasteel Breastplate"), range=20)
    assert "To kill: 12+ | 6+5 +2 effect −2 plasteel breastplate = 11 → no effect" in card.lines


def test_who_looks_away_and_who_struggles_are_two_different_things():
    met = people_of(Scene({}), ("Ann",), ("Bob", "Cid"), Striking(averted="Ann", struggling="Bob"))
    assert [(name, each.averted, each.struggles) for name, each in met.items()] == [
        ("Ann", True, False),
        ("Bob", False, True),
        ("Cid", False, False),
    ]
