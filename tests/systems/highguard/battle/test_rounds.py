"""Whole rounds and battles: nothing is fired twice, nothing falls below nothing, the same seed is the same battle."""

from collections import Counter
from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat.wording import foot_of
from bot.engine.dice import Check, Faces, LiveDice, ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle import muster
from bot.systems.highguard.battle.breakthrough import damage_step
from bot.systems.highguard.battle.course import StandingOrders, answer, completed, default, pending
from bot.systems.highguard.battle.decisions import Decisions
from bot.systems.highguard.battle.fire import Defence, Fire, Guard, Volley, fire
from bot.systems.highguard.battle.logbook import log_lines
from bot.systems.highguard.battle.rehearsal import Progress, Tally, played_on, simulate, tally_card
from bot.systems.highguard.battle.report import Broken, Declared, Ended, Fired, Formed, Held, Ranged, TurnOver
from bot.systems.highguard.battle.rounds import advance, beaten, fights, play_round, play_turn
from bot.systems.highguard.battle.standing.choices import best_range
from bot.systems.highguard.battle.state import BATTLE, Formation, Harm, Station, Step
from bot.systems.highguard.battle.terminal import Upkeep
from bot.systems.highguard.battle.told import shown, told_of
from bot.systems.highguard.battle.wording import battle_card, roster_lines, shown_card
from bot.systems.highguard.combat.attack import DamageRoll
from bot.systems.highguard.combat.losses import HEAVIEST_FIRST, Preference
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import Result
from bot.systems.highguard.combat.vessel import Factors
from tests.systems.highguard.battle.fleets import (
    COMBAT,
    RandomPlayer,
    armed,
    battle_of,
    fleet_battle,
    formed,
    in_combat,
    plain,
)
from tests.systems.highguard.system import SYSTEM

FLEETS = (
    ["Rapier", "Sable", "Glaive", "Pike"],
    ["Harrier", "Ordeal", "Sable", "Quiver", "Wasp"],
    ["Sovereign", "Massif", "Scree"],
    ["Paramount", "Aviary", "Mantis", "Bastion"],
)
ROUNDS = 6


def dice(seed):
    return LiveDice(bytes([seed]) * 32, 0)


def played(names, seed, players=None):
    """The battle and what happened, turn by turn."""
    battle, told = fleet_battle(names, names), []
    throws = dice(seed)
    for _ in range(ROUNDS):
        turned = play_round(battle, throws, COMBAT, players)
        told.append((battle, turned))
        battle = turned.battle
    return told


def numbers(factors):
    """Every number of a profile, weapons and screens included."""
    for field in fields(Factors):
        value = getattr(factors, field.name)
        if field.name == "armament":
            yield from (number for weapon in value for number in (weapon.factor, weapon.batteries))
        else:
            yield value


@settings(max_examples=12, deadline=None)
@given(names=st.sampled_from(FLEETS), seed=st.integers(0, 255), random=st.booleans())
def test_nothing_fires_twice_and_nothing_falls_below_nothing(names, seed, random):
    players = (RandomPlayer(seed).choice, RandomPlayer(seed + 1).choice) if random else None
    for before, turned in played(names, seed, players):
        broke = any(type(event).__name__ == "Broken" for event in _flat(turned.events))
        fired = Counter((event.firer, event.place) for event in _flat(turned.events) if isinstance(event, Fired))
        for (name, place), count in fired.items():
            ship = next(fight.ships[name] for fight in fights(before) if name in fight.ships)
            assert count <= ship.vessel.now.weapon(place).bearing * (2 if broke else 1)
        for ship in (ship for fight in fights(turned.battle) for ship in fight.ships.values()):
            vessel = ship.vessel
            assert all(number >= 0 for number in numbers(vessel.now))
            assert 0 <= vessel.fuel <= vessel.tankage
            assert 0 <= vessel.stored <= vessel.capacity
            assert min(vessel.people.crew, vessel.people.troops, vessel.people.marines) >= 0
    assert {ship.name for fight in fights(turned.battle) for ship in fight.ships.values()} == set(before.ships) | {
        ship.name for fight in before.apart for ship in fight.ships.values()
    }


