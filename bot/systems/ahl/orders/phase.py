"""`/phase`: the end of an action phase for everybody (AHL 8.B, 17.C.2, 26.B)."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.cards import Card, Tone, check_line, modifier_line
from bot.engine.dice import Dice, Faces
from bot.engine.system import Order, Outcome, Role, Scene, Values
from bot.systems.ahl.orders.fields import REFEREES_OWN, value_of
from bot.systems.ahl.orders.works import end_on_deck, work_line, work_rules
from bot.systems.ahl.phase import Ending, end_phase
from bot.systems.ahl.portals import Work
from bot.systems.ahl.tables import Tables

_STUNS = "A stun lasts to the end of the phase after the blow (AHL 17.C.2)"
_CONTROL = "In zero-G whoever fired or fought keeps control on 10+, or is disoriented (AHL 26.B)"


@dataclass(frozen=True, slots=True)
class PhaseReport:
    """What the end of a phase was to each character, and what the doors, airlocks and lifts of the deck did."""

    endings: tuple[Ending, ...]
    works: tuple[Work, ...] = ()


def phase_order(tables: Tables) -> Order:
    """`/phase`: stuns run down, in zero-G whoever fired or fought throws for control, and the deck works on."""

    def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
        dm, because = value_of(values, "dm", int, 0), value_of(values, "because", str, "")
        endings = tuple(
            end_phase(unit.name, unit.sheet, tables.weapons, dice, dm, because) for unit in scene.all("characters")
        )
        after = {ending.name: ending.after for ending in endings if ending.after != ending.before}
        deck = end_on_deck(scene, dice)
        return Outcome(after, PhaseReport(endings, deck.works), board=deck.board, marks=deck.marks)

    return Order("phase", (Role("characters", many=True),), REFEREES_OWN, resolve, _phase_card)


def _phase_card(report: PhaseReport, faces: Faces) -> Card:
    endings = report.endings
    lines = [line for ending in endings for line in _ending_lines(ending, faces)]
    lines += [work_line(work) for work in report.works]
    controls = [ending.control for ending in endings if ending.control]
    working = [_STUNS] if any(ending.before.stuns for ending in endings) else []
    working += [_CONTROL] if controls else []
    working += [
        f"{ending.name}: {modifier_line(modifier)}"
        for ending in endings
        if ending.control
        for modifier in ending.control.modifiers
    ]
    working += work_rules(report.works)
    lost = any(not control.made for control in controls)
    title = "End of an action phase"
    return Card(title, tuple(lines) or ("Nothing was due.",), tuple(working), tone=Tone.BAD if lost else Tone.PLAIN)


def _ending_lines(ending: Ending, faces: Faces) -> Iterator[str]:
    before, after = ending.before, ending.after
    if before.stuns and after.stuns:
        yield f"{ending.name}: stunned for one more phase"
    elif before.stuns:
        yield f"{ending.name}: no longer stunned"
    if ending.control:
        outcome = "keeps control" if ending.control.made else "disoriented"
        yield f"{ending.name}: " + check_line(ending.control, faces.take("control"), outcome)
