"""A battle of ships as a picture: both lines of battle with their reserves below, and who fired at whom."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import ceil, hypot

from PIL.ImageDraw import Draw, ImageDraw

from bot.engine.ships import Barrage, Fleets, ShipMark, ShipState, size_name
from renderers.lettering import shortened, size_within, width_of, write, write_haloed
from renderers.palette import Colour, new_picture, png

# A line with more ships than this shows like ones together; with more kinds than that, the small ones by class of tons.
_APART = 10
_KINDS = 16
_LARGEST = 4


@dataclass(frozen=True, slots=True)
class Row:
    """What one row shows: a ship, or several in its stead, what is told of them, and their places in the battle."""

    mark: ShipMark
    about: str
    members: tuple[int, ...]


def rows_of(ships: Sequence[ShipMark], places: Sequence[int]) -> list[Row]:
    """The rows for the ships at some places, the largest first."""
    order = sorted(places, key=lambda place: (-ships[place].tons, place))
    if len(order) <= _APART:
        return [_together(ships, [place]) for place in order]
    alike = _grouped(ships, order, lambda ship: (ship.size, ship.model or ship.name, ship.state))
    if len(alike) > _KINDS:
        rest = [place for group in alike[_LARGEST:] for place in group]
        alike = alike[:_LARGEST] + _grouped(ships, rest, lambda ship: (ship.size, ship.state))
    return [_together(ships, group) for group in alike]


def _grouped(
    ships: Sequence[ShipMark], order: Sequence[int], like: Callable[[ShipMark], tuple[object, ...]]
) -> list[list[int]]:
    """Some places, those of like ships together, in the order in which the first of each comes."""
    groups: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for place in order:
        groups[like(ships[place])].append(place)
    return list(groups.values())


def _together(ships: Sequence[ShipMark], places: list[int]) -> Row:
    """One row for some ships: their number and the name that they share, their mean hurt, all their batteries."""
    marks = [ships[place] for place in places]
    first, several = marks[0], len(marks) > 1
    models = {mark.model for mark in marks}
    shared = (
        (models if models != {""} else {re.sub(r"[\s\d]+$", "", mark.name) for mark in marks}) if several else set()
    )
    name = f"{len(marks)} x {shared.pop() if len(shared) == 1 else size_name(first.size)}" if several else first.name
    hurt = sum(mark.hurt for mark in marks) / len(marks)
    return Row(
        replace(first, name=name, hurt=hurt, model=first.model if not several else ""), _told(marks), tuple(places)
    )


def _told(marks: Sequence[ShipMark]) -> str:
    """How they stand, unless they fight on; their agility, and the batteries that are left to them."""
    state = marks[0].state
    told = [] if state is ShipState.FIGHTING else [state.value]
    if state in (ShipState.FIGHTING, ShipState.UNARMED, ShipState.SILENCED):
        known = [mark.agility for mark in marks if mark.agility is not None]
        told += (
            [f"agility {min(known)}" if min(known) == max(known) else f"agility {min(known)}-{max(known)}"]
            if known
            else []
        )
    left, built = sum(mark.batteries for mark in marks), sum(mark.built for mark in marks)
    if state is ShipState.FIGHTING and built:
        told.append(f"{left} of {built} batteries")
    return ", ".join(told)


COLOURS = (Colour.BLUE, Colour.VERMILION, Colour.GREEN, Colour.PURPLE)
HEIGHT = 18
_SEGMENT = 18
_NOSE = 14


def draw_ship(pen: ImageDraw, bow: tuple[int, int], ahead: int, ship: ShipMark) -> None:
    """Draw a ship whose bow is at a point; `ahead` is 1 if it points right, −1 left. Who broke off points away."""
    x, y = bow
    segments, half = 3 + 2 * ship.size, HEIGHT // 2
    stern = x - ahead * (_NOSE + segments * _SEGMENT)
    ends = sorted((x, stern))
    if ship.state is ShipState.GONE:
        x, stern, ahead = stern, x, -ahead
    fills = [COLOURS[ship.side % len(COLOURS)]] * _whole(ship, segments)
    fills += [Colour.WHITE] * (segments - len(fills))
    for number, fill in enumerate(fills):
        aft, fore = sorted(stern + ahead * (number + end) * _SEGMENT for end in (0, 1))
        pen.rectangle((aft, y - half, fore, y + half), fill=fill, outline=Colour.INK, width=2)
    nose = [(x, y), (x - ahead * _NOSE, y - half), (x - ahead * _NOSE, y + half)]
    pen.polygon(nose, fill=fills[-1])
    pen.line([*nose, nose[0]], fill=Colour.INK, width=2)
    _strike(pen, ends, y, ship.state)


def _whole(ship: ShipMark, segments: int) -> int:
    """How many of its segments are whole: not all of the hurt, some of whoever has something left."""
    if ship.state is ShipState.DESTROYED or ship.hurt >= 1:
        return 0
    return segments - min(ceil(segments * max(ship.hurt, 0)), segments - 1)


def _strike(pen: ImageDraw, ends: list[int], y: int, state: ShipState) -> None:
    """A cross over the destroyed, one stroke over the disabled."""
    slopes = {ShipState.DESTROYED: (1, -1), ShipState.DISABLED: (-1,)}.get(state, ())
    for slope in slopes:
        for colour, width in ((Colour.FLOOR, 8), (Colour.INK, 4)):
            pen.line((ends[0], y - slope * 14, ends[1], y + slope * 14), fill=colour, width=width)


_DASH = 14
_ARROW = 16


def draw_fire(
    pen: ImageDraw, start: tuple[int, int], end: tuple[int, int], colour: Colour, width: int, *, dashed: bool
) -> None:
    """Draw an arrow between two points, whole or dashed; `width` is in pixels."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = max(hypot(across, down), 1)
    u, v = across / length, down / length

    def along(far: float, aside: float = 0) -> tuple[int, int]:
        return round(start[0] + far * u - aside * v), round(start[1] + far * v + aside * u)

    neck = max(length - _ARROW, 0)
    far = 0.0
    while far < neck:
        to = min(far + _DASH, neck) if dashed else neck
        pen.line((along(far), along(to)), fill=colour, width=width)
        far = to + _DASH * 0.7
    pen.polygon((along(length), along(neck, 6), along(neck, -6)), fill=colour)


