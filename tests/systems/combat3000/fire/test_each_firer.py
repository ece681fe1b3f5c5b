"""Several firers in one `/fire`, each with circumstances of their own (C3K Firing procedure, Determining a hit)."""

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Unit
from tests.systems.combat3000.table import HALE, KEMP, fire, unit

RUIZ = Unit("Sergeant Ruiz", "Troopers", unit("x", weapon="Rifle").sheet)


def to_hit(card):
    return [line for line in card.lines if line.startswith("To hit")]


@pytest.mark.rule("C3K-F01", "C3K-F20")
def test_each_firer_has_their_own_factors():
    """Hale aims for two turns, +20; Ruiz walks and speaks, −10 −6; what nobody is named for holds for both: −5."""
    both = "glass, each Trooper Hale aimed; aiming 2, Sergeant Ruiz walk; speaking"
    _, card = fire([99, 99], (HALE, RUIZ), KEMP, range=20, values=both)
    assert "Trooper Hale: MM5 Rifle, aimed fire, 20 cm: short range" in card.lines
    assert "Sergeant Ruiz: Rifle, normal fire, walking, 20 cm: short range" in card.lines
    assert to_hit(card) == [
        "To hit: 50 −5 behind glass +5 weapon +20 aimed for 2 turns = 70% | 99 → miss",
        "To hit: 50 −5 behind glass −10 walking −6 speaking = 29% | 99 → miss",
    ]


@pytest.mark.rule("C3K-F01", "C3K-F16")
def test_each_has_a_target_that_moves_for_themselves_and_their_own_place_in_the_order():
    """Aimed fire is 2 earlier on the die: Hale's 4 is sub-phase 2; their target has moved 12 cm, Kemp's has not."""
    faces = [4, 3, 99, 99]
    _, card = fire(faces, (HALE, KEMP), (KEMP, HALE), range=20, values="each Trooper Hale moved 12; aimed")
    assert card.lines[0] == "Trooper Hale, MM5 Rifle: 4 −2 aimed = 2 → sub-phase 2"
    assert to_hit(card)[0].startswith("To hit: 50 −10 target moved 12 cm +5 weapon +15 aimed")
    assert to_hit(card)[1] == "To hit: 50 = 50% | 99 → miss"


@pytest.mark.rule("C3K-F01")
def test_each_may_have_the_referees_modifier_and_a_weapon_of_their_own():
    _, card = fire([99, 99], (HALE, RUIZ), KEMP, range=20, values="each Sergeant Ruiz dm -7; because smoke")
    assert to_hit(card) == ["To hit: 50 +5 weapon = 55% | 99 → miss", "To hit: 50 −7 referee: smoke = 43% | 99 → miss"]
    with pytest.raises(RuleError, match=r"“Trooper Halo”|name among those who act"):
        fire([], (HALE, RUIZ), KEMP, range=20, values="each Halibut aimed")


def test_what_belongs_to_everybody_is_nobodys_own():
    with pytest.raises(RuleError, match="mode"):
        fire([], (HALE, RUIZ), KEMP, range=20, values="each Trooper Hale wounds by points")
