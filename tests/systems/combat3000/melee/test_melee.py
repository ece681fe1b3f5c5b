"""Rounds of close combat by /melee, in a turn that is kept: numbers worked out by hand (C3K Close combat)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.byword import check_spoken_for
from bot.engine.errors import RuleError
from bot.engine.odds import order_odds
from bot.engine.scene import Scene, Unit
from bot.systems.combat3000.figure.sheet import Hand, Memory
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.melee.contact import Contact
from bot.systems.combat3000.melee.round import FIGHTS
from bot.systems.combat3000.turn import GameOrders, Phase, Turn
from tests.systems.combat3000.morale.table import HALL, on
from tests.systems.combat3000.table import C3K, character, give, unit


def armed(who, *weapons):
    """Somebody with weapons: `Sword` where a hand is free, `Sword left` there."""
    for weapon in weapons:
        name, _, hand = weapon.partition(" in ")
        fields = {"values": f"hand {hand}"} if hand else {}
        who = Unit(who.name, who.side, give("give", units=character(who), weapon=name, **fields)[0].after[who.name])
    return who


def table(acting, others=(), target=(), contacts=None, phase=Phase.CLOSE_COMBAT):
    """The close combat phase of a turn that is kept, in which the first is in contact with all others."""
    units = {each.name: each for each in (*acting, *target, *others)}
    foes = [name for name in units if units[name].side != acting[0].side]
    found = contacts if contacts is not None else tuple(Contact(one.name, foe) for foe in foes for one in acting)
    ledger = Ledger(turn=Turn(2, phase), contacts=found)
    return Scene({"name": tuple(acting), "target": tuple(target)}, ledger, known=units)


def fought(faces, acting, *others, target=(), contacts=None, settings=None, **fields):
    outcome, card = give("melee", faces, table(acting, others, target, contacts), settings, **fields)
    return outcome, [line for line in card.lines if isinstance(line, str)]


ANN, BOB, CID = unit("Ann"), unit("Bob", "Blue"), unit("Cid", "Blue")
SUE = unit("Sue", "Red")


@pytest.mark.rule("C3K-C08")
@pytest.mark.parametrize(
    ("ratings", "weapon", "die", "line"),
    [
        ({}, "Sword", 4, "Ann, Sword: 4 = 4 → sub-phase 4"),
        # A Laser Sabre handles at +2: 6 − 1 − 1 − 2.
        (
            {"dexterity": 1, "reflex": 1},
            "Laser Sabre",
            6,
            "Ann, Laser Sabre: 6 −1 dexterity −1 reflex −2 handling = 2 → sub-phase 2",
        ),
        ({"dexterity": 1}, "Laser Sabre", 2, "Ann, Laser Sabre: 2 −1 dexterity −2 handling = −1 → sub-phase 1"),
        # A Chain Saw handles at −3: 4 + 3 is too late.
        ({}, "Chain Saw", 4, "Ann, Chain Saw: 4 +3 handling = 7 → too late for a blow"),
    ],
)
def test_a_blow_falls_by_die_dexterity_reflex_and_handling(ratings, weapon, die, line):
    hers = [] if "too late" in line else [1, 1]
    _, lines = fought([die, 6, *hers, 1, 1], [armed(unit("Ann", **ratings), weapon)], BOB)
    assert line in lines


@pytest.mark.rule("C3K-C08", "C3K-C06")
def test_whoever_fights_several_strikes_one_later_and_each_of_them_strikes():
    """6 and 1 for two opponents are too late; Bob at 5 and Cid at 3 strike Ann, Cid first."""
    _, lines = fought([6, 5, 3, 1, 1, 2, 2], [ANN], BOB, CID)
    assert lines == [
        "Cid, Fist: 3 = 3 → sub-phase 3",
        "Cid strikes Ann. To kill: 12+ | 1+1 −3 weapon = −1 → no effect",
        "Ann: no effect",
        "Bob, Fist: 5 = 5 → sub-phase 5",
        "Bob strikes Ann. To kill: 12+ | 2+2 −3 weapon = 1 → no effect",
        "Ann: no effect",
        "Ann, Fist: 6 +1 against several = 7 → too late for a blow",
    ]


@pytest.mark.rule("C3K-C08")
def test_six_blows_fall_in_six_sub_phases():
    """Three against three, one pair each: their dice are 1 to 6, and each blow of two dice does nothing."""
    names = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
    red, blue = [unit(name) for name in names[::2]], [unit(name, "Blue") for name in names[1::2]]
    pairs = tuple(Contact(one.name, other.name) for one, other in zip(red, blue, strict=True))
    _, lines = fought([1, 2, 3, 4, 5, 6, *[1, 1] * 6], red, *blue, contacts=pairs)
    assert sum("strikes" in line for line in lines) == 6
    assert lines[0] == "Ann, Fist: 1 = 1 → sub-phase 1"
    assert lines[-3].endswith("Fist: 6 = 6 → sub-phase 6")


@pytest.mark.rule("C3K-C09")
@pytest.mark.parametrize(
    ("faces", "total", "result"), [((4, 5), "4+5", "10 → no effect"), ((6, 5), "6+5", "12 → killed")]
)
def test_a_blow_kills_by_strength_weapon_and_what_opposes_it(faces, total, result):
    """+2 strength, +3 weapon; their reflex 1, dexterity 1, strength −1; a helmet and a shield are 3 in close combat."""
    ann = armed(unit("Ann", strength=2), "Monofilament Sword")
    bob = unit("Bob", "Blue", reflex=1, dexterity=1, strength=-1, armour="Helmet, Shield")
    line = f"12+ | {total} +2 strength +3 weapon −1 their reflex −1 their dexterity +1 their strength −3 helmet, shield"
    # Bob's 6 is 4 by his ratings.
    _, lines = fought([1, 6, *faces, *([] if "killed" in result else [1, 1])], [ann], bob)
    assert f"Ann strikes Bob. To kill: {line} = {result}" in lines


def test_the_referees_modifier_counts_for_whoever_is_named_alone():
    """Ann's 5 and 5 less 1 are 9; Bob's 5 and 5 less 3 for a fist 7."""
    sword = armed(ANN, "Sword")
    _, lines = fought([1, 6, 5, 5, 5, 5], [sword], BOB, dm=-1, because="mud")
    assert "Ann strikes Bob. To kill: 12+ | 5+5 −1 referee: mud = 9 → no effect" in lines
    assert "Bob strikes Ann. To kill: 12+ | 5+5 −3 weapon = 7 → no effect" in lines


@pytest.mark.rule("C3K-C09")
def test_a_full_suit_is_worth_its_value_and_its_powered_strength_counts():
    """Powered armour: 12 off the blow, strength +2 for and against, dexterity −1."""
    ann = armed(unit("Ann", armour="Powered Armour"), "Sword")
    bob = unit("Bob", "Blue", armour="Powered Armour")
    _, lines = fought([1, 5, 10, 10, 10, 10], [ann], bob)
    blow = "12+ | 10+10 +2 strength +1 their dexterity −2 their strength −12 powered armour = 9 → no effect"
    assert f"Ann strikes Bob. To kill: {blow}" in lines


@pytest.mark.rule("C3K-C10")
@pytest.mark.parametrize(
    ("weapons", "named", "phase", "blow"),
    [
        ((), "", "Ann, Fist: 3 = 3", "−3 weapon = 3"),
        (("Rifle",), "", "Ann, Rifle: 3 +2 handling = 5", "−1 weapon = 5"),
        (("Rifle",), "Fist", "Ann, Fist: 3 = 3", "−3 weapon = 3"),
        (("Pistol",), "", "Ann, Fist: 3 = 3", "−3 weapon = 3"),
        (("Club",), "", "Ann, Club: 3 +2 handling = 5", "−1 weapon = 5"),
        (("Claws",), "", "Ann, Claws: 3 −1 handling = 2", "+1 weapon = 7"),
        (("Pistol", "Sword in left"), "", "Ann, Sword: 3 = 3", "3+3 = 6"),
    ],
)
def test_who_has_no_close_weapon_makes_do(weapons, named, phase, blow):
    _, lines = fought([3, 6, 3, 3, 1, 1], [armed(ANN, *weapons)], BOB, weapon=named)
    assert lines[0].startswith(phase)
    assert f"{blow} → no effect" in lines[1]


@pytest.mark.rule("C3K-C11")
@pytest.mark.parametrize(
    ("held", "phase", "blow"),
    [
        ("Two-Handed Sword", "3 +2 handling = 5", "3+3 +1 weapon = 7"),
        ("Two-Handed Sword in right", "3 +2 handling +1 in one hand = 6", "3+3 +1 weapon −2 in one hand = 5"),
        ("Rifle in left", "3 +2 handling +1 in one hand = 6", "3+3 −1 weapon −2 in one hand = 3"),
    ],
)
def test_what_is_made_for_two_hands_is_slow_and_weak_in_one(held, phase, blow):
    """Bob's Chain Saw comes too late with 6 and 3."""
    _, lines = fought([3, 6, 3, 3], [armed(ANN, held)], armed(BOB, "Chain Saw"))
    assert f"{phase} → sub-phase" in lines[0]
    assert f"12+ | {blow} → no effect" in lines[1]


