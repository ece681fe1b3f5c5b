"""Pebbles: a rule system in one file, to show that a folder is all it takes. Somebody throws; 4 or more hits."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot.engine.cards import Card, check_line, modifier_line
from bot.engine.dice import Check, Dice, Faces, Modifier
from bot.engine.due import Choice, Due, said
from bot.engine.errors import LacksError, RuleError
from bot.engine.scene import Game
from bot.engine.system import (
    Field,
    Kind,
    Odds,
    Order,
    Outcome,
    Role,
    Rule,
    Said,
    Scene,
    Setting,
    System,
    Trait,
    Unit,
    whole,
)

MOST = 3


@dataclass(frozen=True, slots=True)
class Child:
    """Whoever plays: the pebbles in hand, and the bruises."""

    pebbles: int = MOST
    bruises: int = 0


def _line(child: Child) -> str:
    return f"{child.pebbles} pebbles, {child.bruises} bruises"


def _fire(scene: Scene, values: Mapping[str, Any], dice: Dice) -> Outcome:
    thrower, target = scene.one("name"), scene.one("target")
    if not thrower.sheet.pebbles:
        raise RuleError(f"{thrower.name} has no pebbles: /reload first (Pebbles 2).")
    wind = Modifier(-1, "wind", "Pebbles 3") if values["wind"] == "strong" else None
    hand = Modifier(-1, "left hand", "Pebbles 4") if values["hand"] == "left" else None
    check = Check("throw", dice.roll(1, why="throw"), tuple(filter(None, (wind, hand))), 4)
    after = {thrower.name: replace(thrower.sheet, pebbles=thrower.sheet.pebbles - 1)}
    if check.made:
        after[target.name] = replace(target.sheet, bruises=target.sheet.bruises + 1)
    return Outcome(after, check)


def _hesitates(_: Scene, values: Mapping[str, Any]) -> tuple[Unit, ...]:
    if "range" not in values:
        raise LacksError("Say how far it is, as range:3.")
    return ()


def _word(check: Check, faces: Faces) -> Card:
    line = check_line(check, faces.take("throw"), _outcome(check))
    return Card("A pebble flies", (line,), tuple(modifier_line(modifier) for modifier in check.modifiers))


def _outcome(check: Check) -> str:
    return "Ouch" if check.made else "Miss"


def _imagine(_: Mapping[str, Any]) -> Scene:
    return Scene({"name": (Unit("one", "", Child()),), "target": (Unit("other", "", Child()),)})


def _reload(scene: Scene, _: Mapping[str, Any], __: Dice) -> Outcome:
    unit = scene.one("name")
    return Outcome({unit.name: replace(unit.sheet, pebbles=MOST)}, f"{unit.name} picks up pebbles")


def _due(game: Game) -> tuple[Due, ...]:
    """Whoever has nothing to throw picks pebbles up before the others go on."""
    empty = [unit for unit in game.units.values() if not unit.sheet.pebbles]
    return tuple(
        Due("pebbles to pick up", "Pebbles 2", (unit.name,), (unit.owner,), (_reloads(unit.name),)) for unit in empty
    )


def _reloads(name: str) -> Choice:
    return Choice("Pick up", said("reload", [name]))


def _write_pebbles(child: Child, text: str, _: Mapping[str, str]) -> Child:
    return replace(child, pebbles=whole(text, "pebbles", 0, MOST))


def load(_: Path) -> System:
    """The whole system; it needs no tables."""
    wind = Field("wind", Kind.CHOICE, "none", ("none", "strong"))
    hand = Field("hand", Kind.CHOICE, "right", ("right", "left"), mode=True)
    fields = (Field("range", Kind.WHOLE, low=0, high=9), hand, wind)
    roles = (Role("name"), Role("target"))
    odds = Odds(_outcome, ("Miss", "Ouch"), (), _imagine)
    orders = (
        Order("fire", roles, fields, _fire, _word, odds, hesitates=_hesitates),
        Order("reload", (Role("name"),), (), _reload, lambda text, _: Card(text), reports=str),
    )
    return System(
        key="pebbles",
        title="Pebbles",
        load_sheet=lambda stored: Child(**stored),
        dump_sheet=lambda child: {"pebbles": child.pebbles, "bruises": child.bruises},
        new_sheet=Child(),
        traits={"pebbles": Trait("pebbles", lambda child: str(child.pebbles), _write_pebbles)},
        orders={order.verb: order for order in orders},
        line=_line,
        due=_due,
        card=lambda unit: Card(unit.name, (_line(unit.sheet),)),
        settings={"wind": Setting("wind", ("none", "strong"), "a strong wind takes 1 off")},
        templates={"Child": Unit("Child", "", Child())},
        starter=(Unit("Ann", "Reds", Child()), Unit("Bob", "Blues", Child())),
        opening=Said("fire", {"name": (("Ann", None),), "target": (("Bob", None),)}, {"range": 3}, ""),
        rules={"1": Rule("1", "page 1", "Four or more hits")},
        cited="Pebbles",
    )
