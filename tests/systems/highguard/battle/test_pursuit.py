"""The pursuit step, and the book's example of a fleet that breaks off, as one recorded battle."""

from dataclasses import replace

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.course import pending
from bot.systems.highguard.battle.decisions import Decisions, JumpOrder, decide
from bot.systems.highguard.battle.fire import Fire, Volley, fire
from bot.systems.highguard.battle.formation import form
from bot.systems.highguard.battle.pursuit import Pursuit, group_agility, groups, pursue, pursuers
from bot.systems.highguard.battle.report import Chased, Elsewhere, Left, Turned
from bot.systems.highguard.battle.rounds import fights, in_fight, play_round, play_turn
from bot.systems.highguard.battle.state import BATTLE, Formation, Station, Step
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, hold_fire, in_combat, plain

NO_DICE = ScriptedDice([])


def ship(name, agility, maneuver=None, power=6):
    return plain(name, armed("missile"), agility=agility, maneuver=maneuver or agility, power=power)


IMPERIALS = [ship("Alpha", 4), ship("Beta", 5), ship("Gamma", 5)]
SOLOMANI = [ship("Chi", 6), ship("Psi", 5), ship("Omega", 5, maneuver=6)]


def breaking_off():
    """Gamma in the line, Alpha and Beta in reserve; all three break off, each alone; Omega dodges."""
    choices = (Decisions(emergency=("Omega",)), Decisions((("Alpha",), ("Beta",), ("Gamma",))))
    battle = in_combat(battle_of(IMPERIALS, SOLOMANI), ["Gamma"], ["Chi", "Psi"], decisions=choices)
    return hold_fire(battle)


@pytest.mark.rule("HG-C20", "HG-C29", "HG-C30")
def test_the_agilities_of_the_books_example():
    battle = breaking_off()
    assert (battle.step, battle.waiting) == (Step.PURSUIT, (1,))
    speeds = {name: group_agility(battle, names) for name, names in groups(battle, 0).items()}
    assert speeds == {"Gamma": 5, "Alpha": 6, "Beta": 7}
    assert pursuers(battle, 1) == {"Chi": 6, "Psi": 5, "Omega": 6}
    with pytest.raises(RuleError, match="Chi has agility 6 and can't catch Beta, agility 7"):
        pursue(battle, 1, Pursuit({"Beta": ("Chi",)}))
    with pytest.raises(RuleError, match="Psi has agility 5 and can't catch Alpha, agility 6"):
        pursue(battle, 1, Pursuit({"Alpha": ("Psi",)}))


@pytest.mark.rule("HG-C30")
def test_where_both_sides_break_off_the_defender_decides_first_whom_they_follow():
    """Alpha and Chi leave; Beta could follow Chi, and Psi Alpha."""
    choices = (Decisions((("Chi",),)), Decisions((("Alpha",),)))
    red, blue = (
        [ship("Alpha", 2), ship("Beta", 6), ship("Gamma", 5)],
        [ship("Chi", 2), ship("Psi", 6), ship("Omega", 5)],
    )
    battle = hold_fire(in_combat(battle_of(red, blue), ["Gamma", "Alpha"], ["Omega", "Chi"], decisions=choices))
    assert battle.step is Step.PURSUIT
    assert battle.waiting == (battle.defender, battle.attacker)
    with pytest.raises(RuleError):
        pursue(battle, battle.attacker, Pursuit())
    assert pursue(battle, battle.defender, Pursuit()).battle.waiting == (battle.attacker,)


@pytest.mark.rule("HG-C31")
def test_the_books_example_to_its_end():
    turned = pursue(breaking_off(), 1, Pursuit({"Alpha": ("Chi", "Omega"), "Gamma": ("Psi",)}))
    battle = turned.battle
    assert Left(("Beta",), 0) in turned.events
    assert Chased("chase of Alpha", ("Alpha",), 6, ("Chi", "Omega")) in turned.events
    assert battle.ships["Beta"].place is Station.ESCAPED
    assert battle.step is Step.OVER  # nobody is left in the main battle
    assert [(fight.name, sorted(fight.ships)) for fight in battle.apart] == [
        ("chase of Alpha", ["Alpha", "Chi", "Omega"]),
        ("chase of Gamma", ["Gamma", "Psi"]),
    ]
    # In the next round Gamma tries again, and a lucky hit leaves Psi with agility 4.
    battle = _gamma_again(battle)
    gamma = next(fight for fight in fights(battle) if fight.name == "chase of Gamma")
    assert gamma.ships["Gamma"].place is Station.ESCAPED


def _gamma_again(battle):
    def in_chase(act):
        nonlocal battle
        battle = in_fight(battle, "chase of Gamma", act).battle

    in_chase(lambda fight: form(fight, 0, Formation(("Gamma",)), NO_DICE))
    in_chase(lambda fight: form(fight, 1, Formation(("Psi",)), ScriptedDice([6, 6, 1, 1])))
    in_chase(lambda fight: decide(fight, 1, Decisions()))
    in_chase(lambda fight: decide(fight, 0, Decisions((("Gamma",),))))
    in_chase(lambda fight: fire(fight, 1, Fire(), NO_DICE, COMBAT))
    # A missile battery hits (12) and throws 3+3 on the surface table: with +6 that is 12, Maneuver-1.
    dice = ScriptedDice([6, 6, 3, 3])
    order = Fire((Volley("Gamma", "missile", "Psi", nuclear=False),))
    in_chase(lambda fight: fire(fight, 0, order, dice, COMBAT))
    return battle


