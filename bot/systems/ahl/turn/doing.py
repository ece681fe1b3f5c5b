"""What each character has planned, spent and done in a turn, and how fit they came into a step of it (AHL 4 to 7).

Action points are counted in halves, so that 1½ is 3 (ruling R-40).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from bot.deck.plan import At
from bot.systems.ahl.morale.checks import Cause
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.turn.actions import Intention, Step
from bot.systems.ahl.walking.ground import PHASE


@dataclass(frozen=True, slots=True)
class Fitness:
    """What wounds make of somebody: what one step's results change, but not before its end (AHL 7)."""

    light_wounds: int
    condition: Condition
    stunned: int
    more_stuns: tuple[int, ...]
    gripped_by: str

    @property
    def stuns(self) -> tuple[int, ...]:
        """The phases left of each stun that counts."""
        return (*self.more_stuns, self.stunned) if self.stunned else self.more_stuns

    def worn_by(self, character: Character) -> Character:
        """The character as fit as this."""
        return replace(
            character,
            light_wounds=self.light_wounds,
            condition=self.condition,
            stunned=self.stunned,
            more_stuns=self.more_stuns,
            gripped_by=self.gripped_by,
        )


def fitness(character: Character) -> Fitness:
    """How fit a character is."""
    return Fitness(
        character.light_wounds,
        character.condition,
        character.stunned,
        character.more_stuns,
        character.gripped_by,
    )


@dataclass(frozen=True, slots=True)
class Deeds:
    """What somebody has done in this phase.

    `given` and `spent` are in halves of an action point: what the phase gives them, and what is spent of it. `turns`
    are the quarter turns that they made at a walk. `came` names the enemies to whom they came adjacent, `flew` are the
    squares of their last flight, and `struck` the one whom they attacked in melee. `halted` tells that an enemy's
    square ended their move, `stood` that they fired at once at somebody who came adjacent, `rallied` that they have
    tried to rally, `waits` that they come to no other level in it. `passed` are the morale checks before a move that
    they have passed and not yet used, `failed` those that they have failed; `shuns` is the enemy short of whom they
    stopped for it. `spares` are those who came adjacent and at whom they hold their fire. Who has `dived` is in an
    enemy's square; `thrown` is the one out of which a dive has thrown them, until it is said where they land.
    """

    given: int = PHASE
    spent: int = 0
    moved: bool = False
    trotted: bool = False
    turns: int = 0
    halted: bool = False
    came: tuple[str, ...] = ()
    flew: tuple[At, ...] = ()
    stood: bool = False
    covered: bool = False
    snaps: int = 0
    fought: bool = False
    struck: str = ""
    supervises: bool = False
    rallied: bool = False
    waits: bool = False
    passed: tuple[Cause, ...] = ()
    failed: tuple[Cause, ...] = ()
    shuns: str = ""
    spares: tuple[str, ...] = ()
    dived: bool = False
    thrown: At | None = None

    @property
    def left(self) -> int:
        """The halves of an action point that are left of the phase (AHL 6)."""
        return max(0, self.given - self.spent)

    @property
    def surprised(self) -> bool:
        """Whether they do nothing in this phase: it gives something to everybody but the surprised."""
        return not self.given


@dataclass(frozen=True, slots=True)
class Doing:
    """What somebody does in this turn: their plan, and what they have done.

    `end` is where the covering fire that they plan ends, and `delay` how many phases a charge of theirs waits;
    `shelters` tells that they evade while they carry the plan out, `turns` how many of those that it `takes` are over;
    `busy` is what takes the rest of their turn. `woke` tells that they have thrown to wake in it, `decompressed` that
    they have been thrown for in vacuum. `debt` is what is still to be paid in later phases, in halves of a point. Of
    this step, `fired` tells that they have fired in it, and `fit` how fit they came into it, if it has hurt them.
    `shown` tells that they have acted by their plan for all to see, `ready` before which step of this phase they do
    nothing more. `knows` are the enemies whom they had seen before this phase. `nearest` tells that they have planned
    to aim, and fire at the nearest enemy without being asked. Whoever is `surprised` does nothing in the first action
    phase. `loads` is what was typed of the reloading that takes this turn, None where nothing was.
    """

    plan: Intention | None = None
    end: str = ""
    delay: int = 0
    abandoned: bool = False
    acted: bool = False
    busy: str = ""
    evading: bool = False
    debt: int = 0
    deeds: Deeds = Deeds()
    fired: bool = False
    fit: Fitness | None = None
    woke: bool = False
    decompressed: bool = False
    shelters: bool = False
    turns: int = 0
    takes: int = 0
    shown: bool = False
    ready: Step | None = None
    knows: tuple[str, ...] = ()
    nearest: bool = False
    surprised: bool = False
    loads: Mapping[str, str] | None = None

    def outward(self, own: Collection[str]) -> "Doing":
        """What of it somebody in sight of a side, who isn't of it, has done for its people of these names to see: that
        they moved, whom of them they came adjacent to or fight, and whether they have dived at one.
        """
        deeds = self.deeds
        came, struck = tuple(name for name in deeds.came if name in own), deeds.struck if deeds.struck in own else ""
        flew = deeds.flew if came else ()
        return Doing(deeds=Deeds(moved=deeds.moved, came=came, flew=flew, struck=struck, dived=deeds.dived))
