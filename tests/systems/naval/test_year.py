"""A year of service, throw by throw: command, assignment, survival, decorations, promotion, skills, retention."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.naval.career import Service, Status
from bot.systems.naval.leg import Now
from bot.systems.naval.play import advance, travel, waiting
from bot.systems.naval.posting import command_throw
from tests.systems.naval.careers import BOOK, Totals, about, asked, before, dms, posted, rules, serving, through, under


def one(career, leg, *totals, book=BOOK, **answers):
    """The career after one leg, with what happened."""
    return through(before(career, leg, "end"), *totals, until="end", book=book, **answers)


# Command.


@pytest.mark.rule("NAV-16", "NAV-17")
def test_an_officer_begins_a_year_with_command_and_a_rating_with_the_assignment():
    assert through(serving("O1"), until="command")[0].ahead == ("command", "assignment", "rest")
    assert through(serving("E5"), until="assignment")[0].ahead == ("assignment", "rest")
    # Whoever is commissioned in service goes on with a year, not with training.
    career, _ = through(before(posted("", "E1"), "duty Officer Candidate School", "rest"), 1, 1, 1, until="year")
    assert (career.rank, career.ahead) == ("O1", ("year",))


@pytest.mark.rule("NAV-19")
@pytest.mark.parametrize(
    ("rank", "social", "intelligence", "education", "dm"),
    [
        ("O1", 7, 8, 8, -2),
        ("O2", 7, 8, 8, -2),
        ("O3", 7, 8, 8, -1),
        ("O4", 10, 8, 8, -1),
        ("O5", 7, 8, 8, 0),
        ("O5", 11, 8, 8, 1),
        ("O5", 7, 7, 8, -1),
        ("O5", 7, 8, 7, -1),
        ("O1", 11, 7, 7, -3),
    ],
)
def test_the_dms_of_command(rank, social, intelligence, education, dm):
    here = posted("", rank, social=social, intelligence=intelligence, education=education)
    _, events = one(here, "command", 2, command="yes")
    assert sum(dms(events, "command").values()) == dm


def test_the_steps_of_command_may_count_together():
    _, events = one(posted("", "O2", intelligence=8, education=8), "command", 2, book=under(command_rank_dms="both"))
    assert sum(dms(events, "command").values()) == -3


@pytest.mark.rule("NAV-18", "NAV-20")
@pytest.mark.parametrize(
    ("branch", "number"),
    [("Line", 7), ("Flight", 8), ("Gunnery", 9), ("Engineering", 10), ("Medical", 11), ("Technical Services", 12)],
)
def test_command_is_had_on_the_branchs_number_and_is_voluntary(branch, number):
    here = posted("", "O5", branch, intelligence=8, education=8)
    assert one(here, "command", number, command="yes")[0].post.command is True
    assert one(here, "command", number - 1, command="yes")[0].post.command is False
    declined, events = one(here, "command", command="no")
    assert declined.post.command is False
    assert about(events, "command") == ["staff post"]


@pytest.mark.rule("NAV-21")
def test_ratings_have_no_command():
    with pytest.raises(RuleError, match="Only officers, from O1, may seek a command"):
        command_throw(Now(posted("", "E9"), BOOK), Totals(12))


# The assignment.


@pytest.mark.rule("NAV-22")
@pytest.mark.parametrize(
    ("total", "assignment"),
    [(2, "Battle"), (3, "Shore Duty"), (4, "Siege"), (5, "Strike"), (6, "Patrol"), (7, "Training")],
)
def test_an_assignment_is_thrown(total, assignment):
    career, events = through(before(posted(""), "assignment"), total, until="resolution")
    assert career.post.assignment == assignment
    assert about(events, "assignment") == [assignment]


@pytest.mark.rule("NAV-23", "NAV-96")
@pytest.mark.parametrize(
    ("rank", "education", "total", "told"),
    [
        ("E1", ("College",), 10, "Special Duty"),
        ("E1", ("College",), 12, "Special Duty"),
        ("E1", ("Naval Academy",), 10, "Shore Duty"),
        ("O1", ("College",), 10, "Shore Duty"),
        ("E1", (), 10, "Shore Duty"),
    ],
)
def test_a_college_education_adds_one_for_ratings(rank, education, total, told):
    here = before(posted("", rank, education=education), "assignment")
    _, events = through(here, total, until="special" if told == "Special Duty" else "resolution")
    assert about(events, "assignment") == [told]
    assert dms(events, "assignment") == ({"college": 1} if told == "Special Duty" else {})


# Survival.


@pytest.mark.rule("NAV-24")
def test_a_year_is_resolved_in_the_books_order():
    career = posted("Battle", branch="Line")
    _, events = through(career, 9, 3, 3, 4)
    assert [event.about for event in events] == ["survival", "decoration", "promotion", "skills"]


@pytest.mark.rule("NAV-26", "NAV-27")
@pytest.mark.parametrize(
    ("assignment", "total", "dead", "wounds", "awards"),
    [
        ("Battle", 5, True, 0, []),
        ("Battle", 6, False, 1, ["Purple Heart"]),
        ("Strike", 6, False, 1, ["Purple Heart"]),
        ("Siege", 5, False, 1, []),
        ("Patrol", 4, False, 1, []),
        ("Patrol", 3, True, 0, []),
        ("Battle", 7, False, 0, []),
    ],
)
def test_below_the_number_is_death_and_the_number_itself_a_wound(assignment, total, dead, wounds, awards):
    career, _ = one(posted(assignment), "survival", total)
    assert (career.status is Status.DEAD) == dead
    assert career.wounds == wounds
    assert [award.name for award in career.awards] == awards


def test_the_dead_go_no_further_and_are_left_to_the_referee():
    career, events = one(posted("Battle", age=24, terms=2), "survival", 2)
    assert career.ended
    assert (career.age, career.log[-1].spent, career.log[-1].notes) == (24, "Battle (Crew)", ("died",))
    assert [(each.ruling, each.said) for each in career.owed] == [("NR-G5", "")]
    assert about(events, "survival") == ["does not survive", "dead"]
    with pytest.raises(RuleError, match=r"This career is over \(dead\)"):
        advance(career, None, Totals(), BOOK)


def test_a_referee_may_be_asked_what_a_failure_to_survive_is():
    book = under(failed_survival="asked")
    asked_, _ = one(posted("Battle"), "survival", 2, book=book, fate="serves on")
    assert asked(before(posted("Battle"), "fate"), book) == ("fate", ["dies", "leaves the service", "serves on"])
    assert (asked_.status, asked_.notes) == (Status.SERVING, ("serves on, as the referee said",))
    left, _ = through(before(posted("Battle"), "survival"), 2, book=book, until="", fate="leaves the service")
    assert (left.status, left.ended) == (Status.OUT, True)
    died, _ = through(before(posted("Battle"), "survival"), 2, book=book, until="", fate="dies")
    assert died.status is Status.DEAD


def test_the_number_may_be_that_of_the_dice_alone():
    """Line with a branch skill of 2 has +1: 5 on the dice is the number 6 in all, 6 on the dice is one more."""
    skilled = posted("Battle", skills={"Computer": 2})
    natural = under(exact_survival="natural")
    assert [one(skilled, "survival", total)[0].wounds for total in (5, 6)] == [1, 0]
    assert [one(skilled, "survival", total, book=natural)[0].wounds for total in (5, 6)] == [0, 1]


@pytest.mark.rule("NAV-28")
@pytest.mark.parametrize("branch", ["Line", "Gunnery", "Engineering", "Medical", "Technical Services"])
def test_a_safe_assignment_has_no_throw_to_survive_and_nothing_to_move(branch):
    _, events = through(posted("Training", branch=branch), 2, 2)
    assert [event.about for event in events] == ["promotion", "skills"]


@pytest.mark.rule("NAV-29")
@pytest.mark.parametrize(
    ("branch", "skills", "dm"),
    [
        ("Line", {"Computer": 2}, 1),
        ("Line", {"Computer": 1, "Liaison": 1}, 0),
        ("Line", {"Handgun": 2}, 1),
        ("Line", {"Handgun": 1, "Laser Weapons": 1}, 0),
        ("Line", {"Pilot": 3}, 0),
        ("Flight", {"Pilot": 3}, 3),
        ("Flight", {"Navigation": 3}, 0),
        ("Engineering", {"Engineering": 4}, 1),
        ("Engineering", {"Engineering": 3}, 0),
        ("Gunnery", {"Screens": 5}, 0),
    ],
)
def test_the_dms_of_survival(branch, skills, dm):
    _, events = one(posted("Battle", branch=branch, skills=skills), "survival", 12)
    assert sum(dms(events, "survival").values()) == dm


@pytest.mark.rule("NAV-30")
def test_points_are_moved_from_survival_to_decorations_before_the_throw():
    career = before(posted("Battle"), "points", "survival", "decoration", "end")
    after, events = through(career, 8, 7, until="end", points="2")
    assert dms(events, "survival") == {"moved to decorations": -2}
    assert dms(events, "decoration") == {"moved from survival": 2}
    # 8 − 2 is the number itself; 7 + 2 is three over the 6.
    assert (after.wounds, [award.name for award in after.awards]) == (1, ["Purple Heart", "MCG"])


@pytest.mark.rule("NAV-30", "NAV-28", "NAV-33")
@pytest.mark.parametrize(
    ("branch", "assignment", "offered"),
    [
        ("Line", "Battle", 7),
        ("Line", "Patrol", 9),
        ("Line", "Training", 0),
        ("Engineering", "Shore Duty", 0),
        ("Flight", "Shore Duty", 0),
        ("Medical", "Siege", 0),
        ("Medical", "Strike", 10),
    ],
)
def test_points_are_moved_only_where_there_are_both_throws(branch, assignment, offered):
    """As many as leave somebody a chance to survive: 12 on the dice against 6+ leaves 0 to 6."""
    resolved = travel(posted(assignment, branch=branch), "", Totals(), BOOK).career
    found = asked(resolved)
    assert (len(found[1]) if found else 0) == offered
    assert (resolved.ahead[0] == "points") == bool(offered)


# Decorations.


@pytest.mark.rule("NAV-31")
@pytest.mark.parametrize(("total", "award"), [(6, []), (7, ["MCUF"]), (9, ["MCUF"]), (10, ["MCG"]), (12, ["MCG"])])
def test_the_ladder_of_decorations_has_one_award(total, award):
    career, _ = one(posted("Battle", branch="Gunnery"), "decoration", total)
    assert [each.name for each in career.awards] == award


def test_six_over_the_number_is_the_starburst():
    career, _ = one(posted("Battle", branch="Line"), "decoration", 12)
    assert [each.name for each in career.awards] == ["SEH"]


@pytest.mark.rule("NAV-32")
@pytest.mark.parametrize(
    ("branch", "assignment", "rank", "dexterity", "dm"),
    [
        ("Flight", "Battle", "O6", 7, 5),
        ("Flight", "Strike", "O4", 7, 3),
        ("Flight", "Siege", "O4", 7, 0),
        ("Flight", "Battle", "E9", 7, 0),
        ("Line", "Battle", "O6", 12, 0),
        ("Gunnery", "Patrol", "E1", 10, 1),
        ("Gunnery", "Battle", "E1", 9, 0),
    ],
)
def test_the_dms_of_decorations(branch, assignment, rank, dexterity, dm):
    _, events = one(posted(assignment, rank, branch, dexterity=dexterity), "decoration", 2)
    assert sum(dms(events, "decoration").values()) == dm


@pytest.mark.rule("NAV-33")
def test_where_there_is_none_no_decoration_is_thrown():
    _, events = through(posted("Siege", branch="Technical Services"), 9, 2, 2)
    assert [event.about for event in events] == ["survival", "promotion", "skills"]


# Promotion.


@pytest.mark.rule("NAV-34")
def test_numbers_in_brackets_are_for_ratings_alone():
    assert one(posted("Training", "E1"), "promotion", 6)[0].rank == "E2"
    assert one(posted("Training", "E1"), "promotion", 5)[0].rank == "E1"
    _, events = through(posted("Training", "O1"), 2)
    assert [event.about for event in events] == ["skills"]
    _, events = through(posted("Shore Duty", "O1", "Medical"), 2, 2)
    assert [event.about for event in events] == ["promotion", "skills"]


@pytest.mark.rule("NAV-35", "NAV-37")
def test_an_officer_rises_once_a_term_by_throw_and_a_rating_each_year():
    risen, _ = one(posted("Battle", "O1"), "promotion", 6)
    assert (risen.rank, risen.promoted) == ("O2", True)
    _, events = through(replace(posted("Battle", "O2"), promoted=True), 9, 2, 2)
    assert "promotion" not in {event.about for event in events}
    rating, _ = one(posted("Battle", "E1"), "promotion", 6)
    assert (rating.rank, rating.promoted) == ("E2", False)


@pytest.mark.rule("NAV-37")
@pytest.mark.parametrize(("rank", "thrown"), [("E8", True), ("E9", False), ("O9", True), ("O10", False)])
def test_nobody_is_promoted_beyond_e9_and_o10(rank, thrown):
    totals = (12, 2, 2, 2) if thrown else (12, 2, 2)
    _, events = through(posted("Battle", rank), *totals)
    assert ("promotion" in {event.about for event in events}) == thrown


@pytest.mark.rule("NAV-38")
@pytest.mark.parametrize(
    ("medals", "dm"),
    [
        ((), 0),
        (("MCUF",), 1),
        (("MCG",), 2),
        (("SEH",), 3),
        (("Purple Heart",), 0),
        (("MCUF", "SEH", "Purple Heart"), 4),
    ],
)
def test_decorations_of_the_term_add_to_promotion(medals, dm):
    _, events = one(posted("Battle", branch="Engineering", medals=medals), "promotion", 2)
    assert sum(dms(events, "promotion").values()) == dm


@pytest.mark.rule("NAV-38")
def test_a_decoration_counts_in_its_own_year_and_not_in_the_next_term():
    won = before(posted("Battle", branch="Engineering"), "decoration", "promotion", "end")
    _, events = through(won, 7, 2, until="end")
    assert dms(events, "promotion") == {"decorations of this term": 1}
    later = replace(posted("Battle", branch="Engineering", medals=("SEH",)), terms=2)
    assert dms(one(later, "promotion", 2)[1], "promotion") == {}


@pytest.mark.rule("NAV-39")
@pytest.mark.parametrize(
    ("branch", "who", "skills", "dm"),
    [
        ("Line", {"education": 8, "social": 9}, {}, 2),
        ("Line", {"education": 8}, {}, 1),
        ("Line", {"education": 7, "social": 8}, {}, 0),
        ("Gunnery", {"dexterity": 9, "education": 12}, {}, 1),
        ("Gunnery", {"dexterity": 8}, {}, 0),
        ("Medical", {}, {"Medical": 5}, 1),
        ("Medical", {}, {"Medical": 4}, 0),
        ("Technical Services", {}, {"Gravitics": 3}, 1),
        ("Technical Services", {}, {"Gravitics": 2, "Pilot": 4}, 0),
        ("Engineering", {"education": 12, "social": 12, "dexterity": 12}, {"Engineering": 6}, 0),
    ],
)
def test_the_dms_of_promotion(branch, who, skills, dm):
    _, events = one(posted("Battle", branch=branch, skills=skills, **who), "promotion", 2)
    assert sum(dms(events, "promotion").values()) == dm


@pytest.mark.rule("NAV-41", "NAV-44")
@pytest.mark.parametrize(("rank", "open_"), [("E1", False), ("E3", False), ("E4", True), ("E9", True), ("O1", False)])
def test_petty_officers_from_e4_have_a_table_of_their_own(rank, open_):
    assert ("Petty Officer" in asked(before(posted("Patrol", rank), "skill"))[1]) == open_


# Skills.


@pytest.mark.rule("NAV-42")
def test_a_skill_is_had_on_the_number_and_thrown_at_once():
    career, events = through(posted("Patrol", navy="Planetary"), 9, 2, 2, 6, 4, table="Branch")
    assert about(events, "skills") == ["one skill"]
    assert career.skills == (("Navigation", 1),)
    career, events = through(posted("Patrol"), 9, 2, 2, 5)
    assert about(events, "skills") == ["no skill"]
    assert career.skills == ()


@pytest.mark.rule("NAV-43", "NAV-45", "NAV-46")
@pytest.mark.parametrize(
    ("assignment", "rank", "command", "tables"),
    [
        ("Patrol", "E1", None, ["Navy Life", "Branch", "Shipboard Life"]),
        ("Training", "E1", None, ["Navy Life", "Branch", "Shore Duty Life"]),
        ("Shore Duty", "O1", False, ["Navy Life", "Branch", "Staff Officer", "Shore Duty Life"]),
        ("Battle", "O1", True, ["Navy Life", "Branch", "Command Officer", "Shipboard Life"]),
    ],
)
def test_which_tables_are_open(assignment, rank, command, tables):
    assert asked(before(posted(assignment, rank, command=command), "skill")) == ("table", tables)


@pytest.mark.parametrize(
    ("rank", "navy", "table", "gives"),
    [
        ("E1", "Planetary", "Branch", "Mechanical, Electronics, Gun Combat, Navigation, Computer, Liaison"),
        ("E1", "Imperial", "Branch", "Gun Combat, Navigation, Computer, Liaison, Zero-G Combat, Vacc Suit"),
        (
            "O7",
            "Planetary",
            "Staff Officer",
            "Bribery, Ship Tactics, Fleet Tactics, +1 intelligence, Ship Tactics",
        ),
    ],
)
def test_a_table_is_offered_with_what_each_face_gives(rank, navy, table, gives):
    question = waiting(before(posted("Patrol", rank, navy=navy), "skill"), BOOK)
    told = {pick.answer: pick.does for pick in question.choices}[table]
    assert told.startswith(gives)
    assert told.count(", ") == 5


def test_a_table_that_is_closed_is_refused():
    with pytest.raises(RuleError, match="There is no choice for table “Command Officer”"):
        advance(before(posted("Battle", "O1", command=False), "skill"), "Command Officer", Totals(), BOOK)


@pytest.mark.rule("NAV-49")
def test_the_rank_is_the_one_after_this_years_promotion():
    """O3 to O4 in a patrol: the staff table's +2 counts for the skill of the same year."""
    career = posted("Patrol", "O3", "Line", command=False, navy="Planetary")
    after, events = through(career, 9, 2, 7, 6, 5, table="Staff Officer")
    assert after.rank == "O4"
    assert dms(events, "Staff Officer") == {"O4": 2}
    assert after.skills == (("Fleet Tactics", 1),)


