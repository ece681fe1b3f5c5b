"""`/move`: somebody walks, trots, evades or climbs on the deck, at the cost of the rules (AHL 2, 8)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, product

from bot.deck.board import Board, Standing, placed
from bot.deck.passage import beside, fixture_at, is_hatch_shut, is_open_down
from bot.deck.placing import find_square, read_steps
from bot.deck.plan import At, Fixture, named
from bot.deck.view import Marks
from bot.engine.asked import typed_order
from bot.engine.cards import Card, whose
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.moving import MoveOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.ledger import HEAVY_GRAVITY, Ledger
from bot.systems.ahl.sheet.character import Being, Character, Nerve, can_fight, check_active
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.turn.clock import halves_left, in_phases, left_to_go, trotted
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.walking.climbing import climbing, still_to_climb
from bot.systems.ahl.walking.ground import (
    PHASE,
    POINT,
    Gait,
    Ground,
    check_square,
    crowd_on,
    ends_movement,
    occupant,
    phases_to_climb,
    points,
)
from bot.systems.ahl.walking.routes import MoveReport, Pace, Route, as_it_is, cheapest_route, move_card, route_along
from bot.systems.ahl.zerog.drift import DRIFTS, DriftReport, at_rest, check_drifting, drift, drift_card
from bot.systems.marks import takes_part


def move_order(book: Book) -> Order:
    """`/move`: the cheapest way to a square, or step by step; whoever is dragged comes along."""

    def decide(scene: Scene, asked: MoveOrder, _: Dice) -> Outcome:
        mover = scene.one("name")
        board = board_with(scene, mover)
        gait = asked.gait
        if gait is Gait.TROT and asked.zero_g:
            raise RuleError("Nobody trots without gravity: walk along by handholds, or drift (AHL 26.C).")
        if gait in DRIFTS or (mover.sheet.zero_g.drift and asked.zero_g):
            return _drift(scene, book, board, mover, asked)
        return _walk(scene, book, board, mover, asked)

    return typed_order(MoveOrder, decide, _card, gathers=True)


def _walk(scene: Scene, book: Book, board: Board, mover: Unit, asked: MoveOrder) -> Outcome:
    """A walk, as far as it goes in this phase or as the points reach that were named."""
    check_mover(mover)
    if asked.gait is Gait.TROT:
        _check_gravity(scene, mover)
    dragged, carriers = _company(scene, board, mover)
    by_size, trots = asked.crowding == "by size", trotted(scene, mover)
    how = {"by_size": by_size, "by_handholds": asked.zero_g, "trotted": trots}

    def over(there: Scene) -> Ground:
        return ground_of(there, book, there.board, mover, asked.gait, dragged, carriers, **how)

    standing, ground = board.people[mover.name], over(scene)
    route, met = _way(scene, mover, asked, over)
    gone = _as_far(scene, mover, route, asked)
    if not gone.steps:
        raise RuleError(met or f"That takes {mover.name} nowhere: name a square that they aren't in, or more AP.")
    beyond = _beyond(scene, asked, gone, route)
    names = (mover.name, *(unit.name for unit in (*dragged, *carriers)))
    climbs = gone.steps[-1].at.level != standing.at.level and in_phases(scene)
    after = _on_ladder(board, names, gone.steps[-1].at) if climbs else come_to(board, names, gone.steps[-1])
    report = MoveReport(
        mover.name,
        asked.gait,
        standing.at,
        gone,
        whole=gone == route and not met,
        adjacent=enemies_beside(scene, after, mover),
        stopped=ends_movement(ground, gone.steps[-1].at),
        dragging=tuple(unit.name for unit in dragged),
        carriers=tuple(unit.name for unit in carriers),
        by_size=by_size,
        zero_g=ground.by_handholds,
        climbing=still_to_climb(after, mover.name),
        a_phase=mover.sheet.climbs,
        onward=beyond[-1] if beyond else None,
        halted=f"Stopped there: {met}" if met and gone == route else "",
    )
    done = replace(walked(report), beyond=beyond)
    lands = {mover.name: at_rest(mover.sheet)} if mover.sheet.zero_g.drift else {}
    return Outcome(lands, report, board=after, marks=Marks(trail=trail(standing.at, gone)), done=done)


def _way(scene: Scene, mover: Unit, asked: MoveOrder, over: Callable[[Scene], Ground]) -> tuple[Route, str]:
    """A way that is looked for over what their side knows, as far as it really goes; and what they meet there that
    ends it, in a sentence, "" for nothing.
    """
    known = scene.as_known_to(mover)
    standing: Standing = known.board.people[mover.name]
    route = _route(over(known), standing, mover, asked)
    return (route, "") if known is scene else as_it_is(over(scene), standing.at, route)


def _beyond(scene: Scene, asked: MoveOrder, gone: Route, route: Route) -> tuple[At, ...]:
    """The way on which somebody goes on in later phases, from the square to which they have come; none where they do
    not, as they have named their points or have only to turn.
    """
    last, rest = gone.steps[-1], route.steps[len(gone.steps) :]
    squares = (last.at, *(step.at for step in rest))
    return squares if in_phases(scene) and asked.ap is None and squares[-1] != last.at else ()


def _company(scene: Scene, board: Board, mover: Unit) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Whom the mover drags, and who carries them with the mover; raises RuleError for whoever can't be, or can't."""
    dragged, carriers = scene.all("dragging"), scene.all("with")
    for unit in dragged:
        _check_dragged(board, mover, unit)
    for unit in carriers:
        _check_carrier(board, mover, unit, dragged)
    return dragged, carriers


