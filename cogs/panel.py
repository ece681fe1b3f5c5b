"""The panel of an order: its selects, its form, and the button that gives the order."""

import asyncio
from dataclasses import replace
from typing import Any

from discord import Embed, InteractionType
from discord.ui import Modal, View

from bot.campaign.byhand import Unthrown
from bot.campaign.casting import tagged, tags_for
from bot.campaign.measuring import unsaid
from bot.campaign.play import scene_of
from bot.campaign.store import RepeatedError
from bot.campaign.transaction import Transaction
from bot.chat import panel as panels
from bot.chat.answer import Reply, answer, deferring, open_form, showing
from bot.chat.files import submitted
from bot.chat.orders import carry_order
from bot.chat.panel import Panel
from bot.chat.petitions import done_or_thrown
from bot.chat.sending import hold, update, used
from bot.chat.table import Bot, Interaction, once_for
from bot.engine.errors import RuleError
from bot.engine.system import Order, Scene, Settings, System


async def _panel(interaction: Interaction, transaction: Transaction, system: System, order: Order) -> Panel:
    """The panel that was used, with what was changed just now."""
    assert interaction.message is not None
    data: Any = interaction.data
    parts = panels.read_id(data["custom_id"], [role.name for role in order.roles])
    panel = Panel(
        order.verb,
        await tagged(transaction, system.kind, parts),
        panels.read_message(interaction.message),
        transaction.referee,
        await tags_for(transaction, system.kind),
        panels.read_players(interaction.message),
    )
    if interaction.type is InteractionType.modal_submit:
        return panel.with_values(submitted(interaction))
    return panel.with_values(panels.read_press(interaction.message, data["custom_id"], data.get("values", [])))


async def _used(interaction: Interaction) -> tuple[System, Panel, Scene, Settings]:
    """The panel as it is now, and what it is about."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        verb, _ = panels.part_of(interaction.data["custom_id"])  # type: ignore[index,typeddict-item]
        system = table.rules(transaction, verb)
        order = system.order(verb)
        panel = await _panel(interaction, transaction, system, order)
        scene = await scene_of(transaction, system, order, panel.cast)
        known = unsaid(transaction, system, order, scene)
        return system, replace(panel, unsaid=known), scene, transaction.campaign.settings


async def _form(interaction: Interaction) -> Modal:
    system, panel, _, _ = await _used(interaction)
    return panels.panel_form(system, panel)


async def _show(interaction: Interaction) -> None:
    """Show the panel as it is now, with its odds."""

    async def work() -> tuple[Embed, View]:
        system, panel, scene, settings = await _used(interaction)
        prospect = await asyncio.to_thread(panels.prospect_of, system, panel, scene, settings)
        return panels.panel_embed(system, panel, scene, prospect), panels.panel_view(system, panel, settings, prospect)

    embed, view = await deferring(interaction, work(), hold)
    await update(interaction, embed=embed, view=view)


async def _give(interaction: Interaction) -> Reply:
    """Give the order as the panel has it, once: whoever presses again gives it anew, or by “again” below its answer."""
    assert interaction.message is not None
    once_for(interaction, f"panel {interaction.message.id}")
    verb, _ = panels.part_of(interaction.data["custom_id"])  # type: ignore[index,typeddict-item]

    async def begin(transaction: Transaction) -> Unthrown:
        system = interaction.client.table.rules(transaction, verb)
        order = system.order(verb)
        panel = await _panel(interaction, transaction, system, order)
        fields = panel.said(order, transaction.campaign.settings)
        said = {"verb": verb, "people": panel.cast, "fields": fields}
        return Unthrown("order", said, transaction.chain, transaction.actor.id)

    try:
        return await done_or_thrown(interaction, begin, {"order": carry_order})
    except RepeatedError:
        raise RuleError("This panel's order has been given: for another one open a panel anew.") from None


async def use_panel(interaction: Interaction) -> None:
    """Whatever is done to a panel, wherever it came from and however long ago."""
    custom_id = str(interaction.data["custom_id"])  # type: ignore[index,typeddict-item]
    if custom_id.count(":") != 3 or not interaction.message:
        return
    part = panels.part_of(custom_id)[1]
    if part == panels.GO:
        await answer(interaction, _give(interaction))
    elif part == panels.FORM and interaction.type is InteractionType.component:
        await open_form(interaction, _form(interaction))
    else:
        await showing(interaction, _show(interaction))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.add_listener(use_panel, used(panels.PREFIX))
