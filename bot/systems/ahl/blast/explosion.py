"""Explosions resolved: who is hurt, which equipment explodes, and what becomes of the deck (AHL 15, 24)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.passage import fixture_at, is_shut
from bot.deck.plan import At, Barrier, Edge, Facing, Fixture, edge_of, named, sides_of
from bot.deck.pressure import lose_air
from bot.deck.view import Attacked, Marks, Scored
from bot.engine.dice import Check, Dice, applied
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.blast.reach import (
    EQUIPMENT,
    Blast,
    Cause,
    Near,
    Reached,
    blast_squares,
)
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.tables import Armour, State, Structure, StructureKind, points, state_of
from bot.systems.ahl.wounds.damage import Damage, Hit, Severity, Wounded, without_air

# The rows of the structural damage table; an airlock's door is built as a hatch.
_ROWS = {
    Barrier.WALL: "wall",
    Barrier.BULKHEAD: "bulkhead",
    Barrier.HULL: "outer hull",
    Barrier.SLIDING_DOOR: "door",
    Barrier.IRIS_VALVE: "iris valve",
    Barrier.HATCH: "hatch",
    Barrier.MAINTENANCE_HATCH: "hatch",
    Barrier.AIRLOCK_DOOR: "hatch",
    Barrier.ACCESS_PLATE: "access plate",
}


@dataclass(frozen=True, slots=True)
class Damaged:
    """A structure of the deck after a strike: where it is, what row of the table it is, before and after."""

    structure: Structure
    kind: StructureKind
    before: int

    @property
    def state(self) -> State:
        """How it stands now."""
        return state_of(self.kind, self.structure.points)

    @property
    def worse(self) -> bool:
        """Whether it has begun to leak, or is breached now."""
        return self.state is not state_of(self.kind, self.before)


def place_hit(board: Board, at: At, side: Facing | None) -> Edge | At:
    """What is struck at a square: the barrier on that side, or the conduit in it. Raises RuleError for neither."""
    if side is None:
        if fixture_at(board, at) is Fixture.CONDUIT:
            return at
        raise RuleError(f"There is no conduit at {named(at, at.level)}: name the side of it that is hit, as side:N.")
    edge = edge_of(at, side)
    if edge not in board.plan.levels[at.level].barriers or edge in board.breached:
        raise RuleError(f"Nothing whole stands on the {side.name.lower()} side of {named(at, at.level)}.")
    return edge


def strike_place(
    board: Board, place: Edge | At, penetration: int, kinds: Mapping[str, StructureKind], strikes: int = 1
) -> tuple[Board, Damaged]:
    """The board after equal strikes of that penetration on one structure, with the air that this lets out."""
    kind = kinds[_row(board, place)]
    before = board.damage.get(place, 0)
    total = before + strikes * points(kind, penetration)
    damaged = Damaged(Structure(_name(board, place), kind.name, total), kind, before)
    if total == before:
        return board, damaged
    return lose_air(_standing(replace(board, damage={**board.damage, place: total}), place, damaged.state)), damaged


def _standing(board: Board, place: Edge | At, state: State) -> Board:
    """The board with a structure that leaks or is breached."""
    if isinstance(place, At):
        return replace(board, wrecked=board.wrecked | {place}) if state is State.BREACHED else board
    if state is State.BREACHED:
        return replace(board, breached=board.breached | {place})
    return replace(board, holed=board.holed | {place}) if state is State.LEAKS else board


def splash(
    board: Board, squares: Mapping[At, int], cause: Cause, penetration: int, book: Book
) -> tuple[Board, tuple[Damaged, ...]]:
    """The board after an explosion that reaches these squares, each with how far away it is, and all that took points
    by it.

    A barrier is as far away as the nearest square beside it; no throw is made (AHL 24.A, ruling R-131).
    """
    found = []
    for place, away in _reached(board, squares).items():
        board, damaged = strike_place(board, place, book.collateral(cause, penetration, away), book.structures)
        found.append(damaged)
    return board, tuple(each for each in found if each.structure.points > each.before)


def _reached(board: Board, squares: Mapping[At, int]) -> dict[Edge | At, int]:
    """The structures in reach, nearest first, each with how many squares away it is."""
    found: dict[Edge | At, int] = {}
    for at, away in sorted(squares.items(), key=lambda each: (each[1], each[0])):
        if fixture_at(board, at) is Fixture.CONDUIT:
            found[at] = away
        for edge in (edge_of(at, side) for side in Facing):
            if is_shut(board, edge):
                found.setdefault(edge, away)
    return found


def known_structures(board: Board) -> tuple[Structure, ...]:
    """All structures of a deck that have been hit."""
    return tuple(Structure(_name(board, place), _row(board, place), total) for place, total in board.damage.items())


def _row(board: Board, place: Edge | At) -> str:
    if isinstance(place, At):
        return "conduit"
    return _ROWS[board.plan.levels[place.level].barriers[place]]


def _name(board: Board, place: Edge | At) -> str:
    """Where it is, in words: `Bulkhead between C7 and D7`."""
    if isinstance(place, At):
        return f"Conduit at {named(place)}"
    barrier = board.plan.levels[place.level].barriers[place]
    inside = [named(at) for at in sides_of(place) if at in board.plan.levels[place.level].floor]
    return f"{barrier.value.capitalize()} {'between' if len(inside) > 1 else 'at'} {' and '.join(inside)}"


def penetration_of(given: int | None, cause: Cause, book: Book) -> int:
    """The penetration that was given, or what the cause always has; raises RuleError where neither is known."""
    usual = book.usual(cause, book.weapons)
    if given is None and usual is None:
        raise RuleError(f"Give the weapon's penetration at that range for {cause}, as values:“penetration 4”.")
    return (usual or 0) if given is None else given


@dataclass(frozen=True, slots=True)
class Suffered:
    """What an explosion did to one character.

    `penetration` is what reached them (0: nothing), `check` the throw to suffer (None: none was needed).
    """

    near: Near
    penetration: int
    check: Check | None = None
    damage: Damage | None = None
    wounded: Wounded | None = None

    @property
    def after(self) -> Character:
        """The character with any wounds."""
        return self.wounded.after if self.wounded else self.near.character

    @property
    def struck(self) -> Attacked | None:
        """What the picture shows of it; nothing of whom nothing reached."""
        if not self.penetration:
            return None
        if self.damage is None:
            return Attacked(self.near.name, Scored.MISSED)
        return Attacked(self.near.name, Scored.EFFECTIVE if self.damage.level > Severity.NONE else Scored.HARMLESS)


def collateral(book: Book, blast: Blast, near: Near, dice: Dice) -> Suffered:
    """Resolve one character's collateral damage (AHL 15.B): armour counts, cover and evading don't."""
    penetration = book.collateral(blast.cause, blast.penetration, near.squares)
    if not penetration or near.character.condition is Condition.DEAD:
        return Suffered(near, 0)
    needed = book.suffers(blast, near.squares)
    check = _throw_to_suffer(book, Reached(blast, near, penetration), needed, dice) if needed else None
    if check and not check.made:
        return Suffered(near, penetration, check)
    return _hurt(book, blast, near, penetration, check, dice)


def strike(book: Book, blast: Blast, target: Near, dice: Dice) -> Suffered:
    """Resolve the direct hit of a strike, at full penetration; they take no collateral damage (ruling R-89).

    HE makes the wound one level worse (AHL 12.D).
    """
    if target.character.condition is Condition.DEAD:
        return Suffered(target, 0)
    return _hurt(book, blast, target, blast.penetration, None, dice, direct=True)


def _throw_to_suffer(book: Book, reached: Reached, needed: int, dice: Dice) -> Check:
    return Check("to suffer", dice.roll(2, why="to suffer"), applied(book.to_suffer, reached), needed)


def _hurt(
    book: Book, blast: Blast, near: Near, penetration: int, check: Check | None, dice: Dice, *, direct: bool = False
) -> Suffered:
    surroundings = blast.surroundings.around(airless=near.airless)
    worse = surroundings.worsens(near.character)
    hit = Hit(
        penetration,
        near.armour,
        steps_up=direct and blast.cause is Cause.HE,
        energy=direct and blast.cause in {Cause.PLASMA, Cause.FUSION},
        robot=near.character.robot,
        in_vacuum=worse,
        asked=blast.asked,
    )
    damage = book.damage(hit, dice)
    wounded = book.wound(near.character, damage.level, dice, surroundings, damage)
    return Suffered(near, penetration, check, damage, wounded)


def hit_equipment(book: Book, cause: Cause, penetration: int, dice: Dice) -> Damage:
    """The damage throw of a fire whose line ends on red or green equipment: a sure hit (AHL 15.A).

    HE makes it no worse (ruling R-94).
    """
    armour = Armour(cause.value, book.equipment[cause], lasers_only=False, rule="AHL 15.A")
    return book.damage(Hit(penetration, armour), dice)


def explodes(damage: Damage) -> bool:
    """Whether equipment explodes: on the result of a serious wound or death (AHL 15.A)."""
    return damage.level >= Severity.SERIOUS


@dataclass(frozen=True, slots=True)
class BlastOnDeck:
    """Where something exploded, the squares that it reaches with how far away each is and with the penetration `left`
    there, the board after it, and the structures that took damage points.
    """

    at: At
    squares: Mapping[At, int]
    left: Mapping[At, int]
    board: Board
    damaged: tuple[Damaged, ...]

    @property
    def marks(self) -> Marks:
        """What the picture shows: the squares in reach, its own first, each with the penetration that is left."""
        squares = tuple(sorted(self.squares, key=lambda at: (self.squares[at], at)))
        return Marks(blast=squares, rings=tuple((at, self.left[at]) for at in squares), centres=(self.at,))


def blast_on_deck(board: Board, at: At, blast: Blast, book: Book) -> BlastOnDeck:
    """The explosion as the deck has it; equipment that exploded is gone after it."""
    squares = blast_squares(board, at, book.furthest)
    after, damaged = splash(board, squares, blast.cause, blast.penetration, book)
    if blast.cause in EQUIPMENT:
        after = replace(after, wrecked=after.wrecked | {at})
    left = {each: book.collateral(blast.cause, blast.penetration, away) for each, away in squares.items()}
    return BlastOnDeck(at, squares, left, after, damaged)


def near(unit: Unit, book: Book, board: Board | None = None) -> Near:
    """Somebody as an explosion finds them; without a distance they are in its square, and a deck tells if they have
    air.
    """
    return Near(unit.name, unit.sheet, book.armour_of(unit.sheet), unit.at or 0, without_air(board, unit))


def reached(scene: Scene, board: Board, squares: Mapping[At, int], without: Collection[str] = ()) -> list[Unit]:
    """Everybody on the deck in those squares, each with how far away from the explosion they are, nearest first, and of
    those as far by their squares: the order in which they came into the game would tell strangers from each other.
    """
    places = {unit.name: squares_of(board, unit) for unit in scene.present.values()}
    found = [
        replace(unit, at=min(squares[at] for at in places[unit.name] if at in squares))
        for unit in scene.present.values()
        if unit.name not in without and not squares.keys().isdisjoint(places[unit.name])
    ]
    return sorted(found, key=lambda unit: (unit.at or 0, board.people[unit.name].at))


def check_equipment(board: Board, at: At, blast: Blast) -> None:
    """Raises RuleError where equipment is to explode in a square that has none of it."""
    if blast.cause not in EQUIPMENT:
        return
    fixture = board.plan.levels[at.level].fixtures.get(at)
    if at in board.wrecked or fixture is None or fixture.value != blast.cause.value:
        raise RuleError(f"There is no {blast.cause} at {named(at)}: name the square of it (AHL 15.A).")


@dataclass(frozen=True, slots=True)
class SetOff:
    """A primed charge that went off before its time: who set it, the penetration that reached it, its explosion."""

    by: str
    penetration: int
    exploded: "BlastResult"


@dataclass(frozen=True, slots=True)
class BlastResult:
    """An explosion, whole. `struck` is the damage throw of fire at equipment, which may leave it whole; `direct`
    whoever a strike hit; `deck` what the deck has to say of it; `set_off` the charges that it set off, first to last.
    """

    blast: Blast
    suffered: tuple[Suffered, ...] = ()
    direct: Suffered | None = None
    struck: Damage | None = None
    deck: BlastOnDeck | None = None
    set_off: tuple[SetOff, ...] = ()

    @property
    def all_of_it(self) -> tuple["BlastResult", ...]:
        """The explosion and those that it set off, first to last."""
        return (self, *(each.exploded for each in self.set_off))

    @property
    def hurt(self) -> dict[str, Character]:
        """Everybody whom all of it reached, as they are after it."""
        return {each.near.name: each.after for one in self.all_of_it for each in one.everybody}

    @property
    def board(self) -> Board | None:
        """The deck after all of it, None where none is known."""
        return next((one.deck.board for one in reversed(self.all_of_it) if one.deck), None)

    @property
    def marks(self) -> Marks | None:
        """What the picture shows: the squares in reach of all of it, with the most penetration in each, and what it did
        to everybody whom it reached.
        """
        shown = [one.deck.marks for one in self.all_of_it if one.deck]
        most: dict[At, int] = {}
        for at, left in (ring for marks in shown for ring in marks.rings):
            most[at] = max(left, most.get(at, 0))
        centres = dict.fromkeys(at for marks in shown for at in marks.centres)
        struck = tuple(filter(None, (each.struck for one in self.all_of_it for each in one.everybody)))
        drawn = Marks(blast=tuple(most), rings=tuple(most.items()), centres=tuple(centres), struck=struck)
        return drawn if shown else None

    @property
    def everybody(self) -> tuple[Suffered, ...]:
        """All whom it reached or might have, the direct target first."""
        return ((self.direct,) if self.direct else ()) + self.suffered
