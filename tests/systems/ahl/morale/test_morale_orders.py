"""`/morale check` and `/morale rally` as the rest of the house gives them: fields, names and cards."""

import re
from dataclasses import replace

import pytest

from bot import systems
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.sheet.character import Being, Character, Condition, Nerve
from tests.reports import card_of

AHL = systems.discover(systems)["ahl"]
VANE = Unit("Vane", "Marines", Character(rank="O3", morale=8, leadership=2))
KERR = Unit("Kerr", "Marines", Character(rank="N2", morale=8, leadership=3))
ROSS = Unit("Ross", "Marines", Character(rank="E1", morale=7))
DEAD = Unit("Dead", "Marines", Character(condition=Condition.DEAD))
BLOB = Unit("Blob", "Blobs", Character(being=Being.BLOB, life_level=4))


def panicked(unit, nerve=Nerve.COWERING):
    return replace(unit, sheet=replace(unit.sheet, nerve=nerve))


def give(verb, faces, units, settings=None, **fields):
    order, dice = AHL.orders[verb], ScriptedDice(faces)
    outcome = order.resolve(Scene(units), order.read(fields, settings), dice)
    assert not dice.left
    return outcome, card_of(order, outcome, dice.throws)


def check(faces, *people, apart=(), settings=None, **fields):
    return give("morale", faces, {"name": people, "apart": apart}, settings, **{"cause": "casualty"} | fields)


def rally(faces, *people, leaders=(), settings=None, **fields):
    return give("rally", faces, {"name": people, "leaders": leaders}, settings, **fields)


def nerves(outcome):
    return {name: str(sheet.nerve) for name, sheet in outcome.after.items()}


@pytest.mark.rule("AHL-18Cb", "AHL-18Bb", "AHL-18Da")
def test_the_books_example_in_words():
    """O3 fails, N2 passes at −2, E1 checks at a net +1; the order in which they are named is nothing."""
    outcome, card = check([4, 5, 3, 3, 4, 5], ROSS, KERR, VANE, cause="exposure")
    assert card.title == "Morale: into covering fire"
    assert card.lines == (
        "Vane (O3): 8− (morale 8) | 4+5 = 9 → fails: stays out of the danger space, may do anything else",
        "Kerr (N2): 6− (morale 8 −2 Vane fails) | 3+3 = 6 → passes: may go into the danger space",
        "Ross (E1): 8− (morale 7 −2 Vane fails +3 Kerr passes) | 4+5 = 9 → fails: stays out of the danger space, "
        "may do anything else",
    )
    assert nerves(outcome) == {"Vane": "halted", "Kerr": "steady", "Ross": "halted"}
    assert "Ross: +3 Kerr passes (AHL 18.C)" in card.working
    assert "All who must check before moving check before anybody moves (AHL 18.B)" in card.working


@pytest.mark.rule("AHL-18Db")
def test_stopping_short_says_what_to_do():
    _, card = check([6, 6], ROSS, cause="adjacent")
    assert card.lines == (
        "Ross (E1): 7− (morale 7) | 6+6 = 12 → fails: stops before coming adjacent, "
        "then fires a snap shot if 3 AP are left",
    )
    assert any("with 3 AP left if they can" in line for line in card.working)


@pytest.mark.rule("AHL-18A5", "AHL-18Dc")
def test_several_casualties_seen():
    """Vane saw two, the others one each: an @ gives somebody's own number of checks."""
    outcome, card = check([1, 1, 6, 6, 1, 1], replace(VANE, at=2), ROSS)
    assert card.lines[0] == (
        "Vane (O3): 8− (morale 8) | 1+1 = 2, 6+6 = 12 → "
        "fails: flees in panic from the next phase on until in full cover, then cowers"
    )
    assert card.lines[1] == "Ross (E1): 5− (morale 7 −2 Vane fails) | 1+1 = 2 → passes: holds"
    assert nerves(outcome) == {"Vane": "fleeing", "Ross": "steady"}
    _, card = check([1, 1, 6, 6], ROSS, times=3)
    assert "After a failed check the others of the same phase would change nothing (AHL 18.A)" in card.working


@pytest.mark.rule("AHL-18A3", "AHL-18A4")
def test_the_end_of_the_phase():
    _, card = check([1, 1], ROSS)
    assert any("killed, seriously wounded or knocked out" in line and "18.A.3" in line for line in card.working)
    _, card = check([1, 1], ROSS, cause="surprise")
    assert any("an enemy unseen" in line and "18.A.4" in line for line in card.working)


def test_a_leader_out_of_sight():
    _, card = check([1, 1, 1, 1], VANE, ROSS, apart=(VANE,))
    assert card.lines[1].startswith("Ross (E1): 7− (morale 7) |")
    assert "Out of the others' sight: Vane" in card.working


