"""Who has won a scenario (AHL scenarios IV, V and VI)."""

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.ahl.victory import DRAW, LOYALISTS, MUTINEERS, Fate, Verdict, dead_ship, escape, take_over, wine_heist
from tests.cases import AHL as CASES
from tests.systems.ahl.on_deck import give


def degree(verdict):
    return verdict.degree or "lost"


def taken_over(sergei, zinovia, mutineers_out):
    verdict = take_over(Fate(sergei), Fate(zinovia), mutineers_out=mutineers_out)
    return " ".join(filter(None, (verdict.winner, verdict.degree))) or "goes on"


def escaped(adventurers_alive):
    verdict = escape(adventurers_alive)
    return verdict.degree or verdict.winner


ADAPTERS = {
    "salvage_victory": lambda escaped_plain, escaped_battle_dress: degree(
        dead_ship(escaped_plain, escaped_battle_dress)
    ),
    "wine_victory": lambda cases: degree(wine_heist(cases)),
    "takeover_victory": taken_over,
    "escape_victory": escaped,
}


@pytest.mark.rule("AHL-SC-IV-j", "AHL-SC-V-f", "AHL-SC-VI2f")
@pytest.mark.parametrize("case", [case for case in CASES if case["call"] in ADAPTERS], ids=lambda case: case["id"])
def test_the_worked_case(case):
    assert ADAPTERS[case["call"]](**case["inputs"]) == case["expected"]


@pytest.mark.rule("AHL-SC-VI1d", "AHL-SC-IV-j")
def test_what_the_cases_leave_out():
    assert take_over(Fate.ALIVE, Fate.ALIVE, surrendered=True) == Verdict(MUTINEERS, "marginal")
    assert take_over(Fate.DEAD, Fate.DEAD, surrendered=True) == Verdict(MUTINEERS, "total")
    assert wine_heist(0, all_destroyed=True) == Verdict(degree=DRAW)
    assert escape(3, achieved=False) == Verdict(MUTINEERS)
    assert escape(3) == Verdict(LOYALISTS, "total")


@pytest.mark.parametrize(
    ("scenario", "values", "title", "line"),
    [
        ("wine heist", {"cases": 3}, "Wine heist: the thieves win a substantial victory", "cases: 3"),
        ("wine heist", {}, "Wine heist: the crew win", "Nothing was given: cases and all destroyed count"),
        ("wine heist", {"all destroyed": True}, "Wine heist: nobody wins", "all destroyed: yes"),
        ("wine heist", {"all destroyed": False}, "Wine heist: the crew win", "all destroyed: no"),
        ("dead ship", {"escaped": 2}, "Dead ship: the salvagers win a major victory", "escaped: 2"),
        (
            "dead ship",
            {"escaped in battle dress": 1},
            "Dead ship: the salvagers win a marginal victory",
            "escaped in battle dress: 1",
        ),
        ("dead ship", {}, "Dead ship: the blobs win", "Nothing was given: escaped and escaped in battle dress count"),
        ("take-over", {"zinovia": "dead", "mutineers out": True}, "Take-over: nobody wins", None),
        ("take-over", {"sergei": "dead"}, "Take-over: it goes on", "sergei: dead"),
        ("take-over", {"mutineers out": True}, "Take-over: the loyalists win a total victory", "mutineers out: yes"),
        ("take-over", {"surrendered": True}, "Take-over: the mutineers win a marginal victory", "surrendered: yes"),
        (
            "take-over",
            {"sergei": "escaped", "zinovia": "escaped"},
            "Take-over: the loyalists win a marginal victory",
            "sergei: escaped and zinovia: escaped",
        ),
        ("escape", {"values": "adventurers alive 2"}, "Escape: the loyalists win a marginal victory", None),
        ("escape", {"adventurers alive": 1}, "Escape: nobody wins", "adventurers alive: 1"),
        ("escape", {"adventurers alive": 3, "failed": True}, "Escape: the mutineers win", None),
    ],
)
def test_the_answer(scenario, values, title, line):
    _, card = give("victory", Scene({}), scenario=scenario, **values)
    assert card.title == title
    assert line is None or card.lines == (line,)


def test_the_answer_names_its_rule_and_ruling():
    _, card = give("victory", Scene({}), scenario="escape")
    assert card.working == ("The source's own degrees of victory (AHL Scenario VI.2), ruling R-158",)
    assert card.title == "Escape: the mutineers win"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "/victory needs “scenario”: wine heist, dead ship, take-over or escape"),
        (
            {"scenario": "wine heist", "sergei": "dead"},
            "In wine heist sergei doesn't count, only cases and all destroyed",
        ),
        ({"scenario": "take-over", "sergei": "escaped"}, "The two escape together or not at all"),
        ({"scenario": "take-over", "zinovia": "escaped"}, "The two escape together or not at all"),
        ({"scenario": "wine heist", "cases": 5}, "The cases must be from 0 to 4"),
    ],
)
def test_refusals(fields, why):
    with pytest.raises(RuleError, match=why):
        give("victory", Scene({}), **fields)
