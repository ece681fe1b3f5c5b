"""A leg of a career: what may have to be chosen first, then what is thrown and what comes of it.

A leg is called by its name, with what it is about after a blank: `lesson Gunnery School: Screens`. Each is a value of
two functions that get the moment, `Now`, and stand by subject in the files beside this; `LEGS` in `play` lists all.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.dice import Check, Dice, Modifier, ModifierRules, applied
from bot.systems.naval.career import LINE, Career, LogYear, Owed
from bot.systems.naval.regulations import BRANCH, Regulations

YES, NO = "yes", "no"
_LABEL = 20


@dataclass(frozen=True, slots=True)
class Pick:
    """An answer to a question: as it is given back, what a button says (20 characters at most), and what it does.

    For one die on a table that is what each of its faces gives, and `by_faces` says so.
    """

    answer: str
    label: str
    does: str = ""
    by_faces: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What has to be chosen: the question in words, the choices, the default, and the rules that ask it.

    `key` names what it is about, as standing answers do; `number` is that of the choice in this career: an answer to an
    earlier one is no answer to this. What is the `referee's` is not asked of the player.
    """

    text: str
    choices: tuple[Pick, ...]
    default: str
    rules: tuple[str, ...] = ()
    referees: bool = False
    key: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: what it was about, what came of it, the throw with its DMs, if there was one, and the
    rules that say so; rulings among them are those by which something was restored or decided.
    """

    about: str
    outcome: str
    check: Check | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Now:
    """The moment in which a leg is travelled: the career, the book, what the leg is about, and what was answered.

    It keeps the DMs that were asked of it: chances throw many times in one moment.
    """

    career: Career
    book: Regulations
    about: str = ""
    answer: str = ""
    _dms: dict[ModifierRules["Now"], tuple[Modifier, ...]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def rest(self) -> tuple[str, ...]:
        """The legs after this one."""
        return self.career.ahead[1:]

    def dms(self, rules: ModifierRules["Now"]) -> tuple[Modifier, ...]:
        """Every DM that the rules call for at this moment."""
        if rules not in self._dms:
            self._dms[rules] = applied(rules, self)
        return self._dms[rules]


@dataclass(frozen=True, slots=True)
class Gone:
    """What came of a leg: the career after it, and what happened, in order."""

    career: Career
    events: tuple[Event, ...] = ()

    def then(self, career: Career, *events: Event) -> "Gone":
        """The same, and on from there."""
        return Gone(career, (*self.events, *events))


def no_question(_: Now) -> Question | None:
    """Nothing has to be chosen."""
    return None


def is_made(_: Regulations, check: Check) -> Hashable:
    """Whether a throw reaches its number: most often nothing else of it matters."""
    return check.made


@dataclass(frozen=True, slots=True)
class Thrown:
    """A leg of one throw: the throw, what of it matters (its outcome, by the book and not by whose it is), and what
    comes of that.

    `then` is handed the throw to be told of with the outcome; chances, which tell of none, hand it None instead, and so
    travel the leg once for each outcome and not for each total.
    """

    throw: Callable[[Now, Dice], Check]
    then: Callable[[Now, Any, Check | None], Gone]
    outcome: Callable[[Regulations, Check], Hashable] = is_made

    def __call__(self, now: Now, dice: Dice) -> Gone:
        """What came of the leg, by these dice."""
        check = self.throw(now, dice)
        return self.then(now, self.outcome(now.book, check), check)


@dataclass(frozen=True, slots=True)
class Leg:
    """What a leg does, and what it asks first, with the key of that question: if empty, what the leg is about.

    `hangs_on` is all that its question and the chances of its answers hang on, besides the legs ahead and the
    campaign's settings: they are worked out once for all careers that have it in common, without it for each.
    """

    play: Callable[[Now, Dice], Gone]
    ask: Callable[[Now], Question | None] = no_question
    key: str = ""
    hangs_on: Callable[[Now], Hashable] | None = None


def choices(answers: Iterable[str], does: Callable[[str], str] = lambda _: "") -> tuple[Pick, ...]:
    """A choice for each answer, whose label it is as far as a button holds it."""
    return tuple(Pick(answer, answer[:_LABEL], does(answer)) for answer in answers)


def dm_choices(dms: Iterable[int], does: Callable[[int], str]) -> tuple[Pick, ...]:
    """A choice for each DM that may be taken."""
    return tuple(Pick(str(dm), f"+{dm}", does(dm)) for dm in dms)


def only_if_open(question: Question) -> Question | None:
    """The question, if there is more than one answer to it."""
    return question if len(question.choices) > 1 else None


def answered(now: Now, answers: Sequence[str]) -> str:
    """What was answered, or the only answer that there was."""
    return now.answer or answers[0]


def throw(
    about: str, dice: Dice, now: Now, needed: int | None = None, *, rules: ModifierRules[Now] = (), count: int = 2
) -> Check:
    """A throw with every DM that the rules call for."""
    return Check(about, dice.roll(count, why=about), now.dms(rules), needed)


def at_least(name: str, number: int, dm: int, rule: str) -> Callable[[Now], Modifier | None]:
    """The rule that a characteristic of that number or more gives a DM."""

    def found(now: Now) -> Modifier | None:
        return Modifier(dm, f"{name} {number}+", rule) if getattr(now.career.characteristics, name) >= number else None

    return found


def ahead(career: Career, *legs: str) -> Career:
    """The career with these legs before it, and nothing else."""
    return career.but(ahead=legs)


def on(now: Now, *legs: str) -> Career:
    """The career with this leg behind it, and these before what was to come after it."""
    return now.career.but(ahead=(*legs, *now.rest))


def noted(career: Career, *notes: str) -> Career:
    """The career with notes of this year, which its log will tell in order (NAV-97)."""
    return career.but(notes=(*career.notes, *notes))


def owing(career: Career, ruling: str, what: str) -> Career:
    """The career with something that the referee is asked for, since the book leaves it to another."""
    return career.but(owed=(*career.owed, Owed(ruling, what)))


def passed(career: Career, years: int, spent: str) -> Career:
    """The career older by some years, which were spent at something: they stand in its log."""
    line = LogYear(career.age, years, career.terms, spent, career.notes)
    return career.but(age=career.age + years, log=(*career.log, line), notes=())


def gain(gone: Gone, what: str, book: Regulations, rules: tuple[str, ...]) -> Gone:
    """What a row of a skill table gives: a characteristic higher by one, a skill, or the choice of its category next.

    Levels are added to those that one has (NAV-42, NAV-50, NAV-75 to NAV-79).
    """
    career = gone.career
    if what.startswith("+1 "):
        return raise_characteristic(gone, what.removeprefix("+1 "), book, rules)
    if not what:
        return gone.then(career, Event("skill", "nothing", None, rules))
    if what in book.categories:
        return gone.then(career.but(ahead=(f"pick {what}", *career.ahead)), Event("skill", what, None, rules))
    career = career.with_skill(what)
    level = f"{what}-{career.level(what)}"
    return gone.then(noted(career, level), Event("skill", level, None, rules))


def raise_characteristic(gone: Gone, name: str, book: Regulations, rules: tuple[str, ...], by: int = 1) -> Gone:
    """A characteristic is higher by something, up to the most that a campaign allows (ruling NR-A38)."""
    career, most = gone.career, book.customs.most
    now = getattr(career.characteristics, name)
    by = by if most is None else max(0, min(by, most - now))
    career = career.but(characteristics=career.characteristics.raised(name, by))
    told = f"+{by} {name}"
    rules = (*rules, "NR-A38") if now + by > 15 else rules
    return gone.then(noted(career, told), Event("characteristic", f"{told}: {now + by}", None, rules))


def table_throw(now: Now, dice: Dice, table: str, branch: str, rules: tuple[str, ...]) -> Gone:
    """One die on a skill table, with the DM of the rank or the navy, and what it gives (NAV-47 to NAV-49)."""
    career, book = now.career, now.book
    dm = book.table_dm(table, career.rank, career.navy)
    label, rule = (f"{career.navy} navy", "NAV-48") if table == BRANCH else (career.rank, "NAV-49")
    check = Check(table, dice.roll(1, why=table), (Modifier(dm, label, rule),) if dm else ())
    given = book.gives(table, check.total, branch)
    told = f"{branch_name(branch, career.rank)} skills" if table == BRANCH else table
    rules = (*rules, given.ruling) if given.ruling else rules
    event = Event(told, given.what or "nothing", check, rules)
    return gain(Gone(on(now), (event,)), given.what, book, rules)


def table_pick(now: Now, answer: str, label: str, table: str, branch: str) -> Pick:
    """A choice that is one die on a skill table: what its six faces give to them."""
    career = now.career
    dm = now.book.table_dm(table, career.rank, career.navy)
    return Pick(answer, label, ", ".join(now.book.faces(table, dm, branch)), by_faces=True)


def promote(career: Career) -> Career:
    """The career one rank higher; its notes tell."""
    rank = f"{career.rank[0]}{career.grade + 1}"
    return noted(career.but(rank=rank), f"promoted to {rank}")


def branch_name(branch: str, rank: str) -> str:
    """A branch as it is called for that rank: the ratings of the Line are the Crew (NAV-06)."""
    return "Crew" if branch == LINE and rank.startswith("E") else branch
