"""Who may fire at what: weapons in hand, fire modes, awareness, lines of sight, friends, enemies to choose among (C3K
Weapon use, Visibility and awareness).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.cards import rating
from bot.engine.errors import RuleError
from bot.engine.system import whole
from bot.engine.typed import match, quoted
from bot.systems.combat3000.aim.shot import Situation
from bot.systems.combat3000.asked.circumstances import Gait, Lighting, Mode, Watch
from bot.systems.combat3000.lists.others import Creature
from bot.systems.combat3000.lists.weapons import Class, Trajectory

_TIMES = {Watch.EYES: 1, Watch.COVERING: 3, Watch.SCANNING: 3, Watch.SCANNER: 5}


def seen_to(
    visibility: Mapping[int, Mapping[str, int]],
    size: int,
    light: Lighting,
    watch: Watch = Watch.EYES,
    *,
    wide_spectrum: bool = False,
) -> int:
    """How far in cm a target of a size is seen; only the best help counts (ruling B-F21).

    Wide spectrum devices take any light for normal, but don't dim bright light (ruling B-F7).
    """
    distances = visibility[size]
    distance = distances[light]
    if wide_spectrum:
        distance = max(distance, distances[Lighting.NORMAL])
    return distance * _TIMES[watch]


def in_arc(creature: Creature, degrees: float) -> bool:
    """Whether something at an angle off the front, in degrees to either side, is in a creature's arc of vision."""
    return abs(degrees) <= creature.arc


def dead_ground(obstacle_height_cm: int, behind_cm: int) -> bool:
    """Whether a place so far behind an obstacle is out of reach of high trajectory fire: as far as it is high.

    The edge itself lies in it (C3K Target eligibility).
    """
    return behind_cm <= obstacle_height_cm


_FARTHEST = 20_000
_THREAT = re.compile(r"(?P<name>.*\S)\s+(?P<cm>\d{1,6})(?P<deeds>(?:\s+[A-Za-z]+)*)")


class Threat(StrEnum):
    """What counts of an enemy: at whom they fire, that the firer was ordered to take them, that nothing harms them."""

    BUILDING = "building"
    ME = "me"
    FRIENDS = "friends"
    ORDERED = "ordered"
    HARMLESS = "harmless"


@dataclass(frozen=True, slots=True)
class Enemy:
    """An enemy: how many cm away, and what they do; nothing is somebody who is only there."""

    name: str
    cm: int
    deeds: frozenset[Threat] = frozenset()

    @property
    def fires(self) -> bool:
        """Whether they fire at all."""
        return bool(self.deeds & {Threat.BUILDING, Threat.ME, Threat.FRIENDS})


def read_threats(text: str) -> tuple[Enemy, ...]:
    """The enemies that were named, with cm from the firer and what they do; raises RuleError for what doesn't read so.

    `building` is the firer's own, which they attack with blast or flame, `me` the firer; `harmless` is somebody whom
    the firer cannot harm.
    """
    enemies = tuple(_enemy(part.strip()) for part in text.split(",") if part.strip())
    names = [enemy.name.casefold() for enemy in enemies]
    for enemy in enemies:
        if names.count(enemy.name.casefold()) > 1:
            raise RuleError(f"{enemy.name} is a threat twice: name everybody once.")
    return enemies


def _enemy(text: str) -> Enemy:
    parts = _THREAT.fullmatch(text)
    if not parts:
        raise RuleError(f"A threat reads like Bob 9 me: a name, cm, and what that one does, not {quoted(text)}.")
    deeds = (Threat(match(word, tuple(Threat), what="deed")) for word in parts["deeds"].split())
    return Enemy(parts["name"], whole(parts["cm"], "distance", 0, _FARTHEST), frozenset(deeds))


# Several weapons are fired at once only below this range in cm, and a friend this near to a blast's aim point or to
# the line of sight forbids the shot; the limit itself forbids (rulings B-F14, B-F17).
SEVERAL_BELOW = 30
_MAY_WALK = {Class.PISTOL, Class.SHOULDER}


@dataclass(frozen=True, slots=True)
class Use:
    """A weapon as it is used: its class, how it is held, what it can do with what is in it.

    `blast` is ammunition with a circle, or a weapon with a template; `hands` are those that hold it.
    """

    name: str
    kind: Class
    launcher: bool = False
    mounted: bool = False
    hands: int = 1
    area: bool = False
    blast: bool = False
    trajectory: Trajectory = Trajectory.DIRECT
    minimum: int = 0
    maximum: int = 0


