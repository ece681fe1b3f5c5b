"""Of whom a fight in a shared square is asked: of nobody whose blow the book refuses (AHL 8.B.5, 17, 21)."""

import pytest

from bot.engine.system import Scene, Unit
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.turn.doing import Deeds
from bot.systems.ahl.turn.together import unfought
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.table import Table


def owed(table):
    """Who is free to fight in each shared square."""
    return [fight.free for fight in unfought(Scene.of(table.game), table.ledger.clock)]


@pytest.mark.rule("AHL-17-2", "AHL-21b")
@pytest.mark.parametrize(("technician", "free"), [("A3", [("Cid",)]), ("A1", [("Bot",), ("Cid",)])])
def test_a_maintenance_robot_owes_a_fight_under_supervision_alone_and_the_table_goes_on_without(technician, free):
    """An officer in A1, and a technician there or two squares off: the robot never strikes without the two."""
    group = [
        (Unit(rank, "blue", Character(rank=rank)), stands(at, "E")) for rank, at in (("O2", "A1"), ("T1", technician))
    ]
    bot = Unit("Bot", "blue", AHL.templates["Maintenance Robot"].sheet), stands("D2", "E")
    table = Table(bot, (body("Cid", "red"), stands("D2", "W")), *group)
    table.begin()
    assert owed(table) == free
    table.give("melee", [1], name="Cid", target="Bot", strike_back="no")
    if technician == "A3":
        table.give("phase")
        assert table.ledger.clock.phase == 2
    else:
        assert table.refused("phase").startswith("In D2 Cid must be fought as well, by Bot")


@pytest.mark.rule("AHL-17-2", "AHL-21c")
def test_who_supervises_robots_owes_no_fight():
    table = Table((gunner("Ann"), stands("C2")), (body("Cid", "red"), stands("C2")))
    table.begin()
    assert owed(table) == [("Ann",), ("Cid",)]
    clock = table.ledger.clock.doing("Ann", deeds=Deeds(supervises=True))
    assert [fight.free for fight in unfought(Scene.of(table.game), clock)] == [("Cid",)]
