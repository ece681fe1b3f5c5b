"""What is done from time to time while the bot runs: a copy of the database each day, and erasing what is due."""

import asyncio
import logging
import time

from bot.app import Referee
from bot.campaign.backups import Backups, path_of
from bot.campaign.database import DatabaseProblemError

log = logging.getLogger(__name__)
_DAY = 86_400


async def keep_up(bot: Referee, database_url: str, seconds: float = 600) -> None:
    """Look at what is due at an interval in seconds, until cancelled; what goes wrong is logged, and tried again."""
    while True:
        try:
            if bot.is_ready():
                await bot.erase_departed()
            if bot.backups is not None:
                await back_up_if_due(bot.backups, database_url, int(time.time()))
        except DatabaseProblemError as problem:
            log.error("%s", problem)
        except Exception:
            log.exception("upkeep failed")
        await asyncio.sleep(seconds)


async def back_up_if_due(backups: Backups, database_url: str, now: int) -> None:
    """Make a copy if the newest one is a day old, or there is none. Raises DatabaseProblemError as `make` does.

    On the first day there may be no database yet: it is copied when this is asked the next time.
    """
    if not path_of(database_url).is_file():
        return
    last = await asyncio.to_thread(backups.last)
    if last is None or now - last >= _DAY:
        made = await asyncio.to_thread(backups.make, database_url, now)
        log.info("copied the database to %s", made)
