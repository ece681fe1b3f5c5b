"""What the worked cases of actions and movement ask for, by the rule that a case names."""

from fractions import Fraction

from bot.engine.dice import ScriptedDice
from bot.systems.combat3000.actions import turns_of
from bot.systems.combat3000.lists.weapons import Class
from bot.systems.combat3000.loading import burden
from bot.systems.combat3000.moving import rates
from bot.systems.combat3000.moving.rates import Ground
from bot.systems.combat3000.tasks import read_task
from tests.systems.combat3000.shots import TABLES
from tests.systems.combat3000.table import unit


def action(code, extra_crew=0):
    figure = unit("Ann", weapon="Howitzer").sheet
    task = read_task(f"{code} Howitzer", "Ann", figure, extra_crew, TABLES)
    with_it = "/".join(letter for letter, may in (("W", task.walk), ("F", task.fire)) if may)
    return {"turns": turns_of(task, figure, TABLES), "hands": task.hands, "remark": with_it}


GROUND = {"broken": Ground.DIFFICULT, "difficult": Ground.DIFFICULT}
GAITS = {"walk", "run", "crawl"}


def move_rate(walk, mode, die=None, difficult=False):
    gait = mode if mode in GAITS else "walk"
    ground = Ground.DIFFICULT if difficult else Ground.LEVEL if mode in GAITS else Ground(mode)
    return rates.rate_on_foot(walk, gait, ground, ScriptedDice([] if die is None else [die])).cm


def vehicle_speed(previous, acceleration, max_speed, movement_class, loose=False):
    ground = Ground.LOOSE if loose else Ground.LEVEL
    found = rates.vehicle_range(previous, acceleration, max_speed, movement_class, ground)
    return {"lowest": found.lowest, "highest": found.highest}


def vehicle_terrain(speed, movement_class, terrain):
    return rates.over(Fraction(speed), movement_class, GROUND.get(terrain) or Ground(terrain))


def crosses_bank(movement_class, height_m):
    crosses = rates.crosses_bank(movement_class, Fraction(height_m))
    return {"crosses": crosses, "turns": rates.BANK_TURNS if crosses else None}


def flight(max_speed, accel, pitch, min_speed, speed):
    found = rates.reach(rates.Flight(max_speed, accel, pitch, min_speed), Fraction(speed))
    ahead = {"ahead_min": found.least, "ahead_max": found.most}
    return {**ahead, "climb": found.climb, "dive": found.dive, "left": found.aside, "right": found.aside}


CODES = {"weapon": "type", "magazine": "type", "grenade": "calibre", "partial": "code", "equipment": "code"}


def load_points(kind, n=1, launcher=False, **item):
    code = item[CODES[kind]]
    if kind == "weapon":
        return n * (1 if code == "close combat" else burden.weapon_points(Class(code)))
    if kind == "magazine":
        return n * burden.magazine_points(Class(code), launcher=launcher)
    if kind == "grenade":
        return n * burden.grenade_points(code)
    return n * (TABLES.armour if kind == "partial" else TABLES.equipment)[str(code)].load


def encumbrance(items, strength=0, armour=None):
    points = sum((load_points(**item) for item in items), Fraction(0))
    maximum = burden.limit_of(strength, [str(armour)] if armour else [], TABLES)
    may_run = points < burden.WALKS_ONLY
    return {"points": points, "maximum": maximum, "allowed": points <= maximum, "may_run": may_run}


ADAPTERS = {
    "action": action,
    "move_rate": move_rate,
    "vehicle_speed": vehicle_speed,
    "vehicle_terrain": vehicle_terrain,
    "crosses_bank": crosses_bank,
    "flight": flight,
    "encumbrance": encumbrance,
}
