"""Somebody who acts by themselves, in the movement step of a first action phase: Ann, among whoever else is there."""

from dataclasses import replace

from bot.engine.autopilot import Autopilot, Mission
from bot.systems.ahl.autopilot.knowing import Pilot
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.turn.actions import Intention, Step
from bot.systems.ahl.turn.clock import Clock
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import HALL
from tests.systems.ahl.people import BOOK
from tests.systems.ahl.table import Table

OPEN = board_of(*HALL)
MOVES = Clock(phase=1, step=Step.MOVEMENT).doing("Ann", plan=Intention.MOVE)


def pilot(*people, board=OPEN, clock=MOVES, orders=Mission.HUNT, **more):
    """Ann, by these orders, as she knows the game."""
    table = Table(*people, board=board)
    table.ledger = Ledger(clock=clock)
    return Pilot(BOOK, table.game, "Ann", Autopilot(orders, **more))


def without(pair, *what):
    """The same with their weapons gone, or with no rounds in them and no spare ones."""
    unit, standing = pair
    ((carried),) = unit.sheet.weapons
    empty = replace(carried, loaded=replace(carried.loaded, rounds=0), spare=())
    return replace(unit, sheet=replace(unit.sheet, weapons=() if "weapons" in what else (empty,))), standing


def carrying(pair):
    """The same with their hands full of what a scenario hides."""
    unit, standing = pair
    return replace(unit, marks=("carries cases",)), standing


def order_of(idea):
    """An idea as its order: `move Ann B2 E`."""
    people = [name for parts in idea.said.people.values() for name, _ in parts]
    return " ".join([idea.said.verb, *people, *map(str, idea.said.fields.values())])
