"""Wounds in words (AHL 12, 20, 21, 22)."""

from collections.abc import Iterable, Sequence

from bot.deck.board import Board
from bot.engine.cards import check_line, modifier_line
from bot.engine.dice import Check, Faces
from bot.systems.ahl.sheet.character import Being, Character, Condition, state
from bot.systems.ahl.wounds.damage import Damage, Severity, Surroundings, Wounded


def without_air(board: Board | None, name: str) -> bool:
    """Whether a deck shows that somebody stands in vacuum (AHL 22)."""
    return board is not None and name in board.people and board.people[name].at in board.airless


def damage_line(damage: Damage, faces: Faces, label: str = "Damage") -> str:
    """A damage throw with its result, and what made that worse."""
    outcome = damage.table.words
    for step in damage.steps:
        outcome += f", one level worse {step.label}"
    if damage.steps:
        outcome += f": {damage.level.words}"
    return f"{label}: {check_line(damage.check, faces.take('damage'), outcome)}"


def wound_lines(name: str, damage: Damage, wounded: Wounded, faces: Faces, label: str = "Damage") -> list[str]:
    """A damage throw, the die for consciousness, and how its victim is now."""
    lines = [damage_line(damage, faces, label)]
    if wounded.consciousness is not None:
        lines.append(_consciousness_line(faces.take("consciousness")[0], wounded.after))
    return [*lines, f"{name}: {_state_after(damage, wounded)}"]


def _consciousness_line(die: int, after: Character) -> str:
    return f"Consciousness: {die} → {what_the_die_did(die, after)} (lost on a 6)"


def what_the_die_did(die: int, after: Character) -> str:
    """What the die for consciousness after a light wound came to."""
    if after.condition is Condition.ACTIVE:
        return "stays conscious"
    if after.condition is Condition.DEAD:
        return "destroyed"
    return "unconscious" if die == 6 else "unconscious already"


def _state_after(damage: Damage, wounded: Wounded) -> str:
    after = wounded.after
    if after.being is Being.BLOB and Severity.NONE < damage.level < Severity.DEAD:
        return f"{state(after)}, only death harms a blob"
    if wounded.second:
        return "a second serious wound kills"
    return state(after)


def check_working(checks: Iterable[Check]) -> list[str]:
    """Each modifier of some throws with its rule, once."""
    return list(dict.fromkeys(modifier_line(modifier) for check in checks for modifier in check.modifiers))


def wound_working(wounds: Sequence[tuple[Damage, Wounded]], surroundings: Surroundings) -> list[str]:
    """The modifiers, what made wounds worse, and the rules that some damage throws came under, each once."""
    lines = check_working(damage.check for damage, _ in wounds)
    lines += [f"One level worse {step.label} ({step.rule})" for damage, _ in wounds for step in damage.steps]
    return list(dict.fromkeys([*lines, *wound_rules(wounds, surroundings)]))


def wound_rules(wounds: Sequence[tuple[Damage, Wounded]], surroundings: Surroundings) -> list[str]:
    """The rules that some damage throws came under, each once; none where nothing was thrown."""
    if not wounds:
        return []
    rules = ["3− no effect, 4–7 light wound, 8–11 serious wound, 12+ dead (AHL 12)"]
    for damage, wounded in wounds:
        rules += _rules(damage, wounded, surroundings)
    return list(dict.fromkeys(rules))


def _rules(damage: Damage, wounded: Wounded, surroundings: Surroundings) -> list[str]:
    after = wounded.after
    if after.being is Being.BLOB:
        return ["Only death harms a blob (AHL 20)"]
    if not after.robot:
        return [_WORKING[damage.level]] if damage.level else []
    rules = ["Being knocked out, a serious wound and death destroy a robot (AHL 21)"]
    if surroundings.robots_faint:
        rules.append("But a light wound that knocks it out does not: setting robot faint, ruling R-86")
    if surroundings.worsens(after):
        rules.append("Vacuum spares no robots: setting robot vacuum, ruling R-85")
    return rules


_WORKING = {
    Severity.LIGHT: "Light wound: −1 to skill, melee and morale; one die, 6 is unconscious (AHL 12.B.1)",
    Severity.SERIOUS: "Serious wound: unconscious for the rest of the scenario; a second one kills (AHL 12.B.2)",
    Severity.DEAD: "Death (AHL 12.B.3)",
}


# What may become of a character who is hit, in the order in which odds are shown.
WOUNDS = (
    "No effect",
    "Light wound",
    "Light wound, unconscious",
    "Serious wound",
    "Destroyed",
    "Dead",
)


def what_became(before: Character, after: Character) -> str:
    """What a hit made of a character: one of `WOUNDS`."""
    changed = after.condition is not before.condition
    if changed and after.condition is Condition.DEAD:
        return "Destroyed" if before.robot else "Dead"
    if changed and after.condition is Condition.SERIOUS:
        return "Serious wound"
    if after.light_wounds > before.light_wounds:
        return "Light wound, unconscious" if changed else "Light wound"
    return "No effect"
