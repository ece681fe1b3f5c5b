"""Every scenario begun with all of its sides acting by themselves, through Discord: the table goes on, and is told."""

import pytest

from bot import systems
from bot.sandbox.report import message_text
from tests.e2e.channel import table

BOOKS = systems.discover(systems)
SCENARIOS = [
    pytest.param(system.title, name, id=f"{key}-{name}")
    for key, system in BOOKS.items()
    if system.staged
    for name in system.staged.scenarios
]
# By then people have been put on the deck, and some have gone on to the next, moved and fired.
STEPS = 3


@pytest.mark.parametrize("fog", ["off", "on"])
@pytest.mark.parametrize(("book", "name"), SCENARIOS)
async def test_the_table_goes_on_by_itself(book, name, fog, tmp_path):
    lines = [
        f'/campaign new system:"{book}"',
        "/campaign set setting:autopilot value:acts",
        f'/scenario setup name:"{name}" alone:all',
        f"/campaign set setting:fog value:{fog}",
        *["/next"] * STEPS,
    ]
    told = ""
    async with table(f"sqlite+aiosqlite:///{tmp_path}/game.db") as loopback:
        for line in lines:
            shown = await loopback.slash("Ref", "fight", line)
            assert shown.error is None
            text = message_text(shown.replies[0])
            assert "Something went wrong" not in text
            told += text if line == "/next" else ""
        assert "phase" in told.casefold()
