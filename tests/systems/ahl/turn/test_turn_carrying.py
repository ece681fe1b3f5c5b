"""Somebody dragged by two in a turn that is kept: each of them pays, and all of them go together (AHL 8.C.8)."""

import pytest

from bot.deck.plan import at_of
from bot.systems.ahl.sheet.character import Condition
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.table import Table


def hurt(square="A2"):
    return body("Dan", condition=Condition.SERIOUS), stands(square, prone=True)


def two(*others, cid="A2", facing="E", side="red", **more):
    return Table((body("Ann"), stands("A2", "E")), (body("Cid", side), stands(cid, facing)), hurt(), *others, **more)


@pytest.mark.rule("AHL-8C8a", "AHL-6a")
def test_two_carriers_pay_one_more_each_for_every_action():
    """Forward for 2 is 3 each: two squares of six points. Alone it would be one of 4."""
    table = two()
    table.begin(Ann="move", Cid="move")
    card = table.give("move", name="Ann", to="E2", dragging="Dan", **{"with": "Cid"})
    assert card.lines[0].startswith("6 AP, within 1 phase of 6 AP")
    assert "Drags Dan along, together with Cid" in card.lines
    assert "Dragging by two costs each of them 1 more for each square and turn (AHL 8.C.8)" in card.working
    assert all(table.at(name, "C2") for name in ("Ann", "Cid", "Dan"))
    assert (table.left("Ann"), table.left("Cid")) == (0, 0)
    assert table.board.people["Dan"].prone
    alone = two()
    alone.begin(Ann="move", Cid="move")
    alone.give("move", name="Ann", to="E2", dragging="Dan")
    assert (alone.at("Ann", "B2"), alone.at("Cid", "A2"), alone.left("Ann")) == (True, True, 2)


@pytest.mark.rule("AHL-8C8a")
def test_they_go_as_far_as_the_points_of_both():
    table = two()
    table.begin(Ann="move", Cid="move")
    table.give("move", name="Cid", facing="S")
    table.give("move", name="Cid", facing="E")
    table.give("move", name="Ann", to="E2", dragging="Dan", **{"with": "Cid"})
    assert table.at("Ann", "B2")
    assert (table.left("Ann"), table.left("Cid")) == (3, 1)


@pytest.mark.rule("AHL-8C8a", "AHL-5c")
def test_who_carries_must_have_planned_to_move_and_be_ones_own_to_order():
    table = two()
    table.begin(Ann="move", Cid="aim")
    together = {"name": "Ann", "to": "C2", "dragging": "Dan", "with": "Cid"}
    assert table.refused("move", **together).startswith("Cid has planned to aim in this turn")
    table.by = "somebody"
    assert table.refused("move", **together).startswith("Cid is not theirs, and helping takes action points")


@pytest.mark.rule("AHL-8C8a")
@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"cid": "B2"}, "Cid isn't in Ann's square"),
        ({"facing": "S"}, "Cid faces south and Ann east"),
        ({"side": "blue"}, "Cid is no friend of Ann"),
    ],
)
def test_who_cannot_be_the_second_carrier(given, refused):
    table = two(**given)
    assert table.refused("move", name="Ann", to="C2", dragging="Dan", **{"with": "Cid"}).startswith(refused)


def test_nobody_carries_nobody_nor_at_a_trot():
    table = two()
    assert table.refused("move", name="Ann", to="C2", **{"with": "Cid"}).startswith("Say whom Ann and Cid drag")
    trot = {"gait": "trot", "dragging": "Dan", "with": "Cid"}
    assert table.refused("move", name="Ann", to="C2", **trot).startswith("Who drags somebody can't trot")
    same = table.refused("move", name="Ann", to="C2", dragging="Dan", **{"with": "Dan"})
    assert same.startswith("Dan can't be the second carrier")


@pytest.mark.rule("AHL-8C8a", "AHL-2d")
def test_both_carriers_take_up_room_where_they_come():
    """Three stand in C2: one more finds room, two don't."""
    crowd = [(body(f"P{number}"), stands("C2")) for number in range(3)]
    table = two(*crowd)
    assert table.refused("move", name="Ann", to="C2", dragging="Dan", **{"with": "Cid"}).startswith(
        "That square is full"
    )
    table.give("move", name="Ann", to="C2", dragging="Dan")


