"""A battle as text to be stored: JSON, packed, since two large fleets fill half a million characters."""

import json

from bot.engine.packing import pack, unpack
from bot.systems.highguard.battle.state import BATTLE, Battle


def dump_battle(battle: Battle) -> str:
    """The battle as text."""
    return pack(json.dumps(BATTLE.dump(battle)))


def load_battle(stored: str) -> Battle:
    """The battle that was stored, upgraded where it is of an older version."""
    return BATTLE.load(json.loads(unpack(stored)))
