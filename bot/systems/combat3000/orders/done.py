"""What firers and targets have done in a turn, as it counts for a shot (C3K Own actions, Target movement)."""

from dataclasses import replace
from math import ceil
from typing import Any, TypeVar

from bot.engine.asked import given
from bot.engine.byword import check_known
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.asked.circumstances import Circumstances, Gait
from bot.systems.combat3000.figure.sheet import Carried, Figure, Memory, Vehicle, aloft
from bot.systems.combat3000.loading.reloading import gait_of
from bot.systems.combat3000.morale.ladder import Mood

C = TypeVar("C", bound=Circumstances)


def as_done(scene: Scene, unit: Unit, asked: C) -> C:
    """What was asked for with what the firer has done in this turn, where nobody says it; raises RuleError for a player
    who says otherwise than they have.
    """
    done = deeds_of(scene, unit, asked)
    check_known(scene, unit.name, done, given(asked))
    return replace(asked, **{name: value for name, value in done.items() if getattr(asked, name) is None})


def gait_meant(scene: Scene, unit: Unit, said: Gait | None) -> Gait:
    """How somebody moves in this turn, as is said or as they have moved; raises RuleError for a player who says
    otherwise than they have.
    """
    moved = gait_of(unit.sheet)
    check_known(scene, unit.name, {} if moved is Gait.STILL else {"gait": moved}, {"gait": said})
    return gait_of(unit.sheet, said)


def deeds_of(scene: Scene, unit: Unit, asked: Circumstances) -> dict[str, Any]:
    """What a firer has done in this turn that counts for whatever they fire or throw: how they have moved, and where
    turns count what they drew or are at, and whether they spoke (C3K Own actions, Speech).
    """
    found, now = of_firer(scene, unit), unit.sheet.now
    if asked.turns == "free":
        return found
    done = {"drawing": _distracted(now), "speaking": bool(now.words)}
    return found | {name: True for name, so in done.items() if so}


def of_firer(scene: Scene, unit: Unit) -> dict[str, Any]:
    """How a firer has moved in this turn, on foot, on a vehicle or in the air (C3K Firer's movement, Flying); who runs
    in death rage fires as if they walked (C3K Mandiblax, ruling B-L14).
    """
    found: dict[str, Any] = {}
    speed, gait = _speed(scene, unit), gait_of(unit.sheet)
    if speed:
        found["vehicle"] = ceil(speed)
    elif gait is not Gait.STILL:
        raging = isinstance(unit.sheet, Figure) and unit.sheet.nerve.mood is Mood.RAGE
        found["gait"] = Gait.WALK if raging and gait is Gait.RUN else gait
    standing = scene.board.people.get(unit.name) if scene.board else None
    if standing and standing.between:
        found["gait"] = Gait.CLIMB
    return {**found, "difficult": True} if unit.sheet.now.difficult else found


def of_target(scene: Scene, unit: Unit) -> dict[str, Any]:
    """How far a target has moved in this turn, and whether it flies or falls prone (C3K Target movement)."""
    found: dict[str, Any] = {}
    if cm := _speed(scene, unit) or unit.sheet.now.cm:
        found["moved"] = ceil(cm)
    if unit.sheet.now.fell:
        found["falling"] = True
    return {**found, "flying": True} if aloft(unit.sheet) else found


def _speed(scene: Scene, unit: Unit) -> int:
    """The speed of a vehicle, or of that in which somebody rides."""
    ridden = scene.known.get(unit.sheet.rides) if isinstance(unit.sheet, Figure) and unit.sheet.rides else unit
    return ridden.sheet.speed if ridden and isinstance(ridden.sheet, Vehicle) else 0


def _distracted(now: Memory) -> bool:
    """Whether somebody does something with which fire may go, at a price (C3K Own actions, ruling B-O5)."""
    return bool(now.drew or (now.busy and now.task and now.task.fire))


def check_drawn(attacker: Unit, carried: Carried, asked: Circumstances) -> None:
    """Raise RuleError for a weapon that was drawn in this turn, which is fired from the next on (C3K Weapon use).

    That it wasn't drawn then only the referee says, and whoever asks for odds.
    """
    drawn = carried.name == attacker.sheet.now.drew and asked.turns != "free"
    if drawn and asked.drawing is not False:
        raise RuleError(
            f"{carried.name} was drawn in this turn, and is fired from the next on: /phase (C3K Weapon use)."
        )
