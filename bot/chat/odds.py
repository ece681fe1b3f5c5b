"""The odds of an order, shown before it is given: by characters, or by plain values with nothing set up."""

import asyncio
from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.campaign.gate import game_for
from bot.campaign.play import scene_of
from bot.campaign.store import NoCampaignError
from bot.chat.answer import Reply, answer
from bot.chat.orders import Fields, People
from bot.chat.panel import marks_lines, odds_line, settings_lines
from bot.chat.spelling import as_typed
from bot.chat.table import Interaction, rules_here
from bot.chat.wording import embed
from bot.engine.cards import Card
from bot.engine.odds import as_asked, asks_of_a_place, imagined_odds, order_odds, taken_for_granted
from bot.engine.system import Value

Chances = Sequence[tuple[str, Fraction]]
# What odds were reckoned with besides what was asked for, a line each: what was assumed, and the settings.
Reckoned = Sequence[str]


async def show_odds(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
    """Work out an order's odds and show them to the asker alone; without people (or ships), from the fields."""

    async def work() -> Reply:
        there = people or await _on_deck(interaction, verb, fields)
        asked = _by_people(interaction, verb, people, fields) if there else _by_values(interaction, verb, fields)
        chances, reckoned = await asked
        return Reply(embed(odds_card(verb, dict(iter(interaction.namespace)), chances, reckoned)))

    await answer(interaction, work(), private=True)


async def _on_deck(interaction: Interaction, verb: str, fields: Fields) -> bool:
    """Whether a place of the deck that is up is asked about, without anybody's name: who is there it tells itself."""
    table = interaction.client.table
    system, _ = await rules_here(interaction, verb)
    if not asks_of_a_place(system.order(verb), fields):
        return False
    try:
        async with table.transaction(interaction) as transaction:
            return (await game_for(transaction, system)).board is not None
    except NoCampaignError:
        return False


async def _by_people(interaction: Interaction, verb: str, people: People, fields: Fields) -> tuple[Chances, Reckoned]:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.rules(transaction, verb)
        order = system.order(verb)
        scene = await scene_of(transaction, system, order, people)
        settings = transaction.campaign.settings
        values = order.read(as_asked(order, fields, there=True), settings)
    reckoned = [*marks_lines(scene), *settings_lines(order, fields, settings)]
    return await asyncio.to_thread(order_odds, order, scene, values), reckoned


async def _by_values(interaction: Interaction, verb: str, fields: Fields) -> tuple[Chances, Reckoned]:
    system, settings = await rules_here(interaction, verb)
    order = system.order(verb)
    chances = await asyncio.to_thread(imagined_odds, order, as_asked(order, fields, there=False), settings)
    assumed = as_typed(taken_for_granted(order, fields))
    return chances, [*([f"Assumed: {assumed}"] if assumed else []), *settings_lines(order, fields, settings)]


def odds_card(verb: str, asked: Mapping[str, Value], chances: Chances, reckoned: Reckoned) -> Card:
    """What was asked for and what the odds were reckoned with besides, and a line an outcome."""
    given = [as_typed(asked)] if asked else []
    return Card(f"Odds: {verb}", (*given, *reckoned, *(odds_line(name, chance) for name, chance in chances)))
