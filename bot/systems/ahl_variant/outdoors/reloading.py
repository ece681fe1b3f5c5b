"""`/reload` in the open: it takes whole rounds (V3, AHL 25.B, ruling VR-G16)."""

from dataclasses import dataclass, replace

from bot.engine.cards import Card, counted
from bot.engine.dice import Faces
from bot.engine.errors import RuleError
from bot.engine.system import Outcome, Scene
from bot.systems.ahl.asked.keeping import ReloadOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.reload import reloaded
from bot.systems.ahl.sheet.character import Carried
from bot.systems.ahl.sheet.wording import carried_line
from bot.systems.ahl_variant.ledger import units_of
from bot.systems.ahl_variant.outdoors.encounter import Encounter, Pace, Phase, check_turn
from bot.systems.ahl_variant.outdoors.firing import done
from bot.systems.ahl_variant.outdoors.keeping import StepTold, standing_lines


@dataclass(frozen=True, slots=True)
class OpenReload:
    """Who reloads what in the open: it as it is now, the rounds of its clip, in which round of how many they are, and
    whether they evade meanwhile.
    """

    name: str
    weapon: Carried
    clip: int
    round: int
    rounds: int
    evading: bool
    open: StepTold


def open_reload(book: Book, scene: Scene, asked: ReloadOrder, encounter: Encounter) -> Outcome:
    """A round of reloading instead of fire, by one who stands; the last one puts the clip in. Raises RuleError where
    it can't be done.
    """
    unit = scene.one("name")
    check_turn(book, encounter, units_of(scene), unit.name, Phase.FIRE, "reloading")
    posture = encounter.of(unit.name)
    fresh = reloaded(book, unit, asked)
    if posture.pace is not Pace.STANDS:
        raise RuleError(f"{unit.name} has moved, and reloading takes a whole round: stand in the next one (AHL 25.B).")
    weapon = book.weapons[fresh.weapon.weapon]
    rounds = weapon.turns_to_reload(evading=posture.evading)
    this = 1 + (posture.loading if posture.load == weapon.name else 0)
    ready = this >= rounds
    posture = replace(posture, load="" if ready else weapon.name, loading=0 if ready else this)
    encounter = encounter.having(unit.name, posture)
    sheet = unit.sheet.with_carried(fresh.weapon) if ready else unit.sheet
    kept, sheets, found = done(book, scene, encounter, unit.name, {unit.name: sheet}, fired=True, reloading=True)
    now = sheet.carried(weapon.name, unit.name)
    result = OpenReload(unit.name, now, fresh.full, min(this, rounds), rounds, posture.evading, found)
    return Outcome(sheets, result, ledger=kept)


def open_reload_card(told: OpenReload, _: Faces) -> Card:
    """The answer: in which round of how many, and what is in it."""
    how = "evading" if told.evading else "without evading"
    takes = f"Round {told.round} of {counted(told.rounds, 'round')}, {how}"
    lines = [takes, carried_line(told.weapon, told.clip)] if told.round == told.rounds else [f"{takes}: more to come"]
    working = (
        "A turn of reloading is a round here, in which one neither moves, fires nor strikes (AHL 25.B), ruling VR-G16",
        "Archaic weapons marked 1 or 2 take so many, one more while evading (AHL V3)",
    )
    return Card(f"{told.name} reloads", (*lines, *map(str, standing_lines(told.open))), working)
