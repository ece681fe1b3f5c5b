"""The bot: a Discord client that opens the store, loads every command and answers."""

import asyncio
import gc
import logging
import pkgutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import cogs
from bot import systems
from bot.campaign.backups import Backups
from bot.campaign.database import leave_database, open_database, take_turns
from bot.campaign.erasing import DAY, KEPT_DAYS, came_back, compare, departed, erase_departed
from bot.campaign.play import NewDice
from bot.campaign.store import Store
from bot.chat.answer import refuse, report
from bot.chat.late import after_waits
from bot.chat.options import add_orders
from bot.chat.rehearsals import Rehearsals
from bot.chat.sending import PATIENCE, UNSENT, used
from bot.chat.table import Bot, Table
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError

log = logging.getLogger(__name__)
# How often, in seconds, to look whether a table has waited long enough.
_A_WHILE = 10.0
# It speaks no voice, and needs no warning that it can't.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class _Tree(app_commands.CommandTree[Bot]):
    """The commands, with one place for what they didn't foresee."""

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Called by discord.py before every command and completion; raises CommandSignatureMismatch for one with other
        options.
        """
        task = asyncio.current_task()
        assert task is not None
        # The bot doesn't close before it is done.
        interaction.client.answering.add(task)
        task.add_done_callback(interaction.client.answering.discard)
        data: Any = interaction.data
        command = self.get_command(data["name"])
        options = data.get("options", [])
        while isinstance(command, app_commands.Group) and options:
            command, options = command.get_command(options[0]["name"]), options[0].get("options", [])
        if isinstance(command, app_commands.Command) and not all(_known(command, option) for option in options):
            raise app_commands.CommandSignatureMismatch(command)
        return True

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            known = _outdated(interaction, error)
            log.log(logging.INFO if known else logging.ERROR, "autocomplete: %s", error, exc_info=not known)
            with suppress(*UNSENT):
                await interaction.response.autocomplete([])
            return
        if sentence := _outdated(interaction, error):
            await refuse(interaction, sentence)
            return
        problem = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(problem, RuleError):
            await refuse(interaction, str(problem))
        else:
            await report(interaction, problem)


def _known(command: app_commands.Command[Any, ..., Any], option: Mapping[str, Any]) -> bool:
    """Whether a command has such an option; discord.py leaves out those that it doesn't know, and takes any kind."""
    parameter = next((each for each in command.parameters if each.display_name == option["name"]), None)
    return parameter is not None and (parameter.type.value == option["type"])


def _outdated(interaction: discord.Interaction, error: app_commands.AppCommandError) -> str:
    """What to say where a user's Discord shows commands as they were, or somebody who isn't there; "" for the rest."""
    if isinstance(error, app_commands.TransformerError) and isinstance(error.value, discord.User):
        return f"{error.value.display_name} is not a member of this server: choose somebody who is."
    name = " ".join(_names(interaction.data))
    if isinstance(error, app_commands.CommandNotFound):
        return f"There is no /{name} any more, though your Discord still shows it: reload it (Ctrl+R), and see /help."
    if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.TransformerError):
        return f"/{name} takes other options than your Discord still shows: reload it (Ctrl+R), and type it anew."
    return ""


def _names(data: Any) -> Iterator[str]:
    """A command's name and those of the subcommands that lead to it."""
    yield data["name"]
    for option in data.get("options", []):
        if option["type"] in _BELOW:
            yield from _names(option)


# The kinds of options that are commands themselves.
_BELOW = {discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value}


