"""What shells do besides killing: blindness, webs, stasis, lost programmes, gas (C3K Shells and grenades)."""

from dataclasses import replace
from enum import StrEnum

from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Figure, Sheet
from bot.systems.combat3000.figure.stuns import drop, strike_mark, stun
from bot.systems.combat3000.hit.areas import STASIS_TURNS, Cloud

FLARE_CM = 10
FLARE_LIGHT_CM = 15
WEB_TURNS = 10
LASER_CM = 4
GAS_TURNS = 20


def dazzle(figure: Figure, dice: Dice) -> tuple[Figure, int]:
    """Blind somebody who faces a flare within 10 cm, for a die times 5 turns.

    Returns the figure and the turns. Turns of blindness don't add up: the longer count.
    """
    turns = 5 * dice.roll(1, why="blinded")
    blinded = max(turns, figure.plight.blinded)
    return replace(figure, plight=replace(figure.plight, blinded=blinded)), turns


def enmesh(figure: Figure, *, struggles: bool = False) -> Figure:
    """Catch somebody in a web; the stupid and the untrained struggle, and strangle themselves."""
    caught = replace(figure, plight=replace(figure.plight, webbed=True, web_cut=0))
    return replace(drop(caught), killed=True) if struggles else caught


def cut_web(figure: Figure, cm: int) -> Figure:
    """One turn of cutting somebody free with a laser, which must be within 4 cm; the tenth turn frees them."""
    if not figure.plight.webbed:
        raise RuleError("There is no web to cut.")
    if cm > LASER_CM:
        raise RuleError(
            f"The laser must be within {LASER_CM} cm of the web, and is {cm} cm away (C3K Shells and grenades)."
        )
    turns = figure.plight.web_cut + 1
    free = turns >= WEB_TURNS
    return replace(figure, plight=replace(figure.plight, webbed=not free, web_cut=0 if free else turns))


def freeze(figure: Figure) -> Figure:
    """Stop time for somebody, for six turns counting the present one."""
    return replace(figure, plight=replace(figure.plight, frozen=STASIS_TURNS))


def scramble(figure: Figure) -> Figure:
    """Blank a robot's programme."""
    return replace(figure, plight=replace(figure.plight, programme_lost=True))


def knock_out(figure: Figure) -> Figure:
    """Put somebody out who is in knock out gas as the fire phase begins: 20 turns of stun (C3K Shells and grenades)."""
    return stun(figure, GAS_TURNS)


class Vision(StrEnum):
    """What hallucinogen gas makes somebody do."""

    NOTHING = "does nothing"
    COLLAPSE = "collapses"
    FIRES = "fires at the nearest"
    WANDERS = "moves at random"
    BOTH = "moves at random and fires at the nearest"

    @property
    def fires(self) -> bool:
        """Whether it makes them fire at whoever is nearest."""
        return self in {Vision.FIRES, Vision.BOTH}


_VISIONS = (Vision.NOTHING, Vision.NOTHING, Vision.COLLAPSE, Vision.FIRES, Vision.WANDERS, Vision.BOTH)


def hallucinate(figure: Figure, dice: Dice) -> Figure:
    """Throw for somebody who is in hallucinogen gas at the end of a turn; a collapse stuns for 20 turns."""
    vision = _VISIONS[dice.roll(1, why="hallucination") - 1]
    seen = replace(figure, plight=replace(figure.plight, vision=vision.value))
    return stun(seen, GAS_TURNS) if vision is Vision.COLLAPSE else seen


def breathed(cloud: Cloud, figure: Figure, dice: Dice) -> Figure:
    """What a cloud does to somebody in it: at the start of the fire phase knock out gas, at a turn's end the other."""
    if cloud.kind == "knock-out":
        return knock_out(figure)
    return hallucinate(figure, dice) if cloud.kind == "hallucinogen" else figure


def leave_gas(figure: Figure) -> Figure:
    """Somebody outside hallucinogen gas, whose visions have ended; a collapse goes on."""
    return replace(figure, plight=replace(figure.plight, vision=""))


def hallucinating(sheet: Sheet) -> bool:
    """Whether somebody fires because of visions, which lowers their chance."""
    return isinstance(sheet, Figure) and bool(sheet.plight.vision) and Vision(sheet.plight.vision).fires


def blinded(sheet: Sheet) -> int:
    """For how many turns somebody sees nothing."""
    return sheet.plight.blinded if isinstance(sheet, Figure) else 0


def helpless(figure: Figure) -> str:
    """Why somebody can neither act nor strike back, in words; "" where they can."""
    bars = {
        "killed": figure.killed,
        "frozen in time": figure.plight.frozen,
        "stunned": figure.stunned,
        "caught in a web": figure.plight.webbed,
        "without a programme": figure.plight.programme_lost,
        "lost in visions": figure.plight.vision == Vision.NOTHING,
    }
    return next((words for words, applies in bars.items() if applies), "")


def end_turn(figure: Figure) -> Figure:
    """The figure at the end of a turn: one stun mark struck out, one turn of blindness less.

    For somebody in stasis nothing passes but the stasis.
    """
    plight = figure.plight
    if plight.frozen:
        return replace(figure, plight=replace(plight, frozen=plight.frozen - 1))
    return strike_mark(replace(figure, plight=replace(plight, blinded=max(0, plight.blinded - 1))))
