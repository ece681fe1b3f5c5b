"""Whose orders they are in a battle: fight, side, the ships that an order names, and what other owners have said."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import reduce
from typing import Any, TypeVar

from bot.engine.asked import given, maker
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.system import Outcome, Scene
from bot.systems.highguard.asked import FormOrder, StepOrder
from bot.systems.highguard.battle.command import (
    check_leads,
    check_own,
    commands,
    own_orders,
    with_own_only,
    with_own_orders,
)
from bot.systems.highguard.battle.course import Choice, RangeChoice, answer, completed
from bot.systems.highguard.battle.decisions import Decisions
from bot.systems.highguard.battle.fire import Defence, Fire
from bot.systems.highguard.battle.muster import check_turn, side_of
from bot.systems.highguard.battle.pursuit import Pursuit
from bot.systems.highguard.battle.rounds import fights
from bot.systems.highguard.battle.state import Battle, Formation, Ledger, Step
from bot.systems.highguard.battle.told import OwnSaid
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.orders.battle_words import ALL


def fought_in(scene: Scene) -> Battle | None:
    """The battle that is being fought, None where there is none."""
    return scene.ledger.battle if isinstance(scene.ledger, Ledger) else None


def battle_of(scene: Scene) -> Battle:
    """The same; raises RuleError if there is none."""
    if (battle := fought_in(scene)) is None:
        raise RuleError("No battle is being fought here: begin one with /battle new.")
    return battle


def side_for(battle: Battle, by: str, named: str) -> int:
    """The side that somebody orders: the one they name, else their own, else for the referee the one waited for.

    Raises RuleError where that isn't clear, or the fleet is another's (HG-C33).
    """
    if named:
        side = side_of(battle, named)
    else:
        fitting = due_sides(battle, by)
        if not fitting:
            raise RuleError("None of these ships is yours: let yours join with /battle join.")
        if len(fitting) != 1:
            sides = " or ".join(side.name for side in battle.sides)
            raise RuleError(f"Say for which side: side:{sides}.")
        side = fitting.pop()
    if side not in commands(battle, by):
        raise RuleError(f"{battle.sides[side].name} is another's fleet: give orders to your own.")
    return side


def due_sides(battle: Battle, by: str) -> set[int]:
    """The sides of a fight that somebody may order and that are waited for; where none is, all that they may order."""
    own = commands(battle, by)
    return own.intersection(battle.due) or own


def fight_for(battle: Battle, by: str, named: str = "", side: str = "") -> str:
    """The fight that an order is about: the one that is named, else the first in which the orderer is waited for.

    Where they aren't, the first of theirs that goes on.
    """
    if named:
        return named
    sides = {side_of(battle, side)} if side else {0, 1}
    own = [fight for fight in fights(battle) if fight.waiting and commands(fight, by) & sides]
    for fight in own:
        if commands(fight, by) & sides & set(fight.due):
            return fight.name
    return own[0].name if own else battle.name


S = TypeVar("S", bound=StepOrder)
Choose = Callable[[Battle, int, S, CombatTables], Choice]
# How an order is given, and never what it says.
_HOW = {"side", "fight", "rest", "dm", "because"}


def chosen_by(battle: Battle, side: int, by: str, order: S, choose: Choose[S], tables: CombatTables) -> Choice:
    """What a side does by its commander's order or the referee's, with what other owners have said for their ships.

    What nobody has said standing orders do, unless they are told not to; where the referee themselves orders a ship,
    its owner's word counts no more. Raises RuleError for another's ships.
    """
    sides = battle.step in {Step.FORMATION, Step.RANGE, Step.PURSUIT}
    own = choose(battle if sides else with_own_only(battle, side, by), side, order, tables)
    own = _launching_own(battle, side, by, order, own)
    named = tuple(_named(battle, own))
    check_own(battle, side, by, named)
    again = maker(type(order))
    said = (
        choose(with_own_only(battle, side, each.owner), side, again(each.said), tables)
        for each in own_orders(battle, side)
        if each.owner != by
    )
    others = (choice for choice in said if not {*named} & {*_named(battle, choice)})
    whole = reduce(_together, others, own)
    held = isinstance(whole, Fire) and whole.why
    return completed(battle, side, whole, tables) if order.rest and not held else whole


def said_for_own(
    battle: Battle, side: int, by: str, order: S, choose: Choose[S], tables: CombatTables
) -> tuple[Battle, OwnSaid]:
    """The fight with what an owner says for their own ships, until their side's commander answers; and what they say.

    Raises RuleError for what is the side's, for another's ships, and for whatever these can't do.
    """
    sides = battle.step in {Step.RANGE, Step.PURSUIT}
    own = choose(battle if sides else with_own_only(battle, side, by), side, order, tables)
    if isinstance(own, RangeChoice | Pursuit) or (isinstance(own, Formation) and (own.line or own.all_reserve)):
        check_leads(battle, side, by, _SIDES_OWN[type(own)])
    check_turn(battle, side)
    names = tuple(_named(battle, own))
    if not names:
        raise RuleError(f"{battle.sides[side].name} is answered for by its commander: name ships of your own.")
    check_own(battle, side, by, names)
    said = {name: str(value) for name, value in given(order).items() if value != "" and name not in _HOW}
    before = next((each.said for each in own_orders(battle, side) if each.owner == by), {})
    after = with_own_orders(battle, side, by, said)
    # What can't be done is refused to them, and not to their commander: these throws count for nothing.
    answer(battle, side, chosen_by(after, side, "", type(order)(), choose, tables), LiveDice(bytes(32), 0), tables)
    return after, OwnSaid(battle.sides[side].name, said, before)


def _launching_own(battle: Battle, side: int, by: str, order: StepOrder, choice: Choice) -> Choice:
    """The same choice, by which `all` craft are those that somebody orders."""
    if not isinstance(choice, Formation) or not isinstance(order, FormOrder) or order.launch.strip().casefold() != ALL:
        return choice
    there = with_own_only(battle, side, by).aboard(side)
    own = {ship.name for ship in there} if by else {*choice.launch}
    return replace(choice, launch=tuple(name for name in choice.launch if name in own))


_SIDES_OWN: Mapping[type[Any], str] = {
    RangeChoice: "The range",
    Pursuit: "The pursuit",
    Formation: "The line",
}


def waiting_outcome(battle: Battle, said: OwnSaid) -> Outcome:
    """The answer to an owner; what all are told is the title alone."""
    return Outcome({}, said, ledger=Ledger(battle), sealed=True)


def _together(one: Choice, other: Choice) -> Choice:
    """Two choices of the same step as one: what the first says for a ship holds."""
    merged: dict[str, Any] = {}
    for each in fields(one):
        mine, theirs = getattr(one, each.name), getattr(other, each.name)
        if isinstance(mine, tuple):
            merged[each.name] = (*mine, *theirs)
        elif isinstance(mine, Mapping):
            merged[each.name] = {**theirs, **mine}
    return replace(one, **merged)


def _named(battle: Battle, choice: Choice) -> Iterator[str]:
    """The ships to which a choice gives orders; not those that it places in the line."""
    if isinstance(choice, Formation):
        # Back where they came from craft come by themselves: another's ship is asked of its owner.
        others = (home for craft, home in choice.recover if battle.ship(craft).carrier != battle.ship(home).name)
        yield from (*choice.launch, *(craft for craft, _ in choice.recover), *others)
    elif isinstance(choice, Decisions):
        yield from (name for group in choice.accelerate for name in group)
        yield from (*choice.jump, *choice.emergency, *choice.globe, *choice.silent, *choice.drop)
    elif isinstance(choice, Fire):
        yield from (volley.ship for volley in choice.volleys)
    elif isinstance(choice, Defence):
        hits = battle.incoming
        yield from (hits[each.against - 1].target for each in choice.guards if 0 < each.against <= len(hits))
    elif not isinstance(choice, RangeChoice | Pursuit):
        yield from (*choice.repairs, *choice.revive, *(each.boarder for each in choice.boardings))
        yield from (*(each.origin for each in choice.transfers), *choice.fuel, *choice.notes)
