"""How robots come from one level to another: on grav six metres a phase, on legs as people do (VT.F)."""

import pytest

from bot.systems.ahl.sheet.character import Being
from tests.deck.plans import board_of
from tests.systems.ahl.table import Table
from tests.systems.ahl_variant.table import VARIANT, one

# Two levels, 3 m apart: a drop at B1, a ladder at D1; three levels with a ladder through all of them.
GALLERY = board_of("", " . V . L . . ", level="Upper", more="level: Lower\n\n . . . L . .")
SHAFT = board_of("", " L . ", level="Top", more="level: Middle\n\n L .\n\nlevel: Bottom\n\n L .")


def robot(square, board=GALLERY, **sheet):
    rob = one("Rob", square, being=Being.WARBOT, weapons=(), strength=0, **sheet)
    return Table(rob, one("Cid", "E1" if board is GALLERY else "A1"), board=board, orders=VARIANT.orders)


@pytest.mark.rule("VAR-51")
def test_on_grav_a_robot_comes_six_metres_a_phase_and_needs_no_ladder():
    game = robot("D1", grav=True)
    game.begin(Rob="move", Cid="move")
    game.give("phase", step="movement")
    assert "6 AP" in game.give("move", name="Rob", to="2:D1").lines[0]
    game.give("phase")
    assert game.at("Rob", "2:D1")
    # Two levels are six metres, and one phase.
    game = robot("A1", board=SHAFT, grav=True)
    game.begin(Rob="move", Cid="move")
    game.give("phase", step="movement")
    card = game.give("move", name="Rob", to="3:A1")
    assert any("6 metres a phase" in text for text in card.working)
    game.give("phase")
    assert game.at("Rob", "3:A1")


@pytest.mark.rule("VAR-51")
def test_on_grav_a_robot_goes_down_through_an_open_drop():
    game = robot("B1", grav=True)
    game.give("move", name="Rob", to="2:B1")
    assert game.at("Rob", "2:B1")
    walker = robot("B1", legs=True)
    assert "No ladder leads there" in walker.refused("move", name="Rob", to="2:B1")


@pytest.mark.rule("VAR-51")
def test_on_legs_a_robot_climbs_and_jumps_as_people_do_and_on_wheels_not_at_all():
    game = robot("D1", legs=True)
    assert "18 AP, within 3 phases" in game.give("move", name="Rob", to="2:D1").lines[0]
    assert "robots climb no ladders" in robot("D1").refused("move", name="Rob", to="2:D1")
    jumper = robot("A1", legs=True)
    jumper.give("jump", [1, 1], name="Rob", ap=6)
    assert jumper.at("Rob", "2:B1")
    assert "robots jump down no levels" in robot("A1").refused("jump", name="Rob", ap=6)


def test_a_blob_climbs_no_ladder_by_these_rules_either():
    blob, ann = one("Blob", "D1", being=Being.BLOB, life_level=3), one("Ann", "E1")
    table = Table(blob, ann, board=GALLERY, orders=VARIANT.orders)
    assert "drops a level, and climbs none" in table.refused("move", name="Blob", to="2:D1")


@pytest.mark.rule("VAR-47", "VAR-52")
@pytest.mark.parametrize(
    ("template", "armour"),
    [
        ("Warbot", "Armor 10, hardened"),
        ("Maintenance Robot", "Armor 6, hardened"),
        ("Zhodani Warbot", "Armor 4, hardened"),
    ],
)
def test_the_sheet_of_a_robot_tells_the_armour_that_it_has_and_not_that_it_wears_none(template, armour):
    lines = VARIANT.card(VARIANT.templates[template]).lines
    assert any(str(line).startswith(armour) for line in lines)
    assert "Armor: none" not in lines
    value = armour.removeprefix("Armor ").removesuffix(", hardened")
    assert VARIANT.line(VARIANT.templates[template].sheet).endswith(f" · armor {value}, hardened")
