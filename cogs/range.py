"""`/range`: how far it is on the deck, and what is in the way."""

from bot.campaign.gate import game_for
from bot.campaign.looking import looked
from bot.chat.answer import Reply, answer
from bot.chat.options import order_command
from bot.chat.orders import Fields, People
from bot.chat.pictures import deck_views, drawn
from bot.chat.table import Bot, Interaction
from bot.chat.wording import embed
from bot.deck.placing import standing_of


async def _show(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
    """Show whoever asks alone, as the one who is named sees it."""
    await answer(interaction, _range(interaction, verb, people, fields), private=True)


async def _range(interaction: Interaction, verb: str, people: People, fields: Fields) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.system_of(transaction)
        game = await game_for(transaction, system)
        scene, told = await looked(transaction, system, verb, people, fields, table.new_dice)
        board, marks = game.board, told.marks
        name = scene.one("name").name
        # Who rides in something looks from where that is.
        start = standing_of(board, name).at if board and name in board.people else marks and marks.line[0]
        eyes = [start] if board and start else []
        views = deck_views(game, system, marks, eyes=eyes) if eyes else ()
    return Reply(embed(told.card, working=True), attached=await drawn(views))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(order_command(bot.table.systems, "range", give=_show))
