"""Melee, morale and rallying on a deck: who is adjacent, in front, in sight or in the dark (AHL 17, 18, 23)."""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of
from bot.engine.errors import RuleError
from bot.engine.odds import order_odds
from bot.systems.ahl.sheet.character import Condition, Nerve
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import AHL, HALL, body, give, scene_on, stands

OPEN = board_of(*HALL)
WALLED = board_of("", " . .|. . ")


def melee(board, *people, faces=(), attacker="Ann", **fields):
    return give("melee", scene_on(board, people, name=attacker, target="Cid"), faces, **fields)


def ann(square, facing="E", **sheet):
    # The larger factor, so that nobody throws for who is first.
    return body("Ann", "blue", **{"melee": 7, **sheet}), stands(square, facing)


def cid(square, facing="W", **sheet):
    return body("Cid", "red", **sheet), stands(square, facing)


@pytest.mark.rule("AHL-17-1", "AHL-3b")
def test_an_enemy_in_a_front_square_is_attacked_and_strikes_back():
    outcome, card = melee(OPEN, ann("A2"), cid("B1"), faces=[1, 1])
    assert len(outcome.result.melee.suffered) == 2
    assert "At B1 on the deck: adjacent in a front square, nothing between (AHL 17)" in card.working
    assert outcome.marks.about == (at_of("B1"),)


@pytest.mark.rule("AHL-22c", "AHL-22a")
def test_where_the_deck_has_no_air_wounds_of_melee_are_worse():
    """7 − 5 = +2, column +1, one down for the suit: 0, where a 6 is a light wound; Cid's 1 does nothing."""
    suit = {"armour": "vacc suit"}
    airless = replace(OPEN, airless=frozenset(OPEN.plan.levels[0].floor))
    outcome, card = melee(airless, ann("A2", **suit), cid("B2", **suit), faces=[6, 1])
    assert outcome.after["Cid"].condition is Condition.SERIOUS
    assert "A wound through a suit in vacuum is one level worse (AHL 22)" in card.working
    in_air = melee(OPEN, ann("A2", **suit), cid("B2", **suit), faces=[6, 1, 1])[0]
    assert (in_air.after["Cid"].light_wounds, in_air.after["Cid"].condition) == (1, Condition.ACTIVE)


@pytest.mark.rule("AHL-17-1")
@pytest.mark.parametrize(
    ("board", "square", "why"),
    [
        (OPEN, "D2", "Ann is 3 squares from Cid: /move to an adjacent square first"),
        (OPEN, "A1", "Cid is in no front square of Ann: turn Ann with /face first"),
        (OPEN, "A3", "no front square"),
    ],
)
def test_who_cannot_be_attacked(board, square, why):
    with pytest.raises(RuleError, match=why):
        melee(board, ann("A2"), cid(square))


@pytest.mark.rule("AHL-17-1")
def test_nobody_fights_through_a_wall():
    with pytest.raises(RuleError, match="Something stands between Ann and Cid"):
        melee(WALLED, ann("B1"), cid("C1"))


@pytest.mark.rule("AHL-17-1")
def test_who_looks_the_other_way_does_not_strike_back():
    outcome, card = melee(OPEN, ann("A2"), cid("B2", "E"), faces=[1])
    assert len(outcome.result.melee.suffered) == 1
    assert "Cid does not strike back: looks the other way (AHL 17)" in card.lines


@pytest.mark.rule("AHL-17Bc")
def test_the_deck_tells_who_shares_the_square():
    """All in a square are in front of each other there, each at −1; Bob beside it strikes without."""
    bob = (body("Bob", "blue", melee=6), stands("C2", "W"))
    outcome, _ = melee(OPEN, ann("B2"), bob, cid("B2", "E"), faces=[1, 1, 1], attacker="Ann, Bob")
    on_the_die = {
        (suffered.blow.attack.attacker.name): [modifier.dm for modifier in suffered.blow.check.modifiers]
        for suffered in outcome.result.melee.suffered
    }
    assert on_the_die == {"Ann": [-1], "Bob": [], "Cid": [-1]}
    # What was typed goes before the deck.
    outcome, _ = melee(OPEN, ann("B2"), cid("B2", "E"), faces=[1, 1], **{"same square": False})
    assert all(not suffered.blow.check.modifiers for suffered in outcome.result.melee.suffered)


