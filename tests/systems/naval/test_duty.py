"""Special duty: schools, recruiting, officer candidates, attaches and aides, service in another branch."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.naval.career import Service
from bot.systems.naval.play import advance, waiting
from tests.systems.naval.careers import BOOK, Totals, about, asked, before, dms, posted, rules, serving, through


def sent(duty, rank="E1", branch="Line", **more):
    """Somebody who is sent to a special duty."""
    return before(posted("", rank, branch, **more), f"duty {duty}", "rest")


@pytest.mark.rule("NAV-53")
def test_special_duty_takes_the_place_of_the_whole_resolution():
    _, events = through(before(posted(""), "assignment", "rest"), 11, 3, 1)
    assert [event.about for event in events] == ["assignment", "special duty", "skill", "Admin"]
    assert about(events, "special duty") == ["Recruiting Duty"]


@pytest.mark.rule("NAV-55")
@pytest.mark.parametrize(
    ("social", "education", "offered"),
    [(10, (), None), (11, (), ["0", "1"]), (7, ("College",), ["0", "1"]), (12, ("College",), ["0", "1"])],
)
@pytest.mark.parametrize("rank", ["E1", "O2"])
def test_one_may_be_added_once_for_standing_or_college(rank, social, education, offered):
    here = before(posted("", rank, social=social, education=education), "special")
    assert asked(here) == (offered and ("special dm", offered))


@pytest.mark.rule("NAV-55", "NAV-96")
def test_the_one_that_was_added_counts():
    here = before(posted("", "O2", education=("College",)), "special", "rest")
    _, events = through(here, 5, special_dm="1", until="duty Staff College")
    assert dms(events, "special duty") == {"social 11+ or college": 1}
    career, events = through(here, 5, special_dm="0", until="duty Command College")
    assert (career.ahead, dms(events, "special duty")) == (("duty Command College", "rest"), {})


@pytest.mark.rule("NAV-56")
def test_a_rating_is_cross_trained_in_another_branch():
    here = sent("Cross-Training", "E2", "Line", navy="Planetary")
    assert asked(before(here, "cross")) == ("cross-training", ["Flight", "Gunnery", "Engineering", "Medical"])
    career, _ = through(here, 1, cross_training="Medical")
    assert (career.skills, career.cross_trained, career.branch) == ((("Admin", 1),), ("Medical",), "Line")


def test_a_rating_of_the_imperial_navy_may_be_cross_trained_in_technical_services():
    here = before(sent("Cross-Training", "E2", "Flight", navy="Imperial"), "cross")
    assert asked(here)[1] == ["Line", "Gunnery", "Engineering", "Medical", "Technical Services"]


@pytest.mark.rule("NAV-57")
def test_an_officer_serves_a_year_in_another_branch_and_goes_back():
    """Gunnery is thrown again, then Medical; special duty is thrown again, then a siege of the Medical table."""
    here = sent("Cross-Training", "O2", "Gunnery", command=True, navy="Planetary")
    career, events = through(here, 4, 1, until="assignment")
    assert about(events, "branch for a year") == ["Gunnery, thrown again", "Line"]
    assert (career.branch, career.post, career.cross_trained) == ("Gunnery", Service("", "Line", True), ("Line",))
    career, events = through(career, 12, 4, until="resolution")
    assert about(events, "assignment") == ["Special Duty, thrown again", "Siege"]
    # The Line's numbers: survival 5+, decoration 10+, promotion 8+, skills 6+.
    career, events = through(career, 5, 9, 8, 5)
    assert [event.check.needed for event in events if event.check] == [5, 10, 8, 6]
    assert (career.rank, career.wounds) == ("O3", 1)
    # Nobody is retained in it, and the next year is served in one's own branch.
    career, _ = through(replace(career, age=20), until="command")
    assert career.post == Service("", "Gunnery", False)


def test_an_officer_of_the_imperial_navy_may_be_lent_with_the_dms_of_the_branch():
    here = before(sent("Cross-Training", "O2", "Gunnery", navy="Imperial", education=9), "secondment", "rest")
    assert asked(here) == ("branch dm", ["0", "2"])
    assert through(here, 3, branch_dm="2", until="assignment")[0].post.branch == "Engineering"
    assert through(here, 2, branch_dm="0", until="assignment")[0].post.branch == "Technical Services"


@pytest.mark.rule("NAV-58")
@pytest.mark.parametrize(("dm", "die", "skill"), [("0", 1, "Admin"), ("6", 6, "Vacc Suit"), ("3", 3, "Gravitics")])
def test_the_specialist_schools_die_takes_a_chosen_dm(dm, die, skill):
    here = sent("Specialist School")
    assert asked(before(here, "specialist")) == ("specialist dm", ["0", "1", "2", "3", "4", "5", "6"])
    assert through(here, die, specialist_dm=dm)[0].skills == ((skill, 1),)


def test_a_school_of_vehicles_asks_for_a_category():
    here, _ = through(sent("Specialist School"), 6, specialist_dm="1", until="pick Vehicle")
    assert asked(here)[0] == "Vehicle"


@pytest.mark.rule("NAV-59")
@pytest.mark.parametrize(("die", "skills"), [(3, {"Recruiting": 1}), (4, {"Recruiting": 1, "Admin": 1})])
def test_recruiting_gives_a_level_and_ratings_may_learn_admin(die, skills):
    assert dict(through(sent("Recruiting Duty", "E4"), die)[0].skills) == skills
    assert dict(through(sent("Recruiting Duty", "O1"))[0].skills) == {"Recruiting": 1}


@pytest.mark.rule("NAV-60", "NAV-61")
@pytest.mark.parametrize(
    ("school", "dice", "learned"),
    [
        (
            "Gunnery School",
            (5, 4, 6, 1, 5, 4),
            ["Ship's Lasers", "Ship's Particle Accelerators", "Meson Weapons"],
        ),
        ("Engineering School", (4, 5, 6, 5), ["Electronics", "Gravitics", "Engineering"]),
    ],
)
def test_schools_for_ratings_teach_each_skill_on_a_five(school, dice, learned):
    career, _ = through(sent(school), *dice)
    assert [name for name, _ in career.skills] == learned


@pytest.mark.rule("NAV-62", "NAV-64")
@pytest.mark.parametrize(
    ("school", "dice", "learned"),
    [
        ("Intelligence School", (4, 4, 3, 6, 5), ["Forgery", "Handgun", "Streetwise", "Interrogation"]),
        ("Staff College", (4, 3, 6, 4), ["Fleet Tactics", "Liaison", "Computer"]),
    ],
)
def test_schools_for_officers_teach_each_skill_on_a_four(school, dice, learned):
    career, _ = through(sent(school, "O2"), *dice)
    assert [name for name, _ in career.skills] == learned


@pytest.mark.rule("NAV-63")
def test_the_command_college_throws_for_four_and_three_are_kept():
    three, _ = through(sent("Command College", "O2"), 4, 6, 3, 4)
    assert [name for name, _ in three.skills] == ["Ship Tactics", "Fleet Tactics", "Admin"]
    four, _ = through(sent("Command College", "O2"), 4, 4, 4, 4, until="drop")
    assert asked(four) == ("drop", ["Ship Tactics", "Fleet Tactics", "Leader", "Admin"])
    kept, _ = through(four, drop="Fleet Tactics")
    assert [name for name, _ in kept.skills] == ["Ship Tactics", "Leader", "Admin"]


# Officer candidates.


@pytest.mark.rule("NAV-65")
def test_ocs_makes_an_ensign_with_a_skill_of_each_of_three_tables():
    here = sent("Officer Candidate School", "E3", "Engineering", navy="Subsector")
    career, events = through(here, 4, 5, 2)
    assert (career.rank, career.branch, career.promoted) == ("O1", "Engineering", False)
    # Command 4, staff 5, and engineering 2 with the subsector's +1.
    assert career.skills == (("Ship's Boat", 1), ("Bribery", 1), ("Engineering", 1))
    assert "promotion" not in {event.about for event in events}


@pytest.mark.rule("NAV-11")
@pytest.mark.parametrize(
    ("social", "cross_trained", "offered"),
    [
        (7, (), None),
        (8, ("Medical",), ["Line", "Medical"]),
        (9, (), ["Line", "Flight", "Gunnery", "Engineering", "Medical"]),
    ],
)
def test_the_branch_of_a_commission_from_ocs(social, cross_trained, offered):
    here = before(sent("", social=social, cross_trained=cross_trained), "commissioning")
    assert asked(here) == (offered and ("OCS branch", offered))


@pytest.mark.rule("NAV-66")
def test_over_34_ocs_is_thrown_again_and_a_second_one_is_a_waiver():
    old = before(posted("", "E5", age=35), "special", "rest")
    taken, events = through(old, 6, 6, until="duty Officer Candidate School")
    assert about(events, "special duty") == [
        "Officer Candidate School, over 34: thrown again",
        "Officer Candidate School",
    ]
    assert taken.ahead[0] == "duty Officer Candidate School"
    assert through(old, 6, 4, until="duty Gunnery School")[0].ahead[0] == "duty Gunnery School"
    young = before(posted("", "E5", age=34), "special", "rest")
    assert through(young, 6, until="duty Officer Candidate School")[0].ahead[0] == "duty Officer Candidate School"


# Teaching.


@pytest.mark.rule("NAV-67")
@pytest.mark.parametrize(
    ("school", "skills", "dice", "learned"),
    [
        ("Gunnery School", {"Screens": 3}, (), {"Screens": 3, "Instruction": 1}),
        ("Staff College", {"Liaison": 3}, (), {"Liaison": 3, "Instruction": 1}),
        ("Staff College", {"Liaison": 2}, (1, 1, 6, 1), {"Liaison": 3}),
        ("Intelligence School", {"Laser Weapons": 3}, (), {"Laser Weapons": 3, "Instruction": 1}),
        ("Recruiting Duty", {"Recruiting": 5}, (1,), {"Recruiting": 6}),
    ],
)
def test_whoever_has_a_subject_at_three_teaches_and_throws_for_nothing(school, skills, dice, learned):
    career, _ = through(sent(school, skills=skills), *dice)
    assert dict(career.skills) == learned


@pytest.mark.rule("NAV-67")
def test_at_a_specialist_school_the_field_alone_counts():
    here = sent("Specialist School", skills={"Medical": 3})
    assert dict(through(here, 2, specialist_dm="0")[0].skills) == {"Medical": 3, "Instruction": 1}
    assert dict(through(here, 3, specialist_dm="0")[0].skills) == {"Medical": 3, "Liaison": 1}


# Attaches and aides.


@pytest.mark.rule("NAV-68", "NAV-36")
@pytest.mark.parametrize(("die", "rank", "after"), [(1, "O2", "O3"), (4, "O2", "O3"), (4, "O10", "O10")])
def test_an_attache_is_promoted_and_rises_in_society(die, rank, after):
    career, _ = through(sent("Naval Attache/Aide", rank), die)
    assert (career.rank, career.characteristics.social, career.promoted) == (after, 8, False)


@pytest.mark.rule("NAV-36")
def test_neither_commission_nor_attache_uses_up_the_promotion_of_the_term():
    attache, _ = through(sent("Naval Attache/Aide", "O1"), 3, until="rest")
    battle = replace(attache, post=Service("Battle", "Line", False), ahead=("resolution", "rest"))
    career, _ = through(battle, 9, 2, 6, 2)
    assert career.rank == "O3"


@pytest.mark.rule("NAV-68", "NAV-69")
def test_an_aide_rises_in_society_and_names_the_next_post():
    here = sent("Naval Attache/Aide", "O2", age=19)
    aide, _ = through(here, 5, until="aide")
    assert (aide.rank, aide.characteristics.social) == ("O2", 8)
    posts = asked(aide)[1]
    assert {"Battle, command", "Battle, staff", "Staff College", "Intelligence School"} <= {*posts}
    assert not [post for post in posts if "Attache" in post or "Officer Candidate" in post]
    chosen, _ = through(aide, next_post="Battle, command")
    after, events = through(chosen, until="resolution")
    assert after.post == Service("Battle", "Line", command=True)
    assert {event.about for event in events} == {"assignment"}


@pytest.mark.rule("NAV-69")
def test_an_aide_may_name_special_duty_but_not_their_own():
    aide, _ = through(sent("Naval Attache/Aide", "O2", age=19), 6, until="aide")
    chosen, _ = through(aide, next_post="Staff College")
    served, _ = through(chosen, until="duty Staff College")
    assert dict(through(served, 1, 1, 1, 6)[0].skills) == {"Computer": 1}
    with pytest.raises(RuleError, match="There is no choice for next post"):
        advance(aide, "Naval Attache/Aide", Totals(), BOOK)


def test_no_label_is_longer_than_a_button():
    asking = (before(posted("Patrol"), "pick Gunnery"), before(posted("", "O2"), "aide"))
    labels = [pick.label for career in asking for pick in waiting(career, BOOK).choices]
    assert "Ship's Particle Acce" in labels
    assert max(map(len, labels)) == 20


def test_an_aide_may_name_a_year_in_another_branch_with_or_without_command():
    aide, _ = through(sent("Naval Attache/Aide", "O2", age=19), 6, until="aide")
    chosen, _ = through(aide, next_post="Cross-Training, command")
    lent, _ = through(chosen, 3, until="assignment")
    assert lent.post == Service("", "Engineering", command=True)


def test_a_rating_is_no_aide():
    assert "Naval Attache/Aide" not in {BOOK.duty(die, officer=False) for die in range(1, 8)}
    assert serving("E9").officer is False


@pytest.mark.rule("NAV-60", "NAV-62", "NAV-64")
@pytest.mark.parametrize(
    ("school", "skill", "rule"),
    [
        ("Gunnery School", "Screens", "NAV-60"),
        ("Intelligence School", "Bribery", "NAV-62"),
        ("Staff College", "Admin", "NAV-64"),
    ],
)
def test_what_a_school_teaches_names_its_own_rule(school, skill, rule):
    taught = BOOK.courses[school].skills
    _, events = through(before(posted(school, "O3"), f"school {school}", "rest"), *[1] * len(taught))
    assert rules(events, skill) == (rule,)
