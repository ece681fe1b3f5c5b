"""Slash commands out of orders: what Discord is told of one, what the order is given, and two books at one verb."""

from dataclasses import dataclass, replace
from enum import StrEnum
from unittest.mock import Mock

import discord
import pytest
from discord import app_commands

from bot import systems
from bot.chat.options import Option, add_command, add_orders, command, odds_command, order_command
from bot.chat.orders import panel_without
from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.order import Odds
from bot.engine.scene import Outcome, Role, Scene

AHL = systems.discover(systems)["ahl"]
TEXT, WHOLE, FLAG, USER = 3, 4, 5, 6


class Gait(StrEnum):
    WALK = "walk"
    RUN = "run"


@dataclass(frozen=True, kw_only=True, slots=True)
class Push(Asked):
    verb = "push"
    about = "Push somebody"
    roles = (
        Role("name", needed=True, wording="Who pushes"),
        Role("with", optional=True, wording="Who helps"),
        Role("unseen", optional=True),
        Role("load", many=True, optional=True, wording="What is pushed", beside=True),
    )
    note: str = ask("", "Why")
    gait: Gait = ask(Gait.WALK, mode=True)
    how: Gait | None = ask(None, "How")
    force: int = ask(1, "How hard; left out, gently", low=0, high=9)
    zero_g: bool = ask(False, "Whether the gravity is off", name="zero-g")
    whose: str = ask("", "Whose it is", kind=Kind.PLAYER)
    at: str = must("Where", suggest=lambda _: ("C7",))
    wind: bool = ask(default=False)
    dm: int = ask(0, "The referee's own modifier", low=-9, high=9, referees="Adding a DM")


@dataclass(frozen=True, kw_only=True, slots=True)
class Shove(Asked):
    """The same verb in another book."""

    verb = "push"
    roles = (Role("name"),)
    force: str = ask("", "How strongly")
    haste: bool = ask(False, "Whether in haste")
    wind: bool = ask(False, "Whether the wind blows")
    gait: Gait = ask(Gait.RUN, mode=True, choices=("crawl",))


def book(asked, **told):
    order = typed_order(asked, lambda *_: Outcome({}, Card("done")), lambda card, _: card, **told)
    return replace(AHL, orders={order.verb: order})


@pytest.fixture
def tree():
    return app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))


class Given:
    """A giver that notes what it was told to do with an order."""

    def __init__(self):
        self.orders = []

    async def __call__(self, interaction, verb, people, fields, carry=None):
        self.orders.append((interaction, verb, people, fields))
        self.carry = carry


def told(command, tree):
    parts = ("name", "description", "type", "required", "autocomplete")
    return [tuple(option.get(part, False) for part in parts) for option in command.to_dict(tree)["options"]]


def test_each_role_and_field_that_has_words_is_an_option(tree):
    push = order_command({"one": book(Push)}, "push")
    assert (push.name, push.description) == ("push", "Push somebody")
    assert told(push, tree) == [
        ("name", "Who pushes", TEXT, True, True),
        ("at", "Where", TEXT, True, True),
        ("note", "Why", TEXT, False, False),
        ("mode", "How: walk, run", TEXT, False, True),
        ("how", "How", TEXT, False, True),
        ("force", "How hard; left out, gently", WHOLE, False, False),
        ("zero_g", "Whether the gravity is off", FLAG, False, False),
        ("whose", "Whose it is", USER, False, False),
        ("with", "Who helps", TEXT, False, True),
        ("dm", "The referee's own modifier", WHOLE, False, False),
        ("values", "Whatever else these rules ask, such as: wind yes, load", TEXT, False, True),
    ]


def test_what_two_books_ask_is_merged_by_name(tree):
    """The first that has words is heard; what they hold differently is text, and what one of them words isn't left."""
    both = {each[0]: each for each in told(order_command({"one": book(Push), "two": book(Shove)}, "push"), tree)}
    assert both["force"] == ("force", "How hard; left out, gently", TEXT, False, False)
    assert both["haste"] == ("haste", "Whether in haste", FLAG, False, False)
    assert both["wind"] == ("wind", "Whether the wind blows", FLAG, False, False)
    assert both["mode"] == ("mode", "How: walk, run, crawl", TEXT, False, True)
    assert both["values"] == ("values", "Whatever else these rules ask, such as: load", TEXT, False, True)


def test_what_one_rulebook_alone_asks_says_whose_it_is(tree):
    """Two books of one rulebook are one in that."""
    other = replace(book(Shove), cited="Toy")
    both = {each[0]: each[1] for each in told(order_command({"one": book(Push), "two": other}, "push"), tree)}
    assert both["haste"] == "Toy: Whether in haste"
    assert both["at"] == "AHL: Where"
    assert both["force"] == "How hard; left out, gently"
    alone = {each[0]: each[1] for each in told(order_command({"one": book(Push)}, "push"), tree)}
    assert alone["at"] == "Where"


