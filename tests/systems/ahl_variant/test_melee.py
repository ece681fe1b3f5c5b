"""Melee by the variant, through its orders: values, reach, thrown weapons, robots' arms (V17, V21)."""

from fractions import Fraction

import pytest

from bot.engine.odds import imagined_odds
from bot.engine.scene import Scene
from bot.systems.ahl.sheet.character import Being, Condition
from bot.systems.ahl_variant.sheet import Death
from tests.deck.plans import board_of
from tests.systems.ahl.table import OPEN
from tests.systems.ahl_variant.people import BOOK
from tests.systems.ahl_variant.table import VARIANT, one, table


def duel(*ann, at="B1", cid=(), **sheet):
    """Ann at A1 with these weapons, Cid in front of her."""
    return table(one("Ann", "A1", weapons=ann), one("Cid", at, "W", "red", weapons=cid, **sheet))


def struck(game, faces, **given):
    card = game.give("melee", faces, name="Ann", target="Cid", **{"strike_back": False, **given})
    return "\n".join((*map(str, card.lines), *card.working))


@pytest.mark.rule("VAR-36", "VAR-37", "VAR-38")
def test_a_value_for_each_weapon_of_skill_strength_and_the_weapon():
    """Cutlass +2: strength 6 is below 7, −1; 10 is at the high figure, +1; 7 to 9 add nothing; battle dress 1 more."""
    for strength, value in ((6, 2), (7, 3), (9, 3), (10, 4)):
        game = table(
            one("Ann", "A1", weapons=(("Cutlass", "", 1),), strength=strength), one("Cid", "C1", "W", "red", weapons=())
        )
        assert f"+{value} Ann's value with Cutlass" in struck(game, [1, 1])
    dressed = one("Ann", "A1", weapons=(("Cutlass", "", 1),), armour="battle dress 13")
    assert "+4 Ann's value with Cutlass" in struck(table(dressed, one("Cid", "C1", "W", "red")), [1, 1])
    two = (("Cutlass", "", 1), ("Dagger", "", 3))
    game = table(one("Ann", "A1", weapons=two), one("Cid", "B1", "W", "red", weapons=()))
    assert "+4 Ann's value with Dagger" in struck(game, [1, 1], weapon="dag")


@pytest.mark.rule("VAR-39", "VAR-40")
def test_a_blow_is_two_dice_against_eight_and_hurts_as_fire_does():
    """Sword (+2, 3) against hands at cloth (4): +2 −1: 7 hits, 6 doesn't; 2D as thrown hurt."""
    game = duel("Sword", at="C1", armour="cloth")
    assert "→ miss" in struck(game, [3, 3])
    told = struck(duel("Sword", at="C1", armour="cloth"), [3, 4, 4, 4])
    assert "−1 cloth (4 over penetration 3) (AHL V11.C)" in told
    assert "4+4 = 8 → serious wound" in told
    # A defender's value counts against it; hardened armour twice (ruling VR-A28).
    told = struck(duel(("Sword"), at="C1", cid=(("Foil", "", 1),), armour="combat armor 11"), [6, 6])
    assert "−3 Cid's value with Foil −6 hardened combat armor 11 (6 over penetration 3) = 5 → miss" in told


@pytest.mark.rule("VAR-41", "VAR-42")
def test_reach_is_in_squares_and_long_weapons_strike_nobody_in_their_own():
    assert "is 2 squares from Cid, and the reach of Ann's Dagger is 1 square: " in duel("Dagger", at="C1").refused(
        "melee", name="Ann", target="Cid", strike_back=False
    )
    assert "→ miss" in struck(duel("Pike", at="E1"), [1, 1])
    assert "the reach of Ann's Pike is 4 squares: " in duel("Pike", at="F1").refused("melee", name="Ann", target="Cid")
    assert "strikes nobody in its own" in duel("Spear", at="A1").refused(
        "melee", name="Ann", target="Cid", weapon="Spear"
    )
    assert "→ miss" in struck(duel("Dagger", at="A1"), [1, 1])
    # The neighbour at a corner is one square away; a wall between ends it.
    assert "→ miss" in struck(duel("Dagger", at="B2"), [1, 1])


