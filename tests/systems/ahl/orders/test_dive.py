"""`/dive` and `/land`: at whom one dives, and where those lie who are thrown out (AHL 8.C.7)."""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of, named
from bot.engine.errors import RuleError
from bot.systems.ahl.orders.dive import has_room, landings
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import HALL, body, give, scene_on, stands
from tests.systems.ahl.table import Table

OPEN = board_of(*HALL)
ANN, BOB = (body("Ann", "blue"), stands("A1", "E")), (body("Bob"), stands("B1", "W"))


@pytest.mark.parametrize(
    ("board", "people", "refusal"),
    [
        (OPEN, [ANN, (body("Bob", "blue"), stands("B1"))], "Bob is no enemy of Ann: one dives at an enemy"),
        (OPEN, [ANN], "They stand on no deck together: give the dive with /melee values:dive instead"),
        (None, [ANN, BOB], "They stand on no deck together"),
    ],
)
def test_one_dives_at_an_enemy_on_the_same_deck(board, people, refusal):
    scene = scene_on(OPEN, [ANN, BOB], name="Ann", target="Bob")
    there = {unit.name: standing for unit, standing in people}
    units = {unit.name: unit for unit, _ in [ANN, BOB, *people]}
    scene = replace(
        scene,
        board=board and replace(board, people=there),
        units={"name": (units["Ann"],), "target": (units["Bob"],)},
    )
    with pytest.raises(RuleError, match=refusal):
        give("dive", scene)


# Four squares in a row and one below the second; a wall between the second and the third.
WALLED = board_of("#########", "#. .#. .#", "### #####", "  #.#    ", "  ###    ")


def test_whoever_is_thrown_out_lies_beside_that_square_with_nothing_between_where_there_is_most_room():
    """Out of B1: A1 holds three others, B2 none, C1 lies behind a wall."""
    crowd = [(body(name), stands("A1")) for name in ("Kim", "Lee", "Meg")]
    scene = scene_on(WALLED, [(body("Bob"), stands("B1")), *crowd], name="Bob")
    bob = scene.units["name"][0]
    assert [named(at) for at in landings(scene, at_of("B1"), bob)] == ["B2", "A1"]
    full = [*crowd, (body("Ned"), stands("A1"))]
    scene = scene_on(WALLED, [(body("Bob"), stands("B1")), *full], name="Bob")
    assert [named(at) for at in landings(scene, at_of("B1"), bob)] == ["B2"]
    assert not has_room(scene, scene.board, at_of("A1"), "Bob")
    # One who is in it already needs no more.
    assert has_room(scene, scene.board, at_of("A1"), "Ned")


def test_the_check_before_a_dive_into_a_full_square_is_told_first_and_each_by_its_own_dice():
    """Ann comes to D2 by a check, and dives past it into E2, with Gil beyond: another check, 3 and 4, and then one die
    for each of the five in the square, of whom Fay has the highest and goes out.
    """
    crowd = [(body(name, "red"), stands("E2", "W")) for name in ("Cid", "Dan", "Eve", "Fay")]
    table = Table((body("Ann", "blue", morale=9), stands("C2", "E")), *crowd, (body("Gil", "red"), stands("F2", "W")))
    table.begin(Ann="move", checked=False)
    table.alone = False
    table.give("move", [1, 1], name="Ann", to="D2", gait="trot")
    card = table.give("dive", [3, 4, 2, 3, 4, 2, 6], name="Ann", target="Cid")
    assert [part.verb for part in table.last.result.parts] == ["morale", "dive"]
    assert [part.throws for part in table.last.result.parts] == [1, 5]
    assert any("| 3+4 = 7" in str(line) for line in card.lines)
    assert table.board.people["Fay"].prone
