"""`/break`: a door charged down, its lock shot off, a laser's cut, sabotage and its repair (C3K Doors, Sabotage, Laser
cutting).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from bot.deck.board import Board
from bot.deck.placing import portal_of
from bot.deck.plan import Edge
from bot.engine.asked import maker, typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Unit, Values
from bot.engine.typed import match
from bot.systems.combat3000.actions import begun, check_outside
from bot.systems.combat3000.asked.building import BreakOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.building.firing import check_placed, check_range, cm_to, readied_at
from bot.systems.combat3000.building.on_deck import barrier_at, barrier_structure
from bot.systems.combat3000.building.structures import (
    LOCK_SIZE,
    Build,
    Structure,
    What,
    can_cut,
    cutting_turns,
    find_structure,
    is_laser,
    lock_needs,
    turns_to_break,
)
from bot.systems.combat3000.building.work import Access, apart, measured, wrought
from bot.systems.combat3000.figure.sheet import (
    Carried,
    Figure,
    FigurePosture,
    Hand,
    Sheet,
    Task,
    Vehicle,
    Working,
    on_the_move,
)
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.plan import check_idle
from bot.systems.combat3000.fire.readied import Readied, thrown
from bot.systems.combat3000.fire.report import FireReport, fire_report
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.ledger import Ledger, turn_of
from bot.systems.combat3000.lists.weapons import Class, Weapon
from bot.systems.combat3000.loading.arming import arm_of
from bot.systems.combat3000.orders.circumstances import find, of_own_side
from bot.systems.combat3000.orders.plan import Planned, Plans, plans_card, written
from bot.systems.combat3000.settings import only_shown
from bot.systems.combat3000.tasks import BREAK, CUT, IN_HAND, MEND, SABOTAGE
from bot.systems.combat3000.turn import UNORDERED, Phase
from bot.systems.combat3000.wording.buildings import access_line
from bot.systems.combat3000.wording.fire import fire_card
from bot.systems.marks import takes_part
from bot.systems.seeing import in_view

_DOORS, _SABOTAGE, _CUTTING = "C3K Doors", "C3K Sabotage", "C3K Laser cutting"


@dataclass(frozen=True, slots=True)
class Worked:
    """Work that begins at once: what it is, and for how long access is sought, where a die says it."""

    plans: Plans
    access: Access | None = None


@dataclass(frozen=True, slots=True)
class LockShot:
    """A shot at a lock: whether it is off, and the door opens."""

    door: str
    fire: FireReport
    off: bool = False


def break_order(book: Book) -> Order:
    """`/break`: a lock is shot at as anything is; the rest takes turns, and is an action."""

    def prepare(scene: Scene, asked: BreakOrder) -> Callable[[Dice], Outcome]:
        unit = scene.one("name")
        if asked.how == "lock":
            return _at_lock(scene, asked, book)
        task = _task(scene, unit, asked, book)
        return lambda dice: _work(scene, unit, task, asked, book, dice)

    made = maker(BreakOrder)

    def friends(scene: Scene, values: Values) -> list[Unit]:
        asked = made(values)
        return of_own_side(scene, ready_to_unlock(scene, asked, book)) if asked.how == "lock" else []

    return typed_order(BreakOrder, InTwoSteps(prepare), partial(_card, book=book), hesitates=friends)


def _task(scene: Scene, unit: Unit, asked: BreakOrder, book: Book) -> Task:
    firer = firer_of(unit.name, unit.sheet, book, "do anything")
    if asked.how in {"sabotage", "mend"}:
        if not isinstance(unit.sheet, Figure):
            does = "sabotages anything" if asked.how == "sabotage" else "mends what was sabotaged"
            raise RuleError(f"{unit.name} is a vehicle: somebody on foot {does} ({_SABOTAGE}).")
        return _meddling(scene, unit, asked)
    structure = _barrier(scene, unit, asked)
    check_placed(scene, unit, structure)
    if structure.is_open:
        state = "down" if structure.down else "breached"
        raise RuleError(f"{structure.name} is {state} already: walk through (C3K Destruction).")
    if asked.how == "laser":
        return _cutting(scene, unit, structure, asked, book)
    if not isinstance(unit.sheet, Figure):
        raise RuleError(f"{unit.name} is a vehicle: somebody on foot charges a door ({_DOORS}).")
    if structure.what is not What.DOOR or structure.stands_as is not Build.LIGHT:
        built = f"a {structure.stands_as} {structure.what}"
        raise RuleError(f"{structure.name} is {built}: only a light door is charged down ({_DOORS}).")
    check_outside(unit.name, unit.sheet, _DOORS)
    if cm_to(scene, unit, structure):
        raise RuleError(f"{unit.name} isn't beside {structure.name}: move them there first ({_DOORS}).")
    if unit.sheet.posture is FigurePosture.PRONE:
        raise RuleError(f"{unit.name} is prone: stand up first, with /stance how:up ({_DOORS}).")
    return Task(BREAK, structure.name, turns=turns_to_break(firer.profile.strength))


def _barrier(scene: Scene, unit: Unit, asked: BreakOrder) -> Structure:
    """The door or wall that is meant: by its name, or on a side of the square on which they stand."""
    ledger: Ledger = scene.ledger or Ledger()
    board: Board | None = scene.board
    if asked.what:
        found = find_structure(ledger.structures, asked.what)
        if found.what is What.ROOM:
            raise RuleError(f"{found.name} is a room: name a door or a wall of it (C3K Destruction).")
        return found
    if board is None or unit.name not in board.people:
        raise RuleError('Say which door or wall, as what:"Door 3": /structure add names it first.')
    at = board.people[unit.name].at
    if asked.side is None and asked.how != "laser":
        door = portal_of(board, at, "")
        edge = door if isinstance(door, Edge) else barrier_at(board, at, None)
    else:
        edge = barrier_at(board, at, asked.side)
    return barrier_structure(ledger.structures, board, edge, Build(asked.structures))


def _cutting(scene: Scene, unit: Unit, structure: Structure, asked: BreakOrder, book: Book) -> Task:
    """A cut with a laser within 4 cm, or with a mounted heavy one that stays still within 20."""
    carried = _laser(unit, asked.weapon, book)
    arm = arm_of(carried.weapon, book)
    if carried.working is not Working.WORKS or not carried.hand.ready:
        state = carried.working if carried.working is not Working.WORKS else carried.hand
        raise RuleError(f"{carried.name} is {state.value}, and cuts nothing ({_CUTTING}).")
    heavy = isinstance(arm, Weapon) and arm.kind is Class.HEAVY
    if isinstance(unit.sheet, Vehicle) and unit.sheet.speed:
        raise RuleError(f"{unit.name} goes {unit.sheet.speed} cm a turn: it stops first, with /move ({_CUTTING}).")
    mounted, still = carried.hand is Hand.MOUNTED, not on_the_move(unit.sheet)
    check_range(scene, unit, structure, asked.range)
    cm = asked.range if asked.range is not None else cm_to(scene, unit, structure) or 0
    if not can_cut(cm, heavy=heavy, mounted=mounted, still=still):
        raise RuleError(
            f"A laser cuts within 4 cm, and an H laser on a mount that stays still within 20: this is {cm} cm away "
            f"({_CUTTING})."
        )
    return Task(CUT, structure.name, turns=cutting_turns(structure), besides=carried.name)


def _laser(unit: Unit, typed: str, book: Book) -> Carried:
    if typed:
        carried: Carried = unit.sheet.carried(typed, unit.name)
        if not is_laser(arm_of(carried.weapon, book)):
            raise RuleError(f"{carried.name} is no laser, and cuts nothing ({_CUTTING}).")
        return carried
    lasers = [each for each in unit.sheet.weapons if is_laser(arm_of(each.weapon, book))]
    if not lasers:
        raise RuleError(f"{unit.name} has no laser to cut with: give one with /character give ({_CUTTING}).")
    ready: Carried = next((each for each in lasers if each.hand.ready), lasers[0])
    return ready


def _meddling(scene: Scene, unit: Unit, asked: BreakOrder) -> Task:
    """Sabotage of a vehicle, or of a weapon of somebody's; or its repair."""
    if not asked.what:
        raise RuleError(f"Say what is meant, as what:Tank; and weapon:Howitzer for a weapon of theirs ({_SABOTAGE}).")
    name = _meant(scene, unit, asked.what)
    # Of another side's a player learns no more than shows of it.
    other = (scene.as_known_to(unit) if scene.by else scene).known.get(name, unit)
    sheet: Sheet = other.sheet
    if why := apart(scene, unit, other):
        raise RuleError(f"{why}: move them there first ({_SABOTAGE}).")
    mends = asked.how == "mend"
    code = MEND if mends else SABOTAGE
    if asked.weapon or not isinstance(sheet, Vehicle):
        if not asked.weapon:
            raise RuleError(f"{name} is no vehicle: say which weapon of theirs, as weapon:Howitzer ({_SABOTAGE}).")
        carried = sheet.carried(asked.weapon, name)
        if (carried.working is Working.SABOTAGED) is not mends:
            now = "sabotaged already" if not mends else f"not sabotaged: it {_works(carried)}"
            raise RuleError(f"{carried.name} is {now} ({_SABOTAGE}).")
        if not mends:
            _check_at_hand(scene, unit, other, carried)
        return Task(code, name, besides=carried.name)
    if sheet.sabotaged is not mends:
        raise RuleError(f"{name} is {'not sabotaged' if mends else 'sabotaged already'} ({_SABOTAGE}).")
    if sheet.knocked_out and not mends:
        raise RuleError(f"{name} is knocked out already, and needs no sabotage ({_SABOTAGE}).")
    return Task(code, name)


