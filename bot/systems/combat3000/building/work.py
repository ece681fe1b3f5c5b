"""Work on doors, walls and machines that takes turns: charging, cutting, sabotage and its repair, and what comes of it
once it is done (C3K Destruction).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from bot.deck.board import Board
from bot.deck.passage import beside as is_beside
from bot.deck.plan import Facing, edge_of
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.building.hits import Site, pierced_open
from bot.systems.combat3000.building.on_deck import barrier_structure
from bot.systems.combat3000.building.structures import Build, Structure, mending_turns, sabotage_turns
from bot.systems.combat3000.devices.robots import finished
from bot.systems.combat3000.figure.riding import place_of
from bot.systems.combat3000.figure.sheet import Figure, Sheet, Task, Vehicle, Working
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.hit.moment import Moment
from bot.systems.combat3000.hit.plights import WEB_TURNS, helpless
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.tasks import BREAK, CUT, FREE, MEND, PROGRAMME, SABOTAGE

ACCESS, MENDING = "access", "mending"
_AS_KNOWN: Mapping[str, Sheet] = {}


@dataclass(frozen=True, slots=True)
class Access:
    """For how many turns somebody seeks access to what they sabotage or mend: less their dexterity, or less 1."""

    name: str
    task: Task
    less: int

    @property
    def why(self) -> str:
        """What its die is thrown for."""
        return f"{self.name}: {ACCESS if self.task.code == SABOTAGE else MENDING}"


def measured(name: str, sheet: Sheet, task: Task, book: Book, dice: Dice) -> tuple[Task, Access | None]:
    """The task with the turns that a die gives it, where one does (ruling B-D5)."""
    if task.code not in {SABOTAGE, MEND} or task.turns:
        return task, None
    less = firer_of(name, sheet, book, "do anything").profile.dexterity if task.code == SABOTAGE else 1
    die = dice.roll(1, 10, why=Access(name, task, less).why)
    turns = sabotage_turns(die, less) if task.code == SABOTAGE else mending_turns(die)
    task = replace(task, turns=turns)
    return task, Access(name, task, less)


@dataclass(frozen=True, slots=True)
class Wrought:
    """What came of work that is done: structures, deck and vehicles as they are now, and in what somebody failed."""

    structures: tuple[Structure, ...]
    board: Board | None
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)


def wrought(
    scene: Scene, board: Board | None, done: Mapping[str, Task], book: Book, then: Mapping[str, Sheet] = _AS_KNOWN
) -> Wrought:
    """Carry out what some have finished as a turn ends, on whoever is as they are `then`."""
    ledger: Ledger = scene.ledger or Ledger()
    site = Site(ledger.structures, Moment({}, book), board)
    sheets: dict[str, Sheet] = {}
    failed: dict[str, str] = {}

    def now_of(name: str) -> Sheet:
        return sheets.get(name) or then.get(name) or machine(scene, name)

    for name, task in done.items():
        try:
            if task.code in {BREAK, CUT}:
                site = _through(site, name, task)
            elif task.code in {SABOTAGE, MEND}:
                sheets[task.thing] = meddled(now_of(task.thing), task)
            elif task.code == PROGRAMME:
                sheets[task.thing] = finished(now_of(task.thing), task)
        except RuleError as problem:
            failed[name] = str(problem)
    return Wrought(site.structures, site.board, sheets, failed)


def apart(scene: Scene, unit: Unit, other: Unit) -> str:
    """Why somebody is not beside what they sabotage or mend, in words: the deck has them apart, or something between
    them, or one of them alone. "" where they are beside each other; off a deck whoever says so is.
    """
    one, two = place_of(scene, unit), place_of(scene, other)
    near = one and two and is_beside(scene.board, one.at, two.at)
    return "" if near or one is two is None else f"{unit.name} isn't beside {other.name}"


def left_behind(scene: Scene, sheets: Mapping[str, Sheet]) -> dict[str, str]:
    """Those who work on what isn't beside them any more as a turn ends, each with what is told of that: access is lost,
    and the work with it. That they have to stay beside it in each turn is ours: the book says that they must be.
    """
    tasks = {name: sheet.now.task for name, sheet in sheets.items() if sheet.now.busy and sheet.now.task}
    on = {name: task.thing for name, task in tasks.items() if task and task.code in {SABOTAGE, MEND}}
    return {
        name: f"{name} leaves off: what they worked on is beside them no more (C3K Sabotage)"
        for name, thing in on.items()
        if thing in scene.known and apart(scene, scene.known[name], scene.known[thing])
    }


def cut_free(sheets: Mapping[str, Sheet]) -> set[str]:
    """Those in webs at which somebody has cut in this turn with a laser, as they had written down."""
    tasks = [each.now.task for each in sheets.values() if isinstance(each, Figure) and not helpless(each)]
    at = {task.thing for task in tasks if task and task.code == FREE}
    return {name for name, sheet in sheets.items() if name in at and isinstance(sheet, Figure) and sheet.plight.webbed}


def web_turns(name: str, caught: Sheet) -> int:
    """For how many turns a laser has yet to cut at somebody's web; RuleError for who is in none."""
    if not isinstance(caught, Figure) or not caught.plight.webbed:
        raise RuleError(f"{name} is in no web that could be cut (C3K Shells and grenades).")
    return WEB_TURNS - caught.plight.web_cut


def _through(site: Site, name: str, task: Task) -> Site:
    structure = next((each for each in (*site.structures, *beside(site, name)) if each.name == task.thing), None)
    if structure is None:
        raise RuleError(f"there is no {task.thing} any more")
    if structure.down:
        raise RuleError("it is down already")
    return pierced_open(site, structure, name)[0]


def beside(site: Site, name: str) -> Iterator[Structure]:
    """The walls and doors around the square on which somebody stands."""
    board = site.board
    if board is None or name not in board.people:
        return
    at = board.people[name].at
    for side in Facing:
        edge = edge_of(at, side)
        if edge in board.plan.levels[at.level].barriers:
            yield barrier_structure(site.structures, board, edge, Build.LIGHT)


def machine(scene: Scene, name: str) -> Sheet:
    """The sheet of what is sabotaged; raises RuleError where it is here no more."""
    if name not in scene.known:
        raise RuleError(f"there is no {name} any more")
    sheet: Sheet = scene.known[name].sheet
    return sheet


def meddled(sheet: Sheet, task: Task) -> Sheet:
    """A vehicle or a weapon that is sabotaged, or mended again."""
    sabotages = task.code == SABOTAGE
    if task.besides:
        carried = sheet.carried(task.besides, task.thing)
        return sheet.with_carried(replace(carried, working=Working.SABOTAGED if sabotages else Working.WORKS))
    if not isinstance(sheet, Vehicle):
        raise RuleError(f"{task.thing} is no vehicle: name the weapon that is meant (C3K Sabotage).")
    return replace(sheet, sabotaged=sabotages)
