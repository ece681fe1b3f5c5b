"""Clouds, stasis, vortices, and what gas and webs do to a figure turn by turn (C3K Special weapons effect)."""

from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.systems.combat3000.aim.shot import TO_HIT, Shot, Situation, chance_of
from bot.systems.combat3000.figure.sheet import Figure, Hand, Plight
from bot.systems.combat3000.hit.plights import (
    Cloud,
    Stasis,
    Swirl,
    Vision,
    Vortex,
    breathed,
    cut_web,
    dazzle,
    drift,
    end_move,
    end_turn,
    enmesh,
    freeze,
    hallucinate,
    hallucinating,
    knock_out,
    leave_gas,
    swirl,
    thaw,
)
from bot.systems.combat3000.lists.weapons import Class
from tests.systems.combat3000.targets import held

FULL = Vortex()


@pytest.mark.rule("C3K-H07")
def test_a_cloud_grows_a_template_a_turn_and_lasts_ten():
    cloud, lengths = Cloud("knock-out", 15), []
    while cloud:
        lengths.append(cloud.templates)
        cloud = drift(cloud)
    assert lengths == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


@pytest.mark.rule("C3K-H09")
def test_only_a_baffler_blocks_sight():
    assert [Cloud(kind, 15).blocks_sight for kind in ("baffler", "knock-out")] == [True, False]


@pytest.mark.rule("C3K-H09")
def test_stasis_lasts_six_turns_with_that_of_its_impact():
    stasis, frozen, turns = Stasis(10), freeze(Figure(stunned=4)), 0
    while stasis:
        assert frozen.plight.frozen == stasis.turns
        stasis, frozen, turns = thaw(stasis), end_turn(frozen), turns + 1
    assert (turns, frozen.plight.frozen, frozen.stunned) == (6, 0, 4)


@pytest.mark.rule("C3K-H11")
def test_the_vortex_table():
    found = [swirl(die) for die in range(1, 11)]
    assert found[:3] + found[7:] == [Swirl.STABLE] * 3 + [Swirl.GONE] * 3
    assert found[3:7] == [Swirl.DOUBLES, Swirl.CALVES, Swirl.SHRINKS, Swirl.JUMPS]


@pytest.mark.rule("C3K-H11")
@pytest.mark.parametrize(
    ("die", "after"),
    [
        (1, [(15, False, False)]),
        (4, [(30, True, False)]),
        (5, [(15, False, False), (15, False, False)]),
        (6, [(7.5, False, False)]),
        (7, [(15, False, True)]),
        (8, []),
    ],
)
def test_what_a_vortex_becomes(die, after):
    found = end_move(FULL, ScriptedDice([die])).after
    assert [(vortex.diameter, vortex.leaving, vortex.away) for vortex in found] == after


@pytest.mark.rule("C3K-H11")
def test_one_that_has_doubled_goes_and_one_that_left_comes_back_without_a_die():
    doubled = end_move(FULL, ScriptedDice([4])).after[0]
    assert end_move(doubled, ScriptedDice([])).after == ()
    away = end_move(FULL, ScriptedDice([7])).after[0]
    back = end_move(away, ScriptedDice([]))
    assert (back.swirl, back.after) == (Swirl.RETURNS, (FULL,))


@pytest.mark.rule("C3K-H11")
def test_how_many_vortices_there_are_after_a_move():
    chances = exact(lambda dice: len(end_move(FULL, dice).after), of=lambda number: number)
    assert chances == {0: Fraction(3, 10), 1: Fraction(6, 10), 2: Fraction(1, 10)}


@pytest.mark.rule("C3K-H10")
def test_knock_out_gas_stuns_for_twenty_turns():
    out = knock_out(Figure(stunned=2, weapons=(held(),)))
    assert (out.stunned, out.weapons[0].hand) == (22, Hand.DROPPED)


@pytest.mark.rule("C3K-H10")
@pytest.mark.parametrize(
    ("die", "vision", "stunned", "percent"),
    [
        (1, Vision.NOTHING, 0, 50),
        (2, Vision.NOTHING, 0, 50),
        (3, Vision.COLLAPSE, 20, 50),
        (4, Vision.FIRES, 0, 35),
        (5, Vision.WANDERS, 0, 50),
        (6, Vision.BOTH, 0, 35),
    ],
)
def test_hallucinogen_gas(die, vision, stunned, percent):
    """A rifle's 50 at 20 cm, less 15 for whoever fires because of visions."""
    seen = hallucinate(Figure(), ScriptedDice([die]))
    shot = Shot(seen.profile, Class.SHOULDER, 0, Situation(20), hallucinating=hallucinating(seen))
    assert (seen.plight.vision, seen.stunned, chance_of(shot, TO_HIT).percent) == (vision, stunned, percent)


@pytest.mark.rule("C3K-H10")
def test_who_breathes_what():
    assert breathed(Cloud("knock-out", 15), Figure(), ScriptedDice([])).stunned == 20
    assert breathed(Cloud("hallucinogen", 15), Figure(), ScriptedDice([5])).plight.vision == Vision.WANDERS
    assert breathed(Cloud("baffler", 15), Figure(), ScriptedDice([])) == Figure()


@pytest.mark.rule("C3K-H10")
def test_visions_end_outside_the_gas_and_a_collapse_does_not():
    wild = leave_gas(hallucinate(Figure(), ScriptedDice([6])))
    assert (wild.plight.vision, hallucinating(wild)) == ("", False)
    assert leave_gas(hallucinate(Figure(), ScriptedDice([3]))).stunned == 20


@pytest.mark.rule("C3K-H08")
@pytest.mark.parametrize(("before", "die", "blinded"), [(0, 1, 5), (0, 6, 30), (20, 2, 20), (5, 2, 10)])
def test_blindness_lasts_a_die_times_five_turns(before, die, blinded):
    figure, turns = dazzle(Figure(plight=Plight(blinded=before)), ScriptedDice([die]))
    assert (turns, figure.plight.blinded) == (5 * die, blinded)
    assert end_turn(figure).plight.blinded == blinded - 1


@pytest.mark.rule("C3K-H09")
def test_a_laser_cuts_a_web_in_ten_turns():
    caught = enmesh(Figure())
    for _ in range(9):
        caught = cut_web(caught, 4)
    assert caught.plight.webbed
    free = cut_web(caught, 4)
    assert free.plight == Plight()
    with pytest.raises(RuleError, match="There is no web to cut"):
        cut_web(free, 1)
    with pytest.raises(RuleError, match="must be within 4 cm of the web, and is 5 cm away"):
        cut_web(caught, 5)
