"""Who is waited for, as one message tells it: which decision each side owes, since when, and what is done for it."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat.spelling import spelled
from bot.engine.cards import Suggestion
from bot.engine.dice import LiveDice, ScriptedDice
from bot.engine.due import Choice, Due, said
from bot.engine.scene import Scene
from bot.engine.tracker import TrackedSide
from bot.systems.highguard.battle.asking import tracker
from bot.systems.highguard.battle.formation import form
from bot.systems.highguard.battle.muster import new_battle, stand
from bot.systems.highguard.battle.owed import due_in
from bot.systems.highguard.battle.state import Formation, Ledger, Step
from bot.systems.highguard.combat.shot import Range
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, fleet_battle, in_combat, plain
from tests.systems.highguard.system import SYSTEM

ALPHA, CHI = plain("Alpha", armed("laser")), plain("Chi", armed("laser"))


def owes(battle, *, closed=False):
    """All that is due in a battle."""
    return [*due_in(battle, COMBAT, closed=closed)]


def owed(what, rule, side, player, since, order, *others, asks=()):
    """What a side owes in the main battle, or, by its order, in a chase."""
    choices = (Choice("Standing orders", order), *others)
    return Due(what, rule, (side,), (player,), choices, default=0, answer=order, asks=asks, apart=True, since=since)


def formation_of(side, player):
    order = said("battle form", side=side)
    return owed("its formation", "HG-C03", side, player, "turn 1, battle formation", order, *formations(side=side))


def formations(**where):
    """The two formations that name no ship."""
    return [
        Choice("All in the line", said("battle form", **where, line="all", rest=False)),
        Choice("All in reserve", said("battle form", **where, line="none", rest=False)),
    ]


def test_before_anybody_has_joined_nobody_owes_anything():
    told = tracker(new_battle("Red", "Blue"))
    assert told.title == "Red against Blue"
    assert told.sides == tuple(
        TrackedSide(name, note=Suggestion("battle join", before="no ship has joined: ")) for name in ("Red", "Blue")
    )
    assert owes(new_battle("Red", "Blue")) == []


def test_both_sides_owe_their_formation_and_how_one_has_formed_is_not_told():
    battle = battle_of([ALPHA, plain("Beta")], [CHI])
    assert owes(battle) == [formation_of("Red", "player 0"), formation_of("Blue", "player 1")]
    lines = [form(battle, 0, Formation((name,)), ScriptedDice([])).battle for name in ("Alpha", "Beta")]
    assert tracker(lines[0]) == tracker(lines[1])
    assert owes(lines[0]) == owes(lines[1]) == [formation_of("Blue", "player 1")]
    assert tracker(lines[0]).sides == (
        TrackedSide("Red", ("player 0",), note="has formed, sealed", commander="player 0"),
        TrackedSide("Blue", ("player 1",), commander="player 1"),
    )


def test_fire_is_owed_at_the_ships_that_are_exposed():
    """Blue lost the initiative, and the attacker's largest ship is presented first (HG-C21)."""
    battle = in_combat(battle_of([ALPHA], [CHI]), ["Alpha"], ["Chi"])
    told = tracker(battle)
    assert told.stands == "Turn 1, 0 minutes in, long range"
    assert told.sides == (
        TrackedSide("Red", ("player 0",), commander="player 0"),
        TrackedSide("Blue", ("player 1",), commander="player 1"),
    )
    order = said("battle fire", side="Blue")
    hold = Choice("Hold fire", said("battle fire", side="Blue", orders="none"))
    assert owes(battle) == [owed("its fire at Alpha", "HG-C21", "Blue", "player 1", "turn 1, combat", order, hold)]


def test_a_chase_is_told_with_its_own_turn_and_every_owner_is_named_once():
    battle = battle_of([ALPHA, plain("Beta")], [CHI])
    battle = battle.with_ships([replace(battle.ships["Beta"], owner="")])
    chase = replace(battle_of([plain("Gamma")], [plain("Psi")]), name="chase of Psi", turn=4, waiting=(1,))
    battle = replace(stand(battle, 0, standing=True), step=Step.OVER, waiting=(), apart=(chase,))
    told = tracker(battle)
    red, _ = told.sides
    assert told.stands == "Turn 4, 60 minutes in, long range"
    assert red == TrackedSide("Red", ("player 0", ""), note="played by standing orders", commander="player 0")
    where = {"side": "Blue", "fight": "chase of Psi"}
    order = said("battle form", **where)
    (due,) = owes(battle)
    assert due == owed(
        "its formation in the chase of Psi",
        "HG-C03",
        "Blue",
        "player 1",
        "turn 4, battle formation",
        order,
        *formations(**where),
    )


