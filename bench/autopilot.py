"""What people who act by themselves cost: the decisions of twelve for a phase, and a whole fight of six against six,
against the chances of one `/fire` with a squad before the target. No Discord and no database is in it.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import mean

from bench.matches import BOOKS, FORCES, Fight, beginning, ends
from bench.resolver import median_time
from bench.rivals import Playing, piloted
from bot.deck.board import Standing
from bot.deck.plan import Facing
from bot.deck.reading import read_plan
from bot.engine.odds import forget_chances, order_odds
from bot.engine.scene import Game, Said, Scene
from bot.engine.steps import scene_for

BOOK = "ahl"
SYSTEM = BOOKS[BOOK]
MOST_PHASE, MOST_AVERAGE, MOST_FIGHT = 60, 10, 1000
SIX = (*FORCES[BOOK], *FORCES[BOOK][:2])
_HALL = "name: Hall\n\nlevel: Main\n\n" + "\n\n".join([" ." * 16 + " "] * 3) + "\n"


def odds_of_fire() -> float:
    """What the chances of one fire take, in seconds, with six of a squad on its line before the target."""
    game = _lined_up()
    order, ready = (
        SYSTEM.orders["fire"],
        Said("fire", {"name": (("Blue 1", None),), "target": (("Red 6", None),)}, {}, ""),
    )
    scene = scene_for(order, ready, game, Scene.of(game))

    def once() -> None:
        forget_chances()
        order_odds(order, scene, order.read(ready.fields, scene.settings))

    return median_time(once, times=3)[0]


def _lined_up() -> Game:
    game = beginning(SYSTEM, "bridge", forces=SIX)
    plan = read_plan(_HALL, "hall")
    names = ["Blue 1", *(f"Red {number}" for number in range(1, 7))]
    floor = sorted((at for at in plan.levels[0].floor if at.y == 1), key=lambda at: at.x)
    people = {name: Standing(floor[2 * number], Facing.EAST) for number, name in enumerate(names)}
    return replace(game, board=replace(game.board, plan=plan, open=frozenset(), people=people))


def main() -> None:
    """A fight on the Bridge, decision by decision."""
    assert ends("bridge"), "the deck is read before anything is measured"
    one, taken = odds_of_fire(), dict[tuple[int, int], float]()

    def timed(fight: Playing, name: str) -> Iterator[Said]:
        start = time.process_time()
        orders = [*piloted(fight, name)]
        now = SYSTEM.squads.moment(fight.game.ledger)
        taken[now] = taken.get(now, 0.0) + time.process_time() - start
        yield from orders

    forget_chances()
    fight = Fight(SYSTEM, beginning(SYSTEM, "bridge", forces=SIX), 1, {"blue": timed, "red": timed})
    start = time.process_time()
    fight.play()
    whole = time.process_time() - start
    _told("the decisions of twelve for their dearest phase", max(taken.values()) / one, MOST_PHASE)
    _told("the same on the average of a fight", mean(taken.values()) / one, MOST_AVERAGE)
    _told(f"a fight of six against six, {fight.turn} turns", whole / one, MOST_FIGHT)


def _told(what: str, ratio: float, most: int) -> None:
    missed = "" if ratio <= most else " MISSED"
    print(f"{what}: {ratio:.1f} of the chances of one /fire at a squad (at most {most}){missed}", flush=True)


if __name__ == "__main__":
    main()
