"""The end of a term and of a career: re-enlistment, branches, and what the book leaves to others."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.naval.career import Service, Status
from bot.systems.naval.others import changes, say, unsaid
from bot.systems.naval.play import advance, waiting
from bot.systems.naval.terms import MOST_TERMS
from tests.systems.naval.careers import BOOK, Totals, about, asked, before, dms, posted, rules, serving, through


def at_the_end(rank="E1", branch="Line", age=22, **more):
    """Somebody whose term is over."""
    return before(posted("Siege", rank, branch, age=age, **more), "re-enlistment")


@pytest.mark.rule("NAV-05", "NAV-73")
@pytest.mark.parametrize(("age", "over"), [(19, False), (20, False), (21, True), (25, True), (26, False), (29, True)])
def test_every_year_ages_by_one_and_a_term_is_over_at_22_26_and_so_on(age, over):
    rest = before(posted("Siege", age=age), "rest")
    career, _ = through(rest, until="re-enlistment" if over else "retention")
    assert (career.age, career.years) == (age + 1, 2)
    assert career.ahead[0] == ("re-enlistment" if over else "retention")


@pytest.mark.rule("NAV-13", "NAV-73")
@pytest.mark.parametrize(("age", "then"), [(20, "year"), (21, "re-enlistment"), (24, "year"), (25, "re-enlistment")])
def test_a_short_term_of_one_year_is_over_after_the_training(age, then):
    trained, events = through(before(serving("E1", age=age), "drill", "drill", "drilled"), 1, 2, until=then)
    assert (trained.age, trained.years) == (age + 1, 2)
    over = [f"term 1 is over at the age of {age + 1}"] if then == "re-enlistment" else []
    assert about(events, "term") == over
    # Whoever has had no rolled assignment can't ask to be retained in it.
    assert asked(trained) == (("re-enlist", ["stay", "leave"]) if over else None)


@pytest.mark.rule("NAV-70", "NAV-72")
@pytest.mark.parametrize(
    ("rank", "total", "status"),
    [
        ("E3", 6, Status.SERVING),
        ("E3", 5, Status.OUT),
        ("E4", 5, Status.SERVING),
        ("O1", 5, Status.SERVING),
        ("O1", 4, Status.OUT),
    ],
)
def test_another_term_is_had_on_six_with_one_for_petty_officers_and_officers(rank, total, status):
    until = "year" if status is Status.SERVING else ""
    career, events = through(at_the_end(rank), total, re_enlist="stay", until=until)
    assert career.status is status
    assert sum(dms(events, "re-enlistment").values()) == (0 if rank == "E3" else 1)
    assert career.ended == (status is Status.OUT)
    assert career.terms == (2 if status is Status.SERVING else 1)
    assert about(events, "re-enlistment") == ["re-enlisted" if status is Status.SERVING else "not taken back"]


@pytest.mark.rule("NAV-71")
@pytest.mark.parametrize(
    ("rank", "total", "natural", "stays"),
    [("E1", 12, False, True), ("E1", 11, False, False), ("O1", 11, False, True), ("O1", 11, True, False)],
)
def test_twelve_forces_another_term_on_whoever_would_leave(rank, total, natural, stays):
    book = BOOK.under({"forced re-enlistment": "natural"}) if natural else BOOK
    career, events = through(at_the_end(rank), total, re_enlist="leave", until="year" if stays else "", book=book)
    assert career.ended != stays
    assert about(events, "re-enlistment") == ["must serve another term" if stays else "leaves"]


def test_a_new_term_forgets_the_promotion_and_the_decorations_of_the_last():
    career, _ = through(at_the_end("O1", promoted=True, medals=("SEH",)), 6, until="year")
    assert (career.promoted, list(career.medals())) == (False, [])
    assert [award.name for award in career.awards] == ["SEH"]


@pytest.mark.rule("NAV-12")
def test_whoever_is_cross_trained_may_re_enlist_in_that_branch_and_nobody_else_in_any():
    trained = at_the_end("E2", "Engineering", cross_trained=("Gunnery",))
    here, _ = through(trained, 6, until="new")
    assert asked(here) == ("new branch", ["Engineering", "Gunnery"])
    assert through(here, new_branch="Gunnery", until="year")[0].branch == "Gunnery"
    assert through(here, new_branch="Engineering", until="year")[0].branch == "Engineering"
    assert asked(through(at_the_end("E2", "Engineering"), 6, until="new")[0]) is None


@pytest.mark.rule("NAV-52")
def test_at_the_end_of_a_term_one_may_ask_to_be_retained():
    """Nobody is forced to (ruling NR-A5)."""
    assert asked(at_the_end())[1] == ["stay", "stay in the same post", "leave"]
    assert asked(replace(at_the_end(), retained=True))[1] == ["stay", "leave"]
    assert asked(replace(at_the_end(), post=Service("Staff College", "Line")))[1] == ["stay", "leave"]
    kept, _ = through(at_the_end(), 6, 6, re_enlist="stay in the same post", until="year")
    assert kept.next_post == Service("Siege", "Line")
    assert through(at_the_end(), 6, until="year")[0].next_post is None


def test_a_post_that_was_fixed_is_served_in_the_new_branch():
    asking = at_the_end(cross_trained=("Gunnery",))
    career, _ = through(asking, 6, 6, re_enlist="stay in the same post", new_branch="Gunnery", until="year")
    assert career.next_post == Service("Siege", "Gunnery")


@pytest.mark.rule("NAV-74")
def test_what_stands_in_other_books_is_asked_of_the_referee_and_never_invented():
    done, events = through(before(posted("Siege", "O3", age=25, terms=2), "rest"), 2, re_enlist="leave", until="")
    assert [(each.ruling, each.what) for each in done.owed] == [
        ("NR-G2", "aging at the end of term 2, at the age of 26"),
        ("NR-G3", "mustering out after 2 terms, rank O3"),
        ("NR-G4", "retirement at the age of 26"),
    ]
    assert rules(events, "end") == ("NAV-74", "NR-G3", "NR-G4")
    # Nothing of it was changed by itself.
    assert done.characteristics.upp == "777777"


def test_the_referee_says_it_at_any_time_and_what_they_say_is_kept():
    done, _ = through(before(posted("Siege", age=25, terms=2), "rest"), 2, re_enlist="leave", until="")
    aged = say(done, 0, "strength −1, and dexterity - 2: a hard winter")
    assert (aged.characteristics.strength, aged.characteristics.dexterity) == (6, 5)
    assert aged.owed[0].said == "strength −1, and dexterity - 2: a hard winter"
    assert [place for place, _ in unsaid(aged)] == [1, 2]
    again = say(aged, 0, "strength -1")
    assert again.characteristics == aged.characteristics
    assert again.owed[0].said == "strength -1"


def test_no_characteristic_falls_below_0():
    done, _ = through(before(posted("Siege", age=25), "rest"), 2, re_enlist="leave", until="")
    assert say(done, 0, "endurance -9").characteristics.endurance == 0


@pytest.mark.parametrize(
    ("place", "words", "told"),
    [
        (7, "nothing", "Nothing is left to the referee there"),
        # Aging, mustering out and retirement are left to them: there is no fourth.
        (3, "nothing", "Nothing is left to the referee there"),
        (-1, "nothing", "Nothing is left to the referee there"),
        (0, "  ", "Say it in 1 to"),
        (0, "x" * 201, "Say it in 1"),
    ],
)
def test_what_the_referee_cannot_say(place, words, told):
    done, _ = through(before(posted("Siege", age=25), "rest"), 2, re_enlist="leave", until="")
    with pytest.raises(RuleError, match=told):
        say(done, place, words)


@pytest.mark.parametrize("words", ["x", "x" * 200])
def test_the_referee_says_it_in_as_few_or_many_characters_as_are_kept(words):
    done, _ = through(before(posted("Siege", age=25), "rest"), 2, re_enlist="leave", until="")
    assert say(done, 2, words).owed[2].said == words


def test_changes_are_read_where_they_are_named_so():
    assert changes("Endurance -1 and a limp; social standing falls") == {"endurance": -1}
    assert changes("no change") == {}


def test_nobody_serves_longer_than_the_house_keeps():
    last = before(posted("Siege", "O10", age=97, terms=MOST_TERMS), "rest")
    career, events = through(last, until="")
    assert (career.status, career.terms) == (Status.OUT, MOST_TERMS)
    assert about(events, "re-enlistment") == []


def test_an_ended_career_is_not_gone_on_with():
    done, _ = through(at_the_end(), 2, until="")
    with pytest.raises(RuleError, match=r"This career is over \(mustered out\)"):
        advance(done, "stay", Totals(), BOOK)


def test_a_choice_is_made_of_those_that_are_offered():
    with pytest.raises(RuleError, match="There is no choice for re-enlist “perhaps”"):
        advance(at_the_end(), "perhaps", Totals(), BOOK)
    with pytest.raises(RuleError, match=r"Another term, at 22\? Choose one of these: stay, stay in the same post"):
        advance(at_the_end(), None, Totals(), BOOK)


def test_a_question_is_another_after_it_was_answered():
    first = waiting(at_the_end(), BOOK)
    after = advance(before(posted("", "O1"), "command", "assignment", "rest"), "no", Totals(3), BOOK).career
    assert waiting(after, BOOK).number == first.number + 1
