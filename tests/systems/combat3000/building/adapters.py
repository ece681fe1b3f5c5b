"""What the worked cases of destruction ask for, by the rule that a case names."""

from bot.engine.odds import exact
from bot.systems.combat3000.building import structures
from bot.systems.combat3000.building.hits import Impact, Site, Toll, hit
from bot.systems.combat3000.building.structures import Build, Structure
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.hit.moment import Moment
from bot.systems.combat3000.loading.arming import as_fired
from tests.systems.combat3000.shots import TABLES

MATERIALS = {"armour": Build.ARMOURED, "armoured": Build.ARMOURED}


def build_of(words):
    """What it is built of: a light wall, a heavy door, armour."""
    first = words.split()[0]
    return MATERIALS.get(first) or Build(first)


def shell_of(ammo, calibre):
    return TABLES.shells.get(str(ammo)) or TABLES.shells[f"{ammo}{calibre}"]


def destructive(weapon=None, ammo=None, calibre=None, setting=""):
    arm = TABLES.weapons[str(weapon)] if weapon else None
    shell = shell_of(ammo, calibre) if ammo else None
    effect = as_fired(arm, shell, setting).force.effect if arm and (shell or not arm.launcher) else None
    return structures.destructive(arm, shell, effect)


def heavy_hits(hits):
    wall, as_light = Structure("a wall", build=Build.HEAVY), 0
    for _ in range(hits):
        wall, counts = structures.struck(wall)
        as_light += counts
    return {"becomes_light": wall.stands_as is Build.LIGHT, "effective_hits_as_light": as_light}


def building_falls_chance(unsafe):
    rooms = tuple(Structure(f"room {each}", building="the fort", down=unsafe and each > 1) for each in (1, 2))
    rooms = (*rooms, Structure("room 3", building="the fort", upper=True))
    site, blow = Site(rooms, Moment({}, TABLES)), Impact("a shell", Force(1), destroys=True)
    return exact(lambda dice: hit(site, rooms[0], blow, dice)[1].came, of=Toll).get(Toll.WHOLE, 0)


def shoot_lock(kind, effect, armour=0):
    return effect >= structures.lock_needs(build_of(kind), armour)


def laser_cut(material, armour=0):
    return structures.cut_depth(build_of(material), armour)


def laser_can_cut(distance_cm, heavy=False, mounted=False, stationary=True):
    return structures.can_cut(distance_cm, heavy=heavy, mounted=mounted, still=stationary)


ADAPTERS = {
    "destructive": destructive,
    "heavy_hits": heavy_hits,
    "building_falls_chance": building_falls_chance,
    "break_door": lambda strength=0: structures.turns_to_break(strength),
    "shoot_lock": shoot_lock,
    "sabotage_turns": lambda die, dexterity=0: structures.sabotage_turns(die or 10, dexterity),
    "laser_cut": laser_cut,
    "laser_can_cut": laser_can_cut,
}
