"""The orders by which skills of a career are used later: control without gravity, lessons, interrogation
(NAV-80 to NAV-82).
"""

from dataclasses import dataclass, replace
from typing import Literal

from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card, Tone, check_line, modifier_line, sentence, whose
from bot.engine.dice import Check, Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import ADDING_A_DM, REASON_OF_A_DM, Kind
from bot.engine.order import Order
from bot.engine.scene import Outcome, Role, Scene, Unit
from bot.engine.typed import match
from bot.systems.naval.career import Career, LogYear, check_lives
from bot.systems.naval.later import (
    INSTRUCTION,
    WEEKS_A_LEVEL,
    ZeroGravity,
    control,
    interrogation,
    lesson,
    teachable,
)

_WHOSE = Role("name", alone=True, wording="Whose career; left out, your only one")


@dataclass(frozen=True, kw_only=True, slots=True)
class ControlOrder(Asked):
    """`/career control`: whether somebody who fights without gravity keeps control."""

    verb = "career control"
    roles = (_WHOSE,)
    about = "Throw for control in a fight without gravity"
    action: Literal["nothing", "fire", "strike"] = ask("nothing", "What they do in this combat round")
    low_recoil: bool = ask(False, "Whether they fire a snub pistol or a laser")
    handhold: bool = ask(False, "Whether they hold on to something")
    regaining: bool = ask(False, "Whether control was lost in a round before")
    dm: int = ask(0, "The referee's own modifier", low=-20, high=20, referees=ADDING_A_DM)
    because: str = ask("", "The reason for that modifier", referees=REASON_OF_A_DM)


@dataclass(frozen=True, kw_only=True, slots=True)
class LearnOrder(Asked):
    """`/career learn`: the end of a course, which one with a career has given to another."""

    verb = "career learn"
    roles = (
        replace(_WHOSE, wording="Whose career it is who learns"),
        Role("teacher", wording="Whose career it is who teaches"),
    )
    about = "Throw for a level of a skill, at the end of somebody's course"
    skill: str = must("The skill that is taught", kind=Kind.TYPED)


@dataclass(frozen=True, kw_only=True, slots=True)
class InterrogateOrder(Asked):
    """`/career interrogate`: whether a subject breaks."""

    verb = "career interrogate"
    roles = (
        replace(_WHOSE, wording="Whose career it is who asks"),
        Role("partner", optional=True, wording="Whose career it is who asks with them"),
    )
    about = "Throw for whether the subject of an interrogation breaks"
    endurance: int = must("The subject's endurance", low=1, high=33)
    intelligence: int = must("The subject's intelligence", low=1, high=33)
    dm: int = ask(0, "The referee's own modifier", low=-20, high=20, referees=ADDING_A_DM)
    because: str = ask("", "The reason for that modifier", referees=REASON_OF_A_DM)


@dataclass(frozen=True, slots=True)
class Controlled:
    """A throw for control: whose, the throw, whether control had been lost before, and whether they hold on."""

    name: str
    check: Check
    regaining: bool
    handhold: bool


@dataclass(frozen=True, slots=True)
class Taught:
    """The end of a course: who learned what to which level of whom, and the throw."""

    name: str
    teacher: str
    skill: str
    level: int
    check: Check


@dataclass(frozen=True, slots=True)
class Questioned:
    """An interrogation: who asked, the throw, and the number that was the subject's."""

    names: tuple[str, ...]
    check: Check


def use_orders() -> tuple[Order, ...]:
    """The orders by which skills are used later."""
    return (
        typed_order(ControlOrder, _control, _control_card),
        typed_order(LearnOrder, _learn, _learn_card, offers={"skill": _skills_of_the_teacher}),
        typed_order(InterrogateOrder, _interrogate, _interrogate_card),
    )


def _living(unit: Unit) -> Career:
    """Somebody's career; raises RuleError unless they live."""
    career: Career = unit.sheet
    check_lives(career, f"{unit.name} is dead: name somebody who is alive.")
    return career


