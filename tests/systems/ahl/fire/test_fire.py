import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import systems
from bot.engine.dice import applied
from bot.engine.errors import RuleError
from bot.engine.odds import exact, imagined_odds
from bot.systems import discover
from bot.systems.ahl.fire.combat import Firer, aim, cost, fire, snap_shots, take_aim
from bot.systems.ahl.fire.shot import NEEDED, TO_HIT, Fire
from bot.systems.ahl.orders import fire as order_of_fire
from bot.systems.ahl.sheet.character import Being, Condition, Nerve, ZeroG
from tests.systems.ahl.people import BOOK, WEAPONS, aimed, armed, shoot, situation, target


def dms(**shot):
    """The modifiers of a shot as (DM, label), and what it needs."""
    made = aimed(**shot)
    return [(modifier.dm, modifier.label) for modifier in applied(TO_HIT, made)], NEEDED[made.band]


@pytest.mark.rule("AHL-11C2-0", "AHL-11C3")
@pytest.mark.parametrize(("squares", "needed"), [(60, 8), (61, 10), (120, 10), (121, 12), (200, 12)])
def test_what_each_band_needs(squares, needed):
    assert dms(squares=squares) == ([], needed)


@pytest.mark.rule("AHL-11C3", "AHL-INT-4")
@pytest.mark.parametrize(("faces", "hit"), [([4, 4, 1, 1, 1], True), ([4, 3], False)])
def test_reaching_the_need_hits(faces, hit):
    assert shoot(faces).attacks[0].hit.made is hit


@pytest.mark.rule("AHL-INT-4", "AHL-11C2a", "AHL-11C2d")
def test_the_introduction_example():
    """Skill +1, target in cover −2: a throw of 8 becomes 7 and misses."""
    hit = shoot([4, 4], skill=1, cover=True).attacks[0].hit
    assert hit.total == 7
    assert not hit.made
    assert [modifier.dm for modifier in hit.modifiers] == [1, -2]


@pytest.mark.rule("AHL-11C2a")
@pytest.mark.parametrize(("skill", "expected"), [(2, [(2, "skill")]), (-3, [(-3, "skill")]), (0, [])])
def test_skill(skill, expected):
    assert dms(skill=skill)[0] == expected


@pytest.mark.rule("AHL-11C2a2", "AHL-12B1a")
def test_each_light_wound_lowers_skill():
    assert dms(skill=1, light_wounds=2)[0] == [(1, "skill"), (-2, "2 light wounds")]
    assert dms(light_wounds=1)[0] == [(-1, "light wound")]


@pytest.mark.rule("AHL-17Ca")
@pytest.mark.parametrize(("more", "expected"), [((), [(-1, "stun")]), ((1,), [(-2, "stun")])])
def test_a_stun_is_like_a_light_wound(more, expected):
    stunned = Firer("Firer", armed(stunned=2, more_stuns=more))
    shot = aim(BOOK, stunned, WEAPONS["Carbine"], situation(squares=30))[0]
    assert [(modifier.dm, modifier.label) for modifier in applied(TO_HIT, shot)] == expected


@pytest.mark.rule("AHL-11C2b")
@pytest.mark.parametrize(("squares", "bonus"), [(20, 4), (40, 3), (60, 1)])
def test_the_automatic_bonus_of_a_submachinegun(squares, bonus):
    assert dms(weapon="Submachinegun", squares=squares)[0] == [(bonus, "burst")]
    assert dms(weapon="Submachinegun", squares=squares, setting="single")[0] == []


@pytest.mark.rule("AHL-11C2b2")
@pytest.mark.parametrize(("squares", "bonus"), [(30, 5), (60, 2)])
def test_the_shotgun_has_its_bonus_on_every_shot(squares, bonus):
    assert dms(weapon="Shotgun", squares=squares)[0] == [(bonus, "shotgun")]


@pytest.mark.rule("AHL-11C2b3", "AHL-11C2b4")
@pytest.mark.parametrize(
    ("weapon", "squares", "setting", "expected"),
    [
        ("4cm RAM", 100, "single", (4, "flechette")),
        ("4cm RAM", 100, "", (8, "flechette burst")),
        ("4cm RAM", 200, "", (6, "flechette burst")),
        ("4cm RAM", 400, "", (4, "flechette burst")),
        ("LAG", 50, "", (3, "flechette")),
        ("LAG", 100, "", (1, "flechette")),
    ],
)
def test_flechettes(weapon, squares, setting, expected):
    assert dms(weapon=weapon, ammo="flechette", squares=squares, setting=setting)[0] == [expected]


@pytest.mark.rule("AHL-11C2c")
@pytest.mark.parametrize(
    ("kind", "expected"), [("aimed", []), ("snap", [(-2, "snap shot")]), ("covering", [(-1, "covering fire")])]
)
def test_types_of_fire(kind, expected):
    assert dms(fire=kind)[0] == expected


