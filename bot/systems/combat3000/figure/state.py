"""How a figure or a vehicle is: stuns, wounds, what it has dropped, and its state by name (C3K Record sheets,
appendix).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from bot.engine.dice import Check, Dice, Modifier
from bot.engine.errors import RuleError
from bot.engine.system import Settings, Trait, whole
from bot.engine.typed import match
from bot.systems.combat3000.figure.sheet import (
    Aiming,
    Carried,
    Figure,
    FigurePosture,
    Hand,
    Memory,
    Part,
    Sheet,
    Vehicle,
    Working,
    Wound,
)
from bot.systems.combat3000.morale.ladder import Mood
from bot.systems.combat3000.moving.rates import Flight

_HELD = {Hand.RIGHT, Hand.LEFT, Hand.BOTH}


def held(figure: Figure) -> tuple[Carried, ...]:
    """The weapons that a figure has in its hands."""
    return tuple(carried for carried in figure.weapons if carried.hand in _HELD)


def drop(figure: Figure) -> Figure:
    """The figure after letting go of all that it held, which lies on the ground."""
    for carried in held(figure):
        figure = figure.with_carried(replace(carried, hand=Hand.DROPPED))
    return figure


def stun(figure: Figure, turns: int) -> Figure:
    """The figure with a number of stun marks more, in full even if it has some; it drops what it holds."""
    if not turns:
        return figure
    return drop(replace(figure, stunned=figure.stunned + turns, stunned_now=figure.stunned_now + turns))


def strike_mark(figure: Figure) -> Figure:
    """The figure at the end of a turn, with one stun mark struck out.

    The marks that this turn brought last from the next turn on (C3K Record sheets, ruling B-D8).
    """
    earlier = figure.stunned - figure.stunned_now
    return replace(figure, stunned=figure.stunned - (1 if earlier > 0 else 0), stunned_now=0)


def throw_tens(sides: int, dice: Dice) -> int:
    """The turns for which a stunning weapon stuns: a die of that many sides, times ten."""
    return 10 * dice.roll(1, sides, why="stun")


def rested(sheet: Sheet) -> Sheet:
    """A sheet once days have passed: stun, blindness, stasis, pills and moods have run out (C3K Record sheets, Morale);
    nothing is aimed at, and nothing of earlier turns counts any more.
    """
    if isinstance(sheet, Vehicle):
        return replace(sheet, aim=Aiming(), last=Memory(), now=Memory(), speed=0, crossing=0)
    return replace(
        sheet,
        stunned=0,
        stunned_now=0,
        plight=replace(sheet.plight, blinded=0, frozen=0, vision=""),
        nerve=replace(sheet.nerve, mood=Mood.NONE, turns=0, kills=0),
        kit=replace(sheet.kit, doses=()),
        rallied=0,
        aim=Aiming(),
        last=Memory(),
        now=Memory(),
    )


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


def strength_of(figure: Figure) -> int:
    """Somebody's strength as their wounds have left it."""
    return figure.profile.strength + losses(figure.wound_points).strength


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


DROPPED = "dropped"
FALLS = "falls"
_FALL_CM = 5
_MOST_ADDED = 3


def damage(score: int, *, explosive: bool = False) -> Working:
    """The table: other fire damages on 5 and destroys on 6, explosive weapons on 3 and 4, and on 5 and 6.

    A score above 6 is 6 (ruling B-D11).
    """
    ruined, damaged = (5, 3) if explosive else (6, 5)
    if score >= ruined:
        return Working.RUINED
    return Working.DAMAGED if score >= damaged else Working.WORKS


@dataclass(frozen=True, slots=True)
class Dropped:
    """A weapon that was dropped: the throw (None if none was made), and the weapon as it is now."""

    check: Check | None
    after: Carried


def throw_dropped(carried: Carried, dice: Dice, *, explosive: bool) -> Dropped:
    """Throw for a weapon that somebody dropped who was hit."""
    check = Check(DROPPED, dice.roll(1, why=DROPPED), ())
    return Dropped(check, _worse(carried, damage(check.total, explosive=explosive)))


