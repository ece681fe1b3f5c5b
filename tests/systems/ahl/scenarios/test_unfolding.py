"""What the scenarios of AHL do of themselves in a kept turn: by hand from Incidents I to VI."""

from dataclasses import replace

import pytest

from bot import systems
from bot.deck.board import Lift
from bot.deck.placing import can_stand
from bot.deck.plan import Fixture, named, neighbours
from bot.engine.errors import RuleError
from bot.engine.scene import Said, Scene
from bot.engine.steps import scene_for
from bot.systems.ahl.sheet.character import Condition, Nerve
from bot.systems.ahl.turn.actions import Intention
from tests.systems.ahl.scenarios.test_forces import Loaded, of, off, set_up

AHL = systems.discover(systems)["ahl"]


def given(game, verb, who=(), dice=None, system=AHL, **fields):
    """The game after an order of the referee's, and its outcome."""
    order = system.order(verb)
    role = {order.roles[0].name: tuple((name, None) for name in who)} if who else {}
    said = Said(verb, role, fields, "")
    scene = scene_for(order, said, game, Scene.of(game))
    outcome = order.carried_out(scene, order.read(fields), dice or Loaded())
    return game.after(outcome), outcome


def at_turn(game, turn, phase):
    clock = replace(game.ledger.clock, turn=turn, phase=phase)
    return game.keeping(replace(game.ledger, clock=clock))


def phases(game, count, **totals):
    for number in range(count):
        game, _ = given(game, "phase", dice=Loaded(number, **totals))
    return game


def fallen(game, names, condition=Condition.DEAD):
    hurt = [replace(game.units[name], sheet=replace(game.units[name].sheet, condition=condition)) for name in names]
    return replace(game, units=game.units.having(*hurt))


def decision(game):
    """How the scenario has ended once something has happened in it."""
    after, _ = given(game, "phase")
    return after.ledger.scenario.decided


def rested(game):
    """The game three turns later, in which nobody has moved."""
    return at_turn(game, game.ledger.clock.turn + 3, 1)


def new(before, after):
    return {name for name in after.units if name not in before.units}


@pytest.mark.rule("AHL-SC-0c")
def test_the_surprised_have_no_point_in_phase_one_and_six_in_phase_two():
    game = phases(set_up("I.2 The Hangar Deck"), 1)
    left = {game.units[name].side: doing.deeds.left for name, doing in game.ledger.clock.people.items()}
    # In halves of a point.
    assert left == {"Imperials": 0, "Solomani": 12}
    game = phases(game, 1)
    assert {doing.deeds.left for doing in game.ledger.clock.people.values()} == {12}


@pytest.mark.rule("AHL-SC-I2d")
@pytest.mark.parametrize(("throw", "come"), [(11, 0), (12, 1)])
def test_each_decision_phase_a_twelve_brings_one_from_an_overhead_opening(throw, come):
    began = set_up("I.2 The Hangar Deck", Loaded(whether_anybody_comes=2))
    before = at_turn(began, 1, 5)
    after = phases(before, 1, whether_anybody_comes=throw)
    assert after.ledger.clock.phase == 0
    assert len(new(before, after)) == come
    hatches = before.board.plan.places["Overhead hatch"]
    for name in new(before, after):
        at = after.board.people[name].at
        assert min(max(abs(at.x - hatch.x), abs(at.y - hatch.y)) for hatch in hatches) <= 1
        assert after.units[name].side == "Imperials"
    # Nobody comes in an action phase.
    assert not new(after, phases(after, 1, whether_anybody_comes=12))


