"""The end of an action phase for the doors, airlocks and lifts of the deck that is up (AHL 8.B)."""

from dataclasses import dataclass

from bot.deck.board import Board
from bot.deck.portals import at_work
from bot.deck.view import Marks
from bot.engine.dice import Dice
from bot.engine.system import Scene
from bot.systems.ahl.portals.doors import Work, begin_phase, end_works


@dataclass(frozen=True, slots=True)
class DeckEnd:
    """The deck after a phase, None where it is as before; what happened on it, and what its picture marks."""

    board: Board | None = None
    works: tuple[Work, ...] = ()
    marks: Marks | None = None


def end_on_deck(scene: Scene, dice: Dice) -> DeckEnd:
    """End an action phase for the doors, airlocks and lifts of the deck.

    They wait where the phase ends for some only of those who stand on it.
    """
    board: Board | None = scene.board
    everybody = {unit.name for unit in scene.all("characters")}
    if board is None or not board.people.keys() <= everybody:
        return DeckEnd()
    after, works = end_works(board, dice)
    return DeckEnd(begin_phase(after), works, Marks(about=at_work(board, after)) if works else None)
