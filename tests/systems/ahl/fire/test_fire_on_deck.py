"""`/fire` on a deck: what it knows of range, line, field of fire, cover, darkness and who else is on the line."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.plan import At, Facing, at_of
from bot.deck.view import Attacked, Scored
from bot.engine.errors import RuleError
from bot.engine.odds import exact, order_odds
from bot.systems.ahl.sheet.character import Being, Condition
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import AHL, HALL, body, give, gunner, scene_on, stands

OPEN = board_of(*HALL)
# A corridor of four squares, with a side passage south of C1.
BEND = board_of("+++++++++", " . . . . ", "+=+=+++=+", " . .|.|. ", "+++++++++")
CARBINE, SMG = ("Carbine", ""), ("Submachinegun", "")


def shot(board, ann, cid, faces=(), others=(), **fields):
    """Ann fires at Cid: each is a unit, where they stand, and how."""
    return give("fire", scene_on(board, (ann, cid, *others), name="Ann", target="Cid"), faces, **fields)


def ann(square, facing="E", weapon=CARBINE, **more):
    return gunner("Ann", *weapon), stands(square, facing, **more)


def cid(square, facing="N", sheet=None, **more):
    return body("Cid", **(sheet or {})), stands(square, facing, **more)


def modifiers(result, name="Cid"):
    attack = next(attack for attack in result.attacks if attack.target.name == name)
    return {modifier.label: modifier.dm for modifier in attack.hit.modifiers}


CROWD = (
    (body("Bob", "blue"), stands("C2")),
    (body("Fay", condition=Condition.UNCONSCIOUS), stands("D2")),
    (body("Dan"), stands("H2")),
    (body("Eve"), stands("H1")),
)


@pytest.mark.rule("AHL-10b", "AHL-10c", "AHL-10f")
def test_everybody_active_on_the_line_is_attacked_nearest_first():
    """A burst, +4: 2+1+4 = 7 misses Bob, 2+2+4 = 8 hits Cid (1+1+2 = 4, light, awake), 1+1+4 = 6 misses Dan behind."""
    outcome, card = shot(OPEN, ann("A2", weapon=SMG), cid("F2"), [2, 1, 2, 2, 1, 1, 2, 1, 1], CROWD)
    attacks = [(attack.target.name, attack.shot.situation.squares) for attack in outcome.result.attacks]
    assert attacks == [("Bob", 2), ("Cid", 5), ("Dan", 7)]
    assert outcome.marks.danger == tuple(At(0, x, 1) for x in range(1, 9))
    assert (outcome.marks.line, outcome.marks.range) == ((At(0, 0, 1), At(0, 5, 1)), 5)
    assert outcome.marks.struck == (
        Attacked("Bob", Scored.MISSED),
        Attacked("Cid", Scored.EFFECTIVE),
        Attacked("Dan", Scored.MISSED),
    )
    assert card.title == "Ann fires at Cid, Bob and Dan"
    assert "In the danger space on the deck as well: Bob and Dan (AHL 10)" in card.working
    assert outcome.after["Cid"].light_wounds == 1


@pytest.mark.rule("AHL-10e", "AHL-10f")
def test_a_burst_ends_with_its_second_hit():
    outcome, _ = shot(OPEN, ann("A2", weapon=SMG), cid("F2"), [6, 6, 1, 1, 2, 6, 6, 1, 1, 2], CROWD)
    assert [attack.target.name for attack in outcome.result.attacks] == ["Bob", "Cid"]


@pytest.mark.rule("AHL-10b", "AHL-14Aa")
def test_who_leans_out_into_the_line_of_fire_is_attacked_in_passing_there():
    """C2 leans into C1: two squares, 1+1 +4 −2 = 4 misses, and then Cid with 1+1+4."""
    others = ((body("Bob"), stands("C2", leaning=at_of("C1"))),)
    outcome, _ = shot(BEND, ann("A1", weapon=SMG), cid("D1"), [1, 1, 1, 1], others)
    attacks = [(attack.target.name, attack.shot.situation.squares) for attack in outcome.result.attacks]
    assert attacks == [("Bob", 2), ("Cid", 3)]
    assert modifiers(outcome.result, "Bob")["cover"] == -2


@pytest.mark.rule("AHL-10d")
def test_a_single_shot_ends_with_its_first_hit_even_before_the_target():
    outcome, card = shot(OPEN, ann("A2"), cid("F2"), [6, 6, 1, 1, 2], CROWD)
    assert [attack.target.name for attack in outcome.result.attacks] == ["Bob"]
    assert "Cid is not attacked: the fire ended before it came to them" in card.lines


@pytest.mark.rule("AHL-10h", "AHL-10i")
def test_several_in_a_square():
    """All in a square are attacked by a burst, though two are hit; a single shot takes them in random order."""
    others = ((body("Bob"), stands("F2")), (body("Dan"), stands("F2")), (body("Eve"), stands("G2")))
    faces = [6, 6, 1, 1, 2] * 3
    outcome, _ = shot(OPEN, ann("A2", weapon=SMG), cid("F2"), faces, others)
    assert {attack.target.name for attack in outcome.result.attacks} == {"Bob", "Cid", "Dan"}
    scene = scene_on(OPEN, (ann("A2"), cid("F2"), others[0]), name="Ann", target="Cid")
    order = AHL.orders["fire"]
    units = {"others": (), **scene.units}
    first = exact(
        lambda dice: order.resolve(replace(scene, units=units), order.read({}), dice),
        of=lambda outcome: outcome.result.attacks[0].target.name,
    )
    assert {name: float(chance) for name, chance in first.items()} == {"Bob": 0.5, "Cid": 0.5}


@pytest.mark.rule("AHL-10a")
@pytest.mark.parametrize(
    ("edge", "name"),
    [("|", "wall"), ("=", "bulkhead"), ("D", "closed sliding door"), ("I", "closed iris valve"), ("H", "closed hatch")],
)
def test_what_closes_an_edge_blocks_the_line(edge, name):
    with pytest.raises(RuleError, match=rf"Ann can't see Cid, the line ends at B1 \({name}\)"):
        shot(board_of("", f" . .{edge}. . "), ann("A1"), cid("D1"))


@pytest.mark.rule("AHL-10a")
@pytest.mark.parametrize("edge", ["d", "i", "h", " "])
def test_what_stands_open_does_not(edge):
    outcome, card = shot(board_of("", f" . .{edge}. . "), ann("A1"), cid("D1"), [1, 1])
    assert outcome.result.situation.squares == 3
    told = "Range 3 squares on the deck, the line clear (AHL 11.C.1, 10), in the field of fire (AHL 11.A.2)"
    assert told in card.working


@pytest.mark.rule("AHL-11A1a", "AHL-11A2a")
@pytest.mark.parametrize(
    ("square", "seen"), [("C2", True), ("C1", True), ("B1", True), ("A1", False), ("A3", False), ("B3", True)]
)
def test_only_who_is_in_the_field_of_fire_can_be_fired_at(square, seen):
    """Facing east from A2: B1 to B3 at one square ahead; A1 and A3 are to the side."""
    if seen:
        assert shot(OPEN, ann("A2"), cid(square), [1, 1])[0].result.attacks
        return
    with pytest.raises(RuleError, match=r"outside Ann's field of fire \(AHL 11.A.2\): turn Ann with /face"):
        shot(OPEN, ann("A2"), cid(square))


def test_who_is_to_turn_first_faces_the_target_as_little_round_as_that_takes():
    """A1 and A3 are to the side of who faces east from A2, a quarter round each; C2 is before them."""
    for square, faces in (("A1", Facing.NORTH), ("A3", Facing.SOUTH), ("C2", Facing.EAST)):
        outcome, card = shot(OPEN, ann("A2"), cid(square), [1, 1], turn=True)
        assert outcome.board.people["Ann"].facing is faces
        assert "Turned to the target first" in card.working


@pytest.mark.rule("AHL-11C1a")
@pytest.mark.parametrize(("square", "squares"), [("D2", 3), ("D1", 4), ("C1", 3), ("B1", 2), ("I3", 9)])
def test_the_deck_tells_the_range(square, squares):
    """1½ for each diagonal, rounded up once: D1 from A2 is 3½, B1 1½, I3 8½."""
    assert shot(OPEN, ann("A2"), cid(square), [1, 1])[0].result.situation.squares == squares


@pytest.mark.rule("AHL-11C1b")
def test_height_counts_in_squares():
    """Down through the drop at B1: two squares and 3 m, two more."""
    board = board_of("", " . V .", level="Upper", more="level: Lower\n\n . . .")
    assert shot(board, ann("A1"), cid("2:C1"), [1, 1])[0].result.situation.squares == 4


@pytest.mark.rule("AHL-14Aa", "AHL-14D", "AHL-11C2d")
def test_who_leans_round_a_corner_is_in_cover_there():
    """C2 leans into C1: two squares, 5+5 −2 = 8 hits; 1+1 +2 penetration +2 cover = 6, light."""
    outcome, card = shot(BEND, ann("A1"), cid("C2", leaning=at_of("C1")), [5, 5, 1, 1, 1])
    assert modifiers(outcome.result) == {"cover": -2}
    assert "Damage: 1+1 +2 penetration +2 cover = 6 → light wound" in card.lines
    assert "In cover behind a corner (AHL 14.A)" in card.working
    with pytest.raises(RuleError, match="can't see Cid"):
        shot(BEND, ann("A1"), cid("C2"))


@pytest.mark.rule("AHL-14Aa")
def test_who_leans_fires_from_where_they_lean():
    with pytest.raises(RuleError, match=r"/lean out into C1 \(AHL 10\)"):
        shot(BEND, ann("C2", "W"), cid("A1"))
    assert shot(BEND, ann("C2", "W", leaning=at_of("C1")), cid("A1"), [1, 1])[0].result.situation.squares == 2


@pytest.mark.rule("AHL-14Ba")
def test_a_console_covers_or_hides():
    board = board_of("", " . C . . ")
    outcome, card = shot(board, ann("D1", "W"), cid("A1"), [1, 1])
    assert modifiers(outcome.result) == {"cover": -2}
    assert "In cover behind a console (AHL 14.B)" in card.working
    assert [struck.cover for struck in outcome.marks.struck] == ["console"]
    with pytest.raises(RuleError, match=r"A console stands between Ann and Cid \(AHL 14.B\)"):
        shot(board, ann("D1", "W"), cid("A1", crouching=True))
    with pytest.raises(RuleError, match="A console stands between"):
        shot(board, ann("A1", crouching=True), cid("D1"))


@pytest.mark.rule("AHL-14Ca", "AHL-14Cb")
def test_close_machinery_covers_whoever_is_beside_it():
    board = board_of("", " . . X . . ")
    assert modifiers(shot(board, ann("E1", "W"), cid("B1"), [1, 1])[0].result) == {"cover": -2}
    # Both are beside it: no cover for either.
    assert modifiers(shot(board, ann("D1", "W"), cid("B1"), [1, 1])[0].result) == {}
    # Beside the firer only: they fire through, and the target isn't covered.
    assert modifiers(shot(board, ann("D1", "W"), cid("A1"), [1, 1])[0].result) == {}
    with pytest.raises(RuleError, match=r"A close machinery stands between Ann and Cid \(AHL 14.C\)"):
        shot(board, ann("E1", "W"), cid("A1"))


DARK = board_of("", " a . . . ", notes=("a = room 1 Hold",), more="dark: 1")


@pytest.mark.rule("AHL-23b")
def test_darkness_counts_by_the_square():
    outcome, card = shot(DARK, ann("A1"), cid("D1"), [1, 1])
    assert modifiers(outcome.result) == {"darkness": -3}
    assert "The target stands in the dark (AHL 23)" in card.working
    assert modifiers(shot(DARK, ann("A1", weapon=("ACR", "DS")), cid("D1"), [1, 1], setting="single")[0].result) == {}
    assert modifiers(shot(DARK, ann("A1"), cid("D1"), [1, 1], dark=False)[0].result) == {}
    robot = (gunner("Ann", being=Being.WARBOT, weapon="Carbine", ammo=""), stands("A1", "E"))
    assert modifiers(shot(DARK, robot, cid("D1"), [1, 1])[0].result) == {}


@pytest.mark.rule("AHL-23b")
def test_darkness_is_everybodys_own_on_the_line():
    """The door between B1 and C1 is open: dark are C1 and D1, and Bob before it stands in the light."""
    board = board_of("", " . .da . ", notes=("a = room 1 Hold",), more="dark: 1")
    others = ((body("Bob"), stands("B1")),)
    outcome, _ = shot(board, ann("A1"), cid("D1"), [1, 1, 1, 1], others)
    assert (modifiers(outcome.result), modifiers(outcome.result, "Bob")) == ({"darkness": -3}, {})


@pytest.mark.rule("AHL-11A3b")
def test_an_enemy_in_ones_own_square_leaves_pistols_only():
    """Though the fire goes elsewhere: rule 11.A.3 speaks of the square, not of the target (ruling R-64)."""
    beside = ((body("Eve"), stands("A2")),)
    with pytest.raises(RuleError, match="Ann shares a square with Eve: only snub pistols"):
        shot(OPEN, ann("A2"), cid("D2"), others=beside)
    outcome, _ = shot(OPEN, ann("A2", weapon=("Snub Pistol", "HE")), cid("D2"), [1, 1], beside)
    assert [attack.target.name for attack in outcome.result.attacks] == ["Cid"]
    out = ((body("Eve", condition=Condition.UNCONSCIOUS), stands("A2")),)
    assert shot(OPEN, ann("A2"), cid("D2"), [1, 1], out)[0].result.attacks


@pytest.mark.rule("AHL-11C2e", "AHL-11C2f")
def test_the_deck_tells_whether_an_obstruction_is_beside_who_evades():
    assert modifiers(shot(OPEN, ann("A2"), cid("F2"), [1, 1], evading="yes")[0].result) == {"evading": -1}
    walled = board_of("+++++=+++", " . . . . ")
    by_wall = shot(walled, ann("A1"), cid("C1"), [1, 1], evading="yes")[0].result
    assert list(modifiers(by_wall).values()) == [-2]
    # What was typed goes before what the deck says; and in cover nobody evades as well.
    assert modifiers(shot(walled, ann("A1"), cid("C1"), [1, 1], evading="open")[0].result) == {"evading": -1}
    console = board_of("", " . C . . ")
    assert modifiers(shot(console, ann("D1", "W"), cid("A1"), [1, 1], evading="yes")[0].result) == {"cover": -2}


@pytest.mark.rule("AHL-15Aa")
def test_a_fire_that_goes_on_to_equipment_says_so():
    """A miss ends on the red square E1, at penetration 2; what hits Cid goes no further (ruling R-94)."""
    board = board_of("", " . . . . R ")
    _, card = shot(board, ann("A1"), cid("C1"), [1, 1])
    assert (
        'The line ends on red equipment at E1: /blast cause:"red equipment" at:E1 values:"struck 2" (AHL 15.A)'
        in card.lines
    )
    _, card = shot(board, ann("A1"), cid("C1"), [6, 6, 1, 1, 2])
    assert not any("red equipment" in line for line in card.lines)


def test_odds_are_told_of_a_target_behind_others_and_before_equipment():
    """Dan stands before Cid: where he takes the one hit of a carbine nobody else is attacked, and the line ends."""
    board = board_of("", " . . . . R ")
    scene = scene_on(board, (ann("A1"), cid("C1"), (body("Dan"), stands("B1"))), name="Ann", target="Cid")
    scene = replace(scene, units={**scene.units, "others": ()})
    fire = AHL.orders["fire"]
    assert sum(chance for _, chance in order_odds(fire, scene, fire.read({"setting": "single"}))) == 1


@pytest.mark.rule("AHL-15Aa")
@pytest.mark.parametrize(
    ("weapon", "fields", "struck"),
    [
        (CARBINE, {}, 2),
        (("ACR", "DS"), {"setting": "single"}, 4),
        (("ACR", "DS"), {"setting": "automatic"}, 4),
        (("ACR", "HE"), {"setting": "single"}, 2),
        (("Laser Carbine", ""), {}, 5),
    ],
)
def test_equipment_behind_the_target_is_struck_as_the_weapon_strikes_at_effective_range(weapon, fields, struck):
    board = board_of("", " . . . . . . R ")
    _, card = shot(board, ann("A1", weapon=weapon), cid("C1"), [1, 1], **fields)
    (line,) = [line for line in card.lines if "red equipment" in line]
    blast = f'/blast cause:"red equipment" at:G1 values:"struck {struck}"'
    assert line == f"The line ends on red equipment at G1: {blast} (AHL 15.A)"


@pytest.mark.rule("AHL-15-0")
def test_a_strike_that_explodes_says_where():
    _, card = shot(OPEN, ann("A2", weapon=("ACR", "HE")), cid("F2"), [6, 6, 1, 1], setting="single")
    assert 'The strike on Cid explodes: /blast cause:HE at:F2 already:Cid values:"penetration 2" (AHL 15)' in card.lines
    _, card = shot(OPEN, ann("A2", weapon=("FGMP-14/15", "")), cid("F2"), [6, 6, 1, 1])
    assert (
        'The strike on Cid explodes: /blast cause:fusion at:F2 already:Cid values:"penetration 14" (AHL 15)'
        in card.lines
    )


def test_what_is_typed_goes_before_the_deck():
    outcome, _ = shot(OPEN, ann("A2"), cid("F2"), [1, 1], range=40, cover=True)
    assert (outcome.result.situation.squares, modifiers(outcome.result)) == (40, {"cover": -2})
    outcome, _ = shot(BEND, ann("A1"), cid("C2"), [1, 1], range=7, deck=False)
    assert (outcome.result.situation.squares, outcome.marks) == (7, None)
    with pytest.raises(RuleError, match="They are on no deck together: give the range"):
        shot(OPEN, ann("A2"), cid("F2"), deck=False)


@pytest.mark.rule("AHL-22c")
def test_who_stands_without_air_in_a_suit_is_wounded_worse():
    """1+1 +2 −6 is nothing in cloth; 4+4 +2 −6 = 4 is light, and serious in vacuum, where Dan in air isn't worse."""
    board = replace(OPEN, airless=frozenset({at_of("F2")}))
    dan = (body("Dan", armour="cloth"), stands("H2"))
    suited = cid("F2", sheet={"armour": "cloth"})
    outcome, _ = shot(board, ann("A2", weapon=SMG), suited, [6, 6, 4, 4, 6, 6, 4, 4, 2], [dan])
    assert outcome.after["Cid"].condition is Condition.SERIOUS
    assert (outcome.after["Dan"].condition, outcome.after["Dan"].light_wounds) == (Condition.ACTIVE, 1)


