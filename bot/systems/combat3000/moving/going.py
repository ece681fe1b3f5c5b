"""A move as it is carried out: on foot, on a deck or off it, in a vehicle, in the air (C3K Walk)."""

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from bot.deck.board import Board, Standing, placed
from bot.deck.placing import find_square, read_steps
from bot.deck.plan import At
from bot.engine.byword import off_deck
from bot.engine.cards import sentence
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.engine.typed import begins_word, match
from bot.systems.combat3000.actions import free_for
from bot.systems.combat3000.asked.circumstances import Gait
from bot.systems.combat3000.asked.moving import OUT, MoveOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.riding import square_meant, with_riders
from bot.systems.combat3000.figure.sheet import Figure, FigurePosture, Sheet, Vehicle, dead
from bot.systems.combat3000.fire.firer import firer_of, profile_of
from bot.systems.combat3000.fire.plan import already_acted
from bot.systems.combat3000.fire.veils import check_not_still, stilled
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.loading.burden import check_load
from bot.systems.combat3000.moving.machines import check_gets_in, drive, fly, get_out, vehicle_beside
from bot.systems.combat3000.moving.moved import LENGTH, Gone, Went, cm_words, having_moved, length
from bot.systems.combat3000.moving.rates import (
    CLIMBED,
    ROPES,
    Ground,
    Stride,
    rate_on_foot,
)
from bot.systems.combat3000.moving.ways import (
    SQUARE,
    as_far_as_open,
    check_ladder,
    check_way,
    climbed,
    facing_after,
    living_on,
    squares_within,
    way_to,
)
from bot.systems.combat3000.tasks import task_words


def go(
    scene: Scene, unit: Unit, asked: MoveOrder, dice: Dice | None, book: Book, besides: Collection[str] = ()
) -> Gone:
    """Carry a move out; without dice it is only looked at, a climb taken for the most that it can be.

    Those `besides` move at the same time, and are in nobody's way. Raises RuleError where it can't be done.
    """
    sheet = unit.sheet
    _check_taken(scene, unit.name, sheet, asked)
    if isinstance(sheet, Vehicle):
        return drive(scene, unit.name, sheet, asked, book)
    firer_of(unit.name, sheet, book, "move")
    if sheet.rides or _means_out(scene, asked.to):
        return get_out(scene, unit.name, sheet, asked)
    if asked.gait == "fly" or sheet.height:
        return fly(unit.name, sheet, asked)
    return _on_foot(scene, unit, sheet, asked, dice, book, besides)


def _means_out(scene: Scene, to: str) -> bool:
    """Whether it is out of a vehicle, and not into one of that name."""
    called = (name.casefold() for name, unit in scene.known.items() if isinstance(unit.sheet, Vehicle))
    return to.strip().casefold() == OUT and OUT not in called


# What is said of some moves alone, with the default that says nothing, and why others don't take it.
_FOR_SOME = {
    "gait": ("walk", "Walk"),
    "ground": (Ground.LEVEL, "Difficult terrain"),
    "facing": (None, "Walk"),
    **dict.fromkeys(("up", "down", "aside"), ("", "Flying")),
    "land": (False, "Flying"),
    "avoiding": (False, "Vehicle movement"),
    **dict.fromkeys(("driver", "bank"), ("", "Vehicle movement")),
}
_DRIVEN, _FLOWN = ("ground", "avoiding", "driver"), ("gait", "up", "down", "aside", "land")


def _check_taken(scene: Scene, name: str, sheet: Sheet, asked: MoveOrder) -> None:
    """Raise RuleError for what is said of a move and counts for another way of going alone."""
    on_deck = scene.board is not None and name in scene.board.people
    how: str
    taken: tuple[str, ...]
    if isinstance(sheet, Vehicle):
        how, taken = ("crosses a bank", ("bank",)) if asked.bank else ("is a vehicle", _DRIVEN)
    elif sheet.rides:
        how, taken = "gets out", ()
    elif asked.gait == "fly" or sheet.height:
        how, taken = "flies", _FLOWN
    else:
        how, taken = "goes on foot", ("gait", "ground", "facing") if on_deck else ("gait", "ground")
    said = [
        field for field, (nothing, _) in _FOR_SOME.items() if field not in taken and getattr(asked, field) != nothing
    ]
    if said:
        where = " off the deck" if "facing" in said and not isinstance(sheet, Vehicle) and not on_deck else ""
        rule = _FOR_SOME[said[0]][1]
        raise RuleError(f"{name} {how}{where}, and takes no {sentence(said, 'or')}: leave that out (C3K {rule}).")
    if asked.driver and not asked.avoiding:
        raise RuleError(
            f"A driver counts only where {name} is avoiding obstacles: say avoiding yes too, or leave the driver out "
            "(C3K Vehicle movement)."
        )


