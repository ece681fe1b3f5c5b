"""`/melee`, `/phase`, `/reorient` and `/collide` as the rest of the house gives them."""

import re
from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.engine.odds import exact, order_odds
from bot.engine.system import Scene, Unit
from bot.systems.ahl.sheet.character import ZeroG
from tests.systems.ahl.book import AHL, MARINE, PIRATE, give


def somebody(name, at=None, **traits):
    return Unit(name, "", AHL.with_traits(AHL.new_sheet, {key.replace("_", " "): v for key, v in traits.items()}), at)


def melee(faces=(), attacker=MARINE, target=PIRATE, others=(), beside=(), **fields):
    units = {"name": (attacker, *others), "target": (target,)}
    known = {unit.name: unit for unit in (attacker, *others, target, *beside)}
    return give("melee", faces, units, known=known, **{name.replace("_", " "): value for name, value in fields.items()})


def phase(faces, *units):
    return give("phase", faces, {"name": units})


def with_mark(unit, **mark):
    return Unit(unit.name, unit.side, replace(unit.sheet, zero_g=ZeroG(**mark)))


ROBOT = somebody("Robot", being="warbot", armour="battle dress", melee="6")
FIXER = somebody("Fixer", being="maintenance robot", melee="6")
BLOB = somebody("Blob", being="blob", life_level="3")


THREE = [somebody(name, melee="4") for name in ("Ann", "Bob", "Cid")]


def scene_of_three():
    return Scene({"name": tuple(THREE), "target": (PIRATE,)})


def test_odds_of_three_against_one_are_answered_whether_or_not_it_strikes_back():
    """Each of three throws one die at −1 and one column down: no effect on a 1 to 4."""
    order = AHL.orders["melee"]
    one_way, both_ways = (
        order_odds(order, scene_of_three(), order.read({"strike back": back})) for back in (False, True)
    )
    assert one_way == both_ways
    assert sum(chance for _, chance in one_way) == 1


def test_who_of_equals_strikes_first_changes_nothing_of_the_odds():
    """Ruling R-114: the odds that take them as they were named are those of every order of three who dive or don't."""
    order = AHL.orders["melee"]
    for fields in ({}, {"same square": True}, {"dive": True}):
        scene = Scene({**scene_of_three().units, "name": tuple(THREE[:2])})
        values = order.read({"strike back": False, **fields})
        every = exact(order.prepared(scene, values), of=lambda done: order.odds.outcome(done.result))
        assert dict(order_odds(order, scene, values)) == every


@pytest.mark.rule("AHL-17Aa", "AHL-17Ba", "AHL-17Bd")
def test_an_exchange_shows_its_whole_working():
    """6 against 5 in cloth: +1, one column down is 0, a 4 stuns; back −1 in combat armor: −2 down two is −6."""
    outcome, card = melee([4, 5])
    assert card.title == "Marine E1 attacks Pirate"
    assert card.lines == (
        "Marine E1 strikes Pirate: (column 0) | 4 = 4 → stun",
        "Pirate strikes Marine E1: (column −6) | 5 = 5 → no effect",
        "Pirate: stunned",
    )
    assert card.working == (
        "Marine E1: 6 − 5 = +1, the column at or below it (AHL 17.B)",
        "Marine E1: −1 cloth (AHL 17.B), columns to the left",
        "Stun: as a light wound until the end of the next phase, without a throw (AHL 17.C.2)",
        "Pirate: 5 − 6 = −1, the column at or below it (AHL 17.B)",
        "Pirate: −2 combat armor (AHL 17.B), columns to the left",
        "The larger factor strikes first, equals at random, and results are applied together (AHL 17.A)",
        "Without a turn another /melee of the step counts already: name all who attack the same one at once (AHL 17.A)",
        "After movement, for no action points: whoever fought fires no aimed shot in this phase, and fights nobody "
        "else (AHL 17)",
        "No deck has them all: the target must be adjacent in a front square, with nothing between (AHL 17)",
    )
    assert outcome.after["Pirate"].stunned == 2


def test_the_working_tells_the_attackers_factor_before_the_defenders():
    """5 with a stun against 5 with a light wound."""
    _, card = melee(
        [1], somebody("Ann", melee="5", stunned="1"), somebody("Bob", melee="5", light_wounds="1"), strike_back=False
    )
    assert card.working[:2] == (
        "Ann: melee 5 −1 light wounds and stuns = 4 (AHL 12.B.1)",
        "Bob: melee 5 −1 light wounds and stuns = 4 (AHL 12.B.1)",
    )


