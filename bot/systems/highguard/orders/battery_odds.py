"""The odds of one battery: by ships, or by plain numbers with no ship at all."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from bot.engine.errors import RuleError
from bot.engine.matching import match
from bot.engine.odds import exact
from bot.engine.system import Field, Kind, Odds, Scene, Unit, Values
from bot.systems.highguard.combat.attack import Aim, Obstacle, throw_through, throw_to_hit
from bot.systems.highguard.combat.damage import DamageRoll, throw_critical, throw_damage
from bot.systems.highguard.combat.shot import Battery, Range, Shot
from bot.systems.highguard.combat.tables import CRITICAL, CombatTables, WeaponKind
from bot.systems.highguard.design.codes import from_code
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.orders.battery_wording import OUTCOMES, defence_name, outcome
from bot.systems.highguard.orders.fields import number, text, weapon_asked

CRITICAL_HIT = "Critical"

Chances = list[tuple[str, Fraction]]
Fire = Callable[[Scene, Values], tuple[Aim, tuple[Obstacle, ...]]]


def battery_odds(tables: Tables, combat: CombatTables, fire: Fire) -> Odds:
    """Chances to miss, to be stopped, to get through; below them each throw by itself, and each damage throw."""

    def imagine(values: Values) -> Scene:
        shot = _imagined(values, tables, combat)
        return Scene({"attacker": (Unit("the battery", "", shot),), "target": (Unit("the target", "", None),)})

    def besides(scene: Scene, values: Values) -> Chances:
        ready, active = fire(scene, values)
        return [*_steps(ready, active), *_damage(ready, combat)]

    return Odds(outcome, OUTCOMES, _fields(), imagine, besides=besides)


def _fields() -> tuple[Field, ...]:
    """What makes up a shot from plain numbers; `factor` and `size` are digits as a profile has them."""
    return (
        Field("factor", Kind.TEXT, longest=1),
        Field("computer", Kind.WHOLE, 0, low=0, high=20),
        Field("target computer", Kind.WHOLE, 0, low=0, high=20),
        Field("agility", Kind.WHOLE, 0, low=0, high=20),
        Field("size", Kind.TEXT, "K", longest=1),
        Field("damper", Kind.WHOLE, 0, low=0, high=9),
        Field("meson screen", Kind.WHOLE, 0, low=0, high=9),
        Field("configuration", Kind.WHOLE, 1, low=1, high=9),
        Field("armour", Kind.WHOLE, 0, low=0, high=33),
        Field("flicker", Kind.WHOLE, 0, low=0, high=90),
        Field("own flicker", Kind.WHOLE, 0, low=0, high=90),
    )


def _imagined(values: Values, tables: Tables, combat: CombatTables) -> Shot:
    """The shot that has just the numbers asked about; its agility is what counts, flicker or not."""
    kind = weapon_asked(values, combat)
    size = match(_digit(values, "size"), [each.code for each in tables.sizes], what="hull code")
    return Shot(
        battery=_battery(kind, _digit(values, "factor"), tables),
        range=Range(text(values, "range")),
        computer=number(values, "computer"),
        target_computer=number(values, "target computer"),
        agility=number(values, "agility"),
        size=size,
        size_dm=combat.size_dm(size),
        armor=number(values, "armour"),
        configuration=number(values, "configuration"),
        damper=number(values, "damper"),
        meson_screen=number(values, "meson screen"),
        flicker=_tens(values, "flicker"),
        own_flicker=_tens(values, "own flicker"),
    )


def _battery(kind: WeaponKind, digit: str, tables: Tables) -> Battery:
    mount = tables.spinal.get((kind.place, digit))
    return Battery(kind, from_code(digit), Fraction(mount.ep if mount else 0))


def _digit(values: Values, name: str) -> str:
    digit = text(values, name).upper()
    if not digit:
        raise RuleError(f"Give the {name} as it stands in the profile, such as {name}:9 or {name}:A.")
    return digit


def _tens(values: Values, name: str) -> int:
    rate = number(values, name)
    if rate % 10:
        raise RuleError(f"Black globes flicker in tens of percent: give {name} as {rate // 10 * 10} (HG-G01).")
    return rate


def _steps(ready: Aim, active: tuple[Obstacle, ...]) -> Iterator[tuple[str, Fraction]]:
    """The chance to hit, and that of a hit to get through each defence that it meets."""
    hits = exact(lambda dice: throw_to_hit(ready, dice), of=lambda hit: hit is None or hit.made)
    yield "Hits", hits.get(True, Fraction(0))
    for met in () if ready.shot.wholly_on else (*active, *ready.passive):
        yield f"Through {defence_name(met)}", _through(met)


def _through(met: Obstacle) -> Fraction:
    chances = exact(lambda dice: throw_through(met, dice), of=lambda passage: passage.check.made)
    return chances.get(True, Fraction(0))


def _damage(ready: Aim, combat: CombatTables) -> Iterator[tuple[str, Fraction]]:
    """For each throw for damage the chance of every result in which it may end, then those of a critical hit."""
    if ready.shot.wholly_on:
        return
    critical = ready.criticals > 0
    for table, modifiers in ready.tables:
        chances = exact(partial(throw_damage, table, modifiers, tables=combat), of=_ends_in)
        critical = critical or CRITICAL_HIT in chances
        yield from _results(table, ready.throws, chances)
    if critical:
        chances = exact(lambda dice: throw_critical(dice, combat), of=lambda roll: str(roll.last.result))
        yield from _results(CRITICAL, ready.criticals, chances)


def _ends_in(roll: DamageRoll) -> str:
    """The result that counts; all critical hits together, for they have a table of their own."""
    return CRITICAL_HIT if roll.criticals else str(roll.last.result)


def _results(table: str, count: int, chances: Mapping[str, Fraction]) -> Iterator[tuple[str, Fraction]]:
    """The results of one of so many throws, the likeliest first."""
    times = f"{count} × " if count > 1 else ""
    for result, chance in sorted(chances.items(), key=lambda item: (-item[1], item[0])):
        yield f"{times}{table}: {result}", chance
