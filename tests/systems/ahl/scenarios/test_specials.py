"""The special rules of AHL's scenarios in a kept turn: by hand from Incidents I to VI."""

from dataclasses import replace

import pytest

from bot.deck.board import Climb, placed
from bot.deck.passage import can_pass
from bot.deck.placing import can_stand
from bot.deck.plan import (
    Barrier,
    Facing,
    Fixture,
    adjacent,
    fully_named,
    in_field_of_fire,
    moved,
    named,
    neighbours,
    sides_of,
)
from bot.deck.portals import lift_name, lift_of, shafts
from bot.deck.sight import sees
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.errors import RuleError
from bot.engine.scene import Said, Scene
from bot.engine.steps import scene_for
from bot.systems.ahl.morale.checks import standing
from bot.systems.ahl.sheet.character import Condition, Nerve
from bot.systems.ahl.turn.actions import Intention
from bot.systems.ahl.turn.clock import Charge
from bot.systems.deeds import DOOR_SET
from bot.systems.marks import SURRENDERED
from bot.systems.ruled import stages
from tests.systems.ahl.scenarios.test_forces import AHL, Loaded, of, off, set_up
from tests.systems.ahl.scenarios.test_unfolding import at_turn, decision, fallen, given, new, phases

QUIET = {"whether_anybody": 2}


def clock(game):
    return game.ledger.clock


def doing(game, name, **changes):
    return game.keeping(replace(game.ledger, clock=clock(game).doing(name, **changes)))


def did(game, name, **changes):
    return game.keeping(replace(game.ledger, clock=clock(game).did(name, **changes)))


def sheet(game, name, **changes):
    unit = game.units[name]
    return replace(game, units=game.units.having(replace(unit, sheet=replace(unit.sheet, **changes))))


def beside(board, at):
    near = (each for each in neighbours(at) if each in board.plan.levels[at.level].floor and can_pass(board, at, each))
    return next(each for each in near if can_stand(board, each))


def put(game, name, at):
    return given(game, "place", [name], at=named(at))[0]


def set_at(game, name, at):
    """The game with somebody in a square, before anything follows from that."""
    people = {**game.board.people, name: replace(game.board.people[name], at=at)}
    return replace(game, board=replace(game.board, people=people))


def refusal(game, verb, name):
    """Why somebody may not give an order, whose target isn't known yet; "" where nothing but that bars it."""
    try:
        given(game, verb, [name])
    except RuleError as refused:
        return str(refused)
    except IndexError:
        return ""
    return ""


def after_looking(game):
    """The game once what a scenario does of itself has been done."""
    return given(game, "scenario on")[0]


# --- satchel charges ---


def with_charges(game, *charges):
    return game.keeping(replace(game.ledger, clock=replace(clock(game), charges=charges)))


def test_where_one_sets_a_charge_another_sets_none():
    """They have six for four fighters: whoever is at the one at which a comrade is about to set one goes to another."""
    game = at_turn(set_up("I.2 The Hangar Deck"), 2, 0)
    one, other = of(game, "Solomani")[:2]
    scenario, playing = AHL.staged.scenarios["I.2 The Hangar Deck"], AHL.staged.playing(game.ledger)
    at = game.board.plan.places["Launch cradle 1"][0]
    beside = next(near for near in neighbours(at) if can_stand(game.board, near))

    def drawn(game):
        ((ruling, stage),) = [
            each for each in stages(AHL, scenario, playing, game) if each[1].special.name == "blown up"
        ]
        return {*ruling.draws(stage, game.units[other]).squares}

    people = game.board.people
    there = replace(game.board, people={**people, one: replace(people[one], at=beside)})
    game = replace(game, board=there)
    assert fully_named(beside) in drawn(game)
    setting = doing(game, one, plan=Intention.EMPLACE)
    assert fully_named(beside) not in drawn(setting)
    assert drawn(setting) < drawn(game)


@pytest.mark.rule("AHL-SC-I2c")
def test_the_team_has_six_satchel_charges_together():
    game = set_up("I.2 The Hangar Deck")
    game = at_turn(game, 2, 0)
    own = of(game, "Solomani")
    clear = game.keeping(replace(game.ledger, clock=replace(clock(game), people={})))
    six, _ = given(clear, "plan", own[:6], plan="emplace a charge", delay=2)
    with pytest.raises(RuleError, match="has no satchel charge left"):
        given(six, "plan", own[6:7], plan="emplace a charge", delay=2)
    with pytest.raises(RuleError, match="has no satchel charge left"):
        given(clear, "plan", own[:7], plan="emplace a charge", delay=2)
    used = with_charges(clear, *(Charge(name, 1, 9, None) for name in own[:4]))
    used = after_looking(used)
    two, _ = given(used, "plan", own[:2], plan="emplace a charge", delay=2)
    with pytest.raises(RuleError, match="has no satchel charge left"):
        given(two, "plan", own[2:3], plan="emplace a charge", delay=2)


@pytest.mark.rule("AHL-SC-I2c")
@pytest.mark.parametrize(("defused", "disabled"), [(False, 1), (True, 0)])
def test_a_charge_that_goes_off_at_a_fighter_disables_it(defused, disabled):
    game = phases(set_up("I.2 The Hangar Deck"), 2, **QUIET)
    cradle = game.board.plan.places["Launch cradle 2"][0]
    at = next(each for each in neighbours(cradle) if can_stand(game.board, each))
    by = of(game, "Solomani")[0]
    set_at = with_charges(game, Charge(by, 1, 3, at))
    seen = after_looking(set_at)
    assert seen.ledger.scenario.tallies == {}
    gone = with_charges(at_turn(seen, 2, 0 if defused else 3))
    gone = after_looking(gone)
    assert gone.ledger.scenario.tallies.get("fighters disabled", 0) == disabled
    # Once is enough for one fighter.
    again = after_looking(with_charges(gone, Charge(by, 2, 3, at)))
    again = after_looking(with_charges(at_turn(again, 3, 3)))
    assert again.ledger.scenario.tallies.get("fighters disabled", 0) == 1