@pytest.mark.rule("VAR-41")
def test_who_is_struck_from_afar_strikes_back_only_as_far_as_their_own_weapon():
    told = struck(duel("Spear", at="D1", cid=("Dagger",)), [1, 1], strike_back=True)
    assert "Cid does not strike back: doesn't reach so far" in told
    both = duel("Spear", at="C1", cid=("Foil",))
    card = both.give("melee", [1, 1, 1, 1], name="Ann", target="Cid")
    assert sum("strikes" in str(line) for line in card.lines) == 2


@pytest.mark.rule("VAR-42")
@pytest.mark.parametrize(
    ("weapon", "at", "reached"),
    [("Pike", "E1", ["Cid"]), ("Pike", "F1", []), ("Pike", "A1", []), ("Spear", "I1", ["Cid"])],
)
def test_whom_a_weapon_reaches_by_a_blow_or_if_it_is_thrown_at_all(weapon, at, reached):
    """A pike strikes four squares off, nobody in its own square, and isn't thrown; a spear is."""
    game = duel(weapon, at=at)
    assert [*BOOK.reached(Scene.of(game.game), game.units["Ann"])] == reached


def thrown(game, faces, **given):
    card = game.give("fire", faces, name="Ann", target="Cid", **given)
    return "\n".join((card.title, *map(str, card.lines), *card.working))


@pytest.mark.rule("VAR-43", "VAR-44")
def test_a_weapon_is_thrown_by_its_further_ranges():
    """A spear at 8 squares: 10+ with the thrower's value, 12+ at 9; the target's value doesn't count, cover does."""
    told = thrown(duel(("Spear", "", 3), at="I1", cid=(("Foil", "", 4),)), [3, 4, 1, 1], weapon="Spear")
    assert "Ann throws at Cid" in told
    assert "Spear, thrown 8 squares: long range" in told
    assert "10+ (long) | 3+4 +3 melee value with the Spear = 10 → hit" in told
    assert "Foil" not in told
    far = thrown(duel(("Spear", "", 3)), [4, 4], weapon="Spear", range=9, deck=False, cover=True)
    assert "12+ (extreme) | 4+4 +3 melee value with the Spear −2 cover = 9 → miss" in far
    # Damage by the penetration of that range (1).
    assert "1+1 +1 penetration over armor = 3 → no effect" in told
    assert "is in reach of the Spear: /melee" in duel("Spear", at="D1").refused("fire", name="Ann", target="Cid")
    assert "reaches 15 squares at most" in duel("Spear").refused("fire", name="Ann", target="Cid", range=16, deck=False)
    assert "isn't thrown" in duel("Sword", at="I1").refused("fire", name="Ann", target="Cid")


@pytest.mark.rule("VAR-45")
def test_a_weapon_is_thrown_once():
    game = duel("Dagger", at="D1")
    thrown(game, [1, 1])
    assert game.refused("fire", name="Ann", target="Cid") == (
        "The Dagger has been thrown already: choose another weapon."
    )
    assert "has thrown the Dagger already" in game.refused("melee", name="Ann", target="Cid", weapon="Dagger")
    # However rounds are counted.
    basic = table(one("Ann", "A1", weapons=("Dagger",)), one("Cid", "D1", "W", "red"), rounds="unlimited")
    thrown(basic, [1, 1])
    assert "thrown already" in basic.refused("fire", name="Ann", target="Cid")


@pytest.mark.rule("VAR-43", "VAR-45")
def test_in_a_kept_turn_throwing_comes_in_the_step_of_melee_and_costs_nothing():
    game = duel(("Spear", "", 3), "Carbine", at="I1")
    game.begin(Ann="aim", Cid="move")
    game.give("phase", step="melee")
    told = thrown(game, [1, 1], weapon="Spear")
    assert "Throwing a weapon comes in the step of melee" in told
    assert game.left("Ann") == 6
    assert "thrown already" in game.refused("fire", name="Ann", target="Cid", weapon="Spear")


