"""The lines of a script: what each does, what it reports, and what it says of nonsense."""

import json

import pytest
from discord import HTTPException

from bot.sandbox.runner import Player, play, run_script
from bot.sandbox.script import Refused, Word, split
from bot.sandbox.stage import ClientStage
from tests.sandbox.bot_under_test import PNG, BotUnderTest

KEYS = {"line", "as", "channel", "input", "ms", "replies", "edits", "error"}
REPLY_KEYS = {"ephemeral", "text", "embeds", "components", "files"}


@pytest.fixture
def told():
    return []


@pytest.fixture
async def player(loopback, told, tmp_path):
    stage = ClientStage(BotUnderTest, dice=lambda faces: told.append(list(faces)), advance=told.append)
    await stage.start()
    player = Player(loopback, stage, tmp_path / "out")
    player.stage = stage
    yield player
    await stage.stop()


async def run(player, *lines: str):
    """Play lines; the object of the last."""
    report = None
    for number, line in enumerate(lines, 1):
        report = await player.play(number, line)
        assert report is None or set(report) == KEYS
        assert report is None or all(set(reply) >= REPLY_KEYS for reply in report["replies"] + report["edits"])
        json.dumps(report)
    return report


async def test_a_command(player):
    report = await run(player, "as Ann", '/fire name:"Marine \\"E1\\"" distance:30')
    assert report["line"] == 2
    assert report["as"] == "Ann"
    assert report["channel"] == "#table"
    assert report["input"] == '/fire name:"Marine \\"E1\\"" distance:30'
    assert [reply["text"] for reply in report["replies"]] == ['Marine "E1" fires at 30']
    assert (report["edits"], report["error"]) == ([], None)
    assert 0 < report["ms"] < 3000
    assert not player.failed


async def test_blank_lines_and_comments_say_nothing(player):
    for line in ("", "   \t", "# as Ann", "  # more"):
        assert await player.play(1, line) is None


async def test_embeds_and_files(player, tmp_path):
    report = await run(player, "as Ann", "/embed")
    reply = report["replies"][0]
    assert reply["text"] == "Title\nDescription\nField\nValue\nFooter"
    assert reply["embeds"][0]["title"] == "Title"
    path = tmp_path / "out" / "002-map.png"
    assert reply["files"] == [{"name": "map.png", "bytes": len(PNG), "alt": "a map", "path": str(path)}]
    assert path.read_bytes() == PNG


async def test_files_are_not_kept_without_a_directory(loopback, stage):
    player = Player(loopback, stage)
    report = await run(player, "as Ann", "/embed")
    assert report["replies"][0]["files"][0]["path"] is None


async def test_components_are_listed(player):
    report = await run(player, "as Ann", "/menu")
    off = {"type": "button", "label": "Off", "disabled": True}
    assert off in report["replies"][0]["components"]
    report = await run(player, "/selects")
    mode = {"type": "select", "label": "Mode", "disabled": False, "options": ["Aimed", "Snap", "Burst"]}
    assert mode in report["replies"][0]["components"]


async def test_press(player):
    report = await run(player, "as Ann", "/menu", 'press "Undo"')
    assert [edit["text"] for edit in report["edits"]] == ["undone"]
    assert report["replies"] == []
    report = await run(player, "/menu", "press Off")
    assert report["error"] == "The button Off is disabled."
    assert not player.failed, "what a client refuses is a finding, not a mistake in the script"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ('choose "Aimed"', "mode A"),
        ("choose Aimed", "mode A"),
        ('choose "Aimed" "Snap"', "mode A+S"),
        ('choose "Aimed, Snap"', "mode A+S"),
        ("choose Aimed, Snap", "mode A+S"),
    ],
)
async def test_choose(player, line, answer):
    report = await run(player, "as Ann", "/selects", line)
    assert report["replies"][0]["text"] == answer


async def test_submit(player):
    opened = await run(player, "as Ann", "/form")
    modal = opened["replies"][0]["modal"]
    assert modal["title"] == "Recruit"
    assert [field["label"] for field in modal["fields"]] == ["Name", "Note", "Arm"]
    assert modal["fields"][2]["options"] == ["Army", "Navy"]
    report = await run(player, 'submit Name:"Sgt Vane" Arm:"Navy"')
    assert report["replies"][0]["text"] == "Sgt Vane / none / ['Navy']"


async def test_attach(player, tmp_path):
    (tmp_path / "plan.txt").write_bytes(b"#####")
    report = await run(player, "as Ann", f'attach "{tmp_path}/plan.txt"', "/load")
    assert report["replies"][0]["text"] == "plan.txt 5 text/plain"
    assert (await run(player, "/load"))["error"] == "/load needs file."


