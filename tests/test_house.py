"""Tests of the codebase itself: what it promises to whoever extends it."""

import ast
import re
import sys
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from discord import app_commands
from discord.ext import commands

from bot import systems
from bot.campaign.access import ACCESS
from bot.chat.options import add_orders
from bot.engine.system import CHARACTER

ROOT = Path(__file__).parents[1]
KEYS = sorted(systems.discover(systems))


def python_files(*folders):
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def outside_the_systems():
    files = python_files("bot", "cogs", "renderers")
    return [path for path in files if not {"systems", "exchange"} & {*path.relative_to(ROOT).parts}]


@pytest.mark.parametrize("path", outside_the_systems(), ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_outside_the_systems_names_one(path):
    named = re.findall("|".join(rf"\b{key}\b" for key in KEYS), path.read_text(encoding="utf-8"), re.IGNORECASE)
    assert named == []


def test_no_file_outside_the_systems_holds_the_letters_of_one():
    folders = [ROOT / folder for folder in ("bot", "cogs", "renderers")]
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    ours = [path for path in files if not {"systems", "exchange", "__pycache__"} & {*path.relative_to(ROOT).parts}]
    named = [
        path
        for path in ours
        if re.search("|".join(KEYS), path.read_text(encoding="utf-8", errors="ignore"), re.IGNORECASE)
    ]
    assert named == []
    assert len(ours) > 100
    assert {"ahl", "combat3000"} <= {*KEYS}


def test_a_ruling_that_leaves_a_choice_names_its_setting():
    """So that `/rule find:option` lists them all, as the README says."""
    rulebooks = systems.discover(systems).values()
    for rulebook in rulebooks:
        for name, setting in rulebook.settings.items():
            cited = [
                rule for id_, rule in rulebook.rules.items() if re.search(rf"\b{re.escape(id_)}\b", setting.meaning)
            ]
            rulings = [rule for rule in cited if rule.reference.startswith(("ruling", "general ruling"))]
            assert all("option" in rule.summary.casefold() for rule in rulings), (rulebook.title, name)
    assert any(rulebook.settings for rulebook in rulebooks)


@pytest.mark.parametrize("path", python_files("bot/engine", "bot/deck"), ids=lambda path: path.name)
def test_engine_and_deck_need_the_standard_library_and_pydantic_only(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            known = {*sys.stdlib_module_names, "pydantic"}
            assert name.startswith(("bot.engine", "bot.deck")) or name.partition(".")[0] in known, name


@pytest.fixture(scope="module")
async def tree():
    """All commands, loaded as the bot loads them, without a connection."""
    bot = commands.Bot(commands.when_mentioned, intents=__import__("discord").Intents.none())
    bot.table = SimpleNamespace(systems=systems.discover(systems))
    for path in sorted((ROOT / "cogs").glob("[!_]*.py")):
        await bot.load_extension(f"cogs.{path.stem}")
    add_orders(bot.tree, bot.table.systems)
    return [command for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)]


async def test_every_option_is_described(tree):
    undescribed = [
        f"/{command.qualified_name} {option.name}"
        for command in tree
        for option in command.parameters
        if str(option.description) in {"", "…"}
    ]
    assert undescribed == []


async def test_at_most_three_options_are_required(tree):
    assert [
        command.qualified_name for command in tree if sum(option.required for option in command.parameters) > 3
    ] == []


async def test_no_command_has_more_options_than_discord_takes_nor_longer_words(tree):
    orders = [order for system in systems.discover(systems).values() for order in system.orders.values()]
    worded = {part.wording for order in orders for part in (*order.roles, *order.fields)}
    assert max(map(len, worded | {order.about for order in orders})) <= 100
    assert max(len(command.parameters) for command in tree) <= 25


# Of a command that several books of people have, the options that not all of them take: all else is said in `values`.
# They are Combat 3000's, which refuses none but those of /phase. A weapon, a range, the referee's modifier and its
# reason are called so wherever there are any.
OF_ONE_BOOK = {
    ("phase", "dm"): "AHL throws for control in zero-G as a phase ends, and counts it there",
    ("phase", "because"): "",
    ("break", "how"): "what is done to a door, a wall or a machine is a choice there",
    ("break", "what"): "a door or a machine is named there where no deck is up",
    ("break", "weapon"): "",
    ("break", "range"): "",
    ("structure hit", "by"): "a structure is fired at there, and not only struck by the referee's word",
    ("structure hit", "weapon"): "",
    ("structure hit", "range"): "",
    ("structure hit", "dm"): "",
    ("structure hit", "because"): "",
}


def test_what_one_book_alone_asks_on_a_command_of_several_is_said_in_values():
    """Books of one rulebook are one in that: what one of them takes the others may."""
    found, alone = systems.discover(systems).values(), set()
    rulebooks = [book for book in found if book.kind == CHARACTER]
    for verb in {verb for rulebook in rulebooks for verb in rulebook.orders}:
        shown, known = set(), {}
        for rulebook in (rulebook for rulebook in rulebooks if verb in rulebook.orders):
            parts = (*rulebook.orders[verb].roles, *rulebook.orders[verb].fields)
            shown |= {part.name for part in parts if part.wording and not getattr(part, "beside", False)}
            known.setdefault(rulebook.cited, set()).update(part.name for part in parts)
        alone |= {(verb, name) for name in shown if not all(name in names for names in known.values())}
    assert alone == OF_ONE_BOOK.keys()


async def test_an_option_of_one_rulebook_says_whose_it_is(tree):
    """Whoever plays another one sees it before they fill it, and is refused in a sentence if they do."""
    told = {
        (command.qualified_name, option.name): str(option.description)
        for command in tree
        for option in command.parameters
    }
    foreign = {where for where, words in told.items() if re.match("[A-Z][A-Z0-9]+: ", words)}
    assert foreign == OF_ONE_BOOK.keys()
    assert all(told[where].startswith("AHL: " if where[0] == "phase" else "C3K: ") for where in foreign)


async def test_every_order_has_a_command_or_is_one_of_the_houses_own_turns(tree):
    """A book's new order needs no line elsewhere: only what another command gives in its turn has none."""
    given = {name for command in tree for name in (command.extras.get("verb"), command.qualified_name)}
    verbs = {verb for system in systems.discover(systems).values() for verb in system.orders}
    proposed = {"autopilot carry out", "autopilot another", "autopilot i decide"}
    assert verbs - given == {"light set", "door set", "phase ready", "answers", "scenario on"} | proposed


async def test_the_readme_names_every_command(tree):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `/([a-z ]+?)`", readme, re.MULTILINE))
    assert named == {command.qualified_name for command in tree}


def test_every_deed_in_the_table_of_access_is_asked_for():
    code = "\n".join(path.read_text(encoding="utf-8") for path in outside_the_systems() if path.name != "access.py")
    assert {deed for deed in ACCESS if f'"{deed}"' not in code} == set()


# What is done to a campaign and is no order: it walks the journal (undo and redo), asks for an order (a yes, dice on
# the table) or answers that, or tells that one that was kept can't be carried out.
NO_ORDERS = {
    "bot/campaign/byhand.py": 1,
    "bot/campaign/play.py": 2,
    "bot/campaign/wishes.py": 1,
    "bot/chat/petitions.py": 1,
    "bot/chat/undoing.py": 1,
}


def test_everything_that_changes_a_campaign_is_an_order():
    """One place writes the journal for all orders; nobody else does, but for the few above."""
    files = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in python_files("bot", "cogs")}
    assert {name: found for name, text in files.items() if (found := text.count("transaction.record("))} == NO_ORDERS


