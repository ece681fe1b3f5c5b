"""A shot up to the dice: its circumstances, and the chance to hit, 50 per cent and every factor (C3K Determining a
hit).
"""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine.dice import Modifier, ModifierRules, applied, referees_own
from bot.systems.combat3000.asked.circumstances import Circumstances, Gait, Lighting, Mode
from bot.systems.combat3000.figure.sheet import Part, Profile, Wound
from bot.systems.combat3000.figure.state import points_in
from bot.systems.combat3000.lists.weapons import OURS, Class


class Band(StrEnum):
    """A range band; each contains its upper end (ruling A3)."""

    POINT_BLANK = "point blank"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


_BANDS = ((15, Band.POINT_BLANK), (30, Band.SHORT), (75, Band.MEDIUM))
FULL_METRE = 100


def band_of(cm: int) -> Band:
    """The band of a range in cm on the table (C3K Range)."""
    return next((band for limit, band in _BANDS if cm <= limit), Band.LONG)


@dataclass(frozen=True, slots=True)
class Situation:
    """The circumstances of one shot: those that were asked for, and what order, deck and the bot's knowledge come to.

    `cm` is the range, `moved` how far the target moved this turn, `vehicle` how far the vehicle that the firer is on
    did. `size` is the target's, from −3 to +3. `aiming` counts the turns spent in aiming, the one of the shot left
    out; `by_word` marks those that nobody counted. `high` is high trajectory, `drawing` whether the weapon was drawn.
    """

    cm: int
    mode: Mode = Mode.NORMAL
    asked: Circumstances = field(default_factory=Circumstances)
    high: bool = False
    aiming: int = 0
    by_word: bool = False
    vehicle: int = 0
    size: int = 0
    moved: int = 0
    drawing: bool = False

    @property
    def band(self) -> Band:
        """The band of the range."""
        return band_of(self.cm)

    @property
    def firer_moved(self) -> bool:
        """Whether the firer moved this turn, on foot or on a vehicle."""
        return self.asked.moves is not Gait.STILL or self.vehicle > 0


BASIC_CHANCE = 50


@dataclass(frozen=True, slots=True)
class Optics:
    """A sight or a mount in use: per cent, per cent at night, and what it adds to the firer's reflex; its accuracy is
    `our_reading` where the list is damaged.
    """

    name: str
    accuracy: int = 0
    night: int = 0
    reflex: int = 0
    always: bool = False
    our_reading: bool = False


