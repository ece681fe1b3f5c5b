"""What passes from one rulebook to another: a file for each pair, found by looking.

A module `ahl_to_other` in this package has a function `hand_over`, which makes of a sheet of the first book, and one of
the second as it would be without it, what `bot.systems.handing.HandOver` says. Nothing else knows of the pair.
"""

import pkgutil
from importlib import import_module
from typing import Any, cast

from bot.engine.errors import RuleError
from bot.engine.fields import Settings
from bot.engine.system import System
from bot.systems.handing import Handed, HandOver


def between(one: System, other: System) -> HandOver:
    """How somebody out of one book comes into another one; raises RuleError where no file here knows that."""
    if one.key == other.key:
        return _as_they_are
    name = f"{one.key}_to_{other.key}"
    if name not in {module.name for module in pkgutil.iter_modules(__path__)}:
        raise RuleError(
            f"How somebody out of {one.title} comes into {other.title} is not known here: add them with "
            f"/character add, with what {other.title} asks for."
        )
    return cast(HandOver, import_module(f"{__name__}.{name}").hand_over)


def _as_they_are(sheet: Any, _: Any, __: Settings) -> Handed:
    """Somebody of the same book comes as they are."""
    return Handed(sheet, (), (), ("By the same rules: everything is kept",))
