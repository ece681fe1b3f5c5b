"""Ships of which the referee alone knows: nothing that others do, and nothing that the referee does about them before
others, tells of them before they join a battle.
"""

from contextlib import asynccontextmanager
from random import Random

from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from tests.e2e.hostile import ATTACHMENT, leaves
from tests.e2e.test_unseen import FACES, alike, answered, completions_of, hearing, line_of, value_of

HIDDEN = "Lurker 1"
NAMES = {"name", "who", "about", "whom"}
# To join is to be seen; another campaign has none of them; and what somebody names in the open is theirs to tell.
ELSEWHERE = {("battle", "join"), ("campaign", "new"), ("campaign", "end"), ("career", "begin")}


@asynccontextmanager
async def fleets(url, conceal):
    """Ann has a ship in a battle, whose other side has none yet; some ships are concealed."""
    loopback, stage = Loopback(quiet_seconds=60, answer_seconds=60), RefereeStage(url)
    await loopback.start()
    await stage.start()
    loopback.stage = stage
    try:
        for user, line in (
            ("Ref", "/campaign new"),
            ("Ann", "/ship add template:Cutlass name:Resolute side:Patrol"),
            ("Ref", conceal),
            ("Ref", "/battle new first:Patrol second:Outlaws"),
        ):
            assert (await loopback.slash(user, "table", line)).error is None, line
        yield loopback
    finally:
        await stage.stop()
        await loopback.stop()
    assert loopback.faults == []


def about(path, options, name):
    """A command with no more than it needs, and with one option more, about somebody of that name."""
    options = [each for each in options if each["type"] != ATTACHMENT]
    for more in ([], *([each] for each in options if not each.get("required"))):
        given = [*(each for each in options if each.get("required")), *more]
        named = NAMES - ({"name"} if path[0] == "roster" else set())
        said = {each["name"]: name if each["name"] in named else value_of(path, each, "Fleet", name) for each in given}
        yield " ".join(
            (
                f"/{' '.join(path)}",
                *(f"{key}:{value}" if value[:1] == "@" else f'{key}:"{value}"' for key, value in said.items()),
            )
        )


async def test_what_a_referee_does_about_them_is_told_to_nobody(tmp_path):
    random, told = Random(3), {}
    async with fleets(
        f"sqlite+aiosqlite:///{tmp_path}/game.db", "/ship conceal template:Cutlass name:Lurker count:2 side:Raiders"
    ) as loopback:
        others = [loopback.world.user(user) for user in ("Ann", "Onlooker")]
        for path, options in sorted(leaves(loopback.world.commands[None]), key=str):
            if path in ELSEWHERE:
                continue
            lines = [*about(path, options, HIDDEN)]
            for line in {lines[0], random.choice(lines)}:
                loopback.stage.dice(FACES)
                before = await line_of(loopback.stage)
                with hearing(loopback.world, others) as told[line]:
                    await answered(loopback.slash("Ref", "table", line))
                    if before != await line_of(loopback.stage):
                        await answered(loopback.slash("Ref", "table", "/undo"))
    assert {line: heard for line, heard in told.items() if "Lurker" in repr(heard) or "Raiders" in repr(heard)} == {}


async def heard(url, conceal):
    """What Ann and somebody who looks on read of every command, about her ship and about a name."""
    random, told = Random(4), {}
    async with fleets(url, conceal) as loopback:
        for path, options in sorted(leaves(loopback.world.commands[None]), key=str):
            if path in ELSEWHERE - {("battle", "join"), ("career", "begin")}:
                continue
            lines = [*about(path, options, HIDDEN), *about(path, options, "Resolute")]
            for line in {lines[0], random.choice(lines)}:
                for user in ("Ann", "Onlooker"):
                    loopback.stage.dice(FACES)
                    before = await line_of(loopback.stage)
                    told[user, line] = await answered(loopback.slash(user, "table", line))
                    if before != await line_of(loopback.stage):
                        told[user, line, "undone"] = await answered(loopback.slash(user, "table", "/undo"))
            for line in completions_of(path, options, random.choice(("", "Lu", "Rai"))):
                told["Ann", f"…{line}"] = await answered(loopback.complete("Ann", "table", line))
    return told


async def test_whatever_others_do_tells_of_none(tmp_path, monkeypatch):
    alike(monkeypatch)
    some, other = [
        await heard(f"sqlite+aiosqlite:///{tmp_path}/{number}.db", conceal)
        for number, conceal in enumerate(
            (
                "/ship conceal template:Cutlass name:Lurker count:2 side:Raiders",
                "/ship conceal template:Kinunir name:Shade side:Foes",
            )
        )
    ]
    assert some.keys() == other.keys()
    assert len(some) > 200
    assert {line: (told, other[line]) for line, told in some.items() if told != other[line]} == {}
