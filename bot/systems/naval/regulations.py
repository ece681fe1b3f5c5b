"""The tables of naval careers, and what they give under a campaign's settings (NAV-01 to NAV-96)."""

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from bot.engine.errors import DataError
from bot.engine.system import Settings
from bot.engine.tables import read_rows
from bot.systems.naval.career import (
    BRANCHES,
    CHARACTERISTICS,
    IMPERIAL,
    MEDICAL,
    NAVIES,
    PLANETARY,
    POSTS,
    SUBSECTOR,
    TECHNICAL,
    TRAINING,
    Career,
    Homeworld,
)
from bot.systems.naval.settings import Customs, customs

T = TypeVar("T")
NAVY_LIFE, SHIPBOARD, SHORE_LIFE = "Navy Life", "Shipboard Life", "Shore Duty Life"
PETTY, COMMAND, STAFF = "Petty Officer", "Command Officer", "Staff Officer"
BRANCH = "Branch"
VEHICLE, SHIPS_BOAT, VACC_SUIT = "Vehicle", "Ship's Boat", "Vacc Suit"
NOTHING = ""
IMPERIAL_TECH = 15
_SERVICE_TABLES = (NAVY_LIFE, SHIPBOARD, SHORE_LIFE, PETTY, COMMAND, STAFF)
_THROWS = ("survival", "decoration", "promotion", "skills")


@dataclass(frozen=True, slots=True)
class Navy:
    """A navy: the throw to enlist, the tech level that it needs, and its DMs on branch selection and branch skills."""

    enlistment: int
    floor: int
    branch_dm: int
    skill_dm: int


@dataclass(frozen=True, slots=True)
class Needed:
    """What an assignment asks for: None is a survival without a throw, or no decoration, promotion or skill at all;
    `ratings_only` bars officers from the promotion. `rulings` are those by which figures were restored.
    """

    survival: int | None
    decoration: int | None
    promotion: int | None
    ratings_only: bool
    skills: int | None
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grade:
    """A rank's title and, of an officer's, its equivalent in Book 1 (0 of a rating's)."""

    title: str
    book1: int


@dataclass(frozen=True, slots=True)
class Exam:
    """A throw of a school before service: the number, and a DM for a characteristic of `at` or more.

    For education the number is what is added to one die.
    """

    number: int
    characteristic: str
    at: int
    dm: int


@dataclass(frozen=True, slots=True)
class Course:
    """What a school teaches: each skill on that number with one die."""

    number: int
    skills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Category:
    """A category of a skill, and for vehicles what it needs of the navy's tech level and a planetary navy's world."""

    name: str
    tech: tuple[int, int] = (0, 99)
    hydrographics: tuple[int, int] = (0, 99)
    atmosphere: tuple[int, int] = (0, 99)
    size: tuple[int, int] = (0, 99)

    def fits(self, navy: str, tech: int, world: Homeworld) -> bool:
        """Whether a navy of that tech level trains in it; the world's limits bind planetary navies (NR-A37)."""
        limits = ((self.hydrographics, world.hydrographics), (self.atmosphere, world.atmosphere))
        here = all(low <= value <= high for (low, high), value in (*limits, (self.size, world.size)))
        return self.tech[0] <= tech <= self.tech[1] and (navy != PLANETARY or here)