@pytest.mark.rule("AHL-23c")
def test_the_campaigns_darkness():
    _, card = check([1, 1], ROSS, settings={"dark": "yes"})
    assert card.lines[0].startswith("Ross (E1): 6− (morale 7 −1 darkness) | 1+1 = 2")
    _, card = check([1, 1], ROSS, settings={"dark": "yes"}, dark=False)
    assert card.lines[0].startswith("Ross (E1): 7− (morale 7) |")


@pytest.mark.rule("AHL-20b")
def test_who_makes_no_check_is_said():
    outcome, card = check([1, 1], ROSS, DEAD, BLOB)
    assert card.lines[1:] == (
        "No check: Dead is dead",
        "No check: Blob is a blob, and blobs never check (AHL 20)",
    )
    assert outcome.after.keys() == {"Ross"}


def test_the_panicked_check_for_those_whom_they_lead():
    _, card = check([1, 1, 1, 1, 6, 6], panicked(VANE), panicked(KERR, Nerve.FLEEING), ROSS)
    assert [line.rpartition("→ ")[2] for line in card.lines[:2]] == ["passes, and cowers on", "passes, and flees on"]
    assert "12− (morale 7 +2 Vane passes +3 Kerr passes)" in card.lines[2]
    _, card = check([6, 6], panicked(KERR, Nerve.FLEEING), cause="exposure")
    assert card.lines[0].endswith("→ fails, and flees on, but not through the danger space")
    _, card = check([6, 6], panicked(KERR, Nerve.FLEEING), cause="adjacent")
    assert card.lines[0].endswith("→ fails, and flees on, but not adjacent to the enemy")
    _, card = check([6, 6], panicked(KERR, Nerve.FLEEING))
    assert card.lines[0].endswith("→ fails, and flees on")


def test_a_morale_below_nothing():
    _, card = check([1, 1], Unit("Ross", "", Character(morale=1, light_wounds=3)))
    assert card.lines[0].startswith("Ross: −2− (morale 1 −3 3 light wounds) | 1+1 = 2 → fails")


@pytest.mark.parametrize(
    ("people", "fields", "sentence"),
    [
        ((ROSS,), {"cause": "hunger"}, "There is no value for cause “hunger”: choose casualty, surprise"),
        ((DEAD, BLOB), {}, "Nobody checks: Dead is dead and Blob is a blob"),
        ((), {}, "Name somebody who checks."),
        ((replace(ROSS, at=30),), {}, "The number of checks after @ must be from 1 to 20."),
        ((replace(ROSS, at=0),), {}, "The number of checks after @ must be from 1 to 20."),
        ((ROSS,), {"times": 0}, "The times must be from 1 to 20."),
        ((ROSS,), {"apart": (VANE,)}, "Vane must be among the people who check"),
        ((panicked(ROSS),), {"cause": "adjacent"}, "Nobody checks: Ross is cowering and goes nowhere"),
    ],
)
def test_a_check_that_cannot_be_says_what_to_do(people, fields, sentence):
    with pytest.raises(RuleError) as refusal:
        check([], *people, **fields)
    assert sentence in str(refusal.value)


def test_a_check_needs_a_known_cause():
    with pytest.raises(RuleError, match="choose casualty, surprise, exposure or adjacent"):
        give("morale", [], {"name": (ROSS,), "apart": ()}, cause="thunder")


@pytest.mark.rule("AHL-18Dd", "AHL-18De")
def test_a_lower_leader_rallies_their_officer():
    outcome, card = rally([5, 6, 4, 5], panicked(VANE), panicked(ROSS), leaders=(KERR,))
    assert card.lines == (
        "Vane (O3): 11− (morale 8 +3 Kerr leads) | 5+6 = 11 → steady again",
        "Ross (E1): 10− (morale 7 +3 Kerr leads) | 4+5 = 9 → steady again",
    )
    assert nerves(outcome) == {"Vane": "steady", "Ross": "steady"}
    assert "Vane: +3 Kerr leads (AHL 18.D)" in card.working


@pytest.mark.rule("AHL-18Dd")
def test_several_leaders_by_the_ruling_and_by_its_option():
    _, card = rally([1, 1], panicked(ROSS), leaders=(VANE, KERR))
    assert card.lines == ("Ross (E1): 12− (morale 7 +2 Vane leads +3 Kerr leads) | 1+1 = 2 → steady again",)
    assert "Of several leaders counts: every leader (ruling R-121)" in card.working
    outcome, card = rally([5, 6], panicked(ROSS), leaders=(VANE, KERR), settings={"rally": "best leader"})
    assert card.lines == ("Ross (E1): 10− (morale 7 +3 Kerr leads) | 5+6 = 11 → cowers on",)
    assert "Of several leaders counts: best leader (ruling R-121)" in card.working
    assert nerves(outcome) == {"Ross": "cowering"}


