"""Where people are put: squares found by the words that a referee has for them, and room around them."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

from bot.deck.board import Airlock, Board, Standing, placed
from bot.deck.passage import Walls, can_pass, fixture_at, is_footing, room_at, walked_to
from bot.deck.plan import (
    DIRECTIONS,
    At,
    Facing,
    Portal,
    Room,
    ahead_and_aside,
    at_of,
    column_name,
    in_field_of_fire,
    moved,
    named,
    neighbours,
)
from bot.deck.portals import (
    DOWN,
    UP,
    airlock_of,
    check_clear,
    lift_of,
    nearest_portal,
    portal_kind,
    portal_named,
    portals_beside,
    shaft_behind,
    with_airlock,
    with_lift,
)
from bot.deck.pressure import lose_air
from bot.engine.cards import article, sentence
from bot.engine.errors import RuleError
from bot.engine.fields import BESIDE
from bot.engine.scene import Scene, Unit
from bot.engine.typed import match, quoted

WAYS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_LONGEST_STEP = 2
# A square's name as people write it who don't write C7.
_SQUARE_APART = re.compile(
    r"(?P<first>[A-Za-z]{1,2})\s*[-,./:]\s*(?P<number>\d{1,3})|(?P<before>\d{1,3})[\s\-,./:]*(?P<second>[A-Za-z]{1,2})"
)
_NUMBERS = re.compile(r"\(?\s*(\d{1,3})\s*[,;:/. ]\s*(\d{1,3})\s*\)?")
_COMPASS = "(?:north|south)?[- ]?(?:east|west)|north|south|[NS]?[EW]|[NS]"
_SQUARES_THAT_WAY = re.compile(rf"(\d{{1,3}})\s*(?:squares?|sq|steps?)?\s*(?:to the\s+)?({_COMPASS})", re.IGNORECASE)
_MOST_STEPS = 12
_STEPS = dict(zip(WAYS, DIRECTIONS, strict=True))
_SPELT_OUT = re.compile(r"\b(?:(north|south)[- ]?)?(east|west)\b|\b(north|south)\b", re.IGNORECASE)
_FAR = 1_000_000
_NOBODY: Mapping[str, Sequence[At]] = MappingProxyType({})


def find_square(board: Board, text: str, level: int = 0, *, to_stand: bool = False) -> At:
    """The square that somebody means: its name (`C7`), a place, a room, or whoever stands there.

    Of a room or a place with several squares it is the first where nobody is; `to_stand`, of those where somebody can,
    or else one beside them. `level` is where a plain `C7` lies. Raises RuleError for words that mean none, and for a
    square that is no floor.
    """
    known = {**{name: (standing.at,) for name, standing in board.people.items()}, **_named(board)}
    try:
        at = at_of(text, level)
    except RuleError:
        if text.strip().casefold() not in {name.casefold() for name in known}:
            name = _known(text, known)
        else:
            name = next(name for name in known if name.casefold() == text.strip().casefold())
        meant = known[name]
        squares = tuple(_middle(board, meant)) if isinstance(meant, Room) else meant
        found = (_to_stand(board, squares) if to_stand else ()) or squares
        return next((at for at in found if not taken(board, at)), found[0])
    if at.level >= len(board.plan.levels) or at not in board.plan.levels[at.level].floor:
        raise RuleError(f"{quoted(text)} is no square of this deck: the picture of /deck show has their names.")
    return at


def square_meant(scene: Scene, unit: Unit, text: str, *, to_stand: bool = False) -> At:
    """The square that whoever orders somebody means, as `find_square` finds it from where that one is: as far as their
    side knows who stands where.
    """
    level = standing_of(scene.board, unit.name).at.level
    return find_square(scene.as_known_to(unit).board, text, level, to_stand=to_stand)


def _known(text: str, names: Iterable[str]) -> str:
    """The place or person that was meant; raises RuleError where none is, with the square where its parts stand the
    other way round or apart. One letter means no name: it is too easily half of a square's.
    """
    if found := _SQUARE_APART.fullmatch(text.strip()):
        column, row = found["first"] or found["second"], found["number"] or found["before"]
        steps = f", or {' '.join([column.upper()] * min(int(row), 3))}…" if column.upper() in WAYS else ""
        raise RuleError(f"There is no square {quoted(text)}: did you mean {column.upper()}{row}{steps}?")
    if found := _NUMBERS.fullmatch(text.strip()):
        column, row = int(found[1]), found[2]
        meant = f": did you mean {column_name(column - 1)}{row}?" if column else "."
        raise RuleError(f"A square is its letters and its number, as in C7, and not {quoted(text)}{meant}")
    if found := _SQUARES_THAT_WAY.fullmatch(text.strip()):
        way = "".join(word[0] for word in re.findall("north|south|east|west", found[2].casefold()))
        steps = " ".join([(way or found[2]).upper()] * min(int(found[1]), _MOST_STEPS))
        raise RuleError(f"Write each step, or the square: did you mean {steps}?")
    if len(text.strip()) == 1:
        raise RuleError(f"{quoted(text)} is half of a square's name: write its letters and its number, as in C7.")
    return match(text, names, what="square, place, room or person on this deck")


def read_steps(text: str, start: At) -> tuple[At, ...] | None:
    """The squares that steps such as `N NE E` or `north northeast` lead through, None where the text is something else.

    Raises RuleError for a word among steps that is none.
    """
    short = _SPELT_OUT.sub(lambda way: "".join(part[0] for part in way.groups() if part), text)
    words = short.replace(",", " ").upper().split()
    wrong = [word for word in words if word not in _STEPS]
    if len(words) > 2 * len(wrong) and all(len(word) <= _LONGEST_STEP for word in wrong) and wrong:
        raise RuleError(f"{quoted(wrong[0])} is no step: write {sentence(WAYS, 'or')} for each.")
    if not words or wrong:
        return None
    squares = [start]
    for word in words:
        squares.append(moved(squares[-1], *_STEPS[word]))
    return tuple(squares[1:])


def steps_words(squares: Sequence[At]) -> str:
    """The steps that lead from square to square of one level, as they are typed: `N NE E`; "" where none does."""
    named_by = {step: word for word, step in _STEPS.items()}
    steps = [(new.x - old.x, new.y - old.y) for old, new in pairwise(squares) if new != old]
    return " ".join(named_by[step] for step in steps if step in named_by)


def _named(board: Board) -> dict[str, tuple[At, ...] | Room]:
    """The rooms by their numbers and names, and the squares of each place."""
    rooms = {room.name: room for room in board.plan.rooms}
    numbers = {f"room {room.number}": room for room in board.plan.rooms}
    return {**numbers, **rooms, **board.plan.places}


def _middle(board: Board, room: Room) -> list[At]:
    """The squares of a room where somebody can stand, those in its middle first."""
    squares = sorted(room.squares)
    x, y = (sum(each[axis] for each in squares) / len(squares) for axis in (1, 2))
    free = _to_stand(board, squares) or squares
    return sorted(free, key=lambda at: (at.x - x) ** 2 + (at.y - y) ** 2)


def _to_stand(board: Board, squares: Sequence[At]) -> Sequence[At]:
    """Those of some squares where somebody can stand, or else those beside them that no wall parts from them."""
    beside = (each for at in squares for each in neighbours(at) if can_pass(board, at, each))
    return [at for at in squares if can_stand(board, at)] or [at for at in beside if can_stand(board, at)]


def places_to_stand(board: Board) -> list[str]:
    """The names of the deck's places, and then of its rooms, where somebody can stand: a full tank is none."""
    rooms = {room.name: tuple(room.squares) for room in board.plan.rooms}
    return [name for name, squares in {**board.plan.places, **rooms}.items() if _to_stand(board, squares)]


