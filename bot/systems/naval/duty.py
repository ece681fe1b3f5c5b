"""Special duty: schools, recruiting, officer candidates, attaches and aides, service in another branch
(NAV-53 to NAV-69).
"""

from dataclasses import replace

from bot.engine.dice import Check, Dice, Modifier
from bot.systems.naval.career import POSTS, Career, Service
from bot.systems.naval.joining import ask_branch_dm, branch_throw
from bot.systems.naval.leg import (
    Event,
    Gone,
    Leg,
    Now,
    Question,
    answered,
    branch_name,
    choices,
    dm_choices,
    gain,
    noted,
    on,
    only_if_open,
    promote,
    raise_characteristic,
    table_pick,
    table_throw,
    throw,
)
from bot.systems.naval.posting import may_add_one, post_of
from bot.systems.naval.regulations import BRANCH, COMMAND, STAFF

CROSS, SPECIALIST, RECRUITING = "Cross-Training", "Specialist School", "Recruiting Duty"
OCS, ATTACHE, COMMAND_COLLEGE = "Officer Candidate School", "Naval Attache/Aide", "Command College"
INSTRUCTION = "Instruction"
# Those that are named by an aide; the post of an attache or aide is not (NAV-69).
_NAMED_BY_AIDES = (CROSS, "Intelligence School", RECRUITING, COMMAND_COLLEGE, "Staff College")
_OLD_FOR_OCS = 35
_MOST_OF_COMMAND_COLLEGE = 3
_TEACHES_AT = 3
_COMMANDS, _STAFF_POST = "command", "staff"


def _ask_special(now: Now) -> Question | None:
    if not may_add_one(now.career):
        return None
    offered = dm_choices((0, 1), lambda dm: "one row further down" if dm else "the die as it falls")
    return Question("Which DM on the special duty table?", offered, "0", ("NAV-55", "NR-A35"))


def _special(now: Now, dice: Dice) -> Gone:
    """The kind of special duty; `about` is “waiver” after a first OCS of somebody over 34 (NAV-54, NAV-66)."""
    career = now.career
    chosen = int(answered(now, ["0"]))
    modifiers = (Modifier(chosen, "social 11+ or college", "NAV-55"),) if chosen else ()
    check = Check("special duty", dice.roll(1, why="special duty"), modifiers)
    duty = now.book.duty(check.total, officer=career.officer)
    event = Event("special duty", duty, check, ("NAV-54",))
    if duty == OCS and career.age >= _OLD_FOR_OCS and not now.about:
        again = replace(event, outcome=f"{duty}, over 34: thrown again", rules=("NAV-66", "NR-A17"))
        return Gone(on(now, "special waiver"), (again,))
    return Gone(on(now, f"duty {duty}"), (event,))


def _duty(now: Now, _: Dice) -> Gone:
    """The year is spent at a special duty, which takes the place of the whole resolution (NAV-53)."""
    duty, career = now.about, now.career
    post = post_of(career)
    if duty == CROSS and career.officer:
        return Gone(on(now, "secondment"))
    career = career.but(post=replace(post, assignment=duty, command=None))
    legs = {
        CROSS: ("cross",),
        SPECIALIST: ("specialist",),
        RECRUITING: ("recruiting",),
        OCS: ("commissioning",),
        ATTACHE: ("attache",),
    }.get(duty, (f"school {duty}",))
    return Gone(career.but(ahead=(*legs, *now.rest)))


# Ratings' cross-training, specialist school, recruiting (NAV-56, NAV-58, NAV-59).


def _other_branches(now: Now) -> tuple[str, ...]:
    return tuple(each for each in now.book.open_branches(now.career.navy) if each != now.career.branch)


def _ask_cross(now: Now) -> Question:
    offered = tuple(
        table_pick(now, branch, branch_name(branch, now.career.rank), BRANCH, branch) for branch in _other_branches(now)
    )
    return Question("In which branch are they trained?", offered, offered[0].answer, ("NAV-56", "NR-A15"))


def _cross(now: Now, dice: Dice) -> Gone:
    gone = table_throw(now, dice, BRANCH, now.answer, ("NAV-56",))
    event = Event("cross-training", branch_name(now.answer, now.career.rank), None, ("NAV-56",))
    return gone.then(cross_trained(gone.career, now.answer), event)


