"""What a hit did, in words: each throw that it took, through a wall if there was one, and how whoever was hit is
now.
"""

from collections.abc import Iterator

from bot.engine.cards import Of, check_line, counted, modifier_line
from bot.engine.dice import Faces
from bot.systems.combat3000.figure.state import DROPPED, FALLS, KILLED, location_effect
from bot.systems.combat3000.hit.figures import Blow, Effect, Struck, VehicleBlow
from bot.systems.combat3000.hit.kills import FOUND, MOST_POINTS, Damage, Piercing, Through, VehicleStruck, damage
from bot.systems.combat3000.wording.sheets import state

Told = Blow | VehicleBlow
_TOO_WEAK = "That an effect below 0 cannot pierce is a reading of ours: setting weak weapons (ruling B-H2)"


def hit_lines(struck: Told, faces: Faces) -> Iterator[str]:
    """One line a throw, and one for what it came to: each of whoever was hit."""
    return (Of(line, struck.name) for line in _hit_lines(struck, faces))


def _hit_lines(struck: Told, faces: Faces) -> Iterator[str]:
    if struck.piercing:
        yield piercing_line(struck.piercing, faces)
    if isinstance(struck, VehicleBlow):
        yield from _vehicle_lines(struck, faces)
        return
    if struck.kill:
        # A wound in the head may kill all the same; the next line says so.
        effect = Effect.WOUNDED if struck.wound else struck.effect
        yield "To kill: " + check_line(struck.kill, faces.take("to kill"), effect.value)
    if struck.wound and struck.wound.part:
        does = location_effect(struck.wound.part, struck.points)
        yield f"Hit in the {struck.wound.part}: {counted(struck.wound.points, 'wound point')} ({does})"
    if struck.stun:
        trebled = ", trebled" if struck.stun.trebled else ""
        result = f"stunned for {counted(struck.turns, 'turn')}{trebled}" if struck.turns else "not stunned"
        yield "Stun: " + check_line(struck.stun.check, faces.take("stun"), result)
    elif struck.effect is Effect.STUNNED:
        (die,) = faces.take("stun")
        yield f"Stun: {die} × 10 → stunned for {counted(struck.turns, 'turn')}"
    for dropped in struck.dropped:
        if dropped.check:
            thrown = faces.take(dropped.check.why)
            line = check_line(dropped.check, thrown, dropped.working.value)
            yield f"{dropped.weapon} {dropped.check.why}: {line}"
    yield f"{struck.name}: {_now(struck)}"


def _now(struck: Blow) -> str:
    if struck.dead:
        return "killed before"
    if struck.effect is Effect.VANISHED:
        return struck.effect.value
    return state(struck.now) if struck.now else struck.effect.value


def piercing_line(piercing: Piercing, faces: Faces, held: str = "the armour holds") -> str:
    """The throw against armour, with what it comes to; `held` is what is said where it doesn't get through."""
    if piercing.check is None:
        return f"Armour {piercing.value}: an effect below 0 cannot pierce it"
    result = "pierced" if piercing.through else held
    return "To pierce: " + check_line(piercing.check, faces.take("to pierce"), result, f"armour {piercing.value}")


def _vehicle_lines(struck: VehicleBlow, faces: Faces) -> Iterator[str]:
    if struck.piercing is None and not struck.damage:
        yield f"{struck.name}: this cannot harm it"
        return
    yield from _damage_lines(struck, faces)
    for weapon in struck.weapons_lost:
        yield f"{weapon} is destroyed"
    yield f"{struck.name}: {state(struck.after)}"


def _damage_lines(struck: VehicleBlow, faces: Faces) -> Iterator[str]:
    """Each throw on the damage table, as long as there is a vehicle to throw for."""
    crew = struck.crew
    for number in range(1, struck.points + 1):
        (die,) = faces.take(f"vehicle damage {number}")
        found = damage(die)
        of_them = ""
        if found is Damage.CREWMAN and crew > 1:
            of_them = f", number {faces.take(f'which crewman {number}')[0]} of {crew}"
        if found is Damage.CREWMAN:
            crew = max(0, crew - 1)
        yield f"Damage: {die} → {found.value}{of_them}"
        if found is Damage.KNOCKED_OUT:
            return


