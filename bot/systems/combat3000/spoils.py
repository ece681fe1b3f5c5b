"""What of the fallen others take over: their weapons with the spares, and their grenades (C3K Other actions)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.engine.spoils import Spoils
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Sheet
from bot.systems.combat3000.figure.state import figure_of
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.loading.arming import arm_of, free_hand, own_name, shell_name, with_grenades
from bot.systems.combat3000.loading.lifting import check_lift
from bot.systems.combat3000.loading.reloading import gait_of
from bot.systems.combat3000.orders.give import pick_up
from bot.systems.combat3000.turn import Phase

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
