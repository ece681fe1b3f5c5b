"""Odds are the rules: exact chances against every throw of the dice, on a deck and in the open."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from bot.engine.odds import exact
from bot.engine.scene import Game, Units
from bot.engine.system import Scene
from bot.systems.ahl.sheet.character import Being, Condition, ZeroG
from bot.systems.ahl.wounds.damage import what_became
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


def unhurt(found):
    """Odds in which a miss is no effect as any other."""
    found = dict(found)
    found["No effect"] = found.get("No effect", 0) + found.pop("Miss", 0)
    return {name: chance for name, chance in found.items() if chance}


def test_what_is_thrown():
    """A spear at eight squares, long range: skill 2 and +1 for strength 9, −1 for mesh (2) over penetration 1."""
    ann = person("Ann", weapons=(("Spear", "", 2),), strength=9)
    units = {"name": (ann,), "target": (person("Cid", "red", armour="mesh"),)}
    assert by_odds("fire", units, {"range": 8}) == expected(10, 2, 0, PERSONS)


@pytest.mark.parametrize(
    ("fields", "dm"),
    [
        # Sword: skill 1, +1 for strength 10, +2; cutlass +2 at strength 7; cloth (4) over penetration 3.
        ({}, 4 - 2 - 1),
        ({"weakened": True}, 4 - 2 - 1 - 2),
    ],
)
def test_a_blow(fields, dm):
    ann = person("Ann", weapons=(("Sword", "", 1),), strength=10)
    units = {"name": (ann,), "target": (person("Cid", "red", weapons=("Cutlass",), armour="cloth"),)}
    assert unhurt(by_odds("melee", units, fields)) == unhurt(expected(8, dm, 0, PERSONS))


@pytest.mark.parametrize(
    ("fields", "away", "armour", "needed", "dm", "damage"),
    [
        # A grenade (4) leaves 2 beside it and 1 two squares away, with +2 on the throws; hardened armor counts twice.
        ({"cause": "grenade"}, 1, "mesh", 10, 2, 0),
        ({"cause": "grenade"}, 1, "none", 10, 2, 2),
        ({"cause": "grenade"}, 2, "none", 12, 2, 1),
        ({"cause": "fusion", "penetration": 14}, 1, "combat armor 11", 10, 2 - 6, 0),
        ({"cause": "red equipment"}, 1, "none", 10, 0, 7),
        ({"cause": "satchel"}, 2, "battle dress 14", 12, 2 - 6, 0),
    ],
)
def test_an_explosion(fields, away, armour, needed, dm, damage):
    people = (replace(person("Cid", "red", armour=armour), at=away),)
    found = unhurt(by_odds("blast", {"people": people}, fields))
    assert found == unhurt(expected(needed, dm, damage, PERSONS))


@pytest.mark.parametrize(
    ("bands", "armour", "dm", "damage"),
    [(0, "mesh", -1, 2), (1, "none", -2, 4), (2, "none", -4, 4), (1, "combat armor 11", -2 - 4, 0)],
)
def test_a_grenade_in_the_open(bands, armour, dm, damage):
    """At whomever it hits the penetration is 4, as of what isn't direct: the ordinary column, hardened twice."""
    game = Field(person("Ann", grenades=1), person("Cid", "red", armour=armour))
    game.meet(bands=bands)
    game.to("fire")
    assert by_odds("grenade", {"name": (game.units["Ann"],)}, {"at": "Cid"}, game) == expected(8, dm, damage, PERSONS)


def test_a_robot():
    """HEAP (8) in a burst of three at a warbot (10): +2, and −2 once, as it is direct; its die destroys."""
    units = {
        "name": (person("Ann", weapons=(("4cm RAM", "HEAP"),)),),
        "target": (person("Bot", "red", being=Being.WARBOT, weapons=()),),
    }
    by_hand = expected(8, 0, 0, PERSONS)
    by_hand["Destroyed"] = by_hand.pop("Dead") + by_hand.pop("Light wound, unconscious")
    assert by_odds("fire", units, {"range": 5}) == by_hand


