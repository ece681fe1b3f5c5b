"""What figures are filled up with after a fight, by kinds and weapons (Between fights)."""

from collections import Counter
from dataclasses import replace

import pytest

from bot import systems
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Supply
from bot.systems.combat3000.lists.weapons import Reload
from bot.systems.combat3000.loading.supplies import supplies
from tests.systems.combat3000.table import unit

BOOK = load_book(systems.DATA / "combat3000")
SUPPLIES = supplies(BOOK)
RIFLE = next(each for each in BOOK.weapons.values() if each.name == "Rifle")
POWER = next(each for each in BOOK.weapons.values() if each.reload is Reload.POWER and not each.launcher)
BARREL = next(each for each in BOOK.weapons.values() if each.reload is Reload.BARREL and not each.launcher)
INFINITE = next(each for each in BOOK.weapons.values() if each.reload is Reload.INFINITE)
LAUNCHER = next(
    each for each in BOOK.weapons.values() if each.launcher and each.reload not in {Reload.BARREL, Reload.INFINITE}
)


def held(arm, loaded=None, *spare, kind="", name=""):
    """A weapon with so many rounds in it and in each spare piece."""
    rounds = arm.supply if loaded is None else loaded
    pieces = tuple(Supply(kind, each) for each in spare)
    return Carried(name or arm.name, arm.code, Hand.BOTH, Supply(kind, rounds), pieces)


def figure(*weapons, **more):
    return Figure(weapons=weapons, **more)


def wants(before, now):
    """What somebody who has this `now` is given of what they had before: kinds and names, and their sheet then."""
    found = list(SUPPLIES.refills(now, SUPPLIES.holds(before) - SUPPLIES.holds(now)))
    for refill in found:
        now = refill.fill(now)
    return [(each.kind, each.what) for each in found], now


@pytest.mark.parametrize(
    ("weapon", "holds"),
    [
        # The piece in it and each that is spare; of barrels the rounds; of what never runs out nothing.
        (held(RIFLE), {("Rifle", ""): 1}),
        (held(RIFLE, 3, 10, 10), {("Rifle", ""): 3}),
        (held(BARREL, 1, 4), {(BARREL.name, ""): 5}),
        (held(INFINITE), {}),
        (held(LAUNCHER, 0), {}),
        (held(LAUNCHER, 2, kind="101"), {(LAUNCHER.name, "101"): 1}),
        (held(RIFLE, name="Old Rifle"), {("Old Rifle", ""): 1}),
    ],
)
def test_how_much_of_what_somebody_holds(weapon, holds):
    assert +SUPPLIES.holds(figure(weapon)) == Counter(holds)


def test_grenades_are_held_by_hand_and_a_vehicle_has_none():
    thrower = figure(grenades=(Supply("101", 3), Supply("118", 1)))
    assert SUPPLIES.holds(thrower) == Counter({("", "101"): 3, ("", "118"): 1})
    tank = unit("Tank", template="Light Tank").sheet
    assert set(SUPPLIES.holds(tank)) == {(carried.name, "") for carried in tank.weapons}


CLIP, SOURCE = ("clips", "Rifle magazine"), ("charges", f"{POWER.name} power source")


@pytest.mark.parametrize(
    ("before", "now", "given"),
    [
        (held(RIFLE), held(RIFLE), []),
        (held(RIFLE), held(RIFLE, 0), [CLIP]),
        (held(RIFLE, None, 12), held(RIFLE, None, 3), [CLIP]),
        (held(RIFLE, None, 12, 12), held(RIFLE, 2, 3), [CLIP, CLIP, CLIP]),
        (held(POWER), held(POWER, 0), [SOURCE]),
        (held(BARREL, 3, 1), held(BARREL, 0, 1), [("clips", f"{BARREL.name} round")] * 3),
        (held(INFINITE), held(INFINITE), []),
        (held(LAUNCHER, 0), held(LAUNCHER, 0), []),
    ],
)
def test_what_is_gone_comes_back_and_what_is_not_full_is_filled(before, now, given):
    found, after = wants(figure(before), figure(now))
    assert found == given
    assert after == figure(before)


def test_each_weapon_has_its_own_and_the_emptiest_piece_is_filled_first():
    one, other = held(RIFLE, None, 12, name="One"), held(RIFLE, None, 12, name="Other")
    given, after = wants(figure(one, other), figure(one, replace(other, spare=())))
    assert (given, after) == ([("clips", "Other magazine")], figure(one, other))
    half = figure(held(RIFLE, None, 9, 2, 12))
    first = next(iter(SUPPLIES.refills(half, Counter())))
    assert [each.rounds for each in first.fill(half).weapons[0].spare] == [9, 12, 12]


