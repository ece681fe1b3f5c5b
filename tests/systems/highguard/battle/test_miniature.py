"""The smaller copy of a large battle: it keeps sides, classes and proportion, and tells the chances early."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.dice import LiveDice
from bot.systems.highguard.battle import miniature as copying
from bot.systems.highguard.battle import muster, rehearsal
from bot.systems.highguard.battle.course import answer, default
from bot.systems.highguard.battle.miniature import Miniature, miniature, thinned, unlike, work
from bot.systems.highguard.battle.muster import new_battle
from bot.systems.highguard.battle.rounds import all_ships, between_turns, fights, play_round
from bot.systems.highguard.battle.state import Ship, Station, Step, dump_battle, load_battle
from tests.systems.highguard.battle.fleets import COMBAT, SHIPS, armed, fleet_battle, plain, vessel


def fleets(red, blue):
    """A battle of two fleets, each so many ships of each design."""
    return fleet_battle(*([name for name, count in fleet.items() for _ in range(count)] for fleet in (red, blue)))


def dice(seed):
    return LiveDice(bytes([seed]) * 32, 0)


def classes(battle):
    """How many ships there are of each side, design and place."""
    return Counter((ship.side, ship.kind, ship.place) for ship in battle.ships.values())


def silenced(ship):
    return replace(ship, vessel=replace(ship.vessel, now=replace(ship.vessel.now, armament=())))


def loaded(battle, side, carrier, kind, count):
    """The battle with so many craft of a kind aboard a carrier."""
    return muster.join(battle, side, [muster.Recruit(vessel(kind), kind, carrier=carrier)] * count)


EVEN = {"Sable": 50, "Glaive": 50}


def test_a_copy_keeps_sides_classes_and_proportion():
    battle = fleets({"Sable": 60, "Glaive": 30}, {"Sable": 30, "Glaive": 50})
    copy = thinned(battle, 10)
    assert classes(copy) == {
        (0, "Sable", Station.RESERVE): 6,
        (0, "Glaive", Station.RESERVE): 3,
        (1, "Sable", Station.RESERVE): 3,
        (1, "Glaive", Station.RESERVE): 5,
    }
    assert all(battle.ships[name] is ship for name, ship in copy.ships.items())
    assert replace(copy, ships=battle.ships) == battle
    assert thinned(battle, 10) == copy


def test_a_copy_keeps_the_wrecks_and_those_in_the_line_in_proportion():
    battle = fleets({"Sable": 60}, {"Sable": 60})
    hurt = [silenced(ship) for ship in list(battle.fleet(0))[::3]]  # 20 of 60, wherever they stand
    copy = thinned(battle.with_ships(hurt), 5)
    attack = [bool(ship.vessel.now.armament) for ship in copy.fleet(0)]
    assert (attack.count(True), attack.count(False)) == (8, 4)


def test_those_that_have_left_a_battle_are_left_out():
    battle = fleets({"Sable": 20}, {"Sable": 20})
    left = (Station.DESTROYED, Station.JUMPED, Station.ESCAPED)
    gone = [replace(ship, place=place) for ship, place in zip(battle.fleet(0), (left * 4)[:10], strict=False)]
    copy = thinned(battle.with_ships(gone), 2)
    assert classes(copy) == {(0, "Sable", Station.RESERVE): 5, (1, "Sable", Station.RESERVE): 10}


def test_craft_go_with_their_carriers():
    battle = fleets({"Harrier": 6, "Sable": 30}, {"Harrier": 1})
    for carrier in [ship.name for ship in battle.fleet(0) if ship.kind == "Harrier"]:
        battle = loaded(battle, 0, carrier, "Wasp", 20)
    battle = loaded(battle, 1, "Harrier 7", "Wasp", 20)
    copy = thinned(battle, 3)
    # Two of six Harriers with the twenty aboard each; and of the only one's on the other side a third.
    assert classes(copy) == {
        (0, "Harrier", Station.RESERVE): 2,
        (0, "Sable", Station.RESERVE): 10,
        (0, "Wasp", Station.ABOARD): 40,
        (1, "Harrier", Station.RESERVE): 1,
        (1, "Wasp", Station.ABOARD): 7,
    }
    assert all(ship.carrier in copy.ships for ship in copy.ships.values() if ship.place is Station.ABOARD)
    assert play_round(copy, dice(1), COMBAT).battle.turn == 2


def test_craft_that_are_out_in_space_stand_for_themselves():
    battle = loaded(fleets({"Harrier": 1, "Sable": 9}, {"Sable": 10}), 0, "Harrier", "Wasp", 20)
    out = [replace(ship, place=Station.LINE) for ship in battle.aboard(0)]
    copy = thinned(battle.with_ships(out), 5)
    assert classes(copy)[0, "Wasp", Station.LINE] == 4
    assert "Harrier" not in copy.ships
    assert play_round(copy, dice(1), COMBAT).battle.turn == 2


def chase(name, red, blue):
    """A chase whose ships are named after it."""
    fight = fleets(red, blue)
    ships = [replace(ship, vessel=replace(ship.vessel, name=f"{name} {ship.name}")) for ship in fight.ships.values()]
    return replace(fight, name=name, ships={ship.name: ship for ship in ships})


def test_a_large_chase_is_thinned_and_of_small_ones_some_stay_whole():
    duels = tuple(chase(f"duel {number}", {"Glaive": 1}, {"Glaive": 2}) for number in range(8))
    large = chase("large", {"Glaive": 8}, {"Glaive": 12})
    battle = replace(fleets({"Sable": 16}, {"Sable": 24}), apart=(*duels[:4], large, *duels[4:]))
    copy = thinned(battle, 4)
    assert [(fight.name, len(fight.ships)) for fight in fights(copy)] == [
        ("main", 4 + 6),
        ("duel 1", 3),
        ("large", 2 + 3),
        ("duel 5", 3),
    ]
    assert {ship.name for ship in all_ships(copy)} <= {ship.name for ship in all_ships(battle)}
    assert play_round(copy, dice(2), COMBAT).battle.turn == 2


DESIGNS = sorted(name for name in SHIPS if vessel(name).now.armament)
SOME = st.dictionaries(st.sampled_from(DESIGNS), st.integers(1, 8), min_size=1, max_size=3)


@settings(max_examples=40, deadline=None)
@given(red=SOME, blue=SOME, one_in=st.integers(2, 30), turns=st.integers(0, 1))
def test_every_copy_is_a_battle_with_its_share_of_either_side(red, blue, one_in, turns):
    battle = fleets(red, blue)
    for _ in range(turns):
        battle = play_round(battle, dice(1), COMBAT).battle
    copy = thinned(battle, one_in)
    for side in (0, 1):
        whole, part = (len(list(each.fleet(side))) for each in (battle, copy))
        assert bool(part) is bool(whole)
        assert max(1, whole / one_in - 1) <= max(1, part) <= max(1, whole / one_in + 1)
    assert load_battle(dump_battle(copy)) == copy
    if Step.OVER not in {fight.step for fight in fights(copy)}:
        after = play_round(copy, dice(1), COMBAT).battle
        assert after.turn == copy.turn + 1 or after.step is Step.OVER


def test_the_copy_of_three_ships_against_a_hundred_has_one_of_them():
    copy = miniature(fleets({"Sovereign": 3}, {"Sable": 100}))
    assert isinstance(copy, Miniature)
    assert copy.one_in == 3
    assert classes(copy.battle) == {(0, "Sovereign", Station.RESERVE): 1, (1, "Sable", Station.RESERVE): 33}


def test_there_is_no_copy_where_it_would_not_be_like_the_battle():
    assert miniature(fleets({"Sovereign": 1}, {"Sable": 100})) is None
    assert miniature(fleets({"Sovereign": 1, "Glaive": 60}, {"Sable": 100})) is None


def test_a_battle_that_is_soon_played_needs_no_copy():
    # 20 ships with 9 batteries each, 3 of them lasers, 4 particle guns and 2 sandcasters.
    battle = fleets({"Sable": 10}, {"Sable": 10})
    assert work(battle) == 20 * (copying.SHIP + 9)
    assert miniature(battle) is None


@pytest.mark.parametrize("fleet", [EVEN, {"Harrier": 16, "Ordeal": 16, "Massif": 16, "Paramount": 16, "Sable": 36}])
def test_all_battles_of_a_copy_together_are_about_as_much_as_one_with_all_ships(fleet):
    battle = fleets(fleet, fleet)
    copy = miniature(battle)
    assert copy.battles >= 8
    assert work(copy.battle) * copy.battles <= copying.ALTOGETHER < 1.2 * work(battle)


def test_a_turn_that_has_begun_is_ended_before_the_copy_is_made():
    battle = fleets({"Sable": 4}, {"Sable": 4})
    assert between_turns(battle, dice(1), COMBAT) is battle
    seen = set()
    while battle.turn == 1:
        ended = between_turns(battle, dice(1), COMBAT)
        assert all(fight.step is Step.FORMATION for fight in fights(ended))
        assert (ended.presented, ended.incoming, ended.harm, ended.undecided) == ((), (), {}, {})
        seen.add(battle.step)
        battle = answer(battle, battle.waiting[0], default(battle, battle.waiting[0], COMBAT), dice(1), COMBAT).battle
    assert {Step.FORMATION, Step.DECISIONS, Step.COMBAT, Step.DEFENCE} <= seen


def cards(battle, count=1):
    return rehearsal.rehearsal(battle, count, COMBAT)


@pytest.fixture
def seeded(monkeypatch):
    monkeypatch.setattr(rehearsal, "new_seed", lambda: bytes(32))


@pytest.fixture
def played(monkeypatch):
    """How many ships every turn had that was played."""
    turns = []

    def counting(battle, *others):
        turns.append(sum(ship.present for ship in all_ships(battle)))
        return play_round(battle, *others)

    monkeypatch.setattr(rehearsal, "play_round", counting)
    return turns


def test_the_first_word_of_a_hundred_ships_a_side_has_chances_and_says_from_what(seeded, played):
    battle = fleets(EVEN, EVEN)
    first = next(cards(battle))
    assert first.title == "Red against Blue, by standing orders"
    head, *chances = first.lines
    # 200 ships and 1,300 batteries are work for 21,300, which is eleven times 2,000.
    assert head == "Estimate from 1 battle with one ship in 11 of either side, rougher than with all ships"
    assert [line.partition(":")[0] for line in chances] == [
        "Only Red can still attack",
        "Only Blue can still attack",
        "Undecided",
    ]
    assert all(" ± 25 (" in line for line in chances)
    assert set(played) <= set(range(21))
    # No more ships in all turns together than three turns of the whole battle have.
    assert sum(played) <= 3 * 200
    assert next(cards(battle)) == first


def test_between_two_words_there_is_a_small_battle_or_one_turn(seeded, played):
    """So whoever has seen enough needn't wait."""
    told, most = cards(fleets(EVEN, EVEN)), 0
    for _ in islice(told, 20):
        most = max(most, sum(played))
        played.clear()
    assert most <= 3 * 200


