"""The tables, each cell as the source prints it or a ruling restores it."""

import shutil

import pytest

from bot.engine.errors import DataError
from bot.systems.naval.regulations import load_regulations
from tests.systems.naval.careers import BOOK, under

POSTS = ("Training", "Shore Duty", "Patrol", "Siege", "Strike", "Battle")
RESOLUTION = """
Line: auto 4+ 4+ 5+ 6+ 6+ | none 12+ 11+ 10+ 7+ 6+ | (6+) (7+) 7+ 8+ 7+ 6+ | 7+ 7+ 6+ 6+ 5+ 5+
Flight: 3+ 3+ 3+ 3+ 3+ 4+ | none none 10+ 9+ 9+ 8+ | none 11+ 11+ 10+ 9+ 9+ | 7+ none 7+ 7+ 6+ 6+
Gunnery: auto 3+ 4+ 5+ 5+ 6+ | none 12+ 11+ 10+ 9+ 7+ | (6+) (6+) 8+ 8+ 7+ 6+ | 8+ none 7+ 5+ 6+ 6+
Engineering: auto auto 3+ 4+ 5+ 5+ | none none 12+ 11+ 7+ 7+ | (7+) (7+) 5+ 8+ 6+ 6+ | 7+ 8+ 6+ 7+ 6+ 5+
Medical: auto auto 3+ 3+ 3+ 4+ | none none none none 11+ 10+ | (6+) 6+ 7+ 8+ 6+ 6+ | 7+ 6+ 7+ 7+ 7+ 6+
Technical Services: auto 3+ 3+ 3+ 3+ 3+ | none none none none 9+ 8+ | (7+) 8+ 9+ 8+ 7+ 7+ | 7+ 8+ 9+ 7+ 7+ 7+
"""
SERVICE = """
Navy Life: Brawling / +1 strength / Carousing / Gambling / +1 endurance / +1 dexterity / +1 endurance / +1 education / Carousing / Vacc Suit
Shipboard Life: Gambling / +1 dexterity / Blade Combat / Mechanical / Ship's Boat / Vacc Suit / Zero-G Combat / Communications / Admin / Jack-of-Trades
Shore Duty Life: Carousing / Vehicle / Forward Observer / Vacc Suit / Liaison / Vehicle / Forward Observer / Survival / Vacc Suit / Battle Dress
Petty Officer: Vacc Suit / Blade Combat / Gun Combat / Mechanical / Medical / Leader / Zero-G Combat / +1 education / Instruction / Admin
Command Officer: Vehicle / +1 endurance / Gun Combat / Ship's Boat / Pilot / Ship Tactics / Leader / +1 social / Leader / Ship Tactics
Staff Officer: Computer / Electronics / Gun Combat / Admin / Bribery / Ship Tactics / Fleet Tactics / +1 intelligence / Ship Tactics / Fleet Tactics
"""  # noqa: E501
BRANCHES = """
Line: Mechanical / Electronics / Gun Combat / Navigation / Computer / Liaison / Zero-G Combat / Vacc Suit
Flight: Vacc Suit / Admin / Gun Combat / Communications / Ship's Boat / Navigation / Pilot / Pilot
Gunnery: Forward Observer / Gun Combat / Communications / Computer / Gunnery / Gunnery / Gunnery / Gunnery
Engineering: Mechanical / Electronics / Engineering / Mechanical / Vacc Suit / Engineering / Engineering / Engineering
Medical: Admin / Jack-of-Trades / Electronics / Admin / Medical / Computer / Medical / Medical
Technical Services: Mechanical / Mechanical / Electronics / Electronics / Computer / Computer / Gravitics / Jack-of-Trades
"""  # noqa: E501


def rows(text):
    return {name: cells for name, _, cells in (line.partition(": ") for line in text.strip().splitlines())}


def printed(number, *, none, bracketed=False):
    return none if number is None else f"({number}+)" if bracketed else f"{number}+"