@pytest.mark.rule("AHL-11C2d", "AHL-11C2e", "AHL-11C2f")
@pytest.mark.parametrize(
    ("cover", "evading", "expected"),
    [
        (False, "no", []),
        (False, "open", [(-1, "evading")]),
        (False, "obstruction", [(-2, "evading")]),
        (True, "no", [(-2, "cover")]),
        (True, "open", [(-2, "cover")]),
        (True, "obstruction", [(-2, "cover")]),
    ],
)
def test_cover_goes_before_evading_and_never_with_it(cover, evading, expected):
    assert dms(cover=cover, evading=evading)[0] == expected


@pytest.mark.rule("AHL-23b", "AHL-21i")
@pytest.mark.parametrize(
    ("shot", "expected"),
    [
        ({"weapon": "Body Pistol", "squares": 4}, [(-4, "darkness")]),
        ({"weapon": "Body Pistol", "squares": 0}, []),
        ({"weapon": "Body Pistol", "squares": 4, "lit": True}, []),
        ({"weapon": "Gauss Rifle", "squares": 4, "setting": "single"}, []),
    ],
)
def test_darkness(shot, expected):
    assert dms(dark=True, **shot)[0] == expected


@pytest.mark.rule("AHL-21i", "AHL-23b")
def test_robots_see_in_the_dark():
    robot = Firer("R1", armed("Laser Carbine", being=Being.WARBOT))
    shot, _ = aim(BOOK, robot, WEAPONS["Laser Carbine"], situation(8, dark=True))
    assert applied(TO_HIT, shot) == ()


@pytest.mark.rule("AHL-26Bc")
def test_a_handhold_costs_one_and_is_not_for_high_energy_weapons():
    assert dms(zero_g=True, handhold=True)[0] == [(-1, "handhold")]
    with pytest.raises(RuleError, match="cannot be fired from a handhold"):
        aimed(weapon="PGMP-12", zero_g=True, handhold=True)


@pytest.mark.rule("AHL-26Bd", "AHL-18Dc")
@pytest.mark.parametrize(
    ("sheet", "sentence"),
    [
        ({"zero_g": ZeroG(disoriented=True)}, "Firer is disoriented and cannot fire"),
        ({"nerve": Nerve.FLEEING}, "Firer is fleeing and cannot fire"),
        ({"nerve": Nerve.COWERING}, "Firer is cowering and cannot fire"),
    ],
)
def test_whoever_has_lost_control_or_nerve_cannot_fire(sheet, sentence):
    with pytest.raises(RuleError, match=sentence):
        shoot([], firer=armed(**sheet))


@pytest.mark.rule("AHL-21g")
def test_he_is_no_worse_for_robots():
    """ACR HE 2 against battle dress −10: 6+6 is 4, a light wound, and stays one."""
    shot = {"weapon": "ACR", "ammo": "HE", "armour": "battle dress", "setting": "single"}
    assert shoot([6, 6, 6, 6, 1], hurt={"being": Being.WARBOT}, **shot).attacks[0].damage.level.words == "light wound"
    assert shoot([6, 6, 6, 6], **shot).attacks[0].damage.level.words == "serious wound"


@pytest.mark.rule("AHL-20a", "AHL-20c")
def test_a_blobs_life_level_is_its_armour():
    """ACR sabot 4 against life level 5: −1 in all."""
    result = shoot([6, 6, 6, 6], weapon="ACR", ammo="DS", hurt={"being": Being.BLOB, "life_level": 5})
    check = result.attacks[0].damage.check
    assert [(modifier.dm, modifier.label) for modifier in check.modifiers] == [(4, "penetration"), (-5, "life level 5")]
    assert check.total == 11


@pytest.mark.rule("AHL-14D", "AHL-12A2")
def test_cover_makes_hits_rarer_and_worse():
    attack = shoot([6, 6, 1, 1, 1], cover=True).attacks[0]
    assert [(modifier.dm, modifier.label) for modifier in attack.hit.modifiers] == [(-2, "cover")]
    assert (2, "cover") in [(modifier.dm, modifier.label) for modifier in attack.damage.check.modifiers]


@pytest.mark.rule("AHL-9Aa", "AHL-9Ba", "AHL-9Ca")
@pytest.mark.parametrize(("kind", "points"), [("aimed", 6), ("snap", 3), ("covering", 3)])
def test_what_fire_costs(kind, points):
    assert cost(BOOK, Fire(kind), WEAPONS["ACR"]) == 2 * points


@pytest.mark.rule("AHL-19b", "AHL-19a")
def test_high_energy_weapons_take_all_points_to_cover():
    assert cost(BOOK, Fire.COVERING, WEAPONS["FGMP-14/15"]) == 12
    assert snap_shots(BOOK, 12, WEAPONS["PGMP-12"]) == 0


@pytest.mark.rule("AHL-13c", "AHL-9Ca")
@pytest.mark.parametrize(("left", "shots"), [(6, 2), (5, 1), (3, 1), (2, 0)])
def test_snap_shots_by_points_left(left, shots):
    assert snap_shots(BOOK, 2 * left, WEAPONS["ACR"]) == shots