def _control(scene: Scene, order: ControlOrder, dice: Dice) -> Outcome:
    unit = scene.one("name")
    career = _living(unit)
    how = ZeroGravity(
        action="" if order.action == "nothing" else order.action,
        low_recoil=order.low_recoil,
        handhold=order.handhold,
        vacc_suit=career.level("Vacc Suit"),
        zero_g_combat=career.level("Zero-G Combat"),
        dexterity=career.characteristics.dexterity,
        regaining=order.regaining,
    )
    check = control(how, dice, order.dm, order.because)
    return Outcome({}, Controlled(unit.name, check, order.regaining, order.handhold), throwers=(unit.name,))


def _control_card(found: Controlled, faces: Faces) -> Card:
    lost = "has not regained control" if found.regaining else "loses control, and neither fires nor strikes"
    kept = "regains control" if found.regaining else "keeps control"
    lines = [check_line(found.check, faces.take(found.check.why), kept if found.check.made else lost)]
    if found.handhold and not found.regaining:
        lines.append("Holding on takes 4 off dexterity for the accuracy of a weapon")
    tone = Tone.GOOD if found.check.made else Tone.BAD
    return Card(f"{found.name} in zero-G", tuple(lines), _working(found.check, "NAV-80"), tone=tone)


def _working(check: Check, rule: str) -> tuple[str, ...]:
    return (*map(modifier_line, check.modifiers), f"By ({rule})")


def _learn(scene: Scene, order: LearnOrder, dice: Dice) -> Outcome:
    pupil, teacher = scene.one("name"), scene.one("teacher")
    learner, master = _living(pupil), _living(teacher)
    if pupil.name == teacher.name:
        raise RuleError("Nobody teaches themselves: name another teacher.")
    skill = match(order.skill, [name for name, _ in master.skills], what=f"skill of {whose(teacher.name)}")
    most = teachable(master.level(INSTRUCTION), master.level(skill), skill)
    level = learner.level(skill) + 1
    if level > most:
        can = f"{skill} up to level {most}" if most else f"no {skill}"
        raise RuleError(f"{teacher.name} can teach {can}, and {pupil.name} would learn level {level} (NAV-81).")
    check = lesson(learner.characteristics.intelligence, dice)
    after = _learned(learner, skill, teacher.name) if check.made else learner
    return Outcome({pupil.name: after}, Taught(pupil.name, teacher.name, skill, level, check), throwers=(pupil.name,))


def _learned(career: Career, skill: str, teacher: str) -> Career:
    career = career.with_skill(skill)
    line = LogYear(career.age, 0, career.terms, f"Taught by {teacher}", (f"{skill}-{career.level(skill)}",))
    return career.but(log=(*career.log, line))


def _skills_of_the_teacher(scene: Scene) -> tuple[str, ...]:
    masters = [unit.sheet for unit in scene.units.get("teacher", ())]
    return tuple(name for master in masters for name, _ in master.skills if name != INSTRUCTION)


def _learn_card(taught: Taught, faces: Faces) -> Card:
    told = f"{taught.skill}-{taught.level}" if taught.check.made else "not learned"
    line = check_line(taught.check, faces.take(taught.check.why), told)
    weeks = f"A level takes {WEEKS_A_LEVEL} weeks of little else, or six months (NAV-81)"
    title = f"{taught.teacher} teaches {taught.name} {taught.skill}"
    tone = Tone.GOOD if taught.check.made else Tone.PLAIN
    return Card(title, (line,), (*map(modifier_line, taught.check.modifiers), weeks), tone=tone)


def _interrogate(scene: Scene, order: InterrogateOrder, dice: Dice) -> Outcome:
    units = (scene.one("name"), *scene.units.get("partner", ()))
    if len({unit.name for unit in units}) < len(units):
        raise RuleError("Two ask together: name another partner.")
    levels = tuple(_living(unit).level("Interrogation") for unit in units)
    check = interrogation(order.endurance, order.intelligence, levels, dice, order.dm, order.because)
    names = tuple(unit.name for unit in units)
    return Outcome({}, Questioned(names, check), throwers=names)


def _interrogate_card(asked: Questioned, faces: Faces) -> Card:
    told = "the subject breaks" if asked.check.made else "the subject holds out"
    line = check_line(asked.check, faces.take(asked.check.why), told)
    return Card(f"{sentence(asked.names)}: an interrogation", (line,), _working(asked.check, "NAV-82, NR-G11"))