def test_groups_go_as_fast_as_their_slowest():
    choices = (Decisions(), Decisions((("Alpha", "Beta"), ("Gamma",))))
    battle = in_combat(battle_of(IMPERIALS, SOLOMANI), ["Gamma", "Alpha"], ["Chi"], decisions=choices)
    battle = hold_fire(battle)
    # Alpha, 4, is in the line; Beta, 5, in reserve at 7.
    assert group_agility(battle, groups(battle, 0)["Alpha"]) == 4


@pytest.mark.rule("HG-C29")
def test_a_broken_line_screens_nobody():
    toothless = replace(ship("Alpha", 5), now=replace(ship("Alpha", 5).now, armament=()))
    choices = (Decisions(), Decisions((("Gamma",),)))
    battle = in_combat(battle_of([toothless, IMPERIALS[2]], SOLOMANI), ["Alpha"], ["Chi"], decisions=choices)
    battle = hold_fire(battle)
    assert battle.step is Step.BREAKTHROUGH
    battle = fire(battle, 1, Fire(), NO_DICE, COMBAT).battle
    assert group_agility(battle, groups(battle, 0)["Gamma"]) == 5


@pytest.mark.rule("HG-C29")
def test_a_line_that_has_jumped_screens_nobody():
    jump = {"Gamma": JumpOrder(1, "Regina")}
    choices = (Decisions(), Decisions((("Beta",),), jump))
    battle = hold_fire(in_combat(battle_of(IMPERIALS[1:], SOLOMANI), ["Gamma"], ["Chi"], decisions=choices))
    assert battle.ships["Gamma"].place is Station.JUMPED
    assert group_agility(battle, groups(battle, 0)["Beta"]) == 5


@pytest.mark.parametrize(
    ("chases", "told"),
    [
        ({"Chi": ("Psi",)}, "Chi doesn't break off"),
        ({"Gamma": ("Alpha",)}, "Alpha belongs to Red"),
        ({"Gamma": ("Chi",), "Alpha": ("Chi",)}, "Chi can't pursue Alpha: it doesn't move, leaves itself, or pursues"),
    ],
)
def test_pursuits_that_cannot_be(chases, told):
    with pytest.raises(RuleError, match=told):
        pursue(breaking_off(), 1, Pursuit(chases))


@pytest.mark.rule("HG-C31")
def test_a_chase_is_a_battle_of_its_own():
    turned = pursue(breaking_off(), 1, Pursuit({"Alpha": ("Chi",)}))
    battle = turned.battle
    chase = next(fight for fight in battle.apart if fight.name == "chase of Alpha")
    assert (chase.turn, chase.step, chase.began) == (2, Step.FORMATION, 2)
    assert "Alpha" not in battle.ships
    assert [waiting.battle for waiting in pending(battle)] == ["chase of Alpha"] * 2
    assert BATTLE.load(BATTLE.dump(battle)) == battle
    played = in_fight(battle, "chase of Alpha", lambda fight: play_turn(fight, ScriptedDice([1] * 500), COMBAT))
    assert isinstance(played.events[0], Elsewhere)
    assert next(fight for fight in played.battle.apart if fight.name == "chase of Alpha").turn == 3
    both = play_round(battle, ScriptedDice([1] * 500), COMBAT)
    assert [fight.turn for fight in fights(both.battle)] == [1, 3]  # nobody of Red is left in the main battle
    assert any(isinstance(event, Elsewhere) and event.battle == "chase of Alpha" for event in both.events)
    with pytest.raises(RuleError, match="There is no battle"):
        in_fight(battle, "chase of Zeta", lambda fight: play_turn(fight, NO_DICE, COMBAT))


def test_a_ship_that_cannot_move_any_more_stays():
    choices = (Decisions(), Decisions((("Gamma",),)))
    battle = in_combat(battle_of(IMPERIALS, SOLOMANI), ["Gamma"], ["Chi"], decisions=choices)
    gamma = battle.ships["Gamma"]
    adrift = replace(gamma.vessel, now=replace(gamma.vessel.now, maneuver=0))
    after = hold_fire(battle.with_ships([replace(gamma, vessel=adrift)]))
    assert after.ships["Gamma"].place is Station.LINE


def test_who_escapes_unpursued_is_told_of_the_one_who_could_not_follow_first():
    """Nobody can follow anybody: all leave at once, those whom the first side lets go before its own."""
    red, blue = [ship("Alpha", 2), ship("Gamma", 5)], [ship("Chi", 2), ship("Omega", 5)]
    choices = (Decisions((("Chi",), ("Omega",))), Decisions((("Alpha",), ("Gamma",))))
    battle = in_combat(battle_of(red, blue), ["Gamma", "Alpha"], ["Omega", "Chi"], decisions=choices)
    turned = Turned(battle)
    while turned.battle.step is Step.COMBAT:
        turned = fire(turned.battle, turned.battle.waiting[0], Fire(), NO_DICE, COMBAT)
    assert [event.side for event in turned.events if isinstance(event, Left)] == [1, 1, 0, 0]
