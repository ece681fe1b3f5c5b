"""A figure or a vehicle of Combat 3000 in words."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.engine.cards import Card, Tone, counted, rating, sentence
from bot.engine.system import Mark, Sign, Unit
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.devices.pills import dose_words
from bot.systems.combat3000.figure.kit import Droid
from bot.systems.combat3000.figure.sheet import (
    Carried,
    Figure,
    FigurePosture,
    Hand,
    Profile,
    Shape,
    Sheet,
    Vehicle,
    Working,
    Wreckage,
    in_use,
)
from bot.systems.combat3000.fire.firer import profile_of
from bot.systems.combat3000.fire.volley import fuse_words
from bot.systems.combat3000.lists.costs import cost_of_figure, cost_of_force
from bot.systems.combat3000.lists.others import VehicleType
from bot.systems.combat3000.lists.weapons import Reload, Weapon
from bot.systems.combat3000.loading.arming import arm_of, shell_name
from bot.systems.combat3000.loading.burden import limit_of, load_of
from bot.systems.combat3000.loading.reloading import IN_ONE_PIECE


def sheet_mark(book: Book, sheet: Sheet) -> Mark:
    """What a counter on a deck shows: wound points, whether somebody is stunned or dead, crouches, or holds nothing to
    fire with that is loaded.
    """
    if isinstance(sheet, Vehicle):
        return Mark(dead=sheet.knocked_out)
    held = [carried for carried in sheet.weapons if carried.hand is not Hand.STOWED]
    firearms = [carried for carried in held if carried.weapon in book.weapons and book.weapons[carried.weapon].supply]
    shown = {
        Sign.STUNNED: sheet.stunned > 0,
        Sign.CROUCHING: sheet.posture is FigurePosture.CROUCHED,
        Sign.EMPTY: bool(firearms) and not any(carried.loaded.rounds for carried in firearms),
    }
    signs = frozenset(sign for sign, is_so in shown.items() if is_so and not sheet.killed)
    return Mark(sheet.wound_points, sheet.stunned > 0 and not sheet.killed, sheet.killed, signs)


def state(shape: Shape | Wreckage) -> str:
    """How somebody is: `2 wound points, stunned for 3 turns`, or `unhurt`."""
    if isinstance(shape, Wreckage):
        return ", ".join(_of_vehicle(shape)) or "undamaged"
    return ", ".join(_of_figure(shape)) or "unhurt"


def _of_vehicle(vehicle: Wreckage) -> list[str]:
    if vehicle.knocked_out:
        return ["knocked out"]
    now = {"immobilised": vehicle.immobilised, "no power": vehicle.powerless, "sabotaged": vehicle.sabotaged}
    words = [word for word, is_so in now.items() if is_so]
    if vehicle.crew_killed:
        words.append(f"{vehicle.crew_killed} of the crew killed")
    return words


def _of_figure(figure: Shape) -> list[str]:
    if figure.killed:
        return ["killed"]
    places = (
        sentence(f"{wound.points} in the {wound.part}" for wound in figure.wounds if wound.part)
        if any(wound.part for wound in figure.wounds)
        else ""
    )
    plight = figure.plight
    words = [counted(figure.wound_points, "wound point") + (f" ({places})" if places else "")]
    return [
        *(words if figure.wounds else []),
        *([f"stunned for {counted(figure.stunned, 'turn')}"] if figure.stunned else []),
        *([f"blinded for {counted(plight.blinded, 'turn')}"] if plight.blinded else []),
        *([f"frozen in time for {counted(plight.frozen, 'turn')}"] if plight.frozen else []),
        *(["caught in a web"] if plight.webbed else []),
        *(["programme lost"] if plight.programme_lost else []),
        *([plight.vision] if plight.vision else []),
        *([figure.nerve.words] if figure.nerve.words else []),
        *([figure.posture.value] if figure.posture is not FigurePosture.STANDING else []),
    ]


def rounds_of(weapon: Weapon) -> str:
    """What a weapon's supply counts."""
    if weapon.reload is Reload.BARREL:
        return "barrel"
    return "burst" if weapon.area else "shot"


