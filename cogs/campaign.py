"""`/campaign`: begin, look at, set, move and end what a channel plays; also the buttons that begin one."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaign.access import ACCESS
from bot.campaign.gate import game_for, rows_for
from bot.campaign.rows import StoredUnit
from bot.campaign.settings import is_of_rulings
from bot.campaign.stretches import stretches_of
from bot.campaign.transaction import Transaction
from bot.chat.answer import Reply, answer
from bot.chat.completion import MOST_CHOICES, choices, completing
from bot.chat.moving import campaigns_elsewhere, campaigns_without_channel, erase, move_here
from bot.chat.orders import entry_reply, house_order, house_reply
from bot.chat.rosters import roster
from bot.chat.sending import on_press
from bot.chat.stretches import ENDS, ask_to_end, at_end
from bot.chat.table import Bot, Interaction, Table, actor_of, place_of
from bot.chat.tracking import track
from bot.chat.wording import lines_embed, long_embed, plain, who
from bot.engine.cards import person, sentence
from bot.engine.dice import hash_of
from bot.engine.errors import RuleError
from bot.engine.system import CAREER, SHIP, Need, Setting, System
from bot.engine.typed import match
from bot.systems.house import Beginning, Founded, Settable


async def _settings(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The settings; where they are more than Discord takes, first those about rules, the campaign's and its people's
    before all, and then the groups of the others.
    """
    table = interaction.client.table
    try:
        async with table.transaction(interaction) as transaction:
            groups, own = table.setting_groups(transaction), table.system_of(transaction).title
    except RuleError:
        return []
    known = groups.get(typed) or {name: setting for group in groups.values() for name, setting in group.items()}
    fitting = [name for name in known if typed in groups or typed.strip().casefold() in name.casefold()]
    if len(fitting) <= MOST_CHOICES:
        return choices(fitting, "" if typed in groups else typed)
    common = next(iter(groups))
    large = sorted(groups, key=lambda title: (title in {common, own}, not is_of_rulings(title), -len(groups[title])))
    while len(fitting) + len(groups) - len(large) > MOST_CHOICES:
        left_out = groups[large.pop(0)]
        fitting = [name for name in fitting if name not in left_out]
    others = [title for title in groups if title not in large]
    return [
        *choices(fitting, typed),
        *(app_commands.Choice(name=f"{title} ({len(groups[title])}) …", value=title) for title in others),
    ]


@completing
async def _values(interaction: Interaction, transaction: Transaction, _: System) -> Sequence[str]:
    setting = interaction.client.table.settings_of(transaction).get(interaction.namespace.setting or "")
    return setting.values if setting else ()


def _chosen(table: Table, typed: str | None) -> System:
    """The rules by key or title, those of ships alone among them; the first ones for people where none were named."""
    systems = table.played
    if typed is None:
        return systems[0]
    names = {name: system for system in systems for name in (system.key, system.title)}
    return names[match(typed, names, what="rule system")]


async def _new(interaction: Interaction, typed: str | None, *, starter: bool) -> Reply:
    table = interaction.client.table
    system = _chosen(table, typed)
    place = place_of(interaction)
    async with table.store.founding(place, actor_of(interaction), str(interaction.id), system.key) as transaction:
        if starter and not system.starter:
            raise RuleError(f"{system.title} has nobody to start with: leave starter out.")
        people = system.starter if starter else ()
        beginning = Beginning(people, _founded(transaction, system, starter=starter))
        entry = await house_order(interaction, transaction, "campaign new", material=beginning)
    return entry_reply(transaction, entry)


def _founded(transaction: Transaction, system: System, *, starter: bool) -> Founded:
    referee, seed = person(transaction.actor.id), hash_of(transaction.source.seed)
    founded = Founded(system.title, system.kind, referee, seed)
    if not starter:
        return founded
    people = tuple((unit.name, unit.side, system.line(unit.sheet)) for unit in system.starter)
    return replace(founded, people=people, opening=system.opening)


async def _show(interaction: Interaction) -> Reply:
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.system_of(transaction)
        units = await rows_for(transaction)
        referees = await transaction.referees()
        besides = await _besides(transaction, table)
        since = (await stretches_of(transaction))[-1].since
    return Reply(lines_embed(system.title, [*_about(transaction, referees, units, system, since), *besides]))


