"""Animals that fill several squares of a deck: in its doors, lifts, airlocks and vacuum, and as others dive at them."""

from dataclasses import replace

import pytest

from bot.deck.board import Lift
from bot.deck.plan import At, Edge, Facing, at_of
from bot.engine.scene import Scene
from bot.systems.ahl.sheet.outward import bodies
from bot.systems.ahl.turn.together import unfought
from bot.systems.ahl.wounds.damage import without_air
from tests.deck.plans import board_of
from tests.systems.ahl_variant.table import one, table
from tests.systems.ahl_variant.test_animals import beast

# The lift fills A1 and A2 of both levels, its door leads east from A1 to B1; the room is as high as it.
ROWS = ("#########", "#aD. . .#", "# =     #", "#a=. . .#", "#########")
NOTES = ["a = place Lift A, lift"]
TOWER = board_of(*ROWS, level="Top", notes=NOTES, more="level: Low\n" + "\n".join((*ROWS, *NOTES)))
LIFT_DOOR, CAR = Edge(0, 1, 0, Facing.WEST), At(0, 0, 0)
# Rooms to the west and the east of a lock, C1, and a sliding door between E1 and F1.
ROOMS = board_of("#############", "#. .A.A. .D.#", "#############")
WESTERN, EASTERN = Edge(0, 2, 0, Facing.WEST), Edge(0, 3, 0, Facing.WEST)
DOOR = Edge(0, 5, 0, Facing.WEST)


def animal(square, facing="W", mass="200"):
    """One of 200 kg fills two squares: its own, and the one behind it."""
    unit, standing = one("Cid", square, facing, "red")
    return type(unit)("Cid", "red", beast(mass=mass), owner="2"), standing


def lines(card):
    return "\n".join(map(str, card.lines))


@pytest.mark.rule("VAR-106", "AHL-22a")
@pytest.mark.parametrize(("mass", "suffers"), [("200", True), ("100", False)])
def test_a_large_animal_is_in_vacuum_with_any_of_its_squares(mass, suffers):
    """At D1 looking west 200 kg are in E1 as well, where the air is gone."""
    game = table(animal("D1", mass=mass), board=replace(ROOMS, airless=frozenset({at_of("E1")})))
    assert without_air(game.board, game.units["Cid"]) is suffers


def test_only_who_fills_more_than_their_own_square_has_a_body():
    game = table(one("Ann", "A1"), animal("D1"), board=ROOMS)
    assert bodies(game.board, game.units.values()) == {"Cid": (at_of("D1"), at_of("E1"))}
    small = table(one("Ann", "A1"), animal("D1", mass="100"), board=ROOMS)
    assert bodies(small.board, small.units.values()) == {}


@pytest.mark.rule("VAR-106", "AHL-8C7a")
def test_a_dive_at_a_large_animal_ends_in_the_square_of_it_that_is_beside():
    """Of 900 kg at D1 looking west E1 and E2 are filled: from F2 Ann dives into E1, not at the head."""
    game = table(one("Ann", "F2", "W"), animal("D1", mass="900"))
    # It fills its squares whole, so that both throw, and who throws the higher goes: 6 − 1 against 1.
    card = game.give("dive", [6, 1], name="Ann", target="Cid")
    assert "in E1" in card.title
    assert any(str(line).startswith("Ann lies prone at") for line in card.lines)
    # With 1 − 1 against 6 it is the animal that goes, head and all.
    game = table(one("Ann", "F2", "W"), animal("D1", mass="900"))
    game.give("dive", [1, 6], name="Ann", target="Cid")
    assert game.at("Ann", "E1")
    assert not game.at("Cid", "D1")
    small = table(one("Ann", "F2", "W"), animal("D1", mass="100"))
    assert "to an adjacent square first" in small.refused("dive", name="Ann", target="Cid")


@pytest.mark.rule("VAR-106", "AHL-11A3b")
def test_whoever_is_in_a_square_of_a_large_animal_shares_it():
    """Ann is in E1, which 900 kg at D1 fill as well: a fight is owed there, and no rifle is fired."""
    game = table(one("Ann", "E1", "W", weapons=("Rifle", "Dagger")), animal("D1", mass="900"))
    assert "shares a square with Cid" in game.refused("fire", name="Ann", target="Cid")
    game.give("melee", [1, 1], name="Ann", target="Cid", strike_back=False)
    assert game.at("Ann", "E1")
    game.begin(Ann="move", Cid="move")
    game.give("phase", step="melee")
    assert [fight.where for fight in unfought(Scene.of(game.game), game.ledger.clock)] == ["E1", "E1"]


@pytest.mark.rule("VAR-106", "AHL-8B1a")
def test_no_door_is_shut_on_a_large_animal():
    """At E1 looking west 200 kg are in F1 too, beyond the door; 100 kg are in E1 alone."""
    opened = replace(ROOMS, open=ROOMS.open | {DOOR})
    game = table(one("Ann", "D1"), animal("E1"), board=opened)
    assert game.refused("door", at="Cid", side="E") == (
        "Cid stands in that sliding door, which shuts on nobody: wait until they have gone through."
    )
    table(one("Ann", "D1"), animal("E1", mass="100"), board=opened).give("door", at="Cid", side="E")
    # Asked for while it was clear, the door stays open where somebody has come into it as the phase ends.
    late = table(one("Ann", "D1"), animal("E1", mass="100"), board=opened)
    late.begin(Ann="move", Cid="move")
    late.give("phase", step="movement")
    late.give("door", at="Cid", side="E")
    large = replace(late.units["Cid"], sheet=beast(mass="200"))
    late.units["Cid"] = large
    late.give("phase", step="snap shots")
    assert "stays open: Cid stands in that sliding door" in lines(late.give("phase"))
    assert DOOR in late.board.open


@pytest.mark.rule("VAR-106", "AHL-8B6c", "AHL-8B7a")
def test_lifts_and_airlocks_shut_on_no_large_animal():
    here = replace(TOWER, lifts={CAR: Lift(level=0)}, open=TOWER.open | {LIFT_DOOR})
    # With its head outside, at B1 looking east, it fills A1: the lift isn't empty, and throws no die for leaving.
    game = table(animal("B1", "E"), board=here)
    assert "stands open" not in lines(game.give("phase"))
    # With its head inside and looking west it is in the doorway, and nobody rides; turned round in A2 it is inside.
    game = table(animal("A1", "W"), board=here)
    assert game.refused("lift ride", name="Cid", to="Low") == (
        "Cid fills B1 outside Lift A as well, and its doors shut on nobody: wait until they are wholly in it or out."
    )
    game = table(animal("A1", "N"), board=here)
    game.give("lift ride", name="Cid", to="Low")
    # An airlock: at C1 looking east it is in B1, in the western door, and commands from within shut nothing.
    lock = replace(ROOMS, open=ROOMS.open | {WESTERN})
    game = table(animal("C1", "E"), board=lock)
    game.give("airlock", name="Cid")
    assert "stays open: somebody stands in its door" in lines(game.give("phase"))
    assert WESTERN in game.board.open
    # With its head outside the chamber it is in it with what is behind, so that nobody outside takes it away.
    game = table(one("Ann", "D1"), animal("B1", "W"), board=lock)
    game.give("airlock", name="Ann", side="W")
    assert "stays open" in lines(game.give("phase"))
    alone = table(one("Ann", "D1"), animal("B1", "W", mass="100"), board=lock)
    alone.give("airlock", name="Ann", side="W")
    assert "begins to cycle" in lines(alone.give("phase"))
