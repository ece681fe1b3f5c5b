"""What shells do besides killing: plights of people, and clouds and fields that stay on the table (C3K Shells and
grenades).
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.deck.plan import At
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.kit import SLEEP_PILL, Droid
from bot.systems.combat3000.figure.sheet import Figure, Sheet
from bot.systems.combat3000.figure.state import drop, strike_mark, stun
from bot.systems.combat3000.lists.others import Shell

CLOUD_TURNS = 10
STASIS_TURNS = 6
VORTEX_CM = 15


@dataclass(frozen=True, slots=True)
class Cloud:
    """A cloud of gas or smoke: what it is, its template's diameter in cm, and how often it has drifted and come to be:
    once in the turn in which it came, or not yet where all have still to move in that; where it burst on which deck.
    """

    kind: str
    diameter: int
    turn: int = 1
    at: At | None = None
    deck: str = ""

    @property
    def templates(self) -> int:
        """How many templates long it is, downwind of where it began (ruling B-H7)."""
        return max(1, self.turn)

    @property
    def blocks_sight(self) -> bool:
        """Whether no line of sight passes through it."""
        return self.kind == "baffler"


def drift(cloud: Cloud) -> Cloud | None:
    """The cloud in the next movement phase, one template longer; None once its ten turns are over."""
    return None if cloud.turn >= CLOUD_TURNS else replace(cloud, turn=cloud.turn + 1)


@dataclass(frozen=True, slots=True)
class Stasis:
    """A circle in which time stands still, which nothing enters or leaves; the turns left count the present one; and
    where it burst on which deck.
    """

    diameter: int
    turns: int = STASIS_TURNS
    at: At | None = None
    deck: str = ""


def thaw(stasis: Stasis) -> Stasis | None:
    """The stasis in the next turn; None once it is over."""
    return None if stasis.turns <= 1 else replace(stasis, turns=stasis.turns - 1)


@dataclass(frozen=True, slots=True)
class Vortex:
    """A vortex, which takes away whatever is in it: diameter in cm, and what becomes of it at the end of this move.

    `leaving` vanishes then without a throw; `away` is gone now and comes back then, somewhere else at random. It lies
    `at` a square of that deck, where it burst on one.
    """

    diameter: float = VORTEX_CM
    leaving: bool = False
    away: bool = False
    at: At | None = None
    deck: str = ""


class Swirl(StrEnum):
    """What a vortex does at the end of a move."""

    STABLE = "stable"
    DOUBLES = "doubles"
    CALVES = "calves"
    SHRINKS = "shrinks to half its radius"
    JUMPS = "vanishes, and comes back next turn"
    GONE = "gone"
    RETURNS = "comes back at a random place"


_SWIRLS = (
    *[Swirl.STABLE] * 3,
    Swirl.DOUBLES,
    Swirl.CALVES,
    Swirl.SHRINKS,
    Swirl.JUMPS,
    *[Swirl.GONE] * 3,
)


def swirl(die: int) -> Swirl:
    """The vortex table by a decimal die, 1 to 10."""
    return _SWIRLS[die - 1]


@dataclass(frozen=True, slots=True)
class Swirled:
    """A vortex at the end of a move: what it did, and what is there in the next."""

    swirl: Swirl
    after: tuple[Vortex, ...]


def end_move(vortex: Vortex, dice: Dice) -> Swirled:
    """Throw for a vortex at the end of a move; one that has calved is two, thrown for each by itself."""
    if vortex.leaving:
        return Swirled(Swirl.GONE, ())
    if vortex.away:
        return Swirled(Swirl.RETURNS, (replace(vortex, away=False),))
    found = swirl(dice.roll(1, 10, why="vortex"))
    return Swirled(found, _after(vortex, found))


def _after(vortex: Vortex, found: Swirl) -> tuple[Vortex, ...]:
    after = {
        Swirl.DOUBLES: (replace(vortex, diameter=2 * vortex.diameter, leaving=True),),
        Swirl.CALVES: (vortex, vortex),
        Swirl.SHRINKS: (replace(vortex, diameter=vortex.diameter / 2),),
        Swirl.JUMPS: (replace(vortex, away=True, at=None, deck=""),),
        Swirl.GONE: (),
    }
    return after.get(found, (vortex,))


@dataclass(frozen=True, slots=True)
class Charge:
    """A shell or grenade that lies there with a fuse: its name, its code, what it covers in cm across.

    `turns` are those left to a delay fuse, None for a proximity fuse, which waits for a heat source (C3K Equipment).
    """

    name: str
    code: str
    diameter: float
    turns: int | None = None


def burn(charge: Charge) -> Charge | None:
    """The charge in the next turn; None where it goes off."""
    if charge.turns is None:
        return charge
    return None if charge.turns <= 1 else replace(charge, turns=charge.turns - 1)


Area = Cloud | Stasis | Vortex | Charge


def area_of(shell: Shell) -> Area | None:
    """What a shell leaves on the table for longer than a moment, None for most."""
    diameter = shell.diameter or 0
    if "stasis" in shell.traits:
        return Stasis(diameter)
    if "vortex" in shell.traits:
        return Vortex(diameter)
    kind = next((kind for kind in ("baffler", "knock-out", "hallucinogen") if kind in shell.traits), "")
    return Cloud(kind, diameter) if kind else None


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
        "without a programme": figure.plight.programme_lost or _unprogrammed(figure),
        "asleep": figure.kit.under(SLEEP_PILL),
        "lost in visions": figure.plight.vision == Vision.NOTHING,
    }
    return next((words for words, applies in bars.items() if applies), "")


def _unprogrammed(figure: Figure) -> bool:
    """Whether it is a robot that does only what is programmed, and nothing is (C3K Droids)."""
    return figure.circuits.droid is Droid.PASSIVE and not figure.circuits.text


def end_turn(figure: Figure) -> Figure:
    """The figure at the end of a turn: one stun mark struck out, one turn of blindness less.

    For somebody in stasis nothing passes but the stasis.
    """
    plight = figure.plight
    if plight.frozen:
        return replace(figure, plight=replace(plight, frozen=plight.frozen - 1))
    return strike_mark(replace(figure, plight=replace(plight, blinded=max(0, plight.blinded - 1))))
