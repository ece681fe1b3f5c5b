"""A character of AHL: what the back of a counter says, wounds, and what they carry (AHL 12.B, 25.A)."""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.engine.cards import counted, sentence, signed
from bot.engine.errors import RuleError
from bot.engine.typed import match
from bot.systems.sheets import SheetType


class Condition(StrEnum):
    """Whether a character can act."""

    ACTIVE = "active"
    UNCONSCIOUS = "unconscious"
    SERIOUS = "seriously wounded"
    DEAD = "dead"


class Being(StrEnum):
    """What a character is; rules 20 and 21 treat blobs and robots apart."""

    PERSON = "person"
    WARBOT = "warbot"
    MAINTENANCE_ROBOT = "maintenance robot"
    BLOB = "blob"


class Nerve(StrEnum):
    """What failed morale checks have made of a character (AHL 18.D)."""

    STEADY = "steady"
    HALTED = "halted"
    FLEEING = "fleeing"
    COWERING = "cowering"


# Whoever has panicked acts again when they have rallied (AHL 18.D).
PANICKED = {Nerve.FLEEING, Nerve.COWERING}


@dataclass(frozen=True, slots=True)
class ZeroG:
    """What counts towards losing control at the end of a phase in zero-G, and whether it is lost (AHL 26.B).

    `fired` names the weapon that was fired in this phase, `melee` is "attacker" or "defender" for whoever
    fought in it. `drift` is the direction in which they drift, such as NE, and `fast` whether at running speed
    (AHL 26.C).
    """

    fired: str = ""
    melee: str = ""
    handhold: bool = False
    disoriented: bool = False
    drift: str = ""
    fast: bool = False


@dataclass(frozen=True, slots=True)
class Clip:
    """Rounds in one clip, all of one kind of ammunition (empty for a weapon's only kind)."""

    ammunition: str
    rounds: int


@dataclass(frozen=True, slots=True)
class Carried:
    """A weapon in hand: its skill DM, the clip in it, and spare clips.

    A weapon whose rounds aren't counted carries a clip of 0 rounds that only names its ammunition; `fired` is how
    many shots it has fired where a campaign counts them all the same (ruling R-09).
    """

    weapon: str
    skill: int
    loaded: Clip
    spare: tuple[Clip, ...] = ()
    fired: int = 0


@dataclass(frozen=True, slots=True)
class Character:
    """One character; the first weapon is the one in use.

    `rank` is the counter's code, such as O3 or E1. `stunned` counts the phases left of a stun, this one
    included, and `more_stuns` those of earlier ones where each counts (ruling R-116). `life_level` is a blob's
    only factor. `grenades` counts those carried. `second_armour` is worn besides the first, such as
    reflec under a suit.
    """

    armour: str = "none"
    melee: int = 5
    morale: int = 7
    leadership: int = 0
    weapons: tuple[Carried, ...] = ()
    light_wounds: int = 0
    condition: Condition = Condition.ACTIVE
    being: Being = Being.PERSON
    life_level: int = 0
    rank: str = ""
    stunned: int = 0
    more_stuns: tuple[int, ...] = ()
    nerve: Nerve = Nerve.STEADY
    gripped_by: str = ""
    zero_g: ZeroG = ZeroG()
    grenades: int = 0
    second_armour: str = "none"

    @property
    def worn(self) -> tuple[str, ...]:
        """The kinds of armour that they wear, the first one first."""
        return tuple(name for name in (self.armour, self.second_armour) if name != "none")

    @property
    def lowered(self) -> int:
        """How much skill, melee and morale are lowered: 1 for each light wound, and 1 for a stun."""
        return self.light_wounds + self.stuns

    @property
    def stuns(self) -> int:
        """How many stuns lower their skill, melee and morale."""
        return (1 if self.stunned else 0) + len(self.more_stuns)

    @property
    def robot(self) -> bool:
        """Whether rule 21 applies."""
        return self.being in {Being.WARBOT, Being.MAINTENANCE_ROBOT}

    @property
    def suited(self) -> bool:
        """Whether the armour keeps air in; counters coded cloth wear vacc suits (AHL 22, ruling R-26)."""
        return not {"vacc suit", "cloth", "combat armor", "battle dress"}.isdisjoint(self.worn)

    def carried(self, name: str, who: str) -> Carried:
        """The weapon of that name, or the first where no name is given.

        Raises RuleError, in which `who` is the character's name, where they carry no such weapon.
        """
        if not self.weapons:
            raise RuleError(f"{who} carries no weapon: give him one with /character give.")
        if not name:
            return self.weapons[0]
        names = [carried.weapon for carried in self.weapons]
        try:
            wanted = match(name, names, what="weapon")
        except RuleError as miss:
            raise RuleError(f"{who} carries {sentence(names)}. {miss}") from None
        return self.weapons[names.index(wanted)]

    def with_carried(self, carried: Carried) -> "Character":
        """The same character with that weapon as it is now; a new weapon comes last."""
        kept = tuple(carried if held.weapon == carried.weapon else held for held in self.weapons)
        return replace(self, weapons=kept if carried in kept else (*kept, carried))


SHEET = SheetType(Character)


def state(character: Character) -> str:
    """Wounds in words: `1 light wound, unconscious`, or `unhurt`."""
    words = []
    if character.light_wounds:
        words.append(f"{character.light_wounds} light wound{'s' if character.light_wounds > 1 else ''}")
    if character.robot and character.condition is Condition.DEAD:
        words.append("destroyed")
    elif character.condition is not Condition.ACTIVE:
        words.append(character.condition.value)
    if character.stuns:
        words.append("stunned" if character.stuns == 1 else f"stunned {character.stuns} times")
    if character.nerve is not Nerve.STEADY:
        words.append(character.nerve.value)
    if character.gripped_by:
        words.append(f"gripped by {character.gripped_by}")
    if character.zero_g.disoriented:
        words.append("disoriented")
    if character.zero_g.drift:
        words.append(f"drifting {'fast ' if character.zero_g.fast else ''}{character.zero_g.drift}")
    return ", ".join(words) or "unhurt"


def named_weapon(weapon: str, kind: str) -> str:
    """A weapon with its kind of ammunition: `ACR (DS)`."""
    return f"{weapon} ({kind})" if kind else weapon


def carried_line(carried: Carried, clip_size: int) -> str:
    """A weapon in words: `ACR (DS) +1: 16 of 20 rounds, 8 clips`."""
    name = f"{named_weapon(carried.weapon, carried.loaded.ammunition)} {signed(carried.skill)}"
    if not clip_size:
        return name
    clips = f", {counted(len(carried.spare), 'clip')}"
    return f"{name}: {carried.loaded.rounds} of {clip_size} rounds{clips}"