def _on_foot(
    scene: Scene, unit: Unit, figure: Figure, asked: MoveOrder, dice: Dice | None, book: Book, besides: Collection[str]
) -> Gone:
    _check_legs(unit.name, figure, asked, book)
    board: Board | None = scene.board
    on_deck = board is not None and unit.name in board.people
    if on_deck and _on_ladder(scene, unit, asked):
        return _climb(scene, unit, figure, asked, book)
    rate = rate_on_foot(
        profile_of(figure, book).walk,
        asked.gait,
        asked.ground,
        dice,
        kinder=asked.steep_climb != "less die and 2",
    )
    if on_deck and asked.to and (vehicle := vehicle_beside(scene, unit, asked.to)):
        return _into(scene, unit, vehicle, asked, rate, book)
    if on_deck:
        return _walk(scene, unit, figure, asked, dice, rate, besides)
    return _off_deck(scene, unit, figure, asked, rate, book)


def _check_legs(name: str, figure: Figure, asked: MoveOrder, book: Book) -> None:
    """Raise RuleError for who lies and doesn't crawl, who crawls and doesn't lie, and a rope without both hands."""
    prone = figure.posture is FigurePosture.PRONE
    if prone and asked.gait != "crawl":
        raise RuleError(f"{name} is prone: crawl with gait:crawl, or stand up first with /stance (C3K Crawling).")
    if asked.gait == "crawl" and not prone:
        raise RuleError(
            f"{name} is {figure.posture}, and only the prone crawl: /stance how:prone first (C3K Crawling)."
        )
    if asked.load == "counted":
        check_load(name, figure, asked.gait, book)
    if asked.ground in ROPES and free_for(figure, book) < 2:
        raise RuleError(f"{name} needs both hands free for a rope: drop or put something away first (C3K Climbing).")


def _walk(
    scene: Scene,
    unit: Unit,
    figure: Figure,
    asked: MoveOrder,
    dice: Dice | None,
    rate: Stride,
    besides: Collection[str],
) -> Gone:
    """A way on the deck, as far as the gait's cm reach: over what their side knows, and up to what they meet on it."""
    board: Board = scene.board
    standing = board.people[unit.name]
    known = scene.as_known_to(unit)
    still = stilled(scene.ledger, board)
    steps = _way(known, standing, asked, _enemies(known, unit, besides), still)
    within = steps[: squares_within(rate.cm)]
    if known is not scene and dice is not None:
        within = as_far_as_open(board, standing.at, within, _enemies(scene, unit, besides))
    where = known if dice is None else scene
    living = living_on(where.board, where.present).items()
    taken = {at for name, at in living if name not in {*besides, unit.name}}
    while within and within[-1] in taken:
        within = within[:-1]
    if not within:
        raise RuleError(f"That takes {unit.name} nowhere: {_reach_words(rate, asked)}.")
    path = (standing.at, *within)
    facing = asked.facing or facing_after(path, standing.facing)
    moved = Went(
        unit.name,
        _gait(asked),
        asked.ground,
        SQUARE * len(within),
        rate.cm,
        rate.die,
        path,
        # Who was stopped before by somebody could have gone farther.
        short=len(within) == squares_within(rate.cm) < len(steps),
    )
    board = placed(board, unit.name, replace(standing.moved(within[-1]), facing=facing))
    return Gone(moved, {unit.name: having_moved(figure, moved)}, board)


def _others(scene: Scene, unit: Unit) -> dict[str, Unit]:
    """Everybody else on the deck."""
    return {name: scene.present[name] for name in scene.board.people if name != unit.name and name in scene.present}


def _enemies(scene: Scene, unit: Unit, besides: Collection[str]) -> set[At]:
    """The squares in which living enemies stand who don't move at the same time."""
    return {
        scene.board.people[name].at
        for name, other in _others(scene, unit).items()
        if name not in besides and other.side != unit.side and not dead(other.sheet)
    }


def _way(
    known: Scene, standing: Standing, asked: MoveOrder, closed: Collection[At], still: Collection[At]
) -> tuple[At, ...]:
    """The squares of a way that was named, by its steps or its end, on the deck as it is known."""
    board: Board = known.board
    steps = read_steps(asked.to, standing.at)
    if steps is not None:
        for at in steps:
            check_not_still(at, still)
        check_way(board, standing.at, steps, closed)
        return tuple(steps)
    if not asked.to:
        raise RuleError("Say where to: a square such as C7, a place, somebody, or steps such as N N E.")
    goal = find_square(with_riders(known), asked.to, standing.at.level, to_stand=True)
    check_not_still(goal, still)
    return way_to(board, standing.at, goal, {*closed, *still})


def _reach_words(rate: Stride, asked: MoveOrder) -> str:
    reaches = squares_within(rate.cm)
    if not reaches:
        return f"a {asked.gait} over such ground is {cm_words(rate.cm)}, less than a square of 1½ cm"
    return "somebody is where they would stop, or they are there: choose another square"


def _on_ladder(scene: Scene, unit: Unit, asked: MoveOrder) -> bool:
    """Whether a move is up or down a ladder: it is named by a square of another level, or goes on."""
    standing = scene.board.people[unit.name]
    if standing.climb and not asked.to:
        return True
    if not asked.to or read_steps(asked.to, standing.at) is not None:
        return False
    goal = square_meant(scene, unit, asked.to)
    return goal.level != standing.at.level and (goal.x, goal.y) == (standing.at.x, standing.at.y)


