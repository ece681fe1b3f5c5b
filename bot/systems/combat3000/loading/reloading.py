"""Weapons in the hands: what can be held at once, ammunition and how it is loaded, jams and how they are mended (C3K
Weapon use, Reloading, Breakdowns and repairs).
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from bot.engine.cards import marked, sentence
from bot.engine.dice import Check, Dice, Modifier, applied, referees_own
from bot.engine.errors import RuleError
from bot.engine.magazines import fullest, put_in
from bot.engine.odds import exact
from bot.systems.combat3000.asked.circumstances import Gait
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Part, Sheet, Supply, Working, aloft
from bot.systems.combat3000.figure.state import useless
from bot.systems.combat3000.lists.weapons import Class, Reload, Weapon

_TAKES = {Hand.RIGHT: 1, Hand.LEFT: 1, Hand.BOTH: 2}


def hands_of(figure: Figure, book: Book) -> int:
    """How many hands a creature has."""
    creature = book.creatures.get(figure.creature)
    return 3 if creature is not None and "three-arms" in creature.traits else 2


def hands_busy(figure: Figure, besides: str = "") -> int:
    """How many hands hold something, not counting those that hold the weapon named `besides`."""
    return sum(_TAKES.get(carried.hand, 0) for carried in figure.weapons if carried.name != besides)


def check_room(name: str, figure: Figure, carried: Carried, book: Book) -> None:
    """Raise RuleError where a weapon is to be in a hand that holds another already.

    Of three hands any holds anything, as long as there are enough of them (ruling B-F31).
    """
    wanted = _TAKES.get(carried.hand, 0)
    hands = hands_of(figure, book)
    others = [held for held in figure.weapons if held.name != carried.name and held.hand in _TAKES]
    taken = [held for held in others if Hand.BOTH in {held.hand, carried.hand} or held.hand is carried.hand]
    blocked = taken if hands == 2 else others
    if wanted and blocked and (hands == 2 or wanted + hands_busy(figure, carried.name) > hands):
        raise RuleError(
            f"{name} has no hand free for {carried.name}: put {sentence((held.name for held in blocked), 'or')} away "
            f'first, with /character give weapon:{marked(blocked[0].name)} values:"hand stowed" (C3K Weapon use).'
        )


# Turns that extra crewmen save, by how many there are (ruling B-R4).
_CREW = {Class.MEDIUM: (0, 2), Class.HEAVY: (0, 2, 3)}
IN_ONE_PIECE = {Reload.MAGAZINE: "magazine", Reload.POWER: "power source", Reload.PACK: "pack"}


def most_crew(weapon: Weapon) -> int:
    """How many more may help to reload a weapon (ruling B-R4)."""
    return len(_CREW.get(weapon.kind, (0,))) - 1


def reload_turns(weapon: Weapon, dexterity: int = 0, extra_crew: int = 0, barrels: int = 1) -> int | None:
    """How many turns a reload takes, by the number of barrels where it has those; None for what can't be reloaded.

    Dexterity and crew shorten it, for each barrel to 1 at least (rulings B-R4, B-R5).
    """
    if weapon.turns is None or weapon.reload is Reload.INFINITE:
        return None
    saved = _CREW.get(weapon.kind, (0,))
    one = max(1, weapon.turns - dexterity - saved[min(extra_crew, len(saved) - 1)])
    return one * barrels if weapon.reload is Reload.BARREL else one


def spend(carried: Carried, weapon: Weapon, shots: int = 1) -> Carried:
    """The weapon after a number of shots or bursts, all at once.

    A weapon that needs no reloading may have to idle: this turn and those that the list says (ruling B-R7).

    Raises RuleError where it doesn't hold as many, idles still, or doesn't work.
    """
    if carried.working is not Working.WORKS:
        raise RuleError(
            f"{carried.name} is {carried.working.value}: {_remedy(carried.working)} (C3K Breakdowns and repairs)."
        )
    if weapon.reload is Reload.INFINITE:
        if carried.idle:
            raise RuleError(f"{carried.name} must not fire for {carried.idle} turns yet (C3K Weapon list).")
        return replace(carried, idle=weapon.turns + 1 if weapon.turns else 0)
    if shots > carried.loaded.rounds:
        left = f"has {carried.loaded.rounds} left" if carried.loaded.rounds else "is empty"
        raise RuleError(f"{carried.name} {left}: /reload it first (C3K Reloading).")
    return replace(carried, loaded=replace(carried.loaded, rounds=carried.loaded.rounds - shots))


def salvo(carried: Carried, weapon: Weapon, *, whole: bool) -> int:
    """How many barrels a weapon fires at once: one, or all that are loaded (C3K Weapon list, 24).

    Raises RuleError for the whole of a weapon that fires no salvoes.
    """
    if not whole:
        return 1
    if "salvo" not in weapon.traits:
        raise RuleError(f"{weapon.name} fires one shot at a time (C3K Weapon list).")
    return max(1, carried.loaded.rounds)


def _remedy(working: Working) -> str:
    if working is Working.SABOTAGED:
        return "/break how:mend mends it, or fire another"
    return "fire another" if working is Working.RUINED else "try to /repair it, or fire another"


def rest(carried: Carried) -> Carried:
    """The weapon at the end of a turn, that of a shot too: one turn less to idle."""
    return replace(carried, idle=max(0, carried.idle - 1))


def hands_free(figure: Figure, arms: int = 2, besides: str = "") -> int:
    """How many hands a figure has free, not counting those that hold the weapon named `besides`.

    An arm with two wound points is of no use (C3K Effects of a hit).
    """
    maimed = sum(useless(figure.wounds, arm) for arm in (Part.LEFT_ARM, Part.RIGHT_ARM))
    return max(0, arms - maimed - hands_busy(figure, besides))


def gait_of(sheet: Sheet, said: Gait | None = None) -> Gait:
    """How somebody moves in this turn: as is said, else as they have moved; who rides keeps still, and who is in the
    air flies (C3K Flying).
    """
    if said is not None:
        return said
    at_rest = Gait.FLY if aloft(sheet) else Gait.STILL
    return Gait(sheet.now.gait) if sheet.now.gait in {*Gait} else at_rest


def check_can_reload(name: str, figure: Figure, carried: Carried, gait: Gait = Gait.STILL, arms: int = 2) -> None:
    """Raises RuleError if the figure can't reload: on the move on foot, after a shot, or without two hands for it.

    The weapon itself may be in those hands; riding in a vehicle is allowed (C3K Reloading).
    """
    if figure.now.shot:
        raise RuleError(f"{name} has fired this turn, and can reload in the next (C3K Reloading).")
    if gait is not Gait.STILL:
        raise RuleError(f"{name} cannot reload while moving: stand still, or ride in a vehicle (C3K Reloading).")
    if carried.hand is Hand.DROPPED:
        raise RuleError(f"{carried.name} lies on the ground: pick it up first (C3K Reloading).")
    if hands_free(figure, arms, besides=carried.name) < 2:
        raise RuleError(f"{name} needs two free hands to reload: put something away first (C3K Reloading).")


def load(carried: Carried, weapon: Weapon, kind: str = "", barrels: int = 0, *, out_of_action: bool = False) -> Carried:
    """Load a weapon: a spare magazine, power source or pack, or a number of barrels (0 for all that are empty).

    `kind` is a shell's code; "" keeps to what is loaded. A weapon loaded by the barrel may be loaded in part.
    Raises RuleError where there is nothing to load, or nothing to load with.
    """
    wanted = kind or carried.loaded.ammunition
    if weapon.turns is None or weapon.reload is Reload.INFINITE:
        why = "needs no reloading" if weapon.reload is Reload.INFINITE else "fires once, and cannot be reloaded"
        raise RuleError(f"{weapon.name} {why} (C3K Weapon list).")
    if weapon.reload is Reload.PACK and not out_of_action:
        raise RuleError(
            f"The pack of {weapon.name} is changed only out of action, with a spare at hand: the referee says so with "
            '/reload values:"out of action" (ruling B-R8).'
        )
    if weapon.reload is Reload.BARREL:
        return _load_barrels(carried, weapon, wanted, barrels)
    return _change(carried, weapon, wanted)


def loadable(carried: Carried, weapon: Weapon, *, out_of_action: bool = False) -> str:
    """With what somebody would load a weapon: "" for more of what is in it, else the first other kind to spare that
    goes into it. Raises RuleError where there is neither.
    """
    kinds = dict.fromkeys(("", *(spare.ammunition for spare in carried.spare)))
    problems = []
    for kind in kinds:
        try:
            load(carried, weapon, kind, out_of_action=out_of_action)
        except RuleError as problem:
            problems.append(problem)
        else:
            return kind
    raise problems[0]


def check_broken(carried: Carried) -> None:
    """Raises RuleError for a weapon that needs or allows no repair."""
    if carried.working not in {Working.JAMMED, Working.DAMAGED}:
        why = "works" if carried.working is Working.WORKS else "is beyond repair"
        why = "is sabotaged, which /break how:mend mends" if carried.working is Working.SABOTAGED else why
        raise RuleError(f"{carried.name} {why}: there is nothing to repair.")


def _change(carried: Carried, weapon: Weapon, wanted: str) -> Carried:
    """Put in the fullest spare magazine, power source or pack; one that isn't empty is kept."""
    piece = IN_ONE_PIECE[weapon.reload]
    chosen = fullest(carried.spare, wanted)
    if not chosen:
        raise RuleError(f"There is no spare {piece} for {carried.name}: add some with /character give.")
    if wanted == carried.loaded.ammunition and carried.loaded.rounds >= chosen.rounds:
        raise RuleError(f"{carried.name} has {carried.loaded.rounds} left, and no spare {piece} has more.")
    return replace(carried, loaded=chosen, spare=put_in(chosen, carried.loaded, carried.spare))


