"""What a battle's step leaves to choose from: for either side, whom it is about and by whom."""

from dataclasses import replace

import pytest

from bot.engine.dice import Check, ScriptedDice
from bot.systems.highguard.battle.assault import defenders_of
from bot.systems.highguard.battle.choosing import Falls, ToMeet, choices_in
from bot.systems.highguard.battle.course import StandingOrders
from bot.systems.highguard.battle.fire import Defence, Fire, Guard, Volley, fire
from bot.systems.highguard.battle.logbook import LINES
from bot.systems.highguard.battle.rehearsal import Tally, _added
from bot.systems.highguard.battle.rounds import Favour, between_turns, favoured
from bot.systems.highguard.battle.standing.choices import completed_defence
from bot.systems.highguard.battle.state import Incoming, Station, Step
from bot.systems.highguard.battle.terminal import Watch, watch_of
from bot.systems.highguard.battle.told import BatteryFire, told_of
from bot.systems.highguard.combat.vessel import People
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, in_combat, plain

ALPHA, CHI = (plain(name, armed("missile", 9, 10), armed("sand", 5, 2)) for name in ("Alpha", "Chi"))


def under_fire():
    """Chi has hit Alpha with one of two missile batteries; Red's Alpha may meet it."""
    battle = in_combat(battle_of([ALPHA], [CHI]), ["Alpha"], ["Chi"])
    battle = fire(battle, 1, Fire((Volley("Chi", "missile", "Alpha", 2),)), ScriptedDice([6, 6, 1, 1]), COMBAT).battle
    while battle.step is Step.COMBAT:
        battle = fire(battle, battle.waiting[0], Fire(), ScriptedDice([]), COMBAT).battle
    return battle


def test_a_hit_is_met_by_whom_it_has_hit():
    assert under_fire().step is Step.DEFENCE
    (hit,) = choices_in(under_fire(), COMBAT)
    assert isinstance(hit, ToMeet)
    assert (hit.first, hit.last, hit.target, hit.firer) == (1, 1, "Alpha", "Chi")
    assert hit.by == (("sand", 2),)


@pytest.mark.parametrize("side", [0, 1])
def test_either_side_may_still_say_who_falls_first_on_its_ship_if_it_is_boarded(side):
    """A disabled ship with crew and marines lies open to the other side in the terminal step."""
    hulk = plain("Hulk", maneuver=0, people=People(crew=20, marines=5))
    fleets = ([ALPHA], [hulk]) if side == 0 else ([hulk], [CHI])
    battle = battle_of(*fleets)
    battle = battle.with_ships([replace(battle.ships["Hulk"], exposed=True)])
    found = choices_in(replace(battle, step=Step.TERMINAL, waiting=(side,)), COMBAT)
    assert [each for each in found if isinstance(each, Falls)] == [Falls(("Blue", "Red")[side], ("Hulk",))]


@pytest.mark.rule("HG-B04")
@pytest.mark.parametrize(("crew", "factor", "aboard"), [(1_500, 3, 1_500), (1_500, 2, 99), (50, 2, 50), (9, 1, 9)])
def test_a_crew_that_has_lost_a_factor_defends_with_no_more_than_that_counts(crew, factor, aboard):
    whole = plain("Alpha", people=People(crew=crew, marines=7))
    hurt = replace(whole, now=replace(whole.now, crew=factor))
    assert (defenders_of(hurt).crew, defenders_of(hurt).marines) == (aboard, 7)


def test_of_a_ship_of_which_nothing_is_thrown_to_hit_a_battery_strikes_by_itself():
    told = {"firer": "Chi", "side": 1, "weapon": "laser", "number": 2, "target": "Alpha"}
    line = LINES[BatteryFire](None, BatteryFire(None, **told))
    assert line == "Chi, laser battery 2, at Alpha: strikes by itself"
    for total, came in ((4, "hit"), (3, "miss")):
        thrown = BatteryFire(Check("to hit", total, (), 4), **told)
        assert LINES[BatteryFire](None, thrown).endswith(f"→ {came}")


