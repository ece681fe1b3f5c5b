"""Whoever acts by what was said beforehand goes by what their side knows: walks on over the deck so, and stops at whom
they meet, and aims at the nearest of those whom they see.
"""

from dataclasses import replace

from bot.engine.scene import Scene
from bot.systems.ahl.owing import clear_target
from tests.systems.ahl.people import BOOK
from tests.systems.ahl.table import Table, one
from tests.systems.ahl.test_due_choices import knows


def walked(*crowd):
    """Where Ann comes who walks from A2 to I2, three squares a phase, with some of a crowd there whom nobody sees; and
    what is told of her second phase.
    """
    unseen = [one(f"Crowd {number}", "2", at, "E", "red") for number, at in enumerate(crowd)]
    table = Table(one("Ann", "1", "A2"), one("Bob", "2", "A1", "E", "red"), *unseen)
    table.units = {name: replace(each, id=number) for number, (name, each) in enumerate(table.units.items(), 1)}
    table.knows, table.settings = knows, {"fog": "on"}
    table.begin(Ann="move", Bob="aim")
    table.give("phase", step="movement")
    table.give("move", name="Ann", to="I2")
    told = []
    while table.ledger.clock.phase == 1 or not any("Ann walks" in line for line in told):
        told = [str(line) for line in table.give("next").lines]
    return next(square for square in ("D2", "F2", "G2") if table.at("Ann", square)), told


def test_next_walks_over_what_a_side_knows():
    nobody, told = walked()
    assert nobody == "G2"
    # Two squares off, and not beside the way.
    assert walked("I1") == (nobody, told)
    met, stopped = walked("F2")
    assert met == "F2"
    assert "Stopped there: An enemy holds that square (AHL 2)." in stopped


def aimed_at(*crowd, fog="on"):
    """At whom Ann fires who aims at the nearest."""
    unseen = [one(f"Crowd {number}", "2", at, "E", "red") for number, at in enumerate(crowd)]
    table = Table(one("Ann", "1", "A2"), one("Bob", "2", "H1", "E", "red"), *unseen)
    table.units = {name: replace(each, id=number) for number, (name, each) in enumerate(table.units.items(), 1)}
    table.knows, table.settings = knows, {"fog": fog}
    table.begin(Ann="aim", Bob="aim")
    scene = Scene.of(table.game)
    return clear_target(BOOK, scene, scene.present["Ann"], "aimed").name


def test_who_aims_at_the_nearest_aims_at_nobody_whom_their_side_does_not_see():
    assert aimed_at() == aimed_at("D3") == "Bob"
    assert aimed_at("D3", fog="off") == "Crowd 0"
