"""Fire in a turn that is kept: its steps, what is simultaneous, covering fire, and shots at who comes adjacent
(AHL 7, 9, 11, 13).
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.plan import at_of, named
from bot.engine.odds import order_odds
from bot.engine.scene import Said
from bot.engine.steps import scene_for
from bot.engine.system import Scene
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.turn.doing import Deeds, Doing
from bot.systems.ahl.turn.together import all_of_it
from tests.deck.plans import board_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.table import Table

# For an ACR at these ranges: 8+ with +2 for the burst, penetration 4, no armour. 2D of 2 misses, of 12 hits.
MISS, DEAD = [1, 1], [6, 6, 6, 6]
# Damage 1+1+4 is 6, a light wound; the last die keeps them conscious, or doesn't.
LIGHT, OUT = [6, 6, 1, 1, 2], [6, 6, 1, 1, 6]
# Damage 2+2+4 is 8.
SERIOUS = [6, 6, 2, 2]


def ann(square="A2", facing="E", weapon="ACR", ammo="DS", **sheet):
    return gunner("Ann", weapon, ammo, **sheet), stands(square, facing)


def cid(square="E2", facing="W", weapon="ACR", ammo="DS", **sheet):
    return gunner("Cid", weapon, ammo, side="red", **sheet), stands(square, facing)


def shot(table):
    """The modifiers of the last order's first shot."""
    return {modifier.label: modifier.dm for modifier in table.last.result.result.attacks[0].hit.modifiers}


WALLED = board_of("#" * 15, "#. . . . . . .#", "#             #", "#. . . . . . .#", "#" * 15)


# --- steps ---


@pytest.mark.rule("AHL-7a", "AHL-11Ba")
def test_the_steps_of_a_phase_come_in_their_order():
    table = Table(ann(), (gunner("Bob"), stands("A1", "E")), (gunner("Eve"), stands("A3", "E")), cid())
    table.begin(Ann="cover", Bob="move", Eve="aim")
    clock = lambda: table.ledger.clock  # noqa: E731
    assert clock().step is Step.COVERING
    table.give("cover", MISS, name="Ann", at="I2")
    card = table.give("move", name="Bob", to="B1")
    assert "Phase 1 of turn 1: movement" in card.lines
    table.give("fire", MISS, name="Eve", target="Cid", fire="aimed")
    assert clock().step is Step.AIMED
    table.give("fire", MISS, name="Ann", target="Cid", fire="snap")
    assert clock().step is Step.SNAP


@pytest.mark.rule("AHL-7a", "AHL-11Ba")
@pytest.mark.parametrize(
    ("step", "verb", "given", "words"),
    [
        ("movement", "cover", {"name": "Ann", "at": "I2"}, "covering fire"),
        ("movement", "fire", {"name": "Ann", "target": "Cid", "fire": "covering"}, "covering fire"),
        ("aimed fire", "move", {"name": "Bob", "to": "B1"}, "moving"),
        ("aimed fire", "melee", {"name": "Bob", "target": "Cid"}, "melee"),
        ("snap shots", "fire", {"name": "Eve", "target": "Cid", "fire": "aimed"}, "aimed fire"),
    ],
)
def test_what_comes_before_a_step_waits_for_the_next_phase(step, verb, given, words):
    table = Table(ann(), (gunner("Bob"), stands("A1", "E")), (gunner("Eve"), stands("A3", "E")), cid("B2"))
    table.begin(Ann="cover", Bob="move", Eve="aim")
    table.give("phase", step=step)
    assert table.refused(verb, **given) == (
        f"Phase 1 of turn 1 has come to {step}, and {words} comes before it: wait for the next phase (AHL 7)."
    )


def test_a_phase_goes_to_a_later_step_only():
    table = Table(ann())
    table.give("turn begin")
    assert table.refused("phase", step="melee").startswith("The decision phase has no steps")
    table.give("phase")
    assert table.give("phase", step="aimed fire").title == "Phase 1 of turn 1: aimed fire"
    assert table.refused("phase", step="movement").startswith("Phase 1 of turn 1 has come to aimed fire")


@pytest.mark.rule("AHL-11A1a")
def test_the_target_of_aimed_fire_is_chosen_when_it_is_resolved():
    """They plan to aim at nobody by name; who came into their field of fire by then can be chosen, who left it not."""
    table = Table(ann("A2"), cid("B1", "S"), (body("Dan", "red"), stands("D1", "S")))
    table.begin(Ann="aim", Cid="move", Dan="move")
    table.give("move", name="Cid", to="W")
    table.give("move", name="Dan", to="S")
    assert table.refused("fire", name="Ann", target="Cid").startswith("Cid is outside Ann's field of fire")
    table.give("fire", MISS, name="Ann", target="Dan")
    assert table.last.result.result.target.name == "Dan"


