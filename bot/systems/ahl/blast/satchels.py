"""Satchel charges: when one goes off, and what stops it or sets it off before (AHL 24.B).

Emplacing a charge and defusing it each take a whole turn, planned in its decision phase (ruling R-132); a
primed charge can't be moved.
"""

PENETRATION = 30
_PHASES_A_TURN = 5
_SETS_OFF = 2


def goes_off(turn_emplaced: int, phases_written: int) -> tuple[int, int]:
    """The turn and the phase (1 to 5) in whose aimed fire step a charge explodes.

    As many phases as were written pass after the turn of emplacing, and it goes off in the next one (AHL 24.B,
    ruling R-133).
    """
    turns, phase = divmod(phases_written, _PHASES_A_TURN)
    return turn_emplaced + 1 + turns, phase + 1


def defused(turn_emplaced: int, phases_written: int, turn_of_defusing: int) -> bool:
    """Whether a turn spent on defusing a charge was in time: it had not gone off by that turn's end (AHL 24.B)."""
    turn, _ = goes_off(turn_emplaced, phases_written)
    return turn_emplaced < turn_of_defusing < turn


def set_off(penetration: int) -> bool:
    """Whether a primed charge goes off by collateral damage of this penetration; it throws for nothing (AHL 24.B,
    ruling R-134).
    """
    return penetration >= _SETS_OFF
