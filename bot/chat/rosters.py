"""Rosters saved out of a campaign and taken over by another, from slash commands."""

from collections.abc import Mapping, Sequence

from discord import app_commands

from bot.campaign.gate import rows_for
from bot.campaign.past import beginnings, services
from bot.campaign.rosters import chosen, meant, member_of, remove, rosters_for, save, take_over
from bot.campaign.rows import Recorded
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish
from bot.chat.answer import Reply
from bot.chat.completion import Completer, choices, listed
from bot.chat.moving import channel_of
from bot.chat.orders import entry_reply, house_order
from bot.chat.petitions import Told
from bot.chat.table import Interaction, actor_of, place_of
from bot.chat.wording import lines_embed, plain
from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.engine.order import Need
from bot.engine.system import CHARACTER, SHIP, System
from bot.systems.marks import prisoners_told
from bot.systems.names import key_of
from bot.systems.replacing import REPLACE, Beginnings, ReplaceOrder
from bot.systems.rosters import LOAD, REMOVE, SAVE, LoadOrder, RemoveOrder, RosterKept, SaveOrder


def _rules(interaction: Interaction, transaction: Transaction) -> dict[str, System]:
    """The campaign's rules for its people and for its ships."""
    table = interaction.client.table
    return {each.kind: each for each in reversed(table.books(table.system_of(transaction)))}


async def carry_save(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Keep those who are named, or all, as a roster."""
    transaction.check(Need.REFEREE, SaveOrder.called)
    fields, rules = said["fields"], _rules(interaction, transaction)
    rows = {kind: await rows_for(transaction, kind) for kind in (CHARACTER, SHIP) if kind in rules}
    people = [unit.id for unit in rows.get(CHARACTER, ())]
    here = transaction.connection, transaction.campaign.id, transaction.campaign.head_id
    served = await services(*here, rules[CHARACTER], people) if people else {}
    members = [member_of(unit, rules[kind], served.get(unit.id, {})) for kind, units in rows.items() for unit in units]
    if not members:
        raise RuleError("There is nobody here yet whom a roster could keep.")
    members = [*map(dict, chosen(members, str(fields.get("who", ""))))]
    shared = bool(fields.get("shared", False))
    name = await save(transaction, str(fields["name"]), members, shared=shared)
    prisoners = prisoners_told((one["name"], one["marks"]) for one in members)
    kept = RosterKept(name, tuple(one["name"] for one in members), shared, prisoners)
    return _told(transaction, await house_order(interaction, transaction, SAVE, fields, kept))


async def carry_load(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Let those of a roster join."""
    transaction.check(Need.REFEREE, LoadOrder.called)
    fields, systems = said["fields"], interaction.client.table.systems
    known = await rosters_for(transaction.connection, place_of(interaction), transaction.actor)
    roster = meant(known, str(fields["name"]), str(fields.get("campaign", "")))
    rules = _rules(interaction, transaction)
    taken = await take_over(transaction, systems, rules, roster, str(fields.get("who", "")))
    return _told(transaction, await house_order(interaction, transaction, LOAD, fields, taken))


async def carry_remove(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Take one of the campaign's rosters away."""
    transaction.check(Need.REFEREE, RemoveOrder.called)
    kept = RosterKept(await remove(transaction, str(said["fields"]["name"])))
    return _told(transaction, await house_order(interaction, transaction, REMOVE, said["fields"], kept))


async def carry_replace(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Let new people come for a side's dead, as the journal says that these came."""
    transaction.check(Need.REFEREE, ReplaceOrder.called)
    system = interaction.client.table.rules(transaction, REPLACE)
    people = {unit.id: unit.name for unit in await rows_for(transaction)}
    came = Beginnings(await beginnings(transaction, system, people))
    return _told(transaction, await house_order(interaction, transaction, REPLACE, said["fields"], came))


def _told(transaction: Transaction, entry: Recorded) -> Told:
    async def told() -> Reply:
        return entry_reply(transaction, entry)

    return told


DEEDS = {SAVE: carry_save, LOAD: carry_load, REMOVE: carry_remove, REPLACE: carry_replace}


async def list_rosters(interaction: Interaction) -> Reply:
    """The rosters that the asker may take over, with who is in each, and out of which campaign."""
    table = interaction.client.table
    async with table.store.engine.begin() as connection:
        known = await rosters_for(connection, place_of(interaction), actor_of(interaction))
    lines = []
    for each in known:
        stored = each.stored
        people = sum(one["kind"] == CHARACTER for one in stored.members)
        kinds = (counted(people, "character"), counted(len(stored.members) - people, "ship"))
        told = " and ".join(kind for kind in kinds if not kind.startswith("0 "))
        titles = {table.systems[one["system"]].title for one in stored.members if one["system"] in table.systems}
        where = channel_of(interaction, each.channel_id) or "a channel that I can't see"
        out = f"out of campaign {stored.campaign_id} in {where}"
        lines.append(f"**{plain(stored.name)}**: {told} ({', '.join(sorted(titles))}), {plain(out)}")
    return Reply(lines_embed("Rosters", lines or ["None that you may take over: /roster save keeps one."]))


async def roster_names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The names of the rosters that the asker may take over."""
    async with interaction.client.table.store.engine.begin() as connection:
        known = await rosters_for(connection, place_of(interaction), actor_of(interaction))
    return choices(sorted({each.stored.name for each in known}), typed)


async def roster_members(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Those of the roster that was named, and their sides."""
    async with interaction.client.table.store.engine.begin() as connection:
        known = await rosters_for(connection, place_of(interaction), actor_of(interaction))
    name = key_of(interaction.namespace.name or "")
    members = [one for each in known if key_of(each.stored.name) == name for one in each.stored.members]
    return _sides_and_names([(one["side"], one["name"]) for one in members], typed)


async def kept_members(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Those of the campaign whom a roster may keep, and their sides."""
    try:
        async with interaction.client.table.transaction(interaction) as transaction:
            rows = [row for kind in (CHARACTER, SHIP) for row in await rows_for(transaction, kind)]
    except RuleError:
        return []
    return _sides_and_names([(row.side, row.name) for row in rows], typed)


def _sides_and_names(members: Sequence[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    said = {key_of(part) for part in typed.split(",")[:-1]}
    offered = dict.fromkeys((*(side for side, _ in members if side), *(name for _, name in members)))
    return listed([each for each in offered if key_of(each) not in said], typed)


COMPLETERS: Mapping[str, Mapping[str, Completer]] = {
    SAVE: {"name": roster_names, "who": kept_members},
    LOAD: {"name": roster_names, "who": roster_members},
    REMOVE: {"name": roster_names},
}