@pytest.mark.rule("AHL-26Aa")
def test_a_handhold_needs_a_wall_or_machinery():
    zero_g = {"zero-g": True, "handhold": True}
    with pytest.raises(RuleError, match="no wall or machinery to hold on to"):
        shot(OPEN, ann("A2"), cid("D2"), **zero_g)
    walled = board_of("+=+++++++", " . . . . ")
    assert modifiers(shot(walled, ann("A1"), cid("D1"), [1, 1], **zero_g)[0].result) == {"handhold": -1}


def with_nobody_named(scene):
    return replace(scene, units={**scene.units, "others": ()})


@pytest.mark.parametrize("weapon", [("Carbine", ""), ("Shotgun", "")])
def test_a_crowd_behind_the_target_changes_nothing_of_its_odds(weapon):
    """The fire comes to the nearer one before it comes to the others (AHL 10)."""
    fire = AHL.orders["fire"]
    shooter = gunner("Ann", *weapon), stands("A1", "E")
    crowd = [(body(f"Person {number}"), stands("D1")) for number in range(60)]
    people = (shooter, cid("C1"))
    alone, among = (
        order_odds(fire, with_nobody_named(scene_on(OPEN, there, name="Ann", target="Cid")), fire.read({}))
        for there in (people, (*people, *crowd))
    )
    assert among == alone


