"""Fights in the open, order after order: surprise, rounds by turns, movement, fire and its modifiers (V27 to V30)."""

import pytest

from bot.engine.due import owed_by
from bot.engine.scene import Game, Units
from bot.systems.ahl.sheet.character import Being, Condition
from bot.systems.ahl_variant.outdoors.encounter import Pace, Phase, Shelter, whose_turn
from bot.systems.ahl_variant.outdoors.ground import Near, Spot, apart, read_spot, within_arc
from bot.systems.ahl_variant.outdoors.phasing import due_in_the_open
from tests.systems.ahl_variant.open import Field, field, in_fire, person, shot
from tests.systems.ahl_variant.people import BOOK
from tests.systems.ahl_variant.table import VARIANT


@pytest.mark.rule("VAR-53", "VAR-54", "VAR-55")
@pytest.mark.parametrize(
    ("throws", "faces", "told", "attackers"),
    [
        ("9 6", [], "blue surprises red", "blue"),
        ("9 7", [], "blue has initiative over red", "blue"),
        ("5 7", [], "red has initiative over blue", "red"),
        # Equal throws and two against two: chance; two against one: the smaller party.
        ("7 7", [2], "red has initiative over blue", "red"),
    ],
)
def test_the_higher_throw_has_initiative_and_three_more_surprise(throws, faces, told, attackers):
    game = field()
    assert told in game.give("encounter begin", faces, first="blue", second="red", throws=throws)
    assert game.encounter.attackers == attackers


@pytest.mark.rule("VAR-54")
def test_of_equal_throws_the_smaller_party_has_initiative():
    game = Field(person("Ann"), person("Abe"), person("Cid", "red"))
    game.meet("7 7")
    assert game.encounter.attackers == "red"


def test_a_second_encounter_waits_for_the_end_of_the_first():
    game = field()
    game.meet("9 7")
    before = game.encounter
    again = game.refused("encounter begin", first="blue", second="red", throws="5 7")
    assert "An encounter is played already, and it is" in again
    assert game.encounter == before
    game.give("encounter end")
    game.give("encounter begin", first="blue", second="red", throws="5 7")


@pytest.mark.rule("VAR-92")
def test_a_battle_computer_and_a_map_box_add_one_each():
    game = field()
    assert "blue surprises red" in game.meet("8 7", first_devices=2)
    for throws in ("9", "9 ²", "9 --7", "+-9 7", "9 99", "9 7 5"):
        assert "Surprise needs both throws" in field().refused(
            "encounter begin", first="blue", second="red", throws=throws
        )
    assert "meets itself" in field().refused("encounter begin", first="blue", second="blue", throws="9 7")


@pytest.mark.rule("VAR-56")
def test_those_who_surprise_act_one_at_a_time_until_the_alarm():
    game = field()
    game.meet("10 6", bands=0)
    assert game.encounter.phase is Phase.SURPRISE
    assert "Cid" in game.refused("fire", name="Cid", target="Ann")
    game.give("fire", [1, 1], name="Ann", target="Cid", setting="single")
    assert "has acted in the surprise of blue" in game.refused("fire", name="Ann", target="Cid")
    # All have acted: another round of surprise; then the alarm, and they are the attackers of round 1.
    game.give("encounter pass", name="Abe")
    assert game.encounter.acted == ()
    game.give("fire", [1, 1], name="Abe", target="Cid", setting="single")
    told = game.give("encounter alarm")
    assert "It is the movement step of round 1: Cid or Dot may act" in told
    assert "Nobody is surprised" in game.refused("encounter alarm")


@pytest.mark.rule("VAR-57", "VAR-58")
def test_movement_begins_with_the_defender_and_fire_with_the_attacker_by_turns():
    game = field()
    game.meet()
    assert "Cid or Dot acts first" in game.refused("go", name="Ann")
    for name in ("Cid", "Ann", "Dot", "Abe"):
        game.give("go", name=name)
    assert game.encounter.phase is Phase.FIRE
    assert "It is not Cid's turn" in game.refused("fire", name="Cid", target="Ann")
    for name, target in (("Ann", "Cid"), ("Cid", "Ann")):
        game.give("fire", [1, 1], name=name, target=target, setting="single")
    # A side without more lets the other finish: Dot is out.
    game.posture()
    game.units["Dot"] = person("Dot", "red", condition=Condition.UNCONSCIOUS)
    game.give("fire", [1, 1], name="Abe", target="Cid", setting="single")
    # Nobody is near anybody: melee is passed over, and a new round begins.
    assert (game.encounter.round, game.encounter.phase) == (2, Phase.MOVEMENT)


@pytest.mark.rule("VAR-60")
def test_before_a_new_round_the_referee_is_reminded_of_morale():
    game = field()
    game.meet()
    game.to("fire")
    assert "Morale goes by Traveller's book: the referee throws for it" in game.give("encounter step")


@pytest.mark.rule("VAR-59")
def test_melee_runs_by_reach_and_then_by_value():
    game = Field(
        person("Ann", weapons=(("Dagger", "", 4),)),
        person("Abe", weapons=(("Spear", "", 0),)),
        person("Cid", "red", weapons=(("Blade", "", 1),)),
    )
    game.meet(bands=0)
    for who in ("Ann", "Abe"):
        game.near(who, "Cid", Near.SHORT)
    game.to("melee")
    assert "Abe strikes before Ann: reach 3" in game.refused("melee", name="Ann", target="Cid")
    told = game.give("melee", [1, 1], name="Abe", target="Cid")
    # It tells the rules of the open, and whose turn it is, and none of AHL's phases.
    assert "the longer reach strikes first" in told
    assert "It is the melee step of round 1: Ann or Cid may act" in told
    assert "phase" not in told
    assert "Ann strikes before Cid: reach 1 and value 5 against 1 and 2" in game.refused(
        "melee", name="Cid", target="Ann"
    )
    game.give("melee", [1, 1], name="Ann", target="Cid")
    assert "→ miss" in game.give("melee", [1, 1], name="Cid", target="Ann")


