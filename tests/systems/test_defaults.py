"""What nobody says of a thing is nothing: none of them, not so. What is said of it all the same is told here."""

import importlib
import pkgutil
from dataclasses import MISSING, fields, is_dataclass

import pytest

import bot
import renderers

# By class and field: an order's own are its fields', which are tested where it is given.
SAID = {
    # One in his square, up and about, of morale 7 and melee 5; battle dress is worth two columns.
    ("Costs", "size"): 1,
    ("Occupant", "size"): 1,
    ("Occupant", "active"): True,
    ("Occupant", "counts"): 1,
    ("Character", "melee"): 5,
    ("Character", "morale"): 7,
    ("Circumstances", "battle_dress"): 2,
    ("Checker", "times"): 1,
    ("Clock", "turn"): 1,
    # Whatever is typed is a hundred characters at most; odds are given up after so many branches.
    ("Field", "longest"): 100,
    ("Odds", "most_work"): 40_000,
    # In half AP.
    ("AirlockReport", "cost"): 12,
    ("CallReport", "cost"): 4,
    # A man has two arms, a right hand, and walks 5 cm; one weapon in one hand, one shot.
    ("Firer", "arms"): 2,
    ("Firer", "right_handed"): True,
    ("Profile", "walk"): 5,
    ("Use", "hands"): 1,
    ("Attempt", "together"): 1,
    ("Attempt", "friends_count"): True,
    ("Shot", "together"): 1,
    ("Near", "facing"): True,
    ("Target", "living"): True,
    ("Vehicle", "crew"): 1,
    ("House", "turns"): True,
    ("House", "unprinted"): 2,
    ("House", "keeps_aim"): True,
    ("Plan", "referee"): True,
    ("Declaration", "rounds"): 1,
    ("Declaration", "keeps_aim"): True,
    ("_Timed", "phase"): 1,
    ("Cloud", "turn"): 1,
    ("Stasis", "turns"): 6,
    ("Vortex", "diameter"): 15,
    # One battery, and missiles are nuclear; one bridge; one of whatever is built.
    ("Volley", "count"): 1,
    ("Volley", "nuclear"): True,
    ("Guard", "count"): 1,
    ("Incoming", "nuclear"): True,
    ("Battle", "turn"): 1,
    ("Battle", "began"): 1,
    ("Armament", "batteries"): 1,
    ("Armament", "bearing"): 1,
    ("Carried", "count"): 1,
    ("Vessel", "bridges"): 1,
    ("Vessel", "captain"): 2,
    ("Vessel", "pilot"): 2,
    ("Bays", "count"): 1,
    ("Turrets", "count"): 1,
    ("Craft", "crew"): 1,
    ("Craft", "count"): 1,
    ("Other", "count"): 1,
    ("Vehicle", "count"): 1,
    ("Design", "bridges"): 1,
    ("Design", "singles"): 1,
    ("Counted", "total"): 1,
    ("Counted", "bearing"): 1,
}
ROOMS = ("bot.deck", "bot.engine", "bot.systems", "renderers")


def defaults():
    """Every number and yes or no that a class of the rules, the deck or the pictures has by itself."""
    for package in (bot, renderers):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(ROOMS) or ".asked" in module.name:
                continue
            for made in vars(importlib.import_module(module.name)).values():
                if isinstance(made, type) and is_dataclass(made) and made.__module__ == module.name:
                    for field in fields(made):
                        if isinstance(field.default, int) and field.default is not MISSING:
                            yield made.__name__, field.name, field.default


@pytest.mark.parametrize("said", [True, False], ids=["what is said", "what is not"])
def test_what_nobody_says_is_nothing(said):
    found = [each for each in defaults() if (each[:2] in SAID) is said and not each[0].endswith("Order")]
    assert len(found) > 40
    for name, field, default in found:
        assert (name, field, default) == (name, field, SAID.get((name, field), type(default)()))
    assert not said or {each[:2] for each in found} == SAID.keys()
