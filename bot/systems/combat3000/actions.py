"""The list of actions: what each takes, and what comes of it (C3K Other actions)."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.engine.errors import RuleError
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.helmets import with_helmet, worn_helmet
from bot.systems.combat3000.figure.sheet import (
    Carried,
    Figure,
    FigurePosture,
    Hand,
    Memory,
    Part,
    Sheet,
    Task,
    Vehicle,
    aloft,
)
from bot.systems.combat3000.figure.state import action_factor, useless
from bot.systems.combat3000.fire.firer import check_scans, firer_of, take_aim
from bot.systems.combat3000.fire.volley import fit
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.arming import arm_of, free_hand, strap_turns
from bot.systems.combat3000.loading.reloading import (
    check_broken,
    check_can_reload,
    check_can_repair,
    gait_of,
    hands_free,
    hands_of,
    loadable,
)
from bot.systems.combat3000.tasks import (
    AIM,
    DEPLOYS,
    DRAWS,
    DROP,
    FALL,
    FUSE,
    IN_HAND,
    OF_WEAPONS,
    OWN,
    RELOAD,
    REPAIR,
    RULE,
    SCAN,
    SET,
    STOWS,
    STRAP,
    SWITCH,
    UNSTRAP,
    is_grenade,
    task_words,
)

_SHIELD = "E23"
# The turns that a heavy weapon takes by how many help (ruling B-O6).
_DEPLOYED = (6, 4, 3)
POSTURES = {
    "C": FigurePosture.CROUCHED,
    "FP": FigurePosture.PRONE,
    "SU": FigurePosture.STANDING,
    "RU": FigurePosture.STANDING,
}


def turns_of(task: Task, figure: Sheet, book: Book) -> int:
    """How many turns it takes: the list's, for a heavy weapon by its crew, doubled by a wounded arm (ruling B-O7).

    What comes of a record sheet's own code takes the turn in which it is written, work as long as was worked out; so it
    is with all that a vehicle does.
    """
    if isinstance(figure, Vehicle):
        return task.turns or 1
    if task.code not in book.actions:
        return (task.turns or 1) * (action_factor(figure.wounds) if task.code in {STRAP, UNSTRAP, SET} else 1)
    row = book.actions[task.code]
    turns = _DEPLOYED[min(task.crew, len(_DEPLOYED) - 1)] if task.code == "DHW" else row.turns
    return turns * (action_factor(figure.wounds) if row.hands else 1)


def check_task(name: str, figure: Figure, task: Task, book: Book) -> None:
    """Raise RuleError where somebody can't do that as they are: without hands for it, without the thing, or already so.

    A weapon that both hands hold leaves one free, for it can be carried in the other.
    """
    if task.code in {RELOAD, REPAIR}:
        _check_work(figure.carried(task.thing, name), task, book, out_of_action=True)
    if task.code == SWITCH:
        _check_switch(name, figure, book)
    if task.code == SCAN:
        check_scans(name, figure, book)
    if task.code == SET:
        _set(name, figure, task)
    if task.code in {STRAP, UNSTRAP}:
        _check_strap(name, figure, task, book)
    if task.code not in book.actions:
        return
    if task.code == "D" and not task.thing:
        raise RuleError(f"Say what {name} draws or stows: such as D Key ({RULE}).")
    if task.code in OF_WEAPONS and not is_grenade(task.thing):
        _check_weapon(name, figure.carried(task.thing, name), task)
    if task.code in {*POSTURES, "CW"}:
        _check_stance(name, figure, task)
    if task.code == "DH" and not figure.doffed:
        raise RuleError(f"{name} has no helmet off to don: one is worn, or /character edit field:armour gives one.")
    if task.code == "RH" and not worn_helmet(figure):
        raise RuleError(f"{name} wears no helmet that could be taken off.")
    needed = book.actions[task.code].hands
    besides = task.thing if task.code in {*STOWS, *DEPLOYS} else ""
    if needed and free_for(figure, book, besides) < needed:
        hands = "a free hand" if needed == 1 else "two free hands"
        raise RuleError(f"{name} needs {hands} for that: drop or put something away first ({RULE}).")


def check_outside(name: str, figure: Figure, rule: str) -> None:
    """Raise RuleError for who rides in a vehicle, and does nothing for which one stands."""
    if figure.rides:
        raise RuleError(f"{name} rides in {figure.rides}: get out first, with /move to:out ({rule}).")


def _check_stance(name: str, figure: Figure, task: Task) -> None:
    """Raise RuleError for who can't stand so, or climb, where they are, and for who stands so already."""
    check_outside(name, figure, RULE)
    posture = POSTURES.get(task.code)
    if posture and (figure.posture is posture or not _from(task.code, figure.posture)):
        raise RuleError(f"{name} is {figure.posture}, and {task_words(task)} from no such posture ({RULE}).")


def _check_switch(name: str, figure: Figure, book: Book) -> None:
    """Raise RuleError for who has no Holtzman shield, and no hand free to switch it."""
    if _SHIELD not in figure.equipment:
        raise RuleError(
            f"{name} has no Holtzman Effect Shield: /character edit field:equipment gives one (C3K Equipment)."
        )
    if not free_for(figure, book):
        raise RuleError(f"{name} needs a free hand for that: drop or put something away first (C3K Equipment).")


