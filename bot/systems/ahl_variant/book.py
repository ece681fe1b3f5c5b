"""The variant's book: AHL's with its own tables, and with what it does otherwise."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from bot.engine.cards import counted, signed, whose
from bot.engine.dice import Modifier
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.engine.system import Rule
from bot.systems.ahl.asked.circumstances import InTurn
from bot.systems.ahl.asked.fighting import FireOrder
from bot.systems.ahl.book import Book, worn
from bot.systems.ahl.book import load_book as load_ahl
from bot.systems.ahl.sheet.character import Being, Carried, Character
from bot.systems.ahl.tables import Ammunition, Armour, Band, Cell, Weapon, load_weapons, range_band
from bot.systems.ahl.zerog.control import CONTROL, Strain
from bot.systems.ahl_variant.animals import check_can_suffer
from bot.systems.ahl_variant.asked import Bout, Exploded, Lobbed, Shooting, Sweeping
from bot.systems.ahl_variant.fire import TO_HIT_HERE, TO_SUFFER_HERE, damage, for_blast, wound
from bot.systems.ahl_variant.melee import (
    Arms,
    in_reach_here,
    land_here,
    strike_here,
    together_here,
    wields,
)
from bot.systems.ahl_variant.reached import reached_here
from bot.systems.ahl_variant.sheet import Combatant
from bot.systems.ahl_variant.tables import (
    Arm,
    Robot,
    Terrain,
    load_arms,
    load_hides,
    load_robots,
    load_suits,
    load_terrain,
)


@dataclass(frozen=True, slots=True)
class Printed:
    """What the variant prints that AHL's book has no place for."""

    arms: Arms
    hides: Mapping[str, Armour]
    terrain: Mapping[str, Terrain]


def load_variant(data: Path) -> tuple[Book, Printed]:
    """The variant's book made from AHL's, whose data folder stands beside its own, and the rest of its tables.

    Raises DataError, naming file and line, where a table is wrong.
    """
    ahl = load_ahl(data.parent / "ahl")
    table, weapons = load_arms(data / "melee.csv")
    arms = Arms(table, load_robots(data / "robots.csv"))
    printed = Printed(arms, load_hides(data / "hides.csv"), load_terrain(data / "terrain.csv"))
    tables = replace(
        ahl,
        weapons={**load_weapons(data / "weapons.csv"), **weapons},
        armour=load_suits(data / "armour.csv"),
        actions={**ahl.actions, _THROW: replace(ahl.actions["melee"], name=_THROW, words="throwing a weapon")},
        shells={},
    )
    return _fights(_asks(tables), printed), printed


def _asks(book: Book) -> Book:
    """The book with what the variant's orders ask for, and whom they are given for."""
    return replace(
        book, fire=Shooting, cover=Sweeping, melee_order=Bout, blast=Exploded, grenade=Lobbed, person=Combatant
    )


def _fights(book: Book, printed: Printed) -> Book:
    """The book with what the variant does otherwise (V11 to V21, V27, V31)."""
    arms = printed.arms
    plain = replace(
        book,
        ranges=ranges,
        # The variant is one for Traveller (ruling VR-G12).
        tranq=True,
        to_hit=TO_HIT_HERE,
        damage=damage,
        wound=wound,
        to_suffer=TO_SUFFER_HERE,
        for_blast=for_blast,
        wears=partial(wears, arms.robots, printed.hides),
        control=(*CONTROL, _zero_g_skill),
        phase=partial(_phase, book.phase),
        land=land_here,
        in_reach=in_reach_here,
        together=together_here,
    )
    return replace(
        plain,
        action=partial(_action, plain),
        skill=partial(_skill, arms),
        reached=partial(reached_here, arms, plain),
        in_melee="/melee, or /fire with what is thrown",
        wields=partial(wields, arms, plain),
        strike=partial(strike_here, plain),
    )


def ranges(weapon: Weapon, ammunition: Ammunition, squares: int) -> tuple[Band, Cell]:
    """The band of a range in squares; a thrown weapon has none within its reach, where it strikes (V17.B, ruling
    VR-A8), and what is for melee alone none at all. Raises RuleError there, and beyond the last.
    """
    if "melee" not in weapon.traits:
        return range_band(weapon, ammunition, squares)
    if not weapon.thrown:
        raise RuleError(f"The {weapon.name} is a melee weapon and isn't thrown: /melee strikes with it (AHL V17).")
    if squares <= ammunition.cells[Band.EFFECTIVE].squares:
        raise RuleError(
            f"The target is in reach of the {weapon.name}: /melee strikes with it (AHL V17.B), ruling VR-A8."
        )
    return range_band(weapon, ammunition, squares)