def test_at_whom_somebody_fires_are_those_of_the_attacks():
    game = in_fire(2, (person("Ann"), person("Cid", "red"), person("Dot", "red")))
    told = game.give("fire", [1, 1] * 2, name="Ann", target="Cid", targets="Dot, Dot")
    assert told.splitlines()[0] == "Ann fires at Dot"


@pytest.mark.rule("VAR-61", "VAR-96")
@pytest.mark.parametrize(("terrain", "dm"), [("none", "−1"), ("light", "−2"), ("heavy", "−2")])
def test_evading_in_the_open(terrain, dm):
    game = in_fire(terrain=terrain)
    game.posture(Cid={"evading": True})
    assert f"{dm} evading" in shot(game)


def test_how_somebody_is_in_the_open_no_player_says_otherwise():
    game = in_fire()
    game.posture(Cid={"evading": True, "shelter": Shelter.PARTIAL})
    game.by = "9"
    for said in ({"evading": "no"}, {"cover": False}):
        (name,) = said
        told = f"“{name}” is known of Cid in this turn: leave it out; otherwise only the referee says it."
        assert game.refused("fire", name="Ann", target="Cid", **said) == told
    assert "Ann fires at Cid" in shot(game, evading="yes", cover=True)
    game = in_fire()
    game.posture(Cid={"evading": True})
    assert "evading" not in shot(game, evading="no")


@pytest.mark.rule("VAR-62")
def test_one_closes_with_those_of_the_same_band():
    game = field()
    game.meet(bands=1)
    assert "is in band 0: one closes with those of the same band" in game.refused(
        "go", name="Cid", enemy="Ann", near="short"
    )
    told = game.give("go", name="Cid", to="band 0", pace="walks", enemy="Ann", near="short")
    assert "At short range of Ann, for a point of movement" in told
    assert "At close range of Cid, for another point of movement" in game.give(
        "go", name="Ann", enemy="Cid", near="close"
    )
    # Whoever leaves is near nobody.
    game.give("go", name="Dot", to="band 3", pace="runs")
    assert [each[:2] for each in game.encounter.near] == [("Ann", "Cid")]
    game.give("encounter step")
    game.give("encounter step")
    game.give("encounter step")
    game.give("go", name="Cid", to="band 3", pace="runs")
    assert game.encounter.near == ()


@pytest.mark.rule("VAR-63", "VAR-64", "VAR-65")
def test_lying_down_and_standing_up():
    game = field()
    game.meet(bands=0)
    assert "only when not moving otherwise" in game.refused("go", name="Cid", stance="prone", pace="walks")
    assert "prone" in game.give("go", name="Cid", stance="prone")
    for name in ("Ann", "Dot", "Abe"):
        game.give("go", name=name)
    game.near("Ann", "Cid", Near.SHORT)
    game.near("Abe", "Cid", Near.SHORT)
    assert "−1 prone target" in shot(game)
    # Whoever lies fires as ever.
    assert "= 2 → miss" in game.give("fire", [1, 1], name="Cid", target="Ann", setting="single").split("\n")[2]
    game.give("encounter step")
    game.posture(Cid={"fired": False})
    # They strike nobody, and are struck at +2.
    assert "It is not Cid's turn" in game.refused("melee", name="Cid", target="Ann")
    assert "+2 prone target" in game.give("melee", [1, 1], name="Abe", target="Cid")
    # Standing up goes with moving, and lying with no evading.
    assert (game.encounter.round, game.encounter.phase) == (2, Phase.MOVEMENT)
    assert "is prone and can't evade" in game.refused("go", name="Cid", evading=True)
    told = game.give("go", name="Cid", stance="up", pace="walks", to="band 1")
    assert "prone" not in told.split("\n")[1]


@pytest.mark.rule("VAR-66", "VAR-67")
def test_ranges_are_divided_by_twenty_and_four_pistols_reach_short_only():
    carbine = (person("Ann", weapons=("Carbine",)), person("Cid", "red"))
    for bands, bracket in ((5, "8+ (effective)"), (6, "10+ (long)"), (10, "10+ (long)"), (20, "12+ (extreme)")):
        game = in_fire(bands, carbine)
        assert bracket in game.give("fire", [1, 1], name="Ann", target="Cid")
    assert "reaches 20 bands or hexes at most, and the range is 21" in in_fire(21, carbine).refused(
        "fire", name="Ann", target="Cid"
    )
    pistols = ("Body Pistol", "Wheellock Pistol", "Flintlock Pistol")
    for weapon in pistols:
        game = in_fire(0, (person("Ann", weapons=(weapon,)), person("Cid", "red")))
        assert "10+ (long)" in game.give("fire", [1, 1], name="Ann", target="Cid")
        game = in_fire(0, (person("Ann", weapons=(weapon,)), person("Cid", "red")))
        game.near("Ann", "Cid", Near.SHORT)
        assert "8+ (effective)" in game.give("fire", [1, 1], name="Ann", target="Cid")


@pytest.mark.rule("VAR-68")
def test_weapons_are_thrown_in_the_step_of_fire():
    for weapon, bands, told in (
        ("Dagger", 0, "10+ (long)"),
        ("Blade", 1, "12+ (extreme)"),
        ("Spear", 2, "12+ (extreme)"),
    ):
        game = in_fire(bands, (person("Ann", weapons=(weapon,)), person("Cid", "red")))
        assert told in game.give("fire", [1, 1], name="Ann", target="Cid")
    game = in_fire(2, (person("Ann", weapons=("Dagger",)), person("Cid", "red")))
    assert "reaches 1 bands or hexes at most" in game.refused("fire", name="Ann", target="Cid")


