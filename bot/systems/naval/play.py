"""A career's way: it begins, it waits for a choice, it goes on. The legs that it travels are in the files beside this.

The `book` in all of this is `load_regulations(data).under(settings)`, read once and as a campaign's settings have it.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from bot.engine.dice import Check, Dice, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.engine.typed import match
from bot.systems.naval import duty, joining, posting, schooling, skills, terms, year
from bot.systems.naval.career import (
    CHARACTERISTICS,
    WORLD,
    Career,
    Characteristics,
    Homeworld,
    checked,
    checked_age,
    homeworld,
)
from bot.systems.naval.leg import Event, Gone, Leg, Now, Pick, Question, Thrown, no_question
from bot.systems.naval.regulations import Regulations

__all__ = ["CareerReport", "Event", "Pick", "Question", "Stepped", "advance", "begin", "travel", "waiting"]

# So many careers are kept with what was asked of them last.
_MOST_ASKED = 256
LEGS: Mapping[str, Leg] = {
    **schooling.LEGS,
    **joining.LEGS,
    **posting.LEGS,
    **year.LEGS,
    **skills.LEGS,
    **duty.LEGS,
    **terms.LEGS,
}


@dataclass(frozen=True, slots=True)
class CareerReport:
    """What a step of a career came to: the choice that was made (its question's key, the answer), what followed.

    `why` is the standing answer by which the choice was made, where nobody was asked.
    """

    asked: str
    answered: str
    events: tuple[Event, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Stepped:
    """A career after a step, and the report of it."""

    career: Career
    report: CareerReport


def begin(who: Characteristics | None, world: Homeworld | None, age: int, dice: Dice, book: Regulations) -> Stepped:
    """A new career, as far as nothing has to be chosen: what isn't given is thrown, 2D each. Raises RuleError for an
    age or figures that can't be.

    Only the throwing is the house's own (ruling NR-G1): the book leaves characteristics to Book 1, worlds to Book 3.
    """
    events: list[Event] = []

    def thrown(name: str, most: int = 15) -> int:
        check = Check(name, dice.roll(2, why=name), ())
        events.append(Event(name, f"{min(check.total, most)}", check, ("NR-G1",)))
        return min(check.total, most)

    age = checked_age(age)
    most = book.customs.most
    who = who or Characteristics(**{name: thrown(name, most or 15) for name in CHARACTERISTICS})
    who = checked(who, most)
    world = world or homeworld({name: thrown(*told) for name, told in WORLD.items()})
    gone = _on(Gone(Career(who, world, age), tuple(events)), dice, book)
    return Stepped(gone.career, CareerReport("", "", gone.events))


def _leg(career: Career) -> Leg:
    return LEGS[career.ahead[0].partition(" ")[0]]


def _now(career: Career, book: Regulations, answer: str = "") -> tuple[Leg, Now]:
    return _leg(career), Now(career, book, career.ahead[0].partition(" ")[2], answer)


@lru_cache(maxsize=_MOST_ASKED)
def waiting(career: Career, book: Regulations) -> Question | None:
    """What has to be chosen before the career goes on; None where nothing has to be.

    It is asked when a step ends, when that is told, and when the answer comes.
    """
    if career.ended or _leg(career).ask is no_question:
        return None
    leg, now = _now(career, book)
    question = leg.ask(now)
    return question and replace(question, key=leg.key or now.about, number=career.answered)


def questions(book: Regulations) -> tuple[str, ...]:
    """The keys of all that may be asked in a career: of the legs, and of skills with categories."""
    return (*dict.fromkeys(leg.key for leg in LEGS.values() if leg.key), *book.categories)


def travel(career: Career, answer: str, dice: Dice, book: Regulations) -> Gone:
    """One leg of a career, by an answer that its question offers, or "" where it has none."""
    leg, now = _now(career, book, answer)
    return leg.play(now, dice)


def throws(career: Career) -> bool:
    """Whether what comes next is one throw, whatever comes of it."""
    return isinstance(_leg(career).play, Thrown)


def hangs_on(career: Career, book: Regulations) -> Hashable:
    """All that the choices which a career waits for hang on, with their chances; None where that isn't said."""
    leg, now = _now(career, book)
    return leg.hangs_on and (career.ahead, leg.hangs_on(now), book.customs)


def travelled(career: Career, answer: str, book: Regulations, of: Callable[[Gone], Hashable]) -> Mapping[Any, Fraction]:
    """How likely each projection is of what comes of the same leg; what hangs on no dice is worked out once."""
    leg, now = _now(career, book, answer)
    play = leg.play
    if not isinstance(play, Thrown):
        return exact(partial(play, now), of=of)
    found: dict[Hashable, Fraction] = {}
    for outcome, chance in _outcomes(play, now).items():
        key = of(play.then(now, outcome, None))
        found[key] = found[key] + chance if key in found else chance
    return found


def _outcomes(play: Thrown, now: Now) -> Mapping[Any, Fraction]:
    """How likely each outcome is of a leg's one throw. It hangs on the number of dice, their DMs, what they have to
    reach and the campaign's settings, and is worked out once for all throws that have these in common.
    """
    lying, book = ScriptedDice([1, 1]), now.book
    check = play.throw(now, lying)
    (thrown,) = lying.throws
    key = (play.outcome, len(thrown.faces), check.dm, check.needed, book.customs)
    if key not in book.known:

        def throw(dice: Dice) -> Check:
            return replace(check, thrown=dice.roll(len(thrown.faces), why=check.why))

        book.known[key] = exact(throw, of=partial(play.outcome, book))
    return book.known[key]


def advance(career: Career, answer: str | None, dice: Dice, book: Regulations, *, by_referee: bool = True) -> Stepped:
    """The career one choice further, and on as far as nothing has to be chosen.

    Without an answer it goes on where nothing waits. Raises RuleError for a career that has ended, an answer where
    none is waited for, none where one is, one that isn't offered, or one that is the referee's where it isn't theirs.
    """
    if career.ended:
        raise RuleError(f"This career is over ({career.status}): it can be shown, but not gone on with.")
    question = waiting(career, book)
    if question and question.referees and not by_referee:
        raise RuleError(f"{question.text} That is for the referee to say.")
    said = meant(question, answer)
    if question:
        career = career.but(answered=career.answered + 1)
    gone = _on(travel(career, said, dice, book), dice, book)
    return Stepped(gone.career, CareerReport(question.key if question else "", said, gone.events))


def _on(gone: Gone, dice: Dice, book: Regulations) -> Gone:
    """The same, and on as far as nothing has to be chosen."""
    while not gone.career.ended and not waiting(gone.career, book):
        after = travel(gone.career, "", dice, book)
        gone = gone.then(after.career, *after.events)
    return gone


def meant(question: Question | None, answer: str | None) -> str:
    """What was answered, as it is or as its button says it, as the question offers it; raises RuleError as above."""
    if question is None:
        if answer:
            raise RuleError("Nothing waits for a choice here: leave it out, and the career goes on.")
        return ""
    if not answer:
        offered = ", ".join(choice.answer for choice in question.choices)
        raise RuleError(f"{question.text} Choose one of these: {offered}.")
    named = {text: choice.answer for choice in question.choices for text in (choice.label, choice.answer)}
    return named[match(answer, named, what=f"choice for {question.key}")]