def test_what_has_odds_can_be_asked_for_a_panel_and_for_its_odds(tree):
    odds = Odds(str, (), (), lambda _: Scene({}), anyway=(("how", "run"),))
    books = {"one": book(Push, odds=odds)}
    assert ("ask", "Whether a panel is to show the odds first", FLAG, False, False) in told(
        order_command(books, "push"), tree
    )
    shown = {name: (words, required) for name, words, _, required, _ in told(odds_command(books, "push"), tree)}
    assert shown["name"] == ("Who pushes", False)
    assert shown["force"] == ("How hard", False)
    assert shown["dm"] == ("A further modifier", False)
    assert "how" not in shown


def test_what_one_rulebook_alone_asks_for_its_odds_is_said_in_values(tree):
    odds = Odds(str, (), (), lambda _: Scene({}))
    books = {"one": book(Push, odds=odds), "two": replace(book(Shove, odds=odds), cited="Toy")}
    shown = {name: words for name, words, _, _, _ in told(odds_command(books, "push"), tree)}
    assert shown["force"] == "How hard"
    assert not {"at", "haste"} & shown.keys()
    assert "haste yes" in shown["values"]
    assert {"at", "haste"} <= {each[0] for each in told(order_command(books, "push"), tree)}


def test_orders_become_commands_unless_there_is_one_already(tree):
    own = command("push", "My own", "push", (), Given())
    add_command(tree, own)
    add_orders(tree, {"one": book(Push), "ahl": AHL})
    assert tree.get_command("push") is own
    assert {"check", "rally"} == {each.name for each in tree.get_command("morale").commands}
    assert tree.get_command("morale").description == "Who holds, who panics, who rallies"


async def test_the_order_is_given_with_its_roles_and_its_fields_and_nothing_that_was_left_out():
    given = Given()
    push = order_command({"one": book(Push)}, "push", give=given)
    left = dict.fromkeys(("note", "mode", "how", "whose", "dm", "values"))
    await push.callback("interaction", **left, name="Ann", with_="Bob", at="C7", force=0, zero_g=False)
    people, fields = {"name": "Ann", "with": "Bob"}, {"at": "C7", "force": 0, "zero-g": False}
    assert given.orders == [("interaction", "push", people, fields)]


@pytest.mark.parametrize(
    ("values", "load", "left"),
    [
        ("load Cid", "Cid", ""),
        ("wind yes, load Cid, Dot @3", "Cid, Dot @3", "wind yes"),
        ("Load: Cid, wind, zero-g no", "Cid", "wind, zero-g no"),
        ("wind yes", "", "wind yes"),
        ("loader Cid", "", "loader Cid"),
    ],
)
async def test_people_without_an_option_are_named_among_the_values(values, load, left):
    """Up to the next thing that the order knows; all else is its values, as they were typed."""
    given = Given()
    push = order_command({"one": book(Push)}, "push", give=given)
    unsaid = dict.fromkeys(("note", "mode", "how", "whose", "dm", "with_", "force", "zero_g"))
    await push.callback("interaction", **unsaid, name="Ann", at="C7", values=values)
    people = {"name": "Ann", **({"load": load} if load else {})}
    assert given.orders == [("interaction", "push", people, {"at": "C7", **({"values": left} if left else {})})]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [("load", "“load” says nobody: write a name behind it"), ("load Cid, load Dot", "“load” is said twice")],
)
async def test_whoever_names_nobody_or_twice_among_the_values_is_told(values, sentence):
    push = order_command({"one": book(Push)}, "push", give=Given())
    unsaid = dict.fromkeys(("note", "mode", "how", "whose", "dm", "with_", "force", "zero_g"))
    with pytest.raises(RuleError, match=sentence):
        await push.callback("interaction", **unsaid, name="Ann", at="C7", values=values)


async def test_nobody_names_a_bot():
    bot = Mock(spec=discord.Member, id=7, bot=True)
    push = command("push", "Push", "push", [Option("whose", "Whose", discord.Member)], Given())
    with pytest.raises(RuleError, match="A bot can't be the whose: name a person"):
        await push.callback(None, whose=bot)


@pytest.mark.parametrize(
    ("fields", "opened"),
    [
        ({}, True),
        ({"at": "", "dark": True}, True),
        ({"range": 0}, False),
        ({"at": "C7", "dark": True}, False),
    ],
)
async def test_a_panel_asks_where_none_of_what_is_needed_was_given(fields, opened, monkeypatch):
    """Where the book asks for any of it, which is known as it is carried out."""
    order = Given()
    monkeypatch.setattr("bot.chat.orders.give_order", order)
    await panel_without("range", "at")(None, "grenade", {"name": "Ann"}, fields)
    assert order.orders == [(None, "grenade", {"name": "Ann"}, fields)]
    assert (order.carry is not None) is opened
