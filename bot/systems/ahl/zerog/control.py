"""Zero-G: keeping control at the end of a phase, losing it, getting it back (AHL 26.B)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.engine.dice import Check, Dice, Modifier, ModifierRules, applied, referees_own
from bot.systems.ahl.sheet.character import Character, Condition, ZeroG
from bot.systems.ahl.tables import Weapon

NEEDED = 10


@dataclass(frozen=True, slots=True)
class Strain:
    """All that the throw for control depends on; `fired` is the weapon fired in the phase, if any."""

    character: Character
    fired: Weapon | None = None
    handhold: bool = False
    dm: int = 0
    because: str = ""


def _recoil(strain: Strain) -> Modifier | None:
    if strain.fired is None or "laser" in strain.fired.traits:
        return None
    return Modifier(-2 if "light-recoil" in strain.fired.traits else -4, strain.fired.name, "AHL 26.B")


def _melee(strain: Strain) -> Modifier | None:
    return Modifier(-6, "melee", "AHL 26.B") if strain.character.zero_g.melee else None


def _light_wounds(strain: Strain) -> Modifier | None:
    wounds = strain.character.light_wounds
    label = "light wound" if wounds == 1 else f"{wounds} light wounds"
    return Modifier(-wounds, label, "AHL 26.B") if wounds else None


def _handhold(strain: Strain) -> Modifier | None:
    """Not for plasma and fusion guns, nor for whoever attacked in melee (AHL 26.B, ruling R-137)."""
    torn_off = strain.character.zero_g.melee == "attacker" or (strain.fired and "high-energy" in strain.fired.traits)
    return Modifier(5, "handhold", "AHL 26.B") if strain.handhold and not torn_off else None


def _battle_dress(strain: Strain) -> Modifier | None:
    return Modifier(2, "battle dress", "AHL 26.B") if "battle dress" in strain.character.kinds_worn else None


def _referee(strain: Strain) -> Modifier | None:
    return referees_own(strain.dm, strain.because)


CONTROL = (_recoil, _melee, _light_wounds, _handhold, _battle_dress, _referee)


def strained(character: Character) -> bool:
    """Whether somebody owes a throw for control: they have fired or fought, and are neither out of control nor out for
    good (AHL 26.B).
    """
    mark = character.zero_g
    gone = character.condition in {Condition.SERIOUS, Condition.DEAD}
    return bool(mark.fired or mark.melee) and not gone and not mark.disoriented


def keep_control(
    character: Character,
    weapons: Mapping[str, Weapon],
    modifiers: ModifierRules[Strain],
    dice: Dice,
    dm: int = 0,
    because: str = "",
    needed: int = NEEDED,
) -> Check | None:
    """The throw at the end of a phase for whoever fired or fought in it: 10+ keeps control (AHL 26.B, R-136).

    None for whoever did neither, is disoriented already, or is out for good.
    """
    mark = character.zero_g
    if not strained(character):
        return None
    strain = Strain(character, weapons[mark.fired] if mark.fired else None, mark.handhold, dm, because)
    return Check("control", dice.roll(2, why="control"), applied(modifiers, strain), needed)


def after_control(character: Character, check: Check | None) -> Character:
    """The character with the marks of the phase gone, and disoriented if the throw failed; who drifts drifts on."""
    lost = check is not None and not check.made
    mark = character.zero_g
    after = ZeroG(disoriented=lost or mark.disoriented, drift=mark.drift, fast=mark.fast)
    return replace(character, zero_g=after)


def reorient(
    character: Character,
    modifiers: ModifierRules[Strain],
    dice: Dice,
    dm: int = 0,
    because: str = "",
    needed: int = NEEDED,
) -> Check:
    """A try to get control back: 10+, without a handhold (AHL 26.B, ruling R-135)."""
    return Check(
        "reorienting",
        dice.roll(2, why="reorienting"),
        applied(modifiers, Strain(character, None, False, dm, because)),
        needed,
    )
