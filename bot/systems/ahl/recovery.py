"""Coming round, and being healed (AHL 12.C)."""

from dataclasses import dataclass, replace

from bot.engine.dice import Dice
from bot.systems.ahl.sheet import Character, Condition, Nerve, ZeroG


@dataclass(frozen=True, slots=True)
class Recovery:
    """A try to wake: the die, and the character after it."""

    die: int
    after: Character

    @property
    def woke(self) -> bool:
        """Whether the character is conscious again."""
        return self.after.condition is Condition.ACTIVE


def try_to_wake(character: Character, dice: Dice) -> Recovery | None:
    """Throw the recovery die of a decision phase: 6 wakes; None for whoever can't wake (AHL 12.C, R-82)."""
    if character.condition is not Condition.UNCONSCIOUS:
        return None
    die = dice.roll(1, why="waking")
    return Recovery(die, replace(character, condition=Condition.ACTIVE) if die == 6 else character)


def heal(character: Character, wounds: str) -> Character:
    """The character without one of his wounds, or without whatever ails him, death and panic included."""
    if wounds == "everything":
        whole = replace(character, light_wounds=0, condition=Condition.ACTIVE, nerve=Nerve.STEADY)
        return replace(whole, stunned=0, more_stuns=(), gripped_by="", zero_g=ZeroG())
    if wounds == "light wound":
        return replace(character, light_wounds=max(0, character.light_wounds - 1))
    healed = {"serious wound": Condition.SERIOUS, "unconsciousness": Condition.UNCONSCIOUS}[wounds]
    return replace(character, condition=Condition.ACTIVE) if character.condition is healed else character
