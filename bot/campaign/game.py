"""A campaign's game as its rules see it: read once in a transaction, and what an order has made of it written once."""

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Any, TypeVar

from bot.campaign.rows import StoredUnit, kept_key
from bot.campaign.transaction import Transaction
from bot.deck.board import Board, dump_board, dump_standing, load_board, load_standing
from bot.deck.knowledge import load_knowledge, nothing_known
from bot.deck.plan import Plan
from bot.deck.reading import read_plan
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.scene import Game, Unit, Units
from bot.engine.system import CHARACTER, SHIP, Squads, System
from bot.systems.seeing import as_known_by

# Plans never change once they are stored, and reading one takes longer than the rest of a command.
_PLANS: dict[str, Plan] = {}
_MOST_PLANS = 64
_FEW = 24
T = TypeVar("T")


def seen(system: System, unit: StoredUnit, ledger: Any = None) -> Unit:
    """A stored character or ship as the rules see it; of a ship that is foreign what shows of it, in a battle by the
    `ledger` of that.
    """
    owner = "" if unit.owner_id is None else str(unit.owner_id)
    sheet = system.load_sheet(unit.sheet)
    if unit.foreign and system.kind == SHIP:
        sheet = system.ships.outward(sheet, unit.name, ledger)
    return Unit(unit.name, unit.side, sheet, None, owner, tuple(unit.marks), unit.id, unit.foreign)


def as_it_fights(system: System, ship: StoredUnit, ledger: Any) -> Unit:
    """A stored ship as it is now, in a battle by the `ledger` of that, though it writes its damage down at its end; of
    one that is foreign what shows of it. So it is told, and kept elsewhere: orders change what is stored.
    """
    unit = seen(system, ship, ledger)
    return unit if ship.foreign else replace(unit, sheet=system.ships.amid(unit.sheet, unit.name, ledger))


def is_small(system: System, game: Game) -> bool:
    """Whether the rules look through a game in no time: few people, and no deck between them."""
    return system.kind == CHARACTER and game.board is None and len(game.units) <= _FEW


async def worked_out(system: System, game: Game, work: Callable[[], T], *, of_kept: bool = False) -> T:
    """What the rules work out of a game: in a thread, unless it is small; the way there takes longer than that.

    So it is small where it is `of_kept`, what they keep beside their people, and that is nothing.
    """
    small = is_small(system, game) or (of_kept and system.kind == CHARACTER and not game.stored)
    return work() if small else await asyncio.to_thread(work)


async def game_of(transaction: Transaction, system: System) -> Game:
    """The game as these rules see it now; it is read when it is first asked for, and again after a change."""
    if system.kind not in transaction.games:
        transaction.games[system.kind] = await _read(transaction, system)
    return transaction.games[system.kind]


async def _read(transaction: Transaction, system: System) -> Game:
    rows = {unit.name: unit for unit in await transaction.units(system.kind)}
    campaign, ledger = transaction.campaign, await transaction.ledger(system.kind)
    game = Game(
        Units(rows, lambda name: seen(system, rows[name])),
        tuple(dict.fromkeys(unit.side for unit in rows.values())),
        campaign.settings,
        await _board(transaction) if system.kind == CHARACTER else None,
        ended=campaign.ended,
        stored=ledger,
        read_ledger=cache(lambda: system.load_ledger(ledger)),
        knows=partial(_known_to, transaction, system),
    )
    if game.fog:
        await transaction.sights()
    return game


def _known_to(transaction: Transaction, system: System, game: Game, side: str) -> Game:
    """A game on a deck as far as a side knows it, by what has been read of that."""
    plan, kept = game.board.plan, transaction.sights_read.get(side)
    same = kept is not None and _PLANS.get(kept.sha256) is plan
    return as_known_by(system, game, side, load_knowledge(plan, kept.known) if kept and same else nothing_known(plan))


async def _board(transaction: Transaction) -> Board | None:
    """The deck that is up, with everybody who stands on it; None where there is none."""
    if transaction.deck is None:
        return None
    sha256 = transaction.deck.sha256
    if sha256 not in _PLANS:
        if len(_PLANS) >= _MOST_PLANS:
            _PLANS.pop(next(iter(_PLANS)))
        _PLANS[sha256] = await asyncio.to_thread(read_plan, await transaction.plan(sha256), "Deck")
    people = {unit.name: load_standing(unit.place) for unit in await transaction.units() if unit.place is not None}
    return replace(load_board(_PLANS[sha256], transaction.deck.state), people=people)


