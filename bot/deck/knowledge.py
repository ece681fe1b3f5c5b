"""What a side knows of a deck: what its people see now, and what they remember as they last saw it.

Who is seen, and what of them shows, is the book's to say; what hangs on the deck alone is said here. An edge shows to
whoever sees a square beside it, a room's light to whoever sees a square of the room.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bot.deck.board import Board, Standing, dump_board, dump_standing, load_board, load_standing
from bot.deck.plan import At, Level, Plan, Portal, sides_of
from bot.deck.view import plan_seen


class Instant(NamedTuple):
    """When something was seen: the turn and its phase that were kept, 0 and 0 where none was."""

    turn: int = 0
    phase: int = 0

    def until(self, now: "Instant", phases: int) -> int:
        """How many phases later it is, where a turn has so many; one before the first turn is as its beginning."""
        return max(0, (now.turn - max(1, self.turn)) * phases + now.phase - self.phase)


UNTIMED = Instant()


@dataclass(frozen=True, slots=True)
class Sighting:
    """Somebody as a side last saw them: how they stood, None for who rides in something, and once their place was seen
    without them; what `shows` of them, as the book stores it; and when that was. Who is `present` is seen now.
    """

    standing: Standing | None
    shows: Mapping[str, Any]
    when: Instant
    present: bool = True


class Acquaintance(NamedTuple):
    """Somebody whom a side has met: as the how many-th who isn't of it, 0 for one of its own; and whether it knows them
    by name.
    """

    number: int = 0
    named: bool = False


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a side knows of a board: the squares that it sees now, those that it `remembers` by when it last saw them,
    the `board` as it last saw it, without its people, and those whom it has seen by their ids. Whom it has ever `met`
    it knows again on any deck.
    """

    board: Board
    now: Instant = UNTIMED
    seen: frozenset[At] = frozenset()
    remembers: Mapping[Instant, frozenset[At]] = field(default_factory=dict)
    people: Mapping[int, Sighting] = field(default_factory=dict)
    met: Mapping[int, Acquaintance] = field(default_factory=dict)

    @property
    def known(self) -> frozenset[At]:
        """Every square that it sees or remembers."""
        return self.seen.union(*self.remembers.values())

    def when(self, at: At) -> Instant | None:
        """When it last saw a square; None for one that it has never seen."""
        if at in self.seen:
            return self.now
        return next((when for when, squares in self.remembers.items() if at in squares), None)


@dataclass(frozen=True, slots=True)
class Reveal:
    """What a side is shown: squares of the deck that is up, people by their names, and whom it is told the names of;
    and `what` that is in words, "" where nobody is to be told so besides.
    """

    side: str
    squares: frozenset[At] = frozenset()
    people: tuple[str, ...] = ()
    what: str = ""
    names: tuple[str, ...] = ()


def nothing_known(plan: Plan) -> Knowledge:
    """What a side knows of a plan before anybody has looked about."""
    return Knowledge(Board(plan, frozenset(), frozenset()))


def learned(
    before: Knowledge,
    board: Board,
    seen: frozenset[At],
    people: Mapping[int, tuple[Standing | None, Mapping[str, Any]]],
    now: Instant,
) -> Knowledge:
    """What a side knows that sees these squares of a board now, and these people, by what it knew before.

    Each is handed in with how they stand, None for who rides, and what shows of them. Who isn't seen stays where they
    were, until in a later phase that square is seen without them.
    """
    known = {number: _missed(each, seen, now) for number, each in before.people.items() if number not in people}
    known |= {number: Sighting(standing, shows, now) for number, (standing, shows) in people.items()}
    return Knowledge(
        board=_looked_at(before.board, board, seen),
        now=now,
        seen=seen,
        remembers=_remembered(before, seen),
        people=dict(sorted(known.items())),
        met=_met(before.met, people),
    )


def shown(
    before: Knowledge,
    board: Board,
    squares: frozenset[At],
    people: Mapping[int, tuple[Standing | None, Mapping[str, Any]]],
) -> Knowledge:
    """What a side knows once it was shown squares of a board, and people by their ids: from then on it remembers them
    as they were, where it doesn't see them itself.
    """
    new = squares - before.seen
    left = {when: kept for when, each in before.remembers.items() if (kept := each - new)}
    left[before.now] = left.get(before.now, frozenset()) | new
    told = {
        number: Sighting(standing, shows, before.now, present=False) for number, (standing, shows) in people.items()
    }
    return replace(
        before,
        board=_looked_at(before.board, board, squares),
        remembers={when: each for when, each in sorted(left.items()) if each},
        people=dict(sorted({**before.people, **told}.items())),
        met=_met(before.met, people),
    )


