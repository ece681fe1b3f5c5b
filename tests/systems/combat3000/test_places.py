"""Shells aimed at a place, and not at somebody (C3K Launcher fire)."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Unit
from bot.systems.combat3000.figure.sheet import Memory
from tests.systems.combat3000.table import HALE, KEMP, fire, unit


@pytest.mark.rule("C3K-F31", "C3K-F13")
def test_a_shell_may_be_aimed_at_a_place_beside_everybody():
    """Kemp is 8 cm behind the place: 5 cm of a circle don't reach them, and a miss of 4 cm over does."""
    moss = unit("Moss", template="Startrooper Grenadier")
    aside = Unit("Outlaw Kemp", "Outlaws", KEMP.sheet, 8)
    outcome, card = fire([20], moss, aside, range=20)
    assert card.title == "Moss fires at a place"
    assert "Outlaw Kemp" not in outcome.after
    assert outcome.after["Moss"].now.target == "a place"
    _, card = fire([90, 5, 4, 1, 1], moss, aside, range=20, values="stand Outlaw Kemp over")
    assert "Outlaw Kemp: no effect" in card.lines
    _, card = fire([90, 5, 4], moss, aside, range=20)
    assert "Whether it reaches Outlaw Kemp, the table shows: /blast does the rest" in card.lines
    with pytest.raises(RuleError, match="Only blasts are aimed at a place: leave @8 out"):
        fire([], HALE, aside, range=20)


@pytest.mark.rule("C3K-F36")
def test_a_mortar_may_go_on_at_its_place():
    mortar = unit("Crew", weapon="Mortar (medium)", ammunition="102", in_hand="mounted")
    laid = Unit("Crew", "", replace(mortar.sheet, last=Memory("a place", shot=True)))
    fire([3, 1], laid, Unit("Outlaw Kemp", "", KEMP.sheet, 30), range=80)
    with pytest.raises(RuleError, match="takes 2 turns to change its target"):
        fire([], laid, KEMP, range=80)


@pytest.mark.rule("C3K-H14")
def test_whoever_is_killed_by_their_own_pack_holds_nothing_any_more():
    ann = unit("Ann", weapon="Plasma Gun")
    outcome, card = fire([2, 5], ann, KEMP, range=20)
    assert "Pack: 5+ | 5 = 5 → the pack explodes and kills Ann" in card.lines
    gun = outcome.after["Ann"].weapons[0]
    assert (outcome.after["Ann"].killed, gun.hand.value, gun.working.value) == (True, "dropped", "jammed")