@pytest.mark.rule("VAR-69")
def test_who_walks_fires_worse_and_who_runs_not_at_all():
    game = in_fire()
    game.posture(Ann={"pace": Pace.WALKS})
    assert "−1 walking" in shot(game)
    game = in_fire()
    game.posture(Ann={"pace": Pace.RUNS}, Abe={"pace": Pace.STANDS})
    for verb, given in (("fire", {"target": "Cid"}), ("cover", {"at": "band 2"}), ("grenade", {"at": "Cid"})):
        assert "Ann runs in this round, and who runs doesn't fire" in game.refused(verb, name="Ann", **given)
    # Neither changes melee: who walks and who runs strike as they are.
    for pace in (Pace.WALKS, Pace.RUNS):
        game = field()
        game.meet(bands=0)
        game.near("Ann", "Cid", Near.SHORT)
        game.posture(Ann={"pace": pace})
        game.to("melee")
        told = game.give("melee", [1, 1], name="Ann", target="Cid")
        assert "→ miss" in told
        assert "walking" not in told


@pytest.mark.rule("VAR-56", "VAR-69")
def test_one_who_surprises_moves_once_and_attacks_before_any_other_acts():
    game = field()
    game.meet("10 6", bands=2)
    assert "Ann may act" in game.give("go", name="Ann", to="band 1", pace="walks")
    assert "Ann acts first" in game.refused("go", name="Abe", to="band 1", pace="walks")
    assert "Ann acts first" in game.refused("fire", name="Abe", target="Cid")
    assert "Ann has moved in the surprise of blue" in game.refused("go", name="Ann", to="band 2", pace="walks")
    assert "−1 walking" in shot(game)
    # Who runs to nobody has nothing left to do: all have acted, and surprise begins anew.
    assert "Ann or Abe may act" in game.give("go", name="Abe", to="band 2", pace="runs")
    # Who runs up to somebody strikes yet, and doesn't fire; the alarm ends it before the next acts.
    told = game.give("go", name="Abe", pace="runs", enemy="Cid", near="short")
    assert "Abe may act" in told
    assert "who runs doesn't fire" in game.refused("fire", name="Abe", target="Cid")
    assert "Ann or Abe may act" not in told
    game.give("melee", [1, 1], name="Abe", target="Cid")
    assert "has acted in the surprise of blue" in game.refused("go", name="Abe")
    game.give("go", name="Ann", to="band 2", pace="walks")
    assert "Cid or Dot may act" in game.give("encounter alarm")


@pytest.mark.rule("VAR-70")
def test_wounds_count_at_once():
    game = in_fire()
    told = shot(game, (4, 4, 4, 4))
    assert "Cid: dead" in told
    assert "It is the fire step of round 1: Dot may act" in told
    assert "It is not Cid's turn" in game.refused("fire", name="Cid", target="Ann")
    assert game.units["Cid"].sheet.condition is Condition.DEAD


@pytest.mark.rule("VAR-77", "VAR-78")
def test_bursts_hit_others_of_a_group_at_three_less():
    """An ACR's burst has a bonus of 2: two others at most, each with it and −3, nobody twice."""
    people = [person("Ann"), *(person(name, "red") for name in ("Cid", "Dot", "Eve", "Fay"))]
    game = in_fire(4, people)
    told = game.give("fire", [1, 1, 1, 1, 1, 1], name="Ann", target="Cid", others="Dot, Eve")
    assert told.count("−3 of the group") >= 2
    assert told.split("\n")[2].startswith("Cid, 4 bands away: 8+ (effective) | 1+1 +2 burst = 4")
    assert "hits 2 others of a group at most here, and these are 3" in in_fire(4, people).refused(
        "fire", name="Ann", target="Cid", others="Dot, Eve, Fay"
    )
    assert "hits 0 others" in in_fire(4, people).refused(
        "fire", name="Ann", target="Cid", others="Dot", setting="single"
    )


@pytest.mark.rule("VAR-80")
@pytest.mark.parametrize(
    ("weapon", "near", "told"),
    [
        ("Dagger", Near.SHORT, "−2 reach 1 at short range"),
        ("Dagger", Near.CLOSE, ""),
        ("Cutlass", Near.SHORT, ""),
        ("Cutlass", Near.CLOSE, "−2 reach 2 at close range"),
        ("Spear", Near.SHORT, ""),
        ("Spear", Near.CLOSE, None),
    ],
)
def test_reach_at_short_and_close_range(weapon, near, told):
    game = in_fire(0, (person("Ann", weapons=(weapon,)), person("Cid", "red", weapons=())))
    game.near("Ann", "Cid", near)
    game.to("melee")
    if told is None:
        assert f"The {weapon} is too long for close range" in game.refused("melee", name="Ann", target="Cid")
    else:
        card = game.give("melee", [1, 1], name="Ann", target="Cid")
        assert told in card
        assert bool(told) is ("at short range (" in card or "at close range (" in card)


@pytest.mark.rule("VAR-114")
def test_a_long_weapon_at_close_range_gives_way_to_hands_or_is_swung_as_a_club():
    for weapon, value in (("Hands", "1+1 = 2 → miss"), ("Club", "+4 Ann's value with Club")):
        people = (person("Ann", weapons=(("Pike", "", 2),), strength=8), person("Cid", "red", weapons=()))
        game = in_fire(0, people)
        game.near("Ann", "Cid", Near.CLOSE)
        game.to("melee")
        told = game.give("melee", [1, 1], name="Ann", target="Cid", weapon=weapon)
        # Club: strength 8 is at its high figure, +2, with the skill of the pike; hands +0 without one.
        assert value in told


@pytest.mark.rule("VAR-81")
def test_who_has_fired_strikes_nobody_but_defends():
    people = (person("Ann", weapons=("Carbine", ("Foil", "", 1))), person("Cid", "red", weapons=("Foil",)))
    game = in_fire(0, people)
    game.near("Ann", "Cid", Near.SHORT)
    game.give("fire", [1, 1], name="Ann", target="Cid")
    assert game.encounter.phase is Phase.MELEE
    assert "It is not Ann's turn in the melee step" in game.refused("melee", name="Ann", target="Cid")
    assert "−3 Ann's value with Foil" in game.give("melee", [1, 1], name="Cid", target="Ann")


