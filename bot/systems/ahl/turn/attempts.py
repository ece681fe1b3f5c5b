"""What the book has against an action in a turn that is kept: rule by rule, in words that say what to do (AHL 5 to 9).

Each rule looks at an attempt and says what is wrong with it, or nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.fire.shot import hemmed_in
from bot.systems.ahl.morale.checks import Cause
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.character import Being, Condition, Nerve
from bot.systems.ahl.sheet.wording import SUPERVISION
from bot.systems.ahl.tables import Weapon
from bot.systems.ahl.turn.actions import Action, Intention, Step, turns_words
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.turn.doing import Deeds, Doing, fitness
from bot.systems.ahl.turn.together import lacks_supervision, needs_supervision
from bot.systems.ahl.walking.climbing import between_words
from bot.systems.ahl.walking.ground import check_side, points
from bot.systems.ahl.zerog.drift import drifts

SNAP, AIMED, MELEE, DIVE, MOVE, RALLY = "fire snap", "fire aimed", "melee", "dive", "move", "rally"
COVERS = {"cover", "fire covering"}
FIRES = {*COVERS, AIMED, SNAP}
MOST_SNAPS = 2
# All that a blob does: of jumps it drops (AHL 20).
_BLOBS = {MOVE, MELEE, "jump", "swing", "reorient"}


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody about to act: their action, its cost in halves of a point (None: what it will), with which weapon at
    whom. A snap shot `at_once` is one at an enemy who has just come adjacent; `dives` tells that a melee begins so.
    """

    scene: Scene
    clock: Clock
    unit: Unit
    action: Action
    cost: int | None = None
    weapon: Weapon | None = None
    target: str = ""
    at_once: bool = False
    dives: bool = False

    @property
    def name(self) -> str:
        """Who acts."""
        return self.unit.name

    @property
    def doing(self) -> Doing:
        """What this character does in this turn."""
        return self.clock.of(self.unit.name)

    @property
    def deeds(self) -> Deeds:
        """What this character has done in this phase."""
        return self.doing.deeds

    @property
    def step(self) -> Step:
        """The step in which it comes."""
        return self.clock.step if self.at_once or self.action.step is None else self.action.step


Objection = Callable[[Attempt], str | None]


def objections(attempt: Attempt) -> list[str]:
    """All that the book has against it, the first reason first; whoever is out is refused by their order itself. Who
    drifts on does nothing for it: of what they plan, do and pay nothing speaks against it.
    """
    fit = attempt.clock.of(attempt.name).fit or fitness(attempt.unit.sheet)
    if fit.condition is not Condition.ACTIVE:
        return []
    adrift = attempt.action.name == MOVE and drifts(attempt.scene, attempt.unit)
    return [text for rule in (_OF_DRIFTS if adrift else RULES) if (text := rule(attempt))]


def _when(attempt: Attempt) -> str | None:
    clock, words = attempt.clock, attempt.action.words
    if clock.phase == 0 and attempt.action.step is not Step.DECISION:
        return f"It is {clock.words}: /plan what each is to do, and /phase begins the first action phase (AHL 4)."
    if clock.phase and attempt.action.step is Step.DECISION:
        return f"It is {clock.words}, and {words} belongs to the decision phase: wait for the next one (AHL 18.D)."
    if attempt.step.place < clock.step.place:
        return (
            f"{clock.words.capitalize()} has come to {clock.step}, and {words} comes before it: wait for the next "
            "phase (AHL 7)."
        )
    return None


def _flees(attempt: Attempt) -> bool:
    """Whether it is a flight: panic asks for that whatever was chosen in the decision phase (AHL 18.D)."""
    return attempt.unit.sheet.nerve is Nerve.FLEEING and attempt.action.name == MOVE


def _busy(attempt: Attempt) -> str | None:
    if attempt.doing.busy and not _flees(attempt):
        return f"{attempt.name} is {attempt.doing.busy} to the end of turn {attempt.clock.turn}, and does nothing else."
    return None


def _surprised(attempt: Attempt) -> str | None:
    """Whoever is surprised does nothing, also what takes no points (AHL Scenarios)."""
    if not attempt.deeds.surprised:
        return None
    return f"{attempt.name} is surprised, and does nothing in {attempt.clock.words}: wait for the next phase."


def _supervises(attempt: Attempt) -> str | None:
    if attempt.deeds.supervises:
        return f"{attempt.name} supervises robots in this phase, and does nothing else (AHL 21)."
    return None


