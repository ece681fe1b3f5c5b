"""Before service: college and the Naval Academy, medical and flight school."""

from dataclasses import replace

import pytest

from tests.systems.naval.careers import about, asked, before, dms, through, young


def schooled(*legs, education=(), rank="", age=22, **characteristics):
    """Somebody at a school, or out of one."""
    career = young(age=age, **characteristics)
    return replace(before(career, *legs), education=education, rank=rank)


@pytest.mark.rule("NAV-84", "NAV-88")
@pytest.mark.parametrize(
    ("age", "social", "offered"),
    [(18, 7, ["enlist", "college"]), (18, 8, ["enlist", "college", "academy"]), (19, 12, None)],
)
def test_schools_are_open_at_18_and_the_academy_to_social_standing_8(age, social, offered):
    assert asked(young(age=age, social=social)) == (offered and ("path", offered))


@pytest.mark.rule("NAV-85", "NAV-87")
def test_a_refusal_costs_nothing_and_each_school_is_asked_once():
    here = before(young(social=8, education=9), "admission College")
    refused, events = through(replace(here, applied=("College",)), 6, until="path")
    assert (refused.age, refused.log, dms(events, "College admission")) == (18, (), {"education 9+": 2})
    assert asked(refused) == ("path", ["enlist", "academy"])
    again = replace(refused, ahead=("admission Naval Academy",), applied=("College", "Naval Academy"))
    twice, _ = through(again, 9, until="path")
    assert asked(twice) is None


@pytest.mark.rule("NAV-85", "NAV-86", "NAV-90")
def test_college_with_notc_makes_an_ensign_with_more_education():
    here = before(young(social=10, intelligence=9, education=8), "success College")
    career, events = through(here, 5, 7, 5, 9, NOTC="yes", until="further")
    assert dms(events, "College success") == {"intelligence 8+": 2}
    assert dms(events, "NOTC") == {"social 10+": 1}
    # 5 − 2 + 1 for intelligence 9; education is then 12, and honours have +1 for that.
    assert career.characteristics.education == 12
    assert dms(events, "College honours") == {"education 10+": 1}
    assert (career.age, career.rank) == (22, "O1")
    assert {*career.education} == {"NOTC", "honours", "College"}


@pytest.mark.rule("NAV-86")
def test_notc_is_voluntary_and_may_fail():
    here = before(young(), "NOTC", "education College", "honours College", "graduation College")
    without, events = through(here, 3, 2, NOTC="no", until="further")
    assert (without.rank, about(events, "NOTC")) == ("", [])
    failed, events = through(here, 7, 3, 2, NOTC="yes", until="further")
    assert (failed.rank, about(events, "NOTC")) == ("", ["fails"])


@pytest.mark.rule("NAV-90")
@pytest.mark.parametrize(
    ("school", "die", "intelligence", "by"),
    [("College", 1, 7, 1), ("College", 6, 7, 4), ("Naval Academy", 3, 7, 1), ("Naval Academy", 6, 9, 4)],
)
def test_education_rises_by_one_at_least(school, die, intelligence, by):
    career, _ = through(before(young(intelligence=intelligence), f"education {school}", "end"), die, until="end")
    assert career.characteristics.education == 7 + by


@pytest.mark.rule("NAV-87", "NAV-89")
@pytest.mark.parametrize(("school", "total", "rank"), [("College", 6, ""), ("Naval Academy", 8, "E1")])
def test_a_failure_costs_a_year_and_at_the_academy_freedom(school, total, rank):
    career, events = through(before(young(), f"success {school}"), total, until="navy")
    assert (career.age, career.rank, career.log[0].spent) == (19, rank, f"{school}, failed")
    assert bool(about(events, "draft")) == (rank == "E1")
    # The first term is one of three years.
    _, events = through(replace(before(career, "term"), navy="Planetary", branch="Line"), until="drill")
    assert about(events, "term") == ["first term (short), to the age of 22"]


@pytest.mark.rule("NAV-88", "NAV-96")
def test_the_academy_teaches_three_skills_and_commissions():
    here = before(young(intelligence=9), "success Naval Academy")
    career, events = through(here, 7, 3, 4, 3, 6, 8, until="further")
    assert dict(career.skills) == {"Vacc Suit": 1, "Engineering": 1}
    assert (career.rank, career.age, career.education) == ("O1", 22, ("honours", "Naval Academy"))
    assert dms(events, "Naval Academy honours") == {"intelligence 9+": 1}


@pytest.mark.rule("NAV-91", "NAV-94")
@pytest.mark.parametrize(
    ("education", "rank", "offered"),
    [
        (("College",), "", None),
        (("College", "honours"), "", ["service", "medical school"]),
        (("College", "NOTC"), "O1", None),
        (("College", "NOTC", "honours"), "O1", ["service", "medical school", "flight school"]),
        (("Naval Academy",), "O1", ["service", "flight school"]),
        (("Naval Academy", "honours"), "O1", ["service", "medical school", "flight school"]),
    ],
)
def test_what_honours_and_commissions_open(education, rank, offered):
    assert asked(schooled("further", education=education, rank=rank)) == (offered and ("further", offered))


