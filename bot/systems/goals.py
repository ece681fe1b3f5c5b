"""What a scenario hides in crates, lockers or conduits: who looks for it, who carries it off, and what breaks it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from bot.deck.board import Board
from bot.deck.passage import is_solid
from bot.deck.placing import places, square_meant, standing_of
from bot.deck.plan import At, Fixture, at_of, edge_between, named
from bot.deck.view import Marks
from bot.engine.asked import Asked, must, typed_order
from bot.engine.cards import Card, counted, singular
from bot.engine.dice import Dice, Faces
from bot.engine.due import Due, said
from bot.engine.errors import ComesFirstError, RuleError
from bot.engine.fields import Kind, Values
from bot.engine.order import InTwoSteps, Order
from bot.engine.scenario import Goal, Playing, Scenario
from bot.engine.scene import Game, Outcome, Role, Scene, Unit
from bot.engine.staging import Staged
from bot.engine.system import System
from bot.systems.deeds import deck_of
from bot.systems.marks import CARRIES, burden
from bot.systems.mustering import playing_of, staged_of

SEARCHES, DROPS = "scenario search", "scenario drop"
CONDUITS = "conduits"


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchOrder(Asked):
    """`/scenario search`."""

    verb = SEARCHES
    about = "Look into a crate beside somebody, or at the conduits where they stand, for what the scenario hides"
    roles = (Role("name", alone=True, fights=True, wording="Who looks"),)
    at: str = must("Which square, such as C7", kind=Kind.TYPED, suggest=places)


@dataclass(frozen=True, kw_only=True, slots=True)
class DropOrder(Asked):
    """`/scenario drop`."""

    verb = DROPS
    about = "Lay down what somebody carries off in a scenario"
    roles = (Role("name", alone=True, wording="Who carries it"),)


@dataclass(frozen=True, slots=True)
class LaidDown:
    """Who has laid down what, and where."""

    name: str
    what: str
    where: str


@dataclass(frozen=True, slots=True)
class Searched:
    """Who has looked where, what was found, "" for nothing, and whether they carry it now."""

    name: str
    where: str
    found: str = ""
    carries: bool = False


def goal_orders(system: System) -> Mapping[str, Order]:
    """`/scenario search`, one square a phase, and what it holds is known to all from then on; and `/scenario drop`."""
    orders = (
        typed_order(SearchOrder, partial(_search, system), _searched_card),
        typed_order(DropOrder, partial(_drop, staged_of(system)), _dropped_card),
    )
    return {order.verb: order for order in orders}


def holding(scenario: Scenario, playing: Playing, game: Game, dice: Dice) -> Playing:
    """The scenario with what it hides on the deck that is up put there by the dice, where that hasn't been done."""
    for goal in scenario.goals:
        squares = list(_squares(game.board, goal))
        if goal.name in playing.holding or not squares:
            continue
        if len(squares) < goal.count:
            raise RuleError(
                f"{scenario.file}, line {goal.line}: {goal.where} has {counted(len(squares), 'square')} only."
            )
        chosen = []
        for _ in range(goal.count):
            chosen.append(dice.pick(squares, why=f"where the {goal.name} are"))
            squares.remove(chosen[-1])
        playing = playing.having(holding={**playing.holding, goal.name: tuple(named(at) for at in chosen)})
    return playing


def _squares(board: Board, goal: Goal) -> tuple[At, ...]:
    """The squares of a deck that may hold a goal, in their order."""
    if goal.where.casefold() == CONDUITS:
        levels = board.plan.levels
        return tuple(sorted(at for level in levels for at, what in level.fixtures.items() if what is Fixture.CONDUIT))
    known = {name.casefold(): squares for name, squares in board.plan.places.items()}
    return tuple(sorted(known.get(goal.where.casefold(), ())))


def unsearched(scenario: Scenario, playing: Playing, board: Board) -> list[At]:
    """The squares of the deck that is up of which nobody knows whether they hold a goal, as long as any is left."""
    left = (goal for goal in scenario.goals if playing.tallies.get(goal.found, 0) < goal.count)
    return [at for goal in left for at in _squares(board, goal) if f"{goal.name} {named(at)}" not in playing.searched]


def lying(scenario: Scenario, playing: Playing, board: Board) -> list[At]:
    """The squares of the deck on which a goal was hidden where one that can be carried off lies open."""
    goals = [goal for goal in scenario.goals if goal.carried and _squares(board, goal)]
    found = ((goal, where) for goal in goals for where in playing.holding.get(goal.name, ()))
    return [at_of(where) for goal, where in found if _lies(playing, goal, where)]