# That of a standing human (ruling B-F2).
_FULL_SIZE = 0


@dataclass(frozen=True, slots=True)
class Hindrances:
    """What is found of a shot besides what was asked for, as far as it forbids one.

    `farthest` is how far in cm the target is seen, at its full size if it has `fired` (C3K Target size).
    """

    unaware: bool = False
    dead_ground: bool = False
    farthest: int | None = None
    fired: bool = False

    def size_seen(self, size: int) -> int:
        """At which size the target is seen that is of this one where it hides."""
        return max(size, _FULL_SIZE) if self.fired else size


CLEAR = Hindrances()


@dataclass(frozen=True, slots=True)
class Attempt:
    """A shot that somebody wants to fire: who, prone or not, with how many weapons at once, at whom."""

    who: str
    use: Use
    situation: Situation
    target: str = "the target"
    outlook: Hindrances = CLEAR
    prone: bool = False
    together: int = 1
    friends_count: bool = True
    through_wall: bool = False

    @property
    def at_a_point(self) -> bool:
        """Whether the fire is at a place, where somebody may be, and not at somebody."""
        return self.situation.mode in {Mode.SPECULATIVE, Mode.INDIRECT}

    @property
    def over_everything(self) -> bool:
        """Whether it needs no line of sight: high trajectory at a place (C3K Target eligibility f)."""
        return self.situation.high and self.at_a_point


Forbidden = Callable[[Attempt], str | None]


def _gait(attempt: Attempt) -> str | None:
    gait = attempt.situation.asked.moves
    if gait is Gait.STILL or attempt.situation.asked.walks:
        return None
    return f"Nobody fires who has to {gait} this turn: {attempt.who} can stand still or walk (C3K Special conditions)."


def _walking(attempt: Attempt) -> str | None:
    use = attempt.use
    if attempt.situation.asked.moves is Gait.STILL or (use.kind in _MAY_WALK and not use.launcher and not use.mounted):
        return None
    return f"Only P and S weapons that are no launchers are fired at a walk, and {use.name} isn't one (C3K Weapon use)."


def _heavy(attempt: Attempt) -> str | None:
    if attempt.use.kind is not Class.HEAVY or attempt.use.mounted:
        return None
    return f"{attempt.use.name} is an H weapon and is only fired from a mount or a turret (C3K Weapon use)."


def _from_the_shoulder(attempt: Attempt) -> str | None:
    """M weapons and launchers that aren't mounted, on a vehicle that moves."""
    use = attempt.use
    stationary = use.kind is Class.MEDIUM or use.launcher
    if use.mounted or not stationary or not attempt.situation.vehicle:
        return None
    return f"{use.name} is fired when stationary, or from a mount on the vehicle (C3K Weapon use)."


def _two_hands(attempt: Attempt) -> str | None:
    use = attempt.use
    needed = use.kind is Class.MEDIUM or (use.launcher and use.kind is not Class.PISTOL)
    if use.mounted or not needed or use.hands >= 2:
        return None
    return f"{use.name} needs two hands: put it into both first (C3K Weapon use)."


def _several(attempt: Attempt) -> str | None:
    if attempt.together < 2 or (attempt.situation.cm < SEVERAL_BELOW and not attempt.situation.firer_moved):
        return None
    return f"Several weapons are fired at once only below {SEVERAL_BELOW} cm, by who has not moved (C3K Weapon use)."


def _range(attempt: Attempt) -> str | None:
    use, cm = attempt.use, attempt.situation.cm
    if cm < use.minimum:
        return f"{use.name} can't fire at less than {use.minimum} cm, and the range is {cm} cm (C3K Weapon list)."
    if use.maximum and cm > use.maximum:
        return f"{use.name} reaches {use.maximum} cm, and the range is {cm} cm (C3K Weapon list)."
    return None


def _area(attempt: Attempt) -> str | None:
    if not attempt.situation.asked.area or attempt.use.area:
        return None
    return f"{attempt.use.name} has no A in its prefix and can't fire at an area (C3K Area fire)."