def _works(carried: Carried) -> str:
    return "works" if carried.working is Working.WORKS else f"is {carried.working}"


def _meant(scene: Scene, unit: Unit, typed: str) -> str:
    """Whose vehicle or weapon is meant by a name; a player means somebody whom their side sees now."""
    if not scene.by:
        return find(scene, typed)
    seen = in_view(scene, unit, (each for each in scene.known.values() if each.name != unit.name))
    return match(typed, [unit.name, *(each.name for each in seen)], what="character")


def _check_at_hand(scene: Scene, unit: Unit, other: Unit, carried: Carried) -> None:
    """Raise RuleError for a player who has a weapon sabotaged that is in the hands of an enemy who can act.

    The book wants whoever sabotages beside the weapon, with access to it: that this isn't to be had there is ours.
    """
    holds = isinstance(other.sheet, Figure) and carried.hand in IN_HAND and not helpless(other.sheet)
    if scene.by and holds and takes_part(other) and not (other.side == unit.side != ""):
        raise RuleError(f"{carried.name} is in the hands of {other.name}, who can act: choose another ({_SABOTAGE}).")


def _work(scene: Scene, unit: Unit, task: Task, asked: BreakOrder, book: Book, dice: Dice) -> Outcome:
    """Written down in secret where a turn is kept; else it begins at once, and /phase counts it; or it is done."""
    turn = turn_of(scene)
    if turn and not scene.only_odds and not (only_shown(scene) and turn.phase is not Phase.ORDERS):
        return written(scene, unit, (task,), book)
    if asked.counts_turns:
        check_idle(unit.name, unit.sheet)
    takes_time = asked.turns != "free"
    begun(unit.name, unit.sheet, (task,), book)
    task, access = measured(unit.name, unit.sheet, task, book, dice)
    planned = Planned(unit.name, ((task, task.turns),), UNORDERED)
    told = Worked(Plans((planned,)), access)
    if takes_time:
        return Outcome({unit.name: begun(unit.name, unit.sheet, (task,), book)}, told)
    done = wrought(scene, scene.board, {unit.name: task}, book)
    ledger = replace(scene.ledger or Ledger(), structures=done.structures)
    return Outcome(done.sheets, told, ledger, None if done.board is scene.board else done.board)