@pytest.mark.rule("AHL-18Dc", "AHL-18Dd")
def test_who_flees_rallies_once_in_full_cover():
    fleeing = panicked(ROSS, Nerve.FLEEING)
    outcome, card = rally([1, 1], fleeing, panicked(KERR), BLOB, DEAD, VANE)
    assert card.lines == (
        "Kerr (N2): 8− (morale 8) | 1+1 = 2 → steady again",
        "Ross is still fleeing: give cover:yes once in full cover",
    )
    assert outcome.after.keys() == {"Kerr"}
    outcome, _ = rally([6, 6], fleeing, cover=True)
    assert nerves(outcome) == {"Ross": "cowering"}


@pytest.mark.rule("AHL-18Da", "AHL-18Db")
def test_a_halt_is_over_by_the_decision_phase():
    outcome, card = rally([], panicked(ROSS, Nerve.HALTED))
    assert card.lines == ("Ross: the halt is over",)
    assert nerves(outcome) == {"Ross": "steady"}


@pytest.mark.parametrize(
    ("people", "leaders", "sentence"),
    [
        ((ROSS,), (), "Nobody named is cowering"),
        ((panicked(ROSS, Nerve.FLEEING),), (), "Ross is still fleeing and cannot rally: give cover:yes"),
        ((panicked(VANE),), (ROSS,), "Ross has no leadership bonus"),
        ((panicked(VANE),), (replace(KERR, side="Pirates"),), "Kerr is no friend of anybody who rallies"),
        ((panicked(VANE),), (VANE,), "Vane is no friend of anybody who rallies"),
        ((panicked(ROSS),), (panicked(KERR),), "Kerr is cowering and cannot rally anybody"),
        (
            (panicked(ROSS),),
            (replace(KERR, sheet=replace(KERR.sheet, condition=Condition.UNCONSCIOUS)),),
            "Kerr is unconscious and cannot rally anybody",
        ),
    ],
)
def test_a_rally_that_cannot_be_says_what_to_do(people, leaders, sentence):
    with pytest.raises(RuleError) as refusal:
        rally([], *people, leaders=leaders)
    assert sentence in str(refusal.value)


def test_every_rule_that_morale_names_is_in_the_index():
    stunned = Unit("Hurt", "Marines", Character(light_wounds=1, stunned=1, rank="E2"))
    causes = ("casualty", "surprise", "exposure", "adjacent")
    cards = [check([6, 6, 6, 6, 6, 6], VANE, ROSS, stunned, BLOB, times=2, dark=True, cause=c)[1] for c in causes]
    cards.append(rally([1, 1], panicked(ROSS), panicked(BLOB), leaders=(VANE, KERR), dark=True)[1])
    text = "\n".join(line for card in cards for line in (*card.lines, *card.working))
    named = {rule for bracket in re.findall(r"\(AHL ([^)]+)\)", text) for rule in bracket.split(", ")}
    assert named <= AHL.rules.keys()
    assert {"12.B.1", "17.C.2", "18.A", "18.A.1", "18.A.2", "18.A.3", "18.A.4", "18.B", "18.C", "18.D"} <= named
    assert {"19", "20", "23"} <= named


def test_nerve_is_written_by_hand_and_healed_with_everything():
    sheet = AHL.with_traits(ROSS.sheet, {"nerve": "cow"})
    assert AHL.traits["nerve"].read(sheet) == "cowering"
    outcome, card = give("heal", [], {"name": (replace(ROSS, sheet=sheet),)})
    assert card.lines == ("Now: unhurt", "Was: cowering")
    assert outcome.after["Ross"].nerve is Nerve.STEADY
    with pytest.raises(RuleError, match="There is no state of nerve “calm”: choose steady, halted"):
        AHL.with_traits(ROSS.sheet, {"nerve": "calm"})


def test_the_panicked_do_not_reload():
    unit = Unit("Marine", "", replace(AHL.templates["Marine"].sheet, nerve=Nerve.FLEEING))
    with pytest.raises(RuleError, match="Marine is fleeing and cannot reload"):
        give("reload", [], {"name": (unit,)})


def test_templates_have_ranks():
    assert {name: unit.sheet.rank for name, unit in AHL.templates.items()} == {
        "Marine": "E1",
        "Marine NCO": "N1",
        "Marine Officer": "O1",
        "Naval Rating": "R1",
        "Naval Officer": "O1",
        "Pirate": "E1",
        "Pirate Captain": "O1",
        "Intruder": "E1",
        "Vargr": "E1",
        "Adventurer": "A1",
        "Warbot": "R1",
        "Maintenance Robot": "R9",
        "Blob": "",
    }


def test_odds_of_nobody_in_particular_are_those_of_the_usual_morale():
    """Morale 7 and no wounds, until something else is said."""
    assert {field.name: field.default for field in AHL.order("morale").odds.fields} == {"morale": 7, "wounds": 0}
