"""Moves in vehicles and through the air (C3K Vehicle movement, Flying)."""

from dataclasses import replace
from fractions import Fraction

from bot.deck.board import Board, Standing, placed
from bot.deck.passage import beside
from bot.deck.placing import around, can_stand, taken
from bot.engine.cards import counted, marked, whose
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.engine.typed import begins_word, match
from bot.systems.combat3000.asked.circumstances import Gait
from bot.systems.combat3000.asked.moving import OUT, MoveOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, Sheet, Vehicle, aloft
from bot.systems.combat3000.fire.firer import profile_of
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.lists.weapons import Class
from bot.systems.combat3000.loading.arming import arm_of
from bot.systems.combat3000.moving.moved import Gone, Went, cm_words, having_moved, length
from bot.systems.combat3000.moving.rates import BANK_TURNS, HOVER, Flight, Ground, crosses_bank, reach, vehicle_range

_PACK, _PACKS_FLIGHT = "E18", Flight(70, 10, 9, 0)
_HALF_PLACE, _PLACE = Fraction(1, 2), Fraction(1)
_DRIVING = "C3K Vehicle movement"


def check_place(scene: Scene, vehicle: Unit, figure: Figure, book: Book) -> None:
    """Raise RuleError for a vehicle that is full: an M weapon takes half a place, an H weapon one (ruling B-M9)."""
    kind = book.vehicles.get(vehicle.sheet.vehicle)
    riders = [
        unit for unit in scene.known.values() if isinstance(unit.sheet, Figure) and unit.sheet.rides == vehicle.name
    ]
    taken = vehicle.sheet.crew + sum((places_of(rider.sheet, book) for rider in riders), Fraction(0))
    needed = places_of(figure, book)
    if kind is not None and taken + needed > kind.carries:
        raise RuleError(
            f"{vehicle.name} has {kind.carries} places and {float(taken):g} are taken, {vehicle.sheet.crew} by its crew"
            ": set its crew, or take another (C3K Vehicles)."
        )


def riders_of(scene: Scene, vehicle: str) -> list[Unit]:
    """Those who ride in a vehicle, besides its crew."""
    return [unit for unit in scene.known.values() if isinstance(unit.sheet, Figure) and unit.sheet.rides == vehicle]


def places_of(figure: Figure, book: Book) -> Fraction:
    """How many places of a vehicle somebody takes with what they carry."""
    kinds = [getattr(arm_of(carried.weapon, book), "kind", None) for carried in figure.weapons]
    return _PLACE + _HALF_PLACE * kinds.count(Class.MEDIUM) + _PLACE * kinds.count(Class.HEAVY)


def vehicle_beside(scene: Scene, unit: Unit, typed: str) -> Unit | None:
    """The vehicle beside somebody on the deck that is meant by a name, as far as their side knows; None for none."""
    known = scene.as_known_to(unit)
    board: Board = known.board
    near = {
        name: each
        for name, each in known.known.items()
        if isinstance(each.sheet, Vehicle)
        and name in board.people
        and beside(board, scene.board.people[unit.name].at, board.people[name].at)
    }
    named = [name for name in near if begins_word(name.casefold(), typed.strip().casefold())]
    return scene.known[match(typed, named, what="vehicle")] if named else None


def check_gets_in(scene: Scene, unit: Unit, vehicle: Unit, book: Book) -> None:
    """Raise RuleError for a vehicle that is full; asks for the yes of whose it is, where that is another side's."""
    check_place(scene, vehicle, unit.sheet, book)
    if (vehicle.side or vehicle.owner) and (vehicle.side != unit.side or not unit.side):
        owners = {vehicle.owner} - {""}
        scene.ask(f"{vehicle.name} is another side's: who gets into it, its owner says.", owners, (vehicle.name,))


def get_out(scene: Scene, name: str, figure: Figure, asked: MoveOrder) -> Gone:
    """Out of a vehicle: where that stands on the deck, onto the nearest square beside it."""
    if not figure.rides:
        raise RuleError(f"{name} rides in no vehicle.")
    if asked.to.strip().casefold() != OUT:
        raise RuleError(f"{name} rides in {figure.rides}: move that, or get out with to:out.")
    moved = Went(name, Gait.WALK, Ground.LEVEL, Fraction(0), Fraction(0), into=figure.rides, out=True)
    return Gone(moved, {name: replace(having_moved(figure, moved), rides="")}, _beside(scene.board, name, figure.rides))


