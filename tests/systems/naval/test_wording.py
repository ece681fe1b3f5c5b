"""Careers in words: every throw, the marks of what was restored or ruled, the sheet and its log."""

import json
from dataclasses import replace

import pytest

from bot.engine.cards import Tone
from bot.engine.dice import Faces, ScriptedDice
from bot.engine.scene import Unit
from bot.systems.naval.career import Characteristics, LogYear, Status, read_upp
from bot.systems.naval.leg import Event
from bot.systems.naval.others import say
from bot.systems.naval.play import CareerReport, advance
from bot.systems.naval.wording import career_card, career_files, career_line, report_card
from tests.reports import tone_by_words
from tests.systems.naval.careers import BOOK, before, posted, through, under, young


def told(career, faces, answer=None, book=BOOK):
    dice = ScriptedDice(faces)
    stepped = advance(career, answer, dice, book)
    card = report_card("Ann", stepped.report, Faces(dice.throws))
    assert card.tone is tone_by_words("career", card)
    return stepped.career, card


@pytest.mark.rule("NAV-98")
def test_every_throw_is_told_with_its_dice_its_dms_and_its_number():
    legs = ("points", "survival", "decoration", "promotion", "skills", "skill")
    career = before(posted("Battle", "O4", "Flight", skills={"Pilot": 2}), *legs)
    _, card = told(career, [1, 3, 2, 3, 1, 6, 5, 2], "1")
    assert card.lines == (
        "Survival: 4+ | 1+3 +2 Pilot-2 −1 moved to decorations = 5 → survives",
        "Decoration: 8+ | 2+3 +3 Book 1 rank 3 +1 moved from survival = 9 → MCUF",
        "Promotion: 9+ | 1+6 +1 decorations of this term = 8 → not promoted",
        "Skills: 6+ | 5+2 = 7 → one skill",
    )
    assert card.working == (
        "Survival: +2 Pilot-2 (NAV-29)",
        "Survival: −1 moved to decorations (NAV-30)",
        "Decoration: +3 Book 1 rank 3 (NAV-32)",
        "Decoration: +1 moved from survival (NAV-30)",
        "Promotion: +1 decorations of this term (NAV-38, NR-A21)",
        "By (NAV-26), (NAV-31), (NAV-34), (NAV-42)",
    )


@pytest.mark.parametrize("outcome", ["does not survive", "dead"])
def test_who_is_lost_is_bad_news_also_where_the_referee_is_asked_what_becomes_of_them(outcome):
    report = CareerReport("", "", (Event("skills", "one skill"), Event("survival", outcome)))
    assert report_card("Ann", report, Faces(())).tone is Tone.BAD


@pytest.mark.rule("NAV-99")
@pytest.mark.parametrize(
    ("career", "answer", "faces", "line"),
    [
        (
            before(posted("Battle", "O1", "Medical"), "survival", "points"),
            None,
            [2, 3],
            "Survival: 4+ | 2+3 = 5 → survives (restored, NR-R3)",
        ),
        (
            before(posted("Battle", branch="Line"), "survival", "points"),
            None,
            [2, 4],
            "Survival: 6+ | 2+4 = 6 → wounded (ruled, NR-A4) (another book's, NR-G6)",
        ),
        (
            before(posted("Patrol", "O4", command=True), "skill", "points"),
            "Command Officer",
            [5],
            "Command Officer: 5 +2 O4 = 7 → Leader (restored, NR-R4)",
        ),
        (
            before(posted("Battle", branch="Line"), "survival", "points"),
            None,
            [3, 4],
            "Survival: 6+ | 3+4 = 7 → survives",
        ),
    ],
)
def test_what_was_restored_or_ruled_carries_its_mark(career, answer, faces, line):
    _, card = told(career, faces, answer)
    assert line in card.lines


def test_a_setting_takes_the_restored_entry_away():
    career = before(posted("Patrol", "O4", command=True), "skill", "points")
    after, card = told(career, [5], "Command Officer", under(command_officer_row_7="nothing"))
    assert card.lines[0] == "Command Officer: 5 +2 O4 = 7 → nothing (restored, NR-R4)"
    assert after.skills == ()


