"""Combat 3000: skirmishes on a table, with percentages to hit and decimal dice to kill."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from bot.engine.errors import RuleError
from bot.engine.system import Rule, System, Unit
from bot.engine.tables import read_rows
from bot.systems.combat3000.orders import orders
from bot.systems.combat3000.settings import SETTINGS
from bot.systems.combat3000.sheet import Figure, dump_sheet, load_sheet
from bot.systems.combat3000.tables import load_tables
from bot.systems.combat3000.things import THINGS, Things
from bot.systems.combat3000.traits import traits
from bot.systems.combat3000.wording import sheet_card, sheet_line, sheet_mark


def load(data: Path) -> System:
    """Build the system from its data folder. Raises DataError, naming file and line, where a list is wrong."""
    tables = load_tables(data)
    system = System(
        key="combat3000",
        title="Combat 3000",
        load_sheet=load_sheet,
        dump_sheet=dump_sheet,
        load_things=lambda stored: THINGS.load(stored) if stored else Things(),
        dump_things=THINGS.dump,
        new_sheet=Figure(),
        traits=traits(tables),
        orders=orders(tables),
        line=sheet_line,
        mark=sheet_mark,
        settings=SETTINGS,
        card=lambda unit: sheet_card(unit, tables),
        cited="C3K",
        rules=_rules(data / "rules.csv") | _rules(data / "rulings.csv"),
    )
    return _with_people(system, data)


def _rules(path: Path) -> dict[str, Rule]:
    def row(cells: Mapping[str, str]) -> Rule:
        return Rule(cells["id"], cells["reference"], cells["summary"])

    return {rule.id: rule for rule in read_rows(path, row)}


def _with_people(system: System, data: Path) -> System:
    """The system with the templates and the starter fight, which are written in its own values."""

    def template(cells: Mapping[str, str]) -> Unit:
        values = {name: text for name, text in cells.items() if name != "template" and text}
        try:
            return Unit(cells["template"], "", system.with_traits(system.new_sheet, values))
        except RuleError as problem:
            raise ValueError(str(problem)) from problem

    templates = {unit.name: unit for unit in read_rows(data / "templates.csv", template)}

    def starter(cells: Mapping[str, str]) -> Unit:
        return Unit(cells["name"], cells["side"], templates[cells["template"]].sheet)

    return replace(system, templates=templates, starter=tuple(read_rows(data / "starter.csv", starter)))
