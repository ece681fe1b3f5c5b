"""The odds of an explosion for the first who is near it, or whom a strike hit directly (AHL 15)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from bot.engine.asked import typed_odds
from bot.engine.system import Odds, Scene, Unit
from bot.systems.ahl.asked.fighting import ImaginedTarget
from bot.systems.ahl.blast.explosion import Suffered, explodes
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.wounds.damage import Damage
from bot.systems.ahl.wounds.wording import WOUNDS, what_became

_HOLDS = "It holds"
_NOBODY = "Nobody is near"


class BlastOutcome(Protocol):
    """What the odds need of an explosion."""

    @property
    def struck(self) -> Damage | None:
        """The damage throw of fire at equipment."""

    @property
    def everybody(self) -> tuple[Suffered, ...]:
        """All whom it reached or might have, nobody where equipment was struck and held."""

    @property
    def hurt(self) -> Mapping[str, Character]:
        """Everybody as he is after it and all that it set off."""


def blast_odds(book: Book) -> Odds:
    """Odds for the first of them all; in plain numbers, for somebody in armour so many squares away."""

    def imagine(asked: ImaginedTarget) -> Scene:
        target = Unit("the target", "", Character(armour=asked.armour), asked.away)
        return Scene({"people": (target,), "direct": ()})

    among = {"armour": tuple(book.armour)}
    outcomes = (_HOLDS, _NOBODY, *WOUNDS)
    return typed_odds(ImaginedTarget, imagine, _outcome, outcomes, among=among, narrow=_the_first)


def _the_first(scene: Scene) -> Scene:
    people = () if scene.all("direct") else scene.all("people")[:1]
    return replace(scene, units={**scene.units, "people": people})


def _outcome(result: BlastOutcome) -> str:
    if result.struck and not explodes(result.struck):
        return _HOLDS
    if not result.everybody:
        return _NOBODY
    first = result.everybody[0]
    return what_became(first.near.character, result.hurt[first.near.name])
