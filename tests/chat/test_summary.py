"""How it stands for each side: who can act, and what is told of the others."""

from dataclasses import replace

import pytest

from bot import systems
from bot.campaign.rows import StoredUnit
from bot.systems.ahl.sheet.character import Condition
from cogs.summary import _side_lines

AHL = systems.discover(systems)["ahl"]


def unit(number, name, *marks, **sheet):
    stored = AHL.dump_sheet(replace(AHL.new_sheet, **sheet))
    return StoredUnit(number, 1, name, name.casefold(), "Loyalists", None, stored, marks=marks)


@pytest.mark.parametrize(
    ("ann", "told"),
    [
        (unit(1, "Ann"), "2 of 2 can act"),
        # A mark that keeps nobody out of the fight leaves them able to act.
        (unit(1, "Ann", "follows Vargr"), "2 of 2 can act · follows Vargr: Ann"),
        (unit(1, "Ann", "surrendered"), "1 of 2 can act · surrendered: Ann"),
        (unit(1, "Ann", "follows Vargr", condition=Condition.DEAD), "1 of 2 can act · dead: Ann"),
        (unit(1, "Ann", condition=Condition.UNCONSCIOUS), "1 of 2 can act · out of action: Ann"),
    ],
)
def test_all_can_act_whom_nothing_keeps_from_it(ann, told):
    assert list(_side_lines(AHL, [ann, unit(2, "Bob")])) == [f"**Loyalists**: {told}"]
