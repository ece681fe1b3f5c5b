"""What a card of an order tells whoever may not know all of it: without those whom they don't see, and of others what
shows. What is left out is told line by line, for the referees.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress

from bot.engine.cards import Card, Of, Spoken, Suggestion, Tone
from bot.engine.several import HEADING
from bot.systems.strangers import as_called, naming

# Who is told of somebody whom one doesn't see, and what a line has that tells who attacks whom.
NOBODY, ATTACKS = "somebody unseen", " attacks "
# What a line has that tells what came of a throw, and how such a line begins that says only what it was for.
_CAME, _FOR = " → ", re.compile(r"[A-Z][a-z]+(?: [a-z]+)*: ")
# What a line has that tells what was thrown.
_THROWN = re.compile(r"\d\+\d|\d = ")


def as_it_shows(card: Card, others: Mapping[str, str], seen: Sequence[str]) -> tuple[Card, tuple[str, ...]]:
    """A card that tells of `others`, who are each called something by its reader, how they are only what is `seen` of
    it, and the lines that it lacks for that.
    """

    def told(line: str | Suggestion) -> tuple[str | Suggestion, ...]:
        start = next((name for name in others if isinstance(line, str) and line.startswith(f"{name}: ")), None)
        return (line,) if start is None else tuple(each for each in seen if each.startswith(f"{others[start]}: "))

    lines = list[str | Suggestion]()
    for each in (each for line in card.lines for each in told(line)):
        if each not in lines:
            lines.append(each)
    lacks = (line for line in card.lines if isinstance(line, str) and line not in lines)
    return replace(card, lines=tuple(lines)), tuple(lacks)


def left_to(card: Card, hidden: Collection[str], called: Mapping[str, str]) -> tuple[Card, tuple[str, ...]]:
    """A card without what tells of those who are `hidden` from whoever reads it, and the lines that it lacks; all
    others are named as the reader has `called` them. Nor does its tint tell whether it went ill with anybody.
    """
    kept = _names_none_of(hidden, called)
    lines, lacks = _without(card.lines, hidden, called)
    # What was thrown for somebody hidden stands below their line without their name, and so may what it hung on.
    labels = {line.partition(":")[0] for line in lacks if not isinstance(line, Of)}
    told = [kept(line) and (isinstance(line, Of) or line.partition(":")[0] not in labels) for line in card.working]
    left = replace(
        card,
        title=_unnamed(card.title, hidden, called),
        lines=lines,
        working=tuple(compress(card.working, told)),
        tone=Tone.PLAIN,
        footer=card.footer if kept(card.footer) else "",
        next=tuple(filter(kept, card.next)),
        waits=tuple(filter(kept, card.waits)),
    )
    return as_called(left, called), (
        *lacks,
        *(line for line, is_told in zip(card.working, told, strict=True) if not is_told),
    )


def _without(
    lines: Sequence[str | Suggestion], hidden: Collection[str], others: Collection[str]
) -> tuple[tuple[str | Suggestion, ...], tuple[str, ...]]:
    """Lines without those that name somebody hidden, and without what came of their throws below these; and what was
    left out, of which an order that it offers is nothing to be told.
    """
    kept, lacks, theirs = list[str | Suggestion](), list[str](), False
    for line in lines:
        follows = theirs and isinstance(line, str) and _follows(line) and not names_any(others, _tells(line), hidden)
        theirs = names_any(hidden, _tells(line), others) or follows
        if not theirs:
            kept.append(line)
        elif isinstance(line, str):
            lacks.append(line)
    return tuple(kept), tuple(lacks)


def _follows(line: str) -> bool:
    """Whether a line tells what came of the throws of the one above it: it begins with what was thrown for."""
    return _CAME in line and _FOR.match(line) is not None


def _unnamed(title: str, hidden: Collection[str], others: Collection[str]) -> str:
    """A title without those who are hidden; where it names nobody else, with somebody unseen."""
    if not names_any(hidden, _tells(title), others):
        return title
    names = naming(hidden).pattern
    # Of three or more the last but one comes to be the last.
    title = re.sub(rf", ([^,]+?) and {names}", r" and \1", title, flags=re.IGNORECASE)
    for beside in (rf"(?:, | and ){names}", rf"{names}(?:, | and )"):
        title = re.sub(beside, "", title, flags=re.IGNORECASE)
    return NOBODY.join(naming(hidden).split(title))


def of_others(card: Card, others: Collection[str], seen: Sequence[str]) -> tuple[Card, tuple[str, ...]]:
    """A card in which attacks of `others` tell what is `seen` of them: neither what was thrown nor what counted, for
    that tells how well somebody fires; and the lines that it lacks. Such an attack begins with a line that names one of
    them and ends in a colon.
    """
    names, theirs, lines, lacks = naming(others), False, list[str | Suggestion](), list[str]()
    attacks = [line for line in seen if ATTACKS in line]
    for line in card.lines:
        said = _words(line)
        if said.startswith("— ") or said.endswith(":"):
            theirs = bool(others) and said.endswith(":") and names.search(said) is not None
        if not (theirs and isinstance(line, str) and (said.endswith(":") or _THROWN.search(line))):
            lines.append(line)
            continue
        lacks.append(line)
        lines += attacks
        attacks = []
    targets = {re.split(r"[,:]", line)[0] for line in lacks}
    working = {line: line.split(":")[0] in targets for line in card.working}
    left = tuple(line for line in card.working if not working[line])
    lacks += [line for line in card.working if working[line]]
    return replace(card, lines=tuple(lines), working=left), tuple(lacks)


def step_of(card: Card, title: str, own: Collection[str], others: Collection[str], seen: Collection[str]) -> Card:
    """What a side reads of a step in which more than its own act: what is `seen` of it, and the lines of its `own`
    people alone, but for those of what `others` do; how many lines it has tells nothing of others.
    """
    kept, names_own = _names_none_of(others, own), _names_none_of(own, others)

    def of_own(line: str | Suggestion) -> bool:
        return kept(line) and not names_own(line)

    alone = (
        line
        for heading, under in _orders(card.lines)
        if not _doer(heading, own, others) and _first_named(heading, own, others) not in others
        for line in (heading, *under)
        if isinstance(line, str) and of_own(line)
    )
    lines = (*seen, *dict.fromkeys(line for line in alone if line not in seen))
    nexts, waits = tuple(filter(of_own, card.next)), tuple(filter(of_own, card.waits))
    return Card(title, tuple(lines), tuple(filter(of_own, card.working)), next=nexts, waits=waits)


def with_own_orders(
    card: Card, own: Collection[str], others: Collection[str], seen: Collection[str], as_own: Callable[[Card], Card]
) -> tuple[str, ...]:
    """What a side has `seen` of a step, with the orders in it that one of its `own` people carries out, as `as_own`
    tells each, instead of what it has seen of their attacks.
    """
    told, does = list[str](), set[str]()
    for heading, under in _orders(card.lines):
        if who := _doer(heading, own, others):
            order = as_own(Card(heading.removeprefix(HEADING), under))
            told += (f"{HEADING}{order.title}", *(line for line in order.lines if isinstance(line, str)))
            does.add(who)
    return (*(line for line in seen if line.partition(ATTACKS)[0] not in does or ATTACKS not in line), *told)


def _orders(lines: Sequence[str | Suggestion]) -> Iterator[tuple[str, tuple[str | Suggestion, ...]]]:
    """The orders of which a card tells one below the other, by their headings; what stands above all is under none."""
    heading, under = "", list[str | Suggestion]()
    for line in lines:
        if isinstance(line, str) and line.startswith(HEADING):
            yield heading, tuple(under)
            heading, under = line, []
        else:
            under.append(line)
    yield heading, tuple(under)


def _doer(heading: str, own: Collection[str], others: Collection[str]) -> str:
    """Which of a side's own people alone does what the heading of an order tells; "" for none of them."""
    said = heading.removeprefix(HEADING)
    names = sorted((*own, *others), key=len, reverse=True)
    does = next((name for name in names if re.match(rf"{re.escape(name)} (?!and )[a-z]", said)), "")
    return does if does in own else ""


def _first_named(heading: str, own: Collection[str], others: Collection[str]) -> str:
    """Who is named first in the heading of an order that begins with somebody; "" where it doesn't."""
    said = heading.removeprefix(HEADING)
    return next((name for name in sorted((*own, *others), key=len, reverse=True) if said.startswith(name)), "")


def _words(line: str | Suggestion) -> str:
    return line if isinstance(line, str) else " ".join(map(str, (line.before, line.after, *line.fields.values())))


def _tells(line: str | Suggestion) -> str:
    """What a line says, with of whom it tells where that doesn't stand in it; nothing of anybody where somebody says it
    in their own words.
    """
    if isinstance(line, Spoken):
        return ""
    return f"{line.who}: {line}" if isinstance(line, Of) else _words(line)


def names_any(names: Collection[str], said: str, others: Collection[str] = ()) -> bool:
    """Whether a text names any of some; a name may be part of one of `others`."""
    keys = {name.casefold() for name in names}
    return bool(keys) and any(found[0].casefold() in keys for found in naming({*names, *others}).finditer(said))


def _names_none_of(names: Collection[str], others: Collection[str]) -> Callable[[str | Suggestion], bool]:
    return lambda line: not names_any(names, _tells(line), others)