def test_battles_with_all_ships_take_the_place_of_the_estimate(seeded):
    told = [card.lines for card in cards(fleets({"Sable": 100}, {"Rapier": 100}), 4)]
    estimates = [lines for lines in told if lines[0].startswith("Estimate from ")]
    rest = told[len(estimates) :]
    assert told[: len(estimates)] == estimates
    playing = [lines for lines in estimates if len(lines) > 4]
    assert playing == estimates[-len(playing) :]
    estimate = estimates[-len(playing) - 1]
    assert {lines[:4] for lines in playing} == {estimate}
    assert rest[0][1] == "Only Blue can still attack: 100% ± 25 (1 of 1)"
    assert not any("under way" in line for lines in rest for line in lines)
    # It stands below until four have ended.
    assert {lines[6:] for lines in rest[:-1]} == {estimate}
    assert rest[-1][1] == "Only Blue can still attack: 100% ± 12 (4 of 4)"
    assert len(rest[-1]) == 6


def test_a_small_battle_is_told_from_its_first_end_on(seeded):
    told = [card.lines for card in cards(fleets({"Sable": 3}, {"Glaive": 5}), 3)]
    assert [lines[0].rpartition(" of ")[2] for lines in told] == ["1)", "2)", "3)"]
    assert all("Turns on average: " in lines[3] for lines in told)


