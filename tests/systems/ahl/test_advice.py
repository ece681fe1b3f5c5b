"""What somebody is advised to do: by the odds of the very orders, and by what their side sees and nothing else."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.deck.board import placed
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.dice import LiveDice, ScriptedDice
from bot.engine.due import Choice
from bot.engine.errors import RuleError
from bot.engine.odds import order_odds
from bot.engine.scene import Said, Scene
from bot.engine.steps import Sequel, scene_for, whole_of
from bot.systems.ahl.sheet.character import Being, Clip, Condition, Nerve
from bot.systems.marks import SURRENDERED
from tests.deck.plans import board_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, gunner, stands
from tests.systems.ahl.table import Table, one

# Two rooms of three by three with a shut sliding door between them, in the middle row.
ROOMS = board_of(
    "#" * 15, "#. . .#. . . .#", "#     #       #", "#. . .D. . . .#", "#     #       #", "#. . .#. . . .#", "#" * 15
)
HUNT = Autopilot()


def advice(table, name, orders=HUNT):
    """What somebody may do of what is due first of them, or unasked, the best first."""
    due = next((each for each in AHL.due(table.game) if name in each.owes and not each.settled), None)
    return AHL.piloting.advises(table.game, due, name, orders)


def said(idea):
    """An idea as its order: `fire Ann Bob aimed`."""
    people = [name for parts in idea.said.people.values() for name, _ in parts]
    return " ".join([idea.said.verb, *people, *map(str, idea.said.fields.values())])


def facing(square="H2", **more):
    """Ann with an ACR faces Bob across the hall, of whom she sees nothing else."""
    return Table(one("Ann", "1", "A2"), one("Bob", "2", square, "W", "red", **more))


def at_step(table, step):
    table.give("phase", step=step)
    return table


@pytest.mark.parametrize("how", ["aimed", "snap"])
def test_a_shot_is_worth_what_its_own_odds_make_of_the_target(how):
    """The chance that is told is that of not missing and not being without effect, by /odds; a death counts 1."""
    table = facing()
    table.begin(Ann="aim")
    at_step(table, "aimed fire" if how == "aimed" else "snap shots")
    (best, *_) = advice(table, "Ann")
    assert said(best) == f"fire Ann Bob {how}"
    fire = AHL.orders["fire"]
    scene = scene_for(fire, best.said, table.game, Scene.of(table.game))
    odds = dict(order_odds(fire, scene, fire.read(best.said.fields)))
    hurts = 1 - odds.get("Miss", 0) - odds.get("No effect", 0)
    assert best.why == f"{round(100 * hurts)} % to hurt Bob by {how} fire, who is the nearest"
    least, most = odds.get("Dead", 0) + odds.get("Serious wound", 0), hurts
    assert least <= best.worth <= most


def test_in_the_decision_phase_an_empty_weapon_is_reloaded_and_an_enemy_in_sight_is_fired_at():
    table = facing()
    table.give("turn begin")
    assert {said(idea) for idea in advice(table, "Ann")} == {"plan Ann cover", "plan Ann aim", "plan Ann move"}
    unit = table.units["Ann"]
    (carried,) = unit.sheet.weapons
    empty = replace(carried, loaded=replace(carried.loaded, rounds=0), spare=(Clip("DS", 20),))
    table.units["Ann"] = replace(unit, sheet=replace(unit.sheet, weapons=(empty,)))
    assert said(advice(table, "Ann")[0]) == "plan Ann reload"
    table.give("plan", name="Ann", plan="reload")
    table.give("phase")
    assert [said(idea) for idea in AHL.piloting.advises(table.game, None, "Ann", HUNT)] == ["reload Ann"]
    table.give("reload", name="Ann")
    assert list(AHL.piloting.advises(table.game, None, "Ann", HUNT)) == []


def test_who_holds_aims_at_whoever_comes_and_who_hunts_moves():
    """A wall is between them, so that nobody sees anybody."""
    table = Table(one("Ann", "1", "A2"), one("Bob", "2", "G2", "W", "red"), board=ROOMS)
    table.give("turn begin")
    assert said(advice(table, "Ann", Autopilot(Mission.HOLD))[0]) == "plan Ann aim"
    assert said(advice(table, "Ann")[0]) == "plan Ann move"


def test_who_hunts_goes_to_the_shut_door_and_opens_it_in_the_phase_that_they_begin_beside_it():
    table = Table(one("Ann", "1", "A2"), one("Bob", "2", "G2", "W", "red"), board=ROOMS)
    table.begin(Ann="move")
    at_step(table, "movement")
    (best, *_) = advice(table, "Ann")
    assert said(best) == "move Ann C2 E trot"
    assert best.why == "looks for the enemy"
    table.give("move", name="Ann", to="C2", facing="E")
    table.give("phase")
    at_step(table, "movement")
    (best, *_) = advice(table, "Ann")
    assert said(best) == "door Ann E True"
    assert best.why == "looks for the enemy: opens the sliding door between C2 and D2"
    table.give("door", at="Ann", side="E", open=True)
    (best, *_) = advice(table, "Ann")
    assert said(best) == "phase ready Ann"
    assert best.why == "looks for the enemy: waits for the sliding door between C2 and D2 to open"


def test_whoever_is_sent_to_a_place_goes_there_and_whoever_lies_stands_up_first():
    table = Table(one("Ann", "1", "A2"), one("Bob", "2", "G2", "W", "red"), board=ROOMS)
    table.begin(Ann="move")
    at_step(table, "movement")
    there = Autopilot(Mission.GUARD, "A1")
    assert "goes to A1" in [idea.why for idea in advice(table, "Ann", there)]
    table.board = placed(table.board, "Ann", replace(stands("A2", "E"), prone=True))
    assert "stands up" in [idea.why for idea in advice(table, "Ann", there)]


def test_whoever_is_to_guard_a_place_goes_there_before_they_fire():
    table = Table(one("Ann", "1", "C2"), one("Bob", "2", "C1", "S", "red"), board=ROOMS)
    table.give("turn begin")
    guard = Autopilot(Mission.GUARD, "A3")
    assert said(advice(table, "Ann", guard)[0]) == "plan Ann move"
    table.give("plan", name="Ann", plan="move")
    table.give("phase")
    at_step(table, "movement")
    assert advice(table, "Ann", guard)[0].why == "goes to A3"


@pytest.mark.parametrize(
    ("others", "seen", "goes"),
    [
        # By 9 light wounds of a morale of 10 no check can be passed, by 8 one can.
        ([one("Abe", "1", "A1", morale=10, light_wounds=9)], ["Bob"], True),
        ([one("Abe", "1", "A1", morale=10, light_wounds=8)], ["Bob"], False),
        ([one("Abe", "1", "A1", nerve=Nerve.COWERING)], ["Bob"], True),
        ([], ["Bob"], False),
        ([one("Abe", "1", "A1", morale=10, light_wounds=9)], ["Bob", "Ben"], False),
    ],
)
def test_a_guard_who_alone_can_fight_goes_after_the_one_enemy_left(others, seen, goes):
    table = Table(one("Ann", "1", "A3"), one("Bob", "2", "E1", "W", "red"), *others, board=ROOMS)
    table.give("turn begin")
    guard = Autopilot(Mission.GUARD, to="A3", seen=dict.fromkeys(seen, "1:E1"))
    best, *_ = advice(table, "Ann", guard)
    assert (best.why == "plans to move: goes where Bob was seen last") is goes


def test_whoever_falls_back_goes_out_of_sight():
    """From G2 Bob sees through the opening in the middle row, and not the corners beside it: the nearest is C1."""
    opening = board_of("#" * 15, "#. . .#. . . .#", "#     #       #", "#. . . . . . .#", "#" * 15)
    table = Table(one("Ann", "1", "D2"), one("Bob", "2", "G2", "W", "red"), board=opening)
    table.begin(Ann="move")
    at_step(table, "movement")
    (best, *_) = advice(table, "Ann", Autopilot(Mission.FALL_BACK))
    assert best.why == "falls back out of sight"
    assert said(best).startswith("move Ann C1 ")


def test_nobody_fires_through_their_own():
    """Abe stands in the line to Bob."""
    table = Table(one("Ann", "1", "A2"), one("Abe", "1", "D2"), one("Bob", "2", "H2", "W", "red"))
    table.begin(Ann="aim")
    at_step(table, "aimed fire")
    assert [idea.said.verb for idea in advice(table, "Ann")] == ["phase ready"]


def test_nobody_fires_at_who_has_surrendered_nor_past_them():
    """Cid has given up, two squares before Bob on the same line."""
    table = Table(one("Ann", "1", "A2"), one("Cid", "2", "F2", "W", "red"), one("Bob", "2", "H2", "W", "red"))
    table.units["Cid"] = replace(table.units["Cid"], marks=(SURRENDERED,))
    table.begin(Ann="aim")
    at_step(table, "aimed fire")
    assert [idea.said.verb for idea in advice(table, "Ann")] == ["phase ready"]


def test_whoever_looks_away_turns_for_a_shot():
    table = Table(one("Ann", "1", "A2", "W"), one("Bob", "2", "H2", "W", "red"))
    table.begin(Ann="move")
    at_step(table, "movement")
    (best, *_) = advice(table, "Ann")
    assert said(best) == "move Ann A2 E"
    assert best.why.startswith("turns for a shot: ")


@given(st.sampled_from(["D1", "E2", "F3", "G1", "G2"]), st.integers(0, 12), st.booleans())
def test_advice_is_the_same_whatever_is_out_of_sight(square, morale, empty):
    """Behind the shut door: where somebody stands, their nerve and rounds."""

    def told(where, **sheet):
        table = Table(one("Ann", "1", "B2"), one("Bob", "2", where, "W", "red", **sheet), board=ROOMS)
        table.begin(Ann="move")
        if empty:
            table.units["Bob"] = replace(table.units["Bob"], sheet=replace(table.units["Bob"].sheet, weapons=()))
        at_step(table, "movement")
        return advice(table, "Ann")

    assert told(square, morale=morale) == told("F2", morale=7)


@given(st.integers(2, 12), st.integers(0, 6), st.booleans(), st.sampled_from([Nerve.STEADY, Nerve.HALTED]))
def test_advice_is_the_same_whatever_does_not_show_of_an_enemy_in_sight(morale, leadership, loaded, nerve):
    """Their nerve, what they lead, and how many rounds they have left."""

    def told(rounds, **sheet):
        table = facing(**sheet)
        bob = table.units["Bob"]
        (carried,) = bob.sheet.weapons
        held = replace(carried, loaded=replace(carried.loaded, rounds=rounds), spare=())
        table.units["Bob"] = replace(bob, sheet=replace(bob.sheet, weapons=(held,)))
        table.begin(Ann="move")
        at_step(table, "movement")
        return advice(table, "Ann")

    assert told(20 if loaded else 1, morale=morale, leadership=leadership, nerve=nerve) == told(20, morale=7)


def test_enemies_seen_a_moment_ago_are_waited_for_and_gone_after_once_they_do_not_come():
    """Bob went out of sight behind the door that he shut: Ann waits a turn's phases, and then goes for him."""
    table = Table(one("Ann", "1", "A2", "E"), one("Bob", "2", "F2", "W", "red"), board=ROOMS)
    table.begin(Ann="move")
    at_step(table, "movement")
    told = Autopilot(seen={"Bob": "1:F2"}, at=(1, 1))
    assert advice(table, "Ann", told)[0].why == "waits for Bob, seen a moment ago, to come"
    assert advice(table, "Ann", replace(told, at=(0, 0)))[0].why == "goes where Bob was seen last"


