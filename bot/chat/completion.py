"""What slash commands offer while one types: characters of the campaign, and values that its rules know."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.campaign.game import seen
from bot.campaign.gate import game_for, kind_for, row_for, rows_for, sides_for
from bot.campaign.rows import StoredUnit
from bot.campaign.transaction import Transaction
from bot.chat.offers import Offer, offered, sides_offered
from bot.chat.table import Interaction, rules_here
from bot.deck.placing import places as spots
from bot.engine.errors import RuleError
from bot.engine.fields import BESIDE
from bot.engine.system import CAREER, CHARACTER, SHIP, Order, Scene, System, namesakes
from bot.engine.typed import begins, read_people
from bot.exchange import skills_for
from bot.systems.people import OUTSIDE_THE_SHEET

Completer = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]
MOST_CHOICES = 25
_LONGEST = 100


def choices(options: Iterable[str], typed: str) -> list[app_commands.Choice[str]]:
    """The options that hold what was typed, those that begin with it first, as many as Discord takes; each without what
    is told beside it.
    """
    key = typed.strip().casefold()
    fitting = [option for option in options if key in option.casefold() and 0 < len(option) <= _LONGEST]
    fitting.sort(key=lambda option: not option.casefold().startswith(key))
    return [app_commands.Choice(name=option, value=option.partition(BESIDE)[0]) for option in fitting[:MOST_CHOICES]]


def taking_part(verb: str, filled: str) -> Completer:
    """Those who may fill a role of an order, in a list the next after its last comma: whoever is likely meant first."""

    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        before, mark, last = _last_part(typed)
        listed = {part.split("@")[0].strip().casefold() for part in before.split(",")}
        try:
            async with interaction.client.table.transaction(interaction) as transaction:
                offers = await _likely(interaction, transaction, verb, filled)
        except RuleError:
            return []
        found = [offer for offer in offers if last in offer.name.casefold() and offer.name.casefold() not in listed]
        found.sort(key=lambda offer: not offer.name.casefold().startswith(last))
        return [
            app_commands.Choice(name=f"{before}{mark}{offer.line}"[:_LONGEST], value=f"{before}{mark}{offer.name}")
            for offer in found[:MOST_CHOICES]
            if len(before + mark + offer.name) <= _LONGEST
        ]

    return complete


async def _likely(interaction: Interaction, transaction: Transaction, verb: str, filled: str) -> Sequence[Offer]:
    system = interaction.client.table.rules(transaction, verb)
    roles, board = system.order(verb).roles, (await game_for(transaction, system)).board
    role = next((role for role in roles if role.name == filled), None)
    if role is None:
        # Another book's order of this verb has it.
        return ()
    rows = await rows_for(transaction, system.kind)
    own = [row for row in rows if transaction.commands(row, own=True)]
    acting = own if len(own) == 1 else []
    typed = getattr(interaction.namespace, roles[0].name, None)
    if typed and role is not roles[0]:
        named = {part.name.casefold() for part in read_people(typed)}
        acting = [row for row in rows if row.name.casefold() in named]
    doers = () if role is roles[0] else acting
    if role.fits is not None:
        fitting = role.fits(await _scene(interaction, transaction, system, system.order(verb)))
        rows = [row for row in rows if row.name in fitting]
    likely = await asyncio.to_thread(offered, system, rows, board, role, doers, own.__contains__)
    offers = _of_side(likely, rows, getattr(interaction.namespace, "side", None) or "")
    several = system.kind != SHIP and (role.many or role.each)
    return [*offers, *sides_offered(rows)] if several else offers


def _of_side(offers: Sequence[Offer], rows: Sequence[StoredUnit], side: str) -> Sequence[Offer]:
    """The same, those of a side that was typed first."""
    its = {row.name for row in rows if row.side and row.side.casefold() == side.strip().casefold()}
    return sorted(offers, key=lambda offer: offer.name not in its)


def completing(offer: Callable[[Interaction, Transaction, System], Awaitable[Sequence[str]]]) -> Completer:
    """A completer that looks into the channel's campaign; without one it offers nothing."""

    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        table = interaction.client.table
        try:
            async with table.transaction(interaction) as transaction:
                return choices(await offer(interaction, transaction, table.system_of(transaction)), typed)
        except RuleError:
            return []

    return complete


