"""Whose orders in a battle they are: the fight, and the side, of whoever gives them."""

from bot.engine.errors import RuleError
from bot.engine.system import Scene, Values
from bot.systems.highguard.battle.command import commands
from bot.systems.highguard.battle.muster import side_of
from bot.systems.highguard.battle.rounds import fights
from bot.systems.highguard.battle.state import Battle
from bot.systems.highguard.orders.fields import text


def battle_of(scene: Scene) -> Battle:
    """The battle that is being fought; raises RuleError where there is none."""
    if scene.battle is None:
        raise RuleError("No battle is being fought here: begin one with /battle new.")
    battle: Battle = scene.battle
    return battle


def side_for(battle: Battle, by: str, named: str) -> int:
    """The side that somebody orders: the one he names, else his own, else for the referee the one waited for.

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
    """The sides of a fight that somebody may order and that are waited for; where none is, all that he may order."""
    own = commands(battle, by)
    return own.intersection(battle.due) or own


def fight_for(battle: Battle, by: str, values: Values) -> str:
    """The fight that an order is about: the one that is named, else the first in which the orderer is waited for.

    Where he isn't, the first of his that goes on.
    """
    if named := text(values, "fight"):
        return named
    sides = {side_of(battle, text(values, "side"))} if text(values, "side") else {0, 1}
    own = [fight for fight in fights(battle) if fight.waiting and commands(fight, by) & sides]
    for fight in own:
        if commands(fight, by) & sides & set(fight.due):
            return fight.name
    return own[0].name if own else battle.name
