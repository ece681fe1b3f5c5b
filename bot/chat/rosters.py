"""Everybody in a campaign: side by side, saved for another one, taken over by it, or brought one by one."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from discord import app_commands

from bot.campaign.casting import as_they_are, check_unchanged
from bot.campaign.game import as_it_fights, seen
from bot.campaign.gate import ledger_for, reader_of, row_for, rows_for
from bot.campaign.moving import OtherCharacter, people_elsewhere
from bot.campaign.past import beginnings, services
from bot.campaign.play import play
from bot.campaign.rosters import chosen, meant, member_of, remove, rosters_for, save, take_over
from bot.campaign.rows import Recorded, StoredUnit
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish
from bot.chat.answer import Reply
from bot.chat.completion import Completer, choices, listed
from bot.chat.moving import channel_of
from bot.chat.orders import entry_reply, house_order
from bot.chat.petitions import Told, lines_for
from bot.chat.table import Interaction, actor_of, close_sheets, place_of
from bot.chat.wording import embed, lines_embed, plain, who
from bot.engine.cards import counted, sentence
from bot.engine.errors import RuleError
from bot.engine.order import Need
from bot.engine.scene import Unit
from bot.engine.service import service_line
from bot.engine.system import CHARACTER, SHIP, Settings, System
from bot.engine.typed import match
from bot.exchange import between
from bot.systems.handing import Coming
from bot.systems.marks import prisoners_told
from bot.systems.names import key_of
from bot.systems.rosters import (
    LOAD,
    REMOVE,
    REPLACE,
    SAVE,
    Beginnings,
    LoadOrder,
    RemoveOrder,
    ReplaceOrder,
    RosterKept,
    SaveOrder,
)


def _rules(interaction: Interaction, transaction: Transaction) -> dict[str, System]:
    """The campaign's rules for its people and for its ships."""
    table = interaction.client.table
    return {each.kind: each for each in reversed(table.books(table.system_of(transaction)))}


async def carry_save(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Keep those who are named, or all, as a roster."""
    transaction.check(Need.REFEREE, SaveOrder.called)
    fields, rules = said["fields"], _rules(interaction, transaction)
    rows = {kind: await rows_for(transaction, kind) for kind in (CHARACTER, SHIP) if kind in rules}
    if ships := rows.get(SHIP):
        ledger = await ledger_for(transaction, rules[SHIP])
        rows[SHIP] = await asyncio.to_thread(lambda: [_as_now(rules[SHIP], row, ledger) for row in ships])
    people = [unit.id for unit in rows.get(CHARACTER, ())]
    here = transaction.connection, transaction.campaign.id, transaction.campaign.head_id
    served = await services(*here, rules[CHARACTER], people) if people else {}
    members = [member_of(unit, rules[kind], served.get(unit.id, {})) for kind, units in rows.items() for unit in units]
    if not members:
        raise RuleError("There is nobody here yet whom a roster could keep.")
    shared = bool(fields.get("shared", False))
    members = [*map(dict, chosen(members, str(fields.get("who", "")), hidden=not shared))]
    if not members:
        raise RuleError("Only hidden ships are here, of which others would learn: name those in who that are shared.")
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


def _as_now(system: System, row: StoredUnit, ledger: Any) -> StoredUnit:
    """A ship with its sheet as it is now, also in the middle of a battle."""
    return replace(row, sheet=system.dump_sheet(as_it_fights(system, row, ledger).sheet))


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


async def show(interaction: Interaction, name: str, kind: str = CHARACTER) -> Reply:
    """The whole sheet of a character or a ship, and whose it is; whoever has a single one needn't name it."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.sheets(transaction, kind)
        own = [] if name else [row for row in await rows_for(transaction, kind) if transaction.commands(row, own=True)]
        if not name and len(own) != 1:
            raise RuleError("Say whose sheet: name: is empty.")
        row = own[0] if own else await row_for(transaction, name, kind)
        if kind == SHIP:
            close_sheets(interaction, transaction, [row])
        unit = as_it_fights(system, row, await ledger_for(transaction, system)) if kind == SHIP else seen(system, row)
        card = system.card_of(unit)
        if kind == CHARACTER and (await reader_of(transaction)).everything:
            card = replace(card, lines=(*card.lines, *await _served(transaction, system, row)))
    shown = embed(card)
    if row.owner_id:
        shown.add_field(name="Owner", value=who(row.owner_id))
    return Reply(shown)


async def _served(transaction: Transaction, system: System, row: StoredUnit) -> Iterator[str]:
    """What somebody has done in fights, in a line; nothing for whoever has seen none. Where sides know only what they
    have seen, it is the referee's: it would tell whom they have hit unseen.
    """
    kept = transaction.campaign
    found = await services(transaction.connection, kept.id, kept.head_id, system, [row.id])
    line = service_line(found[row.id])
    return iter([f"Service: {line}"] if line else [])


def roster(
    system: System, units: Sequence[StoredUnit], settings: Settings | None = None, ledger: Any = None
) -> Iterator[str]:
    """The characters or ships as Discord lines under their sides: name, how they are, what they carry; of ships that
    fight by the `ledger` of their battle.

    With a campaign's `settings` it says as well what a side's sheets come to together, where all of them are known.
    """

    def now(row: StoredUnit) -> Unit:
        return as_it_fights(system, row, ledger) if row.kind == SHIP else seen(system, row)

    # The units of a side are in the order of `units`: strangers as they were met, and not as they came into the game.
    in_order = sorted(units, key=lambda unit: (unit.side.casefold(), unit.side))
    for side, group in groupby(in_order, key=lambda unit: unit.side):
        members = list(group)
        yield f"**{plain(side or 'No side')}**"
        if settings is not None and not any(unit.foreign for unit in members):
            yield from map(plain, system.totals([now(unit).sheet for unit in members], settings))
        for unit in members:
            owner = f" · {who(unit.owner_id)}" if unit.owner_id else ""
            yield f"{plain(unit.name)}: {plain(system.line_of(now(unit)))}{owner}"


async def brought_now(
    interaction: Interaction, transaction: Transaction, said: Wish, _: Sequence[str]
) -> tuple[Wish, Sequence[str]]:
    """Who is to be brought once somebody has said yes to it: whoever is meant now, as they are."""
    fields = said["fields"]
    there = await people_elsewhere(transaction.connection, place_of(interaction), transaction.actor)
    one = _meant(there, str(fields["name"]), str(fields.get("campaign", "")))
    system = interaction.client.table.systems[one.system]
    fields = {**fields, "name": one.unit.name, "campaign": str(one.campaign)}
    return {**said, "fields": fields, "asked": as_they_are([one.unit])}, lines_for(transaction, system, [one.unit])


async def carry_bringing(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Bring somebody here, as it was said: they stay as they are where they come from. Raises RuleError where they are
    others by now than those for whom it was asked.
    """
    table, verb, fields = interaction.client.table, said["verb"], said["fields"]
    people = table.system_of(transaction)
    there = await people_elsewhere(transaction.connection, place_of(interaction), transaction.actor)
    check_unchanged([each.unit for each in there], said.get("asked", {}))
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
