"""A battle of two squadrons over five rounds, by two players and a referee at the page: the script's own lines."""

from pathlib import Path

from playwright.async_api import expect

from bot.sandbox.script import ScriptLine, expectation, faces, is_silent, parse
from tests.page.conftest import Visitor

SCRIPT = Path(__file__).parents[1] / "e2e" / "scripts" / "battle_squadrons.txt"


async def give(visitor: Visitor, command: str) -> int:
    """Give a command at the page; how many messages were there before its answer."""
    before = await visitor.messages.count()
    if ":" in command:
        await visitor.send(command)
    else:
        await visitor.command(command.removeprefix("/"))
    await expect(visitor.messages.nth(before)).to_be_visible()
    return before


async def holds(visitor: Visitor, before: int, line: ScriptLine) -> None:
    """The text is, or is not, in a message that has come since."""
    wanted, text = expectation(line)
    new = visitor.page.locator(f"#messages > li:nth-child(n+{before + 1})").filter(has_text=text)
    await (expect(new.first).to_be_visible() if wanted else expect(new).to_have_count(0))


async def test_two_squadrons_fight_five_rounds_in_the_page(game, visit):
    loopback, stage = game
    people = {name: await visit(loopback, name) for name in ("Ref", "Ann", "Bob")}
    visitor, before, completed = people["Ref"], 0, False
    for text in SCRIPT.read_text(encoding="utf-8").splitlines():
        if is_silent(text):
            continue
        line = parse(text)
        completed = line.verb == "complete" or (completed and line.verb == "expect")
        if line.verb == "as":
            visitor = people[line.text]
        elif line.verb == "dice":
            stage.dice(faces(line))
        elif line.verb == "/":
            before = await give(visitor, line.rest)
        elif line.verb == "expect" and not completed:
            await holds(visitor, before, line)
    assert loopback.faults == []
