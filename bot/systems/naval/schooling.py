"""Before service: college, the Naval Academy, and what may follow them (NAV-84 to NAV-96)."""

from collections.abc import Callable
from dataclasses import replace

from bot.engine.dice import Check, Dice
from bot.systems.naval.career import FLIGHT, MEDICAL, YOUNGEST, Career
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
    answered,
    at_least,
    gain,
    noted,
    on,
    only_if_open,
    passed,
    raise_characteristic,
    throw,
)

COLLEGE, ACADEMY, MEDICAL_SCHOOL, FLIGHT_SCHOOL = "College", "Naval Academy", "Medical School", "Flight School"
HONOURS, NOTC = "honours", "NOTC"
_COLLEGE, _ACADEMY, _ENLIST = "college", "academy", "enlist"
_MEDICAL, _FLIGHT, _SERVICE = "medical school", "flight school", "service"
_SCHOOLS = {_COLLEGE: COLLEGE, _ACADEMY: ACADEMY, _MEDICAL: MEDICAL_SCHOOL, _FLIGHT: FLIGHT_SCHOOL}
_RULES = {COLLEGE: "NAV-85", ACADEMY: "NAV-88", MEDICAL_SCHOOL: "NAV-92", FLIGHT_SCHOOL: "NAV-94"}
_TAUGHT_BY = {
    **_RULES,
    "Gunnery School": "NAV-60",
    "Engineering School": "NAV-61",
    "Intelligence School": "NAV-62",
    "Staff College": "NAV-64",
}
_FAILED = {COLLEGE: "NAV-87", ACADEMY: "NAV-89", MEDICAL_SCHOOL: "NAV-93", FLIGHT_SCHOOL: "NAV-95"}
_ACADEMY_STANDING = 8


def _ask_path(now: Now) -> Question | None:
    career = now.career
    schools = {
        _COLLEGE: Pick(_COLLEGE, "College", "four years: education, perhaps a commission by NOTC"),
        _ACADEMY: Pick(_ACADEMY, "Naval Academy", "four years: a commission, and drafted if they fail there"),
    }
    open_ = [each for each in schools if career.age == YOUNGEST and _SCHOOLS[each] not in career.applied]
    if career.characteristics.social < _ACADEMY_STANDING and _ACADEMY in open_:
        open_.remove(_ACADEMY)
    offered = (Pick(_ENLIST, "Enlist", "ask a navy to take them now"), *(schools[each] for each in open_))
    return only_if_open(Question("Where do they turn at 18?", offered, _ENLIST, ("NAV-84", "NAV-88")))


def _path(now: Now, _: Dice) -> Gone:
    answer = answered(now, [_ENLIST])
    if answer == _ENLIST:
        return Gone(ahead(now.career, "navy"))
    return _applied(now.career, _SCHOOLS[answer])


def _applied(career: Career, school: str) -> Gone:
    career = career.but(applied=(*career.applied, school))
    if school == FLIGHT_SCHOOL and _sure_of_flight(career):
        event = Event("Flight School admission", "admitted by application", None, ("NAV-94", "NR-A10"))
        return Gone(ahead(career, f"success {school}"), (event,))
    return Gone(ahead(career, f"admission {school}"))


def _sure_of_flight(career: Career) -> bool:
    """Whether flight school takes them without a throw: commissioned, with honours (ruling NR-A10)."""
    return career.officer and HONOURS in career.education


def exam(now: Now, dice: Dice, school: str, name: str) -> Check:
    """A throw of a school, with its DM for a characteristic."""
    asked = now.book.institutions[school, name]
    rules = (at_least(asked.characteristic, asked.at, asked.dm, _RULES[school]),)
    return throw(f"{school} {name}", dice, now, asked.number, rules=rules)


def _exam(name: str, then: Callable[[Now, bool, Check | None], Gone]) -> Thrown:
    """The leg of a school's throw."""
    return Thrown(lambda now, dice: exam(now, dice, now.about, name), then)


