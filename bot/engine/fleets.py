"""A battle of ships as a picture shows it, in plain values."""

from dataclasses import dataclass
from enum import StrEnum

# The tons from which a ship is of the next class, and what each class is called.
_FROM = (100, 1_000, 10_000, 100_000)
_CLASSES = ("under 100 t", "under 1,000 t", "under 10,000 t", "under 100,000 t", "100,000 t and more")


class ShipState(StrEnum):
    """How a ship stands in the battle."""

    FIGHTING = "fighting"
    UNARMED = "unarmed"
    SILENCED = "silenced"
    DISABLED = "disabled"
    GONE = "broken off"
    DESTROYED = "destroyed"


@dataclass(frozen=True, slots=True)
class ShipMark:
    """A ship: its side (0 is the first), tons of 14 m³, how much of it is lost (0 to 1), and whether in reserve.

    `model` is its class, such as Wasp; `batteries` are the offensive ones that are left of those `built`. Its `agility`
    is None, and no battery is told, for those to whom its figures are closed.
    """

    name: str
    side: int
    tons: float
    hurt: float = 0.0
    state: ShipState = ShipState.FIGHTING
    reserve: bool = False
    model: str = ""
    agility: int | None = 0
    batteries: int = 0
    built: int = 0

    @property
    def size(self) -> int:
        """Its class by tons, 0 for small craft to 4 for the giants."""
        return sum(self.tons >= least for least in _FROM)


def size_name(size: int) -> str:
    """What a class by tons is called."""
    return _CLASSES[size]


@dataclass(frozen=True, slots=True)
class Barrage:
    """What one ship fired at another, by their places among the ships: how many batteries, and how many hit."""

    firer: int
    target: int
    batteries: int = 1
    hits: int = 0


@dataclass(frozen=True, slots=True)
class Fleets:
    """What the picture shows: the title with the moment below it, the sides' names, every ship, and who fired."""

    title: str
    sides: tuple[str, str]
    ships: tuple[ShipMark, ...]
    shots: tuple[Barrage, ...] = ()
    moment: str = ""
