"""Putting a character or a ship right by hand: one value at a time, in the journal like everything else."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.campaign.access import ACCESS
from bot.campaign.asking import Said
from bot.campaign.fighting import check_free, check_not_fighting
from bot.campaign.names import clean_name, key_of
from bot.campaign.rows import StoredUnit
from bot.campaign.turn import Turn
from bot.chat.answer import Reply
from bot.chat.asking import Asked, Told, done_or_asked
from bot.chat.completion import completing
from bot.chat.orders import told_of
from bot.chat.table import Interaction, place_of
from bot.engine.cards import Card, person, printable
from bot.engine.errors import RuleError
from bot.engine.matching import match
from bot.engine.system import CHARACTER, SHIP, Need, System, Trait

# What is kept beside the sheet, and so is no system's trait.
_OUTSIDE_THE_SHEET = ("name", "side")


@completing
async def editable_fields(interaction: Interaction, turn: Turn, _: System) -> Sequence[str]:
    """What can be changed about whoever is named, a character or a ship."""
    return (*_OUTSIDE_THE_SHEET, *(await _rules_typed(interaction, turn)).traits)


@completing
async def field_values(interaction: Interaction, turn: Turn, _: System) -> Sequence[str]:
    """What the field that was chosen can be changed to, where that is a list."""
    known = (await _rules_typed(interaction, turn)).traits.get(interaction.namespace.field or "")
    return known.suggestions if known else ()


async def _rules_typed(interaction: Interaction, turn: Turn) -> System:
    """The rules of whoever was typed so far; a character's where that is nobody yet."""
    try:
        found = await _found(turn, interaction.namespace.name or "", None)
    except RuleError:
        return interaction.client.table.system_of(turn)
    return interaction.client.table.rules(turn, found.kind)


async def _found(turn: Turn, name: str, kind: str | None) -> StoredUnit:
    """Whoever is named: of a kind, or of either, a character before a ship; raises RuleError where nobody is."""
    if kind is None:
        ships, people = await turn.units(SHIP), await turn.units()
        begun = [unit for unit in (*people, *ships) if unit.key.startswith(key_of(name.strip()))]
        exact = [unit for unit in begun if unit.key == key_of(name.strip())]
        kind = (exact or begun)[0].kind if begun else CHARACTER if people or not ships else SHIP
    return await turn.unit(name, kind)


def owner_of(turn: Turn, owner: discord.Member | None) -> int | None:
    """Whose somebody new is: the one's named, or the player's who adds it; the referee's own belong to nobody."""
    if owner is None:
        return None if turn.referee else turn.actor.id
    if owner.id != turn.actor.id:
        turn.check(ACCESS["character owner"], "Giving something to somebody else")
    return owner.id


async def edit(
    interaction: Interaction,
    name: str,
    field: str | None,
    value: str | None,
    owner: discord.Member | None = None,
    because: str = "",
    kind: str | None = CHARACTER,
) -> Reply:
    """Change one value of a character or a ship, or whose it is, with a reason for the journal.

    Without a kind it is whichever of both is named.
    """
    said = {"kind": kind, "name": name, "field": field, "value": value, "because": because}
    if owner is None:
        typed = {key: said[key] for key in ("name", "field", "value", "because") if said[key]}
        return await done_or_asked(interaction, Asked("edit", said, typed), carry_edit)
    async with interaction.client.table.turn(interaction) as turn:
        turn.check(ACCESS["character owner"], f"Giving a {kind or 'character'} to somebody else")
        told = await _changed(interaction, turn, said, owner)
    return await told()


async def carry_edit(interaction: Interaction, turn: Turn, said: Said) -> Told:
    """Change one value of a character or a ship as it was said."""
    return await _changed(interaction, turn, said, None)