def test_shells_are_called_by_their_names_and_come_back_by_kind():
    before = held(LAUNCHER, None, 6, kind="101")
    now = replace(before, loaded=Supply("101", 0), spare=())
    given, after = wants(figure(before), figure(now))
    assert {kind for kind, _ in given} == {"shells"}
    assert len(given) == 2
    assert after.weapons[0].loaded == before.loaded
    assert [each.ammunition for each in after.weapons[0].spare] == ["101"]


def test_of_several_kinds_each_magazine_is_filled_with_its_own():
    full = replace(held(LAUNCHER, None, kind="101"), spare=(Supply("101", 6), Supply("107", 6)))
    half = replace(full, spare=(Supply("101", 2), Supply("107", 1)))
    given, after = wants(figure(full), figure(half))
    assert given == [
        ("shells", f"{LAUNCHER.name} Explosive 101 magazine"),
        ("shells", f"{LAUNCHER.name} Flare 107 magazine"),
    ]
    assert after == figure(full)


def test_a_launcher_has_again_in_it_what_was_in_it_and_as_spare_what_was_spare():
    """Of one that takes single rounds: the first that comes back goes into it."""
    launcher = next(each for each in BOOK.weapons.values() if each.launcher and each.reload is Reload.BARREL)
    before = replace(held(launcher, 1, kind="118"), spare=(Supply("101", 1),))
    given, after = wants(figure(before), figure(replace(before, loaded=Supply("118", 0), spare=())))
    assert sorted(given) == [
        ("shells", f"{launcher.name} Explosive 101 round"),
        ("shells", f"{launcher.name} Thermite Stick 118 round"),
    ]
    assert after == figure(before)


ORGANISER = next(each for each in BOOK.weapons.values() if each.name == "Ixtyl Organiser")


@pytest.mark.parametrize(
    ("before", "now"),
    [
        # Into its six barrels as long as there is room, and the rest beside it.
        ((("101", 6), ("101", 3), ("107", 2)), (("101", 4),)),
        ((("101", 6), ("101", 3)), (("101", 6), ("101", 1))),
        # Other shells than those that are in it are spare, unless it is empty.
        ((("101", 4), ("107", 2)), (("101", 4),)),
        ((("107", 2),), (("101", 0),)),
    ],
)
def test_single_rounds_go_into_the_barrels_first(before, now):
    def sheet(loaded, *spare):
        return figure(
            Carried(ORGANISER.name, ORGANISER.code, Hand.BOTH, Supply(*loaded), tuple(Supply(*s) for s in spare))
        )

    given, after = wants(sheet(*before), sheet(*now))
    assert after == sheet(*before)
    assert {kind for kind, _ in given} == {"shells"}


@pytest.mark.parametrize("left", ["", "118"])
def test_the_barrels_take_shells_of_another_kind_once_nothing_is_in_them(left):
    launcher = next(each for each in BOOK.weapons.values() if each.launcher and each.reload is Reload.BARREL)
    before, now = held(launcher, 1, kind="101"), held(launcher, 0, kind=left)
    given, after = wants(figure(before), figure(now))
    assert (len(given), after) == (1, figure(before))
    # One that takes six has never two kinds in it.
    launcher = next(each for each in BOOK.weapons.values() if each.name == "Ixtyl Organiser")
    before, other = held(launcher, 1, kind="101"), held(launcher, 3, kind="118")
    given, after = wants(figure(before), figure(other))
    assert (given, after) == (
        [("shells", "Ixtyl Organiser Explosive 101 round")],
        figure(replace(other, spare=(Supply("101", 1),))),
    )


def test_the_emptiest_piece_of_its_own_kind_is_filled():
    pieces = (Supply("101", 4), Supply("118", 1), Supply("101", 2))
    half = figure(replace(held(LAUNCHER, kind="101"), spare=pieces))
    first = next(iter(SUPPLIES.refills(half, Counter())))
    assert first.fill(half).weapons[0].spare == (pieces[0], pieces[1], Supply("101", LAUNCHER.supply))


def test_grenades_come_back_one_by_one():
    before, now = figure(grenades=(Supply("101", 3),)), figure(grenades=(Supply("101", 1),))
    given, after = wants(before, now)
    assert [kind for kind, _ in given] == ["grenades", "grenades"]
    assert {what for _, what in given} == {given[0][1]}
    assert given[0][1].endswith(" grenade")
    assert after == before


@pytest.mark.parametrize(("thrown", "given"), [(True, [("", "Throwing Knife")]), (False, [])])
def test_what_was_thrown_is_taken_up_again_for_nothing(thrown, given):
    who = unit("Ann", weapon="Throwing Knife").sheet
    (knife,) = who.weapons
    now = who.with_carried(replace(knife, loaded=Supply("", 0))) if thrown else who
    found, after = wants(now, now)
    assert (found, after.weapons[0].loaded.rounds) == (given, 1)
    # A sword isn't for throwing, and is never gone.
    assert wants(unit("Ann", weapon="Sword").sheet, unit("Ann", weapon="Sword").sheet)[0] == []