@pytest.mark.rule("NAV-97")
def test_the_log_lists_each_stretch_with_age_post_awards_wounds_promotions_and_skills_in_order():
    here = before(young(), "success College")
    student, _ = through(here, 7, 4, 3, NOTC="no", until="further")
    year = posted("Strike", age=22, navy="Planetary")
    career, _ = through(before(year, "resolution", "rest"), 6, 7, 6, 9, 4, table="Branch", until="retention")
    assert student.log == (LogYear(18, 4, 0, "College", ("+2 education",)),)
    assert career.log == (
        LogYear(
            22, 1, 1, "Strike (Crew)", ("wounded", "Purple Heart", "MCUF (7 for 7+)", "promoted to E2", "Navigation-1")
        ),
    )
    lines = career_card(Unit("Ann", "", career), BOOK).lines
    assert "22, term 1: Strike (Crew): wounded, Purple Heart, MCUF (7 for 7+), promoted to E2, Navigation-1" in lines
    assert "18–22: College: +2 education" in career_card(Unit("Bo", "", student), BOOK).lines


def ended():
    """An officer of two terms, who left at 26."""
    career = posted(
        "Siege", "O4", "Gunnery", age=25, terms=2, skills={"Screens": 2}, medals=("MCG",), wounds=1, dexterity=10
    )
    return through(before(career, "rest"), 2, re_enlist="leave", until="")[0]


def test_the_sheet_has_rank_title_equivalent_upp_age_branch_skills_and_decorations():
    career = say(ended(), 0, "strength -1")
    card = career_card(Unit("Ann", "", career), BOOK)
    assert card.lines == (
        "Lieutenant Commander (O4) · Gunnery, Subsector navy · 6A7777 · aged 26, 2 terms · mustered out",
        "Book 1 rank 3",
        "Skills: Screens-2",
        "Decorations: MCG (term 2)",
        "MCG: Medal for Conspicuous Gallantry, for a throw of 3 or more over its number (NAV-31)",
        "1 wound",
        "25, term 2: Siege (Gunnery, staff)",
        "Aging at the end of term 2, at the age of 26: as the referee says: strength -1 (NR-G2)",
        "Mustering out after 2 terms, rank O4: left to the referee (NR-G3)",
        "Retirement at the age of 26: left to the referee (NR-G4)",
    )
    assert career_line(career, BOOK) == card.lines[0]


def test_a_career_is_kept_as_text_and_as_json():
    files = dict(career_files(Unit("Ann", "", ended()), BOOK))
    assert files["txt"].startswith("Ann\n\nLieutenant Commander (O4)")
    assert files["json"].startswith('{\n  "')
    kept = json.loads(files["json"])
    assert (kept["name"], kept["rank"], kept["title"], kept["book_1_rank"]) == ("Ann", "O4", "Lieutenant Commander", 3)
    assert (kept["upp"], kept["age"], kept["terms"], kept["status"]) == ("7A7777", 26, 2, "mustered out")
    assert kept["skills"] == {"Screens": 2}
    assert kept["decorations"] == [{"name": "MCG", "term": 2}]
    assert kept["log"] == [{"age": 25, "years": 1, "term": 2, "spent": "Siege (Gunnery, staff)", "notes": []}]
    assert kept["left_to_the_referee"][0] == {
        "ruling": "NR-G2",
        "what": "aging at the end of term 2, at the age of 26",
        "said": "",
    }


def test_what_the_referee_said_is_kept_in_the_letters_in_which_they_said_it():
    files = dict(career_files(Unit("Ann", "", say(ended(), 0, "müde Füße")), BOOK))
    assert '"said": "müde Füße"' in files["json"]


@pytest.mark.parametrize(("status", "tone"), [(Status.DEAD, Tone.BAD), (Status.OUT, Tone.PLAIN)])
def test_a_sheet_is_bad_news_of_the_dead_alone(status, tone):
    assert career_card(Unit("Ann", "", replace(ended(), status=status)), BOOK).tone is tone


def test_a_figure_beyond_the_digits_is_written_as_the_last_of_them():
    assert Characteristics(strength=33, dexterity=34, endurance=40).upp == "ZZZ777"


def test_a_upp_is_written_without_i_and_o():
    assert read_upp("789a87").upp == "789A87"
    assert read_upp("HJN111").upp == "HJN111"
    assert read_upp("HJN111").strength == 17
    assert read_upp("HJN111").dexterity == 18


def test_a_year_at_a_school_has_no_command_in_the_log():
    career = before(posted("Battle", "O3", "Gunnery", command=True), "duty Staff College", "rest")
    career, _ = through(career, 4, 1, 1, 1, until="year")
    assert [line.spent for line in career.log] == ["Staff College (Gunnery)"]
