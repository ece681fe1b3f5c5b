"""Combat 3000: skirmishes on a table, with percentages to hit and decimal dice to kill."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from bot.engine.autopilot import Piloting
from bot.engine.between import Resting
from bot.engine.system import Squads, System
from bot.systems.combat3000.autopilot.advice import advises
from bot.systems.combat3000.book import Book, load_book
from bot.systems.combat3000.building.on_deck import as_known_to
from bot.systems.combat3000.due import due
from bot.systems.combat3000.figure.outward import outside, outward
from bot.systems.combat3000.figure.renaming import renamed_on
from bot.systems.combat3000.figure.riding import rides_in
from bot.systems.combat3000.figure.sheet import Figure, dump_sheet, load_sheet
from bot.systems.combat3000.figure.state import rested
from bot.systems.combat3000.fire.on_deck import aware_of
from bot.systems.combat3000.ledger import LEDGER, Ledger, narrowed, renamed
from bot.systems.combat3000.loading.supplies import spoils, supplies
from bot.systems.combat3000.orders import orders
from bot.systems.combat3000.orders.turn import brief, moment, turn_line
from bot.systems.combat3000.scenarios import staged
from bot.systems.combat3000.serving import SERVING
from bot.systems.combat3000.settings import SETTINGS
from bot.systems.combat3000.traits import traits
from bot.systems.combat3000.turn import Phase
from bot.systems.combat3000.wording.lists import listed
from bot.systems.combat3000.wording.sheets import force_lines, sheet_card, sheet_line, sheet_mark, state
from bot.systems.errands import looks
from bot.systems.rulebook import read_rules, with_people, with_scenarios

# Whoever runs comes as far in two turns, in squares: so far an enemy out of sight may have gone.
_AREA = 20


def load(data: Path) -> System:
    """Build the system from its data folder. Raises DataError, naming file and line, where a list is wrong."""
    book = load_book(data)
    part = _squads(book)
    given = orders(book)
    system = System(
        key="combat3000",
        title="Combat 3000",
        load_sheet=load_sheet,
        dump_sheet=dump_sheet,
        load_ledger=lambda stored: LEDGER.load(stored) if stored else Ledger(),
        dump_ledger=LEDGER.dump,
        renamed=renamed,
        renamed_on=renamed_on,
        new_sheet=Figure(),
        traits=traits(book),
        orders=given,
        line=lambda sheet: sheet_line(sheet, book),
        part=part,
        sealed=lambda ledger: ledger.turn.sealed if ledger.turn else "",
        settings=SETTINGS,
        card=lambda unit: sheet_card(unit, book),
        cited="C3K",
        rules=read_rules(data),
        listed=listed(book),
        due=partial(due, book),
        piloting=Piloting(
            partial(advises, part, given),
            partial(looks, part, climbs=lambda _: False, area=_AREA),
            lambda ledger: ledger.piloted,
            lambda ledger, pilots: replace(ledger, piloted=pilots),
            secrets=lambda ledger: ledger.turn.secrets if ledger.turn else (),
        ),
        totals=lambda sheets, _: force_lines(sheets, book),
    )
    return with_scenarios(with_people(system, data, {"range": 30}), data, staged(book))


def _squads(book: Book) -> Squads:
    """What of Combat 3000's figures all tables go by."""
    return Squads(
        partial(sheet_mark, book),
        state,
        turn_line=turn_line,
        brief=brief,
        all_act=True,
        moment=moment,
        phases=len(Phase),
        narrowed=narrowed,
        stands=lambda ledger, kept, known: replace(kept, structures=as_known_to(ledger.structures, known)),
        outward=outward,
        rides_in=rides_in,
        outside=lambda sheet: tuple(outside(sheet)),
        aware=partial(aware_of, book.creatures),
        supplies=supplies(book),
        resting=Resting(rested, ("wounds", "morale"), "The book has no rule by which wounds and nerve mend"),
        serving=SERVING,
        spoils=spoils(book),
    )
