"""What `/character heal` takes off a figure: everything, a shaken nerve too, wounds, stun, what weapons did to it."""

from dataclasses import replace

from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Figure, Plight, Sheet
from bot.systems.combat3000.morale.ladder import STEADY


def healed(sheet: Sheet, what: str) -> Figure:
    """The figure without it; raises RuleError for a vehicle."""
    if not isinstance(sheet, Figure):
        raise RuleError("A vehicle is not healed: put its values right with /character edit.")
    if what in {"everything", "wounds"}:
        sheet = replace(sheet, wounds=(), killed=False)
    if what in {"everything", "stun"}:
        sheet = replace(sheet, stunned=0)
    if what == "everything":
        sheet = replace(sheet, nerve=STEADY)
    if what in {"everything", "plight"}:
        sheet = replace(sheet, plight=Plight(), kit=replace(sheet.kit, doses=()))
    return sheet