@given(st.data())
def test_what_comes_first_is_never_refused(data):
    """Random places on the two rooms, whoever acts and in whichever step: the best idea can be given as it stands."""
    squares = [f"{column}{row}" for column in "ABCEFG" for row in (1, 2, 3)]
    at = data.draw(st.lists(st.sampled_from(squares), min_size=4, max_size=4, unique=True))
    sides = [data.draw(st.sampled_from("NESW")) for _ in range(4)]
    names = (("Ann", "blue"), ("Abe", "blue"), ("Bob", "red"), ("Ben", "red"))
    people = [one(name, "", at[n], sides[n], side) for n, (name, side) in enumerate(names)]
    table = Table(*people, board=ROOMS)
    plans = {name: data.draw(st.sampled_from(["move", "aim"])) for name, _ in names}
    table.begin(**plans)
    at_step(table, data.draw(st.sampled_from(["movement", "aimed fire", "snap shots"])))
    for name, _ in names:
        for idea in advice(table, name)[:1]:
            people = {role: ", ".join(who for who, _ in parts) for role, parts in idea.said.people.items()}
            table.give(idea.said.verb, LiveDice(bytes(32), 0), **people, **idea.said.fields)


def test_orders_once_given_hold_and_go_with_whoever_has_another_name():
    """Ann was told to guard A1, and is not told where else to go by orders without a place."""
    table = Table(one("Ann", "1", "A2"), one("Bob", "2", "G2", "W", "red"), board=ROOMS)
    table.give("turn begin")
    table.give("autopilot act", name="Ann", orders="guard", at="A1")
    # She has looked into the part of the deck where she stands.
    assert table.ledger.piloted["Ann"] == Autopilot(Mission.GUARD, "A1", looked=(-1,))
    table.give("turn end")
    table.give("turn begin")
    table.give("autopilot act", name="Ann")
    assert (table.ledger.piloted["Ann"].orders, table.ledger.piloted["Ann"].to) == (Mission.GUARD, "A1")
    renamed = AHL.renamed(table.ledger, "Ann", "Anna")
    assert list(renamed.piloted) == ["Anna"]
    assert AHL.renamed(table.ledger, "Ann", "").piloted == {}
    assert AHL.squads.narrowed(table.ledger, ("Bob",), ()).piloted == {}
    table.give("turn end")
    table.give("turn begin")
    table.give("autopilot act", name="Ann", orders="hunt")
    assert table.ledger.piloted["Ann"] == Autopilot(Mission.HUNT, looked=(-1,))


