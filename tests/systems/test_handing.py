"""Who comes out of another book: what follows from it, what is said instead, and what nobody knows."""

import pytest

from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.scene import Scene, Unit
from bot.systems.handing import BringOrder, Coming, Derived, EnlistOrder, Handed, Unknown, joining_orders
from tests.reports import card_of
from tests.systems.ahl.book import AHL

ORDERS = joining_orders(AHL)
MELEE, MORALE = Derived("melee", "6", "half a strength of 12"), Unknown("morale", "the other book has none")
VERBS = pytest.mark.parametrize("verb", [EnlistOrder.verb, BringOrder.verb])


def hand_over(sheet, bare, settings):
    """By the other book Ann is good at melee, and of morale it knows nothing."""
    return Handed(AHL.with_traits(bare, {"melee": "6"}), (MELEE,), (MORALE,), (f"Her strength was {sheet}",))


def came(verb, by="", settings=(), **said):
    """Ann, whose owner is 7, comes as she is said to."""
    order = ORDERS[verb]
    coming = Coming(Unit("Ann", "Old", 12, owner="7"), "Old Book", hand_over)
    scene = Scene({}, material=coming, by=by, settings=dict(settings))
    read = order.read({"name": "Ann", **said}, {})
    outcome = order.resolve(scene, read, LiveDice(bytes(32), 0))
    ((name, unit),) = outcome.units.items()
    return name, unit, card_of(order, outcome, ())


@VERBS
def test_whoever_comes_is_told_with_what_follows_and_what_nobody_knows(verb):
    name, unit, card = came(verb, side="Red")
    assert (name, unit.side, unit.owner) == ("Ann", "Red", "7")
    assert (AHL.traits["melee"].read(unit.sheet), AHL.traits["morale"].read(unit.sheet)) == ("6", "7")
    assert card.title == "Ann comes out of Old Book as Ann"
    assert card.lines[0].startswith("Ann: ")
    assert card.lines[1:] == (
        "melee 6: half a strength of 12",
        "morale, as a new sheet has it: the other book has none",
        "Her strength was 12",
    )


@VERBS
def test_what_is_said_stands_before_what_follows(verb):
    _, unit, card = came(verb, side="Red", melee="9", morale="4")
    assert (AHL.traits["melee"].read(unit.sheet), AHL.traits["morale"].read(unit.sheet)) == ("9", "4")
    assert card.lines[1:] == ("Said: melee 9, morale 4", "Her strength was 12")
    _, unit, card = came(verb, side="Red", morale="4")
    assert AHL.traits["melee"].read(unit.sheet) == "6"
    assert card.lines[1:] == ("melee 6: half a strength of 12", "Said: morale 4", "Her strength was 12")


@VERBS
def test_they_may_have_another_name_and_what_a_template_has(verb):
    name, unit, card = came(verb, side="Red", template="Marine", **{"as": "Eve"})
    assert (name, unit.name, card.title) == ("Eve", "Eve", "Ann comes out of Old Book as Eve")
    assert [each.weapon for each in unit.sheet.weapons] == [
        each.weapon for each in AHL.templates["Marine"].sheet.weapons
    ]
    assert "morale, that of the template Marine: the other book has none" in card.lines


@VERBS
@pytest.mark.parametrize(("by", "owner"), [("", "7"), ("5", "5")])
def test_whoever_brings_them_owns_them_and_the_referee_leaves_them_whose_they_were(verb, by, owner):
    assert came(verb, by=by, side="Red")[1].owner == owner


@VERBS
def test_nobody_comes_by_an_order_that_was_not_read_for_it(verb):
    order = ORDERS[verb]
    with pytest.raises(RuleError, match="needs more than its name"):
        order.resolve(Scene({}), order.read({"name": "Ann"}, {}), LiveDice(bytes(32), 0))
