"""The deck that a campaign plays on, as the rules see it: its plan, its state, and who stands where."""

import asyncio
from dataclasses import replace

from bot.campaign.turn import Turn
from bot.deck.board import Board
from bot.deck.plan import Plan
from bot.deck.reading import read_plan
from bot.deck.storing import dump_board, dump_standing, load_board, load_standing

# Plans never change once they are stored, and reading one takes longer than the rest of a command.
_PLANS: dict[str, Plan] = {}
_MOST_PLANS = 64


async def board_of(turn: Turn) -> Board | None:
    """The deck that is up, with everybody who stands on it; None where there is none."""
    if turn.deck is None:
        return None
    plan = await _plan(turn, turn.deck.sha256)
    people = {unit.name: load_standing(unit.place) for unit in await turn.units() if unit.place is not None}
    return replace(load_board(plan, turn.deck.state), people=people)


async def keep_board(turn: Turn, before: Board, after: Board) -> None:
    """Store what has changed on the deck, and who stands elsewhere or no longer on it."""
    if (state := dump_board(after)) != dump_board(before):
        turn.change_deck(state)
    for unit in await turn.units():
        if before.people.get(unit.name) != after.people.get(unit.name):
            standing = after.people.get(unit.name)
            turn.change(unit, place=None if standing is None else dump_standing(standing))


async def _plan(turn: Turn, sha256: str) -> Plan:
    if sha256 not in _PLANS:
        if len(_PLANS) >= _MOST_PLANS:
            _PLANS.pop(next(iter(_PLANS)))
        _PLANS[sha256] = await asyncio.to_thread(read_plan, await turn.plan(sha256), "Deck")
    return _PLANS[sha256]
