"""Orders in a battle of ships: what is offered for them, and the picture and log that go with the answer."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from discord import app_commands

from bot.campaign.play import play
from bot.campaign.rows import Recorded, StoredBattle
from bot.chat.answer import Attached, Reply, answer
from bot.chat.completion import Completer, choices
from bot.chat.orders import entry_reply
from bot.chat.table import Interaction, place_of
from bot.chat.tracking import track
from bot.engine.errors import RuleError
from bot.engine.fleets import Fleets
from bot.engine.system import Scene, System, Value
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
            after = entry.outcome
            assert after is not None
            tracked = await track(turn, system, after.battle, over=after.over, anew=verb == "new")
        return replace(entry_reply(turn, system, entry, await _attached(entry)), tracked=tracked)

    await answer(interaction, work())


async def _attached(entry: Recorded) -> list[Attached]:
    """The picture of both fleets, and the log."""
    files = []
    if entry.outcome and entry.outcome.fleets and entry.outcome.fleets.ships:
        fleets = entry.outcome.fleets
        files.append(Attached("battle.png", await asyncio.to_thread(fleet_png, fleets), _in_words(fleets)))
    if entry.outcome and entry.outcome.log:
        log = await asyncio.to_thread(_laid_out, entry.outcome.log)
        files.append(Attached("log.txt", log, "Everything that happened, line by line"))
    return files


def _laid_out(log: Sequence[str]) -> bytes:
    """The log as a file for a narrow screen: every stage of what happened on a line of its own."""
    return "\n".join(line.replace("; ", "\n    ") for line in log).encode()


def _in_words(fleets: Fleets) -> str:
    """The picture for who can't see it."""
    told = [fleets.title]
    for number, side in enumerate(fleets.sides):
        own = [ship for ship in fleets.ships if ship.side == number]
        states = ", ".join(f"{ship.name} {ship.state}" for ship in own[:20])
        told.append(f"{side}: {states}{', and more' if len(own) > 20 else ''}")
    return ". ".join(told)


def battle_field(verb: str, name: str) -> Completer:
    """What a field of an order in a battle may say next, after what stands before its last comma or semicolon."""

    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        table = interaction.client.table
        try:
            async with table.turn(interaction) as turn:
                stored, by = await turn.battle(), "" if turn.referee else str(turn.actor.id)
            offered = await asyncio.to_thread(_offers, table.ships, verb, name, stored, by)
        except RuleError:
            return []
        before, mark, last = _last_part(typed)
        return choices((f"{before}{mark}{offer}" for offer in offered if last in offer.casefold()), before)

    return complete


def _offers(system: System, verb: str, name: str, stored: StoredBattle | None, by: str) -> Sequence[str]:
    scene = Scene({}, battle=system.load_battle(stored.state) if stored else None, by=by)
    return next((field.suggestions(scene) for field in system.order(verb).fields if field.name == name), ())


def _last_part(typed: str) -> tuple[str, str, str]:
    """What stands before the last comma or semicolon, that mark with a space, and what is being typed after it."""
    place = max(typed.rfind(","), typed.rfind(";")) + 1
    mark = f"{typed[place - 1]} " if place else ""
    return typed[: max(0, place - 1)], mark, typed[place:].strip().casefold()
