"""Lights that make an area normal or bright: torch, searchlight and glowlobe (C3K Equipment)."""

from dataclasses import dataclass

from bot.deck.board import Board
from bot.deck.sight import sees
from bot.engine.system import Scene
from bot.systems.combat3000.asked.circumstances import Lighting
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.fire.on_deck import cm_between
from bot.systems.combat3000.hit.plights import helpless

TORCH, SEARCHLIGHT, GLOWLOBE = "E1", "E2", "E22"
# The worst light first.
_ORDER = (Lighting.NIGHT, Lighting.BAD, Lighting.NORMAL, Lighting.BRIGHT)
# How far each reaches in cm; a glowlobe 15 around whoever carries it, a circle of 30.
_GLOW_CM = 15


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light of the list: what it counts as, how far it reaches in cm, and the hands that it takes."""

    name: str
    light: Lighting
    cm: int
    hands: int


LAMPS = {
    TORCH: Lamp("Torch", Lighting.NORMAL, 50, 1),
    SEARCHLIGHT: Lamp("Searchlight", Lighting.BRIGHT, 200, 2),
    GLOWLOBE: Lamp("Glowlobe", Lighting.NORMAL, _GLOW_CM, 0),
}


@dataclass(frozen=True, slots=True)
class Lamplight:
    """In whose light somebody is, and what that counts as."""

    by: str
    lamp: str
    light: Lighting


def light_on(scene: Scene, name: str) -> Lamplight | None:
    """The best light that falls on somebody: one that is on them, or a glowlobe near them on the deck."""
    found = [
        Lamplight(one, LAMPS[code].name, LAMPS[code].light)
        for one, unit in scene.known.items()
        if isinstance(unit.sheet, Figure)
        for code in _lighting(scene, one, unit.sheet, name)
    ]
    return max(found, key=lambda lit: _ORDER.index(lit.light), default=None)


def _lighting(scene: Scene, one: str, figure: Figure, name: str) -> list[str]:
    """The codes of somebody's lights that fall on another one, or on themselves."""
    on = [code for code, whom in figure.kit.lights if whom == name and code in figure.equipment]
    lamps = [code for code in on if code == GLOWLOBE or not helpless(figure)]
    glows = GLOWLOBE in figure.equipment and _near(scene.board, one, name)
    return [*lamps, *([GLOWLOBE] if glows else [])]


def _near(board: Board | None, one: str, other: str) -> bool:
    if one == other:
        return True
    if board is None or not {one, other} <= board.people.keys():
        return False
    start, end = board.people[one].at, board.people[other].at
    return cm_between(start, end, board.plan.separation) <= _GLOW_CM and sees(board, start, end)


def better(light: Lighting, lit: Lamplight | None) -> bool:
    """Whether somebody is in a light that is better than that of all."""
    return lit is not None and _ORDER.index(lit.light) > _ORDER.index(light)