def behind(*squares, weapon):
    """Ann in A1 fires at Cid in D1, with others in squares between them."""
    others = [(body(f"P{number}"), stands(square)) for number, square in enumerate(squares)]
    people = ((gunner("Ann", weapon, ""), stands("A1", "E")), cid("D1"), *others)
    return with_nobody_named(scene_on(OPEN, people, name="Ann", target="Cid"))


def test_odds_of_a_target_behind_others_are_those_of_every_throw():
    """Each of two in front is hit or not, by two dice: what hits one doesn't come to them (AHL 10)."""
    fire = AHL.orders["fire"]
    scene, values = behind("B1", "C1", weapon="Carbine"), fire.read({"setting": "single"})
    every = exact(fire.prepared(scene, values), of=lambda done: fire.odds.outcome(done.result))
    assert dict(order_odds(fire, scene, values)) == every


def test_odds_of_a_target_behind_a_squad_are_told():
    """A shotgun's fire goes on to its second hit: four before them have eleven totals each, and hits that matter."""
    fire = AHL.orders["fire"]
    scene = behind("B1", "B1", "C1", "C1", weapon="Shotgun")
    assert sum(chance for _, chance in order_odds(fire, scene, fire.read({}))) == 1


@pytest.mark.rule("AHL-10h", "AHL-10i")
@pytest.mark.parametrize(
    ("weapon", "before", "miss"),
    [
        # 35/36 to hit, and it ends at the second hit, once its square is done: who shares their square changes nothing.
        ("Shotgun", ["B1"], Fraction(1, 36)),
        # Only if one of two before them is missed does it come to them: 71/1296.
        ("Shotgun", ["B1", "C1"], 1 - Fraction(71, 1296) * Fraction(35, 36)),
        # 5/12 to hit, and it ends at its first hit: past one before them, then by turns in their square.
        ("Carbine", ["B1"], 1 - Fraction(7, 12) * Fraction(3667, 6912) * Fraction(5, 12)),
    ],
)
def test_odds_of_a_target_who_shares_their_square_with_three(weapon, before, miss):
    fire = AHL.orders["fire"]
    scene = behind(*before, "D1", "D1", "D1", weapon=weapon)
    chances = dict(order_odds(fire, scene, fire.read({})))
    assert chances["Miss"] == miss
    assert sum(chances.values()) == 1


