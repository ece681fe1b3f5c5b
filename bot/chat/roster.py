"""Everybody in a campaign, side by side."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import discord

from bot.campaign.play import seen
from bot.campaign.rows import StoredUnit
from bot.chat.wording import embed, plain
from bot.engine.system import System


def sheet_embed(system: System, unit: StoredUnit) -> discord.Embed:
    """A whole sheet, and whose it is."""
    shown = embed(system.card(seen(system, unit)))
    if unit.owner_id:
        shown.add_field(name="Owner", value=f"<@{unit.owner_id}>")
    return shown


def roster(system: System, units: Sequence[StoredUnit]) -> Iterator[str]:
    """The characters or ships as Discord lines under their sides: name, how they are, what they carry."""
    in_order = sorted(units, key=lambda unit: (unit.side.casefold(), unit.id))
    for side, members in groupby(in_order, key=lambda unit: unit.side):
        yield f"**{plain(side or 'No side')}**"
        for unit in members:
            owner = f" · <@{unit.owner_id}>" if unit.owner_id else ""
            yield f"{plain(unit.name)}: {plain(system.line(seen(system, unit).sheet))}{owner}"
