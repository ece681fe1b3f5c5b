"""Shots of Combat 3000 for its tests, written in a line each."""

from pathlib import Path

from bot.systems.combat3000.aim.shot import TO_HIT, Optics, Shot, Situation, chance_of
from bot.systems.combat3000.asked.circumstances import Circumstances, Gait, Lighting, Mode
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.figure.sheet import Profile
from bot.systems.combat3000.lists.weapons import Class

TABLES = load_book(Path(__file__).parents[3] / "data" / "combat3000")
NOBODY = Profile()


def situation(cm=20, mode="normal", gait="still", light="normal", *, area=False, **more):
    """A shot's circumstances; what isn't the situation's own was asked for."""
    own = {name: more.pop(name) for name in list(more) if name in Situation.__dataclass_fields__}
    spread = "area" if area else "single"
    return Situation(
        cm, Mode(mode), Circumstances(gait=Gait(gait), light=Lighting(light), spread=spread, **more), **own
    )


def sight(code):
    found = TABLES.sights[code]
    return Optics(found.name, found.accuracy, found.night, found.reflex, found.always)


def shot(kind="S", accuracy=0, profile=NOBODY, weapon=None, **more):
    """A shot at 20 cm with a plain rifle, but for what is given; circumstances go to its situation."""
    own = {name: more.pop(name) for name in list(more) if name in Shot.__dataclass_fields__}
    if weapon is not None:
        kind, accuracy = TABLES.weapons[weapon].kind, TABLES.weapons[weapon].accuracy
    return Shot(profile, Class(kind), accuracy, situation(**more), **own)


def percent(**circumstances):
    return chance_of(shot(**circumstances), TO_HIT).percent


def why(**circumstances):
    """The reasons of a chance, by their labels."""
    return {modifier.label: modifier.dm for modifier in chance_of(shot(**circumstances), TO_HIT).modifiers}
