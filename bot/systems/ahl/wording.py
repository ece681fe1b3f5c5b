"""AHL's results put into plain words, throw by throw."""

from bot.engine.cards import Card, Tone, check_line, modifier_line, sentence
from bot.engine.dice import Faces
from bot.engine.modifiers import Check
from bot.engine.system import Unit
from bot.systems.ahl.ammunition import ReloadTime
from bot.systems.ahl.damage import Damage, Level
from bot.systems.ahl.fire import FireResult
from bot.systems.ahl.sheet import Carried, Character, Condition, carried_line, state
from bot.systems.ahl.weapons import Weapon

_ALONE = "Only the named target was attacked: others in the danger space are not resolved yet, do them by hand (AHL 10)"
_BLAST = "The explosion's collateral damage is not resolved yet, do it by hand (AHL 15)"


def fire_card(result: FireResult, faces: Faces) -> Card:
    """A fire: how the throw to hit came about, the damage, who is how hurt, and the rounds left."""
    lines = [_shot_line(result), _hit_line(result, faces)]
    if result.damage and result.wounded:
        lines.append(_damage_line(result.damage, faces))
        if result.wounded.consciousness is not None:
            lines.append(_consciousness_line(faces.take("consciousness")[0]))
        lines.append(_wound_line(result))
    rounds = _rounds_line(result)
    if rounds:
        lines.append(rounds)
    return Card(
        title=f"{result.firer.name} fires at {result.target.name}",
        lines=tuple(lines),
        working=_fire_working(result),
        tone=Tone.BAD if result.damage and result.damage.level else Tone.PLAIN,
    )


def _shot_line(result: FireResult) -> str:
    shot, situation = result.shot, result.shot.situation
    weapon = _named(shot.weapon.name, shot.ammunition.kind)
    manner = f"burst of {result.spent.rounds}" if shot.automatic else "single shot"
    return f"{weapon}, {situation.fire} fire, {manner}, {_squares(situation.squares)}: {shot.band} range"


def _hit_line(result: FireResult, faces: Faces) -> str:
    outcome = "hit" if result.hit.made else "miss"
    return "To hit: " + check_line(result.hit, faces.take("to hit"), outcome, result.shot.band)


def _damage_line(damage: Damage, faces: Faces) -> str:
    outcome = damage.table.words
    if damage.level is not damage.table:
        outcome += f", one level worse by the explosive round: {damage.level.words}"
    return "Damage: " + check_line(damage.check, faces.take("damage"), outcome)


def _consciousness_line(die: int) -> str:
    return f"Consciousness: {die} → {'unconscious' if die == 6 else 'stays conscious'} (lost on a 6)"


def _wound_line(result: FireResult) -> str:
    after = result.target_after
    if result.wounded and result.wounded.second:
        return f"{result.target.name}: a second serious wound kills"
    return f"{result.target.name}: {state(after)}"


def _rounds_line(result: FireResult) -> str:
    weapon, loaded = result.shot.weapon, result.spent.after.loaded
    if not weapon.clip:
        return ""
    return f"{weapon.name}: {loaded.rounds} of {weapon.clip} rounds left" + (", reload" if not loaded.rounds else "")


def _fire_working(result: FireResult) -> tuple[str, ...]:
    shot, weapon = result.shot, result.shot.weapon
    band_limit = shot.cell.squares
    lines = [
        f"{shot.band.capitalize()} range to {band_limit} squares: {result.hit.needed}+ (AHL 11.C)",
        *_modifier_lines("To hit", result.hit),
    ]
    if weapon.clip:
        lines.append(f"{result.spent.rounds} of the {weapon.burst or 1} rounds of a fire spent (AHL 25.A)")
    if result.damage:
        lines += _modifier_lines("Damage", result.damage.check)
        lines.append("3− no effect, 4–7 light wound, 8–11 serious wound, 12+ dead (AHL 12)")
        if result.damage.level is not result.damage.table:
            lines.append(f"{shot.ammunition.kind} hit direct: one level worse (AHL 12.D)")
        lines += _wound_working(result)
    lines.append(_ALONE)
    if shot.ammunition.kind == "HE" or "high-energy" in weapon.traits:
        lines.append(_BLAST)
    return tuple(lines)


def _modifier_lines(throw: str, check: Check) -> list[str]:
    return [f"{throw}: {modifier_line(modifier)}" for modifier in check.modifiers]


def _wound_working(result: FireResult) -> list[str]:
    if not result.damage or not result.wounded:
        return []
    if result.wounded.second:
        return ["A second serious wound kills (AHL 12.B.2)"]
    return {
        Level.NONE: [],
        Level.LIGHT: ["Light wound: −1 to skill, melee and morale; one die, 6 is unconscious (AHL 12.B.1)"],
        Level.SERIOUS: ["Serious wound: unconscious for the rest of the scenario (AHL 12.B.2)"],
        Level.DEAD: ["Death (AHL 12.B.3)"],
    }[result.damage.level]


def reload_card(who: str, carried: Carried, weapon: Weapon, times: tuple[ReloadTime, ...]) -> Card:
    """A reload: what is in the weapon now, and how long that takes."""
    ways = sentence((_reload_time(time) for time in times), last="or")
    return Card(
        title=f"{who} reloads",
        lines=(carried_line(carried, weapon.clip), f"Takes {ways}."),
        working=("Reloading is planned in the decision phase (AHL 25.B)",),
    )


def _reload_time(time: ReloadTime) -> str:
    turns = "one turn" if time.turns == 1 else f"{time.turns} turns"
    return f"{turns} {'evading' if time.evading else 'without evading'}"


def character_line(character: Character) -> str:
    """A character in one line for a list: wounds, then the weapon in use."""
    parts = [state(character)]
    if character.weapons:
        in_use = character.weapons[0]
        rounds = f" {in_use.loaded.rounds} rounds" if in_use.loaded.rounds else ""
        parts.append(_named(in_use.weapon, in_use.loaded.ammunition) + rounds)
    parts.append(character.armour if character.armour != "none" else "no armor")
    return " · ".join(parts)


def character_card(unit: Unit, weapons: dict[str, Weapon]) -> Card:
    """All that is on a character's sheet."""
    character: Character = unit.sheet
    wounds = character.light_wounds
    lowered = f" (−{wounds} for light wounds)" if wounds else ""
    lines = [
        f"{state(character).capitalize()}",
        f"Armor: {character.armour}",
        f"Melee {character.melee}, morale {character.morale}{lowered}, leadership {character.leadership}",
        *(carried_line(carried, weapons[carried.weapon].clip) for carried in character.weapons),
    ]
    out = character.condition is not Condition.ACTIVE
    title = f"{unit.name} ({unit.side})" if unit.side else unit.name
    return Card(title, tuple(lines), tone=Tone.BAD if out else Tone.PLAIN)


def _named(weapon: str, kind: str) -> str:
    return f"{weapon} ({kind})" if kind else weapon


def _squares(squares: int) -> str:
    return f"{squares} square{'' if squares == 1 else 's'}"