@pytest.mark.rule("C3K-C11", "C3K-W02")
@pytest.mark.parametrize(
    ("wounds", "line"),
    [
        ("1 left arm", "Ann, Two-Handed Sword: 1 +2 handling = 3"),
        ("2 left arm", "Ann, Two-Handed Sword: 1 +1 reflex +2 handling +1 in one hand = 5"),
        ("2 left arm, 2 right arm", "Ann, Fist: 1 +2 dexterity +2 reflex = 5"),
    ],
)
def test_an_arm_that_is_useless_holds_no_weapon_with_the_other(wounds, line):
    """Two wound points are 1 off the reflex, four are 2 off that and off the dexterity."""
    ann = armed(unit("Ann", wounds=wounds), "Two-Handed Sword")
    _, lines = fought([1, 6, 3, 3], [ann], armed(BOB, "Chain Saw"))
    assert lines[0].startswith(f"{line} → sub-phase")


@pytest.mark.rule("C3K-C12")
def test_each_of_two_weapons_is_thrown_for():
    """Sword: 5 − 2; knife: 6 − 1 − 2. Effects 0 − 2 and −1 − 2."""
    _, lines = fought([5, 6, 6, 4, 4, 5, 5, 1, 1], [armed(ANN, "Sword", "Knife")], BOB, weapon="Sword, Knife")
    assert lines[:6] == [
        "Ann, Sword: 5 −2 two weapons = 3 → sub-phase 3",
        "Ann strikes Bob. To kill: 12+ | 4+4 −2 two weapons = 6 → no effect",
        "Bob: no effect",
        "Ann, Knife: 6 −1 handling −2 two weapons = 3 → sub-phase 3",
        "Ann strikes Bob. To kill: 12+ | 5+5 −1 weapon −2 two weapons = 7 → no effect",
        "Bob: no effect",
    ]


