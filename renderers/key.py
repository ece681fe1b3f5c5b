"""The key of the signs: what each in a picture of a deck means."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PIL.ImageDraw import Draw

from bot.deck.plan import At, Barrier, Facing, Fixture, Plan
from bot.deck.view import Attacked, Counter, Health, Hurt, Scored
from bot.engine.system import Sign
from renderers.brush import Brush, draw_star
from renderers.counters import draw_counter
from renderers.edges import THICKNESS, draw_breach, draw_leak, draw_portal
from renderers.fixtures import draw_cycling, draw_fixture, draw_floor_hatch, draw_open_lift
from renderers.ground import Pattern, strip
from renderers.lettering import write
from renderers.palette import Colour, new_picture, png

Painter = Callable[[Brush], None]
Entry = tuple[str, Painter]

_COLUMNS, _WIDTH, _ROW, _SIGN = 2, 380, 56, 46
_HEAD, _LETTERS = 56, 22


def people_key(*, fog: bool = False) -> list[Entry]:
    """What counters show, each with its words; and who is remembered, where there is `fog`."""
    pirate = Counter("Pirate", At(0, 0, 0), Facing.EAST, 0)

    def shown(words: str, **more: Any) -> Entry:
        return words, partial(draw_counter, counter=replace(pirate, **more), label="PIR")

    return [
        shown("looks to the east"),
        shown("of another side", side=1),
        shown("lies prone", health=Health.PRONE),
        shown("unconscious", health=Health.UNCONSCIOUS, signs=frozenset({Sign.UNCONSCIOUS})),
        shown("out of action", health=Health.OUT),
        shown("dead", health=Health.DEAD),
        shown("2 wounds", wounds=2),
        *(shown(sign.value, signs=frozenset({sign})) for sign in Sign if sign is not Sign.UNCONSCIOUS),
        shown("on a ladder or an edge", between=At(1, 0, 0)),
        shown("surrendered (S)", marks=("surrendered",)),
        *(shown(how.value, struck=Attacked("", how)) for how in Scored),
        shown("in cover from the shot", struck=Attacked("", Scored.MISSED, "corner")),
        *(shown(hurt.value, hurt=hurt) for hurt in Hurt),
        *([shown("last seen 3 phases ago", age=3)] if fog else []),
    ]


def deck_key(plan: Plan | None = None, *, fog: bool = False) -> list[Entry]:
    """What walls, doors, fixtures and hatching are, each with its words; of a plan only what there is on it. And what
    is remembered, where there is `fog`.
    """
    barriers = set(Barrier) if plan is None else {each for level in plan.levels for each in level.barriers.values()}
    fixtures = set(Fixture) if plan is None else {each for level in plan.levels for each in level.fixtures.values()}
    hatches = plan is None or any(level.hatches for level in plan.levels)
    found: list[Entry] = []
    for kind in Barrier:
        if kind in barriers and kind.portal:
            ways = (("shut", False), ("open", True))
            found += [(f"{kind.value}, {way}", partial(_portal, kind=kind, is_open=is_open)) for way, is_open in ways]
        elif kind in barriers:
            found.append((kind.value, partial(_wall, kind=kind)))
    found += [(kind.value, partial(draw_fixture, kind=kind, wrecked=False)) for kind in Fixture if kind in fixtures]
    found += [("hatch in the floor", partial(draw_floor_hatch, is_open=False))] if hatches else []
    patterns = {Pattern.DARK: "dark", Pattern.AIRLESS: "without air", Pattern.DANGER: "danger space"}
    patterns |= {Pattern.MIST: "seen before, not now"} if fog else {}
    found += [(words, partial(_pattern, pattern=pattern)) for pattern, words in patterns.items()]
    if Fixture.LIFT in fixtures:
        found.append(("lift with open doors", draw_open_lift))
    if Barrier.AIRLOCK_DOOR in barriers:
        found.append(("airlock that cycles", draw_cycling))
    found += [("explosion", partial(draw_star, at=(0, 0), reach=6.4, fill=Colour.VERMILION))]
    wrecked = partial(draw_fixture, kind=Fixture.CONSOLE, wrecked=True)
    return [*found, ("breached", draw_breach), ("leaks air", draw_leak), ("wrecked", wrecked)]


def key_png(title: str, entries: Sequence[Entry]) -> bytes:
    """The signs with their words below a title, as PNG."""
    rows = -(-len(entries) // _COLUMNS)
    picture = new_picture((_COLUMNS * _WIDTH, _HEAD + rows * _ROW), Colour.FLOOR)
    pen = Draw(picture)
    pen.rectangle((0, 0, picture.width, _HEAD), fill=Colour.SPACE)
    write(pen, (16, _HEAD / 2), title, 30, Colour.WHITE, anchor="lm", bold=True)
    for number, (words, paint) in enumerate(entries):
        x, y = number // rows * _WIDTH, _HEAD + number % rows * _ROW + _ROW / 2
        paint(Brush(pen, (x + _ROW / 2 + 8, y), _SIGN))
        write(pen, (x + _ROW + 24, y), words, _LETTERS, Colour.INK, anchor="lm")
    return png(picture)


def key_words(title: str, entries: Sequence[Entry]) -> str:
    """The same for who can't see it."""
    return f"{title}: {', '.join(words for words, _ in entries)}."


def _portal(brush: Brush, kind: Barrier, is_open: bool) -> None:
    _wall(brush, Barrier.WALL)
    draw_portal(brush, kind, is_open)


def _wall(brush: Brush, kind: Barrier) -> None:
    half = THICKNESS[kind] / 2
    brush.box((-8, -half), (8, half), Colour.INK)
    if kind is not Barrier.WALL:
        inner = THICKNESS[kind] / (6 if kind is Barrier.BULKHEAD else 4)
        brush.box((-8, -inner), (8, inner), Colour.GRID if kind is Barrier.BULKHEAD else Colour.HULL)


def _pattern(brush: Brush, pattern: Pattern) -> None:
    colours = {Pattern.DARK: Colour.SHADE, Pattern.AIRLESS: Colour.BLUE, Pattern.MIST: Colour.MUTED}
    colour = colours.get(pattern, Colour.VERMILION)
    side = _SIGN
    corner = (round(brush.middle[0] - side / 2), round(brush.middle[1] - side / 2))
    brush.pen.bitmap(corner, strip(pattern, side, 1), fill=colour)