@pytest.mark.rule("AHL-SC-I2b")
def test_out_of_the_fighter_well_takes_a_phase_and_into_it_one_jumps():
    game = phases(set_up("I.2 The Hangar Deck"), 1)
    name = "Intruder E1"
    rung = next(at for at in game.board.plan.places["Well ladder"] if at.level == 1)
    top = rung._replace(level=0)
    game, _ = given(game, "place", [name], at=named(rung))
    game, _ = given(game, "phase", step="movement")
    climbs, _ = given(game, "move", [name], to=f"1:{named(top)}")
    assert climbs.ledger.clock.of(name).deeds.left == 0
    assert climbs.board.people[name].at == rung
    climbed = phases(climbs, 1)
    assert climbed.board.people[name].at == top
    assert climbed.ledger.clock.of(name).deeds.left == 12
    above = game.board.plan.levels[0].fixtures
    brink, drop = next(
        (at, each)
        for each in sorted(above)
        if above[each] is Fixture.DROP
        for at in neighbours(each)
        if at not in above and can_stand(game.board, at)
    )
    game, _ = given(game, "place", [name], at=named(brink))
    jumped, _ = given(game, "jump", [name], at=named(drop))
    assert jumped.board.people[name].at.level == 1


@pytest.mark.rule("AHL-SC-II2c")
@pytest.mark.parametrize(("turn", "die", "come"), [(1, 6, 0), (2, 4, 0), (2, 5, 1), (3, 6, 2)])
def test_marines_in_battle_dress_arrive_from_turn_two(turn, die, come):
    before = at_turn(set_up("II.2 The Running Bridge"), turn - 1, 5)
    after = phases(before, 1, how_many_of_the_Imperials=die)
    assert after.ledger.clock.turn == turn
    assert len(new(before, after)) == come
    for name in new(before, after):
        assert after.units[name].sheet.armour == "battle dress"
        assert after.ledger.clock.of(name).plan == "move"


@pytest.mark.rule("AHL-SC-II2c")
def test_no_more_arrive_than_are_left():
    game = set_up("II.2 The Running Bridge")
    for turn in range(2, 12):
        game = phases(at_turn(game, turn, 5), 1, how_many_of_the_Imperials=6)
    marines = [name for name in of(game, "Imperials") if game.units[name].sheet.armour == "battle dress"]
    assert len(marines) == len(AHL.staged.groups["Marines in battle dress"])


@pytest.mark.parametrize(
    ("throw", "die", "lift"), [(11, 1, "Lift C"), (11, 2, "Lift D"), (12, 3, "Lift E"), (10, 1, "")]
)
def test_an_encounter_on_the_cargo_deck_leaves_one_lift(throw, die, lift):
    began = phases(set_up("IV The Great Wine Heist", Loaded(whether_anybody_comes=2)), 1)
    before = at_turn(began, 1, 5)
    totals = {"whether_anybody_comes": throw, "by_which_way_they_come": die, "how_many_of_the_Crew": 4}
    after = phases(before, 1, **totals)
    assert len(new(before, after)) == (4 if lift else 0)
    for name in new(before, after):
        door, at = before.board.plan.places[lift][0], after.board.people[name].at
        assert max(abs(at.x - door.x), abs(at.y - door.y)) <= 3
        assert after.ledger.clock.of(name).plan == "move"


@pytest.mark.rule("AHL-SC-V-c")
def test_on_the_hangar_deck_a_blob_more_comes_each_phase_after_turn_one():
    game = set_up("V Dead Ship")
    assert not new(game, phases(game, 5))
    second = phases(game, 6)
    assert second.ledger.clock.turn == 2
    assert not new(game, second)
    for number in range(1, 6):
        second = phases(second, 1)
        assert len(new(game, second)) == number
    elsewhere, _ = given(second, "scenario next", of(second, "Salvagers"), at="Flight operations")
    assert not new(elsewhere, phases(elsewhere, 1))


