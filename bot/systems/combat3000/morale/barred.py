"""What somebody's nerve has against an order in a turn that is kept, in sentences (C3K Morale)."""

from collections.abc import Iterable, Iterator, Sequence

from bot.deck.placing import read_steps
from bot.deck.posture import Posture
from bot.engine.asked import Asked
from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.actions import turns_of
from bot.systems.combat3000.asked.circumstances import InTurn, Mode
from bot.systems.combat3000.asked.fighting import FireOrder
from bot.systems.combat3000.asked.keeping import PlanOrder
from bot.systems.combat3000.asked.morale import MoraleAsked, MoraleTest
from bot.systems.combat3000.asked.moving import MoveOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.kit import Droid
from bot.systems.combat3000.figure.riding import square_meant
from bot.systems.combat3000.figure.sheet import Figure, Task
from bot.systems.combat3000.morale.behaviour import Drive, Toward, afraid, driven, shaken
from bot.systems.combat3000.morale.known import Fray, declares, spared, trial_of
from bot.systems.combat3000.morale.ladder import STEADY, Mood, Status, Trial, Way
from bot.systems.combat3000.morale.seen import way_of
from bot.systems.combat3000.morale.ways import driven_to, to_cover
from bot.systems.combat3000.tasks import read_task, task_words
from bot.systems.combat3000.turn import Turn
from bot.systems.deeds import Stance

_FORWARD = {Status.OVERCONFIDENT, Status.CONFIDENT}
CHARGE = "charge"
_FIRES = {"fire", "grenade"}
_UP = {"stand up", "su", "rise", "ru"}


def barred(scene: Scene, turn: Turn, role: str, verb: str, asked: Asked, book: Book) -> Iterator[str]:
    """What the nerve of those who act has against an order, each sentence saying what to do instead."""
    fray = Fray(scene, turn)
    for unit in scene.all(role):
        if not isinstance(unit.sheet, Figure) or unit.sheet.killed:
            continue
        if isinstance(asked, MoraleAsked):
            yield from _untested(scene, fray, unit, asked)
        elif isinstance(asked, MoveOrder):
            yield from _moving(scene, fray, unit, asked, book)
        else:
            yield from _acting(fray, unit, verb, asked)
            if isinstance(asked, PlanOrder) and not asked.abandons:
                yield from driven_elsewhere(fray, unit, _written(unit, asked, book), book)


def _untested(scene: Scene, fray: Fray, unit: Unit, asked: MoraleAsked) -> Iterator[str]:
    """Nobody tests to whom nothing has happened."""
    if not isinstance(asked, MoraleTest) or "name" in scene.unnamed or spared(unit.sheet) or unit.sheet.now.tested:
        return
    as_one = trial_of(unit.sheet, fray.aliens) in {Trial.FAMILY, Trial.GENERAL}
    if not any(fray.causes(each)[0] for each in (scene.all("name") if as_one else (unit,))) and not declares(
        fray, unit
    ):
        nothing = f"Nothing befell {unit.name} in this turn that calls for a test"
        rally = ": in cover and not under fire they may take the voluntary one, /morale rally"
        yield f"{nothing}{rally if trial_of(unit.sheet, fray.aliens) is Trial.HUMAN else ''} (C3K Morale)."


def _acting(fray: Fray, unit: Unit, verb: str, asked: Asked) -> Iterator[str]:
    """What keeps somebody from a deed other than a move or a test."""
    figure, nerve = unit.sheet, unit.sheet.nerve
    if isinstance(asked, PlanOrder) and (asked.orders or asked.priority):
        yield from _unordered(unit.name, figure)
    if isinstance(asked, InTurn) and asked.place is None:
        return
    if nerve.mood is Mood.HALTED:
        yield f"{unit.name} has halted for {counted(nerve.turns, 'turn')} more, and does nothing (C3K Mandiblax)."
    elif nerve.mood is Mood.COVERING and _not_covering(asked):
        left = counted(nerve.turns, "turn")
        yield f"{unit.name} gives nothing but covering fire for {left} more: say covering (C3K Mandiblax)."
    elif nerve.broken and not fray.in_cover(unit) and not _gets_up(asked):
        yield f"{unit.name} is broken and runs to the nearest cover: /move gait:run in the movement phase (C3K Morale)."
    elif verb in _FIRES and fray.hides(unit):
        yield f"{unit.name} is terrified and hides under fire: leave them out (C3K Morale, ruling B-L17)."
    elif verb == CHARGE and shaken(nerve):
        yield f"{unit.name} is {nerve.status}, and goes into no close combat: leave them out (C3K Morale)."


def _unordered(name: str, figure: Figure) -> Iterator[str]:
    """Why somebody takes neither game orders nor a priority."""
    if figure.creature == "Zarquin":
        yield f"{name} is a Zarquin, and those have neither game orders nor target priorities (C3K Zarquin)."
    if figure.circuits.droid is Droid.PASSIVE:
        yield f"{name} is a robot of class PAS, and obeys its programme alone: /control how:programme (C3K Droids)."


