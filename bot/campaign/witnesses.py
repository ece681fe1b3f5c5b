"""What each side of a campaign is told of an order, where sides know only what they have seen."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import select

from bot.campaign.casting import CastParts
from bot.campaign.deciding import Decided
from bot.campaign.game import game_of
from bot.campaign.gate import callings, known_by_all, lies_fog, reader_of, tells_sheets
from bot.campaign.naming import Callings
from bot.campaign.posts import threads_of
from bot.campaign.recording import Place
from bot.campaign.rows import ENTRY, EVERYBODY, REFEREES, Recorded, StoredUnit, audience_of, side_of
from bot.campaign.transaction import Transaction
from bot.deck.board import Standing
from bot.deck.view import Marks
from bot.engine.cards import Card, For, Spoken
from bot.engine.order import Telling
from bot.engine.scene import Game, Reader
from bot.engine.steps import Within, anew_within
from bot.engine.system import CHARACTER, SHIP, Order, System
from bot.engine.telling import Report
from bot.systems.retelling import as_it_shows, left_to, names_any, of_others, step_of, with_own_orders
from bot.systems.seeing import ALL
from bot.systems.ships import HIDDEN, NOTED
from bot.systems.stepping import Asks, StepDone, asked_line
from bot.systems.witnessing import COMES, Happened, Insight, witnessed

L = TypeVar("L")

# What is told instead of what hangs on somebody unseen.
OTHERS_FIRST = "Others have something to do first: /table due tells what you owe."


@dataclass(frozen=True, slots=True)
class Apart:
    """What an order is told as: the card of those who may read its entry, what it `lacks` of the whole, for the
    referees alone, and what everybody else has `seen` of it, by side; under "" what all have. Where pictures and log
    tell less as well, `telling` is all that is told.
    """

    card: Card
    lacks: tuple[str, ...] = ()
    seen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    telling: Telling[Marks] | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """Who reads an order: those of a `side` alone, None for everybody; who acted, its `doers`; and whether it was
    given `elsewhere` than in the campaign's own channel.

    What it tells may be worked out of what its reader knows, who `reads_all` of it then. One that is `of_steps` is
    several orders, of whomever, and told so also where nobody acted in it.
    """

    side: str | None
    doers: Collection[str]
    elsewhere: bool
    reads_all: bool
    of_steps: bool = False


async def heard_by(transaction: Transaction, cast: CastParts | None = None, kind: str = CHARACTER) -> str | None:
    """The side that alone may read of an order: that whose people do it, "" for none, where whoever gives it reads it
    alone; None where everybody may. Fog lies over decks alone: what ships do, and careers, is open.
    """
    if not lies_fog(transaction) or kind != CHARACTER:
        return None
    reader = await reader_of(transaction)
    doing = next(iter((cast or {}).values()), ()) if reader.everything else ()
    sides = {part.unit.side for part in doing} or {reader.side}
    return min(sides) if len(sides) == 1 else ""


def of_battle(order: Order, decided: Decided) -> bool:
    """Whether an order is about a battle that is fought: what ships at rest take on, or have mended, shows nobody."""
    return order.battle and (decided.outcome.ledger is not None or decided.outcome.fleets is not None)


async def hushed(transaction: Transaction, order: Order, decided: Decided, before: Sequence[StoredUnit]) -> Decided:
    """An order as it has been carried out; where what it tells names a ship of which the referee alone knows, or knew
    `before`, and nobody else learns of it now, it is for them alone as well.
    """
    if not (transaction.conceals and transaction.referee) or of_battle(order, decided) or decided.outcome.sealed:
        return decided
    ships, card = await transaction.units(SHIP), decided.telling.card
    left = {row.id for row in ships}
    hidden = [row.name for row in (*ships, *(row for row in before if row.id not in left)) if HIDDEN in row.marks]
    # Of many the card names some, and counts the others.
    told = "\n".join((*_said(card), *card.working, *decided.outcome.after, *decided.outcome.units))
    if not names_any(hidden, f"{told}\n{decided.outcome.result!r}", [row.name for row in ships]):
        return decided
    telling = replace(decided.telling, card=replace(card, title=NOTED, lines=(card.title, *card.lines)))
    return replace(decided, outcome=replace(decided.outcome, sealed=True), telling=telling)


async def told_apart(
    transaction: Transaction,
    system: System,
    order: Order,
    decided: Decided,
    before: Mapping[str, Insight],
    was: Game,
    heard: Heard,
) -> Apart:
    """What an order is told as that has been kept, to those who have `heard` it and to all others.

    `before` is what each side knew, and `was` the game before it.
    """
    if of_battle(order, decided) and tells_sheets(transaction, system) and not decided.outcome.sealed:
        return _closed(system, order, decided, await transaction.sides())
    side, card = heard.side, decided.telling.card
    if not order.open and (await reader_of(transaction)).everything:
        card = _unspoken(card)
    called, told = await callings(transaction, Reader(side=ALL)), _told_to_all(order, decided)
    besides = partial(_besides, order, decided, called, elsewhere=heard.elsewhere)
    if not before:
        return Apart(card, (), {} if side is None else dict(besides(told)))
    after, games = await known_by_all(transaction, system), (was, await game_of(transaction, system))
    ids = {unit.name: unit.id for game in games for unit in game.units.values()}
    happened = Happened(decided.outcome.marks or Marks(), ids, *map(_stood, games))
    changed = bool(decided.outcome.changes)
    eyes = {each: _Eyes.of(before[each], now, ids) for each, now in after.items() if each in before}
    seen = {each: witnessed(system, before[each], after[each], happened) for each in eyes if changed}
    asks, bare = _asked(decided.outcome.result, card)
    seen |= {each: eyes[each].from_without(order, bare, lines, heard) for each, lines in seen.items() if each != side}
    naming = tuple(line for line in told if names_any(ids, line))
    others = [line for line in told if line not in naming]
    asked = [(each, own.asked(asks)) for each, own in eyes.items() if changed and each != side]
    seen = _added(seen, (*((each, own.told(naming)) for each, own in eyes.items()), *besides(others), *asked))
    if side in eyes and side and not heard.reads_all:
        # What counted in an explosion tells whom it has reached, also out of sight.
        bare = replace(bare, working=()) if happened.marks.centres else bare
        card, lacks = eyes[side].read(order, bare, seen.pop(side, ()), heard.doers, asks, changed=changed)
    else:
        # What is worked out of what a side knows may hold what it has typed, with people's own names.
        card = (called if side is None else await callings(transaction)).card(card)
        lacks = () if card == decided.telling.card else _said(decided.telling.card)
    return Apart(card, lacks, {each: lines for each, lines in seen.items() if lines})


def _unspoken(card: Card) -> Card:
    """A card of the referee's, who knows all: the names in their own words are those of whom they mean."""

    def plain(line: L) -> L | str:
        return str(line) if isinstance(line, Spoken) else line

    working = tuple(map(plain, card.working))
    return replace(card, title=plain(card.title), lines=tuple(map(plain, card.lines)), working=working)


