"""Who stands with whom on a deck, for morale (AHL 18.D, ruling R-121)."""

import pytest

from bot.engine.scene import Scene
from bot.systems.ahl.morale.on_deck import leaders_beside, squad_mates
from bot.systems.ahl.sheet.character import Condition, Nerve
from tests.systems.ahl.table import Table, one

ANN, BOB = one("Ann", "1", "B2"), one("Bob", "1", "B2")


def test_a_leaders_squad_are_those_who_stand_in_their_square():
    board = Table(ANN, BOB, one("Cid", "1", "C2")).board
    units = [unit for unit, _ in (ANN, BOB, one("Cid", "1", "C2"), one("Dot", "1", "B2"))]
    # Dot isn't on the deck.
    assert squad_mates(board, "Ann", units) == {"Ann", "Bob"}
    assert squad_mates(board, "Cid", units) == {"Cid"}
    assert squad_mates(board, "Dot", units) == frozenset()
    assert squad_mates(None, "Ann", units) == frozenset()


@pytest.mark.rule("AHL-18Dd")
@pytest.mark.parametrize(
    ("leader", "square", "side", "leads"),
    [
        ({}, "B2", "blue", True),
        ({"nerve": Nerve.HALTED}, "B2", "blue", True),
        ({"nerve": Nerve.COWERING}, "B2", "blue", False),
        ({"nerve": Nerve.FLEEING}, "B2", "blue", False),
        ({"condition": Condition.UNCONSCIOUS}, "B2", "blue", False),
        ({"leadership": 0}, "B2", "blue", False),
        ({}, "C2", "blue", False),
        ({}, "B2", "red", False),
    ],
)
def test_whoever_rallies_is_helped_by_a_steady_leader_of_their_side_in_their_square(leader, square, side, leads):
    chief = one("Chief", "1", square, side=side, **{"leadership": 1, **leader})
    table = Table(ANN, chief)
    found = leaders_beside(Scene.of(table.game), table.board, [ANN[0]])
    assert [unit.name for unit in found] == (["Chief"] if leads else [])
    # Nobody helps themselves.
    assert leaders_beside(Scene.of(table.game), table.board, [chief[0]]) == ()
