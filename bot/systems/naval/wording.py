"""Careers in words: a step with every throw and its rules, the choices with their chances, the sheet and its log."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from fractions import Fraction

from bot.engine.cards import Card, Tone, check_line, counted, modifier_line
from bot.engine.dice import Faces
from bot.engine.system import Unit
from bot.systems.naval.career import MCG, MCUF, PURPLE_HEART, SEH, Career, LogYear, Owed, Status
from bot.systems.naval.later import carousing, liaison_as
from bot.systems.naval.leg import Event, branch_name
from bot.systems.naval.outlook import Weighed
from bot.systems.naval.play import CareerReport
from bot.systems.naval.regulations import Regulations
from bot.systems.naval.year import LADDER

_GOOD = {"enlisted", "admitted", "survives", "re-enlisted"}
# How a ruling is told of: of damage, what is open, contradictions, and gaps, which other books fill but for one.
_MARKS = {"R": "restored", "A": "ruled", "C": "ruled", "G": "another book's", "NR-G1": "the house's own"}
# What the letters of decorations stand for.
_MEDALS = {
    MCUF: "Meritorious Conduct Under Fire",
    MCG: "Medal for Conspicuous Gallantry",
    SEH: "Starburst for Extreme Heroism",
}
_BAD = {"dead", "does not survive"}
# Outcomes that go without saying where the others of a throw have their chances.
_NOTHING = {"refused", "fails", "no decoration", "not promoted", "no skill", "without honours", "not learned"}


# A step.


def report_card(name: str, report: CareerReport, faces: Faces) -> Card:
    """What a step came to: every throw on a line, below the DMs and the rules of each."""
    lines = [event_line(event, faces) for event in report.events]
    if report.why:
        asked = f"{report.asked[0].upper()}{report.asked[1:]}: {report.answered}, " if report.asked else ""
        lines.insert(0, f"{asked}{report.why}")
    outcomes = {event.outcome for event in report.events}
    tone = Tone.BAD if outcomes & _BAD else Tone.GOOD if outcomes & _GOOD else Tone.PLAIN
    title = f"{name}: {report.asked}, {report.answered}" if report.asked else f"{name}: a naval career"
    return Card(title, tuple(lines), tuple(_working(report.events)), tone=tone)


def event_line(event: Event, faces: Faces) -> str:
    """Something that happened in a line: `Survival: 6+ | 3+3 = 6 → wounded`; what was restored or ruled says so."""
    about = event.about[0].upper() + event.about[1:]
    told = check_line(event.check, faces.take(event.check.why), event.outcome) if event.check else event.outcome
    return f"{about}: {told}{_marked(event.rules)}"


def _marked(rules: Iterable[str]) -> str:
    """The marks of rulings: what was restored in the source, what was decided, what other books say (NAV-99)."""
    return "".join(f" ({_MARKS.get(rule, _MARKS[rule[3]])}, {rule})" for rule in rules if rule.startswith("NR-"))


def _working(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if event.check:
            about = event.about[0].upper() + event.about[1:]
            yield from (f"{about}: {modifier_line(modifier)}" for modifier in event.check.modifiers)
    rules = dict.fromkeys(rule for event in events for rule in event.rules)
    if rules:
        yield f"By {', '.join(f'({rule})' for rule in rules)}"


# Choices.


def choice_line(weighed: Weighed) -> str:
    """What a choice does, with the exact chance of each outcome: `enlistment 9+ · enlisted 27.78 %`; or the faces."""
    if weighed.pick.by_faces:
        return weighed.pick.does
    chances = ", ".join(
        f"{outcome} {percent(chance)}" for _, outcome, chance in weighed.chances if outcome not in _NOTHING
    )
    return " · ".join(filter(None, (weighed.pick.does, chances)))


def percent(chance: Fraction) -> str:
    """A chance in per cent, to two places: `27.78 %`."""
    # By whole numbers: a fraction is multiplied and turned into a float in ten times the time.
    return f"{100 * chance.numerator / chance.denominator:.2f} %"


# The sheet.


def career_line(career: Career, book: Regulations) -> str:
    """A career in a line: rank and title, UPP, age, terms, and how it stands."""
    branch = f"{branch_name(career.branch, career.rank)}, " if career.branch else ""
    served = f"{branch}{career.navy} navy" if career.navy else ""
    parts = (_rank(career, book), served, career.characteristics.upp, _age(career), str(career.status))
    return " · ".join(filter(None, parts))


def _rank(career: Career, book: Regulations) -> str:
    return f"{book.title(career.rank)} ({career.rank})" if career.rank else ""


def _age(career: Career) -> str:
    return f"aged {career.age}" + (f", {counted(career.terms, 'term')}" if career.terms else "")


def career_card(unit: Unit, book: Regulations) -> Card:
    """A whole career: rank with its Book 1 equivalent, characteristics, branch, skills, decorations, and the log."""
    career: Career = unit.sheet
    lines = (*_sheet_lines(career, book), *log_lines(career), *owed_lines(career))
    return Card(unit.name, lines, tone=Tone.BAD if career.status is Status.DEAD else Tone.PLAIN)


def _sheet_lines(career: Career, book: Regulations) -> Iterator[str]:
    yield career_line(career, book)
    if career.officer:
        yield f"Book 1 rank {book.grades[career.rank].book1}"
    if career.education:
        yield f"Education: {', '.join(career.education)}"
    if career.cross_trained:
        yield f"Cross-trained: {', '.join(branch_name(each, career.rank) for each in career.cross_trained)}"
    yield f"Skills: {', '.join(f'{name}-{level}' for name, level in career.skills) or 'none'}"
    yield from _used(career)
    if career.awards:
        yield f"Decorations: {', '.join(f'{award.name} (term {award.term})' for award in career.awards)}"
        yield from _what_for(career)
    if career.wounds:
        yield counted(career.wounds, "wound")
    yield from above_lines(career)


def above_lines(career: Career) -> Iterator[str]:
    """The warning of characteristics above 15, which no rule of this book forbids (ruling NR-A38)."""
    over = [name for name, value in asdict(career.characteristics).items() if value > 15]
    if over:
        yield f"Above 15: {', '.join(over)} (NR-A38)"


def _what_for(career: Career) -> Iterator[str]:
    """What each kind of decoration is, and what it takes."""
    won = {award.name for award in career.awards}
    if PURPLE_HEART in won:
        yield f"{PURPLE_HEART}: for a wound in battle or strike (NAV-27)"
    for over, medal in LADDER:
        if medal in won:
            by = f"{over} or more over its number" if over else "at least its number"
            yield f"{medal}: {_MEDALS[medal]}, for a throw of {by} (NAV-31)"


def _used(career: Career) -> Iterator[str]:
    """What skills come to where other books have the throw (NAV-83, ruling NR-G10)."""
    if (level := career.level("Liaison")) and (other := liaison_as(level)):
        yield f"Liaison-{level} serves as Streetwise-{other} or Admin-{other} (NAV-83)"
    if level := career.level("Carousing"):
        patron, reaction = carousing(level)
        yield f"Carousing-{level}: +{patron} for a patron, +{reaction} on their reaction (NAV-83, NR-G10)"


def log_lines(career: Career) -> Iterator[str]:
    """The log, a line for each year or stretch of years (NAV-97)."""
    for line in career.log:
        yield log_line(line)
    if career.notes:
        yield f"Now, aged {career.age}: {', '.join(career.notes)}"


def log_line(line: LogYear) -> str:
    """A line of the log: `22, term 2: Battle (Gunnery, staff): wounded, Purple Heart`."""
    term = f", term {line.term}" if line.term else ""
    ages = f"{line.age}–{line.age + line.years}" if line.years > 1 else str(line.age)
    return f"{ages}{term}: {line.spent}{': ' if line.notes else ''}{', '.join(line.notes)}"


def owed_lines(career: Career) -> Iterator[str]:
    """What is left to the referee, with what they said (rulings NR-G1 to NR-G12)."""
    for each in career.owed:
        yield owed_line(each)


def owed_line(owed: Owed) -> str:
    """Something that is left to the referee: what, and what they said."""
    said = f"as the referee says: {owed.said}" if owed.said else "left to the referee"
    return f"{owed.what[0].upper()}{owed.what[1:]}: {said} ({owed.ruling})"


def career_files(unit: Unit, book: Regulations) -> Sequence[tuple[str, str]]:
    """A career as text and as JSON, to keep: each with its file's ending."""
    card = career_card(unit, book)
    text = "\n".join((card.title, "", *map(str, card.lines), ""))
    return ("txt", text), ("json", career_json(unit, book))


def career_json(unit: Unit, book: Regulations) -> str:
    """A career as JSON: who they are, where they stand, skills, decorations and log."""
    career: Career = unit.sheet
    kept = {
        "name": unit.name,
        "title": book.title(career.rank),
        "rank": career.rank,
        "book_1_rank": book.grades[career.rank].book1 if career.rank else 0,
        "upp": career.characteristics.upp,
        "characteristics": asdict(career.characteristics),
        "homeworld": asdict(career.homeworld),
        "age": career.age,
        "status": str(career.status),
        "navy": career.navy,
        "branch": career.branch,
        "terms": career.terms,
        "years": career.years,
        "education": list(career.education),
        "cross_trained": list(career.cross_trained),
        "skills": dict(career.skills),
        "decorations": [asdict(award) for award in career.awards],
        "wounds": career.wounds,
        "log": [asdict(line) for line in career.log],
        "left_to_the_referee": [asdict(each) for each in career.owed],
    }
    return json.dumps(kept, ensure_ascii=False, indent=2) + "\n"