def walked(report: MoveReport) -> DoneInTurn:
    """What a walk as far as it went has cost and done."""
    start, between = Pace(report.start, report.route.steps[0].facing, 0), report.between_levels
    return DoneInTurn(
        report.route.cost,
        at_length=True,
        walks=not between,
        moved=any(step.at != report.start for step in report.route.steps),
        trots=report.gait is Gait.TROT,
        turned=sum(old.at == new.at for old, new in pairwise((start, *report.route.steps))),
        halted=report.stopped,
        evades=report.gait is Gait.EVADE and not between,
    )


def _on_ladder(board: Board, names: Iterable[str], to: At) -> Board:
    """The board with somebody and those whom they drag on the ladder of their square."""
    for name in names:
        board = climbing(board, name, to)
    return board


def _card(report: MoveReport | DriftReport, faces: Faces) -> Card:
    return drift_card(report) if isinstance(report, DriftReport) else move_card(report, faces)


def _drift(scene: Scene, book: Book, board: Board, mover: Unit, asked: MoveOrder) -> Outcome:
    """A phase of drifting, for whoever drifts already, or launches themselves where there is no gravity, with what is
    left of the phase (AHL 26.C).
    """
    if not asked.zero_g:
        raise RuleError("Nobody drifts while there is gravity: /campaign set setting:zero-g value:yes first.")
    if not mover.sheet.zero_g.drift:
        check_mover(mover)
    if scene.all("dragging") or scene.all("with"):
        raise RuleError("Whoever drifts drags nobody: leave the dragging out.")
    check_drifting(mover, asked.to)
    left = None if mover.sheet.zero_g.drift else halves_left(scene, mover)
    return drift(book, board, mover, asked.gait, asked.to, left)


def board_with(scene: Scene, mover: Unit) -> Board:
    """The deck that somebody stands on; raises RuleError where they stand on none."""
    board: Board | None = scene.board
    if board is None:
        raise RuleError("No deck is up here: put one up with /deck load.")
    if mover.name not in board.people:
        raise RuleError(f"{mover.name} is not on the deck: put them there with /place.")
    return board


def _check_gravity(scene: Scene, mover: Unit) -> None:
    """Raises RuleError for whoever would trot under heavy gravity without panic or battle dress (AHL scenario V, ruling
    R-156).
    """
    ledger: Ledger | None = scene.ledger
    heavy = ledger is not None and ledger.scenario is not None and bool(ledger.scenario.said_with(HEAVY_GRAVITY))
    character: Character = mover.sheet
    free = character.armour == "battle dress" or character.nerve is Nerve.FLEEING or character.being is not Being.PERSON
    if heavy and not free:
        raise RuleError(
            f"{mover.name} can't trot under this gravity: only panic and battle dress can (AHL Scenario V, R-156)."
        )


def check_mover(unit: Unit) -> None:
    """Raises RuleError where somebody can't move: out, cowering, gripped by a blob, or drifting out of control."""
    character: Character = unit.sheet
    check_active(unit.name, character, "move")
    if character.nerve is Nerve.COWERING:
        raise RuleError(f"{unit.name} is cowering and doesn't move: /morale rally first (AHL 18.D).")
    if why := held(unit):
        raise RuleError(why)
    if character.zero_g.disoriented:
        raise RuleError(f"{unit.name} is disoriented and can't change their movement: /reorient them first (AHL 26.B).")


def held(unit: Unit) -> str:
    """Why somebody whom a blob grips goes nowhere; "" for whom none grips (AHL 20)."""
    by = unit.sheet.gripped_by
    return f"{unit.name} is in the grip of {by}: only a stun frees them (AHL 20)." if by else ""


