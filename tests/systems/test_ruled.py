"""What the special rules of a scenario do, bar and note, whatever they are."""

from dataclasses import dataclass, replace

import pytest

from bot.engine.asked import Asked, typed_order
from bot.engine.cards import Card
from bot.engine.dice import ScriptedDice
from bot.engine.due import Choice, Due, said
from bot.engine.errors import RuleError
from bot.engine.scenario import Decision, Special
from bot.engine.scene import Outcome, Role, Scene
from bot.engine.staging import Ruling
from bot.systems.ruled import (
    Fared,
    arrived,
    as_ruled,
    check_leaving,
    doable,
    happened,
    happening,
    led,
    listed,
    owed,
    parts,
    voided,
)
from tests.systems.small_ship import Ship


def ruled(*rulings, **more):
    """A ship on which those special rules are in force, in their order."""
    named = {f"rule {number}": ruling for number, ruling in enumerate(rulings)}
    return Ship(specials=tuple(Special(name) for name in named), rulings=named, **more)


def asked(of, ship, *more):
    return of(ship.system, ship.scenario, ship.playing, ship.game, *more)


def test_what_was_said_with_a_rule_is_parted():
    assert parts(Special("rule", "Red, one deck ,Lobby")) == ["Red", "one deck", "Lobby"]
    assert listed("Lobby + Mess/Hall") == ("Lobby", "Mess", "Hall")


def test_what_the_rules_ask_and_where_nobody_counts():
    due = [Due(f"thing {number}", "TOY-1", ("Ann",)) for number in (1, 2, 3)]
    ship = ruled(
        Ruling("", owes=lambda _: due[:2], voids=lambda _: {"Shaft"}),
        Ruling(""),
        Ruling("", owes=lambda _: due[2:], voids=lambda _: {"Crates"}),
    )
    assert list(asked(owed, ship)) == due
    assert asked(voided, ship) == {"Shaft", "Crates"}
    assert (list(asked(owed, ruled(Ruling("")))), asked(voided, ruled(Ruling("")))) == ([], set())


def test_what_somebody_is_barred_from_is_not_due_of_them():
    """Ann may not fire by a special rule, and Bob's hands are full; what must be answered is asked as it was."""
    ship = ruled(Ruling("", bars=lambda _, verb, unit: "No." if (verb, unit.name) == ("fire", "Ann") else ""))
    units = ship.game.units
    ship.game = replace(ship.game, units=units.having(replace(units["Bob"], marks=("carries cases",))))

    def may(verb, *names):
        done = Choice("Done", said("phase ready", names))
        return Due(f"may {verb}", "TOY-1", names, choices=(done,), answer=said(verb, names), optional=True)

    due = [may("fire", "Ann", "Bob", "Cid"), may("move", "Ann", "Bob"), may("melee", "Bob")]
    must = replace(due[2], optional=False)
    assert doable(ship.system, ship.game, [*due, must]) == [may("fire", "Cid"), due[1], must]
    # Once the scenario is decided it bars nobody.
    ship.game = ship.game.keeping(
        replace(ship.game.ledger, scenario=ship.playing.having(decided=Decision("Red", "so", "")))
    )
    assert doable(ship.system, ship.game, due) == due


def _counts(tally):
    """A rule that counts a die, and tells it."""

    def act(stage, dice):
        fell = dice.roll(1, why=tally)
        return stage.counted(tally, fell).telling(f"{tally}: {stage.playing.tallies.get('first', 0)}")

    return Ruling("", happens=lambda stage: lambda dice: act(stage, dice))


NEVER = Ruling("", happens=lambda _: None)


@pytest.mark.parametrize(
    ("rulings", "happens"),
    [((), False), ((Ruling(""),), False), ((NEVER,), False), ((NEVER, _counts("first")), True)],
)
def test_whether_a_rule_does_anything_of_itself(rulings, happens):
    assert asked(happening, ruled(*rulings)) is happens


def test_each_rule_finds_what_those_before_it_have_done():
    ship = ruled(_counts("first"), NEVER, Ruling(""), _counts("second"))
    playing, game, told = asked(happened, ship, ScriptedDice((3, 5)))
    assert playing.tallies == {"first": 3, "second": 5}
    assert told == ("first: 0", "second: 3")
    assert game is ship.game


def test_who_is_kept_from_going_on_is_told_why_by_the_first_rule_that_does():
    ship = ruled(
        Ruling(""),
        Ruling("", leaves=lambda stage, names, number: ""),
        Ruling("", leaves=lambda stage, names, number: f"{names[0]} stays off {number}."),
        Ruling("", leaves=lambda stage, names, number: "Not at all."),
    )
    with pytest.raises(RuleError, match=r"^Ann stays off 2\.$"):
        asked(check_leaving, ship, ["Ann"], 2)
    asked(check_leaving, ruled(Ruling(""), Ruling("", leaves=lambda *_: "")), ["Ann"], 2)


