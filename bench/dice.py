"""What checking a log of dice costs, against computing as many HMACs and nothing else.

Contenders take turns; medians of processor time are compared.
"""

import hmac
import statistics
import time

from bench.commands import show
from bot.engine.dice import LiveDice
from bot.engine.throwlog import LoggedEntry, LoggedStretch, LoggedThrow, checked, written

SEED = bytes(range(32))
ENTRIES, ROUNDS = 10_000, 7


def log() -> tuple[str, int]:
    """A log of as many shots as a long campaign fires, two dice to hit and two for damage; how many dice it has."""
    dice, entries = LiveDice(SEED, 0), []
    for number in range(1, ENTRIES + 1):
        throws = []
        for why in ("to hit", "damage"):
            first = dice.counter
            throws.append(LoggedThrow(first, 6, (dice.face(6), dice.face(6)), why))
        entries.append(LoggedEntry(number, 1_800_000_000, "Marine E1 fires at Pirate", False, False, tuple(throws)))
    stretch = LoggedStretch(1, SEED, (), 1_800_000_000, 0, dice.counter, tuple(entries))
    (text,) = written(7, [stretch])
    return text, dice.counter


def main() -> None:
    text, dice = log()
    ours, theirs = [], []
    for _ in range(ROUNDS):
        start = time.process_time()
        (line,) = checked(text)
        ours.append((time.process_time() - start) * 1000)
        start = time.process_time()
        last = [hmac.digest(SEED, number.to_bytes(8, "big"), "sha256") for number in range(dice)][-1]
        theirs.append((time.process_time() - start) * 1000)
    # As many, and the same: the last one gives the last face of the log.
    face = int.from_bytes(last, "big") % 6 + 1
    assert f"{dice} dice" in line
    assert text.rpartition('"faces": [')[2].partition("]")[0].endswith(f" {face}")
    show("Checking a log of dice / as many HMACs", statistics.median(ours), statistics.median(theirs), 2)


if __name__ == "__main__":
    main()
