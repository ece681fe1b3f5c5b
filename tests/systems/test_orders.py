"""What all orders and sheets of the rulebooks have in common."""

import pytest

from bot import systems
from bot.engine.errors import RuleError
from bot.engine.system import Scene

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
        "morale": "steady",
        "death rage": "0",
        "morale test": "own",
        "leader": "good",
        "flies by": "none",
        "height": "0",
        "fuse": "none",
        "crew": "none",
        "vehicle speed": "none",
        "immobilised": "no",
        "powerless": "no",
        "droid": "none",
        "programme": "none",
        "programme runs": "P",
        "activation": "0",
        "controller": "none",
        "robotics": "none",
        "nets": "none",
        "cipher": "none",
        "words": "0",
        "sabotaged": "no",
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
    for key, more in (("ahl", set()), ("ahl_variant", {"convert"}), ("combat3000", set())):
        by_word = {verb for verb, order in SYSTEMS[key].orders.items() if order.by_word}
        there = {"give", "heal", "career enlist"} | more
        assert {verb for verb in by_word if not verb.startswith("character ")} == there


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_all_may_read_where_sides_know_what_they_have_seen_is_this_and_nothing_else(key):
    """It tells nothing of a deck: who plays which side, what the campaign is set to, and what its dice come from."""
    everybodys = {verb for verb, order in SYSTEMS[key].orders.items() if order.open}
    assert everybodys == {
        "campaign end",
        "campaign move",
        "campaign set",
        "dice reveal",
        "dice salt",
        "players set",
    }


PEOPLES = {"character add", "character edit", "character remove"}
BROUGHT = {*PEOPLES, "character bring", "career enlist", "roster replace"}
STAGED = {"scenario setup", "scenario show"}
REGISTERS = {
    "ahl": BROUGHT | STAGED,
    "ahl_variant": BROUGHT,
    "combat3000": BROUGHT | STAGED,
    "highguard": {
        *(*PEOPLES, "battle commander", "battle join"),
        *("ship add", "ship conceal", "ship design", "ship edit", "ship remove"),
    },
    "naval": {"career begin", "career edit", "career remove"},
}


@pytest.mark.parametrize("key", SYSTEMS)
def test_which_orders_know_the_name_of_everybody_who_is_in_the_campaign(key):
    """Those by which somebody comes, goes, changes sides or is shown: no name is given twice."""
    knowing = {verb for verb, order in SYSTEMS[key].orders.items() if order.registers}
    assert knowing == {*REGISTERS[key], "campaign set", "players set", "reveal"}


def test_who_is_named_for_an_order():
    """Plans are for one's own, whom nobody has to name; all other roles are for whoever is named. A book that is made
    of another's has those of that one.
    """
    roles = [
        ((key, verb, role.name), role)
        for key in SYSTEMS
        if key != "ahl_variant"
        for verb, order in SYSTEMS[key].orders.items()
        for role in order.roles
    ]
    assert {name for name, role in roles if role.own} == {
        ("ahl", "plan", "name"),
        ("ahl", "phase ready", "name"),
        ("ahl", "standing", "name"),
        ("combat3000", "plan", "name"),
    }
    assert {name for name, role in roles if role.optional and not role.many} == {
        ("ahl", "move", "dragging"),
        ("ahl", "move", "with"),
        ("ahl", "break", "with"),
        ("ahl", "hold", "target"),
        ("ahl", "blast", "direct"),
        ("combat3000", "structure hit", "by"),
        ("combat3000", "receive", "target"),
        ("highguard", "ship refuel", "from"),
        ("naval", "career interrogate", "partner"),
    }
    # Whoever has surrendered fills none of these.
    assert {name for name, role in roles if role.fights} == {
        ("ahl", "scenario search", "name"),
        ("combat3000", "scenario search", "name"),
        ("ahl", "scenario throw", "name"),
        ("ahl", "scenario take", "name"),
        ("ahl", "fire", "name"),
        ("ahl", "cover", "name"),
        ("ahl", "grenade", "name"),
        ("ahl", "melee", "name"),
        ("ahl", "dive", "name"),
        ("ahl", "move", "name"),
        ("ahl", "move", "with"),
        ("ahl", "jump", "name"),
        ("ahl", "break", "name"),
        ("ahl", "break", "with"),
        ("ahl", "lift ride", "name"),
        ("ahl", "rally", "leaders"),
        ("ahl", "take", "name"),
        ("combat3000", "take", "name"),
        ("combat3000", "charge", "name"),
        ("combat3000", "fire", "name"),
        ("combat3000", "grenade", "name"),
        ("combat3000", "move", "name"),
        ("combat3000", "break", "name"),
        ("combat3000", "structure hit", "by"),
    }
    # One fires, throws, reloads at a time, but for several of Combat 3000 who fire in one turn.
    named = ((key, verb) for (key, verb, name), role in roles if role.many and (role.fights or role.foes))
    several = {*named} - {("ahl", "rally")}
    assert several == {("ahl", "melee"), *(("combat3000", verb) for verb in ("charge", "fire", "melee"))}


@pytest.mark.parametrize(
    ("key", "role", "verbs"),
    [
        ("ahl", "name", ["fire"]),
        ("ahl", "name", ["reload"]),
        ("combat3000", "name", ["fire"]),
        ("combat3000", "name", ["reload"]),
    ],
)
def test_the_weapons_of_whoever_acts_are_offered_and_nobody_elses(key, role, verbs):
    system = SYSTEMS[key]
    armed = next(unit for unit in system.starter if unit.sheet.weapons)
    names = [carried.weapon if key == "ahl" else carried.name for carried in armed.sheet.weapons]
    for verb in verbs:
        (field,) = (field for field in system.orders[verb].fields if field.name == "weapon")
        assert list(field.suggest(Scene({role: (armed,)}))) == names
        assert list(field.suggest(Scene({}))) == []


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(order, id=f"{key} {verb}")
        for key, system in SYSTEMS.items()
        for verb, order in system.orders.items()
    ],
)
def test_what_is_typed_before_anybody_is_named_is_completed_too(order):
    """What a field offers may hang on who is named: nobody is, yet, and nobody is known by that name either."""
    for field in order.fields:
        assert all(isinstance(offered, str) for offered in field.suggestions(Scene({})))
