"""Every parameter of every command given whatever a client lets through; buttons pressed by others and forged."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot import systems
from bot.campaign.database import open_database
from bot.campaign.rows import tag_of
from bot.engine.system import CHARACTER
from bot.sandbox.body import Upload
from bot.sandbox.report import message_text
from bot.sandbox.script import Word
from bot.systems.names import key_of
from tests.campaign.whole import contradictions
from tests.e2e.channel import HOSTILE, say, table
from tests.e2e.hostile import (
    ATTACHMENT,
    BOOLEAN,
    FEW,
    FILES,
    FITTING,
    INTEGER,
    NUMBER,
    STRING,
    USER,
    check_answer,
    leaves,
    start_anew,
    typed,
    upload,
)

RULES = [system.title for system in systems.discover(systems).values() if system.kind == CHARACTER]
PLAUSIBLE = [
    "Marine E1",
    "Pirate",
    "Pirate Captain",
    "2D+1 8+",
    "ACR",
    "snap single",
    "yes",
    "5",
    "name",
    "side",
    "brief",
    "C7",
    "N N E",
    "Kinunir",
    "Imperium",
    "Kinunir laser at Wasp",
    "computer 6; - scoops",
]
TEXTS = st.one_of(
    st.sampled_from(PLAUSIBLE + HOSTILE),
    st.text(min_size=1, max_size=60),
    st.builds(lambda text, times: text * times, st.text(min_size=1, max_size=4), st.integers(1, 1_500)),
)
NUMBERS = st.one_of(st.integers(-3, 300), st.sampled_from([2**31, -(2**31), 2**53 - 1, -(2**53) + 1, 10**9]))


def value_of(option):
    if option["name"] == "battles":
        return st.sampled_from(FEW)
    if choices := option.get("choices"):
        return st.sampled_from([choice["name"] for choice in choices])
    texts = st.one_of(st.sampled_from(FITTING[option["name"]]), TEXTS) if option["name"] in FITTING else TEXTS
    return {
        STRING: texts,
        INTEGER: NUMBERS.map(str),
        NUMBER: st.floats(allow_nan=False).map(str),
        BOOLEAN: st.sampled_from(["True", "False"]),
        USER: st.sampled_from(["Ref", "Stranger"]),
        ATTACHMENT: st.sampled_from(sorted(FILES)),
    }[option["type"]]


@st.composite
def words(draw, path, options):
    given = [option for option in options if option.get("required") or draw(st.integers(0, 3)) == 0]
    return [Word(f"/{path[0]}"), *map(Word, path[1:])] + [
        Word(draw(value_of(option)), option["name"], quoted=True) for option in given
    ]


@pytest.fixture(scope="module")
async def bot(new_database):
    """One bot for all that is thrown at it: it must last. What it kept must fit together in the end."""
    async with new_database() as url:
        async with table(url) as loopback:
            await start_anew(loopback)
            yield loopback
        engine = await open_database(url)
        assert await contradictions(engine) == []
        await engine.dispose()


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_every_parameter_of_every_command(bot, data):
    path, options = data.draw(st.sampled_from(sorted(leaves(bot.world.commands[None]), key=str)), label="command")
    line = data.draw(words(path, options), label="words")
    user = data.draw(st.sampled_from(["Ref", "Ref", "Stranger"]), label="user")
    check_answer(await bot.slash(user, "table", typed(line), upload(line)))
    # It may have ended, or there be nobody left, or no deck.
    if path[0] == "campaign" or path[-1] in {"remove", "end", "take", "load"}:
        await start_anew(bot)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_every_suggestion(bot, data):
    known = [each for each in leaves(bot.world.commands[None]) if any(option.get("autocomplete") for option in each[1])]
    path, options = data.draw(st.sampled_from(sorted(known, key=str)), label="command")
    option = data.draw(st.sampled_from([option for option in options if option.get("autocomplete")]))
    text = data.draw(TEXTS)
    outcome = await bot.complete("Stranger", "table", f"/{' '.join(path)} {typed([Word(text, option['name'])])}")
    assert outcome.error is None or outcome.interaction is None, outcome.error
    assert len(outcome.choices) <= 25


@pytest.mark.parametrize("campaign", [None, *sorted(RULES)])
async def test_suggestions_in_every_campaign(database_url, campaign):
    """Rules that lack a command's order, or a channel without any, have nothing to suggest."""
    async with table(database_url) as loopback:
        await say(loopback, '/campaign erase confirm:"erase everything"')
        if campaign:
            await say(loopback, f'/campaign new system:"{campaign}" starter:True')
        for path, options in leaves(loopback.world.commands[None]):
            for option in options:
                if option.get("autocomplete"):
                    outcome = await loopback.complete("Ref", "table", f"/{' '.join(path)} {option['name']}:a")
                    assert outcome.error is None


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_words_in_forms(database_url, words):
    async with table(database_url) as loopback:
        await say(loopback, "/ship add template:Wasp")
        _, before = await say(loopback, "/ship list")
        fields = [Word(words, "text"), Word(words, "side")], [Word(words, "name"), Word(words, "design")]
        for command, filled in zip(("/ship add", "/ship design name:Wasp"), fields, strict=True):
            opened = await loopback.slash("Ref", "table", command)
            assert opened.modal is not None
            for form in (filled, filled[:1], filled[1:]):
                outcome = await loopback.submit("Ref", form)
                if outcome.interaction is None:  # Discord's own client didn't let it through
                    continue
                check_answer(outcome)
                assert outcome.replies[0].visible_to is not None
                break
        assert (await say(loopback, "/ship list"))[1] == before


