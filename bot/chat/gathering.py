"""The moves of a step in one message, which is edited as others move, with one picture: where a campaign is brief."""

import asyncio
from dataclasses import dataclass
from functools import reduce

from bot.campaign.deciding import load_report
from bot.campaign.journal import Earlier, before
from bot.campaign.rows import Recorded
from bot.campaign.settings import CHATTER, FULL
from bot.campaign.transaction import Transaction
from bot.chat.asking import asking, due_now
from bot.chat.together import Into, added
from bot.deck.view import Marks
from bot.engine.due import moment
from bot.engine.system import System
from bot.systems.stepping import NEXT


@dataclass(frozen=True, slots=True)
class Gathered:
    """The message into which an answer goes, and what its picture shows then."""

    into: Into
    marks: Marks


async def gathered(transaction: Transaction, system: System, entry: Recorded) -> Gathered | None:
    """The message into which the answer to an order goes: that of a move just before it, or of the step in which it is
    made; None where it has one of its own.
    """
    order, marks = system.orders.get(entry.verb), entry.telling.marks if entry.telling else None
    if order is None or not order.gathers or marks is None or entry.sealed or entry.brought:
        return None
    if transaction.campaign.settings.get(CHATTER) == FULL:
        return None
    due = await due_now(transaction, system)
    if not moment(due) or asking(due):
        return None
    run = await before(transaction, entry.id)
    if not run or not all(_gathers(system, each.answer.recorded) for each in run):
        return None
    stored = [(each.answer.recorded.verb, each.report) for each in reversed(run) if each.report]

    def shown() -> Marks:
        reports = (load_report(system.order(verb), report) for verb, report in stored)
        return reduce(Marks.and_then, [*(each.marks for each in reports if each.marks), marks])

    return Gathered(added([Earlier(each.answer) for each in reversed(run)], entry), await asyncio.to_thread(shown))


def _gathers(system: System, entry: Recorded) -> bool:
    """Whether the message of an entry may tell of moves besides."""
    order = system.orders.get(entry.verb)
    return order is not None and not entry.sealed and (order.gathers or order.verb == NEXT)
