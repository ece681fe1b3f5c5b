"""Grenades, explosions, structures and vacuum on a deck: where, whom, and what they break (AHL 15, 16, 22, 24)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.plan import At, Edge, Facing, at_of
from bot.deck.view import Attacked, Scored
from bot.engine.errors import RuleError
from bot.engine.odds import order_odds
from bot.systems.ahl.blast.explosion import reached
from bot.systems.ahl.sheet.character import Being, Condition
from bot.systems.ahl.walking.ground import Gait, Ground, costs_for, entry_cost
from tests.deck.plans import board_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import HALL, body, give, scene_on, stands

OPEN = board_of(*HALL)
# A cabin A1 to C1 behind a wall from a passage D1 to F1; a bulkhead closes the passage in the east.
CABIN = board_of("#" * 15, "#. . .|. . .=.#", "#" * 15)


def thrower(square="A2", facing="E", **sheet):
    return body("Ann", "blue", **{"grenades": 2, **sheet}), stands(square, facing)


def throw(at, faces, *people, board=OPEN, ann=None, **fields):
    scene = scene_on(board, (ann or thrower(), *people), name="Ann")
    return give("grenade", scene, faces, at=at, **fields)


def explode(cause, at, faces=(), *people, board=OPEN, roles=None, **fields):
    return give("blast", scene_on(board, people, **(roles or {})), faces, cause=cause, at=at, **fields)


BOB = (body("Bob"), stands("F2"))
DEAD = {"condition": Condition.DEAD}


@pytest.mark.rule("AHL-16a", "AHL-16f", "AHL-15B-0")
def test_a_grenade_hits_its_square_and_reaches_who_is_near():
    """F2 is 5 squares away. Penetration 4 for Bob: 1+1+4 = 6, light. Cid at one: 10+ on 4+5 isn't. Dan is 3 away."""
    people = (BOB, (body("Cid"), stands("G1")), (body("Dan"), stands("I2")))
    outcome, card = throw("F2", [4, 4, 1, 1, 2, 4, 5], *people)
    assert card.lines == (
        "To hit F2, 5 squares away: 8+ | 4+4 = 8 → hit",
        "Bob, in the square: penetration 4",
        "Damage: 1+1 +4 penetration = 6 → light wound",
        "Consciousness: 2 → stays conscious (lost on a 6)",
        "Bob: 1 light wound",
        "Cid, 1 square away: 10+ | 4+5 = 9 → unharmed",
        "1 grenade left",
    )
    assert outcome.after["Ann"].grenades == 1
    assert outcome.marks.blast[0] == at_of("F2")
    assert len(outcome.marks.blast) == 15
    assert outcome.marks.centres == (at_of("F2"),)
    # Cid was attacked as well; Dan is out of reach.
    assert outcome.marks.struck == (Attacked("Bob", Scored.EFFECTIVE), Attacked("Cid", Scored.MISSED))
    # Four in the square, half of it beside it, a quarter two squares away (AHL 15.B.2).
    left = dict(outcome.marks.rings)
    assert (left[at_of("F2")], left[at_of("G1")], left[at_of("D2")]) == (4, 2, 1)
    assert "Around F2 the deck knows who is in reach and in line of sight (AHL 15.B.1)" in card.working


def test_the_nearest_suffer_first():
    """Whoever is in the square, then those one square away, then two; of those as near by their squares, and not as
    they came into the game, which would tell strangers from each other.
    """
    people = [(body(name), stands(at)) for name, at in (("Bob", "G2"), ("Cid", "H2"), ("Dan", "F2"), ("Eve", "E2"))]
    reach = scene_on(OPEN, people)
    squares = {at_of("F2"): 0, at_of("E2"): 1, at_of("G2"): 1, at_of("H2"): 2}
    assert [(unit.name, unit.at) for unit in reached(reach, reach.board, squares)] == [
        ("Dan", 0),
        ("Eve", 1),
        ("Bob", 1),
        ("Cid", 2),
    ]