@pytest.mark.rule("C3K-C13")
def test_blows_of_one_sub_phase_fall_at_once_and_earlier_ones_prevent_later():
    ann, bob = armed(ANN, "Sword"), armed(BOB, "Sword")
    both, lines = fought([4, 4, 6, 6, 6, 6], [ann], bob)
    assert both.after["Ann"].killed
    assert both.after["Bob"].killed
    later, lines = fought([5, 4, 6, 6], [ann], bob)
    assert (later.after["Ann"].killed, later.after["Bob"].killed) == (True, False)
    assert lines[-2:] == ["Ann, Sword: 5 = 5 → sub-phase 5", "Ann strikes no blow any more"]
    assert later.ledger.contacts == ()


@pytest.mark.rule("C3K-C14")
@pytest.mark.parametrize(("rounds", "phase"), [(0, "6 −3 handling = 3"), (1, "6 +2 handling = 8")])
def test_a_laser_pike_handles_well_in_the_first_round_alone(rounds, phase):
    blow = [1, 1] if rounds == 0 else []
    contacts = (Contact("Ann", "Bob", rounds),)
    _, lines = fought([6, 6, *blow, 1, 1], [armed(ANN, "Laser Pike")], BOB, contacts=contacts)
    assert any(line.startswith(f"Ann, Laser Pike: {phase} →") for line in lines)


def test_the_rounds_of_a_close_combat_are_counted():
    outcome, _ = fought([3, 4, 1, 1, 1, 1], [ANN], BOB)
    assert outcome.ledger.contacts == (Contact("Ann", "Bob", 1),)


@pytest.mark.rule("C3K-C14")
@pytest.mark.parametrize("weapon", ["Shock Staff", "Neuron Whip"])
def test_shock_and_neuron_weapons_stun_for_tens_of_turns(weapon):
    outcome, lines = fought([1, 6, 10, 10, 7], [armed(ANN, weapon)], armed(BOB, "Sword"))
    bob = outcome.after["Bob"]
    assert (bob.killed, bob.stunned) == (False, 70)
    assert "Stun: 7 × 10 → stunned for 70 turns" in lines
    assert lines[-1] == "Bob strikes no blow any more"
    assert [each.hand for each in bob.weapons] == ["dropped"]


@pytest.mark.rule("C3K-C15")
@pytest.mark.parametrize(("hand", "blow"), [("left", "+2 strength +2 left hand = 10"), ("right", "+2 strength = 8")])
def test_the_left_hand_of_a_trimote_strikes_harder_with_what_it_wields(hand, blow):
    """A Trimote: strength +2, dexterity +1, reflex −1."""
    tri = unit("Tri", creature="Trimote", strength=2, dexterity=1, reflex=-1)
    _, lines = fought([1, 6, 3, 3, 1, 1], [armed(tri, f"Sword in {hand}")], BOB)
    assert f"Tri strikes Bob. To kill: 12+ | 3+3 {blow} → no effect" in lines


@pytest.mark.rule("C3K-C07")
def test_the_helpless_suffer_a_free_blow_without_a_strike_phase_and_before_all_others():
    """No die for Ann's sub-phase; Cid, who isn't helpless, throws for his."""
    bob = unit("Bob", "Blue", stunned=3)
    outcome, lines = fought([1, 6, 6, 1, 1], [armed(ANN, "Sword")], bob, CID)
    assert lines == [
        "Ann strikes Bob freely. To kill: 12+ | 6+6 = 12 → killed",
        "Bob: killed",
        "Cid, Fist: 1 = 1 → sub-phase 1",
        "Cid strikes Ann. To kill: 12+ | 1+1 −3 weapon = −1 → no effect",
        "Ann: no effect",
        "Bob strikes no blow: stunned",
    ]
    assert outcome.ledger.contacts == (Contact("Ann", "Cid", 1),)


@pytest.mark.rule("C3K-C07")
@pytest.mark.parametrize("rounds", [0, 1])
def test_who_was_caught_on_the_run_strikes_no_blow_in_the_first_round(rounds):
    caught = (Contact("Ann", "Bob", rounds, caught="Bob"),)
    _, lines = fought([4, 4] if rounds == 0 else [3, 5, 4, 4, 1, 1], [ANN], BOB, contacts=caught)
    assert ("Bob strikes no blow: caught unaware or on the run" in lines) is (rounds == 0)


