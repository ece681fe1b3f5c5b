"""Pictures of ship battles: who is on them, how they stand, who fired at whom."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops

from bot.engine.ships import Barrage, Fleets, ShipMark, ShipState
from renderers import fleet as renderer
from renderers.fleet import fleet_png, rows_of
from renderers.palette import RGB, Colour
from tests.renderers.approve import battle, hundred
from tests.renderers.views import pixels

_HIGHEST = 4700
MARKS = st.builds(
    ShipMark,
    st.text(max_size=20),
    st.integers(0, 3),
    st.floats(0, 1e6),
    st.floats(0, 1),
    st.sampled_from(ShipState),
    st.booleans(),
    st.text(max_size=8),
    st.integers(0, 6),
    st.integers(0, 50),
    st.integers(0, 50),
)


@st.composite
def battles(draw):
    ships = tuple(draw(st.lists(MARKS, max_size=60)))
    places = st.integers(0, len(ships) - 1)
    shot = st.builds(Barrage, places, places, st.integers(1, 99), st.integers(0, 99))
    shots = draw(st.lists(shot, max_size=20)) if ships else ()
    return Fleets(draw(st.text(max_size=40)), ("Navy", "Corsairs"), ships, tuple(shots), draw(st.text(max_size=40)))


@settings(max_examples=60, deadline=None)
@given(battles())
def test_any_battle_is_drawn_the_same_each_time(fleets):
    png = fleet_png(fleets)
    assert png == fleet_png(fleets)
    width, height = pixels(png).size
    assert width == 780
    assert height <= _HIGHEST


def fleet(number, side):
    """A side of many ships of all classes and states, half of them in reserve."""
    states, tons = list(ShipState), (50, 400, 5_000, 50_000, 200_000)
    return tuple(
        ShipMark(f"Ship {n}", side, tons[n % 5], 0.5, states[n // 5 % 4], reserve=n % 2 == 0) for n in range(number)
    )


@pytest.mark.parametrize("number", [1, 2, 16, 17, 50, 100])
def test_up_to_a_hundred_ships_a_side_fit(number):
    ships = fleet(number, 0) + fleet(number, 1)
    shots = tuple(Barrage(place, number + place) for place in range(number))
    assert pixels(fleet_png(Fleets("Battle", ("A", "B"), ships, shots))).height <= _HIGHEST


def different(one, other):
    return ImageChops.difference(pixels(fleet_png(one)), pixels(fleet_png(other))).getbbox() is not None


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Zed"},
        {"hurt": 0.5},
        {"tons": 900.0},
        {"reserve": True},
        {"model": "Zed"},
        {"agility": 5},
        {"batteries": 40},
        {"built": 60},
        *({"state": state} for state in ShipState),
    ],
    ids=str,
)
def test_everything_about_a_ship_shows(change):
    fleets = replace(battle(), shots=())
    ship = fleets.ships[0]
    changed = replace(fleets, ships=(replace(ship, **change), *fleets.ships[1:]))
    assert different(fleets, changed) is (change != {"state": ShipState.FIGHTING})


def test_the_least_hurt_shows_and_a_ship_with_something_left_is_not_empty():
    def hurt(share):
        return Fleets("", ("A", "B"), (ShipMark("Ann", 0, 50, share),))

    assert different(hurt(0), hurt(0.001))
    assert different(hurt(0.99), hurt(1))


def test_a_shot_shows_and_several_are_thicker():
    none, one, two = (replace(battle(), shots=shots) for shots in ((), (Barrage(0, 6),), (Barrage(0, 6, 2),)))
    assert different(none, one)
    assert different(one, two)
    assert different(two, replace(battle(), shots=(Barrage(0, 6, 2, 1),)))
    assert different(none, replace(none, moment="turn 3, long range"))


def test_the_fire_of_a_hundred_ships_is_no_tangle():
    """Beside the numbers in the middle no arrow slants: one colour stands at the same heights left and right of them.

    The other side's line stands at 312 and 468.
    """
    picture = pixels(fleet_png(hundred()))

    def heights(x):
        return [y for y in range(130, picture.height - 64) if picture.getpixel((x, y)) == picture.getpixel((313, 400))]

    assert picture.getpixel((313, 400)) == RGB[Colour.BLUE]
    assert len(heights(330)) > 20
    assert heights(330) == heights(450)


@pytest.mark.parametrize("fleets", [battle(), hundred(), replace(battle(), title="A very long title " * 9)])
def test_half_as_large_on_a_phone_every_letter_can_be_read(fleets, monkeypatch):
    sizes = []
    written = renderer.write

    def write(pen, at, text, size, *more, **others):
        sizes.append(size)
        written(pen, at, text, size, *more, **others)

    monkeypatch.setattr(renderer, "write", write)
    fleet_png(fleets)
    assert min(sizes) >= 18


def test_a_hundred_like_ships_are_a_bar_for_each_state():
    names = [
        row.mark.name for row in rows_of(hundred().ships, [n for n in range(100) if not hundred().ships[n].reserve])
    ]
    assert names == [f"{count} x {model}" for model in ("Tigress", "Lightning", "Gazelle", "Wasp") for count in (20, 2)]


def test_a_bar_for_several_tells_of_all_of_them():
    ships = [ShipMark(f"Wasp {n}", 0, 50, model="Wasp", agility=n % 2 + 5, batteries=1, built=2) for n in range(12)]
    (row,) = rows_of(ships, range(12))
    assert (row.mark.name, row.about) == ("12 x Wasp", "agility 5-6, 12 of 24 batteries")
    (gone,) = rows_of([replace(ships[0], state=ShipState.DESTROYED)], [0])
    assert gone.about == "destroyed"


def test_a_short_line_has_a_row_for_each_ship_the_largest_first():
    ships = [ShipMark("Small", 0, 100), ShipMark("Large", 0, 5_000), ShipMark("Fighter", 0, 10)]
    assert [(row.mark.name, row.members) for row in rows_of(ships, [0, 1, 2])] == [
        ("Large", (1,)),
        ("Small", (0,)),
        ("Fighter", (2,)),
    ]


def test_a_line_of_many_kinds_keeps_the_largest_apart_and_the_small_together_by_class_and_state():
    ships = [ShipMark(f"Cruiser {name}", 0, 90_000 - n) for n, name in enumerate("abcdefghijklmno")]
    ships += [ShipMark(f"Fighter {n}", 0, 50, 0.5, model="Fighter") for n in range(10)]
    ships += [ShipMark("Wing", 0, 50, 1.0, ShipState.DESTROYED), ShipMark("Ann", 0, 400), ShipMark("Bob", 0, 300)]
    rows = rows_of(ships, range(len(ships)))
    assert [row.mark.name for row in rows] == [
        *(f"Cruiser {name}" for name in "abcd"),
        "11 x under 100,000 t",
        "2 x under 1,000 t",
        "10 x Fighter",
        "Wing",
    ]
    assert rows[-2].mark.hurt == 0.5
    assert sorted(place for row in rows for place in row.members) == list(range(len(ships)))


@pytest.mark.parametrize("title", ["W" * 200, "The battle of " + "Wypoc " * 12])
def test_a_long_title_is_made_smaller_and_shortened_between_the_margins(title):
    """Its bar has one colour in the 12 pixels at both ends: bold letters reach a little into a margin of 16."""
    picture = pixels(fleet_png(Fleets(title, ("A", "B"), (), ())))
    for left in (0, picture.width - 12):
        assert len(picture.crop((left, 0, left + 12, 76)).getcolors()) == 1
    middle = picture.crop((16, 0, picture.width - 16, 48))
    assert len(middle.getcolors(99999)) > 1


@given(st.lists(MARKS, max_size=120))
def test_every_ship_is_in_just_one_row(ships):
    rows = rows_of(ships, range(len(ships)))
    assert sorted(place for row in rows for place in row.members) == list(range(len(ships)))
    assert len(rows) <= 28
