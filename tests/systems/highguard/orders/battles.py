"""Battles of two sides, and orders given in them by their commanders."""

from dataclasses import fields, replace
from types import SimpleNamespace

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.highguard import load
from bot.systems.highguard.battle.state import Ledger
from tests.reports import told_as_stored
from tests.systems.highguard.battle.fleets import armed, battle_of, plain
from tests.systems.highguard.yard import DATA

SYSTEM = load(DATA / "highguard")

ALPHA, BETA = (
    plain("Alpha", armed("laser", batteries=2), armed("missile", batteries=3)),
    plain("Beta", armed("particle")),
)

CHI, PSI = plain("Chi", armed("laser"), armed("sand", batteries=2)), plain("Psi", armed("meson"), agility=6)

RED, BLUE = "player 0", "player 1"


def fresh():
    return battle_of([ALPHA, BETA], [CHI, PSI])


def give(battle, verb, by="", faces=(), units=(), unnamed=False, **values):
    """An order's outcome with what is told of its stored report; `unnamed` where all ships that fit are meant."""
    order = SYSTEM.orders[f"battle {verb}"]
    read = order.read({name.replace("_", " "): value for name, value in values.items()})
    dice = ScriptedDice(faces)
    scene = Scene({"name": tuple(units)}, Ledger(battle), by=by, unnamed=("name",) if unnamed else ())
    outcome = order.resolve(scene, read, dice)
    assert dice.left == []
    return answered(order, outcome, dice.throws)


def answered(order, outcome, throws=()):
    """An outcome with the card and the log that are told of its stored report."""
    told = told_as_stored(order, outcome, throws)[1]
    parts = {each.name: getattr(outcome, each.name) for each in fields(outcome)}
    return SimpleNamespace(**parts, card=told.card, log=told.log)


def refused(battle, verb, by="", **values):
    with pytest.raises(RuleError) as error:
        give(battle, verb, by, **values)
    return str(error.value)


def unit(name, side="", owner="", template="Sable", **changes):
    return Unit(name, side, replace(SYSTEM.templates[template].sheet, **changes), owner=owner)
