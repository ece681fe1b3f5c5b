"""Sides of a scenario that act by themselves: by what orders, put on the deck, from deck to deck, to a verdict."""

from dataclasses import replace

import pytest

from bench.verdicts import verdict
from bot import systems
from bot.deck.plan import fully_named
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.due import said
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.engine.steps import Sequel, whole_of
from bot.systems.advising import Guide
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.turn.actions import Intention, Step
from bot.systems.marks import takes_part
from tests.systems.ahl.scenarios.test_forces import Loaded, of, set_up
from tests.systems.ahl.scenarios.test_goals import heist, thieves
from tests.systems.ahl.scenarios.test_unfolding import given

AHL = systems.discover(systems)["ahl"]


def alone(name, sides="all", seed=0):
    """A scenario that is set up so that sides act by themselves in /next."""
    game = set_up(name, Loaded(seed), alone=sides)
    return replace(game, settings={**game.settings, "autopilot": "acts"})


def on(game, steps=1, seed=1):
    """The game after so many /next, and all that was done in them, each as its verb with why."""
    done = []
    for _ in range(steps):
        after, stopped = whole_of(Sequel(game), said("next"), AHL.orders, Scene.of(game), Loaded(seed))
        assert not stopped
        done += [(part.verb, part.why) for part in after.outcome.result.parts]
        game = after.game
    return game, done


def pilots(game):
    return AHL.piloting.kept(game.ledger)


@pytest.mark.rule("AHL-SC-II1a")
def test_a_force_acts_by_the_orders_that_its_file_gives_it():
    """The NCOs keep the seats in which they sit, the warbots hunt; only who is by themselves stands so."""
    game = alone("II.1 Marine Country", "Imperials")
    seats = {name: game.board.people[name].at for name in of(game, "Imperials") if name.startswith("Marine N")}
    assert len(seats) == 4
    for name, at in seats.items():
        assert pilots(game)[name] == Autopilot(Mission.GUARD, fully_named(at), standing=True)
    zhodani = {(pilots(game)[name].orders, pilots(game)[name].standing) for name in of(game, "Zhodani")}
    assert zhodani == {(Mission.HUNT, False)}


def test_who_comes_later_acts_by_themselves_as_their_side_does():
    """A marine comes on 12 in scenario I.2, on the side that acts by itself, and goes for the enemy."""
    game = alone("I.2 The Hangar Deck", "Imperials")
    before = set(game.units)
    after, _ = given(game, "scenario on", dice=Loaded(whether_anybody_comes=12))
    (new,) = set(after.units) - before
    assert pilots(after)[new] == Autopilot(Mission.HUNT, standing=True)


@pytest.mark.parametrize(
    ("name", "sides", "refusal"),
    [
        ("First Watch", "Martians", "Martians"),
        ("First Watch", "Pirates, Nobody", "Nobody"),
    ],
)
def test_a_side_that_the_scenario_does_not_have_is_refused(name, sides, refusal):
    with pytest.raises(RuleError) as refused:
        set_up(name, alone=sides)
    assert refusal in str(refused.value)


@pytest.mark.rule("AHL-SC-II2b")
def test_sides_that_act_by_themselves_put_their_people_on_the_deck_by_turns():
    """One of the Zhodani, two of the Imperials, and so on, none of the Zhodani where the scenario has none of them."""
    game = alone("II.2 The Running Bridge")
    chosen = set(game.ledger.scenario.kept["choice"])
    game, done = on(game)
    for _ in range(12):
        if chosen <= game.board.people.keys():
            break
        game, more = on(game)
        done += more
    assert chosen <= game.board.people.keys()
    # Those who come later by ways of their own may do so by then.
    placed = [why for verb, why in done if verb == "place" and " come by " not in why]
    assert placed
    assert all(why.startswith("begins in ") for why in placed)
    rooms = {room.name: room.squares for room in game.board.plan.rooms}
    zhodani = {game.board.people[name].at for name in chosen if game.units[name].side == "Zhodani"}
    assert not zhodani & (rooms["Port security"] | rooms["Starboard security"])