@pytest.mark.rule("AHL-SC-V-a", "AHL-SC-I1a")
@pytest.mark.parametrize(
    ("scenario", "side", "theirs", "at", "die"),
    [
        ("V Dead Ship", "Salvagers", "Blobs", "Flight operations", 8),
        ("I.1 The Drive Decks", "Solomani", "Imperials", "Spine", 5),
    ],
)
def test_each_new_deck_has_its_throw_and_none_twice(scenario, side, theirs, at, die):
    game = set_up(scenario)
    game = fallen(game, of(game, "Imperials"))
    after, _ = given(game, "scenario next", of(game, side), Loaded(**{f"how_many_of_the_{theirs}": die}), at=at)
    assert len(new(game, after)) == die
    assert {name for name in after.board.people if after.units[name].side == theirs} == new(game, after)
    after = rested(after)
    back, _ = given(
        after,
        "scenario next",
        of(game, side),
        at="Fore lobby" if "Ship" in scenario else "Lift lobby",
        deck=AHL.staged.scenarios[scenario].decks[0].name,
    )
    back = rested(back)
    again, _ = given(back, "scenario next", of(game, side), Loaded(**{f"how_many_of_the_{theirs}": 6}), at=at)
    assert not new(back, again)
    # Whoever was left there is still there, where they were.
    there = {name: again.board.people[name].at for name in new(game, after)}
    assert there == {name: after.board.people[name].at for name in new(game, after)}


@pytest.mark.rule("AHL-SC-I1b")
def test_what_was_learnt_of_a_lift_is_kept_with_its_deck():
    game = set_up("V Dead Ship")
    key = min(game.board.lifts)
    board = replace(game.board, lifts={**game.board.lifts, key: Lift(dead=True)})
    game = replace(game, board=board)
    away, _ = given(game, "scenario next", of(game, "Salvagers"), at="Flight operations")
    back, _ = given(rested(away), "scenario next", of(game, "Salvagers"), at="Fore lobby", deck="69")
    assert back.board.lifts == game.board.lifts


@pytest.mark.rule("AHL-SC-I3a")
def test_the_crew_is_met_at_its_stations():
    game = set_up("I.3 The Bridge")
    after, _ = given(game, "scenario next", of(game, "Solomani"), at="Lift lobby")
    places = after.board.plan.places
    assert after.board.people["Crew O10"].at in places["Command station"]
    manned = {after.board.people[name].at for name in new(game, after)}
    assert {*places["Damage control station"]} <= manned
    assert off(after) == ()


@pytest.mark.rule("AHL-SC-I3c", "AHL-SC-0d")
def test_the_bridge_is_won_by_clearing_it_in_120_turns():
    game = set_up("I.3 The Bridge")
    above, _ = given(game, "scenario next", of(game, "Solomani"), at="Lift lobby")
    assert decision(at_turn(above, 120, 3)) is None
    assert decision(at_turn(above, 121, 3)).winner == "Imperials"
    there = [name for name in of(above, "Imperials") if name in above.board.people]
    cleared = fallen(above, there, Condition.SERIOUS)
    assert len(there) < len(of(above, "Imperials")), "some are left on the power plant"
    assert decision(at_turn(cleared, 120, 3)).winner == "Solomani"


@pytest.mark.rule("AHL-SC-I2e")
def test_the_hangar_deck_is_won_by_killing_all():
    game = set_up("I.2 The Hangar Deck")
    assert decision(fallen(game, of(game, "Imperials")[1:])) is None
    assert decision(fallen(game, of(game, "Imperials"), Condition.SERIOUS)) is None
    assert decision(fallen(game, of(game, "Imperials"))).winner == "Solomani"


DRIVES = [str(number) for number in range(83, 72, -1)]


def cleared_to(game, last):
    """The game with one deck after the other cleared, up to that one."""
    for deck in DRIVES[: DRIVES.index(last) + 1]:
        game, _ = given(
            fallen(game, of(game, "Imperials")),
            "scenario next",
            of(game, "Solomani"),
            Loaded(how_many_of_the_Imperials=2),
            at="Spine",
            deck=deck,
        )
    return game


