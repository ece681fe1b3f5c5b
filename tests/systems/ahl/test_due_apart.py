"""What is due of climbers, of the disoriented, and of the deck itself as a phase ends (AHL 8.B, 18.A.2, 26.B)."""

from dataclasses import replace

import pytest

from bot.systems.ahl.sheet.character import ZeroG
from bot.systems.ahl.turn.actions import Intention, Step
from tests.deck.plans import board_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.table import Table, one

# Two levels, 3 m apart, with a ladder at D1.
GALLERY = board_of("", " . . . L . . ", level="Upper", more="level: Lower\n\n . . . L . .")
CHECK = "a morale check before they come adjacent, or they wait there (AHL 18.A.2): Check | Wait"
REORIENT = "a try to get control back, for all 6 AP (AHL 26.B): Reorient | Not now"
# A room of two squares and one beyond a sliding door, an airlock in E1, and a room beyond that.
ROOMS = board_of("###############", "#. .D. .A.A. .#", "###############")
# A lift in A1 of two levels, its door to the east.
ROWS = ("#######", "#aD. .#", "#######")
LIFT = "a = place Lift A, lift"
TOWER = board_of(*ROWS, level="Top", notes=[LIFT], more="level: Low\n" + "\n".join((*ROWS, LIFT)))


def steps(table):
    """What is due but for what somebody may do, and the table going on."""
    return [line for line in table.due() if not line.startswith(("[", "the table"))]


def works(table):
    """What the deck does as the phase ends."""
    return [due.what for due in AHL.due(table.game) if due.optional and not due.is_asked]


def climbing_down():
    """Ann on the ladder, a metre above 2:D1, beside which Cid stands, in her third phase."""
    table = Table(one("Ann", "1", "D1", "W", morale=7), one("Cid", "2", "2:E1", "E", "red"), board=GALLERY)
    table.begin(Ann="move")
    table.give("move", name="Ann", to="2:D1")
    for _ in range(2):
        assert steps(table) == []
        table.give("phase")
    return table


@pytest.mark.rule("AHL-18A2", "AHL-8B5a")
def test_whoever_climbs_beside_an_enemy_checks_before_the_phase_ends():
    """Three metres are three phases. 3+4 passes 7, and they come down; 4+4 fails, and they wait on the ladder."""
    for faces, at in (((3, 4), "2:D1"), ((4, 4), "D1")):
        table = climbing_down()
        assert steps(table) == [f"Ann: {CHECK}"]
        (due, *_) = [each for each in AHL.due(table.game) if each.rule == "AHL 18.A.2"]
        assert (due.decides, due.settled, due.fallback.label) == (("1",), False, "Check")
        table.give("morale", faces, name="Ann", enemy="Cid", cause="adjacent")
        assert steps(table) == []
        table.give("phase")
        assert table.at("Ann", at)


def test_whoever_climbs_may_wait_instead_and_is_asked_again_in_the_next_phase():
    table = climbing_down()
    card = table.give("hold", name="Ann")
    assert card.title == "Ann waits where they are"
    assert steps(table) == []
    card = table.give("phase")
    assert "Ann waits on the ladder: Ann waits before 2:D1, adjacent to an enemy" in card.lines
    assert table.at("Ann", "D1")
    assert steps(table) == [f"Ann: {CHECK}"]


def test_the_check_waits_for_all_that_others_may_still_do_in_the_phase():
    """Cid may move in it: nobody knows yet whether he stays below."""
    table = climbing_down()
    clock = table.ledger.clock
    table.ledger = replace(table.ledger, clock=clock.doing("Cid", plan=Intention.MOVE))
    assert steps(table) == []
    table.ledger = replace(table.ledger, clock=clock.doing("Cid", plan=Intention.MOVE, ready=Step.SNAP))
    assert steps(table) == [f"Ann: {CHECK}"]


def test_without_a_deck_a_phase_ends_with_nothing_that_doors_do():
    table = Table(one("Ann", "1", "A1"))
    table.board = None
    table.begin(Ann="aim")
    over(table)
    assert works(table) == []


def test_no_check_where_no_enemy_stands_below():
    table = Table(one("Ann", "1", "D1", "W"), one("Cid", "2", "2:A1", "E", "red"), board=GALLERY)
    table.begin(Ann="move")
    table.give("move", name="Ann", to="2:D1")
    table.give("phase")
    table.give("phase")
    assert steps(table) == []


def disoriented(**sheet):
    table = Table(
        one("Ann", "1", "A2", zero_g=ZeroG(disoriented=True), **sheet),
        one("Abe", "1", "A1"),
        settings={"zero-g": "yes"},
    )
    table.begin(Abe="move")
    return table


@pytest.mark.rule("AHL-26Bd")
def test_the_disoriented_are_asked_whether_they_try_to_get_control_back_in_the_movement_step():
    """10+ without a handhold: 5+5 does it, 4+5 doesn't; either takes the whole phase."""
    for faces, again in (((5, 5), []), ((4, 5), [f"Ann: {REORIENT}"])):
        table = disoriented()
        assert steps(table) == []
        table.give("phase", step="movement")
        assert steps(table) == [f"Ann: {REORIENT}"]
        table.give("reorient", faces, name="Ann")
        assert (table.left("Ann"), steps(table)) == (0, [])
        table.give("phase")
        table.give("phase", step="movement")
        assert steps(table) == again


