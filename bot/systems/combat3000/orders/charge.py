"""`/charge`: some charge an enemy, who answers; and home they come where there is no choice (C3K Charges)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.combat3000.actions import begun
from bot.systems.combat3000.asked.melee import ChargeOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, FigurePosture, Task
from bot.systems.combat3000.fire.firer import firer_of, profile_of
from bot.systems.combat3000.fire.on_deck import unaware
from bot.systems.combat3000.fire.plan import already_acted
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.loading.burden import check_load
from bot.systems.combat3000.melee.closing import Clash, Met, charges_at, close_in
from bot.systems.combat3000.melee.contact import Charge, Response, opponents
from bot.systems.combat3000.melee.reacting import choices
from bot.systems.combat3000.melee.round import FIGHTS, check_enemy, touching
from bot.systems.combat3000.moving.moved import cm_words
from bot.systems.combat3000.moving.rates import CLIMBED, rate_on_foot
from bot.systems.combat3000.moving.ways import SQUARE, way_beside
from bot.systems.combat3000.tasks import DROP, read_task
from bot.systems.combat3000.wording.melee import met_lines, met_working

# What may be done at a charge: a close weapon or a pistol is drawn, something is dropped.
_MEANWHILE = ("DC", "DP", DROP)


@dataclass(frozen=True, slots=True)
class Charged:
    """Charges: each with how far it has to go, who is asked now what they do with what they may, and what came of those
    that nobody is asked about.
    """

    charges: tuple[tuple[Charge, Fraction], ...]
    asked: tuple[tuple[str, tuple[Response, ...]], ...] = ()
    met: tuple[Met, ...] = ()


def charge_order(book: Book) -> Order:
    """`/charge`: roles name and target, one for all or one each."""

    def decide(scene: Scene, asked: ChargeOrder, _: Dice) -> Outcome:
        pairs = _pairs(scene.all("name"), scene.all("target"))
        _check_first(scene, asked)
        clash = Clash(scene, book)
        told: list[tuple[Charge, Fraction]] = []
        for one, other in pairs:
            _check(scene, one, other, asked, book)
            charge, away = _declared(clash, one, other, asked)
            told.append((charge, away))
            clash = clash.having({one.name: _charging(one, other.name, asked, book)})
        charges = tuple(charge for charge, _ in told)
        clash = clash.keeping(replace(clash.ledger, charging=(*clash.ledger.charging, *charges)))
        waiting = []
        for name in dict.fromkeys(other.name for _, other in pairs):
            off_guard = _off_guard(scene, name, [one.name for one, other in pairs if other.name == name], asked)
            may = () if off_guard else choices(clash.scene, clash.scene.known[name], charges_at(clash.ledger, name))
            if len(may) > 1 or Response.RUN in may:
                waiting.append((name, may))
            else:
                clash = close_in(clash, name, Response.STAND, unaware=off_guard)
        result = Charged(tuple(told), tuple(waiting), clash.met)
        throwers = tuple(name for name, _ in waiting)
        board = None if clash.board is scene.board else clash.board
        return Outcome(dict(clash.after), result, clash.ledger, board, clash.marks, throwers=throwers)

    return typed_order(ChargeOrder, decide, _card, offers={"doing": partial(_suggested, book)})


def _suggested(book: Book, scene: Scene) -> Sequence[str]:
    carried = dict.fromkeys(each for unit in scene.units.get("name", ()) for each in unit.sheet.weapons)
    draws = [f"draw {each.name}" for each in carried if each.weapon in book.close and not each.hand.ready]
    return [*draws, *(f"drop {each.name}" for each in carried if each.hand.ready)]


def _pairs(acting: Sequence[Unit], targets: Sequence[Unit]) -> list[tuple[Unit, Unit]]:
    if len(targets) not in {1, len(acting)}:
        raise RuleError("Name one target for all who charge, or one for each of them in the same order.")
    each = [*targets] * len(acting) if len(targets) == 1 else targets
    return list(zip(acting, each, strict=True))


def _check_first(scene: Scene, asked: ChargeOrder) -> None:
    """Raise RuleError where blows have been struck in this phase: charges are declared before."""
    if turn_of(scene) and asked.counts_turns and any(unit.sheet.now.busy == FIGHTS for unit in scene.known.values()):
        raise RuleError("Blows have been struck in this phase, and charges are declared before them (C3K Charges).")


def _check(scene: Scene, one: Unit, other: Unit, asked: ChargeOrder, book: Book) -> None:
    """Raise RuleError for who can't charge, and whom nobody charges."""
    check_enemy(one, other, "charge")
    figure: Figure = one.sheet
    firer_of(one.name, figure, book, "charge")
    if figure.posture is FigurePosture.PRONE:
        raise RuleError(f"{one.name} is prone: stand up first, with /stance how:up (C3K Charges).")
    if unaware(scene, one.name, other.name):
        raise RuleError(
            f"{one.name} was not aware of {other.name} when the turn began: charge somebody else (C3K Visibility and "
            "awareness)."
        )
    if foes := opponents(touching(scene), one.name):
        raise RuleError(f"{one.name} is in contact with {foes[0]}: /melee strikes (C3K Close combat).")
    charging = scene.ledger.charging if scene.ledger else ()
    if own := next((each for each in charging if each.name == one.name), None):
        raise RuleError(f"{one.name} charges {own.target} already, who has yet to answer (C3K Charges).")
    if any(each.name == other.name for each in charges_at(scene.ledger, one.name)):
        raise RuleError(f"{other.name} charges {one.name}: /receive how:countercharge meets them (C3K Charges).")
    if asked.counts_turns and (against := _already(one.name, figure)):
        raise RuleError(against)
    if asked.ground in CLIMBED:
        raise RuleError("Nobody charges at a climb: the ground is level, difficult, or stairs (C3K Charges).")
    if asked.load == "counted":
        check_load(one.name, figure, asked.gait, book)


