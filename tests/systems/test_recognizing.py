"""Who is made out by whoever looks closely: strangers in the squares around theirs."""

from dataclasses import replace

import pytest

from bot.deck.knowledge import Reveal
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.recognizing import beside, look_orders
from bot.systems.seeing import known_then
from tests.systems.test_ships import TOYS
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
        ({**BESIDE, "Vane": WEST[2]}, {"Ross": OUT}, {}),
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


def test_who_rides_is_made_out_where_that_is_and_makes_out_from_there():
    """By the mark of a sheet here: Kaz rides in what Ilya is, Vane in Ross."""
    rides = {"Kaz": "Ilya", "Vane": "Ross"}
    sheets = {name: replace(AHL.new_sheet, rank=name) for name in rides}
    squads = replace(AHL.squads, rides_in=lambda sheet: rides.get(sheet.rank, ""))
    found = replace(
        game({"Ross": WEST[0], "Ilya": WEST[1], "Kaz": WEST[2], "Vane": WEST[2]}, **sheets), settings=CONTACTS
    )
    known = known_then(AHL, {}, found, {})["Marines"]
    stand = {name: at for name, at in found.board.people.items() if name not in rides}
    foreign = [replace(unit, foreign=unit.side != "Marines") for unit in found.units.values()]
    seen = replace(found, units=found.units.having(*foreign), board=replace(found.board, people=stand), known=known)
    for looks in ("Ross", "Vane"):
        made_out = beside(squads, seen, seen.units[looks])
        assert {called: unit.name for called, unit in made_out.items()} == {"Contact 1": "Ilya", "Contact 2": "Kaz"}
    assert set(beside(AHL.squads, seen, seen.units["Ross"])) == {"Contact 1"}


def test_where_all_know_all_there_is_nobody_to_make_out():
    found = game(BESIDE)
    assert beside(AHL.squads, found, found.units["Ross"]) == {}


def test_whoever_looks_closely_is_told_who_it_is_and_so_is_their_side():
    found = replace(game({**BESIDE, "Ilya": WEST[0]}), settings=CONTACTS)
    known = known_then(AHL, {}, found, {})["Marines"]
    foreign = [replace(unit, foreign=unit.side != "Marines") for unit in found.units.values()]
    seen = replace(found, units=found.units.having(*foreign), known=known)
    (order,) = look_orders(AHL)
    scene = Scene({"name": (found.units["Ross"],)}, known_to=lambda side: seen)
    outcome = order.resolve(scene, order.read({}), ScriptedDice(()))
    assert outcome.reveals == Reveal("Marines", names=("Kaz", "Ilya"))
    card = order.word(outcome.result, ())
    assert (card.title, card.lines) == ("Ross looks closely", ("Contact 2 is Kaz", "Contact 1 is Ilya"))
    for alone in (replace(scene, known_to=None), replace(scene, known_to=lambda side: found)):
        with pytest.raises(RuleError, match=r"^Nobody is beside Ross whom their side doesn't know by name\.$"):
            order.resolve(alone, order.read({}), ScriptedDice(()))


def test_books_without_people_have_nobody_look():
    assert look_orders(TOYS) == ()
