"""What is told of somebody who is changed, and whose they are."""

from dataclasses import replace

import pytest

from bot.deck.plan import named
from bot.engine.cards import person
from bot.engine.dice import Faces, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Said, Scene
from bot.engine.steps import scene_for
from bot.systems.people import Edited, _called, _edited_card, owner_of, people_orders
from tests.reports import card_of
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


def edited(**fields):
    """What is told once Ann is changed by somebody whom nobody has to allow it."""
    game, order = Ship().game, people_orders(AHL)["character edit"]
    said = Said(order.verb, {"name": (("Ann", None),)}, fields, "7")
    outcome = order.carried_out(scene_for(order, said, game, Scene.of(game)), order.read(fields), ScriptedDice([]))
    return card_of(order, outcome, ()).lines


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("morale", "10", "Morale: 7 → 10 · "),
        ("armour", "cloth", "Armour: none → cloth · "),
        ("side", "Blue", "Side: Red → Blue"),
        ("side", "none", "Side: Red → none"),
        ("name", "Eve", "Name: Ann → Eve"),
    ],
)
def test_what_is_changed_is_told_as_it_was_and_is(field, value, line):
    told, by = edited(field=field, value=value)
    assert told.startswith(line)
    assert by == f"By {person(7)}"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Say what to change: a field with its value, or an owner."),
        ({"field": "morale"}, "Say with value: what the morale of Ann is to be."),
        ({"field": "side"}, "Say with value: what the side of Ann is to be, value:none for no side."),
        (
            {"field": "Owner ", "value": "7"},
            "An owner has an option of its own: /character edit name:Ann owner:@somebody.",
        ),
    ],
)
def test_what_is_no_change(fields, sentence):
    with pytest.raises(RuleError) as refused:
        edited(**fields)
    assert str(refused.value) == sentence


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