@pytest.mark.rule("AHL-16b", "AHL-16c")
@pytest.mark.parametrize(
    ("total", "lands"),
    [((3, 4), "H2"), ((2, 4), "G1"), ((4, 4), "G3"), ((2, 3), "F1"), ((4, 5), "F3"), ((1, 1), "D2"), ((1, 3), "E1")],
)
def test_a_miss_scatters_from_its_square_by_the_house_table(total, lands):
    """Thrown east at F2, 2D of 4 halved are two squares; what would leave the hall stops at its edge."""
    outcome, card = throw("F2", [1, 2, *total, 1, 3])
    assert outcome.result.landing.at == at_of(lands)
    assert any(line.startswith(f"It explodes at {lands}") for line in card.lines)
    assert outcome.marks.scatter[0] == at_of("F2")


@pytest.mark.rule("AHL-16b")
def test_a_diagonal_throw_scatters_along_its_diagonal():
    outcome, _ = throw("C2", [1, 2, 3, 4, 1, 1, 1, 1], ann=thrower("B1"))
    assert outcome.result.landing.at == at_of("D3")


@pytest.mark.rule("AHL-16d")
def test_an_obstruction_stops_it_in_the_last_open_square():
    """Thrown east at B1 in the cabin, straight on for three squares: the wall behind C1 stops it."""
    outcome, card = throw("B1", [1, 2, 3, 4, 3, 3, 1, 1], board=CABIN, ann=thrower("A1"))
    assert outcome.result.landing.at == at_of("C1")
    assert "It explodes at C1, stopped by an obstruction" in card.lines


@pytest.mark.rule("AHL-16e")
@pytest.mark.parametrize(("die", "lands"), [(2, "E2"), (3, "G2")])
def test_who_is_in_its_way_may_stop_it(die, lands):
    """Two in E2, one of them dead: a die of 2 stops it, 3 doesn't; in D2, its target, and in G2, its last, none."""
    people = [(body(name, **DEAD), stands(square)) for name, square in [("Bob", "E2"), ("Cid", "D2"), ("Eve", "G2")]]
    people.append((body("Dan", being=Being.WARBOT), stands("E2")))
    # Three squares on. In E2 it hits Dan: 2+2+4 = 8; from G2 they are two squares away and throw 12+.
    after = [2, 2] if lands == "E2" else [1, 1]
    outcome, card = throw("D2", [1, 2, 3, 4, 3, 3, die, *after], *people, ann=thrower(armour="battle dress"))
    assert outcome.result.landing.at == at_of(lands)
    assert f"Past those at E2: {die} → {'stopped there' if lands == 'E2' else 'it goes on'}" in card.lines


@pytest.mark.rule("AHL-16e")
@pytest.mark.parametrize(
    ("dice", "lands", "told"),
    [
        ([1], "E2", ["Past those at E2: 1 → stopped there"]),
        ([2, 1], "F2", ["Past those at E2: 2 → it goes on", "Past those at F2: 1 → stopped there"]),
        ([2, 2], "G2", ["Past those at E2: 2 → it goes on", "Past those at F2: 2 → it goes on"]),
    ],
)
def test_it_comes_past_one_after_the_other(dice, lands, told):
    """Each is one in their square: a die of 1 stops it, and nobody behind is thrown for."""
    people = [(body(name, **DEAD), stands(square)) for name, square in [("Bob", "E2"), ("Cid", "F2")]]
    outcome, card = throw("D2", [1, 2, 3, 4, 3, 3, *dice], *people, ann=thrower(armour="battle dress"))
    assert outcome.result.landing.at == at_of(lands)
    assert [line for line in card.lines if line.startswith("Past those")] == told


