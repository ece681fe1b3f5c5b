"""The odds of an explosion for the first who is near it, or whom a strike hit directly (AHL 15)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from bot.engine.system import Field, Kind, Odds, Scene, Unit, Values
from bot.systems.ahl.blast.explosion import Suffered, explodes
from bot.systems.ahl.book import Book
from bot.systems.ahl.fields import value_of
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

    def imagine(values: Values) -> Scene:
        armour = value_of(values, "armour", str, "none")
        target = Unit("the target", "", Character(armour=armour), value_of(values, "away", int, 0))
        return Scene({"people": (target,), "direct": ()})

    fields = (
        Field("armour", Kind.CHOICE, "none", tuple(book.armour)),
        Field("away", Kind.WHOLE, 0, low=0, high=2),
    )
    return Odds(_outcome, (_HOLDS, _NOBODY, *WOUNDS), fields, imagine, _the_first)


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