def _load_barrels(carried: Carried, weapon: Weapon, wanted: str, barrels: int) -> Carried:
    """Put a round into each of a number of empty barrels; all barrels hold the same kind."""
    loaded = carried.loaded if carried.loaded.ammunition == wanted else Supply(wanted, 0)
    if carried.loaded.rounds and loaded is not carried.loaded:
        raise RuleError(f"{carried.name} still holds {carried.loaded.ammunition or 'rounds'}: fire them first.")
    empty = weapon.supply - loaded.rounds
    number = barrels or empty
    if not empty:
        raise RuleError(f"{carried.name} is full: fire it first.")
    if number > empty:
        raise RuleError(f"{carried.name} has room for {empty} more: load no more than that.")
    held = next((spare for spare in carried.spare if spare.ammunition == wanted), Supply(wanted, 0))
    if number > held.rounds:
        raise RuleError(f"{carried.name} takes {number} and has {held.rounds} to spare: add some with /character give.")
    rest_of_it = replace(held, rounds=held.rounds - number)
    spare = tuple(rest_of_it if each is held else each for each in carried.spare)
    return replace(carried, loaded=Supply(wanted, loaded.rounds + number), spare=tuple(s for s in spare if s.rounds))


def jam(carried: Carried) -> Carried:
    """The weapon after a jam; the shot was not fired, and stays in it (C3K Breakdowns and repairs, ruling B-R3)."""
    return replace(carried, working=Working.JAMMED)