@pytest.mark.rule("C3K-C07")
@pytest.mark.parametrize(
    ("helpless", "faces", "free"),
    [
        ((), [3, 4, 3, 4, *[1, 1] * 4], 0),
        (("Bob",), [3, 4, *[1, 1] * 3], 1),
        (("Bob", "Cid"), [*[1, 1] * 2], 2),
    ],
)
def test_why_a_blow_is_free_is_told_where_any_is(helpless, faces, free):
    """Ann against Bob and Sue against Cid, of whom some are stunned and strike no blow."""
    scene = two_fights()
    known = {name: unit(name, each.side, stunned=2 if name in helpless else 0) for name, each in scene.known.items()}
    _, card = give(
        "melee", faces, replace(scene, units={**scene.units, "name": (known["Ann"], known["Sue"])}, known=known)
    )
    rule = "Whoever is unaware, on the run or helpless suffers a free blow, before all others (C3K Surprise attacks)"
    assert card.working.count(rule) == bool(free)
    assert sum(" freely. " in str(line) for line in card.lines) == free


@pytest.mark.rule("C3K-C06", "C3K-C07")
@pytest.mark.parametrize(
    ("target", "faces", "blow"),
    [
        # Whoever came first, or is named; Cid is stunned, and it is a free blow. Bob's 6 +1 for nobody else is 6.
        ((), [1, 6, 2, 2, 1, 1], "Ann strikes Bob. "),
        ((BOB,), [1, 6, 2, 2, 1, 1], "Ann strikes Bob. "),
        ((unit("Cid", "Blue", stunned=2),), [6, 2, 2, 1, 1], "Ann strikes Cid freely. "),
    ],
)
def test_of_several_the_first_is_struck_or_who_is_named(target, faces, blow):
    contacts = (Contact("Ann", "Bob"), Contact("Ann", "Cid"))
    cid = unit("Cid", "Blue", stunned=2)
    others = [each for each in (BOB, cid) if each.name not in {one.name for one in target}]
    _, lines = fought(faces, [ANN], *others, target=target, contacts=contacts)
    assert [line.partition("To kill")[0] for line in lines if line.startswith("Ann strikes")] == [blow]


@pytest.mark.rule("C3K-C06")
@pytest.mark.parametrize(("targets", "first"), [((CID, BOB), "CB"), ((BOB, CID), "BC"), ((CID,), "CC"), ((), "BB")])
def test_several_who_name_as_many_strike_each_their_own(targets, first):
    """Ann and Sue are in contact with both of them."""
    contacts = tuple(Contact(one, other) for one in ("Ann", "Sue") for other in ("Bob", "Cid"))
    others = [each for each in (BOB, CID) if each not in targets]
    people = {each.name: each for each in (ANN, SUE, *targets, *others)}
    scene = Scene({"name": (ANN, SUE), "target": targets}, Ledger(turn=Turn(2, Phase.CLOSE_COMBAT), contacts=contacts),
                  known=people)  # fmt: skip
    _, card = give("melee", [1, 1, 1, 1, *[1, 1] * 4], scene)
    struck = {str(line).partition(" To kill")[0] for line in card.lines if "strikes" in str(line)}
    names = {"B": "Bob", "C": "Cid"}
    assert {f"Ann strikes {names[first[0]]}.", f"Sue strikes {names[first[1]]}."} <= struck


@pytest.mark.rule("C3K-C14")
@pytest.mark.parametrize(
    ("contacts", "handling"),
    [
        # A Laser Pike handles at +3 in the first round of a fight of one's own, at −2 from then on.
        ((Contact("Ann", "Bob"), Contact("Ann", "Cid")), "−3 handling"),
        ((Contact("Ann", "Bob", 1), Contact("Ann", "Cid")), "+2 handling"),
        ((Contact("Ann", "Bob"), Contact("Ann", "Cid", 1)), "+2 handling"),
        ((Contact("Ann", "Bob"), Contact("Sue", "Bob", 1)), "−3 handling"),
    ],
)
def test_a_laser_pike_knows_the_rounds_of_whoever_holds_it(contacts, handling):
    people = {name: unit(name, side) for name, side in (("Sue", "Red"), ("Bob", "Blue"), ("Cid", "Blue"))}
    there = [people[name] for name in dict.fromkeys(name for each in contacts for name in each.both) if name != "Ann"]
    faces = [2, *[1] * len(there), *[1, 1] * (len(there) + 1)]
    _, lines = fought(faces, [armed(ANN, "Laser Pike")], *there, contacts=contacts)
    assert any(line.startswith(f"Ann, Laser Pike: 2 {handling}") for line in lines)


def weapons_of(acting, *others, target=(), contacts=None, **fields):
    """With what each strikes in a round in which all blows fall at once and harm nobody."""
    people = [*acting, *target, *others]
    faces = [*[3] * len(people), *[1, 1] * len(people)]
    _, lines = fought(faces, acting, *others, target=target, contacts=contacts, **fields)
    return {line.partition(",")[0]: line.partition(", ")[2].partition(":")[0] for line in lines if "sub-phase" in line}


def test_of_several_those_strike_with_a_weapon_that_is_named_who_have_it():
    ann, bob, cid = armed(ANN, "Sword", "Knife"), armed(BOB, "Sword", "Knife"), armed(CID, "Sword")
    contacts = (Contact("Ann", "Bob"), Contact("Sue", "Cid"))
    named = weapons_of([ann, SUE], bob, cid, contacts=contacts, weapon="Knife")
    assert named == {"Ann": "Knife", "Sue": "Fist", "Bob": "Sword", "Cid": "Sword"}
    with pytest.raises(RuleError, match="Sue has nothing in hand but fists"):
        fought([], [SUE], bob, weapon="Knife")
    # With what those strike back who are named as targets, and nobody else.
    back = weapons_of([ann, SUE], target=(bob, cid), contacts=contacts, back="Knife")
    assert back == {"Ann": "Sword", "Sue": "Fist", "Bob": "Knife", "Cid": "Sword"}
    assert weapons_of([ann], cid, target=(bob,), back="Knife")["Bob"] == "Knife"
    assert weapons_of([ann], bob, target=(CID,), back="Fist")["Bob"] == "Sword"
    with pytest.raises(RuleError, match="There is no weapon of Cid “Knife”: choose Sword"):
        fought([], [ann], target=(cid,), back="Knife")


