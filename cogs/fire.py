"""`/fire`: one character fires at another."""

from discord import app_commands
from discord.ext import commands

from bot.chat import completion
from bot.chat.decks import together
from bot.chat.orders import give_order, open_panel
from bot.chat.table import Bot, Interaction


class Fire(commands.Cog):
    """`/fire`."""

    @app_commands.command()
    @app_commands.describe(
        attacker="Who fires; where the rules have an order of fire, several: Ann @20, Bob @35",
        target="At whom; several where several fire at one each",
        range="How far, in the squares or cm of the rules; left out, the deck tells, or a panel asks",
        weapon="Which weapon, if not the first one carried",
        mode="How, such as aimed, snap, covering, single, automatic or area",
        cover="Whether the target is in cover",
        evading="Whether the target is evading",
        dm="The referee's own modifier",
        others="Others on the line of fire or under its template, with distances: Pirate @28, Captain @31",
        dark="Whether it is dark",
        lit="Whether the target is lit all the same",
        handhold="In zero-G: whether the attacker uses a handhold",
        because="The reason for that modifier",
        ask="Whether a panel is to show the odds first",
        values="Whatever else these rules ask of a shot, such as: size -2, moved 20, gait walk",
    )
    @app_commands.autocomplete(
        attacker=completion.characters,
        target=completion.characters,
        weapon=completion.field("fire", "weapon"),
        mode=completion.field("fire", "mode"),
        cover=completion.field("fire", "cover"),
        evading=completion.field("fire", "evading"),
    )
    async def fire(
        self,
        interaction: Interaction,
        attacker: str,
        target: str,
        range: int | None = None,  # noqa: A002 - the referee's word for it
        weapon: str | None = None,
        mode: str | None = None,
        cover: str | None = None,
        evading: str | None = None,
        others: str | None = None,
        dark: bool | None = None,
        lit: bool | None = None,
        handhold: bool | None = None,
        dm: int | None = None,
        because: str | None = None,
        ask: bool = False,
        values: str | None = None,
    ) -> None:
        """Fire at a target: the throw, the damage, the wounds and the rounds left"""
        fields = {
            "range": range,
            "weapon": weapon,
            "mode": mode,
            "cover": cover,
            "evading": evading,
            "dark": dark,
            "lit": lit,
            "handhold": handhold,
            "dm": dm,
            "because": because,
            "values": values,
        }
        people = {"attacker": attacker, "target": target, "others": others}
        # Where no deck tells how far it is somebody has to: the panel asks, and shows the odds meanwhile.
        known = range is not None or "@" in attacker or await together(interaction, attacker, target)
        give = give_order if known and not ask else open_panel
        await give(interaction, "fire", people, fields)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Fire())