@pytest.mark.rule("VAR-82")
@pytest.mark.parametrize(("light", "told"), [("total darkness", "−10"), ("partial darkness", "−5")])
def test_darkness_in_the_open(light, told):
    people = (person("Ann", weapons=("Rifle",)), person("Cid", "red"))
    assert f"{told} {light}" in in_fire(4, people, light=light).give("fire", [1, 1], name="Ann", target="Cid")
    # Not for whoever sees in it, nor at somebody lit (ruling VR-A14).
    assert light not in shot(in_fire(4, light=light)).split("It is")[0]
    assert f"{told} " not in in_fire(4, people, light=light).give("fire", [1, 1], name="Ann", target="Cid", lit=True)


@pytest.mark.rule("VAR-83", "VAR-98", "VAR-99")
@pytest.mark.parametrize(
    ("shelter", "concealed", "terrain", "told", "damage"),
    [
        (Shelter.PARTIAL, False, "light", "−2 cover", "+2 cover"),
        (Shelter.NONE, True, "light", "−1 partial concealment", ""),
        (Shelter.FIELD_WORK, False, "light", "−3 field work", "+2 cover"),
        (Shelter.BUNKER, False, "light", "−4 improvised bunker", "+2 cover"),
        (Shelter.PORT, False, "light", "−5 firing port", "+2 cover"),
        # The worse of the two alone; a tie goes to cover, and concealment adds nothing to damage.
        (Shelter.PARTIAL, True, "heavy", "−3 partial concealment", ""),
        (Shelter.FIELD_WORK, True, "heavy", "−3 field work", "+2 cover"),
    ],
)
def test_cover_and_concealment(shelter, concealed, terrain, told, damage):
    people = (person("Ann", weapons=(("Carbine", "", 6),)), person("Cid", "red"))
    game = in_fire(4, people, terrain=terrain)
    game.posture(Cid={"shelter": shelter, "concealed": concealed})
    # 3 and 1 with the carbine's 2 are 6, a light wound, and 8 with cover's 2, a serious one.
    card = game.give("fire", [4, 5, 3, 1, *([] if damage else [1])], name="Ann", target="Cid")
    assert told in card.split("\n")[2]
    assert ("+2 cover" in card.split("\n")[3]) is bool(damage)


@pytest.mark.rule("VAR-84")
def test_a_telescopic_sight_or_the_burst_whichever_is_more():
    rifle = (person("Ann", weapons=("Rifle",)), person("Cid", "red"))
    for bands, told in ((10, ""), (20, "+1 telescopic sight"), (40, "+2 telescopic sight")):
        card = in_fire(bands, rifle).give("fire", [1, 1], name="Ann", target="Cid", sight=True)
        assert told in card
        assert bool(told) is ("telescopic" in card)
    burst = (person("Ann", weapons=("Assault Rifle",)), person("Cid", "red"))
    assert "telescopic" not in in_fire(20, burst).give("fire", [1, 1], name="Ann", target="Cid", sight=True)


@pytest.mark.rule("VAR-85", "VAR-86")
def test_rapid_fire_takes_whole_bursts_each_at_the_number_of_attacks():
    game = in_fire()
    told = game.give("fire", [1, 1] * 3, name="Ann", target="Cid", attacks=3)
    assert told.count("1+1 +2 burst −3 3 attacks") == 3
    assert "ACR: 8 of 20 rounds left" in told
    assert "overheating still bind" in told
    assert "6 attacks take 24 rounds, and ACR holds 20" in in_fire().refused(
        "fire", name="Ann", target="Cid", attacks=6
    )
    assert "from 1 to 10" in in_fire().refused("fire", name="Ann", target="Cid", attacks=11)
    # Single shots all, or bursts all: one setting holds for them.
    assert "ACR: 17 of 20" in in_fire().give("fire", [1, 1] * 3, name="Ann", target="Cid", attacks=3, setting="single")


@pytest.mark.rule("VAR-87", "VAR-88", "VAR-89")
@pytest.mark.parametrize(
    ("weapon", "mount", "braced", "attacks", "dm"),
    [
        ("Rifle", "bipod", True, 3, "−2 3 attacks"),
        ("Rifle", "bipod", False, 3, "−3 3 attacks"),
        ("Light Machine Gun", "bipod", True, 3, "−1 3 attacks"),
        ("Heavy Machine Gun", "tripod", False, 6, "−2 6 attacks"),
        ("Medium Machine Gun", "vehicle", False, 3, ""),
    ],
)
def test_mounts_ease_rapid_fire(weapon, mount, braced, attacks, dm):
    people = (person("Ann", weapons=(weapon,)), person("Cid", "red"))
    told = in_fire(4, people).give(
        "fire", [1, 1] * attacks, name="Ann", target="Cid", attacks=attacks, mount=mount, braced=braced
    )
    assert dm in told.split("\n")[2]
    assert bool(dm) is ("attacks" in told.split("\n")[2])


@pytest.mark.rule("VAR-90")
def test_attacks_of_rapid_fire_go_at_several_in_an_arc():
    game = in_fire()
    told = game.give("fire", [1, 1] * 3, name="Ann", target="Cid", targets="Cid, Dot, Cid")
    assert [line.partition(",")[0] for line in told.split("\n")[2:5]] == ["Cid", "Dot", "Cid"]
    hexes = field()
    hexes.meet(hexes=True)
    for name, spot in (("Ann", "hex 0505"), ("Abe", "hex 0505"), ("Cid", "hex 0501"), ("Dot", "hex 0905")):
        hexes.give("place", name=name, at=spot)
    hexes.to("fire")
    assert "no arc of 60 degrees" in hexes.refused("fire", name="Ann", target="Cid", targets="Cid, Dot")


