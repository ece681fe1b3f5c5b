"""What a figure or a vehicle has that runs out, and what it lacks of what it is to have (C3K Reloading)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.engine.between import FREE, Held, Refill, Supplies
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Sheet, Supply
from bot.systems.combat3000.lists.weapons import Reload, Weapon
from bot.systems.combat3000.loading.arming import arm_of, more_spares, shell_name, with_grenades
from bot.systems.combat3000.loading.reloading import IN_ONE_PIECE

# The weapon for which a grenade counts.
_BY_HAND = ""


def supplies(book: Book) -> Supplies:
    """Magazines, power sources and packs, with those in the weapons, single rounds for barrels, and grenades; a close
    weapon that was thrown comes back whatever somebody is to have.
    """
    return Supplies(partial(_held, book), partial(_refills, book))


def _held(book: Book, sheet: Sheet) -> Held:
    """How many of each kind there are for each weapon by its name: pieces, or rounds for barrels."""
    found: Counter[tuple[str, str]] = Counter()
    for carried in sheet.weapons:
        arm = arm_of(carried.weapon, book)
        if isinstance(arm, Weapon) and arm.reload is not Reload.INFINITE:
            barrels = arm.reload is Reload.BARREL
            for each in (carried.loaded, *carried.spare):
                found[carried.name, each.ammunition] += each.rounds if barrels else _takes(arm, each)
    for each in sheet.grenades if isinstance(sheet, Figure) else ():
        found[_BY_HAND, each.ammunition] += each.rounds
    return found


def _takes(weapon: Weapon, supply: Supply) -> bool:
    """Whether that is anything for the weapon: a launcher may have been given no shells."""
    return bool(supply.ammunition or not weapon.launcher)


def _refills(book: Book, sheet: Sheet, lacks: Held) -> Iterator[Refill]:
    for carried in sheet.weapons:
        arm = arm_of(carried.weapon, book)
        kinds = {kind: number for (name, kind), number in lacks.items() if name == carried.name}
        if not isinstance(arm, Weapon):
            if arm.thrown and not carried.loaded.rounds:
                yield Refill(FREE, carried.name, partial(_with, carried.name, loaded=Supply("", 1)))
        elif arm.reload is Reload.BARREL:
            yield from _rounds(carried, arm, kinds, book)
        elif arm.reload is not Reload.INFINITE:
            yield from _pieces(carried, arm, kinds, book)
    for (name, code), number in lacks.items():
        if name == _BY_HAND:
            what = f"{shell_name(code, book)} grenade"
            yield from [Refill("grenades", what, partial(with_grenades, code=code, number=1))] * number


def _with(name: str, sheet: Sheet, *, loaded: Supply | None = None, spare: tuple[Supply, ...] | None = None) -> Sheet:
    carried = sheet.carried(name, "")
    loaded, spare = loaded or carried.loaded, carried.spare if spare is None else spare
    return sheet.with_carried(replace(carried, loaded=loaded, spare=spare))


def _pieces(carried: Carried, weapon: Weapon, lacks: dict[str, int], book: Book) -> Iterator[Refill]:
    """What goes in in one piece: what isn't full is filled, and what is gone is added."""

    def refill(ammunition: str, fill: "partial[Sheet]") -> Refill:
        kind = "shells" if ammunition else "charges" if weapon.reload is Reload.POWER else "clips"
        return Refill(kind, f"{_named(carried, ammunition, book)} {IN_ONE_PIECE[weapon.reload]}", fill)

    loaded = carried.loaded
    if loaded.rounds < weapon.supply and _takes(weapon, loaded):
        full = Supply(loaded.ammunition, weapon.supply)
        yield refill(loaded.ammunition, partial(_with, carried.name, loaded=full))
    for each in carried.spare:
        if each.rounds < weapon.supply:
            yield refill(each.ammunition, partial(_filled, carried.name, weapon, each.ammunition))
    for ammunition, number in lacks.items():
        yield from [refill(ammunition, partial(_added, carried.name, weapon, ammunition))] * number


def _filled(name: str, weapon: Weapon, ammunition: str, sheet: Sheet) -> Sheet:
    """The sheet with the emptiest spare piece of a kind full."""
    spare = list(sheet.carried(name, "").spare)
    emptiest = min((each for each in spare if each.ammunition == ammunition), key=lambda each: each.rounds)
    spare[spare.index(emptiest)] = Supply(ammunition, weapon.supply)
    return _with(name, sheet, spare=tuple(spare))


def _added(name: str, weapon: Weapon, ammunition: str, sheet: Sheet) -> Sheet:
    return sheet.with_carried(more_spares(sheet.carried(name, ""), weapon, ammunition, 1))


def _rounds(carried: Carried, weapon: Weapon, lacks: dict[str, int], book: Book) -> Iterator[Refill]:
    """Rounds for the barrels, one by one: into the weapon as long as it takes more of those that are in it."""
    for ammunition, number in lacks.items():
        what, fill = f"{_named(carried, ammunition, book)} round", partial(_one_more, carried.name, weapon, ammunition)
        yield from [Refill("shells" if ammunition else "clips", what, fill)] * number


def _one_more(name: str, weapon: Weapon, ammunition: str, sheet: Sheet) -> Sheet:
    loaded = sheet.carried(name, "").loaded
    if loaded.rounds < weapon.supply and (not loaded.rounds or loaded.ammunition == ammunition):
        return _with(name, sheet, loaded=Supply(ammunition, loaded.rounds + 1))
    return _added(name, weapon, ammunition, sheet)


def _named(carried: Carried, ammunition: str, book: Book) -> str:
    return " ".join(filter(None, (carried.name, shell_name(ammunition, book))))
