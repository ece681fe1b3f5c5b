"""Ships in a campaign: added from listings and templates, drawn and changed as designs."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.campaign.access import ACCESS
from bot.campaign.asking import Said
from bot.campaign.fighting import check_free, check_not_fighting
from bot.campaign.game import seen
from bot.campaign.rows import Recorded, StoredUnit
from bot.campaign.turn import Turn
from bot.chat.answer import Attached, Reply
from bot.chat.asking import Asked, Told, done_or_asked
from bot.chat.files import keepable, text_of
from bot.chat.orders import entry_reply
from bot.chat.table import Interaction, place_of
from bot.chat.wording import embed
from bot.engine.cards import Card, counted
from bot.engine.errors import RuleError
from bot.engine.groups import stem
from bot.engine.matching import match
from bot.engine.shipyard import Drawing, Shipyard
from bot.engine.system import SHIP, Need, System, Unit, whole
from bot.systems.names import clean_name, key_of, numbered, usable_name

MOST_AT_ONCE = 50
MOST_SHIPS = 300
_LONGEST_SHOWN = 2000


def owner_of(turn: Turn, owner: discord.Member | None) -> int | None:
    """Whose a new ship is: the one's named, or the player's who adds it; the referee's own belong to nobody."""
    if owner is None:
        return None if turn.referee else turn.actor.id
    if owner.id != turn.actor.id:
        turn.check(ACCESS["character owner"], "Giving something to somebody else")
    return owner.id


def yard_of(turn: Turn, system: System) -> Shipyard:
    """What the rules for ships do with text by the campaign's settings; raises RuleError where they do nothing."""
    if system.shipyard is None:
        raise RuleError(f"{system.title} designs no ships.")
    return system.shipyard(turn.campaign.settings)


async def sheets(turn: Turn, system: System) -> dict[str, Any]:
    """The sheets of all ships by name."""
    return {unit.name: seen(system, unit).sheet for unit in await turn.units(SHIP)}


async def templates(turn: Turn, system: System) -> dict[str, Unit]:
    """What `/ship add` can make more of: the actor's own designs and listings, and the ships that the rules know."""
    own = {unit.name: seen(system, unit) for unit in await turn.units(SHIP) if turn.commands(unit)}
    return {**system.templates, **own}


async def add_template(
    interaction: Interaction, typed: str, name: str | None, count: int, side: str | None, owner: discord.Member | None
) -> Reply:
    """Add a ship that the rules know, or one like one's own as it was built, or several alike."""
    table = interaction.client.table
    async with table.turn(interaction) as turn:
        system = table.ships
        known = await templates(turn, system)
        template = known[match(typed, known, what="ship")]
        count = whole(count, "count", 1, MOST_AT_ONCE)
        taken = {unit.key for unit in await turn.units(SHIP)}
        called = clean_name(name or stem(template.name))
        names = numbered(called, count, taken)
        if name is None and key_of(called) in taken:
            names = numbered(called, max(count, 2), taken)[:count]
        alike = _newcomer(system, stem(template.name), yard_of(turn, system).as_built(template.sheet))
        card = await _join(turn, [(each, alike) for each in names], side, owner_of(turn, owner))
        entry = await turn.record("ship add", card, place=place_of(interaction))
    return entry_reply(turn, system, entry)


async def add_listings(
    interaction: Interaction, source: str | discord.Attachment, side: str | None, owner: discord.Member | None
) -> Reply:
    """Add every ship of a pasted text or a file, with the doubts about each."""
    text = await text_of(source)
    table = interaction.client.table
    system = table.ships
    async with table.turn(interaction) as turn:
        yard = yard_of(turn, system)
    # A whole fleet takes a while to read: nobody waits for that.
    refused, read = await asyncio.to_thread(_read, system, yard, text)
    async with table.turn(interaction) as turn:
        if not read:
            raise RuleError(refused[0])
        taken = {unit.key for unit in await turn.units(SHIP)}
        ships = list(zip(_names(read, taken), read, strict=True))
        card = await _join(turn, ships, side, owner_of(turn, owner), refused)
        entry = await turn.record("ship add", card, place=place_of(interaction))
    return entry_reply(turn, system, entry)


@dataclass(frozen=True, slots=True)
class _Newcomer:
    """A ship that is to join: what it calls itself, its sheet as it is kept, its line, and the doubts about it."""

    name: str
    sheet: dict[str, Any]
    line: str
    doubts: Sequence[str]


