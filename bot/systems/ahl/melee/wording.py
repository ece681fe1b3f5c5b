"""A melee in words: how each blow came about, who is how hurt, who is in whose grip; and its odds (AHL 17)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.engine.asked import typed_odds
from bot.engine.cards import Card, Tone, check_line, modifier_line, rating, sentence, signed
from bot.engine.dice import Check, Faces, Modifier
from bot.engine.system import Odds, Scene, Unit
from bot.systems.ahl.asked.fighting import ImaginedMelee
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.blows import WHO_FIRST, Circumstances, Fighter
from bot.systems.ahl.melee.fight import Melee, Suffered
from bot.systems.ahl.sheet.character import Being, Character, Shape, state
from bot.systems.ahl.sheet.wording import SUPERVISION
from bot.systems.ahl.tables import Effect, on_the_die
from bot.systems.ahl.wounds.damage import (
    WOUNDS,
    Damage,
    WoundReport,
    damage_line,
    flight_lines,
    told_of_wound,
    what_became,
    what_the_die_did,
)

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
class Fell:
    """A result of the table as it fell on somebody: what it came to on them, what they are, whether vacuum made it
    `worse`, and whether it is a stun that counts beside earlier ones.
    """

    table: Effect
    effect: Effect
    being: Being
    worse: bool = False
    added: bool = False

    @property
    def robot(self) -> bool:
        """Whether rule 21 applies."""
        return Shape(being=self.being).robot


@dataclass(frozen=True, slots=True)
class FighterReport:
    """Who fought, with what melee factor, and what that comes of: their value, wounds and stuns, or a blob's life."""

    name: str
    being: Being
    factor: int
    melee: int
    lowered: int
    life_level: int


@dataclass(frozen=True, slots=True)
class BlowReport:
    """A blow, and what it did: see `Blow`. Its defender may wear battle dress, which counts where it `shift`s."""

    attacker: FighterReport
    defender: FighterReport
    shift: Modifier | None
    column: int | None
    check: Check | None
    fell: Fell
    wounded: WoundReport
    same_square: bool = False
    dressed: bool = False
    damage: Damage | None = None

    @property
    def harms(self) -> bool:
        """Whether it has done something to its defender."""
        return bool(self.fell.effect or (self.damage and self.damage.level))

    @property
    def difference(self) -> str:
        """The attacker's melee factor minus the defender's (AHL 17.B)."""
        return signed(self.attacker.factor - self.defender.factor)


@dataclass(frozen=True, slots=True)
class MeleeReport:
    """A melee: see `Melee`. Who attacked whom by the order, why the target did not strike back, and what the deck said;
    `after` is how those are who suffered something.
    """

    attackers: tuple[str, ...]
    target: str
    blows: tuple[BlowReport, ...]
    after: Mapping[str, Shape]
    freed: tuple[tuple[str, str], ...]
    gripped: tuple[tuple[str, str], ...]
    circumstances: Circumstances
    unable: str
    on_deck: str = ""
    to_do: tuple[str, ...] = ()
    step: tuple[str, ...] = _STEP


@dataclass(frozen=True, slots=True)
class MeleeResult:
    """A melee with the names that the order named, why the target did not strike back, and what the deck said; `step`
    are the rules of the step in which it is fought.
    """

    attackers: tuple[str, ...]
    target: str
    melee: Melee
    unable: str
    on_deck: str = ""
    to_do: tuple[str, ...] = ()
    step: tuple[str, ...] = _STEP


def melee_report(result: MeleeResult) -> MeleeReport:
    """What is told of a melee."""
    melee = result.melee
    blows = tuple(_told(each, melee.circumstances) for each in melee.suffered)
    changed = (each.defender.name for each in blows if each.harms and each.fell.being is not Being.BLOB)
    return MeleeReport(
        result.attackers,
        result.target,
        blows,
        {name: melee.after[name].shape for name in changed},
        melee.freed,
        melee.gripped,
        replace(melee.circumstances, asked=None),
        result.unable,
        result.on_deck,
        result.to_do,
        result.step,
    )


