"""How figures stand on a deck by their sheets, and what they do to its doors (C3K Other actions)."""

from collections.abc import Mapping
from dataclasses import replace

from bot.deck.board import Board, placed
from bot.deck.placing import portal_of
from bot.deck.portals import open_portal
from bot.deck.posture import consoles_beside
from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Figure, FigurePosture, Sheet, Task


def as_they_stand(board: Board | None, before: Mapping[str, Sheet], after: Mapping[str, Sheet]) -> Board | None:
    """The board with those on it prone or up who have another posture now; who crouches hides behind a console where
    one is beside them.
    """
    if board is None:
        return None
    for name, sheet in after.items():
        standing, was = board.people.get(name), before.get(name)
        if standing is None or not isinstance(sheet, Figure) or not isinstance(was, Figure):
            continue
        if sheet.posture is was.posture:
            continue
        prone = sheet.posture is FigurePosture.PRONE
        crouching = sheet.posture is FigurePosture.CROUCHED and bool(consoles_beside(board, standing.at))
        if (standing.prone, standing.crouching) != (prone, crouching):
            board = placed(board, name, replace(standing, prone=prone, crouching=crouching, leaning=None))
    return board


def worked(board: Board | None, done: Mapping[str, Task]) -> tuple[Board | None, dict[str, str]]:
    """The board with the doors that some have opened now, and why who couldn't, by name."""
    failed: dict[str, str] = {}
    for name, task in done.items():
        if task.code != "OD" or board is None or name not in board.people:
            continue
        try:
            board = open_portal(board, portal_of(board, board.people[name].at, task.thing))
        except RuleError as problem:
            failed[name] = str(problem)
    return board, failed
