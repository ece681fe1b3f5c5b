"""What the pictures of an order show of people: what it has just done to them, whatever the rules."""

import asyncio
import re
from dataclasses import replace
from io import BytesIO
from types import SimpleNamespace

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.chat.files import Attached, embeds_of
from bot.chat.pictures import deck_views, drawn
from bot.deck.alttext import alt_text
from bot.deck.board import Standing, as_drawn
from bot.deck.framing import seen_by
from bot.deck.plan import At, Facing
from bot.deck.view import Attacked, Counter, Hurt, Marks, Scored
from bot.engine.scene import Game, Unit, Units
from bot.engine.system import Mark, Sign
from renderers.deck import deck_png
from renderers.layout import layout_of
from tests.deck.plans import board_of
from tests.deck.shipped import NAMES, plan_of

BOARD = replace(board_of("+" * 41, *(line for _ in range(9) for line in (" " + " ".join("." * 20), "+" * 41))))
BOOK = SimpleNamespace(squads=SimpleNamespace(mark=lambda sheet: sheet))


def game(**marks):
    """A game whose sheets are their own marks, everybody in the first row."""
    people = {name: Standing(At(0, x, 0)) for x, name in enumerate(marks)}
    units = Units(marks, lambda name: Unit(name, "", marks[name]))
    return Game(units, ("",), board=replace(BOARD, people=people))


@pytest.mark.parametrize(
    ("before", "after", "hurt"),
    [
        (Mark(), Mark(), None),
        (Mark(1), Mark(1), None),
        (Mark(), Mark(1), Hurt.WOUNDED),
        (Mark(), Mark(1, out=True), Hurt.FELL),
        (Mark(1, out=True), Mark(1, out=True), None),
        (Mark(1, out=True), Mark(1, dead=True), Hurt.FELL),
        (Mark(1), Mark(1, dead=True), Hurt.FELL),
        (Mark(2, out=True), Mark(1), None),
    ],
)
def test_whoever_is_hurt_by_an_order_shows_it(before, after, hurt):
    (view,) = deck_views(game(Ann=after), BOOK, Marks(), was=game(Ann=before))
    assert [counter.hurt for counter in view.counters] == [hurt]


def test_of_several_attacks_on_somebody_the_worst_shows():
    marks = Marks(struck=(Attacked("Ann", Scored.HARMLESS), Attacked("Ann", Scored.MISSED)))
    (view,) = deck_views(game(Ann=Mark(), Bob=Mark()), BOOK, marks)
    assert [counter.struck and counter.struck.how for counter in view.counters] == [Scored.HARMLESS, None]


def test_whoever_was_attacked_far_away_is_in_a_picture():
    now = game(**{f"P{x}": Mark() for x in range(20)})
    marks = Marks(line=(At(0, 0, 0), At(0, 3, 0)), struck=(Attacked("P19", Scored.MISSED),))
    assert any(view.shows(At(0, 19, 0)) for view in deck_views(now, BOOK, marks))


def test_who_is_large_fills_squares_behind_them():
    """Ann, of three squares, looks north at A1: A2 and B2 lie behind her. the picture and its words show it."""
    (view,) = deck_views(game(Ann=Mark(fills=3), Bob=Mark()), BOOK, Marks())
    assert [counter.body for counter in view.counters] == [(At(0, 0, 1), At(0, 1, 1)), ()]
    assert "Ann at A1, facing north, fills A2, B2 too" in alt_text(view)
    bare = replace(view, counters=tuple(replace(counter, body=()) for counter in view.counters))
    assert deck_png(view) != deck_png(bare)


def test_of_a_large_body_only_squares_that_are_seen_show():
    wall = board_of("+" * 9, " . .|. .", "+" * 9)
    (view,) = seen_by(
        wall, [At(0, 0, 0)], [Counter("Ann", At(0, 1, 0), Facing.NORTH, 0, body=(At(0, 0, 0), At(0, 2, 0)))]
    )
    assert [counter.body for counter in view.counters] == [(At(0, 0, 0),)]