def by_meeting(met: Mapping[int, Acquaintance]) -> Callable[[int], int]:
    """A key by which those whom a side has met, by their ids, come as it has met them, its own first: in the order in
    which they came into the game they would be told from each other.
    """
    return lambda number: met[number].number if number in met else 0


def introduced(before: Knowledge, people: Iterable[int]) -> Knowledge:
    """What a side knows once it knows some people, by their ids, by name as well."""
    named = {number: before.met.get(number, Acquaintance())._replace(named=True) for number in people}
    return replace(before, met=dict(sorted({**before.met, **named}.items())))


def _met(
    before: Mapping[int, Acquaintance], people: Mapping[int, tuple[Standing | None, Mapping[str, Any]]]
) -> dict[int, Acquaintance]:
    """Whom a side has met, with those whom it sees: of several who come at once in the order of their squares."""
    last = max((each.number for each in before.values()), default=0)

    def where(number: int) -> tuple[tuple[int, ...], int]:
        standing, _ = people[number]
        return (standing.at if standing else (), number)

    new = sorted((number for number in people if number not in before), key=where)
    return dict(
        sorted({**before, **{each: Acquaintance(last + count) for count, each in enumerate(new, start=1)}}.items())
    )


def _missed(sighting: Sighting, seen: frozenset[At], now: Instant) -> Sighting:
    """Somebody who isn't seen now."""
    gone = sighting.standing is not None and sighting.standing.at in seen and now != sighting.when
    return replace(sighting, standing=None if gone else sighting.standing, present=False)


def _remembered(before: Knowledge, seen: frozenset[At]) -> dict[Instant, frozenset[At]]:
    """The squares that are no longer seen, by when they last were."""
    left = {**before.remembers}
    left[before.now] = left.get(before.now, frozenset()) | before.seen
    return {when: squares for when, old in sorted(left.items()) if (squares := old - seen)}


