"""Pairs of campaigns that differ only in what one side can't know, and what is laid out in both.

Ann plays the own side, Bob the others. Of these some stand where nobody of hers sees them, or one in her sight, of whom
only what shows is the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st

from bot.chat.decks import shipped
from bot.deck.board import as_drawn
from bot.deck.outlook import seen_together
from bot.deck.placing import can_stand
from bot.deck.plan import at_of, named

DECK, HERE, IN_SIGHT = "Bridge deck", "R18", "R15"


@dataclass(frozen=True)
class Book:
    """Rules by their name: a starter's two of each side, what a stranger is made from, what of a sheet doesn't show
    with values that it may have, what can be planned, and what the others alone decide.
    """

    name: str
    own: tuple[str, str]
    others: tuple[str, str]
    sides: tuple[str, str]
    template: str
    hidden: dict[str, tuple[str | int, ...]]
    plans: tuple[str, ...]
    unseen: tuple[str, ...] = ()

    @property
    def them(self) -> str:
        return ", ".join(self.others)


# What is otherwise on the sheet of an enemy in sight, of which none shows.
FIGURES = {
    "light wounds": (1, 2),
    "morale": (6, 9),
    "leadership": (1, 3),
    "melee": (4, 6),
    "rank": ("E2", "E3"),
    "life level": (1, 2),
    "nerve": ("steady", "halted"),
    "skill": (1, 2),
    "rounds": (12, 20),
    "clips": (1, 2),
    "grenades": (1, 3),
}
AHL = Book(
    "Azhanti High Lightning",
    ("Marine E1", "Marine N1"),
    ("Pirate", "Pirate Captain"),
    ("Marines", "Pirates"),
    "Pirate",
    FIGURES,
    ("aim", "move", "cover"),
    (
        "/standing name:Pirate when:snap say:always",
        "/autopilot set name:Pirate orders:hunt",
        "/autopilot set name:\"Pirate Captain\" orders:hold",
        "/stance name:\"Pirate Captain\" how:prone",
        '/structure hit name:Pump values:"kind bulkhead, penetration 60"',
    ),
)  # fmt: skip
VARIANT = Book(
    "AHL variant",
    AHL.own,
    AHL.others,
    AHL.sides,
    "Pirate",
    {field: FIGURES[field] for field in ("light wounds", "morale", "leadership", "skill", "rounds", "clips")},
    ("aim", "move"),
    AHL.unseen[:1] + AHL.unseen[3:5],
)  # fmt: skip
COMBAT = Book(
    "Combat 3000",
    ("Trooper Hale", "Sergeant Ruiz"),
    ("Outlaw Kemp", "Leader Voss"),
    ("Troopers", "Outlaws"),
    "Outlaw",
    {"accuracy": (3, 7), "strength": (2, 5), "clips": (1, 2)},
    ("crouch", "D Key"),
    (
        '/autopilot set name:"Outlaw Kemp" orders:hunt',
        '/autopilot set name:"Leader Voss" orders:hold',
        '/stance name:"Leader Voss" how:prone',
    ),
)
# Of the scenario in which three hunt where a clan lives, of whom some are in hiding.
HUNTERS = replace(
    COMBAT,
    own=("Trimote 1", "Trimote 2"),
    others=("Clansman 1", "Clansman 2"),
    sides=("Hunters", "Clan"),
    unseen=(
        '/autopilot set name:"Clansman 1" orders:hunt',
        '/autopilot set name:"Clansman 3" orders:hold',
        '/stance name:"Clansman 2" how:prone',
    ),
)
BAYS = ("Port bay 1", "Starboard bay 1", "Port bay 2")
# Of that in which eight thieves lie in crates, some of which hold what they look for, and two of them are pilots.
CREW = replace(
    AHL,
    own=("Marine E1", "Marine E2"),
    others=("Intruder O2", "Intruder N2"),
    sides=("Crew", "Thieves"),
    unseen=(
        '/scenario pilots name:"Intruder O2, Intruder N2"',
        '/autopilot set name:"Intruder O2" orders:hunt',
        '/standing name:"Intruder N2" when:snap say:always',
    ),
)


class Unknown(NamedTuple):
    """What Ann can't know of a campaign: where the others stand unseen, how many more there are, what of their sheets
    doesn't show, their plans, what they have decided, what was ordered and taken back, and thrown; and what is open or
    dark where she doesn't see it.
    """

    places: tuple[str, ...]
    more: int
    figures: tuple[int, ...]
    plans: tuple[int, int]
    unseen: tuple[bool, ...]
    back: int
    thrown: int
    door: bool
    dark: bool


class Layout(NamedTuple):
    """What both campaigns have in common: the book, what strangers are called, whether a turn is kept, and whether Ann
    has `met` one of the others, or has them `in sight`; and the scenario that is played, if one is.
    """

    book: Book
    strangers: str
    turn: bool
    meets: str
    scenario: str = ""

    def __str__(self) -> str:
        turn = self.scenario or ("a turn" if self.turn else "no turn")
        return ", ".join((self.book.name, self.strangers, turn, self.meets or "never met"))


@cache
def hidden_squares() -> tuple[str, ...]:
    """Where nobody sees who stands about the place of Ann's people, whatever doors there are between."""
    board = as_drawn(shipped()[DECK].plan)
    floor = board.plan.levels[0].floor
    start = at_of(HERE)
    near = [at for at in floor if abs(at.x - start.x) <= 3 and abs(at.y - start.y) <= 3]
    return tuple(named(at) for at in sorted(floor - seen_together(board, near)) if can_stand(board, at))


