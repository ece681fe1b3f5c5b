"""What a battle's end makes of craft that are out in space, and of prizes."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot import systems
from bot.engine.scene import Unit
from bot.systems.highguard.battle.homecoming import coming_line, prize_line, settled
from bot.systems.highguard.battle.muster import Recruit, join
from bot.systems.highguard.battle.state import Ledger, Station
from bot.systems.highguard.combat.vessel import Carried, People, Readied
from bot.systems.highguard.ships.ship import Fate
from tests.systems.highguard.battle.fleets import battle_of, plain

CARRIER = plain("Aviary", craft=(Carried("Dart", Fraction(20), 1),))


def out_in_space(*names, **carrier):
    """Red's Aviary with one Dart aboard that no battle knows, and these Darts launched from it."""
    battle = battle_of([CARRIER], [plain("Chi")])
    darts = [Recruit(plain(name, size="0", tons=20), "Dart") for name in names]
    battle = join(battle, 0, darts)
    launched = [replace(battle.ships[name], carrier="Aviary", place=Station.LINE) for name in names]
    berths = (Carried("Dart", Fraction(20), 1 + len(names)),)
    return battle.with_ships([*launched, replace(battle.ships["Aviary"], **{"berths": berths, **carrier})])


def after(battle):
    found = settled(battle)
    return {ship.name: ship for ship in found.ships}, (*map(coming_line, found.comings), *map(prize_line, found.prizes))


@pytest.mark.rule("HG-C06")
def test_craft_out_in_space_return_to_the_carrier_s_count():
    ships, lines = after(out_in_space("Dart 1", "Dart 2"))
    assert ships["Aviary"].vessel.craft == (Carried("Dart", Fraction(20), 3),)
    assert {ships[name].place for name in ("Dart 1", "Dart 2")} == {Station.ABOARD}
    assert lines == ("Dart 1 and Dart 2 return to Aviary",)


def test_more_craft_than_berths_stay_out():
    ships, lines = after(out_in_space("Dart 1", "Dart 2", berths=(Carried("Dart", Fraction(20), 2),)))
    assert lines == (
        "Dart 1 returns to Aviary",
        "Dart 2 stays out in space without Aviary: it has no berth left for Dart",
    )
    assert ships["Aviary"].vessel.craft[0].count == 2
    # In a battle from before, nobody has kept how many there are.
    assert after(out_in_space("Dart 1", "Dart 2", berths=()))[1] == ("Dart 1 and Dart 2 return to Aviary",)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"place": Station.DESTROYED}, "it is destroyed"),
        ({"place": Station.JUMPED}, "it is gone by jump"),
        ({"side": 1, "taken": True}, "it is in other hands"),
        ({"vessel": replace(CARRIER, craft=())}, "it has no berth left for Dart"),
    ],
)
def test_craft_whose_carrier_cannot_take_them_stay_out(changes, why):
    ships, lines = after(out_in_space("Dart 1", **changes))
    assert ships["Dart 1"].place is Station.LINE
    assert lines[0] == f"Dart 1 stays out in space without Aviary: {why}"
    assert ships["Aviary"].vessel.craft in {CARRIER.craft, ()}


def test_a_carrier_in_a_chase_takes_its_craft_back_as_well():
    battle = out_in_space("Dart 1")
    gone = {"Aviary": battle.ships["Aviary"]}
    rest = {name: ship for name, ship in battle.ships.items() if name not in gone}
    chase = replace(battle, ships=gone, name="chase of Aviary")
    ships, lines = after(replace(battle, ships=rest, apart=(chase,)))
    assert lines == ("Dart 1 returns to Aviary",)
    assert ships["Aviary"].vessel.craft[0].count == 2


@pytest.mark.rule("HG-B07", "HG-B10")
def test_a_prize_is_told_with_the_crew_that_stays_aboard():
    battle = battle_of([plain("Alpha")], [plain("Chi"), plain("Psi"), plain("Eta")])
    people = People(crew=10, troops=5, marines=21)
    prizes = [
        replace(battle.ships["Chi"], side=0, taken=True, vessel=plain("Chi", people=people)),
        replace(battle.ships["Psi"], side=0, taken=True),
        replace(battle.ships["Eta"], side=0, taken=True, place=Station.DESTROYED),
    ]
    _, lines = after(battle.with_ships(prizes))
    assert lines == ("Chi is Red's now, with a prize crew of 36 aboard", "Psi is Red's now")


def test_a_ship_is_told_in_the_middle_of_a_battle_as_that_has_it():
    system = systems.discover(systems)["highguard"]
    sheet = system.templates["Cutlass"].sheet
    vessel = system.with_traits(sheet, {"fuel": "50", "maneuver": "1"}).vessel
    battle = battle_of([replace(vessel, name="A1", stance=Readied(emergency=True))], [plain("Chi")])
    now = system.ships.amid(sheet, "A1", Ledger(battle))
    assert "Damaged: maneuver 4 → 1, fuel 96 → 50 tons" in system.card(Unit("A1", "", now)).lines
    assert system.line(now) == f"{system.line(sheet)} · damaged"
    assert now.vessel.stance == Readied()
    lost = battle.with_ships([replace(battle.ships["A1"], place=Station.DESTROYED)])
    assert system.ships.amid(sheet, "A1", Ledger(lost)).fate is Fate.DESTROYED
    assert system.ships.amid(sheet, "B1", Ledger(battle)) == sheet
    assert system.ships.amid(sheet, "A1", Ledger()) == sheet
    whole = battle_of([replace(sheet_vessel(system, sheet), name="A1")], [plain("Chi")])
    assert system.ships.amid(sheet, "A1", Ledger(whole)) == sheet


def sheet_vessel(system, sheet):
    """A ship of that sheet without a scratch."""
    return replace(system.with_traits(sheet, {"fuel": "50"}).vessel, fuel=Fraction(96))
