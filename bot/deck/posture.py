"""How somebody stands on their square: which way they face, leaning round a corner, crouching, prone (rules 14, 15)."""

from dataclasses import replace
from enum import StrEnum

from bot.deck.board import Board, Standing
from bot.deck.cover import check_crouch, check_lean
from bot.deck.placing import placed, standing_of
from bot.deck.plan import Facing
from bot.deck.squares import AHEAD, moved
from bot.engine.errors import RuleError


class Posture(StrEnum):
    """How somebody holds themselves."""

    CROUCHING = "crouching"
    PRONE = "prone"
    UP = "up"


def faced(board: Board, name: str, facing: Facing) -> Board:
    """The board with somebody turned; RuleError where they aren't on it, as for all that follow."""
    return placed(board, name, replace(standing_of(board, name), facing=facing))


def leaned(board: Board, name: str, side: Facing | None) -> Board:
    """The board with somebody leaning round a corner into the square at their side, or with None back in their own.

    Raises RuleError where there is no corner, or somebody else leans from that square already (rule 14.A).
    """
    standing = _on_a_level(board, name)
    if side is None:
        return placed(board, name, replace(standing, leaning=None))
    into = moved(standing.at, *AHEAD[side])
    check_lean(board, name, into)
    return placed(board, name, replace(standing, leaning=into, crouching=False))


def held(board: Board, name: str, posture: Posture) -> Board:
    """The board with somebody so, and no longer leaning; RuleError where no console is there to crouch behind."""
    standing = _on_a_level(board, name)
    if posture is Posture.CROUCHING:
        check_crouch(board, name)
    crouching, prone = posture is Posture.CROUCHING, posture is Posture.PRONE
    return placed(board, name, replace(standing, crouching=crouching, prone=prone, leaning=None))


def _on_a_level(board: Board, name: str) -> Standing:
    """How somebody stands; raises RuleError if they are on a ladder or hang from an edge."""
    standing = standing_of(board, name)
    if standing.between:
        raise RuleError(f"{name} is between two levels: wait until he stands on one.")
    return standing
