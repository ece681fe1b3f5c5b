"""The rulebooks, one folder each, found by looking: a package here with a `load` is a system."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

from bot.engine.system import System

DATA = Path(__file__).resolve().parents[2] / "data"


def discover(folder: ModuleType, data: Path = DATA) -> Mapping[str, System]:
    """Load every rule system in a package of packages, by its key.

    Each one reads its tables from the folder of its own name below `data`. Raises DataError, naming file
    and line, where a table is wrong.
    """
    systems = {}
    for module in pkgutil.iter_modules(folder.__path__):
        if module.ispkg:
            package = import_module(f"{folder.__name__}.{module.name}")
            if hasattr(package, "load"):
                systems[module.name] = package.load(data / module.name)
    return systems
