"""What somebody who acts by themselves goes by: how likely an order hurts, what is in hand, whom they know."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.plan import Facing, at_of, named
from bot.engine.scene import Said
from bot.systems.ahl.autopilot.knowing import NO_CHANCE, chance_of
from bot.systems.ahl.fire.covering import Covering
from bot.systems.ahl.orders.fire import fire_order
from bot.systems.ahl.orders.melee import melee_order
from bot.systems.ahl.owing import clear_target, fire_at
from bot.systems.ahl.sheet.character import Being, Clip, Condition
from bot.systems.ahl.turn.doing import fitness
from bot.systems.marks import SURRENDERED
from tests.deck.plans import board_of
from tests.systems.ahl.autopilot.pilots import MOVES, carrying, pilot, without
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.people import BOOK, situation
from tests.systems.ahl.table import one

ANN = one("Ann", "1", "A2")


def bob(square="C2", facing="W", name="Bob", **sheet):
    return one(name, "2", square, facing, "red", **sheet)


@pytest.mark.parametrize(
    ("outcome", "hurts", "worth"),
    [
        ("Miss", 0, 0),
        ("No effect", 0, 0),
        ("Undecided", 0, 0),
        ("Stun", 1, 0.2),
        ("Light wound", 1, 0.35),
        ("Unconscious", 1, 0.85),
        ("Serious wound", 1, 1),
        ("Dead", 1, 1),
        # What else may come of it hurts, and is worth nothing by itself.
        ("Gripped", 1, 0),
    ],
)
def test_an_outcome_is_worth_what_it_takes_out_of_the_fight(outcome, hurts, worth):
    """By a quarter of the chances; the others miss."""
    found = chance_of([("Miss", Fraction(3, 4)), (outcome, Fraction(1, 4))])
    assert (found.hurts, found.worth) == (Fraction(hurts, 4), worth / 4)


def held(**clip):
    """Ann with a single weapon whose clip is so."""
    unit, standing = ANN
    (carried,) = unit.sheet.weapons
    rounds, spare = clip.get("rounds", 20), clip.get("spare", ())
    carried = replace(carried, loaded=replace(carried.loaded, rounds=rounds), spare=spare)
    return replace(unit, sheet=replace(unit.sheet, weapons=(carried,))), standing


GUN = gunner("Ann", "FGMP-14/15", ""), stands("A2", "E")


@pytest.mark.parametrize(
    ("ann", "is_empty", "can_shoot", "can_snap", "unarmed"),
    [
        (held(), False, True, True, False),
        # With a fresh clip at hand an empty weapon is as good as loaded, but for who comes in sight at once.
        (held(rounds=0, spare=(Clip("DS", 20),)), True, True, False, False),
        (held(rounds=0), False, False, False, False),
        (held(rounds=20, spare=(Clip("DS", 20),)), False, True, True, False),
        # Nor does anybody fire, or load a weapon, whose hands are full.
        (carrying(held()), False, False, False, True),
        (carrying(held(rounds=0, spare=(Clip("DS", 20),))), False, False, False, True),
        (carrying((body("Ann", "blue", grenades=1), stands("A2", "E"))), False, False, False, True),
        # No fusion gun fires a snap shot.
        (GUN, False, True, False, False),
        ((body("Ann", "blue"), stands("A2", "E")), False, False, False, True),
        ((body("Ann", "blue", grenades=1), stands("A2", "E")), False, False, False, False),
        ((body("Ann", "blue", being=Being.BLOB, life_level=3), stands("A2", "E")), False, False, False, False),
    ],
)
def test_what_is_in_hand_tells_what_they_can_do(ann, is_empty, can_shoot, can_snap, unarmed):
    found = pilot(ann)
    assert (found.is_empty, found.can_shoot, found.can_snap, found.unarmed) == (is_empty, can_shoot, can_snap, unarmed)


@pytest.mark.parametrize(("being", "climbs"), [(Being.PERSON, True), (Being.BLOB, False), (Being.WARBOT, False)])
def test_only_people_climb(being, climbs):
    sheet = {"life_level": 3} if being is Being.BLOB else {}
    assert pilot((body("Ann", "blue", being=being, **sheet), stands("A2"))).climbs is climbs


def test_friends_are_those_of_their_side_who_can_fight_and_foes_stand_in_order_of_how_near_they_are():
    """Two levels lie 3 m apart, which is two squares: Eve below is farther than Bob, and nearer than Ben."""
    board = board_of("", " . . . . . .", level="Upper", more="level: Lower\n\n . . . . . .")
    others = [
        one("Abe", "1", "B1"),
        one("Cat", "1", "C1", condition=Condition.DEAD),
        bob("F1", name="Ben"),
        bob("2:C1", name="Eve"),
        bob("B1"),
        bob("D1", name="Kay", condition=Condition.UNCONSCIOUS),
    ]
    found = pilot(one("Ann", "1", "A1"), *others, board=board)
    assert [unit.name for unit in found.friends] == ["Ann", "Abe"]
    assert [unit.name for unit in found.foes] == ["Bob", "Eve", "Ben"]


@pytest.mark.parametrize(("facing", "names"), [("E", ["Bob", "Ben"]), ("W", []), ("N", []), ("S", ["Sue"])])
def test_targets_are_the_enemies_before_them_whom_they_see_the_nearest_first(facing, names):
    """A wall parts Eve, to the north, from Ann."""
    board = board_of(
        "#" * 13, "#. . . . . .#", "#####       #", "#. . . . . .#", "#           #", "#. . . . . .#", "#" * 13
    )
    others = [bob("F2", name="Ben"), bob("D2"), bob("A3", name="Sue"), bob("A1", name="Eve")]
    found = pilot(ANN, *others, board=board)
    assert [foe.name for foe in found.targets(at_of("A2"), Facing(facing))] == names


def test_whoever_is_imagined_elsewhere_stands_there_upright():
    ann = ANN[0], replace(ANN[1], prone=True)
    there = pilot(ann, bob()).standing(at_of("B3"), Facing.SOUTH)
    assert (named(there.here.at), there.here.facing, there.here.prone) == ("B3", Facing.SOUTH, False)
    assert there.board.people["Bob"] == bob()[1]


def test_only_a_covering_fire_that_would_attack_them_is_one_that_they_go_round():
    """Not their own, nor one that has attacked them already."""
    lies = tuple(at_of(square) for square in ("A1", "B1", "C1"))
    line = Covering("Bob", "ACR", "DS", True, 0, 0, 0, False, situation(), lies, None)

    def under(line):
        return {named(at) for at in pilot(ANN, bob(), clock=replace(MOVES, covering=(line,))).under_fire}

    assert under(line) == {"B1", "C1"}
    assert under(replace(line, firer="Ann")) == under(replace(line, attacked=("Ann",))) == set()


def test_nobody_fires_through_one_of_their_own_who_has_fallen_in_this_step():
    """Who fell before it lies out of all harm; till the step is over all of it meets them as they came (AHL 7)."""
    abe, out = one("Abe", "1", "B2"), {"condition": Condition.UNCONSCIOUS}
    lies = one("Abe", "1", "B2", **out)
    shot, order = fire_at("Ann", "Bob", "snap"), fire_order(BOOK)
    assert pilot(ANN, lies, bob()).chance(order, shot).hurts > Fraction(1, 10)
    clock = MOVES.doing("Abe", fit=fitness(abe[0].sheet))
    falls = pilot(ANN, lies, bob(), clock=clock)
    assert falls.chance(order, shot) == falls.standing(at_of("A2"), Facing.EAST).chance(order, shot) == NO_CHANCE
    # Nor does whoever fires at the nearest by what they have said beforehand.
    ann = ANN[0]
    assert clear_target(BOOK, pilot(ANN, lies, bob()).scene, ann, "snap").name == "Bob"
    assert clear_target(BOOK, falls.scene, ann, "snap") is None


def test_an_order_that_can_not_be_given_or_hurts_their_own_or_who_has_given_up_has_no_chance():
    shot, order = fire_at("Ann", "Bob", "snap"), fire_order(BOOK)
    assert pilot(ANN, bob()).chance(order, shot).hurts > Fraction(1, 10)
    assert pilot(ANN, one("Abe", "1", "B2"), bob()).chance(order, shot) == NO_CHANCE
    given_up = bob("B2", name="Ben")
    given_up = replace(given_up[0], marks=(SURRENDERED,)), given_up[1]
    assert pilot(ANN, given_up, bob()).chance(order, shot) == NO_CHANCE
    # Out of the line of fire they keep nobody from firing, unless another is in it.
    aside = given_up[0], stands("A3")
    other = replace(given_up[0], name="Ned"), stands("A1")
    assert pilot(ANN, other, given_up, bob()).chance(order, shot) == NO_CHANCE
    assert pilot(ANN, aside, bob()).chance(order, shot) == pilot(ANN, bob()).chance(order, shot)
    # Bob stands behind them; dead, they strike nobody.
    assert pilot(one("Ann", "1", "A2", "W"), bob()).chance(order, shot) == NO_CHANCE
    blow = Said("melee", {"name": (("Ann", None),), "target": (("Bob", None),)}, {}, "")
    assert pilot(ANN, bob("B2")).chance(melee_order(BOOK), blow).hurts > 0
    dead = one("Ann", "1", "A2", condition=Condition.DEAD)
    assert pilot(dead, aside, bob("B2")).chance(melee_order(BOOK), blow) == NO_CHANCE


def test_without_rounds_and_spare_ones_nothing_is_fired():
    assert pilot(without(ANN), bob()).chance(fire_order(BOOK), fire_at("Ann", "Bob", "snap")) == NO_CHANCE