@pytest.mark.rule("VAR-46")
def test_ahls_own_melee_may_be_played():
    """Melee 6 against 4 is column +2, read as +1: a 6 is a light wound; nobody's strength is asked for."""
    game = table(
        one("Ann", "A1", melee=6, strength=0), one("Cid", "B1", "W", "red", melee=4, strength=0), melee_rules="base"
    )
    assert "(column +1) | 6 = 6 → light wound" in struck(game, [6, 1])
    assert "Cid has no strength yet" in table(one("Ann", "A1"), one("Cid", "B1", "W", "red", strength=0)).refused(
        "melee", name="Ann", target="Cid"
    )


@pytest.mark.rule("VAR-47", "VAR-49")
def test_robots_fight_with_their_arms():
    """A warbot's arms (+5, reach 2, 4); a medium arm of its own (+4) with a skill of 2."""
    game = table(one("Ann", "A1", being=Being.WARBOT, weapons=(), strength=0), one("Cid", "C1", "W", "red", weapons=()))
    assert "+5 Ann's value with Warbot's arms" in struck(game, [1, 1])
    armed = one("Ann", "A1", being=Being.MAINTENANCE_ROBOT, weapons=(("Medium arm", "", 2),), strength=0)
    assert "+6 Ann's value with Medium arm" in struck(
        table(armed, one("Cid", "C1", "W", "red", weapons=())), [1, 1, 1, 1, 1]
    )


@pytest.mark.rule("VAR-79")
def test_a_weakened_blow_has_two_less():
    told = struck(duel("Sword", at="C1"), [4, 3], weakened=True)
    assert "−2 weakened blow (AHL V27.Melee)" in told
    assert "= 7 → miss" in told


def test_odds_of_melee_are_those_of_its_throw():
    """Cutlass (+2, 2) with skill 1 against hands at cloth (4): +3 −2 needs 7: 21 of 36; no effect on 3− of 2D."""
    chances = dict(imagined_odds(VARIANT.orders["melee"], {"weapon": "Cutlass", "skill": 1, "armour": "cloth"}, {}))
    hit = Fraction(21, 36)
    assert chances["Serious wound"] == hit * Fraction(14, 36)
    assert chances["Dead"] == hit * Fraction(1, 36)
    assert chances["No effect"] == 1 - hit + hit * Fraction(3, 36)


def test_a_melee_in_a_kept_turn_is_simultaneous():
    game = duel("Sword", at="C1", cid=(("Sword", "", 1),))
    game.begin(Ann="move", Cid="move")
    game.give("phase", step="melee")
    game.give("melee", [6, 6, 6, 6, 6, 6, 6, 6], name="Ann", target="Cid")
    assert [unit.sheet.condition for unit in game.units.values()] == [Condition.DEAD, Condition.DEAD]
    assert game.units["Cid"].sheet.deaths == (Death(2, 3),)


def test_what_is_thrown_is_told_in_hand_or_thrown_and_holds_no_rounds():
    game = duel("Spear", at="D1")
    assert "Spear · " in VARIANT.line(game.units["Ann"].sheet)
    assert "Spear +0" in VARIANT.card(game.units["Ann"]).lines
    game = duel("Spear", at="I1")
    thrown(game, [1, 1])
    assert "Spear (thrown) · " in VARIANT.line(game.units["Ann"].sheet)
    assert "Spear (thrown) +0" in VARIANT.card(game.units["Ann"]).lines


