"""Designs kept as text files: read once, priced, and carried by each other by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.engine.errors import DataError, RuleError
from bot.systems.highguard.design.bill import Bill, bill
from bot.systems.highguard.design.choices import Craft
from bot.systems.highguard.design.draft import read_design
from bot.systems.highguard.design.tables import Tables


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A design as its builder wrote it, and its bill."""

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
    design = read_design(text, tables, yard)
    if not design.name:
        raise RuleError("A design that is kept needs a name.")
    return Blueprint(design.name, text, bill(design, tables))
