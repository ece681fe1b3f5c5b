"""`/character give`: a weapon, spares for one that is carried, or grenades (C3K Record sheets)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from bot.engine.asked import typed_order
from bot.engine.cards import Card, counted
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.combat3000.actions import check_in_air
from bot.systems.combat3000.asked.keeping import GiveOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Sheet, Task
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.plan import check_idle
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.arming import (
    arm_of,
    arms,
    carry,
    free_hand,
    grenades,
    more_spares,
    named,
    shell_for,
    shell_name,
    sight_for,
    strap_turns,
    takes_spares,
    with_grenades,
)
from bot.systems.combat3000.loading.burden import check_lift, counts_load, overload
from bot.systems.combat3000.loading.reloading import check_room, hands_free
from bot.systems.combat3000.orders.plan import Plans, plans_card, written
from bot.systems.combat3000.tasks import read_task
from bot.systems.combat3000.wording.sheets import carried_line

ACTION = "PW"


def pick_up(name: str, figure: Figure, carried: Carried, hand: Hand | None, book: Book, *, counted: bool) -> Figure:
    """The figure with a dropped weapon in a hand again: the one asked for, or whichever is free for it.

    Where turns are `counted` it takes this one. Raises RuleError if the figure can't act, has acted, or has no hand
    free.
    """
    firer = firer_of(name, figure, book, "pick anything up")
    check_in_air(name, figure, Task(ACTION, carried.name))
    needed = book.actions[ACTION].hands
    if hands_free(figure, firer.arms) < needed:
        raise RuleError(f"{name} needs a free hand to pick {carried.name} up: put something away (C3K Other actions).")
    if counted:
        check_idle(name, figure)
        figure = replace(figure, now=replace(figure.now, busy=f"picks up {carried.name}"))
    held = replace(carried, hand=hand or free_hand(figure, arm_of(carried.weapon, book), book))
    check_room(name, figure, held, book)
    return figure.with_carried(held)


@dataclass(frozen=True, slots=True)
class Given:
    """Who has a weapon, as it is now: one that was `picked_up`, or one of which they had one before; and why all that
    they have is `over` what they carry.
    """

    name: str
    weapon: Carried
    picked_up: bool = False
    again: bool = False
    over: str = ""


@dataclass(frozen=True, slots=True)
class GivenGrenades:
    """Who has how many grenades of a kind now, and why all that they have is `over` what they carry."""

    name: str
    code: str
    held: int
    over: str = ""


def give_order(book: Book) -> Order:
    """`/character give`: a weapon with its ammunition and spares, or a number of grenades."""
    thrown = grenades(book)
    rows = arms(book)

    def decide(scene: Scene, asked: GiveOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        code = named(asked.weapon, rows | thrown, "weapon")
        if code in thrown:
            given = _give_grenades(unit.name, unit.sheet, code, asked)
            over = overload(unit.name, given.after[unit.name], book) if counts_load(scene) else ""
            return replace(given, result=replace(given.result, over=over))
        lying = _lying(unit.sheet, code, asked)
        if lying:
            check_lift(scene, unit.name, unit.sheet, lying, book)
        if turn_of(scene) and (task := _in_the_list(unit, code, lying, asked, book)):
            return written(scene, unit, (task,), book)
        if lying:
            return _picked_up(unit, lying, asked, book)
        sheet, carried = _given(unit, code, asked, book)
        over = overload(unit.name, sheet, book) if counts_load(scene) else ""
        has = Given(unit.name, carried, again=_again(unit.sheet, carried, asked), over=over)
        return Outcome({unit.name: sheet}, has)

    offers = {
        "weapon": (*rows.values(), *thrown.values()),
        "ammunition": tuple(shell_name(code, book) for code in book.shells),
    }
    return typed_order(GiveOrder, decide, partial(_given_card, book=book), offers=offers)


def _in_the_list(unit: Unit, code: str, lying: Carried | None, asked: GiveOrder, book: Book) -> Task | None:
    """The action of the list that it is to have a weapon in hand, or out of it: None for what is given, with that or
    without.
    """
    held = lying or _held(unit.sheet, code, asked, book)
    if held is None or not isinstance(unit.sheet, Figure) or not (lying or asked.hand) or _asks_more(asked):
        return None
    if not lying and asked.hand and asked.hand.ready is held.hand.ready:
        return None
    drawn = {Hand.STOWED: "put away", Hand.DROPPED: "drop"}.get(asked.hand or Hand.RIGHT, "draw")
    return read_task(f"{'pick up' if lying else drawn} {held.name}", unit.name, unit.sheet, 0, book)


def _strapped(code: str, book: Book) -> Iterator[str]:
    """How long it takes to strap on what is worn on the forearm."""
    if turns := strap_turns(arm_of(code, book)):
        yield f"Strapping it on takes {turns[0]} turns, taking it off {turns[1]} (C3K Weapon list)"


def _again(before: Sheet, carried: Carried, asked: GiveOrder) -> bool:
    """Whether somebody got a spare who named nothing but the weapon, and may have meant a second one."""
    known = any(held.name == carried.name for held in before.weapons)
    return known and not asked.clips and not _changes(asked)


def _given_card(given: Given | GivenGrenades | Plans, faces: Faces, book: Book) -> Card:
    if isinstance(given, Plans):
        return plans_card(given, faces)
    title = f"{given.name} has"
    if isinstance(given, GivenGrenades):
        held = f"{given.held} × {shell_name(given.code, book)} grenades"
        return Card(title, (held, *filter(None, [given.over])))
    weapon = carried_line(given.weapon, book)
    if given.picked_up:
        takes = f"Takes {counted(book.actions[ACTION].turns, 'turn')} and a hand (C3K Other actions)"
        return Card(f"{given.name} picks up {given.weapon.name}", (weapon, takes))
    another = ("For a second one add values:another",) if given.again else ()
    return Card(title, (weapon, *_strapped(given.weapon.weapon, book), *another, *filter(None, [given.over])))


def _give_grenades(name: str, sheet: Sheet, code: str, asked: GiveOrder) -> Outcome:
    if not isinstance(sheet, Figure):
        raise RuleError(f"{name} is a vehicle: give grenades to its crew.")
    number = asked.clips or 1
    after = with_grenades(sheet, code, number)
    held = next(supply.rounds for supply in after.grenades if supply.ammunition == code)
    return Outcome({name: after}, GivenGrenades(name, code, held))


def _lying(sheet: Sheet, code: str, asked: GiveOrder) -> Carried | None:
    """The weapon that was dropped, where nothing is asked for but that weapon and perhaps a hand."""
    dropped = (held for held in sheet.weapons if held.weapon == code and held.hand is Hand.DROPPED)
    return None if _asks_more(asked) or asked.another else next(dropped, None)


def _asks_more(asked: GiveOrder) -> bool:
    """Whether something comes to a weapon, besides in which hand it is."""
    return bool(asked.clips or asked.sight or asked.mount or asked.ammunition)


def _picked_up(unit: Unit, lying: Carried, asked: GiveOrder, book: Book) -> Outcome:
    hand = asked.hand
    counted_turns = asked.turns == "counted"
    after = pick_up(unit.name, unit.sheet, lying, hand, book, counted=counted_turns)
    return Outcome({unit.name: after}, Given(unit.name, after.carried(lying.name, unit.name), picked_up=True))


def _given(unit: Unit, code: str, asked: GiveOrder, book: Book) -> tuple[Sheet, Carried]:
    """The sheet with the weapon, or with more for the one of its kind that is there."""
    arm = arm_of(code, book)
    ammunition = asked.ammunition
    shell = shell_for(arm, ammunition, book) if ammunition and isinstance(arm, Weapon) else ""
    sheet, hand = unit.sheet, asked.hand
    held, clips = _held(sheet, code, asked, book), asked.clips
    if held is None:
        carried = carry(sheet, code, book, shell, hand)
    else:
        carried = replace(held, hand=hand or held.hand)
        clips = clips or (0 if _changes(asked) else 1)
    if isinstance(arm, Weapon):
        if clips:
            carried = more_spares(carried, arm, shell or carried.loaded.ammunition, clips)
        carried = _with_optics(carried, arm, asked, book)
    if isinstance(sheet, Figure) and (held is None or hand):
        check_room(unit.name, sheet, carried, book)
    return _drawn(sheet, held, carried, asked).with_carried(carried), carried


def _drawn(sheet: Sheet, held: Carried | None, carried: Carried, asked: GiveOrder) -> Sheet:
    """The sheet that remembers what was drawn in this turn, where turns are counted (C3K Other actions)."""
    if held is None or held.hand.ready or not carried.hand.ready or asked.turns == "free":
        return sheet
    return replace(sheet, now=replace(sheet.now, drew=carried.name))


def _held(sheet: Sheet, code: str, asked: GiveOrder, book: Book) -> Carried | None:
    """The weapon of its kind that more is given for; None for another one, as of all that take no spares."""
    held = next((carried for carried in sheet.weapons if carried.weapon == code), None)
    more = _changes(asked) or bool(asked.clips) or takes_spares(arm_of(code, book))
    return held if more and not asked.another else None


def _changes(asked: GiveOrder) -> bool:
    """Whether something is said of the weapon itself, and not only that it is given."""
    return bool(asked.hand or asked.sight or asked.mount)


def _with_optics(carried: Carried, weapon: Weapon, asked: GiveOrder, book: Book) -> Carried:
    sight, mount = asked.sight, asked.mount
    if sight:
        carried = replace(carried, sight=sight_for(weapon, sight, book, mount=False))
    return replace(carried, mount=sight_for(weapon, mount, book, mount=True)) if mount else carried
