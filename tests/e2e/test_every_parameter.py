"""Each parameter of each command given something extreme, one after the other: none is left to chance."""

import pytest

from bot.campaign.database import open_database
from bot.sandbox.script import Word
from tests.campaign.whole import contradictions
from tests.e2e.channel import HOSTILE, table
from tests.e2e.hostile import (
    ATTACHMENT,
    BOOLEAN,
    FEW,
    FILES,
    FITTING,
    INTEGER,
    LAID_OUT,
    STRING,
    USER,
    check_answer,
    leaves,
    start_anew,
    typed,
    upload,
)

LAYOUTS = {
    "a deck": LAID_OUT,
    "a crowd": (*LAID_OUT, *(f"/character add name:Team{number} count:20" for number in range(6))),
    "a turn that is kept": (*LAID_OUT, "/campaign set setting:turns value:shown", "/turn begin", "/phase"),
    "percentages": ('/campaign new system:"Combat 3000" starter:True', *LAID_OUT[4:]),
}
# What one option is given, and then its neighbour of the same type, and so on.
EXTREME = {
    STRING: [*HOSTILE, "x" * 6000, "9" * 400, "-1", ";", ",", "@", "each @ -1;"],
    INTEGER: [str(2**53 - 1), str(-(2**53) + 1), "0", "-1"],
    BOOLEAN: ["True", "False"],
    USER: ["Stranger"],
    ATTACHMENT: sorted(FILES),
}


def plain_value(path, option):
    """What an option takes that is not at stake."""
    if option["name"] == "name" and path[0] == "ship":
        return "Kinunir"
    if option["name"] == "name" and path[0] == "career":
        return "Ann"
    if choices := option.get("choices"):
        return choices[0]["name"]
    return FITTING.get(option["name"], {STRING: ["1"], INTEGER: ["1"], USER: ["Ref"]}.get(option["type"]))[0]


def extreme_values(path, options, turn):
    """Each option in its turn, with something extreme; which, changes with `turn`."""
    for number, option in enumerate(options):
        extreme = EXTREME[option["type"]] if option["name"] != "battles" else FEW
        others = [each for each in options if each.get("required") and each is not option]
        yield [
            Word(extreme[(number + turn) % len(extreme)], option["name"], quoted=True),
            *(Word(plain_value(path, each), each["name"], quoted=True) for each in others),
        ]


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
async def test_each_parameter_of_each_command_in_its_turn(database_url, layout):
    """By a stranger first, and then by the referee, who gets further."""
    async with table(database_url) as loopback:
        await start_anew(loopback, LAYOUTS[layout])
        turn, tried = sorted(LAYOUTS).index(layout), set()
        for path, options in sorted(leaves(loopback.world.commands[None]), key=str):
            for words in extreme_values(path, options, turn):
                turn += 1
                line = " ".join((f"/{path[0]}", *path[1:], typed(words)))
                for user in ("Stranger", "Ref"):
                    check_answer(await loopback.slash(user, "table", line, upload(words)))
                tried.add((path, words[0].key))
            if path[0] == "campaign" or path[-1] in {"remove", "end", "take", "load"}:
                await start_anew(loopback, LAYOUTS[layout])
        assert len(tried) == sum(len(options) for _, options in leaves(loopback.world.commands[None]))
    engine = await open_database(database_url)
    assert await contradictions(engine) == []
    await engine.dispose()
