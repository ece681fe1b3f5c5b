"""What the orders of an encounter in the open ask for."""

from dataclasses import dataclass
from typing import Literal

from bot.engine.asked import Asked, ask, must
from bot.engine.order import Need
from bot.engine.scene import Role
from bot.systems.ahl_variant.outdoors.encounter import Daylight, Pace, Shelter
from bot.systems.ahl_variant.outdoors.ground import LARGEST_MAP, Near

_ELECTRONICS = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class EncounterBegin(Asked):
    """Two sides meet: their throws for surprise, as Traveller's book modifies them (ruling VR-G1)."""

    verb = "encounter begin"
    divides = True
    about = "Meet in the open: who surprises whom, who has initiative, how far apart"
    need = Need.REFEREE
    first: str = must("One side")
    second: str = must("The other side")
    throws: str = must("Both throws for surprise, as modified by Traveller's book: 9 7")
    bands: int = ask(4, "How many bands of 25 m lie between them", low=0, high=LARGEST_MAP)
    first_devices: int = ask(0, "Battle computers and map boxes of the first side", low=0, high=_ELECTRONICS)
    second_devices: int = ask(0, "Battle computers and map boxes of the second", low=0, high=_ELECTRONICS)
    terrain: Literal["none", "light", "moderate", "heavy"] = ask("light", "How much stands about")
    light: Daylight = ask(Daylight.DAY, "How dark it is")
    hexes: bool = ask(False, "Whether places are hexes and not bands: put people there with /place")


@dataclass(frozen=True, kw_only=True, slots=True)
class EncounterGround(Asked):
    """What stands about in some bands or hexes."""

    verb = "encounter ground"
    about = "Say how much stands about in some bands or hexes, where it isn't as everywhere"
    need = Need.REFEREE
    at: str = must("Where: band 2, or hex 0304; several with commas, or a line: band 2 to band 4")
    terrain: Literal["none", "light", "moderate", "heavy"] = must("How much stands about there")


@dataclass(frozen=True, kw_only=True, slots=True)
class EncounterShow(Asked):
    """How it stands."""

    verb = "encounter show"
    about = "Show the encounter: the step, whose turn it is, where everybody is"
    need = Need.ANYBODY


@dataclass(frozen=True, kw_only=True, slots=True)
class EncounterStep(Asked):
    """On to the next step."""

    verb = "encounter step"
    about = "The referee's word: on to the next step of the round"
    need = Need.REFEREE


@dataclass(frozen=True, kw_only=True, slots=True)
class EncounterAlarm(Asked):
    """Surprise is over."""

    verb = "encounter alarm"
    about = "The surprised have been alarmed: rounds begin at once"
    need = Need.REFEREE


@dataclass(frozen=True, kw_only=True, slots=True)
class EncounterEnd(Asked):
    """It is over."""

    verb = "encounter end"
    divides = True
    about = "End the encounter in the open"
    need = Need.REFEREE


@dataclass(frozen=True, kw_only=True, slots=True)
class EncounterPass(Asked):
    """Somebody does nothing in a step."""

    verb = "encounter pass"
    about = "Do nothing more in this step of the encounter"
    roles = (Role("name", alone=True, wording="Who"),)


@dataclass(frozen=True, kw_only=True, slots=True)
class Go(Asked):
    """How somebody moves in a round in the open."""

    verb = "go"
    about = "Move in the open: walk, run, take cover, lie down, evade, close with an enemy"
    roles = (
        Role("name", fights=True, alone=True, wording="Who"),
        Role("enemy", foes=True, optional=True, wording="With whom they close, in the same band or hex"),
    )
    pace: Pace = ask(Pace.STANDS, "Whether they stand, walk or run in this round")
    to: str = ask("", "Where to: band 2, or hex 0304")
    near: Near | None = ask(None, "How near they come to that enemy: short, a point of movement, or close, another")
    evading: bool = ask(False, "Whether they evade")
    stance: Literal["up", "prone"] | None = ask(None, "Whether they lie down, which takes all movement, or stand up")
    cover: Shelter | None = ask(None, "What they take cover in; none leaves it")
    concealed: bool | None = ask(None, "Whether they are partly concealed")
    facing: int | None = ask(None, low=0, high=359)
