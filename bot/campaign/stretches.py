"""Stretches of a campaign's dice: salted by its players, opened by its referee, and told once they are open.

A seed is told by its hash before anybody can salt it, so that whoever made it could not choose it by the salts;
players add their words without knowing it. All stretches of a seed are opened at once, and nothing is thrown from it
afterwards: the journal never restores a stretch.
"""

import json
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import String, cast, insert, select, update

from bot.campaign.journal import in_effect
from bot.campaign.play import play
from bot.campaign.recording import Place
from bot.campaign.rows import ENTRY, EVERYBODY, STRETCH, Recorded, Source, StoredStretch, load_throw
from bot.campaign.transaction import Transaction
from bot.engine.cards import person
from bot.engine.dice import LiveDice, Throw, hash_of, new_seed
from bot.engine.errors import RuleError
from bot.engine.system import System
from bot.engine.throwlog import LoggedEntry, LoggedStretch, LoggedThrow
from bot.systems.seeds import Opened, RevealOrder, Salted


async def stretches_of(transaction: Transaction) -> list[StoredStretch]:
    """All stretches of a campaign's dice, the first one first."""
    query = select(STRETCH).where(STRETCH.c.campaign_id == transaction.campaign.id).order_by(STRETCH.c.id)
    return [StoredStretch(*row) for row in await transaction.connection.execute(query)]


async def _go_on(transaction: Transaction, source: Source, entry_id: int, **closed: Any) -> None:
    """Let dice be thrown from another source from an entry on; `closed` is what else is noted of those of before."""
    here = (STRETCH.c.campaign_id == transaction.campaign.id) & STRETCH.c.opened_at.is_(None)
    present = here & STRETCH.c.next_die.is_(None)
    await transaction.connection.execute(update(STRETCH).where(present).values(next_die=transaction.campaign.counter))
    if closed:
        await transaction.connection.execute(update(STRETCH).where(here).values(closed))
    values = {"seed": source.seed, "salts": source.salts, "entry_id": entry_id, "since": transaction.at}
    values |= {"campaign_id": transaction.campaign.id, "first_die": transaction.campaign.counter}
    await transaction.connection.execute(insert(STRETCH).values(values))
    transaction.source = source


# --- salting ---


async def salt(transaction: Transaction, place: Place, system: System, typed: str) -> Recorded:
    """Let faces come from words of the actor's as well from now on, instead of those that they have given before.

    Raises RuleError for words that can't be a salt, or are one already.
    """
    before, actor = transaction.source, transaction.actor.id
    known = Salted(hash_of(before.seed), (*salts_told(before.salts), ("", person(actor))))
    entry = await play(transaction, place, system, "dice salt", {}, {"words": typed}, LiveDice, known)
    assert entry.outcome
    (*_, (words, _)) = entry.outcome.result.salts
    others = [each for each in before.salts if each["by"] != actor]
    await _go_on(transaction, Source(before.seed, [*others, {"words": words, "by": actor}]), entry.id)
    return entry


def salts_told(salts: Sequence[Any]) -> tuple[tuple[str, str], ...]:
    """Each salt, and whose it is as a card tells it."""
    return tuple((known["words"], _whose(known["by"])) for known in salts)


def _whose(by: int | None) -> str:
    return person(by) if by else "somebody who is forgotten"


# --- opening ---


@dataclass(frozen=True, slots=True)
class Opening:
    """A seed that would be opened: its first stretch, how many stretches and dice, and the titles of hidden throws."""

    first: StoredStretch
    number: int
    stretches: int
    dice: int
    hidden: tuple[str, ...]

    @property
    def which(self) -> str:
        """Its stretches in words: `stretch 2`, `stretches 2 to 4`."""
        last = self.number + self.stretches - 1
        return f"stretch {last}" if last == self.number else f"stretches {self.number} to {last}"

    def told(self, fresh: bytes) -> Opened:
        """What everybody is told as it is opened, and a fresh one begins."""
        return Opened(self.which, self.first.seed.hex(), self.first.first_die, self.dice, hash_of(fresh))


async def opening_of(transaction: Transaction) -> Opening | None:
    """What opening the present seed would open; None where nothing has been thrown from it."""
    stretches = await stretches_of(transaction)
    secret = [each for each in stretches if each.opened_at is None]
    first, dice = secret[0], transaction.campaign.counter - secret[0].first_die
    if not dice:
        return None
    query = select(ENTRY.c.card["title"].as_string()).where(
        ENTRY.c.campaign_id == transaction.campaign.id,
        ENTRY.c.first_die >= first.first_die,
        ENTRY.c.audience != EVERYBODY,
        cast(ENTRY.c.throws, String) != "[]",
    )
    hidden = tuple((await transaction.connection.execute(query.order_by(ENTRY.c.id))).scalars())
    return Opening(first, stretches.index(first) + 1, len(secret), dice, hidden)