def carried_line(carried: Carried, book: Book) -> str:
    """A weapon in words: `MM5 Rifle (both hands): 9 of 10 shots, 2 magazines`."""
    arm = arm_of(carried.weapon, book)
    where = {Hand.BOTH: "both hands", Hand.RIGHT: "right hand", Hand.LEFT: "left hand"}.get(
        carried.hand, carried.hand.value
    )
    extras = [book.sights[code].name for code in (carried.sight, carried.mount) if code in book.sights]
    name = f"{carried.name} ({', '.join([where, *extras, *([carried.setting] if carried.setting else [])])})"
    works = "" if carried.working is Working.WORKS else f", {carried.working}"
    if not isinstance(arm, Weapon):
        return name + works
    return f"{name}{ammunition_left(carried, arm, book)}{works}"


def ammunition_left(carried: Carried, weapon: Weapon, book: Book) -> str:
    """What is in a weapon and what is spare: `: 9 of 10 shots, 2 magazines`; "" for one that needs no reloading."""
    if weapon.reload is Reload.INFINITE:
        return ""
    loaded = carried.loaded
    kind = f" {shell_name(loaded.ammunition, book)}" if loaded.ammunition else ""
    spare = _spare(carried, weapon, book)
    return f": {loaded.rounds} of {counted(weapon.supply, rounds_of(weapon))}{kind}{', ' + spare if spare else ''}"


def _spare(carried: Carried, weapon: Weapon, book: Book) -> str:
    """What is spare, by its kind; magazines of the kind that is loaded need no name."""
    piece = IN_ONE_PIECE.get(weapon.reload)
    if not piece:
        kinds = (f"{counted(supply.rounds, 'round')} {shell_name(supply.ammunition, book)}" for supply in carried.spare)
        return ", ".join(kind.strip() for kind in kinds)
    pieces = Counter(supply.ammunition for supply in carried.spare)
    named = {*pieces} != {carried.loaded.ammunition}
    return ", ".join(
        f"{counted(number, piece)} {shell_name(kind, book) if named else ''}".strip() for kind, number in pieces.items()
    )


def sheet_line(sheet: Sheet, book: Book) -> str:
    """Somebody in one line for a list: how it is, then the weapon in use, then armour."""
    used = in_use(sheet.weapons)
    parts = [state(sheet), *([_in_short(used, book)] if used else [])]
    if isinstance(sheet, Vehicle):
        parts += [f"armour {sheet.armour}", f"crew {sheet.crew}"]
    return " · ".join(parts)


def _in_short(carried: Carried, book: Book) -> str:
    """A weapon with what is in it, or with what keeps it from being fired: `Rifle 12`, `Rifle dropped, jammed`."""
    wrong = [] if carried.hand.ready else [carried.hand.value]
    wrong += [] if carried.working is Working.WORKS else [carried.working.value]
    arm = arm_of(carried.weapon, book)
    counts = isinstance(arm, Weapon) and arm.reload is not Reload.INFINITE
    left = ", ".join(wrong) or (str(carried.loaded.rounds) if counts else "")
    return f"{carried.name} {left}".strip()


def profile_text(profile: Profile) -> str:
    """A profile as the book writes it: `+5.0.+1.0.5`."""
    ratings = (profile.accuracy, profile.strength, profile.dexterity, profile.reflex)
    return ".".join([*map(rating, ratings), str(profile.walk)])


def sheet_card(unit: Unit, book: Book) -> Card:
    """All that is on a sheet."""
    sheet: Sheet = unit.sheet
    title = f"{unit.name} ({unit.side})" if unit.side else unit.name
    condition = state(sheet)
    lines = [condition[0].upper() + condition[1:]]
    lines += _vehicle_lines(sheet, book) if isinstance(sheet, Vehicle) else _figure_lines(sheet, book)
    lines += [carried_line(carried, book) for carried in sheet.weapons]
    out = sheet.knocked_out if isinstance(sheet, Vehicle) else sheet.killed
    return Card(title, tuple(lines), tone=Tone.BAD if out else Tone.PLAIN)


def _vehicle_lines(vehicle: Vehicle, book: Book) -> list[str]:
    """A vehicle's record: its class, what it does, and its mount with its sights and how far it traverses."""
    kind = book.vehicles.get(vehicle.vehicle)
    record = [f"{kind.name}: {', '.join(vehicle_parts(kind, book))}"] if kind else []
    return [*record, f"Armour {vehicle.armour}, crew {vehicle.crew}, speed {vehicle.speed} cm"]


