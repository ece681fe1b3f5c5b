"""What was fired and what it did, as it is told: plain data that names the weapon of the book."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.deck.plan import At
from bot.engine.cards import Suggestion
from bot.engine.dice import Check
from bot.systems.ahl.asked.circumstances import Fire, shots
from bot.systems.ahl.fire.combat import Attack, FireResult
from bot.systems.ahl.fire.covering import Covered
from bot.systems.ahl.sheet.ammunition import Spent
from bot.systems.ahl.sheet.character import Being, Condition
from bot.systems.ahl.tables.weapons import Band
from bot.systems.ahl.wounds.damage import Damage, Surroundings, Wounded, told_of_wound


@dataclass(frozen=True, slots=True)
class AttackReport:
    """One attacked: how far away, in which band to how many squares, the throw to hit, and for a hit what it did.

    `harmless` is a kind of ammunition of which the referee says what it does, `ruling` the one by which the range is
    his own entry, both "" where there is none; `freed` says that a blob is dead, whose grip is gone.
    """

    name: str
    squares: int
    band: Band
    reach: int
    hit: Check
    damage: Damage | None = None
    wounded: Wounded | None = None
    harmless: str = ""
    ruling: str = ""
    freed: bool = False


@dataclass(frozen=True, slots=True)
class FireReport:
    """One fire: who fired what how at whom, how far, and everybody attacked, in order; see `FireResult`.

    `spent` is the weapon after it, `full` how many shots it has where they are counted.
    """

    firer: str
    being: Being
    target: str
    spent: Spent
    fire: Fire
    squares: int
    full: int
    limit: int | None
    attacks: tuple[AttackReport, ...]
    surroundings: Surroundings
    traveller: bool = False
    on_deck: tuple[str, ...] = ()
    follow_up: tuple[Suggestion, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CoverReport:
    """A covering fire that was laid: who fired what through which square to which, and whom it attacked at once."""

    firer: str
    start: At
    through: At
    end: At
    spent: Spent
    limit: int | None
    attacks: tuple[AttackReport, ...]
    traveller: bool = False
    options: tuple[str, ...] = ()


def fire_report(result: FireResult) -> FireReport:
    """What is told of a fire."""
    asked = result.situation.asked
    return FireReport(
        result.firer.name,
        result.firer.character.being,
        result.target.name,
        result.spent,
        result.situation.fire,
        result.situation.squares,
        result.weapon.clip or shots(asked.energy_shots),
        result.limit,
        attacks_told(result.attacks),
        result.situation.surroundings,
        asked.traveller,
        result.on_deck,
        result.follow_up,
        result.options,
    )


def cover_report(fired: Covered) -> CoverReport:
    """What is told of a covering fire."""
    line = fired.line
    return CoverReport(
        line.firer,
        line.squares[0],
        fired.through,
        line.squares[-1],
        fired.spent,
        line.limit,
        attacks_told(fired.attacks),
        line.situation.asked.traveller,
        fired.options,
    )


def attacks_told(attacks: Sequence[Attack]) -> tuple[AttackReport, ...]:
    """What is told of everybody attacked."""
    return tuple(map(attack_told, attacks))


def attack_told(attack: Attack) -> AttackReport:
    """What is told of somebody attacked."""
    shot, ammunition = attack.shot, attack.shot.ammunition
    return AttackReport(
        attack.target.name,
        shot.situation.squares,
        shot.band,
        shot.cell.squares,
        attack.hit,
        attack.damage,
        attack.wounded and told_of_wound(attack.wounded),
        ammunition.kind if ammunition.harmless else "",
        ammunition.ruling,
        attack.target.character.being is Being.BLOB and attack.after.condition is Condition.DEAD,
    )
