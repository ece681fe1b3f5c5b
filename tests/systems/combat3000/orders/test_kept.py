"""What orders of Combat 3000 tell and leave where nothing stands against them, and where something does."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.deck.plan import Facing
from bot.deck.view import Attacked, Scored
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Said, Scene
from bot.engine.steps import scene_for
from bot.systems.combat3000.figure.sheet import Figure, Memory, Task
from bot.systems.combat3000.hit.plights import Cloud
from bot.systems.combat3000.ledger import Ledger, Passed
from bot.systems.combat3000.orders.in_turn import Kept
from bot.systems.combat3000.orders.melee import _remembered
from bot.systems.combat3000.orders.phase import PhaseBegun, TurnEnd, _card
from bot.systems.combat3000.tasks import AIM
from bot.systems.combat3000.turn import Phase
from tests.systems.combat3000.morale.table import ACTIONS, FIRING, HALL, ORDERS, game, on
from tests.systems.combat3000.table import C3K, give, unit

ANN, BOB, SUE = unit("Ann", weapon="Rifle"), unit("Bob", "Blue", weapon="Rifle"), unit("Sue")
TANK = unit("Tank", template="Light Tank")
AT_ONCE = {"shots": "at once"}
SHOWN = {"turns": "shown"}


def done(table, verb, who, faces=(), settings=None, others=None, **fields):
    """What came of an order in a game, before it is worded."""
    people = {"name": ((who, None),), **{role: ((name, None),) for role, name in (others or {}).items()}}
    order, said = C3K.orders[verb], Said(verb, people, fields, "")
    scene = replace(scene_for(order, said, table, Scene.of(table)), settings=settings or {})
    dice = ScriptedDice(faces)
    outcome = order.carried_out(scene, order.read(fields, settings or {}), dice)
    assert not dice.left
    return outcome


def done_by_all(table, verb, faces):
    """What came of an order that is nobody's own."""
    order, said, dice = C3K.orders[verb], Said(verb, {}, {}, ""), ScriptedDice(faces)
    outcome = order.carried_out(scene_for(order, said, table, Scene.of(table)), order.read({}), dice)
    assert not dice.left
    return outcome


def test_an_order_against_which_the_book_has_nothing_is_reported_as_it_is():
    board = on(HALL, Ann="A1E", Bob="D1W")
    fine = done(game(ANN, BOB, phase=FIRING, board=board), "fire", "Ann", [99], others={"target": "Bob"}, **AT_ONCE)
    assert not isinstance(fine.result, Kept)
    sue = unit("Cid", "Blue")
    farther = on(HALL, Ann="A1E", Bob="G1W", Cid="C1W")
    told = done(
        game(ANN, BOB, sue, phase=FIRING, board=farther), "fire", "Ann", [99], others={"target": "Bob"}, **AT_ONCE
    )
    assert told.result.against == (
        "Ann fires first at Cid, who is the nearest, if that can be harmed, and not at Bob (C3K Target priorities).",
    )


def test_a_picture_of_fire_shows_at_whom_it_was():
    board = on(HALL, Ann="A1E", Bob="D1W")
    for faces, how in (([99], Scored.MISSED), ([40, 9, 9], Scored.EFFECTIVE)):
        table = game(ANN, BOB, phase=FIRING, board=board)
        marks = done(table, "fire", "Ann", faces, others={"target": "Bob"}, shots="at once").marks
        assert marks.struck == (Attacked("Bob", how),)
        assert marks.line == (board.people["Ann"].at, board.people["Bob"].at)


@pytest.mark.parametrize("shots", ["at once", "together"])
def test_whoever_turns_to_fire_faces_their_target_from_then_on(shots):
    board = on(HALL, Ann="A7N", Sue="J7N", Bob="E7N")
    table = game(ANN, replace(SUE, sheet=ANN.sheet), BOB, phase=FIRING, board=board)
    # Nobody hits.
    fields, misses = {"shots": shots, "turn": True}, [99] if shots == "at once" else ()
    for name in ("Ann", "Sue"):
        table = table.after(done(table, "fire", name, misses, others={"target": "Bob"}, **fields))
    if shots == "together":
        assert {each.facing for each in table.board.people.values()} == {Facing.NORTH}
        table = table.after(done_by_all(table, "phase", [99, 99]))
    facing = {name: table.board.people[name].facing for name in ("Ann", "Sue")}
    assert facing == {"Ann": Facing.EAST, "Sue": Facing.WEST}


# --- a programme in a turn that is kept ---

KIT, R2 = unit("Kit", "Red", robotics="controller"), unit("R2", "Red", droid="ACT")
PROGRAMME = {"how": "programme", "orders": "Hold the hill"}


@pytest.mark.rule("C3K-V05")
def test_a_programme_is_written_down_in_the_orders_phase_and_else_refused_or_begun():
    written = done(game(KIT, R2, phase=ORDERS), "control", "Kit", others={"robot": "R2"}, **PROGRAMME)
    assert len(written.ledger.turn.plans["Kit"]) == 1
    with pytest.raises(RuleError, match="actions are written down in the orders phase"):
        done(game(KIT, R2, phase=ACTIONS), "control", "Kit", others={"robot": "R2"}, **PROGRAMME)
    shown = done(game(KIT, R2, phase=ACTIONS), "control", "Kit", settings=SHOWN, others={"robot": "R2"}, **PROGRAMME)
    assert (shown.ledger, shown.after["Kit"].now.busy != "") == (None, True)