@dataclass(frozen=True, slots=True)
class Shot:
    """All that the throw to hit depends on.

    `kind` is the class that the weapon is used as, `accuracy` the weapon's own at this range, `ammunition` the shell's,
    which is `our_reading` where the list is damaged.
    `together` counts the weapons that the figure fires at once. `same_target` says that it fired at this target last
    turn, `tried_before` that it did or tried to. `arms` are those that hold the weapon; with `locations` wounds count
    where they are.
    """

    profile: Profile
    kind: Class
    accuracy: int
    situation: Situation
    ammunition: int = 0
    our_reading: bool = False
    sight: Optics | None = None
    mount: Optics | None = None
    one_handed: bool = False
    wrong_hand: bool = False
    wounds: tuple[Wound, ...] = ()
    arms: frozenset[Part] = frozenset()
    locations: bool = False
    together: int = 1
    thrown: bool = False
    same_target: bool = False
    tried_before: bool = False
    hallucinating: bool = False

    @property
    def aimed(self) -> bool:
        """Whether it is aimed fire."""
        return self.situation.mode is Mode.AIMED

    @property
    def sight_used(self) -> bool:
        """Whether the sight counts: in aimed fire, or always with a screen (ruling B-F5)."""
        return self.sight is not None and (self.aimed or self.sight.always)


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance to hit, as the list of its reasons; below 1 never hits, 100 and more always does (ruling A5)."""

    modifiers: tuple[Modifier, ...]

    @property
    def percent(self) -> int:
        """The basic 50 and all factors added (ruling A7)."""
        return BASIC_CHANCE + sum(modifier.dm for modifier in self.modifiers)


def chance_of(shot: Shot, factors: ModifierRules[Shot]) -> Chance:
    """The chance that a shot hits (C3K Determining a hit)."""
    return Chance(applied(factors, shot))


def _factor(number: int, label: str, rule: str) -> Modifier | None:
    return Modifier(number, label, f"C3K {rule}") if number else None


def _range(shot: Shot) -> Modifier | None:
    return _band(shot.situation.cm)


def _band(cm: int) -> Modifier | None:
    band = band_of(cm)
    number = {Band.POINT_BLANK: 20, Band.SHORT: 0, Band.MEDIUM: -15, Band.LONG: -25}[band]
    return _factor(number, f"{band} range", "Range")


def _full_metres(shot: Shot) -> Modifier | None:
    return _metres(shot.situation.cm)


def _metres(cm: int) -> Modifier | None:
    """For each whole 100 cm on the table, beside the band (ruling A6)."""
    metres = cm // FULL_METRE
    return _factor(-10 * metres, f"for {metres} full metre{'s' if metres > 1 else ''}", "Range")


def range_factors(cm: int) -> tuple[Modifier, ...]:
    """What a range alone is worth (C3K Range)."""
    return tuple(factor for factor in (_band(cm), _metres(cm)) if factor)


def _target_movement(shot: Shot) -> Modifier | None:
    """A target that did not move has none (ruling A4)."""
    moved = shot.situation.moved
    number = 0 if moved <= 0 else next((dm for cm, dm in ((10, -5), (20, -10), (30, -15)) if moved <= cm), -20)
    return _factor(number, f"target moved {moved} cm", "Target movement")


def _falling(shot: Shot) -> Modifier | None:
    return _factor(-5, "falling prone", "Target movement") if shot.situation.asked.falling else None


def _flying(shot: Shot) -> Modifier | None:
    return _factor(-15, "flying target", "Target situations") if shot.situation.asked.flying else None


def _glass(shot: Shot) -> Modifier | None:
    return _factor(-5, "behind glass", "Target situations") if shot.situation.asked.glass else None


def _size(shot: Shot) -> Modifier | None:
    """The size number itself (ruling B-F1)."""
    return _factor(shot.situation.size, "target size", "Target size")


def _high_trajectory(shot: Shot) -> Modifier | None:
    if not shot.situation.high:
        return None
    return _factor(-5 if shot.kind in {Class.MEDIUM, Class.HEAVY} else -15, "high trajectory", "High trajectory fire")


def _indirect(shot: Shot) -> Modifier | None:
    return _factor(-5, "indirect", "Indirect fire") if shot.situation.mode is Mode.INDIRECT else None


def _pistol_range(shot: Shot) -> Modifier | None:
    """For every P, and for an S that is fired one-handed (ruling B-F8)."""
    if shot.thrown or not (shot.kind is Class.PISTOL or shot.one_handed):
        return None
    band = shot.situation.band
    number = {Band.POINT_BLANK: 8, Band.SHORT: 0, Band.MEDIUM: -10, Band.LONG: -18}[band]
    return _factor(number, f"{'one-handed' if shot.one_handed else 'pistol'} at {band}", "P type weapons")


def _same_target(shot: Shot) -> Modifier | None:
    return _factor(5, "same target", "Same target") if shot.same_target else None


def _firers_accuracy(shot: Shot) -> Modifier | None:
    return _factor(shot.profile.accuracy, "firer", "Accuracy")


def _weapons_accuracy(shot: Shot) -> Modifier | None:
    return _factor(shot.accuracy, "weapon", "Accuracy")


def _ammunitions_accuracy(shot: Shot) -> Modifier | None:
    return _factor(shot.ammunition, "ammunition", f"Accuracy{OURS if shot.our_reading else ''}")


def _mounts_accuracy(shot: Shot) -> Modifier | None:
    if shot.mount is None:
        return None
    return _factor(shot.mount.accuracy, shot.mount.name, f"Accuracy{OURS if shot.mount.our_reading else ''}")


def _walking(shot: Shot) -> Modifier | None:
    label = "flying" if shot.situation.asked.moves is Gait.FLY else "walking"
    return _factor(-10, label, "Firer's movement") if shot.situation.asked.walks else None


def _on_vehicle(shot: Shot) -> Modifier | None:
    """The same up to 30 cm and over (ruling B-F3)."""
    return _factor(-15, "on moving vehicle", "Firer's movement") if shot.situation.vehicle > 0 else None


def _difficult_ground(shot: Shot) -> Modifier | None:
    if not shot.situation.asked.difficult or not shot.situation.firer_moved:
        return None
    label = "vehicle on difficult ground" if shot.situation.vehicle else "difficult ground"
    return _factor(-10, label, "Firer's movement")


def _aimed(shot: Shot) -> Modifier | None:
    """The first turn spent in aiming gives 15, the second and the third 5 each, and no more (ruling B-F4)."""
    if not shot.aimed:
        return None
    turns = min(max(shot.situation.aiming, 1), 3)
    return _factor(10 + 5 * turns, "aimed" if turns == 1 else f"aimed for {turns} turns", "Aimed fire")


def _sight(shot: Shot) -> Modifier | None:
    """At night its night value takes the place of its accuracy in aimed fire (rulings B-F5, B-F6)."""
    if shot.sight is None or not shot.sight_used:
        return None
    if shot.aimed and shot.situation.asked.light is Lighting.NIGHT:
        return _factor(shot.sight.night, f"{shot.sight.name} at night", "Aimed fire at night")
    return _factor(shot.sight.accuracy, shot.sight.name, "Aimed fire")


def _mount_at_night(shot: Shot) -> Modifier | None:
    """A mount with a wide spectrum scope adds its night value, and its accuracy still counts (ruling B-F6)."""
    if shot.mount is None or not shot.aimed or shot.situation.asked.light is not Lighting.NIGHT:
        return None
    return _factor(shot.mount.night, f"{shot.mount.name} at night", "Aimed fire at night")


def _speculative(shot: Shot) -> Modifier | None:
    return _factor(-10, "speculative", "Speculative fire") if shot.situation.mode is Mode.SPECULATIVE else None


def _area(shot: Shot) -> Modifier | None:
    return _factor(-10, "area fire", "Area fire") if shot.situation.asked.area else None


def _throwing(shot: Shot) -> Modifier | None:
    return _factor(-10, "thrown", "Throwing") if shot.thrown else None


def _one_handed(shot: Shot) -> Modifier | None:
    return _factor(-15, "one-handed", "Weapon use") if shot.one_handed else None


def _wrong_hand(shot: Shot) -> Modifier | None:
    return _factor(-12, "wrong hand", "Weapon use") if shot.wrong_hand else None


def _together(shot: Shot) -> Modifier | None:
    return _factor(-12, f"for {shot.together} weapons at once", "Weapon use") if shot.together > 1 else None


def _light(shot: Shot) -> Modifier | None:
    number = {Lighting.BRIGHT: 5, Lighting.NORMAL: 0, Lighting.BAD: -15, Lighting.NIGHT: -30}[
        shot.situation.asked.light
    ]
    return _factor(number, f"{shot.situation.asked.light} light", "Conditions")


def _drawing(shot: Shot) -> Modifier | None:
    return _factor(-12, "drawing or distracted", "Own actions") if shot.situation.drawing else None


def _speaking(shot: Shot) -> Modifier | None:
    return _factor(-6, "speaking", "Own actions") if shot.situation.asked.speaking else None


def _wounds(shot: Shot) -> Modifier | None:
    """By location the arm's own factor takes their place (ruling B-D10)."""
    points = 0 if shot.locations else sum(wound.points for wound in shot.wounds)
    return _factor(-5 * points, f"for {points} wound point{'s' if points > 1 else ''}", "Optional rule")


def _wounded_arm(shot: Shot) -> Modifier | None:
    hurt = shot.locations and any(points_in(shot.wounds, arm) for arm in shot.arms)
    return _factor(-15, "wounded arm", "Effects of a hit") if hurt else None


def _hallucinating(shot: Shot) -> Modifier | None:
    return _factor(-15, "hallucinating", "Shells and grenades") if shot.hallucinating else None


def _referee(shot: Shot) -> Modifier | None:
    return referees_own(shot.situation.asked.dm, shot.situation.asked.because)


TO_HIT = (
    _range,
    _full_metres,
    _target_movement,
    _falling,
    _flying,
    _glass,
    _size,
    _high_trajectory,
    _indirect,
    _pistol_range,
    _same_target,
    _firers_accuracy,
    _weapons_accuracy,
    _ammunitions_accuracy,
    _mounts_accuracy,
    _walking,
    _on_vehicle,
    _difficult_ground,
    _aimed,
    _sight,
    _mount_at_night,
    _speculative,
    _area,
    _throwing,
    _one_handed,
    _wrong_hand,
    _together,
    _light,
    _drawing,
    _speaking,
    _wounds,
    _wounded_arm,
    _hallucinating,
    _referee,
)
