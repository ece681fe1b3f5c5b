"""What an order takes where nobody says it: nothing, none, no; and of each book by name whatever else it takes."""

import pytest

from bot import systems

BOOKS = systems.discover(systems)
# What is offered as a setting of how the rules are played is as the book prints it, or as a ruling has it.
AHL = {
    "count": {1},
    "ranges": {"squares"},
    "rounds": {"counted"},
    "energy shots": {"not counted"},
    "ram flechette": {"any number"},
    "close pistols": {"listed"},
    "robot faint": {"destroyed"},
    "battle dress melee": {"2 columns"},
    "stuns": {"longest"},
    "crowding": {"one each"},
    "collision": {"as it stands"},
    "spare clips": {"8"},
    "own square": {"automatic"},
    "scatter": {"house"},
    "rally": {"every leader"},
    # Fire is aimed, by what the deck knows; whoever is struck strikes back; one walks, with the points of a phase.
    "fire": {"aimed"},
    "deck": {True},
    "strike back": {True},
    "gait": {"walk"},
    "how": {"jump"},
    "ap": {6},
    "wounds": {"everything"},
    "cause": {"casualty", "grenade"},
    "times": {1},
    "on": {True},
    # Whoever is imagined: of melee 5 and morale 7, without armour.
    "armour": {"none"},
    "melee": {5},
    "against": {5},
    "morale": {7},
}
UNSAID = {
    # What a scenario counts is one more; its people are drawn as its file says.
    "ahl": AHL
    | {
        "by": {1},
        "drawn": {"as written"},
        "acr ds extreme": {"none"},
        "gauss rifle extreme": {"none"},
        "lag flechette extreme": {"none"},
        "laser rifle extreme": {"none"},
    },
    "ahl_variant": AHL
    | {
        "melee rules": {"variant"},
        "declared": {"as cover"},
        "overpenetration": {"uncapped"},
        "lasers": {"ordinary"},
        "collateral dm": {"+2"},
        "deaths": {"two"},
        "order": {"strength, dexterity, endurance"},
        # A single attack, by hand, at a man; four bands apart by daylight, among a few things that stand about. Of
        # wounds that are converted the light ones come off endurance.
        "attacks": {1},
        "mount": {"none"},
        "size": {"normal"},
        "bands": {4},
        "terrain": {"light"},
        "light": {"day", "endurance"},
        "pace": {"stands"},
        "weapon": {"Hands"},
        "back": {"Hands"},
        "strength": {7},
        "back strength": {7},
    },
    "combat3000": {
        "count": {1},
        "game": {"skirmish"},
        "turns": {"counted"},
        "load": {"off"},
        "steep climb": {"less die and 2"},
        "ladders": {"as ropes"},
        "kept aim": {"as earned"},
        "wall fire": {"off"},
        "dropped weapons": {"off"},
        "weak weapons": {"never pierce"},
        "neutrons": {"must pierce"},
        "phaser stun": {"never kills"},
        "unprinted breakdown": {2},
        "shots": {"together"},
        "alien morale": {"general test"},
        "group losses": {"either"},
        "odd families": {"fewer halt"},
        "structures": {"light"},
        # Of a flight pack's fuel 15 minutes, in turns of four seconds.
        "fuel": {225},
        # One stands to receive, charges a door, is told an order, and speaks; one hit, and of a tally one more.
        "how": {"stand", "charge", "order"},
        "voice": {"speak"},
        "times": {1},
        "by": {1},
        "drawn": {"as written"},
        # Imagined: fists, one who is steady, a light room.
        "weapon": {"Fist"},
        "back": {"Fist"},
        "status": {"steady"},
        "members": {1},
        "kind": {"room"},
        "build": {"light"},
        # Of a wound's effects none are played; all wounds are healed.
        "wounds": {"off", "everything"},
        "gait": {"walk", "run"},
        "ground": {"level"},
        "spread": {"single"},
        "trajectory": {"direct"},
        "light": {"normal"},
        "watch": {"eyes"},
        "on": {True},
        "armour": {"none"},
        "grenade": {"101"},
    },
    "highguard": {
        "count": {1},
        "range": {"long"},
        "shattered tanks": {"silence what needs energy"},
        "missiles": {"unlimited"},
        "rest": {True},
        "on": {True},
        # The target that is imagined.
        "size": {"K"},
        "configuration": {1},
    },
    "naval": {"age": {18}, "navy": {True}, "action": {"nothing"}},
}


@pytest.mark.parametrize("book", sorted(UNSAID))
def test_what_nobody_says_is_nothing_but_for_these(book):
    found = {}
    for order in BOOKS[book].orders.values():
        for field in (*order.fields, *(order.odds.fields if order.odds else ())):
            if field.default:
                found.setdefault(field.name, set()).add(field.default)
    assert found == UNSAID[book]