@pytest.mark.rule("AHL-SC-III-b")
def test_each_pirate_has_one_charge_and_one_at_each_housing_wins():
    game = at_turn(set_up("III Through the Maze"), 2, 0)
    game = game.keeping(replace(game.ledger, clock=replace(clock(game), people={})))
    own = of(game, "Pirates")
    each, _ = given(game, "plan", own, plan="emplace a charge", delay=1)
    spent = after_looking(with_charges(each, Charge(own[0], 1, 9, None)))
    with pytest.raises(RuleError, match=f"{own[0]} has no satchel charge left"):
        given(spent, "plan", own[:1], plan="emplace a charge", delay=1)
    given(spent, "plan", own[1:2], plan="emplace a charge", delay=1)
    plant, _ = given(game, "scenario next", own, at="Reactor floor", deck="46")
    bases = [plant.board.plan.places[f"{side} housing base"][0] for side in ("Port", "Starboard")]
    charges = [Charge(name, 2, 2, beside(plant.board, at)) for name, at in zip(own, bases, strict=False)]
    one = after_looking(with_charges(at_turn(plant, 3, 1), charges[0]))
    one = after_looking(with_charges(at_turn(one, 3, 2)))
    assert one.ledger.scenario.tallies == {"housings blown": 1}
    assert one.ledger.scenario.decided is None
    both = after_looking(with_charges(one, charges[1]))
    both = after_looking(with_charges(at_turn(both, 3, 3)))
    assert both.ledger.scenario.decided.winner == "Pirates"


def apart(game, squares):
    """Two squares of a row with a clear line, so many apart."""
    board = game.board
    for at in sorted(board.plan.levels[0].floor):
        other = moved(at, squares, 0)
        free = not {at, other} & {each.at for each in board.people.values()}
        if free and can_stand(board, at) and can_stand(board, other) and sees(board, at, other):
            return at, other
    raise AssertionError(squares)


@pytest.mark.rule("AHL-SC-V-d")
def test_a_demolition_charge_is_thrown_eight_squares_and_lands_where_it_was_aimed():
    game = phases(set_up("V Dead Ship"), 2, morale_of=2)
    throwers = [unit.name for unit in game.units.values() if unit.side == "Salvagers"]
    name, blob = throwers[0], of(game, "Blobs")[0]
    game, _ = given(game, "phase", step="snap shots")
    start, near = apart(game, 8)
    game = put(put(game, name, start), blob, near)
    # Without a throw to hit: the only dice are those of the explosion, penetration 30.
    thrown, _ = given(game, "scenario throw", [name], Loaded(collateral=12), at=named(near))
    assert clock(thrown).of(name).deeds.left == 0
    assert thrown.units[blob].sheet.condition is not Condition.ACTIVE
    assert thrown.units[throwers[1]].sheet == game.units[throwers[1]].sheet
    with pytest.raises(RuleError, match="has no charge to throw"):
        given(did(thrown, name, spent=0), "scenario throw", [name], at=named(near))
    with pytest.raises(RuleError, match="no charge to throw"):
        given(game, "scenario throw", throwers[4:5], at=named(near))
    start, far = apart(game, 9)
    with pytest.raises(RuleError, match="flies 8 at most"):
        given(put(game, name, start), "scenario throw", [name], at=named(far))


@pytest.mark.rule("AHL-SC-V-d")
def test_where_charges_are_only_set_nobody_throws_one():
    """In Incident III each pirate has one."""
    game = phases(set_up("III Through the Maze"), 1)
    game, _ = given(game, "phase", step="snap shots")
    name = of(game, "Pirates")[0]
    start, near = apart(game, 3)
    with pytest.raises(RuleError, match="has no charge to throw"):
        given(put(game, name, start), "scenario throw", [name], at=named(near))


@pytest.mark.rule("AHL-SC-V-d")
def test_four_of_the_six_have_a_charge_each():
    game = phases(set_up("V Dead Ship"), 2, morale_of=2)
    game, _ = given(game, "phase", step="snap shots")
    throwers = [unit.name for unit in game.units.values() if unit.side == "Salvagers"]
    have = []
    for name in throwers:
        start, near = apart(game, 8)
        try:
            given(put(game, name, start), "scenario throw", [name], at=named(near))
            have.append(name)
        except RuleError as refusal:
            assert "no charge to throw" in str(refusal)  # noqa: PT017
    assert have == throwers[:4]


# --- stations and surprise ---


def bridge(**dice):
    return set_up("I.3 The Bridge", Loaded(how_many_of_the_Imperials=8, **dice))


@pytest.mark.rule("AHL-SC-I3b")
def test_the_crew_keeps_its_stations_till_an_enemy_is_seen_on_the_bridge_and_then_only_moves():
    game = phases(bridge(), 2)
    game, _ = given(game, "scenario next", of(game, "Solomani")[:4], at="Lift lobby")
    game = after_looking(game)
    crew = "Crew O10"
    assert clock(game).of(crew).busy == "keeping their station"
    with pytest.raises(RuleError, match="is keeping their station to the end of turn 1"):
        given(game, "move", [crew], to="N")
    sees_one = doing(game, crew, knows=(of(game, "Solomani")[0],))
    seen = after_looking(sees_one)
    assert clock(seen).of(crew).busy == ""
    assert "only moves in the turn in which the enemy is seen" in refusal(seen, "melee", crew)
    # In the next turn they are free.
    assert "only moves" not in refusal(at_turn(seen, 2, 1), "melee", crew)


@pytest.mark.rule("AHL-SC-I3b")
@pytest.mark.parametrize(("awake", "alarm"), [(True, 1), (False, 0)])
def test_a_marine_awake_below_alerts_all_after_the_first_phase(awake, alarm):
    game = phases(bridge(), 1)
    below = of(game, "Imperials")
    game = game if awake else fallen(game, below, Condition.UNCONSCIOUS)
    assert game.ledger.scenario.alarm == 0
    game = phases(game, 1)
    assert game.ledger.scenario.alarm == alarm
    # Unalerted, the marines above keep still as well.
    above, _ = given(game, "scenario next", of(game, "Solomani")[:1], at="Lift lobby")
    above = after_looking(above)
    marines = [name for name in of(above, "Imperials") if name.startswith("Marine") and name in above.board.people]
    assert {clock(above).of(name).busy for name in marines} == ({""} if awake else {"keeping their station"})