@pytest.mark.rule("NAV-25")
@pytest.mark.parametrize(("branch", "cells"), rows(RESOLUTION).items())
def test_what_each_assignment_asks_for_in_each_branch(branch, cells):
    found = [BOOK.asks(branch, post) for post in POSTS]
    lines = (
        [printed(each.survival, none="auto") for each in found],
        [printed(each.decoration, none="none") for each in found],
        [printed(each.promotion, none="none", bracketed=each.ratings_only) for each in found],
        [printed(each.skills, none="none") for each in found],
    )
    assert " | ".join(" ".join(line) for line in lines) == cells


def test_the_medical_branchs_figures_are_restored_and_marked_so():
    assert BOOK.asks("Medical", "Battle").rulings == ("NR-R3",)
    assert BOOK.asks("Line", "Battle").rulings == ()
    training = under(medical_training="none").asks("Medical", "Training")
    assert (training.promotion, training.skills) == (None, None)
    assert under(medical_training="none").asks("Medical", "Shore Duty").promotion == 6


@pytest.mark.rule("NAV-01")
def test_the_numbers_of_enlistment():
    assert {name: navy.enlistment for name, navy in BOOK.navies.items()} == {
        "Imperial": 9,
        "Subsector": 8,
        "Planetary": 7,
    }


@pytest.mark.rule("NAV-04", "NAV-07")
def test_what_a_navy_needs_of_a_world_and_what_it_takes_from_the_choice_of_a_branch():
    """The Imperial navy is open everywhere (ruling NR-A1)."""
    assert {name: (navy.floor, navy.branch_dm) for name, navy in BOOK.navies.items()} == {
        "Imperial": (0, -2),
        "Subsector": (9, 0),
        "Planetary": (7, 0),
    }


@pytest.mark.rule("NAV-06")
def test_the_branch_table_and_its_ends():
    enlisted = [BOOK.branch(row, officer=False).what for row in range(9)]
    officers = [BOOK.branch(row, officer=True).what for row in range(9)]
    tech, engineers = "Technical Services", "Engineering"
    assert enlisted == [tech, "Line", "Line", engineers, engineers, "Gunnery", "Gunnery", "Medical", "Flight"]
    assert officers == [tech, "Line", "Line", engineers, "Gunnery", "Line", "Flight", "Medical", "Flight"]
    assert [BOOK.branch(row, officer=False).what for row in (-1, 10)] == [tech, "Flight"]
    assert BOOK.branch(8, officer=False).ruling == "NR-R1"
    assert BOOK.branch(8, officer=True).ruling == ""


@pytest.mark.rule("NAV-18")
def test_the_numbers_of_command():
    order = ("Line", "Flight", "Gunnery", "Engineering", "Medical", "Technical Services")
    assert [BOOK.command[branch] for branch in order] == [7, 8, 9, 10, 11, 12]


@pytest.mark.rule("NAV-22")
def test_the_specific_assignments():
    assert [BOOK.assignment(total) for total in range(2, 14)] == [
        *("Battle", "Shore Duty", "Siege", "Strike", "Patrol", "Training", "Patrol", "Strike", "Shore Duty"),
        *("Special Duty", "Special Duty", "Special Duty"),
    ]


@pytest.mark.rule("NAV-54")
def test_special_duty_of_ratings_and_officers():
    assert [BOOK.duty(row, officer=False) for row in range(1, 8)] == [
        *("Cross-Training", "Specialist School", "Recruiting Duty", "Gunnery School", "Engineering School"),
        *("Officer Candidate School", "Officer Candidate School"),
    ]
    assert [BOOK.duty(row, officer=True) for row in range(1, 8)] == [
        *("Cross-Training", "Intelligence School", "Recruiting Duty", "Naval Attache/Aide", "Command College"),
        *("Staff College", "Staff College"),
    ]