def test_a_robot_may_count_as_two_of_those_who_stop_it():
    """Ruling R-47's option: a warbot alone in E2 stops it on a 2."""
    robot = (body("Rob", being=Being.WARBOT), stands("E2"))
    outcome, _ = throw("D2", [1, 2, 3, 4, 3, 3, 2, 1, 1], robot)
    assert outcome.result.landing.at == at_of("G2")
    outcome, card = throw(
        "D2", [1, 2, 3, 4, 3, 3, 2, 1, 1], robot, ann=thrower(armour="battle dress"), crowding="by size"
    )
    assert outcome.result.landing.at == at_of("E2")
    assert "A robot counts as two of them and a blob as four here (ruling R-47)" in card.working


@pytest.mark.rule("AHL-16a")
def test_a_grenade_needs_a_line_of_sight():
    with pytest.raises(RuleError, match=r"Ann can't see E1, the line ends at C1 \(wall\): a grenade needs"):
        throw("E1", [], board=CABIN, ann=thrower("A1"))
    with pytest.raises(RuleError, match="Something fills B1"):
        throw("B1", [], board=board_of("", " . B . "), ann=thrower("A1"))
    with pytest.raises(RuleError, match="is no square of this deck"):
        throw("Z9", [])


@pytest.mark.rule("AHL-16a")
def test_who_throws_from_cover_throws_worse():
    """Beside a console that the line crosses: −2."""
    outcome, _ = throw("D1", [1, 1, 3, 4, 1, 1], board=board_of("", " . C . . "), ann=thrower("A1"))
    assert outcome.result.thrown.check.total == 0
    outcome, _ = throw("D1", [1, 1, 3, 4, 1, 1], board=board_of("", " . C . . "), ann=thrower("A1"), cover=False)
    assert outcome.result.thrown.check.total == 2


@pytest.mark.rule("AHL-16a", "AHL-14Ba", "AHL-14Ca")
@pytest.mark.parametrize(
    ("row", "at", "total"),
    [
        (" . . . . . ", "E1", 2),
        (" . C . . . ", "E1", 0),
        (" . C . . . ", "C1", 0),
        (" . . C . . ", "E1", 2),
        (" . . . C . ", "E1", 2),
        (" . X . . . ", "E1", 0),
        (" . X . . . ", "D1", 0),
        (" . X . . . ", "C1", 2),
        (" . . X . . ", "E1", 2),
    ],
)
def test_only_what_stands_beside_the_thrower_covers_them(row, at, total):
    """A console beside them does; close machinery does unless what they throw at is beside it too. 1+1 is 2."""
    outcome, _ = throw(at, [1, 1, 3, 4, 1, 1], board=board_of("", row), ann=thrower("A1", "E", armour="battle dress"))
    assert outcome.result.thrown.check.total == total


@pytest.mark.rule("AHL-14Aa", "AHL-16a")
def test_who_leans_throws_from_where_they_lean_and_from_cover():
    """Leaning from A1 into A2 Ann is 3 squares from it, and 2 of cover are off 1+1."""
    ann = body("Ann", "blue", grenades=1, armour="battle dress"), stands("A1", "S", leaning=at_of("A2"))
    outcome, card = throw("D2", [1, 1, 3, 4, 1, 1], ann=ann)
    assert card.lines[0].startswith("To hit D2, 3 squares away: 8+ | 1+1 −2 ")
    assert outcome.result.thrown.check.total == 0


@pytest.mark.rule("AHL-16a")
def test_a_level_that_is_not_named_is_the_throwers_own():
    hall = board_of("", " . . . . ", level="Upper", more="level: Lower\n\n . . . . ")
    below = replace(stands("A1", "E"), at=At(1, 0, 0))
    low = body("Ann", "blue", grenades=1, armour="battle dress"), below
    outcome, _ = throw("D1", [1, 1, 3, 4, 1, 1], board=hall, ann=low)
    assert outcome.result.landing.at.level == 1


