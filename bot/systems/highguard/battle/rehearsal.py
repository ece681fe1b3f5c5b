"""How a battle may go, told again and again: many played to their end by standing orders, turn by turn."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

from bot.engine.cards import Card, counted
from bot.engine.dice import Dice, LiveDice, new_seed
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.formation import joins_first
from bot.systems.highguard.battle.miniature import LARGE, miniature, work
from bot.systems.highguard.battle.rounds import (
    Players,
    all_ships,
    attackers,
    beaten,
    between_turns,
    fights,
    foremost,
    play_round,
)
from bot.systems.highguard.battle.state import Battle, Station, Step
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.design.choices import Number, in_tons

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
    """Play the battle on from where it stands, as often as asked, and yield after every turn and after every battle.

    `deal` hands out fresh dice by the battle's number, from 0. Whoever has seen enough stops asking.
    """
    tally = Tally()
    for number in range(battles):
        after = battle
        for after in played_on(battle, deal(number), tables, most_turns=most_turns):
            yield Progress(tally, after)
        tally = _added(tally, battle, after)
        yield Progress(tally)


def played_on(
    battle: Battle, dice: Dice, tables: CombatTables, players: Players | None = None, *, most_turns: int = MOST_TURNS
) -> Iterator[Battle]:
    """The battle after each turn until a side is beaten, all fights are over, or enough turns have passed."""
    for _ in range(most_turns):
        if beaten(battle, 0) or beaten(battle, 1) or all(fight.step is Step.OVER for fight in fights(battle)):
            break
        battle = play_round(battle, dice, tables, players).battle
        yield battle


def _added(tally: Tally, before: Battle, after: Battle) -> Tally:
    """The tally with one more battle."""
    lost = dict(tally.lost)
    tons = list(tally.tons_lost)
    for ship in (ship for ship in all_ships(after) if ship.place is Station.DESTROYED):
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


# From so many battles with all ships on they say more than the estimate.
ENOUGH = 4


def rehearsal(battle: Battle, battles: int, tables: CombatTables) -> Iterator[Card]:
    """A card with the chances, ever better, while the battle is played on as often as asked; the dice are its own.

    Of a small battle after each that ended. Before a large one, battles of a smaller copy are an estimate, which
    stands until enough whole battles have ended; with whole battles there is a card after every turn.
    Formations that are sealed are left out: how the battles go would tell the other side of them (HG-C03).

    Raises RuleError at once where a side has no ship.
    """
    for side in (0, 1):
        if not any(ship.side == side for ship in all_ships(battle)):
            raise RuleError(joins_first(battle.sides[side].name))
    return _cards(battle, battles, tables)


def _cards(battle: Battle, battles: int, tables: CombatTables) -> Iterator[Card]:
    seed, unsealed = new_seed(), _unsealed(battle)

    def deal(number: int) -> Dice:
        return LiveDice(seed, number << 32)

    estimate: tuple[str, ...] = ()
    large = work(unsealed) > LARGE
    if large:
        for estimate in _estimates(unsealed, lambda number: deal(battles + number), tables):
            yield Card(_title(battle), estimate)
    for progress in simulate(unsealed, deal, tables, battles=battles):
        if large or progress.playing is None:
            yield tally_card(battle, progress, estimate)


def _estimates(battle: Battle, deal: Callable[[int], Dice], tables: CombatTables) -> Iterator[tuple[str, ...]]:
    """What the battles of a smaller copy came to, after each of them; nothing where there is no good copy."""
    copy = miniature(between_turns(battle, deal(0), tables))
    if copy is None:
        return
    for progress in simulate(copy.battle, lambda number: deal(number + 1), tables, battles=copy.battles):
        if progress.playing is None:
            yield tuple(_estimate_lines(battle, progress.tally, copy.one_in))


def _unsealed(battle: Battle) -> Battle:
    """The battle as it were if nobody had formed yet, in it and in its chases."""
    apart = tuple(_unsealed(chase) for chase in battle.apart)
    if battle.step is not Step.FORMATION:
        return replace(battle, apart=apart)
    first, second = (replace(side, sealed=None) for side in battle.sides)
    return replace(battle, sides=(first, second), waiting=(0, 1), apart=apart)


def tally_card(battle: Battle, progress: Progress, estimate: Iterable[str] = ()) -> Card:
    """How the battles went that were played on from here; before one has ended, an estimate, and how the first goes.

    The estimate stays until enough have ended to be the surer ones.
    """
    tally, playing = progress.tally, progress.playing
    if playing and not tally.battles:
        return Card(_title(battle), (*estimate, *_first_lines(battle, playing)))
    return Card(_title(battle), (*_tally_lines(battle, tally), *(estimate if tally.battles < ENOUGH else ())))


def _title(battle: Battle) -> str:
    return f"{battle.title}, by standing orders"


def _estimate_lines(battle: Battle, tally: Tally, one_in: int) -> Iterator[str]:
    """What can be said by a smaller copy: the chances alone, since fewer ships take other times and losses."""
    played = f"{counted(tally.battles, 'battle')} with one ship in {one_in} of either side"
    yield f"Estimate from {played}, rougher than with all ships"
    yield from _chance_lines(battle, tally)


def _first_lines(battle: Battle, playing: Battle) -> Iterator[str]:
    """How many ships still attack in the first battle that is played on, against those that do now."""
    yield f"The first battle with all ships is under way, turn {foremost(playing).turn}"
    for number, side in enumerate(battle.sides):
        yield f"{side.name}: {attackers(playing, number)} of {attackers(battle, number)} ships can still attack"


def _chance_lines(battle: Battle, tally: Tally) -> Iterator[str]:
    first, second = battle.sides
    shares = {
        f"Only {first.name} can still attack": tally.won[0],
        f"Only {second.name} can still attack": tally.won[1],
        "Undecided": tally.undecided,
    }
    return (f"{what}: {_share(part, tally.battles)} ({part} of {tally.battles})" for what, part in shares.items())


def _tally_lines(battle: Battle, tally: Tally) -> Iterator[str]:
    played = tally.battles
    yield from _chance_lines(battle, tally)
    yield f"Turns on average: {tally.turns / played:.1f}"
    for side, tons in zip(battle.sides, tally.tons_lost, strict=True):
        yield f"{side.name} loses {in_tons(Fraction(tons, played), 0)} destroyed on average"


def _share(part: int, whole: int) -> str:
    """A share in per cent, with the error that so few tries leave: one standard deviation.

    Half a try more is counted either way (Jeffreys' prior), so that a few battles that end alike prove little.
    """
    likely = (part + 0.5) / (whole + 1)
    error = sqrt(likely * (1 - likely) / (whole + 2))
    return f"{100 * part / whole:.0f}% ± {100 * error:.0f}"
