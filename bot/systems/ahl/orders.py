"""AHL's orders: what each verb takes, resolved on sheets and worded."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Field, Kind, Order, Outcome, Role, Scene, Values
from bot.systems.ahl import wording
from bot.systems.ahl.ammunition import arm, choose_weapon, reload, reload_times, with_clips
from bot.systems.ahl.fire import Evading, Fire, Firer, FireResult, Situation, Target, check_active, fire
from bot.systems.ahl.recovery import Recovery, heal, try_to_wake
from bot.systems.ahl.sheet import Character, carried_line, state
from bot.systems.ahl.weapons import Armour, Weapon

T = TypeVar("T")
# Farther than any weapon of the chart reaches, so that the chart gives the answer and not the field.
FARTHEST = 10_000
LARGEST_DM = 20


@dataclass(frozen=True, slots=True)
class Tables:
    """The book's tables, as every order needs them."""

    weapons: dict[str, Weapon]
    armour: dict[str, Armour]


def _value(values: Values, name: str, kind: type[T], default: T) -> T:
    value = values.get(name, default)
    assert isinstance(value, kind)
    return value


def _carried_names(role: str) -> Callable[[Scene], Sequence[str]]:
    def names(scene: Scene) -> Sequence[str]:
        return [carried.weapon for carried in scene.one(role).sheet.weapons] if role in scene.units else ()

    return names


def fire_order(tables: Tables) -> Order:
    """`/fire`: one fire of an attacker at a target (AHL 11, 12, 25.A)."""

    def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
        attacker, target = scene.one("attacker"), scene.one("target")
        if attacker.name == target.name:
            raise RuleError(f"{attacker.name} cannot fire at himself: name another target.")
        if "range" not in values:
            raise RuleError("There is no map here: give the range in squares of 1.5 m, as range:30.")
        carried = attacker.sheet.carried(_value(values, "weapon", str, ""), attacker.name)
        result = fire(
            Firer(attacker.name, attacker.sheet, carried.weapon),
            Target(target.name, target.sheet, tables.armour[target.sheet.armour]),
            tables.weapons[carried.weapon],
            _situation(values),
            dice,
        )
        return Outcome({attacker.name: result.firer_after, target.name: result.target_after}, result)

    fields = (
        Field("weapon", Kind.TEXT, suggest=_carried_names("attacker")),
        Field("range", Kind.WHOLE, low=0, high=FARTHEST),
        Field("fire", Kind.CHOICE, Fire.AIMED.value, tuple(Fire), mode=True),
        Field("setting", Kind.CHOICE, choices=("automatic", "single"), mode=True),
        Field("cover", Kind.FLAG, default=False),
        Field("evading", Kind.CHOICE, Evading.NO.value, tuple(Evading)),
        Field("dm", Kind.WHOLE, 0, low=-LARGEST_DM, high=LARGEST_DM),
        Field("because", Kind.TEXT, ""),
    )
    return Order("fire", (Role("attacker"), Role("target")), fields, resolve, _word_fire)


def _word_fire(result: FireResult, faces: Faces) -> Card:
    return wording.fire_card(result, faces)


def _situation(values: Values) -> Situation:
    return Situation(
        squares=_value(values, "range", int, 0),
        fire=Fire(_value(values, "fire", str, "aimed")),
        setting=_value(values, "setting", str, ""),
        cover=_value(values, "cover", bool, default=False),
        evading=Evading(_value(values, "evading", str, "no")),
        dm=_value(values, "dm", int, 0),
        because=_value(values, "because", str, ""),
    )


def reload_order(tables: Tables) -> Order:
    """`/reload`: a fresh clip into a weapon (AHL 25.B)."""

    def resolve(scene: Scene, values: Values, _: Dice) -> Outcome:
        unit = scene.one("character")
        check_active(unit.name, unit.sheet, "reload")
        carried = unit.sheet.carried(_value(values, "weapon", str, ""), unit.name)
        weapon = tables.weapons[carried.weapon]
        after = reload(carried, weapon, _value(values, "ammunition", str, ""))
        card = wording.reload_card(unit.name, after, weapon, reload_times(weapon))
        return Outcome({unit.name: unit.sheet.with_carried(after)}, card)

    def kinds(scene: Scene) -> Sequence[str]:
        carried = scene.one("character").sheet.weapons if "character" in scene.units else ()
        return sorted({clip.ammunition for weapon in carried for clip in weapon.spare if clip.ammunition})

    fields = (
        Field("weapon", Kind.TEXT, suggest=_carried_names("character")),
        Field("ammunition", Kind.TEXT, suggest=kinds),
    )
    return Order("reload", (Role("character"),), fields, resolve, _as_it_stands)