@pytest.mark.rule("AHL-8C7a")
def test_a_diver_ends_in_the_square():
    """They dive from beside it, whichever way they face: +2 for them, −1 for whom they dive at."""
    outcome, _ = melee(OPEN, ann("A2", "N"), cid("B2", "E"), faces=[1, 1], dive=True)
    assert outcome.board.people["Ann"].at == at_of("B2")
    blows = {each.blow.attack.attacker.name: each.blow.check for each in outcome.result.melee.suffered}
    assert [modifier.dm for modifier in blows["Ann"].modifiers] == [2]
    assert [modifier.dm for modifier in blows["Cid"].modifiers] == [-1]


def test_a_dive_into_a_full_square_says_that_somebody_is_thrown_out_first():
    others = [(body(name), stands("B2")) for name in ("Bob", "Dan", "Eve")]
    _, card = melee(OPEN, ann("A2"), cid("B2", "E"), *others, faces=[1, 1], dive=True)
    assert card.lines[-1].startswith("That square is full, and somebody is thrown out of it first")
    _, card = melee(OPEN, ann("A2"), cid("B2", "E"), *others[:2], faces=[1, 1], dive=True)
    assert "That square is full" not in card.lines[-1]


def test_odds_are_told_before_anybody_has_come_adjacent():
    order = AHL.orders["melee"]
    scene = scene_on(OPEN, [ann("A2"), cid("I2")], name="Ann", target="Cid")
    assert sum(chance for _, chance in order_odds(order, scene, order.read({}))) == 1


def test_without_the_deck_the_referee_says_who_is_where():
    outcome, card = melee(OPEN, ann("A2"), cid("I2"), faces=[1, 1], deck=False)
    assert (outcome.board, outcome.marks) == (None, None)
    assert card.working[-1].startswith("No deck has them all")


LEADER = body("Lee", "blue", rank="O1", leadership=2)


def morale(board, *people, faces, roles, **fields):
    return give("morale", scene_on(board, people, **roles), faces, **fields)


@pytest.mark.rule("AHL-18Cb")
def test_a_leader_counts_for_whom_they_see():
    """Lee passes on 2. Ann in their sight holds on 9 by 7 + 2; Bob behind the wall has 7 and fails on 8."""
    people = [(LEADER, stands("A1", "W")), (body("Ann", "blue"), stands("B1")), (body("Bob", "blue"), stands("D1"))]
    people[1] = (body("Ann", "blue", rank="E1"), stands("B1"))
    people[2] = (body("Bob", "blue", rank="E2"), stands("D1"))
    outcome, card = morale(WALLED, *people, faces=[1, 1, 4, 5, 4, 4], roles={"name": "Lee, Ann, Bob"})
    assert outcome.result.morale.failed == ("Bob",)
    assert "The deck tells who has whom in sight, in any direction (AHL 18.C), ruling R-119" in card.working


@pytest.mark.rule("AHL-18A3", "AHL-10a")
def test_who_sees_the_fallen_checks_once_for_each():
    """Dan and Eve have fallen in A1 and D1; the wall keeps Ann from seeing Eve, and the enemy doesn't count."""
    out = {"condition": Condition.UNCONSCIOUS}
    people = [
        (body("Dan", "blue", **out), stands("A1")),
        (body("Eve", "blue", condition=Condition.DEAD), stands("D1")),
        (body("Ann", "blue", rank="E1"), stands("B1", "E")),
        (body("Cid", "red"), stands("B1")),
        (body("Bob", "blue", rank="E2", **out), stands("B1")),
    ]
    roles = {"name": "Dan, Eve, Ann, Cid, Bob", "fallen": "Dan, Eve"}
    outcome, _ = morale(WALLED, *people, faces=[1, 1], roles=roles, cause="casualty")
    assert [(each.checker.name, each.checker.times) for each in outcome.result.morale.checked] == [("Ann", 1)]
    outcome, _ = morale(OPEN_ROW, *people, faces=[1, 1, 1, 1], roles=roles, cause="casualty")
    assert [(each.checker.name, each.checker.times) for each in outcome.result.morale.checked] == [("Ann", 2)]
    with pytest.raises(RuleError, match="No active friend on the deck sees them"):
        morale(WALLED, *people[:2], faces=[], roles={"name": "Dan, Eve", "fallen": "Dan, Eve"}, cause="casualty")
    with pytest.raises(RuleError, match="Dan is on no deck"):
        morale(WALLED, *people, faces=[], roles=roles, cause="casualty", deck=False)


