"""Deck plans in a campaign: put up, looked at, and people placed on them."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import discord

from bot.campaign.gate import drawing_for, game_for, lies_fog, look_as, row_for
from bot.campaign.transaction import Transaction
from bot.chat.answer import Reply
from bot.chat.files import Attached, text_of
from bot.chat.orders import house_order, house_reply
from bot.chat.pictures import as_known, counters, deck_views, drawn, key_of, knows_deck, sheets
from bot.chat.table import Interaction
from bot.deck.board import Board, as_drawn
from bot.deck.framing import OF_A_DECK, sheets_of
from bot.deck.placing import find_square, standing_of
from bot.deck.plan import At, Plan
from bot.deck.reading import LONGEST_NAME, read_plan
from bot.deck.view import Marks
from bot.engine.cards import printable
from bot.engine.errors import RuleError
from bot.engine.scene import Game
from bot.engine.system import System
from bot.engine.typed import match
from bot.systems.house import DrawnDeck
from bot.systems.names import check_seen, check_unlike

DECKS = Path(__file__).resolve().parents[2] / "data" / "decks"


@dataclass(frozen=True, slots=True)
class Shipped:
    """A deck that comes with the bot: its plan, and the text that it was drawn as."""

    plan: Plan
    text: str


@cache
def shipped() -> Mapping[str, Shipped]:
    """The decks that come with the bot, by name."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(DECKS.glob("*.txt"))}
    plans = [Shipped(read_plan(text, name), text) for name, text in texts.items()]
    return {each.plan.name: each for each in plans}


async def game_on_deck(transaction: Transaction, system: System) -> tuple[Game, Board]:
    """The game, and the deck that is up; raises RuleError where there is none."""
    game = await game_for(transaction, system)
    if game.board is None:
        raise RuleError("No deck is up here: put one up with /deck load.")
    return game, game.board


async def load_deck(interaction: Interaction, name: str | None, file: discord.Attachment | None) -> Reply:
    """Put up a deck that comes with the bot, or one that somebody has drawn."""
    table = interaction.client.table
    text, plan = await _chosen(name, file)
    async with table.transaction(interaction) as transaction:
        entry = await house_order(interaction, transaction, "deck load", material=DrawnDeck(plan, text, _about(plan)))
        reply, views = await house_reply(interaction, transaction, entry), sheets_of(as_drawn(plan), 0)
    return replace(reply, attached=[*reply.attached, *await sheets(views), *await key_of(plan, people=False)])


async def _chosen(name: str | None, file: discord.Attachment | None) -> tuple[str, Plan]:
    if file is not None:
        text = await text_of(file)
        plan = await asyncio.to_thread(read_plan, text, "")
        text, plan = (text, plan) if plan.name else _named(text, plan, file.filename)
        _check_names(plan)
        return text, plan
    known = await asyncio.to_thread(shipped)
    if name is None:
        raise RuleError("Name a deck of /deck list, or send one of your own as a file.")
    chosen = known[match(name, known, what="deck")]
    return chosen.text, chosen.plan


def _check_names(plan: Plan) -> None:
    """Raise RuleError where a name on a plan of somebody's own can't be seen, or told from another one."""
    named = [plan.name, *(level.name for level in plan.levels), *(room.name for room in plan.rooms), *plan.places]
    for number, name in enumerate(named):
        check_seen(name, what="name on a deck")
        check_unlike(name, named[:number], what="name on a deck")


def _named(text: str, plan: Plan, filename: str) -> tuple[str, Plan]:
    """A plan that doesn't say its name, with its file's: what is kept of it is its text alone."""
    name = printable(filename.removesuffix(".txt"))[:LONGEST_NAME] or "Deck"
    return f"name: {name}\n{text}", replace(plan, name=name)


def _about(plan: Plan) -> tuple[str, ...]:
    levels = ", ".join(f"{number} {level.name}" for number, level in enumerate(plan.levels, start=1))
    told = (plan.about, f"Levels: {levels}" if len(plan.levels) > 1 else "")
    return tuple(line for line in told if line)


async def show_deck(
    interaction: Interaction, level: int | None, around: str | None, as_: str | None, *, whole: bool
) -> Reply:
    """The deck as it is now: everybody on it in groups, around somebody alone, or all of a level."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        await look_as(transaction, as_)
        system = table.system_of(transaction)
        game, board = await game_on_deck(transaction, system)
        if not knows_deck(game):
            raise RuleError("Nothing of this deck has been seen yet: who plays a side knows what its people on it see.")
        number = None if level is None else _level(board.plan, level)
        if around is not None:
            at = await _middle_of(transaction, board, around, number)
            views = deck_views(game, system, Marks(about=(at,)), most=1)
        elif whole or not board.people:
            views = as_known(game, sheets_of(board, number or 0, counters(game, board, system)))
        else:
            views = deck_views(game, system, level=number, most=OF_A_DECK)
    shown = dict.fromkeys(board.plan.levels[view.level].name for view in views) if len(board.plan.levels) > 1 else ()
    pictures = await (sheets if whole or not board.people else drawn)(views)
    return Reply(discord.Embed(title=", ".join((board.plan.name, *shown))), attached=pictures)


async def _middle_of(transaction: Transaction, board: Board, around: str, level: int | None) -> At:
    """The square of somebody on the deck, or else the one that is named, or in the middle of a place or a room."""
    try:
        name = (await row_for(transaction, around)).name
    except RuleError:
        return find_square(board, around, level or 0)
    return standing_of(board, name).at


def _level(plan: Plan, level: int) -> int:
    if not 1 <= level <= len(plan.levels):
        last = len(plan.levels)
        raise RuleError(
            f"This deck has the levels 1 to {last}." if last > 1 else "This deck has one level: leave the level out."
        )
    return level - 1


async def show_key(interaction: Interaction) -> Reply:
    """What the signs mean: of the deck that is up those that are on it, else all; and those of people."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        board, fog = (await game_for(transaction, table.system_of(transaction))).board, lies_fog(transaction)
    title = "What the signs mean"
    pictures = await key_of(board.plan if board else None, people=True, fog=fog)
    return Reply(discord.Embed(title=title), attached=pictures)


async def export_deck(interaction: Interaction) -> Reply:
    """The deck that is up as it was drawn: a text file to change and load again."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        name = (await game_on_deck(transaction, table.system_of(transaction)))[1].plan.name
        text = await drawing_for(transaction)
    about = "As it was drawn, without what has happened on it. /deck load file: takes it, changed as you like."
    drawing = Attached("deck.txt", text.encode(), f"The drawing of {name}")
    return Reply(discord.Embed(title=name, description=about), attached=[drawing])


async def take_deck(interaction: Interaction) -> Reply:
    """Take the deck away; people stand nowhere then."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        entry = await house_order(interaction, transaction, "deck take")
        return await house_reply(interaction, transaction, entry)
