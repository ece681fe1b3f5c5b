"""What a battle that is being fought asks of the rest of the campaign."""

import asyncio

from bot.campaign.rows import StoredUnit
from bot.campaign.turn import Turn
from bot.engine.errors import RuleError
from bot.engine.system import SHIP, System


async def check_not_fighting(turn: Turn, system: System, row: StoredUnit) -> None:
    """Raise RuleError where a ship fights.

    The battle knows it by its name, its owner and its design, and in the end writes its damage back to it.
    """
    stored = await turn.battle() if row.kind == SHIP else None
    if stored is None:
        return
    fighting = await asyncio.to_thread(lambda: system.fighting(system.load_battle(stored.state)))
    if row.name in fighting:
        raise RuleError(f"{row.name} is in a battle: end that first with /battle end.")
