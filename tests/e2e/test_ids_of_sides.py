"""The ids of panels and of selects for several are the same for a side, however many have come unseen before whom they
are about; and a panel reaches whom it is about under the name that they have by now.
"""

import re

import pytest

from tests.e2e.test_contacts import CALLED
from tests.e2e.test_sides import ANN, MARINES, REF, TABLE, sides
from tests.e2e.test_unseen import alike, answered
from tests.e2e.unknowable import hidden_squares

UNSEEN = hidden_squares()
FIRE = '/fire name:"Marine X" target:Pirate ask:True'


async def ids(url, lurkers):
    """What a side reads of a panel, and of plans one by one, for one of its people who has come after some others."""
    async with sides(url) as table:
        for number in range(lurkers):
            await table.line(REF, TABLE, f'/character add name:"Lurker {number}" template:Pirate side:Pirates')
            await table.line(REF, TABLE, f'/place name:"Lurker {number}" at:{UNSEEN[number]}')
        await table.line(REF, TABLE, f'/character add name:"Marine X" template:Marine side:Marines owner:@{ANN}')
        await table.line(REF, TABLE, '/place name:"Marine X" at:R18 facing:N')
        await table.line(REF, TABLE, "/place name:Pirate at:R15 facing:S")
        panel = await answered(table.loopback.slash(ANN, MARINES, FIRE))
        assert re.search("'panel:fire:go:[^;]+;[^;]+;'", panel[0])
        await table.line(REF, TABLE, "/turn begin")
        await table.loopback.press(ANN, MARINES, "One by one…")
        each = await answered(table.loopback.choose(ANN, MARINES, "Marine X: move"))
        assert "Marine X: move" in each[0]
        return panel, each


async def test_they_are_the_same_however_many_came_unseen(tmp_path, monkeypatch):
    alike(monkeypatch)
    few, many = [await ids(f"sqlite+aiosqlite:///{tmp_path}/{number}.db", number) for number in (0, 3)]
    assert few == many


@pytest.mark.parametrize("told", [True, False])
async def test_a_panel_reaches_a_contact_whom_one_has_been_told_by_name_since(tmp_path, told):
    async with sides(f"sqlite+aiosqlite:///{tmp_path}/game.db") as table:
        await table.line(REF, TABLE, "/campaign set setting:strangers value:contacts")
        await table.line(REF, TABLE, f"/character edit name:Pirate field:name value:{CALLED['Pirate']}")
        await table.line(REF, TABLE, f"/place name:{CALLED['Pirate']} at:R15 facing:S")
        await table.line(ANN, MARINES, '/fire name:"Marine E1" target:"Contact 1" ask:True')
        if told:
            await table.line(REF, TABLE, f'/reveal what:{CALLED["Pirate"]} side:Marines because:"A shout"')
        shown = await answered(table.loopback.choose(ANN, MARINES, "fire: snap"))
        assert f"/fire: Marine E1, {CALLED['Pirate'] if told else 'Contact 1'}" in shown[0]
        table.loopback.stage.dice([1, 1])
        given = await answered(table.loopback.press(ANN, MARINES, "Fire"))
        assert f"Marine E1 fires at {CALLED['Pirate'] if told else 'Contact 1'}" in given[0]


async def test_a_panel_about_somebody_who_has_gone_says_so(tmp_path):
    async with sides(f"sqlite+aiosqlite:///{tmp_path}/game.db") as table:
        await table.line(REF, TABLE, "/place name:Pirate at:R15 facing:S")
        await table.line(ANN, MARINES, '/fire name:"Marine E1" target:Pirate ask:True')
        await table.line(REF, TABLE, "/character remove name:Pirate")
        given = await answered(table.loopback.press(ANN, MARINES, "Fire"))
        assert "Somebody in that order is no longer here: give it anew." in given[0]


async def stretches(url, orders):
    """What a side reads of the dice, of whose seeds one was opened after so many orders of the other side."""
    async with sides(url) as table:
        for number in range(orders):
            await table.line(REF, TABLE, f"/place name:Pirate at:{UNSEEN[number]}")
        await table.line(REF, TABLE, "/roll throw:2D")
        await table.loopback.slash(REF, TABLE, "/dice reveal")
        await table.loopback.press(REF, TABLE, "Open the seed")
        shown = await answered(table.loopback.slash(ANN, TABLE, "/dice show"))
        assert "Stretch 2**, from the opening of the one before on" in shown[0]
        return shown


async def test_no_number_of_an_entry_tells_how_many_orders_came_before_a_seed_was_opened(tmp_path, monkeypatch):
    alike(monkeypatch)
    few, many = [await stretches(f"sqlite+aiosqlite:///{tmp_path}/{number}.db", number) for number in (0, 3)]
    assert few[0].partition("Stretch 2")[2].partition("SHA")[0] == many[0].partition("Stretch 2")[2].partition("SHA")[0]
