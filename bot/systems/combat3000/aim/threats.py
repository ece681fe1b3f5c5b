"""The enemies among whom a firer has to choose, as they are declared: `Bob 9 me, Cid 12 friends ordered, Dan 20`."""

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.errors import RuleError
from bot.engine.system import whole
from bot.engine.typed import match, quoted

_FARTHEST = 20_000
_THREAT = re.compile(r"(?P<name>.*\S)\s+(?P<cm>\d{1,6})(?P<deeds>(?:\s+[A-Za-z]+)*)")


class Threat(StrEnum):
    """What counts of an enemy: at whom they fire, that the firer was ordered to take them, that nothing harms them."""

    BUILDING = "building"
    ME = "me"
    FRIENDS = "friends"
    ORDERED = "ordered"
    HARMLESS = "harmless"


@dataclass(frozen=True, slots=True)
class Enemy:
    """An enemy: how many cm away, and what they do; nothing is somebody who is only there."""

    name: str
    cm: int
    deeds: frozenset[Threat] = frozenset()

    @property
    def fires(self) -> bool:
        """Whether they fire at all."""
        return bool(self.deeds & {Threat.BUILDING, Threat.ME, Threat.FRIENDS})


def read_threats(text: str) -> tuple[Enemy, ...]:
    """The enemies that were named, with cm from the firer and what they do; raises RuleError for what doesn't read so.

    `building` is the firer's own, which they attack with blast or flame, `me` the firer; `harmless` is somebody whom
    the firer cannot harm.
    """
    enemies = tuple(_enemy(part.strip()) for part in text.split(",") if part.strip())
    names = [enemy.name.casefold() for enemy in enemies]
    for enemy in enemies:
        if names.count(enemy.name.casefold()) > 1:
            raise RuleError(f"{enemy.name} is a threat twice: name everybody once.")
    return enemies


def _enemy(text: str) -> Enemy:
    parts = _THREAT.fullmatch(text)
    if not parts:
        raise RuleError(f"A threat reads like Bob 9 me: a name, cm, and what he does, not {quoted(text)}.")
    deeds = (Threat(match(word, tuple(Threat), what="deed")) for word in parts["deeds"].split())
    return Enemy(parts["name"], whole(parts["cm"], "distance", 0, _FARTHEST), frozenset(deeds))