def test_an_enemy_is_where_they_were_seen_last_until_that_square_is_seen_without_them():
    table = Table(one("Ann", "1", "A2"), one("Abe", "1", "A1"), one("Bob", "2", "C2", "W", "red"), board=ROOMS)
    looks = AHL.piloting.looks
    seen = looks(table.game, "Ann", HUNT)
    assert seen.seen == {"Bob": "1:C2"}
    table.board = placed(table.board, "Bob", stands("G2", "W"))
    assert looks(table.game, "Ann", seen).seen == {}
    # Behind the door nobody knows where he goes from there.
    behind = replace(seen, seen={"Bob": "1:E2"})
    assert looks(table.game, "Ann", behind).seen == {"Bob": "1:E2"}
    assert AHL.renamed(replace(table.ledger, piloted={"Ann": behind}), "Bob", "Rob").piloted["Ann"].seen == {
        "Rob": "1:E2"
    }


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        # Who isn't seen there any more has gone round the corner; where nobody looks they may still be.
        ("D1", "1:D2"),
        ("B1", "1:D2"),
        ("B2", "1:B2"),
    ],
)
def test_who_has_gone_out_of_sight_is_looked_for_where_nobody_looks_nearest_to_where_they_were(last, expected):
    """A passage of four squares that turns back behind a wall: of its other half Ann sees nothing from A1."""
    passage = board_of("#########", "#. . . .#", "#-----+ #", "#. . . .#", "#########")
    table = Table(one("Ann", "1", "A1"), one("Bob", "2", "A2", "W", "red"), board=passage)
    remembered = replace(HUNT, seen={"Bob": f"1:{last}"})
    assert AHL.piloting.looks(table.game, "Ann", remembered).seen == {"Bob": expected}