def _high_trajectory(attempt: Attempt) -> str | None:
    if not attempt.situation.high or attempt.use.trajectory is not Trajectory.DIRECT:
        return None
    return f"{attempt.use.name} has no HT in its prefix and can't fire high trajectory (C3K High trajectory fire)."


def _speculative(attempt: Attempt) -> str | None:
    able = (attempt.use.area and attempt.situation.asked.area) or attempt.use.blast or attempt.through_wall
    if attempt.situation.mode is not Mode.SPECULATIVE or able:
        return None
    return "Speculative fire is for A weapons at an area, and for ammunition with a blast area (C3K Speculative fire)."


def _indirect(attempt: Attempt) -> str | None:
    if attempt.situation.mode is not Mode.INDIRECT or attempt.situation.high:
        return None
    return "Indirect fire is for high trajectory weapons: the place can be named but not seen (C3K Indirect fire)."


def _covering(attempt: Attempt) -> str | None:
    if attempt.situation.mode is not Mode.COVERING or not attempt.situation.firer_moved:
        return None
    return f"{attempt.who} has moved: whoever covers an area stays where they are (C3K Covering fire)."


def _aimed(attempt: Attempt) -> str | None:
    if attempt.situation.mode is not Mode.AIMED or not attempt.situation.firer_moved:
        return None
    return f"{attempt.who} has moved: aimed fire is for who stays still (C3K Aimed fire)."


def _aware(attempt: Attempt) -> str | None:
    """Covering fire needs no awareness, nor does fire at a place; a scan finds those it shows (C3K Scanning)."""
    scans = attempt.situation.asked.watch in {Watch.SCANNING, Watch.SCANNER}
    if not attempt.outlook.unaware or attempt.situation.mode is Mode.COVERING or attempt.at_a_point or scans:
        return None
    return (
        f"{attempt.who} was not aware of {attempt.target} when the turn began (C3K Target eligibility): choose another "
        'target, or wait for the next turn; otherwise the referee says values:"unaware no".'
    )


def _seen(attempt: Attempt) -> str | None:
    farthest = attempt.outlook.farthest
    if farthest is None or attempt.at_a_point or attempt.situation.cm <= farthest:
        return None
    return (
        f"A target of size {rating(attempt.outlook.size_seen(attempt.situation.size))} is seen up to {farthest} cm in "
        f"{attempt.situation.asked.light} light: choose its size, the light, or what helps to see (C3K Visibility)."
    )


def _sight_line(attempt: Attempt) -> str | None:
    if not attempt.situation.asked.blocked or attempt.over_everything:
        return None
    return f"There is no line of sight from {attempt.who} to {attempt.target} (C3K Target eligibility)."


def _dead_ground(attempt: Attempt) -> str | None:
    if not attempt.outlook.dead_ground or not attempt.situation.high:
        return None
    return "An obstacle shelters the ground behind it for as far as it is high (C3K Target eligibility)."


def _friend_in_line(attempt: Attempt) -> str | None:
    asked = attempt.situation.asked
    if not asked.friend_in_line or asked.friend_below or attempt.situation.high:
        return None
    return "A friend is within 3 cm of the line of sight, and not 5 cm below it (C3K Target eligibility)."


def _friend_at_target(attempt: Attempt) -> str | None:
    """Player characters take their own risks in role playing games."""
    spreads = attempt.situation.asked.area or attempt.use.blast
    if not attempt.situation.asked.friend_at_target or not spreads or not attempt.friends_count:
        return None
    return "A friend is within 6 cm of the point of aim: aim elsewhere (C3K Target eligibility)."


FORBIDDEN: tuple[Forbidden, ...] = (
    _gait,
    _walking,
    _heavy,
    _from_the_shoulder,
    _two_hands,
    _several,
    _range,
    _area,
    _high_trajectory,
    _speculative,
    _indirect,
    _covering,
    _aimed,
    _aware,
    _seen,
    _sight_line,
    _dead_ground,
    _friend_in_line,
    _friend_at_target,
)


def forbidden(attempt: Attempt) -> str | None:
    """The first sentence that forbids a shot, or None."""
    return next((sentence for rule in FORBIDDEN if (sentence := rule(attempt)) is not None), None)


def check(attempt: Attempt) -> None:
    """Raise RuleError where a shot is forbidden."""
    sentence = forbidden(attempt)
    if sentence:
        raise RuleError(sentence)
