"""`/plan`: what somebody does in a turn: the list of actions, aiming, reloading, and their game orders (C3K Orders and
actions, Aiming).

In a turn that is kept it is secret until the orders phase is over; else it begins at once, and /phase counts it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card, counted, sentence, whose
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.combat3000.actions import POSTURES, begun, left_off, turns_of
from bot.systems.combat3000.asked.keeping import PlanOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.building.structures import can_cut, is_laser
from bot.systems.combat3000.building.work import web_turns
from bot.systems.combat3000.figure.riding import place_of
from bot.systems.combat3000.figure.sheet import Figure, Task, Working, dead
from bot.systems.combat3000.figure.state import figure_of
from bot.systems.combat3000.fire.firer import RULE, firer_of
from bot.systems.combat3000.fire.on_deck import cm_between
from bot.systems.combat3000.fire.plan import check_idle
from bot.systems.combat3000.hit.plights import blinded
from bot.systems.combat3000.ledger import kept_turn, turn_of
from bot.systems.combat3000.lists.weapons import Trajectory, Weapon
from bot.systems.combat3000.loading.arming import arm_of
from bot.systems.combat3000.loading.burden import check_lift
from bot.systems.combat3000.loading.crew import check_crew, helpers_of
from bot.systems.combat3000.melee.wielding import carried_by
from bot.systems.combat3000.morale.barred import driven_elsewhere
from bot.systems.combat3000.morale.known import Fray
from bot.systems.combat3000.orders.circumstances import everybody, find
from bot.systems.combat3000.settings import only_shown
from bot.systems.combat3000.tasks import (
    AIM,
    BLIND,
    CUT,
    DROP,
    FREE,
    OWN,
    PICK_UP,
    RELOAD,
    beside_words,
    code_of,
    read_task,
    task_words,
)
from bot.systems.combat3000.turn import UNORDERED, GameOrders, Phase, Turn
from bot.systems.marks import takes_part

_LIST = "C3K Other actions"
# What the crew of a vehicle does of what is written down.
_BY_CREW = frozenset(OWN)


@dataclass(frozen=True, slots=True)
class Planned:
    """What somebody is to do, with the turns that each takes; their game orders; for how many turns they have aimed at
    the same target before.
    """

    name: str
    tasks: tuple[tuple[Task, int], ...] = ()
    orders: GameOrders = UNORDERED
    aimed: int = 0


@dataclass(frozen=True, slots=True)
class Plans:
    """What some are to do: `kept` secret, or begun at once; `given` anew, or `abandoned`. `group` are those who fight
    as one from now on, the commander first.
    """

    people: tuple[Planned, ...]
    kept: bool = False
    given: bool = False
    abandoned: bool = False
    group: tuple[str, ...] = ()


def plan_order(book: Book) -> Order:
    """`/plan`: whoever is named does this in the turn, as `draw Sword` or `aim at Bob`; /phase counts it."""

    def decide(scene: Scene, asked: PlanOrder, _: Dice) -> Outcome:
        units = scene.all("name") if asked.plan or asked.lasts else scene.read_of("name")
        turn = turn_of(scene)
        if not units:
            raise RuleError("Nobody here is yours to plan for, or to know their plans: name whom you mean.")
        if asked.abandons:
            return _abandoned(scene, units)
        if turn is None or asked.drops:
            return _at_once(scene, units, asked, book)
        return _in_secret(scene, units, turn, asked, book)

    return typed_order(PlanOrder, decide, plans_card, offers={"plan": _suggested})


def _suggested(scene: Scene) -> Sequence[str]:
    """Whom to aim at, and what may be drawn, dropped or stood up from."""
    own = [unit for units in scene.units.values() for unit in units]
    names = {unit.name for unit in own}
    carried = dict.fromkeys(each.name for unit in own for each in unit.sheet.weapons)
    deeds = ("crouch", "fall prone", "stand up", "rise", "reload", "repair")
    handled = (f"{deed} {name}" for name in carried for deed in ("draw", "drop", "pick up", "put away"))
    return [*(f"aim at {name}" for name in scene.known if name not in names), *deeds, *handled, "abandon"]


def _at_once(scene: Scene, units: Sequence[Unit], asked: PlanOrder, book: Book) -> Outcome:
    """What begins at once, where no turn is kept, or what is only dropped."""
    if asked.lasts:
        raise RuleError("Game orders and groups are kept in a turn: /turn begin begins one (C3K Orders).")
    if not asked.parts:
        raise RuleError('Say what they do, as plan:"draw Sword", plan:crouch or plan:"aim at Bob".')
    after, people = {}, []
    for unit in units:
        if not asked.drops and asked.counts_turns:
            check_idle(unit.name, unit.sheet)
        tasks = _tasks(scene, unit, asked, book)
        if asked.turns == "free" and any(task.code in OWN for task in tasks):
            raise RuleError('Turns aren\'t counted in this campaign: say it with the fire, as values:"aiming 2".')
        after[unit.name] = begun(unit.name, unit.sheet, tasks, book, takes_time=asked.turns != "free")
        people.append(_planned(unit, tasks, UNORDERED, book))
    return Outcome(after, Plans(tuple(people)))


def written(scene: Scene, unit: Unit, tasks: tuple[Task, ...], book: Book) -> Outcome:
    """What an order of another name comes to that is an action of the list, in the turn that is kept: it is written
    down in secret. Raises RuleError outside the orders phase, unless the campaign only shows what the book says.
    """
    turn = kept_turn(scene)
    if turn.phase is not Phase.ORDERS and not only_shown(scene):
        raise RuleError(
            f"This is {turn.words}, and actions are written down in the orders phase: /phase goes on (C3K Orders and "
            "actions)."
        )
    if any(task.code != CUT for task in tasks):
        figure_of(unit.sheet, "hands of its own for that")
    check_idle(unit.name, unit.sheet)
    begun(unit.name, unit.sheet, tasks, book)
    if not only_shown(scene) and (why := next(driven_elsewhere(Fray(scene, turn), unit, tasks, book), "")):
        raise RuleError(why)
    plans = Plans((_planned(unit, tasks, UNORDERED, book),), kept=True, given=True)
    return Outcome({}, plans, replace(scene.ledger, turn=turn.planning(unit.name, tasks)), sealed=True)


def _in_secret(scene: Scene, units: Sequence[Unit], turn: Turn, asked: PlanOrder, book: Book) -> Outcome:
    """What is written down in a turn that is kept; without anything it shows what has been."""
    given = bool(asked.parts or asked.lasts)
    if (asked.orders or asked.priority or asked.group) and turn.phase is not Phase.ORDERS and not only_shown(scene):
        raise RuleError(
            f"This is {turn.words}, and game orders are given in the orders phase: /phase goes on (C3K Orders)."
        )
    group = _group(units) if asked.group else ()
    turn = turn.grouping(group) if group else turn
    for unit in units:
        if asked.parts:
            tasks = _tasks(scene, unit, asked, book)
            begun(unit.name, unit.sheet, tasks, book)
            turn = turn.planning(unit.name, tasks)
        if asked.orders or asked.priority or asked.strikes:
            turn = turn.ordering(unit.name, _ordered(scene, unit, turn, asked, book))
    people = (
        _planned(unit, turn.plans.get(unit.name, ()), turn.orders.get(unit.name, UNORDERED), book) for unit in units
    )
    plans = Plans(tuple(people), kept=True, given=given, group=group)
    return Outcome({}, plans, replace(scene.ledger, turn=turn) if given else None, sealed=True)


def _group(units: Sequence[Unit]) -> tuple[str, ...]:
    """Those who are to fight as one; RuleError for one alone, for two sides, and for the dead (C3K Orders)."""
    if len(units) == 1:
        only = units[0].name
        raise RuleError(f"{only} alone is no group: name all who fight as one, the commander first (C3K Orders).")
    other = next((unit for unit in units if unit.side != units[0].side), None)
    if other:
        raise RuleError(f"{other.name} isn't on {whose(units[0].name)} side, and a group is of one side (C3K Orders).")
    for unit in units:
        _check_living(unit)
    return tuple(unit.name for unit in units)


def _check_living(unit: Unit) -> None:
    if dead(unit.sheet):
        raise RuleError(f"{unit.name} has been killed, and takes no orders: name the living (C3K Orders).")


def _ordered(scene: Scene, unit: Unit, turn: Turn, asked: PlanOrder, book: Book) -> GameOrders:
    """Somebody's game orders as they are said now; RuleError for a side that was surprised (C3K Orders)."""
    if unit.side in turn.surprised and (asked.orders or asked.priority):
        raise RuleError(
            f"{unit.side} was surprised, and has no game orders: whoever is fired on makes for the nearest cover and "
            "fires by target priority (C3K Orders)."
        )
    _check_living(unit)
    before = turn.orders.get(unit.name, UNORDERED)
    priority = _first_target(scene, unit, asked.priority) if asked.priority else before.priority
    strikes = before.strikes
    if asked.strikes:
        strikes = carried_by(unit.name, figure_of(unit.sheet, "weapon to strike with"), asked.strikes, book)
    return GameOrders(asked.orders or before.text, priority, strikes)


