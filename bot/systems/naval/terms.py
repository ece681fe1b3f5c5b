"""The end of a year, of a term and of a career: retention, re-enlistment (NAV-51, NAV-52, NAV-70 to NAV-74)."""

from collections.abc import Hashable
from dataclasses import replace

from bot.engine.cards import counted
from bot.engine.dice import Check, Dice, Modifier
from bot.systems.naval.career import POSTS, Career, Status
from bot.systems.naval.joining import term_ends
from bot.systems.naval.leg import (
    Event,
    Gone,
    Leg,
    Now,
    Pick,
    Question,
    Thrown,
    ahead,
    answered,
    branch_name,
    choices,
    noted,
    only_if_open,
    owing,
    passed,
    throw,
)
from bot.systems.naval.posting import crossed, service_words
from bot.systems.naval.regulations import Regulations

STAY, SAME_POST, LEAVE = "stay", "stay in the same post", "leave"
MOST_TERMS = 20
_AGAIN, _FORCED = 6, 12


def may_be_retained(career: Career) -> bool:
    """Whether the year's post may be held on to: not special duty, not twice, not in another branch (NAV-52)."""
    post = career.post
    return post is not None and post.assignment in POSTS and not career.retained and not crossed(career)


def _rest(now: Now, _: Dice) -> Gone:
    """A year is over. At the end of a term nobody is retained against their will (NAV-52, NAV-73)."""
    career = now.career
    assert career.post, "a year has been served"
    kept = ("retention", "year") if may_be_retained(career) else ("year",)
    return _served(career, service_words(career.post, career.rank), *kept)


def _drilled(now: Now, _: Dice) -> Gone:
    """The year of training is over, which in a short term may be all of it; nobody is retained in it (NR-A6)."""
    return _served(now.career, "Basic and advanced training", "year")


def _served(career: Career, spent: str, *then: str) -> Gone:
    career = passed(career, 1, spent).but(years=career.years + 1)
    if (career.age - 18) % 4 == 0:
        career = owing(career, "NR-G2", f"aging at the end of term {career.terms}, at the age of {career.age}")
        event = Event("term", f"term {career.terms} is over at the age of {career.age}", None, ("NAV-73", "NR-G2"))
        return Gone(ahead(career, "re-enlistment" if career.terms < MOST_TERMS else "last"), (event,))
    return Gone(ahead(career, *then))


def _retention(now: Now, dice: Dice) -> Gone:
    """On a 6 the next year is spent in the same assignment, in the same kind of post (NAV-51, ruling NR-A23)."""
    career = now.career.but(ahead=now.rest)
    check = Check("retention", dice.roll(1, why="retention"), ())
    if check.thrown < 6:
        return Gone(career, (Event("retention", "a new assignment follows", check, ("NAV-51",)),))
    career = career.but(next_post=career.post, retained=True)
    return Gone(career, (Event("retention", "retained in the assignment", check, ("NAV-51", "NR-A23")),))


def _ranking(now: Now) -> Modifier | None:
    career = now.career
    return Modifier(1, "E4+ or officer", "NAV-70") if career.petty_officer or career.officer else None


def _ask_again(now: Now) -> Question:
    career = now.career
    offered = [
        Pick(STAY, "Re-enlist", f"{_AGAIN}+ for another term"),
        Pick(LEAVE, "Leave", f"muster out, unless {_FORCED}+ is thrown"),
    ]
    if may_be_retained(career):
        same = Pick(SAME_POST, "Re-enlist, same post", "asks to be retained too: 1 in 6")
        offered.insert(1, same)
    return Question(f"Another term, at {career.age}?", tuple(offered), STAY, ("NAV-70", "NR-A5"))


def again_throw(now: Now, dice: Dice) -> Check:
    """The throw to re-enlist."""
    return throw("re-enlistment", dice, now, _AGAIN, rules=(_ranking,))


def _again_hangs_on(now: Now) -> Hashable:
    """The DM, and whether they may stay in their post."""
    return sum(modifier.dm for modifier in now.dms((_ranking,))), may_be_retained(now.career)


