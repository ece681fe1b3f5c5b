"""A blast on a deck: it knows who stands near, and where from the point of aim (C3K Launcher fire)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.board import Standing
from bot.deck.plan import Facing, at_of, named
from bot.deck.view import Attacked, Scored
from bot.engine.errors import RuleError
from bot.engine.odds import chances_to_hurt, order_odds
from bot.engine.system import Scene
from tests.deck.plans import board_of
from tests.systems.combat3000.table import C3K, KEMP, give, scene, unit

# Twelve squares by three without walls, and a row of which the rightmost square lies behind a wall.
OPEN = board_of(*("+" * 25, *[line for _ in range(3) for line in (" ." * 12 + " ", "+" * 25)]))
WALLED = board_of("#######", "#. .|.#", "#######")
LONG = board_of(*("+" * 27, *[line for _ in range(3) for line in (" ." * 13 + " ", "+" * 27)]))
# Its shells burst 10 cm across; 50 +20 +2 is 72 to hit at point blank.
MOSS = unit("Moss", "Troopers", weapon="MM21 Launcher", ammunition="101")
CID = unit("Cid", "Outlaws", weapon="Rifle")


def placed(*people, board=OPEN, attacker=MOSS, others=(), facing="E"):
    standing = {who.name: Standing(at_of(square), Facing(facing)) for who, square in people}
    return replace(
        scene(attacker, KEMP, others),
        board=replace(board, people=standing),
        present={who.name: who for who, _ in people},
    )


def fired(faces, *people, board=OPEN, attacker=MOSS, others=(), facing="E", **fields):
    return give("fire", faces, placed(*people, board=board, attacker=attacker, others=others, facing=facing), **fields)


@pytest.mark.rule("C3K-F31", "C3K-F33")
def test_whoever_stands_under_the_circle_is_struck():
    """Cid is two squares behind Kemp, 3 cm; Dan four, which are 6 and out of it. 10+10 kills."""
    dan = unit("Dan", "Outlaws")
    outcome, card = fired([50, 10, 10, 10, 10], (MOSS, "A2"), (KEMP, "G2"), (CID, "I2"), (dan, "K2"))
    assert outcome.after["Outlaw Kemp"].killed
    assert outcome.after["Cid"].killed
    assert "Dan" not in outcome.after
    assert "Cid: killed" in card.lines


@pytest.mark.rule("C3K-F31")
@pytest.mark.parametrize(
    ("direction", "cm", "struck"),
    [
        (5, 6, {"Cid"}),
        (5, 4, {"Outlaw Kemp", "Cid"}),
        (1, 2, {"Outlaw Kemp", "Cid"}),
        (1, 3, {"Outlaw Kemp"}),
        (3, 8, set()),
    ],
)
def test_a_miss_strikes_those_who_stand_where_it_comes_down(direction, cm, struck):
    """Cid is 3 cm over the point of aim, seen by the firer; 5 cm around are under the circle."""
    faces = [99, direction, cm, *[10] * 2 * len(struck)]
    outcome, _ = fired(faces, (MOSS, "A2"), (KEMP, "G2"), (CID, "I2"))
    assert {name for name, sheet in outcome.after.items() if getattr(sheet, "killed", False)} == struck


@pytest.mark.rule("C3K-F33", "C3K-F31")
def test_friend_and_foe_the_prone_and_whoever_fired_are_thrown_for_each_by_themselves():
    """4 cm over: Kemp is 4 cm from there, Ann 3½, prone Cid 2½, Eve 11½. In the circle Moss isn't spared either."""
    ann, eve = unit("Ann", "Troopers"), unit("Eve", "Outlaws")
    lies = unit("Cid", "Outlaws", weapon="Rifle")
    people = (MOSS, "A2"), (KEMP, "G2"), (ann, "L2"), (lies, "H2"), (eve, "B1")
    scene = placed(*people)
    standing = {**scene.board.people, "Cid": replace(scene.board.people["Cid"], prone=True)}
    scene = replace(scene, board=replace(scene.board, people=standing))
    outcome, card = give("fire", [99, 6, 4, 1, 1, 5, 6, 10, 10], scene)
    assert {name: outcome.after[name].killed for name in ("Outlaw Kemp", "Ann", "Cid")} == {
        "Outlaw Kemp": False,
        "Ann": True,
        "Cid": False,
    }
    assert "Eve" not in outcome.after
    assert sum(line.startswith("To kill: ") for line in card.lines) == 3
    outcome, _ = fired([50, 1, 1, 10, 10], (MOSS, "A2"), (KEMP, "D2"))
    assert outcome.after["Moss"].killed