def _newcomer(system: System, name: str, sheet: Any) -> _Newcomer:
    doubts = system.card(Unit(name, "", sheet)).working
    return _Newcomer(name, system.dump_sheet(sheet), system.line(sheet), doubts)


def _read(system: System, yard: Shipyard, text: str) -> tuple[Sequence[str], list[_Newcomer]]:
    """What of a text could not be read, and the ships in it."""
    found = yard.paste(text)
    return found.refused, [_newcomer(system, name, sheet) for name, sheet in found.ships]


def _names(ships: Sequence[_Newcomer], taken: set[str]) -> list[str]:
    """A name for each out of its own, numbered where it has none, or one that is taken."""
    names: list[str] = []
    for ship in ships:
        name = usable_name(ship.name, "Ship")
        if name == "Ship" or key_of(name) in taken:
            name = next(each for each in numbered(name, len(taken) + 2, taken))
        names.append(name)
        taken = {*taken, key_of(name)}
    return names


async def _join(
    turn: Turn,
    ships: Sequence[tuple[str, _Newcomer]],
    side: str | None,
    owner_id: int | None,
    refused: Sequence[str] = (),
) -> Card:
    """Put ships into the campaign, each under a name; the card that names them."""
    turn.check(Need.OWNER, "/ship add", owner_id)
    if len(await turn.units(SHIP)) + len(ships) > MOST_SHIPS:
        raise RuleError(f"A campaign holds {MOST_SHIPS} ships: remove some first.")
    lines: list[str] = []
    told: _Newcomer | None = None
    for name, ship in ships:
        clean = clean_name(name)
        await turn.add_unit(clean, await turn.side_named(side), owner_id, ship.sheet, SHIP)
        # Those that are the same have the same doubts.
        lines += [f"{clean}: {ship.line}", *(f"? {doubt}" for doubt in ship.doubts if ship is not told)]
        told = ship
    title = f"{ships[0][0]} joins" if len(ships) == 1 else f"{counted(len(ships), 'ship')} join"
    # What was not read comes first: a long list of doubts may be cut.
    return Card(title, (*(f"Not read: {sentence}" for sentence in refused), *lines))


async def keep_design(interaction: Interaction, name: str | None, source: str | discord.Attachment) -> Reply:
    """Keep a design under a name, as a new ship or instead of the one of that name; its bill goes with it."""
    text = await text_of(source)
    said = {"name": name, "design": text}
    return await done_or_asked(interaction, Asked("design", said, {**said, "name": name or ""}), carry_design)


async def carry_design(interaction: Interaction, turn: Turn, said: Said) -> Told:
    """Keep a whole design as it was said."""
    system = interaction.client.table.ships
    name, text = said["name"], said["design"]
    others = await sheets(turn, system)
    row = await _named(turn, name)
    called = row.name if row else (name or "").strip()
    drawing = await asyncio.to_thread(yard_of(turn, system).draw, called, text, _but(others, row))
    if row is None:
        row = await _named(turn, drawing.name)
    entry = await _keep(interaction, turn, system, row, drawing, name)
    return _billed(turn, system, entry, drawing)


async def change_design(interaction: Interaction, name: str, changes: str) -> Reply:
    """Change some lines of a ship's design, or begin a new one with its first lines; its bill goes with it."""
    said = {"name": name, "change": keepable(changes)}
    return await done_or_asked(interaction, Asked("change", said, said), carry_change)


async def carry_change(interaction: Interaction, turn: Turn, said: Said) -> Told:
    """Change some lines of a design as it was said."""
    system = interaction.client.table.ships
    name, changes = said["name"], said["change"]
    others = await sheets(turn, system)
    row: StoredUnit | None = None
    try:
        row = known = await turn.unit(name, SHIP)
    except RuleError as unknown:
        called = clean_name(name)
        drawing = await asyncio.to_thread(_begun, yard_of(turn, system), called, _lines(changes), others, unknown)
    else:
        called = known.name
        text = yard_of(turn, system).amend(design_of(turn, system, known), _lines(changes))
        drawing = await asyncio.to_thread(yard_of(turn, system).draw, called, text, _but(others, known))
    entry = await _keep(interaction, turn, system, row, drawing, called)
    return _billed(turn, system, entry, drawing)


