"""What the deck says of a fire, where firer and target stand on one: range, line, cover, light, and who else is on it
(AHL 10, 11.A.2, 11.C.1, 14, 23).
"""

from dataclasses import dataclass

from bot.deck.board import Board
from bot.deck.cover import Cover
from bot.deck.fire import LineOfFire, line_of_fire
from bot.deck.naming import named
from bot.deck.sight import danger_space
from bot.deck.view import Marks
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit

_RULES = {Cover.CORNER: "AHL 14.A", Cover.CONSOLE: "AHL 14.B", Cover.MACHINERY: "AHL 14.C"}


@dataclass(frozen=True, slots=True)
class OnLine:
    """Somebody else in the danger space: which of its squares he is in, counted from the firer, and his line."""

    unit: Unit
    along: int
    line: LineOfFire


@dataclass(frozen=True, slots=True)
class FireOnDeck:
    """A fire as the deck has it; `along` is the target's square in the danger space."""

    line: LineOfFire
    along: int
    others: tuple[OnLine, ...]
    marks: Marks

    @property
    def working(self) -> tuple[str, ...]:
        """What the deck decided, each with its rule."""
        told = [f"Range {self.line.range} squares on the deck, its line clear (AHL 11.C.1, 10)"]
        told += [f"In cover behind a {cover} ({_RULES[cover]})" for cover in self.line.because]
        if self.line.dark:
            told.append("The target stands in the dark (AHL 23)")
        return tuple(told)


def fire_on_deck(scene: Scene, attacker: Unit, target: Unit, longest: int) -> FireOnDeck | None:
    """The fire as the deck has it, None where there is no deck with both on it.

    `longest` is how far the weapon reaches, in squares. Raises RuleError where the line is blocked, or the
    target outside of the firer's field of fire.
    """
    board: Board | None = scene.board
    if board is None or not {attacker.name, target.name} <= board.people.keys():
        return None
    firer = board.people[attacker.name]
    line = line_of_fire(board, firer, board.people[target.name])
    _check(line, attacker, target)
    start, end = line.squares[0], line.squares[-1]
    danger = danger_space(board, start, end, longest)
    steps = {at: number for number, at in enumerate(danger)}
    others = []
    for unit in scene.present.values():
        standing = board.people[unit.name]
        at = standing.leaning or standing.at
        if unit.name in {attacker.name, target.name} or at not in steps:
            continue
        his = line_of_fire(board, firer, standing)
        if his.blocked_by is None:
            others.append(OnLine(unit, steps[at], his))
    return FireOnDeck(line, steps.get(end, 0), tuple(others), Marks(line=(start, end), danger=danger))


def _check(line: LineOfFire, attacker: Unit, target: Unit) -> None:
    where = named(line.squares[-1], line.squares[0].level)
    if isinstance(line.blocked_by, Cover):
        raise RuleError(
            f"{target.name} is hidden by the {line.blocked_by} at {where} ({_RULES[line.blocked_by]}): "
            "choose another target."
        )
    if line.blocked_by is not None:
        way_out = "move, or choose another target"
        if line.could_lean:
            way_out = f"lean out into {sentence((named(at, at.level) for at in line.could_lean), 'or')}"
        raise RuleError(
            f"{attacker.name} can't see {target.name}, the line ends at {where} ({line.blocked_by.name}): {way_out} "
            "(AHL 10)."
        )
    if not line.in_field:
        raise RuleError(
            f"{target.name} is outside {attacker.name}'s field of fire (AHL 11.A.2): turn him with /face first."
        )