def _told(suffered: Suffered, circumstances: Circumstances) -> BlowReport:
    blow, attack = suffered.blow, suffered.blow.attack
    defender = attack.defender.character
    return BlowReport(
        _fighter(attack.attacker),
        _fighter(attack.defender),
        blow.shift,
        blow.column,
        blow.check,
        fell_on(defender, blow.table, blow.effect, circumstances),
        told_of_wound(suffered.wounded),
        attack.same_square,
        dressed="battle dress" in defender.kinds_worn,
        damage=blow.damage,
    )


def _fighter(fighter: Fighter) -> FighterReport:
    one, factor = fighter.character, fighter.factor
    return FighterReport(fighter.name, one.being, factor, factor + one.lowered, one.lowered, one.life_level)


def fell_on(character: Character, table: Effect, effect: Effect, circumstances: Circumstances) -> Fell:
    """A result of the table as it falls on a character."""
    worse = effect in {Effect.LIGHT, Effect.UNCONSCIOUS} and circumstances.surroundings.worsens(character)
    added = effect is Effect.STUN and circumstances.stuns_add and bool(character.stunned)
    return Fell(table, effect, character.being, worse, added)


def melee_card(report: MeleeReport, faces: Faces) -> Card:
    """A melee: each blow, the throws for consciousness, everybody's state, and the grips of blobs."""
    lines = [_blow_line(blow, faces) for blow in report.blows]
    if report.unable:
        lines.append(f"{report.target} does not strike back: {report.unable}")
    lines += [line for blow in report.blows for line in wound_lines(blow.defender.name, blow.wounded, faces)]
    lines += [f"{name}: {state(after)}" for name, after in report.after.items()]
    lines += [f"{blob} lets go of {name}" for name, blob in report.freed]
    lines += [f"{blob} grips {name}" for name, blob in report.gripped]
    lines += report.to_do
    harm = any(blow.harms for blow in report.blows)
    return Card(
        title=f"{sentence(report.attackers)} attack{'s' if len(report.attackers) == 1 else ''} {report.target}",
        lines=tuple(lines),
        working=(*dict.fromkeys(_working(report)), report.on_deck or _NO_DECK),
        tone=Tone.BAD if harm else Tone.PLAIN,
    )


def _blow_line(blow: BlowReport, faces: Faces) -> str:
    """One blow on a line: `Marine strikes Pirate: (column +1) 4 −1 same square = 3 → stun`."""
    who = f"{blow.attacker.name} strikes {blow.defender.name}: "
    if blow.check is None:
        return f"{who}{blow.difference}{_moved(blow)} is off the table → no effect"
    if blow.column is None:
        line = who + check_line(blow.check, faces.take(blow.check.why), "hit" if blow.check.made else "miss")
        return f"{line}; {damage_line(blow.damage, faces, 'damage')}" if blow.damage else line
    return who + die_line(blow.check, faces.take(blow.check.why), blow.column, blow.fell)


def die_line(check: Check, thrown: tuple[int, ...], column: int, fell: Fell) -> str:
    """A die in a column of the table, its result, and what that comes to here where it is something else."""
    read = on_the_die(check.total)
    words = ["" if read == check.total else f"read as {read}: ", fell.table.words]
    if fell.effect is not fell.table:
        words.append(f", here {fell.effect.words}")
    if fell.worse:
        words.append(", in vacuum " + ("destroyed" if fell.robot else "a serious wound"))
    return check_line(check, thrown, "".join(words), f"column {rating(column)}")


def _moved(blow: BlowReport) -> str:
    return f" with {signed(blow.shift.dm)} columns for {blow.shift.label}" if blow.shift else ""


def wound_lines(name: str, wounded: WoundReport, faces: Faces) -> Iterator[str]:
    """The throw for consciousness after a light wound, and a second serious wound."""
    if wounded.consciousness is not None:
        outcome = what_the_die_did(faces.take("consciousness")[0], wounded.after)
        yield f"{name}: consciousness {wounded.consciousness} → {outcome} (lost on a 6)"
    yield from flight_lines(wounded, faces)
    if wounded.second:
        yield f"{name}: a second serious wound kills"


