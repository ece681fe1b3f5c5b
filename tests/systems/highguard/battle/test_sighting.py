"""What shows of a ship to those of other sides, where ships' sheets are closed to them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot import systems
from bot.engine.dice import Check, Modifier
from bot.engine.scene import Unit
from bot.engine.ships import Fleets, ShipMark, ShipState
from bot.engine.telling import Report
from bot.systems.highguard.battle import report
from bot.systems.highguard.battle.boarding import Contest, Falling, Melee, Party
from bot.systems.highguard.battle.choosing import Able, CanFire, Falls, Fleeing, ToMeet
from bot.systems.highguard.battle.homecoming import Prize
from bot.systems.highguard.battle.logbook import LINES
from bot.systems.highguard.battle.sighting import as_known
from bot.systems.highguard.battle.state import Station, Step
from bot.systems.highguard.battle.told import (
    _EVENTS,
    BatteryFire,
    BattleShown,
    Burden,
    Enlisted,
    FightShown,
    Fought,
    Mustered,
    Over,
    ShipShown,
    StandingOrdered,
    Story,
    Waits,
)
from bot.systems.highguard.combat.losses import HEAVIEST_FIRST, Loss, Preference
from bot.systems.highguard.combat.shot import Range
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


@pytest.mark.parametrize(
    ("values", "shows"),
    [
        ({"maneuver": "1"}, "has lost some of its maneuver drive"),
        ({"maneuver": "0"}, "has lost its maneuver drive"),
        # Of two batteries.
        ({"laser batteries": "1"}, "has lost 1 laser battery"),
        ({"maneuver": "0", "laser batteries": "0"}, "has lost its maneuver drive, 2 laser batteries"),
        # Nobody sees from afar how well a battery shoots, nor what is lost within.
        ({"laser factor": "1"}, ""),
        ({"computer": "0", "jump": "0"}, ""),
    ],
)
def test_what_a_ship_has_lost_of_what_stands_on_its_hull_shows(values, shows):
    hurt = HIGHGUARD.with_traits(CUTLASS, values)
    assert shown(hurt)[0] == "400 tons · needle/wedge" + (f" · {shows}" if shows else "")


def test_of_a_ship_on_the_drawing_board_nothing_shows():
    assert shown(Ship("", "hull 1 needle", faults=("no bridge",)))[0] == "on the drawing board"


def test_no_more_is_handed_out_than_shows():
    sheet = HIGHGUARD.ships.outward(replace(CUTLASS, jury=("laser",), doubts=("armor?",)), "Cutlass 1", None)
    assert (sheet.listing, sheet.design, sheet.doubts, sheet.jury, sheet.vessel) == ("", "", (), (), None)


# --- what an order in a battle is told as ---

SIDES = ("Red", "Blue")
WAITS = Waits(SIDES, (report.Waiting("main battle", 1, Step.DEFENCE, ("Sable",)),))
CHECK = Check("Sable", 9, (Modifier(-2, "computers", "HG-H01"),), 4)
# Casualties are twice what the other side throws: two marines, and four of the crew.
MELEE = Melee(Contest(((Check("Sable", 2, ()), Check("Rapier", 1, ())),)), (Party(marines=9), Party(crew=7)))
LOSSES = (
    Loss("Fuel-1", "fuel", 100, 70),
    Loss("Weapon-1", "laser batteries", 5, 4),
    Loss("Weapon-2", "laser batteries", 4, 2),
    Loss("Weapon-1", "laser factor", 5, 4),
    Loss("Maneuver-1", "maneuver", 3, 2),
)
# What happens to the ship Sable of Blue, or is done by it; what Red reads of it, and the public; and what Blue does.
HAPPENS = {
    report.Sealed: (report.Sealed(1), "Blue has formed", "Blue has formed"),
    report.Replaced: (report.Replaced(1), *["This takes the place of what Blue had decided before"] * 2),
    report.Formed: (
        report.Formed(1, ("Sable",), (), why="it has 9 missiles"),
        "Blue: line Sable; reserve nobody",
        "Blue: line Sable; reserve nobody (it has 9 missiles)",
    ),
    report.Initiative: (report.Initiative(Contest(((CHECK, CHECK),)), 1), *["Initiative: Blue is the attacker"] * 2),
    report.Ranged: (
        report.Ranged(Range.SHORT, 1, why="6 to 4"),
        "Range: short, chosen by Blue",
        "Range: short, chosen by Blue (6 to 4)",
    ),
    report.Declared: (
        report.Declared(1, "Sable", "emergency agility", "30 EP are left"),
        "Sable: emergency agility",
        "Sable: emergency agility (30 EP are left)",
    ),
    BatteryFire: (
        BatteryFire(CHECK, firer="Sable", side=1, weapon="laser", number=2, target="Rapier"),
        "Sable, laser battery 2, at Rapier: hit, and through",
        "Sable, laser battery 2, at Rapier: 4+ | 9 −2 computers = 7 → hit",
    ),
    report.Held: (report.Held(1, "keeps 9 missiles"), None, "Blue: keeps 9 missiles"),
    report.Damaged: (
        report.Damaged("Sable", 1, LOSSES, disabled=True),
        "Sable: loses 3 laser batteries and some of its maneuver drive; disabled",
        "Sable: Fuel-1: fuel 100 → 70; Weapon-1: laser batteries 5 → 4; Weapon-2: laser batteries 4 → 2; "
        "Weapon-1: laser factor 5 → 4; Maneuver-1: maneuver 3 → 2; disabled",
    ),
    report.Broken: (report.Broken(1), *["Blue's line is broken"] * 2),
    report.Left: (report.Left(("Sable",), 1), *["Blue: Sable breaks off and escapes"] * 2),
    report.Stayed: (
        report.Stayed("Sable", "its jump drive is 2", side=1),
        "Sable stays: it can't leave",
        "Sable stays: its jump drive is 2",
    ),
    report.Chased: (
        report.Chased("chase of Sable", ("Sable",), 3, ("Rapier",), "it is worth 9"),
        *["Rapier pursues Sable: chase of Sable begins"] * 2,
    ),
    report.Repaired: (
        report.Repaired("Sable", "laser", CHECK, side=1),
        None,
        "Sable repairs laser: 4+ | 9 −2 computers = 7 → mended",
    ),
    report.Refuelled: (
        report.Refuelled("Sable", Fraction(9), Fraction(90), side=1),
        None,
        "Sable takes on 9 tons of fuel and has 90",
    ),
    report.Woken: (report.Woken("Sable", 2, side=1), None, "Sable: the frozen watch is awake in 2 turns"),
    report.Boarded: (
        report.Boarded("Sable", "Rapier", MELEE, side=1),
        "Sable boards Rapier: captured; of Rapier 4 crew",
        "Sable boards Rapier: captured; of Sable 2 marines",
    ),
    report.Noted: (report.Noted("Sable", "it plays dead", side=1), None, "Noted of Sable: it plays dead"),
    report.TurnOver: (report.TurnOver(3), "Turn 3 is over", "Turn 3 is over"),
    report.Ended: (
        report.Ended(1, "they are gone"),
        *["This fight is over and others go on: Blue holds the field (they are gone)"] * 2,
    ),
}


def known(found, side):
    return as_known(Report(found), side).found


def lines(event, side):
    told = known(Fought(WAITS, {"main battle": 1}, (Story("main battle", (event,)),)), side)
    return [LINES[type(each)](told, each) for each in told.events]


def test_all_that_happens_is_in_the_table():
    assert {*HAPPENS} == {*_EVENTS}


@pytest.mark.parametrize("kind", HAPPENS, ids=lambda kind: kind.__name__)
def test_of_others_no_more_is_told_than_shows(kind):
    event, theirs, own = HAPPENS[kind]
    assert lines(event, "Red") == ([] if theirs is None else [theirs])
    # Who fell of whom the public isn't told.
    assert lines(event, "") == ([] if theirs is None else [theirs.partition("; of ")[0]])
    assert lines(event, "Blue") == [own]


def test_that_somebody_holds_all_fire_shows():
    assert lines(report.Held(1, report.HOLDS), "Red") == ["Blue: holds its fire"]


def test_what_is_left_to_choose_is_told_to_those_who_choose():
    choices = (
        CanFire("Blue", (("Sable", (("laser", 3),)),)),
        CanFire("Red", (("Rapier", (("laser", 3),)),)),
        ToMeet(1, 1, "Sable", "missile", "Rapier", (("sand", 2),)),
        Fleeing(("Rapier",), 3, ("Sable",)),
        Able("Red", "can make repairs", ("Rapier",)),
        Falls("Blue", ("Sable",)),
    )
    told = Fought(WAITS, {}, (), choices)
    assert [choices.index(each) for each in known(told, "Blue").choices] == [0, 2, 3, 5]
    assert [choices.index(each) for each in known(told, "Red").choices] == [1, 4]
    assert known(told, "").choices == ()


SABLE = ShipShown("Sable", 1, Station.LINE, 4, 5, (("laser", 6, 7),), silenced=True)
LASERS_FIRST = Preference(weapons=("laser",))
STANDS = BattleShown(
    WAITS,
    2,
    Range.LONG,
    (FightShown("main battle", Range.LONG, (SABLE,)),),
    preferences=(LASERS_FIRST, LASERS_FIRST),
    falling=(Falling(("crew",)), Falling(("troops",))),
)


def test_how_a_battle_stands():
    assert known(STANDS, "Blue").fights == STANDS.fights
    (there,) = known(STANDS, "Red").fights[0].ships
    assert there == ShipShown("Sable", 1, Station.LINE, None, silenced=True)
    assert (known(STANDS, "Red").preferences, known(STANDS, "Red").falling) == (
        (LASERS_FIRST, HEAVIEST_FIRST),
        (Falling(("crew",)), Falling()),
    )
    over = known(Over(STANDS, (), (Prize("Sable", "Red", 12),)), "")
    assert (over.shown, over.prizes) == (known(STANDS, ""), (Prize("Sable", "Red", 0),))


def test_what_a_side_has_said_for_all_of_the_battle_and_what_its_tanks_cost():
    ordered = StandingOrdered(WAITS, "Blue", None, None, LASERS_FIRST, Falling(("crew",)))
    assert known(ordered, "Blue") == ordered
    assert known(ordered, "Red") == StandingOrdered(WAITS, "Blue", None)
    read = HIGHGUARD.orders["battle standing"].tell(as_known(Report(ordered), "Red"), ()).card
    assert (read.title, read.lines) == ("Blue has said what it wants", ())
    burden = Burden("Sable", 30, Fraction(30), (3, 2), (3, 2), ("K", "L"), 2)
    joined = Mustered(WAITS, (Enlisted("Blue", ("Sable",), False, (burden,)),))
    assert known(joined, "Blue") == joined
    assert known(joined, "Red").sides[0].burdens == ()


def test_the_picture():
    unarmed = ShipMark("Sable", 1, 900.0, 0.4, ShipState.UNARMED, model="Sable", agility=3, batteries=2, built=5)
    lost = replace(unarmed, hurt=0.8, state=ShipState.DESTROYED)
    fleets = Fleets("Red against Blue", SIDES, (unarmed, lost))
    assert as_known(Report(None, fleets=fleets), "Blue").fleets == fleets
    shown = as_known(Report(None, fleets=fleets), "Red").fleets.ships
    assert shown == (
        ShipMark("Sable", 1, 900.0, 0.0, ShipState.FIGHTING, agility=None),
        ShipMark("Sable", 1, 900.0, 1.0, ShipState.DESTROYED, agility=None),
    )
