"""What an order leaves behind for morale: who saw a friend fall, which way people went, whose rage ends."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot import systems
from bot.deck.plan import at_of
from bot.engine.scene import Outcome, Scene
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.figure.sheet import Plight
from bot.systems.combat3000.fire.report import FireResult
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.morale.known import Fray
from bot.systems.combat3000.morale.ladder import Loss, Mood, Nerve, Way
from bot.systems.combat3000.morale.seen import remembered, way_of, witnesses
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.systems.combat3000.morale.table import HALL, on
from tests.systems.combat3000.table import unit

BOOK = load_book(systems.DATA / "combat3000")
ANN, SUE, EVE, BOB = unit("Ann"), unit("Sue"), unit("Eve"), unit("Bob", "Blue")
# 24 squares in a row, of 1½ cm each.
LONG = board_of("#" * 49, "#" + ". " * 23 + ".#", "#" * 49)


def being(who, **changes):
    return replace(who, sheet=replace(who.sheet, **changes))


def scene(*people, board=None, acting=(), groups=(), turn=True):
    kept = Ledger(turn=Turn(2, Phase.FIRING, groups=groups) if turn else None)
    cast = {"name": tuple(acting)}
    known = {each.name: each for each in people}
    present = {} if board is None else {name: each for name, each in known.items() if name in board.people}
    return Scene(cast, kept, board, known=known, present=present)


def killed(who):
    return replace(who.sheet, killed=True)


def after(found, *, board=None, result=None, **sheets):
    return remembered(BOOK, found, Outcome(sheets, result, board=board)).after


@pytest.mark.rule("C3K-L01")
@pytest.mark.parametrize(
    ("people", "squares", "board", "seen"),
    [
        ([SUE], {"Sue": "A1E"}, LONG, ("Sue",)),
        # 30 cm are twenty squares, and one more is too far.
        ([SUE], {"Sue": "D1E"}, LONG, ("Sue",)),
        ([SUE], {"Sue": "C1E"}, LONG, ()),
        ([SUE], {"Sue": "D1W"}, LONG, ()),
        ([being(SUE, plight=Plight(blinded=1))], {"Sue": "D1E"}, LONG, ()),
        ([BOB], {"Bob": "D1E"}, LONG, ()),
        ([unit("Sue", condition="killed")], {"Sue": "D1E"}, LONG, ()),
        ([SUE, EVE], {"Sue": "D1E", "Eve": "E1E"}, LONG, ("Sue", "Eve")),
        ([SUE], {}, LONG, ()),
    ],
)
def test_who_of_their_friends_saw_somebody_fall(people, squares, board, seen):
    if squares.get("Sue") == "A1E":
        squares = {"Sue": "T1E"}
    there = on(board, Ann="X1N", **squares)
    found = scene(ANN, *people, board=there)
    assert witnesses(Fray(found, found.ledger.turn), BOOK, ANN) == seen
    assert after(found, Ann=killed(ANN))["Ann"].now.loss == Loss(seen_by=seen)


def test_where_no_deck_shows_it_nobody_knows_who_saw_it():
    for board in (None, on(LONG, Sue="A1E")):
        found = scene(ANN, SUE, board=board)
        assert after(found, Ann=killed(ANN))["Ann"].now.loss == Loss(seen_by=None)


def test_who_was_dead_already_falls_no_more_and_nothing_else_is_noted():
    dead = unit("Ann", condition="killed")
    found = scene(dead, SUE)
    assert after(found, Ann=replace(dead.sheet, stunned=1))["Ann"].now.loss is None
    hurt = replace(ANN.sheet, stunned=1)
    assert after(scene(ANN, SUE), Ann=hurt) == {"Ann": hurt}
    # Nor who is in nobody's game.
    assert after(scene(SUE), Ann=killed(ANN)) == {"Ann": killed(ANN)}


@pytest.mark.parametrize(
    ("groups", "led"),
    [
        ((("Ann", "Sue"),), True),
        ((("Sue", "Ann"),), False),
        ((("Ann",),), False),
        ((), False),
        ((("Sue", "Eve"),), False),
    ],
)
def test_whoever_led_a_unit_is_remembered_for_that(groups, led):
    found = scene(ANN, SUE, EVE, groups=groups)
    assert after(found, Ann=killed(ANN))["Ann"].led is led


@pytest.mark.parametrize(
    ("start", "end", "foes", "way"),
    [
        ("C1N", "D1", {"Bob": "H1W"}, Way.ADVANCES),
        ("C1N", "B1", {"Bob": "H1W"}, Way.RETREATS),
        ("C1N", "A1", {"Bob": "B1W"}, Way.ASIDE),
        # The nearest counts, before and after, whoever that is.
        ("D1N", "E1", {"Bob": "A1W", "Cid": "J1W"}, Way.RETREATS),
        ("D1N", "H1", {"Bob": "A1W", "Cid": "J1W"}, Way.ADVANCES),
        ("C1N", "D1", {}, Way.UNKNOWN),
    ],
)
def test_which_way_a_move_leads_by_the_nearest_enemy(start, end, foes, way):
    people = [ANN, *(unit(name, "Blue") for name in foes)]
    board = on(HALL, Ann=start, **foes)
    found = scene(*people, board=board, acting=[ANN])
    assert way_of(Fray(found, found.ledger.turn), ANN, at_of(end)) is way
    moved = on(HALL, **{"Ann": f"{end}N", **foes})
    assert after(found, board=moved, Ann=ANN.sheet)["Ann"].now.way is way


def test_who_stays_where_they_are_or_is_moved_by_others_goes_no_way():
    board = on(HALL, Ann="C1N", Sue="D1N", Bob="H1W")
    found = scene(ANN, SUE, BOB, board=board, acting=[ANN])
    turned = on(HALL, Ann="C1S", Sue="E1N", Bob="H1W")
    left = after(found, board=turned, Ann=ANN.sheet)
    assert (left["Ann"].now.way, set(left)) == (Way.UNKNOWN, {"Ann"})
    gone = on(HALL, Sue="D1N", Bob="H1W")
    assert after(found, board=gone, Ann=ANN.sheet)["Ann"].now.way is Way.UNKNOWN
    come = on(HALL, Ann="C1N", Bob="H1W")
    assert after(scene(ANN, BOB, board=on(HALL, Bob="H1W")), board=come, Ann=ANN.sheet)["Ann"].now.way is Way.UNKNOWN


# --- death rage ---

RAGE = Nerve(mood=Mood.RAGE, kills=2)
MAX, MIA, MOE = (being(unit(name, "Red"), nerve=RAGE) for name in ("Max", "Mia", "Moe"))
LAST = replace(RAGE, kills=1)


def kills(found, *killers):
    """What is left to kill for each after these killed Bob, None for who rages no more or hasn't changed."""
    acting = [found.known[name] for name in killers]
    changed = after(replace(found, units={"name": tuple(acting)}), Bob=killed(BOB))
    return {name: sheet.nerve.kills for name, sheet in changed.items() if name != "Bob"}


