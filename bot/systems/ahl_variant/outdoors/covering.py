"""Covering fire in the open: a line of bands or hexes, at whoever moves in or out of it in the next movement step
(V30.Covering).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.engine.asked import given, maker
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import Firer
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl_variant.asked import Shooting
from bot.systems.ahl_variant.book import Printed
from bot.systems.ahl_variant.ledger import units_of
from bot.systems.ahl_variant.outdoors.aiming import beside, situation_at, target_of
from bot.systems.ahl_variant.outdoors.encounter import Encounter, Line, Whereabouts, can_act
from bot.systems.ahl_variant.outdoors.ground import Spot, way
from bot.systems.ahl_variant.outdoors.shooting import RESERVED, Aim, Beside, crossing, fire_in_the_open
from bot.systems.ahl_variant.outdoors.telling import AttackTold, attack_told, told_lines, told_working


@dataclass(frozen=True, slots=True)
class Crossed:
    """A line of covering fire that somebody crossed: whose, with what, where, the so-manieth; where nobody fired, `why`
    not.
    """

    firer: str
    weapon: str
    number: int
    attacks: tuple[AttackTold, ...]
    at: str = ""
    why: str = ""


def covering(encounter: Encounter, name: str, one: Spot, other: Spot, asked: Shooting) -> Encounter:
    """The encounter with somebody's covering fire along a line, for the next movement step."""
    said = {key: value for key, value in given(asked).items() if isinstance(value, (str, int))}
    rest = tuple(line for line in encounter.lines if line.firer != name)
    return replace(encounter, lines=(*rest, Line(name, one, other, said, 0, encounter.round)))


def _meets(line: Line, path: Sequence[Spot]) -> int | None:
    """At which step of somebody's way a line meets them, into which they come or out of which they go."""
    covered = way(line.one, line.other)
    return next((step for step, spot in enumerate(path) if spot in covered), None)


def crossed(
    book: Book, printed: Printed, scene: Scene, encounter: Encounter, unit: Unit, path: Sequence[Spot], dice: Dice
) -> tuple[tuple[Crossed, ...], Encounter, dict[str, Character]]:
    """The covering fire that somebody meets who has moved along a path: each line of others' into or out of which they
    came, in turn; what it does counts at once, and whoever is out by it comes no further (V30.Covering).
    """
    units = dict(units_of(scene))
    sheets: dict[str, Character] = {}
    done: list[Crossed] = []
    there = {line.firer: _meets(line, path) for line in encounter.lines} if len(path) > 1 else {}
    for line in sorted(encounter.lines, key=lambda each: there.get(each.firer) or 0):
        step, firer = there.get(line.firer), units.get(line.firer)
        if step is None or firer is None or firer.side == unit.side or not can_act(firer):
            continue
        met = encounter.moved(unit.name, replace(encounter.of(unit.name), spot=path[step]))
        near = partial(beside, met, dict(units))
        found, sheet = _fire(book, printed, met, line, firer, units[unit.name], near, dice)
        done.append(found)
        sheets |= sheet
        units |= {name: replace(units[name], sheet=after) for name, after in sheet.items()}
        if found.attacks:
            lines = tuple(replace(each, met=each.met + 1) if each is line else each for each in encounter.lines)
            encounter = replace(encounter, lines=lines)
        if not can_act(units[unit.name]):
            return tuple(done), encounter.moved(unit.name, met.of(unit.name)), sheets
    return tuple(done), encounter, sheets


def _fire(
    book: Book,
    printed: Printed,
    encounter: Encounter,
    line: Line,
    firer: Unit,
    mover: Unit,
    near: Beside,
    dice: Dice,
) -> tuple[Crossed, dict[str, Character]]:
    asked = maker(Shooting)(line.said)
    number = line.met + 1
    carried = firer.sheet.carried(asked.weapon, firer.name)
    weapon = book.weapons[carried.weapon]
    at = encounter.of(mover.name).spot.words
    try:
        if crossing(number, 0) is None:
            raise RuleError("ten shots are fired, and that is the most (AHL V30.Covering), ruling VR-A10")
        situation = situation_at(book, printed, encounter, firer, mover, asked, crossed=number)
        aim = Aim(target_of(book, mover, encounter), situation)
        sheet = firer.sheet if number > 1 else _with_one(firer.sheet, carried.weapon, weapon.burst, asked)
        fired = fire_in_the_open(book, Firer(firer.name, sheet, carried.weapon), weapon, (aim,), near, dice)
    except RuleError as refusal:
        return Crossed(firer.name, weapon.name, number, (), at, str(refusal)), {}
    after = dict(fired.after)
    if number == 1:
        after[firer.name] = after[firer.name].with_carried(carried)
    return Crossed(firer.name, weapon.name, number, tuple(map(attack_told, fired.attacks)), at), after


def _with_one(sheet: Character, weapon: str, burst: int, asked: Shooting) -> Character:
    """A firer with a shot in the weapon, which is one of those that were reserved when the line was laid."""
    carried = sheet.carried(weapon, "")
    each = burst if burst and asked.setting != "single" else 1
    loaded = replace(carried.loaded, rounds=max(carried.loaded.rounds, each))
    return sheet.with_carried(replace(carried, loaded=loaded))


def reserve(name: str, sheet: Character, book: Book, asked: Shooting, posture: Whereabouts) -> tuple[Character, int]:
    """A firer with the shots gone that covering fire takes at least, and how many rounds those are. Raises RuleError
    for whoever has moved, and where there are too few (V30.Covering).
    """
    if posture.pace.value != "stands":
        raise RuleError(f"{name} has moved in this round, and covering fire is for who stands (AHL V30.Covering).")
    carried = sheet.carried(asked.weapon, name)
    weapon = book.weapons[carried.weapon]
    if "melee" in weapon.traits:
        raise RuleError(f"The {weapon.name} gives no covering fire: choose a firearm (AHL V30.Covering).")
    if not weapon.clip or asked.rounds == "unlimited":
        return sheet, 0
    rounds = RESERVED * (weapon.burst if weapon.burst and asked.setting != "single" else 1)
    if carried.loaded.rounds < rounds:
        raise RuleError(
            f"Covering fire takes {RESERVED} shots or bursts at least, {rounds} rounds, and {weapon.name} holds "
            f"{carried.loaded.rounds} (AHL V30.Covering)."
        )
    loaded = replace(carried.loaded, rounds=carried.loaded.rounds - rounds)
    return sheet.with_carried(replace(carried, loaded=loaded)), rounds


def crossed_lines(each: Crossed, faces: Faces) -> Iterator[str]:
    """A line of covering fire that was crossed."""
    if not each.attacks:
        yield f"{each.firer} covers {each.at} and doesn't fire: {each.why}"
        return
    yield f"{each.firer} fires covering fire with the {each.weapon} at {each.at}, number {each.number} to cross it"
    for attack in each.attacks:
        yield from told_lines(attack, faces)


def crossed_working(each: Crossed) -> Iterator[str]:
    """The rules of it."""
    yield "Covering fire is the only fire in the movement step, and what it does counts at once (AHL V30.Covering)"
    for attack in each.attacks:
        yield from told_working(attack)
