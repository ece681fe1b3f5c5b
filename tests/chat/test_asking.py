"""What waits, as the list of it tells it."""

import pytest

from bot.chat.asking import _line
from bot.engine.due import Due


@pytest.mark.parametrize(
    ("owes", "told"),
    [
        ((), "The sliding door opens as the phase ends (AHL 8.B)"),
        (("Ann",), "Ann: the sliding door opens as the phase ends (AHL 8.B)"),
    ],
)
def test_a_line_begins_with_a_name_or_a_capital_letter(owes, told):
    assert _line(Due("the sliding door opens as the phase ends", "AHL 8.B", owes)) == told
