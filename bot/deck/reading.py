"""Read a deck plan from its text (data/decks/README.md)."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.deck.drawing import HATCHED, STANDING, DrawnLine, Sketch, is_mark, read_drawing
from bot.deck.passage import enclosed
from bot.deck.plan import At, Level, Plan, Portal, Room

MOST_LEVELS = 20
LONGEST_NAME, LONGEST_ABOUT = 60, 500
USUAL_SEPARATION = 3

_KEY = re.compile(r"(name|about|separation|level|dark)\s*:\s*(.*)", re.DOTALL)
_EXPLAINED = re.compile(r"(\S) = ([A-Za-z]{4,}\b.*)", re.DOTALL)
_MEANING = re.compile(r"(?:(rooms?) ([0-9]{1,4})|place) (.+?)(?:, ([a-z ]+))?", re.DOTALL)


@dataclass(slots=True)
class _Section:
    """The lines of one level: its title, its drawing, and what explains the drawing."""

    title: DrawnLine
    rows: list[DrawnLine] = field(default_factory=list)
    notes: list[DrawnLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What a mark means: a place, or a room by its number; `each` makes a room of each of the squares."""

    line: DrawnLine
    level: int
    number: int | None
    each: bool
    name: str
    squares: Sequence[At]


def read_plan(text: str, name: str) -> Plan:
    """The plan that a text draws; `name` is what it is called if it doesn't say.

    Raises RuleError with line and column, both counted from 1, in one sentence.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    header, sections = _sections([DrawnLine(number, line.rstrip()) for number, line in enumerate(lines, 1)])
    told = _header(header)
    drawings = [read_drawing(each.title, each.rows, level) for level, each in enumerate(sections)]
    meanings = [meaning for level, each in enumerate(sections) for meaning in _explain(each, drawings[level], level)]
    levels = tuple(_level(each.title, drawing) for each, drawing in zip(sections, drawings, strict=True))
    rooms = _rooms(levels, meanings)
    return Plan(
        name=_words(told["name"], LONGEST_NAME) if "name" in told else name,
        about=_words(told["about"], LONGEST_ABOUT) if "about" in told else "",
        levels=levels,
        separation=_separation(told["separation"]) if "separation" in told else USUAL_SEPARATION,
        rooms=rooms,
        places=_places(meanings),
        open_at_first=frozenset[Portal]().union(*(_open_at_first(drawing) for drawing in drawings)),
        dark_at_first=_dark(sections, {room.number for room in rooms}),
    )


def _sections(lines: Iterable[DrawnLine]) -> tuple[list[DrawnLine], list[_Section]]:
    """The lines above the first level, and those of each level; raises RuleError if there is none."""
    header: list[DrawnLine] = []
    sections: list[_Section] = []
    for line in lines:
        key = _key(line)
        if key == "level":
            sections.append(_Section(line))
        elif not sections:
            header.append(line)
        elif key or _explained(line) or sections[-1].notes:
            sections[-1].notes.append(line)
        else:
            sections[-1].rows.append(line)
    if not sections:
        raise DrawnLine(len(header), "").wrong(1, "a deck needs a level: write level: with its name, and draw it below")
    if len(sections) > MOST_LEVELS:
        raise sections[MOST_LEVELS].title.wrong(1, f"a deck has at most {MOST_LEVELS} levels")
    for section in sections:
        while section.rows and not section.rows[-1].text:
            section.rows.pop()
    return header, sections


def _key(line: DrawnLine) -> str:
    found = _KEY.fullmatch(line.text)
    return found[1] if found else ""


def _explained(line: DrawnLine) -> re.Match[str] | None:
    found = _EXPLAINED.fullmatch(line.text)
    return found if found and is_mark(found[1]) else None


def _value(line: DrawnLine) -> tuple[str, int]:
    """What stands behind a line's colon, and in which column it begins."""
    found = _KEY.fullmatch(line.text)
    assert found, line
    return found[2], found.start(2) + 1


def _words(line: DrawnLine, longest: int) -> str:
    return _name(line, *_value(line), longest)


def _name(line: DrawnLine, text: str, column: int, longest: int = LONGEST_NAME) -> str:
    """A name as it is stored; raises RuleError where it can't be shown."""
    name = unicodedata.normalize("NFC", text.strip())
    if not 0 < len(name) <= longest or not name.isprintable():
        raise line.wrong(column, f"a name or a description goes here, of 1 to {longest} letters that can be printed")
    return name


def _separation(line: DrawnLine) -> int:
    text, column = _value(line)
    if not re.fullmatch("[0-9]{1,2}", text) or not int(text):
        raise line.wrong(column, "separation is a number of metres from 1 to 99")
    return int(text)


def _header(lines: Iterable[DrawnLine]) -> dict[str, DrawnLine]:
    told: dict[str, DrawnLine] = {}
    for line in lines:
        key = _key(line)
        if line.text and (key in told or key not in {"name", "about", "separation"}):
            raise line.wrong(1, "above the first level stand name:, about: and separation:, each once at most")
        if line.text:
            told[key] = line
    return told


