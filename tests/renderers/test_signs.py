"""Every sign can be told from the others of its kind without its colour."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageChops
from PIL.ImageDraw import Draw

from bot.deck.plan import At, Barrier, Edge, Facing, Fixture
from bot.deck.view import Attacked, Counter, Health, Hurt, Marks, Scored
from bot.engine.system import Sign
from renderers.brush import Brush
from renderers.counters import draw_counter, draw_counters
from renderers.edges import brush_on, draw_breach, draw_leak, draw_portal, draw_walls
from renderers.fixtures import draw_cycling, draw_fixture, draw_floor_hatch, draw_open_lift
from renderers.ground import Pattern, cover
from renderers.layout import Layout
from renderers.marks import draw_figures, draw_marks
from renderers.palette import Colour, new_picture

SIDE = 64
LAYOUT = Layout(0, 0, 0, 1, 1, SIDE)
PORTALS = [(kind, is_open) for kind in Barrier if kind.portal for is_open in (False, True)]
PATTERNS = [Pattern.DARK, Pattern.AIRLESS, Pattern.DANGER, Pattern.BLAST, Pattern.MIST]
HEALTHS = list(Health)


def pairs(things):
    return list(combinations(things, 2))


def drawn(draw, size=(SIDE, SIDE)):
    """A picture on which somebody drew."""
    picture = new_picture(size, Colour.FLOOR)
    draw(Draw(picture))
    return picture


def ink(picture):
    """What is left of a picture without any colour: where the ink is."""
    return picture.point([255 if place == Colour.INK else 0 for place in range(256)], "L")


def differing(one, other):
    """The share of a square's pixels that differ."""
    return ImageChops.difference(one, other).histogram()[255] / SIDE**2


def middle(pen, cell=SIDE):
    return Brush(pen, (SIDE / 2, SIDE / 2), cell)


@pytest.mark.parametrize(("one", "other"), pairs(PORTALS))
def test_doors_differ_by_kind_and_by_being_open(one, other):
    assert (
        differing(*(ink(drawn(lambda pen, door=door: draw_portal(middle(pen), *door))) for door in (one, other))) > 0.01
    )


def fixture(kind):
    return drawn(lambda pen: draw_fixture(middle(pen), kind, wrecked=False))


@pytest.mark.parametrize(("one", "other"), pairs(Fixture))
def test_fixtures_differ(one, other):
    assert far_apart(grey(fixture(one)), grey(fixture(other))) > 0.02


def loudness(picture):
    """How much a sign stands out from the floor: the sum over its pixels of how much darker or lighter they are."""
    floor = grey(drawn(lambda pen: None))
    return sum(by * number for by, number in enumerate(ImageChops.difference(grey(picture), floor).histogram()))


def test_a_light_switch_is_the_quietest_sign():
    others = [loudness(fixture(kind)) for kind in Fixture if kind is not Fixture.SWITCH]
    others += [loudness(drawn(lambda pen, door=door: draw_portal(middle(pen), *door))) for door in PORTALS]
    assert loudness(fixture(Fixture.SWITCH)) * 2 < min(others)


def test_nothing_but_what_opens_has_the_doors_colour_and_shut_doors_have_the_darkest_lines():
    for kind in Fixture:
        assert Colour.AMBER not in set(fixture(kind).tobytes())
    for kind, is_open in PORTALS:
        if not is_open:
            door = drawn(lambda pen, kind=kind: draw_portal(middle(pen), kind, is_open=False))
            assert {Colour.AMBER, Colour.INK} <= set(door.tobytes())


@pytest.mark.parametrize("kind", [Fixture.RED, Fixture.GREEN])
def test_equipment_is_no_counter(kind):
    """It fills its square, as no counter does, and its letter stands small in a corner."""
    left, top, right, bottom = (
        (fixture(kind)).point([0 if p == Colour.FLOOR else 255 for p in range(256)], "L").getbbox()
    )
    assert (left, top) <= (1, 1)
    assert min(right, bottom) >= SIDE - 1
    for side in range(4):
        assert outline(counter(side)).getpixel((2, 2)) == 0


