"""A walk along squares that somebody names one by one, such as `N N E` (rule 8)."""

from collections.abc import Sequence

from bot.deck.board import Standing
from bot.deck.plan import At, Facing
from bot.deck.routes import Route, Step
from bot.deck.squares import DIRECTIONS, moved
from bot.deck.walking import Ground, cost_of, ends_movement, entry_cost
from bot.engine.errors import RuleError

WAYS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_STEPS = dict(zip(WAYS, DIRECTIONS, strict=True))
_ROUND = tuple(Facing)


def read_steps(text: str, start: At) -> tuple[At, ...] | None:
    """The squares that steps such as `N NE E` lead through, None where the text is something else."""
    words = text.replace(",", " ").upper().split()
    if not words or not all(word in _STEPS for word in words):
        return None
    squares = [start]
    for word in words:
        squares.append(moved(squares[-1], *_STEPS[word]))
    return tuple(squares[1:])


def route_along(ground: Ground, standing: Standing, squares: Sequence[At]) -> Route:
    """The cheapest walk that enters exactly these squares, with the turns that make it so.

    Raises RuleError where a step can't be taken, or an enemy on the way stops it (rule 2).
    """
    here, best = standing.at, {standing.facing: Route(_standing_up(ground, standing))}
    for at in squares:
        if here != standing.at and ends_movement(ground, here):
            raise RuleError("An enemy on the way ends the move in his square: stop there, or go round.")
        entry = entry_cost(ground, here, at)
        ways: dict[Facing, Route] = {}
        for facing in Facing:
            route = min((_turned(ground, here, old, route, facing) for old, route in best.items()), key=_cost)
            ways[facing] = Route((*route.steps, Step(at, facing, cost_of(ground, here, facing, at, entry))))
        here, best = at, ways
    return min(best.values(), key=_cost)


def turned_at_end(ground: Ground, standing: Standing, route: Route, facing: Facing) -> Route:
    """The walk with the turns at its end after which he faces so."""
    last = route.steps[-1] if route.steps else Step(standing.at, standing.facing, 0)
    return _turned(ground, last.at, last.facing, route, facing)


def _turned(ground: Ground, at: At, old: Facing, route: Route, facing: Facing) -> Route:
    quarters = (_ROUND.index(facing) - _ROUND.index(old)) % 4
    way = -1 if quarters == 3 else 1
    steps = tuple(
        Step(at, _ROUND[(_ROUND.index(old) + way * number) % 4], ground.costs.turn + ground.costs.action)
        for number in range(1, (1 if quarters == 3 else quarters) + 1)
    )
    return Route((*route.steps, *steps))


def _standing_up(ground: Ground, standing: Standing) -> tuple[Step, ...]:
    return (Step(standing.at, standing.facing, ground.costs.stand),) if standing.prone else ()


def _cost(route: Route) -> int:
    return route.cost