def test_between_two_turns_nothing_has_to_be_played():
    fresh = battle_of([ALPHA], [CHI])
    assert between_turns(fresh, ScriptedDice([]), COMBAT) == fresh


@pytest.mark.parametrize(("side", "dm"), [(0, 0), (1, -1)])
def test_a_modifier_on_throws_through_a_defence_is_for_the_side_that_fired(side, dm):
    play = favoured(Favour(-1, "fog", (side,)), StandingOrders(COMBAT).choice)
    assert play(under_fire(), 0).dm == dm


@pytest.mark.parametrize(("side", "dm"), [(0, -1), (1, 0)])
def test_so_it_is_for_the_second_side_as_well(side, dm):
    """Alpha has hit Chi, whose defence is Blue's."""
    battle = in_combat(battle_of([ALPHA], [CHI]), ["Alpha"], ["Chi"], initiative=(1, 1, 6, 6))
    hit = Incoming("Alpha", "missile", "Chi", 1, 9)
    battle = replace(battle, step=Step.DEFENCE, incoming=(hit,), waiting=(1,))
    play = favoured(Favour(-1, "fog", (side,)), StandingOrders(COMBAT).choice)
    assert play(battle, 1).dm == dm


def test_what_is_told_of_a_battery_has_the_side_that_fired_it():
    battle = in_combat(battle_of([ALPHA], [CHI]), ["Alpha"], ["Chi"])
    turned = fire(battle, 1, Fire((Volley("Chi", "missile", "Alpha", 1),)), ScriptedDice([1, 1]), COMBAT)
    (shot,) = (each for story in told_of(turned).stories for each in story.events if isinstance(each, BatteryFire))
    assert (shot.firer, shot.side, shot.target) == ("Chi", 1, "Alpha")


def test_what_meets_a_hit_on_one_ship_leaves_another_ships_own_batteries_to_meet_theirs():
    """Both have sand: what is named for the hit on Alpha is no answer to the one on Beta, and no more than that."""
    sandy, chi = [plain(name, armed("sand", 9, 2)) for name in ("Alpha", "Beta")], plain("Chi", armed("missile", 3, 10))
    battle = in_combat(battle_of(sandy, [chi]), ["Alpha", "Beta"], ["Chi"])
    hits = tuple(Incoming("Chi", "missile", name, number, 9) for number, name in enumerate(("Alpha", "Beta"), 1))
    battle = replace(battle, step=Step.DEFENCE, incoming=hits, waiting=(0,))
    named = completed_defence(battle, 0, Defence((Guard(1, "sand", 1),)), COMBAT)
    assert [(each.against, each.place) for each in named.guards] == [(1, "sand"), (2, "sand")]


def test_a_battle_is_won_where_one_side_alone_could_still_attack():
    """Neither is beaten, Blue is, Red is, both are; a ship that is destroyed counts with its tons."""
    battle = battle_of([ALPHA], [CHI])

    def without(*names):
        return battle.with_ships([replace(battle.ships[name], place=Station.DESTROYED) for name in names])

    found = [_added(Tally(), battle, without(*gone)) for gone in ((), ("Chi",), ("Alpha",), ("Alpha", "Chi"))]
    assert [(each.won, each.undecided) for each in found] == [((0, 0), 1), ((1, 0), 0), ((0, 1), 0), ((0, 0), 1)]
    assert [each.tons_lost for each in found] == [(0, 0), (0, 10_000), (10_000, 0), (10_000, 10_000)]
    assert found[1].lost == (("Chi", 1),)


def test_a_watch_is_of_the_crew_that_is_left():
    battle = battle_of([ALPHA], [CHI])
    ship = battle.ships["Alpha"]
    hurt = replace(ship, vessel=replace(ship.vessel, now=replace(ship.vessel.now, crew=1)), watch=2)
    assert watch_of(hurt) == Watch(1, 3, hurt.vessel.watch_revived, 2)
