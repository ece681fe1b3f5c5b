"""A career's one message in a channel: edited as it goes on, posted anew by a command, good for whoever plays it."""

import asyncio

import pytest

from bot.sandbox.messages import components_of
from bot.sandbox.report import message_text
from tests.e2e.channel import say, table

ANN = "/career begin name:Ann upp:777777 homeworld:A867949-C"


def buttons(message):
    return [part.get("label", "select") for part in components_of(message) if "custom_id" in part]


def channel_of(loopback):
    return loopback.place("Ann", "table")[1]


async def use(loopback, user, message, label):
    """Somebody presses a button of a message, wherever it stands."""
    part = next(part for part in components_of(message) if part.get("label") == label)
    return await loopback.actions.use(
        loopback.world.user(user), channel_of(loopback), message.id, part["custom_id"], []
    )


async def test_what_is_pressed_is_answered_in_the_message_and_nowhere_else(database_url):
    async with table(database_url) as loopback:
        message, _ = await say(loopback, ANN, "Ann")
        assert buttons(message) == ["Enlist", "College", "Undo", "Sheet and log"]
        for label in ("Enlist", "Planetary"):
            outcome = await loopback.press("Ann", "table", label)
            assert outcome.replies == []
            assert [edited.id for edited in outcome.edits] == [message.id]
        assert "Planetary navy: 7+" in message_text(channel_of(loopback).messages[message.id])


async def test_a_command_posts_the_message_anew_and_the_old_one_has_no_buttons(database_url):
    async with table(database_url) as loopback:
        old, _ = await say(loopback, ANN, "Ann")
        new, text = await say(loopback, "/career next choice:enlist", "Ann")
        assert new.id != old.id
        assert "Which navy is asked to enlist them?" in text
        assert buttons(channel_of(loopback).messages[old.id]) == []
        shown, _ = await say(loopback, "/career show name:Ann", "Bob")
        assert shown.visible_to is None
        assert buttons(channel_of(loopback).messages[new.id]) == []
        assert "Imperial" in buttons(shown)


async def test_undo_shows_the_question_again_with_what_can_be_taken_back_next(database_url):
    async with table(database_url) as loopback:
        message, _ = await say(loopback, ANN, "Ann")
        await loopback.press("Ann", "table", "Enlist")
        await loopback.press("Ann", "table", "Undo")
        now = channel_of(loopback).messages[message.id]
        assert buttons(now) == ["Enlist", "College", "Undo", "Sheet and log"]
        await use(loopback, "Ann", now, "Undo")
        assert "— Ann's career begins: taken back" in message_text(channel_of(loopback).messages[message.id])
        assert (await say(loopback, "/career list"))[1].endswith("None yet: begin one with /career begin.")


async def press_again(loopback, user, message, custom_id):
    """Somebody presses a button that a message had once, as from a screen that isn't up to date."""
    now = channel_of(loopback).messages[message.id]
    next(part for part in components_of(now) if "custom_id" in part)["custom_id"] = custom_id
    (answer,) = (
        await loopback.actions.use(loopback.world.user(user), channel_of(loopback), now.id, custom_id, [])
    ).replies
    return message_text(answer)


async def test_a_stranger_is_refused_in_a_sentence(database_url):
    async with table(database_url) as loopback:
        message, _ = await say(loopback, ANN, "Ann")
        (refused,) = (await use(loopback, "Bob", message, "Enlist")).replies
        assert "Ann is not yours" in message_text(refused)
        assert refused.visible_to == loopback.world.user("Bob").id
        assert buttons(message) == ["Enlist", "College", "Undo", "Sheet and log"]


