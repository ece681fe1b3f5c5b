"""What a battle tells those who read it for the first time: counted, in order, and no more than is so."""

from dataclasses import replace

from bot.systems.highguard.battle.asking import waiting_line
from bot.systems.highguard.battle.logbook import ended_line, losses_text
from bot.systems.highguard.battle.report import Ended
from bot.systems.highguard.battle.state import Step
from bot.systems.highguard.combat.loss import Loss
from bot.systems.highguard.combat.tables import Result
from tests.systems.highguard.battle.fleets import armed, battle_of, plain

ALPHA, BETA = plain("Alpha", armed("laser")), plain("Beta", armed("particle"))
CHI, PSI = plain("Chi", armed("laser")), plain("Psi", armed("meson"))


def test_like_results_are_counted_and_not_listed_one_by_one():
    fuel = [Loss(Result("Fuel", 1), "fuel", 100 - 10 * n, 90 - 10 * n) for n in range(3)]
    losses = [*fuel, Loss(Result("Computer", 1)), Loss(Result("Computer", 1)), Loss(Result("Fuel", 1), "fuel", 70, 60)]
    assert list(losses_text(losses)) == ["3 × Fuel-1: fuel 100 → 70", "2 × Computer-1: nothing", "Fuel-1: fuel 70 → 60"]


def test_each_command_stands_beside_those_who_owe_it():
    chase = replace(battle_of([ALPHA], [CHI]), name="chase of Chi")
    battle = replace(battle_of([BETA], [PSI]), step=Step.TERMINAL, waiting=(0,), apart=(chase,))
    assert waiting_line(battle) == (
        "Waiting: Red, terminal step → /battle decide repair, revive, board or refuel; Red, battle formation in the "
        "chase of Chi; Blue, battle formation in the chase of Chi → /battle form"
    )


def test_the_end_of_one_fight_is_not_the_end_of_the_battle():
    chase = replace(battle_of([ALPHA], [CHI]), name="chase of Chi")
    main = replace(battle_of([BETA], [PSI]), step=Step.OVER, waiting=())
    ended = Ended(0, "no enemy is left")
    assert ended_line(main, ended) == "The battle is over: Red holds the field (no enemy is left)"
    going_on = replace(main, apart=(chase,))
    said = "This fight is over and others go on: Red holds the field (no enemy is left)"
    assert ended_line(going_on, ended) == said
