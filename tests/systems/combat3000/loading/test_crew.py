"""Who helps to load or to deploy a weapon (C3K Reloading, rulings B-R4 and B-O6)."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import at_of
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.combat3000.figure.sheet import Memory, Supply
from bot.systems.combat3000.loading.crew import check_crew, helpers_of
from tests.systems.combat3000.fire.test_known import OPEN
from tests.systems.combat3000.shots import TABLES
from tests.systems.combat3000.table import give, unit


def loading(name, **more):
    """Ann with an empty weapon, and one load for it."""
    who = unit("Ann", weapon=name, **more)
    (carried,) = who.sheet.weapons
    kind = carried.loaded.ammunition
    empty = replace(carried, loaded=Supply(kind, 0), spare=(Supply(kind, carried.loaded.rounds),))
    return replace(who, sheet=who.sheet.with_carried(empty))


# With a dexterity of −2, a howitzer's 3 turns are 5.
ANN = loading("Howitzer", ammunition="103", dexterity=-2)
PAL, POL = unit("Pal"), unit("Pol")


def being(who, marks=(), **changes):
    return replace(who, marks=marks, sheet=replace(who.sheet, **changes))


def table(*people, by="1", places=None, **more):
    """Ann on B2 with Pal and Pol beside her, and others where they are said to be."""
    there = {"Ann": "B2", "Pal": "A1", "Pol": "C2", **(places or {})}
    present = {each.name: each for each in (ANN, *people)}
    standing = {name: Standing(at_of(there[name])) for name in present}
    board = replace(OPEN, people=standing)
    return Scene({"name": (ANN,)}, **{"board": board, "present": present, "known": present, "by": by, **more})


@pytest.mark.rule("C3K-R02")
@pytest.mark.parametrize(
    ("people", "places", "there"),
    [
        ((PAL, POL), {}, ("Pal", "Pol")),
        ((PAL,), {}, ("Pal",)),
        ((), {}, ()),
        # Neither who is two squares off, nor an enemy, nor who can't act or has acted, nor who is out of the fight.
        ((PAL, POL), {"Pol": "D2"}, ("Pal",)),
        ((PAL, replace(POL, side="Blue")), {}, ("Pal",)),
        ((PAL, being(POL, killed=True)), {}, ("Pal",)),
        ((PAL, being(POL, stunned=1)), {}, ("Pal",)),
        ((PAL, being(POL, now=Memory(shot=True, target="Kemp"))), {}, ("Pal",)),
        ((PAL, being(POL, marks=("surrendered",))), {}, ("Pal",)),
        ((PAL, unit("Pol", template="Light Tank")), {}, ("Pal",)),
    ],
)
def test_on_a_deck_able_friends_beside_them_help(people, places, there):
    scene = table(*people, places=places)
    assert helpers_of(scene, ANN, len(there)) == there
    if len(there) < 2:
        with pytest.raises(RuleError, match="free to help: move more there first, or say no larger crew"):
            helpers_of(scene, ANN, 2)
    for said in ({"by": ""}, {"only_odds": True}):
        assert helpers_of(replace(scene, **said), ANN, 2) == there
    assert helpers_of(replace(scene, board=None), ANN, 2) == ()


@pytest.mark.rule("C3K-R02")
def test_a_vehicles_own_crew_helps_in_it():
    """Three of a tank: two besides whoever loads."""
    tank = unit("Tank", template="Light Tank")
    scene = Scene({"name": (tank,)}, by="1")
    assert helpers_of(scene, tank, 2) == ()
    with pytest.raises(RuleError, match="Tank has 1 other aboard to help: say no larger crew"):
        helpers_of(scene, being(tank, crew=2), 2)


@pytest.mark.rule("C3K-R02", "C3K-R01")
def test_a_crew_shortens_a_reload_and_is_told_by_name_or_as_word():
    """Five turns: two fewer with one more, three with two (ruling B-R4)."""
    for crew, takes, told in ((1, "3 turns", "With 1 more: Pal"), (2, "2 turns", "With 2 more: Pal and Pol")):
        _, card = give("reload", (), table(PAL, POL), crew=crew)
        assert card.lines[1:] == (f"Takes {takes}, with two free hands, standing still.", told)
    _, card = give("reload", (), table(board=None), crew=2)
    assert card.lines[2] == "With 2 more, by word"
    with pytest.raises(RuleError, match="Ann has 1 able friend beside them who is free to help"):
        give("reload", (), table(PAL), crew=2)


@pytest.mark.rule("C3K-R02")
def test_no_more_help_than_the_kind_of_weapon_allows():
    """None with P and S weapons, one with M, two with H."""
    for code, most in (("13", 0), ("8", 1), ("49", 2)):
        check_crew(TABLES.weapons[code], most)
        with pytest.raises(RuleError, match="may help to reload"):
            check_crew(TABLES.weapons[code], most + 1)
    with pytest.raises(RuleError, match="Nobody may help to reload Laser Rifle: say no larger crew"):
        give("reload", (), Scene({"name": (loading("Laser Rifle"),)}), crew=1)


def test_a_crew_for_what_takes_none_is_refused():
    with pytest.raises(RuleError, match="Nobody helps with that: leave the crew out"):
        give("plan", (), Scene({"name": (ANN,)}), plan="crouch", crew=1)