@pytest.mark.rule("C3K-F31")
@pytest.mark.parametrize(("die", "killed"), [(3, False), (4, True)])
def test_left_and_right_are_the_firers(die, killed):
    """They fire west: north of the point of aim is right. 4 cm to the left are 5½ from Cid, who stands 1½ right."""
    outcome, _ = fired([99, die, 4, *[10] * (4 if killed else 2)], (MOSS, "K2"), (KEMP, "E2"), (CID, "E1"), facing="W")
    assert outcome.after["Outlaw Kemp"].killed
    assert ("Cid" in outcome.after) is killed


def test_who_is_behind_a_wall_or_named_otherwise_is_not_found():
    # Moss is 1½ cm from their own point of aim.
    outcome, card = fired([50, 1, 1, 1, 1], (MOSS, "A1"), (KEMP, "B1"), (CID, "C1"), board=WALLED)
    assert "Moss: no effect" in card.lines
    assert "Cid" not in outcome.after
    # Where the player names who is near, the deck says nothing.
    far = unit("Far", "Outlaws", at=9)
    outcome, _ = fired([50, 1, 1], (MOSS, "A2"), (KEMP, "G2"), (CID, "H2"), (far, "L2"), others=(far,))
    assert "Cid" not in outcome.after
    # A rifle has no circle.
    rifle = unit("Moss", "Troopers", weapon="Rifle")
    outcome, _ = fired([50, 10, 10], (rifle, "A2"), (KEMP, "G2"), (CID, "H2"), attacker=rifle)
    assert "Cid" not in outcome.after


@pytest.mark.rule("C3K-F10")
def test_no_blast_is_aimed_within_six_centimetres_of_a_friend():
    """Four squares are 6 cm, and the limit itself forbids; five are 7½."""
    ann = unit("Ann", "Troopers")
    with pytest.raises(RuleError) as refusal:
        fired([], (MOSS, "A2"), (KEMP, "G2"), (ann, "K2"))
    assert str(refusal.value) == (
        "Ann is within 6 cm of the point of aim (C3K Target eligibility): aim elsewhere, or the referee gives the "
        "range to leave the deck out."
    )
    fired([50, 1, 1], (MOSS, "A2"), (KEMP, "G2"), (ann, "L2"))
    fired([50, 1, 1], (MOSS, "A2"), (KEMP, "G2"), (ann, "K2"), settings={"game": "role play"})


@pytest.mark.rule("C3K-F31", "C3K-F33")
def test_whom_of_ones_own_a_blast_may_reach_is_known_before_with_the_chance():
    """Ann is 7½ cm over the point of aim: of 28 misses in 100 a third goes over, and 3 to 10 cm of 10 reach her; 45 of
    100 throws of two decimal dice are 12 or more. Whom no scatter reaches isn't told, nor is the firer.
    """
    ann, far = unit("Ann", "Troopers"), unit("Far", "Troopers")
    on_deck = placed((MOSS, "A2"), (KEMP, "B2"), (ann, "G2"), (far, "M2"), (CID, "C2"), board=LONG)
    fire = C3K.orders["fire"]
    friends = fire.hesitation(on_deck, {}, {}).friends
    assert [each.name for each in friends] == ["Ann"]
    chance = Fraction(28, 100) * Fraction(1, 3) * Fraction(8, 10) * Fraction(45, 100)
    assert chances_to_hurt(fire, on_deck, fire.read({}, {}), friends) == [("Ann", chance)]
    rifle = unit("Moss", "Troopers", weapon="Rifle")
    alone = placed((rifle, "A2"), (KEMP, "C2"), (ann, "H2"), attacker=rifle)
    assert not fire.hesitation(alone, {}, {})


