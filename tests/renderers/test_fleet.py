"""Pictures of ship battles: who is on them, how they stand, who fired at whom."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops

from bot.engine.fleets import Fleets, ShipMark, ShipState
from renderers.fleet import fleet_png, rows_of
from tests.renderers.approve import battle
from tests.renderers.views import pixels

MARKS = st.builds(
    ShipMark,
    st.text(max_size=20),
    st.integers(0, 3),
    st.floats(0, 1e6),
    st.floats(0, 1),
    st.sampled_from(ShipState),
    st.booleans(),
)


@st.composite
def battles(draw):
    ships = tuple(draw(st.lists(MARKS, max_size=60)))
    places = st.integers(0, len(ships) - 1)
    shots = draw(st.lists(st.tuples(places, places), max_size=20)) if ships else ()
    return Fleets(draw(st.text(max_size=40)), ("Navy", "Corsairs"), ships, tuple(shots))


@settings(max_examples=60, deadline=None)
@given(battles())
def test_any_battle_is_drawn_the_same_each_time(fleets):
    png = fleet_png(fleets)
    assert png == fleet_png(fleets)
    width, height = pixels(png).size
    assert width == 780
    assert height <= 4000


def fleet(number, side):
    """A side of many ships of all classes and states, half of them in reserve."""
    states, tons = list(ShipState), (50, 400, 5_000, 50_000, 200_000)
    return tuple(
        ShipMark(f"Ship {n}", side, tons[n % 5], 0.5, states[n // 5 % 4], reserve=n % 2 == 0) for n in range(number)
    )


@pytest.mark.parametrize("number", [1, 2, 16, 17, 50, 100])
def test_up_to_a_hundred_ships_a_side_fit(number):
    ships = fleet(number, 0) + fleet(number, 1)
    shots = tuple((place, number + place) for place in range(number))
    assert pixels(fleet_png(Fleets("Battle", ("A", "B"), ships, shots))).height <= 4000


def different(one, other):
    return ImageChops.difference(pixels(fleet_png(one)), pixels(fleet_png(other))).getbbox() is not None


@pytest.mark.parametrize(
    "change",
    [{"name": "Zed"}, {"hurt": 0.5}, {"tons": 900.0}, {"reserve": True}, *({"state": state} for state in ShipState)],
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
    none, one, two = (replace(battle(), shots=((0, 6),) * times) for times in range(3))
    assert different(none, one)
    assert different(one, two)


def test_a_short_line_has_a_row_for_each_ship_the_largest_first():
    ships = [ShipMark("Small", 0, 100), ShipMark("Large", 0, 5_000), ShipMark("Fighter", 0, 10)]
    assert [(row.mark.name, row.members) for row in rows_of(ships, [0, 1, 2])] == [
        ("Large", (1,)),
        ("Small", (0,)),
        ("Fighter", (2,)),
    ]


def test_in_a_long_line_the_small_stand_together_by_class_and_state():
    ships = [ShipMark(f"Cruiser {n}", 0, 50_000) for n in range(8)]
    ships += [ShipMark(f"Fighter {n}", 0, 50, 0.5) for n in range(10)]
    ships += [ShipMark("Fighter 11", 0, 50, 1.0, ShipState.DESTROYED), ShipMark("Ann", 0, 400), ShipMark("Bob", 0, 300)]
    rows = rows_of(ships, range(len(ships)))
    assert [row.mark.name for row in rows[8:]] == ["2x under 1,000 t", "Fighter 11", "10x Fighter"]
    assert rows[-1].mark.hurt == 0.5
    assert sorted(place for row in rows for place in row.members) == list(range(len(ships)))


@pytest.mark.parametrize("title", ["W" * 200, "The battle of " + "Wypoc " * 12])
def test_a_long_title_is_made_smaller_and_shortened_between_the_margins(title):
    """Its bar has one colour in the 12 pixels at both ends: bold letters reach a little into a margin of 16."""
    picture = pixels(fleet_png(Fleets(title, ("A", "B"), (), ())))
    for left in (0, picture.width - 12):
        assert len(picture.crop((left, 0, left + 12, 48)).getcolors()) == 1
    middle = picture.crop((16, 0, picture.width - 16, 48))
    assert len(middle.getcolors(99999)) > 1


@given(st.lists(MARKS, max_size=120))
def test_every_ship_is_in_just_one_row(ships):
    rows = rows_of(ships, range(len(ships)))
    assert sorted(place for row in rows for place in row.members) == list(range(len(ships)))
    assert len(rows) <= 28
