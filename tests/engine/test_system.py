"""What all books have in common: names of a kind, sheets of other days, and orders that one doesn't have."""

from dataclasses import dataclass

import pytest

from bot import systems
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Unit
from bot.engine.system import SheetType, namesakes
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.turn.clock import Clock

AHL = systems.discover(systems)["ahl"]


def test_somebody_with_a_career_may_be_called_as_the_character_that_they_become():
    assert namesakes("career") == ("career",)
    assert namesakes("character") == namesakes("ship") == ("character", "ship")


@dataclass(frozen=True)
class Sheet:
    strength: int


SHEETS = SheetType(
    Sheet,
    (
        # The first version had no strength, the second counted it in tens.
        lambda values: {**values, "strength": 70},
        lambda values: {**values, "strength": values["strength"] // 10},
    ),
)


@pytest.mark.parametrize(
    ("stored", "strength"), [({"v": 1}, 7), ({"v": 2, "strength": 80}, 8), ({"v": 3, "strength": 9}, 9)]
)
def test_a_sheet_of_another_day_is_read_through_all_that_it_has_missed(stored, strength):
    assert SHEETS.load(stored) == Sheet(strength)
    assert SHEETS.dump(Sheet(strength)) == {"v": 3, "strength": strength}


def test_an_order_of_another_book_is_refused_and_one_of_its_own_is_found():
    assert AHL.order("fire").verb == "fire"
    with pytest.raises(RuleError, match="has no /battery"):
        AHL.order("battery")


def test_nobody_is_tracked_where_no_turn_is_kept():
    assert AHL.part.track(Game().keeping(Ledger())) is None
    kept = Game().keeping(Ledger(clock=Clock(turn=2, phase=3)))
    assert AHL.part.track(kept).stands.startswith("Phase 3 of turn 2")


@pytest.mark.parametrize(("side", "title"), [("Red", "Ann (Red)"), ("", "Ann")])
def test_of_somebody_elses_sheet_no_more_is_told_than_what_is_seen_of_them(side, title):
    card = AHL.card_of(Unit("Ann", side, AHL.part.outward(Character()), foreign=True, marks=("surrendered",)))
    assert card.title == title
    assert card.lines[-2:] == ("As they were last seen: the rest is their side's to know.", "Surrendered")
    own = AHL.card_of(Unit("Ann", side, Character(), marks=("surrendered",)))
    assert own.lines[-1] == "Surrendered"
    assert card.lines[-2] not in own.lines
