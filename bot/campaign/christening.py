"""What somebody new, or a new side, may be called: no name that is taken, nor one that looks like it."""

from typing import Any

from bot.campaign.gate import game_for, lies_fog, rows_for, sides_for
from bot.campaign.transaction import Transaction
from bot.engine.fields import Kind, Values
from bot.engine.order import Order
from bot.engine.system import CAREER, CHARACTER, SHIP, System, namesakes
from bot.systems.names import check_unlike

_REFEREE_NAMES = "As long as sides know only what they have seen, a new name needs the referee's yes."


async def names_for(transaction: Transaction, kind: str = CHARACTER) -> dict[str, str]:
    """The names that somebody new of a kind can't have, with the kind of each, as far as the actor may know."""
    return {row.name: each for each in namesakes(kind) for row in await rows_for(transaction, each)}


def check_names(transaction: Transaction, system: System) -> None:
    """Raise NeedsYesError for a player who gives somebody a name where sides know only what they have seen, whatever
    the name: whether somebody unseen has it is not theirs to know.
    """
    if lies_fog(transaction) and system.kind in namesakes(CHARACTER):
        transaction.ask(_REFEREE_NAMES)


async def registered(transaction: Transaction, system: System) -> dict[str, Any]:
    """All that somebody new, or a new side, can't be called, as far as the actor may know, as a `Scene` has it."""
    others = CHARACTER if system.kind == CAREER else CAREER
    # With the referee's yes those count as well of which the asker doesn't know.
    sides = await (transaction.known_sides() if transaction.allowed_by else sides_for(transaction))
    if system.kind == SHIP and (fleets := system.ships.fleets((await game_for(transaction, system)).ledger)):
        sides |= {*fleets.sides}
    return {
        "names": await names_for(transaction, system.kind),
        "shared": [*await names_for(transaction, others)],
        "sides": sides,
    }


async def with_sides_named(transaction: Transaction, order: Order, values: Values) -> Values:
    """The values of an order with the names that it gives to sides as they are kept; raises RuleError as they do."""
    fields = [each.name for each in order.fields if each.kind is Kind.NAME]
    taken = await names_for(transaction) if fields else {}
    named = {each: await transaction.side_named(str(values[each]), taken) for each in fields}
    for name in named.values():
        check_unlike(name, named.values(), what="side")
    return {**values, **named}