def cross_trained(career: Career, branch: str) -> Career:
    """The career with cross-training in a branch, in which one may re-enlist."""
    branches = tuple(dict.fromkeys((*career.cross_trained, branch)))
    return noted(career.but(cross_trained=branches), f"cross-trained: {branch_name(branch, career.rank)}")


def _ask_specialist(now: Now) -> Question:
    fields = now.book.specialist
    offered = dm_choices(range(7), lambda dm: f"{fields[dm]} to {fields[dm + 5]}")
    return Question("Which DM on the die of the schools?", offered, "0", ("NAV-58",))


def _specialist(now: Now, dice: Dice) -> Gone:
    """The field counts alone for whether one teaches there (ruling NR-A9)."""
    chosen = int(now.answer)
    modifiers = (Modifier(chosen, "chosen", "NAV-58"),) if chosen else ()
    check = Check("specialist school", dice.roll(1, why="specialist school"), modifiers)
    field = now.book.specialist[check.total - 1]
    gone = Gone(on(now), (Event("specialist school", field, check, ("NAV-58",)),))
    if teaches(now, field):
        return _teaches(now, gone)
    return gain(gone, field, now.book, ("NAV-58",))


def teaches(now: Now, field: str) -> bool:
    """Whether somebody has a field at 3 or more, and so teaches it (NAV-67)."""
    return now.book.level(now.career, field) >= _TEACHES_AT


def _teaches(now: Now, gone: Gone) -> Gone:
    """Whoever has a subject at 3 or more is an instructor there instead (NAV-67)."""
    event = Event("instructor", "teaches there, and is not taught", None, ("NAV-67", "NR-A9"))
    return gain(gone.then(gone.career, event), INSTRUCTION, now.book, ("NAV-67",))


def _recruiting(now: Now, dice: Dice) -> Gone:
    gone = gain(Gone(on(now)), "Recruiting", now.book, ("NAV-59",))
    if now.career.officer:
        return gone
    check = throw("admin", dice, now, 4, count=1)
    gone = gone.then(gone.career, Event("Admin", "learned" if check.made else "not learned", check, ("NAV-59",)))
    return gain(gone, "Admin", now.book, ("NAV-59",)) if check.made else gone


# Schools (NAV-60 to NAV-64, NAV-67).


def becomes_instructor(now: Now, school: str) -> bool:
    """Whether somebody teaches at a school of several skills: with any of them at 3 or more (ruling NR-A9)."""
    return now.book.best(now.career, now.book.courses[school].skills) >= _TEACHES_AT


def _school(now: Now, _: Dice) -> Gone:
    school = now.about
    if becomes_instructor(now, school):
        return _teaches(now, Gone(on(now)))
    if school == COMMAND_COLLEGE:
        return Gone(on(now, "college"))
    return Gone(on(now, f"course {school}"))


def _college(now: Now, dice: Dice) -> Gone:
    """Command College: four throws, of whose skills three may be kept (NAV-63, ruling NR-A8)."""
    taught = now.book.courses[COMMAND_COLLEGE]
    checks = [throw(skill, dice, now, taught.number, count=1) for skill in taught.skills]
    events = tuple(
        Event(check.why, "passed" if check.made else "not learned", check, ("NAV-63", "NR-A8")) for check in checks
    )
    passed = [check.why for check in checks if check.made]
    if len(passed) > _MOST_OF_COMMAND_COLLEGE:
        return Gone(on(now, "drop"), events)
    return _taught(Gone(on(now), events), now, passed)


def _taught(gone: Gone, now: Now, skills: list[str]) -> Gone:
    for skill in skills:
        gone = gain(gone, skill, now.book, ("NAV-63",))
    return gone


def _ask_drop(now: Now) -> Question:
    offered = choices(
        now.book.courses[COMMAND_COLLEGE].skills, lambda skill: f"the other three are learned, not {skill}"
    )
    return Question("All four were passed and three are kept: which is dropped?", offered, "Admin", ("NR-A8",))


def _drop(now: Now, _: Dice) -> Gone:
    skills = [skill for skill in now.book.courses[COMMAND_COLLEGE].skills if skill != now.answer]
    return _taught(Gone(on(now)), now, skills)


# Officer candidates (NAV-65, NAV-11).