def test_nobody_is_looked_for_far_from_where_they_were_seen():
    """From A1 it is eleven squares to L2, which nobody sees round its corner, and ten from B1."""
    rows = ("#########################", "#. . . . . . . . . . . .#", "#---------------------+ #")
    passage = board_of(*rows, "                      |.#", "                      ###")
    table = Table(one("Ann", "1", "A1"), one("Bob", "2", "L2", "W", "red"), board=passage)
    for last, expected in (("A1", {}), ("B1", {"Bob": "1:L2"})):
        remembered = replace(HUNT, seen={"Bob": f"1:{last}"})
        assert AHL.piloting.looks(table.game, "Ann", remembered).seen == expected


@pytest.mark.parametrize(("abe", "strikes"), [("C2", True), ("A1", False)])
def test_whoever_has_no_shot_past_a_friend_strikes_and_else_waits_for_it(abe, strikes):
    """Abe stands behind Bob in the line, or beside Ann."""
    table = Table(one("Ann", "1", "A2"), one("Abe", "1", abe, "W"), one("Bob", "2", "B2", "W", "red"))
    table.begin(Ann="move")
    at_step(table, "melee")
    assert (said(advice(table, "Ann")[0]) == "melee Ann Bob") is strikes


@pytest.mark.parametrize("seed", range(3))
def test_two_sides_that_act_by_themselves_fight_to_an_end(seed):
    """Four in two rooms with a door between, by `/autopilot act` and `/next` alone: in twenty turns one side is out."""
    people = [
        one("Ann", "", "A1", "E", "blue", morale=9),
        one("Abe", "", "A3", "E", "blue", morale=9),
        one("Bob", "", "G1", "W", "red", morale=9),
        one("Ben", "", "G3", "W", "red", morale=9),
    ]
    table, counter = Table(*people, board=ROOMS), 0
    sides = {"blue": ("Ann", "Abe"), "red": ("Bob", "Ben")}

    def give(verb, **said):
        nonlocal counter
        dice = LiveDice(bytes([seed] * 32), counter)
        with suppress(RuleError):
            table.give(verb, dice, **said)
            counter = dice.counter

    def able(side):
        return [name for name in sides[side] if table.units[name].sheet.condition is Condition.ACTIVE]

    give("turn begin")
    while able("blue") and able("red") and table.ledger.clock.turn <= 20:
        for names in sides.values():
            give("autopilot act", name=", ".join(names))
        give("next")
    assert not (able("blue") and able("red"))