def _first_target(scene: Scene, unit: Unit, typed: str) -> str:
    """At whom somebody is to fire first; RuleError for their own side (C3K Orders)."""
    name = find(scene, typed)
    side = everybody(scene, [name])[0].side
    if name == unit.name or unit.side == side != "":
        raise RuleError(f"{name} is on {whose(unit.name)} side: name an enemy to fire at first (C3K Orders).")
    return name


def _abandoned(scene: Scene, units: Sequence[Unit]) -> Outcome:
    """Plans that are secret are given up; or else what somebody is at, for all to see, and it is as if not begun."""
    turn = turn_of(scene)
    planned = [unit for unit in units if turn and unit.name in turn.plans]
    if turn and planned:
        for unit in planned:
            turn = turn.planning(unit.name, ())
        plans = Plans(tuple(Planned(unit.name) for unit in planned), kept=True, abandoned=True)
        return Outcome({}, plans, replace(scene.ledger, turn=turn), sealed=True)
    busy = [unit for unit in units if unit.sheet.now.task]
    if not busy:
        raise RuleError("None of them is at anything that could be given up.")
    after = {unit.name: left_off(unit.sheet, "has given up what they were at") for unit in busy}
    return Outcome(after, Plans(tuple(Planned(unit.name) for unit in busy), abandoned=True))