def _flat(events):
    for event in events:
        yield from _flat(event.events) if hasattr(event, "events") else (event,)


@pytest.mark.parametrize("names", FLEETS, ids=str)
def test_the_same_seed_is_the_same_battle_and_can_be_stored_at_any_turn(names):
    for (_, one), (_, other) in zip(played(names, 7), played(names, 7), strict=True):
        assert one == other
        assert BATTLE.load(BATTLE.dump(one.battle)) == one.battle


def test_a_battle_stored_at_every_decision_goes_on_as_if_it_had_not_been():
    names = FLEETS[1]
    straight, halting = fleet_battle(names, names), fleet_battle(names, names)
    first, second, orders = dice(3), dice(3), StandingOrders(COMBAT)
    while straight.turn < 3:
        side = straight.waiting[0]
        straight = answer(straight, side, orders.choice(straight, side), first, COMBAT).battle
        halting = BATTLE.load(BATTLE.dump(halting))
        choice = orders.choice(halting, side)
        halting = answer(halting, side, choice, second, COMBAT).battle
    assert halting == straight


def test_every_default_says_why():
    told = [event for _, turned in played(FLEETS[1], 5) for event in _flat(turned.events)]
    assert all(event.why for event in told if isinstance(event, Formed | Held))
    assert all(event.why for event in told if isinstance(event, Ranged) and event.side is not None)
    assert all(event.why for event in told if isinstance(event, Declared))


@pytest.mark.parametrize(
    ("own", "enemy", "chosen"),
    [
        ("laser", "particle", (Range.SHORT, "its line gains more at short range")),
        ("missile", "particle", (Range.LONG, "its line gains more at long range")),
        ("particle", "missile", (Range.SHORT, "the enemy's line counts for less at short range")),
        ("particle", "laser", (Range.LONG, "the enemy's line counts for less at long range")),
        ("particle", "particle", (Range.SHORT, "neither line gains by the range")),
    ],
)
def test_the_range_that_standing_orders_choose_and_why(own, enemy, chosen):
    battle = formed(battle_of([plain("Alpha", armed(own))], [plain("Chi", armed(enemy))]), ["Alpha"], ["Chi"])
    assert best_range(battle, 0) == chosen


@pytest.mark.rule("HG-C33")
def test_the_referee_has_one_side_played():
    battle = muster.stand(fleet_battle(["Sable"], ["Sable"]), 1, standing=True)
    turned = advance(battle, dice(1), COMBAT)
    assert [waiting.side for waiting in pending(turned.battle)] == [0]
    assert turned.battle.sides[1].sealed is not None
    turned = answer(turned.battle, 0, Formation(("Sable",)), dice(1), COMBAT)
    turned = advance(turned.battle, dice(1), COMBAT)
    assert [waiting.side for waiting in pending(turned.battle)] == [0]
    both = muster.stand(turned.battle, 0, standing=True)
    assert advance(both, dice(1), COMBAT).battle.turn == 2


def test_what_a_side_decided_already_stays_in_a_round():
    battle = fleet_battle(["Sable", "Glaive"], ["Sable"])
    battle = answer(battle, 0, Formation(("Glaive",)), ScriptedDice([]), COMBAT).battle
    turned = play_turn(battle, dice(1), COMBAT)
    assert turned.events[0].line == ("Glaive",)


@pytest.mark.rule("HG-C33")
def test_standing_orders_beat_chance():
    names, seeds = ["Rapier", "Sable", "Glaive"], 100
    won = 0
    for seed in range(seeds):
        own = seed % 2
        players = [StandingOrders(COMBAT).choice, StandingOrders(COMBAT).choice]
        players[1 - own] = RandomPlayer(seed).choice
        *_, after = played_on(fleet_battle(names, names), dice(seed), COMBAT, tuple(players))
        won += beaten(after, 1 - own) and not beaten(after, own)
    assert won >= 90


