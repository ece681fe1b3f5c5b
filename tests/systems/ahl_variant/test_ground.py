"""Places in the open: terrain band by band, arcs that one faces, ways and the lines of fire across them (V29, V30)."""

import itertools

import pytest

from bot.systems.ahl.sheet.character import Condition, ZeroG
from bot.systems.ahl_variant.outdoors.encounter import Pace, Shelter
from bot.systems.ahl_variant.outdoors.ground import Near, Spot, apart, way
from tests.systems.ahl_variant.open import Field, field, in_fire, person


def far(**given):
    """Ann at band 0, Cid and Dot at band 6, and it is the movement step of round 1."""
    game = Field(person("Ann"), person("Cid", "red"), person("Dot", "red"))
    game.meet(bands=6, **given)
    return game


@pytest.mark.rule("VAR-96")
def test_terrain_counts_where_somebody_is():
    """Light everywhere but for a wood in band 6 and a road in band 5: concealment −3 there, evading −1 on the road."""
    game = far()
    assert "Heavy obstructions in band 6" in game.give("encounter ground", at="band 6", terrain="heavy")
    bare = game.give("encounter ground", at="band 4 to band 5", terrain="none")
    assert "No obstructions in band 4 and band 5" in bare
    game.give("encounter ground", at="band 4", terrain="light")
    game.give("go", name="Cid", concealed=True)
    game.give("encounter pass", name="Ann")
    assert "Nothing stands about in band 5" in game.refused("go", name="Dot", to="band 5", concealed=True)
    game.give("go", name="Dot", to="band 5", evading=True)
    assert "Light obstructions, heavy in band 6, none in band 5; day" in game.give("encounter show")
    assert "−3 partial concealment" in game.give("fire", [1, 1], name="Ann", target="Cid", setting="single")
    other = far()
    other.give("encounter ground", at="band 5", terrain="none")
    other.give("go", name="Cid", to="band 5", evading=True)
    other.to("fire")
    assert "−1 evading" in other.give("fire", [1, 1], name="Ann", target="Cid", setting="single")


@pytest.mark.rule("VAR-97")
def test_one_runs_as_far_as_the_worst_terrain_on_the_way_lets_one():
    """A field in band 4: four bands through it are too many, three aren't; around light obstructions nothing binds."""
    for to, wood, told in (
        ("band 2", "moderate", "Among moderate obstructions nobody runs further than 3 bands, and that is 4"),
        ("band 3", "heavy", "Among heavy obstructions nobody runs further than 2 bands, and that is 3"),
        ("band 3", "moderate", ""),
        ("band 0", "light", ""),
    ):
        game = far()
        game.give("encounter ground", at="band 4", terrain=wood)
        going = {"name": "Cid", "pace": "runs", "to": to}
        assert told in (game.refused("go", **going) if told else game.give("go", **going))
    # The first place on the way counts as any other; the one that one leaves doesn't, and who walks goes on.
    game = far()
    game.give("encounter ground", at="band 5", terrain="heavy")
    assert "Among heavy obstructions" in game.refused("go", name="Cid", pace="runs", to="band 3")
    game = far()
    game.give("encounter ground", at="band 6", terrain="heavy")
    game.give("go", name="Cid", pace="runs", to="band 1")
    game = far(terrain="heavy")
    game.give("go", name="Cid", pace="walks", to="band 1")


def test_terrain_is_said_of_places_that_are_there():
    game = far()
    for at, told in (("", "Say where"), ("band −1", "no band"), ("hex 0101", "no band"), ("a to b to c", "no band")):
        assert told in game.refused("encounter ground", at=at, terrain="heavy")


def hexed(**facing):
    """Ann at hex 0505, Cid due north of her at 0501, Dot at 0509 due south."""
    game = Field(person("Ann", weapons=("Rifle",)), person("Cid", "red"), person("Dot", "red"))
    assert "nobody is in it yet" in game.meet(hexes=True)
    for name, spot in (("Ann", "0505"), ("Cid", "0501"), ("Dot", "0509")):
        game.give("place", name=name, at=f"hex {spot}")
    game.posture(**{name: {"facing": way_} for name, way_ in facing.items()})
    return game


@pytest.mark.rule("VAR-95")
def test_on_hexes_every_fire_lies_in_the_arc_that_one_faces():
    game = hexed(Ann=0)
    game.to("fire")
    told = game.refused("fire", name="Ann", target="Dot")
    assert "outside the arc of 60 degrees about 0°, where Ann faces: turn with /go first (AHL V29.Hexes)" in told
    assert "Ann fires at Cid" in game.give("fire", [1, 1], name="Ann", target="Cid")
    # Nobody has said how she faces: she may fire anywhere.
    game = hexed()
    game.to("fire")
    assert "Ann fires at Dot" in game.give("fire", [1, 1], name="Ann", target="Dot")


