"""The one place from which answers read a campaign: it knows who asks, and hands out no more than they may know.

A referee may know everything, and so may all where no fog lies over a deck. Else a player knows their own side's
people, and of the others, and of the deck, what their side has seen; whoever plays no side knows what all sides see.
What carries orders out reads the truth, past this place: `bot.campaign.game` and the transaction's own rows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from bot.campaign.game import game_of, seen
from bot.campaign.naming import Callings, kind_named, meant, missed
from bot.campaign.posts import threads_of
from bot.campaign.recording import Place
from bot.campaign.rows import EVERYBODY, StoredSeen, StoredUnit, audience_of, kept_key
from bot.campaign.transaction import Transaction
from bot.deck.board import load_standing
from bot.deck.knowledge import as_known, load_knowledge, load_met, nothing_known
from bot.engine.errors import RuleError
from bot.engine.order import Need
from bot.engine.scene import FOG, ON, Game, Reader, Scene, Unit, Units
from bot.engine.seats import Membership
from bot.engine.ships import CLOSED, SHEETS
from bot.engine.system import CHARACTER, KINDS, SHIP, System
from bot.engine.typed import match
from bot.systems.players import parts
from bot.systems.seeing import ALL, as_it_stands, narrowed
from bot.systems.ships import HIDDEN
from bot.systems.strangers import SOMEBODY, are_contacts, contacts
from bot.systems.withholding import withheld_from
from bot.systems.witnessing import Insight


def lies_fog(transaction: Transaction) -> bool:
    """Whether sides know only what they have seen."""
    return transaction.campaign.settings.get(FOG) == ON and transaction.deck is not None


async def reader_of(transaction: Transaction) -> Reader:
    """What whoever gives the command may know."""
    if transaction.eyes is not None:
        return transaction.eyes
    if transaction.referee or not lies_fog(transaction):
        return Reader(everything=True)
    return await _part_of(transaction)


def are_closed(transaction: Transaction) -> bool:
    """Whether the actor reads of ships of other sides no more than shows of them, fog or none."""
    closed = transaction.campaign.settings.get(SHEETS) == CLOSED
    return closed and (not transaction.referee or transaction.eyes is not None)


def tells_sheets(transaction: Transaction, system: System) -> bool:
    """Whether orders by these rules tell what stands on ships' sheets, where these are closed to others."""
    return system.kind == SHIP and transaction.campaign.settings.get(SHEETS) == CLOSED


async def _part_of(transaction: Transaction) -> Reader:
    """The actor as one who plays a side, or none; a referee as the side whose eyes they look through."""
    if transaction.eyes is not None:
        return transaction.eyes
    part = (await parts_played(transaction)).get(str(transaction.actor.id))
    return Reader(side=part.side if part else ALL, by=str(transaction.actor.id))


async def parts_played(transaction: Transaction) -> Mapping[str, Membership]:
    """Which part everybody has in the campaign, by their numbers."""
    return parts(await transaction.memberships(), await seats(transaction))


async def check_plays(transaction: Transaction, units: Sequence[StoredUnit]) -> None:
    """Raise RuleError where somebody who plays no side would act with their own: they read what all sides know alone,
    and what comes of it is its side's to know.
    """
    reader = await reader_of(transaction)
    own = (unit for unit in units if unit.kind == CHARACTER and _is_own(reader, unit))
    if not reader.everything and reader.side == ALL and any(own):
        raise RuleError(
            "Whoever plays no side gives no orders as long as sides know only what they have seen: the referee says "
            "which one you play with /players set."
        )


async def look_as(transaction: Transaction, typed: str | None) -> None:
    """Let a referee read all that follows as a side reads it, None for as themselves; raises RuleError for anybody
    else, and where all know all.
    """
    if typed is None:
        return
    transaction.check(Need.REFEREE, "Looking as a side does")
    if not lies_fog(transaction):
        raise RuleError("All sides know all of it here: leave “as” out.")
    transaction.eyes = Reader(side=match(typed, sorted(await transaction.sides() - {""}), what="side"))