def unknowns(book: Book) -> st.SearchStrategy[Unknown]:
    """All that may be so of which Ann can't know."""
    squares = st.lists(st.sampled_from(hidden_squares()), min_size=5, max_size=5, unique=True).map(tuple)
    return st.builds(
        Unknown,
        places=squares,
        more=st.integers(0, 2),
        figures=st.tuples(*(st.integers(0, len(values) - 1) for values in book.hidden.values())),
        plans=st.tuples(*[st.integers(0, len(book.plans) - 1)] * 2),
        unseen=st.tuples(*[st.booleans()] * len(book.unseen)),
        back=st.integers(0, 2),
        thrown=st.integers(0, 2),
        door=st.booleans(),
        dark=st.booleans(),
    )


def common_lines(layout: Layout) -> Iterator[str]:
    """What is done in both campaigns before anything is unknown."""
    book, own = layout.book, ", ".join(layout.book.own)
    if layout.scenario:
        yield f'/campaign new system:"{book.name}"'
        yield "/campaign set setting:fog value:on"
        yield f"/campaign set setting:strangers value:{layout.strangers}"
        return
    yield f'/campaign new system:"{book.name}" starter:True'
    yield f'/deck load name:"{DECK}"'
    yield f'/players hand name:"{own}" player:@Ann'
    yield f'/players hand name:"{book.them}" player:@Bob'
    yield f'/place name:"{own}" at:{HERE} facing:N'
    yield "/campaign set setting:fog value:on"
    yield f"/campaign set setting:strangers value:{layout.strangers}"
    yield f'/place name:"{own}" at:S18 facing:N'
    if layout.meets:
        yield f'/place name:"{book.others[0]}" at:{IN_SIGHT} facing:S'


def unseen_lines(layout: Layout, unknown: Unknown) -> Iterator[str]:
    """What is done by the others, or for them, of which Ann can't know."""
    if layout.scenario:
        yield from _hidden_lines(layout, unknown)
        return
    book, first = layout.book, layout.book.others[0]
    away, last, *spots = unknown.places
    for field, values, which in zip(book.hidden, book.hidden.values(), unknown.figures, strict=True):
        yield f'/character edit name:"{first}" field:"{field}" value:"{values[which]}"'
    yield f'/place name:"{book.others[1]}" at:{last}'
    for number, at in enumerate(spots[: unknown.more]):
        yield f'/character add name:"Lurker {number}" template:{book.template} side:{book.sides[1]}'
        yield f'/place name:"Lurker {number}" at:{at}'
    if layout.meets != "in sight":
        yield f'/place name:"{first}" at:{away}'
    for _ in range(unknown.back):
        yield f'/place name:"{book.others[1]}" at:{spots[-1]}'
        yield "/undo"
    yield from ["/roll throw:2D"] * unknown.thrown
    yield from (["/door at:F10 side:E"] if unknown.door else [])
    yield from (['/light room:"Sensor room" on:False'] if unknown.dark else [])
    yield from (line for line, given in zip(book.unseen, unknown.unseen, strict=True) if given)


def _hidden_lines(layout: Layout, unknown: Unknown) -> Iterator[str]:
    """What a scenario hides by its dice: how many are in hiding, or which squares hold what is looked for; where the
    others are, and what they are like.
    """
    book, first = layout.book, layout.book.others[0]
    hunts = book is HUNTERS
    # Seven are drawn, and then it is thrown for who hides; or all come to be where they are, and then the four goals.
    last = (1 + unknown.more + unknown.back,) if hunts else (1 + unknown.more, 5 + unknown.back, 9, 12 + unknown.thrown)
    yield " ".join(("dice", *map(str, (*[1] * (7 if hunts else 34), *last))))
    begins, answers = ("Ann", "Bob") if hunts else ("Bob", "Ann")
    yield f'/scenario setup name:"{layout.scenario}" first:@{begins} second:@{answers}'
    for field, values, which in zip(book.hidden, book.hidden.values(), unknown.figures, strict=True):
        yield f'/character edit name:"{first}" field:"{field}" value:"{values[which]}"'
    for name, bay in zip(book.others, (unknown.back, unknown.more), strict=True):
        yield from [f'/place name:"{name}" at:"{BAYS[bay]}"'] if hunts else ()
    yield from ["/roll throw:2D"] * unknown.thrown
    yield from (line for line, given in zip(book.unseen, unknown.unseen, strict=True) if given)


def turn_lines(layout: Layout, unknown: Unknown) -> Iterator[str]:
    """The turn begun in both, and what each of the others plans in it."""
    if layout.turn:
        yield from () if layout.scenario else ("/turn begin",)
        for name, plan in zip(layout.book.others, unknown.plans, strict=True) if layout.book is not CREW else ():
            # Whoever lies prone crouches no more.
            prone = name == layout.book.others[1] and layout.book in (COMBAT, HUNTERS) and unknown.unseen[2]
            yield f'/plan name:"{name}" plan:"{layout.book.plans[1 if prone else plan]}"'
