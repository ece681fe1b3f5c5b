"""Who has more than they can carry drops it, from slings too, and picks nothing up (C3K Encumbrance).

A rifle is 2, a shotgun 2, M weapons 4 each; 10 are the most at a strength of 0, and a wound point takes 2 of them.
"""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.combat3000.figure.sheet import Hand, Wound
from bot.systems.combat3000.turn import Phase
from tests.systems.combat3000.morale.table import game, order
from tests.systems.combat3000.table import give, unit
from tests.systems.combat3000.test_actions import armed

COUNTED = {"load": "counted"}
FULL = armed("Rifle", "Shotgun", "25mm Cannon")
LADEN = armed("Rifle", "Shotgun", "25mm Cannon", "MM12 Machine Gun")


def hands(who):
    return {each.name: each.hand for each in who.sheet.weapons}


@pytest.mark.rule("C3K-W07", "C3K-O11")
@pytest.mark.parametrize("phase", [None, Phase.ORDERS, Phase.MOVEMENT])
def test_what_is_slung_is_dropped_at_once_and_then_they_can_go(phase):
    """12 of 10 points, and 8 without the machine gun; dropping takes no time and hinders nothing."""
    kept = game(LADEN, phase=phase)
    with pytest.raises(RuleError, match="Ann carries 12 points, and 10 are the most: drop something first"):
        order(game(LADEN, phase=phase and Phase.MOVEMENT), "move", ["Ann"], settings=COUNTED, to="3")
    after, card = order(kept, "plan", ["Ann"], settings=COUNTED, plan="drop MM12 Machine Gun")
    ann = after.units["Ann"]
    assert (card.title, hands(ann)["MM12 Machine Gun"]) == ("Ann drops MM12 Machine Gun", Hand.DROPPED)
    assert order(game(ann, phase=phase and Phase.MOVEMENT), "move", ["Ann"], settings=COUNTED, to="3")


@pytest.mark.rule("C3K-W07")
def test_nobody_picks_up_what_is_too_much_for_them():
    """8 points and another 4; without the setting, and with a strength of 1, which carries 12, they do."""
    rifle = LADEN.sheet.carried("Rifle", "Ann")
    free = replace(LADEN, sheet=LADEN.sheet.with_carried(replace(rifle, hand=Hand.STOWED)))
    lying = order(game(free), "plan", ["Ann"], plan="drop MM12 Machine Gun")[0].units["Ann"]
    strong = replace(lying, sheet=replace(lying.sheet, profile=replace(lying.sheet.profile, strength=1)))
    for verb, how in (("plan", {"plan": "pick up MM12 Machine Gun"}), ("give", {"weapon": "MM12 Machine Gun"})):
        for phase in (None, Phase.ORDERS):
            with pytest.raises(RuleError, match="With MM12 Machine Gun Ann carries 12 points, and 10 are the most"):
                order(game(lying, phase=phase), verb, ["Ann"], settings=COUNTED, **how)
            assert order(game(lying, phase=phase), verb, ["Ann"], **how)
            assert order(game(strong, phase=phase), verb, ["Ann"], settings=COUNTED, **how)


@pytest.mark.rule("C3K-W07", "C3K-W01")
def test_wounds_take_from_what_is_carried_and_h_weapons_are_never():
    """8 points go at 10, and at the 8 of one wound point; two leave 6."""
    for points, may in ((0, True), (1, True), (2, False)):
        hurt = replace(FULL, sheet=replace(FULL.sheet, wounds=(Wound(points),) if points else ()))
        if may:
            assert order(game(hurt), "move", ["Ann"], settings=COUNTED, to="3")
            continue
        with pytest.raises(RuleError, match="Ann carries 8 points, and 6 are the most"):
            order(game(hurt), "move", ["Ann"], settings=COUNTED, to="3")
    with pytest.raises(RuleError, match="Howitzer is an H weapon, which nobody carries: mount it, or drop it"):
        order(game(armed("Rifle", "Howitzer")), "move", ["Ann"], settings=COUNTED, to="3")


@pytest.mark.rule("C3K-W07")
@pytest.mark.parametrize(
    ("worn", "carried"),
    [
        ({"armour": "Plasteel Breastplate"}, None),
        ({"armour": "Plasteel Breastplate, Laser Shield"}, "11"),
        ({"armour": "Plasteel Breastplate", "equipment": "Torch, Throatmike and Earcom"}, None),
        ({"armour": "Plasteel Breastplate", "equipment": "Torch, Scanner"}, "10.2"),
    ],
)
def test_what_is_worn_and_kept_is_carried(worn, carried):
    """Arms of 8 points; a breastplate and a shield are 1½ each, a torch and a scanner ⅓, an earcom nothing."""
    laden = game(armed("Rifle", "Shotgun", "25mm Cannon", **worn))
    if carried is None:
        assert order(laden, "move", ["Ann"], settings=COUNTED, to="3")
        return
    with pytest.raises(RuleError, match=f"Ann carries {carried} points, and 10 are the most"):
        order(laden, "move", ["Ann"], settings=COUNTED, to="3")


@pytest.mark.rule("C3K-W07", "C3K-W08")
def test_who_is_given_too_much_is_told():
    """8 points and a machine gun of 4; or seven grenades of calibre 1, of which three are a point."""
    units = Scene({"name": (FULL,)}, settings=COUNTED, known={"Ann": FULL})
    _, card = give("give", units=units, settings=COUNTED, weapon="MM12 Machine Gun", values="hand stowed")
    assert card.lines[-1] == "Ann carries 12 points, and 10 are the most: drop something first (C3K Encumbrance)."
    _, card = give("give", units=units, settings=COUNTED, weapon="101", clips=7)
    assert card.lines[-1].startswith("Ann carries 10.3 points, and 10 are the most")
    assert len(give("give", units=units, settings=COUNTED, weapon="101", clips=6)[1].lines) == 1
    assert len(give("give", units=Scene({"name": (unit("Ann"),)}), weapon="101", clips=99)[1].lines) == 1
