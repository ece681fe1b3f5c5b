"""Who plays, a line each: no wider than a phone shows it."""

from hypothesis import given
from hypothesis import strategies as st

from bot.engine.scene import Game, Unit, Units
from bot.engine.tracker import WIDEST, squad_tracker


def fight(*units):
    known = {unit.name: unit for unit in units}
    return Game(Units(known, known.__getitem__))


def test_sides_stand_as_they_came_with_whose_they_are():
    game = fight(Unit("Ann", "Reds", 1, owner="7"), Unit("Bob", "Blues", 2), Unit("Cid", "Reds", 3, owner="8"))
    tracker = squad_tracker("phase 1 of turn 2", game, lambda unit: (f"{unit.sheet} AP", "unhurt"))
    assert (tracker.title, tracker.stands) == ("Reds against Blues", "Phase 1 of turn 2")
    reds, blues = tracker.sides
    assert (reds.owners, blues.owners) == (("7", "8"), ("",))
    assert reds.units == (("Ann", "Ann · 1 AP · unhurt"), ("Cid", "Cid · 3 AP · unhurt"))


def test_nobody_is_named_for_others_whose_owner_isnt_known():
    met = Unit("Contact 1", "Blues", 1, foreign=True)
    game = fight(Unit("Ann", "Reds", 1), met, Unit("Contact 2", "Greens", 1, owner="8", foreign=True))
    tracker = squad_tracker("phase 1 of turn 2", game, lambda _: ())
    assert [side.owners for side in tracker.sides] == [("",), (), ("8",)]


def test_a_name_is_cut_before_what_is_told_and_that_at_its_end():
    def line(name, *told):
        return squad_tracker("turn 1", fight(Unit(name, "", 0)), lambda _: told).sides[0].units[0][1]

    assert line("Sergeant Alexandra Ross", "3 AP", "20 rds", "unhurt") == "Sergeant Ale… · 3 AP · 20 rds · unhurt"
    assert line("Alexandra Ross", "3 AP", "20 rds", "1 light wound, unconscious") == (
        "Alexand… · 3 AP · 20 rds · 1 light wo…"
    )
    # Those who are called alike are told apart by their numbers.
    assert line("Intruder N2", "planned", "20 rds", "unhurt") == "Intrude…N2 · planned · 20 rds · unhurt"
    assert line("Intruder BE13", "planned", "20 rds", "unhurt") == "Intru…BE13 · planned · 20 rds · unhurt"
    assert line("Marine Sergeant", "planned", "20 rds", "unhurt") == "Marine Se… · planned · 20 rds · unhurt"


@given(st.text(min_size=1, max_size=60), st.lists(st.text(max_size=40), max_size=4))
def test_no_line_is_wider_than_a_phone(name, told):
    ((_, line),) = squad_tracker("turn 1", fight(Unit(name, "", 0)), lambda _: told).sides[0].units
    assert len(line) <= WIDEST