def _set(name: str, figure: Figure, task: Task) -> Figure:
    """The figure with a fuse or a weapon set anew; RuleError without the fuse, or two hands for it."""
    if task.thing == FUSE:
        return fit(figure, f"delay {task.besides}", turns_count=False)
    carried = figure.carried(task.thing, name)
    if hands_free(figure, besides=carried.name) < 2:
        raise RuleError(f"{name} needs two hands to set {carried.name}: put something away first (C3K Weapon list).")
    return figure.with_carried(replace(carried, setting=task.besides))


def _check_strap(name: str, figure: Figure, task: Task, book: Book) -> None:
    """Raise RuleError for a weapon that is no forearm's, is on or off already, and without a hand free."""
    carried = figure.carried(task.thing, name)
    if not strap_turns(arm_of(carried.weapon, book)):
        raise RuleError(f"{carried.name} is worn on no forearm: draw it, or put it away ({RULE}).")
    if (carried.hand is Hand.MOUNTED) is (task.code == STRAP):
        how = "strapped on already" if task.code == STRAP else "not strapped on"
        raise RuleError(f"{carried.name} is {how} ({RULE}).")
    if not free_for(figure, book):
        raise RuleError(f"{name} needs a free hand for that: drop or put something away first ({RULE}).")


def _check_work(carried: Carried, task: Task, book: Book, *, out_of_action: bool) -> None:
    """Raise RuleError for a weapon that nobody can load, or that needs no repair."""
    arm = arm_of(carried.weapon, book)
    if task.code == REPAIR:
        check_broken(carried)
    elif isinstance(arm, Weapon):
        loadable(carried, arm, out_of_action=out_of_action)


def hindrance(name: str, sheet: Sheet, book: Book, *, out_of_action: bool = False) -> str:
    """Why somebody can't carry out the reload or the repair that they have written down, as they are now, in a
    sentence; "" where they can, or are at nothing of the kind. A pack is changed by who is `out_of_action` alone.
    """
    task = sheet.now.task
    if not isinstance(sheet, Figure) or task is None or task.code not in {RELOAD, REPAIR} or sheet.now.busy:
        return ""
    gait, carried = gait_of(sheet), sheet.carried(task.thing, name)
    check = check_can_reload if task.code == RELOAD else check_can_repair
    try:
        firer = firer_of(name, sheet, book, "do anything")
        _check_work(carried, task, book, out_of_action=out_of_action)
        check(name, sheet, carried, gait, firer.arms)
    except RuleError as problem:
        return str(problem)
    return ""


def _from(code: str, posture: FigurePosture) -> bool:
    """Whether an action may begin in a posture: one rises from a crouch, and stands up from the ground."""
    begins = {"C": FigurePosture.STANDING, "SU": FigurePosture.PRONE, "RU": FigurePosture.CROUCHED}
    return begins.get(code, posture) is posture


def free_for(figure: Figure, book: Book, besides: str = "") -> int:
    """How many hands are free for an action, when each weapon but one is carried in one hand."""
    holding = sum(each.hand in IN_HAND for each in figure.weapons if each.name != besides)
    maimed = sum(useless(figure.wounds, arm) for arm in (Part.LEFT_ARM, Part.RIGHT_ARM))
    return max(0, hands_of(figure, book) - maimed - holding)


def _check_weapon(name: str, carried: Carried, task: Task) -> None:
    on_them = (*IN_HAND, Hand.STOWED)
    wanted = {**dict.fromkeys(DRAWS, (Hand.STOWED,)), "PW": (Hand.DROPPED,), "DHW": on_them, DROP: on_them}
    if carried.hand not in wanted.get(task.code, IN_HAND):
        where = {Hand.STOWED: "put away", Hand.DROPPED: "on the ground", Hand.MOUNTED: "mounted"}
        raise RuleError(
            f"{carried.name} is {where.get(carried.hand, 'in hand')}: {name} can't do that with it ({RULE})."
        )
    if task.code in DEPLOYS and not carried.mount:
        raise RuleError(
            f"{carried.name} has no mount to be deployed on: /character give values:mount gives one ({RULE})."
        )


def begun(name: str, sheet: Sheet, tasks: Iterable[Task], book: Book, *, takes_time: bool = True) -> Sheet:
    """The sheet of somebody who begins what they are to do; all of it is done where it `takes_time` no time.

    Raises RuleError where they can't as they are.
    """
    firer_of(name, sheet, book, "do anything")
    for task in tasks:
        check_in_air(name, sheet, task)
        if task.code == AIM:
            sheet = take_aim(replace(sheet, now=replace(sheet.now, task=task)), task.thing)
        elif isinstance(sheet, Figure):
            check_task(name, sheet, task, book)
            sheet = begin(sheet, task, book) if takes_time else finish(sheet, task, book)
        elif task.code in {RELOAD, REPAIR}:
            # A vehicle's crew does that.
            _check_work(sheet.carried(task.thing, name), task, book, out_of_action=True)
            sheet = replace(sheet, now=replace(sheet.now, task=task))
        elif takes_time:
            sheet = replace(sheet, now=_at_work(sheet.now, task, turns_of(task, sheet, book)))
    return sheet