@pytest.mark.rule("AHL-9Da")
def test_a_grenade_takes_all_six_points_in_the_step_of_snap_shots():
    table = Table(ann(grenades=2), cid(), (gunner("Bob"), stands("A1", "E")))
    table.begin(Ann="move", Bob="move")
    table.give("grenade", [6, 6], name="Ann", range=8)
    assert table.ledger.clock.step is Step.SNAP
    assert table.left("Ann") == 0
    assert table.refused("move", name="Bob", to="B1").startswith("Phase 1 of turn 1 has come to snap shots")
    table.give("phase")
    table.give("move", name="Ann", to="B2")
    assert table.refused("grenade", name="Ann", range=8).startswith("Ann has 4 AP left in phase 2 of turn 1")


# --- one step at once, and one after another ---


@pytest.mark.rule("AHL-7b")
def test_two_who_aim_at_each_other_both_fire_though_one_of_them_dies():
    table = Table(ann(), cid())
    table.begin(Ann="aim", Cid="aim")
    table.give("fire", DEAD, name="Ann", target="Cid")
    assert table.units["Cid"].sheet.condition is Condition.DEAD
    card = table.give("fire", LIGHT, name="Cid", target="Ann")
    assert "Ann: 1 light wound" in card.lines
    assert (table.units["Ann"].sheet.light_wounds, table.units["Cid"].sheet.condition) == (1, Condition.DEAD)


@pytest.mark.rule("AHL-7b")
def test_a_wound_of_the_same_step_does_not_hinder_but_one_of_an_earlier_step_does():
    table = Table(ann(), cid())
    table.begin(Ann="aim", Cid="aim")
    table.give("fire", LIGHT, name="Ann", target="Cid")
    table.give("fire", MISS, name="Cid", target="Ann")
    assert shot(table) == {"burst": 2}
    table.give("phase")
    table.give("fire", MISS, name="Cid", target="Ann")
    assert shot(table) == {"light wound": -1, "burst": 2}


@pytest.mark.rule("AHL-7b")
def test_results_of_an_earlier_step_bar_their_victim_from_a_later_one():
    table = Table(ann(), cid(), (gunner("Eve"), stands("A3", "E")))
    table.begin(Ann="cover", Cid="aim")
    table.give("cover", OUT, name="Ann", at="I2")
    assert table.refused("fire", name="Cid", target="Ann") == ("Cid is unconscious and cannot fire (AHL 12.B, 12.C).")


@pytest.mark.rule("AHL-7b")
def test_all_wounds_of_a_step_add_up():
    """Two light wounds, by two who fire at once; each of the two answers tells its own, the second one all."""
    table = Table(ann(), (gunner("Eve"), stands("A3", "E")), cid())
    table.begin(Ann="aim", Eve="aim")
    table.give("fire", OUT, name="Ann", target="Cid")
    card = table.give("fire", LIGHT, name="Eve", target="Cid")
    assert "Cid: 1 light wound" in card.lines
    assert "Cid, with all that this step has done to them: 2 light wounds, unconscious (AHL 7)" in card.lines
    sheet = table.units["Cid"].sheet
    assert (sheet.light_wounds, sheet.condition) == (2, Condition.UNCONSCIOUS)


@pytest.mark.rule("AHL-7b", "AHL-12B2b")
def test_a_second_serious_wound_of_the_same_step_kills():
    """2+2 and 4 of penetration is 8, a serious wound, by each of two who fire at once (12.B.2)."""
    table = Table(ann(), (gunner("Eve"), stands("A3", "E")), cid())
    table.begin(Ann="aim", Eve="aim", Cid="aim")
    table.give("fire", SERIOUS, name="Ann", target="Cid")
    card = table.give("fire", SERIOUS, name="Eve", target="Cid")
    assert "Cid, with all that this step has done to them: dead (AHL 7)" in card.lines
    assert table.units["Cid"].sheet.condition is Condition.DEAD
    # They fire as they came into the step, and stay dead.
    table.give("fire", MISS, name="Cid", target="Ann")
    assert table.units["Cid"].sheet.condition is Condition.DEAD