def asked_of(game, name):
    """What somebody may do now."""
    return [each.what for each in AHL.due(game) if name in each.owes]


@pytest.mark.rule("AHL-SC-VI2e", "AHL-SC-VI2d")
def test_the_guards_do_nothing_in_the_first_phase_but_fire_at_who_comes_adjacent():
    game = phases(set_up("VI.2 The Escape"), 1)
    guard, thief = "Guard 1", next(name for name in of(game, "Loyalists") if name.startswith("Vargr"))
    assert clock(game).of(guard).deeds.left == 12
    with pytest.raises(RuleError, match="fire snap shots at whoever comes adjacent"):
        given(game, "move", [guard], to="N")
    for step in ("movement", "snap shots"):
        assert not asked_of(game, guard)
        game, _ = given(game, "phase", step=step)
    # The two whom they guard are beside them, as long as they live.
    assert asked_of(game, guard) == ["may act in snap shots by /fire mode:snap or /grenade"]
    game = fallen(game, ["Sergei", "Zinovia"])
    assert not asked_of(game, guard)
    game = put(game, thief, beside(game.board, game.board.people[guard].at))
    square = game.board.people[guard]
    facing = next(each for each in Facing if in_field_of_fire(each, square.at, game.board.people[thief].at))
    game = replace(game, board=placed(game.board, guard, replace(square, facing=facing)))
    assert asked_of(game, guard) == ["may act in snap shots by /fire mode:snap or /grenade"]
    game = did(game, thief, came=(guard,))
    given(game, "turn show")
    assert "comes adjacent" not in refusal(phases(game, 1), "move", guard)


# --- the wine ---


@pytest.mark.rule("AHL-SC-IV-c")
def test_thieves_break_out_of_their_crates_in_the_first_phase():
    game = after_looking(set_up("IV The Great Wine Heist"))
    crates = game.board.plan.places["Crates"]
    for name in of(game, "Thieves"):
        at = game.board.people[name].at
        assert any(adjacent(at, crate) for crate in crates)
    first = phases(game, 1, whether_anybody_comes=2)
    armour = {name: first.units[name].sheet.armour for name in of(first, "Thieves")}
    left = {worn == "battle dress": clock(first).of(name).deeds.left for name, worn in armour.items()}
    # In halves of a point: 3 AP are left in battle dress.
    assert left == {False: 0, True: 6}
    second = phases(first, 1, whether_anybody_comes=2)
    assert {clock(second).of(name).deeds.left for name in of(second, "Thieves")} == {12}


@pytest.mark.rule("AHL-SC-IV-f")
def test_after_an_encounter_nobody_shoots_in_the_first_phase():
    game = phases(set_up("IV The Great Wine Heist"), 1, whether_anybody_comes=2)
    quiet = phases(at_turn(game, 1, 5), 1, whether_anybody_comes=10)
    thief = of(quiet, "Thieves")[0]
    met = phases(at_turn(game, 1, 5), 1, whether_anybody_comes=11, how_many_of_the_Crew=3)
    assert {clock(met).of(name).plan for name in met.board.people} == {Intention.MOVE}
    first = phases(met, 1)
    guard = next(iter(new(game, met)))
    for name in (thief, guard):
        for verb in ("fire", "cover", "grenade"):
            assert "can't shoot in the first phase after an encounter" in refusal(first, verb, name)
    for free in (phases(met, 2), phases(quiet, 1)):
        assert "encounter" not in refusal(free, "fire", thief)


def downwards(fell, **more):
    """The thieves on their way down from 21 by the lift, with dice that fall so for each deck."""
    game = set_up("IV The Great Wine Heist")
    game = at_turn(fallen(game, of(game, "Crew")), 3, 1)
    lift = game.board.plan.places["Lift A"]
    own = of(game, "Thieves")[: len(lift)]
    people = {name: replace(game.board.people[name], at=at) for name, at in zip(own, lift, strict=False)}
    game = replace(game, board=replace(game.board, people={**game.board.people, **people}))
    return own, *given(game, "scenario next", own, Loaded(**fell, how_many_of_the_Crew=3, **more))


@pytest.mark.rule("AHL-SC-IV-g")
def test_on_the_way_down_eleven_on_a_deck_meets_one_die_of_them_surprised():
    own, met, went = downwards({f"on_deck_{deck}": 10 for deck in range(22, 30)} | {"on_deck_30": 11})
    assert "They are 9 phases on the way; turn 5 is planned now" in went.result.parts[0].report
    scenario = met.ledger.scenario
    assert scenario.deck == 1
    assert set(own) <= set(met.board.people)
    crew = [name for name in met.board.people if met.units[name].side == "Crew"]
    assert len(crew) == 3
    # Nine decks by the lift are nine phases: from phase 1 of turn 3 to the end of turn 4.
    assert (clock(met).turn, clock(met).phase) == (5, 0)
    assert {clock(met).of(name).plan for name in met.board.people} == {Intention.MOVE}
    first = phases(met, 1)
    assert {clock(first).of(name).deeds.left for name in crew} == {0}
    assert {clock(first).of(name).deeds.left for name in own} == {12}
    # Then on from the deck below, to the boat dock if nobody else is met; those who are left give the alarm.
    on, _ = given(met, "scenario next", own, Loaded(whether_they_meet=2), at="Lift A", deck="84")
    assert on.ledger.scenario.deck == 2
    assert on.ledger.scenario.alarm == 5
    assert not [name for name in crew if name in on.board.people]


