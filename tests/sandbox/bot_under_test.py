"""A small bot with one of everything that a bot does, on the real discord.py."""

import asyncio
import io
import re
from typing import Any, Literal, Self

import discord
from discord import app_commands, ui
from discord.ext import commands

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


class Pressed(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<count>\d+)"):
    def __init__(self, count: int):
        super().__init__(ui.Button(label="Count", custom_id=f"count:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        view = ui.View(timeout=None).add_item(Pressed(self.count + 1))
        await interaction.response.edit_message(content=f"count {self.count + 1}", view=view)


class Menu(ui.View):
    @ui.button(label="Undo", style=discord.ButtonStyle.danger)
    async def undo(self, interaction: discord.Interaction[Any], button: ui.Button[Self]) -> None:
        await interaction.response.edit_message(content="undone", view=None)

    @ui.button(label="Off", disabled=True)
    async def off(self, interaction: discord.Interaction[Any], button: ui.Button[Self]) -> None:
        raise AssertionError("a disabled button was pressed")

    @ui.button(label="Form")
    async def form(self, interaction: discord.Interaction[Any], button: ui.Button[Self]) -> None:
        await interaction.response.send_modal(Form())

    @ui.button(label="Late")
    async def late(self, interaction: discord.Interaction[Any], button: ui.Button[Self]) -> None:
        await interaction.response.defer()
        await interaction.followup.send("after a silent defer", ephemeral=True)


class Selects(ui.View):
    @ui.select(
        placeholder="Mode",
        max_values=2,
        options=[discord.SelectOption(label=name, value=name[0]) for name in ("Aimed", "Snap", "Burst")],
    )
    async def mode(self, interaction: discord.Interaction[Any], select: ui.Select[Self]) -> None:
        await interaction.response.send_message(f"mode {'+'.join(select.values)}")


class Form(ui.Modal, title="Recruit"):
    name = ui.Label(text="Name", component=ui.TextInput(min_length=2, max_length=20))
    note = ui.Label(
        text="Note",
        description="What else",
        component=ui.TextInput(style=discord.TextStyle.paragraph, required=False, default="none", placeholder="Once …"),
    )
    arm = ui.Label(
        text="Arm",
        component=ui.Select(options=[discord.SelectOption(label=name) for name in ("Army", "Navy")]),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        name, note = self.name.component.value, self.note.component.value
        await interaction.response.send_message(f"{name} / {note} / {self.arm.component.values}")


def picture(name: str = "map.png") -> discord.File:
    return discord.File(io.BytesIO(PNG), name, description="a map")


class Things(commands.Cog):
    deep = app_commands.Group(name="deep", description="deep")
    deeper = app_commands.Group(name="deeper", description="deeper", parent=deep)

    @deeper.command(description="nested")
    async def nested(self, interaction: discord.Interaction[Any], word: str) -> None:
        await interaction.response.send_message(f"nested {word}")

    @app_commands.command(description="every kind of option")
    async def options(
        self,
        interaction: discord.Interaction[Any],
        text: app_commands.Range[str, 2, 10],
        number: app_commands.Range[int, 1, 6],
        share: float | None = None,
        flag: bool | None = None,
        user: discord.Member | None = None,
        mode: Literal["aimed", "snap"] | None = None,
    ) -> None:
        await interaction.response.send_message(f"{text} {number} {share} {flag} {user and user.name} {mode}")

    @app_commands.command(description="autocomplete")
    async def fire(self, interaction: discord.Interaction[Any], name: str, distance: int = 0) -> None:
        await interaction.response.send_message(f"{name} fires at {distance}")

    @fire.autocomplete("name")
    async def complete_name(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        names = ["Marine E1", "Marine E2", "Pirate"]
        return [app_commands.Choice(name=n, value=n) for n in names if n.startswith(current)]

    @app_commands.command(description="a menu")
    async def menu(self, interaction: discord.Interaction[Any], hidden: bool = False) -> None:
        await interaction.response.send_message("a menu", view=Menu(), ephemeral=hidden)

    @app_commands.command(description="selects")
    async def selects(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("choose", view=Selects())

    @app_commands.command(description="a form")
    async def form(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Form())

    @app_commands.command(description="count")
    async def count(self, interaction: discord.Interaction[Any]) -> None:
        view = ui.View(timeout=None).add_item(Pressed(0))
        await interaction.response.send_message("count 0", view=view)

    @app_commands.command(description="an embed with a picture")
    async def embed(self, interaction: discord.Interaction[Any]) -> None:
        embed = discord.Embed(title="Title", description="Description").set_image(url="attachment://map.png")
        embed.add_field(name="Field", value="Value").set_footer(text="Footer")
        await interaction.response.send_message(embed=embed, file=picture())

    @app_commands.command(description="defer, then edit and follow up")
    async def slow(self, interaction: discord.Interaction[Any], hidden: bool = False) -> None:
        await interaction.response.defer(ephemeral=hidden)
        await interaction.edit_original_response(content="done", attachments=[picture()])
        await interaction.followup.send("and more", ephemeral=True)

    @app_commands.command(description="defer, then take it back")
    async def withdraw(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await interaction.delete_original_response()
        await interaction.followup.send("only for you", ephemeral=True)

    @app_commands.command(description="defer publicly, then follow up privately")
    async def visible(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await interaction.followup.send("meant for one", ephemeral=True)

    @app_commands.command(description="defer and finish outside the command")
    async def background(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        finish = asyncio.Event()
        task = asyncio.create_task(self.finish(interaction, finish))
        self.tasks = {task}
        asyncio.get_running_loop().call_later(0.05, finish.set)

    async def finish(self, interaction: discord.Interaction[Any], event: asyncio.Event) -> None:
        await event.wait()
        await interaction.edit_original_response(content="finished outside")

    @app_commands.command(description="never answers")
    async def silent(self, interaction: discord.Interaction[Any]) -> None:
        pass

    @app_commands.command(description="a file in")
    async def load(self, interaction: discord.Interaction[Any], file: discord.Attachment) -> None:
        data = await file.read()
        await interaction.response.send_message(f"{file.filename} {len(data)} {file.content_type}")

    @app_commands.command(description="a message outside the interaction")
    async def post(self, interaction: discord.Interaction[Any], text: str = "posted") -> None:
        try:
            message = await interaction.channel.send(text)
            await message.edit(content=f"{text}, edited")
            await message.pin()
        except discord.HTTPException as error:
            await interaction.response.send_message(f"refused: {error.code}", ephemeral=True)
            return
        pins = [pin.content async for pin in interaction.channel.pins()]
        history = [m.content async for m in interaction.channel.history(limit=5)]
        await interaction.response.send_message(f"pins {pins} history {history}")

    @app_commands.command(description="opens a thread")
    async def thread(self, interaction: discord.Interaction[Any]) -> None:
        thread = await interaction.channel.create_thread(name="den", type=discord.ChannelType.public_thread)
        await thread.send("in the thread")
        await interaction.response.send_message(f"opened {thread.parent.name}/{thread.name}")

    @app_commands.command(description="where it is")
    async def where(self, interaction: discord.Interaction[Any]) -> None:
        channel = interaction.channel
        parent = channel.parent.name if isinstance(channel, discord.Thread) else None
        await interaction.response.send_message(f"{type(channel).__name__} {channel.name} {parent}")

    @app_commands.command(description="mentions")
    async def mention(self, interaction: discord.Interaction[Any], quiet: bool) -> None:
        allowed = discord.AllowedMentions.none() if quiet else discord.AllowedMentions.all()
        text = f"{interaction.user.mention} @everyone"
        await interaction.response.send_message(text, allowed_mentions=allowed, silent=True)


class BotUnderTest(commands.Bot):
    def __init__(self, **options: Any):
        intents = discord.Intents(guilds=True)
        super().__init__(command_prefix=(), intents=intents, guild_ready_timeout=0.05, **options)
        self.heard: list[str] = []

    async def setup_hook(self) -> None:
        await self.add_cog(Things())
        self.add_dynamic_items(Pressed)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once, where Discord wants 5 seconds between two."""

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.heard.append(f"deleted {channel.name}")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.heard.append("removed")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.heard.append("joined")

    async def on_thread_create(self, thread: discord.Thread) -> None:
        self.heard.append(f"thread {thread.name}")

    async def on_resumed(self) -> None:
        self.heard.append("resumed")
