"""Each value that `values` may name, of each order of a book, given something odd: it is read or refused."""

import pytest

from bot import systems
from tests.e2e.channel import table
from tests.e2e.hostile import FITTING, check_answer, leaves, start_anew

BOOKS = systems.discover(systems)
PEOPLE = {"ahl": ("Marine E1", "Pirate"), "combat3000": ("Trooper Hale", "Outlaw Kemp")}


def laid_out(key):
    """Two who face each other on a deck."""
    name, target = PEOPLE[key]
    start = f'/campaign new system:"{BOOKS[key].title}" starter:True', "/deck load name:Trainer"
    return *start, f'/place name:"{name}" at:F11 facing:N', f'/place name:"{target}" at:F9 facing:S'


WHO = {"name", "target", "at"}
# Numbers, tables' cells and names that are none; the last is too long for Python to read as a number.
ODD = ("yes", "-5", "1e9", "300 (9", "@everyone", "9" * 5000)


def with_values(commands, orders, people):
    """Each order's command, and beside it the names of the values that have no option of their own."""
    fitting = {**FITTING, "name": [people[0]], "target": [people[1]], "at": ["F9"]}
    for path, options in sorted(leaves(commands), key=str):
        if " ".join(path) in orders and "values" in {option["name"] for option in options}:
            asked = [option for option in options if option.get("required") or option["name"] in WHO]
            given = {option["name"]: needed(option, fitting) for option in asked}
            typed = " ".join(f'{name}:"{value}"' for name, value in given.items())
            names = [field.name for field in orders[" ".join(path)].fields if not field.wording]
            yield f"/{' '.join(path)} {typed}", names


def needed(option, fitting):
    choices = [choice["name"] for choice in option.get("choices", [])]
    return (choices or fitting.get(option["name"]) or ["1"])[0]


@pytest.mark.parametrize("key", sorted(PEOPLE))
async def test_each_value_of_each_order(database_url, key):
    async with table(database_url) as loopback:
        tried = set()
        for line, names in with_values(loopback.world.commands[None], BOOKS[key].orders, PEOPLE[key]):
            await start_anew(loopback, laid_out(key))
            for number, name in enumerate(names):
                for odd in (ODD[number % len(ODD)], ODD[(number + 1) % len(ODD)]):
                    outcome = await loopback.slash("Ref", "table", f'{line} values:"{name} {odd}"', [])
                    check_answer(outcome)
                    if any(message.visible_to is None for message in outcome.replies):
                        check_answer(await loopback.slash("Ref", "table", "/undo", []))
            tried |= {*names}
        assert len(tried) > 60
