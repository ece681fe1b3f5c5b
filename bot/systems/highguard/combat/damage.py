"""What a battery that got through throws on the damage tables (HG-H01 to H13)."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.dice import Check, Dice, Modifier, applied
from bot.systems.highguard.combat.shot import DAMAGE, LARGEST_BATTERY_FACTOR, Shot
from bot.systems.highguard.combat.tables import CRITICAL, INTERIOR, CombatTables, Result
from bot.systems.highguard.design.usp import VALUES

LEADS_TO = {"Critical": CRITICAL, "Interior Explosion": INTERIOR}
# Of these criticals one more die says which (HG-H28, HG-H29): what it is on 1 to 3, and on 4 to 6.
ON_A_DIE = {
    "Spinal Mount/Fire Control Out": (Result("Spinal Mount Out"), Result("Fire Control Out")),
    "Frozen Watch/Troops Dead": (Result("Low Berths Dead"), Result("Troops Dead")),
}
ONE_DIE = "one die"


@dataclass(frozen=True, slots=True)
class DamageRoll:
    """A throw on a damage table, its result, and the throw that this led to, if any."""

    table: str
    check: Check
    result: Result
    led_to: "DamageRoll | None" = None

    def chain(self) -> Iterator["DamageRoll"]:
        """The throw itself and all that it led to."""
        yield self
        if self.led_to:
            yield from self.led_to.chain()

    @property
    def last(self) -> "DamageRoll":
        """The throw whose result counts."""
        return self.led_to.last if self.led_to else self

    @property
    def criticals(self) -> int:
        """How many critical hits are among the throws: each lowers the armor by one (HG-H14)."""
        return sum(roll.table == CRITICAL for roll in self.chain())


def _factor_beyond_nine(shot: Shot) -> int:
    return max(0, shot.battery.factor - LARGEST_BATTERY_FACTOR)


def _pierces(shot: Shot) -> bool:
    """Whether the weapon ignores armor; it never ignores a globe (HG-H07, HG-G03)."""
    return shot.battery.kind.place == "meson"


def shielding(shot: Shot) -> int:
    """Levels of armor against extra throws and automatic criticals: armor, and both ships' globes (R-44)."""
    return (0 if _pierces(shot) else shot.armor) + shot.globe_levels


def throws(shot: Shot) -> int:
    """How often it throws on each of its tables: a spinal mount once more for each letter (HG-H06, HG-H07)."""
    return max(1, 1 + _factor_beyond_nine(shot) - shielding(shot))


def automatic_criticals(shot: Shot) -> int:
    """Critical hits beside the throws, by the weapon's code over the hull's (HG-H08, HG-H09, R-45)."""
    return max(0, shot.battery.factor - VALUES[shot.size] - shielding(shot) // 2)


def damage_modifiers(table: str, shot: Shot) -> tuple[Modifier, ...]:
    """The modifiers of a throw on a damage table (HG-H10 to H12, HG-G02)."""
    return applied(DAMAGE[table], shot)


def throw_damage(table: str, modifiers: tuple[Modifier, ...], dice: Dice, tables: CombatTables) -> DamageRoll:
    """One throw on a damage table, and those that it leads to, which carry no modifier (HG-H13)."""
    check = Check(table, dice.roll(2, why=table), modifiers)
    result = tables.result(table, check.total)
    if result.name in LEADS_TO:
        return DamageRoll(table, check, result, throw_damage(LEADS_TO[result.name], (), dice, tables))
    if result.name in ON_A_DIE:
        die = Check(ONE_DIE, dice.roll(1, why=ONE_DIE), ())
        which = ON_A_DIE[result.name][0 if die.total <= 3 else 1]
        return DamageRoll(table, check, result, DamageRoll(ONE_DIE, die, which))
    return DamageRoll(table, check, result)


def throw_critical(dice: Dice, tables: CombatTables) -> DamageRoll:
    """One critical hit."""
    return throw_damage(CRITICAL, (), dice, tables)
