"""How long does it take to see all that one viewer sees of a deck, or a whole side, and to find a way across it?

Against the 5 ms and 100 ms that they may, on decks of 40 x 60 squares: one of small rooms, one an open hangar full
of crates. Whatever a whole view shows must be what the exact rule says of every single square. A side of twelve that
looks about, and remembers what it saw before, is held against one person's whole view.
"""

from contextlib import suppress
from random import Random

from bench.resolver import median_time, missed
from bot.deck.board import Board, Standing, as_drawn
from bot.deck.knowledge import Instant, learned, nothing_known
from bot.deck.outlook import look_anew, outlook, seen_together, view_from
from bot.deck.plan import At, neighbours
from bot.deck.reading import read_plan
from bot.deck.sight import sees
from bot.engine.errors import RuleError
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.walking.ground import Gait, Ground, Occupant, costs_for
from bot.systems.ahl.walking.routes import cheapest_route

WIDTH, HEIGHT = 40, 60
VIEW_ALLOWED, WALK_ALLOWED, SIDE_ALLOWED = 0.005, 0.1, 8


def rooms(random: Random) -> Board:
    """Rooms of 5 x 6 squares whose walls have a door here and there, half of them open."""
    lines = []
    for y in range(HEIGHT + 1):
        lines.append("+" + "+".join(random.choice("---Dd ") if y % 6 == 0 else " " for _ in range(WIDTH)) + "+")
        if y < HEIGHT:
            squares = [random.choice("......C") for _ in range(WIDTH)]
            walls = [random.choice("|||Dd ") if x % 5 == 0 else " " for x in range(WIDTH)]
            lines.append("".join(wall + square for wall, square in zip(walls, squares, strict=True)) + "|")
    return as_drawn(read_plan("\n".join(("level: Rooms", *lines)), "rooms"))


def hangar(random: Random) -> Board:
    """One open deck with a crate on every thirtieth square."""
    rows = ["#" + " ".join(random.choice("." * 29 + "B") for _ in range(WIDTH)) + "#" for _ in range(HEIGHT)]
    wall = "#" * (2 * WIDTH + 1)
    return as_drawn(read_plan("\n".join(("level: Hangar", wall, "\n\n".join(rows), wall)), "hangar"))


def view(name: str, board: Board, viewers: list[At]) -> None:
    """A whole view of one level, against the exact rule asked of every square, from several places."""
    floor = board.plan.levels[0].floor
    about = outlook(board, 0)
    shown = [view_from(about, viewer) for viewer in viewers]
    assert shown == [{at for at in floor if sees(board, viewer, at)} for viewer in viewers]
    middle = viewers[0]
    whole, each, prepared = median_time(
        lambda: view_from(about, middle),
        lambda: [sees(board, middle, at) for at in floor],
        lambda: outlook(board, 0),
        times=3,
    )
    print(
        f"a whole view, {name}: {whole / VIEW_ALLOWED:.2f} of 5 ms ({whole * 1e3:.2f} ms; at most 1)"
        f"{missed(whole, VIEW_ALLOWED)}, "
        f"{whole / each:.3f} of the exact rule, equal on {len(viewers) * len(floor)} squares"
    )
    print(f"preparing a level for all its viewers, {name}: {prepared * 1e3:.2f} ms")


def side(name: str, board: Board, random: Random) -> None:
    """What twelve see together with what they remember brought up to date, against the whole view of one of them."""
    floor = sorted(board.plan.levels[0].floor)
    known = nothing_known(board.plan)
    for phase in range(1, 10):
        known = learned(known, board, seen_together(board, random.sample(floor, 12)), {}, Instant(1, phase))
    viewers = random.sample(floor, 12)
    exact = {at for at in floor if any(sees(board, viewer, at) for viewer in viewers)}
    assert learned(known, board, seen_together(board, viewers), {}, Instant(2, 1)).seen == exact

    def looking(*starts: At) -> frozenset[At]:
        look_anew()
        return seen_together(board, starts)

    whole, one = median_time(
        lambda: learned(known, board, looking(*viewers), {}, Instant(2, 1)),
        lambda: looking(At(0, WIDTH // 2, HEIGHT // 2)),
        times=10,
    )
    print(
        f"what a side of {len(viewers)} sees and remembers, {name}: {whole / one:.1f} of one whole view (at most 8)"
        f"{missed(whole / one, SIDE_ALLOWED)}, {whole * 1e3:.1f} ms, equal on {len(viewers) * len(floor)} squares"
    )


def walk(name: str, board: Board, start: At, goal: At) -> None:
    """The cheapest way from one square to another, and the search for one where there is none."""
    plan = board.plan
    ground = Ground(board, costs_for(Character(), Gait.WALK), {})
    shut = Ground(as_drawn(plan), ground.costs, dict.fromkeys(neighbours(goal), (Occupant(),) * 4))
    route = cheapest_route(ground, Standing(start), goal)
    back = cheapest_route(ground, Standing(goal, route.steps[-1].facing), goal)
    assert route.steps[-1].at == goal
    assert back.steps == ()

    def refused() -> None:
        with suppress(RuleError):
            cheapest_route(shut, Standing(start), goal)

    found, none = median_time(lambda: cheapest_route(ground, Standing(start), goal), refused, times=1)
    taken = f"{found * 1e3:.1f} ms, {len(route.steps)} steps; at most 1){missed(found, WALK_ALLOWED)}"
    print(f"a walk, {name}: {found / WALK_ALLOWED:.2f} of 100 ms ({taken}")
    print(f"searching a whole {name} for one that isn't there: {none / found:.1f} of that ({none * 1e3:.0f} ms)")


def main() -> None:
    """Print every figure."""
    random = Random(1980)  # noqa: S311 (it draws decks)
    viewers = [At(0, WIDTH // 2, HEIGHT // 2), At(0, 0, 0), At(0, WIDTH - 1, 7), At(0, 3, HEIGHT - 1), At(0, 13, 41)]
    view("rooms", rooms(random), viewers)
    view("hangar", hangar(random), viewers)
    side("rooms", rooms(random), random)
    side("hangar", hangar(random), random)
    walk("hangar", hangar(random), At(0, 0, 0), At(0, WIDTH - 2, HEIGHT - 2))


if __name__ == "__main__":
    main()
