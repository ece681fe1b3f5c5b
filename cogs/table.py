"""`/table due`, and the buttons under the message that shows who is waited for: one's own next, and all that is due."""

from discord import app_commands

from bot.campaign.moving import played_in
from bot.chat.answer import Reply, answer
from bot.chat.asking import all_asked, asked_of, due_lines, due_now, may_do, own_of
from bot.chat.options import add_command
from bot.chat.orders import carry_order
from bot.chat.petitions import Petition, done_or_asked
from bot.chat.sending import MOMENT, on_press
from bot.chat.table import Bot, Interaction, actor_of, place_of
from bot.chat.tracking import ALL_DUE, MINE
from bot.chat.wording import lines_embed
from bot.engine.errors import RuleError
from bot.engine.system import CHARACTER, SHIP
from bot.systems.stepping import NEXT

_KINDS = f"{CHARACTER}|{SHIP}"


async def press_mine(interaction: Interaction, here: str) -> None:
    """Ask whoever pressed what they owe; where they owe nothing, they are done with the step."""
    kind, _, moment = here.partition(":")
    await answer(interaction, _mine(interaction, kind, moment))


async def _mine(interaction: Interaction, kind: str, moment: str) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.sheets(transaction, kind)
        due = await due_now(transaction, system)
        if asked_of(due, transaction.by) or may_do(due, transaction.by):
            return await all_asked(transaction, system, 0, 0)
    if NEXT not in system.orders:
        raise RuleError("Nothing is asked of you now: What is due tells who is waited for.")
    said = {"verb": NEXT, "people": {}, "fields": {}, "moment": moment}
    return await done_or_asked(interaction, Petition("order", said, {}), carry_order)


async def press_all(interaction: Interaction, kind: str) -> None:
    """Show whoever pressed all that is due, as far as they may know."""
    await answer(interaction, _all_due(interaction, kind), private=True)


async def _all_due(interaction: Interaction, kind: str) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        lines = due_lines(await due_now(transaction, table.sheets(transaction, kind)), transaction.by)
    return Reply(lines_embed("What is due", lines or ["Nothing is due: nobody is waited for."]))


@app_commands.command()
async def due(interaction: Interaction) -> None:
    """Show what you owe in every channel of this server"""
    await answer(interaction, _everywhere(interaction), private=True)


async def _everywhere(interaction: Interaction) -> Reply:
    table, actor, guild = interaction.client.table, actor_of(interaction), interaction.guild
    lines: list[str] = []
    for place in await played_in(table.store.engine, place_of(interaction).guild_id):
        channel = guild.get_channel_or_thread(place.channel_id) if guild else None
        if channel is None or not channel.permissions_for(interaction.user).view_channel:  # type: ignore[arg-type]
            continue
        async with table.store.transaction(place, actor, f"due {interaction.id} {place.channel_id}") as transaction:
            books = table.books(table.system_of(transaction))
            found = [each for book in books for each in await due_now(transaction, book)]
            own = due_lines(own_of(found, transaction.by, str(actor.id)), transaction.by)
        lines += [f"**<#{place.channel_id}>**", *own] if own else []
    return Reply(lines_embed("What you owe", lines or ["Nothing, in no channel of this server."]))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    add_command(bot.tree, due, "table")
    bot.add_dynamic_items(on_press(MINE, press_mine, f"(?:{_KINDS}){MOMENT}"), on_press(ALL_DUE, press_all, _KINDS))
