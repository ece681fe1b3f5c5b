"""What people do by whatever rules, most of it on a deck: orders of the house, of which a rulebook may make its own.

They cost nothing here. A book that counts what its people do wraps them in its own accounts. What the referee alone
can do, by a square or a room's name, moves what no hand could.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bot.deck.board import Board, as_drawn, placed
from bot.deck.passage import lit, switched_from
from bot.deck.placing import doors, find_square, is_own, places, portal_of, put, room_of, standing_of, turned
from bot.deck.plan import At, Barrier, Facing, Portal, Room, named
from bot.deck.portals import DOWN, UP, close_portal, open_portal, portal_kind, squares_of
from bot.deck.posture import Posture, faced, held, leaned
from bot.deck.view import Marks
from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card, counted, sentence
from bot.engine.dice import Faces
from bot.engine.errors import RuleError, UnseenError
from bot.engine.fields import BESIDE, Kind
from bot.engine.order import Need, Order
from bot.engine.scene import Game, Outcome, Role, Scene, Unit
from bot.systems.seeing import check_scouting, has_looked

A = TypeVar("A", bound=Asked)
STANCE, LEAN, FACE, LIGHT, DOOR, PLACE = "stance", "lean", "face", "light", "door", "place"
LIGHT_SET, DOOR_SET = "light set", "door set"  # by the referee's word
# The four ways that somebody looks, by the words of the orders.
SIDES = {"north": Facing.NORTH, "east": Facing.EAST, "south": Facing.SOUTH, "west": Facing.WEST}
_PORTALS = {**{word: side.value for word, side in SIDES.items()}, DOWN: DOWN, UP: UP}
_BACK, _OFF = "back", "off"
_DEEDS = {
    Posture.CROUCHING: "crouches behind a console",
    Posture.PRONE: "lies prone",
    Posture.UP: "stands up",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Stance(Asked):
    """How somebody holds themselves from now on."""

    verb = STANCE
    about = "Crouch behind a console out of every line across it, lie prone, or stand up"
    roles = (Role("name", alone=True, each=True, wording="Who; several with commas, or a side"),)
    stance: Posture = must("crouching, prone or up", name="how", called="stance")


@dataclass(frozen=True, kw_only=True, slots=True)
class Lean(Asked):
    """Into which side somebody leans, or back."""

    verb = LEAN
    about = "Lean round a corner to fire from there, or lean back"
    roles = (Role("name", alone=True, wording="Who leans"),)
    side: str = must(
        "Round the corner to their N, E, S or W; or back", kind=Kind.CHOICE, choices=(*SIDES, _BACK), called="side"
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Face(Asked):
    """Which way somebody turns."""

    verb = FACE
    about = "Turn somebody on the deck"
    roles = (Role("name", alone=True, each=True, wording="Whom; several with commas, or a side"),)
    facing: str = must("N, E, S or W", kind=Kind.CHOICE, choices=tuple(SIDES), called="facing")


def lights(scene: Scene) -> Sequence[str]:
    """What to offer for a light: whoever is the asker's and has a switch in reach, with the room that it lights; for
    the referee also all rooms.
    """
    board: Board | None = scene.board
    if board is None:
        return ()
    reached = {name: switched_from(board, at.at) for name, at in board.people.items() if is_own(scene, name)}
    in_reach = [f"{name}{BESIDE}{room.name}, {_shines(board, room)}" for name, room in reached.items() if room]
    every = [f"{room.name}{BESIDE}{_shines(board, room)}" for room in board.plan.rooms]
    return [*in_reach, *every] if scene.by == "" else in_reach


def _shines(board: Board, room: Room) -> str:
    """How the light of a room is."""
    return "dark" if room.number in board.dark else "lit"


@dataclass(frozen=True, kw_only=True, slots=True)
class Light(Asked):
    """The light that somebody works, from where they stand."""

    verb = LIGHT
    about = "Turn the light in a room on or off"
    roles = (
        Role(
            "room",
            alone=True,
            wording="Who is at a switch; or for the referee a room by its number or name, or a square in it",
            suggest=lights,
        ),
    )
    otherwise = (LIGHT_SET, "room")
    on: bool | None = ask(None, "Whether there is to be light; left out, it turns")


@dataclass(frozen=True, kw_only=True, slots=True)
class LightSet(Asked):
    """The light of a room by its name or number."""

    verb = LIGHT_SET
    need = Need.REFEREE
    called = "The light of a room by its name"
    room: str = must("Whose light: a room by its number or name")
    on: bool | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Door(Asked):
    """The door that somebody works, on a side of their square."""

    verb = DOOR
    about = "Open or shut a door or hatch of the deck, by hand as the rules say or by the referee's word"
    roles = (Role("at", alone=True, wording="Who is at the door, or a square beside it such as C7", suggest=doors),)
    otherwise = (DOOR_SET, "at")
    side: str | None = ask(
        None,
        "On which side of it: N, E, S or W, or down or up for a hatch in the floor",
        kind=Kind.CHOICE,
        choices=tuple(_PORTALS),
        called="side",
    )
    open: bool | None = ask(None, "Whether it is to be open; left out, it turns")


@dataclass(frozen=True, kw_only=True, slots=True)
class DoorSet(Asked):
    """A door by a square beside it."""

    verb = DOOR_SET
    need = Need.REFEREE
    called = "Working a door by its square"
    at: str = must("Which door, by a square beside it such as C7")
    side: str | None = ask(None, kind=Kind.CHOICE, choices=tuple(_PORTALS), called="side")
    open: bool | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Placing(Asked):
    """Where some are put, or that they leave the deck."""

    verb = PLACE
    about = "Put people on the deck"
    roles = (Role("name", alone=True, many=True, wording="Whom; several with commas, or a side"),)
    at: str = must("A square such as C7 or 2:C7, a place, a room, somebody; or off", suggest=places)
    facing: str | None = ask(None, "N, E, S or W", kind=Kind.CHOICE, choices=tuple(SIDES), called="facing")


@dataclass(frozen=True, kw_only=True, slots=True)
class Deed:
    """What some did on the deck.

    `turned` is by how many quarters one has turned, `switched` the number of the room whose light was worked, and
    whether it shines then.
    """

    who: tuple[str, ...] = ()
    turned: int = 0
    switched: tuple[int, bool] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Posed(Deed):
    """Somebody who holds themselves so from now on."""

    posture: Posture


@dataclass(frozen=True, kw_only=True, slots=True)
class Leaned(Deed):
    """Somebody who leans into a square, or back."""

    into: At | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Faced(Deed):
    """Somebody who has turned that way."""

    facing: Facing


@dataclass(frozen=True, kw_only=True, slots=True)
class Lit(Deed):
    """The room of which the light was worked, with its number."""

    room: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Swung(Deed):
    """A door that was worked: what it is, beside whom or which square, and in how many squares the air is lost."""

    portal: Barrier
    where: str
    opens: bool
    airless: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Stood(Deed):
    """Who were put where on the deck, and how they face; nowhere for those who have left it."""

    stand: tuple[tuple[At, Facing], ...] = ()


def deeds() -> Mapping[str, Order]:
    """All of them, by their verbs."""
    orders = (
        _deed(Stance, _stance, _posed_card),
        _deed(Lean, _lean, _leaned_card),
        _deed(Face, _face, _faced_card),
        _deed(Light, _light, _lit_card),
        _deed(Door, _door, _swung_card),
        _deed(Placing, _place, _stood_card),
        _deed(LightSet, _light_set, _lit_card),
        _deed(DoorSet, _door_set, _swung_card),
    )
    return {order.verb: order for order in orders}


def portal_side(asked: Door | DoorSet) -> str:
    """On which side of a square a portal is: N, E, S, W, down, up; "" where none was named."""
    return _PORTALS[asked.side] if asked.side else ""


def deck_of(scene: Scene) -> Board:
    """The deck that is up; raises RuleError where there is none."""
    if scene.board is None:
        raise RuleError("No deck is up here: put one up with /deck load.")
    deck: Board = scene.board
    return deck


def _deed(asked: type[A], do: Callable[[Scene, Board, A], Outcome], word: Callable[[Any, Faces], Card]) -> Order:
    return typed_order(asked, lambda scene, deed, _: do(scene, deck_of(scene), deed), word)


def _done(board: Board, deed: Deed, marks: Marks) -> Outcome:
    return Outcome({}, deed, board=board, marks=marks)


def _stance(scene: Scene, board: Board, asked: Stance) -> Outcome:
    """Somebody crouches behind a console, lies down, or stands up."""
    name, posture = scene.one("name").name, asked.stance
    after = held(board, name, posture)
    return _done(after, Posed(who=(name,), posture=posture), Marks(about=(after.people[name].at,)))


def _posed_card(deed: Posed, _: Faces) -> Card:
    return Card(f"{deed.who[0]} {_DEEDS[deed.posture]}")


def _lean(scene: Scene, board: Board, asked: Lean) -> Outcome:
    """Somebody leans round a corner, or back."""
    name, side = scene.one("name").name, asked.side
    after = leaned(board, name, SIDES.get(side))
    standing = after.people[name]
    about = Marks(about=tuple(at for at in (standing.at, standing.leaning) if at))
    return _done(after, Leaned(who=(name,), into=standing.leaning), about)


def _leaned_card(deed: Leaned, _: Faces) -> Card:
    if deed.into is None:
        return Card(f"{deed.who[0]} leans back")
    return Card(
        f"{deed.who[0]} leans round the corner into {named(deed.into)}",
        ("They fire from there, and are in cover there from whoever doesn't see their own square.",),
    )


def _face(scene: Scene, board: Board, asked: Face) -> Outcome:
    """Somebody turns where they are."""
    name, towards = scene.one("name").name, SIDES[asked.facing]
    before = standing_of(board, name).facing
    after = faced(board, name, towards)
    quarters = (list(Facing).index(towards) - list(Facing).index(before)) % 4
    deed = Faced(who=(name,), facing=towards, turned=min(quarters, 4 - quarters))
    return _done(after, deed, Marks(about=(after.people[name].at,)))


def _faced_card(deed: Faced, _: Faces) -> Card:
    return Card(f"{deed.who[0]} faces {deed.facing.name.lower()}")


def _light(scene: Scene, board: Board, asked: Light) -> Outcome:
    """Somebody works the light switch in their reach."""
    name = scene.one("room").name
    room = switched_from(board, standing_of(board, name).at)
    if room is None:
        raise RuleError(f"{name} has no light switch in reach: move them beside one, in the room that it lights.")
    return _lit(board, room, asked.on)


def _light_set(_: Scene, board: Board, asked: LightSet) -> Outcome:
    """The light of a room by the referee's word."""
    return _lit(board, room_of(board, asked.room), asked.on)


