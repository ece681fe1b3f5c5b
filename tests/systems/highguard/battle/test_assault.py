"""Boarding: when, by whom, against whom, and what becomes of the prize."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.assault import (
    Assault,
    boardable,
    boarders_of,
    carry_out,
    crewed,
    defenders_of,
    transfer,
)
from bot.systems.highguard.battle.boarding import Party, board
from bot.systems.highguard.battle.decisions import choose_range
from bot.systems.highguard.battle.muster import Recruit, join
from bot.systems.highguard.battle.report import Boarded, Turned
from bot.systems.highguard.battle.state import Place, Step
from bot.systems.highguard.battle.terminal import Transfer, Upkeep, keep_up
from bot.systems.highguard.combat.readiness import can_attack, disabled
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.vessel import Carried, People
from tests.systems.highguard.battle.fleets import armed, battle_of, formed, plain

NO_DICE = ScriptedDice([])
MARINES = plain("Alpha", armed("missile"), people=People(crew=300, service=20, marines=37, troops=25))
HULK = plain("Hulk", armed("sand"), maneuver=0, people=People(crew=145, service=20, troops=12))
ESCORT = plain("Escort", armed("missile"))


def adrift(exposed=True, boarder=MARINES, hulk=HULK):
    """Red's Alpha in reserve, Blue's Hulk disabled and left behind; the terminal step."""
    battle = battle_of([boarder], [hulk, ESCORT])
    left = replace(battle.ships["Hulk"], exposed=exposed)
    return replace(battle.with_ships([left]), step=Step.TERMINAL, waiting=(0,))


def boarded(battle, faces, **changes):
    return carry_out(Turned(battle), 0, Assault("Alpha", "Hulk", **changes), ScriptedDice(faces))


@pytest.mark.rule("HG-B01")
def test_an_owner_leaves_his_disabled_ship_behind_by_opening_the_range():
    battle = battle_of([HULK, ESCORT], [MARINES])
    battle = replace(battle, turn=2, began=1, range=Range.SHORT)
    battle = formed(battle, ["Escort"], ["Alpha"])
    assert not boardable(battle.ships["Hulk"], 1)
    stays = choose_range(battle, 0, Range.SHORT)
    assert not stays.battle.ships["Hulk"].exposed
    opened = choose_range(battle, 0, Range.LONG)
    assert opened.events[0].left == ("Hulk",)
    assert boardable(opened.battle.ships["Hulk"], 1)
    assert not opened.battle.ships["Escort"].exposed
    # The enemy who opens the range leaves nothing of the owner's behind.
    other = choose_range(replace(battle, attacker=1, waiting=(1,)), 1, Range.LONG)
    assert not other.battle.ships["Hulk"].exposed


@pytest.mark.rule("HG-B01")
@pytest.mark.parametrize(
    ("hulk", "exposed", "told"),
    [
        (HULK, False, "Hulk is still protected"),
        (replace(HULK, now=replace(HULK.now, maneuver=1)), True, "Hulk isn't disabled"),
        (replace(HULK, now=replace(HULK.now, globe=1)), True, "Hulk isn't disabled"),
        (replace(HULK, now=replace(HULK.now, armament=(armed("laser"),))), True, "Hulk isn't disabled"),
    ],
)
def test_ships_that_cannot_be_boarded(hulk, exposed, told):
    with pytest.raises(RuleError, match=told):
        boarded(adrift(exposed, hulk=hulk), [])


@pytest.mark.rule("HG-B02")
def test_the_boarder_must_move_and_may_come_from_the_reserve():
    lame = replace(MARINES, now=replace(MARINES.now, maneuver=0))
    with pytest.raises(RuleError, match="Alpha can't maneuver and so can't board"):
        boarded(adrift(boarder=lame), [])
    assert adrift().ships["Alpha"].place is Place.RESERVE
    assert isinstance(boarded(adrift(), [6, 1]).events[0], Boarded)


@pytest.mark.rule("HG-B03")
def test_who_boards():
    assert boarders_of(MARINES) == Party(37, 25)
    without = replace(MARINES, people=People(crew=300, service=20, troops=25))
    assert boarders_of(without) == Party(0, 31)  # a third of 20, rounded down, beside the troops
    assert boarders_of(replace(without, people=replace(without.people, security_dead=True))) == Party(0, 25)


@pytest.mark.rule("HG-B04")
def test_who_defends():
    assert defenders_of(HULK) == Party(0, 12, 145)
    # A crew of factor 2 is 99 people at most.
    assert defenders_of(replace(HULK, now=replace(HULK.now, crew=2))) == Party(0, 12, 99)


@pytest.mark.rule("HG-B05")
def test_the_modifiers_of_a_boarding():
    fought = board(Party(39, 20), Party(0, 19, 150), ScriptedDice([2, 3]))
    first, second = fought.contest.throws[0]
    assert [modifier.dm for modifier in first.modifiers] == [7, 2]  # 39 marines, 20 troops
    assert [modifier.dm for modifier in second.modifiers] == [1, 3]  # 19 troops, 150 crew
    assert fought.contest.totals == (11, 7)


@pytest.mark.rule("HG-B05", "HG-B06")
def test_ties_are_thrown_again_and_cost_nobody():
    fought = board(Party(5), Party(5), ScriptedDice([4, 4, 5, 2]))
    assert (len(fought.contest.throws), fought.carried) == (2, True)
    assert fought.casualties == (5, 5)  # twice 3 and twice 6, of five on each side


@pytest.mark.rule("HG-B06", "HG-B07")
def test_a_ship_taken():
    turned = boarded(adrift(), [2, 3])  # 2 + 9 = 11 against 3 + 3 = 6
    [event] = turned.events
    assert (event.carried, event.casualties) == (True, (12, 22))
    assert event.prisoners == 145 + 12 - 22
    prize, home = turned.battle.ships["Hulk"], turned.battle.ships["Alpha"]
    assert (prize.side, prize.owner, prize.taken) == (0, "player 0", True)
    # Troops fall first: 13 of 25 and all 37 marines hold the prize; nobody of them is left at home.
    assert (prize.vessel.people.troops, prize.vessel.people.marines) == (13, 37)
    assert (home.vessel.people.troops, home.vessel.people.marines) == (0, 0)


@pytest.mark.rule("HG-B07")
def test_the_prize_crew_uses_what_still_works():
    armed_hulk = replace(HULK, criticals=("fire control",), now=replace(HULK.now, armament=(armed("laser"),)))
    assert disabled(armed_hulk)
    prize = boarded(adrift(hulk=armed_hulk), [2, 3]).battle.ships["Hulk"].vessel
    mended = replace(prize, criticals=(), now=replace(prize.now, maneuver=2))
    assert can_attack(mended)


@pytest.mark.rule("HG-B07")
def test_beaten_boarders_go_home_and_may_come_again():
    turned = boarded(adrift(), [1, 6], marines=5, troops=0)  # 1 + 1 = 2 against 6 + 3 = 9
    assert (turned.events[0].carried, turned.events[0].casualties) == (False, (5, 4))
    battle = turned.battle
    assert battle.ships["Alpha"].vessel.people.marines == 32
    assert battle.ships["Hulk"].vessel.people.crew == 141
    assert boardable(battle.ships["Hulk"], 0)


def test_parties_that_cannot_come():
    with pytest.raises(RuleError, match="Alpha can send 37 marines and 25 troops"):
        boarded(adrift(), [], marines=38)
    with pytest.raises(RuleError, match="your own ship"):
        carry_out(Turned(adrift()), 1, Assault("Escort", "Hulk"), NO_DICE)


@pytest.mark.rule("HG-B09", "HG-B10")
def test_more_crew_follows_and_the_old_owner_may_board_it_back():
    battle = boarded(adrift(), [2, 3]).battle
    prize = battle.ships["Hulk"]
    assert (prize.vessel.now.crew, prize.vessel.built.crew) == (2, 2)  # fifty people are crew factor 2
    order = Upkeep(transfers=(Transfer("Alpha", "Hulk", 200),))
    after = keep_up(battle, 0, order, NO_DICE).battle
    assert after.ships["Hulk"].vessel.now.crew == 3
    assert after.ships["Alpha"].vessel.people.crew == 100
    assert boardable(after.ships["Hulk"], 1)
    with pytest.raises(RuleError, match="Alpha has 300 crew"):
        transfer(battle.ships["Alpha"], prize, 301)


@pytest.mark.rule("HG-B09")
def test_a_prize_may_be_boarded_back_without_being_left_behind_again():
    prize = replace(adrift().ships["Hulk"], side=0, exposed=False, taken=True)
    assert boardable(prize, 1)
    assert not boardable(replace(prize, taken=False), 1)


@pytest.mark.rule("HG-B07")
def test_craft_aboard_go_with_the_prize():
    hangar = replace(HULK, craft=(Carried("Wasp", Fraction(10), 1),))
    battle = adrift(hulk=hangar)
    wasp = plain("Wasp", armed("missile", 3), size="0", tons=10)
    battle = join(replace(battle, step=Step.FORMATION), 1, [Recruit(wasp, "Wasp", "player 1", "Hulk")])
    battle = replace(battle, step=Step.TERMINAL, waiting=(0,))
    taken = boarded(battle, [2, 3]).battle.ships["Wasp"]
    assert (taken.side, taken.owner) == (0, "player 0")
    assert boarded(battle, [1, 6], marines=5, troops=0).battle.ships["Wasp"].side == 1


@pytest.mark.rule("HG-B10")
def test_a_crew_that_shrinks_lowers_its_factor():
    assert crewed(MARINES, replace(MARINES.people, crew=99)).now.crew == 2


@pytest.mark.rule("HG-B08")
def test_a_boarding_fought_elsewhere_is_noted_by_the_referee():
    note = {"Hulk": "fought on its decks: Red holds the bridge"}
    turned = keep_up(adrift(), 0, Upkeep(notes=note), NO_DICE)
    assert [event.text for event in turned.events if hasattr(event, "text")] == list(note.values())
