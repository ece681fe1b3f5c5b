"""The battery lines of a pasted listing, whatever their label: how many there are, and how many bear (HG-L02)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from bot.engine.cards import printable
from bot.engine.typed import quoted
from bot.systems.highguard.design.figures import LEGEND, Block, blank
from bot.systems.highguard.design.listing import Counted, armed_places, column
from bot.systems.highguard.design.usp import VALUES

# More than these on one line are no battery line.
MOST_LABELS = 20
_BATTERY = r"(?:batter(?:y|ies)|batts?|bats?|btt?r?ys?|weapons?)"
_BEARING = r"(?:bearing|bears?|brng|brg)"
_LABEL = re.compile(
    rf"(?<![\w])(?:(?:all|total|tot|no|number|num|of)\.?[ ]+)*"
    rf"(?:{_BATTERY}|{_BEARING})\b\.?(?:[ ]*(?:/|&|and|that|which|are|all)?"
    rf"[ ]*(?:{_BATTERY}|{_BEARING})\b\.?)*[ ]*[:=]?",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"[0-9A-Z?*/.,|+–—-]{1,12}")


@dataclass(frozen=True, slots=True)
class _Row:
    """The figures of a battery line where they stand, their label (perhaps `ahead` of it), and the line."""

    label: str
    figures: str
    line: int
    ahead: bool = False

    @property
    def bearing(self) -> bool:
        return bool(re.search(_BEARING, self.label, re.IGNORECASE))

    @property
    def both(self) -> bool:
        """Whether it says that all bear, or that each figure stands for both."""
        of_each = re.search(_BATTERY, self.label, re.IGNORECASE) and re.search(r"/|&|\band\b", self.label)
        return self.bearing and (bool(of_each) or self.all_bear)

    @property
    def all_bear(self) -> bool:
        return self.bearing and bool(re.search(r"\ball\b", self.label, re.IGNORECASE))


def read_batteries(block: Block) -> Mapping[str, Counted]:
    """How many batteries each armed place has; one each where no line tells."""
    places = armed_places(block.usp)
    if block.legend:
        block.take(LEGEND, lambda label: blank(label[0]))
    found = _rows(block)
    if len(found) > 1 and _parted(block, found, places):
        # A line break may have parted the figures themselves.
        found = [_Row("", " ".join(row.figures.strip() for row in found), found[0].line)]
    rows = _merged([half for row in found for half in _halved(row, len(places))], len(places))
    told: dict[str, dict[str, int]] = {}
    for row in sorted(rows, key=lambda row: not row.label):
        if row.figures.strip():
            _read_row(block, row, places, told)
    _tell_unused(block, rows)
    if len(told) == 1 and not any(row.both for row in rows):
        which = "bearing batteries" if "bearing" in told else "all batteries"
        block.doubts.append(f"Only one line of battery figures is told: taken for {which} and the others alike.")
    total = told.get("total") or told.get("bearing") or {}
    bearing = total if any(row.all_bear for row in rows) else told.get("bearing") or total
    if _mixed_up(bearing, total):
        block.doubts.append("More batteries are told to bear than there are: the two lines are taken the other way.")
        bearing, total = total, bearing
    return {place: _counted(block, place, total.get(place), bearing.get(place)) for place in places}


def _mixed_up(bearing: Mapping[str, int], total: Mapping[str, int]) -> bool:
    both = bearing.keys() & total.keys()
    return all(bearing[each] >= total[each] for each in both) and any(bearing[each] > total[each] for each in both)


def _tell_unused(block: Block, rows: Sequence[_Row]) -> None:
    figures = "".join(row.figures for row in rows)
    for letter, count in block.legend.items():
        if letter not in figures:
            block.doubts.append(f"“{letter}={count}” explains no battery figure of this ship.")


def _counted(block: Block, place: str, total: int | None, bearing: int | None) -> Counted:
    whole = total or bearing or 1
    able = bearing or whole
    if able > whole:
        block.doubts.append(f"Of {whole} {place} batteries {able} are told to bear: {able} there are, {whole} bear.")
        whole, able = able, whole
    return Counted(whole, able)


def _rows(block: Block) -> Sequence[_Row]:
    """The lines that hold nothing but labels and figures, taken out of the rest."""
    rows: list[_Row] = []
    lines = block.rest.split("\n")
    for number, line in enumerate(lines):
        labels = list(islice(_LABEL.finditer(line), MOST_LABELS + 1))
        if len(labels) > MOST_LABELS:
            continue
        figures = _LABEL.sub(lambda label: blank(label[0]), line)
        tokens = figures.split()
        if not (labels or tokens) or not all(_FIGURE.fullmatch(token) for token in tokens):
            continue
        if not labels and not any(map(str.isalnum, figures)):
            continue
        rows += _split(labels, figures, number)
        lines[number] = ""
    block.rest = "\n".join(lines)
    return rows


def _split(labels: Sequence[re.Match[str]], figures: str, number: int) -> Sequence[_Row]:
    """A line's rows, one for each label; a label without figures behind it has those in front."""
    if not labels:
        return [_Row("", figures, number)]
    ends = [*(label.start() for label in labels[1:]), len(figures)]
    rows = [
        _Row(label[0], " " * label.end() + figures[label.end() : end], number)
        for label, end in zip(labels, ends, strict=True)
    ]
    before = figures[: labels[0].start()]
    if before.strip():
        if rows[0].figures.strip():
            rows.insert(0, _Row("", before, number))
        else:
            rows[0] = _Row(rows[0].label, before, number, ahead=True)
    return rows