async def test_what_is_asked_no_longer_is_answered_in_a_sentence(database_url):
    """The same button once more; and after what it answered was taken back and something else asked."""
    async with table(database_url) as loopback:
        message, _ = await say(loopback, ANN, "Ann")
        enlist = next(part["custom_id"] for part in components_of(message) if part.get("label") == "Enlist")
        await use(loopback, "Ann", message, "Enlist")
        imperial = next(part["custom_id"] for part in components_of(message) if part.get("label") == "Imperial")
        assert "Ann no longer waits for that" in await press_again(loopback, "Ann", message, enlist)
        await say(loopback, "/undo", "Ann")
        assert "Ann no longer waits for that" in await press_again(loopback, "Ann", message, imperial)
        await say(loopback, "/career remove name:Ann", "Ann")
        assert "That career is no longer here" in await press_again(loopback, "Ann", message, enlist)


async def test_anybody_reads_the_sheet_and_its_log_by_a_button_for_themselves(database_url):
    async with table(database_url) as loopback:
        message, _ = await say(loopback, ANN, "Ann")
        before = message_text(message)
        outcome = await use(loopback, "Bob", message, "Sheet and log")
        (sheet,) = outcome.replies
        assert sheet.visible_to == loopback.world.user("Bob").id
        assert "777777 · aged 18 · not enlisted" in message_text(sheet)
        assert (message_text(message), outcome.edits) == (before, [])


async def test_two_people_have_two_careers_at_once(database_url):
    async with table(database_url) as loopback:
        ann, _ = await say(loopback, ANN, "Ann")
        bob, _ = await say(loopback, ANN.replace("Ann", "Bob"), "Bob")
        for user, message in (("Ann", ann), ("Bob", bob)):
            outcome = await use(loopback, user, message, "Enlist")
            assert [edited.id for edited in outcome.edits] == [message.id]
        (refused,) = (await use(loopback, "Ann", channel_of(loopback).messages[bob.id], "Imperial")).replies
        assert "Bob is not yours" in message_text(refused)
        # Whoever has one career alone need not name it.
        assert "Ann: navy" in (await say(loopback, "/career next choice:Imperial", "Ann"))[1]


async def test_one_choice_pressed_by_two_at_once_is_made_once_and_two_careers_go_on_beside_each_other(database_url):
    async with table(database_url) as loopback:
        ann, _ = await say(loopback, ANN, "Ann")
        bob, _ = await say(loopback, ANN.replace("Ann", "Bob"), "Bob")
        presses = [("Ann", ann), ("Ref", ann), ("Ann", ann), ("Bob", bob)]
        outcomes = await asyncio.gather(*(use(loopback, user, message, "Enlist") for user, message in presses))
        told = {reply.id: message_text(reply) for each in outcomes for reply in each.replies}
        assert len(told) == 2
        assert all("Ann no longer waits for that" in each for each in told.values())
        for message in (ann, bob):
            assert "Which navy is asked to enlist them?" in message_text(message)
        logged = (await say(loopback, "/log"))[1]
        assert (logged.count("Ann: path, enlist"), logged.count("Bob: path, enlist")) == (1, 1)


@pytest.mark.parametrize(
    "forged",
    [
        "career:1",
        "career:99:0123456789ab:0",
        "career:x:y:z",
        "career:1:é:1",
        "career::::",
        "career::sheet",
        "career:9:sheet",
    ],
)
async def test_a_forged_button_is_refused_in_a_sentence(database_url, forged):
    async with table(database_url) as loopback:
        message, _ = await say(loopback, ANN, "Ann")
        components_of(message)[0]["custom_id"] = forged
        outcome = await loopback.actions.use(loopback.world.user("Ann"), channel_of(loopback), message.id, forged, [])
        assert outcome.error is None
        (refused,) = outcome.replies
        assert "career" in message_text(refused)
        assert "Something went wrong" not in message_text(refused)


OVER = '/career next name:Ann all:True answers:"navy Planetary; leave after 1 terms"'


async def over(loopback):
    """The message of a career that is over after a year of training at 21: most are, and others are begun anew."""
    while True:
        await say(loopback, "/career begin name:Ann upp:ACCCCC homeworld:A867949-C age:21", "Ann")
        message, text = await say(loopback, OVER, "Ann")
        if "mustered out" in text and "term 2" not in text:
            return message
        await say(loopback, "/career remove name:Ann", "Ann")


