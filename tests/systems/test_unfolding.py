"""What a scenario does of itself, and what the referee does in it by hand, by whatever rules."""

from dataclasses import replace

import pytest

from bot.deck.knowledge import nothing_known
from bot.engine.autopilot import Mission
from bot.engine.scenario import (
    Claim,
    Count,
    Decision,
    Drawn,
    If,
    Newcomers,
    Objective,
    OffDeck,
    Troop,
)
from bot.systems.unfolding import Unfolded, _coming, _ended_words, standings, unfolds
from tests.systems.small_ship import AHL, DEAD, OUT, Ship

GOES_ON, TALLY, REVEAL = "scenario on", "scenario tally", "scenario reveal"
SHEET = AHL.dump_sheet(Ship().game.units["Ann"].sheet)


def told(made, *given, **fields):
    card = made.give(*given, **fields)
    return card.title, *card.lines


def off(name, deck="Upper", places=("E1",), *, hiding=True):
    return OffDeck(name, "Blue", SHEET, deck, places, hiding)


# --- what is counted ---


@pytest.mark.parametrize(
    ("before", "by", "after"), [(0, 1, 1), (0, -1, 0), (3, -2, 1), (3, -99, 0), (98, 1, 99), (98, 9, 99), (0, 99, 99)]
)
def test_a_tally_stays_between_0_and_99(before, by, after):
    ended = Decision("Red", "", "all")
    made = Ship(tallies=("boats away", "cases saved"), playing={"tallies": {"boats away": before}, "decided": ended})
    assert told(made, TALLY, what="boats", by=by) == (f"Boats away: {after}",)
    assert made.playing.tallies == {"boats away": after}
    # How it ends is judged anew.
    assert made.playing.decided is None


def test_one_more_is_counted_where_nothing_else_is_said():
    made = Ship(tallies=("boats away",))
    assert told(made, TALLY, what="boats away") == ("Boats away: 1",)


def test_what_is_not_counted_is_refused():
    assert Ship().refused(TALLY, what="boats") == "In The Ship nothing is counted."
    assert "There is no tally of this scenario “crew”" in Ship(tallies=("boats away",)).refused(TALLY, what="crew")


# --- who is in hiding ---


def test_whoever_hides_shows_where_they_hid_or_where_the_referee_says():
    hiding = (off("Dot"), off("Eve", places=("A2",)), off("Fay", deck="Middle"))
    made = Ship(playing={"off": hiding})
    assert told(made, REVEAL, name="Eve") == ("Eve shows", "Eve at A2")
    assert [each.name for each in made.playing.off] == ["Dot", "Fay"]
    assert made.last.opened == "who was in hiding"
    made = Ship(at={"Ann": "C1"}, playing={"off": hiding})
    assert told(made, REVEAL, name="eve, Dot") == ("Eve and Dot show", "Eve at A2", "Dot at E1")
    assert made.game.units["Dot"].side == "Blue"
    made = Ship(playing={"off": hiding})
    assert told(made, REVEAL, name="Dot", at="B2") == ("Dot shows", "Dot at B2")


@pytest.mark.parametrize(
    ("hiding", "name", "sentence"),
    [
        ((), "Dot", "Nobody hides on this deck."),
        ((off("Dot", deck="Middle"),), "Dot", "Nobody hides on this deck."),
        ((off("Dot"),), "Fay", "There is no person in hiding here “Fay”"),
        ((off("Dot"),), "Dot, Fay", "There is no person in hiding here “Fay”"),
    ],
)
def test_who_hides_elsewhere_does_not_show_here(hiding, name, sentence):
    assert sentence in Ship(playing={"off": hiding}).refused(REVEAL, name=name)


# --- newcomers ---


def come(each="turn", turn=0, *, deck="", moment=(3, 0), done=None, line=5, up=0):
    troop = Troop("Blue", Drawn.DRAW, Count(more=1), deck=deck)
    made = Ship(up, at={}, arrivals=(Newcomers(troop, each, turn, line=line),), playing={"done": done or {}})
    return bool(_coming(made.scenario, made.playing, moment))


