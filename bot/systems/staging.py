"""What a book's folder has of scenarios: the files themselves, and the groups of people that they draw from."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from bot.deck.plan import Plan
from bot.deck.reading import read_plan
from bot.engine.errors import RuleError
from bot.engine.scenario import Scenario
from bot.engine.scenarioform import Known, read_scenario
from bot.engine.scene import Unit
from bot.engine.staging import Ruling, Staged
from bot.engine.system import System
from bot.engine.tables import read_rows
from bot.systems.specials import GENERAL

_RANGE = re.compile(r"([+-]?)([0-9]+)\.\.[+-]?([0-9]+)")


class Decks(Mapping[str, tuple[Plan, str]]):
    """The decks of a folder by name, each with the text that it was drawn as: read when the first is asked for."""

    def __init__(self, folder: Path) -> None:
        self._read = cache(lambda: dict(_drawn(folder)))

    def __getitem__(self, name: str) -> tuple[Plan, str]:
        return self._read()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


def _drawn(folder: Path) -> Iterator[tuple[str, tuple[Plan, str]]]:
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        plan = read_plan(text, path.stem)
        yield plan.name, (plan, text)


def _names(folder: Path) -> list[str]:
    """What the decks of a folder are called: their first lines, or else their files."""
    found = ((path, path.read_text(encoding="utf-8").partition("\n")[0]) for path in sorted(folder.glob("*.txt")))
    return [first.removeprefix("name:").strip() if first.startswith("name:") else path.stem for path, first in found]


def with_scenarios(system: System, data: Path, staged: Staged) -> System:
    """The system with what its folder has of scenarios: `counters.csv` and `scenarios/*.txt`.

    Raises DataError, naming file and line, for a counter that can't be; a scenario that can't be read is told by
    `/scenario list`, and stands in nobody's way.
    """
    groups = _groups(system, data / "counters.csv")
    staged = replace(staged, specials={**staged.specials, **GENERAL})
    decks = data.parent / "decks"
    known = Known(tuple(groups), tuple(system.templates), tuple(system.traits), _names(decks), tuple(staged.specials))
    scenarios: dict[str, Scenario] = {}
    broken: list[str] = []
    for path in sorted((data / "scenarios").glob("*.txt")):
        try:
            scenario = read_scenario(_text(path), path.name, known)
            if scenario.name in scenarios:
                raise RuleError(f"{path.name}, line 1: another file has a scenario named {scenario.name}. Rename one.")
            _check_specials(scenario, staged.specials)
            scenarios[scenario.name] = scenario
        except RuleError as problem:
            broken.append(str(problem))
    return replace(
        system, staged=replace(staged, scenarios=scenarios, broken=tuple(broken), groups=groups, decks=Decks(decks))
    )


def _check_specials(scenario: Scenario, rulings: Mapping[str, Ruling]) -> None:
    """Raise RuleError, naming file and line, for a special rule of which more has to be said, or something else."""
    for special in scenario.specials:
        checks = rulings[special.name].checks
        if problem := checks(scenario, special) if checks else "":
            raise RuleError(f"{scenario.file}, line {special.line}: {problem}")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RuleError(f"{path.name}, line 1: that is no text in UTF-8. Save it as such.") from None


def _groups(system: System, path: Path) -> Mapping[str, tuple[Unit, ...]]:
    """The groups of people by name, each in its order."""

    def row(cells: Mapping[str, str]) -> tuple[str, tuple[Unit, ...]]:
        group, sheet, count = cells["group"], system.templates[cells["template"]].sheet, int(cells["count"])
        values = {trait: text for trait, text in cells.items() if trait in system.traits and text}
        called = [cells["name"].replace("#", str(number)) for number in range(1, count + 1)]
        try:
            sheets = [system.with_traits(sheet, _nth(values, number)) for number in range(1, count + 1)]
        except RuleError as problem:
            raise ValueError(str(problem)) from problem
        return group, tuple(Unit(name, "", each) for name, each in zip(called, sheets, strict=True))

    return dict(read_rows(path, row))


def _nth(values: Mapping[str, str], number: int) -> dict[str, str]:
    """The values of the nth of a group: `7..10` counts up and begins anew, `ACR|LAG` goes round."""
    found = {}
    for name, text in values.items():
        turns = text.split("|")
        said = turns[(number - 1) % len(turns)]
        if span := _RANGE.fullmatch(said):
            low, high = int(span[2]), int(span[3])
            said = f"{span[1]}{low + (number - 1) % (high - low + 1)}"
        if said:
            found[name] = said.replace("#", str(number))
    return found