@pytest.mark.rule("AHL-SC-IV-g", "AHL-SC-IV-h")
def test_who_meets_nobody_comes_to_the_boat_dock_a_phase_a_deck():
    _own, down, went = downwards({"whether_they_meet": 10})
    assert down.ledger.scenario.deck == 2
    assert down.ledger.scenario.alarm == 0
    assert "They are 63 phases on the way; turn 16 is planned now" in went.result.parts[0].report
    # 63 decks from phase 1 of turn 3: 12 turns and 3 phases more, and another turn is planned then.
    assert (clock(down).turn, clock(down).phase) == (16, 0)
    turn = at_turn(down, 17, 0)
    assert after_looking(after_looking(down)).ledger.scenario.alarm == 0
    game = after_looking(down)
    game = after_looking(at_turn(game, 17, 0))
    # The first turn on the boat deck is over.
    assert game.ledger.scenario.alarm == 17
    assert turn.ledger.scenario.decided is None
    assert decision(at_turn(game, 36, 2)) is None
    assert decision(at_turn(game, 37, 2)).winner == "Crew"


@pytest.mark.rule("AHL-SC-IV-h")
def test_whoever_of_the_crew_is_left_on_the_cargo_deck_gives_the_alarm():
    game = at_turn(set_up("IV The Great Wine Heist"), 2, 1)
    on, _ = given(game, "scenario next", of(game, "Thieves"), Loaded(whether_they_meet=2), at="Lift A", deck="84")
    assert on.ledger.scenario.alarm == 2


@pytest.mark.rule("AHL-SC-IV-i", "AHL-SC-IV-j")
@pytest.mark.parametrize(
    ("hurt", "pilots", "away"), [("", 1, True), ("light", 1, True), ("out", 1, False), ("", 0, False)]
)
def test_a_pinnace_is_away_once_its_valve_shuts_behind_a_pilot(hurt, pilots, away):
    game = set_up("IV The Great Wine Heist")
    own = of(game, "Thieves")
    with pytest.raises(RuleError, match="they have 2 pilots"):
        given(game, "scenario pilots", own[:1])
    game, outcome = given(game, "scenario pilots", own[:2])
    assert outcome.sealed
    with pytest.raises(RuleError, match="have named their pilots already"):
        given(game, "scenario pilots", own[2:4])
    game, _ = given(fallen(game, of(game, "Crew")), "scenario next", own, Loaded(whether_they_meet=2), at="Boat dock")
    room = next(room for room in game.board.plan.rooms if room.name == "Port pinnace 2")
    seats = [at for at in sorted(room.squares) if can_stand(game.board, at)]
    aboard = own[:1] * pilots + own[3:5]
    scenario = game.ledger.scenario.having(carried={own[3]: "cases"})
    game = game.keeping(replace(game.ledger, scenario=scenario))
    doors = {edge for level in game.board.plan.levels for edge in level.barriers if level.barriers[edge].portal}
    own_doors = {edge for edge in doors if not room.squares.isdisjoint(sides_of(edge))}
    game = replace(game, board=replace(game.board, open=game.board.open | own_doors))
    for name, at in zip(aboard, seats, strict=False):
        game = put(game, name, at)
    if hurt == "light":
        game = sheet(game, own[0], light_wounds=1)
    elif hurt:
        game = sheet(game, own[0], condition=Condition.UNCONSCIOUS)
    open_still = after_looking(game)
    assert open_still.ledger.scenario.decided is None
    shut = after_looking(replace(game, board=replace(game.board, open=game.board.open - own_doors)))
    assert ("boats away" in shut.ledger.scenario.tallies) is away
    if away:
        assert shut.ledger.scenario.tallies["cases saved"] == 1
        ended = shut.ledger.scenario.decided
        assert (ended.winner, ended.degree) == ("Thieves", "marginal")
        assert not set(aboard) & set(shut.board.people)


# --- the dead ship ---


@pytest.mark.rule("AHL-SC-V-b")
def test_between_two_levels_one_rests_a_whole_turn_but_in_battle_dress():
    game = phases(set_up("V Dead Ship"), 1)
    plain, dressed, *_ = of(game, "Salvagers")
    game = sheet(sheet(game, plain, armour="cloth"), dressed, armour="battle dress")
    up, _ = given(game, "scenario next", [plain, dressed], at="Flight operations")
    for turn in (1, 2):
        with pytest.raises(RuleError, match=f"{plain} has climbed a level, and rests for one whole turn"):
            given(at_turn(up, turn, 2), "scenario next", [plain, dressed], at="Forward ladder")
    given(at_turn(up, 2, 2), "scenario next", [dressed], at="Forward ladder")
    given(at_turn(up, 3, 1), "scenario next", [plain], at="Forward ladder")
    # Whoever moves meanwhile begins their rest anew.
    moved_on = after_looking(did(at_turn(up, 2, 2), plain, moved=True))
    with pytest.raises(RuleError, match="rests for one whole turn"):
        given(at_turn(moved_on, 3, 1), "scenario next", [plain], at="Forward ladder")
    given(at_turn(moved_on, 4, 1), "scenario next", [plain], at="Forward ladder")


@pytest.mark.rule("AHL-SC-V-b")
@pytest.mark.parametrize(
    ("climbs", "armour", "turn", "refused"),
    [
        ((False, True), "cloth", 2, True),
        ((False, True), "cloth", 3, False),
        ((False, True), "battle dress", 2, False),
        # Who is on the ladder goes on, and who stays off it isn't kept from moving.
        ((True, True), "cloth", 2, False),
        ((False, False), "cloth", 2, False),
    ],
)
def test_before_they_are_rested_nobody_takes_a_ladder(climbs, armour, turn, refused):
    game = phases(set_up("V Dead Ship"), 1)
    who, *_ = of(game, "Salvagers")
    up, _ = given(sheet(game, who, armour=armour), "scenario next", [who], at="Flight operations")
    before, after = (
        replace(up.board, people={**up.board.people, who: replace(up.board.people[who], climb=climb)})
        for climb in (Climb(up.board.people[who].at._replace(level=1)) if each else None for each in climbs)
    )
    after_move = at_turn(replace(up, board=after), turn, 2)
    playing = after_move.ledger.scenario
    scenario = AHL.staged.scenarios[playing.name]
    (ruling, stage) = next(
        each for each in stages(AHL, scenario, playing, after_move) if each[1].special.name == "rest between climbs"
    )
    scene = Scene({"name": [up.units[who]]}, board=before)
    if refused:
        with pytest.raises(RuleError, match=f"{who} has climbed a level, and rests for one whole turn"):
            ruling.notes(stage, scene, "move")
    else:
        assert ruling.notes(stage, scene, "move") == stage
    # It is a way that tires, and nothing else that somebody does.
    assert ruling.notes(stage, scene, "face") == stage
    assert ruling.notes(stage, replace(scene, board=None), "move") == stage


