"""Playing a script: one line in, one JSON object out."""

import asyncio
import json
import mimetypes
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.sandbox import script
from bot.sandbox.actions import Shown
from bot.sandbox.body import Upload
from bot.sandbox.entities import Channel, Payload, User
from bot.sandbox.loopback import Loopback
from bot.sandbox.payloads import ATTACHMENT_LIMIT
from bot.sandbox.report import Shelf, outcome_report, report_text
from bot.sandbox.script import Refused, ScriptError, ScriptLine
from bot.sandbox.stage import Stage

# Whose answers `expect` asks for: always of what a user does, of what happens around them if the bot spoke.
_ASKING = ("press", "choose", "submit", "complete")
_HAPPENING = ("in", "restart", "deny", "allow", "delete", "archive", "leave", "kick", "invite", "advance")


class Player:
    """Plays single lines on a started loopback and stage. `failed` tells whether any line was wrong."""

    def __init__(self, loopback: Loopback, stage: Stage, out: Path | None = None) -> None:
        self.failed = False
        self._loopback = loopback
        self._stage = stage
        self._out = out
        self._user: str | None = None
        self._channel = "table"
        self._files: list[Upload] = []
        self._last = ""
        self._turn = asyncio.Lock()
        self._verbs: dict[str, Callable[[ScriptLine], Awaitable[Shown | None]]] = {
            "/": self._slash,
            "as": self._as,
            "in": self._in,
            "dice": self._dice,
            "press": self._press,
            "choose": self._choose,
            "submit": self._submit,
            "attach": self._attach,
            "complete": self._complete,
            "restart": self._restart,
            "deny": self._permit,
            "allow": self._permit,
            "delete": self._delete,
            "archive": self._archive,
            "leave": self._leave,
            "kick": self._kick,
            "invite": self._invite,
            "advance": self._advance,
            "expect": self._expect,
        }

    async def play(self, number: int, text: str) -> Payload | None:
        """Play one line; its object, or None for a blank line or a comment. One line is played at a time."""
        if script.is_silent(text):
            return None
        async with self._turn:
            return await self._play(number, text.strip())

    async def _play(self, number: int, text: str) -> Payload:
        started = time.perf_counter()
        faults = len(self._loopback.faults)
        outcome = await self._outcome(number, text)
        if new_faults := self._loopback.faults[faults:]:
            outcome.error = outcome.error or new_faults[0]
        report: Payload = {
            "line": number,
            "as": self._user,
            "channel": f"#{self._channel}",
            "input": text,
            "ms": round((time.perf_counter() - started) * 1000, 1),
            **outcome_report(outcome, Shelf(self._out, number)),
        }
        self._remember(text.split(maxsplit=1)[0], report_text(report))
        return report

    def _remember(self, verb: str, said: str) -> None:
        if verb.startswith("/") or verb in _ASKING or (verb in _HAPPENING and said):
            self._last = said

    async def _outcome(self, number: int, text: str) -> Shown:
        try:
            line = script.parse(text)
            return await self._verbs[line.verb](line) or Shown()
        except Refused as refusal:
            return Shown(error=str(refusal))
        except ScriptError as error:
            self.failed = True
            return Shown(error=f"Line {number}: {error}.")

    # Who and where

    async def _as(self, line: ScriptLine) -> None:
        self._user = script.user_name(line)
        self._loopback.world.user(self._user)

    async def _in(self, line: ScriptLine) -> Shown:
        path, kind = script.channel_path(line)
        opener = self._loopback.world.user(self._user) if self._user else None
        outcome = await self._happen(lambda: self._loopback.world.channel(path, opener, kind))
        self._channel = path
        return outcome

    def _here(self) -> tuple[User, Channel]:
        if self._user is None:
            raise ScriptError("nobody is there yet; begin with as NAME")
        return self._loopback.place(self._user, self._channel)

    # What a user does

    async def _slash(self, line: ScriptLine) -> Shown:
        return await self._loopback.actions.slash(*self._here(), line.rest, self._files)

    async def _complete(self, line: ScriptLine) -> Shown:
        return await self._loopback.actions.complete(*self._here(), line.rest)

    async def _press(self, line: ScriptLine) -> Shown:
        return await self._loopback.actions.press(*self._here(), line.text)

    async def _choose(self, line: ScriptLine) -> Shown:
        return await self._loopback.actions.choose(*self._here(), script.labels(line))

    async def _submit(self, line: ScriptLine) -> Shown:
        user, _ = self._here()
        return await self._loopback.actions.submit(user, line.words)

    async def _attach(self, line: ScriptLine) -> None:
        self._files.append(_read_upload(Path(line.text)))

    # What happens around them

    async def _happen(self, change: Callable[[], object]) -> Shown:
        viewer = self._loopback.world.user(self._user) if self._user else self._loopback.world.bot
        return await self._loopback.actions.happen(viewer, change)

    async def _dice(self, line: ScriptLine) -> None:
        try:
            self._stage.dice(script.faces(line))
        except ValueError as error:
            raise ScriptError(str(error).rstrip(".")) from None

    async def _restart(self, line: ScriptLine) -> Shown:
        await self._stage.stop()
        await self._stage.start()
        return await self._happen(lambda: None)

    async def _permit(self, line: ScriptLine) -> Shown:
        world = self._loopback.world
        _, channel = self._here()
        granted = line.verb == "allow"
        try:
            return await self._happen(lambda: world.set_permission(channel, world.bot, line.text, granted=granted))
        except ValueError as error:
            raise ScriptError(str(error).rstrip(".")) from None

    async def _delete(self, line: ScriptLine) -> Shown:
        user, channel = self._here()
        victim = script.victim(line)
        if victim.startswith("#"):
            _, channel = self._loopback.place(user.name, victim[1:])
        if victim != "message":
            return await self._happen(lambda: self._loopback.world.delete_channel(channel))
        message = next((m for m in reversed(channel.messages.values()) if self._loopback.world.reads(user, m)), None)
        if message is None:
            raise Refused("There is no message to delete.")
        return await self._happen(lambda: self._loopback.world.delete_message(message))

    async def _archive(self, line: ScriptLine) -> Shown:
        _, channel = self._here()
        if not channel.is_thread:
            raise ScriptError("only a thread can be archived")
        return await self._happen(lambda: self._loopback.world.archive(channel))

    async def _leave(self, line: ScriptLine) -> Shown:
        world, name = self._loopback.world, script.user_name(line)
        if name == self._user:
            raise ScriptError(f"{name} is typing; let somebody else do that before {name} leaves")
        return await self._happen(lambda: world.remove_user(world.user(name)))

    async def _kick(self, line: ScriptLine) -> Shown:
        return await self._happen(self._loopback.world.kick)

    async def _invite(self, line: ScriptLine) -> Shown:
        return await self._happen(self._loopback.world.invite)

    async def _advance(self, line: ScriptLine) -> Shown:
        seconds = script.seconds(line)
        try:
            self._loopback.world.advance(seconds)
        except ValueError as error:
            raise ScriptError(str(error)) from None
        return await self._happen(lambda: self._stage.advance(seconds))

    async def _expect(self, line: ScriptLine) -> Shown:
        wanted, text = script.expectation(line)
        if (text in self._last) == wanted:
            return Shown()
        self.failed = True
        said = f"; the answer was: {self._last}" if self._last.strip() else "; there was no answer"
        return Shown(error=f"Expected {'' if wanted else 'not '}{text!r}{said}")