@pytest.mark.rule("AHL-8C8a", "AHL-8B3a")
def test_what_is_dearer_for_one_of_them_is_so_for_both():
    """An open hatch costs 2, in a suit 4: 2 + 4 + 1 are more than a phase's six, and no square is (8.C.10)."""
    hatch = board_of("", " .h. ")
    dan = (body("Dan", condition=Condition.SERIOUS), stands("A1", prone=True))
    for armour, cost in (("none", 5), ("cloth", 6)):
        ann, cid = (body("Ann"), stands("A1", "E")), (body("Cid", armour=armour), stands("A1", "E"))
        table = Table(ann, cid, dan, board=hatch)
        table.give("move", name="Ann", to="B1", dragging="Dan", **{"with": "Cid"})
        assert table.last.result.route.cost / 2 == cost
        assert table.board.people["Cid"].at == at_of("B1")


@pytest.mark.rule("AHL-8C8a", "AHL-8B5a")
def test_two_carry_somebody_up_a_ladder():
    gallery = board_of("", " L . . ", level="Upper", more="level: Lower\n\n L . .")
    ann, cid = (body("Ann"), stands("2:A1", "E")), (body("Cid"), stands("2:A1", "E"))
    table = Table(ann, cid, (body("Dan", condition=Condition.SERIOUS), stands("2:A1", prone=True)), board=gallery)
    table.begin(Ann="move", Cid="move")
    table.give("move", name="Ann", to="1:A1", dragging="Dan", **{"with": "Cid"})
    for _ in range(3):
        table.give("phase")
    assert all(table.at(name, "A1") for name in ("Ann", "Cid", "Dan"))
    assert (table.left("Ann"), table.left("Cid")) == (6, 6)


@pytest.mark.rule("AHL-8C8a", "AHL-11A1c")
def test_covering_fire_meets_both_carriers_and_not_whom_they_drag_who_is_out():
    """An ACR at 8+, −1 for covering fire and +2 for the burst: 1+1 misses Ann, 6+6 hits Cid, 1+1+4 is a light wound and
    a 6 puts them out. They fall there, and Ann goes no further.
    """
    ann, cid, dan = (body("Ann"), stands("C3", "N")), (body("Cid"), stands("C3", "N")), hurt("C3")
    table = Table(ann, cid, dan, (gunner("Gun", "ACR", "DS"), stands("I2", "W")))
    table.begin(Ann="move", Cid="move", Gun="cover")
    table.give("cover", name="Gun", at="A2")
    card = table.give("move", [1, 1, 6, 6, 1, 1, 6], name="Ann", to="C1", dragging="Dan", **{"with": "Cid"})
    assert [made.attack.target.name for made in table.last.result.met] == ["Ann", "Cid"]
    assert table.units["Cid"].sheet.condition is Condition.UNCONSCIOUS
    assert "Cid falls there" in card.lines
    assert (table.at("Ann", "C2"), table.at("Cid", "C2"), table.at("Dan", "C2")) == (True, True, True)
    assert table.board.people["Cid"].prone


@pytest.mark.rule("AHL-8C8a", "AHL-18A2")
def test_each_of_two_carriers_checks_before_both_come_adjacent():
    """From B2 it is C2 that is beside Gun at D2; morale 7."""
    table = two((gunner("Gun"), stands("D2", "E")))
    table.begin(checked=False, Ann="move", Cid="move")
    goes = {"name": "Ann", "to": "C2", "dragging": "Dan", "with": "Cid"}
    table.give("move", **goes)
    assert (table.at("Ann", "B2"), table.at("Cid", "B2")) == (True, True)
    assert "name:Ann (AHL 18.A.2)" in table.refused("move", **goes)
    table.give("morale", [3, 4], name="Ann", cause="adjacent")
    assert "name:Cid (AHL 18.A.2)" in table.refused("move", **goes)
    table.give("morale", [3, 4], name="Cid", cause="adjacent")
    table.give("move", **goes)
    assert (table.at("Ann", "C2"), table.at("Cid", "C2")) == (True, True)
    assert [table.ledger.clock.of(name).deeds.passed for name in ("Ann", "Cid")] == [(), ()]
