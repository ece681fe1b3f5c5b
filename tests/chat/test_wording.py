import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.wording import cut, embed, lines_embed, plain, unplain
from bot.engine.cards import Card


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
    ],
)
def test_words_mean_nothing_to_discord(text, shown):
    assert plain(text) == shown


@given(st.text(max_size=80))
def test_what_was_made_plain_is_read_back(text):
    assert unplain(plain(text)) == text


def test_what_does_not_fit_is_left_out_at_a_lines_end():
    shown = lines_embed("x" * 300, ["y" * 1000] * 6)
    assert len(shown.title) == 256
    assert shown.description.count("\n") == 4
    assert shown.description.endswith("…")
    assert cut("abc", 3) == "abc"


def test_whatever_a_card_says_can_be_posted():
    """An embed takes 2,048 characters in its last line, and 6,000 in all."""
    shown = embed(Card("x" * 300, ("y" * 1000,) * 6, ("z" * 1000,) * 6, "w" * 3000), working=True)
    assert len(shown) <= 6000
    assert len(shown.footer.text) <= 2048
    assert shown.footer.text.endswith("…")