def _beside(board: Board | None, name: str, vehicle: str) -> Board | None:
    """The deck with somebody on a free square beside a vehicle that stands on it; None for one that doesn't."""
    if board is None or vehicle not in board.people or name in board.people:
        return None
    there = board.people[vehicle]
    near = (at for at in around(board, there.at) if at != there.at and beside(board, there.at, at))
    free = next((at for at in near if can_stand(board, at) and not taken(board, at)), None)
    if free is None:
        raise RuleError(f"No square beside {vehicle} is free: {name} gets out where one is.")
    return placed(board, name, Standing(free, there.facing))


def flight_of(figure: Figure) -> Flight | None:
    """By what somebody flies: their own four numbers, or a flight pack's (C3K Equipment)."""
    return figure.flight or (_PACKS_FLIGHT if _PACK in figure.equipment else None)


def _by_pack(figure: Figure) -> bool:
    """Whether somebody flies by a flight pack, whose fuel is counted."""
    return figure.flight is None and _PACK in figure.equipment


def _check_fuel(name: str, figure: Figure, asked: MoveOrder) -> None:
    """Raises RuleError for a pack without fuel, with which one only comes down (C3K Equipment)."""
    down_only = figure.height and asked.down and not asked.up
    if _by_pack(figure) and figure.kit.burnt >= asked.fuel and not down_only:
        raise RuleError(
            f'{whose(name)} flight pack is empty: come down with values:"down 9", and /use item:"Flight Pack" fills it '
            "(C3K Equipment)."
        )


def fly(name: str, figure: Figure, asked: MoveOrder) -> Gone:
    """A turn in the air: ahead, up or down and aside by the four numbers; off and to the ground at the least speed."""
    flight = flight_of(figure)
    if flight is None:
        raise RuleError(
            f"{name} has nothing to fly by: /character edit field:equipment gives a Flight Pack, or field:flies by "
            "four numbers such as 20/10/9/0 (C3K Flying)."
        )
    _check_fuel(name, figure, asked)
    can = reach(flight, figure.flown)
    cm = length(asked.to, "How far they fly") if asked.to else can.least
    up, down, aside = (length(text, what) if text else Fraction(0) for text, what in _turns(asked))
    if not can.least <= cm <= can.most:
        raise RuleError(
            f"{name} flies {cm_words(can.least)} to {cm_words(can.most)} in this turn, not {cm_words(cm)} (C3K Flying)."
        )
    if up and down:
        raise RuleError(f"{name} goes up or down in a turn, and not both: leave one out (C3K Flying).")
    if up > can.climb or down > can.dive or aside > can.aside:
        raise RuleError(
            f"{name} climbs {cm_words(can.climb)}, dives {cm_words(can.dive)} or goes {cm_words(can.aside)} aside, "
            "and no more (C3K Flying)."
        )
    height = figure.height + up - down
    ends = asked.land or (figure.height > 0 and height <= 0)
    if (ends or not figure.height) and cm != flight.minimum:
        deed = "lands" if ends else "takes off"
        raise RuleError(
            f"{name} {deed} at {cm_words(Fraction(flight.minimum))} a turn, no faster or slower (C3K Flying)."
        )
    if height < 0 or (asked.land and height):
        raise RuleError(f"{name} is {cm_words(figure.height)} up: come down by just that to land (C3K Flying).")
    if not figure.height and not up:
        raise RuleError(f"{name} stands on the ground: say how far up, such as values:up {flight.pitch} (C3K Flying).")
    moved = Went(name, Gait.FLY, Ground.LEVEL, cm, can.most, height=height, landed=not height)
    flown = Fraction(0) if not height else cm
    burnt = figure.kit.burnt + (1 if _by_pack(figure) else 0)
    kit = replace(figure.kit, burnt=burnt)
    return Gone(moved, {name: replace(having_moved(figure, moved), height=height, flown=flown, kit=kit)})


def cannot_hover(sheet: Sheet) -> bool:
    """Whether somebody is in the air and too fast to stay where they are, or flies by what never hovers."""
    flight = flight_of(sheet) if isinstance(sheet, Figure) and aloft(sheet) else None
    return flight is not None and reach(flight, sheet.flown).least > 0  # type: ignore[union-attr]


def hovered(figure: Figure) -> Figure:
    """Whoever is in the air at a turn's end: a turn of a flight pack's fuel is burnt, and who hasn't moved has slowed
    down as far as they could.
    """
    flight = flight_of(figure)
    if not aloft(figure) or figure.now.gait or flight is None:
        return figure
    kit = replace(figure.kit, burnt=figure.kit.burnt + (1 if _by_pack(figure) else 0))
    return replace(figure, flown=reach(flight, figure.flown).least, kit=kit)


def _turns(asked: MoveOrder) -> tuple[tuple[str, str], ...]:
    return (asked.up, "How far up"), (asked.down, "How far down"), (asked.aside, "How far aside")


