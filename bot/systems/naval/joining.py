"""Joining a navy: enlistment, the branch, and the year of training (NAV-01 to NAV-16)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.dice import Check, Dice, Modifier
from bot.engine.errors import RuleError
from bot.systems.naval.career import IMPERIAL, MEDICAL, NAVIES, Career, Status
from bot.systems.naval.leg import (
    Event,
    Gone,
    Leg,
    Now,
    Question,
    Thrown,
    ahead,
    answered,
    at_least,
    branch_name,
    choices,
    dm_choices,
    noted,
    on,
    only_if_open,
    table_pick,
    table_throw,
    throw,
)
from bot.systems.naval.regulations import BRANCH, STAFF, Regulations

ENLISTMENT = (at_least("intelligence", 8, 1, "NAV-02"), at_least("education", 9, 2, "NAV-02"))
ROLL = "roll"
_FREE_CHOICE = 9
_OPTIONAL = (("education", 9), ("intelligence", 10))
_OPTIONAL_DM = 2


def _navies(career: Career, book: Regulations) -> tuple[str, ...]:
    """The navies that may still be asked; whoever holds a rank already joins one of those that are open."""
    if career.rank and book.customs.imperial_graduates and career.branch != MEDICAL:
        return (IMPERIAL,)
    return tuple(
        navy for navy in NAVIES if book.is_open(navy, career.homeworld) and (career.rank or navy not in career.applied)
    )


def _ask_navy(now: Now) -> Question | None:
    career, book = now.career, now.book
    if career.rank:
        rules = ("NAV-92",) if career.branch == MEDICAL else ("NR-A18",)
        offered = choices(_navies(career, book), lambda navy: f"tech level {book.tech(navy, career.homeworld)}")
        return only_if_open(Question("Which navy do they join?", offered, IMPERIAL, rules))
    offered = choices(_navies(career, book), lambda navy: f"enlistment {book.navies[navy].enlistment}+")
    first = offered[0].answer if offered else ""
    return only_if_open(Question("Which navy is asked to enlist them?", offered, first, ("NAV-03", "NAV-04", "NR-A1")))


def _navy(now: Now, _: Dice) -> Gone:
    career, navies = now.career, _navies(now.career, now.book)
    if not navies:
        event = Event("enlistment", "no navy takes them", None, ("NAV-03", "NR-G9"))
        return Gone(ahead(career.but(status=Status.REJECTED)), (event,))
    navy = answered(now, navies)
    if not career.rank:
        return Gone(ahead(career.but(applied=(*career.applied, navy)), f"enlistment {navy}"))
    rules = ("NAV-92",) if career.branch == MEDICAL else ("NR-A18",)
    return Gone(_joined(career, navy), (Event("navy", f"joins the {navy} navy", None, rules),))


def _joined(career: Career, navy: str) -> Career:
    career = noted(career.but(navy=navy, status=Status.SERVING), f"joined the {navy} navy")
    return ahead(career, "term") if career.branch else ahead(career, "branch", "term")


def _enlistment_throw(now: Now, dice: Dice) -> Check:
    return enlistment(now, dice, now.about)


def _enlistment(now: Now, made: bool, check: Check | None) -> Gone:
    navy, rules = now.about, ("NAV-01", "NAV-02")
    if made:
        career = _joined(now.career.but(rank="E1"), navy)
        return Gone(career, (Event(f"{navy} navy", "enlisted", check, rules),))
    return Gone(ahead(now.career, "navy"), (Event(f"{navy} navy", "refused", check, rules),))


def enlistment(now: Now, dice: Dice, navy: str) -> Check:
    """The throw to enlist in a navy. Raises RuleError where it isn't open."""
    if not now.book.is_open(navy, now.career.homeworld):
        raise RuleError(f"The {navy} navy is not open to them: choose another.")
    return throw("enlistment", dice, now, now.book.navies[navy].enlistment, rules=ENLISTMENT)


