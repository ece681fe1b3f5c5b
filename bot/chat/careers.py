"""Careers in a channel: the one message of each, which is edited as it goes on, and whoever joins the characters.

Nothing waits in memory: a button carries what stands for the career and the key of the question that it answers, and
what is asked is found anew when it is pressed (see `engine.due`).
"""

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.ui import Button, Item, Select, View

from bot.campaign.casting import as_they_are, check_as_asked
from bot.campaign.game import seen
from bot.campaign.gate import game_for, row_for, rows_for
from bot.campaign.journal import entry_of
from bot.campaign.play import play
from bot.campaign.posts import posted_at
from bot.campaign.rows import Recorded, StoredUnit, recorded
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish
from bot.chat.answer import Reply
from bot.chat.asking import MOST_OPTIONS, choice_items
from bot.chat.files import Attached
from bot.chat.orders import entry_reply
from bot.chat.petitions import Deed, Petition, Told, done_or_asked, lines_for
from bot.chat.sending import entry_buttons
from bot.chat.table import Interaction, Table, place_of
from bot.chat.together import gone
from bot.chat.tracking import Tracked
from bot.chat.wording import LONGEST_TEXT, cut, embed, plain, who
from bot.engine.cards import counted
from bot.engine.due import Due, owed_by
from bot.engine.errors import RuleError
from bot.engine.order import Need
from bot.engine.scene import Game, Unit, Units
from bot.engine.system import CAREER, System
from bot.exchange import between
from bot.systems.handing import Coming
from bot.systems.names import clean_name, key_of

PREFIX = "career"
# In the place of a question's key: the select by which somebody comes aboard, equipped as a template is.
_ABOARD = "aboard"
# The mark on a career whose character has come, with that one's name after it.
_ENLISTED = "enlisted as "
# In the place of a question's key as well: the button that shows the sheet to whoever presses it.
SHEET = "sheet"
_MOST_LEFT = 4