LIFTS = {
    "away": lambda brush: draw_fixture(brush, Fixture.LIFT, wrecked=False),
    "dead": lambda brush: draw_fixture(brush, Fixture.LIFT, wrecked=True),
    "open": draw_open_lift,
    "cycling": draw_cycling,
    "nothing": lambda brush: None,
}
WAYS_DOWN = {
    (kind, hatch): lambda brush, kind=kind, hatch=hatch: (
        draw_fixture(brush, kind, wrecked=False), hatch is None or draw_floor_hatch(brush, hatch)
    )
    for kind in (Fixture.LADDER, Fixture.DROP)
    for hatch in (None, True, False)
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), pairs(LIFTS))
def test_a_lift_shows_whether_it_is_there_and_an_airlock_that_it_cycles(one, other):
    pictures = (ink(drawn(lambda pen, each=each: LIFTS[each](middle(pen, 0.9 * SIDE)))) for each in (one, other))
    assert differing(*pictures) > 0.03


@pytest.mark.parametrize(("one", "other"), pairs(each for each in WAYS_DOWN if each[0] is Fixture.LADDER))
def test_a_ladder_shows_its_hatch(one, other):
    pictures = (ink(drawn(lambda pen, each=each: WAYS_DOWN[each](middle(pen, 0.9 * SIDE)))) for each in (one, other))
    assert differing(*pictures) > 0.03


@pytest.mark.parametrize(("one", "other"), pairs(each for each in WAYS_DOWN if each[0] is Fixture.DROP))
def test_a_drop_shows_its_hatch(one, other):
    pictures = (ink(drawn(lambda pen, each=each: WAYS_DOWN[each](middle(pen, 0.9 * SIDE)))) for each in (one, other))
    assert differing(*pictures) > 0.03


@pytest.mark.parametrize("kind", Fixture)
def test_a_wrecked_fixture_is_crossed_out(kind):
    whole, wrecked = (ink(drawn(lambda pen, w=w: draw_fixture(middle(pen), kind, w))) for w in (False, True))
    assert differing(whole, wrecked) > 0.03


@pytest.mark.parametrize(("one", "other"), pairs(PATTERNS))
def test_areas_are_hatched_each_in_its_way(one, other):
    squares = (
        ink(drawn(lambda pen, each=each: cover(pen, LAYOUT, [At(0, 0, 0)], each, Colour.INK), LAYOUT.size))
        for each in (one, other)
    )
    assert differing(*squares) > 0.03


def test_hatching_keeps_to_its_squares():
    layout = Layout(0, 0, 0, 3, 1, SIDE)
    for pattern in Pattern:
        picture = drawn(lambda pen, each=pattern: cover(pen, layout, [At(0, 1, 0)], each, Colour.INK), layout.size)
        left, top = layout.corner(1, 0)
        assert ink(picture).getbbox() is not None
        picture.paste(Colour.FLOOR, (left, top, left + SIDE, top + SIDE))
        assert ink(picture).getbbox() is None


def test_walls_bulkheads_and_hull_differ_in_thickness():
    def thickness(kind):
        edge = Edge(0, 0, 0, Facing.NORTH)
        picture = drawn(lambda pen: draw_walls(pen, LAYOUT, [(edge, kind)]), LAYOUT.size)
        _, top, _, bottom = ink(picture).getbbox()
        return bottom - top

    assert thickness(Barrier.WALL) < thickness(Barrier.BULKHEAD) < thickness(Barrier.HULL)


def test_a_breach_is_seen_on_the_thickest_wall():
    edge = Edge(0, 0, 0, Facing.NORTH)

    def hull(pen):
        draw_walls(pen, LAYOUT, [(edge, Barrier.HULL)])

    def torn(pen):
        hull(pen)
        draw_breach(brush_on(pen, LAYOUT, edge))

    assert differing(ink(drawn(hull, LAYOUT.size)), ink(drawn(torn, LAYOUT.size))) > 0.02


def counter(side=0, health=Health.UP, facing=Facing.NORTH, wounds=0):
    return Counter("Pirate", At(0, 0, 0), facing, side, wounds, health)


