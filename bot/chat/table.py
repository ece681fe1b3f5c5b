"""What every command is given: the store, the rule systems, and the dice."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import discord
from discord.ext import commands

from bot.campaign.access import Actor
from bot.campaign.backups import Backups
from bot.campaign.deciding import Processes, in_transactions
from bot.campaign.gate import hides, reader_of, tells_sheets
from bot.campaign.play import NewDice
from bot.campaign.recording import Place
from bot.campaign.rows import StoredUnit
from bot.campaign.settings import groups_of, settings_of
from bot.campaign.store import NoCampaignError, Store
from bot.campaign.transaction import Transaction
from bot.engine.cards import printable, sentence
from bot.engine.errors import RuleError
from bot.engine.scene import Reader, Unit
from bot.engine.system import CAREER, CHARACTER, KINDS, SHIP, Setting, System

if TYPE_CHECKING:
    from bot.chat.rehearsals import Rehearsals

T = TypeVar("T")
_KEY, _ALONE, _READS, _HOME = "done once for", "for the asker alone", "reads here", "played in"


@dataclass(frozen=True, slots=True)
class Table:
    """The table that everybody sits at: one for the whole bot."""

    store: Store
    systems: Mapping[str, System]
    new_dice: NewDice
    processes: Processes = field(default_factory=Processes)
    # The first book of each kind, once it has been asked for.
    _shares: dict[str, System] = field(default_factory=dict, init=False, repr=False, compare=False)

    def transaction(
        self, interaction: discord.Interaction, *, ended: bool = False
    ) -> AbstractAsyncContextManager[Transaction]:
        """The unit of work of an interaction; see `Store.transaction`."""
        return self._begun(interaction, ended=ended)()

    async def carried_out(
        self, interaction: discord.Interaction, work: Callable[[Transaction], Awaitable[T]], kind: str = CHARACTER
    ) -> T:
        """What the work, mostly on units of that kind, comes to in a transaction; what takes long is decided between
        two, see `deciding`.
        """
        return await in_transactions(self.processes, self._begun(interaction, kind=kind), work)

    def _begun(
        self, interaction: discord.Interaction, *, ended: bool = False, kind: str = CHARACTER
    ) -> Callable[[], AbstractAsyncContextManager[Transaction]]:
        """What begins the unit of work of an interaction, as often as it is called."""
        place, actor = place_of(interaction), actor_of(interaction)
        used = interaction.message.id if interaction.message else 0

        async def noted(transaction: Transaction) -> None:
            interaction.extras[_ALONE] = await hides(transaction, place)
            interaction.extras[_READS] = (transaction.campaign.id, await reader_of(transaction))

        key = key_of(interaction)
        return partial(self.store.transaction, place, actor, key, ended=ended, kind=kind, used=used, first=noted)

    def system_of(self, transaction: Transaction) -> System:
        """The rules that a campaign's people play by; raises RuleError where they are no longer installed."""
        key = transaction.campaign.system
        if key not in self.systems:
            raise RuleError(f"This campaign plays by “{key}”, which is not installed here.")
        return self.systems[key]

    def rules(self, transaction: Transaction, verb: str) -> System:
        """The book of a campaign's that has this verb: its own, or else another that it plays.

        Raises RuleError where none has it, with those that have.
        """
        own = self.system_of(transaction)
        found = self.having(verb, own)
        if verb not in found.orders and (others := [each for each in self.by_kind() if verb in each.orders]):
            has, called = "has" if len(others) == 1 else "have", others[0].orders[verb].command or verb
            raise RuleError(f"{own.title} has no /{called}: {sentence(each.title for each in others)} {has} it.")
        return found

    def having(self, verb: str, people: System) -> System:
        """The first that has this verb, of the books of a campaign for these people; theirs where none has."""
        if verb in people.orders:
            return people
        return next((system for system in self.books(people) if verb in system.orders), people)

    def sheets(self, transaction: Transaction, kind: str) -> System:
        """The book in which a campaign's characters, its ships or its careers have their sheets."""
        own = self.system_of(transaction)
        return next((system for system in self.books(own) if system.kind == kind), own)

    def by_kind(self) -> list[System]:
        """All books, those for people first."""
        return sorted(self.systems.values(), key=lambda system: KINDS.index(system.kind))

    def books(self, own: System) -> list[System]:
        """The books that a campaign plays: its own, and the first of every kind after that, which all campaigns share.

        So people have ships, but a campaign of ships alone has no people.
        """
        firsts = {system.kind: system for system in reversed(self.by_kind())}
        return [own, *(firsts[kind] for kind in KINDS[KINDS.index(own.kind) + 1 :] if kind in firsts)]

    def settings_of(self, transaction: Transaction) -> Mapping[str, Setting]:
        """Everything that a campaign can set, by any of its books."""
        return settings_of(*self.books(self.system_of(transaction)))

    def setting_groups(self, transaction: Transaction) -> Mapping[str, Mapping[str, Setting]]:
        """The same in groups by name."""
        return groups_of(*self.books(self.system_of(transaction)))

    @property
    def played(self) -> list[System]:
        """The books by which a campaign may be played: not those of careers, which each has beside its own."""
        return [system for system in self.by_kind() if system.kind != CAREER]

    @property
    def ships(self) -> System:
        """The rules for ships, which every campaign shares; raises RuleError where there are none."""
        return self._shared(SHIP)

    @property
    def careers(self) -> System:
        """The rules for careers, which every campaign shares; raises RuleError where there are none."""
        return self._shared(CAREER)

    def _shared(self, kind: str) -> System:
        if kind not in self._shares:
            self._shares.update({system.kind: system for system in reversed(self.by_kind())})
        if kind in self._shares:
            return self._shares[kind]
        raise RuleError(f"No rules for {kind}s are installed here.")


