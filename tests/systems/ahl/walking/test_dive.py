"""Diving into an enemy's square, full or not (AHL 8.C.7, ruling R-48)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.plan import at_of
from bot.engine.dice import Modifier, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.systems.ahl.walking.ground import throw_out
from tests.cases import AHL as CASES
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import HALL, body, give, scene_on, stands
from tests.systems.ahl.worked import number

KNOCKOUTS = [case for case in CASES if case["call"] == "dive_knockout"]


def dive_knockout(occupants):
    others = [f"occupant {index}" for index in range(occupants)]
    chances = exact(lambda dice: throw_out("diver", others, dice).out, of=lambda out: out)
    numbers = {str(count): sum(p for out, p in chances.items() if len(out) == count) for count in range(1, 6)}
    return {
        "diver": sum(p for out, p in chances.items() if "diver" in out),
        "each_occupant": sum(p for out, p in chances.items() if "occupant 0" in out),
        "number_out": numbers,
    }


@pytest.mark.rule("AHL-8C7b")
@pytest.mark.parametrize(
    "case", [case for case in CASES if case["call"] == "dive_knockout"], ids=lambda case: case["id"]
)
def test_the_worked_case(case):
    expected = case["expected"]
    found = dive_knockout(**case["inputs"])
    assert found["diver"] == number(expected["diver"])
    assert found["each_occupant"] == number(expected["each_occupant"])
    assert {count: p for count, p in found["number_out"].items() if p} == number(expected["number_out"])
    assert sum(found["number_out"].values()) == Fraction(1)


OPEN = board_of(*HALL)
DIVER = body("Diver", "blue")
FOES = [body(f"Foe {number}") for number in range(1, 5)]


def dive(foes, faces=(), **fields):
    people = [(DIVER, stands("B2", "E")), *((foe, stands("C2", "W")) for foe in foes)]
    return give("dive", scene_on(OPEN, people, name="Diver", target=foes[0].name), faces, **fields)


def test_into_a_square_with_room_nobody_throws():
    outcome, card = dive(FOES[:3])
    assert outcome.board.people["Diver"] == stands("C2", "E")
    assert card.title == "Diver dives at Foe 1 in C2"
    assert card.lines == ('/melee name:Diver target:"Foe 1" values:"dive yes" goes on',)
    assert card.working == ("A dive ends a trot, costs nothing and gives +2 in melee (AHL 8.C.7, 17.B)",)


@pytest.mark.rule("AHL-8C7b", "AHL-8C7c")
def test_of_a_full_square_the_highest_are_thrown_out_prone_beside_it():
    # The diver's 6 is 5: two with a 6 go.
    outcome, card = dive(FOES, [6, 6, 2, 6, 1])
    people = outcome.board.people
    assert {name for name, standing in people.items() if standing.at == at_of("C2")} == {"Diver", "Foe 2", "Foe 4"}
    assert {name for name, standing in people.items() if standing.prone} == {"Foe 1", "Foe 3"}
    for name in ("Foe 1", "Foe 3"):
        assert max(abs(people[name].at.x - 2), abs(people[name].at.y - 1)) == 1
    assert card.lines[0] == "Diver: 6 −1 dive = 5 → stays"
    assert card.working[1:] == (
        "The square was full: one die each, the diver −1; all with the highest go, prone (AHL 8.C.7)",
    )
    assert card.lines[1] == "Foe 1: 6 = 6 → out"
    # Foe 1 is gone: there is nobody left to fight of those that the order named.
    assert not any("goes on" in line for line in card.lines)


def test_the_diver_may_be_the_one_who_goes():
    outcome, card = dive(FOES, [6, 4, 4, 4, 4])
    assert outcome.board.people["Diver"].prone
    assert outcome.board.people["Diver"].at != at_of("C2")
    assert "dm" not in " ".join(card.lines)
    held, _ = dive(FOES, [6, 5, 4, 4, 4], dm=-1, because="grabs a rail")
    assert not held.board.people["Diver"].prone


def test_who_is_unconscious_takes_no_room():
    out = replace(FOES[3], sheet=replace(FOES[3].sheet, condition="unconscious"))
    outcome, _ = dive([*FOES[:3], out])
    assert outcome.board.people["Diver"].at == at_of("C2")


@pytest.mark.rule("AHL-8C7a", "AHL-8A6a", "AHL-20f")
@pytest.mark.parametrize(
    ("diver", "prone", "said"),
    [(DIVER, True, "Diver is prone"), (body("Diver", "blue", gripped_by="Goo"), False, "in the grip of Goo")],
)
def test_who_lies_or_is_held_does_not_dive(diver, prone, said):
    scene = scene_on(
        OPEN, [(diver, stands("B2", "E", prone=prone)), (FOES[0], stands("C2", "W"))], name="Diver", target="Foe 1"
    )
    with pytest.raises(RuleError, match=said):
        give("dive", scene)


@pytest.mark.parametrize(
    ("people", "said"),
    [
        ([(DIVER, stands("B2")), (FOES[0], stands("D2"))], "2 squares from Foe 1"),
        ([(DIVER, stands("B2")), (replace(FOES[0], side="blue"), stands("C2"))], "no enemy of Diver"),
    ],
)
def test_refusals(people, said):
    with pytest.raises(RuleError, match=said):
        give("dive", scene_on(OPEN, people, name="Diver", target="Foe 1"))


def test_the_divers_own_modifier_comes_before_the_referees():
    thrown = throw_out("Diver", ["Foe"], ScriptedDice([6, 3]), Modifier(2, "referee", ""))
    assert [each.dm for each in thrown.checks["Diver"].modifiers] == [-1, 2]
    assert thrown.checks["Foe"].modifiers == ()
    assert thrown.out == ("Diver",)
