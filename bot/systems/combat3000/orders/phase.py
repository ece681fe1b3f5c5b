"""`/phase`: the end of a turn for everybody (C3K The game turn, Record sheets)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.system import Order, Outcome, Role, Scene, Values
from bot.systems.combat3000.orders.fields import REFEREES_OWN
from bot.systems.combat3000.plights import end_turn
from bot.systems.combat3000.reloading import rest
from bot.systems.combat3000.sheet import Figure, Memory, Sheet
from bot.systems.combat3000.wording import state


@dataclass(frozen=True, slots=True)
class Ending:
    """Somebody before and after the end of a turn."""

    name: str
    before: Sheet
    after: Sheet


def phase_order() -> Order:
    """`/phase`: a stun mark is struck out, weapons have rested, and this turn becomes the last one."""

    def resolve(scene: Scene, _: Values, __: Dice) -> Outcome:
        endings = tuple(Ending(unit.name, unit.sheet, ended(unit.sheet)) for unit in scene.all("characters"))
        return Outcome({one.name: one.after for one in endings if one.after != one.before}, endings)

    return Order("phase", (Role("characters", many=True),), REFEREES_OWN, resolve, _card)


def ended(sheet: Sheet) -> Sheet:
    """A sheet at the end of a turn."""
    if isinstance(sheet, Figure):
        sheet = end_turn(sheet)
    weapons = tuple(rest(carried) for carried in sheet.weapons)
    return replace(sheet, weapons=weapons, last=replace(sheet.now, busy=""), now=Memory())


def _card(endings: Sequence[Ending], _: Faces) -> Card:
    lines = tuple(line for ending in endings for line in _lines(ending))
    stunned = any(isinstance(ending.before, Figure) and ending.before.stunned for ending in endings)
    working = ("One stun mark is struck out at the end of each turn (C3K Record sheets)",) if stunned else ()
    return Card("End of a turn", lines or ("Nothing was due: a new turn begins.",), working)


def _lines(ending: Ending) -> Iterator[str]:
    before, after = ending.before, ending.after
    if isinstance(before, Figure) and isinstance(after, Figure):
        changed = (before.stunned, before.plight) != (after.stunned, after.plight)
        if changed:
            yield f"{ending.name}: {state(after)}"
