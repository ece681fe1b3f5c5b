"""The sandbox with the real bot in it: what `python -m bot sandbox` runs."""

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bot.app import Referee
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.sandbox.loopback import Loopback
from bot.sandbox.runner import run_script
from bot.sandbox.serve import serve
from bot.sandbox.stage import ClientStage

KEPT = "sqlite+aiosqlite:///boarding-party-sandbox.db"


class RefereeStage(ClientStage):
    """The real bot on a database, with dice that can be told how to fall and a clock that can go forward."""

    def __init__(self, database_url: str) -> None:
        super().__init__(self._build, dice=self._told, advance=self._go_forward)
        self._database_url = database_url
        self._faces: list[int] = []
        self._ahead = 0

    @property
    def faces(self) -> Sequence[int]:
        """The faces that the dice were told and haven't shown yet."""
        return tuple(self._faces)

    def _build(self) -> Referee:
        # One shard whatever a gateway would advise, no waiting for members who are not coming, nor long for a session.
        return Referee(
            self._database_url,
            now=lambda: int(time.time()) + self._ahead,
            new_dice=self._dice,
            identify_seconds=0.5,
            shard_count=1,
            guild_ready_timeout=0.05,
        )

    def _dice(self, key: bytes, counter: int) -> LiveDice:
        return _StagedDice(key, counter, self._faces) if self._faces else LiveDice(key, counter)

    def _told(self, faces: Sequence[int]) -> None:
        if min(faces, default=1) < 1:
            raise ValueError("A die shows 1 or more.")
        self._faces[:] = faces

    def _go_forward(self, seconds: int) -> None:
        self._ahead += seconds


class _StagedDice(LiveDice):
    """A campaign's dice, but for the faces that were told, which come first."""

    def __init__(self, key: bytes, counter: int, told: list[int]) -> None:
        super().__init__(key, counter)
        self._told = told

    def face(self, sides: int) -> int:
        if not self._told:
            return super().face(sides)
        face = self._told.pop(0)
        if face > sides:
            raise RuleError(f"The next face was told to be {face}, but the die has {sides} sides.")
        self.counter += 1
        return face


async def play_script(lines: Sequence[str], out: Path | None, database_url: str | None) -> int:
    """Play a script's lines, printing one JSON object a line; the exit code, 1 if a line failed.

    Without a database's address the script plays in one of its own, which is thrown away.
    """
    with tempfile.TemporaryDirectory() as folder:
        url = database_url or f"sqlite+aiosqlite:///{folder}/sandbox.db"
        return await run_script(lines, Loopback(), RefereeStage(url), out)


async def keep_open(database_url: str | None, out: Path | None, port: int) -> None:
    """Run the sandbox until it is stopped; its campaigns are kept in this folder."""
    await serve(Loopback(), RefereeStage(database_url or KEPT), port=port, out=out, terminal=sys.stdin)