@pytest.mark.rule("NAV-92", "NAV-09")
def test_medical_school_makes_a_lieutenant_of_medicine():
    here = schooled("admission Medical School", education=("College", "honours"), intelligence=9)
    here = replace(here, characteristics=replace(here.characteristics, education=10))
    career, events = through(here, 7, 6, 10, commission="yes", navy="Planetary", until="navy")
    assert dms(events, "Medical School admission") == {"education 10+": 2}
    assert dms(events, "Medical School success") == {"intelligence 9+": 2}
    # Education is 11 by then.
    assert dms(events, "Medical School honours") == {"education 11+": 1}
    assert dict(career.skills) == {"Medical": 4, "Admin": 1, "Computer": 1}
    assert about(events, "skill")[-2:] == ["Medical-4", "Computer-1"]
    assert (career.age, career.rank, career.branch, career.characteristics.education) == (26, "O3", "Medical", 11)
    plain, _ = through(replace(here, ahead=("success Medical School",)), 6, 9, commission="yes", until="navy")
    assert dict(plain.skills) == {"Medical": 3, "Admin": 1}


@pytest.mark.rule("NAV-92")
def test_a_direct_commission_may_be_refused():
    here = schooled("commission", education=("College", "honours", "Medical School"), age=26)
    assert asked(here) == ("commission", ["yes", "no"])
    recruit, _ = through(here, commission="no", until="navy")
    assert (recruit.rank, recruit.branch) == ("", "")
    ensign, _ = through(replace(here, rank="O1"), commission="no", until="navy")
    assert (ensign.rank, ensign.branch) == ("O1", "")


@pytest.mark.rule("NAV-93")
@pytest.mark.parametrize("rank", ["", "O1"])
def test_a_failure_at_medical_school_costs_a_year_and_no_commission(rank):
    here = schooled("success Medical School", education=("College", "honours"), rank=rank)
    career, _ = through(here, 7, until="navy")
    assert (career.age, career.rank, career.skills) == (23, rank, ())
    refused, _ = through(replace(here, ahead=("admission Medical School",)), 8, until="navy")
    assert (refused.age, refused.rank) == (22, rank)


@pytest.mark.rule("NAV-94")
@pytest.mark.parametrize(
    ("education", "sure"),
    [(("College", "NOTC", "honours"), True), (("Naval Academy", "honours"), True), (("Naval Academy",), False)],
)
def test_flight_school_takes_some_without_a_throw(education, sure):
    here = schooled("further", education=education, rank="O1", dexterity=9)
    first = "success Flight School" if sure else "admission Flight School"
    applied, events = through(here, further="flight school", until=first)
    assert about(events, "Flight School admission") == (["admitted by application"] if sure else [])
    if not sure:
        _, events = through(applied, 8, until="success Flight School")
        assert dms(events, "Flight School admission") == {"dexterity 9+": 1}
        assert through(applied, 7, until="navy")[0].age == 22


@pytest.mark.parametrize(
    ("school", "education", "commissioned"),
    [
        ("Naval Academy", (), True),
        ("College", ("NOTC",), True),
        ("College", (), False),
        # Who has been commissioned by the NOTC is an officer already.
        ("Flight School", ("College", "NOTC", "honours"), False),
    ],
)
def test_a_graduate_is_commissioned_by_the_academy_and_by_college_with_notc(school, education, commissioned):
    here = schooled(f"graduation {school}", education=education)
    career, events = through(here, until="navy" if school == "Flight School" else "further")
    assert about(events, school) == [
        "graduates, and is commissioned as an ensign (O1)" if commissioned else "graduates"
    ]
    assert career.rank == ("O1" if commissioned else here.rank)


@pytest.mark.rule("NAV-94", "NAV-95")
def test_a_pilot_is_of_the_flight_branch_after_a_year():
    here = schooled("success Flight School", education=("Naval Academy",), rank="O1", intelligence=8)
    career, events = through(here, 6, 4, 3, 6, until="navy")
    assert dms(events, "Flight School success") == {"intelligence 8+": 1}
    assert dict(career.skills) == {"Pilot": 2, "Navigation": 1}
    assert (career.age, career.rank, career.branch) == (23, "O1", "Flight")
    failed, _ = through(here, 5, until="navy")
    assert (failed.age, failed.branch, failed.skills) == (23, "", ())
    for each in (career, failed):
        entered = replace(before(each, "term"), navy="Planetary", branch="Flight")
        assert about(through(entered, until="drill")[1], "term") == ["first term (short), to the age of 26"]
