"""What goes in the open and what doesn't, case by case: whose turn, how one moves, what is said (V27-V30)."""

from dataclasses import replace

import pytest

from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.turn.actions import Intention
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl_variant.ledger import RECORDS, Records, renamed_here
from bot.systems.ahl_variant.outdoors.encounter import Encounter, Line, Pace, Phase, Shelter, Whereabouts
from bot.systems.ahl_variant.outdoors.ground import Near, Spot, apart, bearing, read_spot, within_arc
from bot.systems.ahl_variant.outdoors.shooting import crossing, defence, rapid
from tests.systems.ahl_variant.open import Field, field, in_fire, person, shot

# Whose turn it is.


@pytest.mark.rule("VAR-57", "VAR-58", "VAR-59")
@pytest.mark.parametrize(
    ("phase", "verb", "given", "what", "belongs"),
    [
        ("movement", "fire", {"target": "Cid"}, "fire", "fire"),
        ("movement", "cover", {"at": "band 2"}, "covering fire", "fire"),
        ("movement", "grenade", {"at": "Cid"}, "throwing a grenade", "fire"),
        ("movement", "melee", {"target": "Cid"}, "melee", "melee"),
        ("fire", "go", {}, "moving", "movement"),
        ("fire", "melee", {"target": "Cid"}, "melee", "melee"),
        ("melee", "go", {}, "moving", "movement"),
        ("melee", "fire", {"target": "Cid"}, "fire", "fire"),
    ],
)
def test_each_deed_has_its_step(phase, verb, given, what, belongs):
    game = field()
    game.meet(bands=0)
    game.near("Ann", "Cid", Near.SHORT)
    game.to(phase)
    assert f"It is the {phase} step of round 1, and {what} belongs to the {belongs} step: /encounter pass" in (
        game.refused(verb, name="Ann", **given)
    )


def test_whoever_is_not_in_the_encounter_is_told_so_whatever_they_do():
    game = field()
    game.units["Eve"] = person("Eve")
    game.meet()
    game.ledger = replace(
        game.ledger,
        encounter=replace(
            game.encounter, people={name: how for name, how in game.encounter.people.items() if name != "Eve"}
        ),
    )
    for verb, given in (("go", {}), ("encounter pass", {})):
        assert "Eve is not in this encounter" in game.refused(verb, name="Eve", **given)
    game.to("fire")
    for verb, given in (("fire", {"target": "Cid"}), ("encounter pass", {})):
        assert "Eve is not in this encounter" in game.refused(verb, name="Eve", **given)


@pytest.mark.rule("VAR-57")
def test_nobody_moves_twice_in_a_step_and_sides_take_turns_until_one_has_no_more():
    """Three of red and one of blue: red, blue, and then red goes on alone."""
    game = Field(person("Ann"), *(person(name, "red") for name in ("Cid", "Dot", "Eve")))
    game.meet()
    game.give("go", name="Cid")
    assert "Cid has acted in the movement step of round 1: it is once in each" in game.refused("go", name="Cid")
    assert "It is not Dot's turn in the movement step of round 1: Ann acts first" in game.refused("go", name="Dot")
    game.give("go", name="Ann")
    game.give("go", name="Dot")
    game.give("go", name="Eve")
    assert game.encounter.phase is Phase.FIRE


@pytest.mark.rule("VAR-58")
def test_whoever_runs_is_passed_over_in_the_step_of_fire():
    game = field()
    game.meet()
    for name in ("Cid", "Ann", "Dot", "Abe"):
        game.give("go", name=name, pace="runs" if name in {"Ann", "Cid"} else "stands")
    shot(game, name="Abe")
    assert "Ann runs in this round, and who runs doesn't fire" in game.refused("fire", name="Ann", target="Cid")
    shot(game, name="Dot", target="Ann")
    # Nobody is near anybody, so that the next round begins, in which all stand again.
    assert (game.encounter.round, game.encounter.phase) == (2, Phase.MOVEMENT)
    assert {how.pace for how in game.encounter.people.values()} == {Pace.STANDS}
    assert not any(how.fired for how in game.encounter.people.values())