def ocs_branches(now: Now) -> tuple[str, ...]:
    """The branches in which a commission may be had: one's own, those of cross-training, or any (NAV-11, NR-C4)."""
    career, book = now.career, now.book
    if career.characteristics.social >= 9:
        return book.open_branches(career.navy)
    return tuple(dict.fromkeys((career.branch, *career.cross_trained)))


def _ask_commissioning(now: Now) -> Question | None:
    offered = tuple(table_pick(now, branch, branch, BRANCH, branch) for branch in ocs_branches(now))
    return only_if_open(
        Question("In which branch are they commissioned?", offered, now.career.branch, ("NAV-11", "NR-C4"))
    )


def _commissioning(now: Now, _: Dice) -> Gone:
    branch = answered(now, ocs_branches(now))
    career = on(now, f"once {COMMAND}", f"once {STAFF}", f"once {BRANCH}")
    career = noted(career.but(rank="O1", branch=branch), f"commissioned O1, {branch}")
    return Gone(career, (Event("commission", f"ensign (O1), {branch}", None, ("NAV-65", "NR-A28")),))


def _once(now: Now, dice: Dice) -> Gone:
    return table_throw(now, dice, now.about, now.career.branch, ("NAV-65", "NR-A28"))


# Attaches and aides (NAV-68, NAV-69).


def _attache(now: Now, dice: Dice) -> Gone:
    """Neither uses up the promotion of the term (NAV-36); nobody is above O10 (ruling NR-A22)."""
    check = Check("attache or aide", dice.roll(1, why="attache or aide"), ())
    aide = check.total >= 5
    event = Event("attache or aide", "aide" if aide else "naval attache", check, ("NAV-68",))
    career = on(now, *(("aide",) if aide else ()))
    gone = Gone(noted(career, "aide" if aide else "naval attache"), (event,))
    if not aide and career.grade < 10:
        career = promote(gone.career)
        title = f"{now.book.title(career.rank)} ({career.rank})"
        gone = gone.then(career, Event("promotion", title, None, ("NAV-36", "NAV-68")))
    return raise_characteristic(gone, "social", now.book, ("NAV-68",))


def _ask_aide(_: Now) -> Question:
    named = (*POSTS, *_NAMED_BY_AIDES)
    offered = choices(
        f"{post}, {status}" if status else post
        for post in named
        for status in ((_COMMANDS, _STAFF_POST) if post in POSTS or post == CROSS else ("",))
    )
    return Question("Which post does the aide choose next?", offered, "Patrol, command", ("NAV-69", "NR-A34"))


def _aide(now: Now, _: Dice) -> Gone:
    assignment, status = (*now.answer.split(", "), "")[:2]
    career = on(now)
    post = Service(assignment, career.branch, status == _COMMANDS)
    return Gone(career.but(next_post=post), (Event("next post", now.answer, None, ("NAV-69",)),))


# An officer's year in another branch (NAV-57, ruling NR-A14).


def _secondment(now: Now, dice: Dice) -> Gone:
    """The officer branch table, thrown again for one's own; then a new assignment, resolved in that branch."""
    career = now.career
    check, branch, rules = branch_throw(now, dice, officer=True)
    event = Event("branch for a year", branch, check, ("NAV-57", *rules))
    if branch == career.branch:
        return Gone(career, (replace(event, outcome=f"{branch}, thrown again", rules=("NAV-57", "NR-A14")),))
    post = Service("", branch, post_of(career).command)
    return Gone(cross_trained(on(now, "assignment"), branch).but(post=post), (event,))


LEGS = {
    "special": Leg(_special, _ask_special, "special dm"),
    "duty": Leg(_duty),
    "cross": Leg(_cross, _ask_cross, "cross-training"),
    "specialist": Leg(_specialist, _ask_specialist, "specialist dm"),
    "recruiting": Leg(_recruiting),
    "school": Leg(_school),
    "college": Leg(_college),
    "drop": Leg(_drop, _ask_drop, "drop"),
    "commissioning": Leg(_commissioning, _ask_commissioning, "OCS branch"),
    "once": Leg(_once),
    "attache": Leg(_attache),
    "aide": Leg(_aide, _ask_aide, "next post"),
    "secondment": Leg(_secondment, ask_branch_dm, "branch dm"),
}
