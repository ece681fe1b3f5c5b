"""What whoever is charged may do, and what bars it (C3K Charges, rulings B-C1 and B-C2)."""

from dataclasses import replace

import pytest

from bot.engine.scene import Scene
from bot.systems.combat3000.figure.sheet import FigurePosture, Hand, Memory, Profile, Supply, Task
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.melee.contact import Contact, Response
from bot.systems.combat3000.melee.reacting import barred, choices, unanswered
from bot.systems.combat3000.morale.ladder import Nerve, Status
from bot.systems.combat3000.tasks import DROP
from bot.systems.combat3000.turn import Phase, Turn
from tests.systems.combat3000.melee.test_charges import charge, game_of, played, receive
from tests.systems.combat3000.table import unit

RUN, FIRE, COUNTER, STAND = Response.RUN, Response.FIRE, Response.COUNTER, Response.STAND
ANN, BOB = unit("Ann"), unit("Bob", "Blue", weapon="Rifle")


def being(who, **changes):
    return replace(who, sheet=replace(who.sheet, **changes))


def now(**memory):
    return being(BOB, now=Memory(**memory))


def charged(bob, contacts=()):
    """Bob, whom Ann charges in a turn that is kept; and the charges."""
    game, _ = played(game_of(ANN, BOB), charge("Ann", range=12))
    charges = game.ledger.charging
    ledger = Ledger(turn=Turn(2, Phase.CLOSE_COMBAT), charging=charges, contacts=contacts)
    return Scene({}, ledger, known={"Ann": ANN, "Bob": bob}), charges


(RIFLE,) = BOB.sheet.weapons
EMPTY = being(BOB, weapons=(replace(RIFLE, loaded=Supply("", 0)),))
STOWED = being(BOB, weapons=(replace(RIFLE, hand=Hand.STOWED),))
PRONE = being(BOB, posture=FigurePosture.PRONE)
ONLY_STAND = "this turn, and can only stand (C3K Charges)."
ORDERED = "and whoever has an order only runs or stands (ruling B-C1)."
LIES = "Bob is prone, and can fire, or stand to receive the charge (C3K Charges)."
NOTHING = "Bob has nothing in hand to fire: run, countercharge or stand (ruling B-C2)."


@pytest.mark.rule("C3K-C02", "C3K-C03")
@pytest.mark.parametrize(
    ("bob", "run", "fire", "counter"),
    [
        (BOB, "", "", ""),
        (now(target="Eve"), *[f"Bob has fired {ONLY_STAND}"] * 3),
        (now(gait="walk"), *[f"Bob has moved {ONLY_STAND}"] * 3),
        (now(busy="climbs"), *[f"Bob climbs {ONLY_STAND}"] * 3),
        # Whoever is at something that goes on runs from it, or stands.
        (now(busy="reloads", more=2), "", f"Bob reloads, {ORDERED}", f"Bob reloads, {ORDERED}"),
        # To drop something is no order.
        (now(task=Task(DROP, "Rifle")), "", "", ""),
        (PRONE, LIES, "", LIES),
        (EMPTY, "", NOTHING, ""),
        (STOWED, "", NOTHING, ""),
        # Who has fired at the one who charges has given that answer.
        (now(target="Ann"), f"Bob has fired {ONLY_STAND}", "", f"Bob has fired {ONLY_STAND}"),
    ],
)
def test_what_bars_an_answer(bob, run, fire, counter):
    scene, charges = charged(bob)
    assert [barred(scene, bob, how, charges) for how in (RUN, FIRE, COUNTER, STAND)] == [run, fire, counter, ""]
    may = [how for how, why in ((RUN, run), (FIRE, fire), (COUNTER, counter), (STAND, "")) if not why]
    assert set(choices(scene, bob, charges)) == set(may)


SHAKY = being(BOB, nerve=Nerve(Status.SHAKY))


@pytest.mark.rule("C3K-L04", "C3K-C02")
@pytest.mark.parametrize(
    ("bob", "ann", "runs"),
    [
        (SHAKY, 1, True),
        (SHAKY, 0, False),
        (BOB, 1, False),
        (being(SHAKY, profile=Profile(strength=1)), 1, False),
        # Who can't run needn't.
        (being(SHAKY, posture=FigurePosture.PRONE), 1, False),
        (being(SHAKY, now=Memory(gait="walk")), 1, False),
        (being(SHAKY, weapons=()), 1, True),
    ],
)
def test_the_shaken_run_from_who_is_stronger_where_they_can(bob, ann, runs):
    scene, charges = charged(bob)
    strong = being(ANN, profile=Profile(strength=ann))
    scene = replace(scene, known={**scene.known, "Ann": strong})
    told = "Bob is shaky, and runs from Ann, who is stronger: how:run (C3K Morale)." if runs else ""
    assert barred(scene, bob, STAND, charges) == told
    assert (choices(scene, bob, charges) == (RUN,)) is runs
    # What the book has against it is only told, and off a turn nobody knows of it.
    assert barred(replace(scene, settings={"turns": "shown"}), bob, STAND, charges) == ""
    assert barred(replace(scene, ledger=replace(scene.ledger, turn=None)), bob, STAND, charges) == ""


def test_the_strongest_of_those_who_charge_is_run_from():
    game, _ = played(game_of(ANN, unit("Eve"), BOB), charge("Ann", "Eve", range=12))
    known = {"Ann": unit("Ann", strength=1), "Eve": unit("Eve", strength=2), "Bob": SHAKY}
    scene = Scene({}, Ledger(turn=Turn(2, Phase.CLOSE_COMBAT)), known=known)
    told = "Bob is shaky, and runs from Eve, who is stronger: how:run (C3K Morale)."
    assert barred(scene, SHAKY, STAND, game.ledger.charging) == told


def test_who_is_in_contact_can_only_stand():
    scene, charges = charged(BOB, (Contact("Ann", "Bob"),))
    told = "Bob is in contact with Ann, and can only stand (C3K Charges)."
    assert [barred(scene, BOB, how, charges) for how in (RUN, FIRE, COUNTER, STAND)] == [told, told, told, ""]


@pytest.mark.parametrize("bob", [being(BOB, stunned=1), being(BOB, killed=True), replace(BOB, marks=("surrendered",))])
def test_the_helpless_and_who_has_surrendered_have_no_choice(bob):
    assert choices(*_with(bob)) == ()


def _with(bob):
    scene, charges = charged(bob)
    return scene, bob, charges


@pytest.mark.parametrize(
    ("may", "does"), [((), STAND), ((RUN,), RUN), ((RUN, STAND), STAND), ((FIRE, COUNTER, STAND), STAND)]
)
def test_who_says_nothing_stands_or_runs_where_they_have_to(may, does):
    assert unanswered(may) is does


def test_fire_that_was_given_already_is_the_answer_and_is_told_once():
    game, lines = played(game_of(ANN, BOB), charge("Ann", range=12), receive("fire"), faces=[4, 99])
    assert any("→ miss" in line for line in lines)
    fired = now(target="Ann")
    charged_game, _ = played(game_of(ANN, BOB), charge("Ann", range=12))
    again = replace(charged_game, units=charged_game.units.having(fired))
    _, lines = played(again, receive("fire"))
    assert lines == ["Ann runs 12 cm and is in contact with Bob: blows begin in the next turn"]
    assert game.ledger.charging == ()
