"""What destroys a structure, of all that the lists hold (C3K Destruction, ruling B-D1)."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.combat3000.building.structures import Structure, What
from tests.systems.combat3000.building.test_structures import after, hit, hut, site
from tests.systems.combat3000.shots import TABLES
from tests.systems.combat3000.table import unit

# H weapons of +3 and more are the heavy laser cannon and the disrupter cannon; then the other disrupters and the
# Hammerstaff; of shells those of calibre 2 and 3 that explode or pierce armour, nuclear and guided ones among them.
DESTRUCTIVE = {"10", "38", "39", "40", "54", "208"}
DESTRUCTIVE_SHELLS = {"102", "103", "105", "106", "109", "110", "111", "112", "1212", "1213", "1222", "1223"}


def strikes(code):
    """Whether a hit with it throws for the room, by the referee's word."""
    try:
        hit([1], site(hut()), name="Hut", weapon=code)
    except RuleError:
        return False
    return True


@pytest.mark.rule("C3K-D01")
def test_of_all_the_lists_these_destroy_a_hut_and_nothing_else_does():
    listed = (*TABLES.weapons, *TABLES.close, *TABLES.shells)
    assert {code for code in listed if strikes(code)} == DESTRUCTIVE | DESTRUCTIVE_SHELLS


@pytest.mark.rule("C3K-D01", "C3K-D02")
@pytest.mark.parametrize(
    ("weapon", "made", "said", "faces"),
    [
        ("Disrupter Pistol", {}, {}, [20]),
        ("Disrupter Rifle", {}, {"setting": "wide"}, [20]),
        ("Ormand Hammerstaff", {}, {}, [20]),
        ("MM22 Launcher", {"ammunition": "105"}, {}, [1, 20]),
        ("MM22 Launcher", {"ammunition": "109"}, {}, [1, 20]),
    ],
)
def test_who_fires_what_destroys_breaches_a_wall(weapon, made, said, faces):
    """20 hits at 30 cm with each; M weapons throw for their sub-phase besides."""
    ann = unit("Ann", weapon=weapon, **made)
    firing = replace(site(Structure("Wall", What.WALL)), units={"people": (), "by": (ann,)})
    outcome, card = hit(faces, firing, name="Wall", range=30, **said)
    assert "Wall is breached" in card.lines
    assert after(outcome, "Wall").breaches == 1


@pytest.mark.rule("C3K-D01")
@pytest.mark.parametrize(
    ("weapon", "made"), [("MM21 Launcher", {"ammunition": "104"}), ("Heavy Assault Laser", {}), ("Rifle", {})]
)
def test_who_fires_what_destroys_nothing_fires_no_round_of_it(weapon, made):
    """Armour piercing of calibre 1, an M weapon of +5, a rifle."""
    firing = replace(
        site(Structure("Wall", What.WALL)), units={"people": (), "by": (unit("Ann", weapon=weapon, **made),)}
    )
    with pytest.raises(RuleError, match="destroys no structure: that takes explosive or armour piercing shot of cal"):
        hit([], firing, name="Wall", range=30)