def _read_upload(path: Path) -> Upload:
    try:
        data = path.read_bytes()
    except (OSError, ValueError):
        raise ScriptError(f"the file {path} can't be read") from None
    if len(data) > ATTACHMENT_LIMIT:
        raise Refused("Your file is too powerful: Discord takes 10 MiB.")
    return Upload(path.name, data, mimetypes.guess_type(path.name)[0] or "application/octet-stream")


@asynccontextmanager
async def on_stage(loopback: Loopback, stage: Stage, port: int = 0) -> AsyncIterator[None]:
    """The loopback and the bot running, and both stopped in the end."""
    await loopback.start(port)
    try:
        await stage.start()
        try:
            yield
        finally:
            await stage.stop()
    finally:
        await loopback.stop()


async def play(
    lines: Iterable[str], loopback: Loopback, stage: Stage, out: Path | None = None
) -> AsyncIterator[Payload]:
    """Start both, play every line, yield its object, stop both. Files of replies are put below `out`."""
    async with on_stage(loopback, stage):
        player = Player(loopback, stage, out)
        for number, text in enumerate(lines, 1):
            if report := await player.play(number, text):
                yield report


async def run_script(
    lines: Iterable[str],
    loopback: Loopback,
    stage: Stage,
    out: Path | None = None,
    write: Callable[[str], object] = print,
) -> int:
    """Play a whole script and write one JSON object a line; the exit code: 1 if any line failed."""
    async with on_stage(loopback, stage):
        player = Player(loopback, stage, out)
        for number, text in enumerate(lines, 1):
            if report := await player.play(number, text):
                write(json.dumps(report, ensure_ascii=False))
        return int(player.failed)
