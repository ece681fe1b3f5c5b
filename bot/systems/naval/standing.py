"""Standing answers: how a career goes on by itself, and why it chose what it did.

They are written as parts with semicolons between them, such as `navy Subsector or Imperial; branch Line; survival
first; schools always; leave after 3 terms`. A part names a question by its key, and the answers to it in order of
preference; some say more than one question's answer at once.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.typed import begins, match, offered, quoted
from bot.systems.naval.career import MCG, MCUF, SEH, Career
from bot.systems.naval.leg import Question
from bot.systems.naval.outlook import weighed
from bot.systems.naval.play import CareerReport, advance, questions, waiting
from bot.systems.naval.regulations import Regulations
from bot.systems.naval.terms import LEAVE, MOST_TERMS

# Parts that say more than one answer, each with the question that it is for.
_POINTS, _PATH, _FURTHER, _AGAIN = "points", "path", "further", "re-enlist"
_LEAVE = re.compile(r"leave after (\d{1,2}) terms?", re.IGNORECASE)
_SCHOOLS = {_PATH: ("academy", "college"), _FURTHER: ("medical school", "flight school")}
_SAMPLE = "write them like “branch Line; survival first; schools always; leave after 3 terms”"


@dataclass(frozen=True, slots=True)
class Clause:
    """One standing answer: as it was written, the question that it is for, and what it answers, "" for nothing."""

    text: str
    key: str
    answer: Callable[[Career, Question, Regulations], str]


@dataclass(frozen=True, slots=True)
class StandingAnswers:
    """All that were given, in their order: the first that has an answer to a question gives it."""

    clauses: tuple[Clause, ...] = ()

    def answer(self, career: Career, question: Question, book: Regulations) -> tuple[str, str]:
        """The answer to a question, and why: the standing answer as it was written, or else the default."""
        for clause in self.clauses:
            if clause.key == question.key and (found := clause.answer(career, question, book)):
                return found, clause.text
        return question.default, "by default"


def read_standing(text: str, book: Regulations) -> StandingAnswers:
    """The standing answers that were written. Raises RuleError for a part that is none, with what there is."""
    keys = questions(book)
    parts = [" ".join(part.split()) for part in text.split(";") if part.strip()]
    if text.strip() and not parts:
        raise RuleError(f"{quoted(text.strip())} answers nothing: {_SAMPLE}.")
    return StandingAnswers(tuple(clause for part in parts for clause in _clauses(part, keys)))


def _clauses(part: str, keys: Sequence[str]) -> Iterator[Clause]:
    key = part.casefold()
    if found := _LEAVE.fullmatch(part):
        terms = int(found[1])
        if not 1 <= terms <= MOST_TERMS:
            raise RuleError(f"Nobody serves more than {MOST_TERMS} terms here: leave after 1 to {MOST_TERMS}.")
        yield Clause(part, _AGAIN, lambda career, _, __: LEAVE if career.terms >= terms else "")
    elif key == "survival first":
        yield Clause(part, _POINTS, lambda _, __, ___: "0")
    elif key == "medals first":
        yield Clause(part, _POINTS, _best_for_medals)
    elif key in {"schools always", "schools never"}:
        for asked, schools in _SCHOOLS.items():
            yield Clause(
                part, asked, _first_of(schools) if key.endswith("always") else _first_of(("enlist", "service"))
            )
    else:
        yield _preferring(part, keys)


def _preferring(part: str, keys: Sequence[str]) -> Clause:
    """The answers to one question, in order of preference."""
    key = next((name for name in sorted(keys, key=len, reverse=True) if begins(part, name)), "")
    wanted = part[len(key) :].strip(" :=")
    if not key or not wanted:
        raise RuleError(f"{quoted(part)} answers nothing: {_SAMPLE}. A part may name {offered(list(keys))}.")
    return Clause(part, key, _first_of(tuple(re.split(r"\s+or\s+", wanted))))


def _first_of(wanted: tuple[str, ...]) -> Callable[[Career, Question, Regulations], str]:
    def found(_: Career, question: Question, __: Regulations) -> str:
        answers = [pick.answer for pick in question.choices]
        for each in wanted:
            try:
                return match(each, answers, what="choice")
            except RuleError:
                continue
        return ""

    return found


def _best_for_medals(career: Career, question: Question, book: Regulations) -> str:
    """The points with which a medal is won most likely, the fewest of them."""
    chances = {
        choice.pick.answer: sum(chance for _, outcome, chance in choice.chances if outcome in {MCUF, MCG, SEH})
        for choice in weighed(career, question, book)
    }
    return max(chances, key=lambda points: chances[points])


def play_on(
    career: Career, standing: StandingAnswers, dice: Dice, book: Regulations
) -> tuple[Career, tuple[CareerReport, ...]]:
    """The career played on by standing answers to its end, or to a question that is the referee's, step by step.

    Raises RuleError for a career that has ended, or that waits for the referee already.
    """
    reports: list[CareerReport] = []
    while not reports or not career.ended:
        question = waiting(career, book)
        if question and question.referees:
            if not reports:
                raise RuleError(f"{question.text} That is for the referee to say first.")
            break
        answer, why = standing.answer(career, question, book) if question else ("", "")
        stepped = advance(career, answer, dice, book)
        career = stepped.career
        reports.append(replace(stepped.report, why=why))
    return career, tuple(reports)
