"""How the battle may go: played on many times beside the bot, told ever better in one message, until it is enough.

One is played on a campaign, and few at once; the others wait their turn and say so. Nothing of it is kept: after a
restart there is none, and the button under its message says so.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import discord

from bot.campaign.gate import are_closed, game_for
from bot.campaign.rows import load_card
from bot.chat.answer import deferring, showing
from bot.chat.sending import hold, think, update
from bot.chat.table import Interaction
from bot.chat.wording import embed
from bot.engine.cards import Card, counted
from bot.engine.errors import RuleError
from bot.engine.order import Need
from bot.engine.system import whole

MOST_BATTLES = 1000
# So many are played on at once in this process.
AT_ONCE = 2
# When the first estimate is told, with all that has been played by then, and how often a better one is.
AT_FIRST = 1.0
A_WHILE = 2.0
# How often to look whether there is a first estimate, from then on.
_A_MOMENT = 0.1
# Discord lets an answer be edited for a quarter of an hour; where others wait, a turn is this long.
LONGEST = 14 * 60.0
A_TURN = 60.0
_STOPPED = "It ended when the bot was stopped: ask again."
_OTHERS = "It ended since others wait for their turn: ask again for more."
_NO_TURN = "Its turn did not come within a quarter of an hour: ask again."
# Where the process for a battle finds the bot.
_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Played:
    """What is to be played on: the battle as it is stored, by the rules of a system, so many times."""

    system: str
    stored: Mapping[str, Any]
    battles: int


@dataclass(slots=True, eq=False)
class Rehearsal:
    """One that was asked for: the message that tells of it, what it tells, and why it is to end, once it is."""

    interaction: Interaction
    until: float
    message_id: int | None = None
    card: Card | None = None
    why: str = ""
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self, why: str = "") -> None:
        """Have it end, and say why below what it has told."""
        self.why = why
        self.over.set()

    async def wait(self, what: asyncio.Future[Any], seconds: float) -> None:
        """Wait for something, as long as this isn't over; so long at most."""
        over = asyncio.ensure_future(self.over.wait())
        await asyncio.wait({what, over}, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED)
        over.cancel()

    async def show(self, card: Card, *, last: bool = False) -> None:
        """Edit its message; raises one of UNSENT where Discord doesn't take it."""
        view = None if last else _enough()
        self.message_id = (await self.interaction.edit_original_response(embed=embed(card), view=view)).id


class Rehearsals:
    """All that were asked for in this process, by campaign, and how many of them wait for their turn."""

    def __init__(self) -> None:
        self.waiting = 0
        self._asked: dict[int, Rehearsal] = {}
        self._places = asyncio.Semaphore(AT_ONCE)

    @contextmanager
    def asked(self, campaign_id: int, rehearsal: Rehearsal) -> Iterator[None]:
        """While the block lasts the campaign has this one; raises RuleError where it has another."""
        if campaign_id in self._asked:
            raise RuleError("This campaign's battle is being played on already: press Enough under it first.")
        self._asked[campaign_id] = rehearsal
        try:
            yield
        finally:
            del self._asked[campaign_id]

    @asynccontextmanager
    async def transaction(self, rehearsal: Rehearsal) -> AsyncIterator[bool]:
        """Wait for the rehearsal's turn, which lasts as long as the block; whether it came before that was over.

        Where it has to wait, its message says how many do before it.
        """
        busy, before = self._places.locked(), self.waiting
        self.waiting += 1
        coming = asyncio.ensure_future(self._places.acquire())
        try:
            try:
                if busy:
                    await rehearsal.show(_waits(before))
                await rehearsal.wait(coming, rehearsal.until - monotonic())
            finally:
                self.waiting -= 1
                coming.cancel()
            await asyncio.wait({coming})
            yield not coming.cancelled()
        finally:
            if coming.done() and not coming.cancelled():
                self._places.release()

    def told_by(self, message_id: int) -> Rehearsal | None:
        """The one that a message tells of."""
        return next((each for each in self._asked.values() if each.message_id == message_id), None)

    def close(self) -> None:
        """End all of them, since the bot is stopped."""
        for each in self._asked.values():
            each.end(_STOPPED)