async def _show_settings(interaction: Interaction) -> Reply:
    """Every setting with its value, what else it can be, and what it does."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        system = table.system_of(transaction)
        groups, chosen = table.setting_groups(transaction), transaction.campaign.settings
    lines = []
    for title, group in groups.items():
        lines.append(f"__{plain(title)}__")
        lines += [_setting_line(setting, chosen.get(name, setting.values[0])) for name, setting in group.items()]
    return Reply(long_embed(f"{system.title}: settings", lines))


async def _show_dice(interaction: Interaction) -> Reply:
    """How many dice were thrown, for the referee alone: who knows that and the seed knows the next one."""
    async with interaction.client.table.transaction(interaction) as transaction:
        transaction.check(ACCESS["campaign dice"], "How many dice were thrown")
        count = transaction.campaign.counter
    return Reply(lines_embed("Dice", [f"Dice thrown: {count:,}, those taken back among them"]))


def _setting_line(setting: Setting, value: str) -> str:
    others = [other for other in setting.values if other != value]
    either = f" (or {sentence(others, 'or')})" if others else ""
    return f"**{setting.name}**: {value}{either}: {setting.meaning}"


async def _besides(transaction: Transaction, table: Table) -> list[str]:
    """What is here beside the characters: ships, the battle that they fight, careers, and the deck."""
    lines = []
    if ships := await rows_for(transaction, SHIP):
        sides = Counter(unit.side or "no side" for unit in ships)
        lines.append(f"Ships: {', '.join(f'{count} of {plain(side)}' for side, count in sides.items())} (/ship list)")
    fought, battle_line = await game_for(transaction, table.ships), table.ships.ships.battle_line
    if told := await asyncio.to_thread(lambda: battle_line(fought.ledger)):
        lines.append(f"Battle: {plain(told)} (/battle show)")
    if careers := await rows_for(transaction, CAREER):
        lines.append(f"Careers: {len(careers)} (/career list)")
    if board := (await game_for(transaction, table.system_of(transaction))).board:
        lines.append(f"Deck: {plain(board.plan.name)}, {len(board.people)} on it (/deck show)")
    return lines


def _about(
    transaction: Transaction, referees: set[int], units: Sequence[StoredUnit], system: System, since: int
) -> list[str]:
    settings = [f"{name} {value}" for name, value in transaction.campaign.settings.items()] or ["as they come"]
    return [
        f"Referee: {sentence(map(who, sorted(referees))) if referees else 'nobody now: /campaign set referee'}",
        f"Settings: {', '.join(settings)} (all of them: settings:True)",
        f"-# Campaign {transaction.campaign.id}. The SHA-256 of its dice's seed: {hash_of(transaction.source.seed)}, "
        f"in use since <t:{since}:f> (/dice show)",
        *roster(system, units),
    ]


async def _set(
    interaction: Interaction, setting: str | None, value: str | None, referee: discord.Member | None
) -> Reply:
    table, place = interaction.client.table, place_of(interaction)
    if referee is not None and referee.bot:
        raise RuleError("A bot can't be the referee: name a person.")
    named = {} if referee is None else {str(referee.id): referee.display_name}
    given = {"setting": setting, "value": value, "referee": next(iter(named), None)}
    async with table.transaction(interaction) as transaction:
        seen = place.channel_id == transaction.campaign.channel_id
        settable = Settable(table.settings_of(transaction), named, seen)
        fields = {name: text for name, text in given.items() if text is not None}
        entry = await house_order(interaction, transaction, "campaign set", fields, settable)
        return await house_reply(interaction, transaction, entry)


async def _end(interaction: Interaction, told: int | None = None) -> Reply:
    """End the campaign and open its dice; where that tells what was hidden, `told` is the opening that was told of."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        transaction.check(Need.MANAGER, "Ending the campaign")
        dice = await at_end(transaction, table)
        if dice.opening is not None and dice.opening.hidden and dice.opening.first.id != told:
            return ask_to_end(dice.opening, transaction)
        entry = await house_order(interaction, transaction, "campaign end", material=dice.told)
        await dice.carry_out(transaction, entry.id)
        tracked = [*await track(transaction, table.ships), *await track(transaction, table.system_of(transaction))]
        return replace(await house_reply(interaction, transaction, entry), tracked=tracked)


async def press_end(interaction: Interaction, stretch_id: str) -> None:
    """End the campaign, after it has been told what that opens."""
    await answer(interaction, _end(interaction, int(stretch_id)))


async def press_start(interaction: Interaction, what: str) -> None:
    """Begin a campaign from the button under “no campaign here”."""
    await answer(interaction, _new(interaction, None, starter=what == "starter"))


class Campaign(commands.GroupCog, group_name="campaign", group_description="What this channel plays"):
    """`/campaign`."""

    @app_commands.command()
    @app_commands.describe(system="The rules to play by", starter="With a few characters ready to fight")
    async def new(self, interaction: Interaction, system: str | None = None, starter: bool = False) -> None:
        """Begin a campaign in this channel, with you as its referee"""
        await answer(interaction, _new(interaction, system, starter=starter))

    @new.autocomplete("system")
    async def _systems(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return choices((system.title for system in interaction.client.table.played), typed)

    @app_commands.command()
    @app_commands.describe(
        settings="All settings instead, with what each does",
        dice="How many dice were thrown instead, told to the referee alone",
    )
    async def show(self, interaction: Interaction, settings: bool = False, dice: bool = False) -> None:
        """Show the rules, the referee, the settings and everybody in it"""
        if dice:
            await answer(interaction, _show_dice(interaction), private=True)
        else:
            await answer(interaction, _show_settings(interaction) if settings else _show(interaction))

    @app_commands.command(name="set")
    @app_commands.describe(setting="What to set", value="To what", referee="Somebody to be a referee as well")
    @app_commands.autocomplete(setting=_settings, value=_values)
    async def set_(
        self,
        interaction: Interaction,
        setting: str | None = None,
        value: str | None = None,
        referee: discord.Member | None = None,
    ) -> None:
        """Change a setting, or add a referee"""
        await answer(interaction, _set(interaction, setting, value, referee))

    @app_commands.command()
    @app_commands.describe(campaign="Which one, by its number or from the list")
    @app_commands.autocomplete(campaign=campaigns_elsewhere)
    async def move(self, interaction: Interaction, campaign: str) -> None:
        """Move a campaign to this channel from another one, even if that is gone"""
        await answer(interaction, move_here(interaction, campaign))

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """End the campaign; its journal stays, and /undo takes this back"""
        await answer(interaction, _end(interaction))

    @app_commands.command()
    @app_commands.describe(
        confirm="Type: erase everything", campaign="One whose channel is gone, by its number or from the list"
    )
    @app_commands.autocomplete(campaign=campaigns_without_channel)
    async def erase(self, interaction: Interaction, confirm: str, campaign: str | None = None) -> None:
        """Erase the campaign with its journal, for good"""
        await answer(interaction, erase(interaction, confirm, campaign))


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Campaign())
    bot.add_dynamic_items(on_press("start", press_start, "empty|starter"), on_press(ENDS, press_end))
