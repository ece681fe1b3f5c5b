"""Bafflers and stases on a deck: circles of the book's cm, of which a square is 1½ (ruling B-H8)."""

import pytest

from bot.deck.plan import At
from bot.engine.errors import RuleError
from bot.systems.combat3000.fire.veils import (
    Veil,
    check_not_still,
    circle_on,
    clear,
    lying,
    stilled,
    veil_of,
    veils_on,
)
from bot.systems.combat3000.hit.plights import Charge, Cloud, Stasis, Vortex
from bot.systems.combat3000.ledger import LEDGER, Ledger
from tests.deck.plans import board_of

OPEN = board_of(*("+" * 25, *[line for _ in range(3) for line in (" ." * 12 + " ", "+" * 25)]))


@pytest.mark.rule("C3K-H09", "C3K-F08")
@pytest.mark.parametrize(
    ("start", "end", "hidden"),
    [
        # A circle of 15 cm reaches 5 squares from its centre, and its edge hides nothing.
        ((0, 10), (20, 10), True),
        ((0, 6), (20, 6), True),
        ((0, 5), (20, 5), False),
        ((0, 15), (20, 15), False),
        ((0, 14), (20, 14), True),
        # So it is for lines down and askew: the last two pass its centre at 7/√2 and 8/√2 squares.
        ((10, 0), (10, 20), True),
        ((0, 0), (20, 20), True),
        ((0, 20), (20, 0), True),
        ((0, 7), (13, 20), True),
        ((0, 8), (12, 20), False),
        # A line that ends before it, one that begins in it, and one from square to same square.
        ((0, 10), (5, 10), False),
        ((0, 10), (6, 10), True),
        ((10, 10), (20, 10), True),
        ((10, 10), (10, 10), False),
    ],
)
def test_a_line_of_sight_that_enters_a_baffler_is_none(start, end, hidden):
    veil = veil_of(Cloud("baffler", 15), At(0, 10, 10))
    assert veil == Veil(At(0, 10, 10), 5)
    assert veil.hides(At(0, *start), At(0, *end)) is hidden
    assert veil.hides(At(0, *end), At(0, *start)) is hidden
    # On another level it hides nothing.
    assert not veil.hides(At(1, *start), At(1, *end))


@pytest.mark.rule("C3K-H09", "C3K-F08")
@pytest.mark.parametrize(
    ("start", "end", "hidden"),
    [
        # A line from level to level is in all of those that it passes.
        ((0, 10, 10), (2, 10, 10), True),
        ((0, 10, 10), (1, 10, 10), True),
        ((1, 10, 10), (2, 10, 10), True),
        ((0, 0, 10), (2, 20, 10), True),
        ((0, 15, 10), (2, 15, 10), False),
        ((0, 10, 10), (0, 12, 10), False),
        ((2, 10, 10), (3, 10, 10), False),
    ],
)
def test_from_level_to_level_a_baffler_hides_what_passes_its_own(start, end, hidden):
    veil = Veil(At(1, 10, 10), 5)
    assert veil.hides(At(*start), At(*end)) is hidden
    assert veil.hides(At(*end), At(*start)) is hidden


@pytest.mark.rule("C3K-H09", "C3K-F08")
def test_a_line_of_sight_passes_neither_walls_nor_what_hides():
    walled = board_of("#############", "#. . .|. . .#", "#############")
    deck = walled.plan.name
    baffler = Ledger(clouds=(Cloud("baffler", 3, at=At(0, 1, 0), deck=deck),))
    assert clear(None, walled, At(0, 0, 0), At(0, 2, 0))
    assert not clear(None, walled, At(0, 0, 0), At(0, 3, 0))
    assert not clear(baffler, walled, At(0, 0, 0), At(0, 2, 0))
    assert clear(baffler, walled, At(0, 3, 0), At(0, 5, 0))
    assert veils_on(None, walled) == ()


@pytest.mark.rule("C3K-H09", "C3K-F33")
def test_a_circle_lies_on_the_squares_that_no_wall_shelters_with_how_far_they_are():
    """Of 6 cm two squares, 3 cm, are under it."""
    walled = board_of("#############", "#. . .|. . .#", "#############")
    assert circle_on(walled, At(0, 2, 0), 6) == {At(0, 2, 0): 0, At(0, 1, 0): 1.5, At(0, 0, 0): 3}
    assert circle_on(walled, At(0, 2, 0), 5) == {At(0, 2, 0): 0, At(0, 1, 0): 1.5}
    assert circle_on(OPEN, At(0, 1, 2), 3) == {At(0, 1, 2): 0, At(0, 0, 2): 1.5, At(0, 2, 2): 1.5, At(0, 1, 1): 1.5}


def test_what_stays_lies_where_it_burst_if_that_counts():
    deck = OPEN.plan.name
    for area in (Cloud("baffler", 15), Stasis(10), Vortex(15)):
        assert (lying(area, OPEN, At(0, 2, 1)).at, lying(area, OPEN, At(0, 2, 1)).deck) == (At(0, 2, 1), deck)
    charge = Charge("Explosive 101", "101", 10, 1)
    assert lying(charge, OPEN, At(0, 2, 1)) == charge


@pytest.mark.rule("C3K-H09")
def test_nobody_goes_into_a_stasis():
    check_not_still(At(0, 1, 1), {At(0, 2, 1)})
    assert stilled(None, OPEN) == stilled(Ledger(), OPEN) == frozenset()
    with pytest.raises(RuleError, match="Time stands still at C2: nothing goes into a stasis or out of it until it"):
        check_not_still(At(0, 2, 1), {At(0, 2, 1)})


@pytest.mark.rule("C3K-H09")
def test_other_clouds_hide_nothing():
    assert veil_of(Cloud("knock-out", 15), At(0, 1, 1)) is None
    assert veil_of(Stasis(10), At(0, 1, 1)) is None
    assert veil_of(None, At(0, 1, 1)) is None


@pytest.mark.rule("C3K-H09")
def test_what_lies_on_a_deck_is_kept_with_its_square_and_counts_on_that_deck_alone():
    deck = OPEN.plan.name
    ledger = Ledger(
        clouds=(
            Cloud("baffler", 15, at=At(0, 2, 1), deck=deck),
            Cloud("baffler", 15, at=At(0, 2, 1), deck="Elsewhere"),
        ),
        stases=(Stasis(3, at=At(0, 2, 1), deck=deck), Stasis(3, at=At(0, 9, 1), deck="Elsewhere")),
    )
    assert LEDGER.load(LEDGER.dump(ledger)) == ledger
    assert veils_on(ledger, OPEN) == (Veil(At(0, 2, 1), 5),)
    assert veils_on(ledger, None) == ()
    # 3 cm across reach a square in each direction, and none diagonally.
    assert stilled(ledger, OPEN) == {At(0, 2, 1), At(0, 1, 1), At(0, 3, 1), At(0, 2, 0), At(0, 2, 2)}
    # What was kept before anything had a place is told, and hides nothing.
    assert LEDGER.load({"v": 2, "clouds": [{"kind": "baffler", "diameter": 15}]}).clouds == (Cloud("baffler", 15),)
