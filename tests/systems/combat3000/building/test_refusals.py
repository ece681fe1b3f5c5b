"""What can't be of structures, doors and cuts, and right beside it what can (C3K Destruction)."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import At, Edge, Facing
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.combat3000.building.on_deck import barrier_at, barrier_structure, squares_of_room, within
from bot.systems.combat3000.building.structures import Build, Structure, What
from bot.systems.combat3000.figure.sheet import Memory, Task
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.tasks import SABOTAGE
from tests.deck.plans import board_of
from tests.systems.combat3000.table import give, unit

ANN = unit("Ann", weapon="Laser Rifle")
BOARD = board_of("#=======#", "#1 . . .#", "#----D--#", "#. . . .#", "#=======#", notes=["1 = room 1 Hall"])


def table(*structures, people=(ANN,), board=None, **roles):
    known = {each.name: each for each in people}
    return Scene({"people": (), "by": (), **roles}, Ledger(structures=structures), board, {}, known)


def refused(sentence, verb, units, **fields):
    with pytest.raises(RuleError) as refusal:
        give(verb, [], units, **fields)
    assert sentence in str(refusal.value)


@pytest.mark.rule("C3K-D01")
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "room", "name": "Hut", "build": "armoured"}, "An armoured structure has a value, and no other"),
        ({"kind": "room", "name": "Hut", "build": "light", "armour": 8}, "An armoured structure has a value"),
        ({"kind": "building", "name": "Fort"}, "A building has a room at least"),
        ({"kind": "building", "name": "Fort", "rooms": 2, "upper": 2}, "a room on its ground floor at least"),
    ],
)
def test_structures_that_cannot_be(fields, sentence):
    refused(sentence, "structure add", table(), **fields)


@pytest.mark.rule("C3K-D01")
def test_armour_alone_makes_an_armoured_structure_and_the_last_rooms_are_the_upper_ones():
    (bunker,) = give("structure add", [], table(), kind="room", name="Bunker", armour=8)[0].ledger.structures
    assert (bunker.build, bunker.armour) == (Build.ARMOURED, 8)
    rooms = give("structure add", [], table(), kind="building", name="Fort", rooms=3, upper=2)[0].ledger.structures
    assert [(room.name, room.upper) for room in rooms] == [("Fort 1", False), ("Fort 2", True), ("Fort 3", True)]


@pytest.mark.rule("C3K-D01")
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"weapon": "102"}, "Name what is hit"),
        ({"weapon": "102", "at": "A1"}, "No deck is up here"),
        ({"name": "Gate"}, "Say what hits it"),
        ({"name": "Gate", "weapon": "102", "dm": 1}, "A modifier counts for a shot"),
        ({"name": "Gate", "weapon": "102", "because": "rain"}, "A modifier counts for a shot"),
    ],
)
def test_hits_that_cannot_be(fields, sentence):
    refused(sentence, "structure hit", table(Structure("Gate", What.DOOR)), **fields)


def test_one_shot_strikes_once():
    units = table(Structure("Gate", What.DOOR), by=(ANN,))
    refused("One shot strikes once", "structure hit", units, name="Gate", weapon="Laser Rifle", range=5, times=2)


@pytest.mark.rule("C3K-D06", "C3K-D09")
@pytest.mark.parametrize(
    ("structure", "fields", "sentence"),
    [
        (Structure("Gate", What.DOOR, down=True), {}, "Gate is down already: walk through"),
        (Structure("Gate", What.DOOR, breaches=1), {}, "Gate is breached already: walk through"),
        (Structure("Wall", What.WALL), {}, "Wall is a light wall: only a light door is charged down"),
        (Structure("Hut", What.ROOM), {}, "Hut is a room: name a door or a wall of it"),
        (Structure("Gate", What.DOOR), {"how": "laser", "range": 5}, "this is 5 cm away"),
        (Structure("Gate", What.DOOR), {"how": "sabotage"}, "what:Tank"),
    ],
)
def test_what_cannot_be_broken(structure, fields, sentence):
    what = {} if fields.get("how") == "sabotage" else {"what": structure.name}
    refused(sentence, "break", table(structure, name=(ANN,)), **what, **fields)


@pytest.mark.rule("C3K-D09")
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [({"working": "jammed"}, "is jammed, and cuts nothing"), ({"in_hand": "stowed"}, "and cuts nothing")],
)
def test_a_laser_that_is_not_ready_cuts_nothing(changes, sentence):
    ann = unit("Ann", weapon="Laser Rifle", **changes)
    refused(
        sentence,
        "break",
        table(Structure("Wall", What.WALL), people=(ann,), name=(ann,)),
        how="laser",
        what="Wall",
        range=4,
    )


@pytest.mark.rule("C3K-D09")
def test_of_several_lasers_one_that_is_ready_cuts_and_any_may_be_named():
    ready = unit("Ann", weapon="Laser Rifle")
    away = replace(ready.sheet.weapons[0], name="Other", hand=type(ready.sheet.weapons[0].hand).STOWED)
    ann = replace(ready, sheet=replace(ready.sheet, weapons=(away, *ready.sheet.weapons)))
    wall = Structure("Wall", What.WALL)
    outcome, _ = give("break", [], table(wall, people=(ann,), name=(ann,)), how="laser", what="Wall", range=4)
    assert outcome.after["Ann"].now.task.besides == "Laser Rifle"
    units = table(wall, people=(ann,), name=(ann,))
    refused("Other is stowed, and cuts nothing", "break", units, how="laser", what="Wall", range=4, weapon="Other")
    pistol = unit("Ann", weapon="Pistol")
    units = table(wall, people=(pistol,), name=(pistol,))
    refused("Pistol is no laser", "break", units, how="laser", what="Wall", range=4, weapon="Pistol")


def test_the_only_wall_or_door_around_a_square_needs_no_side():
    assert barrier_at(BOARD, At(0, 1, 0), Facing.SOUTH) == Edge(0, 1, 1, Facing.NORTH)
    with pytest.raises(RuleError, match="Say on which side"):
        barrier_at(BOARD, At(0, 0, 0), None)
    with pytest.raises(RuleError, match="neither wall nor door on the west side"):
        barrier_at(BOARD, At(0, 1, 0), Facing.WEST)


def test_a_decks_wall_is_as_strong_as_the_room_that_it_is_of():
    edge, deck = Edge(0, 1, 1, Facing.NORTH), BOARD.plan.name
    plain = barrier_structure((), BOARD, edge, Build.LIGHT)
    assert (plain.what, plain.build, plain.armour, plain.room) == (What.WALL, Build.LIGHT, 0, "")
    assert barrier_structure((), BOARD, Edge(0, 2, 1, Facing.NORTH), Build.HEAVY).what is What.DOOR
    hall = Structure("Hall", What.ROOM, Build.ARMOURED, 6, deck=deck, number=1)
    elsewhere = replace(hall, deck="Other")
    of_hall = barrier_structure((hall,), BOARD, edge, Build.LIGHT)
    assert (of_hall.build, of_hall.armour, of_hall.room) == (Build.ARMOURED, 6, "Hall")
    assert barrier_structure((elsewhere,), BOARD, edge, Build.LIGHT).build is Build.LIGHT
    known = replace(plain, name="Old wall", build=Build.HEAVY)
    assert barrier_structure((hall, known), BOARD, edge, Build.LIGHT) == known


def test_who_is_in_a_room_stands_on_its_squares_or_is_on_no_deck():
    people = {"Ann": Standing(At(0, 0, 0), Facing.NORTH), "Bob": Standing(At(0, 0, 1), Facing.NORTH)}
    board = replace(BOARD, people=people)
    hall = Structure("Hall", What.ROOM, deck=board.plan.name, number=1, inside=("Bob", "Cid"))
    assert within(board, hall) == ("Ann", "Cid")
    assert within(None, hall) == ("Bob", "Cid")
    assert squares_of_room(board, replace(hall, number=0)) == frozenset()
    assert squares_of_room(board, replace(hall, deck="Other")) == frozenset()
    assert At(0, 0, 0) in squares_of_room(board, hall)


@pytest.mark.rule("C3K-D08")
@pytest.mark.parametrize(
    ("how", "sheet", "sentence"),
    [
        ("sabotage", {"working": "sabotaged"}, "Rifle is sabotaged already"),
        ("mend", {}, "Rifle is not sabotaged: it works"),
        ("mend", {"working": "jammed"}, "Rifle is not sabotaged: it is jammed"),
    ],
)
def test_a_weapon_is_sabotaged_once_and_mended_where_it_is(how, sheet, sentence):
    bob = unit("Bob", "Blue", weapon="Rifle", **sheet)
    units = table(people=(ANN, bob), name=(ANN,))
    refused(sentence, "break", units, how=how, what="Bob", weapon="Rifle")
    refused("say which weapon of theirs", "break", units, how=how, what="Bob")


TANK = unit("Tank", template="Light Tank")


@pytest.mark.rule("C3K-D08")
@pytest.mark.parametrize(
    ("how", "changes", "sentence"),
    [
        ("sabotage", {"sabotaged": True}, "Tank is sabotaged already (C3K Sabotage)."),
        ("mend", {}, "Tank is not sabotaged (C3K Sabotage)."),
        ("mend", {"knocked_out": True}, "Tank is not sabotaged (C3K Sabotage)."),
        ("sabotage", {"knocked_out": True}, "Tank is knocked out already, and needs no sabotage (C3K Sabotage)."),
    ],
)
def test_a_vehicle_is_sabotaged_once_and_mended_where_it_is_and_a_wreck_left_alone(how, changes, sentence):
    units = table(people=(ANN, replace(TANK, sheet=replace(TANK.sheet, **changes))), name=(ANN,))
    refused(sentence, "break", units, how=how, what="Tank")


@pytest.mark.rule("C3K-D08")
@pytest.mark.parametrize(
    ("how", "changes"),
    [("sabotage", {}), ("mend", {"sabotaged": True}), ("mend", {"sabotaged": True, "knocked_out": True})],
)
def test_access_to_a_vehicle_takes_a_die(how, changes):
    units = table(people=(ANN, replace(TANK, sheet=replace(TANK.sheet, **changes))), name=(ANN,))
    outcome, _ = give("break", [4], units, how=how, what="Tank")
    assert outcome.after["Ann"].now.task.turns == (4 if how == "sabotage" else 3)


@pytest.mark.rule("C3K-D08")
def test_who_sabotages_stands_beside_it():
    bob = unit("Bob", "Blue", weapon="Rifle")
    ann = {"Ann": Standing(At(0, 0, 0), Facing.EAST)}
    # A wall is between Ann's square and the one south of it.
    for bobs, beside in ((At(0, 1, 0), True), (At(0, 2, 0), False), (At(0, 0, 1), False), (None, False)):
        people = {**ann, "Bob": Standing(bobs, Facing.WEST)} if bobs else ann
        units = table(people=(ANN, bob), name=(ANN,), board=replace(BOARD, people=people))
        if beside:
            assert give("break", [3], units, how="sabotage", what="Bob", weapon="Rifle")[0].after
        else:
            refused("Ann isn't beside Bob", "break", units, how="sabotage", what="Bob", weapon="Rifle")


@pytest.mark.rule("C3K-D08")
@pytest.mark.parametrize(
    ("bob", "barred"),
    [
        ({}, True),
        ({"in_hand": "dropped"}, False),
        ({"stunned": 2}, False),
        ({"condition": "killed"}, False),
    ],
)
def test_a_weapon_in_the_hands_of_an_enemy_who_can_act_is_sabotaged_by_the_referees_word_alone(bob, barred):
    people = (ANN, unit("Bob", "Blue", weapon="Rifle", **bob))
    units = table(people=people, name=(ANN,))
    assert give("break", [3], units, how="sabotage", what="Bob", weapon="Rifle")[0].after
    by_ann = replace(units, by="7")
    if barred:
        sentence = "Rifle is in the hands of Bob, who can act: choose another (C3K Sabotage)."
        refused(sentence, "break", by_ann, how="sabotage", what="Bob", weapon="Rifle")
    else:
        assert give("break", [3], by_ann, how="sabotage", what="Bob", weapon="Rifle")[0].after


@pytest.mark.rule("C3K-D08")
@pytest.mark.parametrize(("at", "goes_on"), [(At(0, 1, 0), True), (At(0, 2, 0), False), (At(0, 0, 1), False)])
def test_who_is_parted_from_what_they_sabotage_leaves_off(at, goes_on):
    """Ann has two turns more to go as Bob is where she isn't beside him, or behind a wall."""
    bob, task = unit("Bob", "Blue", weapon="Rifle"), Task(SABOTAGE, "Bob", besides="Rifle", turns=4)
    ann = replace(ANN, sheet=replace(ANN.sheet, now=Memory(busy="sabotages Rifle of Bob", task=task, more=2)))
    people = {"Ann": Standing(At(0, 0, 0), Facing.EAST), "Bob": Standing(at, Facing.WEST)}
    units = table(people=(ann, bob), name=(ann, bob), board=replace(BOARD, people=people))
    outcome, card = give("phase", [], units)
    told = "Ann leaves off: what they worked on is beside them no more (C3K Sabotage)"
    assert (told in card.lines) is not goes_on
    assert outcome.after["Ann"].now.more == (1 if goes_on else 0)
    assert (outcome.after["Ann"].now.task is not None) is goes_on