async def hides(transaction: Transaction, place: Place) -> bool:
    """Whether what is told at a place is for whoever asks alone: where not everybody there may know what they may.

    In the thread of a side all are of that side; only what a referee is told there is more than they may know. While
    there is a hidden ship, a referee reads of that as well.
    """
    if transaction.referee and transaction.conceals:
        return True
    if not lies_fog(transaction):
        return False
    if transaction.referee:
        return True
    threads = await threads_of(transaction.connection, transaction.campaign.id)
    return threads.get((await reader_of(transaction)).side) != place.channel_id


def all_of(transaction: Transaction) -> Reader:
    """Everybody in a campaign's channel together: they may know what all sides know."""
    return Reader(everything=not lies_fog(transaction))


async def audiences(transaction: Transaction) -> set[str]:
    """The audiences of entries to which the actor belongs; a referee, who reads all, to those of players as well."""
    reader = await (_part_of if are_closed(transaction) else reader_of)(transaction)
    own = {EVERYBODY, *([] if transaction.eyes else [str(transaction.actor.id)])}
    return own | {audience_of(reader.side)} if reader.side else own


async def seats(transaction: Transaction) -> list[Unit]:
    """Whose every unit is, and of which side, without its sheet: who plays which side all may know, so that a hidden
    ship gives nobody a part.
    """
    rows = [row for row in await transaction.all_units() if HIDDEN not in row.marks]
    return [Unit(row.name, row.side, None, owner="" if row.owner_id is None else str(row.owner_id)) for row in rows]


async def rows_for(
    transaction: Transaction, kind: str = CHARACTER, *, present: bool = False, reader: Reader | None = None
) -> Sequence[StoredUnit]:
    """The characters, ships or careers of whom the actor, or another `reader`, may know, as they know them; of others
    than their own side's only who is `present`, where that is asked; of a hidden ship the referee alone, where nobody
    else is to read it.
    """
    alone = transaction.referee and transaction.eyes is None and reader is None
    # To another reader also a referee, or whose ship it is, tells no more than that one may read.
    closed = are_closed(transaction) if reader is None else transaction.campaign.settings.get(SHEETS) == CLOSED
    other, rows, reader = reader, await transaction.units(kind), reader or await reader_of(transaction)
    if kind == SHIP and not alone:
        rows = [row for row in rows if HIDDEN not in row.marks]
    if kind == SHIP and closed:
        of = other or await _part_of(transaction)
        return [row if _is_own(of, row) else replace(row, foreign=True) for row in rows]
    if reader.everything or kind != CHARACTER:
        return rows
    known = _met(rows, await _sights(transaction, reader), reader, present=present)
    return _called(known, await callings(transaction, reader), reader)


def _met(
    rows: Sequence[StoredUnit], stored: Mapping[str, Any], reader: Reader, *, present: bool = False
) -> list[StoredUnit]:
    """Those of whom a reader knows, as what is stored of it has them, by their own names."""
    met, found = stored.get("people", {}), list[StoredUnit]()
    for row in rows:
        sighting = met.get(str(row.id))
        if _is_own(reader, row):
            found.append(row)
        elif sighting and (sighting["present"] or not present):
            shows = sighting["shows"]
            found.append(
                replace(row, sheet=shows["sheet"], marks=shows["marks"], place=sighting["standing"], foreign=True)
            )
    return found


def _called(rows: Sequence[StoredUnit], called: Callings, reader: Reader) -> list[StoredUnit]:
    """The same under the names that the reader's side has for them, of strangers without whose they are, and after all
    whom it knows by name; what all know names nobody whom not all know.
    """
    named, strangers = list[StoredUnit](), dict[str, StoredUnit]()
    for row in rows:
        name = called.instead.get(row.name, row.name)
        if name == row.name:
            named.append(row)
        elif reader.side != ALL:
            strangers[name] = replace(row, name=name, key=kept_key(name, row.kind), owner_id=None)
    return [*named, *(strangers[name] for name in called.meant if name in strangers)]


