"""What is told of a move (C3K Walk to Flying)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.plan import at_of
from bot.systems.combat3000.moving.moved import Went
from bot.systems.combat3000.moving.rates import Ground, Range
from bot.systems.combat3000.orders.move import _more, moved_line, moved_working

WALK = Went("Ann", "walk", Ground.LEVEL, Fraction(9, 2), Fraction(5))
TO_D1 = (at_of("A1"), at_of("D1"))
SQUARES = "A square is 1½ cm, and is reached with its centre (ruling B-M10)"


@pytest.mark.rule("C3K-M01", "C3K-M04", "C3K-M07")
@pytest.mark.parametrize(
    ("changes", "line", "more", "working"),
    [
        ({}, "Ann walks 4.5 cm", [], ["5 cm in a turn (C3K Walk)"]),
        ({"path": TO_D1}, "Ann walks 4.5 cm to D1", [], ["5 cm in a turn (C3K Walk)", SQUARES]),
        (
            {"path": TO_D1, "short": True},
            "Ann walks 4.5 cm to D1",
            ["As far as that gait goes in a turn"],
            ["5 cm in a turn (C3K Walk)", SQUARES],
        ),
        (
            {"gait": "climb", "ground": Ground.ROPE_UP, "path": TO_D1, "left": Fraction(2), "short": True},
            "Ann climbs 4.5 cm to D1, rope up",
            ["2 cm of ladder to go: /move goes on in the next turn"],
            ["5 cm in a turn (C3K Climbing)"],
        ),
        (
            {"gait": "run", "ground": Ground.DIFFICULT, "met": "Foe"},
            "Ann runs 4.5 cm, difficult, and meets Foe",
            [],
            [
                "5 cm in a turn (C3K Run)",
                "Enemies don't pass through each other: whose ways cross, they meet (ruling B-M12)",
            ],
        ),
        ({"gait": "crawl"}, "Ann crawls 4.5 cm", [], ["5 cm in a turn (C3K Crawling)"]),
        (
            {"gait": "climb", "ground": Ground.STEEP},
            "Ann climbs up to 4.5 cm, steep",
            [],
            ["5 cm in a turn (C3K Climbing)"],
        ),
        (
            {"gait": "climb", "ground": Ground.VERTICAL, "die": 3},
            "Ann climbs 4.5 cm, vertical",
            [],
            ["The walk less a die of 3 is 5 cm (C3K Climbing, rulings B-M1 and B-M2)"],
        ),
        ({"into": "Jeep"}, "Ann gets into Jeep", [], []),
        ({"into": "Jeep", "out": True}, "Ann gets out of Jeep", [], []),
        ({"gait": "fly", "height": Fraction(9)}, "Ann flies 4.5 cm, 9 cm up", [], []),
        ({"gait": "fly", "height": Fraction(0), "landed": True}, "Ann flies 4.5 cm and lands", [], []),
        (
            {"gait": "drive", "range": Range(Fraction(2), Fraction(12)), "riders": ("Bob", "Cid")},
            "Ann goes 4.5 cm",
            ["With Bob and Cid"],
            ["By last turn's speed from 2 cm to 12 cm (C3K Vehicle movement)"],
        ),
        (
            {"gait": "drive", "ground": Ground.VEGETATION},
            "Ann goes 4.5 cm, vegetation",
            ["It leaves a cleared path of its own width"],
            [],
        ),
        ({"gait": "drive", "crossing": 3}, "Ann crosses a bank, which takes 3 turns", [], []),
        ({"gait": "drive", "crossing": 1}, "Ann crosses a bank, which takes 1 turn", [], []),
    ],
)
def test_what_is_told_of_a_move(changes, line, more, working):
    moved = replace(WALK, **changes)
    assert moved_line(moved) == line
    assert list(_more(moved)) == more
    assert list(moved_working(moved)) == working
