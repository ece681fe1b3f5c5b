"""What the worked cases of several files share: how their numbers and states are read."""

from fractions import Fraction

from bot.systems.ahl.sheet.character import Character, Condition

# Circumstances that no rule here knows yet: vacuum, robots and blobs.
NOT_YET = {"suit_in_vacuum", "life_level", "robot"}


def state(before: Character, after: Character) -> str:
    if after.condition is Condition.DEAD:
        return "dead"
    if after.condition is Condition.SERIOUS:
        return "serious"
    if after.light_wounds > before.light_wounds:
        return "light unconscious" if after.condition is Condition.UNCONSCIOUS else "light conscious"
    return "no effect"


def number(value):
    """A case writes a fraction as a/b."""
    if isinstance(value, list):
        return [number(each) for each in value]
    if isinstance(value, dict):
        return {name: number(each) for name, each in value.items()}
    return Fraction(value) if isinstance(value, str) and "/" in value else value
