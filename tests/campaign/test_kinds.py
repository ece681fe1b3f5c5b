"""Characters, ships and careers in one campaign: whose names must differ, and what the rules of each keep."""

import pytest
from sqlalchemy import select

from bot.campaign.database import open_database
from bot.campaign.erasing import erase_campaign, forget_person
from bot.campaign.journal import redo, undo
from bot.campaign.rows import CAMPAIGN, UNIT
from bot.campaign.store import Store
from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.engine.system import CAREER, CHARACTER, SHIP
from tests.campaign.conftest import TABLE, Channel, as_of_0010

OFFICER = {"v": 1, "rank": "O1", "friend": f"{2**62}"}


async def record(transaction, verb="career begin"):
    await transaction.record(verb, Card("done"), place=TABLE)


async def begin(channel, name, kind=CAREER, owner=2**62):
    async with channel.transaction() as transaction:
        await transaction.add_unit(name, "", owner, OFFICER, kind)
        await record(transaction)


async def kept(channel):
    async with channel.transaction() as transaction:
        careers = {unit.name: unit for unit in await transaction.units(CAREER)}
        return careers, [dict(await transaction.ledger(kind)) for kind in (CHARACTER, SHIP, CAREER)]


async def keep(channel, kind, ledger):
    async with channel.transaction() as transaction:
        await transaction.keep(kind, ledger)
        await record(transaction)


async def move(channel, walk):
    async with channel.transaction() as transaction:
        await walk(transaction)
        await record(transaction, walk.__name__)


async def test_an_officer_may_be_called_as_the_marine_that_they_become(channel):
    await begin(channel, "Pirate")
    await begin(channel, "Ann")
    await begin(channel, "Ann", CHARACTER)
    async with channel.transaction() as transaction:
        assert [unit.name for unit in await transaction.units(CAREER)] == ["Pirate", "Ann"]
        assert (await transaction.unit("ann", CAREER)).sheet == OFFICER
        assert (await transaction.unit("ann")).kind == CHARACTER


@pytest.mark.parametrize(
    ("name", "first", "second", "refused"),
    [
        ("ANN", CAREER, CAREER, "There is a career named ANN already"),
        ("Аnn", CAREER, CAREER, "That name looks like Ann"),
        ("Ann", CHARACTER, SHIP, "There is a character named Ann already"),
        ("Ann", SHIP, CHARACTER, "There is a ship named Ann already"),
    ],
)
async def test_names_differ_among_characters_and_ships_and_among_careers(channel, name, first, second, refused):
    await begin(channel, "Ann", first)
    with pytest.raises(RuleError, match=refused):
        await begin(channel, name, second)


async def test_a_career_is_looked_for_among_careers_alone(channel):
    async with channel.transaction() as transaction:
        with pytest.raises(RuleError, match=r"Pirate is no career: /character show shows them\."):
            await transaction.unit("Pirate", CAREER)
    await begin(channel, "Ann")
    async with channel.transaction() as transaction:
        with pytest.raises(RuleError, match="Pirate"):
            await transaction.unit("Pirate", CAREER)
        with pytest.raises(RuleError, match="Ann"):
            await transaction.unit("Ann")


async def test_what_rules_keep_stands_by_kind_and_is_taken_back_each_by_itself(channel):
    states = [await kept(channel)]
    for kind, ledger in ((CHARACTER, {"v": 1, "a": 1}), (CAREER, {"v": 1, "b": 2}), (SHIP, {"battle": "{}"})):
        await keep(channel, kind, ledger)
        states.append(await kept(channel))
    assert states[-1][1] == [{"v": 1, "a": 1}, {"battle": "{}"}, {"v": 1, "b": 2}]
    for before in (2, 1, 0):
        await move(channel, undo)
        assert await kept(channel) == states[before]
    for after in (1, 2, 3):
        await move(channel, redo)
        assert await kept(channel) == states[after]


async def test_a_career_is_taken_back_and_comes_again_with_its_number(channel):
    await begin(channel, "Ann")
    begun = await kept(channel)
    await move(channel, undo)
    assert (await kept(channel))[0] == {}
    await move(channel, redo)
    assert await kept(channel) == begun


async def test_what_was_kept_before_there_were_careers_is_the_characters(channel, store, database_url):
    await keep(channel, CHARACTER, {"v": 1, "a": 1})
    await keep(channel, CHARACTER, {"v": 1, "a": 2})
    async with store.engine.begin() as connection:
        await as_of_0010(connection)
        assert (await connection.execute(select(CAMPAIGN.c.things))).scalar_one() == {"v": 1, "a": 2}
    again = await open_database(database_url)
    upgraded = Channel(Store(again, now=lambda: 0), keys=channel.keys)
    for a in (2, 1):
        assert (await kept(upgraded))[1] == [{"v": 1, "a": a}, {}, {}]
        await move(upgraded, undo)
    assert (await kept(upgraded))[1] == [{}, {}, {}]
    await move(upgraded, redo)
    assert (await kept(upgraded))[1] == [{"v": 1, "a": 1}, {}, {}]
    await again.dispose()


async def test_whose_career_it_is_is_forgotten_and_the_career_goes_on(channel, store):
    await begin(channel, "Ann")
    await forget_person(store.engine, 2**62)
    (ann,) = (await kept(channel))[0].values()
    assert (ann.owner_id, ann.sheet) == (None, {**OFFICER, "friend": ""})


async def test_careers_are_erased_with_their_campaign(channel, store):
    await begin(channel, "Ann")
    async with store.engine.begin() as connection:
        campaign = (await connection.execute(select(CAMPAIGN.c.id))).scalar_one()
        assert (await erase_campaign(connection, campaign))["unit"] == 5
        assert (await connection.execute(select(UNIT))).all() == []