def _climb(scene: Scene, unit: Unit, figure: Figure, asked: MoveOrder, book: Book) -> Gone:
    """So far on a ladder as on a rope in a turn (ruling B-M11); all of it where no turns are counted."""
    board: Board = scene.board
    standing = board.people[unit.name]
    goal = square_meant(scene, unit, asked.to) if asked.to else standing.climb.to  # type: ignore[union-attr]
    check_ladder(board, standing.at, goal)
    ground = Ground.ROPE_DOWN if goal.level > standing.at.level else Ground.ROPE_UP
    most = ROPES[ground]
    if asked.ladders == "as stairs":
        ground = Ground.STAIRS
        most = rate_on_foot(profile_of(figure, book).walk, asked.gait, ground, None).cm
    elif free_for(figure, book) < 2:
        raise RuleError(f"{unit.name} needs both hands free for a ladder: put something away first (ruling B-M11).")
    after, left = climbed(board, unit.name, goal, None if asked.turns == "free" else most)
    path = (standing.at, after.people[unit.name].at)
    moved = Went(unit.name, Gait.CLIMB, ground, most, most, None, path, left=left)
    return Gone(moved, {unit.name: having_moved(figure, moved)}, after)


def _into(scene: Scene, unit: Unit, vehicle: Unit, asked: MoveOrder, rate: Stride, book: Book) -> Gone:
    """Into a vehicle that stands beside somebody, where they are no longer on the deck themselves."""
    check_gets_in(scene, unit, vehicle, book)
    moved = Went(unit.name, _gait(asked), asked.ground, Fraction(0), rate.cm, rate.die, into=vehicle.name)
    on_deck = scene.board is not None and unit.name in scene.board.people
    after: dict[str, Sheet] = {unit.name: replace(having_moved(unit.sheet, moved), rides=vehicle.name)}
    return Gone(moved, after, placed(scene.board, unit.name, None) if on_deck else None)


def _off_deck(scene: Scene, unit: Unit, figure: Figure, asked: MoveOrder, rate: Stride, book: Book) -> Gone:
    """So many cm on the table, or into a vehicle that stands there."""
    name = unit.name
    vehicles = {one: unit for one, unit in scene.known.items() if isinstance(unit.sheet, Vehicle)}
    if asked.to and not LENGTH.fullmatch(asked.to.strip()):
        named = any(begins_word(one.casefold(), asked.to.casefold()) for one in vehicles)
        # Whoever writes a number means a length.
        if scene.board is not None and not named and not asked.to.lstrip(" +-−")[:1].isdigit():
            raise RuleError(
                f"{name} is not on the deck: put them there with /place, or say so many cm, or a vehicle to get into."
            )
        vehicle = vehicles[match(asked.to, vehicles, what="vehicle to get into, nor a length in cm,")]
        if scene.by and turn_of(scene) and scene.board and vehicle.name in scene.board.people:
            raise off_deck([name])
        return _into(scene, unit, vehicle, asked, rate, book)
    cm = length(asked.to, "How far they go") if asked.to else rate.cm
    if rate.die is not None:
        cm = min(cm, rate.cm)
    if cm > rate.cm:
        raise RuleError(f"{name} goes {cm_words(rate.cm)} at most so, and not {cm_words(cm)} (C3K {_rule(asked)}).")
    if not cm and rate.die is None:
        raise RuleError(f"That takes {name} nowhere: say how many cm, up to {cm_words(rate.cm)}.")
    moved = Went(name, _gait(asked), asked.ground, cm, rate.cm, rate.die)
    return Gone(moved, {name: having_moved(figure, moved)})


def _rule(asked: MoveOrder) -> str:
    if asked.ground in CLIMBED or asked.ground is Ground.STAIRS:
        return "Climbing"
    return {"walk": "Walk", "run": "Run", "crawl": "Crawling"}[asked.gait]


def _gait(asked: MoveOrder) -> str:
    return Gait.CLIMB if asked.ground in CLIMBED else asked.gait


def already_moved(name: str, sheet: Sheet, gait: str) -> str:
    """Why somebody can't move so in this turn, in a sentence; "" where they can (C3K The game turn, Other actions)."""
    now = sheet.now
    if now.gait:
        return f"{name} has moved in this turn: /phase ends the turn (C3K The game turn)."
    if gait == Gait.RUN and now.words:
        return f"{name} has spoken in this turn, and nobody speaks while running: walk (C3K Speech)."
    task = now.task
    if task is None:
        return already_acted(name, sheet)
    if not task.walk:
        return f"{name} {now.busy or task_words(task)}, and moves no step meanwhile (C3K Other actions)."
    if gait not in {"walk", "fly"}:
        return f"{name} {now.busy or task_words(task)}, and may only walk meanwhile (C3K Other actions)."
    return f"{name} {now.busy} and has fired, and walks or fires meanwhile (C3K Other actions)." if now.target else ""