@pytest.mark.rule("VAR-42")
def test_what_reaches_two_squares_strikes_nobody_in_its_own():
    game = duel("Cutlass", "Dagger", at="A1")
    too_long = "The Cutlass reaches 2 squares and strikes nobody in its own"
    assert too_long in game.refused("melee", name="Ann", target="Cid", strike_back=False, weapon="Cutlass")
    struck(game, [1, 1], weapon="Dagger")
    # Without a word it is what strikes there, and hands where nothing that they have does; so does who strikes back.
    assert "Ann's value with Dagger" in struck(duel(("Cutlass", "", 1), "Dagger", at="A1"), [1, 1])
    back = duel("Dagger", at="A1", cid=(("Cutlass", "", 1),))
    told = struck(back, [1, 1, 1, 1], strike_back=True)
    assert "Cid strikes Ann: 8+ | 1+1" in told
    assert "Cutlass" not in told
    assert too_long in back.refused("melee", name="Ann", target="Cid", back="Cutlass")
    # Nor does it strike for who dives from the next square, or where no deck tells, but in one square.
    dives = duel("Cutlass", at="B1")
    assert too_long in dives.refused("melee", name="Ann", target="Cid", dive=True, weapon="Cutlass")
    struck(dives, [1, 1], dive=True)
    assert dives.at("Ann", "B1")
    afar = duel("Cutlass", at="F1")
    assert too_long in afar.refused("melee", name="Ann", target="Cid", deck=False, same_square=True, weapon="Cutlass")


@pytest.mark.rule("VAR-43")
@pytest.mark.parametrize("weapon", ["Cutlass", "Spear"])
def test_aboard_nobody_is_asked_for_fire_who_has_melee_weapons_alone(weapon):
    """A spear is thrown in the melee step, and a cutlass not at all: neither fires aimed, covering or snap shots."""
    game = table(one("Ann", "A1", weapons=(weapon,)), one("Cid", "C1", "W", "red"))
    game.begin(Ann="aim", Cid="move")
    shown = "\n".join(map(str, game.give("turn show").lines))
    assert "Ann: 6 AP left, planned\n" in shown
    assert "Cid: 6 AP left, planned, 2 snap shots possible" in shown
    game.give("phase", step="aimed fire")
    assert "Ann" not in str(game.give("turn show").lines[-1])
    # Whoever comes beside her goes on: there is no snap shot to wait for.
    game.give("phase")
    game.give("phase", step="movement")
    game.steel("Cid")
    assert not any("fire at once" in str(line) for line in game.give("move", name="Cid", to="B1").lines)


@pytest.mark.rule("VAR-79")
def test_a_weakened_blow_is_the_attackers_alone():
    ann = one("Ann", "A1", weapons=(("Cutlass", "", 1),))
    game = table(ann, one("Cid", "C1", "W", "red", weapons=("Cutlass",)))
    lines = [str(line) for line in game.give("melee", [1, 1, 1, 1], name="Ann", target="Cid", weakened=True).lines]
    assert [line.split(":")[0] for line in lines if "−2 weakened blow" in line] == ["Ann strikes Cid"]
    assert any(line.startswith("Cid strikes Ann") for line in lines)


@pytest.mark.rule("VAR-29", "VAR-105")
def test_a_stun_lowers_a_melee_value_as_a_light_wound_does():
    """Skill 1 and the cutlass's 2; at strength 7 nothing more."""
    for less, sheet in ((0, {}), (1, {"stunned": 1}), (1, {"light_wounds": 1}), (2, {"stunned": 2, "light_wounds": 1})):
        ann = one("Ann", "A1", weapons=(("Cutlass", "", 1),), **sheet)
        game = table(ann, one("Cid", "C1", "W", "red", weapons=("Cutlass",)))
        card = game.give("melee", [1, 1], name="Ann", target="Cid", strike_back=False)
        assert f"+{3 - less} Ann's value with Cutlass" in str(card.lines[0])


