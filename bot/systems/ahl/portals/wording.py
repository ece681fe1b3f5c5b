"""What doors, airlocks and lifts do at the end of a phase, in words (AHL 8.B)."""

from collections.abc import Iterator, Sequence

from bot.engine.cards import sentence
from bot.systems.ahl.portals.airlocks import Cycled, Cycling
from bot.systems.ahl.portals.doors import Work, Worked
from bot.systems.ahl.portals.lifts import COMES_ON, LEAVES_ON, Called, LetOut, LiftWork, Rode, Waited

_OPPOSED = "Opposed commands to one portal in one phase cancel (AHL 8.B.8)"
_CALLS = "One die for each level that called, a 6 brings the lift, and the doors open (AHL 8.B.6, 8.B.8)"
_LEAVES = "An open lift that nobody enters shuts and leaves on a 5 or 6 (AHL 8.B.6)"
_CYCLES = "An airlock cycles for six whole phases, and heeds nobody (AHL 8.B.7, 8.B.8), ruling R-44"


def work_line(work: Work) -> str:
    """What one of them did."""
    match work:
        case Worked():
            return _portal_line(work)
        case Cycled():
            return _airlock_line(work)
        case _:
            return _lift_line(work)


def _portal_line(work: Worked) -> str:
    name = f"The {work.kind.value} {work.where}"
    state = "open" if work.is_open else "shut"
    if work.why_not:
        return f"{name} stays {state}: {work.why_not}"
    return f"{name} stays {state}: opposed commands" if work.opposed else f"{name} is {state}{_and_air(work.lost)}"


def air_words(lost: int) -> str:
    """In how many squares the air is lost, or, below 0, there is some again."""
    squares = "a square" if abs(lost) == 1 else f"{abs(lost)} squares"
    return f"the air is lost in {squares}" if lost > 0 else f"there is air again in {squares}"


def _and_air(lost: int) -> str:
    return f"; {air_words(lost)}" if lost else ""


def more_phases(phases: int) -> str:
    """How long something still takes: `one more phase`, `2 more phases`."""
    return "one more phase" if phases == 1 else f"{phases} more phases"


def _airlock_line(work: Cycled) -> str:
    match work.step:
        case Cycling.BEGINS:
            return f"{work.name} {'shuts, and ' if work.shut else ''}begins to cycle: {more_phases(work.phases)}"
        case Cycling.CYCLES:
            return f"{work.name} cycles: {more_phases(work.phases)}"
        case Cycling.OPENS:
            return f"{work.name} has cycled, and opens{_and_air(work.lost)}"
        case Cycling.OPPOSED:
            return f"{work.name} stays as it is: opposed commands"
        case Cycling.IN_USE:
            return f"{work.name} stays open: somebody is in it"


def _lift_line(work: LiftWork) -> str:
    match work:
        case Called() if work.die >= COMES_ON and not work.came:
            return f"{work.lift}, called to {work.level}: {work.die} → another level gets it, at random"
        case Called():
            comes = "it comes, its doors open" if work.came else "not yet"
            return f"{work.lift}, called to {work.level}: {COMES_ON}+ | {work.die} → {comes}"
        case Waited():
            leaves = "it shuts and leaves" if work.left else "it stays"
            return f"{work.lift} stands open on {work.level}, empty: {LEAVES_ON}+ | {work.die} → {leaves}"
        case LetOut():
            return f"{work.lift} opens on {work.level}"
        case Rode():
            who = f" with {sentence(work.who)}" if work.who else ""
            if work.phases:
                return f"{work.lift}{who} is on its way to {work.level}: {more_phases(work.phases)}"
            return f"{work.lift}{who} is on {work.level}, and opens"


def work_rules(works: Sequence[Work]) -> Iterator[str]:
    """The rules on what they did, each once."""
    if any(isinstance(work, Called) for work in works):
        yield _CALLS
    if any(isinstance(work, Waited) for work in works):
        yield _LEAVES
    if any(isinstance(work, Cycled) and work.step in {Cycling.BEGINS, Cycling.CYCLES} for work in works):
        yield _CYCLES
    if any(_is_opposed(work) for work in works):
        yield _OPPOSED


def _is_opposed(work: Work) -> bool:
    return work.opposed if isinstance(work, Worked) else isinstance(work, Cycled) and work.step is Cycling.OPPOSED
