"""Views for the tests: one with everything in it, any view at all by Hypothesis, and pictures as pixels."""

from dataclasses import replace
from io import BytesIO

from hypothesis import strategies as st
from PIL import Image

from bot.deck.board import Airlock, Lift, as_drawn
from bot.deck.framing import views_of
from bot.deck.knowledge import Instant, Knowledge, as_known
from bot.deck.plan import At, Edge, Facing
from bot.deck.reading import read_plan
from bot.deck.view import Attacked, Counter, Health, Hurt, Marks, Scored, View
from bot.engine.system import Sign
from tests.deck.plans import plans

EVERYTHING = """\
name: Fat Trader
level: Upper deck
      #######A###########
      #1 . . . . . . . S#
#######                 #
#a . X|. . . . . . . . .#
#-+H+-+-+-+D+I+=+M+A+P+-#
#. C . . . . . . . c E .#
#                       #
A2 . . . . . . . . . L .#
#-+d+-+i+=+h+-+m+-+a+-+p#
#R G O F B V T . b . E=.#
#########################
1 = room 1 Bridge
2 = room 2 Corridor
a = room 3 Engineering
b = ladder with hatch
c = ladder with open hatch
level: Lower deck
#####
#. .#
#####
"""


def pixels(png):
    """A picture as RGB."""
    return Image.open(BytesIO(png)).convert("RGB")


def part(picture, layout, at):
    """The pixels of one square."""
    x, y = layout.corner(at.x, at.y)
    return picture.crop((x, y, x + layout.side, y + layout.side))


def everything():
    """A view in which every sign is: doors of all kinds, fixtures, damage, counters in every state, marks."""
    board = replace(
        as_drawn(read_plan(EVERYTHING, "everything")),
        dark=frozenset({1}),
        airless=frozenset(At(0, x, 4) for x in range(6, 12)) | {At(0, 8, 0)},
        breached=frozenset({Edge(0, 12, 2, Facing.WEST), Edge(0, 7, 2, Facing.NORTH)}),
        wrecked=frozenset({At(0, 1, 2)}),
        lifts={At(0, 10, 4): Lift(level=0)},
        airlocks={At(0, 11, 4): Airlock(opens=Edge(0, 11, 4, Facing.NORTH), phases=3)},
    )
    east, up, out, dead = Facing.EAST, Health.UP, Health.OUT, Health.DEAD
    counters = (
        Counter("Marine E1", At(0, 0, 3), east, 0, 0, up),
        Counter("Pirate", At(0, 6, 3), Facing.WEST, 1, 1, up),
        Counter("Pirate 2", At(0, 7, 3), Facing.NORTH, 1, 3, out),
        Counter("Pirate 3", At(0, 8, 3), Facing.NORTH, 1, 7, dead),
        Counter("Vargr Chief", At(0, 5, 0), Facing.SOUTH, 2, 0, Health.PRONE),
        *(Counter(f"Robot {number}", At(0, 7, 4), Facing.NORTH, number, 0, up) for number in range(4)),
        *(Counter(f"Guard {number}", At(0, 9, 4), east, 4 + number, 0, up) for number in range(2)),
    )
    marks = Marks(
        line=(At(0, 0, 3), At(0, 6, 3)),
        danger=tuple(At(0, x, 3) for x in range(1, 12)),
        blast=tuple(At(0, x, y) for x in (9, 10) for y in (0, 1)),
        trail=(At(0, 2, 2), At(0, 3, 2), At(0, 4, 1)),
    )
    return View(board, 0, counters, marks)


