"""Giving an order of the campaign's rules from a slash command or a button."""

import asyncio
from collections.abc import Mapping, Sequence

from bot.campaign.play import find_cast, play, play_again, scene_of
from bot.campaign.rows import Recorded
from bot.campaign.settings import value_of
from bot.campaign.turn import Turn
from bot.chat.answer import Attached, Reply, answer
from bot.chat.panel import Panel, panel_embed, panel_view
from bot.chat.pictures import deck_view, drawn
from bot.chat.table import Interaction, place_of
from bot.chat.wording import embed
from bot.deck.view import View
from bot.engine.system import CHARACTER, System, Value


def entry_reply(turn: Turn, system: System, entry: Recorded, attached: Sequence[Attached] = ()) -> Reply:
    """The answer to a recorded order, as talkative as the campaign is set."""
    full = value_of(turn.campaign.settings, system, "chatter") == "full"
    # Others learn that a sealed order was given, and who is waited for, but not what it says; nor that somebody looked.
    announced = f"{entry.card.title}. {entry.card.footer}".rstrip() if entry.sealed and entry.undoable else ""
    return Reply(embed(entry.card, working=full), entry, attached, announced, private=entry.sealed)


async def order_view(turn: Turn, system: System, entry: Recorded) -> View | None:
    """What the picture of an order shows, where it was given on a deck."""
    marks = entry.outcome.marks if entry.outcome else None
    return None if marks is None else await deck_view(turn, system, marks)


async def give_order(
    interaction: Interaction,
    verb: str,
    people: Mapping[str, str | None],
    fields: Mapping[str, Value | None],
    kind: str = CHARACTER,
) -> None:
    """Carry out an order with the characters (or ships) and fields that were given, and answer.

    A role that takes many is one text, as `read_people` reads it. What is None was left out, and is the
    rules' own default.
    """

    async def work() -> Reply:
        table = interaction.client.table
        typed = {role: text for role, text in people.items() if text is not None}
        given = {name: value for name, value in fields.items() if value is not None}
        async with table.turn(interaction) as turn:
            system = table.rules(turn, kind)
            entry = await play(turn, place_of(interaction), system, verb, typed, given, table.new_dice)
            view = await order_view(turn, system, entry)
        return entry_reply(turn, system, entry, await drawn(view))

    await answer(interaction, work())


async def open_panel(
    interaction: Interaction,
    verb: str,
    people: Mapping[str, str | None],
    fields: Mapping[str, Value | None],
) -> None:
    """Show the panel of an order to whoever asked, with what has been given so far."""

    async def work() -> Reply:
        table = interaction.client.table
        async with table.turn(interaction) as turn:
            system = table.system_of(turn)
            typed = {role: text for role, text in people.items() if text is not None}
            cast = await find_cast(turn, system, system.order(verb), typed)
            scene = await scene_of(turn, system, cast)
        order = system.order(verb)
        given = {name: value for name, value in fields.items() if value is not None}
        panel = Panel(verb, cast, order.spread(given))
        settings = turn.campaign.settings
        shown = await asyncio.to_thread(panel_embed, system, panel, scene, settings)
        return Reply(shown, private=True, view=panel_view(system, panel, settings))

    await answer(interaction, work())


async def give_again(interaction: Interaction, entry_id: int) -> None:
    """Give the order of an entry once more, and answer."""

    async def work() -> Reply:
        table = interaction.client.table
        async with table.turn(interaction) as turn:
            system = table.system_of(turn)
            entry = await play_again(turn, place_of(interaction), system, entry_id, table.new_dice)
            view = await order_view(turn, system, entry)
        return entry_reply(turn, system, entry, await drawn(view))

    await answer(interaction, work())