def test_the_picture_of_a_blast_shows_what_it_covers_and_how_it_went_astray():
    """5 cm around G2 are three squares and a third: seven of each of the three rows."""
    outcome, _ = fired([50, 1, 1], (MOSS, "A2"), (KEMP, "G2"))
    marks = outcome.marks
    assert {named(at) for at in marks.blast} == {f"{column}{row}" for column in "DEFGHIJ" for row in (1, 2, 3)}
    assert (marks.centres, marks.scatter, marks.range) == ((at_of("G2"),), (), 6)
    assert marks.struck == (Attacked("Outlaw Kemp", Scored.HARMLESS),)
    # 6 cm over are four squares; Kemp is out of it.
    outcome, _ = fired([99, 5, 6], (MOSS, "A2"), (KEMP, "G2"))
    marks = outcome.marks
    assert (marks.centres, marks.scatter) == ((at_of("K2"),), (at_of("G2"), at_of("K2")))
    assert {named(at) for at in marks.blast} == {f"{column}{row}" for column in "HIJKL" for row in (1, 2, 3)}
    assert marks.struck == (Attacked("Outlaw Kemp", Scored.MISSED),)
    # 9 cm over are six squares, which is off the deck; from N2 three squares and a third of it reach back.
    outcome, _ = fired([99, 5, 9], (MOSS, "A2"), (KEMP, "J2"))
    assert (outcome.marks.centres, outcome.marks.scatter, outcome.marks.blast) == ((), (), ())
    outcome, _ = fired([99, 5, 9], (MOSS, "A2"), (KEMP, "H2"))
    assert (outcome.marks.centres, outcome.marks.scatter) == ((), ())
    assert {named(at) for at in outcome.marks.blast} == {f"{column}{row}" for column in "KL" for row in (1, 2, 3)}
    assert outcome.marks.line == (at_of("A2"), at_of("H2"))
    # A rifle's shot covers nothing.
    rifle = unit("Moss", "Troopers", weapon="Rifle")
    outcome, _ = fired([99], (rifle, "A2"), (KEMP, "G2"), attacker=rifle)
    assert (outcome.marks.centres, outcome.marks.scatter, outcome.marks.blast) == ((), (), ())
    # Behind a wall nothing is covered, and what kills has an effect.
    outcome, _ = fired([50, 10, 10, 1, 1], (MOSS, "A1"), (KEMP, "B1"), board=WALLED)
    assert {named(at) for at in outcome.marks.blast} == {"A1", "B1"}
    assert outcome.marks.struck[0].how is Scored.EFFECTIVE


def test_a_crowd_around_the_target_changes_nothing_of_its_odds():
    """They are the target's alone; a friend too near forbids the shot all the same."""
    fire = C3K.orders["fire"]
    alone = ((MOSS, "A2"), (KEMP, "G2"))
    squares = ("F1", "F2", "F3", "G1", "G3", "H1", "H2", "H3", "I1", "I2", "I3")
    crowd = [(unit(f"Outlaw {square}", "Outlaws"), square) for square in squares]
    values = fire.read({}, {})
    assert order_odds(fire, placed(*alone, *crowd), values) == order_odds(fire, placed(*alone), values)
    with pytest.raises(RuleError, match="within 6 cm of the point of aim"):
        order_odds(fire, placed(*alone, (unit("Ann", "Troopers"), "H2")), values)


# Three squares, a wall and three more; Moss fires east, and the wall is on the east of C2.
_ROW, _BETWEEN = "#. . .|. . .#", "#     |     #"
HALLS = board_of("#############", _ROW, _BETWEEN, _ROW, _BETWEEN, _ROW, "#############")
WALL = {"at": "C2", "side": "E", "weapon": "MM22 Launcher"}
VANCE = unit("Vance", "Troopers", weapon="MM22 Launcher", ammunition="102")


def at_the_wall(faces, *people, settings=None, **fields):
    standing = placed((VANCE, "A2"), *people, board=HALLS, attacker=VANCE)
    halls = replace(standing, units={"by": (VANCE,)}, known=dict(standing.present))
    return give("structure hit", faces, halls, settings, **WALL, **fields)


