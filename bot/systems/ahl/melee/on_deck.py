"""Melee on a deck: who is adjacent to whom, with nothing between, and in front of whom (AHL 3, 17)."""

from dataclasses import dataclass

from bot.deck.board import Board, Standing
from bot.deck.passage import can_pass
from bot.deck.placing import placed
from bot.deck.plan import Bearing, adjacent, bearing, named, range_between
from bot.deck.view import Marks
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.walking.costs import PLACES_IN_A_SQUARE, occupant


@dataclass(frozen=True, slots=True)
class MeleeOnDeck:
    """A melee as the deck has it.

    `sharing` are the attackers in the target's square; `turned_away` tells that the first attacker isn't in front of
    the target, which can't strike back then; `crowded` that they dive into a full square.
    """

    board: Board
    target: str
    sharing: frozenset[str]
    turned_away: bool
    crowded: bool

    def dived(self, diver: str) -> Board:
        """The board with a diver in the target's square."""
        standing = self.board.people[diver]
        where = self.board.people[self.target].at
        return placed(self.board, diver, Standing(where, standing.facing))

    @property
    def marks(self) -> Marks:
        """The picture shows where they fight."""
        return Marks(about=(self.board.people[self.target].at,))

    @property
    def lines(self) -> tuple[str, ...]:
        """What the referee has to see to."""
        if not self.crowded:
            return ()
        return ("That square is full, and somebody is thrown out of it first: take this back and /dive (AHL 8.C.7)",)

    @property
    def working(self) -> str:
        """What the deck decided."""
        where = named(self.board.people[self.target].at)
        inside = f", {sentence(sorted(self.sharing))} in the same square" if self.sharing else ""
        return f"At {where} on the deck: adjacent in a front square, nothing between{inside} (AHL 17)"


def melee_on_deck(scene: Scene, board: Board | None, *, dived: bool) -> MeleeOnDeck | None:
    """The melee as the deck has it, None where not all of them are on one.

    Raises RuleError for an attacker who isn't adjacent, has something between, or looks the other way.
    """
    target = scene.one("target")
    attackers = scene.all("attacker")
    if board is None or not {target.name, *(unit.name for unit in attackers)} <= board.people.keys():
        return None
    # Odds are asked for before anybody has come so far.
    for unit in () if scene.only_odds else attackers:
        _check(board, unit, target, dives=dived and unit is attackers[0])
    first, his = board.people[attackers[0].name], board.people[target.name]
    return MeleeOnDeck(
        board,
        target.name,
        frozenset(unit.name for unit in attackers if board.people[unit.name].at == his.at),
        crowded=dived and bool(crowd_against(scene, board, attackers[0], target)),
        turned_away=not dived and first.at != his.at and bearing(his.facing, his.at, first.at) is not Bearing.FRONT,
    )


def crowd_against(scene: Scene, board: Board, diver: Unit, target: Unit) -> list[Unit]:
    """The active ones in the target's square, if it has no room for the diver by the limit of rule 2; else nobody."""
    at = board.people[target.name].at
    inside = [unit for unit in scene.present.values() if board.people[unit.name].at == at and unit.name != diver.name]
    active = [unit for unit in inside if occupant(unit.sheet).active]
    return active if sum(occupant(unit.sheet).size for unit in (*active, diver)) > PLACES_IN_A_SQUARE else []


def _check(board: Board, unit: Unit, target: Unit, *, dives: bool) -> None:
    mine, his = board.people[unit.name], board.people[target.name]
    if mine.at == his.at:
        return
    check_beside(board, unit, target)
    if not dives and bearing(mine.facing, mine.at, his.at) is not Bearing.FRONT:
        raise RuleError(f"{target.name} is in no front square of {unit.name}: turn him with /face first (AHL 17).")


def check_beside(board: Board, unit: Unit, target: Unit) -> None:
    """Raise RuleError where two aren't in squares that touch, with nothing between."""
    mine, his = board.people[unit.name], board.people[target.name]
    if not adjacent(mine.at, his.at):
        squares = range_between(mine.at, his.at, board.plan.separation)
        raise RuleError(
            f"{unit.name} is {squares} squares from {target.name}: /move him into an adjacent square first (AHL 17)."
        )
    if not can_pass(board, mine.at, his.at):
        raise RuleError(f"Something stands between {unit.name} and {target.name}: go round it first (AHL 17).")
