"""A melee in words: how each blow came about, who is how hurt, who is in whose grip; and its odds (AHL 17)."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.asked import typed_odds
from bot.engine.cards import Card, Tone, check_line, modifier_line, rating, sentence, signed
from bot.engine.dice import Faces
from bot.engine.system import Odds, Scene, Unit
from bot.systems.ahl.asked.fighting import ImaginedMelee
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.blows import Blow, Circumstances, Fighter
from bot.systems.ahl.melee.fight import WHO_FIRST, Melee, Suffered
from bot.systems.ahl.sheet.character import Being, Character, state
from bot.systems.ahl.sheet.wording import SUPERVISION
from bot.systems.ahl.tables import Effect, on_the_die
from bot.systems.ahl.wounds.damage import WOUNDS, Wounded, what_became, what_the_die_did

_STEP = (
    "The larger factor strikes first, equals at random, and results are applied together (AHL 17.A)",
    "Without a turn another /melee of the step counts already: name all who attack the same one at once (AHL 17.A)",
    "After movement, for no action points: whoever fought fires no aimed shot in this phase, and fights nobody else "
    "(AHL 17)",
)
_NO_DECK = "No deck has them all: the target must be adjacent in a front square, with nothing between (AHL 17)"
_RESULTS = {
    Effect.STUN: "Stun: as a light wound until the end of the next phase, without a throw (AHL 17.C.2)",
    Effect.LIGHT: "Light wound: −1 to skill, melee and morale; one die, 6 is unconscious (AHL 12.B.1)",
    Effect.UNCONSCIOUS: "Unconscious: a light wound, and out without a throw (AHL 17.C.4)",
    Effect.DEAD: "Death (AHL 17.C.5)",
}


@dataclass(frozen=True, slots=True)
class MeleeReport:
    """A melee with the names that the order named, why the target did not strike back, and what the deck said."""

    attackers: tuple[str, ...]
    target: str
    melee: Melee
    unable: str
    on_deck: str = ""
    to_do: tuple[str, ...] = ()


def melee_card(report: MeleeReport, faces: Faces) -> Card:
    """A melee: each blow, the throws for consciousness, everybody's state, and the grips of blobs."""
    melee = report.melee
    lines = [blow_line(suffered.blow, melee.circumstances, faces) for suffered in melee.suffered]
    if report.unable:
        lines.append(f"{report.target} does not strike back: {report.unable}")
    lines += [line for one in melee.suffered for line in wound_lines(one.blow.attack.defender, one.wounded, faces)]
    lines += [f"{name}: {state(melee.after[name])}" for name in _changed(melee)]
    lines += [f"{blob} lets go of {name}" for name, blob in melee.freed]
    lines += [f"{blob} grips {name}" for name, blob in melee.gripped]
    lines += report.to_do
    harm = any(suffered.blow.effect for suffered in melee.suffered)
    return Card(
        title=f"{sentence(report.attackers)} attack{'s' if len(report.attackers) == 1 else ''} {report.target}",
        lines=tuple(lines),
        working=(*dict.fromkeys(_working(melee)), report.on_deck or _NO_DECK),
        tone=Tone.BAD if harm else Tone.PLAIN,
    )


def blow_line(blow: Blow, circumstances: Circumstances, faces: Faces) -> str:
    """One blow on a line: `Marine strikes Pirate: (column +1) 4 −1 same square = 3 → stun`."""
    who = f"{blow.attack.attacker.name} strikes {blow.attack.defender.name}: "
    if blow.check is None or blow.column is None:
        return f"{who}{signed(blow.attack.difference)}{_moved(blow)} is off the table → no effect"
    read = on_the_die(blow.check.total)
    clamped = "" if read == blow.check.total else f"read as {read}: "
    thrown = faces.take(blow.check.why)
    words = clamped + effect_words(blow.table, blow.effect, blow.attack.defender.character, circumstances)
    return who + check_line(blow.check, thrown, words, f"column {column_name(blow.column)}")


def effect_words(table: Effect, effect: Effect, defender: Character, circumstances: Circumstances) -> str:
    """A result of the table, and what it comes to here where that is something else."""
    words = [table.words]
    if effect is not table:
        words.append(f"here {effect.words}")
    if effect in {Effect.LIGHT, Effect.UNCONSCIOUS} and circumstances.surroundings.worsens(defender):
        words.append("in vacuum " + ("destroyed" if defender.robot else "a serious wound"))
    return ", ".join(words)


def column_name(column: int) -> str:
    """A column as the table heads it: `−2`, `0`, `+1`."""
    return rating(column)


def _moved(blow: Blow) -> str:
    return f" with {signed(blow.shift.dm)} columns for {blow.shift.label}" if blow.shift else ""


def wound_lines(fighter: Fighter, wounded: Wounded, faces: Faces) -> Iterator[str]:
    """The throw for consciousness after a light wound, and a second serious wound."""
    if wounded.consciousness is not None:
        outcome = what_the_die_did(faces.take("consciousness")[0], wounded.after)
        yield f"{fighter.name}: consciousness {wounded.consciousness} → {outcome} (lost on a 6)"
    if wounded.second:
        yield f"{fighter.name}: a second serious wound kills"


def _changed(melee: Melee) -> list[str]:
    """Whoever has suffered something, once each."""
    names = [one.blow.attack.defender.name for one in melee.suffered if _hurts(one)]
    return list(dict.fromkeys(names))


def _hurts(suffered: Suffered) -> bool:
    return bool(suffered.blow.effect) and suffered.blow.attack.defender.character.being is not Being.BLOB


