"""What is typed wrong is refused in a sentence that says what to do, and nothing is changed by it."""

import pytest

from bot.engine.errors import RuleError
from bot.systems.ahl_variant.sheet import Combatant
from tests.systems.ahl_variant.open import Field, field, in_fire, loaded, person
from tests.systems.ahl_variant.table import VARIANT, one, table


def met():
    game = field()
    game.meet()
    return game


def closed(**ann):
    """Ann in the melee step, beside Cid, on a deck."""
    return table(one("Ann", "A1", weapons=("Cutlass",), **ann), one("Cid", "C1", "W", "red", weapons=("Cutlass",)))


def thrown():
    game = table(one("Ann", "A1", weapons=("Spear",)), one("Cid", "I1", "W", "red"))
    game.give("fire", [1, 1], name="Ann", target="Cid")
    return game


def thrown_in_the_open():
    game = in_fire(0, (person("Ann", weapons=("Spear",)), person("Cid", "red")))
    game.give("fire", [1, 1], name="Ann", target="Cid")
    game.to("movement")
    game.to("fire")
    return game


def with_three_shots():
    """Ann stands with three single shots in her rifle."""
    ann = loaded(person("Ann", weapons=("Bolt-action Rifle",)), 3)
    return in_fire(4, (ann, person("Cid", "red")))


def with_a_burst_too_few():
    """A machine gun's four bursts are 40 rounds."""
    ann = loaded(person("Ann", weapons=("Light Machine Gun",)), 39)
    return in_fire(4, (ann, person("Cid", "red")))


def wild(**figures):
    bare = VARIANT.with_traits(Combatant(), {"weapon": "Claws", **figures})
    unit, standing = one("Cid", "B1", "W", "red")
    return table(one("Ann", "A1"), (type(unit)("Cid", "red", bare, owner="2"), standing))


def on_hexes():
    game = field()
    game.meet(hexes=True)
    return game


GO, FIRE = {"name": "Cid", "pace": "walks"}, {"name": "Ann", "target": "Cid"}