def _between(attempt: Attempt) -> str | None:
    """Whoever is on a ladder or hangs from an edge has no hand free, and no other way (AHL 8.B.5, 8.C.2)."""
    words = between_words(attempt.scene.board, attempt.name) if attempt.action.name != RALLY else ""
    return f"{attempt.name} {_is(words)}, and does nothing else until they are off it (ruling R-54)." if words else None


def _is(words: str) -> str:
    return words if words.startswith("hangs") else f"is {words}"


def _planned(attempt: Attempt) -> str | None:
    name, doing, wanted, words = attempt.name, attempt.doing, attempt.action.plan, attempt.action.words
    if (
        (doing.plan and doing.plan.kind) is wanted
        or _flees(attempt)
        or (wanted is None and not (doing.plan and doing.plan.whole))
    ):
        return None
    if only_shown(attempt.scene):
        # Everybody reads what is only told: not what they have planned, then.
        return f"{words.capitalize()} isn't what {name} has planned for this turn (AHL 5)."
    if doing.plan and doing.plan.whole:
        return f"{name} has planned to {doing.plan} for the whole turn: /plan plan:abandon gives that up (AHL 5)."
    if doing.abandoned:
        return f"{name} has abandoned their plan, and starts nothing else that needs one in this turn (AHL 5)."
    if doing.plan is None:
        return (
            f"{name} has planned nothing for this turn: snap shots, grenades and melee need no plan, but {words} "
            "does (AHL 5)."
        )
    return f"{name} has planned to {doing.plan} in this turn, and {words} is another action (AHL 5)."


def _reloads_twice(attempt: Attempt) -> str | None:
    """A weapon that takes several turns is reloaded in the last of them, as one that takes two evading (AHL 25.B)."""
    doing, weapon = attempt.doing, attempt.weapon
    if attempt.action.plan is not Intention.RELOAD or weapon is None or doing.plan is None:
        return None
    evading = doing.plan is Intention.RELOAD_EVADING
    needed = weapon.turns_to_reload(evading=evading)
    if doing.plan.kind is not Intention.RELOAD or doing.turns + 1 >= needed:
        return None
    way, which = " evading" if evading else "", ("first", "second")[min(doing.turns, 1)]
    return (
        f"{weapon.name} takes {attempt.name} {turns_words(needed)}{way}, and this is the {which}: /reload comes in the "
        f"{'next' if doing.turns + 2 == needed else 'last'} one (AHL 25.B)."
    )


def _blob(attempt: Attempt) -> str | None:
    if attempt.unit.sheet.being is not Being.BLOB or attempt.action.name in _BLOBS:
        return None
    return f"{attempt.name} is a blob: it moves, drops and fights, and {attempt.action.words} is not its way (AHL 20)."


def _whole_turn(attempt: Attempt) -> str | None:
    whole = attempt.action.plan is not None and attempt.action.plan.whole
    if whole and attempt.doing.acted:
        return f"{attempt.name} has done something else in this turn, and {attempt.action.words} takes all of it."
    return None


def afford(attempt: Attempt) -> str | None:
    """What is wrong with the cost of an attempt, if anything (AHL 6)."""
    left, cost = attempt.deeds.left, attempt.cost
    if attempt.action.name == SNAP or cost == 0 or (cost is None and left) or (cost is not None and cost <= left):
        return None
    return _too_dear(attempt)


def _too_dear(attempt: Attempt) -> str:
    left, cost, words = attempt.deeds.left, attempt.cost, attempt.action.words
    needs = f"{words} takes {points(cost)}" if cost is not None else f"{words} takes some"
    owes = f" and owes {points(attempt.doing.debt)} more for what they began" if attempt.doing.debt else ""
    had = f"{attempt.name} has {points(left)} AP left in {attempt.clock.words}{owes}, and {needs}"
    return f"{had}: /phase goes on to the next one (AHL 6)."


def _rallies_once(attempt: Attempt) -> str | None:
    if attempt.action.name == RALLY and attempt.deeds.rallied:
        return f"{attempt.name} has tried to rally in {attempt.clock.words}, and it is once in each (AHL 18.D)."
    return None


def _covers_once(attempt: Attempt) -> str | None:
    if attempt.action.name in COVERS and attempt.deeds.covered:
        return f"{attempt.name} has fired their covering fire in this phase, and it is one a phase (AHL 9.A)."
    return None


def _snaps(attempt: Attempt) -> str | None:
    if attempt.action.name != SNAP or attempt.weapon is None or attempt.weapon.high_energy:
        return None
    if attempt.deeds.snaps >= MOST_SNAPS:
        return f"{attempt.name} has fired two snap shots in {attempt.clock.words}, the most there are (AHL 9.C)."
    return _too_dear(attempt) if attempt.cost and attempt.deeds.left < attempt.cost else None