_WIDTH = 780
_MARGIN = 16
_COLUMN = 290
_HEAD = 128
_ROW = 78
_RESERVE = 48
_KEY = 62
# At half its width, as a phone shows it, letters of this size can still be read.
_SMALL = 18
# With more arrows than this the fire of a side goes to each of its targets in one.
_ARROWS = 5


@dataclass(frozen=True, slots=True)
class _Berth:
    """A row with its place in the picture: the bow of its ship, and 1 if that points right, −1 if left."""

    row: Row
    bow: tuple[int, int]
    ahead: int


@dataclass(frozen=True, slots=True)
class _Label:
    """The numbers of an arrow and the point in their middle."""

    at: tuple[float, float]
    shots: list[Barrage]
    firer: _Berth

    @property
    def words(self) -> str:
        return f"{_batteries(self.shots)} fire, {sum(shot.hits for shot in self.shots)} hit"

    @property
    def box(self) -> tuple[float, float, float, float]:
        x, y = self.at
        half = width_of(self.words, _SMALL) / 2 + 3
        return x - half, y - 10, x + half, y + 10

    def meets(self, other: "_Label") -> bool:
        left, top, right, bottom = self.box
        its_left, its_top, its_right, its_bottom = other.box
        return left < its_right and its_left < right and top < its_bottom and its_top < bottom

    def write(self, pen: ImageDraw) -> None:
        colour = COLOURS[self.firer.row.mark.side % len(COLOURS)]
        write_haloed(pen, self.at, self.words, _SMALL, colour, Colour.FLOOR, bold=True)