def _tasks(scene: Scene, unit: Unit, asked: PlanOrder, book: Book) -> tuple[Task, ...]:
    """All that was written down for somebody; RuleError for two things that take time (C3K The game turn)."""
    sheet = unit.sheet
    if not isinstance(sheet, Figure) and any(code_of(part, book) not in _BY_CREW for part in asked.parts):
        figure_of(sheet, "hands of its own for that", "its crew aims, covers, scans, fires blind, reloads and repairs")
    found: list[Task] = []
    for part in asked.parts:
        task = read_task(part, unit.name, sheet, asked.crew, book)
        if task.code == AIM:
            task = replace(task, thing=find(scene, task.thing))
            _check_aim(unit, everybody(scene, [task.thing])[0], book)
        if task.code == BLIND:
            _check_blind(scene, unit, book)
        if task.code == FREE:
            task = _freeing(scene, unit, task, book)
        if task.code == PICK_UP:
            check_lift(scene, unit.name, sheet, sheet.carried(task.thing, unit.name), book)
        found.append(task)
    _check_crew(scene, unit, found, asked, book)
    lasting = [task for task in found if not isinstance(sheet, Figure) or turns_of(task, sheet, book)]
    posed = [task for task in found if task.code in POSTURES]
    if len(lasting) > 1 or len(posed) > 1:
        first, second = (task_words(task) for task in (lasting if len(lasting) > 1 else posed)[:2])
        raise RuleError(f"{unit.name} {first} or {second}, and not both in a turn: choose one (C3K The game turn).")
    return tuple(found)


def _check_crew(scene: Scene, unit: Unit, tasks: Sequence[Task], asked: PlanOrder, book: Book) -> None:
    """Raise RuleError for a crew that helps with nothing of it, with more of them than may, or who aren't there."""
    helped = [task for task in tasks if task.crew]
    if asked.crew and not helped:
        raise RuleError(f"Nobody helps with that: leave the crew out ({_LIST}).")
    for task in helped:
        arm = arm_of(unit.sheet.carried(task.thing, unit.name).weapon, book)
        if task.code == RELOAD and isinstance(arm, Weapon):
            check_crew(arm, task.crew)
        helpers_of(scene, unit, task.crew)


def _freeing(scene: Scene, unit: Unit, task: Task, book: Book) -> Task:
    """Somebody is cut out of a web by a laser in hand, within 4 cm where a deck shows it (C3K Shells and grenades)."""
    name = find(scene, task.thing)
    held = [each for each in unit.sheet.weapons if each.hand.ready and each.working is Working.WORKS]
    if not any(is_laser(arm_of(each.weapon, book)) for each in held):
        raise RuleError(f"{unit.name} has no laser in hand to cut a web with (C3K Shells and grenades).")
    webbed = everybody(scene, [name])[0]
    one, other = place_of(scene, unit), place_of(scene, webbed)
    if one and other and not can_cut(cm := cm_between(one.at, other.at, scene.board.plan.separation)):
        raise RuleError(f"A web is cut within 4 cm, and {name} is {cm} cm away (C3K Shells and grenades).")
    return replace(task, thing=name, turns=web_turns(name, webbed.sheet))


