"""Fuses on shells and grenades: delay and proximity (C3K Equipment)."""

from dataclasses import replace

from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.engine.system import Settings, Trait, whole
from bot.engine.typed import match
from bot.systems.combat3000.figure.sheet import Figure, Fuse, Sheet, in_use
from bot.systems.combat3000.figure.state import figure_of
from bot.systems.combat3000.fire.plan import check_idle
from bot.systems.combat3000.loading.reloading import hands_free

_NONE, _DELAY, _PROXIMITY = "none", "delay", "proximity"
_CODES = {_DELAY: "E12", _PROXIMITY: "E17"}
_LONGEST_DELAY = 30


def code_of(fuse: Fuse) -> str:
    """The code in the equipment list of a fuse that is fitted."""
    return _CODES[_PROXIMITY if fuse.proximity else _DELAY]


def fuse_words(fuse: Fuse) -> str:
    """A fuse in words: `a delay fuse of 5 turns`."""
    if fuse.proximity:
        return "a proximity fuse"
    return f"a delay fuse of {counted(fuse.turns, 'turn')}"


def fit(figure: Figure, text: str, *, turns_count: bool) -> Figure:
    """The figure with a fuse on the next shell or grenade that it sends off: `proximity`, `delay 5` or `none`.

    Setting a delay takes two hands, and this turn where `turns_count`. Raises RuleError for a fuse that isn't
    among the equipment, more than 30 turns, or hands or a turn that are full.
    """
    kind, _, turns = text.strip().casefold().partition(" ")
    kind = match(kind, (_NONE, _DELAY, _PROXIMITY), what="fuse")
    if kind == _NONE:
        return replace(figure, fuse=Fuse())
    if _CODES[kind] not in figure.equipment:
        raise RuleError(f"There is no {kind} fuse in the equipment: give one with equipment: first.")
    if kind == _PROXIMITY:
        return replace(figure, fuse=Fuse(proximity=True))
    return replace(_set_by_hand(figure, turns_count=turns_count), fuse=Fuse(whole(turns, "delay", 1, _LONGEST_DELAY)))


def _set_by_hand(figure: Figure, *, turns_count: bool) -> Figure:
    """The weapon in use may be in those hands: its shell gets the fuse."""
    used = in_use(figure.weapons)
    if hands_free(figure, besides=used.name if used else "") < 2:
        raise RuleError("A delay fuse takes two hands to set: put something away first (C3K Equipment).")
    if not turns_count:
        return figure
    check_idle("This figure", figure.now)
    return replace(figure, now=replace(figure.now, busy="sets a fuse"))


def spend_fuse(figure: Figure) -> Figure:
    """The figure once the shell or grenade with the fuse is gone."""
    left = list(figure.equipment)
    if code_of(figure.fuse) in left:
        left.remove(code_of(figure.fuse))
    return replace(figure, equipment=tuple(left), fuse=Fuse())


def fuse_trait() -> Trait:
    """What the next shell or grenade has for a fuse."""

    def write(sheet: Sheet, text: str, settings: Settings) -> Sheet:
        return fit(figure_of(sheet, "fuse"), text, turns_count=settings.get("turns", "counted") == "counted")

    def read(sheet: Sheet) -> str:
        fuse = sheet.fuse if isinstance(sheet, Figure) else Fuse()
        if fuse.proximity:
            return _PROXIMITY
        return f"{_DELAY} {fuse.turns}" if fuse.turns else _NONE

    return Trait("fuse", read, write, (_NONE, _PROXIMITY, f"{_DELAY} 1", f"{_DELAY} 5"))
