"""What the worked cases of fire ask for, by the rule that a case names."""

from dataclasses import replace
from fractions import Fraction

from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.combat3000.aim.eligible import Attempt, Hindrances, Use, dead_ground, forbidden, in_arc, seen_to
from bot.systems.combat3000.aim.hitroll import SUB_PHASE, in_order, throw_timing
from bot.systems.combat3000.aim.shot import TO_HIT, band_of, chance_of
from bot.systems.combat3000.asked.circumstances import Lighting
from bot.systems.combat3000.lists.costs import cost_of
from bot.systems.combat3000.lists.weapons import Class
from tests.systems.combat3000.shots import NOBODY, TABLES, shot, sight, situation

RENAMED = {"range_cm": "cm", "area_fire": "area", "aim_turns": "aiming", "weapons_fired": "together"}


def range_modifier(range_cm):
    modifiers = chance_of(shot(cm=range_cm), TO_HIT).modifiers
    return {"band": band_of(range_cm).value, "modifier": sum(modifier.dm for modifier in modifiers)}


def target_moved_modifier(moved_cm):
    return sum(modifier.dm for modifier in chance_of(shot(moved=moved_cm), TO_HIT).modifiers)


def to_hit(weapon=None, creature=None, speculative=False, aim_turns=0, **inputs):
    named = {RENAMED.get(name, name): value for name, value in inputs.items()}
    mode = "speculative" if speculative else "aimed" if aim_turns else "normal"
    if creature:
        named["profile"] = TABLES.creatures[creature.capitalize()].profile
    if "sight" in named:
        named["sight"] = sight(named["sight"])
    made = shot(weapon=weapon and str(weapon), mode=mode, aiming=aim_turns, **named)
    return {"percent": chance_of(made, TO_HIT).percent}


MOUNTS = {0: None, 1: "M402", 2: "M404", -1: "M403"}


def timed(weapon_type="S", panic=False, mount_reflex=0, reflex=0, aimed=False, same_target=False):
    mount = MOUNTS[mount_reflex] and sight(MOUNTS[mount_reflex])
    mode = "panic" if panic else "aimed" if aimed else "normal"
    profile = replace(NOBODY, reflex=reflex)
    more = {"mode": mode, "aiming": int(aimed), "mount": mount, "tried_before": same_target}
    return shot(kind=weapon_type, profile=profile, **more)


def fire_subphase(die, **firer):
    timing = throw_timing(timed(**firer), SUB_PHASE, ScriptedDice([die]))
    return {"score": timing.check.total, "phase": timing.phase, "fires": timing.phase is not None}


def fire_subphase_dist():
    return exact(lambda dice: throw_timing(timed(), SUB_PHASE, dice).phase, of=str)


def fires_before(a, b):
    def order(dice):
        mine, other = throw_timing(timed(**a), SUB_PHASE, dice).phase, throw_timing(timed(**b), SUB_PHASE, dice).phase
        if mine is None and other is None:
            return "neither"
        if mine is None or other is None:
            return "later" if mine is None else "earlier"
        return "same" if mine == other else "earlier" if mine < other else "later"

    return exact(order, of=str)


def resolve_fire(shots):
    order = in_order(
        [(one, one["phase"]) for one in shots],
        lambda one: one["id"],
        lambda now, before: ((*before, *now), [one["target"] for one in now if one["hit"]]),
        lambda _, before: before,
        (),
    )
    return [one["id"] for one in order]


def visibility(size, light):
    return seen_to(TABLES.visibility, size, Lighting(light))


def arc(bearing_off_front, creature="human"):
    return in_arc(TABLES.creatures[creature.capitalize()], bearing_off_front)


def eligible(aware):
    refused = forbidden(Attempt("A", Use("Gun", Class.SHOULDER), situation(), outlook=Hindrances(unaware=not aware)))
    return "not aware" if refused and "not aware" in refused else refused


def may_fire(weapon_type, launcher, gait):
    return forbidden(Attempt("A", Use("Gun", Class(weapon_type), launcher, hands=2), situation(gait=gait))) is None


def weapon(code):
    row = TABLES.weapons[str(code)]
    return {
        "prefix": row.prefix,
        "accuracy": row.accuracy,
        "reload_type": row.reload.value,
        "cost": row.cost,
        "breakdown": row.breakdown,
    }


def ammunition(code, calibre):
    row = TABLES.shells.get(f"{code}{calibre}") or TABLES.shells[str(code)]
    grenade = row.form.value != "shell only"
    return {
        "diameter": row.diameter,
        "effect": row.effect,
        "accuracy": row.accuracy,
        "cost": row.cost,
        "as_grenade": grenade,
    }


def close_weapon(code):
    row = TABLES.close[str(code)]
    return {"handling": row.handling, "effect": row.effect, "cost": row.cost}


def sight_row(code):
    row = TABLES.sights[code]
    return {"ws": row.ws, "accuracy": row.accuracy, "night": row.night, "reflex": row.reflex, "cost": row.cost}


def armour(code):
    row = TABLES.armour[str(code)]
    return {"effect": row.value, "scope": row.scope.value, "cost": row.cost, "encumbrance": row.load}


def code_cost(creatures=(), magazines=(), shells=(), **more):
    codes = {name: [str(code) for code in listed] for name, listed in more.items()}
    return cost_of(
        TABLES,
        creatures=[name.capitalize() for name in creatures],
        spares=[str(code) for code in magazines],
        shells=[(str(code), number) for code, _, number in shells],
        **codes,
    )


def ht_dead_ground(**inputs):
    """The case asks whether the place may be reached, not whether it lies in dead ground."""
    return not dead_ground(**inputs)


ADAPTERS = {
    "range_modifier": range_modifier,
    "target_moved_modifier": target_moved_modifier,
    "to_hit": to_hit,
    "fire_subphase": fire_subphase,
    "fire_subphase_dist": fire_subphase_dist,
    "fires_before": fires_before,
    "resolve_fire": resolve_fire,
    "visibility": visibility,
    "in_arc": arc,
    "eligible": eligible,
    "may_fire": may_fire,
    "ht_dead_ground": ht_dead_ground,
    "weapon": weapon,
    "ammunition": ammunition,
    "close_weapon": close_weapon,
    "sight": sight_row,
    "mount": sight_row,
    "armour": armour,
    "code_cost": code_cost,
}


def number(value):
    return Fraction(value) if isinstance(value, str) and "/" in value and value[0].isdigit() else value
