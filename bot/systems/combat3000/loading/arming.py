"""Arming somebody: which weapon is meant, in which hand it goes; and the weapon as it is fired (C3K lists, Record
sheets).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.engine.errors import RuleError
from bot.engine.typed import match
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Sheet, Supply, Vehicle
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.lists.others import CloseWeapon, Form, Shell, Sight
from bot.systems.combat3000.lists.weapons import Class, Reload, Template, Weapon, WeaponSetting
from bot.systems.combat3000.loading.reloading import hands_busy, hands_of


@dataclass(frozen=True, slots=True)
class Fired:
    """What a weapon is at this range, with this shell and this setting.

    Two accuracies in per cent that add up: the weapon's and the shell's. `force` is what a hit strikes with, None
    for a shell that does something else; `circle` the diameter in cm of what it covers (0 for none), `template` the
    rectangle. `scatters` is launcher fire: a miss comes down somewhere else (C3K Launcher fire, ruling B-F23). The
    shell's accuracy is `our_reading` where the list is damaged.
    """

    accuracy: int
    shell_accuracy: int
    force: Force | None
    circle: int = 0
    template: Template | None = None
    scatters: bool = False
    our_reading: bool = False


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
        our_reading="accuracy" in shell.doubts,
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


Arm = Weapon | CloseWeapon


def strap_turns(arm: Arm) -> tuple[int, int] | None:
    """The turns that it takes to strap a weapon to the forearm and to take it off; None for one that isn't worn so."""
    return (3, 2) if isinstance(arm, Weapon) and "forearm" in arm.traits else None


_MOUNTED = {Class.HEAVY, Class.EITHER}
_IN_BOTH = {Class.SHOULDER, Class.MEDIUM}


def named(text: str, rows: Mapping[str, str], what: str) -> str:
    """The code that was meant by a name or a code; `rows` gives each code's name. Raises RuleError for neither."""
    typed = text.strip().upper()
    if typed in rows:
        return typed
    by_name = {name: code for code, name in rows.items()}
    return by_name[match(text, by_name, what=what)]


def arms(book: Book) -> dict[str, str]:
    """The names of all weapons by code, firearms first."""
    firearms = {code: weapon.name for code, weapon in book.weapons.items()}
    return firearms | {code: weapon.name for code, weapon in book.close.items()}


def arm_of(code: str, book: Book) -> Arm:
    """The weapon of a code, a firearm or a close weapon."""
    return book.weapons[code] if code in book.weapons else book.close[code]


def shell_name(code: str, book: Book) -> str:
    """What a shell or grenade is called with its code: `Explosive 101`; "" for a weapon's own rounds."""
    return f"{book.shells[code].name} {code}" if code else ""


def grenades(book: Book) -> dict[str, str]:
    """The names of all grenades by code."""
    return {code: f"{shell.name} grenade {code}" for code, shell in book.shells.items() if shell.form is not Form.SHELL}


def shell_for(weapon: Weapon, text: str, book: Book) -> str:
    """The code of the shell that was meant for a weapon, by code or name; a launcher's calibre settles which.

    Raises RuleError for one that doesn't fit, and for a weapon that takes none.
    """
    if not weapon.launcher and "bow" not in weapon.traits:
        raise RuleError(f"{weapon.name} takes no shells: leave the ammunition out.")
    typed = text.strip()
    if typed in book.shells:
        check_fits(weapon, book.shells[typed])
        return typed
    fitting = _fitting(weapon, book.shells)
    of_code = [code for code in fitting if book.shells[code].code == typed]
    return of_code[0] if len(of_code) == 1 else named(text, fitting, f"shell for {weapon.name}")


def _fitting(weapon: Weapon, shells: Mapping[str, Shell]) -> dict[str, str]:
    fitting = {}
    for code, shell in shells.items():
        try:
            check_fits(weapon, shell)
        except RuleError:
            continue
        fitting[code] = shell.name
    return fitting


def filled(weapon: Weapon, shell: str = "") -> Supply:
    """What a weapon holds when full; a launcher for which no shell is named is empty."""
    empty = bool(weapon.launcher) and not shell
    return Supply(shell, 0 if empty else weapon.supply)


