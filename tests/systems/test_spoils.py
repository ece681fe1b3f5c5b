"""Who takes over what somebody carries who is down or has surrendered, by whatever rules."""

from dataclasses import replace

import pytest

from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError, UnseenError
from bot.engine.scene import Scene
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.turn.clock import Clock
from tests.deck.plans import board_of
from tests.reports import card_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, gunner, stands

# A shut door between B1 and C1, nothing between C1 and D1.
BOARD = board_of("#########", "#. .D. .#", "#########")
TAKE = AHL.orders["take"]
DEAD, OUT = {"condition": Condition.DEAD}, {"condition": Condition.UNCONSCIOUS}


def taken(ann=None, cid=None, squares=None, by="", what=None, ledger=Ledger()):  # noqa: B008 - a frozen value
    """What Ann takes of Cid, who carries an ACR and two grenades and is unconscious unless it is said otherwise."""
    ann = ann or body("Ann", "blue")
    cid = cid or gunner("Cid", side="red", grenades=2, **OUT)
    board = squares and replace(BOARD, people={name: stands(square) for name, square in squares.items()})
    known = {unit.name: unit for unit in (ann, cid)}
    scene = Scene({"name": (ann,), "from": (cid,)}, ledger, board or None, present=known, known=known, by=by)
    outcome = TAKE.resolve(scene, TAKE.read({"what": what} if what is not None else {}, {}), LiveDice(bytes(32), 0))
    return outcome, card_of(TAKE, outcome, ())


def weapons(outcome, name):
    return [each.weapon for each in outcome.after[name].weapons]


def test_all_that_somebody_carries_is_taken_or_what_is_named():
    outcome, card = taken()
    assert (weapons(outcome, "Ann"), weapons(outcome, "Cid")) == (["ACR"], [])
    assert (outcome.after["Ann"].grenades, outcome.after["Cid"].grenades) == (2, 0)
    assert card.title == "Ann takes over what Cid carried"
    outcome, _ = taken(what="ACR")
    assert (weapons(outcome, "Ann"), outcome.after["Cid"].grenades) == (["ACR"], 2)
    outcome, _ = taken(what="grenades")
    assert (weapons(outcome, "Cid"), outcome.after["Ann"].grenades) == (["ACR"], 2)


def test_what_there_is_no_room_for_is_left_with_why_unless_it_was_named():
    """Two grenades go for each of eight clips, and Ann carries sixteen."""
    full, why = body("Ann", "blue", grenades=16), "Ann has no room for grenades: two go for each of 8 clips left behind"
    outcome, card = taken(full)
    assert (weapons(outcome, "Ann"), outcome.after["Cid"].grenades) == (["ACR"], 2)
    assert any(str(line).startswith(why) for line in card.lines)
    for what in ("grenades", "ACR, grenades"):
        with pytest.raises(RuleError, match=why):
            taken(full, what=what)


@pytest.mark.parametrize("fallen", [DEAD, OUT, {"condition": Condition.SERIOUS}])
def test_it_is_taken_of_whoever_is_down(fallen):
    assert weapons(taken(cid=gunner("Cid", side="red", **fallen))[0], "Ann") == ["ACR"]


def test_it_is_taken_of_whoever_has_surrendered():
    cid = replace(gunner("Cid", side="red"), marks=("surrendered",))
    assert weapons(taken(cid=cid)[0], "Ann") == ["ACR"]


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"cid": gunner("Ann", side="blue", **OUT)}, "Ann has that already: name somebody else as from"),
        ({"ann": body("Ann", "blue", **OUT)}, "Ann is down"),
        ({"ann": body("Ann", "blue", **DEAD)}, "Ann is down"),
        ({"cid": gunner("Cid", side="red")}, "Cid is up and has not surrendered"),
        ({"cid": body("Cid", "red", **OUT)}, "Cid carries nothing that could be taken over"),
        ({"what": "ACR,"}, "A thing is missing"),
        ({"what": "ACR, ACR"}, "ACR stands there twice"),
        ({"what": "Sword"}, "There is no thing to be taken “Sword”"),
    ],
)
def test_what_nobody_takes(given, refusal):
    with pytest.raises(RuleError) as refused:
        taken(**given)
    assert refusal in str(refused.value)


@pytest.mark.parametrize(
    ("squares", "by", "reached"),
    [
        ({"Ann": "C1", "Cid": "D1"}, "1", True),
        ({"Ann": "C1", "Cid": "C1"}, "1", True),
        # Through a shut door, from afar, and of somebody who isn't on the deck.
        ({"Ann": "B1", "Cid": "C1"}, "1", False),
        ({"Ann": "B1", "Cid": "D1"}, "1", False),
        ({"Ann": "C1"}, "1", False),
        ({"Cid": "C1"}, "1", False),
        # Where nobody stands on it, and no turn is kept, and to the referee everybody is in reach.
        ({}, "1", True),
        (None, "1", True),
        ({"Ann": "A1", "Cid": "D1"}, "", True),
    ],
)
def test_a_player_takes_it_from_the_next_square_with_nothing_between(squares, by, reached):
    ann = replace(body("Ann", "blue"), owner="1")
    if reached:
        assert weapons(taken(ann, squares=squares, by=by)[0], "Ann") == ["ACR"]
    else:
        with pytest.raises(RuleError, match="Ann is not beside Cid: /move to their square or an adjacent one first"):
            taken(ann, squares=squares, by=by)


def test_in_a_turn_that_is_kept_the_referee_hands_over_nothing_from_afar():
    with pytest.raises(RuleError, match="Ann is not beside Cid"):
        taken(squares={"Ann": "A1", "Cid": "D1"}, ledger=Ledger(clock=Clock()))


def test_what_somebody_of_another_side_carries_is_tried_and_not_told_beforehand():
    with pytest.raises(UnseenError):
        taken(cid=replace(gunner("Cid", side="red", **OUT), foreign=True))