@pytest.mark.rule("VAR-64", "VAR-81")
@pytest.mark.parametrize(
    ("changes", "acts"), [({}, True), ({"fired": True}, False), ({"prone": True}, False), ({"evading": True}, True)]
)
def test_who_strikes_in_the_step_of_melee(changes, acts):
    game = field()
    game.meet(bands=0)
    game.near("Ann", "Cid", Near.SHORT)
    game.posture(Ann=changes, Cid={"fired": True})
    game.to("fire")
    game.posture(Ann=changes, Cid={"fired": True})
    game.give("encounter step")
    assert (game.encounter.phase is Phase.MELEE) is acts
    if acts:
        assert "Ann may act" in game.give("encounter show")


@pytest.mark.rule("VAR-64", "VAR-81")
def test_in_surprise_nobody_strikes_from_the_ground():
    game = field()
    game.meet("10 6", bands=0)
    game.near("Ann", "Cid", Near.SHORT)
    game.posture(Ann={"prone": True})
    assert "Ann is prone and strikes nobody: stand up first" in game.refused("melee", name="Ann", target="Cid")
    game.posture(Ann={"prone": False, "fired": True})
    assert "Ann has fired or reloaded in this round, and strikes nobody in it" in game.refused(
        "melee", name="Ann", target="Cid"
    )


@pytest.mark.rule("VAR-59")
@pytest.mark.parametrize(
    ("ann", "cid", "first"),
    [
        # The longer reach, whatever the value; of one reach the higher value; of equals whoever is ordered first.
        (("Spear", 0), ("Dagger", 9), "Ann"),
        (("Dagger", 9), ("Spear", 0), "Cid"),
        (("Dagger", 3), ("Dagger", 2), "Ann"),
        (("Dagger", 2), ("Dagger", 3), "Cid"),
        (("Dagger", 2), ("Dagger", 2), ""),
    ],
)
def test_who_strikes_before_whom(ann, cid, first):
    def fight():
        game = Field(
            person("Ann", weapons=((ann[0], "", ann[1]),)), person("Cid", "red", weapons=((cid[0], "", cid[1]),))
        )
        game.meet(bands=0)
        game.near("Ann", "Cid", Near.SHORT)
        game.to("melee")
        return game

    for name, other in (("Ann", "Cid"), ("Cid", "Ann")):
        if first in {name, ""}:
            assert "→ miss" in fight().give("melee", [1, 1], name=name, target=other)
        else:
            assert f"{other} strikes before {name}" in fight().refused("melee", name=name, target=other)


@pytest.mark.rule("VAR-59", "VAR-80", "VAR-114")
def test_who_can_only_strike_with_a_club_at_close_range_comes_when_a_club_does():
    game = Field(
        person("Ann"),
        person("Abe", weapons=(("Dagger", "", 0),), strength=9),
        person("Cid", "red", weapons=(("Pike", "", 0),), strength=7),
        person("Dot", "red", weapons=(("Foil", "", 0),), strength=7),
    )
    game.meet(bands=0)
    game.near("Cid", "Ann", Near.CLOSE)
    game.near("Dot", "Abe", Near.SHORT)
    game.to("melee")
    # A pike of four is too long beside Ann, and a club reaches one: the foil (2), the dagger, the club.
    assert "Dot strikes before Abe: reach 2 and value 2 against 1 and 3" in game.refused(
        "melee", name="Abe", target="Dot"
    )
    game.give("melee", [1, 1], name="Dot", target="Abe")
    assert "Abe strikes before Cid: reach 1 and value 3 against 1 and 0" in game.refused(
        "melee", name="Cid", target="Ann", weapon="Club"
    )
    game.give("melee", [1, 1], name="Abe", target="Dot")
    assert "Ann strikes before Cid" not in game.give("melee", [1, 1], name="Cid", target="Ann", weapon="Club")


@pytest.mark.rule("VAR-59")
def test_nobody_waits_in_melee_for_who_has_only_the_dead_near_them():
    game = field()
    game.meet(bands=0)
    game.near("Ann", "Cid", Near.SHORT)
    game.units["Cid"] = person("Cid", "red", condition=Condition.DEAD)
    game.to("fire")
    game.give("encounter step")
    assert game.encounter.phase is Phase.MOVEMENT
    assert game.encounter.round == 2


