"""The end of an action phase: stuns run down, and in zero-G people keep control or lose it (AHL 17.C.2, 26.B)."""

from dataclasses import dataclass, replace

from bot.engine.dice import Check, Dice
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.zerog.control import after_control, keep_control


@dataclass(frozen=True, slots=True)
class Ending:
    """What the end of a phase was to one character: the throw for control, if one was due, and what is after."""

    name: str
    before: Character
    control: Check | None
    after: Character


def end_phase(name: str, character: Character, book: Book, dice: Dice, dm: int = 0, because: str = "") -> Ending:
    """End an action phase for one character; `dm` is the referee's, on the throw for control."""
    control = keep_control(character, book.weapons, book.control, dice, dm, because)
    return Ending(name, character, control, after_control(stuns_run_down(character), control))


def stuns_run_down(character: Character) -> Character:
    """The character with a phase less of each stun to go (AHL 17.C.2)."""
    more = tuple(phases - 1 for phases in character.more_stuns if phases > 1)
    return replace(character, stunned=max(0, character.stunned - 1), more_stuns=more)