@pytest.mark.rule("AHL-7b", "AHL-12B2b")
def test_a_serious_wound_beside_a_light_one_that_knocks_out_is_one_serious_wound():
    table = Table(ann(), (gunner("Eve"), stands("A3", "E")), cid())
    table.begin(Ann="aim", Eve="aim")
    table.give("fire", OUT, name="Ann", target="Cid")
    table.give("fire", SERIOUS, name="Eve", target="Cid")
    sheet = table.units["Cid"].sheet
    assert (sheet.light_wounds, sheet.condition) == (1, Condition.SERIOUS)


@pytest.mark.rule("AHL-7b")
def test_whoever_fires_is_asked_about_a_friend_who_has_fallen_in_the_same_step_too():
    table = Table(ann(), (gunner("Eve"), stands("C2", "E")), cid())
    table.begin(Ann="aim", Cid="aim", Eve="move")
    table.give("fire", [*OUT, *MISS], name="Cid", target="Eve")
    assert table.units["Eve"].sheet.condition is Condition.UNCONSCIOUS
    order, said = table.orders["fire"], Said("fire", {"name": (("Ann", None),), "target": (("Cid", None),)}, {}, "")
    asked = scene_for(order, said, table.game, Scene.of(table.game))
    assert [unit.name for unit in order.hesitation(asked, {"fire": "aimed"}, {}).friends] == ["Eve"]
    # A snap shot comes after them all, and then whoever lies there is in nobody's way, as in the next phase.
    assert order.hesitation(asked, {"fire": "snap"}, {}).friends == ()
    table.give("phase")
    later = scene_for(order, said, table.game, Scene.of(table.game))
    assert order.hesitation(later, {"fire": "aimed"}, {}).friends == ()


@pytest.mark.rule("AHL-7b")
def test_who_falls_in_a_step_still_stands_in_the_line_of_its_other_fires():
    """10: everybody active in the danger space is attacked; within a step they still are."""
    table = Table(ann(), (gunner("Eve"), stands("A3", "E")), cid(), (body("Dan", "red"), stands("G2")))
    table.begin(Ann="aim", Eve="aim")
    table.give("fire", [*OUT, *MISS], name="Ann", target="Cid")
    table.give("fire", [*MISS, *MISS], name="Eve", target="Cid")
    names = [made.target.name for made in table.last.result.result.attacks]
    assert names[0] == "Cid"


def test_the_referees_word_on_a_wound_counts_at_once():
    table = Table(ann(), cid())
    table.begin(Ann="aim", Cid="aim")
    table.give("fire", LIGHT, name="Ann", target="Cid")
    assert table.ledger.clock.of("Cid").fit is not None
    table.give("heal", name="Cid")
    assert table.ledger.clock.of("Cid").fit is None
    assert table.units["Cid"].sheet.light_wounds == 0


# --- covering fire ---


@pytest.mark.rule("AHL-11A1b")
def test_covering_fire_names_an_end_point_as_the_phase_begins():
    table = Table(ann(), cid("E1", "S"))
    table.begin(Ann="cover, I2")
    card = table.give("cover", name="Ann")
    assert card.title == "Ann covers the line through I2"
    assert table.left("Ann") == 3
    assert table.refused("cover", name="Ann").startswith("Ann has fired their covering fire in this phase")
    table.give("phase", step="movement")
    table.give("phase")
    other = Table(ann(), cid("E1", "S"))
    other.begin(Ann="cover")
    assert other.refused("cover", name="Ann").startswith("Say where the covering fire ends, as at:C7")
    assert other.refused("cover", name="Ann", at="A1").startswith("A1 is outside Ann's field of fire")


def covered(table):
    """The squares of the covering fires that lie on the deck, by name."""
    return [named(at) for line in table.ledger.clock.covering for at in line.danger]


@pytest.mark.rule("AHL-11A1b")
def test_covering_fire_goes_to_the_end_that_was_planned_and_on_until_something_stops_it():
    table = Table(ann("A1"), cid("I2", "N"))
    table.begin(Ann="cover, D1", Cid="move")
    card = table.give("cover", name="Ann")
    assert card.title == "Ann covers the line through D1"
    assert covered(table) == [f"{column}1" for column in "BCDEFGHI"]
    card = table.give("move", MISS, name="Cid", to="I1")
    assert "Ann's covering fire at I1:" in card.lines


@pytest.mark.rule("AHL-11A1b")
def test_what_is_said_as_the_phase_begins_goes_before_what_was_planned():
    table = Table(ann("A1"), cid("I3", "N"))
    table.begin(Ann="cover, D1")
    assert table.give("cover", name="Ann", at="C3").title == "Ann covers the line through C3"
    assert covered(table)[-1] == "C3"
    assert "D1" not in covered(table)