def _search(system: System, scene: Scene, asked: SearchOrder, _: Dice) -> Outcome:
    staged = staged_of(system)
    scenario, playing = playing_of(staged, scene)
    unit, board = scene.one("name"), deck_of(scene)
    shown = system.squads.mark(unit.sheet)
    if shown.out or shown.dead:
        raise RuleError(f"{unit.name} is in no state to look for anything.")
    at = square_meant(scene, unit, asked.at)
    goals = [goal for goal in scenario.goals if at in _squares(board, goal) or _lies(playing, goal, named(at))]
    if not goals:
        raise RuleError(f"Nothing is hidden in a square such as {named(at)}: /scenario show tells what is looked for.")
    _check_reach(board, unit, at)
    moment = staged.moment(scene.ledger)
    if moment and (moment[1] == 0 or playing.searched.get(unit.name) == moment):
        raise RuleError(f"{unit.name} may look into one square in each action phase: wait for the next one.")
    goal = next((each for each in goals if named(at) in playing.holding.get(each.name, ())), None)
    empty = {} if goal else {f"{each.name} {named(at)}": (0, 0) for each in goals}
    after = playing.having(searched={**playing.searched, **empty, unit.name: moment or (0, 0)})
    told, units = Searched(unit.name, named(at)), dict[str, Unit]()
    if goal:
        takes = goal.carried and unit.name not in playing.carried
        after = _found(after, goal, unit, named(at), wounds=system.squads.mark(unit.sheet).wounds if takes else None)
        told = replace(told, found=goal.name, carries=takes)
        units = {unit.name: replace(unit, marks=tuple(sorted({*unit.marks, CARRIES + goal.name})))} if takes else {}
    ledger = staged.keeping(scene.ledger, after)
    return Outcome({}, told, ledger=ledger, units=units, marks=Marks(about=(at,)), opened="what a square holds")


def _lies(playing: Playing, goal: Goal, where: str) -> bool:
    """Whether one of a goal has been found, and lies open in a square."""
    return f"{goal.name} {where}" in playing.searched and where in playing.holding.get(goal.name, ())


def _found(playing: Playing, goal: Goal, unit: Unit, where: str, wounds: int | None) -> Playing:
    """The scenario with a goal found: it lies open where it is, or is carried off by whoever found it."""
    before = playing.holding[goal.name]
    lies_on = wounds is None and goal.carried
    left = before if lies_on else tuple(each for each in before if each != where)
    first = f"{goal.name} {where}" not in playing.searched
    count = playing.tallies.get(goal.found, 0) + first
    playing = playing.having(
        holding={**playing.holding, goal.name: left},
        tallies={**playing.tallies, goal.found: count},
        searched={**playing.searched, f"{goal.name} {where}": (0, 0)},
    )
    if wounds is None:
        return playing
    carried = {**playing.carried, unit.name: goal.name}
    return playing.having(carried=carried, wounds={**playing.wounds, unit.name: wounds})


def _check_reach(board: Board, unit: Unit, at: At) -> None:
    """Raise RuleError unless somebody began the phase beside a square that is filled, or stands in one that isn't."""
    standing = standing_of(board, unit.name)
    if not is_solid(board, at):
        if standing.at != at:
            raise RuleError(f"{unit.name} must stand in {named(at)} to find out.")
        return
    began = standing.began or standing.at
    side = abs(began.x - at.x) + abs(began.y - at.y) == 1 and began.level == at.level
    if not side or edge_between(began, at) in board.plan.levels[at.level].barriers or began != standing.at:
        raise RuleError(f"{unit.name} must have begun this phase at a side of {named(at)}, and still be there.")


def _searched_card(told: Searched, _: Faces) -> Card:
    title = f"{told.name} looks into {told.where}"
    if not told.found:
        return Card(title, ("Nothing of it is there",))
    more = f"; {told.name} carries it, with no hand free for a weapon" if told.carries else ""
    return Card(title, (f"Found: {told.found}{more}",))


def _drop(staged: Staged, scene: Scene, _: DropOrder, __: Dice) -> Outcome:
    _scenario, playing = playing_of(staged, scene)
    unit, board = scene.one("name"), deck_of(scene)
    what = playing.carried.get(unit.name)
    if what is None:
        raise RuleError(f"{unit.name} carries nothing of the scenario's.")
    where = named(standing_of(board, unit.name).at)
    after = playing.having(
        carried={name: other for name, other in playing.carried.items() if name != unit.name},
        holding={**playing.holding, what: (*playing.holding.get(what, ()), where)},
        searched={**playing.searched, f"{what} {where}": (0, 0)},
    )
    free = replace(unit, marks=tuple(mark for mark in unit.marks if mark != CARRIES + what))
    return Outcome(
        {}, LaidDown(unit.name, what, where), ledger=staged.keeping(scene.ledger, after), units={unit.name: free}
    )