@pytest.mark.parametrize(
    ("given", "comes"),
    [
        # Each turn as it is planned, each phase in the phases of action, once at any time.
        ({"each": "turn", "moment": (3, 0)}, True),
        ({"each": "turn", "moment": (3, 1)}, False),
        ({"each": "phase", "moment": (3, 0)}, False),
        ({"each": "phase", "moment": (3, 1)}, True),
        ({"each": "once", "moment": (3, 0)}, True),
        ({"each": "once", "moment": (3, 1)}, True),
        # Not before their turn, nor where no turn is kept.
        ({"turn": 3}, True),
        ({"turn": 4}, False),
        ({"turn": 2}, True),
        ({"moment": None}, False),
        ({"each": "once", "moment": None}, False),
        # Not twice in a moment, and once only.
        ({"done": {5: (3, 0)}}, False),
        ({"done": {5: (2, 0)}}, True),
        ({"done": {6: (3, 0)}}, True),
        ({"each": "once", "done": {5: (1, 0)}}, False),
        ({"each": "phase", "moment": (3, 2), "done": {5: (3, 1)}}, True),
        # On their own deck alone, where they have one.
        ({"deck": "Upper"}, True),
        ({"deck": "Middle"}, False),
        ({"deck": "Middle", "up": 1}, True),
    ],
)
def test_when_newcomers_are_thrown_for(given, comes):
    assert come(**given) is comes


@pytest.mark.parametrize(
    ("throw", "fell", "comes"), [(0, (), True), (8, (4, 3), False), (8, (4, 4), True), (8, (6, 6), True)]
)
def test_newcomers_come_on_their_throw_or_more(throw, fell, comes):
    template = next(iter(AHL.templates))
    troop = Troop("Blue", Drawn.DRAW, Count(more=1), (template,), name="Dot", places=("A1",), mission=Mission.HOLD)
    made = Ship(turn=(3, 0), at={"Ann": "C1"}, arrivals=(Newcomers(troop, "turn", throw=throw, line=5),))
    card = told(made, GOES_ON, dice=fell)
    assert card == (("The scenario goes on", "Dot (Blue) comes at A1") if comes else ("The scenario goes on",))
    assert made.playing.done == {5: (3, 0)}
    assert made.last.opened == ("who has come" if comes else "")
    assert not made.last.ends


# --- its end ---


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (None, ()),
        (Decision("Red", "", "all out"), ("The Red win the scenario", "Decided by: all out")),
        (Decision("Red", "decisive", "all out"), ("The Red win the scenario: decisive victory", "Decided by: all out")),
        (Decision("", "", "turn 20"), ("Nobody wins the scenario", "Decided by: turn 20")),
    ],
)
def test_the_end_is_told_with_what_decided_it(decision, words):
    assert _ended_words(Unfolded(decision=decision)) == words


def test_it_ends_as_soon_as_that_is_decided_and_only_then_is_it_due():
    clause = Claim(If.DEAD, ("Blue",))
    ends = {"objectives": (Objective("Red", "", (clause,), "the Blue are dead"),)}
    made = Ship(states={"Cid": DEAD}, turn=(2, 0), **ends)
    (due,) = [each for each in unfolds(made.system).due(made.game) if each.what == "what the scenario does"]
    assert (due.secret, due.standing, due.owes) == (True, 0, ())
    card = told(made, GOES_ON)
    assert card[0] == "The Red win the scenario"
    assert made.last.ends
    assert made.playing.decided is not None
    assert made.playing.decided.winner == "Red"
    for still in (made, Ship(turn=(2, 0), **ends)):
        assert not [each for each in unfolds(still.system).due(still.game) if each.what == "what the scenario does"]


@pytest.mark.parametrize(
    ("turn", "alarm", "over", "since"),
    [(None, 0, 0, None), ((1, 3), 0, 0, None), ((5, 0), 0, 4, None), ((5, 0), 3, 4, 2), (None, 3, 0, None)],
)
def test_what_objectives_look_at_are_the_turns_that_are_over(turn, alarm, over, since):
    made = Ship(turn=turn, playing={"alarm": alarm})
    found = standings(made.system, made.scenario, made.playing, made.game)
    assert (found.turns_over, found.since_alarm) == (over, since)