def test_what_another_has_written_down_to_strike_with_they_do_strike_with():
    """A player who asks for odds knows nothing of it; the referee does."""
    ann, bob = replace(armed(ANN, "Sword"), owner="1"), replace(armed(BOB, "Sword", "Knife"), owner="2")
    written = {"Bob": GameOrders(strikes="Knife")}
    for by in ("1", ""):
        plain = replace(table([ann], [bob]), by=by)
        scene = replace(plain, ledger=replace(plain.ledger, turn=replace(plain.ledger.turn, orders=written)))
        _, card = give("melee", [3, 3, 1, 1, 1, 1], scene)
        assert any(str(line).startswith("Bob, Knife: ") for line in card.lines)
        melee = C3K.orders["melee"]
        same = order_odds(melee, scene, melee.read({}, {})) == order_odds(melee, plain, melee.read({}, {}))
        assert same is (by == "1")


def test_who_is_caught_by_one_strikes_nobody_of_several_in_that_round():
    contacts = (Contact("Eve", "Bob", 1), Contact("Ann", "Bob", caught="Bob"))
    _, lines = fought([1, 1, 1, 1], [ANN, unit("Eve")], BOB, contacts=contacts)
    assert lines[-1] == "Bob strikes no blow: caught unaware or on the run"
    assert sum(" freely. " in line for line in lines) == 2


@pytest.mark.rule("C3K-G02", "C3K-C03")
def test_who_has_fired_in_this_turn_strikes_no_blow_where_turns_are_counted():
    fired = replace(ANN, sheet=replace(ANN.sheet, now=Memory(target="Bob", shot=True)))
    with pytest.raises(RuleError, match="Ann has fired this turn: /phase ends the turn"):
        fought([], [fired], BOB)
    fought([3, 4, 1, 1, 1, 1], [fired], BOB, settings={"turns": "free"})
    # Bob, who hasn't, brings it about for both.
    fought([3, 4, 1, 1, 1, 1], [BOB], fired)
    # Nobody knows of it who isn't in contact.
    scene = two_fights(named=("Ann", "Sue"))
    apart = replace(scene, ledger=replace(scene.ledger, contacts=scene.ledger.contacts[:1]))
    assert give("melee", [3, 4, 1, 1, 1, 1], apart)[0].after.keys() == {"Ann", "Bob"}


def test_with_what_another_strikes_back_only_they_say():
    people = replace(ANN, owner="1"), replace(BOB, owner="2")
    scene, melee = replace(table(people[:1], target=people[1:]), by="1"), C3K.orders["melee"]
    with pytest.raises(RuleError, match="Bob is not yours"):
        check_spoken_for(melee, scene, melee.read({"back": "Fist"}))
    check_spoken_for(melee, scene, melee.read({}))
    check_spoken_for(melee, replace(scene, by=""), melee.read({"back": "Fist"}))


def test_where_nobody_can_strike_it_is_told_why_of_each():
    ann, bob = unit("Ann", stunned=2), replace(BOB, marks=("surrendered",))
    _, card = give("melee", [], replace(table([ann], [bob]), unnamed=("name",)))
    assert card.lines == ("Ann strikes no blow: stunned", "Bob strikes no blow: has surrendered")
    with pytest.raises(RuleError, match="Bob has surrendered: name as target whom they strike all the same"):
        give("melee", [], table([ANN], [bob]))


@pytest.mark.rule("C3K-C04")
def test_where_turns_are_free_blows_need_not_wait_for_the_next_one_nor_do_odds():
    fresh = (Contact("Ann", "Bob", fresh=True),)
    with pytest.raises(RuleError, match="Ann and Bob came into contact in this turn, and blows begin in the next"):
        fought([], [ANN], BOB, contacts=fresh)
    _, lines = fought([1, 6, 1, 1, 1, 1], [ANN], BOB, contacts=fresh, settings={"turns": "free"})
    assert lines[0] == "Ann, Fist: 1 = 1 → sub-phase 1"
    order = C3K.orders["melee"]
    chances = [
        order_odds(order, table([ANN], [BOB], contacts=contacts), order.read({}, {})) for contacts in (fresh, None)
    ]
    assert chances[0] == chances[1]


@pytest.mark.rule("C3K-W01", "C3K-W03", "C3K-C09")
def test_wounds_and_locations_are_those_of_the_campaign():
    """Sword and 6+5: 11 is one point; a decimal die of 8 is the left arm; stun 1+1 and 1 less 6 is none."""
    outcome, lines = fought([1, 6, 6, 5, 8, 1, 1, 1, 1], [armed(ANN, "Sword")], BOB, settings={"wounds": "by location"})
    assert "Hit in the left arm: 1 wound point (−15 to hit with this arm, its actions take double)" in lines
    assert outcome.after["Bob"].wound_points == 1