def ended(battle, **how):
    """The tallies after each battle that was played on to its end."""
    return [told.tally for told in simulate(battle, dice, COMBAT, **how) if told.playing is None]


def test_a_simulation_comes_turn_by_turn_and_can_be_stopped():
    battle = fleet_battle(["Glaive", "Sable"], ["Sable"])
    first = next(simulate(battle, dice, COMBAT, battles=20, most_turns=10))
    assert (first.tally.battles, first.playing.turn) == (0, 2)
    assert next(simulate(battle, dice, COMBAT, battles=20, most_turns=10)) == first
    tallies = ended(battle, battles=20, most_turns=10)
    assert [tally.battles for tally in tallies] == list(range(1, 21))
    assert all(sum(tally.won) + tally.undecided == tally.battles for tally in tallies)


def test_a_simulation_in_words():
    battle = fleet_battle(["Glaive", "Sable"], ["Sable"])
    silenced = battle.ships["Sable"].vessel
    playing = replace(battle, turn=3).with_ships(
        [replace(battle.ships["Sable"], vessel=replace(silenced, now=replace(silenced.now, armament=())))]
    )
    assert tally_card(battle, Progress(Tally(), playing)).lines == (
        "The first battle with all ships is under way, turn 3",
        "Red: 1 of 2 ships can still attack",
        "Blue: 1 of 1 ships can still attack",
    )
    # One standard deviation of Beta(15.5, 5.5): the root of 0.738 × 0.262 / 22, which is 0.094.
    tally = Tally(20, (15, 1), 4, 50, (), (Fraction(200_000), 30_000))
    card = tally_card(battle, Progress(tally, playing))
    assert card.lines == (
        "Only Red can still attack: 75% ± 9 (15 of 20)",
        "Only Blue can still attack: 5% ± 5 (1 of 20)",
        "Undecided: 20% ± 9 (4 of 20)",
        "Turns on average: 2.5",
        "Red loses 10,000 tons destroyed on average",
        "Blue loses 1,500 tons destroyed on average",
    )


def test_one_battle_makes_nothing_certain():
    """Beta(1.5, 0.5) has a standard deviation of the root of 0.75 × 0.25 / 3, which is 0.25."""
    card = tally_card(fleet_battle(["Sable"], ["Sable"]), Progress(Tally(1, (1, 0))))
    assert card.lines[:2] == (
        "Only Red can still attack: 100% ± 25 (1 of 1)",
        "Only Blue can still attack: 0% ± 25 (0 of 1)",
    )


def test_a_fleet_ship_by_ship():
    lines = list(roster_lines(shown(fleet_battle(["Sable"], ["Glaive"]))))
    assert lines == [
        "[main] Waiting: Red, battle formation; Blue, battle formation",
        "[main] Red, reserve: Sable; agility 3, computer 6; sand 9 × 2, laser 9 × 3, particle 9 × 4",
        "[main] Blue, reserve: Glaive; agility 4, computer 7; sand 7 × 2, particle 7 × 2",
    ]


def test_a_side_says_what_its_fire_should_knock_out_first():
    wanted = Preference(weapons=("laser",))
    battle = muster.prefer(battle_of([plain("Alpha")], [plain("Chi")]), 0, wanted)
    assert [side.preference for side in battle.sides] == [wanted, HEAVIEST_FIRST]
    target = replace(plain("Chi", armed("missile", 9, 2), armed("laser", 9, 2)))
    battle = muster.join(battle, 1, [muster.Recruit(target)])
    roll = DamageRoll("surface explosion", Check("surface explosion", 7, ()), Result("Weapon", 1))
    hit = damage_step(replace(battle, harm={"Chi 2": Harm((roll,))}), ScriptedDice([])).battle.ships["Chi 2"]
    assert [each.batteries for each in hit.vessel.now.armament] == [2, 1]


