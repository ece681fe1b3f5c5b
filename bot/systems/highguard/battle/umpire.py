"""Standing orders under a referee who adds a modifier of his own to what a side throws."""

from dataclasses import dataclass, replace

from bot.systems.highguard.battle.course import Choice, StandingOrders
from bot.systems.highguard.battle.fire import Defence, Fire
from bot.systems.highguard.battle.rounds import Player, Players
from bot.systems.highguard.battle.state import Battle, Formation
from bot.systems.highguard.battle.terminal import Upkeep
from bot.systems.highguard.combat.tables import CombatTables


@dataclass(frozen=True, slots=True)
class Favour:
    """The referee's own modifier with its reason, and the sides (0, 1) on whose throws it counts."""

    dm: int
    because: str
    sides: tuple[int, ...] = (0, 1)


def favoured(favour: Favour, tables: CombatTables) -> Players:
    """Standing orders for both sides, with the modifier on initiative, to hit, through, repairs and boarding.

    The throws through a defence are those of the side that fired, whoever allots the defence.
    """
    orders = StandingOrders(tables)

    def choice(battle: Battle, side: int) -> Choice:
        chosen = orders.choice(battle, side)
        thrower = 1 - side if isinstance(chosen, Defence) else side
        return _with(chosen, favour) if thrower in favour.sides else chosen

    player: Player = choice
    return player, player


def _with(chosen: Choice, favour: Favour) -> Choice:
    if isinstance(chosen, Fire):
        return replace(chosen, dm=favour.dm, because=favour.because, through=True)
    if isinstance(chosen, Formation | Defence | Upkeep):
        return replace(chosen, dm=favour.dm, because=favour.because)
    return chosen
