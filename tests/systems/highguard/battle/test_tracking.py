"""Who is waited for, as one message tells it: which decision each side owes, since when, and what is done for it."""

from dataclasses import replace

from bot.engine.dice import ScriptedDice
from bot.engine.shipyard import Due, TrackedSide
from bot.systems.highguard.battle.asking import tracker
from bot.systems.highguard.battle.formation import form
from bot.systems.highguard.battle.muster import new_battle, stand
from bot.systems.highguard.battle.state import Formation, Step
from tests.systems.highguard.battle.fleets import armed, battle_of, in_combat, plain

ALPHA, CHI = plain("Alpha", armed("laser")), plain("Chi", armed("laser"))
DO_IT = "standing orders do it for "


def test_before_anybody_has_joined_nobody_owes_anything():
    told = tracker(new_battle("Red", "Blue"))
    assert told.title == "Red against Blue"
    assert told.sides == tuple(TrackedSide(name, note="no ship has joined: /battle join") for name in ("Red", "Blue"))


def test_both_sides_owe_their_formation_and_how_one_has_formed_is_not_told():
    battle = battle_of([ALPHA, plain("Beta")], [CHI])
    due = (Due("its formation", "turn 1, battle formation", "/battle form"),)
    assert [side.due for side in tracker(battle).sides] == [due, due]
    lines = [form(battle, 0, Formation((name,)), ScriptedDice([])).battle for name in ("Alpha", "Beta")]
    assert tracker(lines[0]) == tracker(lines[1])
    assert tracker(lines[0]).sides == (
        TrackedSide("Red", ("player 0",), note="has formed, sealed", commander="player 0"),
        TrackedSide("Blue", ("player 1",), due, DO_IT + "Blue", commander="player 1"),
    )


def test_fire_is_owed_at_the_ships_that_are_exposed():
    """Blue lost the initiative, and the attacker's largest ship is presented first (HG-C21)."""
    told = tracker(in_combat(battle_of([ALPHA], [CHI]), ["Alpha"], ["Chi"]))
    assert told.stands == "Turn 1, 0 minutes in, long range"
    assert told.sides == (
        TrackedSide("Red", ("player 0",), commander="player 0"),
        TrackedSide(
            "Blue",
            ("player 1",),
            (Due("its fire at Alpha", "turn 1, combat", "/battle fire"),),
            DO_IT + "Blue",
            commander="player 1",
        ),
    )


def test_a_chase_is_told_with_its_own_turn_and_every_owner_is_named_once():
    battle = battle_of([ALPHA, plain("Beta")], [CHI])
    battle = battle.with_ships([replace(battle.ships["Beta"], owner="")])
    chase = replace(battle_of([plain("Gamma")], [plain("Psi")]), name="chase of Psi", turn=4, waiting=(1,))
    told = tracker(replace(stand(battle, 0, standing=True), step=Step.OVER, waiting=(), apart=(chase,)))
    red, blue = told.sides
    assert told.stands == "Turn 4, 60 minutes in, long range"
    assert red == TrackedSide("Red", ("player 0", ""), note="played by standing orders", commander="player 0")
    assert blue.due == (Due("its formation in the chase of Psi", "turn 4, battle formation", "/battle form"),)


def test_where_nobody_is_waited_for_it_says_how_the_battle_ends():
    told = tracker(replace(battle_of([ALPHA], [CHI]), step=Step.OVER, waiting=()))
    assert (told.stands, told.sides) == ("Nobody is waited for: /battle end ends it", ())
