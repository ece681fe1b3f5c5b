"""AHL's orders: what each takes, how it is resolved, how its result is worded."""

from collections.abc import Mapping
from dataclasses import replace

from bot.deck.board import Board, let_go, placed
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.keeping import HealOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.airlock import airlock_order
from bot.systems.ahl.orders.blast import blast_order
from bot.systems.ahl.orders.break_down import break_order
from bot.systems.ahl.orders.collide import collide_order
from bot.systems.ahl.orders.cover import cover_order
from bot.systems.ahl.orders.deeds import house_orders
from bot.systems.ahl.orders.dive import dive_order, land_order
from bot.systems.ahl.orders.door import door_order
from bot.systems.ahl.orders.fire import fire_order
from bot.systems.ahl.orders.give import give_order
from bot.systems.ahl.orders.grenade import grenade_order
from bot.systems.ahl.orders.hold import hold_order
from bot.systems.ahl.orders.in_turn.checks_first import all_before
from bot.systems.ahl.orders.in_turn.kept import brought_on, kept
from bot.systems.ahl.orders.jump import jump_order
from bot.systems.ahl.orders.lift import lift_call_order, lift_ride_order, lift_set_order
from bot.systems.ahl.orders.melee import melee_order
from bot.systems.ahl.orders.morale import morale_order
from bot.systems.ahl.orders.move import move_order
from bot.systems.ahl.orders.phase import phase_order
from bot.systems.ahl.orders.plan import plan_order
from bot.systems.ahl.orders.rally import rally_order
from bot.systems.ahl.orders.range import range_order
from bot.systems.ahl.orders.ready import ready_order
from bot.systems.ahl.orders.reload import reload_order
from bot.systems.ahl.orders.reorient import reorient_order
from bot.systems.ahl.orders.scenario import scenario_orders
from bot.systems.ahl.orders.standing import standing_order
from bot.systems.ahl.orders.structure import structure_hit_order, structure_list_order
from bot.systems.ahl.orders.turn import turn_begin_order, turn_end_order, turn_show_order
from bot.systems.ahl.orders.vacuum import vacuum_order
from bot.systems.ahl.orders.victory import victory_order
from bot.systems.ahl.orders.wake import wake_order
from bot.systems.ahl.sheet.character import Character, Condition, Shape, state
from bot.systems.ahl.turn.going import held_up
from bot.systems.ahl.turn.witnessed import witnessed
from bot.systems.ahl.wounds.recovery import heal
from bot.systems.resting import heal_order


def fallen(scene: Scene, outcome: Outcome) -> Outcome:
    """What came of an order, after which everybody whom it put out, or brought round, lies prone on the deck."""
    board: Board | None = outcome.board or scene.board
    if board is None:
        return outcome
    names = [name for name, sheet in outcome.after.items() if name in board.people and _falls(scene, name, sheet)]
    for name in names:
        board = let_go(board, name)
        board = placed(board, name, replace(board.people[name], prone=True, leaning=None, crouching=False))
    return replace(outcome, board=board) if names else outcome


def _falls(scene: Scene, name: str, after: Character) -> bool:
    """Whether somebody is out after an order, or was before it."""
    before: Character = scene.present[name].sheet if name in scene.present else after
    return {before.condition, after.condition} != {Condition.ACTIVE}


# What follows on each of them, one by one.
AFTER_EACH = (fallen, witnessed, held_up, brought_on)


def orders(book: Book) -> Mapping[str, Order]:
    """All of AHL's orders by verb; those of the turn itself apart, each is reckoned with where a turn is kept."""
    made = (
        fire_order(book),
        cover_order(book),
        melee_order(book),
        move_order(book),
        jump_order(book),
        break_order(),
        door_order(book),
        airlock_order(book),
        lift_call_order(book),
        lift_ride_order(),
        lift_set_order(),
        reorient_order(book),
        collide_order(book),
        reload_order(book),
        give_order(book),
        heal_order(HealOrder, Shape, heal, state, "has no such wound: they are "),
        wake_order(),
        blast_order(book),
        grenade_order(book),
        structure_hit_order(book),
        structure_list_order(book),
        vacuum_order(book),
        dive_order(),
        morale_order(book),
        rally_order(book),
        range_order(book),
        victory_order(),
        *scenario_orders(book),
        *house_orders(book),
    )
    every = (*(all_before(kept(order, book), order, book) for order in made), *_of_the_turn(book))
    return {order.verb: order.then(*AFTER_EACH) for order in every}


def _of_the_turn(book: Book) -> tuple[Order, ...]:
    """The orders that keep the turn itself."""
    turn = (turn_begin_order(), turn_show_order(book), turn_end_order())
    return (phase_order(book), ready_order(book), hold_order(), land_order(), standing_order(), plan_order(book), *turn)
