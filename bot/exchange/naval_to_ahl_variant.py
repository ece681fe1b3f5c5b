"""An officer or a rating of the navy comes aboard by the AHL variant: as into AHL, with the characteristics that melee
values and the conversion of wounds go by (V17.B, V27.Wounds).
"""

from dataclasses import replace

from bot.engine.fields import Settings
from bot.exchange.naval_to_ahl import hand_over as into_ahl
from bot.systems.ahl_variant.sheet import Combatant
from bot.systems.handing import Derived, Handed
from bot.systems.naval.career import Career

_WHY = "the career's own, by which melee values and wounds go (AHL V17.B, V27.Wounds)"


def hand_over(career: Career, character: Combatant, settings: Settings) -> Handed:
    """A character with what AHL takes of a career, and its strength, dexterity and endurance."""
    handed = into_ahl(career, character, settings)
    who = career.characteristics
    sheet: Combatant = handed.sheet
    after = replace(sheet, strength=who.strength, dexterity=who.dexterity, endurance=who.endurance)
    figures = (("strength", who.strength), ("dexterity", who.dexterity), ("endurance", who.endurance))
    passed = (*handed.passed, *(Derived(name, str(value), _WHY) for name, value in figures))
    return replace(handed, sheet=after, passed=passed)
