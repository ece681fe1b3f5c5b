"""Rooms, walls and doors by commands: classed, hit, brought down, broken open (C3K Destruction)."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.board import Standing
from bot.deck.plan import At, Edge, Facing
from bot.engine.errors import RuleError
from bot.engine.odds import imagined_odds
from bot.engine.system import Scene
from bot.systems.combat3000.building.structures import Build, Structure, What
from bot.systems.combat3000.figure.sheet import Memory, Task
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.systems.combat3000.table import C3K, give, unit

BOB, CID = unit("Bob", "Blue"), unit("Cid", "Blue")


def site(*structures, known=(BOB, CID), board=None, ledger=None, giver="", **roles):
    """A table with some structures on it; who fires is one of those known."""
    people = {each.name: each for each in known}
    present = {name: each for name, each in people.items() if board and name in board.people}
    filled = {"people": (), "by": (), **roles}
    return Scene(filled, ledger or Ledger(structures=structures), board, present, people, by=giver)


def hut(build=Build.LIGHT, **more):
    return Structure("Hut", build=build, inside=("Bob", "Cid"), **more)


def hit(faces, units, **fields):
    return give("structure hit", faces, units, **fields)


def after(outcome, name):
    return next(each for each in outcome.ledger.structures if each.name == name)


@pytest.mark.rule("C3K-D02", "C3K-D01")
def test_a_light_room_falls_on_eight_and_strikes_everybody_in_it_by_three():
    """Bob: 6+3+3 is 12 and kills; Cid: 5+3+3 is 11 and doesn't, so they get out. On a 7 it stands."""
    outcome, card = hit([8, 6, 3, 5, 3], site(hut()), name="Hut", weapon="102")
    assert "8+ | 8 → the room falls" in card.lines
    assert "To kill: 12+ | 6+3 +3 effect = 12 → killed" in card.lines
    assert "Cid gets out by the nearest exit" in card.lines
    assert [(name, sheet.killed, sheet.now.struck) for name, sheet in outcome.after.items()] == [
        ("Bob", True, True),
        ("Cid", False, True),
    ]
    assert (after(outcome, "Hut").down, after(outcome, "Hut").inside) == (True, ("Bob",))
    outcome, card = hit([7], site(hut()), name="Hut", weapon="102")
    assert "8+ | 7 → the room stands" in card.lines
    assert (outcome.after, outcome.ledger) == ({}, None)
    with pytest.raises(RuleError, match="Hut is down already: nothing is left of it to hit"):
        hit([], site(hut(down=True)), name="Hut", weapon="102")


@pytest.mark.rule("C3K-D01")
@pytest.mark.parametrize("weapon", ["101", "Assault Laser", "Neutron 114", "104"])
def test_what_is_not_destructive_is_refused(weapon):
    with pytest.raises(RuleError, match="destroys no structure"):
        hit([], site(hut()), name="Hut", weapon=weapon)


@pytest.mark.rule("C3K-D01")
@pytest.mark.parametrize("weapon", ["105", "Mininuke 109", "Heavy Laser Cannon", "Disrupter Pistol", "Ormand Hammer"])
def test_what_is_destructive_by_the_list(weapon):
    assert hit([1], site(hut()), name="Hut", weapon=weapon)[1].title.endswith("hits Hut")


@pytest.mark.rule("C3K-D03")
def test_three_hits_make_a_heavy_room_light_and_the_fourth_may_bring_it_down():
    """Four shells by the referee's word: only the fourth throws."""
    outcome, card = hit([7], site(hut(Build.HEAVY)), name="Hut", weapon="102", times=4)
    assert card.lines[:3] == (
        "Hut (room): heavy, 1 of 3 hits; Bob and Cid inside",
        "Hut (room): heavy, 2 of 3 hits; Bob and Cid inside",
        "Hut (room): light by now; Bob and Cid inside",
    )
    assert "8+ | 7 → the room stands" in card.lines
    assert after(outcome, "Hut").hits == 3


@pytest.mark.rule("C3K-D04")
def test_an_armoured_room_is_thrown_for_as_a_vehicle_once_it_is_pierced():
    """AP of effect +4: a die of 4 is 8, no more than 8; of 6 it is 2 over: a crewman, then knocked out and fallen."""
    fort = replace(hut(Build.ARMOURED), armour=8)
    outcome, card = hit([4], site(fort), name="Hut", weapon="105")
    assert "To pierce: 9+ (armour 8) | 4 +4 effect = 8 → the armour holds" in card.lines
    assert outcome.ledger is None
    outcome, card = hit([6, 5, 2, 7, 1, 1], site(fort), name="Hut", weapon="105")
    assert "As in a vehicle: 5 → crewman killed" in card.lines
    assert "Cid is killed" in card.lines
    assert "Hut falls" in card.lines
    assert "Bob: no effect" in card.lines
    assert (after(outcome, "Hut").down, outcome.after["Cid"].killed) == (True, True)