@pytest.mark.rule("AHL-11A1b", "AHL-11Ba")
def test_covering_fire_is_laid_as_each_phase_begins_and_lies_for_that_phase():
    table = Table(ann(), cid("E1", "S"))
    table.begin(Ann="cover, I2", Cid="move")
    table.give("cover", name="Ann")
    table.give("phase")
    table.steel("Ann", "Cid")
    assert covered(table) == []
    # It is not laid yet: they come through unharmed, and then it is too late.
    table.give("move", name="Cid", to="S")
    assert table.at("Cid", "E2")
    assert table.refused("cover", name="Ann").startswith("Phase 2 of turn 1 has come to movement")
    table.give("phase")
    table.give("cover", MISS, name="Ann")
    assert covered(table)[-1] == "I2"


@pytest.mark.rule("AHL-11A1b")
def test_only_covering_fire_has_an_end_point():
    table = Table(ann())
    table.give("turn begin")
    assert table.refused("plan", name="Ann", plan="move", end="I2").startswith("Only covering fire has an end")


@pytest.mark.rule("AHL-11A1c")
def test_whoever_moves_through_it_is_attacked_at_once_and_never_twice():
    """8+ with −1 for covering fire and +2 for the burst: 1+1 misses. They go on through it unharmed then."""
    table = Table(ann(), cid("E1", "S"))
    table.begin(Ann="cover", Cid="move")
    table.give("cover", name="Ann", at="I2")
    card = table.give("move", MISS, name="Cid", to="S")
    at = card.lines.index("Ann's covering fire at E2:")
    assert card.lines[at + 1] == "Cid, 4 squares: 8+ (effective) | 1+1 +2 burst −1 covering fire = 3 → miss"
    # A sidestep along the line, 4 AP: they are in it still, and were attacked by it already.
    table.give("move", name="Cid", to="W")
    assert table.at("Cid", "D2")


@pytest.mark.rule("AHL-11A2a", "AHL-11A3b", "AHL-11A1c")
def test_ones_own_square_is_covered_with_a_revolver_whichever_way_one_faces():
    """It is in the field of fire for what 11.A.3 allows there, and for nothing else (ruling R-163)."""
    table = Table(ann("C2", "W", "Revolver", ""), cid("E2", weapon="Revolver", ammo=""))
    table.begin(Ann="cover", Cid="move")
    table.give("cover", name="Ann", at="C2")
    assert table.last.marks.danger == (at_of("C2"),)
    # Ann faces west: they come from behind, and she can't fire before they are in her square. 8+ with −1: 1+1 misses.
    card = table.give("move", MISS, name="Cid", to="W W")
    assert "Cid, 0 squares: 8+ (effective) | 1+1 −1 covering fire = 1 → miss" in card.lines
    card = table.give("fire", MISS, name="Ann", target="Cid", fire="snap")
    assert "To hit: 8+ (effective) | 1+1 −2 snap shot = 0 → miss" in card.lines
    rifle = Table(ann("C2", "W"), cid())
    rifle.begin(Ann="cover")
    assert rifle.refused("cover", name="Ann", at="C2").startswith("C2 is in Ann's own square, which is in the")


@pytest.mark.rule("AHL-11A1c")
def test_who_is_brought_down_by_it_lies_where_they_were_hit():
    table = Table(ann(), cid("E1", "S"))
    table.begin(Ann="cover", Cid="move")
    table.give("cover", name="Ann", at="I2")
    card = table.give("move", OUT, name="Cid", to="S S")
    assert table.at("Cid", "E2")
    assert table.board.people["Cid"].prone
    assert "Cid falls there" in card.lines
    assert table.units["Cid"].sheet.condition is Condition.UNCONSCIOUS
    assert table.refused("move", name="Cid", to="S").startswith("Cid is unconscious and cannot move")


@pytest.mark.rule("AHL-11A1c")
def test_those_exposed_in_its_line_are_attacked_in_its_own_step():
    """R-70: at once in the covering fire step; and one limit of hits for the phase, for a single shot one."""
    table = Table(ann(weapon="Carbine", ammo=""), cid(), (body("Dan", "red"), stands("C1", "S")))
    table.begin(Ann="cover", Dan="move")
    table.give("cover", [6, 6, 1, 1, 2], name="Ann", at="I2")
    assert table.units["Cid"].sheet.light_wounds == 1
    # Its one hit is made: nobody is attacked any more.
    table.give("move", name="Dan", to="S")
    assert table.at("Dan", "C2")


