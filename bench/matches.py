"""Seeded fights of people who act by themselves against others, without Discord and without a database.

In each a side is played by the book's own advice, the other by a rival; ends are swapped half way. Who wins can still
fight when no enemy can.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import takewhile
from random import Random

from bench.rivals import RIVALS, Rival
from bot import systems
from bot.deck.board import Board, Standing, as_drawn
from bot.deck.outlook import seen_from
from bot.deck.placing import can_stand, walks
from bot.deck.plan import At, Facing, in_field_of_fire
from bot.deck.reading import read_plan
from bot.engine.autopilot import Autopilot
from bot.engine.course import go_on
from bot.engine.dice import LiveDice
from bot.engine.due import Due, said
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Said, Scene, Unit, Units
from bot.engine.steps import Sequel, whole_of
from bot.engine.system import System
from bot.systems.errands import watched
from bot.systems.marks import takes_part
from bot.systems.seeing import is_out

BOOKS = systems.discover(systems)
DECKS = ("hangar", "bridge", "quarters", "trader", "power_plant")
SIDES = ("blue", "red")
# Who fights on each side, by their templates: of Combat 3000 those without armour whose hits count, since no more than
# two fire at a time along a passage.
FORCES: Mapping[str, Sequence[str]] = {
    "ahl": ("Pirate Captain", "Pirate", "Vargr", "Adventurer"),
    "combat3000": ("Gun Runner",) * 4,
}
# Where every door takes a turn they begin in sight of each other: nobody would come to the other end of a deck within
# the turns that there are.
_IN_SIGHT, _FARTHEST = {"combat3000"}, 20
MOST_TURNS, _FIGHTS = 20, 20
# Nobody does more in a step, and no turn has more steps.
_MOST_DEEDS, _MOST_STEPS = 8, 200


@cache
def deck(name: str) -> Board:
    """A deck that comes with the bot, as it is drawn."""
    text = (systems.DATA / "decks" / f"{name}.txt").read_text(encoding="utf-8")
    return as_drawn(read_plan(text, name))


@cache
def ends(name: str, *, in_sight: bool = False) -> tuple[At, At]:
    """Two squares of a deck that are as far from each other as anybody walks; or sees from the one to the other."""
    board = deck(name)
    start = max(board.plan.levels, key=lambda level: len(level.floor)).floor
    first = max(_farthest(board, min(start)), _farthest(board, max(start)), key=lambda each: each[1])[0]
    if not in_sight:
        return first, _farthest(board, first)[0]
    pairs = filter(None, (_in_sight_of(board, one) for one in sorted(start, reverse=True) if can_stand(board, one)))
    most, best = 0, None
    for steps, one, other in pairs:
        if steps > most:
            most, best = steps, (one, other)
        if most == _FARTHEST:
            break
    assert best is not None, "on every deck somebody sees somebody"
    return best


def _in_sight_of(board: Board, one: At) -> tuple[int, At, At] | None:
    """The farthest square in sight of one on which somebody may stand and to which they may walk from there within as
    far as they begin, after how many steps; None for none.
    """
    view, near = seen_from(board, one), takewhile(lambda found: found[1] <= _FARTHEST, walks(board, one))
    return max(((steps, one, at) for at, steps in near if at in view and can_stand(board, at)), default=None)


def _farthest(board: Board, start: At) -> tuple[At, int]:
    return max(walks(_opened(board), start), key=lambda each: (each[1], each[0]))


def _opened(board: Board) -> Board:
    """The same with every door open, for ways that lead through them."""
    barriers = (each for level in board.plan.levels for each in level.barriers.items())
    return replace(board, open=board.open.union(edge for edge, barrier in barriers if barrier.portal))


def beginning(system: System, name: str, *, forces: Sequence[str] = ()) -> Game:
    """Equal forces at the two ends of a deck, before the first turn."""
    board, units, in_sight = deck(name), dict[str, Unit](), system.key in _IN_SIGHT
    both = ends(name, in_sight=in_sight)
    for side, end, other in zip(SIDES, both, both[::-1], strict=True):
        # Who is in sight of the enemy looks there.
        facing = next(each for each in Facing if not in_sight or in_field_of_fire(each, end, other))
        free = (at for at, _ in walks(_opened(board), end) if can_stand(board, at))
        for number, template in enumerate(forces or FORCES[system.key], 1):
            who = f"{side.title()} {number}"
            units[who] = replace(system.templates[template], name=who, side=side)
            board = replace(board, people={**board.people, who: Standing(next(free), facing)})
    return Game(Units(units, units.__getitem__), SIDES, board=board).keeping(system.load_ledger({}))


@dataclass
class Fight:
    """A fight as it goes: the game, the dice, and who plays which side."""

    system: System
    game: Game
    seed: int
    players: Mapping[str, Rival]
    pilots: dict[str, Autopilot] = field(default_factory=dict)
    # What was refused of whom, with the order.
    refused: list[tuple[str, str]] = field(default_factory=list)
    log: Callable[[str], None] = lambda _: None
    _due: tuple[Game, Sequence[Due]] | None = None

    @cached_property
    def dice(self) -> LiveDice:
        """The dice of the fight."""
        return LiveDice(self.seed.to_bytes(32, "big"), 0)

    @cached_property
    def _random(self) -> Random:
        return Random(self.seed)  # noqa: S311

    @property
    def moment(self) -> tuple[int, int, str]:
        """The turn, its phase, and the step in it, as far as the fight has come."""
        return *self.system.squads.moment(self.game.ledger), self.system.squads.step(self.game.ledger)

    @property
    def due(self) -> Sequence[Due]:
        """All that is due as the game stands, worked out once."""
        if self._due is None or self._due[0] is not self.game:
            self._due = self.game, self.system.due(self.game)
        return self._due[1]

    def shuffled(self, orders: Sequence[Said]) -> Sequence[Said]:
        """The same in any order, by the seed."""
        return self._random.sample(orders, len(orders))

    def able(self, side: str) -> list[str]:
        """Those of a side who can still fight."""
        squads, there = self.system.squads, self.game.present.items()
        return [name for name, unit in there if unit.side == side and takes_part(unit) and not is_out(squads, unit)]

    @property
    def turn(self) -> int:
        """The turn that is kept."""
        return self.system.squads.moment(self.game.ledger)[0]

    def carry_out(self, order: Said, name: str = "") -> bool:
        """Whether an order of somebody's could be given; the fight goes on from it then."""
        scene = Scene.of(self.game)
        try:
            after, _ = whole_of(Sequel(self.game), order, self.system.orders, scene, self.dice)
        except RuleError as refusal:
            self.refused.append((name, f"{order.verb} {order.fields}: {refusal}"))
            return False
        self._goes_on(after)
        return True

    def _goes_on(self, after: Sequel) -> None:
        marks = after.outcome.marks if after.outcome else None
        self.pilots = {**watched(self.system.squads, self.game, after.game, marks, self.pilots)}
        self.game = after.game

    def acts(self, name: str) -> None:
        """Somebody does what whoever plays them wants, until there is nothing more."""
        play, since = self.players[self.game.units[name].side], self.moment
        for _ in range(_MOST_DEEDS):
            for order in play(self, name):
                if self.carry_out(order, name):
                    self.log(f"  {name}: {order.verb} {order.people} {order.fields}")
                    break
            else:
                return
            if self.moment != since:
                return

    def step(self) -> None:
        """Everybody acts who may, one side after the other, and the table goes on, unless it has with the last."""
        first, since = SIDES if (self.turn + self.seed) % 2 else SIDES[::-1], self.moment
        for name in (name for side in first for name in self.able(side)):
            self.acts(name)
            if self.moment != since:
                return
        on, _, barred = go_on(self.system.due, self.system.orders, Scene.of(self.game), self.dice)
        self._goes_on(on)
        self.log(f"--- {self.system.squads.turn_line(self.game.ledger)} {self.system.squads.step(self.game.ledger)}")
        for why in barred:
            self.log(f"  barred: {why}")

    def play(self) -> str:
        """The side that has won within the turns that there are; "" for neither."""
        self.carry_out(said("turn begin"))
        for _ in range(_MOST_STEPS * MOST_TURNS):
            able = {side: len(self.able(side)) for side in SIDES}
            if not all(able.values()):
                return next((side for side in SIDES if able[side]), "")
            if self.turn > MOST_TURNS:
                return ""
            self.step()
        raise AssertionError("the fight stands still")


