"""Pills by turns: when each works, and what it does to whom (C3K Equipment)."""

from collections.abc import Iterator
from dataclasses import replace

from bot.engine.cards import counted
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.kit import SLEEP_PILL, SPEED_PILL, TRUTH_CAPSULE, WORKS, Dose
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.figure.state import drop

PILLS = tuple(WORKS)
_FATAL = {SPEED_PILL: "Mandiblax"}
_DOES = {
    SPEED_PILL: "accuracy −5, dexterity +1, reflex +2, walk +3",
    SLEEP_PILL: "asleep",
    TRUTH_CAPSULE: "answers every question honestly",
}


def fatal_to(code: str, figure: Figure) -> bool:
    """Whether a pill kills such a creature once it works."""
    return _FATAL.get(code) == figure.creature


def taken(figure: Figure, code: str) -> Figure:
    """Somebody who takes a pill from their equipment."""
    left = list(figure.equipment)
    left.remove(code)
    kit = replace(figure.kit, doses=(*figure.kit.doses, Dose(code)))
    return replace(figure, equipment=tuple(left), kit=kit)


def digested(figure: Figure) -> Figure:
    """Somebody at the end of a turn, in whom their pills work on; whoever sleeps drops what they held."""
    if not figure.kit.doses or figure.plight.frozen:
        return figure
    older = (replace(dose, turns=dose.turns + 1) for dose in figure.kit.doses)
    doses = tuple(dose for dose in older if dose.left)
    figure = replace(figure, kit=replace(figure.kit, doses=doses))
    if any(dose.works and fatal_to(dose.code, figure) for dose in doses):
        return replace(drop(figure), killed=True)
    return drop(figure) if figure.kit.under(SLEEP_PILL) else figure


def begun_or_over(before: Figure, after: Figure, book: Book) -> Iterator[str]:
    """Which pills began to work in somebody at a turn's end, and which ceased, in words."""
    was = {dose.code for dose in before.kit.doses if dose.works}
    now = {dose.code for dose in after.kit.doses if dose.works}
    yield from (f"the {book.equipment[code].name} works: {_DOES[code]}" for code in sorted(now - was))
    yield from (f"the {book.equipment[code].name} works no more" for code in sorted(was - now))


def dose_words(dose: Dose, name: str) -> str:
    """A pill in words: `Speed Pill: works in 4 turns`."""
    if dose.begins_in:
        return f"{name}: works in {counted(dose.begins_in, 'turn')}"
    return f"{name}: {_DOES[dose.code]}, for {counted(dose.left, 'turn')} yet"


def effect_of(code: str) -> str:
    """What a pill does, and when, in words."""
    begins, ends = WORKS[code]
    lasts = "12 hours" if code == SLEEP_PILL else counted(ends - begins, "turn")
    return f"After {counted(begins, 'turn')} for {lasts}: {_DOES[code]} (C3K Equipment)"