def _already(name: str, figure: Figure) -> str:
    """Why somebody can't charge in this turn; "" where they can, as while they draw what they fight with."""
    now = figure.now
    if now.target or now.gait:
        moved = f"{name} has moved in this turn: /phase ends the turn (C3K The game turn)."
        return already_acted(name, figure) or moved
    return "" if now.task and now.task.code in _MEANWHILE else _at_another(name, figure)


def _at_another(name: str, figure: Figure) -> str:
    now = figure.now
    if now.task and not now.busy:
        return f"{name} has something else written down for this turn, and doesn't charge (C3K Charges)."
    return already_acted(name, figure)


def _declared(clash: Clash, one: Unit, other: Unit, asked: ChargeOrder) -> tuple[Charge, Fraction]:
    """A charge with the cm that it has to go; RuleError where that is too far."""
    reach = rate_on_foot(profile_of(one.sheet, clash.book).walk, asked.gait, asked.ground, None).cm
    board = clash.board
    said = one.at if one.at is not None else asked.range
    cm: Fraction | None = None if said is None else Fraction(said)
    if cm is not None:
        away = cm
    elif board is not None and {one.name, other.name} <= board.people.keys():
        start, there = board.people[one.name].at, board.people[other.name].at
        known = clash.sought_by(one.name, driven=False)
        assert known.board is not None, "what is known of a deck is one"
        away = SQUARE * len(way_beside(known.board, start, there, known.closed_to(one.name), known.taken(one.name)))
    else:
        raise RuleError("They are on no deck together: give the distance in cm on the table, as range:12.")
    if away > reach:
        faster = " at a walk: run" if asked.gait == "walk" else " at a run: come nearer first, with /move"
        raise RuleError(
            f"{other.name} is {cm_words(away)} away, and {one.name} goes {cm_words(reach)}{faster} (C3K Charges)."
        )
    return Charge(one.name, other.name, asked.gait, reach, cm), away


def _charging(unit: Unit, target: str, asked: ChargeOrder, book: Book) -> Figure:
    """Somebody who charges, and draws and drops what they said."""
    figure: Figure = unit.sheet
    tasks = tuple(
        _meanwhile(read_task(part, unit.name, figure, 0, book)) for part in asked.doing.split(";") if part.strip()
    )
    after = begun(unit.name, figure, tasks, book, takes_time=asked.turns != "free")
    assert isinstance(after, Figure), "a figure's actions leave a figure"
    task = replace(after.now.task, walk=False, fire=False) if after.now.task else None
    return replace(after, now=replace(after.now, busy=f"charges {target}", task=task, aiming=""))


def _meanwhile(task: Task) -> Task:
    if task.code not in _MEANWHILE:
        raise RuleError(
            "Whoever charges may draw a close weapon or a pistol, and drop things, and no more (C3K Charges)."
        )
    return task


def _off_guard(scene: Scene, target: str, chargers: Sequence[str], asked: ChargeOrder) -> bool:
    """Whether somebody is unaware of all who charge them: as is said, or as the deck showed when the turn began."""
    return all(unaware(scene, target, name) for name in chargers) if asked.unaware is None else asked.unaware


def _card(charged: Charged, _: Faces) -> Card:
    lines: list[str | Suggestion] = []
    for charge, away in charged.charges:
        lines.append(f"{charge.name} has {cm_words(away)} to go, and goes {cm_words(charge.reach)} at a {charge.gait}")
    for name, may in charged.asked:
        lines.append(
            Suggestion("receive", {"name": name}, f"{name} says now what they do: ", f" with how: {_offered(may)}")
        )
    lines += met_lines(charged.met)
    names = sentence(charge.name for charge, _ in charged.charges)
    verb = "charges" if len(charged.charges) == 1 else "charge"
    targets = sentence(dict.fromkeys(charge.target for charge, _ in charged.charges))
    return Card(f"{names} {verb} {targets}", tuple(lines), tuple(_working(charged)))


def _offered(may: Sequence[Response]) -> str:
    return f"{sentence(may, 'or')}; whoever says nothing stands"


def _working(charged: Charged) -> Iterator[str]:
    yield "Whoever charges fires nothing in this turn, and may draw a close weapon or a pistol, and drop (C3K Charges)"
    if charged.asked:
        yield "Whoever is charged runs, fires, countercharges or stands; with an order they run or stand (ruling B-C1)"
    yield from met_working(charged.met)
