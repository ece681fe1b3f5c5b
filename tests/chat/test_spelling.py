"""Orders that may be given next are printed so that whoever types them gives just that order."""

from pathlib import Path
from types import SimpleNamespace

import discord
import pytest
from discord import app_commands
from discord.ext import commands
from hypothesis import given
from hypothesis import strategies as st

from bot import systems
from bot.chat.options import _parted, add_orders
from bot.chat.spelling import as_typed, option_called, spelled, typed_order, unmarked
from bot.engine.cards import Suggestion
from bot.engine.fields import Kind
from bot.sandbox.script import split

ROOT = Path(__file__).parents[2]
BOOKS = systems.discover(systems)
# What has no command: others give it in their turn, a button does, or it is of odds alone.
UNTYPED = {"light set", "door set", "scenario on", "answers", "battery", "career"}
UNTYPED |= {"autopilot carry out", "autopilot another", "autopilot i decide"}
ORDERS = [(key, verb) for key, book in sorted(BOOKS.items()) for verb in book.orders if verb not in UNTYPED]


@pytest.fixture(scope="module")
async def tree():
    """All commands by their names, loaded as the bot loads them, without a connection."""
    bot = commands.Bot(commands.when_mentioned, intents=discord.Intents.none())
    bot.table = SimpleNamespace(systems=BOOKS)
    for path in sorted((ROOT / "cogs").glob("[!_]*.py")):
        await bot.load_extension(f"cogs.{path.stem}")
    add_orders(bot.tree, BOOKS)
    found = [command for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)]
    return {command.qualified_name: command for command in found}


def read(line):
    """The command of a line, and what stands there by options: what whoever types it sends."""
    words = split(line.removeprefix("/"))
    return " ".join(each.value for each in words if each.key is None), {
        each.key: each.value for each in words if each.key
    }


def sample(field):
    """Something that a field takes, which isn't what it is anyhow."""
    if field.kind is Kind.FLAG:
        return not field.default
    if field.kind is Kind.WHOLE:
        return field.high
    return field.choices[-1] if field.choices else str(field.default or "Ann's Hero, Marine BE1")


def is_said(key, field):
    """Whether a field has to be said anywhere: what a setting says can't be said for once."""
    return field.wording or field.mode or not field.referees or field.name not in BOOKS[key].settings


@pytest.mark.parametrize(("key", "verb"), ORDERS)
async def test_all_that_an_order_says_is_printed_as_its_command_takes_it(tree, key, verb):
    """It stands behind an option, in `mode` or in `values`, and is read there as just that."""
    order = BOOKS[key].orders[verb]
    for field in (field for field in order.fields if is_said(key, field)):
        path, said = read(" ".join(typed_order(verb, {field.name: sample(field)})))
        assert {*said} <= {option.display_name for option in tree[path].parameters}, field.name
        raw = {field.name if name == option_called(field.name) else name: value for name, value in said.items()}
        raw = {name: value for name, value in raw.items() if name == field.name or name != "ready"}
        given = order.spread(raw)
        assert given.keys() == {field.name}
        assert field.read(given[field.name]) == field.read(sample(field)), field.name


@pytest.mark.parametrize(("key", "verb"), ORDERS)
async def test_all_who_take_part_in_an_order_are_printed_as_its_command_takes_them(tree, key, verb):
    order, people = BOOKS[key].orders[verb], "Marine BE1, Ann's Hero@3"
    for role in (role for role in order.roles if role.wording or role.beside):
        path, said = read(" ".join(typed_order(verb, {role.name: people})))
        assert {*said} <= {option.display_name for option in tree[path].parameters}, role.name
        if "values" in said:
            known = [each.name for each in (*order.roles, *order.fields)]
            assert _parted(said["values"], {each.name for each in order.roles if each.beside}, known) == (
                {role.name: people},
                "",
            )
        else:
            assert said[option_called(role.name)] == people


@pytest.mark.parametrize(
    ("verb", "fields", "line"),
    [
        (
            "fire",
            {"name": "Crew ON", "target": "Zhodani M7", "fire": "snap"},
            '/fire name:"Crew ON" target:"Zhodani M7" mode:snap',
        ),
        ("melee", {"name": "Ann", "target": "Bob", "dive": True}, '/melee name:Ann target:Bob values:"dive yes"'),
        ("phase ready", {"name": "Zhodani M2"}, '/phase ready:True name:"Zhodani M2"'),
        ("phase ready", {}, "/phase ready:True"),
        ("morale", {"name": "Ann", "cause": "adjacent"}, "/morale check name:Ann cause:adjacent"),
        ("morale check", {"cause": "adjacent"}, "/morale check cause:adjacent"),
        (
            "move",
            {"name": "Ann", "to": "N N", "dragging": "Bob", "with": "Cid"},
            '/move name:Ann to:"N N" values:"dragging Bob, with Cid"',
        ),
        ("campaign set", {"setting": "autopilot", "value": "acts"}, "/campaign set setting:autopilot value:acts"),
    ],
)
def test_an_order_is_printed_as_it_is_typed(verb, fields, line):
    assert spelled(Suggestion(verb, fields, "Now: ", " goes on")) == f"Now: {line} goes on"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ('"Crew ON"', "Crew ON"),
        ("“Crew ON”", "Crew ON"),
        ("Crew ON", "Crew ON"),
        (r'"the \"Rat\" \\ x"', r'the "Rat" \ x'),
        ('"Rat" and "Cat"', '"Rat" and "Cat"'),
        ('"', '"'),
        ('""', ""),
    ],
)
def test_quotation_marks_around_what_was_copied_are_none_of_it(typed, meant):
    assert unmarked(typed) == meant


@given(st.text('ab" \\:,@', max_size=8))
def test_what_is_printed_is_read_back_here_and_where_quotation_marks_are_sent_with_it(value):
    line = as_typed({"name": value, "to": "x"})
    shown = " ".join(value.split())
    assert read(f"move {line}")[1] == {"name": shown, "to": "x"}
    marked = line.removeprefix("name:").removesuffix(" to:x")
    if marked != shown or not shown.startswith('"'):
        assert unmarked(marked) == shown
