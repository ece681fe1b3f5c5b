"""Azhanti High Lightning: squad combat aboard ships."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bot.engine.autopilot import Piloting
from bot.engine.between import Resting
from bot.engine.system import SheetType, Squads, System
from bot.systems.ahl.autopilot.advice import advises
from bot.systems.ahl.autopilot.finishing import finishing
from bot.systems.ahl.autopilot.knowing import climbs
from bot.systems.ahl.book import Book, load_book
from bot.systems.ahl.dark import aware_of
from bot.systems.ahl.due import answered, due
from bot.systems.ahl.ledger import LEDGER, Ledger, narrowed
from bot.systems.ahl.orders import orders
from bot.systems.ahl.orders.turn import in_brief, off_deck, renamed, renamed_on
from bot.systems.ahl.scenarios import staged
from bot.systems.ahl.serving import SERVING
from bot.systems.ahl.settings import settings
from bot.systems.ahl.sheet.character import SHEET, state
from bot.systems.ahl.sheet.outward import outside, outward
from bot.systems.ahl.sheet.supplies import spoils, supplies
from bot.systems.ahl.sheet.wording import character_card, character_line, character_mark
from bot.systems.ahl.traits import traits
from bot.systems.ahl.turn.clock import PHASES
from bot.systems.ahl.wounds.recovery import rested
from bot.systems.errands import looks
from bot.systems.rulebook import read_rules, with_people, with_scenarios


def load(data: Path) -> System:
    """Build the system from its data folder. Raises DataError, naming file and line, where a table is wrong."""
    return with_scenarios(system_of(load_book(data), data), data, staged())


def system_of(book: Book, data: Path) -> System:
    """AHL's system played by a book, its own or one made from that; rules and people are read from the folder."""
    return with_people(replace(played_by(book, SHEET), rules=read_rules(data)), data, {"range": 30})


def played_by(book: Book, sheet: SheetType[Any]) -> System:
    """AHL's system played by a book, on sheets of that type, without rules and people."""
    part, given = _squads(book), orders(book)
    return System(
        key="ahl",
        title="Azhanti High Lightning",
        load_sheet=sheet.load,
        dump_sheet=sheet.dump,
        new_sheet=book.person(),
        load_ledger=lambda stored: LEDGER.load(stored) if stored else Ledger(),
        dump_ledger=LEDGER.dump,
        traits=traits(book),
        orders=given,
        line=character_line,
        part=part,
        due=partial(due, book),
        answered=partial(answered, book),
        piloting=Piloting(
            partial(advises, book, part, given),
            partial(looks, part, climbs=climbs),
            lambda ledger: ledger.piloted,
            lambda ledger, pilots: replace(ledger, piloted=pilots),
            finishing,
            lambda ledger: ledger.clock.secrets if ledger.clock else (),
        ),
        sealed=lambda ledger: ledger.clock.sealed if ledger.clock else "",
        renamed=renamed,
        renamed_on=renamed_on,
        off_deck=off_deck,
        settings=settings(book.weapons),
        card=lambda unit: character_card(unit, book.weapons),
        cited="AHL",
    )


def _squads(book: Book) -> Squads:
    """What of AHL's people all tables go by."""
    return Squads(
        partial(character_mark, weapons=book.weapons),
        state,
        lambda ledger: ledger.clock.words if ledger.clock else "",
        lambda ledger: str(ledger.clock.step) if ledger.clock and ledger.clock.phase else "",
        partial(in_brief, weapons=book.weapons),
        moment=lambda ledger: (ledger.clock.turn, ledger.clock.phase) if ledger.clock else (0, 0),
        phases=PHASES,
        narrowed=narrowed,
        outward=partial(outward, book.person()),
        outside=lambda sheet: tuple(outside(sheet)),
        aware=partial(aware_of, book.weapons),
        supplies=supplies(book.weapons),
        resting=Resting(rested, ("light wounds", "condition"), "AHL has no rule by which wounds heal"),
        serving=SERVING,
        spoils=spoils(book.weapons),
    )