def outline(one, label="PIR"):
    """Where a counter is: everything but the floor."""
    picture = drawn(lambda pen: draw_counter(middle(pen), one, label))
    return picture.point([0 if place == Colour.FLOOR else 255 for place in range(256)], "L")


@pytest.mark.parametrize(("one", "other"), pairs(range(4)))
def test_four_sides_have_shapes_of_their_own(one, other):
    assert differing(outline(counter(one)), outline(counter(other))) > 0.03


def test_twenty_eight_sides_look_each_different():
    pictures = {
        drawn(lambda pen, side=side: draw_counter(middle(pen), counter(side), "PIR")).tobytes() for side in range(28)
    }
    assert len(pictures) == 28


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize(("one", "other"), pairs(HEALTHS))
def test_how_somebody_is_shows_without_colour(side, one, other):
    pictures = (drawn(lambda pen, h=h: draw_counter(middle(pen), counter(side, h), "PIR")) for h in (one, other))
    assert differing(*map(ink, pictures)) > 0.02


@pytest.mark.parametrize("health", [Health.UP, Health.PRONE])
@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize(("one", "other"), pairs(Facing))
def test_facing_shows_by_the_nose(side, health, one, other):
    pictures = (
        drawn(lambda pen, way=way: draw_counter(middle(pen), counter(side, health, way), "PIR")) for way in (one, other)
    )
    assert differing(*map(ink, pictures)) > 0.02


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("facing", Facing)
def test_whoever_is_between_two_levels_shows_it(side, facing):
    one = counter(side, facing=facing)
    both = (one, replace(one, between=At(1, 0, 0)))
    pictures = [ink(drawn(lambda pen, each=each: draw_counter(middle(pen), each, "PIR"))) for each in both]
    assert differing(*pictures) > 0.005


@pytest.mark.parametrize("health", HEALTHS)
@pytest.mark.parametrize("side", range(4))
def test_a_mark_shows_by_its_first_letter(side, health):
    marked = [replace(counter(side, health), marks=marks) for marks in ((), ("surrendered",), ("hidden",))]
    pictures = [drawn(lambda pen, one=one: draw_counter(middle(pen), one, "PIR")) for one in marked]
    assert all(differing(ink(one), ink(other)) > 0.002 for one, other in pairs(pictures))


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("health", HEALTHS)
def test_wounds_can_be_counted(side, health):
    pictures = [
        drawn(lambda pen, n=n: draw_counter(middle(pen), counter(side, health, wounds=n), "PIR")).tobytes()
        for n in range(13)
    ]
    assert len(set(pictures)) == 13


@pytest.mark.parametrize("health", HEALTHS)
@pytest.mark.parametrize("side", range(7))
@pytest.mark.parametrize("cell", [64, 32, 24, 16])
def test_a_label_is_visible_on_every_counter(cell, side, health):
    pictures = {
        drawn(lambda pen, label=label: draw_counter(middle(pen, cell), counter(side, health), label)).tobytes()
        for label in ("", "ME1", "ME2", "PIR", "B")
    }
    assert len(pictures) == 5


STRUCK = [None, *(Attacked("Pirate", how) for how in Scored)]


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize(("one", "other"), pairs(STRUCK))
def test_what_has_become_of_an_attack_shows(side, one, other):
    pictures = (
        drawn(lambda pen, s=s: draw_counter(middle(pen), replace(counter(side), struck=s), "PIR")) for s in (one, other)
    )
    assert differing(*map(ink, pictures)) > 0.005


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("health", HEALTHS)
@pytest.mark.parametrize(("one", "other"), pairs([None, *Hurt]))
def test_who_has_just_been_wounded_or_has_fallen_shows(side, health, one, other):
    pictures = (
        drawn(lambda pen, h=h: draw_counter(middle(pen), replace(counter(side, health), hurt=h), "PIR"))
        for h in (one, other)
    )
    assert differing(*map(ink, pictures)) > 0.005


def test_cover_that_counted_shows():
    pictures = (
        drawn(
            lambda pen, c=c: draw_counter(
                middle(pen), replace(counter(), struck=Attacked("Pirate", Scored.HARMLESS, c)), "PIR"
            )
        )
        for c in ("", "corner")
    )
    assert differing(*map(ink, pictures)) > 0.005


