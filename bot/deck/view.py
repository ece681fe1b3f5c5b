"""What a picture of a deck shows, as plain values: no more than its viewer may see."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.deck.board import Board
from bot.deck.plan import At, Facing, Plan, sides_of
from bot.engine.system import Sign


class Health(StrEnum):
    """How a counter stands."""

    UP = "up"
    PRONE = "prone"
    UNCONSCIOUS = "unconscious"
    OUT = "out of action"
    DEAD = "dead"


class Scored(StrEnum):
    """What has become of somebody who was attacked: whether they wear armor or not, a hit has an effect or none."""

    MISSED = "missed"
    HARMLESS = "hit without effect"
    EFFECTIVE = "hit with effect"


class Hurt(StrEnum):
    """What an order has done to somebody, whatever the rules."""

    WOUNDED = "newly wounded"
    FELL = "falls now"


@dataclass(frozen=True, slots=True)
class Attacked:
    """Somebody who was attacked, by name, and the cover that counted, in words such as “corner”; and `by` whom, where
    no line that is drawn tells it.
    """

    name: str
    how: Scored
    cover: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    """Somebody on the deck: the full name for words, the side by its place among the sides (0 is the first).

    Who is `between` two levels, on a ladder or hanging from an edge, counts on that square of the other one as well.
    `marks` are what is known of them by whatever rules: the picture shows the first letter of each. `signs` are how
    they are by their sheet and as they stand, `struck` and `hurt` what has just happened to them. `body` is for other
    squares that somebody large fills. `age` is for how many phases nobody has seen them whom the picture is for, None
    for who is seen.
    """

    name: str
    at: At
    facing: Facing
    side: int
    wounds: int = 0
    health: Health = Health.UP
    between: At | None = None
    marks: tuple[str, ...] = ()
    signs: frozenset[Sign] = frozenset()
    struck: Attacked | None = None
    hurt: Hurt | None = None
    body: tuple[At, ...] = ()
    age: int | None = None

    @property
    def places(self) -> "tuple[Counter, ...]":
        """The counter wherever they count: between two levels on both."""
        return (self, replace(self, at=self.between, between=self.at)) if self.between else (self,)


@dataclass(frozen=True, slots=True)
class Marks:
    """What has just happened, drawn over the deck.

    `line` runs from a firer to where their fire was aimed, over `range` squares, and `lines` are those of others who
    fired in the same step; `danger` are the squares of its danger space, `struck` is everybody who was attacked.
    `blast` are the squares that an explosion reaches, `rings` the penetration left in each, `centres` where it was;
    `scatter` are the squares through which a grenade went astray, `trail` those that somebody walked through, first to
    last, and `trails` those of others who went at the same time. `about` are squares that the picture must show, though
    nothing is drawn over them; nor is anything of `blows` that were struck, and of those by whom what exploded was
    `thrown`, by their names.
    """

    line: tuple[At, At] | None = None
    danger: tuple[At, ...] = ()
    blast: tuple[At, ...] = ()
    trail: tuple[At, ...] = ()
    trails: tuple[tuple[At, ...], ...] = ()
    about: tuple[At, ...] = ()
    range: int | None = None
    struck: tuple[Attacked, ...] = ()
    rings: tuple[tuple[At, int], ...] = ()
    centres: tuple[At, ...] = ()
    scatter: tuple[At, ...] = ()
    lines: tuple[tuple[At, At], ...] = ()
    blows: tuple[Attacked, ...] = ()
    thrown: tuple[str, ...] = ()

    @property
    def squares(self) -> tuple[At, ...]:
        """Every square that a picture should show, first the one where it ended that happened."""
        ends = (*(at for line in self.shots for at in line[::-1]), *(at for way in self.ways for at in way[::-1]))
        return (*ends, *self.centres, *self.scatter[::-1], *self.about, *self.blast)

    @property
    def ways(self) -> tuple[tuple[At, ...], ...]:
        """All ways that were gone."""
        return tuple(filter(None, (self.trail, *self.trails)))

    @property
    def shots(self) -> tuple[tuple[At, At], ...]:
        """All lines along which was fired."""
        return tuple(filter(None, (self.line, *self.lines)))

    def and_then(self, later: "Marks") -> "Marks":
        """What happened here, with what happened after it; a way that goes on from another is one with it."""
        on = bool(self.trail and later.trail and self.trail[-1] == later.trail[0])
        trail = (*self.trail, *later.trail[1:]) if on else later.trail or self.trail
        aside = (self.trail,) if self.trail and later.trail and not on else ()
        return replace(
            later,
            trail=trail,
            trails=(*self.trails, *aside, *later.trails),
            line=later.line or self.line,
            lines=(*self.lines, *((self.line,) if self.line and later.line else ()), *later.lines),
            # Of several shots no picture has room for all ranges: the words tell them.
            range=None if self.line and later.line else later.range if later.line else self.range,
            blast=(*self.blast, *later.blast),
            rings=(*self.rings, *later.rings),
            centres=(*self.centres, *later.centres),
            scatter=later.scatter or self.scatter,
            about=tuple(dict.fromkeys((*self.squares, *later.about))),
            struck=(*self.struck, *later.struck),
            danger=(*self.danger, *later.danger),
            blows=(*self.blows, *later.blows),
            thrown=(*self.thrown, *later.thrown),
        )

    def on(self, level: int) -> "Marks":
        """The marks of one level; a line that runs to another one is not drawn."""
        return self.where(lambda at: at.level == level)

    def where(self, shows: Callable[[At], bool]) -> "Marks":
        """The marks on squares that show; a line of which one end doesn't is not drawn."""

        def here(squares: tuple[At, ...]) -> tuple[At, ...]:
            return tuple(filter(shows, squares))

        line = self.line if self.line and len(here(self.line)) == 2 else None
        return replace(
            self,
            line=line,
            lines=tuple(each for each in self.lines if len(here(each)) == 2),
            danger=here(self.danger),
            blast=here(self.blast),
            trail=here(self.trail),
            trails=tuple(map(here, self.trails)),
            about=here(self.about),
            range=self.range if line else None,
            rings=tuple(ring for ring in self.rings if shows(ring[0])),
            centres=here(self.centres),
            scatter=here(self.scatter),
        )