def _admission(now: Now, made: bool, check: Check | None) -> Gone:
    """Whoever is refused may try another way (ruling NR-A36)."""
    school = now.about
    event = Event(f"{school} admission", "admitted" if made else "refused", check, (_RULES[school],))
    otherwise = "path" if school in (COLLEGE, ACADEMY) else "navy"
    return Gone(ahead(now.career, f"success {school}" if made else otherwise), (event,))


def _success(now: Now, made: bool, check: Check | None) -> Gone:
    school, career = now.about, now.career
    about = f"{school} success"
    if made:
        return Gone(ahead(career, *_STAYS[school]), (Event(about, "stays", check, (_RULES[school],)),))
    event = Event(about, "fails", check, (_FAILED[school],))
    gone = Gone(ahead(passed(career, 1, f"{school}, failed"), "navy"), (event,))
    if school == ACADEMY:
        drafted = Event("draft", "drafted as E1", None, ("NAV-89", "NR-A31"))
        return gone.then(noted(gone.career.but(rank="E1"), "drafted"), drafted)
    return gone


# What comes after a success, in order.
_STAYS = {
    COLLEGE: ("NOTC", f"education {COLLEGE}", f"honours {COLLEGE}", f"graduation {COLLEGE}"),
    ACADEMY: (f"education {ACADEMY}", f"course {ACADEMY}", f"honours {ACADEMY}", f"graduation {ACADEMY}"),
    MEDICAL_SCHOOL: ("medicine", f"honours {MEDICAL_SCHOOL}", f"graduation {MEDICAL_SCHOOL}"),
    FLIGHT_SCHOOL: (f"course {FLIGHT_SCHOOL}", "wings", f"graduation {FLIGHT_SCHOOL}"),
}


def _ask_notc(_: Now) -> Question:
    offered = (
        Pick(YES, "Try NOTC", "a commission as an ensign at graduation, if the throw is made"),
        Pick(NO, "Without NOTC", "no throw, no commission"),
    )
    return Question("Do they train with the Naval Officer Training Corps?", offered, YES, ("NAV-86",))


def _notc(now: Now, dice: Dice) -> Gone:
    if now.answer == NO:
        return Gone(on(now))
    check = exam(now, dice, COLLEGE, NOTC)
    event = Event(NOTC, "passes" if check.made else "fails", check, ("NAV-86",))
    career = on(now)
    return Gone(career.but(education=(*career.education, NOTC)) if check.made else career, (event,))


def _education(now: Now, dice: Dice) -> Gone:
    """One die less 2 or 3, with its DM; it is one at least (NAV-90, ruling NR-A11)."""
    school = now.about
    asked = now.book.institutions[school, "education"]
    rules = (at_least(asked.characteristic, asked.at, asked.dm, _RULES[school]),)
    check = throw(f"{school} education", dice, now, rules=rules, count=1)
    by = max(1, check.total + asked.number)
    event = Event(check.why, f"less {-asked.number}: education +{by}", check, (_RULES[school], "NAV-90"))
    return raise_characteristic(Gone(on(now), (event,)), "education", now.book, ("NAV-90",), by)


def _course(now: Now, _: Dice) -> Gone:
    """Each skill of a school's has a throw of its own."""
    return Gone(on(now, *(f"lesson {now.about}: {skill}" for skill in now.book.courses[now.about].skills)))


def _lesson(now: Now, dice: Dice) -> Gone:
    school, _, skill = now.about.partition(": ")
    check = throw(skill, dice, now, now.book.courses[school].number, count=1)
    rules = (_TAUGHT_BY[school],)
    gone = Gone(on(now), (Event(skill, "learned" if check.made else "not learned", check, rules),))
    return gain(gone, skill, now.book, rules) if check.made else gone