def _lit(board: Board, room: Room, on: bool | None) -> Outcome:
    dark, name = room.number in board.dark, f"{room.number} {room.name}"
    shines = dark if on is None else on
    if shines is not dark:
        raise RuleError(f"The light in {name} is {'on' if shines else 'off'} already.")
    marks = Marks(about=(min(room.squares), max(room.squares)))
    return _done(lit(board, room, light=shines), Lit(room=name, switched=(room.number, shines)), marks)


def _lit_card(deed: Lit, _: Faces) -> Card:
    return Card(f"The light in {deed.room} is {'on' if deed.switched and deed.switched[1] else 'off'}")


def _door(scene: Scene, board: Board, asked: Door) -> Outcome:
    """Somebody works a door that they stand at."""
    name = scene.one("at").name
    portal = portal_of(board, standing_of(board, name).at, portal_side(asked))
    return _swung(board, portal, asked.open, name, by_hand=True)


def _door_set(_: Scene, board: Board, asked: DoorSet) -> Outcome:
    """A door by its square, by the referee's word, which moves what no hand could."""
    square = find_square(board, asked.at)
    portal = portal_of(board, square, portal_side(asked))
    return _swung(board, portal, asked.open, named(square), by_hand=False)


def _swung(board: Board, portal: Portal, asked: bool | None, where: str, *, by_hand: bool) -> Outcome:
    opens = portal not in board.open if asked is None else asked
    move = open_portal if opens else close_portal
    after = move(board, portal) if by_hand else turned(board, portal, is_open=opens)
    lost = len(after.airless) - len(board.airless)
    deed = Swung(portal=portal_kind(board, portal), where=where, opens=opens, airless=lost)
    return _done(after, deed, Marks(about=squares_of(board.plan, (portal,))))