def _check_aim(unit: Unit, target: Unit, book: Book) -> None:
    """Raise RuleError for who can't aim, and for aiming at themselves or at the dead."""
    firer_of(unit.name, unit.sheet, book, "aim")
    if not takes_part(unit):
        raise RuleError(f"{unit.name} has surrendered, and aims at nobody ({RULE}).")
    if blinded(unit.sheet):
        raise RuleError(f"{unit.name} is blinded and sees nothing to aim at (C3K Shells and grenades).")
    if not unit.sheet.weapons and not getattr(unit.sheet, "grenades", ()):
        raise RuleError(f"{unit.name} has no weapon: give one with /character give.")
    if unit.name == target.name:
        raise RuleError(f"{unit.name} cannot aim at themselves: name another target.")
    if dead(target.sheet):
        raise RuleError(f"{target.name} has been killed already: choose another target.")


def _check_blind(scene: Scene, unit: Unit, book: Book) -> None:
    """Raise RuleError for who has nothing that is fired at a place; where there is wall fire any weapon may be (ruling
    B-D12).
    """
    arms = [arm for each in unit.sheet.weapons if isinstance(arm := arm_of(each.weapon, book), Weapon)]
    able = any(
        arm.area
        or arm.launcher
        or arm.template
        or arm.trajectory is not Trajectory.DIRECT
        or any(setting.circle for setting in arm.settings)
        for arm in arms
    )
    throws = isinstance(unit.sheet, Figure) and unit.sheet.grenades
    if not (able or throws or scene.settings.get("wall fire") == "on"):
        raise RuleError(
            f"{unit.name} has nothing to fire blind with: that is for A weapons, and for ammunition with a blast area "
            "(C3K Speculative fire)."
        )


def _planned(unit: Unit, tasks: Sequence[Task], orders: GameOrders, book: Book) -> Planned:
    sheet = unit.sheet
    turns = tuple((task, turns_of(task, sheet, book)) for task in tasks)
    aims = any(task.code == AIM and task.thing == sheet.aim.target for task in tasks)
    return Planned(unit.name, turns, orders, sheet.aim.turns if aims else 0)


def plans_card(plans: Plans, _: Faces) -> Card:
    """The answer: what each is to do, for whoever wrote it down; or what they begin now, for all."""
    if plans.abandoned:
        names = sentence(each.name for each in plans.people)
        return Card(f"{names} {'gives' if len(plans.people) == 1 else 'give'} up {'a plan' if plans.kept else 'that'}")
    lines = tuple(line for each in plans.people for line in _lines(each, kept=plans.kept))
    if plans.group:
        lines = (*lines, f"{sentence(plans.group)} fight as one, and command in this order (C3K Orders)")
    working = tuple(dict.fromkeys(line for each in plans.people for line in _working(each)))
    return Card(_title(plans), lines, working)


def _title(plans: Plans) -> str:
    names = sentence(each.name for each in plans.people)
    if plans.kept:
        have = "has" if len(plans.people) == 1 else "have"
        return f"{names} {have} written down what they do" if plans.given else "What is written down"
    done = plans.people[0].tasks
    words = sentence(task_words(task) for task, _ in done)
    return f"{names} {words}" if len(plans.people) == 1 else f"{names}: {words}"


def _lines(planned: Planned, *, kept: bool) -> Iterator[str]:
    if kept:
        did = sentence(f"{task_words(task)}{_takes(turns)}" for task, turns in planned.tasks) if planned.tasks else ""
        yield f"{planned.name}: {did or 'nothing'}"
    elif any(turns > 1 for _, turns in planned.tasks):
        yield f"Takes {counted(max(turns for _, turns in planned.tasks), 'turn')} ({_LIST})"
    if planned.aimed:
        yield f"{planned.name} has aimed for {counted(planned.aimed, 'turn')} before"
    if planned.orders.text:
        yield f"{whose(planned.name)} orders: {planned.orders.text}"
    if planned.orders.priority:
        yield f"{planned.name} fires at {planned.orders.priority} first"
    if planned.orders.strikes:
        yield f"{planned.name} strikes with {planned.orders.strikes}, once that is in hand"


def _takes(turns: int) -> str:
    return f" ({counted(turns, 'turn')})" if turns != 1 else ""


def _working(planned: Planned) -> Iterator[str]:
    for task, _ in planned.tasks:
        if task.code == AIM:
            yield f"Aiming is neither moving nor firing; the turn counts when it ends ({RULE})"
        elif task.code == DROP:
            yield f"Dropping takes no time, and interferes with nothing ({_LIST})"
        elif task.code not in OWN:
            yield f"{task.code}: {beside_words(task)} ({_LIST})"
