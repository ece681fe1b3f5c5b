"""Orders that wait for a yes: pressed by two people at the same time, and long or disguised ones."""

import asyncio
from random import Random

import pytest
from sqlalchemy import select, text

from bot.campaign import store
from bot.campaign.database import open_database
from bot.campaign.rows import ENTRY
from bot.sandbox.report import message_text
from tests.campaign.conftest import as_of_0010
from tests.e2e.channel import say, table


async def test_two_who_press_at_once_carry_it_out_once(database_url):
    async with table(database_url) as loopback:
        await say(loopback, "/campaign set referee:@Eve")
        await say(loopback, "/character add name:Vane template:Marine owner:@Ann")
        await say(loopback, "/turn begin")
        await say(loopback, "/character give name:Vane weapon:Revolver", "Ann")
        pressed = await asyncio.gather(*(loopback.press(who, "table", "Allow") for who in ("Ref", "Eve")))
        told = "\n".join(message_text(reply) for outcome in pressed for reply in outcome.replies)
        assert "That has been answered already." in told
        log = await say(loopback, "/log")
        assert log[1].count("**Vane has**") == 1


async def test_whoever_is_asked_can_read_all_that_is_asked_for(database_url):
    async with table(database_url) as loopback:
        await say(loopback, "/character add name:Vane template:Marine owner:@Ann")
        await say(loopback, "/turn begin")
        reason = "as we said before " * 300
        message, text = await say(loopback, f'/set name:Vane field:morale value:20 because:"{reason} so be it"', "Ann")
        assert 'name:Vane field:morale value:20 because:"as we said before' in text
        assert "All of it stands in the file" in text
        assert "Asked for by <@" in text
        assert "needs the referee's yes" in text
        (file,) = message.payload["attachments"]
        assert file["filename"] == "asked.txt"
        await loopback.press("Ref", "table", "Allow")
        assert "morale 20" in (await say(loopback, "/character show name:Vane"))[1]


async def test_what_is_asked_for_is_shown_as_it_is(database_url):
    async with table(database_url) as loopback:
        await say(loopback, "/character add name:Vane template:Marine owner:@Ann")
        await say(loopback, "/turn begin")
        # Letters that turn the line around, and the sign by which the bot writes people.
        reason = "\u202e21\u2066 \ue0001\ue000"
        _, text = await say(loopback, f'/set name:Vane field:morale value:12 because:"{reason}"', "Ann")
        assert 'value:12 because:"21 1"\n' in text


EARLIER = {
    "edit": (
        {
            "kind": None,
            "name": "Vane",
            "field": "morale",
            "value": "12",
            "because": "",
        },
        "Morale: 9 → 12",
    ),
    "remove": ({"kind": "character", "name": "Vane"}, "Vane leaves"),
    "add": ({"name": "Doc", "count": 1, "morale": 5, "own": True}, "Doc: "),
}


@pytest.mark.parametrize("deed", EARLIER)
async def test_what_an_earlier_program_asked_for_is_carried_out(database_url, deed):
    said, told = EARLIER[deed]
    async with table(database_url) as loopback:
        await say(loopback, "/character add name:Vane template:Marine owner:@Ann")
        await say(loopback, "/turn begin")
        await say(loopback, "/set name:Vane field:morale value:20", "Ann")
        engine = await open_database(database_url)
        async with engine.begin() as connection:
            newest = (await connection.execute(select(ENTRY).where(ENTRY.c.verb == "ask"))).mappings().one()
            order = {**newest["order"], "asks": deed, "said": said}
            await connection.execute(ENTRY.update().where(ENTRY.c.id == newest["id"]).values(order=order))
            await as_of_0010(connection)
            await connection.execute(text("UPDATE alembic_version SET version_num = '0009'"))
        await engine.dispose()
        await (await open_database(database_url)).dispose()
        pressed = await loopback.press("Ref", "table", "Allow")
        answered = "\n".join(message_text(reply) for reply in pressed.replies)
        assert told in answered
        assert "Asked for by" in answered


