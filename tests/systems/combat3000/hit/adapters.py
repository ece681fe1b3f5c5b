"""What the worked cases of hits ask for, by the rule that a case names."""

from collections.abc import Callable
from fractions import Fraction

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.systems.combat3000.aim.hitroll import Roll, judge, thermite_mishap, throw_to_hit
from bot.systems.combat3000.burst import Spot, deviate, pack_explodes, under_circle
from bot.systems.combat3000.figure.sheet import Part, Working, Wound
from bot.systems.combat3000.figure.state import LOCATIONS as FACES
from bot.systems.combat3000.figure.state import (
    conceals,
    location_effect,
    losses,
    strike_location,
    throw_fallen,
    throw_stun,
)
from bot.systems.combat3000.figure.state import damage as dropped_damage
from bot.systems.combat3000.hit.figures import Effect, strike
from bot.systems.combat3000.hit.kills import (
    Damage,
    Force,
    behind,
    damage,
    partial,
    penetrable,
    pierce,
    pierce_wall,
    read_wall,
    strike_vehicle,
)
from bot.systems.combat3000.hit.plights import swirl
from bot.systems.combat3000.loading.arming import as_fired
from bot.systems.combat3000.loading.reloading import Repairer, chances, ever_mended, reload_turns, repair, rest, spend
from tests.systems.combat3000.targets import (
    TABLES,
    WOUNDS,
    held,
    kills,
    knocked_out_chance,
    pieces,
    refusal,
    suit_of,
    tank,
    target,
)

WEAR = {Working.WORKS: "none", Working.DAMAGED: "damaged", Working.RUINED: "destroyed"}


def hit_odds(percent, breakdown):
    return exact(lambda dice: throw_to_hit(percent, breakdown, dice).result, of=str)


def hit_roll(percent, breakdown, roll):
    return judge(roll, percent, breakdown).value


def kill_chance(effect, armour_codes=()):
    return kills(Force(effect), target(armour=pieces(*armour_codes)))


def partial_armour(codes, context="fire"):
    return sum(piece.value for piece in partial(pieces(*codes), close=context == "close combat"))


def penetration_chance(effect, armour):
    return exact(lambda dice: pierce(Force(effect), armour, dice).through, of=bool).get(True, Fraction(0))


def armoured_kill(effect, armour):
    return kills(Force(effect), target(armour=[suit_of(armour)]))


def shot_kill(percent, effect, armour):
    def resolved(dice):
        if throw_to_hit(percent, 0, dice).result is not Roll.HIT:
            return False
        return strike(Force(effect), target(armour=[suit_of(armour)]), dice).effect is Effect.KILLED

    return exact(resolved, of=bool)[True]


def vehicle_rolls(die, effect, armour):
    """How many points it is over; on the table each then does nothing."""
    return strike_vehicle(Force(effect), "tank", tank(armour), ScriptedDice([die, *[1] * 6]), WOUNDS).points


def face(die):
    """On these dice the face 0 is 10."""
    return die or 10


def wound_result(total):
    """The points by the total of a throw of 20 and whatever it takes, or that it kills."""
    result = strike(Force(total - 20), target(), ScriptedDice([10, 10, 1, 1]), WOUNDS)
    return "killed" if result.effect is Effect.KILLED else result.wound.points if result.wound else 0


def wound_dist(effect):
    def resolved(dice):
        result = strike(Force(effect), target(), dice, WOUNDS)
        return "killed" if result.effect is Effect.KILLED else str(result.wound.points if result.wound else 0)

    return exact(resolved, of=str)


def wounded_profile(points):
    lost = losses(points)
    return {"strength": lost.strength, "reflex": lost.reflex, "dexterity": lost.dexterity}


def hit_location_dist(concealed=(), ignore_cover=False):
    hidden = conceals(frozenset(map(Part, concealed)), heavy=ignore_cover, explosive=False)
    return exact(lambda dice: strike_location(dice, hidden).value, of=str)


PARTS = {"arm": Part.LEFT_ARM, "leg": Part.LEFT_LEG, "head": Part.HEAD, "body": Part.BODY}


def weapon_damage_dist(fall_cm):
    return exact(lambda dice: WEAR[throw_fallen(held(), fall_cm, dice).after.working], of=str)


def deviation(direction_die, distance_die, **options):
    found = deviate(ScriptedDice([direction_die, distance_die]), **options)
    return {"direction": found.words, "distance": found.distance}


