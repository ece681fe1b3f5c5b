"""What is kept of careers goes wherever a campaign goes: taken back, copied, put back, erased, and without somebody who
is forgotten.
"""

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.sandbox.loopback import Loopback
from bot.sandbox.messages import components_of
from bot.sandbox.play import RefereeStage
from bot.sandbox.report import message_text
from tests.e2e.channel import say
from tests.e2e.test_careers import buttons, channel_of, use

NAME, AILMENT = "Trillian Quux", "endurance -1: the frostbite of Magrathea"
BEGUN = f'/career begin name:"{NAME}" upp:777777 homeworld:A867949-C owner:@Ann'
SECRETS = (NAME.encode(), NAME.casefold().encode(), b"frostbite", b"joined the Planetary navy")


@asynccontextmanager
async def bots(url):
    """Rooms for one bot after the other, on one Discord: what starts and stops them."""
    loopback = Loopback(quiet_seconds=5, answer_seconds=30)
    await loopback.start()

    @asynccontextmanager
    async def bot(url=url):
        stage = RefereeStage(url)
        await stage.start()
        try:
            yield stage
        finally:
            await stage.stop()

    yield loopback, bot
    await loopback.stop()
    assert loopback.faults == []


@pytest.fixture
def url(tmp_path):
    """A database of its own, in a folder that nothing else is in."""
    (tmp_path / "live").mkdir()
    return f"sqlite+aiosqlite:///{tmp_path}/live/campaigns.db"


def everything(url):
    """All bytes of a database's files."""
    return b"".join(each.read_bytes() for each in Path(url.partition("///")[2]).parent.iterdir())


async def command(*arguments):
    """What an operator types: it has a loop of its own, and so a thread."""
    assert await asyncio.to_thread(main, arguments) == 0


async def serve_a_year(loopback, stage):
    """Ann's career, wounded in its second year, with what the referee says of that; its message."""
    await say(loopback, "/campaign new")
    await say(loopback, BEGUN)
    await say(loopback, "/career next choice:enlist", "Ann")
    stage.dice([3, 4, 5, 1, 2])
    await say(loopback, "/career next choice:Planetary", "Ann")
    stage.dice([1, 1])
    await say(loopback, "/career next choice:Handgun", "Ann")
    stage.dice([3, 3, 2, 2, 1, 1, 2, 2, 1, 1, 1])
    await say(loopback, "/career next choice:0", "Ann")
    await say(loopback, f'/career say name:"{NAME}" asked:wound answer:"{AILMENT}"')


async def sheet(loopback, user="Ref"):
    """The career as its files tell it, and its message."""
    message, _ = await say(loopback, f'/career show name:"{NAME}"', user)
    return {file.name: file.data for file in message.files}, message


async def test_a_career_is_the_same_after_all_of_it_was_taken_back_and_done_again(url):
    """To before it began, when nobody has one, and on to its very end, with the bot started anew in between."""
    async with bots(url) as (loopback, bot):
        async with bot() as stage:
            await serve_a_year(loopback, stage)
            before, _ = await sheet(loopback)
            assert {name.rpartition(".")[2] for name in before} == {"txt", "json"}
            for _ in range(6):
                await say(loopback, "/undo")
            assert "None yet" in (await say(loopback, "/career list"))[1]
        async with bot():
            assert "There are no careers here yet" in (await say(loopback, f'/career show name:"{NAME}"'))[1]
            for _ in range(6):
                await say(loopback, "/redo")
            assert (await sheet(loopback))[0] == before
            assert (await say(loopback, "/redo"))[1].startswith("There is nothing")