def can_stand(board: Board, at: At) -> bool:
    """Whether a square is floor that nothing fills, or that a shut hatch covers."""
    return at in board.plan.levels[at.level].floor and is_footing(board, at)


def taken(board: Board, at: At) -> bool:
    """Whether somebody stands on a square."""
    return any(standing.at == at for standing in board.people.values())


def around(board: Board, start: At) -> Iterator[At]:
    """A square, and then all that can be walked to from it, the nearest first."""
    return (at for at, _ in walks(board, start))


def walks(board: Board, start: At) -> Iterator[tuple[At, int]]:
    """A square, and then all that can be walked to from it, the nearest first, each with how many steps away it is."""
    waiting, seen, walls = deque([(start, 0)]), {start}, Walls(board)
    while waiting:
        at, steps = waiting.popleft()
        yield at, steps
        for each in walked_to(walls, at):
            if each not in seen:
                seen.add(each)
                waiting.append((each, steps + 1))


def filled(board: Board, standing: Standing, squares: int) -> tuple[At, ...]:
    """The squares that somebody fills who is so large: where they stand, and of those near it that can be walked to the
    nearest, behind them first. Who else is about makes no difference.
    """
    if squares == 1:
        return (standing.at,)
    found: list[tuple[int, int, int, At]] = []
    for at, steps in walks(board, standing.at):
        if len(found) >= squares and steps > found[-1][0]:
            break
        ahead, aside = ahead_and_aside(standing.facing, standing.at, at)
        found.append((steps, ahead, abs(aside), at))
    return tuple(at for *_, at in sorted(found)[:squares])


