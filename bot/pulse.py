"""A sign of life for whoever watches over the process: a file touched while Discord and the database answer."""

import asyncio
from pathlib import Path

from bot.app import Referee
from bot.campaign.database import answers


async def beat(bot: Referee, file: Path, seconds: float = 20) -> None:
    """Touch the file at intervals in seconds until cancelled; not while a shard is cut off or the database silent."""
    while True:
        if bot.is_ready() and not bot.cut_off and await answers(bot.table.store.engine, seconds):
            await asyncio.to_thread(file.touch)
        await asyncio.sleep(seconds)
