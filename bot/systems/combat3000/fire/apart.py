"""The shots of several, taken one by one: what the odds of each hang on (C3K Firing procedure)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.systems.combat3000.fire.plan import Declared

# With more than so many who fire, each one's odds are those of their shot if they come to fire it.
MOST_TOGETHER = 3


def on_which_hangs(firer: str, declared: Sequence[Declared]) -> list[Declared]:
    """The shots on which it hangs what one's own come to, theirs among them, in the order in which they were declared.

    They are those of all who may hit them before they fire, or the one whom they fire at, and of all who may hit those;
    whomever else they reach makes no difference.
    """
    firing, counting = {firer}, {firer, *_targets(firer, declared)}
    while True:
        more = {shot.firer.name for shot in declared if counting & _others(shot)} - firing
        if not more:
            break
        firing |= more
        counting |= more
    return [_reaching(shot, counting) for shot in declared if shot.firer.name in firing]


def alone(firer: str, declared: Sequence[Declared]) -> list[Declared]:
    """Their shots at their own target, with nobody who might hit them before."""
    return [_reaching(shot, _targets(firer, declared)) for shot in declared if shot.firer.name == firer]


def _targets(firer: str, declared: Sequence[Declared]) -> set[str]:
    return {next(iter(shot.reach)) for shot in declared if shot.firer.name == firer and shot.reach}


def _others(shot: Declared) -> set[str]:
    return {name for name in shot.reach if name != shot.firer.name}


def _reaching(shot: Declared, counting: set[str]) -> Declared:
    """The shot with those of its reach who count; its target stays."""
    target = next(iter(shot.reach), "")
    return replace(shot, reach={n: stands for n, stands in shot.reach.items() if n == target or n in counting})
