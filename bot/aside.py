"""A battle played on many times, in a process of its own: `python -m bot.aside SYSTEM BATTLES SECONDS`.

It reads the battle from its input, a line of JSON, and writes how it may go, a card a line, no oftener than every so
many seconds, and the last one. It gives way to all else on the machine, and ends with its input: it doesn't outlive
the bot, however that ends.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from bot import systems
from bot.engine.cards import Card

_LEAST_PRESSING = 19


def cards(key: str, stored: Mapping[str, Any], battles: int, seconds: float) -> Iterator[Card]:
    """How the battle may go by the rules of that key, ever better: not every card, but always the last."""
    system = systems.discover(systems)[key]
    untold, due = None, time.monotonic()
    for card in system.ships.rehearse(system.load_ledger(stored), battles):
        untold = card
        if time.monotonic() >= due:
            yield card
            untold, due = None, time.monotonic() + seconds
    if untold is not None:
        yield untold


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


def main(key: str, battles: str, seconds: str) -> None:
    """Play the battle that stands in the input, until it has been played often enough or nobody listens."""
    if hasattr(os, "nice"):
        os.nice(_LEAST_PRESSING)
    stored: Mapping[str, Any] = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_input, daemon=True).start()
    for card in cards(key, stored, int(battles), float(seconds)):
        print(json.dumps(asdict(card)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
