"""What Combat 3000's movement asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.deck.placing import places
from bot.deck.plan import Facing
from bot.engine.asked import ask
from bot.engine.scene import Role, Scene
from bot.systems.combat3000.asked.circumstances import Settled
from bot.systems.combat3000.figure.sheet import Vehicle
from bot.systems.combat3000.moving.rates import Ground
from bot.systems.combat3000.turn import Phase

OUT = "out"


def _goals(scene: Scene) -> Sequence[str]:
    """Places of the deck; off a deck vehicles to get into, or out of."""
    vehicles = [name for name, unit in scene.known.items() if isinstance(unit.sheet, Vehicle)]
    return [*places(scene), *vehicles, *([OUT] if vehicles else [])]


@dataclass(frozen=True, kw_only=True, slots=True)
class OnFoot(Settled):
    """Of whatever takes somebody somewhere on their own feet."""

    load: Literal["off", "counted"] = ask(
        "off",
        setting="who carries 6 points of load or more doesn't run, nor moves at all with too many (C3K Encumbrance)",
        ruled=True,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class MoveOrder(OnFoot):
    """`/move`: to a square of the deck or along steps; off a deck by so many cm, as far as the gait goes if none are
    said, into a vehicle, or out of it.

    A vehicle's `driver` is `avoiding` obstacles, or crosses a `bank` so many metres high. A flyer goes `up` or `down`
    and `aside` by cm, and lands by `land`.
    """

    verb = "move"
    roles = (Role("name", fights=True, alone=True, each=True),)
    to: str = ask("", suggest=_goals)
    gait: Literal["walk", "run", "crawl", "fly"] = ask("walk")
    facing: Facing | None = ask(None)
    ground: Ground = ask(Ground.LEVEL)
    avoiding: bool = ask(default=False)
    driver: str = ask("")
    bank: str = ask("")
    up: str = ask("")
    down: str = ask("")
    aside: str = ask("")
    land: bool = ask(default=False)
    steep_climb: Literal["less die and 2", "less die, and 2 more"] = ask(
        "less die and 2", setting="how far the walk takes whoever climbs a very steep surface (ruling B-M1)", ruled=True
    )
    ladders: Literal["as ropes", "as stairs"] = ask(
        "as ropes",
        setting="how fast a ladder of a deck is climbed, and whether by both hands (ruling B-M11)",
        ruled=True,
    )

    fuel: int = ask(
        225,
        low=1,
        high=999,
        setting="for how many turns a flight pack's 15 minutes last: 225 of 4 seconds each (C3K Equipment)",
        pattern=r"[1-9]\d{0,2}",
        ruled=True,
    )

    @property
    def place(self) -> tuple[Phase, str] | None:
        """All move at once."""
        return Phase.MOVEMENT, "everybody moves"
