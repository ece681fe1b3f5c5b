"""What lasts on the table, turn by turn, and how it is kept (C3K Special weapons effect, Shells and grenades)."""

from dataclasses import replace

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.combat3000.hit.plights import Cloud, Stasis, Vortex
from bot.systems.combat3000.ledger import LEDGER, MOST_AREAS, Ledger, drifted, end_turn, passed_line
from bot.systems.combat3000.turn import Phase, Turn

GAS, STILL, SWIRL = Cloud("knock-out", 15, 2), Stasis(10, 2), Vortex()


def after_turn(ledger, *faces):
    dice = ScriptedDice(faces)
    left, passed = end_turn(ledger, dice)
    assert not dice.left
    return left, [passed_line(each) for each in passed]


@pytest.mark.rule("C3K-H07", "C3K-H09", "C3K-H11")
def test_a_turn_passes_over_the_whole_table():
    ledger = Ledger().with_area(GAS).with_area(STILL).with_area(SWIRL)
    left, lines = after_turn(ledger, 5)
    assert left == Ledger((Cloud("knock-out", 15, 3),), (Stasis(10, 1),), (SWIRL, SWIRL))
    assert lines == [
        "knock-out gas of 15 cm: now 3 templates long, the newest downwind, through doors, windows and ducts",
        "stasis of 10 cm: 1 turn left",
        "vortex of 15 cm: calves, now 15 cm and 15 cm",
    ]


@pytest.mark.rule("C3K-H07", "C3K-H09", "C3K-H11")
def test_what_is_over_is_gone():
    left, lines = after_turn(Ledger((Cloud("baffler", 20, 10),), (Stasis(10, 1),), (SWIRL,)), 9)
    assert left == Ledger()
    assert lines == ["baffler of 20 cm: gone", "stasis of 10 cm: gone", "vortex of 15 cm: gone"]


@pytest.mark.rule("C3K-H07")
@pytest.mark.parametrize(("phase", "before_moves"), [("close combat", True), ("movement", True), ("firing", False)])
def test_a_cloud_grows_from_the_turn_after_its_own_whenever_it_came_in_that(phase, before_moves):
    """A template in its own turn, in the next as all have moved a second, in the tenth the tenth; then it is gone."""
    ledger, lengths = Ledger(turn=Turn(phase=Phase(phase))).with_area(Cloud("knock-out", 15)), []
    assert LEDGER.load(LEDGER.dump(ledger)) == ledger
    for turn in range(1, 11):
        if turn > 1 or before_moves:
            ledger, _ = drifted(ledger)
        lengths += [cloud.templates for cloud in ledger.clouds]
        ledger, _ = end_turn(replace(ledger, turn=Turn(phase=Phase.ACTIONS)), ScriptedDice([]))
    assert lengths == list(range(1, 11))
    assert not ledger.clouds


@pytest.mark.rule("C3K-H11")
def test_each_vortex_is_thrown_for_by_itself():
    left, lines = after_turn(Ledger(vortices=(SWIRL, SWIRL, SWIRL)), 4, 6, 1)
    assert left.vortices == (Vortex(30, leaving=True), Vortex(7.5), SWIRL)
    assert lines == [
        "vortex of 15 cm: doubles, now 30 cm",
        "vortex of 15 cm: shrinks to half its radius, now 7.5 cm",
        "vortex of 15 cm: stable",
    ]


def test_things_are_stored_and_read_again():
    ledger = Ledger((GAS,), (STILL,), (Vortex(7.5, away=True),))
    assert LEDGER.load(LEDGER.dump(ledger)) == ledger


def test_a_table_holds_only_so_much():
    many = Ledger(vortices=(SWIRL,) * MOST_AREAS)
    with pytest.raises(RuleError, match="A table keeps 50"):
        many.with_area(GAS)
    left, _ = after_turn(many, *[5] * MOST_AREAS)
    assert len(left.vortices) == MOST_AREAS
