"""Melee: who strikes whom in a melee step, and what comes of it (AHL 17, 20, 21, 26.B)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine.dice import Dice
from bot.engine.modifiers import Check, Modifier, applied, referees_own
from bot.systems.ahl.melee.wounds import Circumstances, effect_on, suffer
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl.tables.melee import Effect, MeleeTable
from bot.systems.ahl.wounds.damage import Wounded

# Among equals; nothing depends on it (ruling R-114).
WHO_FIRST = "who strikes first"


@dataclass(frozen=True, slots=True)
class Fighter:
    """Who fights: the name for messages and the sheet."""

    name: str
    character: Character

    @property
    def factor(self) -> int:
        """The melee factor: twice a blob's life level, else the melee value less wounds and stuns (AHL 20, 12.B.1)."""
        if self.character.being is Being.BLOB:
            return 2 * self.character.life_level
        return self.character.melee - self.character.lowered


@dataclass(frozen=True, slots=True)
class Attack:
    """One fighter's attack on another; each melee is one against one (AHL 17)."""

    attacker: Fighter
    defender: Fighter
    same_square: bool = False
    dived: bool = False
    dm: int = 0
    because: str = ""

    @property
    def difference(self) -> int:
        """The attacker's melee factor minus the defender's (AHL 17.B)."""
        return self.attacker.factor - self.defender.factor


def _same_square(attack: Attack) -> Modifier | None:
    """For everybody in the square but whoever dived into it (ruling R-113)."""
    cramped = attack.same_square and not attack.dived
    return Modifier(-1, "same square", "AHL 17.B") if cramped else None


def _dive(attack: Attack) -> Modifier | None:
    return Modifier(2, "dive", "AHL 17.B") if attack.dived else None


def _referee(attack: Attack) -> Modifier | None:
    return referees_own(attack.dm, attack.because)


ON_THE_DIE = (_same_square, _dive, _referee)