def _stands(attempt: Attempt) -> str | None:
    if attempt.at_once and attempt.deeds.moved:
        return (
            f"{attempt.name} has moved in this phase, and only who isn't moving fires at once at who comes adjacent "
            '(AHL 13): their shots come last, /phase step:"snap shots" goes there.'
        )
    if attempt.action.name == MOVE and attempt.deeds.stood:
        return f"{attempt.name} stood and fired at who came adjacent, and doesn't move in this phase (AHL 13)."
    return None


def _halted(attempt: Attempt) -> str | None:
    if attempt.action.name == MOVE and attempt.deeds.halted:
        return f"{attempt.name} is in an enemy's square and moves no further in this phase (AHL 2)."
    return None


def _drifted(attempt: Attempt) -> str | None:
    """Whoever drifts goes as far as their rate takes them, once a phase (AHL 26.C)."""
    if not attempt.deeds.moved:
        return None
    return f"{attempt.name} has drifted in this phase, and drifts on in the next one (AHL 26.C)."


def _shaken(attempt: Attempt) -> str | None:
    """Whoever has failed to come adjacent on their way moves no further (AHL 18.D)."""
    if attempt.action.name != MOVE or not attempt.deeds.moved or Cause.ADJACENT not in attempt.deeds.failed:
        return None
    return f"{attempt.name} has failed their check and moves no further in this phase: a snap shot is left (AHL 18.D)."


def _after_melee(attempt: Attempt) -> str | None:
    if attempt.action.name != AIMED or not attempt.deeds.fought:
        return None
    if attempt.weapon and hemmed_in(attempt.scene, attempt.unit, attempt.weapon):
        snaps = ", nor a snap shot in a square shared with an enemy (AHL 11.A.3)."
    else:
        snaps = ": a snap shot is left."
    return f"{attempt.name} fought in this phase, and fires no aimed shot in it (AHL 17){snaps}"


def _one_enemy(attempt: Attempt) -> str | None:
    struck = attempt.deeds.struck
    if attempt.action.name == MELEE and struck:
        return f"{attempt.name} has struck at {struck} in this phase, and fights one enemy a phase (AHL 17)."
    return None


def _dives(attempt: Attempt) -> str | None:
    if attempt.action.name != DIVE and not attempt.dives:
        return None
    if not attempt.deeds.trotted:
        return f"{attempt.name} hasn't trotted in this phase: a dive ends a trot, so /move gait:trot first (AHL 8.C.7)."
    if attempt.clock.of(attempt.target).deeds.moved:
        return f"{attempt.target} has moved in this phase: one dives at who isn't moving (AHL 8.C.7)."
    return None


def _one_side(attempt: Attempt) -> str | None:
    """Two of a square fire through its same side in one step (AHL 11.A.3)."""
    board = attempt.scene.board
    if attempt.action.name not in FIRES or board is None or attempt.name not in board.people:
        return None
    mine = board.people[attempt.name]
    fired = [
        one.facing
        for name, one in board.people.items()
        if name != attempt.name and one.at == mine.at and attempt.clock.of(name).fired
    ]
    try:
        check_side(mine.facing, tuple(fired))
    except RuleError as refused:
        return str(refused)
    return None


def supervised(attempt: Attempt) -> bool:
    """Whether it is a robot's action that only a command group allows (AHL 21)."""
    return needs_supervision(attempt.unit, attempt.action.step)


def _robots(attempt: Attempt) -> str | None:
    if not lacks_supervision(attempt.scene, attempt.clock, attempt.unit, attempt.action.step):
        return None
    return f"{attempt.name} is unsupervised, and {attempt.action.words} needs {SUPERVISION}."


RULES: tuple[Objection, ...] = (
    _when,
    _surprised,
    _busy,
    _supervises,
    _blob,
    _planned,
    _whole_turn,
    _reloads_twice,
    _after_melee,
    _rallies_once,
    _covers_once,
    _snaps,
    _stands,
    _halted,
    _shaken,
    _one_enemy,
    _dives,
    _one_side,
    _robots,
    afford,
    _between,
)
_OF_DRIFTS: tuple[Objection, ...] = (_when, _drifted)


def at_step(attempt: Attempt) -> Attempt:
    """The attempt with the clock at the step in which it comes, later steps begun."""
    if attempt.clock.phase == 0 or attempt.step.place <= attempt.clock.step.place:
        return attempt
    return replace(attempt, clock=attempt.clock.at_step(attempt.step))
