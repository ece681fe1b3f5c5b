"""Characters brought out of another channel's campaign into this one."""

from discord import app_commands

from bot.campaign.game import seen
from bot.campaign.moving import OtherCharacter, people_elsewhere
from bot.campaign.past import services
from bot.campaign.play import play
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish
from bot.chat.answer import Reply
from bot.chat.completion import choices
from bot.chat.orders import entry_reply
from bot.chat.petitions import Told
from bot.chat.table import Interaction, actor_of, place_of
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.typed import match
from bot.exchange import between
from bot.systems.handing import Coming


async def carry_bringing(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Bring somebody here, as it was said: they stay as they are where they come from."""
    table, verb, fields = interaction.client.table, said["verb"], said["fields"]
    people = table.system_of(transaction)
    there = await people_elsewhere(transaction.connection, place_of(interaction), transaction.actor)
    one = _meant(there, str(fields["name"]), str(fields.get("campaign", "")))
    other = table.systems[one.system]
    reads = (transaction.connection, one.campaign, one.head, other, [one.unit.id])
    service = (await services(*reads))[one.unit.id] if one.open else {}
    coming = Coming(seen(other, one.unit), other.title, between(other, people), service)
    entry = await play(transaction, place_of(interaction), people, verb, {}, fields, table.new_dice, coming)

    async def told() -> Reply:
        return entry_reply(transaction, entry)

    return told


def _meant(there: list[OtherCharacter], name: str, campaign: str) -> OtherCharacter:
    """Whoever is meant; raises RuleError where nobody is, or several are."""
    if not there:
        raise RuleError(
            "Nobody of yours is in another channel's campaign of this server, and you referee none with people."
        )
    wanted = campaign.strip().removeprefix("#").partition(":")[0]
    among = [each for each in there if not wanted or str(each.campaign) == wanted]
    if not among:
        raise RuleError(f"No campaign here has the number {wanted}, or nobody of yours is in it.")
    meant = match(name, {each.unit.name for each in among}, what="character elsewhere")
    found = [each for each in among if each.unit.name == meant]
    if len(found) > 1:
        numbers = sentence((str(each.campaign) for each in found), "or")
        raise RuleError(f"{meant} is in several campaigns: add campaign:{numbers}.")
    return found[0]


async def names_elsewhere(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The names of those whom the asker may bring."""
    table = interaction.client.table
    async with table.store.engine.begin() as connection:
        there = await people_elsewhere(connection, place_of(interaction), actor_of(interaction))
    return choices(sorted({each.unit.name for each in there}), typed)
