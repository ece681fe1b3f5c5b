"""AHL's book as a value: what it prints, the modifiers of its throws, and what others may decide otherwise.

Whoever resolves something is handed it, so that a variant is another value: `replace(AHL, to_hit=(*AHL.to_hit, own))`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.deck.board import Board
from bot.deck.plan import Barrier
from bot.engine.dice import Dice, ModifierRules
from bot.engine.scene import Scene, Unit
from bot.systems.ahl.asked.circumstances import InTurn, Wounding
from bot.systems.ahl.asked.fighting import BlastOrder, CoverOrder, FireOrder, GrenadeOrder, MeleeOrder
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
from bot.systems.ahl.grenade.throw import TO_TOSS, Scatter, Toss, scatter
from bot.systems.ahl.melee.blows import Attack, Blow, Circumstances, Fighter, check_reach, land, largest_first, strike
from bot.systems.ahl.morale.checks import MORALE, Checker
from bot.systems.ahl.sheet.character import Being, Carried, Character
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
from bot.systems.ahl.walking.ground import PHASE, PORTALS, Costs, costs_for
from bot.systems.ahl.wounds.damage import SHELLS, Damage, Hit, Wound, Wounded, throw_damage, wound
from bot.systems.ahl.zerog.control import CONTROL, Strain


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """Tables by name, the modifiers of every throw, and how a few things are done, which are AHL's own by default."""

    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    melee: MeleeTable
    structures: dict[str, StructureKind]
    # What is done for action points, by verb or by verb and kind.
    actions: Mapping[str, Action]
    # What an order is in the table of actions.
    action: Callable[[InTurn, Scene], str] = lambda asked, scene: asked.action(scene)
    # What `/fire`, `/cover`, `/melee`, `/blast` and `/grenade` ask for.
    fire: type[FireOrder] = FireOrder
    cover: type[CoverOrder] = CoverOrder
    melee_order: type[MeleeOrder] = MeleeOrder
    blast: type[BlastOrder] = BlastOrder
    grenade: type[GrenadeOrder] = GrenadeOrder
    # What a person's sheet is.
    person: type[Character] = Character
    # Finds the band of a range.
    ranges: Ranges = range_band
    # Whether rounds are fired of which another book says what they do, such as tranq, whatever is played with.
    tranq: bool = False
    # The throw to hit in each band, and its modifiers.
    needed: Mapping[Band, int] = field(default_factory=lambda: NEEDED)
    to_hit: ModifierRules[Shot] = TO_HIT
    # What somebody is worth with a weapon, as it counts on the throw.
    skill: Callable[[Character, Carried, Weapon], int] = lambda _character, carried, _weapon: carried.skill
    # How many hits end a fire.
    limit: Callable[[Shot], int | None] = limit_of
    # Throws for the damage of a hit.
    damage: Callable[[Hit, Dice], Damage] = throw_damage
    # Applies what came of it.
    wound: Wound = wound
    # The penetration of those explosions that have always the same.
    usual: Callable[[Cause, Mapping[str, Weapon]], int | None] = usual_penetration
    # What is left of a penetration so many squares away; 0 for none.
    collateral: Callable[[Cause, int, int], int] = collateral_penetration
    # How many squares an explosion reaches.
    furthest: int = FURTHEST
    # The book by which one explosion goes.
    for_blast: Callable[["Book", Wounding | None], "Book"] = lambda book, _: book
    # The throw on which somebody so far away suffers, None for everybody, and its modifiers.
    suffers: Callable[[Blast, int], int | None] = needed_to_suffer
    to_suffer: ModifierRules[Reached] = TO_SUFFER
    # What stops fire at equipment that may explode.
    equipment: Mapping[Cause, int] = field(default_factory=lambda: EQUIPMENT)
    # What somebody is in a melee, and with what, by the order, by whether they strike back at who gave it, and by
    # whether they are in one square.
    fighter: Callable[[str, Character], Fighter] = Fighter
    wields: Callable[[Fighter, MeleeOrder, bool, bool], Fighter] = lambda fighter, _asked, _back, _close: fighter
    # Resolves an attack in it.
    strike: Callable[[Attack, MeleeTable, Circumstances, Dice], Blow] = strike
    # What a blow does to whom it hits.
    land: Callable[[Blow, Character, Circumstances, Wound, Dice], Wounded] = land
    # Raises RuleError where a blow doesn't reach; any way that they face will do by the last value.
    in_reach: Callable[[Board, Fighter, Fighter, bool], None] = check_reach
    # By which commands people act in the melee step.
    in_melee: str = "/melee"
    # The enemies on a deck whom somebody reaches in that step who aren't adjacent, by name.
    reached: Callable[[Scene, Unit], Iterable[str]] = lambda _scene, _unit: ()
    # Which attacks of a step are resolved together; whoever is out by those before strikes no more.
    together: Callable[[Sequence[Attack]], Sequence[Sequence[Attack]]] = lambda attacks: (attacks,)
    # The order of the attacks that are.
    first: Callable[[Sequence[Attack], Dice], list[Attack]] = largest_first
    # The column of the melee table for an obstruction met at running speed.
    collision: int = -2
    # The modifiers of the morale value.
    morale: ModifierRules[Checker] = MORALE
    # The throw of a grenade to hit its square, its modifiers, and where a miss goes.
    needed_to_toss: int = 8
    to_toss: ModifierRules[Toss] = TO_TOSS
    scatter: Callable[..., Scatter] = scatter
    # The throw to keep control in zero-G and to get it back, and its modifiers.
    keeps_control: int = 10
    control: ModifierRules[Strain] = CONTROL
    # What stops damage to somebody.
    wears: Callable[["Book", Character], Armour] = field(default_factory=lambda: worn)
    # The armour that beings count as wearing.
    shells: Mapping[Being, str] = field(default_factory=lambda: SHELLS)
    # What a phase gives somebody, in halves of an action point.
    phase: Callable[[Character], int] = lambda _: PHASE
    # What moving costs somebody on a deck.
    costs: Callable[..., Costs] = costs_for
    # What opening or closing costs, in halves of an action point.
    portals: Mapping[Barrier, int] = field(default_factory=lambda: PORTALS)

    def halves(self, action: str) -> int:
        """What an action costs in halves of an action point; 0 where its own rules work that out."""
        return self.actions[action].halves or 0

    def armour_of(self, character: Character) -> Armour:
        """What stops damage to somebody."""
        return self.wears(self, character)


def worn(book: Book, character: Character) -> Armour:
    """What stops damage: what is worn, a robot's shell, a blob's life level (AHL 12.A.3, 20, 21, ruling R-80)."""
    if character.being is Being.BLOB:
        level = character.life_level
        return Armour(f"life level {level}", -level, lasers_only=False, rule="AHL 20")
    if character.being in book.shells:
        return replace(book.armour[book.shells[character.being]], rule="AHL 21")
    if character.second_armour == "none":
        return book.armour[character.armour]
    return replace(book.armour[character.armour], besides=book.armour[character.second_armour])


def load_book(data: Path) -> Book:
    """AHL's book from its data folder. Raises DataError, naming file and line, where a table is wrong."""
    return Book(
        load_weapons(data / "weapons.csv"),
        load_armour(data / "armour.csv"),
        load_melee(data / "melee.csv"),
        load_structures(data / "structures.csv"),
        load_actions(data / "actions.csv"),
    )
