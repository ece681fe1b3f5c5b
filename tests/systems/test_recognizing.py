"""Who is made out by whoever looks closely: strangers in the squares around theirs."""

from dataclasses import replace

import pytest

from bot.systems.recognizing import beside
from bot.systems.seeing import known_then
from tests.systems.test_witnessing import AHL, EAST, WEST, game

CONTACTS = {"strangers": "contacts"}


def made_out(people, settings=CONTACTS, looks="Ross", without=(), knows=(), **more):
    """Whom Ross makes out, by what his side calls them; he stands in a game as his side knows it."""
    found = replace(game(people, **more), settings=settings)
    before = {}
    for name in knows:
        met = known_then(AHL, {}, replace(game({"Ross": WEST[0], name: WEST[1]}), settings={}), {})
        before = {side: each for side, each in met.items() if side == "Marines"}
    known = known_then(AHL, before, found, {})["Marines"]
    foreign = [replace(unit, foreign=unit.side != "Marines") for unit in found.units.values()]
    board = replace(found.board, people={name: at for name, at in found.board.people.items() if name not in without})
    seen = replace(found, units=found.units.having(*foreign), board=board, known=known)
    return {called: unit.name for called, unit in beside(AHL.squads, seen, seen.units[looks]).items()}


BESIDE = {"Ross": WEST[0], "Kaz": WEST[1]}
OUT = AHL.with_traits(AHL.new_sheet, {"condition": "unconscious"})


@pytest.mark.parametrize(
    ("people", "more", "found"),
    [
        (BESIDE, {}, {"Contact 1": "Kaz"}),
        ({**BESIDE, "Ilya": WEST[0]}, {}, {"Contact 1": "Ilya", "Contact 2": "Kaz"}),
        # One of their own, and whoever stands two squares away.
        ({"Ross": WEST[0], "Vane": WEST[1], "Kaz": WEST[2]}, {}, {}),
        # Through an open door, and not through one that is shut.
        ({"Ross": WEST[2], "Kaz": EAST[0]}, {"is_open": True}, {"Contact 1": "Kaz"}),
        ({"Ross": WEST[2], "Kaz": EAST[0]}, {}, {}),
        # Whoever is out of action makes out nobody, and is made out.
        (BESIDE, {"Ross": OUT}, {}),
        (BESIDE, {"Kaz": OUT}, {"Contact 1": "Kaz"}),
        # Nobody who isn't on the deck looks about on it.
        (BESIDE, {"without": ("Ross",)}, {}),
        # Who has a name has no other.
        (BESIDE, {"settings": {}}, {}),
        (BESIDE, {"knows": ("Kaz",)}, {}),
    ],
)
def test_who_is_made_out(people, more, found):
    assert made_out(people, **more) == found


def test_where_all_know_all_there_is_nobody_to_make_out():
    found = game(BESIDE)
    assert beside(AHL.squads, found, found.units["Ross"]) == {}
