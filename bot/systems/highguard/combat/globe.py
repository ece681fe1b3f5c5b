"""The black globe: rates, what it absorbs, what the capacitors hold and lose (HG-G01 to G12)."""

from fractions import Fraction

from bot.systems.highguard.design.entries import Number

LEVELS_EACH_TENTH = 2


def highest_flicker(factor: int) -> int:
    """The highest rate of a globe in percent, short of wholly on (HG-G01)."""
    return factor * 10


def globe_levels(flicker: int) -> int:
    """The levels of armor that a rate in percent counts as (HG-G02, HG-G03)."""
    return flicker // 10 * LEVELS_EACH_TENTH


def flickering_agility(agility: int, flicker: int) -> int:
    """Agility behind a globe that flickers at this rate in percent: the nearest whole, halves up (HG-G09)."""
    return (agility * (100 - flicker) + 50) // 100


def absorbed(energy: Number, flicker: int) -> Fraction:
    """Energy points of a hit that reach the capacitors; all at 100 percent, wholly on (HG-G05)."""
    return Fraction(energy) * flicker / 100


def discharge(output: Number, flicker: int) -> Fraction:
    """Energy points that may leave the capacitors in a turn; none at 100 percent, wholly on (HG-G08)."""
    return Fraction(output) * (100 - flicker) / 100


def jump_energy(tons: Number, jump: int) -> Fraction:
    """Energy points that a jump takes: two turns of a power plant of that number (R-34)."""
    return Fraction(tons) * jump * 2 / 100
