"""The bounds that the house sets itself: how long what is typed may be, how much is told, how far a search goes."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import bot

ROOT = Path(bot.__file__).parents[1]
_BOUND = re.compile(
    r"_?(AT_)?(MOST|LONGEST|LARGEST|HIGHEST|FARTHEST|FURTHEST|LOWEST|SMALLEST|SENSIBLE|LEAST|FEWEST|SHORTEST|FASTEST"
    r"|STRONGEST|BEST|OLDEST|YOUNGEST|LABEL|ENOUGH)(_[A-Z]+)*"
)
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
        # Squares that a demolition charge flies and a blast reaches; a grenade scatters 2D halved (AHL 16).
        "furthest": [8, 2],
        "most scatter": [6],
        # A melee value of who is imagined.
        "strongest": [40],
        # What is offered and weighed at once: ways of a flight, orders of equals, squares that are tried.
        "most": [24],
        "most ways": [5],
        "most tried": [40],
        # Whoever acts by themselves: below this they don't fire or strike, so many things they weigh.
        "least chance": [0.05],
        "least blow": [0.25],
        "at least": [0.03],
        "most blows": [3],
        "most targets": [3],
        "most covered": [2],
        "most places": [8],
        "most foes": [2],
    },
    "bot/systems/ahl_variant": {
        # AHL V15, V28: a very large blast in squares, attacks of rapid fire.
        "largest blast": [100],
        "most attacks": [10],
        # A Traveller's, and an animal's.
        "most skill": [9, 9],
        "most strength": [30, 30],
        "most plating": [40],
        "most wounds": [40],
        # A map has bands -99 to 99; a throw goes 30 m.
        "largest map": [99],
        "most thrown": [30],
        "most named": [4],
        "label": [20],
    },
    "bot/systems/naval": {
        "youngest": [18],
        "oldest": [60],
        # Of the skills of a command college three are kept.
        "most of command college": [3],
        "most terms": [20],
        "most careers": [200],
        "longest": [200],
        "label": [20],
        # Ways of a career that are weighed.
        "most weighed": [256],
        "most asked": [256],
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
        # Cm a turn of what is imagined; C3K Encumbrance: points carried; members of a group; weapons in two hands.
        "fastest": [1_000],
        "most": [10, 20],
        "most in group": [4],
        "most weapons": [2],
        "most kills": [50],
        "longest programme": [300],
        "longest name": [30],
        "most nets": [12],
        # What is offered and weighed at once, and below which chance nobody fires by themselves.
        "most tried": [40],
        "most ways": [5],
        "most asked": [4],
        "most targets": [3],
        "least chance": [0.05],
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
        # HG-H20: the least that a hit on the fuel takes, in tons.
        "least fuel lost": [10],
        "best skill": [10],
        # Battles that tell more than an estimate, and what standing orders reckon enough for a target.
        "enough": [4, 8.0],
        "label width": [26, 44],
        "most mcr": [9_999_999],
        "most": [9_999_999, 9_999_999],
    },
    "bot/systems": {
        "largest dm": [100],
        "longest name": [40],
        "longest id": [20],
        "most at once": [20, 50],
        "most": [5, 5, 99],
        "most deeds": [8, 8],
        "longest note": [1_500],
        # Ten years, and a minute.
        "most days": [3_650],
        "shortest": [60],
        "most salts": [50],
        "most figures": [14],
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
        # A picture is no smaller, and nobody looks farther for cover.
        "least columns": [10],
        "least rows": [8],
        "most squares": [1_000],
        "longest step": [2],
        "most steps": [12],
    },
    "bot/engine": {
        "most dice": [6, 100],
        "most sides": [1_000],
        "largest dm": [10_000],
        "longest quote": [40],
        "longest list": [1200],
        "most people": [60],
        "most named": [8],
        "most marks": [3],
        # Of a scenario's file.
        "longest": [20_000],
        "longest name": [60],
        "most lines": [400],
        "most turn": [999],
    },
    "renderers": {"most drops": [3], "most read": [4], "largest": [4], "longest": [4_000], "smallest": [7]},
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


# After how many letters or names something is cut off, where a file says it on the spot.
CUTS = {
    "bot/systems/rulebook.py": [8],
    "bot/systems/people.py": [200],
    "bot/systems/scenarios.py": [3],
    "bot/systems/specials.py": [3],
    "bot/systems/highguard/battle/fire.py": [5],
    "bot/systems/highguard/battle/muster.py": [40, 40],
    "bot/systems/highguard/battle/standing/gunnery.py": [3],
    "bot/systems/highguard/battle/terminal.py": [500],
    "bot/systems/highguard/design/components.py": [60],
    "bot/systems/highguard/orders/battle_words.py": [40],
    "bot/systems/highguard/orders/yard.py": [6],
    "bot/systems/highguard/ships/traits.py": [40],
    "bot/systems/ahl/autopilot/stances.py": [4],
    "bot/deck/drawing.py": [3],
    "bot/engine/byhand.py": [9],
    "bot/engine/fields.py": [20],
    "bot/engine/throwlog.py": [20, 64, 100],
    "bot/engine/typed.py": [3],
}


@pytest.mark.parametrize("file", sorted(CUTS))
def test_what_is_told_is_cut_off_after_so_much(file):
    steps = ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8")))
    ends = [step.upper for step in steps if isinstance(step, ast.Slice) and step.lower is None]
    found = Counter(end.value for end in ends if isinstance(end, ast.Constant))
    assert not Counter(CUTS[file]) - found


@pytest.mark.parametrize("part", sorted(LIMITS))
def test_the_house_has_these_bounds(part):
    """Others may have come to them."""
    wanted = Counter((name, number) for name, numbers in LIMITS[part].items() for number in numbers)
    assert not wanted - Counter(bounds(part))
