"""The reports of orders as they are stored: JSON there and back."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from bot.deck.view import Marks
from bot.engine.dice import Throw
from bot.engine.order import Order
from bot.engine.packing import PACKED, pack, unpack
from bot.engine.scene import Outcome
from bot.engine.telling import ANYBODY, Report, Telling

# What is longer is packed: the log of a large battle.
_LONGEST = 20_000


@cache
def _adapter(found: Any) -> TypeAdapter[Report[Any, Marks]]:
    return TypeAdapter(Report[found, Marks])


def dump_report(order: Order, report: Report[Any, Marks]) -> str:
    """A report of an order as text; what is as it is by default is left out."""
    text = _adapter(order.kind).dump_json(report, exclude_defaults=True).decode()
    return pack(text) if len(text) > _LONGEST else text


def load_report(order: Order, stored: str) -> Report[Any, Marks]:
    """The report that was stored; raises pydantic.ValidationError where the order reports otherwise by now."""
    return _adapter(order.kind).validate_json(unpack(stored) if stored.startswith(PACKED) else stored)


def reported(order: Order, outcome: Outcome, throws: Sequence[Throw]) -> tuple[str, Telling[Marks]]:
    """What an outcome is reported as, to be stored, and what is told of it."""
    report = order.report(outcome)
    return dump_report(order, report), order.tell(report, throws, ANYBODY)