@pytest.mark.rule("AHL-SC-I1d")
def test_eleven_decks_in_120_turns():
    last = cleared_to(set_up("I.1 The Drive Decks"), "73")
    assert last.ledger.scenario.decided is None
    there = [name for name in of(last, "Imperials") if name in last.board.people]
    assert decision(at_turn(fallen(last, there[1:]), 120, 3)) is None
    assert decision(at_turn(last, 121, 1)).winner == "Imperials"
    # A survivor anywhere on them counts, and one on the boat dock doesn't.
    assert decision(at_turn(fallen(last, there), 120, 3)).winner == "Solomani"


@pytest.mark.rule("AHL-SC-I1c")
def test_no_deck_is_left_upwards_while_an_enemy_lives_there():
    game = set_up("I.1 The Drive Decks")
    enemies, own = of(game, "Imperials"), of(game, "Solomani")
    with pytest.raises(RuleError, match="the Solomani go no further until nobody does"):
        given(fallen(game, enemies[1:]), "scenario next", own, at="Spine")
    # Seriously wounded they are hostile still, and alive.
    with pytest.raises(RuleError, match=f"{enemies[0]} lives on this deck"):
        given(fallen(fallen(game, enemies[1:]), enemies[:1], Condition.SERIOUS), "scenario next", own, at="Spine")
    with pytest.raises(RuleError, match="one deck at a time: 83 comes next"):
        given(fallen(game, enemies), "scenario next", own, at="Spine", deck="82")
    up, _ = given(fallen(game, enemies), "scenario next", own[2:], at="Spine")
    # Guards are left behind, and going back is free.
    assert set(up.ledger.scenario.stayed["84"]) >= set(own[:2])
    back, _ = given(up, "scenario next", own[2:], at="Lift lobby", deck="84")
    assert set(own[:2]) <= set(back.board.people)


@pytest.mark.rule("AHL-SC-I1c")
def test_a_defender_slips_one_deck_up_or_down_in_secret():
    game = phases(set_up("I.1 The Drive Decks"), 2)
    slips, *others = [name for name in of(game, "Imperials") if game.units[name].sheet.condition is Condition.ACTIVE]
    ladder = game.board.plan.places["Fore ladder"][0]
    with pytest.raises(RuleError, match="must stand at a ladder or in a lift"):
        given(game, "scenario slip", [slips], deck="83")
    game, _ = given(game, "place", [slips], at=named(ladder))
    with pytest.raises(RuleError, match="to which deck"):
        given(game, "scenario slip", [slips])
    with pytest.raises(RuleError, match="no deck beside this one"):
        given(game, "scenario slip", [slips], deck="82")
    gone, outcome = given(game, "scenario slip", [slips], deck="83")
    assert outcome.sealed
    assert slips not in gone.board.people
    with pytest.raises(RuleError, match="can't leave the deck"):
        given(gone, "scenario slip", [of(game, "Solomani")[0]], deck="83")
    own = of(game, "Solomani")
    above, _ = given(fallen(gone, others), "scenario next", own, at="Spine")
    assert slips in above.board.people
    ladders = above.board.plan.places["Ladder"]
    at = above.board.people[slips].at
    assert min(max(abs(at.x - each.x), abs(at.y - each.y)) for each in ladders) <= 1
    # Whoever has moved already hasn't the whole phase for it.
    spent = game.keeping(replace(game.ledger, clock=game.ledger.clock.did(slips, spent=1)))
    with pytest.raises(RuleError, match="all 6 AP of the phase"):
        given(spent, "scenario slip", [slips], deck="83")
    # Nor is it for whoever has planned another thing.
    aims = game.keeping(replace(game.ledger, clock=game.ledger.clock.doing(slips, plan=Intention.AIM)))
    with pytest.raises(RuleError, match="needs a plan to move"):
        given(aims, "scenario slip", [slips], deck="83")


