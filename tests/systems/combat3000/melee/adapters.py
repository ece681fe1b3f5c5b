"""What the worked cases of close combat ask for, by the rule that a case names."""

from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.combat3000.figure.sheet import Profile
from bot.systems.combat3000.lists.others import Armour, CloseWeapon, Scope
from bot.systems.combat3000.melee.blows import Striker, Struggle, Wielded, throw_blow, throw_strike
from tests.systems.combat3000.targets import pieces


def weapon(handling=0, effect=0):
    return CloseWeapon("", "weapon", handling, effect, 0, 1, None, 0, frozenset(), frozenset())


def striker(name="Ann", handling=0, opponents=1, effect=0, two_weapons=False, combat_round=1, **ratings):
    wielded = Wielded("weapon", weapon(handling, effect))
    return Striker(name, Profile(**ratings), wielded, combat_round, opponents, 1 + two_weapons)


def strike_phase(die, **one):
    timing = throw_strike(striker(**one), ScriptedDice([die]))
    return {"score": timing.check.total, "phase": timing.phase, "strikes": timing.phase is not None}


def strikes_first(a, b):
    def order(dice):
        mine, other = throw_strike(striker(**a), dice).phase, throw_strike(striker(**b), dice).phase
        if mine is None and other is None:
            return "neither"
        if mine is None or other is None:
            return "second" if mine is None else "first"
        return "same" if mine == other else "first" if mine < other else "second"

    return exact(order, of=str)


def struggle(effect, opp_armour=0, opp_armour_codes=(), two_weapons=False, **opponent):
    theirs = Profile(**{name.removeprefix("opp_"): value for name, value in opponent.items()})
    worn = pieces(*opp_armour_codes)
    if opp_armour:
        worn = (*worn, Armour("", "armour", opp_armour, Scope.ALL, 0, 0, 0, 0, 0, 0, 0, frozenset()))
    return Struggle(striker(effect=effect, two_weapons=two_weapons), theirs, tuple(worn))


def close_kill(effect, **opponent):
    return exact(lambda dice: throw_blow(struggle(effect, **opponent), dice).made, of=bool)[True]


def close_blow(dice, effect, **opponent):
    check = throw_blow(struggle(effect, **opponent), ScriptedDice(dice))
    return {"total": check.total, "killed": check.made}


def laser_pike_handling(combat_round):
    return striker(combat_round=combat_round, handling=None).handling


ADAPTERS = {
    "strike_phase": strike_phase,
    "strikes_first": strikes_first,
    "close_kill": close_kill,
    "close_blow": close_blow,
    "laser_pike_handling": laser_pike_handling,
}