GATE = Structure("Gate", What.DOOR, deck=BOARD.plan.name, edge=Edge(0, 2, 1, Facing.NORTH))


@pytest.mark.rule("C3K-D06")
@pytest.mark.parametrize(("at", "beside"), [(At(0, 2, 0), True), (At(0, 2, 1), True), (At(0, 0, 0), False)])
def test_a_door_of_the_deck_is_charged_down_from_beside_it(at, beside):
    units = table(GATE, name=(ANN,), board=replace(BOARD, people={"Ann": Standing(at, Facing.EAST)}))
    if beside:
        assert give("break", [], units, what="Gate")[0].after
    else:
        refused("Ann isn't beside Gate: move them there first (C3K Doors).", "break", units, what="Gate")


@pytest.mark.rule("C3K-D09")
@pytest.mark.parametrize(
    ("x", "said", "by", "sentence"),
    [
        # Three squares of 1.5 m are 5 cm: one more than a rifle cuts. What a player says of it isn't asked.
        (2, {}, "", ""),
        (3, {}, "", "and an H laser on a mount that stays still within 20: this is 5 cm away"),
        (3, {"range": 4}, "1", "“range” is known of Ann on the deck"),
        (3, {"range": 5}, "1", "this is 5 cm away"),
        (3, {"range": 4}, "", ""),
    ],
)
def test_how_far_a_wall_of_the_deck_is_a_laser_cuts_from_is_the_decks_to_say(x, said, by, sentence):
    wall = Structure("Wall", What.WALL, deck=BOARD.plan.name, edge=Edge(0, 0, 0, Facing.WEST))
    board = replace(BOARD, people={"Ann": Standing(At(0, x, 0), Facing.EAST)})
    ann = unit("Ann", weapon="Laser Rifle")
    units = replace(table(wall, people=(ann,), name=(ann,), board=board), by=by)
    if sentence:
        refused(sentence, "break", units, how="laser", what="Wall", **said)
    else:
        assert give("break", [], units, how="laser", what="Wall", **said)[0].after