@pytest.mark.rule("AHL-SC-V-a")
def test_hatches_and_iris_valves_are_jammed_open():
    game = phases(set_up("V Dead Ship"), 1)
    barriers = {edge: what for level in game.board.plan.levels for edge, what in level.barriers.items()}
    stuck = {edge for edge, what in barriers.items() if what in {Barrier.HATCH, Barrier.IRIS_VALVE}}
    assert stuck
    assert stuck <= game.board.open
    assert game.board.open - stuck - {at for level in game.board.plan.levels for at in level.hatches} <= (
        game.board.plan.open_at_first
    )
    one = next(iter(sorted(stuck)))
    at = next(each for each in sides_of(one) if each in game.board.plan.levels[one.level].floor)
    side = {"N": "north", "W": "west"}[one.side] if at == max(sides_of(one)) else {"N": "south", "W": "east"}[one.side]
    with pytest.raises(RuleError, match="jammed open"):
        given(game, DOOR_SET, at=named(at), side=side)


@pytest.mark.rule("AHL-SC-V-e")
def test_at_the_first_sight_all_check_their_morale_as_the_first_phase_ends():
    game = phases(set_up("V Dead Ship"), 1)
    assert clock(game).casualties[0].seen_by
    assert set(clock(game).casualties[0].seen_by) == set(of(game, "Salvagers"))
    game, _ = given(game, "phase", step="snap shots")
    due = next(each for each in AHL.due(game) if "morale check" in each.what)
    assert due.what.startswith("6 morale checks")
    assert set(due.owes) == set(of(game, "Salvagers"))
    second = phases(set_up("V Dead Ship"), 2, morale_of=2)
    assert not clock(second).casualties


@pytest.mark.rule("AHL-SC-V-e")
def test_the_panicked_run_to_a_ladder_climb_and_are_helpless_for_a_die_of_phases():
    game = phases(set_up("V Dead Ship"), 2, morale_of=2)
    name = of(game, "Salvagers")[0]
    ladder = game.board.plan.places["Fore ladder"][0]
    start = beside(game.board, ladder)
    game = put(sheet(game, name, nerve=Nerve.FLEEING, armour="cloth"), name, start)
    game, _ = given(game, "phase", step="movement")
    flight = next(each for each in AHL.due(game) if each.what.startswith("flight"))
    assert [choice.said.fields["to"] for choice in flight.choices] == [named(ladder)]
    game = set_at(game, name, ladder)
    up, outcome = given(game, "scenario on", dice=Loaded(helpless=4))
    assert f"{name} climbs in panic to 68, and is helpless there for 4 phases (R-156)" in outcome.result.told
    assert name not in up.board.people
    assert name in up.ledger.scenario.stayed["68"]
    # Phase 2 of turn 1 and four phases more: until phase 1 of turn 2 they do nothing.
    above, _ = given(at_turn(up, 1, 5), "scenario next", of(up, "Salvagers")[1:2], at="Flight operations")
    assert name in above.board.people
    with pytest.raises(RuleError, match="helpless with exhaustion"):
        given(above, "move", [name], to="N")
    # Still in panic after that they go on to the next deck, and at last out of it.
    for deck in ("61", "40", "21"):
        up, _ = given(at_turn(up, up.ledger.clock.turn + 2, 1), "scenario on", dice=Loaded(helpless=1))
        assert name in up.ledger.scenario.stayed[deck]
    up, _ = given(at_turn(up, up.ledger.clock.turn + 2, 1), "scenario on", dice=Loaded(helpless=1))
    assert name in up.ledger.scenario.stayed["10"]


# --- a fighting bridge ---


@pytest.mark.rule("AHL-SC-II1b")
def test_a_turret_whose_consoles_are_destroyed_counts_as_empty():
    game = phases(set_up("II.1 Marine Country"), 1)
    plan = game.board.plan
    consoles = {at for level in plan.levels for at, what in level.fixtures.items() if what is Fixture.CONSOLE}
    seats = {name: squares[0] for name, squares in plan.places.items() if "fire director" in name}
    wrecks = {at for name, seat in seats.items() if "Dorsal" in name for at in consoles if adjacent(at, seat)}
    assert wrecks
    one = {at for at in wrecks if adjacent(at, seats["Dorsal port fire director"])}
    assert decision(replace(game, board=replace(game.board, wrecked=frozenset(one)))) is None
    assert decision(replace(game, board=replace(game.board, wrecked=frozenset(wrecks)))).winner == "Zhodani"


@pytest.mark.rule("AHL-SC-II2a")
def test_one_zhodani_is_placed_for_two_imperials_until_these_are_all_there():
    game = set_up("II.2 The Running Bridge")
    chosen = set(game.ledger.scenario.kept["choice"])
    # Ten robots, an officer and a technician or so against six of the crew and eight marines.
    assert sum(game.units[name].side == "Imperials" for name in chosen) == 14
    assert sum(game.units[name].side == "Zhodani" for name in chosen) == 10
    order = []
    while left := [each for each in AHL.due(game) if each.what.startswith("put one of the")]:
        (due,) = left
        name = due.owes[0]
        side = game.units[name].side
        other = next((each for each in chosen if game.units[each].side != side and each not in game.board.people), None)
        if other and len(order) < 5:
            with pytest.raises(RuleError, match="can't be placed yet"):
                given(game, "place", [other], at="Helm")
        game, _ = given(game, "place", [name], at="Bridge")
        order.append(side[0])
    assert "".join(order) == "ZII" * 7 + "ZZZ"


