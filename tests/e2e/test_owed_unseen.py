"""What somebody unseen owes, or might do, is asked of their own side alone: nobody else can tell that anybody is waited
for, whatever they try meanwhile, nor as the table's wait ends.
"""

import pytest

from tests.e2e.test_sides import ANN, BOB, ONLOOKER, REF, TABLE, sides
from tests.e2e.test_unseen import alike, answered, hearing

FACES = [6, 6, 5, 6, 6, 4, 6, 6] * 20
# In the port passage, which none of the marines sees into, somebody of a third side may come beside a pirate there.
COMMON = (
    "/character add name:Zed template:Pirate side:Aslan",
    "/place name:Pirate at:G9 facing:S",
    "/place name:Zed at:G12 facing:N",
    "/turn begin",
    '/plan name:"Marine E1, Marine N1, Zed" plan:move',
)
SNAP = (
    "/plan name:Pirate plan:aim",
    "/phase",
    "/phase step:movement",
    "/morale check name:Zed cause:exposure",
    "/morale check name:Zed cause:adjacent",
)
COVER = ("/plan name:Pirate plan:cover", "/phase")
# What is done besides where somebody unseen owes something, and where not; and what Bob reads of it then.
OWED = {
    "a snap shot": ((*SNAP, "/move name:Zed to:G10"), (*SNAP, "/move name:Zed to:G14"), "a snap shot at once at Zed"),
    "covering fire": (COVER, (*COVER, "/phase ready:True name:Pirate"), "may act in covering fire by /cover"),
    "nothing but a plan": ((), ("/plan name:Pirate plan:move",), "a plan for the turn"),
}
TRIED = (
    "/turn show",
    "/table due",
    "/table ping",
    "/log",
    "/summary",
    "/deck show",
    '/move name:"Marine E1" to:N',
    '/fire name:"Marine E1" target:Pirate',
    '/hold name:"Marine E1" target:Pirate',
    '/face name:"Marine N1" facing:E',
    '/autopilot why name:"Marine N1"',
    "/next",
    "/phase ready:True",
    "/phase",
    "/undo",
    "…/hold target:",
    "…/fire target:",
    "…/morale check name:",
    "…/phase step:",
    "…/table wait for:",
)


async def told(url, late, lines):
    """What Bob owes, and what reaches Ann and an onlooker of what they try then, and of the referee's wait."""
    async with sides(url) as table:
        loopback, heard = table.loopback, {}
        for line in (f"/campaign set setting:late value:{late}", *COMMON, *lines):
            loopback.stage.dice([1] * 20)
            await table.line(REF, TABLE, line)
        owes = (await table.line(BOB, TABLE, "/table due"))[BOB]
        others = [loopback.world.user(user) for user in (ANN, ONLOOKER)]
        for line in TRIED:
            for user in (ANN, ONLOOKER):
                loopback.stage.dice(FACES)
                give = loopback.complete if line.startswith("…") else loopback.slash
                with hearing(loopback.world, others) as heard[user, line, "heard"]:
                    heard[user, line] = await answered(give(user, TABLE, line.removeprefix("…")))
                    await loopback.gateway.flush()
        with hearing(loopback.world, others) as heard["wait"]:
            await table.line(REF, TABLE, "/table wait for:1h")
            loopback.world.advance(3_700)
            await loopback.stage.advance(3_700)
            await loopback.gateway.flush()
        return owes, heard


@pytest.mark.parametrize("late", ["default", "remind"])
@pytest.mark.parametrize("what", OWED)
async def test_nobody_else_can_tell_that_somebody_unseen_is_waited_for(tmp_path, monkeypatch, what, late):
    alike(monkeypatch)
    *both, asked = OWED[what]
    (owes, here), (other, there) = [
        await told(f"sqlite+aiosqlite:///{tmp_path}/{number}.db", late, lines) for number, lines in enumerate(both)
    ]
    assert asked in owes
    assert asked not in other
    assert {line: (each, there[line]) for line, each in here.items() if each != there[line]} == {}
