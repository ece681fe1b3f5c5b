"""Every kind of field that a form may have."""

from typing import Any

import discord
import pytest
from discord import ui
from playwright.async_api import expect

from bot.sandbox.loopback import Loopback
from bot.sandbox.stage import ClientStage
from tests.page.conftest import running
from tests.sandbox.bot_under_test import BotUnderTest


class Questions(ui.Modal, title="Questions"):
    words = ui.TextDisplay("Answer **all**.")
    story = ui.Label(text="Story", component=ui.TextInput(style=discord.TextStyle.paragraph, placeholder="Once …"))
    arm = ui.Label(
        text="Arm",
        description="Where you served",
        component=ui.RadioGroup(
            options=[discord.RadioGroupOption(label=name, value=name[0]) for name in ("Army", "Navy")],
        ),
    )
    gear = ui.Label(
        text="Gear",
        component=ui.CheckboxGroup(
            required=False,
            options=[
                discord.CheckboxGroupOption(label=n, value=n[0], default=n == "Rope") for n in ("Rope", "Lamp", "Axe")
            ],
        ),
    )
    sworn = ui.Label(text="Sworn in", component=ui.Checkbox())

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        fields = [self.story, self.arm, self.gear, self.sworn]
        answers = [getattr(field.component, "values", None) or field.component.value for field in fields]
        await interaction.response.send_message(f"{answers}")


class Friends(ui.Modal, title="Friends"):
    who = ui.Label(text="Who", component=ui.UserSelect(max_values=2))
    where = ui.Label(text="Where", component=ui.ChannelSelect(required=False, min_values=0))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        names = [user.name for user in self.who.component.values]
        await interaction.response.send_message(f"{names} {self.where.component.values}")


class Asking(BotUnderTest):
    async def setup_hook(self) -> None:
        for name, form in (("ask", Questions), ("friends", Friends)):
            self.tree.command(name=name, description="asks")(self.asks(form))
        await super().setup_hook()

    @staticmethod
    def asks(form: type[ui.Modal]):
        async def ask(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_modal(form())

        return ask


@pytest.fixture
async def asking():
    loopback = Loopback()
    async with running(loopback, ClientStage(Asking)):
        yield loopback


async def test_text_radio_and_check_boxes(asking, visit):
    ann = await visit(asking, "Ann", viewport={"width": 390, "height": 844})
    await ann.command("ask")
    form = ann.page.get_by_role("dialog", name="Questions")
    await expect(form.locator("strong")).to_have_text("all")
    await expect(form).to_contain_text("Where you served")
    await form.get_by_placeholder("Once …").fill("Once,\ntwice")
    await form.get_by_role("radio", name="Navy").check()
    await expect(form.get_by_role("checkbox", name="Rope")).to_be_checked()
    await form.get_by_role("checkbox", name="Rope").uncheck()
    await form.get_by_role("checkbox", name="Lamp").check()
    await form.get_by_role("checkbox", name="Axe").check()
    await form.get_by_role("checkbox", name="Sworn in").check()
    await form.get_by_role("button", name="Submit").click()
    await ann.sees("['Once,\\ntwice', 'N', ['L', 'A'], True]")


async def test_members_and_channels(asking, visit):
    asking.world.user("Ben")
    ann = await visit(asking, "Ann")
    await ann.command("friends")
    form = ann.page.get_by_role("dialog", name="Friends")
    await form.get_by_role("button", name="Who").click()
    for name in ("@Ann", "@Ben"):
        await ann.page.get_by_role("option", name=name).click()
    await ann.press("Escape")
    await expect(form.get_by_role("button", name="Who: @Ben, @Ann")).to_be_visible()
    await form.get_by_role("button", name="Submit").click()
    await ann.sees("['ben', 'ann'] []")


async def test_a_form_that_is_given_up(asking, visit):
    ann = await visit(asking, "Ann")
    for leave in ("Cancel", "Close"):
        await ann.command("friends")
        await ann.page.get_by_role("dialog").get_by_role("button", name=leave).click()
        await expect(ann.page.get_by_role("dialog")).to_have_count(0)
    await expect(ann.messages).to_have_count(0)