@dataclass(frozen=True, slots=True)
class Gives:
    """What a row of a table gives, and the ruling by which it was restored, if it was."""

    what: str
    ruling: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Regulations:
    """All tables of the career rules, and the customs of the campaign; for the same customs they are the same value."""

    navies: Mapping[str, Navy]
    branches: tuple[tuple[Gives, Gives], ...]
    command: Mapping[str, int]
    assignments: Mapping[int, str]
    special: tuple[tuple[str, str], ...]
    needed: Mapping[tuple[str, str], Needed]
    grades: Mapping[str, Grade]
    service_skills: Mapping[str, tuple[Gives, ...]]
    branch_skills: Mapping[str, tuple[str, ...]]
    skill_dms: tuple[tuple[str, str, int], ...]
    specialist: tuple[str, ...]
    courses: Mapping[str, Course]
    institutions: Mapping[tuple[str, str], Exam]
    categories: Mapping[str, tuple[Category, ...]]
    customs: Customs = field(default_factory=Customs)
    # How likely each outcome of a throw is, once it has been worked out: see `travelled`.
    known: dict[Hashable, Mapping[Any, Fraction]] = field(default_factory=dict, repr=False)
    # What each choice of a question does, in words, for all careers in which that hangs on the same (see `Leg`); and
    # what the faces of a die give.
    told: dict[Hashable, tuple[str, ...]] = field(default_factory=dict, repr=False)
    # They as other customs have them, once these have been asked for.
    _others: dict[Customs, "Regulations"] = field(default_factory=dict, repr=False)

    def under(self, settings: Settings) -> "Regulations":
        """They as a campaign's settings have them."""
        wanted = customs(settings)
        if wanted not in self._others:
            self._others[wanted] = replace(self, customs=wanted)
        return self._others[wanted]

    def tech(self, navy: str, world: Homeworld) -> int:
        """The tech level of a navy: 15 the Imperial, else the subsector's or the homeworld's (NR-A37)."""
        return {SUBSECTOR: world.subsector_tech, PLANETARY: world.tech}.get(navy, IMPERIAL_TECH)

    def is_open(self, navy: str, world: Homeworld) -> bool:
        """Whether somebody from that world may join a navy (NAV-04, ruling NR-A1)."""
        return self.tech(navy, world) >= self.navies[navy].floor and (navy != PLANETARY or world.navy)

    def open_branches(self, navy: str) -> tuple[str, ...]:
        """The branches of a navy: Technical Services are the Imperial navy's alone (NAV-10)."""
        return tuple(each for each in BRANCHES if each != TECHNICAL or navy == IMPERIAL)

    def branch(self, total: int, *, officer: bool) -> Gives:
        """The branch of a row; beyond its ends the table's last rows hold (NAV-06, ruling NR-A16)."""
        return self.branches[min(max(total, 0), len(self.branches) - 1)][officer]

    def assignment(self, total: int) -> str:
        """The assignment of a total of 2D; above 12 it is 12's (NAV-22, NAV-23)."""
        return self.assignments[min(total, max(self.assignments))]

    def duty(self, total: int, *, officer: bool) -> str:
        """The special duty of a total of one die, with its DM (NAV-54)."""
        return self.special[min(total, len(self.special)) - 1][officer]

    def asks(self, branch: str, assignment: str) -> Needed:
        """What a year's assignment asks for in a branch (NAV-25)."""
        found = self.needed[branch, assignment]
        if (branch, assignment) == (MEDICAL, TRAINING) and not self.customs.medical_training:
            return replace(found, promotion=None, skills=None)
        return found

    def table_dm(self, table: str, rank: str, navy: str) -> int:
        """The DM on a skill table: of the rank, whose highest step counts alone, or of the navy on a branch's."""
        if table == BRANCH:
            return self.navies[navy].skill_dm
        if table == SHORE_LIFE and self.customs.shore_from_ensign:
            return 4 if rank.startswith("O") else 0
        steps = [(grade, dm) for where, grade, dm in self.skill_dms if where == table and rank[:1] == grade[0]]
        return max((dm for grade, dm in steps if int(rank[1:]) >= int(grade[1:])), default=0)

    def gives(self, table: str, total: int, branch: str) -> Gives:
        """What a row of a skill table gives; past its ends the last row holds."""
        rows = tuple(map(Gives, self.branch_skills[branch])) if table == BRANCH else self.service_skills[table]
        found = rows[min(total, len(rows)) - 1]
        return replace(found, what=NOTHING) if found.ruling and not self.customs.row_seven else found

    def faces(self, table: str, dm: int, branch: str) -> tuple[str, ...]:
        """What the six faces of a die on a skill table give with a DM, worked out once."""
        key = (table, dm, branch, self.customs.row_seven)
        if key not in self.told:
            self.told[key] = tuple(self.gives(table, face + dm, branch).what or "nothing" for face in range(1, 7))
        return self.told[key]

    def choices(self, skill: str, navy: str, world: Homeworld) -> tuple[str, ...]:
        """The categories of a skill that can be chosen there; none for a skill without any (NAV-75 to NAV-79)."""
        tech = self.tech(navy, world)
        fitting = tuple(each.name for each in self.categories.get(skill, ()) if each.fits(navy, tech, world))
        return (*fitting, VACC_SUIT) if skill == VEHICLE and SHIPS_BOAT in fitting else fitting

    def level(self, career: Career, skill: str) -> int:
        """The level in a skill; of one with categories that of the best of them (ruling NR-A13)."""
        return self.best(career, (skill,))

    def best(self, career: Career, skills: Iterable[str]) -> int:
        """The highest level among some skills."""
        if not career.skills:
            return 0
        among = {*skills}
        for skill in among & self.categories.keys():
            among = among - {skill} | {each.name for each in self.categories[skill]}
        return max((level for name, level in career.skills if name in among), default=0)

    def title(self, rank: str) -> str:
        """A rank's title (NAV-40)."""
        return self.grades[rank].title if rank else ""


