"""What is declared for a fire: where people stand for it, whom it reaches, and on which shots another one hangs."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import SimpleNamespace

import pytest

from bot.engine.errors import RuleError
from bot.systems.combat3000.burst import AIMED_AT, Side, Spot
from bot.systems.combat3000.figure.sheet import Figure, Memory, Plight, Task
from bot.systems.combat3000.fire.plan import (
    Reached,
    Stands,
    alone,
    already_acted,
    check_sight,
    check_turn,
    on_which_hangs,
    read_near,
    under,
)
from bot.systems.combat3000.lists.weapons import Template
from tests.systems.combat3000.shots import situation


@dataclass(frozen=True)
class Fires:
    """A shot with whom it may reach, its target first."""

    firer: SimpleNamespace
    reach: Mapping[str, Stands] = field(default_factory=dict)


def shots(*told):
    """As `Ann: Bob Cid`: who fires, at whom, and whom else that may reach."""
    found = []
    for each in told:
        name, _, reach = each.partition(":")
        found.append(Fires(SimpleNamespace(name=name), {other: Stands() for other in reach.split()}))
    return found


def words(found):
    return [" ".join((f"{each.firer.name}:", *each.reach)) for each in found]


@pytest.mark.parametrize(
    ("firer", "told", "hang"),
    [
        # Whoever may hit them, or the one whom they fire at, before they fire; and whoever may hit those.
        ("Ann", ["Ann: Bob", "Cid: Dan"], ["Ann: Bob"]),
        ("Ann", ["Ann: Bob", "Bob: Ann"], ["Ann: Bob", "Bob: Ann"]),
        ("Ann", ["Cid: Bob", "Ann: Bob"], ["Cid: Bob", "Ann: Bob"]),
        ("Ann", ["Ann: Bob", "Cid: Ann", "Dan: Cid"], ["Ann: Bob", "Cid: Ann", "Dan: Cid"]),
        ("Ann", ["Ann: Bob", "Cid: Dan", "Eve: Cid"], ["Ann: Bob"]),
        # Whoever else a template reaches makes no difference, but its target stays.
        ("Ann", ["Ann: Bob Dan", "Cid: Dan"], ["Ann: Bob"]),
        ("Ann", ["Ann: Bob", "Cid: Dan Ann Eve"], ["Ann: Bob", "Cid: Dan Ann"]),
        # Whom their own shot reaches besides their target is nothing to them, nor is their own shot's reach to them.
        ("Ann", ["Ann: Bob Ann", "Cid: Dan"], ["Ann: Bob Ann"]),
        ("Ann", ["Ann: Bob", "Ann: Cid", "Dan: Cid"], ["Ann: Bob", "Ann: Cid", "Dan: Cid"]),
        ("Ann", ["Ann:", "Cid: Dan"], ["Ann:"]),
        ("Bob", ["Ann: Bob", "Bob: Cid"], ["Ann: Bob", "Bob: Cid"]),
    ],
)
def test_on_which_shots_it_hangs_what_ones_own_come_to(firer, told, hang):
    assert words(on_which_hangs(firer, shots(*told))) == hang


@pytest.mark.parametrize(
    ("firer", "told", "own"),
    [
        ("Ann", ["Ann: Bob Cid", "Bob: Ann"], ["Ann: Bob"]),
        ("Bob", ["Ann: Bob Cid", "Bob: Ann"], ["Bob: Ann"]),
        # Another shot's target counts where the first one reaches it as well.
        ("Ann", ["Ann: Bob Cid", "Ann: Cid Dan"], ["Ann: Bob Cid", "Ann: Cid"]),
        ("Ann", ["Bob: Ann"], []),
    ],
)
def test_ones_shots_alone_are_at_ones_own_targets(firer, told, own):
    assert words(alone(firer, shots(*told))) == own


def spot(over=0, right=0, up=0):
    return Spot(Fraction(over), Fraction(right), Fraction(up))


@pytest.mark.parametrize(
    ("stands", "place"),
    [
        (Stands(), AIMED_AT),
        (Stands(0), AIMED_AT),
        (Stands(4, Side.LEFT), spot(right=-4)),
        (Stands(4, Side.RIGHT), spot(right=4)),
        (Stands(4, Side.OVER), spot(over=4)),
        (Stands(4, Side.UNDER), spot(over=-4)),
        (Stands(4), None),
        (Stands(4, Side.LEFT, spot=spot(1, 2)), spot(1, 2)),
    ],
)
def test_where_somebody_stands_from_the_point_of_aim(stands, place):
    assert stands.place == place


@pytest.mark.parametrize(
    ("stands", "centre", "least", "most"),
    [
        (Stands(4, Side.OVER), spot(), 4, 4),
        (Stands(4, Side.OVER), spot(over=1), 3, 3),
        # On a circle about the point of aim they may be on this side of the centre, or beyond.
        (Stands(4), spot(over=3, right=4), 1, 9),
        (Stands(5), spot(over=2, up=4), 5, 65**0.5),
    ],
)
def test_how_near_and_far_somebody_may_be(stands, centre, least, most):
    assert stands.least_and_most(centre) == pytest.approx((least, most))


@pytest.mark.parametrize(
    ("stands", "cm", "range_"),
    [
        (Stands(4, Side.OVER), 20, 24),
        (Stands(4, Side.UNDER), 20, 16),
        # 20 along and 15 aside are 25.
        (Stands(15, Side.LEFT), 20, 25),
        # 20 along and 1 aside are 20 and a bit, and no cm is too few.
        (Stands(1, Side.RIGHT), 20, 21),
        (Stands(4), 20, 20),
        (Stands(4, Side.OVER, far=7), 20, 7),
    ],
)
def test_how_far_the_firer_is_from_them(stands, cm, range_):
    assert stands.range_from(cm) == range_


@pytest.mark.parametrize(
    ("at", "front", "place", "off"),
    [
        (spot(), spot(over=1), spot(over=5), 0),
        (spot(), spot(over=1), spot(over=-5), 180),
        (spot(), spot(over=1), spot(right=5), 90),
        (spot(), spot(over=1), spot(right=-5), 90),
        (spot(), spot(over=1), spot(over=5, right=5), 45),
        (spot(over=2, right=3), spot(right=1), spot(over=2, right=9), 0),
        (spot(over=2, right=3), spot(right=1), spot(over=9, right=3), 90),
        # Nobody knows which way they look, or where they stand.
        (spot(), None, spot(right=5), 0),
        (None, spot(over=1), spot(right=5), 0),
    ],
)
def test_how_far_off_somebodys_front_a_place_is(at, front, place, off):
    assert abs(Stands(spot=at, front=front).off_front(place)) == pytest.approx(off)


YES, NO, UNSURE = Reached
# 6 cm wide and 8 deep: its corners are 5 cm from its middle.
RECTANGLE = Template(6, 8)


@pytest.mark.parametrize(
    ("template", "centre", "stands", "reached"),
    [
        (4, spot(), Stands(2, Side.LEFT), YES),
        (4, spot(), Stands(3, Side.LEFT), NO),
        (4, spot(), Stands(2), YES),
        (4, spot(), Stands(3), NO),
        # Whether it went towards them or away only the table shows.
        (4, spot(over=3), Stands(3), UNSURE),
        (4, spot(over=9), Stands(3), NO),
        (4, spot(over=9), Stands(9, Side.OVER), YES),
        (RECTANGLE, spot(), Stands(3, Side.LEFT), YES),
        (RECTANGLE, spot(), Stands(4, Side.LEFT), NO),
        (RECTANGLE, spot(), Stands(4, Side.OVER), YES),
        (RECTANGLE, spot(), Stands(5, Side.OVER), NO),
        # Without a side they are under one that came down where it was aimed, if they may be.
        (RECTANGLE, spot(), Stands(5), YES),
        (RECTANGLE, spot(), Stands(6), NO),
        (RECTANGLE, spot(over=1), Stands(6), UNSURE),
        (RECTANGLE, spot(over=1), Stands(7), NO),
    ],
)
def test_whom_a_template_covers(template, centre, stands, reached):
    assert under(template, centre, stands) is reached


def test_who_is_near_is_read_once_each_with_a_side():
    assert read_near("Rook 4 left, Sid 2,") == {"Rook": Stands(4, Side.LEFT), "Sid": Stands(2)}
    assert read_near("Rook @0 cm, Sid 1000 cm o") == {"Rook": Stands(0), "Sid": Stands(1000, Side.OVER)}
    assert read_near("") == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Rook", "Who is near reads like Rook 4 left: a name, cm, and a side; not “Rook”."),
        ("Rook 4, Rook 5", "Rook is near twice: name everybody once (C3K Launcher fire)."),
        ("Rook 4 behind", "There is no side “behind”"),
        ("Rook 1001", "1000"),
    ],
)
def test_what_does_not_read_so_is_refused(text, told):
    with pytest.raises(RuleError) as refusal:
        read_near(text)
    assert told in str(refusal.value)


# --- one thing a turn ---


BUSY = Memory(busy="reloads")
RELOADS = Memory(busy="reloads", more=2)
AT_FIRE = Memory(busy="opens a door", task=Task("OD", fire=True))
OPENS = "Ann opens a door this turn: /phase ends the turn (C3K The game turn)."
WALKS = "Ann opens a door and walks, and fires or walks meanwhile, not both: /phase ends the turn (C3K Other actions)."
GOES_ON = "takes 3 turns yet: /phase ends a turn (C3K The game turn)."


@pytest.mark.rule("C3K-G01")
@pytest.mark.parametrize(
    ("now", "more", "fires", "told"),
    [
        (Memory(), {}, False, ""),
        (BUSY, {}, False, "Ann reloads this turn: /phase ends the turn (C3K The game turn)."),
        (RELOADS, {}, False, f"Ann reloads, which {GOES_ON}"),
        (Memory(target="Bob"), {}, False, "Ann has fired this turn: /phase ends the turn (C3K The game turn)."),
        # Some actions go with fire, or else with a walk.
        (AT_FIRE, {}, True, ""),
        (AT_FIRE, {}, False, OPENS),
        (replace(AT_FIRE, target="Bob"), {}, True, OPENS),
        (replace(AT_FIRE, task=Task("OD")), {}, True, OPENS),
        (replace(AT_FIRE, gait="walk"), {}, True, WALKS),
    ],
)
def test_one_thing_a_turn(now, more, fires, told):
    assert already_acted("Ann", Figure(now=now, **more), fires=fires) == told


def _plan(*, turns=True):
    return SimpleNamespace(house=SimpleNamespace(turns=turns), imagined=False)


@pytest.mark.parametrize(
    ("now", "turns", "told"),
    [
        (Memory(), True, ""),
        (BUSY, True, "Ann reloads this turn"),
        (BUSY, False, ""),
        (Memory(struck=True), True, "Ann was hit this turn and fires no more"),
        (Memory(struck=True), False, ""),
        (AT_FIRE, True, ""),
    ],
)
def test_who_has_acted_or_was_hit_fires_no_more_where_turns_are_counted(now, turns, told):
    firer = SimpleNamespace(name="Ann", sheet=Figure(now=now))
    if not told:
        check_turn(firer, _plan(turns=turns))
        return
    with pytest.raises(RuleError, match=told):
        check_turn(firer, _plan(turns=turns))


@pytest.mark.parametrize(
    ("blinded", "mode", "told"),
    [
        (0, "normal", ""),
        (1, "normal", "Ann is blinded for 1 turn and sees nothing (C3K Shells and grenades)."),
        (2, "aimed", "Ann is blinded for 2 turns and sees nothing (C3K Shells and grenades)."),
        (2, "indirect", ""),
    ],
)
def test_the_blinded_fire_at_nothing_that_needs_a_line_of_sight(blinded, mode, told):
    firer = SimpleNamespace(name="Ann", sheet=Figure(plight=Plight(blinded=blinded)))
    if not told:
        check_sight(firer, situation(mode=mode))
        return
    with pytest.raises(RuleError) as refusal:
        check_sight(firer, situation(mode=mode))
    assert str(refusal.value) == told
