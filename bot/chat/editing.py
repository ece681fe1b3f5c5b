"""Putting a character or a ship right by hand: what is offered while one types."""

from collections.abc import Sequence

from bot.campaign.turn import Turn
from bot.chat.completion import completing
from bot.chat.table import Interaction
from bot.engine.errors import RuleError
from bot.engine.system import System
from bot.systems.people import OUTSIDE_THE_SHEET


@completing
async def editable_fields(interaction: Interaction, turn: Turn, _: System) -> Sequence[str]:
    """What can be changed about whoever is named, a character or a ship."""
    return (*OUTSIDE_THE_SHEET, *(await _rules_typed(interaction, turn)).traits)


@completing
async def field_values(interaction: Interaction, turn: Turn, _: System) -> Sequence[str]:
    """What the field that was chosen can be changed to, where that is a list."""
    known = (await _rules_typed(interaction, turn)).traits.get(interaction.namespace.field or "")
    return known.suggestions if known else ()


async def _rules_typed(interaction: Interaction, turn: Turn) -> System:
    """The rules of whoever was typed so far; a character's where that is nobody yet."""
    try:
        kind = await turn.kind_named(interaction.namespace.name or "")
        await turn.unit(interaction.namespace.name or "", kind)
    except RuleError:
        return interaction.client.table.system_of(turn)
    return interaction.client.table.sheets(turn, kind)