def _looked_at(before: Board, board: Board, seen: frozenset[At]) -> Board:
    """A board as it was known, with all that shows on some squares as it is now."""
    rooms = {room.number for room in board.plan.rooms if not seen.isdisjoint(room.squares)}

    def edges(old: Iterable[Portal], new: Iterable[Portal]) -> frozenset[Any]:
        return frozenset(
            [*(each for each in old if not _shows(each, seen)), *(each for each in new if _shows(each, seen))]
        )

    def places(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> dict[Any, Any]:
        hidden = {place: each for place, each in old.items() if not _shows(place, seen)}
        return hidden | {place: each for place, each in new.items() if _shows(place, seen)}

    return Board(
        board.plan,
        open=edges(before.open, board.open),
        dark=(before.dark - rooms) | (board.dark & rooms),
        breached=edges(before.breached, board.breached),
        wrecked=edges(before.wrecked, board.wrecked),
        holed=edges(before.holed, board.holed),
        airless=(before.airless - seen) | (board.airless & seen),
        damage=places(before.damage, board.damage),
        asked=places(before.asked, board.asked),
        lifts=places(before.lifts, board.lifts),
        airlocks=places(before.airlocks, board.airlocks),
    )


def _shows(place: Portal, seen: Collection[At]) -> bool:
    """Whether an edge, or a square, shows to whoever sees some squares."""
    return place in seen if isinstance(place, At) else any(at in seen for at in sides_of(place))


def in_common(all_of: Sequence[frozenset[At]]) -> frozenset[At]:
    """The squares that every side sees."""
    return frozenset.intersection(*all_of) if all_of else frozenset()


def as_known(knowledge: Knowledge) -> Board:
    """The board as a side knows it, with nobody on it: beyond what it has seen there is nothing, no room, no place and
    no end of the deck.
    """
    known, plan = knowledge.known, knowledge.board.plan
    deepest = max((at.level for at in known), default=0)
    for number in range(deepest + 1):
        plan = plan_seen(plan, number, known)
    levels = tuple(_cut(level, number, known) for number, level in enumerate(plan.levels[: deepest + 1]))
    rooms = tuple(replace(room, squares=room.squares & known) for room in plan.rooms)
    places = {name: kept for name, own in plan.places.items() if (kept := tuple(at for at in own if at in known))}
    portals = {
        *(edge for level in levels for edge in level.barriers),
        *(at for level in levels for at in level.hatches),
    }
    narrowed = replace(
        plan,
        about="",
        levels=levels,
        rooms=tuple(room for room in rooms if room.squares),
        places=places,
        open_at_first=plan.open_at_first & portals,
        dark_at_first=plan.dark_at_first & {room.number for room in rooms if room.squares},
        whole=False,
    )
    return replace(knowledge.board, plan=narrowed)


def _cut(level: Level, number: int, known: Collection[At]) -> Level:
    """A level as far to the east and south as something of it is known; without a name where nothing is."""
    squares = [at for at in known if at.level == number]
    width, height = (max((at[axis] for at in squares), default=0) + 1 for axis in (1, 2))
    return replace(level, name=level.name if squares else "", width=width, height=height)


VERSION = 1


def dump_knowledge(knowledge: Knowledge) -> dict[str, Any]:
    """What a side knows as it is stored, without the plan; squares by runs in the order of their levels and rows."""
    plan = knowledge.board.plan
    return {
        "v": VERSION,
        "now": list(knowledge.now),
        "seen": _runs(plan, knowledge.seen),
        "remembers": [[*when, _runs(plan, squares)] for when, squares in sorted(knowledge.remembers.items())],
        "board": dump_board(knowledge.board),
        "people": {str(number): _dump_sighting(each) for number, each in sorted(knowledge.people.items())},
        "met": {str(number): [*each] for number, each in sorted(knowledge.met.items())},
    }


def load_knowledge(plan: Plan, stored: Mapping[str, Any]) -> Knowledge:
    """What was stored of a side's knowledge of a plan; raises DataError where the board doesn't fit it."""
    return Knowledge(
        board=load_board(plan, stored["board"]),
        now=Instant(*stored["now"]),
        seen=_squares(plan, stored["seen"]),
        remembers={Instant(turn, phase): _squares(plan, runs) for turn, phase, runs in stored["remembers"]},
        people={int(number): _load_sighting(each) for number, each in stored["people"].items()},
        met=load_met(stored),
    )


def load_met(stored: Mapping[str, Any]) -> dict[int, Acquaintance]:
    """Whom a side has met, by what was stored of its knowledge. What is stored since before that was kept names all
    whom it has seen.
    """
    if "met" in stored:
        return {int(number): Acquaintance(*each) for number, each in stored["met"].items()}
    return {
        int(number): Acquaintance(count, named=True) for count, number in enumerate(stored.get("people", {}), start=1)
    }


def _dump_sighting(each: Sighting) -> dict[str, Any]:
    standing = None if each.standing is None else dump_standing(each.standing)
    return {"standing": standing, "shows": dict(each.shows), "when": list(each.when), "present": each.present}


def _load_sighting(stored: Mapping[str, Any]) -> Sighting:
    standing = None if stored["standing"] is None else load_standing(stored["standing"])
    return Sighting(standing, stored["shows"], Instant(*stored["when"]), stored["present"])


def _runs(plan: Plan, squares: Collection[At]) -> list[int]:
    """Squares as where each run of them begins and how long it is, counted row by row and level by level."""
    found = list[int]()
    for number in sorted(_number(plan, at) for at in squares):
        if found and found[-2] + found[-1] == number:
            found[-1] += 1
        else:
            found += (number, 1)
    return found


def _squares(plan: Plan, runs: Sequence[int]) -> frozenset[At]:
    return frozenset(
        _square(plan, number)
        for first, length in zip(runs[::2], runs[1::2], strict=True)
        for number in range(first, first + length)
    )


def _number(plan: Plan, at: At) -> int:
    above = sum(level.width * level.height for level in plan.levels[: at.level])
    return above + at.y * plan.levels[at.level].width + at.x


def _square(plan: Plan, number: int) -> At:
    for index, level in enumerate(plan.levels):
        if number < level.width * level.height:
            return At(index, number % level.width, number // level.width)
        number -= level.width * level.height
    raise AssertionError("what is stored of squares is of another plan")
