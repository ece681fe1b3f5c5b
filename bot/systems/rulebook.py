"""What every rulebook keeps in its data folder in the same shape: its index of rules, its people."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from bot.engine.errors import RuleError
from bot.engine.system import Rule, Said, System, Unit
from bot.engine.tables import read_rows

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
