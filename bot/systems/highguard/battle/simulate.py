"""How a battle may go: many played to their end by standing orders, turn by turn."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.engine.dice import Dice
from bot.systems.highguard.battle.rounds import Players, all_ships, beaten, fights, play_round
from bot.systems.highguard.battle.state import Battle, Place, Step
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.design.entries import Number

MOST_TURNS = 30


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of the battles played so far.

    `won` counts those after which only that side could attack, `undecided` all others; `turns` is their sum;
    `lost` counts the ships destroyed by name, `tons_lost` the tons destroyed of each side.
    """

    battles: int = 0
    won: tuple[int, int] = (0, 0)
    undecided: int = 0
    turns: int = 0
    lost: tuple[tuple[str, int], ...] = ()
    tons_lost: tuple[Number, Number] = (0, 0)


@dataclass(frozen=True, slots=True)
class Progress:
    """The tally so far, and the battle that is being played as it stands after a turn; none where one has just ended.

    So there is something to tell, and a moment to stop at, however long one battle takes.
    """

    tally: Tally
    playing: Battle | None = None


def simulate(
    battle: Battle,
    deal: Callable[[int], Dice],
    tables: CombatTables,
    *,
    battles: int = 100,
    most_turns: int = MOST_TURNS,
) -> Iterator[Progress]:
    """Play the battle on from where it stands, so many times, and yield after every turn and after every battle.

    `deal` hands out fresh dice by the battle's number, from 0. Whoever has seen enough stops asking.
    """
    tally = Tally()
    for number in range(battles):
        after = battle
        for after in played_on(battle, deal(number), tables, most_turns=most_turns):
            yield Progress(tally, after)
        tally = counted(tally, battle, after)
        yield Progress(tally)


def played_on(
    battle: Battle, dice: Dice, tables: CombatTables, players: Players | None = None, *, most_turns: int = MOST_TURNS
) -> Iterator[Battle]:
    """The battle after each turn until a side is beaten, all fights are over, or so many turns have passed."""
    for _ in range(most_turns):
        if beaten(battle, 0) or beaten(battle, 1) or all(fight.step is Step.OVER for fight in fights(battle)):
            break
        battle = play_round(battle, dice, tables, players).battle
        yield battle


def counted(tally: Tally, before: Battle, after: Battle) -> Tally:
    """The tally with one more battle."""
    lost = dict(tally.lost)
    tons = list(tally.tons_lost)
    for ship in (ship for ship in all_ships(after) if ship.place is Place.DESTROYED):
        lost[ship.name] = lost.get(ship.name, 0) + 1
        tons[ship.side] += ship.vessel.tons
    down = [beaten(after, side) for side in (0, 1)]
    won = (tally.won[0] + (down[1] and not down[0]), tally.won[1] + (down[0] and not down[1]))
    return Tally(
        tally.battles + 1,
        won,
        tally.undecided + (down[0] == down[1]),
        tally.turns + _turn(after) - _turn(before),
        tuple(sorted(lost.items())),
        (tons[0], tons[1]),
    )


def _turn(battle: Battle) -> int:
    """The turn that has been reached in whichever fight is furthest on."""
    return max(fight.turn for fight in fights(battle))
