"""What a result of melee does to a character: stuns, wounds, robots, vacuum (AHL 17.C, 20, 21, 22)."""

from dataclasses import dataclass, replace

from bot.engine.dice import Dice
from bot.systems.ahl.damage import Level, Wounded, wound
from bot.systems.ahl.melee_table import Effect
from bot.systems.ahl.sheet import Being, Character, Condition

# The rest of the phase in which the blow fell, and all of the next one (AHL 17.C.2).
_PHASES_OF_A_STUN = 2


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The place of a melee, and the rulings that leave a choice.

    `battle_dress` is how many columns it moves the attack down (R-25); `stuns_add` counts each stun of its own
    (R-116); `robots_step_up` makes robots' wounds worse in vacuum too (R-85); `robots_faint` leaves a robot that
    a light wound knocks out unconscious, not destroyed (R-86).
    """

    zero_g: bool = False
    vacuum: bool = False
    battle_dress: int = 2
    stuns_add: bool = False
    robots_step_up: bool = False
    robots_faint: bool = False


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


def worse_in_vacuum(character: Character, circumstances: Circumstances) -> bool:
    """Whether a wound becomes one level worse: in vacuum, through a suit (AHL 22, rulings R-84, R-85)."""
    if not circumstances.vacuum or character.being is Being.BLOB:
        return False
    return circumstances.robots_step_up if character.robot else character.suited


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
    """A light wound or unconsciousness, each of which vacuum makes a serious wound; that destroys a robot."""
    if worse_in_vacuum(character, circumstances):
        return wound(character, Level.DEAD if character.robot else Level.SERIOUS, dice)
    if effect is Effect.UNCONSCIOUS:
        return Wounded(_knocked_out(character))
    hurt = wound(character, Level.LIGHT, dice)
    if character.robot and hurt.after.condition is Condition.UNCONSCIOUS and not circumstances.robots_faint:
        return replace(hurt, after=replace(hurt.after, condition=Condition.DEAD))
    return hurt


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
