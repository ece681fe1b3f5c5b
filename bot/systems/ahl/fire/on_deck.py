"""What the deck says of a fire, where firer and target stand on one: range, line, cover, light, and who else is on it
(AHL 10, 11.A, 11.C, 14, 15.A, 23).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.deck.board import Board
from bot.deck.passage import has_handhold, is_beside_obstruction
from bot.deck.plan import At, Fixture, named, range_between
from bot.deck.sight import fire_line
from bot.deck.view import Marks
from bot.engine.cards import Suggestion, article, counted, sentence, whose
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit, Value
from bot.systems.ahl.blast.reach import Cause
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.close import enemies_sharing
from bot.systems.ahl.fire.combat import Attack, FireResult
from bot.systems.ahl.fire.line import Cover, LineOfFire, endangered, line_of_fire
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.wounds.wording import without_air

COVER_RULES = {Cover.CORNER: "AHL 14.A", Cover.CONSOLE: "AHL 14.B", Cover.MACHINERY: "AHL 14.C"}
_IN_FIELD = "in the field of fire (AHL 11.A.2)"
_EQUIPMENT = {Fixture.RED: Cause.RED, Fixture.GREEN: Cause.GREEN}


@dataclass(frozen=True, slots=True)
class OnLine:
    """Somebody else in the danger space: in which of its squares, counted from the firer, and the line to him."""

    unit: Unit
    along: int
    line: LineOfFire
    airless: bool


@dataclass(frozen=True, slots=True)
class FireOnDeck:
    """A fire as the deck has it.

    `along` is the target's square in the danger space, `airless` whether that is in vacuum, `obstructed` whether an
    obstruction is on a side of it; `enemies` who shares the firer's square, `handhold` whether that has one;
    `equipment` where and what the line ends on, if it is some that may explode.
    """

    board: Board
    line: LineOfFire
    along: int
    airless: bool
    others: tuple[OnLine, ...]
    enemies: tuple[str, ...]
    obstructed: bool
    handhold: bool
    equipment: tuple[At, Cause] | None
    marks: Marks

    @property
    def working(self) -> tuple[str, ...]:
        """What the deck decided, each with its rule."""
        squares = counted(self.line.range, "square")
        field = "in his own square, which has no front (ruling R-163)" if self.line.own else _IN_FIELD
        told = [f"Range {squares} on the deck, the line clear (AHL 11.C.1, 10), {field}"]
        told += [f"In cover behind {article(cover)} ({COVER_RULES[cover]})" for cover in self.line.because]
        if self.line.dark:
            told.append("The target stands in the dark (AHL 23)")
        if self.others:
            names = sentence(one.unit.name for one in self.others)
            told.append(f"In the danger space on the deck as well: {names} (AHL 10)")
        return tuple(told)


def fire_on_deck(scene: Scene, attacker: Unit, target: Unit, longest: int) -> FireOnDeck | None:
    """The fire as the deck has it, None where there is no deck with both on it.

    `longest` is how far the weapon reaches, in squares. Raises RuleError where the line is blocked, or the
    target outside of the firer's field of fire.
    """
    board: Board | None = scene.board
    if board is None or not {attacker.name, target.name} <= board.people.keys():
        return None
    line = line_of_fire(board, board.people[attacker.name], board.people[target.name])
    _check(line, attacker, target)
    start, end = line.squares[0], line.squares[-1]
    whole = fire_line(board, start, end, longest)
    others = tuple(one for one in exposed(scene, board, attacker.name, end, longest) if one.unit.name != target.name)
    stop = whole.obstruction
    return FireOnDeck(
        board=board,
        line=line,
        along=len(line.squares) - 1,
        airless=without_air(board, target.name),
        others=others,
        enemies=tuple(enemies_sharing(scene, board, attacker)),
        obstructed=is_beside_obstruction(board, end),
        handhold=has_handhold(board, board.people[attacker.name].at),
        equipment=(stop.at, _EQUIPMENT[stop.fixture]) if stop and stop.fixture in _EQUIPMENT else None,
        marks=Marks(line=(start, end), danger=whole.squares if start == end else whole.squares[1:]),
    )


def exposed(scene: Scene, board: Board, firer: str, end: At, longest: int) -> Iterator[OnLine]:
    """All active ones in the danger space of a fire through a square, nearest first (AHL 10)."""
    for square in endangered(board, firer, end, longest):
        for name, his in square:
            if scene.present[name].sheet.condition is Condition.ACTIVE:
                yield OnLine(scene.present[name], len(his.squares) - 1, his, without_air(board, name))


def follow_up(book: Book, result: FireResult, deck: FireOnDeck) -> tuple[Suggestion, ...]:
    """What the referee has to resolve next: strikes that explode, and equipment at the end of the line (AHL 15)."""
    places = {result.target.name: deck.line.squares[-1]}
    places |= {one.unit.name: one.line.squares[-1] for one in deck.others}
    hits = [attack for attack in result.attacks if attack.hit.made]
    told = [_exploding(result, attack, places[attack.target.name]) for attack in hits if attack.target.name in places]
    if deck.equipment and (result.limit is None or len(hits) < result.limit):
        at, cause = deck.equipment
        penetration = _penetration_at(book, result, deck, at)
        ends = f"The line ends on {cause} at {named(at, deck.line.squares[0].level)}: "
        told.append(Suggestion("blast", {"cause": cause, "at": named(at), "struck": penetration}, ends, " (AHL 15.A)"))
    return tuple(each for each in told if each)


def _exploding(result: FireResult, attack: Attack, at: At) -> Suggestion | None:
    """How the explosion of a strike on somebody is resolved for the others near him, if it explodes."""
    if result.spent.after.loaded.ammunition == "HE":
        cause = Cause.HE
    elif result.weapon.high_energy:
        cause = Cause.FUSION if result.weapon.name.startswith("F") else Cause.PLASMA
    else:
        return None
    already = attack.target.name
    penetration = attack.shot.cell.penetration
    fields: dict[str, Value] = {"cause": cause, "at": named(at), "penetration": penetration, "already": already}
    return Suggestion("blast", fields, f"The strike on {already} explodes: ", " (AHL 15)")


def _penetration_at(book: Book, result: FireResult, deck: FireOnDeck, at: At) -> int:
    """The penetration with which a fire comes to a square of its line."""
    ammunition = result.attacks[0].shot.ammunition
    squares = range_between(deck.line.squares[0], at, deck.board.plan.separation)
    return book.ranges(result.weapon, ammunition, squares)[1].penetration


def _check(line: LineOfFire, attacker: Unit, target: Unit) -> None:
    where = named(line.squares[-1], line.squares[0].level)
    if isinstance(line.blocked_by, Cover):
        raise RuleError(
            f"{article(line.blocked_by).capitalize()} stands between {attacker.name} and {target.name} "
            f"({COVER_RULES[line.blocked_by]}): "
            "choose another target."
        )
    if line.blocked_by is not None:
        way_out = "move, or choose another target"
        if line.could_lean:
            way_out = f"/lean out into {sentence((named(at, at.level) for at in line.could_lean), 'or')}"
        raise RuleError(
            f"{attacker.name} can't see {target.name}, the line ends at {where} ({line.blocked_by.name}): {way_out} "
            "(AHL 10)."
        )
    if not line.in_field:
        raise RuleError(
            f"{target.name} is outside {whose(attacker.name)} field of fire (AHL 11.A.2): turn him with /face first."
        )
