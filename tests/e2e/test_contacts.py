"""Where strangers are contacts, nobody reads the name of one whom their side doesn't know by name: not in an answer, a
button's id, a picture's words, a log, a tracker or a completion.
"""

import json

import pytest

from tests.e2e.test_sides import ANN, BOB, MARINES, PIRATES, REF, TABLE, sides

# Nobody has read these before fog lay.
CALLED = {"Marine E1": "Quill", "Marine N1": "Vesper", "Pirate": "Threx", "Pirate Captain": "Zorga Blau"}
OF = {ANN: ("Quill", "Vesper"), BOB: ("Threx", "Zorga Blau")}
LOOKING = ("/deck show", "/character list", "/turn show", "/table due", "/log", "/summary", "/players list")
SHOT = '/fire name:Quill target:"Contact 1"'


@pytest.fixture
async def table(tmp_path):
    async with sides(f"sqlite+aiosqlite:///{tmp_path}/contacts.db") as watched:
        await watched.line(REF, TABLE, "/campaign set setting:strangers value:contacts")
        for before, now in CALLED.items():
            await watched.line(REF, TABLE, f'/character edit name:"{before}" field:name value:"{now}"')
        yield watched


def found(table, user):
    """All that somebody finds in their client, with what is sent along but not shown."""
    world = table.loopback.world
    messages = [message for channel in world.channels.values() for message in channel.messages.values()]
    return "\n".join(
        json.dumps(each.payload, ensure_ascii=False, default=str)
        for each in messages
        if world.reads(world.user(user), each)
    )


async def looks(table, user, channel):
    """Read all that can be read."""
    for line in LOOKING:
        await table.line(user, channel, line)


async def fight(table):
    """Both sides meet, look, fire at one another, fight a turn and have it taken back."""
    for name, at, facing in (("Threx", "S15", "S"), ("Zorga Blau", "R15", "S"), ("Quill", "R18", "N")):
        await table.line(REF, TABLE, f'/place name:"{name}" at:{at} facing:{facing}')
    for user, channel, shot in ((ANN, MARINES, SHOT), (BOB, PIRATES, '/fire name:Threx target:"Contact 1"')):
        await table.line(user, channel, shot)
        await table.line(user, channel, shot.replace("/fire", "/odds fire"))
        await looks(table, user, channel)
    await table.line(REF, TABLE, "/turn begin")
    await table.line(ANN, MARINES, "/plan name:Quill plan:aim")
    await table.line(BOB, PIRATES, '/plan name:"Threx, Zorga Blau" plan:move')
    await table.line(REF, TABLE, "/next")
    await table.line(BOB, PIRATES, '/move name:"Zorga Blau" to:R17')
    await table.line(REF, TABLE, "/next")
    for user, channel in ((ANN, MARINES), (BOB, PIRATES)):
        await looks(table, user, channel)
    await table.line(ANN, MARINES, '/fire name:Quill target:"Zorga Blau"')
    await table.line(ANN, MARINES, "/face name:Threx facing:N")
    await table.line(ANN, MARINES, "/autopilot why name:Quill")
    await table.line(REF, TABLE, "/undo")


async def test_nobody_reads_the_name_of_a_stranger(table):
    await fight(table)
    # What one types oneself nobody has told them.
    heard = {user: found(table, user).replace("“Zorga Blau”", "").replace("“Threx”", "") for user in (ANN, BOB)}
    assert "Contact 1" in heard[ANN]
    assert "Contact 1" in heard[BOB]
    assert [name for name in OF[BOB] if name in heard[ANN]] == []
    assert [name for name in OF[ANN] if name in heard[BOB]] == []
    everybody = found(table, "Onlooker")
    assert [name for name in CALLED.values() if name in everybody] == []


async def test_who_is_told_a_name_reads_it_from_then_on(table):
    await table.line(REF, TABLE, "/place name:Threx at:S15 facing:S")
    await table.line(REF, TABLE, '/reveal what:Threx side:Marines because:"They hear him"')
    told = await table.line(ANN, MARINES, "/character list")
    assert "Threx: " in "".join(told.values())
    told = await table.line(BOB, PIRATES, "/character list")
    assert "Contact 1: " in "".join(told.values())


# Who is met at which square; nothing else tells one pirate from the other.
AT = ({"Threx": "N8", "Zorga Blau": "N10"}, {"Zorga Blau": "N8", "Threx": "N10"})


@pytest.mark.parametrize("places", AT)
async def test_in_no_list_do_strangers_stand_as_they_came_into_the_game(table, places):
    """They stand as they were met, and around an explosion by their squares."""
    for line in (
        '/character remove name:"Zorga Blau"',
        '/character add name:"Zorga Blau" template:Pirate side:Pirates owner:@Bob',
        '/place name:"Quill, Vesper" at:R18 facing:N',
        '/place name:"Threx, Zorga Blau" at:off',
        "/character edit name:Quill field:clips value:2",
        "/character edit name:Quill field:grenades value:1",
    ):
        await table.line(REF, TABLE, line)
    for name, at in places.items():
        await table.line(REF, TABLE, f'/place name:"{name}" at:{at} facing:S')
    for line in ("/character list", "/campaign show", "/grenade name:Quill at:N9"):
        if line.startswith("/grenade"):
            table.loopback.stage.dice([6, 6, 1, 1, 1, 1])
        told = (await table.line(ANN, MARINES, line))[MARINES]
        assert 0 < told.find("Contact 1") < told.find("Contact 2"), told
