"""What AHL's fire, melee and explosions ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from bot.deck.placing import places
from bot.deck.plan import Facing
from bot.engine.asked import Asked, ask, rows
from bot.engine.order import Need
from bot.engine.scene import Role, Scene
from bot.systems.ahl.asked.circumstances import (
    Fire,
    InTurn,
    Wounding,
    airless,
    crowding,
    darkness,
    deck,
    energy,
    referees_dm,
    turning,
    weapon,
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
    """`/fire`: at a target, which is perhaps `evading`, or `lit` in the dark, and at whoever else is in the danger
    space. What nobody says the deck does.
    """

    verb = "fire"
    about = "Fire at a target: the throw, the damage, the wounds and the rounds left"
    roles = (
        Role(
            "name",
            fights=True,
            alone=True,
            wording="Who fires; where the rules have an order of fire, several: Ann @20, Bob @35",
        ),
        Role("target", foes=True, needed=True, wording="At whom; several where several fire at one each"),
        Role(
            "others",
            many=True,
            far=True,
            optional=True,
            reached=True,
            wording="Others on the line of fire or under its template, with distances: Pirate @28, Captain @31",
        ),
    )
    range: int | None = ask(
        None,
        "How far, in the squares or cm of the rules; left out, the deck tells, or a panel asks",
        low=0,
        high=FARTHEST,
        measured=True,
    )
    weapon: str = weapon("name")
    ranges: Literal["squares", "metres"] = ask(
        "squares", setting="what distances are given in; a square is 1.5 m (Traveller A)", ruled=True
    )
    fire: Fire = ask(Fire.AIMED, mode=True)
    cover: bool | None = ask(None, "Whether the target is in cover", shown=True)
    evading: Evading | Literal["yes"] | None = ask(None)
    lit: bool = ask(default=False, lifts=True)
    turn: bool = turning()
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
    about = "Fire covering fire along a line of the deck, at who is in it and who comes through"
    roles = (Role("name", fights=True, alone=True, wording="Who fires"),)
    at: str = ask("", "The square where the line ends; left out, the one that was planned", suggest=places)
    weapon: str = weapon("name")
    turn: bool = turning()
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

    weapon: str = ask("", "Which weapon")
    ammunition: str = ask("", "Which ammunition")
    armour: str = ask("none", "The target's armour")
    skill: int = ask(0, "Skill with the weapon", low=-9, high=9)
    wounds: int = ask(0, "The firer's light wounds", low=0, high=20)


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
    """`/melee`: several attackers at `@0` or `@1`.

    In `values` stands whether they are in the `same square`, where no @ says it, whether the first attacker dived into
    it; and, by whoever plays the target, whether that strikes back, which it does if it can, or holds on in zero-G, and
    so does not.
    """

    verb = "melee"
    together = True
    about = "Attack in melee: both strike, and the results are applied together"
    roles = (
        Role(
            "name",
            many=True,
            counts=True,
            far=True,
            fights=True,
            alone=True,
            wording="Who attacks, or several: A @0, B @1 (@0 in the target's square, @1 beside it)",
        ),
        Role("target", foes=True, needed=True, wording="Whom; it strikes back at the first attacker"),
    )
    same_square: bool | None = ask(None, measured=True)
    deck: bool = deck()
    dive: bool = ask(default=False)
    strike_back: bool = ask(default=True, speaks_for="target")
    handhold: bool = ask(default=False, speaks_for="target")
    zero_g: bool = weightless()
    vacuum: bool = airless()
    dm: int = referees_dm(" on the first attacker's die")

    @property
    def dives(self) -> bool:
        """Whether the attacker dives into the square."""
        return self.dive


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedMelee(Asked):
    """Who attacks whom, in plain numbers."""

    melee: int = ask(5, "The attacker's melee value", low=-_STRONGEST, high=_STRONGEST)
    against: int = ask(5, "The target's melee value", low=-_STRONGEST, high=_STRONGEST)
    armour: str = ask("none", "The target's armour")
    robot: bool = ask(False, "Whether the target is a robot")


@dataclass(frozen=True, kw_only=True, slots=True)
class CollideOrder(Brawl):
    """`/collide`: somebody drifts into an obstruction."""

    verb = "collide"
    about = "Drift into an obstruction at running speed in zero-G"
    roles = (Role("name", alone=True, wording="Who drifts"),)
    vacuum: bool = airless("Whether the air is gone, if not as the campaign is set")
    dm: int = referees_dm(" on the die")
    collision: Literal["as it stands", "as melee"] = ask(
        "as it stands", setting="whether armor and zero-G soften a collision (R-138)", ruled=True
    )
    zero_g: bool = weightless(ruled=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class Exploding(Wounding):
    """Of an explosion: who is in its square throws 8+ only where the referee set that."""

    together = True
    vacuum: bool = airless()
    own_square: Literal["automatic", "8+"] = ask(
        "automatic", setting="who suffers where a grenade or charge explodes (ruling R-88)", ruled=True
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class BlastOrder(Exploding):
    """`/blast`: at a square, or by the people who are near and whom it hit directly.

    `penetration` is the weapon's, where the cause doesn't say it; of equipment `struck` is that of the fire which may
    explode it.
    """

    verb = "blast"
    asks = ("cause",)
    about = "An explosion, or a strike that hurts others: who suffers, and what it does to them"
    roles = (
        Role("people", many=True, far=True, optional=True, wording="Who is near, and how far: Ann, Bob @0, Cid @1"),
        Role("direct", optional=True, wording="Whom the strike hit directly"),
        Role(
            "already",
            many=True,
            optional=True,
            wording="Whom /fire has hit directly already, with commas between; they take no more",
        ),
    )
    need = Need.REFEREE
    cause: BlastCause = ask(
        BlastCause.GRENADE, "What explodes or strikes, such as a grenade; left out, a panel asks and shows the odds"
    )
    at: str = ask(
        "", "On a deck: the square, place or person where it explodes; the deck tells who is near", suggest=places
    )
    penetration: int | None = ask(None, low=0, high=MOST_PENETRATION)
    struck: int | None = ask(None, low=0, high=MOST_PENETRATION)
    dm: int = referees_dm(" on throws to suffer collateral damage")
    deck: bool = deck()


@dataclass(frozen=True, kw_only=True, slots=True)
class GrenadeOrder(Exploding):
    """`/grenade`: at a square of the deck, or at so many squares, perhaps by somebody in `cover`; `scatter` is who says
    where a miss goes.
    """

    verb = "grenade"
    asks = ("range", "at")
    about = "Throw a grenade at a square: whether it hits, whom it hurts, or where it scatters"
    roles = (
        Role("name", fights=True, alone=True, wording="Who throws"),
        Role(
            "people",
            many=True,
            far=True,
            optional=True,
            reached=True,
            wording="Who is near that place, and how far from it: Ann, Bob @0, Cid @1",
        ),
    )
    range: int | None = ask(
        None,
        "How far to the place aimed at, in the rules' squares or cm; left out, a panel asks",
        low=0,
        high=FARTHEST,
        measured=True,
    )
    at: str = ask("", "On a deck: the square, place or person that it is thrown at", suggest=places)
    deck: bool = deck()
    cover: bool | None = ask(None, shown=True)
    dm: int = referees_dm(" on the throw to hit the square")
    scatter: Literal["house", "referee"] = ask(
        "house",
        setting="who says where a missed grenade goes, but for a 7 (ruling R-31)",
        ruled=True,
    )
    crowding: Literal["one each", "by size"] = crowding()


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedTarget(Asked):
    """Somebody near an explosion, in plain numbers."""

    armour: str = ask("none", "Armour of somebody near")
    away: int = ask(0, "How far they are from that place", low=0, high=2)


@dataclass(frozen=True, kw_only=True, slots=True)
class StructureHitOrder(InTurn):
    """`/structure hit`: a structure by its name and, the first time, its `kind`, or by the square and the side where it
    is: by a strike's `penetration`, or by the `cause` of an explosion so many `squares` away, if not in its own.
    """

    verb = "structure hit"
    need = Need.REFEREE
    about = "Add the damage points of a strike or an explosion to a structure"
    name: str = ask(
        "",
        "What it is called here, such as Door 3",
        longest=40,
        suggest=lambda scene: [each.name for each in scene.ledger.structures] if scene.ledger else (),
    )
    kind: str = ask("")
    penetration: int | None = ask(None, low=0, high=MOST_PENETRATION)
    times: int = ask(1, "How many such strikes", low=1, high=100)
    cause: BlastCause | None = ask(None)
    squares: int | None = ask(None, low=0, high=100)
    at: str = ask("", "On a deck instead of a name: a square beside it, such as C7", suggest=places)
    side: Facing | None = ask(None, "On which side of that square it stands: N, E, S or W")


@dataclass(frozen=True, kw_only=True, slots=True)
class StructureListOrder(InTurn):
    """`/structure list`: all that have been hit."""

    verb = "structure list"
    about = "Show the structures that have been hit, and how they stand"
    need = Need.ANYBODY
