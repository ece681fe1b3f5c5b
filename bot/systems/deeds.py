"""What people do by whatever rules, most of it on a deck: orders of the house, of which a rulebook may make its own.

They cost nothing here. A book that counts what its people do wraps them in its own accounts. What the referee alone
can do, by a square or a room's name, moves what no hand could.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.deck.board import Board
from bot.deck.passage import lit, switched_from
from bot.deck.placing import find_square, placed, portal_of, put, room_of, standing_of, turned
from bot.deck.plan import Facing, Portal, Room, named
from bot.deck.portals import DOWN, UP, close_portal, open_portal, portal_kind, squares_of
from bot.deck.posture import Posture, faced, held, leaned
from bot.deck.view import Marks
from bot.engine.asked import Asked, ask, typed_order
from bot.engine.cards import Card, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Kind, Values
from bot.engine.order import InTwoSteps, Need, Order
from bot.engine.scene import Outcome, Role, Scene

A = TypeVar("A", bound=Asked)
V = TypeVar("V")
STANCE, LEAN, FACE, LIGHT, DOOR, PLACE = "stance", "lean", "face", "light", "door", "place"
# The referee's word on a light and on a door.
LIGHT_SET, DOOR_SET = "light set", "door set"
_SIDES = {"north": Facing.NORTH, "east": Facing.EAST, "south": Facing.SOUTH, "west": Facing.WEST}
_PORTALS = {**{word: side.value for word, side in _SIDES.items()}, DOWN: DOWN, UP: UP}
_BACK, _OFF = "back", "off"
_DEEDS = {
    Posture.CROUCHING: "crouches behind a console",
    Posture.PRONE: "lies prone",
    Posture.UP: "stands up",
}
SURRENDER = "surrender"
# By a mark that somebody has: the orders that he gives no more, and how a refusal says so.
SURRENDERED = "surrendered"
_BARRED = {
    SURRENDERED: (
        frozenset(("fire", "cover", "grenade", "melee", "dive", "move", "jump", "break")),
        "{name} has surrendered, and fires, fights and moves no more until /surrender back:True takes that back.",
    )
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Stance(Asked):
    """How somebody holds himself from now on."""

    verb = STANCE
    roles = (Role("name"),)
    stance: Posture | None = ask(None, called="stance")


@dataclass(frozen=True, kw_only=True, slots=True)
class Lean(Asked):
    """Into which side somebody leans, or back."""

    verb = LEAN
    roles = (Role("name"),)
    side: str | None = ask(None, kind=Kind.CHOICE, choices=(*_SIDES, _BACK), called="side")


@dataclass(frozen=True, kw_only=True, slots=True)
class Face(Asked):
    """Which way somebody turns."""

    verb = FACE
    roles = (Role("name"),)
    facing: str | None = ask(None, kind=Kind.CHOICE, choices=tuple(_SIDES), called="facing")


@dataclass(frozen=True, kw_only=True, slots=True)
class Light(Asked):
    """The light that somebody works, from where he stands."""

    verb = LIGHT
    roles = (Role("name"),)
    otherwise = (LIGHT_SET, "room")
    on: bool | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class LightSet(Asked):
    """The light of a room by its name or number."""

    verb = LIGHT_SET
    need = Need.REFEREE
    called = "The light of a room by its name"
    room: str = ask("")
    on: bool | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Door(Asked):
    """The door that somebody works, on a side of his square."""

    verb = DOOR
    roles = (Role("name"),)
    otherwise = (DOOR_SET, "at")
    side: str | None = ask(None, kind=Kind.CHOICE, choices=tuple(_PORTALS), called="side")
    open: bool | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class DoorSet(Asked):
    """A door by a square beside it."""

    verb = DOOR_SET
    need = Need.REFEREE
    called = "Working a door by its square"
    at: str = ask("")
    side: str | None = ask(None, kind=Kind.CHOICE, choices=tuple(_PORTALS), called="side")
    open: bool | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Placing(Asked):
    """Where some are put, or that they leave the deck."""

    verb = PLACE
    roles = (Role("name", many=True),)
    at: str = ask("")
    facing: str | None = ask(None, kind=Kind.CHOICE, choices=tuple(_SIDES), called="facing")


@dataclass(frozen=True, kw_only=True, slots=True)
class Surrender(Asked):
    """Who lays down his arms, or takes them `back`."""

    verb = SURRENDER
    roles = (Role("name", many=True),)
    back: bool = ask(default=False)


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did on the deck, worded at once.

    `turned` is by how many quarters he has turned, `switched` the number of the room whose light he has worked, and
    whether it shines then.
    """

    card: Card
    turned: int = 0
    switched: tuple[int, bool] | None = None


