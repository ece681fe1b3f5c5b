"""Names of a class: all of it, or a part by numbers."""

import pytest

from bot.engine.errors import RuleError
from bot.engine.groups import members, stem

NAMES = ("Wasp", "Wasp 1", "Wasp 2", "Wasp 10", "Dart 1", "Dart 2", "Lady of Efate")
KINDS = {"Lady of Efate": "Yacht", "Dart 1": "Dart", "Dart 2": "Dart"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Wasp", ()),
        ("all Wasp", ("Wasp", "Wasp 1", "Wasp 2", "Wasp 10")),
        ("ALL the wasp", ("Wasp", "Wasp 1", "Wasp 2", "Wasp 10")),
        ("Dart", ("Dart 1", "Dart 2")),
        ("dart 1 - 2", ("Dart 1", "Dart 2")),
        ("Dart 2–2", ("Dart 2",)),
        ("Yacht", ("Lady of Efate",)),
        ("all Yacht", ("Lady of Efate",)),
        ("Bee", ()),
        ("Bee 1-3", ()),
        ("Wa", ()),
        ("", ()),
    ],
)
def test_who_is_meant(typed, meant):
    assert members(typed, NAMES, KINDS) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [("Wasp 1-3", "There is no Wasp 3 among Wasp 1-3."), ("Dart 2-1", "“Dart 2-1” goes from the larger number")],
)
def test_a_part_that_is_not_there_is_refused(typed, said):
    with pytest.raises(RuleError) as refused:
        members(typed, NAMES, KINDS)
    assert str(refused.value).startswith(said)


def test_a_stem_is_the_name_without_its_number():
    assert [stem(name) for name in ("Wasp 12", "Wasp", "Type 3 B", "7")] == ["Wasp", "Wasp", "Type 3 B", "7"]
