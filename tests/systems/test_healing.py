"""`/character heal` by whatever rules: who is healed, and what is said of whoever has no wound."""

from dataclasses import dataclass, replace
from typing import Literal

import pytest

from bot.engine.asked import Asked, must
from bot.engine.errors import RuleError
from bot.engine.scene import Role, Scene, Unit
from bot.systems.resting import heal_order


@dataclass(frozen=True)
class Shape:
    light: int = 0
    serious: int = 0


@dataclass(frozen=True)
class Sheet:
    shape: Shape


@dataclass(frozen=True, kw_only=True, slots=True)
class Heal(Asked):
    verb = "character heal"
    about = "Heal somebody"
    roles = (Role("name"),)
    wounds: Literal["light", "all"] = must("Which")


def healed(sheet, wounds):
    shape = replace(sheet.shape, light=0) if wounds == "light" else Shape()
    return Sheet(shape)


def words(what):
    shape = what if isinstance(what, Shape) else what.shape
    return f"{shape.light} light, {shape.serious} serious"


ORDER = heal_order(Heal, Shape, healed, words, "has nothing of that to heal: ")


def heal(shape, wounds):
    scene = Scene({"name": (Unit("Ann", "Red", Sheet(shape)),)})
    outcome = ORDER.resolve(scene, ORDER.read({"wounds": wounds}), None)
    return outcome, ORDER.word(outcome.result, ())


@pytest.mark.parametrize(("wounds", "after"), [("light", Shape(0, 1)), ("all", Shape(0, 0))])
def test_the_healed_are_told_as_they_are_and_as_they_were(wounds, after):
    outcome, card = heal(Shape(2, 1), wounds)
    assert outcome.after == {"Ann": Sheet(after)}
    assert card.title == "Ann is healed"
    assert card.lines == (f"Now: {words(after)}", "Was: 2 light, 1 serious")


@pytest.mark.parametrize(("shape", "wounds"), [(Shape(), "all"), (Shape(0, 1), "light")])
def test_who_has_none_of_these_wounds_is_refused(shape, wounds):
    with pytest.raises(RuleError) as refused:
        heal(shape, wounds)
    assert str(refused.value) == f"Ann has nothing of that to heal: {words(shape)}."
