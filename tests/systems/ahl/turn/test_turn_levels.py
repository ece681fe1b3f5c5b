"""Ladders and edges in a turn that is kept: each phase takes what the book says, and one is a target meanwhile
(AHL 8.B.5, 8.C.2, rulings R-34 and R-54).
"""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of
from bot.systems.ahl.sheet.character import Being, Condition
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.table import Table

# Two levels, 3 m apart: a drop at B1, a ladder at D1; three levels with a ladder through all of them.
GALLERY = board_of("", " . V . L . . ", level="Upper", more="level: Lower\n\n . . . L . .")
SHAFT = board_of("", " L . ", level="Top", more="level: Middle\n\n L .\n\nlevel: Bottom\n\n L .")
HATCHED = board_of("", " . a", notes=["a = ladder with open hatch"], more="level: Lower\n\n . L")
DEAD, MISS = [6, 6, 6, 6], [1, 1]


def ann(square="D1", facing="W", **sheet):
    return body("Ann", **sheet), stands(square, facing)


def cid(square, facing="E", weapon="Carbine", ammo=""):
    return gunner("Cid", weapon, ammo, side="blue"), stands(square, facing)


def climbs(to="2:D1", *others, board=GALLERY, start="D1", **plans):
    table = Table(ann(start), *others, board=board)
    table.begin(Ann="move", **plans)
    card = table.give("move", name="Ann", to=to)
    return table, card


@pytest.mark.rule("AHL-8B5a")
def test_a_ladder_is_climbed_a_metre_a_phase():
    table, card = climbs()
    assert card.title == "Ann begins to climb to 2:D1"
    assert "Ann: 0 AP left in phase 1, owes 12 in later phases" in card.lines
    assert table.at("Ann", "D1"), "she has begun, and is at its head"
    card = table.give("phase")
    assert card.lines[0] == "Ann: on the ladder at D1, 2 metres to go (AHL 8.B.5)"
    assert (table.left("Ann"), table.at("Ann", "D1")) == (0, True)
    assert "Ann: 0 AP left, owes 6, planned, on the ladder at D1, 2 metres to go" in table.give("turn show").lines
    assert table.refused("move", name="Ann", to="C1").startswith("Ann has 0 AP left in phase 2 of turn 1")
    assert table.give("phase").lines[0] == "Ann: on the ladder at D1, 1 metre to go (AHL 8.B.5)"
    assert table.give("phase").lines[0] == "Ann has climbed to 2:D1 (AHL 8.B.5)"
    assert (table.left("Ann"), table.at("Ann", "2:D1")) == (6, True)
    table.give("move", name="Ann", to="C1")
    assert table.at("Ann", "2:C1")


@pytest.mark.rule("AHL-8B5a")
def test_a_climb_of_two_levels_passes_the_one_between_and_goes_on_in_the_next_turn():
    """Six metres are six phases; a decision phase is none of them."""
    table, _ = climbs("3:A1", board=SHAFT, start="A1")
    places = []
    for _ in range(7):
        table.give("phase")
        places.append(table.board.people["Ann"].at)
    top, middle, bottom = at_of("A1"), at_of("2:A1"), at_of("3:A1")
    assert places == [top, top, middle, middle, middle, middle, bottom]
    assert table.ledger.clock.words == "phase 2 of turn 2"


@pytest.mark.rule("AHL-8B5a", "AHL-9Ca")
def test_on_the_ladder_one_can_be_shot_from_both_levels_and_shoots_at_nobody():
    """Two squares from either, each on their own level."""
    table, _ = climbs("2:D1", cid("B1", "E"), (gunner("Dan", "Carbine", "", side="blue"), stands("2:F1", "W")))
    table.units["Ann"] = replace(table.units["Ann"], sheet=gunner("Ann", "Carbine", "").sheet)
    assert table.refused("fire", name="Ann", target="Cid", fire="snap").startswith("Ann has 0 AP left")
    table.give("fire", MISS, name="Cid", target="Ann", fire="snap")
    assert table.last.result.result.situation.squares == 2
    table.give("fire", MISS, name="Dan", target="Ann", fire="snap")
    assert table.last.result.result.situation.squares == 2
    assert "evading" not in [m.label for m in table.last.result.result.attacks[0].hit.modifiers]


