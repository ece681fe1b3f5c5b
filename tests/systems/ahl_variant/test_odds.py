"""Odds are the rules: exact chances against every throw of the dice, on a deck and in the open."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from bot.engine.odds import exact
from bot.engine.scene import Game, Units
from bot.engine.system import Scene
from bot.systems.ahl_variant.outdoors.encounter import Pace, Shelter
from bot.systems.ahl_variant.outdoors.ground import Near
from tests.systems.ahl_variant.open import Field, person
from tests.systems.ahl_variant.table import VARIANT

FACES = range(1, 7)


def by_odds(verb, units, fields, game=None):
    """What the order comes to for its target, as /odds has it."""
    order = VARIANT.orders[verb]
    cast = {role.name: () for role in order.roles} | units
    scene = Scene(cast, game.ledger if game else None, only_odds=True, known=game.units if game else {})
    if game:
        scene = Scene(
            cast, game.ledger, only_odds=True, known=game.units, game=Game(Units().having(*game.units.values()))
        )
    resolve = order.prepared(scene, order.read(fields))
    return exact(resolve, of=lambda outcome: order.odds.outcome(outcome.result))


def pairs():
    """The 36 throws of two dice."""
    return [one + other for one, other in product(FACES, FACES)]


def expected(needed, dm, damage, column):
    """By hand: a throw to hit, a throw for damage in a column, a die for consciousness after a light wound."""
    found = Counter()
    for hit in pairs():
        if hit + dm < needed:
            found["Miss"] += Fraction(1, 36)
            continue
        for thrown in pairs():
            total, chance = thrown + damage, Fraction(1, 36 * 36)
            light, serious, dead = column
            if total >= dead:
                found["Dead"] += chance
            elif total >= serious:
                found["Serious wound"] += chance
            elif total >= light:
                found["Light wound, unconscious"] += chance / 6
                found["Light wound"] += chance * 5 / 6
            else:
                found["No effect"] += chance
    return {name: chance for name, chance in found.items() if chance}


PERSONS, EXPLOSIVE = (4, 8, 12), (4, 6, 10)


@pytest.mark.parametrize(
    ("weapon", "ammunition", "armour", "dm", "damage", "column"),
    [
        ("Carbine", "", "combat environment suit", -3, 0, PERSONS),
        ("ACR", "DS", "cloth", 2, 0, PERSONS),
        ("ACR", "DS", "battle dress 14", 2 - 12, 0, PERSONS),
        ("ACR", "HE", "combat armor 11", 2 - 4, 0, EXPLOSIVE),
        ("PGMP-12", "", "battle dress 13", 0, 2, EXPLOSIVE),
        ("Laser Carbine", "", "reflec", -5, 0, PERSONS),
    ],
)
def test_fire_at_effective_range(weapon, ammunition, armour, dm, damage, column):
    units = {
        "name": (person("Ann", weapons=((weapon, ammunition),)),),
        "target": (person("Cid", "red", armour=armour),),
    }
    found = by_odds("fire", units, {"range": 5})
    assert found == expected(8, dm, damage, column)
    assert sum(found.values()) == 1


@pytest.mark.parametrize(
    ("postures", "fields", "needed", "dm", "damage"),
    [
        # A carbine (2) at 4 bands, effective; walking −1, field work −3 and +2 on damage; prone −1.
        ({"Ann": {"pace": Pace.WALKS}}, {}, 8, -1, 2),
        ({"Cid": {"shelter": Shelter.FIELD_WORK, "prone": True}}, {}, 8, -4, 4),
        ({"Cid": {"evading": True}}, {"size": "large"}, 8, -1, 2),
    ],
)
def test_fire_in_the_open(postures, fields, needed, dm, damage):
    game = Field(person("Ann", weapons=("Carbine",)), person("Cid", "red"))
    game.meet(bands=4)
    game.to("fire")
    game.posture(**postures)
    units = {"name": (game.units["Ann"],), "target": (game.units["Cid"],)}
    assert by_odds("fire", units, fields, game) == expected(needed, dm, damage, PERSONS)


def test_melee_in_the_open():
    """Foil +2 (2) against hands at cloth (4), at close range: −2 for reach 2, −2 for cloth: −2 in all."""
    game = Field(person("Ann", weapons=("Foil",)), person("Cid", "red", weapons=(), armour="cloth"))
    game.meet(bands=0)
    game.near("Ann", "Cid", Near.CLOSE)
    game.to("melee")
    units = {"name": (game.units["Ann"],), "target": (game.units["Cid"],)}
    found = by_odds("melee", units, {}, game)
    by_hand = expected(8, -2, 0, PERSONS)
    by_hand["No effect"] += by_hand.pop("Miss")
    assert found == by_hand


def test_whoever_is_renamed_or_leaves_is_so_in_the_encounter_as_well():
    game = Field(person("Ann"), person("Cid", "red"))
    game.meet(bands=0)
    game.near("Ann", "Cid", Near.SHORT)
    ledger = VARIANT.renamed(game.ledger, "Ann", "Anna")
    assert set(ledger.encounter.people) == {"Anna", "Cid"}
    assert ledger.encounter.nearness("Anna", "Cid") is Near.SHORT
    left = VARIANT.renamed(ledger, "Anna", "")
    assert set(left.encounter.people) == {"Cid"}
    assert left.encounter.near == ()
    assert VARIANT.load_ledger(VARIANT.dump_ledger(ledger)) == ledger
