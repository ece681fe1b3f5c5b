"""What people do on the deck in a turn that is kept takes what the book says, however it is typed (AHL 6, 8, 23)."""

from dataclasses import replace

import pytest

from bot.deck.board import placed
from bot.deck.plan import Facing, at_of
from bot.engine.errors import NeedsYesError
from bot.systems.ahl.sheet.character import Condition
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import gunner, stands
from tests.systems.ahl.table import Table

# A room with a light switch at B2, and a console at D2.
ROOM = board_of(
    "#" * 15, "#a . . . . . .#", "#             #", "#. S . C . . .#", "#" * 15, notes=("a = room 1 Bridge",)
)
# Ann's corner: from B2 she leans east, past the end of the wall, into the corridor of column C.
CORNER = board_of("#######", "#. .#.#", "# + + #", "#. . .#", "#######")
# A corridor of four squares, with a side passage south of C1.
BEND = board_of("+++++++++", " . . . . ", "+=+=+++=+", " . .|.|. ", "+++++++++")


def ann(square="A1", facing="E", **sheet):
    return gunner("Ann", **sheet), stands(square, facing)


def lying(square="A1", facing="E", **sheet):
    return gunner("Ann", **sheet), stands(square, facing, prone=True)


def cid(square="G1", facing="W", **sheet):
    return gunner("Cid", side="red", **sheet), stands(square, facing)


@pytest.mark.rule("AHL-8A6a", "AHL-6d")
@pytest.mark.parametrize(("stance", "square"), [("up", "A1"), ("crouching", "E2")])
def test_getting_up_takes_all_six_points_of_who_moves(stance, square):
    """To stand or only to crouch: nobody gets off the floor by way of a console."""
    table = Table(lying(square), cid(), board=ROOM)
    table.begin(Ann="move")
    card = table.give("stance", name="Ann", how=stance)
    assert not table.board.people["Ann"].prone
    assert table.left("Ann") == 0
    assert "Ann: 0 AP left in phase 1" in card.lines
    assert table.refused("move", name="Ann", facing="S").startswith("Ann has 0 AP left in phase 1")


@pytest.mark.rule("AHL-8A6a")
def test_who_has_spent_a_point_or_planned_otherwise_stays_down():
    table = Table(lying(), cid(), board=ROOM)
    table.begin(Ann="aim")
    assert table.refused("stance", name="Ann", how="up") == (
        "Ann has planned to aim in this turn, and standing up is another action (AHL 5)."
    )
    table = Table(ann(), cid(), board=ROOM)
    table.begin(Ann="move")
    table.give("move", name="Ann", to="B1")
    # Lying down costs nothing that the book names, and leaves 4 points: too few to stand up with.
    card = table.give("stance", name="Ann", how="prone")
    assert "The book names no cost for lying down, and 6 AP for standing up again (AHL 8.A)" in card.working
    assert table.left("Ann") == 4
    assert table.refused("stance", name="Ann", how="up") == (
        "Ann has 4 AP left in phase 1 of turn 1, and standing up takes 6: /phase goes on to the next one (AHL 6)."
    )


@pytest.mark.rule("AHL-14Ba")
def test_crouching_and_rising_behind_a_console_are_free():
    table = Table(ann("E2", "W"), cid(), board=ROOM)
    table.begin(Ann="aim")
    table.give("stance", name="Ann", how="crouching")
    table.give("stance", name="Ann", how="up")
    assert table.left("Ann") == 6


@pytest.mark.rule("AHL-8A3a", "AHL-3a")
def test_turning_is_paid_for_as_in_a_move():
    table = Table(ann(), cid(), board=ROOM)
    table.begin(Ann="move")
    table.give("face", name="Ann", facing="west")
    assert table.left("Ann") == 4
    # Who trots pays 2 a quarter, those before the trot too: a square 1, and 1 more for each of two turns.
    table.give("face", name="Ann", facing="east")
    table.give("phase")
    table.give("face", name="Ann", facing="south")
    table.give("face", name="Ann", facing="east")
    table.give("move", name="Ann", to="B1", gait="trot")
    assert table.left("Ann") == 6 - 2 - 2 - 1
    assert table.refused("face", name="Ann", facing="south").startswith("Ann has 1 AP left in phase 2 of turn 1")


@pytest.mark.rule("AHL-8A3a")
def test_who_goes_as_far_as_they_come_pays_before_a_trot_for_the_turns_at_a_walk():
    """Two turns at a walk are 2 AP, and 2 more for who trots: of 6 two are left, for two squares at 1."""
    table = Table(ann(), cid(), board=ROOM)
    table.begin(Ann="move")
    table.give("face", name="Ann", facing="south")
    table.give("face", name="Ann", facing="east")
    table.give("move", name="Ann", to="E1", gait="trot")
    assert table.left("Ann") == 0
    assert table.at("Ann", "C1")


