"""Two campaigns that differ only in what somebody can't know tell them the same, whatever command they give.

Every command of the tree is given in both, by a player of one side and by somebody who looks on: with nothing but what
it needs, with each option, and about somebody out of sight. All that reaches them is compared: words, buttons with
their ids, pictures and their words, completions in their order, and whether there is an answer at all.
"""

import re
from contextlib import asynccontextmanager, contextmanager
from random import Random
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from bot.campaign import store
from bot.campaign.rows import CAMPAIGN
from bot.chat.decks import shipped
from bot.deck.board import as_drawn
from bot.deck.outlook import seen_together
from bot.deck.placing import can_stand
from bot.deck.plan import at_of, named
from bot.sandbox import play
from bot.sandbox.loopback import Loopback
from bot.sandbox.messages import components_of
from bot.sandbox.play import RefereeStage
from bot.sandbox.report import Shelf, outcome_report
from tests.e2e.hostile import ATTACHMENT, BOOLEAN, FITTING, INTEGER, STRING, USER, leaves

DECK, HERE = "Bridge deck", "R18"
FACES = [3, 4, 2, 5, 1, 6, 4, 3] * 8
# Where Discord keeps a file tells nothing of it.
ADDRESSES = re.compile(r"http://127[^']*/attachments/\d+/\d+")


@asynccontextmanager
async def foggy(url):
    """A bot with a campaign on that deck, where Ann plays the marines, who stand where she sees no pirate."""
    loopback, stage = Loopback(quiet_seconds=60, answer_seconds=60), RefereeStage(url)
    await loopback.start()
    await stage.start()
    try:
        for line in (
            "/campaign new starter:True",
            f'/deck load name:"{DECK}"',
            '/players hand name:"Marine E1, Marine N1" player:@Ann',
            f'/place name:"Marine E1, Marine N1" at:{HERE}',
            "/campaign set setting:fog value:on",
            '/place name:"Marine E1, Marine N1" at:S18',
        ):
            assert (await loopback.slash("Ref", "table", line)).error is None, line
        loopback.stage = stage
        yield loopback
    finally:
        await stage.stop()
        await loopback.stop()
    assert loopback.faults == []


def hidden_squares():
    """Where nobody sees who stands about the place of the marines, whatever doors there are between."""
    board = as_drawn(shipped()[DECK].plan)
    floor = board.plan.levels[0].floor
    start = at_of(HERE)
    near = [at for at in floor if abs(at.x - start.x) <= 3 and abs(at.y - start.y) <= 3]
    return sorted(at for at in floor - seen_together(board, near) if can_stand(board, at))


def unseen_orders(seed):
    """What the referee does with people whom the marines can't see, more or less of it by the seed: orders, some of
    them taken back, and throws.
    """
    random = Random(seed)
    places = [named(at) for at in random.sample(hidden_squares(), 3)]
    yield f"/place name:Pirate at:{places[0]}"
    yield f'/place name:"Pirate Captain" at:{places[1]}'
    yield f'/character edit name:Pirate field:"light wounds" value:{random.randint(1, 3)}'
    yield f'/character edit name:"Pirate Captain" field:morale value:{random.randint(12, 15)}'
    yield f"/character edit name:Pirate field:leadership value:{random.randint(4, 8)}"
    yield "/stance name:Pirate how:prone"
    for _ in range(seed % 3):
        yield "/roll throw:2D"
        yield f"/place name:Pirate at:{places[1]}"
        yield "/undo"
    yield f"/place name:Pirate at:{places[2]}"


LAYOUTS = ("never met", "met before", "a turn")


def orders(layout, seed):
    """All that the referee does before anybody is told anything."""
    if layout != "never met":
        yield "/place name:Pirate at:R15"
    yield from unseen_orders(seed)
    if layout == "a turn":
        random = Random(-seed)
        yield "/turn begin"
        yield f"/plan name:Pirate plan:{random.choice(('aim', 'move'))}"
        yield f'/plan name:"Pirate Captain" plan:{random.choice(("aim", "move"))}'


def value_of(path, option, about):
    if option["name"] in {"name", "target", "around", "by", "people", "firer"} and path[0] not in {"ship", "career"}:
        return about
    if choices := option.get("choices"):
        return choices[0]["name"]
    return {STRING: FITTING.get(option["name"], ["1"])[0], INTEGER: "1", USER: "@Ann", BOOLEAN: "True"}[option["type"]]


def lines_of(path, options, whom=("Marine E1", "Pirate")):
    """A command with no more than it needs, about one's own and about others; and with each option in its turn."""
    start = " ".join((f"/{path[0]}", *path[1:]))
    options = [each for each in options if each["type"] != ATTACHMENT]
    for about in whom:
        needed = [each for each in options if each.get("required")]
        for more in ([], *([each] for each in options if not each.get("required"))):
            given = {
                each["name"]: value_of(path, each, about if each["name"] == "name" else "Pirate")
                for each in (*needed, *more)
            }
            yield " ".join(
                (
                    start,
                    *(f'{name}:"{value}"' if value[:1] != "@" else f"{name}:{value}" for name, value in given.items()),
                )
            )


def completions_of(path, options):
    start = " ".join((f"/{path[0]}", *path[1:]))
    for option in options:
        if option.get("autocomplete"):
            for typed in ("", "Pi"):
                yield f"{start} {option['name']}:{typed}"