@pytest.mark.parametrize(("fields", "dm"), [({}, 5 - 2), ({"strike back": False}, 5 - 2 - 2)])
def test_an_animal_that_strikes(fields, dm):
    """Claws +2 of speed 2 by a killer, −2 for reach 1 at short range; who evades instead of striking back has −2."""
    cat = person("Cat", weapons=("Claws",), strength=0)
    figures = {"mass": "100", "speed": "2", "hits": "15", "more hits": "8", "damage": "5", "flight": "8"}
    cat = replace(cat, sheet=VARIANT.with_traits(cat.sheet, figures | {"killer": "yes"}))
    game = Field(cat, person("Cid", "red", weapons=("Cutlass",)))
    game.meet(bands=0)
    game.near("Cat", "Cid", Near.SHORT)
    game.to("melee")
    units = {"name": (game.units["Cat"],), "target": (game.units["Cid"],)}
    assert unhurt(by_odds("melee", units, fields, game)) == unhurt(expected(8, dm, 1, PERSONS))


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


# The dice of one attack by hand, as what they do to somebody: a condition, and how many light wounds they have.
ACTIVE, OUT, SERIOUS, DEAD = "active", "out", "serious", "dead"


def attacked(needed, dm, damage, column, before):
    """How somebody is after one attack, each with its chance, and whether it hit."""
    condition, lights = before
    for hit in pairs():
        if hit + dm < needed:
            yield (before, False), Fraction(1, 36)
            continue
        for thrown in pairs():
            total, chance = thrown + damage, Fraction(1, 36 * 36)
            light, serious, dead = column
            if total >= dead or (total >= serious and condition == SERIOUS):
                yield ((DEAD, lights), True), chance
            elif total >= serious:
                yield ((SERIOUS, lights), True), chance
            elif total >= light:
                faints = OUT if condition == ACTIVE else condition
                yield ((faints, lights + 1), True), chance / 6
                yield ((condition, lights + 1), True), chance * 5 / 6
            else:
                yield (before, True), chance


def several(times, *attack):
    """What so many attacks one after another come to; the dead are attacked no more."""
    states = {((ACTIVE, 0), False): Fraction(1)}
    for _ in range(times):
        after = Counter()
        for (state, hit), chance in states.items():
            branches = (((state, False), Fraction(1)),) if state[0] == DEAD else attacked(*attack, state)
            for (then, struck), part in branches:
                after[then, hit or struck] += chance * part
        states = after
    found = Counter()
    for ((condition, lights), hit), chance in states.items():
        told = {DEAD: "Dead", SERIOUS: "Serious wound"}.get(condition, "")
        if not told and lights:
            told = "Light wound, unconscious" if condition == OUT else "Light wound"
        found[told or ("No effect" if hit else "Miss")] += chance
    return dict(found)


@pytest.mark.rule("VAR-85", "VAR-89")
@pytest.mark.parametrize(
    ("weapon", "fields", "dm", "damage"),
    [
        # A rifle (3) at cloth (4) that is concealed: −1, −1, and −2 for two attacks: it hits on a 12 alone.
        ("Rifle", {"attacks": 2}, -4, 0),
        # Bursts of a heavy machine gun (5): +3, −1, −5 of smoke; the −2 its tripod takes off, and no more than that.
        ("Heavy Machine Gun", {"attacks": 2, "mount": "tripod", "dm": -5, "because": "smoke"}, -3, 1),
    ],
)
def test_rapid_fire(weapon, fields, dm, damage):
    game = Field(person("Ann", weapons=(weapon,)), person("Cid", "red", armour="cloth"))
    game.meet(bands=4)
    game.to("fire")
    game.posture(Cid={"concealed": True})
    units = {"name": (game.units["Ann"],), "target": (game.units["Cid"],)}
    assert by_odds("fire", units, fields, game) == several(2, 8, dm, damage, PERSONS)