def check_in_air(name: str, sheet: Sheet, task: Task) -> None:
    """Raise RuleError for who flies and would do what nobody does at a walk; dropping interferes with nothing."""
    if aloft(sheet) and not task.walk and task.code != DROP:
        raise RuleError(f"{name} is in the air, and does only what goes with a walk: land first (C3K Flying).")


def left_off(sheet: Sheet, busy: str = "") -> Sheet:
    """Somebody who leaves what they are at as if they had not begun it, and is `busy` with that for this turn: a weapon
    is loaded as it was before a reload that isn't over.
    """
    was = sheet.now.reloading
    now = replace(sheet.now, busy=busy, more=0, task=None, aiming="", drew="", reloading=None)
    sheet = replace(sheet, now=now)
    if was is None or all(each.name != was.name for each in sheet.weapons):
        return sheet
    return sheet.with_carried(replace(sheet.carried(was.name, "They"), loaded=was.loaded, spare=was.spare))


def ended(sheet: Sheet, book: Book) -> tuple[Sheet, Task | None]:
    """The sheet with what its task comes to as a turn ends, and that task, if it is done now.

    Whoever can't act any more is at nothing, and so is a vehicle without anybody to work its weapon.
    """
    task = sheet.now.task
    if not sheet.now.busy:
        return sheet, None
    able = not helpless(sheet) if isinstance(sheet, Figure) else bool(sheet.crew) and not sheet.knocked_out
    if not able and (task or sheet.now.reloading):
        return left_off(sheet, sheet.now.busy), None
    if task is None or sheet.now.more:
        return sheet, None
    return finish(sheet, task, book) if isinstance(sheet, Figure) else sheet, task


def begin(figure: Figure, task: Task, book: Book) -> Figure:
    """The figure that begins something: done at once where that takes no time, else busy with it from now on.

    What another order carries out, such as a reload, keeps it from all else, and not from that.
    """
    turns = turns_of(task, figure, book)
    if not turns:
        figure = finish(figure, task, book)
        return replace(figure, now=replace(figure.now, fell=True)) if task.code == FALL else figure
    if task.fire and task.hands:
        figure = _one_handed(figure, task.hands, book)
    return replace(figure, now=_at_work(figure.now, task, turns))


def _at_work(now: Memory, task: Task, turns: int) -> Memory:
    """What is remembered of who begins what takes so many turns."""
    busy, more = ("", 0) if task.code in OWN else (task_words(task), turns - 1)
    return replace(now, busy=busy, more=more, task=task, drew=task.thing if task.code in DRAWS else "")


def _one_handed(figure: Figure, needed: int, book: Book) -> Figure:
    """The figure with a hand free for what it does while it may fire: what both hands held is in the better one."""
    for each in figure.weapons:
        if each.hand is Hand.BOTH and hands_free(figure, hands_of(figure, book)) < needed:
            figure = figure.with_carried(replace(each, hand=figure.handed))
    return figure


def finish(figure: Figure, task: Task, book: Book) -> Figure:
    """The figure once an action is done."""
    if posture := POSTURES.get(task.code):
        return replace(figure, posture=posture)
    if task.code == SWITCH:
        return replace(figure, shield_on=not figure.shield_on)
    if task.code == SET:
        return _set("They", figure, task)
    if task.code in OF_WEAPONS and not is_grenade(task.thing):
        return _HANDLED[task.code](figure, task.thing, book)
    return with_helmet(figure, on=task.code == "DH") if task.code in {"RH", "DH"} else figure


def _drawn(figure: Figure, name: str, book: Book) -> Figure:
    """The figure with a weapon in hand; one that both hands held goes into the other one where there is no room."""
    carried = figure.carried(name, "They")
    arm = arm_of(carried.weapon, book)
    hand = free_hand(figure, arm, book)
    if hand is Hand.STOWED:
        other = Hand.LEFT if figure.handed is Hand.RIGHT else Hand.RIGHT
        for each in figure.weapons:
            if each.hand is Hand.BOTH:
                figure = figure.with_carried(replace(each, hand=other))
        hand = free_hand(figure, arm, book)
        if hand is Hand.STOWED and free_for(figure, book):
            hand = figure.handed
    return figure.with_carried(replace(carried, hand=hand))


def _moved_to(hand: Hand) -> Callable[[Figure, str, Book], Figure]:
    return lambda figure, name, _: figure.with_carried(replace(figure.carried(name, "They"), hand=hand))


_HANDLED: dict[str, Callable[[Figure, str, Book], Figure]] = {
    **dict.fromkeys((*DRAWS, "PW"), _drawn),
    **dict.fromkeys(STOWS, _moved_to(Hand.STOWED)),
    **dict.fromkeys(DEPLOYS, _moved_to(Hand.MOUNTED)),
    DROP: _moved_to(Hand.DROPPED),
    STRAP: _moved_to(Hand.MOUNTED),
    UNSTRAP: _moved_to(Hand.STOWED),
}
