"""A design as plain text, a component a line.

    name Sable
    type CC
    tech 12
    hull 10000 needle/wedge      # tons and configuration
    turrets 30 triple beam in 10 batteries

Everything after a `#` is a comment. What is wrong is told with its line.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.engine.errors import DataError, RuleError
from bot.engine.typed import match, quoted
from bot.systems.highguard.design.bill import Bill, bill
from bot.systems.highguard.design.choices import SMALL_CRAFT_TONS, Craft, Design
from bot.systems.highguard.design.components import (
    ELSEWHERE,
    KEYWORDS,
    SYNONYMS,
    Keyword,
    Text,
    Values,
    Yard,
    craft_told,
)
from bot.systems.highguard.design.tables import Tables

MOST_LINES, MOST_CHARACTERS, MOST_MISTAKES = 200, 20_000, 10
HIGHEST = {"jump": 6, "maneuver": 6, "damper": 9, "meson_screen": 9, "globe": 9}


def _keyword(line: str) -> tuple[str, str]:
    """The keyword that begins a line, and the words behind it; raises RuleError for none that there is."""
    words = line.split()
    for length in (2, 1):
        name = " ".join(words[:length]).casefold().removesuffix(":")
        name = SYNONYMS.get(name, name)
        if name in ELSEWHERE:
            raise RuleError(ELSEWHERE[name])
        if name in KEYWORDS and length <= len(words):
            return name, " ".join(words[length:])
    return match(words[0], KEYWORDS, what="component"), " ".join(words[1:])


def components(text: str) -> list[tuple[int, str, str]]:
    """The lines of a design: number, keyword, and the words behind it; raises RuleError with all mistakes."""
    if len(text) > MOST_CHARACTERS or text.count("\n") > MOST_LINES:
        raise RuleError(f"A design has {MOST_LINES} lines and {MOST_CHARACTERS:,} characters at most.")
    found, mistakes = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        said = line.partition("#")[0].strip()
        if not said:
            continue
        try:
            found.append((number, *_keyword(said)))
        except RuleError as problem:
            mistakes.append(f"Line {number}: {problem}")
    _refuse(mistakes)
    return found


def _refuse(mistakes: list[str]) -> None:
    if mistakes:
        more = len(mistakes) - MOST_MISTAKES
        raise RuleError("\n".join(mistakes[:MOST_MISTAKES]) + (f"\n… and {more} more." if more > 0 else ""))


def read_design(text: str, tables: Tables, yard: Yard | None = None) -> Design:
    """The design that a text describes. `yard` holds the craft that it may carry by name.

    Raises RuleError with a sentence for each line that isn't understood, and for tech level or hull missing.
    """
    values: Values = {}
    mistakes: list[str] = []
    for number, name, words in components(text):
        keyword, line = KEYWORDS[name], f"{name} {words}".strip()
        try:
            _add(values, name, keyword, keyword.read(Text(words, tables, yard or {})))
        except RuleError as problem:
            mistakes.append(f"Line {number}: {problem} In {quoted(line)}; an example: {keyword.example}")
    for field, name in (("tl", "tech"), ("tons", "hull")):
        if field not in values and not mistakes:
            mistakes.append(f"The {name} is missing: begin with, say, “{KEYWORDS[name].example}”.")
    _refuse(mistakes)
    return _design(values, tables)


def _add(values: Values, name: str, keyword: Keyword, read: Values) -> None:
    """Put what a line says to the rest; a second line of what there is once is a mistake."""
    for field, value in read.items():
        if keyword.many:
            values[field] = values.get(field, ()) + value
        elif field in values:
            rule = " (HG-D36)" if name == "spinal" else ""
            raise RuleError(f"There is one “{name}” line at most{rule}.")
        else:
            values[field] = value


def _design(values: Values, tables: Tables) -> Design:
    """The design of all values; a small craft has no bridge unless it says so."""
    if values.get("purifier", 0) is None:
        values["purifier"] = values["tl"]
    if values["tons"] < SMALL_CRAFT_TONS:
        values.setdefault("bridges", 0)
    for name, top in HIGHEST.items():
        if values.get(name, 0) > top:
            raise RuleError(f"The {name.replace('_', ' ')} is from 0 to {top}, not {values[name]}.")
    tables.band(values["tl"])
    return Design(**values)


def remarks(text: str) -> tuple[str, ...]:
    """The comments of a design, one a line of it: what its builder has to say, such as a printed slip."""
    comments = (line.partition("#")[2].strip() for line in text.splitlines())
    return tuple(comment for comment in comments if comment)


def with_craft_told(text: str, yard: Yard) -> str:
    """A design's text with the figures of every craft that it names, as far as the `yard` has it: so it reads the same
    also where those are others, or none.
    """
    return "\n".join(_told(line, yard) for line in text.splitlines())


def _told(line: str, yard: Yard) -> str:
    said, mark, comment = line.partition("#")
    try:
        name, words = _keyword(said) if said.strip() else ("", "")
        told = craft_told(words, yard) if name == "craft" else words
    except RuleError:
        # Whoever reads the design is told of it.
        return line
    return line if told == words else f"{name} {told}{f'    #{comment}' if mark else ''}"


def amend(text: str, changes: str) -> str:
    """A design's text with some lines changed, for `what if`; its comments and all other lines stay as they are.

    A line replaces those of its keyword, `+ turrets …` adds one, `- scoops` takes them out. Raises RuleError
    for a component that there isn't, or that isn't in the design.
    """
    components(text)
    lines = text.splitlines()
    for change in changes.splitlines():
        if said := change.partition("#")[0].strip():
            lines = _amended(lines, said)
    return "\n".join(lines)


def _amended(lines: list[str], change: str) -> list[str]:
    sign = change[0] if change[0] in "+-−" else ""
    name, words = _keyword(change.removeprefix(sign).strip() or change)
    if sign == "+":
        return [*lines, f"{name} {words}".strip()]
    gone = [place for place, line in enumerate(lines) if _is(line, name, words if sign else "")]
    if sign and not gone:
        raise RuleError(f"The design has no {quoted(change.removeprefix(sign).strip())} to take out.")
    kept = [line for place, line in enumerate(lines) if place not in gone]
    if not sign:
        kept.insert(gone[0] if gone else len(kept), f"{name} {words}".strip())
    return kept


def _is(line: str, name: str, words: str) -> bool:
    """Whether a line is that component, with those words if any are given: all of it, or what stands before the figures
    of one that is described.
    """
    said = line.partition("#")[0].strip()
    found, whole = _keyword(said) if said else ("", "")
    return found == name and words in {"", whole, whole.partition(",")[0].strip()}


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A design as its builder wrote it, with the figures of the craft that it carries, and its bill."""

    name: str
    text: str
    bill: Bill


