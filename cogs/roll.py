"""`/roll`: any throw, by the campaign's dice where there is one."""

from bot.campaign.store import NoCampaignError
from bot.chat.answer import Reply, answer
from bot.chat.options import order_command
from bot.chat.orders import Fields, People, carry_order
from bot.chat.petitions import Petition, done_or_asked
from bot.chat.table import Bot, Interaction
from bot.chat.wording import embed
from bot.engine.dice import new_seed
from bot.engine.scene import Scene


async def _give(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
    """Throw by the campaign's dice and note it in its journal; where none is running, by dice of the moment."""

    async def work() -> Reply:
        said = {"verb": verb, "people": people, "fields": fields}
        try:
            return await done_or_asked(interaction, Petition("order", said, fields), carry_order)
        except NoCampaignError:
            table = interaction.client.table
            order, dice = next(iter(table.systems.values())).order(verb), table.new_dice(new_seed(), 0)
            report = order.report(order.resolve(Scene({}), order.read(fields), dice))
            return Reply(embed(order.tell(report, dice.throws).card))

    await answer(interaction, work())


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(order_command(bot.table.systems, "roll", give=_give))