def deeds() -> Mapping[str, Order]:
    """All of them, by their verbs."""
    orders = (
        _deed(Stance, _stance),
        _deed(Lean, _lean),
        _deed(Face, _face),
        _deed(Light, _light),
        _deed(Door, _door),
        _deed(Placing, _place),
        _deed(LightSet, _light_set),
        _deed(DoorSet, _door_set),
        typed_order(Surrender, _surrender, _word),
    )
    return {order.verb: order for order in orders}


def unless_marked(order: Order) -> Order:
    """The same order, refused to whoever has a mark that bars it; its odds may be imagined."""
    bars = {mark: words for mark, (verbs, words) in _BARRED.items() if order.verb in verbs}

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        for unit in () if scene.only_odds else scene.all(order.roles[0].name):
            for mark in unit.marks:
                if mark in bars:
                    raise RuleError(bars[mark].format(name=unit.name))
        return order.prepared(scene, values)

    return replace(order, resolve=InTwoSteps(prepare)) if bars else order


def portal_side(asked: Door | DoorSet) -> str:
    """On which side of a square a portal is: N, E, S, W, down, up; "" where none was named."""
    return _PORTALS[asked.side] if asked.side else ""


def deck_of(scene: Scene) -> Board:
    """The deck that is up; raises RuleError where there is none."""
    if scene.board is None:
        raise RuleError("No deck is up here: put one up with /deck load.")
    board: Board = scene.board
    return board


def _deed(asked: type[A], do: Callable[[Scene, Board, A], Outcome]) -> Order:
    return typed_order(asked, lambda scene, deed, _: do(scene, deck_of(scene), deed), _word)


def _word(deed: Deed, _: Faces) -> Card:
    return deed.card


def _said(value: V | None, for_what: str) -> V:
    """What a field says; raises RuleError where it wasn't given."""
    if not value:
        raise RuleError(f"Say {for_what}.")
    return value


def _done(board: Board, deed: Deed, marks: Marks) -> Outcome:
    return Outcome({}, deed, board=board, marks=marks)


def _stance(scene: Scene, board: Board, asked: Stance) -> Outcome:
    """Somebody crouches behind a console, lies down, or stands up."""
    name, posture = scene.one("name").name, _said(asked.stance, "how: crouching, prone or up")
    after = held(board, name, posture)
    return _done(after, Deed(Card(f"{name} {_DEEDS[posture]}")), Marks(about=(after.people[name].at,)))


def _lean(scene: Scene, board: Board, asked: Lean) -> Outcome:
    """Somebody leans round a corner, or back."""
    name, side = scene.one("name").name, _said(asked.side, "to which side: N, E, S or W; or back")
    after = leaned(board, name, _SIDES.get(side))
    standing = after.people[name]
    if standing.leaning is None:
        return _done(after, Deed(Card(f"{name} leans back")), Marks(about=(standing.at,)))
    card = Card(
        f"{name} leans round the corner into {named(standing.leaning)}",
        ("He fires from there, and is in cover there from whoever doesn't see his own square.",),
    )
    return _done(after, Deed(card), Marks(about=(standing.at, standing.leaning)))


def _face(scene: Scene, board: Board, asked: Face) -> Outcome:
    """Somebody turns where he is."""
    name, towards = scene.one("name").name, _SIDES[_said(asked.facing, "which way: N, E, S or W")]
    before = standing_of(board, name).facing
    after = faced(board, name, towards)
    round_ = tuple(Facing)
    quarters = (round_.index(towards) - round_.index(before)) % 4
    deed = Deed(Card(f"{name} faces {towards.name.lower()}"), turned=min(quarters, 4 - quarters))
    return _done(after, deed, Marks(about=(after.people[name].at,)))


def _light(scene: Scene, board: Board, asked: Light) -> Outcome:
    """Somebody works the light switch in his reach."""
    name = scene.one("name").name
    room = switched_from(board, standing_of(board, name).at)
    if room is None:
        raise RuleError(f"{name} has no light switch in reach: move him beside one, in the room that it lights.")
    return _lit(board, room, asked.on)


