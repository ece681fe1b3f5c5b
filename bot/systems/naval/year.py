"""The resolution of a year of service: survival, decoration and promotion (NAV-24 to NAV-41)."""

from collections.abc import Hashable, Iterator

from bot.engine.cards import counted
from bot.engine.dice import Check, Dice, Modifier, ModifierRule
from bot.systems.naval.career import (
    BATTLE,
    ENGINEERING,
    FATE,
    FLIGHT,
    GUNNERY,
    LINE,
    MCG,
    MCUF,
    MEDICAL,
    PURPLE_HEART,
    SEH,
    STRIKE,
    TECHNICAL,
    Award,
    Career,
    Status,
)
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
    at_least,
    choices,
    noted,
    on,
    only_if_open,
    owing,
    passed,
    promote,
    throw,
)
from bot.systems.naval.posting import post_of, service_words
from bot.systems.naval.regulations import Needed, Regulations

_COMBAT = (BATTLE, STRIKE)
_SURVIVES, _WOUNDED, _LOST = "survives", "wounded", "does not survive"
_TOP_RATING, _TOP_OFFICER = 9, 10
# What a decoration adds to promotions of its term (NAV-38).
_WORTH = {MCUF: 1, MCG: 2, SEH: 3, PURPLE_HEART: 0}
# By how much a total over the number wins the higher one (NAV-31).
LADDER = ((6, SEH), (3, MCG), (0, MCUF))


# The resolution (NAV-24 to NAV-42).


def _resolution(now: Now, _: Dice) -> Gone:
    """What the assignment asks for, in the order of the book."""
    career = now.career
    post = post_of(career)
    needed = now.book.asks(post.branch, post.assignment)
    return Gone(on(now, *_thrown_for(career, needed)))


def _thrown_for(career: Career, needed: Needed) -> Iterator[str]:
    if needed.survival is not None:
        if needed.decoration is not None:
            yield "points"
        yield "survival"
    if needed.decoration is not None:
        yield "decoration"
    if may_be_promoted(career, needed):
        yield "promotion"
    if needed.skills is not None:
        yield "skills"


def may_be_promoted(career: Career, needed: Needed) -> bool:
    """Whether there is a throw for promotion: an officer's once a term, a rating's up to E9 (NAV-34 to NAV-37)."""
    if needed.promotion is None:
        return False
    if career.officer:
        return not needed.ratings_only and not career.promoted and career.grade < _TOP_OFFICER
    return career.grade < _TOP_RATING


def needed_now(now: Now) -> Needed:
    """What this year's assignment asks for."""
    post = post_of(now.career)
    return now.book.asks(post.branch, post.assignment)


def _branch_level(number: int, branch: str, rule: str) -> ModifierRule[Now]:
    """The rule of +1 for a level in any skill of the branch's own column (ruling NR-A13)."""

    def found(now: Now) -> Modifier | None:
        here = post_of(now.career).branch == branch
        skilled = here and now.book.best(now.career, now.book.branch_skills[branch]) >= number
        return Modifier(1, f"branch skill {number}+", f"{rule}, NR-A13") if skilled else None

    return found


def _skill_level(branch: str, skill: str, number: int, rule: str) -> ModifierRule[Now]:
    def found(now: Now) -> Modifier | None:
        here = post_of(now.career).branch == branch
        return Modifier(1, f"{skill}-{number}", rule) if here and now.book.level(now.career, skill) >= number else None

    return found


def _in_branch(branch: str, rule: ModifierRule[Now]) -> ModifierRule[Now]:
    return lambda now: rule(now) if post_of(now.career).branch == branch else None


def _pilot(now: Now) -> Modifier | None:
    level = now.career.level("Pilot")
    return Modifier(level, f"Pilot-{level}", "NAV-29") if level and post_of(now.career).branch == FLIGHT else None


def _moved(now: Now) -> Modifier | None:
    points = now.career.points
    return Modifier(-points, "moved to decorations", "NAV-30") if points else None