def test_standing_orders_hold_until_they_are_changed_and_are_refused_in_a_sentence_where_they_can_not_be_given():
    dead = one("Cid", "", "A1", condition=Condition.DEAD)
    table = Table(one("Ann", "1", "A2"), dead, one("Bob", "2", "G2", "W", "red"), board=ROOMS)
    told = table.give("autopilot set", name="Ann, Bob", orders="guard", at="A1")
    assert (told.title, told.lines[0]) == ("Ann and Bob have standing orders", "Guard, for A1")
    assert table.last.sealed
    assert table.ledger.piloted["Bob"] == Autopilot(Mission.GUARD, "A1", standing=True)
    assert table.refused("autopilot set", name="Ann", orders="guard", at="A1") == (
        "Ann has these orders already: give others, or leave them."
    )
    assert table.refused("autopilot set", name="Cid", orders="hunt") == (
        "Cid is dead and takes no orders: name somebody else."
    )
    assert "Nowhere" in table.refused("autopilot set", name="Ann", orders="hunt", at="Nowhere")
    assert "leave the place out" in table.refused("autopilot set", name="Ann", orders="none", at="A1")
    table.give("autopilot set", name="Ann", orders="none")
    assert not table.ledger.piloted["Ann"].standing
    assert table.refused("autopilot set", name="Ann", orders="none") == (
        "Ann has no standing orders: give others, or leave them."
    )


def by_themselves():
    """Bob is behind a shut door from Ann and Abe, and acts by himself."""
    people = [one("Ann", "1", "A2"), one("Abe", "1", "A1"), one("Bob", "", "G2", "W", "red", morale=12)]
    table = Table(*people, board=ROOMS, settings={"autopilot": "acts"})
    table.give("autopilot set", name="Bob", orders="hunt")
    table.give("turn begin")
    return table


def test_whoever_acts_by_themselves_plans_and_moves_in_the_steps_of_the_table():
    table = by_themselves()
    card = table.give("next")
    assert table.ledger.clock.of("Bob").plan is not None
    assert table.last.sealed
    assert any(str(line).startswith("Why: plans") for line in card.lines)
    # Others are asked as ever.
    assert table.due()[0].startswith("Ann, Abe: a plan")
    table.give("plan", name="Ann, Abe", plan="move")
    told = [table.give("next", LiveDice(bytes(32), 0)) for _ in range(2)]
    assert any(line == "Why: looks for the enemy" for card in told for line in card.lines)
    assert not table.at("Bob", "G2")


def test_a_player_learns_nothing_of_what_another_plans_who_acts_by_themselves():
    table = by_themselves()
    table.by = "1"
    table.give("plan", name="Ann, Abe", plan="move")
    with suppress(RuleError):
        table.give("next")
    assert table.ledger.clock.of("Bob").plan is None


