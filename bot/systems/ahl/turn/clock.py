"""A turn that is kept: its phase and step, who does what in it, and what goes on from phase to phase (AHL 4 to 7)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.deck.board import Board
from bot.deck.plan import At
from bot.engine.errors import RuleError
from bot.engine.system import Outcome, Said, Scene, Unit
from bot.systems.ahl.blast.reach import defused, goes_off
from bot.systems.ahl.fire.covering import Covering
from bot.systems.ahl.morale.checks import Cause
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.doing import Deeds, Doing
from bot.systems.ahl.walking.ground import PHASE, POINT, Gait

PHASES = 5


@dataclass(frozen=True, slots=True)
class Casualty:
    """Somebody who was killed, seriously wounded or knocked out in this phase, the friends who saw it and haven't
    checked their morale for it, and those who have (AHL 18.A.3).
    """

    name: str
    seen_by: tuple[str, ...]
    checked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Charge:
    """A primed satchel charge: who set it in which turn and where, and for how many phases it waits (AHL 24.B)."""

    by: str
    turn: int
    delay: int
    at: At | None

    @property
    def goes_off(self) -> tuple[int, int]:
        """The turn and the phase in which it goes off."""
        return goes_off(self.turn, self.delay)

    def due(self, turn: int, phase: int) -> bool:
        """Whether it goes off in that phase."""
        return self.goes_off == (turn, phase)


@dataclass(frozen=True, slots=True)
class Later:
    """An order that was given before its step, and is kept until that comes (ruling R-164)."""

    step: Step
    said: Said


# Everybody is asked about again and again.
_NOTHING = Doing()


@dataclass(frozen=True, slots=True)
class Clock:
    """A turn: its number, its phase (0 is the decision phase) and step, and who does what in it.

    `covering` are the covering fires that lie on the deck in this phase, `charges` those that tick, `lights` what has
    been done in this step to the light of rooms, by their numbers: it counts from the next step on (AHL 23), and
    `later` the orders that wait for a later step, in the order in which they were given; `going` are the rest of moves
    that go on in later phases. For `casualties` morale is checked at the end of the phase, and for `surprises`: who was
    fired on by an enemy unseen till then, and by whom. When it `began`, in seconds, tells it from another fight's.
    """

    turn: int = 1
    phase: int = 0
    step: Step = Step.DECISION
    people: Mapping[str, Doing] = field(default_factory=dict)
    covering: tuple[Covering, ...] = ()
    charges: tuple[Charge, ...] = ()
    lights: Mapping[int, bool] = field(default_factory=dict)
    later: tuple[Later, ...] = ()
    casualties: tuple[Casualty, ...] = ()
    surprises: tuple[tuple[str, str], ...] = ()
    going: tuple[Said, ...] = ()
    began: int = 0

    def of(self, name: str) -> Doing:
        """What somebody does; nothing yet for whoever has come since."""
        return self.people.get(name, _NOTHING)

    def doing(self, name: str, **changes: Any) -> "Clock":
        """The clock with somebody doing otherwise."""
        return replace(self, people={**self.people, name: replace(self.of(name), **changes)})

    def narrowed(self, own: Collection[str], sees: Collection[str]) -> "Clock":
        """The clock as somebody knows it whose own people have these names, and who `sees` those of others: nothing of
        what others plan, nor who has fired unseen at one's own; of those in sight what they have done to one's own.
        """
        return replace(
            self,
            people={
                name: doing if name in own else doing.outward(own)
                for name, doing in self.people.items()
                if name in own or name in sees
            },
            covering=tuple(each for each in self.covering if each.firer in own),
            charges=tuple(each for each in self.charges if each.by in own),
            lights={},
            later=tuple(each for each in self.later if {*each.said.doers} <= {*own}),
            casualties=tuple(each for each in self.casualties if each.name in own),
            surprises=tuple((one, by if by in {*own, *sees} else "") for one, by in self.surprises if one in own),
            going=tuple(each for each in self.going if {*each.doers} <= {*own}),
        )

    def did(self, name: str, **changes: Any) -> "Clock":
        """The clock with somebody's deeds of this phase changed."""
        return self.doing(name, deeds=replace(self.of(name).deeds, **changes))

    def checked(self, name: str, cause: Cause, times: int, *, passed: bool) -> "Clock":
        """The clock with a morale check before a move passed so many times, or failed (AHL 18.A.1, 18.A.2)."""
        deeds = self.of(name).deeds
        if passed:
            return self.did(name, passed=(*deeds.passed, *[cause] * times))
        left = tuple(each for each in deeds.passed if each is not cause)
        return self.did(name, passed=left, failed=(*deeds.failed, cause))

    def used(self, name: str, causes: Iterable[Cause]) -> "Clock":
        """The clock with checks that somebody had passed used up by what they did."""
        left = list(self.of(name).deeds.passed)
        for cause in causes:
            left.remove(cause)
        return self.did(name, passed=tuple(left))

    def stopped(self, names: Collection[str]) -> "Clock":
        """The clock in which these go no further in later phases."""
        return replace(self, going=tuple(each for each in self.going if not {*each.doers} & {*names}))

    def at_step(self, step: Step) -> "Clock":
        """The clock at a step of its phase: what the step before it did to people holds them from now on (AHL 7)."""
        if step is self.step:
            return self
        people = {name: _at_step(one, step) for name, one in self.people.items()}
        return replace(self, step=step, people=people, lights={})

    def renamed(self, before: str, after: str) -> "Clock":
        """The clock with somebody under another name, wherever it names them."""

        def now(name: str) -> str:
            return after if name == before else name

        def told(doing: Doing) -> Doing:
            came, spares = (tuple(map(now, each)) for each in (doing.deeds.came, doing.deeds.spares))
            deeds = replace(doing.deeds, came=came, spares=spares)
            deeds = replace(deeds, struck=now(deeds.struck), shuns=now(deeds.shuns))
            fit = replace(doing.fit, gripped_by=now(doing.fit.gripped_by)) if doing.fit else None
            return replace(doing, deeds=deeds, fit=fit, knows=tuple(map(now, doing.knows)))

        return replace(
            self,
            people={now(name): told(doing) for name, doing in self.people.items()},
            covering=tuple(
                replace(line, firer=now(line.firer), attacked=tuple(map(now, line.attacked))) for line in self.covering
            ),
            charges=tuple(replace(charge, by=now(charge.by)) for charge in self.charges),
            later=tuple(replace(each, said=each.said.renamed(before, after)) for each in self.later),
            going=tuple(each.renamed(before, after) for each in self.going),
            casualties=tuple(
                Casualty(now(each.name), tuple(map(now, each.seen_by)), tuple(map(now, each.checked)))
                for each in self.casualties
            ),
            surprises=tuple((now(one), now(by)) for one, by in self.surprises),
        )

    def without(self, name: str) -> "Clock":
        """The clock without somebody who has left, their covering fire, and orders of theirs; a charge of theirs ticks
        on.
        """
        return replace(
            self,
            people={one: doing for one, doing in self.people.items() if one != name},
            covering=tuple(line for line in self.covering if line.firer != name),
            later=tuple(each for each in self.later if name not in each.said.doers),
            going=tuple(each for each in self.going if not each.takes(name)),
        )

    @property
    def sealed(self) -> str:
        """What in it not all may know, in words: plans that nobody has seen carried out, and orders that are kept."""
        if self.secrets:
            return f"plans of turn {self.turn} are secret"
        return f"orders of {self.words} are kept for a later step" if self.later else ""

    @property
    def secrets(self) -> tuple[str, ...]:
        """Whose plans nobody has seen carried out."""
        return tuple(name for name, doing in self.people.items() if doing.plan and not doing.shown)

    @property
    def words(self) -> str:
        """Where it stands: `phase 3 of turn 2`."""
        return f"phase {self.phase} of turn {self.turn}" if self.phase else f"the decision phase of turn {self.turn}"


