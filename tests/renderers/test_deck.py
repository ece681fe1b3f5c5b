"""Pictures of decks: what is on them, that they are the same each time, and that nothing can break them."""

import io
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops
from PIL.ImageDraw import Draw

from bot.deck.board import as_drawn
from bot.deck.plan import At, Facing
from bot.deck.reading import read_plan
from bot.deck.view import Counter, Marks, View
from renderers.backdrop import KEPT, Backdrop, backdrop, draw_backdrop, scene_of
from renderers.deck import deck_png, main
from renderers.layout import layout_of
from renderers.marks import _hides_none
from renderers.palette import Colour, new_picture
from tests.deck.plans import TRAINER, board_of
from tests.renderers.views import EVERYTHING, everything, part, pixels, views


def trainer(**more):
    return View(as_drawn(read_plan(TRAINER, "trainer")), 0, **more)


def changed(one, other):
    """The box of what differs between two pictures, None if nothing does."""
    return ImageChops.difference(pixels(one), pixels(other)).getbbox()


@settings(max_examples=60, deadline=None)
@given(views())
def test_any_legal_view_is_drawn_the_same_whoever_asks_first(view):
    first = deck_png(view)
    backdrop.cache_clear()
    assert deck_png(replace(view, counters=view.counters[::-1])) == first
    assert pixels(first).size == layout_of(view).size


@settings(max_examples=60, deadline=None)
@given(views())
def test_everybody_in_the_picture_is_seen(view):
    layout = layout_of(view)
    view = replace(view, crop=_corners_of(layout))
    whole = pixels(deck_png(view))
    for counter in view.counters:
        others = tuple(each for each in view.counters if each is not counter)
        without = pixels(deck_png(replace(view, counters=others)))
        seen = part(whole, layout, counter.at).tobytes() != part(without, layout, counter.at).tobytes()
        assert seen is layout.shows(counter.at)


@settings(max_examples=60, deadline=None)
@given(views())
def test_people_and_marks_never_touch_rim_and_title(view):
    layout = layout_of(view)
    inside = tuple(counter for counter in view.counters if not _at_the_rim(layout, counter.at))
    blast = tuple(at for at in view.marks.blast if not _at_the_rim(layout, at))
    view = replace(view, crop=_corners_of(layout), counters=inside, marks=replace(view.marks, blast=blast))
    bare = pixels(deck_png(replace(view, counters=(), marks=Marks())))
    full = pixels(deck_png(view))
    left, top, right, bottom = layout.field
    reach = layout.side // 6
    for picture in (bare, full):
        picture.paste((0, 0, 0), (left - reach, top - reach, right + reach, bottom + reach))
    assert ImageChops.difference(bare, full).getbbox() is None


def _corners_of(layout):
    """The crop that shows the same squares, whoever stands where."""
    last = At(layout.level, layout.left + layout.columns - 1, layout.top + layout.rows - 1)
    return At(layout.level, layout.left, layout.top), last


def _at_the_rim(layout, at):
    inside_x = layout.left < at.x < layout.left + layout.columns - 1
    return layout.shows(at) and not (inside_x and layout.top < at.y < layout.top + layout.rows - 1)


def test_a_picture_is_in_the_sixteen_colours_of_the_palette():
    picture = Image.open(io.BytesIO(deck_png(everything())))
    assert picture.mode == "P"
    assert len(picture.palette.colors) == 16


def test_four_in_a_square_stand_apart_and_each_carries_a_label():
    view = everything()
    names = [counter.name for counter in view.counters if counter.at == At(0, 7, 4)]
    assert len(names) == 4
    before, layout, boxes = deck_png(view), layout_of(view), []
    for name in names:
        renamed = tuple(replace(each, name="Zed") if each.name == name else each for each in view.counters)
        boxes.append(changed(before, deck_png(replace(view, counters=renamed))))
    assert all(boxes)
    x, y = layout.corner(7, 4)
    # Their letters are as large as on a phone they must be, and may stand out by a few pixels.
    assert all(x - 6 <= box[0] and y <= box[1] and box[2] <= x + 70 and box[3] <= y + 64 for box in boxes)