@pytest.mark.rule("VAR-56")
def test_a_second_surprise_begins_with_all_standing_and_nobody_acted():
    game = field()
    game.meet("10 6", bands=4)
    shot(game)
    game.give("go", name="Abe", to="band 1", pace="runs", evading=True)
    assert game.encounter.acted == ()
    assert not any(how.fired or how.evading for how in game.encounter.people.values())
    assert {how.pace for how in game.encounter.people.values()} == {Pace.STANDS}
    # On the way to the alarm nobody of red acts.
    game.give("encounter step")
    assert game.encounter.phase is Phase.SURPRISE


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 1)])
def test_a_stun_runs_out_as_rounds_do_and_not_with_steps(before, after):
    game = field()
    game.units["Cid"] = person("Cid", "red", stunned=before)
    game.meet()
    game.to("fire")
    assert game.units["Cid"].sheet.stunned == before
    game.give("encounter step")
    assert game.encounter.round == 2
    assert game.units["Cid"].sheet.stunned == after


# How one moves.


@pytest.mark.rule("VAR-63", "VAR-65", "VAR-69")
@pytest.mark.parametrize(
    ("was", "given", "now"),
    [
        # Whoever goes somewhere walks at least, lies no longer, and leaves cover and concealment behind.
        ({}, {"to": "band 3"}, {"pace": Pace.WALKS}),
        ({"prone": True}, {"to": "band 3"}, {"prone": False, "pace": Pace.WALKS}),
        ({"shelter": Shelter.BUNKER}, {"to": "band 3"}, {"shelter": Shelter.NONE}),
        ({"concealed": True}, {"to": "band 3"}, {"concealed": False}),
        ({"concealed": True}, {"to": "band 3", "concealed": True}, {"concealed": True}),
        ({}, {"to": "band 3", "cover": "partial"}, {"shelter": Shelter.PARTIAL}),
        # Whoever stays keeps all of it, until they say otherwise.
        ({"prone": True, "shelter": Shelter.PORT, "concealed": True}, {},
         {"prone": True, "shelter": Shelter.PORT, "concealed": True, "pace": Pace.STANDS}),
        ({"prone": True, "shelter": Shelter.PORT}, {"to": "band 4"}, {"prone": True, "shelter": Shelter.PORT}),
        ({"shelter": Shelter.PORT}, {"cover": "none"}, {"shelter": Shelter.NONE}),
        ({"concealed": True}, {"concealed": False}, {"concealed": False}),
        ({"prone": True}, {"stance": "up"}, {"prone": False, "pace": Pace.STANDS}),
        ({}, {"stance": "prone"}, {"prone": True, "pace": Pace.STANDS}),
        ({}, {"evading": True}, {"evading": True, "pace": Pace.STANDS}),
        ({}, {"pace": "runs"}, {"pace": Pace.RUNS}),
        ({"facing": 120}, {"to": "band 3"}, {"facing": 120}),
        ({"facing": 120}, {"facing": 0}, {"facing": 0}),
        ({"fired": True}, {}, {"fired": True}),
    ],
)  # fmt: skip
def test_how_somebody_is_after_moving(was, given, now):
    game = field()
    game.meet()
    game.posture(Cid=was)
    game.give("go", name="Cid", **given)
    found = game.encounter.of("Cid")
    assert {name: getattr(found, name) for name in now} == now


@pytest.mark.rule("VAR-63")
@pytest.mark.parametrize(
    ("was", "given", "why"),
    [
        ({}, {"stance": "prone", "to": "band 3"}, "lies down only when not moving otherwise"),
        ({}, {"stance": "prone", "pace": "runs"}, "lies down only when not moving otherwise"),
        ({}, {"stance": "prone", "evading": True}, "lies down only when not moving otherwise"),
        ({"prone": True}, {"evading": True}, "is prone and can't evade"),
        ({}, {"near": "short"}, "Say with whom they close, as enemy:Cid"),
        ({}, {"near": "short", "enemy": "Ann"}, "Ann is in band 0: one closes with those of the same band or hex"),
        ({}, {"to": "band 100"}, "“band 100” is no band: write one from band 0 to band 99"),
        ({}, {"to": "hex 0304"}, "is no band"),
    ],
)
def test_what_does_not_go_together_is_refused(was, given, why):
    game = field()
    game.meet()
    game.posture(Cid=was)
    assert why in game.refused("go", name="Cid", **given)


