"""The wine of scenario IV, and conduits as goals: by hand from Incident IV and the notes on conduits."""

import re
from dataclasses import replace

import pytest

from bot import systems
from bot.deck.placing import can_stand
from bot.deck.plan import Fixture, at_of, edge_between, named, neighbours
from bot.engine.errors import RuleError
from bot.engine.scenario import Goal
from bot.engine.scene import Game, Said, Scene
from bot.engine.steps import scene_for
from bot.systems.ahl.sheet.character import Condition
from tests.systems.ahl.scenarios.test_forces import Loaded, of, set_up
from tests.systems.ahl.scenarios.test_unfolding import AHL, fallen, given, phases

THIEF, OTHER = "Intruder E6", "Intruder E9"


def wine(game):
    return game.ledger.scenario.holding["cases"]


def thieves(game):
    return [name for name in of(game, "Thieves") if game.units[name].sheet.armour != "battle dress"]


def side_of(board, crate):
    """A square at a side of a crate, with nothing between."""
    beside = (at for at in neighbours(crate) if at.x == crate.x or at.y == crate.y)
    return next(
        at
        for at in beside
        if at in board.plan.levels[0].floor
        and can_stand(board, at)
        and edge_between(at, crate) not in board.plan.levels[0].barriers
    )


def at_crate(game, name, crate):
    game, _ = given(game, "place", [name], at=named(side_of(game.board, at_of(crate))))
    return game


def heist(seed=0):
    return phases(set_up("IV The Great Wine Heist", Loaded(seed)), 2, whether_anybody_comes=2)


@pytest.mark.rule("AHL-SC-IV-b")
def test_four_of_26_crates_hold_wine_and_nobody_has_looked():
    places = set()
    for seed in range(6):
        game = set_up("IV The Great Wine Heist", Loaded(seed))
        crates = {named(at) for at in game.board.plan.places["Crates"]}
        assert len(crates) == 26
        assert len(set(wine(game))) == 4
        assert set(wine(game)) <= crates
        places.add(wine(game))
    assert len(places) == 6
    fixtures = game.board.plan.levels[0].fixtures
    assert {fixtures[at] for at in game.board.plan.places["Crates"]} == {Fixture.CRATE}


@pytest.mark.rule("AHL-SC-IV-d")
def test_a_thief_looks_into_one_crate_a_phase_from_its_side_and_carries_one_case():
    game = heist()
    first, second, *_ = wine(game)
    thief, other, *_ = thieves(game)
    game = at_crate(game, thief, first)
    after, _ = given(game, "scenario search", [thief], at=first)
    assert after.units[thief].marks == ("carries cases",)
    assert first not in wine(after)
    assert after.ledger.scenario.tallies == {"cases found": 1}
    with pytest.raises(RuleError, match="one square in each action phase"):
        given(after, "scenario search", [thief], at=first)
    for verb in ("fire", "cover", "melee", "grenade"):
        with pytest.raises(RuleError, match="no hand for a weapon"):
            AHL.order(verb).resolve(*scene_of(after, verb, thief, other))
    # Nobody else may reach over: they must have begun the phase at its side.
    with pytest.raises(RuleError, match="must have begun this phase at a side"):
        given(after, "scenario search", [other], at=second)
    # A second case isn't carried by the same thief, and lies open for another.
    late = at_crate(phases(after, 1, whether_anybody_comes=2), thief, second)
    late, _ = given(late, "scenario search", [thief], at=second)
    assert late.ledger.scenario.carried == {thief: "cases"}
    assert second in wine(late)
    assert late.ledger.scenario.tallies == {"cases found": 2}
    late, _ = given(at_crate(late, other, second), "scenario search", [other], at=second)
    assert late.ledger.scenario.carried == {thief: "cases", other: "cases"}
    assert late.ledger.scenario.tallies == {"cases found": 2}


def scene_of(game, verb, name, target):
    order = AHL.order(verb)
    people = {role.name: ((who, None),) for role, who in zip(order.roles, (name, target), strict=False)}
    said = Said(verb, people, {}, "")
    return scene_for(order, said, game, Scene.of(game)), {}, Loaded()


@pytest.mark.rule("AHL-SC-IV-d", "AHL-17-2")
def test_whoever_carries_a_case_and_must_fight_lays_it_down_first():
    game = heist()
    crate, *_ = wine(game)
    thief, other, *_ = thieves(game)
    game, _ = given(at_crate(game, thief, crate), "scenario search", [thief], at=crate)
    guard = next(unit.name for unit in game.present.values() if unit.side != game.units[thief].side)
    game, _ = given(game, "place", [guard], at=named(game.board.people[thief].at))
    game, _ = given(game, "phase", step="melee")
    must = next(each for each in AHL.due(game) if each.owes == (thief,) and each.settled)
    assert must.what == f"a fight in {named(game.board.people[thief].at)} with {guard}"
    asked = must.choices[0].said
    order = AHL.order(asked.verb)
    scene, dice = scene_for(order, asked, game, Scene.of(game)), Loaded()
    outcome = order.carried_out(scene, order.read(asked.fields), dice)
    assert [part.verb for part in outcome.result.parts][:2] == ["scenario drop", "melee"]
    after = game.after(outcome)
    assert after.ledger.scenario.carried == {}
    assert "carries cases" not in after.units[thief].marks
    # Who carries nothing lays nothing down, and who needn't fight is refused still.
    with pytest.raises(RuleError, match="no hand for a weapon"):
        AHL.order("fire").resolve(*scene_of(game, "fire", thief, other))