@pytest.mark.rule("AHL-SC-II2d")
def test_the_running_bridge_falls_when_all_imperials_are_out():
    game = set_up("II.2 The Running Bridge")
    assert decision(fallen(game, of(game, "Imperials")[1:], Condition.UNCONSCIOUS)) is None
    assert decision(fallen(game, of(game, "Imperials"), Condition.SERIOUS)).winner == "Zhodani"


@pytest.mark.rule("AHL-SC-VI1d")
@pytest.mark.parametrize(
    ("dead", "beaten", "told"),
    [
        (("Sergei", "Zinovia"), False, ("Mutineers", "total")),
        (("Sergei",), False, None),
        (("Zinovia",), True, ("", "draw")),
        ((), True, ("Loyalists", "total")),
        ((), False, None),
    ],
)
def test_the_take_over_by_who_lives(dead, beaten, told):
    game = fallen(set_up("VI.1 The Take-Over"), dead)
    game = fallen(game, of(game, "Mutineers") if beaten else (), Condition.SERIOUS)
    ended = decision(game)
    assert (ended and (ended.winner, ended.degree)) == told


@pytest.mark.rule("AHL-SC-VI1d")
def test_loyalists_may_surrender_at_any_time():
    game = set_up("VI.1 The Take-Over")
    some, _ = given(game, "surrender", of(game, "Loyalists")[1:])
    assert some.ledger.scenario.decided is None
    every, _ = given(game, "surrender", of(game, "Loyalists"))
    assert every.ledger.scenario.decided.winner == "Mutineers"
    assert every.ledger.scenario.decided.degree == "marginal"


@pytest.mark.rule("AHL-SC-VI2f")
@pytest.mark.parametrize(
    ("dead", "told"),
    [
        ((), ("Loyalists", "total")),
        (("Sergei",), ("Loyalists", "marginal")),
        (("Sergei", "Zinovia"), ("", "draw")),
        (("Sergei", "Zinovia", "Arrlanroughl"), ("Mutineers", "")),
    ],
)
@pytest.mark.parametrize("ringleaders", [False, True])
def test_the_escape_by_how_many_adventurers_live(dead, told, ringleaders):
    """By the bridge or by the ringleaders; with none of them alive it goes to the mutineers (R-158)."""
    game = set_up("VI.2 The Escape")
    vargr = [name for name in of(game, "Loyalists") if name.startswith("Vargr")]
    game, _ = given(game, "scenario next", vargr, at="Helm", deck="40")
    assert game.ledger.scenario.decided is None
    there = [name for name in of(game, "Mutineers") if name in game.board.people]
    leaders = [name for name in there if name.split()[1][0] in "ON"]
    assert len(leaders) == 6
    assert decision(fallen(game, leaders[1:])) is None
    if ringleaders:
        game, _ = given(game, "place", vargr, at="off")
        game = fallen(game, [*leaders, *dead])
    else:
        game = fallen(fallen(game, dead), there, Condition.SERIOUS)
    ended = decision(game)
    assert (ended.winner, ended.degree) == told


@pytest.mark.rule("AHL-SC-II1b", "AHL-SC-II1c")
def test_a_turret_of_each_side_must_stay_manned_by_marines():
    game = phases(set_up("II.1 Marine Country"), 1)
    places = game.board.plan.places
    manned = {
        place: next(name for name, at in game.board.people.items() if at.at in squares)
        for place, squares in places.items()
        if "fire director" in place
    }
    assert len(manned) == 4
    dorsal = [name for place, name in manned.items() if "Dorsal" in place]
    ventral = [name for place, name in manned.items() if "Ventral" in place]
    # One of each side is enough.
    assert decision(fallen(game, [dorsal[0], ventral[0]], Condition.SERIOUS)) is None
    for side in (dorsal, ventral):
        lost = fallen(game, side, Condition.SERIOUS)
        assert decision(lost).winner == "Zhodani"
        # Nobody is left to tell of it: without an officer or a technician it goes on.
        officers = [name for name in of(game, "Zhodani") if " O" in name]
        assert decision(fallen(lost, officers)) is None
    # Crew can't man the guns.
    crew = next(name for name in of(game, "Imperials") if name.startswith("Crew"))
    seat = next(place for place in manned if "Dorsal" in place)
    lost = fallen(game, dorsal, Condition.SERIOUS)
    lost, _ = given(lost, "place", dorsal, at="off")
    lost, _ = given(lost, "place", [crew], at=seat)
    assert (lost.ledger.scenario.decided or decision(lost)).winner == "Zhodani"
    group = [name for name in of(game, "Zhodani") if " O" in name or " T" in name]
    nobody = decision(fallen(fallen(game, of(game, "Imperials")), group))
    assert (nobody.winner, nobody.degree) == ("", "draw")
    assert decision(fallen(game, of(game, "Zhodani"))).winner == "Imperials"