def carried(made: Bill) -> Craft:
    """A finished design as a craft that another one carries: its tons, price and crew."""
    return Craft(made.design.name, made.design.tons, made.price, made.crew)


def load_blueprints(folder: Path, tables: Tables) -> Mapping[str, Blueprint]:
    """All designs (`*.txt`) of a folder by name; a design may carry others of the folder.

    Raises DataError, naming the file, where one isn't a design, or designs carry each other in a circle.
    """
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))}
    found: dict[str, Blueprint] = {}
    problems: dict[Path, str] = {}
    while texts:
        finished = {}
        for path, text in texts.items():
            try:
                finished[path] = _blueprint(text, tables, found)
            except RuleError as problem:
                problems[path] = str(problem)
        if not finished:
            path = next(iter(texts))
            raise DataError(f"{path}: {problems[path]}")
        found |= {blueprint.name: blueprint for blueprint in finished.values()}
        texts = {path: text for path, text in texts.items() if path not in finished}
    return found


def _blueprint(text: str, tables: Tables, known: Mapping[str, Blueprint]) -> Blueprint:
    yard = {name: carried(blueprint.bill) for name, blueprint in known.items()}
    text = with_craft_told(text, yard)
    design = read_design(text, tables, yard)
    if not design.name:
        raise RuleError("A design that is kept needs a name.")
    return Blueprint(design.name, text, bill(design, tables))