def test_whoever_carries_a_case_lays_it_down_also_where_it_is_open_whom_of_several_they_fight():
    game = heist()
    crate, *_ = wine(game)
    thief, *_ = thieves(game)
    game, _ = given(at_crate(game, thief, crate), "scenario search", [thief], at=crate)
    guards = [unit.name for unit in game.present.values() if unit.side != game.units[thief].side][:2]
    for guard in guards:
        game, _ = given(game, "place", [guard], at=named(game.board.people[thief].at))
    game, _ = given(game, "phase", step="melee")
    must = next(each for each in AHL.due(game) if each.owes == (thief,))
    assert [choice.said.people["target"][0][0] for choice in must.choices] == guards
    for choice in must.choices:
        scene = scene_for(AHL.order("melee"), choice.said, game, Scene.of(game))
        outcome = AHL.order("melee").carried_out(scene, AHL.order("melee").read(choice.said.fields), Loaded())
        assert [part.verb for part in outcome.result.parts][:2] == ["scenario drop", "melee"]


@pytest.mark.rule("AHL-SC-IV-d")
def test_a_crate_without_wine_is_known_for_that():
    game = heist()
    empty = next(named(at) for at in game.board.plan.places["Crates"] if named(at) not in wine(game))
    thief, *_ = thieves(game)
    after, _ = given(at_crate(game, thief, empty), "scenario search", [thief], at=empty)
    assert after.units[thief].marks == ()
    assert after.ledger.scenario.tallies == {}


@pytest.mark.rule("AHL-SC-IV-d")
def test_what_is_carried_is_laid_down_and_taken_up_by_another():
    game = heist()
    crate, *_ = wine(game)
    thief, other, *_ = thieves(game)
    game, _ = given(at_crate(game, thief, crate), "scenario search", [thief], at=crate)
    where = named(game.board.people[thief].at)
    game, _ = given(game, "scenario drop", [thief])
    assert game.units[thief].marks == ()
    assert where in wine(game)
    game, _ = given(game, "place", [thief], at="off")
    game, _ = given(game, "place", [other], at=where)
    game, _ = given(game, "scenario search", [other], at=where)
    assert game.ledger.scenario.carried == {other: "cases"}
    assert game.ledger.scenario.tallies == {"cases found": 1}


@pytest.mark.rule("AHL-SC-IV-e")
@pytest.mark.parametrize(
    ("wound", "die", "destroyed"),
    [
        ("light", 4, 0),
        ("light", 5, 1),
        ("light", 6, 1),
        (Condition.SERIOUS, 1, 1),
        (Condition.UNCONSCIOUS, 1, 1),
        (Condition.DEAD, 1, 1),
    ],
)
def test_a_wound_may_break_what_is_carried(wound, die, destroyed):
    game = heist()
    crate, *_ = wine(game)
    thief, *_ = thieves(game)
    game, _ = given(at_crate(game, thief, crate), "scenario search", [thief], at=crate)
    if wound == "light":
        sheet = replace(game.units[thief].sheet, light_wounds=1)
        game = replace(game, units=game.units.having(replace(game.units[thief], sheet=sheet)))
    else:
        game = fallen(game, [thief], wound)
    game = phases(game, 1, whether_it_breaks=die, whether_anybody_comes=2)
    assert game.ledger.scenario.tallies.get("cases destroyed", 0) == destroyed
    assert (game.units[thief].marks == ()) is bool(destroyed)
    # It is thrown for once a wound.
    again = phases(game, 1, whether_it_breaks=6, whether_anybody_comes=2)
    assert again.ledger.scenario.tallies.get("cases destroyed", 0) == destroyed


@pytest.mark.rule("AHL-SC-IV-j")
def test_both_lose_where_all_the_wine_is_destroyed():
    game = heist()
    for crate, thief in zip(wine(game), thieves(game), strict=False):
        game, _ = given(at_crate(game, thief, crate), "scenario search", [thief], at=crate)
    carrying = list(game.ledger.scenario.carried)
    assert len(carrying) == 4
    game = phases(fallen(game, carrying, Condition.SERIOUS), 1, whether_anybody_comes=2)
    ended = game.ledger.scenario.decided
    assert (ended.winner, ended.degree) == ("", "draw")


@pytest.mark.rule("AHL-SC-0e")
def test_a_conduit_shows_what_it_carries_to_whoever_stands_there():
    staged = AHL.staged
    scenario = replace(staged.scenarios["I.3 The Bridge"], goals=(Goal("codes", 1, "conduits"),))
    system = systems.at_home(replace(AHL, orders={}, staged=replace(staged, scenarios={scenario.name: scenario})))
    game = conduits_of(system)
    (secret,) = game.ledger.scenario.holding["codes"]
    assert game.board.plan.levels[at_of(secret).level].fixtures[at_of(secret)] is Fixture.CONDUIT
    assert re.fullmatch(r"(\d:)?[A-Z]+\d+", secret)
    name = "Intruder O1"
    game, _ = given(game, "phase")
    game, _ = given(
        game, "place", [name], at=named(next(at for at in neighbours(at_of(secret)) if can_stand(game.board, at)))
    )
    with pytest.raises(RuleError, match="must stand in"):
        given(game, "scenario search", [name], system=system, at=secret)
    game, _ = given(game, "place", [name], at=secret)
    after, _ = given(game, "scenario search", [name], system=system, at=secret)
    assert after.ledger.scenario.tallies == {"codes found": 1}


def conduits_of(system):
    order = system.orders["scenario setup"]
    scene = Scene.of(Game(read_ledger=lambda: AHL.load_ledger({})))
    outcome = order.resolve(scene, order.read({"name": "I.3 The Bridge"}), Loaded())
    return scene.game.after(outcome)
