"""Read a scenario from its text, as data/<system>/scenarios/README.md says."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from bot.engine.autopilot import Mission
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.scenario import (
    Claim,
    Count,
    Deckway,
    Drawn,
    Faction,
    Floor,
    Goal,
    If,
    Newcomers,
    Objective,
    Scenario,
    Special,
    Troop,
)
from bot.engine.typed import match, quoted

LONGEST, MOST_LINES = 20_000, 400
MOST_TURN = 999
KEYS = (
    "name",
    "rule",
    "situation",
    "deck",
    "side",
    "force",
    "special",
    "arrive",
    "tally",
    "goal",
    "way",
    "win",
    "draw",
    "roster",
)
_LINE = re.compile(r"([a-z]+)(?: ([^:]+))?:(?:\s+(.*))?")
_FORCE = re.compile(r"(draw|take|pick) (\S+) (.+)")
_ONE = re.compile(r"one (.+) named (.+)")
_COUNT = re.compile(r"(?:([0-9]{0,2})D)?([+\-−]?[0-9]{1,2})?")
_EACH = {"each turn": "turn", "each phase": "phase", "once": "once"}
_WHEN = re.compile(r"(each turn|each phase|once)(?: from turn ([0-9]{1,3}))?(?: on ([0-9]{1,2})\+)?")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Known:
    """What a scenario may name: groups of people, templates, values of a sheet, decks, special rules."""

    groups: Sequence[str]
    templates: Sequence[str]
    traits: Sequence[str]
    decks: Sequence[str]
    specials: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the file: its number, what it is of, about whom, and what it says."""

    number: int
    key: str
    about: str
    text: str


@dataclass(slots=True)
class _Reading:
    """A file that is being read: what it may name, and the lines of each key in their order."""

    file: str
    known: Known
    lines: dict[str, list[_Line]] = field(default_factory=dict)

    def of(self, key: str) -> list[_Line]:
        return self.lines.get(key, [])

    def one(self, key: str, *, needed: bool = True) -> str:
        """What the only line of a key says; "" where there is none and none is needed."""
        lines = self.of(key)
        if not lines and needed:
            raise RuleError(f"{self.file}, line 1: there is no “{key}:” line. Write one.")
        if len(lines) > 1:
            raise RuleError(f"{self.file}, line {lines[1].number}: a second “{key}:” line. Leave one of them.")
        return lines[0].text if lines else ""

    def each(self, key: str, read: Callable[[_Line], T]) -> tuple[T, ...]:
        """What each line of a key is read as; a refusal names file and line."""
        return tuple(self._numbered(line, read) for line in self.of(key))

    def _numbered(self, line: _Line, read: Callable[[_Line], T]) -> T:
        try:
            return read(line)
        except RuleError as problem:
            raise RuleError(f"{self.file}, line {line.number}: {problem}") from None


def read_scenario(text: str, file: str, known: Known) -> Scenario:
    """The scenario that a text holds; RuleError with file, line and what to write, in one sentence or two."""
    reading = _Reading(file, known)
    for line in _lines(text, file):
        reading.lines.setdefault(line.key, []).append(line)
    sides = reading.each("side", _side)
    if len(sides) < 1 or len({each.name.casefold() for each in sides}) < len(sides):
        at = reading.of("side")[-1].number if sides else 1
        raise RuleError(f"{file}, line {at}: each side has a “side NAME:” line of its own, and there is at least one.")
    decks = reading.each("deck", lambda line: _floor(line, known))
    if not decks:
        raise RuleError(f"{file}, line 1: there is no “deck:” line. Write one for each deck, in their order.")
    floors = [each.name for each in decks]
    known = replace(known, decks=floors)
    forces = reading.each("force", lambda line: _force(line, line.text, sides, known))
    goals = reading.each("goal", _goal)
    of_goals = [each for goal in goals for each in (goal.found, goal.destroyed, goal.saved)]
    tallies = (*reading.each("tally", _words), *of_goals)
    named = [name for each in forces for name in ((each.name,) if each.name else each.groups)]
    names = list(dict.fromkeys([*(each.name for each in sides), *named]))
    return Scenario(
        file,
        _short(reading.one("name"), file),
        reading.one("rule", needed=False),
        reading.one("situation"),
        decks,
        sides,
        forces,
        reading.each("special", lambda line: _special(line, known)),
        reading.each("arrive", lambda line: _arrival(line, sides, known)),
        tallies,
        goals,
        _objectives(reading, sides, names, tallies, floors),
        reading.each("way", lambda line: _way(line, floors)),
        house="ours" in reading.one("roster", needed=False).split(),
    )


