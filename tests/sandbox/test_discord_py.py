"""The real discord.py against the sandbox: everything that a bot does, as its users see it."""

import asyncio

import discord
import pytest
from discord.ext import commands

from bot.sandbox.body import Upload
from bot.sandbox.entities import EPHEMERAL, SUPPRESS_NOTIFICATIONS
from bot.sandbox.stage import ClientStage
from tests.sandbox.bot_under_test import PNG, BotUnderTest

pytestmark = pytest.mark.usefixtures("stage")


def texts(messages) -> list[str]:
    return [message.payload["content"] for message in messages]


async def test_every_kind_of_option(loopback):
    loopback.world.user("Bob")
    everything = "/options text:abc number:3 share:1.5 flag:yes user:@Bob mode:snap"
    outcome = await loopback.slash("Ann", "table", everything)
    assert outcome.error is None
    assert texts(outcome.replies) == ["abc 3 1.5 True bob snap"]


async def test_subcommands(loopback):
    outcome = await loopback.slash("Ann", "table", '/deep deeper nested word:"two words"')
    assert texts(outcome.replies) == ["nested two words"]


async def test_autocomplete(loopback):
    outcome = await loopback.complete("Ann", "table", "/fire name:Mar")
    assert [choice["name"] for choice in outcome.choices] == ["Marine E1", "Marine E2"]
    assert not outcome.replies


async def test_buttons_edit_their_message(loopback):
    shown = (await loopback.slash("Ann", "table", "/menu")).replies[0]
    outcome = await loopback.press("Bob", "table", "Undo")
    assert outcome.edits == [shown]
    assert shown.payload["content"] == "undone"
    assert shown.payload["components"] == []
    assert shown.payload["edited_timestamp"]


async def test_a_silent_defer_and_a_follow_up(loopback):
    await loopback.slash("Ann", "table", "/menu")
    outcome = await loopback.press("Ann", "table", "Late")
    assert texts(outcome.replies) == ["after a silent defer"]
    assert outcome.replies[0].flags & EPHEMERAL


async def test_ephemeral_messages_are_for_one_user(loopback):
    shown = (await loopback.slash("Ann", "table", "/menu hidden:true")).replies[0]
    assert shown.flags == EPHEMERAL
    assert (await loopback.press("Bob", "table", "Undo")).error == "There is no button Undo here."
    assert texts((await loopback.press("Ann", "table", "Undo")).edits) == ["undone"]


async def test_dynamic_items_survive_a_restart(loopback, stage):
    await loopback.slash("Ann", "table", "/count")
    await loopback.press("Ann", "table", "Count")
    await stage.stop()
    await stage.start()
    assert texts((await loopback.press("Ann", "table", "Count")).edits) == ["count 2"]


@pytest.mark.parametrize(
    ("labels", "answer"),
    [
        (["Aimed"], "mode A"),
        (["Aimed", "Burst"], "mode A+B"),
        (["Snap, Burst"], "mode S+B"),
    ],
)
async def test_selects(loopback, labels, answer):
    await loopback.slash("Ann", "table", "/selects")
    assert texts((await loopback.choose("Ann", "table", *labels)).replies) == [answer]


@pytest.mark.parametrize("labels", [["Aimed", "Snap", "Burst"], ["Nothing"], ["Aimed", "Nothing"], [""]])
async def test_selects_refuse(loopback, labels):
    await loopback.slash("Ann", "table", "/selects")
    outcome = await loopback.choose("Ann", "table", *labels)
    assert outcome.error
    assert outcome.interaction is None


async def test_a_modal_of_every_field(loopback):
    opened = await loopback.slash("Ann", "table", "/form")
    assert opened.modal["title"] == "Recruit"
    outcome = await loopback.submit("Ann", 'Name:"Sgt Vane" Arm:Navy')
    assert texts(outcome.replies) == ["Sgt Vane / none / ['Navy']"]
    assert (await loopback.submit("Ann", "Name:Vane Arm:Navy")).error == "No form is open."


@pytest.mark.parametrize("text", ["Arm:Navy", "Name:V Arm:Navy", "Name:Vane", "Name:Vane Arm:Air", "Rank:x", "Vane"])
async def test_a_modal_that_is_not_filled_in_well_stays_open(loopback, text):
    await loopback.slash("Ann", "table", "/menu")
    await loopback.press("Ann", "table", "Form")
    assert (await loopback.submit("Ann", text)).error
    assert texts((await loopback.submit("Ann", "Name:Vane Arm:Navy")).replies) == ["Vane / none / ['Navy']"]