OPEN_ROW = board_of("", " . . . . ")
DARK = board_of("", " . .da . ", notes=("a = room 1 Hold",), more="dark: 1")


@pytest.mark.rule("AHL-23c")
def test_darkness_lowers_the_morale_of_who_stands_in_it():
    """Ann in the light needs 7, Bob in the dark hold 6; of a flag that was typed the deck says nothing."""
    people = [(body("Ann", "blue", rank="E1"), stands("A1")), (body("Bob", "blue", rank="E2"), stands("D1"))]
    outcome, card = morale(DARK, *people, faces=[3, 4, 3, 4], roles={"name": "Ann, Bob"})
    assert {each.checker.name: each.needed for each in outcome.result.morale.checked} == {"Ann": 7, "Bob": 6}
    assert outcome.result.morale.failed == ("Bob",)
    assert "The deck tells who stands in darkness (AHL 23)" in card.working
    outcome, _ = morale(DARK, *people, faces=[3, 4, 3, 4], roles={"name": "Ann, Bob"}, dark=False)
    assert outcome.result.morale.failed == ()


@pytest.mark.rule("AHL-18Dd")
def test_leaders_in_the_square_help_to_rally():
    """Ann has Lee beside her: 9; Bob in another square has 7. Both throw 8; a leader who cowers helps nobody."""
    cowering = {"nerve": Nerve.COWERING}
    people = [
        (body("Ann", "blue", rank="E1", **cowering), stands("A2")),
        (body("Bob", "blue", rank="E2", **cowering), stands("C2")),
        (LEADER, stands("A2")),
        (body("Max", "blue", rank="O2", leadership=3, **cowering), stands("C2")),
    ]
    roles = {"name": "Ann, Bob"}
    outcome, _ = give("rally", scene_on(OPEN, people, **roles), [4, 4, 4, 4])
    assert {name: sheet.nerve for name, sheet in outcome.after.items()} == {
        "Ann": Nerve.STEADY,
        "Bob": Nerve.COWERING,
    }


@pytest.mark.rule("AHL-18Dd")
def test_what_the_deck_shows_of_a_rally_no_player_says_otherwise():
    """Ann flees in Cid's sight, and Lee is squares away: the referee may say that it isn't so."""
    people = [
        (body("Ann", "blue", rank="E1", nerve=Nerve.FLEEING), stands("A1")),
        (body("Bob", "blue", rank="E2", nerve=Nerve.COWERING), stands("B1")),
        (body("Cid", "red"), stands("D1", "W")),
        (LEADER, stands("C1")),
        (body("Max", "blue", rank="O2", leadership=3), stands("B1")),
    ]

    def rally(faces, name, leaders="", by="1", **fields):
        roles = {"name": name, "leaders": leaders} if leaders else {"name": name}
        return give("rally", replace(scene_on(OPEN_ROW, people, **roles), by=by), faces, **fields)

    with pytest.raises(RuleError, match=r"^“cover” is known of Ann on this deck: leave it out; otherwise only"):
        rally([], "Ann", cover=True)
    with pytest.raises(RuleError, match=r"^Ann is still fleeing and cannot rally before they are in full cover \(AHL"):
        rally([], "Ann")
    with pytest.raises(RuleError, match=r"^“leaders” is known of Lee on this deck: leave it out; otherwise only"):
        rally([], "Bob", "Lee")
    assert "morale 7 +3 Max leads)" in rally([1, 1], "Bob", "Max")[1].lines[0]
    assert "+2 Lee leads" in rally([1, 1], "Bob", "Lee", by="")[1].lines[0]
    assert rally([1, 1], "Ann", by="", cover=True)[0].after["Ann"].nerve is Nerve.STEADY


def test_who_is_on_no_deck_is_seen_by_all():
    """As before there was one."""
    people = [(LEADER, stands("A1"))]
    stranger = body("Ann", "blue", rank="E1")
    scene = scene_on(WALLED, people, name="Lee")
    scene = type(scene)({"name": (*scene.all("name"), stranger)}, scene.ledger, scene.board, scene.present)
    outcome, card = give("morale", scene, [1, 1, 4, 5])
    assert outcome.result.morale.failed == ()
    assert any(line.startswith("No deck has them all") for line in card.working)
