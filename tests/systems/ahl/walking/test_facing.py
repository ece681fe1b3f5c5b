"""Facing is kept while somebody moves, unless they turn and pay for it (AHL 3, 8.A, 20)."""

import pytest

from bot.deck.plan import Facing
from bot.systems.ahl.sheet.character import Being
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.table import Table


def ann(square="C2", facing="E", **sheet):
    return gunner("Ann", **sheet), stands(square, facing)


def blob(square="C2", facing="E"):
    return body("Blob", being=Being.BLOB, life_level=3), stands(square, facing)


def facing_of(table, name="Ann"):
    return table.board.people[name].facing


@pytest.mark.rule("AHL-3a", "AHL-8A5a")
@pytest.mark.parametrize("to", ["N", "NE", "SE", "S", "SW", "W", "NW", "E"])
@pytest.mark.parametrize("facing", ["N", "E", "S", "W"])
def test_who_evades_keeps_their_facing(facing, to):
    table = Table(ann(facing=facing))
    table.begin(Ann="move")
    card = table.give("move", name="Ann", to=to, gait="evade")
    assert facing_of(table) is Facing(facing)
    assert card.lines[0] == f"6 AP, within 1 phase of 6 AP; faces {Facing(facing).name.lower()}"
    assert table.left("Ann") == 0


@pytest.mark.rule("AHL-8A5a", "AHL-8A5b")
def test_who_evades_may_turn_as_they_like():
    table = Table(ann())
    table.begin(Ann="move")
    table.give("move", name="Ann", to="C1", gait="evade", facing="W")
    assert facing_of(table) is Facing.WEST
    table.give("phase")
    table.give("move", name="Ann", gait="evade", facing="S")
    assert facing_of(table) is Facing.SOUTH
    assert table.left("Ann") == 0


@pytest.mark.rule("AHL-3a", "AHL-8A5a")
def test_to_a_square_by_its_name_they_keep_it_too():
    table = Table(ann())
    table.give("move", name="Ann", to="C1", gait="evade")
    assert facing_of(table) is Facing.EAST


@pytest.mark.rule("AHL-3a", "AHL-8A4a")
def test_a_step_to_the_rear_costs_four_and_keeps_the_facing_where_turning_is_no_cheaper():
    # Backwards 4; two quarter turns and a step 4.
    table = Table(ann())
    table.begin(Ann="move")
    table.give("move", name="Ann", to="W")
    assert (facing_of(table), table.left("Ann")) == (Facing.EAST, 2)


@pytest.mark.rule("AHL-8A4a")
@pytest.mark.parametrize("to", ["S", "C3"])
def test_who_wants_to_face_as_before_sidesteps(to):
    # Aside 4; a turn, a step and a turn back 4 as well: the facing is kept on the way.
    table = Table(ann())
    table.begin(Ann="move")
    table.give("move", name="Ann", to=to, facing="E")
    assert (facing_of(table), table.left("Ann")) == (Facing.EAST, 2)
    assert [step.cost for step in table.last.result.result.route.steps] == [8]


@pytest.mark.rule("AHL-8A4a")
@pytest.mark.parametrize("to", ["W", "B2"])
def test_who_wants_to_face_as_before_steps_back(to):
    # Backwards 4, where turning round, a step and turning round again are 6.
    table = Table(ann())
    table.begin(Ann="move")
    table.give("move", name="Ann", to=to, facing="E")
    assert (facing_of(table), table.left("Ann")) == (Facing.EAST, 2)


@pytest.mark.rule("AHL-3a", "AHL-20d")
def test_a_blob_that_comes_to_somebody_attacks_them():
    # Life level 3 makes melee 6 against 5: column +1, in which a 5 is a light wound.
    table = Table(blob(), (gunner("Ann", melee=5), stands("E2", "N")))
    table.begin(Blob="move")
    table.give("move", name="Blob", to="D2")
    assert facing_of(table, "Blob") is Facing.EAST
    table.give("melee", (5, 1), name="Blob", target="Ann")
    assert table.units["Ann"].sheet.light_wounds == 1
    assert table.units["Ann"].sheet.gripped_by == "Blob"


@pytest.mark.rule("AHL-20d")
def test_a_blob_that_turns_only_takes_its_phase_for_it():
    table = Table(blob(facing="W"))
    table.begin(Blob="move")
    table.give("move", name="Blob", facing="E")
    assert (facing_of(table, "Blob"), table.left("Blob")) == (Facing.EAST, 0)
