"""What the variant keeps of an encounter, and how a grenade's outcome is told."""

from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl_variant.ledger import Records, placed
from tests.systems.ahl_variant.open import field


def test_who_is_in_an_encounter_is_somewhere():
    game = field()
    assert not placed(game.ledger, "Ann")
    game.meet()
    assert placed(game.ledger, "Ann")
    assert not placed(game.ledger, "Eve")
    assert not placed(Records(), "Ann")
    assert not placed(Ledger(), "Ann")