async def battle_of_two(loopback):
    """Ann commands Patrol with one ship, Bob Pirates with one."""
    await say(loopback, "/battle new first:Patrol second:Pirates")
    await loopback.slash("Ann", "table", "/ship add template:Sable name:P1 side:Patrol")
    await loopback.slash("Ann", "table", "/battle join")
    await loopback.slash("Bob", "table", "/ship add template:Sable name:Rover side:Pirates")
    await loopback.slash("Bob", "table", "/battle join")


async def allowed(loopback, user):
    """All that comes of the newest request that waits, once somebody presses Allow."""
    return "\n".join(message_text(reply) for reply in (await loopback.press(user, "table", "Allow")).replies)


async def test_a_yes_to_a_ship_lets_in_no_other(database_url):
    async with table(database_url) as loopback:
        await battle_of_two(loopback)
        await loopback.slash("Carl", "table", "/ship add template:Cutlass name:Raft side:Pirates")
        _, asked = await say(loopback, "/battle join", "Carl")
        assert "Raft would join Pirates" in asked
        await loopback.slash("Carl", "table", "/ship add template:Sable name:Huge side:Pirates count:5")
        told = await allowed(loopback, "Bob")
        assert "Raft joins Pirates" in told
        assert "Huge" not in told
        _, shown = await say(loopback, "/battle show")
        assert "Huge" not in shown


@pytest.mark.parametrize(
    "instead",
    [
        ("/undo", "/ship add template:Sable name:Raft side:Pirates"),
        ("/ship edit name:Raft field:crew value:13",),
    ],
)
async def test_a_yes_to_a_ship_that_is_another_by_now_lets_nobody_in(database_url, instead):
    async with table(database_url) as loopback:
        await battle_of_two(loopback)
        await loopback.slash("Carl", "table", "/ship add template:Cutlass name:Raft side:Pirates")
        await say(loopback, "/battle join", "Carl")
        for line in instead:
            await loopback.slash("Carl" if len(instead) == 2 else "Ref", "table", line)
        told = await allowed(loopback, "Bob")
        assert "Things have changed: Raft is no longer as when that was asked for." in told
        assert "let it be asked for anew" in told
        await loopback.press("Bob", "table", "Refuse")
        await say(loopback, "/battle join", "Carl")
        assert "Raft joins Pirates" in await allowed(loopback, "Bob")


async def test_a_yes_is_for_those_who_were_called_so_then(database_url):
    """Whoever gives the name to somebody else meanwhile has asked for nothing of theirs."""
    async with table(database_url) as loopback:
        for name in ("Vane", "Rook"):
            await say(loopback, f"/character add name:{name} template:Marine owner:@Ann")
        await say(loopback, "/turn begin")
        await say(loopback, "/set name:Vane field:morale value:20", "Ann")
        for name, other in (("Vane", "Cole"), ("Rook", "Vane")):
            await say(loopback, f"/character edit name:{name} field:name value:{other}")
        await allowed(loopback, "Ref")
        assert "morale 20" in (await say(loopback, "/character show name:Cole"))[1]
        assert "morale 20" not in (await say(loopback, "/character show name:Vane"))[1]


OTHERWISE = "is no longer as when that was asked for. Refuse it, and let it be asked for anew."


async def ann_brings_zed(loopback):
    """Ann has Zed in a campaign of her own, and asks to bring him to the table in a turn that is kept."""
    await say(loopback, "/character add name:Vane template:Marine side:Marines owner:@Ann")
    await say(loopback, "/turn begin")
    await say(loopback, "/campaign new", "Ann", "hers")
    await say(loopback, "/character add name:Zed template:Marine side:Marines", "Ann", "hers")
    return (await say(loopback, "/character bring name:zed side:Marines", "Ann"))[1]


@pytest.mark.parametrize(
    "meanwhile",
    [
        ["/character give name:Zed weapon:FGMP-14"],
        ["/character edit name:Zed field:name value:Zed1"],
        ["/character edit name:Zed field:name value:Zed1", "/character add name:Zed template:Marine side:Marines"],
        ["/character remove name:Zed"],
    ],
)
async def test_a_yes_to_bring_somebody_brings_nobody_else(database_url, meanwhile):
    async with table(database_url) as loopback:
        asked = await ann_brings_zed(loopback)
        assert "Zed: unhurt · ACR (DS) 20 rounds · combat armor\nAsked for by" in asked
        for line in meanwhile:
            await say(loopback, line, "Ann", "hers")
        assert f"Things have changed: Zed {OTHERWISE}" in await allowed(loopback, "Ref")
        assert "Zed" not in (await say(loopback, "/character list"))[1]