def _ask_branch(now: Now) -> Question | None:
    """Social standing 9+ chooses freely; everybody else throws, and chooses their DMs (NAV-07, NAV-08)."""
    career = now.career
    if career.characteristics.social < _FREE_CHOICE:
        return None
    offered = choices((*now.book.open_branches(career.navy), ROLL))
    named = tuple(replace(each, label=branch_name(each.answer, career.rank)) for each in offered)
    return Question("Which branch do they choose?", named, ROLL, ("NAV-08", "NR-A15"))


def _branch(now: Now, _: Dice) -> Gone:
    if answered(now, [ROLL]) == ROLL:
        return Gone(on(now, "branching"))
    return Gone(_in_branch(on(now), now.answer), (Event("branch", now.answer, None, ("NAV-08",)),))


def _in_branch(career: Career, branch: str) -> Career:
    return noted(career.but(branch=branch), f"branch: {branch_name(branch, career.rank)}")


def branch_dms(now: Now) -> Sequence[int]:
    """The DMs on the branch that one may take, of which the compulsory one of the navy is no part (ruling NR-A16)."""
    having = sum(getattr(now.career.characteristics, name) >= number for name, number in _OPTIONAL)
    return range(0, _OPTIONAL_DM * having + 1, _OPTIONAL_DM)


def ask_branch_dm(now: Now) -> Question | None:
    """Which of the optional DMs on a branch are taken."""
    offered = dm_choices(branch_dms(now), lambda _: "")
    default = offered[-1].answer
    return only_if_open(Question("Which DM on the branch?", offered, default, ("NAV-07", "NR-A16")))


def branch_throw(now: Now, dice: Dice, *, officer: bool) -> tuple[Check, str, tuple[str, ...]]:
    """The die of branch selection, the branch that it gives, and the rules (NAV-06, NAV-07)."""
    chosen = int(answered(now, ["0"]))
    compulsory = now.book.navies[now.career.navy].branch_dm
    modifiers = [Modifier(chosen, "education 9+ or intelligence 10+", "NAV-07")] if chosen else []
    modifiers += [Modifier(compulsory, f"{now.career.navy} navy", "NAV-07")] if compulsory else []
    check = Check("branch", dice.roll(1, why="branch"), tuple(modifiers))
    given = now.book.branch(check.total, officer=officer)
    return check, given.what, ("NAV-06", given.ruling) if given.ruling else ("NAV-06",)


def _branch_roll(now: Now, dice: Dice) -> Gone:
    check, branch, rules = branch_throw(now, dice, officer=now.career.officer)
    return Gone(_in_branch(on(now), branch), (Event("branch", branch_name(branch, now.career.rank), check, rules),))


def term_ends(age: int) -> int:
    """The age at which a term ends that begins at this one: 22, 26, 30 and so on (NAV-73)."""
    return age + 4 - (age - 18) % 4


def _term(now: Now, _: Dice) -> Gone:
    """The first term; its first year is spent in training (NAV-13)."""
    career = now.career.but(terms=1)
    ends = term_ends(career.age)
    short = " (short)" if ends - career.age < 4 else ""
    event = Event("term", f"first term{short}, to the age of {ends}", None, ("NAV-05", "NAV-73"))
    return Gone(ahead(career, "drill", "drill", "drilled"), (event,))


def _ask_drill(now: Now) -> Question | None:
    """Officers may use either table for each skill (NAV-15)."""
    if not now.career.officer:
        return None
    offered = tuple(table_pick(now, table, table, table, now.career.branch) for table in (BRANCH, STAFF))
    return Question("Which table for a skill of training?", offered, BRANCH, ("NAV-15",))


def _drill(now: Now, dice: Dice) -> Gone:
    return table_throw(now, dice, answered(now, [BRANCH]), now.career.branch, ("NAV-14", "NAV-15"))


LEGS = {
    "navy": Leg(_navy, _ask_navy, "navy"),
    "enlistment": Leg(Thrown(_enlistment_throw, _enlistment)),
    "branch": Leg(_branch, _ask_branch, "branch"),
    "branching": Leg(_branch_roll, ask_branch_dm, "branch dm"),
    "term": Leg(_term),
    "drill": Leg(_drill, _ask_drill, "training table"),
}