@pytest.mark.rule("VAR-41")
def test_a_blow_goes_to_a_front_square_in_sight():
    """At C1 he is before her who looks east, and behind her who looks west; through a wall nobody is struck."""
    cid = one("Cid", "C1", "W", "red", weapons=("Cutlass",))
    for facing, struck_at in (("E", True), ("W", False)):
        game = table(one("Ann", "A1", facing, weapons=("Cutlass",)), cid)
        asked = {"name": "Ann", "target": "Cid", "strike_back": False}
        if struck_at:
            game.give("melee", [1, 1], **asked)
        else:
            assert "Cid is in no front square of Ann: turn Ann with /face first" in game.refused("melee", **asked)
    walled = board_of("+-------+", "|. .|. .|", "+-------+")
    game = table(one("Ann", "A1", weapons=("Cutlass",)), cid, board=walled)
    assert "Something stands between Ann and Cid" in game.refused("melee", name="Ann", target="Cid")


@pytest.mark.rule("VAR-43")
def test_nobody_is_asked_about_a_friend_in_the_way_of_what_is_thrown():
    """A spear flies at one alone; a rifle fires at everybody on the line."""
    for weapon, friends in (("Spear", []), ("Rifle", ["Abe"])):
        game = table(one("Ann", "A1", weapons=(weapon,)), one("Abe", "C1"), one("Cid", "F1", "W", "red"))
        scene = Scene(
            {"name": (game.units["Ann"],), "target": (game.units["Cid"],), "others": ()},
            board=game.board,
            present=game.units,
            game=game.game,
        )
        found = VARIANT.orders["fire"].hesitation(scene, {}, {}).friends
        assert [friend.name for friend in found] == friends


@pytest.mark.rule("VAR-41", "VAR-43")
@pytest.mark.parametrize(
    ("weapon", "square", "waited"),
    [
        ("Cutlass", "C1", True),
        ("Club", "C1", False),
        ("Pike", "E1", True),
        ("Pike", "F1", False),
        ("Spear", "I1", True),
        ("Cutlass", "I1", False),
    ],
)
def test_the_table_waits_for_whose_weapon_reaches_an_enemy(weapon, square, waited):
    """A cutlass reaches two squares, a club one, a pike four; a spear is thrown as far as 15."""
    game = table(one("Ann", "A1", weapons=(weapon,)), one("Cid", square, "W", "red", weapons=()))
    game.begin(Ann="move", Cid="move")
    game.give("phase", step="melee")
    assert ("Ann" in str(game.give("turn show").lines[-1])) is waited


@pytest.mark.rule("VAR-43", "VAR-45")
def test_the_table_waits_for_nobody_whose_spear_has_been_thrown_or_flies_at_no_one():
    walled = board_of("+---------+", "|. .|. . .|", "+---------+")
    for board, waits in ((OPEN, True), (walled, False)):
        game = table(one("Ann", "A1", weapons=("Spear",)), one("Cid", "E1", "W", "red", weapons=()), board=board)
        game.begin(Ann="move", Cid="move")
        game.give("phase", step="melee")
        assert ("Ann" in str(game.give("turn show").lines[-1])) is waits
        if waits:
            game.give("fire", [1, 1], name="Ann", target="Cid", weapon="Spear")
            assert "Ann" not in str(game.give("turn show").lines[-1])


@pytest.mark.rule("VAR-37", "VAR-49")
@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        # A sword +2 with skill 1 and strength 10 (+1), hands +1 by that strength; a light wound takes one from each.
        ({"weapons": (("Sword", "", 1), ("Rifle", "", 2)), "strength": 10}, "Sword +4, Hands +1"),
        ({"weapons": (("Sword", "", 1),), "strength": 10, "light_wounds": 1}, "Sword +3, Hands +0"),
        ({"weapons": (("Club", "", 0),), "strength": 4}, "Club −3, Hands −2"),
        ({"weapons": (("Heavy tentacle", "", 2),), "being": Being.WARBOT}, "Heavy tentacle +7, Warbot's arms +5"),
        ({"weapons": (("Sword", "", 1),), "strength": 0}, ""),
    ],
)
def test_a_sheet_tells_the_value_with_each_weapon(sheet, told):
    (unit, _) = one("Ann", "A1", **sheet)
    lines = [str(line) for line in VARIANT.card(unit).lines if str(line).startswith("Melee values")]
    assert lines == ([f"Melee values: {told}"] if told else [])