def test_the_disoriented_may_leave_it_for_this_phase_or_say_beforehand_that_they_try():
    table = disoriented()
    table.give("phase", step="movement")
    table.give("phase ready", name="Ann")
    assert steps(table) == []
    table = disoriented()
    table.give("standing", name="Ann", when="reorient", say="always")
    card = table.give("phase", (5, 5), step="movement")
    assert "— Ann tries to reorient themselves" in card.lines
    assert not table.units["Ann"].sheet.zero_g.disoriented


def test_whoever_drifts_out_of_control_drifts_and_tries_nothing():
    table = disoriented()
    sheet = replace(table.units["Ann"].sheet, zero_g=ZeroG(disoriented=True, drift="E"))
    table.units["Ann"] = replace(table.units["Ann"], sheet=sheet)
    table.give("phase", step="movement")
    assert steps(table) == ["Ann: drifting on (AHL 26.C): Drift"]


@pytest.mark.rule("AHL-17Ca", "AHL-26Ba")
def test_stuns_and_throws_for_control_are_told_as_the_phase_ends_and_wait_for_nobody():
    """A stun lasts to the end of the phase after the blow; whoever fired or fought in zero-G throws 10+."""
    stunned = [one("Ann", "1", "A1", stunned=1), one("Abe", "1", "A2", stunned=2)]
    fired = one("Bob", "2", "I3", "W", "red", zero_g=ZeroG(fired="ACR"))
    table = Table(*stunned, fired, settings={"zero-g": "yes"})
    table.begin(Ann="move", Abe="move", Bob="aim")
    assert told(table) == [], "the phase isn't over yet"
    over(table)
    assert told(table) == [
        ("Ann", "is stunned until this phase ends", "AHL 17.C.2"),
        ("Abe", "is stunned for the next phase too", "AHL 17.C.2"),
        ("Bob", "throws to keep control as this phase ends", "AHL 26.B"),
    ]
    assert "Ann: is stunned until this phase ends (AHL 17.C.2)" in table.give("turn show").lines
    # ACR: 6+6 keeps it whatever its recoil, and Abe's stun goes on.
    table.give("phase", (6, 6))
    over(table)
    assert told(table) == [("Abe", "is stunned until this phase ends", "AHL 17.C.2")]


def told(table):
    """What of people is told, and asks for nothing."""
    found = [due for due in AHL.due(table.game) if not due.is_asked]
    return [(*due.owes, due.what, due.rule) for due in found]


def over(table):
    """The last step of the phase, with everybody done."""
    table.give("phase", step="snap shots")
    table.give("phase ready", name=", ".join(table.units))


@pytest.mark.rule("AHL-8B1a", "AHL-8B8a")
def test_what_doors_do_as_the_phase_ends_is_told_and_waits_for_nobody():
    for both, does in ((False, "opens"), (True, "stays as it is, for commands oppose each other")):
        table = Table(one("Ann", "1", "B1", "E"), one("Abe", "1", "C1", "W"), board=ROOMS)
        table.begin(Ann="move", Abe="move")
        table.give("phase", step="movement")
        table.give("door", at="Ann", side="E")
        assert works(table) == [], "the phase isn't over yet"
        if both:
            table.give("door", at="Abe", side="W", open=False)
        over(table)
        assert works(table) == [f"the sliding door between B1 and C1 {does} as the phase ends"]
        table.give("next")
        assert works(table) == []


@pytest.mark.rule("AHL-8B7a")
def test_an_airlock_that_cycles_tells_for_how_long():
    """Six whole phases after the one in which it was asked."""
    table = Table(one("Ann", "1", "D1", "E"), board=ROOMS)
    table.begin(Ann="move")
    table.give("airlock", name="Ann", side="E")
    told = []
    for _ in range(7):
        if table.ledger.clock.phase == 0:
            table.give("phase")
        over(table)
        told += works(table)
        table.give("phase")
    assert [line.partition(" cycle")[2] for line in told] == [
        " as the phase ends, for 6 phases",
        *(f"s for {number} more phases" for number in (6, 5, 4, 3, 2)),
        "s for one more phase",
    ]


def test_an_airlock_that_is_called_to_both_sides_tells_that_it_stays():
    table = Table(one("Ann", "1", "D1", "E"), one("Abe", "1", "F1", "W"), board=ROOMS)
    table.begin(Ann="move", Abe="move")
    table.give("phase", step="movement")
    table.give("airlock", name="Ann", side="E")
    table.give("airlock", name="Abe", side="W")
    over(table)
    (told,) = works(table)
    assert told.endswith(" stays as it is, for commands oppose each other")


@pytest.mark.rule("AHL-8B6b", "AHL-8B6c")
def test_a_lift_tells_what_it_comes_on_and_what_it_leaves_on():
    table = Table(one("Ann", "1", "B1", "W"), board=TOWER)
    table.begin(Ann="move")
    table.give("lift call", name="Ann")
    over(table)
    assert works(table) == ["Lift A is called to Top: a 6 brings it as the phase ends"]
    table.give("phase", (6,))
    over(table)
    assert works(table) == ["Lift A stands open, and leaves on 5+ as the phase ends"]
    table.give("phase", (5,))
    over(table)
    assert works(table) == []
