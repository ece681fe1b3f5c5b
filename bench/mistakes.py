"""Mistakes that somebody might make in the project, one at a time: what `bench.mutants` tries the tests on.

In the rules as they are printed: one modifier or objection out of its list, a modifier or a number of a table one
larger, another result in a table of results. In any code: the slips of `bench.slips`.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.slips import ALIKE, Source

ROOT = Path(__file__).parents[1]
# Tables of people and of words are examples and explanations, not rules.
NOT_RULES = {"templates.csv", "starter.csv", "rules.csv", "rulings.csv"}

_LIST = re.compile(r"^[A-Z_]+(?:: .+)? = \(\n((?:    \w+,\n)+)\)|^[A-Z_]+ = \(((?:_\w+(?:, )?)+),?\)", re.MULTILINE)
# A figure of a table: by itself, or behind the name of a result as in `Weapon-3`.
_FIGURE = re.compile(r"(?<![\w/-])-?\d+(?![\w/-])|(?<=[a-z]-)\d+(?![\w/-])")
# Where a modifier is made, by its value first; and a result that is a word, or none.
_MADE = re.compile(r"(?<!\w)Modifier\((?!\w+=)")
_RESULT = re.compile(r"[a-z ]+|-")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file of the project as it would be with one mistake in it; `kind` says what sort of mistake that is.

    The `line` is that of the statement that it is in; None where it is no statement, or one that makes a list.
    """

    path: Path
    mistake: str
    text: str
    kind: str
    line: int | None = None


def knocked_out(path: Path) -> Iterator[Mutant]:
    """The file without one of the modifiers in one of its lists, each in turn."""
    text = path.read_text(encoding="utf-8")
    for found in _LIST.finditer(text):
        for name in re.finditer(r"\w+", found[0].partition("=")[2]):
            start = found.start() + len(found[0].partition("=")[0]) + 1 + name.start()
            end = start + len(name[0])
            without = text[:start] + text[end:].lstrip(",")
            yield Mutant(path.relative_to(ROOT), f"without {name[0]}", without, "an item left out")


def enlarged(path: Path) -> Iterator[Mutant]:
    """The file with one of the modifiers that it makes one larger, each in turn."""
    text = path.read_text(encoding="utf-8")
    for found in _MADE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        changed = text[: found.end()] + "1 + " + text[found.end() :]
        yield Mutant(path.relative_to(ROOT), f"line {line}: a modifier made one larger", changed, "a modifier", line)


def exchanged(path: Path) -> Iterator[Mutant]:
    """The table with one of its results in words become another of them, each in turn."""
    lines = path.read_text(encoding="utf-8").splitlines()
    heads, rows = lines[0].split(","), [line.split(",") for line in lines[1:]]
    columns = [index for index, head in enumerate(heads) if _FIGURE.fullmatch(head)]
    results = sorted({row[index] for row in rows for index in columns if _RESULT.fullmatch(row[index])})
    for number, row in enumerate(rows, 2):
        for index in columns:
            if row[index] in results and len(results) > 1:
                other = results[(results.index(row[index]) + 1) % len(results)]
                line = ",".join([*row[:index], other, *row[index + 1 :]])
                text = "\n".join([*lines[: number - 1], line, *lines[number:], ""])
                yield Mutant(path.relative_to(ROOT), f"line {number}: {row[index]} made {other}", text, "a result")


def shifted(path: Path) -> Iterator[Mutant]:
    """The table with one of its numbers one larger, each in turn."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    offset = len(lines[0])
    for number, line in enumerate(lines[1:], 2):
        # The first cell names the row; a number in a name is not a figure of the table.
        begin = line.find(",")
        for found in _FIGURE.finditer(line, begin):
            start = offset + found.start()
            larger = text[:start] + str(int(found[0]) + 1) + text[start + len(found[0]) :]
            yield Mutant(
                path.relative_to(ROOT), f"line {number}: {found[0]} made one larger", larger, "a table's figure"
            )
        offset += len(line)


def slips(path: Path) -> Iterator[Mutant]:
    """The file with one slip in its code, each in turn; those that wouldn't compile are left out."""
    source = Source(path.read_text(encoding="utf-8"))
    for node, written, kind in source.slips():
        was = " ".join(source.at(node).split())[:70]
        if kind == "two swapped" and (path.relative_to(ROOT).as_posix(), was) in ALIKE:
            continue
        text = source.with_instead(node, written)
        try:
            compile(text, str(path), "exec")
        except SyntaxError:
            continue
        mistake = f"line {node.lineno}: {was} made {' '.join(written.split())[:70]}"  # type: ignore[attr-defined]
        yield Mutant(path.relative_to(ROOT), mistake, text, kind, node.lineno)  # type: ignore[attr-defined]


def printed(path: Path) -> Iterator[Mutant]:
    """The mistakes in what is printed of the rules: modifiers, their lists, tables."""
    for mistakes in (knocked_out, enlarged) if path.suffix == ".py" else (shifted, exchanged):
        yield from mistakes(path)


def systems_files(system: str = "") -> tuple[list[Path], list[Path]]:
    """The code and the tables of all systems, or of one."""
    tables = [path for path in sorted((ROOT / "data" / system).rglob("*.csv")) if path.name not in NOT_RULES]
    return sorted((ROOT / "bot" / "systems" / system).rglob("*.py")), tables


def all_printed(system: str = "") -> list[Mutant]:
    """Every mistake in what is printed of the rules, of all systems or of one."""
    return [mutant for paths in systems_files(system) for path in paths for mutant in printed(path)]


# What every order goes through, beside the rules themselves.
HOUSE = (
    "bot/deck",
    "bot/engine",
    "bot/campaign/access.py",
    "bot/campaign/journal.py",
    "bot/campaign/play.py",
    "bot/campaign/game.py",
    "bot/campaign/fighting.py",
    "renderers",
)


def sampled(number: int, seed: int) -> list[Mutant]:
    """So many mistakes drawn by a seed: first a file of the rules, their tables, the deck, the journal, who may do what
    or the pictures, and then a mistake in it, one of each kind in turn.
    """
    code, tables = systems_files()
    house = [
        path for name in HOUSE for path in (ROOT.glob(name) if name.endswith(".py") else (ROOT / name).rglob("*.py"))
    ]
    chance = random.Random(seed)  # noqa: S311 - a draw that can be made again
    found: dict[Path, list[Mutant]] = {}
    drawn: list[Mutant] = []
    kinds: list[str] = []
    while len(drawn) < number:
        path = chance.choice([*code, *tables, *sorted(house)])
        if path not in found:
            found[path] = [*printed(path), *(slips(path) if path.suffix == ".py" else ())]
        # The kind that has been drawn least so far, of those that can be made in this file.
        able = [mutant for mutant in found[path] if mutant not in drawn]
        rarest = min({mutant.kind for mutant in able}, key=lambda kind: (kinds.count(kind), kind), default="")
        if able:
            drawn.append(chance.choice([mutant for mutant in able if mutant.kind == rarest]))
            kinds.append(rarest)
    return drawn
