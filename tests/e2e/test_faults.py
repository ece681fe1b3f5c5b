"""What goes wrong between the bot and Discord, brought about at Discord's end."""

import asyncio
import re

import pytest

from bot.sandbox.report import message_text
from tests.e2e.channel import say, table

FIRE = '/fire name:"Marine E1" target:"Marine N1" range:600 mode:single'
ROLL = "/roll throw:2D"


async def until(condition):
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110 - what it waits for happens in another program's hands
            await asyncio.sleep(0.01)


async def test_an_answer_that_came_too_late_is_told_with_the_next(database_url):
    async with table(database_url) as loopback:
        patience, loopback.interactions.answer_seconds = loopback.interactions.answer_seconds, 0
        assert (await loopback.slash("Ref", "table", FIRE)).error == "The application did not respond"
        await until(lambda: loopback.rest.refusals)
        loopback.interactions.answer_seconds = patience
        loopback.faults.clear()
        _, elsewhere = await say(loopback, ROLL, channel="another")
        assert "fires at" not in elsewhere
        outcome = await loopback.slash("Ref", "table", ROLL)
        rolled, late = outcome.replies
        assert "total" in message_text(rolled)
        assert "Carried out before, but perhaps not answered" in str(late.payload)
        assert "Marine E1 fires at Marine N1" in message_text(late)
        await say(loopback, ROLL)
        pressed = await loopback.press("Ref", "table", "Undo")
        assert "Taken back" in message_text(pressed.replies[0])
        assert "~~Marine E1 fires" in message_text(pressed.edits[0])


async def test_an_answer_that_is_lost_on_its_way_is_told_with_the_next(database_url):
    """The connection is cut under it: nobody is told that nothing was changed, for something was."""
    async with table(database_url) as loopback:
        patience, loopback.interactions.answer_seconds = loopback.interactions.answer_seconds, 0.3
        loopback.rest.hang_up_next(1)
        outcome = await loopback.slash("Ref", "table", FIRE)
        assert outcome.error == "The application did not respond"
        assert outcome.replies == []
        loopback.interactions.answer_seconds = patience
        loopback.faults.clear()
        _, late = (await loopback.slash("Ref", "table", ROLL)).replies
        assert "Carried out before, but perhaps not answered" in str(late.payload)
        assert "Marine E1 fires at Marine N1" in message_text(late)
        _, sheet = await say(loopback, '/character show name:"Marine E1"')
        assert "19 of 20 rounds" in sheet


async def test_a_refusal_that_is_lost_on_its_way_changes_nothing(database_url):
    async with table(database_url) as loopback:
        patience, loopback.interactions.answer_seconds = loopback.interactions.answer_seconds, 0.3
        loopback.rest.hang_up_next(1)
        outcome = await loopback.slash("Ref", "table", FIRE.replace("600", "601"))
        assert outcome.replies == []
        loopback.interactions.answer_seconds = patience
        loopback.faults.clear()
        _, sheet = await say(loopback, '/character show name:"Marine E1"')
        assert "20 of 20 rounds" in sheet


async def test_a_panel_is_the_next_answer(database_url):
    """Who opens a panel has it to themselves; what was missed is told below it, to all."""
    async with table(database_url) as loopback:
        patience, loopback.interactions.answer_seconds = loopback.interactions.answer_seconds, 0
        await loopback.slash("Ref", "table", FIRE)
        await until(lambda: loopback.rest.refusals)
        loopback.interactions.answer_seconds = patience
        loopback.faults.clear()
        outcome = await loopback.slash("Ref", "table", '/fire name:"Marine E1" target:Pirate')
        panel, late = outcome.replies
        assert "give the range in squares" in message_text(panel)
        assert panel.visible_to is not None
        assert late.visible_to is None
        assert "Marine E1 fires at Marine N1" in message_text(late)
        await loopback.press("Ref", "table", "Numbers…")
        submitted = await loopback.submit("Ref", "range:30")
        assert "Miss  16.67 %" in message_text(submitted.edits[0])
        assert submitted.replies == []


