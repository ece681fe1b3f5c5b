"""Who gives the alarm of a scenario, and when."""

from types import SimpleNamespace

import pytest

from bot.engine.errors import RuleError
from bot.engine.scenario import Playing, Special
from bot.engine.staging import ALARM
from bot.systems.alarms import side_of, turn_of, witness

CREW, THIEVES = SimpleNamespace(name="Crew"), SimpleNamespace(name="Thieves")
SIDES = {"Cook": "Crew", "Mate": "Crew", "Sly": "Thieves"}


def gives(
    moment=(3, 0), about="Crew, from turn 3", alarm=0, sees=("Cook", "Mate", "Sly"), here=("Cook", "Mate", "Sly")
):
    """Who gives the alarm, of those on the deck who see something."""
    special = about is not None and Special(ALARM, about, line=7)
    scenario = SimpleNamespace(special=lambda _: special or None, sides=(CREW, THIEVES), file="heist.txt")
    units = {name: SimpleNamespace(side=side) for name, side in SIDES.items()}
    game = SimpleNamespace(units=units, board=SimpleNamespace(people=dict.fromkeys(here)), ledger=None)
    staged = SimpleNamespace(moment=lambda _: moment, witness=lambda _, name: name in sees)
    people = {"Thief": "Sly", "Cook": "Cook", "Mate": "Mate", "Guard": "Gone"}
    return witness(staged, scenario, Playing("Heist", people=people, alarm=alarm), game)


@pytest.mark.parametrize(
    ("given", "who"),
    [
        ({}, "Cook"),
        ({"moment": (4, 0)}, "Cook"),
        # Not before its turn, nor in a phase of it, nor where no turn is kept.
        ({"moment": (2, 0)}, ""),
        ({"moment": (3, 1)}, ""),
        ({"moment": None}, ""),
        ({"moment": (1, 0)}, ""),
        # From the first turn on where nothing else is said.
        ({"moment": (1, 0), "about": "Crew"}, "Cook"),
        ({"moment": (1, 0), "about": "Crew, from turn soon"}, "Cook"),
        # Once alone, and only where the scenario has one.
        ({"alarm": 2}, ""),
        ({"about": None}, ""),
        # The first of the side on the deck who sees what gives it.
        ({"sees": ("Mate", "Sly")}, "Mate"),
        ({"here": ("Mate", "Sly")}, "Mate"),
        ({"sees": ("Sly",)}, ""),
        ({"here": ("Sly",)}, ""),
        ({"about": "Thieves"}, "Sly"),
    ],
)
def test_who_gives_the_alarm(given, who):
    assert gives(**given) == who


def test_a_side_that_there_is_not_is_told_with_file_and_line():
    with pytest.raises(RuleError, match=r"heist\.txt, line 7: There is no side of this scenario “Guards”"):
        gives(about="Guards, from turn 1")
    scenario = SimpleNamespace(sides=(CREW, THIEVES), file="heist.txt")
    assert side_of(scenario, Special(ALARM), "crew") == "Crew"


@pytest.mark.parametrize(("moment", "turn"), [(None, 1), ((1, 3), 1), ((7, 0), 7)])
def test_the_turn_of_an_alarm_is_the_one_that_it_is(moment, turn):
    assert turn_of(SimpleNamespace(moment=lambda _: moment), SimpleNamespace(ledger=None)) == turn