def drive(scene: Scene, name: str, vehicle: Vehicle, asked: MoveOrder, book: Book) -> Gone:
    """A turn of a vehicle, by its speed of the last one, with all who ride in it."""
    _check_runs(name, vehicle)
    if vehicle.crossing:
        turns = counted(vehicle.crossing, "turn")
        raise RuleError(f"{name} crosses a bank for {turns} yet, and goes nowhere else (C3K Difficult terrain).")
    kind = book.vehicles.get(vehicle.vehicle)
    if kind is None:
        raise RuleError(f"{name} is of no kind of the list: move it on the table, and set its speed with /set.")
    driver = _driver(scene, name, asked, book) if asked.avoiding else None
    riders = riders_of(scene, name)
    if asked.bank:
        height = length(asked.bank, "A bank's height, in metres,")
        if not crosses_bank(kind.movement, height):
            raise RuleError(
                f"{name} is {kind.movement}, and crosses no bank of {float(height):g} m (C3K Difficult terrain)."
            )
        if kind.movement == HOVER:
            raise RuleError(
                f"{name} is {HOVER}, and takes no notice of that: leave the bank out (C3K Difficult terrain)."
            )
        moved = Went(name, "drive", Ground.BANK, Fraction(0), Fraction(0), crossing=BANK_TURNS)
        now = replace(vehicle.now, gait="drive")
        return Gone(moved, {name: replace(vehicle, now=now, speed=0, crossing=BANK_TURNS)})
    can = vehicle_range(vehicle.speed, kind.acceleration, kind.maximum, kind.movement, asked.ground, driver)
    if can.lowest > can.highest:
        raise RuleError(
            f"{name} can't slow down to {cm_words(can.highest)} in this turn: it goes {cm_words(can.lowest)} at least "
            "(C3K Vehicle movement)."
        )
    cm = length(asked.to, "How far it goes") if asked.to else can.highest
    if not can.lowest <= cm <= can.highest:
        raise RuleError(
            f"{name} goes {cm_words(can.lowest)} to {cm_words(can.highest)} in this turn, not {cm_words(cm)} "
            "(C3K Vehicle movement)."
        )
    moved = Went(name, "drive", asked.ground, cm, can.highest, range=can, riders=tuple(unit.name for unit in riders))
    after: dict[str, Sheet] = {name: replace(vehicle, now=replace(vehicle.now, gait="drive", cm=cm), speed=int(cm))}
    return Gone(moved, after)


def runs(vehicle: Vehicle) -> bool:
    """Whether a vehicle can move at all."""
    return bool(vehicle.crew) and not (
        vehicle.knocked_out or vehicle.immobilised or vehicle.powerless or vehicle.sabotaged
    )


def _check_runs(name: str, vehicle: Vehicle) -> None:
    bars = {
        "a wreck": vehicle.knocked_out,
        "immobilised": vehicle.immobilised,
        "without power": vehicle.powerless,
        "sabotaged": vehicle.sabotaged,
        "without a crew": not vehicle.crew,
    }
    why = next((words for words, applies in bars.items() if applies), "")
    if why:
        raise RuleError(f"{name} is {why}, and goes nowhere (C3K Hits on armoured targets).")


def _driver(scene: Scene, name: str, asked: MoveOrder, book: Book) -> int:
    """The dexterity and reflex of whoever drives: a human's, where nobody is named."""
    if not asked.driver:
        return 0
    figures = {one: unit for one, unit in scene.known.items() if isinstance(unit.sheet, Figure)}
    driver = figures[match(asked.driver, figures, what="driver")]
    if scene.by:
        _check_drives(scene, driver, name)
    profile = profile_of(driver.sheet, book)
    return profile.dexterity + profile.reflex


def _check_drives(scene: Scene, driver: Unit, vehicle: str) -> None:
    """Raise RuleError for a player's driver who isn't of the vehicle's side, can't act, or isn't aboard. Its crew has
    no sheets of their own: where nobody rides in it, one may be who is neither on the deck nor in another.
    """
    why = helpless(driver.sheet)
    if driver.side != scene.known[vehicle].side and driver.owner != scene.by:
        raise RuleError(f"{driver.name} isn't of the side that drives {vehicle}: name one of its own ({_DRIVING}).")
    if why:
        raise RuleError(f"{driver.name} is {why} and drives nothing: name another driver ({_DRIVING}).")
    elsewhere = driver.sheet.rides or (scene.board is not None and driver.name in scene.board.people)
    if driver.sheet.rides != vehicle and (elsewhere or riders_of(scene, vehicle)):
        raise RuleError(
            f"{driver.name} isn't aboard {vehicle}: get in first, with /move to:{marked(vehicle)} ({_DRIVING})."
        )
