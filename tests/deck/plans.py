"""Plans for the tests: drawn ones, and any plan at all by Hypothesis."""

from dataclasses import replace

from hypothesis import strategies as st

from bot.deck.board import Board, as_drawn
from bot.deck.passage import enclosed
from bot.deck.plan import At, Barrier, Edge, Facing, Fixture, Level, Plan, Room
from bot.deck.reading import read_plan

TRAINER = """\
name: Trainer
about: Two rooms, for a first fight.
separation: 3

level: Main deck
#===========#
#a . . .|b .#
#       +-+D#
#C 1 S .D. c#
#===========#
a = room 1 Bridge
b = room 2 Locker
1 = place Helm
c = place Store, crate
dark: 2
"""

NAMES = st.text(st.characters(categories=("L", "N"), max_codepoint=0x2FF), min_size=1, max_size=12)


def drawn(*rows, level="Deck", notes=(), more=""):
    """A plan from the rows of its one level, and the board on which nothing has happened yet."""
    text = "\n".join((f"level: {level}", *rows, *notes, more))
    return read_plan(text, "test")


def board_of(*rows, **more) -> Board:
    return as_drawn(drawn(*rows, **more))


def edges(number, width, height):
    """Every edge of a level: along its far sides there are west edges only in x, north edges only in y."""
    norths = [Edge(number, x, y, Facing.NORTH) for x in range(width) for y in range(height + 1)]
    return norths + [Edge(number, x, y, Facing.WEST) for x in range(width + 1) for y in range(height)]


@st.composite
def levels(draw, number, largest=6):
    width, height = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    squares = [At(number, x, y) for x in range(width) for y in range(height)]
    floor = draw(st.frozensets(st.sampled_from(squares), min_size=1))
    fixtures = draw(st.dictionaries(st.sampled_from(sorted(floor)), st.sampled_from(Fixture), max_size=6))
    barriers = draw(st.dictionaries(st.sampled_from(edges(number, width, height)), st.sampled_from(Barrier)))
    ways_down = sorted(at for at, fixture in fixtures.items() if fixture.takes_hatch)
    hatches = draw(st.frozensets(st.sampled_from(ways_down))) if ways_down else frozenset()
    return Level(draw(NAMES), width, height, floor, barriers, fixtures, hatches)


def as_one_reads(at):
    return at.level, at.y, at.x


@st.composite
def plans(draw, most_levels=2, largest=6):
    decks = tuple(draw(levels(number, largest)) for number in range(draw(st.integers(1, most_levels))))
    squares = sorted(at for level in decks for at in level.floor)
    portals = sorted(edge for level in decks for edge, barrier in level.barriers.items() if barrier.portal)
    portals += sorted(at for level in decks for at in level.hatches)
    numbers = draw(st.lists(st.integers(0, 9999), unique=True, max_size=4))
    rooms, taken = [], set()
    for number in sorted(numbers):
        seed = draw(st.sampled_from(squares))
        if seed not in taken:
            rooms.append(Room(number, draw(NAMES), enclosed(decks[seed.level], seed)))
            taken |= rooms[-1].squares
    numbered = [room.number for room in rooms]
    places = draw(st.dictionaries(NAMES, st.sets(st.sampled_from(squares), min_size=1, max_size=3), max_size=3))
    return Plan(
        name=draw(NAMES),
        about=draw(st.just("") | NAMES),
        levels=decks,
        separation=draw(st.integers(1, 99)),
        rooms=tuple(rooms),
        places={name: tuple(sorted(found, key=as_one_reads)) for name, found in places.items()},
        open_at_first=draw(st.frozensets(st.sampled_from(portals))) if portals else frozenset(),
        dark_at_first=draw(st.frozensets(st.sampled_from(numbered))) if numbered else frozenset(),
    )


@st.composite
def boards(draw, most_levels=2, largest=6):
    """Any board: portals open or shut, edges breached, fixtures wrecked."""
    board = as_drawn(draw(plans(most_levels, largest)))
    barriers = sorted(edge for level in board.plan.levels for edge in level.barriers)
    fixtures = sorted(at for level in board.plan.levels for at in level.fixtures)
    return replace(
        board,
        breached=draw(st.frozensets(st.sampled_from(barriers), max_size=2)) if barriers else frozenset(),
        wrecked=draw(st.frozensets(st.sampled_from(fixtures), max_size=2)) if fixtures else frozenset(),
    )
