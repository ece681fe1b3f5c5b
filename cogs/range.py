"""`/range`: how far it is on the deck, and what is in the way."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.play import scene_of
from bot.chat import completion
from bot.chat.answer import Reply, answer
from bot.chat.decks import game_on_deck
from bot.chat.pictures import deck_views, drawn
from bot.chat.table import Bot, Interaction
from bot.chat.wording import embed
from bot.deck.placing import standing_of
from bot.engine.telling import ANYBODY


async def _range(interaction: Interaction, name: str, to: str) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.system_of(transaction)
        order = system.order("range")
        game, board = await game_on_deck(transaction, system)
        unit = await transaction.unit(name)
        transaction.check(order.need, unit.name, unit.owner_id)
        scene = await scene_of(transaction, system, order, {"name": name})
        dice = table.new_dice(transaction.source.key, transaction.campaign.counter)
        outcome = order.resolve(scene, order.read({"to": to}, transaction.campaign.settings), dice)
        told = order.tell(order.report(outcome), dice.throws, ANYBODY)
        views = deck_views(game, system, told.marks, eyes=standing_of(board, unit.name).at)
    return Reply(embed(told.card, working=True), private=True, attached=await drawn(views))


class Range(commands.Cog):
    """`/range`."""

    @app_commands.command()
    @app_commands.describe(name="From whom", to="To a square such as C7, a place, or somebody")
    @app_commands.autocomplete(name=completion.characters, to=completion.squares)
    async def range(self, interaction: Interaction, name: str, to: str) -> None:
        """Show you alone how far it is on the deck, and what is in the way"""
        await answer(interaction, _range(interaction, name, to), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Range())
