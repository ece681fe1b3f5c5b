"""What is told of somebody who is changed, and whose they are."""

from dataclasses import replace

import pytest

from bot.deck.plan import named
from bot.engine.dice import Faces
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.people import Edited, _called, _edited_card, owner_of, people_orders
from tests.systems.small_ship import AHL, Ship


@pytest.mark.parametrize(
    ("edited", "lines"),
    [
        (Edited("Ann", "morale", "9", "10"), ("Morale: 9 → 10",)),
        (Edited("Ann", "armour", "none", "cloth", "cloth, rifle"), ("Armour: none → cloth · cloth, rifle",)),
        (Edited("Ann", owner="Bob", because="he plays her", by="Ref"),
         ("Owner: Bob", "Because: he plays her", "By Ref")),
        (Edited("Ann"), ()),
    ],
)  # fmt: skip
def test_what_is_told_of_who_is_changed(edited, lines):
    card = _edited_card(edited, Faces([]))
    assert (card.title, card.lines) == ("Ann is changed", lines)


def test_who_has_another_name_has_it_on_the_deck():
    board = Ship().game.board
    there = {name: named(standing.at) for name, standing in _called(board, "Ann", "Eve").people.items()}
    assert there == {"Eve": "C1", "Bob": "A1", "Cid": "E1"}
    assert _called(None, "Ann", "Eve") is None
    assert _called(board, "Ann", "Ann") is None
    assert _called(board, "Zed", "Eve") is None


@pytest.mark.parametrize(
    ("by", "named_so", "owner"),
    [
        # The referee's own are nobody's, and a player's theirs, unless the referee says whose they are.
        ("", None, ""),
        ("", "", ""),
        ("", "12", "12"),
        ("7", None, "7"),
        ("7", "", "7"),
        ("7", "7", "7"),
    ],
)
def test_whose_somebody_new_is(by, named_so, owner):
    assert owner_of(replace(Scene({}), by=by), named_so) == owner


@pytest.mark.parametrize(
    ("by", "named_so", "sentence"),
    [
        ("7", "12", "Giving something to somebody else is for the referee only."),
        ("", "Bob", "An owner is somebody by their number on Discord, not “Bob”."),
        ("", "١٢", "An owner is somebody by their number on Discord"),
        ("", "12.5", "An owner is somebody by their number on Discord"),
        ("", "1" * 21, "An owner is somebody by their number on Discord"),
    ],
)
def test_whose_nobody_is(by, named_so, sentence):
    with pytest.raises(RuleError) as refused:
        owner_of(replace(Scene({}), by=by), named_so)
    assert str(refused.value).startswith(sentence)


def test_of_what_is_changed_the_owner_alone_is_the_referees_to_say():
    fields = {each.name: each.referees for each in people_orders(AHL)["character edit"].fields if each.referees}
    assert fields == {"owner": "Giving a character to somebody else"}