async def reveal(transaction: Transaction, place: Place, system: System, stretch_id: int) -> Recorded:
    """Open the present seed, which began with a stretch of that id, and go on with a new one.

    Raises RuleError where nothing has been thrown from it, or it is open already.
    """
    opening, fresh = await to_open(transaction, stretch_id), new_seed()
    entry = await play(transaction, place, system, "dice reveal", {}, {}, LiveDice, opening.told(fresh))
    await open_seed(transaction, fresh, entry.id)
    return entry


async def to_open(transaction: Transaction, stretch_id: int | None = None) -> Opening:
    """What there is to open, of the seed that began with a stretch of that id where one is named.

    Raises RuleError where there is nothing, that seed is open already, or the actor may not.
    """
    transaction.check(RevealOrder.need, RevealOrder.called)
    secret = [each.id for each in await stretches_of(transaction) if each.opened_at is None]
    if stretch_id not in {None, secret[0]}:
        raise RuleError("That seed is open already: /dice show tells it.")
    if (opening := await opening_of(transaction)) is None:
        raise RuleError("Nothing has been thrown from the present seed, so there is nothing to open.")
    return opening


async def open_seed(transaction: Transaction, fresh: bytes, entry_id: int) -> None:
    """Note that the present seed is open, and throw from a fresh one from now on."""
    await _go_on(transaction, Source(fresh), entry_id, opened_at=transaction.at)


# --- the log ---


async def opened_log(transaction: Transaction, only: int | None = None) -> list[LoggedStretch]:
    """Every throw of the opened stretches, or of the one of that number; raises RuleError where there is none such."""
    opened = [
        (number, each) for number, each in enumerate(await stretches_of(transaction), 1) if each.opened_at is not None
    ]
    wanted = [(number, each) for number, each in opened if only in {None, number}]
    if not wanted:
        what = "No seed has been opened yet" if not opened else f"Stretch {only} is not among those that are open"
        raise RuleError(f"{what}: throws are told when the referee opens theirs, by /dice reveal or /campaign end.")
    entries = await _entries(transaction, wanted[0][1].first_die, wanted[-1][1].next_die or 0)
    return [
        LoggedStretch(
            number,
            each.seed,
            tuple((known["words"], str(known["by"] or "")) for known in each.salts),
            each.since,
            each.first_die,
            (each.next_die or 0) - each.first_die,
            entries.of_dice(each.first_die, each.next_die or 0),
        )
        for number, each in wanted
    ]


@dataclass(frozen=True, slots=True)
class _Entries:
    """Entries that threw dice, as they are stored, each read when its turn comes; `line` are those in effect."""

    rows: Sequence[Any]
    line: Collection[int]

    def of_dice(self, first: int, beyond: int) -> "_Entries":
        """Those that threw dice of these numbers."""
        begins, ends = (bisect_left(self.rows, die, key=lambda row: row.first_die) for die in (first, beyond))
        return _Entries(self.rows[begins:ends], self.line)

    def __iter__(self) -> Iterator[LoggedEntry]:
        return (_entry(row, self.line) for row in self.rows)


async def _entries(transaction: Transaction, first: int, beyond: int) -> _Entries:
    """The entries that threw dice of these numbers."""
    throws, title = cast(ENTRY.c.throws, String), ENTRY.c.card["title"].as_string()
    query = select(ENTRY.c.id, ENTRY.c.at, title, ENTRY.c.audience, ENTRY.c.parent_id, ENTRY.c.first_die, throws)
    here = query.where(ENTRY.c.campaign_id == transaction.campaign.id, throws != "[]")
    dice = here.where(ENTRY.c.first_die >= first, ENTRY.c.first_die < beyond)
    rows = (await transaction.connection.execute(dice.order_by(ENTRY.c.id))).all()
    return _Entries(rows, await in_effect(transaction, rows[0].id) if rows else set())


def _entry(row: Any, line: Collection[int]) -> LoggedEntry:
    id_, at, title, audience, parent_id, first, stored = row
    throws: list[LoggedThrow] = []
    by_hand: list[Throw] = []
    for throw in map(load_throw, json.loads(stored)):
        if throw.by_hand:
            by_hand.append(throw)
        else:
            throws.append(LoggedThrow(first, throw.sides, throw.faces, throw.why))
            first += len(throw.faces)
    gone = parent_id is not None and id_ not in line
    return LoggedEntry(id_, at, title, gone, audience != EVERYBODY, tuple(throws), tuple(by_hand))