@pytest.mark.rule("AHL-11A1c")
def test_a_covering_fire_at_somebody_lies_on_the_deck_as_well():
    table = Table(ann(), cid(), (body("Dan", "red"), stands("C1", "S")))
    table.begin(Ann="cover", Dan="move")
    table.give("fire", MISS, name="Ann", target="Cid", fire="covering")
    table.give("move", MISS, name="Dan", to="S")
    assert [made.attack.target.name for made in table.last.result.met] == ["Dan"]


@pytest.mark.rule("AHL-11A1c")
def test_it_is_gone_with_its_phase_and_it_attacks_friends_as_well():
    table = Table(ann(), (body("Bob", "blue"), stands("C1", "S")))
    table.begin(Ann="cover", Bob="move")
    table.give("cover", name="Ann", at="I2")
    table.give("move", MISS, name="Bob", to="S")
    table.give("phase")
    table.give("move", name="Bob", to="S")


@pytest.mark.rule("AHL-11A1d")
@pytest.mark.parametrize(("first", "second"), [("Cid", "Dan"), ("Dan", "Cid")])
def test_the_owner_of_the_movers_says_who_goes_through_first(first, second):
    """A carbine's covering fire ends at its first hit: whoever comes first takes it."""
    table = Table(ann(weapon="Carbine", ammo=""), cid("E1", "S"), (body("Dan", "red"), stands("F1", "S")))
    table.begin(Ann="cover", Cid="move", Dan="move")
    table.give("cover", name="Ann", at="I2")
    table.give("move", [6, 6, 1, 1, 2], name=first, to="S")
    table.give("move", name=second, to="S")
    wounds = {name: table.units[name].sheet.light_wounds for name in (first, second)}
    assert wounds == {first: 1, second: 0}


@pytest.mark.rule("AHL-7c")
def test_a_mover_may_abandon_their_move_once_they_see_the_covering_fire():
    table = Table(ann(), cid("E1", "S"))
    table.begin(Ann="cover, I2", Cid="move")
    table.give("cover", name="Ann")
    assert "Ann's covering fire lies from A2 to I2" in table.give("turn show").lines
    table.give("plan", name="Cid", plan="abandon")
    assert table.refused("move", name="Cid", to="S").startswith("Cid has abandoned their plan")
    assert table.at("Cid", "E1")


def test_who_comes_through_evading_is_harder_to_hit():
    table = Table(ann(), cid("E1", "S"))
    table.begin(Ann="cover", Cid="move")
    table.give("cover", name="Ann", at="I2")
    table.give("move", MISS, name="Cid", to="S", gait="evade")
    shot = table.last.result.met[0].attack.shot
    assert shot.situation.evading == "open"


@pytest.mark.rule("AHL-11A1c")
def test_what_was_said_of_a_covering_fire_holds_for_who_comes_through_it():
    """The referee's +2 and a handhold's −1 beside the +2 of a burst and the −1 of covering fire: 6 hits on 8."""
    table = Table(ann("A1"), cid("E2", "N"), board=WALLED)
    table.begin(Ann="cover", Cid="move")
    table.give("cover", name="Ann", at="G1", dm=2, because="a flare", **{"zero-g": True, "handhold": True})
    table.give("move", [3, 3, 1, 1, 2], name="Cid", to="N")
    hit = table.last.result.met[0].attack.hit
    assert {modifier.label: modifier.dm for modifier in hit.modifiers} == {
        "burst": 2,
        "covering fire": -1,
        "handhold": -1,
        "referee: a flare": 2,
    }


# --- who comes adjacent ---


def rushed(plan="aim", **weapon):
    """Cid trots at Ann, who looks their way, from H2."""
    table = Table(ann("D2", "E", **weapon), cid("H2", "W"))
    table.begin(Ann=plan, Cid="move")
    return table


@pytest.mark.rule("AHL-13a")
def test_an_enemy_who_comes_adjacent_stops_for_the_shot_before_they_dive_or_fights():
    table = rushed()
    card = table.give("move", name="Cid", to="D2", gait="trot")
    assert table.at("Cid", "E2")
    assert (
        "Stops beside Ann, who may fire at once: /fire name:Ann target:Cid mode:snap; then /move goes on (AHL 13)"
    ) in card.lines
    table.give("fire", MISS, name="Ann", target="Cid", fire="snap")
    # The shot came at once: movement is not over, and they go on.
    assert table.ledger.clock.step is Step.MOVEMENT
    table.give("move", name="Cid", to="D2", gait="trot")
    assert table.at("Cid", "D2")


