"""High Guard: ships by design, profile and listing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from bot.engine.due import Due
from bot.engine.scene import Game
from bot.engine.ships import CLOSED, SHEETS, Shipyard
from bot.engine.system import Settings, Ships, System, Unit
from bot.systems.highguard.battle.asking import half_done, tracker
from bot.systems.highguard.battle.homecoming import as_it_fights
from bot.systems.highguard.battle.owed import due_in
from bot.systems.highguard.battle.picture import fleets_of
from bot.systems.highguard.battle.rehearsal import rehearsal
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.sighting import as_known, fleets_known, sighted
from bot.systems.highguard.battle.state import dump_ledger, load_ledger
from bot.systems.highguard.battle.wording import battle_line
from bot.systems.highguard.combat.tables import CombatTables, load_combat_tables
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.draft import Blueprint, carried, load_blueprints
from bot.systems.highguard.design.tables import Configuration, Tables, load_tables
from bot.systems.highguard.orders import orders
from bot.systems.highguard.settings import BEAMS, SETTINGS, SMALL_ARMOR, played
from bot.systems.highguard.ships.drawing import shipyard
from bot.systems.highguard.ships.ship import SHIP as SHEET
from bot.systems.highguard.ships.ship import Fate, Ship, drawn
from bot.systems.highguard.ships.traits import Refit, ship_traits
from bot.systems.highguard.ships.wording import glance_card, ship_card, ship_line, ship_state
from bot.systems.rulebook import read_rules


def load(data: Path) -> System:
    """Build the system from its data folder, and its templates from the ships beside it.

    Raises DataError, naming file and line, where a table or a ship is wrong.
    """
    tables, combat = load_tables(data), load_combat_tables(data)
    folders = [data.parent / "ships" / each for each in ("book", "own")]
    known = {name: each for folder in folders for name, each in load_blueprints(folder, tables).items()}
    ships = {
        name: Unit(name, "", replace(drawn(blueprint.bill, blueprint.text, tables), faults=()))
        for name, blueprint in known.items()
    }
    yards = _yards(tables, known)
    return System(
        key="highguard",
        title="High Guard",
        load_sheet=SHEET.load,
        dump_sheet=SHEET.dump,
        new_sheet=Ship(""),
        part=_part(yards, combat, tables.configurations, Refit(tables, _yard(known))),
        due=partial(_due, combat),
        sealed=lambda ledger: half_done(ledger.battle) if ledger.battle else "",
        totals=lambda ships, settings: yards(settings).totals(ships),
        settings=SETTINGS,
        traits=ship_traits(tables, _yard(known)),
        orders=orders(tables, combat, _yard(known)),
        load_ledger=load_ledger,
        dump_ledger=dump_ledger,
        line=ship_line,
        card=ship_card,
        templates=ships,
        rules=read_rules(data),
    )


def _due(combat: CombatTables, game: Game) -> Sequence[Due]:
    """What is due in the battle that is fought, if there is one."""
    battle, closed = game.ledger.battle, game.settings.get(SHEETS) == CLOSED
    return tuple(due_in(battle, combat, closed=closed)) if battle else ()


def _part(
    yards: Callable[[Settings], Shipyard], combat: CombatTables, shapes: Mapping[int, Configuration], refit: Refit
) -> Ships:
    """What the book does with ships."""
    return Ships(
        shipyard=yards,
        glance=glance_card,
        battle_line=lambda ledger: battle_line(ledger.battle) if ledger.battle else "",
        fighting=lambda ledger: {ship.name for ship in all_ships(ledger.battle)} if ledger.battle else (),
        fleets=lambda ledger: fleets_of(ledger.battle) if ledger.battle else None,
        tracker=lambda ledger: tracker(ledger.battle) if ledger.battle else None,
        rehearse=lambda ledger, count: rehearsal(ledger.battle, count, combat),
        state=ship_state,
        lost=lambda ship: ship.fate is Fate.DESTROYED,
        amid=lambda ship, name, ledger: as_it_fights(ship, name, ledger.battle if ledger else None, refit),
        outward=lambda ship, name, ledger: sighted(ship, name, ledger.battle if ledger else None, shapes),
        outside=lambda ship: ship.shows,
        as_known=as_known,
        fleets_known=fleets_known,
    )


def _yards(tables: Tables, known: Mapping[str, Blueprint]) -> Callable[[Settings], Shipyard]:
    """The drawing offices, each as a campaign's settings have it."""
    offices: dict[tuple[str, ...], Shipyard] = {}

    def office(settings: Settings) -> Shipyard:
        key = tuple(settings.get(name, "") for name in (BEAMS, SMALL_ARMOR))
        if key not in offices:
            offices[key] = shipyard(played(tables, settings), known)
        return offices[key]

    return office


def _yard(known: Mapping[str, Blueprint]) -> Yard:
    """The craft that designs may carry."""
    return {name: carried(blueprint.bill) for name, blueprint in known.items()}