@completing
async def characters(_: Interaction, transaction: Transaction, __: System) -> Sequence[str]:
    """The names of the campaign's characters, the asker's own first."""
    rows = await rows_for(transaction)
    return [unit.name for unit in sorted(rows, key=lambda unit: not transaction.commands(unit, own=True))]


@completing
async def around(_: Interaction, transaction: Transaction, system: System) -> Sequence[str]:
    """Those who stand on the deck, its places and its rooms."""
    game = await game_for(transaction, system)
    return spots(Scene({}, board=game.board, known=game.units))


@completing
async def ships(_: Interaction, transaction: Transaction, __: System) -> Sequence[str]:
    """The names of the campaign's ships."""
    return [unit.name for unit in await rows_for(transaction, SHIP)]


@completing
async def careers(_: Interaction, transaction: Transaction, __: System) -> Sequence[str]:
    """The names of those whose careers the campaign has."""
    return [unit.name for unit in await rows_for(transaction, CAREER)]


@completing
async def everybody(_: Interaction, transaction: Transaction, __: System) -> Sequence[str]:
    """The names of the campaign's characters and ships."""
    return [unit.name for kind in namesakes(CHARACTER) for unit in await rows_for(transaction, kind)]


@completing
async def sides(_: Interaction, transaction: Transaction, __: System) -> Sequence[str]:
    """The sides that there are, of people and of ships."""
    return sorted(await sides_for(transaction))


def field(verb: str, name: str) -> Completer:
    """The values that a field of an order takes, given the characters chosen so far."""

    async def offer(interaction: Interaction, transaction: Transaction, _: System) -> Sequence[str]:
        system = interaction.client.table.rules(transaction, verb)
        order = system.order(verb)
        if not transaction.referee:
            order = replace(order, fields=tuple(field for field in order.fields if not field.referees))
        return order.suggestions(name, await _scene(interaction, transaction, system, order))

    return completing(offer)


def beside(verb: str, names: Collection[str]) -> Completer:
    """What `values` may say of an order by the campaign's own book, of these names: which there are, and behind one of
    them what it may be, in a list after its last comma.
    """

    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        before, mark, last = _last_part(typed)
        try:
            async with interaction.client.table.transaction(interaction) as transaction:
                offers = await _offers_beside(interaction, transaction, verb, names, last)
        except RuleError:
            return []
        return choices((f"{before}{mark}{offer}" for offer in offers if last in offer.casefold()), before)

    return complete


async def _offers_beside(
    interaction: Interaction, transaction: Transaction, verb: str, names: Collection[str], last: str
) -> Sequence[str]:
    system = interaction.client.table.rules(transaction, verb)
    order = system.order(verb)
    fields = [each for each in order.fields if each.name in names and (transaction.referee or not each.referees)]
    roles = [role.name for role in order.roles if role.name in names]
    known = [*roles, *(each.name for each in fields)]
    name = _begun(known, last)
    if not name:
        return known
    if name in roles:
        return [f"{name} {offer.name}" for offer in await _likely(interaction, transaction, verb, name)]
    scene = await _scene(interaction, transaction, system, order)
    return [f"{name} {each}" for each in order.suggestions(name, scene)]


def _begun(known: Iterable[str], last: str) -> str:
    """The longest of the known names with which a part begins; "" for none."""
    return next((name for name in sorted(known, key=len, reverse=True) if begins(last, name)), "")


def odds_beside(verb: str, names: Collection[str]) -> Completer:
    """The same for the odds of an order, with or without a campaign: what makes up its people first."""

    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        before, mark, last = _last_part(typed)
        try:
            system, _ = await rules_here(interaction, verb)
            order = _imagined(system.order(verb))
        except RuleError:
            return []
        roles = [role.name for role in order.roles if role.name in names]
        known = [*roles, *(each.name for each in order.fields if each.name in names)]
        name = _begun(known, last)
        if name in roles:
            return await beside(verb, names)(interaction, typed)
        offers = [f"{name} {each}" for each in order.suggestions(name, Scene({}))] if name else known
        return choices((f"{before}{mark}{offer}" for offer in offers if last in offer.casefold()), before)

    return complete


def _imagined(order: Order) -> Order:
    """The order with what makes up its people first, and any modifier."""
    made_up = order.odds.fields if order.odds else ()
    own = [each for each in order.fields if each.name not in {one.name for one in made_up}]
    return replace(order, fields=(*made_up, *own))


