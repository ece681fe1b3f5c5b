"""The odds of an order, shown before it is given: by characters, or by plain values with nothing set up."""

import asyncio
from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.campaign.play import cast_scene
from bot.chat.answer import Reply, answer
from bot.chat.orders import Fields, People
from bot.chat.panel import odds_line
from bot.chat.table import Interaction, rules_here
from bot.chat.wording import embed
from bot.engine.cards import Card
from bot.engine.odds import imagined_odds, order_odds, taken_for_granted
from bot.engine.system import CHARACTER, Value

Chances = Sequence[tuple[str, Fraction]]
Assumed = Mapping[str, Value]


async def show_odds(interaction: Interaction, verb: str, people: People, fields: Fields, kind: str = CHARACTER) -> None:
    """Work out an order's odds and show them to the asker alone; without people (or ships), from the fields."""

    async def work() -> Reply:
        work = (
            _by_people(interaction, kind, verb, people, fields)
            if people
            else _by_values(interaction, kind, verb, fields)
        )
        chances, assumed = await work
        return Reply(embed(odds_card(verb, {**people, **fields}, chances, assumed)), private=True)

    await answer(interaction, work())


async def _by_people(
    interaction: Interaction, kind: str, verb: str, people: People, fields: Fields
) -> tuple[Chances, Assumed]:
    table = interaction.client.table
    async with table.turn(interaction) as turn:
        system = table.rules(turn, kind)
        order = system.order(verb)
        scene = await cast_scene(turn, system, order, people)
        values = order.read(fields, turn.campaign.settings)
    return await asyncio.to_thread(order_odds, order, scene, values), {}


async def _by_values(interaction: Interaction, kind: str, verb: str, fields: Fields) -> tuple[Chances, Assumed]:
    system, settings = await rules_here(interaction, kind)
    order = system.order(verb)
    return await asyncio.to_thread(imagined_odds, order, fields, settings), taken_for_granted(order, fields)


def odds_card(verb: str, asked: Mapping[str, Value], chances: Chances, assumed: Assumed) -> Card:
    """What was asked for and what was assumed besides, and a line an outcome."""
    given = " ".join(f"{name}:{value}" for name, value in asked.items())
    besides = " ".join(f"{name}:{value}" for name, value in assumed.items())
    head = [line for line in (given, besides and f"Assumed: {besides}") if line]
    return Card(f"Odds: {verb}", (*head, *(odds_line(name, chance) for name, chance in chances)))