class Bot(commands.AutoShardedBot):
    """A Discord client with a table; the app makes one.

    `answering` are the tasks that are at work, `unmarked` the channels in which earlier answers can't be edited,
    `unpinned` those in which nothing may be pinned, and `unseated` the threads into and out of which nobody may be let,
    each told of once; `threads_lost` says of campaigns and sides what has become of their threads, until somebody of
    the side is told. `rehearsals` are the battles that are being played on. `contact` is whom to ask about what is
    kept, "" where that wasn't set, and `kept_days` for how many days campaigns are kept whose server has put the bot
    out, 0 for ever. `started` is when it was started, in seconds since 1970, and `backups` are the copies of its
    database, None where none are made.
    """

    table: Table
    answering: set[asyncio.Task[Any]]
    unmarked: set[int]
    unpinned: set[int]
    unseated: set[int]
    threads_lost: dict[tuple[int, str], str]
    rehearsals: "Rehearsals"
    contact: str
    kept_days: int
    started: int
    backups: Backups | None

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """While the block lasts, or one around it, the bot doesn't close, or not at once."""
        task = asyncio.current_task()
        assert task is not None
        around = task in self.answering
        self.answering.add(task)
        try:
            yield
        finally:
            if not around:
                self.answering.discard(task)


Interaction: TypeAlias = discord.Interaction[Bot]


def place_of(interaction: discord.Interaction) -> Place:
    """Where an interaction comes from; raises RuleError outside a server."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise RuleError("Campaigns are played in a server's channels: give this order there.")
    parent_id = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    parent_id = interaction.extras.get(_HOME, parent_id)
    return Place(interaction.guild_id, interaction.channel_id, parent_id)


def about_campaign_in(interaction: discord.Interaction, channel_id: int) -> None:
    """Have an interaction be about the campaign of another channel, unless one is played where it comes from."""
    interaction.extras[_HOME] = channel_id


def once_for(interaction: discord.Interaction, what: str) -> None:
    """Have what an interaction does be done once for that, such as a panel, and not once for each press."""
    interaction.extras[_KEY] = what


def is_alone(interaction: discord.Interaction) -> bool | None:
    """Whether what an interaction is answered is for the asker alone, since not everybody may know all here; None
    where nobody has looked yet.
    """
    return interaction.extras.get(_ALONE)


def close_sheets(
    interaction: Interaction, transaction: Transaction, ships: Iterable[StoredUnit] | Iterable[Unit]
) -> None:
    """Have the asker alone be told of these ships where sheets are closed, and not all may read what they may."""
    if tells_sheets(transaction, interaction.client.table.ships) and any(not ship.foreign for ship in ships):
        interaction.extras[_ALONE] = True


def reads_here(interaction: discord.Interaction) -> tuple[int, Reader]:
    """The campaign that an interaction is about, by its id, 0 for none, and what the asker may know of it."""
    found: tuple[int, Reader] = interaction.extras.get(_READS, (0, Reader()))
    return found


def key_of(interaction: discord.Interaction) -> str:
    """That for which an interaction's deed is done once: the interaction itself, if nothing else was said."""
    return str(interaction.extras.get(_KEY, interaction.id))


def actor_of(interaction: discord.Interaction) -> Actor:
    """Whoever gave an interaction."""
    manager = interaction.permissions.manage_guild
    return Actor(interaction.user.id, printable(interaction.user.display_name), manager)


async def rules_here(interaction: Interaction, verb: str = "") -> tuple[System, Mapping[str, str]]:
    """The campaign's book for a verb (its people's for none), and its settings; where none is running, the first."""
    table = interaction.client.table
    try:
        async with table.transaction(interaction) as transaction:
            return table.rules(transaction, verb), transaction.campaign.settings
    except NoCampaignError:
        return table.having(verb, table.by_kind()[0]), {}
