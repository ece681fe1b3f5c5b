"""Seeing and being aware: how far a target is seen, arcs of vision, dead ground (C3K Visibility and awareness)."""

from collections.abc import Mapping

from bot.systems.combat3000.asked import Lighting, Watch
from bot.systems.combat3000.lists.others import Creature

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