def skilled(verb: str, name: str) -> Completer:
    """Those with a career one of whose skills serves for a field of an order, which is a number: it is the level."""

    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[Any]]:
        table = interaction.client.table
        try:
            async with table.transaction(interaction) as transaction:
                system, careers = table.rules(transaction, verb), table.careers
                rows = await rows_for(transaction, CAREER)
                found = [(row.name, skills_for(careers, system, name, seen(careers, row).sheet)) for row in rows]
        except RuleError:
            return []
        said = [(f"{who}: {skill}-{level}", level) for who, skills in found for skill, level in skills]
        fitting = [each for each in said if typed.strip().casefold() in each[0].casefold()]
        return [app_commands.Choice(name=line[:_LONGEST], value=level) for line, level in fitting[:MOST_CHOICES]]

    return complete


def odds_field(verb: str, name: str) -> Completer:
    """The values that a field takes where odds are asked for by plain numbers, with or without a campaign."""

    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            system, _ = await rules_here(interaction, verb)
            order = _imagined(system.order(verb))
        except RuleError:
            return []
        return choices(order.suggestions(name, Scene({})), typed)

    return complete


async def _scene(interaction: discord.Interaction, transaction: Transaction, system: System, order: Order) -> Scene:
    chosen = {role.name: str(getattr(interaction.namespace, role.name, None)) for role in order.roles}
    game = await game_for(transaction, system)
    units = {role: (game.units[name],) for role, name in chosen.items() if name in game.units}
    own = [row.name for row in await rows_for(transaction, system.kind) if transaction.commands(row, own=True)]
    if len(own) == 1:
        theirs = (game.units[own[0]],)
        units = {**{role.name: theirs for role in order.roles if role.alone}, **units}
    sides = await sides_for(transaction) if order.registers else game.sides
    return Scene(units, game.ledger, game.board, known=game.units, by=transaction.by, sides=sides)


def battle_field(verb: str, name: str) -> Completer:
    """What a field of an order in a battle may say next, after what stands before its last comma or semicolon."""

    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        table = interaction.client.table
        try:
            async with table.transaction(interaction) as transaction:
                game, by = await game_for(transaction, table.ships), transaction.by
                closed = [row.name for row in await rows_for(transaction, SHIP) if row.foreign]
            scene = Scene({}, game.ledger, known=game.units, by=by, sides=game.sides, withheld=lambda: closed)
            offered = await asyncio.to_thread(table.ships.order(verb).suggestions, name, scene)
        except RuleError:
            return []
        return listed(offered, typed)

    return complete


def listed(names: Iterable[str], typed: str) -> list[app_commands.Choice[str]]:
    """What may come next in a list, after what stands before its last comma or semicolon."""
    before, mark, last = _last_part(typed)
    return choices((f"{before}{mark}{name}" for name in names if last in name.casefold()), before)


def _last_part(typed: str) -> tuple[str, str, str]:
    """What stands before the last comma or semicolon, that mark with a space, and what is being typed after it."""
    place = max(typed.rfind(","), typed.rfind(";")) + 1
    mark = f"{typed[place - 1]} " if place else ""
    return typed[: max(0, place - 1)], mark, typed[place:].strip().casefold()


@completing
async def editable_fields(interaction: Interaction, transaction: Transaction, _: System) -> Sequence[str]:
    """What can be changed about whoever is named, a character or a ship."""
    return (*OUTSIDE_THE_SHEET, *(await _rules_typed(interaction, transaction)).traits)


@completing
async def field_values(interaction: Interaction, transaction: Transaction, _: System) -> Sequence[str]:
    """What the field that was chosen can be changed to, where that is a list."""
    known = (await _rules_typed(interaction, transaction)).traits.get(interaction.namespace.field or "")
    return known.suggestions if known else ()


async def _rules_typed(interaction: Interaction, transaction: Transaction) -> System:
    """The rules of whoever was typed so far; a character's where that is nobody yet."""
    first = (interaction.namespace.name or "").partition(",")[0]
    try:
        kind = await kind_for(transaction, first)
        await row_for(transaction, first, kind)
    except RuleError:
        return interaction.client.table.system_of(transaction)
    return interaction.client.table.sheets(transaction, kind)
