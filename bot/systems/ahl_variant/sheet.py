"""A character of the variant: AHL's, with a strength for melee, what serious wounds come to, and a robot's own plating
(V17, V21, V27).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from bot.engine.cards import Card, counted, marked
from bot.engine.errors import RuleError
from bot.engine.system import Settings, SheetType, Trait, Unit, whole
from bot.engine.typed import match
from bot.systems.ahl.sheet.character import ROOM, Being, Carried, Character, Clip, Condition
from bot.systems.ahl.sheet.outward import outward
from bot.systems.ahl.tables import Armour, Weapon
from bot.systems.ahl_variant.animals import Animal, animal_lines, squares

# The traits that tell how badly somebody is hurt.
WOUNDS = ("light wounds", "serious wounds", "condition")
MOST_STRENGTH = 30
MOST_PLATING = 40
MOST_WOUNDS = 40
MOST_SKILL = 9
# How far a robot on grav comes up or down in a phase.
_GRAV_METRES = 6
_WHOLE_SQUARE = 4


@dataclass(frozen=True, slots=True)
class Death:
    """A result that killed: how many serious wounds its number in brackets says, and with what was above twelve."""

    bracketed: int
    excess: int


@dataclass(frozen=True, slots=True)
class Combatant(Character):
    """One character; what nobody has entered of their characteristics is 0.

    `serious_wounds` counts those that they have had, `deaths` holds the number in brackets of each result that killed.
    `plating` is a designed robot's armour, 0 for that of its kind; `grav` tells that it flies, `legs` that it walks.
    `animal` holds an animal's figures.
    """

    SUITS: ClassVar[frozenset[str]] = frozenset({"vacc suit", "combat armor", "battle dress"})
    strength: int = 0
    dexterity: int = 0
    endurance: int = 0
    deaths: tuple[Death, ...] = ()
    plating: int = 0
    grav: bool = False
    legs: bool = False
    zero_g_skill: int = 0
    animal: Animal | None = None

    @property
    def room(self) -> int:
        """As AHL has it; an animal of more than one square leaves nobody room in any of them (V31.Size)."""
        return ROOM.get(self.being, 1) if self.fills == 1 else _WHOLE_SQUARE

    @property
    def fills(self) -> int:
        """As AHL has it; an animal fills squares by its mass (V31.Size, ruling VR-A30)."""
        return squares(self.animal.mass) if self.animal else 1

    @property
    def climbs(self) -> int:
        """As AHL has it, but that a robot on legs climbs as people do, and one on grav six metres a phase (VT.F)."""
        if self.robot:
            return _GRAV_METRES if self.grav else 1 if self.legs else 0
        return 1 if self.being is Being.PERSON else 0

    @property
    def flies(self) -> bool:
        """Whether it is a robot on grav (VT.F)."""
        return self.robot and self.grav

    @property
    def lowered(self) -> int:
        """As AHL has it, but that light wounds take nothing from animals (V31.Flight)."""
        return 0 if self.animal else self.light_wounds + self.stuns


SHEET = SheetType(Combatant)


def strength_of(name: str, character: Character) -> int:
    """Their strength; raises RuleError where nobody has entered it (ruling VR-A20)."""
    strength = character.strength if isinstance(character, Combatant) else 0
    if not strength:
        raise RuleError(
            f"{name} has no strength yet, which their melee value needs: /set name:{marked(name)} field:strength "
            'value:7, or /campaign set setting:"melee rules" value:base for AHL\'s own (AHL V17.B).'
        )
    return strength


_FIGURES = {
    "mass": ("mass", 1_000_000),
    "speed": ("speed", 12),
    "hits": ("hits", 1_000),
    "more hits": ("more_hits", 1_000),
    "damage": ("damage", 200),
    "flight": ("flight", 20),
    "extras": ("extras", 9),
}


def _animal(sheet: Combatant) -> Animal:
    return sheet.animal or Animal()


def _figure(name: str, attribute: str, most: int) -> Trait:
    """A figure of an animal; whoever has one is an animal."""

    def write(sheet: Combatant, text: str, _: Settings) -> Combatant:
        low = -most if name == "extras" else 0
        changed: dict[str, Any] = {attribute: whole(text, name, low, most)}
        return replace(sheet, animal=replace(_animal(sheet), **changed))

    return Trait(name, lambda sheet: str(getattr(_animal(sheet), attribute)), write)


def _hide(hides: Mapping[str, Armour]) -> Trait:
    """What stops damage to an animal, by the words of the animal tables; plain mesh is not among them (VR-G6)."""

    def write(sheet: Combatant, text: str, _: Settings) -> Combatant:
        return replace(sheet, animal=replace(_animal(sheet), hide=hide_called(text, hides)))

    return Trait("hide", lambda sheet: _animal(sheet).hide, write, tuple(hides))


def hide_called(text: str, hides: Mapping[str, Armour]) -> str:
    """The line of the table of hides that was meant; raises RuleError for plain mesh, which it lacks (ruling VR-G6)."""
    typed = " ".join(text.casefold().replace("−", "-").split())
    if typed == "mesh":
        raise RuleError(
            "The table of hides has no plain mesh: mesh +1 is 2 and mesh -1 is 3, and 3 is our suggestion (AHL "
            "V31.Armour), ruling VR-G6."
        )
    return match(typed, hides, what="hide")


def _yes(what: str, text: str) -> bool:
    answer = text.strip().casefold()
    if answer not in {"yes", "no"}:
        raise RuleError(f"Say yes or no to {what}.")
    return answer == "yes"


_KILLER = Trait(
    "killer",
    lambda sheet: "yes" if _animal(sheet).killer else "no",
    lambda sheet, text, _: replace(sheet, animal=replace(_animal(sheet), killer=_yes("killer", text))),
    ("yes", "no"),
)


def own_traits(hides: Mapping[str, Armour]) -> Mapping[str, Trait]:
    """What the variant's sheet has beside AHL's."""
    named = {
        "strength": ("strength", MOST_STRENGTH),
        "dexterity": ("dexterity", MOST_STRENGTH),
        "endurance": ("endurance", MOST_STRENGTH),
        "serious wounds": ("serious_wounds", MOST_WOUNDS),
        "plating": ("plating", MOST_PLATING),
        "zero-g skill": ("zero_g_skill", MOST_SKILL),
    }
    numbers = [_number(name, *parts) for name, parts in named.items()]
    figures = [_figure(name, attribute, most) for name, (attribute, most) in _FIGURES.items()]
    return {trait.name: trait for trait in (*numbers, *_MOVES, *figures, _hide(hides), _KILLER)}


def _number(name: str, attribute: str, most: int) -> Trait:
    return Trait(
        name,
        lambda sheet: str(getattr(sheet, attribute)),
        lambda sheet, text, _: replace(sheet, **{attribute: whole(text, name, 0, most)}),
    )


def _flag(name: str, write: Callable[[Combatant, bool], Combatant]) -> Trait:
    return Trait(
        name,
        lambda sheet: "yes" if getattr(sheet, name) else "no",
        lambda sheet, text, _: write(sheet, _yes(name, text)),
        ("yes", "no"),
    )


_MOVES = (
    _flag("grav", lambda sheet, yes: replace(sheet, grav=yes)),
    _flag("legs", lambda sheet, yes: replace(sheet, legs=yes)),
)


def with_thrown(sheet: Combatant, weapons: Mapping[str, Weapon]) -> Combatant:
    """A sheet as it is told: what is thrown holds no rounds, it is there or it has been thrown."""

    def told(carried: Carried) -> Carried:
        if not weapons[carried.weapon].thrown:
            return carried
        return replace(carried, loaded=Clip("" if carried.loaded.rounds else "thrown", 0))

    return replace(sheet, weapons=tuple(map(told, sheet.weapons)))


def outward_here(nobody: Combatant, sheet: Combatant) -> Combatant:
    """What others than their own side can see of somebody: as AHL has it, and how large an animal is, with its hide."""
    seen = Animal(mass=sheet.animal.mass, hide=sheet.animal.hide) if sheet.animal else None
    return replace(outward(nobody, sheet), animal=seen)


def line_here(line: str, sheet: Combatant, armour: Callable[[Combatant], Armour]) -> str:
    """AHL's line of somebody: robots and animals wear nothing, and have a shell or a hide (V21, V31.Armour)."""
    if sheet.robot:
        return line.removesuffix("no armor") + f"armor {-armour(sheet).value}, hardened"
    return line.removesuffix("no armor") + f"hide {sheet.animal.hide}" if sheet.animal else line


def sheet_card(card: Card, unit: Unit, shells: Callable[[Combatant], Armour], melee: str) -> Card:
    """AHL's card of somebody, with what the variant has besides; robots have `shells` of their own, and `melee` tells
    the values in melee.
    """
    sheet: Combatant = unit.sheet
    figures = (("strength", sheet.strength), ("dexterity", sheet.dexterity), ("endurance", sheet.endurance))
    known = [f"{name} {value}" for name, value in figures if value]
    lines = [", ".join(known).capitalize()] if known else []
    lines += [melee] if melee else []
    if sheet.serious_wounds and sheet.condition is not Condition.ACTIVE:
        lines.append(counted(sheet.serious_wounds, "serious wound"))
    if sheet.robot:
        lines.append(f"Armor {-shells(sheet).value}, hardened{', grav' if sheet.grav else ''}")
    lines += animal_lines(sheet.animal) if sheet.animal else []
    # Neither wears anything.
    of_ahl = [line for line in card.lines if line != "Armor: none" or not (sheet.robot or sheet.animal)]
    return replace(card, lines=(*of_ahl, *lines))
