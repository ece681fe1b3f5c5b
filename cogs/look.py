"""`/look`: the deck as one of the people on it sees it, or all on a side together."""

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.campaign.gate import row_for, rows_for, seats
from bot.campaign.play import play
from bot.campaign.rows import Recorded
from bot.campaign.transaction import Transaction
from bot.chat import completion
from bot.chat.answer import Reply, answer
from bot.chat.decks import game_on_deck
from bot.chat.orders import house_reply
from bot.chat.pictures import deck_views, drawn, eyes_of
from bot.chat.table import Bot, Interaction, place_of
from bot.chat.wording import lines_embed, plain
from bot.deck.alttext import alt_text
from bot.deck.placing import standing_of
from bot.engine.errors import RuleError
from bot.engine.system import Need
from bot.engine.typed import match
from bot.systems.players import parts
from bot.systems.recognizing import beside
from bot.systems.seeing import who_stands


async def _look(interaction: Interaction, name: str | None, side: str | None) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.system_of(transaction)
        name = name or (None if side else await _only_own(transaction))
        if (name is None) is (side is None):
            raise RuleError("Say whose eyes: name: one character's, or side: those of all on a side.")
        game, board = await game_on_deck(transaction, system)
        told: Recorded | None = None
        if name is not None:
            unit = await row_for(transaction, name)
            transaction.check(Need.OWNER, unit.name, unit.owner_id)
            there = who_stands(system.squads, game, game.units[unit.name])
            who, eyes = unit.name, [standing_of(board, there.name).at]
            if beside(system.squads, game, game.units[unit.name]):
                told = await play(transaction, place_of(interaction), system, "look", {"name": who}, {}, table.new_dice)
                game, board = await game_on_deck(transaction, system)
        else:
            who = match(side or "", sorted({unit.side for unit in game.units.values() if unit.side}), what="side")
            await _check_plays(transaction, who)
            eyes = eyes_of(game, board, system, who)
        views = deck_views(game, system, eyes=eyes)
        reply = await house_reply(interaction, transaction, told) if told else None
    what = "sees" if name is not None else "see"
    shown = lines_embed(f"What {who} {what}", [plain(alt_text(view)) for view in views])
    if reply is None:
        return Reply(shown, attached=await drawn(views))
    reply.embed.description = "\n".join(filter(None, (reply.embed.description, shown.description)))
    return replace(reply, attached=await drawn(views))


async def _only_own(transaction: Transaction) -> str | None:
    """The name of the one character whom the asker owns, None where they own several or nobody."""
    own = [unit.name for unit in await rows_for(transaction) if transaction.commands(unit, own=True)]
    return own[0] if len(own) == 1 else None


async def _check_plays(transaction: Transaction, side: str) -> None:
    """Raise RuleError unless the asker is a referee, or plays the side."""
    part = parts(await transaction.memberships(), await seats(transaction)).get(transaction.by)
    if transaction.by and (part is None or part.side != side):
        raise RuleError(f"What {side} see is for who plays them, and the referee: /players list tells who that is.")


class Look(commands.Cog):
    """`/look`."""

    @app_commands.command()
    @app_commands.describe(name="Whose eyes", side="Or those of all on a side together")
    @app_commands.autocomplete(name=completion.characters, side=completion.sides)
    async def look(self, interaction: Interaction, name: str | None = None, side: str | None = None) -> None:
        """Show you alone what somebody on the deck sees, or a side"""
        await answer(interaction, _look(interaction, name, side), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Look())