def throw_fallen(carried: Carried, cm: int, dice: Dice) -> Dropped:
    """Throw for a weapon that fell from a height, in cm of the table: not below 5 cm, and +1 for each full 5 cm more,
    up to 3.
    """
    if cm < _FALL_CM:
        return Dropped(None, carried)
    added = min(_MOST_ADDED, cm // _FALL_CM - 1)
    modifiers = (Modifier(added, f"fall of {cm} cm", "C3K Weapon damage"),) if added else ()
    check = Check(FALLS, dice.roll(1, why=FALLS), modifiers)
    return Dropped(check, _worse(carried, damage(check.total)))


def drop_held(held: Iterable[Carried], cm: int, dice: Dice, *, explosive: bool | None) -> tuple[Dropped, ...]:
    """Throw for all that somebody lets go of: for the fire that struck them, and for a fall from a height in cm.

    `explosive` None is no wound and no kill: then only the fall is thrown for. Fire and fall each have their throw
    (ruling A7), and the worse result stands.
    """
    thrown: list[Dropped] = []
    for carried in held:
        by_fire = None if explosive is None else throw_dropped(carried, dice, explosive=explosive)
        fallen = throw_fallen(by_fire.after if by_fire else carried, cm, dice)
        thrown += [each for each in (by_fire, fallen) if each and each.check]
    return tuple(thrown)


def _worse(carried: Carried, found: Working) -> Carried:
    """The weapon after a result of the table, which mends nothing."""
    return replace(carried, working=max(carried.working, found, key=list(Working).index))


_NONE = "none"
_MOST_TURNS = 1000
_SHIELD = "E23"
_FIGURES = ("alive", "killed")


def figure_of(sheet: Sheet, what: str, but: str = "") -> Figure:
    """The sheet as a figure's; raises RuleError for a vehicle, which has no `what`, `but` something else."""
    if isinstance(sheet, Figure):
        return sheet
    more = f", and {but}" if but else ""
    raise RuleError(f"A vehicle has no {what}: it has armour, weapons, crew and speed{more}.")


def vehicle_of(sheet: Sheet, what: str) -> Vehicle:
    """The sheet as a vehicle's; raises RuleError for a figure, which has no `what`."""
    if isinstance(sheet, Vehicle):
        return sheet
    raise RuleError(f"A figure has no {what}: make it a vehicle with vehicle: first.")


def state_traits() -> tuple[Trait, ...]:
    """How a figure is."""

    def write_posture(sheet: Sheet, text: str, _: Settings) -> Sheet:
        posture = FigurePosture(match(text, tuple(FigurePosture), what="posture"))
        return replace(figure_of(sheet, "posture"), posture=posture)

    def write_robot(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return replace(figure_of(sheet, "robot"), robot=match(text, ("yes", "no"), what="answer") == "yes")

    def write_condition(sheet: Sheet, text: str, _: Settings) -> Sheet:
        killed = match(text, _FIGURES, what="condition") == "killed"
        return replace(figure_of(sheet, "condition"), killed=killed)

    def write_stunned(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return replace(figure_of(sheet, "stun"), stunned=whole(text, "number of turns", 0, _MOST_TURNS))

    def write_shield(sheet: Sheet, text: str, _: Settings) -> Sheet:
        figure = figure_of(sheet, "shield")
        switched_on = match(text, ("on", "off"), what="answer") == "on"
        if switched_on and _SHIELD not in figure.equipment:
            raise RuleError("There is no Holtzman Effect Shield to switch: /character edit field:equipment gives one.")
        return replace(figure, shield_on=switched_on)

    return (
        Trait("robot", lambda sheet: "yes" if getattr(sheet, "robot", False) else "no", write_robot, ("no", "yes")),
        Trait("posture", lambda sheet: str(getattr(sheet, "posture", _NONE)), write_posture, tuple(FigurePosture)),
        Trait("condition", lambda s: "killed" if getattr(s, "killed", False) else "alive", write_condition, _FIGURES),
        Trait("stunned", lambda sheet: str(getattr(sheet, "stunned", 0)), write_stunned),
        Trait("wounds", _read_wounds, _write_wounds, (_NONE, *(f"1 {part}" for part in Part if part))),
        Trait(
            "effect shield", lambda s: "on" if getattr(s, "shield_on", False) else "off", write_shield, ("on", "off")
        ),
        Trait("aiming", _read_aiming, _write_aiming, (_NONE,)),
    )


def flying_traits() -> tuple[Trait, ...]:
    """By what somebody flies, and how far up they are."""

    def write_flight(sheet: Sheet, text: str, _: Settings) -> Sheet:
        if text.casefold() == _NONE:
            return replace(figure_of(sheet, "flight"), flight=None)
        numbers = [whole(each, "number of a flight", 0, _MOST_TURNS) for each in text.split("/")]
        if len(numbers) != 4:
            raise RuleError("A flight is four numbers such as 20/10/9/0: speed, change, pitch, least (C3K Flying).")
        return replace(figure_of(sheet, "flight"), flight=Flight(*numbers))

    def write_height(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return replace(figure_of(sheet, "height"), height=Fraction(whole(text, "height", 0, _MOST_TURNS)))

    def read_height(sheet: Sheet) -> str:
        return f"{float(getattr(sheet, 'height', 0)):g}"

    return (
        Trait("flies by", lambda sheet: str(getattr(sheet, "flight", None) or _NONE), write_flight, (_NONE,)),
        Trait("height", read_height, write_height),
    )


def _read_aiming(sheet: Sheet) -> str:
    aim = sheet.aim if isinstance(sheet, Figure) else Aiming()
    return f"{aim.target} {aim.turns}" if aim.turns else _NONE


def _write_aiming(sheet: Sheet, text: str, _: Settings) -> Sheet:
    target, _space, turns = text.rpartition(" ")
    if text.casefold() == _NONE:
        return replace(figure_of(sheet, "aim"), aim=Aiming())
    return replace(figure_of(sheet, "aim"), aim=Aiming(target, whole(turns, "turns of aiming", 1, 9), by_word=True))


def _read_wounds(sheet: Sheet) -> str:
    wounds = sheet.wounds if isinstance(sheet, Figure) else ()
    return ", ".join(f"{wound.points} {wound.part}".strip() for wound in wounds) or _NONE


def _write_wounds(sheet: Sheet, text: str, _: Settings) -> Sheet:
    """Wounds as `2 left arm, 1`: points, and the part where the campaign has those."""
    wanted = [] if text.casefold() in {_NONE, "", "0"} else text.split(",")
    return replace(figure_of(sheet, "wounds"), wounds=tuple(_wound(each.strip()) for each in wanted))


def _wound(text: str) -> Wound:
    points, _, part = text.partition(" ")
    parts = tuple(each for each in Part if each)
    return Wound(whole(points, "wound points", 1, 9), Part(match(part, parts, what="part of the body") if part else ""))


def vehicle_traits() -> tuple[Trait, ...]:
    """How a vehicle is."""

    def count(name: str, attribute: str, most: int) -> Trait:
        def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
            changed: dict[str, Any] = {attribute: whole(text, name, 0, most)}
            return replace(vehicle_of(sheet, name), **changed)

        return Trait(name, lambda sheet: str(getattr(sheet, attribute, _NONE)), write)

    def so(name: str, attribute: str) -> Trait:
        def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
            changed: dict[str, Any] = {attribute: match(text, ("yes", "no"), what="answer") == "yes"}
            return replace(vehicle_of(sheet, name), **changed)

        return Trait(name, lambda sheet: "yes" if getattr(sheet, attribute, False) else "no", write, ("yes", "no"))

    return (
        count("crew", "crew", 50),
        count("vehicle speed", "speed", 1000),
        so("immobilised", "immobilised"),
        so("powerless", "powerless"),
        so("sabotaged", "sabotaged"),
        so("knocked out", "knocked_out"),
    )
