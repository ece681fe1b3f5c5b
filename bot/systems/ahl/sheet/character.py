"""A character of AHL: what the back of a counter says, wounds, what they carry and its rounds, and whether they can act
(AHL 12.B, 18.D, 25, 26.B).
"""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import ClassVar

from bot.engine.cards import counted, sentence
from bot.engine.errors import RuleError
from bot.engine.magazines import fullest, put_in
from bot.engine.system import Scene, Settings, SheetType, Unit
from bot.engine.typed import match
from bot.systems.ahl.tables import NO_WEAPONS, Weapon
from bot.systems.marks import takes_part


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


# The places of a square that beings take up, of four (AHL 2).
ROOM = {Being.WARBOT: 2, Being.MAINTENANCE_ROBOT: 2, Being.BLOB: 4}


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
class Shape:
    """In what shape somebody is, as it is told of them.

    `stunned` counts the phases left of a stun, this one included, and `more_stuns` those of earlier ones where each
    counts (ruling R-116). `serious_wounds` are counted where more than their condition hangs on them.
    """

    light_wounds: int = 0
    condition: Condition = Condition.ACTIVE
    being: Being = Being.PERSON
    stunned: int = 0
    more_stuns: tuple[int, ...] = ()
    nerve: Nerve = Nerve.STEADY
    gripped_by: str = ""
    zero_g: ZeroG = ZeroG()
    serious_wounds: int = 0

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


@dataclass(frozen=True, slots=True)
class Character(Shape):
    """One character; the first weapon is the one in use.

    `rank` is the counter's code, such as O3 or E1. `life_level` is a blob's only factor. `grenades` counts those
    carried. `second_armour` is worn besides the first, such as reflec under a suit.
    """

    # The kinds of armour that keep air in; counters coded cloth wear vacc suits (AHL 22, ruling R-26).
    SUITS: ClassVar[frozenset[str]] = frozenset({"vacc suit", "cloth", "combat armor", "battle dress"})

    armour: str = "none"
    melee: int = 5
    morale: int = 7
    leadership: int = 0
    weapons: tuple[Carried, ...] = ()
    life_level: int = 0
    rank: str = ""
    grenades: int = 0
    second_armour: str = "none"

    @property
    def shape(self) -> Shape:
        """How they are, without what they are worth and carry."""
        return Shape(**{each.name: getattr(self, each.name) for each in fields(Shape)})

    @property
    def room(self) -> int:
        """How many of the four places of a square they take up (AHL 2)."""
        return ROOM.get(self.being, 1)

    @property
    def fills(self) -> int:
        """How many squares of a deck they fill, of each of which they leave nobody any room where they are several."""
        return 1

    @property
    def climbs(self) -> int:
        """How many metres they climb in a phase: robots and blobs none (AHL 8.B.5, 20, 21)."""
        return 0 if self.robot or self.being is Being.BLOB else 1

    @property
    def flies(self) -> bool:
        """Whether they need no ladder for it."""
        return False

    @property
    def worn(self) -> tuple[str, ...]:
        """The kinds of armour that they wear, the first one first."""
        return tuple(name for name in (self.armour, self.second_armour) if name != "none")

    @property
    def kinds_worn(self) -> tuple[str, ...]:
        """The same without the tech level that a book may name with them: battle dress 13 is battle dress."""
        return tuple(name.rstrip("0123456789").rstrip() for name in self.worn)

    @property
    def suited(self) -> bool:
        """Whether the armour keeps air in (AHL 22)."""
        return not self.SUITS.isdisjoint(self.kinds_worn)

    def carried(self, name: str, who: str) -> Carried:
        """The weapon of that name, or the first where no name is given.

        Raises RuleError, in which `who` is the character's name, where they carry no such weapon.
        """
        if not self.weapons:
            raise RuleError(f"{who} carries no weapon: give them one with /character give.")
        if not name:
            return self.weapons[0]
        names = [carried.weapon for carried in self.weapons]
        try:
            wanted = match(name, names, what="weapon", elsewhere=NO_WEAPONS)
        except RuleError as miss:
            raise RuleError(f"{who} carries {sentence(names)}. {miss}") from None
        return self.weapons[names.index(wanted)]

    def with_carried(self, carried: Carried) -> "Character":
        """The same character with that weapon as it is now; a new weapon comes last."""
        kept = tuple(carried if held.weapon == carried.weapon else held for held in self.weapons)
        return replace(self, weapons=kept if carried in kept else (*kept, carried))


