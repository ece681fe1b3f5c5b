"""How a figure or a vehicle is, by name."""

from dataclasses import replace
from typing import Any

from bot.engine.errors import RuleError
from bot.engine.system import Settings, Trait, whole
from bot.engine.typed import match
from bot.systems.combat3000.figure.sheet import Aiming, Figure, FigurePosture, Part, Sheet, Vehicle, Wound

_NONE = "none"
_MOST_TURNS = 1000
_SHIELD = "E23"
_FIGURES = ("alive", "killed")


def figure_of(sheet: Sheet, what: str) -> Figure:
    """The sheet as a figure's; raises RuleError for a vehicle, which has no `what`."""
    if isinstance(sheet, Figure):
        return sheet
    raise RuleError(f"A vehicle has no {what}: it has armour, weapons, crew and speed.")


def vehicle_of(sheet: Sheet, what: str) -> Vehicle:
    """The sheet as a vehicle's; raises RuleError for a figure, which has no `what`."""
    if isinstance(sheet, Vehicle):
        return sheet
    raise RuleError(f"A figure has no {what}: make it a vehicle with vehicle: first.")


def state_traits() -> tuple[Trait, ...]:
    """How a figure is."""

    def write_posture(sheet: Sheet, text: str, _: Settings) -> Sheet:
        posture = FigurePosture(match(text, tuple(FigurePosture), what="posture"))
        return replace(figure_of(sheet, "posture"), posture=posture)

    def write_robot(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return replace(figure_of(sheet, "robot"), robot=match(text, ("yes", "no"), what="answer") == "yes")

    def write_condition(sheet: Sheet, text: str, _: Settings) -> Sheet:
        killed = match(text, _FIGURES, what="condition") == "killed"
        return replace(figure_of(sheet, "condition"), killed=killed)

    def write_stunned(sheet: Sheet, text: str, _: Settings) -> Sheet:
        return replace(figure_of(sheet, "stun"), stunned=whole(text, "number of turns", 0, _MOST_TURNS))

    def write_shield(sheet: Sheet, text: str, _: Settings) -> Sheet:
        figure = figure_of(sheet, "shield")
        switched_on = match(text, ("on", "off"), what="answer") == "on"
        if switched_on and _SHIELD not in figure.equipment:
            raise RuleError("There is no Holtzman Effect Shield in the equipment: give one with equipment: first.")
        return replace(figure, shield_on=switched_on)

    def write_aiming(sheet: Sheet, text: str, _: Settings) -> Sheet:
        target, _space, turns = text.rpartition(" ")
        if text.casefold() == _NONE:
            return replace(figure_of(sheet, "aim"), aim=Aiming())
        return replace(figure_of(sheet, "aim"), aim=Aiming(target, whole(turns, "turns of aiming", 1, 9), by_word=True))

    return (
        Trait("robot", lambda sheet: "yes" if getattr(sheet, "robot", False) else "no", write_robot, ("no", "yes")),
        Trait("posture", lambda sheet: str(getattr(sheet, "posture", _NONE)), write_posture, tuple(FigurePosture)),
        Trait("condition", lambda s: "killed" if getattr(s, "killed", False) else "alive", write_condition, _FIGURES),
        Trait("stunned", lambda sheet: str(getattr(sheet, "stunned", 0)), write_stunned),
        Trait("wounds", _read_wounds, _write_wounds, (_NONE, *(f"1 {part}" for part in Part if part))),
        Trait(
            "effect shield", lambda s: "on" if getattr(s, "shield_on", False) else "off", write_shield, ("on", "off")
        ),
        Trait("aiming", _read_aiming, write_aiming, (_NONE,)),
    )


def _read_aiming(sheet: Sheet) -> str:
    aim = sheet.aim if isinstance(sheet, Figure) else Aiming()
    return f"{aim.target} {aim.turns}" if aim.turns else _NONE


def _read_wounds(sheet: Sheet) -> str:
    wounds = sheet.wounds if isinstance(sheet, Figure) else ()
    return ", ".join(f"{wound.points} {wound.part}".strip() for wound in wounds) or _NONE


def _write_wounds(sheet: Sheet, text: str, _: Settings) -> Sheet:
    """Wounds as `2 left arm, 1`: points, and the part where the campaign has those."""
    wanted = [] if text.casefold() in {_NONE, "", "0"} else text.split(",")
    return replace(figure_of(sheet, "wounds"), wounds=tuple(_wound(each.strip()) for each in wanted))


def _wound(text: str) -> Wound:
    points, _, part = text.partition(" ")
    parts = tuple(each for each in Part if each)
    return Wound(whole(points, "wound points", 1, 9), Part(match(part, parts, what="part of the body") if part else ""))


def vehicle_traits() -> tuple[Trait, ...]:
    """How a vehicle is."""

    def count(name: str, attribute: str, most: int) -> Trait:
        def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
            changed: dict[str, Any] = {attribute: whole(text, name, 0, most)}
            return replace(vehicle_of(sheet, name), **changed)

        return Trait(name, lambda sheet: str(getattr(sheet, attribute, _NONE)), write)

    def so(name: str, attribute: str) -> Trait:
        def write(sheet: Sheet, text: str, _: Settings) -> Sheet:
            changed: dict[str, Any] = {attribute: match(text, ("yes", "no"), what="answer") == "yes"}
            return replace(vehicle_of(sheet, name), **changed)

        return Trait(name, lambda sheet: "yes" if getattr(sheet, attribute, False) else "no", write, ("yes", "no"))

    return (
        count("crew", "crew", 50),
        count("vehicle speed", "speed", 1000),
        so("immobilised", "immobilised"),
        so("powerless", "powerless"),
        so("knocked out", "knocked_out"),
    )
