"""`/character convert`: wounds become Traveller's characteristics after a fight (V27.Wounds, V27.Excess)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot.engine.asked import Asked, ask, typed_order
from bot.engine.cards import Card, Tone, counted, marked, sentence, whose
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.scene import Role
from bot.engine.system import Order, Outcome, Scene
from bot.engine.typed import match
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl_variant.sheet import Combatant

CHARACTERISTICS = ("strength", "dexterity", "endurance")
_LIGHT, _SERIOUS, _DEATH = 1, 3, 2


@dataclass(frozen=True, kw_only=True, slots=True)
class ConvertOrder(Asked):
    """Which characteristics the wounds of somebody come from, in turn."""

    verb = "convert"
    command = "character convert"
    by_word = True
    about = "Turn wounds into losses of strength, dexterity and endurance, after a fight"
    roles = (Role("name", alone=True, wording="Whose"),)
    order: str = ask(
        "strength, dexterity, endurance", "From which characteristics serious wounds come, in turn", longest=60
    )
    light: Literal["strength", "dexterity", "endurance"] = ask("endurance", "From which one light wounds come")
    deaths: Literal["two", "in brackets", "with excess"] = ask(
        "two", setting="how many serious wounds a death is when converted (AHL V27.Excess)", ruled=True
    )


@dataclass(frozen=True, slots=True)
class Loss:
    """A wound as it was converted: its dice, and whether it is serious, which may spill over in turn."""

    points: int
    serious: bool
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Converted:
    """Whose wounds became losses: what they had and have of each characteristic, the wounds, and the dice."""

    name: str
    before: tuple[int, ...]
    after: tuple[int, ...]
    light: int
    serious: int
    points: tuple[int, ...]


def apply(values: Sequence[int], losses: Sequence[Loss]) -> tuple[int, ...]:
    """Characteristics after wounds: a light one takes none below 1, its surplus is lost; a serious one spills over in
    the order given, and fewer than two of them leave 1 in one of them at least (V27.Wounds, ruling VR-A12).
    """
    left = list(values)
    several = sum(each.serious for each in losses) > 1
    for each in losses:
        points = each.points
        for place in each.order:
            floor = 0 if each.serious else min(1, left[place])
            if each.serious and not several and not any(left[other] for other in range(len(left)) if other != place):
                floor = 1
            lost = min(points, max(0, left[place] - floor))
            left[place] -= lost
            points -= lost
    return tuple(left)


def serious_in_all(sheet: Combatant, deaths: str) -> int:
    """How many serious wounds somebody has had, a death counting as two, as its number in brackets, or with what was
    above twelve (V27.Wounds, V27.Excess).
    """
    # Whom the referee has called back to life is not dead of it.
    fatal = sheet.deaths if sheet.condition is Condition.DEAD else ()
    killed = {
        "two": _DEATH * len(fatal),
        "in brackets": sum(death.bracketed for death in fatal),
        "with excess": sum(death.excess for death in fatal),
    }
    return sheet.serious_wounds + killed[deaths]


def convert_order() -> Order:
    """`/character convert`: 1D a light wound, 3D a serious one; the wounds are gone then, and it is told as entered."""

    def decide(scene: Scene, asked: ConvertOrder, dice: Dice) -> Outcome:
        unit = scene.one("name")
        sheet: Combatant = unit.sheet
        before = tuple(getattr(sheet, name) for name in CHARACTERISTICS)
        order = _order(asked.order)
        serious = serious_in_all(sheet, asked.deaths)
        _check(unit.name, sheet, before, serious)
        light = CHARACTERISTICS.index(asked.light)
        losses = [Loss(dice.roll(_LIGHT, why="light wound"), False, (light,)) for _ in range(sheet.light_wounds)]
        losses += [Loss(dice.roll(_SERIOUS, why="serious wound"), True, order) for _ in range(serious)]
        after = apply(before, losses)
        strength, dexterity, endurance = after
        now = replace(sheet, strength=strength, dexterity=dexterity, endurance=endurance)
        now = replace(now, light_wounds=0, serious_wounds=0, deaths=())
        points = tuple(each.points for each in losses)
        return Outcome({unit.name: now}, Converted(unit.name, before, after, sheet.light_wounds, serious, points))

    return typed_order(ConvertOrder, decide, _card)


def _order(text: str) -> tuple[int, ...]:
    names = [match(part, CHARACTERISTICS, what="characteristic") for part in text.split(",") if part.strip()]
    if sorted(names) != sorted(CHARACTERISTICS):
        raise RuleError("Name strength, dexterity and endurance, each once, in the order in which they are lost.")
    return tuple(CHARACTERISTICS.index(name) for name in names)


def _check(name: str, sheet: Combatant, values: tuple[int, ...], serious: int) -> None:
    missing = [what for what, value in zip(CHARACTERISTICS, values, strict=True) if not value]
    if missing:
        raise RuleError(
            f"{name} has no {sentence(missing)} yet: /set name:{marked(name)} field:{missing[0]} (AHL V27.Wounds)."
        )
    if not sheet.light_wounds and not serious:
        raise RuleError(f"{name} has no wounds to convert.")


def _card(done: Converted, faces: Faces) -> Card:
    lines = list(_throws(done, faces))
    lines += [
        f"{name.capitalize()} {one} → {other}"
        for name, one, other in zip(CHARACTERISTICS, done.before, done.after, strict=True)
        if one != other
    ]
    working = (
        "1D for each light wound, by which nothing falls below 1; 3D for each serious one, a death counting as two "
        "(AHL V27.Wounds), ruling VR-A12",
        "What follows of a characteristic of 0 Traveller's book says: the referee decides (ruling VR-G13)",
    )
    return Card(f"{whose(done.name)} wounds in characteristics", tuple(lines), working, tone=Tone.PLAIN)


def _throws(done: Converted, faces: Faces) -> Iterator[str]:
    for place in range(done.light + done.serious):
        what = "light wound" if place < done.light else "serious wound"
        thrown = "+".join(map(str, faces.take(what)))
        yield f"{what.capitalize()}: {thrown} = {counted(done.points[place], 'point')}"