def load_regulations(data: Path) -> Regulations:
    """The tables in a folder; raises DataError, naming file and line, where one is wrong."""
    try:
        return Regulations(
            navies=dict(read_rows(data / "navies.csv", _navy)),
            branches=tuple(read_rows(data / "branches.csv", _branch)),
            command=dict(read_rows(data / "command.csv", lambda cells: (_branch_name(cells), int(cells["number"])))),
            assignments=dict(read_rows(data / "assignments.csv", lambda row: (int(row["roll"]), row["assignment"]))),
            special=tuple(read_rows(data / "special_duty.csv", lambda cells: (cells["enlisted"], cells["officer"]))),
            needed=_resolution(data),
            grades=dict(read_rows(data / "ranks.csv", _grade)),
            service_skills=_columns(read_rows(data / "service_skills.csv", _service_row), _SERVICE_TABLES),
            branch_skills=_columns(
                read_rows(data / "branch_skills.csv", lambda row: {name: row[name] for name in BRANCHES}), BRANCHES
            ),
            skill_dms=tuple(read_rows(data / "skill_dms.csv", _step)),
            specialist=tuple(read_rows(data / "specialist.csv", lambda cells: cells["field"])),
            courses=_courses(read_rows(data / "courses.csv", _lesson)),
            institutions=dict(read_rows(data / "institutions.csv", _institution)),
            categories=_categories(data),
        )
    except KeyError as problem:
        raise DataError(f"{data}: {problem} is missing from the tables of careers") from problem


def _branch_name(cells: Mapping[str, str]) -> str:
    if cells["branch"] not in BRANCHES:
        raise ValueError(f"no branch is called {cells['branch']}")
    return cells["branch"]


def _navy(cells: Mapping[str, str]) -> tuple[str, Navy]:
    if cells["navy"] not in NAVIES:
        raise ValueError("no navy is called so")
    numbers = (int(cells[name]) for name in ("enlistment", "floor", "branch dm", "skill dm"))
    return cells["navy"], Navy(*numbers)


def _branch(cells: Mapping[str, str]) -> tuple[Gives, Gives]:
    ruling, _, column = cells["ruling"].partition(" ")
    enlisted, officer = (Gives(cells[name], ruling if name == column else "") for name in ("enlisted", "officer"))
    return enlisted, officer


