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
from bot.systems.highguard.battle.boarding import Falling, Party, board
from bot.systems.highguard.battle.decisions import choose_range
from bot.systems.highguard.battle.logbook import log_lines
from bot.systems.highguard.battle.muster import Recruit, fall, join
from bot.systems.highguard.battle.report import Boarded, Turned
from bot.systems.highguard.battle.state import Station, Step
from bot.systems.highguard.battle.terminal import Transfer, Upkeep, keep_up
from bot.systems.highguard.battle.told import told_of
from bot.systems.highguard.battle.wording import working_of
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
@pytest.mark.parametrize("place", [place for place in Station if place not in {Station.LINE, Station.RESERVE}])
def test_a_hulk_that_is_no_longer_there_is_not_boarded(place):
    battle = adrift()
    gone = battle.with_ships([replace(battle.ships["Hulk"], place=place)])
    with pytest.raises(RuleError, match="Hulk is neither in a line nor in a reserve"):
        boarded(gone, [])


@pytest.mark.rule("HG-B01")
def test_an_owner_leaves_their_disabled_ship_behind_by_opening_the_range():
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
    assert adrift().ships["Alpha"].place is Station.RESERVE
    assert isinstance(boarded(adrift(), [6, 1]).events[0], Boarded)


@pytest.mark.rule("HG-B03")
def test_who_boards():
    assert boarders_of(MARINES) == Party(37, 25)
    without = replace(MARINES, people=People(crew=300, service=20, troops=25))
    assert boarders_of(without) == Party(0, 31, security=6)  # a third of 20, rounded down, beside the troops
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
    assert (event.melee.carried, event.melee.casualties) == (True, (12, 22))
    assert event.melee.prisoners == 145 + 12 - 22
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
    assert (turned.events[0].melee.carried, turned.events[0].melee.casualties) == (False, (5, 4))
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
    for wrong in (-1, 0, 301):
        with pytest.raises(RuleError, match="Alpha has 300 crew: ship one at least, and no more"):
            transfer(battle.ships["Alpha"], prize, wrong)
    for crew in (1, 300):
        origin, target = transfer(battle.ships["Alpha"], prize, crew)
        assert (origin.vessel.people.crew, target.vessel.people.crew) == (300 - crew, prize.vessel.people.crew + crew)
    with pytest.raises(RuleError, match="to another ship"):
        transfer(battle.ships["Alpha"], battle.ships["Alpha"], 1)


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


# --- which men fall ---

TRANSPORT = plain("Alpha", armed("missile"), people=People(crew=300, service=20, troops=4))
GARRISON = plain("Hulk", armed("sand"), maneuver=0, people=People(crew=40, troops=12, marines=3))
FIRST = {
    "crew": ("crew",),
    "troops": ("troops", "marines"),
    "marines": ("marines", "troops", "crew"),
}
MARINES_FIRST = "3 marines and 5 troops (marines, then troops, then crew, by Blue's choice)"
TROOPS_FIRST = "8 troops (troops, then marines, then crew, by Blue's choice)"
ANOTHER = "by default; its standing orders may set another order (HG-B06)"


@pytest.mark.rule("HG-B06")
@pytest.mark.parametrize(
    ("first", "casualties", "marines", "troops", "crew"),
    [
        ("crew", 9, 0, 0, 9),
        ("troops", 9, 0, 9, 0),
        ("marines", 9, 3, 6, 0),
        ("troops", 14, 2, 12, 0),
        ("troops", 20, 3, 12, 5),
        ("crew", 45, 0, 5, 40),
        ("marines", 60, 3, 12, 40),
    ],
)
def test_one_kind_falls_after_the_other(first, casualties, marines, troops, crew):
    fallen = Party(3, 12, 40, order=FIRST[first]).falling(casualties)
    assert (fallen.marines, fallen.troops, fallen.crew) == (marines, troops, crew)


@pytest.mark.rule("HG-B06")
@pytest.mark.parametrize(
    ("falling", "left", "told"),
    [
        (Falling(), (32, 12, 3), "8 crew (crew, then troops, then marines, by default)"),
        (Falling(FIRST["marines"]), (40, 7, 0), MARINES_FIRST),
        (Falling(FIRST["troops"]), (40, 4, 3), TROOPS_FIRST),
        (Falling(ships={"Hulk": FIRST["troops"]}), (40, 4, 3), TROOPS_FIRST),
        (Falling(FIRST["marines"], {"Escort": FIRST["troops"]}), (40, 7, 0), MARINES_FIRST),
    ],
)
def test_the_defenders_owner_chooses_which_of_them_fall(falling, left, told):
    """Five marines throw 3 + 1 = 4 against 6 + 1 for twelve troops = 7: eight defenders fall, and all five."""
    battle = fall(adrift(hulk=GARRISON), 1, falling)
    turned = boarded(battle, [3, 6], marines=5, troops=0)
    people = turned.battle.ships["Hulk"].vessel.people
    assert (people.crew, people.troops, people.marines) == left
    [line] = log_lines(told_of(turned))
    assert line.endswith(f"casualties 5 and 8: of Alpha 5 marines; of Hulk {told}")


