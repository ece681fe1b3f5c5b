"""Whatever is answered and however the dice fall, a career stays legal from its first step to its last."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.dice import LiveDice
from bot.engine.scene import Game, Unit, Units
from bot.systems.naval.career import BRANCHES, NAVIES, SHEET, Career, Characteristics, Homeworld, Status
from bot.systems.naval.orders import career_due
from bot.systems.naval.outlook import weighed
from bot.systems.naval.play import advance, waiting
from tests.systems.naval.careers import BOOK, before, posted, under

SETTINGS = (
    {},
    {"failed_survival": "asked", "shore_duty_life": "+4 from O1", "navy_of_graduates": "Imperial"},
    {"command_officer_row_7": "nothing", "medical_training": "none", "exact_survival": "natural"},
)
CHARACTERISTIC = st.integers(1, 15)
PEOPLE = st.builds(Characteristics, *[CHARACTERISTIC] * 6)
WORLDS = st.builds(
    Homeworld,
    st.integers(0, 15),
    st.integers(0, 10),
    st.integers(0, 15),
    st.integers(0, 10),
    st.booleans(),
    st.integers(0, 15),
)
KNOWN = {
    *(gives.what for rows in BOOK.service_skills.values() for gives in rows),
    *(skill for rows in BOOK.branch_skills.values() for skill in rows),
    *BOOK.specialist,
    *(skill for course in BOOK.courses.values() for skill in course.skills),
    *(each.name for listed in BOOK.categories.values() for each in listed),
    *("Recruiting", "Instruction", "Admin", "Pilot", "Computer", "Medical"),
} - {*BOOK.categories}


def steps(career, seed, choose, book):
    """A career from its first step to its last, or to its 120th choice: each with what it was before."""
    dice = LiveDice(seed, 0)
    for _ in range(120):
        if career.ended:
            return
        question = waiting(career, book)
        answer = choose(question) if question else None
        after = advance(career, answer, dice, book).career
        yield career, after
        career = after


def check(career: Career) -> None:
    assert career.navy in {"", *NAVIES}
    assert career.branch in {"", *BRANCHES}
    assert career.branch != "Technical Services" or career.navy == "Imperial"
    assert "Technical Services" not in career.cross_trained or career.navy == "Imperial"
    assert career.rank == "" or (career.rank[0] == "E" and 1 <= career.grade <= 9) or 1 <= career.grade <= 10
    assert {name for name, _ in career.skills} <= KNOWN
    assert all(level >= 1 for _, level in career.skills)
    # The log goes on without a gap, from 18 to the present.
    ages = [line.age for line in career.log]
    assert ages == sorted(ages)
    assert sum(line.years for line in career.log) == career.age - 18
    assert [line.term for line in career.log] == sorted(line.term for line in career.log)
    # Nobody's year of service is anybody else's: so many as the log has, with a training year for all.
    assert career.years == sum(line.years for line in career.log if line.term)
    served = {term: sum(line.years for line in career.log if line.term == term) for term in range(1, career.terms + 1)}
    assert all(1 <= years <= 4 for term, years in served.items() if term < career.terms)
    assert all(years == 4 for term, years in served.items() if 1 < term < career.terms)
    if career.status in {Status.DEAD, Status.OUT, Status.REJECTED}:
        assert career.ended


def check_step(before: Career, after: Career) -> None:
    assert after.age >= before.age
    assert after.log[: len(before.log)] == before.log
    assert after.awards[: len(before.awards)] == before.awards
    assert dict(before.skills).items() <= {name: min(level, before.level(name)) for name, level in after.skills}.items()
    assert not (before.officer and not after.officer)
    notes = [note for line in after.log if line.term == after.terms for note in line.notes]
    thrown = [note for note in notes if note.startswith("promoted to O")]
    attaches = sum("naval attache" in line.notes for line in after.log if line.term == after.terms)
    assert len(thrown) <= 1 + attaches


def check_tables(career: Career, offered: set[str]) -> None:
    """No table is offered that is closed to that rank in that post (NAV-43 to NAV-46)."""
    post = career.post
    ashore = post.assignment in {"Training", "Shore Duty"}
    own = {"Command Officer"} if post.command else {"Staff Officer"} if career.officer else set()
    own |= {"Petty Officer"} if career.rank[0] == "E" and career.grade >= 4 else set()
    assert offered == {"Navy Life", "Branch", "Shore Duty Life" if ashore else "Shipboard Life"} | own


@settings(deadline=None, max_examples=60)
@given(PEOPLE, WORLDS, st.binary(min_size=4, max_size=4), st.sampled_from(SETTINGS))
def test_any_legal_answers_give_a_legal_career(who, world, seed, settings):
    """Nobody leaves of their own accord here, and few are as bold as they might be, so that careers are long."""
    book, chance = under(**settings), LiveDice(seed[::-1], 0)

    def choose(question):
        answers = [pick.answer for pick in question.choices if pick.answer != "leave"]
        return chance.pick(answers[:2] if question.key == "points" else answers, why=question.key)

    check(Career(who, world))
    for earlier, after in steps(Career(who, world), seed, choose, book):
        check_step(earlier, after)
        check(after)
        assert SHEET.load(json.loads(json.dumps(SHEET.dump(after)))) == after
        question = waiting(after, book)
        if question and question.key == "table":
            check_tables(after, {pick.answer for pick in question.choices})


@settings(deadline=None, max_examples=25)
@given(PEOPLE, WORLDS, st.binary(min_size=4, max_size=4), st.data())
def test_chances_are_chances_and_what_happens_was_possible(who, world, seed, data):
    """Each outcome of a throw that a choice decides had a chance, and none is more than certain."""

    def choose(question):
        return data.draw(st.sampled_from([pick.answer for pick in question.choices]), label=question.key)

    career, dice = Career(who, world), LiveDice(seed, 0)
    for _ in range(40):
        if career.ended:
            return
        question = waiting(career, BOOK)
        answer = choose(question) if question else None
        stepped = advance(career, answer, dice, BOOK)
        if question:
            found = next(each.chances for each in weighed(career, question, BOOK) if each.pick.answer == answer)
            told = {(about, outcome): chance for about, outcome, chance in found}
            assert all(0 < chance <= 1 for chance in told.values())
            first = next((event for event in stepped.report.events if event.check), None)
            if first and any(about == first.about for about, _ in told) and "again" not in first.outcome:
                assert (first.about, first.outcome) in told
        career = stepped.career


def told(career, book, settings):
    """What a career waits for by a book, with what each choice does."""
    game = Game(Units(["Ann"], {"Ann": Unit("Ann", "", career)}.__getitem__), settings=settings)
    return [(each.what, each.default, each.choices) for each in career_due(book)(game)]


@settings(deadline=None, max_examples=60)
@given(PEOPLE, WORLDS, st.binary(min_size=4, max_size=4), st.sampled_from(SETTINGS))
def test_what_choices_do_is_told_as_if_nobody_had_been_told_before(who, world, seed, settings):
    """Whatever careers the same book has weighed before: of those in which it hangs on the same, and of others."""
    shared, chance = KNOWING[tuple(settings)], LiveDice(seed[::-1], 0)

    def choose(question):
        answers = [pick.answer for pick in question.choices if pick.answer != "leave"]
        return chance.pick(answers[:2] if question.key == "points" else answers, why=question.key)

    for _, career in steps(Career(who, world), seed, choose, under(**settings)):
        assert told(career, shared, settings) == told(career, replace(BOOK, told={}), settings)


def test_a_wound_is_honoured_by_the_post_and_not_by_its_numbers():
    """Flight asks for 3+ and 9+ in sieges and strikes alike; a Purple Heart is for strikes (NAV-27), by an exact 3."""
    book = replace(BOOK, told={})

    def with_no_points(post):
        career = before(posted(post, branch="Flight"), "points", "survival", "decoration", "rest")
        ((_, _, choices),) = told(career, book, {})
        return choices[0].does

    assert "Purple Heart" not in with_no_points("Siege")
    assert "wounded 5.56 %, Purple Heart 5.56 %" in with_no_points("Strike")


# One book for each of the settings, which goes on knowing what it has weighed.
KNOWING = {tuple(each): replace(BOOK, told={}) for each in SETTINGS}
