"""What may come of a career, with exact chances, by travelling its very legs over every branch of their dice.

Equal states are merged from leg to leg: what a career has behind it but asks for no more, such as its log, is left out.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.systems.naval.career import CHARACTERISTICS, PURPLE_HEART, Career, Status
from bot.systems.naval.duty import ATTACHE, CROSS
from bot.systems.naval.leg import Event, Gone, Pick, Question
from bot.systems.naval.play import throws, travelled, waiting
from bot.systems.naval.regulations import Regulations

# What somebody plans: the answer to each question; None for one that they don't answer ahead.
Plan = Callable[[Career, Question], str | None]
# What an event was about, and its outcome.
Marks = tuple[tuple[str, str], ...]
Chances = Mapping[tuple[str, str], Fraction]
_GAINS = {"skill", "characteristic", "next post", "term", "cross-training", "instructor", "end", "draft"}
# Whoever does not survive is dead, unless the referee is asked.
_SAID_TWICE = ("survival", "dead")
# At these legs something new begins, by which no choice before them is weighed: years, and within a year and a school
# what depends on more than the throw that was chosen.
_NEXT = {
    *("path", "navy", "further", "term", "drill", "duty", "once", "rest", "year", "invalid"),
    *("resolution", "promotion", "skills", "education", "course", "medicine", "wings"),
}
# What a year may bring, in the order in which it is told: what an event is about, its outcome ("" for any that is a
# success), and what it is called.
_OF_A_YEAR = (
    ("survival", "does not survive", "does not survive"),
    ("survival", "wounded", "wounded"),
    ("decoration", PURPLE_HEART, PURPLE_HEART),
    ("decoration", "MCUF", "MCUF"),
    ("decoration", "MCG", "MCG"),
    ("decoration", "SEH", "SEH"),
    ("promotion", "", "promoted"),
    ("skills", "one skill", "a skill"),
)
_TOLD = {*(about for about, _, _ in _OF_A_YEAR), "assignment", "special duty"}
_WITHIN_A_YEAR = {f"duty {CROSS}", f"duty {ATTACHE}"}


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice with the chance of each outcome: what it is about, the outcome, and how likely it is."""

    pick: Pick
    chances: tuple[tuple[str, str, Fraction], ...]


def weighed(career: Career, question: Question, book: Regulations) -> tuple[Weighed, ...]:
    """The choices of the question that a career waits for, each with what may come of it before the next question; a
    die on a table, which tells its faces, has nothing besides.
    """

    def chances(pick: Pick) -> Iterator[tuple[str, str, Fraction]]:
        if not pick.by_faces:
            yield from ((*mark, chance) for mark, chance in outcomes(career, book, pick.answer).items())

    return tuple(Weighed(pick, tuple(chances(pick))) for pick in question.choices)


def outcomes(career: Career, book: Regulations, answer: str = "") -> Chances:
    """How likely each outcome is of an answer, or of what is thrown next, up to the next question or a new beginning;
    nothing of what comes without a throw.

    Outcomes of one throw add up to the chance that it is made at all.
    """
    return _followed(career, book, answer, lambda _, __: None, lambda after: _leg(after) in _NEXT, sure=False)


def year_ahead(career: Career, book: Regulations, plan: Plan) -> tuple[tuple[str, Fraction], ...]:
    """How likely the present year, or the next, ends in death, wound, medals, promotion and a skill, and which post it
    may have, where that is still open; where only skills are left of it, how likely each of them is learned.

    Questions on the way are answered by the plan, or else by their default. Outside service there is nothing to tell.
    """
    if career.status is not Status.SERVING:
        return ()

    def planned(at: Career, question: Question) -> str:
        return plan(at, question) or question.default

    def over(at: Career) -> bool:
        return _is_at_an_end(at) or _leg(at) in {"skill", "aide"} or _is_schooled(at)

    def gained(after: Career) -> Marks:
        raised = [name for name in CHARACTERISTICS if _figure(after, name) > _figure(career, name)]
        learned = [name for name, level in after.skills if level > career.level(name)]
        return tuple(("skill", name) for name in ("a skill", *learned, *raised)) if learned or raised else ()

    found = _followed(career, book, "", planned, over)
    if {about for about, _ in found} & _TOLD:
        return tuple(_told_of_a_year(found))
    return tuple(_told_of_skills(_followed(career, book, "", planned, _is_at_an_end, gained)))


