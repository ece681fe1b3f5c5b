"""What a reload takes, what is set anew, and what is offered for it (C3K Reloading)."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.combat3000.figure.sheet import Part, Supply, Wound
from tests.systems.combat3000.morale.table import ACTIONS, FIRING, ORDERS, game, order
from tests.systems.combat3000.table import C3K, character, give, unit


def spent(name, rounds=0, *spare, **more):
    """Ann with a weapon in which so many rounds are left, and whose spare pieces hold so many."""
    who = unit("Ann", weapon=name, **more)
    (carried,) = who.sheet.weapons
    pieces = tuple(Supply(carried.loaded.ammunition, each) for each in spare)
    changed = replace(carried, loaded=replace(carried.loaded, rounds=rounds), spare=pieces)
    return replace(who, sheet=who.sheet.with_carried(changed))


RULE = "The list's turns less dexterity and extra crew, 1 at least (C3K Reloading)"
DOUBLED = "Doubled by a wounded arm (C3K Effects of a hit)"


@pytest.mark.rule("C3K-R01")
@pytest.mark.parametrize(
    ("who", "takes", "more"),
    [
        # A laser rifle takes two turns, with dexterity 1 one; with a wounded arm twice as many.
        (spent("Laser Rifle", 0, 5), "Takes 2 turns", 1),
        (spent("Laser Rifle", 0, 5, dexterity=1), "Takes 1 turn", 0),
    ],
)
def test_how_long_a_reload_takes_is_told_with_its_rule(who, takes, more):
    outcome, card = give("reload", [], character(who))
    after = outcome.after["Ann"]
    assert (card.title, card.working) == ("Ann reloads", (RULE,))
    assert card.lines[1] == f"{takes}, with two free hands, standing still."
    assert (after.weapons[0].loaded.rounds, after.weapons[0].spare) == (5, ())
    assert (after.now.busy, after.now.more, after.now.reloading) == ("reloads", more, who.sheet.weapons[0])
    hurt = replace(who, sheet=replace(who.sheet, wounds=(Wound(1, Part.LEFT_ARM),)))
    outcome, card = give("reload", [], character(hurt))
    assert card.working == (RULE, DOUBLED)
    assert outcome.after["Ann"].now.more == 2 * (more + 1) - 1


def test_a_weapon_is_set_anew_in_no_time_or_in_a_turn():
    """A disrupter is set in no time, a phaser in a turn and with two hands; where a turn is kept that is an action."""
    ann = unit("Ann", weapon="Disrupter Rifle")
    outcome, card = give("reload", [], character(ann), setting="wide")
    assert card.title == "Ann sets Disrupter Rifle to wide"
    assert card.lines == ("Takes no time (C3K Weapon list)",)
    assert (outcome.after["Ann"].weapons[0].setting, outcome.after["Ann"].now.busy) == ("wide", "")
    after, card = order(game(ann, phase=ORDERS), "reload", ["Ann"], setting="wide")
    assert card.title == "Ann sets Disrupter Rifle to wide"
    phaser = unit("Ann", weapon="Phaser Rifle")
    outcome, card = give("reload", [], character(phaser), setting="stun")
    assert card.lines == ("Takes 1 turn and two hands (C3K Weapon list)",)
    assert outcome.after["Ann"].now.busy == "sets Phaser Rifle"
    after, _ = order(game(phaser, phase=ORDERS), "reload", ["Ann"], setting="stun")
    assert len(after.ledger.turn.plans["Ann"]) == 1
    with pytest.raises(RuleError, match="actions are written down in the orders phase"):
        order(game(phaser, phase=FIRING), "reload", ["Ann"], setting="stun")
    with pytest.raises(RuleError, match="Ann sets Phaser Rifle this turn"):
        give("reload", [], character(replace(phaser, sheet=outcome.after["Ann"])), setting="stun")
    free = give("reload", [], character(replace(phaser, sheet=outcome.after["Ann"])), {"turns": "free"}, setting="stun")
    assert free[1].title == "Ann sets Phaser Rifle to stun"


def test_the_shells_that_somebody_has_to_spare_are_offered():
    launcher = spent("MM16 Grenade Launcher", 0, 1, ammunition="101")
    offered = next(each for each in C3K.orders["reload"].fields if each.name == "ammunition").suggest
    assert list(offered(Scene({"name": (launcher,)}))) == ["Explosive 101"]
    assert list(offered(Scene({"name": (unit("Ann", weapon="Rifle"),)}))) == []
    assert list(offered(Scene({}))) == []


def test_who_has_acted_reloads_no_more_where_turns_are_counted():
    who = spent("Laser Rifle", 0, 5)
    busy = replace(who, sheet=replace(who.sheet, now=replace(who.sheet.now, busy="climbs")))
    with pytest.raises(RuleError, match="Ann climbs this turn"):
        give("reload", [], character(busy))
    assert give("reload", [], character(busy), {"turns": "free"})[1].title == "Ann reloads"
    assert order(game(who, phase=ACTIONS), "phase")[0].units["Ann"].sheet.weapons == who.sheet.weapons
