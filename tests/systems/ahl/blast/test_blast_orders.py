"""Explosions, grenades, structures and vacuum as the rest of the house orders them."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import exact, imagined_odds, order_odds
from bot.engine.system import Scene, Unit
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Being, Character
from tests.reports import card_of
from tests.systems.ahl.book import AHL, MARINE, PIRATE


def give(verb, faces=(), ledger=None, people=(), everybody=(), fields=None, **roles):
    order, dice = AHL.orders[verb], ScriptedDice(faces)
    units = {
        "people": tuple(people),
        "direct": (),
        "name": tuple(everybody),
        **{role: (unit,) for role, unit in roles.items()},
    }
    outcome = order.resolve(Scene(units, ledger or Ledger()), order.read(fields or {}), dice)
    assert not dice.left, "the rules threw fewer dice than the script holds"
    return outcome, card_of(order, outcome, dice.throws)


def at(unit, squares=None):
    return replace(unit, at=squares)


def body(name, **sheet):
    return Unit(name, "", Character(**sheet))


def blast(faces=(), people=(), direct=None, **fields):
    roles = {"direct": direct} if direct else {}
    return give("blast", faces, people=people, fields=fields, **roles)


@pytest.mark.rule("AHL-15B-0", "AHL-15B1a", "AHL-15B1b")
def test_a_blast_goes_through_everybody():
    """Pirate (cloth) in the square: 2+2 +4 −6 = 2. The Marine (combat armor) at one: 10+, 6+6 +2 −8 = 6, light."""
    people = (at(PIRATE, 0), at(MARINE, 1), at(body("Cid"), 2), at(body("Dan"), 3))
    outcome, card = blast([2, 2, 4, 6, 6, 6, 5, 6, 5], people, cause="grenade")
    assert card.title == "A grenade explodes"
    assert card.lines == (
        "Pirate, in the square: penetration 4",
        "Damage: 2+2 +4 penetration −6 cloth = 2 → no effect",
        "Pirate: unhurt",
        "Marine E1, 1 square away: 10+ | 4+6 = 10 → penetration 2",
        "Damage: 6+6 +2 penetration −8 combat armor = 6 → light wound",
        "Consciousness: 5 → stays conscious (lost on a 6)",
        "Marine E1: 1 light wound",
        "Cid, 2 squares away: 12+ | 6+5 = 11 → unharmed",
        "Dan, 3 squares away: out of reach",
    )
    assert "Penetration 4: 4 in the square, 2 at one, 1 at two (AHL 15.B.2)" in card.working
    suffers = "In the square everybody suffers, 10+ at one square, 12+ at two (AHL 15.B.1), ruling R-88"
    assert suffers in card.working
    assert outcome.after["Marine E1"].light_wounds == 1


@pytest.mark.rule("AHL-15B2e")
def test_whom_a_strike_hits_takes_no_collateral_damage():
    """Fusion 14: 1+1 +14 −8 = 8, serious; the Pirate beside them 1+1 +7 −6 = 3, nothing."""
    people = (at(PIRATE), at(MARINE))
    outcome, card = blast([1, 1, 1, 1], people, MARINE, cause="fusion", penetration=14)
    assert card.lines[1] == "Damage: 1+1 +14 penetration −8 combat armor = 8 → serious wound"
    assert card.lines[4] == "Damage: 1+1 +7 penetration −6 cloth = 3 → no effect"
    assert outcome.after["Marine E1"].condition == "seriously wounded"


@pytest.mark.rule("AHL-22c")
def test_a_blast_in_vacuum_says_why_it_is_worse():
    _, card = blast([3, 3], (PIRATE,), vacuum=True)
    assert card.lines[1:] == (
        "Damage: 3+3 +4 penetration −6 cloth = 4 → light wound, one level worse in vacuum: serious wound",
        "Pirate: seriously wounded",
    )
    assert "One level worse in vacuum (AHL 22)" in card.working


def test_settings_reach_the_blast():
    """A warbot, −10: 2+2 +10 −10 = 4 is light, where a 6 destroys it, and serious in vacuum if that counts."""
    robot = body("R1", being=Being.WARBOT)
    _, card = blast([2, 2, 6], (robot,), penetration=10)
    assert card.lines[2:] == ("Consciousness: 6 → destroyed (lost on a 6)", "R1: 1 light wound, destroyed")
    _, card = blast([2, 2, 6], (robot,), penetration=10, **{"robot faint": "unconscious"})
    assert card.lines[2:] == ("Consciousness: 6 → unconscious (lost on a 6)", "R1: 1 light wound, unconscious")
    assert "But a light wound that knocks it out does not: setting robot faint, ruling R-86" in card.working
    _, card = blast([2, 2], (robot,), penetration=10, vacuum=True, **{"robot vacuum": True})
    assert card.lines[-1] == "R1: destroyed"
    _, card = blast([3, 4], (robot,), **{"own square": "8+"})
    assert card.lines == ("R1, in the square: 8+ | 3+4 = 7 → unharmed",)


@pytest.mark.rule("AHL-20c")
def test_a_blob_shrugs_off_what_does_not_kill_it():
    _, card = blast([3, 4], (body("Blob", being=Being.BLOB, life_level=3),))
    assert card.lines[1:] == (
        "Damage: 3+4 +4 penetration −3 life level 3 = 8 → serious wound",
        "Blob: unhurt, only death harms a blob",
    )


@pytest.mark.rule("AHL-15Aa", "AHL-15Ab")
def test_equipment_explodes_only_if_the_fire_was_enough():
    """Green, −6, struck by 4: 4+5 is 7, light; 5+5 is 8, serious, and explodes as a grenade."""
    outcome, card = blast([4, 5], (PIRATE,), cause="green", struck=4)
    assert (card.title, outcome.after) == ("Green equipment is hit", {})
    assert card.lines == ("Green equipment: 4+5 +4 penetration −6 green equipment = 7 → light wound: it holds",)
    _, card = blast([5, 5, 1, 1], (PIRATE,), cause="green", struck=4)
    assert card.title == "Green equipment explodes"
    assert card.lines[0].endswith("= 8 → serious wound: it explodes")
    assert card.lines[1] == "Pirate, in the square: penetration 4"
    _, card = blast([6, 6, 1, 1], (PIRATE,), cause="red", struck=14)
    assert card.lines[1] == "Pirate, in the square: penetration 14"


@pytest.mark.rule("AHL-24Bd")
def test_a_blast_says_how_far_it_sets_charges_off():
    _, grenade = blast([1, 1], (PIRATE,))
    assert "It sets off primed satchel charges as far as 1 square away (AHL 24.B)" in grenade.working
    _, satchel = blast([1, 1], (PIRATE,), cause="satchel")
    assert "It sets off primed satchel charges as far as 2 squares away (AHL 24.B)" in satchel.working
    _, snub = blast([1, 1], (PIRATE,), cause="HE", penetration=2)
    assert not [line for line in snub.working if "satchel" in line]


def test_the_referees_dm_counts_on_the_throw_to_suffer():
    _, card = blast([4, 4, 1, 1], (at(PIRATE, 1),), dm=2, because="cramped")
    assert card.lines[0] == "Pirate, 1 square away: 10+ | 4+4 +2 referee: cramped = 10 → penetration 2"


@pytest.mark.parametrize(
    ("people", "fields", "sentence"),
    [
        ((), {}, "Name who is near"),
        ((PIRATE,), {"cause": "HEAP"}, "HEAP rounds do no collateral damage: /fire resolves the hit itself"),
        ((PIRATE,), {"cause": "HE"}, "Give the weapon's penetration at that range for HE, as values:“penetration 4”."),
        ((PIRATE,), {"cause": "nuke"}, "There is no value for cause “nuke”: choose grenade, HE, HEAP"),
        ((PIRATE,), {"struck": 4}, "Only red and green equipment explodes by being struck"),
        ((PIRATE,), {"penetration": 101}, "The penetration must be from 0 to 100."),
    ],
)
def test_a_blast_that_cannot_be(people, fields, sentence):
    with pytest.raises(RuleError) as refusal:
        blast([], people, **fields)
    assert sentence in str(refusal.value)


def test_a_dm_that_counts_on_nothing_is_refused():
    with pytest.raises(RuleError, match="The DM counts on throws to suffer"):
        blast([1, 1], (PIRATE,), dm=1)


def test_nobody_is_hit_directly_by_a_grenade():
    with pytest.raises(RuleError, match="name Pirate among the people"):
        blast([], (), PIRATE)


def thrower(grenades=2, **sheet):
    return body("Ann", grenades=grenades, **sheet)


@pytest.mark.rule("AHL-16a", "AHL-16f")
def test_a_grenade_that_hits_explodes_with_4cm_he():
    fields = {"range": 25, "cover": True}
    outcome, card = give("grenade", [5, 6, 1, 1], people=(PIRATE,), name=thrower(), fields=fields)
    assert card.title == "Ann throws a grenade"
    assert card.lines == (
        "To hit a square 25 squares away: 8+ | 5+6 −1 25 squares −2 thrown from cover = 8 → hit",
        "Pirate, in the square: penetration 4",
        "Damage: 1+1 +4 penetration −6 cloth = 0 → no effect",
        "Pirate: unhurt",
        "1 grenade left",
    )
    assert outcome.after["Ann"].grenades == 1


@pytest.mark.rule("AHL-16b", "AHL-16c")
def test_a_miss_says_where_it_lands_and_hurts_nobody_yet():
    outcome, card = give("grenade", [3, 4, 2, 4, 3, 4], people=(PIRATE,), name=thrower(), fields={"range": 8})
    assert card.lines[1:] == (
        "Direction: 2+4 = 6 → ahead to the left",
        "Distance: 3+4 = 7, halved → 3 squares",
        "It explodes 3 squares from the square aimed at, ahead to the left, unless something stops it before: "
        "name who is near there with /blast cause:grenade",
        "1 grenade left",
    )
    assert "The direction is from our own table: the source has lost its diagrams (ruling R-31)" in card.working
    assert outcome.after.keys() == {"Ann"}


@pytest.mark.rule("AHL-16b")
def test_the_referee_may_name_the_direction_themselves():
    fields = {"range": 8, "scatter": "referee"}
    _, card = give("grenade", [3, 4, 2, 4, 3, 4], name=thrower(), fields=fields)
    assert card.lines[1] == "Direction: 2+4 = 6 → which way the referee says"
    _, card = give("grenade", [3, 4, 3, 4, 3, 4], name=thrower(), fields=fields)
    assert card.lines[1] == "Direction: 3+4 = 7 → straight on"


def test_whoever_throws_at_their_own_feet_pays_for_it():
    ann = thrower()
    outcome, _ = give("grenade", [4, 4, 1, 1, 1], people=(ann,), name=ann, fields={"range": 0})
    assert (outcome.after["Ann"].grenades, outcome.after["Ann"].light_wounds) == (1, 1)


def test_a_grenade_needs_a_range():
    with pytest.raises(RuleError, match="give the range in squares"):
        give("grenade", name=thrower())


def test_the_odds_of_a_grenade_are_the_order_itself():
    order = AHL.orders["grenade"]
    scene = Scene({"name": (thrower(),), "people": (PIRATE,)}, Ledger())
    values = order.read({"range": 20})
    chances = exact(lambda dice: order.resolve(scene, values, dice), of=lambda done: done.result.thrown.check.made)
    assert (chances[True] * 36, sum(chances.values())) == (10, 1)


@pytest.mark.parametrize(
    ("people", "direct", "fields", "expected"),
    [
        # Pirate in the square, cloth: 2D +4 −6, nothing to 3, light to 7, one in six of them out, serious to 11.
        (
            (at(PIRATE, 0), at(MARINE, 1)),
            (),
            {"cause": "grenade"},
            {"No effect": 60, "Light wound": 100, "Light wound, unconscious": 20, "Serious wound": 36},
        ),
        # At one square they suffer on 10+, and then 2D +2 −6: nothing to 7, 21/36; light to 11, 14/36; serious on 12.
        (
            (at(PIRATE, 1),),
            (),
            {"cause": "grenade"},
            {
                "No effect": 180 + 21,
                "Light wound": Fraction(14 * 5, 6),
                "Light wound, unconscious": Fraction(14, 6),
                "Serious wound": 1,
            },
        ),
        # Green equipment, armor 6, struck with 4: explodes on 10+, 6/36, as a grenade does.
        (
            (at(PIRATE, 3),),
            (),
            {"cause": "green equipment", "struck": 4},
            {"It holds": 180, "No effect": 36},
        ),
        # Hit directly by a plasma gun of penetration 7: 2D +7 −6, never nothing below 3, dead on 11 and 12.
        (
            (at(MARINE, 0),),
            (PIRATE,),
            {"cause": "plasma", "penetration": 7},
            {
                "No effect": 6,
                "Light wound": (2 + 3 + 4 + 5) * 5,
                "Light wound, unconscious": 2 + 3 + 4 + 5,
                "Serious wound": (6 + 5 + 4 + 3) * 6,
                "Dead": (2 + 1) * 6,
            },
        ),
    ],
)
def test_the_odds_of_a_blast_are_those_of_the_first(people, direct, fields, expected):
    order = AHL.orders["blast"]
    scene = Scene({"people": people, "direct": direct}, Ledger())
    chances = order_odds(order, scene, order.read(fields))
    assert {name: chance * 216 for name, chance in chances} == expected
    assert sum(chance for _, chance in chances) == 1


def test_the_odds_of_a_blast_in_plain_numbers():
    """No armour, in the square: 2D +4 kills on 8, 15/36."""
    assert dict(imagined_odds(AHL.orders["blast"], {"armour": "none"}, {}))["Dead"] == Fraction(15, 36)


def hit(ledger=None, **fields):
    outcome, card = give("structure hit", ledger=ledger, fields=fields)
    return outcome.ledger, card


@pytest.mark.rule("AHL-24Aa", "AHL-24Ab", "AHL-24Ad")
def test_points_add_up_on_a_named_structure():
    ledger, card = hit(name="Door 3", kind="door", penetration=5)
    assert card.lines == ("Penetration 5 −4 door = 1 point", "Door 3 (door): 1 point, holds")
    assert "A structure is hit without a throw; its points add up (AHL 24.A)" in card.working
    ledger, card = hit(ledger, name="door 3", penetration=5, times=4)
    assert card.lines == ("Penetration 5 −4 door = 1 point, 4 times", "Door 3 (door): 5 points, breached")
    assert "passing it costs what an open hatch costs" in card.working[-1]
    _, listed = give("structure list", ledger=ledger)
    assert listed.lines == ("Door 3 (door): 5 points, breached",)


@pytest.mark.rule("AHL-24Aa")
def test_splash_on_a_structure_needs_no_throw():
    """A satchel charge one square from a bulkhead: 15 −5 = 10. A grenade at two squares: 1 −4, nothing."""
    _, card = hit(name="B", kind="bulkhead", cause="satchel", squares=1)
    assert card.lines[0] == "Penetration 15 −5 bulkhead = 10 points"
    assert card.working[0] == "satchel, penetration 30: 15 is left 1 square away (AHL 15.B.2), ruling R-131"
    _, card = hit(name="D", kind="door", cause="grenade", squares=2)
    assert card.lines[0] == "Penetration 1 −4 door = −3: 0 points"


@pytest.mark.rule("AHL-24Ae", "AHL-24Ac")
def test_a_conduit_is_cut_and_the_hull_stands():
    _, conduit = hit(name="Conduit", kind="conduit", penetration=9)
    assert conduit.lines[1] == "Conduit (conduit): 6 points, breached: it is cut"
    assert "Conduit: never airtight, breached at 6 (AHL 24.A)" in conduit.working
    _, hull = hit(name="Hull", kind="outer hull", penetration=100, times=100)
    assert hull.lines[1] == "Hull (outer hull): 9,500 points, holds"
    assert "Outer hull: can't be broken (AHL 24.A)" in hull.working
    _, hatch = hit(name="Hatch", kind="hatch", penetration=30)
    assert hatch.lines[1] == "Hatch (hatch): 25 points, vacuum integrity destroyed"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Name the structure"),
        (
            {"name": "Door 4", "penetration": 5},
            "“Door 4” has not been hit before: say what it is, as values:“kind door”.",
        ),
        ({"name": "Door 3", "kind": "wall", "penetration": 5}, "Door 3 is a structure of the kind door"),
        ({"name": "Door 3"}, "Give the penetration of the strike"),
        ({"name": "Door 3", "squares": 1, "penetration": 4}, "Name the cause of the explosion"),
        ({"name": "Door 3", "cause": "HE"}, "Give the weapon's penetration at that range for HE"),
        ({"name": "Door 3", "times": 0, "penetration": 4}, "The times must be from 1 to 100."),
        ({"name": "x" * 41, "penetration": 4}, "“name” takes 40 characters at most."),
    ],
)
def test_a_strike_on_a_structure_that_cannot_be(fields, sentence):
    ledger, _ = hit(name="Door 3", kind="door", penetration=5)
    with pytest.raises(RuleError) as refusal:
        hit(ledger, **fields)
    assert sentence in str(refusal.value)


def test_no_structure_has_been_hit():
    assert give("structure list")[1].lines == ("None has been hit: /structure hit begins.",)


@pytest.mark.rule("AHL-22a", "AHL-22b", "AHL-22f")
def test_vacuum_throws_for_everybody_without_a_suit():
    people = (PIRATE, MARINE, body("Ann"), body("Ben", armour="mesh"))
    outcome, card = give("vacuum", [2, 2, 6, 6, 6], everybody=people)
    assert card.lines == (
        "Ann, damage: 2+2 = 4 → light wound",
        "Consciousness: 6 → unconscious (lost on a 6)",
        "Ann: 1 light wound, unconscious",
        "Ben, damage: 6+6 = 12 → dead",
        "Ben: dead",
    )
    assert "To put a vacc suit on or take it off takes 8 whole turns (AHL 22)" in card.working
    assert outcome.after.keys() == {"Ann", "Ben"}
    with pytest.raises(RuleError, match="Nobody named is hurt by vacuum"):
        give("vacuum", everybody=(PIRATE, MARINE))


def test_every_rule_that_these_answers_name_is_in_the_index():
    vacuum = {"vacuum": True, "cause": "HE", "penetration": 4}
    robot, blob = body("R1", being=Being.WARBOT), body("Blob", being=Being.BLOB, life_level=1)
    cards = [
        blast([1, 1, 1, 1, 6, 6], (PIRATE, blob), robot, **vacuum)[1],
        blast([6, 6, 1, 1], (body("Ann"),), cause="red", struck=9)[1],
        give("grenade", [1, 1, 1, 1, 1, 1], name=thrower(), fields={"range": 30, "cover": True})[1],
        give("vacuum", [4, 4], everybody=(body("Ann"),))[1],
        hit(name="Door", kind="door", cause="satchel", squares=1)[1],
    ]
    working = "\n".join(line for card in cards for line in card.working)
    named = {rule for bracket in re.findall(r"\(AHL ([^)]+)\)", working) for rule in bracket.split(", ")}
    assert named <= AHL.rules.keys()
    assert {"15.A", "15.B.1", "15.B.2", "16", "20", "21", "22", "24.A", "24.B"} <= named
