"""What each side of a campaign knows, kept beside it: brought up to date with every order, taken back with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.campaign.game import game_of
from bot.campaign.gate import lies_fog, parts_played
from bot.campaign.posts import threads_of
from bot.campaign.transaction import Transaction
from bot.deck.knowledge import (
    Knowledge,
    Reveal,
    dump_knowledge,
    introduced,
    load_knowledge,
    load_met,
    nothing_known,
    shown,
)
from bot.deck.plan import Plan
from bot.deck.view import Marks
from bot.engine.scene import FOG, ON, Game
from bot.engine.ships import CLOSED, SHEETS
from bot.engine.system import CHARACTER, System
from bot.systems.seeing import known_then, named_by_all, shows, ways_gone
from bot.systems.ships import HIDDEN


def have_secrets(transaction: Transaction) -> bool:
    """Whether sides don't know all of each other: then nobody comes to one that others play without the referee's yes,
    wherever that talks.
    """
    settings = transaction.campaign.settings
    return settings.get(FOG) == ON or settings.get(SHEETS) == CLOSED


@asynccontextmanager
async def parts_kept(transaction: Transaction) -> AsyncIterator[None]:
    """Have the referee asked where a player comes to another side by what they write in this block, or one of their own
    does, as long as sides have secrets, or to one that has a place of its own: they would be a spy there, and whoever
    has people of two sides plays none. Where no fog lies, nobody is asked about any other side that nobody else has
    anything of.
    """
    fog, secrets = lies_fog(transaction), have_secrets(transaction)
    places = {} if transaction.referee else await threads_of(transaction.connection, transaction.campaign.id)
    if transaction.referee or not (secrets or places):
        yield
        return
    own = str(transaction.actor.id)
    before = (await parts_played(transaction)).get(own)
    were = {row.id: row.side for row in await transaction.all_units() if str(row.owner_id) == own}
    yield
    now, rows = (await parts_played(transaction)).get(own), await transaction.all_units()
    others = {row.side for row in rows if HIDDEN not in row.marks and str(row.owner_id) != own}
    usual = before.side if before else ""
    come = {row.side for row in rows if str(row.owner_id) == own and row.side not in {"", were.get(row.id, usual)}}
    plays = now.side if now is not None and now != before else ""
    if any(fog or side in places or (secrets and side in others) for side in {plays, *come} - {""}):
        what = "which side you play" if plays else "whose side your own are on"
        transaction.ask(f"This changes {what}, and so what you may know: it needs the referee's yes.")


async def keep_known(
    transaction: Transaction, system: System, was: Game, marks: Marks | None, reveals: Reveal | None = None
) -> None:
    """Note what each side knows now that an order has been carried out, which left these `marks` on the deck, and what
    it `reveals` to one.
    """
    if system.kind != CHARACTER or not (was.fog or transaction.campaign.settings.get(FOG) == ON):
        return
    now = await game_of(transaction, system)
    if now is was and reveals is None:
        return
    if not now.fog or transaction.deck is None:
        await transaction.keep_sights("", {})
        return
    before = await knowledge(transaction, now.board.plan)
    known = known_then(system, before, now, ways_gone(was, now, marks))
    if reveals is not None:
        known = named_by_all(now, {**known, reveals.side: _revealed(system, known[reveals.side], now, reveals)})
    dumped = {side: dump_knowledge(each) for side, each in known.items()}
    await transaction.keep_sights(transaction.deck.sha256, dumped)


def _revealed(system: System, known: Knowledge, now: Game, reveals: Reveal) -> Knowledge:
    """What a side knows once it was shown something."""
    stand = {name: replace(now.board.people[name], began=None) for name in reveals.people if name in now.board.people}
    # Who rides stands nowhere themselves.
    people = {now.units[name].id: (stand.get(name), shows(system, now.units[name])) for name in reveals.people}
    told = [now.units[name].id for name in reveals.names]
    return introduced(shown(known, now.board, reveals.squares, people), told)


async def knowledge(transaction: Transaction, plan: Plan) -> dict[str, Knowledge]:
    """What each side knows of the deck that is up, which has that plan, and all of them in common; what they have seen
    of another deck is over, but for whom they have met.
    """
    sha256 = transaction.deck.sha256 if transaction.deck else ""
    sights = await transaction.sights()
    return {
        side: load_knowledge(plan, each.known)
        if each.sha256 == sha256
        else replace(nothing_known(plan), met=load_met(each.known))
        for side, each in sights.items()
    }
