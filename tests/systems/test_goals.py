"""What a scenario hides: who may look for it and where, who carries it, and what breaks it, by whatever rules."""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scenario import Goal
from bot.systems.goals import broken, freed, holding, in_danger, unless_carrying, unsearched
from tests.systems.small_ship import DEAD, OUT, Ship

SEARCH, DROP = "scenario search", "scenario drop"
# The crate is at F2; to its west a square, to its north a door, to its north-west a corner.
CASE = Goal("cases", 1, "Crates", carried=True, breaks=4)
SHAFT = Goal("code", 1, "shaft")
BESIDE = {"Ann": "E2", "Bob": "F1", "Cid": "E1"}


def ship(*, holds=("F2",), goal=CASE, at=BESIDE, turn=None, began=None, playing=None, **more):
    made = Ship(at=at, turn=turn, goals=(goal,), playing={"holding": {goal.name: holds}, **(playing or {})}, **more)
    if began:
        people = {name: replace(standing, began=at_of(began)) for name, standing in made.game.board.people.items()}
        made.game = replace(made.game, board=replace(made.game.board, people=people))
    return made


def told(made, *given, **fields):
    card = made.give(*given, **fields)
    return card.title, *card.lines


def test_who_finds_a_case_carries_it_and_lays_it_down_for_the_next():
    made = ship()
    assert told(made, SEARCH, "Ann", at="F2") == (
        "Ann looks into F2",
        "Found: cases; Ann carries it, with no hand free for a weapon",
    )
    assert made.playing.tallies == {"cases found": 1}
    assert (made.playing.carried, made.playing.holding) == ({"Ann": "cases"}, {"cases": ()})
    assert made.game.units["Ann"].marks == ("carries cases",)
    assert made.refused(DROP, "Bob") == "Bob carries nothing of the scenario's."
    assert told(made, DROP, "Ann") == ("Ann lays down cases at E2",)
    assert (made.playing.carried, made.playing.holding) == ({}, {"cases": ("E2",)})
    assert made.game.units["Ann"].marks == ()
    # Taken up again it isn't found once more.
    assert told(made, SEARCH, "Ann", at="E2")[1].startswith("Found: cases; Ann carries it")
    assert made.playing.tallies == {"cases found": 1}


def test_an_empty_crate_is_known_for_that_and_a_full_one_stays_with_who_has_a_hand_full():
    made = ship(holds=())
    assert told(made, SEARCH, "Ann", at="F2") == ("Ann looks into F2", "Nothing of it is there")
    assert made.playing.searched == {"cases F2": (0, 0), "Ann": (0, 0)}
    assert unsearched(made.scenario, made.playing, made.game.board) == []
    full = ship(playing={"carried": {"Ann": "cases"}})
    assert told(full, SEARCH, "Ann", at="F2") == ("Ann looks into F2", "Found: cases")
    # It lies there still, and is found.
    assert (full.playing.holding, full.playing.tallies) == ({"cases": ("F2",)}, {"cases found": 1})


def test_what_is_not_carried_off_is_found_once_and_is_there_no_more():
    made = ship(goal=SHAFT, holds=("C1",), at={"Ann": "C1"})
    assert told(made, SEARCH, "Ann", at="C1") == ("Ann looks into C1", "Found: code")
    assert (made.playing.holding, made.playing.carried) == ({"code": ()}, {})
    assert made.game.units["Ann"].marks == ()


@pytest.mark.parametrize(
    ("where", "square", "sentence"),
    [
        # Beyond a corner, two squares away, and behind the door of the crate's own north side.
        ("E1", "F2", "Ann must have begun this phase at a side of F2, and still be there."),
        ("D2", "F2", "Ann must have begun this phase at a side of F2, and still be there."),
        ("F1", "F2", "Ann must have begun this phase at a side of F2, and still be there."),
        ("E2", "E2", "Nothing is hidden in a square such as E2: /scenario show tells what is looked for."),
    ],
)
def test_who_is_not_at_a_side_of_a_crate_finds_nothing(where, square, sentence):
    assert ship(at={"Ann": where}).refused(SEARCH, "Ann", at=square) == sentence


def test_who_looks_into_an_open_square_stands_in_it():
    made = ship(goal=SHAFT, holds=("C1",), at={"Ann": "D1", "Bob": "C1"})
    assert made.refused(SEARCH, "Ann", at="C1") == "Ann must stand in C1 to find out."
    made.give(SEARCH, "Bob", at="C1")


@pytest.mark.parametrize("state", [OUT, DEAD])
def test_who_is_out_looks_for_nothing(state):
    made = ship(states={"Ann": state})
    assert made.refused(SEARCH, "Ann", at="F2") == "Ann is in no state to look for anything."


LATER = "Ann may look into one square in each action phase: wait for the next one."


@pytest.mark.parametrize(
    ("turn", "last", "sentence"),
    [
        ((2, 0), None, LATER),
        ((2, 3), (2, 3), LATER),
        ((2, 3), (2, 2), ""),
        ((2, 3), (1, 3), ""),
        ((2, 1), None, ""),
        # Without a turn as often as they like.
        (None, (0, 0), ""),
    ],
)
def test_one_square_in_each_action_phase(turn, last, sentence):
    made = ship(turn=turn, playing={"searched": {"Ann": last}} if last else {})
    if sentence:
        assert made.refused(SEARCH, "Ann", at="F2") == sentence
    else:
        made.give(SEARCH, "Ann", at="F2")
        assert made.playing.searched["Ann"] == (turn or (0, 0))