@pytest.mark.rule("C3K-D06")
def test_the_only_door_beside_somebody_is_charged_down_without_a_side():
    people = {"Ann": Standing(At(0, 2, 0), Facing.EAST)}
    units = table(name=(ANN,), board=replace(BOARD, people=people))
    assert give("break", [], units)[1].title == "Ann breaks down Sliding door between C1 and C2"


def test_a_room_of_the_deck_is_classed_by_its_name():
    units = table(board=BOARD)
    (room,) = give("structure add", [], units, name="hall", build="heavy")[0].ledger.structures
    assert (room.number, room.deck, room.build, room.what) == (1, BOARD.plan.name, Build.HEAVY, What.ROOM)
    again = table(room, board=BOARD)
    (same,) = give("structure add", [], again, name="Hall", build="light")[0].ledger.structures
    assert (same.name, same.number, same.build) == (room.name, 1, Build.LIGHT)
    (other,) = give("structure add", [], units, name="Hut", build="light")[0].ledger.structures
    assert (other.number, other.deck) == (0, "")


@pytest.mark.parametrize("name", ["1", "1 hall", "HALL"])
def test_a_room_of_the_deck_stays_as_it_was_classed_by_whichever_of_its_names_it_is_called(name):
    hall = Structure("Hall", What.ROOM, Build.HEAVY, deck=BOARD.plan.name, number=1, hits=2)
    hut = Structure("Hut", What.ROOM)
    outcome, _ = give("structure add", [], table(hut, hall, board=BOARD), name=name, building="Fort")
    assert outcome.ledger.structures == (hut, replace(hall, building="Fort"))