@pytest.mark.rule("NAV-40")
def test_the_ranks_with_their_equivalents():
    assert [BOOK.title(f"E{grade}") for grade in range(1, 10)] == [
        *("Spacehand Recruit", "Spacehand Apprentice", "Able Spacehand", "Petty Officer Third Class"),
        *("Petty Officer Second Class", "Petty Officer First Class", "Chief Petty Officer"),
        *("Senior Chief Petty Officer", "Master Chief Petty Officer"),
    ]
    assert [(BOOK.title(f"O{grade}"), BOOK.grades[f"O{grade}"].book1) for grade in range(1, 11)] == [
        *(("Ensign", 1), ("Sublieutenant", 1), ("Lieutenant", 2), ("Lieutenant Commander", 3), ("Commander", 4)),
        *(("Captain", 5), ("Commodore", 5), ("Fleet Admiral", 6), ("Sector Admiral", 6), ("Grand Admiral", 6)),
    ]


@pytest.mark.rule("NAV-47")
@pytest.mark.parametrize(("table", "cells"), rows(SERVICE).items())
def test_the_service_skills(table, cells):
    assert " / ".join(BOOK.gives(table, row, "Line").what for row in range(1, 11)) == cells


@pytest.mark.rule("NAV-49")
@pytest.mark.parametrize(
    ("table", "dms"),
    [
        ("Navy Life", {"E9": 0, "O1": 4, "O10": 4}),
        ("Shipboard Life", {"E1": 0, "O1": 4, "O7": 4}),
        ("Shore Duty Life", {"E9": 0, "O1": 0, "O3": 0, "O4": 1, "O10": 1}),
        ("Petty Officer", {"E4": 0, "E5": 2, "E6": 2, "E7": 4, "E9": 4}),
        ("Command Officer", {"O1": 0, "O3": 0, "O4": 2, "O6": 2, "O7": 4, "O10": 4}),
        ("Staff Officer", {"O3": 0, "O4": 2, "O6": 2, "O7": 4}),
    ],
)
def test_the_steps_of_rank_take_each_others_place(table, dms):
    assert {rank: BOOK.table_dm(table, rank, "Imperial") for rank in dms} == dms


def test_a_referee_may_read_shore_duty_as_the_errata_do():
    book = under(shore_duty_life="+4 from O1")
    assert [book.table_dm("Shore Duty Life", rank, "Imperial") for rank in ("E9", "O1", "O4")] == [0, 4, 4]
    other = {"Navy Life": "O1", "Petty Officer": "E9", "Command Officer": "O4", "Staff Officer": "O3"}
    assert [book.table_dm(table, rank, "Imperial") for table, rank in other.items()] == [4, 4, 2, 0]


def test_row_seven_of_the_command_table_is_restored_or_gives_nothing():
    assert BOOK.gives("Command Officer", 7, "Line").ruling == "NR-R4"
    assert BOOK.gives("Staff Officer", 7, "Line").ruling == ""
    assert under(command_officer_row_7="nothing").gives("Command Officer", 7, "Line").what == ""
    assert under(command_officer_row_7="nothing").gives("Command Officer", 6, "Line").what == "Ship Tactics"


@pytest.mark.rule("NAV-48")
@pytest.mark.parametrize(("branch", "cells"), rows(BRANCHES).items())
def test_the_branch_skills(branch, cells):
    assert " / ".join(BOOK.gives("Branch", row, branch).what for row in range(1, 9)) == cells
    assert [BOOK.table_dm("Branch", "E1", navy) for navy in ("Planetary", "Subsector", "Imperial")] == [0, 1, 2]


@pytest.mark.rule("NAV-75", "NAV-76")
def test_the_categories_of_blades_guns_and_gunnery():
    names = {skill: [each.name for each in listed] for skill, listed in BOOK.categories.items()}
    assert names["Blade Combat"] == ["Dagger", "Blade", "Cutlass", "Foil", "Sword"]
    assert names["Gun Combat"] == ["Handgun", "Submachinegun", "Laser Weapons"]
    assert names["Gunnery"] == [
        *("Ship's Lasers", "Ship's Energy Weapons", "Ship's Particle Accelerators", "Ship's Missiles"),
        *("Meson Weapons", "Screens"),
    ]


