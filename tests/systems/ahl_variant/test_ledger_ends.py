"""Which order ends what is kept: an encounter, or a turn on a deck."""

from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl_variant.ledger import ends_by
from tests.systems.ahl_variant.test_open import field


def test_an_encounter_and_a_turn_are_each_ended_by_their_own_order():
    game = field()
    game.meet("9 7")
    assert ends_by(game.ledger) == "encounter end"
    assert ends_by(Ledger()) == "turn end"
