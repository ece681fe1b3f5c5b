"""What of somebody's nerve is set by name: status, whether they are broken, by which test, what sort of leader."""

from dataclasses import replace

from bot.engine.system import Settings, Trait, whole
from bot.engine.typed import match
from bot.systems.combat3000.figure.sheet import Figure, Sheet
from bot.systems.combat3000.figure.state import figure_of
from bot.systems.combat3000.morale.ladder import Mood, Nerve, Status, Trial

_BROKEN, _OWN = "broken", "own"
_STATES = (*Status, _BROKEN)
_LEADS = ("good", "bad")
_MOST_KILLS = 50


def morale_traits() -> tuple[Trait, ...]:
    """Morale, the death rage of a family, the test, and the quality of a leader (C3K Morale)."""

    def write_morale(sheet: Sheet, text: str, _: Settings) -> Sheet:
        figure, found = figure_of(sheet, "morale"), match(text, _STATES, what="morale status")
        if found == _BROKEN:
            return replace(figure, nerve=Nerve(Status.TERRIFIED, broken=True))
        return replace(figure, nerve=replace(figure.nerve, status=Status(found), broken=False))

    def write_rage(sheet: Sheet, text: str, _: Settings) -> Sheet:
        figure, kills = figure_of(sheet, "death rage"), whole(text, "number of enemies to kill", 0, _MOST_KILLS)
        mood = Mood.RAGE if kills else Mood.NONE
        return replace(figure, nerve=Nerve(figure.nerve.status, mood=mood, kills=kills))

    def write_test(sheet: Sheet, text: str, _: Settings) -> Sheet:
        found = match(text, (_OWN, *Trial), what="test of morale")
        return replace(figure_of(sheet, "morale test"), test=None if found == _OWN else Trial(found))

    def write_leader(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return replace(figure_of(sheet, "quality"), bad_leader=match(text, _LEADS, what="quality") == "bad")

    return (
        Trait("morale", _read_morale, write_morale, _STATES),
        Trait("death rage", lambda sheet: str(sheet.nerve.kills if isinstance(sheet, Figure) else 0), write_rage),
        Trait("morale test", _read_test, write_test, (_OWN, *Trial)),
        Trait("leader", lambda sheet: "bad" if getattr(sheet, "bad_leader", False) else "good", write_leader, _LEADS),
    )


def _read_morale(sheet: Sheet) -> str:
    if not isinstance(sheet, Figure):
        return "none"
    return _BROKEN if sheet.nerve.broken else str(sheet.nerve.status)


def _read_test(sheet: Sheet) -> str:
    return str((isinstance(sheet, Figure) and sheet.test) or _OWN)
