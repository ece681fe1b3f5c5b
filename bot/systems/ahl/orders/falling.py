"""Whoever is put out falls prone where he stands on the deck, and comes round so (AHL 12.C); from a ladder or an edge
he falls to the level below.
"""

from collections.abc import Callable
from dataclasses import replace

from bot.deck.board import Board
from bot.deck.placing import placed
from bot.engine.dice import Dice
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Values
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.walking.climbing import let_go


def falling(order: Order) -> Order:
    """The same order, after which everybody whom it put out, or brought round, lies prone on the deck."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        resolve = order.prepared(scene, values)
        return resolve if scene.only_odds else lambda dice: _fallen(scene, resolve(dice))

    return replace(order, resolve=InTwoSteps(prepare))


def _fallen(scene: Scene, outcome: Outcome) -> Outcome:
    board: Board | None = outcome.board or scene.board
    if board is None:
        return outcome
    fallen = [name for name, sheet in outcome.after.items() if name in board.people and _falls(scene, name, sheet)]
    for name in fallen:
        board = let_go(board, name)
        board = placed(board, name, replace(board.people[name], prone=True, leaning=None, crouching=False))
    return replace(outcome, board=board) if fallen else outcome


def _falls(scene: Scene, name: str, after: Character) -> bool:
    """Whether somebody is out after an order, or was before it."""
    before: Character = scene.present[name].sheet if name in scene.present else after
    return {before.condition, after.condition} != {Condition.ACTIVE}
