"""Arming somebody: which weapon is meant, what is in it, in which hand it goes (C3K Record sheets)."""

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.errors import RuleError
from bot.engine.typed import match
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Sheet, Supply, Vehicle
from bot.systems.combat3000.lists.others import CloseWeapon, Form, Shell, Sight
from bot.systems.combat3000.lists.weapons import Class, Reload, Weapon
from bot.systems.combat3000.loading.fired import check_fits
from bot.systems.combat3000.loading.holding import hands_busy, hands_of

Arm = Weapon | CloseWeapon
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
    return named(text, _fitting(weapon, book.shells), f"shell for {weapon.name}")


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
    return Carried(_own_name(arm.name, sheet), code, hand or free_hand(sheet, arm, book), loaded)


def _own_name(name: str, sheet: Sheet) -> str:
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
