"""What Combat 3000's close combat asks for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.engine.asked import Asked, ask
from bot.engine.scene import Role, Scene
from bot.systems.combat3000.asked.circumstances import Throwing
from bot.systems.combat3000.turn import Phase


def _weapons(role: str) -> Callable[[Scene], Sequence[str]]:
    def names(scene: Scene) -> Sequence[str]:
        units = scene.units.get(role, ())
        return list(dict.fromkeys((*(each.name for unit in units for each in unit.sheet.weapons), "Fist")))

    return names


@dataclass(frozen=True, kw_only=True, slots=True)
class MeleeOrder(Throwing):
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
    against: str = ask("", "With what the target strikes", suggest=_weapons("target"))
    unaware: bool = ask(default=False)
    contact: bool = ask(default=False, referees="Saying who is in contact")

    @property
    def place(self) -> tuple[Phase, str] | None:
        """Blows are struck before anybody moves."""
        return Phase.CLOSE_COMBAT, "blows are struck"

    @property
    def looks_itself(self) -> bool:
        """Whoever is in contact fights, whatever they were at."""
        return True


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedMelee(Asked):
    """Who fights whom, in plain numbers."""

    weapon: str = ask("Fist", "With what the first one strikes")
    against: str = ask("Fist", "With what the target strikes")
    armour: str = ask("none", "The target's armour")
    strength: int = ask(0, low=-10, high=10)
    dexterity: int = ask(0, low=-10, high=10)
    reflex: int = ask(0, low=-10, high=10)
    their_strength: int = ask(0, low=-10, high=10)
    their_dexterity: int = ask(0, low=-10, high=10)
    their_reflex: int = ask(0, low=-10, high=10)