def takes_spares(arm: Arm) -> bool:
    """Whether there is anything to load it with: not for close weapons, endless ones, and those of one shot for all."""
    return isinstance(arm, Weapon) and arm.reload is not Reload.INFINITE and arm.turns is not None


def spares(weapon: Weapon, shell: str, number: int) -> tuple[Supply, ...]:
    """So many spare magazines, power sources, packs, or rounds for the barrels."""
    if not number:
        return ()
    if not takes_spares(weapon):
        raise RuleError(f"{weapon.name} is not reloaded and takes no spares (C3K Weapon list).")
    if weapon.reload is Reload.BARREL:
        return (Supply(shell, number),)
    return (Supply(shell, weapon.supply),) * number


def more_spares(carried: Carried, weapon: Weapon, shell: str, number: int) -> Carried:
    """The weapon with a number of spares more."""
    added = spares(weapon, shell, number)
    if weapon.reload is not Reload.BARREL or not added:
        return replace(carried, spare=(*carried.spare, *added))
    held = sum(spare.rounds for spare in carried.spare if spare.ammunition == shell)
    rest = tuple(spare for spare in carried.spare if spare.ammunition != shell)
    return replace(carried, spare=(*rest, Supply(shell, held + number)))


def carry(sheet: Sheet, code: str, book: Book, shell: str = "", hand: Hand | None = None) -> Carried:
    """A weapon as somebody is given it: full, in the hand that is free for it, with a name of its own."""
    arm = arm_of(code, book)
    loaded = filled(arm, shell) if isinstance(arm, Weapon) else Supply("", 1 if arm.thrown else 0)
    return Carried(own_name(arm.name, sheet), code, hand or free_hand(sheet, arm, book), loaded)


def own_name(name: str, sheet: Sheet) -> str:
    taken = {carried.name for carried in sheet.weapons}
    numbers = (name, *(f"{name} {number}" for number in range(2, 10)))
    found = next((each for each in numbers if each not in taken), None)
    if found is None:
        raise RuleError(f"There are nine weapons called {name} already: take one away first.")
    return found


def free_hand(sheet: Sheet, arm: Arm, book: Book) -> Hand:
    """Where a weapon goes: a mount for H, both hands for S and M, the right or else the left; or it is put away."""
    if isinstance(sheet, Vehicle) or (isinstance(arm, Weapon) and arm.kind in _MOUNTED):
        return Hand.MOUNTED
    both = arm.kind in _IN_BOTH if isinstance(arm, Weapon) else arm.hands == 2
    if hands_busy(sheet) + (2 if both else 1) > hands_of(sheet, book):
        return Hand.STOWED
    if both:
        return Hand.BOTH
    held = {carried.hand for carried in sheet.weapons}
    return next((hand for hand in (Hand.RIGHT, Hand.LEFT) if hand not in held), Hand.RIGHT)


def sight_for(weapon: Weapon, text: str, book: Book, *, mount: bool) -> str:
    """The code of the sight or mount that was meant; raises RuleError where the weapon can't have it."""
    rows = {code: sight.name for code, sight in book.sights.items() if code.startswith("M" if mount else "S")}
    code = named(text, rows, "mount" if mount else "sight")
    check_sight(weapon, book.sights[code])
    return code


def check_sight(weapon: Weapon, sight: Sight) -> None:
    """Raise RuleError for a mount that is for other classes of weapon (C3K Weapon mounts)."""
    if sight.fits and weapon.kind.value not in sight.fits:
        classes = " and ".join(sorted(sight.fits))
        raise RuleError(f"{sight.name} is for {classes} weapons, and {weapon.name} is {weapon.kind.value}.")


def with_grenades(figure: Figure, code: str, number: int) -> Figure:
    """The figure with a number of grenades of a code more, or fewer; none left of a kind takes it off the list."""
    held = {supply.ammunition: supply.rounds for supply in figure.grenades}
    held[code] = max(0, held.get(code, 0) + number)
    return replace(figure, grenades=tuple(Supply(kind, rounds) for kind, rounds in held.items() if rounds))
