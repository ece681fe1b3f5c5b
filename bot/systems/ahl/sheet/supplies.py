"""What of somebody's things runs out, what they lack of it, and what others take of the fallen (AHL 25.A)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from bot.engine.between import FREE, Held, Refill, Spoils, Supplies
from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.sheet.character import Being, Carried, Character, full_clip, most_clips, named_weapon
from bot.systems.ahl.tables import Weapon
from bot.systems.ahl.turn.clock import clock_of

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


GRENADES = "grenades"
_A_CLIP = 2
_SAYS = "Skill +0 with a weapon that somebody had none of: /character give with a skill sets it"


def spoils(weapons: Mapping[str, Weapon]) -> Spoils:
    """By AHL nobody takes up anything in a turn, but where a scenario lets them: in one that is kept it is by word."""
    return Spoils(_things, partial(_hand_over, weapons), _SAYS)


def _things(sheet: Character) -> tuple[str, ...]:
    if sheet.being is not Being.PERSON:
        return ()
    return (*(each.weapon for each in sheet.weapons), *([GRENADES] if sheet.grenades else []))


def _hand_over(
    weapons: Mapping[str, Weapon], scene: Scene, unit: Unit, other: Unit, thing: str
) -> tuple[Character, Character, str]:
    mine, theirs = unit.sheet, other.sheet
    if mine.being is not Being.PERSON:
        raise RuleError(f"{unit.name} is a {mine.being}, and takes up nothing.")
    if clock := clock_of(scene):
        kept = (
            f"It is {clock.words}, and AHL lets nobody take up the arms of others in a turn but where a scenario says"
        )
        scene.ask(f"{kept} so (/scenario take): it needs the referee's yes (ruling R-162).")
    most = most_clips(scene.settings)
    if thing == GRENADES:
        return _grenades(unit.name, mine, theirs, most)
    return _weapon(unit.name, mine, theirs, theirs.carried(thing, other.name), weapons[thing], most)


def _grenades(name: str, mine: Character, theirs: Character, most: int) -> tuple[Character, Character, str]:
    """As many as there is room for: two for each clip that is left behind (AHL 25.A)."""
    number = min(theirs.grenades, _A_CLIP * (most - _clips(mine)) - mine.grenades)
    if number <= 0:
        raise RuleError(f"{name} has no room for grenades: two go for each of {most} clips left behind (AHL 25.A).")
    after = replace(mine, grenades=mine.grenades + number)
    return after, replace(theirs, grenades=theirs.grenades - number), counted(number, "grenade")


def _weapon(
    name: str, mine: Character, theirs: Character, carried: Carried, weapon: Weapon, most: int
) -> tuple[Character, Character, str]:
    """The weapon, or of a second one of a kind what is loaded in it, and as many of its clips as there is room for."""
    own = next((each for each in mine.weapons if each.weapon == carried.weapon), None)
    clips = carried.spare if own is None else (*([carried.loaded] if carried.loaded.rounds else []), *carried.spare)
    room = max(0, most - _clips(mine) - -(-mine.grenades // _A_CLIP)) if weapon.reloads else 0
    taken, left = clips[:room], clips[room:]
    called = named_weapon(carried.weapon, carried.loaded.ammunition)
    if own is not None:
        if not taken:
            raise RuleError(f"{name} carries one {called} already, and has no use or room for more of it (AHL 25.A).")
        rest = replace(carried, loaded=replace(carried.loaded, rounds=0), spare=left)
        more = replace(own, spare=(*own.spare, *taken))
        return mine.with_carried(more), theirs.with_carried(rest), f"{counted(len(taken), 'clip')} for the {called}"
    got = replace(carried, skill=0, spare=taken)
    kept = tuple(each for each in theirs.weapons if each is not carried)
    told = f"{called} with {counted(len(taken), 'clip')}" if taken else called
    told += f" (no room for {counted(len(left), 'clip')})" if left else ""
    return mine.with_carried(got), replace(theirs, weapons=kept), told


def _clips(sheet: Character) -> int:
    return sum(len(each.spare) for each in sheet.weapons)