def check_upright(board: Board, unit: Unit) -> None:
    """Raises RuleError for whoever lies prone: they stand up before they move otherwise (AHL 8.A)."""
    if board.people[unit.name].prone:
        raise RuleError(
            f"{unit.name} is prone: /move them to their own square first, which stands them up for 6 AP (AHL 8.A)."
        )


def _check_dragged(board: Board, mover: Unit, unit: Unit) -> None:
    """Raises RuleError for whoever can't be dragged: robots, blobs, active enemies, who isn't there (AHL 8.C.8)."""
    character: Character = unit.sheet
    if character.robot or character.being is Being.BLOB:
        raise RuleError(f"{unit.name} can't be dragged: no robot or blob can (AHL 8.C.8).")
    if can_fight(unit) and unit.side != mover.side:
        raise RuleError(f"{unit.name} is an active enemy and can't be dragged (AHL 8.C.8).")
    if unit.name == mover.name or unit.name not in board.people:
        raise RuleError(f"{mover.name} can't drag {unit.name}: name somebody else who is on the deck.")
    if board.people[unit.name].at != board.people[mover.name].at:
        raise RuleError(f"{unit.name} isn't in {whose(mover.name)} square: move {mover.name} there first (AHL 8.C.8).")


def _check_carrier(board: Board, mover: Unit, unit: Unit, dragged: Sequence[Unit]) -> None:
    """Raises RuleError for whoever can't carry somebody together with the mover (AHL 8.C.8)."""
    if not dragged:
        raise RuleError(f"Say whom {mover.name} and {unit.name} drag: two move together only so (AHL 8.C.8).")
    if unit.name in {mover.name, *(one.name for one in dragged)}:
        raise RuleError(f"{unit.name} can't be the second carrier: name somebody else (AHL 8.C.8).")
    if unit.side != mover.side:
        raise RuleError(f"{unit.name} is no friend of {mover.name}, and carries nobody with them (AHL 8.C.8).")
    check_mover(unit)
    if unit.name not in board.people:
        raise RuleError(f"{unit.name} is not on the deck: put them there with /place.")
    check_upright(board, unit)
    mine, theirs = board.people[mover.name], board.people[unit.name]
    if theirs.at != mine.at:
        raise RuleError(f"{unit.name} isn't in {whose(mover.name)} square: move them there first (AHL 8.C.8).")
    if theirs.facing is not mine.facing:
        raise RuleError(
            f"{unit.name} faces {theirs.facing.name.lower()} and {mover.name} {mine.facing.name.lower()}, and both pay "
            f"for each step: turn {unit.name} first, with /move facing:{mine.facing.value} (AHL 8.C.8)."
        )


def ground_of(
    scene: Scene,
    book: Book,
    board: Board,
    mover: Unit,
    gait: Gait,
    dragged: Sequence[Unit] = (),
    carriers: Sequence[Unit] = (),
    *,
    by_size: bool = False,
    by_handholds: bool = False,
    trotted: bool = False,
) -> Ground:
    """What somebody's walk depends on: the board, what each step costs them, who else is where, and the gravity. What
    is dearer for one of two carriers is so for both.

    Robots and blobs count `by_size` in a crowd, without gravity they go `by_handholds`; they have `trotted` in this
    phase.
    """
    others = {
        unit.name: occupant(unit.sheet, enemy=unit.side != mover.side and takes_part(unit), by_size=by_size)
        for unit in scene.present.values()
        if unit.name not in {each.name for each in (*dragged, *carriers)}
    }
    costs = book.costs(mover.sheet, gait, draggers=len(dragged) and 1 + len(carriers), trotted=trotted)
    costs = replace(costs, hatch=max(costs.hatch, *(book.costs(unit.sheet, gait).hatch for unit in (mover, *carriers))))
    # Whoever is dragged and active takes up room as well, and so does the second carrier (AHL 2).
    more = sum(one.size for one in (occupant(unit.sheet) for unit in (*dragged, *carriers)) if one.active)
    costs = replace(costs, size=costs.size + more)
    return Ground(board, costs, crowd_on(board, others, without=mover.name), by_handholds=by_handholds)


def _route(ground: Ground, standing: Standing, mover: Unit, asked: MoveOrder) -> Route:
    typed, facing = asked.to, asked.facing
    if not typed:
        if ground.costs.turn == 0:
            upright = route_along(ground, standing, ())
            return Route((*upright.steps, Pace(standing.at, facing or standing.facing, PHASE)))
        if facing:
            return route_along(ground, standing, (), facing)
        raise RuleError("Say where to: a square such as C7, a place, somebody, or steps such as N N E.")
    steps = read_steps(typed, standing.at)
    if steps:
        return route_along(ground, standing, steps, facing)
    goal = find_square(ground.board, typed, standing.at.level, to_stand=True)
    if goal.level != standing.at.level and (goal.x, goal.y) == (standing.at.x, standing.at.y):
        if facing:
            raise RuleError("Nobody turns on a ladder: leave facing out, and turn when off it.")
        return _between_levels(ground, standing, mover, goal)
    return cheapest_route(ground, standing, goal, facing)