@pytest.mark.rule("AHL-13a")
def test_what_it_does_to_them_holds_at_once():
    table = rushed()
    table.give("move", name="Cid", to="D2", gait="trot")
    table.give("fire", OUT, name="Ann", target="Cid", fire="snap")
    assert table.refused("move", name="Cid", to="D2").startswith("Cid is unconscious")


@pytest.mark.rule("AHL-13b")
def test_only_who_is_not_moving_fires_at_once():
    table = rushed(plan="move")
    table.give("move", name="Ann", to="E2")
    table.give("move", name="Cid", to="F2", gait="trot")
    assert table.refused("fire", name="Ann", target="Cid", fire="snap").startswith(
        "Ann has moved in this phase, and only who isn't moving fires at once at who comes adjacent (AHL 13)"
    )
    table.give("phase", step="snap shots")
    table.give("fire", MISS, name="Ann", target="Cid", fire="snap")


@pytest.mark.rule("AHL-13b")
def test_whoever_has_fired_so_does_not_move_any_more():
    table = rushed(plan="move")
    table.give("move", name="Cid", to="E2", gait="trot")
    table.give("fire", MISS, name="Ann", target="Cid", fire="snap")
    assert table.refused("move", name="Ann", to="C2").startswith(
        "Ann stood and fired at who came adjacent, and doesn't move in this phase (AHL 13)"
    )


@pytest.mark.rule("AHL-13c")
def test_their_points_say_how_often():
    """R-74: 3 AP each, so two from six; after a covering fire one."""
    table = rushed()
    table.give("move", name="Cid", to="E2", gait="trot")
    table.give("fire", MISS, name="Ann", target="Cid", fire="snap")
    table.give("fire", MISS, name="Ann", target="Cid", fire="snap")
    assert table.refused("fire", name="Ann", target="Cid", fire="snap") == (
        "Ann has fired two snap shots in phase 1 of turn 1, the most there are (AHL 9.C)."
    )
    table = rushed(plan="cover")
    table.give("cover", name="Ann", at="E1")
    table.give("move", name="Cid", to="E2", gait="trot")
    table.give("fire", MISS, name="Ann", target="Cid", fire="snap")
    assert table.refused("fire", name="Ann", target="Cid", fire="snap") == (
        "Ann has 0 AP left in phase 1 of turn 1, and a snap shot takes 3: /phase goes on to the next one (AHL 6)."
    )


@pytest.mark.rule("AHL-13c")
def test_nobody_stops_beside_one_who_can_not_fire():
    """High energy weapons fire no snap shots (19), and who looks the other way has nobody in their field of fire."""
    for someone in (ann("D2", "E", weapon="PGMP-12", ammo=""), ann("D2", "W")):
        table = Table(someone, cid("H2", "W"))
        table.begin(Ann="aim", Cid="move")
        table.give("move", name="Cid", to="D2", gait="trot")
        assert table.at("Cid", "D2")


@pytest.mark.rule("AHL-11A3a")
def test_of_three_in_a_square_two_fire_through_its_side_in_one_step():
    three = [(gunner(name), stands("A2", "E")) for name in ("Ann", "Bob", "Eve")]
    table = Table(*three, cid())
    table.begin(Ann="aim", Bob="aim", Eve="aim")
    table.give("fire", MISS, name="Ann", target="Cid")
    table.give("fire", MISS, name="Bob", target="Cid")
    assert table.refused("fire", name="Eve", target="Cid") == (
        "Two others fire through the east side of that square already: wait, or move (AHL 11.A.3)."
    )
    table.give("fire", MISS, name="Eve", target="Cid", fire="snap")


@pytest.mark.rule("AHL-11A3a", "AHL-11A1b")
def test_covering_fire_goes_through_a_side_as_any_other_does_and_each_square_has_its_own():
    three = [(gunner(name), stands("A2", "E")) for name in ("Ann", "Bob", "Eve")]
    table = Table(*three, (gunner("Dan"), stands("A1", "E")), cid("I3", "N"))
    table.begin(Ann="cover", Bob="cover", Eve="cover", Dan="cover")
    table.give("cover", name="Ann", at="I2")
    table.give("cover", name="Bob", at="I2")
    full = "Two others fire through the east side of that square already: wait, or move (AHL 11.A.3)."
    assert table.refused("cover", name="Eve", at="I2") == full
    table.give("cover", name="Dan", at="I1")