async def write(
    transaction: Transaction,
    system: System,
    before: Game,
    after: Game,
    sheets: Mapping[str, dict[str, Any]] = MappingProxyType({}),
    ledger: dict[str, Any] | None = None,
) -> None:
    """Have the transaction keep what is another in a game: row by row, and nothing of what is the same value still.

    `sheets` by name, and `ledger`, are what has been put into JSON before. Raises RuleError where somebody new, or
    under another name, has one that is taken.
    """
    if after is before:
        return
    if after.read_ledger is not before.read_ledger:
        after = replace(after, stored=system.dump_ledger(after.ledger) if ledger is None else ledger)
        await transaction.keep(system.kind, after.stored)
    if (after.settings, after.ended) != (before.settings, before.ended):
        transaction.change_campaign(settings=dict(after.settings), ended=after.ended)
    there = {unit.id: unit for unit in after.units.put.values() if unit is not None and unit.id}
    for row in await transaction.units(system.kind):
        if row.name not in after.units and row.id not in there:
            await transaction.remove(row)
    anew = await _write_deck(transaction, before.board, after)
    new = [unit for unit in after.units.put.values() if unit is not None and not unit.id]
    await _add(transaction, system, new)
    stood = before.board.people if before.board is not None and not anew else {}
    for row in await transaction.units(system.kind):
        now = there.get(row.id)
        changes = {} if now is None else await _changes(transaction, system, row, before.units[row.name], now, sheets)
        stands = after.board.people.get(now.name if now else row.name) if after.board is not None else None
        if system.kind == CHARACTER and after.board is not None and stands != stood.get(row.name):
            changes["place"] = None if stands is None else dump_standing(stands)
        if changes:
            transaction.change(row, **changes)
    same = not new and {unit.side for unit in there.values()} <= {*before.sides}
    rows = await transaction.units(system.kind)
    if same and after.units.keys() == before.units.keys() and all(row.name in after.units for row in rows):
        transaction.games[system.kind] = after


async def _add(transaction: Transaction, system: System, new: Sequence[Unit]) -> None:
    """Keep those who are new."""
    for unit in new:
        sheet, whose = system.dump_sheet(unit.sheet), _in_hands(unit)
        await transaction.add_unit(unit.name, **whose, sheet=sheet, kind=system.kind, marks=unit.marks)


async def _write_deck(transaction: Transaction, before: Board | None, after: Game) -> bool:
    """Keep which deck is up, and what has changed on it; whether it is another one."""
    if after.board is before:
        return False
    if after.board is None:
        await transaction.take_down_deck()
    elif before is None or after.board.plan is not before.plan:
        sha256 = hashlib.sha256(after.drawing.encode()).hexdigest()
        await transaction.put_up_deck(sha256, after.drawing, dump_board(after.board))
    else:
        if replace(after.board, people=before.people) != before:
            transaction.change_deck(dump_board(after.board))
        return False
    return True


async def _changes(
    transaction: Transaction,
    system: System,
    row: StoredUnit,
    before: Unit,
    after: Unit,
    sheets: Mapping[str, dict[str, Any]],
) -> dict[str, Any]:
    """What is another about somebody, as it is stored."""
    changes: dict[str, Any] = {}
    if after.name != row.name:
        if kept_key(after.name, row.kind) != row.key:
            await transaction.make_way(after.name, row.kind)
            await transaction.check_name(after.name, row.kind, but=row.name)
        changes = {"name": after.name, "key": kept_key(after.name, row.kind)}
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


async def check_free(transaction: Transaction, people: System) -> None:
    """Raise NeedsYesError where a player writes on a sheet by word alone while something is played (R-162).

    `people` are the rules of the campaign's characters, which know whether a turn is kept.
    """
    part, game = people.part, await game_of(transaction, people)
    if isinstance(part, Squads) and (kept := part.turn_line(game.ledger)):
        transaction.ask(f"It is {kept}: what a player sets on a sheet while a turn is kept needs the referee's yes.")
    if await transaction.battle() is not None:
        transaction.ask("A battle is fought: what a player sets on a sheet meanwhile needs the referee's yes.")


async def is_played(transaction: Transaction, system: System) -> bool:
    """Whether a turn is kept, or a battle fought, by these rules."""
    if not isinstance(system.part, Squads):
        return system.kind == SHIP and await transaction.battle() is not None
    return bool(system.part.turn_line(system.load_ledger(await transaction.ledger(system.kind))))


async def check_peace(transaction: Transaction, people: System, order: Order) -> None:
    """Raise RuleError where an order for the time between fights is given while a turn is kept or a battle fought."""
    if not order.peaceful:
        return
    between = f"/{order.verb} is for the time between fights"
    ledger = (await game_of(transaction, people)).ledger
    if kept := people.squads.turn_line(ledger):
        raise RuleError(f"It is {kept}, and {between}: /{people.squads.ends_by(ledger)} ends it first.")
    if await transaction.battle() is not None:
        raise RuleError(f"A battle of ships is fought, and {between}: /battle end it first.")


async def waits_sealed(transaction: Transaction, books: Iterable[System]) -> str:
    """What must be over before throws of the campaign may be told to all, in words as after “while”; "" for nothing."""
    for system in books:
        if sealed := await asyncio.to_thread(_sealed, system, await game_of(transaction, system)):
            return sealed
    return ""


def _sealed(system: System, game: Game) -> str:
    return system.sealed(game.ledger)