def _grade(cells: Mapping[str, str]) -> tuple[str, Grade]:
    return cells["rank"], Grade(cells["title"], int(cells["book 1"] or 0))


def _service_row(cells: Mapping[str, str]) -> dict[str, Gives]:
    ruling, _, table = cells["ruling"].partition(" ")
    return {name: Gives(cells[name], ruling if name == table else "") for name in _SERVICE_TABLES}


def _columns(rows: Iterable[Mapping[str, T]], names: Iterable[str]) -> Mapping[str, tuple[T, ...]]:
    listed = list(rows)
    return {name: tuple(row[name] for row in listed) for name in names}


def _step(cells: Mapping[str, str]) -> tuple[str, str, int]:
    return cells["table"], cells["rank"], int(cells["dm"])


def _lesson(cells: Mapping[str, str]) -> tuple[str, int, str]:
    return cells["school"], int(cells["number"]), cells["skill"]


def _courses(lessons: Iterable[tuple[str, int, str]]) -> Mapping[str, Course]:
    courses: dict[str, Course] = {}
    for school, number, skill in lessons:
        before = courses.get(school, Course(number, ()))
        if before.number != number:
            raise DataError(f"{school} is told to teach on {before.number} and on {number}: it has one number")
        courses[school] = Course(number, (*before.skills, skill))
    return courses


def _institution(cells: Mapping[str, str]) -> tuple[tuple[str, str], Exam]:
    if cells["characteristic"] not in CHARACTERISTICS:
        raise ValueError("no characteristic is called so")
    asked = Exam(int(cells["number"]), cells["characteristic"], int(cells["at"]), int(cells["dm"]))
    return (cells["institution"], cells["throw"]), asked


def _number(text: str) -> tuple[int | None, bool]:
    """The number of a cell as the book prints it, and whether it stands in brackets: `7+`, `(6+)`, `auto`, `none`."""
    found = re.fullmatch(r"(\()?(\d+)\+\)?|auto|none", text)
    if not found:
        raise ValueError("write it like 7+, (6+), auto or none")
    return (int(found[2]) if found[2] else None), bool(found[1])


def _resolution(data: Path) -> Mapping[tuple[str, str], Needed]:
    cells = {
        (branch, post, throw): (number, rulings)
        for branch, throw, row in read_rows(data / "resolution.csv", _resolution_row)
        for post, (number, rulings) in row.items()
    }

    def needed(branch: str, post: str) -> Needed:
        found = {throw: cells[branch, post, throw] for throw in _THROWS}
        numbers = {throw: number for throw, ((number, _), _) in found.items()}
        rulings = tuple(dict.fromkeys(ruling for _, ruling in found.values() if ruling))
        return Needed(ratings_only=found["promotion"][0][1], rulings=rulings, **numbers)

    return {(branch, post): needed(branch, post) for branch in BRANCHES for post in POSTS}


def _resolution_row(cells: Mapping[str, str]) -> tuple[str, str, Mapping[str, tuple[tuple[int | None, bool], str]]]:
    row = {post: (_number(cells[post]), cells["ruling"]) for post in POSTS}
    return _branch_name(cells), cells["throw"], MappingProxyType(row)


def _categories(data: Path) -> Mapping[str, tuple[Category, ...]]:
    found: dict[str, tuple[Category, ...]] = {}
    for skill, category in read_rows(data / "categories.csv", _category):
        found[skill] = (*found.get(skill, ()), category)
    return found


def _category(cells: Mapping[str, str]) -> tuple[str, Category]:
    def limits(low: str, high: str) -> tuple[int, int]:
        return (int(cells[low]) if low and cells[low] else 0), (int(cells[high]) if high and cells[high] else 99)

    return cells["skill"], Category(
        cells["category"],
        limits("tech from", "tech to"),
        limits("least hydrographics", "most hydrographics"),
        limits("least atmosphere", "most atmosphere"),
        limits("", "most size"),
    )
