"""Who may still act in a step, by what all may know: the table goes on together (AHL 7, ruling R-164).

What somebody has planned is secret until they have acted by it; till then they may act in any step that plans lead to.
"""

from collections.abc import Collection, Iterable, Iterator

from bot.engine.system import Scene, Unit
from bot.systems.ahl.asked.circumstances import Fire
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.in_turn.snapping import may_snap_at_once
from bot.systems.ahl.orders.move import enemies_beside
from bot.systems.ahl.sheet.character import PANICKED, Condition, Nerve
from bot.systems.ahl.turn.actions import Intention, Step
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.turn.doing import Doing, fitness
from bot.systems.ahl.turn.together import lacks_supervision, people_of
from bot.systems.ahl.walking.climbing import between_words
from bot.systems.marks import burden, takes_part

_OF_PLANS = {Intention.COVER: Step.COVERING, Intention.MOVE: Step.MOVEMENT, Intention.AIM: Step.AIMED}
# Those of whom one doesn't know.
OTHERS = "others"
_FIRES = {Step.COVERING, Step.AIMED}


def waited_for(scene: Scene, book: Book, clock: Clock, step: Step, acting: Collection[str]) -> list[str]:
    """Those who may still act before a step is reached, but for those who act in it, and for all of whoever gives that
    order; and those for whom an order is kept till then. Of another's all may know that one is kept, and not until
    which step.

    Where sides know only what they have seen, a player is told of their own side alone; whether others may act is
    nothing that they know, and so others always might.
    """
    if scene.known_to is not None and scene.by:
        known = mates(scene, _waited_for(scene, book, clock, step, acting), acting)
        return [*known, OTHERS] if [*until(clock, step)] else []
    return _waited_for(scene, book, clock, step, acting)


def mates(scene: Scene, names: Iterable[str], acting: Collection[str]) -> list[str]:
    """Those of some who are of the side of those who act."""
    people = people_of(scene)
    sides = {people[name].side for name in acting if name in people}
    return [name for name in names if people[name].side in sides]


def _waited_for(scene: Scene, book: Book, clock: Clock, step: Step, acting: Collection[str]) -> list[str]:
    """The same by all that is so."""
    before = list(until(clock, step))
    others = [unit for name, unit in people_of(scene).items() if unit.owner != scene.by and name not in acting]
    may = [unit.name for unit in others if any(may_still_act(scene, book, clock, unit, each) for each in before)]
    later = [each for each in clock.later if before and (each.step in before or scene.by not in {"", each.said.by})]
    kept = [name for each in later for name in each.said.doers if name not in acting]
    return list(dict.fromkeys([*may, *kept]))


def until(clock: Clock, step: Step) -> Iterator[Step]:
    """The steps of this phase from the one that it has come to up to another one, without that."""
    return (each for each in Step if clock.phase and clock.step.place <= each.place < step.place)


def _least(book: Book, step: Step) -> int:
    """What the cheapest deed of a step takes at least, in halves of a point."""
    fires = {Step.COVERING: Fire.COVERING, Step.AIMED: Fire.AIMED}
    return book.halves(f"fire {fires[step]}") if step in fires else 1


def may_still_act(scene: Scene, book: Book, clock: Clock, unit: Unit, step: Step) -> bool:
    """Whether the table waits in a step for somebody: they may act in it, or fire at once at whoever has come adjacent
    (AHL 13); who is ready has left both.
    """
    ready = clock.of(unit.name).ready
    at_once = step is Step.MOVEMENT and (ready is None or ready is Step.MOVEMENT)
    return may_act(scene, book, clock, unit, step) or (at_once and may_snap_at_once(unit, scene, clock, book))


def may_act(scene: Scene, book: Book, clock: Clock, unit: Unit, step: Step) -> bool:
    """Whether somebody may still act in a step, for all that everybody knows; who is ready may not."""
    doing = clock.of(unit.name)
    fit = doing.fit or fitness(unit.sheet)
    ready = doing.ready is not None and step.place < doing.ready.place
    elsewhere = doing.busy or doing.deeds.supervises or between_words(scene.board, unit.name) or doing.deeds.surprised
    if not takes_part(unit) or ready or elsewhere or lacks_supervision(scene, clock, unit, step):
        return False
    unarmed = burden(unit) or not any(book.weapons[each.weapon].shoots for each in unit.sheet.weapons)
    # Until they have reoriented themselves, which they do as others move, they do nothing else (AHL 26.B).
    lost = unit.sheet.zero_g.disoriented and step is not Step.MOVEMENT
    if fit.condition is not Condition.ACTIVE or lost or (step in _FIRES and unarmed):
        return False
    if step is Step.MELEE:
        return _may_fight(scene, book, unit, doing)
    if step not in _OF_PLANS.values() or doing.deeds.left < _least(book, step):
        return False
    if unit.sheet.nerve in PANICKED:
        return unit.sheet.nerve is Nerve.FLEEING and step is Step.MOVEMENT
    return _may_by_plan(doing, step)


def _may_by_plan(doing: Doing, step: Step) -> bool:
    deeds = doing.deeds
    if doing.plan is None or (doing.shown and _OF_PLANS.get(doing.plan) is not step):
        return False
    if step is Step.COVERING:
        return not deeds.covered
    if step is Step.AIMED:
        return not deeds.fought
    return not (deeds.halted or deeds.stood or deeds.covered)


def _may_fight(scene: Scene, book: Book, unit: Unit, doing: Doing) -> bool:
    """Whether an enemy is beside them, or in reach, whom they have not yet struck; only where a deck tells."""
    board = scene.board
    if (
        board is None
        or unit.name not in board.people
        or unit.sheet.nerve in PANICKED
        or doing.deeds.struck
        or burden(unit)
    ):
        return False
    return bool(enemies_beside(scene, board, unit)) or any(book.reached(scene, unit))
