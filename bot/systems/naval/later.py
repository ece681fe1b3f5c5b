"""What skills of a naval career do later: throws that can be asked for (NAV-80 to NAV-83)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bot.engine.dice import Check, Dice, Modifier, referees_own

CONTROL, LEARNED = 10, 9
INSTRUCTION = "Instruction"
WEEKS_A_LEVEL = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ZeroGravity:
    """How somebody fights without gravity: what they do in this round, and what helps them (NAV-80).

    `regaining` is for the rounds after control was lost: then nobody fires or strikes, and no handhold helps.
    """

    action: Literal["", "fire", "strike"] = ""
    low_recoil: bool = False
    handhold: bool = False
    vacc_suit: int = 0
    zero_g_combat: int = 0
    dexterity: int = 7
    regaining: bool = False


def zero_g_dms(how: ZeroGravity) -> tuple[Modifier, ...]:
    """The DMs on keeping control, or on regaining it."""
    return tuple(_zero_g_dms(how))


def _zero_g_dms(how: ZeroGravity) -> Iterator[Modifier]:
    if not how.regaining:
        if how.action == "fire":
            yield Modifier(-2, "low recoil", "NAV-80") if how.low_recoil else Modifier(-4, "firing", "NAV-80")
        elif how.action == "strike":
            yield Modifier(-6, "striking", "NAV-80")
        if how.handhold:
            yield Modifier(5, "handhold", "NAV-80")
    if how.vacc_suit:
        yield Modifier(2 * how.vacc_suit, f"Vacc Suit-{how.vacc_suit}", "NAV-80")
    if how.zero_g_combat:
        yield Modifier(4 * how.zero_g_combat, f"Zero-G Combat-{how.zero_g_combat}", "NAV-80")
    if how.dexterity >= 11:
        yield Modifier(4, "dexterity 11+", "NAV-80")
    elif how.dexterity >= 9:
        yield Modifier(2, "dexterity 9+", "NAV-80")


def control(how: ZeroGravity, dice: Dice, dm: int = 0, because: str = "") -> Check:
    """The throw of 10+ to keep control of oneself in a combat round, or to regain it, with the referee's DM."""
    modifiers = (*zero_g_dms(how), *_own(dm, because))
    return Check("zero-G control", dice.roll(2, why="zero-G control"), modifiers, CONTROL)


def _own(dm: int, because: str) -> tuple[Modifier, ...]:
    own = referees_own(dm, because)
    return (own,) if own else ()


def teachable(instruction: int, level: int, skill: str = "") -> int:
    """The level that can be taught: one below the teacher's Instruction and below their own, never Instruction
    (NAV-81).
    """
    return 0 if skill == INSTRUCTION else max(0, min(instruction, level) - 1)


def lesson(intelligence: int, dice: Dice) -> Check:
    """The learner's throw of 9+ at the end of a course of six weeks for each level (NAV-81)."""
    dm = 2 if intelligence >= 10 else 1 if intelligence >= 8 else 0
    modifiers = (Modifier(dm, f"intelligence {'10' if dm == 2 else '8'}+", "NAV-81"),) if dm else ()
    return Check("instruction", dice.roll(2, why="instruction"), modifiers, LEARNED)


def interrogation(
    endurance: int, intelligence: int, levels: tuple[int, ...], dice: Dice, dm: int = 0, because: str = ""
) -> Check:
    """The throw for a subject to break: the better of their endurance and intelligence or more; a pair of interrogators
    adds its levels, and the referee what they like (NAV-82, ruling NR-G11).
    """
    together = sum(levels[:2])
    skill = (Modifier(together, f"Interrogation-{together}", "NAV-82"),) if together else ()
    needed = max(endurance, intelligence)
    return Check("interrogation", dice.roll(2, why="interrogation"), (*skill, *_own(dm, because)), needed)


def liaison_as(level: int) -> int:
    """The level of Streetwise or Admin that Liaison serves as: the next lower (NAV-83)."""
    return max(0, level - 1)


def carousing(level: int) -> tuple[int, int]:
    """What Carousing adds to the throw for a patron, and to the patron's reaction: half the level, rounded up
    (NAV-83).
    """
    return (1 if level else 0), (level + 1) // 2