def _working(melee: Melee) -> Iterator[str]:
    fighters = [fighter for one in melee.suffered for fighter in (one.blow.attack.attacker, one.blow.attack.defender)]
    for fighter in fighters:
        yield from _factor_working(fighter)
    for suffered in melee.suffered:
        yield from _blow_working(suffered.blow, melee.circumstances)
    if any(fighter.character.being is Being.BLOB for fighter in fighters):
        yield "Whoever a blob attacks is gripped until the blob is stunned (AHL 20)"
    if any(one.blow.attack.attacker.character.being is Being.MAINTENANCE_ROBOT for one in melee.suffered):
        yield f"A maintenance robot attacks only under supervision: {SUPERVISION}"
    yield from _STEP
    if any(one.blow.attack.same_square for one in melee.suffered):
        yield "In a shared square each side allots a fighter at least to every enemy there (AHL 17)"
    if melee.circumstances.zero_g:
        yield "Whoever fought throws for control at the end of the phase: /phase (AHL 26.B)"


def _factor_working(fighter: Fighter) -> Iterator[str]:
    character = fighter.character
    if character.being is Being.BLOB:
        yield f"{fighter.name}: melee is twice the life level of {character.life_level}: {fighter.factor} (AHL 20)"
    elif character.lowered:
        lowered = f"{signed(-character.lowered)} light wounds and stuns"
        yield f"{fighter.name}: melee {character.melee} {lowered} = {fighter.factor} (AHL 12.B.1)"


def _blow_working(blow: Blow, circumstances: Circumstances) -> Iterator[str]:
    attack, defender = blow.attack, blow.attack.defender.character
    who = attack.attacker.name
    factors = f"{attack.attacker.factor} − {attack.defender.factor} = {signed(attack.difference)}"
    yield f"{who}: {factors}, the column at or below it (AHL 17.B)"
    if blow.shift:
        yield f"{who}: {modifier_line(blow.shift)}, columns to the left"
    elif "battle dress" in defender.worn:
        yield "Battle dress moves the attack no column (AHL 17.B), ruling R-25"
    if blow.check:
        yield from (f"{who}, on the die: {modifier_line(modifier)}" for modifier in blow.check.modifiers)
    if blow.table:
        yield from effect_working(blow.table, blow.effect, defender, circumstances)


def effect_working(table: Effect, effect: Effect, defender: Character, circumstances: Circumstances) -> Iterator[str]:
    """The rules by which a result of the table came to what it is, and what that means."""
    if circumstances.zero_g:
        yield "In zero-G every result is one level lower (AHL 26.B)"
    if defender.being is Being.BLOB:
        yield "Any result on a blob is a stun, which only makes it let go (AHL 20)"
        return
    worse = effect in {Effect.LIGHT, Effect.UNCONSCIOUS} and circumstances.surroundings.worsens(defender)
    if defender.robot:
        yield from _robot_working(effect, circumstances, worse=worse)
    if worse:
        yield "A wound through a suit in vacuum is one level worse (AHL 22)"
    elif effect in _RESULTS:
        yield _RESULTS[effect]
    if effect is Effect.STUN and circumstances.stuns_add and defender.stunned:
        yield "Each stun lowers by 1 of its own (AHL 17.C.2), ruling R-116"


def _robot_working(effect: Effect, circumstances: Circumstances, *, worse: bool) -> Iterator[str]:
    if effect is Effect.DEAD or worse:
        yield "Unconsciousness, a serious wound and death destroy a robot (AHL 21)"
    elif effect is Effect.LIGHT:
        fate = "only unconscious" if circumstances.surroundings.robots_faint else "destroyed"
        yield f"A robot that a light wound knocks out is {fate} (AHL 21), ruling R-86"
    if effect is Effect.LIGHT and circumstances.surroundings.vacuum:
        yield f"Robots' wounds are {'worse' if worse else 'no worse'} in vacuum (AHL 22), ruling R-85"


# What the target does to its attacker is the question turned round.
_ONE_WAY = (("strike back", "no"),)
_OUTCOMES = (WOUNDS[0], "Stun", *WOUNDS[1:3], "Unconscious", *WOUNDS[3:])


def melee_odds(book: Book) -> Odds:
    """Odds for the target; what it does to its attackers is another question."""

    def imagine(asked: ImaginedMelee) -> Scene:
        attacker = Character(melee=asked.melee)
        being = Being.WARBOT if asked.robot else Being.PERSON
        target = Character(melee=asked.against, armour=asked.armour, being=being)
        units = {"attacker": (Unit("the attacker", "", attacker),), "target": (Unit("the target", "", target),)}
        return Scene({**units, "victim": ()})

    among, moot = {"armour": tuple(book.armour)}, frozenset({WHO_FIRST})
    return typed_odds(ImaginedMelee, imagine, _outcome, _OUTCOMES, among=among, moot=moot, anyway=_ONE_WAY)


def _outcome(report: MeleeReport) -> str:
    """The worst that the target suffered from any of its attackers."""
    suffered = [each for each in report.melee.suffered if each.blow.attack.defender.name == report.target]
    return _OUTCOMES[max((_OUTCOMES.index(_result(each)) for each in suffered), default=0)]


def _result(suffered: Suffered) -> str:
    result = what_became(suffered.blow.attack.defender.character, suffered.wounded.after)
    if suffered.blow.effect is Effect.STUN:
        return "Stun"
    # The table's own result, for which no die is thrown.
    knocked_out = suffered.blow.effect is Effect.UNCONSCIOUS and result == "Light wound, unconscious"
    return "Unconscious" if knocked_out else result
