"""A weapon as it is fired: with its shell, its setting and at its range, and what its fire covers (C3K lists)."""

from dataclasses import dataclass, replace

from bot.engine.errors import RuleError
from bot.engine.typed import match
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.lists.others import CloseWeapon, Form, Shell
from bot.systems.combat3000.lists.weapons import Class, Template, Weapon, WeaponSetting


@dataclass(frozen=True, slots=True)
class Fired:
    """What a weapon is at this range, with this shell and this setting.

    Two accuracies in per cent that add up: the weapon's and the shell's. `force` is what a hit strikes with, None
    for a shell that does something else; `circle` the diameter in cm of what it covers (0 for none), `template` the
    rectangle. `scatters` is launcher fire: a miss comes down somewhere else (C3K Launcher fire, ruling B-F23).
    """

    accuracy: int
    shell_accuracy: int
    force: Force | None
    circle: int = 0
    template: Template | None = None
    scatters: bool = False


def fits(weapon: Weapon, shell: Shell) -> bool:
    """Whether a weapon takes a shell: launchers those of their calibre, bows thermite arrows, none a grenade."""
    if shell.form is Form.GRENADE:
        return False
    if "bow" in shell.traits:
        return "bow" in weapon.traits
    return bool(weapon.launcher) and weapon.launcher == shell.calibre


def check_fits(weapon: Weapon, shell: Shell) -> None:
    """Raise RuleError for a shell that the weapon doesn't take."""
    if not fits(weapon, shell):
        takes = f"shells of calibre {weapon.launcher}" if weapon.launcher else "no such shell"
        raise RuleError(
            f"{weapon.name} takes {takes}, and {shell.name} {shell.code} isn't one (C3K Shells and grenades)."
        )


def setting_of(weapon: Weapon, name: str) -> WeaponSetting | None:
    """What a weapon is set to: the first of its settings if none is named, None where it has none."""
    if not weapon.settings:
        if name:
            raise RuleError(f"{weapon.name} has no settings: leave “{name}” out.")
        return None
    settings = {setting.name: setting for setting in weapon.settings}
    return settings[match(name, settings, what=f"setting of {weapon.name}")] if name else weapon.settings[0]


def slow_to_set(weapon: Weapon) -> bool:
    """Whether another setting takes a turn and two hands: a phaser's does, a disrupter's doesn't (C3K Weapon list)."""
    return any(setting.stun for setting in weapon.settings)


def as_fired(weapon: Weapon, shell: Shell | None = None, setting: str = "", cm: int = 0, strength: int = 0) -> Fired:
    """The weapon as it is fired at a range in cm by somebody of that strength.

    Raises RuleError for a launcher without a shell, a shell that doesn't fit, or a setting that it lacks.
    """
    if shell:
        check_fits(weapon, shell)
        heavy = weapon.kind is Class.HEAVY
        return replace(_shell_fired(shell, heavy=heavy), accuracy=weapon.accuracy)
    if weapon.launcher:
        raise RuleError(f"{weapon.name} is empty: /reload it with shells of calibre {weapon.launcher}.")
    return _shot(weapon, setting_of(weapon, setting), cm, strength)


def _shell_fired(shell: Shell, *, heavy: bool = False) -> Fired:
    """A shell of diameter 0 is armour piercing, and no launcher fire; where the list has X it comes down somewhere."""
    return Fired(
        0,
        shell.accuracy,
        shell_force(shell, heavy=heavy),
        circle=shell.diameter or 0,
        scatters=shell.diameter != 0,
    )


def shell_force(shell: Shell, *, heavy: bool = False) -> Force | None:
    """What a shell or a grenade strikes with, None for those that do something else."""
    if shell.effect is None:
        return None
    return Force(shell.effect, "explosive" in shell.traits, heavy, living="living" in shell.traits)


def _shot(weapon: Weapon, setting: WeaponSetting | None, cm: int, strength: int) -> Fired:
    """A shot of the weapon's own: a shotgun's is weaker far away, a bow's has its firer's strength."""
    far = weapon.far if weapon.far and cm > weapon.far.beyond else None
    effect = setting.effect if setting else weapon.effect or 0
    if far:
        effect = far.effect
    if "bow" in weapon.traits:
        effect += strength
    force = Force(
        effect,
        heavy=weapon.kind is Class.HEAVY,
        living="living" in weapon.traits,
        stun=setting.stun if setting else weapon.stun,
        phaser=bool(setting and setting.stun),
    )
    circle = setting.circle if setting else 0
    return Fired(
        far.accuracy if far else weapon.accuracy,
        0,
        force,
        circle,
        weapon.template,
        scatters=bool(circle or weapon.template),
    )


def as_thrown(weapon: CloseWeapon) -> Fired:
    """A close weapon as it is thrown, with accuracy and effect of its own (C3K lists).

    Raises RuleError for one that can't be thrown.
    """
    if weapon.thrown is None:
        raise RuleError(f"{weapon.name} is not for throwing: throw a throwing knife, a throwing spear or an axe.")
    accuracy, effect = weapon.thrown
    return Fired(accuracy, 0, Force(effect))


def grenade_thrown(shell: Shell) -> Fired:
    """A grenade as it is thrown; raises RuleError for a code that comes only as a shell."""
    if shell.form is Form.SHELL:
        raise RuleError(
            f"{shell.name} {shell.code} comes only as a shell, which nobody can throw (C3K Shells and grenades)."
        )
    return _shell_fired(shell)


def worn_as(weapon: Weapon, *, shoulder: bool, stationary: bool, hands_free: int) -> Class:
    """How a weapon counts: the autoblaster as P, or as S for a firer who stands still with both hands free.

    Raises RuleError where it can't be used as an S.
    """
    if weapon.kind is not Class.EITHER:
        return weapon.kind
    if shoulder and not (stationary and hands_free >= 2):
        raise RuleError(f"{weapon.name} counts as S only for a firer who stands still with both hands free.")
    return Class.SHOULDER if shoulder else Class.PISTOL


def strap_turns(weapon: Weapon) -> tuple[int, int] | None:
    """The turns that it takes to strap a weapon to the forearm and to take it off; None for one that isn't worn so."""
    return (3, 2) if "forearm" in weapon.traits else None
