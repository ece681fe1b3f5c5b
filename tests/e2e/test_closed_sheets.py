"""Two battles that differ only in what stands on a closed sheet tell the other side, and whoever looks on, the same,
whatever command about ships they give, and all the same, whatever those ask for who may read the sheet.
"""

from contextlib import asynccontextmanager

import pytest

from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.sandbox.report import message_text
from tests.e2e.hostile import ATTACHMENT, BOOLEAN, INTEGER, STRING, USER, leaves
from tests.e2e.test_unseen import FACES, alike, answered, completions_of

GROUPS = {"ship", "battle", "odds", "set", "summary", "log", "campaign", "table", "next", "note", "roster", "undo"}
LEFT_OUT = {("campaign", "erase"), ("campaign", "end"), ("campaign", "move"), ("campaign", "new")}
# Of an enemy's ship, by which no throw before the first shot goes; two values of each.
FIGURES = {
    "fuel": ("1000", "2000"),
    "troops": ("1", "3"),
    "low": ("1", "2"),
    "armor": ("1", "3"),
    "sand factor": ("3", "7"),
    "laser factor": ("2", "6"),
    "damper": ("1", "3"),
}
COMMON = (
    "Ref: /campaign new",
    'Ref: /campaign set setting:"ship sheets" value:closed',
    "Ann: /ship add template:Rapier name:Lance side:Red",
    "Bob: /ship add template:Sable name:Anvil side:Blue",
)
STAGES = {
    "before a battle": (),
    "in formation": ("Ref: /battle new first:Red second:Blue", "Ann: /battle join", "Bob: /battle join"),
    "in combat": (
        "Ref: /battle new first:Red second:Blue",
        "Ann: /battle join",
        "Bob: /battle join",
        "Ann: /battle form",
        "dice 6 6 1 1",
        "Bob: /battle form",
        "Ref: /battle decide",
        "Ref: /battle decide",
    ),
}
FITTING = {
    "side": "Blue",
    "first": "Red",
    "second": "Blue",
    "template": "Wasp",
    "line": "Lance",
    "orders": "Lance laser at Anvil",
    "defend": "Lance sand at Anvil",
    "weapon": "beam laser",
    "change": "computer 6",
    "field": "fuel",
    "value": "1",
    "setting": "chatter",
    "to": "Anvil",
}


@asynccontextmanager
async def battle(url, which, stage_of):
    """Ann's Lance and Bob's Anvil, whose closed sheet has one or the other of its figures."""
    loopback, stage = Loopback(quiet_seconds=60, answer_seconds=60), RefereeStage(url)
    await loopback.start()
    await stage.start()
    figures = [f'Ref: /set name:Anvil field:"{field}" value:{values[which]}' for field, values in FIGURES.items()]
    try:
        for line in (*COMMON, *figures, *STAGES[stage_of]):
            if line.startswith("dice "):
                stage.dice([*map(int, line.split()[1:])])
                continue
            user, _, text = line.partition(": ")
            shown = await answered(loopback.slash(user, "table", text))
            assert "'undo:" in shown[0] or text == "/campaign new", (line, shown)
        yield loopback, stage
    finally:
        await stage.stop()
        await loopback.stop()
    assert loopback.faults == []


def value_of(option, about, other):
    if option["name"] in {"name", "target", "ship"}:
        return about if option["name"] == "name" else other
    if choices := option.get("choices"):
        return choices[0]["name"]
    return {STRING: FITTING.get(option["name"], "1"), INTEGER: "1", USER: "@Ann", BOOLEAN: "True"}[option["type"]]


def lines_of(path, options):
    """A command with no more than it needs, about either ship, and with each option in its turn."""
    start, options = f"/{' '.join(path)}", [each for each in options if each["type"] != ATTACHMENT]
    for about, other in (("Anvil", "Lance"), ("Lance", "Anvil")):
        needed = [each for each in options if each.get("required")]
        for more in ([], *([each] for each in options if not each.get("required"))):
            given = {each["name"]: value_of(each, about, other) for each in (*needed, *more)}
            said = (f"{name}:{value}" if value[:1] == "@" else f'{name}:"{value}"' for name, value in given.items())
            yield " ".join((start, *said))


