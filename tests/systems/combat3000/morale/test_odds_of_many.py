"""The odds of a unit that tests together: each by their own die, told once for all whose are the same (C3K Morale)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.odds import order_odds
from bot.engine.scene import Scene
from bot.engine.steps import choice_odds, scene_for
from bot.systems.combat3000.morale.ladder import Nerve, Status
from bot.systems.combat3000.turn import Phase
from tests.systems.combat3000.morale.table import game, order
from tests.systems.combat3000.table import C3K, unit


def after_a_loss(count):
    """The end of a turn of one unit, of whom the third was killed by an aimed shot of nobody's."""
    people = [unit(f"Ann {number}", weapon="Rifle") for number in range(1, count + 1)]
    foe = unit("Foe", side="Blue", weapon="Rifle")
    kept, _ = order(game(*people, foe, phase=Phase.ORDERS), "plan", [each.name for each in people], group=True)
    for _ in range(3):
        kept, _ = order(kept, "phase")
    kept, _ = order(kept, "fire", ["Foe"], others={"target": ["Ann 3"]}, range=10)
    kept, _ = order(kept, "phase", faces=[20, 10, 10])
    return kept


@pytest.mark.rule("C3K-L12", "C3K-L02")
def test_of_forty_alike_the_odds_are_told_once():
    """In the open not under fire +1, one member killed −2, stationary −1, a good leader +2 are none, so that 1 and 2 go
    down, and a 6 goes up; in cover +2 instead of −1 is 3 more: 3 and more go up.
    """
    kept = after_a_loss(40)
    test = next(each for each in C3K.due(kept) if each.what.startswith("a test of morale"))
    found = [choice_odds(C3K.orders, choice, kept) for choice in test.choices]
    each = "Ann 1 and 38 more, each"
    assert [dict(odds) for odds in found] == [
        {f"{each}: Confident": Fraction(1, 6), f"{each}: Steady": Fraction(1, 2), f"{each}: Shaky": Fraction(1, 3)},
        {f"{each}: Confident": Fraction(2, 3), f"{each}: Steady": Fraction(1, 3)},
    ]


def parts_of(kept, *names):
    """Of whom the odds are worked out apart, without all that the others may come to."""
    made = C3K.orders["morale"]
    (test,) = (each for each in C3K.due(kept) if each.what.startswith("a test of morale"))
    said = replace(test.choices[0].said, people={"name": tuple((name, None) for name in names)})
    scene = scene_for(made, said, kept, Scene.of(kept))
    return [heading for heading, _ in made.odds.apart(scene, made.read({"cover": False}, {}))]


def odds_of(kept, *names, **fields):
    made = C3K.orders["morale"]
    (test,) = (each for each in C3K.due(kept) if each.what.startswith("a test of morale"))
    said = replace(test.choices[0].said, people={"name": tuple((name, None) for name in names)})
    return dict(order_odds(made, scene_for(made, said, kept, Scene.of(kept)), made.read(fields, {})))


@pytest.mark.rule("C3K-L12", "C3K-L07")
def test_who_is_otherwise_has_odds_of_their_own_and_a_few_are_told_by_name():
    kept = after_a_loss(6)
    poor = kept.units["Ann 5"]
    poor = replace(poor, sheet=replace(poor.sheet, nerve=Nerve(Status.POOR)))
    kept = replace(kept, units=kept.units.having(poor))
    found = odds_of(kept, "Ann 1", "Ann 2", "Ann 4", "Ann 5", cover=False)
    assert found["Ann 1 and 2 more, each: Shaky"] == found["Ann 5: Scared"] == Fraction(1, 3)
    few = odds_of(kept, "Ann 1", "Ann 2", cover=False)
    assert [parts_of(kept, *names) for names in (("Ann 1",), ("Ann 1", "Ann 2"))] == [[], ["Ann 1", "Ann 2"]]
    assert (few["Ann 1: Shaky"], few["Ann 2: Shaky"]) == (Fraction(1, 3), Fraction(1, 3))
    one = odds_of(kept, "Ann 1", "Ann 2", cover=False, together=True)
    assert one == {"Confident": Fraction(1, 6), "Steady": Fraction(1, 2), "Shaky": Fraction(1, 3)}


@pytest.mark.rule("C3K-O13")
def test_nothing_is_told_of_what_the_dead_have_aimed_at():
    people = [unit(name, weapon="Rifle") for name in ("Ann", "Bob")]
    foe = unit("Foe", side="Blue", weapon="Rifle")
    kept, _ = order(game(*people, foe, phase=Phase.ORDERS), "plan", ["Ann", "Bob"], plan="aim at Foe")
    for _ in range(3):
        kept, _ = order(kept, "phase")
    kept, _ = order(kept, "fire", ["Foe"], others={"target": ["Ann"]}, range=10)
    kept, _ = order(kept, "phase", faces=[20, 10, 10])
    _, card = order(kept, "phase", passing=True)
    assert "Bob has aimed at Foe for 1 turn (C3K Aiming)" in card.lines
    assert not any(str(line).startswith("Ann has aimed") for line in card.lines)
