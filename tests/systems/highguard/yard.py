"""The tables, and designs of a few words, for the tests of High Guard."""

from fractions import Fraction
from pathlib import Path

from bot.systems.highguard.design.bill import bill
from bot.systems.highguard.design.choices import Design, Turrets
from bot.systems.highguard.design.tables import load_tables

DATA = Path(__file__).parents[3] / "data"
TABLES = load_tables(DATA / "highguard")

CRUISER = {
    "tl": 12,
    "tons": Fraction(10_000),
    "configuration": 1,
    "jump": 2,
    "maneuver": 4,
    "power": 5,
    "computer": "4",
    "crew": 200,
    "staterooms": 110,
}
FIGHTER = {
    "tl": 12,
    "tons": Fraction(20),
    "configuration": 1,
    "maneuver": 3,
    "power": 3,
    "computer": "1",
    "bridges": 0,
}


def cruiser(**changes):
    """The bill of a plain 10,000-ton cruiser, with changes."""
    return bill(Design(**(CRUISER | changes)), TABLES)


def fighter(**changes):
    """The bill of a plain 20-ton fighter, with changes."""
    return bill(Design(**(FIGHTER | changes)), TABLES)


def limits(made):
    """The names of the limits that a bill breaks."""
    return [fault.limit.name for fault in made.faults]


def turrets(weapon, each=1, count=1, batteries=None):
    """Turrets of one kind of weapon."""
    return Turrets((weapon,) * each, count, batteries)