@pytest.mark.rule("NAV-50")
def test_a_characteristic_is_raised_instead_of_a_skill():
    career, events = one(posted("Patrol"), "skill", 2, table="Navy Life")
    assert (career.characteristics.strength, career.skills) == (8, ())
    assert about(events, "characteristic") == ["+1 strength: 8"]


def test_no_bound_is_set_to_a_characteristic_but_the_referees():
    career, events = one(posted("Patrol", strength=15), "skill", 2, table="Navy Life")
    assert career.characteristics.strength == 16
    assert "NR-A38" in rules(events, "characteristic")
    _, unmarked = one(posted("Patrol", strength=14), "skill", 2, table="Navy Life")
    assert "NR-A38" not in rules(unmarked, "characteristic")
    bound, _ = one(
        posted("Patrol", strength=15), "skill", 2, table="Navy Life", book=under(highest_characteristic="15")
    )
    assert bound.characteristics.strength == 15


# Retention.


def rested(age=20, **more):
    return before(replace(posted("Siege", "O1", command=True, age=age), **more), "rest")


@pytest.mark.rule("NAV-51")
@pytest.mark.parametrize(("die", "kept"), [(5, False), (6, True)])
def test_on_a_six_the_same_assignment_follows_with_the_same_command(die, kept):
    career, _ = through(rested(), die, until="year")
    after, _ = through(career, until="resolution" if kept else "command")
    assert after.post == Service("Siege" if kept else "", "Line", kept)
    assert after.retained == kept


@pytest.mark.rule("NAV-52")
def test_nobody_is_retained_twice_nor_at_the_end_of_a_term():
    assert through(rested(retained=True), until="year")[0].ahead == ("year",)
    assert through(rested(age=21), until="re-enlistment")[0].next_post is None
    special = replace(rested(), post=Service("Staff College", "Line"))
    assert through(special, until="year")[0].ahead == ("year",)


@pytest.mark.rule("NAV-52")
def test_after_a_year_of_another_assignment_one_may_be_retained_again():
    career, _ = through(rested(age=19, retained=True), until="command")
    anew, _ = through(career, 4, until="resolution", command="no")
    again, _ = through(before(anew, "rest"), 6, until="year")
    assert again.retained
