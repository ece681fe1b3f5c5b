"""What a battle tells those who read it for the first time: counted, in order, and no more than is so."""

from dataclasses import replace

import pytest

from bot.chat.wording import foot_of
from bot.engine.cards import Card, person
from bot.engine.dice import Faces, ScriptedDice
from bot.systems.highguard.battle.asking import half_done, waiting, waiting_line
from bot.systems.highguard.battle.formation import form
from bot.systems.highguard.battle.logbook import ended_line, losses_text
from bot.systems.highguard.battle.report import Broken, Damaged, Elsewhere, Ended, Formed, Left, Ranged, Sealed, Turned
from bot.systems.highguard.battle.state import Formation, Station, Step
from bot.systems.highguard.battle.told import shown, told_of, waits_of
from bot.systems.highguard.battle.wording import battle_card, roster_lines, shown_card
from bot.systems.highguard.combat.losses import Loss
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import Result
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, in_combat, plain

ALPHA, BETA = plain("Alpha", armed("laser")), plain("Beta", armed("particle"))
CHI, PSI = plain("Chi", armed("laser")), plain("Psi", armed("meson"))


def test_like_results_are_counted_and_not_listed_one_by_one():
    fuel = [Loss(Result("Fuel", 1), "fuel", 100 - 10 * n, 90 - 10 * n) for n in range(3)]
    losses = [*fuel, Loss(Result("Computer", 1)), Loss(Result("Computer", 1)), Loss(Result("Fuel", 1), "fuel", 70, 60)]
    assert list(losses_text(losses)) == ["3 × Fuel-1: fuel 100 → 70", "2 × Computer-1: nothing", "Fuel-1: fuel 70 → 60"]


def test_each_command_stands_beside_those_who_owe_it():
    chase = replace(battle_of([ALPHA], [CHI]), name="chase of Chi")
    battle = replace(battle_of([BETA], [PSI]), step=Step.TERMINAL, waiting=(0,), apart=(chase,))
    assert foot_of(Card("", waits=waiting(waits_of(battle)))) == (
        "Waiting: Red, terminal step → /battle decide repair, revive, board or refuel; Red, battle formation in the "
        "chase of Chi; Blue, battle formation in the chase of Chi → /battle form"
    )


def test_the_end_of_one_fight_is_not_the_end_of_the_battle():
    chase = replace(battle_of([ALPHA], [CHI]), name="chase of Chi")
    main = replace(battle_of([BETA], [PSI]), step=Step.OVER, waiting=())
    ended = Ended(0, "no enemy is left")
    assert ended_line(told_of(Turned(main)), ended) == "The battle is over: Red holds the field (no enemy is left)"
    going_on = replace(main, apart=(chase,))
    said = "This fight is over and others go on: Red holds the field (no enemy is left)"
    assert ended_line(told_of(Turned(going_on)), ended) == said


def test_however_much_happened_the_end_is_told():
    over = replace(battle_of([BETA], []), step=Step.OVER, waiting=())
    left = [Left((f"Chi {number}",), 1) for number in range(30)]
    card = battle_card(told_of(Turned(over, (*left, Ended(0, "no enemy is left")))))
    assert card.lines[22:] == (
        "Blue: Chi 22 breaks off and escapes",
        "and 7 more",
        "The battle is over: Red holds the field (no enemy is left)",
    )


def many_chases(count):
    """A battle beside which so many chases go on, each of which waits for both sides."""
    chase = battle_of([ALPHA], [CHI])
    apart = tuple(replace(chase, name=f"chase of Chi {number}") for number in range(1, count + 1))
    return replace(battle_of([BETA], [PSI]), apart=apart)


def test_of_many_who_are_waited_for_the_first_few_are_named_and_the_others_counted():
    line = foot_of(Card("", waits=waiting(waits_of(many_chases(100)))))
    assert line.startswith("Waiting: Red, battle formation; Blue, battle formation; Red, battle formation in the chase")
    assert line.endswith("Blue, battle formation in the chase of Chi 2 → /battle form; and 196 more")


def test_whom_each_fight_waits_for_stands_in_the_roster():
    lines = list(roster_lines(shown(many_chases(40))))
    assert lines[0] == "[main] Waiting: Red, battle formation; Blue, battle formation"
    assert "[chase of Chi 40] Waiting: Red, battle formation; Blue, battle formation" in lines


def test_a_round_in_several_fights_says_which_of_them_each_line_is_about():
    chase = replace(battle_of([ALPHA], [CHI]), name="chase of Chi")
    battle = replace(battle_of([BETA], [PSI]), apart=(chase,))
    chased = (Ranged(Range.SHORT, 0), Broken(1))
    card = battle_card(told_of(Turned(battle, (Ranged(Range.LONG, 1), Elsewhere("chase of Chi", chased)))))
    assert card.lines == (
        "Range: long, chosen by Blue",
        "Chase of Chi: Range: short, chosen by Red",
        "Chase of Chi: Blue's line is broken",
    )
    alone = battle_card(told_of(Turned(battle, (Elsewhere("chase of Chi", chased),))))
    assert alone.lines == ("Range: short, chosen by Red", "Blue's line is broken")
    assert alone.title == "Red against Blue, chase of Chi, turn 1"


def test_how_many_fights_began_their_turn_is_left_to_the_log():
    told = tuple(Elsewhere(f"chase of Chi {number}", (Ranged(Range.LONG), Broken(0))) for number in range(1, 14))
    lines = battle_card(told_of(Turned(many_chases(13), told))).lines
    assert lines[0] == "How each side formed, the initiative and the range of each fight stand in the log"
    assert lines[1:] == tuple(f"Chase of Chi {number}: Red's line is broken" for number in range(1, 14))