def _lines(text: str, file: str) -> Iterator[_Line]:
    """The lines with their keys; what is indented goes on with the line above it."""
    if len(text) > LONGEST or text.count("\n") > MOST_LINES:
        raise RuleError(f"{file}, line 1: a scenario has {LONGEST:,} characters and {MOST_LINES} lines at most.")
    found: list[_Line] = []
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        said = raw.strip()
        if not said or said.startswith("#"):
            continue
        if raw[0].isspace() and found:
            last = found.pop()
            found.append(_Line(last.number, last.key, last.about, f"{last.text} {said}".strip()))
            continue
        parts = _LINE.fullmatch(said)
        if parts is None or parts[1] not in KEYS:
            told = sentence([f"{key}:" for key in KEYS], "or")
            raise RuleError(f"{file}, line {number}: {quoted(said)} begins with none of {told}")
        found.append(_Line(number, parts[1], (parts[2] or "").strip(), (parts[3] or "").strip()))
    for line in found:
        if not line.text and line.key != "side":
            raise RuleError(f"{file}, line {line.number}: “{line.key}:” says nothing. Write it behind the colon.")
    return iter(found)


def _short(name: str, file: str) -> str:
    if len(name) > _LONGEST_NAME:
        raise RuleError(f"{file}, line 1: a scenario's name has {_LONGEST_NAME} characters at most.")
    return name


_LONGEST_NAME = 60


def _words(line: _Line) -> str:
    if line.about or not re.fullmatch(r"[a-z][a-z ]{2,30}", line.text):
        raise RuleError("a tally is called in three to thirty small letters, as in “tally: cases aboard”.")
    return line.text


_GOAL = re.compile(r"([0-9]{1,2}) in ([^,]+)(, carried)?(?:, breaks on ([2-6])\+)?")


def _goal(line: _Line) -> Goal:
    """`goal cases: 4 in Crates, carried, breaks on 5+`."""
    found = _GOAL.fullmatch(line.text)
    if found is None or found[1].strip("0") == "" or not re.fullmatch(r"[a-z][a-z ]{2,20}", line.about):
        raise RuleError(
            f"{quoted(line.text)} is no goal: write it as in “goal cases: 4 in Crates, carried, breaks on 5+”, or "
            "“goal codes: 1 in conduits”."
        )
    return Goal(line.about, int(found[1]), found[2].strip(), bool(found[3]), int(found[4] or 0), line.number)


def _floor(line: _Line, known: Known) -> Floor:
    """`deck 84: Boat dock deck`; `deck 10: out` is where whoever comes is out of it all."""
    if line.text == "out":
        return Floor(line.about or "away", "")
    plan = match(line.text, known.decks, what="deck")
    return Floor(line.about or plan, plan)


def _way(line: _Line, decks: Sequence[str]) -> Deckway:
    """`way: Forward ladder on 61, Ladder on 54`."""
    places: dict[str, str] = {}
    for part in line.text.split(","):
        place, _, deck = part.strip().rpartition(" on ")
        if not place:
            raise RuleError(
                f"{quoted(part.strip())}: write a place on each deck, as in “way: Ladder on 61, Hatch on 54”."
            )
        places[match(deck, decks, what="deck of this scenario")] = place.strip()
    return Deckway(places, line.number)


def _side(line: _Line) -> Faction:
    if not re.fullmatch(r"[^\W\d_][\w '-]{1,30}", line.about):
        raise RuleError("name the side before the colon, as in “side Pirates: what they are told”.")
    return Faction(line.about, line.text)