@pytest.mark.rule("VAR-62")
def test_whoever_stays_in_their_band_stays_near_and_comes_nearer_or_farther():
    game = field()
    game.meet(bands=0)
    game.near("Ann", "Cid", Near.SHORT)
    game.near("Abe", "Dot", Near.CLOSE)
    game.give("go", name="Cid", cover="partial")
    assert game.encounter.nearness("Cid", "Ann") is Near.SHORT
    game.give("go", name="Ann", enemy="Cid", near="close")
    assert game.encounter.nearness("Ann", "Cid") is Near.CLOSE
    assert game.encounter.nearness("Dot", "Abe") is Near.CLOSE
    assert game.encounter.nearness("Ann", "Dot") is Near.NO
    game.give("go", name="Dot", enemy="Abe", near="no")
    assert game.encounter.nearness("Dot", "Abe") is Near.NO
    assert [each[2] for each in game.encounter.near] == [Near.CLOSE]


@pytest.mark.parametrize(
    ("text", "hexes", "spot"),
    [
        ("band 0", False, Spot(0)),
        ("  Band   99 ", False, Spot(99)),
        ("7", False, Spot(7)),
        ("hex 0101", True, Spot(1, 1)),
        ("9999", True, Spot(99, 99)),
        ("HEX 0310", True, Spot(3, 10)),
    ],
)
def test_places_as_they_are_typed(text, hexes, spot):
    assert read_spot(text, hexes=hexes) == spot


@pytest.mark.parametrize(
    ("text", "hexes"),
    [("hex 0001", True), ("hex 0100", True), ("band 2", True), ("101", True), ("01011", True), ("hex", True)],
)
def test_no_hex_is_refused(text, hexes):
    game = field()
    game.meet(hexes=hexes)
    assert "is no hex: write its column and row, as hex 0304, from 0101 to 9999" in game.refused(
        "place", name="Ann", at=text if text.startswith(("hex", "band")) else f"hex {text}"
    )


# What is said of a target.


@pytest.mark.rule("VAR-61", "VAR-83")
@pytest.mark.parametrize(
    ("theirs", "given", "told"),
    [
        ({}, {}, ""),
        ({"evading": True}, {}, "−2 evading"),
        ({"evading": True}, {"evading": "no"}, ""),
        ({}, {"evading": "yes"}, "−2 evading"),
        ({"shelter": Shelter.BUNKER}, {}, "−4 improvised bunker"),
        ({"shelter": Shelter.BUNKER}, {"cover": False}, ""),
        ({"shelter": Shelter.BUNKER}, {"cover": True}, "−4 improvised bunker"),
        ({}, {"cover": True}, "−2 cover"),
        ({}, {"cover": False}, ""),
        ({"evading": True}, {"cover": True}, "−2 cover"),
    ],
)
def test_what_is_said_of_a_target_stands_for_what_is_kept(theirs, given, told):
    game = in_fire()
    game.posture(Cid=theirs)
    line = shot(game, **given).split("\n")[2]
    total = 2 - int(told[1:].split()[0]) if told else 2
    assert (
        line
        == f"Cid, 4 bands away: 8+ (effective) | 1+1 {told}{' ' if told else ''}= {str(total).replace('-', '−')} → miss"
    )


@pytest.mark.parametrize(("said", "bands"), [(None, 4), (0, 0), (5, 5), (6, 6)])
def test_a_range_that_is_said_stands_for_the_one_that_is_kept(said, bands):
    game = in_fire()
    given = {} if said is None else {"range": said}
    where = f"{bands} bands away" if bands else "in the same band"
    assert f"Cid, {where}: " in shot(game, **given)


@pytest.mark.rule("VAR-88", "VAR-87")
@pytest.mark.parametrize(("prone", "dm"), [(False, "−3 3 attacks"), (True, "−1 3 attacks, 2 off for its mount")])
def test_whoever_lies_steadies_a_bipod(prone, dm):
    game = in_fire(4, (person("Ann", weapons=("Light Machine Gun",)), person("Cid", "red")))
    game.posture(Ann={"prone": prone})
    assert f"{dm} =" in game.give("fire", [1, 1] * 3, name="Ann", target="Cid", attacks=3, mount="bipod").split("\n")[2]


@pytest.mark.rule("VAR-85", "VAR-87")
@pytest.mark.parametrize(
    ("attacks", "relieved", "dm"), [(1, 0, 0), (2, 0, -2), (10, 0, -10), (3, 1, -2), (2, 2, 0), (2, 4, 0), (6, 4, -2)]
)
def test_several_attacks_are_eased_to_nothing_at_best(attacks, relieved, dm):
    assert rapid(attacks, relieved) == dm