def test_who_commands_each_side_stands_in_its_line():
    assert shown(battle_of([ALPHA], [CHI]), COMBAT).commanders == (person("player 0"), person("player 1"))


def test_how_the_sides_form_is_told_before_initiative_and_range():
    formed = (Formed(0, ("Alpha",), ("Beta",)), Formed(1, ("Chi",), ()), Ranged(Range.LONG, 1))
    card = battle_card(told_of(Turned(battle_of([ALPHA, BETA], [CHI]), formed)))
    assert card.lines == (
        "Red: 1 in the line, 1 in reserve",
        "Blue: 1 in the line, 0 in reserve",
        "Range: long, chosen by Blue",
    )


def test_what_the_first_side_lost_is_told_before_the_second():
    harmed = (Damaged("Chi", 1, (), lost="its fuel is gone"), Damaged("Alpha", 0, (), disabled=True))
    card = battle_card(told_of(Turned(battle_of([ALPHA, BETA], [CHI]), harmed)))
    assert [line for line in card.lines if line.startswith(("Red", "Blue"))] == [
        "Red: Alpha disabled",
        "Blue: Chi destroyed",
    ]


def of_each_kind():
    """A battle with one ship that can do nothing more, and one that is gone."""
    battle = battle_of([ALPHA, BETA], [CHI, PSI])
    alpha = battle.ships["Alpha"]
    dead = replace(alpha.vessel, now=replace(alpha.vessel.now, maneuver=0, power=0))
    gone = replace(battle.ships["Psi"], place=Station.DESTROYED)
    return battle.with_ships([replace(alpha, vessel=dead), gone])


def test_the_roster_tells_what_each_ship_can_still_do_and_of_one_that_is_gone_only_that():
    assert list(roster_lines(shown(of_each_kind()))) == [
        "[main] Waiting: Red, battle formation; Blue, battle formation",
        "[main] Red, reserve: Alpha; agility 0, computer 5; laser 9 × 1; disabled",
        "[main] Red, reserve: Beta; agility 4, computer 5; particle 9 × 1",
        "[main] Blue, destroyed: Psi",
        "[main] Blue, reserve: Chi; agility 4, computer 5; laser 9 × 1",
    ]


def test_each_sides_ships_stand_under_their_side():
    lines = shown_card(shown(of_each_kind()), Faces(())).lines
    assert [line for line in lines if isinstance(line, str) and line.startswith(("Red", "Blue"))][:5] == [
        "Red, line: nobody",
        "Red, reserve: Alpha (disabled) and Beta (agility 4)",
        "Blue, line: nobody",
        "Blue, reserve: Chi (agility 4)",
        "Blue: 1 destroyed",
    ]


def test_that_a_side_has_formed_is_told_until_both_have_and_then_how():
    battle, both = battle_of([ALPHA], [CHI]), (Sealed(0), Sealed(1))
    assert battle_card(told_of(Turned(battle, both[:1]))).lines == ("Red has formed.",)
    opened = (*both, Formed(0, ("Alpha",), ()), Formed(1, (), ("Chi",)))
    assert battle_card(told_of(Turned(battle, opened))).lines == (
        "Red: 1 in the line, 0 in reserve",
        "Blue: 0 in the line, 1 in reserve",
    )


@pytest.mark.parametrize(("happened", "last"), [(24, "Blue: Chi 23 breaks off and escapes"), (25, "and 2 more")])
def test_as_much_is_told_as_there_is_room_for(happened, last):
    left = tuple(Left((f"Chi {number}",), 1) for number in range(happened))
    lines = battle_card(told_of(Turned(battle_of([BETA], [PSI]), left))).lines
    assert (len(lines), lines[-1]) == (24, last)


@pytest.mark.parametrize(("chases", "more"), [(2, ""), (3, "; and 2 more")])
def test_six_who_are_waited_for_are_named(chases, more):
    """Two in the main battle, and two in each chase."""
    line = foot_of(Card("", waits=waiting(waits_of(many_chases(chases)))))
    assert line.endswith(f"Blue, battle formation in the chase of Chi 2 → /battle form{more}")
    told = waiting_line(waits_of(many_chases(chases)))
    assert told.endswith(f"Blue, battle formation in the chase of Chi 2{more}")


def test_of_those_who_owe_something_else_each_command_is_named_though_not_all_are():
    battle = replace(many_chases(4), step=Step.TERMINAL, waiting=(0,))
    line = foot_of(Card("", waits=waiting(waits_of(battle))))
    assert line.startswith("Waiting: Red, terminal step → /battle decide repair, revive, board or refuel; Red, battle")
    assert line.endswith("Red, battle formation in the chase of Chi 3 → /battle form; and 3 more")


def test_a_step_is_half_done_once_somebody_has_taken_it_and_others_owe_it():
    fresh = battle_of([ALPHA], [CHI])
    assert half_done(fresh) == ""
    formed = form(fresh, 0, Formation(("Alpha",)), ScriptedDice([])).battle
    assert half_done(formed) == "a step of the battle is half done. Waiting: Blue, battle formation"
    assert half_done(in_combat(fresh, ["Alpha"], ["Chi"])).startswith("a step of the battle is half done. Waiting: ")
    # The chase alone is enough.
    assert half_done(replace(battle_of([BETA], [PSI]), apart=(replace(formed, name="chase of Chi"),)))