def _begun(yard: Shipyard, name: str, lines: str, others: Mapping[str, Any], unknown: RuleError) -> Drawing:
    """A new design from its first lines; where they are none, the name may be a slip, which is told as well."""
    try:
        return yard.draw(name, yard.amend("", lines), others)
    except RuleError as problem:
        raise RuleError(f"{unknown} For a new ship: {problem}") from None


async def what_if(interaction: Interaction, name: str, changes: str) -> Reply:
    """What changing some lines of a design would do; nothing changes."""
    table = interaction.client.table
    async with table.turn(interaction) as turn:
        system = table.ships
        row = await turn.unit(name, SHIP)
        yard = yard_of(turn, system)
        before = design_of(turn, system, row)
        others = _but(await sheets(turn, system), row)
    after = yard.amend(before, _lines(changes))
    card = await asyncio.to_thread(yard.compare, row.name, before, after, others)
    return Reply(embed(card), private=True)


def design_of(turn: Turn, system: System, row: StoredUnit) -> str:
    """The design that a ship was made from; raises RuleError where it was pasted as a listing."""
    text = yard_of(turn, system).design_of(seen(system, row).sheet)
    if not text:
        raise RuleError(f"{row.name} came as a listing and has no design: draw one with /ship design.")
    return text


async def _named(turn: Turn, name: str | None) -> StoredUnit | None:
    key = key_of(clean_name(name)) if name else None
    return next((unit for unit in await turn.units(SHIP) if unit.key == key), None)


def _but(others: Mapping[str, Any], row: StoredUnit | None) -> dict[str, Any]:
    return {name: sheet for name, sheet in others.items() if row is None or name != row.name}


def _lines(changes: str) -> str:
    """Several changes may stand on one line, with semicolons between them."""
    return "\n".join(change.strip() for change in keepable(changes).split(";"))


async def _keep(
    interaction: Interaction, turn: Turn, system: System, row: StoredUnit | None, drawing: Drawing, name: str | None
) -> Recorded:
    sheet = system.dump_sheet(drawing.sheet)
    if row is not None:
        turn.check(Need.OWNER, row.name, row.owner_id)
        await check_not_fighting(turn, system, row)
        await check_free(turn, interaction.client.table.system_of(turn))
        turn.change(row, sheet=sheet)
    else:
        if not (name or drawing.name):
            raise RuleError("Name the ship: give a name, or begin the design with a line such as “name Sable”.")
        if len(await turn.units(SHIP)) >= MOST_SHIPS:
            raise RuleError(f"A campaign holds {MOST_SHIPS} ships: remove some first.")
        await turn.add_unit(clean_name(name or drawing.name), "", owner_of(turn, None), sheet, SHIP)
    return await turn.record("ship design", drawing.card, place=place_of(interaction))


def _billed(turn: Turn, system: System, entry: Recorded, drawing: Drawing) -> Told:
    async def told() -> Reply:
        return Reply(entry_reply(turn, system, entry).embed, entry, [_in_full(drawing, system)])

    return told


def _in_full(drawing: Drawing, system: System) -> Attached:
    return Attached("bill.txt", drawing.bill.encode(), f"The bill in full by {system.title}")


async def bill(interaction: Interaction, name: str) -> Reply:
    """A ship's bill at a glance, and in full as a file."""
    table = interaction.client.table
    async with table.turn(interaction) as turn:
        system = table.ships
        row = await turn.unit(name, SHIP)
        others = _but(await sheets(turn, system), row)
        design = design_of(turn, system, row)
    drawing = await asyncio.to_thread(yard_of(turn, system).draw, row.name, design, others)
    return Reply(embed(drawing.card, working=True), attached=[_in_full(drawing, system)])


async def export(interaction: Interaction, name: str | None) -> Reply:
    """One ship's listing to copy, or everybody's as a file."""
    table = interaction.client.table
    async with table.turn(interaction) as turn:
        system = table.ships
        ships = others = await sheets(turn, system)
        if name is not None:
            named = await turn.unit(name, SHIP)
            ships = {named.name: ships[named.name]}
    if not ships:
        raise RuleError("There are no ships here yet: add one with /ship add.")
    text = await asyncio.to_thread(yard_of(turn, system).listing, ships, others)
    shown = discord.Embed(title=next(iter(ships)) if name else counted(len(ships), "ship"))
    if len(text) < _LONGEST_SHOWN and "```" not in text:
        shown.description = f"```\n{text}```"
    return Reply(shown, attached=[Attached("ships.txt", text.encode(), "Listings, ready to paste")])
