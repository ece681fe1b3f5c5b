"""How figures stand on a deck by their sheets, and what they do to its doors (C3K Other actions)."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import At, Facing, at_of
from bot.engine.scene import Game, Scene, Units
from bot.systems.combat3000.figure.sheet import FigurePosture, Task
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.morale.known import Fray
from bot.systems.combat3000.posing import as_they_stand, worked
from bot.systems.combat3000.turn import Turn
from tests.deck.plans import board_of
from tests.systems.combat3000.table import unit

STANDING, CROUCHED, PRONE = FigurePosture.STANDING, FigurePosture.CROUCHED, FigurePosture.PRONE
# A console at C1, a door between A1 and A2.
DECK = board_of("#########", "#. . C .#", "#D------#", "#. . . .#", "#########")


def on(board, **people):
    return replace(board, people={name: Standing(at_of(where), Facing.NORTH) for name, where in people.items()})


def sheet(posture):
    return replace(unit("Ann").sheet, posture=posture)


@pytest.mark.parametrize(
    ("square", "was", "now", "prone", "crouching"),
    [
        ("B1", STANDING, PRONE, True, False),
        ("B1", STANDING, CROUCHED, False, True),
        # Away from the console nothing hides whoever crouches.
        ("A1", STANDING, CROUCHED, False, False),
        ("A2", STANDING, CROUCHED, False, False),
        # Nor does one that a wall parts from them.
        ("C2", STANDING, CROUCHED, False, False),
        ("D2", STANDING, CROUCHED, False, False),
        ("D1", STANDING, CROUCHED, False, True),
        ("B1", STANDING, STANDING, False, False),
    ],
)
def test_a_new_posture_shows_on_the_deck(square, was, now, prone, crouching):
    board = as_they_stand(on(DECK, Ann=square), {"Ann": sheet(was)}, {"Ann": sheet(now)})
    assert (board.people["Ann"].prone, board.people["Ann"].crouching) == (prone, crouching)


@pytest.mark.rule("C3K-L04")
@pytest.mark.parametrize(
    ("foes", "posture", "covered"),
    [
        (("D1",), CROUCHED, True),
        (("D1",), STANDING, False),
        # It stands between Ann and whoever is behind it, and not between her and who stands beside her.
        (("A1",), CROUCHED, False),
        (("A1", "D1"), CROUCHED, False),
    ],
)
def test_a_console_is_cover_from_those_on_whose_line_it_stands(foes, posture, covered):
    """So says whether broken troops have come to cover, and what counts +2 in a test (ruling B-L15)."""
    ann = replace(unit("Ann"), sheet=sheet(posture))
    enemies = [unit(f"Foe {number}", side="Blue") for number, _ in enumerate(foes)]
    squares = {enemy.name: where for enemy, where in zip(enemies, foes, strict=True)}
    board = as_they_stand(on(DECK, Ann="B1", **squares), {"Ann": sheet(PRONE)}, {"Ann": ann.sheet})
    game = Game(Units().having(ann, *enemies), board=board, read_ledger=lambda: Ledger(turn=Turn()))
    assert Fray(Scene.of(game), Turn()).in_cover(ann) is covered


def test_whoever_gets_up_leans_nowhere_and_who_keeps_their_posture_stays_as_they_are():
    lying = on(DECK, Ann="B1")
    lying = replace(lying, people={"Ann": replace(lying.people["Ann"], prone=True, leaning=At(0, 0, 0))})
    up = as_they_stand(lying, {"Ann": sheet(PRONE)}, {"Ann": sheet(STANDING)})
    assert (up.people["Ann"].prone, up.people["Ann"].leaning) == (False, None)
    assert as_they_stand(lying, {"Ann": sheet(PRONE)}, {"Ann": sheet(PRONE)}) is lying


def test_people_off_the_deck_and_new_ones_change_nothing_on_it():
    board = on(DECK, Ann="B1")
    assert as_they_stand(None, {"Ann": sheet(STANDING)}, {"Ann": sheet(PRONE)}) is None
    assert as_they_stand(board, {}, {"Ann": sheet(PRONE)}) is board
    assert as_they_stand(board, {"Eve": sheet(STANDING)}, {"Eve": sheet(PRONE)}) is board


def test_a_door_opens_for_whoever_has_worked_on_it_and_others_are_told_why_not():
    board, failed = worked(on(DECK, Ann="A1", Bob="D2"), {"Ann": Task("OD"), "Bob": Task("OD"), "Eve": Task("OD")})
    assert board.open == {edge for edge in board.plan.levels[0].barriers if board.plan.levels[0].barriers[edge].portal}
    assert list(failed) == ["Bob"]
    same, failed = worked(on(DECK, Ann="A1"), {"Ann": Task("D", "Rifle")})
    assert (same.open, failed) == (frozenset(), {})
    assert worked(None, {"Ann": Task("OD")}) == (None, {})