def is_forced(book: Regulations, check: Check) -> bool:
    """Whether the navy keeps them, wanted or not (NAV-71, ruling NR-A7)."""
    return (check.thrown if book.customs.natural_twelve else check.total) >= _FORCED


def _how_wanted(book: Regulations, check: Check) -> tuple[bool, bool]:
    """Whether the navy takes them back, and whether it keeps them in any case."""
    return check.made, is_forced(book, check)


def _again(now: Now, wanted: tuple[bool, bool], check: Check | None) -> Gone:
    career, (made, forced) = now.career, wanted
    wants = now.answer != LEAVE
    if forced:
        event = Event("re-enlistment", "must serve another term", check, ("NAV-71", "NR-A7"))
    elif wants:
        event = Event("re-enlistment", "re-enlisted" if made else "not taken back", check, ("NAV-70", "NAV-72"))
    else:
        event = Event("re-enlistment", "leaves", check, ("NAV-70",))
    gone = Gone(career, (event,))
    if forced or (wants and made):
        kept = ("retention",) if now.answer == SAME_POST else ()
        return gone.then(ahead(career, *kept, "new", "year"))
    return _ends(gone)


def _last(now: Now, _: Dice) -> Gone:
    """The term after which nobody serves another one here."""
    told = Event("term", f"nobody serves more than {MOST_TERMS} terms here", None, ())
    return _ends(Gone(now.career, (told,)))


def _new_branches(now: Now) -> tuple[str, ...]:
    return tuple(dict.fromkeys((now.career.branch, *now.career.cross_trained)))


def _ask_new(now: Now) -> Question | None:
    """Whoever was cross-trained may re-enlist in that branch (NAV-12, ruling NR-A33)."""
    offered = tuple(
        replace(each, label=branch_name(each.answer, now.career.rank)) for each in choices(_new_branches(now))
    )
    return only_if_open(
        Question("In which branch do they re-enlist?", offered, now.career.branch, ("NAV-12", "NR-A33"))
    )


def _new(now: Now, _: Dice) -> Gone:
    career = now.career
    branch = answered(now, _new_branches(now))
    legs = now.rest
    events = [Event("term", f"term {career.terms + 1}, to the age of {term_ends(career.age)}", None, ("NAV-05",))]
    if branch != career.branch:
        events.append(Event("branch", branch_name(branch, career.rank), None, ("NAV-12", "NR-A33")))
        career = noted(career, f"branch: {branch_name(branch, career.rank)}")
        if career.next_post:
            career = career.but(next_post=replace(career.next_post, branch=branch))
    career = career.but(branch=branch, terms=career.terms + 1, promoted=False)
    return Gone(ahead(career, *legs), tuple(events))


def _ends(gone: Gone) -> Gone:
    """They leave the service; what follows stands in other books (NAV-74, rulings NR-G3, NR-G4)."""
    career = gone.career
    career = career.but(status=Status.OUT)
    rank = career.rank or "none"
    career = owing(career, "NR-G3", f"mustering out after {counted(career.terms, 'term')}, rank {rank}")
    career = owing(career, "NR-G4", f"retirement at the age of {career.age}")
    event = Event("end", f"mustered out at {career.age}", None, ("NAV-74", "NR-G3", "NR-G4"))
    return gone.then(ahead(career), event)


def _invalid(now: Now, _: Dice) -> Gone:
    """They leave in the middle of a term, since the referee says so (ruling NR-G5)."""
    career = now.career
    assert career.post, "a year was served"
    return _ends(Gone(passed(career, 0, service_words(career.post, career.rank))))


LEGS = {
    "rest": Leg(_rest),
    "drilled": Leg(_drilled),
    "retention": Leg(_retention),
    "re-enlistment": Leg(Thrown(again_throw, _again, _how_wanted), _ask_again, "re-enlist", _again_hangs_on),
    "last": Leg(_last),
    "new": Leg(_new, _ask_new, "new branch"),
    "invalid": Leg(_invalid),
}