def test_nobody_acts_by_themselves_where_the_campaign_only_shows_or_without_standing_orders():
    for settings, orders in (({}, "board"), ({"autopilot": "acts"}, "none")):
        table = by_themselves()
        table.settings = settings
        if orders == "none":
            table.give("autopilot set", name="Bob", orders="none")
        with suppress(RuleError):
            table.give("next")
        assert table.ledger.clock.of("Bob").plan is None


def test_whoever_acts_by_themselves_answers_at_once_what_an_enemy_brings_up():
    """Ann comes adjacent to Bob: his snap shot at her is part of her move."""
    people = [one("Ann", "1", "A2", morale=12), one("Bob", "", "C2", "W", "red", morale=12)]
    table = Table(*people, settings={"autopilot": "acts"})
    table.give("autopilot set", name="Bob", orders="hunt")
    table.begin(Ann="move", Bob="move")
    at_step(table, "movement")
    table.give("move", LiveDice(bytes(32), 0), name="Ann", to="B2")
    assert table.ledger.clock.of("Bob").deeds.snaps


def test_a_grenade_is_thrown_where_it_is_worth_more_than_two_shots_and_never_among_ones_own():
    """Three enemies stand in one square at the other end of the hall."""
    foes = [one(name, "2", "H2", "W", "red") for name in ("Bob", "Ben", "Cid")]
    table = Table(one("Ann", "1", "A2", grenades=2), *foes)
    table.begin(Ann="move")
    at_step(table, "movement")
    assert advice(table, "Ann")[0].why.startswith("stays for a grenade: ")
    at_step(table, "snap shots")
    (best, *_) = advice(table, "Ann")
    assert said(best) == "grenade Ann H2"
    assert best.why.endswith(" by a grenade")
    near = Table(one("Ann", "1", "A2", grenades=2), one("Abe", "1", "G2"), *foes)
    near.begin(Ann="move")
    at_step(near, "snap shots")
    assert "grenade" not in {idea.said.verb for idea in advice(near, "Ann")}


def test_covering_fire_is_planned_at_whoever_is_in_sight_where_it_is_worth_more_than_to_aim():
    """It comes first, at both who stand in its line, and leaves a snap shot: what aimed fire at one does not."""
    table = Table(one("Ann", "1", "A2"), one("Bob", "2", "G2", "W", "red"), one("Ben", "2", "H2", "W", "red"))
    table.give("turn begin")
    ideas = {said(idea): idea for idea in advice(table, "Ann")}
    assert ideas["plan Ann cover"].worth > ideas["plan Ann aim"].worth
    assert ideas["plan Ann cover"].why.endswith(" to hurt Ben by covering fire")
    table.give("plan", name="Ann", plan="cover")
    table.give("phase")
    (best, *_) = advice(table, "Ann")
    assert best.said.verb == "cover"


def being(kind, name, square, facing="E", side="blue", rank="R1", **sheet):
    """One of those who are no people, nobody's; a warbot carries its fusion gun."""
    weapon = {Being.WARBOT: ("FGMP-14/15", "")}.get(kind)
    unit = gunner(name, *weapon, side=side, being=kind, rank=rank, **sheet) if weapon else body(name, side, being=kind)
    return unit, stands(square, facing)


def test_a_blob_goes_a_square_a_phase_at_whoever_it_sees_and_strikes_them():
    """However they are armed: nothing is there that it could fire, and only death harms it."""
    blob = being(Being.BLOB, "Blob", "A2", life_level=3)
    table = Table(blob, one("Bob", "2", "D2", "W", "red"))
    table.begin(Blob="move")
    at_step(table, "movement")
    (best, *_) = advice(table, "Blob")
    assert said(best).startswith("move Blob B")
    beside = Table(blob, one("Bob", "2", "B2", "W", "red"))
    beside.begin(Blob="move")
    at_step(beside, "melee")
    assert said(advice(beside, "Blob")[0]) == "melee Blob Bob"