@pytest.mark.rule("AHL-SC-III-e", "AHL-SC-III-d")
@pytest.mark.parametrize(("awake", "given_in"), [(True, 2), (False, 0)])
def test_a_witness_awake_at_a_decision_phase_sounds_the_alarm(awake, given_in):
    game = phases(set_up("III Through the Maze"), 1)
    game, _ = given(game, "scenario next", of(game, "Pirates"), at="Ladder")
    hidden = next(kept.name for kept in off(game) if kept.deck == "54")
    square = game.board.people[of(game, "Pirates")[0]].at
    game, _ = given(game, "scenario reveal", name=hidden, at=f"{named(square)}")
    # Surprised: nothing to spend in the phase in which they are met.
    assert game.ledger.clock.of(hidden).deeds.left == 0
    game = game if awake else fallen(game, [hidden], Condition.UNCONSCIOUS)
    game = phases(game, 1)
    assert game.ledger.clock.phase == 2
    assert game.ledger.scenario.alarm == 0
    game = phases(at_turn(game, 1, 5), 1)
    assert game.ledger.scenario.alarm == given_in
    # Whoever is met from then on isn't surprised any more.
    other = next(kept.name for kept in off(game) if kept.deck == "54")
    game = phases(game, 1)
    game, _ = given(game, "scenario reveal", name=other)
    assert game.ledger.clock.of(other).deeds.left == (12 if awake else 0)


@pytest.mark.rule("AHL-SC-VI2d")
def test_a_guard_awake_in_turn_two_gives_the_alarm_and_the_lifts_are_barred():
    game = set_up("VI.2 The Escape")
    assert game.ledger.scenario.alarm == 0
    assert not game.board.lifts
    out = phases(at_turn(fallen(game, ["Guard 1", "Guard 2"]), 1, 5), 1)
    assert out.ledger.scenario.alarm == 0
    sees = game.ledger.clock.doing("Guard 2", knows=("Sergei",))
    sees = game.keeping(replace(game.ledger, clock=sees))
    one = phases(at_turn(fallen(sees, ["Guard 1"]), 1, 5), 1)
    assert one.ledger.scenario.alarm == 2
    assert {lift.dead for lift in one.board.lifts.values()} == {True}
    above, _ = given(one, "scenario next", ["Sergei"], at="Forward lounge")
    assert {lift.dead for lift in above.board.lifts.values()} == {True}


@pytest.mark.rule("AHL-SC-IV-h")
def test_thieves_have_twenty_turns_from_the_alarm():
    game, _ = given(at_turn(set_up("IV The Great Wine Heist"), 7, 2), "scenario alarm")
    assert game.ledger.scenario.alarm == 7
    with pytest.raises(RuleError, match="given in turn 7"):
        given(game, "scenario alarm")
    assert decision(at_turn(game, 26, 2)) is None
    assert decision(at_turn(game, 27, 2)).winner == "Crew"