async def callings(transaction: Transaction, reader: Reader | None = None, *, kind: str = CHARACTER) -> Callings:
    """How the actor's side, or that of another `reader`, calls people: the one place where names are put into its own,
    and its own are read. In orders of another `kind`, for ships and careers, all have their own names.
    """
    reader = reader or await reader_of(transaction)
    contacts_only = lies_fog(transaction) and are_contacts(transaction.campaign.settings)
    if kind != CHARACTER or reader.everything or not contacts_only:
        return Callings()
    kept = (await transaction.sights()).get(reader.side)
    return _callings(await transaction.units(), kept, reader)


def _callings(units: Sequence[StoredUnit], kept: StoredSeen | None, reader: Reader) -> Callings:
    """The same by what is stored of whom it has met. Whom not all know by name has none for all of them together."""
    met = load_met(kept.known) if kept is not None else {}
    own, everybody = {row.id for row in units if _is_own(reader, row)}, [row.name for row in units]
    if reader.side == ALL:
        unknown = [row.name for row in units if row.id not in own and not (row.id in met and met[row.id].named)]
        return Callings(dict.fromkeys(unknown, SOMEBODY), others=everybody)
    people = {row.id: row.name for row in units}
    names = contacts(people, own, met)
    return Callings(
        {people[number]: name for number, name in names.items() if not met[number].named},
        {name: people[number] for number, name in names.items()},
        everybody,
    )


async def all_rows_for(transaction: Transaction) -> list[StoredUnit]:
    """The same of every kind, one kind after the other."""
    await transaction.all_units()
    return [row for kind in KINDS for row in await rows_for(transaction, kind)]


def _is_own(reader: Reader, row: StoredUnit) -> bool:
    return (row.side == reader.side != ALL) or (row.owner_id is not None and str(row.owner_id) == reader.by)


async def row_for(
    transaction: Transaction,
    name: str,
    kind: str = CHARACTER,
    *,
    beside: Sequence[str] = (),
    present: bool = False,
) -> StoredUnit:
    """The character, ship or career that was meant, of those of whom the actor may know; RuleError as
    `Transaction.unit` has it.
    """
    units = await rows_for(transaction, kind, present=present)
    if not units and not (await reader_of(transaction)).everything and kind == CHARACTER:
        raise RuleError("You know of nobody here: whoever plays a side knows its people, see /players list.")
    try:
        return meant(units, (await callings(transaction)).name(name) if kind == CHARACTER else name, kind)
    except RuleError as problem:
        others = [unit for unit in await all_rows_for(transaction) if unit.kind != kind]
        raise missed(problem, name, kind, others, beside if units else ()) from problem


async def kind_for(transaction: Transaction, typed: str) -> str:
    """Whether a character or a ship is named, of those of whom the actor may know; see `finding.kind_named`."""
    return kind_named(await rows_for(transaction), await rows_for(transaction, SHIP), typed)


async def sides_for(transaction: Transaction) -> set[str]:
    """The sides of which the actor may know: of whom they know, and those that somebody plays."""
    known = {unit.side for unit in await all_rows_for(transaction)}
    if (await reader_of(transaction)).everything:
        return known - {""}
    played = (await parts_played(transaction)).values()
    return {*known, *(each.side for each in played)} - {""}


async def game_for(transaction: Transaction, system: System, reader: Reader | None = None) -> Game:
    """The game by these rules as far as the actor, or another `reader`, may know it; the very game where that is all of
    it.
    """
    reader = reader or await reader_of(transaction)
    if system.kind == SHIP:
        game, rows = await game_of(transaction, system), {row.name: row for row in await rows_for(transaction, SHIP)}
        if are_closed(transaction):
            units = Units(rows, lambda name: seen(system, rows[name], game.ledger))
        elif len(rows) == len(game.units):
            return game
        else:
            units = Units(rows, game.units.__getitem__)
        return replace(game, units=units, sides=tuple(dict.fromkeys(row.side for row in rows.values())))
    if reader.everything or system.kind != CHARACTER:
        return await game_of(transaction, system)
    return (await known_by(transaction, system, reader)).game