@pytest.mark.rule("AHL-11Db", "AHL-11Da")
def test_the_basic_game_counts_no_rounds():
    result = shoot([1, 1], weapon="ACR", ammo="DS", rounds="unlimited")
    assert result.attacks[0].hit.dm == 2
    assert result.firer_after.weapons[0].loaded.rounds == 20


@pytest.mark.rule("AHL-11Db")
def test_the_basic_game_fires_automatic_weapons_on_automatic_alone():
    with pytest.raises(RuleError, match="In the basic game ACR always fires on automatic"):
        shoot([], weapon="ACR", ammo="DS", rounds="unlimited", setting="single")
    assert shoot([1, 1], weapon="LAG", ammo="DS", rounds="unlimited", setting="single").attacks[0].hit.dm == 0


def test_the_referees_own_modifier_carries_their_reason():
    assert dms(dm=-3, because="smoke")[0] == [(-3, "referee: smoke")]
    assert dms(dm=2)[0] == [(2, "referee")]


@pytest.mark.rule("AHL-19a")
@pytest.mark.parametrize("weapon", ["PGMP-12", "PGMP-13/14", "FGMP-14/15"])
def test_high_energy_weapons_fire_no_snap_shots(weapon):
    with pytest.raises(RuleError, match="cannot fire snap shots"):
        aimed(weapon=weapon, fire="snap")


@pytest.mark.rule("AHL-12Ca")
@pytest.mark.parametrize("condition", [Condition.UNCONSCIOUS, Condition.SERIOUS, Condition.DEAD])
def test_whoever_is_out_cannot_fire(condition):
    with pytest.raises(RuleError, match=f"Firer is {condition.value} and cannot fire"):
        shoot([], firer=armed(condition=condition))


def test_the_dead_are_no_targets():
    with pytest.raises(RuleError, match="Target is dead already"):
        shoot([], hurt={"condition": Condition.DEAD})


def test_an_unconscious_target_can_be_fired_at():
    result = shoot([6, 6, 6, 6], hurt={"condition": Condition.UNCONSCIOUS})
    assert result.attacks[0].after.condition is Condition.DEAD


def test_a_weapon_that_is_not_carried_is_refused_by_name():
    with pytest.raises(RuleError, match=r"Firer carries Carbine. There is no weapon “Laser”"):
        armed().carried("Laser", "Firer")


@pytest.mark.rule("AHL-12-0", "AHL-12B2a")
def test_a_whole_fire_by_hand():
    """Carbine at 61 squares, long: 10+. 6+5 with skill −1 is 10, a hit. 4+4 +1 −2 mesh is 7, light; a 5 stays up."""
    result = shoot([6, 5, 4, 4, 5], skill=-1, armour="mesh", squares=61)
    attack = result.attacks[0]
    assert (attack.hit.needed, attack.hit.total) == (10, 10)
    assert attack.damage.check.total == 7
    assert attack.damage.level.words == "light wound"
    assert (attack.after.light_wounds, attack.after.condition) == (1, Condition.ACTIVE)
    assert result.firer_after.weapons[0].loaded.rounds == 9


@given(
    weapon=st.sampled_from(sorted(WEAPONS)),
    squares=st.integers(0, 5),
    skill=st.integers(-3, 3),
    cover=st.booleans(),
    kind=st.sampled_from(["aimed", "covering"]),
)
def test_a_fire_loses_nothing(weapon, squares, skill, cover, kind):
    """Whatever falls, chances add up to one, and rounds are spent once, hit or miss."""
    firer = armed(weapon, skill=skill)
    before = firer.weapons[0].loaded.rounds
    spent = WEAPONS[weapon].burst or 1 if WEAPONS[weapon].clip else 0

    def resolved(dice):
        return fire(
            BOOK, Firer("Firer", firer, weapon), target(), WEAPONS[weapon], situation(squares, kind, cover=cover), dice
        )

    chances = exact(resolved, of=lambda result: result.firer_after.weapons[0].loaded.rounds)
    assert chances == {before - spent: 1}


def test_the_odds_of_a_shot_work_it_out_once(monkeypatch):
    """As quickly as /odds has to be: whatever an order is wrapped in, only the dice branch."""
    worked_out = []
    monkeypatch.setattr(order_of_fire, "take_aim", lambda *shot: worked_out.append(shot) or take_aim(*shot))
    fire_order = discover(systems)["ahl"].orders["fire"]
    assert len(imagined_odds(fire_order, {"weapon": "Carbine", "range": 5}, {})) > 2
    assert len(worked_out) == 1


@pytest.mark.parametrize("setting", [None, "as printed", "automatic too"])
def test_the_pistols_of_close_quarters_are_three_and_by_an_option_four(setting):
    """Snub, body pistol and revolver are in the list, the automatic pistol is the option's (ruling R-61)."""
    close = {"Snub Pistol", "Body Pistol", "Revolver"} | ({"Automatic Pistol"} if setting == "automatic too" else set())
    assert {name for name, weapon in WEAPONS.items() if weapon.at_close_quarters(setting)} == close