@pytest.mark.parametrize("how", ["copy", "backup"])
async def test_a_career_goes_on_from_a_copy(url, how, tmp_path, monkeypatch):
    """From another database, or from a backup that was put back: sheet, question, buttons, and what can be undone."""
    monkeypatch.setenv("DATABASE_URL", url)
    async with bots(url) as (loopback, bot):
        async with bot() as stage:
            await serve_a_year(loopback, stage)
            before, message = await sheet(loopback)
            asked = message_text(message)
        if how == "copy":
            again = f"sqlite+aiosqlite:///{tmp_path}/copy.db"
            await command("copy", url, again)
        else:
            again = url
            await command("backup", str(tmp_path / "copies"))
            (copy,) = (tmp_path / "copies").iterdir()
            await command("restore", str(copy))
        async with bot(again) as stage:
            files, message = await sheet(loopback)
            assert (files, message_text(message)) == (before, asked)
            select = next(part for part in components_of(message) if "options" in part)
            stage.dice([6, 6, 2, 2, 1, 1, 2, 2, 1, 1, 1])
            outcome = await loopback.actions.use(
                loopback.world.user("Ann"), channel_of(loopback), message.id, select["custom_id"], ["0"]
            )
            assert [edited.id for edited in outcome.edits] == [message.id]
            for _ in range(7):
                await say(loopback, "/undo")
            assert "None yet" in (await say(loopback, "/career list"))[1]


async def test_an_erased_campaign_leaves_no_byte_of_its_careers(url):
    """Nor a button that does anything: of one that is there, of one taken back, and of one that was removed."""
    async with bots(url) as (loopback, bot), bot() as stage:
        await serve_a_year(loopback, stage)
        await say(loopback, '/career begin name:"Marvin Quux" upp:777777 homeworld:A867949-C')
        await say(loopback, '/career remove name:"Marvin Quux"')
        await say(loopback, '/career begin name:"Arthur Quux" upp:777777 homeworld:A867949-C')
        await say(loopback, "/undo")
        _, message = await sheet(loopback)
        present = everything(url)
        assert all(secret in present for secret in (*SECRETS, b"Marvin", b"Arthur"))
        await say(loopback, '/campaign erase confirm:"erase everything"')
        present = everything(url)
        assert not [secret for secret in (*SECRETS, b"Marvin", b"Arthur", b"quux") if secret in present]
        part = next(part for part in components_of(message) if "options" in part)
        (refused,) = (
            await loopback.actions.use(
                loopback.world.user("Ann"), channel_of(loopback), message.id, part["custom_id"], ["0"]
            )
        ).replies
        assert "No campaign is running in this channel" in message_text(refused)


@pytest.mark.parametrize("how", ["by themselves", "by the operator"])
async def test_whoever_is_forgotten_leaves_a_career_that_the_referee_goes_on_with(url, how, monkeypatch):
    """No byte has their number; the career is nobody's, its message has the same buttons, and undo goes as far."""
    monkeypatch.setenv("DATABASE_URL", url)
    async with bots(url) as (loopback, bot):
        async with bot() as stage:
            await serve_a_year(loopback, stage)
            before, _ = await sheet(loopback)
            number = str(loopback.world.user("Ann").id)
            assert number.encode() in everything(url)
            if how == "by themselves":
                await say(loopback, '/privacy forget confirm:"forget me"', "Ann")
        if how == "by the operator":
            await command("forget", "user", number)
        assert number.encode() not in everything(url)
        async with bot() as stage:
            files, message = await sheet(loopback)
            assert files == before
            assert number not in message_text(message)
            part = next(part for part in components_of(message) if "options" in part)
            place = (channel_of(loopback), message.id, part["custom_id"], ["0"])
            (refused,) = (await loopback.actions.use(loopback.world.user("Ann"), *place)).replies
            assert f"{NAME} is not yours" in message_text(refused)
            stage.dice([6, 6, 2, 2, 1, 1, 2, 2, 1, 1, 1])
            outcome = await loopback.actions.use(loopback.world.user("Ref"), *place)
            assert [edited.id for edited in outcome.edits] == [message.id]
            assert "Undo" in buttons(message)
            await use(loopback, "Ref", message, "Undo")
            assert (await sheet(loopback))[0] == before
