"""What of the fallen others take over: their weapons with the clips, and their grenades (AHL 25.A)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.engine.spoils import Spoils
from bot.engine.system import Scene, Unit
from bot.systems.ahl.sheet.character import Being, Carried, Character, most_clips, named_weapon
from bot.systems.ahl.tables import Weapon
from bot.systems.ahl.turn.clock import clock_of

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
