"""AHL's book as a value: what it prints, the modifiers of its throws, and what others may decide otherwise.

Whoever resolves something is handed it, so that a variant is another value: `replace(AHL, to_hit=(*AHL.to_hit, own))`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.deck.plan import Barrier
from bot.engine.dice import Dice, ModifierRules
from bot.systems.ahl.blast.reach import (
    TO_SUFFER,
    Blast,
    Cause,
    Reached,
    collateral_penetration,
    needed_to_suffer,
    usual_penetration,
)
from bot.systems.ahl.fire.shot import NEEDED, TO_HIT, Shot, limit_of
from bot.systems.ahl.grenade.throw import TO_TOSS, Toss
from bot.systems.ahl.melee.blows import Attack, Blow, Circumstances, Wound, land, strike
from bot.systems.ahl.morale.checks import MORALE, Checker
from bot.systems.ahl.sheet.character import Being, Character
from bot.systems.ahl.tables import (
    Armour,
    Band,
    MeleeTable,
    Ranges,
    StructureKind,
    Weapon,
    load_armour,
    load_melee,
    load_structures,
    load_weapons,
    range_band,
)
from bot.systems.ahl.turn.actions import Action, load_actions
from bot.systems.ahl.walking.ground import PORTALS, Costs, costs_for
from bot.systems.ahl.wounds.damage import SHELLS, Damage, Hit, Severity, Surroundings, Wounded, throw_damage, wound
from bot.systems.ahl.zerog.control import CONTROL, Strain


@dataclass(frozen=True, slots=True)
class Book:
    """Tables by name, the modifiers of every throw, and how a few things are done, which are AHL's own by default.

    Fire: `ranges` finds the band of a range, `needed` is its throw, `to_hit` are the modifiers of it, `limit` says how
    many hits end a fire. Explosions: `usual` is the penetration of those that have always the same, `collateral` what
    is left of one so many squares away, 0 beyond its reach of `furthest`, `suffers` the throw on which it hurts
    somebody there, and `to_suffer` its modifiers. Wounds: `damage` throws for a hit, `wound` applies what came of it,
    `shells` are what beings count as wearing. Melee: `strike` resolves an attack, `land` what it does to whom it hits.
    On a deck: `costs` are those of walking, `portals` of opening and closing; other costs stand with the `actions`.
    """

    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    melee: MeleeTable
    structures: dict[str, StructureKind]
    actions: Mapping[str, Action]
    ranges: Ranges = range_band
    needed: Mapping[Band, int] = field(default_factory=lambda: NEEDED)
    to_hit: ModifierRules[Shot] = TO_HIT
    limit: Callable[[Shot], int | None] = limit_of
    damage: Callable[[Hit, Dice], Damage] = throw_damage
    usual: Callable[[Cause, Mapping[str, Weapon]], int | None] = usual_penetration
    collateral: Callable[[Cause, int, int], int] = collateral_penetration
    furthest: int = 2
    suffers: Callable[[Blast, int], int | None] = needed_to_suffer
    to_suffer: ModifierRules[Reached] = TO_SUFFER
    wound: Callable[[Character, Severity, Dice, Surroundings], Wounded] = wound
    strike: Callable[[Attack, MeleeTable, Circumstances, Dice], Blow] = strike
    land: Callable[[Blow, Character, Circumstances, Wound, Dice], Wounded] = land
    morale: ModifierRules[Checker] = MORALE
    to_toss: ModifierRules[Toss] = TO_TOSS
    control: ModifierRules[Strain] = CONTROL
    shells: Mapping[Being, str] = field(default_factory=lambda: SHELLS)
    costs: Callable[..., Costs] = costs_for
    portals: Mapping[Barrier, int] = field(default_factory=lambda: PORTALS)

    def halves(self, action: str) -> int:
        """What an action costs in halves of an action point; 0 where its own rules work that out."""
        return self.actions[action].halves or 0

    def armour_of(self, character: Character) -> Armour:
        """What stops damage: what is worn, a robot's shell, a blob's life level (AHL 12.A.3, 20, 21, ruling R-80)."""
        if character.being is Being.BLOB:
            level = character.life_level
            return Armour(f"life level {level}", -level, lasers_only=False, rule="AHL 20")
        if character.being in self.shells:
            return replace(self.armour[self.shells[character.being]], rule="AHL 21")
        if character.second_armour == "none":
            return self.armour[character.armour]
        return replace(self.armour[character.armour], besides=self.armour[character.second_armour])


def load_book(data: Path) -> Book:
    """AHL's book from its data folder. Raises DataError, naming file and line, where a table is wrong."""
    return Book(
        load_weapons(data / "weapons.csv"),
        load_armour(data / "armour.csv"),
        load_melee(data / "melee.csv"),
        load_structures(data / "structures.csv"),
        load_actions(data / "actions.csv"),
    )
