"""`/structure`: what strikes and explosions do to doors, walls and hulls (AHL 24.A)."""

from dataclasses import dataclass, replace
from functools import partial

from bot.deck.board import Board
from bot.deck.placing import find_square
from bot.deck.plan import At, sides_of
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, counted, signed
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.engine.typed import quoted
from bot.systems.ahl.asked.fighting import StructureHitOrder, StructureListOrder
from bot.systems.ahl.blast.explosion import known_structures, penetration_of, place_hit, strike_place
from bot.systems.ahl.blast.report import away
from bot.systems.ahl.book import Book
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.tables import State, Structure, StructureKind, points, state_of


@dataclass(frozen=True, slots=True)
class StructureHit:
    """Equal strikes on a structure: the penetration that reached it, how many strikes, and the structure after."""

    after: Structure
    penetration: int
    strikes: int
    splash: str


@dataclass(frozen=True, slots=True)
class Structures:
    """All structures that have been hit, as they stand."""

    structures: tuple[Structure, ...]


def structure_hit_order(book: Book) -> Order:
    """`/structure hit`: damage points for a structure that is aimed at, or in reach of an explosion (AHL 24.A)."""

    def decide(scene: Scene, asked: StructureHitOrder, _: Dice) -> Outcome:
        if asked.at:
            return _hit_on_deck(scene, asked, book)
        ledger: Ledger = scene.ledger
        structure = _structure(ledger, asked)
        kind = book.structures[structure.kind]
        penetration, splash = _reaching(asked, book)
        strikes = asked.times
        taken = strikes * points(kind, penetration)
        after = replace(structure, points=structure.points + taken)
        return Outcome({}, StructureHit(after, penetration, strikes, splash), ledger=ledger.with_structure(after))

    return typed_order(StructureHitOrder, decide, partial(_hit_card, book=book), among={"kind": tuple(book.structures)})


def _hit_on_deck(scene: Scene, asked: StructureHitOrder, book: Book) -> Outcome:
    """The same for the barrier on a side of a square of the deck, or for the conduit in it."""
    board: Board | None = scene.board
    if board is None:
        raise RuleError("No deck is up here: name the structure and its kind, as name:“Door 3” values:“kind door”.")
    place = place_hit(board, find_square(board, asked.at), asked.side)
    penetration, splash = _reaching(asked, book)
    after, damaged = strike_place(board, place, penetration, book.structures, asked.times)
    result = StructureHit(damaged.structure, penetration, asked.times, splash)
    about = (place,) if isinstance(place, At) else sides_of(place)
    return Outcome({}, result, board=after, marks=Marks(about=about))


def _structure(ledger: Ledger, asked: StructureHitOrder) -> Structure:
    """The structure that is known by that name, or a new one of that kind."""
    name, kind = asked.name, asked.kind
    if not name:
        raise RuleError("Name the structure, as name:“Door 3”; or on a deck a square and its side, as at:C7 side:N.")
    known = ledger.structure(name)
    if known and kind not in {"", known.kind}:
        raise RuleError(f"{known.name} is a structure of the kind {known.kind}: leave the kind out, or name another.")
    if not known and not kind:
        raise RuleError(f"{quoted(name)} has not been hit before: say what it is, as values:“kind door”.")
    return known or Structure(name, kind)


def _reaching(asked: StructureHitOrder, book: Book) -> tuple[int, str]:
    """The penetration that reaches the structure: all of a strike, or what is left of an explosion at that
    distance, with words for it (AHL 24.A, ruling R-131).
    """
    if asked.cause is None:
        if asked.squares is not None:
            raise RuleError("Name the cause of the explosion that is so many squares away, as values:“cause grenade”.")
        if asked.penetration is None:
            raise RuleError("Give the penetration of the strike, as values:“penetration 5”.")
        return asked.penetration, ""
    cause, squares = asked.cause, asked.squares or 0
    penetration = penetration_of(asked.penetration, cause, book)
    left = book.collateral(cause, penetration, squares)
    return left, f"{cause}, penetration {penetration}: {left} is left {away(squares)} (AHL 15.B.2), ruling R-131"


def _hit_card(hit: StructureHit, _: Faces, book: Book) -> Card:
    kind = book.structures[hit.after.kind]
    lines = [_points_line(hit, kind), _line(hit.after, kind)]
    working = [hit.splash] if hit.splash else []
    working += [
        "A structure is hit without a throw; its points add up (AHL 24.A)",
        f"{kind.name.capitalize()}: {_limits(kind)} (AHL 24.A)",
    ]
    if state_of(kind, hit.after.points) is State.BREACHED:
        working.append(
            "A breach is open to sight, fire and movement; passing it costs what an open hatch costs (AHL 24.A)"
        )
    return Card(f"{hit.after.name} is hit", tuple(lines), tuple(working))


def _points_line(hit: StructureHit, kind: StructureKind) -> str:
    whole = hit.penetration + kind.modifier
    total = counted(points(kind, hit.penetration), "point") if whole >= 0 else f"{signed(whole)}: {counted(0, 'point')}"
    times = f", {hit.strikes} times" if hit.strikes > 1 else ""
    return f"Penetration {hit.penetration} {signed(kind.modifier)} {kind.name} = {total}{times}"


def structure_list_order(book: Book) -> Order:
    """`/structure list`: all structures that have been hit, and how they stand (AHL 24.A)."""

    def listed(scene: Scene, _: StructureListOrder, __: Dice) -> Outcome:
        structures: tuple[Structure, ...] = scene.ledger.structures
        if scene.board is not None:
            structures += known_structures(scene.board)
        return Outcome({}, Structures(structures))

    return typed_order(StructureListOrder, listed, partial(_listed_card, book=book))


def _listed_card(hit: Structures, _: Faces, book: Book) -> Card:
    lines = tuple(_line(each, book.structures[each.kind]) for each in hit.structures)
    return Card("Structures", lines or (Suggestion("structure hit", {}, "None has been hit: ", " begins."),))


def _line(structure: Structure, kind: StructureKind) -> str:
    state = state_of(kind, structure.points)
    words = f"{state}: it is cut" if state is State.BREACHED and kind.name == "conduit" else state.value
    return f"{structure.name} ({kind.name}): {counted(structure.points, 'point')}, {words}"


def _limits(kind: StructureKind) -> str:
    if kind.breached_at is None:
        return "can't be broken"
    airtight = f"its vacuum integrity is destroyed at {kind.leaks_at}" if kind.airtight else "never airtight"
    return f"{airtight}, breached at {kind.breached_at}"