@pytest.mark.rule("C3K-C06", "C3K-M06")
def test_whoever_fought_does_nothing_else_in_that_turn():
    outcome, _ = fought([3, 4, 1, 1, 1, 1], [ANN], BOB)
    ann = Unit("Ann", "Red", outcome.after["Ann"])
    for verb, phase in (("fire", Phase.FIRING), ("move", Phase.MOVEMENT)):
        scene = Scene({"name": (ann,), "target": (BOB,), "others": ()}, Ledger(turn=Turn(2, phase)))
        fields = {"range": 5} if verb == "fire" else {}
        with pytest.raises(RuleError, match="Ann fights in close combat this turn"):
            give(verb, [], scene, **fields)
    with pytest.raises(RuleError, match="Ann and Bob fought in this turn"):
        fought([], [ann], Unit("Bob", "Blue", outcome.after["Bob"]))


def two_fights(*fought, named=()):
    """Ann against Bob and Sue against Cid, of whom some have fought in this turn; whose turn to strike it is by names,
    else of all.
    """
    people = {each.name: each for each in (ANN, SUE, BOB, CID)}
    for name in fought:
        people[name] = replace(people[name], sheet=replace(people[name].sheet, now=Memory(busy=FIGHTS)))
    acting = [people[name] for name in named or ("Ann", "Sue")]
    contacts = (Contact("Ann", "Bob"), Contact("Sue", "Cid"))
    scene = table(acting, people.values(), contacts=contacts)
    return scene if named else replace(scene, unnamed=("name",))


@pytest.mark.rule("C3K-C06")
@pytest.mark.parametrize(
    ("fought", "named", "over"),
    [
        (("Ann", "Bob"), ("Ann",), "Ann and Bob"),
        (("Ann", "Bob"), ("Ann", "Sue"), "Ann and Bob"),
        # Where nobody is named, those strike who haven't yet; where all have, nobody does.
        (("Ann", "Bob", "Cid", "Sue"), (), "Ann, Bob, Cid and Sue"),
    ],
)
def test_a_fight_is_fought_once_in_a_turn(fought, named, over):
    with pytest.raises(RuleError, match=f"{over} fought in this turn: /phase ends the turn"):
        give("melee", [], two_fights(*fought, named=named))


@pytest.mark.rule("C3K-C06")
@pytest.mark.parametrize(
    ("acting", "targets", "pairs"),
    [
        # One for all, all for one, or one for each in the same order.
        ((ANN, SUE), (BOB,), {("Ann", "Bob"), ("Sue", "Bob")}),
        ((ANN,), (BOB, CID), {("Ann", "Bob"), ("Ann", "Cid")}),
        ((ANN, SUE), (BOB, CID), {("Ann", "Bob"), ("Sue", "Cid")}),
        ((ANN, SUE, unit("Eve")), (BOB, CID), None),
        ((ANN, SUE), (BOB, CID, unit("Dan", "Blue")), None),
    ],
)
def test_where_no_turn_is_kept_naming_them_brings_them_into_contact(acting, targets, pairs):
    people = (*acting, *targets)
    scene = Scene({"name": acting, "target": targets}, Ledger(), known={each.name: each for each in people})
    if pairs is None:
        with pytest.raises(RuleError, match="Name one target for all who strike, or one for each of them in the same"):
            give("melee", [], scene)
        return
    found = order_odds(C3K.orders["melee"], scene, {})
    assert found
    faces = [*range(1, len(people) + 1), *[1, 1] * len(people)]
    outcome, _ = give("melee", faces, scene)
    assert {each.both for each in outcome.ledger.contacts} == pairs


def test_whoever_names_a_target_and_nobody_who_strikes_has_one_alone_who_may():
    """Of several it isn't said who strikes it; one alone is brought into contact by it where no turn is kept."""
    scene = Scene({"name": (ANN, SUE), "target": (BOB,)}, unnamed=("name",), known={"Ann": ANN, "Sue": SUE, "Bob": BOB})
    with pytest.raises(RuleError, match="None of them is in base contact with an enemy"):
        give("melee", [], scene)
    outcome, _ = give("melee", [3, 4, 1, 1, 1, 1], replace(scene, units={"name": (ANN,), "target": (BOB,)}))
    assert outcome.after.keys() == {"Ann", "Bob"}


