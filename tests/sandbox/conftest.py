"""Each test has its own loopback, and its own bot on it."""

import aiohttp
import pytest

from bot.sandbox.entities import BOT_ID
from bot.sandbox.interactions import Interaction, Trigger
from bot.sandbox.loopback import Loopback
from bot.sandbox.rest import API, TOKEN
from bot.sandbox.stage import ClientStage
from tests.sandbox.bot_under_test import BotUnderTest


@pytest.fixture
async def loopback():
    loopback = Loopback()
    await loopback.start()
    yield loopback
    await loopback.stop()
    assert loopback.faults == []


@pytest.fixture
async def stage(loopback):
    stage = ClientStage(BotUnderTest)
    await stage.start()
    yield stage
    await stage.stop()


class RawBot:
    """A bot that sends whatever it likes, past all that discord.py would refuse to send."""

    def __init__(self, loopback: Loopback, session: aiohttp.ClientSession):
        self.loopback = loopback
        self.session = session
        self.user, self.channel = loopback.place("Ann", "table")

    async def request(self, method: str, path: str, json: object = None, data: object = None, token: str = TOKEN):
        """The status and the JSON that Discord answers with."""
        headers = {"Authorization": f"Bot {token}"}
        url = self.loopback.url + API + path
        async with self.session.request(method, url, json=json, data=data, headers=headers) as response:
            kind = response.headers.get("Content-Type")
            return response.status, await response.json() if kind == "application/json" else None

    async def send(self, json: object = None, data: object = None):
        return await self.request("POST", f"/channels/{self.channel.id}/messages", json, data)

    async def register(self, commands: object):
        return await self.request("PUT", f"/applications/{BOT_ID}/commands", commands)

    def asked(self, kind: Trigger = Trigger.COMMAND, message=None) -> Interaction:
        """An interaction that waits for its first answer."""
        return self.loopback.interactions.open(kind, self.user, self.channel, "a test", message)

    async def answer(self, interaction: Interaction, kind: int, data: object = None):
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        return await self.request("POST", path, {"type": kind, "data": data} if data is not None else {"type": kind})

    async def follow(self, interaction: Interaction, json: object, method: str = "POST", path: str = ""):
        return await self.request(method, f"/webhooks/{BOT_ID}/{interaction.token}{path}", json)


@pytest.fixture
async def raw(loopback):
    async with aiohttp.ClientSession() as session:
        yield RawBot(loopback, session)