def _working(report: MeleeReport) -> Iterator[str]:
    fighters = [fighter for blow in report.blows for fighter in (blow.attacker, blow.defender)]
    for fighter in fighters:
        yield from _factor_working(fighter)
    for blow in report.blows:
        yield from _blow_working(blow, report.circumstances)
    if any(fighter.being is Being.BLOB for fighter in fighters):
        yield "Whoever a blob attacks is gripped until the blob is stunned (AHL 20)"
    if any(blow.attacker.being is Being.MAINTENANCE_ROBOT for blow in report.blows):
        yield f"A maintenance robot attacks only under supervision: {SUPERVISION}"
    yield from report.step
    if any(blow.same_square for blow in report.blows):
        yield "In a shared square each side allots a fighter at least to every enemy there (AHL 17)"
    if report.circumstances.zero_g:
        yield "Whoever fought throws for control at the end of the phase (AHL 26.B)"


def _factor_working(fighter: FighterReport) -> Iterator[str]:
    if fighter.being is Being.BLOB:
        yield f"{fighter.name}: melee is twice the life level of {fighter.life_level}: {fighter.factor} (AHL 20)"
    elif fighter.lowered:
        lowered = f"{signed(-fighter.lowered)} light wounds and stuns"
        yield f"{fighter.name}: melee {fighter.melee} {lowered} = {fighter.factor} (AHL 12.B.1)"


def _blow_working(blow: BlowReport, circumstances: Circumstances) -> Iterator[str]:
    who = blow.attacker.name
    factors = f"{blow.attacker.factor} − {blow.defender.factor} = {blow.difference}"
    if blow.check is None or blow.column is not None:
        yield f"{who}: {factors}, the column at or below it (AHL 17.B)"
    if blow.shift:
        yield f"{who}: {modifier_line(blow.shift)}, columns to the left"
    elif blow.dressed:
        yield "Battle dress moves the attack no column (AHL 17.B), ruling R-25"
    if blow.check:
        yield from (f"{who}, on the die: {modifier_line(modifier)}" for modifier in blow.check.modifiers)
    if blow.damage:
        yield blow.damage.column.words
    if blow.fell.table:
        yield from effect_working(blow.fell, circumstances)


def effect_working(fell: Fell, circumstances: Circumstances) -> Iterator[str]:
    """The rules by which a result of the table came to what it is, and what that means."""
    if circumstances.zero_g:
        yield "In zero-G every result is one level lower (AHL 26.B)"
    if fell.being is Being.BLOB:
        yield "Any result on a blob is a stun, which only makes it let go (AHL 20)"
        return
    if fell.robot:
        yield from _robot_working(fell, circumstances)
    if fell.worse:
        yield "A wound through a suit in vacuum is one level worse (AHL 22)"
    elif fell.effect in _RESULTS:
        yield _RESULTS[fell.effect]
    if fell.added:
        yield "Each stun lowers by 1 of its own (AHL 17.C.2), ruling R-116"


def _robot_working(fell: Fell, circumstances: Circumstances) -> Iterator[str]:
    if fell.effect is Effect.DEAD or fell.worse:
        yield "Unconsciousness, a serious wound and death destroy a robot (AHL 21)"
    elif fell.effect is Effect.LIGHT:
        fate = "only unconscious" if circumstances.surroundings.robots_faint else "destroyed"
        yield f"A robot that a light wound knocks out is {fate} (AHL 21), ruling R-86"
    if fell.effect is Effect.LIGHT and circumstances.surroundings.vacuum:
        yield f"Robots' wounds are {'worse' if fell.worse else 'no worse'} in vacuum (AHL 22), ruling R-85"


# What the target does to its attacker is the question turned round.
_ONE_WAY = (("strike back", "no"),)
_OUTCOMES = (WOUNDS[0], "Stun", *WOUNDS[1:3], "Unconscious", *WOUNDS[3:])


def melee_odds(book: Book) -> Odds:
    """Odds for the target; what it does to its attackers is another question."""

    def imagine(asked: ImaginedMelee) -> Scene:
        attacker = book.person(melee=asked.melee)
        being = Being.WARBOT if asked.robot else Being.PERSON
        target = book.person(melee=asked.against, armour=asked.armour, being=being)
        return Scene({"name": (Unit("the attacker", "", attacker),), "target": (Unit("the target", "", target),)})

    among, moot = {"armour": tuple(book.armour)}, frozenset({WHO_FIRST})
    return typed_odds(ImaginedMelee, imagine, _outcome, _OUTCOMES, among=among, moot=moot, anyway=_ONE_WAY)


def _outcome(report: MeleeResult) -> str:
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
