"""Charges, answers and blows at random, in a turn that is kept: what no close combat of the book ever comes to."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Said, Units
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.melee.round import FIGHTS
from bot.systems.combat3000.turn import Phase, Turn
from tests.systems.combat3000.melee.test_melee import armed
from tests.systems.combat3000.table import C3K, unit
from tests.systems.combat3000.test_random_turns import played

SIDES = {"Ann": "Red", "Cid": "Red", "Eve": "Red", "Bob": "Blue", "Dan": "Blue", "Tank": "Blue"}
WEAPONS = ("Sword", "Shock Staff", "Rifle", "Laser Pike", "Two-Handed Sword")


def table():
    """Five on two sides, each with another weapon, and a tank, in the close combat phase."""
    people = [armed(unit(name, side), weapon) for (name, side), weapon in zip(SIDES.items(), WEAPONS, strict=False)]
    game = Game(Units().having(*people, unit("Tank", "Blue", vehicle="Light Tank")))
    return game.keeping(Ledger(turn=Turn(phase=Phase.CLOSE_COMBAT)))


def through(game, dice):
    """The game in its next close combat phase, whatever has to be done first."""
    while game.ledger.turn.phase is not Phase.CLOSE_COMBAT:
        game = played(game, Said("phase", {"name": of(SIDES)}, {"passing": True}, ""), dice)
    return game


def of(names):
    return tuple((name, None) for name in names)


@st.composite
def orders(draw):
    verb = draw(st.sampled_from(("charge", "charge", "receive", "receive", "melee", "melee", "phase", "phase")))
    who, whom = draw(st.sampled_from([*SIDES])), draw(st.sampled_from(["Bob", "Dan", *SIDES]))
    if verb == "phase":
        return Said(verb, {"name": of(SIDES)}, {}, "")
    fields = {
        "charge": st.fixed_dictionaries({"range": st.sampled_from((2, 12, 20)), "unaware": st.booleans()}),
        "receive": st.fixed_dictionaries({"how": st.sampled_from(("run", "fire", "countercharge", "stand"))}),
        "melee": st.just({}),
    }[verb]
    people = {"name": of([who])}
    if verb == "charge" or (verb == "melee" and draw(st.booleans())):
        people["target"] = of([whom])
    return Said(verb, people, draw(fields), "")


def check(before, said, after):
    """What holds after any order that was carried out."""
    ledger, units = after.ledger, after.units
    pairs = [{*each.both} for each in ledger.contacts]
    assert all(pairs.count(pair) == 1 and len({SIDES[name] for name in pair}) == 2 for pair in pairs)
    charging = [each.name for each in ledger.charging]
    assert len(charging) == len({*charging})
    assert "Tank" not in {*charging, *(each.target for each in ledger.charging), *(name for p in pairs for name in p)}
    for name in (name for name in SIDES if name != "Tank"):
        was, now = before.units[name].sheet, units[name].sheet
        assert now.killed or not was.killed
        assert now.stunned >= now.stunned_now >= 0
        if was.killed:
            assert (now.weapons, now.now.gait) == (was.weapons, was.now.gait) or said.verb == "phase"
        if said.verb == "melee":
            assert not now.killed or was.killed or name in {each for pair in fought(before) for each in pair}


def fought(game):
    return [each.both for each in game.ledger.contacts]


@pytest.mark.rule("C3K-G02", "C3K-C04", "C3K-C13")
@given(st.lists(orders(), min_size=5, max_size=40), st.binary(min_size=4, max_size=4))
def test_random_fights_never_come_to_what_no_fight_can(moves, seed):
    game, struck = table(), Counter()
    for counter, said in enumerate(moves):
        try:
            after = played(game, said, LiveDice(seed, 100 * counter))
        except RuleError:
            continue
        if said.verb == "phase":
            after = through(after, LiveDice(seed, 100 * counter + 50))
        check(game, said, after)
        if said.verb == "melee":
            turn = game.ledger.turn.number
            began = [
                name
                for name in SIDES
                if after.units[name].sheet.now.busy == FIGHTS and game.units[name].sheet.now.busy != FIGHTS
            ]
            assert began
            struck.update((turn, name) for name in began)
            ready = {name for each in game.ledger.contacts if not each.fresh for name in each.both}
            assert {*began} <= ready
        assert C3K.load_ledger(C3K.dump_ledger(after.ledger)) == after.ledger
        game = after
    assert all(number == 1 for number in struck.values())
