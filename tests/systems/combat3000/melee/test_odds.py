"""The odds of a round of close combat: exact, both ways, and the same as by every fall of the dice (C3K Close
combat).
"""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import imagined_odds, order_odds
from bot.engine.scene import Scene
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.melee.contact import Contact
from tests.systems.combat3000.melee.test_melee import armed
from tests.systems.combat3000.table import C3K, unit

MELEE = C3K.orders["melee"]
ANN, BOB, CID = armed(unit("Ann"), "Sword"), armed(unit("Bob", "Blue"), "Laser Pike"), unit("Cid", "Blue")


def odds(*foes, acting=ANN, settings=None, **fields):
    scene = Scene({"name": (acting,), "target": foes}, known={each.name: each for each in (acting, *foes)})
    return dict(order_odds(MELEE, scene, MELEE.read(fields, settings or {})))


def by_every_fall(one, other, kills):
    """What becomes of each by every fall of the dice for the sub-phases, where blows kill in so many of 100 ways."""
    scene = Scene({"name": (one,), "target": (other,)}, known={one.name: one, other.name: other})
    scene = replace(scene, ledger=Ledger(contacts=(Contact(one.name, other.name),)))
    thrown = MELEE.prepared(scene, MELEE.read({}, {}))
    found = defaultdict(Fraction)
    for phases, one_kills, other_kills in product(product(range(1, 7), repeat=2), (True, False), (True, False)):
        chance = Fraction(1, 36)
        for name, does in ((one.name, one_kills), (other.name, other_kills)):
            chance *= Fraction(kills[name] if does else 100 - kills[name], 100)
        # Who strikes later strikes nobody if they are dead, and their throw is left.
        blows = {one.name: [10, 10] if one_kills else [1, 1], other.name: [10, 10] if other_kills else [1, 1]}
        order = sorted(blows, key=lambda name: max(1, phases[name == other.name] - HANDLES[name]))
        after = thrown(ScriptedDice([*phases, *blows[order[0]], *blows[order[1]]])).after
        for name in blows:
            found[f"{name}: {'Killed' if after[name].killed else 'No effect'}"] += chance
    return dict(found)


HANDLES = {"Ann": 0, "Bob": 3}


@pytest.mark.rule("C3K-C13", "C3K-C09")
def test_odds_are_those_of_every_fall_of_the_dice():
    """A sword kills with 12 or more on two decimal dice, 45 of 100 ways; a pike, +2, with 10 or more, 64 of 100."""
    assert odds(BOB) == by_every_fall(ANN, BOB, {"Ann": 45, "Bob": 64})


@pytest.mark.rule("C3K-C13", "C3K-C08")
def test_the_odds_of_two_swords_by_hand():
    """A sword kills 45 in 100: 1 in 6 at once, 5 in 12 first, and 5 in 12 only if the other's doesn't."""
    kills = Fraction(45, 100)
    killed = kills * (Fraction(1, 6) + Fraction(5, 12) + Fraction(5, 12) * (1 - kills))
    chances = dict(imagined_odds(MELEE, {"weapon": "Sword", "back": "Sword"}, {}))
    assert chances["the target: Killed"] == chances["the attacker: Killed"] == killed
    assert sum(chances.values()) == 2


@pytest.mark.rule("C3K-C07")
def test_a_free_blow_hangs_on_one_throw():
    """Two decimal dice and a sword: 12 or more in 45 of 100 ways."""
    chances = odds(BOB, unaware=True)
    assert chances == {"Ann: No effect": 1, "Bob: No effect": Fraction(55, 100), "Bob: Killed": Fraction(45, 100)}


@pytest.mark.rule("C3K-C07", "C3K-W01")
def test_the_odds_of_a_free_blow_tell_wounds_where_there_are_any():
    """Two decimal dice have 11 to 14 in 10+9+8+7 of 100 ways, which wound, and 15 or more in 21, which kill."""
    chances = odds(BOB, unaware=True, settings={"wounds": "by points"})
    assert chances == {
        "Ann: No effect": 1,
        "Bob: No effect": Fraction(45, 100),
        "Bob: Wounded": Fraction(34, 100),
        "Bob: Killed": Fraction(21, 100),
    }


def test_odds_of_one_against_several_are_told_for_each():
    chances = odds(BOB, CID)
    assert {name.partition(":")[0] for name in chances} == {"Ann", "Bob", "Cid"}
    assert sum(chances.values()) == 3


def test_who_fights_nobody_has_no_odds():
    with pytest.raises(RuleError, match="Ann isn't in base contact with an enemy"):
        odds()


@pytest.mark.rule("C3K-O20", "C3K-C14")
@pytest.mark.parametrize("before", [{"stunned": 0}, {"stunned": 3}, {"stunned": 3, "stunned_now": 3}])
def test_a_shock_staff_stuns_whoever_is_stunned_already_once_more(before):
    """A free blow of 2 decimal dice and 2 has 12 or more in 64 of 100 ways; a 3 on the die brings 30 turns more."""
    ann = armed(unit("Ann"), "Shock Staff")
    bob = unit("Bob", "Blue", weapon="Rifle")
    bob = replace(bob, sheet=replace(bob.sheet, **before))
    chances = odds(bob, acting=ann, unaware=True)
    assert chances == {"Ann: No effect": 1, "Bob: No effect": Fraction(36, 100), "Bob: Stunned": Fraction(64, 100)}
    scene = Scene({"name": (ann,), "target": (bob,)}, known={"Ann": ann, "Bob": bob})
    after = MELEE.resolve(scene, MELEE.read({"unaware": True}, {}), ScriptedDice([9, 9, 3])).after["Bob"]
    assert after.stunned == 30 + before["stunned"]