def test_who_aims_does_not_turn_and_who_lies_gets_up_first():
    table = Table(ann(), cid(), board=ROOM)
    table.begin(Ann="aim")
    assert "and turning is another action (AHL 5)" in table.refused("face", name="Ann", facing="west")
    table = Table(lying(), cid(), board=ROOM)
    table.begin(Ann="move")
    assert table.refused("face", name="Ann", facing="west").startswith("Ann is prone")


@pytest.mark.rule("AHL-23a")
def test_a_light_switch_takes_a_point_and_counts_from_the_next_step():
    table = Table(ann("B1"), (gunner("Cid", "Carbine", "", "red"), stands("G1", "W")), board=ROOM)
    table.begin(Ann="move", Cid="aim")
    card = table.give("light", room="Ann")
    assert card.title == "The light in 1 Bridge is off"
    assert table.left("Ann") == 5
    assert not table.board.dark
    # Her move still belongs to the step before it, and the aimed fire comes in the dark: 5 squares.
    table.give("phase", step="movement")
    assert table.board.dark == {1}
    card = table.give("fire", (1, 1), name="Cid", target="Ann")
    assert "−5 darkness" in "\n".join(card.lines)


@pytest.mark.rule("AHL-23a")
def test_it_counts_whatever_begins_the_next_step():
    for begins in ({"verb": "move", "name": "Ann", "to": "C1"}, {"verb": "phase"}):
        table = Table(ann("B1"), cid(), board=ROOM)
        table.begin(Ann="move")
        table.give("light", room="Ann", on=False)
        table.give(**begins)
        assert table.board.dark == {1}
    assert table.refused("light", room="Cid") == (
        "Cid has no light switch in reach: move them beside one, in the room that it lights."
    )


@pytest.mark.rule("AHL-23a")
def test_a_switch_that_is_worked_twice_in_a_step_turns_the_light_back():
    table = Table(ann("B1"), cid(), board=ROOM)
    table.begin(Ann="move")
    card = table.give("light", room="Ann", on=False)
    assert "It counts from the next step on (AHL 23)" in card.lines
    assert table.refused("light", room="Ann", on=False) == "The light in 1 Bridge is off already."
    assert table.give("light", room="Ann").title == "The light in 1 Bridge is on"
    assert table.left("Ann") == 4
    table.give("phase", step="movement")
    assert not table.board.dark


@pytest.mark.rule("AHL-23a", "AHL-6d")
def test_who_has_no_point_left_works_no_switch():
    table = Table(ann("B1"), cid(), board=ROOM)
    table.begin(Ann="move")
    table.give("move", name="Ann", gait="evade")
    assert table.refused("light", room="Ann") == (
        "Ann has 0 AP left in phase 1 of turn 1, and working a light switch takes 1: /phase goes on to the next one "
        "(AHL 6)."
    )


def test_the_referees_word_is_free_and_at_once():
    table = Table(ann(), cid(), board=ROOM)
    table.begin(Ann="aim")
    table.give("light set", room="Bridge", on=False)
    table.give("place", name="Ann", at="C1", facing="south")
    assert table.board.dark == {1}
    assert table.board.people["Ann"].facing is Facing.SOUTH
    assert table.left("Ann") == 6


def test_a_player_puts_nobody_about_in_a_turn_but_with_the_referees_yes():
    table = Table((replace(gunner("Ann"), owner="1"), stands("A1")), board=ROOM)
    table.by = "1"
    table.give("place", name="Ann", at="B1")
    table.give("turn begin")
    for _ in range(7):
        for at in ("C1", "off"):
            with pytest.raises(NeedsYesError, match="moving and turning cost action points"):
                table.give("place", name="Ann", at=at)
        table.give("phase")


def test_until_the_first_phase_of_a_turn_a_player_puts_theirs_on_the_deck():
    table = Table((replace(gunner("Ann"), owner="1"), stands("A1")), board=ROOM)
    table.board, table.by = placed(ROOM, "Ann", None), "1"
    table.give("turn begin")
    table.give("place", name="Ann", at="B1")
    table.board = placed(ROOM, "Ann", None)
    table.give("phase")
    with pytest.raises(NeedsYesError, match=r"phase 1 of turn 1, and nobody comes onto the deck by word alone\. The"):
        table.give("place", name="Ann", at="C1")


