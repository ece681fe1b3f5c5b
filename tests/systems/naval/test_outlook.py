"""Exact chances of choices and of years: against every way in which the dice can fall, and by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from bot import systems
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import order_odds
from bot.engine.system import Scene, Unit
from bot.systems.naval.outlook import outcomes, weighed, year_ahead
from bot.systems.naval.play import travel, waiting
from tests.systems.naval.careers import BOOK, before, posted, serving, under, young

NAVAL = systems.discover(systems)["naval"]


def chances(career, answer, book=BOOK):
    question = waiting(career, book)
    found = {each.pick.answer: each.chances for each in weighed(career, question, book)}
    return {(about, outcome): chance for about, outcome, chance in found[answer]}


@pytest.mark.parametrize(("navy", "ways"), [("Imperial", 15), ("Subsector", 21), ("Planetary", 26)])
def test_enlistment_by_navy(navy, ways):
    """With intelligence 8 the dice have to show 8, 7 or 6."""
    asked = before(young(age=19, intelligence=8), "navy")
    found = chances(asked, navy)
    assert found[(f"{navy} navy", "enlisted")] == Fraction(ways, 36)
    assert found[(f"{navy} navy", "refused")] == Fraction(36 - ways, 36)


def by_hand(career, points):
    """Survival and decoration, by throwing all 1296 ways of four dice one after the other."""
    found = Counter()
    for faces in product(range(1, 7), repeat=4):
        at, dice = career, ScriptedDice(faces)
        for answer in (str(points), "", ""):
            if at.ended:
                break
            gone = travel(at, answer, dice, BOOK)
            at = gone.career
            found.update({(event.about, event.outcome) for event in gone.events if event.outcome != "dead"})
    return {mark: Fraction(count, 6**4) for mark, count in found.items()}


@pytest.mark.parametrize("points", [0, 1, 4, 6])
@pytest.mark.parametrize(("branch", "skills"), [("Line", {}), ("Gunnery", {}), ("Flight", {"Pilot": 1})])
def test_survival_with_the_trade_for_a_medal_is_as_by_every_throw_of_the_dice(branch, skills, points):
    career = before(
        posted("Battle", "O4", branch, skills=skills, dexterity=10), "points", "survival", "decoration", "rest"
    )
    assert chances(career, str(points)) == by_hand(career, points)


def test_a_settings_book_weighs_by_itself():
    """With the number on the dice alone a point costs no wound: 6 on the dice is the number, 5 of 36 ways."""
    natural = under(exact_survival="natural")
    career = before(posted("Battle", skills={"Computer": 2}), "points", "survival", "decoration", "rest")
    # With +1 the total of 6 is 5 on the dice, 4 ways; on the dice alone it is 6.
    assert chances(career, "0")[("survival", "wounded")] == Fraction(4, 36)
    assert chances(career, "0", natural)[("survival", "wounded")] == Fraction(5, 36)


def test_a_throw_that_is_made_again_counts_as_if_it_had_not_been():
    """An officer of Gunnery who is lent: 1, 2 and 5 are the Line, 3 Engineering, 6 Flight; 4 is thrown again."""
    lent = before(posted("", "O2", "Gunnery", navy="Planetary"), "secondment", "end")
    found = outcomes(before(lent, "secondment", "rest"), BOOK)
    assert found == {
        ("branch for a year", "Line"): Fraction(3, 5),
        ("branch for a year", "Engineering"): Fraction(1, 5),
        ("branch for a year", "Flight"): Fraction(1, 5),
        # And then a new assignment, in which the three ways of special duty are thrown again.
        ("assignment", "Battle"): Fraction(1, 33),
        ("assignment", "Shore Duty"): Fraction(5, 33),
        ("assignment", "Siege"): Fraction(3, 33),
        ("assignment", "Strike"): Fraction(8, 33),
        ("assignment", "Patrol"): Fraction(10, 33),
        ("assignment", "Training"): Fraction(6, 33),
    }


def test_a_choice_without_a_throw_has_no_chances():
    asked = before(young(age=26), "commission")
    assert chances(asked, "yes") == chances(asked, "no") == {}


def year(career, book=BOOK, **answers):
    return dict(year_ahead(career, book, lambda _, question: answers.get(question.key.replace(" ", "_"))))


def test_a_year_whose_assignment_is_known():
    """Battle in the Line with a staff post and all at 7: survival 6+, decoration 6+, promotion 6+, skills 5+."""
    career = before(posted("Battle", "E1", "Line"), "points", "survival", "decoration", "promotion", "skills", "rest")
    found = year(career)
    assert found["does not survive"] == Fraction(10, 36)
    assert found["wounded"] == found["Purple Heart"] == Fraction(5, 36)
    alive = Fraction(26, 36)
    # 6 to 8, 9 to 11, and 12.
    assert (found["MCUF"], found["MCG"], found["SEH"]) == (
        alive * Fraction(16, 36),
        alive * Fraction(9, 36),
        alive * Fraction(1, 36),
    )
    # 6+ without a medal, 5+ with the MCUF, 4+ with the MCG, 3+ with the SEH.
    raised = Fraction(10 * 26 + 16 * 30 + 9 * 33 + 1 * 35, 36 * 36)
    assert found["promoted"] == alive * raised
    assert found["a skill"] == alive * Fraction(30, 36)


def test_a_year_whose_assignment_is_open_is_the_sum_of_all():
    """A rating of Gunnery: each assignment's chance of death by its number, none in training and special duty."""
    found = year(serving("E1", "Gunnery"))
    ways = {"Battle": 1, "Shore Duty": 5, "Siege": 3, "Strike": 8, "Patrol": 10, "Training": 6}
    below = {"Battle": 10, "Shore Duty": 1, "Siege": 6, "Strike": 6, "Patrol": 3, "Training": 0}
    assert found["does not survive"] == Fraction(sum(ways[post] * below[post] for post in ways), 36 * 36)
    assert {post: found[f"assignment: {post}"] for post in ways} == {post: Fraction(n, 36) for post, n in ways.items()}
    assert found["assignment: Special Duty"] == Fraction(3, 36)
    assert found["special duty: Officer Candidate School"] == Fraction(3, 36 * 6)


