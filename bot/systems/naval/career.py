"""A naval career as it stands: who somebody is, what they have been through, and what lies ahead of them.

It is one frozen value, kept as JSON. What comes next is in it too, as the names of the legs that are still to be
travelled (see `legs`), so that a career may stop at any throw and go on from there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from bot.engine.errors import RuleError
from bot.engine.system import SheetType

DIGITS = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
LINE, FLIGHT, GUNNERY, ENGINEERING, MEDICAL, TECHNICAL = BRANCHES = (
    "Line",
    "Flight",
    "Gunnery",
    "Engineering",
    "Medical",
    "Technical Services",
)
IMPERIAL, SUBSECTOR, PLANETARY = NAVIES = ("Imperial", "Subsector", "Planetary")
TRAINING, SHORE, PATROL, SIEGE, STRIKE, BATTLE = POSTS = (
    "Training",
    "Shore Duty",
    "Patrol",
    "Siege",
    "Strike",
    "Battle",
)
SPECIAL_DUTY = "Special Duty"
PURPLE_HEART, MCUF, MCG, SEH = "Purple Heart", "MCUF", "MCG", "SEH"
# What lies ahead of whoever didn't survive, as long as the referee hasn't said what that means (NR-G5).
FATE = "fate"
YOUNGEST = 18
_OLDEST = 60


class Status(StrEnum):
    """How somebody stands to the navy."""

    OUTSIDE = "not enlisted"
    SERVING = "serving"
    OUT = "mustered out"
    DEAD = "dead"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Characteristics:
    """The six of Book 1, each a whole number."""

    strength: int = 7
    dexterity: int = 7
    endurance: int = 7
    intelligence: int = 7
    education: int = 7
    social: int = 7

    @property
    def upp(self) -> str:
        """They as a line of digits without I and O, such as 789A87."""
        return "".join(DIGITS[min(getattr(self, name), len(DIGITS) - 1)] for name in CHARACTERISTICS)

    def raised(self, name: str, by: int) -> "Characteristics":
        """The same with one of them higher, or lower, but never below 0."""
        return replace(self, **{name: max(0, getattr(self, name) + by)})


CHARACTERISTICS = tuple(field.name for field in fields(Characteristics))


def read_upp(text: str) -> Characteristics:
    """The characteristics of a line such as 789A87. Raises RuleError for anything but six digits of 1 or more."""
    digits = text.strip().upper()
    if len(digits) != len(CHARACTERISTICS) or any(digit not in DIGITS for digit in digits):
        raise RuleError(
            "A UPP has six digits, strength, dexterity, endurance, intelligence, education and social standing, "
            "each 1 to 9 or a letter but I and O: write it like 789A87."
        )
    values = dict(zip(CHARACTERISTICS, map(DIGITS.index, digits), strict=True))
    return checked(Characteristics(**values))


def checked(who: Characteristics, most: int | None = None) -> Characteristics:
    """The same; raises RuleError where one of them is below 1, or above the most that a campaign allows (NR-A38)."""
    if low := next((name for name in CHARACTERISTICS if getattr(who, name) < 1), ""):
        raise RuleError(f"The {low} must be 1 or more.")
    if most is not None and (high := next((name for name in CHARACTERISTICS if getattr(who, name) > most), "")):
        raise RuleError(f"The {high} must be {most} or less: that is this campaign's highest characteristic.")
    return who


@dataclass(frozen=True, slots=True)
class Homeworld:
    """The world that somebody comes from, by the digits of its profile, and its subsector's tech level (NAV-04)."""

    tech: int = 15
    size: int = 7
    atmosphere: int = 6
    hydrographics: int = 6
    navy: bool = True
    subsector_tech: int = 15


# What each figure of a homeworld is called, and the most that it can be.
WORLD = {
    "tech": ("tech level", 15),
    "size": ("size", 10),
    "atmosphere": ("atmosphere", 15),
    "hydrographics": ("hydrographics", 10),
    "subsector_tech": ("subsector's tech level", 15),
}


@dataclass(frozen=True, slots=True)
class Service:
    """A year's post: assignment, the branch in which it is served, and whether an officer commands (None: a rating)."""

    assignment: str
    branch: str
    command: bool | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """A decoration and the term in which it was won."""

    name: str
    term: int


@dataclass(frozen=True, slots=True)
class LogYear:
    """A stretch of the career's log: the age at its start, the years it took, its term (0 before service), what it was
    spent at, and what came of it in order, in the field's words (NAV-97).
    """

    age: int
    years: int
    term: int
    spent: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Owed:
    """What the book leaves to another, to be said by the referee: which ruling does, what it is, and what they said."""

    ruling: str
    what: str
    said: str = ""


