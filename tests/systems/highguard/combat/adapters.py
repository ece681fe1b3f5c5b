"""What the worked cases of combat ask for, by the rule that a case names."""

from dataclasses import replace
from fractions import Fraction

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.systems.highguard.combat import readiness
from bot.systems.highguard.combat.attack import (
    aim,
    automatic_criticals,
    damage_modifiers,
    hit_energy,
    obstacle,
    strike,
    throw_damage,
    throw_through,
    throw_to_hit,
    throws,
)
from bot.systems.highguard.combat.losses import battery_lost, fuel_left, suffer
from bot.systems.highguard.combat.readiness import (
    agility,
    computer_level,
    discharged,
    jump,
    maneuver,
    output,
    skill_bonus,
    take_energy,
)
from bot.systems.highguard.combat.shot import Battery, Range, Shot
from bot.systems.highguard.combat.tables import CRITICAL, INTERIOR, RADIATION, SURFACE
from bot.systems.highguard.combat.vessel import Readied
from bot.systems.highguard.design.usp import VALUES
from tests.systems.highguard.combat.fleet import COMBAT, arms, result, vessel
from tests.systems.highguard.yard import TABLES

# The text calls a weapon, a defence or a table so; the code so.
WEAPONS = {"missile_he": "missile HE", "missile_nuc": "missile nuclear", "beam": "beam laser", "pulse": "pulse laser"}

DEFENCES = {"nuclear_damper": "damper", "meson_screen": "meson screen"}

TABLE_NAMES = {"surface": SURFACE, "radiation": RADIATION, "interior": INTERIOR, "critical": CRITICAL}

RENAMED = {"comp": "computer", "tcomp": "target_computer", "flicker_target": "flicker"}
RENAMED |= {"flicker_attacker": "own_flicker", "auto_hit": "strikes"}


def shot(weapon, factor, size="K", range="short", **circumstances):  # noqa: A002 - the case's own word
    named = {RENAMED.get(name, name): value for name, value in circumstances.items()}
    code = VALUES[str(factor)]
    spinal = TABLES.spinal[weapon, factor].ep if code > 9 else 0
    battery = Battery(COMBAT.weapons[WEAPONS.get(weapon, weapon)], code, Fraction(spinal))
    return Shot(battery, Range(range), size=str(size), size_dm=COMBAT.size_dm(str(size)), **named)


def chance_of(resolve):
    return exact(resolve, of=lambda made: made).get(True, 0)


def to_hit(**inputs):
    try:
        ready = aim(shot(**inputs), COMBAT)
    except RuleError:
        return {"allowed": False}
    dm = sum(modifier.dm for modifier in ready.to_hit)
    chance = chance_of(lambda dice: throw_to_hit(ready, dice).made)
    return {"allowed": True, "base": ready.needed, "dm": dm, "need": ready.needed - dm, "p": chance}


def met_by(situation, defence, factor):
    return obstacle(situation, DEFENCES.get(defence, defence), int(factor), COMBAT)


def penetrate(defense, defense_factor, **inputs):
    met = met_by(shot(**inputs), defense, defense_factor)
    if met is None:
        return {"applies": False, "p": 1}
    dm = sum(modifier.dm for modifier in met.modifiers)
    chance = chance_of(lambda dice: throw_through(met, dice).check.made)
    return {"applies": True, "base": met.needed, "dm": dm, "need": met.needed - dm, "p": chance}


def attack_chance(defenses, **inputs):
    situation = shot(**inputs)
    met = [found for each in defenses if (found := met_by(situation, *each))]
    ready = replace(aim(situation, COMBAT), tables=(), criticals=0)  # the damage makes no difference here
    return chance_of(lambda dice: strike(ready, met, dice, COMBAT).penetrated)


def damage_rolls(**inputs):
    situation = shot(**inputs)
    names = {table: name for name, table in TABLE_NAMES.items()}
    return {names[table]: throws(situation) for table in situation.battery.kind.damage}