@pytest.mark.rule("C3K-F33", "C3K-D02", "C3K-H06")
def test_a_shell_at_a_wall_strikes_those_under_its_template_on_this_side_of_it():
    """102 is 15 cm across: Cid is beside the wall, and Kemp behind it, whom it shelters. 3 cm away Vance isn't spared
    either: 4+4 +1 and 10+10 +1, with the wall's breach besides.
    """
    outcome, card = at_the_wall([1, 20, 10, 10, 4, 4], (CID, "C1"), (KEMP, "D2"))
    assert outcome.after["Cid"].killed
    assert not outcome.after["Vance"].killed
    assert outcome.after["Vance"].now.struck
    assert "Outlaw Kemp" not in outcome.after
    assert [line for line in card.lines if line.startswith("Cid: ")] == ["Cid: killed"]
    assert any(line.endswith("is breached") for line in card.lines)
    assert outcome.marks.blast
    # Armour piercing shells have no template.
    borer = unit("Vance", "Troopers", weapon="MM22 Launcher", ammunition="105")
    standing = placed((borer, "A2"), (CID, "C1"), board=HALLS, attacker=borer)
    outcome, _ = give("structure hit", [1, 20], replace(standing, units={"by": (borer,)}), None, **WALL)
    assert "Cid" not in outcome.after


@pytest.mark.rule("C3K-F32", "C3K-F33")
def test_astray_at_a_wall_a_shell_goes_up_or_down_it_by_half_and_strikes_who_is_near_enough_there():
    """9 up the wall is 4½ above: 6 cm of its 7½ reach are left below, for Cid at 1½ and for Vance at 3. The wall holds.
    At 10 it is 5 up: 5½ are left.
    """
    outcome, card = at_the_wall([1, 99, 6, 9, 10, 10, 10, 10], (CID, "C1"))
    assert "It comes down 4.5 cm above, 15 cm across" in card.lines
    assert outcome.after["Cid"].killed
    assert outcome.after["Vance"].killed
    assert outcome.board is None


@pytest.mark.rule("C3K-F10")
def test_no_blast_is_aimed_at_a_wall_within_six_centimetres_of_a_friend():
    ann = unit("Ann", "Troopers")
    with pytest.raises(RuleError, match="Ann is within 6 cm of the point of aim"):
        at_the_wall([], (ann, "C1"))
    at_the_wall([1, 20, 1, 1, 1, 1], (ann, "C1"), settings={"game": "role play"})


NOBODY = {"people": (), "direct": ()}


def exploded(faces, *people, board=OPEN, facing="E", **fields):
    whole = placed(*people, board=board, facing=facing)
    return give("blast", faces, replace(whole, units=NOBODY), None, **fields)


@pytest.mark.rule("C3K-F33", "C3K-H08", "C3K-H14")
def test_an_explosion_at_a_square_reaches_those_whom_the_deck_shows_around_it():
    """101 is 10 cm across: three squares are 4½ cm and under it, four are 6. A wide disrupter rifle's 15 are 7½."""
    dan = unit("Dan", "Outlaws")
    people = (KEMP, "G2"), (CID, "J2"), (dan, "K2")
    outcome, _ = exploded([10, 10, 10, 10], *people, cause="101", at="G2")
    assert {name for name, sheet in outcome.after.items() if sheet.killed} == {"Outlaw Kemp", "Cid"}
    assert "Dan" not in outcome.after
    assert len(outcome.marks.blast) == 3 * 7
    outcome, _ = exploded([1, 1] * 3, *people, cause="Disrupter Rifle", at="G2")
    assert set(outcome.after) == {"Outlaw Kemp", "Cid", "Dan"}
    # A flare blinds within 10 cm whoever looks that way, and whoever has it in their own square.
    outcome, _ = exploded([1, 1, 1], *people, cause="107", at="G2", facing="W")
    assert outcome.after["Dan"].plight.blinded == 5
    outcome, _ = exploded([1], *people, cause="107", at="G2")
    assert set(outcome.after) == {"Outlaw Kemp"}
    # Walls shelter, and whoever is named counts as it is said.
    outcome, _ = exploded([10, 10], (CID, "B1"), (dan, "C1"), board=WALLED, cause="101", at="A1")
    assert set(outcome.after) == {"Cid"}


