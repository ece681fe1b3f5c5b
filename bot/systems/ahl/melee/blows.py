"""A blow in melee: what it depends on, each modifier of it, and what the melee table gives (AHL 17.B, 20, 21, 26.B)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from bot.deck.board import Board
from bot.deck.passage import can_pass
from bot.deck.plan import At, Bearing, adjacent, bearing, range_between
from bot.engine.dice import Check, Dice, Modifier, ModifierRules, applied, referees_own
from bot.engine.errors import RuleError
from bot.engine.scene import Unit
from bot.systems.ahl.asked.fighting import Brawl
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.tables import Effect, MeleeTable
from bot.systems.ahl.wounds.damage import ORDINARY, Damage, Severity, Surroundings, Wound, Wounded, surroundings_of


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The place of a melee, and the rulings that leave a choice.

    `battle_dress` is how many columns it moves the attack down (R-25); `stuns_add` counts each stun of its own
    (R-116); `surroundings` are what every wound depends on, and `asked` is what the order says.
    """

    zero_g: bool = False
    battle_dress: int = 2
    stuns_add: bool = False
    surroundings: Surroundings = ORDINARY
    asked: Brawl | None = None


def circumstances_of(asked: Brawl, *, zero_g: bool, airless: bool) -> Circumstances:
    """What was asked for comes to; `airless` is what a deck knows of the place."""
    return Circumstances(
        zero_g=zero_g,
        battle_dress=2 if asked.battle_dress_melee == "2 columns" else 0,
        stuns_add=asked.stuns == "add",
        surroundings=surroundings_of(asked).around(airless=airless),
    )


@dataclass(frozen=True, slots=True)
class Fighter:
    """Who fights: the name for messages and the sheet."""

    name: str
    character: Character

    @property
    def factor(self) -> int:
        """The melee factor: twice a blob's life level, else the melee value less wounds and stuns (AHL 20, 12.B.1)."""
        if self.character.being is Being.BLOB:
            return 2 * self.character.life_level
        return self.character.melee - self.character.lowered


@dataclass(frozen=True, slots=True)
class Attack:
    """One fighter's attack on another; each melee is one against one (AHL 17)."""

    attacker: Fighter
    defender: Fighter
    same_square: bool = False
    dived: bool = False
    dm: int = 0
    because: str = ""

    @property
    def difference(self) -> int:
        """The attacker's melee factor minus the defender's (AHL 17.B)."""
        return self.attacker.factor - self.defender.factor


def _same_square(attack: Attack) -> Modifier | None:
    """For everybody in the square but whoever dived into it (ruling R-113)."""
    cramped = attack.same_square and not attack.dived
    return Modifier(-1, "same square", "AHL 17.B") if cramped else None


def _dive(attack: Attack) -> Modifier | None:
    return Modifier(2, "dive", "AHL 17.B") if attack.dived else None


def _referee(attack: Attack) -> Modifier | None:
    return referees_own(attack.dm, attack.because)


ON_THE_DIE = (_same_square, _dive, _referee)


