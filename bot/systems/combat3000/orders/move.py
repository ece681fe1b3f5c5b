"""`/move`: somebody goes on foot, in a vehicle or through the air; where a turn is kept, all at once (C3K Walk)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from bot.deck.board import Board, placed
from bot.deck.plan import named
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.combat3000.asked.moving import MoveOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Sheet, dead
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.moving.going import already_moved, go
from bot.systems.combat3000.moving.moved import Went, cm_words, having_gone
from bot.systems.combat3000.moving.rates import Ground
from bot.systems.combat3000.moving.together import together
from bot.systems.combat3000.moving.ways import living_on
from bot.systems.combat3000.turn import Phase, Turn, not_done
from bot.systems.marks import check_takes_part

_TOGETHER = "All move at once: it is secret until /phase shows every move together (C3K The game turn)"
_DOES = {"walk": "walks", "run": "runs", "crawl": "crawls", "climb": "climbs", "fly": "flies", "drive": "goes"}


@dataclass(frozen=True, slots=True)
class Plotted:
    """A move that is kept until all are carried out, as far as it looks now."""

    moved: Went


def move_order(book: Book) -> Order:
    """`/move`: carried out at once; in the movement phase of a turn that is kept, with all others as it ends."""

    def decide(scene: Scene, asked: MoveOrder, dice: Dice) -> Outcome:
        unit, turn = scene.one("name"), turn_of(scene)
        if turn and turn.phase is Phase.MOVEMENT and scene.said:
            besides = turn.moves.keys() - {unit.name}
            looked_at = go(scene, unit, asked, None, book, besides).moved
            ledger = replace(scene.ledger, turn=turn.moving(unit.name, scene.said))
            return Outcome({}, Plotted(looked_at), ledger, sealed=True)
        if asked.counts_turns and (against := already_moved(unit.name, unit.sheet, asked.gait)):
            raise RuleError(against)
        gone = go(scene, unit, asked, dice, book)
        marks = Marks(trail=gone.moved.path) if gone.board and gone.moved.path else None
        return Outcome(gone.after, gone.moved, board=gone.board, marks=marks)

    return typed_order(MoveOrder, decide, _card)


@dataclass(frozen=True, slots=True)
class Together:
    """All moves of a phase: what each came to, why some couldn't be made, in sentences, and what is then."""

    moves: tuple[Went, ...]
    failed: tuple[str, ...]
    after: Mapping[str, Sheet]
    board: Board | None

    @property
    def marks(self) -> Marks | None:
        """All ways in one picture."""
        ways = [moved.path for moved in self.moves if moved.path]
        return Marks(trails=tuple(ways)) if ways else None


def all_together(scene: Scene, turn: Turn, order: Order, dice: Dice, book: Book) -> Together:
    """Every move of a phase at once: nobody is in the way of who goes from there, and enemies whose ways cross meet."""
    moves: list[Went] = []
    failed: list[str] = []
    now = scene
    for name, said in turn.moves.items():
        asked = order.made(order.read(said.fields, scene.settings))
        try:
            check_takes_part(now.known[name])
            # Whose yes it needed was asked as it was written down.
            theirs = replace(now, by=said.by or now.by, yes="") if now.known_to else now
            gone = go(theirs, now.known[name], asked, dice, book, turn.moves.keys() - {name})
        except RuleError as problem:
            failed.append(not_done([name], problem))
            continue
        moves.append(gone.moved)
        now = _after(now, gone.after, gone.board)
    people = {} if now.board is None else living_on(now.board, now.known)
    moves = together(moves, people, partial(_hostile, scene))
    after = {each.name: having_gone(now.known[each.name].sheet, each) for each in moves}
    board = now.board
    for each in moves:
        if each.path:
            board = placed(board, each.name, replace(board.people[each.name], at=each.path[-1]))
    changed = {name: sheet for name, sheet in after.items() if sheet != scene.known[name].sheet}
    return Together(tuple(moves), tuple(failed), changed, board)


def _hostile(scene: Scene, one: str, other: str) -> bool:
    """Whether two on the deck are living enemies, of whom neither lets the other pass."""
    units = [scene.known[name] for name in (one, other) if name in scene.known]
    return len({unit.side for unit in units}) > 1 and not any(dead(unit.sheet) for unit in units)


def _after(scene: Scene, sheets: Mapping[str, Sheet], board: Board | None) -> Scene:
    units = {name: replace(scene.known[name], sheet=sheet) for name, sheet in sheets.items()}
    known: Mapping[str, Unit] = {**scene.known, **units}
    return replace(scene, known=known, board=board or scene.board)


def _card(result: Went | Plotted, _: Faces) -> Card:
    if isinstance(result, Plotted):
        return Card(f"{result.moved.name} has a move written down", (moved_line(result.moved),), (_TOGETHER,))
    return Card(moved_line(result), tuple(_more(result)), tuple(moved_working(result)))


def moved_line(moved: Went) -> str:
    """A move in a line: `Ann runs 9 cm to F7`."""
    name, does = moved.name, _DOES[moved.gait]
    if moved.into:
        return f"{name} gets {'out of' if moved.out else 'into'} {moved.into}"
    if moved.crossing:
        return f"{name} crosses a bank, which takes {counted(moved.crossing, 'turn')}"
    over = "" if moved.ground is Ground.LEVEL else f", {moved.ground}"
    to = f" to {named(moved.path[-1], moved.path[0].level)}" if moved.path else ""
    height = "" if moved.height is None else " and lands" if moved.landed else f", {cm_words(moved.height)} up"
    met = f", and meets {moved.met}" if moved.met else ""
    most = "up to " if moved.die is None and moved.ground in {Ground.STEEP, Ground.VERTICAL} else ""
    return f"{name} {does} {most}{cm_words(moved.cm)}{to}{over}{height}{met}"


def _more(moved: Went) -> Iterator[str]:
    if moved.left:
        yield f"{cm_words(moved.left)} of ladder to go: /move goes on in the next turn"
    elif moved.short and not moved.met:
        yield "As far as that gait goes in a turn"
    if moved.riders:
        yield f"With {sentence(moved.riders)}"
    if moved.ground is Ground.VEGETATION:
        yield "It leaves a cleared path of its own width"


def moved_working(moved: Went) -> Iterator[str]:
    """Where the figures of a move come from."""
    if moved.range:
        yield (
            f"By last turn's speed from {cm_words(moved.range.lowest)} to {cm_words(moved.range.highest)} "
            "(C3K Vehicle movement)"
        )
    elif moved.die is not None:
        yield f"The walk less a die of {moved.die} is {cm_words(moved.most)} (C3K Climbing, rulings B-M1 and B-M2)"
    elif moved.gait in {"walk", "run", "crawl", "climb"} and not moved.into:
        rule = {"walk": "Walk", "run": "Run", "crawl": "Crawling", "climb": "Climbing"}[moved.gait]
        yield f"{cm_words(moved.most)} in a turn (C3K {rule})"
    if moved.met:
        yield "Enemies don't pass through each other: whose ways cross, they meet (ruling B-M12)"
    if moved.path and not moved.left:
        yield "A square is 1½ cm, and is reached with its centre (ruling B-M10)"
