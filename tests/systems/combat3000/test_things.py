"""What lasts on the table, turn by turn, and how it is kept (C3K Special weapons effect, Shells and grenades)."""

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.combat3000.hit.areas import Cloud, Stasis, Vortex
from bot.systems.combat3000.things import MOST_AREAS, THINGS, Things, end_turn, passed_line

GAS, STILL, SWIRL = Cloud("knock-out", 15, 2), Stasis(10, 2), Vortex()


def after_turn(things, *faces):
    dice = ScriptedDice(faces)
    left, passed = end_turn(things, dice)
    assert not dice.left
    return left, [passed_line(each) for each in passed]


@pytest.mark.rule("C3K-H07", "C3K-H09", "C3K-H11")
def test_a_turn_passes_over_the_whole_table():
    things = Things().with_area(GAS).with_area(STILL).with_area(SWIRL)
    left, lines = after_turn(things, 5)
    assert left == Things((Cloud("knock-out", 15, 3),), (Stasis(10, 1),), (SWIRL, SWIRL))
    assert lines == [
        "knock-out gas of 15 cm: now 3 templates long, the newest downwind, through doors, windows and ducts",
        "stasis of 10 cm: 1 turn left",
        "vortex of 15 cm: calves, now 15 cm and 15 cm",
    ]


@pytest.mark.rule("C3K-H07", "C3K-H09", "C3K-H11")
def test_what_is_over_is_gone():
    left, lines = after_turn(Things((Cloud("baffler", 20, 10),), (Stasis(10, 1),), (SWIRL,)), 9)
    assert left == Things()
    assert lines == ["baffler of 20 cm: gone", "stasis of 10 cm: gone", "vortex of 15 cm: gone"]


@pytest.mark.rule("C3K-H11")
def test_each_vortex_is_thrown_for_by_itself():
    left, lines = after_turn(Things(vortices=(SWIRL, SWIRL, SWIRL)), 4, 6, 1)
    assert left.vortices == (Vortex(30, leaving=True), Vortex(7.5), SWIRL)
    assert lines == [
        "vortex of 15 cm: doubles, now 30 cm",
        "vortex of 15 cm: shrinks to half its radius, now 7.5 cm",
        "vortex of 15 cm: stable",
    ]


def test_things_are_stored_and_read_again():
    things = Things((GAS,), (STILL,), (Vortex(7.5, away=True),))
    assert THINGS.load(THINGS.dump(things)) == things


def test_a_table_holds_only_so_much():
    many = Things(vortices=(SWIRL,) * MOST_AREAS)
    with pytest.raises(RuleError, match="A table keeps 50"):
        many.with_area(GAS)
    left, _ = after_turn(many, *[5] * MOST_AREAS)
    assert len(left.vortices) == MOST_AREAS
