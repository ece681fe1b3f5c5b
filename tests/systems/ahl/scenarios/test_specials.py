"""The special rules of AHL's scenarios in a kept turn: by hand from Incidents I to VI."""

from dataclasses import replace

import pytest

from bot.deck.placing import can_stand
from bot.deck.plan import moved, named, neighbours
from bot.deck.sight import sees
from bot.engine.errors import RuleError
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.turn.clock import Charge
from tests.systems.ahl.scenarios.test_forces import Loaded, of, set_up
from tests.systems.ahl.scenarios.test_unfolding import at_turn, given, phases

QUIET = {"whether_anybody": 2}


def clock(game):
    return game.ledger.clock


def doing(game, name, **changes):
    return game.keeping(replace(game.ledger, clock=clock(game).doing(name, **changes)))


def did(game, name, **changes):
    return game.keeping(replace(game.ledger, clock=clock(game).did(name, **changes)))


def sheet(game, name, **changes):
    unit = game.units[name]
    return replace(game, units=game.units.having(replace(unit, sheet=replace(unit.sheet, **changes))))


def beside(board, at):
    return next(near for near in neighbours(at) if near in board.plan.levels[at.level].floor and can_stand(board, near))


def put(game, name, at):
    return given(game, "place", [name], at=named(at))[0]


def after_looking(game):
    """The game once what a scenario does of itself has been done."""
    return given(game, "scenario on")[0]


# --- satchel charges ---


def with_charges(game, *charges):
    return game.keeping(replace(game.ledger, clock=replace(clock(game), charges=charges)))


@pytest.mark.rule("AHL-SC-I2c")
def test_the_team_has_six_satchel_charges_together():
    game = set_up("I.2 The Hangar Deck")
    game = at_turn(game, 2, 0)
    own = of(game, "Solomani")
    clear = game.keeping(replace(game.ledger, clock=replace(clock(game), people={})))
    six, _ = given(clear, "plan", own[:6], plan="emplace a charge", delay=2)
    with pytest.raises(RuleError, match="has no satchel charge left"):
        given(six, "plan", own[6:7], plan="emplace a charge", delay=2)
    with pytest.raises(RuleError, match="has no satchel charge left"):
        given(clear, "plan", own[:7], plan="emplace a charge", delay=2)
    used = with_charges(clear, *(Charge(name, 1, 9, None) for name in own[:4]))
    used = after_looking(used)
    two, _ = given(used, "plan", own[:2], plan="emplace a charge", delay=2)
    with pytest.raises(RuleError, match="has no satchel charge left"):
        given(two, "plan", own[2:3], plan="emplace a charge", delay=2)


@pytest.mark.rule("AHL-SC-I2c")
@pytest.mark.parametrize(("defused", "disabled"), [(False, 1), (True, 0)])
def test_a_charge_that_goes_off_at_a_fighter_disables_it(defused, disabled):
    game = phases(set_up("I.2 The Hangar Deck"), 2, **QUIET)
    cradle = game.board.plan.places["Launch cradle 2"][0]
    at = next(each for each in neighbours(cradle) if can_stand(game.board, each))
    by = of(game, "Solomani")[0]
    set_at = with_charges(game, Charge(by, 1, 3, at))
    seen = after_looking(set_at)
    assert seen.ledger.scenario.tallies == {}
    gone = with_charges(at_turn(seen, 2, 0 if defused else 3))
    gone = after_looking(gone)
    assert gone.ledger.scenario.tallies.get("fighters disabled", 0) == disabled
    # Once is enough for one fighter.
    again = after_looking(with_charges(gone, Charge(by, 2, 3, at)))
    again = after_looking(with_charges(at_turn(again, 3, 3)))
    assert again.ledger.scenario.tallies.get("fighters disabled", 0) == 1


@pytest.mark.rule("AHL-SC-III-b")
def test_each_pirate_has_one_charge_and_one_at_each_housing_wins():
    game = at_turn(set_up("III Through the Maze"), 2, 0)
    game = game.keeping(replace(game.ledger, clock=replace(clock(game), people={})))
    own = of(game, "Pirates")
    each, _ = given(game, "plan", own, plan="emplace a charge", delay=1)
    spent = after_looking(with_charges(each, Charge(own[0], 1, 9, None)))
    with pytest.raises(RuleError, match=f"{own[0]} has no satchel charge left"):
        given(spent, "plan", own[:1], plan="emplace a charge", delay=1)
    given(spent, "plan", own[1:2], plan="emplace a charge", delay=1)
    plant, _ = given(game, "scenario next", own, at="Reactor floor", deck="46")
    bases = [plant.board.plan.places[f"{side} housing base"][0] for side in ("Port", "Starboard")]
    charges = [Charge(name, 2, 2, beside(plant.board, at)) for name, at in zip(own, bases, strict=False)]
    one = after_looking(with_charges(at_turn(plant, 3, 1), charges[0]))
    one = after_looking(with_charges(at_turn(one, 3, 2)))
    assert one.ledger.scenario.tallies == {"housings blown": 1}
    assert one.ledger.scenario.decided is None
    both = after_looking(with_charges(one, charges[1]))
    both = after_looking(with_charges(at_turn(both, 3, 3)))
    assert both.ledger.scenario.decided.winner == "Pirates"


def apart(game, squares):
    """Two squares of a row with a clear line, so many apart."""
    board = game.board
    for at in sorted(board.plan.levels[0].floor):
        other = moved(at, squares, 0)
        free = not {at, other} & {each.at for each in board.people.values()}
        if free and can_stand(board, at) and can_stand(board, other) and sees(board, at, other):
            return at, other
    raise AssertionError(squares)


@pytest.mark.rule("AHL-SC-V-d")
def test_a_demolition_charge_is_thrown_eight_squares_and_lands_where_it_was_aimed():
    game = phases(set_up("V Dead Ship"), 2, morale_of=2)
    throwers = [unit.name for unit in game.units.values() if unit.side == "Salvagers"]
    name, blob = throwers[0], of(game, "Blobs")[0]
    game, _ = given(game, "phase", step="snap shots")
    start, near = apart(game, 8)
    game = put(put(game, name, start), blob, near)
    # Without a throw to hit: the only dice are those of the explosion, penetration 30.
    thrown, _ = given(game, "scenario throw", [name], Loaded(collateral=12), at=named(near))
    assert clock(thrown).of(name).deeds.left == 0
    assert thrown.units[blob].sheet.condition is not Condition.ACTIVE
    assert thrown.units[throwers[1]].sheet == game.units[throwers[1]].sheet
    with pytest.raises(RuleError, match="has no charge to throw"):
        given(did(thrown, name, spent=0), "scenario throw", [name], at=named(near))
    with pytest.raises(RuleError, match="no charge to throw"):
        given(game, "scenario throw", throwers[4:5], at=named(near))
    start, far = apart(game, 9)
    with pytest.raises(RuleError, match="flies 8 at most"):
        given(put(game, name, start), "scenario throw", [name], at=named(far))


@pytest.mark.rule("AHL-SC-V-d")
def test_four_of_the_six_have_a_charge_each():
    game = phases(set_up("V Dead Ship"), 2, morale_of=2)
    game, _ = given(game, "phase", step="snap shots")
    throwers = [unit.name for unit in game.units.values() if unit.side == "Salvagers"]
    have = []
    for name in throwers:
        start, near = apart(game, 8)
        try:
            given(put(game, name, start), "scenario throw", [name], at=named(near))
            have.append(name)
        except RuleError as refusal:
            assert "no charge to throw" in str(refusal)  # noqa: PT017
    assert have == throwers[:4]