def _at_step(doing: Doing, step: Step) -> Doing:
    """What somebody does once a step has come: in it they have fired at nobody, and whoever was ready for it may act
    in it.
    """
    ready = None if doing.ready and doing.ready.place <= step.place else doing.ready
    return replace(doing, fired=False, fit=None, ready=ready)


def next_phase(clock: Clock, gives: Mapping[str, int]) -> Clock:
    """The clock at the beginning of the next phase of its turn.

    Points that are left are lost (AHL 6), and what is owed for a jump is paid first (AHL 8.C.1, ruling R-46). `gives`
    is what it gives those who have another number of halves of a point than most.
    """
    everybody = {name: clock.of(name) for name in (*clock.people, *gives)}
    people = {name: _next_phase(one, gives.get(name, PHASE)) for name, one in everybody.items()}
    return replace(_over(clock), phase=clock.phase + 1, step=Step.COVERING, people=people)


def _over(clock: Clock) -> Clock:
    """The clock without what holds for one phase alone; whoever didn't get on in it goes no further."""
    still = [name for name, doing in clock.people.items() if clock.phase and not doing.deeds.moved]
    return replace(clock.stopped(still), covering=(), lights={}, casualties=(), surprises=())


def _next_phase(doing: Doing, given: int) -> Doing:
    """What somebody does in the next phase; they take the cover again that their plan gives them."""
    given = 0 if doing.surprised else given
    paid = min(given, doing.debt)
    deeds = Deeds(given=given, spent=paid)
    evading = doing.evading or doing.shelters
    return replace(
        doing, debt=doing.debt - paid, deeds=deeds, fired=False, fit=None, evading=evading, ready=None, surprised=False
    )


