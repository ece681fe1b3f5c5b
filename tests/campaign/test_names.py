import re
import sys
from unicodedata import name, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.systems.names import LONGEST_NAME, alike, check_taken, check_unlike, clean_name, key_of, shows, usable_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Marine   E1 ", "Marine E1"),
        ("Rene\u0301", "Ren\u00e9"),
        ("Аррланроугл", "Аррланроугл"),
        ("Robot #3 (old)", "Robot #3 (old)"),
        ("Ace 🚀", "Ace 🚀"),
        ("O'Neill-Hault", "O'Neill-Hault"),
        ("Ace ✈️", "Ace ✈"),
        ("ज़ें", "ज़ें"),
        ("น้ำ", "น้ำ"),
        ("Nguyễn", "Nguyễn"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("مُحَمَّد", "مُحَمَّد"),
        ("Type Ⅳ ½", "Type Ⅳ ½"),
        ("陸戦隊", "陸戦隊"),
    ],
)
def test_names_are_kept_as_people_write_them(typed, kept):
    assert clean_name(typed) == normalize("NFC", kept)


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "🎲" * 4_000, "x" * 41, "\u202egnip", "a\u200bb", "<@123>", "**bold**", "a_b_c", "[x](y)", "`x`",
     "a\nb|c", "@everyone", "\x00", "...", "||secret||", "~~x~~", "a\\b", "https://x.yz"],
)  # fmt: skip
def test_what_cannot_be_a_name_is_refused(typed):
    with pytest.raises(RuleError, match=r"^A name "):
        clean_name(typed)


NOTHING = "\u3164\u115f\u1160\uffa0\u2800\u034f\u17b4\u180b\ufe0f\ufe00\U000e0100\U0001d159"


@pytest.mark.parametrize("letter", NOTHING, ids=lambda letter: f"U+{ord(letter):04X}")
def test_letters_that_show_nothing_are_refused(letter):
    for typed in (letter, f"Pirate{letter}", f"Pi{letter}rate"):
        with pytest.raises(RuleError, match=r"^A name (has no letters that show nothing, such as the|is made of)"):
            clean_name(typed)


def test_every_filler_and_selector_that_unicode_has_is_refused():
    letters = map(chr, range(sys.maxunicode))
    hidden = [each for each in letters if re.search("FILLER|VARIATION SELECTOR", name(each, ""))]
    assert len(hidden) > 250
    assert [each for each in hidden if shows(each)] == []


@pytest.mark.parametrize(
    "typed",
    ["P\u0335\u0336\u0337\u0338irate", "Pira\u0301\u0301te", "\u0301Pirate", "Pirate \u0301", "P\u20ddirate"],
)
def test_stacked_marks_are_refused(typed):
    with pytest.raises(RuleError, match=r"^A name has (at most 3 marks on a letter|no letters)"):
        clean_name(typed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Pirate", "Рirate"),
        ("Pirate", "Ｐｉｒａｔｅ"),
        ("PIRATE", "Рirate"),
        ("Pirate", "𝐏𝐢𝐫𝐚𝐭𝐞"),
        ("Han", "Нan"),
        ("Ian", "Іan"),
        ("Ian", "ӏan"),
        ("Cop", "Сор"),
        ("Marine E1", "Мarine Е1"),
        ("Robot 0", "Robot О"),
        ("Аня", "Aня"),
    ],
)
def test_names_that_look_alike(one, other):
    assert alike(one, other)
    assert alike(other, one)
    with pytest.raises(RuleError, match=f"That name looks like {one}, which is there, and isn't"):
        check_unlike(other, ["Somebody", one])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Pirate", "Pirates"),
        ("Émile", "Emile"),
        ("Żółw", "Zolw"),
        ("Marine 1", "Marine I"),
        ("Marine l1", "Marine ll"),
        ("Robot 0", "Robot O"),
        ("Аня", "Ваня"),
        ("陸", "海"),
    ],
)
def test_names_that_can_be_told_apart(one, other):
    assert not alike(one, other)
    check_unlike(one, [other])


def test_the_same_name_is_no_other_one():
    check_unlike("Аня", ["аня", "Аня"])


async def test_whoever_looks_like_somebody_there_does_not_join(channel):
    """Under a name or a side; those who are there already stay, are found, and may be called rightly."""
    async with channel.transaction() as transaction:
        with pytest.raises(RuleError, match="looks like Pirate, which is there"):
            await transaction.add_unit("Рirate", "", None, {})
        with pytest.raises(RuleError, match="That side looks like Pirates, which is there"):
            await transaction.side_named("Рirates", {})
        for typed, kept in (("Pirates", "Pirates"), (None, ""), ("  Navy ", "Navy")):
            assert await transaction.side_named(typed, await transaction.names()) == kept
        with pytest.raises(RuleError, match="There is a character named pirate already: choose another side"):
            await transaction.side_named("pirate", await transaction.names())
        with pytest.raises(RuleError, match="That side looks like Pirate, which is there"):
            await transaction.side_named("Рirate", await transaction.names())
        told = {"pirates": "There is a side named pirates already", "Navy": "A side can't have the name of somebody"}
        for name, side in (("pirates", ""), ("Navy", "Navy")):
            with pytest.raises(RuleError, match=told[name]):
                await transaction.add_unit(name, side, None, {})
        for stands in ("Mar\u3164ine", "Маrinе N1"):
            row = transaction.change(
                await transaction.unit("Marine N1"), name=stands, key=key_of(stands), side="Pi\u3164rates"
            )
            assert (await transaction.unit(stands)).id == row.id
            assert await transaction.side_named("Pi\u3164rates", {}) == "Pi\u3164rates"
            check_taken(
                "Marine N1", {name: kind for name, kind in (await transaction.names()).items() if name != stands}
            )
            transaction.change(row, name="Marine N1", key=key_of("Marine N1"), side="Marines")
        await transaction.record("character edit", Card("Marine N1 is changed"), place=channel.place)


@given(st.text(max_size=60))
def test_no_text_gets_through_that_discord_would_read(typed):
    try:
        name = clean_name(typed)
    except RuleError:
        return
    assert 0 < len(name) <= LONGEST_NAME
    assert not set(name) & set("*_~|`<>@\\[]\u202e\u200b\n")
    assert clean_name(name) == name


def test_case_and_composition_make_no_other_name():
    assert key_of("RENÉ") == key_of(clean_name("Rene\u0301"))
    assert key_of("Straße") == key_of("STRASSE")


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("Kinunir, a colonial cruiser", "Kinunir a colonial cruiser"),
        ("“Sable” [CC]", "Sable CC"),
        ("***", "Ship"),
        ("", "Ship"),
        ("Sa\u3164ble", "Sa ble"),
        ("S\u0335\u0336\u0337\u0338able", "Ship"),
        ("x" * 99, "x" * LONGEST_NAME),
    ],
)
def test_a_name_in_somebody_elses_text_is_made_one_that_can_be_kept(told, kept):
    assert usable_name(told, "Ship") == kept == clean_name(kept)