def test_odds_are_those_of_the_fire_itself_in_a_turn_or_not():
    table = Table(ann(), cid())
    order = AHL.orders["fire"]
    cast = {"name": (table.units["Ann"],), "target": (table.units["Cid"],), "others": ()}
    scene = Scene(cast, table.ledger, table.board, table.units)
    values = order.read({"fire": "aimed"})
    before = order_odds(order, scene, values)
    table.begin(Ann="move")
    assert order_odds(order, replace(scene, ledger=table.ledger), values) == before
    assert sum(chance for _, chance in before) == 1


@given(
    st.integers(0, 3),
    st.sampled_from(Condition),
    st.lists(st.tuples(st.integers(0, 2), st.sampled_from(Condition)), min_size=2, max_size=2),
)
def test_it_makes_no_difference_which_of_two_fires_of_a_step_is_resolved_first(wounds, condition, blows):
    """AHL 7: each takes it as it came; together they leave all light wounds and the worst condition, and two serious
    wounds kill.
    """
    came = Character(light_wounds=wounds, condition=condition)

    def after(now, blow):
        hit = replace(
            came, light_wounds=wounds + blow[0], condition=max(condition, blow[1], key=tuple(Condition).index)
        )
        return all_of_it(now, came, hit)

    one, other = blows
    assert after(after(came, one), other) == after(after(came, other), one)
    assert after(after(came, one), other).light_wounds == wounds + one[0] + other[0]


@pytest.mark.parametrize("plan", [None, "aim", "cover", "move"])
def test_nothing_that_others_see_of_a_move_hangs_on_a_secret_plan(plan):
    """Two states that differ in Ann's plan alone give Cid the same answer, and the same sight of the turn."""
    table = Table(ann("D2"), cid("H2", "W"))
    table.begin(**({"Ann": plan} if plan else {}), Cid="move")
    card = table.give("move", name="Cid", to="D2", gait="trot")
    assert card.title == "Cid trots to E2"
    assert card.lines == (
        "3 AP, within 1 phase of 6 AP; faces west",
        "Stops beside Ann, who may fire at once: /fire name:Ann target:Cid mode:snap; then /move goes on (AHL 13)",
        "Adjacent to Ann: who stands may snap",
        "Phase 1 of turn 1: movement",
        "Cid: 3 AP left in phase 1",
    )


def labelled(table):
    """The modifiers of the first covering fire that the last mover met."""
    return {each.label: each.dm for each in table.last.result.met[0].attack.hit.modifiers}


def test_covering_fire_in_the_dark():
    """23: −1 a square for who has no night vision."""
    table = Table(ann(weapon="Submachinegun", ammo=""), cid("E1", "S"), settings={"dark": "yes"})
    table.begin(Ann="cover", Cid="move")
    table.give("cover", name="Ann", at="I2")
    table.give("move", MISS, name="Cid", to="S", gait="evade")
    assert labelled(table) == {"burst": 4, "covering fire": -1, "evading": -1, "darkness": -4}


def test_covering_fire_without_gravity_meets_who_drifts_and_they_drift_on():
    """26.B: who fired throws for control, with an ACR at −4. From E1 they drift south, 2 AP a square, off the deck's
    end at E3.
    """
    table = Table(ann(), cid("E1", "S"), settings={"zero-g": "yes"})
    table.begin(Ann="cover", Cid="move")
    table.give("cover", name="Ann", at="I2")
    assert table.units["Ann"].sheet.zero_g.fired == "ACR"
    table.give("move", OUT, name="Cid", to="S", gait="drift")
    assert [met.attack.target.name for met in table.last.result.met] == ["Cid"]
    assert table.units["Cid"].sheet.condition is Condition.UNCONSCIOUS
    assert table.at("Cid", "E3")
    assert "10+ | 6+6 −4 ACR = 8 → disoriented" in "".join(table.give("phase", [6, 6]).lines)


@pytest.mark.rule("AHL-26Cc")
@pytest.mark.parametrize(
    ("dice", "condition", "hits"),
    # 6 in column -2 is a light wound more.
    [([*LIGHT, 6, 1], Condition.ACTIVE, True), (DEAD, Condition.DEAD, False)],
)
def test_who_drifts_fast_through_covering_fire_and_lives_hits_what_ends_the_drift(dice, condition, hits):
    table = Table(ann(), cid("E1", "S"), settings={"zero-g": "yes"})
    table.begin(Ann="cover", Cid="move")
    table.give("cover", name="Ann", at="I2")
    card = table.give("move", dice, name="Cid", to="S", gait="fast drift")
    assert table.units["Cid"].sheet.condition is condition
    assert table.at("Cid", "E3")
    assert any("Cid drifts into an obstruction" in str(line) for line in card.lines) is hits
    assert table.units["Cid"].sheet.light_wounds == (2 if hits else 0)


