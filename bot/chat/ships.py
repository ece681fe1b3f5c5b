"""Ships in a campaign: added from listings and templates, drawn and changed as designs."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import discord

from bot.campaign.casting import as_they_are, check_as_asked
from bot.campaign.game import check_free, seen
from bot.campaign.gate import game_for, row_for, rows_for
from bot.campaign.rows import StoredUnit
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish
from bot.chat.answer import Reply
from bot.chat.files import Attached, keepable, text_of
from bot.chat.orders import entry_reply, house_order
from bot.chat.petitions import Petition, Told, done_or_asked, lines_for
from bot.chat.seats import seated
from bot.chat.table import Interaction, close_sheets
from bot.chat.wording import embed
from bot.engine.cards import counted
from bot.engine.dice import Faces
from bot.engine.errors import RuleError
from bot.engine.scene import Unit, Units
from bot.engine.ships import Drawing
from bot.engine.system import SHIP, System
from bot.engine.typed import match
from bot.systems.names import key_of
from bot.systems.ships import Draft, Found, design_of, read_listings, sheets_but, templates, yard_of

_LONGEST_SHOWN = 2000
ADD = "ship add"


async def add_template(
    interaction: Interaction, typed: str, name: str | None, count: int, side: str | None, owner: discord.Member | None
) -> Reply:
    """Add a ship that the rules know, or one like one's own as it was built, or several alike."""
    said = _said({"template": typed, "name": name, "count": str(count)}, side, owner)
    return await done_or_asked(interaction, Petition(ADD, {"fields": said}, said, SHIP, _like_now), carry_ships)


async def add_listings(
    interaction: Interaction, source: str | discord.Attachment, side: str | None, owner: discord.Member | None
) -> Reply:
    """Add every ship of a pasted text or a file, with the doubts about each."""
    text, said = await text_of(source), _said({}, side, owner)
    async with interaction.client.table.transaction(interaction) as transaction:
        settings = transaction.campaign.settings
    # A whole fleet takes a while to read: nobody waits for that.
    found = await asyncio.to_thread(read_listings, interaction.client.table.ships, settings, text)
    asked = Petition(ADD, {"fields": said, "listings": text}, {"file": text, **said}, SHIP)
    return await done_or_asked(interaction, asked, partial(_add, found))


def _said(given: Mapping[str, str | None], side: str | None, owner: discord.Member | None) -> dict[str, str]:
    """What was said of ships to come."""
    said = {**given, "side": side, "owner": str(owner.id) if owner else None}
    return {name: value for name, value in said.items() if value is not None}


