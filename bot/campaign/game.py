"""A campaign's game as its rules see it: read once in a turn, and what an order has made of it written once."""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

from bot.campaign.rows import StoredUnit
from bot.campaign.turn import Turn
from bot.deck.board import Board, dump_board, dump_standing, load_board, load_standing
from bot.deck.plan import Plan
from bot.deck.reading import read_plan
from bot.engine.scene import Game, Unit, Units
from bot.engine.system import CHARACTER, System
from bot.systems.names import check_taken, key_of

# Plans never change once they are stored, and reading one takes longer than the rest of a command.
_PLANS: dict[str, Plan] = {}
_MOST_PLANS = 64


def seen(system: System, unit: StoredUnit) -> Unit:
    """A stored character or ship as the rules see it."""
    owner = "" if unit.owner_id is None else str(unit.owner_id)
    return Unit(unit.name, unit.side, system.load_sheet(unit.sheet), None, owner, tuple(unit.marks), unit.id)


async def game_of(turn: Turn, system: System) -> Game:
    """The game as these rules see it now; it is read when it is first asked for, and again after a change."""
    if system.kind not in turn.games:
        turn.games[system.kind] = await _read(turn, system)
    return turn.games[system.kind]


async def _read(turn: Turn, system: System) -> Game:
    rows = {unit.name: unit for unit in await turn.units(system.kind)}
    campaign, ledger = turn.campaign, await turn.ledger(system.kind)
    return Game(
        Units(rows, lambda name: seen(system, rows[name])),
        tuple(dict.fromkeys(unit.side for unit in rows.values())),
        campaign.settings,
        await _board(turn) if system.kind == CHARACTER else None,
        ended=campaign.ended,
        stored=ledger,
        read_ledger=cache(lambda: system.load_ledger(ledger)),
    )


async def _board(turn: Turn) -> Board | None:
    """The deck that is up, with everybody who stands on it; None where there is none."""
    if turn.deck is None:
        return None
    sha256 = turn.deck.sha256
    if sha256 not in _PLANS:
        if len(_PLANS) >= _MOST_PLANS:
            _PLANS.pop(next(iter(_PLANS)))
        _PLANS[sha256] = await asyncio.to_thread(read_plan, await turn.plan(sha256), "Deck")
    people = {unit.name: load_standing(unit.place) for unit in await turn.units() if unit.place is not None}
    return replace(load_board(_PLANS[sha256], turn.deck.state), people=people)


async def write(
    turn: Turn,
    system: System,
    before: Game,
    after: Game,
    sheets: Mapping[str, dict[str, Any]] = MappingProxyType({}),
    ledger: dict[str, Any] | None = None,
) -> None:
    """Have the turn keep what is another in a game: row by row, and nothing of what is the same value still.

    `sheets` by name, and `ledger`, are what has been put into JSON before. Raises RuleError where somebody new, or
    under another name, has one that is taken.
    """
    if after is before:
        return
    if after.read_ledger is not before.read_ledger:
        after = replace(after, stored=system.dump_ledger(after.ledger) if ledger is None else ledger)
        await turn.keep(system.kind, after.stored)
    if (after.settings, after.ended) != (before.settings, before.ended):
        turn.change_campaign(settings=dict(after.settings), ended=after.ended)
    there = {unit.id: unit for unit in after.units.put.values() if unit is not None and unit.id}
    for row in await turn.units(system.kind):
        if row.name not in after.units and row.id not in there:
            await turn.remove(row)
    anew = await _write_deck(turn, before.board, after)
    new = [unit for unit in after.units.put.values() if unit is not None and not unit.id]
    for unit in new:
        await turn.add_unit(unit.name, **_in_hands(unit), sheet=system.dump_sheet(unit.sheet), kind=system.kind)
    stood = before.board.people if before.board is not None and not anew else {}
    for row in await turn.units(system.kind):
        now = there.get(row.id)
        changes = {} if now is None else await _changes(turn, system, row, before.units[row.name], now, sheets)
        stands = after.board.people.get(now.name if now else row.name) if after.board is not None else None
        if system.kind == CHARACTER and after.board is not None and stands != stood.get(row.name):
            changes["place"] = None if stands is None else dump_standing(stands)
        if changes:
            turn.change(row, **changes)
    same = not new and {unit.side for unit in there.values()} <= {*before.sides}
    if same and after.units.keys() == before.units.keys():
        turn.games[system.kind] = after


async def _write_deck(turn: Turn, before: Board | None, after: Game) -> bool:
    """Keep which deck is up, and what has changed on it; whether it is another one."""
    if after.board is before:
        return False
    if after.board is None:
        await turn.take_down_deck()
    elif before is None or after.board.plan is not before.plan:
        sha256 = hashlib.sha256(after.drawing.encode()).hexdigest()
        await turn.put_up_deck(sha256, after.drawing, dump_board(after.board))
    else:
        if replace(after.board, people=before.people) != before:
            turn.change_deck(dump_board(after.board))
        return False
    return True


async def _changes(
    turn: Turn, system: System, row: StoredUnit, before: Unit, after: Unit, sheets: Mapping[str, dict[str, Any]]
) -> dict[str, Any]:
    """What is another about somebody, as it is stored."""
    changes: dict[str, Any] = {}
    if after.name != row.name:
        if key_of(after.name) != row.key:
            check_taken(after.name, {name: kind for name, kind in (await turn.names()).items() if name != row.name})
        changes = {"name": after.name, "key": key_of(after.name)}
    if (after.side, after.owner) != (before.side, before.owner):
        changes |= _in_hands(after)
    if after.marks != before.marks:
        changes["marks"] = list(after.marks)
    if after.sheet is not before.sheet:
        changes["sheet"] = sheets.get(row.name) or system.dump_sheet(after.sheet)
    return changes


def _in_hands(unit: Unit) -> dict[str, Any]:
    """Whose a unit is, as it is stored."""
    return {"side": unit.side, "owner_id": int(unit.owner) if unit.owner else None}


async def check_free(turn: Turn, people: System) -> None:
    """Raise NeedsYesError where a player writes on a sheet by word alone while something is played (R-162).

    `people` are the rules of the campaign's characters, which know whether a turn is kept.
    """
    if kept := people.turn_line((await game_of(turn, people)).ledger):
        turn.ask(f"It is {kept}: what a player sets on a sheet while a turn is kept needs the referee's yes.")
    if await turn.battle() is not None:
        turn.ask("A battle is fought: what a player sets on a sheet meanwhile needs the referee's yes.")


async def waits_sealed(turn: Turn, people: System, ships: System | None) -> str:
    """What must be over before throws of the campaign may be told to all, in words as after “while”; "" for nothing."""
    if sealed := people.sealed((await game_of(turn, people)).ledger):
        return sealed
    if ships is None or ships.ships is None:
        return ""
    game, half_done = await game_of(turn, ships), ships.ships.half_done
    return await asyncio.to_thread(lambda: half_done(game.ledger))
