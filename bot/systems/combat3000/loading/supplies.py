"""What of a figure or a vehicle runs out, what it lacks of it, and what others take of the fallen (C3K Reloading)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.engine.between import FREE, Held, Refill, Spoils, Supplies
from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Sheet, Supply
from bot.systems.combat3000.figure.state import figure_of
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.lists.weapons import Reload, Weapon
from bot.systems.combat3000.loading.arming import arm_of, free_hand, more_spares, own_name, shell_name, with_grenades
from bot.systems.combat3000.loading.burden import check_lift
from bot.systems.combat3000.loading.reloading import IN_ONE_PIECE, gait_of
from bot.systems.combat3000.orders.give import pick_up
from bot.systems.combat3000.turn import Phase

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


_RULE = "C3K Other actions"


def spoils(book: Book) -> Spoils:
    """In a turn that is kept a weapon is picked up in the actions phase, which is all that one does in it."""
    return Spoils(partial(_things, book), partial(_hand_over, book))


def _things(book: Book, sheet: Sheet) -> tuple[str, ...]:
    if not isinstance(sheet, Figure):
        return ()
    weapons = (each.name for each in sheet.weapons if each.hand is not Hand.MOUNTED)
    return (*weapons, *(_grenade(book, each.ammunition) for each in sheet.grenades if each.rounds))


def _grenade(book: Book, code: str) -> str:
    return f"{shell_name(code, book)} grenades"


def _hand_over(book: Book, scene: Scene, unit: Unit, other: Unit, thing: str) -> tuple[Sheet, Sheet, str]:
    mine, theirs = figure_of(unit.sheet, "what is taken over"), figure_of(other.sheet, "what is taken over")
    turn = turn_of(scene)
    if turn and turn.phase is not Phase.ACTIONS:
        raise RuleError(f"This is the {turn.phase} phase: what lies there is picked up in the actions phase ({_RULE}).")
    supply = next((each for each in theirs.grenades if _grenade(book, each.ammunition) == thing), None)
    if supply is not None:
        if turn:
            raise RuleError(f"In a turn {unit.name} picks up a weapon, and no grenades: take them after it ({_RULE}).")
        code, number = supply.ammunition, supply.rounds
        after = with_grenades(mine, code, number)
        return after, with_grenades(theirs, code, -number), f"{number} × {thing}"
    carried = theirs.carried(thing, other.name)
    arm = arm_of(carried.weapon, book)
    lying = replace(carried, name=own_name(arm.name, mine), hand=Hand.DROPPED)
    check_lift(scene, unit.name, mine, lying, book)
    if turn and gait_of(mine) == "run":
        raise RuleError(f"{unit.name} has run this turn, and picks up nothing ({_RULE}).")
    if turn:
        after = pick_up(unit.name, mine, lying, None, book, counted=True)
    else:
        after = mine.with_carried(replace(lying, hand=free_hand(mine, arm, book)))
    left = replace(theirs, weapons=tuple(each for each in theirs.weapons if each is not carried))
    return after, left, "".join(_told(carried))


def _told(carried: Carried) -> Iterator[str]:
    yield carried.name
    if carried.spare:
        yield f" with {counted(len(carried.spare), 'spare')}"
