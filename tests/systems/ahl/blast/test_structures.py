"""Structural damage and satchel charges (AHL 24)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.errors import RuleError
from bot.systems.ahl.blast.reach import defused, goes_off, set_off
from bot.systems.ahl.ledger import LEDGER, MOST_STRUCTURES, Ledger
from bot.systems.ahl.tables import State, Structure, load_structures, points
from bot.systems.ahl.tables import state_of as state
from tests.systems.ahl.people import DATA

KINDS = load_structures(DATA / "structures.csv")


@pytest.mark.rule("AHL-24Ac")
@pytest.mark.parametrize(
    ("names", "airtight", "leaks_at", "breached_at", "modifier"),
    [
        (["door"], False, None, 5, -4),
        (["wall"], False, None, 25, -4),
        (["iris valve", "access plate"], True, 10, 100, -5),
        (["bulkhead", "hatch"], True, 25, 250, -5),
        (["outer hull", "deck"], True, None, None, -5),
        (["conduit"], False, None, 6, -3),
    ],
)
def test_the_structural_damage_table(names, airtight, leaks_at, breached_at, modifier):
    for name in names:
        kind = KINDS[name]
        found = (kind.airtight, kind.leaks_at, kind.breached_at, kind.modifier)
        assert found == (airtight, leaks_at, breached_at, modifier)


@pytest.mark.rule("AHL-24Ab")
def test_points_are_penetration_as_modified():
    """The source's example: a laser carbine, 5, does a door one point."""
    assert points(KINDS["door"], 5) == 1
    assert points(KINDS["door"], 3) == 0


@pytest.mark.rule("AHL-24Ad")
def test_first_it_leaks_then_it_is_breached():
    bulkhead = KINDS["bulkhead"]
    assert [state(bulkhead, total) for total in (0, 24)] == [State.HOLDS, State.HOLDS]
    assert [state(bulkhead, total) for total in (25, 249)] == [State.LEAKS, State.LEAKS]
    assert state(bulkhead, 250) is State.BREACHED


@pytest.mark.rule("AHL-24Ad")
def test_doors_walls_and_conduits_are_only_breached():
    assert [state(KINDS["door"], total) for total in (4, 5)] == [State.HOLDS, State.BREACHED]
    assert [state(KINDS["wall"], total) for total in (24, 25)] == [State.HOLDS, State.BREACHED]


@pytest.mark.rule("AHL-24Ae")
@pytest.mark.parametrize("name", ["outer hull", "deck"])
def test_hull_and_deck_never_break(name):
    assert state(KINDS[name], 1_000_000) is State.HOLDS


@pytest.mark.rule("AHL-24Ae")
def test_a_conduit_is_cut_at_six():
    assert [state(KINDS["conduit"], total) for total in (5, 6)] == [State.HOLDS, State.BREACHED]


@pytest.mark.rule("AHL-24Ab")
def test_named_structures_are_kept_and_survive_their_storage():
    ledger = Ledger().with_structure(Structure("Door 3", "door", 1)).with_structure(Structure("Wall", "wall"))
    ledger = ledger.with_structure(Structure("Door 3", "door", 4))
    assert ledger.structures == (Structure("Door 3", "door", 4), Structure("Wall", "wall"))
    assert ledger.structure("dOOR 3") == Structure("Door 3", "door", 4)
    assert LEDGER.load(LEDGER.dump(ledger)) == ledger


def test_there_is_an_end_to_structures():
    full = Ledger(tuple(Structure(f"Door {number}", "door") for number in range(MOST_STRUCTURES)))
    assert full.with_structure(Structure("Door 5", "door", 3)).structure("Door 5").points == 3
    with pytest.raises(RuleError, match="100 structures at most"):
        full.with_structure(Structure("One more", "door"))


@given(st.sampled_from(sorted(KINDS)), st.integers(0, 300), st.integers(0, 40))
def test_more_damage_never_mends(name, total, penetration):
    order = list(State)
    before = state(KINDS[name], total)
    assert order.index(state(KINDS[name], total + points(KINDS[name], penetration))) >= order.index(before)


@pytest.mark.rule("AHL-24Bb")
@pytest.mark.parametrize(
    ("emplaced", "written", "when"), [(1, 0, (2, 1)), (1, 2, (2, 3)), (1, 4, (2, 5)), (1, 5, (3, 1)), (3, 12, (6, 3))]
)
def test_a_charge_goes_off_in_the_phase_after_those_written(emplaced, written, when):
    """The source: with a 2, two phases pass and it explodes in the next."""
    assert goes_off(emplaced, written) == when


@pytest.mark.rule("AHL-24Bc")
def test_defusing_takes_a_whole_turn():
    """Emplaced in turn 1 with 5 phases it goes off in turn 3: turn 2 is in time, turn 3 is not."""
    assert defused(1, 5, turn_of_defusing=2)
    assert not defused(1, 5, turn_of_defusing=3)
    assert not defused(1, 4, turn_of_defusing=2)
    assert not defused(1, 5, turn_of_defusing=1)


@pytest.mark.rule("AHL-24Bd")
def test_collateral_damage_of_two_sets_a_charge_off():
    assert [set_off(penetration) for penetration in (0, 1, 2, 30)] == [False, False, True, True]
