"""Structures, and what was done to them, in words (C3K Destruction)."""

from collections.abc import Iterator

from bot.engine.cards import counted, sentence, signed, whose
from bot.engine.dice import Faces
from bot.systems.combat3000.building.hits import BUILDING, Toll
from bot.systems.combat3000.building.report import StructureStruck
from bot.systems.combat3000.building.structures import FALLS_ON, WORN_DOWN, Build, Structure, What
from bot.systems.combat3000.building.work import Access
from bot.systems.combat3000.hit.kills import damage
from bot.systems.combat3000.tasks import MEND
from bot.systems.combat3000.wording.hits import hit_lines, hit_working, piercing_line, piercing_working

_RULE = "C3K Destruction"


def structure_line(structure: Structure) -> str:
    """A structure in a line: `Fort 1 (room of Fort): heavy, 2 of 3 hits; Ann inside`."""
    return f"{structure.name} ({_what(structure)}): {'; '.join(_how(structure))}"


def _what(structure: Structure) -> str:
    whole = structure.building or structure.room
    return f"{structure.what} of {whole}" if whole else str(structure.what)


def _how(structure: Structure) -> Iterator[str]:
    build = f"armour {structure.armour}" if structure.build is Build.ARMOURED else str(structure.build)
    worn = f", {structure.hits} of {WORN_DOWN} hits" if structure.hits and not structure.worn else ""
    yield "light by now" if structure.worn else build + worn
    if structure.upper:
        yield "not on the ground floor"
    if structure.metres:
        yield f"{float(structure.metres):g} m thick"
    if structure.breaches:
        yield counted(structure.breaches, "breach") if structure.breaches == 1 else f"{structure.breaches} breaches"
    if structure.unlocked:
        yield "its lock shot off"
    if structure.down:
        yield "fallen" if structure.what is What.ROOM else "down"
    if structure.inside:
        yield f"{sentence(structure.inside)} inside"


def struck_lines(struck: StructureStruck, faces: Faces) -> Iterator[str]:
    """One hit on a structure, line by line: each throw, what it came to, and everybody on whom it came down."""
    if struck.piercing:
        yield piercing_line(struck.piercing, faces)
    for number, _ in enumerate(struck.damage, 1):
        (die,) = faces.take(f"vehicle damage {number}")
        yield f"As in a vehicle: {die} → {damage(die).value}"
    for why in struck.thrown:
        (die,) = faces.take(why)
        falls = f"{why} falls" if die >= FALLS_ON else f"{why} stands"
        yield f"{FALLS_ON}+ | {die} → {falls}"
    yield _came(struck)
    yield from (f"{weapon} is destroyed" for weapon in struck.lost)
    yield from (f"{name} is killed" for name in struck.killed)
    for hit in struck.hits:
        yield from hit_lines(hit, faces)
    if struck.out:
        yield f"{sentence(struck.out)} {'gets' if len(struck.out) == 1 else 'get'} out by the nearest exit"
    if struck.unsafe:
        yield f"{struck.unsafe} is unsafe: half of its ground floor is down"


def _came(struck: StructureStruck) -> str:
    name, came = struck.after.name, struck.came
    if came is Toll.WORN:
        return structure_line(struck.after)
    if came is Toll.FALLS:
        return f"{sentence(struck.rooms)} falls"
    if came is Toll.WHOLE:
        rest = [room for room in struck.rooms if room != name]
        return f"{struck.rooms[0]} falls, and {struck.after.building} with it: {sentence(rest)}"
    return f"{name} {_CAME[came]}"


_CAME = {
    Toll.HELD: "holds",
    Toll.NONE: "stands",
    Toll.BREACHED: "is breached",
    Toll.DOWN: "is knocked down",
}
_WORKING = {
    Toll.WORN: f"A heavy structure is light after {WORN_DOWN} destructive hits (ruling B-D2)",
    Toll.DOWN: f"A destructive hit knocks a light door down ({_RULE})",
    Toll.BREACHED: f"A destructive hit opens 4 cm of a light wall, what pierces an armoured one 2 cm ({_RULE})",
    Toll.NONE: f"A light room falls on 8 or more of a decimal die ({_RULE})",
    Toll.FALLS: f"Everybody in a room that falls is hit by +3, in a whole building by +8 ({_RULE})",
    Toll.WHOLE: f"Everybody in a room that falls is hit by +3, in a whole building by +8 ({_RULE})",
}


def struck_working(struck: StructureStruck) -> Iterator[str]:
    """Where it comes from, with its rules."""
    if struck.piercing:
        yield from piercing_working(struck.piercing, _RULE)
    if struck.came in _WORKING:
        yield _WORKING[struck.came]
    if BUILDING in struck.thrown or struck.unsafe:
        yield "Unsafe with half its ground floor down: each room that falls then may bring all of it down (ruling B-D3)"
    for hit in struck.hits:
        yield from hit_working(hit)


def access_line(access: Access, faces: Faces) -> str:
    """The die for how long a sabotage or its repair takes: `Ann: 7 less 1 dexterity = 6 turns`."""
    (die,) = faces.take(access.why)
    less = f" {signed(-access.less)}" if access.less else ""
    what = "repair" if access.task.code == MEND else "access"
    least = ", 1 at least" if die - access.less < 1 else ""
    return f"{whose(access.name)} {what}: {die}{less} = {counted(access.task.turns, 'turn')}{least} (ruling B-D5)"