@pytest.mark.rule("NAV-77")
def test_the_vehicles_with_their_tech_levels_and_worlds():
    found = {
        each.name: (each.tech, each.hydrographics, each.atmosphere, each.size) for each in BOOK.categories["Vehicle"]
    }
    any_ = (0, 99)
    assert found == {
        "Wheeled": ((5, 15), (0, 9), any_, any_),
        "Tracked": ((6, 9), (0, 9), any_, any_),
        "Grav": ((8, 15), any_, any_, any_),
        "Propeller Aircraft": ((4, 9), any_, (6, 99), any_),
        "Jet Aircraft": ((5, 9), any_, (4, 99), any_),
        "Helicopter": ((6, 9), any_, (6, 99), any_),
        "Hovercraft": ((7, 9), any_, (4, 99), any_),
        "Small Water Craft": ((1, 8), (3, 99), any_, any_),
        "Lighter-than-Air Craft": ((3, 9), any_, (6, 99), any_),
        "Ship's Boat": ((7, 15), any_, (0, 0), (0, 2)),
    }


def test_the_specialist_schools_fields():
    assert BOOK.specialist == (
        *("Admin", "Medical", "Liaison", "Mechanical", "Electronics", "Gravitics", "Vehicle", "Navigation"),
        *("Computer", "Ship's Boat", "Communications", "Vacc Suit"),
    )


def test_what_the_schools_teach_on_which_number():
    found = {name: (course.number, *course.skills) for name, course in BOOK.courses.items()}
    lasers, missiles, particles = "Ship's Lasers", "Ship's Missiles", "Ship's Particle Accelerators"
    assert found == {
        "Gunnery School": (5, lasers, missiles, particles, "Ship's Energy Weapons", "Meson Weapons", "Screens"),
        "Engineering School": (5, "Mechanical", "Electronics", "Gravitics", "Engineering"),
        "Intelligence School": (4, "Forgery", "Gun Combat", "Bribery", "Streetwise", "Interrogation"),
        "Command College": (4, "Ship Tactics", "Fleet Tactics", "Leader", "Admin"),
        "Staff College": (4, "Fleet Tactics", "Admin", "Liaison", "Computer"),
        "Naval Academy": (4, "Vacc Suit", "Navigation", "Engineering"),
        "Flight School": (4, "Pilot", "Ship's Boat", "Navigation"),
    }


def test_the_schools_throws_before_service():
    found = {key: (asked.number, asked.characteristic, asked.at, asked.dm) for key, asked in BOOK.institutions.items()}
    assert found == {
        ("College", "admission"): (9, "education", 9, 2),
        ("College", "success"): (7, "intelligence", 8, 2),
        ("College", "NOTC"): (8, "social", 10, 1),
        ("College", "education"): (-2, "intelligence", 9, 1),
        ("College", "honours"): (10, "education", 10, 1),
        ("Naval Academy", "admission"): (10, "social", 10, 2),
        ("Naval Academy", "success"): (9, "intelligence", 8, 2),
        ("Naval Academy", "education"): (-3, "intelligence", 9, 1),
        ("Naval Academy", "honours"): (9, "intelligence", 9, 1),
        ("Medical School", "admission"): (9, "education", 10, 2),
        ("Medical School", "success"): (8, "intelligence", 9, 2),
        ("Medical School", "honours"): (11, "education", 11, 1),
        ("Flight School", "admission"): (9, "dexterity", 9, 1),
        ("Flight School", "success"): (7, "intelligence", 8, 1),
    }


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("resolution.csv", "Line,survival,auto", "Line,survival,sometimes", r"resolution\.csv:2: Training"),
        ("navies.csv", "Imperial", "Royal", r"navies\.csv:2: navy"),
        ("command.csv", "Flight", "Fleet", r"command\.csv:3: branch"),
        ("institutions.csv", "dexterity", "agility", r"institutions\.csv:14: characteristic"),
        ("courses.csv", "School,5,Screens", "School,6,Screens", r"Gunnery School is told to teach on 5 and on 6"),
    ],
)
def test_a_wrong_table_is_named_by_file_and_line(tmp_path, file, old, new, told):
    shutil.copytree("data/naval", tmp_path / "naval")
    path = tmp_path / "naval" / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=told):
        load_regulations(tmp_path / "naval")
