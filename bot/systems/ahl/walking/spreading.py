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


@dataclass(frozen=True, slots=True)
class Leg:
    """As much of a way as so many halves of a point pay for, and whether it may `end` in a place."""

    halves: int
    may_end: Callable[[Place], bool]


def spreading(
    ground: Ground,
    start: Place,
    to_go: Callable[[At], int] = lambda _: 0,
    *,
    most: int | None = None,
    leg: Leg | None = None,
) -> Iterator[tuple[Place, int, Before]]:
    """Dijkstra's search: each place with what the way there costs and what led to it, the nearest first, led by the
    least that is still `to_go` at a square; costs are weighed by `TURNS`, and none is further than `most`, unweighed.
    It is over where the first `leg` of every way that is still to come ends where it may not.
    """
    best: dict[Place, int] = {start: 0}
    before: dict[Place, tuple[Place, int]] = {}
    # By each place whether the leg of the way there ends well; and how many ways wait of which it does.
    well: dict[Place, bool] = {}
    steps, hopeful = Steps(ground, start[0]), 1
    waiting = [(0, 0, start, True)]
    while waiting and hopeful:
        _, less, place, hopes = heappop(waiting)
        spent, hopeful = -less, hopeful - hopes
        if spent > best[place]:
            continue
        if leg is not None:
            within = spent // TURNS <= leg.halves
            well[place] = place != start and leg.may_end(place) if within else well[before[place][0]]
        yield place, spent, before
        for next_, cost in steps.of(place):
            then = spent + cost * TURNS + (next_[0] == place[0])
            if then < best.get(next_, then + 1) and (most is None or then // TURNS <= most):
                best[next_] = then
                before[next_] = (place, cost)
                hopes = leg is None or then // TURNS <= leg.halves or well[place]
                hopeful += hopes
                heappush(waiting, (then + to_go(next_[0]) * TURNS, -then, next_, hopes))


@dataclass(slots=True)
class Steps:
    """Every turn and step that a search takes on a ground, from where it starts: what hangs on a square alone,
    whichever way one faces in it, is worked out once.
    """

    ground: Ground
    start: At
    entered: dict[At, list[tuple[At, int, int]] | None] = field(default_factory=dict)
    free: dict[At, int | None] = field(default_factory=dict)

    def of(self, place: Place) -> Iterator[tuple[Place, int]]:
        """Every turn and step that can be taken, with its cost; none goes on from enemies on the way."""
        at, facing = place
        if at not in self.entered:
            self.entered[at] = self._from(at)
        if (entered := self.entered[at]) is None:
            return
        costs, number = self.ground.costs, _ROUND.index(facing)
        turn = costs.turn + costs.action
        for turned in (1, -1):
            yield (at, _ROUND[(number + turned) % 4]), turn
        ahead_x, ahead_y = AHEAD[facing]
        for end, ahead, aside in entered:
            yield (end, facing), ahead if (end.x - at.x) * ahead_x + (end.y - at.y) * ahead_y > 0 else aside

    def _from(self, at: At) -> list[tuple[At, int, int]] | None:
        """The squares that are entered from one, with what that costs who faces them and who doesn't; None where nobody
        goes on.
        """
        ground = self.ground
        if at != self.start and ends_movement(ground, at):
            return None
        return [(end, *step_costs(ground, at, end, entry)) for end, entry in entries(ground, at, self.free)]