@pytest.mark.rule("VAR-102")
@pytest.mark.parametrize(("number", "relieved", "dm"), [(1, 0, -4), (2, 0, -5), (7, 0, -10), (1, 4, 0), (2, 4, -1)])
def test_each_further_one_who_crosses_is_met_one_worse(number, relieved, dm):
    assert crossing(number, relieved) == dm


@pytest.mark.rule("VAR-90")
@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"target": "Ann"}, "Ann cannot fire at themselves: name another target"),
        ({"target": "Cid", "targets": ", ".join(["Cid"] * 11)}, "is 10 attacks at most, and these are 11"),
        (
            {"target": "Cid", "targets": "Cid, Dot", "attacks": 3},
            "Those are 2 targets for 3 attacks: name one for each",
        ),
        ({"target": "Cid", "targets": "Cid, Zed"}, "There is no person in the encounter “Zed”"),
    ],
)
def test_targets_that_can_not_be_are_refused(given, why):
    assert why in in_fire().refused("fire", name="Ann", setting="single", **given)


@pytest.mark.rule("VAR-90")
def test_ten_at_once_are_fired_and_a_number_that_fits_may_be_said():
    assert "10 attacks" in in_fire().give(
        "fire", [1, 1] * 10, name="Ann", target="Cid", targets=", ".join(["Cid"] * 10), setting="single"
    )
    assert "2 attacks" in in_fire().give(
        "fire", [1, 1] * 2, name="Ann", target="Cid", targets="Cid, Dot", attacks=2, setting="single"
    )


@pytest.mark.rule("VAR-95")
@pytest.mark.parametrize(("facing", "within"), [(None, True), (0, True), (180, False)])
def test_a_single_attack_goes_where_one_faces_as_well(facing, within):
    game = field()
    game.meet(hexes=True)
    for name, spot in (("Ann", "0505"), ("Abe", "0505"), ("Cid", "0501"), ("Dot", "0502")):
        game.give("place", name=name, at=f"hex {spot}")
    game.to("fire")
    game.posture(Ann={"facing": facing})
    if within:
        assert "Cid, 4 hexes away" in shot(game)
    else:
        assert "outside the arc of 60 degrees about 180°, where Ann faces: turn with /go first" in game.refused(
            "fire", name="Ann", target="Cid"
        )


@pytest.mark.rule("VAR-90")
@pytest.mark.parametrize(
    ("targets", "facing", "within"),
    [
        # Straight north and straight to a hex's next side are 60 degrees apart; two sides on they are 120.
        (("0504", "0604"), None, True),
        (("0504", "0605"), None, False),
        (("0504", "0506"), None, False),
        (("0504",), None, True),
        (("0505", "0505"), None, True),
        # About where one faces, 30 degrees to either side.
        (("0504",), 30, True),
        (("0504",), 31, False),
        (("0504",), 330, True),
        (("0504",), 329, False),
        (("0504", "0604"), 30, True),
        (("0504", "0604"), 0, False),
        (("0505",), 180, True),
    ],
)
def test_an_arc_is_of_sixty_degrees(targets, facing, within):
    one, *spots = (read_spot(text, hexes=True) for text in ("0505", *targets))
    assert within_arc(one, spots, facing) is within


@pytest.mark.rule("VAR-95")
@pytest.mark.parametrize(
    ("other", "way", "far"),
    [("0504", 0, 1), ("0506", 180, 1), ("0604", 60, 1), ("0605", 120, 1), ("0405", 240, 1), ("0404", 300, 1)],
)
def test_the_six_hexes_about_an_odd_one(other, way, far):
    """Even columns stand half a hex lower."""
    one, there = read_spot("0505", hexes=True), read_spot(other, hexes=True)
    assert round(bearing(one, there)) == way
    assert apart(one, there) == apart(there, one) == far


def test_bands_lie_in_a_line():
    assert [bearing(Spot(3), Spot(column)) for column in (2, 3, 4)] == [180.0, 0.0, 0.0]
    assert [apart(Spot(3), Spot(column)) for column in (0, 3, 5)] == [3, 0, 2]


# Who is put where, and who leaves.