async def carry_ships(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Let ships come as it was said; raises RuleError where the one that they are to be like is another by now."""
    await check_as_asked(transaction, interaction.client.table.ships, said.get("asked", {}))
    text, ships = said.get("listings"), interaction.client.table.ships
    settings = transaction.campaign.settings
    found = None if text is None else await asyncio.to_thread(read_listings, ships, settings, text)
    return await _add(found, interaction, transaction, said)


async def _add(found: Found | None, interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    entry = await house_order(interaction, transaction, ADD, said["fields"], found)
    sits = await seated(transaction, entry)

    async def told() -> Reply:
        return replace(entry_reply(transaction, entry), seats=sits)

    return told


async def keep_design(interaction: Interaction, name: str | None, source: str | discord.Attachment) -> Reply:
    """Keep a design under a name, as a new ship or instead of the one of that name; its bill goes with it."""
    text = await text_of(source)
    said = {"name": name, "design": text}
    asked = Petition("design", said, {**said, "name": name or ""}, SHIP, _drawn_now)
    return await done_or_asked(interaction, asked, carry_design)


async def carry_design(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Keep a whole design as it was said; raises RuleError where the ship that had another is changed by now."""
    await check_as_asked(transaction, interaction.client.table.ships, said.get("asked", {}))
    return await _billed(interaction, transaction, Draft(said["name"] or "", said["design"], whole=True))


async def change_design(interaction: Interaction, name: str, changes: str) -> Reply:
    """Change some lines of a ship's design, or begin a new one with its first lines; its bill goes with it."""
    if not name.strip():
        raise RuleError("Say whose design changes, as name:Wasp; a name of no ship begins a new one.")
    said = {"name": name, "change": keepable(changes)}
    return await done_or_asked(interaction, Petition("change", said, said, SHIP, _drawn_now), carry_change)


async def carry_change(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Change some lines of a design as it was said; raises RuleError where its ship is changed by now."""
    await check_as_asked(transaction, interaction.client.table.ships, said.get("asked", {}))
    return await _billed(interaction, transaction, Draft(said["name"], _lines(said["change"]), whole=False))


async def _like_now(
    interaction: Interaction, transaction: Transaction, said: Wish, _: Sequence[str]
) -> tuple[Wish, Sequence[str]]:
    """Which ships are to come once somebody has said yes to it: like the one that is meant now, as it is."""
    ships, known = interaction.client.table.ships, {row.name: row for row in await rows_for(transaction, SHIP)}
    own = {name: seen(ships, row) for name, row in known.items()}
    name = match(said["fields"]["template"], templates(ships, own, transaction.by), what="ship")
    return _pinned(transaction, ships, {**said, "fields": {**said["fields"], "template": name}}, known.get(name))


async def _drawn_now(
    interaction: Interaction, transaction: Transaction, said: Wish, _: Sequence[str]
) -> tuple[Wish, Sequence[str]]:
    """Whose design is to be kept once somebody has said yes to it: that of the ship that is meant now, as it is."""
    known = {row.name: row for row in await rows_for(transaction, SHIP)}
    name = next((each for each in known if key_of(each) == key_of(str(said["name"] or ""))), "")
    with suppress(RuleError):
        # Some lines alone are for a ship that is there, also by a part of its name.
        name = name or (match(said["name"], known, what="ship") if "change" in said else "")
    return _pinned(transaction, interaction.client.table.ships, {**said, "name": name or said["name"]}, known.get(name))


def _pinned(transaction: Transaction, ships: System, said: Wish, row: StoredUnit | None) -> tuple[Wish, Sequence[str]]:
    """What was said of a ship that is to be as it is until a yes comes; as it stands where it is of no ship."""
    if row is None:
        return said, ()
    return {**said, "asked": as_they_are([row])}, lines_for(transaction, ships, [row])


async def _billed(interaction: Interaction, transaction: Transaction, draft: Draft) -> Told:
    """Carry out an order that keeps a design; its bill goes with the answer."""
    table = interaction.client.table
    entry = await house_order(interaction, transaction, "ship design", material=draft)
    assert entry.outcome is not None, "it has just been carried out"
    if any(unit.id for unit in entry.outcome.units.values()):
        await check_free(transaction, table.system_of(transaction))
    drawing: Drawing = entry.outcome.result

    async def told() -> Reply:
        return Reply(entry_reply(transaction, entry).embed, entry, [_in_full(drawing, table.ships)])

    return told


async def _ship(interaction: Interaction, transaction: Transaction, system: System, name: str) -> tuple[Unit, Units]:
    """The ship that was meant, and all of them whose sheets the actor may read; raises RuleError where that one's isn't
    theirs to read.
    """
    meant, units = await row_for(transaction, name, SHIP), await _open(interaction, transaction, system)
    if meant.foreign:
        raise RuleError(f"{meant.name} is another side's, whose sheets are closed: /ship show tells what shows of it.")
    return units[meant.name], units


async def _open(interaction: Interaction, transaction: Transaction, system: System) -> Units:
    units = (await game_for(transaction, system)).units
    close_sheets(interaction, transaction, units.values())
    return Units([name for name, unit in units.items() if not unit.foreign], units.__getitem__)


async def what_if(interaction: Interaction, name: str, changes: str) -> Reply:
    """What changing some lines of a design would do; nothing changes."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.ships
        ship, known = await _ship(interaction, transaction, system, name)
        yard = yard_of(system, transaction.campaign.settings)
        before = design_of(system, transaction.campaign.settings, ship)
    after = yard.amend(before, _lines(changes))
    card = await asyncio.to_thread(yard.compare, ship.name, before, after, sheets_but(known, ship))
    return Reply(embed(card))


def _lines(changes: str) -> str:
    """Several changes may stand on one line, with semicolons between them."""
    return "\n".join(change.strip() for change in keepable(changes).split(";"))


def _in_full(drawing: Drawing, system: System) -> Attached:
    return Attached("bill.txt", drawing.bill.encode(), f"The bill in full by {system.title}")


async def bill(interaction: Interaction, name: str) -> Reply:
    """A ship's bill at a glance, and in full as a file."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.ships
        ship, known = await _ship(interaction, transaction, system, name)
        yard = yard_of(system, transaction.campaign.settings)
        design = design_of(system, transaction.campaign.settings, ship)
    drawing = await asyncio.to_thread(yard.draw, ship.name, design, sheets_but(known, ship))
    return Reply(
        embed(system.ships.glance(drawing.glance, Faces(())), working=True), attached=[_in_full(drawing, system)]
    )


async def export(interaction: Interaction, name: str | None) -> Reply:
    """One ship's listing to copy, or everybody's as a file."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.ships
        ships = others = sheets_but(await _open(interaction, transaction, system), None)
        if name is not None:
            named, _ = await _ship(interaction, transaction, system, name)
            ships = {named.name: ships[named.name]}
    if not ships:
        raise RuleError("There are no ships here yet: add one with /ship add.")
    text = await asyncio.to_thread(yard_of(system, transaction.campaign.settings).listing, ships, others)
    shown = discord.Embed(title=next(iter(ships)) if name else counted(len(ships), "ship"))
    if len(text) < _LONGEST_SHOWN and "```" not in text:
        shown.description = f"```\n{text}```"
    return Reply(shown, attached=[Attached("ships.txt", text.encode(), "Listings, ready to paste")])
