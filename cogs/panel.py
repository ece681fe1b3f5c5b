"""The panel of an order: its selects, its form, and the button that gives the order."""

import asyncio
from typing import Any

import discord
from discord import InteractionType
from discord.ext import commands

from bot.campaign.play import play_cast, scene_of
from bot.campaign.rows import Recorded
from bot.campaign.turn import Turn
from bot.chat import panel as panels
from bot.chat.answer import Reply, answer, refuse, report
from bot.chat.files import submitted
from bot.chat.orders import order_reply
from bot.chat.panel import Panel
from bot.chat.table import Bot, Interaction, place_of
from bot.engine.errors import RuleError
from bot.engine.system import System


def _panel(interaction: Interaction, roles: list[str]) -> Panel:
    """The panel that was used, with what was changed just now."""
    assert interaction.message is not None
    data: Any = interaction.data
    verb, _ = panels.part_of(data["custom_id"])
    panel = Panel(verb, panels.read_id(data["custom_id"], roles), panels.read_message(interaction.message))
    if interaction.type is InteractionType.modal_submit:
        return panel.with_values(submitted(interaction))
    return panel.with_values(panels.read_press(interaction.message, data["custom_id"], data.get("values", [])))


async def _show(interaction: Interaction) -> None:
    """Show the panel as it is now, with its odds; or its form."""
    table = interaction.client.table
    async with table.turn(interaction) as turn:
        system = table.system_of(turn)
        verb, part = panels.part_of(interaction.data["custom_id"])  # type: ignore[index,typeddict-item]
        panel = _panel(interaction, [role.name for role in system.order(verb).roles])
        scene = await scene_of(turn, system, panel.cast)
        settings = turn.campaign.settings
    if part == "numbers" and interaction.type is InteractionType.component:
        await interaction.response.send_modal(panels.panel_form(system, panel))
        return
    shown = await asyncio.to_thread(panels.panel_embed, system, panel, scene, settings)
    await interaction.response.edit_message(embed=shown, view=panels.panel_view(system, panel, settings))


async def _give(interaction: Interaction) -> Reply:
    """Give the order as the panel has it."""

    async def give(turn: Turn, system: System) -> Recorded:
        order = system.order(panels.part_of(interaction.data["custom_id"])[0])  # type: ignore[index,typeddict-item]
        panel = _panel(interaction, [role.name for role in order.roles])
        new_dice = interaction.client.table.new_dice
        return await play_cast(turn, place_of(interaction), system, order, panel.cast, panel.values, new_dice)

    return await order_reply(interaction, give)


class Panels(commands.Cog):
    """Whatever is done to a panel, wherever it came from and however long ago."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Called by discord.py for every interaction; those with a panel are ours."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if custom_id.count(":") != 3 or not custom_id.startswith(f"{panels.PREFIX}:") or not interaction.message:
            return
        if panels.part_of(custom_id)[1] == "go":
            await answer(interaction, _give(interaction))
            return
        try:
            await _show(interaction)
        except RuleError as refusal:
            await refuse(interaction, str(refusal))
        except Exception as problem:
            await report(interaction, problem)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Panels())
