"""Whoever fires, as the rules see them: profile, armour, wounds, hands, what they did before, and aiming (C3K
Aiming).
"""

from dataclasses import dataclass, replace

from bot.engine.cards import counted, marked
from bot.engine.errors import RuleError
from bot.systems.combat3000.aim.shot import Situation
from bot.systems.combat3000.asked.circumstances import Mode
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.kit import SPEED_PILL
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
from bot.systems.combat3000.figure.state import losses, useless, walk_lost
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.lists.others import Sight
from bot.systems.combat3000.loading.reloading import hands_free, hands_of

_ARMS = {
    Hand.RIGHT: frozenset({Part.RIGHT_ARM}),
    Hand.LEFT: frozenset({Part.LEFT_ARM}),
    Hand.BOTH: frozenset({Part.LEFT_ARM, Part.RIGHT_ARM}),
}
# Where a weapon is that can't be fired, and how it comes into a hand.
_OUT_OF_HAND = {
    Hand.DROPPED: ("lies on the ground", " picks it up"),
    Hand.STOWED: ("is put away", ' values:"hand right" takes it in hand'),
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
        """The hands that nothing else keeps busy, neither a weapon nor what they are at."""
        if not isinstance(self.sheet, Figure):
            return 2
        task = self.sheet.now.task if self.sheet.now.busy else None
        return max(0, hands_free(self.sheet, self.arms, carried.name) - (task.hands if task else 0))


def firer_of(name: str, sheet: Sheet, book: Book, act: str = "fire") -> Firer:
    """Whoever fires or does something else, from a sheet. Raises RuleError if they can't act, and for a wreck."""
    if isinstance(sheet, Vehicle):
        return _gunner(name, sheet, act)
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


def sights_of(carried: Carried, book: Book) -> list[Sight]:
    """What there is to look through: the weapon's sight, and the wide spectrum scope of the mount that it stands on."""
    mount = book.sights.get(carried.mount) if carried.hand is Hand.MOUNTED else None
    sight = book.sights.get(carried.sight)
    return [*([sight] if sight else []), *([mount] if mount and mount.ws else [])]


# The box that scans without a sight.
SCANNER = "E11"


def check_scans(name: str, figure: Figure, book: Book) -> None:
    """Raise RuleError for who has nothing to scan an area with: neither a weapon in hand with a sight nor a scanner."""
    if SCANNER not in figure.equipment and not any(sights_of(each, book) for each in figure.weapons if each.hand.ready):
        raise RuleError(f"{name} has neither a sight in hand nor a scanner to scan with (C3K Scanning).")


def _gunner(name: str, vehicle: Vehicle, act: str) -> Firer:
    if vehicle.knocked_out or not vehicle.crew:
        reason = "knocked out" if vehicle.knocked_out else "without a crew"
        raise RuleError(f"{name} is {reason} and cannot {act} (C3K Hits on armoured targets).")
    return Firer(name, vehicle, Profile())


# What a speed pill adds while it works (C3K Equipment).
SPEEDED = Profile(accuracy=-5, strength=0, dexterity=1, reflex=2, walk=3)


def profile_of(figure: Figure, book: Book) -> Profile:
    """The profile as full armour, wounds, a death rage and a speed pill leave it (C3K Full armour, Wounds and kills,
    Mandiblax, Equipment).

    Powered armour's strength is for close combat only, and not in here.
    """
    own = figure.profile
    worn = [book.armour[code] for code in figure.armour]
    lost, fast = losses(figure.wound_points), figure.kit.under(SPEED_PILL)
    return replace(
        own,
        accuracy=own.accuracy + fast * SPEEDED.accuracy,
        strength=own.strength + lost.strength,
        dexterity=own.dexterity + lost.dexterity + sum(piece.dexterity for piece in worn) + fast * SPEEDED.dexterity,
        reflex=own.reflex
        + lost.reflex
        + sum(piece.reflex for piece in worn)
        + figure.nerve.reflex
        + fast * SPEEDED.reflex,
        walk=max(0, own.walk - walk_lost(figure.wounds) + sum(piece.walk for piece in worn) + fast * SPEEDED.walk),
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
            f"{carried.name} {where}: only weapons in hand are fired, and /character give "
            f"weapon:{marked(carried.name)}{how} (C3K Weapon use)."
        )
    maimed = [arm for arm in arms_of(carried) if useless(firer.wounds, arm)]
    if maimed:
        raise RuleError(f"{firer.name} cannot use the {maimed[0]} that holds {carried.name} (C3K Effects of a hit).")


RULE = "C3K Aiming"
_MOST_TURNS = 9


def take_aim(sheet: Sheet, target: str) -> Sheet:
    """The sheet of somebody who spends this turn in aiming; it counts when the turn ends."""
    return replace(sheet, now=replace(sheet.now, busy=f"aims at {target}", aiming=target))


def aim_after(aim: Aiming, now: Memory) -> Aiming:
    """What somebody has aimed at after a turn: one turn more, what a shot left of it, or nothing after other deeds."""
    if now.aiming:
        turns = aim.turns if aim.target == now.aiming else 0
        return Aiming(now.aiming, min(turns + 1, _MOST_TURNS), aim.by_word and turns > 0)
    return Aiming() if now.busy else aim


def kept_aim(firer: Firer, target: str, situation: Situation) -> int:
    """For how many turns the target has been aimed at, while the firer stays still (ruling B-F4).

    The shot that the aiming was for may follow a target that moves; later ones are aimed only while it stays still too.
    """
    still = not situation.firer_moved and (situation.moved <= 0 or firer.last.aiming == target)
    return firer.aim.turns if still and firer.aim.target == target else 0


def aimed(
    firer: Firer, target: str, situation: Situation, kept: int, asked: int | None, *, counts: bool, referee: bool
) -> Situation:
    """The circumstances of a fire that is said to be aimed, for as many turns as were `asked`.

    Where the bot `counts` turns, a player has those that it counted; the referee's word is as good, and told. Raises
    Raises RuleError for more turns than that, and if the firer did something else last turn.
    """
    if not kept:
        _check_last(firer)
    turns = asked if asked is not None else max(kept, 1)
    uncounted = counts and turns > kept
    if uncounted and not referee:
        done = f"has aimed at {target} for {counted(kept, 'turn')}" if kept else f"has not aimed at {target}"
        raise RuleError(f'{firer.name} {done}: /plan plan:"aim at {target}" spends a turn in aiming ({RULE}).')
    by_word = turns > 0 and (uncounted or (kept > 0 and firer.aim.by_word))
    return replace(situation, mode=Mode.AIMED if turns else Mode.NORMAL, aiming=turns, by_word=by_word)


def _check_last(firer: Firer) -> None:
    """Raises RuleError if the firer reloaded, threw, repaired or fired last turn; their sheet may say otherwise."""
    deed = "fired" if firer.last.shot else firer.last.busy
    if deed and not firer.last.aiming:
        does = "may not fire" if firer.last.shot else "does nothing else"
        raise RuleError(f"{firer.name} {deed} last turn, and who aims {does} ({RULE}).")
