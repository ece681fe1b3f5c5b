"""Getting over wounds: waking, and healing by word (AHL 12.C)."""

from dataclasses import dataclass, replace

from bot.engine.dice import Check, Dice, Modifier
from bot.systems.ahl.sheet.character import Character, Condition, Nerve, ZeroG

_WAKES = 6
# A morale value at which every check fails.
_NEVER = 1


@dataclass(frozen=True, slots=True)
class Recovery:
    """A try to wake: the throw, and the character after it."""

    check: Check
    after: Character

    @property
    def woke(self) -> bool:
        """Whether the character is conscious again."""
        return self.check.made


def try_to_wake(character: Character, dice: Dice, own: Modifier | None = None) -> Recovery | None:
    """Throw the recovery die of a decision phase: 6 wakes; None if somebody can't wake (AHL 12.C, R-82).

    `own` is the referee's modifier on the die.
    """
    if character.condition is not Condition.UNCONSCIOUS:
        return None
    check = Check("waking", dice.roll(1, why="waking"), (own,) if own else (), _WAKES)
    return Recovery(check, replace(character, condition=Condition.ACTIVE) if check.made else character)


def rested(character: Character) -> Character:
    """The character once days have passed: awake (AHL 12.C), over stuns and drift, and steady again, unless their
    morale is so low that no check rallies them (AHL 18.D, ruling R-123).
    """
    rallies = character.morale - character.lowered > _NEVER
    return replace(
        character,
        condition=Condition.ACTIVE if character.condition is Condition.UNCONSCIOUS else character.condition,
        nerve=Nerve.STEADY if rallies else character.nerve,
        stunned=0,
        more_stuns=(),
        zero_g=ZeroG(),
    )


def heal(character: Character, wounds: str) -> Character:
    """The character without one of their wounds, or without whatever ails them, death and panic included."""
    if wounds == "everything":
        whole = replace(character, light_wounds=0, serious_wounds=0, condition=Condition.ACTIVE)
        return replace(whole, nerve=Nerve.STEADY, stunned=0, more_stuns=(), gripped_by="", zero_g=ZeroG())
    if wounds == "light wound":
        return replace(character, light_wounds=max(0, character.light_wounds - 1))
    if wounds == "serious wound":
        character = replace(character, serious_wounds=max(0, character.serious_wounds - 1))
    healed = {"serious wound": Condition.SERIOUS, "unconsciousness": Condition.UNCONSCIOUS}[wounds]
    return replace(character, condition=Condition.ACTIVE) if character.condition is healed else character
