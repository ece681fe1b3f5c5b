"""Whether somebody is in a state to act: neither out, nor panicking, nor out of control (AHL 12, 18.D, 26.B)."""

from bot.engine.errors import RuleError
from bot.systems.ahl.sheet.character import PANICKED, Character, Condition


def check_active(name: str, character: Character, act: str) -> None:
    """Raise RuleError where a character can't act; `act` says what they were to do."""
    if character.condition is not Condition.ACTIVE:
        raise RuleError(f"{name} is {character.condition.value} and cannot {act} (AHL 12.B, 12.C).")


def check_can(act: str, name: str, character: Character) -> None:
    """Raise RuleError where a character is in no state to fire or throw: out, panicking, or out of control."""
    check_active(name, character, act)
    check_unpanicked(name, character, act)
    if character.zero_g.disoriented:
        raise RuleError(f"{name} is disoriented and cannot {act} before he has reoriented himself (AHL 26.B).")


def check_unpanicked(name: str, character: Character, act: str) -> None:
    """Raise RuleError where panic keeps a character from acting; `act` says what they were to do (AHL 18.D)."""
    if character.nerve in PANICKED:
        raise RuleError(f"{name} is {character.nerve} and cannot {act}: see /morale rally (AHL 18.D).")
