"""What all books have in common: names of a kind, sheets of other days, and orders that one doesn't have."""

from dataclasses import dataclass

import pytest

from bot import systems
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Unit
from bot.engine.system import SheetType, Squads, namesakes
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


def test_what_a_book_has_no_rules_for_is_refused_by_its_title():
    """Each of the three kinds of sheets is one book's, and no other's."""
    books = systems.discover(systems)
    asked = {"people": lambda book: book.squads, "ships": lambda book: book.ships, "careers": lambda book: book.careers}
    for name, own in (("ahl", "people"), ("highguard", "ships"), ("naval", "careers")):
        for what, ask in asked.items():
            if what == own:
                assert ask(books[name]) is books[name].part
            else:
                with pytest.raises(RuleError, match=f"has no rules for {what}"):
                    ask(books[name])


def test_values_are_written_on_a_sheet_and_no_others():
    after = AHL.with_traits(Character(), {"MORALE": "9", "leader": "2"})
    assert after == Character(morale=9, leadership=2)
    with pytest.raises(RuleError, match="value on a sheet"):
        AHL.with_traits(Character(), {"beauty": "9"})


def test_people_of_a_book_that_keeps_no_turn_are_at_none():
    bare = Squads()
    assert (bare.moment(None), bare.phases, bare.placed(None, "Ann"), [*bare.brief(None, None)]) == (
        (0, 0),
        1,
        False,
        [],
    )
    assert (bare.turn_line(None), bare.step(None)) == ("", "")
