"""`/range`: how far it is on the deck, and what is in the way."""

from bot.campaign.play import scene_of
from bot.chat.answer import Reply, answer
from bot.chat.decks import game_on_deck
from bot.chat.options import order_command
from bot.chat.orders import Fields, People
from bot.chat.pictures import deck_views, drawn
from bot.chat.table import Bot, Interaction
from bot.chat.wording import embed
from bot.deck.placing import standing_of
from bot.engine.telling import ANYBODY


async def _show(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
    """Show whoever asks alone, as the one who is named sees it."""
    await answer(interaction, _range(interaction, verb, people, fields), private=True)


async def _range(interaction: Interaction, verb: str, people: People, fields: Fields) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.system_of(transaction)
        order = system.order(verb)
        game, board = await game_on_deck(transaction, system)
        scene = await scene_of(transaction, system, order, people)
        unit = scene.one("name")
        transaction.check(order.need, unit.name, int(unit.owner or 0))
        dice = table.new_dice(transaction.source.key, transaction.campaign.counter)
        outcome = order.resolve(scene, order.read(fields, transaction.campaign.settings), dice)
        told = order.tell(order.report(outcome), dice.throws, ANYBODY)
        views = deck_views(game, system, told.marks, eyes=[standing_of(board, unit.name).at])
    return Reply(embed(told.card, working=True), attached=await drawn(views))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(order_command(bot.table.systems, "range", give=_show))