def aftermath():
    """The same deck with every door open, after a step in which much has happened: shots of several, an explosion with
    its centre and what is left in each square, a grenade that went astray, people who went, fell, and are marked.
    """
    board = everything().board
    portals = frozenset(edge for edge, is_ in board.plan.levels[0].barriers.items() if is_.portal)
    hull = frozenset({Edge(0, 0, 2, Facing.WEST), Edge(0, 3, 0, Facing.NORTH)})
    board = replace(board, open=board.open | portals, holed=hull, breached=frozenset(), dark=frozenset(), lifts={})
    east, west, up = Facing.EAST, Facing.WEST, Health.UP
    signs = frozenset({Sign.SERIOUS, Sign.PANICKED, Sign.EMPTY, Sign.CROUCHING})
    counters = (
        Counter("Marine E1", At(0, 0, 3), east, 0, 4, up, marks=("surrendered",)),
        Counter("Marine N2", At(0, 0, 4), west, 0, 2, up, hurt=Hurt.WOUNDED, signs=signs),
        Counter("Pirate", At(0, 8, 3), west, 1, 1, up, struck=Attacked("", Scored.MISSED, "corner")),
        Counter(
            "Pirate 2", At(0, 11, 1), west, 1, 0, Health.DEAD, hurt=Hurt.FELL, struck=Attacked("", Scored.EFFECTIVE)
        ),
        Counter(
            "Pirate 3", At(0, 6, 0), Facing.SOUTH, 1, 0, up, struck=Attacked("", Scored.HARMLESS), between=At(1, 0, 0)
        ),
        Counter("Beast", At(0, 3, 2), east, 2, 0, up, body=(At(0, 4, 2),)),
        *(Counter(f"Cadet {number}", At(0, 5, 4), Facing.NORTH, 3, number, up) for number in range(3)),
        *(Counter(f"Guard {number}", At(0, 2, 1), east, 3 + number, 0, up) for number in range(5)),
    )
    reached = tuple(At(0, x, y) for x in (9, 10, 11) for y in (0, 1))
    marks = Marks(
        line=(At(0, 0, 3), At(0, 8, 3)),
        range=8,
        lines=((At(0, 6, 0), At(0, 2, 4)),),
        danger=tuple(At(0, x, 3) for x in range(1, 12)),
        blast=reached,
        rings=tuple((at, 12 - at.x - at.y) for at in reached),
        centres=(At(0, 10, 0), At(0, 11, 1)),
        scatter=(At(0, 7, 1), At(0, 8, 0), At(0, 9, 0), At(0, 10, 0)),
        trail=(At(0, 0, 2), At(0, 1, 2), At(0, 2, 1)),
        trails=((At(0, 8, 4), At(0, 7, 4), At(0, 6, 4), At(0, 5, 4)),),
    )
    return View(board, 0, counters, marks, settings=("zero-g", "no atmosphere"))


def remembered():
    """A deck of which a side sees a corridor and a room, remembers another one, and doesn't know the rest: with one of
    its people, somebody seen, and strangers last seen in this phase, three phases ago and lying down twelve ago.
    """
    board = as_drawn(read_plan(EVERYTHING, "everything"))
    now = frozenset(At(0, x, y) for x in range(7) for y in (2, 3))
    before = frozenset(At(0, x, 3) for x in range(7, 12)) | frozenset(At(0, x, 4) for x in range(8))
    known = Knowledge(board, Instant(3, 2), now, {Instant(1, 1): before})
    east, west = Facing.EAST, Facing.WEST
    counters = (
        Counter("Marine E1", At(0, 1, 3), east, 0),
        Counter("Pirate", At(0, 5, 3), west, 1),
        Counter("Pirate 2", At(0, 8, 3), west, 1, age=0),
        Counter("Pirate 3", At(0, 9, 3), Facing.SOUTH, 1, age=3),
        Counter("Vargr", At(0, 5, 4), Facing.SOUTH, 2, 0, Health.PRONE, age=12),
    )
    (view,) = views_of(as_known(known), counters, most=1)
    return replace(view, remembered=before)


@st.composite
def views(draw):
    """Any legal view of a small plan."""
    plan = draw(plans(largest=8))
    level = draw(st.sampled_from(plan.levels))
    number = plan.levels.index(level)
    squares = st.builds(At, st.just(number), st.integers(0, level.width - 1), st.integers(0, level.height - 1))
    edges = [edge for level in plan.levels for edge in level.barriers]
    board = replace(
        as_drawn(plan),
        breached=draw(st.frozensets(st.sampled_from(edges), max_size=4)) if edges else frozenset(),
        wrecked=draw(st.frozensets(squares, max_size=4)),
        airless=draw(st.frozensets(squares, max_size=8)),
    )
    counters = st.builds(
        Counter,
        st.text(max_size=12),
        squares,
        st.sampled_from(Facing),
        st.integers(0, 9),
        st.integers(0, 12),
        st.sampled_from(Health),
        st.none() | squares,
        age=st.none() | st.integers(0, 200),
    )
    some = st.lists(squares, max_size=6).map(tuple)
    marks = st.builds(Marks, st.none() | st.tuples(squares, squares), some, some, some)
    crop = draw(st.none() | st.tuples(squares, squares).map(_corners))
    people = draw(st.lists(counters, max_size=8, unique_by=lambda counter: counter.name))
    view = View(board, number, tuple(people), draw(marks), crop)
    return replace(view, remembered=draw(st.frozensets(squares, max_size=8)))


def _corners(ends):
    """The top left and the bottom right of the box around two squares."""
    one, other = ends
    xs, ys = sorted((one.x, other.x)), sorted((one.y, other.y))
    return At(one.level, xs[0], ys[0]), At(one.level, xs[1], ys[1])
