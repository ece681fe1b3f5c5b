"""Helmets that come off and go on again (C3K Other actions)."""

from dataclasses import replace

from bot.systems.combat3000.figure.sheet import Figure

_HELMETS = ("701", "E16")


def worn_helmet(figure: Figure) -> str:
    """The code of the helmet that somebody wears; "" for none."""
    return next((code for code in (*figure.armour, *figure.equipment) if code in _HELMETS), "")


def with_helmet(figure: Figure, *, on: bool) -> Figure:
    """The figure with the helmet `on` again that was taken off last, or with the one off that it wears."""
    if on and figure.doffed:
        *left, off = figure.doffed
        if off.startswith("E"):
            return replace(figure, doffed=tuple(left), equipment=(*figure.equipment, off))
        return replace(figure, doffed=tuple(left), armour=(*figure.armour, off))
    if not on and (worn := worn_helmet(figure)):
        armour, equipment = _less(figure.armour, worn), _less(figure.equipment, worn)
        return replace(figure, doffed=(*figure.doffed, worn), armour=armour, equipment=equipment)
    return figure


def _less(codes: tuple[str, ...], code: str) -> tuple[str, ...]:
    return tuple(each for each in codes if each != code)
