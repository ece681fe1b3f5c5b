"""Morale in a turn that is kept: checks before a move, and which way the panicked run (AHL 18; R-122, R-165)."""

import pytest

from bot.systems.ahl.morale.checks import Cause
from bot.systems.ahl.orders.in_turn.checks_first import together
from bot.systems.ahl.orders.in_turn.nerve import check_of
from bot.systems.ahl.sheet.character import Being, Nerve
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.table import Table, one

# A room of three by three that is open to the east in its row 2, and a hall beyond.
OPEN_ROW, WALLED_ROW = "#. . . . . . .#", "#. . .#. . . .#"
BETWEEN = "#     #       #"
REFUGE = board_of("#" * 15, WALLED_ROW, BETWEEN, OPEN_ROW, BETWEEN, WALLED_ROW, "#" * 15)


def ann(square="A2", facing="E", weapon="ACR", ammo="DS", **sheet):
    return gunner("Ann", weapon, ammo, **sheet), stands(square, facing)


def cid(square="E3", facing="N", **sheet):
    return gunner("Cid", side="red", **sheet), stands(square, facing)


def covered(**sheet):
    """Ann's covering fire lies along row 2, and Cid in row 3 has planned to move through it."""
    table = Table(ann(), cid(**sheet))
    table.begin(checked=False, Ann="cover, I2", Cid="move")
    table.give("cover", name="Ann")
    return table


@pytest.mark.rule("AHL-18A1b")
def test_the_check_comes_before_the_danger_space_of_a_covering_fire():
    table = covered(morale=7)
    assert table.refused("move", name="Cid", to="N") == (
        "A morale check comes before E2, into covering fire: /morale check cause:exposure name:Cid (AHL 18.A.1); "
        "then /move goes on."
    )
    assert table.left("Cid") == 6
    card = table.give("morale", (3, 4), name="Cid", cause="exposure")
    assert card.lines == ("Cid: 7− (morale 7) | 3+4 = 7 → passes: may go into the danger space",)
    # The fire at them: 8+ with +2 burst −1 covering fire; 1+1 misses.
    card = table.give("move", (1, 1), name="Cid", to="N")
    assert table.at("Cid", "E2")
    assert "Ann's covering fire at E2:" in card.lines
    # On through the line to the other side of it: it attacks nobody twice, and nothing is owed.
    table.give("move", name="Cid", to="N")
    assert table.at("Cid", "E1")


@pytest.mark.rule("AHL-18A1b", "AHL-18Da")
def test_who_fails_stays_out_of_it_and_goes_any_other_way():
    table = covered(morale=7)
    table.give("morale", (4, 4), name="Cid", cause="exposure")
    assert table.refused("move", name="Cid", to="N") == (
        "Cid has failed their check and doesn't go to E2, into covering fire: any other way is free (AHL 18.D)."
    )
    assert table.refused("morale", faces=(1, 1), name="Cid", cause="exposure") == (
        "Cid has failed that check in phase 1 of turn 1, and it holds for the phase (AHL 18.D)."
    )
    table.give("move", name="Cid", to="D3")
    assert table.at("Cid", "D3")
    # In the next phase they may try anew.
    table.give("phase")
    table.give("cover", name="Ann")
    assert table.give("move", name="Cid", to="D2").lines[1].startswith("A morale check comes before D2")
    assert table.at("Cid", "D3")


@pytest.mark.rule("AHL-18A1b")
def test_they_go_as_far_as_needs_no_check():
    table = Table(ann("A1", "E"), cid("E3", "N"))
    table.begin(checked=False, Ann="cover, I1", Cid="move")
    table.give("cover", name="Ann")
    card = table.give("move", name="Cid", to="N N")
    assert table.at("Cid", "E2")
    assert table.left("Cid") == 4
    assert "A morale check comes before E1, into covering fire: /morale check cause:exposure name:Cid" in card.lines[1]


@pytest.mark.rule("AHL-18A2", "AHL-18Db")
def test_before_coming_adjacent_they_stop_with_the_points_of_a_snap_shot_left():
    """From I2 to F2, beside Ann at E2: at a walk G2 leaves 2 AP, so they stop at H2 with 4."""
    table = Table(ann("E2"), cid("I2", "W", morale=7))
    table.begin(checked=False, Ann="move", Cid="move")
    card = table.give("move", name="Cid", to="F2")
    assert table.at("Cid", "H2")
    assert table.left("Cid") == 4
    assert card.lines[1] == (
        "A morale check comes before F2, adjacent to an enemy: /morale check cause:adjacent name:Cid (AHL 18.A.2); "
        "then /move goes on"
    )


