"""One battery's fire in words."""

from collections.abc import Iterator

from bot.engine.cards import Card, Tone, check_line, modifier_line
from bot.engine.dice import Faces
from bot.engine.modifiers import Check
from bot.systems.highguard.combat.attack import Aim, Obstacle, Strike
from bot.systems.highguard.design.codes import to_code

MISS, THROUGH = "Miss", "Gets through"
OUTCOMES = (MISS, THROUGH)
# The tables that the numbers come from: by the weapon's, and by what it meets.
_TO_HIT = {"missile": "HG-A01", "beam": "HG-A02", "meson": "HG-A03", "particle": "HG-A04"}
_THROUGH = {
    ("missile", "sand"): "HG-A12",
    ("missile", "laser"): "HG-A12",
    ("missile", "energy"): "HG-A12",
    ("missile", "repulsor"): "HG-A13",
    ("missile", "damper"): "HG-A14",
    ("beam", "sand"): "HG-A15",
    ("meson", "meson screen"): "HG-A16",
    ("meson", "configuration"): "HG-A17",
}
_NAMES = {"laser": "beams", "energy": "beams"}


def defence_name(met: Obstacle) -> str:
    """A defence with its factor: `sand 5`, `configuration 1`."""
    return f"{_NAMES.get(met.defence, met.defence)} {met.factor}"


def outcome(struck: Strike) -> str:
    """What the fire came to."""
    if not struck.struck:
        return MISS
    return f"Stopped by {defence_name(struck.stopped_by)}" if struck.stopped_by else THROUGH


def battery_card(struck: Strike, faces: Faces) -> Card:
    """The answer: each throw with its modifiers, and what it leads to."""
    battery = struck.aim.shot.battery
    return Card(
        title=f"{battery.kind.name} {to_code(battery.factor)}: {outcome(struck).lower()}",
        lines=tuple(_lines(struck, faces)),
        working=tuple(_working(struck)),
        tone=Tone.BAD if struck.penetrated else Tone.PLAIN,
    )


def _lines(struck: Strike, faces: Faces) -> Iterator[str]:
    if struck.hit is None:
        yield "It strikes by itself"
    else:
        yield f"To hit: {check_line(struck.hit, faces.take(struck.hit.why), 'hit' if struck.struck else 'miss')}"
    for passage in struck.passages:
        result = "through" if passage.check.made else "stopped"
        line = check_line(passage.check, faces.take(passage.check.why), result)
        yield f"{defence_name(passage.obstacle).capitalize()}: {line}"
    if struck.penetrated:
        yield f"Damage: {damage_due(struck.aim)}"


def damage_due(aimed: Aim) -> str:
    """What it throws for damage: `2 × surface explosion, 2 × radiation, 3 × critical hit`."""
    if aimed.shot.wholly_on:
        return "none, the globe takes all (HG-G10)"
    parts = [f"{aimed.throws} × {table}" for table, _ in aimed.tables]
    return ", ".join([*parts, f"{aimed.criticals} × critical hit"] if aimed.criticals else parts)


def _working(struck: Strike) -> Iterator[str]:
    table = struck.aim.shot.battery.kind.table
    if struck.hit is None:
        yield "A globe that is wholly on, or was a turn ago, can't be missed (HG-G10, HG-G11)"
    else:
        yield from _number("To hit", struck.hit, _TO_HIT[table])
    for passage in struck.passages:
        met = passage.obstacle
        yield from _number(defence_name(met).capitalize(), passage.check, _THROUGH[table, met.defence])


def _number(throw: str, check: Check, rule: str) -> Iterator[str]:
    """What a throw had to reach, and each of its modifiers."""
    yield f"{throw}: {check.needed}+ ({rule})"
    for modifier in check.modifiers:
        yield f"{throw}: {modifier_line(modifier)}"