@pytest.mark.parametrize("status", [429, 500])
async def test_requests_that_fail_are_made_again(database_url, status):
    async with table(database_url) as loopback:
        loopback.rest.fail_next(1, status)
        _, answer = await say(loopback, FIRE)
        assert "fires at" in answer
        _, sheet = await say(loopback, '/character show name:"Marine E1"')
        assert "19 of 20 rounds" in sheet


@pytest.mark.parametrize("how", ["reconnect", "drop", "invalidate"])
async def test_what_is_ordered_while_the_connection_is_gone(database_url, how):
    """A session that is resumed hears what it missed; one that is void does not, and its orders never happened."""
    async with table(database_url) as loopback:
        identifies = loopback.gateway.identifies
        getattr(loopback.gateway, how)()
        if how == "invalidate":
            await until(lambda: loopback.gateway.identifies > identifies)
        _, answer = await say(loopback, FIRE)
        assert "fires at" in answer
        assert (loopback.gateway.identifies > identifies) == (how == "invalidate")
        _, sheet = await say(loopback, '/character show name:"Marine E1"')
        assert "19 of 20 rounds" in sheet


async def test_what_is_ordered_while_the_session_is_void_never_happened(database_url):
    """Nobody hears it, and whoever ordered it is told so by Discord; the next order is carried out."""
    async with table(database_url) as loopback:
        identifies = loopback.gateway.identifies
        patience, loopback.interactions.answer_seconds = loopback.interactions.answer_seconds, 0.2
        loopback.gateway.invalidate()
        outcome = await loopback.slash("Ref", "table", FIRE)
        assert outcome.error == "The application did not respond"
        loopback.faults.clear()
        loopback.interactions.answer_seconds = patience
        await until(lambda: loopback.gateway.identifies > identifies)
        _, sheet = await say(loopback, '/character show name:"Marine E1"')
        assert "20 of 20 rounds" in sheet
        assert "fires at" in (await say(loopback, FIRE))[1]


async def test_what_is_ordered_while_the_session_may_be_resumed_is_heard(database_url):
    async with table(database_url) as loopback:
        identifies = loopback.gateway.identifies
        loopback.gateway.invalidate(resumable=True)
        _, answer = await say(loopback, FIRE)
        assert "fires at" in answer
        assert loopback.gateway.identifies == identifies


async def test_interactions_out_of_order(database_url):
    """Told in the wrong order and at once, each is carried out, once, and has its own answer."""
    async with table(database_url) as loopback:
        loopback.gateway.hold_back()
        orders = [asyncio.create_task(loopback.slash("Ref", "table", f"/roll throw:{n}d6")) for n in (1, 2, 3)]
        await until(lambda: loopback.gateway.held == 3)
        loopback.gateway.let_go(backwards=True)
        answers = [message_text((await order).interaction.original) for order in orders]
        assert [f"{n}d6" in answer for n, answer in enumerate(answers, 1)] == [True, True, True]
        _, log = await say(loopback, "/log")
        assert sorted(re.findall(r"\b(\d)d6\b", log)) == ["1", "2", "3"]


async def test_an_interaction_that_comes_twice_at_once_acts_once(database_url):
    """The second is heard while the first is still carried out."""
    async with table(database_url) as loopback:
        loopback.gateway.hold_back()
        order = asyncio.create_task(loopback.slash("Ref", "table", FIRE))
        await until(lambda: loopback.gateway.held)
        loopback.gateway.let_go()
        loopback.gateway.tell_again("INTERACTION_CREATE")
        fired = (await order).replies
        assert ["fires at" in message_text(each) for each in fired] == [True]
        await until(lambda: loopback.rest.refusals)
        assert len((await loopback.slash("Ref", "table", ROLL)).replies) == 1, "nothing is told late"
        _, sheet = await say(loopback, '/character show name:"Marine E1"')
        assert "19 of 20 rounds" in sheet