def test_somebody_is_put_elsewhere_as_they_are_and_a_newcomer_as_nobody_knows_them():
    game = field()
    game.units["Eve"] = person("Eve", "red")
    assert "Nobody meets in the open, where band 2 would be" in game.refused("place", name="Ann", at="band 2")
    game.meet()
    game.posture(Cid={"shelter": Shelter.BUNKER, "spot": Spot(2)})
    game.near("Ann", "Cid", Near.SHORT)
    assert game.give("place", name="Cid", at="band 2").startswith("Cid is in band 2")
    assert game.encounter.nearness("Ann", "Cid") is Near.SHORT
    assert game.give("place", name="Cid, Eve", at="band 1").startswith("Cid and Eve are in band 1")
    assert game.encounter.of("Cid") == Whereabouts(Spot(1), shelter=Shelter.BUNKER)
    assert game.encounter.of("Eve") == Whereabouts(Spot(1))
    assert game.encounter.nearness("Ann", "Cid") is Near.NO


def test_where_people_stand_in_the_open_the_referee_says():
    game = field()
    game.meet()
    game.by = "1"
    assert "the referee" in game.refused("place", name="Ann", at="band 2")


@pytest.mark.rule("VAR-111")
@pytest.mark.parametrize(
    ("verb", "given"),
    [
        ("move", {"name": "Ann", "to": "B1"}),
        ("dive", {"name": "Ann", "target": "Cid"}),
        ("jump", {"name": "Ann"}),
        ("break", {"name": "Ann"}),
        ("plan", {"name": "Ann"}),
        ("turn begin", {}),
        ("morale", {"name": "Ann"}),
        ("rally", {}),
        ("airlock", {"name": "Ann"}),
        ("lift call", {"name": "Ann"}),
        ("lift ride", {"name": "Ann"}),
    ],
)
def test_what_is_set_aside_is_so_for_those_who_are_in_it_and_for_no_others(verb, given):
    """Somebody who isn't in the encounter may be on a deck meanwhile."""
    game = field()
    game.units |= {name: person(name, side) for name, side in (("Eve", "blue"), ("Fay", "red"))}
    game.meet()
    people = {name: how for name, how in game.encounter.people.items() if name not in {"Eve", "Fay"}}
    game.ledger = replace(game.ledger, encounter=replace(game.encounter, people=people))
    aside = "movement, action points and morale are set aside: /go moves"
    assert aside in game.refused(verb, **given)
    if "name" in given:
        elsewhere = {**given, "name": "Eve", **({"target": "Fay"} if "target" in given else {})}
        try:
            told = game.refused(verb, **elsewhere)
        except (AssertionError, ValueError):
            told = "it was carried out, or went on to its dice"
        assert aside not in told


def test_a_name_that_changes_changes_wherever_it_is_kept_and_goes_with_whoever_goes():
    posture = Whereabouts(Spot(0))
    encounter = Encounter(
        "blue",
        "red",
        people={"Ann": posture, "Cid": posture},
        near=(("Ann", "Cid", Near.SHORT), ("Cid", "Dot", Near.CLOSE), ("Dot", "Ann", Near.CLOSE)),
        lines=(Line("Ann", Spot(0), Spot(1)), Line("Cid", Spot(1), Spot(2))),
        acted=("Cid", "Ann"),
        acting="Ann",
    )
    now = renamed_here(Records(encounter=encounter), "Ann", "Eve").encounter
    assert [*now.people] == ["Eve", "Cid"]
    assert now.near == (("Eve", "Cid", Near.SHORT), ("Cid", "Dot", Near.CLOSE), ("Dot", "Eve", Near.CLOSE))
    assert [line.firer for line in now.lines] == ["Eve", "Cid"]
    assert (now.acted, now.acting) == (("Cid", "Eve"), "Eve")
    gone = renamed_here(Records(encounter=encounter), "Ann", "").encounter
    assert [*gone.people] == ["Cid"]
    assert gone.near == (("Cid", "Dot", Near.CLOSE),)
    assert [line.firer for line in gone.lines] == ["Cid"]
    assert (gone.acted, gone.acting) == (("Cid",), "")
    assert renamed_here(Records(), "Ann", "Eve") == Records()
    turn = Records(clock=Clock(turn=2).doing("Ann", plan=Intention.AIM))
    assert renamed_here(turn, "Ann", "Eve").clock == Clock(turn=2).doing("Eve", plan=Intention.AIM)


def test_what_is_kept_of_an_encounter_is_all_of_it():
    game = in_fire(3, light="total darkness", terrain="heavy")
    game.posture(Ann={"shelter": Shelter.PORT, "facing": 90, "evading": True})
    game.near("Ann", "Abe", Near.CLOSE)
    game.give("cover", name="Ann", at="band 1 to band 2", setting="single", mount="bipod")
    assert RECORDS.load(RECORDS.dump(game.ledger)) == game.ledger