def hit_working(struck: Told) -> Iterator[str]:
    """Every modifier of the throws for a hit, with its rule: each of whoever was hit."""
    return (Of(line, struck.name) for line in _hit_working(struck))


def _hit_working(struck: Told) -> Iterator[str]:
    if struck.piercing:
        yield from piercing_working(struck.piercing, "C3K Hits on armoured targets")
    if isinstance(struck, Blow):
        if struck.kill:
            yield from (f"To kill: {modifier_line(modifier)}" for modifier in struck.kill.modifiers)
            yield f"{struck.kill.needed} or more kills ({_KILLING.get(struck.kill.needed or 0, 'C3K Kills')})"
        if struck.stun:
            yield from (f"Stun: {modifier_line(modifier)}" for modifier in struck.stun.check.modifiers)
        if struck.dropped:
            yield from _dropped_working(struck)


def piercing_working(piercing: Piercing, rule: str) -> Iterator[str]:
    """Every modifier of the throw against armour, and what it must exceed by that rule."""
    if piercing.check is None:
        yield _TOO_WEAK
        return
    yield from (f"To pierce: {modifier_line(modifier)}" for modifier in piercing.check.modifiers)
    yield f"A die and the effect must exceed {piercing.value} ({rule})"


def _dropped_working(struck: Blow) -> Iterator[str]:
    yield "A die for each weapon dropped, and one for a fall of 5 cm or more (C3K Weapon damage)"
    for dropped in struck.dropped:
        for modifier in dropped.check.modifiers if dropped.check else ():
            yield f"{dropped.weapon} {FALLS}: {modifier_line(modifier)}"


_KILLING = {KILLED: "C3K Wounds and kills"}
_WORDS = {
    Effect.UNHARMED: "No effect",
    Effect.SHIELDED: "No effect",
    Effect.HELD: "Armour holds",
    Effect.NONE: "No effect",
    Effect.STUNNED: "Stunned",
    Effect.WOUNDED: "Wounded",
    Effect.KILLED: "Killed",
}
# Throws on which none of these outcomes hangs: how long a stun or a blindness lasts, what a fall does to a weapon,
# which weapon of a vehicle goes, and who of its crew.
_WHICH = {f"which {what} {number}" for what in ("weapon", "crewman") for number in range(1, MOST_POINTS + 1)}
MOOT = frozenset({"stun", "blinded", DROPPED, FALLS, *_WHICH})
HIT_OUTCOMES = ("No effect", "Armour holds", "Stunned", "Wounded", "Damaged", "Killed", "Knocked out")


def outcome_of(struck: Told | Struck | VehicleStruck) -> str:
    """What a hit came to, in a word."""
    if isinstance(struck, VehicleStruck | VehicleBlow):
        if struck.after.knocked_out:
            return "Knocked out"
        if struck.damage:
            return "Damaged"
        return "No effect" if struck.pierced or struck.piercing is None else "Armour holds"
    return _WORDS.get(struck.effect, struck.effect.value.capitalize())


def hurts(struck: Told | Struck | VehicleStruck) -> bool:
    """Whether a hit did anything to whom it struck."""
    return outcome_of(struck) not in {"No effect", "Armour holds"}


def wall_lines(through: Through, faces: Faces) -> Iterator[str]:
    """One line a throw: for a wall of armour, and for the piece of it that the shot goes through."""
    if through.piercing:
        yield piercing_line(through.piercing, faces, "the wall holds")
    if through.found is not None:
        (face,) = faces.take(FOUND)
        yield f"Behind the wall: {face} of {through.places.whole} → {through.found or 'nobody'}"


def wall_working(through: Through) -> Iterator[str]:
    """Where everybody is behind it, and what it takes off the effect."""
    if through.piercing:
        yield from piercing_working(through.piercing, "ruling B-D12")
    for name in through.places.pieces:
        chance = through.places.chance(name)
        yield f"{name} is found {chance.numerator} in {chance.denominator} times, by areas (ruling B-D14)"
    yield f"Behind {through.wall.words} the effect is {through.wall.takes} less (ruling B-D13)"
