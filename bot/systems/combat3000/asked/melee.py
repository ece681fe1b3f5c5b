"""What Combat 3000's close combat asks for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.deck.placing import places
from bot.engine.asked import Asked, ask
from bot.engine.scene import Role, Scene
from bot.systems.combat3000.asked.circumstances import FARTHEST, Throwing
from bot.systems.combat3000.asked.moving import OnFoot
from bot.systems.combat3000.melee.contact import Response
from bot.systems.combat3000.moving.rates import Ground
from bot.systems.combat3000.turn import Phase

_SAYING_WHO = "Saying who is unaware"


def _weapons(role: str) -> Callable[[Scene], Sequence[str]]:
    def names(scene: Scene) -> Sequence[str]:
        units = scene.units.get(role, ())
        return list(dict.fromkeys((*(each.name for unit in units for each in unit.sheet.weapons), "Fist")))

    return names


@dataclass(frozen=True, kw_only=True, slots=True)
class ChargeOrder(OnFoot):
    """`/charge`: some at one enemy, or at one each; meanwhile they may be `doing` what goes with it, such as
    `draw Sword; drop Rifle`.

    Off a deck they are so many cm away, their `range`. The bot knows what a deck shows of who is `unaware` of them;
    else it is the referee's word.
    """

    verb = "charge"
    about = "Charge an enemy into close combat; whoever is charged answers by /receive"
    roles = (
        Role("name", many=True, far=True, fights=True, alone=True, wording="Who charges, or several"),
        Role("target", many=True, repeats=True, foes=True, needed=True, wording="Whom, or one for each who charges"),
    )
    gait: Literal["run", "walk"] = ask("run", "At a run or a walk")
    doing: str = ask("", "What they draw or drop meanwhile: draw Sword; drop Rifle", longest=200)
    range: int | None = ask(None, "How many cm away, where no deck shows it", low=0, high=FARTHEST, measured=True)
    ground: Ground = ask(Ground.LEVEL)
    unaware: bool | None = ask(None, referees=_SAYING_WHO)

    @property
    def place(self) -> tuple[Phase, str] | None:
        """Charges are declared before blows are struck."""
        return Phase.CLOSE_COMBAT, "charges are declared"

    @property
    def looks_itself(self) -> bool:
        """Whoever charges may have begun to draw what they fight with."""
        return True


@dataclass(frozen=True, kw_only=True, slots=True)
class HandToHand(Throwing):
    """What those do who are charged, or in contact, whatever they were at and whatever their nerve."""

    @property
    def looks_itself(self) -> bool:
        """What they have done bars nothing by itself: it limits their choice."""
        return True

    @property
    def unchosen(self) -> bool:
        """Whether they like it or not."""
        return True


@dataclass(frozen=True, kw_only=True, slots=True)
class ReceiveOrder(HandToHand):
    """`/receive`: the answer of whoever is charged; `target` is at whom of several they fire, or whom they charge."""

    verb = "receive"
    about = "Answer a charge: run away, stand and fire, countercharge, or stand and receive it"
    roles = (
        Role("name", alone=True, wording="Who is charged"),
        Role(
            "target", optional=True, foes=True, wording="Of several who charge: at whom they fire, or whom they charge"
        ),
    )
    how: Response = ask(Response.STAND, "run, fire, countercharge or stand")
    weapon: str = ask("", "With what they fire")
    to: str = ask("", "Where they run to on a deck", suggest=places)

    @property
    def place(self) -> tuple[Phase, str] | None:
        """At once."""
        return Phase.CLOSE_COMBAT, "charges are answered"


@dataclass(frozen=True, kw_only=True, slots=True)
class MeleeOrder(HandToHand):
    """`/melee`: all who are in contact with those named strike, in one round; `target` is whom those strike by choice.

    Of one who is `unaware`, or can't strike back, a blow is free. `contact` is the referee's word that they stand base
    to base (C3K Close combat).
    """

    verb = "melee"
    roles = (
        Role("name", many=True, wording="Whose fight; left out, of all of yours"),
        Role("target", many=True, optional=True, foes=True, wording="Whom they strike"),
    )
    weapon: str = ask("", "With what they strike, or with two: Sword, Knife", suggest=_weapons("name"))
    back: str = ask("", "With what the target strikes back", suggest=_weapons("target"), speaks_for="target")
    unaware: bool = ask(default=False, referees=_SAYING_WHO)
    contact: bool = ask(default=False, referees="Saying who is in contact")

    @property
    def place(self) -> tuple[Phase, str] | None:
        """Blows are struck before anybody moves."""
        return Phase.CLOSE_COMBAT, "blows are struck"


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedMelee(Asked):
    """Who fights whom, in plain numbers."""

    weapon: str = ask("Fist", "With what the first one strikes")
    back: str = ask("Fist", "With what the target strikes back")
    armour: str = ask("none", "The target's armour")
    strength: int = ask(0, low=-10, high=10)
    dexterity: int = ask(0, low=-10, high=10)
    reflex: int = ask(0, low=-10, high=10)
    their_strength: int = ask(0, low=-10, high=10)
    their_dexterity: int = ask(0, low=-10, high=10)
    their_reflex: int = ask(0, low=-10, high=10)
