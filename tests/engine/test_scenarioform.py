"""Files of scenarios: what they may say, and what is said of them where they are wrong."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.autopilot import Mission
from bot.engine.errors import RuleError
from bot.engine.judging import Lot, Standings, decided
from bot.engine.scenario import Count, If
from bot.engine.scenarioform import Known, read_scenario

KNOWN = Known(
    ("Marines", "Pirates of old"), ("Adventurer",), ("morale", "armour"), ("Hangar", "Bridge"), ("vacuum", "surprised")
)
WHOLE = """# a comment
name: First Watch
rule: Book 1
roster: ours
situation: Words,
  and more words.
deck: Hangar
deck 40: Bridge
side Marines: Hold.
side Pirates: Take it.
force Marines: draw 2D-4 Marines + Pirates of old, at Helm / Lift A, on 40, in hiding, with armour flak jacket
force Pirates: one Adventurer named Sergei, at Helm, with morale 10
special: surprised, Marines
special: vacuum
arrive Marines: each turn from turn 2 on 12+, draw 1 Marines, at Helm
tally: cases saved
win Pirates, total: Marines are out and Sergei is alive
draw: 4 cases saved
win Marines: turn 120 is over
"""


def reads(text):
    return read_scenario(text, "watch.txt", KNOWN)


def saying(line, instead):
    assert line in WHOLE
    return WHOLE.replace(line, instead)


@pytest.mark.rule("AHL-SC-0a", "AHL-SC-0b", "AHL-SC-0d")
def test_a_file_says_situation_decks_forces_special_rules_and_objectives():
    found = reads(WHOLE)
    assert (found.name, found.rule, found.house) == ("First Watch", "Book 1", True)
    assert found.situation == "Words, and more words."
    assert [(each.name, each.plan) for each in found.decks] == [("Hangar", "Hangar"), ("40", "Bridge")]
    assert [(each.name, each.briefing) for each in found.sides] == [("Marines", "Hold."), ("Pirates", "Take it.")]
    drawn, one = found.forces
    assert (drawn.how, drawn.count, drawn.groups) == ("draw", Count(2, -4), ("Marines", "Pirates of old"))
    assert (drawn.places, drawn.deck, drawn.hidden) == (("Helm", "Lift A"), "40", True)
    assert (drawn.traits, one.traits) == ({"armour": "flak jacket"}, {"morale": "10"})
    assert (one.name, one.groups) == ("Sergei", ("Adventurer",))
    assert [(each.name, each.about) for each in found.specials] == [("surprised", "Marines"), ("vacuum", "")]
    (arrival,) = found.arrivals
    assert (arrival.each, arrival.turn, arrival.throw, arrival.troop.count) == ("turn", 2, 12, Count(more=1))
    assert [(each.winner, each.degree) for each in found.objectives] == [
        ("Pirates", "total"),
        ("", "draw"),
        ("Marines", ""),
    ]
    assert found.objectives[2].clauses[0].kind is If.TURN


@pytest.mark.parametrize(
    ("line", "instead", "number", "said"),
    [
        ("name: First Watch\n", "", 1, "Write one"),
        ("name: First Watch", "nam: First Watch", 2, "begins with none of"),
        ("rule: Book 1", "name: Again", 3, "Leave one of them"),
        ("deck: Hangar\n", "deck: Cellar\n", 7, "Cellar"),
        ("side Marines: Hold.", "side: Hold.", 9, "name the side before the colon"),
        ("draw 2D-4 Marines", "draw many Marines", 11, "write 4, 2D, 1D-4 or all"),
        ("draw 2D-4 Marines", "draw 0 Marines", 11, "write 1 to 99"),
        ("draw 2D-4 Marines", "steal 2 Marines", 11, "write draw, take or pick"),
        ("draw 2D-4 Marines", "draw 2 Martians", 11, "Martians"),
        ("in hiding", "in bed", 11, "write at PLACE, on DECK, at most 4 on DECK, in hiding"),
        ("in hiding", "told to dance", 11, "told to hold|guard|advance|board|hunt|fall back|go on"),
        ("force Pirates", "force Robots", 12, "Robots"),
        ("with morale 10", "with courage 10", 12, "no value of a sheet"),
        ("special: vacuum", "special: plague", 14, "plague"),
        ("on 12+", "on 13+", 15, "2+ to 12+"),
        ("each turn", "now and then", 15, "write each turn, each phase or once"),
        ("draw 1 Marines, at Helm", "draw 1 Marines", 15, "say where they come"),
        ("tally: cases saved", "tally: X", 16, "small letters"),
        ("from turn 2", "from turn 0", 15, "turns go from 1 to 999"),
        ("from turn 2", "from turn 1000", 15, "is no time"),
        ("at Helm / Lift A", "at", 11, "write at PLACE"),
        ("tally: cases saved", "goal Cases: 4 in Crates", 16, "is no goal"),
        ("tally: cases saved", "goal cases: 0 in Crates", 16, "is no goal"),
        ("Marines are out", "Marines are sad", 17, "is nothing to win by"),
        ("win Marines:", "win:", 19, "name who wins before the colon"),
        ("turn 120 is over", "", 19, "says nothing"),
    ],
)
def test_what_is_wrong_is_told_with_file_line_and_what_to_write(line, instead, number, said):
    with pytest.raises(RuleError) as refused:
        reads(saying(line, instead))
    assert str(refused.value).startswith(f"watch.txt, line {number}: ")
    assert said in str(refused.value)


def test_places_are_parted_by_strokes_and_none_is_nothing():
    drawn, _ = reads(saying("at Helm / Lift A", "at Helm // Lift A /")).forces
    assert drawn.places == ("Helm", "Lift A")


def test_somebody_may_arrive_as_late_as_turns_are_counted():
    (arrival,) = reads(saying("from turn 2", "from turn 999")).arrivals
    assert arrival.turn == 999


@pytest.mark.parametrize(
    ("told", "mission", "place"),
    [
        ("", Mission.HUNT, ""),
        (", told to guard", Mission.GUARD, ""),
        (", told to go on", Mission.GO_ON, ""),
        (", told to advance to Lift A", Mission.ADVANCE, "Lift A"),
        (", told to fall back to Lift A", Mission.FALL_BACK, "Lift A"),
        (", told to guard Helm", Mission.GUARD, "Helm"),
    ],
)
def test_a_force_brings_its_own_standing_orders(told, mission, place):
    _, one = reads(saying("with morale 10", f"with morale 10{told}")).forces
    assert (one.mission, one.to) == (mission, place)


def refusal(text):
    """What is said against a text, "" where it is read as a whole scenario."""
    try:
        found = reads(text)
    except RuleError as refused:
        return str(refused)
    return "" if found.decks and found.sides and found.name else "read as half a scenario"


MUTATIONS = st.lists(
    st.tuples(
        st.integers(0, len(WHOLE) - 1),
        st.sampled_from(["cut", "put", "swap", "double"]),
        st.sampled_from([*"\n:,+/#-D9 é\0", " and ", "win ", "force ", "at ", "9" * 9]),
    ),
    min_size=1,
    max_size=4,
)


def mutated(steps, text=WHOLE):
    for place, how, sign in steps:
        at = place % (len(text) or 1)
        line_end = text.find("\n", at)
        text = {
            "cut": text[:at] + text[at + len(sign) :],
            "put": text[:at] + sign + text[at:],
            "swap": text[:at] + sign + text[at + 1 :],
            "double": text + text[at : line_end + 1],
        }[how]
    return text


@settings(max_examples=1000, database=None)
@given(st.lists(MUTATIONS, min_size=10, max_size=10))
def test_ten_thousand_mutations_are_read_or_refused_with_their_line(many):
    for steps in many:
        text = mutated(steps)
        said = refusal(text)
        number = re.match(r"watch\.txt, line (\d+): ", said)
        assert said == "" or number, said
        assert number is None or 1 <= int(number[1]) <= text.count("\n") + 1


def judged(objectives, people, **more):
    text = re.sub(r"(?m)^(win|draw).*\n", "", WHOLE) + objectives
    ended = decided(reads(text), Standings(people, decks={"Hangar", "40"}, seen={"40"}, **more))
    return None if ended is None else (ended.winner, ended.degree, ended.why)


ALL_UP = {"E1": Lot("Marines", "Hangar"), "E2": Lot("Marines", "40"), "Sergei": Lot("Pirates", "Hangar")}


@pytest.mark.rule("AHL-SC-0d")
def test_a_turn_that_is_over_decides_and_not_before():
    assert judged("win Marines: turn 120 is over\n", ALL_UP, turns_over=119) is None
    assert judged("win Marines: turn 120 is over\n", ALL_UP, turns_over=120) == ("Marines", "", "turn 120 is over")


@pytest.mark.parametrize(
    ("objective", "people", "so"),
    [
        ("Marines are out", {"E1": Lot("Marines", out=True), "E2": Lot("Marines", surrendered=True)}, True),
        ("Marines are alive", {"E1": Lot("Marines", "40"), "E2": Lot("Marines", "Hangar", out=True)}, True),
        ("Marines are alive", {"E1": Lot("Marines", "40"), "E2": Lot("Marines", "Hangar", dead=True)}, False),
        # Nobody is no proof of anything, and a tally that nobody has counted is at none.
        ("Marines are out", {"Sergei": Lot("Pirates", out=True)}, False),
        ("no cases saved", {}, True),
        ("1 cases saved", {}, False),
        ("Marines are out", {"E1": Lot("Marines", out=True), "E2": Lot("Marines")}, False),
        ("Marines are dead", {"E1": Lot("Marines", out=True), "E2": Lot("Marines", dead=True)}, False),
        ("Marines are dead", {"Sergei": Lot("Pirates", dead=True)}, False),
        (
            "no Marines are able on Hangar",
            {"E1": Lot("Marines", "40"), "E2": Lot("Marines", "Hangar", out=True)},
            True,
        ),
        ("no Marines are able on Hangar", ALL_UP, False),
        ("no Marines are able on any deck", {"E1": Lot("Marines", "")}, True),
        ("no Marines are able on any deck", {"E1": Lot("Marines", "40")}, False),
        # Whoever is out of it all is on no deck.
        ("no Marines are able on any deck", {"E1": Lot("Marines", "away")}, True),
        ("Marines are alive on 40", {"E1": Lot("Marines", "40", out=True)}, True),
        ("Marines are alive on 40", {"E1": Lot("Marines", "Hangar")}, False),
        ("40 is clear of Marines", {"E1": Lot("Marines", "40", dead=True)}, True),
        ("40 is clear of Marines", {"E1": Lot("Marines", "40", out=True)}, False),
        ("40, Hangar are clear of Marines", {"E1": Lot("Marines", "40", dead=True)}, False),
        ("Sergei is alive", {"Sergei": Lot("Pirates", out=True)}, True),
        ("at least 2 of Marines, Sergei are alive", {"E1": Lot("Marines"), "Sergei": Lot("Pirates")}, True),
        (
            "at least 2 of Marines, Sergei are alive",
            {"E1": Lot("Marines", dead=True), "Sergei": Lot("Pirates")},
            False,
        ),
    ],
)
def test_objectives_look_at_how_people_are(objective, people, so):
    assert (judged(f"win Pirates: {objective}\n", people) is not None) is so


def test_the_first_objective_of_which_all_is_so_decides_and_says_why():
    objectives = "win Pirates: Marines are out and 2 cases saved\ndraw: Marines are out\n"
    out = {"E1": Lot("Marines", out=True)}
    assert judged(objectives, out, tallies={"cases saved": 1}) == ("", "draw", "Marines out: 1 of 1")
    assert judged(objectives, out, tallies={"cases saved": 2}) == (
        "Pirates",
        "",
        "Marines out: 1 of 1 and 2 cases saved",
    )