def deviation_reaches(own_distance_cm, side, radius_cm):
    """Somebody who stands so far on that side, and shots that go to that side."""
    stands = Spot(over=Fraction(own_distance_cm))

    def reaches(dice):
        found = deviate(dice)
        return found.words == side and under_circle(2 * radius_cm, found.place.cm_from(stands))

    return exact(reaches, of=bool)[True]


def confined_effect(effect, template_fits):
    return Force(effect, explosive=True, confined=not template_fits).whole


def plasma_explosion_chance():
    gun = TABLES.weapons["36"]

    def explodes(dice):
        return throw_to_hit(50, gun.breakdown, dice).result is Roll.JAM and pack_explodes(dice).made

    return exact(explodes, of=bool)[True]


def turns_of_reload(weapon, **more):
    return reload_turns(TABLES.weapons[str(weapon)], **more)


def repair_odds(dexterity):
    now, again, lost = chances(Repairer(dexterity)).values()
    return {"now": now, "lost": lost, "again": again, "ever": ever_mended(Repairer(dexterity))}


def inf_ready(turn_last_fired, turn_now):
    weapon = TABLES.weapons["53"]
    carried = spend(held("Blaster", "53", loaded=0), weapon)
    for _ in range(turn_last_fired, turn_now):
        carried = rest(carried)
    return bool(spend(carried, weapon))


def weapon_at(code, range_cm=0, firer_strength=0, ammo=None):
    weapon = TABLES.weapons[str(code)]
    within = {"in_range": not refusal(str(code), range_cm)}
    shell = TABLES.shells[str(ammo)] if ammo else None
    try:
        fired = as_fired(weapon, shell, cm=range_cm, strength=firer_strength)
    except RuleError:
        return within
    return within | {"accuracy": fired.accuracy + fired.shell_accuracy, "effect": fired.force.effect}


def stun_turns(dice, points):
    return throw_stun(Wound(points), ScriptedDice(dice)).turns


def wall_of(kind, armour=None):
    return read_wall(f"3x5 {kind} {armour or ''}")


def wall_penetrated(effect, kind, die=None, armour=None):
    wall = wall_of(kind, armour)
    piercing = pierce_wall(Force(effect), wall, ScriptedDice([die] if die else []))
    return penetrable(wall, effect) and (piercing is None or piercing.through)


def effect_behind_wall(effect, kind, armour=None):
    return behind(Force(effect), wall_of(kind, armour)).effect


ADAPTERS: dict[str, Callable] = {
    "hit_odds": hit_odds,
    "hit_roll": hit_roll,
    "kill_chance": kill_chance,
    "partial_armour": partial_armour,
    "penetration_chance": penetration_chance,
    "armoured_kill": armoured_kill,
    "shot_kill": shot_kill,
    "vehicle_knockout": lambda effect, armour: knocked_out_chance(Force(effect), tank(armour)),
    "vehicle_damage": lambda die: damage(face(die)).value,
    "vehicle_damage_dist": lambda: exact(lambda dice: damage(dice.roll(1, 10, why="")), of=Damage.__str__),
    "vehicle_rolls": vehicle_rolls,
    "wound_result": wound_result,
    "wound_dist": wound_dist,
    "wounded_profile": wounded_profile,
    "stun_turns": stun_turns,
    "hit_location": lambda die: FACES[face(die) - 1].value,
    "hit_location_dist": hit_location_dist,
    "location_effect": lambda area, points: location_effect(PARTS[area], points),
    "weapon_damage": lambda die, explosive=False: WEAR[dropped_damage(die, explosive=explosive)],
    "weapon_damage_dist": weapon_damage_dist,
    "deviation": deviation,
    "deviation_reaches": deviation_reaches,
    "confined_effect": confined_effect,
    "vortex": lambda die: swirl(face(die)).value,
    "thermite_roll": lambda roll: thermite_mishap(roll).value,
    "plasma_explosion_chance": plasma_explosion_chance,
    "reload_turns": turns_of_reload,
    "repair_roll": lambda die, dexterity=0: repair(Repairer(dexterity), ScriptedDice([die])).mending.value,
    "repair_odds": repair_odds,
    "inf_ready": inf_ready,
    "weapon_at": weapon_at,
    "wall_penetrated": wall_penetrated,
    "effect_behind_wall": effect_behind_wall,
}