@pytest.mark.rule("AHL-SC-II2b")
def test_no_zhodani_begins_in_a_security_area_or_alone_in_a_shut_room():
    game = set_up("II.2 The Running Bridge")
    (due,) = [each for each in AHL.due(game) if each.what.startswith("put one of the Zhodani")]
    name = due.owes[0]
    for room in ("Port security", "Starboard security"):
        with pytest.raises(RuleError, match=f"can't begin in {room}"):
            given(game, "place", [name], at=room)
    with pytest.raises(RuleError, match="it is shut, and none of the others is in it"):
        given(game, "place", [name], at="Officers' wardroom")
    with pytest.raises(RuleError, match="one at a time"):
        given(game, "place", list(due.owes[:2]), at="Bridge")
    # Whoever comes later comes by any lift or the ladder in turn one, and by the ladder alone later.
    later = [each for each in of(game, "Zhodani") if each not in game.board.people and each not in due.owes]
    assert len(later) == 4
    robots = [at.at for each, at in game.board.people.items() if game.units[each].sheet.being == "warbot"]
    lifts = {at for letter in "ABCD" for at in game.board.plan.places[f"Lift {letter}"]}
    apart_from_lifts = [min(max(abs(one.x - at.x), abs(one.y - at.y)) for at in lifts) for one in robots]
    assert robots
    assert max(apart_from_lifts) <= 2
    first = phases(game, 1)
    with pytest.raises(RuleError, match="by Lift A, Lift B, Lift C, Lift D or Ladder alone"):
        given(first, "place", later[:1], at="Bridge")
    ladder = named(first.board.plan.places["Ladder"][0])
    come, _ = given(first, "place", later[:1], at=ladder)
    assert clock(come).of(later[0]).plan is Intention.MOVE
    lift = named(beside(first.board, first.board.plan.places["Lift A"][0]))
    with pytest.raises(RuleError, match="in turn 2 by Ladder alone"):
        given(at_turn(first, 2, 1), "place", later[1:2], at=lift)


# --- the maze ---


@pytest.mark.rule("AHL-SC-III-c")
def test_each_comes_out_where_their_ladder_leads():
    game = phases(set_up("III Through the Maze"), 1)
    one, other, third, *_ = of(game, "Pirates")
    game = put(game, one, game.board.plan.places["Forward ladder"][0])
    game = put(game, other, game.board.plan.places["Starboard ladder"][0])
    up, _ = given(game, "scenario next", [one, other])
    places = up.board.plan.places
    assert adjacent(up.board.people[one].at, places["Ladder"][0])
    assert adjacent(up.board.people[other].at, places["Ventral ladder"][0])
    game = put(game, third, next(iter(apart(game, 5))))
    with pytest.raises(RuleError, match=f"{third} stands at no way to 54"):
        given(game, "scenario next", [third])
    lifts = game.board.lifts.values()
    assert lifts
    assert all(lift.dead for lift in lifts)


def gunnery(**dice):
    """The pirates on the gunnery deck, all in one room."""
    game = phases(set_up("III Through the Maze"), 1)
    own = of(game, "Pirates")
    up, _ = given(game, "scenario next", own[:1], Loaded(**dice), at="Ladder")
    return own[0], up


@pytest.mark.rule("AHL-SC-III-d")
@pytest.mark.parametrize(("fell", "met"), [(10, 0), (11, 1), (12, 2)])
def test_in_a_room_without_a_guard_two_dice_bring_somebody(fell, met):
    name, up = gunnery(**QUIET)
    empty = next(
        room
        for room in up.board.plan.rooms
        if room.name == "Freshers" and not any(kept.places == (room.name,) for kept in off(up))
    )
    entered = set_at(up, name, next(at for at in sorted(empty.squares) if can_stand(up.board, at)))
    game, _ = given(entered, "scenario on", dice=Loaded(whether_anybody=fell))
    there = [each for each in game.board.people if game.board.people[each].at in empty.squares and each != name]
    assert len(there) == met
    assert {game.units[each].side for each in there} <= {"Imperials"}
    for each in there:
        # Surprised, as long as no alarm is given.
        assert clock(game).of(each).deeds.left == 0
    # Nobody is thrown for twice in a room.
    again, _ = given(game, "scenario on", dice=Loaded(whether_anybody=12))
    assert len(again.units) == len(game.units)


@pytest.mark.rule("AHL-SC-III-d")
def test_whoever_is_stationed_in_a_room_is_always_met():
    name, up = gunnery(**QUIET)
    hidden = next(kept for kept in off(up) if kept.deck == "54")
    room = next(room for room in up.board.plan.rooms if room.name == hidden.places[0])
    up = set_at(up, name, next(at for at in sorted(room.squares) if can_stand(up.board, at)))
    game, _ = given(up, "scenario on", dice=Loaded(whether_anybody=2))
    assert hidden.name in game.board.people
    assert game.board.people[hidden.name].at in room.squares
    assert hidden not in off(game)


# --- the mutiny ---


@pytest.mark.rule("AHL-SC-VI1c")
def test_zinovia_leads_while_sergei_is_out_and_ranks_as_he_did_once_he_is_dead():
    game = phases(set_up("VI.1 The Take-Over"), 1)

    def led(condition, **more):
        after = after_looking(sheet(game, "Sergei", condition=condition, **more))
        zinovia = after.units["Zinovia"].sheet
        return zinovia.leadership, zinovia.rank

    rank = game.units["Zinovia"].sheet.rank
    assert led(Condition.ACTIVE) == (0, rank)
    assert led(Condition.UNCONSCIOUS) == (2, rank)
    assert led(Condition.DEAD) == (2, game.units["Sergei"].sheet.rank)
    # Where she is in no campaign any more nothing is done in her place.
    alone = at_turn(replace(game, units=game.units.without("Zinovia")), 2, 0)
    assert "Zinovia" not in after_looking(alone).units
    # Nobody checks before Sergei.
    crew = [game.units[name].sheet.rank for name in of(game, "Loyalists") if name != "Sergei"]

    assert all(standing(game.units["Sergei"].sheet.rank) < standing(other) for other in crew)
    # To rally him she has it in the decision phase alone.
    panicked = sheet(game, "Sergei", nerve=Nerve.COWERING)
    assert after_looking(panicked).units["Zinovia"].sheet.leadership == 0
    planning = after_looking(at_turn(panicked, 2, 0))
    assert planning.units["Zinovia"].sheet.leadership == 2
    over = after_looking(sheet(planning, "Sergei", nerve=Nerve.STEADY))
    assert over.units["Zinovia"].sheet.leadership == 0