async def test_a_name_too_long_for_a_form_is_cut_there(database_url):
    async with table(database_url) as loopback:
        opened = await loopback.slash("Ref", "table", f"/ship design name:{'y' * 60}")
        name = opened.modal["components"][0]["components"][0]
        assert (name["value"], name["max_length"]) == ("y" * 40, 40)


async def test_a_design_too_long_for_a_form_is_not_cut_there(database_url):
    design = (Path(__file__).parent / "files" / "ardent.txt").read_bytes() + b"\n# a remark" * 180 + b"k" * 3000
    async with table(database_url) as loopback:
        await loopback.slash("Ref", "table", "/ship design file:long.txt", [Upload("long.txt", design, "text/plain")])
        _, told = await say(loopback, "/ship design name:Ardent")
        assert "The design of Ardent is too long for a form" in told


@pytest.mark.parametrize("name", sorted(FILES))
async def test_hostile_files(database_url, name):
    """What is taken can be shown; what is not changes nothing."""
    async with table(database_url) as loopback:
        for command in ("/deck load", "/ship add", "/ship design"):
            line = f'{command} file:"{name}"'
            check_answer(await loopback.slash("Ref", "table", line, [Upload(name, FILES[name], "text/plain")]))
        for command in ("/deck show", "/ship list", "/ship export", "/log"):
            check_answer(await loopback.slash("Ref", "table", command))


ONE, OTHER = (tag_of(key_of(name))[:7] for name in ("Marine E1", "Pirate"))
FORGED = [
    *(f"{verb}:{what}" for verb in ("undo", "again", "working", "start") for what in ("0", "1", "9" * 18, "abc")),
    *(f"enough:{what}" for what in ("0", "9" * 18, "abc")),
    *("start:²", "panel:fire:go:1", "order:fire:go:1~2", "undo:", "undo:1:2", "x" * 100),
    *("give:phase ready", "give:turn end", "give:nothing", "give:"),
    *(
        f"panel:fire:go:{ONE};{OTHER};",
        f"panel:fire:numbers:{ONE};{OTHER};",
        "panel:fire:go:1;3;",
        "panel:nothing:go:1",
        "panel:turn begin:go:",
    ),
]


@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_forged_button_changes_nothing(database_url, custom_id):
    async with table(database_url) as loopback:
        message, _ = await say(loopback, '/fire name:"Marine E1" target:Pirate range:30')
        _, before = await say(loopback, "/character list")
        button = message.payload["components"][0]["components"][0]
        assert button["label"] == "Undo"
        button["custom_id"] = custom_id
        patience, loopback.interactions.answer_seconds = loopback.interactions.answer_seconds, 0.5
        outcome = await loopback.press("Stranger", "table", "Undo")
        loopback.interactions.answer_seconds = patience
        if outcome.error is None:
            check_answer(outcome)
        # What nobody knows is not answered at all: Discord tells the presser so.
        loopback.faults[:] = [fault for fault in loopback.faults if fault != "Nobody answered the button Undo"]
        assert (await say(loopback, "/character list"))[1] == before


async def test_a_strangers_press_changes_nothing(database_url):
    async with table(database_url) as loopback:
        await say(loopback, '/fire name:"Marine E1" target:Pirate range:30')
        _, before = await say(loopback, "/character list")
        for label in ("Undo", "Fire again"):
            outcome = await loopback.press("Stranger", "table", label)
            assert outcome.replies[0].visible_to is not None
            assert "is not yours" in message_text(outcome.replies[0])
        assert (await say(loopback, "/character list"))[1] == before
