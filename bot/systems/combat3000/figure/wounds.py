"""Wounds, as the book's appendix has them: points, what they take from a profile, parts of the body, stuns."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.engine.dice import Check, Dice, Modifier
from bot.systems.combat3000.figure.sheet import Part, Wound

KILLED: Final = 15
_FIRST = 11
ARMS = frozenset({Part.LEFT_ARM, Part.RIGHT_ARM})
LEGS = frozenset({Part.LEFT_LEG, Part.RIGHT_LEG})
# What each face of the decimal die strikes, on a human; other creatures have tables of their players' own.
LOCATIONS = (*[Part.BODY] * 5, Part.LEFT_LEG, Part.RIGHT_LEG, Part.LEFT_ARM, Part.RIGHT_ARM, Part.HEAD)


def wound_points(total: int) -> int:
    """The points of a kill throw from 11 to 14: 1 to 4; none below, and from 15 on it kills (ruling B-D7)."""
    return total - _FIRST + 1 if _FIRST <= total < KILLED else 0


@dataclass(frozen=True, slots=True)
class Losses:
    """What wounds take from a profile, as figures to add."""

    strength: int
    reflex: int
    dexterity: int


def losses(points: int) -> Losses:
    """Strength 1 a point; reflex 1 at the second, dexterity 1 at the third, each 1 more at the fourth (B-D9)."""
    return Losses(-points, -((points >= 2) + (points >= 4)), -((points >= 3) + (points >= 4)))


def points_in(wounds: Iterable[Wound], part: Part) -> int:
    """The wound points that a part of the body has taken together."""
    return sum(wound.points for wound in wounds if wound.part is part)


def strike_location(dice: Dice, concealed: frozenset[Part] = frozenset()) -> Part:
    """Throw for the part of the body that a wound is in, among those that nothing conceals.

    The book throws again while a concealed part comes up: a die with the faces that are left is the same. With
    everything concealed nothing can be struck, and the whole table counts. The throw is folded, so that exact odds look
    at the parts and not at each face.
    """
    faces = [part for part in LOCATIONS if part not in concealed] or list(LOCATIONS)
    return dice.fold(("hit location",), Part.UNPLACED, lambda thrower, _, why: thrower.pick(faces, why=why))


def conceals(concealed: frozenset[Part], *, heavy: bool, explosive: bool) -> frozenset[Part]:
    """What hard cover conceals from a weapon: nothing from H class and explosive ones (C3K Further wounds)."""
    return frozenset() if heavy or explosive else concealed


def walk_lost(wounds: Iterable[Wound]) -> int:
    """How many cm a turn wounded legs cost: 1 for a point in a leg, 2 from two points on."""
    struck = tuple(wounds)
    return sum(min(2, points_in(struck, leg)) for leg in LEGS)


def useless(wounds: Iterable[Wound], limb: Part) -> bool:
    """Whether an arm or a leg can't be used any more: from two points on."""
    return limb in ARMS | LEGS and points_in(wounds, limb) >= 2


def lost(wounds: Iterable[Wound], limb: Part) -> bool:
    """Whether an arm is gone: from three points on."""
    return limb in ARMS and points_in(wounds, limb) >= 3


def fatal(wounds: Iterable[Wound]) -> bool:
    """Whether the wounds kill by adding up, as those of the head do from two points on (ruling B-D9)."""
    return points_in(wounds, Part.HEAD) >= 2


def action_factor(wounds: Iterable[Wound], arms: Iterable[Part] = ARMS) -> int:
    """By what the turns of an action with these arms are multiplied: 2 once one of them is wounded (ruling B-O7)."""
    struck = tuple(wounds)
    return 2 if any(points_in(struck, arm) for arm in arms) else 1


def location_effect(part: Part, points: int) -> str:
    """What a number of points in a part does, in words."""
    struck = (Wound(points, part),)
    if fatal(struck):
        return "killed"
    if lost(struck, part):
        return "limb lost"
    if part is Part.HEAD:
        return "stun trebled"
    if part in LEGS:
        return f"walk −{walk_lost(struck)} cm{', leg useless' if useless(struck, part) else ''}"
    if part in ARMS:
        return "arm useless" if useless(struck, part) else "−15 to hit with this arm, its actions take double"
    return "wounds only"


@dataclass(frozen=True, slots=True)
class StunThrow:
    """The throw for the turns of stun that a wound brings; `trebled` by a wound in the head."""

    check: Check
    trebled: bool

    @property
    def turns(self) -> int:
        """The turns, not counting the present one; never below 0 (ruling B-D8)."""
        return max(0, self.check.total) * (3 if self.trebled else 1)


def throw_stun(wound: Wound, dice: Dice) -> StunThrow:
    """Throw two dice, add the points of this wound and subtract 6 (C3K Wounds and kills)."""
    modifiers = (
        Modifier(wound.points, "wound points", "C3K Wounds and kills"),
        Modifier(-6, "always", "C3K Wounds and kills"),
    )
    return StunThrow(Check("stun", dice.roll(2, why="stun"), modifiers), trebled=wound.part is Part.HEAD)