# --- close combat ---


@pytest.mark.parametrize(
    ("target", "struck", "idle", "is_struck", "busy"),
    [
        ("Bob", True, (), True, True),
        ("Bob", False, (), False, True),
        ("Ann", True, (), False, True),
        ("Bob", True, ("Bob",), True, False),
    ],
)
def test_what_those_remember_who_fought(target, struck, idle, is_struck, busy):
    blow = SimpleNamespace(target=target, struck=object() if struck else None)
    before = Figure(now=Memory(aiming="Eve", drew="Knife", more=2))
    after = _remembered({"Bob": before}, (blow,), SimpleNamespace(idle=idle))["Bob"].now
    assert after.struck is is_struck
    if busy:
        assert (after.busy != "", after.more, after.aiming, after.drew) == (True, 0, "", "")
    else:
        assert (after.busy, after.more, after.aiming, after.drew) == ("", 2, "Eve", "Knife")
    # Who was struck before still is.
    hit = Figure(now=Memory(struck=True))
    assert _remembered({"Bob": hit}, (), SimpleNamespace(idle=()))["Bob"].now.struck


# --- the end of a turn ---


def test_a_cloud_that_is_as_it_was_is_not_told_again():
    cloud = Cloud("smoke", 10)
    bigger = replace(cloud, diameter=20)
    for after, told in (((cloud,), False), ((bigger,), True), ((), True)):
        card = _card(TurnEnd((), (Passed(cloud, after),)), None, None)
        assert (card.lines == ("Nothing was due: a new turn begins.",)) is not told


@pytest.mark.parametrize(
    ("title", "number", "stunned"),
    [("End of a turn", 0, False), ("End of turn 3", 3, False), ("End of turn 3", 3, True)],
)
def test_the_end_of_a_turn_is_told_by_its_number(title, number, stunned):
    end = TurnEnd((), (), stunned, number, command=("Sue commands.",), broke=("Bob",), left=("Eve leaves.",))
    card = _card(end, None, None)
    assert card.title == title
    breaks = "Bob breaks, and runs to the nearest cover behind (C3K Morale)"
    assert card.lines == ("Sue commands.", breaks, "Eve leaves.")
    mark = "One stun mark is struck out at the end of each turn (C3K Record sheets)"
    assert card.working == ((mark,) if stunned else ())


def test_a_vehicle_throws_no_grenade_and_shots_of_no_turn_are_not_secret():
    with pytest.raises(RuleError, match=r"^Tank is a vehicle: its crew throws grenades\.$"):
        give("grenade", [], Scene({"name": (TANK,), "people": ()}, Ledger(), known={"Tank": TANK}), range=5)
    assert C3K.sealed(Ledger()) == ""
    assert C3K.opening.fields == {"range": 30}


@pytest.mark.parametrize(
    ("codes", "rules"),
    [
        ((), []),
        (("OD",), ["OD"]),
        (("OD", "SU", "OD"), ["OD", "SU"]),
        ((AIM,), []),
        (("OD", AIM), ["OD"]),
    ],
)
def test_as_plans_are_shown_it_is_told_once_what_goes_with_each_action_of_the_list(codes, rules):
    plans = tuple((f"N{number}", (Task(code, "R2"),)) for number, code in enumerate(codes))
    card = _card(PhaseBegun(Phase.CLOSE_COMBAT, plans=plans), (), None)
    assert card.title == "The close combat phase begins"
    order = "Orders, close combat, movement, firing, actions: one thing each a turn (C3K The game turn)"
    assert card.working[0] == order
    assert [line.partition(":")[0] for line in card.working[1:]] == rules
    assert all(line.endswith("(C3K Other actions)") for line in card.working[1:])
    assert [line.partition(" ")[0] for line in card.lines[1:]] == [name for name, _ in plans]


def test_a_turn_that_begins_and_ends_leaves_what_lies_on_the_table():
    cloud = Cloud("smoke", 10)
    table = replace(game(ANN, BOB), read_ledger=lambda: Ledger(clouds=(cloud,)))
    begun = done(table, "turn begin", "Ann", surprised="blue")
    assert (begun.ledger.clouds, begun.ledger.turn.number, begun.ledger.turn.surprised) == ((cloud,), 1, ("Blue",))
    ended = done(table.after(begun), "turn end", "Ann")
    assert (ended.ledger.clouds, ended.ledger.turn) == ((cloud,), None)


def test_of_the_dead_the_order_itself_says_so_whatever_the_phase_and_whoever_else_is_named():
    dead = unit("Cid", weapon="Rifle", condition="killed")
    table = game(ANN, dead, BOB, phase=ORDERS, board=on(HALL, Ann="A1E", Cid="A3E", Bob="D1W"))
    for names in (("Ann", "Cid"), ("Cid", "Ann"), ("Cid",)):
        people = {"name": tuple((name, None) for name in names), "target": (("Bob", None),)}
        order, said = C3K.orders["fire"], Said("fire", people, {}, "")
        with pytest.raises(RuleError, match="Cid is killed and cannot fire"):
            order.carried_out(scene_for(order, said, table, Scene.of(table)), order.read({}, {}), ScriptedDice([]))
    with pytest.raises(RuleError, match="This is the orders phase of turn 1, and fire is resolved in the firing phase"):
        done(table, "fire", "Ann", others={"target": "Bob"})
