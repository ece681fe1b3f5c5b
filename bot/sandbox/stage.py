"""The bot under test, as the sandbox needs it: started, stopped, its dice and its clock set."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

import discord

from bot.sandbox.rest import TOKEN

READY_SECONDS = 30


class Stage(Protocol):
    """What a script needs of the bot that it plays with."""

    async def start(self) -> None:
        """Build a fresh client and log it in; return when it is ready."""

    async def stop(self) -> None:
        """Log it out, as if its process had ended."""

    def dice(self, faces: Sequence[int]) -> None:
        """The faces that its next dice show. Raises ValueError for what no die shows."""

    def advance(self, seconds: int) -> object:
        """Its clock goes forward, as the sandbox's does; what is awaited of it is what the bot makes of that."""


def _no_dice(faces: Sequence[int]) -> None:
    raise ValueError("This bot has no dice to set.")


class ClientStage:
    """A Stage for any discord.py client that `build` makes, anew for every start."""

    def __init__(
        self,
        build: Callable[[], discord.Client],
        *,
        dice: Callable[[Sequence[int]], None] = _no_dice,
        advance: Callable[[int], object] = lambda seconds: None,
    ) -> None:
        self.client: discord.Client | None = None
        self.dice = dice
        self.advance = advance
        self._build = build
        self._connection: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Raises whatever the client raises while it logs in, TimeoutError if it is never ready."""
        self.client = self._build()
        try:
            await self.client.login(TOKEN)
            self._connection = asyncio.create_task(self.client.connect())
            await self._ready(self.client, self._connection)
        except BaseException:
            await self.stop()
            raise

    @staticmethod
    async def _ready(client: discord.Client, connection: asyncio.Task[None]) -> None:
        ready = asyncio.create_task(client.wait_until_ready())
        await asyncio.wait({ready, connection}, timeout=READY_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if connection.done():
            connection.result()
        if not ready.done():
            ready.cancel()
            raise TimeoutError("The bot connected but was never ready.")

    async def stop(self) -> None:
        """Close the client, if it runs."""
        if self.client:
            await self.client.close()
        if self._connection:
            await asyncio.wait({self._connection})
        self.client = self._connection = None