@pytest.mark.rule("VAR-77", "VAR-78")
def test_a_group():
    """A submachine gun (1) at one in cloth (4), +2 −3, and another in nothing, +2 −3 of the group; both are concealed,
    −1, in smoke, −2: −4 for either, and nobody's fate hangs on the other's.
    """
    game = Field(person("Ann", weapons=("Submachinegun",)), person("Cid", "red", armour="cloth"), person("Dot", "red"))
    game.meet(bands=1)
    game.to("fire")
    game.posture(Cid={"concealed": True}, Dot={"concealed": True})
    scene, fields = game.asked("fire", name="Ann", target="Cid", others="Dot", dm=-2, because="smoke")
    order = VARIANT.orders["fire"]

    def became(outcome):
        return tuple(
            what_became(game.units[name].sheet, outcome.after.get(name, game.units[name].sheet))
            for name in ("Cid", "Dot")
        )

    found = exact(order.prepared(scene, order.read(fields, {})), of=became)
    alone = [unhurt(several(1, 8, dm, damage, PERSONS)) for dm, damage in ((-4, 0), (-4, 1))]
    assert found == {(one, two): alone[0][one] * alone[1][two] for one in alone[0] for two in alone[1]}


@pytest.mark.rule("VAR-105")
@pytest.mark.parametrize("no_harm", [False, True])
def test_brawling(no_harm):
    """Hands (0) on both sides, at close range: 8+, and each result a step less; the die for consciousness comes with
    what is a light wound in the end.
    """
    game = Field(person("Ann", weapons=()), person("Cid", "red", weapons=()), brawling=True)
    game.meet(bands=0)
    game.near("Ann", "Cid", Near.CLOSE)
    game.to("melee")
    by_hand = Counter()
    for hit, thrown in product(pairs(), pairs()):
        chance = Fraction(1, 36 * 36)
        if hit < 8 or thrown < 4:
            by_hand["nothing"] += chance
        elif thrown < 8:
            by_hand["stun"] += chance
        elif thrown < 12:
            by_hand["light"] += chance * 5 / 6
            by_hand["light, out"] += chance / 6
        else:
            by_hand["light, out" if no_harm else "serious"] += chance

    def became(outcome):
        sheet = outcome.after["Cid"]
        if sheet.condition is Condition.SERIOUS:
            return "serious"
        if sheet.light_wounds:
            return "light, out" if sheet.condition is Condition.UNCONSCIOUS else "light"
        return "stun" if sheet.stunned else "nothing"

    scene, fields = game.asked("melee", name="Ann", target="Cid", no_harm=no_harm)
    order = VARIANT.orders["melee"]
    assert exact(order.prepared(scene, order.read(fields, game.settings)), of=became) == dict(by_hand)


@pytest.mark.rule("VAR-112")
@pytest.mark.parametrize(
    ("mark", "skill", "wounds", "dm"),
    [
        ({"fired": "Rifle"}, 2, 0, -4 + 2),
        ({"fired": "Laser Carbine"}, 0, 1, -1),
        ({"melee": "attacker"}, 3, 0, -6 + 3),
        ({"fired": "Rifle", "melee": "defender", "handhold": True}, 0, 0, -4 - 6 + 5),
    ],
)
def test_control_in_zero_g(mark, skill, wounds, dm):
    """10+ keeps it: a rifle takes 4, a laser nothing, melee 6, a light wound 1; a handhold gives 5."""
    ann = person("Ann", weapons=("Rifle", "Laser Carbine"), zero_g_skill=skill, light_wounds=wounds)
    ann = replace(ann, sheet=replace(ann.sheet, zero_g=ZeroG(**mark)))
    game = Field(ann, person("Cid", "red"))
    game.meet(bands=2)
    kept = Fraction(sum(thrown + dm >= 10 for thrown in pairs()), 36)
    scene, fields = game.asked("phase")
    order = VARIANT.orders["phase"]
    found = exact(
        order.prepared(scene, order.read(fields, {})), of=lambda outcome: outcome.after["Ann"].zero_g.disoriented
    )
    assert found == {lost: chance for lost, chance in ((False, kept), (True, 1 - kept)) if chance}