async def _changed(interaction: Interaction, turn: Turn, said: Said, owner: discord.Member | None) -> Told:
    table, row = interaction.client.table, await _found(turn, said["name"], said["kind"])
    kind = row.kind
    system = table.rules(turn, kind)
    turn.check(Need.OWNER, row.name, row.owner_id)
    await check_not_fighting(turn, system, row)
    lines = []
    if said["field"] is not None:
        row, line = await _write(turn, system, row, said["field"], said["value"] or "")
        lines.append(line)
    if owner is not None:
        turn.change(row, owner_id=owner.id)
        lines.append(f"Owner: {person(owner.id)}")
    if not lines:
        raise RuleError("Say what to change: a field with its value, or an owner.")
    if said["because"]:
        lines.append(f"Because: {printable(said['because'])[:200]}")
    if turn.allowed_by is None:
        lines.append(f"By {person(turn.actor.id)}")
    await check_free(turn, table.system_of(turn))
    card = Card(f"{row.name} is changed", tuple(lines))
    entry = await turn.record(f"{kind} edit", card, place=place_of(interaction))
    return told_of(turn, system, entry)


async def remove(interaction: Interaction, name: str, kind: str = CHARACTER) -> Reply:
    """Take a character or a ship out of the campaign."""
    asked = Asked("remove", {"kind": kind, "name": name}, {"name": name})
    return await done_or_asked(interaction, asked, carry_remove)


async def carry_remove(interaction: Interaction, turn: Turn, said: Said) -> Told:
    """Take a character or a ship out of the campaign as it was said."""
    table, kind = interaction.client.table, said["kind"]
    system = table.rules(turn, kind)
    row = await turn.unit(said["name"], kind)
    turn.check(Need.OWNER, row.name, row.owner_id)
    await check_not_fighting(turn, system, row)
    await check_free(turn, table.system_of(turn))
    await turn.remove(row)
    await _rename(turn, system, row.name, "")
    card = Card(f"{row.name} leaves", (f"/undo brings the {kind} back.",))
    entry = await turn.record(f"{kind} remove", card, place=place_of(interaction))
    return told_of(turn, system, entry)


async def _rename(turn: Turn, system: System, before: str, after: str) -> None:
    """Have whatever names somebody name him as he is called now, or no longer where he has left."""
    known = system.load_things(turn.campaign.things)
    if (things := system.renamed(known, before, after)) != known:
        turn.change_campaign(things=system.dump_things(things))
    for other in await turn.units(system.kind):
        sheet = system.load_sheet(other.sheet)
        if (now := system.renamed_on(sheet, before, after)) != sheet:
            turn.change(other, sheet=system.dump_sheet(now))


async def _write(turn: Turn, system: System, row: StoredUnit, typed: str, value: str) -> tuple[StoredUnit, str]:
    """Write one field of a character; the character as it is then, and what was and is, in words."""
    field = match(typed, (*_OUTSIDE_THE_SHEET, *system.traits), what="field")
    if field == "name":
        new_name = clean_name(value)
        if key_of(new_name) != row.key:
            await turn.check_name(new_name, row)
        await _rename(turn, system, row.name, new_name)
        return turn.change(row, name=new_name, key=key_of(new_name)), f"Name: {row.name} → {new_name}"
    if field == "side":
        side = await turn.side_named(value)
        return turn.change(row, side=side), f"Side: {row.side or 'none'} → {side or 'none'}"
    if system.kind == SHIP:
        turn.ask(f"What the {field} of a ship is says the referee: a player's word needs his yes.")
    before = system.load_sheet(row.sheet)
    after = system.with_traits(before, {field: value}, turn.campaign.settings)
    changed = turn.change(row, sheet=system.dump_sheet(after))
    was, now = (_value(system.traits[field], sheet) for sheet in (before, after))
    return changed, f"{field.capitalize()}: {was} → {now} · {system.line(after)}"


def _value(trait: Trait, sheet: Any) -> str:
    """A value of a sheet in words; of a weapon that isn't carried there is none."""
    try:
        return trait.read(sheet) or "none"
    except RuleError:
        return "none"