def _as_it_stands(card: Card, _: Faces) -> Card:
    """For orders without a throw, whose result needs no faces and is worded at once."""
    return card


def give_order(tables: Tables) -> Order:
    """`/character give`: a weapon, or clips for one that is carried (AHL 25.A)."""

    def resolve(scene: Scene, values: Values, _: Dice) -> Outcome:
        unit = scene.one("character")
        weapon = choose_weapon(_value(values, "weapon", str, ""), tables.weapons)
        after = _given(unit.sheet, weapon, values)
        card = Card(f"{unit.name} has", (carried_line(after, weapon.clip),))
        return Outcome({unit.name: unit.sheet.with_carried(after)}, card)

    fields = (
        Field("weapon", Kind.TEXT, "", suggest=lambda _: tuple(tables.weapons)),
        Field(
            "ammunition",
            Kind.TEXT,
            "",
            suggest=lambda _: sorted({kind for weapon in tables.weapons.values() for kind in weapon.ammunition}),
        ),
        Field("clips", Kind.WHOLE, low=0, high=100),
        Field("skill", Kind.WHOLE, low=-9, high=9),
    )
    return Order("give", (Role("character"),), fields, resolve, _as_it_stands)


def _given(character: Character, weapon: Weapon, values: Values) -> Any:
    kind = _value(values, "ammunition", str, "")
    for carried in character.weapons:
        if carried.weapon == weapon.name:
            more = with_clips(carried, weapon, kind or carried.loaded.ammunition, _clips(values, default=1))
            return replace(more, skill=_value(values, "skill", int, carried.skill))
    return arm(weapon, kind, _value(values, "skill", int, 0), _clips(values, default=0))


def _clips(values: Values, default: int) -> int:
    return _value(values, "clips", int, 0 if "skill" in values and "clips" not in values else default)


def heal_order() -> Order:
    """`/character heal`: the referee's or an owner's word that wounds are gone."""

    def resolve(scene: Scene, values: Values, _: Dice) -> Outcome:
        unit = scene.one("character")
        after = heal(unit.sheet, _value(values, "wounds", str, "everything"))
        if after == unit.sheet:
            raise RuleError(f"{unit.name} has no such wound: he is {state(unit.sheet)}.")
        card = Card(f"{unit.name} is healed", (f"{unit.name}: {state(after)}", f"Was: {state(unit.sheet)}"))
        return Outcome({unit.name: after}, card)

    wounds = ("everything", "light wound", "serious wound", "unconsciousness")
    fields = (Field("wounds", Kind.CHOICE, "everything", wounds),)
    return Order("heal", (Role("character"),), fields, resolve, _as_it_stands)


def wake_order() -> Order:
    """`/wake`: the die that an unconscious character throws each decision phase (AHL 12.C)."""

    def resolve(scene: Scene, _: Values, dice: Dice) -> Outcome:
        tries = [
            (unit, recovery)
            for unit in scene.all("characters")
            if (recovery := try_to_wake(unit.sheet, dice)) is not None
        ]
        if not tries:
            raise RuleError("Nobody named can wake: only an unconscious character without a serious wound can.")
        return Outcome({unit.name: recovery.after for unit, recovery in tries}, tries)

    return Order("wake", (Role("characters", many=True),), (), resolve, _word_wake)


def _word_wake(tries: list[tuple[Any, Recovery]], _: Faces) -> Card:
    lines = tuple(
        f"{unit.name}: {recovery.die} → {'conscious, prone' if recovery.woke else 'stays unconscious'}"
        for unit, recovery in tries
    )
    working = ("One die at the start of each decision phase, 6 recovers; stand up before moving (AHL 12.C)",)
    return Card("Start of a decision phase: who wakes?", lines, working)


def orders(tables: Tables) -> Mapping[str, Order]:
    """All of AHL's orders by verb."""
    made = (fire_order(tables), reload_order(tables), give_order(tables), heal_order(), wake_order())
    return {order.verb: order for order in made}
