"""Who drifts in a turn that is kept: shots as they pass, and what has to be done first (AHL 7, 13, 26.C)."""

from dataclasses import replace

import pytest

from bot.deck.plan import named
from bot.systems.ahl.sheet.character import Condition, ZeroG
from bot.systems.ahl.turn.actions import Step
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import gunner, stands
from tests.systems.ahl.table import Table

# Eight squares by nine, nothing in them: A1 to H9.
SHAFT = board_of("+" * 17, *[line for _ in range(9) for line in (" ." * 8 + " ", "+" * 17)])
MISS = [1, 1]
# An ACR hits with 8+ and has penetration 4, no armour: damage 1+1+4 is a light wound, and the 6 puts them out.
OUT = [6, 6, 1, 1, 6]
WEIGHTLESS = {"zero-g": "yes"}


def drifting(square, way, *, at="A5", facing="E", gait="fast drift", standing="ask", dice=()):
    """Ann looks out from where they stand, and Cid launches themselves past."""
    ann, cid = gunner("Ann"), gunner("Cid", side="red")
    table = Table((ann, stands(at, facing)), (cid, stands(square, way)), board=SHAFT, settings=WEIGHTLESS)
    table.begin(Ann="aim", Cid="move")
    table.give("standing", name="Ann", when="snap", say=standing)
    table.give("move", dice, name="Cid", to=way, gait=gait)
    return table


@pytest.mark.rule("AHL-13a")
def test_who_drifts_past_somebody_who_looks_their_way_may_be_fired_at_as_they_pass():
    """From B9 over B6, B5 and B4 before Ann to B3: the shot is at one square, and its target drifts on all the same."""
    table = drifting("B9", "N")
    assert table.at("Cid", "B3")
    shot = "Ann: a snap shot at once at Cid, who has come adjacent (AHL 13): Fire | Hold fire"
    assert shot in table.due()
    table.give("fire", OUT, name="Ann", target="Cid", fire="snap")
    assert [named(at) for at in table.last.marks.line] == ["A5", "B6"]
    assert table.last.result.result.attacks[0].target.squares == 2
    assert table.units["Cid"].sheet.condition is Condition.UNCONSCIOUS
    assert table.at("Cid", "B3")
    assert table.ledger.clock.step is Step.MOVEMENT


@pytest.mark.rule("AHL-13c")
def test_they_fire_twice_or_hold_their_fire():
    table = drifting("B9", "N")
    table.give("fire", MISS, name="Ann", target="Cid", fire="snap")
    assert "Ann: a second snap shot at once at Cid, who has come adjacent (AHL 13): Fire | Hold fire" in table.due()
    table.give("hold", name="Ann", target="Cid")
    assert not any("at once" in line for line in table.due())


def test_who_drifts_into_ones_own_square_is_fired_at_before_that():
    """From G5 over C5, which is before Ann, to the sixth square, which is theirs: an ACR isn't fired in it."""
    table = drifting("H5", "W", at="B5")
    assert table.at("Cid", "B5")
    table.give("fire", MISS, name="Ann", target="Cid", fire="snap")
    assert [named(at) for at in table.last.marks.line] == ["B5", "C5"]


def test_nobody_fires_at_who_drifts_past_behind_them_or_who_has_moved_on_since():
    behind = drifting("B9", "N", facing="W")
    assert not any("at once" in line for line in behind.due())
    assert "outside Ann's field of fire" in behind.refused("fire", name="Ann", target="Cid", fire="snap")
    # In the next phase they pass nobody.
    table = drifting("B9", "N")
    table.give("phase")
    table.give("move", [1], name="Cid")
    assert not any("at once" in line for line in table.due())


@pytest.mark.parametrize(("say", "shots"), [("8+ or better", 2), ("7+ or better", 0)])
def test_an_answer_given_beforehand_counts_how_likely_they_are_hit_as_they_pass(say, shots):
    """8+ at one square, −2 for a snap shot and +2 for the burst."""
    table = drifting("B9", "N", standing=say, dice=MISS * shots)
    assert table.ledger.clock.of("Ann").deeds.snaps == shots
    assert not any("at once" in line for line in table.due())


FIRST = "Cid drifts on first: /move name:Cid (AHL 26.C)."


@pytest.mark.rule("AHL-26Cb")
def test_nobody_stays_in_the_air_by_being_ready():
    """At walking rate from B9 to B6, and in the next phase to B3: with all of them ready the table stays for it."""
    table = drifting("B9", "N", facing="W", gait="drift")
    table.give("phase")
    table.give("phase", step="movement")
    card = table.give("phase ready", name="Ann, Cid")
    assert table.ledger.clock.step is Step.MOVEMENT
    assert FIRST in card.lines
    assert table.refused("phase") == FIRST
    assert table.refused("phase", step="aimed fire") == FIRST
    table.give("move", name="Cid")
    assert table.at("Cid", "B3")
    table.give("phase", step="aimed fire")


def test_who_drifts_on_does_nothing_for_it():
    """Whatever they have paid, and also while they do what takes the whole turn: 26.C leaves them no choice."""
    spent = drifting("B9", "N", facing="W", gait="drift")
    spent.give("phase")
    clock = spent.ledger.clock.did("Cid", spent=12, stood=True, supervises=True).doing("Cid", busy="reloading")
    spent.ledger = replace(spent.ledger, clock=clock)
    spent.give("move", name="Cid")
    assert spent.at("Cid", "B3")
    assert spent.refused("move", name="Cid") == (
        "Cid has drifted in this phase, and drifts on in the next one (AHL 26.C)."
    )


# --- what ends a drift ---


def test_with_gravity_again_a_drift_is_over():
    """Whoever drifted walks, and nothing is due; and at the end of the phase nobody drifts any more."""
    table = drifting("B9", "N", facing="W", gait="drift")
    table.give("phase")
    table.settings = {"zero-g": "no"}
    assert not any("drifting on" in line for line in table.due())
    table.give("move", name="Cid", to="B5")
    assert table.at("Cid", "B5")
    assert table.units["Cid"].sheet.zero_g == ZeroG()
    still = drifting("B9", "N", facing="W", gait="drift")
    still.settings = {"zero-g": "no"}
    still.give("phase")
    assert still.units["Cid"].sheet.zero_g == ZeroG()


def test_who_is_put_somewhere_drifts_no_more():
    table = drifting("B9", "N", facing="W")
    table.give("place", name="Cid", at="G2")
    assert table.units["Cid"].sheet.zero_g == ZeroG()
    assert table.units["Ann"].sheet.zero_g == ZeroG()
    off = drifting("B9", "N", facing="W")
    off.give("place", name="Cid", at="off")
    assert off.units["Cid"].sheet.zero_g == ZeroG()