@pytest.mark.rule("C3K-D04")
def test_what_pierces_an_armoured_wall_opens_it_and_endangers_the_room_behind():
    room = replace(hut(Build.ARMOURED), armour=6)
    wall = Structure("North wall", What.WALL, Build.ARMOURED, 6, room="Hut")
    armed = tuple(unit(name, "Blue", weapon="Rifle") for name in ("Bob", "Cid"))
    outcome, card = hit([3, 4, 2], site(room, wall, known=armed), name="North wall", weapon="105")
    assert "North wall is breached" in card.lines
    assert "As in a vehicle: 4 → weapon destroyed" in card.lines
    assert "Rifle of Cid is destroyed" in card.lines
    assert outcome.after["Cid"].weapons[0].working.value == "ruined"
    assert after(outcome, "North wall").breaches == 1


FORT = tuple(Structure(f"Fort {each}", building="Fort", inside=("Bob",) if each == 1 else ()) for each in (1, 2, 3, 4))


@pytest.mark.rule("C3K-D05", "C3K-D10")
def test_with_half_its_ground_floor_down_a_building_may_fall_whole():
    """The second of four rooms makes it unsafe, without a throw; the third throws, and by 8 takes the fourth along."""
    one_down = (FORT[0], replace(FORT[1], down=True), *FORT[2:])
    outcome, card = hit([9], site(*one_down), name="Fort 3", weapon="102")
    assert "Fort is unsafe: half of its ground floor is down" in card.lines
    two_down = outcome.ledger.structures
    _, card = hit([9, 7], site(*two_down), name="Fort 4", weapon="102")
    assert "8+ | 7 → the whole building stands" in card.lines
    outcome, card = hit([9, 8, 1, 3], site(*two_down), name="Fort 4", weapon="102")
    assert "Fort 4 falls, and Fort with it: Fort 1" in card.lines
    assert "To kill: 12+ | 1+3 +8 effect = 12 → killed" in card.lines
    assert all(each.down for each in outcome.ledger.structures)


@pytest.mark.rule("C3K-D05")
def test_only_the_rooms_of_a_building_fall_with_it():
    """Of three rooms one is down, and so is half of the ground floor; a wall and another building's room stand."""
    wall = Structure("Wall", What.WALL, building="Fort")
    others = (Structure("Mill", building="Mill"), Structure("Hut"))
    rooms = (FORT[0], replace(FORT[1], down=True), Structure("Loft", upper=True, building="Fort"))
    outcome, card = hit([8, 8, 1, 1], site(wall, *others, *rooms), name="Loft", weapon="102")
    assert "Loft falls, and Fort with it: Fort 1" in card.lines
    assert {each.name for each in outcome.ledger.structures if each.down} == {"Fort 1", "Fort 2", "Loft"}


@pytest.mark.rule("C3K-D05")
def test_the_odds_of_a_room_and_of_an_unsafe_building():
    """3 of 10, of which 3 of 10 take all of it."""
    order = C3K.orders["structure hit"]
    plain = dict(imagined_odds(order, {"weapon": "102"}, {}))
    assert {name: str(chance) for name, chance in plain.items() if chance} == {"Stands": "7/10", "Room falls": "3/10"}
    falls = dict(imagined_odds(order, {"weapon": "102", "unsafe": True}, {}))
    assert (str(falls["Room falls"]), str(falls["Building falls"])) == ("21/100", "9/100")


@pytest.mark.rule("C3K-D10", "C3K-D05")
def test_a_building_is_classed_room_by_room():
    outcome, card = give("structure add", [], site(), name="Fort", kind="building", rooms=3, upper=1, build="heavy")
    assert card.lines[2] == "Fort 3 (room of Fort): heavy; not on the ground floor"
    with pytest.raises(RuleError, match="A building has a room at least: say how many, as rooms:6"):
        give("structure add", [], site(), name="Fort", kind="building", rooms=0)
    with pytest.raises(RuleError, match="has a value, and no other"):
        give("structure add", [], site(), name="Hut", build="armoured")
    with pytest.raises(RuleError, match="nobody is in it: name the room"):
        give("structure add", [], site(people=(BOB,)), name="Door 3", kind="door")
    outcome, _ = give("structure add", [], site(people=(BOB,), ledger=outcome.ledger), name="Fort 1")
    assert after(outcome, "Fort 1").inside == ("Bob",)
    with pytest.raises(RuleError, match="There is no structure “Tower”"):
        hit([], site(hut()), name="Tower", weapon="102")
    with pytest.raises(RuleError, match="There is no “Hut”, nor any other structure"):
        hit([], site(), name="Hut", weapon="102")