@pytest.mark.rule("C3K-L08")
@pytest.mark.parametrize(
    ("groups", "killers", "left"),
    [
        # All of one's side who fight with nobody are one family, and one kill counts once for all of it.
        ((), ["Max"], {"Max": 1, "Mia": 1, "Moe": 1}),
        ((), ["Max", "Mia"], {"Max": 1, "Mia": 1, "Moe": 1}),
        ((), ["Ann"], {}),
        ((), [], {}),
        # Else those who are said to fight as one.
        ((("Max", "Mia"),), ["Max"], {"Max": 1, "Mia": 1}),
        ((("Max", "Mia"),), ["Moe"], {"Moe": 1}),
    ],
)
def test_a_family_in_death_rage_has_one_less_to_kill(groups, killers, left):
    assert kills(scene(MAX, MIA, MOE, ANN, BOB, groups=groups), *killers) == left


def test_who_has_killed_the_last_rages_no_more_and_friends_count_for_nothing():
    last = being(MAX, nerve=LAST)
    changed = after(scene(last, ANN, BOB, acting=[last]), Bob=killed(BOB))
    assert changed["Max"].nerve == Nerve(LAST.status)
    friend = after(scene(MAX, ANN, acting=[MAX]), Ann=killed(ANN))
    assert set(friend) == {"Ann"}
    # Of whoever was killed at the same time nothing is left to count.
    calm = after(scene(MAX, ANN, BOB, acting=[MAX]), Bob=killed(BOB), Max=replace(MAX.sheet, nerve=Nerve()))
    assert calm["Max"].nerve == Nerve()


def test_of_fire_it_is_theirs_whose_shot_struck():
    def shot(firer, *struck):
        attacks = [SimpleNamespace(name=name) for name in struck]
        return SimpleNamespace(declared=SimpleNamespace(firer=SimpleNamespace(name=firer)), attacks=attacks)

    found = scene(MAX, being(MIA, nerve=Nerve()), ANN, BOB, groups=(("Ann", "Mia"),))
    for shots, left in (
        ([shot("Max", "Bob"), shot("Ann", "Cid")], {"Bob", "Max"}),
        ([shot("Max", "Cid"), shot("Ann", "Bob")], {"Bob"}),
    ):
        changed = after(found, result=FireResult("Max", "Bob", tuple(shots)), Bob=killed(BOB))
        assert set(changed) == left
