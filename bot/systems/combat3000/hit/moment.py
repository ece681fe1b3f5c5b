"""The table at one moment, as whatever strikes somebody finds it (C3K Firing procedure)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.deck.board import Board
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.building.structures import Structure
from bot.systems.combat3000.burst import Near
from bot.systems.combat3000.figure.sheet import Figure, Part, Sheet
from bot.systems.combat3000.fire.veils import Veil
from bot.systems.combat3000.hit.figures import Struck, Target
from bot.systems.combat3000.hit.kills import VehicleStruck

Hit = Struck | VehicleStruck


def struck_by(hit: Hit) -> bool:
    """Whether it is something that struck somebody, hurt or not (ruling B-F13): gas, light and webs don't."""
    return not isinstance(hit, Struck) or hit.kill is not None or hit.piercing is not None


@dataclass(frozen=True, slots=True)
class Person:
    """What a hit finds of somebody: `concealed` are parts of the body behind hard cover; `robot` is no living thing.

    `averted` looks away from a flare, `struggles` in a web; what it drops falls `height` cm.
    """

    name: str
    concealed: frozenset[Part] = frozenset()
    robot: bool = False
    averted: bool = False
    struggles: bool = False
    height: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """Everybody's sheet at one moment, and what a hit finds of whom; the structures, and the deck on which they stand,
    if one is up, with what no line of sight enters. Each shot makes another of it.
    """

    sheets: Mapping[str, Sheet]
    book: Book
    people: Mapping[str, Person] = field(default_factory=dict)
    structures: tuple[Structure, ...] = ()
    board: Board | None = None
    veils: tuple[Veil, ...] = ()

    def with_sheets(self, changed: Mapping[str, Sheet]) -> "Moment":
        """The table with some sheets as they are now."""
        return replace(self, sheets={**self.sheets, **changed})

    def target(self, name: str) -> Target:
        """A figure as what hits it sees it."""
        figure, person = self.sheets[name], self.people.get(name, Person(name))
        assert isinstance(figure, Figure)
        armour = tuple(self.book.armour[code] for code in figure.armour)
        return Target(name, figure, armour, person.concealed, not (person.robot or figure.robot), person.height)

    def near(self, name: str, cm: float) -> Near:
        """A figure as a burst at a distance in cm finds it."""
        person = self.people.get(name, Person(name))
        return Near(self.target(name), cm, facing=not person.averted, struggles=person.struggles)