def ready_to_unlock(scene: Scene, asked: BreakOrder, book: Book) -> Readied:
    """A shot at a lock, a target of size −3, up to the dice: it is off if the weapon's effect is enough (C3K Doors).
    Raises RuleError where it can't be fired.
    """
    door = lock_of(scene, asked)
    if door.down or door.unlocked:
        raise RuleError(f"{door.name} is {'down' if door.down else 'unlocked'} already: walk through ({_DOORS}).")
    cm = asked.range if asked.range is not None or asked.what else 0
    sized = replace(asked, size=LOCK_SIZE if asked.size is None else asked.size)
    fire = readied_at(scene, door, sized, asked.weapon, cm, book, lock=True)
    declared = fire.declared[0]
    needs, force = lock_needs(door.stands_as, door.armour), declared.fired.force
    if force is None or force.effect < needs:
        raise RuleError(
            f"{declared.carried.name} shoots no such lock off: {_kind(door)} takes an effect of {needs:+d} ({_DOORS})."
        )
    return fire


def lock_of(scene: Scene, asked: BreakOrder) -> Structure:
    """The door whose lock is meant; RuleError for what has none."""
    door = _barrier(scene, scene.one("name"), asked)
    if door.what is not What.DOOR:
        raise RuleError(f"{door.name} is a {door.what}, and has no lock ({_DOORS}).")
    return door


def _at_lock(scene: Scene, asked: BreakOrder, book: Book) -> Callable[[Dice], Outcome]:
    fire = ready_to_unlock(scene, asked, book)
    throw = thrown(scene, fire, fire.declared)

    def unlocks(dice: Dice) -> Outcome:
        outcome = throw(dice)
        off = outcome.result.shootings[0].unlocked
        result = LockShot(fire.declared[0].target, fire_report(outcome.result), off)
        return replace(outcome, result=result)

    return unlocks


def _kind(door: Structure) -> str:
    return f"a door of armour {door.armour}" if door.armour else f"a {door.stands_as} door"


def _card(result: Plans | Worked | LockShot, faces: Faces, book: Book) -> Card:
    if isinstance(result, Plans):
        return plans_card(result, faces)
    if isinstance(result, LockShot):
        card = fire_card(result.fire, faces, book)
        lock = () if result.off else (f"{result.door}: its lock holds",)
        rule = f"A lock is a target of size −3, and takes an effect of +1, +3 or the armour's value ({_DOORS})"
        return replace(card, lines=(*card.lines, *lock), working=(*card.working, rule))
    card = plans_card(result.plans, faces)
    access = (access_line(result.access, faces),) if result.access else ()
    return replace(card, lines=(*access, *card.lines), working=(*card.working, _RULES[_code(result)]))


def _code(worked: Worked) -> str:
    return worked.plans.people[0].tasks[0][0].code


_RULES = {
    BREAK: f"A light door takes 5 turns less strength to charge down ({_DOORS}, ruling B-D4)",
    CUT: f"A laser cuts 2 m of a light wall in a turn, 1 m of a heavy one, of armour 2 m by its value ({_CUTTING})",
    SABOTAGE: f"A decimal die less dexterity is the turns that access takes ({_SABOTAGE})",
    MEND: f"A decimal die less 1 is the turns that mending takes ({_SABOTAGE})",
}