@pytest.mark.rule("AHL-17Bc")
def test_only_the_diver_gains_by_the_dive():
    """Ruling R-113: 6 against 6 has column 0; the diver's 2 counts 4, a stun, the other's 5 counts 4, a stun."""
    other = somebody("Other", melee="6")
    diver = somebody("Diver", melee="6")
    _, card = melee([1, 2, 5], diver, other, dive=True)
    assert card.lines[0] == "Diver strikes Other: (column 0) | 2 +2 dive = 4 → stun"
    assert card.lines[1] == "Other strikes Diver: (column 0) | 5 −1 same square = 4 → stun"


@pytest.mark.rule("AHL-17-3")
def test_others_attack_in_the_same_step_from_their_own_squares():
    """Factors 5, 5, 4: two at +1, of whom only the one beside has no −1; the target strikes back at one."""
    a, b = somebody("A", melee="5"), somebody("B", at=1, melee="5")
    outcome, card = melee([1, 3, 3, 6], a, somebody("T", melee="4"), others=[b], same_square=True)
    assert card.title == "A and B attack T"
    assert card.lines[:3] == (
        "A strikes T: (column +1) | 3 −1 same square = 2 → no effect",
        "B strikes T: (column +1) | 3 = 3 → stun",
        "T strikes A: (column −2) | 6 −1 same square = 5 → stun",
    )
    assert outcome.after["T"].stunned == outcome.after["A"].stunned == 2


@pytest.mark.parametrize(
    ("traits", "reason"),
    [
        ({"condition": "unconscious"}, "unconscious"),
        ({"condition": "seriously wounded"}, "seriously wounded"),
        ({"disoriented": "yes"}, "disoriented"),
    ],
)
def test_who_cannot_strike_back_does_not(traits, reason):
    _, card = melee([1], target=somebody("Pirate", melee="5", **traits))
    assert card.lines[1] == f"Pirate does not strike back: {reason}"


def test_who_will_not_strike_back_does_not():
    _, card = melee([1], strike_back=False)
    assert card.lines[1] == "Pirate does not strike back: by choice"


@pytest.mark.rule("AHL-20f", "AHL-20a")
def test_a_blob_grips_and_lets_go():
    """Life level 3 is 6 against 6 in combat armor: 0 down two is −4; a 1 does nothing, but it grips."""
    outcome, card = melee([1, 1], BLOB, replace_melee(MARINE, 5))
    assert card.lines[-1] == "Blob grips Marine E1"
    assert "Whoever a blob attacks is gripped until the blob is stunned (AHL 20)" in card.working
    assert "Blob: melee is twice the life level of 3: 6 (AHL 20)" in card.working
    held = Unit("Marine E1", "", outcome.after["Marine E1"])
    other = replace(held, name="Other", sheet=replace(held.sheet, gripped_by="Another blob"))
    outcome, card = melee([5], somebody("Friend", melee="7"), BLOB, beside=[held, other], strike_back=False)
    assert card.lines == (
        "Friend strikes Blob: (column +1) | 5 = 5 → light wound, here stun",
        "Blob does not strike back: by choice",
        "Blob lets go of Marine E1",
    )
    assert outcome.after["Marine E1"].gripped_by == ""
    assert "Other" not in outcome.after


def replace_melee(unit, value):
    return Unit(unit.name, unit.side, replace(unit.sheet, melee=value))


@pytest.mark.rule("AHL-17Be", "AHL-21f")
def test_a_robot_is_two_columns_harder_and_destroyed_when_it_is_knocked_out():
    """11 against 6: +5 down two is +1, a 6 wounds, and the die of 6 destroys; its own −5 reads column −6."""
    outcome, card = melee([6, 1, 6], somebody("A", melee="11"), ROBOT)
    assert card.lines[0] == "A strikes Robot: (column +1) | 6 = 6 → light wound"
    assert card.lines[2] == "Robot: consciousness 6 → destroyed (lost on a 6)"
    assert "A: −2 robot (AHL 21), columns to the left" in card.working
    assert outcome.after["Robot"].condition == "dead"


@pytest.mark.rule("AHL-22c", "AHL-26Be")
def test_zero_g_and_vacuum_both_count():
    """Ruling order: +5 with a 6 is unconscious, in zero-G a light wound, through the vacc suit a serious one."""
    target = somebody("T", armour="vacc suit", melee="4")
    _, card = melee([6], somebody("A", melee="11"), target, strike_back=False, **{"zero-g": True}, vacuum=True)
    assert card.lines[0] == (
        "A strikes T: (column +5) | 6 = 6 → unconscious, here light wound, in vacuum a serious wound"
    )
    assert card.lines[-1] == "T: seriously wounded"
    assert "In zero-G every result is one level lower (AHL 26.B)" in card.working


