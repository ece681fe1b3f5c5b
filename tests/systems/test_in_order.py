"""What is told in an order that readers count on: rules before rulings, the first mistake first, was before is."""

import pytest

from bot import systems
from bot.engine.errors import RuleError
from bot.engine.tables import read_rows
from bot.systems.highguard.design.bill import bill, what_if
from bot.systems.highguard.design.choices import Bays, Design
from bot.systems.highguard.orders.battle_words import preference
from bot.systems.highguard.ships.commission import vessel_of_bill
from tests.systems.highguard.yard import CRUISER, DATA, TABLES, turrets

BOOKS = systems.discover(systems)


@pytest.mark.parametrize("book", sorted(path.parent.name for path in DATA.glob("*/rules.csv")))
def test_the_rules_stand_before_the_rulings(book):
    rules, rulings = (
        [cells["id"] for cells in read_rows(DATA / book / name, dict)] for name in ("rules.csv", "rulings.csv")
    )
    assert list(BOOKS[book].rules)[: len(rules) + len(rulings)] == [*rules, *rulings]


def test_of_two_drives_that_no_table_has_the_jump_drive_is_refused_first():
    with pytest.raises(RuleError, match=r"(?i)jump"):
        bill(Design(**(CRUISER | {"jump": 7, "maneuver": 7})), TABLES)
    with pytest.raises(RuleError, match=r"(?i)maneuver"):
        bill(Design(**(CRUISER | {"maneuver": 7})), TABLES)


def test_what_a_change_leaves_out_is_told_before_what_it_adds():
    """Turrets were there, a bay is; limits that are mended stand before those that are broken now."""
    before = bill(Design(**(CRUISER | {"turrets": (turrets("missile"),), "staterooms": 1})), TABLES)
    after = bill(Design(**(CRUISER | {"bays": (Bays("missile", 50),), "crew": 200, "tl": 7})), TABLES)
    told = what_if(before, after)
    parts = [each.what for each in told if "MCr" in each.before or "MCr" in each.after]
    assert parts.index("turrets") < parts.index("bays")
    limits = [each for each in told if each.what == "limit"]
    mended = [each.after == "mended" for each in limits]
    assert mended == sorted(mended, reverse=True)
    assert {True, False} <= {*mended}


def test_what_a_ship_draws_is_listed_computer_damper_meson_screen_weapons():
    made = bill(Design(**(CRUISER | {"tl": 15, "damper": 3, "meson_screen": 3})), TABLES)
    assert [name for name, _ in vessel_of_bill(made, TABLES).draws][:3] == ["computer", "damper", "meson screen"]


def test_what_is_knocked_out_first_is_what_was_named_first():
    said = preference("laser, damper, missile")
    assert said.weapons[:2] == ("laser", "missile")
    assert said.screens[0] == "damper"
    assert {*said.weapons} == {*preference("missile").weapons}
    assert {*said.screens} == {*preference("missile").screens}
