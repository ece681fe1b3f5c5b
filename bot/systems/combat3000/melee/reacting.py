"""What whoever is charged may do, and what bars it (C3K Charges)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.engine.system import Scene, Unit
from bot.systems.combat3000.figure.sheet import Figure, FigurePosture, Memory
from bot.systems.combat3000.figure.state import strength_of
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.melee.contact import Charge, Response, opponents
from bot.systems.combat3000.melee.round import touching
from bot.systems.combat3000.morale.behaviour import must_run, shaken
from bot.systems.combat3000.tasks import DROP, task_words
from bot.systems.marks import takes_part


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What somebody who is charged wants to do."""

    scene: Scene
    unit: Unit
    how: Response
    charges: Sequence[Charge]

    @property
    def figure(self) -> Figure:
        found: Figure = self.unit.sheet
        return found

    @property
    def now(self) -> Memory:
        return self.figure.now

    @property
    def fired(self) -> bool:
        """Whether they have fired at one of those who charge already."""
        return self.how is Response.FIRE and self.now.target in {each.name for each in self.charges}


def _in_contact(wanted: _Wanted) -> str:
    foes = opponents(touching(wanted.scene), wanted.unit.name)
    return f"{wanted.unit.name} is in contact with {foes[0]}, and can only stand (C3K Charges)." if foes else ""


def _has_acted(wanted: _Wanted) -> str:
    """Whoever has done their one thing of the turn."""
    now = wanted.now
    done = "has fired" if now.target else "has moved" if now.gait else "" if now.task or now.more else now.busy
    return f"{wanted.unit.name} {done} this turn, and can only stand (C3K Charges)." if done else ""


def _has_orders(wanted: _Wanted) -> str:
    """Dropping things is no order (ruling B-C1)."""
    now = wanted.now
    own = task_words(now.task) if now.task and now.task.code != DROP else ""
    ordered = now.busy or own
    if not ordered or wanted.how is Response.RUN:
        return ""
    return f"{wanted.unit.name} {ordered}, and whoever has an order only runs or stands (ruling B-C1)."


def _lies(wanted: _Wanted) -> str:
    if wanted.how is Response.FIRE or wanted.figure.posture is not FigurePosture.PRONE:
        return ""
    return f"{wanted.unit.name} is prone, and can fire, or stand to receive the charge (C3K Charges)."


def _unarmed(wanted: _Wanted) -> str:
    if wanted.how is not Response.FIRE or any(each.hand.ready and each.loaded.rounds for each in wanted.figure.weapons):
        return ""
    return f"{wanted.unit.name} has nothing in hand to fire: run, countercharge or stand (ruling B-C2)."


_BARS: tuple[Callable[[_Wanted], str], ...] = (_in_contact, _has_acted, _has_orders, _lies, _unarmed)


def barred(scene: Scene, unit: Unit, how: Response, charges: Sequence[Charge]) -> str:
    """Why somebody who is charged can't do that, in a sentence; "" where they can. All may stand whose nerve holds."""
    wanted = _Wanted(scene, unit, how, charges)
    if how is not Response.STAND and not takes_part(unit):
        return f"{unit.name} has surrendered, and can only stand (C3K Charges)."
    if how is not Response.RUN and (stronger := _flees_from(scene, unit, charges)):
        nerve = unit.sheet.nerve
        return f"{unit.name} is {nerve.status}, and runs from {stronger}, who is stronger: how:run (C3K Morale)."
    if how is Response.STAND or wanted.fired:
        return ""
    return next(filter(None, (bar(wanted) for bar in _BARS)), "")


def _flees_from(scene: Scene, unit: Unit, charges: Sequence[Charge]) -> str:
    """Who of those who charge makes somebody turn and run whose nerve is shaken, being the stronger (C3K Morale); "" is
    nobody, where they can't run, and where no turn is kept or what it forbids is only told.
    """
    if turn_of(scene) is None or scene.settings.get("turns") == "shown" or not shaken(unit.sheet.nerve):
        return ""
    if any(bar(_Wanted(scene, unit, Response.RUN, charges)) for bar in _BARS):
        return ""
    chargers = [scene.known[each.name] for each in charges if each.name in scene.known]
    strongest = max(chargers, key=lambda each: strength_of(each.sheet), default=None)
    if strongest is None or not must_run(unit.sheet.nerve, strength_of(unit.sheet), strength_of(strongest.sheet)):
        return ""
    return strongest.name


def choices(scene: Scene, unit: Unit, charges: Sequence[Charge]) -> tuple[Response, ...]:
    """All that somebody who is charged may do; whoever is helpless, or has laid down arms, has no choice."""
    if helpless(unit.sheet) or not takes_part(unit):
        return ()
    return tuple(how for how in Response if not barred(scene, unit, how, charges))


def unanswered(may: Sequence[Response]) -> Response:
    """What somebody does who says nothing: they stand, or run where they have to."""
    return next(iter(may)) if may and Response.STAND not in may else Response.STAND
