"""What was done to a structure, as it is told: plain data (C3K Destruction)."""

from dataclasses import dataclass

from bot.systems.combat3000.building.hits import Result, Toll
from bot.systems.combat3000.building.structures import Structure
from bot.systems.combat3000.hit.figures import Blow, VehicleBlow, blow
from bot.systems.combat3000.hit.kills import Damage, Piercing


@dataclass(frozen=True, slots=True)
class StructureStruck:
    """One hit on a structure: see `Result`."""

    after: Structure
    came: Toll
    cause: str = ""
    piercing: Piercing | None = None
    thrown: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    hits: tuple[Blow | VehicleBlow, ...] = ()
    damage: tuple[Damage, ...] = ()
    lost: tuple[str, ...] = ()
    killed: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    unsafe: str = ""


def struck_report(result: Result) -> StructureStruck:
    """What is told of a hit."""
    return StructureStruck(
        result.after,
        result.came,
        result.cause,
        result.piercing,
        result.thrown,
        result.rooms,
        tuple(map(blow, result.hits)),
        result.damage,
        result.lost,
        result.killed,
        result.out,
        result.unsafe,
    )