def _side_named(line: _Line, sides: Sequence[Faction]) -> str:
    if not line.about:
        raise RuleError(f"name the side before the colon, as in “{line.key} {sides[0].name}: …”.")
    return match(line.about, [each.name for each in sides], what="side of this scenario")


def _special(line: _Line, known: Known) -> Special:
    name, _, about = line.text.partition(", ")
    return Special(match(name, known.specials, what="special rule"), about.strip(), line.number)


def _force(line: _Line, text: str, sides: Sequence[Faction], known: Known) -> Troop:
    """`draw 2D Marines + Marine NCOs, at Helm / Bridge, on Bridge deck, in hiding, with armour flak jacket`."""
    first, *rest = [part.strip() for part in text.split(",")]
    side = _side_named(line, sides)
    parts = _parts(rest, known)
    if one := _ONE.fullmatch(first):
        template = match(one[1], known.templates, what="template")
        return Troop(side, Drawn.TAKE, Count(more=1), (template,), one[2], **parts, line=line.number)
    found = _FORCE.fullmatch(first)
    if found is None:
        raise RuleError(
            f"{quoted(first)} is no force: write draw, take or pick, how many and of whom, as in “draw 2D Marines”, or "
            "“one Adventurer named Sergei”."
        )
    groups = tuple(match(each, known.groups, what="group of people") for each in found[3].split("+"))
    return Troop(side, Drawn(found[1]), count_of(found[2]), groups, **parts, line=line.number)


def count_of(text: str) -> Count:
    """So many people as they are written: 4, 2D, 1D-4 or all; raises RuleError for anything else."""
    if text == "all":
        return Count(everybody=True)
    found = _COUNT.fullmatch(text)
    if found is None or not text:
        raise RuleError(f"{quoted(text)} is no number of people: write 4, 2D, 1D-4 or all.")
    dice = 0 if found[1] is None else int(found[1] or 1)
    more = int((found[2] or "0").replace("−", "-"))
    if (found[1] is None and more < 1) or not dice <= _MOST_DICE:
        raise RuleError(f"{quoted(text)} is no number of people: write 1 to 99, or up to {_MOST_DICE} dice.")
    return Count(dice, more)


_MOST_DICE = 6


_AHEAD = re.compile(r"at most ([0-9]{1,2}) on (.+)")
_TOLD = re.compile(rf"told to ({'|'.join(Mission)})(?: (?:to )?(.+))?")


def _parts(rest: Sequence[str], known: Known) -> dict[str, Any]:
    """What stands behind the commas of a force."""
    said: dict[str, Any] = {}
    traits: dict[str, str] = {}
    for part in rest:
        word, _, what = part.partition(" ")
        if part == "in hiding":
            said["hidden"] = True
        elif found := _AHEAD.fullmatch(part):
            said["ahead"], said["ahead_on"] = int(found[1]), match(found[2], known.decks, what="deck")
        elif found := _TOLD.fullmatch(part):
            said["mission"], said["to"] = Mission(found[1]), (found[2] or "").strip()
        elif word == "at" and what.strip():
            said["places"] = tuple(place.strip() for place in what.split("/") if place.strip())
        elif word == "on" and what.strip():
            said["deck"] = match(what, known.decks, what="deck")
        elif word == "with" and what.strip():
            name = next((each for each in known.traits if what.startswith(f"{each} ")), "")
            if not name:
                raise RuleError(f"{quoted(part)} names no value of a sheet: write one of {sentence(known.traits)}.")
            traits[name] = what.removeprefix(name).strip()
        else:
            raise RuleError(
                f"{quoted(part)}: write at PLACE, on DECK, at most 4 on DECK, in hiding, told to {'|'.join(Mission)} "
                "(and a place, maybe), or with VALUE, with commas between."
            )
    return {**said, "traits": traits} if traits else said