def test_somebody_outside_the_crop_or_on_another_level_is_not_drawn():
    crop = (At(0, 0, 2), At(0, 6, 4))
    view = replace(everything(), crop=crop, counters=(), marks=Marks())
    outside = (Counter("Ann", At(0, 7, 3), Facing.WEST, 0), Counter("Bob", At(1, 1, 0), Facing.WEST, 0))
    assert changed(deck_png(view), deck_png(replace(view, counters=outside))) is None


def test_a_shot_from_outside_the_crop_comes_in_from_its_side():
    view = replace(everything(), crop=(At(0, 4, 2), At(0, 8, 4)), counters=(), marks=Marks())
    shot = replace(view, marks=Marks(line=(At(0, 0, 3), At(0, 6, 3))))
    layout = layout_of(view)
    left, _, right, _ = changed(deck_png(view), deck_png(shot))
    assert left == layout.field[0]
    assert right < layout.field[2]


def test_a_shot_beyond_the_crop_leaves_no_trace():
    view = replace(everything(), crop=(At(0, 4, 0), At(0, 8, 1)), counters=(), marks=Marks())
    shot = replace(view, marks=Marks(line=(At(0, 0, 3), At(0, 6, 4))))
    assert changed(deck_png(view), deck_png(shot)) is None


@pytest.mark.parametrize(
    "what", ["open", "dark", "breached", "wrecked", "airless"], ids=lambda what: f"what is {what} shows"
)
def test_every_state_of_the_board_shows(what):
    view = everything()
    assert getattr(view.board, what)
    without = replace(view, board=replace(view.board, **{what: frozenset()}))
    assert changed(deck_png(view), deck_png(without)) is not None


def test_plans_read_at_different_times_share_a_backdrop():
    backdrop.cache_clear()
    deck_png(trainer())
    deck_png(trainer(counters=(Counter("Ann", At(0, 1, 1), Facing.WEST, 0),)))
    assert backdrop.cache_info().misses == 1


def test_a_plan_that_was_changed_is_drawn_anew():
    other = View(as_drawn(read_plan(TRAINER.replace("Bridge", "Galley"), "trainer")), 0)
    assert changed(deck_png(trainer()), deck_png(other)) is not None


def test_a_level_called_like_its_deck_is_named_once():
    named_twice, named_once = (
        View(as_drawn(replace(read_plan(TRAINER, "trainer"), name=name)), 0) for name in ("Main deck", "")
    )
    assert changed(deck_png(named_twice), deck_png(named_once)) is None


def test_only_so_many_backdrops_are_kept():
    for column in range(KEPT + 3):
        deck_png(replace(everything(), crop=(At(0, 0, 0), At(0, column % 12, column % 5))))
    assert backdrop.cache_info().currsize == KEPT


def test_nothing_is_drawn_on_a_kept_backdrop():
    view = everything()
    scene = scene_of(view, layout_of(view))
    fresh = new_picture(scene.layout.size, Colour.SPACE)
    draw_backdrop(Draw(fresh), scene)
    deck_png(view)
    assert isinstance(scene, Backdrop)
    assert backdrop(scene).tobytes() == fresh.tobytes()


def test_eight_threads_draw_what_one_draws():
    some = [replace(everything(), crop=(At(0, 0, 0), At(0, column, 4))) for column in range(12)]
    alone = [deck_png(view) for view in some]
    backdrop.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(deck_png, some * 4)) == alone * 4


