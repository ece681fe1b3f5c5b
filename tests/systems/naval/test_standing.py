"""Careers played on by standing answers: what is read, what is chosen and why, and that it comes out the same again."""

import pytest

from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.systems.naval.career import Homeworld, Status
from bot.systems.naval.play import questions, waiting
from bot.systems.naval.standing import play_on, read_standing
from tests.systems.naval.careers import BOOK, before, posted, under, young


def answer(career, text, book=BOOK):
    return read_standing(text, BOOK).answer(career, waiting(career, book), book)


@pytest.mark.parametrize(
    ("career", "text", "chosen", "why"),
    [
        (young(social=9), "schools always", "academy", "schools always"),
        (young(social=7), "schools always", "college", "schools always"),
        (young(social=9), "schools never", "enlist", "schools never"),
        (young(social=9), "", "enlist", "by default"),
        (before(young(age=19), "navy"), "navy Subsector or Imperial", "Subsector", "navy Subsector or Imperial"),
        (before(young(age=19), "navy"), "Navy: planetary", "Planetary", "Navy: planetary"),
        (before(posted("Battle"), "points"), "survival first", "0", "survival first"),
        (before(posted("Battle"), "points"), "points 3; survival first", "3", "points 3"),
        (before(posted("", age=22, terms=3), "re-enlistment"), "leave after 3 terms", "leave", "leave after 3 terms"),
        (before(posted("", age=22, terms=2), "re-enlistment"), "leave after 3 terms", "stay", "by default"),
        (before(posted("Siege", "E5"), "skill"), "table Command Officer or Petty Officer", "Petty Officer", None),
        (before(posted("", "O1"), "aide"), "next post Battle, command", "Battle, command", "next post Battle, command"),
    ],
)
def test_a_standing_answer_is_given_with_its_reason(career, text, chosen, why):
    assert answer(career, text) == (chosen, why or text)


@pytest.mark.parametrize(("assignment", "points"), [("Battle", "0"), ("Patrol", "3")])
def test_medals_first_moves_the_points_that_win_one_most_likely(assignment, points):
    """By hand, of 1296: in a battle of the Line, 6+ and 6+, 26·26 without any, 21·30 with one, 15·33 with two.

    In a patrol, 4+ and 11+: 33·3, 30·6, 26·10, 21·15, 15·21, 10·26: of the best the fewest points.
    """
    career = before(posted(assignment), "points", "survival", "decoration", "rest")
    assert answer(career, "medals first") == (points, "medals first")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("be brave", r"“be brave” answers nothing: write them like “branch Line; survival first"),
        ("branch", "“branch” answers nothing"),
        ("leave after 40 terms", "Nobody serves more than 20 terms here: leave after 1 to 20"),
        ("leave after 0 terms", "Nobody serves more than 20 terms here"),
    ],
)
def test_what_is_no_standing_answer_is_refused(text, told):
    with pytest.raises(RuleError, match=told):
        read_standing(text, BOOK)


def test_a_career_may_be_left_after_its_first_term_or_as_late_as_the_house_keeps_any():
    for terms in (1, 20):
        standing = read_standing(f"leave after {terms} terms", BOOK)
        asked = before(posted("Siege", age=21, terms=terms), "re-enlistment")
        assert standing.answer(asked, waiting(asked, BOOK), BOOK)[0] == "leave"
        younger = before(posted("Siege", age=21, terms=terms - 1), "re-enlistment")
        assert standing.answer(younger, waiting(younger, BOOK), BOOK) == ("stay", "by default")


@pytest.mark.rule("NAV-98")
def test_the_same_dice_and_answers_give_the_same_career_to_the_letter():
    standing = read_standing("branch Line; survival first; schools always; leave after 3 terms", BOOK)
    ways = [play_on(young(social=9, education=9), standing, LiveDice(b"seed", 0), BOOK) for _ in range(2)]
    assert ways[0] == ways[1]
    other = play_on(young(social=9, education=9), standing, LiveDice(b"another", 0), BOOK)
    assert other != ways[0]


def test_a_career_is_played_to_its_end_with_a_reason_for_every_choice():
    for seed in range(20):
        standing = read_standing("leave after 2 terms", BOOK)
        career, reports = play_on(young(), standing, LiveDice(bytes([seed]), 0), BOOK)
        assert career.ended
        assert career.status in {Status.OUT, Status.DEAD, Status.REJECTED}
        assert all(report.why in {"by default", "leave after 2 terms"} for report in reports if report.asked)


def test_it_stops_where_the_referee_is_asked():
    book = under(failed_survival="asked")
    standing = read_standing("points 7", BOOK)
    waits = [play_on(young(), standing, LiveDice(bytes([seed]), 0), book)[0] for seed in range(20)]
    asked = [career for career in waits if not career.ended]
    assert asked
    assert {waiting(career, book).key for career in asked} == {"fate"}
    with pytest.raises(RuleError, match=r"They did not survive.*is for the referee to say first"):
        play_on(asked[0], standing, LiveDice(b"", 0), book)


def test_whoever_is_rejected_has_a_career_that_is_over():
    world = Homeworld(tech=5, subsector_tech=5, navy=False)
    found = [
        play_on(young(19, world), read_standing("", BOOK), LiveDice(bytes([seed]), 0), BOOK)[0] for seed in range(10)
    ]
    assert Status.REJECTED in {career.status for career in found}


def test_every_question_that_a_career_asks_can_be_answered_ahead():
    seen = set()
    for seed in range(150):
        career = young(social=7 + seed % 6, education=7 + seed % 5, intelligence=7 + seed % 4)
        _, reports = play_on(career, read_standing("schools always", BOOK), LiveDice(bytes([seed]), 0), BOOK)
        seen |= {report.asked for report in reports}
    assert seen - {""} <= {*questions(BOOK)}
    assert len(seen) > 15


@pytest.mark.parametrize("text", [";;;;;", " ; ; "])
def test_marks_alone_are_no_answers_and_are_refused(text):
    with pytest.raises(RuleError, match="answers nothing: write them like"):
        read_standing(text, BOOK)
