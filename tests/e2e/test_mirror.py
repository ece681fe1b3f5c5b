"""What a side may know is told to it, and to no other: each kind of thing that can be seen, in each book that fights on
decks.
"""

import pytest

from tests.e2e.test_sides import ANN, BOB, REF, TABLE, Watched
from tests.e2e.test_unseen import foggy
from tests.e2e.unknowable import AHL, COMBAT, VARIANT, Layout, hidden_squares

UNSEEN = hidden_squares()[0]
OUT = {AHL.name: "unconscious", VARIANT.name: "unconscious", COMBAT.name: "killed"}
BLAST = {AHL.name: "cause:grenade", VARIANT.name: "cause:grenade", COMBAT.name: "cause:101"}


@pytest.fixture(params=[AHL, COMBAT, VARIANT], ids=lambda book: book.name)
async def table(request, tmp_path):
    """Ann's people stand in the bridge's south, Bob's where none of hers sees them; each side has its thread."""
    book = request.param
    async with foggy(
        f"sqlite+aiosqlite:///{tmp_path}/game.db", Layout(book, "names", turn=False, meets="")
    ) as loopback:
        watched = Watched(loopback)
        watched.book, (watched.own, watched.theirs) = book, (f"{TABLE}/{side}" for side in book.sides)
        for user, side in zip((ANN, BOB), book.sides, strict=True):
            await watched.line(user, TABLE, f"/side open name:{side}")
        for other in book.others:
            await watched.line(REF, TABLE, f'/place name:"{other}" at:{UNSEEN}')
        yield watched


async def told(table, line, *dice):
    """What a line of the referee's tells Ann's side, and Bob's, in their threads."""
    table.loopback.stage.dice(dice)
    heard = await table.line(REF, TABLE, line)
    return [heard.get(channel, "") for channel in (table.own, table.theirs)]


async def test_a_person(table):
    other, _ = table.book.others
    own, theirs = await told(table, f'/place name:"{other}" at:{hidden_squares()[5]}')
    assert own == ""
    assert f"{other} stands at" in theirs
    own, _ = await told(table, f'/place name:"{other}" at:R15 facing:S')
    assert f"{other} comes into view at R15 facing south" in own
    own, _ = await told(table, f'/place name:"{other}" at:{UNSEEN}')
    assert f"{other} is out of sight, seen last at R15" in own


async def test_a_door(table):
    await told(table, f'/place name:"{table.book.own[0]}" at:N19 facing:N')
    own, theirs = await told(table, "/door at:N19 side:N")
    assert "The sliding door between N18 and N19 is open now" in own
    assert theirs == ""
    assert await told(table, "/door at:F10 side:E") == ["", ""]


async def test_a_light(table):
    own, theirs = await told(table, "/light room:Bridge on:False")
    assert "It is dark in Bridge now" in own
    assert theirs == ""
    own, _ = await told(table, '/light room:"Sensor room" on:False')
    assert own == ""


async def test_a_shot(table):
    (one, _), (other, _) = table.book.own, table.book.others
    await told(table, f'/place name:"{other}" at:R15 facing:S')
    own, theirs = await told(
        table, f'/fire name:"{other}" target:"{one}"', *([99] if table.book is COMBAT else [1] * 20)
    )
    assert f"{other} attacks {one}: " in own
    assert f"{other} fires at {one}" in theirs
    assert "To hit" in theirs
    assert "To hit" not in own


async def test_a_blast(table):
    own, theirs = await told(table, f"/blast at:R16 {BLAST[table.book.name]}", *[1] * 30)
    assert "An explosion at R16" in own
    assert theirs == ""
    own, _ = await told(table, f"/blast at:{hidden_squares()[9]} {BLAST[table.book.name]}", *[1] * 30)
    assert own == ""


async def test_a_casualty(table):
    other, hidden = table.book.others
    await told(table, f'/place name:"{other}" at:R15 facing:S')
    down = OUT[table.book.name]
    own, theirs = await told(table, f'/character edit name:"{other}" field:condition value:{down}')
    assert f"{other}: " in own
    assert down in own
    assert down in theirs
    own, theirs = await told(table, f'/character edit name:"{hidden}" field:condition value:{down}')
    assert own == ""
    assert down in theirs


async def test_a_light_wound_is_its_sides(table):
    """It doesn't show."""
    one, other = table.book.own[0], table.book.others[0]
    await told(table, f'/place name:"{other}" at:R15 facing:S')
    field = "wounds" if table.book is COMBAT else "light wounds"
    own, theirs = await told(table, f'/character edit name:"{one}" field:"{field}" value:1')
    assert "1 " in own
    assert theirs == ""
