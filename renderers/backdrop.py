"""The deck without its people: drawn once for each state of its doors, lights and damage, then kept."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from PIL import Image
from PIL.ImageDraw import Draw, ImageDraw

from bot.deck.plan import At, Edge, Plan, Portal
from bot.deck.portals import cycling, lifts_dead, lifts_open
from bot.deck.sight import crossed
from bot.deck.view import View, plan_seen
from renderers.brush import Brush
from renderers.edges import brush_on, draw_breach, draw_leak, draw_portal, draw_walls, edges_shown
from renderers.fixtures import SHARE, draw_cycling, draw_fixture, draw_floor_hatch, draw_open_lift
from renderers.frame import draw_rim, draw_rooms, draw_title, named_squares
from renderers.ground import Pattern, cover
from renderers.layout import Layout
from renderers.palette import Colour, new_picture

# A picture of a whole deck takes 2.5 MB, the largest there can be 16.
KEPT = 8


@dataclass(frozen=True, slots=True)
class Backdrop:
    """All that a backdrop depends on. Two are the same if they are equal, plans read at different times as well."""

    layout: Layout
    plan: Plan = field(hash=False)
    settings: tuple[str, ...]
    open: frozenset[Portal]
    dark: frozenset[int]
    breached: frozenset[Edge]
    holed: frozenset[Edge]
    wrecked: frozenset[At]
    airless: frozenset[At]
    lifts_here: frozenset[At]
    dead_lifts: frozenset[At]
    cycling: frozenset[At]
    # Where people stand, and what a line of fire or an explosion covers, if a room's name would be there otherwise.
    people: frozenset[At] = frozenset()
    covered: frozenset[At] = frozenset()
    # What nobody sees any more whom the picture is for.
    remembered: frozenset[At] = frozenset()


def scene_of(view: View, layout: Layout) -> Backdrop:
    """What a view shows with nobody on it: no more of the board than is seen."""
    board = view.board
    every = Backdrop(
        layout,
        board.plan,
        view.settings,
        board.open,
        board.dark,
        board.breached,
        board.holed - board.breached,
        board.wrecked,
        board.airless,
        lifts_open(board, layout.level),
        lifts_dead(board),
        frozenset(cycling(board)),
        remembered=frozenset(layout.shown(view.remembered)),
    )
    scene = every if view.seen is None else _as_seen(every, view.seen)
    people = frozenset(counter.at for counter in view.counters)
    along = (at for line in view.marks.shots for at in crossed(*line))
    covered = frozenset((*view.marks.danger, *view.marks.blast, *along))
    return scene if names_of(scene).isdisjoint(people | covered) else replace(scene, people=people, covered=covered)


@lru_cache(maxsize=KEPT)
def names_of(scene: Backdrop) -> frozenset[At]:
    """Where the rooms' names are."""
    level = scene.plan.levels[scene.layout.level]
    return named_squares(scene.layout, level, scene.plan.rooms, scene.people, scene.covered)


def _as_seen(scene: Backdrop, seen: frozenset[At]) -> Backdrop:
    plan = plan_seen(scene.plan, scene.layout.level, seen)
    level = plan.levels[scene.layout.level]
    return Backdrop(
        scene.layout,
        plan,
        scene.settings,
        scene.open & (level.floor | level.barriers.keys()),
        scene.dark & {room.number for room in plan.rooms},
        scene.breached & frozenset(level.barriers),
        scene.holed & frozenset(level.barriers),
        scene.wrecked & seen,
        scene.airless & seen,
        scene.lifts_here & seen,
        scene.dead_lifts & seen,
        scene.cycling & seen,
        remembered=scene.remembered & seen,
    )


@lru_cache(maxsize=KEPT)
def backdrop(scene: Backdrop) -> Image.Image:
    """The scene's picture, to be copied and never drawn on. Several threads may ask at once."""
    picture = new_picture(scene.layout.size, Colour.SPACE)
    draw_backdrop(Draw(picture), scene)
    picture.load()
    return picture


def draw_backdrop(pen: ImageDraw, scene: Backdrop) -> None:
    """Draw title, rim and deck with a pen that takes colours of the palette."""
    layout, level = scene.layout, scene.plan.levels[scene.layout.level]
    draw_title(pen, layout, scene.plan, scene.settings)
    dark = [at for room in scene.plan.rooms if room.number in scene.dark for at in room.squares]
    cover(pen, layout, level.floor, Pattern.FULL, Colour.FLOOR)
    cover(pen, layout, level.floor, Pattern.GRID, Colour.GRID)
    cover(pen, layout, dark, Pattern.DARK, Colour.SHADE)
    cover(pen, layout, scene.airless, Pattern.AIRLESS, Colour.BLUE)
    for at in layout.shown(level.fixtures):
        brush = Brush(pen, layout.middle(at), layout.side * SHARE)
        if at in scene.lifts_here:
            draw_open_lift(brush)
        else:
            draw_fixture(brush, level.fixtures[at], at in scene.wrecked | scene.dead_lifts)
        if at in level.hatches:
            draw_floor_hatch(brush, at in scene.open)
    for at in layout.shown(scene.cycling):
        draw_cycling(Brush(pen, layout.middle(at), layout.side * SHARE))
    draw_rooms(pen, layout, level, scene.plan.rooms, scene.people, scene.covered)
    _draw_edges(pen, scene)
    if scene.remembered:
        cover(pen, layout, scene.remembered, Pattern.PALE, Colour.FLOOR)
        cover(pen, layout, scene.remembered, Pattern.MIST, Colour.MUTED)
        draw_rooms(pen, layout, level, scene.plan.rooms, scene.people, scene.covered)
    torn = scene.breached | scene.holed
    barriers = edges_shown(layout, level.barriers)
    draw_rim(pen, layout, [edge for edge, barrier in barriers if barrier.portal or edge in torn])


def _draw_edges(pen: ImageDraw, scene: Backdrop) -> None:
    """Walls first, then the portals in them, then what is torn open."""
    layout = scene.layout
    barriers = edges_shown(layout, scene.plan.levels[layout.level].barriers)
    draw_walls(pen, layout, barriers)
    for edge, barrier in barriers:
        if barrier.portal:
            draw_portal(brush_on(pen, layout, edge), barrier, edge in scene.open)
    for edge, _ in barriers:
        if edge in scene.breached:
            draw_breach(brush_on(pen, layout, edge))
        elif edge in scene.holed:
            draw_leak(brush_on(pen, layout, edge))