@pytest.mark.rule("AHL-SC-VI1a")
@pytest.mark.parametrize(
    ("name", "weapon", "skill"),
    [
        ("Sergei", "Gauss Rifle", 2),
        ("Sergei", "Body Pistol", 1),
        ("Zinovia", "Gauss Rifle", -2),
        ("Zinovia", "Snub Pistol", 3),
    ],
)
def test_the_pair_may_take_up_what_the_wounded_drop(name, weapon, skill):
    game = phases(set_up("VI.1 The Take-Over"), 1)
    carries = [each for each, unit in game.units.items() if any(one.weapon == weapon for one in unit.sheet.weapons)]
    other = next(each for each in carries if each not in {"Sergei", "Zinovia"})
    game = put(game, other, beside(game.board, game.board.people[name].at))

    def take(now):
        order = AHL.order("scenario take")

        said = Said("scenario take", {"name": ((name, None),), "from": ((other, None),)}, {"weapon": weapon}, "")
        scene = scene_for(order, said, now, Scene.of(now))
        return now.after(order.carried_out(scene, order.read(said.fields), Loaded()))

    with pytest.raises(RuleError, match="has dropped nothing"):
        take(game)
    taken = take(sheet(game, other, condition=Condition.SERIOUS))
    first = taken.units[name].sheet.weapons[0]
    assert (first.weapon, first.skill) == (weapon, skill)
    assert weapon not in {each.weapon for each in taken.units[other].sheet.weapons}


@pytest.mark.rule("AHL-SC-VI1d")
def test_the_pair_escapes_together_or_not_at_all():
    game = phases(set_up("VI.1 The Take-Over"), 2)
    ladder = game.board.plan.places["Ladder"][0]
    game = put(put(game, "Sergei", ladder), "Zinovia", ladder)
    game = sheet(sheet(game, "Sergei", light_wounds=1), "Zinovia", light_wounds=0)
    with pytest.raises(RuleError, match="goes with Zinovia or not at all"):
        given(game, "scenario slip", ["Sergei"])
    at = {name: game.board.people[name].at for name in ("Sergei", "Zinovia")}
    people = {**game.board.people, **{name: replace(game.board.people[name], at=ladder) for name in at}}
    game = replace(game, board=replace(game.board, people=people))
    gone, _ = given(game, "scenario slip", ["Sergei", "Zinovia"])
    ended = gone.ledger.scenario.decided or decision(gone)
    assert (ended.winner, ended.degree) == ("Loyalists", "marginal")


@pytest.mark.rule("AHL-SC-VI2a")
def test_vargr_follow_vargr_alone_and_surrender_without_their_leaders():
    game = after_looking(phases(set_up("VI.2 The Escape"), 1))
    vargr = [name for name in of(game, "Loyalists") if name.startswith("Vargr")]
    assert all("follows Vargr" in game.units[name].marks for name in (*vargr, "Arrlanroughl"))
    assert game.units["Sergei"].marks == ()
    leaders = ["Arrlanroughl", *(name for name in vargr if name.split()[1][0] in "ON")]
    left = [name for name in vargr if name not in leaders]
    assert left
    one = after_looking(fallen(game, leaders[1:]))
    assert not any(SURRENDERED in one.units[name].marks for name in left)
    none = after_looking(fallen(game, leaders))
    assert all(SURRENDERED in none.units[name].marks for name in left)
    assert SURRENDERED not in none.units["Sergei"].marks


# --- the neutral crew ---


def quarters():
    """The loyalists on the crew quarters deck, among the neutral crew, after the first shot."""
    game = set_up("VI.2 The Escape")
    own = ["Sergei", *(name for name in of(game, "Loyalists") if name.startswith("Vargr"))][:3]
    up, _ = given(at_turn(game, 2, 1), "scenario next", own, at="Forward lounge", deck="39")
    return own, up


def shot(game, name):
    return after_looking(did(game, name, snaps=1))


def by_name(game, side):
    return [name for name in game.board.people if game.units[name].side == side]


@pytest.mark.rule("AHL-SC-VI2b", "AHL-SC-VI2d")
def test_after_the_first_shot_five_and_six_join_at_the_next_decision_phase():
    own, game = quarters()
    neutral = by_name(game, "Neutrals")
    far = [name for name in neutral if not adjacent(game.board.people["Sergei"].at, game.board.people[name].at)]
    assert far
    quiet = after_looking(at_turn(game, 3, 0))
    assert set(by_name(quiet, "Neutrals")) >= set(far)
    fired = shot(game, own[1])
    assert fired.ledger.scenario.alarm == 2
    assert set(by_name(fired, "Neutrals")) >= set(far)
    for fell, side in ((4, "Neutrals"), (5, "Loyalists")):
        thrown, _ = given(at_turn(fired, 3, 0), "scenario on", dice=Loaded(joins=fell))
        assert {thrown.units[name].side for name in far} == {side}
        # Each is thrown for once.
        again, _ = given(at_turn(thrown, 4, 0), "scenario on", dice=Loaded(joins=6))
        assert {again.units[name].side for name in far} == {side}


@pytest.mark.rule("AHL-SC-VI2b")
def test_who_joins_is_told_by_name():
    own, game = quarters()
    fired = at_turn(shot(game, own[1]), 3, 0)
    for dice, told in (
        (Loaded(Crew_R2_joins=5, joins=4), "Crew R2 joins the Loyalists: 5+ on a die"),
        (Loaded(Crew_R2_joins=6, Crew_R3_joins=5, joins=4), "Crew R2 and Crew R3 join the Loyalists: 5+ on a die"),
        (Loaded(joins=4), None),
    ):
        _, outcome = given(fired, "scenario on", dice=dice)
        assert outcome.result.told == (() if told is None else (told,))


