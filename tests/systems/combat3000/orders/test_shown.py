"""What several orders of Combat 3000 tell, and of whom: words, ranges, charges, ways that cross, and the turn."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot import systems
from bot.engine.scene import Scene
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.figure.sheet import Hand
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.orders.charge import _suggested
from bot.systems.combat3000.orders.give import _in_the_list
from bot.systems.combat3000.orders.melee import _imagined
from bot.systems.combat3000.orders.move import _hostile
from bot.systems.combat3000.orders.range import OutOfReach, _out_of_reach
from bot.systems.combat3000.orders.turn import moment, turn_line
from bot.systems.combat3000.turn import Phase, Turn
from tests.systems.combat3000.table import C3K, character, give, unit
from tests.systems.combat3000.test_talk import ANN, BOB, at, radio, say

BOOK = load_book(systems.DATA / "combat3000")


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        # Each ten is a 0 and throws again.
        ([7], "7 words a turn: 7, a 0 counting 10"),
        ([10, 1], "11 words a turn: 0 + 1, a 0 counting 10"),
        ([10, 9], "19 words a turn: 0 + 9, a 0 counting 10"),
        ([10, 10, 1], "21 words a turn: 0 + 0 + 1, a 0 counting 10"),
    ],
)
@pytest.mark.rule("C3K-O17")
def test_every_die_of_an_aliens_words_is_told(faces, told):
    _, card = say(unit("Tri", "Red", creature="Trimote"), faces=faces, words="Hello")
    assert card.lines[0] == f"Tri speaks {told}"


def test_why_somebody_does_not_hear_it():
    far = say(ANN, BOB, to=[at(BOB, 16)], words="Halt")[1]
    assert "Bob doesn't hear it: too far, behind closed doors, or out" in far.lines
    rides = replace(ANN, sheet=replace(ANN.sheet, rides="Jeep"))
    assert "Bob doesn't hear it: Ann is in Jeep" in say(rides, BOB, to=[at(BOB, 5)], words="Halt")[1].lines


def test_who_finds_no_link_has_their_nets_and_their_words_as_before():
    ann, bob = radio("Ann"), radio("Bob", nets="Bravo")
    outcome, card = say(ann, bob, faces=[7], net="Bravo", link=True, words="Answer")
    assert outcome.after.get("Ann", ann.sheet).kit == ann.sheet.kit
    assert not any("Answer" in line for line in card.lines)


@pytest.mark.parametrize(
    ("weapon", "cm", "limit"),
    [
        # A light mortar fires from 60 cm on, a needler as far as 15; both ends are still in reach.
        ("Mortar (light)", 59, OutOfReach("Mortar (light)", 60, near=True)),
        ("Mortar (light)", 60, None),
        ("Needler", 15, None),
        ("Needler", 16, OutOfReach("Needler", 15)),
        # A rifle has no limit, and a sword is no question of range.
        ("Rifle", 5000, None),
        ("Sword", 5000, None),
    ],
)
@pytest.mark.rule("C3K-F21")
def test_of_which_weapons_a_range_is_out_of_reach(weapon, cm, limit):
    armed = give("give", [], character(unit("Ann")), weapon=weapon)[0].after["Ann"]
    found = [*_out_of_reach(replace(unit("Ann"), sheet=armed), SimpleNamespace(cm=cm), BOOK)]
    assert found == ([limit] if limit else [])


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("Sword", [("Sword", True)]),
        ("Sword, Knife", [("Sword", Hand.RIGHT), ("Knife", Hand.LEFT)]),
        ("Sword,", [("Sword", True)]),
        ("", []),
    ],
)
def test_who_is_imagined_in_a_fight_holds_one_weapon_or_one_in_each_hand(text, hands):
    found = _imagined(text, BOOK)
    assert [each.name for each in found] == [name for name, _ in hands]
    assert all(each.hand is hand if isinstance(hand, Hand) else each.hand.ready for each, (_, hand) in
               zip(found, hands, strict=True))  # fmt: skip


RED, BLUE, DEAD = unit("Ann", "Red"), unit("Bob", "Blue"), unit("Eve", "Blue", condition="killed")


@pytest.mark.parametrize(
    ("one", "other", "hostile"),
    [
        (RED, BLUE, True),
        (RED, unit("Cid", "Red"), False),
        (RED, DEAD, False),
        (DEAD, RED, False),
        # Of who isn't known to them nobody knows a side.
        (RED, None, False),
        (None, BLUE, False),
    ],
)
@pytest.mark.rule("C3K-M12")
def test_living_enemies_alone_bar_each_others_way(one, other, hostile):
    known = {each.name: each for each in (one, other) if each}
    names = (one.name if one else "Nobody", other.name if other else "Nobody")
    assert _hostile(Scene({}, known=known), *names) is hostile


@pytest.mark.parametrize(
    ("turn", "number", "line"),
    [
        (Turn(3, Phase.ORDERS), (3, 1), "the orders phase of turn 3"),
        (Turn(3, Phase.CLOSE_COMBAT), (3, 2), "the close combat phase of turn 3"),
        (Turn(1, Phase.ACTIONS), (1, 5), "the actions phase of turn 1"),
        (None, (0, 0), ""),
    ],
)
def test_where_the_turn_stands_by_numbers(turn, number, line):
    assert moment(Ledger(turn=turn)) == number
    assert turn_line(Ledger(turn=turn)) == line


def test_what_a_charger_may_draw_or_drop_meanwhile():
    """A sword that is put away may be drawn; a rifle isn't drawn for a charge; what is in hand may be dropped."""
    ann = unit("Ann", weapon="Pistol")
    for weapon, hand in (("Sword", "stowed"), ("Knife", "left"), ("Rifle", "stowed")):
        ann = replace(ann, sheet=give("give", [], character(ann), weapon=weapon, hand=hand)[0].after["Ann"])
    assert list(_suggested(BOOK, character(ann))) == ["draw Sword", "drop Pistol", "drop Knife"]
    assert list(_suggested(BOOK, Scene({}))) == []