async def rehearse(interaction: Interaction, battles: int) -> None:
    """Play the channel's battle on so many times; refuses where there is none, or that is being done already."""
    with interaction.client.at_work():
        await showing(interaction, _rehearse(interaction, battles))


async def _rehearse(interaction: Interaction, battles: int) -> None:
    defer = partial(think, private=False)
    campaign_id, command = await deferring(interaction, _asked(interaction, battles), defer)
    rehearsals, mine = interaction.client.rehearsals, Rehearsal(interaction, monotonic() + LONGEST)
    with rehearsals.asked(campaign_id, mine):
        if not interaction.response.is_done():
            await defer(interaction)
        async with rehearsals.transaction(mine) as came:
            if came and not mine.over.is_set():
                await _play(rehearsals, mine, command)
        card = mine.card or Card("Not played on", ("Nothing is known yet of how the battle may go.",))
        await mine.show(replace(card, footer=mine.why or ("" if came else _NO_TURN)), last=True)


async def _asked(interaction: Interaction, battles: int) -> tuple[int, Played]:
    """The campaign whose battle is to be played on, and how; raises RuleError where that can't be."""
    table = interaction.client.table
    count = whole(battles, "number of battles", 1, MOST_BATTLES)
    async with table.transaction(interaction) as transaction:
        if are_closed(transaction):
            transaction.check(Need.REFEREE, "Playing on a battle of ships whose sheets are closed")
        game = await game_for(transaction, table.ships)
    stored = game.stored
    if not stored:
        raise RuleError("No battle is being fought here: begin one with /battle new.")
    # Nothing is played yet: it raises RuleError where nothing can be.
    table.ships.ships.rehearse(game.ledger, count)
    return transaction.campaign.id, Played(table.ships.key, stored, count)


def _waits(before: int) -> Card:
    told = f"{counted(AT_ONCE, 'battle')} of other campaigns are being played on, and {before} more wait before this."
    return Card("Waits its turn", (told, "It begins by itself."))


async def _play(rehearsals: Rehearsals, mine: Rehearsal, played: Played) -> None:
    """Show the first estimate very soon, then a better one every little while, until it has been played enough."""
    begun, shown = monotonic(), mine.card
    reading = asyncio.ensure_future(_read(mine, played))
    try:
        due = begun + AT_FIRST
        while not reading.done() and not mine.over.is_set() and monotonic() < mine.until:
            if mine.card is not None and rehearsals.waiting and monotonic() > begun + A_TURN:
                mine.end(_OTHERS)
            elif monotonic() >= due and mine.card is not shown and mine.card is not None:
                shown = mine.card
                await mine.show(shown)
                due = monotonic() + A_WHILE
            await mine.wait(reading, _A_MOMENT)
        if reading.done():
            reading.result()
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)


async def _read(mine: Rehearsal, played: Played) -> None:
    """Have the battle played on in a process of its own, and take in each card that it tells."""
    arguments = (played.system, str(played.battles), str(min(A_WHILE, 1.0)))
    # In a group of its own: an interrupt at the bot's terminal is the bot's, and this one ends with its input.
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.aside", *arguments),
        cwd=_ROOT,
        stdin=PIPE,
        stdout=PIPE,
        limit=2**20,
        process_group=0,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(f"{json.dumps(played.stored)}\n".encode())
        await process.stdin.drain()
        while line := await process.stdout.readline():
            mine.card = load_card(json.loads(line))
        if code := await process.wait():
            raise RuntimeError(f"the process that played a battle ended with {code}")
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _enough() -> discord.ui.View:
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Enough", custom_id="enough:here"))
    view.stop()
    return view


async def press_enough(interaction: Interaction, _: str) -> None:
    """End what a message tells of, which takes its button away; after a restart nothing is played any more."""
    assert interaction.message is not None
    if mine := interaction.client.rehearsals.told_by(interaction.message.id):
        mine.end()
        await hold(interaction)
        return
    shown = interaction.message.embeds[0] if interaction.message.embeds else discord.Embed()
    shown.set_footer(text=_STOPPED)
    await showing(interaction, update(interaction, embed=shown, view=None))
