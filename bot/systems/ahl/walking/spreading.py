"""How a search for the cheapest ways spreads over the ground, square by square and turn by turn (AHL 8)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush

from bot.deck.plan import AHEAD, At, Facing
from bot.systems.ahl.walking.ground import Ground, ends_movement, entries, step_costs

_ROUND = tuple(Facing)
# Of ways that cost the same the one with the fewest turns is taken: each quarter turn weighs this part of a half point.
TURNS = 1024

Place = tuple[At, Facing]
Before = Mapping[Place, tuple[Place, int]]


def spreading(
    ground: Ground, start: Place, to_go: Callable[[At], int] = lambda _: 0, *, most: int | None = None
) -> Iterator[tuple[Place, int, Before]]:
    """Dijkstra's search: each place with what the way there costs and what led to it, the nearest first, led by the
    least that is still `to_go` at a square; costs are weighed by `TURNS`, and none is further than `most`, unweighed.
    """
    best: dict[Place, int] = {start: 0}
    before: dict[Place, tuple[Place, int]] = {}
    steps = _Steps(ground, start[0])
    waiting = [(0, 0, start)]
    while waiting:
        _, less, place = heappop(waiting)
        spent = -less
        if spent > best[place]:
            continue
        yield place, spent, before
        for next_, cost in steps.of(place):
            then = spent + cost * TURNS + (next_[0] == place[0])
            if then < best.get(next_, then + 1) and (most is None or then // TURNS <= most):
                best[next_] = then
                before[next_] = (place, cost)
                heappush(waiting, (then + to_go(next_[0]) * TURNS, -then, next_))


@dataclass(slots=True)
class _Steps:
    """Every turn and step that a search takes on a ground, from where it starts: what hangs on a square alone,
    whichever way one faces in it, is worked out once.
    """

    ground: Ground
    start: At
    entered: dict[At, list[tuple[At, int, int]]] = field(default_factory=dict)
    free: dict[At, bool] = field(default_factory=dict)

    def of(self, place: Place) -> Iterator[tuple[Place, int]]:
        """Every turn and step that can be taken, with its cost; none goes on from enemies on the way."""
        at, facing = place
        if at != self.start and ends_movement(self.ground, at):
            return
        costs, number = self.ground.costs, _ROUND.index(facing)
        turn = costs.turn + costs.action
        for turned in (1, -1):
            yield (at, _ROUND[(number + turned) % 4]), turn
        if at not in self.entered:
            self.entered[at] = [
                (end, *step_costs(self.ground, at, end, entry)) for end, entry in entries(self.ground, at, self.free)
            ]
        ahead_x, ahead_y = AHEAD[facing]
        for end, ahead, aside in self.entered[at]:
            yield (end, facing), ahead if (end.x - at.x) * ahead_x + (end.y - at.y) * ahead_y > 0 else aside
