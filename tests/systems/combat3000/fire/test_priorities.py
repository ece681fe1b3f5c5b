"""At whom somebody must fire (C3K Target priorities, ruling B-F24)."""

import pytest

from bot.engine.errors import RuleError
from bot.systems.combat3000.aim.eligible import Enemy, Threat, read_threats
from bot.systems.combat3000.fire.priorities import first
from tests.systems.combat3000.table import HALE, KEMP, fire, unit

BOB = unit("Bob", "Blue")


def names(text):
    return first(read_threats(text)).names


def refused(sentence, **order):
    with pytest.raises(RuleError) as refusal:
        fire(**{"range": 20, "attacker": HALE, "target": KEMP, **order})
    assert sentence in str(refusal.value)


@pytest.mark.rule("C3K-F12")
@pytest.mark.parametrize(
    ("threats", "chosen"),
    [
        # The six steps, each before the next.
        ("Ann 30 building, Bob 15 me, Cid 5 me", ("Ann",)),
        ("Ann 31 building, Bob 15 me, Cid 16 me ordered", ("Bob",)),
        ("Bob 15 me, Cid 5 me, Dan 1 friends", ("Bob", "Cid")),
        ("Ann 40 friends ordered, Bob 16 me", ("Ann",)),
        ("Ann 40 ordered, Bob 16 me, Cid 17 me", ("Bob",)),
        ("Ann 9 ordered, Bob 30 friends, Cid 20 friends", ("Cid",)),
        ("Ann 9, Bob 8 ordered, Cid 8", ("Bob", "Cid")),
        ("Ann 1, Bob 0", ("Bob",)),
        # In the first three any of them will do, in the others only the nearest.
        ("Ann 30 building, Bob 20 building", ("Ann", "Bob")),
        ("Ann 40 friends ordered, Bob 30 me ordered", ("Ann", "Bob")),
    ],
)
def test_the_six_steps(threats, chosen):
    assert names(threats) == chosen


def test_nobody_there():
    assert first(()) is None
    assert read_threats("") == ()
    assert read_threats("Outlaw Kemp 9 me ordered") == (
        Enemy("Outlaw Kemp", 9, frozenset({Threat.ME, Threat.ORDERED})),
    )


@pytest.mark.rule("C3K-F12")
def test_fire_at_somebody_else_is_refused_and_at_the_right_one_says_why():
    refused(
        "Trooper Hale must fire at Bob, who fires at them within 15 cm: choose that target (C3K Target priorities).",
        values="threats Bob 9 me, Outlaw Kemp 20 me",
    )
    _, card = fire([99], HALE, KEMP, range=9, values="threats Bob 19 me, Outlaw Kemp 9 me")
    assert card.working[0] == "Trooper Hale's target fires at them within 15 cm (C3K Target priorities)"
    refused("must fire at Ann or Bob, who is the nearest", values="threats Ann 9, Bob 9, Outlaw Kemp 20")


@pytest.mark.rule("C3K-F12")
def test_those_whom_they_cannot_harm_are_left_out():
    """A rifle's 6 is no more than a tank's armour of 10; body armour is pierced, powered armour of 12 is not."""
    tank, suit = unit("Tank", vehicle="Light Tank", at=9), unit("Suit", armour="Powered Armour", at=9)
    for who in (tank, suit):
        fire([99], HALE, KEMP, (who,), range=20, values=f"threats {who.name} 9 me, Outlaw Kemp 20 me")
    weak = unit("Weak", armour="Body Armour", at=9)
    refused("must fire at Weak", others=(weak,), values="threats Weak 9 me, Outlaw Kemp 20 me")
    laser = unit("Ann", weapon="Heavy Assault Laser")
    threats = "threats Tank 9 me, Outlaw Kemp 20 me"
    refused("must fire at Tank", attacker=laser, others=(tank,), values=threats)
    shielded = unit("Shield", equipment="Holtzman Effect Shield", effect_shield="on", at=9)
    fire([99], HALE, KEMP, (shielded,), range=20, values="threats Shield 9 me, Outlaw Kemp 20 me")
    knife = unit("Ann", weapon="Throwing Knife")
    refused("must fire at Shield", attacker=knife, others=(shielded,), values="threats Shield 9 me")
    fire([99], HALE, KEMP, range=20, values="threats Elsewhere 9 me harmless, Outlaw Kemp 20 me")
    fire([99], HALE, KEMP, range=20, values="threats Elsewhere 9 me harmless")


@pytest.mark.rule("C3K-F12", "C3K-F37", "C3K-G05")
def test_covering_fire_and_players_figures_have_no_priorities():
    threats = "threats Bob 9 me"
    fire([99], HALE, KEMP, range=20, values=threats, mode="covering")
    _, card = fire([99], HALE, KEMP, range=20, values=threats, settings={"game": "role play"})
    assert not any("Target priorities" in line for line in card.working)


@pytest.mark.rule("C3K-F12", "C3K-F01")
def test_each_firer_has_threats_of_their_own():
    both = (HALE, unit("Ruiz", weapon="Rifle"))
    values = "each Trooper Hale threats Outlaw Kemp 20 me, Bob 21 me, Ruiz walk; threats Bob 9 me"
    refused("Ruiz must fire at Bob", attacker=both, values=values)
    _, card = fire([99, 99], both, (KEMP, BOB), range=20, values=values)
    assert card.working[:2] == (
        "Trooper Hale's target is the nearest who fires at them (C3K Target priorities)",
        "Ruiz's target fires at them within 15 cm (C3K Target priorities)",
    )


@pytest.mark.parametrize("threats", ["Bob", "Bob near", "9 me", "Bob 9 sings"])
def test_what_is_no_threat(threats):
    with pytest.raises(RuleError, match=r"A threat reads like Bob 9 me|There is no deed"):
        read_threats(threats)
