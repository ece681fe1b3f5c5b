"""Charges that came home, in words (C3K Charges)."""

from collections.abc import Iterator, Sequence

from bot.engine.cards import whose
from bot.systems.combat3000.melee.closing import Met
from bot.systems.combat3000.melee.contact import Response
from bot.systems.combat3000.moving.moved import cm_words

_GOES = {"run": "runs", "walk": "walks"}


def met_lines(met: Sequence[Met]) -> Iterator[str]:
    """What came of each charge, and first what the other did."""
    for each in met:
        if each.reaction is Response.RUN:
            yield f"{each.target} runs {cm_words(each.went)} away from {each.name}"
        elif each.reaction is Response.COUNTER and each.went:
            yield f"{each.target} countercharges and goes {cm_words(each.went)} to meet {each.name}"
        yield _line(each)


def _line(met: Met) -> str:
    if met.failed:
        return f"{met.name} is {met.failed}, and doesn't reach {met.target}"
    goes = f"{met.name} {_GOES[met.gait]} {cm_words(met.cm)}"
    if not met.contact:
        return (
            f"{goes} and doesn't reach {met.target}: they may charge again in the next turn, and fire nothing in this"
        )
    if met.caught:
        how = "on the run" if met.reaction is Response.RUN else "unaware"
        return f"{goes} and catches {met.target} {how}: a free blow in the next turn"
    return f"{goes} and is in contact with {met.target}: blows begin in the next turn"


def met_working(met: Sequence[Met]) -> Iterator[str]:
    """By which rules that came about."""
    if any(each.contact for each in met):
        yield "That is all that they do in this turn, and blows begin in the next (ruling B-C3)"
    for each in met:
        if each.reaction is Response.RUN:
            yield f"{whose(each.target)} run comes first, straight away from the charge (ruling B-C14)"
        elif each.reaction is Response.COUNTER and each.went:
            yield "Both go along the same way, as far as their gaits take them (ruling B-C15)"
        if each.caught:
            yield "Whoever is unaware or caught on the run suffers a free blow (C3K Surprise attacks)"
