"""`/look`: the deck as one of the people on it sees it."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.answer import Reply, answer
from bot.chat.decks import game_on_deck
from bot.chat.pictures import deck_views, drawn
from bot.chat.table import Bot, Interaction
from bot.chat.wording import lines_embed, plain
from bot.deck.alttext import alt_text
from bot.deck.placing import standing_of
from bot.engine.system import Need


async def _look(interaction: Interaction, name: str) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.system_of(transaction)
        game, board = await game_on_deck(transaction, system)
        unit = await transaction.unit(name)
        transaction.check(Need.OWNER, unit.name, unit.owner_id)
        views = deck_views(game, system, eyes=standing_of(board, unit.name).at)
    shown = lines_embed(f"What {unit.name} sees", [plain(alt_text(view)) for view in views])
    return Reply(shown, attached=await drawn(views))


class Look(commands.Cog):
    """`/look`."""

    @app_commands.command()
    @app_commands.describe(name="Whose eyes")
    @app_commands.autocomplete(name=completion.characters)
    async def look(self, interaction: Interaction, name: str) -> None:
        """Show you alone what somebody on the deck sees"""
        await answer(interaction, _look(interaction, name), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Look())