@pytest.mark.rule("AHL-26Bc")
def test_a_target_may_hold_on_if_it_does_not_strike_back():
    outcome, _ = melee([1], strike_back=False, handhold=True, **{"zero-g": True})
    assert outcome.after["Pirate"].zero_g == ZeroG(melee="defender", handhold=True)


REFUSALS = [
    ({"target": MARINE}, "Marine E1 cannot attack themselves"),
    ({"attacker": somebody("A", condition="unconscious")}, "A is unconscious and cannot attack"),
    ({"attacker": somebody("A", disoriented="yes")}, "A is disoriented and attacks nobody: /reorient them first"),
    ({"target": somebody("T", condition="dead")}, "T is dead already: choose another target."),
    ({"others": [PIRATE]}, "Pirate cannot attack themselves"),
    ({"handhold": True}, "Handholds are for zero-G"),
    ({"handhold": True, "zero-g": True}, "whoever plays Pirate, or the referee, adds"),
    ({"dm": 21}, "The dm must be from −20 to 20."),
    (
        {"handhold": True, "zero-g": True, "target": somebody("T", condition="unconscious")},
        "T is unconscious and cannot hold on",
    ),
]


@pytest.mark.rule("AHL-26Bd")
@pytest.mark.parametrize(("how", "sentence"), REFUSALS)
def test_a_melee_that_cannot_be_says_what_to_do(how, sentence):
    with pytest.raises(RuleError) as refusal:
        melee(**how)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("nerve", ["fleeing", "cowering"])
def test_who_has_panicked_attacks_nobody(nerve):
    afraid = Unit("A", "", replace(MARINE.sheet, nerve=nerve))
    with pytest.raises(RuleError, match=f"A is {nerve} and attacks nobody"):
        melee(attacker=afraid)


@pytest.mark.rule("AHL-17Ca", "AHL-26Ba")
def test_the_end_of_a_phase():
    """A carbine from a handhold is 4+5 −4 +5 = 10; a fight is 6+6 −6 = 6; a stun of this phase has one more."""
    fired = with_mark(somebody("F"), fired="Carbine", handhold=True)
    fought = with_mark(somebody("M"), melee="attacker")
    outcome, card = phase([4, 5, 6, 6], fired, fought, somebody("S", stunned="2"), somebody("R", stunned="1"), PIRATE)
    assert card.lines == (
        "F: 10+ | 4+5 −4 Carbine +5 handhold = 10 → keeps control",
        "M: 10+ | 6+6 −6 melee = 6 → disoriented",
        "S: stunned for one more phase",
        "R: no longer stunned",
    )
    assert "F: −4 Carbine (AHL 26.B)" in card.working
    assert outcome.after["M"].zero_g == ZeroG(disoriented=True)
    assert outcome.after.keys() == {"F", "M", "S", "R"}


def test_a_phase_in_which_nothing_was_due_ends_all_the_same():
    outcome, card = phase([], MARINE, PIRATE)
    assert (outcome.after, card.lines) == ({}, ("Nothing was due.",))


@pytest.mark.rule("AHL-26Bd")
def test_reorienting():
    lost = somebody("A", disoriented="yes", light_wounds="1")
    outcome, card = give("reorient", [6, 5], {"name": (lost,)})
    assert card.lines == ("10+ | 6+5 −1 light wound = 10 → in control again", "Costs 6 AP: the whole action phase.")
    assert not outcome.after["A"].zero_g.disoriented
    outcome, card = give("reorient", [5, 5], {"name": (lost,)})
    assert card.lines[0].endswith("= 9 → still disoriented")
    assert outcome.after["A"].zero_g.disoriented
    with pytest.raises(RuleError, match="Pirate is not disoriented"):
        give("reorient", units={"name": (PIRATE,)})
    with pytest.raises(RuleError, match="B is unconscious and cannot reorient themselves"):
        give("reorient", units={"name": (somebody("B", disoriented="yes", condition="unconscious"),)})