async def test_whoever_is_out_comes_aboard_by_a_select_and_once(database_url):
    async with table(database_url) as loopback:
        message = await over(loopback)
        outcome = await loopback.choose("Ann", "table", "Naval Officer")
        (came,) = outcome.replies
        assert "Ann comes out of Naval careers as Ann" in message_text(came)
        assert "Body Pistol" in message_text(came)
        now = channel_of(loopback).messages[message.id]
        assert "Enlisted as Ann" in message_text(now)
        assert "select" not in buttons(now)
        refused = (await say(loopback, "/career enlist name:Ann as:Bea", "Ann"))[1]
        assert refused == "Ann is Ann here already: /character remove takes Ann out first."
        await say(loopback, "/undo", "Ann")
        assert "select" in buttons(channel_of(loopback).messages[message.id])
        await say(loopback, '/career enlist name:Ann as:"Ann Boyd" template:"Naval Rating"', "Ann")
        assert "enlisted as Ann Boyd" in (await say(loopback, "/career list"))[1]
        assert "Ann is Ann Boyd here already" in (await say(loopback, "/career enlist name:Ann", "Ann"))[1]
        await say(loopback, '/character remove name:"Ann Boyd"', "Ann")
        assert "as Cid" in (await say(loopback, "/career enlist name:Ann as:Cid", "Ann"))[1]


async def test_nobody_comes_aboard_as_a_robot_or_by_anothers_hand(database_url):
    async with table(database_url) as loopback:
        message = await over(loopback)
        select = next(part for part in components_of(message) if "options" in part)
        offered = {option["value"] for option in select["options"]}
        assert {"Marine", "Pirate"} <= offered
        assert offered.isdisjoint({"Warbot", "Maintenance Robot", "Blob"})
        refused = (await say(loopback, "/career enlist name:Ann template:Warbot", "Ann"))[1]
        assert refused == "Nobody comes aboard as a warbot: take a template of a person."
        loopback.place("Bob", "table")
        outcome = await loopback.actions.use(
            loopback.world.user("Bob"), channel_of(loopback), message.id, select["custom_id"], ["Marine"]
        )
        assert "Ann is not yours" in message_text(outcome.replies[0])
        assert "Ann" not in (await say(loopback, "/character list"))[1]


async def test_whoever_is_given_another_name_is_asked_on_under_it(database_url):
    """In a new message: the buttons of the one before were for who they were, and are gone."""
    async with table(database_url) as loopback:
        old, _ = await say(loopback, ANN, "Ann")
        new, text = await say(loopback, '/career edit name:Ann field:name value:"Ann Boyd"', "Ann")
        assert "Name: Ann → Ann Boyd" in text
        assert "Where do they turn at 18?" in text
        assert buttons(channel_of(loopback).messages[old.id]) == []
        outcome = await use(loopback, "Ann", new, "Enlist")
        assert [edited.id for edited in outcome.edits] == [new.id]
        assert "Ann Boyd: path, enlist" in message_text(channel_of(loopback).messages[new.id])


async def test_an_answer_that_was_taken_back_is_named_in_the_careers_message(database_url):
    async with table(database_url) as loopback:
        message, _ = await say(loopback, ANN, "Ann")
        await loopback.press("Ann", "table", "Enlist")
        await loopback.press("Ann", "table", "Undo")
        assert "— Ann: path, enlist: taken back" in message_text(channel_of(loopback).messages[message.id])
        await say(loopback, "/redo", "Ann")
        assert "taken back" not in message_text(channel_of(loopback).messages[message.id])