@pytest.mark.rule("AHL-11A2a", "AHL-11A3b")
@pytest.mark.parametrize("facing", ["N", "E", "S", "W"])
def test_ones_own_square_has_no_front(facing):
    """What 11.A.3 allows is fired there whichever way one faces; its range is 0 (ruling R-163)."""
    outcome, card = shot(OPEN, ann("C2", facing, weapon=("Revolver", "")), cid("C2"), [1, 1])
    assert outcome.result.situation.squares == 0
    assert any("in their own square, which has no front (ruling R-163)" in line for line in card.working)


@pytest.mark.rule("AHL-11A2a", "AHL-11A3b")
@pytest.mark.parametrize("weapon", [("ACR", "DS"), ("Automatic Pistol", ""), CARBINE])
def test_for_nothing_else_is_ones_own_square_in_the_field_of_fire(weapon):
    """Nor at a friend in it, or at somebody who is out, with whom nobody shares it as an enemy (ruling R-163)."""
    own = "Cid is in Ann's own square, which is in the field of fire of snub pistols, body pistols and revolvers"
    shared = "Ann shares a square with Cid: only snub pistols"
    friend, out = (body("Cid", "blue"), stands("C2")), cid("C2", sheet={"condition": Condition.UNCONSCIOUS})
    for cid_there, refused in ((friend, own), (out, shared)):
        with pytest.raises(RuleError, match=refused):
            shot(OPEN, ann("C2", "E", weapon=weapon), cid_there)
        if weapon[0] == "Automatic Pistol":
            own = {"close pistols": "automatic too"}
            card = shot(OPEN, ann("C2", "E", weapon=weapon), cid_there, [1, 1], **own)[1]
            assert any("ruling R-61" in line for line in card.working)


