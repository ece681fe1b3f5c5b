"""What AHL's fire, melee and explosions ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from bot.deck.plan import Facing
from bot.engine.asked import Asked, ask, rows
from bot.engine.order import Need
from bot.engine.scene import Role, Scene
from bot.systems.ahl.asked.circumstances import (
    Fire,
    InTurn,
    Wounding,
    carried_names,
    crowding,
    darkness,
    deck,
    energy,
    weightless,
)
from bot.systems.ahl.blast.reach import Cause as BlastCause

# Farther than any weapon of the chart reaches, so that the chart gives the answer and not the field.
FARTHEST = 10_000
MOST_PENETRATION = 100
_STRONGEST = 40


class Evading(StrEnum):
    """Whether a target evades, and whether beside an obstruction."""

    NO = "no"
    OPEN = "open"
    OBSTRUCTION = "obstruction"


@dataclass(frozen=True, kw_only=True, slots=True)
class Circumstances(Wounding):
    """Of every fire. Whether it is dark the deck says, if nobody does."""

    together = True
    setting: Literal["automatic", "single"] | None = ask(None, mode=True)
    dark: bool | None = darkness()
    zero_g: bool = weightless()
    handhold: bool = ask(default=False)
    traveller: bool = ask(
        default=False,
        setting="with Traveller: heavy weapons hit more, far-reaching ones one band; the advanced rules hold; morale "
        "and leadership come from its book on mercenaries (AHL Traveller E)",
        ruled=True,
    )
    rounds: Literal["counted", "unlimited"] = ask(
        "counted", setting="unlimited as in the basic game: no reloading (AHL 11.D)", ruled=True
    )
    energy_shots: str = energy()
    ram_flechette: Literal["any number", "two"] = ask(
        "any number", setting="how many a 4cm RAM burst hits with Traveller (ruling R-77)", ruled=True
    )
    close_pistols: Literal["listed", "automatic too"] = ask(
        "listed", setting="pistols fired in a square shared with enemies (R-61)", ruled=True
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class FireOrder(Circumstances):
    """`/fire`: at a target, and at whoever else is in the danger space. What nobody says the deck does."""

    verb = "fire"
    roles = (Role("attacker", fights=True), Role("target"), Role("others", many=True, optional=True))
    weapon: str = ask("", suggest=carried_names("attacker"))
    range: int | None = ask(None, low=0, high=FARTHEST)
    ranges: Literal["squares", "metres"] = ask(
        "squares", setting="what distances are given in; a square is 1.5 m (Traveller A)", ruled=True
    )
    fire: Fire = ask(Fire.AIMED, mode=True)
    cover: bool | None = ask(None)
    evading: Evading | Literal["yes"] | None = ask(None)
    lit: bool = ask(default=False)
    deck: bool = deck()
    extremes: Mapping[str, str] = rows()

    def action(self, scene: Scene) -> str:
        """Each type of fire is an action of its own."""
        return f"fire {self.fire}"

    @property
    def manner(self) -> Fire:
        """The type of fire."""
        return self.fire

    @property
    def arm(self) -> str:
        """The weapon that is fired."""
        return self.weapon


@dataclass(frozen=True, kw_only=True, slots=True)
class CoverOrder(Circumstances):
    """`/cover`: along a line of the deck, through the square `at`, or else to where it was planned to end."""

    verb = "cover"
    roles = (Role("character", fights=True),)
    at: str = ask("")
    weapon: str = ask("", suggest=carried_names("character"))
    extremes: Mapping[str, str] = rows()

    @property
    def manner(self) -> Fire:
        """It is covering fire."""
        return Fire.COVERING

    @property
    def arm(self) -> str:
        """The weapon that is fired."""
        return self.weapon


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedShot(Asked):
    """Who fires at whom, in plain numbers."""

    weapon: str = ask("")
    ammunition: str = ask("")
    armour: str = ask("none")
    skill: int = ask(0, low=-9, high=9)
    wounds: int = ask(0, low=0, high=20)


@dataclass(frozen=True, kw_only=True, slots=True)
class Brawl(Wounding):
    """Of a melee, and of a collision, which is read as one."""

    battle_dress_melee: Literal["2 columns", "none"] = ask(
        "2 columns", setting="how far battle dress moves a melee attack down (R-25)", ruled=True
    )
    stuns: Literal["longest", "add"] = ask(
        "longest", setting="whether each stun of melee lowers by 1 of its own (R-116)", ruled=True
    )

    @property
    def adds_stuns(self) -> bool:
        """By the setting for stuns."""
        return self.stuns == "add"


@dataclass(frozen=True, kw_only=True, slots=True)
class MeleeOrder(Brawl):
    """`/melee`: several attackers at `@0` or `@1`, and the victim whom a blob of the two grips."""

    verb = "melee"
    together = True
    roles = (
        Role("attacker", many=True, counts=True, fights=True),
        Role("target"),
        Role("victim", optional=True),
    )
    same_square: bool | None = ask(None)
    deck: bool = deck()
    dive: bool = ask(default=False)
    strike_back: bool = ask(default=True)
    handhold: bool = ask(default=False)
    zero_g: bool = weightless()

    @property
    def dives(self) -> bool:
        """Whether the attacker dives into the square."""
        return self.dive


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedMelee(Asked):
    """Who attacks whom, in plain numbers."""

    melee: int = ask(5, low=-_STRONGEST, high=_STRONGEST)
    against: int = ask(5, low=-_STRONGEST, high=_STRONGEST)
    armour: str = ask("none")
    robot: bool = ask(default=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class CollideOrder(Brawl):
    """`/collide`: somebody drifts into an obstruction."""

    verb = "collide"
    roles = (Role("character"),)
    collision: Literal["as it stands", "as melee"] = ask(
        "as it stands", setting="whether armor and zero-G soften a collision (R-138)", ruled=True
    )
    zero_g: bool = weightless()


@dataclass(frozen=True, kw_only=True, slots=True)
class Exploding(Wounding):
    """Of an explosion: who is in its square throws 8+ only where the referee set that."""

    together = True
    own_square: Literal["automatic", "8+"] = ask(
        "automatic", setting="who suffers where a grenade or charge explodes (ruling R-88)", ruled=True
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class BlastOrder(Exploding):
    """`/blast`: at a square, or by the people who are near and whom it hit directly."""

    verb = "blast"
    roles = (
        Role("people", many=True, optional=True),
        Role("direct", optional=True),
        Role("already", many=True, optional=True),
    )
    need = Need.REFEREE
    cause: BlastCause = ask(BlastCause.GRENADE)
    penetration: int | None = ask(None, low=0, high=MOST_PENETRATION)
    struck: int | None = ask(None, low=0, high=MOST_PENETRATION)
    at: str = ask("")
    deck: bool = deck()


@dataclass(frozen=True, kw_only=True, slots=True)
class GrenadeOrder(Exploding):
    """`/grenade`: at a square of the deck, or at so many squares."""

    verb = "grenade"
    roles = (Role("thrower", fights=True), Role("people", many=True, optional=True))
    range: int | None = ask(None, low=0, high=FARTHEST)
    at: str = ask("")
    deck: bool = deck()
    cover: bool | None = ask(None)
    scatter: Literal["house", "referee"] = ask(
        "house", setting="who says where a missed grenade goes, but for a 7 (ruling R-31)", ruled=True
    )
    crowding: Literal["one each", "by size"] = crowding()


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedTarget(Asked):
    """Somebody near an explosion, in plain numbers."""

    armour: str = ask("none")
    away: int = ask(0, low=0, high=2)


@dataclass(frozen=True, kw_only=True, slots=True)
class StructureHitOrder(InTurn):
    """`/structure hit`: a structure by its name and kind, or by the square and the side where it is."""

    verb = "structure hit"
    need = Need.REFEREE
    name: str = ask("", longest=40, suggest=lambda scene: [each.name for each in scene.ledger.structures])
    kind: str = ask("")
    penetration: int | None = ask(None, low=0, high=MOST_PENETRATION)
    times: int = ask(1, low=1, high=100)
    cause: BlastCause | None = ask(None)
    squares: int | None = ask(None, low=0, high=100)
    at: str = ask("")
    side: Facing | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class StructureListOrder(InTurn):
    """`/structure list`: all that have been hit."""

    verb = "structure list"
    need = Need.ANYBODY
