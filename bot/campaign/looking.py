"""An order that only shows something: it is worked out by the system's resolver, and nothing is recorded."""

from collections.abc import Mapping
from typing import Any

from bot.campaign.game import worked_out
from bot.campaign.play import NewDice, read_values, scene_of
from bot.campaign.transaction import Transaction
from bot.engine.order import Telling
from bot.engine.system import Scene, System, Value


async def looked(
    transaction: Transaction,
    system: System,
    verb: str,
    people: Mapping[str, str],
    raw: Mapping[str, Value],
    new_dice: NewDice,
) -> tuple[Scene, Telling[Any]]:
    """The scene of an order, and what whoever gave it is told; raises RuleError as `play` does."""
    order = system.order(verb)
    scene = await scene_of(transaction, system, order, people)
    assert scene.game is not None, "somebody looks in a game"
    for unit in (each for role in order.roles[:1] for each in scene.units[role.name]):
        transaction.check(order.need, unit.name, int(unit.owner or 0))
    values = read_values(transaction, order, raw)
    dice = new_dice(transaction.source.key, transaction.campaign.counter)
    outcome = await worked_out(system, scene.game, lambda: order.resolve(scene, values, dice))
    return scene, order.tell(order.report(outcome), dice.throws)
