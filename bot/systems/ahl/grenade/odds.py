"""The odds of a grenade: whether it hits its square, what it does to whoever is there, how far it scatters."""

from dataclasses import replace
from typing import Protocol

from bot.engine.asked import typed_odds
from bot.engine.cards import counted
from bot.engine.system import Odds, Scene, Unit
from bot.systems.ahl.asked.fighting import ImaginedTarget
from bot.systems.ahl.blast.result import BlastResult
from bot.systems.ahl.book import Book
from bot.systems.ahl.grenade.throw import Thrown
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.wounds.wording import WOUNDS, what_became

_NOBODY = "Hits the square"
# 2D halved down.
_SCATTERS = tuple(f"Misses by {counted(squares, 'square')}" for squares in range(1, 7))


def grenade_odds(book: Book) -> Odds:
    """Odds for the first who is named near the square; in plain numbers, for somebody in armour so far from it."""

    def imagine(asked: ImaginedTarget) -> Scene:
        target = Unit("the target", "", Character(armour=asked.armour), asked.away)
        return Scene({"thrower": (Unit("the thrower", "", Character(grenades=1)),), "people": (target,)})

    among = {"armour": tuple(book.armour)}
    outcomes = (_NOBODY, *WOUNDS, *_SCATTERS)
    return typed_odds(ImaginedTarget, imagine, _outcome, outcomes, among=among, narrow=_the_first)


def _the_first(scene: Scene) -> Scene:
    return replace(scene, units={**scene.units, "people": scene.all("people")[:1]})


class GrenadeOutcome(Protocol):
    """What the odds need of a grenade's result."""

    @property
    def thrown(self) -> Thrown:
        """The throw, and the scatter of a miss."""

    @property
    def exploded(self) -> BlastResult | None:
        """The explosion where it hit its square."""


def _outcome(result: GrenadeOutcome) -> str:
    if result.thrown.scatter:
        return _SCATTERS[result.thrown.scatter.squares - 1]
    if not result.exploded or not result.exploded.suffered:
        return _NOBODY
    first = result.exploded.suffered[0]
    return what_became(first.near.character, result.exploded.hurt[first.near.name])