@pytest.mark.rule("AHL-8B5a", "AHL-12Ca")
def test_who_is_shot_off_a_ladder_lies_at_its_foot():
    table, _ = climbs("2:D1", cid("B1", "E"))
    card = table.give("fire", [6, 6, 5, 4], name="Cid", target="Ann", fire="snap")
    assert "Ann loses their hold and comes down at 2:D1, prone; the book names no hurt for it" in card.lines
    fallen = table.board.people["Ann"]
    assert (fallen.at, fallen.prone, fallen.climb) == (at_of("2:D1"), True, None)
    assert not any("Ann" in line and "ladder" in line for line in table.give("phase").lines)


@pytest.mark.rule("AHL-QA-2", "AHL-8B5a")
def test_a_hatch_that_is_shut_on_the_way_and_a_full_square_keep_a_climber_waiting():
    table, _ = climbs("1:B1", board=HATCHED, start="2:B1")
    table.board = replace(table.board, open=frozenset())
    assert table.give("phase").lines[0] == "Ann waits on the ladder: the hatch in the floor of B1 is shut (AHL 8.B.5)"
    table.board = replace(table.board, open=frozenset({at_of("B1")}))
    table.give("phase")
    table.give("phase")
    full = {f"F{number}": stands("B1") for number in range(4)}
    for name in full:
        table.units[name] = body(name, "blue")
    table.board = replace(table.board, people={**table.board.people, **full})
    assert table.give("phase").lines[0] == "Ann waits on the ladder: B1 is full (AHL 2)"
    assert table.at("Ann", "2:B1")


@pytest.mark.rule("AHL-8B5a", "AHL-8C8a")
def test_who_is_dragged_climbs_along():
    table = Table(ann(), (body("Bob", condition=Condition.SERIOUS), stands("D1", prone=True)), board=GALLERY)
    table.begin(Ann="move")
    table.give("move", name="Ann", to="2:D1", dragging="Bob")
    for _ in range(3):
        assert table.at("Bob", "D1")
        table.give("phase")
    assert (table.at("Ann", "2:D1"), table.at("Bob", "2:D1")) == (True, True)
    assert table.board.people["Bob"].prone


@pytest.mark.rule("AHL-8B5a", "AHL-8C8a")
def test_who_is_out_and_dragged_takes_no_room_up_where_the_ladder_leads():
    """AHL 2: with three friends there Ann is the fourth, and Bob counts nothing."""
    table = Table(ann(), (body("Bob", condition=Condition.SERIOUS), stands("D1", prone=True)), board=GALLERY)
    table.begin(Ann="move")
    table.give("move", name="Ann", to="2:D1", dragging="Bob")
    crowd = {f"F{number}": stands("2:D1") for number in range(3)}
    table.units |= {name: body(name) for name in crowd}
    table.board = replace(table.board, people={**table.board.people, **crowd})
    for _ in range(3):
        table.give("phase")
    assert (table.at("Ann", "2:D1"), table.at("Bob", "2:D1")) == (True, True)


@pytest.mark.rule("AHL-8B5a", "AHL-8C8a")
def test_who_is_out_climbs_no_further_than_somebody_drags_them():
    """Ann falls on the ladder a metre up, and neither of them goes on."""
    table = Table(ann(), (body("Bob", condition=Condition.SERIOUS), stands("D1", prone=True)), board=GALLERY)
    table.begin(Ann="move")
    table.give("move", name="Ann", to="2:D1", dragging="Bob")
    assert "Bob: on the ladder at D1, 2 metres to go (AHL 8.B.5)" in table.give("phase").lines
    table.units["Ann"] = replace(table.units["Ann"], sheet=body("Ann", condition=Condition.SERIOUS).sheet)
    for _ in range(4):
        lines = table.give("phase").lines
        assert "Bob stays where they are on the ladder: nobody drags them on (AHL 8.C.8)" in lines
    assert (table.at("Ann", "D1"), table.at("Bob", "D1")) == (True, True)