def test_only_who_is_on_the_deck_throws_at_a_place_of_it():
    scene = scene_on(OPEN, [thrower()], name="Ann")
    gone = replace(scene, board=replace(scene.board, people={}))
    with pytest.raises(RuleError, match="Ann is not on the deck: put them there with /place, or give range:8"):
        give("grenade", gone, at="F2")
    with pytest.raises(RuleError, match=r"No deck is up here: give the range in squares of 1\.5 m, as range:8"):
        give("grenade", replace(scene, board=None), at="F2")


def test_where_the_referee_names_the_direction_nothing_explodes_yet():
    outcome, card = throw("D2", [1, 2, 1, 3, 1, 3], BOB, scatter="referee")
    assert outcome.result.exploded is None
    assert card.lines[-2].endswith("say where with /blast cause:grenade at:")


@pytest.mark.rule("AHL-15B-0", "AHL-15B1a")
def test_a_blast_needs_a_line_of_sight_to_whom_it_hurts():
    """C1 and D1 touch, but the wall is between them; two squares from B1 D1 would be."""
    people = [
        (body(name, **sheet), stands(square))
        for name, square, sheet in [
            ("Ann", "C1", {}),
            ("Bob", "D1", {}),
            ("Cid", "B1", {"condition": Condition.UNCONSCIOUS}),
        ]
    ]
    outcome, _ = explode("grenade", "C1", [1, 1, 2, 5, 5, 1, 1, 2], *people, board=CABIN)
    assert [(each.near.name, each.near.squares) for each in outcome.result.suffered] == [("Ann", 0), ("Cid", 1)]


@pytest.mark.rule("AHL-15B2e")
def test_who_was_hit_by_the_fire_takes_no_more():
    people = [(body(name), stands("C2")) for name in ("Ann", "Bob")]
    outcome, _ = explode("HE", "C2", [1, 1, 2], *people, roles={"already": "Ann"}, penetration=6)
    assert [each.near.name for each in outcome.result.suffered] == ["Bob"]
    outcome, _ = give("blast", scene_on(OPEN, people, direct="Ann"), [1, 1, 1, 1, 2], cause="HE", penetration=6)
    assert [each.near.name for each in outcome.result.everybody] == ["Ann", "Bob"]


@pytest.mark.rule("AHL-15Aa", "AHL-15Ab")
def test_equipment_explodes_in_its_square():
    """5 against red: 6+6+5−10 = 7 holds; 14: 2+2+14−10 = 8, serious, and Bob beside it throws 10+ for 7."""
    board = board_of("", " . . R . ")
    people = [(body("Bob"), stands("B1"))]
    outcome, card = explode("red equipment", "C1", [6, 6], *people, board=board, struck=5)
    assert outcome.board is None
    assert card.lines[0].endswith("6+6 +5 penetration −10 red equipment = 7 → light wound: it holds")
    outcome, card = explode("red equipment", "C1", [2, 2, 5, 5, 1, 1], *people, board=board, struck=14)
    assert "it explodes" in card.lines[0]
    assert "Bob, 1 square away: 10+ | 5+5 = 10 → penetration 7" in card.lines
    assert outcome.board.wrecked == {at_of("C1")}
    with pytest.raises(RuleError, match="There is no red equipment at C1"):
        explode("red equipment", "C1", [], *people, board=outcome.board, struck=14)
    with pytest.raises(RuleError, match="There is no green equipment at C1"):
        explode("green equipment", "C1", [], *people, board=board)


WALL = Edge(0, 3, 0, Facing.WEST)
BULKHEAD = Edge(0, 6, 0, Facing.WEST)