STATES = st.sampled_from(
    [
        Mark(),
        Mark(2),
        Mark(1, out=True),
        Mark(1, out=True, signs=frozenset({Sign.UNCONSCIOUS})),
        Mark(3, dead=True),
        Mark(signs=frozenset({Sign.STUNNED, Sign.PANICKED, Sign.FLEEING})),
    ]
)


@st.composite
def crowded(draw):
    """A game on any shipped deck with up to fourteen people anywhere on its floor, some in one square; and a shot."""
    board = as_drawn(plan_of(draw(st.sampled_from(NAMES))))
    floor = st.sampled_from(sorted(at for level in board.plan.levels for at in level.floor))
    squares = draw(st.lists(floor, min_size=1, max_size=14))
    names = [f"Zed {number}" for number in range(len(squares))]
    sheets = {name: draw(STATES) for name in names}
    people = {name: Standing(at, draw(st.sampled_from(Facing))) for name, at in zip(names, squares, strict=True)}
    sides = {name: draw(st.sampled_from(["Reds", "Blues"])) for name in names}
    units = Units(sheets, lambda name: Unit(name, sides[name], sheets[name]))
    shot = Marks(line=(squares[0], squares[-1])) if draw(st.booleans()) else None
    return Game(units, ("Reds", "Blues"), board=replace(board, people=people)), shot, draw(st.sampled_from([2, 6]))


def in_the_picture(view, name):
    """Whether something is drawn in somebody's square that isn't without them, pixel by pixel."""
    square = next((one.at for one in view.counters if one.name == name), None)
    if square is None or not view.shows(square):
        return False
    alone = replace(view, counters=tuple(one for one in view.counters if one.name != name))
    layout = layout_of(view)
    x, y = layout.corner(square.x, square.y)
    box = (x, y, x + layout.side, y + layout.side)
    with_, without = (Image.open(BytesIO(deck_png(each))).convert("RGB").crop(box) for each in (view, alone))
    return ImageChops.difference(with_, without).getbbox() is not None


@settings(max_examples=25, deadline=None)
@given(crowded())
def test_everybody_is_seen_in_a_picture_or_named_beside_it_and_in_its_words(crowd):
    """Counted anew: those of the game against pixels and against what the answer says."""
    now, shot, most = crowd
    views = deck_views(now, BOOK, shot, most=most)
    files = asyncio.run(drawn(views))
    beside, words = (" ".join(getattr(file, part) for file in files) for part in ("told", "alt"))
    for name in now.units:
        named = [re.search(rf"{name}\b", text) is not None for text in (beside, words)]
        assert named == [not any(in_the_picture(view, name) for view in views), True]


@pytest.mark.parametrize("answered", ["", "x" * 100, "x" * 3494, "x" * 3495, "x" * 4094])
@pytest.mark.parametrize("waited", ["", "Waiting for Ann", "w" * 1600])
def test_who_is_in_no_picture_is_told_however_long_the_answer_is(answered, waited):
    """4,096 characters are a text's and 6,000 a message's, by Discord; nothing of the answer gives way."""
    told = "Not in the picture: 9 more: ".ljust(600, "y")
    answer = discord.Embed(title="t" * 256, description=answered or None).set_footer(text=waited)
    (embed,) = embeds_of(answer, [Attached("deck.png", b"", "", told)])
    text, fields = embed.description or "", [field.value for field in embed.fields]
    assert text.startswith(answered)
    if len(answered) <= 3494:
        assert (text.removeprefix(answered).strip(), fields) == (told, [])
    else:
        assert (text, fields) == (answered, [told])
    assert len(embed) <= 6000
    assert len(embed.footer.text or "") >= min(len(waited), 1000)


def test_more_than_a_field_takes_ends_in_an_ellipsis():
    (embed,) = embeds_of(discord.Embed(description="x" * 4000), [Attached("deck.png", b"", "", "y" * 2000)])
    assert [field.value for field in embed.fields] == ["y" * 1023 + "…"]


def test_what_stands_beside_several_pictures_is_no_more_than_a_message_takes():
    sheets = [Attached(f"deck{number}.png", b"", "", "y" * 1500) for number in range(9)]
    shown = embeds_of(discord.Embed(description="x"), sheets)
    assert sum(map(len, shown)) <= 6000
    assert [len(each.description or "") > 0 for each in shown] == [True] * 3 + [False] * 6
