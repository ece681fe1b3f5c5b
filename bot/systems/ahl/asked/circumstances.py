"""What several orders of AHL ask for alike: who wounds, what a deck knows, and the referee's own modifier."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal

from bot.engine.asked import Asked, ask
from bot.engine.dice import Modifier, referees_own
from bot.engine.fields import ADDING_A_DM, REASON_OF_A_DM
from bot.engine.scene import Scene

LARGEST_DM = 20


class Fire(StrEnum):
    """The types of fire."""

    AIMED = "aimed"
    SNAP = "snap"
    COVERING = "covering"


def darkness() -> bool | None:
    """The field for the dark: as a deck says, where nobody does."""
    return ask(None, setting="the lights are off: fire has −1 a square, morale −1 (AHL 23)", shown=True)


def weightless(wording: str = "", *, ruled: bool = False) -> bool:
    """The field for gravity that is off; where somebody goes by it, that is the referee's to say."""
    return ask(False, wording, name="zero-g", setting="the gravity is off (AHL 26)", ruled=ruled)


def airless(wording: str = "") -> bool:
    """The field for air that is gone: where it is anybody may say."""
    return ask(False, wording, setting="the air is gone: wounds through a suit are one level worse (AHL 22)")


def crowding() -> Literal["one each", "by size"]:
    """The field for how many robots and blobs count as in a crowd."""
    return ask("one each", setting="a robot as two and a blob as four in a crowd (ruling R-47)", ruled=True)


def deck() -> bool:
    """The field of an order that a deck has something to say of: `deck:no` leaves out all of it."""
    return ask(default=True, referees="Leaving the deck out", called="the deck counts")


def turning() -> bool:
    """The field for whoever turns to the target before they fire."""
    return ask(False, called="turn to the target first")


def energy() -> str:
    """The field for shots without a figure: whether they are counted is a setting, and never said with an order."""
    return ask(
        "not counted",
        setting="how many shots a weapon without a figure has before /reload, such as 40 (ruling R-09)",
        pattern="[1-9][0-9]{0,2}",
        ruled=True,
    )


def shots(energy_shots: str) -> int:
    """How many shots a weapon without a figure has; 0 where they aren't counted."""
    return int(energy_shots) if energy_shots.isdecimal() else 0


def carried_names(role: str, *, to_load: bool = False) -> Callable[[Scene], Sequence[str]]:
    """What to offer for a weapon: what the unit in a role carries, empty ones last; the emptiest first if it is
    `to_load`.
    """

    def names(scene: Scene) -> Sequence[str]:
        carried = scene.one(role).sheet.weapons if role in scene.units else ()
        in_order = sorted(carried, key=lambda each: each.loaded.rounds if to_load else not each.loaded.rounds)
        return [each.weapon for each in in_order]

    return names


def weapon(role: str, *, to_load: bool = False) -> str:
    """The field for the weapon of whoever is in a role."""
    return ask("", "Which weapon, if not the one in use", suggest=carried_names(role, to_load=to_load))


def referees_dm(on: str = "") -> int:
    """The field for the referee's own modifier, `on` a throw."""
    wording = f"The referee's own modifier{on}"
    return ask(0, wording, low=-LARGEST_DM, high=LARGEST_DM, referees=ADDING_A_DM)


@dataclass(frozen=True, kw_only=True, slots=True)
class InTurn(Asked):
    """Of every order of AHL: what a turn that is kept reckons with. The results of those that are taken `together` hold
    in the steps after theirs; movement is taken one after another, as it happens.
    """

    together: ClassVar[bool] = False

    def action(self, scene: Scene) -> str:
        """Its name in the table of actions, where that isn't its verb."""
        return ""

    @property
    def arm(self) -> str | None:
        """The weapon that it takes, "" for the first; None where it takes none."""
        return None

    @property
    def manner(self) -> Fire | None:
        """The way in which it fires, None where it doesn't."""
        return None

    @property
    def dives(self) -> bool:
        """Whether it begins with a dive."""
        return False

    @property
    def adds_stuns(self) -> bool:
        """Whether each stun that it makes counts of its own."""
        return False


@dataclass(frozen=True, kw_only=True, slots=True)
class Thrown(InTurn):
    """Of every order that throws: the referee's own modifier, and its reason."""

    dm: int = referees_dm()
    because: str = ask("", "The reason for that modifier", referees=REASON_OF_A_DM, spoken=True)

    @property
    def own(self) -> Modifier | None:
        """The referee's own modifier, None where they gave none."""
        return referees_own(self.dm, self.because)


@dataclass(frozen=True, kw_only=True, slots=True)
class Wounding(Thrown):
    """Of every order that wounds. Where the air is gone anybody may say (AHL 12, 20, 21, 22)."""

    vacuum: bool = airless()
    robot_vacuum: bool = ask(
        default=False, setting="vacuum makes the wounds of robots worse as well (ruling R-85)", ruled=True
    )
    robot_faint: Literal["destroyed", "unconscious"] = ask(
        "destroyed", setting="a robot that a light wound knocks out (ruling R-86)", ruled=True
    )