def _swung_card(deed: Swung, _: Faces) -> Card:
    title = f"The {deed.portal} at {deed.where} {'opens' if deed.opens else 'shuts'}"
    return Card(title, (f"The air is lost in {counted(deed.airless, 'square')}",) if deed.airless else ())


def _place(scene: Scene, board: Board, asked: Placing) -> Outcome:
    """The first of some people put on a square, and the others beside them; or all of them off the deck."""
    names, at = tuple(unit.name for unit in scene.all("name")), asked.at
    check_scouting(scene, [name for name in names if name in board.people])
    if at.strip().casefold() == _OFF:
        for name in names:
            board = placed(board, name, None)
        return _done(board, Stood(who=names), Marks())
    foes = {unit.name: _foes(scene, unit) for unit in scene.all("name")}
    start, known = _begins_at(scene, at)
    board = put(board, names, start, SIDES.get(asked.facing or ""), foes, known)
    stand = tuple((board.people[name].at, board.people[name].facing) for name in names)
    return _done(board, Stood(who=names, stand=stand), Marks(about=tuple(at for at, _ in stand)))


def _begins_at(scene: Scene, at: str) -> tuple[At, Board]:
    """The square that is meant on the deck as it is known, or drawn for who begins there; and that deck."""
    known: Board = scene.as_known_to(scene.all("name")[0]).board
    try:
        return find_square(known, at, to_stand=True), known
    except RuleError as unknown:
        if scene.game is not None and scene.game.known is not None:
            raise UnseenError("What hasn't been seen shows as somebody is put there.") from unknown
        is_there = any(unit.name in known.people for unit in scene.all("name"))
        if is_there or (has_looked(scene, scene.all("name")[0].side) and not scene.begins):
            raise
        drawn = replace(as_drawn(scene.board.plan), people=known.people)
        try:
            return find_square(drawn, at, to_stand=True), drawn
        except RuleError:
            raise unknown from None


def _foes(scene: Scene, unit: Unit) -> tuple[At, ...]:
    """Where those of other sides stand, as far as somebody's own side knows."""
    known: Scene | Game = scene.known_to(unit.side) if scene.known_to else scene
    others = (other.name for other in known.present.values() if unit.side and other.side not in {"", unit.side})
    return tuple(known.board.people[name].at for name in others if name in known.board.people)


def _stood_card(deed: Stood, _: Faces) -> Card:
    if not deed.stand:
        return Card(f"{sentence(deed.who)} {'leaves' if len(deed.who) == 1 else 'leave'} the deck")
    lines = (
        f"{name} stands at {named(at)}, facing {facing.name.lower()}"
        for name, (at, facing) in zip(deed.who, deed.stand, strict=True)
    )
    return Card("Placed", tuple(lines))
