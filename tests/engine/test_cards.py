"""Counts, articles and genitives, each said one way."""

import re
from pathlib import Path

import pytest

from bot.engine.cards import article, counted, few, numbered, printable, whose

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("number", "thing", "said"),
    [
        (1, "ship", "1 ship"),
        (0, "ship", "0 ships"),
        (1_200, "couch", "1,200 couches"),
        (2, "flash", "2 flashes"),
        (3, "glass", "3 glasses"),
        (2, "box", "2 boxes"),
        (1, "battery", "1 battery"),
        (2, "battery", "2 batteries"),
        (2, "bay", "2 bays"),
    ],
)
def test_how_many(number, thing, said):
    assert counted(number, thing) == said


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ("wall", "a wall"),
        ("overwhelming", "an overwhelming"),
        ("iris valve", "an iris valve"),
        ("hour", "an hour"),
        ("unit", "a unit"),
        ("one-man fighter", "a one-man fighter"),
        ("Aviary", "an Aviary"),
    ],
)
def test_articles(thing, said):
    assert article(thing) == said


@pytest.mark.parametrize(
    ("name", "said"), [("Ann", "Ann's"), ("Raiders", "Raiders'"), ("Ross", "Ross's"), ("Wasp 2", "Wasp 2's")]
)
def test_whose(name, said):
    assert whose(name) == said


def test_nowhere_is_a_genitive_put_together_by_hand():
    files = [path for folder in ("bot", "cogs") for path in sorted((ROOT / folder).rglob("*.py"))]
    by_hand = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        if "sandbox" not in path.parts and path.name != "cards.py"
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"f\"[^\"]*\}['’]s\b", line)
    ]
    assert by_hand == []


def test_of_very_many_names_the_first_are_told():
    names = [f"Guard {number}" for number in range(1, 61)]
    assert few(names[:2]) == "Guard 1 and Guard 2"
    assert few(names[:8]).endswith("Guard 7 and Guard 8")
    assert few(names[:9]).endswith("Guard 7 and 2 more")
    assert few(names) == "Guard 1, Guard 2, Guard 3, Guard 4, Guard 5, Guard 6, Guard 7 and 53 more"


@pytest.mark.parametrize(
    ("number", "things", "told"),
    [
        (1, "boats away", "1 boat away"),
        (4, "cases saved", "4 cases saved"),
        (0, "boats away", "no boats away"),
        (1, "batteries", "1 battery"),
        (1, "hatches", "1 hatch"),
        (1_200, "crates found", "1,200 crates found"),
    ],
)
def test_what_is_called_in_the_plural_is_counted(number, things, told):
    assert numbered(number, things) == told


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("evil \u202ea" + "\u0301" * 30, "evil a\u0301"),
        ("a\u0301\u0302\u0303\u0304\u0305b\u0301", "a\u0301\u0302\u0303b\u0301"),
        # What is written in one sign has its own.
        ("\u1e17\u0301\u0302\u0303", "\u1e17\u0302"),
        # Vietnamese, Hebrew with points, Thai, and a key.
        ("Việt Nguyễn", "Việt Nguyễn"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("กรุณา ที่นี่", "กรุณา ที่นี่"),
        ("1\ufe0f\u20e3 go", "1\ufe0f\u20e3 go"),
    ],
)
def test_no_marks_pile_up_in_what_is_shown(typed, shown):
    assert printable(typed) == shown
