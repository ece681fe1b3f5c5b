"""Delay and proximity fuses on shells and grenades (C3K Equipment)."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.figure.sheet import Fuse
from bot.systems.combat3000.hit.plights import Charge
from bot.systems.combat3000.ledger import Ledger
from tests.systems.combat3000.table import C3K, KEMP, character, fire, give, unit

NEAR = unit("Near", "Blue", at=3)


def thrower(**more):
    return unit("Ann", grenades="101 x 2", equipment="Delay Fuse, Proximity Fuse", **more)


def next_turn(who):
    return Unit(who.name, who.side, replace(who.sheet, now=replace(who.sheet.now, busy="")))


def throw(who, faces, *people, ledger=None, **fields):
    units = Scene({"name": (who,), "people": people}, ledger)
    return give("grenade", faces, units, range=15, **fields)


def phase(ledger, who=KEMP):
    return give("phase", units=Scene({"name": (who,)}, ledger))


@pytest.mark.rule("C3K-E14")
def test_a_delayed_grenade_lies_there_and_goes_off_when_its_turns_are_over():
    """Two turns: the end of the turn of the throw counts one, the next one's end is the second."""
    ann = next_turn(thrower(fuse="delay 2"))
    outcome, card = throw(ann, [60], NEAR)
    assert "with a delay fuse of 2 turns" in card.lines[0]
    assert card.lines[2:] == (
        "It comes down where it was aimed, 10 cm across",
        "On the table: Explosive 101, which goes off in 2 turns",
    )
    assert outcome.ledger == Ledger(charges=(Charge("Explosive 101", "101", 10, 2),))
    assert (outcome.after["Ann"].fuse, outcome.after["Ann"].equipment) == (Fuse(), ("E17",))
    assert outcome.after["Ann"].grenades[0].rounds == 1
    assert "Near" not in outcome.after
    ended, card = phase(outcome.ledger)
    assert "Explosive 101, which goes off in 1 turn" in card.lines
    ended, card = phase(ended.ledger)
    assert "Explosive 101 goes off: /blast cause:101 says what it does within 5 cm" in card.lines
    assert ended.ledger == Ledger()
    assert not any("Clouds" in line for line in card.working)


@pytest.mark.rule("C3K-E14")
def test_a_proximity_fuse_goes_off_under_somebody_or_waits_for_them():
    ann = thrower(fuse="proximity")
    outcome, card = throw(ann, [60, 10, 10], NEAR)
    assert "Near: killed" in card.lines
    assert outcome.ledger is None
    far = unit("Far", "Blue", at=6)
    outcome, card = throw(ann, [60], far)
    assert card.lines[-1] == "On the table: Explosive 101, which waits for any heat source within 5 cm"
    dead = Unit("Near", "", replace(NEAR.sheet, killed=True), 3)
    assert throw(ann, [60], dead)[0].ledger == outcome.ledger
    ended, card = phase(outcome.ledger)
    assert card.lines == ("Explosive 101, which waits for any heat source within 5 cm",)
    people = Scene({"people": (NEAR,), "direct": ()}, ended.ledger)
    gone, _ = give("blast", [1, 1], people, cause="101", values="waiting")
    assert gone.ledger == Ledger()
    with pytest.raises(RuleError, match="No such charge waits"):
        give("blast", [1, 1], people, cause="102", values="waiting")
    assert give("blast", [1, 1], people, cause="101")[0].ledger is None


@pytest.mark.rule("C3K-E14")
def test_left_unset_it_goes_off_where_it_lands():
    assert "Near: killed" in throw(thrower(), [60, 10, 10], NEAR)[1].lines


@pytest.mark.rule("C3K-E14")
def test_launched_shells_may_have_fuses_and_armour_piercing_ones_have_no_use_for_them():
    moss = unit("Moss", weapon="MM21 Launcher", ammunition="101", equipment="Proximity Fuse", fuse="proximity")
    far = unit("Far", at=20)
    outcome, card = fire([99, 5, 9], moss, KEMP, (far,), range=20, values="stand Far over")
    assert outcome.ledger == Ledger(charges=(Charge("Explosive 101", "101", 10),))
    assert "MM21 Launcher: 5 of 6 shots Explosive 101" in card.lines
    piercer = unit("Moss", weapon="MM21 Launcher", ammunition="104", equipment="Proximity Fuse", fuse="proximity")
    outcome, card = fire([20, 10, 10], piercer, KEMP, range=20)
    assert "fuse" not in card.lines[0]
    assert outcome.after["Moss"].fuse == Fuse(proximity=True)
    jammed, _ = fire([2], moss, KEMP, range=20)
    assert jammed.after["Moss"].fuse == Fuse(proximity=True)


@pytest.mark.rule("C3K-E14")
def test_setting_a_delay_takes_a_turn_and_two_hands():
    ann = thrower(fuse="delay 30")
    with pytest.raises(RuleError, match="Ann sets a fuse this turn"):
        throw(ann, [], NEAR)
    assert C3K.traits["fuse"].read(ann.sheet) == "delay 30"
    edit = C3K.traits["fuse"].write
    with pytest.raises(RuleError, match="This figure sets a fuse this turn"):
        edit(ann.sheet, "delay 3", {})
    assert edit(ann.sheet, "delay 3", {"turns": "free"}).fuse == Fuse(3)
    assert edit(ann.sheet, "none", {}).fuse == Fuse()
    full = give("give", units=character(thrower(weapon="Pistol")), weapon="Knife")[0].after["Ann"]
    with pytest.raises(RuleError, match="takes two hands to set"):
        edit(full, "delay 3", {})
    # The launcher whose shell gets the fuse may be in those hands, and a proximity fuse takes none.
    launcher = unit("Moss", weapon="MM21 Launcher", equipment="Delay Fuse", fuse="delay 1")
    assert launcher.sheet.now.busy == "sets a fuse"
    assert not thrower(fuse="proximity").sheet.now.busy


@pytest.mark.rule("C3K-E14")
@pytest.mark.parametrize(
    ("fuse", "sentence"),
    [
        ("delay 31", "from 1 to 30"),
        ("delay", "whole number"),
        ("delay 0", "from 1 to 30"),
        ("slow", "There is no fuse"),
    ],
)
def test_what_no_fuse_can_be(fuse, sentence):
    with pytest.raises(RuleError, match=sentence):
        thrower(fuse=fuse)
    with pytest.raises(RuleError, match="no delay fuse in the equipment"):
        unit("Ann", fuse="delay 3")
    with pytest.raises(RuleError, match="A vehicle has no fuse"):
        unit("Tank", vehicle="Light Tank", fuse="proximity")


def test_the_sheet_shows_the_fuse():
    assert "The next shell or grenade has a delay fuse of 1 turn" in C3K.card(thrower(fuse="delay 1")).lines
    assert "The next shell or grenade has a proximity fuse" in C3K.card(thrower(fuse="proximity")).lines


def test_charges_are_stored_with_the_campaign():
    ledger = Ledger(charges=(Charge("Explosive 101", "101", 10, 2), Charge("Web 1151", "1151", 6)))
    assert C3K.load_ledger(C3K.dump_ledger(ledger)) == ledger


def test_a_grenade_that_comes_too_late_stays_in_the_belt():
    """Reflex −2 makes a 6 into an 8."""
    slow = thrower(reflex=-2)
    outcome, card = throw(slow, [6], NEAR)
    assert "too late to fire this turn" in card.lines[0]
    assert outcome.after["Ann"].grenades[0].rounds == 2
