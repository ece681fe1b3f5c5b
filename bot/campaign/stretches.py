"""Stretches of a campaign's dice: salted by its players, opened by its referee, and told once they are open.

A seed is told by its hash before anybody can salt it, so that whoever made it could not choose it by the salts;
players add their words without knowing it. All stretches of a seed are opened at once, and nothing is thrown from it
afterwards: the journal never restores a stretch.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import String, cast, insert, select, update

from bot.campaign.access import ACCESS
from bot.campaign.journal import in_effect
from bot.campaign.recording import Place
from bot.campaign.rows import ENTRY, EVERYBODY, STRETCH, Recorded, Source, StoredStretch
from bot.campaign.transaction import Transaction
from bot.engine.cards import Card, counted, person
from bot.engine.dice import hash_of, new_seed
from bot.engine.errors import RuleError
from bot.engine.packing import packs
from bot.engine.throwlog import LoggedEntry, LoggedStretch, LoggedThrow
from bot.systems.names import clean_name, key_of

# So many people salt one seed at most.
MOST_SALTS = 50
# Discord's numbers of people have more figures: whoever bears one may be forgotten, and a salt must stay as it is.
_MOST_FIGURES = 14


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


async def salt(transaction: Transaction, place: Place, typed: str) -> Recorded:
    """Let faces come from words of the actor's as well from now on, instead of those that they have given before.

    Raises RuleError for words that can't be a salt, or are one already.
    """
    words = _words(typed)
    if key_of(words) in {key_of(known["words"]) for known in transaction.source.salts}:
        raise RuleError("Those words salt the dice already: choose other ones.")
    others = [known for known in transaction.source.salts if known["by"] != transaction.actor.id]
    if len(others) == MOST_SALTS:
        raise RuleError(f"{MOST_SALTS} people have salted this seed, and that is the most there are.")
    source = Source(transaction.source.seed, [*others, {"words": words, "by": transaction.actor.id}])
    lines = (
        *salt_lines(source.salts),
        "A new stretch begins: faces come from the secret seed, these words and a count. Salts are public.",
        f"SHA-256 of the seed, as before: {hash_of(source.seed)}",
    )
    entry = await transaction.record("dice salt", Card("The dice are salted", lines), place=place)
    await _go_on(transaction, source, entry.id)
    return entry


def _words(typed: str) -> str:
    words = clean_name(typed, what="salt")
    if re.search(rf"\d{{{_MOST_FIGURES + 1}}}", words) or packs(words):
        raise RuleError(f"A salt is words: no number in it has more than {_MOST_FIGURES} figures.")
    return words


def salt_lines(salts: Sequence[Any]) -> tuple[str, ...]:
    """Each salt with whose it is, a line each."""
    return tuple(f"“{known['words']}” by {_whose(known['by'])}" for known in salts)


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


async def reveal(transaction: Transaction, place: Place, stretch_id: int) -> Recorded:
    """Open the present seed, which began with a stretch of that id, and go on with a new one.

    Raises RuleError where nothing has been thrown from it, or it is open already.
    """
    opening = await to_open(transaction, stretch_id)
    fresh = new_seed()
    entry = await transaction.record(
        "dice reveal", Card("The dice are opened", opened_lines(opening, fresh)), place=place
    )
    await open_seed(transaction, fresh, entry.id)
    return entry


async def to_open(transaction: Transaction, stretch_id: int | None = None) -> Opening:
    """What there is to open, of the seed that began with a stretch of that id where one is named.

    Raises RuleError where there is nothing, that seed is open already, or the actor may not.
    """
    transaction.check(ACCESS["dice reveal"], "Opening the seed of the dice")
    secret = [each.id for each in await stretches_of(transaction) if each.opened_at is None]
    if stretch_id not in {None, secret[0]}:
        raise RuleError("That seed is open already: /dice show tells it.")
    if (opening := await opening_of(transaction)) is None:
        raise RuleError("Nothing has been thrown from the present seed, so there is nothing to open.")
    return opening


def opened_lines(opening: Opening, fresh: bytes) -> tuple[str, ...]:
    """What is told as a seed is opened and a fresh one begins."""
    last = opening.first.first_die + opening.dice - 1
    return (
        f"The seed of {opening.which}: {opening.first.seed.hex()}",
        f"Its SHA-256, as it was told while it was secret: {hash_of(opening.first.seed)}",
        f"{counted(opening.dice, 'die').replace('dies', 'dice')} came from it, {opening.first.first_die} to {last}: "
        "/dice log gives them all, and the README a program that checks them",
        f"The next stretch has no salts yet (/dice salt). SHA-256 of its seed: {hash_of(fresh)}",
    )


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
    throws = []
    for why, sides, faces in json.loads(stored):
        throws.append(LoggedThrow(first, sides, tuple(faces), why))
        first += len(faces)
    gone = parent_id is not None and id_ not in line
    return LoggedEntry(id_, at, title, gone, audience != EVERYBODY, tuple(throws))
