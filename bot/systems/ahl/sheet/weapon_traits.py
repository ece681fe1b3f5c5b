"""What people set by name of the weapon in use: which it is, what is loaded, the rounds and clips that are left."""

from dataclasses import replace

from bot.engine.errors import RuleError
from bot.engine.system import Settings, Trait, whole
from bot.systems.ahl.sheet.ammunition import arm, check_load, choose_weapon, full_clip, most_clips, with_clips
from bot.systems.ahl.sheet.character import Carried, Character
from bot.systems.ahl.tables.weapons import Weapon

# The most that the setting energy shots can give a weapon.
MOST_SHOTS = 999


def in_use(character: Character) -> Carried:
    """The weapon in use; raises RuleError if none is carried."""
    if not character.weapons:
        raise RuleError("This character carries no weapon: name one with weapon: first.")
    return character.weapons[0]


def weapon_traits(weapons: dict[str, Weapon]) -> tuple[Trait, ...]:
    """The traits of the weapon in use, in the order in which they are written."""
    return (_weapon(weapons), _ammunition(weapons), _rounds(weapons), _shots_fired(weapons), _clips(weapons))


def _weapon(weapons: dict[str, Weapon]) -> Trait:
    def write(character: Character, name: str, _: Settings) -> Character:
        weapon = choose_weapon(name, weapons)
        rest = tuple(carried for carried in character.weapons[1:] if carried.weapon != weapon.name)
        skill = character.weapons[0].skill if character.weapons else 0
        return replace(character, weapons=(arm(weapon, skill=skill), *rest))

    return Trait("weapon", lambda character: in_use(character).weapon, write, tuple(weapons))


def _ammunition(weapons: dict[str, Weapon]) -> Trait:
    def write(character: Character, kind: str, _: Settings) -> Character:
        carried = in_use(character)
        loaded = full_clip(weapons[carried.weapon], kind)
        return character.with_carried(replace(carried, loaded=loaded, spare=(loaded,) * len(carried.spare)))

    kinds = sorted({kind for weapon in weapons.values() for kind in weapon.ammunition if kind})
    return Trait("ammunition", lambda character: in_use(character).loaded.ammunition, write, tuple(kinds))


def _rounds(weapons: dict[str, Weapon]) -> Trait:
    def write(character: Character, number: str, _: Settings) -> Character:
        carried = in_use(character)
        most = weapons[carried.weapon].clip
        if not most:
            raise RuleError(f"The rounds of the {carried.weapon} are not counted: shots fired is what can be set.")
        left = whole(number, "number of rounds", 0, most)
        return character.with_carried(replace(carried, loaded=replace(carried.loaded, rounds=left)))

    return Trait("rounds", lambda character: str(in_use(character).loaded.rounds), write)


def _shots_fired(weapons: dict[str, Weapon]) -> Trait:
    def write(character: Character, number: str, _: Settings) -> Character:
        carried = in_use(character)
        if weapons[carried.weapon].clip:
            raise RuleError(f"The {carried.weapon} has rounds that are counted: set those, or its clips.")
        return character.with_carried(replace(carried, fired=whole(number, "number of shots", 0, MOST_SHOTS)))

    return Trait("shots fired", lambda character: str(in_use(character).fired), write)


def _clips(weapons: dict[str, Weapon]) -> Trait:
    def write(character: Character, number: str, settings: Settings) -> Character:
        carried = in_use(character)
        clips = whole(number, "number of clips", 0, 100)
        bare = replace(carried, spare=())
        given = with_clips(bare, weapons[carried.weapon], carried.loaded.ammunition, clips)
        return check_load(character.with_carried(given), most_clips(settings))

    return Trait("clips", lambda character: str(len(in_use(character).spare)), write)