def test_every_way_between_books_is_of_two_that_are_there():
    """Each file says how somebody is handed over; what two of them share is no way."""
    ways = [path.stem for path in python_files("bot/exchange") if "_to_" in path.stem]
    assert {way.split("_to_")[0] for way in ways} | {way.split("_to_")[1] for way in ways} <= {*KEYS}
    assert all(callable(import_module(f"bot.exchange.{way}").hand_over) for way in ways)
    assert "naval_to_ahl" in ways


def room_of(path):
    """The part of the house that a file belongs to; each rulebook is a room of its own."""
    parts = path.relative_to(ROOT).parts
    if "systems" in parts[:-2] and parts[2] in KEYS:
        return parts[2]
    return parts[0] if parts[0] != "bot" else parts[1]


def public_classes():
    """Name by name, where classes are called so. Not the rows of tables, which are called after what they keep."""
    found = defaultdict(list)
    for path in python_files("bot", "renderers"):
        if path.name != "models.py":
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(path)
    return found


def test_no_two_rooms_call_different_classes_the_same():
    """Rulebooks know nothing of each other: two of them may each have a shot, but none has one of the house's."""
    shared = {}
    for name, paths in public_classes().items():
        rooms = {room_of(path) for path in paths}
        if len(rooms) > 1 and not rooms <= {*KEYS}:
            shared[name] = sorted(rooms)
    assert shared == {}


