"""What every rulebook keeps in its data folder in the same shape: its edition, index of rules, people and scenarios."""

import hashlib
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
from bot.engine.system import Rule, Said, System
from bot.engine.tables import read_rows
from bot.systems.specials import GENERAL

# What is said with an order besides who takes part.
Fields = Mapping[str, str | int | bool]


def read_rules(data: Path) -> Mapping[str, Rule]:
    """The rules (`rules.csv`) and our rulings (`rulings.csv`) by id; raises DataError, naming file and line."""
    return {rule.id: rule for name in ("rules.csv", "rulings.csv") for rule in read_rows(data / name, _rule)}


def _rule(cells: Mapping[str, str]) -> Rule:
    return Rule(cells["id"], cells["reference"], cells["summary"])


def with_people(system: System, data: Path, opening: Fields) -> System:
    """The system with its templates (`templates.csv`) and its starter fight (`starter.csv`), whose first may fire at
    the first of another side with the fields of `opening`.

    They are written in the system's own traits. Raises DataError, naming file and line, where one can't be.
    """

    def template(cells: Mapping[str, str]) -> Unit:
        values = {name: text for name, text in cells.items() if name != "template" and text}
        try:
            sheet = system.with_traits(system.new_sheet, values)
        except RuleError as problem:
            raise ValueError(str(problem)) from problem
        return Unit(cells["template"], "", sheet)

    templates = {unit.name: unit for unit in read_rows(data / "templates.csv", template)}

    def starter(cells: Mapping[str, str]) -> Unit:
        return Unit(cells["name"], cells["side"], templates[cells["template"]].sheet)

    people = tuple(read_rows(data / "starter.csv", starter))
    target = next(unit for unit in people if unit.side != people[0].side)
    first = Said("fire", {"name": ((people[0].name, None),), "target": ((target.name, None),)}, opening, "")
    return replace(system, templates=templates, starter=people, opening=first)


@cache
def edition(folder: Path) -> str:
    """Eight signs that are others as soon as a file in a system's folder of data is another."""
    told = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        told.update(f"{path.relative_to(folder).as_posix()}\n".encode())
        told.update(hashlib.sha256(path.read_bytes()).digest())
    return told.hexdigest()[:8]


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