def _won(now: Now) -> Modifier | None:
    points = now.career.points
    return Modifier(points, "moved from survival", "NAV-30") if points else None


def _book1_rank(now: Now) -> Modifier | None:
    """The Book 1 equivalent of an officer's rank, in battle and strike (NAV-32)."""
    post = post_of(now.career)
    rank = now.book.grades[now.career.rank].book1
    flies = post.branch == FLIGHT and post.assignment in _COMBAT
    return Modifier(rank, f"Book 1 rank {rank}", "NAV-32") if flies and rank else None


def _medals(now: Now) -> Modifier | None:
    worth = sum(map(_WORTH.__getitem__, now.career.medals()))
    return Modifier(worth, "decorations of this term", "NAV-38, NR-A21") if worth else None


SURVIVAL_DMS = (
    _branch_level(2, LINE, "NAV-29"),
    _pilot,
    _skill_level(ENGINEERING, "Engineering", 4, "NAV-29"),
    _moved,
)
DECORATION_DMS = (_book1_rank, _in_branch(GUNNERY, at_least("dexterity", 10, 1, "NAV-32")), _won)
PROMOTION_DMS = (
    _medals,
    _in_branch(LINE, at_least("education", 8, 1, "NAV-39")),
    _in_branch(LINE, at_least("social", 9, 1, "NAV-39")),
    _in_branch(GUNNERY, at_least("dexterity", 9, 1, "NAV-39")),
    _skill_level(MEDICAL, "Medical", 5, "NAV-39"),
    _branch_level(3, TECHNICAL, "NAV-39"),
)


def most_points(now: Now) -> int:
    """How many points can be moved so that somebody may still survive."""
    needed = needed_now(now).survival or 0
    dm = sum(modifier.dm for modifier in now.dms(SURVIVAL_DMS))
    return max(0, 12 + dm - needed)


def _ask_points(now: Now) -> Question | None:
    needed = needed_now(now)
    offered = tuple(
        Pick(
            str(points),
            counted(points, "point"),
            f"survival {needed.survival}+ at −{points}, decoration {needed.decoration}+ at +{points}",
        )
        for points in range(most_points(now) + 1)
    )
    return only_if_open(
        Question("How many points go from survival to decorations?", offered, "0", ("NAV-30", "NR-A26"))
    )


def _points(now: Now, _: Dice) -> Gone:
    return Gone(on(now).but(points=int(answered(now, ["0"]))))


def _points_hang_on(now: Now) -> Hashable:
    """The numbers of survival and decoration, their DMs, and whether a wound is honoured."""
    needed = needed_now(now)
    numbers = (needed.survival, needed.decoration, post_of(now.career).assignment in _COMBAT)
    return (*numbers, *(sum(modifier.dm for modifier in now.dms(rules)) for rules in (SURVIVAL_DMS, DECORATION_DMS)))


def survival_throw(now: Now, dice: Dice) -> Check:
    """The throw to survive this year's assignment."""
    return throw("survival", dice, now, needed_now(now).survival, rules=SURVIVAL_DMS)


def is_wound(book: Regulations, check: Check) -> bool:
    """Whether the number was thrown exactly: the modified total, or by a setting the dice (NAV-27, ruling NR-A4)."""
    return (check.thrown if book.customs.natural_wounds else check.total) == check.needed


def _how_survived(book: Regulations, check: Check) -> str:
    if not check.made:
        return _LOST
    return _WOUNDED if is_wound(book, check) else _SURVIVES


def _survival(now: Now, how: str, check: Check | None) -> Gone:
    rules = ("NAV-26", *needed_now(now).rulings)
    if how == _LOST:
        return _lost(now, Event("survival", how, check, rules))
    if how == _SURVIVES:
        return Gone(on(now), (Event("survival", how, check, rules),))
    career = owing(on(now), "NR-G6", f"the wound of {service_words(post_of(now.career), now.career.rank)}")
    career = noted(career.but(wounds=career.wounds + 1), how)
    event = Event("survival", how, check, ("NAV-27", "NR-A4", "NR-G6"))
    if post_of(career).assignment not in _COMBAT:
        return Gone(career, (event,))
    heart = Event("decoration", PURPLE_HEART, None, ("NAV-27", "NR-A25"))
    return Gone(_awarded(career, PURPLE_HEART, PURPLE_HEART), (event, heart))


