"""What a campaign keeps beside its characters: structures that have been hit, and the turn, if one is kept."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.engine.autopilot import Autopilot
from bot.engine.errors import RuleError
from bot.engine.scenario import Playing
from bot.engine.system import SheetType
from bot.systems.ahl.tables import Structure
from bot.systems.ahl.turn.actions import Intention
from bot.systems.ahl.turn.clock import Clock

MOST_STRUCTURES = 100
# The special rule of a scenario under which nobody trots (AHL scenario V).
HEAVY_GRAVITY = "heavy gravity"
# That under which the panicked run to ladders.
PANIC_CLIMBS = "panic climbs"
# Those by which some have so many charges, and take up weapons that others have dropped.
CHARGES_OF, TAKES_WEAPONS = "charges", "takes weapons"


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a campaign keeps beside its characters: the structures that have been hit, the turn, if one is kept,
    what each has said beforehand to what they may be asked and by what orders some act by themselves, by their names,
    and the scenario that is played.
    """

    structures: tuple[Structure, ...] = ()
    clock: Clock | None = None
    standing: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    scenario: Playing | None = None
    piloted: Mapping[str, Autopilot] = field(default_factory=dict)

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


def narrowed(ledger: Ledger, own: Collection[str], sees: Collection[str]) -> Ledger:
    """What somebody knows of it whose own people have these names, and who `sees` those of others: the turn and its
    phase, and what is theirs.
    """
    standing = {name: said for name, said in ledger.standing.items() if name in own}
    clock = ledger.clock.narrowed(own, sees) if ledger.clock else None
    piloted = {name: pilot for name, pilot in ledger.piloted.items() if name in own}
    scenario = ledger.scenario.narrowed(own, sees) if ledger.scenario else None
    return replace(ledger, structures=(), clock=clock, standing=standing, piloted=piloted, scenario=scenario)


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


def _by_options(stored: dict[str, Any]) -> dict[str, Any]:
    """What was kept when roles had other names than their options have."""
    clock = stored.get("clock")
    if not clock:
        return stored
    later = [{**each, "said": _said_now(each["said"])} for each in clock.get("later", ())]
    return {**stored, "clock": {**clock, "later": later}}


def _said_now(said: dict[str, Any]) -> dict[str, Any]:
    """An order with whoever acts as `name`: nobody else was called so."""
    acting, *others = said["people"].items()
    others = [("with" if role == "helper" else role, who) for role, who in others]
    return {**said, "people": dict([("name", acting[1]), *others])}


def _with_turns(stored: dict[str, Any]) -> dict[str, Any]:
    """What was kept when a reloading took two turns at most, of which one was over or not."""
    clock = stored.get("clock")
    if not clock:
        return stored
    people = {name: _counted(doing) for name, doing in clock.get("people", {}).items()}
    return {**stored, "clock": {**clock, "people": people}}


def _counted(doing: dict[str, Any]) -> dict[str, Any]:
    rest = {name: value for name, value in doing.items() if name != "half"}
    takes = 2 if doing.get("plan") == Intention.RELOAD_EVADING else 0
    return {**rest, "turns": int(doing.get("half", False)), "takes": takes}


LEDGER = SheetType(Ledger, (_with_asked, _by_options, _with_turns))