def _zero_g_skill(strain: Strain) -> Modifier | None:
    """The skill of combat in zero-G, as entered (V27.Zero-G, ruling VR-G5)."""
    skill = strain.character.zero_g_skill if isinstance(strain.character, Combatant) else 0
    return Modifier(skill, "zero-G combat", "AHL V27.Zero-G") if skill else None


def _phase(ahl: Callable[[Character], int], character: Character) -> int:
    """What a phase gives somebody: an animal six action points for each point of speed (V31.Moving)."""
    if isinstance(character, Combatant) and character.animal:
        return ahl(character) * character.animal.speed
    return ahl(character)


def wears(robots: Mapping[Being, Robot], hides: Mapping[str, Armour], book: Book, character: Character) -> Armour:
    """What stops damage: AHL's, but that robots have a hardened shell of their own, and animals a hide (V21, V31).

    Raises RuleError for an animal of which nobody has entered what a hit does to it (ruling VR-G7).
    """
    if isinstance(character, Combatant) and character.animal:
        check_can_suffer(character.animal)
        return hides[character.animal.hide]
    if character.being not in robots:
        return worn(book, character)
    plating = character.plating if isinstance(character, Combatant) else 0
    value = plating or robots[character.being].armour
    return Armour(f"{whose(character.being.value)} armor", -value, lasers_only=False, rule="AHL V21", hardened=True)


_THROW = "throw"


def _action(book: Book, asked: InTurn, scene: Scene) -> str:
    """What an order is in the table of actions: throwing a melee weapon is no fire, and comes in the melee step."""
    if isinstance(asked, FireOrder):
        unit = scene.one(Shooting.roles[0].name)
        if book.weapons[unit.sheet.carried(asked.weapon, unit.name).weapon].thrown:
            return _THROW
    return asked.action(scene)


def _skill(arms: Arms, character: Character, carried: Carried, weapon: Weapon) -> int:
    """Skill with a weapon; of one that is thrown the melee value with it (V17.B, ruling VR-A8)."""
    if not weapon.thrown:
        return carried.skill
    return arms.value("The thrower", character, arms.table[weapon.name], carried.skill)


def listed(book: Book, printed: Printed) -> dict[str, Rule]:
    """The weapons and the armour as `/rule` tells of them by their names, with what is restored of the text."""
    found = {name: Rule(name, "weapon of the variant", _profile(weapon)) for name, weapon in book.weapons.items()}
    for name, arm in printed.arms.table.items():
        found[name] = Rule(name, "melee weapon of the variant", _melee_profile(arm))
    for name, armour in book.armour.items():
        kind = f"{', hardened' if armour.hardened else ''}{', against lasers only' if armour.lasers_only else ''}"
        level = f"tech level {armour.tech}, " if armour.tech else ""
        found[f"{name} (armor)"] = Rule(
            f"{name} (armor)", "armor of the variant", f"{level}stops {-armour.value}{kind}"
        )
    return found


def _profile(weapon: Weapon) -> str:
    rows = []
    for kind, row in weapon.ammunition.items():
        cells = ", ".join(
            f"{band} {cell.squares} ({cell.penetration})" + (f" +{cell.bonus}" if cell.bonus else "")
            for band, cell in row.cells.items()
        )
        rows.append(f"{kind}: {cells}" if kind else cells)
    told = [f"tech level {weapon.tech}", *([counted(weapon.clip, "round")] if weapon.clip else [])]
    told += [f"bursts of {weapon.burst}"] if weapon.burst else []
    if "vision" in weapon.traits:
        told.append("vision-enhanced" + (", a restored mark (ruling VR-R7)" if "restored" in weapon.traits else ""))
    return "; ".join([", ".join(told), *rows])


def _melee_profile(arm: Arm) -> str:
    strength = f"; strength {_figure(arm.low)} or {_figure(arm.high)}" if arm.low and arm.high else ""
    level = f"tech level {arm.tech}, " if arm.tech else ""
    return f"{level}melee {signed(arm.modifier)}, reach {arm.reach} ({arm.penetration}){strength}"


def _figure(figure: tuple[int, int]) -> str:
    return f"{figure[0]} ({signed(figure[1])})"