def shift(defender: Character, circumstances: Circumstances) -> Modifier | None:
    """By how many columns, as a negative number, an attack on this defender is moved to the left.

    A vacc suit, which counters code cloth, moves it one, combat armor and battle dress two (AHL 17.B, rulings
    R-23 to R-26); a robot two in all, whatever it wears (AHL 21, ruling R-27).
    """
    if defender.robot:
        return Modifier(-2, "robot", "AHL 21")
    columns = {"vacc suit": 1, "cloth": 1, "combat armor": 2, "battle dress": circumstances.battle_dress}
    best = max(defender.worn, key=lambda name: columns.get(name, 0), default="none")
    return Modifier(-columns[best], best, "AHL 17.B") if columns.get(best) else None


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack worked out: the column (None where nothing has an effect), the die, and the result.

    `table` is the table's result, `effect` what it comes to on this defender.
    """

    attack: Attack
    shift: Modifier | None
    column: int | None
    check: Check | None
    table: Effect
    effect: Effect


def strike(attack: Attack, table: MeleeTable, circumstances: Circumstances, dice: Dice) -> Blow:
    """Resolve one attack (AHL 17.B); off the left edge of the table no die is thrown."""
    moved = shift(attack.defender.character, circumstances)
    column = table.column(attack.difference, -moved.dm if moved else 0)
    if column is None:
        return Blow(attack, moved, None, None, Effect.NONE, Effect.NONE)
    why = f"{attack.attacker.name} strikes"
    check = Check(why, dice.roll(1, why=why), applied(ON_THE_DIE, attack))
    result = table.effect(column, check.total)
    return Blow(attack, moved, column, check, result, effect_on(attack.defender.character, result, circumstances))


@dataclass(frozen=True, slots=True)
class Suffered:
    """What a blow did to its defender."""

    blow: Blow
    wounded: Wounded


@dataclass(frozen=True, slots=True)
class Melee:
    """A melee step, whole: what each blow did, in order, everybody as he is after it, and the blobs' grips.

    `freed` and `gripped` pair a character with the blob.
    """

    suffered: tuple[Suffered, ...]
    after: Mapping[str, Character]
    freed: tuple[tuple[str, str], ...]
    gripped: tuple[tuple[str, str], ...]
    circumstances: Circumstances


def fight(
    attacks: Sequence[Attack],
    circumstances: Circumstances,
    table: MeleeTable,
    dice: Dice,
    bystanders: Sequence[Fighter] = (),
) -> Melee:
    """Resolve attacks that are made in the same step: all strike, and then all results are applied (AHL 17.A).

    `bystanders` don't fight, but may be in the grip of a blob that does.
    """
    blows = tuple(strike(attack, table, circumstances, dice) for attack in in_order(attacks, dice))
    people = [fighter for attack in attacks for fighter in (attack.attacker, attack.defender)]
    after = {fighter.name: fighter.character for fighter in (*people, *bystanders)}
    suffered = []
    for blow in blows:
        hit = blow.attack.defender.name
        wounded = suffer(after[hit], blow.effect, circumstances, dice)
        after[hit] = wounded.after
        suffered.append(Suffered(blow, wounded))
    freed, gripped = _grips(blows, after)
    holders = dict.fromkeys((name for name, _ in freed), "") | dict(gripped)
    after |= {name: replace(after[name], gripped_by=holder) for name, holder in holders.items()}
    if circumstances.zero_g:
        after = _marked(blows, after)
    return Melee(tuple(suffered), after, freed, gripped, circumstances)


def in_order(attacks: Sequence[Attack], dice: Dice) -> list[Attack]:
    """The larger melee factor strikes first, equals at random (AHL 17.A); nothing depends on it (ruling R-114)."""
    left, order = list(attacks), []
    while left:
        largest = max(attack.attacker.factor for attack in left)
        first = dice.pick([attack for attack in left if attack.attacker.factor == largest], why=WHO_FIRST)
        order.append(first)
        left.remove(first)
    return order


Pairs = tuple[tuple[str, str], ...]


def _grips(blows: Sequence[Blow], people: Mapping[str, Character]) -> tuple[Pairs, Pairs]:
    """Whom blobs let go of, and whom they grip: a stunned blob lets go, one that attacked holds on (AHL 20)."""
    stunned = {blow.attack.defender.name for blow in blows if _is_blob(blow.attack.defender) and blow.effect}
    freed = tuple((name, one.gripped_by) for name, one in people.items() if one.gripped_by in stunned)
    loose = {
        name
        for name, one in people.items()
        if one.condition is not Condition.DEAD and (not one.gripped_by or one.gripped_by in stunned)
    }
    gripped = tuple(
        (blow.attack.defender.name, blow.attack.attacker.name)
        for blow in blows
        if _is_blob(blow.attack.attacker)
        and not _is_blob(blow.attack.defender)
        and blow.attack.attacker.name not in stunned
        and blow.attack.defender.name in loose
    )
    return freed, gripped


def _is_blob(fighter: Fighter) -> bool:
    return fighter.character.being is Being.BLOB


def _marked(blows: Sequence[Blow], after: Mapping[str, Character]) -> dict[str, Character]:
    """Everybody who fought, marked for the throw at the end of a phase in zero-G; attackers above defenders."""
    marks = {blow.attack.defender.name: "defender" for blow in blows}
    marks |= {name: "attacker" for name in marks if after[name].zero_g.melee == "attacker"}
    marks |= {blow.attack.attacker.name: "attacker" for blow in blows}
    return {
        name: replace(one, zero_g=replace(one.zero_g, melee=marks[name])) if name in marks else one
        for name, one in after.items()
    }


def melee_value(strength: int, dexterity: int, brawling: int, *, up: bool = False) -> int:
    """A melee value from Traveller's characteristics and skill, rounded down or `up` (Traveller B, ruling R-139)."""
    return (strength + dexterity + (3 if up else 0)) // 4 + brawling
