"""Nerve goes by whom a side knows of, where sides know only what they have seen: nothing that it drives anybody to, and
nothing that counts in a test, tells of an enemy out of sight.
"""

from dataclasses import replace

import pytest

from bot.deck.knowledge import nothing_known, shown
from bot.engine.errors import RuleError
from bot.systems.combat3000.turn import Phase
from bot.systems.seeing import as_known_by
from tests.systems.combat3000.melee.test_melee import armed
from tests.systems.combat3000.morale.table import ACTIONS, HALL, MOVEMENT, asked, game, now, on, order
from tests.systems.combat3000.table import C3K, unit

FLOOR = HALL.plan.levels[0].floor
# Ann looks east, at Foe; who stands at A4 is behind her.
FOE, LURKER = (unit(name, side="Blue", weapon="Rifle") for name in ("Foe", "Lurker"))


def knows(game, side):
    """What a side knows that has a plan of the hall."""
    return as_known_by(C3K, game, side, shown(nothing_known(HALL.plan), HALL, FLOOR, {}))


def foggy(*units, phase=MOVEMENT, fog="on", **squares):
    people = [replace(each, id=number) for number, each in enumerate(units, 1)]
    return replace(game(*people, phase=phase, board=on(HALL, **squares)), settings={"fog": fog}, knows=knows)


def drive(morale, fog="on", **squares):
    table = foggy(unit("Ann", morale=morale), FOE, LURKER, fog=fog, Ann="C7E", Foe="J7W", **squares)
    return next(each for each in asked(table) if "Ann" in each[1])


@pytest.mark.rule("C3K-L04", "C3K-L05")
@pytest.mark.parametrize(
    ("morale", "ways"),
    [("broken", ("To B4", "To C4")), ("scared", ("To B4", "To C4")), ("confident", ("To E5",))],
)
def test_whose_nerve_drives_them_goes_by_whom_their_side_knows(morale, ways):
    assert drive(morale)[2] == drive(morale, Lurker="A4E")[2] == ways
    assert drive(morale, fog="off")[2] == ways != drive(morale, fog="off", Lurker="A4E")[2]


@pytest.mark.rule("C3K-L05")
def test_the_broken_run_where_they_have_to_and_are_refused_nothing_for_the_unseen():
    for squares in ({}, {"Lurker": "A4E"}):
        table = foggy(unit("Ann", morale="broken"), FOE, LURKER, Ann="C7E", Foe="J7W", **squares)
        for by in ("", "2"):
            after, _ = order(table, "move", ["Ann"], to="B4", gait="run", by=by)
            assert "Ann" in after.ledger.turn.moves
        with pytest.raises(RuleError, match="runs to the nearest cover behind"):
            order(table, "move", ["Ann"], to="E7", gait="run")


def test_no_enemy_counts_as_near_of_whom_the_side_does_not_know():
    told = []
    for fog, squares in (("on", {}), ("on", {"Lurker": "A7E"}), ("off", {"Lurker": "A7E"})):
        ann = now(unit("Ann"), struck=True)
        table = foggy(ann, LURKER, phase=ACTIONS, fog=fog, Ann="C7E", **squares)
        told.append(order(table, "morale", ["Ann"], [4])[1])
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize("morale", ["steady", "overconfident"])
def test_nobody_owes_or_may_make_a_charge_at_whom_their_side_does_not_see(morale):
    """A7 is at Ann's back, and E7 before her."""
    ann = armed(unit("Ann", morale=morale), "Sword")

    def hers(fog, **squares):
        table = foggy(ann, LURKER, phase=Phase.CLOSE_COMBAT, fog=fog, Ann="C7E", **squares)
        return [(what, choices) for what, names, choices in asked(table) if "Ann" in names]

    assert hers("on") == hers("on", Lurker="A7E") == []
    assert hers("on", Lurker="E7E") == hers("off", Lurker="E7E") != []
    assert hers("off", Lurker="A7E") != []
