"""Forces, targets and dice for the tests of what hits do, written in a line each."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from bot.engine.asked import maker
from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.combat3000.aim.eligible import Attempt, Use, forbidden
from bot.systems.combat3000.aim.shot import Situation
from bot.systems.combat3000.asked.circumstances import Settled
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Profile, Supply, Vehicle
from bot.systems.combat3000.hit.figures import Effect, Target, strike
from bot.systems.combat3000.hit.kills import Force, strike_vehicle
from bot.systems.combat3000.lists.weapons import Class
from bot.systems.combat3000.options import BASIC, Options

TABLES = load_book(Path(__file__).parents[3] / "data" / "combat3000")
# The settings of a campaign, by their names.
SETTLED = maker(Settled)
WOUNDS = Options(wounds=True)
LOCATIONS = Options(wounds=True, locations=True)


def pieces(*codes):
    return tuple(TABLES.armour[str(code)] for code in codes)


def suit_of(value):
    """A full suit of any value."""
    return replace(TABLES.armour["801"], value=value)


def target(strength=0, armour=(), name="Target", living=True, concealed=(), **sheet):
    figure = Figure(profile=Profile(strength=strength), **sheet)
    return Target(name, figure, tuple(armour), frozenset(concealed), living)


def held(name="Rifle", weapon="45", hand=Hand.BOTH, loaded=12, ammunition="", **more):
    return Carried(name, weapon, hand, Supply(ammunition, loaded), **more)


def struck(faces, effect=0, options=BASIC, hit=None, **force):
    """One whole hit by scripted dice, which must all be used."""
    dice = ScriptedDice(faces)
    result = strike(Force(effect, **force), hit or target(), dice, options)
    assert not dice.left, "the rules threw fewer dice than the script holds"
    return result


def effects(force, hit=None, options=BASIC):
    """How likely each effect of one hit is."""
    return exact(lambda dice: strike(force, hit or target(), dice, options).effect, of=lambda effect: effect)


def kills(force, hit=None, options=BASIC):
    return effects(force, hit, options).get(Effect.KILLED, Fraction(0))


def refusal(code, cm):
    """Why a weapon can't be fired at that range; "" where it can."""
    weapon = TABLES.weapons[code]
    use = Use(weapon.name, Class.PISTOL, minimum=weapon.minimum, maximum=weapon.maximum)
    return forbidden(Attempt("Ann", use, Situation(cm), "Bob")) or ""


def knocked_out_chance(force, vehicle):
    """How likely one hit is to knock a vehicle out."""
    chances = exact(lambda dice: strike_vehicle(force, "", vehicle, dice).after.knocked_out, of=bool)
    return chances.get(True, Fraction(0))


def tank(armour=10, crew=3, weapons=("Cannon",), **more):
    mounted = tuple(held(name, "10", Hand.MOUNTED, 20) for name in weapons)
    return Vehicle("V3", armour, crew, mounted, **more)