def test_covering_fire_meets_whoever_dives_into_its_line():
    table = Table(ann(), cid("D2", "N"), (gunner("Dan", side="green"), stands("C1", "S")))
    table.begin(Ann="cover", Dan="move")
    table.give("cover", MISS, name="Ann", at="I2")
    table.give("move", name="Dan", to="D1", gait="trot")
    table.give("dive", MISS, name="Dan", target="Cid")
    assert [met.attack.target.name for met in table.last.result.met] == ["Dan"]


def test_the_picture_shows_the_danger_space_that_they_came_through():
    table = Table(ann(), cid("E1", "S"))
    table.begin(Ann="cover", Cid="move")
    table.give("cover", name="Ann", at="I2")
    table.give("move", MISS, name="Cid", to="S")
    assert [named(at) for at in table.last.marks.danger] == ["B2", "C2", "D2", "E2", "F2", "G2", "H2", "I2"]
    assert [named(at) for at in table.last.marks.trail] == ["E1", "E2"]


def test_covering_fire_without_a_turn_attacks_those_in_its_line():
    table = Table(ann(), cid())
    assert table.refused("cover", name="Ann").startswith("Say where the covering fire ends")
    card = table.give("cover", LIGHT, name="Ann", at="I2")
    assert "Cid, 4 squares: 8+ (effective) | 6+6 +2 burst −1 covering fire = 13 → hit" in card.lines
    assert "Cid: 1 light wound" in card.lines


def test_whoever_gets_another_name_keeps_their_plan_their_points_and_their_fire():
    table = Table(ann(), cid("E1", "S"))
    table.begin(Ann="cover", Cid="move")
    table.give("cover", name="Ann", at="I2")
    table.give("move", MISS, name="Cid", to="S")
    clock = AHL.renamed(AHL.renamed(table.ledger, "Ann", "Sgt. Ann"), "Cid", "Sid").clock
    assert clock.of("Sgt. Ann") == replace(table.ledger.clock.of("Ann"), knows=("Sid",))
    assert clock.of("Ann").plan is None
    (line,) = clock.covering
    assert (line.firer, line.attacked) == ("Sgt. Ann", ("Sid",))
    assert AHL.renamed(Ledger(), "Ann", "Eve") == Ledger()


def test_whoever_leaves_takes_their_plan_and_their_covering_fire_along():
    table = Table(ann("D2"), cid("I2"))
    table.begin(Ann="cover")
    table.give("cover", MISS, name="Ann", at="I2")
    left = AHL.renamed(table.ledger, "Ann", "").clock
    assert "Ann" not in left.people
    assert left.covering == ()
    assert AHL.renamed(table.ledger, "Cid", "").clock.covering == table.ledger.clock.covering
    assert AHL.renamed(Ledger(), "Ann", "") == Ledger()


def test_covering_fire_names_the_rulings_that_it_rests_on():
    """R-09: shots without a figure are counted; R-61: an automatic pistol in a square shared with an enemy."""
    table = Table(ann("D2", weapon="Laser Rifle", ammo=""), cid("I2"), settings={"energy shots": "3"})
    table.begin(Ann="cover")
    counted = "The source has no figure for it: the campaign counts its shots (ruling R-09)"
    assert counted in table.give("cover", MISS, name="Ann", at="I2").working
    pistols = {"close pistols": "automatic too"}
    table = Table(ann("D2", weapon="Automatic Pistol", ammo=""), cid("D2"), settings=pistols)
    table.begin(Ann="cover")
    rule = "Automatic pistols are fired in a shared square as well (AHL 11.A.3), ruling R-61"
    assert rule in table.give("cover", name="Ann", at="I2").working


def test_another_name_stands_wherever_somebody_did_something_to_its_owner():
    deeds = Deeds(came=("Ann", "Cid"), spares=("Bob", "Ann"), struck="Ann", shuns="Ann")
    clock = Clock(people={"Dan": Doing(deeds=deeds, knows=("Cid", "Ann"))}, surprises=(("Ann", "Cid"), ("Cid", "Ann")))
    dan = clock.renamed("Ann", "Eve").of("Dan")
    assert dan.deeds == Deeds(came=("Eve", "Cid"), spares=("Bob", "Eve"), struck="Eve", shuns="Eve")
    assert dan.knows == ("Cid", "Eve")
    assert clock.renamed("Ann", "Eve").surprises == (("Eve", "Cid"), ("Cid", "Eve"))
    assert clock.renamed("Bob", "Rob").of("Dan").deeds.spares == ("Rob", "Ann")