@pytest.mark.rule("AHL-SC-IV-j")
@pytest.mark.parametrize(
    ("saved", "told"),
    [
        (0, ("Crew", "")),
        (1, ("Thieves", "marginal")),
        (2, ("Thieves", "substantial")),
        (3, ("Thieves", "substantial")),
        (4, ("Thieves", "overwhelming")),
    ],
)
def test_the_heist_by_cases_saved(saved, told):
    game, _ = given(set_up("IV The Great Wine Heist"), "scenario tally", what="cases saved", by=saved)
    assert game.ledger.scenario.decided is None
    game, _ = given(game, "scenario tally", what="boats away")
    ended = game.ledger.scenario.decided
    assert (ended.winner, ended.degree) == told


@pytest.mark.parametrize(
    ("armour", "nerve", "may"),
    [
        ("cloth", Nerve.STEADY, False),
        ("battle dress", Nerve.STEADY, True),
        ("cloth", Nerve.FLEEING, True),
    ],
)
def test_nobody_trots_under_heavy_gravity_but_in_panic_or_battle_dress(armour, nerve, may):
    game = set_up("V Dead Ship")
    name = of(game, "Salvagers")[0]
    sheet = replace(game.units[name].sheet, armour=armour, nerve=nerve)
    game = replace(game, units=game.units.having(replace(game.units[name], sheet=sheet)))
    game, _ = given(game, "turn end")
    said = Said("move", {"name": ((name, None),)}, {"to": "Tool store", "gait": "trot"}, "")
    order = AHL.order("move")
    scene = scene_for(order, said, game, Scene.of(game))
    refusal = trial(order, scene, said)
    assert ("under this gravity" in refusal) is not may


def trial(order, scene, said):
    try:
        order.carried_out(scene, order.read(said.fields), Loaded())
    except RuleError as refused:
        return str(refused)
    return ""


@pytest.mark.rule("AHL-SC-V-f")
@pytest.mark.parametrize(
    ("dressed", "plain", "told"),
    [(1, 0, "marginal"), (3, 0, "marginal"), (0, 1, "substantial"), (2, 2, "major"), (4, 0, "major"), (0, 0, None)],
)
def test_dead_ship_by_who_escapes(dressed, plain, told):
    """By who has come to deck 10, in battle dress and without; the others die."""
    groups = {unit.name: group for group, units in AHL.staged.groups.items() for unit in units}
    game = set_up("V Dead Ship")
    names = ["Intruder BE1", "Intruder BE2", "Intruder BE3", "Intruder BN", "Intruder E1", "Intruder E2"]
    assert sum("battle dress" in groups[name] for name in names) == 4
    own = of(game, "Salvagers")
    people = dict(zip(names, own, strict=True))
    game = game.keeping(replace(game.ledger, scenario=game.ledger.scenario.having(people=people, deck=4)))
    out = [people[name] for name in (*names[:dressed], *names[4 : 4 + plain])]
    game, _ = given(game, "scenario next", out, deck="10") if out else (game, None)
    game = fallen(game, [name for name in own if name not in out])
    ended = decision(game) or game.ledger.scenario.decided
    assert ended.degree == (told or "")
    assert ended.winner == ("Salvagers" if told else "Blobs")


def test_whoever_is_named_for_a_side_plays_those_of_it_who_come_later():
    """The crew of The Escape are neutral, and all of them on decks further on: there they are the third player's."""
    game = set_up("VI.2", first="11", second="22", third="33")
    assert of(game, "Neutrals") == []
    vargr = [name for name in of(game, "Loyalists") if name.startswith("Vargr")][:2]
    on, _ = given(at_turn(game, 2, 1), "scenario next", vargr, at="Forward lounge", deck="39")
    owners = {unit.side: set() for unit in on.units.values()}
    for unit in on.units.values():
        owners[unit.side].add(unit.owner)
    assert owners == {"Loyalists": {"11"}, "Mutineers": {"22"}, "Neutrals": {"33"}}
