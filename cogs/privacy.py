"""`/privacy`: what is kept about people, whom to ask, and how it goes away."""

from discord import app_commands
from discord.ext import commands

from bot.campaign.erasing import forget_person
from bot.chat.answer import Reply, answer
from bot.chat.seats import Sitting
from bot.chat.table import Bot, Interaction
from bot.chat.wording import embed, lines_embed, plain
from bot.engine.cards import Card, counted
from bot.engine.errors import RuleError

_KEPT = (
    "Kept for each campaign: the numbers by which Discord knows this server, the channel, the bot's answers and those "
    "who gave orders, own characters or referee; who wishes to be mentioned, and who is away until when; the orders "
    "with what was typed in them and when, secret plans among them, their dice, the words that salt these, and their "
    "answers; the characters, the ships and their battle, and the deck plans and designs that were sent as files.",
    "Whoever runs the bot may also have its log: of an order that went wrong it holds what was typed.",
    "Not kept, and never seen: your messages. The bot hears its own commands and buttons only.",
    "It is in the database of whoever runs this bot and in their copies of it, and is passed on to nobody.",
)
_ERASING = (
    "`/privacy forget` takes you out of every campaign: your number goes from members, owners and the journal. What "
    "you named and typed stays with the campaign.",
    "`/campaign erase` erases a campaign with all of that, for good: its referee or whoever manages the server "
    "can do it. What stands in the channel is Discord's, and is deleted there.",
)
_CONFIRMED = "forget me"


def _operator(bot: Bot) -> str:
    """Whom to ask: as they have set it, or whom Discord knows as the application's owner."""
    if bot.contact:
        return f"{plain(bot.contact)}, who runs this bot,"
    info = bot.application
    owner = info and (info.team.owner if info.team and info.team.owner else info.owner)
    return f"{plain(owner.name)} on Discord, who runs this bot," if owner else "whoever runs this bot"


async def _show(bot: Bot) -> Reply:
    days = bot.kept_days
    leaving = (
        f"A server that puts the bot out loses its campaigns {counted(days, 'day')} later, unless it lets it in again."
        if days
        else "A server that puts the bot out keeps its campaigns, until whoever runs it erases them."
    )
    asking = f"Ask {_operator(bot)} what it keeps of you, or to have you or a server forgotten."
    return Reply(lines_embed("What is kept", (*_KEPT, *_ERASING, leaving, asking)))


async def _forget(interaction: Interaction, confirm: str) -> Reply:
    if confirm.strip().casefold() != _CONFIRMED:
        raise RuleError(
            "This takes you out of every campaign of this bot, on every server: your characters and ships become the "
            "referee's, and your orders nobody's. It can't be taken back: to do it, type "
            f"{_CONFIRMED} as the confirmation."
        )
    you = interaction.user.id
    forgotten = await forget_person(interaction.client.table.store.engine, you)
    lines = [
        f"Nothing names you in {counted(forgotten.campaigns, 'campaign')} any more: what was yours is the referee's.",
        "You are let out of the threads of sides.",
        "Campaigns go on without you. If you give an order again, that one is kept as any other.",
        "What stands in channels is Discord's: delete it there. A backup that whoever runs this bot has made keeps "
        "what it has until it is replaced.",
    ]
    if number := forgotten.without_referee:
        named = "Whoever manages the server names one: /campaign set referee."
        lines.insert(1, f"Without a referee now: {counted(number, 'campaign')}. {named}")
    left = [Sitting(place, frozenset(), frozenset({you})) for place in forgotten.places]
    return Reply(embed(Card("You are forgotten", tuple(lines))), seats=left)


class Privacy(commands.GroupCog, group_name="privacy", group_description="What is kept about you, and how it goes"):
    """`/privacy`."""

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show what is kept about you, whom to ask, and how it is erased"""
        await answer(interaction, _show(interaction.client), private=True)

    @app_commands.command()
    @app_commands.describe(confirm="Type: forget me")
    async def forget(self, interaction: Interaction, confirm: str) -> None:
        """Take yourself out of every campaign, for good"""
        await answer(interaction, _forget(interaction, confirm), private=True)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Privacy())