@pytest.mark.rule("AHL-19a", "AHL-21d")
def test_a_warbot_comes_into_sight_and_plans_to_aim_only_where_it_sees_somebody():
    """Its fusion gun answers nobody at once, so it doesn't wait out of sight; nobody supervises it, and it lays no
    covering fire.
    """
    hidden = Table(being(Being.WARBOT, "Warbot", "A2"), one("Bob", "2", "G2", "W", "red"), board=ROOMS)
    hidden.give("turn begin")
    assert {said(idea) for idea in advice(hidden, "Warbot", Autopilot(Mission.HOLD))} == {"plan Warbot move"}
    table = Table(being(Being.WARBOT, "Warbot", "A2"), one("Bob", "2", "H2", "W", "red"))
    table.give("turn begin")
    assert said(advice(table, "Warbot")[0]) == "plan Warbot aim"


def test_people_with_nothing_to_fight_with_keep_out_of_sight_unless_they_are_told_where_to_go():
    """From G2 Bob sees through the opening in the middle row: the nearest corner is C1."""
    opening = board_of("#" * 15, "#. . .#. . . .#", "#     #       #", "#. . . . . . .#", "#" * 15)
    cook = body("Cook", "blue"), stands("D2", "E")
    table = Table(cook, one("Bob", "2", "G2", "W", "red"), board=opening)
    table.begin(Cook="move")
    at_step(table, "movement")
    assert advice(table, "Cook")[0].why == "falls back out of sight"
    assert advice(table, "Cook", Autopilot(Mission.GUARD, "A1"))[0].why == "goes to A1"


def test_whoever_owes_a_check_before_they_come_adjacent_goes_all_the_same():
    """Ann has fired all that she had: she goes for Bob, and the check comes first, as with anybody who moves so."""
    table = Table(one("Ann", "1", "A2", morale=9), one("Bob", "2", "C2", "W", "red", morale=9))
    for name in ("Ann", "Bob"):
        (carried,) = table.units[name].sheet.weapons
        empty = replace(carried, loaded=replace(carried.loaded, rounds=0), spare=())
        table.units[name] = replace(table.units[name], sheet=replace(table.units[name].sheet, weapons=(empty,)))
    table.give("turn begin")
    table.give("plan", name="Ann, Bob", plan="move")
    table.give("phase")
    at_step(table, "movement")
    card = table.give("autopilot act", (1, 1), name="Ann")
    assert "— Morale: moving adjacent to an enemy" in card.lines
    assert not table.at("Ann", "A2")


def test_those_before_act_again_once_the_last_is_done_with_a_step():
    """In the step of covering fire nobody does anything; all the same Ann moves by the one order, and Abe too."""
    table = Table(one("Ann", "", "A1"), one("Abe", "", "A2"), one("Bob", "2", "G2", "W", "red"), board=ROOMS)
    table.begin(Ann="move", Abe="move", Bob="move")
    table.give("phase ready", name="Bob")
    table.give("autopilot act", LiveDice(bytes(32), 0), name="Ann, Abe")
    assert not table.at("Ann", "A1")
    assert not table.at("Abe", "A2")


def test_nobody_walks_into_a_covering_fire_that_is_shown_unless_they_are_sent():
    """Abe's own friend covers the middle row, which parts Abe from Bob's side of the hall."""
    table = Table(one("Ann", "1", "A2"), one("Abe", "1", "C1", "S"), one("Bob", "2", "C3", "N", "red"))
    table.begin(Ann="cover, I2", Abe="move", Bob="move")
    table.give("cover", name="Ann", at="I2")
    at_step(table, "movement")
    ways = [idea for idea in advice(table, "Abe") if idea.said.verb == "move"]
    assert all(not str(idea.said.fields["to"]).endswith(("2", "3")) for idea in ways)
    assert advice(table, "Abe", Autopilot(Mission.GUARD, "C3"))[0].why == "goes to C3"


def test_what_is_offered_is_taken_even_where_it_could_not_be_given_by_what_they_know():
    """A way that is free by what is there may seem barred to whose side doesn't see all of it."""
    table = facing()
    table.begin(Ann="move")
    at_step(table, "movement")
    due = next(each for each in AHL.due(table.game) if "Ann" in each.owes and not each.settled)
    offered = Said("move", {"name": (("Ann", None),)}, {"to": "Z9"}, "")
    with pytest.raises(RuleError, match="no square of this deck"):
        whole_of(Sequel(table.game), offered, AHL.orders, Scene.of(table.game), ScriptedDice([]))
    ideas = AHL.piloting.advises(table.game, replace(due, choices=(Choice("To Z9", offered),)), "Ann", HUNT)
    assert [idea.said for idea in ideas] == [offered]