@pytest.mark.rule("VAR-95")
def test_a_way_is_a_shortest_one():
    spots = [Spot(column, row) for column in range(1, 7) for row in range(1, 7)]
    for one in spots:
        for other in spots:
            found = way(one, other)
            assert (found[0], found[-1]) == (one, other)
            assert [apart(here, there) for here, there in itertools.pairwise(found)] == [1] * apart(one, other)
    assert way(Spot(3), Spot(1)) == (Spot(3), Spot(2), Spot(1))


def covered(line="band 3", weapon="Light Machine Gun", **settings):
    """Ann covers a line, and it is the movement step of round 2."""
    game = Field(person("Ann", weapons=(weapon,)), person("Cid", "red"), person("Dot", "red"), **settings)
    game.meet(bands=6)
    game.to("fire")
    game.give("cover", name="Ann", at=line)
    game.to("movement")
    return game


@pytest.mark.rule("VAR-101", "VAR-102", "VAR-115")
def test_who_comes_through_a_covered_line_is_met_on_it():
    """An LMG (20, 40, 60 bands; penetration 3) covers band 3: who runs from 6 to 0 is met there, at effective range."""
    game = covered()
    told = game.give("go", [1, 1], name="Cid", pace="runs", to="band 0")
    assert "at band 3, number 1 to cross it" in told
    assert "Cid, 3 bands away" in told
    game.give("encounter pass", name="Ann")
    # Who stays this side of it isn't met; nor is who only closes or lies down on it.
    assert "covering fire" not in game.give("go", name="Dot", pace="walks", to="band 4")
    game = covered("band 6")
    assert "covering fire" not in game.give("go", name="Cid", stance="prone")
    game.give("encounter pass", name="Ann")
    assert "at band 6, number 1" in game.give("go", [1, 1], name="Dot", pace="walks", to="band 5")


@pytest.mark.rule("VAR-115")
def test_who_is_out_by_covering_fire_comes_no_further():
    """6+6 +3 −4 hits; 4+4 +3 is 11, which is serious: Cid lies at band 3."""
    game = covered()
    told = game.give("go", [6, 6, 4, 4], name="Cid", pace="runs", to="band 0")
    assert game.units["Cid"].sheet.condition is Condition.SERIOUS
    assert game.encounter.of("Cid").spot == Spot(3)
    assert "Now band 3" in told


@pytest.mark.rule("VAR-101")
def test_a_firer_who_runs_covers_nothing_and_it_is_said_so():
    game = covered()
    game.posture(Ann={"pace": Pace.RUNS})
    told = game.give("go", name="Cid", pace="runs", to="band 0")
    assert "Ann covers band 3 and doesn't fire: Ann runs in this round, and who runs doesn't fire" in told
    assert game.units["Ann"].sheet.weapons[0].loaded.rounds == 60
    # Nobody was fired at: the next to cross is the first.
    game.posture(Ann={"pace": Pace.STANDS})
    game.give("encounter pass", name="Ann")
    assert "number 1 to cross it" in game.give("go", [1, 1], name="Dot", pace="runs", to="band 0")


@pytest.mark.rule("VAR-102")
def test_of_ten_shots_seven_are_met_and_no_more():
    """Ruling VR-A10: the seventh costs the tenth shot at −10, the eighth is not fired at."""
    runners = [person(f"R{number}", "red") for number in range(8)]
    game = Field(person("Ann", weapons=("Light Machine Gun",)), *runners)
    game.meet(bands=6)
    game.to("fire")
    game.give("cover", name="Ann", at="band 3")
    game.to("movement")
    for number in range(8):
        faces = [1, 1] if number < 7 else []
        told = game.give("go", faces, name=f"R{number}", pace="runs", to="band 0")
        if number < 7:
            assert f"−{4 + number} covering fire" in told
        if not number:
            game.give("encounter pass", name="Ann")
    assert "ten shots are fired, and that is the most" in told
    assert game.units["Ann"].sheet.weapons[0].loaded.rounds == 0


@pytest.mark.rule("VAR-77")
def test_a_group_is_of_one_place():
    game = far()
    game.posture(Dot={"spot": Spot(5)})
    game.to("fire")
    assert "Dot is in band 5, and not of Cid's group" in game.refused("fire", name="Ann", target="Cid", others="Dot")


