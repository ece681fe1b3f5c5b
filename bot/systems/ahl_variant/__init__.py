"""The AHL variant: Azhanti High Lightning with armour against penetration, and fights in the open."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from bot.engine.asked import own_settings
from bot.engine.between import Resting
from bot.engine.system import System
from bot.systems.ahl import played_by
from bot.systems.ahl.settings import settings
from bot.systems.ahl.wounds.recovery import rested
from bot.systems.ahl_variant import asked, converting
from bot.systems.ahl_variant.book import listed, load_variant
from bot.systems.ahl_variant.converting import convert_order
from bot.systems.ahl_variant.ledger import (
    RECORDS,
    Records,
    ends_by,
    in_brief,
    narrowed_here,
    placed,
    renamed_here,
    turn_line,
)
from bot.systems.ahl_variant.melee import odds_here, values_line
from bot.systems.ahl_variant.outdoors.orders import orders_here
from bot.systems.ahl_variant.outdoors.phasing import due_in_the_open
from bot.systems.ahl_variant.serving import SERVING_HERE
from bot.systems.ahl_variant.sheet import (
    SHEET,
    WOUNDS,
    Combatant,
    line_here,
    outward_here,
    own_traits,
    sheet_card,
    with_thrown,
)
from bot.systems.rulebook import read_rules, with_people


def load(data: Path) -> System:
    """Build the system from its folder and AHL's beside it. Raises DataError where a table is wrong."""
    book, printed = load_variant(data)
    base = played_by(book, SHEET)
    orders = {**base.orders, "melee": odds_here(base.orders["melee"], printed.arms, book), "convert": convert_order()}
    system = replace(
        base,
        key="ahl_variant",
        title="AHL variant",
        traits={**base.traits, **own_traits(printed.hides)},
        orders=orders_here(orders, book, printed),
        load_ledger=lambda stored: RECORDS.load(stored) if stored else Records(),
        dump_ledger=RECORDS.dump,
        renamed=renamed_here,
        part=replace(
            base.squads,
            turn_line=partial(turn_line, base.squads.turn_line),
            ends_by=ends_by,
            brief=partial(in_brief, base.squads.brief),
            placed=placed,
            narrowed=narrowed_here,
            outward=partial(outward_here, Combatant()),
            resting=Resting(rested, WOUNDS, "How wounds heal Traveller's book says (ruling VR-G13)"),
            serving=SERVING_HERE,
        ),
        due=lambda game: (*due_in_the_open(book, game), *base.due(game)),
        # Armour against penetration weighs otherwise.
        piloting=None,
        line=lambda sheet: line_here(base.line(with_thrown(sheet, book.weapons)), sheet, book.armour_of),
        card=lambda unit: sheet_card(
            base.card(replace(unit, sheet=with_thrown(unit.sheet, book.weapons))),
            unit,
            book.armour_of,
            values_line(printed.arms, unit.name, unit.sheet),
        ),
        settings={**settings(book.weapons), **own_settings(asked, converting)},
        listed=listed(book, printed),
        rules={**read_rules(data), **read_rules(data.parent / "ahl")},
    )
    return with_people(system, data, {"range": 30})