def marked(**marks):
    layout = Layout(0, 0, 0, 5, 5, SIDE)

    def draw(pen):
        draw_marks(pen, layout, Marks(**marks))
        draw_figures(pen, layout, Marks(**marks), ())

    return ink(drawn(draw, layout.size))


@pytest.mark.parametrize("line", [((0, 0), (4, 0)), ((0, 4), (4, 0)), ((1, 0), (1, 4)), ((0, 2), (4, 3))])
@pytest.mark.parametrize("who", [(x, y) for x in range(5) for y in range(5)])
def test_the_range_of_a_shot_is_written_where_nobody_stands(line, who):
    layout, person = Layout(0, 0, 0, 5, 5, 64), At(0, *who)
    shot = Marks(line=(At(0, *line[0]), At(0, *line[1])), range=4)
    pictures = [
        drawn(lambda pen, each=each: draw_figures(pen, layout, each, [person]), layout.size) for each in (shot, Marks())
    ]
    x, y = layout.corner(*who)
    inner = [picture.crop((x + 9, y + 9, x + 55, y + 55)).tobytes() for picture in pictures]
    assert inner[0] == inner[1]
    assert pictures[0].tobytes() != pictures[1].tobytes()


@pytest.mark.parametrize("end", [(x, y) for x in range(1, 4) for y in range(1, 4) if (x, y) != (2, 2)])
def test_the_range_of_a_shot_at_somebody_adjacent_hides_neither_and_no_rooms_name(end):
    layout, ends, name = Layout(0, 0, 0, 5, 5, 64), (At(0, 2, 2), At(0, *end)), {At(0, x, 0) for x in range(5)}
    shot = Marks(line=ends, range=1)
    pictures = [
        drawn(lambda pen, each=each: draw_figures(pen, layout, each, ends, name), layout.size)
        for each in (shot, Marks())
    ]
    for at in {*ends, *name}:
        x, y = layout.corner(at.x, at.y)
        inner = [picture.crop((x + 9, y + 9, x + 55, y + 55)).tobytes() for picture in pictures]
        assert inner[0] == inner[1]
    assert pictures[0].tobytes() != pictures[1].tobytes()


LINE = (At(0, 0, 0), At(0, 3, 0))
ROW = tuple(At(0, x, 0) for x in range(5))


@pytest.mark.parametrize(
    ("without", "with_"),
    [
        ({"line": LINE}, {"line": LINE, "range": 3}),
        ({"line": LINE, "range": 3}, {"line": LINE, "range": 8}),
        ({"blast": ROW}, {"blast": ROW, "rings": ((At(0, 1, 0), 8),)}),
        ({"blast": ROW, "rings": ((At(0, 1, 0), 8),)}, {"blast": ROW, "rings": ((At(0, 1, 0), 4),)}),
        ({"blast": ROW}, {"blast": ROW, "centres": (At(0, 2, 0),)}),
    ],
)
def test_figures_of_a_shot_and_of_a_blast_show_without_colour(without, with_):
    assert differing(marked(**without), marked(**with_)) > 0.001