@pytest.mark.rule("HG-B05", "HG-B06")
def test_the_boarders_fall_as_their_owner_chose_unless_their_order_names_them():
    """62 boarders throw 1 + 9 = 10 against 6 + 3 = 9 of the Hulk's: eighteen boarders fall."""
    alike = adrift()
    chosen = fall(alike, 0, Falling(FIRST["marines"]))
    for battle, first, left in (
        (alike, (), (37, 7)),
        (chosen, (), (19, 25)),
        (chosen, ("troops", "marines"), (37, 7)),
    ):
        prize = boarded(battle, [1, 6], first=first).battle.ships["Hulk"].vessel.people
        assert (prize.marines, prize.troops) == left
    by_order = boarded(chosen, [1, 6], first=("troops", "marines"))
    assert "of Alpha 18 troops (troops, then marines, by the order to board)" in next(log_lines(told_of(by_order)))


@pytest.mark.rule("HG-B03", "HG-B06")
def test_security_troops_fall_after_the_other_troops_and_are_told():
    """Four troops and six of security throw 1 + 1 = 2 against 3 + 1 = 4: eight of them fall, and four of the crew."""
    turned = boarded(adrift(boarder=TRANSPORT, hulk=GARRISON), [1, 3])
    home = turned.battle.ships["Alpha"].vessel.people
    assert (home.troops, home.crew, home.service) == (0, 296, 16)
    [line] = log_lines(told_of(turned))
    assert "of Alpha 4 troops and 4 security (troops, then security, by default)" in line
    assert working_of(turned.events)[-3:] == (
        "Alpha has no marines and boards with security troops of its service crew: 6 (HG-B03)",
        f"Who falls of Alpha: troops, then security, {ANOTHER}",
        f"Who falls of Hulk: crew, then troops, then marines, {ANOTHER}",
    )


@pytest.mark.rule("HG-B03", "HG-B06")
def test_the_boarders_owner_may_have_the_security_fall_first():
    """The same throws, security first: six of it and two of the troops."""
    battle = fall(adrift(boarder=TRANSPORT, hulk=GARRISON), 0, Falling(("security",)))
    turned = boarded(battle, [1, 3])
    home = turned.battle.ships["Alpha"].vessel.people
    assert (home.troops, home.crew, home.service) == (2, 294, 14)
    [line] = log_lines(told_of(turned))
    assert "of Alpha 6 security and 2 troops (security, then troops, by Red's choice)" in line


@pytest.mark.rule("HG-B03")
def test_of_a_few_troops_the_ship_s_own_go_before_its_security():
    """Seven of ten go, three of them of security; 1 against 6 + 1 = 7 costs all of them."""
    turned = boarded(adrift(boarder=TRANSPORT, hulk=GARRISON), [1, 6], marines=0, troops=7)
    home = turned.battle.ships["Alpha"].vessel.people
    assert (home.troops, home.crew, home.service) == (0, 297, 17)


@pytest.mark.rule("HG-B09", "HG-B10")
def test_a_prize_crew_that_beats_off_boarders_still_mans_the_prize():
    """Fifty hold the prize. Escort's twenty troops throw 1 + 2 = 3 against 6 + 7 + 1 = 14: six of the fifty fall."""
    battle = boarded(adrift(), [2, 3]).battle
    escort = replace(battle.ships["Escort"].vessel, people=People(crew=300, troops=20))
    battle = battle.with_ships([replace(battle.ships["Escort"], vessel=escort)])
    beaten = carry_out(Turned(battle), 1, Assault("Escort", "Hulk"), ScriptedDice([1, 6])).battle
    prize = beaten.ships["Hulk"].vessel
    assert (prize.people.troops, prize.people.marines, prize.now.crew) == (7, 37, 2)


@pytest.mark.rule("HG-B10")
def test_a_crew_that_shrinks_lowers_its_factor():
    assert crewed(MARINES, replace(MARINES.people, crew=99)).now.crew == 2


@pytest.mark.rule("HG-B08")
def test_a_boarding_fought_elsewhere_is_noted_by_the_referee():
    note = {"Hulk": "fought on its decks: Red holds the bridge"}
    turned = keep_up(adrift(), 0, Upkeep(notes=note), NO_DICE)
    assert [event.text for event in turned.events if hasattr(event, "text")] == list(note.values())
