"""Whoever fires, as the rules see them: their profile with armour and wounds, their hands, what they did before."""

from dataclasses import dataclass, replace

from bot.engine.errors import RuleError
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import (
    Aiming,
    Carried,
    Figure,
    FigurePosture,
    Hand,
    Memory,
    Part,
    Profile,
    Sheet,
    Vehicle,
    Wound,
)
from bot.systems.combat3000.figure.wounds import losses, useless, walk_lost
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.loading.holding import hands_of
from bot.systems.combat3000.loading.reloading import hands_free

_ARMS = {
    Hand.RIGHT: frozenset({Part.RIGHT_ARM}),
    Hand.LEFT: frozenset({Part.LEFT_ARM}),
    Hand.BOTH: frozenset({Part.LEFT_ARM, Part.RIGHT_ARM}),
}
# Where a weapon is that can't be fired, and how it comes into a hand.
_OUT_OF_HAND = {
    Hand.DROPPED: ("lies on the ground", " picks it up"),
    Hand.STOWED: ("is put away", " values:hand right takes it in hand"),
}


@dataclass(frozen=True, slots=True)
class Firer:
    """A figure that fires, or the gunner of a vehicle, who is as any human is.

    `arms` counts its hands.
    """

    name: str
    sheet: Sheet
    profile: Profile
    arms: int = 2
    right_handed: bool = True
    wounds: tuple[Wound, ...] = ()

    @property
    def aim(self) -> Aiming:
        """What it has aimed at."""
        return self.sheet.aim

    @property
    def last(self) -> Memory:
        """What it did last turn."""
        return self.sheet.last

    @property
    def prone(self) -> bool:
        """Whether it lies down."""
        return isinstance(self.sheet, Figure) and self.sheet.posture is FigurePosture.PRONE

    def spare_hands(self, carried: Carried) -> int:
        """The hands that nothing else keeps busy."""
        return hands_free(self.sheet, self.arms, carried.name) if isinstance(self.sheet, Figure) else 2


def firer_of(name: str, sheet: Sheet, book: Book, act: str = "fire") -> Firer:
    """Whoever fires or does something else, from a sheet. Raises RuleError if they can't act, and for a wreck."""
    if isinstance(sheet, Vehicle):
        return _gunner(name, sheet)
    reason = helpless(sheet)
    if reason:
        raise RuleError(f"{name} is {reason} and cannot {act} (C3K Special conditions).")
    if act == "fire" and sheet.shield_on:
        raise RuleError(f"{name} cannot fire out of a Holtzman shield: switch it off first (C3K Equipment).")
    return Firer(
        name,
        sheet,
        profile_of(sheet, book),
        arms=hands_of(sheet, book),
        right_handed=sheet.handed is Hand.RIGHT,
        wounds=sheet.wounds,
    )


def _gunner(name: str, vehicle: Vehicle) -> Firer:
    if vehicle.knocked_out or not vehicle.crew:
        reason = "knocked out" if vehicle.knocked_out else "without a crew"
        raise RuleError(f"{name} is {reason} and cannot fire (C3K Hits on armoured targets).")
    return Firer(name, vehicle, Profile())


def profile_of(figure: Figure, book: Book) -> Profile:
    """The profile as full armour and wounds leave it (C3K Full armour, Wounds and kills).

    Powered armour's strength is for close combat only, and not in here.
    """
    own = figure.profile
    worn = [book.armour[code] for code in figure.armour]
    lost = losses(figure.wound_points)
    return replace(
        own,
        strength=own.strength + lost.strength,
        dexterity=own.dexterity + lost.dexterity + sum(piece.dexterity for piece in worn),
        reflex=own.reflex + lost.reflex + sum(piece.reflex for piece in worn),
        walk=max(0, own.walk - walk_lost(figure.wounds) + sum(piece.walk for piece in worn)),
    )


def arms_of(carried: Carried) -> frozenset[Part]:
    """The arms that hold a weapon."""
    return _ARMS.get(carried.hand, frozenset())


def check_hands(firer: Firer, carried: Carried, *, any_weapon: bool = False) -> None:
    """Raise RuleError for a weapon that is not in a hand that can be used, or on a mount (C3K Weapon use).

    In large games anybody fires `any_weapon` that they carry (C3K Large games).
    """
    if any_weapon:
        return
    if not carried.hand.ready:
        where, how = _OUT_OF_HAND[carried.hand]
        raise RuleError(
            f"{carried.name} {where}: only weapons in hand are fired, and /character give weapon:{carried.name}{how} "
            "(C3K Weapon use)."
        )
    maimed = [arm for arm in arms_of(carried) if useless(firer.wounds, arm)]
    if maimed:
        raise RuleError(f"{firer.name} cannot use the {maimed[0]} that holds {carried.name} (C3K Effects of a hit).")
