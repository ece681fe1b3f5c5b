"""A slash command made of options: what Discord is told of it, and what the order is given."""

import discord
import pytest
from discord import app_commands

from bot.chat import completion
from bot.chat.options import (
    command_group,
    flag,
    number,
    order_command,
    person,
    place,
    referees_own,
    role,
    ship,
    suggested,
    text,
)
from bot.chat.orders import panel_without


@pytest.fixture
def tree():
    return app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))


class Given:
    """A giver that notes what it was told to do with an order."""

    def __init__(self):
        self.orders = []

    async def __call__(self, interaction, verb, people, fields):
        self.orders.append((interaction, verb, people, fields))


async def nothing(_, typed):
    return []


def suggester(asked):
    def suggest(verb, field):
        asked.append((verb, field))
        return nothing

    return suggest


def told(command, tree):
    parts = ("name", "description", "type", "required", "autocomplete")
    return [tuple(option.get(part, False) for part in parts) for option in command.to_dict(tree)["options"]]


TEXT, WHOLE, FLAG = 3, 4, 5


def test_discord_is_told_of_each_option_as_it_was_declared(tree):
    command = order_command(
        "push",
        "Push somebody",
        person("name", "Who pushes", required=True),
        role("others", "Who stands by"),
        ship("hull", "Against which ship"),
        suggested("how", "How"),
        text("note", "Why"),
        text("side", "Which side", completion.sides),
        place("at", "Where"),
        flag("dark", "Whether it is dark"),
        number("force", "How hard"),
        *referees_own(),
    )
    assert (command.name, command.description) == ("push", "Push somebody")
    assert told(command, tree) == [
        ("name", "Who pushes", TEXT, True, True),
        ("others", "Who stands by", TEXT, False, False),
        ("hull", "Against which ship", TEXT, False, True),
        ("how", "How", TEXT, False, True),
        ("note", "Why", TEXT, False, False),
        ("side", "Which side", TEXT, False, True),
        ("at", "Where", TEXT, False, True),
        ("dark", "Whether it is dark", FLAG, False, False),
        ("force", "How hard", WHOLE, False, False),
        ("dm", "The referee's own modifier", WHOLE, False, False),
        ("because", "The reason for that modifier", TEXT, False, False),
    ]


def test_discord_is_told_first_what_is_required(tree):
    command = order_command("push", "Push", number("ap", "Points"), number("range", "How far", required=True))
    assert [option[0] for option in told(command, tree)] == ["range", "ap"]


async def test_the_order_is_given_with_its_roles_and_its_fields_and_nothing_that_was_left_out():
    given = Given()
    command = order_command(
        "push",
        "Push somebody",
        person("name", "Who pushes", required=True),
        person("character", "Whom", fills="characters"),
        number("zero_g", "Whether the gravity is off", required=True),
        suggested("orders", "What", fills="fire"),
        flag("strike_back", "Whether they strike back"),
        give=given,
    )
    await command.callback("interaction", name="Ann", character=None, zero_g=0, orders="laser", strike_back=False)
    people = {"name": "Ann"}
    fields = {"zero g": 0, "fire": "laser", "strike back": False}
    assert given.orders == [("interaction", "push", people, fields)]


async def test_a_verb_may_be_another_than_the_commands_name():
    given, asked = Given(), []
    command = order_command(
        "hit", "Hit a wall", suggested("same_side", "Where"), verb="structure hit", give=given, suggest=suggester(asked)
    )
    await command.callback(None, same_side="N")
    assert given.orders == [(None, "structure hit", {}, {"same side": "N"})]
    assert asked == [("structure hit", "same side")]


def test_a_group_has_its_commands_under_its_name():
    group = command_group("morale", "Who holds", order_command("check", "Check"), order_command("rally", "Rally"))
    assert [command.qualified_name for command in group.commands] == ["morale check", "morale rally"]
    assert group.description == "Who holds"


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
    order, panel = Given(), Given()
    monkeypatch.setattr("bot.chat.orders.give_order", order)
    monkeypatch.setattr("bot.chat.orders.open_panel", panel)
    await panel_without("range", "at")(None, "grenade", {"thrower": "Ann"}, fields)
    said = [(None, "grenade", {"thrower": "Ann"}, fields)]
    assert (order.orders, panel.orders) == (([], said) if opened else (said, []))