def test_the_picture_of_an_explosion_has_a_sign_at_everybody_whom_it_struck_hurt_or_not():
    """1+1 does nothing to whoever it strikes, 10+10 kills; Dan is out of its reach."""
    people = (KEMP, "G2"), (CID, "J2"), (unit("Dan", "Outlaws"), "K2")
    outcome, _ = exploded([10, 10, 1, 1], *people, cause="101", at="G2")
    assert outcome.after["Outlaw Kemp"].killed
    assert not outcome.after["Cid"].killed
    assert outcome.marks.struck == (Attacked("Outlaw Kemp", Scored.EFFECTIVE), Attacked("Cid", Scored.HARMLESS))


@pytest.mark.parametrize(
    ("board", "fields", "sentence"),
    [
        (OPEN, {"cause": "Plasma Gun", "at": "G2"}, "The template of Plasma Gun lies along its line of fire"),
        (OPEN, {"cause": "101", "at": "Z99"}, "is no square of this deck"),
        (OPEN, {"cause": "101"}, "Name whoever is under the template"),
    ],
)
def test_an_explosion_that_cannot_be_at_a_square(board, fields, sentence):
    with pytest.raises(RuleError, match=sentence):
        exploded([], (KEMP, "G2"), board=board, **fields)
    with pytest.raises(RuleError, match="No deck is up here: name whoever"):
        give("blast", [], replace(scene(), units=NOBODY), None, cause="101", at="G2")


def test_an_explosion_among_people_of_two_sides_asks_first_and_where_they_are_named_it_does_not():
    whole = replace(placed((MOSS, "A2"), (KEMP, "B2"), (CID, "G2")), units=NOBODY)
    hesitates = C3K.orders["blast"].hesitates
    values = C3K.orders["blast"].read({"cause": "101", "at": "A2"}, {})
    assert [one.name for one in hesitates(whole, values)] == ["Moss", "Outlaw Kemp"]
    assert not hesitates(whole, {**values, "at": "G2"})
    assert not hesitates(replace(whole, units={**NOBODY, "people": (MOSS,)}), values)


def test_what_is_said_of_somebody_goes_before_what_the_deck_shows():
    """Cid is 3 cm from the centre, and named as 9: out of 101's 10 across. Directly hit is at the centre."""
    whole = replace(placed((KEMP, "G2"), (CID, "I2")), units={**NOBODY, "people": (replace(CID, at=9),)})
    outcome, _ = give("blast", [10, 10], whole, None, cause="101", at="G2")
    assert set(outcome.after) == {"Outlaw Kemp"}
    named_alone = Scene({"direct": (CID,), "people": (replace(KEMP, at=5), unit("Dan", "Outlaws", at=6))})
    outcome, _ = give("blast", [10, 10, 10, 10], named_alone, None, cause="101")
    assert {name for name, sheet in outcome.after.items() if sheet.killed} == {"Cid", "Outlaw Kemp"}
    assert outcome.marks is None
    # Whoever is directly hit is thrown for first.
    outcome, _ = give("blast", [10, 10, 1, 1], named_alone, None, cause="101")
    assert [name for name, sheet in outcome.after.items() if sheet.killed] == ["Cid"]


def test_the_dead_are_not_found_again_and_who_is_struck_remembers_it():
    """A flare blinds and strikes nobody; what explodes does, whether or not it hurts."""
    dead = unit("Dan", "Outlaws", condition="killed")
    outcome, _ = exploded([1, 1], (KEMP, "G2"), (dead, "H2"), cause="101", at="G2")
    assert set(outcome.after) == {"Outlaw Kemp"}
    assert outcome.after["Outlaw Kemp"].now.struck
    outcome, _ = exploded([1], (KEMP, "G2"), cause="107", at="G2")
    assert not outcome.after["Outlaw Kemp"].now.struck


def thrown(faces, code, *people, at="G2", facings=None, **fields):
    """A grenade of Moss's at a square; they look east but for those whose facing is said."""
    moss = unit("Moss", "Troopers", strength=1, grenades=f"{code} x 2")
    everybody = ((moss, "A2"), *people)
    table = placed(*everybody, attacker=moss)
    turned = {
        name: replace(each, facing=Facing((facings or {}).get(name, each.facing.value)))
        for name, each in table.board.people.items()
    }
    table = replace(table, units={"name": (moss,), "people": ()}, board=replace(table.board, people=turned))
    return give("grenade", faces, table, values=f"grenade {code}", at=at, **fields)


