"""Covering fire in the open: a line of bands or hexes, at whoever moves in or out of it in the next movement step
(V30.Covering).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

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
from bot.systems.ahl_variant.outdoors.aiming import situation_at, target_of
from bot.systems.ahl_variant.outdoors.encounter import Encounter, Line, Whereabouts, can_act
from bot.systems.ahl_variant.outdoors.ground import Spot, apart
from bot.systems.ahl_variant.outdoors.shooting import RESERVED, Aim, fire_in_the_open
from bot.systems.ahl_variant.outdoors.telling import AttackTold, attack_told, told_lines, told_working

MOST_SHOTS = 10


@dataclass(frozen=True, slots=True)
class Crossed:
    """A line of covering fire that somebody crossed: whose, with what, the so-manieth; nobody fired where no shot was
    left.
    """

    firer: str
    weapon: str
    number: int
    attacks: tuple[AttackTold, ...]


def on_line(line: Line, spot: Spot) -> bool:
    """Whether a band or hex lies on a covered line: on a shortest way from its one end to the other."""
    return apart(line.one, spot) + apart(spot, line.other) == apart(line.one, line.other)


def covering(encounter: Encounter, name: str, one: Spot, other: Spot, asked: Shooting) -> Encounter:
    """The encounter with somebody's covering fire along a line, for the next movement step."""
    said = {key: value for key, value in given(asked).items() if isinstance(value, (str, int))}
    rest = tuple(line for line in encounter.lines if line.firer != name)
    return replace(encounter, lines=(*rest, Line(name, one, other, said, 0, encounter.round)))


def crossed(
    book: Book, printed: Printed, scene: Scene, encounter: Encounter, unit: Unit, before: Spot, dice: Dice
) -> tuple[tuple[Crossed, ...], Encounter, dict[str, Character]]:
    """The covering fire that somebody meets who has moved from one place to where they are: each line of others' into
    or out of which they came, in turn; what it does counts at once (V30.Covering).
    """
    units = units_of(scene)
    sheets: dict[str, Character] = {}
    done: list[Crossed] = []
    spot = encounter.of(unit.name).spot
    for line in encounter.lines if spot != before else ():
        firer = units.get(line.firer)
        meets = on_line(line, spot) or on_line(line, before)
        if firer is None or firer.side == unit.side or not meets or not can_act(firer):
            continue
        mover = replace(unit, sheet=sheets.get(unit.name, unit.sheet))
        if not can_act(mover):
            break
        found, sheet = _fire(book, printed, encounter, line, firer, mover, dice)
        done.append(found)
        sheets |= sheet
        met = tuple(replace(each, met=each.met + 1) if each is line else each for each in encounter.lines)
        encounter = replace(encounter, lines=met)
    return tuple(done), encounter, sheets


def _fire(
    book: Book, printed: Printed, encounter: Encounter, line: Line, firer: Unit, mover: Unit, dice: Dice
) -> tuple[Crossed, dict[str, Character]]:
    asked = maker(Shooting)(line.said)
    number = line.met + 1
    carried = firer.sheet.carried(asked.weapon, firer.name)
    weapon = book.weapons[carried.weapon]
    # The first shots are those that were reserved; each further one costs another (ruling VR-A10).
    if RESERVED - 1 + number > MOST_SHOTS:
        return Crossed(firer.name, weapon.name, number, ()), {}
    situation = situation_at(book, printed, encounter, firer, mover, asked, crossed=number)
    aim = Aim(target_of(book, mover, encounter), situation)
    try:
        sheet = firer.sheet if number > 1 else _with_one(firer.sheet, carried.weapon, weapon.burst, asked)
        fired = fire_in_the_open(book, Firer(firer.name, sheet, carried.weapon), weapon, (aim,), dice)
    except RuleError:
        return Crossed(firer.name, weapon.name, number, ()), {}
    after = {mover.name: fired.after.get(mover.name, mover.sheet)}
    if number > 1:
        after[firer.name] = fired.firer_after
    return Crossed(firer.name, weapon.name, number, tuple(map(attack_told, fired.attacks))), after


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
        yield f"{each.firer} covers that line, and no shot is left for it"
        return
    yield f"{each.firer} fires covering fire with the {each.weapon}, number {each.number} to cross it"
    for attack in each.attacks:
        yield from told_lines(attack, faces)


def crossed_working(each: Crossed) -> Iterator[str]:
    """The rules of it."""
    yield "Covering fire is the only fire in the movement step, and what it does counts at once (AHL V30.Covering)"
    for attack in each.attacks:
        yield from told_working(attack)