@pytest.mark.rule("VAR-91")
@pytest.mark.parametrize(("bands", "dm"), [(0, "−1 in the same band"), (1, "−2 1 band away"), (2, "−4 2 bands away")])
def test_hand_grenades_in_the_open(bands, dm):
    game = in_fire(bands, (person("Ann", grenades=1), person("Cid", "red")))
    told = game.give("grenade", [1, 1], name="Ann", at="Cid")
    assert dm in told
    assert "miss, which does nothing" in told
    assert game.units["Ann"].sheet.grenades == 0
    covered = in_fire(bands, (person("Ann", grenades=1), person("Cid", "red")))
    covered.posture(Ann={"shelter": Shelter.PARTIAL})
    assert "−2 thrown from cover" in covered.give("grenade", [1, 1], name="Ann", at="Cid")
    far = in_fire(3, (person("Ann", grenades=1), person("Cid", "red")))
    assert "thrown two at most" in far.refused("grenade", name="Ann", at="Cid")


@pytest.mark.rule("VAR-93")
def test_a_grenade_reaches_those_at_close_and_short_range_of_its_target():
    """At close range penetration 2 on 10+, at short 1 on 12+, each with +2 for a weapon."""
    people = (person("Ann", grenades=1), person("Abe"), person("Eve"), person("Cid", "red"))
    game = in_fire(0, people)
    game.near("Abe", "Cid", Near.CLOSE)
    game.near("Eve", "Cid", Near.SHORT)
    told = game.give("grenade", [6, 6, 6, 6, 4, 4, 1, 1, 1, 5, 4], name="Ann", at="Cid")
    assert "Abe, 1 square away: 10+ | 4+4 +2 collateral damage of a weapon = 10 → penetration 2" in told
    assert "Eve, 2 squares away: 12+ | 5+4 +2 collateral damage of a weapon = 11 → unharmed" in told


def test_who_throws_a_grenade_at_somebody_near_may_suffer_and_has_one_less():
    """At close range penetration 2 on 10+ with +2; 4+4+2 is ten: 2D+2 is 4, a light wound."""
    game = in_fire(0, (person("Ann", grenades=1), person("Cid", "red")))
    game.near("Ann", "Cid", Near.CLOSE)
    assert "at themselves" in game.refused("grenade", name="Ann", at="Ann")
    game.give("grenade", [6, 6, 6, 6, 4, 4, 1, 1, 1], name="Ann", at="Cid")
    ann = game.units["Ann"].sheet
    assert (ann.grenades, ann.light_wounds) == (0, 1)
    game = in_fire(0, (person("Ann", grenades=1), person("Cid", "red"), person("Dot", "red")))
    game.units["Cid"] = person("Cid", "red", condition=Condition.DEAD)
    assert "dead already" in game.refused("grenade", name="Ann", at="Cid")


@pytest.mark.rule("VAR-94")
def test_friends_of_one_band_count_as_close_for_aid():
    game = field()
    game.meet()
    assert "Friends in one band or hex count as at close range for aid, ammunition and gear" in game.give(
        "encounter show"
    )
    close = "As at close range for aid, ammunition and gear, and as at short range for speech without radio"
    assert close in game.give("range", name="Ann", to="Abe")
    game.posture(Abe={"spot": Spot(1)})
    assert "Too far for aid, ammunition and gear, and for speech" in game.give("range", name="Ann", to="Abe")
    # An enemy in the band is no friend; whoever has closed counts as adjacent, or as two squares away.
    game.posture(Cid={"spot": Spot(0)})
    assert close not in game.give("range", name="Ann", to="Cid")
    for how, told in ((Near.CLOSE, "As adjacent"), (Near.SHORT, "As two squares apart")):
        game.near("Ann", "Cid", how)
        assert f"{told} for explosions and blows" in game.give("range", name="Ann", to="Cid")


def test_how_far_it_is_in_the_open_by_each_weapon():
    """An ACR (DS) reaches 15, 30 and 45 bands, a spear none, one and two; a cutlass isn't told of."""
    weapons = (("ACR", "DS"), "Spear", "Cutlass")
    for bands, told in ((2, ["effective", "extreme"]), (15, ["effective", ""]), (16, ["long", ""]), (46, ["", ""])):
        game = Field(person("Ann", weapons=weapons), person("Cid", "red"))
        game.meet(bands=bands)
        game.give("range", name="Ann", to="Cid")
        names = zip(("ACR (DS)", "Spear"), told, strict=True)
        assert list(map(str, game.card.lines)) == [
            f"{bands} bands away",
            *(f"{name}: {f'{band} range' if band else 'out of range'}" for name, band in names),
        ]
    assert "person in the encounter" in game.refused("range", name="Ann", to="Nobody")


def test_whoever_is_unconscious_throws_once_a_round_before_anybody_moves():
    game = field()
    game.meet()
    game.units["Cid"] = person("Cid", "red", condition=Condition.UNCONSCIOUS, light_wounds=1)
    due, _ = due_in_the_open(BOOK, game.game)
    assert (due.what, due.owes, due.settled) == ("the die to come round", ("Cid",), True)
    assert "5 → stays unconscious" in game.give("wake", [5], name="Cid")
    assert "once in each round" in game.refused("wake", name="Cid")
    assert [each.what for each in due_in_the_open(BOOK, game.game)] == ["a move"]
    game.to("fire")
    assert "before anybody moves" in game.refused("wake", name="Cid")
    game.to("movement")
    assert "6 → conscious, prone" in game.give("wake", [6], name="Cid")
    assert game.encounter.of("Cid").prone
    assert "Cid" in whose_turn(BOOK, game.encounter, game.units)


