"""The values of a character's sheet that people set by name, in the order in which they are written."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.deck.placing import WAYS
from bot.engine.cards import printable, signed
from bot.engine.errors import RuleError
from bot.engine.system import Settings, Trait, whole
from bot.engine.typed import match
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.blows import melee_value
from bot.systems.ahl.sheet.character import (
    Being,
    Carried,
    Character,
    Condition,
    Nerve,
    arm,
    check_load,
    choose_weapon,
    full_clip,
    most_clips,
    with_clips,
)
from bot.systems.ahl.tables import Armour, Weapon

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


# How a sheet says that no blob grips them.
NOBODY = "nobody"
NOT_DRIFTING = "no"


def traits(book: Book) -> Mapping[str, Trait]:
    """AHL's traits: the weapon in use with its ammunition, clips and skill, armour, the factors, the wounds."""
    return {
        trait.name: trait
        for trait in (
            *weapon_traits(book.weapons),
            Trait("grenades", lambda c: str(c.grenades), _write_grenades),
            Trait("skill", lambda c: signed(in_use(c).skill), _write_skill),
            _worn("armour", book.armour),
            _worn("second armour", book.armour),
            Trait("melee", lambda c: str(c.melee), _write_melee),
            _factor("morale", 20),
            _factor("leadership", 9),
            _factor("light wounds", 20),
            Trait("rank", lambda c: c.rank, _write_rank),
            _being(book),
            _factor("life level", 9),
            Trait("stunned", lambda c: str(c.stunned), _write_stunned, ("0", "1", "2")),
            Trait("gripped by", lambda c: c.gripped_by or NOBODY, _write_gripped_by, (NOBODY,)),
            Trait("disoriented", lambda c: "yes" if c.zero_g.disoriented else "no", _write_disoriented, ("yes", "no")),
            Trait("drifting", _read_drifting, _write_drifting, (NOT_DRIFTING, *WAYS)),
            Trait("condition", lambda c: c.condition.value, _write_condition, tuple(Condition)),
            Trait("nerve", lambda c: c.nerve.value, _write_nerve, tuple(Nerve)),
        )
    }


def _write_grenades(character: Character, number: str, settings: Settings) -> Character:
    carrying = replace(character, grenades=whole(number, "number of grenades", 0, 100))
    return check_load(carrying, most_clips(settings))


def _write_skill(character: Character, number: str, _: Settings) -> Character:
    return character.with_carried(replace(in_use(character), skill=whole(number, "skill", -9, 9)))


def _write_melee(character: Character, text: str, settings: Settings) -> Character:
    return replace(character, melee=read_melee(text, up=settings.get("melee value") == "up"))


def _write_stunned(character: Character, phases: str, _: Settings) -> Character:
    return replace(character, stunned=whole(phases, "number of phases", 0, 2), more_stuns=())


def _write_gripped_by(character: Character, name: str, _: Settings) -> Character:
    return replace(character, gripped_by="" if name.casefold() == NOBODY else printable(name))


def _write_disoriented(character: Character, answer: str, _: Settings) -> Character:
    lost = match(answer, ("yes", "no"), what="answer") == "yes"
    return replace(character, zero_g=replace(character.zero_g, disoriented=lost))


def _read_drifting(character: Character) -> str:
    mark = character.zero_g
    return f"{mark.drift} fast" if mark.fast else mark.drift or NOT_DRIFTING


def _write_drifting(character: Character, text: str, _: Settings) -> Character:
    choices = (NOT_DRIFTING, *WAYS, *(f"{way} fast" for way in WAYS))
    way, _gap, fast = match(text, choices, what="direction").partition(" ")
    drifts = way != NOT_DRIFTING
    return replace(character, zero_g=replace(character.zero_g, drift=way if drifts else "", fast=bool(fast)))


def _write_rank(character: Character, code: str, _: Settings) -> Character:
    return replace(character, rank=read_rank(code))


def _being(book: Book) -> Trait:
    # A blob wears nothing, and its life level counts (AHL 20).
    shells = {**book.shells, Being.BLOB: "none"}

    def write(character: Character, name: str, _: Settings) -> Character:
        being = Being(match(name, tuple(Being), what="kind of being"))
        changed = replace(character, being=being, armour=shells.get(being, character.armour))
        return replace(changed, weapons=()) if being is Being.BLOB else changed

    return Trait("being", lambda c: c.being.value, write, tuple(Being))


def _write_condition(character: Character, name: str, _: Settings) -> Character:
    return replace(character, condition=Condition(match(name, tuple(Condition), what="condition")))


def _write_nerve(character: Character, name: str, _: Settings) -> Character:
    return replace(character, nerve=Nerve(match(name, tuple(Nerve), what="state of nerve")))


def _worn(name: str, armour: Mapping[str, Armour]) -> Trait:
    def read_kind(text: str) -> str:
        return match(text.replace("armour", "armor"), armour, what="armor")

    return _attribute(name, read_kind, tuple(armour))


def _factor(name: str, high: int) -> Trait:
    return _attribute(name, lambda text: whole(text, name, 0, high))


def _attribute(name: str, understand: Callable[[str], int | str], choices: tuple[str, ...] = ()) -> Trait:
    """A trait that is an attribute of the sheet of the same name, and nothing else."""
    attribute = name.replace(" ", "_")

    def read(character: Character) -> str:
        return str(getattr(character, attribute))

    def write(character: Character, text: str, _: Settings) -> Character:
        changed: dict[str, Any] = {attribute: understand(text)}
        return replace(character, **changed)

    return Trait(name, read, write, choices)


def read_melee(text: str, *, up: bool = False) -> int:
    """A melee value: a number, or Traveller's `7+5+2`, which is strength, dexterity and brawling skill.

    `up` rounds it up, by the choice of ruling R-139. Raises RuleError for anything else, and for a value that
    isn't from 0 to 20 (Traveller B).
    """
    parts = text.split("+")
    if len(parts) != 3:
        return whole(text, "melee", 0, 20)
    strength, dexterity, brawling = (whole(part, "strength, dexterity or brawling", 0, 30) for part in parts)
    return whole(melee_value(strength, dexterity, brawling, up=up), "melee", 0, 20)


def read_rank(code: str) -> str:
    """A counter's code as it is kept: a letter and a number. Raises RuleError for anything else."""
    found = re.fullmatch(r"([OWNRETA])(\d{1,2})", code.strip().upper())
    if not found:
        raise RuleError("A rank is a letter and a number, such as O3: O, W, N, R, E, T or A.")
    return found[0]
