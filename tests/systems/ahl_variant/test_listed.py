"""What `/rule` tells of the variant's weapons and armour, and whose skill it is with which."""

import pytest

from bot.systems.ahl_variant.book import listed
from tests.systems.ahl_variant.people import BOOK, PRINTED, armed

RULES = listed(BOOK, PRINTED)


def test_a_weapon_is_told_with_its_clip_its_burst_and_its_sight_where_it_has_them():
    """Of each weapon only what it has."""
    for name, weapon in BOOK.weapons.items():
        if name in PRINTED.arms.table:
            continue
        told = RULES[name].summary
        assert told.startswith(f"tech level {weapon.tech}"), name
        rounds = f"{weapon.clip:,} round{'s' if weapon.clip > 1 else ''}"
        first = told.partition(";")[0]
        assert (f", {rounds}" in first) is bool(weapon.clip), name
        assert ("round" in first) is bool(weapon.clip), name
        assert (f"bursts of {weapon.burst}" in told) is bool(weapon.burst), name
        assert ("vision-enhanced" in told) is ("vision" in weapon.traits), name


@pytest.mark.parametrize(
    ("character", "weapon", "skill"),
    [(armed("Carbine", skill=2), "Carbine", 2), (armed("Carbine", skill=0), "Carbine", 0)],
)
def test_skill_with_a_weapon_that_fires_is_that_of_whoever_carries_it(character, weapon, skill):
    assert BOOK.skill(character, character.weapons[0], BOOK.weapons[weapon]) == skill