@pytest.mark.parametrize(("began", "where", "may"), [("E2", "E2", True), ("D2", "E2", False), ("E2", "D2", False)])
def test_who_has_come_there_in_this_phase_waits_for_the_next(began, where, may):
    made = ship(turn=(1, 2), at={"Ann": where}, began=began)
    if may:
        made.give(SEARCH, "Ann", at="F2")
    else:
        assert made.refused(SEARCH, "Ann", at="F2") == (
            "Ann must have begun this phase at a side of F2, and still be there."
        )


# --- where it is hidden ---


def hidden(goal, faces=(), **playing):
    made = Ship(goals=(goal,), playing=playing)
    dice = ScriptedDice(faces)
    found = holding(made.scenario, made.playing, made.game, dice)
    assert not dice.left
    return found.holding


def test_it_is_hidden_once_on_the_deck_that_has_the_place():
    assert hidden(Goal("cases", 1, "Crates")) == {"cases": ("F2",)}
    # Not again, though all of them are found.
    assert hidden(Goal("cases", 1, "Crates"), holding={"cases": ()}) == {"cases": ()}
    # A deck without such a place holds none yet.
    assert hidden(Goal("cases", 1, "Bilge")) == {}
    assert hidden(Goal("codes", 1, "conduits")) == {}


def test_a_place_with_too_few_squares_is_told_with_file_and_line():
    with pytest.raises(RuleError, match=r"^ship\.txt, line 9: Crates has 1 square only\.$"):
        hidden(Goal("cases", 2, "Crates", line=9))


def test_nobody_looks_on_once_all_are_found():
    made = ship()
    assert unsearched(made.scenario, made.playing, made.game.board) == [at_of("F2")]
    for count, left in ((0, 1), (1, 0), (2, 0)):
        playing = made.playing.having(tallies={"cases found": count})
        assert len(unsearched(made.scenario, playing, made.game.board)) == left


# --- what breaks it ---


def hurt(wounds, before=0, goal=CASE, faces=(), state=None):
    made = ship(
        goal=goal,
        states={"Ann": {"light_wounds": wounds, **(state or {})}},
        playing={"carried": {"Ann": goal.name}, "wounds": {"Ann": before}},
    )
    units = made.game.units.having(replace(made.game.units["Ann"], marks=("carries cases", "tall")))
    made.game = replace(made.game, units=units)
    given = made.system, made.scenario, made.playing, made.game
    dice = ScriptedDice(faces)
    playing, units, lines = broken(*given, dice)
    assert not dice.left
    return [more for _, _, more, _ in in_danger(*given)], playing, units, lines


@pytest.mark.parametrize(
    ("wounds", "before", "faces", "line"),
    [
        (1, 0, [3], "The case that Ann carries is whole: 3, breaks on 4+"),
        (1, 0, [4], "The case that Ann carries is destroyed: 4, breaks on 4+"),
        (2, 0, [1, 6], "The case that Ann carries is destroyed: 1, 6, breaks on 4+"),
        (2, 1, [2], "The case that Ann carries is whole: 2, breaks on 4+"),
    ],
)
def test_each_light_wound_has_its_die(wounds, before, faces, line):
    danger, playing, units, lines = hurt(wounds, before, faces=faces)
    assert danger == [wounds - before]
    assert lines == (line,)
    gone = "destroyed" in line
    assert playing.tallies == ({"cases destroyed": 1} if gone else {})
    assert playing.carried == ({} if gone else {"Ann": "cases"})
    assert playing.wounds == {"Ann": wounds}
    assert [unit.marks for unit in units.values()] == ([("tall",)] if gone else [])


def test_without_a_new_wound_nothing_is_in_danger():
    assert hurt(1, 1) == ([], hurt(1, 1)[1], {}, ())
    assert hurt(0, 1)[0] == []


@pytest.mark.parametrize("state", [OUT, DEAD])
def test_a_carrier_who_is_out_breaks_it_without_a_die(state):
    _, playing, _, lines = hurt(0, state=state)
    assert lines == ("The case that Ann carries is destroyed: its carrier is out",)
    assert playing.tallies == {"cases destroyed": 1}


def test_of_several_it_is_told_how_many_are_gone():
    assert hurt(1, faces=[4], goal=replace(CASE, count=4))[3] == (
        "The case that Ann carries is destroyed, 1 of 4: 4, breaks on 4+",
    )


def test_what_nothing_breaks_is_whole_after_any_light_wound():
    _, playing, _, lines = hurt(2, goal=replace(CASE, breaks=0))
    assert playing.carried == {"Ann": "cases"}
    assert lines == ("The case that Ann carries is whole: a light wound doesn't break it",)


def test_once_it_is_over_hands_are_free_again():
    made = ship(playing={"carried": {"Ann": "cases", "Gone": "cases"}})
    units = made.game.units.having(replace(made.game.units["Ann"], marks=("carries cases", "tall")))
    assert {name: unit.marks for name, unit in freed(made.playing, units).items()} == {"Ann": ("tall",)}


@pytest.mark.parametrize(
    ("verbs", "marks", "barred"),
    [
        ({SEARCH}, ("carries cases",), True),
        ({SEARCH}, ("tall",), False),
        ({DROP}, ("carries cases",), False),
    ],
)
def test_whose_hands_are_full_gives_no_order_that_needs_one(verbs, marks, barred):
    made = ship()
    staged = replace(made.system.staged, armed=frozenset(verbs))
    made.orders[SEARCH] = unless_carrying(made.orders[SEARCH], replace(made.system, staged=staged))
    units = made.game.units.having(replace(made.game.units["Ann"], marks=marks))
    made.game = replace(made.game, units=units)
    if barred:
        assert made.refused(SEARCH, "Ann", at="F2") == (
            "Ann carries cases, and has no hand for a weapon: /scenario drop lays it down."
        )
    else:
        made.give(SEARCH, "Ann", at="F2")
