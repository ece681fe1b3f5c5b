"""What a campaign keeps beside its characters: structures that have been hit, and the turn, if one is kept."""

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.errors import RuleError
from bot.engine.system import SheetType
from bot.systems.ahl.tables import Structure
from bot.systems.ahl.turn.clock import Clock

MOST_STRUCTURES = 100


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a campaign keeps beside its characters: the structures that have been hit, and the turn, if one is kept."""

    structures: tuple[Structure, ...] = ()
    clock: Clock | None = None

    def structure(self, name: str) -> Structure | None:
        """The structure of that name, whatever its case."""
        return next((known for known in self.structures if known.name.casefold() == name.casefold()), None)

    def with_structure(self, structure: Structure) -> "Ledger":
        """The same with that structure as it is now; raises RuleError where there are too many."""
        known = self.structure(structure.name)
        if known is None and len(self.structures) == MOST_STRUCTURES:
            raise RuleError(f"A campaign keeps {MOST_STRUCTURES} structures at most.")
        if known is None:
            return replace(self, structures=(*self.structures, structure))
        return replace(self, structures=tuple(structure if each is known else each for each in self.structures))


def _with_asked(stored: dict[str, Any]) -> dict[str, Any]:
    """What was kept when a covering fire held each of its circumstances itself, and not as they were asked for."""
    clock = stored.get("clock")
    if not clock:
        return stored
    lines = [{**line, "situation": _asked(line["situation"])} for line in clock.get("covering", ())]
    return {**stored, "clock": {**clock, "covering": lines}}


def _asked(situation: dict[str, Any]) -> dict[str, Any]:
    same = ("zero_g", "handhold", "traveller", "dm", "because")
    asked = {name: situation[name] for name in same if name in situation}
    asked["setting"] = situation.get("setting") or None
    asked["rounds"] = "unlimited" if situation.get("unlimited") else "counted"
    asked["energy_shots"] = str(situation.get("energy_shots") or "not counted")
    asked["ram_flechette"] = "any number" if situation.get("ram_hits_any", True) else "two"
    return {**situation, "asked": asked}


LEDGER = SheetType(Ledger, (_with_asked,))
