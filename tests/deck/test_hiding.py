"""Where somebody hides: out of sight of all enemies, no nearer to those who see them, the nearest first."""

import pytest

from bot.deck.outlook import hidden
from bot.deck.plan import at_of, named
from tests.deck.plans import board_of

# A corridor of five squares, with a niche south of A1 and one south of C1.
NICHES = board_of("###########", "#. . . . .#", "# ### #####", "#.# #.#    ", "### ###    ")


@pytest.mark.parametrize(
    ("start", "enemies", "squares"),
    [
        # A2 lies farther off than B1 from E1, C2 as far; from A1 it would lead nearer.
        ("B1", ["E1"], {"A2", "C2"}),
        ("A1", ["E1"], {"A2"}),
        # By A2 they are seen as well: C2 lies no nearer to that enemy, and nearer to the one in E1.
        ("A1", ["E1", "A2"], set()),
        # Whoever doesn't see them may be come nearer to.
        ("A2", ["E1"], {"C2"}),
        # Where nobody is, everywhere is hidden but where they stand.
        ("A1", [], {"B1", "C1", "D1", "E1", "A2", "C2"}),
        ("C1", ["C2"], {"A1", "E1", "A2"}),
    ],
)
def test_whoever_hides_goes_where_nobody_sees_them_and_no_nearer(start, enemies, squares):
    found = [named(at) for _, at in hidden(NICHES, at_of(start), [at_of(each) for each in enemies])]
    assert {*found} == squares


def test_the_nearest_comes_first_with_the_steps_that_lead_there():
    """Round the corner of a diagonal is a single step; how far two squares are apart is as the book has it."""
    found = [(steps, named(at)) for steps, at in hidden(NICHES, at_of("C1"), [])]
    assert found[0][0] == 1
    assert [steps for steps, _ in found] == sorted(steps for steps, _ in found)
    far = [
        named(at) for _, at in hidden(NICHES, at_of("B1"), [at_of("E1")], lambda one, other, _: abs(one.x - other.x))
    ]
    assert far == ["A2"]
