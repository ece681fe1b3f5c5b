"""Who plays which side: by word, else by whose people they own."""

from bot.engine.scene import OBSERVER, PLAYER, REFEREE, Unit
from bot.engine.seats import Membership
from bot.systems.players import parts

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
