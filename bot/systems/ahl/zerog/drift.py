"""Drifting on the deck in zero-G: launched in a straight line, until something is met, and hitting it (AHL 26.C)."""

from dataclasses import dataclass, replace

from bot.deck.board import Board, placed
from bot.deck.placing import read_steps
from bot.deck.plan import At, named
from bot.deck.view import Marks
from bot.engine.cards import Card, Suggestion, Tone, counted
from bot.engine.dice import Check, Dice, Modifier
from bot.engine.errors import RuleError
from bot.engine.scene import Said, Scene
from bot.engine.system import Outcome, Unit
from bot.systems.ahl.blast.reach import Direction, flight
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.blows import Circumstances, effect_on, shift, suffer
from bot.systems.ahl.sheet.character import Character, ZeroG
from bot.systems.ahl.tables import Effect
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.walking.ground import Gait, points
from bot.systems.ahl.wounds.damage import Wounded

DRIFTS = {Gait.DRIFT, Gait.FAST_DRIFT}


@dataclass(frozen=True, slots=True)
class DriftReport:
    """One phase of drifting: which way, whether at running rate, over which squares, and whether something ends it."""

    name: str
    way: str
    fast: bool
    start: At
    path: tuple[At, ...]
    cost: int
    met: bool


def drift(book: Book, board: Board, mover: Unit, gait: Gait, to: str, left: int | None = None) -> Outcome:
    """A phase of drifting: launched towards `to`, or on as before; raises RuleError for any other direction.

    It goes as far as six action points pay for at the walking or the running rate, or in the phase of a launch as those
    that are `left`, in halves; what is met at the running rate hurts them then (AHL 26.C).
    """
    character: Character = mover.sheet
    mark = character.zero_g
    way = mark.drift or _launched(mover.name, character, to)
    fast = mark.fast if mark.drift else gait is Gait.FAST_DRIFT
    standing = board.people[mover.name]
    course = direction(way, standing.at)
    each = _rate(book, character, course, fast=fast)
    far = (book.phase(character) if left is None else left) // each
    if far == 0:
        raise RuleError(
            f"{mover.name} has no {points(each)} AP left for a square: /phase goes on to the next one (AHL 6)."
        )
    path = flight(board, standing.at, course, far + 1)
    met = len(path) <= far
    path = path[:far]
    at = path[-1] if path else standing.at
    # Who is still fast and drifts no more has the collision to come, which is thrown with this.
    after = ZeroG(disoriented=True, fast=fast) if met else replace(mark, drift=way, fast=fast)
    after = replace(after, fired=mark.fired, melee=mark.melee, handhold=mark.handhold)
    return Outcome(
        {mover.name: replace(character, zero_g=after)},
        DriftReport(mover.name, way, fast, standing.at, path, each, met),
        board=placed(board, mover.name, standing.moved(at)),
        marks=Marks(trail=(standing.at, *path)),
        done=DoneInTurn(path=path, moved=True),
        then=(Said("collide", {"name": ((mover.name, None),)}, {}, ""),) if met and fast else (),
    )


def weightless(scene: Scene) -> bool:
    """Whether the gravity is off in the campaign."""
    return scene.settings.get("zero-g") == "yes"


def drifts(scene: Scene, unit: Unit) -> bool:
    """Whether somebody drifts still: once there is gravity again, a drift is over (AHL 26.C)."""
    return bool(unit.sheet.zero_g.drift) and weightless(scene)


def at_rest(character: Character) -> Character:
    """The same, who drifts no more and has met nothing."""
    mark = character.zero_g
    return replace(character, zero_g=replace(mark, drift="", fast=False)) if mark.drift else character


def check_drifting(mover: Unit, to: str) -> None:
    """Raises RuleError for whoever drifts and would go another way, or stop (AHL 26.C)."""
    mark = mover.sheet.zero_g
    if mark.drift and to.upper() not in {"", mark.drift}:
        raise RuleError(
            f"{mover.name} drifts {mark.drift} and can't stop or turn before they meet something: /move them without "
            "a place, and they drift on (AHL 26.C)."
        )


def _launched(name: str, character: Character, typed: str) -> str:
    if character.zero_g.disoriented:
        raise RuleError(f"{name} is disoriented and can't launch themselves: /reorient them first (AHL 26.B).")
    if len(read_steps(typed, At(0, 0, 0)) or ()) != 1:
        raise RuleError("Say which way they launch themselves, as to:E or to:NW (AHL 26.C).")
    return typed.strip().upper()


def direction(way: str, start: At) -> Direction:
    """Which way a drift goes, as steps by x and y."""
    squares = read_steps(way, start)
    assert squares
    return squares[0].x - start.x, squares[0].y - start.y


def _rate(book: Book, character: Character, course: Direction, *, fast: bool) -> int:
    """What a square of the drift counts in halves of a point: the walking or running rate (ruling R-138)."""
    costs = book.costs(character, Gait.FAST_DRIFT if fast else Gait.DRIFT)
    return costs.diagonal if all(course) else costs.forward


def drift_card(report: DriftReport) -> Card:
    """The answer: how far they drift in this phase, and what they meet."""
    speed = "running" if report.fast else "walking"
    end = named((report.path or (report.start,))[-1], report.start.level)
    number = len(report.path)
    lines: list[str | Suggestion] = [f"{counted(number, 'square')} {report.way} at {speed} rate, to {end}"]
    if not report.met:
        then = Suggestion("move", {"name": report.name}, "They drift on in the next phase: ")
    else:
        then = Suggestion("reorient", {"name": report.name}, "Something stops them there: disoriented until ")
    working = (
        f"At {speed} rate {points(report.cost)} AP a square, 6 a phase (AHL 8.A, 26.C)",
        "Whoever drifts goes straight on at the same speed until they meet something, then has to reorient themselves; "
        "they may fire and fight meanwhile (AHL 26.C)",
    )
    title = f"{report.name} drifts {report.way}"
    return Card(title, (*lines, then), working, tone=Tone.BAD if report.met else Tone.PLAIN)


@dataclass(frozen=True, slots=True)
class Collision:
    """An obstruction hit at running speed: the column (None off the table), the die, its result, who was hurt."""

    circumstances: Circumstances
    shift: Modifier | None
    column: int | None
    check: Check | None
    table: Effect
    effect: Effect
    wounded: Wounded

    @property
    def after(self) -> Character:
        """The character, who has stopped and must reorient themselves (AHL 26.C)."""
        hurt = self.wounded.after
        return replace(hurt, zero_g=replace(hurt.zero_g, disoriented=True, drift="", fast=False))


def collide(
    book: Book, character: Character, circumstances: Circumstances, dice: Dice, own: Modifier | None = None
) -> Collision:
    """Hit an obstruction at running speed: a die in column −2 of the melee table (AHL 26.C).

    `circumstances.zero_g` says that armor and zero-G soften it as they do melee; by default it is read as it
    stands (ruling R-138). In vacuum a wound is worse as always. `own` is the referee's modifier.
    """
    moved = shift(character, circumstances) if circumstances.zero_g else None
    column = book.melee.column(book.collision, -moved.dm if moved else 0)
    if column is None:
        return Collision(circumstances, moved, None, None, Effect.NONE, Effect.NONE, Wounded(character))
    check = Check("collision", dice.roll(1, why="collision"), (own,) if own else ())
    result = book.melee.effect(column, check.total)
    effect = effect_on(character, result, circumstances)
    wounded = suffer(character, effect, circumstances, book.wound, dice)
    return Collision(circumstances, moved, column, check, result, effect, wounded)