def test_where_some_come_to_who_go_on_each_rule_says_after_the_other():
    leads = Ruling(
        "", leads=lambda stage, names, number, dice: (stage.counted("led").telling(f"to {number}"), number + 1)
    )
    late = Ruling(
        "", arrives=lambda stage, names, dice: replace(stage.counted("came"), late=tuple(names)).telling("late")
    )
    ship = ruled(leads, Ruling(""), leads, late)
    begun = Fared(ship.playing, ship.game, 1, ("begun",), ("Cid",))
    fared = led(ship.system, ship.scenario, begun, ["Ann"], ScriptedDice(()))
    assert (fared.number, fared.told, fared.late) == (3, ("begun", "to 1", "to 2"), ("Cid",))
    assert fared.playing.tallies == {"led": 2}
    there = arrived(ship.system, ship.scenario, fared, ["Ann"], ScriptedDice(()))
    assert (there.number, there.told, there.late) == (3, ("begun", "to 1", "to 2", "late"), ("Cid", "Ann"))
    assert there.playing.tallies == {"led": 2, "came": 1}


# --- orders as the scenario has them ---


def _order(verb="shoot", *, fights=True, roles=True, seen=None, sees="begins"):
    @dataclass(frozen=True, kw_only=True, slots=True)
    class Shot(Asked):
        """Somebody shoots."""

    Shot.verb, Shot.roles = verb, (Role("name", many=True, fights=fights),) if roles else ()

    def decide(scene, order, dice):
        if seen is not None:
            seen.append(getattr(scene, sees))
        return Outcome({}, verb)

    return typed_order(Shot, decide, lambda result, faces: Card(result))


def give(ship, order, *who, odds=False, game=None):
    """An order as the scenario has it, with the game then."""
    found = as_ruled(order, ship.system)
    game = game or ship.game
    units = {"name": tuple(game.units[name] for name in who)} if order.roles else {}
    scene = replace(Scene.of(game), units=units, only_odds=odds)
    outcome = found.resolve(scene, order.read({}), ScriptedDice(()))
    return outcome, game.after(outcome)


BARS = Ruling("", bars=lambda stage, verb, unit: f"{unit.name} may not {verb}." if unit.name == "Bob" else "")


@pytest.mark.parametrize(
    ("order", "who", "told"),
    [
        (_order(), ["Ann"], ""),
        (_order(), ["Bob"], "Bob may not shoot."),
        (_order(), ["Ann", "Bob"], "Bob may not shoot."),
        # Whoever neither fires, fights nor moves is barred from nothing but being placed.
        (_order(fights=False), ["Bob"], ""),
        (_order("place", fights=False), ["Bob"], "Bob may not place."),
        (_order("place", roles=False), [], ""),
    ],
)
def test_a_rule_bars_from_orders_of_those_who_fight_or_are_placed(order, who, told):
    ship = ruled(Ruling(""), BARS)
    if told:
        with pytest.raises(RuleError) as refusal:
            give(ship, order, *who)
        assert str(refusal.value) == told
        # Of odds, off any deck, once it is decided or without a scenario nothing is barred.
        give(ship, order, *who, odds=True)
        give(ship, order, *who, game=replace(ship.game, board=None))
        ended = ship.playing.having(decided=Decision("Red", "", "won"))
        give(ship, order, *who, game=ship.game.keeping(replace(ship.game.ledger, scenario=ended)))
        give(ship, order, *who, game=ship.game.keeping(replace(ship.game.ledger, scenario=None)))
        elsewhere = replace(ship.playing, name="Another")
        give(ship, order, *who, game=ship.game.keeping(replace(ship.game.ledger, scenario=elsewhere)))
    else:
        assert give(ship, order, *who)[0].result == order.verb


@pytest.mark.parametrize(
    ("turn", "enters", "begins"),
    [(None, False, True), ((1, 1), False, False), ((1, 1), True, True), (None, True, True)],
)
def test_people_come_onto_the_deck_before_play_and_where_a_rule_has_them_come(turn, enters, begins):
    seen = []
    give(ruled(Ruling(""), Ruling("", enters=enters), turn=turn), _order(seen=seen), "Ann")
    assert seen == [begins]


def test_those_whom_a_rule_has_come_are_known_to_the_order():
    come = []
    order = _order(verb="place", seen=come, sees="comes")
    give(ruled(Ruling("", comes=lambda stage: ([stage.game.units["Bob"]], ["Shaft"])), turn=(2, 0)), order, "Ann")
    give(ruled(Ruling(""), turn=(2, 0)), order, "Ann")
    assert come == [["Bob"], []]


def _notes(stage, scene, verb):
    return stage.counted(verb, len(scene.units["name"]) + stage.playing.tallies.get(verb, 0))


def test_rules_note_what_has_been_done_one_after_the_other():
    ship = ruled(Ruling("", notes=_notes), Ruling(""), Ruling("", notes=_notes))
    outcome, after = give(ship, _order(), "Ann", "Bob")
    # 2, and then 2 and the 2 that are counted already.
    assert after.ledger.scenario.tallies == {"shoot": 6}
    assert outcome.result == "shoot"
    # Where nothing is noted, what is kept stays as it was.
    quiet = ruled(Ruling("", notes=lambda stage, scene, verb: stage))
    assert give(quiet, _order(), "Ann")[0].ledger is None
    assert give(ruled(Ruling("")), _order(), "Ann")[0].ledger is None
