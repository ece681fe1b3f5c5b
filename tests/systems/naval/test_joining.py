"""Enlistment, the branch, and the year of training, throw by throw."""

from dataclasses import replace

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.naval.career import Homeworld, Status
from bot.systems.naval.joining import enlistment
from bot.systems.naval.leg import Now
from bot.systems.naval.play import advance, waiting
from tests.systems.naval.careers import BOOK, Totals, about, asked, before, dms, rules, serving, through, under, young

BRANCHES = ["Line", "Flight", "Gunnery", "Engineering", "Medical", "Technical Services"]


@pytest.mark.rule("NAV-02")
@pytest.mark.parametrize(("intelligence", "education", "dm"), [(7, 8, 0), (8, 8, 1), (7, 9, 2), (8, 9, 3), (12, 12, 3)])
def test_the_dms_of_enlistment_count_together(intelligence, education, dm):
    here = young(age=19, intelligence=intelligence, education=education)
    _, events = through(before(here, "enlistment Imperial"), 2, until="navy")
    assert sum(dms(events, "Imperial navy").values()) == dm


@pytest.mark.rule("NAV-01")
@pytest.mark.parametrize(("navy", "number"), [("Imperial", 9), ("Subsector", 8), ("Planetary", 7)])
def test_a_navy_enlists_on_its_number(navy, number):
    taken, events = through(before(young(age=19), f"enlistment {navy}"), number, until="branch")
    assert (taken.navy, taken.rank) == (navy, "E1")
    assert about(events, f"{navy} navy") == ["enlisted"]
    refused, events = through(before(young(age=19), f"enlistment {navy}"), number - 1, until="navy")
    assert (refused.navy, refused.rank) == ("", "")
    assert about(events, f"{navy} navy") == ["refused"]


@pytest.mark.rule("NAV-03")
def test_each_navy_is_asked_once_in_any_order_and_then_nobody_takes_them():
    first = advance(before(young(age=19), "navy"), "Planetary", Totals(6), BOOK).career
    assert asked(first) == ("navy", ["Imperial", "Subsector"])
    # The last one that is left is asked without a question.
    career = advance(first, "Subsector", Totals(7, 8), BOOK).career
    assert career.applied == ("Planetary", "Subsector", "Imperial")
    assert career.status is Status.REJECTED
    with pytest.raises(RuleError, match=r"This career is over \(rejected\)"):
        advance(career, None, Totals(), BOOK)


@pytest.mark.rule("NAV-04")
@pytest.mark.parametrize(
    ("world", "open_"),
    [
        (Homeworld(tech=7, subsector_tech=9), ["Imperial", "Subsector", "Planetary"]),
        (Homeworld(tech=6, subsector_tech=9), ["Imperial", "Subsector"]),
        (Homeworld(tech=12, subsector_tech=8), ["Imperial", "Planetary"]),
        (Homeworld(tech=12, subsector_tech=12, navy=False), ["Imperial", "Subsector"]),
    ],
)
def test_which_navies_are_open_hangs_on_tech_levels_and_the_homeworlds_navy(world, open_):
    assert asked(before(young(age=19, world=world), "navy")) == ("navy", open_)


def test_a_navy_that_is_not_open_is_refused():
    here = young(age=19, world=Homeworld(tech=6))
    with pytest.raises(RuleError, match="The Planetary navy is not open to them: choose another"):
        enlistment(Now(here, BOOK), ScriptedDice([6, 6]), "Planetary")


@pytest.mark.rule("NAV-73")
@pytest.mark.parametrize(("age", "ends"), [(18, 22), (19, 22), (21, 22), (22, 26), (23, 26), (26, 30), (33, 34)])
def test_a_first_term_runs_to_the_next_age_of_22_26_and_so_on(age, ends):
    _, events = through(before(serving(age=age), "term"), until="drill")
    assert about(events, "term")[0].endswith(f"to the age of {ends}")
    assert ("short" in about(events, "term")[0]) == (ends - age < 4)


def joining(rank="E1", navy="Planetary", **characteristics):
    """Somebody who has joined a navy, and whose branch comes next."""
    return replace(before(young(age=19, **characteristics), "branch"), rank=rank, navy=navy)


@pytest.mark.rule("NAV-07")
@pytest.mark.parametrize(
    ("education", "intelligence", "offered"),
    [(8, 9, None), (9, 9, ["0", "2"]), (8, 10, ["0", "2"]), (9, 10, ["0", "2", "4"])],
)
def test_the_dms_of_the_branch_may_be_taken_or_left(education, intelligence, offered):
    here = before(joining(education=education, intelligence=intelligence), "branching")
    assert asked(here) == (offered and ("branch dm", offered))


