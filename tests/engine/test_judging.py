"""Who has won a scenario: each kind of objective, where it is just so and where it just isn't."""

import pytest

from bot.engine.judging import Lot, Standings, decided
from bot.engine.scenario import Claim, Decision, If, Objective, Scenario

# Ann and Bob are red, Ann alone stands; of blue Dot is dead, Eve gave up, Fay is out.
PEOPLE = {
    "Ann": Lot("Red", "84", ("Bridge",)),
    "Bob": Lot("Red", "83", out=True),
    "Cid": Lot("Green", "elsewhere", ("Lock",)),
    "Dot": Lot("Blue", "83", ("Bridge",), dead=True),
    "Eve": Lot("Blue", "84", surrendered=True),
    "Fay": Lot("Blue", "84", ("Bridge",), out=True),
}
STATE = Standings(
    PEOPLE,
    turns_over=6,
    tallies={"crates found": 2, "none found": 0, "one found": 1},
    groups={"crew": ("Ann", "Cid"), "guards": ("Eve", "Fay"), "mixed": ("Dot", "Ann")},
    since_alarm=3,
    seen=("82", "83", "84"),
    decks=("82", "83", "84"),
)


def scenario(*objectives):
    return Scenario("file", "The Ship", "", "", (), (), (), objectives=objectives)


def ends(*claims, state=STATE):
    """How it is told where all of some claims are so, None where they aren't."""
    found = decided(scenario(Objective("Red", "clearly", claims, "")), state)
    assert found is None or (found.winner, found.degree) == ("Red", "clearly")
    return found and found.why


def so(kind, *who, state=STATE, **more):
    return ends(Claim(kind, who, **more), state=state)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        # Of all of some, of none of them, of so many.
        (Claim(If.OUT, ("Blue",)), "Blue out: 3 of 3"),
        (Claim(If.OUT, ("Red",)), None),
        (Claim(If.OUT, ("Bob",)), "Bob out: 1 of 1"),
        (Claim(If.OUT, ("Nobody",)), None),
        (Claim(If.OUT, ("Red",), number=1), "Red out: 1 of 2"),
        (Claim(If.OUT, ("Red",), number=2), None),
        (Claim(If.OUT, ("crew",), denied=True), "crew out: 0 of 2"),
        (Claim(If.OUT, ("mixed",), denied=True), None),
        # Each way of being out is one.
        (Claim(If.OUT, ("Dot",)), "Dot out: 1 of 1"),
        (Claim(If.OUT, ("Eve",)), "Eve out: 1 of 1"),
        (Claim(If.OUT, ("Ann",)), None),
        (Claim(If.DEAD, ("Blue",), number=1), "Blue dead: 1 of 3"),
        (Claim(If.DEAD, ("Blue",), number=2), None),
        (Claim(If.SURRENDERED, ("guards",), number=1), "guards surrendered: 1 of 2"),
        (Claim(If.SURRENDERED, ("guards",), number=2), None),
        # Whoever is out or gave up is alive.
        (Claim(If.ALIVE, ("guards",)), "guards alive: 2 of 2"),
        (Claim(If.ALIVE, ("Blue",)), None),
        (Claim(If.ALIVE, ("guards",), deck="84"), "guards alive on 84: 2 of 2"),
        (Claim(If.ALIVE, ("Blue",), deck="83", denied=True), "Blue alive on 83: 0 of 3"),
        (Claim(If.ALIVE, ("Red",), deck="84"), None),
        # Sides, groups and people by name at once, each counted once.
        (Claim(If.ALIVE, ("Red", "crew", "Ann", "Fay")), "Red, crew, Ann and Fay alive: 4 of 4"),
    ],
)
def test_how_people_are(claim, told):
    assert ends(claim) == told


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        (Claim(If.AT, ("Ann",), place="bridge"), "Ann able at bridge: 1 of 1"),
        (Claim(If.AT, ("Ann",), place="Lock"), None),
        # Who lies or gave up there holds it for nobody.
        (Claim(If.AT, ("Fay",), place="Bridge"), None),
        (Claim(If.AT, ("Ann",), deck="84"), "Ann able on 84: 1 of 1"),
        (Claim(If.AT, ("Ann",), deck="83"), None),
        (Claim(If.AT, ("Ann",)), "Ann able on any deck: 1 of 1"),
        # Able, and on none of the scenario's decks.
        (Claim(If.AT, ("Cid",)), None),
        (Claim(If.AT, ("Blue",), deck="84", denied=True), "Blue able on 84: 0 of 3"),
    ],
)
def test_where_people_are(claim, told):
    assert ends(claim) == told


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        (Claim(If.TURN, number=5), "turn 5 is over"),
        (Claim(If.TURN, number=6), "turn 6 is over"),
        (Claim(If.TURN, number=7), None),
        (Claim(If.ALARM, number=3), "the time after the alarm is up (3 turns)"),
        (Claim(If.ALARM, number=4), None),
        (Claim(If.TALLY, ("crates found",), number=2), "2 crates found"),
        (Claim(If.TALLY, ("crates found",), number=3), None),
        (Claim(If.TALLY, ("never counted",), number=1), None),
        (Claim(If.TALLY, ("none found",), denied=True), "no none found"),
        (Claim(If.TALLY, ("never counted",), denied=True), "no never counted"),
        (Claim(If.TALLY, ("one found",), denied=True), None),
    ],
)
def test_turns_the_alarm_and_tallies(claim, told):
    assert ends(claim) == told


def test_before_the_alarm_no_turn_is_over_since():
    assert so(If.ALARM, number=0, state=Standings(PEOPLE)) is None
    assert so(If.ALARM, number=0, state=Standings(PEOPLE, since_alarm=0)) == "the time after the alarm is up (0 turns)"
    # As a scenario begins, no turn is over.
    assert so(If.TURN, number=1, state=Standings(PEOPLE)) is None


@pytest.mark.parametrize(
    ("who", "decks", "told"),
    [
        # Dot lies dead on 83, Eve gave up on 84; Fay is out there, and lives.
        (("Dot", "Eve"), ("83", "84"), "83 and 84 clear of Dot and Eve"),
        (("Blue",), ("83",), "83 clear of Blue"),
        (("Blue",), ("84",), None),
        (("Blue",), ("83", "84"), None),
        # Where nobody has been it isn't known.
        (("Blue",), ("81",), None),
        (("Blue",), ("82",), "82 clear of Blue"),
    ],
)
def test_a_deck_is_clear_that_has_been_seen_and_on_which_none_of_them_lives(who, decks, told):
    assert so(If.CLEAR, *who, decks=decks) == told


def test_all_of_an_objective_has_to_be_so_and_the_first_that_is_decides():
    out, late = Claim(If.OUT, ("Blue",)), Claim(If.TURN, number=9)
    assert ends(out, late) is None
    assert ends(out, Claim(If.TURN, number=6)) == "Blue out: 3 of 3 and turn 6 is over"
    first, second = Objective("Blue", "narrowly", (late,), ""), Objective("", "a draw", (out,), "")
    assert decided(scenario(first, second, Objective("Red", "clearly", (out,), "")), STATE) == Decision(
        "", "a draw", "Blue out: 3 of 3"
    )


def test_of_somebody_nothing_is_so_unless_it_is_said():
    assert Lot("Red").able
    assert not Lot("Red").dead
    assert not Lot("Red").surrendered