@pytest.mark.rule("VAR-95")
def test_hexes_count_along_the_shortest_way():
    """Five rows down a column are five; six columns across cost six, half as many rows come with them."""
    spots = {name: read_spot(name, hexes=True) for name in ("0101", "0106", "0701", "0704", "0202")}
    assert apart(spots["0101"], spots["0106"]) == 5
    assert apart(spots["0101"], spots["0701"]) == 6
    assert apart(spots["0101"], spots["0704"]) == 6
    assert apart(spots["0101"], spots["0202"]) == 2
    assert within_arc(spots["0106"], [spots["0101"], Spot(1, 2)])
    game = field()
    game.meet(hexes=True)
    assert "no hex" in game.refused("place", name="Ann", at="hex 0000")
    game.give("place", name="Ann, Cid", at="hex 0304")
    assert "turns once in the round" in game.give("go", name="Cid", pace="runs", to="hex 0306")


@pytest.mark.rule("VAR-90", "VAR-95", "VAR-101")
def test_on_hexes_rapid_and_covering_fire_lie_in_the_arc_that_one_faces():
    """Due north of hex 0505 are 0501 and 0502: behind who faces 180°, on the rim of the arc of who faces 30°."""
    game = field()
    game.meet(hexes=True)
    for name, spot in (("Ann", "0505"), ("Abe", "0505"), ("Cid", "0501"), ("Dot", "0502")):
        game.give("place", name=name, at=f"hex {spot}")
    game.give("go", name="Cid")
    assert "faces 180°" in game.give("go", name="Ann", facing=180)
    game.to("fire")
    away = "outside the arc of 60 degrees about 180°, where Ann faces"
    assert away in game.refused("fire", name="Ann", target="Cid", targets="Cid, Dot")
    assert away in game.refused("cover", name="Ann", at="hex 0501 to hex 0502")
    game.posture(Ann={"facing": 30})
    told = game.give("fire", [1, 1, 1, 1], name="Ann", target="Cid", targets="Cid, Dot")
    assert "2 attacks" in told


@pytest.mark.rule("VAR-95")
def test_who_runs_on_hexes_turns_once():
    """From 0505, facing north: 0502 is straight on, 0508 straight back, 0603 a hex north and one at 60°."""

    def runs(to, **given):
        game = field()
        game.meet(hexes=True)
        for name, spot in (("Ann", "0101"), ("Abe", "0101"), ("Cid", "0505"), ("Dot", "0505")):
            game.give("place", name=name, at=f"hex {spot}")
        game.posture(Cid={"facing": 0})
        verb = {"name": "Cid", "pace": "runs", "to": f"hex {to}", **given}
        return game, verb

    for to, faces in (("0502", "faces 0°"), ("0508", "faces 180°"), ("0603", "faces 60°")):
        game, verb = runs(to)
        assert faces in game.give("go", **verb)
    # South first and then south-west are two turns for who faces north; who walks turns as they like.
    game, verb = runs("0408")
    assert "Cid, who faces 0°, would turn more than once to run to hex 0408" in game.refused("go", **verb)
    game.give("go", **{**verb, "pace": "walks"})
    # The one turn is spent on the way: nobody turns again at its end; straight on, it may be made there.
    game, verb = runs("0508", facing=0)
    assert "to run to hex 0508 facing 0°" in game.refused("go", **verb)
    game, verb = runs("0502", facing=120)
    assert "faces 120°" in game.give("go", **verb)


@pytest.mark.rule("VAR-97")
@pytest.mark.parametrize(("terrain", "most"), [("moderate", 3), ("heavy", 2)])
def test_running_is_short_among_obstructions(terrain, most):
    game = field()
    game.meet(terrain=terrain)
    assert f"nobody runs further than {most} bands, and that is {most + 1}" in game.refused(
        "go", name="Cid", pace="runs", to=f"band {4 - most - 1}"
    )
    game.give("go", name="Cid", pace="runs", to=f"band {4 - most}")
    bare = field()
    bare.meet(terrain="none")
    assert "Nothing stands about in band 4 that conceals anybody" in bare.refused("go", name="Cid", concealed=True)


@pytest.mark.rule("VAR-100")
def test_point_blank_is_an_option():
    people = (person("Ann", weapons=("Revolver",)), person("Cid", "red"))
    for setting, told in (("yes", True), ("no", False)):
        game = in_fire(0, people, settings={"point_blank": setting})
        game.near("Ann", "Cid", Near.SHORT)
        assert ("+1 point blank" in game.give("fire", [1, 1], name="Ann", target="Cid")) is told
    pistol = (person("Ann", weapons=("Body Pistol",)), person("Cid", "red"))
    game = in_fire(0, pistol, settings={"point_blank": "yes"})
    game.near("Ann", "Cid", Near.SHORT)
    assert "point blank" not in game.give("fire", [1, 1], name="Ann", target="Cid")


@pytest.mark.rule("VAR-101", "VAR-102", "VAR-115")
def test_covering_fire_lies_along_a_line_through_the_next_movement_step():
    """An LMG reserves 4 bursts of 10; the first who crosses is met at −4, the next at −5 for another burst."""
    people = (person("Ann", weapons=("Light Machine Gun",)), person("Cid", "red"), person("Dot", "red"))
    game = in_fire(4, people)
    assert "40 rounds for the first who crosses it" in game.give("cover", name="Ann", at="band 1 to band 3")
    assert game.units["Ann"].sheet.weapons[0].loaded.rounds == 60
    game.to("movement")
    told = game.give("go", [1, 1], name="Cid", pace="runs", to="band 2")
    assert "Ann fires covering fire with the Light Machine Gun at band 3, number 1 to cross it" in told
    assert "1+1 +3 burst −4 covering fire" in told
    game.give("go", name="Ann")
    told = game.give("go", [6, 6, 4, 4], name="Dot", pace="runs", to="band 3")
    assert "−5 covering fire" in told
    # What it does counts at once: Dot is out of the fire step.
    assert "Dot: seriously wounded" in told or "Dot: dead" in told
    assert game.units["Ann"].sheet.weapons[0].loaded.rounds == 50
    assert game.encounter.lines == ()