def test_what_is_not_said_of_a_structure_stays_as_it_was():
    hut = Structure("Hut", What.ROOM, building="Fort", upper=True, inside=("Bob",))
    outcome, _ = give("structure add", [], table(hut), name="Hut", build="heavy")
    assert outcome.ledger.structures == (replace(hut, build=Build.HEAVY),)
    with_ann = replace(table(hut), units={"people": (ANN,), "by": ()})
    outcome, _ = give("structure add", [], with_ann, name="Hut", building="Mill")
    assert outcome.ledger.structures == (replace(hut, building="Mill", inside=("Ann",)),)
    hit = Structure("Wall", What.WALL, Build.HEAVY, hits=2, room="Hut")
    outcome, _ = give("structure add", [], table(hut, hit), name="Wall", metres="2")
    assert outcome.ledger.structures == (hut, replace(hit, metres=2))


def test_how_thick_a_wall_is_reads_like_a_length():
    refused("How thick it is reads like 1.5", "structure add", table(), kind="wall", name="Wall", metres="thick")
    (wall,) = give("structure add", [], table(), kind="wall", name="Wall", metres="1.5")[0].ledger.structures
    assert float(wall.metres) == 1.5


@pytest.mark.rule("C3K-D05")
def test_the_last_room_of_an_unsafe_building_falls_with_nothing_left_to_fall():
    """One of two rooms is down. 8 brings the other down, and no die is thrown for what no longer stands."""
    down = Structure("Hut 1", What.ROOM, building="Hut", down=True)
    last = Structure("Hut 2", What.ROOM, building="Hut", inside=("Ann",))
    outcome, card = give("structure hit", [8, 1, 1], table(down, last), name="Hut 2", weapon="103")
    assert card.lines[:2] == ("8+ | 8 → the room falls", "Hut 2 falls")
    assert not any("unsafe" in str(line) for line in card.lines)
    assert all(each.down for each in outcome.ledger.structures)


@pytest.mark.rule("C3K-D02", "C3K-D10")
def test_who_stands_on_the_deck_is_in_no_room_off_it():
    board = replace(board_of("#####", "#. .#", "#####"), people={"Ann": Standing(At(0, 0, 0), Facing.NORTH)})
    inside = replace(table(Structure("Hut", What.ROOM), board=board), units={"people": (ANN,), "by": ()})
    refused("Ann stands on the deck, and in the room of their square alone", "structure add", inside, name="Hut")