def test_whom_a_scenario_has_come_their_player_puts_on_the_deck_as_a_turn_is_planned():
    table = Table((replace(gunner("Ann"), owner="1"), stands("A1")), (replace(gunner("Bob"), owner="1"), stands("A1")))
    table.board, table.by = placed(placed(ROOM, "Ann", None), "Bob", None), "1"
    table.give("turn begin")
    table.give("phase")
    table.comes = ["Ann"]
    with pytest.raises(NeedsYesError, match="by word alone: they come as a turn is planned"):
        table.give("place", name="Ann", at="B1")
    for _ in range(5):
        table.give("phase")
    assert table.ledger.clock.words == "the decision phase of turn 2"
    with pytest.raises(NeedsYesError, match=r"nobody comes onto the deck by word alone\. The"):
        table.give("place", name="Bob", at="B1")
    table.give("place", name="Ann", at="B1")
    assert table.board.people["Ann"].at == at_of("B1")
    with pytest.raises(NeedsYesError, match="moving and turning cost action points"):
        table.give("place", name="Ann", at="C1")


@pytest.mark.parametrize("verb", ["stance", "lean", "face", "light"])
def test_nobody_does_any_of_it_who_is_out(verb):
    table = Table(ann("B1", condition=Condition.UNCONSCIOUS), board=ROOM)
    given = {"stance": {"how": "up"}, "lean": {"side": "east"}, "face": {"facing": "east"}}.get(verb, {})
    assert table.refused(verb, **{"room" if verb == "light" else "name": "Ann"}, **given).startswith(
        "Ann is unconscious and cannot "
    )


@pytest.mark.rule("AHL-14Ab")
def test_one_of_a_square_uses_its_corner_and_the_others_neither_fire_nor_are_fired_at():
    table = Table(ann("C2", "W"), (gunner("Bob"), stands("C2", "W")), cid("A1", "E"), board=BEND)
    table.begin(Ann="aim", Bob="aim", Cid="aim")
    for blind in ({"name": "Cid", "target": "Bob"}, {"name": "Bob", "target": "Cid"}):
        assert " can't see " in table.refused("fire", **blind)
    table.give("lean", name="Ann", side="north")
    alone = "Ann leans round a corner from that square already: only one of them can."
    assert table.refused("lean", name="Bob", side="north") == alone
    for blind in ({"name": "Cid", "target": "Bob"}, {"name": "Bob", "target": "Cid"}):
        assert " can't see " in table.refused("fire", **blind)
    card = table.give("fire", [1, 1], name="Cid", target="Ann")
    assert "−2 cover" in card.lines[1]
    table.give("fire", [1, 1], name="Ann", target="Cid")
    # The corner is free again as soon as she is back behind it.
    table.give("phase")
    table.give("lean", name="Ann", side="back")
    table.give("lean", name="Bob", side="north")
    assert table.refused("lean", name="Ann", side="north").startswith("Bob leans round a corner")
    table.give("fire", [1, 1], name="Cid", target="Bob")


@pytest.mark.rule("AHL-18A1a", "AHL-14Aa")
def test_the_check_comes_before_leaning_out_into_covering_fire():
    """Cid at C1 covers down column C, and Ann at B2 leans into C2: she checks first, and is met in cover there."""
    table = Table(ann("B2", "N", morale=7), cid("C1", "S"), board=CORNER)
    table.begin(checked=False, Ann="aim", Cid="cover, C2")
    table.give("cover", name="Cid")
    assert table.refused("lean", name="Ann", side="east") == (
        "A morale check comes before Ann shows themselves to covering fire: /morale check cause:exposure name:Ann "
        "(AHL 18.A.1)."
    )
    table.give("morale", (4, 4), name="Ann", cause="exposure")
    assert table.refused("lean", name="Ann", side="east").startswith("Ann has failed their check")


@pytest.mark.rule("AHL-18A1a", "AHL-14Ba")
def test_the_check_comes_before_rising_from_a_console_into_covering_fire():
    """Ann crouches at E2 behind the console at D2; Cid at A2 covers row 2. A 7 passes; their fire has −2 for cover."""
    crouched = gunner("Ann", morale=7), stands("E2", "W", crouching=True)
    table = Table(crouched, cid("A2", "E"), board=ROOM)
    table.begin(checked=False, Ann="aim", Cid="cover, G2")
    table.give("cover", name="Cid")
    assert table.refused("stance", name="Ann", how="up").startswith("A morale check comes before Ann shows")
    table.give("morale", (3, 4), name="Ann", cause="exposure")
    card = table.give("stance", (2, 3), name="Ann", how="up")
    assert "Cid's covering fire at E2:" in card.lines
    assert any("−2 cover" in line and "miss" in line for line in card.lines)
    assert table.left("Ann") == 6


def test_without_a_turn_all_of_it_is_free_and_told():
    table = Table(lying("B1"), board=ROOM)
    card = table.give("stance", name="Ann", how="up")
    assert card.working == ("Standing up costs 6 AP (AHL 8.A); of crouching the book names no cost (AHL 14.B)",)
    assert table.give("face", name="Ann", facing="west").title == "Ann faces west"
    card = table.give("light", room="Ann")
    assert card.working == ("The switch costs 1 AP and counts from the next step of the phase on (AHL 23)",)
    assert table.board.dark == {1}
