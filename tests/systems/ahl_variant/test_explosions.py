"""Collateral damage by the variant: half from the blast on, throws with armour's modifier, very large blasts (V15)."""

from dataclasses import replace

import pytest

from bot.systems.ahl.sheet.character import Condition
from tests.systems.ahl_variant.table import one, table


def exploded(faces, *people, given=None, **settings):
    game = table(*people, **settings)
    card = game.give("blast", faces, **(given or {"cause": "grenade", "at": "C3"}))
    return game, "\n".join((*map(str, card.lines), *card.working))


def near(square="D3", **sheet):
    return one("Ann", square, **sheet)


@pytest.mark.rule("VAR-30")
def test_penetration_halves_from_the_blast_on():
    """A fusion strike (14) is 7 in its own square, 3 beside it, 1 two away; a grenade 4, 2 and 1."""
    strike = {"cause": "fusion", "at": "C3", "penetration": 14}
    _, told = exploded([1, 1, 1, 1], near("C3"), one("Bob", "E3"), given=strike)
    assert "7 in the square, 3 at one, 1 at two" in told
    _, told = exploded([1, 1], near("D3"))
    assert "4 in the square, 2 at one, 1 at two" in told


@pytest.mark.rule("VAR-31", "VAR-32")
def test_throws_to_suffer_take_two_more_of_weapons_and_less_by_armour():
    """A grenade beside somebody in mesh, penetration 2 at armour 2: 10+ with +2, so that 8 suffers and 7 doesn't."""
    for faces, suffers in (([4, 4, 1, 1], True), ([4, 3], False)):
        _, told = exploded(faces, near(armour="mesh"))
        assert "+2 collateral damage of a weapon" in told
        assert ("penetration 2" in told.split("\n")[0]) is suffers
    # No explosion is a laser: reflec and ablat stop nothing of it, on either throw.
    for armour in ("reflec", "ablat"):
        told = exploded([4, 4, 1, 1, 1], near(armour=armour))[1]
        assert "4+4 +2 collateral damage of a weapon = 10 → penetration 2" in told
        assert "1+1 +2 penetration over armor = 4 → light wound" in told
    # It is never direct: hardened armour counts twice against it.
    assert "−8 hardened combat armor 11 (6 over penetration 2)" in exploded([6, 6], near(armour="combat armor 11"))[1]
    # Cloth (4) is 2 over: 8 is no more enough, 10 is.
    assert "unharmed" in exploded([5, 4], near(armour="cloth"))[1]
    assert "−2 cloth (4 over penetration 2)" in exploded([5, 5, 1, 1], near(armour="cloth"))[1]
    # Equipment that explodes has none: 10+ as it stands.
    unit, standing = near()
    beside = (replace(unit, at=1), standing)
    told = exploded([4, 5], beside, given={"cause": "red equipment", "people": "Ann", "deck": False})[1]
    assert "10+ | 4+5 = 9 → unharmed" in told
    # By the other reading of the sign a grenade beside somebody needs a 12 (ruling VR-A4).
    assert "unharmed" in exploded([5, 6], near(), collateral_dm="-2")[1]
    assert "−2 collateral damage of a weapon" in exploded([6, 6, 1, 1, 1], near(), collateral_dm="-2")[1]


@pytest.mark.rule("VAR-31")
def test_in_the_square_everybody_suffers_unless_the_referee_has_set_that_they_throw():
    assert "Ann, in the square: penetration 4" in exploded([1, 1, 1], near("C3"))[1]
    thrown = exploded([3, 3], near("C3", armour="combat environment suit"), own_square="8+")[1]
    assert "unharmed" in thrown
    assert "8+" in exploded([4, 3, 1, 1], near("C3", armour="combat environment suit"), own_square="8+")[1]


@pytest.mark.rule("VAR-33")
def test_no_penetration_does_nothing():
    """A snub pistol's HE (2) is 1 in its square, and nothing beside it: no throw is made."""
    _, told = exploded([], near(), given={"cause": "HE", "at": "C3", "penetration": 2})
    assert "penetration 0, unharmed" in told


@pytest.mark.rule("VAR-34")
def test_very_large_blasts_go_by_their_radius():
    """Penetration 20, 4 squares: 10 on 10+ within two squares, 5 on 12+ beyond, +2 each; nothing at five."""
    blast = {"cause": "satchel", "penetration": 20, "radius": 4, "at": "A1"}
    game, told = exploded([4, 4, 1, 1, 5, 5, 1, 2], one("Bob", "C1"), one("Cid", "E1"), one("Dot", "F1"), given=blast)
    sheets = {name: unit.sheet for name, unit in game.units.items()}
    assert [sheets[name].condition for name in ("Bob", "Cid", "Dot")] == [
        Condition.DEAD,
        Condition.SERIOUS,
        Condition.ACTIVE,
    ]
    assert "10 in the square, 10 at one, 10 at two, 5 at three, 5 at four" in told


@pytest.mark.rule("VAR-35")
def test_cover_and_evading_are_no_help():
    """Whoever crouches or evades suffers as anybody: nothing but armour and the weapon counts on the throw."""
    told = exploded([4, 4, 1, 1, 1], near())[1]
    assert told.split("\n")[0] == "Ann, 1 square away: 10+ | 4+4 +2 collateral damage of a weapon = 10 → penetration 2"