NEEDED = 9
LOST_BELOW = 3


class Mending(StrEnum):
    """What came of an attempt."""

    MENDED = "repaired"
    AGAIN = "try again"
    LOST = "beyond repair"


@dataclass(frozen=True, slots=True)
class Repairer:
    """Who tries: their dexterity as it is now, and the referee's own modifier."""

    dexterity: int = 0
    dm: int = 0
    because: str = ""


def _dexterity(repairer: Repairer) -> Modifier | None:
    return Modifier(repairer.dexterity, "dexterity", "C3K Breakdowns and repairs") if repairer.dexterity else None


def _referee(repairer: Repairer) -> Modifier | None:
    return referees_own(repairer.dm, repairer.because)


REPAIR = (_dexterity, _referee)


@dataclass(frozen=True, slots=True)
class RepairAttempt:
    """One attempt: the throw, and what it did; a mended weapon fires from the next turn on."""

    check: Check
    mending: Mending


def repair(repairer: Repairer, dice: Dice) -> RepairAttempt:
    """Throw a decimal die plus dexterity: 9 or more mends it, below 3 it never will be (ruling B-R6)."""
    check = Check("repair", dice.roll(1, 10, why="repair"), applied(REPAIR, repairer), NEEDED)
    if check.made:
        return RepairAttempt(check, Mending.MENDED)
    return RepairAttempt(check, Mending.LOST if check.total < LOST_BELOW else Mending.AGAIN)


def check_can_repair(name: str, figure: Figure, carried: Carried, gait: Gait, arms: int = 2) -> None:
    """Raises RuleError for a weapon that needs or allows no repair, or if the figure can't try.

    Walking is allowed, firing in the same turn is not, and two hands are needed (C3K Breakdowns and repairs).
    """
    check_broken(carried)
    if gait not in {Gait.STILL, Gait.WALK, Gait.FLY}:
        raise RuleError(f"{name} can repair standing still or walking only (C3K Breakdowns and repairs).")
    if figure.now.shot:
        raise RuleError(f"{name} has fired this turn, and can repair in the next (C3K Breakdowns and repairs).")
    if hands_free(figure, arms, besides=carried.name) < 2:
        raise RuleError(f"{name} needs both hands to repair: put something away first (C3K Breakdowns and repairs).")


def after_attempt(carried: Carried, mending: Mending) -> Carried:
    """The weapon after an attempt; a dropped weapon that was damaged is repaired as a jammed one is."""
    found = {Mending.MENDED: Working.WORKS, Mending.LOST: Working.RUINED}
    return replace(carried, working=found.get(mending, carried.working))


def chances(repairer: Repairer) -> dict[Mending, Fraction]:
    """How likely one attempt is to mend the weapon, to end all attempts, or neither."""
    found = exact(lambda dice: repair(repairer, dice).mending, of=lambda mending: mending)
    return {mending: found.get(mending, Fraction(0)) for mending in Mending}


def ever_mended(repairer: Repairer) -> Fraction:
    """How likely it is that somebody who keeps trying mends the weapon in the end.

    Attempts that settle nothing are made again, so that only the others count against each other.
    """
    one = chances(repairer)
    return one[Mending.MENDED] / (one[Mending.MENDED] + one[Mending.LOST])