AIR = "/career begin name:Bea upp:777777 homeworld:"
ENDED = "This career is over (mustered out)"
WRONG = [
    (f"{AIR}A867949-79", "A homeworld is its profile"),
    (f"{AIR}AZ67949-C", "The size of a homeworld goes from 0 to 10."),
    (f"{AIR}A867949-C subsector:16", "must be from 0 to 15"),
    ("/career begin name:Bea upp:789A877", "A UPP has six digits"),
    ("/career begin name:Bea upp:²²²²²²", "A UPP has six digits"),
    ("/career begin name:Bea upp:77O777", "A UPP has six digits"),
    ("/career begin name:Bea age:61", "A naval career begins at an age from 18 to 60."),
    ("/career begin name:Bea age:-1", "must be from 0 to 99"),
    ('/career begin name:"  "', "A name needs at least one letter or digit."),
    ("/career begin name:ańn navy:False", "Name the homeworld by its profile too"),
    ("/career next name:Ann choice:Imperial", "There is no choice for path “Imperial”"),
    ('/career next name:Ann choice:"Technical Services"', "There is no choice for path"),
    ('/career next name:Ann all:True answers:";;"', "answers nothing"),
    ('/career next name:Ann all:True answers:"leave after 0 terms"', "leave after 1 to 20"),
    ("/career next name:Zed choice:0", f"{ENDED}: it can be shown, but not gone on with."),
    ("/career next name:Zed all:True", f"{ENDED}: it can be shown, but not gone on with."),
    ("/odds career name:Zed", f"{ENDED}: nothing lies ahead of it."),
    ("/odds career name:Zed year:True", f"{ENDED}: nothing lies ahead of it."),
    ("/career learn name:Zed teacher:Zed skill:Admin", "Nobody teaches themselves"),
    ("/career interrogate name:Zed partner:Zed endurance:7 intelligence:7", "Two ask together"),
    ("/career enlist name:Zed as:Pirate", "There is a character named Pirate already"),
    ("/career enlist name:Zed template:Admiral", "There is no template “Admiral”"),
    ("/career next choice:enlist", "you have several here"),
    ("/career begin name:Bea upp:77777", "A UPP has six digits"),
    ("/career begin name:Bea upp:7777I7", "A UPP has six digits"),
    ("/career begin name:Bea upp:077777", "The strength must be 1 or more."),
    ("/career begin name:Bea age:17", "A naval career begins at an age from 18 to 60."),
    ("/career begin name:Bea homeworld:Regina", "A homeworld is its profile"),
    ("/career begin name:ANN", "There is a career named ANN already: choose another name."),
    ("/career next name:Ann choice:pirate", "There is no choice for path “pirate”"),
    ("/career next name:Ann choice:academy", "There is no choice for path “academy”"),
    ("/career next name:Ann", "Choose one of these: enlist, college."),
    ("/career next name:Bo choice:enlist", "Bo is not yours"),
    ("/career next name:Nobody choice:enlist", "There is no career"),
    ('/career next name:Ann all:True answers:"leave after 40 terms"', "leave after 1 to 20"),
    ('/career next name:Ann all:True answers:"be brave"', "answers nothing"),
    ("/career say name:Ann asked:aging answer:none", "is for the referee only"),
    ("/career enlist name:Bo", "Bo is not yours"),
    ("/career enlist name:Ann template:Warbot", "Nobody comes aboard as a warbot"),
    ("/odds career name:Ann year:True", "No year of service lies ahead"),
]


async def test_what_can_not_be_is_one_clear_sentence_and_changes_nothing(database_url):
    async with table(database_url) as loopback:
        await over(loopback)
        await say(loopback, "/career edit name:Ann field:name value:Zed", "Ann")
        await say(loopback, ANN, "Ann")
        await say(loopback, ANN.replace("Ann", "Bo"), "Bob")
        before = [(await say(loopback, line))[1] for line in ("/log", "/career list", "/character list")]
        for line, told in WRONG:
            refused, text = await say(loopback, line, "Ann")
            assert told in text, line
            assert refused.visible_to == loopback.world.user("Ann").id, line
            assert text.endswith((".", "?")), text
            assert "\n" not in text, text
        assert [(await say(loopback, line))[1] for line in ("/log", "/career list", "/character list")] == before
