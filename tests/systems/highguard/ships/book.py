"""The shipyard of the book, and designs of its own beside it."""

from bot.systems.highguard.design.draft import load_blueprints
from tests.systems.highguard.yard import DATA, TABLES

BOOK = load_blueprints(DATA / "ships" / "book", TABLES)

OWN = load_blueprints(DATA / "ships" / "own", TABLES)
