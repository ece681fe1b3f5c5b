"""The report of an order stands with its entry, on both databases: told from there, left alone by undo, forgotten."""

from sqlalchemy import select

from bot.campaign.deciding import dump_report, load_report
from bot.campaign.forgetting import forget_person
from bot.campaign.rows import ENTRY, load_card
from bot.engine.cards import Card
from bot.engine.dice import ScriptedDice, Throw
from bot.engine.packing import PACKED
from bot.engine.telling import ANYBODY, Report
from tests.campaign.back_and_forth import take_back
from tests.campaign.conftest import AHL

ANN = 203_456_789_012_345_678
SHOW = AHL.order("turn show")


async def entry(channel, verb="fire"):
    async with channel.transaction() as transaction:
        query = select(ENTRY).where(ENTRY.c.verb == verb).order_by(ENTRY.c.id.desc()).limit(1)
        return (await transaction.connection.execute(query)).mappings().one()


async def test_an_answer_is_told_anew_of_what_is_stored(channel):
    await channel.fire(dice=lambda *_: ScriptedDice([6, 6, 6, 6]))
    stored, order = await entry(channel), AHL.order("fire")
    throws = [Throw(why, sides, tuple(faces)) for why, sides, faces in stored["throws"]]
    told = order.tell(load_report(order, stored["report"]), throws, ANYBODY)
    assert told.card == load_card(stored["card"])


async def test_undo_leaves_it(channel):
    await channel.fire()
    before = (await entry(channel))["report"]
    assert before.startswith('{"found":{"firer":"Marine E1"')
    await take_back(channel)
    assert (await entry(channel))["report"] == before


async def test_somebody_is_forgotten_in_it_packed_or_not(channel):
    for log in ((f"<@{ANN}> fires",), (f"<@{ANN}> fires", *map(str, range(9_000)))):
        report = Report(Card("A battle"), log=log)
        stored = dump_report(SHOW, report)
        assert stored.startswith(PACKED) is (len(log) > 1)
        async with channel.transaction() as transaction:
            await transaction.record("turn show", Card("A battle"), place=channel.place, report=stored)
        await forget_person(channel.store.engine, ANN)
        left = load_report(SHOW, (await entry(channel, "turn show"))["report"])
        assert left == Report(Card("A battle"), log=("somebody who is forgotten fires", *log[1:]))
