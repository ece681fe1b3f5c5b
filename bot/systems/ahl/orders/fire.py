"""`/fire`: one fire of an attacker at a target (AHL 11, 12, 25.A)."""

from bot.engine.cards import Card, Tone, check_line, modifier_line
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.modifiers import Check
from bot.engine.system import Field, Kind, Order, Outcome, Role, Scene, Values
from bot.systems.ahl.damage import Damage, Level
from bot.systems.ahl.fire import Evading, Fire, Firer, FireResult, Situation, Target, fire
from bot.systems.ahl.orders.fields import REFEREES_OWN, carried_names, value_of
from bot.systems.ahl.sheet import named_weapon, state
from bot.systems.ahl.tables import Tables

# Farther than any weapon of the chart reaches, so that the chart gives the answer and not the field.
FARTHEST = 10_000
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
    weapon = named_weapon(shot.weapon.name, shot.ammunition.kind)
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


def _squares(squares: int) -> str:
    return f"{squares} square{'' if squares == 1 else 's'}"


def fire_order(tables: Tables) -> Order:
    """`/fire`: one fire of an attacker at a target (AHL 11, 12, 25.A)."""

    def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
        attacker, target = scene.one("attacker"), scene.one("target")
        if attacker.name == target.name:
            raise RuleError(f"{attacker.name} cannot fire at himself: name another target.")
        if "range" not in values:
            raise RuleError("There is no map here: give the range in squares of 1.5 m, as range:30.")
        carried = attacker.sheet.carried(value_of(values, "weapon", str, ""), attacker.name)
        result = fire(
            Firer(attacker.name, attacker.sheet, carried.weapon),
            Target(target.name, target.sheet, tables.armour[target.sheet.armour]),
            tables.weapons[carried.weapon],
            _situation(values),
            dice,
        )
        return Outcome({attacker.name: result.firer_after, target.name: result.target_after}, result)

    fields = (
        Field("weapon", Kind.TEXT, suggest=carried_names("attacker")),
        Field("range", Kind.WHOLE, low=0, high=FARTHEST),
        Field("fire", Kind.CHOICE, Fire.AIMED.value, tuple(Fire), mode=True),
        Field("setting", Kind.CHOICE, choices=("automatic", "single"), mode=True),
        Field("cover", Kind.FLAG, default=False),
        Field("evading", Kind.CHOICE, Evading.NO.value, tuple(Evading)),
        *REFEREES_OWN,
    )
    return Order("fire", (Role("attacker"), Role("target")), fields, resolve, fire_card)


def _situation(values: Values) -> Situation:
    return Situation(
        squares=value_of(values, "range", int, 0),
        fire=Fire(value_of(values, "fire", str, "aimed")),
        setting=value_of(values, "setting", str, ""),
        cover=value_of(values, "cover", bool, default=False),
        evading=Evading(value_of(values, "evading", str, "no")),
        dm=value_of(values, "dm", int, 0),
        because=value_of(values, "because", str, ""),
    )