def test_a_simulation_goes_on_from_where_the_battle_stands():
    battle = formed(fleet_battle(["Sable"], ["Sable"]), ["Sable"], ["Sable 2"])
    tally = ended(battle, battles=2, most_turns=1)[-1]
    assert (tally.battles, tally.turns) == (2, 2)


def test_a_simulation_counts_the_turns_of_a_chase_that_outlives_the_battle():
    main = replace(fleet_battle(["Sable"], []), step=Step.OVER, waiting=())
    chase = replace(fleet_battle(["Glaive"], ["Glaive"]), name="chase of Glaive", turn=2, began=2)
    [tally] = ended(replace(main, apart=(chase,)), battles=1, most_turns=1)
    assert tally.turns == 1


def test_a_battle_with_nobody_left_on_a_side_is_over():
    battle = formed(battle_of([plain("Alpha", armed("missile"))], [plain("Chi")]), ["Alpha"], ["Chi"])
    chi = battle.ships["Chi"]
    turned = play_turn(battle.with_ships([replace(chi, place=Station.ESCAPED)]), dice(1), COMBAT)
    assert turned.battle.step is Step.OVER
    assert turned.events[-2:] == (TurnOver(1), Ended(0, "no enemy is left"))
    assert play_turn(turned.battle, dice(1), COMBAT).events == ()
    with pytest.raises(RuleError, match="The battle is over"):
        answer(turned.battle, 0, Formation(("Alpha",)), dice(1), COMBAT)


def test_a_turn_goes_on_where_both_sides_keep_all_in_reserve():
    """Each may, say for repairs: nobody fires, and both lines count as broken (R-93)."""
    battle = formed(fleet_battle(["Sable"], ["Sable"]), [], [])
    turned = play_turn(battle, dice(1), COMBAT)
    assert (turned.battle.turn, turned.battle.step) == (2, Step.FORMATION)
    assert [event for event in turned.events if isinstance(event, Broken)] == [
        Broken(0, empty=True),
        Broken(1, empty=True),
    ]
    assert not any(isinstance(event, Fired) for event in turned.events)


def test_a_round_in_words():
    battle = fleet_battle(FLEETS[1], FLEETS[1])
    turned = play_round(battle, dice(2), COMBAT)
    told = told_of(turned)
    card, lines = battle_card(told), list(log_lines(told))
    fired = [event for event in turned.events if isinstance(event, Fired)]
    assert sum(" battery " in line for line in lines) == len(fired)
    assert any("batteries fired" in line for line in card.lines)
    assert foot_of(card).startswith("Waiting: Red, battle formation; Blue, battle formation")
    assert len(card.lines) <= 24
    assert card.title == "Red against Blue, turn 1"
    assert shown_card(shown(turned.battle), Faces(())).lines
    cited = {line.rpartition("(")[2].rstrip(")") for line in card.working}
    assert {"HG-A06", "HG-A07", "HG-H10"} & cited
    assert cited <= set(SYSTEM.rules) | {"referee"}


def test_the_first_default_is_the_side_that_is_waited_for():
    battle = formed(fleet_battle(["Sable"], ["Glaive"]), ["Sable"], ["Glaive"])
    assert type(default(battle, battle.waiting[0], COMBAT)).__name__ == "Decisions"


def test_fire_by_order_and_the_rest_by_default():
    battle = formed(fleet_battle(["Sable"], ["Glaive"]), ["Sable"], ["Glaive"])
    for _ in range(2):
        battle = answer(battle, battle.waiting[0], default(battle, battle.waiting[0], COMBAT), dice(1), COMBAT).battle
    side = battle.waiting[0]
    target = battle.presented[0][0]
    firer = "Glaive" if side else "Sable"
    turned = answer(battle, side, Fire((Volley(firer, "particle", target, 1),)), dice(1), COMBAT)
    assert turned.battle.ships[firer].fired == {"particle": 1}
    assert play_turn(turned.battle, dice(1), COMBAT).battle.turn == 2


