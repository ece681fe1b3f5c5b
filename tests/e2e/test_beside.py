"""Rounds of large fleets on Discord: nobody else waits for them, and a bot that is killed amid one loses nothing."""

import asyncio
import os
import signal
from dataclasses import replace

from bot.campaign.deciding import Processes
from bot.sandbox.loopback import Loopback
from bot.sandbox.report import message_text
from tests.e2e.fleets import TEN_A_SIDE, children, gone, shown, table, until
from tests.e2e.process import BotProcess


class Held(Processes):
    """Decides when it may go on."""

    def __init__(self):
        super().__init__()
        self.begun, self.go = asyncio.Event(), asyncio.Event()

    async def decide(self, matter):
        self.begun.set()
        await self.go.wait()
        return await super().decide(matter)


async def test_nobody_waits_while_a_large_round_is_decided(database_url):
    """It goes on until others have had their answers: in another channel, and in the same campaign."""
    async with table(database_url, *TEN_A_SIDE) as (loopback, stage):
        stage.client.table.processes.close()
        held = Held()
        stage.client.table = replace(stage.client.table, processes=held)
        playing = asyncio.ensure_future(loopback.slash("Ref", "table", "/battle round"))
        await held.begun.wait()
        assert "begins" in message_text((await loopback.slash("Ann", "elsewhere", "/campaign new")).replies[0])
        assert "total" in message_text((await loopback.slash("Ann", "elsewhere", "/roll throw:2D")).replies[0])
        assert "total" in message_text((await loopback.slash("Bob", "table", "/roll throw:2D")).replies[0])
        assert not playing.done()
        held.go.set()
        await playing
        await until(lambda: "Red: 10 in the line" in shown(loopback)[0])
        listed = message_text((await loopback.slash("Ref", "table", "/log")).replies[0])
        assert listed.count("Red against Blue, turn 1") == 1
        assert "turn 2" in message_text((await loopback.slash("Ref", "table", "/battle show")).replies[0])
        assert "with all its " in message_text((await loopback.slash("Ref", "table", "/undo")).replies[0])
        assert loopback.faults == []


async def test_a_bot_that_is_killed_amid_a_round_has_done_nothing_of_it(tmp_path):
    loopback = Loopback(quiet_seconds=0, answer_seconds=60)
    await loopback.start()
    bot = await BotProcess(loopback, f"sqlite+aiosqlite:///{tmp_path}/game.db").start()

    async def answered(line):
        outcome = await loopback.slash("Ref", "table", line)
        await until(lambda: not outcome.interaction.deferred)
        return message_text(outcome.interaction.original)

    try:
        for line in ("/campaign new", *TEN_A_SIDE):
            await answered(line)
        # They begin nothing until they may go on.
        beside = children(bot.process.pid)
        for child in beside:
            os.kill(child, signal.SIGSTOP)
        playing = await loopback.slash("Ref", "table", "/battle round")
        await until(lambda: playing.interaction.deferred)
        assert "total" in await answered("/roll throw:2D")
        bot.kill()
        for child in beside:
            os.kill(child, signal.SIGCONT)
        await until(lambda: all(gone(child) for child in beside))
        restarted = await BotProcess(loopback, f"sqlite+aiosqlite:///{tmp_path}/game.db").start()
        assert "turn 1" in await answered("/battle show")
        assert "turn 1" in await answered("/battle round")
        assert "turn 2" in await answered("/battle show")
        await restarted.end()
    finally:
        bot.kill()
        await bot.end()
        await loopback.stop()
