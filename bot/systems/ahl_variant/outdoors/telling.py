"""Attacks in the open as they are told: plain data, and its words (V27 to V30)."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.cards import check_line, counted, modifier_line
from bot.engine.dice import Check, Faces
from bot.systems.ahl.fire.combat import Attack
from bot.systems.ahl.tables import Band
from bot.systems.ahl.wounds.damage import ORDINARY, Damage, WoundReport, told_of_wound, wound_lines, wound_rules
from bot.systems.ahl_variant.outdoors.ground import Near
from bot.systems.ahl_variant.outdoors.shooting import InTheOpen


@dataclass(frozen=True, slots=True)
class AttackTold:
    """One attacked in the open: how many bands away or how near, in which bracket, the throw, and what a hit did;
    `harmless` is a kind of ammunition of which the referee says what it does.
    """

    name: str
    bands: int
    near: Near
    band: Band
    hit: Check
    damage: Damage | None = None
    wounded: WoundReport | None = None
    harmless: str = ""


def attack_told(attack: Attack) -> AttackTold:
    """What is told of somebody attacked."""
    shot = attack.shot
    situation = shot.situation
    near = situation.near if isinstance(situation, InTheOpen) else Near.NO
    return AttackTold(
        attack.target.name,
        situation.squares,
        near,
        shot.band,
        attack.hit,
        attack.damage,
        attack.wounded and told_of_wound(attack.wounded),
        shot.ammunition.kind if shot.ammunition.harmless else "",
    )


def away(bands: int, near: Near) -> str:
    """How far that is in words: `3 bands away`, `in the same band`, `at close range`."""
    if near is not Near.NO:
        return f"at {near} range"
    return f"{counted(bands, 'band')} away" if bands else "in the same band"


def told_lines(attack: AttackTold, faces: Faces) -> list[str]:
    """The throw to hit one, and what became of them."""
    check = attack.hit
    outcome = "hit" if check.made else "miss"
    lines = [
        f"{attack.name}, {away(attack.bands, attack.near)}: "
        + check_line(check, faces.take(check.why), outcome, attack.band)
    ]
    if check.made and attack.harmless:
        lines.append(f"{attack.name}: the referee says what the {attack.harmless} does (ruling VR-G12)")
    if attack.damage and attack.wounded:
        lines += wound_lines(attack.name, attack.damage, attack.wounded, faces)
    return lines


def told_working(attack: AttackTold) -> Iterator[str]:
    """The rules of an attack: its bracket, each modifier of both throws."""
    yield f"{attack.name}: {attack.band} range in the open: {attack.hit.needed}+ (AHL V27.Ranges)"
    yield from (f"{attack.name}, to hit: {modifier_line(modifier)}" for modifier in attack.hit.modifiers)
    if attack.damage and attack.wounded:
        yield from (f"{attack.name}, damage: {modifier_line(each)}" for each in attack.damage.check.modifiers)
        yield from wound_rules([(attack.damage, attack.wounded)], ORDINARY)