def damage_dm(table, **inputs):
    return sum(modifier.dm for modifier in damage_modifiers(TABLE_NAMES[table], shot(**inputs)))


def damage_distribution(table, dm, chain=False):
    """A damage throw with this DM: armor alone gives any of them."""
    modifiers = damage_modifiers(SURFACE, replace(shot("particle", "A"), armor=dm)) if dm else ()

    def outcome(roll):
        if not chain:
            return str(roll.result)
        return f"Critical: {roll.last.result}" if roll.last.table == CRITICAL else str(roll.last.result)

    return exact(lambda dice: throw_damage(TABLE_NAMES[table], modifiers, dice, COMBAT), of=outcome)


def weapon_hit(batteries, factor, hits):
    weapon = arms("missile", factor, batteries)
    for _ in range(hits):
        weapon = battery_lost(weapon)
    return {"batteries": weapon.batteries, "factor": weapon.factor}


def globe_turn(capacity, stored, hits, flicker, ep):
    """A ship of 100 tons for each energy point that its plant of number 1 makes."""
    ship = vessel(tons=ep * 100, power=1, capacity=Fraction(capacity), stored=Fraction(stored))
    ship = replace(ship, stance=Readied(globe_on=True) if flicker == 100 else Readied(flicker=flicker))
    ship = take_energy(ship, [readiness.absorbed(energy, flicker) for energy in hits])
    return {"destroyed": bool(ship.destroyed), "stored": discharged(ship).stored}


def thrown(table, told):
    """A throw on a damage table that came to what the table prints: `Power Plant-2`."""
    words, _, many = told.rpartition("-")
    return result(words or told, int(many) if words else 0, TABLE_NAMES[table])


def after_damage(ship, results):
    """A cruiser after these results, at most with some of its numbers changed."""
    changes = dict(ship)
    armament = [arms(place, *counts) for place, counts in changes.pop("weapons", {}).items()]
    draws = tuple((name, Fraction(ep)) for name, ep in changes.pop("draws", {}).items())
    stance = Readied(emergency=changes.pop("emergency", False))
    whole = vessel(*armament, draws=draws, stance=stance, **changes)
    hurt, _ = suffer(whole, [thrown(*each) for each in results], ScriptedDice([]))
    now = hurt.now
    return {
        "agility": agility(hurt),
        "maneuver": maneuver(hurt),
        "jump": jump(hurt),
        "computer": computer_level(hurt),
        "ep": output(hurt),
        "fuel": hurt.fuel,
        "crew": now.crew,
        "armor": now.armor,
        "damper": now.damper,
        "meson_screen": now.meson_screen,
        "damper+meson_screen": now.damper + now.meson_screen,
        **{weapon.place: weapon.batteries for weapon in now.armament},
    }


ADAPTERS = {
    "after_damage": after_damage,
    "size_dm": COMBAT.size_dm,
    "to_hit": to_hit,
    "penetrate": penetrate,
    "attack_chance": attack_chance,
    "damage_rolls": damage_rolls,
    "auto_criticals": lambda **inputs: automatic_criticals(shot(**inputs)),
    "damage_dm": damage_dm,
    "table_result": lambda table, total: str(COMBAT.result(TABLE_NAMES[table], total)),
    "damage_distribution": damage_distribution,
    "fuel_hit": lambda current, capacity, n: fuel_left(current, tankage=capacity, number=n),
    "weapon_hit": weapon_hit,
    "globe_energy": lambda **inputs: hit_energy(shot(**inputs).battery),
    "globe_absorb": readiness.absorbed,
    "globe_discharge": lambda ep, flicker: readiness.discharge(output=ep, flicker=flicker),
    "globe_agility": readiness.flickering_agility,
    "globe_turn": globe_turn,
    "max_flicker": readiness.highest_flicker,
    "skill_mod": skill_bonus,
    "effective_computer": lambda level, ship_tactics: computer_level(vessel(computer=level, captain=ship_tactics)),
}
