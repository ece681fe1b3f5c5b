"""Careers for tests: somebody at any point of theirs, and the way on by totals and answers."""

from dataclasses import replace
from pathlib import Path

from bot.systems.naval.career import Award, Career, Characteristics, Homeworld, Service, Status
from bot.systems.naval.play import meant, travel, waiting
from bot.systems.naval.regulations import load_regulations

BOOK = load_regulations(Path(__file__).parents[3] / "data" / "naval")
WORLD = Homeworld(tech=9, size=7, atmosphere=6, hydrographics=6, navy=True, subsector_tech=12)


def under(**settings):
    """The book as a campaign's settings have it: `shore_duty_life="+4 from O1"`."""
    return BOOK.under({name.replace("_", " ").replace(" dms", " DMs"): value for name, value in settings.items()})


class Totals:
    """Dice that fall as totals, one after the other, and remember what for."""

    def __init__(self, *totals):
        self.left = list(totals)
        self.asked = []

    def roll(self, count, sides=6, *, why):
        assert self.left, f"nothing is planned for {why}, after {self.asked}"
        total = self.left.pop(0)
        assert count <= total <= count * sides, (why, total)
        self.asked.append((why, total))
        return total


def young(age=18, world=WORLD, **characteristics):
    """Somebody before their service; every characteristic is 7 that isn't given."""
    return Career(Characteristics(**characteristics), world, age)


def serving(rank="E1", branch="Line", navy="Subsector", age=19, ahead=("year",), world=WORLD, medals=(), **more):
    """Somebody who begins a year in the navy, at 19 in their first term; `more` are characteristics and fields."""
    ours = Characteristics.__dataclass_fields__
    fields = {name: value for name, value in more.items() if name not in ours or not isinstance(value, int)}
    who = {name: value for name, value in more.items() if name not in fields}
    skills = tuple(fields.pop("skills", {}).items())
    awards = tuple(Award(medal, fields.get("terms", 1)) for medal in medals)
    return Career(
        Characteristics(**who),
        world,
        age,
        Status.SERVING,
        ahead,
        navy,
        branch,
        rank,
        **{"terms": 1, "years": 1, "skills": skills, "awards": awards, **fields},
    )


def posted(assignment, rank="E1", branch="Line", *, command=None, **more):
    """Somebody whose assignment of the year is known, and is about to be resolved."""
    status = command if command is not None or rank.startswith("E") else False
    return replace(
        serving(rank, branch, ahead=("resolution", "rest"), **more), post=Service(assignment, branch, status)
    )


def through(career, *totals, until="rest", book=BOOK, **answers):
    """The career after the legs up to one that isn't travelled, with what happened; all totals have to be thrown.

    `answers` are those to questions by their keys, with _ for blanks; any other is answered by its default.
    """
    dice, events = Totals(*totals), []
    while career.ahead and career.ahead[0] != until:
        question = waiting(career, book)
        key = question.key.replace(" ", "_").replace("-", "_") if question else ""
        answer = meant(question, answers.get(key, question.default)) if question else ""
        gone = travel(career, answer, dice, book)
        career = gone.career
        events += gone.events
    assert not dice.left, (dice.left, dice.asked)
    return career, events


def before(career, *ahead):
    """The career with other legs ahead."""
    return replace(career, ahead=ahead)


def asked(career, book=BOOK):
    """What somebody is asked, and what may be answered."""
    question = waiting(career, book)
    return question and (question.key, [pick.answer for pick in question.choices])


def about(events, what):
    """What came of it each time."""
    return [event.outcome for event in events if event.about == what]


def rules(events, what):
    """The rules of it, the first time."""
    return next(event.rules for event in events if event.about == what)


def dms(events, what):
    """The DMs of the first throw for something, by what they are for."""
    check = next(event.check for event in events if event.about == what and event.check)
    return {modifier.label: modifier.dm for modifier in check.modifiers}
