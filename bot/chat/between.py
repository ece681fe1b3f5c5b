"""What is done between fights, for which more is read than the game as it is."""

from typing import Any

from discord import TextStyle
from discord.ui import Modal, TextInput

from bot.campaign.casting import cast_of
from bot.campaign.gate import game_for
from bot.campaign.past import outfits
from bot.campaign.play import play
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish
from bot.chat.answer import Reply
from bot.chat.files import LONGEST_FIELD, form, submitted
from bot.chat.orders import carry_order, told_of
from bot.chat.petitions import Petition, Told, done_or_asked
from bot.chat.table import Interaction, place_of
from bot.chat.wording import lines_embed
from bot.engine.errors import LacksError
from bot.systems.marks import without_prisoners
from bot.systems.resting import REST, Outfits, hurt

# What the options of `/rest` are called, and the lines of its form.
_WHO, _DAYS, _HEALS, _PRISONERS = "name", "days", "heals", "prisoners"
_ASKS = "How are the wounded then?"


async def carry_resupply(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Give people back what they began with, by what the journal says they have had."""
    table, verb = interaction.client.table, said["verb"]
    system = table.rules(transaction, verb)
    order = system.order(verb)
    cast = await cast_of(transaction, system, order, order.as_called_now(said["people"]))
    units = (await game_for(transaction, system)).units
    held = await outfits(transaction, system, [unit_id for parts in cast.values() for unit_id, _ in parts])
    past = Outfits({unit.name: held[unit.id] for unit in units.values() if unit.id in held})
    entry = await play(transaction, place_of(interaction), system, verb, cast, said["fields"], table.new_dice, past)
    return await told_of(interaction, transaction, system, entry)


async def carry_rest(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Let days pass; or open the form that asks how those are then whose wounds no rule heals."""
    try:
        return await carry_order(interaction, transaction, said)
    except LacksError as lacks:
        shown, asked = lines_embed(_ASKS, [str(lacks)]), await _form(interaction, transaction, said)

    async def told() -> Reply:
        return Reply(shown, form=asked)

    return told


async def _form(interaction: Interaction, transaction: Transaction, said: Wish) -> Modal:
    """The form with who rests, how long, and a line for each who is hurt."""
    system = interaction.client.table.rules(transaction, REST)
    cast = await cast_of(transaction, system, system.order(REST), said["people"])
    ids = {unit_id for parts in cast.values() for unit_id, _ in parts}
    units = [unit for unit in (await game_for(transaction, system)).units.values() if unit.id in ids]
    too = bool(said["fields"].get(_PRISONERS, False))
    meant, _ = without_prisoners(units, too=too)
    lines = [f"{name}: {wounds}" for name, wounds in hurt(system, tuple(meant.values())).items()]
    text = ""
    for line in lines:
        text += f"{line}\n" if len(text) + len(line) < LONGEST_FIELD else ""
    return form(
        REST,
        _ASKS,
        TextInput[Any](label="Days", custom_id=_DAYS, default=str(said["fields"][_DAYS]), max_length=10),
        TextInput[Any](
            label="Who rests; empty: everybody",
            custom_id=_WHO,
            default=str(said["people"].get(_WHO, "")),
            required=False,
        ),
        TextInput[Any](
            label="Change how they are after these days",
            custom_id=_HEALS,
            default=text.strip(),
            style=TextStyle.paragraph,
            max_length=LONGEST_FIELD,
        ),
        *([TextInput[Any](label="Prisoners too", custom_id=_PRISONERS, default="yes", required=False)] if too else []),
    )


async def give_rest(interaction: Interaction) -> Reply:
    """Let days pass as the submitted form says."""
    written = submitted(interaction)
    people = {_WHO: written[_WHO]} if written[_WHO].strip() else {}
    fields: dict[str, Any] = {_DAYS: written[_DAYS], _HEALS: written[_HEALS]}
    if written.get(_PRISONERS, "").strip():
        fields[_PRISONERS] = True
    said = {"verb": REST, "people": people, "fields": fields}
    return await done_or_asked(interaction, Petition(REST, said, written), carry_rest)
