"""A vortex that is there takes whoever is in it: once it has grown, and whoever goes into it (C3K Shells and grenades).

Squares are 1½ cm: a vortex of 15 cm reaches 7½ from its centre, one that has doubled 15.
"""

from dataclasses import replace

import pytest

from bot.engine.due import said
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Units
from bot.systems.combat3000.hit.plights import Vortex
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.systems.combat3000.morale.table import on, order
from tests.systems.combat3000.table import C3K, unit

ORDERS, _, MOVEMENT, FIRING, ACTIONS = Phase
# Twenty squares in a row.
ROW = board_of("#" * 41, "#" + " ".join("." * 20) + "#", "#" * 41)
PEOPLE = unit("Ann", weapon="Rifle"), unit("Bob", side="Blue", weapon="Rifle"), unit("Cid", side="Blue")


def table(*vortices, phase=ORDERS, board=None, **squares):
    board = on(board or ROW, **squares) if squares else None
    ledger = Ledger(vortices=vortices, turn=Turn(phase=phase))
    return Game(Units().having(*PEOPLE), board=board, read_ledger=lambda: ledger)


def of_vortices(game):
    return [each for each in C3K.due(game) if "vortex" in each.what and each.answer]


AT_A1 = Vortex(15, at=next(iter(on(ROW, Ann="A1E").people.values())).at, deck=ROW.plan.name)


@pytest.mark.rule("C3K-H11")
def test_one_that_has_doubled_takes_whoever_is_in_all_of_it():
    """Bob is 9 cm away, beyond 7½, and within the 15 of the doubled one; Cid is 16½ away."""
    small = table(AT_A1, Bob="G1W", Cid="L1W")
    assert of_vortices(small) == []
    grown = table(replace(AT_A1, diameter=30, leaving=True), Bob="G1W", Cid="L1W")
    (found,) = of_vortices(grown)
    assert found.owes == ("Bob",)
    assert (found.what, found.optional, found.decides) == (
        "the vortex of 30 cm around A1, in which they are",
        False,
        ("",),
    )
    with pytest.raises(RuleError, match="Bob: the vortex of 30 cm around A1, in which they are comes first"):
        order(grown, "phase")
    after, card = order(grown, "blast", **found.choices[0].said.fields)
    assert (card.title, after.units["Bob"].sheet.killed) == ("The vortex of 30 cm around A1", True)
    assert not after.units["Cid"].sheet.killed
    assert after.ledger.vortices == grown.ledger.vortices, "no second one comes to be"
    assert of_vortices(after) == []


@pytest.mark.rule("C3K-H11")
@pytest.mark.parametrize(("phase", "asked"), [(ORDERS, True), (MOVEMENT, False), (FIRING, True), (ACTIONS, False)])
def test_it_is_asked_as_a_turn_begins_and_once_all_have_moved(phase, asked):
    """Who has gone into it is gone; 7½ cm is the fifth square from its own, and its edge counts."""
    assert bool(of_vortices(table(AT_A1, phase=phase, Bob="F1W"))) is asked


@pytest.mark.rule("C3K-H11")
def test_off_a_deck_the_referee_says_who_is_in_which_one():
    game = table(Vortex(15), Vortex(30), Vortex(60, away=True))
    assert [each.what for each in of_vortices(game)] == [
        "whoever is in the vortex of 15 cm",
        "whoever is in the vortex of 30 cm",
    ]
    assert all(
        each.optional and each.answer == said("blast", (), cause="125", waiting=True) for each in of_vortices(game)
    )
    after, _ = order(game, "blast", others={"people": ["Bob"]}, cause="125", waiting=True)
    assert after.units["Bob"].sheet.killed
    with pytest.raises(RuleError, match="No vortex is on the table: leave “waiting” out"):
        order(table(Vortex(15, away=True)), "blast", others={"people": ["Bob"]}, cause="125", waiting=True)


@pytest.mark.rule("C3K-H11")
def test_what_lies_on_no_deck_or_another_the_referee_asks_about_though_one_is_up():
    for vortex in (Vortex(15), replace(AT_A1, deck="Elsewhere")):
        game = table(vortex, Bob="A1E")
        (found,) = of_vortices(game)
        assert (found.what, found.optional) == ("whoever is in the vortex of 15 cm", True) or vortex.at
        assert found.answer == said("blast", (), cause="125", waiting=True)
    after, _ = order(table(Vortex(15), Bob="L1E"), "blast", others={"people": ["Bob"]}, cause="125", waiting=True)
    assert after.units["Bob"].sheet.killed


@pytest.mark.rule("C3K-H11")
def test_it_lies_where_it_burst_until_it_jumps():
    """A calf lies in the same place; one that comes back does so somewhere that the table knows."""
    burst, _ = order(table(Bob="F1W"), "blast", cause="125", at="A1")
    assert [(each.at, each.deck) for each in burst.ledger.vortices] == [(AT_A1.at, ROW.plan.name)]
    ending = table(AT_A1, phase=ACTIONS, Cid="L1W")
    calved, _ = order(ending, "phase", faces=[5])
    assert calved.ledger.vortices == (AT_A1, AT_A1)
    gone, _ = order(ending, "phase", faces=[7])
    assert gone.ledger.vortices == (Vortex(15, away=True),)