def fleet_png(fleets: Fleets) -> bytes:
    """The battle as PNG, 780 pixels wide: side 0 on the left, others on the right, the largest ships on top.

    KeyError if a shot names a ship that isn't there.
    """
    lines, reserves = (list(_opposed(fleets.ships, reserve)) for reserve in (False, True))
    below = _HEAD + len(lines) * _ROW
    height = below + (_RESERVE + len(reserves) * _ROW if reserves else 0) + _KEY
    picture = new_picture((_WIDTH, height), Colour.FLOOR)
    pen = Draw(picture)
    _draw_head(pen, fleets)
    berths = list(_berths(lines, _HEAD))
    if reserves:
        _draw_reserve(pen, below + 4, height - _KEY)
        berths += _berths(reserves, below + _RESERVE)
    _draw_key(pen, height - _KEY)
    _draw_shots(pen, berths, fleets)
    for berth in berths:
        _draw_berth(pen, berth)
    return png(picture)


def _opposed(ships: tuple[ShipMark, ...], reserve: bool) -> Iterator[tuple[Row | None, Row | None]]:
    """The rows of both lines, or both reserves, side by side."""
    places = [place for place, ship in enumerate(ships) if ship.reserve is reserve]
    left = rows_of(ships, [place for place in places if ships[place].side == 0])
    right = rows_of(ships, [place for place in places if ships[place].side != 0])
    return zip_longest(left, right)


def _berths(pairs: list[tuple[Row | None, Row | None]], top: int) -> Iterator[_Berth]:
    for number, pair in enumerate(pairs):
        y = top + number * _ROW + 38
        for row, x, ahead in zip(pair, (_COLUMN, _WIDTH - _COLUMN), (1, -1), strict=True):
            if row is not None:
                yield _Berth(row, (x, y), ahead)


def _draw_head(pen: ImageDraw, fleets: Fleets) -> None:
    """The title with its moment, and the sides' names over their columns."""
    pen.rectangle((0, 0, _WIDTH, 76), fill=Colour.SPACE)
    room = _WIDTH - 2 * _MARGIN
    size = max(size_within(fleets.title, room, 30), _SMALL)
    write(pen, (_WIDTH / 2, 24), shortened(fleets.title, room, size), size, Colour.WHITE, bold=True)
    write(pen, (_WIDTH / 2, 56), shortened(fleets.moment, room, 24), 24, Colour.WHITE)
    for name, x, anchor, colour in zip(fleets.sides, (_MARGIN, _WIDTH - _MARGIN), ("lm", "rm"), COLOURS, strict=False):
        write(pen, (x, 100), shortened(name, _WIDTH / 2 - 2 * _MARGIN, 30), 30, colour, anchor, bold=True)


def _draw_reserve(pen: ImageDraw, top: int, bottom: int) -> None:
    """The ground of both reserves: dark edges above and below, and a word for it."""
    pen.rectangle((0, top, _WIDTH, bottom), fill=Colour.GRID)
    for y in (top, bottom):
        pen.line((0, y, _WIDTH, y), fill=Colour.MUTED, width=3)
    write(pen, (_WIDTH / 2, top + _RESERVE / 2), "in reserve: behind the line", 24, Colour.MUTED, bold=True)


def _draw_key(pen: ImageDraw, top: int) -> None:
    """What a bar and an arrow mean, said once."""
    pen.rectangle((0, top + 2, _WIDTH, top + _KEY), fill=Colour.WHITE)
    for line, words in enumerate((
        "A longer bar is a larger ship; its white cells are firepower lost.",
        "On an arrow: the batteries that fired, and how many of them hit.",
    )):  # fmt: skip
        write(pen, (_MARGIN, top + 18 + 26 * line), words, _SMALL, Colour.INK, "lm")


