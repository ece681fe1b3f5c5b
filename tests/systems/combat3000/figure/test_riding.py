"""Whoever rides in a vehicle is where that is, for words that name them as well."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import Facing, at_of
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.combat3000.figure.riding import square_meant, with_riders
from bot.systems.combat3000.figure.sheet import Plight, Vehicle
from tests.systems.combat3000.morale.table import HALL, ORDERS, game, on, order
from tests.systems.combat3000.table import unit

ANN, JEEP = unit("Ann"), replace(unit("Jeep"), sheet=Vehicle())
BOB = replace(unit("Bob"), sheet=replace(unit("Bob").sheet, rides="Jeep"))
CID = replace(unit("Cid"), sheet=replace(unit("Cid").sheet, rides="Truck"))
TABLE = game(ANN, JEEP, BOB, CID, board=on(HALL, Ann="A1E", Jeep="H2N"))


def test_who_rides_on_the_deck_stands_as_the_vehicle_for_words_that_name_them():
    board = with_riders(Scene.of(TABLE))
    assert board.people == {**TABLE.board.people, "Bob": Standing(at_of("H2"), Facing.NORTH)}
    assert square_meant(Scene.of(TABLE), ANN, "bob") == at_of("H2")
    # Whoever rides may be ordered, and means a square by its name as others do.
    assert square_meant(Scene.of(TABLE), BOB, "Ann") == at_of("A1")
    with pytest.raises(RuleError, match="There is no square, place, room or person on this deck “Cid”"):
        square_meant(Scene.of(TABLE), ANN, "Cid")


@pytest.mark.parametrize(
    ("names", "at", "rides"),
    [
        (["Bob"], "off", ""),
        # It leaves the deck with who is in it.
        (["Bob", "Jeep"], "off", "Jeep"),
        (["Jeep"], "off", "Jeep"),
        (["Bob"], "C3", ""),
        (["Bob", "Jeep"], "C3", ""),
    ],
)
def test_whoever_is_put_somewhere_rides_no_more(names, at, rides):
    after, _ = order(TABLE, "place", names, at=at)
    assert after.units["Bob"].sheet.rides == rides


def test_a_web_is_cut_within_4_cm_of_the_vehicle_in_which_somebody_is_caught():
    """Two squares are 3 cm, three 4½, which count as 5."""
    ann = unit("Ann", weapon="Light Laser")
    bob = replace(BOB, sheet=replace(BOB.sheet, plight=Plight(webbed=True)))
    near, far = (game(ann, bob, JEEP, phase=ORDERS, board=on(HALL, Ann="A1E", Jeep=at)) for at in ("C1N", "D1N"))
    after, _ = order(near, "plan", ["Ann"], plan="cut free Bob")
    assert [task.thing for task in after.ledger.turn.plans["Ann"]] == ["Bob"]
    with pytest.raises(RuleError, match="A web is cut within 4 cm, and Bob is 5 cm away"):
        order(far, "plan", ["Ann"], plan="cut free Bob")
