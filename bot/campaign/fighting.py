"""What a battle that is being fought, or a turn that is kept, asks of the rest of the campaign."""

import asyncio

from bot.campaign.game import game_of
from bot.campaign.turn import Turn
from bot.engine.system import System


async def check_free(turn: Turn, people: System) -> None:
    """Raise NeedsYesError where a player writes on a sheet by word alone while something is played (R-162).

    `people` are the rules of the campaign's characters, which know whether a turn is kept.
    """
    if kept := people.kept((await game_of(turn, people)).things):
        turn.ask(f"It is {kept}: what a player sets on a sheet while a turn is kept needs the referee's yes.")
    if await turn.battle() is not None:
        turn.ask("A battle is fought: what a player sets on a sheet meanwhile needs the referee's yes.")


async def waits_sealed(turn: Turn, people: System, ships: System | None) -> str:
    """What must be over before throws of the campaign may be told to all, in words as after “while”; "" for nothing."""
    if sealed := people.sealed((await game_of(turn, people)).things):
        return sealed
    if ships is None:
        return ""
    game = await game_of(turn, ships)
    return await asyncio.to_thread(lambda: ships.half_done(game.things))