def test_a_grenade_in_a_kept_turn_goes_by_the_same():
    game = table(one("Ann", "A1", grenades=1), one("Cid", "E1", "W", "red", armour="mesh"))
    game.begin(Ann="move", Cid="move")
    game.give("phase", step="snap shots")
    card = game.give("grenade", [4, 4, 1, 1, 1], name="Ann", at="E1")
    assert any("+2 penetration over armor" in str(line) for line in card.lines)


def test_a_structure_is_struck_as_in_ahl():
    """Nothing of structures is changed: a door takes the penetration less 4 a strike (AHL 24.A)."""
    game = table(one("Ann", "A1"))
    card = game.give("structure hit", name="Door 1", kind="door", penetration=10)
    assert any("6" in str(line) for line in card.lines)


def struck(weapon, kind="", **settings):
    """Ann fires at Cid at I1, in whose square Dot stands, with Eve beside them."""
    return table(
        one("Ann", "A1", weapons=((weapon, kind, 0),)),
        one("Cid", "I1", "W", "red"),
        one("Dot", "I1", "W", "red", condition=Condition.UNCONSCIOUS),
        one("Eve", "H2", "W", "red"),
        **settings,
    )


@pytest.mark.rule("VAR-30", "VAR-31")
def test_on_a_deck_the_explosion_of_a_strike_comes_at_once():
    """HE of penetration 4: 2 in the square, without a throw, and 1 beside it on 10+ with two more."""
    card = struck("4cm RAM", "HE").give("fire", [4, 4, *[1] * 5, 4, 3], name="Ann", target="Cid", setting="single")
    text = "\n".join(map(str, card.lines))
    assert "— An HE round strikes\nDot, in the square: penetration 2\n" in text
    assert "Eve, 1 square away: 10+ | 4+3 +2 collateral damage of a weapon = 9 → unharmed" in text
    # The direct victim suffers no more by it, and nothing is left for the referee to order.
    assert "Cid, in the square" not in text
    assert "/blast" not in text
    # Plasma of 10: 5 in the square.
    text = "\n".join(map(str, struck("PGMP-12").give("fire", [4, 4, *[1] * 7], name="Ann", target="Cid").lines))
    assert "Dot, in the square: penetration 5" in text
    # A miss, and what doesn't explode, is the end of it.
    for weapon, kind in (("4cm RAM", "HE"), ("4cm RAM", "flechette")):
        card = struck(weapon, kind).give("fire", [1, 1], name="Ann", target="Cid", setting="single")
        assert "strikes" not in "\n".join(map(str, card.lines))


@pytest.mark.rule("VAR-30")
def test_what_was_said_of_the_fire_holds_for_its_explosion():
    """Penetration 5 is left in the square at nobody's armour, capped at 4; in vacuum a wound is a level worse."""
    faces = [4, 4, 1, 1, 1, 2, 1, 1, 1]
    card = struck("PGMP-12").give("fire", faces, name="Ann", target="Cid", overpenetration="4 at most")
    assert "1+2 +4 penetration over armor, 4 at most = 7 → light wound" in "\n".join(map(str, card.lines))


@pytest.mark.rule("VAR-30")
def test_off_a_deck_nobody_knows_who_is_near_a_strike_and_so_the_referee_says_it():
    card = struck("4cm RAM", "HE").give("fire", [4, 4, 1, 1], name="Ann", target="Cid", range=8, deck=False)
    text = "\n".join(map(str, card.lines))
    assert "The strike on Cid explodes: /blast resolves its collateral damage to others nearby" in text


def evading(**cid):
    """In a turn that is kept Cid has come evading from F1 to E1 in this phase."""
    game = table(one("Ann", "A1", weapons=(("Spear", "", 1),)), one("Cid", "F1", "W", "red", **cid))
    game.begin(Ann="move", Cid="move")
    game.give("phase", step="movement")
    game.give("move", name="Cid", to="E1", gait="evade")
    return game


@pytest.mark.rule("VAR-35")
def test_in_a_turn_evading_saves_nobody_from_what_explodes_beside_them():
    """Beside a grenade at D2 mesh (2) stops the penetration 2 that is left, and evading takes nothing from 4+4+2."""
    game = evading(armour="mesh")
    told = "\n".join(map(str, game.give("blast", [4, 4, 1, 1], cause="grenade", at="D2").lines))
    assert "Cid, 1 square away: 10+ | 4+4 +2 collateral damage of a weapon = 10 → penetration 2" in told


@pytest.mark.rule("VAR-44")
def test_in_a_turn_what_is_thrown_takes_evading_and_armour_and_no_melee_value():
    """A spear at four squares is thrown at long range: skill 1 and nothing for strength 7, −1 for who evades in the
    open, and −1 for mesh (2) over penetration 1; the cutlass with skill 3 of who is aimed at counts nothing.
    """
    game = evading(armour="mesh", weapons=(("Cutlass", "", 3),))
    game.give("phase", step="melee")
    card = game.give("fire", [6, 5, 1, 1], name="Ann", target="Cid")
    told = "\n".join(map(str, card.lines))
    assert "10+ (long) | 6+5 +1 melee value with the Spear −1 evading −1 mesh (2 over penetration 1) = 10 → hit" in told