def test_where_nobody_is_waited_for_it_says_how_the_battle_ends():
    battle = replace(battle_of([ALPHA], [CHI]), step=Step.OVER, waiting=())
    told = tracker(battle)
    assert (spelled(told.stands), told.sides) == ("Nobody is waited for: /battle end ends it", ())
    assert owes(battle) == []


def test_of_whoever_can_fire_nothing_nothing_is_asked():
    """No battery is left to Blue, which fires first: that it fires nothing is to be done, and leaves no choice."""
    battle = in_combat(battle_of([ALPHA], [plain("Chi")]), ["Alpha"], ["Chi"])
    (due,) = owes(battle)
    assert (due.owes, due.settled, due.default) == (("Blue",), True, None)
    assert due.choices == (Choice("Nothing can fire", said("battle fire", side="Blue", orders="none")),)


NOTHING = ("Nothing special", {"rest": False})
AGILE = ("Emergency agility", {"emergency": "all", "rest": False})
AWAY = ("All break off", {"break off": "all", "rest": False})


@pytest.mark.parametrize(
    ("step", "at", "answers"),
    [
        (Step.RANGE, Range.LONG, [("Short range", {"range": "short"}), ("Long range", {"range": "long"})]),
        (Step.DECISIONS, Range.LONG, [NOTHING, AGILE, AWAY]),
        (Step.DECISIONS, Range.SHORT, [NOTHING, AGILE]),
        (Step.DEFENCE, Range.LONG, [("No defence", {"rest": False})]),
        (Step.PURSUIT, Range.LONG, [("Let them go", {"pursue": "none"})]),
        (Step.TERMINAL, Range.LONG, [("Nothing", {"rest": False})]),
    ],
)
def test_what_a_side_may_answer_without_naming_a_ship(step, at, answers):
    """What it says for all is all that is done: standing orders add nothing to it."""
    battle = replace(battle_of([ALPHA], [CHI]), step=step, range=at, waiting=(0,))
    (due,) = owes(battle)
    usual, *others = due.choices
    assert usual == Choice("Standing orders", said("battle decide", side="Red"))
    found = {each.label: each.said for each in others}
    assert found == {label: said("battle decide", side="Red", **fields) for label, fields in answers}


def test_where_sheets_are_closed_what_a_side_is_asked_hangs_on_nothing_that_stands_on_them():
    """A ship that can't maneuver and fires nothing is asked what a sound one is."""
    wreck = plain("Alpha", maneuver=0, power=0)
    sound, lame = (in_combat(battle_of([ship], [CHI]), ["Alpha"], ["Chi"], (1, 1, 6, 6)) for ship in (ALPHA, wreck))
    for at in ({}, {"step": Step.DECISIONS, "range": Range.LONG}, {"step": Step.DECISIONS, "range": Range.SHORT}):
        asked = owes(replace(sound, waiting=(0,), **at))
        assert owes(replace(sound, waiting=(0,), **at), closed=True) == asked
        assert owes(replace(lame, waiting=(0,), **at), closed=True) == asked
        # Where all may read them, what can't be done isn't asked.
        assert owes(replace(lame, waiting=(0,), **at)) != asked


@settings(max_examples=30, deadline=None)
@given(st.integers(min_value=0, max_value=2**32))
def test_every_answer_that_is_offered_is_one_that_the_rules_take(seed):
    """Random battles by nothing but the answers that stand ready, to their end or eight turns."""
    random = Random(seed)
    fleets = [random.choices(("Cutlass", "Sable", "Dart", "Aviary"), k=random.randint(1, 3)) for _ in (0, 1)]
    battle, dice = fleet_battle(*fleets), LiveDice(random.randbytes(32), 0)
    while battle.turn <= 8 and (due := owes(battle)):
        asked = random.choice(due)
        answers = []
        for choice in asked.choices:
            order = SYSTEM.orders[choice.said.verb]
            by = random.choice(["", *asked.decides])
            answers.append(order.resolve(Scene({}, Ledger(battle), by=by), order.read(choice.said.fields), dice))
        before, battle = battle, random.choice(answers).ledger.battle
        assert battle != before