@pytest.mark.rule("C3K-H08", "C3K-S01")
@pytest.mark.parametrize(
    ("facing", "faces", "blinded"),
    [("E", [1], set()), ("W", [1, 3], {"Cid"}), ("N", [1], set()), ("S", [1], set())],
)
def test_a_flare_blinds_those_alone_who_have_it_in_their_arc_of_vision(facing, faces, blinded):
    """50 +20 −10 is 60 to hit. Cid is 3 cm behind the burst in the line of fire: it is west of Cid."""
    outcome, card = thrown([50, *faces[1:]], "107", (CID, "I2"), facings={"Cid": facing})
    assert {name for name, sheet in outcome.after.items() if sheet.plight.blinded} == blinded
    assert any("blinded for 15 turns" in str(line) for line in card.lines) == bool(blinded)
    assert ("Cid" in outcome.after) == bool(blinded)


@pytest.mark.rule("C3K-H08")
def test_a_flare_that_goes_astray_is_faced_where_it_comes_down():
    """It falls 6 cm over, 3 cm east of Cid, who looks east and is blinded; Dan beyond it looks on, and isn't."""
    dan = unit("Dan", "Outlaws")
    outcome, _ = thrown([99, 5, 6, 2], "107", (CID, "I2"), (dan, "L2"))
    assert {name: sheet.plight.blinded for name, sheet in outcome.after.items() if name != "Moss"} == {"Cid": 10}


@pytest.mark.rule("C3K-H13")
def test_thermite_in_the_hands_explodes_among_all_who_stand_there():
    """15 cm across: Ann is 7½ cm from Moss, Cid 9; 10+10 +2 kills, 1+1 +2 doesn't."""
    ann = unit("Ann", "Outlaws")
    outcome, card = thrown([2, 10, 10, 10, 10], "118", (ann, "F2"), (CID, "G2"), at="L2")
    assert {name for name, sheet in outcome.after.items() if sheet.killed} == {"Moss", "Ann"}
    assert "Cid" not in outcome.after
    assert any("explodes in hands" in str(line) for line in card.lines)


@pytest.mark.rule("C3K-H09", "C3K-F19")
def test_a_shell_that_does_nothing_to_somebody_has_not_hit_them():
    """A baffler only bars sight, a scrambler blanks robots, a flare blinds: none of them calls for a test."""
    robot = unit("R2", "Outlaws", droid="ACT")
    for code, hit in (("1132", set()), ("1172", {"R2"})):
        outcome, _ = thrown([50], code, (CID, "I2"), (robot, "H2"))
        assert {name for name, sheet in outcome.after.items() if sheet.plight.programme_lost} == hit
        assert not any(sheet.now.struck for sheet in outcome.after.values())
    lit, _ = thrown([50, 1], "107", (CID, "I2"), facings={"Cid": "W"})
    assert (lit.after["Cid"].plight.blinded, lit.after["Cid"].now.struck) == (5, False)
    dark, _ = thrown([50], "107", (unit("Cid", "Outlaws", equipment="Polarising Visor"), "I2"), facings={"Cid": "W"})
    assert "Cid" not in dark.after


@pytest.mark.rule("C3K-F31", "C3K-F33")
def test_whom_of_ones_own_a_grenade_may_reach_is_known_before_it_is_thrown():
    """Ann is 7½ cm over the point of aim and Far 16½: a miss comes down 10 cm away at most, and reaches 5 cm."""
    moss = unit("Moss", "Troopers", strength=1, grenades="101 x 2")
    ann, far = unit("Ann", "Troopers"), unit("Far", "Troopers")
    grenade, said = C3K.orders["grenade"], {"at": "B2"}
    table = placed((moss, "A2"), (KEMP, "B2"), (ann, "G2"), (far, "M2"), (CID, "C2"), attacker=moss, board=LONG)
    table = replace(table, units={"name": (moss,), "people": ()})
    assert [each.name for each in grenade.hesitation(table, said, {}).friends] == ["Ann"]
    alone = replace(table, present={"Moss": moss, "Outlaw Kemp": KEMP})
    assert not grenade.hesitation(alone, said, {}).friends
