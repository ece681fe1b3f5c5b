"""Rooms, walls and doors as values: what they are built of, what destroys them, and how long work on them takes (C3K
Destruction).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from bot.deck.plan import Edge
from bot.engine.errors import RuleError
from bot.engine.typed import match, quoted
from bot.systems.combat3000.lists.others import CloseWeapon, Shell
from bot.systems.combat3000.lists.weapons import Class, Weapon


class What(StrEnum):
    """What a structure is."""

    ROOM = "room"
    WALL = "wall"
    DOOR = "door"


class Build(StrEnum):
    """How strongly it is built."""

    LIGHT = "light"
    HEAVY = "heavy"
    ARMOURED = "armoured"


# A heavy structure is light once so many destructive hits have struck it (ruling B-D2).
WORN_DOWN = 3
# A light wall opens by 4 cm, an armoured one by 2; a falling room strikes by +3, a whole building by +8.
BREACH_CM, ARMOURED_BREACH_CM = 4, 2
ROOM_EFFECT, BUILDING_EFFECT = 3, 8
# A room falls, and an unsafe building with it, on so much of a decimal die.
FALLS_ON = 8


@dataclass(frozen=True, slots=True)
class Structure:
    """A room, a wall or a door by its name.

    `armour` is an armoured one's value; `hits` are the destructive hits that a heavy one has taken, `breaches` the
    holes in a wall, and whatever is `down` has fallen or been knocked down. `unlocked` is a door whose lock is shot
    off. A room is of a `building`, on its ground floor or `upper`; a wall or a door is of a `room`. `inside` are those
    who are in a room off the deck. On the `deck` of that name a room has its `number`, a wall or a door its `edge`.
    `metres` is how thick it is, 0 for what one turn of cutting goes through.
    """

    name: str
    what: What = What.ROOM
    build: Build = Build.LIGHT
    armour: int = 0
    hits: int = 0
    breaches: int = 0
    down: bool = False
    unlocked: bool = False
    building: str = ""
    upper: bool = False
    room: str = ""
    inside: tuple[str, ...] = ()
    deck: str = ""
    number: int = 0
    edge: Edge | None = None
    metres: Fraction = Fraction(0)

    @property
    def worn(self) -> bool:
        """Whether a heavy one has become light."""
        return self.build is Build.HEAVY and self.hits >= WORN_DOWN

    @property
    def stands_as(self) -> Build:
        """How strong it is now."""
        return Build.LIGHT if self.worn else self.build

    @property
    def is_open(self) -> bool:
        """Whether there is a way through it, or it is gone."""
        return self.down or self.breaches > 0

    def renamed(self, name: str, new: str) -> "Structure":
        """The same with somebody inside under another name; with none they have left."""
        if name not in self.inside:
            return self
        return replace(self, inside=tuple(filter(None, (new if one == name else one for one in self.inside))))


def struck(structure: Structure) -> tuple[Structure, bool]:
    """A heavy structure after a destructive hit, and whether it counted as one on a light structure: the first three
    only make it one (ruling B-D2).
    """
    if structure.build is not Build.HEAVY or structure.worn:
        return structure, True
    return replace(structure, hits=structure.hits + 1), False


_CALIBRE, _HEAVY_EFFECT = 2, 3
_DESTROY = {"explosive", "armour-piercing"}


def destructive(arm: Weapon | CloseWeapon | None, shell: Shell | None = None, effect: int | None = None) -> bool:
    """Whether a hit by it destroys: explosive and armour piercing shot of calibre 2 and more, H weapons of effect +3
    and more, all disrupters, the Hammerstaff (ruling B-D1). What harms the living alone never does (ruling B-F30).
    """
    if shell:
        return shell.calibre >= _CALIBRE and bool(_DESTROY & shell.traits) and "living" not in shell.traits
    if isinstance(arm, CloseWeapon):
        return arm.name.startswith("Disrupter")
    if arm is None or "living" in arm.traits:
        return False
    own = effect if effect is not None else arm.effect
    heavy = arm.kind is Class.HEAVY and own is not None and own >= _HEAVY_EFFECT
    return heavy or bool({"disrupter", "hammerstaff"} & arm.traits)


def ground_floor(rooms: Iterable[Structure], building: str) -> tuple[Structure, ...]:
    """The rooms of a building's ground floor."""
    return tuple(each for each in rooms if each.what is What.ROOM and each.building == building and not each.upper)


def unsafe(structures: Iterable[Structure], building: str) -> bool:
    """Whether half of a composite building's ground-floor rooms are down (ruling B-D3)."""
    known = tuple(structures)
    rooms = [each for each in known if each.what is What.ROOM and each.building == building]
    ground = ground_floor(known, building)
    return bool(building) and len(rooms) > 1 and 2 * sum(each.down for each in ground) >= len(ground) > 0


_CHARGE_TURNS = 5


def turns_to_break(strength: int) -> int:
    """For how many turns somebody charges a light door until it is down (ruling B-D4)."""
    return max(1, _CHARGE_TURNS - strength)


_LOCKS = {Build.LIGHT: 1, Build.HEAVY: 3}
LOCK_SIZE = -3


def lock_needs(build: Build, armour: int) -> int:
    """The effect that a weapon needs to shoot off a lock: +1, +3, or the value of an armoured door (C3K Doors)."""
    return _LOCKS.get(build, armour)


def sabotage_turns(die: int, dexterity: int = 0) -> int:
    """For how many turns somebody seeks access to what they sabotage (ruling B-D5)."""
    return max(1, die - dexterity)


def mending_turns(die: int) -> int:
    """For how many turns somebody mends what was sabotaged (ruling B-D5)."""
    return max(1, die - 1)


_CUTS = {Build.LIGHT: Fraction(2), Build.HEAVY: Fraction(1)}
_LASER_CM, _MOUNTED_CM = 4, 20


def cut_depth(build: Build, armour: int = 0) -> Fraction:
    """How many metres a laser cuts through in a turn: 2 of a light wall, 1 of a heavy one, of armour 2 by its value
    (ruling B-D6).
    """
    return _CUTS.get(build) or Fraction(2, max(1, armour))


def cutting_turns(structure: Structure) -> int:
    """How many turns it takes a laser to cut through it, one at least."""
    return max(1, -(-structure.metres // cut_depth(structure.stands_as, structure.armour)))


def can_cut(cm: int, *, heavy: bool = False, mounted: bool = False, still: bool = True) -> bool:
    """Whether a laser is near enough to cut: within 4 cm, one of class H on a mount that stays still within 20."""
    return cm <= (_MOUNTED_CM if heavy and mounted and still else _LASER_CM)


def is_laser(arm: Weapon | CloseWeapon) -> bool:
    """Whether a weapon cuts with a laser."""
    return "Laser" in arm.name.split()


_METRES = re.compile(r"(\d{1,2})(?:[.,](\d{1,2}))?\s*m?")


def read_metres(text: str) -> Fraction:
    """How thick something is, as `1.5`; RuleError for what is no such length."""
    found = _METRES.fullmatch(text.strip())
    if not found:
        raise RuleError(f"How thick it is reads like 1.5, in metres, not {quoted(text)}.")
    return Fraction(f"{found[1]}.{found[2] or 0}")


def find_structure(structures: Iterable[Structure], typed: str) -> Structure:
    """The structure that was meant by a name; raises RuleError where there is none."""
    known = {each.name: each for each in structures}
    if not known:
        raise RuleError(f"There is no {quoted(typed)}, nor any other structure: /structure add names one first.")
    return known[match(typed, known, what="structure")]
