"""Animals by the figures that the referee enters: hits, flight, size, what they fight with (V31, ruling VR-G7)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import sqrt

from bot.engine.cards import counted, marked, sentence, signed
from bot.engine.errors import RuleError
from bot.systems.ahl_variant.tables import NATURAL, Arm

_LARGE, _VERY_LARGE = 1_000, 10_000
# The least mass that fills more than one square, and what each further square is reckoned by.
_TWO_SQUARES, _BY = 200, 100
_TEN = 10


@dataclass(frozen=True, slots=True)
class Animal:
    """An animal in Traveller's figures: `mass` in kg, `speed`, `hits` and those more that kill it, the points of
    `damage` of its weapon, the number on which it flees, its hide by the words of the animal tables; 0 and "" for what
    nobody has entered. A killer strikes better, and its table may add `extras`.
    """

    mass: int = 0
    speed: int = 0
    hits: int = 0
    more_hits: int = 0
    damage: int = 0
    flight: int = 0
    hide: str = "none"
    killer: bool = False
    extras: int = 0


def squares(mass: int) -> int:
    """How many squares an animal fills, by its mass in kg (V31.Size, ruling VR-A30)."""
    # A half counts as a whole, which `round` would do to every second one alone.
    return 1 if mass < _TWO_SQUARES else max(2, int(sqrt(mass / _BY) + 0.5))


def size(mass: int) -> str:
    """How large a target it is, by its mass in kg (V30.Size, ruling VR-A33)."""
    if mass >= _VERY_LARGE:
        return "very large"
    if mass >= _LARGE:
        return "large"
    return "normal" if mass > _TEN or not mass else "very small" if mass <= 1 else "small"


def needed(animal: Animal) -> tuple[int, int]:
    """How many serious wounds put it out, and how many kill it in all (V31.Hits, ruling VR-A16)."""
    out = -(-animal.hits // _TEN)
    return out, out + animal.more_hits // _TEN


def fate(animal: Animal, serious: int) -> str:
    """What so many serious wounds have made of it: active, out or dead."""
    out, dead = needed(animal)
    return "dead" if serious >= dead else "out" if serious >= out else "active"


def flees(die: int, light_wounds: int, flight: int) -> bool:
    """Whether it flees that was hit, by a die and its light wounds, that one included (V31.Flight, ruling VR-A17)."""
    return die + light_wounds >= flight


def value(animal: Animal, modifier: int) -> int:
    """Its melee value with a weapon of that modifier (V31.Melee)."""
    return animal.speed + modifier + _of_size(animal.mass) + animal.killer + animal.extras


def _of_size(mass: int) -> int:
    return 2 if mass >= _VERY_LARGE else 1 if mass >= _LARGE else 0


def armed(animal: Animal, arm: Arm) -> Arm:
    """Its weapon with the reach that its size gives, and the penetration that its damage does (V31.Melee)."""
    change = -1 if animal.damage < 3 else animal.damage // _TEN
    return replace(arm, reach=arm.reach + _of_size(animal.mass), penetration=max(0, arm.penetration + change))


def check_figures(name: str, animal: Animal) -> None:
    """Raise RuleError where what an animal fights by hasn't been entered: those books are none of ours (VR-G7)."""
    missing = _missing(animal, ("speed", "mass", "hits", "flight"))
    if missing:
        raise RuleError(
            f"{name} has no {sentence(missing)} yet: /set name:{marked(name)} field:{missing[0]}, by Traveller's "
            "animal tables (AHL V31.Hits), ruling VR-G7."
        )


def check_can_suffer(animal: Animal) -> None:
    """Raise RuleError where what a hit does to an animal hangs on figures that nobody has entered (VR-G7)."""
    missing = _missing(animal, ("hits", "flight"))
    if missing:
        raise RuleError(
            f"An animal that would be hit has no {sentence(missing)} yet: /set field:{missing[0]} enters it, by "
            "Traveller's animal tables (AHL V31.Hits), ruling VR-G7."
        )


def _missing(animal: Animal, figures: Iterable[str]) -> list[str]:
    return [figure for figure in figures if not getattr(animal, figure)]


def check_natural(name: str, arm: Arm) -> None:
    """Raise RuleError where an animal would strike with somebody's weapon or hands."""
    if arm.kind != NATURAL:
        raise RuleError(f"{name} is an animal: give it claws, teeth, horns, hooves, a stinger or a thrasher (AHL V31).")


def animal_lines(animal: Animal) -> list[str]:
    """What its sheet says, as entered by the referee."""
    out, dead = needed(animal)
    kill = " a killer," if animal.killer else ""
    return [
        f"Animal of {animal.mass} kg, fills {counted(squares(animal.mass), 'square')},{kill} speed {animal.speed}, "
        f"damage {animal.damage}, extras {signed(animal.extras)}, entered by the referee",
        f"Hits {animal.hits}/{animal.more_hits}: out at {counted(out, 'serious wound')}, dead at {dead}; flees on "
        f"{animal.flight}+; hide {animal.hide}",
    ]