def fight(
    book: str,
    where: str,
    rival: str,
    seed: int,
    log: Callable[[str], None] = lambda _: None,
    forces: Sequence[str] = (),
) -> Fight:
    """A fight between those who act by themselves, at one end by even seeds and at the other by odd ones, and a rival;
    not begun yet.
    """
    own, other = SIDES if seed % 2 == 0 else SIDES[::-1]
    system = BOOKS[book]
    players = {own: RIVALS[book]["autopilot"], other: RIVALS[book][rival]}
    return Fight(system, beginning(system, where, forces=forces), seed, players, log=log)


def fought(book: str, rival: str, where: str, seed: int) -> tuple[str, str]:
    """How a fight ends, `won`, `lost`, or `open` after so many turns, and a line that tells it."""
    one, own, start = fight(book, where, rival, seed), SIDES[seed % 2], time.process_time()
    winner = one.play()
    how = "won" if winner == own else "lost" if winner else "open"
    left = {side: len(one.able(side)) for side in SIDES}
    took = f"own {left[own]}, other {left[SIDES[1 - seed % 2]]}, {time.process_time() - start:.1f} s"
    return how, f"{book} {where} {rival} {seed}: {how} in turn {one.turn}, {took}"


def matches(book: str, rival: str, seeds: Sequence[int], decks: Sequence[str] = DECKS) -> Mapping[str, Counter[str]]:
    """How many fights end how on each deck; as many are fought at once as there are processors."""
    found = {where: Counter[str]() for where in decks}
    with ProcessPoolExecutor() as pool:
        tasks = [(where, pool.submit(fought, book, rival, where, seed)) for where in decks for seed in seeds]
        for where, task in tasks:
            how, line = task.result()
            found[where][how] += 1
            print(line, flush=True)
    return found


def main() -> None:
    """`bench.matches [book] [rival] [fights a deck] [deck]`; all of them without."""
    book, rival, number, where = [*sys.argv[1:], *[""] * 4][:4]
    seeds = range(int(number or _FIGHTS))
    for each in [book] if book else RIVALS:
        for other in [rival] if rival else [name for name in RIVALS[each] if name != "autopilot"]:
            found = matches(each, other, seeds, [where] if where else DECKS)
            whole = sum(found.values(), Counter())
            print(f"{each} against {other}: {dict(whole)} · {', '.join(f'{n} {dict(c)}' for n, c in found.items())}")


if __name__ == "__main__":
    main()
