"""A shot through a wall, in words: whether it got through, and whom it found (C3K Firing through walls)."""

from collections.abc import Iterator

from bot.engine.dice import Faces
from bot.systems.combat3000.hit.walls import FOUND, Through
from bot.systems.combat3000.wording.hits import piercing_line, piercing_working


def wall_lines(through: Through, faces: Faces) -> Iterator[str]:
    """One line a throw: for a wall of armour, and for the piece of it that the shot goes through."""
    if through.piercing:
        yield piercing_line(through.piercing, faces, "the wall holds")
    if through.found is not None:
        (face,) = faces.take(FOUND)
        yield f"Behind the wall: {face} of {through.places.whole} → {through.found or 'nobody'}"


def wall_working(through: Through) -> Iterator[str]:
    """Where everybody is behind it, and what it takes off the effect."""
    if through.piercing:
        yield from piercing_working(through.piercing, "ruling B-D12")
    for name in through.places.pieces:
        chance = through.places.chance(name)
        yield f"{name} is found {chance.numerator} in {chance.denominator} times, by areas (ruling B-D14)"
    yield f"Behind {through.wall.words} the effect is {through.wall.takes} less (ruling B-D13)"