def driven_elsewhere(fray: Fray, unit: Unit, tasks: Iterable[Task], book: Book) -> Iterator[str]:
    """What that takes a turn doesn't go with what somebody's nerve drives them to in this one, in sentences."""
    if not isinstance(unit.sheet, Figure):
        # A vehicle's crew has no morale of its own.
        return
    nerve, tree = unit.sheet.nerve, trial_of(unit.sheet) is Trial.TREE and unit.sheet.nerve.mood is not Mood.FREE
    drive = None if nerve.broken else driven(nerve, in_cover=fray.in_cover(unit))
    if fray.at(unit.name) is not None and not _can_go(fray, unit, drive, book):
        # Whoever opens a door makes a way.
        drive = None
    for task in (each for each in tasks if turns_of(each, unit.sheet, book)) if drive or tree else ():
        does = f"{unit.name} {task_words(task)} or"
        if drive and not drive.takes(task):
            yield f"{does} makes {drive.what}, which comes first: leave that out ({drive.rule})."
        elif tree and not (task.walk or task.fire):
            yield f"{does} fires or advances, as Tree People do in every turn: leave that out (C3K Tree People)."


def _written(unit: Unit, asked: PlanOrder, book: Book) -> Sequence[Task]:
    """What was written down; nothing where it can't be read, which the order itself refuses."""
    try:
        return [read_task(part, unit.name, unit.sheet, asked.crew, book) for part in asked.parts]
    except RuleError:
        return ()


def _gets_up(asked: Asked) -> bool:
    """Whether it is what whoever lies or crouches does before they run."""
    if isinstance(asked, Stance):
        return asked.stance is Posture.UP
    return isinstance(asked, PlanOrder) and bool(asked.parts) and {each.casefold() for each in asked.parts} <= _UP


def _not_covering(asked: Asked) -> bool:
    if isinstance(asked, FireOrder):
        return asked.fire is not Mode.COVERING
    return not isinstance(asked, PlanOrder)


def _moving(scene: Scene, fray: Fray, unit: Unit, asked: MoveOrder, book: Book) -> Iterator[str]:
    """What keeps somebody from a move: of one off a deck nobody knows where it leads."""
    nerve, status = unit.sheet.nerve, unit.sheet.nerve.status
    if nerve.mood in {Mood.HALTED, Mood.COVERING}:
        yield f"{unit.name} stands still for {counted(nerve.turns, 'turn')} more (C3K Mandiblax)."
        return
    way, cover = _way(scene, fray, unit, asked), fray.in_cover(unit)
    if nerve.mood is Mood.RAGE and (asked.gait == "walk" or way not in {Way.ADVANCES, Way.UNKNOWN}):
        yield f"{unit.name} is in death rage and runs at the enemy: say gait:run, and a square nearer (C3K Mandiblax)."
    elif nerve.mood is Mood.HIDING and cover:
        yield f"{unit.name} stays in cover for {counted(nerve.turns, 'turn')} more (C3K Generalised test)."
    elif nerve.broken and not cover and (asked.gait == "walk" or way is Way.ADVANCES):
        yield f"{unit.name} is broken and runs to the nearest cover behind: say gait:run, and where (C3K Morale)."
    elif way is Way.ADVANCES and afraid(nerve):
        yield f"{unit.name} is {status} and may not advance: stay in cover, or go back to it (C3K Morale)."
    elif way is Way.ADVANCES and shaken(nerve) and fray.was_fired_on(unit):
        yield f"{unit.name} is {status}, and may not advance under fire: stay, or go elsewhere (C3K Morale)."
    elif (
        status in _FORWARD
        and way in {Way.RETREATS, Way.ASIDE}
        and _can_go(fray, unit, driven(nerve, in_cover=cover), book)
    ):
        yield f"{unit.name} is {status} and must advance: choose a square nearer to the enemy (C3K Morale)."


def _can_go(fray: Fray, unit: Unit, drive: Drive | None, book: Book) -> bool:
    """Whether a way leads on the deck where somebody's nerve drives them: who has none to the enemy looks for one."""
    return drive is None or drive.toward is Toward.BEHIND or bool(driven_to(fray, unit, drive, book))


def reminded(scene: Scene, turn: Turn, role: str, asked: Asked) -> Iterator[str]:
    """What somebody's nerve asks of a move of which nobody knows where it leads: told, and never refused."""
    if not isinstance(asked, MoveOrder):
        return
    fray = Fray(scene, turn)
    for unit in scene.all(role):
        if not isinstance(unit.sheet, Figure) or unit.sheet.nerve == STEADY or unit.sheet.killed:
            continue
        if _way(scene, fray, unit, asked) is not Way.UNKNOWN:
            continue
        nerve, status = unit.sheet.nerve, unit.sheet.nerve.status
        if nerve.broken:
            yield f"{unit.name} is broken, and runs to the nearest cover behind (C3K Morale)."
        elif afraid(nerve):
            yield f"{unit.name} is {status}, and may not advance: in the open they go back to cover (C3K Morale)."
        elif shaken(nerve) and fray.was_fired_on(unit):
            yield f"{unit.name} is {status}, and may not advance under fire (C3K Morale)."
        elif status in _FORWARD:
            yield f"{unit.name} is {status}, and must advance (C3K Morale)."


def _way(scene: Scene, fray: Fray, unit: Unit, asked: MoveOrder) -> Way:
    """Which way a move would lead; to the cover behind is a retreat, even where that is nearer to some enemy."""
    start = fray.at(unit.name)
    if start is None or not asked.to:
        return Way.UNKNOWN
    try:
        steps = read_steps(asked.to, start)
        end = steps[-1] if steps else square_meant(scene, unit, asked.to, to_stand=True)
    except RuleError:
        return Way.UNKNOWN
    behind = afraid(unit.sheet.nerve) and end in to_cover(fray, unit)
    return Way.RETREATS if behind else way_of(fray, unit, end)