@pytest.mark.rule("AHL-SC-IV-a")
def test_the_thieves_name_two_pilots_by_themselves():
    game, done = on(alone("IV The Great Wine Heist", "Thieves"))
    boats = next(each for each in AHL.staged.scenarios["IV The Great Wine Heist"].specials if each.name == "boats")
    assert sum(number == 1 for number in game.ledger.scenario.kept[boats.key].values()) == 2
    assert ("scenario pilots", "are their pilots") in done


def ideas(game, name):
    guide = Guide(AHL, AHL.piloting, AHL.orders)
    return guide.ideas(game, name, AHL.piloting.looks(game, name, pilots(game)[name]))


@pytest.mark.rule("AHL-SC-IV-b")
def test_who_is_told_to_go_on_looks_into_the_crate_beside_them_and_into_none_twice():
    game = heist()
    thief = thieves(game)[0]
    assert pilots(game)[thief].orders is Mission.GO_ON
    looked = [idea.said.fields["at"] for idea in ideas(game, thief) if idea.said.verb == "scenario search"]
    assert len(looked) == 1
    game, _ = given(game, "scenario search", [thief], at=looked[0])
    game, _ = given(game, "phase")
    again = [idea.said.fields["at"] for idea in ideas(game, thief) if idea.said.verb == "scenario search"]
    assert looked[0] not in again


@pytest.mark.rule("AHL-SC-III-a")
def test_a_side_that_is_gathered_at_a_way_goes_on_to_the_next_deck():
    """The pirates begin at the ladders of the fuel deck, and nobody is in their way."""
    game = alone("III Through the Maze", "Pirates")
    game, done = on(game)
    assert ("scenario next", "goes on to the next deck") in done
    assert game.ledger.scenario.deck == 1
    assert len([name for name in of(game, "Pirates") if name in game.board.people]) == 9


def able(game, side):
    """Counted by the sheets: whoever is neither out nor has surrendered."""
    units = [game.units[name] for name in of(game, side)]
    return [unit.name for unit in units if takes_part(unit) and unit.sheet.condition is Condition.ACTIVE]


@pytest.mark.parametrize("seed", range(3))
def test_a_scenario_is_played_by_itself_to_a_verdict_that_the_final_state_confirms(seed):
    """First Watch: the pirates win once no marine is in arms, else the marines, by then or by the end of turn 6."""
    game = alone("First Watch", seed=seed)
    for number in range(70):
        if game.ledger.scenario.decided:
            break
        game, _ = on(game, seed=seed * 70 + number)
    won = game.ledger.scenario.decided.winner
    assert verdict(AHL, game) == (won, "")
    marines, pirates = able(game, "Marines"), able(game, "Pirates")
    if won == "Pirates":
        assert not marines
    else:
        assert marines
        assert not pirates or AHL.squads.moment(game.ledger)[0] > 6


def test_under_gravity_in_which_nobody_may_trot_they_walk():
    """Scenario V: a salvager without battle dress goes to the ladder at a walk (R-156)."""
    game = alone("V Dead Ship")
    name = next(each for each in of(game, "Salvagers") if " B" not in each)
    clock = replace(game.ledger.clock, turn=2, phase=1, step=Step.MOVEMENT).doing(name, plan=Intention.MOVE)
    game = game.keeping(replace(game.ledger, clock=clock))
    guide = Guide(AHL, AHL.piloting, AHL.orders)
    pilot = replace(AHL.piloting.looks(game, name, pilots(game)[name]), seen={})
    moves = [idea.said.fields for idea in guide.ideas(game, name, pilot) if idea.said.verb == "move"]
    assert moves
    assert not [fields for fields in moves if "gait" in fields]