def _parted(block: Block, rows: Sequence[_Row], places: tuple[str, ...]) -> bool:
    whole = all(row.label or _fits(block, row.figures, places) for row in rows)
    figures = sum(len("".join(row.figures.split())) for row in rows)
    return not whole and not any(row.label for row in rows) and figures in {len(places), 2 * len(places)}


def _halved(row: _Row, places: int) -> Sequence[_Row]:
    """A row that holds two figures for each place is two rows on one line, of which the second lacks its label; where
    there is none at all, figures may stand together.
    """
    tokens = row.figures.split()
    figures = tokens if row.label or len(tokens) == 2 * places else list("".join(tokens))
    if row.both or not places or len(figures) != 2 * places or "/" in row.figures:
        return [row]
    return [_Row(row.label, " ".join(figures[:places]), row.line), _Row("", " ".join(figures[places:]), row.line)]


def _merged(rows: Sequence[_Row], places: int) -> Sequence[_Row]:
    """The rows with what a line break has parted put together: a label and its figures, or the figures."""
    merged: list[_Row] = []
    for row in rows:
        last = merged[-1] if merged else None
        short = 0 < len(last.figures.split()) < places if last and last.label else False
        if last and short and row.ahead and len(last.figures.split()) + len(row.figures.split()) == places:
            # The rest of what the label before it has; its own come on the next line.
            merged[-1] = _Row(last.label, f"{last.figures.strip()} {row.figures.strip()}".strip(), -1)
            merged.append(_Row(row.label, "", row.line))
        elif last and last.label and not row.label and len("".join(last.figures.split())) < places:
            merged[-1] = _Row(last.label, f"{last.figures.strip()} {row.figures.strip()}".strip(), -1)
        elif last and last.label and row.label and not last.figures.strip() and not last.all_bear:
            merged[-1] = _Row(f"{last.label} {row.label}", row.figures, row.line)
        else:
            merged.append(row)
    return merged


def _read_row(block: Block, row: _Row, places: tuple[str, ...], told: dict[str, dict[str, int]]) -> None:
    """Read a row for the batteries that bear, for all, or for both; one too many is kept as a note."""
    free = next((name for name in ("bearing", "total") if name not in told), "")
    wanted = ("bearing" if row.bearing else "total") if row.label else free
    halves = [part.split("/") for part in row.figures.split()]
    if len(halves) == len(places) and all(len(half) == 2 for half in halves) and not told:
        bearing_first = bool(re.match(_BEARING, row.label.strip(), re.IGNORECASE))
        for name, at in (("bearing", not bearing_first), ("total", bearing_first)):
            told[name] = _in_order(block, " ".join(half[at] for half in halves), places)
    elif wanted in told or not wanted or not (row.label or _fits(block, row.figures, places)):
        said = printable(f"{row.label} {row.figures}")
        block.doubts.append(f"{quoted(said)} isn't read, and kept as a note.")
        block.note(said)
    else:
        told[wanted] = _placed(block, row, places)


def _fits(block: Block, figures: str, places: tuple[str, ...]) -> bool:
    """Whether figures without a label can be those of batteries: under armed places, or one for each of them."""
    at = [block.start + column(place) for place in places]
    under = [number for number, figure in enumerate(figures) if figure != " "]
    return bool(places) and (set(under) <= set(at) or len(places) in {len(under), len(figures.split())})


def _placed(block: Block, row: _Row, places: tuple[str, ...]) -> dict[str, int]:
    """The figures of one battery line by place: by their columns, else in order, else not at all."""
    figures = row.figures
    columns = {place: block.start + column(place) for place in places}
    by_column = {place: figures[at] for place, at in columns.items() if at < len(figures) and figures[at] != " "}
    counts = {place: _count(digit, block.legend) for place, digit in by_column.items()}
    if not counts or "".join(by_column.values()) != figures.replace(" ", "") or not all(counts.values()):
        return _in_order(block, figures, places)
    for place in places:
        if place not in counts:
            block.doubts.append(
                f"No battery figure stands under {place}: one is taken, or as many as the other line tells."
            )
    return {place: count for place, count in counts.items() if count}


def _in_order(block: Block, figures: str, places: tuple[str, ...]) -> dict[str, int]:
    tokens = figures.replace(",", " ").replace("|", " ").split()
    if len(tokens) != len(places):
        tokens = list("".join(tokens))
    counts = [_count(token.strip("."), block.legend) for token in tokens]
    shown = quoted(" ".join(figures.split()))
    if len(counts) == len(places) and all(counts):
        block.doubts.append(f"The battery figures {shown} don't stand under their places: taken in order.")
        return {place: count for place, count in zip(places, counts, strict=True) if count}
    block.doubts.append(f"The battery figures {shown} don't fit the profile: one battery each is taken.")
    return {}


def _count(told: str, legend: Mapping[str, int]) -> int | None:
    """What a figure of a battery line stands for, None for nothing known."""
    if told in legend:
        return legend[told]
    if told.isascii() and told.isdigit() and len(told) <= 4:
        return int(told)
    return VALUES.get(told)