def _stood(game: Game) -> dict[str, Standing]:
    """Where everybody stood, nobody where no deck was up."""
    return dict(game.board.people) if game.board is not None else {}


def _asked(result: Any, card: Card) -> tuple[tuple[Asks, ...], Card]:
    """What is asked after a step, and its card without: that stands below whichever order of it came last, and each
    side is told of its own people what they are asked, whoever has acted.
    """
    asks = result.asks if isinstance(result, StepDone) else ()
    lines = [*map(asked_line, asks)]
    return asks, replace(card, lines=tuple(line for line in card.lines if line not in lines)) if asks else card


def _added(
    seen: Mapping[str, tuple[str, ...]], more: Iterable[tuple[str, tuple[str, ...]]]
) -> dict[str, tuple[str, ...]]:
    """What each side has seen, with what it is told besides and hasn't seen; several deeds may have the same line."""
    all_of_it = dict(seen)
    for side, lines in more:
        before = all_of_it.get(side, ())
        all_of_it[side] = (*before, *dict.fromkeys(line for line in lines if line not in before))
    return all_of_it


def _closed(system: System, order: Order, decided: Decided, sides: Collection[str]) -> Apart:
    """What an order in a battle is told as where ships' sheets are closed: what shows of it to all, and to each side
    what it knows besides.
    """
    report = order.report(decided.outcome)

    def told(side: str) -> Telling[Marks]:
        known = system.ships.as_known(report, side)
        return order.tell(replace(known, found=_known_within(system, known, side)), decided.throws)

    public = told(ALL)
    shows = {*_said(public.card)}
    own = {side: tuple(line for line in _said(told(side).card) if line not in shows) for side in {*sides} - {ALL}}
    lacks = tuple(line for line in (*_said(decided.telling.card), *decided.telling.card.working) if line not in shows)
    return Apart(public.card, lacks, {side: lines for side, lines in own.items() if lines}, public)