def vehicle_parts(kind: VehicleType, book: Book) -> Iterator[str]:
    """What a vehicle of the list is, part by part, but for its armour and its price."""
    yield f"{kind.movement}{', amphibious' if kind.amphibious else ''}"
    yield f"acceleration {kind.acceleration} cm"
    yield f"at most {kind.maximum} cm"
    yield f"carries {kind.carries}"
    if kind.weapon:
        profile = ".".join(map(rating, kind.mount_profile))
        yield f"{book.weapons[kind.weapon].name} on a {kind.mount} {profile}, {kind.traverse}°"


def _figure_lines(figure: Figure, book: Book) -> list[str]:
    armour = [book.armour[code] for code in figure.armour]
    robot = list(_robot_lines(figure))
    now = profile_of(figure, book)
    changed = f", now {profile_text(now)}" if now != figure.profile else ""
    lines = robot or [f"{figure.creature} {profile_text(figure.profile)}{changed}"]
    lines += [_morale_line(figure)] if figure.circuits.wills else []
    lines += [f"Armour: {sentence(piece.name for piece in armour)}"] if armour else []
    if figure.equipment:
        lines.append(f"Equipment: {sentence(book.equipment[code].name for code in figure.equipment)}")
    lines += list(_kit_lines(figure, book))
    held = [f"{supply.rounds} × {shell_name(supply.ammunition, book)}" for supply in figure.grenades]
    lines += [f"Grenades: {sentence(held)}"] if held else []
    if load := load_of(figure, book):
        lines.append(f"Load: {float(load):.3g} of {limit_of(now.strength, figure.armour, book)} points")
    lines += [f"Rides in {figure.rides}"] if figure.rides else []
    lines += [f"Flies, {float(figure.height):g} cm up"] if figure.height else []
    lines += [f"{figure.now.busy[0].upper()}{figure.now.busy[1:]}"] if figure.now.busy else []
    lines += [f"The next shell or grenade has {fuse_words(figure.fuse)}"] if figure.fuse else []
    return [*lines, f"Worth {counted(cost_of_figure(figure, book), 'credit')}"]


def _robot_lines(figure: Figure) -> Iterator[str]:
    """A robot as the book writes it, `SNT/+5.0.0.0.5`, and what it runs by; nothing of anybody else."""
    circuits = figure.circuits
    if circuits.droid is Droid.NONE:
        return
    takes = counted(max(1, circuits.activation), "turn")
    yield f"{circuits.droid}/{profile_text(figure.profile)}, programmed in {takes}"
    left = f", {counted(circuits.left, 'turn')} left" if circuits.left else ""
    if circuits.text:
        yield f"Programme: “{circuits.text}”{left}"
    if circuits.controller:
        yield f"Obeys {circuits.controller}" + (", and ignores target priorities" if circuits.ignores else "")


def _kit_lines(figure: Figure, book: Book) -> Iterator[str]:
    """What of the equipment is in use."""
    kit = figure.kit
    yield from (dose_words(dose, book.equipment[dose.code].name) for dose in kit.doses)
    if kit.burnt:
        yield f"The flight pack has burnt {counted(kit.burnt, 'turn')} of its fuel"
    if kit.nets:
        yield f"On the net{'s' if len(kit.nets) > 1 else ''} {sentence(kit.nets)}"
    if kit.scrambler:
        yield f"Scrambler set to {kit.scrambler}"


def _morale_line(figure: Figure) -> str:
    """Somebody's place on the ladder, by which test they are moved, and until when they take none of their own will."""
    parts = [f"Morale {figure.nerve.status}"]
    parts += [f"by the {figure.test} test"] if figure.test else []
    parts += ["a bad leader"] if figure.bad_leader else []
    parts += [f"no voluntary test for {counted(figure.rallied, 'turn')}"] if figure.rallied else []
    return ", ".join(parts)


def force_lines(sheets: Sequence[Sheet], book: Book) -> list[str]:
    """What a force costs (C3K lists)."""
    return [f"Worth {counted(cost_of_force(sheets, book), 'credit')} (C3K lists)"] if len(sheets) > 1 else []