async def test_an_embed_with_a_picture(loopback):
    message = (await loopback.slash("Ann", "table", "/embed")).replies[0]
    assert message.payload["embeds"][0]["image"]["url"] == message.files[0].url
    assert message.payload["attachments"] == [], "what an embed shows is not shown twice"
    assert (message.files[0].data, message.files[0].alt) == (PNG, "a map")


@pytest.mark.parametrize("hidden", [False, True])
async def test_a_defer_is_completed_by_an_edit(loopback, hidden):
    outcome = await loopback.slash("Ann", "table", f"/slow hidden:{hidden}")
    done, more = outcome.replies
    assert done.payload["content"] == "done"
    assert (done.visible_to is not None) == hidden
    assert [file.name for file in done.files] == ["map.png"]
    assert more.flags == EPHEMERAL


async def test_a_defer_that_is_withdrawn(loopback):
    outcome = await loopback.slash("Ann", "table", "/withdraw")
    assert texts(outcome.replies) == ["only for you"]
    assert outcome.replies[0].flags == EPHEMERAL


async def test_the_first_follow_up_is_as_public_as_the_defer(loopback):
    outcome = await loopback.slash("Ann", "table", "/visible")
    assert texts(outcome.replies) == ["meant for one"]
    assert outcome.replies[0].visible_to is None


async def test_waiting_for_what_a_bot_finishes_outside_its_command(loopback):
    outcome = await loopback.slash("Ann", "table", "/background")
    assert texts(outcome.replies) == ["finished outside"]


async def test_an_attachment_is_read_from_the_cdn(loopback):
    upload = Upload("deck plan.txt", b"#####", "text/plain")
    outcome = await loopback.slash("Ann", "table", "/load", [upload])
    assert texts(outcome.replies) == ["deck_plan.txt 5 text/plain"]


async def test_channel_messages_pins_and_history(loopback):
    outcome = await loopback.slash("Ann", "table", "/post")
    assert texts(outcome.replies) == [
        "posted, edited",
        "",  # the notice that something was pinned
        "pins ['posted, edited'] history ['', 'posted, edited']",
    ]


async def test_threads(loopback, stage):
    outcome = await loopback.slash("Ann", "table", "/thread")
    assert texts(outcome.replies) == ["in the thread", "opened table/den"]
    inside = await loopback.slash("Ann", "table/den", "/where")
    assert texts(inside.replies) == ["Thread den table"]
    await loopback.gateway.flush()
    assert "thread den" in stage.client.heard


@pytest.mark.parametrize("quiet", [True, False])
async def test_mentions_notify_only_whom_they_may(loopback, quiet):
    message = (await loopback.slash("Ann", "table", f"/mention quiet:{quiet}")).replies[0]
    names = [user["global_name"] for user in message.payload["mentions"]]
    assert names == ([] if quiet else ["Ann"])
    assert message.payload["mention_everyone"] is not quiet
    assert message.flags == SUPPRESS_NOTIFICATIONS


async def test_the_owner_is_the_first_user(loopback, stage):
    loopback.place("Ann", "table")
    loopback.place("Bob", "table")
    await loopback.gateway.flush()
    assert stage.client.guilds[0].owner_id == loopback.world.user("Ann").id


async def test_a_bot_that_never_answers(loopback):
    loopback.interactions.answer_seconds = 0.05
    outcome = await loopback.slash("Ann", "table", "/silent")
    assert outcome.error == "The application did not respond"
    assert loopback.faults == ["Nobody answered /silent"]
    loopback.faults.clear()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("/", "There is no command /."),
        ("/nothing", "There is no command /nothing."),
        ("/deep", "/deep needs one of: deeper."),
        ("/deep deeper", "/deep deeper needs one of: nested."),
        ("/deep deeper other", "/deep deeper needs one of: nested."),
        ("/options text:abc", "/options needs number."),
        ("/options text:abc number:7", "number is between 1 and 6."),
        ("/options text:abc number:one", "number is a whole number."),
        ("/options text:a number:1", "text has 2 to 10 characters."),
        ("/options text:abc number:1 mode:wild", "mode is one of: aimed, snap."),
        ("/options text:abc number:1 flag:maybe", "flag is true or false."),
        ("/options text:abc number:1 share:x", "share is a number."),
        ("/options text:abc number:1 share:nan", "share is between -9007199254740992 and 9007199254740992."),
        ("/options text:abc number:1 user:@", "user is a member, such as @Ann."),
        ("/menu wrong:1", "/menu has no option wrong; it has hidden."),
        ("/where wrong:1", "/where has no option wrong; it has none."),
        ("/menu hidden:true hidden:true", "hidden is given twice."),
        ("/fire name:Marine E1", '"E1" belongs to no option; put a value with spaces in quotes.'),
        ('/fire name:"Marine', "A quote is not closed."),
        ("/load", "/load needs file."),
        ("/load file:x", "file is a file: attach it first."),
    ],
)
async def test_what_the_client_refuses(loopback, text, error):
    outcome = await loopback.slash("Ann", "table", text)
    assert outcome.error == error
    assert outcome.interaction is None


