"""What all orders and sheets of the rulebooks have in common."""

import pytest

from bot import systems
from bot.engine.errors import RuleError

SYSTEMS = systems.discover(systems)
PLAIN = {
    "ahl": {
        "grenades": "0",
        "armour": "none",
        "second armour": "none",
        "melee": "5",
        "morale": "7",
        "leadership": "0",
        "light wounds": "0",
        "rank": "",
        "being": "person",
        "life level": "0",
        "stunned": "0",
        "gripped by": "nobody",
        "disoriented": "no",
        "drifting": "no",
        "condition": "active",
        "nerve": "steady",
    },
    "combat3000": {
        "vehicle": "none",
        "creature": "Human",
        "accuracy": "+0",
        "strength": "+0",
        "dexterity": "+0",
        "reflex": "+0",
        "walk": "+5",
        "armour": "none",
        "equipment": "none",
        "grenades": "none",
        "robot": "no",
        "posture": "standing",
        "condition": "alive",
        "stunned": "0",
        "wounds": "none",
        "effect shield": "off",
        "aiming": "none",
        "fuse": "none",
        "crew": "none",
        "vehicle speed": "none",
        "immobilised": "no",
        "powerless": "no",
        "knocked out": "no",
    },
}
OF_A_WEAPON = {
    "ahl": {"weapon", "ammunition", "rounds", "shots fired", "clips", "skill"},
    "combat3000": {
        *("weapon", "ammunition", "clips", "loaded", "in hand", "working", "sight", "mount", "setting"),
    },
}


@pytest.mark.parametrize("key", PLAIN)
def test_what_a_new_sheet_says(key):
    """Whatever nobody has set; of a weapon it says nothing, since there is none."""
    system = SYSTEMS[key]
    assert system.traits.keys() == {*PLAIN[key], *OF_A_WEAPON[key]}
    assert {name: system.traits[name].read(system.new_sheet) for name in PLAIN[key]} == PLAIN[key]
    for name in OF_A_WEAPON[key]:
        with pytest.raises(RuleError, match="name one with weapon: first"):
            system.traits[name].read(system.new_sheet)


@pytest.mark.parametrize("key", PLAIN)
def test_what_a_sheet_says_can_be_set_as_it_is_said(key):
    system = SYSTEMS[key]
    changed = {
        "ahl": {"light wounds": "2", "disoriented": "yes", "stunned": "1", "life level": "3", "nerve": "fleeing"},
        "combat3000": {"posture": "prone", "stunned": "2", "condition": "killed", "robot": "yes", "walk": "+7"},
    }[key]
    for name, value in changed.items():
        set_so = system.with_traits(system.new_sheet, {name: value})
        assert {other for other in PLAIN[key] if system.traits[other].read(set_so) != PLAIN[key][other]} == {name}
        assert system.traits[name].read(set_so) == value
        assert system.with_traits(set_so, {name: PLAIN[key][name]}) == system.new_sheet


def test_what_is_written_on_sheets_by_word_is_this_and_nothing_else():
    """In a game that is kept a player needs the referee's yes for that; every other order is a deed of the game."""
    for key in ("ahl", "combat3000"):
        by_word = {verb for verb, order in SYSTEMS[key].orders.items() if order.by_word}
        assert {verb for verb in by_word if not verb.startswith("character ")} == {"give", "heal"}
