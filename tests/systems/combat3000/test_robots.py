"""Robots: what each class obeys, takeovers, programmes that are written, run out or are lost (C3K Droids)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.engine.odds import imagined_odds
from bot.engine.system import Scene
from bot.systems.combat3000.devices.robots import away
from bot.systems.combat3000.figure.kit import Droid
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.turn import Phase, Turn
from tests.systems.combat3000.morale.table import HALL, game, on, order
from tests.systems.combat3000.table import C3K, give, unit

ANN = unit("Ann", "Red", robotics="engineer")
KIT = unit("Kit", "Red", robotics="controller")
R2 = unit("R2", "Red", droid="ACT")
EVE = unit("Eve", "Blue", droid="ACT")


def both(name, robot, *others, ledger=None, giver=""):
    known = {each.name: each for each in (name, robot, *others)}
    return Scene({"name": (name,), "robot": (robot,)}, ledger, known=known, by=giver)


def control(name, robot, faces=(), *, ledger=None, giver="", **fields):
    return give("control", faces, both(name, robot, ledger=ledger, giver=giver), **fields)


def refused(match, name, robot, **fields):
    with pytest.raises(RuleError, match=match):
        control(name, robot, **fields)


@pytest.mark.rule("C3K-V05", "C3K-V06")
def test_an_act_unit_obeys_its_controllers_words():
    """Six words a turn, and no more; whoever gave the first order is its controller."""
    outcome, card = control(KIT, R2, orders="Guard the gate, fire at anybody")
    assert card.title == "Kit orders R2"
    assert card.working[0] == "6 words of 6 in this turn (C3K Speech)"
    machine = replace(R2, sheet=outcome.after["R2"])
    assert (machine.sheet.circuits.text, machine.sheet.circuits.controller) == (
        "Guard the gate, fire at anybody",
        "Kit",
    )
    spoken = replace(KIT, sheet=outcome.after["Kit"])
    refused("That is 1 words, and Kit has 6 a turn, of which 6 are spoken", spoken, machine, orders="Halt")
    refused("That is 7 words, and Kit has 6 a turn: say fewer", KIT, R2, orders="a b c d e f g")
    refused("Say what is said", KIT, R2)
    refused("R2 obeys Kit: /control how:take over", ANN, machine, orders="Halt")
    refused("Bob is no controller", unit("Bob", "Red"), R2, orders="Halt")
    refused("Eve is another side's", KIT, EVE, orders="Halt")
    runner = replace(KIT, sheet=replace(KIT.sheet, now=replace(KIT.sheet.now, gait="run")))
    refused("nobody speaks while running", runner, R2, orders="Halt")


@pytest.mark.rule("C3K-V06", "C3K-O17")
def test_an_alien_controller_speaks_as_many_words_as_their_dice_give():
    """A 0 counts ten and throws again: 13 words, of which three and then ten more are spoken."""
    tri = unit("Tri", "Red", creature="Trimote", robotics="controller")
    outcome, card = control(tri, R2, [10, 3], orders="Guard the gate")
    assert card.working[0] == "3 words of 13 in this turn (C3K Speech)"
    spoken, machine = replace(tri, sheet=outcome.after["Tri"]), replace(R2, sheet=outcome.after["R2"])
    _, card = control(spoken, machine, orders="a b c d e f g h i j")
    assert card.working[0] == "13 words of 13 in this turn (C3K Speech)"
    refused("That is 11 words, and Tri has 13 a turn, of which 3 are spoken", spoken, machine, orders="a " * 11)
    # So does whoever is of no kind of the list.
    owl = replace(tri, sheet=replace(tri.sheet, creature="Owl"))
    assert control(owl, R2, [2], orders="Go on")[1].working[0] == "2 words of 2 in this turn (C3K Speech)"
    zarquin = unit("Zed", "Red", creature="Zarquin", robotics="controller")
    refused("Zed is a Zarquin, and has no speech: they know each other's minds", zarquin, R2, orders="Halt")


@pytest.mark.rule("C3K-V05", "C3K-V04")
def test_only_act_units_take_orders_and_no_corpse():
    refused("is a robot of class PAS: only ACT units take orders", KIT, unit("Mine", "Red", droid="PAS"), orders="Go")
    refused("is a robot of class SNT: only ACT units take orders", KIT, unit("Pal", "Red", droid="SNT"), orders="Go")
    refused("Bob is no robot", KIT, unit("Bob", "Red"), orders="Go")
    refused("R2 is destroyed", KIT, unit("R2", "Red", droid="ACT", condition="killed"), orders="Go")
    refused("R2 is destroyed", ANN, unit("R2", "Blue", droid="ACT", condition="killed"), how="take over", range=0)
    assert {str(each) for each in Droid} == {"none", "SNT", "PAS", "ACT"}
    assert R2.sheet.robot
    assert not unit("Bob", droid="none").sheet.robot


@pytest.mark.rule("C3K-V08")
@pytest.mark.parametrize(("cm", "chance"), [(0, "50"), (9, "50"), (10, "40"), (29, "30"), (49, "10")])
def test_a_takeover_is_half_less_ten_for_every_full_ten_cm(cm, chance):
    assert control(ANN, EVE, [int(chance) + 1], how="take over", range=cm)[1].lines[0].endswith("obeys as before")
    outcome, card = control(ANN, EVE, [int(chance)], how="take over", range=cm)
    assert card.lines == (f"{chance}− | {chance} → Eve obeys Ann now",)
    taken = outcome.units["Eve"]
    assert (taken.side, taken.sheet.circuits.controller) == ("Red", "Ann")
    odds = dict(imagined_odds(C3K.orders["control"], {"how": "take over", "range": cm}, {}))
    assert odds["Taken over"] * 100 == int(chance)


@pytest.mark.rule("C3K-V08")
@pytest.mark.parametrize(("cm", "dm", "chance"), [(50, 1, 1), (89, 5, 5), (49, -9, 1), (20, 15, 45)])
def test_the_referees_modifier_counts_at_a_takeover_from_any_distance(cm, dm, chance):
    for face, obeys in ((chance, "Eve obeys Ann now"), (chance + 1, "Eve obeys as before")):
        _, card = control(ANN, EVE, [face], how="take over", range=cm, dm=dm)
        assert card.lines == (f"{chance}− | {face:02} → {obeys}",)
    with pytest.raises(RuleError, match="nobody takes one over"):
        control(ANN, EVE, how="take over", range=cm, dm=dm - chance)


@pytest.mark.rule("C3K-V08")
def test_a_takeover_takes_an_engineer_both_hands_and_the_whole_turn():
    refused("nobody takes one over from 50 cm on", ANN, EVE, how="take over", range=50)
    refused("Kit is no engineer", KIT, EVE, how="take over", range=5)
    refused("give the range in cm", ANN, EVE, how="take over")
    held = unit("Ann", "Red", robotics="engineer", weapon="Rifle")
    refused("Ann needs both hands free", held, EVE, how="take over", range=5)
    walked = replace(ANN, sheet=replace(ANN.sheet, now=replace(ANN.sheet.now, gait="walk")))
    refused("Ann has moved, and a takeover takes the whole turn", walked, EVE, how="take over", range=5)
    flyer = replace(ANN, sheet=replace(ANN.sheet, height=Fraction(3)))
    refused("Ann flies, and a takeover takes the whole turn", flyer, EVE, how="take over", range=5)
    busy = control(ANN, EVE, [99], how="take over", range=5)[0].after["Ann"]
    refused("Ann seeks to take Eve over this turn", replace(ANN, sheet=busy), EVE, how="take over", range=5)
    turn = Ledger(turn=Turn(phase=Phase.FIRING))
    with pytest.raises(RuleError, match="robots are taken over in the actions phase"):
        control(ANN, EVE, ledger=turn, how="take over", range=5)


def after_turns(units, number):
    cards = []
    for _ in range(number):
        known = {each.name: each for each in units}
        outcome, card = give("phase", [], Scene({"name": tuple(units)}, known=known))
        units = [replace(each, sheet=outcome.after.get(each.name, each.sheet)) for each in units]
        cards.append(card)
    return units, cards


@pytest.mark.rule("C3K-V07", "C3K-V09")
def test_a_robot_without_its_programme_does_nothing_until_it_is_programmed_anew():
    """Its activation takes three turns; a stunned robot's programme is gone, as is one in a scrambler's circle."""
    lost = unit("R2", "Red", droid="ACT", activation=3, programme="Guard the gate")
    lost = replace(lost, sheet=replace(lost.sheet, plight=replace(lost.sheet.plight, programme_lost=True)))
    refused("R2 has lost its programme, and obeys nobody", KIT, lost, orders="Go")
    with pytest.raises(RuleError, match="R2 is without a programme and cannot move"):
        give("move", [], Scene({"name": (lost,)}, known={"R2": lost}), to="3")
    outcome, card = control(ANN, lost, how="programme", orders="Hold the hill")
    assert "Takes 3 turns (C3K Other actions)" in card.lines
    (ann, robot), _ = after_turns([replace(ANN, sheet=outcome.after["Ann"]), lost], 2)
    assert robot.sheet.plight.programme_lost
    (_, robot), cards = after_turns([ann, robot], 1)
    assert "Ann programmes R2: done" in cards[0].lines
    assert (robot.sheet.plight.programme_lost, robot.sheet.circuits.text) == (False, "Hold the hill")


@pytest.mark.rule("C3K-V07")
def test_a_stun_takes_the_programme():
    robot = unit("R2", "Blue", droid="ACT")
    firer = unit("Ann", "Red", weapon="Hand Stunner")
    units = Scene({"name": (firer,), "target": (robot,), "others": ()})
    outcome, _ = give("fire", [50, 10, 10, 3], units, range=10)
    assert outcome.after["R2"].plight.programme_lost


@pytest.mark.rule("C3K-V09", "C3K-V05")
def test_a_programme_runs_out_and_a_passive_unit_does_nothing_without_one():
    mine = unit("Mine", "Red", droid="PAS", programme="Explode within 15 cm", programme_runs=2)
    (mine,), _ = after_turns([mine], 1)
    assert (mine.sheet.circuits.left, mine.sheet.plight.programme_lost) == (1, False)
    (mine,), _ = after_turns([mine], 1)
    assert mine.sheet.plight.programme_lost
    blank = unit("Mine", "Red", droid="PAS", weapon="Rifle")
    units = Scene({"name": (blank,), "target": (ANN,), "others": ()})
    with pytest.raises(RuleError, match="Mine is without a programme and cannot fire"):
        give("fire", [], units, range=10)
    refused("Kit is no engineer", KIT, blank, how="programme", orders="Fire")
    refused("Say what Mine is to do", ANN, blank, how="programme")
    permanent = unit("Mine", "Red", droid="PAS", programme="Fire", programme_runs="P")
    (after,), _ = after_turns([permanent], 3)
    assert not after.sheet.plight.programme_lost


@pytest.mark.rule("C3K-V06", "C3K-V05")
@pytest.mark.parametrize(("droid", "tests"), [("PAS", False), ("ACT", False), ("SNT", True)])
def test_only_sentient_robots_test_their_morale(droid, tests):
    robot = unit("R2", "Red", droid=droid)
    units = Scene({"name": (robot,)}, known={"R2": robot})
    if tests:
        assert give("morale", [4], units)[1].title
        return
    with pytest.raises(RuleError, match=f"R2 is a robot of class {droid}, and tests no morale"):
        give("morale", [], units)


@pytest.mark.rule("C3K-V05")
def test_priorities_bind_robots_by_their_class():
    """A passive unit fires only at whom its programme names; an active one may be told to ignore priorities."""
    foe, far = unit("Foe", "Blue"), unit("Far", "Blue")

    def fires(firer, threats):
        units = Scene({"name": (firer,), "target": (far,), "others": ()})
        return give("fire", [99], units, range=30, values=f"threats {threats}")

    sentient = unit("R2", "Red", droid="SNT", weapon="Rifle")
    with pytest.raises(RuleError, match="R2 must fire at Foe"):
        fires(sentient, "Foe 9 me, Far 30 me")
    passive = unit("R2", "Red", droid="PAS", weapon="Rifle", programme="Fire at Far")
    assert fires(passive, "Foe 9 me, Far 30 ordered me")
    with pytest.raises(RuleError, match="R2 is a robot of class PAS, and fires at nobody but whom its programme names"):
        fires(passive, "Foe 9 me, Far 30 me")
    active = unit("R2", "Red", droid="ACT", weapon="Rifle")
    ignoring = replace(active, sheet=replace(active.sheet, circuits=replace(active.sheet.circuits, ignores=True)))
    with pytest.raises(RuleError, match="R2 must fire at Foe"):
        fires(active, "Foe 9 me, Far 30 me")
    assert fires(ignoring, "Foe 9 me, Far 30 me")
    assert foe.side == "Blue"


@pytest.mark.rule("C3K-V05")
@pytest.mark.parametrize(
    ("robot", "why"),
    [
        (unit("R2", "Red", droid="ACT", weapon="Rifle"), "R2 is a robot of class ACT, and does nothing until"),
        (unit("R2", "Red", droid="ACT", weapon="Rifle", programme="Fire"), ""),
        (unit("R2", "Red", droid="PAS", weapon="Rifle", programme="Fire"), ""),
        (unit("R2", "Red", droid="SNT", weapon="Rifle"), ""),
    ],
)
def test_who_obeys_to_the_letter_does_nothing_of_its_own_accord(robot, why):
    """In a turn that is kept it neither fires nor moves, nor is it asked to; without one all is free."""
    owing = [each.owes for each in C3K.due(game(robot, phase=Phase.MOVEMENT))]
    assert (("R2",) in owing) is not bool(why)
    fire = ("fire", ["R2"], (99,)), {"others": {"target": ["Eve"]}, "range": 20, "shots": "at once"}
    move = ("move", ["R2"]), {"to": "3"}
    for phase, (names, fields) in ((Phase.FIRING, fire), (Phase.MOVEMENT, move)):
        table = game(robot, EVE, phase=phase)
        if why:
            with pytest.raises(RuleError, match=why):
                order(table, *names, **fields)
        _, card = order(table, *names, settings={"turns": "shown"}, **fields)
        assert any(str(line).startswith(f"By the book: {why}") for line in card.lines) is bool(why)
        order(game(robot, EVE), *names, **fields)


@pytest.mark.rule("C3K-V08")
@pytest.mark.parametrize(("cm", "dm"), [(9, None), (10, -10), (29, -20), (49, -40)])
def test_what_the_distance_takes_off_is_told(cm, dm):
    told = away(cm)
    assert (told and (told.dm, told.label)) == (dm and (dm, f"{cm} cm away"))


@pytest.mark.rule("C3K-V05")
def test_an_order_says_whether_priorities_are_ignored_and_only_its_controller_gives_it():
    for ignore, lines in ((True, ("“Halt”", "It ignores target priorities")), (False, ("“Halt”",))):
        outcome, card = control(KIT, R2, orders=" Halt ", ignore=ignore)
        assert (card.lines, outcome.after["R2"].circuits.ignores) == (lines, ignore)
    hers = replace(R2, sheet=replace(R2.sheet, circuits=replace(R2.sheet.circuits, controller="Bob")))
    assert control(unit("Bob", "Blue"), hers, orders="Halt")[0].after["R2"].circuits.text == "Halt"
    refused("R2 obeys Bob", KIT, hers, orders="Halt")
    refused("Kit doesn't control themselves", KIT, KIT, orders="Halt")


@pytest.mark.rule("C3K-V08")
def test_a_robot_that_is_taken_over_is_its_takers_and_forgets_its_order():
    eve = unit("Eve", "Blue", droid="ACT", programme="Guard the gate")
    eve = replace(eve, owner="2", sheet=replace(eve.sheet, circuits=replace(eve.sheet.circuits, controller="Foe")))
    outcome, card = control(replace(ANN, owner="1"), eve, [40], how="take over", range=15)
    taken = outcome.units["Eve"]
    assert (taken.side, taken.owner, taken.sheet.circuits.controller) == ("Red", "1", "Ann")
    assert (taken.sheet.circuits.text, taken.sheet) == ("", outcome.after["Eve"])
    assert outcome.after["Ann"].now.busy == "seeks to take Eve over"
    assert card.working[-1] == "−10 15 cm away (C3K Droids)"
    missed, _ = control(ANN, eve, [41], how="take over", range=15)
    assert (missed.units or {}, list(missed.after), missed.after["Ann"].now.busy) == (
        {},
        ["Ann"],
        "seeks to take Eve over",
    )
    hers = replace(eve, sheet=taken.sheet)
    refused("Eve obeys Ann already: give it an order", ANN, hers, how="take over", range=15)


@pytest.mark.rule("C3K-V08")
def test_the_referees_modifier_is_added_to_the_chance_of_a_takeover():
    """50 − 10 for 15 cm and 7 more are 47; from 50 cm on nothing is left but what the referee adds."""
    for face, made in ((47, True), (48, False)):
        outcome, _ = control(ANN, EVE, [face], how="take over", range=15, dm=7, because="a code book")
        assert ("Eve" in outcome.after) is made
    assert "Eve" in control(ANN, EVE, [1], how="take over", range=50, dm=1, because="a code book")[0].after
    refused("nobody takes one over", ANN, EVE, how="take over", range=49, dm=-10, because="static")


@pytest.mark.rule("C3K-V08")
def test_the_deck_says_how_far_a_robot_is_only_where_both_stand_on_it():
    """Ten squares of 1.5 cm are 15; what is said goes before what is seen."""
    board = on(HALL, Ann="A1E", Eve="K1W")
    table = game(replace(ANN, side="Red"), EVE, board=board)

    def taken(table, faces, **fields):
        return order(table, "control", ["Ann"], faces, others={"robot": ["Eve"]}, how="take over", **fields)[1].lines

    near = game(ANN, EVE, board=on(HALL, Ann="A1E", Eve="J1W"))
    assert taken(near, [99]) == ("40− | 99 → Eve obeys as before",)
    assert taken(near, [99], range=9) == ("50− | 99 → Eve obeys as before",)
    for lonely in ({"Ann": "A1E"}, {"Eve": "J1W"}):
        with pytest.raises(RuleError, match="They are on no deck together"):
            taken(game(ANN, EVE, board=on(HALL, **lonely)), [])
    assert table.board is not None
    # Whoever rides is where the vehicle is.
    rider = replace(EVE, sheet=replace(EVE.sheet, rides="Jeep"))
    jeep = unit("Jeep", template="Hover Jeep")
    assert taken(game(ANN, rider, jeep, board=on(HALL, Ann="A1E", Jeep="J1W")), [99]) == (
        "40− | 99 → Eve obeys as before",
    )
    with pytest.raises(RuleError, match="They are on no deck together"):
        taken(game(ANN, rider, jeep, board=on(HALL, Ann="A1E")), [])


@pytest.mark.rule("C3K-V05", "C3K-V09")
@pytest.mark.parametrize(
    ("who", "droid", "programme", "orders", "why"),
    [
        (ANN, "ACT", "", "Fire", ""),
        (KIT, "ACT", "", "Fire", ""),
        (unit("Bob", "Red"), "ACT", "", "Fire", "Bob is no engineer"),
        (KIT, "PAS", "", "Fire", "Kit is no engineer"),
        (KIT, "SNT", "", "Fire", "Kit is no engineer"),
        (ANN, "PAS", "Guard", "", ""),
        (ANN, "PAS", "", "", "Say what R2 is to do"),
        (ANN, "SNT", "", "", ""),
    ],
)
def test_who_programmes_which_robot_with_what(who, droid, programme, orders, why):
    robot = unit("R2", "Red", droid=droid, **({"programme": programme} if programme else {}))
    if why:
        refused(why, who, robot, how="programme", orders=orders)
        return
    outcome, _ = control(who, robot, how="programme", orders=orders)
    assert outcome.after[who.name].now.task.besides == orders
    free, _ = give("control", [], both(who, robot), {"turns": "free"}, how="programme", orders=orders)
    assert list(free.after) == ["R2"]
    assert free.after["R2"].circuits.text == (orders or programme)


@pytest.mark.rule("C3K-V05")
def test_a_passive_robot_obeys_its_programme_alone_and_takes_no_game_orders():
    mine = unit("Mine", droid="PAS", programme="Explode within 15 cm")
    for said in ({"orders": "Hold the gate"}, {"priority": "Foe"}):
        table = game(mine, unit("Foe", side="Blue"), phase=Phase.ORDERS)
        with pytest.raises(RuleError, match="Mine is a robot of class PAS, and obeys its programme alone"):
            order(table, "plan", ["Mine"], **said)
    sentient = game(unit("R2", droid="SNT"), unit("Foe", side="Blue"), phase=Phase.ORDERS)
    order(sentient, "plan", ["R2"], orders="Hold the gate", priority="Foe")
