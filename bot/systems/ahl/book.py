"""AHL's book as a value: what it prints, the modifiers of its throws, and what others may decide otherwise.

Whoever resolves something is handed it, so that a variant is another value: `replace(AHL, to_hit=(*AHL.to_hit, own))`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.deck.plan import Barrier
from bot.engine.dice import Dice, ModifierRules
from bot.systems.ahl.asked.fighting import FireOrder
from bot.systems.ahl.blast.reach import (
    EQUIPMENT,
    FURTHEST,
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
from bot.systems.ahl.melee.blows import Attack, Blow, Circumstances, Fighter, Wound, land, strike
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
    """Tables by name, the modifiers of every throw, and how a few things are done, which are AHL's own by default."""

    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    melee: MeleeTable
    structures: dict[str, StructureKind]
    # What is done for action points, by verb or by verb and kind.
    actions: Mapping[str, Action]
    # What `/fire` asks for.
    fire: type[FireOrder] = FireOrder
    # Finds the band of a range.
    ranges: Ranges = range_band
    # The throw to hit in each band, and its modifiers.
    needed: Mapping[Band, int] = field(default_factory=lambda: NEEDED)
    to_hit: ModifierRules[Shot] = TO_HIT
    # How many hits end a fire.
    limit: Callable[[Shot], int | None] = limit_of
    # Throws for the damage of a hit.
    damage: Callable[[Hit, Dice], Damage] = throw_damage
    # Applies what came of it.
    wound: Callable[[Character, Severity, Dice, Surroundings], Wounded] = wound
    # The penetration of those explosions that have always the same.
    usual: Callable[[Cause, Mapping[str, Weapon]], int | None] = usual_penetration
    # What is left of a penetration so many squares away; 0 for none.
    collateral: Callable[[Cause, int, int], int] = collateral_penetration
    # How many squares an explosion reaches.
    furthest: int = FURTHEST
    # The throw on which somebody so far away suffers, None for everybody, and its modifiers.
    suffers: Callable[[Blast, int], int | None] = needed_to_suffer
    to_suffer: ModifierRules[Reached] = TO_SUFFER
    # What stops fire at equipment that may explode.
    equipment: Mapping[Cause, int] = field(default_factory=lambda: EQUIPMENT)
    # What somebody is in a melee.
    fighter: Callable[[str, Character], Fighter] = Fighter
    # Resolves an attack in it.
    strike: Callable[[Attack, MeleeTable, Circumstances, Dice], Blow] = strike
    # What a blow does to whom it hits.
    land: Callable[[Blow, Character, Circumstances, Wound, Dice], Wounded] = land
    # The modifiers of the morale value, of a grenade's throw, and of control in zero-G.
    morale: ModifierRules[Checker] = MORALE
    to_toss: ModifierRules[Toss] = TO_TOSS
    control: ModifierRules[Strain] = CONTROL
    # The armour that beings count as wearing.
    shells: Mapping[Being, str] = field(default_factory=lambda: SHELLS)
    # What moving costs somebody on a deck.
    costs: Callable[..., Costs] = costs_for
    # What opening or closing costs, in halves of an action point.
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
