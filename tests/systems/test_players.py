"""Who plays which side: by word, else by whose people they own."""

import pytest

from bot.engine.cards import person
from bot.engine.dice import Faces, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import OBSERVER, PLAYER, REFEREE, Scene, Unit
from bot.engine.seats import Membership
from bot.systems.players import is_referee, parts, player_orders

UNITS = [
    Unit("Ross", "Marines", None, owner="7"),
    Unit("Vane", "Marines", None, owner="7"),
    Unit("Karga", "Pirates", None, owner="8"),
    Unit("Wasp", "Pirates", None, owner="9"),
    Unit("Helm", "Marines", None, owner="9"),
    Unit("Cat", "", None, owner="10"),
    Unit("Rat", "Pirates", None),
]


def test_whoever_owns_people_of_one_side_plays_it_and_of_two_none_until_it_is_said():
    assert parts({}, UNITS) == {
        "7": Membership(PLAYER, "Marines"),
        "8": Membership(PLAYER, "Pirates"),
        "9": Membership(PLAYER, ""),
    }


def test_a_word_goes_before_what_somebody_owns():
    said = {"7": Membership(OBSERVER), "8": Membership(PLAYER, "Marines"), "1": Membership(REFEREE)}
    assert parts(said, UNITS) == {**said, "9": Membership(PLAYER, "")}


def seat(by="1", sides=("Marines", "Pirates"), members=None, **fields):
    (order,) = player_orders()
    scene = Scene({}, by=by, sides=sides, members={"1": Membership(REFEREE), **(members or {})})
    outcome = order.resolve(scene, order.read(fields), ScriptedDice([]))
    return outcome.members, order.word(outcome.result, Faces([])).lines


@pytest.mark.parametrize(
    ("fields", "part", "told"),
    [
        ({"side": "pirates"}, Membership(PLAYER, "Pirates"), "they play Pirates"),
        ({"observer": True}, Membership(OBSERVER), "they look on"),
        ({}, None, "the side is that of the people whom they own"),
    ],
)
def test_what_somebody_is_by_the_referees_word(fields, part, told):
    before = {"7": Membership(PLAYER, "Marines")}
    members, lines = seat(player="7", members=before, **fields)
    assert members == {"7": part}
    assert lines == (f"{person('7')}: {told}",)
    if part is not None:
        assert seat(player="7", **fields)[0] == {"7": part}
    with pytest.raises(RuleError, match=f"Nothing is changed by that: {told} already"):
        seat(player="7", members={"7": part} if part else {}, **fields)


@pytest.mark.parametrize(
    ("fields", "sides", "sentence"),
    [
        ({"player": "7", "side": "Pirates", "observer": True}, ("Pirates",), "Whoever looks on plays no side"),
        ({"player": "1", "side": "Pirates"}, ("Pirates",), "A referee plays no side"),
        ({"player": "1", "observer": True}, ("Pirates",), "A referee plays no side"),
        ({"player": "7", "side": "Pirates"}, (), "There are no sides here yet"),
        ({"player": "7", "side": "Zebras"}, ("Pirates",), "There is no side “Zebras”"),
    ],
)
def test_who_plays_no_side_by_word(fields, sides, sentence):
    with pytest.raises(RuleError) as refused:
        seat(sides=sides, **fields)
    assert str(refused.value).startswith(sentence)


def test_only_who_has_that_part_is_a_referee():
    scene = Scene({}, members={"1": Membership(REFEREE), "2": Membership(PLAYER, "Red")})
    assert [is_referee(scene, number) for number in "123"] == [True, False, False]
