"""A sample of the fights of `make matches`, and fights that go on by /next alone, in each book whose people act by
themselves.
"""

from dataclasses import replace

import pytest

from bench.matches import BOOKS, SIDES, beginning, fight
from bot.deck.outlook import seen_from
from bot.deck.plan import in_field_of_fire
from bot.engine.autopilot import Autopilot
from bot.engine.dice import LiveDice
from bot.engine.due import said
from bot.engine.scene import Scene
from bot.engine.steps import Sequel, whole_of

FORCES = {"ahl": ("Vargr", "Pirate"), "combat3000": ("Startrooper", "Outlaw")}
# A fight of two against two on the trainer is over by then, or nobody has come to grips.
MOST_STEPS = 40


def goes_on(book, seed, steps):
    """A fight of two against two who all act by themselves, /next after /next; each step with what it told."""
    system = BOOKS[book]
    game = beginning(system, "trainer", forces=FORCES[book])
    pilots = {name: Autopilot(standing=True) for name in game.units}
    game = replace(game, settings={"autopilot": "acts"}).keeping(system.piloting.keeping(game.ledger, pilots))
    dice = LiveDice(bytes([seed] * 32), 0)
    for order in (said("turn begin"), *[said("next")] * steps):
        sequel, stopped = whole_of(Sequel(game), order, system.orders, Scene.of(game), dice)
        assert not stopped
        game = sequel.game
        yield game, sequel.parts[0].report
        able = {unit.side for unit in game.present.values() if not system.squads.mark(unit.sheet).out}
        if len(able) < len(SIDES):
            return


def test_where_the_ends_hold_furniture_they_begin_apart_and_look_at_each_other():
    """The trader's farthest squares in sight of each other are such as nobody can stand on."""
    board = beginning(BOOKS["combat3000"], "trader").board
    first = {side: board.people[f"{side.title()} 1"] for side in SIDES}
    assert len({standing.at for standing in board.people.values()}) == len(board.people)
    for one, other in (SIDES, SIDES[::-1]):
        assert first[other].at in seen_from(board, first[one].at)
        assert in_field_of_fire(first[one].facing, first[one].at, first[other].at)


@pytest.mark.parametrize("book", sorted(FORCES))
def test_a_fight_goes_on_by_next_alone_and_says_why(book):
    """Phase after phase, with somebody's deed and its reason in it; what each of them knows is kept."""
    system = BOOKS[book]
    games = list(goes_on(book, 1, MOST_STEPS))
    moments = [system.squads.moment(game.ledger) for game, _ in games]
    assert moments == sorted(moments)
    assert moments[-1] > moments[2]
    reasons = " ".join(told for _, told in games)
    assert '"why":"' in reasons
    assert '"verb":"fire"' in reasons
    assert any(pilot.seen for pilot in system.piloting.kept(games[-1][0].ledger).values())


@pytest.mark.parametrize("book", sorted(FORCES))
def test_what_asks_for_a_word_of_theirs_is_no_plan(book):
    """As a turn begins a scenario asks which two of a side are its pilots; somebody of it has an empty weapon."""
    one, name = fight(book, "trainer", "random", 0, forces=FORCES[book]), "Blue 1"
    one.carry_out(said("turn begin"))
    carried, *others = one.game.units[name].sheet.weapons
    empty = replace(carried, loaded=replace(carried.loaded, rounds=0))
    unit = replace(one.game.units[name], sheet=replace(one.game.units[name].sheet, weapons=(empty, *others)))
    game = replace(one.game, units=one.game.units.having(unit))
    advises, (plan,) = one.system.piloting.advises, [due for due in one.system.due(game) if name in due.owes]
    assert advises(game, plan, name, Autopilot())[0].said.verb == "plan"
    pilots = replace(plan, choices=(), answer=said("scenario pilots", [name]))
    assert list(advises(game, pilots, name, Autopilot())) == []


@pytest.mark.parametrize("book", sorted(FORCES))
def test_a_sample_of_the_matches_is_played_to_its_end(book):
    """On the trainer, against somebody who does anything: no idea that comes first is refused, and the fight ends."""
    one = fight(book, "trainer", "random", 0, forces=FORCES[book])
    winner = one.play()
    assert winner in {"", *SIDES}
    refused = [why for name, why in one.refused if one.game.units[name].side == SIDES[0]]
    # Where an enemy whom nobody sees bars a way, that comes out by going it.
    assert [why for why in refused if "An enemy stands" not in why] == []