def shift(defender: Character, circumstances: Circumstances) -> Modifier | None:
    """By how many columns, as a negative number, an attack on this defender is moved to the left.

    A vacc suit, which counters code cloth, moves it one, combat armor and battle dress two (AHL 17.B, rulings
    R-23 to R-26); a robot two in all, whatever it wears (AHL 21, ruling R-27).
    """
    if defender.robot:
        return Modifier(-2, "robot", "AHL 21")
    columns = {"vacc suit": 1, "cloth": 1, "combat armor": 2, "battle dress": circumstances.battle_dress}
    best = max(defender.kinds_worn, key=lambda name: columns.get(name, 0), default="none")
    return Modifier(-columns[best], best, "AHL 17.B") if columns.get(best) else None


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack worked out: the column (None where nothing has an effect), the die, and the result.

    `table` is the table's result, `effect` what it comes to on this defender. A book without that table has no column;
    its blow is a throw to hit with the `damage` of a hit.
    """

    attack: Attack
    shift: Modifier | None
    column: int | None
    check: Check | None
    table: Effect
    effect: Effect
    damage: Damage | None = None


def strike(
    attack: Attack,
    table: MeleeTable,
    circumstances: Circumstances,
    dice: Dice,
    modifiers: ModifierRules[Attack] = ON_THE_DIE,
) -> Blow:
    """Resolve one attack (AHL 17.B); off the left edge of the table no die is thrown."""
    moved = shift(attack.defender.character, circumstances)
    column = table.column(attack.difference, -moved.dm if moved else 0)
    if column is None:
        return Blow(attack, moved, None, None, Effect.NONE, Effect.NONE)
    why = f"{attack.attacker.name} strikes"
    check = Check(why, dice.roll(1, why=why), applied(modifiers, attack))
    result = table.effect(column, check.total)
    return Blow(attack, moved, column, check, result, effect_on(attack.defender.character, result, circumstances))


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


def check_reach(board: Board, unit: Fighter, target: Fighter, any_way: bool) -> None:
    """Raise RuleError where somebody's blow doesn't reach a target from there, `any_way` they face (AHL 17)."""
    mine, theirs = board.people[unit.name], board.people[target.name]
    if mine.at == theirs.at:
        return
    if touching(board, mine.at, (theirs.at,)) is None:
        _apart(board, unit.name, target.name, (theirs.at,))
    if not any_way and bearing(mine.facing, mine.at, theirs.at) is not Bearing.FRONT:
        raise RuleError(
            f"{target.name} is in no front square of {unit.name}: turn {unit.name} with /face first (AHL 17)."
        )


def check_beside(board: Board, unit: Unit, target: Unit) -> At:
    """The square of a target that touches somebody's, with nothing between: where it stands, or another that it fills.

    Raises RuleError where there is none.
    """
    body = squares_of(board, target)
    return touching(board, board.people[unit.name].at, body) or _apart(board, unit.name, target.name, body)


def touching(board: Board, mine: At, body: Sequence[At]) -> At | None:
    """The first of some squares that touches one, with nothing between; None where there is none."""
    return next((at for at in body if adjacent(mine, at) and can_pass(board, mine, at)), None)


def _apart(board: Board, name: str, target: str, body: Sequence[At]) -> NoReturn:
    mine = board.people[name].at
    if any(adjacent(mine, at) for at in body):
        raise RuleError(f"Something stands between {name} and {target}: go round it first (AHL 17).")
    squares = min(range_between(mine, at, board.plan.separation) for at in body)
    raise RuleError(f"{name} is {squares} squares from {target}: /move to an adjacent square first (AHL 17).")


# Among equals; nothing depends on it (ruling R-114).
WHO_FIRST = "who strikes first"


def largest_first(attacks: Sequence[Attack], dice: Dice) -> list[Attack]:
    """The larger melee factor strikes first, equals at random (AHL 17.A); nothing depends on it (ruling R-114)."""
    left, order = list(attacks), []
    while left:
        largest = max(attack.attacker.factor for attack in left)
        first = dice.pick([attack for attack in left if attack.attacker.factor == largest], why=WHO_FIRST)
        order.append(first)
        left.remove(first)
    return order


# The rest of the phase in which the blow fell, and all of the next one (AHL 17.C.2).
_PHASES_OF_A_STUN = 2


def land(blow: Blow, character: Character, circumstances: Circumstances, wound: Wound, dice: Dice) -> Wounded:
    """A character after a blow that falls on them, as they are by then (AHL 17.C)."""
    return suffer(character, blow.effect, circumstances, wound, dice)


def suffer(character: Character, effect: Effect, circumstances: Circumstances, wound: Wound, dice: Dice) -> Wounded:
    """A character after a result that falls on them (AHL 17.C); a light wound throws for consciousness.

    A stun does nothing to a blob itself: it lets go of whom it grips, which the melee sees to (AHL 20).
    """
    if effect is Effect.NONE or character.being is Being.BLOB or character.condition is Condition.DEAD:
        return Wounded(character)
    if effect is Effect.STUN:
        return Wounded(stunned(character, add=circumstances.stuns_add))
    if effect is Effect.DEAD:
        return wound(character, Severity.DEAD, dice, circumstances.surroundings)
    return _wounded(character, effect, circumstances, wound, dice)


def _wounded(character: Character, effect: Effect, circumstances: Circumstances, wound: Wound, dice: Dice) -> Wounded:
    """A light wound or unconsciousness, each of which vacuum makes a serious wound (ruling R-84)."""
    surroundings = circumstances.surroundings
    if surroundings.worsens(character):
        return wound(character, Severity.SERIOUS, dice, surroundings)
    if effect is Effect.UNCONSCIOUS:
        return Wounded(_knocked_out(character))
    return wound(character, Severity.LIGHT, dice, surroundings)


def stunned(character: Character, *, add: bool) -> Character:
    """The character off balance until the end of the next phase (AHL 17.C.2).

    A stun on top of another only lasts longer, unless they `add` (ruling R-116).
    """
    earlier = (*character.more_stuns, character.stunned) if add and character.stunned else character.more_stuns
    return replace(character, stunned=_PHASES_OF_A_STUN, more_stuns=earlier)


def _knocked_out(character: Character) -> Character:
    """A light wound, and out without a throw (AHL 17.C.4); whoever is out already stays so."""
    out = Condition.UNCONSCIOUS if character.condition is Condition.ACTIVE else character.condition
    return replace(character, light_wounds=character.light_wounds + 1, condition=out)


def melee_value(strength: int, dexterity: int, brawling: int, *, up: bool = False) -> int:
    """A melee value from Traveller's characteristics and skill, rounded down or `up` (Traveller B, ruling R-139)."""
    return (strength + dexterity + (3 if up else 0)) // 4 + brawling