@pytest.mark.rule("AHL-13a", "AHL-8B5a")
def test_who_comes_to_a_level_beside_an_enemy_can_be_shot_at_once():
    table, _ = climbs("2:D1", cid("2:C1", "E", "ACR", "DS"), Cid="aim")
    table.give("phase")
    table.give("phase")
    table.steel("Ann")
    table.give("phase")
    table.give("phase", step="movement")
    table.give("fire", MISS, name="Cid", target="Ann", fire="snap")
    assert table.ledger.clock.step.value == "movement"


OWED = "A morale check comes before 2:D1, adjacent to an enemy: /morale check cause:adjacent name:Ann (AHL 18.A.2)"


def beside_the_foot():
    """Armed, Ann is a metre above 2:D1, to which she comes as the phase ends. Cid is beside it, and her morale is 7."""
    armed = (gunner("Ann", side="red"), stands("D1", "W"))
    table = Table(armed, cid("2:C1"), board=GALLERY)
    table.begin(Ann="move", Cid="aim")
    table.give("move", name="Ann", to="2:D1")
    table.give("phase")
    card = table.give("phase")
    assert card.lines[:2] == ("Ann: on the ladder at D1, 1 metre to go (AHL 8.B.5)", OWED)
    return table


@pytest.mark.rule("AHL-18A2", "AHL-8B5a")
def test_the_check_comes_before_leaving_a_ladder_beside_an_enemy():
    table = beside_the_foot()
    lines = table.give("phase").lines
    assert [line for line in lines if OWED in line] == [f"Ann waits on the ladder: {OWED}"]
    assert table.at("Ann", "D1")
    table.give("morale", [3, 4], name="Ann", cause="adjacent")
    assert table.give("phase").lines[0] == "Ann has climbed to 2:D1 (AHL 8.B.5)"
    assert table.ledger.clock.of("Ann").deeds.came == ("Cid",)


@pytest.mark.rule("AHL-18A2", "AHL-18Db")
def test_who_fails_it_waits_on_the_ladder():
    table = beside_the_foot()
    table.give("morale", [4, 4], name="Ann", cause="adjacent")
    assert table.give("phase").lines[0] == (
        "Ann waits on the ladder: Ann has failed their check and stops before 2:D1, adjacent to an enemy (AHL 18.D)"
    )
    table.give("morale", [3, 4], name="Ann", cause="adjacent")
    table.give("phase")
    assert table.at("Ann", "2:D1")


@pytest.mark.rule("AHL-18A2")
def test_by_a_book_that_is_only_shown_they_come_down_and_it_is_told():
    table = beside_the_foot()
    table.settings = {"turns": "shown"}
    assert table.give("phase").lines[:2] == ("Ann has climbed to 2:D1 (AHL 8.B.5)", f"By the book: {OWED}")


@pytest.mark.rule("AHL-18A2", "AHL-8C2a")
def test_the_check_comes_before_dropping_beside_an_enemy():
    table = Table(ann("A1", "E"), cid("2:C1"), board=GALLERY)
    table.begin(checked=False, Ann="move")
    owed = OWED.replace("2:D1", "2:B1")
    card = table.give("jump", name="Ann", how="swing")
    assert owed in card.lines
    assert table.give("phase").lines[0] == f"Ann holds on: {owed}"
    assert (table.at("Ann", "B1"), table.left("Ann")) == (True, 2)
    table.give("morale", [3, 4], name="Ann", cause="adjacent")
    assert table.give("phase").lines[0] == "Ann lets go and drops to 2:B1 (AHL 8.C.2)"


