"""What a result of melee does to a character: stuns, wounds, robots, vacuum (AHL 17.C, 20, 21, 22)."""

from dataclasses import dataclass, replace

from bot.engine.dice import Dice
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl.tables.melee import Effect
from bot.systems.ahl.wounds.damage import ORDINARY, Level, Surroundings, Wounded, wound

# The rest of the phase in which the blow fell, and all of the next one (AHL 17.C.2).
_PHASES_OF_A_STUN = 2


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The place of a melee, and the rulings that leave a choice.

    `battle_dress` is how many columns it moves the attack down (R-25); `stuns_add` counts each stun of its own
    (R-116); `surroundings` are what every wound depends on.
    """

    zero_g: bool = False
    battle_dress: int = 2
    stuns_add: bool = False
    surroundings: Surroundings = ORDINARY


def effect_on(character: Character, effect: Effect, circumstances: Circumstances) -> Effect:
    """The table's result as it falls on this character (AHL 20, 21, 26.B).

    In zero-G it is one level lower; on a blob any result is then a stun; unconsciousness destroys a robot.
    """
    if circumstances.zero_g:
        effect = effect.lower
    if character.being is Being.BLOB:
        return min(effect, Effect.STUN)
    if character.robot and effect is Effect.UNCONSCIOUS:
        return Effect.DEAD
    return effect


def suffer(character: Character, effect: Effect, circumstances: Circumstances, dice: Dice) -> Wounded:
    """A character after a result that falls on him (AHL 17.C); a light wound throws for consciousness.

    A stun does nothing to a blob itself: it lets go of whom it grips, which the melee sees to (AHL 20).
    """
    if effect is Effect.NONE or character.being is Being.BLOB or character.condition is Condition.DEAD:
        return Wounded(character)
    if effect is Effect.STUN:
        return Wounded(stunned(character, add=circumstances.stuns_add))
    if effect is Effect.DEAD:
        return wound(character, Level.DEAD, dice)
    return _wounded(character, effect, circumstances, dice)


def _wounded(character: Character, effect: Effect, circumstances: Circumstances, dice: Dice) -> Wounded:
    """A light wound or unconsciousness, each of which vacuum makes a serious wound (ruling R-84)."""
    surroundings = circumstances.surroundings
    if surroundings.worsens(character):
        return wound(character, Level.SERIOUS, dice, surroundings)
    if effect is Effect.UNCONSCIOUS:
        return Wounded(_knocked_out(character))
    return wound(character, Level.LIGHT, dice, surroundings)


def stunned(character: Character, *, add: bool) -> Character:
    """The character off balance until the end of the next phase (AHL 17.C.2).

    A stun on top of another only lasts longer, unless they `add` (ruling R-116).
    """
    earlier = (*character.more_stuns, character.stunned) if add and character.stunned else character.more_stuns
    return replace(character, stunned=_PHASES_OF_A_STUN, more_stuns=earlier)


def _knocked_out(character: Character) -> Character:
    """A light wound, and out without a throw (AHL 17.C.4); whoever is out already stays as he is."""
    out = Condition.UNCONSCIOUS if character.condition is Condition.ACTIVE else character.condition
    return replace(character, light_wounds=character.light_wounds + 1, condition=out)
