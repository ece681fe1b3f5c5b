"""A scenario whose sides put people on the deck by turns, where neither knows how many the other one has put there."""

import re
from contextlib import asynccontextmanager

import pytest

from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from tests.e2e.test_sides import ANN, BOB, REF, TABLE
from tests.e2e.test_unseen import alike, answered

SHUT = "Officers' wardroom"
LINES = (
    "/table due",
    "/turn show",
    '/place name:"Zhodani M1" at:"Lift A"',
    "/table due",
    f'/place name:"Zhodani M2" at:"{SHUT}"',
    '/place name:"Zhodani M2" at:"Port security"',
    '/place name:"Zhodani M2, Zhodani M3" at:"Lift lobby"',
    '/place name:"Zhodani M2" at:"Lift B"',
    '/place name:"Zhodani M3" at:"Lift C"',
    "/scenario show",
)


@asynccontextmanager
async def running_bridge(url):
    """The Zhodani are Ann's, the Imperials Bob's, and both have seen a plan of the deck."""
    loopback, stage = Loopback(quiet_seconds=60, answer_seconds=60), RefereeStage(url)
    await loopback.start()
    await stage.start()
    try:
        for line in (
            '/campaign new system:"Azhanti High Lightning"',
            "/campaign set setting:fog value:on",
            "/campaign set setting:strangers value:contacts",
            '/scenario setup name:"II.2 The Running Bridge" first:@Ann second:@Bob',
            '/reveal what:deck side:Zhodani because:"A plan"',
            '/reveal what:deck side:Imperials because:"Their ship"',
        ):
            assert "'text'" in (await answered(loopback.slash(REF, TABLE, line)))[0]
        yield loopback
    finally:
        await stage.stop()
        await loopback.stop()
    assert loopback.faults == []


async def told(url, places):
    """What Ann reads of her placing, and of what she owes, once so many Imperials have been put somewhere."""
    async with running_bridge(url) as loopback:
        for at in places:
            due = (await answered(loopback.slash(BOB, TABLE, "/table due")))[0]
            name = re.search("▶ ([^,]+),", due)[1]
            assert (
                f"{name} stands at"
                in (await answered(loopback.slash(BOB, TABLE, f'/place name:"{name}" at:"{at}"')))[0]
            )
        return [await answered(loopback.slash(ANN, TABLE, line)) for line in LINES]


@pytest.mark.parametrize("places", [["Helm"], ["Helm", SHUT, SHUT], ["Bridge"] * 5])
async def test_how_many_of_the_others_have_been_placed_tells_nothing(tmp_path, monkeypatch, places):
    alike(monkeypatch)
    none, some = [await told(f"sqlite+aiosqlite:///{tmp_path}/{len(each)}.db", each) for each in ([], places)]
    assert none == some
    # The shafts of the first three lifts.
    for number, name, at in ((2, "M1", "K28"), (7, "M2", "Q28"), (8, "M3", "M27")):
        assert f"Zhodani {name} stands at {at}" in none[number][0]
    assert "it is shut, and none of the others is in it" in none[4][0]
    assert "the scenario has none of that side there" in none[5][0]
    assert "one at a time" in none[6][0]


async def test_of_whom_one_knows_in_a_shut_room_one_may_be_put_beside(tmp_path):
    async with running_bridge(f"sqlite+aiosqlite:///{tmp_path}/game.db") as loopback:
        due = (await answered(loopback.slash(BOB, TABLE, "/table due")))[0]
        name = re.search("▶ ([^,]+),", due)[1]
        await loopback.slash(BOB, TABLE, f'/place name:"{name}" at:"{SHUT}"')
        await loopback.slash(REF, TABLE, f'/reveal what:"{name}" side:Zhodani because:"They hear them"')
        put = await answered(loopback.slash(ANN, TABLE, f'/place name:"Zhodani M2" at:"{SHUT}"'))
        # They look to whom they know there, in the square to the west.
        assert "Zhodani M2 stands at Z23, facing west" in put[0]