def next_turn(clock: Clock) -> Clock:
    """The clock at the next turn's decision phase: plans are over unless half done, debts and evading go on."""
    people = {name: _next_turn(one) for name, one in clock.people.items()}
    return replace(_over(clock), turn=clock.turn + 1, phase=0, step=Step.DECISION, people=people)


def _next_turn(doing: Doing) -> Doing:
    if doing.turns and not doing.acted:
        going_on = ("plan", "debt", "evading", "shelters", "turns", "takes", "knows")
        return Doing(**{name: getattr(doing, name) for name in going_on})
    evading = doing.evading and not doing.busy and not doing.shelters
    return Doing(debt=doing.debt, evading=evading, knows=doing.knows)


def relit(board: Board | None, before: Clock, after: Clock) -> Board | None:
    """The board with the lights that were worked in a step which is over by then."""
    return board if after.lights else as_switched(board, before)


def as_switched(board: Board | None, clock: Clock | None) -> Board | None:
    """The board with the lights as this step's switches leave them."""
    if board is None or clock is None or not clock.lights:
        return board
    on = {room for room, shines in clock.lights.items() if shines}
    return replace(board, dark=(board.dark | clock.lights.keys()) - on)


def in_time(charge: Charge, turn: int) -> bool:
    """Whether a charge that somebody spends this turn on is defused by its end (AHL 24.B)."""
    return defused(charge.turn, charge.delay, turn)


def clock_of(scene: Scene) -> Clock | None:
    """The turn that a campaign keeps, None where nobody has begun one."""
    return scene.ledger.clock if scene.ledger else None


def clock_after(scene: Scene, outcome: Outcome) -> Clock | None:
    """The same as an order leaves it."""
    ledger = outcome.ledger or scene.ledger
    return ledger.clock if ledger else None


def _counted(scene: Scene) -> Clock | None:
    """The turn that is kept, where an order is given in it and not only imagined."""
    return None if scene.only_odds else clock_of(scene)


def halves_left(scene: Scene, *units: Unit) -> int | None:
    """What these have left of the phase, the least of them, in halves of an action point; None where it doesn't bound
    what they do: nobody keeps a turn, or what the book forbids in it is only told.
    """
    clock = _counted(scene)
    return None if clock is None or only_shown(scene) else min(clock.of(unit.name).deeds.left for unit in units)


def trotted(scene: Scene, unit: Unit) -> bool:
    """Whether somebody has trotted in this phase."""
    clock = _counted(scene)
    return clock is not None and clock.of(unit.name).deeds.trotted


def left_to_go(scene: Scene, unit: Unit, gait: Gait) -> int | None:
    """What somebody has left of this phase for a way, in halves of an action point; None for no bound. Who trots pays
    more for the quarters that they have turned at a walk (ruling R-41).
    """
    left, clock = halves_left(scene, unit), _counted(scene)
    if left is None or clock is None:
        return None
    return max(0, left - (clock.of(unit.name).deeds.turns * POINT if gait is Gait.TROT else 0))


def planned_end(scene: Scene, unit: Unit) -> str:
    """Where the covering fire ends that somebody has planned, "" where they have planned none; of somebody else's a
    player who asks for odds is told nothing.
    """
    clock = clock_of(scene)
    secret = scene.only_odds and scene.by not in {"", unit.owner}
    return clock.of(unit.name).end if clock and not secret else ""


def fights_already(scene: Scene, unit: Unit) -> str:
    """Whom somebody fights already in this phase, "" for nobody (AHL 17)."""
    clock = _counted(scene)
    return clock.of(unit.name).deeds.struck if clock else ""


def in_phases(scene: Scene) -> bool:
    """Whether an action phase is kept, so that what takes several is done phase by phase."""
    clock = clock_of(scene)
    return clock is not None and clock.phase > 0


def kept_clock(scene: Scene) -> Clock:
    """The same; raises RuleError where nobody has begun one."""
    clock = clock_of(scene)
    if clock is None:
        raise RuleError("Nobody keeps a turn here: /turn begin does.")
    return clock


def evades(scene: Scene, unit: Unit) -> bool:
    """Whether somebody is known to evade, and able to (AHL 8.A.5)."""
    clock = clock_of(scene)
    return clock is not None and clock.of(unit.name).evading and unit.sheet.condition is Condition.ACTIVE
