"""What can't be done at a table of AHL is refused in one sentence that says what to do instead."""

from dataclasses import replace

import pytest

from bot import systems
from bot.engine.errors import RuleError
from bot.engine.scenario import Special
from bot.engine.scene import Game
from bot.engine.system import Scene
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.scenarios.test_forces import Loaded
from tests.systems.ahl.table import Table

ANN, PLASMA = gunner("Ann"), gunner("Ann", "FGMP-14/15", "")
BOB = body("Bob")


def table(who=ANN):
    return Table((who, stands("C2", "E")), (BOB, stands("G2", "W")))


@pytest.mark.parametrize(
    ("who", "verb", "fields", "sentence"),
    [
        (
            ANN,
            "blast",
            {"cause": "green", "at": "A1"},
            "There is no green equipment at A1: name the square of it (AHL 15.A).",
        ),
        (
            PLASMA,
            "give",
            {"name": "Ann", "weapon": "FGMP-14/15", "clips": 2},
            "FGMP-14/15 takes no spare clips: it is not reloaded in play (AHL 25.B).",
        ),
        (
            ANN,
            "give",
            {"name": "Ann", "weapon": "Carbine", "ammunition": "HE"},
            "Carbine takes only one kind of ammunition: leave it out.",
        ),
    ],
)
def test_what_there_is_not_is_refused(who, verb, fields, sentence):
    assert sentence in table(who).refused(verb, **fields)


def test_whoever_stands_on_no_deck_covers_by_range():
    game = table()
    game.board = replace(game.board, people={})
    said = game.refused("cover", name="Ann", at="E2")
    assert said == "Ann stands on no deck: /fire mode:covering names a target and its range instead."


def test_rounds_that_are_not_counted_are_not_set():
    with pytest.raises(RuleError) as refused:
        AHL.with_traits(PLASMA.sheet, {"rounds": "3"})
    assert str(refused.value) == "The rounds of the FGMP-14/15 are not counted: shots fired is what can be set."


@pytest.mark.parametrize(
    ("name", "about", "sentence"),
    [
        ("dead lifts", "all", "“dead lifts” takes nothing behind it, or “drawn”."),
        ("dark", "bridge", "“dark” takes the numbers of rooms, as in “dark, 2 5”."),
        ("dark", "99", "This deck has no room 99."),
    ],
)
def test_what_a_scenario_asks_of_a_deck_that_has_none_is_told_with_file_and_line(name, about, sentence):
    staged = AHL.staged
    scenario = replace(staged.scenarios["First Watch"], specials=(Special(name, about, 7),))
    own = replace(AHL, orders={}, staged=replace(staged, scenarios={"First Watch": scenario}))
    order = systems.at_home(own).orders["scenario setup"]
    scene = Scene.of(Game(read_ledger=lambda: AHL.load_ledger({})))
    with pytest.raises(RuleError) as refused:
        order.resolve(scene, order.read({"name": "First Watch"}), Loaded())
    assert str(refused.value) == f"trainer.txt, line 7: {sentence}"
