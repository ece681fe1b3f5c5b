"""Stun marks, and what a stunned figure drops (C3K Record sheets, Stunned figures)."""

from dataclasses import replace

from bot.engine.dice import Dice
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand

_HELD = {Hand.RIGHT, Hand.LEFT, Hand.BOTH}


def held(figure: Figure) -> tuple[Carried, ...]:
    """The weapons that a figure has in its hands."""
    return tuple(carried for carried in figure.weapons if carried.hand in _HELD)


def drop(figure: Figure) -> Figure:
    """The figure after letting go of all that it held, which lies on the ground."""
    for carried in held(figure):
        figure = figure.with_carried(replace(carried, hand=Hand.DROPPED))
    return figure


def stun(figure: Figure, turns: int) -> Figure:
    """The figure with a number of stun marks more, in full even if it has some; it drops what it holds."""
    if not turns:
        return figure
    return drop(replace(figure, stunned=figure.stunned + turns, stunned_now=figure.stunned_now + turns))


def strike_mark(figure: Figure) -> Figure:
    """The figure at the end of a turn, with one stun mark struck out.

    The marks that this turn brought last from the next turn on (C3K Record sheets, ruling B-D8).
    """
    earlier = figure.stunned - figure.stunned_now
    return replace(figure, stunned=figure.stunned - (1 if earlier > 0 else 0), stunned_now=0)


def throw_tens(sides: int, dice: Dice) -> int:
    """The turns for which a stunning weapon stuns: a die of that many sides, times ten."""
    return 10 * dice.roll(1, sides, why="stun")