@pytest.mark.parametrize("step", [Step.DECISIONS, Step.COMBAT, Step.DEFENCE, Step.RANGE])
def test_a_large_battle_is_estimated_from_the_middle_of_a_turn(step, seeded):
    battle = fleets(EVEN, EVEN)
    if step is Step.RANGE:
        battle = play_round(battle, dice(1), COMBAT).battle
    while battle.step is not step:
        battle = answer(battle, battle.waiting[0], default(battle, battle.waiting[0], COMBAT), dice(1), COMBAT).battle
    assert next(cards(battle)).lines[0].startswith("Estimate from 1 battle with one ship in ")


def shares(battle, count):
    """How often each side won of so many battles."""
    *_, last = rehearsal.simulate(battle, dice, COMBAT, battles=count)
    return [won / count for won in last.tally.won]


@pytest.mark.parametrize(
    ("red", "blue"),
    [
        ({"Sable": 80}, {"Rapier": 40}),
        ({"Sable": 60, "Glaive": 60}, {"Sable": 40, "Glaive": 40}),
        ({"Paramount": 14}, {"Sable": 100}),
    ],
    ids=["Rapiers", "three to two", "few large ones"],
)
def test_the_copy_has_the_same_favourite(red, blue):
    battle = fleets(red, blue)
    whole, estimate = shares(battle, 3), shares(miniature(battle).battle, 12)
    favourite = whole.index(max(whole))
    assert whole[favourite] == 1
    assert estimate[favourite] >= 0.8