@pytest.mark.rule("C3K-D02", "C3K-D01")
def test_a_shot_at_a_building_is_thrown_to_hit_as_any_is():
    """A howitzer, 50 − 15 at 50 cm + 5: 40; a miss leaves the hut as it is, and the barrel is empty."""
    ann = unit("Ann", weapon="Howitzer", ammunition="103")
    units = site(hut(), known=(ann, BOB, CID), giver="1")
    with pytest.raises(RuleError, match="A hit without a firer is for the referee only"):
        hit([], units, name="Hut", weapon="102")
    fires = replace(units, units={**units.units, "by": (ann,)}, by="")
    outcome, card = hit([1, 41, 1, 9], fires, name="Hut", range=50)
    assert any("= 40% | 41 → miss" in line for line in card.lines)
    assert "Hut" not in str(outcome.ledger)
    assert outcome.after["Ann"].weapons[0].loaded.rounds == 0
    outcome, card = hit([1, 40, 8, 1, 1, 1, 1], fires, name="Hut", range=50)
    assert "Hut falls" in card.lines
    ann = unit("Ann", weapon="Pistol")
    with pytest.raises(RuleError, match="Pistol destroys no structure"):
        hit([], replace(fires, units={**fires.units, "by": (ann,)}), name="Hut", range=10)


# A room with a door to the south of B2, walls around.
ROOMS = ("#=======#", "#. . . .#", "#----D--#", "#. . . .#", "#=======#")


@pytest.fixture
def board():
    return board_of(*ROOMS)


def standing(board, **people):
    return replace(board, people={name: Standing(At(0, *at)) for name, at in people.items()})


@pytest.mark.rule("C3K-D04")
def test_a_breach_in_an_armoured_wall_of_a_deck_is_half_as_wide(board):
    """2 cm are one side of a square of 1½, where 4 would be two; AP of effect +4 throws 3, one over."""
    armoured = Structure("Wall", What.WALL, Build.ARMOURED, 6, deck=board.plan.name, edge=Edge(0, 0, 1, Facing.NORTH))
    outcome, card = hit([3], site(armoured, board=board), name="Wall", weapon="105")
    assert "Wall is breached" in card.lines
    assert outcome.board.breached == {Edge(0, 0, 1, Facing.NORTH)}


@pytest.mark.rule("C3K-D02")
def test_a_breach_in_a_decks_wall_is_a_way(board):
    """4 cm are two sides of squares of 1½; the door beside them is none of the wall."""
    outcome, card = hit([], site(board=board), at="A1", side="S", weapon="102")
    assert card.lines == ("Wall between A1 and A2 is breached",)
    assert outcome.board.breached == {Edge(0, 0, 1, Facing.NORTH), Edge(0, 1, 1, Facing.NORTH)}
    outcome, _ = hit([], site(board=board), at="D1", side="S", weapon="102")
    assert outcome.board.breached == {Edge(0, 3, 1, Facing.NORTH)}
    # In the middle of a wall it goes on to the east.
    outcome, _ = hit([], site(board=board), at="B2", side="S", weapon="102")
    assert outcome.board.breached == {Edge(0, 1, 2, Facing.NORTH), Edge(0, 2, 2, Facing.NORTH)}
    outcome, card = hit([], site(board=board), at="C1", side="S", weapon="102")
    assert card.lines == ("Sliding door between C1 and C2 is knocked down",)
    with pytest.raises(RuleError, match="neither wall nor door on the west side"):
        hit([], site(board=board), at="B1", side="W", weapon="102")


@pytest.mark.rule("C3K-D06", "C3K-O07")
def test_a_door_is_charged_down_in_five_turns_less_strength(board):
    ann = unit("Ann", strength=2)
    deck = standing(board, Ann=(2, 0))
    units = site(known=(ann,), board=deck, name=(ann,))
    outcome, card = give("break", [], units, side="S")
    assert card.title == "Ann breaks down Sliding door between C1 and C2"
    assert "Takes 3 turns (C3K Other actions)" in card.lines
    sheet = outcome.after["Ann"]
    for _ in range(3):
        now = replace(ann, sheet=sheet)
        outcome, card = give("phase", [], site(known=(now,), board=deck, name=(now,)))
        sheet = outcome.after["Ann"]
        if sheet.now.busy:
            assert outcome.board is None
    assert "Ann breaks down Sliding door between C1 and C2: done" in card.lines
    assert outcome.board.breached == {Edge(0, 2, 1, Facing.NORTH)}
    heavy = Structure("Gate", What.DOOR, Build.HEAVY)
    with pytest.raises(RuleError, match="Gate is a heavy door: only a light door is charged down"):
        give("break", [], site(heavy, known=(ann,), name=(ann,)), what="Gate")
    with pytest.raises(RuleError, match="Hut is a room: name a door or a wall of it"):
        give("break", [], site(hut(), known=(ann,), name=(ann,)), what="Hut")