@pytest.mark.rule("AHL-SC-VI2b")
def test_sergei_wins_over_whoever_stands_beside_him():
    _, game = quarters()
    name = by_name(game, "Neutrals")[0]
    game = put(game, name, beside(game.board, game.board.people["Sergei"].at))
    assert after_looking(game).units[name].side == "Loyalists"


@pytest.mark.rule("AHL-SC-VI2b")
@pytest.mark.parametrize(
    "theirs", [Autopilot(Mission.GO_ON, looked=(3,), standing=True), Autopilot(Mission.HUNT), None]
)
def test_who_joins_acts_by_the_orders_of_those_whom_they_join(theirs):
    """Those of a player who commands them by hand act no more by the orders of a side that holds still."""
    own, game = quarters()
    name = by_name(game, "Neutrals")[0]
    pilots = {name: Autopilot(Mission.HOLD, standing=True), **(dict.fromkeys(own, theirs) if theirs else {})}
    game = game.keeping(replace(game.ledger, piloted=pilots))
    game = after_looking(put(game, name, beside(game.board, game.board.people["Sergei"].at)))
    assert (game.units[name].side, game.ledger.piloted.get(name)) == ("Loyalists", theirs)


def at_target(game, firer, target):

    units = {"name": (game.units[firer],), "target": (game.units[target],)}
    return replace(Scene.of(game), units=units)


def noticed(game, before, verb, firer, target=None):
    """The game with what the special rule of neutrals notes of an order between two games."""

    scenario = AHL.staged.scenarios[game.ledger.scenario.name]
    scene = at_target(before, firer, target or firer)
    found = stages(AHL, scenario, game.ledger.scenario, game)
    ruling, stage = next(each for each in found if each[1].special.name == "neutrals")
    after = ruling.notes(stage, scene, verb)
    return game.keeping(replace(game.ledger, scenario=after.playing))


@pytest.mark.rule("AHL-SC-VI2b", "AHL-SC-VI2c")
def test_where_mutineers_fire_on_one_all_on_the_deck_turn_loyal():
    _, game = quarters()
    mutineer, (target, *_) = by_name(game, "Mutineers")[0], by_name(game, "Neutrals")
    fired = noticed(did(game, mutineer, snaps=1), game, "fire", mutineer, target)
    loyal = after_looking(fired)
    assert not by_name(loyal, "Neutrals")
    # A convert who has done nothing hostile yet counts as one of them, and after a hostile act no more.
    convert = after_looking(put(game, target, beside(game.board, game.board.people["Sergei"].at)))
    assert convert.units[target].side == "Loyalists"
    shot_at = noticed(did(convert, mutineer, snaps=1), convert, "fire", mutineer, target)
    assert not by_name(after_looking(shot_at), "Neutrals")
    hostile = noticed(did(convert, target, fought=True), convert, "melee", target, mutineer)
    shot_at = noticed(did(hostile, mutineer, snaps=1), hostile, "fire", mutineer, target)
    assert by_name(after_looking(shot_at), "Neutrals")


@pytest.mark.rule("AHL-SC-VI2c")
@pytest.mark.parametrize(("plan", "hostile"), [(Intention.COVER, True), (Intention.AIM, True), (Intention.MOVE, False)])
def test_a_plan_to_cover_or_aim_is_a_hostile_act(plan, hostile):
    _, game = quarters()
    mutineer, (target, *_) = by_name(game, "Mutineers")[0], by_name(game, "Neutrals")
    convert = after_looking(put(game, target, beside(game.board, game.board.people["Sergei"].at)))
    planned = noticed(doing(convert, target, plan=plan), convert, "plan", target)
    shot_at = noticed(did(planned, mutineer, snaps=1), planned, "fire", mutineer, target)
    assert bool(by_name(after_looking(shot_at), "Neutrals")) is hostile


@pytest.mark.rule("AHL-SC-VI2c")
def test_a_move_towards_a_mutineer_is_a_hostile_act():
    _, game = quarters()
    mutineer, (target, *_) = by_name(game, "Mutineers")[0], by_name(game, "Neutrals")
    convert = after_looking(put(game, target, beside(game.board, game.board.people["Sergei"].at)))
    others = {name: None for name in by_name(convert, "Mutineers") if name != mutineer}
    people = {name: at for name, at in convert.board.people.items() if name not in others}
    convert = replace(convert, board=replace(convert.board, people=people))
    here, enemy = convert.board.people[target].at, convert.board.people[mutineer].at
    ways = [at for at in neighbours(here) if at in convert.board.plan.levels[0].floor]
    nearer = min(ways, key=lambda at: (at.x - enemy.x) ** 2 + (at.y - enemy.y) ** 2)
    further = max(ways, key=lambda at: (at.x - enemy.x) ** 2 + (at.y - enemy.y) ** 2)
    for at, hostile in ((nearer, True), (further, False)):
        gone = {**people, target: replace(convert.board.people[target], at=at)}
        moved_so = noticed(replace(convert, board=replace(convert.board, people=gone)), convert, "move", target)
        shot_at = noticed(did(moved_so, mutineer, snaps=1), moved_so, "fire", mutineer, target)
        assert bool(by_name(after_looking(shot_at), "Neutrals")) is hostile


def test_whoever_is_in_a_lift_as_the_alarm_bars_it_is_let_out():
    """The Vargr come by lifts C to E, of which none answers after that (AHL Scenario VI.2)."""
    game = set_up("VI.2 The Escape")
    ruling = AHL.staged.specials["no lifts after the alarm"]
    scenario, playing = AHL.staged.scenarios["VI.2 The Escape"], AHL.staged.playing(game.ledger)
    found = stages(AHL, scenario, playing, game)
    (stage,) = [each for _, each in found if each.special.name == "no lifts after the alarm"]
    assert _standing_open(game) == set()
    assert _standing_open(ruling.alarmed(game)) == {"Lift C", "Lift D", "Lift E"}
    assert _standing_open(ruling.arrives(stage, ["Arrlanroughl", "Sergei"], Loaded(1)).game) == {"Lift C"}


def _standing_open(game):
    plan = game.board.plan
    return {lift_name(plan, shaft) for shaft in shafts(plan) if lift_of(game.board, shaft).level == 0}
