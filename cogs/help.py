"""`/help`: what there is, read from the commands themselves."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.campaign.gate import game_for, ledger_for, rows_for
from bot.campaign.store import NoCampaignError
from bot.chat.answer import Reply, answer
from bot.chat.completion import choices
from bot.chat.table import Bot, Interaction
from bot.chat.wording import lines_embed, long_embed, plain
from bot.engine.system import SHIP
from bot.engine.typed import match

_ABOUT = (
    "A referee's assistant: it throws the dice, shows every modifier, keeps wounds and rounds, "
    "and takes anything back.",
    "`/help command:fire` shows a command's options, `/help command:ship` the commands of a group.",
)
# The six that a newcomer needs, and what for.
_FIRST = {
    "campaign new": "begin",
    "fire": "shoot",
    "move": "walk",
    "summary": "how it stands",
    "undo": "take it back",
    "rule": "what a rule says",
}


Command = app_commands.Command[Any, ..., Any] | app_commands.Group


def _overview(commands: Mapping[str, Command]) -> Iterator[str]:
    """Every command a line, with the first clause of what it does, and every group one."""
    for name, command in commands.items():
        clause = re.split("[:,;]", command.description)[0]
        if isinstance(command, app_commands.Group):
            yield f"`/{name}` {clause}: {', '.join(inner.name for inner in command.commands)}"
        elif command.parent is None:
            yield f"`/{name}` {clause}"


def _usage(command: Command) -> Iterator[str]:
    """A command with all its options, a line each; a group with all its commands."""
    yield command.description
    if isinstance(command, app_commands.Group):
        yield from (f"`/{inner.qualified_name}` {inner.description}" for inner in command.commands)
        return
    for option in command.parameters:
        yield f"`{option.name if option.required else f'[{option.name}]'}` {option.description}"


async def _now(interaction: Interaction) -> str:
    """What is possible here now, as far as it stands in this channel."""
    table = interaction.client.table
    try:
        async with table.transaction(interaction) as transaction:
            system, people = table.system_of(transaction), len(await rows_for(transaction))
            game, fought = await game_for(transaction, system), await ledger_for(transaction, table.ships)
    except NoCampaignError:
        return "no campaign is running: `/campaign new starter:True`, and its answer says what to try."
    alone, board = system.kind == SHIP, game.board
    kept = "" if alone else system.squads.turn_line(game.ledger)
    battle = table.ships.ships.battle_line(fought)
    here = (
        (kept, f"{plain(kept)}: `/turn show` tells who may still act, `/phase` goes on."),
        (battle, f"{plain(battle)}: `/battle show` tells who is waited for, `/battle round` plays on."),
        (alone, "ships fight here: `/ship add` adds them, `/battle join` puts them on a side."),
        (people < 2, "nobody is here to fight: `/character add` adds people, `/ship add` ships."),
        (board is None, "everybody can `/fire` with a `range`; `/deck load` puts up a deck, which knows it."),
        (board and not board.people, "the deck is up: `/place` puts people on it."),
    )
    otherwise = "people stand on the deck: `/move`, `/fire`, or keep the turn by `/turn begin`."
    return next((told for so, told in here if so), otherwise)


class Help(commands.Cog):
    """`/help`."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    # Once all files of commands are loaded there are no others.

    @cached_property
    def _commands(self) -> dict[str, Command]:
        """Every command and group of commands by its whole name."""
        return dict(sorted((command.qualified_name, command) for command in self._bot.tree.walk_commands()))

    @cached_property
    def _all(self) -> list[str]:
        return list(_overview(self._commands))

    async def _help(self, interaction: Interaction, typed: str | None) -> Reply:
        if typed is None:
            first = ", ".join(f"`/{name}` ({why})" for name, why in _FIRST.items())
            now = await _now(interaction)
            lines = [*_ABOUT, f"Six to begin with: {first}.", f"**Here and now**: {now}", "", *self._all]
            return Reply(long_embed("Boarding Party", lines))
        name = match(
            typed.removeprefix("/"),
            self._commands,
            what="command",
            listed="/help alone shows what is possible here, and all of them",
        )
        return Reply(lines_embed(f"/{name}", _usage(self._commands[name])))

    @app_commands.command(name="help")
    @app_commands.describe(command="One command, to see all its options")
    async def help_(self, interaction: Interaction, command: str | None = None) -> None:
        """Show the commands and how to begin, or one command with its options"""
        await answer(interaction, self._help(interaction, command), private=True)

    @help_.autocomplete("command")
    async def _names(self, _: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return choices(self._commands, typed)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Help(bot))
