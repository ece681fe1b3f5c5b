"""Covering fire in the open: who is met by it, who isn't, at what throw, and what it costs (V30.Covering, VR-A10)."""

from dataclasses import replace

import pytest

from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl_variant.outdoors.ground import Spot, read_spot, way
from bot.systems.marks import SURRENDERED
from tests.systems.ahl_variant.open import Field, field, in_fire, loaded, person, rounds_of

REDS = ("Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")


def covered(people, at="band 2", settings=None, **cover):
    """The first of some people covers a line, and the next movement step has come."""
    game = in_fire(4, people, settings)
    game.give("cover", name=people[0].name, at=at, **cover)
    game.to("movement")
    return game


def goes(game, faces=(), name="Cid", to="band 2", **given):
    return game.give("go", list(faces), name=name, to=to, pace="walks", **given)


@pytest.mark.rule("VAR-102")
def test_ten_shots_meet_seven_one_worse_for_each_and_the_eighth_is_not_fired_at():
    """Four bursts of ten lie ready, and each further one who crosses costs ten more: 100 rounds for seven."""
    gun = person("Ann", weapons=("Light Machine Gun",))
    game = covered([gun, *(person(name, "red") for name in REDS)])
    assert rounds_of(game, "Ann") == 60
    for number, name in enumerate(REDS[:7], 1):
        told = goes(game, (1, 1), name)
        assert f"Ann fires covering fire with the Light Machine Gun at band 2, number {number} to cross it" in told
        assert f"−{number + 3} covering fire" in told
        assert rounds_of(game, "Ann") == 70 - 10 * number
        if name == "Cid":
            game.give("go", name="Ann")
    assert "Ann covers band 2 and doesn't fire: ten shots are fired, and that is the most" in goes(game, (), "Jon")
    assert rounds_of(game, "Ann") == 0


@pytest.mark.rule("VAR-102")
def test_a_burst_at_each_is_fired_while_rounds_are_left():
    """An ACR's bursts are of four: 16 of its 20 rounds lie ready, so that two are met, and the third isn't."""
    game = covered([person("Ann"), *(person(name, "red") for name in REDS[:3])])
    assert rounds_of(game, "Ann") == 4
    assert "number 1 to cross it" in goes(game, (1, 1))
    assert rounds_of(game, "Ann") == 4
    game.give("go", name="Ann")
    assert "number 2 to cross it" in goes(game, (1, 1), "Dot")
    assert rounds_of(game, "Ann") == 0
    assert "Ann covers band 2 and doesn't fire: ACR is empty: /reload it first" in goes(game, (), "Eve")


@pytest.mark.rule("VAR-101")
@pytest.mark.parametrize(("setting", "takes"), [("automatic", 16), ("single", 4)])
def test_the_first_is_met_with_what_was_reserved_even_where_nothing_is_left(setting, takes):
    """Exactly four shots or bursts are enough; one round less is refused."""
    people = [loaded(person("Ann"), takes), person("Cid", "red"), person("Dot", "red")]
    game = covered(people, setting=setting)
    assert rounds_of(game, "Ann") == 0
    assert "number 1 to cross it" in goes(game, (1, 1))
    assert rounds_of(game, "Ann") == 0
    game.give("go", name="Ann")
    assert "Ann covers band 2 and doesn't fire: ACR is empty: /reload it first" in goes(game, (), "Dot")
    few = in_fire(4, [loaded(person("Ann"), takes - 1), person("Cid", "red")])
    assert f"takes 4 shots or bursts at least, {takes} rounds, and ACR holds {takes - 1}" in few.refused(
        "cover", name="Ann", at="band 2", setting=setting
    )


@pytest.mark.rule("VAR-101")
def test_what_is_reserved_is_said_but_where_nobody_counts():
    people = [person("Ann"), person("Cid", "red")]
    assert "4 rounds for the first who crosses it" in in_fire(4, people).give(
        "cover", name="Ann", at="band 2", setting="single"
    )
    game = in_fire(4, people, {"rounds": "unlimited"})
    assert "for the first who crosses it" not in game.give("cover", name="Ann", at="band 2")
    assert rounds_of(game, "Ann") == 20
    game.to("movement")
    assert "number 1 to cross it" in goes(game, (1, 1))
    game.give("go", name="Ann")
    assert rounds_of(game, "Ann") == 20


@pytest.mark.rule("VAR-101")
@pytest.mark.parametrize(
    ("at", "start", "to", "met"),
    [
        # Into it, along it, out of it; and wherever else one goes it lies elsewhere.
        ("band 1 to band 3", 4, "band 3", True),
        ("band 1 to band 3", 4, "band 1", True),
        ("band 3 to band 1", 4, "band 2", True),
        ("band 1 to band 3", 2, "band 3", True),
        ("band 1 to band 3", 2, "band 4", True),
        ("band 1 to band 3", 4, "band 5", False),
        ("band 2", 4, "band 3", False),
        ("band 2", 4, "band 2", True),
        ("band 2", 4, "band 1", True),
        # Whoever stays where they are crosses nothing.
        ("band 2", 2, "band 2", False),
        ("band 2", 2, "", False),
    ],
)
def test_whoever_comes_into_a_line_or_out_of_it_is_met(at, start, to, met):
    game = covered([person("Ann"), person("Cid", "red")], at)
    game.posture(Cid={"spot": Spot(start)})
    told = goes(game, (1, 1) if met else (), to=to)
    assert ("number 1 to cross it" in told) is met


