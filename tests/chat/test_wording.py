import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.files import whole
from bot.chat.wording import asking_below, cut, embed, in_full, lines_embed, long_embed, plain, unplain, who
from bot.engine.cards import PERSON_SIGN, Card, person, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("8+ (long) | 4+5 = 9", "8+ (long) | 4+5 = 9"),
        ("**b** _i_ `c`", r"\*\*b\*\* \_i\_ \`c\`"),
        ("<@1> <#2> <t:1:R>", r"\<@1> \<#2> \<t:1:R>"),
        ("@everyone", r"\@everyone"),
        ("||spoiler|| ~~gone~~", r"\|\|spoiler\|\| \~\~gone\~\~"),
        ("# big", r"\# big"),
        ("[x](y)", r"\[x](y)"),
        ("because https://x.yz says so", r"because https\://x.yz says so"),
        ("discord://-/users/1", r"discord\://-/users/1"),
        ("ratio 3:4", "ratio 3:4"),
        ("1. first", r"1\. first"),
        ("  12. twelfth", r"  12\. twelfth"),
        ("  - so", r"  \- so"),
        ("1.5 squares, then 2. Then 3 - 1", "1.5 squares, then 2. Then 3 - 1"),
    ],
)
def test_words_mean_nothing_to_discord(text, shown):
    assert plain(text) == shown


@given(st.text(max_size=80) | st.text("1. -#>\\x", max_size=8))
def test_what_was_made_plain_is_read_back(text):
    assert unplain(plain(text)) == text


def test_a_person_in_a_card_is_shown_by_their_name_of_the_day_and_can_not_be_typed():
    name = person(123456789012345678)
    shown = embed(Card("Set", (f"Owner: {name}", "<@1> *x*"), working=(f"by {name}",)), working=True)
    assert "Owner: <@123456789012345678>" in shown.description
    assert "-# by <@123456789012345678>" in shown.description
    assert r"\<@1> \*x\*" in shown.description
    assert PERSON_SIGN not in printable(name)
    assert who(5) == "<@5>"
    assert who(0) == who(None) == "somebody who is forgotten"


def test_what_does_not_fit_is_left_out_at_a_lines_end():
    shown = lines_embed("x" * 300, ["y" * 1000] * 6)
    assert len(shown.title) == 256
    assert shown.description.count("\n") == 4
    assert shown.description.endswith("…")
    assert cut("abc", 3) == "abc"


@given(st.lists(st.text(max_size=1500), max_size=8), st.lists(st.text(max_size=1500), max_size=8), st.booleans())
def test_a_card_that_an_embed_cuts_goes_whole_into_a_file(lines, reasons, working):
    card = Card("Fire", tuple(lines), tuple(reasons))
    shown = embed(card, working=working).description or ""
    full = in_full(card, working=working)
    assert bool(full) == (sum(len(plain(line)) + 1 for line in lines) + _reasons_length(reasons, working) > 4094)
    assert bool(whole(card, working=working)) == bool(full)
    if full:
        assert "…" in shown.split("\n")
        assert all(line in full for line in (*lines, *(reasons if working else ())))


def _reasons_length(reasons, working):
    """Each stands behind three characters and before a line's end, and an empty line comes first."""
    return 1 + sum(len(plain(line)) + 4 for line in reasons) if working and reasons else 0


@pytest.mark.parametrize("deeds", [3, 40, 400])
@pytest.mark.parametrize("asked", [1, 12])
def test_of_a_long_answer_the_middle_is_left_out_and_not_who_must_act_next(deeds, asked):
    done = [line for number in range(deeds) for line in (f"— Deed {number}", "x" * 70)]
    waits = [f"▶ Ann {number}: " + "w" * 150 for number in range(asked)]
    lines = (embed(Card("On", (*done, *waits, "Bob: may act")), working=False).description or "").split("\n")
    assert lines[-1 - asked :] == [*waits, "Bob: may act"]
    assert lines[:2] == done[:2]
    assert ("…" in lines) is (deeds * 82 + asked * 160 > 4094)
    assert len("\n".join(lines)) <= 4096


def test_what_is_asked_below_a_full_answer_has_its_room():
    shown, asked = lines_embed("On", ["x" * 100] * 40), ["**▶ Ann: a throw**", "-# " + "y" * 200]
    asking_below(shown, asked)
    lines = shown.description.split("\n")
    # A third is the end of what was told, and the first lines stand as far as there is room.
    assert lines == ["x" * 100] * 26 + ["…"] + ["x" * 100] * 12 + asked
    assert len(shown.description) <= 4096
    short = lines_embed("On", [])
    asking_below(short, ["**▶ Ann: a throw**"])
    assert short.description == "**▶ Ann: a throw**"


def test_a_title_that_is_cut_goes_into_the_file_too():
    card = Card("x" * 257, ("hit",))
    assert embed(card).title.endswith("…")
    assert in_full(card) == "x" * 257 + "\n\nhit"
    (file,) = whole(card)
    assert (file.name, file.content) == ("whole.txt", in_full(card).encode())
    assert whole(Card("Fire", ("hit",))) == []


def test_whatever_a_card_says_can_be_posted():
    """An embed takes 2,048 characters in its last line, and 6,000 in all."""
    shown = embed(Card("x" * 300, ("y" * 1000,) * 6, ("z" * 1000,) * 6, "w" * 3000), working=True)
    assert len(shown) <= 6000
    assert len(shown.footer.text) <= 2048
    assert shown.footer.text.endswith("…")


@pytest.mark.parametrize(("length", "whole_line"), [(4093, True), (4094, False)])
def test_a_line_that_just_fits_stays_whole(length, whole_line):
    """A description has 4,096 characters; after each line comes its end, and an ellipsis may have to follow."""
    shown = lines_embed("Log", ["x" * length]).description
    assert (shown == "x" * length) is whole_line
    assert (shown == "…") is not whole_line


@pytest.mark.parametrize(
    ("title", "length", "cut_off"), [(256, 10, False), (257, 10, True), (9, 4093, False), (9, 4094, True)]
)
def test_what_just_fits_is_in_no_file(title, length, cut_off):
    assert bool(in_full(Card("x" * title, ("y" * length,)))) is cut_off


@pytest.mark.parametrize("length", [99, 340, 500, 511, 512, 1000, 1023])
def test_what_a_description_has_no_room_for_goes_on_in_fields_in_its_order(length):
    """A field takes 1,024 characters, and all of it is 6,000 at most: the beginning is shown, as far as it fits."""
    lines = [f"{number:03} ".ljust(length, "x") for number in range(80)]
    shown = long_embed("Log", lines)
    assert len(shown) <= 6000
    assert all(len(field.value) <= 1024 for field in shown.fields)
    told = "\n".join([shown.description, *(field.value for field in shown.fields)]).split("\n")
    assert told == lines[: len(told)]
    assert len(shown) + length + 2 > 6000
    fits = 1024 // (length + 1) if (length + 1) * (1024 // (length + 1)) + length > 1024 else 1024 // (length + 1) + 1
    assert {field.value.count("\n") + 1 for field in shown.fields[:-1]} <= {fits}


def test_a_short_text_has_no_fields():
    shown = long_embed("Log", ["a", "b"])
    assert (shown.description, list(shown.fields)) == ("a\nb", [])