def completed_turn(battle, own):
    """What happens in a turn in which Red names what `own` says for a step, and leaves the rest open."""
    turn, told = battle.turn, []
    while battle.turn == turn and battle.waiting:
        side = battle.waiting[0]
        choice = default(battle, side, COMBAT)
        if side == 0 and battle.step in own:
            choice = completed(battle, 0, own[battle.step], COMBAT)
        turned = answer(battle, side, choice, dice(4), COMBAT)
        told += turned.events
        battle = turned.battle
    return told


def test_a_side_decides_what_it_wants_and_leaves_the_rest():
    battle = fleet_battle(["Sable", "Glaive", "Harrier"], ["Sable", "Rapier"])
    own = {
        Step.FORMATION: Formation(("Sable", "Harrier")),
        Step.DECISIONS: Decisions(emergency=("Sable",)),
        Step.DEFENCE: Defence(),
        Step.TERMINAL: Upkeep(),
    }
    told = completed_turn(battle, own)
    assert next(event for event in told if isinstance(event, Formed) and event.side == 0).line == ("Sable", "Harrier")
    assert [event.what for event in told if isinstance(event, Declared) and event.ship == "Sable"] == [
        "emergency agility"
    ]


def test_ships_that_nobody_named_fire_by_standing_orders():
    battle = formed(fleet_battle(["Sable", "Glaive"], ["Rapier"]), ["Sable", "Glaive"], ["Rapier"], (1, 1, 6, 6))
    for _ in range(2):
        battle = answer(battle, battle.waiting[0], Decisions(), dice(1), COMBAT).battle
    assert battle.presented[0] == ("Rapier",)
    own = Fire((Volley("Glaive", "particle", "Rapier", 1),))
    whole = completed(battle, 0, own, COMBAT)
    assert whole.volleys[0] == own.volleys[0]
    assert {volley.ship for volley in whole.volleys[1:]} == {"Sable"}
    assert whole.why == "1 ship fires by standing orders"
    with pytest.raises(RuleError, match="out of sequence"):
        completed(battle, 0, Upkeep(), COMBAT)


def test_hits_that_nobody_named_are_met_by_what_was_left_over():
    """Alpha has said what meets the first hit, and which lasers shoot: sand meets the others, one battery each."""
    alpha = plain("Alpha", armed("laser", batteries=4), armed("sand", batteries=4))
    chi = plain("Chi", armed("missile", batteries=3))
    battle = in_combat(battle_of([alpha], [chi]), ["Alpha"], ["Chi"])
    battle = fire(battle, 1, Fire((Volley("Chi", "missile", "Alpha", 3),)), ScriptedDice([6, 6] * 3), COMBAT).battle
    own = Defence((Guard(1, "laser"),))
    whole = completed(battle, 0, own, COMBAT)
    assert whole.guards[0] == own.guards[0]
    assert {(guard.against, guard.place) for guard in whole.guards[1:]} == {(2, "sand"), (3, "sand")}
    assert whole.why == "2 more met by standing orders"
    every = Defence(tuple(Guard(number, "laser") for number in (1, 2, 3)))
    assert completed(battle, 0, every, COMBAT).guards == every.guards


def test_whoever_alone_can_still_attack_has_won():
    battle = fleet_battle(["Sable"], ["Sable"])
    names = [ship.name for ship in battle.ships.values()]
    for side in (0, 1):
        ship = battle.ships[names[side]]
        mute = replace(ship.vessel, now=replace(ship.vessel.now, armament=()))
        beaten = battle.with_ships([replace(ship, vessel=mute)])
        (tally,) = ended(beaten, battles=1, most_turns=1)
        assert tally.won == (side, 1 - side)
