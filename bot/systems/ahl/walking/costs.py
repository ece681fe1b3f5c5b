"""What moving costs a character of AHL, in halves of an action point (AHL 2, 8)."""

from dataclasses import dataclass
from enum import StrEnum

from bot.deck.plan import Barrier, Facing
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl.walking.ground import Costs, Occupant

POINT = 2
PHASE = 6 * POINT
PLACES_IN_A_SQUARE = 4
THROUGH_A_SIDE = 2

STAND_UP = PHASE
METRES_A_PHASE = 1
SWITCH = 1 * POINT
CALL_LIFT = 2 * POINT
CYCLE_AIRLOCK = 6 * POINT
# Lowering oneself over the edge of a drop, and letting go in the next phase (AHL 8.C.2).
SWING_DOWN = (PHASE, 4 * POINT)
# To open and to close; an airlock is cycled (AHL 8.B).
_PORTALS = {
    Barrier.SLIDING_DOOR: 2 * POINT,
    Barrier.IRIS_VALVE: 2 * POINT,
    Barrier.HATCH: 6 * POINT,
    Barrier.MAINTENANCE_HATCH: 6 * POINT,
    Barrier.AIRLOCK_DOOR: CYCLE_AIRLOCK,
}
_SIZES = {Being.WARBOT: 2, Being.MAINTENANCE_ROBOT: 2, Being.BLOB: PLACES_IN_A_SQUARE}


class Gait(StrEnum):
    """How somebody moves."""

    WALK = "walk"
    TROT = "trot"
    EVADE = "evade"
    DRIFT = "drift"
    FAST_DRIFT = "fast drift"


# Forward, diagonally forward, to the side or the rear, and a quarter turn (AHL 8.A).
_WALKING = (2 * POINT, 3 * POINT, 4 * POINT, 1 * POINT)
_TROTTING = (1 * POINT, 3, 4 * POINT, 2 * POINT)
_GAITS = {
    Gait.WALK: _WALKING,
    Gait.TROT: _TROTTING,
    Gait.EVADE: (PHASE, PHASE, PHASE, 0),
    # In zero-G, at the walking or the running rate (AHL 26.C).
    Gait.DRIFT: _WALKING,
    Gait.FAST_DRIFT: _TROTTING,
}


def costs_for(character: Character, gait: Gait, *, draggers: int = 0, trotted: bool = False) -> Costs:
    """What each movement action costs him; with `draggers` he drags somebody, alone (1) or with another (2).

    Who has `trotted` in this phase turns at a trotter's cost for the rest of it (ruling R-41).

    A hatch costs 4 more in a vacc suit, combat armor or battle dress, 2 to others; no step costs more than a
    whole phase (AHL 8.B.3, 8.C.6, 8.C.8, 8.C.10). A blob goes one square a phase, whichever way (AHL 20).
    Raises RuleError where somebody trots and drags.
    """
    if draggers and gait is Gait.TROT:
        raise RuleError("Who drags somebody can't trot: walk, or let go (AHL 8.C.8).")
    blob = character.being is Being.BLOB
    forward, diagonal, aside, turn = _GAITS[Gait.EVADE if blob else gait]
    if trotted and gait is Gait.WALK and not blob:
        turn = _TROTTING[-1]
    return Costs(
        forward=forward,
        diagonal=diagonal,
        aside=aside,
        turn=turn,
        machinery=6 * POINT,
        stand=STAND_UP,
        hatch=(4 if character.suited else 2) * POINT,
        crowd=1 * POINT,
        most=PHASE,
        room=PLACES_IN_A_SQUARE,
        size=occupant(character).size,
        action={0: 0, 1: 2, 2: 1}[draggers] * POINT,
    )


def occupant(character: Character, *, enemy: bool = False, by_size: bool = False) -> Occupant:
    """How he counts for others in his square: a robot as two, a blob as four, the dead and unconscious not at all
    (AHL 2). In a crowd each counts as one, unless they count `by_size` there as well (ruling R-47).
    """
    size = _SIZES.get(character.being, 1)
    return Occupant(size, character.condition is Condition.ACTIVE, enemy, size if by_size else 1)


def portal_cost(barrier: Barrier) -> int:
    """What opening or closing it costs; raises RuleError where the rules name no cost."""
    if barrier not in _PORTALS:
        raise RuleError(f"The rules say nothing of opening {barrier.value}s: the referee decides (AHL 8.B).")
    return _PORTALS[barrier]


def phases_to_climb(metres: int) -> int:
    """How many whole phases a ladder takes between levels so many metres apart: one a metre (AHL 8.B.5)."""
    return metres // METRES_A_PHASE


def phases_to_ride(decks: int) -> int:
    """How many whole phases a lift takes for so many decks: one a deck (AHL scenario IV, 6)."""
    return decks


def check_side(facing: Facing, firing: tuple[Facing, ...]) -> None:
    """Raises RuleError where two others in his square fire through that side in this step (AHL 11.A.3).

    Every line in a field of fire leaves the square through the side that its firer faces.
    """
    if firing.count(facing) >= THROUGH_A_SIDE:
        side = facing.name.lower()
        raise RuleError(f"Two others fire through the {side} side of that square already: wait, or move (AHL 11.A.3).")


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump to the level below: what is still to be paid for it in halves of a point, whether he is hurt, and what it
    costs in all.
    """

    debt: int
    hurt: bool
    cost: int

    @property
    def phases(self) -> int:
        """In how many of the following phases he pays."""
        return -(-self.debt // PHASE)


def jump_down(left: int, dice: Dice) -> Jump:
    """Jump down with so many halves of a point left: 2 points and 2D more, and on a 12 a light wound and out
    (AHL 8.C.1, rulings R-45 and R-46). Raises RuleError where less than 2 points are left.
    """
    if left < 2 * POINT:
        raise RuleError("A jump needs 2 action points to begin with: jump in the next phase (AHL 8.C.1).")
    thrown = dice.roll(2, why="jumping down")
    cost = (2 + thrown) * POINT
    return Jump(max(0, cost - left), thrown == 12, cost)