@pytest.mark.parametrize(
    ("game", "verb", "given", "told"),
    [
        # A strength that isn't there, of whoever strikes and of whoever is struck.
        (lambda: closed(strength=0), "melee", FIRE, "Ann has no strength yet"),
        (lambda: closed(strength=0), "melee", {"name": "Cid", "target": "Ann"}, "field:strength value:7"),
        # Surprise without throws.
        (field, "encounter begin", {"first": "blue", "second": "red", "throws": ""}, "needs both throws"),
        (field, "encounter begin", {"first": "blue", "second": "red", "throws": "9"}, "throws:“9 7”"),
        (field, "encounter begin", {"first": "blue", "second": "red", "throws": "9 7 5"}, "needs both throws"),
        (field, "encounter begin", {"first": "blue", "second": "red", "throws": "nine 7"}, "needs both throws"),
        (field, "encounter begin", {"first": "blue", "second": "red", "throws": "9 99"}, "needs both throws"),
        # A unit out of turn, and in a step that isn't for that.
        (met, "go", {"name": "Ann", "pace": "walks", "to": "band 1"}, "It is not Ann's turn"),
        (met, "fire", FIRE, "fire belongs to the fire step"),
        (lambda: in_fire(4), "fire", {"name": "Cid", "target": "Ann"}, "Ann or Abe acts first"),
        # A band of −1, beyond the last one, and none at all.
        (met, "go", {**GO, "to": "band −1"}, "write one from band 0 to band 99"),
        (met, "go", {**GO, "to": "band 100"}, "no band"),
        (met, "go", {**GO, "to": "there"}, "no band"),
        (met, "place", {"name": "Cid", "at": "band -1"}, "no band"),
        (lambda: in_fire(4), "cover", {"name": "Ann", "at": "band -1 to band 3"}, "no band"),
        # A throw of a weapon that has been thrown already.
        (thrown, "fire", FIRE, "The Spear has been thrown already: choose another weapon."),
        (thrown_in_the_open, "fire", FIRE, "The Spear has been thrown already, and Ann has nothing else"),
        (thrown, "melee", {**FIRE, "weapon": "Spear"}, "Ann has thrown the Spear already"),
        # Rapid fire by eleven, by attacks and by targets, and by more than the clip holds.
        (lambda: in_fire(4), "fire", {**FIRE, "attacks": 11}, "from 1 to 10"),
        (lambda: in_fire(4), "fire", {**FIRE, "targets": ", ".join(["Cid"] * 11)}, "10 attacks at most"),
        (lambda: in_fire(4), "fire", {**FIRE, "attacks": 6}, "6 attacks take 24 rounds"),
        (lambda: in_fire(4), "fire", {**FIRE, "attacks": 0}, "from 1 to 10"),
        # Covering fire of three shots, or of less than four bursts.
        (with_three_shots, "cover", {"name": "Ann", "at": "band 2"}, "takes 4 shots or bursts at least"),
        (with_a_burst_too_few, "cover", {"name": "Ann", "at": "band 2"}, "40 rounds, and Light Machine Gun holds 39"),
        # An animal without figures, one by one, and with somebody's weapon.
        (wild, "melee", {"name": "Cid", "target": "Ann"}, "Cid has Claws and no figures of an animal yet"),
        (lambda: wild(speed="2"), "melee", {"name": "Cid", "target": "Ann"}, "Cid has no mass, hits and flight yet"),
        (
            lambda: wild(speed="2", mass="90", hits="9", flight="8", weapon="Sword"),
            "melee",
            {"name": "Cid", "target": "Ann"},
            "give it claws",
        ),
        # What a hit does to it hangs on its figures as well.
        (lambda: wild(speed="2", mass="90"), "fire", FIRE, "has no hits and flight yet: /set field:hits"),
        (lambda: wild(speed="2", mass="90", hits="9"), "fire", FIRE, "has no flight yet"),
        (lambda: wild(speed="2", mass="90"), "blast", {"people": "Cid", "cause": "grenade"}, "has no hits and flight"),
        # Hexes off any map, and bands on one.
        (on_hexes, "place", {"name": "Cid", "at": "hex 0000"}, "from 0101 to 9999"),
        (on_hexes, "place", {"name": "Cid", "at": "hex 12345"}, "no hex"),
        (on_hexes, "place", {"name": "Cid", "at": "hex -101"}, "no hex"),
        (on_hexes, "place", {"name": "Cid", "at": "band 2"}, "no hex"),
        (met, "place", {"name": "Cid", "at": "hex 0101"}, "no band"),
        # What is armed or set by what isn't in this book.
        (wild, "give", {"name": "Ann", "weapon": "Needle Rifle"}, "There is no weapon “Needle Rifle”"),
        (closed, "melee", {**FIRE, "weapon": "Needle Rifle"}, "There is no melee weapon “Needle Rifle”"),
    ],
)
def test_it_is_refused_in_a_sentence(game, verb, given, told):
    refusal = game().refused(verb, **given)
    assert told in refusal
    assert "\n" not in refusal
    assert refusal.endswith((".", ")", "?"))


@pytest.mark.parametrize(
    ("trait", "value", "told"),
    [
        ("weapon", "Needle Rifle", "There is no weapon"),
        ("armour", "combat armor", "combat armor 11 or combat armor 12"),
        ("hide", "mesh", "no plain mesh"),
        ("strength", "-1", "strength"),
        ("strength", "31", "strength"),
        ("mass", "heavy", "mass"),
        ("killer", "perhaps", "yes or no"),
    ],
)
def test_a_value_that_cannot_be_is_not_written(trait, value, told):
    with pytest.raises(RuleError, match=told):
        VARIANT.with_traits(Combatant(), {trait: value})


def test_a_game_that_begins_with_one_side_alone_is_none():
    game = Field(person("Ann"))
    assert "There is no side" in game.refused("encounter begin", first="blue", second="red", throws="9 7")
    assert "meets itself" in game.refused("encounter begin", first="blue", second="blue", throws="9 7")
