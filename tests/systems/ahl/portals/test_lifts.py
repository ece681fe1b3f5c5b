"""Lifts: called, waited for, ridden, dead (AHL 8.B.6, 8.B.8), by scripted dice."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.alttext import alt_text
from bot.deck.board import Lift, Ride
from bot.deck.plan import At, Edge, Facing
from bot.deck.view import View
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.systems.ahl.portals.lifts import Called, end_lifts
from bot.systems.ahl.sheet.character import Being, Condition
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import body, give, scene_on, stands

# Lift A fills A1 and A2 of three levels, its door leads east from A1; the lift in D1 has no door.
ROWS = ("#########", "#aD. . E#", "# ===== #", "#a=. . .#", "#########")
DECK = "\n".join((*ROWS, "a = place Lift A, lift"))
TOWER = board_of(
    *ROWS, level="Top", notes=["a = place Lift A, lift"], more=f"level: Middle\n{DECK}\nlevel: Low\n{DECK}"
)
DOOR = Edge(0, 1, 0, Facing.WEST)
CAR = At(0, 0, 0)
ANN = (body("Ann"), stands("B1"))


def with_lift(lift, board=TOWER):
    return replace(board, lifts={CAR: lift})


def phase(board, *people, faces=()):
    outcome, card = give("phase", scene_on(board, people, name=", ".join(unit.name for unit, _ in people)), faces)
    return board if outcome.board is None else outcome.board, card


def call(board, *people, **fields):
    outcome, card = give("lift call", scene_on(board, people, name="Ann"), **fields)
    return outcome.board, card


def ride(board, *people, **fields):
    outcome, card = give("lift ride", scene_on(board, people, name="Ann"), **fields)
    return outcome.board, card


@pytest.mark.rule("AHL-8B6a")
def test_a_lift_is_called_from_beside_its_door_for_two_points():
    board, card = call(TOWER, ANN)
    assert board.lifts == {CAR: Lift(calls=frozenset({0}))}
    assert card.title == "Ann calls Lift A"
    assert card.lines == ("2 AP; at the end of each phase one die, and it comes on a 6",)
    assert card.working == (
        "Calling a lift costs 2 AP for who began the phase beside its door (AHL 8.B.6)",
        "From the end of this phase on one die a phase, a 6 brings it (AHL 8.B.6), ruling R-43",
    )
    for square in ("B2", "C2"):
        with pytest.raises(RuleError, match="No lift's door is beside"):
            call(TOWER, (body("Ann"), stands(square)))
    with pytest.raises(RuleError, match="has been called from here already"):
        call(board, ANN)
    with pytest.raises(RuleError, match="is unconscious and cannot"):
        call(TOWER, (body("Ann", condition=Condition.UNCONSCIOUS), stands("B1")))


@pytest.mark.rule("AHL-8B6a")
def test_only_who_began_the_phase_beside_its_door_calls_it():
    came = (body("Ann"), stands("B1", began=At(0, 2, 0)))
    with pytest.raises(RuleError, match="Ann began this phase at C1, not beside that door: work it in the next"):
        call(TOWER, came)
    # The phase ends, and they have begun the next one here; who was just put there may call at once.
    board, _ = phase(TOWER, came)
    assert board.people["Ann"].began == At(0, 1, 0)
    assert call(TOWER, (ANN[0], board.people["Ann"]))[0].lifts == {CAR: Lift(calls=frozenset({0}))}
    # Along the lift's side there is no door.
    with pytest.raises(RuleError, match="Ann began this phase at B2"):
        call(TOWER, (body("Ann"), stands("B1", began=At(0, 1, 1))))


def test_a_lift_without_a_door_is_called_from_beside_it_and_of_several_one_is_named():
    board, card = call(TOWER, (body("Ann"), stands("C1")))
    assert board.lifts == {At(0, 3, 0): Lift(calls=frozenset({0}))}
    assert card.title == "Ann calls The lift at D1"
    near = board_of("#######", "#EDaDE#", "#######", notes=["a = place Post"])
    with pytest.raises(RuleError, match="Several lifts are beside B1: name the side, one of E, W"):
        call(near, ANN)
    assert call(near, ANN, side="W")[0].lifts == {CAR: Lift(calls=frozenset({0}))}


@pytest.mark.rule("AHL-8B6b")
def test_a_six_at_the_end_of_that_phase_or_a_later_one_brings_it():
    board, _ = call(TOWER, ANN)
    board, card = phase(board, ANN, faces=[5])
    assert card.lines == ("Lift A, called to Top: 6+ | 5 → not yet",)
    assert DOOR not in board.open
    with pytest.raises(RuleError, match="The lift isn't there: call it with /lift call"):
        give("move", scene_on(board, [ANN], name="Ann"), to="W")
    board, card = phase(board, ANN, faces=[6])
    assert card.lines == ("Lift A, called to Top: 6+ | 6 → it comes, its doors open",)
    assert card.working == (
        "One die for each level that called, a 6 brings the lift, and the doors open (AHL 8.B.6, 8.B.8)",
    )
    assert board.open == {DOOR}
    assert board.lifts == {CAR: Lift(level=0)}
    # It may be entered in the phase after that.
    outcome, _ = give("move", scene_on(board, [ANN], name="Ann"), to="W")
    assert outcome.board.people["Ann"].at == CAR


@pytest.mark.rule("AHL-8B6c")
@pytest.mark.parametrize(("die", "leaves"), [(1, False), (4, False), (5, True), (6, True)])
def test_an_open_lift_that_nobody_enters_leaves_on_five_or_six(die, leaves):
    here = replace(with_lift(Lift(level=0)), open=frozenset({DOOR}))
    board, card = phase(here, ANN, faces=[die])
    said = "it shuts and leaves" if leaves else "it stays"
    assert card.lines == (f"Lift A stands open on Top, empty: 5+ | {die} → {said}",)
    assert card.working == ("An open lift that nobody enters shuts and leaves on a 5 or 6 (AHL 8.B.6)",)
    assert (board.open, board.lifts) == ((frozenset(), {}) if leaves else ({DOOR}, here.lifts))


@pytest.mark.rule("AHL-8B6c", "AHL-8B6d")
def test_no_die_is_thrown_while_somebody_is_in_it():
    here = replace(with_lift(Lift(level=0, calls=frozenset({2}))), open=frozenset({DOOR}))
    board, card = phase(here, (body("Ann"), stands("A2")))
    assert (board.lifts, card.lines) == (here.lifts, ("Nothing was due.",))
    # Nor where they stand in it behind shut doors: it is in use, though it was called elsewhere.
    board, card = phase(with_lift(Lift(calls=frozenset({2}))), (body("Ann"), stands("A1")))
    assert card.lines == ("Nothing was due.",)


@pytest.mark.rule("AHL-8B6d")
def test_of_several_levels_the_first_six_wins_and_the_others_wait():
    board = with_lift(Lift(calls=frozenset({0, 1, 2})))
    board, card = phase(board, ANN, faces=[5, 6, 1])
    assert card.lines == (
        "Lift A, called to Top: 6+ | 5 → not yet",
        "Lift A, called to Middle: 6+ | 6 → it comes, its doors open",
        "Lift A, called to Low: 6+ | 1 → not yet",
    )
    assert board.lifts == {CAR: Lift(level=1, calls=frozenset({0, 2}))}
    # While it is open on one level no die is thrown for the others; when it has left, they throw again.
    board, card = phase(board, ANN, faces=[5])
    assert card.lines == ("Lift A stands open on Middle, empty: 5+ | 5 → it shuts and leaves",)
    board, card = phase(board, ANN, faces=[2, 3])
    assert [line.rpartition("| ")[2] for line in card.lines] == ["2 → not yet", "3 → not yet"]


@pytest.mark.rule("AHL-8B6d")
def test_a_tie_is_broken_at_random():
    """Both throw a 6 in 1 of 36, one of them alone in 5 of 36 each: 5/36 + 1/72 = 11/72 for either."""
    board = with_lift(Lift(calls=frozenset({0, 2})))
    odds = exact(lambda dice: end_lifts(board, dice), of=lambda ended: ended[0].lifts[CAR].level)
    assert odds == {0: Fraction(11, 72), 2: Fraction(11, 72), None: Fraction(50, 72)}
    works = exact(lambda dice: end_lifts(board, dice), of=lambda ended: ended[1])
    assert sum(works.values()) == 1
    tied = {tuple(each.came for each in work): p for work, p in works.items() if [each.die for each in work] == [6, 6]}
    assert tied == {(True, False): Fraction(1, 72), (False, True): Fraction(1, 72)}
    _, card = phase(board, ANN, faces=[6, 6, 1])
    assert card.lines[0].endswith("6+ | 6 → it comes, its doors open")
    assert card.lines[1] == "Lift A, called to Low: 6 → another level gets it, at random"


@given(st.frozensets(st.integers(0, 2), min_size=1))
def test_a_called_lift_comes_to_one_level_that_threw_a_six_or_to_none(calls):
    board = with_lift(Lift(calls=calls))
    odds = exact(lambda dice: end_lifts(board, dice), of=lambda ended: (ended[0].lifts.get(CAR, Lift()), ended[1]))
    assert odds[(Lift(calls=calls), _none(calls))] == Fraction(1, 6 ** len(calls))
    for after, works in odds:
        came = [work.level for work in works if work.came]
        assert len(came) == any(work.die == 6 for work in works)
        assert all(work.die == 6 for work in works if work.came)
        assert after.level is None or [TOWER.plan.levels[after.level].name] == came
        assert after.calls == calls - {after.level}


def _none(calls):
    """A 1 for each level that called."""
    return tuple(Called("Lift A", TOWER.plan.levels[level].name, 1, came=False) for level in sorted(calls))


@pytest.mark.rule("AHL-SC-IV-h")
def test_a_ride_takes_a_phase_a_deck_with_everybody_in_it_robots_too():
    """Two decks down are two phases, 12 AP."""
    here = replace(with_lift(Lift(level=0)), open=frozenset({DOOR}))
    people = (body("Ann", being=Being.WARBOT), stands("A1")), (body("Bob"), stands("A2")), (body("Cid"), stands("B1"))
    board, card = ride(here, *people, to="Low")
    assert card.title == "Ann and Bob ride Lift A to Low"
    assert card.lines == ("12 AP each; it takes 2 phases, and opens there",)
    assert card.working == (
        "A phase a deck, as scenario IV prints it; no rule says how long other rides take (AHL 8.B.6)",
    )
    assert (board.open, board.lifts) == (frozenset(), {CAR: Lift(ride=Ride(0, 2, 2))})
    with pytest.raises(RuleError, match="Lift A is on its way: wait until it is there"):
        ride(board, *people, to="Middle")
    with pytest.raises(RuleError, match="Lift A is on its way"):
        call(board, *people)
    board, card = phase(board, *people)
    assert card.lines == ("Lift A with Ann and Bob is on its way to Low: one more phase",)
    assert board.people["Ann"].at == At(0, 0, 0)
    board, card = phase(board, *people)
    assert card.lines == ("Lift A with Ann and Bob is on Low, and opens",)
    assert [board.people[name].at for name in ("Ann", "Bob", "Cid")] == [At(2, 0, 0), At(2, 0, 1), At(0, 1, 0)]
    assert board.open == {DOOR._replace(level=2)}
    assert board.lifts == {CAR: Lift(level=2)}


def test_where_a_ride_goes():
    here = with_lift(Lift(level=1))
    ann = (body("Ann"), stands("2:A1"))
    assert ride(here, ann, to="3")[0].lifts[CAR].ride == Ride(1, 2, 1)
    assert ride(here, ann, to="top")[0].lifts[CAR].ride == Ride(1, 0, 1)
    for to, why in (("", "No level that it goes to is named"), ("2", "level that it goes to"), ("4", "level that")):
        with pytest.raises(RuleError, match=why):
            ride(here, ann, to=to)
    with pytest.raises(RuleError, match="Ann is in no lift: call one with /lift call"):
        ride(here, ANN)
    with pytest.raises(RuleError, match="draws no other level for that lift"):
        ride(board_of("", " E ."), (body("Ann"), stands("A1")))


@pytest.mark.parametrize(("to", "phases"), [("2", "one phase"), ("3", "2 phases")])
def test_a_ride_is_told_with_the_phases_that_it_takes(to, phases):
    _, card = ride(with_lift(Lift(level=0)), (body("Ann"), stands("A1")), to=to)
    assert card.lines[0].endswith(f"; it takes {phases}, and opens there")


def test_a_lift_of_two_levels_needs_no_name_and_one_that_is_under_way_is_called_from_outside_alone():
    two = board_of("", " E .", level="Top", more="level: Low\n\n E .")
    board, _ = ride(replace(two, lifts={At(0, 0, 0): Lift(level=0)}), (body("Ann"), stands("A1")))
    assert board.lifts[At(0, 0, 0)].ride == Ride(0, 1, 1)
    under_way = with_lift(Lift(level=None, ride=Ride(1, 2, 1)))
    assert call(under_way, ANN)[0].lifts[CAR].calls == {0}
    with pytest.raises(RuleError, match="Lift A is on its way: wait until it is there"):
        call(under_way, (body("Ann"), stands("A1")))


def test_whoever_is_put_into_a_shut_lift_has_it_opened_without_a_die():
    board, card = call(TOWER, (body("Ann"), stands("2:A2")))
    assert card.lines == ("2 AP; its doors open at the end of this phase",)
    board, card = phase(board, (body("Ann"), stands("2:A2")))
    assert card.lines == ("Lift A opens on Middle",)
    assert board.open == {DOOR._replace(level=1)}
    with pytest.raises(RuleError, match="Lift A stands open here: ride with /lift ride, or get out"):
        call(board, (body("Ann"), stands("2:A2")))
    with pytest.raises(RuleError, match="Lift A stands open here: enter it"):
        call(board, (body("Ann"), stands("2:B1")))


def test_a_dead_lift_answers_no_call():
    board = give("lift set", scene_on(with_lift(Lift(calls=frozenset({0}))), [ANN]), at="Lift A", state="dead")[0].board
    assert board.lifts == {CAR: Lift(dead=True)}
    after, card = call(board, ANN)
    assert card.lines == ("2 AP; nothing happens: it is out of order",)
    assert (after.lifts, phase(after, ANN)[1].lines) == (board.lifts, ("Nothing was due.",))
    with pytest.raises(RuleError, match="Lift A is out of order: get out"):
        ride(board, (body("Ann"), stands("A1")))
    every, card = give("lift set", scene_on(TOWER, []), at="all", state="dead")
    assert card.title.endswith(": out of order, no call is answered")
    assert all(lift.dead for lift in every.board.lifts.values())
    assert len(every.board.lifts) == 2
    back = give("lift set", scene_on(board, []), at="Lift A", state="working")[0].board
    assert back.lifts == {}


def test_the_referee_brings_a_lift_and_sends_it_away():
    here, card = give("lift set", scene_on(TOWER, []), at="2:A1", state="here")
    assert (here.board.lifts, here.board.open) == ({CAR: Lift(level=1)}, {DOOR._replace(level=1)})
    assert card.title == "Lift A: here, its doors open"
    away, _ = give("lift set", scene_on(here.board, []), at="Lift A", state="away")
    assert (away.board.lifts, away.board.open) == ({}, frozenset())
    for at, why in (("B1", "There is no lift: name one"), ("all", "Name the lift, and the level by a square of it")):
        with pytest.raises(RuleError, match=why):
            give("lift set", scene_on(TOWER, []), at=at, state="here")


def test_a_lifts_door_is_worked_by_no_hand_and_shows_whether_it_is_there():
    with pytest.raises(RuleError, match="That is a lift's door: call the lift with /lift call"):
        give("door", scene_on(TOWER, [ANN], at="Ann"))
    here = replace(with_lift(Lift(level=0)), open=frozenset({DOOR}))
    assert "Lift open at A1, A2." in alt_text(View(here, 0))
    assert "Lift" not in alt_text(View(here, 1))
    assert "Lift out of order at A1, A2." in alt_text(View(with_lift(Lift(dead=True)), 2))


def test_a_phase_for_some_only_leaves_the_lifts_as_they_are():
    people = ANN, (body("Bob"), stands("C1"))
    outcome, _ = give("phase", scene_on(with_lift(Lift(calls=frozenset({0}))), people, characters="Ann"))
    assert outcome.board is None