@pytest.mark.rule("AHL-14Aa", "AHL-11A3b")
def test_who_leans_out_fires_in_their_own_square_from_where_they_stand():
    """And into the square into which they lean at its own range, by where they face (ruling R-163)."""
    leaning = (gunner("Ann", "Revolver", ""), stands("C2", "N", leaning=at_of("C1")))
    assert shot(BEND, leaning, cid("C2"), [1, 1])[0].result.situation.squares == 0
    assert shot(BEND, leaning, cid("C1"), [1, 1])[0].result.situation.squares == 1
    turned = (leaning[0], stands("C2", "S", leaning=at_of("C1")))
    with pytest.raises(RuleError, match="outside Ann's field of fire"):
        shot(BEND, turned, cid("C1"))


@pytest.mark.rule("AHL-20f")
@pytest.mark.parametrize(
    ("being", "faces", "freed"),
    [
        # HE kills a blob of life level 3 that it would wound seriously: 5+4 +2 −3 = 8; 1+1 −1 does nothing.
        ({"being": Being.BLOB, "life_level": 3}, [6, 6, 5, 4], True),
        ({"being": Being.BLOB, "life_level": 3}, [6, 6, 1, 1], False),
        ({"being": Being.BLOB, "life_level": 3}, [1, 1], False),
        ({}, [6, 6, 5, 6], False),
    ],
)
def test_whoever_a_blob_gripped_is_free_once_it_is_dead_and_the_referee_is_told_so(being, faces, freed):
    _, card = shot(OPEN, ann("A2", weapon=("ACR", "HE")), cid("F2", sheet=being), faces)
    told = 'Whoever Cid gripped is free: /set field:"gripped by" value:nobody (AHL 20)'
    assert (told in card.lines) is freed
    assert any("gripped" in line for line in card.lines) is freed
