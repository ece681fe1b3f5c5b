"""What shows of a ship to those of other sides, where ships' sheets are closed to them."""

from dataclasses import replace

from bot import systems
from bot.engine.scene import Unit
from bot.systems.highguard.ships.ship import Fate, Ship

HIGHGUARD = systems.discover(systems)["highguard"]
# 400 tons, a needle/wedge, by its listing: PC-4124432-000000-40000-0.
CUTLASS = HIGHGUARD.templates["Cutlass"].sheet


def shown(ship):
    unit = Unit("Cutlass 1", "Patrol", HIGHGUARD.ships.outward(ship, "Cutlass 1", None), foreign=True)
    return HIGHGUARD.line_of(unit), HIGHGUARD.card_of(unit).lines[:-1], HIGHGUARD.ships.state(unit.sheet)


def test_of_a_whole_ship_its_tons_and_shape_show():
    assert shown(CUTLASS) == ("400 tons · needle/wedge", ("400 tons", "Needle/wedge"), "")


def test_that_a_ship_was_taken_or_lost_shows():
    line, _, state = shown(replace(CUTLASS, fate=Fate.DESTROYED))
    assert (line, state) == ("400 tons · needle/wedge · destroyed", "destroyed")


def test_of_a_ship_on_the_drawing_board_nothing_shows():
    assert shown(Ship("", "hull 1 needle", faults=("no bridge",)))[0] == "on the drawing board"


def test_no_more_is_handed_out_than_shows():
    sheet = HIGHGUARD.ships.outward(replace(CUTLASS, jury=("laser",), doubts=("armor?",)), "Cutlass 1", None)
    assert (sheet.listing, sheet.design, sheet.doubts, sheet.jury, sheet.vessel) == ("", "", (), (), None)