@dataclass(frozen=True, slots=True)
class View:
    """One level of a board to be drawn: its counters, marks, and the part of it that matters.

    `crop` is the top left and the bottom right square that the picture shows, both included, None for the whole level.
    `settings` are circumstances that hold everywhere, such as “zero-G”. `seen` are the squares that somebody sees,
    where it is their eyes that look; None shows all. Those `left_out` are in no picture of the same answer: the words
    name them. `remembered` are squares that nobody sees any more whom the picture is for.
    """

    board: Board
    level: int
    counters: tuple[Counter, ...] = ()
    marks: Marks = field(default_factory=Marks)
    crop: tuple[At, At] | None = None
    seen: frozenset[At] | None = None
    settings: tuple[str, ...] = ()
    left_out: tuple[Counter, ...] = ()
    remembered: frozenset[At] = frozenset()

    def shows(self, at: At) -> bool:
        """Whether the square is in the part of the level that is shown."""
        if at.level != self.level or self.crop is None:
            return at.level == self.level
        first, last = self.crop
        return first.x <= at.x <= last.x and first.y <= at.y <= last.y


def plan_seen(plan: Plan, number: int, seen: frozenset[At]) -> Plan:
    """What of a plan's level shows to somebody who sees some squares of it: these, and what stands on their sides.

    The other levels are as they are.
    """
    level = plan.levels[number]
    shown = replace(
        level,
        floor=level.floor & seen,
        barriers={edge: each for edge, each in level.barriers.items() if not seen.isdisjoint(sides_of(edge))},
        fixtures={at: each for at, each in level.fixtures.items() if at in seen},
        hatches=level.hatches & seen,
    )
    rooms = tuple(replace(room, squares=room.squares & seen) for room in plan.rooms)
    levels = (*plan.levels[:number], shown, *plan.levels[number + 1 :])
    return replace(plan, levels=levels, rooms=tuple(room for room in rooms if room.squares))