def test_a_shot_that_goes_on_and_a_grenade_that_scatters_show():
    def covered(**marks):
        layout = Layout(0, 0, 0, 5, 5, SIDE)
        picture = drawn(lambda pen: draw_marks(pen, layout, Marks(**marks)), layout.size)
        return picture.point([0 if place == Colour.FLOOR else 255 for place in range(256)], "L")

    on, short = covered(line=LINE, danger=(ROW[1], ROW[4])), covered(line=LINE, danger=(ROW[1], ROW[3]))
    # Between the two last squares, where the pattern of neither lies.
    x, y = Layout(0, 0, 0, 5, 5, SIDE).middle(At(0, 4, 0))
    beside = (x - SIDE // 2 - 20, y - 6, x - SIDE // 2, y + 6)
    assert on.crop(beside).getbbox() != short.crop(beside).getbbox()
    assert differing(covered(), covered(scatter=ROW[:3])) > 0.02


def test_the_way_of_a_grenade_shows_over_what_its_explosion_covers():
    """However many squares lie between those that are named."""
    ways = [marked(blast=ROW, scatter=way) for way in ((), ROW[:4], (ROW[0], ROW[3]))]
    assert differing(ways[0], ways[1]) > 0.02
    assert differing(ways[0], ways[2]) > 0.02


def test_the_centre_of_an_explosion_shows_beside_who_stands_there():
    layout = Layout(0, 0, 0, 5, 5, SIDE)
    someone = Counter("Ann", ROW[2], Facing.EAST, 1)

    def picture(**marks):
        def draw(pen):
            draw_marks(pen, layout, Marks(**marks))
            draw_counters(pen, layout, [someone])
            draw_figures(pen, layout, Marks(**marks), {someone.at})

        return ink(drawn(draw, layout.size))

    assert differing(picture(blast=ROW), picture(blast=ROW, centres=ROW[2:3])) > 0.02


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize(("one", "other"), pairs([None, *Sign]))
def test_how_somebody_is_by_their_sheet_shows_by_a_sign(side, one, other):
    ones = (replace(counter(side), signs=frozenset({sign} if sign else ())) for sign in (one, other))
    pictures = (drawn(lambda pen, each=each: draw_counter(middle(pen), each, "PIR")) for each in ones)
    assert differing(*map(ink, pictures)) > 0.003


@pytest.mark.parametrize("side", range(4))
def test_several_signs_stand_beside_each_other(side):
    """Five of them, and each still shows if another one is gone."""
    some = list(Sign)[:5]
    ones = [replace(counter(side), signs=frozenset(some) - {gone}) for gone in (None, *some)]
    pictures = [drawn(lambda pen, each=each: draw_counter(middle(pen), each, "PIR")) for each in ones]
    assert all(differing(ink(one), ink(other)) > 0.003 for one, other in pairs(pictures))


@pytest.mark.parametrize("kind", Barrier)
def test_a_leak_shows_and_is_no_breach(kind):
    edge = Edge(0, 0, 0, Facing.NORTH)

    def wall(pen):
        if kind.portal:
            draw_portal(brush_on(pen, LAYOUT, edge), kind, is_open=False)
        else:
            draw_walls(pen, LAYOUT, [(edge, kind)])

    def leak(pen):
        wall(pen)
        draw_leak(brush_on(pen, LAYOUT, edge))

    def torn(pen):
        wall(pen)
        draw_breach(brush_on(pen, LAYOUT, edge))

    pictures = [grey(drawn(each, LAYOUT.size)) for each in (wall, leak, torn)]
    assert all(far_apart(one, other) > 0.005 for one, other in pairs(pictures))


def grey(picture):
    """A picture as it is on paper."""
    return picture.convert("RGB").convert("L")


def far_apart(one, other):
    """The share of a square's pixels that are clearly lighter or darker."""
    return sum(ImageChops.difference(one, other).histogram()[48:]) / SIDE**2


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("columns", [10, 12])
def test_letters_of_up_to_four_in_a_square_can_be_read_on_a_phone(number, columns, monkeypatch):
    """Nine pixels of the 390 that the whole picture has there."""
    sizes, layout = [], Layout(0, 0, 0, columns, 8, SIDE)
    for pen in ("write", "write_haloed"):
        monkeypatch.setattr(f"renderers.counters.{pen}", lambda *given, **_: sizes.append(given[3]))
    people = [Counter(f"Guard {n}", At(0, 1, 1), Facing.NORTH, n) for n in range(number)]
    draw_counters(Draw(new_picture(layout.size, Colour.FLOOR)), layout, people)
    assert len(sizes) == number
    assert min(sizes) * 390 / layout.size[0] >= 9
    assert layout.side * 390 / layout.size[0] >= 28


def test_the_air_that_leaks_is_drawn_over_its_light_rim():
    picture = drawn(lambda pen: draw_leak(brush_on(pen, LAYOUT, Edge(0, 0, 0, Facing.NORTH))), LAYOUT.size)
    assert picture.histogram()[Colour.BLUE]
