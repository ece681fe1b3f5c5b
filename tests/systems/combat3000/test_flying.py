"""In the air one does what one could do at a walk: fire at 10 less with P and S, and actions that go with a walk (C3K
Flying, Other actions).
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Memory, Supply, Task, Working
from bot.systems.combat3000.turn import Phase
from tests.systems.combat3000.morale.table import game, order
from tests.systems.combat3000.table import C3K, give, unit
from tests.systems.combat3000.test_actions import armed, table
from tests.systems.combat3000.test_due import asked

ORDERS, CLOSE, MOVEMENT, FIRING, ACTIONS = Phase


def in_the_air(who, flown=0):
    """Somebody 20 cm up since an earlier turn, by a flight pack."""
    return replace(who, sheet=replace(who.sheet, height=Fraction(20), flown=Fraction(flown), equipment=("E18",)))


ANN = in_the_air(armed("Rifle", "Pistol", "Sword"))
FOE = unit("Foe", side="Blue", weapon="Rifle")


@pytest.mark.rule("C3K-V03", "C3K-F26")
def test_who_hovers_fires_as_at_a_walk_without_having_moved():
    """50 at 20 cm, less 10; an M weapon, which nobody fires at a walk, not at all; on the ground it is 50."""
    _, card = give("fire", [90], table(ANN), range=20)
    assert "To hit: 50 −10 flying = 40% | 90 → miss" in card.lines
    with pytest.raises(RuleError, match="Only P and S weapons that are no launchers are fired at a walk"):
        give("fire", [90], table(in_the_air(unit("Ann", weapon="25mm Cannon"))), range=20)
    assert "To hit: 50 = 50% | 90 → miss" in give("fire", [90], table(armed("Rifle")), range=20)[1].lines


@pytest.mark.rule("C3K-V03", "C3K-O08")
@pytest.mark.parametrize(
    ("plan", "may"),
    [
        ("draw Pistol", True),
        ("draw Sword", True),
        ("put away Rifle", True),
        ("D Key", True),
        ("crouch", True),
        ("drop Rifle", True),
        ("repair", True),
        ("fire speculatively at the wall", True),
        ("reload", False),
        ("aim at Foe", False),
        ("cover the door", False),
        ("fall prone", False),
        ("open door", False),
        ("smash window", False),
        ("UL gate", False),
        ("start engine", False),
        ("climb through window", False),
    ],
)
def test_in_the_air_only_what_goes_with_a_walk_is_done(plan, may):
    """By the list a walk goes with a crouch, drawing, slinging, holstering and small objects; and with a repair."""
    rifle = ANN.sheet.carried("Rifle", "Ann")
    spent = replace(rifle, loaded=replace(rifle.loaded, rounds=1), spare=(replace(rifle.loaded, rounds=12),))
    if plan == "repair":
        spent = replace(spent, working=Working.JAMMED)
    # Blind fires whoever has something for it, such as grenades.
    ann = replace(ANN, sheet=replace(ANN.sheet.with_carried(spent), grenades=(Supply("101", 1),)))
    kept = game(ann, FOE, phase=ORDERS)
    if may:
        assert order(kept, "plan", ["Ann"], plan=plan)[1].title.startswith("Ann")
        return
    refused = r"Ann is in the air, and does only what goes with a walk: land first \(C3K Flying\)"
    with pytest.raises(RuleError, match=refused):
        order(kept, "plan", ["Ann"], plan=plan)
    with pytest.raises(RuleError, match=refused):
        order(game(ann, FOE), "plan", ["Ann"], plan=plan)


@pytest.mark.rule("C3K-V03", "C3K-R04", "C3K-R07")
def test_a_hovering_flyer_loads_nothing_and_lies_nowhere_but_may_repair():
    spent = in_the_air(unit("Ann", weapon="Rifle", loaded=2, clips=24))
    with pytest.raises(RuleError, match="Ann cannot reload while moving: stand still, or ride in a vehicle"):
        give("reload", units=table(spent))
    with pytest.raises(RuleError, match="Ann is in the air, and does only what goes with a walk"):
        give("stance", units=table(spent), how="prone")
    rifle = spent.sheet.carried("Rifle", "Ann")
    jammed = replace(spent, sheet=spent.sheet.with_carried(replace(rifle, working=Working.JAMMED)))
    assert "repaired" in give("repair", [9], table(jammed))[1].lines[0]


@pytest.mark.rule("C3K-V03", "C3K-O08")
def test_who_draws_in_the_air_fires_nothing_meanwhile_for_flying_is_the_walk_that_goes_with_it():
    """A pistol is drawn at a walk or while firing, and not both."""
    drawing = replace(ANN, sheet=replace(ANN.sheet, now=Memory(busy="draws Pistol", task=Task("DP", fire=True))))
    with pytest.raises(RuleError, match="Ann draws Pistol and flies, which is as a walk, and fires or walks meanwhile"):
        give("fire", [90], table(drawing), range=20)
    assert [each[:2] for each in asked_in(FIRING, drawing)] == [("(may fire)", ("Foe",))]


def asked_in(phase, *units):
    kept = game(*units, FOE, phase=phase)
    return asked(kept.ledger.turn, *units, FOE)[:-1]


@pytest.mark.rule("C3K-V03", "C3K-C01")
def test_nobody_charges_out_of_the_air_or_at_who_is_in_it():
    for table_of in (game(ANN, FOE, phase=CLOSE), game(in_the_air(FOE), armed("Rifle"), phase=CLOSE)):
        with pytest.raises(RuleError, match="is 20 cm up, and close combat is on the ground"):
            order(table_of, "charge", ["Ann"], others={"target": ["Foe"]})
    assert asked_in(CLOSE, ANN) == []


@pytest.mark.rule("C3K-V01", "C3K-V02")
def test_who_is_too_fast_to_hover_has_to_fly_on():
    """A pack changes by 10 a turn: at 65 from 55 to its 70; at 10 it can hover. Who flies by 20/10/9/2 never can."""
    assert asked_in(MOVEMENT, in_the_air(ANN, 65))[0] == ("a move of 55 cm to 70 cm", ("Ann",), ("55 cm", "70 cm"))
    assert asked_in(MOVEMENT, in_the_air(ANN, 10))[0] == ("(may move)", ("Ann", "Foe"), ())
    glider = in_the_air(unit("Ann", flies_by="20/10/9/2"), 5)
    kept = game(glider, FOE, phase=MOVEMENT)
    found = next(each for each in C3K.due(kept) if each.rule == "C3K Flying")
    assert [choice.label for choice in found.choices] == ["2 cm", "15 cm"]
    assert (found.choices[0].said.fields["gait"], found.optional) == ("fly", False)
    with pytest.raises(RuleError, match="a move of 2 cm to 15 cm comes first"):
        order(kept, "phase")


@pytest.mark.rule("C3K-V01")
def test_who_is_in_the_air_flies_on_whatever_they_say_of_their_legs():
    """A pack changes by 10 cm a turn; nobody walks that far."""
    after = order(game(ANN), "move", ["Ann"], to="10")[0].units["Ann"].sheet
    assert (after.now.gait, after.flown, after.height) == ("fly", 10, 20)
    with pytest.raises(RuleError, match="Ann flies, and takes no ground: leave that out"):
        order(game(ANN), "move", ["Ann"], to="10", ground="difficult")


def having_burnt(who, turns, height=20):
    return replace(who, sheet=replace(who.sheet, height=Fraction(height), kit=replace(who.sheet.kit, burnt=turns)))


PACKED = in_the_air(unit("Ann"))
WINGED = in_the_air(unit("Ann", flies_by="70/10/9/0"))


@pytest.mark.rule("C3K-E13")
@pytest.mark.parametrize(
    ("who", "fields", "flies"),
    [
        # A pack that burns for five turns, of which four are over, or all.
        (having_burnt(PACKED, 4), {}, True),
        (having_burnt(PACKED, 5), {}, False),
        (having_burnt(PACKED, 5), {"up": "3"}, False),
        (having_burnt(PACKED, 5), {"down": "3"}, True),
        (having_burnt(PACKED, 5), {"down": "3", "up": "3"}, False),
        # From the ground nobody comes down; and whoever has wings needs no pack.
        (having_burnt(PACKED, 5, 0), {"down": "3"}, False),
        (having_burnt(PACKED, 5, 0), {"up": "3", "to": "0"}, False),
        (having_burnt(WINGED, 5), {}, True),
    ],
)
def test_with_an_empty_pack_one_only_comes_down(who, fields, flies):
    said = {"to": "10", **fields}
    if not flies:
        with pytest.raises(RuleError, match='Ann\'s flight pack is empty: come down with values:"down 9"'):
            order(game(who), "move", ["Ann"], gait="fly", settings={"fuel": "5"}, **said)
        return
    after = order(game(who), "move", ["Ann"], gait="fly", settings={"fuel": "5"}, **said)[0].units["Ann"].sheet
    assert after.height == 20 - int(fields.get("down", 0))


@pytest.mark.rule("C3K-V01", "C3K-V02")
@pytest.mark.parametrize(
    ("height", "fields", "sentence"),
    [
        (20, {"up": "3", "down": "3"}, "Ann goes up or down in a turn, and not both: leave one out (C3K Flying)."),
        (5, {"down": "6", "to": "0"}, "Ann is 5 cm up: come down by just that to land (C3K Flying)."),
        (5, {"down": "4", "land": True, "to": "0"}, "Ann is 5 cm up: come down by just that to land (C3K Flying)."),
        (5, {"down": "5", "to": "3"}, "Ann lands at 0 cm a turn, no faster or slower (C3K Flying)."),
        (0, {"to": "3", "up": "3"}, "Ann takes off at 0 cm a turn, no faster or slower (C3K Flying)."),
        (0, {"to": "0"}, "Ann stands on the ground: say how far up, such as values:up 9 (C3K Flying)."),
        (20, {"aside": "10"}, "Ann climbs 9 cm, dives 13.5 cm or goes 9 cm aside, and no more (C3K Flying)."),
    ],
)
def test_what_no_flyer_does(height, fields, sentence):
    flyer = having_burnt(WINGED, 0, height)
    with pytest.raises(RuleError) as refused:
        order(game(flyer), "move", ["Ann"], gait="fly", **{"to": "10", **fields})
    assert str(refused.value) == sentence


@pytest.mark.rule("C3K-V01", "C3K-V02")
@pytest.mark.parametrize(
    ("height", "fields", "ends"),
    [
        (20, {"to": "10", "up": "9"}, 29),
        (20, {"to": "10", "aside": "9"}, 20),
        (20, {"to": "10", "down": "13.5"}, Fraction(13, 2)),
        (5, {"to": "0", "down": "5"}, 0),
        (5, {"to": "0", "down": "5", "land": True}, 0),
        (0, {"to": "0", "up": "3"}, 3),
    ],
)
def test_how_high_a_flyer_is_then(height, fields, ends):
    flyer = having_burnt(WINGED, 0, height)
    after = order(game(flyer), "move", ["Ann"], gait="fly", **fields)[0].units["Ann"].sheet
    assert (after.height, after.flown) == (ends, int(fields["to"]) if ends else 0)


@pytest.mark.rule("C3K-V01")
def test_who_says_no_length_flies_as_slowly_as_they_can_and_nobody_without_anything_to_fly_by():
    fast = in_the_air(PACKED, 65)
    assert order(game(fast), "move", ["Ann"], gait="fly")[0].units["Ann"].sheet.flown == 55
    with pytest.raises(RuleError, match="Ann flies 55 cm to 70 cm in this turn, not 54 cm"):
        order(game(fast), "move", ["Ann"], gait="fly", to="54")
    with pytest.raises(
        RuleError, match="Ann has nothing to fly by: /character edit field:equipment gives a Flight Pack"
    ):
        order(game(unit("Ann")), "move", ["Ann"], gait="fly", to="0", up="3")


@pytest.mark.rule("C3K-E13")
def test_only_a_pack_burns_fuel():
    winged = in_the_air(unit("Ann", flies_by="70/10/9/0"))
    for flyer, burnt in (
        (in_the_air(ANN), 1),
        (winged, 0),
        (replace(winged, sheet=replace(winged.sheet, equipment=())), 0),
    ):
        after = order(game(flyer), "move", ["Ann"], to="10")[0].units["Ann"].sheet
        assert (after.kit.burnt, after.flown) == (burnt, 10)
        idle = order(game(flyer), "phase")[0].units["Ann"].sheet
        assert idle.kit.burnt == burnt


@pytest.mark.rule("C3K-E13", "C3K-V02")
def test_hovering_burns_fuel_and_slows_down():
    """A turn on the spot is a turn of the pack's fuel, and from 8 cm a turn it stands; on the ground it burns none."""
    for where, burnt, flown in ((in_the_air(ANN, 8), 1, 0), (armed("Rifle"), 0, 0)):
        after = order(game(where), "phase")[0].units["Ann"].sheet
        assert (after.kit.burnt, after.flown) == (burnt, flown)