def put(
    board: Board,
    names: Sequence[str],
    start: At,
    facing: Facing | None = None,
    foes: Mapping[str, Sequence[At]] = _NOBODY,
    known: Board | None = None,
) -> Board:
    """The board with the first of some people on a square, and the others beside them, where nobody and nothing is.

    Without `facing` they look where they looked before, else to the nearest of their `foes` by name, else north. Room
    is looked for on the board as it is `known` to who puts them there: who is unknown makes nobody step aside. Raises
    RuleError where nobody can stand on the square, or there is no room around it.
    """
    _check_standing_room(board, start)
    before, squares, known = board.people, [start], known or board
    for name in names:
        known = placed(known, name, None)
        first = name == names[0]
        square = next((at for at in squares if first or _is_free(known, at)), None)
        if square is None:
            raise RuleError(f"There is no room for {name} around there.")
        looked = before[name].facing if name in before else _towards(square, foes.get(name, ()))
        stands = Standing(square, facing or looked)
        board, known = placed(board, name, stands), placed(known, name, stands)
        if first and len(names) > 1:
            squares = _side_by_side(known, start, stands.facing)
    return board


def _towards(at: At, foes: Sequence[At]) -> Facing:
    """Which way somebody looks to have the nearest of some squares before them; north where there is none."""
    near = min(foes, key=lambda foe: (foe.level != at.level, (foe.x - at.x) ** 2 + (foe.y - at.y) ** 2), default=None)
    ways = (way for way in Facing if near and in_field_of_fire(way, at, near))
    return next(ways, Facing.NORTH)


def _side_by_side(board: Board, start: At, facing: Facing) -> list[At]:
    """The squares around one in the order in which a team takes them: to its sides, then behind it and before it."""

    def order(step: tuple[At, int]) -> tuple[int, bool, At]:
        ahead, _ = ahead_and_aside(facing, start, step[0])
        return step[1] + 2 * abs(ahead), ahead > 0, step[0]

    return [at for at, _ in sorted(walks(board, start), key=order)]


def _check_standing_room(board: Board, at: At) -> None:
    """Raises RuleError for a square that something fills, and for one without a floor."""
    fixture = fixture_at(board, at)
    if fixture is not None and not is_footing(board, at):
        if not fixture.open_below:
            raise RuleError(f"The {fixture.value} at {named(at, 0)} fills its square: choose one beside it.")
        raise RuleError(f"There is no floor at {named(at, 0)}, {article(fixture.value)}: choose a square beside it.")


def _is_free(board: Board, at: At) -> bool:
    fixture = board.plan.levels[at.level].fixtures.get(at)
    return (fixture is None or fixture.furniture) and not taken(board, at)


def standing_of(board: Board, name: str) -> Standing:
    """How somebody stands; raises RuleError where they aren't on the deck."""
    if name not in board.people:
        raise RuleError(f"{name} is not on the deck: put them there with /place.")
    return board.people[name]


def portal_of(board: Board, at: At, side: str) -> Portal:
    """The door or hatch that is meant at a square: on that side, or the only one for ""; RuleError for none."""
    portals = portals_beside(board, at)
    if side in portals:
        return portals[side]
    if not side and len(portals) == 1:
        return next(iter(portals.values()))
    if not portals or side:
        near = next(iter(portals.values()), None) or nearest_portal(board, at)
        where = f": the nearest is {portal_named(board, near)}" if near else ", and none on this level"
        raise RuleError(f"There is no door {_side_named(side)}{named(at, at.level)}{where}.")
    raise RuleError(f"There are several doors at {named(at, at.level)}: name the side, one of {', '.join(portals)}.")


