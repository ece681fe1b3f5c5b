"""What the worked cases of a battle ask for, by the rule that a case names."""

from bot.engine.dice import Modifier, ScriptedDice, applied
from bot.engine.odds import exact
from bot.systems.highguard.battle import boarding, pursuit, repairs
from bot.systems.highguard.battle.boarding import throw_pair
from bot.systems.highguard.combat import readiness

BOTH = ("A", "B")


def dms(amounts):
    return tuple(tuple(Modifier(dm, "DM", "case") for dm in (amount,) if dm) for amount in amounts)


def chance(modifiers, dice):
    """How likely the first wins: of the pairs of throws that decide, those that are theirs (ties are thrown again)."""
    chances = exact(
        lambda branch: throw_pair(BOTH, modifiers, branch, dice),
        of=lambda pair: "tie" if pair.totals[0] == pair.totals[1] else pair.winner,
    )
    return chances[0] / (chances[0] + chances.get(1, 0))


def fleets(a, b, ships_a=0, ships_b=0):
    return boarding.Fleet(min(a), ships_a), boarding.Fleet(min(b), ships_b)


def faster_fleet(a, b):
    modifiers = boarding.initiative_modifiers(fleets(a, b))
    return next((name for name, own in zip(BOTH, modifiers, strict=True) if own), None)


def throw_initiative(agility_a, agility_b, ships_a, ships_b):
    modifiers = boarding.initiative_modifiers(fleets(agility_a, agility_b, ships_a, ships_b))
    totals = [sum(modifier.dm for modifier in side) for side in modifiers]
    return {"dm_a": totals[0], "dm_b": totals[1], "p_a": chance(modifiers, boarding.INITIATIVE_DICE)}


def jump_turns(pp, jump):
    return pursuit.jump_turns(readiness.jump_energy(100, jump), pp)


def boarding_resolve(roll_a, dm_a, roll_b, dm_b):
    parties = boarding.Party(1000, dm=dm_a - 200), boarding.Party(1000, dm=dm_b - 200)
    fought = boarding.board(*parties, ScriptedDice([roll_a, roll_b]))
    first, second = fought.casualties
    return {"winner": "A" if fought.carried else "B", "casualties_a": first, "casualties_b": second}


def boarding_dm(**party):
    return sum(modifier.dm for modifier in applied(boarding.BOARDING, boarding.Party(**party)))


def frozen_watch(crew, full, revived):
    begun = repairs.revive(repairs.Watch(crew, full, revived))
    later = begun
    for _ in range(begun.turns):
        later = repairs.turn_passes(later)
    return {"crew": later.crew, "turns": begun.turns, "revived": later.revived}


ADAPTERS = {
    "faster_fleet": faster_fleet,
    "initiative": throw_initiative,
    "jump_energy": readiness.jump_energy,
    "jump_turns": jump_turns,
    "breakoff_agility": lambda group, reserve=False: pursuit.breakoff_agility(group, screened=reserve),
    "can_pursue": lambda pursuer, target: pursuit.can_pursue(pursuer, group=target),
    "boarding_resolve": boarding_resolve,
    "boarding_dm": boarding_dm,
    "p_contest": lambda dm_a, dm_b, dice: chance(dms((dm_a, dm_b)), dice),
    "security_troops": boarding.security_troops,
    "repair_attempts": repairs.repair_attempts,
    "repair_cost": repairs.repair_cost,
    "frozen_watch": frozen_watch,
}