@pytest.mark.rule("NAV-07", "NAV-06")
@pytest.mark.parametrize(
    ("navy", "die", "dm", "branch"),
    [
        ("Planetary", 6, "0", "Gunnery"),
        ("Planetary", 6, "2", "Flight"),
        ("Subsector", 6, "4", "Flight"),
        ("Imperial", 6, "0", "Engineering"),
        ("Imperial", 6, "4", "Flight"),
        ("Imperial", 2, "0", "Technical Services"),
        ("Imperial", 1, "0", "Technical Services"),
    ],
)
def test_the_imperial_navy_takes_two_off_and_the_ends_hold(navy, die, dm, branch):
    here = joining(navy=navy, education=9, intelligence=10)
    after, _ = through(here, die, branch_dm=dm, until="")
    assert after.branch == branch


def test_the_restored_row_of_the_branch_table_is_marked():
    _, events = through(joining(education=9), 6, branch_dm="2", until="")
    assert rules(events, "branch") == ("NAV-06", "NR-R1")
    _, events = through(joining(education=9), 5, branch_dm="2", until="")
    assert rules(events, "branch") == ("NAV-06",)


@pytest.mark.rule("NAV-08", "NAV-10")
def test_social_standing_9_chooses_freely_among_the_navys_branches():
    assert asked(joining(social=8)) is None
    assert asked(joining(social=9)) == ("branch", [*BRANCHES[:-1], "roll"])
    assert asked(joining(social=9, navy="Subsector"))[1] == [*BRANCHES[:-1], "roll"]
    assert asked(joining(social=9, navy="Imperial"))[1] == [*BRANCHES, "roll"]
    assert through(joining(social=9), branch="Medical", until="")[0].branch == "Medical"
    with pytest.raises(RuleError, match="There is no choice for branch “Technical Services”"):
        advance(joining(social=9), "Technical Services", Totals(), BOOK)


def test_officers_are_thrown_for_in_a_column_of_their_own():
    assert through(joining("O1"), 4, until="")[0].branch == "Gunnery"
    assert through(joining("E1"), 4, until="")[0].branch == "Engineering"


@pytest.mark.rule("NAV-09")
@pytest.mark.parametrize(("rank", "branch"), [("O3", "Medical"), ("O1", "Flight")])
def test_whoever_has_a_branch_from_school_isnt_asked_for_one(rank, branch):
    career = replace(before(young(age=23, social=12), "navy"), rank=rank, branch=branch)
    after, events = through(career, navy="Subsector", until="drill")
    assert after.branch == branch
    assert about(events, "branch") == []


def test_officers_join_the_navy_that_they_choose_or_the_imperial_one():
    ensign = replace(before(young(age=22), "navy"), rank="O1")
    lieutenant = replace(ensign, rank="O3", branch="Medical")
    assert asked(ensign)[1] == ["Imperial", "Subsector", "Planetary"]
    imperial = under(navy_of_graduates="Imperial")
    assert asked(ensign, imperial) is None
    assert through(ensign, until="branch", book=imperial)[0].navy == "Imperial"
    # A direct commission in medicine is free by the text.
    assert asked(lieutenant, imperial)[1] == ["Imperial", "Subsector", "Planetary"]


@pytest.mark.rule("NAV-13", "NAV-14")
def test_ratings_train_for_a_year_with_two_skills_of_their_branch():
    career, events = through(
        before(serving(branch="Engineering", navy="Planetary", age=18, years=0), "term"), 3, 5, until="year"
    )
    assert career.skills == (("Engineering", 1), ("Vacc Suit", 1))
    assert (career.age, career.years, career.terms) == (19, 1, 1)
    assert {event.about for event in events} == {"term", "Engineering skills", "skill"}
    assert career.log[-1].spent == "Basic and advanced training"


@pytest.mark.rule("NAV-15")
def test_officers_train_on_either_table():
    ensign = before(serving("O1", "Line", "Planetary", age=22), "term")
    assert asked(before(ensign, "drill")) == ("training table", ["Branch", "Staff Officer"])
    assert asked(before(serving("E1"), "drill")) is None
    assert through(ensign, 4, 5, training_table="Staff Officer", until="year")[0].skills == (
        ("Admin", 1),
        ("Bribery", 1),
    )
    assert through(ensign, 4, 5, until="year")[0].skills == (("Navigation", 1), ("Computer", 1))


def test_nobody_is_retained_in_the_year_of_training():
    career, _ = through(before(serving(), "drilled"), until="year")
    assert career.ahead == ("year",)


def test_a_campaign_asks_again_for_what_it_was_not_asked():
    question = waiting(young(age=19), BOOK)
    assert question is None
    with pytest.raises(RuleError, match="Nothing waits for a choice here"):
        advance(young(age=19), "Imperial", Totals(), BOOK)


@pytest.mark.parametrize(
    ("branch", "rank", "asked_by"),
    [("Medical", "O3", ("NAV-92",)), ("", "O1", ("NR-A18",)), ("", "", ("NAV-03", "NAV-04", "NR-A1"))],
)
def test_by_which_rules_a_navy_is_asked_for(branch, rank, asked_by):
    """A doctor joins whichever they like, a graduate by ruling, and anybody else asks to be enlisted."""
    who = replace(before(young(age=26), "navy"), branch=branch, rank=rank)
    assert waiting(who, BOOK).rules == asked_by
