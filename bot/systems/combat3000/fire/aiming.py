"""Aiming: a turn in which somebody aims at a declared target and does nothing else (C3K Aiming)."""

from dataclasses import replace

from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.systems.combat3000.aim.situation import Situation
from bot.systems.combat3000.asked import Mode
from bot.systems.combat3000.figure.sheet import Aiming, Memory, Sheet
from bot.systems.combat3000.fire.firer import Firer

RULE = "C3K Aiming"
_MOST_TURNS = 9


def take_aim(sheet: Sheet, target: str) -> Sheet:
    """The sheet of somebody who spends this turn in aiming; it counts when the turn ends."""
    return replace(sheet, now=replace(sheet.now, busy=f"aims at {target}", aiming=target))


def aim_after(aim: Aiming, now: Memory) -> Aiming:
    """What somebody has aimed at after a turn: one turn more, what a shot left of it, or nothing after other deeds."""
    if now.aiming:
        turns = aim.turns if aim.target == now.aiming else 0
        return Aiming(now.aiming, min(turns + 1, _MOST_TURNS), aim.by_word and turns > 0)
    return Aiming() if now.busy else aim


def kept_aim(firer: Firer, target: str, situation: Situation) -> int:
    """For how many turns the target has been aimed at, while the firer stays still (ruling B-F4).

    The shot that the aiming was for may follow a target that moves; later ones are aimed only while it stays still too.
    """
    still = not situation.firer_moved and (situation.moved <= 0 or firer.last.aiming == target)
    return firer.aim.turns if still and firer.aim.target == target else 0


def aimed(
    firer: Firer, target: str, situation: Situation, kept: int, asked: int | None, *, counts: bool, referee: bool
) -> Situation:
    """The circumstances of a fire that is said to be aimed, for as many turns as were `asked`.

    Where the bot `counts` turns, a player has those that it counted; the referee's word is as good, and told. Raises
    Raises RuleError for more turns than that, and if the firer did something else last turn.
    """
    if not kept:
        _check_last(firer)
    turns = asked if asked is not None else max(kept, 1)
    uncounted = counts and turns > kept
    if uncounted and not referee:
        done = f"has aimed at {target} for {counted(kept, 'turn')}" if kept else f"has not aimed at {target}"
        raise RuleError(f'{firer.name} {done}: /plan plan:"aim at {target}" spends a turn in aiming ({RULE}).')
    by_word = turns > 0 and (uncounted or (kept > 0 and firer.aim.by_word))
    return replace(situation, mode=Mode.AIMED if turns else Mode.NORMAL, aiming=turns, by_word=by_word)


def _check_last(firer: Firer) -> None:
    """Raises RuleError if the firer reloaded, threw, repaired or fired last turn; their sheet may say otherwise."""
    deed = "fired" if firer.last.shot else firer.last.busy
    if deed and not firer.last.aiming:
        does = "may not fire" if firer.last.shot else "does nothing else"
        raise RuleError(f"{firer.name} {deed} last turn, and who aims {does} ({RULE}).")