async def heard(url, which, stage_of):
    """All that two readers are told, line by line; what is done is taken back."""
    told = {}
    async with battle(url, which, stage_of) as (loopback, stage):
        for path, options in sorted(leaves(loopback.world.commands[None]), key=str):
            if path[0] not in GROUPS or path in LEFT_OUT:
                continue
            for user in ("Ann", "Onlooker"):
                for line in dict.fromkeys(lines_of(path, options)):
                    stage.dice(FACES)
                    told[user, line] = await answered(loopback.slash(user, "table", line))
                    if "'undo:" in told[user, line][0] and path[0] not in {"undo", "next"}:
                        await loopback.slash("Ref", "table", "/undo")
                for line in completions_of(path, options, ""):
                    told[user, "…" + line] = await answered(loopback.complete(user, "table", line))
    return told


@pytest.mark.parametrize("stage_of", STAGES)
async def test_what_stands_on_a_closed_sheet_reaches_nobody_else(tmp_path, monkeypatch, stage_of):
    alike(monkeypatch)
    one, other = [await heard(f"sqlite+aiosqlite:///{tmp_path}/{which}.db", which, stage_of) for which in (0, 1)]
    assert len(one) > 200
    assert {line: (told, other.get(line)) for line, told in one.items() if told != other.get(line)} == {}


# By what is done in a battle the figures show.
IN_BATTLE = {"battle", "next", "table"}


async def told_to_all(url, which, stage_of):
    """What all may read, line by line, of whatever the ship's owner and the referee ask for; what is done is taken back
    by the referee, as all may read.
    """
    told = {}
    async with battle(url, which, stage_of) as (loopback, stage):
        world = loopback.world

        async def give(user, line):
            with world.watch() as changes:
                shown = await answered(loopback.slash(user, "table", line))
                await loopback.gateway.flush()
            messages = [change.message for change in changes if change.message.visible_to is None]
            files = [bytes(file.data) for message in messages for file in message.files]
            told.setdefault((user, line), []).append((*map(message_text, messages), *files))
            return shown[0]

        for path, options in sorted(leaves(world.commands[None]), key=str):
            if path[0] not in GROUPS - IN_BATTLE or path in LEFT_OUT:
                continue
            for user in ("Bob", "Ref"):
                for line in dict.fromkeys(lines_of(path, options)):
                    stage.dice(FACES)
                    if "'undo:" in await give(user, line) and path[0] != "undo":
                        await give("Ref", "/undo")
    return told


@pytest.mark.parametrize("stage_of", [stage_of for stage_of in STAGES if stage_of != "in combat"])
async def test_whoever_may_read_a_closed_sheet_reads_it_alone(tmp_path, monkeypatch, stage_of):
    alike(monkeypatch)
    urls = [f"sqlite+aiosqlite:///{tmp_path}/{which}.db" for which in (0, 1)]
    one, other = [await told_to_all(url, which, stage_of) for which, url in enumerate(urls)]
    assert len(one) > 100
    assert {line: (told, other.get(line)) for line, told in one.items() if told != other.get(line)} == {}


async def test_all_are_told_nothing_of_a_ship_whose_sheet_is_closed_but_what_shows(tmp_path):
    """A Sable is a light cruiser, whose profile begins with CL: the referee and her owner alone read that."""
    async with battle(f"sqlite+aiosqlite:///{tmp_path}/game.db", 0, "before a battle") as (loopback, _):

        async def told(user, line, channel="table"):
            reply = (await loopback.slash(user, channel, line)).replies[0]
            return reply.visible_to, message_text(reply)

        for user in ("Bob", "Ref"):
            for line in ("show name:Anvil", "list", "bill name:Anvil", "export name:Anvil"):
                reader, text = await told(user, f"/ship {line}")
                assert (reader, "CL-" in text) == (loopback.world.user(user).id, True), (user, line)
        reader, text = await told("Ann", "/ship show name:Anvil")
        assert (reader, "CL-" in text) == (None, False)
        await told("Ref", "/set name:Anvil field:fuel value:5")
        for line in ("/undo", "/redo"):
            reader, text = await told("Ref", line)
            assert (reader, "Anvil: 10,000 tons" in text, "CL-" in text) == (None, True, False), text
        # Where another campaign takes her over, whose sheets are closed as well.
        await told("Ref", "/roster save name:Fleet")
        await told("Ref", "/campaign new", "elsewhere")
        await told("Ref", '/campaign set setting:"ship sheets" value:closed', "elsewhere")
        reader, text = await told("Ref", "/roster load name:Fleet", "elsewhere")
        assert (reader, "Anvil: 10,000 tons" in text, "CL-" in text) == (None, True, False), text
