"""What somebody carries that runs out, and what they lack of what they are to carry (AHL 25.A)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from bot.engine.between import FREE, Held, Refill, Supplies
from bot.systems.ahl.sheet.character import Carried, Character, full_clip, named_weapon
from bot.systems.ahl.tables import Weapon

_GRENADES = ("", "")


def supplies(weapons: Mapping[str, Weapon]) -> Supplies:
    """Clips, with those in the weapons, and grenades; shots of weapons without a figure (ruling R-09) and what was
    thrown come back whatever somebody is to carry.
    """
    return Supplies(_held, partial(_refills, weapons))


def _held(sheet: Character) -> Held:
    """How many clips of each kind there are for each weapon, and how many grenades."""
    clips = Counter((each.weapon, clip.ammunition) for each in sheet.weapons for clip in (each.loaded, *each.spare))
    return clips + Counter({_GRENADES: sheet.grenades})


def _refills(weapons: Mapping[str, Weapon], sheet: Character, lacks: Held) -> Iterator[Refill]:
    for carried in sheet.weapons:
        yield from _emptied(carried, weapons[carried.weapon])
    for carried in sheet.weapons:
        weapon = weapons[carried.weapon]
        kinds = [(kind, lacks[name, kind]) for name, kind in lacks if name == weapon.name and weapon.reloads]
        for kind, number in kinds:
            yield from [Refill("clips", _clip(weapon, kind), partial(_added, weapon, kind))] * number
    yield from [Refill("grenades", "grenade", lambda now: replace(now, grenades=now.grenades + 1))] * lacks[_GRENADES]


def _emptied(carried: Carried, weapon: Weapon) -> Iterator[Refill]:
    if carried.fired:
        yield Refill("charges", f"{weapon.name} charge", partial(_loaded_anew, weapon))
    if weapon.thrown and not carried.loaded.rounds:
        yield Refill(FREE, weapon.name, partial(_loaded_anew, weapon))
    if weapon.magazine and carried.loaded.rounds < weapon.clip:
        yield Refill("clips", _clip(weapon, carried.loaded.ammunition), partial(_loaded_anew, weapon))
    for clip in carried.spare:
        if clip.rounds < weapon.clip:
            yield Refill("clips", _clip(weapon, clip.ammunition), partial(_filled, weapon, clip.ammunition))


def _clip(weapon: Weapon, kind: str) -> str:
    return f"{named_weapon(weapon.name, kind)} clip"


def _loaded_anew(weapon: Weapon, sheet: Character) -> Character:
    carried = sheet.carried(weapon.name, "")
    return sheet.with_carried(replace(carried, loaded=replace(carried.loaded, rounds=weapon.clip), fired=0))


def _filled(weapon: Weapon, kind: str, sheet: Character) -> Character:
    """The sheet with the emptiest spare clip of a kind full."""
    carried = sheet.carried(weapon.name, "")
    emptiest = min((clip for clip in carried.spare if clip.ammunition == kind), key=lambda clip: clip.rounds)
    spare = list(carried.spare)
    spare[spare.index(emptiest)] = full_clip(weapon, kind)
    return sheet.with_carried(replace(carried, spare=tuple(spare)))


def _added(weapon: Weapon, kind: str, sheet: Character) -> Character:
    carried = sheet.carried(weapon.name, "")
    return sheet.with_carried(replace(carried, spare=(*carried.spare, full_clip(weapon, kind))))