async def test_a_picture_that_fails_does_not_take_its_order_with_it(database_url, monkeypatch):
    """Pillow is out of memory when the order has been carried out: its answer goes out without the picture."""
    async with table(database_url) as loopback:
        await say(loopback, "/deck load name:Trainer")
        await say(loopback, '/place name:"Marine E1" at:"South team"')

        def fail(*_, **__):
            raise MemoryError

        with monkeypatch.context() as patch:
            patch.setattr("PIL.Image.Image.convert", fail)
            patch.setattr("PIL.Image.Image.save", fail)
            patch.setattr("PIL.Image.new", fail)
            answer, text = await say(loopback, '/move name:"Marine E1" to:N')
        assert "Marine E1" in text
        assert "Something went wrong" not in text
        assert (answer.visible_to, answer.files) == (None, [])
        undone, _ = await say(loopback, "/undo")
        assert [file.name for file in undone.files] == ["deck.png"]


PLANNED = "Marine E1 has a plan."


async def a_plan_that_is_not_answered(loopback):
    """Ann's plan in a turn that is kept, which she never hears of."""
    for line in ("/turn begin", '/character edit name:"Marine E1" owner:@Ann'):
        await say(loopback, line)
    loopback.rest.hang_up_next(1)
    patience, loopback.interactions.answer_seconds = loopback.interactions.answer_seconds, 0.3
    outcome = await loopback.slash("Ann", "table", "/plan plan:aim")
    assert outcome.error == "The application did not respond"
    loopback.interactions.answer_seconds = patience
    loopback.faults.clear()
    return outcome


async def test_of_what_is_sealed_others_are_told_late_no_more_than_that_it_was_given(database_url):
    async with table(database_url) as loopback:
        await loopback.slash("Ann", "table", ROLL)
        await a_plan_that_is_not_answered(loopback)
        _, late = (await loopback.slash("Ref", "table", ROLL)).replies
        assert late.visible_to is None
        assert message_text(late) == f"Carried out before, but perhaps not answered: {PLANNED}"
        assert len((await loopback.slash("Ann", "table", ROLL)).replies) == 1
        _, plans = await say(loopback, "/plan", user="Ann")
        assert "Marine E1: aim" in plans
        undone = await loopback.slash("Ann", "table", "/undo")
        assert "Taken back" in message_text(undone.replies[0])
        assert [text for text in all_texts(loopback) if "Marine E1: aim" in text] == []


async def test_whoever_gave_a_sealed_order_is_told_all_of_it_late(database_url):
    async with table(database_url) as loopback:
        await loopback.slash("Ann", "table", ROLL)
        await a_plan_that_is_not_answered(loopback)
        _, line, late = (await loopback.slash("Ann", "table", ROLL)).replies
        assert line.visible_to is None
        assert "aim" not in message_text(line)
        assert late.visible_to is not None
        assert "Marine E1: aim" in message_text(late)


async def test_a_sealed_order_that_is_heard_again_stays_sealed(database_url):
    """Its answer was lost, and another bot, or the same after a start, hears of it once more."""
    async with table(database_url) as loopback:
        await loopback.slash("Ann", "table", ROLL)
        outcome = await a_plan_that_is_not_answered(loopback)
        interaction = outcome.interaction
        loopback.gateway.tell_again("INTERACTION_CREATE")
        await until(lambda: interaction.original is not None)
        assert interaction.original.visible_to is not None
        assert "Marine E1: aim" in message_text(interaction.original)
        await until(lambda: PLANNED in all_texts(loopback))


def all_texts(loopback):
    """What everybody may read in the channel."""
    _, channel = loopback.place("Ref", "table")
    return [message_text(each) for each in channel.messages.values() if each.visible_to is None]