@pytest.mark.rule("VAR-95", "VAR-101")
@pytest.mark.parametrize(
    ("spot", "on"),
    [("0505", True), ("0503", True), ("0501", True), ("0506", False), ("0403", False), ("0603", False)],
)
def test_on_hexes_a_straight_line_lies_between_its_ends(spot, on):
    one, other, at = (read_spot(text, hexes=True) for text in ("0505", "0501", spot))
    assert (at in way(one, other)) is on
    assert (at in way(other, one)) is on


def without(unit, **changes):
    return replace(unit, sheet=replace(unit.sheet, **changes))


@pytest.mark.rule("VAR-101")
@pytest.mark.parametrize(
    "change",
    [
        lambda ann: replace(ann, side="red"),
        lambda ann: without(ann, condition=Condition.UNCONSCIOUS),
        lambda ann: without(ann, condition=Condition.DEAD),
        lambda ann: replace(ann, marks=frozenset({SURRENDERED})),
    ],
    ids=["on their side", "unconscious", "dead", "surrendered"],
)
def test_nobody_is_met_by_a_firer_who_is_no_enemy_or_can_not_fire(change):
    game = covered([person("Ann"), person("Abe"), person("Cid", "red")])
    game.units["Ann"] = change(game.units["Ann"])
    assert "covering fire" not in goes(game).split("How far")[0]


@pytest.mark.rule("VAR-115")
def test_of_two_lines_the_one_that_is_come_to_first_fires_first_and_whoever_falls_comes_no_further():
    game = in_fire(4, [person("Ann"), person("Abe"), person("Cid", "red"), person("Dot", "red")])
    game.give("cover", name="Ann", at="band 2")
    game.give("fire", [1, 1], name="Cid", target="Ann", setting="single")
    game.give("cover", name="Abe", at="band 1 to band 3")
    game.to("movement")
    told = goes(game, (6, 6, 6, 6))
    assert "Abe fires covering fire with the ACR at band 3, number 1 to cross it" in told
    assert "Ann fires" not in told
    assert game.units["Cid"].sheet.condition is Condition.DEAD
    assert game.encounter.of("Cid").spot == Spot(3)
    game.give("go", name="Ann")
    told = goes(game, (1, 1, 1, 1), "Dot")
    # The second to cross Abe's, the first to cross Ann's.
    assert "Abe fires covering fire with the ACR at band 3, number 2 to cross it" in told
    assert "Ann fires covering fire with the ACR at band 2, number 1 to cross it" in told
    assert told.index("Abe fires") < told.index("Ann fires")
    assert game.encounter.of("Dot").spot == Spot(2)


@pytest.mark.rule("VAR-101")
def test_a_line_lies_through_one_movement_step_and_another_replaces_it():
    game = in_fire()
    game.give("cover", name="Ann", at="band 1 to band 3", setting="single")
    assert [(line.firer, line.one, line.other, line.met) for line in game.encounter.lines] == [
        ("Ann", Spot(1), Spot(3), 0)
    ]
    game.to("movement")
    assert len(game.encounter.lines) == 1
    game.to("fire")
    assert game.encounter.lines == ()
    game.give("cover", name="Ann", at="band 2", setting="single")
    game.posture(Ann={"fired": False})
    game.ledger = replace(game.ledger, encounter=replace(game.encounter, acted=()))
    game.give("cover", name="Ann", at="band 3", setting="single")
    assert [line.one for line in game.encounter.lines] == [Spot(3)]


@pytest.mark.rule("VAR-88", "VAR-102")
@pytest.mark.parametrize(
    ("mount", "braced", "dm"), [("none", True, -4), ("bipod", False, -4), ("bipod", True, -2), ("tripod", False, 0)]
)
def test_a_mount_eases_covering_fire_as_it_was_laid(mount, braced, dm):
    game = covered([person("Ann", weapons=("Light Machine Gun",)), person("Cid", "red")], mount=mount, braced=braced)
    told = goes(game, (1, 1))
    assert ("covering fire =" in told) is bool(dm)
    if dm:
        assert f"−{-dm} covering fire =" in told


def test_a_line_has_one_end_or_two():
    game = in_fire()
    assert "Say one line, from where to where, as “band 1 to band 4”" in game.refused(
        "cover", name="Ann", at="band 1 to band 2 to band 3"
    )
    assert "is no band" in game.refused("cover", name="Ann", at="")


def test_no_melee_weapon_gives_covering_fire_and_nobody_who_is_out():
    game = in_fire(4, [person("Ann", weapons=("Dagger",)), person("Abe"), person("Cid", "red")])
    assert "The Dagger gives no covering fire: choose a firearm" in game.refused("cover", name="Ann", at="band 2")
    assert "acted" not in game.give("cover", name="Abe", at="band 2")
    with_cid_out = field()
    with_cid_out.meet()
    with_cid_out.to("fire")
    with_cid_out.units["Ann"] = without(with_cid_out.units["Ann"], condition=Condition.UNCONSCIOUS)
    assert "Ann" in with_cid_out.refused("cover", name="Ann", at="band 2")


@pytest.mark.rule("VAR-101", "VAR-113")
@pytest.mark.parametrize(
    ("at", "where"),
    [
        ("band 2", "band 2"),
        ("band 2 to band 2", "band 2"),
        ("2 to 4", "band 2 to band 4"),
        ("4 to 2", "band 4 to band 2"),
    ],
)
def test_the_answer_names_the_line(at, where):
    game = Field(person("Ann"), person("Cid", "red"))
    game.meet()
    game.to("fire")
    game.give("cover", name="Ann", at=at)
    assert game.card.title == f"Ann covers {where}"
    assert game.card.lines == (
        f"ACR along {where}, through the next movement step",
        "16 rounds for the first who crosses it",
        "It is the fire step of round 1: Cid may act",
    )