def _draw_berth(pen: ImageDraw, berth: _Berth) -> None:
    """A ship's name with its class, its sign below and what is told of it, all at the inner end of its column."""
    x, y = berth.bow
    mark, anchor = berth.row.mark, "rm" if berth.ahead > 0 else "lm"
    alone = not mark.model or mark.name.casefold().startswith(mark.model.casefold())
    name = mark.name if alone else f"{mark.name} ({mark.model})"
    room = _COLUMN - _MARGIN
    size = max(size_within(name, room, 24), _SMALL)
    write(pen, (x, y - 22), shortened(name, room, size), size, Colour.INK, anchor, bold=True)
    draw_ship(pen, berth.bow, berth.ahead, mark)
    write(pen, (x, y + 23), shortened(berth.row.about, room, _SMALL), _SMALL, Colour.INK, anchor)


def _draw_shots(pen: ImageDraw, berths: list[_Berth], fleets: Fleets) -> None:
    """An arrow for each pair of rows that fired, with its numbers; where those are many, one for each target."""
    home = {place: berth for berth in berths for place in berth.row.members}
    pairs: defaultdict[tuple[_Berth, _Berth], list[Barrage]] = defaultdict(list)
    for shot in fleets.shots:
        pairs[home[shot.firer], home[shot.target]].append(shot)
    if len(pairs) > _ARROWS:
        for ahead in (1, -1):
            _draw_bundled(pen, {pair: shots for pair, shots in pairs.items() if pair[0].ahead == ahead}, ahead)
        return
    labels: list[_Label] = []
    for (firer, target), shots in pairs.items():
        start = (firer.bow[0] + 6 * firer.ahead, firer.bow[1] - 5)
        end = (target.bow[0] + 6 * target.ahead, target.bow[1] + 5)
        _draw_arrow(pen, firer, start, end, _batteries(shots))
        labels.append(_free_label(labels, start, end, shots, firer))
    for label in labels:
        pen.rectangle(label.box, fill=Colour.FLOOR)
        label.write(pen)


def _free_label(
    taken: list[_Label], start: tuple[int, int], end: tuple[int, int], shots: list[Barrage], firer: _Berth
) -> _Label:
    """The numbers of an arrow beside it, where no others stand."""
    for far in (0.5, 0.4, 0.6, 0.3, 0.7, 0.8, 0.2):
        x, y = (a + far * (b - a) for a, b in zip(start, end, strict=True))
        label = _Label((x, y - 14 * firer.ahead), shots, firer)
        if not any(label.meets(other) for other in taken):
            break
    return label


def _draw_bundled(pen: ImageDraw, pairs: dict[tuple[_Berth, _Berth], list[Barrage]], ahead: int) -> None:
    """The fire of one side: a stroke from each row that fired to a line beside them, and from it an arrow for each row
    that was fired at.
    """
    if not pairs:
        return
    first = next(iter(pairs))[0]
    colour = COLOURS[first.row.mark.side % len(COLOURS)]
    at: defaultdict[_Berth, list[Barrage]] = defaultdict(list)
    for (_, target), shots in pairs.items():
        at[target] += shots
    x, aside = first.bow[0] + 22 * ahead, -7 * ahead
    firing = {firer.bow[1] + aside for firer, _ in pairs}
    ends = {*firing, *(target.bow[1] + aside for target in at)}
    pen.line((x, min(ends), x, max(ends)), fill=colour, width=4)
    for y in sorted(firing):
        pen.line((x - 16 * ahead, y, x, y), fill=colour, width=4)
    for target, shots in at.items():
        y = target.bow[1] + aside
        _draw_arrow(pen, first, (x, y), (target.bow[0] + 6 * target.ahead, y), _batteries(shots))
        _Label((_WIDTH / 2, y - 14 * ahead), shots, first).write(pen)


def _draw_arrow(pen: ImageDraw, firer: _Berth, start: tuple[int, int], end: tuple[int, int], times: int) -> None:
    """An arrow in the colour of a side, thicker for more batteries; those of the right side are dashed."""
    side = firer.row.mark.side
    draw_fire(pen, start, end, COLOURS[side % len(COLOURS)], min(1 + times, 5), dashed=side != 0)


def _batteries(shots: Iterable[Barrage]) -> int:
    return sum(shot.batteries for shot in shots)