@pytest.mark.parametrize("text", ["/fire", "/fire distance:1", "/fire name:x name:y", "/nothing a:b"])
async def test_completions_that_the_client_refuses(loopback, text):
    assert (await loopback.complete("Ann", "table", text)).error


async def test_disabled_and_missing_buttons(loopback):
    assert (await loopback.press("Ann", "table", "Undo")).error == "There is no button Undo here."
    await loopback.slash("Ann", "table", "/menu")
    assert (await loopback.press("Ann", "table", "Off")).error == "The button Off is disabled."


@pytest.mark.parametrize(
    ("permission", "channel", "code"),
    [
        ("SEND_MESSAGES", "table", 50013),
        ("VIEW_CHANNEL", "table", 50001),
        ("SEND_MESSAGES_IN_THREADS", "table/den", 50013),
        ("PIN_MESSAGES", "table", 50013),
    ],
)
async def test_permissions(loopback, permission, channel, code):
    _, place = loopback.place("Ann", channel)
    loopback.world.set_permission(place, loopback.world.bot, permission, granted=False)
    outcome = await loopback.slash("Ann", channel, "/post")
    assert f"refused: {code}" in texts(outcome.replies)
    loopback.world.set_permission(place, loopback.world.bot, permission, granted=True)
    outcome = await loopback.slash("Ann", channel, "/post")
    assert "posted, edited" in texts(outcome.replies)


async def test_the_bot_hears_of_the_world(loopback, stage):
    _, place = loopback.place("Ann", "annex")
    loopback.world.delete_channel(place)
    loopback.world.kick()
    await loopback.gateway.flush()
    assert not stage.client.guilds
    assert (await loopback.slash("Ann", "table", "/where")).error == "The bot is not in this server."
    loopback.world.invite()
    await loopback.gateway.flush()
    assert (await loopback.slash("Ann", "table", "/where")).error is None
    assert stage.client.heard == ["deleted annex", "removed", "joined"]


async def test_a_rate_limited_request_is_sent_again(loopback):
    loopback.rest.fail_next(2, 429)
    assert texts((await loopback.slash("Ann", "table", "/where")).replies) == ["TextChannel table None"]


async def test_reconnecting_loses_nothing(loopback, stage):
    loopback.gateway.reconnect()
    outcome = await loopback.slash("Ann", "table", "/where")
    assert texts(outcome.replies) == ["TextChannel table None"]
    await loopback.gateway.flush()
    assert "resumed" in stage.client.heard


async def test_a_cut_connection_is_resumed(loopback, stage):
    loopback.gateway.drop()
    assert (await loopback.slash("Ann", "table", "/where")).error is None
    await loopback.gateway.flush()
    assert "resumed" in stage.client.heard


async def test_an_invalid_session_is_begun_anew(loopback, stage):
    again = asyncio.create_task(stage.client.wait_for("ready", timeout=5))
    await asyncio.sleep(0)  # so that it listens
    loopback.gateway.invalidate()
    await again
    assert len(loopback.gateway.identified) == 2
    assert (await loopback.slash("Ann", "table", "/where")).error is None


@pytest.mark.parametrize("shards", [None, 1, 3])
async def test_sharded_clients(loopback, stage, shards):
    await stage.stop()

    class Sharded(BotUnderTest, commands.AutoShardedBot):
        pass

    stage = ClientStage(lambda: Sharded(shard_count=shards))
    await stage.start()
    assert len(stage.client.shards) == (shards or 1)
    assert texts((await loopback.slash("Ann", "table", "/where")).replies) == ["TextChannel table None"]
    loopback.gateway.reconnect()
    assert (await loopback.slash("Ann", "table", "/where")).error is None
    await stage.stop()


async def test_a_bot_that_does_not_start(loopback):
    class Broken(BotUnderTest):
        async def setup_hook(self) -> None:
            raise RuntimeError("no database")

    broken = ClientStage(Broken)
    with pytest.raises(RuntimeError, match="no database"):
        await broken.start()
    assert broken.client is None


async def test_a_wrong_token(loopback):
    async with BotUnderTest() as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.login("wrong")


async def test_users_at_the_same_time(loopback):
    outcomes = await asyncio.gather(*(loopback.slash(f"User {number}", "table", "/where") for number in range(20)))
    assert [outcome.error for outcome in outcomes] == [None] * 20
