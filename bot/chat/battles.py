"""Orders in a battle of ships: its picture and its log go with the answer."""

import asyncio
from collections.abc import Mapping

from bot.campaign.play import play
from bot.campaign.rows import Recorded
from bot.chat.answer import Attached, Reply, answer
from bot.chat.orders import entry_reply
from bot.chat.table import Interaction, place_of
from bot.engine.fleets import Fleets
from bot.engine.system import Value
from renderers.fleet import fleet_png


async def give_battle_order(
    interaction: Interaction,
    verb: str,
    fields: Mapping[str, Value | None],
    ships: Mapping[str, str | None] | None = None,
) -> None:
    """Carry out `/battle verb` and answer; what is sealed goes to the orderer alone, that it was given to all."""

    async def work() -> Reply:
        table = interaction.client.table
        given = {name: value for name, value in fields.items() if value is not None}
        typed = {role: text for role, text in (ships or {}).items() if text is not None}
        async with table.turn(interaction) as turn:
            system = table.ships
            entry = await play(turn, place_of(interaction), system, f"battle {verb}", typed, given, table.new_dice)
        return entry_reply(turn, system, entry, await _attached(entry))

    await answer(interaction, work())


async def _attached(entry: Recorded) -> list[Attached]:
    """The picture of both fleets, and the log."""
    files = []
    if entry.outcome and entry.outcome.fleets and entry.outcome.fleets.ships:
        fleets = entry.outcome.fleets
        files.append(Attached("battle.png", await asyncio.to_thread(fleet_png, fleets), _in_words(fleets)))
    if entry.outcome and entry.outcome.log:
        files.append(
            Attached("log.txt", "\n".join(entry.outcome.log).encode(), "Everything that happened, line by line")
        )
    return files


def _in_words(fleets: Fleets) -> str:
    """The picture for who can't see it."""
    told = [fleets.title]
    for number, side in enumerate(fleets.sides):
        own = [ship for ship in fleets.ships if ship.side == number]
        states = ", ".join(f"{ship.name} {ship.state}" for ship in own[:20])
        told.append(f"{side}: {states}{', and more' if len(own) > 20 else ''}")
    return ". ".join(told)