def _is_at_an_end(at: Career) -> bool:
    """Whether the year has nothing more to bring; an aide's next one follows at once."""
    return _leg(at) in {"rest", "drilled", "invalid"} and at.next_post is None


def _figure(career: Career, name: str) -> int:
    figure: int = getattr(career.characteristics, name)
    return figure


def _told_of_skills(found: Chances) -> Iterator[tuple[str, Fraction]]:
    learned = [(what, chance) for (about, what), chance in found.items() if about == "skill"]
    yield from sorted(learned, key=lambda each: (-each[1], each[0]))


def _told_of_a_year(found: Chances) -> Iterator[tuple[str, Fraction]]:
    for about, outcome, called in _OF_A_YEAR:
        chance = sum(
            (
                each
                for (its, what), each in found.items()
                if its == about and (what == outcome or (not outcome and what != "not promoted"))
            ),
            Fraction(0),
        )
        yield called, chance
    for (about, what), chance in found.items():
        if about in {"assignment", "special duty", "re-enlistment", "command"}:
            yield f"{about}: {what}", chance


def _leg(career: Career) -> str:
    return career.ahead[0].partition(" ")[0]


def _is_schooled(career: Career) -> bool:
    """Whether a special duty comes that has no part in what a year's odds tell of."""
    return _leg(career) == "duty" and career.ahead[0] not in _WITHIN_A_YEAR


def _followed(
    career: Career,
    book: Regulations,
    answer: str,
    plan: Plan,
    over: Callable[[Career], bool],
    last: Callable[[Career], Marks] = lambda _: (),
    *,
    sure: bool = True,
) -> Chances:
    """The chance of every outcome on the way to where it is over, and of its `last` marks there, all states of the same
    leg taken together; what comes without a throw is told only if what is `sure` is.
    """
    chances: dict[tuple[str, str], Fraction] = {}
    states = {_bare(career): Fraction(1)}
    first = True
    while states:
        reached: dict[Career, Fraction] = {}
        for state, share in states.items():
            said = answer if first and answer else _planned(state, book, plan)
            if said is None:
                continue
            told = sure or throws(state)
            for (after, events), chance in _one_leg(state, book, said, over, last).items():
                part = share if chance == 1 else share * chance
                for mark in events if told or chance != 1 else ():
                    chances[mark] = chances[mark] + part if mark in chances else part
                if after is not None:
                    reached[after] = reached[after] + part if after in reached else part
        states, first = reached, False
    return chances


def _planned(state: Career, book: Regulations, plan: Plan) -> str | None:
    """What the plan answers where something is asked, "" where nothing is."""
    question = waiting(state, book)
    return plan(state, question) if question else ""


def _one_leg(
    state: Career, book: Regulations, answer: str, over: Callable[[Career], bool], last: Callable[[Career], Marks]
) -> Mapping[tuple[Career | None, Marks], Fraction]:
    """Each state after one leg, None where it is over, with what happened. What is thrown again until it is another
    counts as if it had never been thrown.
    """

    def reached(gone: Gone) -> tuple[Career | None, Marks]:
        after, marks = gone.career, _marks(gone.events)
        if after.ended or over(after):
            return None, (*marks, *last(after))
        return _bare(after), marks

    def same(after: Career | None) -> bool:
        # Most lie elsewhere: to compare all of them would take longer.
        return after is not None and after.ahead == state.ahead and after == state

    found = travelled(state, answer, book, reached)
    again = sum((chance for (after, _), chance in found.items() if same(after)), Fraction(0))
    if not again:
        return found
    return {key: chance / (1 - again) for key, chance in found.items() if not same(key[0])}


def _marks(events: tuple[Event, ...]) -> Marks:
    told = ((event.about, event.outcome) for event in events if event.about not in _GAINS)
    return tuple(mark for mark in told if mark != _SAID_TWICE)


def _bare(career: Career) -> Career:
    """A career without what no throw of this year asks for: at its throw for a skill, none of its medals."""
    won = () if career.ahead[:1] == ("skills",) else career.awards
    kept = won and tuple(award for award in won if award.term == career.terms and award.name != PURPLE_HEART)
    points = 0 if career.ahead[:1] in {("promotion",), ("skills",)} else career.points
    return career.but(log=(), notes=(), owed=(), wounds=0, answered=0, awards=kept, points=points)