@pytest.mark.rule("AHL-8C2a")
def test_who_swings_hangs_for_a_phase_and_drops_as_the_next_begins():
    """Six points to hang, four to drop: two are left of the next phase."""
    table = Table(ann("A1", "E"), cid("D1", "W"), (gunner("Dan", "Carbine", ""), stands("2:D1", "W")), board=GALLERY)
    table.begin(Ann="move")
    card = table.give("jump", name="Ann", how="swing")
    assert card.title == "Ann hangs from the edge at B1"
    assert card.lines[:2] == (
        "6 AP; as the next phase begins they let go and drop to 2:B1 for 4 of it",
        "Until then they are a target at the edge, and from below where they are to land",
    )
    assert "Ann: 0 AP left in phase 1, owes 4 in later phases" in card.lines
    assert table.at("Ann", "B1")
    assert any(line.endswith("hangs from the edge at B1") for line in table.give("turn show").lines)
    for firer in ("Cid", "Dan"):
        table.give("fire", MISS, name=firer, target="Ann", fire="snap")
        assert table.last.result.result.situation.squares == 2
    card = table.give("phase")
    assert card.lines[0] == "Ann lets go and drops to 2:B1 (AHL 8.C.2)"
    assert (table.left("Ann"), table.at("Ann", "2:B1")) == (2, True)
    assert not any("neither moves nor evades" in line for line in card.lines)


@pytest.mark.rule("AHL-8C2a")
def test_who_hangs_as_a_turn_ends_drops_in_the_first_phase_of_the_next():
    table = Table(ann("A1", "E"), board=GALLERY)
    table.begin(Ann="move")
    for _ in range(4):
        table.give("phase")
    table.give("jump", name="Ann", how="swing")
    assert table.give("phase").title == "The decision phase of turn 2"
    assert table.at("Ann", "B1")
    table.give("phase")
    assert (table.left("Ann"), table.at("Ann", "2:B1")) == (2, True)


@pytest.mark.rule("AHL-8C2a", "AHL-8C2b")
def test_between_catwalks_one_hangs_over_the_tube_and_lands_under_where_one_stood():
    tube = board_of("", " . T . ", level="Upper", more="level: Lower\n\n . T .")
    table = Table(ann("A1", "E"), board=tube)
    table.begin(Ann="move")
    table.give("jump", name="Ann", how="swing")
    assert table.at("Ann", "B1")
    table.give("phase")
    assert table.at("Ann", "2:A1")


@pytest.mark.rule("AHL-20d")
def test_a_blob_drops_at_once_and_unharmed():
    table = Table(ann("A1", "E", being=Being.BLOB), board=GALLERY)
    table.begin(Ann="move")
    table.give("jump", name="Ann")
    assert (table.at("Ann", "2:B1"), table.left("Ann")) == (True, 0)
    assert table.units["Ann"].sheet.condition is Condition.ACTIVE
    up = Table(ann("2:D1", being=Being.BLOB), board=GALLERY)
    up.begin(Ann="move")
    assert up.refused("move", name="Ann", to="1:D1").startswith("Ann is a blob: it goes one square")


@pytest.mark.rule("AHL-8B5a", "AHL-8C2a")
def test_between_two_levels_one_does_nothing_else():
    """Who waits there has points, and neither fires nor fights nor lies down (ruling R-54)."""
    table = beside_the_foot()
    table.give("phase")
    assert table.left("Ann") == 6
    table.give("phase", step="movement")
    for verb, given in (
        ("move", {"name": "Ann", "to": "C1"}),
        ("face", {"name": "Ann", "facing": "north"}),
        ("fire", {"name": "Ann", "target": "Cid", "fire": "snap"}),
        ("melee", {"name": "Ann", "target": "Cid"}),
    ):
        assert table.refused(verb, **given) == (
            "Ann is on the ladder at D1, 1 metre to go, and does nothing else until they are off it (ruling R-54)."
        )
    for verb, given in (("stance", {"how": "prone"}), ("lean", {"side": "north"})):
        assert table.refused(verb, name="Ann", **given) == "Ann is between two levels: wait until they stand on one."
    assert "snap shot" not in next(line for line in table.give("turn show").lines if line.startswith("Ann"))
    assert "Phase 4 of turn 1: aimed fire" in table.give("phase ready", name="Cid").lines, "nobody waits for them"
