"""Whatever rests on a weak reading of ours, or on an option of the book, is a campaign's to set."""

import re
from pathlib import Path

import pytest

from bot import systems
from bot.engine.tables import read_rows
from bot.systems.combat3000.fire.plan import House
from bot.systems.combat3000.options import BASIC, options_of
from bot.systems.combat3000.settings import SETTINGS, house_of
from tests.systems.combat3000.targets import SETTLED

DATA = Path(systems.__file__).parents[2] / "data" / "combat3000"
RULINGS = {cells["id"]: cells for cells in read_rows(DATA / "rulings.csv", dict)}
WEAK = re.compile(r"\(L\)|\bis L:|\blow(?: \(option|$)")


# Weak rulings that no setting changes: what an order or a sheet says goes before them, or a referee's DM.
BY_ORDER = {"B-O3", "B-O4", "B-C9", "B-C12", "B-L4", "B-L11", "B-L14", "B-L15", "B-L16", "B-L17"}


@pytest.mark.rule("C3K-E17", "C3K-W01", "C3K-W09")
def test_each_weak_ruling_names_the_setting_that_changes_it():
    """Typed from the rulings: those of low confidence, or that are options."""
    weak = {ruling for ruling, cells in RULINGS.items() if WEAK.search(cells["summary"])}
    by_setting = {"B-R2", "B-F4", "B-F29", "B-F30", "B-H2", "B-M1", "B-M11", "B-L6", "B-L8", "B-L13"}
    assert weak == by_setting | BY_ORDER
    named = {ruling for setting in SETTINGS.values() for ruling in re.findall(r"B-[A-Z]\d+", setting.meaning)}
    assert by_setting <= named <= RULINGS.keys()


# What each value of each setting comes to, the default first, which is the ruling's; optional rules are off.
HOUSES = {
    "game": [("skirmish", "large", False), ("large", "large", True), ("role play", "role_play", True)],
    "turns": [("counted", "turns", True), ("shown", "turns", False), ("free", "turns", False)],
    "kept aim": [("as earned", "keeps_aim", True), ("first turn only", "keeps_aim", False)],
    "unprinted breakdown": [("2", "unprinted", 2), ("7", "unprinted", 7)],
    "wall fire": [("off", "through_walls", False), ("on", "through_walls", True)],
}
OPTIONS = {
    "wounds": [("off", "wounds", False), ("by points", "wounds", True), ("by location", "locations", True)],
    "dropped weapons": [("off", "dropped", False), ("on", "dropped", True)],
    "weak weapons": [("never pierce", "weak_pierce", False), ("may pierce", "weak_pierce", True)],
    "neutrons": [("must pierce", "neutrons_pass", False), ("pass armour", "neutrons_pass", True)],
    "phaser stun": [("never kills", "phasers_kill", False), ("may kill", "phasers_kill", True)],
}


def test_all_settings_and_their_values_are_these():
    known = {**HOUSES, **OPTIONS}
    assert SETTINGS.keys() == {
        *known,
        "light",
        "load",
        "steep climb",
        "ladders",
        "alien morale",
        "group losses",
        "odd families",
        "structures",
        "fuel",
        "shots",
    }
    for name, rows in known.items():
        setting = SETTINGS[name]
        assert setting.values[0] == rows[0][0]
        if not setting.pattern:
            assert list(setting.values) == [value for value, _, _ in rows]


@pytest.mark.rule("C3K-E17", "C3K-G05")
@pytest.mark.parametrize("name", [*HOUSES, *OPTIONS])
def test_what_a_setting_comes_to(name):
    for value, attribute, meant in {**HOUSES, **OPTIONS}[name]:
        found = house_of(SETTLED({name: value})) if name in HOUSES else options_of(SETTLED({name: value}))
        assert getattr(found, attribute) == meant
    assert house_of(SETTLED({})).options == options_of(SETTLED({})) == BASIC


@pytest.mark.rule("C3K-E17", "C3K-G05")
def test_a_campaign_that_has_set_nothing_plays_by_the_defaults():
    """Which are the rulings', and those of a house that nobody asked for."""
    defaults = {name: rows[0][0] for name, rows in {**HOUSES, **OPTIONS}.items()}
    assert house_of(SETTLED({})) == house_of(SETTLED(defaults)) == House()
    for name, rows in HOUSES.items():
        for others in HOUSES.keys() - {name}:
            assert getattr(house_of(SETTLED({others: HOUSES[others][-1][0]})), rows[0][1]) == rows[0][2]