@pytest.mark.rule("C3K-D07")
@pytest.mark.parametrize(
    ("door", "weapon", "shoots"),
    [
        (Structure("Gate", What.DOOR), "Rifle", False),
        (Structure("Gate", What.DOOR), "Laser Rifle", True),
        (Structure("Gate", What.DOOR, Build.HEAVY), "MM5 Rifle", False),
        (Structure("Gate", What.DOOR, Build.HEAVY), "Heavy Laser", True),
        (Structure("Gate", What.DOOR, Build.ARMOURED, 5), "Assault Laser", False),
        (Structure("Gate", What.DOOR, Build.ARMOURED, 4), "Assault Laser", True),
    ],
)
def test_a_lock_is_shot_off_by_effect_and_is_a_small_target(door, weapon, shoots):
    ann = unit("Ann", weapon=weapon)
    units = site(door, known=(ann,), name=(ann,))
    if not shoots:
        with pytest.raises(RuleError, match=f"{weapon} shoots no such lock off"):
            give("break", [], units, how="lock", what="Gate", range=10)
        return
    outcome, card = give("break", [20], units, how="lock", what="Gate", range=10)
    assert any("−3" in line and "→ hit" in line for line in card.lines)
    assert "Gate: its lock is shot off, and it can be opened" in card.lines
    assert after(outcome, "Gate").unlocked


def vehicle(**more):
    tank = unit("Tank", "Blue", vehicle="Light Tank")
    return replace(tank, sheet=replace(tank.sheet, **more))


@pytest.mark.rule("C3K-D08")
def test_sabotage_takes_a_die_less_dexterity_and_its_repair_a_die_less_one():
    ann, tank = unit("Ann", dexterity=2), vehicle()
    units = site(known=(ann, tank), name=(ann,))
    outcome, card = give("break", [3], units, how="sabotage", what="Tank")
    assert "Ann's access: 3 −2 = 1 turn (ruling B-D5)" in card.lines
    busy = replace(ann, sheet=outcome.after["Ann"])
    outcome, card = give("phase", [], site(known=(busy, tank), name=(busy, tank)))
    assert outcome.after["Tank"].sabotaged
    broken = vehicle(sabotaged=True)
    with pytest.raises(RuleError, match="Tank is sabotaged, and goes nowhere"):
        give("move", [], Scene({"name": (broken,)}, known={"Tank": broken}), to="10")
    with pytest.raises(RuleError, match="Tank is sabotaged already"):
        give("break", [], site(known=(ann, broken), name=(ann,)), how="sabotage", what="Tank")
    _, card = give("break", [10], site(known=(ann, broken), name=(ann,)), how="mend", what="Tank")
    assert "Ann's repair: 10 −1 = 9 turns (ruling B-D5)" in card.lines
    outcome, card = give("break", [1], units, how="sabotage", what="Tank", weapon="Heavy Laser Cannon")
    assert "Ann's access: 1 −2 = 1 turn, 1 at least (ruling B-D5)" in card.lines
    busy = replace(ann, sheet=outcome.after["Ann"])
    outcome, _ = give("phase", [], site(known=(busy, tank), name=(busy, tank)))
    assert outcome.after["Tank"].weapons[0].working.value == "sabotaged"