async def heard(url, layout, seed):
    """All that reaches a player and somebody who looks on, line by line; what they do is taken back at once.

    Each layout has a third of a command's lines, and whatever is completed.
    """
    told, part = {}, LAYOUTS.index(layout)
    async with foggy(url) as loopback:
        for line in orders(layout, seed):
            answer = (await answered(loopback.slash("Ref", "table", line)))[0]
            assert "'undo:" in answer or line.startswith(("/roll", "/undo")), line
        for path, options in sorted(leaves(loopback.world.commands[None]), key=str):
            for user in ("Ann", "Onlooker"):
                for line in [*lines_of(path, options)][part :: len(LAYOUTS)]:
                    # The same dice in both, however many have been thrown before.
                    loopback.stage.dice(FACES)
                    told[user, line] = await answered(loopback.slash(user, "table", line))
                    if "'undo:" in told[user, line][0]:
                        await loopback.slash("Ref", "table", "/undo")
                for line in completions_of(path, options):
                    told[user, "…" + line] = await answered(loopback.complete(user, "table", line))
    return told


async def overheard(url, layout, seed):
    """All that reaches a player and somebody who looks on of what the other side does, each line of it by its player,
    and in its own thread: posted, edited and deleted, wherever. What is done is taken back at once.
    """
    told = {}
    async with foggy(url) as loopback:
        world = loopback.world
        await loopback.slash("Ref", "table", '/players hand name:"Pirate, Pirate Captain" player:@Bob')
        for user, side in (("Ann", "Marines"), ("Bob", "Pirates")):
            await loopback.slash(user, "table", f"/side open name:{side}")
        for line in orders(layout, seed):
            await answered(loopback.slash("Ref", "table", line))
        others = [world.user(user) for user in ("Ann", "Onlooker")]
        for path, options in sorted(leaves(world.commands[None]), key=str):
            for line in lines_of(path, options, ("Pirate",)):
                for channel in ("table", "table/Pirates"):
                    loopback.stage.dice(FACES)
                    before = await line_of(loopback.stage)
                    with hearing(world, others) as told[channel, line]:
                        await answered(loopback.slash("Bob", channel, line))
                        if before != await line_of(loopback.stage):
                            await loopback.slash("Ref", "table", "/undo")
    return told


async def line_of(stage):
    """The newest order of the campaigns that can be taken back."""
    async with stage.client.table.store.engine.begin() as connection:
        return (await connection.execute(select(CAMPAIGN.c.head_id))).all()


@contextmanager
def hearing(world, users):
    """What reaches each of some people of what happens to messages from here on, as it grows."""
    heard = []

    def hear(change):
        if change:
            reading = [user for user in users if world.reads(user, change.message)]
            heard.extend((user.name, change.kind, shown(change.message)) for user in reading)

    with world.listen(hear):
        yield heard


def shown(message):
    """A message as plain data, without what is its own anyhow: its id and when it was posted."""
    kept = {key: message.payload[key] for key in ("channel_id", "content", "embeds", "components", "pinned", "flags")}
    return ADDRESSES.sub("…", repr(kept)), [bytes(file.data) for file in message.files]


async def answered(outcome):
    """What an answer tells, with its pictures, as plain data."""
    outcome = await outcome
    report = outcome_report(outcome, Shelf(None, 0))
    messages = (*outcome.replies, *outcome.edits)
    ids = [part.get("custom_id") for message in messages for part in components_of(message)]
    files = [bytes(file.data) for message in messages for file in message.files]
    return ADDRESSES.sub("…", repr((report, ids))), files


def alike(monkeypatch):
    """Let two campaigns have the same dice, at the same time."""
    monkeypatch.setattr(store, "new_seed", lambda: b"the same in both" * 2)
    monkeypatch.setattr(play, "time", SimpleNamespace(time=lambda: 1_800_000_000))


@pytest.mark.parametrize(("layout", "seed"), [(layout, seed) for seed, layout in enumerate(LAYOUTS, 1)])
async def test_what_one_cannot_know_reaches_nobody(tmp_path, monkeypatch, layout, seed):
    """The same seed of the dice and the same time in both, so that nothing else differs."""
    alike(monkeypatch)
    one = await heard(f"sqlite+aiosqlite:///{tmp_path}/one.db", layout, 10 * seed)
    other = await heard(f"sqlite+aiosqlite:///{tmp_path}/other.db", layout, 10 * seed + 1)
    assert one.keys() == other.keys()
    assert len(one) > 500
    assert [line for line, told in one.items() if told != other[line]] == []


async def test_what_others_do_unseen_reaches_nobody(tmp_path, monkeypatch):
    """Every command of the tree, given by a player of the other side: what others read of it is the same whatever they
    can't know, and but for what all at the table know it is nothing.
    """
    alike(monkeypatch)
    one = await overheard(f"sqlite+aiosqlite:///{tmp_path}/one.db", "never met", 10)
    other = await overheard(f"sqlite+aiosqlite:///{tmp_path}/other.db", "never met", 11)
    assert one.keys() == other.keys()
    assert len(one) > 500
    assert [line for line, told in one.items() if told != other[line]] == []
    # Careers, ships and salts are open to all, and so are the decks that there are.
    assert sorted({line.split()[0] for (_, line), told in one.items() if told}) == [
        "/career",
        "/deck",
        "/dice",
        "/ship",
    ]
