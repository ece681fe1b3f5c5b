"""Who comes into a scenario, under which name, and where they stand, by whatever rules."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing, as_drawn, placed
from bot.deck.plan import Facing, named
from bot.deck.portals import reach
from bot.engine.autopilot import Mission
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scenario import Count, Drawn, OffDeck, Troop
from bot.engine.scene import Unit
from bot.systems.ahl.sheet.character import Character
from bot.systems.mustering import Muster, full_cups, owners_of, square_for
from bot.systems.people import MOST_CHARACTERS
from tests.systems.small_ship import AHL, Ship

GROUPS = {
    "Weak": (Unit("W1", "", Character(melee=1)), Unit("W2", "", Character(melee=2))),
    "Strong": (Unit("S1", "", Character(melee=9)), Unit("S2", "", Character(melee=5))),
}


def muster(faces=(), *, deck=0, at=None, cups=None, playing=None, **more):
    ship = Ship(deck, at=at or {"Ann": "C1"}, playing={"cups": cups or full_cups(GROUPS), **(playing or {})})
    staged = replace(ship.system.staged, groups=GROUPS)
    system = replace(ship.system, staged=staged)
    return Muster(system, ship.scenario, ship.game, ship.playing, ScriptedDice(faces), **more)


def troop(how=Drawn.TAKE, count=1, groups=("Weak",), **more):
    return Troop("Blue", how, Count(more=count), groups, line=8, **more)


def test_no_group_has_been_drawn_from_at_first():
    assert full_cups(GROUPS) == {"Weak": ("W1", "W2"), "Strong": ("S1", "S2")}


@pytest.mark.parametrize(
    ("how", "count", "groups", "faces", "come"),
    [
        (Drawn.TAKE, 1, ("Weak",), (), ("W1",)),
        (Drawn.TAKE, 3, ("Weak", "Strong"), (), ("W1", "W2", "S1")),
        (Drawn.TAKE, 9, ("Weak",), (), ("W1", "W2")),
        (Drawn.TAKE, 0, ("Weak",), (), ()),
        # The best are picked, a draw is without looking.
        (Drawn.PICK, 3, ("Weak", "Strong"), (), ("S1", "S2", "W2")),
        (Drawn.DRAW, 2, ("Weak",), (2,), ("W2", "W1")),
    ],
)
def test_who_is_drawn_is_in_no_cup_any_more(how, count, groups, faces, come):
    after = muster(faces).with_troop(troop(how, count, groups, places=("A1",)))
    assert after.new == come
    assert not after.dice.left
    left = {group: tuple(name for name in names if name not in come) for group, names in full_cups(GROUPS).items()}
    assert after.playing.cups == left
    assert {after.game.units[name].side for name in come} <= {"Blue"}


def test_they_stand_at_their_places_in_turn():
    after = muster().with_troop(troop(count=3, groups=("Weak", "Strong"), places=("A1", "E1")))
    there = {name: named(after.board.people[name].at) for name in after.new}
    assert (there["W1"], there["W2"]) == ("A1", "E1")
    assert there["S1"] in {"A2", "B1", "B2"}


@pytest.mark.parametrize(
    ("given", "off", "hiding"),
    [
        ({}, (), ()),
        ({"deck": "Upper"}, (), ()),
        ({"deck": "Middle"}, ("W1", "W2"), ("Middle", "Middle")),
        ({"hidden": True}, ("W1", "W2"), ("Upper", "Upper")),
        ({"ahead": 1, "ahead_on": "Lower"}, ("W1",), ("Lower",)),
        ({"ahead": 1, "ahead_on": "Lower", "deck": "Middle"}, ("W1", "W2"), ("Lower", "Middle")),
        ({"ahead": 0, "ahead_on": "Lower"}, (), ()),
    ],
)
def test_who_belongs_to_another_deck_or_hides_is_kept_off_it(given, off, hiding):
    after = muster().with_troop(troop(count=2, places=("A1",), mission=Mission.HOLD, to="A2", **given))
    assert tuple(each.name for each in after.playing.off) == off
    assert tuple(each.deck for each in after.playing.off) == hiding
    assert all((each.mission, each.to, each.places) == (Mission.HOLD, "A2", ("A1",)) for each in after.playing.off)
    assert all(each.hiding is given.get("hidden", False) for each in after.playing.off)
    assert {*after.board.people} - {"Ann"} == {"W1", "W2"} - {*off}


@pytest.mark.parametrize(("face", "room"), [(1, "Bay"), (2, "Hall")])
def test_who_hides_anywhere_on_a_deck_is_in_a_room_that_a_die_picks(face, room):
    after = muster((face,)).with_troop(troop(places=("anywhere",), deck="Middle", hidden=True))
    assert [each.places for each in after.playing.off] == [(room,)]


def test_who_is_put_there_by_turns_stands_nowhere_yet():
    after = muster().with_troop(troop(count=2, places=("choice",)))
    assert after.playing.kept["choice"] == {"W1": 0, "W2": 0}
    assert {*after.board.people} == {"Ann"}


# --- names, owners and orders ---


def test_who_comes_under_a_name_that_is_taken_has_a_number():
    begins = muster(at={"Ann": "C1"})
    ann = Unit("ann", "Blue", Character())
    once = begins.with_unit(ann, ())
    assert once.new == ("ann (2)",)
    twice = once.with_unit(ann, ())
    assert twice.new == ("ann (2)", "ann (3)")
    assert twice.playing.people["ann"] == "ann (3)"
    assert "ann (2)" not in twice.board.people


def test_whoever_comes_is_their_sides_player_s_and_keeps_their_number():
    after = muster(owners={"Blue": "7"}, former={"Dot": 31}).with_unit(Unit("Dot", "Blue", Character()), ())
    assert (after.game.units["Dot"].owner, after.game.units["Dot"].id) == ("7", 31)
    after = muster(owners={"Red": "7"}).with_unit(Unit("Dot", "Blue", Character()), ())
    assert (after.game.units["Dot"].owner, after.game.units["Dot"].id) == ("", 0)


def test_a_side_is_whose_its_people_are_or_else_as_was_said():
    ship = Ship(playing={"owners": {"Red": "said", "Green": "said"}})
    assert owners_of(ship.game, ship.playing) == {"Red": "of Red", "Blue": "of Blue", "Green": "said"}


@pytest.mark.parametrize(("more", "full"), [(1, False), (0, True)])
def test_a_campaign_holds_so_many(more, full):
    sides = {f"N{number}": "Red" for number in range(MOST_CHARACTERS - more)}
    ship = Ship(sides=sides, at={})
    begins = Muster(ship.system, ship.scenario, ship.game, ship.playing, ScriptedDice(()))
    if full:
        with pytest.raises(RuleError, match=rf"^A campaign holds {MOST_CHARACTERS} characters: remove some first\.$"):
            begins.with_unit(Unit("Dot", "Blue", Character()), ())
    else:
        assert len(begins.with_unit(Unit("Dot", "Blue", Character()), ()).game.units) == MOST_CHARACTERS


@pytest.mark.parametrize(
    ("mission", "to", "place", "alone", "orders"),
    [
        (Mission.HUNT, "", "A1", (), ("hunt", "", False)),
        (Mission.HUNT, "", "A1", ("Blue",), ("hunt", "", True)),
        (Mission.HUNT, "", "A1", ("Red",), ("hunt", "", False)),
        # Whoever guards has the square where they stand to guard, if no other is named.
        (Mission.GUARD, "", "A1", (), ("guard", "1:A1", False)),
        (Mission.GUARD, "E1", "A1", (), ("guard", "E1", False)),
        (Mission.HOLD, "", "A1", (), ("hold", "", False)),
    ],
)
def test_who_comes_acts_by_their_force_s_orders(mission, to, place, alone, orders):
    after = muster(playing={"alone": alone}).with_troop(troop(places=(place,), mission=mission, to=to))
    pilot = AHL.piloting.kept(after.game.ledger)["W1"]
    assert (str(pilot.orders), pilot.to, pilot.standing) == orders


@pytest.mark.parametrize("given", [{"places": ("Bilge",)}, {"places": ("A1",), "to": "Bilge"}])
def test_a_place_that_the_deck_does_not_have_is_told_with_file_and_line(given):
    with pytest.raises(RuleError, match=r"^ship\.txt, line 8: .*Bilge"):
        muster().with_troop(troop(**given))


def test_a_trait_that_cannot_be_is_told_with_file_and_line():
    with pytest.raises(RuleError, match=r"^ship\.txt, line 8: "):
        muster().with_troop(troop(places=("A1",), traits={"armour": "tinfoil"}))


def test_who_was_kept_off_the_deck_comes_onto_it():
    sheet = AHL.dump_sheet(Character(melee=4))
    kept = tuple(OffDeck(name, "Blue", sheet, "Upper", ("A1",), mission=Mission.HOLD) for name in ("Dot", "Eve"))
    begins = muster(playing={"off": kept})
    after = begins.shown(kept[:1])
    assert after.playing.off == kept[1:]
    assert after.game.units["Dot"].sheet.melee == 4
    assert named(after.board.people["Dot"].at) == "A1"
    assert AHL.piloting.kept(after.game.ledger)["Dot"].orders is Mission.HOLD


def test_who_is_new_looks_to_the_nearest_enemy():
    for square, facing in (("A1", "E"), ("D1", "W")):
        after = muster(at={"Ann": "C1"}).with_troop(troop(places=(square,)))
        assert after.faced().board.people["W1"].facing.value == facing


# --- squares ---


def square(place, faces=(), **at):
    dice = ScriptedDice(faces)
    found = square_for(Ship(at=at).game.board, place, dice)
    assert not dice.left
    return named(found)


def test_a_place_that_is_taken_has_room_beside_it():
    assert square("A1") == "A1"
    assert square("A1", Ann="A1") in {"A2", "B1", "B2"}


def test_of_the_room_beside_it_the_nearest_is_not_behind_a_wall():
    """E1 is next to D1, on the other side of a wall; C2 and E2 are a diagonal away."""
    assert square("D1", Ann="D1", Bob="C1", Cid="D2") in {"C2", "E2"}


@pytest.mark.parametrize(
    ("face", "room"), [(1, {"A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "E2"}), (2, {"E1", "F1"})]
)
def test_anywhere_is_in_a_room_that_a_die_picks(face, room):
    assert square("anywhere", (face,)) in room
    assert square("Anywhere", (face,)) in room


def test_in_a_crate_is_at_its_side_unless_somebody_is_there():
    # The crate at F2 has E2 at one side, and F1 behind a door at another.
    assert square("in Crates") in {"E2", "F1"}
    with pytest.raises(RuleError, match=r"^There is no room left in Crates\.$"):
        square("in Crates", Ann="E2")


def test_where_nobody_can_stand_any_more_there_is_no_room():
    full = {f"N{number}": name for number, name in enumerate(("A1", "B1", "C1"))}
    board = Ship(2, at=full).game.board
    with pytest.raises(RuleError, match=r"^There is no room left at A1\.$"):
        square_for(board, "A1", ScriptedDice(()))


LIFTS = [(plan, place) for plan, _ in AHL.staged.decks.values() for place in plan.places if place.startswith("Lift ")]


@pytest.mark.parametrize(("plan", "lift"), LIFTS, ids=lambda each: getattr(each, "name", each))
def test_who_has_no_room_in_a_lift_stands_where_its_door_leads_and_behind_no_wall(plan, lift):
    board, squares = as_drawn(plan), []
    for number in range(12):
        at = square_for(board, lift, ScriptedDice(()))
        board = placed(board, str(number), Standing(at, Facing.NORTH))
        squares.append(at)
    reached = reach(as_drawn(plan), squares[0], 100)
    assert {at.level for at in squares} == {squares[0].level}
    # Through one door at most: the lift's own.
    assert max(reached.far[at] for at in squares) < 200
