"""What others than their own side can see of somebody: what they are, hold and wear, and whether they are down."""

from collections.abc import Iterator

from bot.systems.combat3000.figure.kit import Circuits, Droid
from bot.systems.combat3000.figure.sheet import Carried, Figure, Plight, Sheet, Supply, Vehicle


def outward(sheet: Sheet) -> Sheet:
    """A sheet with what can be seen on it, and all else as on the sheet of somebody of whom nothing is known.

    How many rounds are in a weapon doesn't show, so that it seems to be loaded; nor how badly anybody is hurt.
    """
    weapons = tuple(_held(each) for each in sheet.weapons if each.hand.ready)
    if isinstance(sheet, Vehicle):
        return Vehicle(
            vehicle=sheet.vehicle,
            armour=sheet.armour,
            weapons=weapons,
            immobilised=sheet.immobilised,
            knocked_out=sheet.knocked_out,
        )
    return Figure(
        creature=sheet.creature,
        robot=sheet.robot,
        armour=sheet.armour,
        weapons=weapons,
        posture=sheet.posture,
        killed=sheet.killed,
        stunned=min(sheet.stunned, 1),
        plight=Plight(webbed=sheet.plight.webbed),
        circuits=Circuits(sheet.circuits.droid),
        rides=sheet.rides,
        height=sheet.height,
    )


def _held(carried: Carried) -> Carried:
    return Carried(carried.name, carried.weapon, carried.hand, Supply(carried.loaded.ammunition, 1))


def outside(sheet: Sheet) -> Iterator[str]:
    """What can be seen of a sheet, in words."""
    if isinstance(sheet, Vehicle):
        yield "knocked out" if sheet.knocked_out else "immobilised" if sheet.immobilised else "a vehicle"
    else:
        down = "killed" if sheet.killed else "down" if sheet.stunned else sheet.posture.value
        robot = sheet.robot or sheet.circuits.droid is not Droid.NONE
        yield f"{'Robot' if robot else sheet.creature}, {down}"
        # What a side calls the vehicle isn't known here.
        yield from ["in a vehicle"] if sheet.rides else []
    yield from (each.name for each in sheet.weapons)
