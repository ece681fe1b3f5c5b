"""What AHL asks of those who are between two levels or out of control, and what a phase does as it ends to people and
to the deck (AHL 8.B, 17.C.2, 18.A.2, 26.B).
"""

from collections.abc import Iterator

from bot.engine.due import Choice, Due, said
from bot.systems.ahl.asked.keeping import When
from bot.systems.ahl.orders.in_turn.nerve import check_to_arrive
from bot.systems.ahl.owing import Owing
from bot.systems.ahl.portals.works import works_of
from bot.systems.ahl.sheet.outward import bodies
from bot.systems.ahl.turn.actions import READY, Step
from bot.systems.ahl.turn.clock import PHASES
from bot.systems.ahl.turn.phases import stuns_run_down
from bot.systems.ahl.walking.climbing import next_level
from bot.systems.ahl.zerog.control import strained


def arrivals(table: Owing) -> Iterator[Due]:
    """Whoever climbs or drops beside an enemy as this phase ends checks before that, or waits where they are."""
    scene, clock, board = table.scene, table.clock, table.scene.board
    if board is None or table.later is not None:
        return
    for unit in table.active:
        standing = board.people.get(unit.name)
        # One climbs as a phase ends and lets go as the next one begins, and a decision phase is neither.
        moves = standing and (standing.climb if clock.phase == PHASES else standing.between)
        if not moves or (not clock.phase and not standing.hangs):
            continue
        there = next_level(board, unit.name, max(1, unit.sheet.climbs))
        check = check_to_arrive(scene, clock.of(unit.name).deeds, there, unit.name) if there else None
        if check is None:
            continue
        yield Due(
            "a morale check before they come adjacent, or they wait there",
            "AHL 18.A.2",
            (unit.name,),
            (unit.owner,),
            (Choice("Check", check, throws=True), Choice("Wait", said("hold", (unit.name,)))),
            default=0,
            since=table.since,
        )


def reorientings(table: Owing) -> Iterator[Due]:
    """Whoever is disoriented may try to get control back, for all the points of a phase."""
    if table.clock.step is not Step.MOVEMENT:
        return
    for unit in table.active:
        if table.may_reorient(unit):
            yield Due(
                "a try to get control back, for all 6 AP",
                "AHL 26.B",
                (unit.name,),
                (unit.owner,),
                (
                    Choice("Reorient", said("reorient", (unit.name,)), throws=True),
                    Choice("Not now", said(READY, (unit.name,))),
                ),
                default=0,
                standing=table.says(unit, When.REORIENT),
                since=table.since,
            )


def works(table: Owing) -> Iterator[Due]:
    """What the doors, airlocks and lifts of the deck do as the phase ends: nobody has to do anything about it."""
    board = table.scene.board
    if board is not None and table.later is None:
        for what, rule in works_of(board, bodies(board, table.scene.present.values())):
            yield Due(what, rule, (), optional=True, since=table.since)


def endings(table: Owing) -> Iterator[Due]:
    """What the phase does to people as it ends: stuns run down, and in zero-G whoever fired or fought throws for
    control; nobody has to do anything about it.
    """
    for unit in table.people if table.later is None else ():
        if unit.sheet.stuns:
            stays = bool(stuns_run_down(unit.sheet).stuns)
            what = f"is stunned {'for the next phase too' if stays else 'until this phase ends'}"
            yield Due(what, "AHL 17.C.2", (unit.name,), optional=True, since=table.since)
        if strained(unit.sheet):
            what = "throws to keep control as this phase ends"
            yield Due(what, "AHL 26.B", (unit.name,), optional=True, since=table.since)