def test_a_deck_can_be_drawn_from_a_shell(tmp_path):
    file = tmp_path / "trader.txt"
    file.write_text(EVERYTHING, encoding="utf-8")
    command = [sys.executable, "-m", "renderers.deck", str(file), "2"]
    done = subprocess.run(command, capture_output=True, check=True)
    view = View(as_drawn(read_plan(EVERYTHING, "trader")), 1)
    assert changed(done.stdout, deck_png(view)) is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a deck's file, and the level's number if it isn't the first."),
        (["deck.txt", "3"], "deck.txt: 3 is no level of it, they are 1 to 2."),
        (["deck.txt", "two"], "deck.txt: two is no level of it, they are 1 to 2."),
        (["broken.txt"], "broken.txt: Line 1"),
        (["missing.txt"], "No such file"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_sentence(arguments, sentence, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.txt").write_text(EVERYTHING, encoding="utf-8")
    (tmp_path / "broken.txt").write_text("nothing", encoding="utf-8")
    assert main(arguments) == 1
    assert sentence in capsys.readouterr().err


def test_whoever_stands_on_a_hatch_does_not_hide_whether_it_is_open():
    shut = board_of("", " a", notes=["a = ladder with hatch"], more="level: Low\n\n L")
    ann = Counter("Ann", At(0, 0, 0), Facing.NORTH, 0)
    pictures = [deck_png(View(board, 0, (ann,))) for board in (shut, replace(shut, open=frozenset({At(0, 0, 0)})))]
    box = changed(*pictures)
    side = layout_of(View(shut, 0)).side
    assert min(box[2] - box[0], box[3] - box[1]) > side / 5


def test_a_rooms_name_steps_aside_for_whoever_stands_there():
    """The corridor's name is in E3 to G3 while nobody is there; then it is written elsewhere, and can be read."""
    bare = replace(everything(), counters=(), marks=Marks())
    crowd = tuple(Counter(f"Guard {x}", At(0, x, 2), Facing.NORTH, 0) for x in range(2, 9))
    layout, names = layout_of(bare), []

    def written(pen, at, text, *_, **__):
        names.append((text, round(at[1])))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("renderers.frame.write_haloed", written)
        deck_png(bare)
        deck_png(replace(bare, counters=crowd))
    rows = [row for text, row in names if text == "2 Corridor"]
    assert len(rows) == 2
    third = layout.middle(At(0, 0, 2))[1]
    assert (rows[0] == third, rows[1] == third) == (True, False)


@pytest.mark.parametrize(("start", "end"), [((0, 2), (8, 2)), ((8, 2), (0, 2)), ((4, 0), (4, 4)), ((4, 4), (4, 0))])
def test_the_range_of_a_shot_stands_above_its_line_or_on_the_right_of_it(start, end):
    """As long as nobody stands there, and whichever way it was fired."""
    hall = board_of("+" * 19, *[line for _ in range(5) for line in (" . . . . . . . . . ", "+" * 19)])
    line = At(0, *start), At(0, *end)
    told, bare = (View(hall, 0, marks=Marks(line=line, range=squares)) for squares in (8, 0))
    left, _, _, lower = changed(deck_png(bare), deck_png(told))
    x, y = layout_of(bare).middle(At(0, 4, 2))
    if start[0] == end[0]:
        assert left > x
    else:
        assert lower < y


@pytest.mark.parametrize("is_open", [True, False])
def test_the_badge_of_a_hatch_shows_whether_it_is_open(monkeypatch, is_open):
    board = board_of("", " a", notes=["a = ladder with hatch"], more="level: Low\n\n L")
    at, drawn = At(0, 0, 0), []
    monkeypatch.setattr("renderers.deck.draw_floor_hatch", lambda _brush, shown, *_colour: drawn.append(shown))
    view = View(replace(board, open=frozenset({at} if is_open else ())), 0, (Counter("Ann", at, Facing.NORTH, 0),))
    deck_png(view)
    assert drawn == [is_open]
    deck_png(replace(view, counters=()))
    assert drawn == [is_open], "nobody hides it"


@pytest.mark.parametrize(
    ("plate", "hides_none"),
    [
        # Around a square at (100, 100), 40 wide, of whose rim of 5 nothing is hidden; the field goes from 0 to 400.
        ((60, 110, 104, 120), True),
        ((60, 110, 105, 120), False),
        ((136, 110, 160, 120), True),
        ((135, 110, 160, 120), False),
        ((110, 90, 120, 104), True),
        ((110, 90, 120, 105), False),
        ((110, 136, 120, 150), True),
        ((110, 135, 120, 150), False),
        ((0, 0, 20, 20), True),
        ((-1, 0, 20, 20), False),
        ((0, -1, 20, 20), False),
        ((380, 380, 400, 400), True),
        ((380, 380, 401, 400), False),
        ((380, 380, 400, 401), False),
    ],
)
def test_a_plate_hides_nobody_and_stays_on_the_deck(plate, hides_none):
    layout = SimpleNamespace(side=40, field=(0, 0, 400, 400))
    assert _hides_none(plate, [(100, 100)], layout) is hides_none