@pytest.mark.rule("AHL-18A2")
def test_whoever_passes_goes_on_and_whoever_fails_has_a_snap_shot_left():
    for thrown, refused in (((3, 4), False), ((4, 4), True)):
        table = Table(ann("E2", "W"), cid("H2", "W", morale=7))
        table.begin(checked=False, Ann="move", Cid="move")
        table.give("move", name="Cid", to="F2")
        assert table.at("Cid", "G2")
        table.give("morale", thrown, name="Cid", cause="adjacent")
        if refused:
            assert table.refused("move", name="Cid", to="F2") == (
                "Cid has failed their check and moves no further in this phase: a snap shot is left (AHL 18.D)."
            )
            table.give("phase", step="snap shots")
            table.give("fire", (1, 1), name="Cid", target="Ann", fire="snap")
        else:
            table.give("move", name="Cid", to="F2")
            assert table.at("Cid", "F2")


@pytest.mark.rule("AHL-18A2", "AHL-13a")
@pytest.mark.parametrize("orders", [("NW E",), ("NW", "E")])
def test_whoever_leaves_an_enemy_and_comes_back_checks_before_that_in_one_order_as_in_two(orders):
    """Ann at E2 is beside D2 and D1, and not beside C1: Cid was not beside her just before, so she may fire at once."""
    table = Table(ann("E2", "W"), cid("D2", "W", morale=7))
    table.begin(checked=False, Ann="aim", Cid="move")
    table.alone = False
    table.give("phase", step="movement")
    for squares in orders[:-1]:
        table.give("move", name="Cid", to=squares, gait="trot")
        assert table.at("Cid", "C1")
    card = table.give("move", (3, 4), name="Cid", to=orders[-1], gait="trot")
    assert table.at("Cid", "D1")
    assert any("Cid: 7− (morale 7) | 3+4 = 7 → passes" in line for line in card.lines)
    assert table.due()[0] == "Ann: a snap shot at once at Cid, who has come adjacent (AHL 13): Fire | Hold fire"


@pytest.mark.rule("AHL-18A2")
def test_all_may_check_before_anybody_moves():
    """18.B: who has passed before moving isn't asked on their way; who has failed stops before the square."""
    dan = gunner("Dan", side="red", morale=5), stands("G3", "W")
    table = Table(ann("E2", "W"), cid("G2", "W", morale=7), dan)
    table.begin(checked=False, Ann="move", Cid="move", Dan="move")
    table.give("morale", (3, 4, 3, 4), name="Cid, Dan", cause="adjacent")
    table.give("move", name="Cid", to="F2")
    assert table.at("Cid", "F2")
    assert table.refused("move", name="Dan", to="F3") == (
        "Dan has failed their check and stops before F3, adjacent to an enemy: a snap shot is left (AHL 18.D)."
    )


@pytest.mark.rule("AHL-18A2")
def test_blobs_never_check_and_a_book_that_is_only_shown_stops_nobody():
    blob = body("Cid", "red", being=Being.BLOB, life_level=3), stands("F2", "W")
    table = Table(ann("D2", "W"), blob)
    table.begin(checked=False, Ann="move", Cid="move")
    table.give("move", name="Cid", to="E2")
    shown = Table(ann("E2", "W"), cid("G2", "W"), settings={"turns": "shown"})
    shown.begin(checked=False, Ann="move", Cid="move")
    card = shown.give("move", name="Cid", to="F2")
    assert shown.at("Cid", "F2")
    assert card.lines[-1].startswith("By the book: A morale check comes before F2, adjacent to an enemy")


@pytest.mark.rule("AHL-18Dc")
def test_who_flees_runs_from_the_enemy_into_full_cover_and_cowers_there():
    """Cid in the corridor fails for a friend who has fallen. Ann at G2 sees them; in the room's corners nobody does."""
    table = Table(ann("G2", "W"), cid("D2", "W", morale=7), board=REFUGE)
    table.begin(checked=False, Ann="aim", Cid="aim")
    table.give("morale", (6, 6), name="Cid", cause="casualty")
    assert table.units["Cid"].sheet.nerve is Nerve.FLEEING
    assert "snap shot" not in next(line for line in table.give("turn show").lines if line.startswith("Cid"))
    table.give("phase")
    assert table.refused("move", name="Cid", to="E2").startswith("Cid flees: away from Ann, such as towards ")
    # Through the door at a trot, and out of its line: C2, then B3 diagonally ahead.
    table.give("move", name="Cid", to="C2", gait="trot")
    card = table.give("move", name="Cid", to="B3", gait="trot")
    assert "In full cover: they cower there until they rally (AHL 18.D)" in card.lines
    assert table.units["Cid"].sheet.nerve is Nerve.COWERING
    for _ in range(4):
        table.give("phase")
    assert table.give("morale", (3, 4), name="Cid", cause="casualty")
    assert table.give("rally", (3, 4), name="Cid").lines == ("Cid: 7− (morale 7) | 3+4 = 7 → steady again",)


