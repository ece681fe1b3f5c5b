"""`/structure`: what strikes and explosions do to doors, walls and hulls (AHL 24.A)."""

from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.placing import find_square
from bot.deck.plan import At, Facing
from bot.deck.squares import sides_of
from bot.deck.view import Marks
from bot.engine.cards import Card, counted, signed
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.matching import quoted
from bot.engine.system import Field, Kind, Need, Order, Outcome, Scene, Values
from bot.systems.ahl.blast.barriers import known_structures, place_hit, strike_place
from bot.systems.ahl.blast.reach import Cause, collateral_penetration
from bot.systems.ahl.blast.wording import away
from bot.systems.ahl.book import Book
from bot.systems.ahl.fields import as_it_stands, value_of
from bot.systems.ahl.orders.blast import MOST_PENETRATION, penetration_of
from bot.systems.ahl.tables.structures import State, Structure, StructureKind, points, state_of
from bot.systems.ahl.things import Things

_MOST_STRIKES = 100


@dataclass(frozen=True, slots=True)
class StructureHit:
    """Equal strikes on a structure: the penetration that reached it, how many strikes, and the structure after."""

    after: Structure
    kind: StructureKind
    penetration: int
    strikes: int
    splash: str

    @property
    def points(self) -> int:
        """The damage points of one strike."""
        return points(self.kind, self.penetration)


def structure_hit_order(book: Book) -> Order:
    """`/structure hit`: damage points for a structure that is aimed at, or in reach of an explosion (AHL 24.A)."""

    def resolve(scene: Scene, values: Values, _: Dice) -> Outcome:
        if values.get("at"):
            return _hit_on_deck(scene, values, book)
        things: Things = scene.things
        structure = _structure(things, values)
        kind = book.structures[structure.kind]
        penetration, splash = _reaching(values, book)
        strikes = value_of(values, "times", int, 1)
        taken = strikes * points(kind, penetration)
        after = replace(structure, points=structure.points + taken)
        return Outcome({}, StructureHit(after, kind, penetration, strikes, splash), things=things.with_structure(after))

    fields = (
        Field("name", Kind.TEXT, "", longest=40, suggest=lambda scene: [each.name for each in scene.things.structures]),
        Field("kind", Kind.CHOICE, choices=tuple(book.structures)),
        Field("penetration", Kind.WHOLE, low=0, high=MOST_PENETRATION),
        Field("times", Kind.WHOLE, 1, low=1, high=_MOST_STRIKES),
        Field("cause", Kind.CHOICE, choices=tuple(Cause)),
        Field("squares", Kind.WHOLE, low=0, high=100),
        Field("at", Kind.TEXT, ""),
        Field("side", Kind.CHOICE, choices=tuple(side.value for side in Facing)),
    )
    return Order("structure hit", (), fields, resolve, _hit_card, need=Need.REFEREE)


def _hit_on_deck(scene: Scene, values: Values, book: Book) -> Outcome:
    """The same for the barrier on a side of a square of the deck, or for the conduit in it."""
    board: Board | None = scene.board
    if board is None:
        raise RuleError("No deck is up here: name the structure and its kind, as name:“Door 3” kind:door.")
    side = value_of(values, "side", str, "")
    at = find_square(board, value_of(values, "at", str, ""))
    place = place_hit(board, at, Facing(side) if side else None)
    penetration, splash = _reaching(values, book)
    strikes = value_of(values, "times", int, 1)
    after, damaged = strike_place(board, place, penetration, book.structures, strikes)
    result = StructureHit(damaged.structure, damaged.kind, penetration, strikes, splash)
    about = (place,) if isinstance(place, At) else sides_of(place)
    return Outcome({}, result, board=after, marks=Marks(about=about))


def _structure(things: Things, values: Values) -> Structure:
    """The structure that is known by that name, or a new one of that kind."""
    name, kind = value_of(values, "name", str, ""), value_of(values, "kind", str, "")
    if not name:
        raise RuleError("Name the structure, as name:“Door 3”; or on a deck a square and its side, as at:C7 side:N.")
    known = things.structure(name)
    if known and kind not in {"", known.kind}:
        raise RuleError(f"{known.name} is a structure of the kind {known.kind}: leave the kind out, or name another.")
    if not known and not kind:
        raise RuleError(f"{quoted(name)} has not been hit before: say what it is, as kind:door.")
    return known or Structure(name, kind)


def _reaching(values: Values, book: Book) -> tuple[int, str]:
    """The penetration that reaches the structure: all of a strike, or what is left of an explosion at that
    distance, with words for it (AHL 24.A, ruling R-131).
    """
    if "cause" not in values:
        if "squares" in values:
            raise RuleError("Name the cause of the explosion that is so many squares away, as cause:grenade.")
        if "penetration" not in values:
            raise RuleError("Give the penetration of the strike, as penetration:5.")
        return value_of(values, "penetration", int, 0), ""
    cause, squares = Cause(value_of(values, "cause", str, "")), value_of(values, "squares", int, 0)
    penetration = penetration_of(values, cause, book.weapons)
    left = collateral_penetration(cause, penetration, squares)
    return left, f"{cause}, penetration {penetration}: {left} is left {away(squares)} (AHL 15.B.2), ruling R-131"


def _hit_card(hit: StructureHit, _: Faces) -> Card:
    lines = [_points_line(hit), _line(hit.after, hit.kind)]
    working = [hit.splash] if hit.splash else []
    working += [
        "A structure is hit without a throw; its points add up (AHL 24.A)",
        f"{hit.kind.name.capitalize()}: {_limits(hit.kind)} (AHL 24.A)",
    ]
    if state_of(hit.kind, hit.after.points) is State.BREACHED:
        working.append(
            "A breach is open to sight, fire and movement; passing it costs what an open hatch costs (AHL 24.A)"
        )
    return Card(f"{hit.after.name} is hit", tuple(lines), tuple(working))


def _points_line(hit: StructureHit) -> str:
    whole = hit.penetration + hit.kind.modifier
    total = counted(hit.points, "point") if whole >= 0 else f"{signed(whole)}: {counted(0, 'point')}"
    times = f", {hit.strikes} times" if hit.strikes > 1 else ""
    return f"Penetration {hit.penetration} {signed(hit.kind.modifier)} {hit.kind.name} = {total}{times}"


def structure_list_order(book: Book) -> Order:
    """`/structure list`: all structures that have been hit, and how they stand (AHL 24.A)."""

    def resolve(scene: Scene, _: Values, __: Dice) -> Outcome:
        structures: tuple[Structure, ...] = scene.things.structures
        if scene.board is not None:
            structures += known_structures(scene.board)
        lines = tuple(_line(structure, book.structures[structure.kind]) for structure in structures)
        return Outcome({}, Card("Structures", lines or ("None has been hit: /structure hit begins.",)))

    return Order("structure list", (), (), resolve, as_it_stands, need=Need.ANYBODY)


def _line(structure: Structure, kind: StructureKind) -> str:
    state = state_of(kind, structure.points)
    words = f"{state}: it is cut" if state is State.BREACHED and kind.name == "conduit" else state.value
    return f"{structure.name} ({kind.name}): {counted(structure.points, 'point')}, {words}"


def _limits(kind: StructureKind) -> str:
    if kind.breached_at is None:
        return "can't be broken"
    airtight = f"its vacuum integrity is destroyed at {kind.leaks_at}" if kind.airtight else "never airtight"
    return f"{airtight}, breached at {kind.breached_at}"
