"""The bounds that the house sets itself: how long what is typed may be, how much is told, how far a search goes."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import bot

ROOT = Path(bot.__file__).parents[1]
_BOUND = re.compile(r"_?(MOST|LONGEST|LARGEST|HIGHEST|FARTHEST|LOWEST|SMALLEST|SENSIBLE)(_[A-Z]+)*")
# By name; several files of a part may have one of the same name, whose numbers stand in order.
LIMITS = {
    "bot/systems/ahl": {
        "largest dm": [20],
        "farthest": [10_000],
        "most penetration": [100],
        "most checks": [20],
        "most structures": [100],
        #
        "most clips": [8],
        "most shots": [999],
        # AHL 13.
        "most snaps": [2],
    },
    "bot/systems/combat3000": {
        # In cm: shots on a table, those near a point of aim, falls, what is in the way or behind.
        "farthest": [1_000, 20_000, 20_000],
        "highest fall": [1_000],
        "highest": [1_000],
        # Per cent.
        "largest dm": [100],
        # Sizes of targets are −3 to +3; a template is 16 cm wide.
        "largest": [3, 16],
        "most added": [3],
        "most turns": [9, 1_000],
        "most together": [3],
        "longest delay": [30],
        "most points": [30],
        "most areas": [50],
        "most work": [200_000],
        "most spares": [100],
        "most structures": [200],
        "most rooms": [20],
        "most armour": [30],
        "most hits": [20],
    },
    "bot/systems/highguard": {
        "largest dm": [20],
        "longest": [2_000],
        "longest name": [80],
        "longest note": [200],
        "longest type": [5],
        "most names": [6],
        "most ships": [500, 1_000],
        "most turns": [30],
        # Dice of tens of MCr at a giant planet.
        "most for a giant": [9],
        "most burdened": [12],
        "most lines": [24, 200],
        "most openings": [12],
        # HG-H28: hangars.
        "most tons": [600],
        # HG-A: a battery has factor 9 at most, what is more is a spinal mount; Z is 33.
        "largest battery factor": [9, 9],
        "largest factor": [33],
        "lowest total": [2],
        "highest total": [22],
        "most labels": [20],
        "most count": [100_000],
        "most characters": [20_000, 200_000],
        "most mistakes": [10],
        "largest plant": [50],
        "sensible plant": [35],
        "most notes": [40],
        # HG-D03.
        "largest hull": [1_000_000],
        # HG-D73.
        "lowest tl": [7],
        "highest tl": [15],
        "most defensive": [10],
        "most mcr": [9_999_999],
        "most": [9_999_999, 9_999_999],
    },
    "bot/systems": {
        "largest dm": [100],
        "most marks": [3],
        "longest name": [40],
        "longest id": [20],
        "most at once": [20, 50],
        "most characters": [200],
        "most ships": [300],
    },
    "bot/deck": {
        # Discord's own, of a picture's text.
        "longest": [1_024],
        "most named": [8],
        "largest": [100],
        "most levels": [20],
        "longest name": [60],
        "longest about": [500],
    },
    "bot/engine": {
        "most dice": [100],
        "most sides": [1_000],
        "largest dm": [10_000],
        "longest quote": [40],
        "longest list": [1200],
        "most people": [60],
    },
    "renderers": {"most drops": [3], "largest": [4], "longest": [4_000], "smallest": [7]},
}


def bounds(part):
    """Each bound of a part by its name, where it is a number."""
    files = (ROOT / part).glob("*.py") if part == "bot/systems" else (ROOT / part).rglob("*.py")
    for path in sorted(files):
        for step in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(step, ast.Assign):
                yield from _of(step.targets[0], step.value)


def _of(name, value):
    if isinstance(name, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, number in zip(name.elts, value.elts, strict=True):
            yield from _of(one, number)
    elif isinstance(name, ast.Name) and _BOUND.fullmatch(name.id) and isinstance(value, ast.Constant):
        yield name.id.strip("_").lower().replace("_", " "), value.value


@pytest.mark.parametrize("part", sorted(LIMITS))
def test_the_house_has_these_bounds(part):
    """Others may have come to them."""
    wanted = Counter((name, number) for name, numbers in LIMITS[part].items() for number in numbers)
    assert not wanted - Counter(bounds(part))