@pytest.mark.rule("AHL-18Dc")
def test_who_is_in_full_cover_already_goes_nowhere_and_rallies():
    table = Table(ann("G1", "W"), cid("A1", nerve=Nerve.FLEEING, morale=7), board=REFUGE)
    table.begin(Ann="aim")
    assert table.refused("move", name="Cid", to="A2") == (
        "Cid is in full cover: they cower there, and may /morale rally (AHL 18.D)."
    )
    for _ in range(5):
        table.give("phase")
    table.give("rally", (3, 4), name="Cid")
    assert table.units["Cid"].sheet.nerve is Nerve.STEADY


@pytest.mark.rule("AHL-18Bb", "AHL-18Ba")
def test_of_several_who_move_in_one_order_all_check_before_anybody_moves():
    """Officers first: Ann's 6 passes at 7 and adds her leadership of 2 for Abe, whose 9 just passes then. A trot takes
    1 AP a square, so both come beside Bob, who looks away.
    """
    table = Table(
        one("Abe", "1", "A1", morale=7),
        one("Ann", "1", "A3", morale=7, rank="O1", leadership=2),
        one("Bob", "2", "F2", "E", "red"),
    )
    table.begin(checked=False, Abe="move", Ann="move", Bob="aim")
    table.alone = False
    table.give("phase", step="movement")
    card = table.give("move", (3, 3, 4, 5), name="Abe, Ann", to="E E E E", gait="trot")
    titles = [line for line in card.lines if line.startswith("—")]
    assert titles == ["— Morale: moving adjacent to an enemy", "— Abe trots to E1", "— Ann trots to E3"]
    assert card.title == "Abe trots to E1, and 1 other"
    assert [line.split()[0] for line in card.lines[1:3]] == ["Ann", "Abe:"]


@pytest.mark.rule("AHL-18A2")
def test_each_of_several_checks_before_the_enemy_whom_they_come_beside():
    table = Table(
        one("Abe", "1", "A1", morale=7),
        one("Ann", "1", "A3", morale=7),
        one("Bob", "2", "F1", "E", "red"),
        one("Cid", "2", "F3", "E", "red"),
    )
    table.begin(checked=False, Abe="move", Ann="move", Bob="aim", Cid="aim")
    table.alone = False
    table.give("phase", step="movement")
    card = table.give("move", (3, 3, 3, 3), name="Abe, Ann", to="E E E E", gait="trot")
    titles = [line for line in card.lines if line.startswith("—")]
    assert titles[:2] == ["— Morale: moving adjacent to an enemy"] * 2
    assert titles[2:] == ["— Abe trots to E1", "— Ann trots to E3"]


@pytest.mark.rule("AHL-18Bb", "AHL-18Db")
def test_who_fails_stops_short_and_the_others_go_on():
    """Abe's 8 fails at 7: he stops with the points of a snap shot left, and Ann passes."""
    table = Table(
        one("Abe", "1", "A1", morale=7),
        one("Ann", "1", "A3", morale=7),
        one("Bob", "2", "F2", "E", "red"),
    )
    table.begin(checked=False, Abe="move", Ann="move", Bob="aim")
    table.alone = False
    table.give("phase", step="movement")
    table.give("move", (4, 4, 3, 3), name="Abe, Ann", to="E E E E", gait="trot")
    assert table.at("Ann", "E3")
    assert table.at("Abe", "D1")
    assert table.left("Abe") == 3


@pytest.mark.rule("AHL-18Bb")
def test_of_all_who_move_those_check_first_who_come_under_fire_and_then_those_beside_enemies():
    """One order for each cause and enemy, whoever was named first; whoever owes two checks of a kind makes two."""
    owed = [
        check_of("Ann", Cause.ADJACENT, "Cid"),
        check_of("Abe", Cause.EXPOSURE),
        check_of("Abe", Cause.ADJACENT, "Cid"),
        check_of("Ann", Cause.EXPOSURE),
        check_of("Abe", Cause.EXPOSURE),
        check_of("Abe", Cause.ADJACENT, "Dot"),
    ]
    told = [(each.fields["cause"], each.people["name"]) for each in together(owed)]
    assert told == [
        ("exposure", (("Abe", 2), ("Ann", 1))),
        ("adjacent", (("Ann", 1), ("Abe", 1))),
        ("adjacent", (("Abe", 1),)),
    ]


@pytest.mark.rule("AHL-18A3")
def test_no_player_has_anybody_check_for_whom_the_turn_has_seen_fall_or_fire():
    """Nobody has fallen, and nobody unseen has fired: only the referee says otherwise (ruling R-161)."""
    table = Table(one("Ann", "1", "A2"), one("Bob", "2", "I1", "W", "red"))
    table.begin(Ann="aim", Bob="aim")
    table.by = "1"
    for cause in ("casualty", "surprise"):
        assert table.refused("morale", name="Ann", cause=cause, times=3) == (
            "Nobody checks: Ann owes none for that in this phase, as the turn knows."
        )
    table.by = ""
    table.give("morale", [1, 1], name="Ann", cause="casualty")
