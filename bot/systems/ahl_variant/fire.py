"""What the variant changes of fire, damage and explosions: armour against penetration, three columns of damage,
declared cover, collateral throws (V11.C, V12, V15).
"""

from collections.abc import Callable
from dataclasses import replace

from bot.engine.dice import Check, Dice, Modifier
from bot.systems.ahl.asked.circumstances import Wounding
from bot.systems.ahl.asked.fighting import Evading
from bot.systems.ahl.blast.reach import TO_SUFFER, Blast, Cause, Reached
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.shot import TO_HIT, Shot, automatic_fire, cover, evading, skill, type_of_fire
from bot.systems.ahl.sheet.character import Character, Condition, Nerve
from bot.systems.ahl.tables import Armour, Band
from bot.systems.ahl.wounds.damage import (
    ORDINARY,
    Damage,
    Hit,
    Severity,
    Surroundings,
    Worsening,
    Wounded,
    throw_damage,
    worsened,
)
from bot.systems.ahl.wounds.damage import wound as wound_as_ahl
from bot.systems.ahl_variant.animals import Animal, fate
from bot.systems.ahl_variant.asked import Exploded, Lobbed, Shooting, caps, lasers_are_energy
from bot.systems.ahl_variant.sheet import Combatant, Death
from bot.systems.ahl_variant.tables import EXPLOSIVE, MACHINE, PERSONNEL, deadly, serious_wounds

_CAP = 4


def over(penetration: int, armour: Armour, *, doubled: bool) -> Modifier | None:
    """What armour above penetration takes from a throw to hit: as much, or twice that where it is hardened and the
    attack `doubled` against such (V11.C, ruling VR-A27).
    """
    excess = -armour.value - penetration
    if excess <= 0:
        return None
    hardened = "hardened " if armour.hardened and doubled else ""
    label = f"{hardened}{armour.name} ({-armour.value} over penetration {penetration})"
    return Modifier(-excess * (2 if hardened else 1), label, "AHL V11.C")


def net(penetration: int, armour: Armour, *, most: int | None = None) -> Modifier | None:
    """What is left of penetration behind armour on the dice of damage, never below nothing, `most` at most (V12.A)."""
    left = penetration + armour.value
    if left <= 0:
        return None
    if most is not None and left > most:
        return Modifier(most, f"penetration over armor, {most} at most", "AHL V30.Overpenetration")
    return Modifier(left, "penetration over armor", "AHL V12.A")


def _pierces(shot: Shot) -> bool:
    """Whether a direct hit is one that hardened armour is no better against: HE, HEAP, plasma, fusion (V11.C)."""
    energy = shot.weapon.high_energy or ("laser" in shot.weapon.traits and lasers_are_energy(shot.situation.asked))
    return shot.ammunition.steps_up or energy


def armour_over(shot: Shot) -> Modifier | None:
    met = shot.armour.against(laser="laser" in shot.weapon.traits)
    return over(shot.cell.penetration, met, doubled=not _pierces(shot))


def value(shot: Shot) -> Modifier | None:
    """Skill, or whoever throws a melee weapon their value with it (V17.B, ruling VR-A8)."""
    if not shot.weapon.thrown:
        return skill(shot)
    return Modifier(shot.skill, f"melee value with the {shot.weapon.name}", "AHL V17.B") if shot.skill else None


_IN_SIGHTS = {Band.LONG: 1, Band.EXTREME: 2}


def bonus(shot: Shot) -> Modifier | None:
    """AHL's bonus of automatic fire, the one that the chart prints for launchers of single grenades (ruling VR-A9), or
    that of a telescopic sight, if it is higher (V27.Sights, ruling VR-A13).
    """
    bonus = automatic_fire(shot)
    if "printed-bonus" in shot.weapon.traits and shot.ammunition.kind != "flechette":
        bonus = Modifier(shot.cell.bonus, "as printed", "ruling VR-A9")
    asked = shot.situation.asked
    printed = bonus.dm if bonus else 0
    better = sighted(shot.band, printed) if isinstance(asked, Shooting) and asked.sight else printed
    return Modifier(better, "telescopic sight", "AHL V27.Sights") if better > printed else bonus


def sighted(band: Band, bonus: int) -> int:
    """What counts with a telescopic sight beside a bonus of automatic fire: the higher of the two (V27.Sights)."""
    return max(_IN_SIGHTS.get(band, 0), bonus)


def _type(shot: Shot) -> Modifier | None:
    return None if shot.weapon.thrown else type_of_fire(shot)


def declares(asked: Wounding | None) -> bool:
    """Whether the firer has declared that they take cover's penalty at a target without any (V11.C.2.d)."""
    return isinstance(asked, Shooting) and asked.declared_cover


def _cover(shot: Shot) -> Modifier | None:
    if shot.situation.cover or not declares(shot.situation.asked):
        return cover(shot)
    return Modifier(-2, "cover, as declared", "AHL V11.C.2.d")


def _evading(shot: Shot) -> Modifier | None:
    """Never together with cover, be it declared, unless the referee has set that (ruling VR-A44)."""
    asked = shot.situation.asked
    instead = isinstance(asked, Shooting) and asked.declared == "as cover"
    if declares(asked) and instead and shot.situation.evading is not Evading.NO:
        return None
    return evading(shot)


_INSTEAD = {skill: value, automatic_fire: bonus, type_of_fire: _type, cover: _cover, evading: _evading}
# AHL's, some of them the variant's own, armour among them and the referee's last.
TO_HIT_HERE: tuple[Callable[[Shot], Modifier | None], ...] = (
    *(_INSTEAD.get(rule, rule) for rule in TO_HIT[:-1]),
    armour_over,
    TO_HIT[-1],
)


