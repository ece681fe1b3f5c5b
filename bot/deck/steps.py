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


def route_along(ground: Ground, standing: Standing, squares: Sequence[At], facing: Facing | None = None) -> Route:
    """The cheapest walk that enters exactly these squares, with the turns that make it so; it ends facing that way, or
    where none is given they have turned as little as they can (rule 3).

    Raises RuleError where a step can't be taken, or an enemy on the way stops it (rule 2).
    """
    here, best = standing.at, {standing.facing: Route(_standing_up(ground, standing))}
    for at in squares:
        if here != standing.at and ends_movement(ground, here):
            raise RuleError("An enemy on the way ends the move in his square: stop there, or go round.")
        entry = entry_cost(ground, here, at)
        ways: dict[Facing, Route] = {}
        for towards in Facing:
            route = min((_turned(ground, here, old, route, towards) for old, route in best.items()), key=_cost)
            ways[towards] = Route((*route.steps, Step(at, towards, cost_of(ground, here, towards, at, entry))))
        here, best = at, ways
    if facing is None:
        return min(best.values(), key=_cost)
    if here != standing.at and ends_movement(ground, here):
        return best[facing]
    return min((_turned(ground, here, old, route, facing) for old, route in best.items()), key=_cost)


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


def _cost(route: Route) -> tuple[int, int]:
    """What it costs, and in how many actions: every turn is one of its own."""
    return route.cost, len(route.steps)
