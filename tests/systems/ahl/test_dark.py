"""What people see in the dark where sides know only what they have seen, by ruling R-168's default and its option."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing, as_drawn
from bot.deck.plan import At, Facing
from bot.deck.reading import read_plan
from bot.engine.scene import Game, Unit, Units
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Being
from bot.systems.ahl.turn.clock import Clock
from bot.systems.seeing import known_then
from tests.campaign.conftest import AHL

# A dark hall of twenty squares.
HALL = f"level: Deck\n{'#' * 41}\n#. a{' .' * 18}#\n{'#' * 41}\na = room 1 Hall\n"
PLAN = read_plan(HALL, "hall")
MARINE = next(unit for unit in AHL.starter if unit.name == "Marine E1")
PIRATE = next(unit for unit in AHL.starter if unit.name == "Pirate")


def seen_of(settings, *, being=Being.PERSON, weapon=None, fires=False, at=0, dark=(1,), leaning=None):
    """What the marine sees of the hall from its west end, and whether it sees the pirate in its other end."""
    held = (replace(MARINE.sheet.weapons[0], weapon=weapon),) if weapon else ()
    sheet = replace(MARINE.sheet, being=being, weapons=held)
    units = {
        "Marine": Unit("Marine", "Marines", sheet, id=1),
        "Pirate": Unit("Pirate", "Pirates", replace(PIRATE.sheet, weapons=()), id=2),
    }
    board = replace(
        as_drawn(PLAN),
        dark=frozenset(dark),
        people={
            "Marine": Standing(At(0, at, 0), Facing.EAST, leaning=leaning),
            "Pirate": Standing(At(0, 19, 0), Facing.WEST),
        },
    )
    clock = Clock(phase=1)
    clock = clock.doing("Pirate", fired=True) if fires else clock
    game = Game(Units(units, units.__getitem__), ("Marines", "Pirates"), settings, board)
    known = known_then(AHL, {}, game.keeping(Ledger(clock=clock)), {})
    return known["Marines"].seen, 2 in known["Marines"].people, known["Pirates"].seen


HIDES = {"darkness": "hides"}
ALL = {At(0, x, 0) for x in range(20)}


@pytest.mark.parametrize("settings", [{}, {"darkness": "thin"}])
def test_darkness_hides_nobody_in_line_of_sight(settings):
    assert seen_of(settings) == (ALL, True, ALL)


def test_by_the_option_it_hides_whoever_is_farther_than_twelve_squares():
    ours, meets, theirs = seen_of(HIDES)
    assert ours == {At(0, x, 0) for x in range(13)}
    assert not meets
    assert theirs == {At(0, x, 0) for x in range(7, 20)}


def test_who_fires_is_seen_in_it():
    ours, meets, _ = seen_of(HIDES, fires=True)
    assert ours == {At(0, x, 0) for x in (*range(13), 19)}
    assert meets


@pytest.mark.parametrize(
    "more", [{"being": Being.WARBOT}, {"being": Being.MAINTENANCE_ROBOT}, {"weapon": "Gauss Rifle"}]
)
@pytest.mark.rule("AHL-21i")
def test_robots_and_vision_devices_see_in_the_dark(more):
    assert seen_of(HIDES, **more)[:2] == (ALL, True)


def test_where_it_is_dark_everywhere_no_square_is_lit():
    ours, meets, theirs = seen_of({**HIDES, "dark": "yes"})
    assert (ours, meets) == ({At(0, x, 0) for x in range(13)}, False)
    assert theirs == {At(0, x, 0) for x in range(7, 20)}


def test_where_it_is_light_nothing_is_hidden():
    assert seen_of(HIDES, dark=()) == (ALL, True, ALL)


def test_whoever_leans_sees_as_far_from_either_square():
    """From the second square on, 12 more."""
    assert seen_of(HIDES, leaning=At(0, 1, 0))[0] == {At(0, x, 0) for x in range(14)}