@pytest.mark.rule("AHL-24Aa", "AHL-24Ab", "AHL-24Ad")
def test_a_satchel_breaks_what_it_reaches_without_a_throw():
    """30 in C1: the wall beside it takes 30 − 4 = 26 and is breached at 25; the hull takes 25, 25 and 10 and holds."""
    outcome, card = explode("satchel", "C1", board=CABIN)
    assert outcome.board.damage[WALL] == 26
    assert outcome.board.breached == {WALL}
    assert "Wall between C1 and D1: breached" in card.lines
    # The bulkhead in the passage lies behind the wall, out of the explosion's sight.
    assert BULKHEAD not in outcome.board.damage
    # A1 is two squares away: 30, 15, 7, less 5 for the hull.
    assert outcome.board.damage[Edge(0, 0, 0, Facing.WEST)] == 2
    assert outcome.board.damage[Edge(0, 2, 0, Facing.NORTH)] == 25
    assert not outcome.board.holed


@pytest.mark.rule("AHL-24Ab", "AHL-24Ad", "AHL-24Ae")
def test_points_add_up_until_it_leaks():
    """25 points in the bulkhead, one square from E1, take two of 15 − 5 and one more; the hull never leaks."""
    board = CABIN
    for number in range(1, 4):
        outcome, _ = explode("satchel", "E1", board=board)
        board = outcome.board
        assert board.damage[BULKHEAD] == 10 * number
        assert (BULKHEAD in board.holed) is (number == 3)
    assert not board.breached & {edge for edge in board.plan.levels[0].barriers if edge.y != 0 or edge.x == 0}
    assert board.damage[Edge(0, 4, 0, Facing.NORTH)] == 75


@pytest.mark.rule("AHL-24Ad")
def test_a_breach_is_open_to_sight_fire_and_movement_as_a_hatch():
    board = explode("satchel", "C1", board=CABIN)[0].board
    people = ((body("Ann", "blue"), stands("A1", "E")), (body("Bob"), stands("F1")))
    _, card = give("range", scene_on(board, people, name="Ann"), to="Bob")
    assert "The line is clear (AHL 10)" in card.lines
    # An open hatch adds 2 to the square's own 2.
    walk = give("move", scene_on(board, people[:1], name="Ann"), to="D1")[0]
    assert walk.result.route.cost / 2 == 8
    assert entry_cost(Ground(board, costs_for(people[0][0].sheet, Gait.WALK), {}), at_of("C1"), at_of("D1")) == 4


@pytest.mark.rule("AHL-24Aa", "AHL-24Ac")
def test_a_structure_of_the_deck_is_hit_at_its_square_and_side():
    """A wall takes 5 − 4 = 1 a strike; a named square without anything on that side is refused."""
    scene = scene_on(CABIN, ())
    outcome, card = give("structure hit", scene, at="C1", side="E", penetration=5, times=3)
    assert card.title == "Wall between C1 and D1 is hit"
    assert card.lines == ("Penetration 5 −4 wall = 1 point, 3 times", "Wall between C1 and D1 (wall): 3 points, holds")
    again = replace(scene, board=outcome.board)
    outcome, _ = give("structure hit", again, at="D1", side="W", penetration=26)
    assert outcome.board.breached == {WALL}
    listed = give("structure list", replace(scene, board=outcome.board))[1]
    assert listed.lines == ("Wall between C1 and D1 (wall): 25 points, breached",)
    with pytest.raises(RuleError, match="Nothing whole stands on the east side of C1"):
        give("structure hit", replace(scene, board=outcome.board), at="C1", side="E", penetration=5)
    with pytest.raises(RuleError, match="There is no conduit at C1"):
        give("structure hit", scene, at="C1", penetration=5)


@pytest.mark.rule("AHL-24Ae")
def test_a_breached_conduit_is_cut():
    scene = scene_on(board_of("", " . O . "), ())
    outcome, card = give("structure hit", scene, at="B1", penetration=9)
    assert card.lines[1] == "Conduit at B1 (conduit): 6 points, breached: it is cut"
    assert outcome.board.wrecked == {At(0, 1, 0)}