@pytest.mark.rule("C3K-C06")
@pytest.mark.parametrize(
    ("fought", "named", "strikes"),
    [
        ((), (), {"Ann", "Bob", "Sue", "Cid"}),
        (("Ann", "Bob"), (), {"Sue", "Cid"}),
        (("Ann", "Bob"), ("Sue",), {"Sue", "Cid"}),
    ],
)
def test_a_fight_that_is_over_leaves_the_others_to_be_fought(fought, named, strikes):
    """All are too late for a blow, or miss."""
    outcome, _ = give("melee", [3, 4, 1, 1, 1, 1] * (len(strikes) // 2), two_fights(*fought, named=named))
    assert outcome.after.keys() == strikes


DEAD, TANK = unit("Bob", "Blue", condition="killed"), unit("Tank", "Blue", vehicle="Light Tank")
ALOFT = replace(BOB, sheet=replace(BOB.sheet, height=Fraction(3)))


@pytest.mark.parametrize(
    ("acting", "target", "contacts", "refusal"),
    [
        (ANN, BOB, (), "Ann isn't in base contact with Bob: /charge brings them into it (C3K Charges)."),
        (ANN, None, (), "Ann isn't in base contact with an enemy: /charge brings them into it (C3K Charges)."),
        (ANN, ANN, (), "Ann cannot strike themselves: name an enemy."),
        (ANN, SUE, (), "Sue is on Ann's side: name an enemy to strike."),
        (ANN, DEAD, (), "Bob has been killed already: choose another target."),
        (ANN, TANK, (), "Tank is a vehicle, and close combat is between figures (C3K Close combat)."),
        (
            ANN,
            ALOFT,
            (),
            "Bob is 3 cm up, and close combat is on the ground: come down first, with /move values:down (C3K Flying, "
            "Close combat).",
        ),
        (unit("Ann", stunned=2), BOB, None, "Ann is stunned and cannot strike (C3K Special conditions)."),
        (
            ANN,
            BOB,
            (Contact("Ann", "Bob", fresh=True),),
            "Ann and Bob came into contact in this turn, and blows begin in the next: /phase goes on (ruling B-C3).",
        ),
    ],
)
def test_a_blow_that_cannot_be_is_refused(acting, target, contacts, refusal):
    with pytest.raises(RuleError) as refused:
        give("melee", [], table([acting], () if target else (BOB,), (target,) if target else (), contacts))
    assert str(refused.value).endswith(refusal)


@pytest.mark.parametrize(
    ("acting", "targets", "fights"),
    [
        ((ANN,), (BOB, CID), [("Ann", "Bob"), ("Ann", "Cid")]),
        ((ANN, SUE), (BOB,), [("Ann", "Bob"), ("Sue", "Bob")]),
        ((ANN, SUE), (BOB, CID), [("Ann", "Bob"), ("Sue", "Cid")]),
        ((ANN, SUE), (BOB, CID, unit("Dan", "Blue")), []),
        ((ANN, SUE, unit("Eve", "Red")), (BOB, CID), []),
    ],
)
def test_as_many_targets_as_strike_or_one_for_all(acting, targets, fights):
    """Where no turn is kept and no deck is up those who are named fight."""
    people = {each.name: each for each in (*acting, *targets)}
    scene = Scene({"name": acting, "target": targets}, known=people)
    if not fights:
        with pytest.raises(RuleError, match="Name one target for all who strike, or one for each of them in the same"):
            give("melee", [], scene)
        return
    # By a 6 whoever fights several is too late; all others strike.
    strike = [name for name in people if sum(name in both for both in fights) == 1]
    outcome, _ = give("melee", [6] * len(people) + [1, 1] * len(strike), scene)
    assert sorted(each.both for each in outcome.ledger.contacts) == fights


def test_the_referees_word_and_odds_bring_those_into_contact_whom_nothing_shows_in_it():
    apart = table([ANN], target=(BOB,), contacts=())
    outcome, _ = give("melee", [3, 4, 1, 1, 1, 1], apart, contact=True)
    assert outcome.ledger.contacts == (Contact("Ann", "Bob", 1),)
    melee = C3K.orders["melee"]
    assert order_odds(melee, apart, melee.read({}, {})) == order_odds(melee, table([ANN], [BOB]), melee.read({}, {}))
    # Where a deck shows them apart, it takes such a word with no turn as well.
    board = on(HALL, Ann="A1E", Bob="C1W")
    free = Scene({"name": (ANN,), "target": (BOB,)}, board=board, known={"Ann": ANN, "Bob": BOB})
    with pytest.raises(RuleError, match="Ann isn't in base contact with Bob"):
        give("melee", [], free)
    give("melee", [3, 4, 1, 1, 1, 1], replace(free, board=on(HALL, Ann="A1E", Bob="B1W")))


def test_blows_are_struck_in_their_phase():
    with pytest.raises(RuleError, match="This is the firing phase of turn 2, and blows are struck in the close combat"):
        give("melee", [], table([ANN], (BOB,), phase=Phase.FIRING))


def test_where_no_turn_is_kept_and_no_deck_is_up_naming_two_says_that_they_fight():
    scene = Scene({"name": (ANN,), "target": (BOB,)}, known={"Ann": ANN, "Bob": BOB})
    outcome, card = give("melee", [3, 4, 1, 1, 1, 1], scene)
    assert card.title == "Close combat: Ann and Bob"
    assert outcome.ledger.contacts == (Contact("Ann", "Bob", 1),)
    assert C3K.load_ledger(C3K.dump_ledger(outcome.ledger)) == outcome.ledger


def test_whoever_names_no_weapon_strikes_with_a_close_weapon_before_the_butt_of_a_rifle():
    (sword,) = armed(ANN, "Sword in left").sheet.weapons
    (rifle,) = armed(ANN, "MM5 Rifle").sheet.weapons
    ann = replace(ANN, sheet=replace(ANN.sheet, weapons=(replace(rifle, hand=Hand.RIGHT), sword)))
    _, told = fought([4, 6, 1, 1, 1, 1], [ann], BOB)
    assert told[0] == "Ann, Sword: 4 = 4 → sub-phase 4"


@pytest.mark.rule("C3K-C08")
@pytest.mark.parametrize(
    ("said", "held", "line"),
    [
        # A Sword handles at 0, a Knife at +1; two weapons strike 2 earlier, each for itself.
        ("", "Knife in left", "Bob, Sword: 4 = 4 → sub-phase 4"),
        ("knife", "Knife in left", "Bob, Knife: 4 −1 handling = 3 → sub-phase 3"),
        ("Sword, Knife", "Knife in left", "Bob, Knife: 4 −1 handling −2 two weapons = 1 → sub-phase 1"),
        ("fist", "Knife in left", "Bob, Fist: 4 = 4 → sub-phase 4"),
        # What isn't in hand any more is nothing that they could strike with.
        ("Knife", "Knife in stowed", "Bob, Sword: 4 = 4 → sub-phase 4"),
    ],
)
def test_who_is_struck_at_strikes_with_what_they_wrote_down_before(said, held, line):
    bob = armed(BOB, "Sword in right", held)
    scene = table([ANN], [bob])
    if said:
        writes = replace(scene, units={"name": (bob,)}, ledger=replace(scene.ledger, turn=Turn(2)))
        outcome, card = give("plan", units=writes, values=f"strikes {said}")
        assert outcome.sealed
        assert card.lines[-1].startswith("Bob strikes with ")
        scene = replace(scene, ledger=replace(outcome.ledger, turn=outcome.ledger.turn.next_phase))
    faces = [6, 4, 4, 1, 1, 1, 1, 1, 1] if "two" in line else [6, 4, 1, 1, 1, 1]
    outcome, card = give("melee", faces, scene)
    assert line in card.lines
    assert not said or outcome.ledger.turn.orders["Bob"].strikes.casefold() == said.casefold()


def test_what_somebody_means_to_strike_with_is_nobody_elses_to_know():
    bob = replace(armed(BOB, "Chain Saw in both", "Knife in stowed"), owner="2")
    scene = table([replace(ANN, owner="1")], [bob])
    orders = {"Bob": GameOrders(strikes="Fist")}
    knowing = replace(scene, ledger=replace(scene.ledger, turn=replace(scene.ledger.turn, orders=orders)))
    order = C3K.orders["melee"]

    def asked(scene, by):
        return order_odds(order, replace(scene, by=by), order.read({}, {}))

    assert asked(knowing, "1") == asked(scene, "1")
    assert asked(knowing, "2") != asked(scene, "2")
    assert asked(knowing, "") != asked(scene, "")


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ("Rifle", "There is no weapon of Bob “Rifle”: choose Sword, Knife or Laser Pistol"),
        ("Laser Pistol", "There is no weapon to strike with “Laser Pistol”: choose Sword or Knife"),
        ("Sword, Knife, Fist", "Bob strikes with 2 weapons at most"),
    ],
)
def test_nobody_writes_down_what_nobody_strikes_with(said, refusal):
    bob = armed(BOB, "Sword in right", "Knife in left", "Laser Pistol in stowed")
    scene = replace(table([bob]), ledger=Ledger(turn=Turn(2)))
    with pytest.raises(RuleError, match=refusal):
        give("plan", units=scene, values=f"strikes {said}")
    with pytest.raises(RuleError, match="Game orders and groups are kept in a turn"):
        give("plan", units=replace(scene, ledger=None), values="strikes Sword")