@pytest.mark.rule("VAR-93")
def test_a_strike_in_the_open_reaches_those_near_its_target():
    """Plasma (8 at long range) is 2 next to its target, on 10+ with +2, and 1 two squares away, on 12+ (V15)."""
    people = (person("Ann", weapons=("PGMP-12",)), person("Abe"), person("Eve"), person("Cid", "red"))
    game = Field(*people)
    game.meet(bands=11)
    game.posture(Abe={"spot": Spot(11)}, Eve={"spot": Spot(11)})
    game.near("Abe", "Cid", Near.CLOSE)
    game.near("Eve", "Cid", Near.SHORT)
    game.to("fire")
    told = game.give("fire", [5, 5, 1, 1, 4, 4, 1, 1, 1, 5, 4], name="Ann", target="Cid")
    assert "The strike on Cid explodes" in told
    assert game.units["Abe"].sheet.light_wounds == 1
    assert game.units["Eve"].sheet.light_wounds == 0
    assert "Abe, 1 square away: 10+ | 4+4 +2 collateral damage of a weapon = 10 → penetration 2" in told
    assert "Eve, 2 squares away: 12+ | 5+4 +2 collateral damage of a weapon = 11 → unharmed" in told
    # HE (2) of an ACR comes to nothing beside its target.
    small = Field(person("Ann", weapons=(("ACR", "HE"),)), *people[1:])
    small.meet(bands=2)
    small.posture(Abe={"spot": Spot(2)})
    small.near("Abe", "Cid", Near.CLOSE)
    small.to("fire")
    assert "explodes" not in small.give("fire", [4, 4, 1, 1, 1], name="Ann", target="Cid", setting="single")
    alone = Field(*people)
    alone.meet(bands=2)
    assert "Nobody is at short or close range of Cid" in alone.refused(
        "blast", cause="HE", penetration=2, already="Cid"
    )


def test_a_phase_is_the_next_step_and_the_turn_is_the_encounter():
    game = field()
    game.meet()
    assert "It is the movement step of round 1: Cid or Dot may act" in game.give("turn show")
    assert "It is the fire step of round 1" in game.give("phase")
    assert "set aside" in game.refused("phase ready", name="Ann")


@pytest.mark.rule("VAR-112")
def test_in_zero_g_in_the_open_who_fired_throws_for_control():
    """An ACR (−4) and a skill of 2: 6+6 −4 +2 is 10 and keeps it, 6+5 loses it."""
    for faces, lost in (([6, 6], False), ([5, 6], True)):
        game = Field(person("Ann", zero_g_skill=2), person("Cid", "red"), zero_g="yes")
        game.settings["zero-g"] = "yes"
        game.meet(bands=2)
        game.to("fire")
        game.give("fire", [1, 1], name="Ann", target="Cid", setting="single")
        told = game.give("phase", faces)
        assert "+2 zero-G combat (AHL V27.Zero-G)" in told
        assert game.units["Ann"].sheet.zero_g.disoriented is lost
        assert not game.units["Ann"].sheet.zero_g.fired


@pytest.mark.rule("VAR-112")
def test_in_zero_g_in_the_open_nobody_throws_for_control_before_the_round_is_over():
    """Ann has fired; /phase leads on to the melee step of the same round, and only from there to the throw."""
    game = Field(person("Ann"), person("Abe"), person("Cid", "red"), zero_g="yes")
    game.settings["zero-g"] = "yes"
    game.meet(bands=0)
    game.near("Abe", "Cid", Near.SHORT)
    game.to("fire")
    game.give("fire", [1, 1], name="Ann", target="Cid", setting="single")
    game.give("phase")
    assert game.encounter.phase.value == "melee"
    assert game.units["Ann"].sheet.zero_g.fired
    game.give("phase", [6, 6])
    assert not game.units["Ann"].sheet.zero_g.fired


def test_in_the_open_a_strike_that_hit_somebody_hurts_those_beside_them_and_not_beside_whom_it_hit_before():
    people = (person("Abe"), person("Cid", "red"), person("Dot", "red"), person("Eve"))
    game = Field(*people)
    game.meet(bands=0)
    game.near("Abe", "Cid", Near.CLOSE)
    game.near("Eve", "Dot", Near.CLOSE)
    told = game.give("blast", [1, 1, 1, 1], cause="plasma", penetration=10, direct="Cid", already="Dot")
    assert ("Abe, 1 square away" in told, "Eve" in told) == (True, False)


@pytest.mark.rule("VAR-93")
def test_whoever_fires_plasma_at_somebody_beside_them_may_be_caught_and_fires_no_more():
    """Plasma (10) at effective range is 2 beside its target: 6+6+2 is dead, and the second attack isn't made."""
    game = in_fire(0, (person("Ann", weapons=("PGMP-12",)), person("Cid", "red"), person("Dot", "red")))
    game.near("Ann", "Cid", Near.CLOSE)
    told = game.give("fire", [6, 6, 1, 1, 4, 4, 6, 6], name="Ann", target="Cid", targets="Cid, Dot")
    assert "Ann, 1 square away: 10+ | 4+4 +2 collateral damage of a weapon = 10 → penetration 2" in told
    assert game.units["Ann"].sheet.condition is Condition.DEAD
    assert game.units["Ann"].sheet.weapons[0].loaded.rounds == 39
    assert "Dot, " not in told