class Referee(Bot):
    """The whole bot. `now` gives the time in seconds since 1970, `new_dice` the dice for a key and counter."""

    _store: Store | None = None

    def __init__(
        self,
        database_url: str,
        *,
        now: Callable[[], int] = lambda: int(time.time()),
        new_dice: NewDice = LiveDice,
        identify_seconds: float = 5.0,
        backups: Backups | None = None,
        contact: str = "",
        kept_days: int = KEPT_DAYS,
        **options: Any,
    ) -> None:
        super().__init__(
            commands.when_mentioned,
            tree_cls=_Tree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            **options,
        )
        self._database_url = database_url
        self._now = now
        self.started = now()
        self._new_dice = new_dice
        self.answering = set()
        self.unmarked, self.unpinned, self.unseated, self.threads_lost = set(), set(), set(), {}
        self.rehearsals = Rehearsals()
        self.backups = backups
        self.contact = contact
        self.kept_days = kept_days
        # The shards that have lost Discord and not found it again.
        self.cut_off: set[int] = set()
        self._compared, self._presence = False, asyncio.Lock()
        self._identify_seconds = identify_seconds
        self._one_of_several = options.get("shard_ids") is not None

    async def setup_hook(self) -> None:
        """Open the store, load the commands, and tell Discord of them if they changed."""
        books = systems.discover(systems)
        # All of them, and beside the database: whoever gives the first order waits for neither.
        reading = asyncio.ensure_future(asyncio.to_thread(dict, books))
        try:
            store = self._store = Store(await open_database(self._database_url), self._now)
            await store.look_around()
        finally:
            read = await reading
        self.table = Table(store, read, self._new_dice)
        await self._load_commands()
        # What is loaded now stays: no collection goes through it again, which would stop everybody for a moment. Only
        # once, or what is left of a bot that was closed in this process before would stay as well.
        if not gc.get_freeze_count():
            gc.freeze()
        await self._sync_if_changed()
        self._waits = asyncio.create_task(self._keep_settling())

    async def _keep_settling(self) -> None:
        while True:
            await asyncio.sleep(_A_WHILE)
            await self.settle_waits()

    async def settle_waits(self) -> None:
        """Do what is to be done where a table has waited long enough; what goes wrong is logged, and tried again."""
        try:
            if self.is_ready():
                await after_waits(self, self._now())
        except Exception:
            log.exception("waits could not be looked at")

    async def _load_commands(self) -> None:
        # What is imported stays: to look through it for garbage meanwhile takes a tenth of the whole start.
        gc.disable()
        try:
            for module in pkgutil.iter_modules(cogs.__path__):
                await self.load_extension(f"cogs.{module.name}")
            add_orders(self.tree, self.table.systems)
        finally:
            gc.enable()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Called by discord.py: Discord takes one new session in five seconds, whichever process asks."""
        if self._one_of_several:
            await take_turns(self.table.store.engine, self._identify_seconds)
        elif not initial:
            await asyncio.sleep(self._identify_seconds)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Called by discord.py when a shard loses its connection."""
        self.cut_off.add(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Called by discord.py when a shard has begun a session."""
        self.cut_off.discard(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Called by discord.py when a shard goes on with its session."""
        self.cut_off.discard(shard_id)

    async def on_ready(self) -> None:
        """Called by discord.py when it knows all servers, also those that Discord can't reach at the moment."""
        present = {guild.id for guild in self.guilds}
        shards = set(self.shards)

        def ours(guild_id: int) -> bool:
            return (guild_id >> 22) % (self.shard_count or 1) in shards

        with self.at_work():
            await compare(self.table.store.engine, present, ours, self._now())
        self._compared = True

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Called by discord.py for every interaction; whose form or panel it is, the first word of its id tells."""
        data: Any = interaction.data or {}
        if prefix := str(data.get("custom_id", "")).partition(":")[0]:
            self.dispatch(used(prefix).removeprefix("on_"), interaction)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Called by discord.py when a server puts the bot out; not when Discord can't reach it."""
        with self.at_work():
            # What Discord tells of a server counts in its order, however long it takes to be kept.
            async with self._presence:
                await departed(self.table.store.engine, guild.id, self._now())

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Called by discord.py when a server lets the bot in."""
        with self.at_work():
            async with self._presence:
                await came_back(self.table.store.engine, guild.id)

    async def erase_departed(self) -> None:
        """Erase what was played in servers that put the bot out longer ago than it is kept."""
        # Not before it is known which of them have let it in again meanwhile.
        if self.kept_days and self._compared:
            before = self._now() - self.kept_days * DAY
            if erased := await erase_departed(self.table.store.engine, before):
                log.info("erased %d campaigns of servers that put the bot out %d days ago", erased, self.kept_days)

    async def _sync_if_changed(self) -> None:
        ours = {command.name: _meaning(command.to_dict(self.tree)) for command in self.tree.get_commands()}
        assert self.application_id is not None
        # The raw commands: discord.py's own AppCommand forgets where a command may be used.
        kept = await self.http.get_global_commands(self.application_id)
        if ours != {command["name"]: _meaning(command) for command in kept}:
            await self.tree.sync()
            log.info("told Discord of %d commands", len(ours))

    async def close(self) -> None:
        """Finish what is being answered, then leave Discord and the database."""
        # Twice: whoever waits for another bot to answer does so for one.
        latest = time.monotonic() + 2 * PATIENCE
        self.rehearsals.close()
        if hasattr(self, "_waits"):
            # What it is amid is taken back, and done after the next start.
            await _called_off([self._waits])
        await self._finish(latest)
        await super().close()
        # What Discord has told while it was left.
        await self._finish(latest)
        await _called_off(self.answering)
        if hasattr(self, "table"):
            self.table.processes.close()
        if self._store is not None:
            await leave_database(self._store.engine)

    async def _finish(self, latest: float) -> None:
        # Again, since more may be asked meanwhile.
        while self.answering and (left := latest - time.monotonic()) > 0:
            await asyncio.wait(self.answering, timeout=left)


async def _called_off(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """End what takes too long; what it is amid is taken back, and no longer holds the database."""
    ended = [*tasks]
    for task in ended:
        task.cancel()
    await asyncio.gather(*ended, return_exceptions=True)


# What makes up a command; Discord adds ids and versions to it, and leaves out or adds what is empty.
_PARTS = (
    *("name", "description", "type", "options", "required", "choices", "value", "autocomplete"),
    *("min_value", "max_value", "min_length", "max_length", "channel_types"),
    *("contexts", "integration_types", "nsfw", "default_member_permissions"),
)


def _meaning(command: Any) -> Any:
    """A command, or a part of one, without what says nothing."""
    if isinstance(command, Mapping):
        return {part: _meaning(command[part]) for part in _PARTS if command.get(part) not in (None, False, [])}
    return [_meaning(part) for part in command] if isinstance(command, list) else command
