"""Attacks in the open as they are told: plain data, and its words (V27 to V30)."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.cards import check_line, counted, modifier_line
from bot.engine.dice import Check, Faces
from bot.systems.ahl.blast.report import Sufferer, suffered_lines, sufferer
from bot.systems.ahl.tables import Band
from bot.systems.ahl.wounds.damage import (
    ORDINARY,
    Damage,
    WoundReport,
    check_working,
    told_of_wound,
    wound_lines,
    wound_rules,
)
from bot.systems.ahl_variant.outdoors.ground import Near
from bot.systems.ahl_variant.outdoors.shooting import InTheOpen, Struck


@dataclass(frozen=True, slots=True)
class AttackTold:
    """One attacked in the open: how many bands away or how near, in which bracket, the throw, and what a hit did;
    `harmless` is a kind of ammunition of which the referee says what it does, `beside` are those near whom the
    explosion of a hit reached.
    """

    name: str
    bands: int
    near: Near
    band: Band
    hit: Check
    damage: Damage | None = None
    wounded: WoundReport | None = None
    harmless: str = ""
    beside: tuple[Sufferer, ...] = ()
    hexes: bool = False


def attack_told(struck: Struck) -> AttackTold:
    """What is told of somebody attacked."""
    attack, shot = struck.attack, struck.attack.shot
    situation = shot.situation
    there = situation if isinstance(situation, InTheOpen) else None
    return AttackTold(
        attack.target.name,
        situation.squares,
        there.near if there else Near.NO,
        shot.band,
        attack.hit,
        attack.damage,
        attack.wounded and told_of_wound(attack.wounded),
        shot.ammunition.kind if shot.ammunition.harmless else "",
        tuple(map(sufferer, struck.beside)),
        bool(there and there.hexes),
    )


def away(bands: int, near: Near, *, hexes: bool) -> str:
    """How far that is in words: `3 bands away`, `in the same hex`, `at close range`."""
    if near is not Near.NO:
        return f"at {near} range"
    unit = "hex" if hexes else "band"
    return f"{counted(bands, unit)} away" if bands else f"in the same {unit}"


def told_lines(attack: AttackTold, faces: Faces) -> list[str]:
    """The throw to hit one, and what became of them."""
    check = attack.hit
    outcome = "hit" if check.made else "miss"
    lines = [
        f"{attack.name}, {away(attack.bands, attack.near, hexes=attack.hexes)}: "
        + check_line(check, faces.take(check.why), outcome, attack.band)
    ]
    if check.made and attack.harmless:
        lines.append(f"{attack.name}: the referee says what the {attack.harmless} does (ruling VR-G12)")
    if attack.damage and attack.wounded:
        lines += wound_lines(attack.name, attack.damage, attack.wounded, faces)
    if attack.beside:
        lines.append(f"The strike on {attack.name} explodes")
    for each in attack.beside:
        lines += suffered_lines(each, faces)
    return lines


def told_working(attack: AttackTold) -> Iterator[str]:
    """The rules of an attack: its bracket, each modifier of both throws."""
    yield f"{attack.name}: {attack.band} range in the open: {attack.hit.needed}+ (AHL V27.Ranges)"
    yield from (f"{attack.name}, to hit: {modifier_line(modifier)}" for modifier in attack.hit.modifiers)
    if attack.damage and attack.wounded:
        yield from (f"{attack.name}, damage: {modifier_line(each)}" for each in attack.damage.check.modifiers)
        yield from wound_rules([(attack.damage, attack.wounded)], ORDINARY)
    if attack.beside:
        yield BESIDE
        yield "Armor counts against what explodes beside one, cover and evading don't (AHL 15.B.2), ruling R-90"
        yield from check_working([each.check for each in attack.beside if each.check])
        yield from wound_rules(
            [(each.damage, each.wounded) for each in attack.beside if each.damage and each.wounded], ORDINARY
        )


BESIDE = "Who is at close range of them counts as adjacent, at short range as two squares away (AHL V28.Adjacent)"
