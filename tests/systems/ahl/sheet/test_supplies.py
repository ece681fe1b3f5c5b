"""What somebody lacks of what they are to carry, thing by thing, and their sheet once they have it (AHL 25.A)."""

from collections import Counter
from dataclasses import replace

import pytest

from bot import systems
from bot.systems.ahl.sheet.character import Clip, arm
from tests.systems.ahl.people import BOOK
from tests.systems.ahl_variant.people import BOOK as VARIANT

BOOKS = systems.discover(systems)


def sheet(*weapons, book="ahl", grenades=0):
    return replace(BOOKS[book].new_sheet, weapons=weapons, grenades=grenades)


def held(name="ACR", kind="DS", rounds=None, spare=(), fired=0, book=BOOK):
    """A weapon with so many rounds in it, all unless it is said, and clips with so many in each, by kind."""
    carried = arm(book.weapons[name], kind)
    loaded = carried.loaded if rounds is None else replace(carried.loaded, rounds=rounds)
    return replace(carried, loaded=loaded, spare=tuple(Clip(*each) for each in spare), fired=fired)


def refilled(now, outfit, book="ahl"):
    """What somebody is given who is to carry an outfit, as kinds and things with how many, and their sheet then."""
    supplies = BOOKS[book].squads.supplies
    given = [*supplies.refills(now, supplies.holds(outfit) - supplies.holds(now))]
    for each in given:
        now = each.fill(now)
    return Counter((each.kind, each.what) for each in given), now


DS, HE = ("clips", "ACR (DS) clip"), ("clips", "ACR (HE) clip")


@pytest.mark.rule("AHL-25Ad")
@pytest.mark.parametrize(
    ("now", "outfit", "given"),
    [
        # A clip of an ACR has 20 rounds.
        (held(), held(), {}),
        (held(rounds=19), held(), {DS: 1}),
        (held(rounds=0), held(), {DS: 1}),
        (held(spare=[("DS", 20)]), held(spare=[("DS", 20)]), {}),
        (held(spare=[("DS", 19)]), held(spare=[("DS", 20)]), {DS: 1}),
        (held(rounds=1, spare=[("DS", 0), ("DS", 5)]), held(spare=[("DS", 20), ("DS", 20)]), {DS: 3}),
        # What is gone is added, of each kind so many.
        (held(), held(spare=[("DS", 20), ("HE", 20), ("HE", 20)]), {DS: 1, HE: 2}),
        (held(spare=[("HE", 3)]), held(spare=[("HE", 20)]), {HE: 1}),
        # Nobody gives away what is more than that.
        (held(spare=[("DS", 20)]), held(), {}),
        # A laser is charged, and has no clips; an autocannon is loaded, and never reloaded (AHL 25).
        (held("Laser Rifle", "", fired=3), held("Laser Rifle", ""), {("charges", "Laser Rifle charge"): 1}),
        (held("Laser Rifle", ""), held("Laser Rifle", ""), {}),
        (held("Carbine", "", rounds=9), held("Carbine", ""), {("clips", "Carbine clip"): 1}),
    ],
)
def test_what_of_a_weapon_is_filled_and_added(now, outfit, given):
    found, after = refilled(sheet(now), sheet(outfit))
    assert found == given
    if outfit.spare or given:
        assert after.weapons[0].loaded == outfit.loaded
        assert Counter(after.weapons[0].spare) == Counter(outfit.spare)
        assert not after.weapons[0].fired


def test_each_weapon_lacks_what_is_its_own_and_grenades_are_nobodys():
    now = sheet(held(rounds=0), held("Carbine", "", rounds=0), grenades=1)
    outfit = sheet(held(), held("Carbine", "", spare=[("", 10)]), grenades=4)
    found, after = refilled(now, outfit)
    assert found == {DS: 1, ("clips", "Carbine clip"): 2, ("grenades", "grenade"): 3}
    assert after == outfit
    assert refilled(outfit, sheet(held(), grenades=1))[0] == {}


@pytest.mark.parametrize(("rounds", "given"), [(0, {("", "Spear"): 1}), (1, {})])
def test_what_was_thrown_comes_back_and_costs_nothing(rounds, given):
    spear = held("Spear", "", rounds, book=VARIANT)
    assert refilled(sheet(spear, book="ahl_variant"), sheet(book="ahl_variant"), "ahl_variant")[0] == given