@pytest.mark.rule("AHL-26Cc")
def test_a_collision():
    outcome, card = give("collide", [6, 2], {"name": (PIRATE,)}, **{"zero-g": True})
    assert card.lines == (
        "(column −2) | 6 = 6 → light wound",
        "Pirate: consciousness 2 → stays conscious (lost on a 6)",
        "Pirate: 1 light wound, disoriented",
    )
    assert outcome.after["Pirate"].zero_g.disoriented
    _, card = give("collide", [6], {"name": (PIRATE,)}, collision="as melee", **{"zero-g": True})
    assert card.lines[0] == "(column −4) | 6 = 6 → stun, here no effect"
    with pytest.raises(RuleError, match="D is dead already"):
        give("collide", units={"name": (somebody("D", condition="dead"),)}, **{"zero-g": True})


def test_every_rule_that_an_answer_names_is_in_the_index():
    suited = somebody("T", armour="vacc suit", melee="4", stunned="1", light_wounds="1")
    strong = somebody("A", melee="14")
    cards = [
        melee([6], strong, suited, strike_back=False, dive=True, **{"zero-g": True}, vacuum=True)[1],
        melee([6], strong, suited, same_square=True)[1],
        melee([2], strong, suited, stuns="add", dm=-1)[1],
        melee([6], strong, somebody("T", melee="4"))[1],
        melee([6], strong, ROBOT, vacuum=True)[1],
        melee([5], FIXER, ROBOT, dm=6, strike_back=False)[1],
        melee([1, 6, 6], BLOB, MARINE)[1],
        melee([6, 1], strong, somebody("T", armour="battle dress", melee="9"), **{"battle dress melee": "none"})[1],
        phase([1, 1], with_mark(suited, fired="Carbine", melee="attacker"))[1],
        give("reorient", [1, 1], {"name": (somebody("B", disoriented="yes"),)})[1],
        give("collide", [6, 1], {"name": (ROBOT,)}, vacuum=True, **{"zero-g": True})[1],
        give("collide", [6], {"name": (PIRATE,)}, collision="as melee", **{"zero-g": True})[1],
    ]
    working = "\n".join(line for card in cards for line in card.working)
    named = {rule for bracket in re.findall(r"\(AHL ([^)]+)\)", working) for rule in bracket.split(", ")}
    assert named <= AHL.rules.keys()
    assert {"12.B.1", "17", "17.A", "17.B", "17.C.2", "17.C.4", "17.C.5", "20", "21", "22", "26.B", "26.C"} <= named


@pytest.mark.rule("AHL-TRAV-B")
@pytest.mark.parametrize(("text", "value"), [("6", 6), ("7+5+2", 5), ("8 + 7 + 0", 3)])
def test_melee_is_a_number_or_travellers_sum(text, value):
    assert AHL.with_traits(AHL.new_sheet, {"melee": text}).melee == value


@pytest.mark.parametrize(
    ("trait", "text", "sentence"),
    [
        ("melee", "7+5", "The melee must be"),
        ("melee", "7+x+2", "must be a whole number, not “x”"),
        ("melee", "30+30+30", "The melee must be from 0 to 20."),
        ("stunned", "3", "The number of phases must be from 0 to 2."),
        ("disoriented", "maybe", "There is no answer “maybe”"),
    ],
)
def test_a_trait_that_cannot_be_says_what_to_do(trait, text, sentence):
    with pytest.raises(RuleError) as refusal:
        AHL.with_traits(AHL.new_sheet, {trait: text})
    assert sentence in str(refusal.value)


def test_what_play_did_to_a_character_can_be_set():
    sheet = AHL.with_traits(AHL.new_sheet, {"gripped by": "Blob 2", "stunned": "1", "disoriented": "yes"})
    lines = AHL.card(Unit("A", "", sheet)).lines
    assert lines[0] == "Stunned, gripped by Blob 2, disoriented"
    assert lines[2] == "Melee 5, morale 7 (−1 for light wounds and stuns), leadership 0"
    assert AHL.load_sheet(AHL.dump_sheet(sheet)) == sheet
    assert [AHL.traits[name].read(sheet) for name in ("gripped by", "stunned", "disoriented")] == ["Blob 2", "1", "yes"]
    free = AHL.with_traits(sheet, {"gripped by": "nobody", "stunned": "0", "disoriented": "no"})
    assert free == AHL.new_sheet


@pytest.mark.parametrize(("name", "holder"), [("Goo", "Goo"), ("", "")])
def test_who_is_gripped_knows_their_blob_by_its_name_and_is_let_go_where_it_has_left(name, holder):
    """It alone can be stunned to free them (AHL 20): by its old name nobody ever could."""
    held = replace(PIRATE.sheet, gripped_by="Blob")
    assert AHL.renamed_on(held, "Blob", name).gripped_by == holder
    assert AHL.renamed_on(held, "Bob", name) == held
