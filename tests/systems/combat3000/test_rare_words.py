"""What a sheet, a structure, a turn and chances say of what is rare, and why somebody rare takes no test."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.engine.odds import imagined_odds
from bot.engine.system import Scene
from bot.systems.combat3000.building.structures import Build, Structure, What
from bot.systems.combat3000.figure.sheet import Plight
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.turn import Phase, Turn
from tests.systems.combat3000.table import C3K, give, unit

ANN, TANK = unit("Ann"), unit("Tank", template="Light Tank")


def plight(**changes):
    return replace(unit("Kit"), sheet=replace(unit("Kit").sheet, plight=Plight(**changes)))


def now(**changes):
    return replace(ANN, sheet=replace(ANN.sheet, now=replace(ANN.sheet.now, **changes)))


@pytest.mark.parametrize(
    ("who", "line"),
    [
        (unit("R2", droid="ACT", controller="Kit"), "Obeys Kit"),
        (unit("R2", droid="PAS", programme="Guard the gate"), "Programme: “Guard the gate”"),
        (unit("R2", droid="PAS", activation=3), "PAS/0.0.0.0.5, programmed in 3 turns"),
        (unit("R2", droid="SNT", activation=0, strength=2), "SNT/0.+2.0.0.5, programmed in 1 turn"),
        (unit("Ann", equipment="Communicator", nets="Bravo"), "On the net Bravo"),
    ],
)
def test_a_sheet_says_what_of_its_devices_is_in_use(who, line):
    lines = C3K.card(who).lines
    assert line in lines
    assert line not in C3K.card(ANN).lines


def test_a_robot_that_ignores_priorities_and_one_whose_programme_runs_out_say_so():
    robot = unit("R2", droid="ACT", controller="Kit", programme="Guard").sheet
    ignoring = replace(robot, circuits=replace(robot.circuits, ignores=True, left=3))
    lines = C3K.card(replace(ANN, sheet=ignoring)).lines
    assert "Obeys Kit, and ignores target priorities" in lines
    assert "Programme: “Guard”, 3 turns left" in lines


@pytest.mark.parametrize(
    ("structure", "line"),
    [
        (Structure("Wall 1", What.WALL, breaches=1), "Wall 1 (wall): light, 1 breach"),
        (Structure("Wall 1", What.WALL, breaches=2), "Wall 1 (wall): light, 2 breaches"),
        (Structure("Door 1", What.DOOR, unlocked=True), "Door 1 (door): light, its lock shot off"),
        (Structure("Door 1", What.DOOR, down=True), "Door 1 (door): light, down"),
        (Structure("Hut", down=True), "Hut (room): light, fallen"),
        (Structure("Loft", upper=True), "Loft (room): light, not on the ground floor"),
        (Structure("Hut", build=Build.HEAVY, hits=2), "Hut (room): heavy, 2 of 3 hits"),
    ],
)
def test_a_structure_says_what_became_of_it(structure, line):
    _, card = give("structure list", units=Scene({}, Ledger().with_structures(structure)))
    told = [str(each).replace("; ", ", ") for each in card.lines]
    assert told == [line]


@pytest.mark.parametrize(
    ("who", "does"),
    [
        (now(busy="reloads", more=1), "reloads, 2 turns to go"),
        (now(busy="reloads"), "reloads"),
        (now(shot=True), "has fired"),
        (now(struck=True), "was hit"),
    ],
)
def test_a_turn_says_what_somebody_has_done_in_it(who, does):
    ledger = Ledger(turn=Turn(phase=Phase.ACTIONS))
    _, card = give("turn show", units=Scene({"name": (who,)}, ledger, known={"Ann": who}))
    assert str(card.lines[1]).partition("; ")[0] == f"Ann: unhurt, {does}"
    assert not [line for line in card.lines if "only told here" in str(line)]


@pytest.mark.parametrize(
    ("who", "why"),
    [
        (plight(frozen=2), "Kit is frozen in time, and tests no morale (C3K Shells and grenades)."),
        (TANK, "Tank is a vehicle, and only figures test their morale (C3K Morale)."),
        (unit("R2", droid="PAS"), "R2 is a robot of class PAS, and tests no morale (C3K Droids)."),
    ],
)
def test_who_takes_no_test_of_morale_is_told_why(who, why):
    with pytest.raises(RuleError) as refused:
        give("morale", units=Scene({"name": (who,)}, Ledger(), known={who.name: who}))
    assert str(refused.value) == why


def test_a_robot_that_has_lost_its_programme_takes_no_test():
    robot = unit("R2", droid="SNT")
    robot = replace(robot, sheet=replace(robot.sheet, plight=Plight(programme_lost=True)))
    with pytest.raises(RuleError, match="R2 is a robot without a programme, and tests no morale"):
        give("morale", units=Scene({"name": (robot,)}, Ledger(), known={"R2": robot}))


def test_where_nothing_befell_anybody_nobody_tests():
    ledger = Ledger(turn=Turn(phase=Phase.ACTIONS))
    with pytest.raises(RuleError, match="Nobody has to test: nothing befell them in this turn that calls for it"):
        give("morale", units=Scene({"name": ()}, ledger, known={"Ann": ANN}))


@pytest.mark.rule("C3K-R07")
@pytest.mark.parametrize(
    ("dexterity", "mended", "lost", "ever"),
    [
        # A decimal die: 9 or more mends, below 3 ends all attempts.
        (0, Fraction(2, 10), Fraction(2, 10), Fraction(1, 2)),
        (1, Fraction(3, 10), Fraction(1, 10), Fraction(3, 4)),
        (2, Fraction(4, 10), None, Fraction(1)),
    ],
)
def test_the_chances_of_a_repair(dexterity, mended, lost, ever):
    chances = {str(name): chance for name, chance in imagined_odds(C3K.orders["repair"], {"dexterity": dexterity}, {})}
    assert (chances["repaired"], chances.get("beyond repair")) == (mended, lost)
    assert chances["Repaired in the end, if they keep trying"] == ever


def test_only_a_weapon_of_the_lists_is_thought_of_as_mended():
    named = imagined_odds(C3K.orders["repair"], {"weapon": "Rifle"}, {})
    assert dict(named) == dict(imagined_odds(C3K.orders["repair"], {}, {}))
    with pytest.raises(RuleError, match="Halberd"):
        imagined_odds(C3K.orders["repair"], {"weapon": "Halberd"}, {})


@pytest.mark.parametrize("fields", [{"build": "armoured"}, {"build": "light", "armour": 5}])
def test_only_what_is_armoured_has_a_value(fields):
    with pytest.raises(RuleError, match="An armoured structure has a value, and no other: say build:armoured armour:8"):
        imagined_odds(C3K.orders["structure hit"], fields, {})


def test_a_disrupter_destroys_structures_and_a_rifle_does_not():
    hall = Scene({"name": (ANN,), "by": ()}, Ledger().with_structures(Structure("Hall")), known={"Ann": ANN})
    _, card = give("structure hit", [8], hall, name="Hall", weapon="Disrupter Rifle")
    assert card.lines == ("8+ | 8 → the room falls", "Hall falls")
    with pytest.raises(RuleError, match="Rifle destroys no structure"):
        give("structure hit", [], hall, name="Hall", weapon="Rifle")