async def test_a_yes_brings_whoever_was_meant_though_another_has_come_to_be_meant_too(database_url):
    async with table(database_url) as loopback:
        await ann_brings_zed(loopback)
        await say(loopback, "/campaign new", "Ann", "others")
        await say(loopback, "/character add name:Zed template:Pirate", "Ann", "others")
        assert "Zed: unhurt · ACR (DS)" in await allowed(loopback, "Ref")


async def career_is_over(loopback, name, upp):
    for line in (
        f"/career begin name:{name} upp:{upp} homeworld:A867949-C",
        f"/career next name:{name} choice:enlist",
        f'/career next name:{name} all:True answers:"survival first; leave after 1 terms"',
    ):
        await loopback.slash("Ann", "table", line)


@pytest.mark.parametrize("pressed", [True, False])
async def test_a_yes_to_enlist_somebody_enlists_nobody_else(database_url, monkeypatch, pressed):
    luck = Random(1)
    monkeypatch.setattr(store, "new_seed", lambda: luck.randbytes(32))
    async with table(database_url) as loopback:
        await career_is_over(loopback, "Dora", "FFFFFF")
        await career_is_over(loopback, "Cora", "333333")
        await say(loopback, "/turn begin")
        if pressed:
            outcome = await loopback.choose("Ann", "table", "Marine")
            asked = message_text(outcome.replies[0])
        else:
            _, asked = await say(loopback, "/career enlist name:cora template:Marine", "Ann")
        assert "template:Marine" in asked
        assert "333333 · aged 22" in asked
        await loopback.slash("Ann", "table", "/career edit name:Cora field:name value:Old")
        await loopback.slash("Ann", "table", "/career edit name:Dora field:name value:Cora")
        assert f"Things have changed: Cora {OTHERWISE}" in await allowed(loopback, "Ref")
        shown = (await say(loopback, "/character list"))[1]
        assert "Cora" not in shown
        assert "Old" not in shown


async def test_a_yes_to_change_a_ship_changes_no_other(database_url):
    """In a battle a design waits for the referee's yes, and is for the ship that had the name then, as it was."""
    async with table(database_url) as loopback:
        for name in ("Raft", "Tub"):
            await loopback.slash("Ann", "table", f"/ship add template:Sable name:{name}")
        await say(loopback, "/battle new first:Patrol second:Pirates")
        _, asked = await say(loopback, '/ship design name:raf change:"computer 6"', "Ann")
        assert "Raft: " in asked
        await say(loopback, "/ship edit name:Raft field:name value:Old")
        await say(loopback, "/ship edit name:Tub field:name value:Raft")
        assert f"Things have changed: Raft {OTHERWISE}" in await allowed(loopback, "Ref")


@pytest.mark.parametrize("named", ["name:Vane", "name:Marines", ""])
@pytest.mark.parametrize("rules", ["Azhanti High Lightning", "Combat 3000"])
async def test_a_yes_to_heal_somebody_is_for_their_wounds_of_then(database_url, rules, named):
    async with table(database_url) as loopback:
        await say(loopback, "/campaign end")
        await say(loopback, f'/campaign new system:"{rules}"')
        ahl = rules != "Combat 3000"
        field, value = ("light wounds", "1") if ahl else ("wounds", "1 body")
        template = "Marine" if ahl else "Trooper"
        await say(loopback, f"/character add name:Vane template:{template} side:Marines owner:@Ann")
        await say(loopback, f'/set name:Vane field:"{field}" value:"{value}"')
        await say(loopback, "/turn begin")
        _, asked = await say(loopback, f"/character heal {named}", "Ann")
        assert f"Vane: {'1 light wound' if ahl else '1 wound point'}" in asked
        await say(loopback, f'/set name:Vane field:"{field}" value:"{"3" if ahl else "2 body"}"')
        assert f"Things have changed: Vane {OTHERWISE}" in await allowed(loopback, "Ref")
        await loopback.press("Ref", "table", "Refuse")
        await say(loopback, f"/character heal {named}", "Ann")
        assert "Vane is healed" in await allowed(loopback, "Ref")