@pytest.mark.parametrize("condition", [Condition.UNCONSCIOUS, Condition.DEAD])
def test_nobody_who_is_out_is_waited_for(condition):
    game = field()
    game.meet()
    game.units["Cid"] = person("Cid", "red", condition=condition)
    assert "It is the movement step of round 1: Dot may act" in game.give("encounter show")


@pytest.mark.parametrize(
    ("shelter", "declared", "concealed", "evades", "expected"),
    [
        # In the open, on no terrain that is known: concealment −1, evading −2, cover as it is declared −2.
        (Shelter.NONE, False, False, False, None),
        (Shelter.NONE, False, True, False, (-1, "partial concealment")),
        (Shelter.NONE, False, False, True, (-2, "evading")),
        (Shelter.NONE, False, True, True, (-2, "evading")),
        (Shelter.NONE, True, False, False, (-2, "cover, as declared")),
        (Shelter.NONE, True, True, False, (-2, "cover, as declared")),
        (Shelter.NONE, True, False, True, (-2, "cover, as declared")),
    ],
)
def test_only_the_worst_of_cover_concealment_and_evading_counts(shelter, declared, concealed, evades, expected):
    found = defence(shelter, None, concealed=concealed, evades=evades, declared=declared)
    assert (found and (found.dm, found.label)) == expected


@pytest.mark.rule("VAR-78", "VAR-90")
def test_a_group_is_of_the_band_of_one_target_and_nobody_is_in_it_twice():
    """Ann fires a burst each at Cid, four bands away, and at Dot, five: Eve, beside Cid, is attacked with him alone."""
    game = Field(person("Ann"), person("Cid", "red"), person("Dot", "red"), person("Eve", "red"))
    game.meet(bands=4)
    game.to("fire")
    game.posture(Dot={"spot": Spot(5)})
    for others in ("Cid", "Dot"):
        told = game.refused("fire", name="Ann", target="Cid", others=others, targets="Cid, Dot")
        assert f"{others} fires or is fired at already, and nobody is twice" in told
    assert "not of Cid's group" in game.refused("fire", name="Ann", target="Cid", others="Dot")
    told = game.give("fire", [1, 1] * 3, name="Ann", target="Cid", others="Eve", targets="Cid, Dot")
    assert game.card.title == "Ann fires at Cid, Eve and Dot"
    assert told.count("Eve, 4 bands away") == 1


@pytest.mark.rule("VAR-112")
def test_in_zero_g_nobody_acts_in_a_round_before_control_is_thrown_for_and_getting_it_back_takes_one():
    """An ACR takes 4: 6+6 keeps nothing with −4; then 6+4 without anything is 10."""
    game = Field(person("Ann"), person("Cid", "red", weapons=()), zero_g="yes")
    game.settings["zero-g"] = "yes"
    game.meet(bands=2)
    game.to("fire")
    # The last to act ends the round.
    assert "Ann throws for control first" in game.give("fire", [1, 1], name="Ann", target="Cid", setting="single")
    for verb in ("go", "encounter pass"):
        assert "Ann throws for control before anybody acts" in game.refused(verb, name="Cid")
    game.give("encounter step", [6, 6])
    assert game.encounter.phase is Phase.MOVEMENT
    assert game.units["Ann"].sheet.zero_g.disoriented
    game.give("encounter pass", name="Cid")
    assert "disoriented" in game.refused("go", name="Ann", pace="walks", to="band 1")
    # Out of control she is asked for no fire, and the round is over; as it is with a try that succeeds.
    assert "It is the movement step of round 3" in game.give("encounter pass", name="Ann")
    game.give("encounter pass", name="Cid")
    assert "It is the movement step of round 4" in game.give("reorient", [6, 4], name="Ann")
    assert not game.units["Ann"].sheet.zero_g.disoriented
    game.to("fire")
    shot(game)


def test_a_campaign_that_plays_melee_by_ahls_own_table_does_in_the_open_as_well():
    """One die by the difference of melee values, and no reach, as with weapons of the variant."""
    game = field()
    game.meet(bands=0)
    game.near("Ann", "Cid", Near.SHORT)
    game.to("melee")
    told = game.give("melee", [3], name="Ann", target="Cid", melee_rules="base")
    assert "reach" not in game.card.lines[0]
    assert "Ann" in told