async def test_complete(player):
    report = await run(player, "as Ann", "complete /fire name:Mar")
    assert report["replies"][0]["choices"] == ["Marine E1", "Marine E2"]
    assert (await run(player, 'expect "Marine E2"'))["error"] is None
    assert (await run(player, "complete /fire name:x"))["replies"][0]["choices"] == []


async def test_dice_and_advance_reach_the_bot(player, told, loopback):
    before = loopback.world.now()
    await run(player, "dice 4 5 3 3", "advance 20m", "advance 1d")
    assert told == [[4, 5, 3, 3], 1200, 86400]
    assert (loopback.world.now() - before).total_seconds() >= 87600


async def test_restart(player):
    first = player.stage.client
    report = await run(player, "as Ann", "/count", 'press "Count"', "restart", "press Count")
    assert report["edits"][0]["text"] == "count 2"
    assert player.stage.client is not first


async def test_channels_and_threads(player):
    report = await run(player, "as Ann", "in #deck-2/den", "/where")
    assert report["channel"] == "#deck-2/den"
    assert report["replies"][0]["text"] == "Thread den deck-2"
    report = await run(player, "in #deck-2", "/where")
    assert report["replies"][0]["text"] == "TextChannel deck-2 None"


async def test_a_script_may_name_any_number_of_channels(player):
    """Whatever is asked of the bot to learn that it has taken all in costs nothing of what it may send in a minute."""
    await run(player, "as Ann", *(f"in #c{number}" for number in range(130)))
    assert player.stage.client.ws._rate_limiter.remaining > 100
    assert (await run(player, "/post"))["error"] is None


async def test_deny_and_allow(player):
    report = await run(player, "as Ann", "deny SEND_MESSAGES", "/post")
    assert report["replies"][0]["text"] == "refused: 50013"
    assert report["replies"][0]["ephemeral"]
    report = await run(player, "allow SEND_MESSAGES", "/post")
    assert report["replies"][0]["text"] == "posted, edited"


async def test_delete(player):
    await run(player, "as Ann", "/menu", "delete message")
    assert (await run(player, "press Undo"))["error"] == "There is no button Undo here."
    await run(player, "in #annex", "/where", "delete channel")
    assert player.stage.client.heard == ["deleted annex"]
    assert (await run(player, "delete message"))["error"] == "There is no message to delete."


async def test_archive(player, loopback):
    """A thread that is put away is none that the bot knows, until somebody writes in it."""
    await run(player, "as Ann", "in #deck-2/den", "/where", "archive")
    guild = player.stage.client.guilds[0]
    assert list(guild.threads) == []
    message = next(iter(loopback.world.channel("deck-2/den").messages.values()))
    channel = player.stage.client.get_partial_messageable(int(message.payload["channel_id"]))
    with pytest.raises(HTTPException) as refused:
        await channel.get_partial_message(message.id).edit(content="changed")
    assert refused.value.code == 50083
    report = await run(player, "/where")
    assert report["replies"][0]["text"] == "Thread den deck-2"
    assert [thread.name for thread in guild.threads] == ["den"]
    assert (await run(player, "in #deck-2", "archive"))["error"] == "Line 2: only a thread can be archived."


async def test_leave(player, loopback):
    await run(player, "as Bob", "as Ann", "leave Bob")
    assert [user.name for user in loopback.world.humans()] == ["Ann"]
    assert "Ann is typing" in (await run(player, "leave Ann"))["error"]


async def test_kick_and_invite(player):
    assert (await run(player, "as Ann", "kick", "/where"))["error"] == "The bot is not in this server."
    assert (await run(player, "invite", "/where"))["error"] is None
    assert player.stage.client.heard == ["removed", "joined"]


async def test_ephemeral_replies_are_seen_by_their_user_alone(player):
    report = await run(player, "as Ann", "/menu hidden:true")
    assert report["replies"][0]["ephemeral"]
    assert (await run(player, "as Bob", "press Undo"))["error"] == "There is no button Undo here."


async def test_expect(player):
    assert (await run(player, "as Ann", "/where", 'expect "TextChannel"'))["error"] is None
    assert (await run(player, 'expect not "Thread"', "in #other", 'expect "TextChannel table"'))["error"] is None
    assert not player.failed
    report = await run(player, 'expect "Thread"')
    assert report["error"] == "Expected 'Thread'; the answer was: TextChannel table None"
    assert player.failed


@pytest.mark.parametrize("between", ["fly", "in #other", "as Bob", "deny SEND_MESSAGES", "invite", "advance 1s"])
async def test_expect_is_about_the_last_answer(player, between):
    report = await run(player, "as Ann", "/where", between, 'expect "TextChannel table"')
    assert report["error"] is None
    report = await run(player, "/form", 'expect "TextChannel"')
    assert report["error"].startswith("Expected 'TextChannel'; the answer was: Recruit")


