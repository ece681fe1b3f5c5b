"""Who has surrendered is spared by those who act by themselves, and nothing is asked of them (C3K The game turn)."""

from dataclasses import replace

import pytest

from bot.engine.autopilot import Autopilot
from bot.engine.errors import RuleError
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.melee.contact import Contact
from bot.systems.combat3000.turn import Phase, Turn
from tests.systems.combat3000.morale.table import HALL, game, now, on, order
from tests.systems.combat3000.table import C3K, unit

HUNT = Autopilot()
ANN = unit("Ann", weapon="MM22 Launcher", ammunition="102", clips=2)
BOB, CID = unit("Bob", side="Blue", weapon="Rifle"), unit("Cid", side="Blue", weapon="Rifle")


def given_up(who):
    return replace(who, marks=("surrendered",))


def shots(*units, **squares):
    """At whom Ann may fire by herself."""
    table = game(ANN, *units, phase=Phase.FIRING, board=on(HALL, Ann="A7N", **squares))
    due = next(each for each in C3K.due(table) if each.answer and each.answer.verb == "fire")
    ideas = C3K.piloting.advises(table, due, "Ann", HUNT)
    return {name for idea in ideas for name, _ in idea.said.people.get("target", ())}


@pytest.mark.rule("C3K-F12")
def test_no_shot_goes_at_a_prisoner_and_no_blast_beside_one():
    """A shell of calibre 2 is 15 cm across: 7½ from Bob is the fifth square."""
    assert shots(BOB, Bob="A1S") == {"Bob"}
    assert shots(given_up(BOB), Bob="A1S") == set()
    assert shots(BOB, CID, Bob="A1S", Cid="B1S") == {"Bob", "Cid"}
    assert shots(BOB, given_up(CID), Bob="A1S", Cid="B1S") == set()
    assert shots(BOB, given_up(CID), Bob="A1S", Cid="J7N") == {"Bob"}


def melee(*people, contacts, **fields):
    table = game(*people)
    table = replace(table, read_ledger=lambda: Ledger(contacts=contacts))
    return order(table, "melee", ["Ann"], **fields)


@pytest.mark.rule("C3K-C06", "C3K-C07")
def test_blows_go_at_a_prisoner_by_name_alone():
    """Of two opponents the one who fights is struck at, and doesn't count as several; 3 and 4 are sub-phases."""
    ann = unit("Ann", weapon="Sword")
    both = (Contact("Ann", "Bob"), Contact("Ann", "Cid"))
    _, card = melee(ann, given_up(BOB), CID, contacts=both, faces=[3, 4, 9, 9])
    assert "Ann strikes Cid. To kill: 12+ | 9+9 = 18 → killed" in card.lines
    one = (Contact("Ann", "Bob"),)
    with pytest.raises(RuleError, match="Bob has surrendered: name as target whom they strike all the same"):
        melee(ann, given_up(BOB), contacts=one)
    _, card = melee(ann, given_up(BOB), contacts=one, faces=[9, 9], others={"target": ["Bob"]})
    assert "Ann strikes Bob freely. To kill: 12+ | 9+9 = 18 → killed" in card.lines


@pytest.mark.rule("C3K-L01", "C3K-O02")
def test_nothing_is_asked_of_a_prisoner_nor_of_who_stands_beside_one():
    """No plan, no move, no shot, no blow, no test; and the overconfident have no charge to make at them."""
    ann = unit("Ann", weapon="Sword", morale="overconfident")
    bob = now(given_up(BOB), struck=True)
    for phase in Phase:
        turn = Turn(phase=phase)
        ledger = Ledger(turn=turn, contacts=(Contact("Ann", "Bob"),) if phase is Phase.CLOSE_COMBAT else ())
        found = C3K.due(replace(game(ann, bob), read_ledger=lambda ledger=ledger: ledger))
        assert not [each for each in found if "Bob" in each.owes], phase
        if phase is Phase.CLOSE_COMBAT:
            assert not [each for each in found if "Ann" in each.owes]
    free = C3K.due(game(ann, given_up(BOB), phase=Phase.CLOSE_COMBAT))
    assert [each.what for each in free if "Ann" in each.owes] == []
    foe = C3K.due(game(ann, BOB, phase=Phase.CLOSE_COMBAT))
    assert [each.what for each in foe if "Ann" in each.owes] != []
