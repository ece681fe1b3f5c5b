"""Who commands a side of a battle: whoever first joined it with their own ships, or whom the referee has named.

They order what is the side's; owners order their own ships, and "" is the referee, who orders everything.
"""

from collections.abc import Iterable
from dataclasses import replace

from bot.engine.errors import RuleError
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import Battle, OwnOrders, Ship, Step

_NEITHER = 2


def commander_of(battle: Battle, side: int) -> str | None:
    """Who commands a side, "" for the referee; None where nobody has joined it, and nobody was named.

    A battle from before sides had commanders goes by who has joined it first.
    """
    if (named := battle.sides[side].commander) is not None:
        return named
    ships = [ship for ship in all_ships(battle) if ship.side == side and not ship.taken]
    return next((ship.owner for ship in ships if ship.owner), "") if ships else None


def commanded_by(battle: Battle, side: int, commander: str) -> Battle:
    """The battle, and its chases, with a side under somebody's command."""
    apart = tuple(commanded_by(chase, side, commander) for chase in battle.apart)
    return replace(battle, apart=apart).with_side(side, replace(battle.sides[side], commander=commander))


def leads(battle: Battle, side: int, by: str) -> bool:
    """Whether somebody orders what is a side's: its commander does, and the referee."""
    return by in {"", commander_of(battle, side)}


def commands(battle: Battle, by: str) -> set[int]:
    """The sides in which somebody has something to order: a ship of theirs, or all of it."""
    own = {ship.side for ship in battle.ships.values() if ship.owner == by}
    return own | {side for side in (0, 1) if leads(battle, side, by)}


def check_leads(battle: Battle, side: int, by: str, what: str) -> None:
    """Raise RuleError where somebody orders `what`, which is a side's, and they aren't its commander."""
    name = battle.sides[side].name
    if side not in commands(battle, by):
        raise RuleError(f"{name} is another's fleet: give orders to your own.")
    if not leads(battle, side, by):
        raise RuleError(f"{what} of {name}: only its commander orders that, or the referee. Order your own ships.")


def check_own(battle: Battle, side: int, by: str, ships: tuple[str, ...]) -> None:
    """Raise RuleError where somebody orders another's ships, or says what they do; those of nobody are the commander's,
    those of the other side nobody's but the referee's.
    """
    for name in ships if by else ():
        if battle.ship(name).side != side:
            battle.own(name, side)
    others = [name for name in ships if name in _others(battle, side, by)]
    if others:
        raise RuleError(
            f"{others[0]} is another's ship: its owner orders it, and standing orders do what they leave open."
        )


def with_own_only(battle: Battle, side: int, by: str) -> Battle:
    """The battle as it is for whoever orders all of a class: the ships that they don't order are of neither side."""
    return of_neither(battle, _others(battle, side, by))


def of_neither(battle: Battle, names: Iterable[str]) -> Battle:
    """The battle in which these ships are of neither side: so nobody orders them."""
    return battle.with_ships(replace(battle.ships[name], side=_NEITHER) for name in names)


def _others(battle: Battle, side: int, by: str) -> dict[str, Ship]:
    """The ships of a side that somebody doesn't order: for the referee there are none."""
    free = {by, ""} if leads(battle, side, by) else {by}
    ships = battle.ships.values() if by else ()
    return {ship.name: ship for ship in ships if ship.side == side and ship.owner not in free}


def own_orders(battle: Battle, side: int) -> tuple[OwnOrders, ...]:
    """What owners of a side have said for their own ships in the step that the turn has reached."""
    return tuple(each for each in battle.sides[side].own_orders if each.at == _now(battle))


def with_own_orders(battle: Battle, side: int, owner: str, said: dict[str, str]) -> Battle:
    """The battle with what an owner says for their own ships, in place of what they had said before in this step."""
    others = (each for each in own_orders(battle, side) if each.owner != owner)
    said_now = (*others, OwnOrders(owner, _now(battle), said))
    return battle.with_side(side, replace(battle.sides[side], own_orders=said_now))


def _now(battle: Battle) -> str:
    """The step that the turn has reached, and what it is about: owners' orders hold for that alone."""
    about = battle.presented[0] if battle.step in {Step.COMBAT, Step.DEFENCE, Step.BREAKTHROUGH} else ()
    return f"{battle.turn} {battle.step}: {len(battle.presented)}, {len(battle.incoming)}, {', '.join(about)}"