@pytest.mark.rule("VAR-35", "VAR-93")
def test_of_several_whom_one_burst_hits_each_suffers_by_the_strikes_on_the_others():
    """4 cm RAM HE (4): 1 beside its target on 10+ with +2, whatever cover and evading; Cid is serious by 2+4, and dies
    by a second serious wound, of 8 by the strike on Dot.
    """
    people = (person("Ann", weapons=(("4cm RAM", "HE"),)), person("Cid", "red"), person("Dot", "red"))
    game = in_fire(0, people)
    game.near("Cid", "Dot", Near.CLOSE)
    game.posture(Dot={"evading": True}, Cid={"shelter": Shelter.PARTIAL})
    faces = [4, 4, 1, 1, 4, 4, 1, 1, 6, 6, 1, 1, 4, 4, 4, 3]
    told = game.give("fire", faces, name="Ann", target="Cid", others="Dot")
    assert "Dot, 1 square away: 10+ | 4+4 +2 collateral damage of a weapon = 10 → penetration 1" in told
    assert "Damage: 1+1 +1 penetration over armor = 3 → no effect" in told
    assert "Cid, 1 square away: 10+ | 4+4 +2 collateral damage of a weapon = 10 → penetration 1" in told
    assert "Damage: 4+3 +1 penetration over armor = 8 → serious wound" in told
    assert game.units["Cid"].sheet.condition is Condition.DEAD


def test_friends_beside_whom_something_explodes_are_asked_about_first():
    """Abe of blue is beside Cid, Eve of blue and Dot of red aren't; rounds that don't explode ask for nobody."""
    weapons = ("PGMP-12", "Rifle")
    people = (person("Ann", weapons=weapons, grenades=1), person("Abe"), person("Eve"))
    game = in_fire(0, (*people, person("Cid", "red"), person("Dot", "red")))
    for name in ("Abe", "Dot"):
        game.near(name, "Cid", Near.CLOSE)
    assert game.friends("fire", name="Ann", target="Cid") == ["Abe"]
    assert game.friends("fire", name="Ann", target="Dot", targets="Dot, Cid") == ["Abe"]
    assert game.friends("fire", name="Ann", target="Dot") == []
    assert game.friends("fire", name="Ann", target="Cid", weapon="Rifle") == []
    assert game.friends("grenade", name="Ann", at="Cid") == ["Abe"]
    assert game.friends("grenade", name="Ann", at="Dot") == []


@pytest.mark.rule("VAR-91")
def test_hardened_armour_counts_twice_against_a_grenade_in_the_open():
    """Penetration 4 at combat armor 11 (6): 2 over, doubled; at cloth (4) nothing is over (ruling VR-A6)."""
    for worn, told in (
        ("combat armor 11", "−4 hardened combat armor 11 (6 over penetration 4)"),
        ("cloth", "= 5 → miss"),
    ):
        game = in_fire(0, (person("Ann", grenades=1), person("Cid", "red", armour=worn)))
        assert told in game.give("grenade", [3, 3], name="Ann", at="Cid")


@pytest.mark.rule("VAR-112")
@pytest.mark.parametrize(
    ("mark", "faces", "told", "tone", "lost"),
    [
        ({"fired": "ACR"}, [6, 6], "keeps control", "plain", False),
        ({"fired": "ACR"}, [1, 1], "disoriented", "bad", True),
        ({"melee": True}, [1, 1], "disoriented", "bad", True),
        ({}, [], "", "plain", False),
        ({"fired": "ACR", "disoriented": True}, [], "", "plain", True),
    ],
)
def test_only_who_fired_or_fought_throws_for_control_and_a_loss_is_told_as_one(mark, faces, told, tone, lost):
    """By a skill of 2. Whoever is disoriented already throws nothing, and their marks go all the same; Cid has none."""
    game = Field(person("Ann", zero_g_skill=2, zero_g=ZeroG(**mark)), person("Cid", "red"))
    game.settings["zero-g"] = "yes"
    game.meet(bands=2)
    game.give("phase", faces)
    throws = [line for line in game.card.lines if "disoriented" in str(line) or "keeps control" in str(line)]
    assert [str(line).startswith("Ann: ") and str(line).endswith(told) for line in throws] == [True] * bool(told)
    assert any("keeps control on 10+" in str(line) for line in game.card.working) is bool(told)
    assert game.card.tone.name.lower() == tone
    assert game.units["Ann"].sheet.zero_g == ZeroG(disoriented=lost)
    assert "Cid" not in game.outcome.after
    assert ("Ann" in game.outcome.after) is bool(mark)
