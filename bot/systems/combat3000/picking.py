"""Picking up a weapon that lies on the ground: an action of one turn and one hand (C3K Other actions)."""

from dataclasses import replace

from bot.engine.errors import RuleError
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.plan import check_idle
from bot.systems.combat3000.loading.arming import arm_of, free_hand
from bot.systems.combat3000.loading.holding import check_room
from bot.systems.combat3000.loading.reloading import hands_free

ACTION = "PW"


def pick_up(name: str, figure: Figure, carried: Carried, hand: Hand | None, book: Book, *, counted: bool) -> Figure:
    """The figure with a dropped weapon in a hand again: the one asked for, or whichever is free for it.

    Where turns are `counted` it takes this one. Raises RuleError if the figure can't act, has acted, or has no hand
    free.
    """
    firer = firer_of(name, figure, book, "pick anything up")
    needed = book.actions[ACTION].hands
    if hands_free(figure, firer.arms) < needed:
        raise RuleError(f"{name} needs a free hand to pick {carried.name} up: put something away (C3K Other actions).")
    if counted:
        check_idle(name, figure.now)
        figure = replace(figure, now=replace(figure.now, busy=f"picks up {carried.name}"))
    held = replace(carried, hand=hand or free_hand(figure, arm_of(carried.weapon, book), book))
    check_room(name, figure, held, book)
    return figure.with_carried(held)
