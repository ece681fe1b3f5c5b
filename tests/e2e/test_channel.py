"""What a script can't play: orders at once, an interaction that comes twice, and hostile words."""

import asyncio

import pytest

from bot.sandbox.report import message_text
from tests.e2e.channel import HOSTILE, say, table


async def test_orders_given_at_once_are_all_carried_out(database_url):
    async with table(database_url) as loopback:
        fire = '/fire name:"Marine E1" target:"Marine N1" range:600 mode:single'
        outcomes = await asyncio.gather(*(loopback.slash("Ref", "table", fire) for _ in range(8)))
        answers = [message_text(outcome.interaction.original) for outcome in outcomes]
        fired = [text for text in answers if "fires at" in text]
        _, sheet = await say(loopback, '/character show name:"Marine E1"')
        assert f"{20 - len(fired)} of 20 rounds" in sheet
        assert len(fired) >= 1


async def test_an_interaction_that_comes_twice_acts_once(database_url):
    async with table(database_url) as loopback:
        await say(loopback, '/fire name:"Marine E1" target:Pirate range:600 mode:single')

        def repeat():
            loopback.gateway.tell_again("INTERACTION_CREATE")

        outcome = await loopback.actions.happen(loopback.world.user("Ref"), repeat)
        assert outcome.replies == []
        _, sheet = await say(loopback, '/character show name:"Marine E1"')
        assert "19 of 20 rounds" in sheet
        assert "fires at" not in (await say(loopback, "/log page:1"))[1].split("fires at", 1)[1]


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_words_get_one_sentence_and_change_nothing(database_url, words):
    async with table(database_url) as loopback:
        _, before = await say(loopback, "/character list")
        quoted = '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'
        for text in (
            f"/fire name:{quoted} target:Pirate range:5",
            f'/fire name:"Marine E1" target:Pirate range:5 weapon:{quoted}',
            f'/fire name:"Marine E1" target:Pirate range:5 values:"evading {quoted[1:]}',
            f"/character add name:{quoted} template:{quoted}",
            f"/character edit name:Pirate field:{quoted} value:1",
            f"/character edit name:Pirate field:name value:{quoted}",
            f"/character give name:Pirate weapon:{quoted}",
            f"/campaign set setting:{quoted} value:{quoted}",
            f"/roll throw:{quoted}",
        ):
            message, answer = await say(loopback, text)
            assert message.visible_to is not None, answer
            assert 0 < len(answer) < 1_400
            assert "Something went wrong" not in answer
            assert "Traceback" not in answer
            assert message.payload["mentions"] == []
        assert (await say(loopback, "/character list"))[1] == before


async def test_help_names_every_command(database_url):
    async with table(database_url) as loopback:
        _, text = await say(loopback, "/help")
        for command in loopback.world.commands[None]:
            line = next(line for line in text.splitlines() if line.startswith(f"`/{command['name']}`"))
            inner = [option["name"] for option in command.get("options", []) if option["type"] == 1]
            what = line.partition("` ")[2]
            assert what.endswith(f": {', '.join(inner)}") if inner else command["description"].startswith(what)
        assert "…" not in text
        assert len(text) < 5_500, "there is no room for more commands"
        _, battle = await say(loopback, "/help command:battle")
        assert "`/battle simulate`" in battle
