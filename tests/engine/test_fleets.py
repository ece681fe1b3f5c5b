"""A battle of ships as a picture shows it: the class of a ship by its tons."""

import pytest

from bot.engine.ships import ShipMark, size_name


@pytest.mark.parametrize(
    ("tons", "size", "name"),
    [
        (0, 0, "under 100 t"),
        (99.9, 0, "under 100 t"),
        (100, 1, "under 1,000 t"),
        (999, 1, "under 1,000 t"),
        (1_000, 2, "under 10,000 t"),
        (9_999, 2, "under 10,000 t"),
        (10_000, 3, "under 100,000 t"),
        (99_999, 3, "under 100,000 t"),
        (100_000, 4, "100,000 t and more"),
        (1_000_000, 4, "100,000 t and more"),
    ],
)
def test_a_class_begins_with_the_tons_that_end_the_one_below(tons, size, name):
    assert ShipMark("Any", 0, tons).size == size
    assert size_name(size) == name