SHEET = SheetType(Character)
# How somebody is in a word who is neither hurt nor anything else.
UNHURT = "unhurt"


def state(character: Shape) -> str:
    """Wounds in words: `1 light wound, unconscious`, or `unhurt`."""
    words = []
    if character.light_wounds:
        words.append(f"{character.light_wounds} light wound{'s' if character.light_wounds > 1 else ''}")
    if character.serious_wounds and character.condition is Condition.ACTIVE:
        words.append(counted(character.serious_wounds, "serious wound"))
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
    return ", ".join(words) or UNHURT


def named_weapon(weapon: str, kind: str) -> str:
    """A weapon with its kind of ammunition: `ACR (DS)`."""
    return f"{weapon} ({kind})" if kind else weapon


def can_fight(unit: Unit) -> bool:
    """Whether somebody is active, and hasn't surrendered."""
    return unit.sheet.condition is Condition.ACTIVE and takes_part(unit)


def enemies_of(scene: Scene, unit: Unit) -> list[Unit]:
    """Those of other sides on the deck who can fight."""
    return [one for one in scene.present.values() if one.side != unit.side and can_fight(one)]


def check_active(name: str, character: Character, act: str) -> None:
    """Raise RuleError where a character can't act; `act` says what they were to do."""
    if character.condition is not Condition.ACTIVE:
        raise RuleError(f"{name} is {character.condition.value} and cannot {act} (AHL 12.B, 12.C).")


def check_can(act: str, name: str, character: Character) -> None:
    """Raise RuleError where a character is in no state to fire or throw: out, panicking, or out of control."""
    check_active(name, character, act)
    check_unpanicked(name, character, act)
    if character.zero_g.disoriented:
        raise RuleError(f"{name} is disoriented and cannot {act} before they have reoriented themselves (AHL 26.B).")


def check_unpanicked(name: str, character: Character, act: str) -> None:
    """Raise RuleError where panic keeps a character from acting; `act` says what they were to do (AHL 18.D)."""
    if character.nerve in PANICKED:
        raise RuleError(f"{name} is {character.nerve} and cannot {act}: see /morale rally (AHL 18.D).")


# The lower of the source's two figures for spare clips; a campaign may be set to the higher (ruling R-140).
MOST_CLIPS = 8
_GRENADES_A_CLIP = 2


@dataclass(frozen=True, slots=True)
class Spent:
    """A weapon after one fire: rounds fired (0 where they aren't counted), and whether it was automatic."""

    after: Carried
    rounds: int
    automatic: bool


def spend(carried: Carried, weapon: Weapon, setting: str, *, unlimited: bool = False, energy_shots: int = 0) -> Spent:
    """Fire once: a burst on `automatic`, one round on `single`; "" takes automatic where there is one.

    A burst that finds fewer rounds fires those; with two or more it is still automatic fire (AHL 25.A,
    ruling R-69). In the basic game rounds are `unlimited`, and automatic weapons always on automatic (AHL 11.D); a
    weapon without a figure has `energy_shots` if not 0 (ruling R-09). Raises RuleError for an empty weapon or a
    setting that it lacks.
    """
    if setting == "automatic" and not weapon.burst:
        raise RuleError(f"{weapon.name} has no automatic setting: fire it single (AHL 11.C.2.b).")
    if setting == "single" and weapon.burst and unlimited:
        raise RuleError(
            f"In the basic game {weapon.name} always fires on automatic: leave the setting out, or count rounds, with "
            "/campaign set setting:rounds value:counted (AHL 11.D)."
        )
    wanted = weapon.burst if weapon.burst and setting != "single" else 1
    if weapon.thrown and not carried.loaded.rounds:
        raise RuleError(f"The {weapon.name} has been thrown already: choose another weapon.")
    if (unlimited and not weapon.thrown) or not (weapon.clip or energy_shots):
        return Spent(carried, 0, wanted > 1)
    rounds = min(wanted, carried.loaded.rounds if weapon.clip else energy_shots - carried.fired)
    if rounds <= 0:
        raise RuleError(f"{weapon.name} is empty: /reload it first ({'AHL 25.A' if weapon.clip else 'ruling R-09'}).")
    if not weapon.clip:
        return Spent(replace(carried, fired=carried.fired + rounds), rounds, rounds > 1)
    loaded = replace(carried.loaded, rounds=carried.loaded.rounds - rounds)
    return Spent(replace(carried, loaded=loaded), rounds, rounds > 1)