def _light_set(_: Scene, board: Board, asked: LightSet) -> Outcome:
    """The light of a room by the referee's word."""
    return _lit(board, room_of(board, _said(asked.room, "whose light: a room by its number or name")), asked.on)


def _lit(board: Board, room: Room, on: bool | None) -> Outcome:
    dark = room.number in board.dark
    shines = dark if on is None else on
    if shines is not dark:
        raise RuleError(f"The light in {room.number} {room.name} is {'on' if shines else 'off'} already.")
    card = Card(f"The light in {room.number} {room.name} is {'on' if shines else 'off'}")
    marks = Marks(about=(min(room.squares), max(room.squares)))
    return _done(lit(board, room, light=shines), Deed(card, switched=(room.number, shines)), marks)


def _door(scene: Scene, board: Board, asked: Door) -> Outcome:
    """Somebody works a door that he stands at."""
    name = scene.one("name").name
    portal = portal_of(board, standing_of(board, name).at, portal_side(asked))
    opens = portal not in board.open if asked.open is None else asked.open
    after = open_portal(board, portal) if opens else close_portal(board, portal)
    return _moved(board, after, portal, opens=opens, where=name)


def _door_set(_: Scene, board: Board, asked: DoorSet) -> Outcome:
    """A door by its square, by the referee's word, which moves what no hand could."""
    square = find_square(board, _said(asked.at, "which door, by a square beside it such as C7"))
    portal = portal_of(board, square, portal_side(asked))
    opens = portal not in board.open if asked.open is None else asked.open
    return _moved(board, turned(board, portal, is_open=opens), portal, opens=opens, where=named(square))


def _moved(board: Board, after: Board, portal: Portal, *, opens: bool, where: str) -> Outcome:
    title = f"The {portal_kind(board, portal)} at {where} {'opens' if opens else 'shuts'}"
    lost = len(after.airless) - len(board.airless)
    lines = (f"The air is lost in {counted(lost, 'square')}",) if lost else ()
    return _done(after, Deed(Card(title, lines)), Marks(about=squares_of(board.plan, (portal,))))


def _surrender(scene: Scene, asked: Surrender, _: Dice) -> Outcome:
    """Some lay down their arms, or take them up again, for which a player needs the referee's yes."""
    people, back = scene.all("name"), asked.back
    for unit in people:
        if (SURRENDERED in unit.marks) is not back:
            raise RuleError(f"{unit.name} {'has not surrendered' if back else 'has surrendered already'}.")
    if back:
        scene.ask("Whoever has surrendered is in the enemy's hands: taking up arms again needs the referee's yes.")
    many, names = len(people) > 1, [unit.name for unit in people]
    does = f"take{'' if many else 's'} up arms again" if back else f"surrender{'' if many else 's'}"
    others = {unit.name: {mark for mark in unit.marks if mark != SURRENDERED} for unit in people}
    marks = {name: tuple(sorted(kept if back else {*kept, SURRENDERED})) for name, kept in others.items()}
    here = tuple(scene.board.people[name].at for name in names if scene.board and name in scene.board.people)
    shown = Marks(about=here) if here else None
    units = {unit.name: replace(unit, marks=marks[unit.name]) for unit in people}
    return Outcome({}, Deed(Card(f"{sentence(names)} {does}")), marks=shown, units=units)


def _place(scene: Scene, board: Board, asked: Placing) -> Outcome:
    """The first of some people put on a square, and the others around him; or all of them off the deck."""
    names, at = [unit.name for unit in scene.all("name")], _said(asked.at, "where: a square such as C7, or off")
    if at.strip().casefold() == _OFF:
        for name in names:
            board = placed(board, name, None)
        leave = "leaves" if len(names) == 1 else "leave"
        return _done(board, Deed(Card(f"{sentence(names)} {leave} the deck")), Marks())
    facing = _SIDES[asked.facing] if asked.facing else None
    board = put(board, names, find_square(board, at), facing)
    stood = [board.people[name] for name in names]
    lines = [
        f"{name} stands at {named(each.at)}, facing {each.facing.name.lower()}"
        for name, each in zip(names, stood, strict=True)
    ]
    return _done(board, Deed(Card("Placed", tuple(lines))), Marks(about=tuple(each.at for each in stood)))
