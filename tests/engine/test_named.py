"""Values with their names in one text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.errors import RuleError
from bot.engine.named import read_named

NAMES = ("size", "armour", "target vehicle", "target", "glass")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("size -2", {"size": "-2"}),
        ("size: −2, glass", {"size": "−2", "glass": "yes"}),
        ("Size=3", {"size": "3"}),
        ("armour helmet, shield, size 1", {"armour": "helmet, shield", "size": "1"}),
        ("target vehicle Light Tank", {"target vehicle": "Light Tank"}),
        ("target Bob", {"target": "Bob"}),
        ("arm helmet", {"armour": "helmet"}),
    ],
)
def test_values_by_name(text, values):
    assert read_named(text, NAMES, what="value") == values


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sise 3", "There is no value “sise”: did you mean size?"),
        ("targetx 3", "There is no value “targetx”"),
        ("size 1, glass, size 2", "“size” is said twice: say it once."),
        ("size 1, Size 1", "“size” is said twice: say it once."),
        (" , ", "Write values with their names, such as size 1"),
    ],
)
def test_what_is_not_understood_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(RuleError) as refusal:
        read_named(text, NAMES, what="value")
    assert sentence in str(refusal.value)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        values = read_named(text, NAMES, what="value")
    except RuleError:
        return
    assert values.keys() <= set(NAMES)
