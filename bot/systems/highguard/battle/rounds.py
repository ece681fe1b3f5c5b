"""Whole rounds: every decision that nobody made is made by standing orders, in the battle and in its chases."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from bot.engine.dice import Dice
from bot.engine.typed import match
from bot.systems.highguard.battle.course import Choice, StandingOrders, answer
from bot.systems.highguard.battle.fire import Defence, Fire
from bot.systems.highguard.battle.report import Elsewhere, Turned
from bot.systems.highguard.battle.state import Battle, Formation, Ship, Station, Step
from bot.systems.highguard.battle.terminal import Upkeep
from bot.systems.highguard.combat.readiness import can_attack
from bot.systems.highguard.combat.tables import CombatTables

Player = Callable[[Battle, int], Choice]
Players = tuple[Player, Player]


def fights(battle: Battle) -> Iterator[Battle]:
    """The battle itself and every chase that left it."""
    yield battle
    yield from battle.apart


def all_ships(battle: Battle) -> Iterator[Ship]:
    """Every ship of the battle and its chases, wherever it is."""
    return (ship for fight in fights(battle) for ship in fight.ships.values())


def foremost(battle: Battle) -> Battle:
    """The fight that waits for somebody, the battle itself before its chases; the battle where all is over."""
    return next((fight for fight in fights(battle) if fight.waiting), battle)


def fight_named(battle: Battle, name: str) -> Battle:
    """The battle or one of its chases, by name, the battle without one; raises RuleError where there is no such."""
    known = {fight.name: fight for fight in fights(battle)}
    return known[match(name, known, what="battle")] if name else battle


def in_fight(battle: Battle, name: str, act: Callable[[Battle], Turned]) -> Turned:
    """Do something in the battle or in one of its chases, by name; chases of a chase stand beside it.

    Raises RuleError where there is no such chase, and whatever `act` raises.
    """
    name = fight_named(battle, name).name
    if name == battle.name:
        turned = act(battle)
        return replace(turned, battle=replace(turned.battle, apart=_named_apart(turned.battle.apart)))
    number = [chase.name for chase in battle.apart].index(name)
    turned = act(battle.apart[number])
    chase = replace(turned.battle, apart=())
    others = (*battle.apart[:number], chase, *battle.apart[number + 1 :], *turned.battle.apart)
    return Turned(replace(battle, apart=_named_apart(others)), (Elsewhere(name, turned.events),))


def _named_apart(chases: tuple[Battle, ...]) -> tuple[Battle, ...]:
    """The chases, each with a name of its own."""
    taken: set[str] = set()
    named = []
    for chase in chases:
        name, number = chase.name, 2
        while name in taken:
            name, number = f"{chase.name} ({number})", number + 1
        taken.add(name)
        named.append(replace(chase, name=name))
    return tuple(named)


def advance(battle: Battle, dice: Dice, tables: CombatTables, player: Player | None = None) -> Turned:
    """Go on for as long as only sides that standing orders play are waited for, at most to the turn's end (HG-C33);
    `player` plays them, left out as standing orders do.
    """
    choice = player or StandingOrders(tables).choice
    turned, turn = Turned(battle), battle.turn
    while turned.battle.turn == turn and (side := _standing(turned.battle)) is not None:
        went_on = answer(turned.battle, side, choice(turned.battle, side), dice, tables)
        turned = turned.then(went_on.battle, went_on.events)
    return turned


def advance_all(battle: Battle, dice: Dice, tables: CombatTables, player: Player | None = None) -> Turned:
    """Go on like that in the battle and in each of its chases; chases that begin meanwhile wait."""
    turned = Turned(battle)
    for name in [fight.name for fight in fights(battle)]:
        on = in_fight(turned.battle, name, lambda fight: advance(fight, dice, tables, player))
        told = tuple(event for event in on.events if not isinstance(event, Elsewhere) or event.events)
        turned = turned.then(on.battle, told)
    return turned


def _standing(battle: Battle) -> int | None:
    """The side to be played by standing orders next, None where a player is waited for."""
    return next((side for side in battle.due if battle.sides[side].standing), None)


def play_turn(battle: Battle, dice: Dice, tables: CombatTables, players: Players | None = None) -> Turned:
    """The rest of one fight's turn: what is decided already stays, all else is decided by the players.

    Without players, by standing orders for both sides. Nothing happens where the fight is over.
    """
    orders = StandingOrders(tables)
    both: Players = players or (orders.choice, orders.choice)
    turned, events = Turned(battle), list[object]()
    while turned.battle.turn == battle.turn and turned.battle.waiting:
        side = turned.battle.waiting[0]
        turned = answer(turned.battle, side, both[side](turned.battle, side), dice, tables)
        events += turned.events
    return Turned(turned.battle, tuple(events))


def play_round(battle: Battle, dice: Dice, tables: CombatTables, players: Players | None = None) -> Turned:
    """One turn of the battle and of every chase that had begun; chases of this turn begin with the next."""
    chases = [chase.name for chase in battle.apart]
    turned = in_fight(battle, battle.name, lambda fight: play_turn(fight, dice, tables, players))
    for name in chases:
        played = in_fight(turned.battle, name, lambda fight: play_turn(fight, dice, tables, players))
        turned = turned.then(played.battle, played.events)
    return turned


def between_turns(battle: Battle, dice: Dice, tables: CombatTables) -> Battle:
    """The battle once every turn that has begun, in it or in a chase, is played to its end by standing orders."""
    for name in [fight.name for fight in fights(battle) if fight.step is not Step.FORMATION]:
        battle = in_fight(battle, name, lambda fight: play_turn(fight, dice, tables)).battle
    return battle


def beaten(battle: Battle, side: int) -> bool:
    """Whether a side has no ship left, in any fight, that could still attack."""
    return not attackers(battle, side)


def attackers(battle: Battle, side: int) -> int:
    """How many ships of a side, in all fights, could still attack; craft aboard others among them."""
    return sum(can_attack(ship.vessel) for fight in fights(battle) for ship in _left(fight, side))


def _left(fight: Battle, side: int) -> Iterator[Ship]:
    return (
        ship for ship in fight.ships.values() if ship.side == side and (ship.present or ship.place is Station.ABOARD)
    )


@dataclass(frozen=True, slots=True)
class Favour:
    """The referee's own modifier with its reason, and the sides (0, 1) on whose throws it counts."""

    dm: int
    because: str
    sides: tuple[int, ...] = (0, 1)


def favoured(favour: Favour, play: Player) -> Player:
    """A player of both sides, with the modifier on initiative, to hit, through, repairs and boarding.

    The throws through a defence are those of the side that fired, whoever allots the defence.
    """

    def choice(battle: Battle, side: int) -> Choice:
        chosen = play(battle, side)
        thrower = 1 - side if isinstance(chosen, Defence) else side
        return _with(chosen, favour) if thrower in favour.sides else chosen

    return choice


def _with(chosen: Choice, favour: Favour) -> Choice:
    if isinstance(chosen, Fire):
        return replace(chosen, dm=favour.dm, because=favour.because, through=True)
    if isinstance(chosen, Formation | Defence | Upkeep):
        return replace(chosen, dm=favour.dm, because=favour.because)
    return chosen
