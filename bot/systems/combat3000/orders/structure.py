"""`/structure`: rooms, walls and doors are classed, hit, and shown (C3K Destruction)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.deck.board import Board
from bot.deck.placing import find_square, room_of
from bot.deck.plan import Room
from bot.deck.view import Marks
from bot.engine.asked import maker, typed_odds, typed_order
from bot.engine.cards import Card, Suggestion, Tone, counted, each_once, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import InTwoSteps, Odds, Order, Outcome, Scene, Unit, Values
from bot.systems.combat3000.asked.building import (
    ImaginedHit,
    StructureAddOrder,
    StructureHitOrder,
    StructureListOrder,
)
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.building import on_deck
from bot.systems.combat3000.building.firing import impact_of, outcome_of, readied_at, word_of
from bot.systems.combat3000.building.hits import Impact, Result, Site, Toll, hit
from bot.systems.combat3000.building.report import StructureStruck, struck_report
from bot.systems.combat3000.building.structures import Build, Structure, What, find_structure, read_metres
from bot.systems.combat3000.fire.readied import Readied, thrown
from bot.systems.combat3000.fire.report import FireReport, fire_report
from bot.systems.combat3000.hit.moment import Moment
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.options import options_of
from bot.systems.combat3000.orders.circumstances import of_own_side, people_of
from bot.systems.combat3000.wording.buildings import struck_lines, struck_working, structure_line
from bot.systems.combat3000.wording.fire import fire_card
from bot.systems.combat3000.wording.hits import MOOT

RULE = "C3K Destruction"
_DECK = "deck"


@dataclass(frozen=True, slots=True)
class Classed:
    """Structures as they have been classed."""

    structures: tuple[Structure, ...]


@dataclass(frozen=True, slots=True)
class StructureHits:
    """What was done to a structure: the shot with its hits, if somebody fired, or each hit by the referee's word;
    `outcome` is what a shot that did not strike came to.
    """

    name: str
    cause: str
    strikes: tuple[StructureStruck, ...]
    fire: FireReport | None = None
    outcome: str = ""

    @property
    def all_strikes(self) -> tuple[StructureStruck, ...]:
        """Each hit, by whomever."""
        return (*self.strikes, *(strike for shot in (self.fire.shots if self.fire else ()) for strike in shot.strikes))


def structure_add_order() -> Order:
    """`/structure add`: what there is, before anybody fires at it."""

    def decide(scene: Scene, asked: StructureAddOrder, _: Dice) -> Outcome:
        ledger: Ledger = scene.ledger or Ledger()
        classed = tuple(_classed(scene, ledger, asked))
        if not ledger.structures and not classed:
            raise RuleError("This deck has no rooms: name what stands on the table, as name:Bunker.")
        return Outcome({}, Classed(classed), ledger.with_structures(*classed))

    return typed_order(StructureAddOrder, decide, _classed_card)


def _classed(scene: Scene, ledger: Ledger, asked: StructureAddOrder) -> Iterator[Structure]:
    build, armour = _build(asked)
    if asked.kind == "building":
        yield from _building(asked, build or Build.LIGHT, armour)
        return
    if asked.rooms is not None:
        raise RuleError("Only a building has rooms: say kind:building, or leave them out.")
    board: Board | None = scene.board
    if asked.name.strip().casefold() == _DECK:
        if board is None or not board.plan.rooms:
            raise RuleError("There is no deck with rooms here: put one up with /deck load, or name what stands here.")
        for room in board.plan.rooms:
            yield on_deck.of_room(board, room, build or Build.LIGHT, armour, asked.building or board.plan.name)
        return
    yield _put_right(_meant(scene, ledger, asked), scene, ledger, asked)


def _build(asked: StructureAddOrder) -> tuple[Build | None, int]:
    """What it is built of, and its value; raises RuleError for armour without one, or a value without armour."""
    build = asked.build or (Build.ARMOURED if asked.armour else None)
    if (build is Build.ARMOURED) is not bool(asked.armour):
        raise RuleError(f"An armoured structure has a value, and no other: say build:armoured armour:8 ({RULE}).")
    return build, asked.armour or 0


def _building(asked: StructureAddOrder, build: Build, armour: int) -> Iterator[Structure]:
    """All rooms of a building on the table."""
    name, number = _called(asked), asked.rooms or 0
    if not number:
        raise RuleError(f"A building has a room at least: say how many, as rooms:6 ({RULE}).")
    if asked.upper >= number:
        raise RuleError("A building has a room on its ground floor at least: say fewer upper rooms.")
    for each in range(1, number + 1):
        upper = each > number - asked.upper
        yield Structure(f"{name} {each}", What.ROOM, build, armour, building=name, upper=upper)


def _meant(scene: Scene, ledger: Ledger, asked: StructureAddOrder) -> Structure:
    """What is known by that name already, a room of the deck, a barrier of it, or something new."""
    name, board = _called(asked), scene.board
    known = next((each for each in ledger.structures if each.name.casefold() == name.casefold()), None)
    if known:
        return known
    if asked.at:
        if board is None:
            raise RuleError("No deck is up here: leave the square out, and say whose wall or door it is.")
        edge = on_deck.barrier_at(board, find_square(board, asked.at), asked.side)
        return replace(on_deck.barrier_structure(ledger.structures, board, edge, Build.LIGHT), name=name)
    if board is not None and asked.kind in {None, "room"}:
        room = next((each for each in board.plan.rooms if name.casefold() in _names(each)), None)
        if room:
            found = room_of(board, str(room.number))
            called = on_deck.of_room(board, found, Build.LIGHT, 0, "")
            return next((each for each in ledger.structures if each.name == called.name), called)
    return Structure(name, What(asked.kind or What.ROOM))


def _called(asked: StructureAddOrder) -> str:
    """Its name; raises RuleError for none."""
    name = " ".join(asked.name.split())
    if not name:
        raise RuleError("Say what it is called, as name:Bunker.")
    return name


def _names(room: Room) -> set[str]:
    return {str(room.number), room.name.casefold(), f"{room.number} {room.name}".casefold()}


def _put_right(structure: Structure, scene: Scene, ledger: Ledger, asked: StructureAddOrder) -> Structure:
    """The structure with what is said of it, and no more."""
    build, armour = _build(asked)
    if asked.kind and structure.what != asked.kind:
        raise RuleError(f"{structure.name} is a {structure.what}: leave the kind out, or name another.")
    inside = tuple(unit.name for unit in scene.all("people"))
    if (inside or asked.building) and structure.what is not What.ROOM:
        raise RuleError(f"{structure.name} is a {structure.what}, and nobody is in it: name the room that it is of.")
    _check_off_deck(scene, inside)
    if asked.room:
        structure = replace(structure, room=find_structure(ledger.structures, asked.room).name)
    if build:
        structure = replace(structure, build=build, armour=armour, hits=0)
    if asked.metres:
        structure = replace(structure, metres=read_metres(asked.metres))
    return replace(
        structure,
        building=asked.building or structure.building,
        upper=structure.upper or bool(asked.upper),
        inside=inside or structure.inside,
    )


def _check_off_deck(scene: Scene, inside: Sequence[str]) -> None:
    """Raise RuleError for who stands on the deck, and so in its rooms alone."""
    people = scene.board.people if scene.board else {}
    if there := [name for name in inside if name in people]:
        stand = "stands" if len(there) == 1 else "stand"
        who = sentence(there)
        raise RuleError(f"{who} {stand} on the deck, and in the room of their square alone: leave them out ({RULE}).")


def _classed_card(classed: Classed, _: Faces) -> Card:
    first = classed.structures[0]
    title = first.name if len(classed.structures) == 1 else f"{counted(len(classed.structures), 'room')}"
    if first.building and len(classed.structures) > 1:
        title = f"{first.building}: {title}"
    working = (f"Rooms, walls and doors are classed as light, heavy or armoured before play ({RULE})",)
    return Card(title, tuple(map(structure_line, classed.structures)), working)


def structure_list_order() -> Order:
    """`/structure list`: all that are known."""

    def listed(scene: Scene, _: StructureListOrder, __: Dice) -> Outcome:
        return Outcome({}, Classed(scene.ledger.structures if scene.ledger else ()))

    return typed_order(StructureListOrder, listed, _listed_card)


def _listed_card(listed: Classed, _: Faces) -> Card:
    lines = tuple(map(structure_line, listed.structures))
    return Card("Structures", lines or (Suggestion("structure add", {}, "None is known: ", " names one."),))


def structure_hit_order(book: Book) -> Order:
    """`/structure hit`: by whoever fires, thrown for to hit; or by the referee's word, once or several times."""

    def prepare(scene: Scene, asked: StructureHitOrder) -> Callable[[Dice], Outcome]:
        structure = target_of(scene, asked)
        if scene.units.get("by"):
            return _fired_at(scene, structure, asked, book)
        if scene.by:
            raise RuleError("A hit without a firer is for the referee only: say who fires at it with by.")
        if not asked.weapon:
            raise RuleError("Say what hits it, as weapon:Howitzer or weapon:102; or who fires at it with by.")
        if asked.dm or asked.because:
            raise RuleError("A modifier counts for a shot: leave it out of a hit by the referee's word.")
        impact = word_of(asked.weapon, book)
        return lambda dice: _strike(scene, structure, (impact,) * asked.times, asked, book, dice)

    made = maker(StructureHitOrder)

    def friends(scene: Scene, values: Values) -> list[Unit]:
        return of_own_side(scene, ready_to_hit(scene, made(values), book)) if scene.units.get("by") else []

    word = partial(_hit_card, book=book)
    return typed_order(
        StructureHitOrder, InTwoSteps(prepare), word, odds=_odds(book), hesitates=friends, pressed="fire"
    )


