"""What a fire in the open is like: of whom it is known where they are, how they are sheltered and how they move."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.engine.errors import RuleError
from bot.engine.system import Unit
from bot.systems.ahl.asked.circumstances import Fire
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import Target
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.wounds.damage import surroundings_of
from bot.systems.ahl_variant.animals import size
from bot.systems.ahl_variant.asked import Shooting
from bot.systems.ahl_variant.book import Printed
from bot.systems.ahl_variant.outdoors.encounter import Encounter, Shelter, Whereabouts, check_pace
from bot.systems.ahl_variant.outdoors.shooting import InTheOpen, relief


def target_of(book: Book, unit: Unit, encounter: Encounter) -> Target:
    """Somebody in the open as a target; raises RuleError for whoever isn't in the encounter."""
    encounter.of(unit.name)
    return Target(unit.name, unit.sheet, book.armour_of(unit.sheet))


def check_alive(target: Unit) -> None:
    """Raise RuleError where whoever is to be attacked is dead."""
    if target.sheet.condition is Condition.DEAD:
        raise RuleError(f"{target.name} is dead already: choose another target.")


def beside(encounter: Encounter, units: Mapping[str, Unit], name: str) -> Iterator[Unit]:
    """Those who count as adjacent to somebody, at close range, and as two squares away, at short, each at so many
    squares (V28.Adjacent).
    """
    for one, other, how in encounter.near:
        there = units.get(other if one == name else one) if name in {one, other} else None
        if there is not None:
            yield replace(there, at=how.squares)


def situation_at(
    book: Book,
    printed: Printed,
    encounter: Encounter,
    firer: Unit,
    target: Unit,
    asked: Shooting,
    *,
    attacks: int = 1,
    group: bool = False,
    crossed: int = 0,
) -> InTheOpen:
    """What a fire at somebody is like, by what is kept of both and what the order says."""
    mine, theirs = encounter.of(firer.name), encounter.of(target.name)
    check_pace(firer.name, mine)
    return InTheOpen(
        encounter.range(firer.name, target.name) if asked.range is None else asked.range,
        Fire.AIMED,
        lit=asked.lit,
        surroundings=surroundings_of(asked),
        asked=replace(asked, declared_cover=False),
        near=encounter.nearness(firer.name, target.name),
        shelter=_shelter(theirs, asked),
        concealed=theirs.concealed,
        terrain=printed.terrain[encounter.terrain_at(theirs.spot)],
        light=encounter.light,
        prone=theirs.prone,
        evades=theirs.evading if asked.evading is None else asked.evading != "no",
        size=_size(target, asked),
        pace=mine.pace,
        attacks=attacks,
        relief=_relief(book, firer, asked, prone=mine.prone),
        group=group,
        crossed=crossed,
        declared=asked.declared_cover,
        hexes=encounter.hexes,
    )


def _size(target: Unit, asked: Shooting) -> str:
    """How large a target is: as was said, else an animal by its mass."""
    animal = target.sheet.animal
    return size(animal.mass) if animal and asked.size == "normal" else asked.size


def _shelter(theirs: Whereabouts, asked: Shooting) -> Shelter:
    """What a target has taken cover in, or whether they are in cover by what was said."""
    if asked.cover is None:
        return theirs.shelter
    if not asked.cover:
        return Shelter.NONE
    return theirs.shelter if theirs.shelter is not Shelter.NONE else Shelter.PARTIAL


def _relief(book: Book, firer: Unit, asked: Shooting, *, prone: bool) -> int:
    """By how much a mount eases several attacks."""
    weapon = book.weapons[firer.sheet.carried(asked.weapon, firer.name).weapon]
    automatic = bool(weapon.burst) and asked.setting != "single"
    return relief(weapon, asked.mount, automatic=automatic, steady=asked.braced or prone)
