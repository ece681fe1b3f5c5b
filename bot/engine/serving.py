"""What an order adds to people's service, by what it reports: its attacks, and the wounds that it leaves."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from bot.engine.service import Onset, Service, Serving
from bot.engine.steps import Orders, Within, report_within


def attacks_in(found: Any, serving: Serving, orders: Orders) -> Iterator[Onset]:
    """All attacks of which what was reported tells, those of orders within it too."""
    if (read := serving.attacks.get(type(found))) is not None:
        yield from read(found)
    elif isinstance(found, Within) and not found.instead:
        yield from attacks_in(report_within(orders, found), serving, orders)
    elif is_dataclass(found):
        for each in fields(found):
            yield from attacks_in(getattr(found, each.name), serving, orders)
    elif isinstance(found, (tuple, list)):
        before = ""
        for one in found:
            told = [
                replace(each, by=before) if each.follows and not each.by else each
                for each in attacks_in(one, serving, orders)
            ]
            before = told[-1].by if told else ""
            yield from told


def served(
    attacks: Sequence[Onset], serving: Serving, before: Callable[[str], Any], after: Mapping[str, Any]
) -> dict[str, Service]:
    """What an order with these attacks adds to whose figures, by name: of everybody who fought in it, or was wounded.
    `before` it each has a sheet, None for whoever wasn't there; `after` it are those that it has changed.

    Whoever was down before falls to nobody, and whoever falls to the first hit after which they were down; what
    somebody does to themselves is nothing to their credit.
    """
    found: dict[str, Service] = {}
    sheets = {name: before(name) for name in (*after, *(each.name for attack in attacks for each in attack.hit))}
    sheets = {name: sheet for name, sheet in sheets.items() if sheet is not None}
    fallen = {name for name, sheet in sheets.items() if serving.down(sheet)}
    for attack in attacks:
        hit = {each.name for each in attack.hit}
        fell = {each.name for each in attack.hit if each.down} - fallen
        fallen |= fell
        doer = found.setdefault(attack.by, Counter())
        doer.update(shots=attack.shots, blows=attack.blows)
        doer.update(hits=len(hit - {attack.by}), felled=len(fell - {attack.by}))
        for name in (*attack.at, *hit):
            found.setdefault(name, Counter())
    for name in sheets.keys() & after.keys():
        if (more := serving.wounds(after[name]) - serving.wounds(sheets[name])) > 0:
            found.setdefault(name, Counter()).update(wounds=more)
    found.pop("", None)
    return found
