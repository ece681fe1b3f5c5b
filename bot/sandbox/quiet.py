"""Knowing when a bot has finished: the tasks that discord.py starts for it carry names."""

import asyncio

_NAMES = ("CommandTree-invoker", "discord-ui-", "discord.py: ")


class Activity:
    """The tasks that discord.py starts after this object was made."""

    def __init__(self) -> None:
        self._before = asyncio.all_tasks()

    def running(self) -> set["asyncio.Task[object]"]:
        """Those of them that have not finished."""
        return {task for task in asyncio.all_tasks() - self._before if task.get_name().startswith(_NAMES)}

    async def end(self, deadline: float) -> None:
        """Wait until they and all that they start have finished, or until the event loop's clock says so."""
        loop = asyncio.get_running_loop()
        while loop.time() < deadline and (running := self.running()):
            await asyncio.wait(running, timeout=deadline - loop.time())