def target_of(scene: Scene, asked: StructureHitOrder) -> Structure:
    """The structure that is meant: by its name, or by the side of a square of the deck where it stands. Raises
    RuleError for one that is down.
    """
    structure = _named(scene, asked)
    if structure.down:
        raise RuleError(f"{structure.name} is down already: nothing is left of it to hit ({RULE}).")
    return structure


def _named(scene: Scene, asked: StructureHitOrder) -> Structure:
    known = scene.ledger.structures if scene.ledger else ()
    if asked.at:
        if scene.board is None:
            raise RuleError("No deck is up here: name the structure, as name:Bunker.")
        edge = on_deck.barrier_at(scene.board, find_square(scene.board, asked.at), asked.side)
        return on_deck.barrier_structure(known, scene.board, edge, Build(asked.structures))
    if scene.only_odds and scene.fate_of in {each.name for each in known}:
        return find_structure(known, scene.fate_of)
    if not asked.name:
        raise RuleError("Name what is hit; or on a deck a square and its side, as at:C7 side:N.")
    return find_structure(known, asked.name)


def ready_to_hit(scene: Scene, asked: StructureHitOrder, book: Book) -> Readied:
    """A shot at a structure, worked out up to the dice; RuleError where it can't be fired."""
    structure = target_of(scene, asked)
    if asked.times > 1:
        raise RuleError("One shot strikes once: leave “times” out where somebody fires.")
    return readied_at(scene, structure, asked, asked.weapon, asked.range, book)


