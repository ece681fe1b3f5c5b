"""What passes from one rulebook to another: a file for each pair, found by looking.

A module `ahl_to_other` in this package has a function `hand_over`, which makes of a sheet of the first book, and one of
the second as it would be without it, what `bot.systems.handing.HandOver` says. Nothing else knows of the pair.
A module `ahl_at_other` says for which fields of the other's orders (`FIELDS`) skills of a sheet of the first serve, and
which those are (`levels`).
"""

import pkgutil
from importlib import import_module
from typing import Any, cast

from bot.engine.errors import RuleError
from bot.engine.fields import Settings
from bot.engine.system import SHIP, System
from bot.systems.handing import Handed, HandOver


def between(one: System, other: System) -> HandOver:
    """How somebody out of one book comes into another one; raises RuleError where no file here knows that."""
    if one.key == other.key:
        return _as_they_are
    if other.kind == SHIP != one.kind:
        raise RuleError(f"{other.title} is of ships alone: that is for a campaign with rules for people.")
    name = f"{one.key}_to_{other.key}"
    if name not in _names():
        raise RuleError(
            f"How somebody out of {one.title} comes into {other.title} is not known here: add them with "
            f"/character add, with what {other.title} asks for."
        )
    return cast(HandOver, import_module(f"{__name__}.{name}").hand_over)


def skills_for(one: System, other: System, field: str, sheet: Any) -> tuple[tuple[str, int], ...]:
    """The skills of somebody's sheet in one book that serve for a field of another's orders, each with its level."""
    name = f"{one.key}_at_{other.key}"
    if name not in _names():
        return ()
    module = import_module(f"{__name__}.{name}")
    found: tuple[tuple[str, int], ...] = module.levels(sheet, field) if field in module.FIELDS else ()
    return found


def asks_for_skills(other: System, field: str) -> bool:
    """Whether skills of another book's people serve for a field of this one's orders."""
    ways = (import_module(f"{__name__}.{name}") for name in _names() if name.endswith(f"_at_{other.key}"))
    return any(field in way.FIELDS for way in ways)


def _names() -> set[str]:
    return {module.name for module in pkgutil.iter_modules(__path__)}


def _as_they_are(sheet: Any, _: Any, __: Settings) -> Handed:
    """Somebody of the same book comes as they are."""
    return Handed(sheet, (), (), ("By the same rules: everything is kept",))
