"""Whole battles, recorded throw by throw: a black globe under fire, and a prize taken after a breakthrough."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.systems.highguard.battle.assault import Assault
from bot.systems.highguard.battle.course import RangeChoice, answer
from bot.systems.highguard.battle.decisions import Decisions, JumpOrder
from bot.systems.highguard.battle.fire import Defence, Fire, Guard, Volley
from bot.systems.highguard.battle.report import Boarded, Broken, Damaged, Fired, Left, Ranged
from bot.systems.highguard.battle.state import BATTLE, Formation, Station, Step
from bot.systems.highguard.battle.terminal import Upkeep
from bot.systems.highguard.combat.readiness import agility, can_attack, disabled
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.vessel import People
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, plain


class Recording:
    """A battle played choice by choice, stored and loaded before each."""

    def __init__(self, battle):
        self.battle, self.events = battle, []

    def play(self, side, choice, *faces):
        """One choice with exactly these dice; the events that it led to."""
        dice = ScriptedDice(faces)
        self.battle = BATTLE.load(BATTLE.dump(self.battle))
        turned = answer(self.battle, side, choice, dice, COMBAT)
        assert dice.left == []
        self.battle = turned.battle
        self.events = list(turned.events)
        return self.events

    def ship(self, name):
        return self.battle.ships[name]

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]


GLOBE = plain(
    "Globe", armed("missile", 9), armed("laser", 9), factors={"globe": 4}, capacity=Fraction(1_000), agility=3, power=5
)
ATTACKER = plain("Hammer", armed("missile", 9, 10), armed("laser", 9, 10))


@pytest.mark.rule("HG-G05", "HG-G07", "HG-G08")
def test_a_globe_takes_energy_lets_it_out_and_jumps_on_it():
    game = Recording(battle_of([GLOBE], [ATTACKER]))
    game.play(0, Formation(("Globe",)))
    game.play(1, Formation(("Hammer",)), 6, 6, 1, 1)  # Globe attacks
    game.play(1, Decisions())
    game.play(0, Decisions(globe={"Globe": 40}))
    assert agility(game.ship("Globe").vessel) == 2  # 3 less 40 percent: 1.8
    # One nuclear missile battery: 2 to hit and 2 for agility, 6+6 hits; the laser is held back.
    game.play(1, Fire((Volley("Hammer", "missile", "Globe"),)), 6, 6)
    # +6 and twice 4 levels: 2D+8-6 on the surface is 6+6+8 = 20, on radiation 6+6+14 = 26.
    [fired] = [event for event in game.play(0, Defence(), 6, 6, 6, 6) if isinstance(event, Fired)]
    assert fired.strike.energy == 360  # 40 percent of 100 for each of nine factors
    assert [roll.check.total for roll in fired.strike.damage] == [20, 26]
    assert game.ship("Globe").vessel.stored == 0  # nothing counts before the damage step
    game.play(0, Fire())
    # 500 EP a turn less 40 percent let 300 out: 60 stay.
    assert game.ship("Globe").vessel.stored == 60
    assert (game.battle.turn, game.battle.step) == (2, Step.FORMATION)
    _second_turn(game)


def _second_turn(game):
    """Behind the globe wholly on all fire strikes by itself and is absorbed; the energy pays for a jump."""
    game.play(0, Formation(("Globe",)))
    game.play(1, Formation(("Hammer",)), 6, 6, 1, 1)
    game.play(0, RangeChoice(Range.LONG))
    game.play(1, Decisions())
    jump = {"Globe": JumpOrder(2, "Regina", Fraction(0))}
    game.play(0, Decisions(jump=jump, globe={"Globe": 100}))
    # Ten laser batteries of factor 9 give 9 EP each, the high explosive missiles 18 each: no dice at all.
    order = Fire((Volley("Hammer", "laser", "Globe", 10), Volley("Hammer", "missile", "Globe", 10, nuclear=False)))
    struck = [event for event in game.play(1, order) if isinstance(event, Fired)]
    assert [event.strike.energy for event in struck] == [9] * 10 + [18] * 10
    assert all(event.strike.damage == () for event in struck)
    game.play(0, Fire())
    # 60 + 90 + 180 are 330, and jump 2 takes 400: she stays.
    assert (game.ship("Globe").place, game.ship("Globe").vessel.stored) == (Station.LINE, 330)
    game.play(0, Formation(("Globe",)))
    game.play(1, Formation(("Hammer",)), 6, 6, 1, 1)
    game.play(0, RangeChoice(Range.LONG))
    game.play(1, Decisions())
    game.play(0, Decisions(jump=jump, globe={"Globe": 100}))
    game.play(1, Fire((Volley("Hammer", "laser", "Globe", 10),)))
    game.play(0, Fire())
    assert game.of(Left) == [Left(("Globe",), 0, "Regina")]
    assert game.ship("Globe").vessel.stored == 20  # 420 less 400
    assert game.battle.step is Step.OVER


@pytest.mark.rule("HG-G07", "HG-G10", "HG-G11")
def test_a_globe_that_takes_too_much_destroys_its_ship():
    game = Recording(battle_of([replace(GLOBE, capacity=Fraction(899))], [ATTACKER]))
    game.play(0, Formation(("Globe",)))
    game.play(1, Formation(("Hammer",)), 6, 6, 1, 1)
    game.play(1, Decisions())
    game.play(0, Decisions(globe={"Globe": 100}))
    game.play(1, Fire((Volley("Hammer", "missile", "Globe"),)))  # 900 EP
    game.play(0, Fire())
    assert [(event.ship, event.lost) for event in game.of(Damaged)] == [("Globe", "overloaded")]
    assert game.ship("Globe").place is Station.DESTROYED


@pytest.mark.rule("HG-G11")
def test_in_the_turn_after_the_globe_all_fire_hits_but_must_penetrate():
    game = Recording(battle_of([GLOBE], [ATTACKER]))
    for globe in (100, 0):
        game.play(0, Formation(("Globe",)))
        game.play(1, Formation(("Hammer",)), 6, 6, 1, 1)
        if game.battle.step is Step.RANGE:
            game.play(0, RangeChoice(Range.LONG))
        game.play(1, Decisions())
        game.play(0, Decisions(globe={"Globe": globe}))
        if globe:
            game.play(1, Fire())
            game.play(0, Fire())
    game.play(1, Fire((Volley("Hammer", "missile", "Globe"),)))  # strikes without a throw
    assert len(game.battle.incoming) == 1
    # Laser 9 against missile 9: 5 and more; 1+1 is stopped.
    [fired] = [event for event in game.play(0, Defence((Guard(1, "laser"),)), 1, 1) if isinstance(event, Fired)]
    assert (fired.strike.struck, fired.strike.penetrated) == (True, False)


SQUADRON = plain("Victor", armed("missile", 9, 10), people=People(crew=300, marines=50))
PREY = plain("Prey", armed("missile", 3), agility=0, people=People(crew=60))
TENDER = plain("Tender", armed("sand", 9, 2), agility=4)


@pytest.mark.rule("HG-C26", "HG-C27", "HG-B01")
def test_a_line_is_broken_the_reserve_suffers_and_the_prize_is_boarded():
    game = Recording(battle_of([SQUADRON], [PREY, TENDER]))
    game.play(0, Formation(("Victor",)))
    game.play(1, Formation(("Prey",)), 6, 6, 1, 1)
    game.play(1, Decisions())
    game.play(0, Decisions())
    game.play(1, Fire((Volley("Prey", "missile", "Victor", 1),)), 1, 1)
    # A nuclear missile battery hits Prey on 2: Weapon-3 takes the last factors of its only battery.
    game.play(0, Fire((Volley("Victor", "missile", "Prey"),)), 1, 1, *_DAMAGE)
    assert game.of(Broken) == [Broken(1)]
    assert not can_attack(game.ship("Prey").vessel)
    # Victor fires again at the reserve; Tender's sand meets the one hit, and stops it.
    game.play(0, Fire((Volley("Victor", "missile", "Tender", 10),)), 6, 6, *[1, 2] * 9)
    assert (game.battle.step, game.battle.waiting) == (Step.DEFENCE, (1,))
    game.play(1, Defence((Guard(1, "sand", 2),)), 6, 6, 1, 1)
    assert game.ship("Tender").fired == {}  # the turn is over
    assert game.battle.turn == 2
    _boarded(game)


# 2D on the surface with +6-6: 8 is Weapon-3; on radiation with +6: 1+1 is 8, Computer-2.
_DAMAGE = (4, 4, 1, 1)


def _boarded(game):
    """Prey loses its drive, its side opens the range, and Victor's marines go over."""
    prey = game.ship("Prey")
    adrift = replace(prey.vessel, now=replace(prey.vessel.now, maneuver=0, crew=0))
    game.battle = game.battle.with_ships([replace(prey, vessel=adrift)])
    assert disabled(adrift)
    for reach in (Range.SHORT, Range.LONG):
        game.play(1, Formation(("Tender",)))
        game.play(0, Formation(("Victor",)), 1, 1, 6, 6)  # Blue attacks
        game.play(1, RangeChoice(reach))
        told = game.of(Ranged)
        game.play(0, Decisions())
        game.play(1, Decisions())
        game.play(0, Fire())
        game.play(1, Fire())
        if game.battle.step is Step.BREAKTHROUGH:
            game.play(0, Fire())
    assert told == [Ranged(Range.LONG, 1, ("Prey",))]
    assert (game.battle.step, game.battle.waiting) == (Step.TERMINAL, (0,))
    # 3 + 10 for fifty marines against 4 + 0.
    game.play(0, Upkeep(boardings=(Assault("Victor", "Prey"),)), 3, 4)
    [boarded] = game.of(Boarded)
    fought = boarded.melee
    assert (fought.carried, fought.casualties, fought.contest.totals) == (True, (8, 0), (13, 4))
    assert game.ship("Prey").side == 0
    assert game.ship("Prey").vessel.people.marines == 42