def test_a_years_odds_follow_what_is_planned():
    career = before(posted("Battle", "E1", "Line"), "points", "survival", "decoration", "promotion", "skills", "rest")
    assert year(career, points="1")["does not survive"] == Fraction(15, 36)
    assert year(serving("O1", intelligence=8, education=8), command="no").keys() & {"command: command post"} == set()
    seeking = year(serving("O1", intelligence=8, education=8), command="yes")
    # 7+ at −2.
    assert seeking["command: command post"] == Fraction(10, 36)


def test_an_attaches_promotion_is_one():
    career = before(posted("", "O2", "Line"), "duty Naval Attache/Aide", "rest")
    assert year(career)["promoted"] == Fraction(4, 6)


def test_where_only_skills_are_left_a_year_tells_which():
    """An ensign of a planetary navy at training throws twice on the table of the Line: 11 ways of 36 for each skill."""
    found = year(before(serving("O1", age=22, navy="Planetary"), "drill", "drill", "drilled"))
    skills = ("Mechanical", "Electronics", "Handgun", "Navigation", "Computer", "Liaison")
    assert found == {"a skill": 1, **{skill: Fraction(11, 36) for skill in skills}}
    assert [*found] == ["a skill", *sorted(skills)]


def test_what_somebody_knows_already_is_no_skill_that_a_year_brings():
    """The same for whoever has two skills: one of the table's, and one that it doesn't teach."""
    known = {"skills": {"Mechanical": 1, "Pilot": 2}}
    found = year(before(serving("O1", age=22, navy="Planetary", **known), "drill", "drill", "drilled"))
    assert (found["Mechanical"], found["a skill"]) == (Fraction(11, 36), 1)
    assert "Pilot" not in found


def test_an_answer_is_given_to_the_one_question_that_it_is_for():
    """Up to the next question, whose answer nobody knows yet: a battle of the Line is survived on 6 or more."""
    twice = before(posted("Battle"), "points", "survival", "points", "survival", "rest")
    assert outcomes(twice, BOOK, "0") == {
        ("survival", "survives"): Fraction(21, 36),
        ("survival", "wounded"): Fraction(5, 36),
        ("decoration", "Purple Heart"): Fraction(5, 36),
        ("survival", "does not survive"): Fraction(10, 36),
    }


def test_a_category_is_sure_and_a_characteristic_counts_as_a_skill():
    picked = year(before(posted("Patrol", navy="Planetary"), "pick Gun Combat", "rest"))
    assert picked == {"a skill": 1, "Handgun": 1}
    # 1 Brawling, 2 strength, 3 Carousing, 4 Gambling, 5 endurance, 6 dexterity.
    navy_life = year(before(posted("Patrol"), "skill", "rest"), table="Navy Life")
    gained = ("Brawling", "strength", "Carousing", "Gambling", "endurance", "dexterity")
    assert navy_life == {"a skill": 1, **{each: Fraction(1, 6) for each in gained}}


def test_a_college_may_teach_nothing_and_an_aide_is_told_of_the_next_year():
    """Of six areas each is learned on 5+, so that none is in 64 of 729; an aide chooses a battle of the Line next."""
    school = year(before(posted("Gunnery School"), "course Gunnery School", "rest"))
    assert school["a skill"] == 1 - Fraction(64, 729)
    assert school["Screens"] == Fraction(2, 6)
    aide = year(before(posted("Naval Attache/Aide", "O2", age=23), "aide", "rest"), next_post="Battle, command")
    assert aide["does not survive"] == Fraction(10, 36)


def test_nothing_lies_ahead_in_service_of_whoever_is_not_in_it():
    assert year_ahead(young(), BOOK, lambda _, __: None) == ()


@pytest.mark.parametrize("rank", ["E4", "O3"])
@pytest.mark.parametrize("branch", ["Line", "Flight", "Gunnery", "Engineering", "Medical", "Technical Services"])
def test_the_chances_of_each_throw_of_a_year_add_up(branch, rank):
    found = year(serving(rank, branch, navy="Imperial"))
    assignments = [chance for name, chance in found.items() if name.startswith("assignment: ")]
    # An officer who is lent to another branch, 3 ways of 36 and then one of 6, has a second assignment.
    assert sum(assignments) == (1 if rank == "E4" else 1 + Fraction(3, 36) * Fraction(1, 6))
    assert all(0 <= chance <= 1 for chance in found.values())


def ahead(career, **settings):
    """What /odds career tells of a whole year."""
    order = NAVAL.orders["career"]
    scene = Scene({"name": (Unit("Ann", "", career),)}, settings=settings)
    return dict(order_odds(order, scene, order.read({"year": True}, settings)))


def test_no_year_is_weighed_before_the_referee_has_said_what_a_failure_to_survive_is():
    """Nor for who has no navy yet; whoever serves is told how it may go."""
    asked = {"failed survival": "asked"}
    waits = before(posted("Battle"), "fate")
    with pytest.raises(RuleError, match=r"They did not survive: .* That is for the referee to say first"):
        ahead(waits, **asked)
    with pytest.raises(RuleError, match="No year of service lies ahead before a navy has taken them"):
        ahead(young(), **asked)
    assert ahead(serving(), **asked)["does not survive"] > 0