def _dropped_card(dropped: LaidDown, _: Faces) -> Card:
    return Card(f"{dropped.name} lays down {dropped.what} at {dropped.where}")


def in_danger(system: System, scenario: Scenario, playing: Playing, game: Game) -> list[tuple[Goal, Unit, int, bool]]:
    """What is carried by whoever has been hurt since: with how many light wounds more, and whether they are out."""
    goals = {goal.name: goal for goal in scenario.goals}
    found = []
    for name, goal in playing.carried.items():
        if (unit := game.units.get(name)) and goal in goals:
            shown = system.squads.mark(unit.sheet)
            more, out = shown.wounds - playing.wounds.get(name, 0), shown.out or shown.dead
            if out or more > 0:
                found.append((goals[goal], unit, more, out))
    return found


def broken(
    system: System, scenario: Scenario, playing: Playing, game: Game, dice: Dice
) -> tuple[Playing, dict[str, Unit], tuple[str, ...]]:
    """The scenario after wounds of carriers: a light one may break what they carry by its die, a worse one does; with
    those whose hands are free again, and a line for each.
    """
    units: dict[str, Unit] = {}
    lines: list[str] = []
    for goal, unit, more, out in in_danger(system, scenario, playing, game):
        dice_fell = [] if out or not goal.breaks else [dice.roll(1, why="whether it breaks") for _ in range(more)]
        gone = out or any(die >= goal.breaks for die in dice_fell)
        if gone:
            count = playing.tallies.get(goal.destroyed, 0) + 1
            left = {name: what for name, what in playing.carried.items() if name != unit.name}
            playing = playing.having(carried=left, tallies={**playing.tallies, goal.destroyed: count})
            units[unit.name] = replace(unit, marks=tuple(each for each in unit.marks if each != CARRIES + goal.name))
        playing = playing.having(wounds={**playing.wounds, unit.name: system.squads.mark(unit.sheet).wounds})
        thrown = f"{', '.join(map(str, dice_fell))}, breaks on {goal.breaks}+"
        fell = "its carrier is out" if out else thrown if goal.breaks else "a light wound doesn't break it"
        how = _broken(goal, playing, gone=gone)
        lines.append(f"The {singular(goal.name)} that {unit.name} carries is {how}: {fell}")
    return playing, units, tuple(lines)


def _broken(goal: Goal, playing: Playing, *, gone: bool) -> str:
    """Whether what was carried is whole, and how many of all are gone, where there are several."""
    many = f", {playing.tallies.get(goal.destroyed, 0)} of {goal.count}" if goal.count > 1 else ""
    return f"destroyed{many}" if gone else "whole"


def freed(playing: Playing, units: Mapping[str, Unit]) -> dict[str, Unit]:
    """Those who carried something, as they are once the scenario is over."""
    carrying = {name: CARRIES + what for name, what in playing.carried.items() if name in units}
    return {
        name: replace(units[name], marks=tuple(mark for mark in units[name].marks if mark != load))
        for name, load in carrying.items()
    }


def unless_carrying(order: Order, system: System) -> Order:
    """The same order, refused where whoever acts has no hand free for a weapon, if it is one that needs one; what they
    carry is laid down first where the rules leave them no choice but to fight.
    """
    if order.verb not in staged_of(system).armed:
        return order
    role = order.roles[0].name

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        for unit in () if scene.only_odds else scene.units.get(role, ()):
            if load := burden(unit):
                text = f"{unit.name} {load}, and has no hand for a weapon: /scenario drop lays it down."
                must = scene.game is not None and _must(order.verb, unit.name, system.due(scene.game))
                raise ComesFirstError(text, said(DROPS, [unit.name])) if must else RuleError(text)
        return order.prepared(scene, values)

    return replace(order, resolve=InTwoSteps(prepare))


def _must(verb: str, name: str, due: Iterable[Due]) -> bool:
    """Whether the rules leave somebody no choice but to give an order, at whomever, and nobody else who could."""
    asked = (each.choices for each in due if not each.optional and each.owes == (name,))
    return any(choices and all(choice.said.verb == verb for choice in choices) for choices in asked)