def withholding(transaction: Transaction, system: System, scene: Scene) -> Scene:
    """The scene that tells whose secrets are kept from the actor, who may be a referee that plays a side."""
    if not (system.staged and transaction.referee) or scene.game is None:
        return scene
    return replace(scene, withheld=cache(partial(withheld_from, system, scene.game, str(transaction.actor.id))))


async def ledger_for(transaction: Transaction, system: System) -> Any:
    """What these rules keep beside their units as far as the actor may know it, without a look at units where they may
    know all of it, as of battles.
    """
    if system.kind == CHARACTER and not (await reader_of(transaction)).everything:
        return (await game_for(transaction, system)).ledger
    return system.load_ledger(await transaction.ledger(system.kind))


async def known_by(transaction: Transaction, system: System, reader: Reader) -> Insight:
    """What somebody who may not know all knows of a game on a deck, as it stands."""
    game, units = await game_of(transaction, system), await transaction.units()
    called = await callings(transaction, reader)
    return _known(system, game, reader, units, await _sights(transaction, reader), called)


def _known(
    system: System,
    game: Game,
    reader: Reader,
    units: Sequence[StoredUnit],
    stored: Mapping[str, Any],
    called: Callings,
) -> Insight:
    """What a reader knows of a game, by what is stored of that, with everybody as they have `called` them."""
    met, plan = _met(units, stored, reader), game.board.plan
    rows = {row.name: row for row in _called(met, called, reader)}
    known = load_knowledge(plan, stored) if stored else nothing_known(plan)

    def as_read(name: str) -> Unit:
        unit = seen(system, rows[name])
        sheet = called.through(unit.sheet, system.renamed_on)
        return unit if sheet is unit.sheet else replace(unit, sheet=sheet)

    people = Units(rows, as_read)

    def read() -> Game:
        standing = {row.name: load_standing(row.place) for row in rows.values() if row.place is not None}
        own = frozenset(row.name for row in met if not row.foreign)
        sees = frozenset(row.name for row in met if row.foreign and known.people[row.id].present)
        sides = dict.fromkeys((*([reader.side] if reader.side else ()), *(row.side for row in rows.values())))

        def kept() -> Any:
            ledger = as_it_stands(system, game, narrowed(system, game.ledger, own, sees), known)
            return called.through(ledger, system.renamed)

        return Game(
            people,
            tuple(sides),
            game.settings,
            replace(as_known(known), people=standing),
            ended=game.ended,
            read_ledger=cache(kept),
            known=known,
        )

    return Insight(known, _ById(people, {row.id: row.name for row in rows.values()}), cache(read))


class _ById(Mapping[int, Unit]):
    """Units by their ids, each read where somebody looks."""

    def __init__(self, units: Units, names: Mapping[int, str]) -> None:
        self._units, self._names = units, names

    def __getitem__(self, number: int) -> Unit:
        return self._units[self._names[number]]

    def __iter__(self) -> Iterator[int]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


async def known_by_all(transaction: Transaction, system: System) -> dict[str, Insight]:
    """What each side knows as the game stands, and under "" what all of them know; nothing where all know all."""
    if system.kind != CHARACTER or not lies_fog(transaction):
        return {}
    sides = sorted(await transaction.sides())
    return {side: await known_by(transaction, system, Reader(side=side)) for side in (*sides, ALL)}


async def drawing_for(transaction: Transaction) -> str:
    """The text from which the deck that is up was drawn; raises RuleError for whoever may not know all of it."""
    if not (await reader_of(transaction)).everything:
        raise RuleError("The drawing of the deck is for the referee, as long as sides know only what they have seen.")
    assert transaction.deck is not None, "a deck is up"
    return await transaction.plan(transaction.deck.sha256)


async def _sights(transaction: Transaction, reader: Reader) -> Mapping[str, Any]:
    """What a reader's side knows of the deck that is up, as it is stored."""
    return _stored(transaction, await transaction.sights(), reader)


def _stored(transaction: Transaction, sights: Mapping[str, StoredSeen], reader: Reader) -> Mapping[str, Any]:
    """The same of what is stored of all sides."""
    kept = sights.get(reader.side)
    up = transaction.deck.sha256 if transaction.deck else ""
    return kept.known if kept is not None and kept.sha256 == up else {}