# Three rooms in a row: a shut door between the first two, a bulkhead with a hatch before the third.
ROOMS = board_of("#" * 13, "#. .D. .H. .#", "#" * 13)
PEOPLE = (
    (body("Ann"), stands("A1")),
    (body("Bob"), stands("D1")),
    (body("Cid", armour="vacc suit"), stands("C1")),
    (body("Dan"), stands("E1")),
)


def vacuum(board, faces=(), people=PEOPLE, **fields):
    names = ", ".join(unit.name for unit, _ in people)
    return give("vacuum", scene_on(board, people, name=names), faces, **fields)


@pytest.mark.rule("AHL-22a", "AHL-22b", "AHL-22d")
def test_vacuum_spreads_through_doors_and_hurts_who_stands_in_it():
    """A1 loses its air: the shut door holds none, the hatch does. Ann 1+1 and Bob 2+2, light; Cid is suited."""
    outcome, card = vacuum(ROOMS, [1, 1, 2, 2, 3], at="A1")
    assert outcome.board.airless == {At(0, x, 0) for x in range(4)}
    assert outcome.marks.about == (at_of("A1"), at_of("D1")), "the picture holds all that is without air"
    assert {name: sheet.light_wounds for name, sheet in outcome.after.items()} == {"Ann": 0, "Bob": 1}
    assert card.lines[-2:] == ("Without air: 4 squares", "In air: Dan")
    assert any("It spreads by open hatches" in line for line in card.working)


@pytest.mark.rule("AHL-22a", "AHL-22d")
def test_a_hatch_that_is_opened_or_holed_lets_it_through():
    hatch = Edge(0, 4, 0, Facing.WEST)
    for change in ({"open": frozenset({hatch})}, {"holed": frozenset({hatch})}):
        outcome, card = vacuum(replace(ROOMS, **change), [1, 1, 1, 1, 1, 1], at="A1")
        assert len(outcome.board.airless) == 6
        assert "In air" not in "\n".join(card.lines)


@pytest.mark.rule("AHL-22a")
def test_it_goes_on_each_turn_until_it_is_sealed():
    board = vacuum(ROOMS, [1, 1, 1, 1], at="A1")[0].board
    again, _ = vacuum(board, [1, 1, 1, 1])
    assert again.after.keys() == {"Ann", "Bob"}
    sealed, card = vacuum(board, sealed=True)
    assert sealed.board.airless == frozenset()
    assert card.title == "Air again"
    with pytest.raises(RuleError, match="Nothing on a deck is without air"):
        vacuum(sealed.board, sealed=True)


@pytest.mark.rule("AHL-22a")
def test_an_opening_to_space_is_not_sealed_by_words():
    holed = replace(ROOMS, breached=frozenset({Edge(0, 0, 0, Facing.WEST)}))
    board = vacuum(holed, [1, 1, 1, 1])[0].board
    with pytest.raises(RuleError, match="The openings to space are still there"):
        vacuum(board, sealed=True)


def test_nobody_in_the_vacuum_is_refused():
    board = replace(ROOMS, airless=frozenset({At(0, 4, 0)}))
    with pytest.raises(RuleError, match="Nobody without a suit stands where the deck has no air"):
        vacuum(board, people=PEOPLE[:3])


def odds(at, *people):
    order = AHL.orders["blast"]
    scene = replace(scene_on(OPEN, people), units={"people": (), "direct": ()})
    return dict(order_odds(order, scene, order.read({"cause": "grenade", "at": at})))


def test_odds_on_a_deck_are_those_of_the_first_whom_it_reaches():
    """No armour, in the square: 2D +4 kills on 8, 15/36, whoever stands beside them."""
    crowd = [(body(f"Cid {number}"), stands("F1")) for number in range(5)]
    assert odds("F2", BOB)["Dead"] == Fraction(15, 36)
    assert odds("F2", BOB, *crowd) == odds("F2", BOB)
    assert odds("F2") == {"Nobody is near": 1}
