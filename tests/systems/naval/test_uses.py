"""The orders by which skills are used later."""

from dataclasses import replace

import pytest

from bot import systems
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Scene, Unit
from bot.systems.naval.career import Status
from tests.reports import card_of
from tests.systems.naval.careers import serving

ORDERS = systems.discover(systems)["naval"].orders


def unit(name, **skills):
    who = {key: skills.pop(key) for key in ("dexterity", "intelligence") if key in skills}
    named = {key.replace("_", " "): level for key, level in skills.items()}
    return Unit(name, "", serving(age=30, terms=3, skills=named, **who))


def given(verb, people, faces, **fields):
    """What an order leaves on sheets, and its card."""
    order, dice = ORDERS[verb], ScriptedDice(faces)
    scene = Scene({role: (each,) for role, each in people.items()})
    outcome = order.resolve(scene, order.read(fields, {}), dice)
    return outcome, card_of(order, outcome, dice.throws)


@pytest.mark.rule("NAV-80")
@pytest.mark.parametrize(
    ("fields", "faces", "line"),
    [
        (
            {"action": "fire"},
            [6, 3],
            "10+ | 6+3 −4 firing +2 Vacc Suit-1 +4 Zero-G Combat-1 +2 dexterity 9+ = 13 → keeps control",
        ),
        (
            {"action": "strike"},
            [3, 4],
            "10+ | 3+4 −6 striking +2 Vacc Suit-1 +4 Zero-G Combat-1 +2 dexterity 9+ = 9 → "
            "loses control, and neither fires nor strikes",
        ),
        (
            {"action": "fire", "handhold": True, "regaining": True},
            [1, 1],
            "10+ | 1+1 +2 Vacc Suit-1 +4 Zero-G Combat-1 +2 dexterity 9+ = 10 → regains control",
        ),
    ],
)
def test_control_without_gravity_goes_by_the_sheet(fields, faces, line):
    fighter = unit("Ann", **{"Vacc_Suit": 1, "Zero-G_Combat": 1, "dexterity": 10})
    outcome, card = given("career control", {"name": fighter}, faces, **fields)
    assert card.lines == (line,)
    assert not outcome.after


@pytest.mark.rule("NAV-80")
def test_control_is_regained_on_ten_or_not_at_all():
    for faces, line in (
        ([4, 5], "10+ | 4+5 = 9 → has not regained control"),
        ([4, 6], "10+ | 4+6 = 10 → regains control"),
    ):
        _, card = given("career control", {"name": unit("Ann")}, faces, action="fire", regaining=True, handhold=True)
        assert card.lines == (line,)


def test_holding_on_costs_accuracy():
    _, card = given("career control", {"name": unit("Ann")}, [2, 3], handhold=True)
    assert card.lines == (
        "10+ | 2+3 +5 handhold = 10 → keeps control",
        "Holding on takes 4 off dexterity for the accuracy of a weapon",
    )


@pytest.mark.rule("NAV-81")
def test_a_lesson_that_is_learned_stands_on_the_sheet_and_in_the_log():
    pupil, teacher = unit("Bo", intelligence=8), unit("Ann", Instruction=2, Gravitics=2)
    outcome, card = given("career learn", {"name": pupil, "teacher": teacher}, [4, 4], skill="gravitics")
    assert card.lines == ("9+ | 4+4 +1 intelligence 8+ = 9 → Gravitics-1",)
    after = outcome.after["Bo"]
    assert after.skills == (("Gravitics", 1),)
    assert (after.log[-1].spent, after.log[-1].notes, after.log[-1].years) == ("Taught by Ann", ("Gravitics-1",), 0)
    failed, card = given("career learn", {"name": pupil, "teacher": teacher}, [4, 3], skill="gravitics")
    assert failed.after["Bo"] == pupil.sheet
    assert card.lines == ("9+ | 4+3 +1 intelligence 8+ = 8 → not learned",)


@pytest.mark.rule("NAV-81")
@pytest.mark.parametrize(
    ("learns", "teaches", "skill", "told"),
    [
        ({"Pilot": 1}, {"Instruction": 2, "Pilot": 4}, "Pilot", "Ann can teach Pilot up to level 1, and Bo would"),
        ({}, {"Instruction": 1, "Pilot": 4}, "Pilot", "Ann can teach no Pilot"),
        ({}, {"Instruction": 4}, "Instruction", "Ann can teach no Instruction"),
        ({}, {"Instruction": 4}, "Admin", "There is no skill of Ann's “Admin”"),
    ],
)
def test_what_cannot_be_taught(learns, teaches, skill, told):
    with pytest.raises(RuleError, match=told):
        given("career learn", {"name": unit("Bo", **learns), "teacher": unit("Ann", **teaches)}, [6, 6], skill=skill)


def test_nobody_teaches_themselves_and_the_dead_do_nothing():
    ann = unit("Ann", Instruction=3, Pilot=3)
    with pytest.raises(RuleError, match="Nobody teaches themselves"):
        given("career learn", {"name": ann, "teacher": ann}, [6, 6], skill="Pilot")
    dead = Unit("Bo", "", replace(serving(), status=Status.DEAD))
    with pytest.raises(RuleError, match="Bo is dead"):
        given("career control", {"name": dead}, [6, 6])
    waits = Unit("Bo", "", serving(ahead=("fate", "decoration")))
    with pytest.raises(RuleError, match="They did not survive: wait until the referee has said what that means"):
        given("career control", {"name": waits}, [6, 6])


@pytest.mark.rule("NAV-82")
def test_a_pair_of_interrogators_adds_its_levels():
    ann, bo = unit("Ann", Interrogation=2), unit("Bo", Interrogation=1)
    subject = {"endurance": 6, "intelligence": 9}
    _, card = given("career interrogate", {"name": ann}, [3, 3], **subject)
    assert card.lines == ("9+ | 3+3 +2 Interrogation-2 = 8 → the subject holds out",)
    less = {"dm": -1, "because": "drugs wear off"}
    _, card = given("career interrogate", {"name": ann, "partner": bo}, [3, 3], **less, **subject)
    assert card.lines == ("9+ | 3+3 +3 Interrogation-3 −1 referee: drugs wear off = 8 → the subject holds out",)
    _, card = given("career interrogate", {"name": ann, "partner": bo}, [3, 3], **subject)
    assert card.lines == ("9+ | 3+3 +3 Interrogation-3 = 9 → the subject breaks",)
    with pytest.raises(RuleError, match="Two ask together: name another partner"):
        given("career interrogate", {"name": ann, "partner": ann}, [3, 3], **subject)


@pytest.mark.rule("NAV-83")
def test_the_sheet_says_what_liaison_and_carousing_come_to():
    card = systems.discover(systems)["naval"].card(unit("Ann", Liaison=2, Carousing=3))
    assert "Liaison-2 serves as Streetwise-1 or Admin-1 (NAV-83)" in card.lines
    assert "Carousing-3: +1 for a patron, +2 on their reaction (NAV-83, NR-G10)" in card.lines
    plain = systems.discover(systems)["naval"].card(unit("Bo", Liaison=1))
    assert not [line for line in plain.lines if "NAV-83" in line]