# Without slots, so that `but` may copy all of it at once.
@dataclass(frozen=True)
class Career:
    """A career: who it is of, where it stands, what it has brought; `ahead` is what is still to come, next first.

    `skills` are names with levels in the order in which they were first gained. `applied` holds the schools and navies
    that were asked; `education` the schools from which one has graduated, with “honours” and “NOTC” among them.
    `terms` counts the one being served; `years` those served in the navy. `promoted` says that an officer has had the
    promotion of this term. `post` is this year's, `next_post` the one that is fixed for the next year, `retained`
    that this year's was held on to; `points` have been moved from survival to decorations this year. `commission` is
    the age at which it was received. `answered` counts the choices made, so that none is made twice.
    """

    characteristics: Characteristics = Characteristics()
    homeworld: Homeworld = Homeworld()
    age: int = YOUNGEST
    status: Status = Status.OUTSIDE
    ahead: tuple[str, ...] = ("path",)
    navy: str = ""
    branch: str = ""
    rank: str = ""
    terms: int = 0
    years: int = 0
    promoted: bool = False
    skills: tuple[tuple[str, int], ...] = ()
    awards: tuple[Award, ...] = ()
    wounds: int = 0
    cross_trained: tuple[str, ...] = ()
    applied: tuple[str, ...] = ()
    education: tuple[str, ...] = ()
    post: Service | None = None
    next_post: Service | None = None
    retained: bool = False
    points: int = 0
    log: tuple[LogYear, ...] = ()
    notes: tuple[str, ...] = ()
    owed: tuple[Owed, ...] = ()
    answered: int = 0

    def __hash__(self) -> int:
        """Of what chances tell careers apart by: all fields would take several times as long."""
        return hash((self.ahead, self.characteristics, self.skills, self.rank, self.points, self.awards, self.age))

    @property
    def officer(self) -> bool:
        """Whether they hold a commission (O1 to O10)."""
        return self.rank.startswith("O")

    @property
    def petty_officer(self) -> bool:
        """Whether they are a rating from E4 (NAV-41)."""
        return self.rank.startswith("E") and self.grade >= 4

    @property
    def grade(self) -> int:
        """The number of the rank, 0 without one."""
        return int(self.rank[1:]) if self.rank else 0

    @property
    def ended(self) -> bool:
        """Whether nothing lies ahead any more."""
        return not self.ahead

    def but(self, **changes: Any) -> "Career":
        """The same but for some of it: `dataclasses.replace` at a tenth of its time, as chances take thousands."""
        kept = vars(self) | changes
        assert len(kept) == _FIELDS, f"a career has nothing called {', '.join(changes)}"
        after = object.__new__(Career)
        object.__setattr__(after, "__dict__", kept)
        return after

    def level(self, skill: str) -> int:
        """The level of a skill, 0 without it."""
        return dict(self.skills).get(skill, 0)

    def with_skill(self, skill: str, levels: int = 1) -> "Career":
        """The same with levels added to a skill."""
        return self.but(skills=tuple({**dict(self.skills), skill: self.level(skill) + levels}.items()))

    def medals(self) -> Iterator[str]:
        """The decorations of this term."""
        return (award.name for award in self.awards if award.term == self.terms)


_FIELDS = len(fields(Career))


def is_free(career: Career) -> bool:
    """Whether somebody's career is over, and they live."""
    return career.ended and lives(career)


def lives(career: Career) -> bool:
    """Whether somebody lives; of whoever didn't survive the referee says so (NR-G5)."""
    return career.status is not Status.DEAD and FATE not in career.ahead


def check_lives(career: Career, dead: str) -> None:
    """Raise RuleError unless somebody lives: for the `dead` with that sentence."""
    if not lives(career):
        unsaid = "They did not survive: wait until the referee has said what that means."
        raise RuleError(dead if career.status is Status.DEAD else unsaid)


SHEET: SheetType[Career] = SheetType(Career)


def homeworld(figures: Mapping[str, int], *, navy: bool = True) -> Homeworld:
    """A homeworld of these figures. Raises RuleError for one that no world has."""
    for name, value in figures.items():
        called, most = WORLD[name]
        if not 0 <= value <= most:
            raise RuleError(f"The {called} of a homeworld goes from 0 to {most}.")
    return Homeworld(**figures, navy=navy)


def checked_age(age: int) -> int:
    """The age at which a career begins; raises RuleError for another than 18 to 60."""
    if not YOUNGEST <= age <= _OLDEST:
        raise RuleError(f"A naval career begins at an age from {YOUNGEST} to {_OLDEST}.")
    return age