def _between_levels(ground: Ground, standing: Standing, mover: Unit, goal: At) -> Route:
    """A ladder, a whole phase a metre (AHL 8.B.5), by open hatches only.

    Raises RuleError where none leads there, or there is no room; lifts have a command of their own.
    """
    character: Character = mover.sheet
    low, high = sorted((standing.at.level, goal.level))
    squares = {fixture_at(ground.board, goal._replace(level=level)) for level in range(low, high + 1)}
    if squares == {Fixture.LIFT}:
        raise RuleError("A lift is ridden with /lift ride, which takes everybody in it along (AHL 8.B.6).")
    gaps = (goal._replace(level=level) for level in range(low, high))
    if squares != {Fixture.LADDER} and not (character.flies and all(is_open_down(ground.board, at) for at in gaps)):
        raise RuleError("No ladder leads there: walk to the square of one first.")
    shut = [at for at in (goal._replace(level=level) for level in range(low, high)) if is_hatch_shut(ground.board, at)]
    if shut:
        raise RuleError(f"The hatch in the floor of {named(shut[0])} is shut: open it with /door (AHL 8.B).")
    check_square(ground, goal)
    if not character.climbs:
        robot = "is a robot, and robots climb no ladders (AHL 21): take a lift."
        blob = "is a blob: it goes one square a phase or drops a level, and climbs none (AHL 20)."
        raise RuleError(f"{mover.name} {robot if character.robot else blob}")
    metres = (high - low) * ground.board.plan.separation
    return Route((Pace(goal, standing.facing, phases_to_climb(metres, character.climbs) * PHASE),))


def _as_far(scene: Scene, mover: Unit, route: Route, asked: MoveOrder) -> Route:
    """The walk as far as the action points go that were named, and those that are left of this phase; all of it
    where neither says. What takes longer than a phase, a ladder or a lift, begins with a whole one.

    Raises RuleError where what is left pays for no step of it.
    """
    within = route if asked.ap is None else route.within(asked.ap * POINT)
    left = _left(scene, mover, asked.gait)
    if left is None or not within.steps:
        return within
    first = within.steps[0].cost
    if first > left and min(first, PHASE) > left:
        needed = points(min(first, PHASE))
        raise RuleError(
            f"{mover.name} has {points(left)} AP left in this phase, and the first step takes {needed}: /phase goes on "
            "to the next one (AHL 6)."
        )
    return Route(within.steps[:1]) if first > left else within.within(left)


def _left(scene: Scene, mover: Unit, gait: Gait) -> int | None:
    """What somebody and whoever carries with them have left of this phase, in halves of an action point; None for no
    bound.
    """
    left = left_to_go(scene, mover, gait)
    helpers = halves_left(scene, *scene.all("with")) if scene.all("with") else None
    return left if left is None or helpers is None else min(left, helpers)


def come_to(board: Board, names: Iterable[str], last: Pace) -> Board:
    """The board with somebody, and then those whom they drag, where a step took them."""
    mover, *dragged = names
    board = placed(board, mover, _standing(board.people[mover], last))
    for name in dragged:
        board = placed(board, name, _along(board.people[name], last))
    return board


def _standing(before: Standing, last: Pace) -> Standing:
    return replace(before.moved(last.at), facing=last.facing, prone=False)


def _along(before: Standing, last: Pace) -> Standing:
    """Whoever is dragged, who lies on if they lay."""
    return replace(_standing(before, last), prone=before.prone)


def trail(start: At, route: Route) -> tuple[At, ...]:
    """The squares that a walk leads through, its first one included."""
    squares = (start, *(step.at for step in route.steps))
    return (start, *(new for old, new in pairwise(squares) if new != old))


def enemies_beside(scene: Scene, board: Board, mover: Unit) -> tuple[str, ...]:
    """The enemies who can fight adjacent to somebody with nothing between, or in their square."""
    mine = squares_of(board, mover)
    # Most are far off: who is beside them is found before whether they can fight.
    others = (one for one in scene.present.values() if one.side != mover.side and one.name in board.people)
    near = (one for one in others if any(beside(board, *each) for each in product(mine, squares_of(board, one))))
    return tuple(one.name for one in near if can_fight(one))
