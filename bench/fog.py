"""What it costs that sides know only what they have seen: a `/move` with all that is told of it, and what is stored.

What a side of twelve sees, with its memory brought up to date, is in bench/deck.py. A move is given on a deck with
people of two sides, with its pictures, with and without fog in turns; what is known is stored over a long fight in
which everybody walks about.
"""

import asyncio
import json
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from bench.commands import answered, show, with_bot
from bench.deck import rooms
from bench.resolver import missed
from bot.campaign.access import Actor
from bot.campaign.recording import Place
from bot.deck.board import Board
from bot.deck.knowledge import Instant, dump_knowledge, learned, nothing_known
from bot.deck.outlook import seen_together
from bot.deck.passage import can_pass
from bot.deck.plan import At, neighbours
from bot.engine.cards import Card
from bot.engine.scene import FOG, ON
from bot.sandbox.entities import GUILD_ID
from bot.sandbox.loopback import Loopback
from bot.sandbox.report import message_text
from bot.sandbox.stage import ClientStage

MOVE_ALLOWED, STORED_ALLOWED = 3, 1.3
_PHASES = 5


def stored(name: str, board: Board, random: Random, few: int = 100, many: int = 1000) -> None:
    """What a side of twelve that walks about knows, as it is stored after few phases and after many."""
    floor = sorted(board.plan.levels[0].floor)
    people, known, sizes = random.sample(floor, 12), nothing_known(board.plan), dict[int, int]()
    for phase in range(1, many + 1):
        people = [_on(board, at, random) for at in people]
        now = Instant(1 + phase // _PHASES, phase % _PHASES)
        known = learned(known, board, seen_together(board, people), {}, now)
        if phase in {few, many}:
            sizes[phase] = len(json.dumps(dump_knowledge(known), separators=(",", ":")))
    ratio = sizes[many] / sizes[few]
    print(
        f"what a side knows, {name}, stored after {many} phases: {ratio:.2f} of that after {few} (at most "
        f"{STORED_ALLOWED}){missed(ratio, STORED_ALLOWED)}, {sizes[many] / 1024:.1f} kB"
    )


def _on(board: Board, at: At, random: Random) -> At:
    """Where somebody comes who goes six squares at random, or stays where they can't go."""
    for _ in range(6):
        open_ = [each for each in neighbours(at) if each in board.plan.levels[0].floor and can_pass(board, at, each)]
        at = random.choice(open_) if open_ else at
    return at


async def moves(loopback: Loopback, stage: ClientStage, rounds: int = 40) -> None:
    """A move there and back, in turns with fog and without, until the bot is done with it."""
    for channel in ("table", "foggy"):
        for line in (
            "/campaign new starter:True",
            '/deck load name:"Bridge deck"',
            '/players hand name:"Marine E1, Marine N1" player:@Ann',
            '/players hand name:"Pirate, Pirate Captain" player:@Bob',
            "/place name:Pirate at:R15",
            '/place name:"Marine E1, Marine N1" at:R18',
        ):
            await answered(loopback, channel, line)
    await _lay(stage, loopback, "foggy")
    await answered(loopback, "foggy", "/face name:Pirate facing:S")
    times: dict[str, list[float]] = {"table": [], "foggy": []}
    for number in range(rounds):
        for channel, taken in times.items():
            start = time.perf_counter()
            to = ("R17", "R18")[number % 2]
            told = message_text(await answered(loopback, channel, f'/move name:"Marine E1" to:{to}', "Ann"))
            taken.append(time.perf_counter() - start)
            assert "walks to" in told, told
    one, other = (1e3 * median(times[channel]) for channel in ("foggy", "table"))
    show("A /move that all sides read / the same without fog", one, other, MOVE_ALLOWED)


async def _lay(stage: ClientStage, loopback: Loopback, channel: str) -> None:
    user, where = loopback.place("Ref", channel)
    place, table = Place(GUILD_ID, where.id), stage.client.table  # type: ignore[union-attr]
    async with table.store.transaction(place, Actor(user.id, "Ref"), "fog") as transaction:
        transaction.change_campaign(settings={**transaction.campaign.settings, FOG: ON})
        await transaction.record("campaign set", Card("The campaign is set"), place=place)


def main() -> None:
    """Print every figure."""
    random = Random(1980)  # noqa: S311 (it draws decks)
    stored("rooms", rooms(random), random)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(with_bot(Path(folder), moves))


if __name__ == "__main__":
    main()
