"""Who stands behind one's people, where these look elsewhere, is as unknown as who is behind a wall: Combat 3000 lets
nobody see what is at their back.
"""

from tests.e2e.test_unseen import alike, anew, answered, hearing, line_of
from tests.e2e.unknowable import COMBAT, Layout, hidden_squares

OWN, OTHER = '"Trooper Hale"', '"Outlaw Kemp"'
TRIED = (
    f"/charge name:{OWN} target:{OTHER}",
    f"/fire name:{OWN} target:{OTHER}",
    f"/melee name:{OWN}",
    f'/move name:{OWN} to:"N N E"',
    f"/face name:{OWN} facing:E",
    f"/autopilot why name:{OWN}",
    f"/autopilot act name:{OWN}",
    "/character list",
    "/deck show",
    "/turn show",
    "/next",
    "…/charge target:",
    "…/fire target:",
)


async def told(at):
    """What reaches Ann and somebody who looks on, phase by phase, while an outlaw stands there."""
    heard = {}
    async with anew(Layout(COMBAT, "names", turn=True, meets="")) as loopback:
        others = [loopback.world.user(user) for user in ("Ann", "Onlooker")]
        for line in (
            '/place name:"Trooper Hale, Sergeant Ruiz" at:R13 facing:N',
            f'/place name:"Leader Voss" at:{hidden_squares()[0]}',
            f"/place name:{OTHER} at:{at} facing:N",
            "/turn begin",
        ):
            assert (await loopback.slash("Ref", "table", line)).error is None
        for phase in ("close combat", "firing"):
            with hearing(loopback.world, others) as heard[phase]:
                await loopback.slash("Ref", "table", f'/phase step:"{phase}" values:"passing yes"')
            for line in TRIED:
                loopback.stage.dice([3, 4, 2, 5, 1, 6] * 10)
                before = await line_of(loopback.stage)
                give = loopback.complete if line.startswith("…") else loopback.slash
                with hearing(loopback.world, others) as heard[phase, line, "heard"]:
                    heard[phase, line] = await answered(give("Ann", "table", line.removeprefix("…")))
                if before != await line_of(loopback.stage):
                    await loopback.slash("Ref", "table", "/undo")
    return heard


async def test_where_somebody_stands_behind_ones_people_is_told_to_nobody(monkeypatch):
    alike(monkeypatch)
    one, other = [await told(at) for at in ("R16", "P17")]
    assert "Kemp" not in str(one["firing", "/character list"])
    assert {line: (each, other[line]) for line, each in one.items() if each != other[line]} == {}
