"""`/phase`: the end of an action phase for everybody (AHL 17.C.2, 26.B)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.engine.cards import Card, Tone, check_line, modifier_line
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Field, Kind, Order, Outcome, Role, Scene, Values
from bot.systems.ahl.actions import Step
from bot.systems.ahl.clock import clock_of
from bot.systems.ahl.orders.fields import REFEREES_OWN, value_of
from bot.systems.ahl.orders.phase_of_turn import go_on, go_to, went_on
from bot.systems.ahl.phase import Ending, end_phase
from bot.systems.ahl.tables import Tables

_STUNS = "A stun lasts to the end of the phase after the blow (AHL 17.C.2)"
_CONTROL = "In zero-G whoever fired or fought keeps control on 10+, or is disoriented (AHL 26.B)"


@dataclass(frozen=True, slots=True)
class PhaseEnd:
    """The end of a phase: what it was to each character, and what it was to the turn, in lines and their title."""

    endings: tuple[Ending, ...]
    title: str = "End of an action phase"
    turn: tuple[str, ...] = ()


def phase_order(tables: Tables) -> Order:
    """`/phase`: stuns run down, and whoever fired or fought in zero-G throws for control.

    In a turn that is kept it goes on to the next phase, or with `step` to a later step of the same one.
    """

    def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
        clock, step = clock_of(scene), value_of(values, "step", str, "")
        if step and clock is None:
            raise RuleError("Nobody keeps a turn here: /turn begin does.")
        if clock and step:
            clock, told = go_to(scene, clock, Step(step))
            return Outcome({}, PhaseEnd((), *told), things=replace(scene.things, clock=clock))
        dm, because = value_of(values, "dm", int, 0), value_of(values, "because", str, "")
        # Before the first action phase there is none to end.
        acting = scene.all("characters") if clock is None or clock.phase else ()
        endings = tuple(end_phase(unit.name, unit.sheet, tables.weapons, dice, dm, because) for unit in acting)
        after = {ending.name: ending.after for ending in endings if ending.after != ending.before}
        if clock is None:
            return Outcome(after, PhaseEnd(endings))
        went = go_on(scene, clock)
        return Outcome(after, PhaseEnd(endings, *went_on(went)), things=replace(scene.things, clock=went.clock))

    fields = (Field("step", Kind.CHOICE, choices=tuple(Step)[1:]), *REFEREES_OWN)
    return Order("phase", (Role("characters", many=True),), fields, resolve, _phase_card)


def _phase_card(end: PhaseEnd, faces: Faces) -> Card:
    endings = end.endings
    lines = [*end.turn, *(line for ending in endings for line in _ending_lines(ending, faces))]
    controls = [ending.control for ending in endings if ending.control]
    working = [_STUNS] if any(ending.before.stuns for ending in endings) else []
    working += [_CONTROL] if controls else []
    working += [
        f"{ending.name}: {modifier_line(modifier)}"
        for ending in endings
        if ending.control
        for modifier in ending.control.modifiers
    ]
    lost = any(not control.made for control in controls)
    tone = Tone.BAD if lost else Tone.PLAIN
    return Card(end.title, tuple(lines) or ("Nothing was due.",), tuple(working), tone=tone)


def _ending_lines(ending: Ending, faces: Faces) -> Iterator[str]:
    before, after = ending.before, ending.after
    if before.stuns and after.stuns:
        yield f"{ending.name}: stunned for one more phase"
    elif before.stuns:
        yield f"{ending.name}: no longer stunned"
    if ending.control:
        outcome = "keeps control" if ending.control.made else "disoriented"
        yield f"{ending.name}: " + check_line(ending.control, faces.take("control"), outcome)
