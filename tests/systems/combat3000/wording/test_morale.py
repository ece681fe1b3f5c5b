"""What is told of tests of morale (C3K Morale)."""

import pytest

from bot.engine.cards import Tone
from bot.engine.dice import Check, Faces, Modifier, Throw
from bot.systems.combat3000.morale.behaviour import Conduct
from bot.systems.combat3000.morale.ladder import Mood, Nerve, Status, Trial
from bot.systems.combat3000.morale.report import LadderTold, MoraleTold, ReactionTold
from bot.systems.combat3000.morale.testing import Reaction
from bot.systems.combat3000.wording.morale import morale_card

PLAIN = Check("morale", 6, ())
LOST = Check("morale", 3, (Modifier(-2, "1 member killed this turn", "C3K Morale"),))
GROUP = Check("group", 6, (Modifier(-1, "1 lost", "C3K Generalised test"),))
LADDER = "A die and modifiers: 6+ one up, 3 to 5 the same, 1 or 2 one down, 0 or less two down (C3K Morale)"
LATER = "Results hold from the next turn on (C3K Morale)"
ORDERED = "Ann: acts as ordered (C3K Morale)"


def card_of(*tests, faces=(), **told):
    thrown = Faces(Throw(why, 6, (face,)) for why, face in faces)
    return morale_card(MoraleTold(tests, **told), thrown)


def ladder(before, after, check=PLAIN, conduct=Conduct.ORDERED, **more):
    return LadderTold(("Ann",), before, after, check, conduct, **more)


@pytest.mark.rule("C3K-L03", "C3K-L04")
@pytest.mark.parametrize(
    ("test", "lines"),
    [
        # Whoever was steady and still is needs no telling what that means.
        (ladder(Status.STEADY, Status.STEADY), ["Ann: 6 = 6 → stays steady"]),
        (ladder(Status.SHAKY, Status.STEADY), ["Ann: 6 = 6 → shaky becomes steady", ORDERED]),
        (
            ladder(Status.SCARED, Status.SCARED, conduct=Conduct.STAY, causes=("hit", "a friend killed")),
            ["Ann (hit and a friend killed): 6 = 6 → stays scared", "Ann: may not advance from cover (C3K Morale)"],
        ),
        (
            ladder(Status.TERRIFIED, Status.TERRIFIED, conduct=Conduct.HIDE, broken=True),
            ["Ann: 6 = 6 → stays terrified", "Ann: still broken, runs on to the nearest cover (C3K Morale)"],
        ),
        # Without a throw it is only said what they do.
        (
            ladder(Status.TERRIFIED, Status.TERRIFIED, None, Conduct.HIDE, taken=(("cover", "not in cover"),)),
            ["Ann: hides (C3K Morale)"],
        ),
        (
            ladder(Status.STEADY, Status.STEADY, taken=(("cover", "not in cover"), ("alone", "an enemy near"))),
            [
                "Ann: 6 = 6 → stays steady",
                "Taken for granted: not in cover, an enemy near; values says otherwise: cover, alone",
            ],
        ),
    ],
)
def test_what_is_told_of_a_test_of_the_ladder(test, lines):
    card = card_of(test, faces=[("morale", 6)] if test.check else [])
    assert list(card.lines) == lines
    assert list(card.working) == [LADDER, LATER]
    assert card.title == "Morale at the end of the turn"


def test_each_modifier_is_told_with_its_rule_and_who_falls_is_bad_news():
    card = card_of(ladder(Status.STEADY, Status.SHAKY, LOST, Conduct.WARY), faces=[("morale", 3)])
    assert card.tone is Tone.BAD
    assert list(card.working) == [LADDER, "Ann: −2 1 member killed this turn (C3K Morale)", LATER]


@pytest.mark.parametrize(
    ("tests", "tone"),
    [
        (((Status.STEADY, Status.STEADY),), Tone.PLAIN),
        (((Status.STEADY, Status.CONFIDENT),), Tone.PLAIN),
        (((Status.STEADY, Status.CONFIDENT), (Status.STEADY, Status.POOR)), Tone.BAD),
    ],
)
def test_one_who_falls_makes_it_bad_news(tests, tone):
    told = [ladder(before, after) for before, after in tests]
    assert card_of(*told, faces=[("morale", 6)] * len(told)).tone is tone


@pytest.mark.rule("C3K-L06")
def test_of_a_voluntary_test_it_is_told_when_another_may_follow_and_of_others_why_they_took_none():
    card = card_of(ladder(Status.SHAKY, Status.STEADY), faces=[("morale", 6)], voluntary=True, spared=("Bob is dead",))
    assert card.title == "A voluntary test of morale"
    assert card.lines[-1] == "No test: Bob is dead"
    rule = "In cover and not under fire; then no other for five turns (C3K Morale, ruling B-L10)"
    assert list(card.working)[-2:] == [LATER, rule]
    assert card.tone is Tone.PLAIN


CHARGING, HALTED = Nerve(mood=Mood.CHARGING), Nerve(mood=Mood.HALTED)
COVERING = Nerve(mood=Mood.COVERING)


@pytest.mark.rule("C3K-L08", "C3K-L10")
@pytest.mark.parametrize(
    ("reacted", "lines"),
    [
        (
            ReactionTold(("Ann", "Bob"), Trial.GENERAL, Reaction.CHARGE, GROUP, 1, (CHARGING, CHARGING), ("a loss",)),
            [
                "Ann and Bob (a loss): 6 −1 1 lost = 5 → charge for 1 turn",
                "Ann and Bob: charges any enemy within a run",
            ],
        ),
        (
            ReactionTold(("Ax", "Bo"), Trial.FAMILY, Reaction.HALF_HALT, GROUP, 2, (HALTED, COVERING)),
            [
                "Ax and Bo: 6 −1 1 lost = 5 → half of them halt for 2 turns",
                "Ax: does nothing at all",
                "Bo: stands still and gives covering fire",
            ],
        ),
        (
            ReactionTold(("Ann",), Trial.GENERAL, Reaction.NOTHING, GROUP, 0, (Nerve(),)),
            ["Ann: 6 −1 1 lost = 5 → no effect"],
        ),
    ],
)
def test_what_is_told_of_a_test_of_reactions(reacted, lines):
    card = card_of(faces=[("group", 6)], reactions=(reacted,))
    assert list(card.lines) == lines
    assert LADDER not in card.working


def test_the_rule_of_each_kind_of_reaction_is_told_once():
    one = ReactionTold(("Ann",), Trial.GENERAL, Reaction.NOTHING, GROUP, 0, (Nerve(),))
    tree = ReactionTold(("Owl",), Trial.TREE, Reaction.NOTHING, Check("group", 6, ()), 0, (Nerve(),))
    card = card_of(faces=[("group", 6)] * 3, reactions=(one, one, tree))
    assert list(card.working) == [
        "1 and less is cover for two moves, 6 a charge (C3K Generalised test, ruling B-L7)",
        "6 leaves them free for six turns, 5 for three (C3K Tree People)",
        "Ann: −1 1 lost (C3K Generalised test)",
        "Ann: −1 1 lost (C3K Generalised test)",
        LATER,
    ]