def _side_named(side: str) -> str:
    """The words for where a door should be, such as `on the north side of `."""
    if not side:
        return "at "
    return {DOWN: "in the floor of ", UP: "above "}.get(side) or f"on the {Facing(side).name.lower()} side of "


def turned(board: Board, portal: Portal, *, is_open: bool) -> Board:
    """The board with a door open or shut by the referee's word, which moves what no hand could; the air goes all the
    same. A lift comes or goes with its door, and an airlock that it belongs to stops cycling. Raises RuleError where
    somebody stands on the hatch over a drop.
    """
    if is_open:
        check_clear(board, portal)
    after = lose_air(replace(board, open=board.open | {portal} if is_open else board.open - {portal}))
    if isinstance(portal, At):
        return after
    shaft, airlock = shaft_behind(board, portal), airlock_of(board.plan, portal)
    if shaft:
        lift = lift_of(board, shaft)
        after = with_lift(after, shaft, replace(lift, level=portal.level if is_open else None, ride=None))
    return with_airlock(after, airlock, Airlock()) if airlock else after


def room_of(board: Board, text: str, level: int = 0) -> Room:
    """The room that somebody means, by its name, its number, or a square in it; raises RuleError for none."""
    names = {name: room for room in board.plan.rooms for name in (str(room.number), room.name)}
    if text.strip() in names:
        return names[text.strip()]
    try:
        return names[match(text, names, what="room on this deck")]
    except RuleError as problem:
        try:
            room = room_at(board.plan, find_square(board, text, level))
        except RuleError:
            raise problem from None
        if room is None:
            raise RuleError(f"{quoted(text)} is in no room.") from None
        return room


def places(scene: Scene) -> Sequence[str]:
    """What to offer for a square of the deck: who stands on it, its places and its rooms."""
    return [*scene.board.people, *places_to_stand(scene.board)] if scene.board else ()


def doors(scene: Scene) -> Sequence[str]:
    """What to offer for a door: whoever is the asker's and stands at one, with what it is; for the referee also a
    square beside each, the nearest to people first.
    """
    board: Board | None = scene.board
    if board is None:
        return ()
    own = [name for name in board.people if is_own(scene, name)]
    beside = {name: portals_beside(board, board.people[name].at) for name in own}
    at_one = [f"{name}{BESIDE}{_told(board, *portals.values())}" for name, portals in beside.items() if portals]
    return [*at_one, *_squares_by_doors(board)] if scene.by == "" else at_one


def _squares_by_doors(board: Board) -> list[str]:
    """A square beside each door that has no other, the nearest to people first, with what it is."""
    people = [standing.at for standing in board.people.values()]

    def far(at: At) -> tuple[int, At]:
        near = ((at.x - each.x) ** 2 + (at.y - each.y) ** 2 for each in people if each.level == at.level)
        return min(near, default=_FAR), at

    squares: dict[Portal, At] = {}
    for at in sorted((at for level in board.plan.levels for at in level.floor), key=far):
        portals = portals_beside(board, at)
        if len(portals) == 1:
            squares.setdefault(next(iter(portals.values())), at)
    return [f"{named(at)}{BESIDE}{_told(board, portal)}" for portal, at in squares.items()]


def _told(board: Board, *portals: Portal) -> str:
    """What some portals are, and how they stand."""
    open_ = board.open | board.breached
    return BESIDE.join(f"{portal_kind(board, each)}, {'open' if each in open_ else 'shut'}" for each in portals)


def is_own(scene: Scene, name: str) -> bool:
    """Whether somebody is the asker's; everybody is the referee's."""
    return scene.by in {"", scene.known[name].owner}


def stands_already(scene: Scene) -> bool:
    """Whether one of those who are to be put somewhere stands on the deck: then it is a move, and no setting up."""
    return scene.board is not None and any(unit.name in scene.board.people for unit in scene.all("name"))


def rooms(scene: Scene) -> Sequence[str]:
    """What to offer for a room of the deck: who stands on it, and the rooms."""
    return [*scene.board.people, *(room.name for room in scene.board.plan.rooms)] if scene.board else ()


def levels(scene: Scene) -> Sequence[str]:
    """What to offer for a level of the deck."""
    return [level.name for level in scene.board.plan.levels] if scene.board else ()