def _honours(now: Now, made: bool, check: Check | None) -> Gone:
    """By education as it is now (ruling NR-A12). At medical school they bring two skills more."""
    school, career = now.about, on(now)
    told = HONOURS if made else "without honours"
    gone = Gone(career, (Event(f"{school} {HONOURS}", told, check, (_RULES[school],)),))
    if not made:
        return gone
    if school == MEDICAL_SCHOOL:
        for skill in ("Medical", "Computer"):
            gone = gain(gone, skill, now.book, ("NAV-92",))
        return gone
    return gone.then(noted(career.but(education=(*career.education, HONOURS)), HONOURS))


def _medicine(now: Now, _: Dice) -> Gone:
    gone = raise_characteristic(Gone(on(now)), "education", now.book, ("NAV-92",))
    for skill in ("Medical", "Medical", "Medical", "Admin"):
        gone = gain(gone, skill, now.book, ("NAV-92",))
    return gone


def _wings(now: Now, _: Dice) -> Gone:
    return gain(Gone(on(now)), "Pilot", now.book, ("NAV-94",))


def _graduation(now: Now, _: Dice) -> Gone:
    """They are older by the years of the school, and commissioned where it makes officers."""
    school, career = now.about, now.career
    career = career.but(education=(*career.education, school))
    event = Event(school, "graduates", None, (_RULES[school], "NAV-96"))
    if school == ACADEMY or (school == COLLEGE and NOTC in career.education):
        career = noted(career.but(rank="O1"), "commissioned O1")
        event = replace(event, outcome="graduates, and is commissioned as an ensign (O1)")
    if school == FLIGHT_SCHOOL:
        career = career.but(branch=FLIGHT)
    career = passed(career, 1 if school == FLIGHT_SCHOOL else 4, school)
    after = {MEDICAL_SCHOOL: "commission", FLIGHT_SCHOOL: "navy"}
    return Gone(ahead(career, after.get(school, "further")), (event,))


def _ask_further(now: Now) -> Question | None:
    """Medicine is open with honours, flight to commissioned honours and all of the Academy (rulings NR-A10, NR-C2)."""
    career = now.career
    offered = [Pick(_SERVICE, "Into service", "join a navy now")]
    if HONOURS in career.education:
        offered.append(Pick(_MEDICAL, "Medical School", "four years: Medical-3, and a commission as lieutenant (O3)"))
    if career.officer and (HONOURS in career.education or ACADEMY in career.education):
        offered.append(Pick(_FLIGHT, "Flight School", "one year: Pilot-1 or more, and the Flight branch"))
    return only_if_open(Question("What follows graduation?", tuple(offered), _SERVICE, ("NAV-91", "NR-A10", "NR-A41")))


def _further(now: Now, _: Dice) -> Gone:
    answer = answered(now, [_SERVICE])
    return Gone(ahead(now.career, "navy")) if answer == _SERVICE else _applied(now.career, _SCHOOLS[answer])


def _ask_commission(_: Now) -> Question:
    offered = (
        Pick(YES, "Take commission", "lieutenant (O3) in the Medical branch of any navy"),
        Pick(NO, "Refuse it", "they join as any other would"),
    )
    return Question("Do they take a direct commission?", offered, YES, ("NAV-92", "NR-A39"))


def _commission(now: Now, _: Dice) -> Gone:
    career = ahead(now.career, "navy")
    if now.answer == NO:
        return Gone(career)
    event = Event("commission", "lieutenant (O3), Medical", None, ("NAV-92", "NAV-09"))
    return Gone(noted(career.but(rank="O3", branch=MEDICAL), "commissioned O3"), (event,))


LEGS = {
    "path": Leg(_path, _ask_path, "path"),
    "admission": Leg(_exam("admission", _admission)),
    "success": Leg(_exam("success", _success)),
    "NOTC": Leg(_notc, _ask_notc, "NOTC"),
    "education": Leg(_education),
    "course": Leg(_course),
    "lesson": Leg(_lesson),
    "honours": Leg(_exam(HONOURS, _honours)),
    "medicine": Leg(_medicine),
    "wings": Leg(_wings),
    "graduation": Leg(_graduation),
    "further": Leg(_further, _ask_further, "further"),
    "commission": Leg(_commission, _ask_commission, "commission"),
}