@pytest.mark.rule("VAR-101")
def test_covering_fire_takes_four_shots_and_a_firer_who_stands():
    game = in_fire(4, (person("Ann", weapons=("4cm RAM",)), person("Cid", "red")))
    assert "takes 4 shots or bursts at least, 12 rounds, and 4cm RAM holds 3" in game.refused(
        "cover", name="Ann", at="band 2"
    )
    hexes = field()
    hexes.meet(hexes=True)
    for name, spot in (("Ann", "hex 0505"), ("Abe", "hex 0505"), ("Cid", "hex 0501"), ("Dot", "hex 0905")):
        hexes.give("place", name=name, at=spot)
    hexes.to("fire")
    assert "no arc of 60 degrees" in hexes.refused("cover", name="Ann", at="hex 0501 to hex 0905")
    walked = in_fire()
    walked.posture(Ann={"pace": Pace.WALKS})
    assert "covering fire is for who stands" in walked.refused("cover", name="Ann", at="band 2")


@pytest.mark.rule("VAR-113")
def test_overheating_is_called_to_mind():
    game = in_fire(4, (person("Ann", weapons=("Light Machine Gun",)), person("Cid", "red")))
    assert "rules of overheating still bind covering fire" in game.give("cover", name="Ann", at="band 2")


@pytest.mark.rule("VAR-104")
@pytest.mark.parametrize(("size", "dm"), [("large", "+1"), ("very large", "+2"), ("small", "−1"), ("very small", "−2")])
def test_large_and_small_targets(size, dm):
    assert f"{dm} {size} target" in shot(in_fire(), size=size)


@pytest.mark.rule("VAR-111")
def test_ahls_movement_points_and_morale_are_set_aside():
    game = field()
    game.meet()
    for verb, given in (("move", {"name": "Ann", "to": "B1"}), ("rally", {"leaders": "Ann"}), ("turn begin", {})):
        assert "movement, action points and morale are set aside" in game.refused(verb, **given)
    game.give("encounter end")
    assert "no deck" in game.refused("move", name="Ann", to="B1").casefold()


def test_what_is_due_says_whose_turn_it_is():
    game = field()
    game.meet()
    due = VARIANT.due(Game(Units().having(*game.units.values()), read_ledger=lambda: game.ledger))
    assert due[0].owes == ("Cid", "Dot")
    assert (due[0].what, due[0].since) == ("a move, by one of them", "the movement step of round 1")
    assert due[0].fallback.said.doers == ("Cid",)
    assert [each.said.verb for each in due[0].choices] == ["encounter pass", "encounter pass"]
    assert list(owed_by("Ann", due)) == []


def test_bad_input_is_refused_in_a_sentence():
    game = field()
    assert "Nobody meets in the open" in game.refused("encounter show")
    assert "/encounter begin first" in game.refused("place", name="Ann", at="band 2")
    game.meet()
    assert "no band: write one from band 0 to band 99" in game.refused("go", name="Cid", to="band −1")
    game.units["Eve"] = person("Eve", "red")
    game.to("fire")
    assert "Eve is not in this encounter" in game.refused("fire", name="Ann", target="Eve")


def test_an_ambush_is_fought_to_its_end_without_a_deck():
    """Blue surprises red from a tripod: two rapid bursts each at two of them, the alarm, one comes on, and falls."""
    gunner, mate = person("Ann", weapons=("Heavy Machine Gun",)), person("Abe")
    game = Field(gunner, mate, person("Cid", "red", armour="mesh"), person("Dot", "red", weapons=("Cutlass",)))
    assert "blue surprises red" in game.meet("11 5", bands=6, terrain="moderate")
    told = game.give("fire", [4, 4, 6, 4, 2, 2], name="Ann", target="Cid", targets="Cid, Dot", mount="tripod")
    assert game.units["Cid"].sheet.condition is Condition.DEAD
    assert "Heavy Machine Gun: 80 of 100 rounds left" in told
    game.give("encounter alarm")
    game.give("go", name="Dot", pace="runs", to="band 3")
    game.give("go", name="Ann")
    game.give("go", name="Abe", stance="prone")
    game.give("fire", [6, 5, 4, 3], name="Abe", target="Dot", setting="single")
    assert game.units["Dot"].sheet.condition is not Condition.ACTIVE
    assert "over" in game.give("encounter end")


def waited_for_in_fire(**sheet):
    """Who is waited for in the step of fire, where Abe of the attackers has that, and the others a gun each."""
    game = Field(person("Ann"), person("Abe", **sheet), person("Cid", "red"))
    game.meet()
    game.to("fire")
    return whose_turn(BOOK, game.encounter, game.units)


@pytest.mark.rule("VAR-58")
@pytest.mark.parametrize(
    ("sheet", "asked"),
    [
        ({"weapons": ()}, False),
        ({"weapons": ("Club",)}, False),
        ({"weapons": ("Spear",)}, True),
        ({"weapons": ("Club", "Body Pistol")}, True),
        ({"weapons": ("FGMP-14/15",)}, True),
        ({"weapons": ("Club",), "grenades": 1}, True),
    ],
)
def test_nobody_waits_for_the_fire_of_who_has_nothing_to_fire_or_throw(sheet, asked):
    assert waited_for_in_fire(**sheet) == (["Ann", "Abe"] if asked else ["Ann"])