def length(function):
    """The lines of a function, without those that document it."""
    first = function.body[0]
    documents = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return function.end_lineno - function.lineno + 1 - (first.end_lineno - first.lineno + 1 if documents else 0)


def test_every_box_of_every_form_says_what_it_asks_for_while_it_is_empty():
    boxes = [
        (path, node)
        for path in python_files("bot", "cogs")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("TextInput")
    ]
    assert boxes
    asked = {"label", "placeholder"}
    assert [f"{path}:{node.lineno}" for path, node in boxes if not asked <= {each.arg for each in node.keywords}] == []


def test_no_file_has_more_than_400_lines_and_no_function_more_than_40():
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    long = []
    for path in python_files("bot", "cogs", "renderers"):
        text = path.read_text(encoding="utf-8")
        if "migrations" not in path.parts:
            nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, functions)]
            long += [f"{path}:{node.lineno} {node.name}" for node in nodes if length(node) > 40]
        if text.count("\n") > 400:
            long.append(str(path))
    assert long == []


def test_no_module_is_a_drawer_for_anything():
    drawers = {"util", "utils", "helper", "helpers", "manager", "misc", "common"}
    assert [path for path in python_files("bot", "cogs", "renderers") if drawers & set(path.stem.split("_"))] == []


def locked(name):
    """The packages of a lock: each with its version and its hashes, whatever it is needed for."""
    lines = [line for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if not line.startswith("    #")]
    entries = re.split(r"\n(?=\S)", "\n".join(lines))
    return {entry.split("==")[0]: re.findall(r"^\S+|sha256:\w+", entry) for entry in entries}


def test_the_image_has_the_versions_that_are_tested():
    run, everything = locked("requirements-run.lock"), locked("requirements.lock")
    assert {name: everything.get(name) for name in run} == run
    assert "discord-py" in run
    assert "pytest" not in run


def test_whatever_is_answered_in_private_is_thought_about_in_private():
    """A file of commands that makes private replies alone says so when it asks for them."""
    for path in python_files("cogs"):
        text = path.read_text(encoding="utf-8")
        private = len(re.findall(r"return Reply\(.*private=True\)", text))
        assert not private or re.search(r"answer\(.*private=True\)", text), path.name


# What reads a campaign as it truly is, past the one place that knows who asks: what carries orders out and stores them.
PAST_THE_GATE = {
    "bot/campaign/casting.py",
    # What a side that an order names is called: of sides all know.
    "bot/campaign/christening.py",
    "bot/campaign/game.py",
    "bot/campaign/gate.py",
    "bot/campaign/knowing.py",
    "bot/campaign/play.py",
    # Who joins out of a roster, by a referee's order.
    "bot/campaign/rosters.py",
    "bot/campaign/transaction.py",
    # What an order has truly done, of which each side is told what it knows.
    "bot/campaign/witnesses.py",
}
READS = re.compile(r"\bgame_of\b|transaction\.(?:units?|sides|names|ledger|battle|sights|deck|side_named)\b|\.things\b")


def test_only_what_carries_orders_out_reads_past_the_gate():
    """Answers, completion, panels and pictures ask it what whoever reads them may know."""
    files = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in python_files("bot", "cogs")}
    found = {name for name, text in files.items() if READS.search(text) and not name.startswith("bot/systems")}
    assert found == PAST_THE_GATE