def _penetration(hit: Hit) -> Modifier | None:
    spared = hit.weapon is not None and "autocannon" in hit.weapon.traits
    most = _CAP if caps(hit.asked) and not spared else None
    return net(hit.penetration, hit.armour.against(laser=hit.laser), most=most)


def _behind_cover(hit: Hit) -> Modifier | None:
    if hit.cover:
        return Modifier(2, "cover", "AHL 12.A.2")
    return Modifier(2, "cover, as declared", "AHL V11.C.2.d") if declares(hit.asked) else None


def _own(hit: Hit) -> Modifier | None:
    return hit.own


DAMAGE_HERE = (_penetration, _behind_cover, _own)


def _in_vacuum(hit: Hit) -> tuple[Worsening, ...]:
    """Only vacuum makes a wound worse: HE and HEAP have a column of their own (V12.D, ruling VR-C5)."""
    return worsened(replace(hit, steps_up=False))


def damage(hit: Hit, dice: Dice) -> Damage:
    """Throw 2D for damage, read in the column of what was hit by what (V12.A, V12.D, V21)."""
    energy = hit.energy or (hit.laser and lasers_are_energy(hit.asked))
    column = MACHINE if hit.robot else EXPLOSIVE if hit.steps_up or energy else PERSONNEL
    return throw_damage(hit, dice, DAMAGE_HERE, column, _in_vacuum)


def wound(
    character: Character,
    level: Severity,
    dice: Dice,
    surroundings: Surroundings = ORDINARY,
    damage: Damage | None = None,
) -> Wounded:
    """AHL's, but that a minor result puts a robot out, and only the second destroys it (V21, ruling VR-A23); it is kept
    how many serious wounds there were, and with what number in brackets somebody died (V12).
    """
    if isinstance(character, Combatant) and character.animal:
        return _wound_of_an_animal(character, character.animal, level, dice, damage)
    robot_put_out = character.robot and level is Severity.SERIOUS and character.condition is not Condition.DEAD
    if robot_put_out:
        second = character.condition is Condition.SERIOUS
        wounded = Wounded(replace(character, condition=Condition.DEAD if second else Condition.SERIOUS), second=second)
    else:
        wounded = wound_as_ahl(character, level, dice, surroundings)
    after = wounded.after
    if not isinstance(after, Combatant) or character.condition is Condition.DEAD:
        return wounded
    if level is Severity.SERIOUS:
        after = replace(after, serious_wounds=after.serious_wounds + 1)
    elif level is Severity.DEAD:
        after = replace(after, deaths=(*after.deaths, _death(damage)))
    return replace(wounded, after=after)


def _death(thrown: Damage | None) -> Death:
    """What a death counts; two serious wounds where nothing was thrown for it (V27.Wounds, V27.Excess)."""
    if thrown is None or thrown.table is not Severity.DEAD:
        return Death(2, 2)
    return Death(deadly(thrown), serious_wounds(thrown.column, thrown.check.total))


def _wound_of_an_animal(
    character: Combatant, animal: Animal, level: Severity, dice: Dice, thrown: Damage | None
) -> Wounded:
    """An animal that was hit: its serious wounds, with all above twelve, against those that put it out and kill it;
    light ones do nothing but count against its flight, for which it throws (V31.Flight, V31.Hits).
    """
    counted = serious_wounds(thrown.column, thrown.check.total) if thrown else {2: 1, 3: 2}.get(level, 0)
    serious = character.serious_wounds + counted
    light = character.light_wounds + (level is Severity.LIGHT)
    fallen = {"dead": Condition.DEAD, "out": Condition.SERIOUS, "active": Condition.ACTIVE}[fate(animal, serious)]
    after = replace(character, light_wounds=light, serious_wounds=serious, condition=fallen)
    if fallen is not Condition.ACTIVE or not animal.flight:
        return Wounded(after)
    wounds = (Modifier(light, "light wounds so far", "AHL V31.Flight"),) if light else ()
    check = Check("flight", dice.roll(1, why="flight"), wounds, animal.flight)
    return Wounded(replace(after, nerve=Nerve.FLEEING) if check.made else after, flight=check)


_OF_WEAPONS = frozenset(Cause) - {Cause.GREEN, Cause.RED}


def _weapons(reached: Reached) -> Modifier | None:
    """For collateral damage of weapons, not of equipment (V15, ruling VR-A4)."""
    asked = reached.blast.asked
    turned = isinstance(asked, Exploded | Lobbed) and asked.collateral_dm == "-2"
    if reached.blast.cause not in _OF_WEAPONS:
        return None
    return Modifier(-2 if turned else 2, "collateral damage of a weapon", "AHL V15")


def _against(reached: Reached) -> Modifier | None:
    """Collateral damage is never direct: hardened armour counts twice against it (V11.C)."""
    return over(reached.penetration, reached.near.armour.against(laser=False), doubled=True)


TO_SUFFER_HERE = (_weapons, _against, *TO_SUFFER)


def _large(radius: int) -> Callable[[Cause, int, int], int]:
    """Half the penetration within half the radius, a quarter beyond (V15, ruling VR-A25)."""
    return lambda _, penetration, squares: (
        0 if squares > radius else penetration // 2 if 2 * squares <= radius else penetration // 4
    )


def for_blast(book: Book, asked: Wounding | None) -> Book:
    """The book by which an explosion goes: of a very large one by its radius (V15)."""
    radius = asked.radius if isinstance(asked, Exploded) else None
    if radius is None:
        return book

    def suffers(_: Blast, squares: int) -> int:
        return 10 if 2 * squares <= radius else 12

    return replace(book, furthest=radius, collateral=_large(radius), suffers=suffers)
