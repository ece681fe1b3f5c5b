"""What is set, strapped on or cut at by a line of a plan, and what such a line can't mean."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Hand, Plight
from bot.systems.combat3000.turn import Turn
from tests.systems.combat3000.table import C3K, give, unit
from tests.systems.combat3000.test_actions import armed, played, table

AUTOBLASTER, PHASER, RIFLE = armed("Ixtyl Autoblaster"), armed("Hand Phaser"), armed("Rifle")
LASER = armed("Laser Rifle")
STOWED = replace(
    AUTOBLASTER, sheet=AUTOBLASTER.sheet.with_carried(replace(AUTOBLASTER.sheet.weapons[0], hand=Hand.STOWED))
)
FUSED = unit("Ann", equipment="Delay Fuse")
HELD = replace(unit("Bob"), sheet=replace(unit("Bob").sheet, plight=Plight(webbed=True, web_cut=3)))
TANK = unit("Tank", template="Light Tank")


@pytest.mark.rule("C3K-O07")
@pytest.mark.parametrize(
    ("who", "plan", "title", "lines"),
    [
        (PHASER, "set Hand Phaser to stun", "Ann sets Hand Phaser to stun", ()),
        (FUSED, "set delay fuse 5", "Ann sets a delay fuse to 5 turns", ()),
        (STOWED, "strap on Ixtyl Autoblaster", "Ann straps on Ixtyl Autoblaster", ("Takes 3 turns",)),
        (AUTOBLASTER, "take off Ixtyl Autoblaster", "Ann takes off Ixtyl Autoblaster", ("Takes 2 turns",)),
        (AUTOBLASTER, "unstrap Ixtyl Autoblaster", "Ann takes off Ixtyl Autoblaster", ("Takes 2 turns",)),
        # Of ten turns of cutting three are done.
        (LASER, "cut free Bob", "Ann cuts free Bob", ("Takes 7 turns",)),
    ],
)
def test_what_is_done_by_a_line_of_a_plan_takes_its_turns(who, plan, title, lines):
    _, card = planned(who, plan)
    assert card.title == title
    assert tuple(str(line).removesuffix(" (C3K Other actions)") for line in card.lines) == lines


def planned(who, plan):
    scene = table(who)
    return give("plan", units=replace(scene, known={**scene.known, "Bob": HELD, "Tank": TANK}), plan=plan)


@pytest.mark.parametrize(
    ("who", "plan", "sentence"),
    [
        (PHASER, "set Hand Phaser", "choose kill or stun"),
        (RIFLE, "set Rifle to stun", "Rifle has no settings: leave “stun” out."),
        (
            armed("Sword"),
            "set Sword to 3",
            "Say what Ann sets, and to what: set Hand Phaser to stun, or set delay fuse 5",
        ),
        (AUTOBLASTER, "strap on Ixtyl Autoblaster", "Ixtyl Autoblaster is strapped on already (C3K Other actions)."),
        (STOWED, "unstrap Ixtyl Autoblaster", "Ixtyl Autoblaster is not strapped on (C3K Other actions)."),
        (RIFLE, "Strap Rifle", "Rifle is worn on no forearm: draw it, or put it away (C3K Other actions)."),
        (RIFLE, "cut free Bob", "Ann has no laser in hand to cut a web with (C3K Shells and grenades)."),
        (LASER, "cut free Tank", "Tank is in no web that could be cut (C3K Shells and grenades)."),
        (LASER, "cut free Kemp", "is in no web that could be cut (C3K Shells and grenades)."),
    ],
)
def test_what_a_line_of_a_plan_cannot_mean(who, plan, sentence):
    with pytest.raises(RuleError) as refused:
        planned(who, plan)
    assert sentence in str(refused.value)


def test_what_was_set_is_so_once_the_turn_is_over():
    ann, _, _ = played(PHASER, "set Hand Phaser to stun", turn=Turn())
    assert ann.sheet.carried("Hand Phaser", "").setting == "stun"
    ann, _, _ = played(FUSED, "set delay fuse 5", turn=Turn())
    assert C3K.traits["fuse"].read(ann.sheet) == "delay 5"


def test_nobody_of_ones_own_and_turns_that_nobody_counts():
    with pytest.raises(RuleError, match="Nobody here is yours to plan for, or to know their plans: name whom you mean"):
        give("plan", units=table(), plan="crouch")
    with pytest.raises(RuleError, match="Turns aren't counted in this campaign: say it with the fire"):
        give("plan", units=table(RIFLE), plan="aim at Kemp", turns="free")
