"""The report of an order stands with its entry, on both databases: told from there, left alone by undo, forgotten."""

from sqlalchemy import select

from bot import systems
from bot.campaign.deciding import dump_report, load_report
from bot.campaign.erasing import forget_person
from bot.campaign.rows import ENTRY, load_card
from bot.engine.cards import Card
from bot.engine.dice import ScriptedDice, Throw
from bot.engine.packing import PACKED
from bot.engine.telling import Report
from bot.systems.highguard.battle.told import OwnSaid
from tests.campaign.back_and_forth import take_back
from tests.campaign.conftest import AHL

ANN = 203_456_789_012_345_678
FIRE = systems.discover(systems)["highguard"].order("battle fire")


async def entry(channel, verb="fire"):
    async with channel.transaction() as transaction:
        query = select(ENTRY).where(ENTRY.c.verb == verb).order_by(ENTRY.c.id.desc()).limit(1)
        return (await transaction.connection.execute(query)).mappings().one()


async def test_an_answer_is_told_anew_of_what_is_stored(channel):
    await channel.fire(dice=lambda *_: ScriptedDice([6, 6, 6, 6]))
    stored, order = await entry(channel), AHL.order("fire")
    throws = [Throw(why, sides, tuple(faces)) for why, sides, faces in stored["throws"]]
    told = order.tell(load_report(order, stored["report"]), throws)
    assert told.card == load_card(stored["card"])


async def test_undo_leaves_it(channel):
    await channel.fire()
    before = (await entry(channel))["report"]
    assert before.startswith('{"found":{"firer":"Marine E1"')
    await take_back(channel)
    assert (await entry(channel))["report"] == before


async def test_somebody_is_forgotten_in_it_packed_or_not(channel):
    for more in ("", " ".join(map(str, range(9_000)))):
        report = Report(OwnSaid("Red", {"note": f"<@{ANN}> fires", "jump": more}), sealed=True)
        stored = dump_report(FIRE, report)
        assert stored.startswith(PACKED) is bool(more)
        async with channel.transaction() as transaction:
            await transaction.record("battle fire", Card("A battle"), place=channel.place, report=stored)
        await forget_person(channel.store.engine, ANN)
        left = load_report(FIRE, (await entry(channel, "battle fire"))["report"])
        assert left == Report(OwnSaid("Red", {"note": "somebody who is forgotten fires", "jump": more}), sealed=True)
