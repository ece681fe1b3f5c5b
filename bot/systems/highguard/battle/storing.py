"""A battle as text to be stored: JSON, packed, since two large fleets fill half a million characters."""

import json
from base64 import b64decode, b64encode
from zlib import compress, decompress

from bot.systems.highguard.battle.state import BATTLE, Battle

# The quickest packing makes a twentieth of it; the best would be no smaller and take ten times as long.
_LEVEL = 1


def dump_battle(battle: Battle) -> str:
    """The battle as text."""
    return b64encode(compress(json.dumps(BATTLE.dump(battle)).encode(), _LEVEL)).decode()


def load_battle(stored: str) -> Battle:
    """The battle that was stored, upgraded where it is of an older version."""
    return BATTLE.load(json.loads(decompress(b64decode(stored))))