def _awarded(career: Career, medal: str, told: str) -> Career:
    return noted(career.but(awards=(*career.awards, Award(medal, career.terms))), told)


def _lost(now: Now, event: Event) -> Gone:
    """A survival throw that failed: death, or what the referee says (NAV-26, ruling NR-G5)."""
    if now.book.customs.referee_decides_survival:
        return Gone(on(now, FATE), (event,))
    return _dead(Gone(now.career, (event,)))


def _dead(gone: Gone) -> Gone:
    career = gone.career
    spent = service_words(post_of(career), career.rank)
    career = owing(noted(career, "died"), "NR-G5", f"what became of them in {spent}")
    career = ahead(passed(career.but(status=Status.DEAD), 0, spent))
    return gone.then(career, Event("survival", "dead", None, ("NAV-26", "NR-G5")))


_DIES, _LEAVES, _GOES_ON = "dies", "leaves the service", "serves on"


def _ask_fate(_: Now) -> Question:
    offered = choices((_DIES, _LEAVES, _GOES_ON))
    return Question("They did not survive: what does that mean?", offered, _DIES, ("NR-G5",), referees=True)


def _fate(now: Now, _: Dice) -> Gone:
    event = Event("survival", f"{now.answer}, as the referee says", None, ("NR-G5",))
    career = on(now)
    if now.answer == _DIES:
        return _dead(Gone(career, (event,)))
    career = noted(career, f"{now.answer}, as the referee said")
    return Gone(ahead(career, "invalid") if now.answer == _LEAVES else career, (event,))


def decoration_of(_: Regulations, check: Check) -> str:
    """The award that a throw wins, "" without one (NAV-31)."""
    over = check.total - (check.needed or 0)
    return next((medal for more, medal in LADDER if over >= more), "")


def decoration_throw(now: Now, dice: Dice) -> Check:
    """The throw for a decoration in this year's assignment."""
    return throw("decoration", dice, now, needed_now(now).decoration, rules=DECORATION_DMS)


def _decoration(now: Now, medal: str, check: Check | None) -> Gone:
    """The log tells by which throw it was won."""
    event = Event("decoration", medal or "no decoration", check, ("NAV-31", *needed_now(now).rulings))
    if not medal:
        return Gone(on(now), (event,))
    by = f" ({check.total} for {check.needed}+)" if check else ""
    return Gone(_awarded(on(now), medal, f"{medal}{by}"), (event,))


def promotion_throw(now: Now, dice: Dice) -> Check:
    """The throw for a promotion in this year's assignment."""
    return throw("promotion", dice, now, needed_now(now).promotion, rules=PROMOTION_DMS)


def _promotion(now: Now, made: bool, check: Check | None) -> Gone:
    """An officer's counts for the term (NAV-35); a rating's doesn't."""
    rules = ("NAV-34", *needed_now(now).rulings)
    if not made:
        return Gone(on(now), (Event("promotion", "not promoted", check, rules),))
    career = promote(on(now))
    career = career.but(promoted=career.officer)
    title = f"{now.book.title(career.rank)} ({career.rank})"
    return Gone(career, (Event("promotion", title, check, rules),))


LEGS = {
    "resolution": Leg(_resolution),
    "points": Leg(_points, _ask_points, "points", _points_hang_on),
    "survival": Leg(Thrown(survival_throw, _survival, _how_survived)),
    FATE: Leg(_fate, _ask_fate, "fate"),
    "decoration": Leg(Thrown(decoration_throw, _decoration, decoration_of)),
    "promotion": Leg(Thrown(promotion_throw, _promotion)),
}
