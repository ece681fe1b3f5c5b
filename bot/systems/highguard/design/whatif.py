"""What a change of a design would do: the figures and limits that differ."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from bot.systems.highguard.design.bill import Bill
from bot.systems.highguard.design.entries import Number, in_tons, plain
from bot.systems.highguard.design.tables import MCR


@dataclass(frozen=True, slots=True)
class Change:
    """One figure before and after, as text."""

    what: str
    before: str
    after: str


def what_if(before: Bill, after: Bill) -> tuple[Change, ...]:
    """All that differs between two bills: totals first, then parts, then limits that were mended or broken."""
    return (*_totals(before, after), *_parts(before, after), *_limits(before, after))


def _totals(before: Bill, after: Bill) -> Iterator[Change]:
    for what, old, new in (
        ("price in MCr", before.price / MCR, after.price / MCR),
        ("tons spare", before.spare, after.spare),
        ("EP made", before.ep, after.ep),
        ("EP used", before.ep_used, after.ep_used),
        ("agility", before.agility, after.agility),
        ("emergency agility", before.emergency_agility, after.emergency_agility),
        ("crew", before.crew, after.crew),
    ):
        if old != new:
            yield Change(what, plain(old), plain(new))
    if before.usp != after.usp:
        yield Change("profile", str(before.usp or "none"), str(after.usp or "none"))


def _parts(before: Bill, after: Bill) -> Iterator[Change]:
    for part in dict.fromkeys(line.part for line in (*before.lines, *after.lines)):
        old, new = _told(before, part), _told(after, part)
        if old != new:
            yield Change(part, old, new)


def _told(bill: Bill, part: str) -> str:
    total = bill.part(part)
    if not any(line.part == part for line in bill.lines):
        return "none"
    ep = f", {plain(total.ep)} EP" if total.ep else ""
    return f"{in_tons(total.tons)}, MCr{_millions(total.price)}{ep}"


def _millions(price: Number) -> str:
    return plain(Fraction(price) / MCR)


def _limits(before: Bill, after: Bill) -> Iterator[Change]:
    old, new = ({f"{fault.text} ({fault.rule})" for fault in bill.faults} for bill in (before, after))
    yield from (Change("limit", text, "mended") for text in sorted(old - new))
    yield from (Change("limit", "kept", text) for text in sorted(new - old))