async def carry_step(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Carry out an order of a career as it was said; the answer is the career's message from then on."""
    return await _stepped(interaction, transaction, said["verb"], said["people"], said["fields"])


async def choose(interaction: Interaction, custom_id: str, picked: str) -> Reply:
    """Make the choice that a button or a select under a career's message stands for; it is edited in place."""
    _, tag, key, number = [*custom_id.split(":"), "", "", ""][:4]
    if key == _ABOARD:
        aboard = {"career": tag, "template": picked}
        asked = Petition("career aboard", aboard, {"template": picked}, CAREER, boards_now)
        return await done_or_asked(interaction, asked, carry_aboard)
    said = {"verb": "career next", "career": tag, "key": key, "choice": number or picked}
    return await done_or_asked(interaction, Petition("career choice", said, {}, CAREER), carry_choice)


async def carry_choice(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Make a choice that was pressed; raises RuleError where that is asked no longer."""
    system, name = interaction.client.table.careers, await _name_of(transaction, said["career"])
    asked = [each for each in await _owed(transaction, system, name) if each.choices and each.key == said["key"]]
    choices = dict(enumerate(asked[0].choices)) if asked else {}
    choice = choices.get(int(said["choice"])) if said["choice"].isdecimal() else None
    if choice is None:
        raise RuleError(f"{name} no longer waits for that: /career show shows what is asked now.")
    order = choice.said
    return await _stepped(interaction, transaction, order.verb, order.people, order.fields, in_place=True)


async def _name_of(transaction: Transaction, tag: str) -> str:
    """Whose the career is of that tag, or that number in older buttons; raises RuleError where it is gone."""
    name = next((row.name for row in await rows_for(transaction, CAREER) if tag in {row.tag, str(row.id)}), None)
    if name is None:
        raise RuleError("That career is no longer here: /career list shows those that are.")
    return name


async def _stepped(
    interaction: Interaction, transaction: Transaction, verb: str, people: Any, fields: Any, *, in_place: bool = False
) -> Told:
    table = interaction.client.table
    system = table.rules(transaction, verb)
    entry = await play(transaction, place_of(interaction), system, verb, people, fields, table.new_dice)
    assert entry.outcome is not None, "it has just been carried out"
    name = next((unit.name for unit in entry.outcome.units.values()), None) or next(iter(entry.outcome.after))
    shown = entry_reply(transaction, entry)
    tracked = await _tracked(transaction, table, name, shown.embed, entry)
    # Where the message that was pressed is the career's already, no other has to give way to it.
    moves = [] if in_place and transaction.used == tracked.shows else [tracked]

    async def told() -> Reply:
        return replace(shown, embed=tracked.embed, view=tracked.view, tracked=moves, in_place=in_place)

    return told


async def show_career(interaction: Interaction, name: str) -> Reply:
    """Somebody's whole career with its files; the answer is its message from then on, with what it waits for."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        row = await row_for(transaction, name, CAREER)
        unit = seen(table.careers, row)
        tracked = await _tracked(transaction, table, row.name, _sheet(table.careers, row, unit))
    files = [
        Attached(f"{row.name}.{ending}", text.encode(), f"The career of {row.name}")
        for ending, text in table.careers.careers.files(unit)
    ]
    return Reply(tracked.embed, attached=files, view=tracked.view, tracked=[tracked], public=True)


async def read_sheet(interaction: Interaction, custom_id: str) -> Reply:
    """The sheet and the log of a career under whose message a button was pressed."""
    table, tag = interaction.client.table, custom_id.split(":")[1]
    async with table.transaction(interaction) as transaction:
        row = await row_for(transaction, await _name_of(transaction, tag), CAREER)
        return Reply(_sheet(table.careers, row, seen(table.careers, row)))


def _sheet(system: System, row: StoredUnit, unit: Unit) -> discord.Embed:
    shown = embed(system.card_of(unit))
    if row.owner_id:
        shown.add_field(name="Owner", value=who(row.owner_id))
    return shown


async def list_careers(transaction: Transaction, system: System) -> list[str]:
    """A line for each career of a campaign: how it stands, whose it is, and what it waits for."""
    game = await game_for(transaction, system)
    due = await asyncio.to_thread(system.due, game)
    return [
        line
        for row in await rows_for(transaction, CAREER)
        for line in _listed(system.line_of(game.units[row.name]), row, list(owed_by(row.name, due)))
    ]


def _listed(line: str, row: StoredUnit, due: Sequence[Due]) -> Iterator[str]:
    owner = f" · {who(row.owner_id)}" if row.owner_id else ""
    yield f"**{plain(row.name)}**: {plain(line)}{owner}"
    yield from (f"• waits for an answer: {plain(each.what)}" for each in due if each.choices)
    if left := [each for each in due if not each.choices]:
        yield f"• {counted(len(left), 'thing')} left to the referee"


async def track_careers(
    transaction: Transaction, table: Table, unit_ids: Collection[int], undone: Sequence[str] = ()
) -> Tracked | None:
    """What the message of a career that was changed from elsewhere is to show now, first the titles of what was
    `undone`; None where there is none.
    """
    system = table.careers
    for row in await rows_for(transaction, CAREER):
        if row.id in unit_ids and await posted_at(transaction.connection, transaction.campaign.id, _shows(row.id)):
            shown, before = _sheet(system, row, seen(system, row)), await _last(transaction, row)
            told = "\n".join(plain(gone(title)) for title in undone)
            shown.description = f"{told}\n{shown.description or ''}".strip()
            return replace(await _tracked(transaction, table, row.name, shown, before), here=False)
    return None


async def _last(transaction: Transaction, row: StoredUnit) -> Recorded | None:
    """The order that can be taken back next, if it is one of this career's."""
    if transaction.campaign.head_id is None:
        return None
    entry = await entry_of(transaction, transaction.campaign.head_id, own_line=True)
    given: Mapping[str, Any] = entry["order"]
    parts = [unit_id for parts in given.get("units", {}).values() for unit_id, _ in parts]
    named = key_of(str(given.get("said", {}).get("name", ""))) == key_of(row.name)
    return recorded(entry) if entry["verb"] in DEEDS and (row.id in parts or (named and not parts)) else None


async def _tracked(
    transaction: Transaction, table: Table, name: str, shown: discord.Embed, entry: Recorded | None = None
) -> Tracked:
    """A career's message: what was shown, below it what it waits for, and under it the choices."""
    row, due = await row_for(transaction, name, CAREER), await _owed(transaction, table.careers, name)
    asked = "\n".join(_question_lines(due))
    shown.description = f"{cut(shown.description or '', LONGEST_TEXT - len(asked) - 1)}\n{asked}".strip()
    view = View()
    # What was chosen can't be chosen again.
    under = entry_buttons(replace(entry, repeatable=False)).children if entry else ()
    read = Button[View](label="Sheet and log", custom_id=f"{PREFIX}:{row.tag}:{SHEET}")
    for item in (*_choices(row, due), *await _ways_aboard(transaction, table, row), *under, read):
        view.add_item(item)
    view.stop()
    campaign = transaction.campaign
    return Tracked(campaign.id, campaign.version, shown, shows=_shows(row.id), view=view, here=True)


def _shows(unit_id: int) -> str:
    return f"{PREFIX} {unit_id}"


async def _owed(transaction: Transaction, system: System, name: str) -> list[Due]:
    """What one career waits for: nobody else's is worked out, so that it is done before a thread would have begun."""
    game = await game_for(transaction, system)
    alone: Game = replace(game, units=Units([name], game.units.__getitem__))
    return list(system.due(alone))


def _question_lines(due: Sequence[Due]) -> Iterator[str]:
    for each in due:
        if each.choices:
            yield f"\n**{plain(each.what)}** ({plain(each.rule)})"
            for choice in each.choices:
                default = " (the default)" if choice is each.fallback else ""
                yield f"• {plain(': '.join(filter(None, (choice.label, choice.does))))}{default}"
    if left := [each for each in due if not each.choices]:
        named = [each.what for each in left[:_MOST_LEFT]]
        named += [f"{len(left) - _MOST_LEFT} more"] if len(left) > _MOST_LEFT else []
        by = left[0].answer.verb if left[0].answer else ""
        told = f"{counted(len(left), 'thing')} left to the referee, to be said at any time by /{by}"
        yield f"-# {plain(f'{told}: ' + '; '.join(named))}"


def _choices(row: StoredUnit, due: Sequence[Due]) -> Iterator[Item[View]]:
    # By choices alone: what is said in words is told below, with its command.
    for each in (each for each in due if each.choices):
        yield from choice_items(f"{PREFIX}:{row.tag}:{each.key}", replace(each, answer=None), row=0)


async def _ways_aboard(transaction: Transaction, table: Table, row: StoredUnit) -> Iterator[Item[View]]:
    """The select of templates by which somebody whose career is over comes aboard, where these rules know how."""
    unit, people = (await game_for(transaction, table.careers)).units[row.name], table.system_of(transaction)
    if not table.careers.careers.free(unit) or await _called(transaction, row):
        return iter(())
    options = [
        discord.SelectOption(label=cut(name, 100), value=name, description=cut(people.line(template.sheet), 100))
        for name, template in people.templates.items()
        if _comes(table.careers, people, unit, template, transaction.campaign.settings)
    ]
    select = Select[View](
        custom_id=f"{PREFIX}:{row.tag}:{_ABOARD}",
        placeholder="Into the fight: equipped as which template?",
        options=options[:MOST_OPTIONS],
        row=0,
    )
    return iter((select,) if options else ())


def _comes(careers: System, people: System, unit: Unit, template: Unit, settings: Mapping[str, str]) -> bool:
    """Whether somebody can come out of a career as a template is equipped."""
    try:
        between(careers, people)(unit.sheet, template.sheet, settings)
    except RuleError:
        return False
    return True


async def _called(transaction: Transaction, row: StoredUnit) -> str:
    """The name of the character that a career has made; "" where none of that name is here."""
    return next((unit.name for unit in await rows_for(transaction) if f"{_ENLISTED}{unit.name}" in row.marks), "")


async def boards_now(
    interaction: Interaction, transaction: Transaction, said: Wish, _: Sequence[str]
) -> tuple[Wish, Sequence[str]]:
    """Who is to come out of a career once somebody has said yes to it: whoever is meant now, as they are."""
    name = await _name_of(transaction, said["career"]) if "career" in said else str(said["fields"]["name"])
    row = await row_for(transaction, name, CAREER)
    again = {**said, "fields": {**said["fields"], "name": row.name}} if "fields" in said else said
    return {**again, "asked": as_they_are([row])}, lines_for(transaction, interaction.client.table.careers, [row])


async def carry_aboard(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Make a character of somebody, equipped as the template that was chosen under their career."""
    await check_as_asked(transaction, interaction.client.table.careers, said.get("asked", {}))
    fields = {"name": await _name_of(transaction, said["career"]), "template": said["template"]}
    return await carry_enlistment(interaction, transaction, {"verb": "career enlist", "fields": fields})


async def carry_enlistment(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Make a character of somebody with a career, as it was said; raises RuleError where they are one already, or are
    others by now than those for whom it was asked.
    """
    table, verb, fields = interaction.client.table, said["verb"], said["fields"]
    careers, people = table.careers, table.system_of(transaction)
    await check_as_asked(transaction, careers, said.get("asked", {}))
    row = await row_for(transaction, str(fields["name"]), CAREER)
    transaction.check(Need.OWNER, row.name, row.owner_id)
    if called := await _called(transaction, row):
        raise RuleError(f"{row.name} is {called} here already: /character remove takes {called} out first.")
    coming = Coming(seen(careers, row), careers.title, between(careers, people))
    mark = f"{_ENLISTED}{clean_name(str(fields.get('as') or row.name))}"
    # With what follows in one entry, so that it is taken back with that.
    transaction.change(row, marks=[*(each for each in row.marks if not each.startswith(_ENLISTED)), mark])
    entry = await play(transaction, place_of(interaction), people, verb, {}, fields, table.new_dice, coming)
    tracked = await track_careers(transaction, table, {row.id})

    async def told() -> Reply:
        return replace(entry_reply(transaction, entry), tracked=[tracked] if tracked else ())

    return told


# What carries out each order of a career, now or when somebody has said yes to it.
DEEDS: Mapping[str, Deed] = {
    "career begin": carry_step,
    "career next": carry_step,
    "career choice": carry_choice,
    "career say": carry_step,
    "career edit": carry_step,
    "career enlist": carry_enlistment,
    "career aboard": carry_aboard,
}