def test_whoever_was_struck_before_a_round_has_been_struck_after_it():
    """Bob was hit by fire in this turn, and Ann misses him: he still tests his morale for it."""
    bob = replace(BOB, sheet=replace(BOB.sheet, now=replace(BOB.sheet.now, struck=True)))
    outcome, _ = fought([4, 6, 1, 1, 1, 1], [armed(ANN, "Sword")], bob)
    assert outcome.after["Bob"].now.struck


def test_who_has_come_over_to_ones_own_side_is_struck_no_more():
    turncoat = unit("Bob", "Red")
    with pytest.raises(RuleError, match="Ann isn't in base contact with an enemy: /charge brings them into it"):
        give("melee", units=table((ANN,), (turncoat,), contacts=(Contact("Ann", "Bob"),)))


@pytest.mark.rule("C3K-C08")
@pytest.mark.parametrize(
    ("second", "faces", "told"),
    [
        # Sue comes after the blow that kills Bob; in the same sub-phase both strike him.
        (3, [], "Sue strikes nobody: none is left of those in contact"),
        (1, [], "Sue, Fist: 1 = 1 → sub-phase 1"),
    ],
)
def test_who_strikes_after_the_last_has_fallen_strikes_nobody(second, faces, told):
    _, lines = fought([1, 6, second, 10, 10, *faces], [ANN, unit("Sue")], BOB)
    assert "Ann strikes Bob. To kill: 12+ | 10+10 −3 weapon = 17 → killed" in lines
    assert told in lines
    assert ("Sue strikes nobody" in "\n".join(lines)) is (second == 3), lines


@pytest.mark.rule("C3K-E17")
@pytest.mark.parametrize(
    ("weapon", "rule"), [("One-Handed Axe", "C3K Close combat, our reading"), ("Knife", "C3K Close combat")]
)
def test_a_blow_that_goes_by_our_reading_of_a_damaged_list_says_so(weapon, rule):
    _, card = give("melee", [4, 6, 1, 1, 1, 1], table([armed(unit("Ann"), weapon)], [BOB], (), None), None)
    assert any(line.endswith(f"handling ({rule})") for line in card.working)
