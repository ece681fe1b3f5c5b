"""The system as the bot reads it."""

from bot.systems.highguard import load
from tests.systems.highguard.yard import DATA

SYSTEM = load(DATA / "highguard")