def _arrival(line: _Line, sides: Sequence[Faction], known: Known) -> Newcomers:
    """`each turn from turn 2 on 12+, draw 1 Marines, at Overhead hatch`."""
    when, _, who = line.text.partition(", ")
    found = _WHEN.fullmatch(when)
    if found is None:
        raise RuleError(f"{quoted(when)} is no time: write each turn, each phase or once, “from turn 2”, “on 11+”.")
    force = _force(line, who, sides, known)
    if not force.places:
        raise RuleError("say where they come, as in “, at Lift A”.")
    turn, throw = int(found[2] or 0), int(found[3] or 0)
    if found[2] == "0" or (throw and not 2 <= throw <= _TWELVE):
        raise RuleError(f"{quoted(when)}: turns go from 1 to {MOST_TURN}, throws of two dice from 2+ to 12+.")
    decks = (force.deck,) if force.deck else ()
    return Newcomers(force, _EACH[found[1]], turn, throw, decks, line.number)


_TWELVE = 12


def _objectives(
    reading: _Reading, sides: Sequence[Faction], names: Sequence[str], tallies: Sequence[str], decks: Sequence[str]
) -> tuple[Objective, ...]:
    """The objectives in the order of their lines: who wins by what, and when nobody does."""

    def read(line: _Line) -> Objective:
        if line.key == "draw":
            winner, degree = "", "draw"
        else:
            side, _, degree = line.about.partition(",")
            winner = match(side, [each.name for each in sides], what="side of this scenario") if side.strip() else ""
            if not winner:
                raise RuleError(f"name who wins before the colon, as in “win {sides[0].name}: …”.")
        clauses = tuple(_clause(each, names, tallies, decks) for each in line.text.split(" and "))
        return Objective(winner, degree.strip(), clauses, line.text, line.number)

    found = [*reading.each("win", read), *reading.each("draw", read)]
    return tuple(sorted(found, key=lambda each: each.line))


_OVER = re.compile(r"turn ([0-9]{1,3}) is over")
_SINCE = re.compile(r"([0-9]{1,3}) turns after the alarm")
_CLEAR = re.compile(r"(.+?) (?:is|are) clear of (.+)")
_TALLIED = re.compile(r"(no|[0-9]{1,2}) (.+)")
_STATE = re.compile(
    r"(?:(no|all|at least [0-9]{1,2} of) )?(.+?) (?:is|are) "
    r"(out|dead|alive|surrendered|(alive|able) on (.+)|able at (.+))"
)


def _clause(text: str, names: Sequence[str], tallies: Sequence[str], decks: Sequence[str]) -> Claim:
    """One thing that has to be so."""
    said = text.strip()
    if found := _OVER.fullmatch(said):
        return Claim(If.TURN, number=int(found[1]))
    if found := _SINCE.fullmatch(said):
        return Claim(If.ALARM, number=int(found[1]))
    if found := _CLEAR.fullmatch(said):
        cleared = tuple(match(each, decks, what="deck of this scenario") for each in found[1].split(","))
        whom = tuple(match(each, names, what="side, group or person of this scenario") for each in found[2].split(","))
        return Claim(If.CLEAR, whom, decks=cleared)
    if found := _STATE.fullmatch(said):
        who = tuple(match(each, names, what="side, group or person of this scenario") for each in found[2].split(","))
        least = int((found[1] or "").removeprefix("at least ").partition(" ")[0]) if "least" in (found[1] or "") else 0
        kind = If.AT if found[4] == "able" or found[6] else If(found[4] or found[3])
        deck = "" if found[5] in {None, "any deck"} else match(found[5], decks, what="deck of this scenario")
        return Claim(kind, who, least, deck, found[6] or "", denied=found[1] == "no")
    if (found := _TALLIED.fullmatch(said)) and found[2] in tallies:
        number = 0 if found[1] == "no" else int(found[1])
        return Claim(If.TALLY, (found[2],), number, denied=found[1] == "no")
    raise RuleError(
        f"{quoted(said)} is nothing to win by: write “SIDE are out” (dead, alive, surrendered), “no SIDE are able on "
        "DECK”, “… at PLACE”, “DECK, DECK are clear of SIDE”, “at least 2 of A, B are alive”, “turn 120 is "
        "over”, or a tally with its least, “4 cases saved”."
    )
