"""Explosions: who suffers collateral damage, with what penetration, and equipment that explodes (AHL 15)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.dice import Dice
from bot.engine.modifiers import Check, referees_own
from bot.systems.ahl.blast import satchels
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.tables.weapons import Armour, Band, Weapon
from bot.systems.ahl.wounds.damage import ORDINARY, Damage, Hit, Level, Surroundings, Wounded, throw_damage, wound

FURTHEST = 2


class Cause(StrEnum):
    """What explodes, or strikes so that others are hurt; HEAP rounds are listed because they do not."""

    GRENADE = "grenade"
    HE = "HE"
    HEAP = "HEAP"
    PLASMA = "plasma"
    FUSION = "fusion"
    SATCHEL = "satchel"
    GREEN = "green equipment"
    RED = "red equipment"


STRIKES = frozenset({Cause.HE, Cause.PLASMA, Cause.FUSION})
EQUIPMENT = {Cause.GREEN: -6, Cause.RED: -10}


def collateral_penetration(cause: Cause, penetration: int, squares: int) -> int:
    """The penetration that is left so many squares away, 0 for none (AHL 15.B.2).

    HE, plasma and fusion strikes halve theirs in the square itself, explosions only from one square away; each
    further square halves it again, always down.
    """
    if cause is Cause.HEAP or squares > FURTHEST:
        return 0
    return penetration >> (squares + (1 if cause in STRIKES else 0))


def usual_penetration(cause: Cause, weapons: Mapping[str, Weapon]) -> int | None:
    """The penetration of what always has the same; None for strikes, where gun and range decide.

    Grenades and green equipment are as 4cm RAM HE (AHL 15.A, 16), red equipment as a fusion gun's strike.
    """
    if cause is Cause.SATCHEL:
        return satchels.PENETRATION
    if cause in {Cause.GRENADE, Cause.GREEN}:
        return weapons["4cm RAM"].row("HE").cells[Band.EFFECTIVE].penetration
    if cause is Cause.RED:
        return weapons["FGMP-14/15"].row("").cells[Band.EFFECTIVE].penetration
    return None


@dataclass(frozen=True, slots=True)
class Blast:
    """An explosion or strike in a square. `thrown_for` makes those in the square of an explosion throw 8+
    (ruling R-88); `dm` counts on every throw to suffer collateral damage.
    """

    cause: Cause
    penetration: int
    surroundings: Surroundings = ORDINARY
    thrown_for: bool = False
    dm: int = 0
    because: str = ""


@dataclass(frozen=True, slots=True)
class Near:
    """Somebody in reach of an explosion: the name for messages, the sheet, its armour, how many squares away, and
    whether a deck shows that he stands without air.
    """

    name: str
    character: Character
    armour: Armour
    squares: int = 0
    airless: bool = False


@dataclass(frozen=True, slots=True)
class Suffered:
    """What an explosion did to one character.

    `penetration` is what reached him (0: nothing), `check` the throw to suffer (None: none was needed).
    """

    near: Near
    penetration: int
    check: Check | None = None
    damage: Damage | None = None
    wounded: Wounded | None = None

    @property
    def after(self) -> Character:
        """The character with any wounds."""
        return self.wounded.after if self.wounded else self.near.character


def needed_to_suffer(blast: Blast, squares: int) -> int | None:
    """The throw on which somebody so many squares away suffers, None where he does without (AHL 15.B.1)."""
    if squares:
        return {1: 10, 2: 12}[squares]
    return 8 if blast.thrown_for and blast.cause not in STRIKES else None


def collateral(blast: Blast, near: Near, dice: Dice) -> Suffered:
    """Resolve one character's collateral damage (AHL 15.B): armour counts, cover and evading don't."""
    penetration = collateral_penetration(blast.cause, blast.penetration, near.squares)
    if not penetration or near.character.condition is Condition.DEAD:
        return Suffered(near, 0)
    needed = needed_to_suffer(blast, near.squares)
    check = _throw_to_suffer(blast, needed, dice) if needed else None
    if check and not check.made:
        return Suffered(near, penetration, check)
    return _hurt(blast, near, penetration, check, dice)


def strike(blast: Blast, target: Near, dice: Dice) -> Suffered:
    """Resolve the direct hit of a strike, at full penetration; he takes no collateral damage (ruling R-89).

    HE makes the wound one level worse (AHL 12.D).
    """
    if target.character.condition is Condition.DEAD:
        return Suffered(target, 0)
    return _hurt(blast, target, blast.penetration, None, dice, steps_up=blast.cause is Cause.HE)


def _throw_to_suffer(blast: Blast, needed: int, dice: Dice) -> Check:
    own = referees_own(blast.dm, blast.because)
    return Check("to suffer", dice.roll(2, why="to suffer"), (own,) if own else (), needed)


def _hurt(
    blast: Blast, near: Near, penetration: int, check: Check | None, dice: Dice, *, steps_up: bool = False
) -> Suffered:
    surroundings = blast.surroundings.around(airless=near.airless)
    worse = surroundings.worsens(near.character)
    hit = Hit(penetration, near.armour, steps_up=steps_up, robot=near.character.robot, in_vacuum=worse)
    damage = throw_damage(hit, dice)
    return Suffered(near, penetration, check, damage, wound(near.character, damage.level, dice, surroundings))


def hit_equipment(cause: Cause, penetration: int, dice: Dice) -> Damage:
    """The damage throw of a fire whose line ends on red or green equipment: a sure hit (AHL 15.A).

    HE makes it no worse (ruling R-94).
    """
    armour = Armour(cause.value, EQUIPMENT[cause], lasers_only=False, rule="AHL 15.A")
    return throw_damage(Hit(penetration, armour), dice)


def explodes(damage: Damage) -> bool:
    """Whether equipment explodes: on the result of a serious wound or death (AHL 15.A)."""
    return damage.level >= Level.SERIOUS