def renew(carried: Carried, weapon: Weapon) -> Carried:
    """Give a weapon without a figure its shots back; raises RuleError where it has fired none (ruling R-09)."""
    if not carried.fired:
        raise RuleError(f"{weapon.name} has all its shots left.")
    return replace(carried, fired=0)


def reloads_evading(weapon: Weapon, *, slowly: bool) -> bool:
    """Whether one evades while reloading it: in one turn, or `slowly` in as many as that takes (AHL 25.B)."""
    return any(time.evading and (slowly or time.turns == 1) for time in weapon.reloads)


def slow_evading(weapon: Weapon) -> bool:
    """Whether evading meanwhile makes reloading it two turns (AHL 25.B)."""
    return any(time.evading and time.turns > 1 for time in weapon.reloads)


def reload(carried: Carried, weapon: Weapon, kind: str) -> Carried:
    """Put in the fullest spare clip of a kind of ammunition ("" for the kind in the weapon).

    A clip with rounds left goes back among the spare ones. Raises RuleError where there is nothing to
    reload, or nothing to reload with.
    """
    if not weapon.clip:
        raise RuleError(f"{weapon.name} needs no reloading: its shots are not counted (ruling R-09).")
    if not weapon.reloads:
        raise RuleError(f"{weapon.name} cannot be reloaded during play (AHL 25.B).")
    wanted = weapon.row(kind).kind if kind else carried.loaded.ammunition
    chosen = fullest(carried.spare, wanted)
    named = " ".join(filter(None, (weapon.name, wanted)))
    if not chosen:
        raise RuleError(f"There is no spare clip for {named}: add some with /character give.")
    if wanted == carried.loaded.ammunition and carried.loaded.rounds >= chosen.rounds:
        raise RuleError(f"{named} already holds {counted(carried.loaded.rounds, 'round')}, and no spare clip has more.")
    return replace(carried, loaded=chosen, spare=put_in(chosen, carried.loaded, carried.spare))


def full_clip(weapon: Weapon, kind: str) -> Clip:
    """A full clip; raises RuleError for ammunition that the weapon doesn't take."""
    return Clip(weapon.row(kind).kind, weapon.clip)


def most_clips(settings: Settings) -> int:
    """How many spare clips a character can carry in a campaign."""
    return int(settings.get("spare clips", MOST_CLIPS))


def with_clips(carried: Carried, weapon: Weapon, kind: str, number: int) -> Carried:
    """The weapon with a number of full spare clips more; raises RuleError for a weapon that takes none."""
    if number and not weapon.reloads:
        raise RuleError(f"{weapon.name} takes no spare clips: it is not reloaded in play (AHL 25.B).")
    return replace(carried, spare=carried.spare + (full_clip(weapon, kind),) * number)


def check_load(character: Character, most: int = MOST_CLIPS) -> Character:
    """The character, if they can carry their spare clips, and two grenades for each that they leave behind.

    Raises RuleError where they are too many (AHL 25.A, ruling R-140).
    """
    clips = sum(len(carried.spare) for carried in character.weapons)
    if clips > most:
        raise RuleError(
            f"A character carries {most} spare clips at most, and these would be {clips} (AHL 25.A, ruling R-140)."
        )
    room = _GRENADES_A_CLIP * (most - clips)
    if character.grenades > room:
        what = "1 grenade is" if character.grenades == 1 else f"{character.grenades} grenades are"
        raise RuleError(
            f"{what} too many beside {clips} clips: carry two for each of {most} "
            f"clips that is left behind, {room} in all (AHL 25.A, ruling R-140)."
        )
    return character


def arm(weapon: Weapon, kind: str = "", skill: int = 0, clips: int = 0) -> Carried:
    """A weapon with a full clip in it and a number of spare ones; raises RuleError as above."""
    return with_clips(Carried(weapon.name, skill, full_clip(weapon, kind)), weapon, kind, clips)


def choose_weapon(name: str, weapons: dict[str, Weapon]) -> Weapon:
    """The weapon of the chart that was meant, by name or a counter's code; raises RuleError with the near ones."""
    by_code = {weapon.code.casefold(): weapon for weapon in weapons.values() if weapon.code}
    return by_code.get(name.strip().casefold()) or weapons[match(name, weapons, what="weapon", elsewhere=NO_WEAPONS)]