def _fired_at(scene: Scene, structure: Structure, asked: StructureHitOrder, book: Book) -> Callable[[Dice], Outcome]:
    fire = ready_to_hit(scene, asked, book)
    throw = thrown(scene, fire, fire.declared)

    def hits(dice: Dice) -> Outcome:
        outcome = throw(dice)
        one, impact = outcome.result.shootings[0], impact_of(fire.declared[0])
        result = StructureHits(structure.name, impact.cause, (), fire_report(outcome.result), outcome_of(one))
        return replace(outcome, result=result)

    return hits


def _strike(
    scene: Scene, structure: Structure, impacts: Sequence[Impact], asked: StructureHitOrder, book: Book, dice: Dice
) -> Outcome:
    """Each hit, one after the other, until there is nothing left to hit."""
    ledger: Ledger = scene.ledger or Ledger()
    sheets = {name: unit.sheet for name, unit in scene.known.items()}
    table = Moment(sheets, book, people_of(scene, (), sheets, asked))
    begin = Site(ledger.structures, table, scene.board, options_of(asked), spared=scene.only_odds)
    site, results = begin, list[Result]()
    for impact in impacts:
        found = next((each for each in site.structures if each.name == structure.name), structure)
        if found.down:
            break
        site, result = hit(site, found, impact, dice)
        results.append(result)
    after = {name: sheet for name, sheet in site.table.sheets.items() if sheet is not sheets[name]}
    changed = tuple(each for each in site.structures if each not in ledger.structures)
    cause = impacts[0].cause if impacts else ""
    told = StructureHits(structure.name, cause, tuple(map(struck_report, results)))
    board = None if site.board is scene.board else site.board
    marks = Marks(about=on_deck.squares_of(site.board, structure)) if board and site.board else None
    return Outcome(after, told, ledger.with_structures(*changed) if changed else None, board, marks)


def _hit_card(hits: StructureHits, faces: Faces, book: Book) -> Card:
    shot = fire_card(hits.fire, faces, book) if hits.fire else None
    lines = [*(shot.lines if shot else ()), *(line for each in hits.strikes for line in struck_lines(each, faces))]
    working = [*(shot.working if shot else ()), *(line for each in hits.strikes for line in struck_working(each))]
    if shot and not hits.all_strikes and not hits.outcome:
        lines.append(f"{hits.name} stands")
    bad = any(each.came in {Toll.FALLS, Toll.WHOLE} for each in hits.all_strikes)
    title = shot.title if shot else f"{hits.cause} hits {hits.name}"
    return Card(title, tuple(lines), each_once(working), tone=Tone.BAD if bad else Tone.PLAIN)


OUTCOMES = ("Too late", "Jam", "Miss", *(came.value.capitalize() for came in Toll))


def _odds(book: Book) -> Odds:
    """Chances by plain numbers: a weapon or a shell that hits a structure of that build."""

    def imagine(asked: ImaginedHit) -> Scene:
        build, armour = asked.build, asked.armour
        if (build is Build.ARMOURED) is not bool(armour):
            raise RuleError(f"An armoured structure has a value, and no other: say build:armoured armour:8 ({RULE}).")
        rooms = [Structure(f"Fort {each}", What.ROOM, build, armour, building="Fort") for each in (1, 2, 3)]
        if asked.unsafe:
            rooms[1:] = [replace(each, down=True) for each in rooms[1:]]
            rooms.append(Structure("Fort 4", What.ROOM, build, armour, building="Fort", upper=True))
        if asked.kind != "room":
            rooms = [Structure("Fort 1", What(asked.kind), build, armour)]
        return Scene({"by": ()}, Ledger(structures=tuple(rooms)), fate_of="Fort 1")

    def outcome(result: StructureHits) -> str:
        if not result.all_strikes:
            return result.outcome or "Miss"
        return max((each.came for each in result.all_strikes), key=list(Toll).index).value.capitalize()

    return typed_odds(ImaginedHit, imagine, outcome, OUTCOMES, moot=MOOT)