def fleet(side, **designs):
    """Ships of a side: by design their number and tons, each with one laser of factor 3."""
    return [
        Ship(plain(f"{side} {kind} {number}", armed("laser", 3), tons=tons), side, kind=kind)
        for kind, (count, tons) in designs.items()
        for number in range(count)
    ]


def off(whole, part):
    """How unlike a battle of some ships is to one of others, each a pair of sides by design."""
    both = (
        new_battle("Red", "Blue").with_ships([ship for side in (0, 1) for ship in fleet(side, **sides[side])])
        for sides in (whole, part)
    )
    return pytest.approx(unlike(*map(copying.shares, both)))


def test_how_unlike_a_battle_some_of_its_ships_are():
    ten, mixed = {"Alpha": (10, 10_000)}, {"Alpha": (9, 10_000), "Beta": (1, 90_000)}
    assert off((ten, mixed), (ten, mixed)) == 0
    assert off((ten, ten), ({"Alpha": (5, 10_000)}, {"Alpha": (5, 10_000)})) == 0
    # Half of all is either side's; then three fifths are one's, and two fifths the other's.
    assert off((ten, ten), ({"Alpha": (6, 10_000)}, {"Alpha": (4, 10_000)})) == 0.1
    assert off((ten, ten), ({"Alpha": (4, 10_000)}, {"Alpha": (6, 10_000)})) == 0.1
    # Half of the tons were Betas', and a tenth of the guns.
    assert off((mixed, mixed), ({"Alpha": (3, 10_000)}, {"Alpha": (3, 10_000)})) == 0.5
    # Alphas had a quarter of the tons on either side, and then an eighth; of the guns they lose less.
    assert off((mixed, mixed), ({"Alpha": (9, 10_000), "Beta": (3, 90_000)},) * 2) == 0.25
    # Of other tons they are of another design, whatever they are called.
    assert off((mixed, mixed), ({"Alpha": (9, 10_000), "Beta": (3, 30_000)},) * 2) == 0.5
    assert off((ten, ten), (ten, {})) == 0.5


def test_ships_without_guns_are_counted_by_their_tons():
    battle = new_battle("Red", "Blue").with_ships(map(silenced, fleet(0, Alpha=(4, 10_000))))
    assert unlike(copying.shares(battle), copying.shares(battle)) == 0


def test_ships_are_alike_by_design_and_not_by_name():
    """Ninety of one design, each with a name of its own, have an estimate as ninety of one name have."""
    named = [
        Ship(plain(f"{side} {number}", armed("laser", 3), tons=10_000), side, kind=f"Of her own {side} {number}")
        for side in (0, 1)
        for number in range(90)
    ]
    battle = new_battle("Red", "Blue").with_ships(named)
    copy = miniature(battle)
    assert copy is not None
    assert {len(list(copy.battle.fleet(side))) for side in (0, 1)} == {90 // copy.one_in}