@pytest.mark.rule("C3K-D09")
@pytest.mark.parametrize(
    ("structure", "turns"),
    [
        (Structure("Wall", What.WALL, metres=2), 1),
        (Structure("Wall", What.WALL, metres=3), 2),
        (Structure("Wall", What.WALL, Build.HEAVY, metres=3), 3),
        (Structure("Wall", What.WALL, Build.ARMOURED, 8, metres=1), 4),
        (Structure("Wall", What.WALL, Build.ARMOURED, 8), 1),
    ],
)
def test_a_laser_cuts_so_deep_in_a_turn(structure, turns):
    ann = unit("Ann", weapon="Laser Rifle")
    units = site(structure, known=(ann,), name=(ann,))
    outcome, _ = give("break", [], units, how="laser", what="Wall", range=4)
    assert outcome.after["Ann"].now.more == turns - 1
    with pytest.raises(RuleError, match="this is 5 cm away"):
        give("break", [], units, how="laser", what="Wall", range=5)
    gunner = unit("Ann", weapon="Heavy Laser Cannon", in_hand="mounted")
    give("break", [], site(structure, known=(gunner,), name=(gunner,)), how="laser", what="Wall", range=20)
    with pytest.raises(RuleError, match="this is 21 cm away"):
        give("break", [], site(structure, known=(gunner,), name=(gunner,)), how="laser", what="Wall", range=21)
    rifle = unit("Ann", weapon="Rifle")
    with pytest.raises(RuleError, match="Ann has no laser to cut with"):
        give("break", [], site(structure, known=(rifle,), name=(rifle,)), how="laser", what="Wall")


@pytest.mark.rule("C3K-D06", "C3K-D08", "C3K-O01")
def test_in_a_turn_that_is_kept_it_is_written_down_and_thrown_for_as_it_begins():
    """The die falls when all plans are shown, and not before: nobody writes anew for a better one."""
    ann, tank = unit("Ann"), vehicle()
    turn = Ledger(turn=Turn())
    units = site(known=(ann, tank), ledger=turn, name=(ann,))
    outcome, card = give("break", [], units, how="sabotage", what="Tank")
    assert outcome.sealed
    assert outcome.after == {}
    assert card.title == "Ann has written down what they do"
    everybody = site(known=(ann, tank), ledger=outcome.ledger, name=(ann, tank))
    outcome, card = give("phase", [4], everybody)
    assert "Ann sabotages Tank" in card.lines
    assert "Ann's access: 4 = 4 turns (ruling B-D5)" in card.lines
    assert (outcome.after["Ann"].now.more, outcome.throwers) == (3, ("Ann",))
    firing = Ledger(turn=Turn(phase=Phase.FIRING), structures=(Structure("Gate", What.DOOR),))
    with pytest.raises(RuleError, match="actions are written down in the orders phase"):
        give("break", [], site(known=(ann,), ledger=firing, name=(ann,)), what="Gate")
    acting = replace(firing, turn=Turn(phase=Phase.ACTIONS))
    howitzer = unit("Ann", weapon="Howitzer", ammunition="103")
    with pytest.raises(RuleError, match="structures are fired at in the firing phase"):
        hit([], site(known=(howitzer,), ledger=acting, by=(howitzer,)), name="Gate", range=50)
    hit([], site(known=(ann,), ledger=acting), name="Gate", weapon="102")


def test_who_is_renamed_or_leaves_is_no_longer_inside_by_that_name():
    ledger = Ledger(structures=(hut(),))
    assert C3K.renamed(ledger, "Bob", "Rob").structures[0].inside == ("Rob", "Cid")
    assert C3K.renamed(ledger, "Bob", "").structures[0].inside == ("Cid",)
    edge = Edge(0, 1, 1, Facing.NORTH)
    kept = ledger.with_structures(Structure("Wall", What.WALL, metres=Fraction(3, 2), deck="Trader", edge=edge))
    assert C3K.load_ledger(json.loads(json.dumps(C3K.dump_ledger(kept)))) == kept


@pytest.mark.rule("C3K-D08")
def test_whose_weapon_is_sabotaged_goes_on_with_what_they_are_at():
    """Bob reloads for two turns more while Ann finishes with his rifle."""
    bob = unit("Bob", "Blue", weapon="Rifle")
    bob = replace(bob, sheet=replace(bob.sheet, now=Memory(busy="reloads", more=2)))
    work = Task("Sab", "Bob", besides="Rifle", turns=1)
    ann = unit("Ann")
    ann = replace(ann, sheet=replace(ann.sheet, now=Memory(busy="sabotages", task=work)))
    outcome, _ = give("phase", [], site(known=(ann, bob), name=(ann, bob)))
    assert outcome.after["Bob"].weapons[0].working.value == "sabotaged"
    assert (outcome.after["Bob"].now.busy, outcome.after["Bob"].now.more) == ("reloads", 1)


def test_work_on_what_is_gone_fails_and_says_so():
    ann = unit("Ann")
    working = replace(ann, sheet=replace(ann.sheet, now=Memory(busy="breaks down Gate", task=Task("BD", "Gate"))))
    gone = Structure("Gate", What.DOOR, down=True)
    _, card = give("phase", [], site(gone, known=(working,), name=(working,)))
    assert "Ann breaks down Gate: it is down already" in card.lines