async def test_expect_not(player):
    report = await run(player, "as Ann", "/where", 'expect not "table"')
    assert report["error"].startswith("Expected not 'table'")
    assert player.failed


async def test_expect_sees_errors(player):
    assert (await run(player, "as Ann", "/nothing", 'expect "no command /nothing"'))["error"] is None


async def test_expect_before_anything(player):
    assert (await run(player, 'expect "x"'))["error"] == "Expected 'x'; there was no answer"


async def test_no_answer(player, loopback):
    loopback.interactions.answer_seconds = 0.05
    report = await run(player, "as Ann", "/silent")
    assert report["error"] == "The application did not respond"
    loopback.faults.clear()


@pytest.mark.parametrize(
    "line",
    [
        "fly",
        "as",
        "as " + "x" * 33,
        "as \x07",
        "in",
        "in #a b",
        "in #table/",
        "in ../etc",
        "in #" + "x" * 101,
        "dice",
        "dice six",
        "dice 0",
        "dice -1",
        "dice 4.5",
        "press",
        "choose",
        'press "Undo',
        "attach",
        "attach /no/such/file",
        "attach \x00",
        "attach .",
        "deny",
        "deny FLY",
        "delete",
        "delete everything",
        "kick Ann",
        "archive den",
        "leave",
        "restart now",
        "advance",
        "advance 20",
        "advance -5m",
        "advance 999999999999d",
        "expect",
        "expect text",
        "expect not",
        'expect ""',
        'expect "a" "b"',
        'expect not "a" "b"',
        "\ufeffas Ann",
        "{}",
        "\x00",
        "x" * 100_000,
    ],
)
async def test_lines_that_mean_nothing(player, line):
    await player.play(1, "as Ann")
    report = await player.play(2, line)
    assert report["error"].startswith("Line 2: "), report
    assert report["replies"] == []
    assert len(report["error"]) < 1000 or len(line) > 1000
    assert player.failed


@pytest.mark.parametrize(
    "line",
    ["/", "//", "/\x00", "/fire :", "/fire name", '/fire name:"', "/" + "x" * 10_000, "/fire a:b:c:d", "/🚀"],
)
async def test_commands_that_mean_nothing(player, line):
    await player.play(1, "as Ann")
    report = await player.play(2, line)
    assert report["error"]
    assert report["replies"] == []


async def test_somebody_has_to_be_there(player):
    for line in ("/where", "press x", "choose x", "submit a:b", "complete /fire name:x", "delete message"):
        report = await player.play(7, line)
        assert report["error"] == "Line 7: nobody is there yet; begin with as NAME."


async def test_a_whole_script(loopback):
    await loopback.stop()
    lines = ["# a script", "as Ann", "", "/where", 'expect "table"']
    reports = [report async for report in play(lines, loopback, ClientStage(BotUnderTest))]
    assert [report["line"] for report in reports] == [2, 4, 5]


@pytest.mark.parametrize(
    ("line", "code"),
    [('expect "table"', 0), ('expect "nothing"', 1), ("fly", 1), ("/nothing", 0)],
)
async def test_the_exit_code(loopback, line, code):
    await loopback.stop()
    written: list[str] = []
    stage = ClientStage(BotUnderTest)
    assert await run_script(["as Ann", "/where", line], loopback, stage, write=written.append) == code
    assert [json.loads(text)["line"] for text in written] == [1, 2, 3]
    assert stage.client is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("a  b", [Word("a"), Word("b")]),
        ('"a b" c', [Word("a b", quoted=True), Word("c")]),
        ("k:v", [Word("v", "k")]),
        ("k:", [Word("", "k")]),
        ('k:"a b"', [Word("a b", "k", quoted=True)]),
        ('k:"a \\"b\\" \\\\"', [Word('a "b" \\', "k", quoted=True)]),
        ('k:""', [Word("", "k", quoted=True)]),
        ("system:ahl:x", [Word("ahl:x", "system")]),
        ('k:5"', [Word('5"', "k")]),
        ('"a: b"', [Word("a: b", quoted=True)]),
        (":x", [Word(":x")]),
        ('"C:\\dir"', [Word("C:\\dir", quoted=True)]),
    ],
)
def test_splitting(text, words):
    assert split(text) == words


@pytest.mark.parametrize("text", ['"', 'k:"', '"a\\"', 'a "b'])
def test_open_quotes(text):
    with pytest.raises(Refused, match="not closed"):
        split(text)
