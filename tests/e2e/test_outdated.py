"""What a user's Discord sends that the bot doesn't have: commands as they once were, and people who have left."""

import copy
from contextlib import asynccontextmanager

import pytest

from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.sandbox.report import message_text


@asynccontextmanager
async def table(url):
    """A loopback whose bot has begun the starter fight; nothing may go wrong behind the scenes."""
    loopback, stage = Loopback(quiet_seconds=5, answer_seconds=30), RefereeStage(url)
    await loopback.start()
    try:
        await stage.start()
        await loopback.slash("Ref", "table", "/campaign new starter:True")
        yield loopback
    finally:
        await stage.stop()
        await loopback.stop()
    assert loopback.faults == []


async def told(loopback, text):
    """The one private sentence that answers a line."""
    outcome = await loopback.slash("Ref", "table", text)
    assert outcome.error is None
    (answer,) = outcome.replies
    assert answer.visible_to is not None
    return message_text(answer)


def as_it_was(loopback, name, change):
    """Users' clients go on showing a command as `change` makes it."""
    command = copy.deepcopy(next(each for each in loopback.world.commands[None] if each["name"] == name))
    change(command)
    loopback.world.shown_still = [command]


async def test_a_command_that_is_gone(database_url, caplog):
    async with table(database_url) as loopback:
        as_it_was(loopback, "roll", lambda command: command.update(name="throw"))
        assert await told(loopback, "/throw throw:2D") == (
            "There is no /throw any more, though your Discord still shows it: reload it (Ctrl+R), and see /help."
        )
        as_it_was(loopback, "deck", lambda command: command["options"][0].update(name="burn"))
        assert "There is no /deck burn any more" in await told(loopback, "/deck burn")
        assert not [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}]


def _renamed(command):
    command["options"][0]["name"] = "dice"


def _of_another_kind(command):
    command["options"][0].update(type=4, autocomplete=False)


def _with_one_more(command):
    command["options"].append({"type": 3, "name": "colour", "description": "x", "required": False})


def _without_what_is_needed(command):
    del command["options"][0]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (_renamed, "/roll dice:2D"),
        (_of_another_kind, "/roll throw:2"),
        (_with_one_more, "/roll throw:2D colour:red"),
        (_without_what_is_needed, "/roll"),
    ],
)
async def test_a_command_whose_options_have_changed(database_url, caplog, change, line):
    """Also where discord.py would leave out what it doesn't know."""
    async with table(database_url) as loopback:
        as_it_was(loopback, "roll", change)
        assert await told(loopback, line) == (
            "/roll takes other options than your Discord still shows: reload it (Ctrl+R), and type it anew."
        )
        assert not [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}]


async def test_completing_what_is_gone_offers_nothing_and_is_no_error(database_url, caplog):
    async with table(database_url) as loopback:
        as_it_was(loopback, "fire", lambda command: command.update(name="shoot"))
        assert (await loopback.complete("Ref", "table", "/shoot name:Mar")).choices == []
        as_it_was(loopback, "fire", lambda command: command["options"][0].update(name="shooter"))
        assert (await loopback.complete("Ref", "table", "/fire shooter:Mar")).choices == []
        assert not [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}]


async def test_somebody_who_is_no_member(database_url):
    """Whoever has left can still be named by their number."""
    async with table(database_url) as loopback:
        loopback.world.remove_user(loopback.world.user("Ann"))
        for line in (
            "/campaign set referee:@Ann",
            "/character edit name:Pirate owner:@Ann",
            "/character add name:Zed owner:@Ann",
        ):
            assert await told(loopback, line) == ("Ann is not a member of this server: choose somebody who is."), line
        listed = (await loopback.slash("Ref", "table", "/character list")).replies[0]
        assert "Zed" not in message_text(listed)


MANY = (
    "weapon auto rifle, trajectory high, light bad, watch covering, size 1, moved 2, aiming 1, vehicle 1, "
    "setting 3, concealed Pirate, stand Pirate, covers Pirate, averted Pirate, struggling Pirate, fall Pirate 10, "
    "game large, turns free, kept aim first turn only, wall fire on, unprinted breakdown 3, "
    "wounds by points, dropped weapons on, weak weapons may pierce, neutrons pass armour, phaser stun may kill"
)


async def test_a_panel_of_more_values_than_it_can_show(database_url):
    async with table(database_url) as loopback:
        await loopback.slash("Ref", "other", '/campaign new system:"Combat 3000" starter:True')
        listed = message_text((await loopback.slash("Ref", "other", "/character list")).replies[0])
        first, second = [line.partition(":")[0] for line in listed.splitlines() if ":" in line][:2]
        outcome = await loopback.slash(
            "Ref", "other", f'/fire name:"{first}" target:"{second}" range:20 ask:True values:"{MANY}"'
        )
        (answer,) = outcome.replies
        assert message_text(answer) == (
            "That is more than a panel has room for: give the order in one go, with all its options."
        )