def _known_within(system: System, told: Report[Any, Marks], side: str) -> Any:
    """What an order in a battle came to as a side knows it, with that of the orders that were carried out within it."""
    parts: tuple[Within, ...] = getattr(told.found, "parts", ())

    def known(found: Any) -> Any:
        return _known_within(system, system.ships.as_known(replace(told, found=found), side), side)

    orders = {part.verb: system.order(part.verb) for part in parts}
    return replace(told.found, parts=tuple(anew_within(orders, part, known) for part in parts)) if parts else told.found


def _told_to_all(order: Order, decided: Decided) -> tuple[str, ...]:
    """What all sides are told of an order, each as far as it knows those who are named."""
    found = (decided.outcome.result, *decided.outcome.others)
    return tuple(line for each in found for line in (*order.tells_all(each), *order.tells_within(each)))


def _besides(
    order: Order, decided: Decided, called: Callings, told: Sequence[str], *, elsewhere: bool
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What sides are told of an order without having seen anything of it; all of them by the names that they have in
    common.
    """
    reveals = decided.outcome.reveals
    if told:
        yield ALL, (*map(called.told, told),)
    if order.open and elsewhere:
        yield ALL, _said(called.card(decided.telling.card))
    if reveals is not None and reveals.what:
        yield reveals.side, (f"The referee shows you {reveals.what}",)


def _said(card: Card) -> tuple[str, ...]:
    """What a card says, line by line, without the orders that it offers."""
    return (card.title, *(line for line in card.lines if isinstance(line, str)))


@dataclass(frozen=True, slots=True)
class _Eyes:
    """Who reads of an order as a side: the names of its `own` people and of all `others`, of whom some are `hidden`
    from it, and what it calls those whom it sees.
    """

    own: Collection[str]
    others: Collection[str]
    hidden: Collection[str]
    called: Mapping[str, str]

    @classmethod
    def of(cls, was: Insight, now: Insight, ids: Mapping[str, int]) -> "_Eyes":
        """Those of a side, by what it knows before an order and after it."""
        own = {name for name, number in ids.items() if now.own(number) or was.own(number)}
        others, present = {*ids} - own, {*was.present, *now.present}
        hidden = {name for name in others if ids[name] not in present}
        called = {name: (now.units.get(ids[name]) or was.units[ids[name]]).name for name in others - hidden}
        return cls(own, others, hidden, called)

    def read(
        self,
        order: Order,
        card: Card,
        seen: tuple[str, ...],
        doers: Collection[str],
        asks: Sequence[Asks] = (),
        *,
        changed: bool,
    ) -> tuple[Card, tuple[str, ...]]:
        """The card of an order that the side gave, and what it lacks: all of it where its own people alone act, but
        what names somebody whom it doesn't see, or tells more of how others are than shows. What they are asked
        afterwards closes it.
        """
        asked = self.asked(asks)
        if doers and {*doers} <= {*self.own}:
            told, lacks = self._of_own(replace(card, lines=(*card.lines, *asked)), seen)
        else:
            told = self._of_step(order, card, seen)
            told = replace(told, lines=(*told.lines, *asked))
            if not told.lines and not changed:
                return Card("Nothing is done", (OTHERS_FIRST,)), ()
            kept = {*told.lines, *told.working}
            lines = (*card.lines, *card.working)
            lacks = tuple(line for line in lines if isinstance(line, str) and line not in kept)
        comes = (line for line in seen if COMES in line and line not in told.lines)
        return replace(told, lines=(*told.lines, *comes)), lacks

    def from_without(self, order: Order, card: Card, seen: tuple[str, ...], heard: Heard) -> tuple[str, ...]:
        """What the side has `seen` of an order that it didn't give, with all that it may read of what its own people
        did in it: of one that is for people of several sides, as if it had given it.
        """
        if heard.side == "" and (heard.doers or heard.of_steps):
            return tuple(line for line in self._of_step(order, card, seen).lines if isinstance(line, str))
        return self._with_own_lines(card, self._with_own_orders(card, seen))

    def told(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some lines that name nobody whom the side doesn't see, by the names that it has for them."""
        called = {**self.called, **{name: name for name in self.own}}
        return tuple(line for line in left_to(Card("", lines), self.hidden, called)[0].lines if isinstance(line, str))

    def asked(self, asks: Sequence[Asks]) -> tuple[str, ...]:
        """What the side's own people are asked, each with them alone."""
        own = (replace(each, owes=tuple(name for name in each.owes if name in self.own)) for each in asks)
        return self.told(tuple(asked_line(each) for each in own if each.owes))

    def _of_step(self, order: Order, card: Card, seen: tuple[str, ...]) -> Card:
        title = order.called or f"/{order.verb}"
        told = step_of(card, title, self.own, self.others, self._with_own_orders(card, seen))
        return replace(told, lines=self._with_own_lines(card, told.lines))

    def _with_own_lines(self, card: Card, lines: tuple[L, ...]) -> tuple[L | str, ...]:
        """Lines that the side reads of a card, with those that are for its own people, whomever these name."""
        own = [line for line in card.lines if isinstance(line, For) and line.who in self.own]
        told = (next(iter(self.told((line,))), f"{line.who} couldn't do what was written down") for line in own)
        return (*lines, *(line for line in told if line not in lines))

    def _with_own_orders(self, card: Card, seen: tuple[str, ...]) -> tuple[str, ...]:
        return with_own_orders(card, self.own, self.others, seen, lambda each: self._of_own(each, seen)[0])

    def _of_own(self, card: Card, seen: tuple[str, ...]) -> tuple[Card, tuple[str, ...]]:
        """The card of what its own people alone do, as it reads that, and what it lacks."""
        card, thrown = of_others(card, self.others, seen)
        card, kept_back = as_it_shows(card, self.called, seen)
        left, lacks = left_to(card, self.hidden, {**self.called, **{name: name for name in self.own}})
        said = "\n".join(_said(left))
        whose = (f"{other} is {name}" for name, other in self.called.items() if other != name and other in said)
        return left, (*thrown, *kept_back, *lacks, *whose)


async def told_others(transaction: Transaction, place: Place, entry: Recorded, apart: Apart) -> Recorded:
    """An order that has just been recorded, with what others are told of it; a referee who gave it reads all of it."""
    seen = await record_seen(transaction, place, apart)
    if apart.lacks and transaction.referee and entry.telling:
        entry = replace(entry, whole=replace(entry.telling.card, footer=entry.card.footer))
    return replace(entry, seen=seen)


async def record_seen(transaction: Transaction, place: Place, apart: Apart) -> tuple[Recorded, ...]:
    """Write what others are told of the order that has just been recorded: an entry for each who learns something; what
    is returned is still to be posted.
    """
    found = []
    if apart.lacks:
        await transaction.note_seen(Card("What nobody else is told", apart.lacks), REFEREES, place)
    threads = await threads_of(transaction.connection, transaction.campaign.id) if apart.seen else {}
    for side, lines in sorted(apart.seen.items(), reverse=True):
        where = threads.get(side) if side != ALL else transaction.campaign.channel_id
        audience = audience_of(side) if side != ALL else EVERYBODY
        title = f"What {side} see" if side != ALL else "What everybody sees"
        there = replace(place, channel_id=where or place.channel_id)
        entry = await transaction.note_seen(Card(title, lines), audience, there, posted=where is None)
        found += [entry] if where is not None else []
    return tuple(found)


async def record_moved(
    transaction: Transaction, place: Place, entry: Recorded, chain: str, orders: Sequence[Recorded], does: str
) -> tuple[Recorded, ...]:
    """Tell that some orders of a chain were taken back, or done again, by an entry: those who may read them by their
    titles, and the other audiences that were told something of them, that it was done to an order; nobody else learns
    of it.
    """
    if not lies_fog(transaction):
        return ()
    here = (ENTRY.c.campaign_id == transaction.campaign.id) & (ENTRY.c.chain == chain)
    told = {*(await transaction.connection.execute(select(ENTRY.c.audience).where(here))).scalars()} - {entry.audience}
    lines = {
        side: (f"An order of another side was {does}",) for side in await transaction.sides() if _reads(side, told)
    }
    if EVERYBODY in told:
        lines[ALL] = (f"An order was {does}",)
    own: dict[str, tuple[str, ...]] = {}
    for order in orders:
        side = side_of(order.audience)
        if side or order.audience == EVERYBODY:
            own[side or ALL] = (*own.get(side or ALL, ()), f"“{order.card.title}” was {does}")
    return await record_seen(transaction, place, Apart(Card(""), (), lines | own))


def _reads(side: str, audiences: Collection[str]) -> bool:
    return (EVERYBODY if side == ALL else audience_of(side)) in audiences
