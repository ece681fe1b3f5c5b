"""A year's post: command, and the specific assignment (NAV-17 to NAV-23)."""

from collections.abc import Hashable
from dataclasses import replace

from bot.engine.dice import Check, Dice, Modifier, ModifierRule
from bot.engine.errors import RuleError
from bot.systems.naval.career import (
    POSTS,
    SPECIAL_DUTY,
    Career,
    Service,
)
from bot.systems.naval.leg import (
    NO,
    YES,
    Event,
    Gone,
    Leg,
    Now,
    Pick,
    Question,
    Thrown,
    ahead,
    at_least,
    branch_name,
    on,
    throw,
)
from bot.systems.naval.regulations import Regulations

# Command (NAV-18 to NAV-21).


def _low_rank(now: Now) -> Modifier | None:
    """The step up to O2 takes the place of that up to O4 (ruling NR-A2)."""
    grade = now.career.grade
    both = now.book.customs.both_command_dms
    if grade <= 2:
        return Modifier(-3 if both else -2, "O2 or less", "NAV-19, NR-A2")
    return Modifier(-1, "O4 or less", "NAV-19, NR-A2") if grade <= 4 else None


def _at_most(name: str, number: int) -> ModifierRule[Now]:
    def found(now: Now) -> Modifier | None:
        low = getattr(now.career.characteristics, name) <= number
        return Modifier(-1, f"{name} {number}−", "NAV-19") if low else None

    return found


COMMAND_DMS = (
    _low_rank,
    at_least("social", 11, 1, "NAV-19"),
    _at_most("intelligence", 7),
    _at_most("education", 7),
)


def _year(now: Now, _: Dice) -> Gone:
    """A year begins: by what was fixed for it, or with the command throw and the assignment (NAV-17)."""
    career = now.career
    if post := career.next_post:
        career = career.but(post=post, next_post=None, points=0)
        told = Event(
            "assignment", service_words(post, career.rank), None, ("NR-A23",) if career.retained else ("NR-A34",)
        )
        leg = "resolution" if post.assignment in POSTS else f"duty {post.assignment}"
        return Gone(ahead(career, leg, "rest"), (told,))
    command = None if not career.officer else False
    career = career.but(post=Service("", career.branch, command), retained=False, points=0)
    return Gone(ahead(career, *(("command",) if career.officer else ()), "assignment", "rest"))


def _ask_command(now: Now) -> Question:
    number = now.book.command[now.career.branch]
    offered = (
        Pick(YES, "Seek command", f"{number}+ for a command post; a staff post without it"),
        Pick(NO, "Staff post", "no throw"),
    )
    return Question("Do they seek a command this year?", offered, YES, ("NAV-18", "NAV-20"))


def command_throw(now: Now, dice: Dice) -> Check:
    """An officer's throw for a command post in their branch. Raises RuleError for a rating (NAV-18, NAV-19, NAV-21)."""
    if not now.career.officer:
        raise RuleError("Only officers, from O1, may seek a command.")
    return throw("command", dice, now, now.book.command[now.career.branch], rules=COMMAND_DMS)


def _command_hangs_on(now: Now) -> Hashable:
    """The number and the DMs; whether special duty is thrown again, and whether a DM on it is asked for."""
    career = now.career
    dm = sum(modifier.dm for modifier in now.dms(COMMAND_DMS))
    return now.book.command[career.branch], dm, crossed(career), may_add_one(career)


def _command(now: Now, dice: Dice) -> Gone:
    career = on(now)
    if now.answer == NO:
        return Gone(career, (Event("command", "staff post", None, ("NAV-20",)),))
    check = command_throw(now, dice)
    career = career.but(post=replace(post_of(career), command=check.made))
    return Gone(career, (Event("command", "command post" if check.made else "staff post", check, ("NAV-18",)),))


def post_of(career: Career) -> Service:
    """The post of this year, in one that has begun."""
    assert career.post, "a year has begun"
    return career.post


# The specific assignment (NAV-22, NAV-23).


def _college_rating(now: Now) -> Modifier | None:
    if now.career.officer or "College" not in now.career.education:
        return None
    return Modifier(1, "college", "NAV-23")


def _assignment_throw(now: Now, dice: Dice) -> Check:
    return throw("assignment", dice, now, rules=(_college_rating,))


def _assigned(book: Regulations, check: Check) -> str:
    return book.assignment(check.total)


def _assignment(now: Now, found: str, check: Check | None) -> Gone:
    """An officer in another branch for the year throws special duty again (ruling NR-A14)."""
    career = now.career
    post = post_of(career)
    event = Event("assignment", found, check, ("NAV-22",))
    if found == SPECIAL_DUTY and crossed(career):
        return Gone(career, (replace(event, outcome=f"{found}, thrown again", rules=("NAV-22", "NR-A14")),))
    if found == SPECIAL_DUTY:
        return Gone(on(now, "special"), (event,))
    return Gone(on(now, "resolution").but(post=replace(post, assignment=found)), (event,))


def may_add_one(career: Career) -> bool:
    """Whether they may add 1 on the special duty table (NAV-55, ruling NR-A35)."""
    return career.characteristics.social >= 11 or "College" in career.education


def crossed(career: Career) -> bool:
    """Whether this year is served in another branch (NAV-57)."""
    return post_of(career).branch != career.branch


def service_words(post: Service, rank: str) -> str:
    """A year's post in words: `Battle (Gunnery, command)`."""
    command = {None: "", True: ", command", False: ", staff"}[post.command]
    return f"{post.assignment} ({branch_name(post.branch, rank)}{command})"


LEGS = {
    "year": Leg(_year),
    "command": Leg(_command, _ask_command, "command", _command_hangs_on),
    "assignment": Leg(Thrown(_assignment_throw, _assignment, _assigned)),
}