@pytest.mark.rule("VAR-58")
def test_who_has_nothing_to_fire_is_told_so_and_the_round_goes_on_without_them():
    """A spear that has been thrown is nothing to fire; where nobody has anything, the step is passed over."""
    game = Field(person("Ann"), person("Abe", weapons=("Club",)), person("Cid", "red", weapons=("Spear",)))
    game.meet(bands=1)
    game.to("fire")
    assert "Abe has nothing to fire, throw or reload" in game.refused("encounter pass", name="Abe")
    game.give("fire", [1, 1], name="Ann", target="Cid", setting="single")
    game.give("fire", [1, 1], name="Cid", target="Ann")
    assert (game.encounter.round, game.encounter.phase) == (2, Phase.MOVEMENT)
    game.to("fire")
    assert whose_turn(BOOK, game.encounter, game.units) == ["Ann"]
    bare = Field(person("Ann", weapons=("Club",)), person("Cid", "red", weapons=()))
    bare.meet()
    for name in ("Cid", "Ann"):
        bare.give("go", name=name)
    assert (bare.encounter.round, bare.encounter.phase) == (2, Phase.MOVEMENT)


@pytest.mark.rule("VAR-93", "VAR-91")
@pytest.mark.parametrize(("air", "wound"), [("no", "1 light wound"), ("yes", "seriously wounded")])
def test_where_the_air_is_gone_explosions_in_the_open_wound_a_level_worse_through_a_suit(air, wound):
    """Plasma 10 is 2 beside its target, a grenade 4 at whom it hits: 4 on the dice is a light wound there."""
    people = (
        person("Ann", weapons=("PGMP-12",), grenades=1),
        person("Cid", "red"),
        person("Dot", "red", armour="vacc suit 9"),
    )
    game = in_fire(0, people, {"vacuum": air})
    game.near("Cid", "Dot", Near.CLOSE)
    die = [] if air == "yes" else [1]
    told = game.give("fire", [4, 4, 1, 1, 5, 5, 2, 2, *die], name="Ann", target="Cid")
    assert f"Dot: {wound}" in told
    game = in_fire(0, people, {"vacuum": air})
    assert f"Dot: {wound}" in game.give("grenade", [5, 4, 2, 2, *die], name="Ann", at="Dot")


@pytest.mark.rule("VAR-95")
def test_on_hexes_the_range_is_told_in_hexes():
    game = Field(person("Ann", grenades=2), person("Cid", "red"))
    game.meet(hexes=True)
    for name, spot in (("Ann", "hex 0501"), ("Cid", "hex 0503")):
        game.give("place", name=name, at=spot)
    assert "2 hexes away" in game.give("range", name="Ann", to="Cid")
    game.to("fire")
    told = game.give("grenade", [1, 1], name="Ann", at="Cid")
    assert "Cid, 2 hexes away: 8+ | 1+1 −4 2 hexes away = −2" in told
    game.to("movement")
    game.to("fire")
    assert "Cid, 2 hexes away" in shot(game)
    game.give("place", name="Cid", at="hex 0504")
    game.to("movement")
    game.to("fire")
    assert "Cid is 3 hexes away, and a grenade is thrown two" in game.refused("grenade", name="Ann", at="Cid")
    game.give("place", name="Cid", at="hex 0501")
    assert "In the same hex" in game.give("range", name="Ann", to="Cid")


@pytest.mark.rule("VAR-114")
def test_only_what_is_too_long_for_close_range_is_swung_as_a_club():
    """A spear reaches three, and serves as a club; a cutlass reaches two, and is none."""
    for weapon, club in (("Spear", True), ("Cutlass", False)):
        game = in_fire(0, (person("Ann", weapons=((weapon, "", 1),)), person("Cid", "red", weapons=())))
        game.near("Ann", "Cid", Near.CLOSE)
        game.to("melee")
        asked = {"name": "Ann", "target": "Cid", "weapon": "Club"}
        if club:
            assert "Ann's value with Club" in game.give("melee", [1, 1], **asked)
        else:
            assert "There is no melee weapon “Club”" in game.refused("melee", **asked)


@pytest.mark.rule("VAR-85", "VAR-70")
def test_whoever_is_dead_by_an_attack_is_attacked_no_more():
    """A single shot of an ACR (4) is 6+6+4 at nobody's armour: the second attack has nobody left to be made at."""
    told = shot(in_fire(4), [6, 6, 6, 6], attacks=2)
    assert told.count("Cid, 4 bands away") == 1
    assert "Cid: dead" in told


@pytest.mark.rule("VAR-85", "VAR-93", "VAR-70")
@pytest.mark.parametrize(
    ("wound", "attacks", "rounds"),
    [([4, 3], 1, "2 of 3"), ([3, 3, 6], 1, "2 of 3"), ([3, 3, 5, 1, 1], 2, "1 of 3")],
    ids=["seriously wounded", "knocked out", "lightly wounded"],
)
def test_who_falls_by_their_own_explosion_attacks_no_more(wound, attacks, rounds):
    """HE (4) at Cid beside Ann: a serious wound (1+1+4) that he survives, and 4+4+2 is 10 for her, penetration 1.

    4+3+1 is a serious wound, 3+3+1 a light one, of which a 6 knocks her out: conscious she attacks again, and misses.
    """
    game = in_fire(0, (person("Ann", weapons=(("4cm RAM", "HE"),)), person("Cid", "red")))
    game.near("Ann", "Cid", Near.CLOSE)
    faces = [6, 6, 1, 1, 4, 4, *wound]
    told = game.give("fire", faces, name="Ann", target="Cid", attacks=2, setting="single")
    assert told.count("Cid, at close range") == attacks
    assert f"4cm RAM: {rounds} rounds left" in told


@pytest.mark.rule("VAR-82")
@pytest.mark.parametrize(("being", "dark"), [(Being.PERSON, True), (Being.WARBOT, False)])
def test_robots_fire_in_the_dark_as_by_day(being, dark):
    people = (person("Ann", being=being, weapons=("Rifle",)), person("Cid", "red"))
    told = in_fire(4, people, light="total darkness").give("fire", [1, 1], name="Ann", target="Cid")
    assert ("−10 total darkness" in told) is dark