def test_everybody_counts_where_they_are():
    made = Ship(
        at={"Ann": "C1", "Cid": "E1"},
        states={"Ann": OUT, "Cid": DEAD},
        playing={"stayed": {"Middle": {"Bob": {}}}, "off": (off("Dot", deck="Lower"),), "behind": {"Middle": {}}},
    )
    found = standings(made.system, made.scenario, made.playing, made.game)
    lots = {name: (lot.side, lot.deck, lot.out, lot.dead) for name, lot in found.people.items()}
    assert lots == {
        "Ann": ("Red", "Upper", True, False),
        "Bob": ("Red", "Middle", False, False),
        "Cid": ("Blue", "Upper", False, True),
        "Dot": ("Blue", "Lower", False, False),
    }
    assert found.people["Ann"].places == {"Shaft"}
    assert found.people["Cid"].places == set()
    assert (found.seen, found.decks) == ({"Upper", "Middle"}, {"Upper", "Middle", "Lower"})


# --- what is secret, and names ---


@pytest.mark.parametrize(
    ("playing", "secret"),
    [
        ({}, False),
        ({"off": (off("Dot"),)}, True),
        ({"holding": {"cases": ("F2",)}}, True),
        ({"holding": {"cases": ()}}, False),
        ({"off": (off("Dot"),), "decided": Decision("Red", "", "all")}, False),
    ],
)
def test_what_it_hides_is_secret_as_long_as_it_is_played(playing, secret):
    made = Ship(playing=playing)
    assert unfolds(made.system).sealed(made.game.ledger) == ("what The Ship hides is secret" if secret else "")


KEPT = {
    "stayed": {"Middle": {"Ann": {}, "Bob": {}}},
    "carried": {"Ann": "cases", "Bob": "cases"},
    "wounds": {"Ann": 1, "Bob": 2},
    "kept": {"boats": {"Ann": 1, "Bob": 1}},
}


@pytest.mark.parametrize(
    ("after", "own"),
    [("Zoe", {"Zoe", "Bob"}), ("", {"Bob"})],
)
def test_who_is_renamed_or_gone_is_so_in_all_that_is_kept(after, own):
    made = Ship(playing=KEPT)
    playing = unfolds(made.system).renamed(made.game.ledger, "Ann", after).scenario
    assert {*playing.stayed["Middle"]} == {*playing.carried} == {*playing.wounds} == {*playing.kept["boats"]} == own
    assert playing.people == {**({"Ann": "Zoe"} if after else {}), "Bob": "Bob", "Cid": "Cid"}
    assert playing.wounds.get("Zoe", 1) == 1
    # Nothing changes by somebody who isn't of the scenario.
    assert unfolds(made.system).renamed(made.game.ledger, "Dot", after).scenario == made.playing


def owed(made, *, known=False):
    """What the table owes as far as the scenario goes: what it does of itself, or nothing."""
    game = replace(made.game, known=nothing_known(made.game.board.plan)) if known else made.game
    return [each.what for each in unfolds(made.system).due(game) if each.what == "what the scenario does"]


def test_what_a_scenario_does_of_itself_a_side_is_not_told():
    """Newcomers are to be thrown for in this turn."""
    troop = Troop("Blue", Drawn.DRAW, Count(more=1))
    made = Ship(turn=(3, 0), arrivals=(Newcomers(troop, "turn", 0, line=5),))
    assert (owed(made), owed(made, known=True)) == (["what the scenario does"], [])
    assert owed(Ship(turn=(3, 0))) == []


def test_that_a_scenario_has_ended_a_side_is_not_told_by_what_is_due():
    clause = Claim(If.DEAD, ("Blue",))
    ends = (Objective("Red", "", (clause,), "the Blue are dead"),)
    ended = Ship(states={"Cid": DEAD}, turn=(3, 1), objectives=ends)
    assert (owed(ended), owed(ended, known=True)) == (["what the scenario does"], [])
