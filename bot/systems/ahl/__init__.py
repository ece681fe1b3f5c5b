"""Azhanti High Lightning: squad combat aboard ships."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from bot.engine.errors import RuleError
from bot.engine.system import Rule, System, Unit
from bot.engine.tables import read_rows
from bot.systems.ahl.melee_table import load_melee
from bot.systems.ahl.orders import orders
from bot.systems.ahl.settings import settings
from bot.systems.ahl.sheet import SHEET, Character
from bot.systems.ahl.structures import THINGS, Things, load_structures
from bot.systems.ahl.tables import Tables
from bot.systems.ahl.traits import traits
from bot.systems.ahl.walking import effort
from bot.systems.ahl.weapons import load_armour, load_weapons
from bot.systems.ahl.wording import character_card, character_line, character_mark


def load(data: Path) -> System:
    """Build the system from its data folder. Raises DataError, naming file and line, where a table is wrong."""
    tables = Tables(
        load_weapons(data / "weapons.csv"),
        load_armour(data / "armour.csv"),
        load_melee(data / "melee.csv"),
        load_structures(data / "structures.csv"),
    )
    system = System(
        key="ahl",
        title="Azhanti High Lightning",
        load_sheet=SHEET.load,
        dump_sheet=SHEET.dump,
        new_sheet=Character(),
        load_things=lambda stored: THINGS.load(stored) if stored else Things(),
        dump_things=THINGS.dump,
        traits=traits(tables.weapons, tables.armour),
        orders=orders(tables),
        line=character_line,
        mark=character_mark,
        effort=effort,
        settings=settings(tables.weapons),
        card=lambda unit: character_card(unit, tables.weapons),
        cited="AHL",
        rules=_rules(data / "rules.csv") | _rules(data / "rulings.csv"),
    )
    return _with_people(system, data)


def _rules(path: Path) -> dict[str, Rule]:
    def row(cells: Mapping[str, str]) -> Rule:
        return Rule(cells["id"], cells["reference"], cells["summary"])

    return {rule.id: rule for rule in read_rows(path, row)}


def _with_people(system: System, data: Path) -> System:
    """The system with the templates and the starter fight, which are written in its own traits."""

    def template(cells: Mapping[str, str]) -> Unit:
        values = {name: text for name, text in cells.items() if name != "template" and text}
        try:
            return Unit(cells["template"], "", system.with_traits(system.new_sheet, values))
        except RuleError as problem:
            raise ValueError(str(problem)) from problem

    templates = {unit.name: unit for unit in read_rows(data / "templates.csv", template)}

    def starter(cells: Mapping[str, str]) -> Unit:
        return Unit(cells["name"], cells["side"], templates[cells["template"]].sheet)

    people = tuple(read_rows(data / "starter.csv", starter))
    return replace(system, templates=templates, starter=people)
