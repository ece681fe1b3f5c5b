"""What stands above a deck's picture: as much as fits, the level always."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.deck.board import as_drawn
from bot.deck.plan import At
from bot.deck.view import View
from renderers.frame import draw_rooms, named_squares, title_within
from renderers.layout import layout_of
from renderers.lettering import width_of
from tests.deck.plans import drawn

SIZE = 12
ONE = replace(drawn("", " .", level="Bridge"), name="Bridge deck")
TWO = replace(drawn("", " .", level="Upper level", more="level: Lower level\n\n ."), name="Power plant")


def test_a_title_leaves_out_first_the_decks_name_and_then_the_number():
    whole, middle = "Lower level · Power plant · level 2 of 2", "Lower level · level 2 of 2"
    assert title_within(TWO, 1, width_of(whole, SIZE), SIZE) == whole
    assert title_within(TWO, 1, width_of(whole, SIZE) - 1, SIZE) == middle
    assert title_within(TWO, 1, width_of(middle, SIZE) - 1, SIZE) == "Lower level"


def test_a_deck_of_one_level_has_no_number_and_says_one_name_once():
    assert title_within(ONE, 0, 1000, SIZE) == "Bridge · Bridge deck"
    assert title_within(ONE, 0, 1, SIZE) == "Bridge"
    assert title_within(replace(ONE, name="Bridge"), 0, 1000, SIZE) == "Bridge"


@pytest.mark.parametrize("first", ["#1 . .|. .#", "#1 . . . .D", "D1 . . . .#"])
def test_a_rooms_name_stands_in_a_row_that_no_wall_breaks_and_no_door_ends(first):
    """Else the uppermost of equal rows would have it."""
    plan = drawn("###########", first, "#         #", "#. . . . .#", "###########", notes=["1 = room 1 Hall"])
    layout = layout_of(View(as_drawn(plan), 0))
    assert named_squares(layout, plan.levels[0], plan.rooms) == {At(0, x, 1) for x in range(5)}


def test_a_rooms_name_steps_aside_for_people_and_for_a_line_of_fire_if_it_can():
    rows = ["#1 . . . .#", "#         #", "#. . . . .#"]
    plan = drawn("###########", *rows, "###########", notes=["1 = room 1 Hall"])
    layout = layout_of(View(as_drawn(plan), 0))

    def named(people=(), covered=()):
        return named_squares(layout, plan.levels[0], plan.rooms, people, covered)

    upper, lower = ({At(0, x, y) for x in range(5)} for y in (0, 1))
    assert named() == upper
    assert named(covered={At(0, 1, 0), At(0, 3, 0)}) == lower
    # A line through both rows leaves it the longest part; where it leaves nothing the name stands on the line.
    assert named(covered={At(0, 1, 0), At(0, 1, 1)}) == {At(0, x, 0) for x in (2, 3, 4)}
    assert named(people=lower, covered=upper) == upper


@pytest.mark.parametrize(("row", "shifts"), [("#. . . . .#", 0), ("D. . . . .#", 1), ("#. . . . .D", -1)])
def test_a_rooms_name_leaves_room_for_a_door_at_either_end_of_its_row(row, shifts, monkeypatch):
    written = []
    monkeypatch.setattr("renderers.frame.write_haloed", lambda pen, at, *given, **more: written.append(at[0]))
    plan = drawn("###########", f"{row[0]}1{row[2:]}", "###########", notes=["1 = room 1 Hall"])
    layout = layout_of(View(as_drawn(plan), 0))
    draw_rooms(None, layout, plan.levels[0], plan.rooms, ())
    middle = (layout.middle(At(0, 0, 0))[0] + layout.middle(At(0, 4, 0))[0]) / 2
    assert [(x > middle) - (x < middle) for x in written] == [shifts]


def test_over_fuel_a_rooms_name_has_a_ground_of_its_own_that_holds_it(monkeypatch):
    plan = drawn("###########", "#1 F F F .#", "###########", notes=["1 = room 1 Tank"])
    layout, written, grounds = layout_of(View(as_drawn(plan), 0)), [], []
    monkeypatch.setattr(
        "renderers.frame.write_haloed",
        lambda _pen, at, text, size, *_, **__: written.append((at, width_of(text, size))),
    )
    pen = SimpleNamespace(rectangle=lambda box, **_: grounds.append(box))
    draw_rooms(pen, layout, plan.levels[0], plan.rooms, ())
    (((x, y), width),), ((left, top, right, bottom),) = written, grounds
    assert (left + right, top + bottom) == (pytest.approx(2 * x), pytest.approx(2 * y))
    assert right - left > width
    assert bottom > top
