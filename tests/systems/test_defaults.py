"""What nobody says of a thing is nothing: none of them, not so. What is said of it all the same is told here."""

import importlib
import pkgutil
from collections import Counter
from dataclasses import fields, is_dataclass

import bot
import renderers
from bot.engine.asked import Asked, name_of

# An order's own are its fields', which are tested where it is given.
SAID = Counter(
    [
        # One in their square, up and about, of morale 7 and melee 5; battle dress is worth two columns.
        ("size", 1),
        ("size", 1),
        # A plan is of a whole deck, where it isn't what somebody knows of it.
        ("whole", True),
        # Whoever was sighted is still there.
        ("present", True),
        ("active", True),
        ("counts", 1),
        # A turn is one phase, where a book doesn't say how many it has.
        ("phases", 1),
        ("fills", 1),
        ("fills", 1),
        ("fills", 1),
        ("melee", 5),
        ("morale", 7),
        ("battle_dress", 2),
        ("times", 1),
        ("turn", 1),
        # Whatever is typed is a hundred characters at most; odds are given up after so many branches.
        ("longest", 100),
        ("most_work", 40_000),
        # How far an explosion reaches; six points a phase; what hits a square, keeps control, and a collision's column.
        ("furthest", 2),
        ("given", 12),
        ("needed_to_toss", 8),
        ("keeps_control", 10),
        ("collision", -2),
        # A man has two arms, a right hand, and walks 5 cm; one weapon in one hand, one shot.
        ("arms", 2),
        ("right_handed", True),
        ("walk", 5),
        ("hands", 1),
        ("together", 1),
        ("friends_count", True),
        ("together", 1),
        ("facing", True),
        ("living", True),
        ("crew", 1),
        ("turns", True),
        ("unprinted", 2),
        ("keeps_aim", True),
        ("referee", True),
        ("rounds", 1),
        ("keeps_aim", True),
        ("phase", 1),
        ("turn", 1),
        ("turns", 6),
        ("diameter", 15),
        # One battery, and missiles are nuclear; one bridge; one of whatever is built.
        ("count", 1),
        ("nuclear", True),
        ("count", 1),
        ("nuclear", True),
        ("turn", 1),
        ("began", 1),
        ("batteries", 1),
        ("batteries", 1),
        ("bearing", 1),
        ("count", 1),
        ("bridges", 1),
        ("captain", 2),
        ("pilot", 2),
        ("count", 1),
        ("count", 1),
        ("crew", 1),
        ("count", 1),
        ("count", 1),
        ("count", 1),
        ("bridges", 1),
        ("singles", 1),
        ("total", 1),
        ("bearing", 1),
        # A metre of ladder (AHL 8.B.5).
        ("a_phase", 1),
        # The first turn of a figure; a step is called as the last order of it.
        ("number", 1),
        ("titled", -1),
        # In the variant's book people are as in AHL's, of a dexterity of 7; an encounter begins with its first round.
        ("melee", 5),
        ("morale", 7),
        ("dexterity", 7),
        ("attacks", 1),
        ("round", 1),
        # A career begins at 18, of 7 in everything, on a world as ours; the customs are as printed.
        ("age", 18),
        ("age", 18),
        ("strength", 7),
        ("dexterity", 7),
        ("endurance", 7),
        ("intelligence", 7),
        ("education", 7),
        ("social", 7),
        ("tech", 15),
        ("subsector_tech", 15),
        ("size", 7),
        ("atmosphere", 6),
        ("hydrographics", 6),
        ("navy", True),
        ("navy", True),
        ("medical_training", True),
        ("row_seven", True),
        # Who looks for somebody takes ladders, where their book doesn't keep them on their level.
        ("climbs", True),
    ]
)
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
                        if isinstance(field.default, int):
                            yield made.__name__, field.name, field.default


def test_what_nobody_says_is_nothing():
    """Whatever a class is called: what counts is what it says."""
    found = [(field, default) for name, field, default in defaults() if not name.endswith("Order")]
    assert len(found) > 400
    assert Counter((field, default) for field, default in found if default) == SAID


# What an order is about where nobody says more: once, one of them, and as the deck has it.
ASKED = Counter(
    [
        *[("deck", True)] * 7,
        ("strike back", True),
        *[("times", 1)] * 2,
        *[("count", 1)] * 3,
        ("attacks", 1),
        ("by", 1),
        ("on", True),
        # A jump takes a phase; a belt has 225 units of fuel; what breaks by a figure that isn't printed breaks on 2.
        ("ap", 6),
        ("fuel", 225),
        ("unprinted breakdown", 2),
        # Two sides meet four bands apart; standing orders do the rest; at 18 a career begins, on a world with a navy.
        ("bands", 4),
        ("rest", True),
        ("age", 18),
        ("navy", True),
        # Imagined, for odds: melee 5 and morale 7, a strength of 7, a test of one, a hull of configuration 1.
        ("melee", 5),
        ("against", 5),
        ("morale", 7),
        ("strength", 7),
        ("back strength", 7),
        ("members", 1),
        ("configuration", 1),
    ]
)


def test_what_nobody_says_to_an_order_is_nothing():
    found = []
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if not module.name.startswith(ROOMS):
            continue
        for made in vars(importlib.import_module(module.name)).values():
            if isinstance(made, type) and issubclass(made, Asked) and made.__module__ == module.name:
                own = [field for field in fields(made) if field.name in made.__annotations__]
                found += [(name_of(field), field.default) for field in own if isinstance(field.default, int)]
    assert len(found) > 150
    assert Counter((name, default) for name, default in found if default) == ASKED