def _explain(section: _Section, drawing: Sketch, level: int) -> list[_Meaning]:
    """What each mark of a level means; puts the fixtures that stand on marks into the drawing."""
    meanings = []
    unexplained = dict(drawing.marks)
    for line in section.notes:
        found = _explained(line)
        if found:
            if found[1] not in drawing.marks:
                raise line.wrong(1, f"no square of this level carries the mark {found[1]}")
            unexplained.pop(found[1], None)
            if found[2] in HATCHED:
                _stand(line, found[2], drawing, drawing.marks[found[1]])
            else:
                meanings.append(_meaning(line, found, drawing, level))
        elif line.text and _key(line) != "dark":
            raise line.wrong(1, "below a drawing stand lines such as a = room 1 Bridge, b = place Helm, dark: 1")
    for mark, squares in unexplained.items():
        row, column = 2 * squares[0].y + 1, 2 * squares[0].x + 2
        raise section.rows[row].wrong(column, f"no line below the drawing says what the mark {mark} means")
    return meanings


def _meaning(line: DrawnLine, found: re.Match[str], drawing: Sketch, level: int) -> _Meaning:
    meant = _MEANING.fullmatch(found[2])
    if not meant:
        raise line.wrong(5, "a mark means room or rooms with a number and a name, or place with a name")
    name, standing, squares = meant[3], meant[4], drawing.marks[found[1]]
    if standing in STANDING or standing in HATCHED:
        _stand(line, standing, drawing, squares)
    elif standing:
        name = f"{name}, {standing}"
    column = found.start(2) + meant.start(3) + 1
    number = int(meant[2]) if meant[2] else None
    return _Meaning(line, level, number, meant[1] == "rooms", _name(line, name, column), squares)


def _stand(line: DrawnLine, words: str, drawing: Sketch, squares: Iterable[At]) -> None:
    """Put what a line says, such as `ladder with hatch`, on squares; raises RuleError where another says otherwise."""
    fixture, is_open = (STANDING | HATCHED)[words]
    for at in squares:
        known = drawing.fixtures.setdefault(at, fixture)
        if known is not fixture:
            raise line.wrong(5, f"another line puts {known.value} where this one puts {fixture.value}")
        if is_open is not None and drawing.hatches.setdefault(at, is_open) is not is_open:
            raise line.wrong(5, "another line says of that hatch whether it is open: say the same in both")


def _open_at_first(drawing: Sketch) -> set[Portal]:
    return drawing.open | {at for at, is_open in drawing.hatches.items() if is_open}


def _level(title: DrawnLine, drawing: Sketch) -> Level:
    return Level(
        _words(title, LONGEST_NAME),
        drawing.width,
        drawing.height,
        frozenset(drawing.floor),
        drawing.barriers,
        drawing.fixtures,
        frozenset(drawing.hatches),
    )


def _rooms(levels: Sequence[Level], meanings: Iterable[_Meaning]) -> tuple[Room, ...]:
    """The rooms by number; raises RuleError where two have one number, or nothing between them."""
    names: dict[int, str] = {}
    numbers: dict[At, int] = {}
    for meaning in meanings:
        if meaning.number is None:
            continue
        for place, at in enumerate(meaning.squares):
            number = meaning.number + (place if meaning.each else 0)
            if names.setdefault(number, meaning.name) != meaning.name:
                raise meaning.line.wrong(5, f"room {number} is called {names[number]} already: give this one another")
            if numbers.get(at, number) != number:
                raise meaning.line.wrong(5, f"nothing stands between room {number} and room {numbers[at]}")
            numbers.update(dict.fromkeys(enclosed(levels[meaning.level], at), number))
    squares: dict[int, set[At]] = {number: set() for number in names}
    for at, number in numbers.items():
        squares[number].add(at)
    return tuple(Room(number, names[number], frozenset(squares[number])) for number in sorted(names))


def _places(meanings: Iterable[_Meaning]) -> dict[str, tuple[At, ...]]:
    places: dict[str, set[At]] = {}
    for meaning in meanings:
        if meaning.number is None:
            places.setdefault(meaning.name, set()).update(meaning.squares)
    return {name: tuple(sorted(squares, key=lambda at: (at.level, at.y, at.x))) for name, squares in places.items()}


def _dark(sections: Iterable[_Section], numbers: set[int]) -> frozenset[int]:
    dark: set[int] = set()
    for line in (line for section in sections for line in section.notes if _key(line) == "dark"):
        text, column = _value(line)
        for word in re.finditer(r"[^\s,]+", text):
            if not re.fullmatch("[0-9]{1,4}", word[0]) or int(word[0]) not in numbers:
                raise line.wrong(column + word.start(), "dark: is followed by the numbers of rooms of this deck")
            dark.add(int(word[0]))
    return frozenset(dark)
