"""Who fills which place of an order: each role of each rulebook, decided one by one.

By these words: `acts` is for who fires, fights or moves, and not for who has surrendered; `foe` for enemies of those
who act; `must` be named, `alone` but by whoever has a single character, `may` stay empty. `many` takes any number and
all of one's own if none is named, `own` of a referee's those that no player owns, `each` carries the order out one by
one. A number after an @ `counts` for one alone or is how `far` they are; `again` lets one be named twice.
"""

import pytest

from bot import systems

BOOKS = systems.discover(systems)
FLAGS = {
    "fights": "acts",
    "foes": "foe",
    "needed": "must",
    "alone": "alone",
    "optional": "may",
    "many": "many",
    "own": "own",
    "each": "each",
    "counts": "counts",
    "far": "far",
    "repeats": "again",
}
# What the house has for people of any rules.
PEOPLE = {
    "character edit": "name alone each",
    "character remove": "name must",
    "stance": "name alone each",
    "lean": "name alone",
    "face": "name alone each",
    "light": "room alone",
    "door": "at alone",
    "place": "name alone many",
    "surrender": "name alone many",
    "take": "name acts alone, from must",
    "resupply": "name many",
    "rest": "name many",
    "look": "name",
}
AHL = PEOPLE | {
    "fire": "name acts alone, target foe must, others may many far",
    "cover": "name acts alone",
    "melee": "name acts alone many counts far, target foe must",
    "move": "name acts alone each, dragging may, with acts may",
    "jump": "name acts alone",
    "break": "name acts alone, with acts may",
    "dive": "name acts alone, target foe must",
    "grenade": "name acts alone, people may many far",
    "lift ride": "name acts alone",
    "airlock": "name alone",
    "lift call": "name alone",
    "reorient": "name alone",
    "range": "name alone",
    "reload": "name alone each",
    # Whoever panics or holds fire decides that, surrendered or not; who leads has to be in the fight.
    "hold": "name alone each, target foe may",
    "land": "name alone",
    "rally": "name many, leaders acts may many",
    "morale": "name many counts, apart may many, fallen may many, enemy may many, first may many",
    "wake": "name many",
    "vacuum": "name many",
    "collide": "name alone",
    "give": "name alone",
    "heal": "name alone each",
    "blast": "people may many far, direct may, already may many",
    "phase": "name many",
    "phase ready": "name many own",
    "plan": "name many own",
    "standing": "name many own",
    "turn begin": "name many",
}
AHL |= {"scenario throw": "name acts alone", "scenario take": "name acts alone, from must"}
SCENARIOS = {
    "scenario next": "name alone many",
    "scenario search": "name acts alone",
    "scenario drop": "name alone",
    "scenario slip": "name alone many",
    "scenario pilots": "name must many",
}
DECIDED = {
    "ahl": AHL
    | SCENARIOS
    | {"autopilot why": "name alone", "autopilot act": "name alone many", "autopilot set": "name alone many"},
    "ahl_variant": AHL
    | {
        "convert": "name alone",
        "go": "name acts alone, enemy foe may",
        # Whoever does nothing needs to be able to do nothing.
        "encounter pass": "name alone",
    },
    "combat3000": PEOPLE
    | SCENARIOS
    | {
        # All who fire in a turn stand in one order, each at somebody, several at the same.
        "fire": "name acts alone many far, target foe may many far again, others may many far",
        "grenade": "name acts alone, people may many far",
        "blast": "people may many far, direct may many far, already may many",
        "move": "name acts alone each",
        "plan": "name many own",
        "phase": "name many",
        "reload": "name alone each",
        "repair": "name alone",
        "range": "name alone",
        "give": "name alone",
        "heal": "name alone each",
    },
    "highguard": {
        "ship edit": "name alone each",
        "ship remove": "name must",
        "ship repair": "name must many",
        "ship refuel": "name must many, from may",
        "battery": "name, target foe",
        "battle join": "name many",
        "battle end": "name many",
    },
    "naval": {
        "career edit": "name alone each",
        "career remove": "name must",
        "career": "name alone",
        "career next": "name alone",
        "career control": "name alone",
        "career say": "name",
        "career learn": "name alone, teacher",
        "career interrogate": "name alone, partner may",
    },
}


def decisions(order):
    return {role.name: {word for flag, word in FLAGS.items() if getattr(role, flag)} for role in order.roles}


@pytest.mark.parametrize("book", sorted(DECIDED))
def test_every_role_of_every_order_is_for_whom_it_was_decided(book):
    found = {verb: decisions(order) for verb, order in BOOKS[book].orders.items() if order.roles}
    said = {
        verb: {name: set(words) for name, *words in (role.split() for role in roles.split(", "))}
        for verb, roles in DECIDED[book].items()
    }
    # Combat 3000's later orders are not all decided here yet.
    decided = {verb: found.get(verb) for verb in said} if book == "combat3000" else found
    assert decided == said


# Who must name them though they own a single one: what is gone for good, and two who are meant together.
# Whose career it is that the referee says something of is asked of them with it.
_NAMED_ALL_THE_SAME = {"character remove", "scenario pilots", "career remove", "career say"}


@pytest.mark.parametrize("book", ["ahl", "ahl_variant", "combat3000", "naval"])
def test_who_owns_one_character_need_not_name_them(book):
    """The first role of every order is filled, but where nobody is to be named, or all are by whom nobody names."""
    first = {verb: order.roles[0] for verb, order in BOOKS[book].orders.items() if order.roles}
    asks = {
        verb
        for verb, role in first.items()
        if role.name == "name" and not (role.alone or role.optional or (role.many and not role.needed))
    }
    assert asks == _NAMED_ALL_THE_SAME & {*first} | {"look"} & {*first}
