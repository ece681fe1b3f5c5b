"""Orders in a battle of ships, whose picture and log go with the answer; and how a battle may go."""

import asyncio
from collections.abc import Iterator, Mapping
from time import monotonic

import discord

from bot.campaign.play import play
from bot.campaign.rows import Recorded
from bot.campaign.store import NoCampaignError
from bot.chat.answer import Attached, Reply, answer, refuse
from bot.chat.orders import entry_reply
from bot.chat.table import Interaction, place_of
from bot.chat.wording import embed
from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.engine.fleets import Fleets
from bot.engine.system import Value, whole
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


# The rehearsals that are being played now, by the message of each; whoever has seen enough ends his.
_PLAYING: set[int] = set()
_MOST_BATTLES = 1000
_A_WHILE = 2.0


async def rehearse(interaction: Interaction, battles: int) -> None:
    """Play the battle on so many times, and tell ever better how it may go until that is done or ended."""
    try:
        count = whole(battles, "number of battles", 1, _MOST_BATTLES)
        cards = await _rehearsal(interaction, count)
    except RuleError as refusal:
        await refuse(interaction, str(refusal), start=isinstance(refusal, NoCampaignError))
        return
    await interaction.response.defer(thinking=True)
    message = (await interaction.original_response()).id
    _PLAYING.add(message)
    try:
        card = await _next(cards)
        while card is not None and message in _PLAYING:
            shown, since = card, monotonic()
            await interaction.edit_original_response(embed=embed(shown), view=_enough(message))
            while card is not None and message in _PLAYING and monotonic() - since < _A_WHILE:
                shown, card = card, await _next(cards)
        await interaction.edit_original_response(embed=embed(shown), view=None)
    finally:
        _PLAYING.discard(message)


async def _rehearsal(interaction: Interaction, count: int) -> Iterator[Card]:
    table = interaction.client.table
    async with table.turn(interaction) as turn:
        stored = await turn.battle()
    if stored is None or table.ships.rehearse is None:
        raise RuleError("No battle is being fought here: begin one with /battle new.")
    battle = await asyncio.to_thread(table.ships.load_battle, stored.state)
    return table.ships.rehearse(battle, count)


async def _next(cards: Iterator[Card]) -> Card | None:
    return await asyncio.to_thread(next, cards, None)


def _enough(message: int) -> discord.ui.View:
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Enough", custom_id=f"enough:{message}"))
    view.stop()
    return view


async def press_enough(interaction: Interaction, message: str) -> None:
    """End a rehearsal; what it has found stays."""
    _PLAYING.discard(int(message))
    await interaction.response.defer()
