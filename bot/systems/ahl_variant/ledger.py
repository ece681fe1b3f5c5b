"""What a campaign of the variant keeps: what one of AHL does, and an encounter in the open, if there is one."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine.errors import RuleError
from bot.engine.system import Scene, SheetType, Unit
from bot.systems.ahl.ledger import LEDGER, Ledger, narrowed
from bot.systems.ahl.orders.turn import renamed
from bot.systems.ahl_variant.outdoors.encounter import Encounter


@dataclass(frozen=True, slots=True)
class Records(Ledger):
    """AHL's, and the encounter."""

    encounter: Encounter | None = None


RECORDS = SheetType(Records, LEDGER.upgrades)


def encounter_of(scene: Scene) -> Encounter | None:
    """The encounter, None without one."""
    return scene.ledger.encounter if isinstance(scene.ledger, Records) else None


def met(scene: Scene) -> Encounter:
    """The encounter; raises RuleError without one."""
    encounter = encounter_of(scene)
    if encounter is None:
        raise RuleError("Nobody meets in the open: /encounter begin first (AHL V27).")
    return encounter


def keeping(scene: Scene, encounter: Encounter | None) -> Records:
    """What is kept with the encounter as it is now."""
    records = scene.ledger if isinstance(scene.ledger, Records) else Records()
    return replace(records, encounter=encounter)


def units_of(scene: Scene) -> Mapping[str, Unit]:
    """Everybody of the campaign by name."""
    return scene.game.units if scene.game else {**scene.known, **_named(scene)}


def _named(scene: Scene) -> dict[str, Unit]:
    return {unit.name: unit for units in scene.units.values() for unit in units}


def renamed_here(ledger: Ledger, before: str, after: str) -> Ledger:
    """What is kept with somebody under another name, or without them."""
    found = renamed(ledger, before, after)
    if isinstance(found, Records) and found.encounter:
        return replace(found, encounter=found.encounter.renamed(before, after))
    return found


def placed(ledger: Ledger, name: str) -> bool:
    """Whether somebody is in the encounter, which tells where."""
    return isinstance(ledger, Records) and ledger.encounter is not None and name in ledger.encounter.people


def in_brief(on_deck: Callable[[Ledger, Unit], Sequence[str]], ledger: Ledger, unit: Unit) -> Sequence[str]:
    """What a line of somebody tells of the encounter, or of the turn that is kept on a deck."""
    if isinstance(ledger, Records) and ledger.encounter and unit.name in ledger.encounter.people:
        return (ledger.encounter.people[unit.name].spot.words,)
    return on_deck(ledger, unit)


def narrowed_here(ledger: Ledger, own: Collection[str], sees: Collection[str]) -> Ledger:
    """What somebody knows of it on a deck, whose own people have these names, and who `sees` those of others: there
    nobody meets in the open.
    """
    known = narrowed(ledger, own, sees)
    return replace(known, encounter=None) if isinstance(known, Records) else known


def turn_line(on_deck: Callable[[Ledger], str], ledger: Ledger) -> str:
    """The step of the encounter in words, or the turn that is kept on a deck."""
    if isinstance(ledger, Records) and ledger.encounter:
        return ledger.encounter.words
    return on_deck(ledger)


def ends_by(ledger: Ledger) -> str:
    """The verb of the order that ends the encounter, or the turn that is kept on a deck."""
    return "encounter end" if isinstance(ledger, Records) and ledger.encounter else "turn end"