HELD = unit("Ann", weapon="Rifle")
(RIFLE,) = HELD.sheet.weapons
DROPPED = replace(HELD, sheet=HELD.sheet.with_carried(replace(RIFLE, hand=Hand.DROPPED)))


STOWED = replace(HELD, sheet=HELD.sheet.with_carried(replace(RIFLE, hand=Hand.STOWED)))


@pytest.mark.parametrize("more", [{"clips": 5}, {"sight": "Telescope"}, {"mount": "Tripod"}, {"ammunition": "101"}])
@pytest.mark.parametrize("who", [HELD, STOWED, DROPPED])
def test_what_comes_to_a_weapon_besides_is_no_action_of_the_list(who, more):
    order = C3K.orders["give"]
    for hand in (Hand.BOTH, Hand.STOWED):
        asked = order.made(order.read({"weapon": "Rifle", "hand": str(hand), **more}))
        assert _in_the_list(who, RIFLE.weapon, None, asked, BOOK) is None


@pytest.mark.parametrize(
    ("unit_", "lying", "hand", "task"),
    [
        # To draw what is put away, put away or drop what is in hand, or pick up what lies there is an action.
        (HELD, None, Hand.STOWED, "put away"),
        (HELD, None, Hand.DROPPED, "drop"),
        (STOWED, None, Hand.BOTH, "draw"),
        (DROPPED, DROPPED.sheet.weapons[0], None, "pick up"),
        # What is as it was said already, or only given, is none; nor is anything that is done with a vehicle.
        (HELD, None, Hand.RIGHT, None),
        (HELD, None, None, None),
        (unit("Ann"), None, Hand.RIGHT, None),
        (unit("Tank", template="Light Tank"), RIFLE, None, None),
    ],
)
def test_what_is_an_action_of_having_a_weapon_in_hand(unit_, lying, hand, task):
    order = C3K.orders["give"]
    asked = order.made(order.read({"weapon": "Rifle", **({"hand": str(hand)} if hand else {})}))
    found = _in_the_list(unit_, RIFLE.weapon, lying, asked, BOOK)
    assert (found and found.thing) == (task and "Rifle")
    if task:
        assert found.code == {"put away": "SR", "drop": "DW", "draw": "DR", "pick up": "PW"}[task]
